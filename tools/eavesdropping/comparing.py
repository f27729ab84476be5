"""Two worlds side by side: at a moment of a game each reader is told the same in both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from marchland.kernel import secrecy
from marchland.kernel.chance import key_from_seed
from marchland.kernel.secrecy import Leak

from . import hearing
from .hearing import Move, Told
from .play import Game, Reader
from .worlds import Past, for_a_while, make_another

LISTENED = 4
"""Sockets are listened at with every so many moments."""


def compare(game: Game, worlds: int = 1, is_brief: bool = False) -> Counter[str]:
    """Every reader, in the world as it is and in others; how much was compared, by kind. Leak at the first difference."""
    counted: Counter[str] = Counter()
    with for_a_while():
        past = Past(game.look())
    for reader in (game.readers[game.moves % game.table.seats.count()], game.readers[-1]) if is_brief else game.readers:
        counted += _compared(game, reader, past, worlds)
    return counted


def _compared(game: Game, reader: Reader, past: Past, worlds: int) -> Counter[str]:
    counted: Counter[str] = Counter()
    keys = [key_from_seed(f"another {number} {game.seed} {game.moves} {reader}") for number in range(worlds)]
    move = _harmless_move(game, reader, past, keys)
    with for_a_while():
        here = list(_told(game, reader, past, move))
    for key in keys:
        with for_a_while():
            make_another(game.table, past, reader.seat, key)
            game.look()
            counted += _same(reader, here, _told(game, reader, past, move))
        game.look()
    return counted


def _told(game: Game, reader: Reader, past: Past, move: Move | None) -> Iterator[Told]:
    reader.come_anew()
    yield from hearing.told(game, reader, past)
    if game.moves % LISTENED == 0:
        yield from hearing.overheard(game, reader, move)


def _harmless_move(game: Game, reader: Reader, past: Past, keys: list[bytes]) -> Move | None:
    """The next move, if it can be made in all these worlds and tells the reader nothing new: all may be told the same of it."""
    if game.is_over:
        return None
    (seat, action), state = game.choose(), past.states[past.stops[-1]]
    listener = secrecy.Reader(game.title, reader.seat)
    dealt = [game.title.redeal(state, reader.seat, key) for key in keys]
    if not all(secrecy.tells_nothing_new(listener, state, other, seat, action) for other in dealt):
        return None
    return lambda: game.play(seat, action)


def _same(reader: Reader, here: list[Told], there: Iterator[Told]) -> Counter[str]:
    counted: Counter[str] = Counter()
    found = list(there)
    for (kind, what, one), (kind_again, what_again, other) in zip(here, found, strict=False):
        counted[kind] += 1
        if (kind, what) != (kind_again, what_again):
            raise Leak(f"{kind} {what} for {reader}: elsewhere it is {kind_again} {what_again}")
        if one != other:
            raise Leak(f"{kind} {what} for {reader} shows something hidden: {secrecy.difference(one, other)}")
    if len(here) != len(found):
        kind, what, _ = (here + found)[min(len(here), len(found))]
        raise Leak(f"{kind} {what} for {reader}: {len(here)} things are told, elsewhere {len(found)}")
    return counted
