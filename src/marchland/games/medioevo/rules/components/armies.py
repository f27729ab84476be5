"""Military units on the table: counting, placing, removing, wounding. At sea they are the cargo of Galleys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event
from marchland.kernel.memo import kept_with

from ... import world
from ...state import BARBARIANS, NO_UNITS, Army, Counts, Medioevo, Special, Vehicle
from ...tables import FIGURES, KINDS, figure, tables
from .table import bumped, change, replace

INDEX = {kind: index for index, kind in enumerate(KINDS)}
HORDE_PIECE = {kind: f"horde_{figure(kind)}" for kind in (*KINDS, *FIGURES)}
"""The figure of a kind in the supply of barbarians."""
FIGURE_INDEX = {kind: FIGURES.index(figure(kind)) for kind in (*KINDS, *FIGURES)}
"""Where the figure of a kind stands in a reserve."""


class UnitLost(Event, frozen=True):
    """A unit left the map for its reserve."""

    TOUCHES = ("space",)
    owner: Seat
    kind: str
    space: str
    rule: str


class UnitChanged(Event, frozen=True):
    """A unit became another kind."""

    TOUCHES = ("space",)
    owner: Seat
    kind: str
    into: str
    space: str
    rule: str


class UnitPlaced(Event, frozen=True):
    TOUCHES = ("space",)
    owner: Seat
    kind: str
    space: str
    rule: str


# -- arithmetic --------------------------------------------------------------------------------------------


def one(kind: str, number: int = 1) -> Counts:
    return bumped(NO_UNITS, INDEX[kind], number)


def plus(these: Counts, those: Counts) -> Counts:
    return tuple(a + b for a, b in zip(these, those, strict=True))


def minus(these: Counts, those: Counts) -> Counts:
    return tuple(a - b for a, b in zip(these, those, strict=True))


def at_most(these: Counts, those: Counts) -> Counts:
    return tuple(map(min, these, those))


def kinds_in(counts: Counts) -> list[str]:
    return [kind for kind, number in zip(KINDS, counts, strict=True) if number]


def by_kind(counts: Counts) -> dict[str, int]:
    """The units that are there, by name of their kind."""
    return {kind: number for kind, number in zip(KINDS, counts, strict=True) if number}


def each(counts: Counts) -> Iterator[str]:
    """Every unit by its kind."""
    for kind, number in zip(KINDS, counts, strict=True):
        for _ in range(number):
            yield kind


def captains(counts: Counts) -> int:
    return sum(counts[INDEX["cap1"] :])


def strength(army: Army | None) -> Counts:
    """The units of an army by the kind they fight as."""
    if army is None:
        return NO_UNITS
    counts = army.counts
    for special in army.specials:
        counts = bumped(counts, INDEX[special.kind], 1)
    return counts


# -- looking -----------------------------------------------------------------------------------------------


def army_at(game: Medioevo, space: str, owner: Seat) -> Army | None:
    """The army standing in a territory (or a horde at sea)."""
    for army in game.armies.get(space, ()):
        if army.owner == owner:
            return army
    return None


def units(game: Medioevo, space: str, owner: Seat) -> Counts:
    """Units of one side in a space, by the kind they fight as; at sea those aboard its Galleys."""
    if owner != BARBARIANS and world.is_sea(space):
        total = NO_UNITS
        for _, carrier in afloat(game, space, owner):
            total = plus(total, strength(carrier.cargo))
        return total
    return strength(army_at(game, space, owner))


def size(game: Medioevo, space: str, owner: Seat) -> int:
    return sum(units(game, space, owner))


def fleet(game: Medioevo, space: str, owner: Seat) -> list[tuple[int, Vehicle]]:
    """A player's Galleys in a space, by number."""
    return [(id, vehicle) for id, vehicle in vehicles_at(game, space, owner) if vehicle.kind == "galley"]


def afloat(game: Medioevo, space: str, owner: Seat) -> list[tuple[int, Vehicle]]:
    """A player's carriers with units aboard in a sea zone: Galleys, and wagons crossing by Logistics."""
    return [(id, vehicle) for id, vehicle in vehicles_at(game, space, owner) if vehicle.cargo is not None]


