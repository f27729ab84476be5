"""What vehicles, buildings and Control tokens do, in figures, on both sides of every condition."""

import pytest

from marchland.games.medioevo.rules.battle.damage import weakened
from marchland.games.medioevo.rules.components.armies import UnitChanged, berths, change_unit, shift_unit
from marchland.games.medioevo.rules.components.vehicles import capacity, full_pm, hold, is_carrier, lose_route_carrier, spill_goods
from marchland.games.medioevo.rules.conquest.buildings import (
    BuildingDamaged,
    BuildingLost,
    Built,
    damage_building,
    honour_level,
    raise_building,
    remove_building,
)
from marchland.games.medioevo.rules.conquest.conquest import VehicleSeized, seize_vehicle
from marchland.games.medioevo.rules.conquest.control import (
    ControlChanged,
    PlaceToken,
    SkipToken,
    TokenPlaced,
    TokenRemoved,
    claimant,
    drop_orphans,
    inherit_tokens,
    is_contender,
    is_disputed,
    keeps_control,
    offer_tokens,
    refresh_contested,
    refresh_control,
    remove_token,
    token_sites,
)
from marchland.games.medioevo.rules.movement.terrain import is_castle, step_cost, terrain_cost
from marchland.games.medioevo.rules.purchases.placement import has_token_for
from marchland.games.medioevo.rules.purchases.prices import price_of
from marchland.games.medioevo.rules.taxes import upkeep_of
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.state import BARBARIANS, Army, Pact, Route, Special, Vehicle, War
from marchland.games.medioevo.tables import tables
from marchland.kernel.events import Event

from .bare import WILD, army, at_desk, bare_table, counts, emitted, land, lay_effect, numbers, offered, player, vehicle

# -- terrain -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-MOV-04", "MU-VAR-02", "MU-MOV-07", "MU-TAX-06", "MU-VAR-03")
def test_steps_castles_and_upkeep():
    game = bare_table()
    assert step_cost(game, "constantinople", "adrianople") == 1
    assert upkeep_of(game, "constantinople") == upkeep_of(game, "kerak") == 20
    game.settings = {"terrain": True}
    assert step_cost(game, "adrianople", "constantinople") == terrain_cost("adrianople", "constantinople") == 1
    assert [terrain_cost("aegean", there) for there in ("adrianople", "smyrna", "hellas", "ionian")] == [2, 2, 3, 1]
    assert [upkeep_of(game, space) for space in ("constantinople", "smyrna", "hellas", "kerak", "aegean")] == [10, 10, 30, 40, 20]
    for level, holder, castle in ((3, 0, True), (2, 0, False), (3, 1, False), (4, 0, False)):
        land(game, WILD, military=level, holder=holder)
        assert is_castle(game, 0, WILD) == castle
    assert not is_castle(game, 0, "aegean")


# -- vehicles ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-MOV-03", "MU-TRD-02", "MU-MOV-02")
def test_what_vehicles_take_and_how_far_they_go():
    game = bare_table()
    for level, room, cubes, pm in ((1, 3, 2, 6), (2, 6, 4, 7), (3, 9, 6, 8)):
        wagon = vehicle(game, 0, "wagon", level, WILD)
        assert (capacity(game, wagon), hold(game.vehicles[wagon]), full_pm(game.vehicles[wagon])) == (room, cubes, pm)
        assert full_pm(Vehicle(0, "engine", level, WILD)) == 4
    caravan, engine = vehicle(game, 0, "caravan", 1, WILD), vehicle(game, 0, "engine", 1, WILD)
    assert is_carrier(game, 1)
    assert not is_carrier(game, caravan)
    assert not is_carrier(game, engine)
    lay_effect(game, "dual", f"v:{caravan}")
    lay_effect(game, "dual", f"v:{engine}")
    assert is_carrier(game, caravan)
    assert not is_carrier(game, engine)
    lay_effect(game, "engine-wagon", f"v:{engine}", amount=5)
    assert is_carrier(game, engine)
    assert capacity(game, engine) == 5
    assert capacity(game, caravan) == 3


