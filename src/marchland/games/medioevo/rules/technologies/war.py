"""Technologies of war, red: Hierarchy, Tactics, Strategy."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat

from ...state import Medioevo
from ...tables import tables
from ..battle.battle import arrow_hits
from ..battle.fight import change_side, shielded, side_of, side_units
from ..cards.common import enemy_units, is_in_battle, moment, own_index, read_unit, read_word, units_of_side
from ..components.armies import INDEX, kinds_in, shift_unit
from ..registry import technology

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
