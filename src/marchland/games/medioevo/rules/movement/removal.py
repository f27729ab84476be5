"""Taking one's own pieces off the board, and taking a rival's lone transports (rulebook: Removal of pieces)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Decision

from ...state import Medioevo
from ..components.armies import armies_of, destroy_unit, kinds_in, parties, strength, troops_of
from ..components.table import tally
from ..components.vehicles import remove_vehicle
from ..conquest.conquest import is_prize
from ..conquest.control import refresh_control
from ..diplomacy.relations import are_teammates, has_truce
from ..registry import free_action, free_options

OWN_TURNS = (4, 5, 6)
"""Phases in which players act one after the other: each has a turn of his own."""


class Dismiss(Action, frozen=True):
    """Remove own pieces."""


class Remove(Action, frozen=True):
    """Take one own piece off the board: `v:12`, or `unit:roma:0:li`."""

    TOUCHES = ("piece",)
    piece: str


class DoneRemoving(Action, frozen=True):
    """Remove nothing more."""

    IDLE = True


class Seize(Action, frozen=True):
    """Take or pillage rival pieces that stand without troops beside one's army."""

    TOUCHES = ("vehicle",)
    PREFIX = {"vehicle": "v"}
    vehicle: int


class ChooseRemoval(Decision[Medioevo], frozen=True):
    """MU-MOV-14 In his own turn a player may take any of his pieces off the board, but none that is in a battle."""

    RULE = "MU-MOV-14"
    seat: Seat

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield DoneRemoving()
        yield from (Remove(piece) for piece in own_pieces(game, self.seat))

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Remove):
            remove_piece(game, self.seat, action.piece, "MU-MOV-14")
            game.push(self)


def own_pieces(game: Medioevo, seat: Seat) -> list[str]:
    """Transports, engines and units (by place and kind) of a player."""
    vehicles = sorted(id for id, vehicle in game.vehicles.items() if vehicle.owner == seat)
    units = [f"unit:{space}:{seat}:{kind}" for space, army in troops_of(game, seat) for kind in kinds_in(strength(army))]
    return [f"v:{id}" for id in vehicles] + list(dict.fromkeys(units))


def has_pieces(game: Medioevo, seat: Seat) -> bool:
    """Is there any piece of a player's: a transport, an engine, a unit?"""
    return bool(armies_of(game, seat)) or any(vehicle.owner == seat for vehicle in game.vehicles.values())


def remove_piece(game: Medioevo, seat: Seat, piece: str, rule: str) -> None:
    kind, _, rest = piece.partition(":")
    if kind == "v":
        remove_vehicle(game, int(rest), rule)
        return
    space, _, unit = rest.split(":")
    destroy_unit(game, space, seat, unit, rule)
    refresh_control(game, space)


def seize_options(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-DIP-02 Rival transports and engines without troops, in a space with an army of the seat and of nobody else."""
    seen: set[tuple[str, Seat]] = set()
    for id, vehicle in sorted(game.vehicles.items()):
        key = (vehicle.space, vehicle.owner)
        if vehicle.owner != seat and key not in seen and parties(game, vehicle.space) == [seat]:
            if (
                not are_teammates(game, seat, vehicle.owner)
                and not has_truce(game, seat, vehicle.owner)
                and is_prize(game, seat, id)
            ):
                seen.add(key)
                yield Seize(id)


@free_options
def dismissals(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-MOV-14 Offered to the active player while no battle is on."""
    if seat == game.active and game.phase in OWN_TURNS and not game.fights and not game.marches and game.now[seat].dismissals < 2:
        if has_pieces(game, seat):
            yield Dismiss()


@free_action(Dismiss)
def open_removal(game: Medioevo, seat: Seat, action: Dismiss) -> None:
    tally(game, seat, dismissals=1)
    game.push(ChooseRemoval(seat))
