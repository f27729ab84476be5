"""Cards in whole turns: what they do to other cards, to hordes, to pillage, and where they end, on an audited table."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.barbarians import Arrival
from marchland.games.medioevo.rules.battle.damage import hurt
from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.cards.powers import PlayCard, Target
from marchland.games.medioevo.rules.cards.windows import Pass, React
from marchland.games.medioevo.rules.components.armies import destroy_unit
from marchland.games.medioevo.rules.conquest.conquest import Conquered, Keep, Pillage
from marchland.games.medioevo.rules.events.hordes import HordeMoved, Reinforce, Rouse, SpendPoints
from marchland.games.medioevo.rules.movement.groups import Go
from marchland.games.medioevo.rules.movement.removal import Seize
from marchland.games.medioevo.rules.trade.trade import Robbed
from marchland.games.medioevo.rules.turn_end import revert_units
from marchland.games.medioevo.state import BARBARIANS, Army, Fight, Route, Side

from .open_table import table
from .table import Table


def asked_in(game: Table) -> tuple[str, str, int]:
    """Window, place and seat of the reaction that is asked for."""
    decision = game.game.decision
    assert isinstance(decision, React), decision
    return decision.window, decision.place, decision.seat


# -- Marauder 66: lent units return ------------------------------------------------------------------------


def lent(**position: Any) -> Table:
    """Seat 0 lends the whole garrison of Roma, one Heavy infantry, to the horde in Napoli."""
    armies = {"roma": {0: {"hi": 1}}, "napoli": {"barbarians": {"li": 2}}, **position.pop("armies", {})}
    game = table(armies=armies, players={0: {"hand": [66]}}, at="combat", **position)
    game.do("playcard 66")
    if game.offers(Target):
        game.do("target nothing")
    return game


@pytest.mark.rule("MU-CARD-66", "MU-END-01")
def test_lent_units_return_even_if_they_were_the_whole_garrison() -> None:
    game = lent()
    assert game.game.lands["roma"].holder == BARBARIANS, "land left without a unit is lost at once"
    assert game.units("napoli", BARBARIANS) == {"li": 2, "hi": 1}
    reserve = game.game.players[0].reserve
    revert_units(game.game)
    assert game.units("roma", 0) == {"hi": 1}
    assert game.units("napoli", BARBARIANS) == {"li": 2}
    assert game.game.lands["roma"].holder == 0, "a lone army holds wild land"
    assert game.game.players[0].reserve == reserve


@pytest.mark.rule("MU-CARD-66", "MU-END-01")
def test_lent_units_return_beside_whoever_has_come_meanwhile() -> None:
    game = lent()
    game.game.armies["roma"] = (Army(1, (0, 2, 0, 0, 0, 0, 0)),)
    revert_units(game.game)
    assert game.units("roma", 0) == {"hi": 1}
    assert game.units("roma", 1) == {"hi": 2}


@pytest.mark.rule("MU-CARD-66", "MU-BAT-10")
def test_a_wounded_lent_unit_is_still_its_owners() -> None:
    """The Heavy infantry becomes Light infantry of the player's reserve, not of the barbarians', and goes home as such."""
    game = lent(armies={"napoli": {"barbarians": {"li": 1}, 1: {"cav": 3}}}, wars=[])
    hordes, own = game.game.supply["horde_li"], game.game.players[0].reserve
    game.game.fights.append(Fight("napoli", (Side(1), Side(BARBARIANS, pending=1)), step="melee"))
    hurt(game.game, 1, "hi")
    assert game.units("napoli", BARBARIANS) == {"li": 2}
    assert game.game.supply["horde_li"] == hordes, "no barbarian figure is used"
    assert game.game.players[0].reserve == (own[0] - 1, own[1] + 1, *own[2:])
    game.game.fights.pop()
    revert_units(game.game)
    assert game.units("roma", 0) == {"li": 1}
    assert game.units("napoli", BARBARIANS) == {"li": 1}


@pytest.mark.rule("MU-CARD-66")
def test_lent_units_that_fell_do_not_return() -> None:
    game = lent()
    own = game.game.players[0].reserve
    destroy_unit(game.game, "napoli", BARBARIANS, "hi", "MU-BAT-05")
    revert_units(game.game)
    assert game.units("roma", 0) == {}
    assert game.game.players[0].reserve == (own[0], own[1] + 1, *own[2:])


@pytest.mark.rule("MU-CARD-66")
def test_at_most_two_units_are_lent_from_any_other_territories() -> None:
    armies = {"nicaea": {0: {"cav": 1}}, "smyrna": {0: {"arc": 2}}, "napoli": {"barbarians": {"li": 1}, 0: {"li": 5}}}
    game = table(armies=armies, players={0: {"hand": [66]}}, at="combat")
    game.do("playcard 66")
    assert {o.id for o in game.offers(Target)} == {"unit:nicaea:0:cav", "unit:smyrna:0:arc"}, "those in Napoli are beside the horde"
    game.do("target unit:nicaea:0:cav")
    assert {o.id for o in game.offers(Target)} == {"nothing", "unit:smyrna:0:arc"}, "the one Cavalry is promised"
    game.do("target unit:smyrna:0:arc")
    assert game.units("napoli", BARBARIANS) == {"li": 1, "arc": 1, "cav": 1}
    assert game.asked() == "ChooseMove", "a third is not asked for"
    assert game.honour(0) == 10


@pytest.mark.rule("MU-CARD-66", "MU-CARD-03")
def test_a_bishop_also_holds_back_those_who_would_be_lent() -> None:
    armies = {"nicaea": {0: {"cav": 1}}, "smyrna": {0: {"arc": 1}}, "napoli": {"barbarians": {"li": 1}}}
    game = table(armies=armies, players={0: {"hand": [66, 3]}}, at="combat")
    game.do("playcard 3", "target nicaea", "playcard 66")
    assert game.units("napoli", BARBARIANS) == {"li": 1, "arc": 1}, "the only one who may leave is taken without asking"


# -- Bishop 3 and hordes -----------------------------------------------------------------------------------


def hordes(banned: str = "", **players: Any) -> Table:
    """The first player has barbarian points; hordes stand in Napoli and Wallachia."""
    game = table(armies={"napoli": {"barbarians": {"li": 2}}, "wallachia": {"barbarians": {"li": 1}}}, at="combat", **players)
    game.game.phase = 2
    if banned:
        lay_effect(game.game, "no-leave", 1, banned)
    game.game.push(SpendPoints(0, 3))
    game.game.run()
    return game


@pytest.mark.rule("MU-CARD-03", "MU-EVT-13")
def test_a_bishop_immobilises_hordes() -> None:
    assert {o.space for o in hordes().offers(Rouse)} == {"napoli", "wallachia"}
    game = hordes(banned="napoli")
    assert {o.space for o in game.offers(Rouse)} == {"wallachia"}
    assert "napoli" in {o.space for o in game.offers(Reinforce)}, "units may still be added"


@pytest.mark.rule("MU-CARD-03", "MU-EVT-12")
def test_a_bishop_stops_a_horde_that_is_about_to_leave_and_the_point_is_spent() -> None:
    game = hordes(players={1: {"hand": [3]}})
    game.do("rouse napoli", "drive roma")
    assert asked_in(game) == ("W-2h", "napoli", 1)
    game.do("playcard 3")
    assert game.units("napoli", BARBARIANS) == {"li": 2}
    assert not game.happened(HordeMoved)
    assert game.asked() == "SpendPoint"
    assert game.game.decision.left == 2
    assert "napoli" not in {o.space for o in game.offers(Rouse)}


@pytest.mark.rule("MU-CARD-03", "MU-EVT-12")
def test_a_horde_leaves_when_the_bishop_lets_it() -> None:
    game = hordes(players={1: {"hand": [3]}})
    game.do("rouse napoli", "drive roma", Pass())
    assert game.units("roma", BARBARIANS) == {"li": 2}
    assert game.units("napoli", BARBARIANS) == {}


@pytest.mark.rule("MU-CARD-03", "MU-TEC-33")
def test_not_even_nation_moves_barbarians_out_of_a_bishops_territory() -> None:
    armies = {"napoli": {"barbarians": {"li": 1}}, "wallachia": {"barbarians": {"arc": 1}}}
    game = table(armies=armies, players={0: {"technology": {"orange": 3}, "hand": [3]}}, at="combat")
    game.do("usetechnology nation")
    assert {o.id for o in game.offers(Target)} == {"unit:napoli:-1:li", "unit:wallachia:-1:arc"}
    game = table(armies=armies, players={0: {"technology": {"orange": 3}, "hand": [3]}}, at="combat")
    game.do("playcard 3", "target napoli", "usetechnology nation")
    assert {o.id for o in game.offers(Target)} & {"unit:napoli:-1:li"} == set()
    assert "roma" not in {o.id for o in game.offers(Target)}, "the lone Archer of Wallachia is taken; Roma is not next to it"


# -- windows before pillage (T-12) -------------------------------------------------------------------------

ROUTE = Route("nicaea", ("roma", "napoli", "genova"), ("roma",), "venezia", 1)


def lone_caravan(**players: Any) -> Table:
    """A loaded Caravan of seat 1, carrier of his route, stands alone beside seat 0's army in Napoli; they are at war."""
    vehicles = [
        {"owner": 1, "kind": "caravan", "level": 2, "space": "napoli", "goods": ["salt", "wine"]},
        {"owner": 1, "kind": "caravan", "level": 1, "space": "buda"},
    ]
    return table(
        armies={"napoli": {0: {"li": 1}}},
        vehicles=vehicles,
        wars=[[0, 1, 0]],
        players={1: {"route": {**_route_facts()}, **players.get("one", {})}},
        at="combat",
    )


