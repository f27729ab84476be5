"""The order sheet: forgiving reading, canonical printing, verdicts, and what hostile sheets get."""

from __future__ import annotations

from time import process_time

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marchland.games.cendre import orders as o
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.rules.turn.sheets import MOST_LINES
from marchland.games.cendre.sheet import grammar
from marchland.games.cendre.sheet.lexicon import Lexicon, vocabulary
from marchland.games.cendre.sheet.reader import ACCEPTED, DOUBTFUL, REFUSED, read_sheet, write_sheet
from marchland.games.cendre.spelling import fold

TURN = "201-automne"
HEAD = f"FEUILLE nation=AKLA tour={TURN}\n"
AKLA = Lexicon(
    nation="AKLA",
    leaders=(("L1", "Silvana Oreandi"), ("L2", "Brasco Denti"), ("L3", "Ilario Venn")),
    ruler="L1",
    market=(("L40", "Vieux Karn"), ("L41", "Sœur Ondine")),
    prisoners=(("L50", "Gorm le Noir"),),
    others=("MIN-ANA",),
)


def json_sheet(orders: tuple[o.Order, ...], lexicon: Lexicon, turn: str, key: str = "") -> bytes:
    """A sheet as a program would write it."""
    written = {"nation": lexicon.nation, "turn": turn, "orders": orders, **({"key": key} if key else {})}
    return msgspec.json.encode(written)


wood_and_wheat = Goods(agricole=1, bois=2)
terms = o.Terms(give=Goods(gold=50), take=Goods(bois=3), cede=("BPL",), claim=("VIL", "STI"), treaties=("contract", "pact"))
SPECIMENS = (
    o.ConvertInTown("AKL", 3),
    o.ConvertInBuilding("AKL", "fonderie", 2),
    o.SellAsIndustrialist("L2", wood_and_wheat),
    o.Transmute("agricole", "precieux", 4),
    o.UseStructure("pecherie", "AKL", 2),
    o.UseStructure("banque-des-secrets", "AKL", choice="FER"),
    o.RunLaboratory("AKL", wood_and_wheat),
    o.DrainSource("VAL"),
    o.Allocate("économie", 12),
    o.Discover("physique", "Réseau routier"),
    o.Discover("militaire", "Spécialisation", "défense"),
    o.Discover("magie", "Nouvelle magie", "feu"),
    o.Place("L3", "VAL"),
    o.FormArmy("L2", (("akl-lances", 3), ("akl-garde", 1)), "AKL"),
    o.Heal("L2"),
    o.Dismiss("L1", "L3"),
    o.MoveCapital("L1", "VAL"),
    o.RecruitLeader("L1", "magique", "climat"),
    o.RecruitLeader("L1", "civil", "homme de l'ombre"),
    o.Train("L2", "militaire", "très fort", 2),
    o.Train("L1", "civil", "competence"),
    o.Train("L2", "militaire", "tactics", 1),
    o.Agitate(leader="L3", territory="VOL"),
    o.Assassinate(leader="L3", nation="FER", name="Urgosh d'Acier", extra=2, diversion=1),
    o.Brigandage(leader="L3", territory="VOL"),
    o.Construct(leader="L3", territory="AKL", structure="merveille", name="Phare d'Akla"),
    o.Construct(leader="L3", territory="AKL", structure="ouvrages-defensifs", border="IST", resources=Goods(pierre=5)),
    o.Cultivate(leader="L3", territory="AKL"),
    o.Clear(leader="L3", territory="AKL"),
    o.Develop(leader="L3", territory="AKL"),
    o.Hire(leader="L3", unit="espions"),
    o.Hire(leader="L3", unit="police", territory="AKL"),
    o.Embellish(leader="L1"),
    o.Spy(leader="L3", territory="MER", extra=1),
    o.FoundTown(leader="L3", territory="BPL", resources=Goods(bois=10)),
    o.Exploit(leader="L3", territory="AKL"),
    o.Populate(leader="L3", territory="AKL"),
    o.Prospect(leader="L3", territory="ANA", extra=1),
    o.Research(leader="L3", domain="économie"),
    o.BuildRoads(leader="L3", territory="VAL"),
    o.Claim(leader="L3", territory="MIO"),
    o.Stabilise(leader="L1"),
    o.Urbanise(leader="L3", territory="VAL", resources=wood_and_wheat),
    o.Cultivate(leader="L3", territory="AKL", winter=True),
    o.LearnMagic("L3", "feu", Goods(gold=100, bois=20)),
    o.DryUp("L3", "ANA"),
    o.BoostSource("L3"),
    o.ChangeColour("L3", "climat"),
    o.Divert("L3", "VAL", 3),
    o.Exhaust("L3", "ANA"),
    o.CastSpell("L3", "climat/2", territory="VAL"),
    o.CastSpell("L3", "mort/7", nation="FER", target="Urgosh d'Acier"),
    o.CastSpell("L3", "mort/5", territory="VIL", nation="FER"),
    o.CastSpell("L3", "protection/2", target="L2"),
    o.CastSpell("L3", "protection/6"),
    o.CastSpell("L3", "protection/7", target="L2"),
    o.CastSpell("L3", "protection/7", territory="VAL"),
    o.Reinforce("L3", "VAL", 2),
    o.Siphon("L3", "VAL", 2),
    o.Attack("L2", "ANA", ("BPL", "HNA")),
    o.TunnelAttack("L2", "ANA"),
    o.Defend("L2"),
    o.March("L2", "VAL"),
    o.Demolish("L2", "chateau"),
    o.Disband("L2", (("akl-milice", 1),)),
    o.Intercept("L2"),
    o.Pillage("L2"),
    o.Raid("L2", "MER"),
    o.TunnelRaid("L2", "MER"),
    o.RecruitUnits("L2", "akl-garde", 3, most=True),
    o.RecruitUnits("L2", "akl-milice", 2),
    o.RecruitUnits("grand-theatre@AKL", "akl-milice", 2, territory="AKL"),
    o.Send("MERISSE", Goods(gold=50, provisions=3, bois=2)),
    o.HireSails("SEL", 60),
    o.AcceptPeace("FER"),
    o.AcceptRansom("FER", "L50"),
    o.AcceptSurrender("FER", terms),
    o.AcceptWhitePeace("FER"),
    o.CallAlly("MERISSE", "FER"),
    o.Annex("MIN-ANA"),
    o.BreakAlliance("FER"),
    o.DeclareWar("FER"),
    o.AskPeace("FER", terms),
    o.AskPeace("FER"),
    o.AskWhitePeace("FER"),
    o.Denounce("FER"),
    o.EstablishCaravan("MERISSE", "AKL", "MER"),
    o.DemandRansom("FER", "L50", Goods(gold=60)),
    o.SurrenderTo("FER"),
    o.SignContract("FER"),
    o.SignPact("FER"),
    o.SignAlliance("FER"),
    o.Bid("L40", 65),
)