@pytest.mark.rule("MU-BUY-05", "MU-BUY-09")
@pytest.mark.parametrize(
    ("owned", "level", "instead", "room"),
    [
        ((7, 0, 0), 1, 0, True),
        ((8, 0, 0), 1, 0, False),
        ((8, 0, 0), 1, 1, True),
        ((9, 0, 0), 1, 1, False),
        ((0, 5, 0), 2, 0, True),
        ((0, 6, 0), 2, 0, False),
        ((0, 6, 0), 2, 2, True),
        ((0, 0, 3), 3, 0, True),
        ((0, 0, 4), 3, 0, False),
        ((0, 4, 3), 2, 0, True),
        ((0, 5, 3), 3, 0, False),
        ((0, 5, 3), 3, 2, True),
        ((0, 4, 4), 3, 2, False),
        ((7, 2, 0), 1, 0, True),
        ((8, 2, 0), 2, 0, False),
        ((7, 3, 0), 2, 0, False),
        ((7, 3, 0), 2, 1, True),
    ],
)
def test_property_tokens_run_out_by_level_and_altogether(owned, level, instead, room):
    """Eight of level 1, six of 2, four of 3, eight of 2 and 3 together, ten in all."""
    game = bare_table()
    for place, number in enumerate(owned):
        for _ in range(number):
            vehicle(game, 0, "wagon", place + 1, WILD)
    vehicle(game, 1, "wagon", level, WILD)
    assert has_token_for(game, 0, level, instead) == room


@pytest.mark.rule("MU-TRD-14", "MU-TRD-02", "MU-CON-02")
def test_lost_carriers_spilt_goods_and_seized_pieces():
    game = bare_table()
    route = Route("caffa", ("caffa",), (), "tana", 2)
    for seat in (0, 1):
        player(game, seat, route=route)
    lose_route_carrier(game, BARBARIANS, 2)
    lose_route_carrier(game, 0, 3)
    assert game.players[0].route == route
    lay_effect(game, "keep-route", seat=1)
    lose_route_carrier(game, 0, 2)
    lose_route_carrier(game, 1, 2)
    assert game.players[0].route is None
    assert game.players[1].route == Route("caffa", ("caffa",), (), "tana", 0)
    caravan = vehicle(game, 1, "caravan", 1, WILD, goods=("salt", "silk", "wool"), pm=3, steps=2)
    game.supply.update({"cube:salt": 4, "cube:silk": 4, "cube:wool": 4})
    spill_goods(game, caravan)
    assert game.vehicles[caravan].goods == ("salt", "silk")
    assert [game.supply[f"cube:{good}"] for good in ("salt", "silk", "wool")] == [4, 4, 5]
    player(game, 1, route=Route("caffa", ("caffa",), (), "tana", caravan))
    game.effects.clear()
    told = emitted(game, VehicleSeized, seize_vehicle, 0, caravan)
    assert [(e.seat, e.owner, e.vehicle, e.kind, e.space) for e in told] == [(0, 1, caravan, "caravan", WILD)]
    taken = game.vehicles[caravan]
    assert (taken.owner, taken.stopped, taken.steps, taken.pm, taken.goods) == (0, True, 0, 3, ("salt", "silk"))
    assert game.players[1].route is None
    seize_vehicle(game, 0, vehicle(game, 1, "engine", 2, WILD))
    assert (game.ever[0].seized_transports, game.ever[0].seized_engines) == (1, 1)


@pytest.mark.rule("MU-MOV-03")
def test_berths_are_what_units_wagons_and_engines_leave():
    game = bare_table()
    galley = vehicle(game, 0, "galley", 1, "aegean", cargo=Army(0, counts(li=1)))
    assert berths(game, galley) == 2
    vehicle(game, 0, "wagon", 1, "aegean", aboard=galley)
    vehicle(game, 0, "engine", 1, "aegean", aboard=galley)
    assert berths(game, galley) == 0
    assert berths(game, vehicle(game, 0, "galley", 3, "aegean")) == 9


# -- units -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BAT-10", "MU-BAT-11")
def test_what_a_damage_point_leaves_of_a_unit():
    game = bare_table()
    assert [weakened(game, 0, kind) for kind in ("cav", "hi", "li", "arc", "cap1")] == ["hi", "li", "", "", ""]
    player(game, 0, reserve=(5, 0, 0, 0, 0))
    assert (weakened(game, 0, "cav"), weakened(game, 0, "cav", spare="hi")) == ("li", "hi")
    player(game, 0, reserve=(0, 0, 0, 0, 0))
    assert (weakened(game, 0, "cav"), weakened(game, 0, "hi"), weakened(game, 0, "hi", spare="li")) == ("", "", "li")


