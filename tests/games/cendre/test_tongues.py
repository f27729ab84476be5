"""Sheets in three languages: whatever one is written in, it says the same, and what is kept does not tell which it was."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre import mail
from marchland.games.cendre import orders as o
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.sheet import grammar
from marchland.games.cendre.sheet import lexicon as names
from marchland.games.cendre.sheet.lexicon import Lexicon, lexicon
from marchland.games.cendre.sheet.reader import ACCEPTED, canonical_line, read_sheet, turn_name, write_sheet
from marchland.games.cendre.world import MAJORS
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.receipts import make_receipt
from marchland.render.paper import receipt_text, text

from .realm import A, table
from .test_sheet import AKLA, SPECIMENS, TURN

SHEET = (
    o.UseStructure("banque-des-secrets", "AKL", choice="physique"),
    o.Discover("économie", "Frappe de monnaie"),
    o.FormArmy("L1", (("akl-lances", 3),), "AKL"),
    o.Train("L2", "militaire", "très fort", 2),
    o.RecruitUnits("grand-theatre@AKL", "akl-garde", 3, most=True),
    o.AskPeace("FER", o.Terms(give=Goods(gold=50), take=Goods(bois=3), treaties=("contract",))),
    o.Cultivate(leader="L3", territory="AKL", winter=True),
)
ENGLISH = """\
SHEET nation=AKLA turn=201-autumn key=secret
[PRODUCTION]
national bank-of-secrets AKL choice="physics"
[SCIENCE]
discover economy "Coinage"
[LEADERS]
army ruler hired-lances=3 from AKL
[ORDERS]
"Brasco Denti" : train military very-strong bonus=2
grand-theatre@AKL : recruit guard-of-the-muses max 3
[DIPLOMACY]
ask-peace FER gives(gold=50) receives(wood=3 contract)
[WINTER]
"Ilario Venn" : cultivate AKL
"""
ITALIAN = """\
FOGLIO nazione=AKLA turno=201-autunno chiave=secret
[PRODUZIONE]
nazionale banca-dei-segreti AKL scelta="fisica"
[SCIENZA]
scoperta economia "Conio"
[LEADER]
esercito sovrano lance-assoldate=3 da AKL
[ORDINI]
"Brasco Denti" : allenarsi militare fortissimo bonus=2
gran-teatro@AKL : reclutare guardia-delle-muse max 3
[DIPLOMAZIA]
pace FER cede(oro=50) riceve(legno=3 contratto)
[INVERNO]
"Ilario Venn" : coltivare AKL
"""


def in_tongue(language: str) -> Lexicon:
    return msgspec.structs.replace(AKLA, language=language)


@pytest.mark.rule("TC-SHEET-01")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("order", SPECIMENS, ids=lambda order: type(order).__name__)
def test_every_order_means_the_same_in_every_language(order: o.Order, language: str) -> None:
    sheet = read_sheet(write_sheet((order,), in_tongue(language), TURN, "secret"), AKLA, TURN)
    assert [(verdict.status, verdict.canonical) for verdict in sheet.verdicts] == [(ACCEPTED, canonical_line(order, AKLA))]
    assert (sheet.orders, sheet.key) == ((order,), "secret")


@pytest.mark.rule("TC-SHEET-01")
@pytest.mark.parametrize(("language", "written"), [("en", ENGLISH), ("it", ITALIAN)])
def test_a_sheet_is_written_in_the_words_of_its_language(language: str, written: str) -> None:
    assert write_sheet(SHEET, in_tongue(language), TURN, "secret") == written


@pytest.mark.rule("TC-SHEET-01")
def test_a_sheet_begun_in_one_language_may_be_finished_in_another() -> None:
    begun, rest = ENGLISH.split("[ORDERS]")[0], ITALIAN.split("[ORDINI]")[1]
    mixed = read_sheet(f"{begun}[ordres]{rest}", AKLA, TURN)
    assert (mixed.orders, mixed.refusal) == (SHEET, None)


@pytest.mark.rule("TC-SHEET-01", "TC-INFO-05")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_and_the_help_speak_the_writers_language_and_can_be_handed_in(language: str) -> None:
    game = table()
    form = read_sheet(mail.form(game, 0, "", language), lexicon(game, A), turn_name(game))
    assert form.orders == read_sheet(mail.form(game, 0), lexicon(game, A), turn_name(game)).orders != ()
    kinds, french = mail.kinds(game, 0, language), {kind.example for kind in mail.kinds(game, 0, "fr")}
    same = {kind.example.split(" : ")[-1].split()[0] for kind in kinds if kind.example in french}
    assert len(kinds) == 75
    assert same <= {"national", "raid", "alliance"} or language == "fr"  # words that are the same in both


@pytest.mark.rule("TC-SHEET-06")
def test_what_is_kept_is_the_same_whatever_the_sheet_was_written_in() -> None:
    game = table()
    readings = [mail.read(game, 0, mail.form(game, 0, "", language).encode()) for language in LANGUAGES]
    assert len({(reading.canonical, repr(reading.action)) for reading in readings}) == 1
    assert {reading.sheets["it"] for reading in readings} == {mail.write(game, 0, readings[0].action, "it")}


@pytest.mark.rule("TC-INFO-05")
@pytest.mark.parametrize(("language", "line"), [("en", "contract FER"), ("fr", "contrat FER"), ("it", "contratto FER")])
def test_receipts_and_reports_say_what_was_ordered_in_the_readers_language(language: str, line: str) -> None:
    game = table()
    head = f"FEUILLE nation={A} tour={turn_name(game)}\n"
    data = f"{head}contract FER\n".encode()
    receipt = make_receipt(
        b"key", mail.read(game, 0, data), data, game="g", turn=turn_name(game), number=1, seat=A, file="", received="now"
    )
    assert [
        row.split(maxsplit=2)[2] for row in receipt_text(mail.TITLE, receipt, language).splitlines() if row.startswith("   2")
    ] == [line]
    game = mail.TITLE.new(2, bytes(16), {"nations": "AKLA,FER"})
    played = mail.lines(game, 0, Submit((o.SignContract("FER"),)))
    report = text(mail.document(mail.report(game, 0, (), played), language))
    assert f"1. {line}" in report
    assert mail.form(game, 0, "", language).splitlines()[0] in report


@pytest.mark.rule("TC-SHEET-03")
def test_a_small_word_is_not_taken_for_the_beginning_of_a_unit_in_another_language() -> None:
    slingers = Lexicon(nation="FEU", leaders=(("L1", "Tarn"),))
    line = 'SHEET nation=FEU turn=201-autumn\n[LEADERS]\narmy "Tarn" ash-walkers=1 from CFE\n'
    assert read_sheet(line, slingers, TURN).orders == (o.FormArmy("L1", (("feu-cendriers", 1),), "CFE"),)


@pytest.mark.rule("TC-SHEET-03")
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_written_by_a_name_that_means_something_else(language: str) -> None:
    """`archers` are a nation's own where it has some: the free people's are then written by their id."""
    fixed = (names.structures(), names.decisions(), names.discoveries(), names.colours(), names.spell_names(), grammar.keywords())
    for known in (*fixed, *map(names.units, MAJORS)):
        ids = set(known._ids.values())
        assert {id_: known.exactly(known.write(id_, language)) for id_ in ids} == {id_: id_ for id_ in ids}
