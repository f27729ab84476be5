"""The first year: every season has its lesson, its steps can be taken by cards alone, and the sheet tells when one is done."""

from __future__ import annotations

import pytest

from marchland.games.cendre import mail
from marchland.games.cendre.desk import added, card, changed, groups, lesson, misgivings
from marchland.games.cendre.state import Cendre
from marchland.games.cendre.title import NATIONS, TITLE
from marchland.kernel.actions import Seat
from marchland.kernel.cards import AMOUNTS, HAND, NUMBER, Card, Field, Lesson, Step, Wish
from marchland.kernel.chance import key_from_seed

from .test_bot import grown

BEGINNERS = ("TRANQUILLE", "LUMIERES", "FEU")


def told(game: Cendre, seat: Seat, text: str, language: str) -> Lesson:
    found = lesson(game, seat, text, language)
    assert found is not None
    return found


def obey(game: Cendre, seat: Seat, text: str, step: Step, language: str) -> str:
    """Do what a step says with its card: whatever is still open is the first choice of its menu that changes anything."""
    values: dict[str, str] = {}
    for _ in range(6):
        wish = Wish(step.group, step.kind, step.line, values)
        shown = card(game, seat, text, wish, language)
        if values or not shown.fields:
            if shown.text:
                return changed(game, seat, text, wish, language)
        values = {**values, **filled_in(shown, values)}
    raise AssertionError(f"{step.text}: never complete")


def filled_in(shown: Card, values: dict[str, str]) -> dict[str, str]:
    """The first field that is needed and empty."""
    for field in shown.fields:
        if field.kind == AMOUNTS and not any(name.startswith(f"{field.name}.") for name in values):
            return {f"{field.name}.{field.choices[0].value}": "1"}
        if field.name not in values and field.is_needed:
            return {field.name: "1" if field.kind == NUMBER else other_than(field)}
    return {}


def other_than(field: Field) -> str:
    return next(choice.value for choice in field.choices if choice.value != field.value)


@pytest.mark.parametrize(("nation", "language"), [("TRANQUILLE", "en"), ("LUMIERES", "fr"), ("FEU", "it")])
def test_a_newcomer_who_follows_the_lead_gives_two_orders_and_hands_in(nation: str, language: str) -> None:
    game, _ = grown(0)
    seat = game.seats[nation]
    text = mail.form(game, seat, "", language)
    first = told(game, seat, text, language)
    assert first.id == "spring"
    assert [step.is_done for step in first.steps] == [False] * 4
    assert {step.group for step in first.steps[:3]} <= {group.id for group in groups(game, seat, text, language)}
    for done in range(1, 4):
        step = next(step for step in told(game, seat, text, language).steps if not step.is_done)
        text = obey(game, seat, text, step, language)
        assert [one.is_done for one in told(game, seat, text, language).steps] == [True] * done + [False] * (4 - done)
    assert told(game, seat, text, language).steps[-1].kind == HAND
    reading = mail.read(game, seat, text.encode())
    assert {verdict.status for verdict in reading.verdicts} == {"accepted"}


@pytest.mark.parametrize(("seasons", "id_"), [(1, "summer"), (2, "autumn")])
def test_later_seasons_tell_what_is_new_and_see_it_done(seasons: int, id_: str) -> None:
    game, _ = grown(seasons)
    for nation in NATIONS:
        seat = game.seats[nation]
        found = told(game, seat, mail.form(game, seat, "", "en"), "en")
        assert found.id == id_
        assert found.steps[-1].kind == HAND
        assert not any(step.is_done for step in found.steps)
    seat = game.seats["LUMIERES"]
    text = mail.form(game, seat, "", "en")
    lines = {
        "summer": (("SCIENCE", "allocate social 1"), ("DIPLOMATIE", "contract AKLA")),
        "autumn": (("PRODUCTION", "town LIM 1"), ("LEADERS", 'army "Octave Brisemer" lum-phalange=1 from LIM')),
    }
    for section, line in lines[id_]:
        text = added(game, seat, text, line, section)
    assert [step.is_done for step in told(game, seat, text, "en").steps][:2] == [True, True]


def test_after_the_first_year_one_word_and_then_no_more() -> None:
    game = TITLE.new(1, key_from_seed("year"), {"years": 3, "nations": "TRANQUILLE"})
    seen = []
    while not game.is_over:
        found = lesson(game, 0, mail.form(game, 0), "it")
        seen.append(found.id if found else "")
        assert found is None or found.id != "year" or "Dieci inverni" in found.texts[-1]
        game.play(0, mail.read(game, 0, mail.form(game, 0).encode()).action)
    assert seen == ["spring", "summer", "autumn", "year", "", "", "", "", ""]


def test_a_lesson_tells_nothing_the_nation_does_not_know() -> None:
    game, _ = grown(2)
    for nation in BEGINNERS:
        seat = game.seats[nation]
        text = mail.form(game, seat, "", "en")
        other = TITLE.redeal(game, seat, key_from_seed("elsewhere"))
        assert lesson(game, seat, text, "en") == lesson(other, seat, text, "en")


def test_a_sheet_that_says_little_is_asked_about() -> None:
    game, _ = grown(0)
    seat = game.seats["TRANQUILLE"]
    form = mail.form(game, seat, "", "en")
    assert misgivings(game, seat, form, "en") == ("Nothing stands on this sheet but what was on it from the start.",)
    one = added(game, seat, form, "ruler : embellish", "ORDRES")
    assert misgivings(game, seat, one, "fr") == (
        "Sans rien à faire\u00a0: Perrin Gratte-Sillon, Églantine Pied-Tendre, Bodric Tape-Dur.",
    )
    two = added(game, seat, one, '"Perrin Gratte-Sillon" : stabilise', "ORDRES")
    assert misgivings(game, seat, two, "en") == ()
    assert misgivings(game, seat, "nonsense", "en") == (), "that is refused anyway"