def vehicles_at(game: Medioevo, space: str, owner: Seat | None = None) -> list[tuple[int, Vehicle]]:
    """Transports and engines in a space, by number."""
    here = [
        (id, vehicle)
        for id, vehicle in game.vehicles.items()
        if vehicle.space == space and (owner is None or vehicle.owner == owner)
    ]
    return sorted(here, key=itemgetter(0)) if len(here) > 1 else here


def parties(game: Medioevo, space: str) -> list[Seat]:
    """Everybody with military units in a space, barbarians included, in order of seat."""
    found = {army.owner for army in game.armies.get(space, ())}
    if world.is_sea(space):
        found |= {vehicle.owner for vehicle in game.vehicles.values() if vehicle.space == space and vehicle.cargo is not None}
    return sorted(found)


def horde_size(game: Medioevo, space: str) -> int:
    horde = army_at(game, space, BARBARIANS)
    return sum(strength(horde)) if horde is not None else 0


def hordes(game: Medioevo) -> list[str]:
    """Where barbarians stand, ashore and at sea, sorted."""
    return standing_places(game, BARBARIANS)


def standing_places(game: Medioevo, owner: Seat) -> list[str]:
    """Where an army of one side stands (at sea only hordes do), sorted."""
    return [space for space, _ in armies_of(game, owner)]


def armies_of(game: Medioevo, owner: Seat) -> tuple[tuple[str, Army], ...]:
    """The armies of one side that stand ashore, and hordes at sea, by their places in order."""
    return by_owner(game).get(owner, ())


@kept_with("armies")
def by_owner(game: Medioevo) -> dict[Seat, tuple[tuple[str, Army], ...]]:
    """Everybody's armies with their places, which are in order."""
    found: dict[Seat, list[tuple[str, Army]]] = defaultdict(list)
    for space, standing in sorted(game.armies.items()):
        for army in standing:
            found[army.owner].append((space, army))
    return {owner: tuple(armies) for owner, armies in found.items()}


@kept_with("armies")
def garrisons(game: Medioevo) -> frozenset[str]:
    """Where players have armies ashore."""
    return frozenset(space for space, standing in game.armies.items() for army in standing if army.owner != BARBARIANS)


def cargoes_of(game: Medioevo, seat: Seat) -> list[tuple[str, Army]]:
    """The troops of a player aboard his carriers at sea, by their places, in order of the carriers."""
    found = [(id, v.space, v.cargo) for id, v in game.vehicles.items() if v.owner == seat and v.cargo is not None]
    return [(space, cargo) for _, space, cargo in sorted(found, key=itemgetter(0))]


def troops_of(game: Medioevo, seat: Seat) -> list[tuple[str, Army]]:
    """All military units of a player with their places: ashore, then aboard."""
    return [*armies_of(game, seat), *cargoes_of(game, seat)]


def units_on_map(game: Medioevo, seat: Seat) -> Counts:
    """All military units of a player, by kind."""
    total = NO_UNITS
    for _, army in troops_of(game, seat):
        total = plus(total, strength(army))
    return total


# -- reserves ----------------------------------------------------------------------------------------------


def in_reserve(game: Medioevo, owner: Seat, kind: str) -> int:
    """Figures left to make a unit of this kind."""
    if owner == BARBARIANS:
        return game.supply.get(HORDE_PIECE[kind], 0)
    return game.players[owner].reserve[FIGURE_INDEX[kind]]


def use_figure(game: Medioevo, owner: Seat, kind: str, number: int = 1) -> None:
    """Take figures from the reserve; a negative number puts them back."""
    if owner == BARBARIANS:
        game.supply[HORDE_PIECE[kind]] -= number
        return
    reserve = game.players[owner].reserve
    change(game, owner, reserve=bumped(reserve, FIGURE_INDEX[kind], -number))


# -- changing ----------------------------------------------------------------------------------------------


def put_army(game: Medioevo, space: str, army: Army) -> None:
    """Replace one side's army in a territory; an empty one disappears."""
    others = tuple(other for other in game.armies.get(space, ()) if other.owner != army.owner)
    standing = (*others, army) if any(army.counts) or army.specials else others
    if standing:
        game.armies[space] = tuple(sorted(standing, key=lambda army: army.owner))
    else:
        game.armies.pop(space, None)