@pytest.mark.rule("MU-TEC-42")
def test_a_unit_that_fights_as_another_kind_keeps_its_figure_and_its_deck():
    game = bare_table()
    army(game, WILD, 0, li=2)
    before = game.players[0].reserve
    told = emitted(game, UnitChanged, shift_unit, WILD, 0, "li", "hi", "MU-TEC-42")
    assert [(e.owner, e.kind, e.into, e.space, e.rule) for e in told] == [(0, "li", "hi", WILD, "MU-TEC-42")]
    assert game.armies[WILD][0].specials == (Special("hi", "li", 0),)
    assert numbers(game, WILD, 0) == {"li": 1, "hi": 1}
    assert game.players[0].reserve == before
    first = vehicle(game, 0, "galley", 2, "aegean", cargo=Army(0, counts(li=1)))
    second = vehicle(game, 0, "galley", 2, "aegean", cargo=Army(0, counts(li=1, arc=1)))
    shift_unit(game, "aegean", 0, "li", "cav", "MU-TEC-42")
    assert game.vehicles[second].cargo.specials == (Special("cav", "li", 0),), "the fuller Galley"
    assert game.vehicles[first].cargo == Army(0, counts(li=1))
    told = emitted(game, UnitChanged, change_unit, WILD, 0, "hi", "arc", "X")
    assert [(e.kind, e.into) for e in told] == [("hi", "arc")]
    assert numbers(game, WILD, 0) == {"li": 1, "arc": 1}


# -- buildings ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-02", "MU-PH-01")
def test_prices_and_honour_of_buildings():
    assert [price_of("civil", level) for level in (1, 2, 3)] == [100, 200, 300]
    assert price_of("cathedral", 1) == 300
    assert [honour_level("civil", level) for level in (1, 2, 3)] == [1, 2, 3]
    assert honour_level("cathedral", 1) == 3


@pytest.mark.rule("MU-BUY-12", "MU-PH-04", "MU-CTL-04")
def test_raising_a_building_takes_its_piece_gives_back_the_old_one_and_brings_tokens_and_honour():
    game = at_desk(bare_table())
    game.supply.update({"tower": 5, "fortress": 5, "castle": 5, "village": 5, "town": 5, "city": 5, "cathedral": 5})
    names = [built.building for level in (1, 2) for built in emitted(game, Built, raise_building, 0, "smyrna", "civil", level, "R")]
    assert names == ["village", "town"]
    assert (game.supply["village"], game.supply["town"]) == (5, 4)
    assert game.players[0].honour == 10
    assert type(game.stack[-1][0]).__name__ == "Desk", "no tokens for civil buildings"
    told = emitted(game, Built, raise_building, 0, "smyrna", "civil", 3, "R")
    assert [(e.seat, e.space, e.building, e.rule) for e in told] == [(0, "smyrna", "city", "R")]
    assert (game.players[0].honour, game.lands["smyrna"].civil) == (11, 3)
    raise_building(game, 0, "smyrna", "cathedral", 1, "R")
    assert game.players[0].honour == 12
    raise_building(game, 0, "smyrna", "military", 2, "R")
    frame = game.stack[-1][0]
    assert (frame.seat, frame.space, frame.tokens, game.players[0].honour) == (0, "smyrna", 2, 12)
    told = emitted(game, Honoured, raise_building, 0, "smyrna", "military", 3, "R")
    assert [(e.seat, e.points, e.rule) for e in told] == [(0, 1, "MU-PH-04")]
    assert (game.stack[-1][0].tokens, game.players[0].honour) == (1, 13)


@pytest.mark.rule("MU-CTL-06")
def test_damage_is_laid_until_it_equals_the_structure():
    game = bare_table()
    land(game, "smyrna", military=1, military_damage=0, civil=1, civil_damage=1)
    land(game, "attalia", holder=0, token=0)
    structure = 0
    while game.lands["smyrna"].military:
        structure += 1
        told = emitted(game, BuildingDamaged, damage_building, "smyrna", "military", 1, "R")
        assert [(e.space, e.building, e.damage, e.rule) for e in told] == [("smyrna", "tower", 1, "R")]
        if game.lands["smyrna"].military:
            assert game.lands["smyrna"].military_damage == structure
            assert game.lands["attalia"].token == 0
    assert structure == tables().buildings["military"].structure[0]
    assert (game.lands["smyrna"].military_damage, game.lands["smyrna"].civil_damage, game.lands["smyrna"].civil) == (0, 1, 1)
    assert game.lands["attalia"].token == BARBARIANS, "its token hung on that building"
    land(game, "attalia", token=0)
    before = game.supply["village"]
    told = emitted(game, BuildingLost, remove_building, "smyrna", "civil")
    assert [(e.space, e.building) for e in told] == [("smyrna", "village")]
    assert game.supply["village"] == before + 1
    assert game.lands["attalia"].token == 0, "a civil building holds no tokens"


