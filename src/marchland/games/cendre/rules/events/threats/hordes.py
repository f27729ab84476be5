"""Threats by land: the Children of the Great Cold in the north, the Horde from beyond the eastern peaks."""

from __future__ import annotations

from marchland.kernel.events import Event

from ....goods import Goods
from ....orders import Attack, Order, Pillage, Raid
from ....state import AUTUMN, SPRING, SUMMER, WINTER, Cendre, Code, NationId, Troops
from ....world import ATLAS, MAJORS, SITES, THREATS, distances, land_neighbours
from ...common.dice import written
from ...common.inquiry import controlled, is_frozen, leaders_of
from ...common.ledger import (
    GoodsMoved,
    add_science,
    add_units,
    all_units,
    change_land,
    count,
    garrison,
    make_national,
    merged,
    set_garrison,
    write_land,
)
from ...glory.account import change_glory
from ...land.danger import capitals
from ...land.ownership import break_away
from ...leaders.people import join, leave, write_leader
from ...standing.account import change_reputation
from ...towns.towns import shrink
from .threats import (
    HEADS,
    PASSABLE,
    RULE,
    besides,
    defenders,
    end,
    lose_weakest,
    main_stack,
    muster,
    nation_name,
    nearest,
    only,
    step_towards,
    table,
    total,
    winters_seen,
    worth,
    write_threat,
)

NORTH, EAST = nation_name("north"), nation_name("east")
QUEEN, ARCHERS = HEADS["north"], "est-archers"


class TributeDemanded(Event, frozen=True):
    """The Khan asks for gold and food: everybody hears it."""

    RULE = RULE
    nation: NationId
    goods: Goods


# -- north: the Children of the Great Cold ----------------------------------------------------------------------


def cold_spring(game: Cendre) -> None:
    """TC-EVT-05 Without their queen the Cold's armies go home; otherwise they grow in frozen land."""
    if game.threats["north"].leaderless:
        end(game, "north", "queen_slain")
        return
    for code in all_units(game, NORTH):
        if is_frozen(game, code):
            add_units(game, code, NORTH, "nor-loups", table().wolves, "threat", RULE)


def cold_summer(game: Cendre) -> None:
    """TC-EVT-05 Outside frozen land they melt; what they froze thaws where they are gone."""
    for code in all_units(game, NORTH):
        if not is_frozen(game, code):
            lose_weakest(game, NORTH, code)
    for code in SITES:
        if game.lands[code].frozen and game.lands[code].controller != NORTH:
            write_land(game, code, frozen=False)


def cold_orders(game: Cendre) -> list[Order]:
    """TC-EVT-05 Spring and summer: back to the ice. Autumn: towards the nearest town."""
    frozen = [code for code in SITES if is_frozen(game, code)]
    towns = [code for code in SITES if game.lands[code].town and game.lands[code].controller != NORTH]
    orders: list[Order] = []
    for number, (code, troops) in enumerate(all_units(game, NORTH).items(), 1):
        if game.season in (SPRING, SUMMER) and is_frozen(game, code):
            continue
        aim = nearest(game, code, NORTH, frozen if game.season in (SPRING, SUMMER) else towns)
        if aim:
            orders.append(Attack(muster(game, NORTH, code, troops, number), step_towards(code, aim)))
    return orders


def cold_winter(game: Cendre) -> list[Order]:
    """TC-EVT-05 One more step in winter, then frost on all that is held."""
    return cold_orders(game)


def freeze(game: Cendre) -> None:
    """TC-EVT-05 Frost: fields, towns and the dead."""
    for code in controlled(game, NORTH):
        land = game.lands[code]
        write_land(game, code, frozen=True)
        change_land(game, code, "farms", -min(1, land.farms), "threat", RULE)
        if land.town:
            shrink(game, code, 1, "threat", RULE)
    for code in all_units(game, NORTH):
        add_units(game, code, NORTH, "nor-geles", table().walkers, "threat", RULE)


