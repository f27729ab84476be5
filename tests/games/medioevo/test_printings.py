"""Printings of the map: a game keeps the one it was begun with, and each keeps what the rulebooks ask of fires."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
import shapely
from msgspec.structs import replace
from tools.forge.paths import subpaths

from marchland.games.medioevo import board, world
from marchland.games.medioevo.audit import audit
from marchland.games.medioevo.board.answers import answers
from marchland.games.medioevo.board.wording import say
from marchland.games.medioevo.bots.battle import spoils
from marchland.games.medioevo.bots.commerce import tours
from marchland.games.medioevo.bots.raids import prize
from marchland.games.medioevo.bots.realm import realms
from marchland.games.medioevo.bots.replies import KINGDOMS
from marchland.games.medioevo.bots.trade import is_open, markets
from marchland.games.medioevo.bots.weights import HONOUR, SETTLED
from marchland.games.medioevo.phrases import good_name
from marchland.games.medioevo.rules.cards.objectives import is_met
from marchland.games.medioevo.rules.cards.powers import Target
from marchland.games.medioevo.rules.cards.trade import PlaceRouteToken, _rarities, receivers
from marchland.games.medioevo.rules.conquest.conquest import conquest_honour
from marchland.games.medioevo.rules.events.calamities import stricken
from marchland.games.medioevo.rules.events.hordes import reinforceable
from marchland.games.medioevo.rules.purchases.placement import takes_units, takes_vehicle
from marchland.games.medioevo.rules.purchases.refusals import why_not_raise
from marchland.games.medioevo.rules.purchases.sites import Buyer, Raise, site_offers
from marchland.games.medioevo.rules.taxes import upkeep_of
from marchland.games.medioevo.rules.technologies.construction import _is_workshop
from marchland.games.medioevo.rules.trade.deals import can_trade, deposits, present_goods, purchases
from marchland.games.medioevo.rules.trade.refusals import why_no_trade
from marchland.games.medioevo.rules.trade.routes import AddStage, PlanRoute, RouteLength
from marchland.games.medioevo.rules.trade.trade import BuyCubes, Employ
from marchland.games.medioevo.rules.variants.deployment import Ware, deployable
from marchland.games.medioevo.rules.victory.victory import award_monopolies
from marchland.games.medioevo.state import BARBARIANS, Happening, Medioevo, Route
from marchland.games.medioevo.title import MAP_PRINTINGS, TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.frames import Decision
from marchland.kernel.testing import Walk
from marchland.render.mapfile import load_sheet

from .table import Table

each_printing = pytest.mark.parametrize("printing", MAP_PRINTINGS)


FIRST, SECOND = MAP_PRINTINGS
NEW = tuple(space for space in world.towns(SECOND) if space not in world.towns(FIRST))
"""Settlements that only the second printing has."""
PORT = "sinope"
each_new = pytest.mark.parametrize("space", NEW)


def begun(**options: object) -> Medioevo:
    """Six players, the fires lit."""
    walk = Walk(TITLE, 6, "printings", options)
    while not walk.state.armies or type(walk.state.decision).__name__ != "KeepFirstCard":
        walk.step()
    assert isinstance(walk.state, Medioevo)
    return walk.state


def hordes(game: Medioevo) -> list[str]:
    return sorted(space for space, standing in game.armies.items() if standing[0].owner == BARBARIANS)


def test_new_tables_have_the_latest_printing_and_kept_games_that_name_none_the_first() -> None:
    assert TITLE.for_new_table({})["map"] == MAP_PRINTINGS[-1]
    kept = TITLE.new(3, key_from_seed("kept"))
    assert "map" not in kept.to_plain()["settings"], "states of before have not changed their text"
    assert TITLE.view(kept, None).map == MAP_PRINTINGS[0]


@each_printing
def test_fires_burn_in_neutral_land_and_near_every_kingdom(printing: str) -> None:
    """Reading C-25; that of the number (8 to 12) is kept by the later printing only."""
    fires = world.fires(printing)
    assert set(fires).isdisjoint(world.home_of())
    assert "trebisonda" in fires
    for kingdom in world.kingdoms().values():
        assert any(world.distance(fire, home) <= 2 for fire in fires for home in kingdom.territories), kingdom.id
    assert printing == MAP_PRINTINGS[0] or 8 <= len(fires) <= 12


@pytest.mark.parametrize("printing", MAP_PRINTINGS[1:])
def test_whatever_a_later_printing_names_is_land_on_the_map(printing: str) -> None:
    """What is misspelt would burn nowhere, and nobody would notice."""
    said = msgspec.json.decode(world.MAPS[printing].read_bytes())
    assert sorted(said["attributes"]["fire"]) == sorted(world.fires(printing))
    assert set(said["towns"]) <= set(world.lands())


@pytest.mark.rule("MU-SET-04")
@each_printing
def test_barbarians_begin_where_the_tables_map_has_fires(printing: str) -> None:
    game = begun(map=printing)
    assert hordes(game) == sorted(world.fires(printing))
    assert set(hordes(game)) <= set(reinforceable(game)) == set(world.fires(printing))


@pytest.mark.rule("MU-EVT-03")
@each_printing
def test_the_event_of_the_marches_strikes_around_the_fires_of_the_map(printing: str) -> None:
    fires = set(world.fires(printing))
    around = {there for fire in fires for there in world.land_neighbours(fire)}
    assert {space for space in world.event_zone("marches", printing) if not world.is_sea(space)} == fires | around


@pytest.mark.rule("MU-EVT-03")
def test_what_stands_around_the_fires_of_the_tables_map_is_struck() -> None:
    held = {space: {"holder": 0, "token": 0, "civil": 1} for space in ("aleppo", "cracow")}
    struck = []
    for printing in MAP_PRINTINGS:
        game = Table(6, options={"map": printing}, lands=held).game
        game.happening = Happening("marches-1", ("buildings",))
        struck.append([piece for piece in stricken(game, 0, "buildings") if piece.split(":")[1] in held])
    assert struck == [["building:aleppo:civil"], ["building:cracow:civil"]]


@pytest.mark.rule("MU-EMP-05")
def test_a_keeper_of_fires_keeps_those_of_the_tables_map() -> None:
    held = {space: {"holder": 0, "token": 0} for space in ("kiev", "ryazan", "cumania")}
    assert set(held) <= set(world.fires()) - set(world.fires("second"))
    first, second = (Table(6, options={"map": printing}, lands=held).game for printing in MAP_PRINTINGS)
    assert is_met(first, 0, 65)
    assert not is_met(second, 0, 65)


@each_printing
def test_the_board_draws_and_tells_the_fires_of_the_tables_map(printing: str) -> None:
    scene = board.scene(TITLE.view(begun(map=printing), None), "en")
    assert scene.map is not None
    drawn = {place.id for place in load_sheet(scene.map).places if "flame" in place.symbols}
    told = {space for space, note in scene.notes.items() if say("fire", "en") in note}
    assert drawn == told == set(world.fires(printing))


def test_before_the_board_is_laid_places_tell_what_is_printed_there() -> None:
    """The first bids come before that: nothing was in play, and every place said that it never would be."""
    view = TITLE.view(TITLE.new(6, key_from_seed("bids"), {"map": SECOND}), 0)
    assert not view.lands
    told = {place: " ".join(answer.text for answer in answers(view, place, "en")) for place in (PORT, "banat", "aegean")}
    assert good_name("furs", "en") in told[PORT]
    assert say("port", "en") in told[PORT]
    assert "Hungary" in told["banat"]
    assert told["aegean"] == say("open_water", "en")
    assert say("out_of_play", "en") not in (told[PORT], told["banat"], told["aegean"])


def test_what_else_is_drawn_does_not_change_from_printing_to_printing() -> None:
    first, second = (load_sheet(world.MAPS[printing]) for printing in MAP_PRINTINGS)
    assert [(place.id, place.path, place.town) for place in first.places] == [
        (place.id, place.path, {} if place.id in NEW else place.town) for place in second.places
    ]
    assert first.lines == second.lines


def test_bots_know_the_worth_of_kingdoms_on_every_map() -> None:
    assert set(KINGDOMS) == set(MAP_PRINTINGS)
    assert all(set(worth) <= set(world.kingdoms()) for worth in KINGDOMS.values())


# -- settlements that only a later printing has ------------------------------------------------------------


@each_printing
def test_settlements_are_as_the_rulebook_needs_them(printing: str) -> None:
    """Readings C-03, C-23 and C-24: four in a kingdom, of four goods; no good much rarer than another; ports on open seas."""
    towns = world.towns(printing)
    for kingdom in world.kingdoms().values():
        goods = [towns[space].good for space in kingdom.territories if space in towns]
        assert len(goods) == len(set(goods)) == 4, kingdom.id
    produced = [len(world.producers(good, printing)) for good in world.goods()]
    assert sum(produced) == len(towns), "every good is known"
    assert max(produced) - min(produced) <= 1
    ports = {space for space, town in towns.items() if town.port}
    assert all(world.sea_neighbours(space) for space in ports)
    assert {sea for sea in world.seas() if not ports & set(world.coasts(sea))} == {"caspian", "red_sea"}
    assert 0.4 < len(ports) / len(towns) < 0.6


def test_the_second_printing_has_settlements_besides_those_of_the_first() -> None:
    first, second = world.towns(FIRST), world.towns(SECOND)
    assert {space: town for space, town in second.items() if space not in NEW} == first
    assert NEW
    assert PORT in NEW
    assert second[PORT].port
    assert set(NEW).isdisjoint(world.home_of()), "kingdoms keep their four"
    assert list(second) == sorted(second)


@each_new
def test_settlements_are_drawn_in_their_own_land(space: str) -> None:
    place = load_sheet(world.MAPS[SECOND]).place(space)
    assert place is not None
    outline = shapely.MultiPolygon([shapely.Polygon(ring) for ring in subpaths(place.path)])
    assert outline.contains(shapely.Point(place.town_xy))


def tables(**position: object) -> tuple[Table, Table]:
    """The same position on both printings."""
    first, second = (Table(6, options={"map": printing, "terrain": True}, **position) for printing in MAP_PRINTINGS)
    return first, second


def on_both(space: str, **land: object) -> tuple[Medioevo, Medioevo]:
    """A player's land with a caravan and 500 florins."""
    first, second = tables(
        lands={space: {"holder": 0, "token": 0, **land}},
        vehicles=[{"owner": 0, "kind": "caravan", "space": space, "goods": ["salt"]}],
        players={0: {"florins": 500, "technology": {"green": 4}}},
    )
    return first.game, second.game


