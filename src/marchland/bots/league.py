"""A league: bots against bots on the same deals, chairs changing, game by game on file.

Every deal is played once for each chair that a bot may sit on, so that luck and seats favour nobody. A game is known by its number:
the same seed and number are the same game wherever it is played, by however many processes. What has been played stands in a file
of JSON lines, one game in each, and is not played again when the league goes on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import ceil, log
from pathlib import Path
from time import thread_time

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.casting import Cast, Casting
from marchland.kernel.chance import key_from_seed
from marchland.kernel.errors import BadFile, BadOption
from marchland.kernel.events import Event
from marchland.kernel.state import State
from marchland.kernel.title import Title, find_title

from .arena import MOVE_LIMIT, Broken
from .makes import make_of
from .protocol import Bot, answer, make_bot
from .search import SearchBot

FINEST = 0.0001
"""Thinking times are counted in classes, each a tenth wider than the one before; the first ends here, in seconds."""
WIDENING = log(1.1)


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game. Lists are by seat."""

    game: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str
    moves: int
    player_turns: int
    fingerprint: str
    cast: Cast
    """What each seat played, by kind of thing: nations, tiles."""
    thinking: Mapping[str, Mapping[int, int]]
    """How many answers each bot gave, by the class of the time it took (`class_of`)."""


class League(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays what: it stands in the first line of the file."""

    title: str
    bots: tuple[str, ...]
    seats: int
    seed: str
    options: Mapping[str, str]
    makes: tuple[str, ...] = ()
    """What each bot thinks with (`makes.py`): games by bots that have been changed meanwhile are no games of this league."""

    def chairs(self, game: int) -> tuple[str, ...]:
        """Who sits where: from game to game everybody moves on by a chair."""
        return tuple(self.bots[(place + game) % len(self.bots)] for place in range(self.seats))

    def deal(self, game: int) -> str:
        """All games of a deal have the same luck."""
        return f"{self.seed}/{game // len(self.bots)}"


def league_of(title: Title, bots: Sequence[str], seats: int | None, seed: str, options: Mapping[str, str]) -> League:
    """A league that can be played: every bot is known, and the table has as many seats as it may."""
    count = seats or len(bots)
    for name in bots:
        make_bot(title, name)
    makes = tuple(make_of(title, name) for name in bots)
    if count not in title.seats:
        raise BadOption(f"{title.id} is for {title.seats[0]} to {title.seats[-1]} seats, not {count}")
    title.settings(options)
    return League(title=title.id, bots=tuple(bots), seats=count, seed=seed, options=dict(options), makes=makes)


def play(league: League, game: int) -> Played:
    """One game of the league."""
    title, names = find_title(league.title), league.chairs(game)
    table = Table(title, [make_bot(title, name) for name in names], league, game)
    try:
        while not table.state.is_over:
            table.ask()
    except Exception as failure:
        raise Broken(f"game {game} of {describe(league)}, after {table.moves} moves: {failure!r}") from failure
    state = table.state
    outcome = title.outcome(state)
    everybody = names + ("fictional",) * (len(outcome.scores) - len(names))
    cast = title.parts.statistics
    return Played(
        game=game,
        bots=everybody,
        scores=outcome.scores,
        winners=outcome.winners,
        reason=outcome.reason,
        moves=table.moves,
        player_turns=state.player_turns,
        fingerprint=state.fingerprint(),
        cast=cast.cast(state, table.events) if isinstance(cast, Casting) else {},
        thinking=table.thinking,
    )


class Table:
    """A game of the league while it is played, with a clock beside it.

    The clock runs while this game is computed, and bots go by it, too: other work on the machine hurries nobody.
    """

    def __init__(self, title: Title, bots: Sequence[Bot], league: League, game: int) -> None:
        self.title, self.bots, self.names = title, bots, league.chairs(game)
        self.luck = f"{league.deal(game)}/{game}"
        self.state: State = title.new(league.seats, key_from_seed(league.deal(game)), league.options)
        self.events: list[Event] = list(self.state.outbox)
        self.state.outbox = []
        self.moves = 0
        for bot in bots:
            if isinstance(bot, SearchBot):
                bot.clock = thread_time
        self.thinking: dict[str, dict[int, int]] = {name: {} for name in self.names}

    def ask(self) -> None:
        seat = self.state.deciders[0]
        started = thread_time()
        action: Action = answer(self.bots[seat], self.title, self.state, seat, f"{self.luck}/{self.moves}")
        spent, counted = class_of(thread_time() - started), self.thinking[self.names[seat]]
        counted[spent] = counted.get(spent, 0) + 1
        self.events += self.state.play(seat, action)
        self.moves += 1
        assert self.moves < MOVE_LIMIT, f"{self.title.id} does not end: game {self.luck}"


def class_of(seconds: float) -> int:
    return max(0, ceil(log(max(seconds, FINEST) / FINEST) / WIDENING))


def seconds_of(time_class: int) -> float:
    """The longest time of a class."""
    return float(FINEST * 1.1**time_class)


# -- many games ----------------------------------------------------------------------------------------


Hands = Callable[[League, Sequence[int]], Iterator[Played]]
"""Whoever plays these games, in whatever order."""


def play_all(league: League, games: int, file: Path | None, hands: Hands, progress: Callable[[], None]) -> list[Played]:
    """Games 0 to `games` - 1, those in the file as they stand there, in the order of their numbers."""
    done = read(file, league) if file is not None and file.exists() else {}
    if file is not None and not done:
        file.write_bytes(msgspec.json.encode(league) + b"\n")
    missing = [number for number in range(games) if number not in done]
    for _ in range(games - len(missing)):
        progress()
    for played in hands(league, missing):
        done[played.game] = played
        if file is not None:
            with file.open("ab") as lines:
                lines.write(msgspec.json.encode(played) + b"\n")
        progress()
    return [done[number] for number in range(games)]


def here(league: League, games: Sequence[int]) -> Iterator[Played]:
    """In this process, one after the other."""
    return (play(league, game) for game in games)


def processes(workers: int) -> Hands:
    """So many processes of this machine."""

    def play_there(league: League, games: Sequence[int]) -> Iterator[Played]:
        pool = ProcessPoolExecutor(workers)
        try:
            tasks = [pool.submit(play, league, game) for game in games]
            yield from (task.result() for task in as_completed(tasks))
        finally:  # after a fault, or Ctrl+C, nobody waits for games that have not begun
            pool.shutdown(cancel_futures=True)

    return here if workers == 1 else play_there


def read(file: Path, league: League) -> dict[int, Played]:
    """What was played before; a last line that was not written to its end does not count."""
    first, *lines = file.read_bytes().split(b"\n")
    try:
        before = msgspec.json.decode(first, type=League)
    except msgspec.DecodeError:
        raise BadFile(f"{file} holds no league") from None
    if msgspec.structs.replace(before, makes=league.makes) != league:
        raise BadOption(f"{file} holds another league ({describe(before)}); name another file")
    if before.makes != league.makes:
        raise BadOption(f"{file} holds games of bots that have been changed since; name another file")
    found: dict[int, Played] = {}
    for line in lines[:-1]:
        played = msgspec.json.decode(line, type=Played)
        found[played.game] = played
    if lines and lines[-1]:
        file.write_bytes(b"\n".join((first, *lines[:-1])) + b"\n")
    return found


def describe(league: League) -> str:
    options = " ".join(f"{name}={value}" for name, value in league.options.items())
    return f"{league.title}, {','.join(league.bots)}, {league.seats} seats, seed {league.seed} {options}".strip()


def cores() -> int:
    """How many processes this machine runs at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
