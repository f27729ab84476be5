"""The desk: a sheet as cards. Whatever is filled in on a card is the line of the sheet, and the line is the card."""

from __future__ import annotations

import pytest

from marchland.games.cendre import desk, mail
from marchland.games.cendre.desk.groups import kinds_of
from marchland.games.cendre.desk.writer import Writer, fixed_by, group_of
from marchland.games.cendre.orders import Order
from marchland.games.cendre.sheet import grammar
from marchland.games.cendre.sheet.forms import filled, spread
from marchland.games.cendre.spelling import fold
from marchland.kernel.cards import Wish
from marchland.kernel.catalogue import LANGUAGES

from .test_sheet import AKLA, SPECIMENS
from .test_verdicts import table

ROOMS = ("leader", "house", "winter", "town", "science", "treasury", "national", "trade", "diplomacy", "market")


def test_every_kind_of_order_is_given_by_some_group() -> None:
    assert {fold(spec.keyword) for room in ROOMS for spec in kinds_of(room)} == set(grammar.specs())


@pytest.mark.parametrize("order", SPECIMENS, ids=lambda order: type(order).__name__)
def test_every_order_is_filled_in_as_it_was_written(order: Order) -> None:
    spec = grammar.specs()[fold(order.KEYWORD)]
    values = spread(spec, order)
    assert filled(spec, values, AKLA, fixed_by(group_of(order), spec)) == order


@pytest.mark.rule("TC-SHEET-01")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_writes_its_line_and_the_line_is_its_card(language: str) -> None:
    game = table()
    text = mail.form(game, 0, "", language).replace("\n[", "   # keep\n\n[")
    who = next(group for group in desk.groups(game, 0, text, language) if group.is_idle)
    wish = Wish(who.id, "culture", 0, {"territory": "AKL"})
    written = desk.changed(game, 0, text, wish, language)
    (line,) = [card for group in desk.groups(game, 0, written, language) for card in group.cards if card.kind == "culture"]
    assert (line.group, line.status, line.fields[0].value) == (who.id, "accepted", "AKL")
    assert [row for row in written.splitlines() if row != line.text] == text.splitlines()
    moved = desk.changed(game, 0, written, Wish(who.id, "culture", line.line, {"territory": "VAL"}), language)
    assert moved == written.replace(line.text, line.text.replace("AKL", "VAL"))
    assert desk.dropped(game, 0, written, line.line) == text


@pytest.mark.rule("TC-SHEET-02")
def test_a_line_that_cannot_be_read_stays_and_shows_its_error() -> None:
    game = table()
    text = mail.form(game, 0, "", "en") + "[ORDERS]\nplant cabbages\n"
    first = desk.groups(game, 0, text, "en")[0]
    assert [(card.text, card.status, card.reasons[0].rule) for card in first.cards] == [
        ("plant cabbages", "refused", "TC-SHEET-03")
    ]
    assert desk.dropped(game, 0, text, first.cards[0].line) + "plant cabbages\n" == text


def test_offers_are_what_the_rules_would_carry_out() -> None:
    """A civil leader is offered no march, a general without an army none either, and a magician no farm."""
    game = table()
    groups = {group.id: {offer.kind for offer in group.offers} for group in desk.groups(game, 0, mail.form(game, 0), "en")}
    leaders = {leader.id: leader for leader in Writer(game, 0, "", "en").estate.leaders}
    for id_, leader in leaders.items():
        offered = groups[f"leader:{id_}"]
        assert ("culture" in offered) == (leader.civil is not None)
        assert "attaquer" not in offered
        assert ("armee" in offered) == (leader.military is not None)
