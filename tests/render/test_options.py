"""Options as the page lists them: by kind, few of them in the bar, with what they cost and how likely they succeed."""

from __future__ import annotations

import re

import pytest

from marchland.kernel.frames import PreviewLine
from marchland.kernel.title import find_title
from marchland.render import Choice, LogLine, Scene, draw, log, tells_stories
from marchland.render.options import FEW, ROOMY, SMALL, Menu, menu_of

from .scenes import scene


def menu(*choices: Choice, drawn: tuple[str, ...] = ("candia", "athens"), **notes: str) -> Menu:
    """Any scene of a title with units, asked these things."""
    shown = scene("byzantium")
    shown.choices = choices
    return menu_of(shown, drawn, notes)


def choice(index: int, *touches: str, verb: str = "March", preview: tuple[PreviewLine, ...] = ()) -> Choice:
    return Choice(index, f"Option {index}", touches, preview, verb)


def figures(*preview: PreviewLine) -> tuple[str, ...]:
    return menu(choice(0, "candia", preview=preview)).groups[0].entries[0].figures


def test_options_of_one_kind_stand_together_under_a_heading_in_the_order_they_are_offered() -> None:
    found = menu(choice(0, "candia", verb="March"), choice(1, "athens", verb="Fortify"), choice(2, "athens", verb="March"))
    assert [(group.verb, group.name) for group in found.groups] == [("March", "Move, fight"), ("Fortify", "Special")]
    assert [entry.choice.index for entry in found.groups[0].entries] == [0, 2]


def test_options_that_are_all_of_one_kind_need_no_heading() -> None:
    (group,) = menu(choice(0, "candia"), choice(1, "athens")).groups
    assert group.name == ""


def test_long_groups_are_folded_only_in_a_long_list() -> None:
    many = [choice(index, "candia", verb="March") for index in range(ROOMY)]
    assert [group.is_open for group in menu(*many, choice(ROOMY, "athens", verb="Fortify")).groups] == [False, True]
    assert [group.is_open for group in menu(*many[:5], choice(ROOMY, "athens", verb="Fortify")).groups] == [True, True]


@pytest.mark.parametrize(("number", "in_bar"), [(2, True), (FEW, True), (FEW + 1, False)])
def test_a_few_options_off_the_drawing_are_buttons_above_it(number: int, in_bar: bool) -> None:
    found = menu(*(choice(index, f"slot:{index}") for index in range(number)))
    assert (len(found.bar), found.listed) == ((number, 0) if in_bar else (0, number))


def test_an_option_that_touches_nothing_is_in_the_bar_beside_a_board_full_of_targets() -> None:
    found = menu(choice(0, "candia"), choice(1), choice(2, "athens"))
    assert [entry.choice.index for entry in found.bar] == [1]
    assert found.listed == 2


def test_amounts_are_added_up_unit_by_unit_with_their_sign() -> None:
    lines = (PreviewLine("BY-MOVE-05", -2, unit="move_cubes"), PreviewLine("BY-FLEET-04", 1, unit="move_cubes"))
    assert figures(*lines, PreviewLine("BY-REL-01", 2, unit="points")) == ("−1 Move cube", "+2 points")


def test_chances_are_a_range_and_never_a_sum() -> None:
    lines = (PreviewLine("BY-SIEGE-02", 88, unit="percent_siege"), PreviewLine("BY-SIEGE-02", 41, unit="percent_militia"))
    assert figures(*lines) == ("41–88 %",)
    assert figures(lines[0]) == ("88 %",)


def test_a_risk_is_told_in_words_and_only_marked_in_short() -> None:
    price, risk = PreviewLine("BY-MOVE-05", -2, unit="move_cubes"), PreviewLine("BY-FLEET-01", 2, unit="risk_fleet_surcharge")
    assert figures(price, risk) == ("−2 Move cubes", "⚠")
    (entry,) = menu(choice(0, "candia", preview=(price, risk))).groups[0].entries
    assert entry.total == "−2 Move cubes"
    assert entry.lines[1].text == "⚠ 2 Move cubes more if the Byzantine fleet doubles the price"


def test_a_breakdown_in_one_unit_has_a_total() -> None:
    (entry,) = menu(choice(0, "candia", preview=(PreviewLine("A", 4), PreviewLine("B", -1)))).groups[0].entries
    assert ([line.text for line in entry.lines], entry.total) == (["4", "−1"], "3")
    mixed = (PreviewLine("A", 4, unit="points"), PreviewLine("B", -1, unit="move_cubes"))
    (entry,) = menu(choice(0, "candia", preview=mixed)).groups[0].entries
    assert entry.total is None