@pytest.mark.rule("MU-TRD-05", "MU-TRD-06", "MU-TRD-08")
@each_new
def test_caravans_trade_in_what_is_a_settlement_on_the_tables_map(space: str) -> None:
    first, second = on_both(space)
    assert [can_trade(game, 0, 1) for game in (first, second)] == [False, True]
    assert [next(iter(why_no_trade(game, 0, 1)), None) is None for game in (first, second)] == [False, True]
    good = world.towns(SECOND)[space].good
    assert [present_goods(game, space) for game in (first, second)] == [(), (good,)]
    assert [deposits(game, space, ("salt", good)) for game in (first, second)] == [[], ["salt"]]
    assert purchases(second, 0, 1)


@pytest.mark.rule("MU-TRD-06")
@each_new
def test_a_settlement_of_the_tables_map_sells_what_it_produces(space: str) -> None:
    position = {"at": "trade", "order": range(6), "vehicles": [{"owner": 0, "kind": "caravan", "space": space}]}
    first, second = tables(**position)
    for table in (first, second):
        table.do(Employ(1))
    assert first.offers(BuyCubes) == []
    assert isinstance(second.game.decision, Decision)
    assert second.game.decision.facts(second.game, 0, BuyCubes(1))["good"] == world.towns(SECOND)[space].good
    price, _ = second.game.decision.preview(second.game, 0, BuyCubes(1))
    assert price.amount == -100
    second.do(BuyCubes(1))
    assert second.game.vehicles[1].goods == (world.towns(SECOND)[space].good,)


