"""The arena: bots against bots, by the hundred, with figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from time import perf_counter
from typing import Any

from marchland.kernel.chance import key_from_seed
from marchland.kernel.events import Event
from marchland.kernel.state import State
from marchland.kernel.title import Outcome, Title

from .protocol import Bot, answer, make_bot

MOVE_LIMIT = 1_000_000


@dataclass
class Played:
    """One finished game."""

    outcome: Outcome
    moves: int
    fingerprint: str
    events: list[Event]


@dataclass
class Tally:
    """What a run of games came to."""

    title: str
    games: int = 0
    finished: int = 0
    moves: int = 0
    seconds: float = 0.0
    wins: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    statistics: dict[str, Any] = field(default_factory=dict)
    _hash: Any = field(default_factory=lambda: blake2b(digest_size=16))

    def add(self, played: Played, bots: Sequence[Bot]) -> None:
        self.games += 1
        self.finished += 1
        self.moves += played.moves
        self.reasons[played.outcome.reason] += 1
        self._hash.update(played.fingerprint.encode())
        names = [bot.name for bot in bots] + ["fictional"] * (len(played.outcome.scores) - len(bots))
        for seat in played.outcome.winners:
            self.wins[names[seat]] += 1
        for name, points in zip(names, played.outcome.scores, strict=True):
            self.points[name] += points

    def report(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "games": self.games,
            "finished": self.finished,
            "moves": self.moves,
            "seconds": round(self.seconds, 3),
            "fingerprint": self._hash.hexdigest(),
            "wins": dict(self.wins),
            "points": dict(self.points),
            "reasons": dict(self.reasons),
            **self.statistics,
        }


class Inspector:
    """Audits every position; a title whose audit keeps `Books` has them balanced after every move, not only at the end."""

    def __init__(self, title: Title, opening: Iterable[Event]) -> None:
        self._title = title
        audit = title.module("audit")
        self._books = audit.Books() if hasattr(audit, "Books") else None
        self._enter(opening)

    def _enter(self, events: Iterable[Event]) -> None:
        if self._books is not None:
            self._books.enter(events)

    def inspect(self, state: State, news: Iterable[Event]) -> None:
        self._title.audit(state)
        self._enter(news)
        if self._books is not None:
            self._books.balance(state)


def play_game(title: Title, bots: Sequence[Bot], seed: str, options: Mapping[str, Any], check: bool = False) -> Played:
    """One game from a seed: the same seed, bots and options give the same game."""
    state = title.new(len(bots), key_from_seed(seed), options)
    events = list(state.outbox)
    state.outbox = []
    inspector = Inspector(title, events) if check else None
    moves = 0
    while not state.is_over:
        seat = state.deciders[0]
        news = state.play(seat, answer(bots[seat], title, state, seat, f"{seed}/{moves}"))
        events += news
        moves += 1
        if inspector:
            inspector.inspect(state, news)
        if moves > MOVE_LIMIT:
            raise AssertionError(f"{title.id} does not end: seed {seed}")
    if check:
        title.module("audit").reconcile(state, events)
    return Played(title.outcome(state), moves, state.fingerprint(), events)


def simulate(
    title: Title,
    games: int,
    seats: int | None,
    bots: Sequence[str],
    seed: str,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[], None] = lambda: None,
    check: bool = False,
) -> Tally:
    """Play games over the given seat count, or over all of them in turn; bots change chairs from game to game.

    With `check`, the title's audit runs after every move and its history is reconciled at the end, or after every move too.
    """
    tally = Tally(title.id)
    statistics = title.module("statistics").Statistics() if title.has("statistics") else None
    started = perf_counter()
    counts = [seats] if seats else list(title.seats)
    for number in range(games):
        count = counts[number % len(counts)]
        line_up = [make_bot(title, bots[(place + number) % len(bots)]) for place in range(count)]
        try:
            played = play_game(title, line_up, f"{seed}/{number}", options or {}, check)
        except AssertionError as failure:
            failure.add_note(f"{title.id}, {count} seats, bots {','.join(bots)}, options {options}, seed {seed}, game {number}")
            raise
        tally.add(played, line_up)
        if statistics:
            statistics.add(played.events)
        progress()
    tally.seconds = perf_counter() - started
    if statistics:
        tally.statistics = statistics.report()
    return tally
