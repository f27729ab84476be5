"""What conquest, pillage and barbarians bring, in figures, on both sides of every condition."""

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.barbarians import HordeAppeared, LaidWaste, Rebelled, is_prey, lay_waste, raise_horde
from marchland.games.medioevo.rules.cards.windows import Window
from marchland.games.medioevo.rules.components.table import living
from marchland.games.medioevo.rules.components.vehicles import VehicleLost
from marchland.games.medioevo.rules.conquest.conquest import (
    Booty,
    ChooseLoot,
    Conquered,
    Conquest,
    Keep,
    Pillage,
    Pillaged,
    conquer,
    conquest_honour,
    honour_holy_city,
    keep_rest,
    pillage,
    spoils,
    take_booty,
)
from marchland.games.medioevo.rules.conquest.control import ControlChanged
from marchland.games.medioevo.rules.events.events import rebel
from marchland.games.medioevo.rules.events.hordes import (
    Departure,
    Drive,
    DriveHorde,
    HordeMoved,
    LeaveHordes,
    Reinforce,
    Rouse,
    SpendPoints,
    galleys_left,
    horde_ways,
    is_wild,
    move_horde,
    player_units,
    recruits,
    reinforce,
    reinforceable,
    rousable,
)
from marchland.games.medioevo.rules.purchases.prices import price_of
from marchland.games.medioevo.rules.variants.blood import BloodGained, bleed
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.state import BARBARIANS, Circle, Special, War
from marchland.kernel.events import Event

from .bare import (
    SEA,
    WILD,
    army,
    at_desk,
    at_war,
    bare_table,
    counts,
    emitted,
    land,
    lay_effect,
    numbers,
    offered,
    options_of,
    player,
    pushed,
    vehicle,
)

# -- conquest ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-PH-01", "MU-PH-03", "MU-PH-02")
def test_honour_of_a_conquest():
    game = bare_table()
    land(game, "buda", civil=2, military=3, cathedral=1)
    assert conquest_honour(game, 0, "buda") == 1 + 2 + 3 + 3
    assert conquest_honour(game, 0, "buda") == 0, "once a turn"
    assert game.taken_this_turn == ["buda"]
    assert conquest_honour(game, 1, "pozsony") == 0, "his own home"
    assert conquest_honour(game, 0, "alfold") == 0, "no settlement"
    assert game.taken_this_turn == ["buda", "pozsony", "alfold"]
    assert conquest_honour(game, 0, "slavonia") == 1
    told = emitted(game, Honoured, honour_holy_city, 1, "jerusalem")
    assert [(e.seat, e.points, e.rule) for e in told] == [(1, 2, "MU-PH-02")]
    assert emitted(game, Event, honour_holy_city, 0, "jerusalem") == emitted(game, Event, honour_holy_city, 0, "buda") == []
    assert [event.points for event in emitted(game, Honoured, honour_holy_city, 0, "roma")] == [2]
    assert game.holy_taken == ["jerusalem", "roma"]
    four = bare_table(4)
    assert emitted(four, Event, honour_holy_city, 3, "jerusalem") == []
    assert four.holy_taken == []


def prizes_in_wallachia(**more):
    game = at_desk(bare_table())
    game.wars, game.turn = [War((0, 1), 1)], 2
    army(game, WILD, 0, li=1)
    land(game, WILD, holder=0, **more)
    return game


@pytest.mark.rule("MU-CON-02")
def test_spoils_are_buildings_cubes_and_the_pieces_of_enemies_without_troops():
    game = prizes_in_wallachia(civil=1, cubes=("salt",))
    caravan = vehicle(game, 1, "caravan", 1, WILD, goods=("silk",))
    wagon = vehicle(game, 1, "wagon", 2, WILD)
    vehicle(game, 2, "wagon", 1, WILD)
    vehicle(game, 0, "wagon", 1, WILD)
    pieces = [f"v:{caravan}", f"v:{caravan}:cargo", f"v:{wagon}"]
    assert list(spoils(game, 0, WILD)) == [f"building:{WILD}:civil", f"cube:{WILD}:salt", *pieces]
    assert list(spoils(game, 0, WILD, pieces_only=True)) == pieces
    game.push(ChooseLoot(0, WILD, 1, pieces_only=True))
    lay_effect(game, "safe", f"v:{caravan}")
    game.run()
    assert list(game.options()) == [Keep(), Pillage(f"v:{wagon}")]
    army(game, WILD, 1, li=1)
    assert list(spoils(game, 0, WILD, pieces_only=True)) == [], "troops defend them"