def read(text: str | bytes, head: str = HEAD):
    return read_sheet(head + text if isinstance(text, str) else text, AKLA, TURN)


def only(text: str):
    (verdict,) = read(text).verdicts
    return verdict


def test_every_kind_of_order_has_a_specimen_and_a_keyword() -> None:
    assert {type(specimen) for specimen in SPECIMENS} == {spec.order for spec in grammar.specs().values()}
    assert set(vocabulary().orders) == set(grammar.specs())
    assert len(grammar.specs()) == 75


@pytest.mark.rule("TC-SHEET-01")
@pytest.mark.parametrize("order", SPECIMENS, ids=lambda order: type(order).__name__)
def test_every_order_survives_the_canonical_sheet(order: o.Order) -> None:
    sheet = read_sheet(write_sheet((order,), AKLA, TURN), AKLA, TURN)
    assert [verdict.status for verdict in sheet.verdicts] == [ACCEPTED]
    assert sheet.orders == (order,)


@pytest.mark.rule("TC-SHEET-01")
@pytest.mark.parametrize("order", SPECIMENS, ids=lambda order: type(order).__name__)
def test_every_order_survives_json(order: o.Order) -> None:
    assert read_sheet(json_sheet((order,), AKLA, TURN), AKLA, TURN).orders == (order,)