# -- control -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CTL-02", "MU-TAX-03", "MU-CTL-01")
def test_who_holds_a_land_after_a_look_at_who_stands_in_it():
    game = bare_table()
    land(game, WILD, holder=0)
    told = emitted(game, ControlChanged, refresh_control, WILD)
    assert [(e.seat, e.space, e.before, e.rule) for e in told] == [(BARBARIANS, WILD, 0, "MU-CTL-02")]
    refresh_control(game, "aegean")
    land(game, WILD, holder=0, token=0)
    assert emitted(game, Event, refresh_control, WILD) == [], "a token holds it"
    army(game, WILD, BARBARIANS, li=1)
    told = emitted(game, ControlChanged, refresh_control, WILD)
    assert [(e.seat, e.rule) for e in told] == [(BARBARIANS, "MU-TAX-03")]
    assert (game.lands[WILD].token, game.players[0].stars) == (BARBARIANS, 9)
    game.armies.pop(WILD)
    army(game, WILD, 1, li=1)
    refresh_control(game, WILD)
    assert game.lands[WILD].holder == 1, "a lone army holds wild land"
    army(game, WILD, 0, li=1)
    refresh_control(game, WILD)
    assert game.lands[WILD].holder == 1, "a stranger without war disputes nothing"
    game.wars, game.turn = [War((0, 1), 1)], 2
    refresh_control(game, WILD)
    assert game.lands[WILD].holder == BARBARIANS, "two enemies side by side: nobody's"
    game.armies[WILD] = game.armies[WILD][:1]
    refresh_control(game, WILD)
    assert game.lands[WILD].holder == game.armies[WILD][0].owner
    assert emitted(game, Event, refresh_control, "smyrna") == [], "home is kept without a garrison"


@pytest.mark.rule("MU-CTL-02")
@pytest.mark.parametrize(("owners", "left"), [((0, BARBARIANS), True), ((BARBARIANS,), False), ((0,), False), ((), False)])
def test_an_incursion_is_one_while_the_horde_and_a_garrison_are_there(owners, left):
    game = bare_table()
    land(game, "smyrna", incursion=True)
    for owner in owners:
        army(game, "smyrna", owner, li=1)
    refresh_control(game, "smyrna")
    assert game.lands["smyrna"].incursion == left


@pytest.mark.rule("MU-TAX-03", "MU-CTL-01", "MU-DIP-01")
def test_garrisons_tokens_homes_and_contenders():
    game = bare_table()
    game.turn = 2
    assert keeps_control(game, "smyrna", 0, [])
    assert not keeps_control(game, "smyrna", 1, [])
    assert not keeps_control(game, WILD, 0, [])
    assert keeps_control(game, WILD, 0, [0])
    assert keeps_control(game, WILD, 0, [0, 1])
    game.wars = [War((0, 1), 2)]
    assert not is_contender(game, 0, 1), "declared this turn"
    game.wars = [War((0, 1), 1)]
    assert is_contender(game, 0, 1)
    assert not is_contender(game, 0, 2)
    assert not is_contender(game, 0, 0)
    assert not keeps_control(game, WILD, 0, [0, 1])
    assert keeps_control(game, WILD, 0, [0, 2])
    game.pacts = {1: Pact(parties=(0, 1), kinds=("military",), guests=(1,))}
    assert not is_contender(game, 0, 1)
    assert is_contender(game, 1, 0)
    land(game, WILD, token=2)
    assert keeps_control(game, WILD, 2, [])
    assert claimant(game, WILD, []) == 2
    assert claimant(game, WILD, [2, 0]) == 2
    game.wars = [War((0, 2), 1)]
    assert claimant(game, WILD, [0, 2]) == BARBARIANS
    land(game, WILD, token=BARBARIANS)
    assert [claimant(game, WILD, present) for present in ([], [1], [0, 1])] == [BARBARIANS, 1, BARBARIANS]
    assert [claimant(game, "smyrna", present) for present in ([], [0], [1], [0, 1])] == [0, 0, 1, BARBARIANS]


@pytest.mark.rule("MU-TAX-03")
def test_land_is_disputed_by_strangers_war_or_no_war():
    game = bare_table()
    army(game, "smyrna", 0, li=1)
    assert not is_disputed(game, "smyrna")
    army(game, "smyrna", 1, li=1)
    assert is_disputed(game, "smyrna")
    game.pacts = {1: Pact(parties=(0, 1), kinds=("passage",))}
    assert not is_disputed(game, "smyrna")
    game.pacts.clear()
    for seat in (0, 1):
        player(game, seat, team=1)
    assert not is_disputed(game, "smyrna")