def add_units(game: Medioevo, space: str, owner: Seat, counts: Counts, spent: bool = False) -> None:
    """Put units into a territory; their figures must already have left the reserve."""
    army = army_at(game, space, owner) or Army(owner)
    tired = plus(army.spent, counts) if spent else army.spent
    put_army(game, space, replace(army, counts=plus(army.counts, counts), spent=tired))


def remove_units(game: Medioevo, space: str, owner: Seat, counts: Counts) -> None:
    """Take ordinary units out of a territory without returning their figures; units that have moved go first."""
    army = army_at(game, space, owner)
    assert army is not None
    left = minus(army.counts, counts)
    put_army(game, space, replace(army, counts=left, spent=tuple(max(0, s - c) for s, c in zip(army.spent, counts, strict=True))))


def place_unit(game: Medioevo, space: str, owner: Seat, kind: str, rule: str) -> bool:
    """A unit from the reserve appears in a territory, or aboard a Galley at sea; False if no figure is left."""
    if not in_reserve(game, owner, kind):
        return False
    use_figure(game, owner, kind)
    if owner != BARBARIANS and world.is_sea(space):
        _board(game, space, owner, kind)
    else:
        add_units(game, space, owner, one(kind))
    game.emit(UnitPlaced(owner=owner, kind=kind, space=space, rule=rule))
    return True


def _board(game: Medioevo, space: str, owner: Seat, kind: str, galley: int = 0) -> None:
    id = galley or _deck(game, space, owner)
    cargo = game.vehicles[id].cargo or Army(owner)
    game.vehicles[id] = replace(game.vehicles[id], cargo=replace(cargo, counts=plus(cargo.counts, one(kind))))


def _deck(game: Medioevo, space: str, owner: Seat) -> int:
    """The carrier that takes one more unit at sea: the Galley with most room."""
    ships = fleet(game, space, owner) or afloat(game, space, owner)
    return max(ships, key=lambda pair: (berths(game, pair[0]), -pair[0]))[0]


def berths(game: Medioevo, id: int) -> int:
    """MU-MOV-03 Units a carrier at sea can still take, besides the wagons and engines aboard."""
    vehicle = game.vehicles[id]
    loaded = sum(strength(vehicle.cargo)) + sum(1 for other in game.vehicles.values() if other.aboard == id)
    return int(tables().military_transport["capacity"][vehicle.level - 1]) - loaded


def has_berth(game: Medioevo, space: str, owner: Seat) -> bool:
    """Can one more unit of this side be in a space: always ashore, at sea only aboard a Galley with room?"""
    return not world.is_sea(space) or any(berths(game, id) > 0 for id, _ in fleet(game, space, owner))


def decks_with(game: Medioevo, space: str, owner: Seat, kind: str) -> list[int]:
    """The carriers at sea that have a unit of a kind aboard, the fullest first."""
    holding = [(id, v) for id, v in afloat(game, space, owner) if strength(v.cargo)[INDEX[kind]]]
    return [id for id, _ in sorted(holding, key=lambda pair: (-sum(strength(pair[1].cargo)), pair[0]))]


def lift_unit(game: Medioevo, space: str, owner: Seat, kind: str, galley: int = 0) -> Special:
    """Take one unit of a kind off the map, temporary ones first, and say what it was; its figure is not returned."""
    if owner != BARBARIANS and world.is_sea(space):
        return _lift_from_galley(game, galley or decks_with(game, space, owner, kind)[0], kind)
    army = army_at(game, space, owner)
    assert army is not None
    left, special = _without(army, kind)
    put_army(game, space, left)
    return special


def _without(army: Army, kind: str) -> tuple[Army, Special]:
    """What is left, and who went: temporary units before others, and those that have moved before fresh ones."""
    index = INDEX[kind]
    spent = bumped(army.spent, index, -1) if army.spent[index] else army.spent
    for special in army.specials:
        if special.kind == kind:
            rest = list(army.specials)
            rest.remove(special)
            return replace(army, specials=tuple(rest), spent=spent), special
    assert army.counts[index], f"no {kind}"
    return replace(army, counts=bumped(army.counts, index, -1), spent=spent), Special(kind, kind, army.owner)


