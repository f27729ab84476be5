"""Who may know what: the public world, private affairs, what spies bring home, and reports that give nothing away."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
import pytest

from marchland.games.cendre import mail
from marchland.games.cendre import orders as o
from marchland.games.cendre.bot import BOTS
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.report.data import REFUSED, Report
from marchland.games.cendre.rules.civil.intrigue import ProspectorsSeen, SpiesNamed, TerritorySpied, identified
from marchland.games.cendre.rules.civil.operation import OperationTested, as_told
from marchland.games.cendre.rules.common.ledger import GoodsMoved, OrderRefused, write_land
from marchland.games.cendre.rules.diplomacy.relations import WarBegan
from marchland.games.cendre.rules.leaders.market import LeaderHired, offer_on_market
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.rules.war.battle import BattleFought
from marchland.games.cendre.state import Cendre, CivilUnits, Leader, Structure
from marchland.games.cendre.title import TITLE
from marchland.kernel.chance import key_from_seed, scripted
from marchland.kernel.events import Event

replace = msgspec.structs.replace


def table(seed: object = 1, **options: Any) -> Cendre:
    game = TITLE.new(20, key_from_seed(str(seed)), options)
    game.outbox = []
    return game


def seat(game: Cendre, nation: str) -> int:
    return game.seats[nation]


def give(game: Cendre, nation: str, **fields: Any) -> None:
    game.nations[nation] = replace(game.nations[nation], **fields)


def leader(game: Cendre, nation: str, part: str = "civil") -> Leader:
    found = [
        entry for entry in game.leaders.values() if entry.nation == nation and getattr(entry, part) is not None and not entry.ruler
    ]
    return min(found, key=lambda entry: int(entry.id[1:]))


def play(game: Cendre, sheets: Mapping[str, tuple[o.Order, ...]]) -> list[Event]:
    """One season in which only the nations named give orders."""
    names = {held: nation for nation, held in game.seats.items()}
    events: list[Event] = []
    for asked in game.deciders:
        events += game.play(asked, Submit(sheets.get(names[asked], ())))
    return events


def seen_by(events: list[Event], game: Cendre, nation: str) -> list[Event]:
    return [event for event in events if event.is_seen_by(seat(game, nation))]


def as_json(thing: Any) -> bytes:
    return msgspec.json.encode(thing, order="sorted")


@cache
def played(seed: int, seasons: int) -> tuple[Cendre, tuple[Event, ...], dict[int, tuple[str, ...]]]:
    """A game some seasons old, with the events and sheets of the last one."""
    game, bot = table(seed), BOTS["warlord"]()
    for _ in range(seasons):
        actions = {asked: bot.choose(TITLE.redeal(game, asked, key_from_seed(asked)), asked) for asked in game.deciders}
        lines = {asked: mail.lines(game, asked, action) for asked, action in actions.items()}
        events = [event for asked, action in actions.items() for event in game.play(asked, action)]
    return game, tuple(events), lines


# -- nothing leaks ----------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-INFO-04", "TC-INFO-12")
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("seasons", [1, 4, 7])
def test_a_report_does_not_change_when_hidden_facts_change(seed: int, seasons: int) -> None:
    game, events, lines = played(seed, seasons)
    for nation, asked in sorted(game.seats.items()):
        report = as_json(mail.report(game, asked, events, lines[asked]))
        for deal in range(2):
            dealt = TITLE.redeal(game, asked, key_from_seed(f"{nation} {deal}"))
            assert as_json(mail.report(dealt, asked, events, lines[asked])) == report, nation
            assert mail.form(dealt, asked) == mail.form(game, asked)


@pytest.mark.rule("TC-INFO-02", "TC-INFO-03")
def test_the_gazette_does_not_change_when_hidden_facts_change() -> None:
    game, events, _ = played(1, 4)
    gazette = as_json(mail.gazette(game, events))
    for deal in range(4):
        assert as_json(mail.gazette(TITLE.redeal(game, None, key_from_seed(deal)), events)) == gazette


def test_a_redeal_really_deals_everything_hidden_anew() -> None:
    """The leak test would prove nothing if nothing changed."""
    game, _, _ = played(1, 4)
    dealt = TITLE.redeal(game, seat(game, "AKLA"), key_from_seed("new"))
    foreign = [code for code, land in game.lands.items() if "AKLA" not in (land.owner, land.controller)]
    assert sum(game.lands[code] != dealt.lands[code] for code in foreign) > 50
    assert sum(game.nations[nation].goods != dealt.nations[nation].goods for nation in game.seats if nation != "AKLA") > 15
    assert game.garrisons != dealt.garrisons
    assert game.leaders != dealt.leaders
    assert dealt.nations["AKLA"] == game.nations["AKLA"]
    assert dealt.to_json() == TITLE.redeal(game, seat(game, "AKLA"), key_from_seed("new")).to_json()


@pytest.mark.rule("TC-INFO-04")
def test_riches_of_others_do_not_change_what_a_nation_reads() -> None:
    """The same season over a changed world: what one nation reads is the same to the last byte."""
    reports = []
    for gold in (0, 500):
        game = table()
        for other in game.seats:
            if other != "AKLA":
                goods = game.nations[other].goods + Goods(gold=gold, bois=gold // 100)
                give(game, other, goods=goods, free_science=gold // 50)
        order = o.Cultivate(leader=leader(game, "AKLA").id, territory="VAL")
        events = play(game, {"AKLA": (order,)})
        reports.append(as_json(mail.report(game, seat(game, "AKLA"), events, ("culture",))))
    assert reports[0] == reports[1]


def test_every_event_of_a_season_with_an_audience_reaches_only_it() -> None:
    game, events, lines = played(2, 4)
    private = [event for event in events if event.audience is not None]
    assert len(private) > 100
    for nation, asked in game.seats.items():
        report = mail.report(game, asked, events, lines[asked])
        told = [*report.news, *report.standing, *(event for line in report.orders for event in line.events)]
        assert all(asked in event["audience"] for event in told if event.get("audience") is not None), nation


@pytest.mark.rule("TC-INFO-04")
def test_two_deals_of_the_same_seed_give_the_same_reports() -> None:
    first, second = (
        [as_json(mail.report(game, asked, events, lines[asked])) for asked in lines] for game, events, lines in _twice()
    )
    assert first == second


def _twice() -> list[tuple[Cendre, tuple[Event, ...], dict[int, tuple[str, ...]]]]:
    played.cache_clear()
    one = played(5, 2)
    played.cache_clear()
    return [one, played(5, 2)]


# -- what is public ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-INFO-01")
def test_the_map_shows_towns_without_levels_and_only_what_can_be_seen_from_afar() -> None:
    game = table()
    write_land(
        game, "VIL", structures=(Structure("chateau"), Structure("academie"), Structure("merveille", name="Tour")), roads=True
    )
    view = TITLE.view(game, None)
    assert view.lands["VIL"].town is True
    assert [structure.kind for structure in view.lands["VIL"].structures] == ["chateau", "merveille"]
    assert view.lands["VIL"].roads
    assert (view.lands["VIL"].owner, view.lands["VIL"].controller) == ("FER", "FER")
    assert b"academie" not in as_json(view)


@pytest.mark.rule("TC-INFO-02")
def test_rulers_glory_and_the_market_are_published() -> None:
    game = table()
    hired = leader(game, "FER")
    offer_on_market(game, hired.id, "dismissed", "TC-GEN-02")
    gazette = mail.gazette(game, game.outbox)
    view = gazette.view
    assert {nation.ruler for nation in view.nations.values()} >= {"Silvana Oreandi", "Aurelio Vantessin"}
    assert view.nations["AKLA"].glory == game.nations["AKLA"].glory
    assert [entry.leader.name for entry in view.market] == [hired.name]
    assert [event["type"] for event in gazette.gazette] == ["LeaderOffered"]


@pytest.mark.rule("TC-INFO-03")
def test_wars_treaties_and_battles_are_public() -> None:
    game = table()
    events = play(
        game, {"FER": (o.DeclareWar("GOBELINS"),), "AKLA": (o.SignContract("MERISSE"),), "MERISSE": (o.SignContract("AKLA"),)}
    )
    public = [event for event in events if event.audience is None]
    assert any(isinstance(event, WarBegan) and {event.one, event.other} == {"FER", "GOBELINS"} for event in public)
    view = TITLE.view(game, None)
    assert [(war.one, war.other, war.counter) for war in view.wars] == [("FER", "GOBELINS", None)]
    assert [(treaty.kind, treaty.one, treaty.other) for treaty in view.treaties] == [("contract", "AKLA", "MERISSE")]
    assert view.nations["NORD"].reputation == game.nations["NORD"].reputation
    _, fought, _ = played(1, 1)
    assert any(isinstance(event, BattleFought) and event.audience is None for event in fought)


@pytest.mark.rule("TC-INFO-04")
def test_only_belligerents_know_their_war_counter() -> None:
    game = table()
    play(game, {"FER": (o.DeclareWar("GOBELINS"),)})
    counters = {nation: TITLE.view(game, seat(game, nation)).wars[0].counter for nation in ("FER", "GOBELINS", "AKLA")}
    assert counters == {"FER": 0, "GOBELINS": 0, "AKLA": None}


@pytest.mark.rule("TC-INFO-04")
def test_a_nation_knows_its_own_affairs_in_full_and_no_others() -> None:
    game = table()
    view = TITLE.view(game, seat(game, "AKLA"))
    assert view.estate.nation == game.nations["AKLA"]
    assert set(view.estate.lands) == {"AKL", "BPL", "VAL"}
    assert {entry.nation for entry in view.estate.leaders} == {"AKLA"}
    text = as_json(view)
    strangers = [entry.name for entry in game.leaders.values() if entry.nation != "AKLA" and not entry.ruler]
    assert not [name for name in strangers if name.encode() in text]
    assert b"fer-" not in text


@pytest.mark.rule("TC-INFO-12")
def test_foreign_units_are_seen_only_beside_ones_own() -> None:
    game = table()
    game.garrisons["VAL:FER"] = game.garrisons["VIL:FER"]
    assert set(TITLE.view(game, seat(game, "AKLA")).estate.troops) == {"AKL:AKLA", "BPL:AKLA", "VAL:AKLA", "VAL:FER"}
    assert "VIL:FER" not in TITLE.view(game, seat(game, "MERISSE")).estate.troops


# -- the private report -----------------------------------------------------------------------------------------


@pytest.mark.rule("TC-INFO-05")
def test_the_report_tells_what_became_of_every_line_and_why() -> None:
    game = table()
    farmer, asked = leader(game, "AKLA"), seat(game, "AKLA")
    sheet = (o.Cultivate(leader=farmer.id, territory="VAL"), o.Stabilise(leader=farmer.id), o.ConvertInTown("AKL", 2))
    lines = mail.lines(game, asked, Submit(sheet))
    report: Report = mail.report(game, asked, play(game, {"AKLA": sheet}), lines)
    farming, second, selling = report.orders
    assert farming.text["fr"] == f'"{farmer.name}" : culture VAL'
    assert [event["type"] for event in farming.events][:2] == ["GoodsMoved", "OperationTested"]
    assert farming.events[1]["die"] in range(1, 11)
    assert farming.events[1]["rule"] == "TC-CIV-06"
    assert second.status == REFUSED
    assert second.events[-1]["rule"] == "TC-LEAD-01"
    assert selling.status == "done"
    assert {account.reason for account in report.accounts} >= {"culture", "industry", "taxes", "towns", "leaders"}
    total = sum((account.goods for account in report.accounts), Goods())
    assert table().nations["AKLA"].goods + total == game.nations["AKLA"].goods
    assert report.sheet["fr"].startswith("FEUILLE nation=AKLA tour=201-ete")


@pytest.mark.rule("TC-INFO-05")
def test_each_order_is_told_with_its_own_cost_and_effect() -> None:
    game = table()
    crew = [entry.id for entry in game.leaders.values() if entry.nation == "AKLA" and entry.civil][:2]
    sheet = tuple(o.Cultivate(leader=who, territory=code) for who, code in zip(crew, ("AKL", "VAL"), strict=True))
    asked = seat(game, "AKLA")
    lines = mail.lines(game, asked, Submit(sheet))
    report = mail.report(game, asked, play(game, {"AKLA": sheet}), lines)
    for outcome, code in zip(report.orders, ("AKL", "VAL"), strict=True):
        kinds = [event["type"] for event in outcome.events]
        assert kinds.count("GoodsMoved") == 1
        assert kinds.index("GoodsMoved") < kinds.index("OperationTested")
        assert {event["territory"] for event in outcome.events if event["type"] == "LandChanged"} <= {code}


@pytest.mark.rule("TC-INFO-05")
def test_the_next_sheet_is_valid_as_it_stands() -> None:
    game, _, _ = played(1, 4)
    for asked in game.deciders:
        reading = mail.read(game, asked, mail.form(game, asked).encode())
        assert reading.valid
        assert not [verdict for verdict in reading.verdicts if verdict.status == "refused"]


@pytest.mark.rule("TC-INFO-06")
def test_a_failed_secret_operation_tells_no_hidden_figure() -> None:
    game = table()
    give(game, "MERISSE", civil=CivilUnits(espions=3))
    reports = []
    for police in (0, 3):
        trial = game.clone()
        write_land(trial, "VIL", police=police)
        give(trial, "MERISSE", stability=-3)
        asked = seat(trial, "MERISSE")
        events = play(trial, {"MERISSE": (o.Spy(leader=leader(trial, "MERISSE").id, territory="VIL"),)})
        report = mail.report(trial, asked, events, ("espionnage",))
        tests = [event for event in report.orders[0].events if event["type"] == "OperationTested"]
        reports.append([(event.get("bonus"), event.get("die"), event.get("difficulty")) for event in tests])
    assert reports[0] == reports[1] == [(0, 0, 0)]
    own = OperationTested(
        nation="A", line=0, operation="culture", leader="L1", die=4, bonus=2, difficulty=5, success=True, rule="TC-CIV-06"
    )
    assert as_told(own) is own


# -- spies and prospectors --------------------------------------------------------------------------------------


def spied(game: Cendre, nation: str, order: o.Order) -> list[Event]:
    give(game, nation, civil=CivilUnits(espions=3, prospecteurs=3), stability=3)
    return play(game, {nation: (order,)})


def dossier_of(events: list[Event], nation: str, code: str) -> TerritorySpied:
    (found,) = [
        event for event in events if isinstance(event, TerritorySpied) and (event.nation, event.territory) == (nation, code)
    ]
    return found


def certain(game: Cendre, nation: str) -> str:
    """A civil leader who cannot fail at anything."""
    who = leader(game, nation)
    civil = replace(who.civil, competence=20)
    game.leaders[who.id] = replace(who, civil=civil)
    return who.id


@pytest.mark.rule("TC-INFO-07")
def test_spies_see_everything_and_only_their_master_reads_it() -> None:
    game = table()
    write_land(game, "VIL", structures=(Structure("academie"),))
    events = spied(game, "MERISSE", o.Spy(leader=certain(game, "MERISSE"), territory="VIL"))
    found = dossier_of(events, "MERISSE", "VIL")
    assert found.audience == (seat(game, "MERISSE"),)
    assert found.dossier.structures == ("academie",)
    assert {nation for nation, _, _ in found.dossier.units} == {"FER"}
    assert found.dossier.leaders
    assert found.dossier.town == game.lands["VIL"].town
    report = mail.report(game, seat(game, "MERISSE"), events, ("espionnage",))
    assert "VIL" in [finding.territory for finding in report.findings]
    assert report.view.estate.dossiers["VIL"] == found.dossier


@pytest.mark.rule("TC-INFO-07")
def test_spies_see_what_leaders_are_doing_without_particulars() -> None:
    game = table()
    give(game, "MERISSE", civil=CivilUnits(espions=3))
    farmer = leader(game, "FER")
    game.leaders[farmer.id] = replace(farmer, at="VIL")
    sheets = {
        "MERISSE": (o.Spy(leader=certain(game, "MERISSE"), territory="VIL"),),
        "FER": (o.Research(leader=farmer.id, domain="social"),),
    }
    found = dossier_of(play(game, sheets), "MERISSE", "VIL")
    assert (farmer.name, "Research") in found.dossier.operations


@pytest.mark.rule("TC-INFO-08")
def test_prospectors_see_the_land_but_no_units_and_its_owner_is_told() -> None:
    game = table()
    events = spied(game, "MERISSE", o.Prospect(leader=certain(game, "MERISSE"), territory="VIL"))
    found = dossier_of(events, "MERISSE", "VIL")
    assert found.dossier.population == game.lands["VIL"].population
    assert (found.dossier.units, found.dossier.leaders, found.dossier.structures) == ((), (), ())
    (told,) = [event for event in events if isinstance(event, ProspectorsSeen)]
    assert (told.by, told.audience) == ("MERISSE", (seat(game, "FER"),))


@pytest.mark.rule("TC-INFO-09")
def test_a_curious_leader_spies_in_silence() -> None:
    game = table()
    for who in [entry for entry in game.leaders.values() if entry.civil]:
        game.leaders[who.id] = replace(who, civil=replace(who.civil, gifts=()))
    who = leader(game, "MERISSE")
    game.leaders[who.id] = replace(who, civil=replace(who.civil, gifts=("curieux",)))
    events = play(game, {})
    (found,) = [event for event in events if isinstance(event, TerritorySpied)]
    assert (found.nation, found.audience, found.rule) == ("MERISSE", (seat(game, "MERISSE"),), "TC-INFO-09")
    assert game.lands[found.territory].controller != "MERISSE"
    assert not [event for event in events if isinstance(event, SpiesNamed)]


@pytest.mark.rule("TC-INFO-10")
@pytest.mark.parametrize(("die", "accused"), [(10, "MERISSE"), (7, "MERISSE"), (6, ""), (3, ""), (2, "innocent"), (1, "innocent")])
def test_the_discovery_test_names_the_author_nobody_or_an_innocent(die: int, accused: str) -> None:
    game = table()
    give(game, "AKLA", stability=0)
    game.chance = scripted(die, 0)
    named = identified(game, "MERISSE", "AKLA", 0)
    assert named == accused if accused != "innocent" else named not in ("", "AKLA", "MERISSE")


@pytest.mark.rule("TC-INFO-11")
def test_agitators_are_seen_by_their_victim_and_never_traced() -> None:
    game = table()
    events = play(game, {"MERISSE": (o.Agitate(leader=certain(game, "MERISSE"), territory="VIL"),)})
    assert game.lands["VIL"].agitators == 1
    assert TITLE.view(game, seat(game, "FER")).estate.lands["VIL"].agitators == 1
    victim = mail.report(game, seat(game, "FER"), events, ())
    assert b"MERISSE" not in as_json([*victim.news, *victim.standing])
    sponsor = mail.report(game, seat(game, "MERISSE"), events, ("agitation",))
    assert not [event for event in sponsor.news if event.get("territory") == "VIL"]


@pytest.mark.rule("TC-INFO-13")
def test_bids_are_secret_and_the_price_paid_is_too() -> None:
    game = table()
    hired = leader(game, "FER")
    offer_on_market(game, hired.id, "dismissed", "TC-GEN-02")
    game.outbox = []
    price = game.market[hired.id].price
    for nation in ("AKLA", "FEU"):
        give(game, nation, goods=Goods(gold=900, provisions=50))
    events = play(game, {"AKLA": (o.Bid(hired.id, price + 17),), "FEU": (o.Bid(hired.id, price + 3),)})
    (public,) = [event for event in events if isinstance(event, LeaderHired)]
    assert (public.nation, public.audience) == ("AKLA", None)
    assert "price" not in public.__struct_fields__
    outbid = seen_by(events, game, "FEU")
    assert [event.order for event in outbid if isinstance(event, OrderRefused)] == ["Bid"]
    assert not [event for event in outbid if isinstance(event, GoodsMoved) and event.nation == "AKLA"]
