"""The Diplomacy tile."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision

from ..state import Vinci
from .empire import opponents_clockwise


class MakePeace(Action, frozen=True):
    TOUCHES = ("opponent",)
    PREFIX = {"opponent": "seat"}
    opponent: Seat


class PeaceMade(Event, frozen=True):
    RULE = "VI-SPECIAL-04"
    seat: Seat
    opponent: Seat


class ChoosePeace(Decision[Vinci], frozen=True):
    """VI-SPECIAL-04 VI-SPECIAL-06 VI-SPEC-16 The owner of Diplomacy names an opponent, even one without an empire; doubled,
    two different ones.
    """

    RULE = "VI-SPECIAL-04"
    FORCED = True
    seat: Seat

    def options(self, game: Vinci) -> Iterator[Action]:
        for opponent in opponents_clockwise(game, self.seat):
            if opponent not in game.peace[self.seat]:
                yield MakePeace(opponent)

    def particulars(self, game: Vinci, seat: Seat) -> dict[str, object]:
        return {"rivals": len(game.options(seat))}

    def refusals(self, game: Vinci, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case MakePeace(opponent=opponent) if opponent in game.peace[seat]:
                yield Refusal("VI-SPEC-16")

    def resolve(self, game: Vinci, action: Action) -> None:
        match action:
            case MakePeace(opponent=opponent):
                make_peace(game, self.seat, opponent)


def make_peace(game: Vinci, seat: Seat, opponent: Seat) -> None:
    game.peace[seat] = (*game.peace[seat], opponent)
    game.emit(PeaceMade(seat=seat, opponent=opponent))


def end_peace(game: Vinci, seat: Seat) -> None:
    """VI-SPECIAL-04 VI-SPECIAL-07 Peace lasts until the owner's next turn, or until the civilization with the tile is gone."""
    game.peace[seat] = ()


def spared_by(game: Vinci, seat: Seat) -> tuple[Seat, ...]:
    """VI-CONQ-18 VI-SPECIAL-05 Those whose active empires the seat does not attack: itself and its partners in peace."""
    return (seat, *partners_in_peace(game, seat)) if any(game.peace) else (seat,)


def partners_in_peace(game: Vinci, seat: Seat) -> tuple[Seat, ...]:
    """VI-SPECIAL-04 Peace binds both sides, whoever named the other."""
    return (*game.peace[seat], *[other for other, named in enumerate(game.peace) if seat in named])


def are_at_peace(game: Vinci, one: Seat, other: Seat) -> bool:
    return other in partners_in_peace(game, one)