def _route_facts() -> dict[str, Any]:
    return {"origin": "nicaea", "stages": ROUTE.stages, "done": ROUTE.done, "destination": "venezia", "carrier": 1}


@pytest.mark.rule("MU-CARD-51", "MU-DIP-02")
def test_a_diplomat_answers_the_seizure_of_a_lone_transport() -> None:
    game = lone_caravan(one={"hand": [51]})
    game.do(Seize(1))
    assert asked_in(game) == ("W-6c", "napoli", 1)
    assert game.offers(PlayCard) == [PlayCard(51)]
    game.do("playcard 51")
    assert game.game.vehicles[1].owner == 0, "it cannot be pillaged, so it is kept, the only choice left"
    assert game.game.vehicles[1].goods == ("salt", "wine")
    assert game.florins(0) == 1600


@pytest.mark.rule("MU-CON-02", "MU-DIP-02")
def test_a_lone_transport_that_nobody_protects_is_kept_or_pillaged() -> None:
    game = lone_caravan(one={"hand": [51]})
    game.do(Seize(1), Pass())
    assert {type(o) for o in game.offers()} == {Keep, Pillage}
    game.do("pillage v:1")
    assert game.florins(0) == 1600 + 100 + 2 * 50
    assert 1 not in game.game.vehicles


