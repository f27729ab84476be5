"""Each line stands alone: what is refused uses nothing up, moves nobody and forbids nothing."""

from __future__ import annotations

import pytest

from marchland.games.cendre import orders as o
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.rules.civil.civil import CivilPhase
from marchland.games.cendre.rules.common.ledger import OrderRefused
from marchland.games.cendre.rules.diplomacy.diplomacy import DiplomaticPhase
from marchland.games.cendre.rules.general import GeneralPhase
from marchland.games.cendre.rules.leaders.market import settle_bids
from marchland.games.cendre.rules.turn.beginning import SecondaryUpkeep
from marchland.games.cendre.state import Listing

from .realm import A, M, V, at_war, found, land, leader, nation, no_leaders, no_units, refusals, run, sheet, table, treaty


def realm(*dice, **fields):
    """Akla with full coffers and nobody to act but those a test appoints."""
    game = table(*dice)
    no_leaders(game)
    no_units(game)
    nation(game, A, gold=500, stability=0, agricole=20, bois=20, metal=20, pierre=20, precieux=20, **fields)
    for code in ("AKL", "VAL"):
        land(game, code, farms=2, farm_capacity=5, exploitations=2, resource_level=5, population=4, roads=False)
    return game


def refused(events):
    return [event.line for event in found(events, OrderRefused)]


@pytest.mark.rule("TC-SCI-08", "TC-SHEET-02")
@pytest.mark.parametrize("bad", [o.Transmute("bois", "bois", 1), o.Transmute("bois", "metal", 99), o.Transmute("mer", "metal", 1)])
def test_a_refused_line_of_natural_philosophy_leaves_the_season_s_one_to_the_next(bad):
    game = realm(known=("Philosophie naturelle",), mer=0)
    land(game, "AKL", town=3)
    sheet(game, A, bad, o.Transmute("bois", "metal", 3), o.Transmute("bois", "metal", 1))
    assert refused(run(game, SecondaryUpkeep())) == [0, 2]
    assert (game.nations[A].goods.bois, game.nations[A].goods.metal) == (17, 23)


@pytest.mark.rule("TC-STRUCT-07", "TC-SHEET-02")
def test_a_refused_line_of_a_mage_tower_leaves_the_tower_to_the_next():
    game = realm(free_science=0)
    land(game, "AKL", structures=("tour-de-mage",))
    land(game, "VAL", fluid=4)
    land(game, "BPL", fluid=3)
    sheet(game, A, o.DrainSource("MER"), o.DrainSource("VAL"), o.DrainSource("BPL"))
    assert refused(run(game, SecondaryUpkeep())) == [0, 2]
    assert (game.lands["VAL"].fluid, game.lands["BPL"].fluid) == (0, 3)
    assert game.nations[A].free_science == 4


@pytest.mark.rule("TC-CIV-01", "TC-SHEET-02")
@pytest.mark.parametrize("problem", ["foreign", "full", "dear", "undiscovered"])
def test_a_refused_development_leaves_the_leader_free_to_develop_elsewhere(problem):
    game = realm(9)
    who = leader(game, A, at="BPL", civil=3)
    land(game, "AKL", farms=5)
    bad = {
        "foreign": o.Cultivate(leader=who, territory="MER"),
        "full": o.Cultivate(leader=who, territory="AKL"),
        "dear": o.Construct(leader=who, territory="AKL", structure="palais", resources=Goods()),
        "undiscovered": o.BuildRoads(leader=who, territory="AKL"),
    }[problem]
    nation(game, A, gold=60)
    sheet(game, A, bad, o.Cultivate(leader=who, territory="VAL"))
    events = run(game, SecondaryUpkeep(), CivilPhase())
    assert refused(events) == [0]
    assert game.lands["VAL"].farms == 3
    assert game.leaders[who].at == "VAL"


@pytest.mark.rule("TC-CIV-01", "TC-WAR-01", "TC-SHEET-02")
def test_a_refused_development_moves_nobody():
    game = realm()
    who = leader(game, A, at="AKL", civil=3, power=5)
    land(game, "VAL", farms=5)
    sheet(game, A, o.Place(who, "BPL"), o.Cultivate(leader=who, territory="VAL"))
    assert refused(run(game, SecondaryUpkeep(), CivilPhase())) == [1]
    assert game.leaders[who].at == "BPL"


@pytest.mark.rule("TC-CIV-01")
def test_two_lines_for_one_leader_are_carried_out_until_one_is_done():
    """The first is too dear only once another leader has spent the gold; then the second is done, and no third."""
    game = realm(9, 9)
    first, who = leader(game, A, at="AKL", civil=3), leader(game, A, at="AKL", civil=3)
    nation(game, A, gold=30)
    orders = (
        o.Cultivate(leader=first, territory="AKL"),
        o.Populate(leader=who, territory="AKL"),
        o.Cultivate(leader=who, territory="VAL"),
        o.Stabilise(leader=who),
    )
    sheet(game, A, *orders)
    assert refused(run(game, SecondaryUpkeep(), CivilPhase())) == [1, 3]
    assert (game.lands["AKL"].farms, game.lands["VAL"].farms, game.lands["AKL"].population) == (3, 3, 4)


