"""A year of Terre de Cendre by cards and map alone, without a key being struck, and the same year typed: the sheets are equal.

The same on a wide screen and on a phone, in three languages. Steps name groups, kinds and values as the page does, in no language;
what is typed is in the reader's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from . import hands
from .axe import violations
from .conftest import Visit
from .test_phone import FINGER, PRESSED, SMALL, sideways

SHEET = "#desk-text"


@dataclass(frozen=True)
class Order:
    """One order by hand: from the menu of a group, or (`at`) by changing the card that stands there already."""

    group: str
    kind: str
    chosen: Mapping[str, str] = field(default_factory=dict)
    counted: Mapping[str, int] = field(default_factory=dict)
    on_map: str = ""
    at_once: bool = False
    """Nothing is to be chosen."""
    is_there: bool = False
    """Its card stands on the sheet already."""


@dataclass(frozen=True)
class March:
    """Somebody is chosen, and sent by a click on the map."""

    group: str
    space: str


@dataclass(frozen=True)
class Removed:
    group: str
    kind: str


Step = Order | March | Removed
YEAR: Sequence[Sequence[Step]] = (
    (
        Order("leader:L3", "placer", is_there=True, on_map="VAL"),
        Order("leader:L3", "armee", counted={"units.akl-arbaletriers": 2, "units.akl-lances": 1}),
        March("leader:L3", "HRO"),
        Order("leader:L1", "culture", {"territory": "BPL"}),
        Order("leader:L2", "recherche", {"domain": "agriculture"}),
        Order("town:AKL", "ville", counted={"amount": 3}),
        Order("diplomacy", "contrat", {"nation": "CHENE"}),
    ),
    (
        Order("leader:L1", "stabilisation", at_once=True),
        Order("leader:L2", "exploitation", on_map="VAL"),
        Order("diplomacy", "contrat", {"nation": "FER"}),
        Order("leader:L4", "sort", {"spell": "climat/3"}, on_map="HRO"),
        Removed("diplomacy", "contrat"),
    ),
    (
        Order("leader:L1", "peuplement", {"territory": "BPL"}),
        Order("leader:L2", "embauche", {"unit": "espions"}),
        Order("diplomacy", "pacte", {"nation": "CHENE"}),
    ),
)
"""Spring, summer and autumn: winter has no sheet."""
TYPED: Mapping[str, Sequence[Sequence[tuple[str, str]]]] = {
    "en": (
        (
            ("LEADERS", 'army "Brasco Denti" valem-crossbowmen=2 hired-lances=1'),
            ("ORDERS", '"Brasco Denti" : attack HRO'),
            ("ORDERS", "ruler : cultivate BPL"),
            ("ORDERS", '"Corvino Talemme" : research agriculture'),
            ("PRODUCTION", "town AKL 3"),
            ("DIPLOMACY", "contract CHENE"),
        ),
        (
            ("ORDERS", "ruler : stabilise"),
            ("ORDERS", '"Corvino Talemme" : exploit VAL'),
            ("ORDERS", '"Mirella des Brumes" : cast weather/3 HRO'),
        ),
        (("ORDERS", "ruler : populate BPL"), ("ORDERS", '"Corvino Talemme" : hire spies'), ("DIPLOMACY", "pact CHENE")),
    ),
    "fr": (
        (
            ("LEADERS", 'armee "Brasco Denti" akl-arbaletriers=2 akl-lances=1'),
            ("ORDRES", '"Brasco Denti" : attaquer HRO'),
            ("ORDRES", "dirigeant : culture BPL"),
            ("ORDRES", '"Corvino Talemme" : recherche agriculture'),
            ("PRODUCTION", "ville AKL 3"),
            ("DIPLOMATIE", "contrat CHENE"),
        ),
        (
            ("ORDRES", "dirigeant : stabilisation"),
            ("ORDRES", '"Corvino Talemme" : exploitation VAL'),
            ("ORDRES", '"Mirella des Brumes" : sort climat/3 HRO'),
        ),
        (
            ("ORDRES", "dirigeant : peuplement BPL"),
            ("ORDRES", '"Corvino Talemme" : embauche espions'),
            ("DIPLOMATIE", "pacte CHENE"),
        ),
    ),
    "it": (
        (
            ("LEADER", 'esercito "Brasco Denti" balestrieri-di-valem=2 lance-assoldate=1'),
            ("ORDINI", '"Brasco Denti" : attaccare HRO'),
            ("ORDINI", "sovrano : coltivare BPL"),
            ("ORDINI", '"Corvino Talemme" : ricerca agricoltura'),
            ("PRODUZIONE", "citta AKL 3"),
            ("DIPLOMAZIA", "contratto CHENE"),
        ),
        (
            ("ORDINI", "sovrano : stabilizzare"),
            ("ORDINI", '"Corvino Talemme" : sfruttare VAL'),
            ("ORDINI", '"Mirella des Brumes" : incantesimo clima/3 HRO'),
        ),
        (("ORDINI", "sovrano : popolare BPL"), ("ORDINI", '"Corvino Talemme" : ingaggiare spie'), ("DIPLOMAZIA", "patto CHENE")),
    ),
}
"""What goes where, under which heading; a leader is placed elsewhere by changing the line that is there."""


@pytest.mark.parametrize(("language", "phone"), [("en", False), ("it", False), ("fr", True)])
def test_a_year_by_cards_and_map_is_the_year_as_it_is_typed(visit: Visit, language: str, phone: bool) -> None:
    size: dict[str, Any] = {"width": 390, "height": 844, "phone": True} if phone else {}
    by_hand = visit(language=language, **size)
    hands.new_table(by_hand, "cendre", ["me", "bot:novice"])
    typed = visit(language=language)
    hands.new_table(typed, "cendre", ["me", "bot:novice"])
    for season, steps in enumerate(YEAR):
        for step in steps:
            take(by_hand, step, phone)
        write(typed, language, season)
        assert handed_in(by_hand, season + 1) == handed_in(typed, season + 1)


def test_what_is_typed_moves_the_cards_and_errors_stand_on_them(visit: Visit) -> None:
    page = visit(width=390, height=844, phone=True)
    hands.new_table(page, "cendre", ["me", "bot:novice"])
    hands.open_text(page)
    sheet = page.locator(SHEET)
    sheet.fill(sheet.input_value().replace("[ORDERS]", "[ORDERS]\nruler : cultivate HRO\nruler : sing a song"))
    page.locator("[data-show=cards]").click()
    fold = page.locator(".desk-group[data-group='leader:L1']")
    wrong = fold.locator(".order.refused:has-text('HRO')")
    expect(wrong).to_be_attached()
    press(fold.locator("> summary"))
    expect(wrong.locator(".because").first).to_be_visible()
    nonsense = page.locator(".desk-group.unread .order.refused")
    expect(nonsense.locator(".because")).to_have_count(1)
    press(wrong.locator("button[value^='open ']"))
    choose(page.locator(".card-edit [name='values.territory']"), "BPL")
    expect(sheet).to_have_value(re.compile(r"\nruler : cultivate BPL\n"))
    expect(page.locator(".card-edit")).to_have_class(re.compile("accepted"))
    quiet(page)
    assert page.evaluate(SMALL, [PRESSED, FINGER]) == []
    assert sideways(page) <= 0
    assert violations(page, within="#pane-play") == []
    press(page.locator(".desk-group.unread > summary"))
    press(nonsense.locator("button[value^='drop ']"))
    expect(sheet).not_to_have_value(re.compile("sing a song"))
    expect(page.locator(".desk-group.unread")).to_have_count(0)
    page.reload()
    quiet(page)
    expect(sheet).to_have_value(re.compile(r"\nruler : cultivate BPL\n"))
    expect(page.locator(".desk-group[data-group='leader:L1'] .chip-order.accepted")).to_have_count(2)


# -- by hand ----------------------------------------------------------------------------------------------------------


def take(page: Page, step: Step, phone: bool) -> None:
    fold = unfolded(page, step.group)
    match step:
        case March(space=space):
            if phone:
                press(fold.locator("[data-map-group]"))
            page.locator(f".map [data-target='{space}'][data-light]").wait_for(state="attached")
            point(page, space, phone)
            quiet(page)
        case Removed(kind=kind):
            press(fold.locator(f".order:has(button[value^='open {step.group} {kind} ']) button[value^='drop ']"))
            quiet(page)
        case Order():
            fill_in(page, fold, step, phone)


def unfolded(page: Page, group: str) -> Locator:
    quiet(page)
    if phone_is_folded(page):
        page.locator("#tab-play").click()
    fold = page.locator(f".desk-group[data-group='{group}']")
    if fold.get_attribute("open") is None:
        press(fold.locator("> summary"))
    return fold


def phone_is_folded(page: Page) -> bool:
    return not page.locator("#desk-cards").is_visible()


def quiet(page: Page) -> None:
    """Nothing is under way any more."""
    page.locator(f"{hands.READY} {hands.CARDS}").wait_for(state="attached")


def press(what: Locator) -> None:
    """Cards are drawn anew while one looks at them: a click finds the button that is there by then."""
    what.click()


def fill_in(page: Page, fold: Locator, order: Order, phone: bool) -> None:
    if order.is_there:
        press(fold.locator(f".order button[value^='open {order.group} {order.kind} ']"))
    else:
        press(fold.locator(".offers > summary"))
        press(fold.locator(f".offers button[value='open {order.group} {order.kind} 0']"))
    quiet(page)
    if order.at_once:
        return
    card = page.locator(f".card-edit[data-kind='{order.kind}']")
    card.wait_for()
    for name, value in order.chosen.items():
        choose(card.locator(f"[name='values.{name}']"), value)
        quiet(page)
    for name, count in order.counted.items():
        for _ in range(count):
            press(card.locator(f".card-stepper:has([name='values.{name}']) [data-step='1']"))
    quiet(page)
    if order.on_map:
        if phone:
            press(card.locator("[data-by-map]").first)
        point(page, order.on_map, phone)
        quiet(page)
    expect(card).to_have_class(re.compile("accepted"))
    press(card.locator(".card-does button[value=show]"))
    quiet(page)


def choose(field: Locator, value: str) -> None:
    """From a menu, or one of a few chips."""
    if field.first.evaluate("(one) => one.localName") == "select":
        field.select_option(value)
    else:
        press(field.locator(f"xpath=self::*[@value='{value}']/parent::label"))


def point(page: Page, space: str, phone: bool) -> None:
    if not phone:
        return hands.point(page, space)
    hands.tap(page, space)
    page.locator("#bubble:visible button.choice").first.tap()
    return None


# -- by text ----------------------------------------------------------------------------------------------------------


def write(page: Page, language: str, season: int) -> None:
    quiet(page)
    hands.open_text(page)
    lines = page.locator(SHEET).input_value().split("\n")
    if season == 0:
        lines = [re.sub(r'("Brasco Denti") AKL$', r"\1 VAL", line) for line in lines]
    for heading, line in TYPED[language][season]:
        start = lines.index(f"[{heading}]")
        end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith("[") or not lines[n]), len(lines))
        lines.insert(end, line)
    page.locator(SHEET).fill("\n".join(lines))


def handed_in(page: Page, number: int) -> list[str]:
    """The sheet as it is kept, by its receipt; the next season has begun."""
    turn = page.locator(".desk").get_attribute("data-turn")
    quiet(page)
    hands.hand_surely(page)
    page.wait_for_function("(turn) => (document.querySelector('.desk')?.dataset.turn ?? turn) !== turn", arg=turn)
    receipt = page.request.get(f"{page.url.split('#')[0]}receipt/?number={number}&as=json").json()
    return str(receipt["canonical"]).split("\n")
