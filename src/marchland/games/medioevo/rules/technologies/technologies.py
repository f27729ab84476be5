"""Technologies of movement, law, war and construction (rulebook: Description of the technologies).

The six that design purchases (Carpentry, Art of War, Masonry, Architecture, Mathematics, Religion) are in `designs` and
`sites`, those of commerce in `commerce`, those of religion in `scholarship`; Cartography has a module of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat

from ... import world
from ...state import BARBARIANS, Medioevo
from ...tables import figure, tables
from ..barbarians import Arrival, invade
from ..battle.battle import arrow_hits
from ..battle.fight import change_side, leave_alive, shielded, side_of, side_units
from ..cards.common import (
    enemy_units,
    is_at_leisure,
    is_in_battle,
    moment,
    own_index,
    own_vehicles,
    read_number,
    read_unit,
    read_word,
    scene,
    unit_id,
    units_of_side,
)
from ..cards.effects import has_effect, is_departure_banned, lay_effect
from ..components.armies import (
    INDEX,
    add_special,
    add_units,
    destroy_unit,
    horde_size,
    in_reserve,
    kinds_in,
    lift_unit,
    one,
    parties,
    place_unit,
    shift_unit,
    units,
)
from ..components.table import has_settlement, holdings, homes
from ..components.vehicles import piece_of, upgrade_vehicle
from ..conquest.buildings import can_raise, raise_building
from ..conquest.control import refresh_control
from ..events.events import announced_rebellion
from ..movement.groups import change_march, march_of
from ..movement.meeting import meet
from ..purchases.placement import has_token_for
from ..registry import ANY, technology
from .logistics import crossers

# -- transport (blue) --------------------------------------------------------------------------------------


def _is_moving(game: Medioevo, seat: Seat) -> bool:
    return bool(game.marches) and march_of(game).seat == seat and bool(march_of(game).vehicles)


@technology(
    "logistics",
    "MU-TEC-12",
    windows=("W-5m", "W-6"),
    usable=lambda game, seat: _is_moving(game, seat) and march_of(game).conversions < 2 * crossers(game, march_of(game)),
)
def convert_move(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-12 For each point one land transport or engine may enter a sea zone, or one ship a territory."""
    change_march(game, conversions=march_of(game).conversions + 1)