@pytest.mark.rule("MU-CARD-21")
@each_new
def test_rarities_are_what_the_settlement_of_the_tables_map_does_not_produce(space: str) -> None:
    _, second = on_both(space)
    produced = world.towns(SECOND)[space].good
    assert list(_rarities(second, 0, ("v:1",))) == [f"good:{good}" for good in world.goods() if good != produced]


@pytest.mark.rule("MU-TRD-06", "MU-TEC-11")
def test_ships_trade_and_are_built_where_the_tables_map_has_a_port() -> None:
    ship = [{"owner": 0, "kind": "merchantman", "space": PORT}]
    games = [table.game for table in tables(lands={PORT: {"holder": 0, "token": 0, "military": 1}}, vehicles=ship)]
    assert [can_trade(game, 0, 1) for game in games] == [False, True]
    assert [any(why_no_trade(game, 0, 1)) for game in games] == [True, False]
    assert [takes_vehicle(game, 0, PORT, "merchantman") for game in games] == [False, True]
    assert [takes_vehicle(game, 0, PORT, "caravan") for game in games] == [False, True]


@pytest.mark.rule("MU-BUY-02", "MU-BUY-07", "MU-TEC-53", "MU-VAR-06")
@each_new
def test_settlements_of_the_tables_map_take_buildings_and_units(space: str) -> None:
    games = on_both(space)
    for game in games:
        game.area = (space,)
    assert [takes_units(game, 0, space) for game in games] == [False, True]
    assert [any(why_not_raise(game, 0, space, "civil", 1)) for game in games] == [True, False]
    offers = [[offer for offer in site_offers(Buyer(game, 0), space) if isinstance(offer, Raise)] for game in games]
    assert ["civil" in {offer.category for offer in offered} for offered in offers] == [False, True]
    assert [space in deployable(game, 0, Ware("civil", 1, 100)) for game in games] == [False, True]
    assert [_is_workshop(game, space) for game in games] == [False, True]