@pytest.mark.rule("TC-SHEET-01", "TC-SHEET-08")
@given(st.lists(st.sampled_from(SPECIMENS), max_size=20))
@settings(max_examples=60)
def test_a_canonical_sheet_is_printed_back_unchanged(orders: list[o.Order]) -> None:
    """Lines keep their order within a section, because they are paid for in that order."""
    printed = write_sheet(tuple(orders), AKLA, TURN)
    again = read_sheet(printed, AKLA, TURN)
    assert write_sheet(again.orders, AKLA, TURN) == printed
    assert sorted(map(repr, again.orders)) == sorted(map(repr, orders))


SAMPLE = """Bonjour l'arbitre,

feuille nation=akla tour=201-Automne   # accents and case do not matter
[production]
Ville Akla 3
[Leaders]
placer "Ilario Venn" Valem
ARMÉE brasco lances=3, 1 garde de AKL
[ordres]
dirigeant : stabilisation
ilario venn: Construire Valem Château
Brasco Denti : attaquer bois des murmures via BPL
[Diplomatie]
signer un contrat avec-personne
déclarer la guerre Fédération du Fer
demander la paix Cité des Lumières donne(50 or, Valem) recoit(PCO contrat)
[marché]
encherir M40 65
[hiver]
dirigeant : culture AKL
FIN
this is my signature
"""


@pytest.mark.rule("TC-SHEET-02", "TC-SHEET-03")
def test_a_sheet_written_by_a_person_is_understood() -> None:
    sheet = read_sheet(SAMPLE, AKLA, TURN)
    assert sheet.valid
    lines = {verdict.line: verdict for verdict in sheet.verdicts}
    assert [verdict.line for verdict in sheet.verdicts if not verdict.counts] == [14]
    assert lines[5].order == o.ConvertInTown("AKL", 3)
    assert lines[8].order == o.FormArmy("L2", (("akl-lances", 3), ("akl-garde", 1)), "AKL")
    assert lines[11].order == o.Construct(leader="L3", territory="VAL", structure="chateau")
    assert lines[12].order == o.Attack("L2", "BMU", ("BPL",))
    assert lines[15].order == o.DeclareWar("FER")
    assert lines[16].order == o.AskPeace(
        "LUMIERES", o.Terms(give=Goods(gold=50), cede=("VAL",), claim=("PCO",), treaties=("contract",))
    )
    assert lines[20].order == o.Cultivate(leader="L1", territory="AKL", winter=True)


REPLY = """FEUILLE nation=AKLA tour=201-automne
contrat FER
{between}
> FEUILLE nation=AKLA tour=201-automne
> [DIPLOMATIE]
> guerre FER
>> pacte FER
"""


@pytest.mark.rule("TC-SHEET-04", "TC-SHEET-01")
@pytest.mark.parametrize("between", ["", "pacte ROC", "[ORDRES]", "Le 3 mars, l'arbitre a ecrit :"])
def test_quoted_text_never_gives_an_order(between: str) -> None:
    sheet = read_sheet(REPLY.format(between=between), AKLA, TURN)
    assert sheet.valid
    assert set(sheet.orders) == {o.SignContract("FER")} | ({o.SignPact("ROC")} if between == "pacte ROC" else set())


@pytest.mark.rule("TC-SHEET-04", "TC-SHEET-01")
def test_a_second_header_ends_the_sheet_even_where_the_mail_marks_no_quotation() -> None:
    old = "FEUILLE nation=AKLA tour=201-ete\nguerre FER\n"
    for between in ("", "-- Message d'origine --\n", "\n\n"):
        sheet = read_sheet(f"{HEAD}contrat FER\n{between}{old}", AKLA, TURN)
        assert sheet.orders == (o.SignContract("FER"),)


@pytest.mark.rule("TC-SHEET-01")
def test_a_letter_may_speak_of_a_sheet_before_and_after_it() -> None:
    """Only `FEUILLE` with what it is for is a header."""
    sheet = read_sheet(f"Feuille d'ordres ci-dessous.\n{HEAD}contrat FER\nfeuille suivante demain\npacte FER\n", AKLA, TURN)
    assert sheet.orders == (o.SignContract("FER"), o.SignPact("FER"))


