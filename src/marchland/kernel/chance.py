"""Chance: a keyed counter stream that anyone can verify once the key is published.

Draw number `n` of a game is BLAKE2b(n) under the game's secret key. Dice already seen tell nothing about
dice to come, a clone of the stream is free, and the key (whose hash is published when the game
starts) lets everybody recompute every draw when the game is over.
"""

from hashlib import blake2b
from typing import TYPE_CHECKING, TypeVar

import msgspec

from .errors import MarchlandError
from .events import Rolled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .actions import Seat
    from .state import State

T = TypeVar("T")
S = TypeVar("S", bound="State")

KEY_BYTES = 32
_RANGE = 1 << 64


class ScriptExhausted(MarchlandError):
    """A scripted game asked for a draw that its script does not hold."""


class Chance(msgspec.Struct, frozen=True):
    """The key, how many draws were taken, and scripted outcomes that are used up first (tests only)."""

    key: bytes
    counter: int = 0
    script: tuple[int, ...] = ()
    scripted: bool = False


class Leaning(Chance, frozen=True):
    """Draws that always fall as high, or as low, as they can: for trying out what luck might change, never for play."""

    high: bool = False


class Mirrored(Chance, frozen=True):
    """Draws that fall as high as those of the same key fall low: for reckoning with luck and with its opposite, never for play."""


def leaning(*, high: bool) -> Leaning:
    return Leaning(key=bytes(KEY_BYTES), high=high)


def key_from_seed(seed: int | str) -> bytes:
    """A key for reproducible games. A hosted game takes its key from the operating system instead."""
    return blake2b(str(seed).encode(), digest_size=KEY_BYTES, person=b"marchland-seed").digest()


def futures(game: S, count: int) -> "Iterator[S]":
    """Copies of the table with other draws to come, always the same ones: every other is the opposite of the one before it, so that
    the mean of few is a true one.
    """
    for number in range(count):
        twin = game.clone()
        key = key_from_seed(f"{game.chance.key.hex()}/{number // 2}")
        twin.chance = Mirrored(key) if number % 2 else Chance(key)
        yield twin


def commitment(key: bytes) -> str:
    """The hash that is published when the game starts."""
    return blake2b(key, digest_size=32, person=b"marchland-key").hexdigest()


def drawn(key: bytes, counter: int, outcomes: int) -> int:
    """Draw number `counter` as a whole number from 0 to `outcomes` - 1, without modulo bias."""
    limit = _RANGE - _RANGE % outcomes
    attempt = 0
    while True:
        # A retry hashes the same counter with one more byte, so a draw is always exactly one count.
        data = counter.to_bytes(8, "big") + bytes(attempt)
        number = int.from_bytes(blake2b(data, digest_size=8, key=key).digest(), "big")
        if number < limit:
            return number % outcomes
        attempt += 1


def below(game: "State", outcomes: int) -> int:
    """A fair whole number from 0 to `outcomes` - 1."""
    chance = game.chance
    if chance.scripted:
        return _scripted(game, 0, outcomes - 1)
    if isinstance(chance, Leaning):
        return outcomes - 1 if chance.high else 0
    if isinstance(chance, Mirrored):
        game.chance = Mirrored(chance.key, chance.counter + 1)
        return outcomes - 1 - drawn(chance.key, chance.counter, outcomes)
    game.chance = Chance(chance.key, chance.counter + 1)
    return drawn(chance.key, chance.counter, outcomes)


def pass_over(game: "State", drawn: int) -> None:
    """Draws once taken are spent, also those of a past that was taken back: nobody meets dice that were seen before."""
    if game.chance.counter < drawn:
        game.chance = msgspec.structs.replace(game.chance, counter=drawn)


def roll(
    game: "State",
    seat: "Seat | None",
    purpose: str,
    dice: int = 1,
    sides: int = 6,
    audience: "tuple[Seat, ...] | None" = None,
) -> tuple[int, ...]:
    """Throw dice, in the open unless an audience is named (an empty one: behind the referee's screen)."""
    draw = game.chance.counter
    values = tuple(_face(game, sides) for _ in range(dice))
    game.emit(Rolled(seat=seat, sides=sides, values=values, purpose=purpose, draw=draw, audience=audience))
    return values


def _face(game: "State", sides: int) -> int:
    return _scripted(game, 1, sides) if game.chance.scripted else below(game, sides) + 1


def _scripted(game: "State", low: int, high: int) -> int:
    chance = game.chance
    if not chance.script:
        raise ScriptExhausted(f"the script ends before draw {chance.counter + 1} ({low} to {high})")
    value, *rest = chance.script
    if not low <= value <= high:
        raise ScriptExhausted(f"scripted draw {chance.counter + 1} is {value}, not {low} to {high}")
    game.chance = msgspec.structs.replace(chance, counter=chance.counter + 1, script=tuple(rest))
    return value


def pick(game: "State", items: "Sequence[T]") -> T:
    """One of the items at random; a lone item needs no draw."""
    return items[0] if len(items) == 1 else items[below(game, len(items))]


def shuffled(game: "State", items: "Sequence[T]") -> list[T]:
    """The items in random order (Fisher-Yates)."""
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        other = below(game, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def scripted(*outcomes: int) -> Chance:
    """A stream for tests: dice faces and pick indexes in the order they will be asked for."""
    return Chance(key=bytes(KEY_BYTES), script=tuple(outcomes), scripted=True)


def verify_roll(key: bytes, event: Rolled) -> bool:
    """Does this roll follow from the published key?"""
    return event.values == tuple(drawn(key, event.draw + i, event.sides) + 1 for i in range(len(event.values)))
