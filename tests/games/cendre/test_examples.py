"""Every kind of order by its card: an example that is offered, filled in, read back, accepted and carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from marchland.games.cendre import desk, mail
from marchland.games.cendre.desk import pools
from marchland.games.cendre.desk.card import order_of
from marchland.games.cendre.desk.trials import is_hopeful
from marchland.games.cendre.desk.writer import Writer, group_of
from marchland.games.cendre.orders import Order
from marchland.games.cendre.position import lay
from marchland.games.cendre.rules.common.ledger import OrderRefused
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.sheet import grammar
from marchland.games.cendre.sheet.forms import spread
from marchland.games.cendre.sheet.help import purposes
from marchland.games.cendre.sheet.lexicon import lexicon
from marchland.games.cendre.sheet.reader import ACCEPTED, SECTIONS, header, heading, read_sheet, turn_name
from marchland.games.cendre.state import Cendre, Listing, Offer
from marchland.games.cendre.tables import TABLES
from marchland.games.cendre.world import ATLAS
from marchland.kernel.cards import AMOUNTS, CHOICE, NUMBER, PLACES, TEXT, Card, Field, Wish
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import leaning

from .test_verdicts import A, M, V, table

MIXED = ("resources.", "extra.")
SCIENCE = [name for names in TABLES.science.domains.values() for name in names]
RICH: dict[str, Any] = {
    "gold": 4000,
    "provisions": 300,
    "agricole": 200,
    "bois": 200,
    "metal": 200,
    "pierre": 200,
    "precieux": 200,
    "mer": 200,
}
AGENTS = dict.fromkeys(("espions", "assassins", "prospecteurs", "diplomates"), 4)
BASE: dict[str, Any] = {
    "season": "ete",
    "year": 203,
    "nations": {A: {**RICH, **AGENTS, "stability": 3, "known": SCIENCE, "free_science": 40, "colours": ["climat", "feu"]}},
    "lands": {
        "AKL": {"town": 6, "farms": 2, "farm_capacity": 5, "exploitations": 1, "resource_level": 4, "population": 5, "recruits": 5,
                "source": 8, "fluid": 8, "colour": "climat", "structures": ["scierie", "laboratoire", "tour-de-mage", "chateau"]},
        "VAL": {"town": 2, "source": 6, "fluid": 6, "colour": "climat"},
        "BPL": {"town": 0, "roads": False, "source": 6, "fluid": 6, "colour": "climat"},
    },
    "garrisons": {"AKL": {A: {"akl-lances": 3, "akl-condottieri": 2}}, "VAL": {A: {"akl-milice": 1}}},
    "leaders": {
        "L2": {"civil": {"competence": 6, "gifts": ["industrialiste"]}, "at": "AKL"},
        "L3": {"military": {"command": 8, "strategy": 2, "tactics": ["raid", "tunnelier", "interception"]}, "at": "AKL"},
        "L4": {"magic": {"power": 8, "control": 4, "colours": ["climat"]}, "at": "AKL"},
    },
}  # fmt: skip


class Case(msgspec.Struct, frozen=True):
    """A line in English, what else must be on the table and on the sheet, and what others write."""

    line: str
    position: Mapping[str, Any] = {}
    before: Sequence[str] = ()
    others: Mapping[str, str] = {}


ARMY = ("army L3 akl-lances=2 from AKL",)
AT_WAR = {"wars": [[A, V]]}
ALLIED = {"treaties": [["alliance", A, M]], "wars": [[A, V]]}
TRADING = {"treaties": [["contract", A, M]]}
HELD = {"HNA": {"owner": V, "controller": A, "town": 2}}
TAKEN = {"lands": HELD, "garrisons": {"HNA": {A: {"akl-lances": 2}}}, "leaders": {"L3": {"at": "HNA"}}, **AT_WAR}
MINOR = {
    "minors": {"MIN-HNA": {"capital": "HNA"}},
    "lands": {"HNA": {"owner": "MIN-HNA", "controller": A}},
    "wars": [[A, "MIN-HNA"]],
}
CAPTIVE = {"leaders": {"L50": {"nation": V, "captor": A, "at": "AKL", "civil": {"competence": 2}}}}
NO_BANK = {"nations": {A: {"known": [name for name in SCIENCE if name != "Banque"], "science": [0] * 7 + [280]}}}
THERE = ("army L3 akl-lances=2 from HNA",)
CASES = {
    "ville": Case("town AKL 2"),
    "batiment": Case("building AKL sawmill 2"),
    "industrialiste": Case("industrialist L2 wood=2"),
    "philosophie": Case("natural-philosophy wood metal 2"),
    "national": Case("national pecherie AKL 2", {"lands": {"AKL": {"structures": ["pecherie"]}}}),
    "laboratoire": Case("laboratory AKL wood=1 stone=1"),
    "tour-de-mage": Case("mage-tower VAL"),
    "allouer": Case("allocate physics 5"),
    "decouverte": Case('discover economy "Banque"', NO_BANK),
    "placer": Case("place L2 VAL"),
    "armee": Case("army L3 akl-lances=2 akl-condottieri=1 from AKL"),
    "se-soigner": Case("L2 : heal", {"leaders": {"L2": {"wounded": True}}}),
    "congedier": Case("ruler : dismiss L2"),
    "deplacer-capitale": Case("ruler : move-capital VAL"),
    "recruter-leader": Case("L2 : recruit-leader civil"),
    "entrainer": Case("L3 : train military very-strong bonus=2", {"leaders": {"L3": {"military": {"level": "fort"}}}}),
    "culture": Case("L2 : cultivate AKL"),
    "defrichage": Case("L2 : clear AKL"),
    "developpement": Case("L2 : develop AKL"),
    "exploitation": Case("L2 : exploit AKL"),
    "peuplement": Case("L2 : populate AKL"),
    "essor-urbain": Case("L2 : found-town BPL"),
    "urbanisation": Case("L2 : grow-town VAL"),
    "reseau-routier": Case("L2 : build-roads BPL"),
    "construction": Case("L2 : build AKL ouvrages-defensifs border=IST"),
    "embauche": Case("L2 : hire police AKL"),
    "embellissement": Case("ruler : embellish"),
    "stabilisation": Case("ruler : stabilise"),
    "recherche": Case("L2 : research physics"),
    "revendication": Case("L2 : claim HNA"),
    "prospection": Case("L2 : prospect BMU extra=1"),
    "espionnage": Case("L2 : spy MER extra=1 diversion=1"),
    "agitation": Case("L2 : agitate MER"),
    "brigandage": Case("L2 : banditry MER"),
    "assassinat": Case('L2 : assassinate MERISSE:"Nobody At All" extra=1'),
    "recruter": Case("L3 : recruit akl-milice max 3"),
    "deplacer": Case("L3 : march VAL", before=ARMY),
    "attaquer": Case("L3 : attack BMU", before=ARMY),
    "defendre": Case("L3 : defend", before=ARMY),
    "intercepter": Case("L3 : intercept", before=ARMY),
    "raid": Case("L3 : raid IST", before=ARMY),
    "piller": Case("L3 : pillage", TAKEN, THERE),
    "detruire": Case("L3 : demolish chateau", before=ARMY),
    "disperser": Case("L3 : disband akl-lances=1"),
    "attaquer-tunnel": Case("L3 : tunnel-attack BMU", before=ARMY),
    "raid-tunnel": Case("L3 : tunnel-raid IST", before=ARMY),
    "sort": Case("L4 : cast climat/2 AKL"),
    "epuiser": Case("L4 : exhaust VAL"),
    "devier": Case("L4 : divert VAL 2", {"lands": {"AKL": {"fluid": 2}}}),
    "renforcer": Case("L4 : reinforce VAL 2", {"lands": {"AKL": {"fluid": 2}}}),
    "siphonner": Case("L4 : siphon VAL 2", {"lands": {"AKL": {"fluid": 2}}}),
    "changer-couleur": Case("L4 : change-colour climat", {"lands": {"AKL": {"colour": "feu"}}}),
    "assecher": Case("L4 : dry-up VAL"),
    "booster": Case("L4 : boost"),
    "apprendre": Case("L4 : learn-magic feu gold=100"),
    "envoyer": Case("send MERISSE gold=20 wood=2", TRADING),
    "payer-voiles": Case("hire-sails FER gold=200", {"threats": {"west": {"home": "MIO", "vigour": 40}}}),
    "caravane": Case("caravan MERISSE AKL MER", TRADING),
    "contrat": Case("contract MERISSE", others={M: "contrat AKLA"}),
    "pacte": Case("pact MERISSE", others={M: "pacte AKLA"}),
    "alliance": Case("alliance MERISSE", others={M: "alliance AKLA"}),
    "guerre": Case("declare-war VOLTDARG"),
    "activer": Case("call-ally MERISSE against VOLTDARG", ALLIED),
    "briser": Case("break-alliance MERISSE", ALLIED),
    "denoncer": Case("denounce MERISSE", TRADING),
    "paix": Case("ask-peace VOLTDARG gives(gold=50 BPL) receives(contract)", AT_WAR),
    "paix-blanche": Case("ask-white-peace VOLTDARG", AT_WAR),
    "reddition": Case("surrender VOLTDARG", AT_WAR),
    "accepter-paix": Case("accept-peace VOLTDARG", AT_WAR),
    "accepter-paix-blanche": Case("accept-white-peace VOLTDARG", AT_WAR),
    "accepter-reddition": Case("accept-surrender VOLTDARG receives(gold=60)", AT_WAR),
    "rancon": Case("ransom VOLTDARG L50 gold=50", CAPTIVE),
    "accepter-rancon": Case("accept-ransom VOLTDARG L2", {"leaders": {"L2": {"captor": V}}}),
    "annexer": Case("annex MIN-HNA", MINOR),
    "enchere": Case("bid M900 gold=80", {"leaders": {"L900": {"civil": {"competence": 3}}}}),
}  # fmt: skip


def laid(case: Case) -> Cendre:
    game = table()
    for position in (BASE, case.position):
        lay(game, position, mail.seat_names(game))
    if "L900" in game.leaders:
        game.market["L900"] = Listing(60, 30, 0)
    game.offers = [
        Offer(kind="peace", by=V, to=A, turn=game.turn - 1), Offer(kind="white_peace", by=V, to=A, turn=game.turn - 1),
        Offer(kind="surrender", by=V, to=A, turn=game.turn - 1), Offer(kind="ransom", by=V, to=A, turn=game.turn - 1, leader="L2"),
    ]  # fmt: skip
    for key, war in game.wars.items():
        game.wars[key] = msgspec.structs.replace(war, counter=20 if "surrender" not in case.line or "accept" in case.line else -20)
    return game


def blank(game: Cendre, lines: Sequence[str], language: str = "en") -> str:
    """A sheet with every heading, and some lines under the one for orders."""
    words = lexicon(game, A, language)
    heads = [heading(section, language) for section in SECTIONS]
    heads[2] = "\n".join([heads[2], *(line for line in lines if " : " not in line)])
    heads[3] = "\n".join([heads[3], *(line for line in lines if " : " in line)])
    return "\n".join([header(words, turn_name(game)), *heads, ""])


def order_in(game: Cendre, text: str, line: str) -> Order:
    found = read_sheet(text, lexicon(game, A), turn_name(game)).verdicts
    (order,) = [verdict.order for verdict in found if verdict.text == line]
    assert order is not None
    return order


def test_there_is_an_example_and_a_help_in_every_language_for_every_kind() -> None:
    assert set(CASES) == set(grammar.specs()) == set(purposes())
    for kind, said in purposes().items():
        assert set(said) == set(LANGUAGES), kind
        assert len(set(said.values())) == len(LANGUAGES), kind


@pytest.mark.parametrize("kind", CASES)
def test_an_example_of_every_kind_is_accepted_and_carried_out(kind: str) -> None:
    case = CASES[kind]
    game = laid(case)
    text = blank(game, case.before) + "[ORDERS]\n" + case.line + "\n"
    verdicts = mail.read(game, 0, text.encode()).verdicts
    (verdict,) = [verdict for verdict in verdicts if verdict.text == case.line]
    assert verdict.status == ACCEPTED, verdict.reasons
    assert is_heard(game, case, text), "nothing is done"


def is_heard(game: Cendre, case: Case, text: str) -> bool:
    """The season is played: the line is not refused, and something is told of it."""
    action = mail.read(game, 0, text.encode()).action
    assert isinstance(action, Submit)
    number = action.orders.index(order_in(game, text, case.line))
    game.chance, events = leaning(high=True), []
    for seat, nation in enumerate(mail.seat_names(game)):
        head = f"FEUILLE nation={nation} tour={turn_name(game)}\n"
        other = mail.read(game, seat, (head + case.others.get(nation, "")).encode()).action
        events += game.play(seat, action if seat == 0 else other)
    told = [event for event in events if getattr(event, "nation", "") == A and getattr(event, "line", -1) == number]
    assert not [event for event in told if isinstance(event, OrderRefused)], told
    return bool(told)


@pytest.mark.parametrize("kind", CASES)
def test_every_kind_is_offered_filled_in_opened_and_dropped(kind: str) -> None:
    case = CASES[kind]
    game = laid(case)
    text = blank(game, case.before)
    order = order_in(game, f"{text}[ORDERS]\n{case.line}\n", case.line)
    who = group_of(order)
    (group,) = [group for group in desk.groups(game, 0, text, "it") if group.id == who]
    assert (kind, purposes()[kind]["it"]) in [(offer.kind, offer.help) for offer in group.offers]
    wish = Wish(who, kind, 0, spread(grammar.specs()[kind], order))
    card = written_and_dropped(game, text, wish, order, "it")
    for field in card.fields:
        if field.kind == CHOICE and field.value:
            assert field.value in [choice.value for choice in field.choices], field


def written_and_dropped(game: Cendre, text: str, wish: Wish, order: Order, language: str) -> Card:
    """What is filled in is written, read as that order, opened as that card; dropped, it leaves the text as it was."""
    written = desk.changed(game, 0, text, wish, language)
    rows = written.splitlines()
    (line,) = [row for row in rows if rows.count(row) > text.splitlines().count(row)]
    number = len(rows) - rows[::-1].index(line)
    assert order_in(game, written, line) == order
    assert desk.dropped(game, 0, written, number) == text
    card = desk.card(game, 0, written, Wish(wish.group, wish.kind, number), language)
    assert (card.text, card.line) == (line, number)
    shown = {name: value for field in card.fields for name, value in filled_in(field).items()}
    assert shown.items() <= spread(grammar.specs()[wish.kind], order).items()
    assert desk.changed(game, 0, written, Wish(wish.group, wish.kind, number, shown), language) == written
    return card


def filled_in(field: Field) -> dict[str, str]:
    if field.kind != AMOUNTS:
        return {field.name: field.value} if field.value else {}
    return {f"{field.name}.{thing}": number for thing, number in (pair.split("=") for pair in field.value.split())}


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_chosen_from_menus_is_what_is_ordered(seed: int) -> None:
    """Cards are filled in at random from what they offer: every line is read back as it was meant, and no rule refuses it."""
    game, choose = laid(Case("", [ALLIED, TRADING, TAKEN][seed])), Random(seed)
    language = LANGUAGES[seed]
    text = blank(game, ARMY if seed < 2 else THERE, language)
    offers = [(group.id, offer.kind) for group in desk.groups(game, 0, text, language) for offer in group.offers]
    for group, kind in choose.sample(offers, 25):
        wish = at_random(game, text, Wish(group, kind), choose, language)
        written = desk.changed(game, 0, text, wish, language)
        if written != text:
            order = order_of(Writer(game, 0, text, language), wish)
            assert order is not None
            card = written_and_dropped(game, text, wish, order, language)
            mixed = any(name.startswith(MIXED) for name in wish.values)  # what is paid with must add up to the price
            assert mixed or all(is_hopeful(reason) for reason in card.reasons), (card.text, card.reasons)


def at_random(game: Cendre, text: str, wish: Wish, choose: Random, language: str) -> Wish:
    """Each blank filled in from its menu, as it is once those before it are."""
    for place in range(9):
        fields = desk.card(game, 0, text, wish, language).fields
        if place >= len(fields):
            break
        field, more = fields[place], {}
        if field.kind in (CHOICE, PLACES) and field.choices:
            more = {field.name: choose.choice(field.choices).value}
        elif field.kind == NUMBER and field.most:
            more = {field.name: str(choose.randint(max(1, field.least), min(field.most, field.least + 9)))}
        elif field.kind == AMOUNTS and field.choices:
            thing = choose.choice(field.choices)
            more = {f"{field.name}.{thing.value}": str(choose.randint(1, thing.most or 1))}
        elif field.kind == TEXT:
            more = {field.name: 'A "name" # of one\'s own'}
        if field.is_needed or choose.random() < 0.3:
            wish = msgspec.structs.replace(wish, values={**wish.values, **more})
    return wish


def test_nobody_is_asked_to_attack_his_own_peaceful_land() -> None:
    """Unless strangers stand there; he may march there as he likes."""
    quiet = laid(Case("", ALLIED))
    own = {code for code, land in quiet.lands.items() if land.controller == A}
    assert destinations(quiet, "attaquer")
    assert not destinations(quiet, "attaquer") & own
    near = destinations(quiet, "deplacer") & own
    assert near
    there = min(near)
    quiet.garrisons[f"{there}:{V}"] = quiet.garrisons[next(key for key in quiet.garrisons if key[4:] == V)]
    assert destinations(quiet, "attaquer") & own == {there}


def destinations(game: Cendre, kind: str) -> set[str]:
    """Where the general may be sent."""
    fields = desk.card(game, 0, blank(game, ARMY), Wish("leader:L3", kind), "en").fields
    return {choice.value for choice in fields[0].choices}


KEPT = ("led", "taught", "field", "reach", "aim", "here")
"""Units one has, spells that are practised, discoveries that are due, no march in a circle, no attack on oneself, and what stands
where the army is."""


def test_a_menu_leaves_out_nothing_that_the_rules_would_carry_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes into question is narrowed to save trials: with the whole world to choose from, no more is legal."""
    game = laid(Case("", ALLIED))
    text, honest = blank(game, ARMY), pools._narrowed
    offers = {offer.kind: group.id for group in desk.groups(game, 0, text, "en") for offer in group.offers}
    narrow = {kind: desk.card(game, 0, text, Wish(group, kind), "en").fields for kind, group in offers.items()}
    monkeypatch.setattr(pools, "_narrowed", lambda among, *of: honest(among, *of) if among in KEPT else None)
    assert len(offers) > 40
    for kind, group in offers.items():
        for field, wide in zip(narrow[kind], desk.card(game, 0, text, Wish(group, kind), "en").fields, strict=True):
            if field.kind == CHOICE:
                assert {choice.value for choice in field.choices} == {choice.value for choice in wide.choices}, (kind, field.name)


