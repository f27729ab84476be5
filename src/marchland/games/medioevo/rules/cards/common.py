"""What the abilities share: printed figures, ids, the moment a card is played in, choices after a roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Decision, Frame

from ...state import BARBARIANS, Medioevo, Vehicle
from ...tables import DATA
from ..battle.fight import index_of, side_size, side_units
from ..components.armies import garrisons, kinds_in, parties
from ..movement.movement import ManageGroup
from .cards import CardPlay
from .powers import ANSWERS, Target
from .windows import Window

ON_THE_WAY = "W-5m"
"""The moments a player has while he leads a group of his own."""
NOTHING = "nothing"
"""The id of an optional choice that is left open."""
ALWAYS_OPEN = ("W-PH", "W-2", "W-3", "W-4", "W-5", "W-6", "W-7")
"""Moments at which any place on the map may be named; in all others only the place where things happen."""


@cache
def _figures() -> dict[int, dict[str, int]]:
    return msgspec.yaml.decode((DATA / "abilities.yaml").read_bytes(), type=dict[int, dict[str, int]])


def printed(card: int, name: str = "cost") -> int:
    """A figure printed on a card."""
    return _figures()[card][name]


# -- ids ---------------------------------------------------------------------------------------------------


def unit_id(space: str, owner: Seat, kind: str) -> str:
    return f"unit:{space}:{owner}:{kind}"


def read_unit(id: str) -> tuple[str, Seat, str]:
    """Space, owner and kind of a unit's id."""
    _, space, owner, kind = id.split(":")
    return space, int(owner), kind


def read_number(id: str) -> int:
    """The number behind `v:12`, `card:5`, `seat:1`, `side:0`, `number:3`."""
    return int(id.partition(":")[2])


def read_word(id: str) -> str:
    """The word behind `kind:hi`, `good:salt`, `colour:red`."""
    return id.partition(":")[2]


# -- the moment --------------------------------------------------------------------------------------------


def moment(game: Medioevo, answering: bool = False) -> tuple[str, str]:
    """Name and place of the reaction window something is played in; without one, a player's own decision of the phase.

    A card being answered was played in the window below; only what is used as an answer itself looks at the answer window.
    On the way of his own group a player has moments of his own, too (`ON_THE_WAY`).
    """
    kind: type[Frame] = Frame if game.marches else Window
    for frame in game.frames(kind):
        if isinstance(frame, Window) and (answering or frame.name != ANSWERS):
            return frame.name, frame.place
        if isinstance(frame, ManageGroup):
            return ON_THE_WAY, game.marches[-1].space
    return f"W-{game.phase}", ""


def is_at_leisure(game: Medioevo) -> bool:
    """Is nothing particular going on, so that any place on the map may be named?"""
    return moment(game)[0] in ALWAYS_OPEN


def scene(game: Medioevo) -> str:
    """The place of what is going on: the window's, the battle's, the movement's or the deal's."""
    place = moment(game)[1]
    if place:
        return place
    if game.fights:
        return game.fights[-1].place
    return game.marches[-1].space if game.marches else game.deals[-1].space if game.deals else ""


def plays(game: Medioevo) -> list[CardPlay]:
    """Cards being played, the latest last: each one answers the one before."""
    return game.frames(CardPlay)[::-1]


# -- battles -----------------------------------------------------------------------------------------------


def is_in_battle(game: Medioevo, seat: Seat) -> bool:
    return bool(game.fights) and index_of(game, seat) is not None


def is_battlefield(game: Medioevo, space: str) -> bool:
    """Is a battle in progress here, perhaps one that a reaction has interrupted?"""
    return any(fight.place == space for fight in game.fights)


def own_index(game: Medioevo, seat: Seat) -> int:
    index = index_of(game, seat)
    assert index is not None
    return index


def is_before_the_first_die(game: Medioevo, seat: Seat) -> bool:
    """The player fights, still has somebody to send, and no die of the battle has fallen."""
    return is_in_battle(game, seat) and not game.fights[-1].rolled and side_size(game, own_index(game, seat)) > 0


def foe_of(game: Medioevo, seat: Seat) -> Seat:
    return game.fights[-1].sides[1 - own_index(game, seat)].owner


def enemy_units(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """The enemy's units in the battle in progress, by kind."""
    yield from units_of_side(game, 1 - own_index(game, seat))


def units_of_side(game: Medioevo, index: int) -> Iterator[str]:
    fight = game.fights[-1]
    for kind in kinds_in(side_units(game, index)):
        yield unit_id(fight.place, fight.sides[index].owner, kind)


# -- places and pieces -------------------------------------------------------------------------------------


def territories(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterable[str]:
    """Any territory in play at leisure, otherwise the one where things happen."""
    return game.area if is_at_leisure(game) else [place for place in (scene(game),) if place in game.lands]


def own_vehicles(game: Medioevo, seat: Seat, *kinds: str) -> list[tuple[int, Vehicle]]:
    return [(id, game.vehicles[id]) for id in sorted(game.vehicles) if _is_own(game.vehicles[id], seat, kinds)]


def _is_own(vehicle: Vehicle, seat: Seat, kinds: tuple[str, ...]) -> bool:
    return vehicle.owner == seat and (not kinds or vehicle.kind in kinds)


def players_armies(game: Medioevo) -> Iterator[tuple[str, Seat]]:
    """Where players have armies, ashore and aboard; in a battle only the two that fight."""
    if game.fights and not is_at_leisure(game):
        fight = game.fights[-1]
        yield from ((fight.place, side.owner) for side in fight.sides if side.owner != BARBARIANS)
        return
    for space in sorted(garrisons(game)):
        yield from ((space, army.owner) for army in game.armies[space] if army.owner != BARBARIANS)
    laden = {vehicle.space for vehicle in game.vehicles.values() if vehicle.cargo is not None}
    for space in game.waters if laden else ():
        yield from ((space, owner) for owner in parties(game, space) if owner != BARBARIANS)


# -- dice and later choices --------------------------------------------------------------------------------


def one_to_three(die: int) -> int:
    """One die: 1-2, 3-4, 5-6 are one, two, three (reading R-25)."""
    return (die + 1) // 2


Listing = Callable[[Medioevo, Seat], Iterable[str]]
Touch = Callable[[Medioevo, Seat, str], None]


@dataclass(frozen=True)
class Pick:
    """What can be picked after a roll, each thing once, and what happens to it."""

    rule: str
    listing: Listing
    touch: Touch


PICKS: dict[int, Pick] = {}


class PickTargets(Decision[Medioevo], frozen=True):
    """MU-EMP-01 An ability that works on several things names them one after the other; the player may stop at any time."""

    RULE = "MU-EMP-01"
    seat: Seat
    card: int
    left: int
    chosen: tuple[str, ...] = ()

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Target(NOTHING)
        yield from map(Target, self.open_ids(game))

    def open_ids(self, game: Medioevo) -> list[str]:
        return [id for id in dict.fromkeys(PICKS[self.card].listing(game, self.seat)) if id not in self.chosen]

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Target)
        if action.id != NOTHING:
            PICKS[self.card].touch(game, self.seat, action.id)
            pick_targets(game, self.seat, self.card, self.left - 1, (*self.chosen, action.id))


def pick_targets(game: Medioevo, seat: Seat, card: int, number: int, chosen: tuple[str, ...] = ()) -> None:
    """Let a player name up to so many things, as long as there are some."""
    asked = PickTargets(seat, card, number, chosen)
    if number and asked.open_ids(game):
        game.push(asked)
