"""A toy title for kernel tests: sealed bids for a heap of stones, then stones are taken in turn."""

from collections.abc import Iterator
from typing import Any

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import Chance, roll
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, Procedure, Together
from marchland.kernel.state import State


class Heap(State, kw_only=True):
    SCHEMA = 2
    MIGRATIONS = {1: lambda data: {**data, "taken": data.pop("stones_taken")}}

    stones: int = 0
    taken: list[int] = []
    first: Seat = 0


class Bid(Action, frozen=True):
    amount: int


class Take(Action, frozen=True):
    TOUCHES = ("count",)
    PREFIX = {"count": "stone"}
    count: int


class Took(Event, frozen=True):
    seat: Seat
    count: int


class Bids(Together, frozen=True):
    RULE = "TOY-BID-01"

    def options_for(self, game: Heap, seat: Seat) -> Iterator[Action]:
        yield from (Bid(amount) for amount in range(4))

    def settle(self, game: Heap, answers: dict[Seat, tuple[Any, ...]]) -> None:
        game.first = max(answers, key=lambda seat: (answers[seat][0].amount, -seat))


class TakeStones(Decision, frozen=True):
    RULE = "TOY-TAKE-01"
    FORCED = True
    seat: Seat

    def options(self, game: Heap) -> Iterator[Action]:
        yield from (Take(count) for count in range(1, min(3, game.stones) + 1))

    def resolve(self, game: Heap, action: Take) -> None:
        game.stones -= action.count
        game.taken[self.seat] += action.count
        game.emit(Took(seat=self.seat, count=action.count))


class Play(Procedure, frozen=True):
    STEPS = ("bid", "heap", "turn", "again")
    turns: int = 0

    def bid(self, game: Heap) -> None:
        game.push(Bids(seats=(0, 1)))

    def heap(self, game: Heap) -> None:
        game.stones = sum(roll(game, None, "heap", dice=2))

    def turn(self, game: Heap) -> str | None:
        if not game.stones:
            return DONE
        game.push(TakeStones((game.first + self.turns) % 2))
        return None

    def again(self, game: Heap) -> str:
        game.update(self, turns=self.turns + 1)
        return "turn"


def new(chance: Chance) -> Heap:
    game = Heap(chance=chance, taken=[0, 0])
    game.begin(Play())
    return game