@pytest.mark.rule("TC-SHEET-01")
def test_a_sheet_that_is_only_quoted_is_no_sheet() -> None:
    """A word of thanks beneath which the mail quotes the last sheet must not become an empty sheet, nor that sheet again."""
    quoted = "\n".join(f"> {row}" for row in (HEAD + "guerre FER").splitlines())
    sheet = read_sheet(f"Merci !\n{quoted}\n", AKLA, TURN)
    assert not sheet.valid
    assert (sheet.refusal.rule, sheet.refusal.facts["problem"]) == ("TC-SHEET-01", "header")


@pytest.mark.rule("TC-SHEET-03")
@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("guerre Terres de la Mère", o.DeclareWar("MERE")),
        ("guer mere", o.DeclareWar("MERE")),
        ("declare war City of Lights", o.DeclareWar("LUMIERES")),
        ("dirigeant : s'entraîner civil très fort", o.Train("L1", "civil", "très fort")),
        ("dirigeant : essor urbain Bois Pluvieux", o.FoundTown(leader="L1", territory="BPL")),
        ("dirigeant : raid tunnelier MER", o.TunnelRaid("L1", "MER")),
        ("accepter une paix blanche FER", o.AcceptWhitePeace("FER")),
        ("L2 : recruter max 3 garde des muses", o.RecruitUnits("L2", "akl-garde", 3, most=True)),
        ("« Brasco Denti » : défendre", o.Defend("L2")),
        ("«\u00a0Brasco Denti\u00a0»\u00a0: défendre", o.Defend("L2")),
        ("dirigeant\u202f: s’entraîner civil très fort", o.Train("L1", "civil", "très fort")),
        ("envoyer merisse or=50,prov=3", o.Send("MERISSE", Goods(gold=50, provisions=3))),
    ],
)
def test_many_spellings_mean_the_same(line: str, order: o.Order) -> None:
    verdict = only(line)
    assert (verdict.status, verdict.order) == (ACCEPTED, order)


PRINTED = {
    36: "agitation, assassinat, brigandage, construction, culture, défrichage, développement, embauche, embellissement, "
    "espionnage, essor urbain, exploitation, peuplement, prospection, "
    "recherche, réseau routier, revendication, stabilisation, urbanisation",
    39: "accepter la paix, accepter la rançon, accepter la reddition, accepter une paix blanche, activer une alliance, "
    "annexer une nation, briser une alliance, déclarer la guerre, demander la paix, demander une paix blanche, "
    "dénoncer les accords, établir une caravane, rançonner un prisonnier, "
    "reddition, signer un contrat, signer un pacte, signer une alliance",
    51: "attaquer, attaquer par tunnel, défendre, déplacer, détruire une structure, dispenser, intercepter, piller, raid, "
    "raid tunnelier, recruter",
    54: "apprendre une magie, assécher une source, booster la magie, changer la couleur, dévier la magie, épuiser une source, "
    "lancer un sort, renforcer une source, siphonner une source",
    58: "congédier un leader, déplacer la capitale, recruter un leader, se soigner, s'entraîner",
}
"""Orders as the rulebook's five tables of operations print them."""


@pytest.mark.rule("TC-SHEET-03")
@pytest.mark.parametrize("number", PRINTED)
def test_every_order_is_understood_by_the_name_the_rulebook_prints(number: int) -> None:
    names = PRINTED[number].split(", ")
    found = [grammar.keywords().find(name.split(), guess=False) for name in names]
    assert [(name, entry.how, entry.words) for name, entry in zip(names, found, strict=True)] == [
        (name, "exact", len(name.split())) for name in names
    ]
    assert len({entry.id for entry in found}) == len(names)


@pytest.mark.rule("TC-SHEET-03", "TC-WAR-13", "TC-MAG-03")
def test_the_names_of_the_tables_read_whole_lines() -> None:
    assert only("dirigeant : attaquer par tunnel MER").order == o.TunnelAttack("L1", "MER")
    assert only("dirigeant : attaquer MER par VAL").order == o.Attack("L1", "MER", ("VAL",))
    assert only("dirigeant : dévier la magie VAL 3").order == o.Divert("L1", "VAL", 3)


@pytest.mark.rule("TC-SHEET-09", "TC-STRUCT-08")
@pytest.mark.parametrize(("written", "amount"), [("-1", -1), ("−1", -1), ("+1", 1), ("1", 1)])
def test_an_observatory_may_be_told_to_move_the_event_either_way(written: str, amount: int) -> None:
    order = o.UseStructure("observatoire", "AKL", amount, "magie")
    assert only(f"national observatoire AKL {written} choix=magie").order == order
    assert read_sheet(write_sheet((order,), AKLA, TURN), AKLA, TURN).orders == (order,)
    assert only("national observatoire AKL -2").status == REFUSED


