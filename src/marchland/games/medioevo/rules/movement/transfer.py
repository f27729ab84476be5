"""Moving pieces from one space to the next: units on foot, in wagons and aboard Galleys."""

from __future__ import annotations

from marchland.kernel.actions import Seat

from ... import world
from ...state import NO_UNITS, Army, Counts, Medioevo
from ..components.armies import INDEX, army_at, each, minus, one, plus, put_army, strength
from ..components.table import replace
from ..components.vehicles import capacity


def split(army: Army, counts: Counts) -> tuple[Army, Army]:
    """Part an army: what stays, and what goes. Those that have already moved go first; temporary units go last."""
    plain = tuple(map(min, army.counts, counts))
    wanted = list(each(minus(counts, plain)))
    goes, stays = [], []
    for special in army.specials:
        if special.kind in wanted:
            wanted.remove(special.kind)
            goes.append(special)
        else:
            stays.append(special)
    part = Army(army.owner, plain, tuple(goes))
    spent = tuple(max(0, tired - gone) for tired, gone in zip(army.spent, strength(part), strict=True))
    rest = replace(army, counts=minus(army.counts, plain), specials=tuple(stays), spent=spent)
    return rest, replace(part, spent=strength(part))


def join(game: Medioevo, space: str, part: Army) -> None:
    """Put part of an army into a territory."""
    army = army_at(game, space, part.owner) or Army(part.owner)
    put_army(
        game,
        space,
        Army(part.owner, plus(army.counts, part.counts), (*army.specials, *part.specials), plus(army.spent, part.spent)),
    )


def pick_up(game: Medioevo, seat: Seat, space: str, vehicles: tuple[int, ...], counts: Counts) -> Army:
    """Take the group's units off a territory, or out of the Galleys that carry them."""
    if world.is_sea(space):
        total = Army(seat)
        for id in vehicles:
            cargo = game.vehicles[id].cargo
            if cargo is not None:
                total = Army(seat, plus(total.counts, cargo.counts), (*total.specials, *cargo.specials))
                game.vehicles[id] = replace(game.vehicles[id], cargo=None)
        return replace(total, spent=strength(total))
    army = army_at(game, space, seat)
    if army is None or not any(counts):
        return Army(seat)
    rest, part = split(army, counts)
    put_army(game, space, rest)
    return part


def relocate(game: Medioevo, seat: Seat, origin: str, to: str, vehicles: tuple[int, ...], counts: Counts) -> None:
    """MU-MOV-04 One step of a group; Galleys load and unload when they leave or reach a shore (MU-MOV-06)."""
    vehicles = with_passengers(game, vehicles)
    if world.is_sea(origin) and world.is_sea(to):
        for id in vehicles:
            game.vehicles[id] = replace(game.vehicles[id], space=to)
        return
    part = pick_up(game, seat, origin, vehicles, counts)
    for id in vehicles:
        game.vehicles[id] = replace(game.vehicles[id], space=to, aboard=0)
    if world.is_sea(to):
        embark(game, seat, vehicles, part)
    elif any(part.counts) or part.specials:
        join(game, to, part)


def with_passengers(game: Medioevo, vehicles: tuple[int, ...]) -> tuple[int, ...]:
    """Galleys and what is loaded on them."""
    aboard = (id for id, vehicle in game.vehicles.items() if vehicle.aboard in vehicles)
    return tuple(sorted({*vehicles, *aboard}))


def embark(game: Medioevo, seat: Seat, vehicles: tuple[int, ...], part: Army) -> None:
    """MU-MOV-03 Wagons and engines take one space each aboard, units one each; what has no Galley crosses by itself (Logistics)."""
    ships = [id for id in vehicles if game.vehicles[id].kind == "galley"]
    room = {id: capacity(game, id) for id in ships or vehicles}
    for id in vehicles:
        if id not in ships and ships:
            deck = max(room, key=lambda ship: (room[ship], -ship))
            room[deck] -= 1
            game.vehicles[id] = replace(game.vehicles[id], aboard=deck)
    for special in part.specials:
        deck = _roomiest(room)
        cargo = game.vehicles[deck].cargo or Army(seat)
        game.vehicles[deck] = replace(game.vehicles[deck], cargo=replace(cargo, specials=(*cargo.specials, special)))
    for kind in each(part.counts):
        deck = _roomiest(room)
        cargo = game.vehicles[deck].cargo or Army(seat)
        game.vehicles[deck] = replace(game.vehicles[deck], cargo=replace(cargo, counts=plus(cargo.counts, one(kind))))


def _roomiest(room: dict[int, int]) -> int:
    deck = max(room, key=lambda ship: (room[ship], -ship))
    room[deck] -= 1
    return deck


def spaces_needed(game: Medioevo, vehicles: tuple[int, ...], counts: Counts) -> int:
    """MU-MOV-03 Spaces a group takes aboard Galleys."""
    return sum(counts) + sum(1 for id in vehicles if game.vehicles[id].kind != "galley")


def tire(game: Medioevo, space: str, seat: Seat, kind: str, by: int = 1) -> None:
    """Mark units as having moved (or, with a negative number, as fresh again)."""
    army = army_at(game, space, seat)
    if army is not None:
        spent = list(army.spent)
        spent[INDEX[kind]] = max(0, min(strength(army)[INDEX[kind]], spent[INDEX[kind]] + by))
        put_army(game, space, replace(army, spent=tuple(spent)))


def fresh_units(army: Army | None) -> Counts:
    """Units that have not moved this turn."""
    return NO_UNITS if army is None else minus(strength(army), army.spent)


def cargo_of(game: Medioevo, id: int) -> Counts:
    return strength(game.vehicles[id].cargo)
