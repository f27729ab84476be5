"""The outline of Pebbles."""

from collections.abc import Mapping
from typing import Any

from marchland.kernel.chance import Chance, shuffled
from marchland.kernel.frames import DONE, Procedure
from marchland.kernel.title import Outcome

from .rules.turns import Bids, Drew, Turn, WrittenBids
from .state import Pebbles

FIELDS = {"small": 6, "large": 12}
PEBBLES = 24
HAND = 2


class Game(Procedure, frozen=True):
    """PB-ROUND-01 Every round starts with sealed bids for the order of turns."""

    STEPS = ("bid", "turns", "again")

    def bid(self, game: Pebbles) -> None:
        bids = WrittenBids if game.written else Bids
        game.push(bids(seats=tuple(range(len(game.scores)))))

    def turns(self, game: Pebbles) -> None:
        game.push(*(Turn(seat) for seat in game.order))

    def again(self, game: Pebbles) -> str:
        game.round += 1
        return DONE if game.round >= game.rounds else "bid"


def set_up(seats: int, options: Mapping[str, Any], chance: Chance) -> Pebbles:
    game = Pebbles(chance=chance, rounds=options["rounds"], dice=options["dice"], written=options["written"], scores=[0] * seats)
    game.land = {f"stone{number:02}": None for number in range(1, FIELDS[options["field"]] + 1)}
    game.bag = shuffled(game, list(range(1, PEBBLES + 1)))
    for seat in range(seats):
        game.hands.append(tuple(sorted(game.bag.pop() for _ in range(HAND))))
        for pebble in game.hands[seat]:
            game.emit(Drew(seat=seat, pebble=pebble, audience=(seat,)))
    game.begin(Game())
    return game


def outcome(game: Pebbles) -> Outcome:
    best = max(game.scores)
    return Outcome(tuple(game.scores), tuple(seat for seat, score in enumerate(game.scores) if score == best), "rounds")