def cold_review(game: Cendre) -> None:
    """TC-EVT-05 The Cold ends with its last army or with the third winter; without its queen it goes home in spring."""
    threat = game.threats["north"]
    if not threat.leaderless and not total(game, NORTH, QUEEN):
        _reward_queen_slayer(game, threat.slayer)
    if not total(game, NORTH):
        if threat.victor in MAJORS:
            change_glory(game, threat.victor, table().last_army_glory, "threat", RULE)
        end(game, "north", "destroyed")
    elif game.season == WINTER:
        freeze(game)
        if winters_seen(game, "north") >= table().winters["north"]:
            end(game, "north", "withdrew")


def _reward_queen_slayer(game: Cendre, nation: NationId) -> None:
    """TC-EVT-05 Whose army slew the queen has glory and the lore of her magic."""
    write_threat(game, "north", leaderless=True)
    if nation in MAJORS:
        change_glory(game, nation, table().queen_glory, "threat", RULE)
        add_science(game, nation, "magie", table().queen_science, "threat", RULE)


# -- east: the Horde --------------------------------------------------------------------------------------------


def khan(game: Cendre) -> str:
    return next((name for name in sorted(game.leaders) if game.leaders[name].nation == EAST and not game.leaders[name].captor), "")


def horde_stir(game: Cendre) -> None:
    """TC-EVT-05 Whoever sent gold and food after the demand is left alone until the autumn after."""
    received: dict[NationId, Goods] = {}
    for event in game.outbox:
        if isinstance(event, GoodsMoved) and event.nation == EAST and event.reason == "trade":
            received[event.other] = received.get(event.other, Goods()) + event.goods
    paid = {nation for nation, goods in received.items() if goods.covers(table().tribute)}
    write_threat(game, "east", tribute=tuple(sorted({*game.threats["east"].tribute, *paid})))


def horde_orders(game: Cendre) -> list[Order]:
    """TC-EVT-05 The Khan takes the nearest land of a nation that pays no tribute; a large Horde's archers raid by themselves."""
    chief, stacks = khan(game), all_units(game, EAST)
    if not chief or not stacks:
        return []
    home = main_stack(game, EAST)
    orders: list[Order] = []
    troops = stacks[home]
    if total(game, EAST) >= table().horde_split:
        for code in stacks:
            orders += _archers_raid(game, code, len(orders) + 1)
        troops = besides(troops, ARCHERS)
    return [*orders, *_khan_rides(game, chief, home, troops)]


def prey(game: Cendre) -> list[Code]:
    """TC-EVT-05 Land of major nations that pay no tribute."""
    tribute = game.threats["east"].tribute
    lands = [code for code in SITES if game.lands[code].owner in MAJORS and game.lands[code].owner not in tribute]
    return [code for code in lands if game.lands[code].controller != EAST]


def _khan_rides(game: Cendre, chief: str, home: Code, troops: Troops) -> list[Order]:
    if not troops:
        return []
    write_leader(game, chief, at=home, acted=False)
    name = muster(game, EAST, home, troops, 0, chief)
    sacks = game.season == SUMMER and game.lands[home].town and game.lands[home].controller == EAST
    if sacks and not _is_threatened(game, home):
        return [Pillage(name)]
    open_land = {home, *_open_to_the_horde(game)}
    aim = nearest(game, home, EAST, prey(game), open_land)
    return [Attack(name, step_towards(home, aim, open_land))] if aim else []


def _open_to_the_horde(game: Cendre) -> list[Code]:
    """TC-EVT-05 Land of those who pay tribute is not attacked, not even on the way to somebody else's."""
    tribute = game.threats["east"].tribute
    return [code for code in SITES if not {game.lands[code].owner, game.lands[code].controller} & set(tribute)]


def _is_threatened(game: Cendre, code: Code) -> bool:
    return any(defenders(game, near, EAST) for near in land_neighbours(code))


def _archers_raid(game: Cendre, home: Code, number: int) -> list[Order]:
    """TC-EVT-05 The archers of one place raid the richest land beside them, the first in the alphabet among equals."""
    archers = only(all_units(game, EAST)[home], ARCHERS)
    near = [code for code in land_neighbours(home) if code in prey(game) and game.lands[code].controller in MAJORS]
    near = [code for code in near if game.lands[code].controller not in game.threats["east"].tribute]
    if not near or not archers:
        return []
    aim = min(near, key=lambda code: (-worth(game, code, "population", "exploitations"), code))
    return [Raid(muster(game, EAST, home, archers, number), aim)]