@pytest.mark.rule("MU-CON-02")
def test_pillage_pays_half_the_price_and_fifty_a_cube():
    game = prizes_in_wallachia(civil=2, military=1, cubes=("salt", "silk"))
    caravan = vehicle(game, 1, "caravan", 2, WILD, goods=("silk", "salt"))
    engine = vehicle(game, 1, "engine", 3, WILD)
    game.supply.update({"cube:silk": 3, "cube:salt": 3})
    florins = 1000
    for element, owner, worth in (
        (f"v:{caravan}:cargo", 1, 100),
        (f"v:{caravan}", 1, 100),
        (f"v:{engine}", 1, 150),
        (f"building:{WILD}:civil", 0, price_of("civil", 2) // 2),
        (f"cube:{WILD}:salt", 0, 50),
    ):
        told = emitted(game, Pillaged, pillage, 0, element)
        assert [(e.seat, e.element, e.owner, e.florins, e.rule) for e in told] == [(0, element, owner, worth, "MU-CON-02")]
        florins += worth
        assert game.players[0].florins == florins
    assert (game.lands[WILD].civil, game.lands[WILD].military, game.lands[WILD].cubes) == (0, 1, ("silk",))
    assert not game.vehicles
    assert (game.supply["cube:silk"], game.supply["cube:salt"]) == (4, 5)
    assert game.now[0].transports_plundered == 1, "an engine is no transport"
    wagon = vehicle(game, 1, "wagon", 1, WILD, goods=("salt",))
    told = emitted(game, Pillaged, pillage, BARBARIANS, f"v:{wagon}")
    assert [(e.seat, e.florins) for e in told] == [(BARBARIANS, 100)]
    assert game.players[0].florins == florins


@pytest.mark.rule("MU-CON-02")
def test_what_is_kept_changes_owner_and_what_has_no_token_is_pillaged_unless_it_is_safe():
    game = prizes_in_wallachia()
    caravan, engine = vehicle(game, 1, "caravan", 1, WILD), vehicle(game, 1, "engine", 1, WILD)
    keep_rest(game, 0, WILD)
    assert (game.vehicles[caravan].owner, game.vehicles[engine].owner) == (0, 0)
    assert (game.now[0].transports_plundered, game.players[0].florins) == (1, 1000)
    for _ in range(6):
        vehicle(game, 0, "wagon", 1, "smyrna")
    wagon, safe = vehicle(game, 1, "wagon", 1, WILD), vehicle(game, 1, "wagon", 1, WILD)
    lay_effect(game, "safe", f"v:{safe}")
    keep_rest(game, 0, WILD)
    assert wagon not in game.vehicles
    assert game.vehicles[safe].owner == 1
    assert (game.players[0].florins, game.now[0].transports_plundered) == (1050, 2)
    depth = len(game.stack)
    take_booty(game, 2, WILD, 1)
    assert len(game.stack) == depth, "no enemy of his"
    take_booty(game, 0, WILD, 1)
    frame = game.stack[-1][0]
    assert (len(game.stack), frame.seat, frame.space, frame.loser) == (depth + 1, 0, WILD, 1)


@pytest.mark.rule("MU-VAR-04")
def test_blood_is_for_the_victim_with_the_variant_while_tokens_last():
    game = bare_table()
    assert emitted(game, Event, bleed, 1, 0) == []
    game.settings, game.supply["blood"] = {"blood": True}, 1
    assert emitted(game, Event, bleed, 0, 0) == emitted(game, Event, bleed, BARBARIANS, 0) == []
    assert [event.seat for event in emitted(game, BloodGained, bleed, 1, 0)] == [1]
    assert (game.players[1].blood, game.supply["blood"]) == (1, 0)
    assert emitted(game, Event, bleed, 2, 0) == []


# -- barbarians --------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BAR-07", "MU-VAR-04")
def test_barbarians_lay_waste_all_but_what_is_safe():
    game = bare_table()
    game.settings, game.supply["blood"] = {"blood": True}, 9
    land(game, "smyrna", civil=1, military=1, cubes=("salt", "silk"), token=0)
    caravan, ship = vehicle(game, 1, "caravan", 1, "smyrna"), vehicle(game, 2, "wagon", 1, "smyrna")
    army(game, "smyrna", BARBARIANS, li=1)
    for element in (f"v:{ship}", "building:smyrna:civil", "cube:smyrna:silk"):
        lay_effect(game, "safe", element)
    assert is_prey(game, "smyrna")
    told = emitted(game, LaidWaste, lay_waste, "smyrna")
    assert [event.space for event in told] == ["smyrna"]
    there = game.lands["smyrna"]
    assert (there.civil, there.military, there.cubes, there.token) == (1, 0, ("silk",), BARBARIANS)
    assert list(game.vehicles) == [ship]
    assert caravan not in game.vehicles
    assert [game.players[seat].blood for seat in range(3)] == [2, 1, 0], "for what was pillaged, and for the lost home"
    assert [event.rule for event in game.outbox if isinstance(event, VehicleLost)] == ["MU-BAR-07"]
    land(game, "adrianople", holder=BARBARIANS)
    assert emitted(game, Event, lay_waste, "adrianople") == [], "nothing there, and lost already"
    galley = vehicle(game, 1, "galley", 1, "aegean")
    assert emitted(game, LaidWaste, lay_waste, "aegean")
    assert galley not in game.vehicles


@pytest.mark.rule("MU-BAR-07")
def test_prey_is_something_to_pillage_where_barbarians_stand_alone():
    game = bare_table()
    land(game, WILD, cubes=("salt",))
    assert not is_prey(game, WILD)
    army(game, WILD, BARBARIANS, li=1)
    assert is_prey(game, WILD)
    land(game, WILD, cubes=())
    assert not is_prey(game, WILD)
    land(game, WILD, civil=1)
    assert is_prey(game, WILD)
    army(game, WILD, 0, li=1)
    assert not is_prey(game, WILD)
    army(game, "aegean", BARBARIANS, li=1)
    assert not is_prey(game, "aegean")
    vehicle(game, 0, "galley", 1, "aegean")
    assert is_prey(game, "aegean")


@pytest.mark.rule("MU-MOV-09", "MU-EVT-17")
def test_a_horde_of_the_war_circle_rises_as_far_as_figures_go():
    game = at_desk(bare_table())
    game.circle = Circle((1, 2, 3), counts(li=2, arc=1))
    game.supply.update({"horde_li": 3, "horde_arc": 0})
    told = emitted(game, HordeAppeared, raise_horde, WILD, "R")
    assert [(e.space, e.rule) for e in told] == [(WILD, "R")]
    assert (numbers(game, WILD, BARBARIANS), game.supply["horde_li"]) == ({"li": 2}, 1)
    land(game, "smyrna", incursion=True)
    told = emitted(game, Rebelled, rebel, 0, "smyrna", "R")
    assert [(e.seat, e.space, e.rule) for e in told] == [(0, "smyrna", "R")]
    assert (game.now[0].new_rebellions, game.lands["smyrna"].incursion, numbers(game, "smyrna", BARBARIANS)) == (
        1,
        False,
        {"li": 1},
    )
    assert type(game.stack[-1][0]).__name__ == "Arrival"
    assert game.stack[-1][0].space == "smyrna"


@pytest.mark.rule("MU-EVT-10")
def test_where_barbarians_are_reinforced():
    game = bare_table()
    assert reinforceable(game) == sorted(world.fires())
    land(game, WILD, holder=0)
    army(game, "serbia", BARBARIANS, li=1)
    army(game, "aegean", BARBARIANS, li=1)
    army(game, "moldavia", 0, li=1)
    assert reinforceable(game) == sorted({*world.fires(), "serbia"} - {WILD})
    game.lands.pop("alps")
    for space in world.fires():
        if space in game.lands:
            land(game, space, holder=1)
    game.area = (WILD, "serbia", "moldavia", "tarnovo", "smyrna")
    assert reinforceable(game) == ["serbia", "tarnovo"], "with all fires controlled, empty wild land"


@pytest.mark.rule("MU-EVT-10")
def test_wild_land_is_nobodys_and_empty():
    game = bare_table()
    assert is_wild(game, "tarnovo")
    assert not is_wild(game, "smyrna")
    land(game, "smyrna", holder=BARBARIANS)
    assert not is_wild(game, "smyrna"), "a home"
    land(game, "tarnovo", holder=0)
    assert not is_wild(game, "tarnovo")
    land(game, "tarnovo", holder=BARBARIANS, civil=1)
    assert not is_wild(game, "tarnovo")
    army(game, "serbia", BARBARIANS, li=1)
    vehicle(game, 0, "wagon", 1, "moldavia")
    assert not is_wild(game, "serbia")
    assert not is_wild(game, "moldavia")


@pytest.mark.rule("MU-EVT-11", "MU-EVT-10")
def test_recruits_by_the_size_of_the_horde_and_the_figures_left():
    game = at_desk(bare_table())
    expected = {0: ["li"], 1: ["li"], 2: ["li", "arc"], 3: ["li", "arc"], 4: ["li", "arc", "cap1"]}
    for size, kinds in expected.items():
        game.armies.pop(WILD, None)
        if size:
            army(game, WILD, BARBARIANS, li=size)
        assert recruits(game, WILD) == kinds
    game.supply["horde_arc"] = 0
    assert recruits(game, WILD) == ["li", "cap1"]
    reinforce(game, WILD, "cap1")
    assert numbers(game, WILD, BARBARIANS) == {"li": 4, "cap1": 1}
    assert game.stack[-1][0].space == WILD


@pytest.mark.rule("MU-EVT-12", "MU-EVT-13")
def test_where_hordes_go_and_which_may_be_roused():
    game = at_desk(bare_table())
    army(game, WILD, BARBARIANS, li=2)
    ways = ["banat", "black_sea_west", "moldavia", "serbia", "tarnovo", "transylvania"]
    assert sorted(horde_ways(game, WILD)) == ways
    assert galleys_left(game) == 4
    game.lands.pop("moldavia")
    game.waters = tuple(sea for sea in game.waters if sea != "black_sea_west")
    assert sorted(horde_ways(game, WILD)) == ["banat", "serbia", "tarnovo", "transylvania"]
    game.waters = (*game.waters, "black_sea_west")
    for sea in ("ionian", "tyrrhenian", "balearic"):
        army(game, sea, BARBARIANS, li=1)
    army(game, "syrtes", 0, li=1)
    assert galleys_left(game) == 1
    assert "black_sea_west" in horde_ways(game, WILD)
    army(game, "atlantic", BARBARIANS, li=1)
    assert galleys_left(game) == 0
    assert "black_sea_west" not in horde_ways(game, WILD)
    assert "adriatic" in horde_ways(game, "ionian"), "it has its Galley already"
    game.armies.pop("atlantic")
    army(game, "black_sea_west", BARBARIANS, li=1)
    assert galleys_left(game) == 0
    assert "black_sea_west" in horde_ways(game, WILD), "a Galley is there already"
    assert WILD in rousable(game, 0)
    lay_effect(game, "no-leave", WILD)
    assert horde_ways(game, WILD) == []
    assert WILD not in rousable(game, 0)
    game.effects.clear()
    army(game, "smyrna", BARBARIANS, li=1)
    assert "smyrna" not in rousable(game, 0), "not in the first player's home"
    assert "smyrna" in rousable(game, 1)
    for kind, there in (("caravan", False), ("wagon", True), ("galley", True), ("engine", True)):
        game.vehicles.clear()
        vehicle(game, 1, kind, 1, WILD)
        assert (WILD in player_units(game)) == there
        assert (WILD in rousable(game, 0)) != there
    game.vehicles.clear()
    army(game, WILD, 2, li=1)
    assert WILD in player_units(game)
    assert WILD not in rousable(game, 0)


@pytest.mark.rule("MU-EVT-12")
def test_a_horde_moves_whole_joins_another_and_control_follows():
    game = at_desk(bare_table())
    army(game, WILD, BARBARIANS, [Special("li", "li", BARBARIANS)], li=2, arc=1)
    army(game, "tarnovo", BARBARIANS, [Special("arc", "arc", BARBARIANS)], li=1, cap1=1)
    land(game, WILD, token=1)
    told = emitted(game, HordeMoved, move_horde, 0, WILD, "tarnovo")
    assert [(e.seat, e.space, e.to) for e in told] == [(0, WILD, "tarnovo")]
    assert WILD not in game.armies
    assert numbers(game, "tarnovo", BARBARIANS) == {"li": 4, "arc": 2, "cap1": 1}
    assert game.lands[WILD].holder == 1, "the land it left falls to the token"
    assert game.stack[-1][0].space == "tarnovo"
    army(game, "smyrna", 0, li=1)
    army(game, "attalia", BARBARIANS, li=1)
    move_horde(game, 1, "attalia", "smyrna")
    assert game.lands["smyrna"].incursion, "it came from elsewhere"


@pytest.mark.rule("MU-EVT-09")
def test_barbarian_points_are_spent_one_by_one_or_left():
    game = at_desk(bare_table(), phase=2)
    depth = len(game.stack)
    army(game, WILD, BARBARIANS, li=2)
    game.push(SpendPoints(0, 2))
    game.run()
    assert game.options()[0] == LeaveHordes()
    assert {action.kind for action in offered(game, Reinforce) if action.space == WILD} == {"li", "arc"}
    assert Rouse(WILD) in offered(game, Rouse)
    game.apply(0, Rouse(WILD))
    assert Drive("tarnovo") in offered(game, Drive)
    game.apply(0, Drive("tarnovo"))
    assert numbers(game, "tarnovo", BARBARIANS) == {"li": 2}
    game.apply(0, Reinforce("tarnovo", "li"))
    assert len(game.stack) == depth
    assert numbers(game, "tarnovo", BARBARIANS) == {"li": 3}
    game.push(SpendPoints(0, 2))
    game.run()
    game.apply(0, LeaveHordes())
    assert len(game.stack) == depth
    player(game, 0, eliminated=True)
    game.push(SpendPoints(0, 2))
    game.run()
    assert len(game.stack) == depth


# -- the steps of a conquest -------------------------------------------------------------------------------


@pytest.mark.rule("MU-PH-01", "MU-CON-01", "MU-MOV-11", "MU-VAR-04", "MU-CTL-03")
def test_a_conquest_is_told_honoured_and_bled_for():
    game = bare_table()
    game.settings, game.supply["blood"] = {"blood": True}, 9
    assert pushed(game, conquer, 0, "buda") == [Conquest(0, "buda", 1)]
    land(game, "buda", civil=2, token=2)
    game.outbox = []
    Conquest(0, "buda", 1).glory(game)
    assert [(e.seat, e.space, e.loser) for e in game.outbox if isinstance(e, Conquered)] == [(0, "buda", 1)]
    assert [(e.seat, e.before, e.rule) for e in game.outbox if isinstance(e, ControlChanged)] == [(0, 1, "MU-CON-01")]
    assert [(e.seat, e.points, e.rule) for e in game.outbox if isinstance(e, Honoured)] == [(0, 3, "MU-PH-01")]
    assert (game.lands["buda"].holder, game.lands["buda"].token, game.now[0].conquered) == (0, BARBARIANS, ("buda",))
    assert [game.players[seat].blood for seat in range(3)] == [0, 1, 0]
    Conquest(1, "buda", 0).glory(game)
    assert [game.players[seat].blood for seat in range(3)] == [0, 1, 0], "nobody bleeds for taking his own home back"
    told = emitted(game, Honoured, Conquest(0, "roma", BARBARIANS).glory)
    assert [(event.points, event.rule) for event in told] == [(1, "MU-PH-01"), (2, "MU-PH-02")]


@pytest.mark.rule("MU-CARD-50", "MU-CARD-51", "MU-CARD-30", "MU-CON-02")
def test_loot_is_announced_and_chosen_only_where_there_is_some():
    game = at_war()
    army(game, WILD, 0, li=1)
    assert pushed(game, Conquest(0, WILD, 1).announce) == [Window("W-6c", WILD)]
    assert pushed(game, Booty(0, WILD, 1).announce) == [Window("W-6c", WILD)]
    assert pushed(game, Conquest(0, WILD, 1).loot) == pushed(game, Booty(0, WILD, 1).loot) == []
    land(game, WILD, civil=1)
    assert pushed(game, Conquest(0, WILD, 1).loot) == [ChooseLoot(0, WILD, 1)]
    assert pushed(game, Booty(0, WILD, 1).loot) == [], "pieces only"
    wagon = vehicle(game, 1, "wagon", 1, WILD)
    assert pushed(game, Booty(0, WILD, 1).loot) == [ChooseLoot(0, WILD, 1, pieces_only=True)]
    game.settings, game.supply["blood"] = {"blood": True}, 9
    ask = ChooseLoot(0, WILD, 1)
    assert pushed(game, ask.resolve, Pillage(f"building:{WILD}:civil")) == [ChooseLoot(0, WILD, 1, bled=True)]
    assert game.players[1].blood == 1
    other = vehicle(game, 1, "wagon", 1, WILD)
    assert pushed(game, ChooseLoot(0, WILD, 1, bled=True).resolve, Pillage(f"v:{other}")) == [ChooseLoot(0, WILD, 1, bled=True)]
    assert game.players[1].blood == 1, "once"
    assert pushed(game, ask.resolve, Keep()) == []
    assert game.vehicles[wagon].owner == 0


@pytest.mark.rule("MU-CTL-05", "MU-CTL-06")
def test_tokens_follow_a_kept_building_and_go_without_it():
    def conquered(loser=1, military=1):
        game = bare_table()
        army(game, "transylvania", 0, li=1)
        land(game, "transylvania", holder=0, military=military)
        land(game, WILD, token=1, holder=1)
        Conquest(0, "transylvania", loser).tokens(game)
        return game.lands[WILD].token, game.lands[WILD].holder

    assert conquered() == (0, 0)
    assert conquered(military=0) == (BARBARIANS, BARBARIANS)
    assert conquered(loser=BARBARIANS) == (BARBARIANS, BARBARIANS), "they were nobody's to inherit"
    game = bare_table()
    land(game, WILD, holder=0)
    Conquest(0, WILD, BARBARIANS).tokens(game)
    assert game.lands[WILD].holder == BARBARIANS, "nobody is left there"


@pytest.mark.rule("MU-EVT-12", "MU-CARD-03")
def test_a_driven_horde_sets_out_unless_it_is_held():
    game = bare_table()
    army(game, WILD, BARBARIANS, li=2)
    assert pushed(game, DriveHorde(0, WILD).resolve, Drive("serbia")) == [Departure(0, WILD, "serbia")]
    assert options_of(game, DriveHorde(0, WILD)) == [Drive(there) for there in horde_ways(game, WILD)]
    assert pushed(game, Departure(0, WILD, "serbia").warn) == [Window("W-2h", WILD)]
    lay_effect(game, "no-leave", WILD)
    Departure(0, WILD, "serbia").leave(game)
    assert numbers(game, WILD, BARBARIANS) == {"li": 2}
    game.effects.clear()
    Departure(0, WILD, "buda").leave(game)
    Departure(0, "moldavia", WILD).leave(game)
    assert numbers(game, WILD, BARBARIANS) == {"li": 2}
    told = emitted(game, HordeMoved, Departure(2, WILD, "serbia").leave)
    assert [(e.seat, e.space, e.to) for e in told] == [(2, WILD, "serbia")]


@pytest.mark.rule("MU-ELI-01")
def test_the_living_play_in_their_order():
    game = bare_table()
    game.order = (2, 0, 1)
    assert living(game) == (2, 0, 1)
    player(game, 0, eliminated=True)
    assert living(game) == (2, 1)


@pytest.mark.rule("MU-CON-02")
def test_what_sinks_with_a_pillaged_galley_does_not_keep_the_rest_from_being_kept():
    game = at_war()
    for _ in range(8):
        vehicle(game, 0, "wagon", 1, "smyrna")
    galley = vehicle(game, 1, "galley", 1, SEA)
    aboard = vehicle(game, 1, "wagon", 2, SEA, aboard=galley)
    other = vehicle(game, 1, "galley", 2, SEA)
    keep_rest(game, 0, SEA)
    assert galley not in game.vehicles, "no token of the first level is left"
    assert aboard not in game.vehicles
    assert game.vehicles[other].owner == 0