@pytest.mark.rule("MU-CARD-30", "MU-DIP-02")
@pytest.mark.parametrize("answer", ["pillage v:1", "keep"])
def test_a_salesman_saves_his_route_when_its_carrier_is_seized(answer: str) -> None:
    game = lone_caravan(one={"hand": [30]})
    game.do(Seize(1))
    assert asked_in(game) == ("W-6c", "napoli", 1)
    game.do("playcard 30", answer)
    route = game.game.players[1].route
    assert route is not None
    assert (route.stages, route.done, route.destination, route.carrier) == (ROUTE.stages, ("roma",), "venezia", 0)


@pytest.mark.rule("MU-TRD-14", "MU-CARD-30")
def test_without_a_salesman_a_seized_carrier_takes_the_route_with_it() -> None:
    game = lone_caravan(one={"hand": [30]})
    game.do(Seize(1), Pass(), "keep")
    assert game.game.players[1].route is None


def among_barbarians(*hand: int) -> Table:
    """Seat 0's Caravan, carrier of his route, rides from Napoli to Roma, where a horde stands."""
    return table(
        armies={"roma": {"barbarians": {"li": 1}}},
        vehicles=[{"owner": 0, "kind": "caravan", "level": 1, "space": "napoli", "goods": ["salt"]}],
        players={0: {"hand": list(hand), "route": _route_facts()}},
        at="trade",
    )


@pytest.mark.rule("MU-CARD-51", "MU-TRD-04")
def test_a_diplomat_saves_a_transport_from_barbarians_it_rode_into() -> None:
    game = among_barbarians(51)
    game.do("employ 1", "ride roma")
    while game.asked() == "Deposit":
        game.do(game.offers()[0])
    assert asked_in(game) == ("W-6c", "roma", 0)
    game.do("playcard 51")
    assert not game.happened(Robbed)
    assert game.game.vehicles[1].space == "roma"
    assert game.game.vehicles[1].stopped, "its voyage is over all the same"


@pytest.mark.rule("MU-CARD-30", "MU-TRD-04")
@pytest.mark.parametrize(("hand", "kept"), [((30,), True), ((), False)])
def test_a_salesman_saves_the_route_of_a_transport_that_barbarians_rob(hand: tuple[int, ...], kept: bool) -> None:
    game = among_barbarians(*hand)
    game.do("employ 1", "ride roma")
    while game.asked() != "ChooseTransport":
        plays = game.offers(PlayCard)
        game.do(plays[0] if plays else game.offers()[0])
    assert len(game.happened(Robbed)) == 1
    assert 1 not in game.game.vehicles
    assert (game.game.players[0].route is not None) == kept