def _lift_from_galley(game: Medioevo, id: int, kind: str) -> Special:
    galley = game.vehicles[id]
    assert galley.cargo is not None
    left, special = _without(galley.cargo, kind)
    game.vehicles[id] = replace(galley, cargo=left if sum(strength(left)) else None)
    return special


def destroy_unit(game: Medioevo, space: str, owner: Seat, kind: str, rule: str, galley: int = 0) -> Special:
    """A unit is removed, its figure goes back where it came from. At sea `galley` says where it was; else the fullest loses it."""
    special = lift_unit(game, space, owner, kind, galley)
    use_figure(game, special.owner, special.figure, -1)
    game.emit(UnitLost(owner=owner, kind=kind, space=space, rule=rule))
    return special


def change_unit(game: Medioevo, space: str, owner: Seat, kind: str, into: str, rule: str) -> None:
    """A unit is replaced for good by another kind from the reserve of whose figure it is; one that is lent or hired stays so."""
    galley = _same_deck(game, space, owner, kind)
    special = lift_unit(game, space, owner, kind, galley)
    use_figure(game, special.owner, special.figure, -1)
    use_figure(game, special.owner, into)
    if special.owner == owner:
        put_unit(game, space, owner, into, galley)
    else:
        add_special(game, space, owner, replace(special, kind=into, figure=into), galley, tired=True)
    game.emit(UnitChanged(owner=owner, kind=kind, into=into, space=space, rule=rule))


def figure_owner(game: Medioevo, space: str, owner: Seat, kind: str) -> Seat:
    """Whose figure the unit of a kind is that this army would lose first: lent and hired ones come before its own."""
    standing = [army_at(game, space, owner)]
    if owner != BARBARIANS and world.is_sea(space):
        standing = [game.vehicles[id].cargo for id in decks_with(game, space, owner, kind)]
    specials = (special for army in standing[:1] if army is not None for special in army.specials)
    return next((special.owner for special in specials if special.kind == kind), owner)


def _same_deck(game: Medioevo, space: str, owner: Seat, kind: str) -> int:
    """At sea the Galley on which a unit is and stays when it becomes another kind; ashore none."""
    return decks_with(game, space, owner, kind)[0] if owner != BARBARIANS and world.is_sea(space) else 0


def put_unit(game: Medioevo, space: str, owner: Seat, kind: str, galley: int = 0) -> None:
    """Put one unit, whose figure is already off the reserve, where its side stands."""
    if owner != BARBARIANS and world.is_sea(space):
        _board(game, space, owner, kind, galley)
    else:
        add_units(game, space, owner, one(kind), spent=True)


def shift_unit(game: Medioevo, space: str, owner: Seat, kind: str, into: str, rule: str) -> None:
    """A unit fights as another kind until phase 7 (Hierarchy, Heroine); its figure stays what it is."""
    galley = _same_deck(game, space, owner, kind)
    army = army_at(game, space, owner)
    tired = army is not None and army.spent[INDEX[kind]] > 0
    special = lift_unit(game, space, owner, kind, galley)
    add_special(game, space, owner, replace(special, kind=into), galley, tired)
    game.emit(UnitChanged(owner=owner, kind=kind, into=into, space=space, rule=rule))


def add_special(game: Medioevo, space: str, owner: Seat, special: Special, galley: int = 0, tired: bool = False) -> None:
    """Put a temporary unit into a side's army (hired barbarians, lent units, changed kinds); a tired one has moved this turn."""
    if owner != BARBARIANS and world.is_sea(space):
        id = galley or _deck(game, space, owner)
        cargo = game.vehicles[id].cargo or Army(owner)
        game.vehicles[id] = replace(game.vehicles[id], cargo=replace(cargo, specials=(*cargo.specials, special)))
        return
    army = army_at(game, space, owner) or Army(owner)
    spent = bumped(army.spent, INDEX[special.kind], int(tired))
    put_army(game, space, replace(army, specials=(*army.specials, special), spent=spent))
