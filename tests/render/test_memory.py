"""What was drawn before is used again only where it would be drawn the same: over whole games, for players and onlookers."""

from __future__ import annotations

import random

import msgspec
import pytest
from jinja2 import DictLoader, Environment

from marchland import render
from marchland.kernel.chance import key_from_seed
from marchland.kernel.state import State
from marchland.kernel.title import Title, find_title
from marchland.render import needs
from marchland.render.kept import Kept
from marchland.render.stage import board_folder, environment

TITLES = ("vinci", "byzantium", "medioevo", "cendre")
MOVES = 25


def seats_of(title: Title) -> int:
    return next(seats for seats in title.seats if seats >= 2)


def scene_of(title: Title, state: State, viewer: int | None, entry: int) -> render.Scene:
    names = ("Ada", "Bob & Co", "Eve", "Zoe")
    seats = tuple(
        render.SeatCard(seat=seat, name=names[seat % 4], you=seat == viewer, online=entry % 5 != seat)
        for seat in range(seats_of(title))
    )
    asked = viewer is not None and viewer in state.deciders and not state.decision.WRITTEN
    options = state.options(viewer) if asked else ()
    choices = tuple(
        render.Choice(index, title.phrases.action(action, "en", names), action.touches(), verb=type(action).__name__)
        for index, action in enumerate(options)
    )
    return render.Scene(
        title=title,
        view=title.view(state, viewer),
        language="en",
        seats=seats,
        choices=choices,
        entry=entry,
        can_undo=entry % 3 == 0,
    )


@pytest.mark.parametrize("name", TITLES)
def test_a_page_drawn_from_what_changed_is_the_page_drawn_anew(name: str) -> None:
    title, dice = find_title(name), random.Random(name)
    state = title.new(seats_of(title), key_from_seed(name))
    last: dict[int | None, render.Drawn] = {viewer: render.Drawn() for viewer in (None, 0, 1)}
    kept = 0
    for entry in range(MOVES):
        for viewer, drawn in last.items():
            scene = scene_of(title, state, viewer, entry)
            before = {part: found.html for part, found in drawn.parts.items()}
            again, anew = render.draw(scene, last=drawn), render.draw(scene)
            assert again == anew
            kept += sum(html is before.get(part) for part, html in again.items())
        if state.is_over:
            break
        seat = dice.choice(state.deciders)
        state.play(seat, dice.choice(state.options(seat)))
    assert kept > MOVES


@pytest.mark.parametrize("name", TITLES)
def test_no_template_of_a_board_needs_more_than_can_be_compared(name: str) -> None:
    folder = board_folder(find_title(name))
    assert folder is not None
    for template in (*folder.glob("*.svg"), *folder.glob("*.html")):
        found = needs.needs_of(environment(folder), f"title/{template.name}")
        assert not {("scene", ""), ("board", ""), ("view", ""), needs.EVERYTHING} & set(found), template.name


def needs_in(text: str, **others: str) -> set[str]:
    stage = Environment(loader=DictLoader({"it": text, **others}))
    stage.filters["seat_name"] = str
    return {".".join(need).rstrip(".") for need in needs.needs_of(stage, "it")}


def test_needs_are_followed_one_step_and_taken_whole_otherwise() -> None:
    assert needs_in('{{ board.holders[3].name }}{{ view["scores"] }}{{ board.get("things", ()) }}') == {
        "board.holders",
        "view.scores",
        "board.things",
    }
    assert needs_in("{% set all = board %}{{ all.holders }}") >= {"board"}
    assert needs_in("{% for name, mark in holders.items() %}{{ mark }}{% endfor %}") >= {"holders.items"}


def test_what_is_included_or_imported_is_needed_too() -> None:
    assert needs_in("{% include 'other' %}", other="{{ scene.prompt }}") == {"scene.prompt"}
    assert needs_in(
        "{% import 'other' as o with context %}{{ o.m() }}", other="{% macro m() %}{{ view.deciders }}{% endmacro %}"
    ) >= {"view.deciders"}
    assert needs_in("{% include name %}") >= {"", "name"}


def test_names_of_seats_are_all_that_is_needed_to_name_them() -> None:
    assert needs_in("{{ view.deciders | map('seat_name', scene) | join }}{{ 1 | seat_name(scene) }}") == {
        "view.deciders",
        "scene.seats",
    }


def test_all_of_a_mapping_is_read_by_its_methods() -> None:
    facts = needs.Facts(context := {"board": {"items": 1, "holders": {"a": 2}}}, {})
    assert facts.given((("board", "items"), ("board", "holders"))) == (context["board"], {"a": 2})


def test_what_cannot_be_compared_is_never_what_it_was() -> None:
    before: dict[needs.Need, object] = {}
    pages = [needs.Facts({"board": dict}, before) for _ in range(2)]
    for need in (("board", ""), needs.EVERYTHING):
        assert pages[0].given([need]) == pages[0].given([need])
        assert pages[0].given([need]) != pages[1].given([need])


def test_what_equals_the_page_before_is_the_very_same_thing() -> None:
    before: dict[needs.Need, object] = {}
    first, second, third = (needs.Facts({"holders": {"a": [count]}}, before)["holders", ""] for count in (1, 1, 2))
    assert first is second
    assert third == {"a": [2]}


def test_what_a_template_names_itself_is_no_need() -> None:
    assert needs_in("{% set own = 1 %}{% for one in board.all %}{{ one.name }}{{ own }}{% endfor %}") == {"board.all"}


def filled(template: str, pieces: dict[object, object], **context: object) -> str:
    return Environment(extensions=[Kept], autoescape=True).from_string(template).render(pieces=pieces, **context)


def test_of_a_loop_only_the_pieces_of_changed_things_are_filled() -> None:
    loop, pieces, told = "{% each id, mark in marks.items() %}<{{ id }} {{ tell(mark) }}>{% endeach %}", {}, []

    def tell(mark: str) -> str:
        told.append(mark)
        return mark

    assert filled(loop, pieces, tell=tell, marks={"a": "1", "b": "&"}) == "<a 1><b &amp;>"
    assert filled(loop, pieces, tell=tell, marks={"b": "&", "a": "2", "c": "3"}) == "<b &amp;><a 2><c 3>"
    assert filled(loop, pieces, tell=tell, marks={"a": "1"}) == "<a 1>"
    assert told == ["1", "&", "2", "3", "1"]
    assert [list(kept) for kept in pieces.values()] == [["a"]], "what is gone is forgotten"


def test_macros_of_a_title_are_made_again_for_other_words() -> None:
    title = find_title("vinci")
    for language in ("en", "fr", "en"):
        scene = msgspec.structs.replace(scene_of(title, title.new(3, key_from_seed("w")), None, 0), language=language)
        assert title.phrases.board_words(language)["enduring"] in render.draw(scene)["panels"]


def test_our_templates_are_compiled_once_for_all_titles() -> None:
    """Each title has an environment of its own: its own templates are its own, ours are the same code in all of them."""
    stages = [environment(board_folder(find_title(name))) for name in TITLES]
    assert len({stage.get_template("seats.html") for stage in stages}) == len(TITLES)
    assert len({id(stage.get_template("seats.html").root_render_func.__code__) for stage in stages}) == 1
    assert len({id(stage.get_template("title/panels.html").root_render_func.__code__) for stage in stages}) == len(TITLES)