@pytest.mark.rule("MU-TAX-03")
def test_contested_land_is_looked_at_again_and_other_land_is_not():
    game = bare_table()
    game.turn, game.wars = 2, [War((0, 1), 1)]
    for owner in (0, 1):
        army(game, WILD, owner, li=1)
    land(game, WILD, holder=0)
    land(game, "serbia", holder=0, incursion=True)
    army(game, "serbia", 0, li=1)
    army(game, "aegean", BARBARIANS, li=1)
    refresh_contested(game)
    assert game.lands[WILD].holder == BARBARIANS
    assert game.lands["serbia"].incursion, "nobody foreign stands there: it was left alone"


@pytest.mark.rule("MU-CTL-03", "MU-CTL-04", "MU-CTL-06", "MU-CTL-05")
def test_control_tokens_come_go_and_change_hands():
    game = bare_table()
    assert emitted(game, Event, remove_token, WILD) == []
    land(game, WILD, token=1)
    told = emitted(game, TokenRemoved, remove_token, WILD)
    assert [(e.seat, e.space) for e in told] == [(1, WILD)]
    assert (game.lands[WILD].token, game.players[1].stars) == (BARBARIANS, 9)
    # Where tokens of a building in Transylvania may lie.
    sites = ["alfold", "banat", "kassa", "moldavia", "volhynia", WILD]
    assert token_sites(game, 1, "transylvania") == sites
    land(game, "moldavia", holder=0)
    land(game, "banat", token=1)
    army(game, "volhynia", 0, li=1)
    army(game, WILD, 1, li=1)
    assert token_sites(game, 1, "transylvania") == ["alfold", "kassa", WILD]
    game.lands.pop("kassa")
    assert token_sites(game, 1, "transylvania") == ["alfold", WILD]
    # Tokens that no building of their owner supports go.
    land(game, WILD, token=1)
    land(game, "banat", token=1)
    land(game, "slavonia", military=1)
    drop_orphans(game, "transylvania")
    assert (game.lands[WILD].token, game.lands["banat"].token) == (BARBARIANS, 1), "Banat lies next to Slavonia too"
    land(game, "slavonia", holder=0)
    drop_orphans(game, "transylvania")
    assert game.lands["banat"].token == BARBARIANS, "that building is another's now"


@pytest.mark.rule("MU-CTL-05")
def test_tokens_of_a_captured_building_become_the_conquerors_as_far_as_he_has_some():
    game = bare_table()
    player(game, 0, stars=2)
    for space, owner in (("moldavia", 1), (WILD, 1), ("volhynia", 1), ("banat", 2)):
        land(game, space, token=owner, holder=owner)
    land(game, "transylvania", military=2, holder=0)
    army(game, "moldavia", 2, li=1)
    game.outbox = []
    inherit_tokens(game, 0, 1, "transylvania")
    assert {space: game.lands[space].token for space in ("moldavia", WILD, "volhynia", "banat")} == {
        "moldavia": BARBARIANS,
        WILD: 0,
        "volhynia": 0,
        "banat": 2,
    }
    assert (game.lands[WILD].holder, game.lands["moldavia"].holder) == (0, 2), "an army of a third holds Moldavia"
    assert (game.players[0].stars, game.players[1].stars) == (0, 11)
    assert [(e.seat, e.space) for e in game.outbox if isinstance(e, TokenPlaced)] == [(0, "volhynia"), (0, WILD)]
    land(game, WILD, token=1, holder=1)
    inherit_tokens(game, 0, 1, "transylvania")
    assert game.lands[WILD].token == BARBARIANS, "none is left"
    land(game, "banat", token=1, holder=1)
    land(game, "slavonia", holder=1, military=1)
    inherit_tokens(game, 0, 1, "transylvania")
    assert game.lands["banat"].token == 1, "another building of the loser supports it"


@pytest.mark.rule("MU-CTL-04")
def test_tokens_are_asked_for_one_by_one_while_there_are_any():
    game = at_desk(bare_table(), 1)
    depth = len(game.stack)
    offer_tokens(game, 1, "transylvania", 0)
    player(game, 1, stars=0)
    offer_tokens(game, 1, "transylvania", 2)
    assert len(game.stack) == depth
    player(game, 1, stars=3)
    offer_tokens(game, 1, "transylvania", 2)
    game.run()
    assert offered(game, SkipToken) == [SkipToken()]
    assert PlaceToken(WILD) in offered(game, PlaceToken)
    events = game.apply(1, PlaceToken(WILD))
    assert [(e.seat, e.space) for e in events if isinstance(e, TokenPlaced)] == [(1, WILD)]
    assert (game.lands[WILD].token, game.lands[WILD].holder, game.players[1].stars) == (1, 1, 2)
    game.apply(1, PlaceToken("moldavia"))
    assert len(game.stack) == depth, "two tokens, two questions"