@pytest.mark.rule("TC-SHEET-03")
def test_a_slip_of_the_pen_is_read_with_a_doubt() -> None:
    verdict = only("dirigeant : attaquer analac")
    assert verdict.status == DOUBTFUL
    assert verdict.order == o.Attack("L1", "ANA")
    assert (verdict.doubts[0].text, verdict.doubts[0].meaning) == ("analac", "ANA")


@pytest.mark.rule("TC-SHEET-03")
@pytest.mark.parametrize(
    ("line", "problem"),
    [("contrat Royaume", "ambiguous"), ("dirigeant : culture Bois P", "ambiguous"), ("contrat Xyzzyx", "unknown")],
)
def test_unclear_names_are_refused_with_the_reason(line: str, problem: str) -> None:
    verdict = only(line)
    assert (verdict.status, verdict.rule, verdict.facts["problem"]) == (REFUSED, "TC-SHEET-03", problem)


@pytest.mark.rule("TC-SHEET-02")
@pytest.mark.parametrize(
    "line",
    [
        "dirigeant",
        "culture AKL",
        "dirigeant : culture",
        "ville AKL",
        "contrat FER FER",
        'placer "Ilario Venn VAL',
        "dirigeant : contrat FER",
    ],
)
def test_a_line_that_makes_no_sense_is_refused_alone(line: str) -> None:
    sheet = read(f"contrat FER\n{line}\npacte FER")
    assert [verdict.status for verdict in sheet.verdicts] == [ACCEPTED, REFUSED, ACCEPTED]
    assert sheet.orders == (o.SignContract("FER"), o.SignPact("FER"))


@pytest.mark.rule("TC-SHEET-09")
@pytest.mark.parametrize("amount", ["0", "-3", "10000", "9" * 400, "1e3", "3.5", "²", "٣", "0x10", "1_000"])
def test_amounts_are_whole_numbers_from_1_to_9999(amount: str) -> None:
    for line in (f"ville AKL {amount}", f"envoyer FER or={amount}"):
        verdict = only(line[:390])
        assert verdict.status == REFUSED


@pytest.mark.rule("TC-SHEET-09")
def test_the_largest_amount_is_read() -> None:
    assert only("enchere M40 or=9999").order == o.Bid("L40", 9999)


@pytest.mark.rule("TC-SHEET-10")
@pytest.mark.parametrize(
    "text", ["donne(or=5 donne(or=6))", "donne(or=5", "donne(or=5) donne(or=6)", "vole(or=5)", "donne((or=5))"]
)
def test_terms_within_terms_are_refused(text: str) -> None:
    assert only(f"paix FER {text}").status == REFUSED


@pytest.mark.rule("TC-SHEET-05")
def test_winter_orders_are_civil() -> None:
    sheet = read("[HIVER]\ndirigeant : culture AKL\ndirigeant : attaquer ANA\n")
    assert [verdict.status for verdict in sheet.verdicts] == [ACCEPTED, REFUSED]
    assert sheet.verdicts[1].rule == "TC-SHEET-05"


@pytest.mark.rule("TC-SHEET-05")
def test_winter_orders_stand_on_the_autumn_sheet_only() -> None:
    order = o.Cultivate(leader="L1", territory="AKL", winter=True)
    for writer in (write_sheet, json_sheet):
        (verdict,) = read_sheet(writer((order,), AKLA, "201-ete"), AKLA, "201-ete").verdicts
        assert (verdict.status, verdict.rule) == (REFUSED, "TC-SHEET-05")


@pytest.mark.rule("TC-SHEET-07")
def test_only_so_many_orders_count() -> None:
    sheet = read("contrat FER\n" * 450)
    assert len(sheet.orders) == MOST_LINES
    assert {verdict.rule for verdict in sheet.verdicts[MOST_LINES:]} == {"TC-SHEET-07"}