def demand_tribute(game: Cendre) -> None:
    """TC-EVT-05 In autumn every nation with land near the Khan is asked for gold and food."""
    chief = khan(game)
    if not chief:
        return
    write_threat(game, "east", tribute=())
    steps = distances(game.leaders[chief].at or next(iter(all_units(game, EAST)), THREATS["east"].appears_in[0]))
    asked = {game.lands[code].owner for code, far in steps.items() if far <= table().horde_reach}
    for nation in sorted(asked & set(MAJORS)):
        game.emit(TributeDemanded(nation=nation, goods=table().tribute))


def horde_winter(game: Cendre) -> list[Order]:
    """TC-EVT-05 A Horde that holds a town grows, another shrinks, and all who can ride to the Khan; no attack in winter."""
    stacks = all_units(game, EAST)
    if not stacks:
        return []
    main = main_stack(game, EAST)
    _gather(game, main)
    if any(game.lands[code].town for code in controlled(game, EAST)):
        add_units(game, main, EAST, "est-lances", written(game, EAST, "threat", table().lances), "threat", RULE)
    else:
        lose_weakest(game, EAST, main)
    return []


def _gather(game: Cendre, main: Code) -> None:
    """TC-EVT-05 Whoever can reach the Khan over land the Horde holds joins him."""
    steps = ATLAS.distances(main, *PASSABLE, within={main, *controlled(game, EAST)})
    for code in all_units(game, EAST):
        if code != main and code in steps:
            merged_troops = merged(garrison(game, main, EAST), garrison(game, code, EAST))
            set_garrison(game, code, EAST, ())
            set_garrison(game, main, EAST, merged_troops)


def horde_review(game: Cendre) -> None:
    """TC-EVT-05 The Horde falls with its Khan, settles where it has won enough, or rides home."""
    if not khan(game) or not total(game, EAST):
        _horde_scatters(game)
        return
    if game.season == AUTUMN:
        demand_tribute(game)
    if game.season != WINTER:
        return
    lands, late = controlled(game, EAST), winters_seen(game, "east") >= table().winters["east"]
    if len(lands) >= table().horde_settles or (late and len(lands) >= table().horde_settles_late):
        _horde_settles(game, lands)
    elif late:
        end(game, "east", "rode_home")


def _horde_scatters(game: Cendre) -> None:
    """TC-EVT-05 The Khan has fallen: glory to the victor, a good name to all who fought the Horde this year."""
    threat = game.threats["east"]
    if threat.victor in MAJORS:
        change_glory(game, threat.victor, table().khan_glory, "threat", RULE)
    for nation in sorted(set(threat.fought) & set(MAJORS)):
        change_reputation(game, nation, table().khan_reputation, "threat", RULE)
    for code, troops in all_units(game, EAST).items():
        change_land(game, code, "brigands", count(troops) // 2, "threat", RULE)
    end(game, "east", "khan_fell")


def _horde_settles(game: Cendre, lands: tuple[Code, ...]) -> None:
    """TC-EVT-05 The conquests become a minor nation, but for capitals, which go back; former owners keep a claim."""
    settled = tuple(code for code in lands if code not in capitals(game))
    former = {code: game.lands[code].owner for code in settled}
    if settled:
        _crown_the_khan(game, break_away(game, settled, "horde", RULE))
    for code, owner in former.items():
        if owner in MAJORS:
            make_national(game, code, owner, "horde", RULE)
    end(game, "east", "settled")


def _crown_the_khan(game: Cendre, nation: NationId) -> None:
    """TC-EVT-05 The Khan rules the land his people settle; whom its people had chosen serves him."""
    for leader in leaders_of(game, nation):
        write_leader(game, leader.id, ruler=False)
    chief = khan(game)
    if chief:
        leave(game, chief, "horde", RULE)
        join(game, chief, nation, "horde", RULE)
        write_leader(game, chief, ruler=True, acted=False)
