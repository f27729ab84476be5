"""Bids and turns."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import roll
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, PreviewLine, Together

from ..state import Holding, Pebbles


class Bid(Action, frozen=True):
    amount: int


class Place(Action, frozen=True):
    TOUCHES = ("space",)
    pebble: int
    space: str


class Draw(Action, frozen=True):
    pass


class Throw(Action, frozen=True):
    pass


class Stop(Action, frozen=True):
    pass


class OrderFound(Event, frozen=True):
    RULE = "PB-BID-01"
    order: tuple[Seat, ...]


class Placed(Event, frozen=True):
    RULE = "PB-PLACE-01"
    TOUCHES = ("space",)
    seat: Seat
    pebble: int
    space: str


class Drew(Event, frozen=True):
    RULE = "PB-DRAW-01"
    seat: Seat
    pebble: int


class TurnEnded(Event, frozen=True):
    RULE = "PB-TURN-01"
    seat: Seat


class Bids(Together, frozen=True):
    """PB-BID-01 All bid secretly; the highest goes first."""

    RULE = "PB-BID-01"

    def options_for(self, game: Pebbles, seat: Seat) -> Iterator[Action]:
        yield from (Bid(amount) for amount in range(3))

    def settle(self, game: Pebbles, answers: dict[Seat, tuple[Bid, ...]]) -> None:
        game.order = tuple(sorted(answers, key=lambda seat: (-answers[seat][0].amount, seat)))
        game.emit(OrderFound(order=game.order))


class WrittenBids(Bids, frozen=True):
    """PB-BID-01 The same, on a sheet of paper."""

    WRITTEN = True


class Turn(Decision, frozen=True):
    """PB-TURN-01 A player lays pebbles, draws once, throws once, and stops."""

    RULE = "PB-TURN-01"
    seat: Seat
    drew: bool = False
    threw: bool = False

    def moment(self, game: Pebbles) -> str:
        return "" if game.hands[self.seat] else "empty_hands"

    def waiver(self) -> Action:
        return Stop()

    def options(self, game: Pebbles) -> Iterator[Action]:
        free = [space for space, holding in sorted(game.land.items()) if holding is None]
        yield from (Place(pebble, space) for pebble in game.hands[self.seat] for space in free)
        if game.bag and not self.drew:
            yield Draw()
        if game.dice and not self.threw:
            yield Throw()
        yield Stop()

    def refusals(self, game: Pebbles, seat: Seat, action: Action) -> Iterator[Refusal]:
        if isinstance(action, Place):
            yield from self.why_not(game, seat, action.space)

    def why_not(self, game: Pebbles, seat: Seat, target: str) -> list[Refusal]:
        holding = game.land.get(target)
        if holding is not None:
            return [Refusal("PB-PLACE-02", {"space": target, "pebble": holding.value})]
        return super().why_not(game, seat, target)

    def preview(self, game: Pebbles, seat: Seat, action: Action) -> list[PreviewLine]:
        return [PreviewLine("PB-PLACE-01", action.pebble)] if isinstance(action, Place) else []

    def resolve(self, game: Pebbles, action: Action) -> None:
        match action:
            case Place(pebble=pebble, space=space):
                place(game, self.seat, pebble, space)
                game.push(self)
            case Draw():
                draw(game, self.seat)
                game.push(Turn(self.seat, drew=True, threw=self.threw))
            case Throw():
                game.scores[self.seat] += sum(roll(game, self.seat, "luck"))
                game.push(Turn(self.seat, drew=self.drew, threw=True))
            case _:
                game.emit(TurnEnded(seat=self.seat))


def place(game: Pebbles, seat: Seat, pebble: int, space: str) -> None:
    """PB-PLACE-01 A pebble on a free stone scores its value."""
    game.hands[seat] = tuple(other for other in game.hands[seat] if other != pebble)
    game.land[space] = Holding(seat, pebble)
    game.scores[seat] += pebble
    game.emit(Placed(seat=seat, pebble=pebble, space=space))


def draw(game: Pebbles, seat: Seat) -> None:
    """PB-DRAW-01 A pebble from the bag, seen by its owner alone."""
    pebble = game.bag.pop()
    game.hands[seat] = tuple(sorted((*game.hands[seat], pebble)))
    game.emit(Drew(seat=seat, pebble=pebble, audience=(seat,)))
