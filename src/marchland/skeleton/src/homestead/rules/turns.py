"""Turns: settling, raiding, resting."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import roll
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, PreviewLine

from ..state import Game
from ..tables import ATLAS, FIELDS, WORTH
from .scoring import worth_line

FACES = 6


# -- what can be answered ------------------------------------------------------------------------------


class Settle(Action, frozen=True):
    TOUCHES = ("field",)
    field: str


class Raid(Action, frozen=True):
    TOUCHES = ("field",)
    field: str


class Rest(Action, frozen=True):
    pass


# -- what happens --------------------------------------------------------------------------------------


class Settled(Event, frozen=True):
    RULE = "HO-SETTLE-01"
    TOUCHES = ("field",)
    seat: Seat
    field: str


class Taken(Event, frozen=True):
    RULE = "HO-RAID-02"
    TOUCHES = ("field",)
    seat: Seat
    defender: Seat
    field: str


class Repelled(Event, frozen=True):
    RULE = "HO-RAID-02"
    TOUCHES = ("field",)
    seat: Seat
    defender: Seat
    field: str


class Rested(Event, frozen=True):
    RULE = "HO-TURN-01"
    seat: Seat


# -- the question --------------------------------------------------------------------------------------


class Turn(Decision[Game], frozen=True):
    """HO-TURN-01 A turn is one act: settle a free field, raid a neighbour or rest."""

    RULE = "HO-TURN-01"
    FORCED = True
    seat: Seat

    def options(self, game: Game) -> Iterator[Action]:
        yield from map(Settle, free_fields(game))
        yield from map(Raid, fields_in_reach(game, self.seat))
        yield Rest()

    def refusals(self, game: Game, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case Settle(field=field) if game.holders.get(field) is not None:
                yield Refusal("HO-SETTLE-01", {"field": field, "holder": game.holders[field]})
            case Raid(field=field) if game.holders.get(field) not in (None, seat):
                yield Refusal("HO-RAID-01", {"field": field})

    def why_not(self, game: Game, seat: Seat, target: str) -> list[Refusal]:
        found = super().why_not(game, seat, target)
        if not found or target not in FIELDS:
            return found
        wanted = Settle(target) if game.holders[target] == seat else Raid(target)
        return list(self.refusals(game, seat, wanted))

    def preview(self, game: Game, seat: Seat, action: Action) -> list[PreviewLine]:
        match action:
            case Settle(field=field):
                return [worth_line(field)]
            case Raid(field=field):
                return [PreviewLine("HO-RAID-02", chance_to_take(field), unit="percent_to_take"), worth_line(field)]
        return []

    def resolve(self, game: Game, action: Action) -> None:
        match action:
            case Settle(field=field):
                settle(game, self.seat, field)
            case Raid(field=field):
                raid(game, self.seat, field)
            case Rest():
                game.emit(Rested(seat=self.seat))


# -- settling ------------------------------------------------------------------------------------------


def free_fields(game: Game) -> list[str]:
    return [field for field in FIELDS if game.holders[field] is None]


def settle(game: Game, seat: Seat, field: str) -> None:
    """HO-SETTLE-01 A free field goes to whoever settles it."""
    game.holders[field] = seat
    game.emit(Settled(seat=seat, field=field))


# -- raiding -------------------------------------------------------------------------------------------


def fields_in_reach(game: Game, seat: Seat) -> list[str]:
    """HO-RAID-01 Fields of others that border one of your own can be raided."""
    return [
        field
        for field in FIELDS
        if game.holders[field] not in (None, seat)
        and any(game.holders[other] == seat for other in ATLAS.neighbours(field))
    ]


def raid(game: Game, seat: Seat, field: str) -> None:
    """HO-RAID-02 The raider rolls a die: more than the field is worth, and it changes hands."""
    defender = game.holders[field]
    assert defender is not None
    (rolled,) = roll(game, seat, "raid", sides=FACES)
    if rolled > WORTH[field]:
        game.holders[field] = seat
        game.emit(Taken(seat=seat, defender=defender, field=field))
    else:
        game.emit(Repelled(seat=seat, defender=defender, field=field))


def chance_to_take(field: str) -> int:
    return round(100 * (FACES - WORTH[field]) / FACES)