def test_a_chance_is_drawn_as_a_bar_with_its_words() -> None:
    shown = scene("byzantium")
    facts = {"cubes": 2}
    shown.choices = (choice(0, "candia", preview=(PreviewLine("BY-SIEGE-02", 88, facts, "percent_siege"),)),)
    drawn = draw(shown)["choices"]
    assert "88 % against the city alone; about 2 cubes lost" in drawn
    assert re.search(r'class="gauge".*<rect class="part" width="88"', drawn, re.DOTALL)


def test_a_throw_in_the_log_shows_its_dice() -> None:
    html = log([LogLine(n=1, text="Ada rolls 4, 1.", dice=(4, 1))], "en")
    assert html.count('class="die') == 2
    assert html.count('class="pip"') == 5


def test_only_boards_that_tell_stories_are_handed_what_happened() -> None:
    assert {title: tells_stories(find_title(title)) for title in ("vinci", "byzantium")} == {"vinci": False, "byzantium": True}


def test_what_a_thing_is_stands_beside_the_options_that_touch_it_and_keeps_them_in_the_list() -> None:
    found = menu(choice(0, "relic"), choice(1, "other"), relic="a bone of some saint")
    [entry] = [entry for group in found.groups for entry in group.entries]
    assert (entry.choice.index, entry.note, entry.noted) == (0, "a bone of some saint", "relic")
    assert [entry.choice.index for entry in found.bar] == [1]


def test_options_under_one_heading_leave_the_bar_to_the_others() -> None:
    found = menu(choice(0, verb="Pass"), choice(1, verb="March"), choice(2, verb="March"))
    assert [entry.choice.index for entry in found.bar] == [0]
    assert found.listed == 2


def test_short_answers_stand_beside_each_other() -> None:
    few, many, noted = (
        menu(*(choice(index, "candia") for index in range(number)), **notes).groups[0].is_terse
        for number, notes in ((SMALL, {}), (SMALL + 1, {}), (SMALL + 1, {"candia": "a harbour"}))
    )
    assert (few, many, noted) == (False, True, False)


def test_several_kinds_of_action_are_buttons_by_name_and_choosing_one_leaves_its_options() -> None:
    found = menu(
        choice(0, "candia", verb="March"), choice(1, "athens", verb="Fortify"), choice(2, verb="Claim"), choice(3, verb="Pass")
    )
    assert [(kind.id, kind.name, len(kind.row)) for kind in found.kinds] == [
        ("March", "Move, fight", 1),
        ("Fortify", "Special", 2),
        ("Pass", "Pass", 1),
    ]
    assert found.bar == ()
    assert all(kind.about for kind in found.kinds)


def test_what_is_given_up_has_to_be_entered_and_only_what_most_want_stands_out() -> None:
    shown = scene("vinci")
    shown.choices = (choice(0, verb="GoToWar"), choice(1, "castile", verb="Abandon"), choice(2, verb="EndConquests"))
    found = menu_of(shown, ("castile",), {})
    assert [(entry.choice.index, entry.is_primary) for entry in found.bar] == [(0, True), (2, False)]
    assert [(kind.id, kind.is_mode) for kind in found.kinds] == [("Abandon", True)]
    shown.is_guided = True
    assert menu_of(shown, ("castile",), {}).kinds == (), "a lesson says itself what to do"


def test_what_saves_nothing_stands_at_the_end_and_what_goes_without_saying_stands_out() -> None:
    shown = scene("vinci")
    dear = Choice(0, "dear", ("castile",), (), "Conquer", is_needless=True)
    found = menu_of(_with(shown, dear, choice(1, "castile", verb="Conquer")), ("castile",), {})
    assert [entry.choice.index for entry in found.spared] == [0]
    assert found.listed == 1
    free = Choice(0, "free", ("slot:pool",), (), "Take", is_obvious=True)
    many = [choice(index, f"slot:{index}", verb="Take") for index in range(1, 9)]
    assert [(entry.choice.index, entry.is_primary) for entry in menu_of(_with(shown, free, *many), (), {}).bar] == [(0, True)]


def _with(shown: Scene, *choices: Choice) -> Scene:
    shown.choices = choices
    return shown