@pytest.mark.rule("TC-SHEET-06")
def test_foreign_leaders_are_spelt_and_never_verified() -> None:
    for name in ("Silvana Oreandi", "Somebody Who Does Not Exist"):
        assert only(f'dirigeant : assassinat FER:"{name}"').order == o.Assassinate(leader="L1", nation="FER", name=name)


@pytest.mark.rule("TC-SHEET-01")
@pytest.mark.parametrize(
    ("head", "problem"),
    [
        ("FEUILLE nation=FER tour=201-automne", "nation"),
        ("FEUILLE tour=201-automne", "nation"),
        ("FEUILLE nation=AKLA tour=201-ete", "turn"),
        ("FEUILLE nation=AKLA tour=202-automne", "turn"),
        ("FEUILLE nation=AKLA", "turn"),
        ("contrat FER", "header"),
    ],
)
def test_a_sheet_of_another_nation_or_turn_is_void(head: str, problem: str) -> None:
    sheet = read("contrat FER\n", head + "\n")
    assert not sheet.valid
    assert sheet.orders == ()
    assert (sheet.refusal.rule, sheet.refusal.facts["problem"]) == ("TC-SHEET-01", problem)


@pytest.mark.rule("TC-SHEET-02")
def test_bad_json_records_are_refused_alone() -> None:
    good = '{"type":"SignContract","nation":"FER"}'
    bad = [
        '{"type":"Nonsense"}',
        '{"type":"Bid","leader":"L40"}',
        '{"type":"Bid","leader":"L99","gold":5}',
        "[]",
        '{"type":"Bid","leader":"L40","gold":-5}',
    ]
    text = '{"nation":"AKLA","turn":"201-automne","orders":[' + ",".join([good, *bad]) + "]}"
    sheet = read_sheet(text, AKLA, TURN)
    assert sheet.orders == (o.SignContract("FER"),)
    assert [verdict.status for verdict in sheet.verdicts] == [ACCEPTED] + [REFUSED] * len(bad)


HOSTILE = {
    "100,000 lines": HEAD + "dirigeant : culture AKL\n" * 100_000,
    "one endless line": HEAD + "culture " * 200_000,
    "binary": bytes(range(256)) * 200,
    "zeroes": b"\0" * 60_000,
    "600 unreadable lines": HEAD + "dirigeant : cultur AKLLLL ze zze zze zee contratx\n" * 590,
    "600 nearly right lines": HEAD + "dirigeant : cultuer Boix Pluvieuxx ressourcex=boix=2\n" * 590,
    "parentheses": HEAD + ("paix FER " + "donne(" * 60 + "\n") * 100,
    "deep JSON": '{"nation":"AKLA","turn":"201-automne","orders":[' + "[" * 30_000 + "]" * 30_000 + "]}",
    "deep ignored JSON": '{"nation":"AKLA","turn":"201-automne","x":' + '{"a":' * 10_000 + "1" + "}" * 10_000 + "}",
    "overflow": HEAD + ("enchere M40 or=" + "9" * 380 + "\n") * 100,
    "forged": HEAD.replace("AKLA", "FER") + "contrat AKLA\n",
    "combining marks": HEAD + ("e" + "\u0301" * 390 + "\n") * 80,
}


@pytest.mark.rule("TC-SHEET-07", "TC-SHEET-02")
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_sheets_are_answered_within_a_second(name: str) -> None:
    read("contrat FER\n")  # tables are loaded once, before anybody writes
    started = process_time()
    sheet = read_sheet(HOSTILE[name], AKLA, TURN)
    assert process_time() - started < 1
    assert not sheet.orders
    assert sheet.refusal is not None or all(verdict.status == REFUSED and verdict.rule for verdict in sheet.verdicts)


@given(st.binary(max_size=2000) | st.text(max_size=800))
@settings(max_examples=150)
def test_no_input_breaks_the_reader(data: bytes | str) -> None:
    read_sheet(data, AKLA, TURN)
    text = data if isinstance(data, str) else data.decode("latin-1")
    for verdict in read(text).verdicts:
        assert verdict.status in (ACCEPTED, DOUBTFUL, REFUSED)


def test_folding_forgets_case_accents_and_apostrophes() -> None:
    assert fold("  Épopée d’ÉTAT ") == "epopee-d-etat"
    assert fold("Sœur_Ondine") == "soeur-ondine"
