"""National structures as such (TC-STRUCT-08): who builds them, who uses them; their effects are in `test_national_structures`."""

import pytest

from marchland.games.cendre.orders import Construct, Prospect, RecruitLeader, RecruitUnits, UseStructure
from marchland.games.cendre.rules.civil.civil import CivilPhase
from marchland.games.cendre.rules.civil.construction import construct_refusal
from marchland.games.cendre.rules.events.national import national_event
from marchland.games.cendre.rules.general import GeneralPhase
from marchland.games.cendre.rules.standing.standing import stability_modifier
from marchland.games.cendre.rules.towns.towns import EFFECTS
from marchland.games.cendre.rules.turn.beginning import SecondaryUpkeep
from marchland.games.cendre.rules.war.war import MilitaryPhase
from marchland.games.cendre.world import BOOKLETS, MAJORS

from .realm import A, M, land, leader, nation, no_leaders, refusals, run, sheet, table

pytestmark = pytest.mark.rule("TC-STRUCT-08")
OWN = {structure.id: name for name in MAJORS for structure in BOOKLETS[name].structures}


def test_every_nation_has_two_structures_of_its_own():
    assert sorted(OWN.values()) == sorted(2 * MAJORS)
    assert set(OWN) == set(EFFECTS)


@pytest.mark.parametrize("kind", sorted(OWN))
def test_nobody_builds_the_structures_of_another_people(kind):
    game = table()
    for name in MAJORS:
        order = Construct(leader="", territory=game.nations[name].capital, structure=kind)
        assert (construct_refusal(game, name, order) == "TC-STRUCT-08") == (name != OWN[kind])


HOLDERS = [(M, M, True), (A, A, False), (A, M, False), (M, A, False)]
"""Owner, controller, and whether Merisse may use what stands there: possession means both."""


@pytest.mark.parametrize(("owner", "controller", "usable"), HOLDERS)
def test_whoever_comes_into_possession_of_a_structure_has_its_effect(owner, controller, usable):
    figures = []
    for structures in ((), ("grand-theatre",)):
        game = table()
        land(game, "VAL", owner=owner, controller=controller, structures=structures)
        figures.append(stability_modifier(game, M))
    assert figures[1] - figures[0] == usable


@pytest.mark.parametrize(("owner", "controller", "usable"), HOLDERS)
def test_whoever_comes_into_possession_of_a_structure_gives_it_orders(owner, controller, usable):
    game = table()
    no_leaders(game)
    land(game, "MAR", owner=owner, controller=controller, town=3, structures=("pecherie",))
    nation(game, M, mer=5)
    sheet(game, M, UseStructure("pecherie", "MAR", 2))
    assert refusals(run(game, SecondaryUpkeep())) == ([] if usable else ["TC-STRUCT-08"])
    assert game.nations[M].goods.mer == (3 if usable else 5)


@pytest.mark.parametrize(("owner", "controller", "usable"), HOLDERS)
def test_a_structure_acts_on_the_sheet_as_if_it_were_a_leader(owner, controller, usable):
    game = table(10, 10)
    land(game, "KAT", owner=owner, controller=controller, structures=("guilde-des-explorateurs",))
    nation(game, M, gold=100, stability=0, prospecteurs=0)
    sheet(game, M, Prospect(leader="guilde-des-explorateurs@KAT", territory="MBT"))
    assert refusals(run(game, CivilPhase())) == ([] if usable else ["TC-STRUCT-08"])
    assert game.nations[M].goods.gold == (80 if usable else 100)


def test_a_structure_acts_once_a_season_and_only_in_its_own_way():
    game = table(10)
    land(game, "KKA", structures=("guilde-des-explorateurs",))
    nation(game, "ROC", gold=100)
    order = Prospect(leader="guilde-des-explorateurs@KKA", territory="MBT")
    sheet(game, "ROC", order, order)
    assert refusals(run(game, CivilPhase())) == ["TC-STRUCT-08"]
    game.sheets = {}
    sheet(game, "ROC", RecruitUnits(leader="guilde-des-explorateurs@KKA", unit="roc-mineurs", number=1))
    assert refusals(run(game, MilitaryPhase())) == ["TC-STRUCT-08"]


def test_structures_rest_in_winter():
    game = table()
    land(game, "KKA", structures=("guilde-des-explorateurs",))
    game.season = "hiver"
    sheet(game, "ROC", Prospect(leader="guilde-des-explorateurs@KKA", territory="MBT"))
    run(game, CivilPhase())
    assert "ROC:MBT" not in game.knowledge


@pytest.mark.rule("TC-EVT-04")
def test_a_quarrel_in_the_senate_stops_recruiting():
    game = table()
    game.season = "hiver"
    national_event(game, "LUMIERES", 5)
    game.year, game.season = 202, "printemps"
    who = leader(game, "LUMIERES", civil=3)
    no_leaders(game, "AKLA")
    nation(game, "LUMIERES", gold=500)
    game.leaders = {id_: one for id_, one in game.leaders.items() if one.nation != "LUMIERES" or id_ == who}
    sheet(game, "LUMIERES", RecruitLeader(who, "civil"))
    assert refusals(run(game, GeneralPhase())) == ["TC-EVT-04"]
