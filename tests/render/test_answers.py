"""Whatever can be pointed at answers, in every language, and never with more than its reader may know."""

from __future__ import annotations

import re
from html import unescape

import msgspec
import pytest

from marchland.games.byzantium import board as byzantium_board
from marchland.games.vinci.world import board as ground_of
from marchland.kernel.board import Answer
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import key_from_seed
from marchland.kernel.title import find_title
from marchland.render import Scene, SeatCard, about, draw, explained

from .scenes import scene

TITLES = ("vinci", "byzantium", "medioevo", "cendre")
TARGET = re.compile(r'data-target="([^"]+)"')


def targets(shown: Scene) -> list[str]:
    return list(dict.fromkeys(TARGET.findall("".join(draw(shown).values()))))


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("answers", [0, 80])
def test_everything_that_can_be_pointed_at_answers(title: str, answers: int) -> None:
    shown = scene(title, 0 if title == "cendre" else answers)
    silent = [target for target in targets(shown) if not about(shown, target)]
    assert len(targets(shown)) > 20
    assert silent == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_province_says_what_it_is_whose_and_what_it_brings(language: str) -> None:
    shown = scene("vinci", 80, language=language)
    held = next(id for id, one in shown.view.land.items() if one and one.seat >= 0)
    card = unescape(about(shown, held))
    terrain = find_title("vinci").glossary[ground_of(shown.view.board).terrain[held]]
    assert f"<strong>{terrain.name[language]}</strong><small>{terrain.text[language]}</small>" in card
    assert "Player" in card
    assert {"en": "Brings", "fr": "Rapporte", "it": "Dà"}[language] in card
    assert "{" not in card


def test_one_sentence_about_the_step_comes_first_and_the_rules_are_folded() -> None:
    shown = scene("vinci", 80)
    reasons = [
        {"rule": "VI-CONQ-13", "name": "Tokens", "text": "At least as many tokens.", "figures": "It costs 5, you have 2."},
        {"rule": "VI-CONQ-10", "name": "Reach", "text": "Only from a neighbour.", "figures": "It is too far."},
    ]
    card = about(shown, "castile", lambda thing: reasons)
    lead, _, folded = card.partition('<div class="refused">')[2].partition("<details>")
    assert lead == "<p>It costs 5, you have 2.</p>"
    assert "It is too far." in folded
    assert 'data-rule="VI-CONQ-13"' in folded
    general = about(shown, "castile", lambda thing: [{**reasons[0], "figures": ""}])
    assert shown.prompt in general.partition('<div class="refused general">')[2]


def test_nobody_is_told_why_a_track_or_a_player_cannot_be_played() -> None:
    asked: list[str] = []
    shown = scene("byzantium", 20)
    for thing in ("track:arab", "turn", "horde", "seat:0"):
        assert about(shown, thing, lambda thing: asked.append(thing) or [])
    assert asked == []


# -- secrets -----------------------------------------------------------------------------------------------


def cards_of(title_id: str, seat: int | None) -> list[tuple[str, str]]:
    """All that a seat is told by pointing, at a table and at the same table with everything dealt anew that it cannot know."""
    title = find_title(title_id)
    count = 3 if 3 in title.seats else title.seats[0]
    state = title.new(count, key_from_seed("answers"), {})
    for step in range(0 if title_id == "cendre" else 60):
        decider = state.deciders[0]
        options = state.options(decider)
        state.apply(decider, options[step % len(options)])
    dealt = title.redeal(state, seat, key_from_seed("dealt anew"))
    seats = tuple(SeatCard(seat=number, name=f"Player {number}") for number in range(count))
    one, other = (Scene(title=title, view=title.view(each, seat), language="en", seats=seats) for each in (state, dealt))
    return [(about(one, thing), about(other, thing)) for thing in targets(one)]


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("title", TITLES)
def test_no_card_hangs_on_what_is_hidden(title: str, seat: int | None) -> None:
    assert [pair for pair in cards_of(title, seat) if pair[0] != pair[1]] == []


def test_a_card_that_knows_too_much_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board is given a view and nothing else: a leak has to be in the view already."""
    honest = find_title("byzantium").parts.view.view

    def leaking(game: object, seat: int | None) -> object:
        return msgspec.structs.replace(honest(game, seat), decision=game.chance.key.hex())

    monkeypatch.setattr(find_title("byzantium").parts.view, "view", leaking)
    monkeypatch.setattr(byzantium_board, "answers", lambda view, thing, language: (Answer(view.decision),))
    assert [pair for pair in cards_of("byzantium", 0) if pair[0] != pair[1]] != []


# -- terms -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
def test_every_term_on_the_page_is_in_the_glossary(title: str) -> None:
    for answers in (0, 40, 120):
        page = "".join(draw(scene(title, 0 if title == "cendre" else answers)).values())
        used = {id for ids in re.findall(r'data-term="([^"]+)"', page) for id in ids.split()}
        assert used - explained(find_title(title), "en").keys() == set()


# -- the legend --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
def test_every_board_has_a_legend_of_its_own(title: str) -> None:
    legend = draw(scene(title))["legend"]
    assert legend.count("<li") > 8
    assert "{" not in legend


def test_a_board_without_a_key_has_what_the_map_file_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("board", "placing", "storied", "answering"):
        monkeypatch.setitem(find_title("vinci").parts.__dict__, part, None)
    shown = scene("vinci", 60)
    parts = draw(shown)
    assert all(word in parts["legend"] for word in ("Forest", "Mountain", "anchor", "pickaxe", "Player 0", "Player 2"))
    assert [target for target in ("seat:0", *TARGET.findall(parts["hits"])) if not about(shown, target)] == []