@pytest.mark.rule("MU-TRD-10", "MU-CARD-31", "MU-CARD-63", "MU-TEC-23")
@each_new
def test_routes_and_cubes_go_to_settlements_of_the_tables_map(space: str) -> None:
    games = on_both(space)
    plan = PlanRoute(0, 1, "constantinople", 4)
    assert [AddStage(space) in plan.options(game) for game in games] == [False, True]
    for game in games:
        game.players[0] = replace(game.players[0], route=Route("constantinople", ("nicaea",), (), "smyrna", 1))
    assert [Target(space) in PlaceRouteToken(0, "nicaea").options(game) for game in games] == [False, True]
    near = next(town for town in world.towns(FIRST) if world.distance(town, space) <= 3)
    assert [space in receivers(game, near, "salt") for game in games] == [False, True]
    short = [on_both(space)[printing] for printing in (0, 1)]
    for game in short:
        game.area = ("constantinople", "nicaea", "smyrna", "thessalonica", space)
    assert [RouteLength(4) in PlanRoute(0, 1, "constantinople").options(game) for game in short] == [False, True]


@pytest.mark.rule("MU-PH-01", "MU-PH-14", "MU-VAR-03")
@each_new
def test_honour_and_upkeep_know_the_settlements_of_the_tables_map(space: str) -> None:
    first, second = on_both(space)
    assert [conquest_honour(game, 0, space) for game in (first, second)] == [0, 1]
    assert upkeep_of(second, space) == 10 < upkeep_of(first, space)
    good = world.towns(SECOND)[space].good
    for game in (first, second):
        for other in world.producers(good, FIRST):
            game.lands[other] = replace(game.lands[other], holder=1, token=1)
        game.lands[space] = replace(game.lands[space], holder=0)
        award_monopolies(game)
    assert [game.players[1].honour - game.players[2].honour for game in (first, second)] == [3, 0], "one is missing to him"


@pytest.mark.rule("MU-CARD-38", "MU-CARD-58")
def test_objectives_count_settlements_of_the_tables_map() -> None:
    held = {"holder": 0, "token": 0}
    good = world.towns(SECOND)[PORT].good
    two = world.producers(good, FIRST)[:2]
    corner = [table.game for table in tables(lands=dict.fromkeys((*two, PORT), held))]
    assert [is_met(game, 0, 38) for game in corner] == [False, True]
    harbours = ("constantinople", "smyrna", "thessalonica", PORT)
    ports = [table.game for table in tables(lands=dict.fromkeys(harbours, held))]
    assert [is_met(game, 0, 58) for game in ports] == [False, True]


@each_new
def test_the_board_draws_and_tells_settlements_of_the_tables_map(space: str) -> None:
    good = world.towns(SECOND)[space].good
    scenes = [board.scene(TITLE.view(game, 0), "en") for game in on_both(space)]
    assert [scene.towns[space]["good"] for scene in scenes] == ["", good]
    assert [good_name(good, "en") in scene.notes[space] for scene in scenes] == [False, True]
    sheet = load_sheet(world.MAPS[SECOND]).place(space)
    assert sheet is not None
    assert sheet.town
    assert sheet.town_xy == world.towns(SECOND)[space].xy


@each_new
def test_bots_know_the_settlements_of_the_tables_map(space: str) -> None:
    games = on_both(space)
    assert [is_open(game, 0, space) for game in games] == [False, True]
    areas = [(printing, games[0].area, games[0].waters) for printing in MAP_PRINTINGS]
    assert [space in {town for town, _, _ in markets(*area, space, False)} for area in areas] == [False, True]
    setting_out = replace(games[0].vehicles[1], space="trebisonda")
    planned = [tours(game, PlanRoute(0, 1, "trebisonda"), setting_out) for game in games]
    assert [any(space in tour.stages for tour in found) for found in planned] == [False, True]
    bare, settled = (spoils(game, 1, space) for game in games)
    assert settled == pytest.approx(bare + SETTLED + HONOUR)
    first, second = (list(realms(game)[0].goods) for game in games)
    assert sorted(second) == sorted([*first, world.towns(SECOND)[space].good])
    assert prize(games[1], 1, space) > prize(games[0], 1, space)


def test_rules_and_bots_ask_for_the_settlements_of_the_table() -> None:
    """`settlements(game)` is the one way to them: whoever names a printing plays on another map than the table."""
    package = Path(world.__file__).parent
    files = [*package.glob("rules/**/*.py"), *package.glob("bots/*.py"), package / "bot.py", package / "audit.py"]
    otherwise = re.compile(r"world.FIRST|\btowns\(")
    asking = {file.relative_to(package).as_posix() for file in files if otherwise.search(file.read_text("utf-8"))}
    assert asking == {"rules/components/table.py", "bots/trade.py"}, "the second is told the table's printing"


def test_the_audit_knows_where_cubes_may_lie() -> None:
    first, second = on_both(PORT, cubes=["salt"])
    audit(second)
    with pytest.raises(AssertionError, match="market cubes without a settlement"):
        audit(first)