def _crews(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    if is_in_battle(game, seat):
        for crew in side_of(game, own_index(game, seat)).crews:
            if any(crew.counts) and not has_effect(game, "crew-fights", f"v:{crew.engine}", seat):
                yield f"v:{crew.engine}"


@technology("machinery", "MU-TEC-13", windows=("W-B1",), stages=(_crews,))
def crew_fights(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-13 The crew of one engine also fights and uses its powers until the end of the turn."""
    (engine,) = chosen
    lay_effect(game, "crew-fights", seat, engine)


# -- law (orange) ------------------------------------------------------------------------------------------


def _can_use_edict(game: Medioevo, seat: Seat) -> bool:
    """Reading R-18: troops need it where nobody stands, transports alone where a horde does; troops and engines cross no horde."""
    if not game.marches or march_of(game).seat != seat or march_of(game).edicts:
        return False
    march = march_of(game)
    has_entered = march.entering in ("", march.space)
    if not has_entered or march.space not in game.lands or game.lands[march.space].holder != BARBARIANS:
        return False
    others = [other for other in parties(game, march.space) if other != seat]
    if any(march.counts):
        return not others and not march.mapped
    group = [game.vehicles[id] for id in march.vehicles if id in game.vehicles]  # a reaction may have cost it something
    return BARBARIANS in others and all(vehicle.kind != "engine" for vehicle in group)


@technology("edict", "MU-TEC-31", windows=("W-5b", "W-6a"), usable=_can_use_edict)
def safe_passage(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-31 A group crosses one barbarian territory without resistance."""
    change_march(game, edicts=march_of(game).edicts + 1)


def _diversions(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Rebellions that the player has to place, not those for which a bankrupt is paid in his own land (MU-BKR-03)."""
    rebellion = announced_rebellion(game)
    if rebellion is not None and rebellion.seat == seat and not rebellion.diverted and rebellion.rule != "MU-BKR-03":
        yield from law_sites(game, seat)


@technology("law", "MU-TEC-32", windows=("W-2r",), stages=(_diversions,))
def divert_rebellion(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-32 A rebellion breaks out in barbarian land next to the home kingdom instead."""
    (space,) = chosen
    rebellion = announced_rebellion(game)
    assert rebellion is not None
    game.update(rebellion, space=space, diverted=True)


def _barbarian_units(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    spaces = sorted(game.armies) if is_at_leisure(game) else [scene(game)]
    for space in spaces:
        yield from (unit_id(space, BARBARIANS, kind) for kind in kinds_in(units(game, space, BARBARIANS)))


def _next_territories(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    space = read_unit(chosen[0])[0]
    ways = world.coasts(space) if world.is_sea(space) else world.land_neighbours(space)
    yield from (there for there in ways if there in game.lands)


def _drivable(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Barbarian units with somewhere to go that no Bishop holds where they are."""
    for id in _barbarian_units(game, seat, chosen):
        if not is_departure_banned(game, read_unit(id)[0]) and any(True for _ in _next_territories(game, seat, (id,))):
            yield id


MID_BATTLE = ("W-B0", "W-B1", "W-B3")


@technology("nation", "MU-TEC-33", windows=(ANY, "W-2e", "W-5b", *MID_BATTLE), stages=(_drivable, _next_territories))
def drive_on(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-33 One barbarian unit moves to an adjacent territory, even in the middle of a battle."""
    barbarian, there = chosen
    space, _, kind = read_unit(barbarian)
    unit = lift_unit(game, space, BARBARIANS, kind)
    leave_alive(game, space, BARBARIANS)
    invade(game, there)
    if unit.owner == BARBARIANS and unit.kind == unit.figure:
        add_units(game, there, BARBARIANS, one(kind))
    else:
        add_special(game, there, BARBARIANS, unit)
    refresh_control(game, space)
    game.push(Arrival(there))


def _converts(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Barbarians next to land the player controls, of kinds he has in reserve; in a battle only in his own."""
    if game.fights and not is_at_leisure(game) and not is_in_battle(game, seat):
        return
    own = set(holdings(game, seat))
    for id in _barbarian_units(game, seat, chosen):
        space, _, kind = read_unit(id)
        if in_reserve(game, seat, kind) and not own.isdisjoint(world.land_neighbours(space)):
            yield id


@technology("influence", "MU-TEC-34", windows=(ANY, "W-2e", "W-5b", *MID_BATTLE), stages=(_converts,))
def win_over(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-34 A barbarian unit becomes an own one of its type, a Captain at level I."""
    (barbarian,) = chosen
    space, _, kind = read_unit(barbarian)
    destroy_unit(game, space, BARBARIANS, kind, "MU-TEC-34")
    leave_alive(game, space, BARBARIANS)
    place_unit(game, space, seat, "cap1" if figure(kind) == "cap" else kind, "MU-TEC-34")
    if not any(fight.place == space for fight in game.fights):
        if horde_size(game, space):
            meet(game, seat, space)
        refresh_control(game, space)


# -- war (red) ---------------------------------------------------------------------------------------------

LADDER = {
    "li": ("arc", "hi"),
    "arc": ("li", "hi"),
    "hi": ("li", "arc", "cav"),
    "cav": ("hi", "cap1"),
    "cap1": ("cav", "cap2"),
    "cap2": ("cap1", "cap3"),
    "cap3": ("cap2",),
}
"""MU-TEC-42 One step from each kind."""


def _fighting_units(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    yield from (id for index in (0, 1) for id in units_of_side(game, index))


def _neighbouring_ranks(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    yield from (f"kind:{kind}" for kind in LADDER[read_unit(chosen[0])[2]])


@technology(
    "hierarchy",
    "MU-TEC-42",
    windows=("W-B1", "W-B3", "W-B4"),
    stages=(_fighting_units, _neighbouring_ranks),
    usable=lambda game, seat: is_in_battle(game, seat),
)
def change_rank(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-42 A unit in the battle, own or enemy, is another kind one step away until the end of the turn."""
    unit, rank = chosen
    space, owner, kind = read_unit(unit)
    shift_unit(game, space, owner, kind, read_word(rank), "MU-TEC-42")


def damage_inflicted(game: Medioevo, seat: Seat) -> int:
    """Damage points of the player that lie before the enemy now, or that dice on the table are about to bring."""
    index = own_index(game, seat)
    window = moment(game)[0]
    if window == "W-B3b":
        return shielded(game, 1 - index, "archery", arrow_hits(side_of(game, index)))
    if window == "W-B2":
        return shielded(game, 1 - index, "artillery", _artillery_hits(game, index))
    return side_of(game, 1 - index).pending


def _artillery_hits(game: Medioevo, index: int) -> int:
    total = 0
    for crew in side_of(game, index).crews:
        if crew.target == "units":
            hits = sum(die <= tables().battle["hit"] for die in crew.dice)
            total += hits * tables().engine_damage["units"][game.vehicles[crew.engine].level - 1]
    return total


def _can_aim(game: Medioevo, seat: Seat) -> bool:
    if not is_in_battle(game, seat):
        return False
    return len(side_of(game, 1 - own_index(game, seat)).aimed) < damage_inflicted(game, seat)


def _aims(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Kinds the enemy has, and what units already aimed at will be by then."""
    index = 1 - own_index(game, seat)
    present = kinds_in(side_units(game, index))
    weaker = {"cav": "hi", "hi": "li"}
    later = [weaker[kind] for kind in side_of(game, index).aimed if kind in weaker]
    yield from (f"kind:{kind}" for kind in dict.fromkeys((*present, *later)))


@technology("tactics", "MU-TEC-43", windows=("W-B2", "W-B3b", "W-B6"), stages=(_aims,), usable=_can_aim)
def aim(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-43 The player chooses the unit that takes one damage point he inflicts."""
    (kind,) = chosen
    index = 1 - own_index(game, seat)
    change_side(game, index, aimed=(*side_of(game, index).aimed, read_word(kind)))


TOUGHNESS = {"hi": 2, "cav": 3}


def _can_strike(game: Medioevo, seat: Seat) -> bool:
    """Sure hits are of use as long as the enemy could take them."""
    if not is_in_battle(game, seat):
        return False
    enemies = [read_unit(id)[2] for id in enemy_units(game, seat, ())]
    counts = side_units(game, 1 - own_index(game, seat))
    bearable = sum(TOUGHNESS.get(kind, 1) * counts[INDEX[kind]] for kind in enemies)
    return side_of(game, own_index(game, seat)).sure < bearable


@technology("strategy", "MU-TEC-44", windows=("W-B3",), usable=_can_strike)
def strike_surely(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-44 One damage point in the archery step without a die."""
    index = own_index(game, seat)
    change_side(game, index, sure=side_of(game, index).sure + 1)


# -- construction (green) ----------------------------------------------------------------------------------


def _improvable(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Civil and military buildings and engines of the player that can rise a level; in a battle or alarm only those there."""
    places = [space for space in holdings(game, seat) if is_at_leisure(game) or space == scene(game)]
    for space in places:
        for category in ("civil", "military"):
            level = getattr(game.lands[space], category)
            if level and can_raise(game, space, category, level + 1):
                yield f"building:{space}:{category}"
    for id, engine in own_vehicles(game, seat, "engine"):
        if engine.space in places and _is_workshop(game, engine.space) and engine.level < 3:
            if has_token_for(game, seat, engine.level + 1, engine.level) and game.supply[piece_of("engine", engine.level + 1)]:
                yield f"v:{id}"


def _is_workshop(game: Medioevo, space: str) -> bool:
    return has_settlement(space) or game.lands[space].military > 0


@technology("engineering", "MU-TEC-54", windows=(ANY, "W-2e", "W-5b", "W-B0", "W-B1", "W-B7"), stages=(_improvable,))
def improve(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-54 A building or an engine rises a level without florins; Cathedrals have no second level."""
    (element,) = chosen
    if element.startswith("v:"):
        id = read_number(element)
        upgrade_vehicle(game, id, game.vehicles[id].level + 1, "MU-TEC-54")
        return
    _, space, category = element.split(":")
    raise_building(game, seat, space, category, getattr(game.lands[space], category) + 1, "MU-TEC-54")


def law_sites(game: Medioevo, seat: Seat) -> list[str]:
    """MU-TEC-32 Barbarian land without military units next to the home kingdom."""
    near = {there for space in homes(game, seat) for there in world.land_neighbours(space)}
    return sorted(s for s in near if s in game.lands and game.lands[s].holder == BARBARIANS and s not in game.armies)