@pytest.mark.rule("MU-CARD-51", "MU-BAR-07")
def test_a_diplomat_may_wait_until_the_battle_against_a_horde_is_lost() -> None:
    """The horde beats the garrison; then, and not only when it arrived, something can be protected."""
    game = table(
        armies={"nicaea": {0: {"li": 1}, "barbarians": {"li": 5}}},
        lands={"nicaea": {"civil": 2, "cathedral": 1}},
        players={0: {"hand": [51]}},
        circle=[4, 6, 8],
        at="combat",
    )
    game.game.phase = 2
    game.game.push(Arrival("nicaea"))
    game.game.run()
    assert asked_in(game)[:2] == ("W-2e", "nicaea")
    game.script(1, 2, 3, 1, 2, 3)
    while not (isinstance(game.game.decision, React) and game.game.decision.window == "W-6c"):
        game.do(game.offers()[0])
    assert game.units("nicaea", 0) == {}
    assert game.game.lands["nicaea"].civil == 2, "not yet pillaged"
    game.do("playcard 51", "target building:nicaea:civil")
    assert (game.game.lands["nicaea"].civil, game.game.lands["nicaea"].cathedral) == (2, 0)
    assert game.game.lands["nicaea"].holder == BARBARIANS


# -- Warlord 6 ---------------------------------------------------------------------------------------------


def entering(units: dict[str, int], wars: list[Any], declared: int = 0) -> Table:
    """Seat 0 marches from Roma into Hungarian Buda's neighbour held by seat 1 with a token."""
    game = table(
        armies={"nicaea": {0: units}},
        lands={"iconium": {"holder": 1, "token": 1}},
        vehicles=[{"owner": 0, "kind": "wagon", "level": 2, "space": "nicaea"}],
        players={0: {"hand": [6]}},
        wars=wars,
        at="combat",
    )
    game.do("muster nicaea", "take 1", "boardall", "go iconium")
    return game


@pytest.mark.rule("MU-CARD-06", "MU-DIP-02")
def test_a_single_unit_that_presses_on_through_a_rivals_land_has_attacked_him() -> None:
    game = entering({"hi": 1}, [])
    assert game.honour(0) == 10
    game.do("playcard 6")
    assert game.honour(0) == 7, "no war was declared"
    assert [(war.sides, war.by) for war in game.game.wars] == [((0, 1), 0)]
    assert game.offers(Go), "one of one, rounded up, goes on"
    game.do("go nicaea", "halt")
    assert game.units("nicaea", 0) == {"hi": 1}
    assert game.game.lands["iconium"].holder == 1, "nobody stopped to take it"
    assert game.honour(0) == 7


@pytest.mark.rule("MU-CARD-06", "MU-DIP-02")
def test_pressing_on_in_a_declared_war_costs_no_honour() -> None:
    game = entering({"hi": 1}, [[0, 1, 1]])
    game.do("playcard 6")
    assert game.honour(0) == 10


@pytest.mark.rule("MU-CARD-06", "MU-DIP-02")
def test_the_attack_counts_once_for_those_who_go_on_and_those_who_stop() -> None:
    game = entering({"hi": 5}, [])
    game.do("playcard 6")
    assert game.game.marches[-1].counts == (0, 3, 0, 0, 0, 0, 0), "half of five, rounded up"
    game.do("go nicaea", "halt")
    assert game.units("iconium", 0) == {"hi": 2}
    assert game.game.lands["iconium"].holder == 0
    assert game.honour(0) == 10 - 3 + 1, "the attack once, and a settlement conquered"
    assert [event.space for event in game.happened(Conquered)] == ["iconium"]


@pytest.mark.rule("MU-CARD-06", "MU-DIP-02")
def test_pressing_on_serves_for_one_entry_only() -> None:
    """Iconium is passed; Sinope beyond it, seat 1's too, ends the movement and is taken."""
    game = table(
        armies={"nicaea": {0: {"hi": 1}}},
        lands={space: {"holder": 1, "token": 1} for space in ("iconium", "sinope")},
        vehicles=[{"owner": 0, "kind": "wagon", "level": 2, "space": "nicaea"}],
        players={0: {"hand": [6]}},
        wars=[[0, 1, 0]],
        at="combat",
    )
    game.do("muster nicaea", "take 1", "boardall", "go iconium", "playcard 6")
    assert not game.game.marches[-1].pressing
    game.do("go sinope")
    assert game.game.marches == [], "the movement is over"
    assert [event.space for event in game.happened(Conquered)] == ["sinope"]


@pytest.mark.rule("MU-CARD-06")
@pytest.mark.parametrize(("units", "gone"), [(2, 1), (3, 2), (4, 2), (6, 3)])
def test_half_rounded_up_keep_their_movement(units: int, gone: int) -> None:
    game = entering({"hi": units}, [[0, 1, 0]])
    before = game.game.vehicles[1].pm
    game.do("playcard 6")
    while game.asked() == "ChooseStoppers":
        game.do(game.offers()[0])
    assert sum(game.game.marches[-1].counts) == gone
    assert game.game.vehicles[1].pm == before, "the wagon goes on with them"
    game.do("go nicaea")
    assert game.units("iconium", 0) == {"hi": units - gone}