def menu(game: Cendre, lines: Sequence[str], kind: str, group: str = "leader:L3", **values: str) -> dict[str, Field]:
    """The fields of a card of this kind; none if it is not offered."""
    text = blank(game, lines)
    (found,) = [one for one in desk.groups(game, 0, text, "en") if one.id == group]
    is_offered = kind in [offer.kind for offer in found.offers]
    return (
        {field.name: field for field in desk.card(game, 0, text, Wish(group, kind, 0, values), "en").fields} if is_offered else {}
    )


@pytest.mark.rule("TC-WAR-23")
def test_an_army_tears_down_what_stands_where_it_is() -> None:
    game = laid(Case(""))
    assert {choice.value for choice in menu(game, ARMY, "detruire")["structure"].choices} == {
        "scierie", "laboratoire", "tour-de-mage", "chateau",
    }  # fmt: skip
    lay(game, {"lands": {"AKL": {"structures": []}, "VAL": {"structures": ["silos"]}}}, mail.seat_names(game))
    assert not menu(game, ARMY, "detruire")


@pytest.mark.rule("TC-WAR-08", "TC-WAR-12")
def test_no_menu_sends_an_army_through_land_that_is_closed_to_it() -> None:
    """A raid strikes whoever lives next door, and whoever lives behind only if the way there is open to it."""
    near = set(ATLAS.neighbours("AKL"))
    behind = {code for one in near for code in ATLAS.neighbours(one)} - {"AKL"}
    closed = {"lands": {code: {"owner": V, "controller": V} for code in near | behind}}
    found = []
    for position in (closed, {**closed, **AT_WAR}):
        game = laid(Case("", position))
        found.append({choice.value for choice in menu(game, ARMY, "raid")["territory"].choices})
    assert found[0] == near & found[1] < found[1]


@pytest.mark.rule("TC-SCI-01", "TC-WAR-01", "TC-WAR-02")
def test_a_number_goes_no_further_than_what_there_is() -> None:
    """Free points, units that stand where the leader does, and recruits: the rules take so many, whatever a line says."""
    game = laid(Case(""))
    free = {menu(game, (), "allouer", "science", **chosen)["points"].most for chosen in ({}, {"domain": "physique"})}
    assert free == {40}
    units = {choice.value: choice.most for choice in menu(game, (), "armee")["units"].choices}
    assert units == {"akl-lances": 3, "akl-condottieri": 2}
    militia = {"unit": "akl-milice", "most": "max"}
    assert menu(game, (), "recruter", **militia)["number"].most == 5
    lay(game, {"lands": {"AKL": {"recruits": 0}}}, mail.seat_names(game))
    assert menu(game, (), "recruter", **militia)["number"].most == 0