@pytest.mark.rule("TC-GEN-03", "TC-SHEET-02")
def test_a_refused_move_of_the_capital_leaves_the_next_line_alone():
    game = realm(9, 9)
    who = leader(game, A, at="AKL", civil=3)
    sheet(game, A, o.MoveCapital(leader=who, territory="BPL"), o.MoveCapital(leader=who, territory="VAL"))
    land(game, "BPL", town=0)
    land(game, "VAL", town=2)
    assert refused(run(game, SecondaryUpkeep(), GeneralPhase())) == [0]
    assert game.nations[A].capital == "VAL"
    assert game.leaders[who].at == "VAL"


@pytest.mark.rule("TC-DIP-03", "TC-DIP-05", "TC-SHEET-02")
def test_treaties_cannot_be_denounced_beside_an_alliance_that_is_still_locked():
    for since, lines in ((0, [0, 1]), (-9, [])):
        game = realm(reputation=0)
        for kind in ("contract", "pact"):
            treaty(game, kind, A, M, since=-9)
        treaty(game, "alliance", A, M, since=since)
        sheet(game, A, o.BreakAlliance(M), o.Denounce(M))
        assert refused(run(game, DiplomaticPhase())) == lines
        assert game.nations[A].reputation == (0 if lines else -2)
        assert len(game.ruptures) == (0 if lines else 3)


@pytest.mark.rule("TC-DIP-02", "TC-SHEET-02")
def test_a_refused_break_or_denunciation_does_not_forbid_a_declaration_of_war():
    game = realm()
    sheet(game, A, o.BreakAlliance(M), o.Denounce(M), o.DeclareWar(M))
    assert refused(run(game, DiplomaticPhase())) == [0, 1]
    assert list(game.wars) == [f"{A}|{M}"]
    game = realm()
    treaty(game, "contract", A, M)
    sheet(game, A, o.Denounce(M), o.DeclareWar(M))
    assert refused(run(game, DiplomaticPhase())) == [1]
    assert not game.wars


@pytest.mark.rule("TC-LEAD-13")
@pytest.mark.parametrize(("bids", "paid", "lines"), [((70, 70), 70, [1]), ((60, 70), 70, [0]), ((70, 60), 70, [1])])
def test_a_nation_never_bids_against_itself(bids, paid, lines):
    game = realm()
    star = leader(game, A, civil=3)
    game.leaders[star] = type(game.leaders[star])(id=star, name="Astre", nation="", origin=V, at="", civil=game.leaders[star].civil)
    game.market[star] = Listing(60, 30, -4)
    sheet(game, A, *(o.Bid(star, gold) for gold in bids))
    game.outbox = []
    settle_bids(game)
    assert refused(game.outbox) == lines
    assert game.leaders[star].nation == A
    assert game.nations[A].goods.gold == 500 - paid


@pytest.mark.rule("TC-LEAD-13")
def test_equal_bids_of_two_nations_of_equal_name_hire_nobody():
    game = realm(reputation=1)
    nation(game, M, gold=500, reputation=1)
    star = leader(game, A, civil=3)
    game.leaders[star] = type(game.leaders[star])(id=star, name="Astre", nation="", origin=V, at="", civil=game.leaders[star].civil)
    game.market[star] = Listing(60, 30, -4)
    for side in (A, M):
        sheet(game, side, o.Bid(star, 70))
    settle_bids(game)
    assert star in game.market
    nation(game, M, reputation=2)
    settle_bids(game)
    assert game.leaders[star].nation == M


@pytest.mark.rule("TC-STRUCT-08", "TC-SHEET-02")
def test_an_observatory_refuses_a_line_whole():
    """A field of study beside a shift that is not allowed in spring: neither is noted, and a good line still is."""
    game = realm()
    land(game, "TET", structures=("observatoire",), owner="ETOILES", controller="ETOILES")
    sheet(game, "ETOILES", o.UseStructure("observatoire", "TET", 1, "magie"), o.UseStructure("observatoire", "TET", choice="magie"))
    assert refused(run(game, SecondaryUpkeep())) == [0]
    assert [(mark.kind, mark.word, mark.amount) for mark in game.marks] == [("observatory_field", "magie", 0)]


@pytest.mark.rule("TC-DIP-05", "TC-SHEET-02")
def test_a_refused_alliance_gives_no_ally_to_call():
    game = realm()
    at_war(game, A, V)
    sheet(game, A, o.SignAlliance(M), o.CallAlly(M, V))
    assert refusals(run(game, DiplomaticPhase())) == ["TC-DIP-05", "TC-DIP-05"]
    assert not game.calls
    sheet(game, M, o.SignAlliance(A))
    assert refusals(run(game, DiplomaticPhase())) == []
    assert [(call.by, call.to, call.against) for call in game.calls] == [(A, M, V)]
