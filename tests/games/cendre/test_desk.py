"""The desk: a sheet as cards. Whatever is filled in on a card is the line of the sheet, and the line is the card."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre import desk, mail
from marchland.games.cendre.desk.groups import kinds_of
from marchland.games.cendre.desk.writer import Writer, fixed_by, group_of
from marchland.games.cendre.orders import Order
from marchland.games.cendre.sheet import grammar
from marchland.games.cendre.sheet.forms import filled, spread
from marchland.games.cendre.sheet.reader import turn_name
from marchland.games.cendre.spelling import fold
from marchland.games.cendre.state import CivilUnits, Structure
from marchland.games.cendre.world import ATLAS
from marchland.kernel.cards import Card, Wish
from marchland.kernel.catalogue import LANGUAGES

from .test_sheet import AKLA, SPECIMENS
from .test_verdicts import A, give, table

replace = msgspec.structs.replace
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
    busy = mail.form(game, 0, "", "en").replace("# ruler :", "ruler : stabilise #")
    ruler = next(group for group in desk.groups(game, 0, busy, "en") if group.id == "leader:L1")
    assert (ruler.is_idle, ruler.offers) == (False, ())


@pytest.mark.rule("TC-LEAD-10", "TC-SHEET-05")
def test_in_autumn_the_sleepless_get_their_orders_for_winter() -> None:
    game = table()
    game.season = "automne"
    who = next(leader for leader in game.leaders.values() if leader.nation == A and leader.civil)
    game.leaders[who.id] = replace(who, civil=replace(who.civil, gifts=("insomniaque",)))
    text = mail.form(game, 0, "", "it")
    groups = {group.id: group for group in desk.groups(game, 0, text, "it")}
    winter = groups[f"winter:{who.id}"]
    assert [group.id for group in groups.values() if group.kind == "winter"] == [winter.id]
    assert (
        {"culture", "recherche"} <= {offer.kind for offer in winter.offers} <= {fold(spec.keyword) for spec in kinds_of("winter")}
    )
    written = desk.changed(game, 0, text, Wish(winter.id, "recherche", 0, {"domain": "physique"}), "it")
    assert written.splitlines()[-2:] == ["[INVERNO]", next(iter(set(written.splitlines()) - set(text.splitlines())))]
    (card,) = [card for group in desk.groups(game, 0, written, "it") for card in group.cards if card.kind == "recherche"]
    assert (card.group, card.status) == (winter.id, "accepted")
    assert not any(group.kind == "winter" for group in desk.groups(table(), 0, mail.form(table(), 0), "it"))


@pytest.mark.rule("TC-STRUCT-08")
def test_a_structure_that_acts_has_cards_of_its_own() -> None:
    game = table()
    game.lay_land("AKL", replace(game.lands["AKL"], structures=(Structure("maison-des-masques"),)))
    give(game, A, civil=CivilUnits(espions=2))
    text = mail.form(game, 0, "", "en")
    house = next(group for group in desk.groups(game, 0, text, "en") if group.kind == "house")
    assert (house.id, house.space) == ("house:maison-des-masques@AKL", "AKL")
    assert {offer.kind for offer in house.offers} == {"espionnage", "agitation"}
    written = desk.changed(game, 0, text, Wish(house.id, "agitation", 0, {"territory": "MER"}), "en")
    assert "house-of-masks@AKL : agitate MER" in written.splitlines()
    again = next(group for group in desk.groups(game, 0, written, "en") if group.kind == "house")
    assert ([card.kind for card in again.cards], again.offers) == (["agitation"], ())


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\nFIN\nyours, Ada\n", "   # mine\n\n"])
def test_other_lines_stay_letter_by_letter(end: str) -> None:
    """Whatever stands before, after and between: what is added is one line, and dropping it gives back the text."""
    game = table()
    line_break = "\r\n" if end == "\r\n" else "\n"
    rows = ["Dear arbiter,", f"SHEET nation={A} turn={turn_name(game)}", "[orders]  # below", "", "ruler : stabilise"]
    text = line_break.join(rows) + end
    wish = Wish("diplomacy", "contrat", 0, {"nation": "FER"})
    written = desk.changed(game, 0, text, wish, "en")
    assert [row for row in written.splitlines() if row not in ("[DIPLOMACY]", "contract FER")] == text.splitlines()
    number = written.splitlines().index("contract FER") + 1
    assert Writer(game, 0, written, "en").verdict(number) is not None
    bare = desk.dropped(game, 0, written, number)
    assert desk.dropped(game, 0, bare, bare.splitlines().index("[DIPLOMACY]") + 1) == text
    replaced = desk.changed(game, 0, text, Wish("leader:L1", "embellissement", 5), "en")
    assert replaced == text.replace("stabilise", "embellish")


def test_a_text_without_a_header_gets_one() -> None:
    game = table()
    written = desk.changed(game, 0, "", Wish("diplomacy", "contrat", 0, {"nation": "FER"}), "fr")
    assert written == f"FEUILLE nation=AKLA tour={turn_name(game)}\n[DIPLOMATIE]\ncontrat FER\n"


@pytest.mark.parametrize("values", [{"territory": "NOWHERE"}, {}, {"territory": "AKL\n[ORDERS]"}, {"nation": "FER"}])
def test_what_no_menu_holds_is_not_written(values: dict[str, str]) -> None:
    game = table()
    text = mail.form(game, 0)
    assert desk.changed(game, 0, text, Wish("leader:L2", "culture", 0, values), "fr") == text
    assert desk.changed(game, 0, text, Wish("leader:L2", "nonsense", 0, values), "fr") == text


def test_a_sheet_of_a_program_can_be_changed_by_cards() -> None:
    game = table()
    sheet = {"nation": A, "turn": turn_name(game), "orders": [{"type": "Stabilise", "leader": "L1"}]}
    text = msgspec.json.encode(sheet).decode()
    (card,) = [card for group in desk.groups(game, 0, text, "en") for card in group.cards]
    written = desk.changed(game, 0, text, Wish("diplomacy", "contrat", 0, {"nation": "FER"}), "en")
    assert (card.text, written.splitlines()[1:]) == ("ruler : stabilise", ["[ORDERS]", card.text, "[DIPLOMACY]", "contract FER"])


@pytest.mark.rule("TC-CIV-05")
def test_a_structure_that_needs_a_border_is_offered_and_asks_for_it() -> None:
    game = table()
    give(game, A, goods=replace(game.nations[A].goods, gold=500, agricole=50, bois=50, pierre=50))
    text = mail.form(game, 0, "", "en")
    who = next(leader for leader in game.leaders.values() if leader.nation == A and leader.civil)
    card = desk.card(game, 0, text, Wish(f"leader:{who.id}", "construction"), "en")
    structures = next(field for field in card.fields if field.name == "structure")
    assert "ouvrages-defensifs" in [choice.value for choice in structures.choices]
    works = Wish(f"leader:{who.id}", "construction", 0, {"territory": "AKL", "structure": "ouvrages-defensifs"})
    card = desk.card(game, 0, text, works, "en")
    border = next(field for field in card.fields if field.name == "border")
    assert (card.text, border.is_needed) == ("", True)
    assert {choice.value for choice in border.choices} == set(ATLAS.neighbours("AKL"))
    assert desk.changed(game, 0, text, works, "en") == text
    silo = replace(works, values={"territory": "AKL", "structure": "silos"})
    assert "border" not in [field.name for field in desk.card(game, 0, text, silo, "en").fields]


@pytest.mark.rule("TC-STRUCT-02")
def test_a_wonder_is_offered_and_asks_for_its_name() -> None:
    game = table()
    give(game, A, goods=replace(game.nations[A].goods, gold=500, agricole=50, pierre=50, precieux=50))
    text = mail.form(game, 0, "", "en")
    who = next(leader for leader in game.leaders.values() if leader.nation == A and leader.civil)
    wish = Wish(f"leader:{who.id}", "construction", 0, {"territory": "AKL"})
    assert "merveille" in choices_of(desk.card(game, 0, text, wish, "en"), "structure")
    nameless = replace(wish, values={"territory": "AKL", "structure": "merveille"})
    card = desk.card(game, 0, text, nameless, "en")
    assert (card.text, next(field for field in card.fields if field.name == "name").is_needed) == ("", True)
    assert desk.changed(game, 0, text, nameless, "en") == text
    named = desk.card(game, 0, text, replace(wish, values={**nameless.values, "name": "Phare"}), "en")
    assert (named.text.endswith('"Phare"'), named.reasons) == (True, ())


def choices_of(card: Card, name: str) -> set[str]:
    return {choice.value for field in card.fields if field.name == name for choice in field.choices}
