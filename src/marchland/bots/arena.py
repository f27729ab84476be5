"""The arena: bots against bots, by the hundred, with figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from time import perf_counter
from typing import Any

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import key_from_seed
from marchland.kernel.contract import Bookkeeping
from marchland.kernel.errors import MarchlandError
from marchland.kernel.events import Event
from marchland.kernel.state import State
from marchland.kernel.title import Option, Outcome, Title

from .interruptions import Interruptions, kind_of
from .protocol import Bot, answer, make_bot
from .slow import SlowTable

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
    interruptions: Interruptions = field(default_factory=Interruptions)
    statistics: Mapping[str, object] = field(default_factory=dict)
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
            "interruptions": self.interruptions.report(),
            **self.statistics,
        }


class Broken(AssertionError):
    """A game that broke off; the message says how to play it again."""


class Inspector:
    """Audits every position, and that somebody can go on from it.

    A title whose audit keeps `Books` has them balanced after every move, not only at the end.
    """

    def __init__(self, title: Title, opening: Iterable[Event]) -> None:
        self._title = title
        audit = title.parts.audit
        self._books = audit.Books() if isinstance(audit, Bookkeeping) else None
        self._enter(opening)

    def _enter(self, events: Iterable[Event]) -> None:
        if self._books is not None:
            self._books.enter(events)

    def inspect(self, state: State, news: Iterable[Event]) -> None:
        self._title.audit(state)
        assert state.is_over or _offers_something(state), f"{type(state.decision).__name__} offers nothing"
        self._enter(news)
        if self._books is not None:
            self._books.balance(state)


def _offers_something(state: State) -> bool:
    """Whoever is asked alone chooses from the whole menu next; where several are asked at once, one answer for each is enough."""
    decision = state.decision
    if decision is None or not decision.SIMULTANEOUS:
        return bool(state.options())
    return all(any(True for _ in decision.options_for(state, seat)) for seat in decision.deciders())


def play_game(
    title: Title,
    bots: Sequence[Bot],
    seed: str,
    options: Mapping[str, Any],
    check: bool = False,
    counts: Interruptions | None = None,
    habits: Sequence[str] = (),
) -> Played:
    """One game from a seed: the same seed, bots and options give the same game. With `habits` it is played at a slow table."""
    game = Game(title, bots, seed, options, check, counts or Interruptions())
    slow = SlowTable(title, bots, seed, habits, game.counts) if habits else None
    while not game.state.is_over:
        if slow is not None:
            slow.go_on(game.state, game.play)
        else:
            game.ask()
    return game.ended()


class Game:
    """A game between bots while it is played."""

    def __init__(
        self, title: Title, bots: Sequence[Bot], seed: str, options: Mapping[str, Any], check: bool, counts: Interruptions
    ) -> None:
        self.title, self.bots, self.seed, self.counts = title, bots, seed, counts
        self.state = title.new(len(bots), key_from_seed(seed), options)
        self.events, self.state.outbox = list(self.state.outbox), []
        self.inspector = Inspector(title, self.events) if check else None
        self.moves = 0

    def ask(self) -> None:
        """Whoever is asked answers."""
        seat = self.state.deciders[0]
        self.counts.people.ask(kind_of(self.state), self.state.deciders)
        self.play(seat, answer(self.bots[seat], self.title, self.state, seat, f"{self.seed}/{self.moves}"))

    def play(self, seat: Seat, action: Action) -> None:
        self.counts.rules.ask(kind_of(self.state), self.state.deciders)
        news = self.state.play(seat, action)
        self.events += news
        self.moves += 1
        if self.inspector:
            self.inspector.inspect(self.state, news)
        if self.moves > MOVE_LIMIT:
            raise AssertionError(f"{self.title.id} does not end: seed {self.seed}")

    def ended(self) -> Played:
        if self.inspector:
            self.title.parts.audit.reconcile(self.state, self.events)
        self.counts.end(self.state)
        return Played(self.title.outcome(self.state), self.moves, self.state.fingerprint(), self.events)


def varied(title: Title, fixed: Mapping[str, Any], seed: str) -> dict[str, Any]:
    """Options drawn from everything the title offers; those already fixed stay, and lists of names are left alone."""
    random = Random(seed)
    return {**{option.name: _any_value(option, random) for option in title.options if not option.picks}, **fixed}


def _any_value(option: Option, random: Random) -> bool | int | str:
    if isinstance(option.default, bool):
        return random.random() < 0.5
    if isinstance(option.default, int):  # a whole number often decides how long a game is: not longer than usual
        return random.choice((option.default, random.randint(option.low, option.default or option.high)))
    return random.choice(option.choices)


def simulate(
    title: Title,
    games: int,
    seats: int | None,
    bots: Sequence[str],
    seed: str,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[], None] = lambda: None,
    check: bool = False,
    vary: bool = False,
    first: int = 0,
    habits: Sequence[str] = (),
) -> Tally:
    """Play games over the given seat count, or over all of them in turn; bots change chairs from game to game.

    With `check`, the title's audit runs after every move and its history is reconciled at the end, or after every move too.
    With `vary`, every game draws the options that are not given. `first` is the number of the first game, to play one again.
    `habits` are what people at a slow table say beforehand (`slow.HABITS`).
    """
    tally = Tally(title.id)
    statistics = title.parts.statistics.Statistics() if title.parts.statistics else None
    started = perf_counter()
    for number in range(first, first + games):
        count = seats or title.seats[number % len(title.seats)]
        line_up = [make_bot(title, bots[(place + number) % len(bots)]) for place in range(count)]
        settings: Mapping[str, Any] = varied(title, options or {}, f"{seed}/{number}") if vary else options or {}
        try:
            played = play_game(title, line_up, f"{seed}/{number}", settings, check, tally.interruptions, habits)
        except MarchlandError:  # wrong usage: no such option, too many seats
            raise
        except Exception as failure:
            where = f"{title.id}, {count} seats, bots {','.join(bots)}, options {settings}"
            raise Broken(f"{where}: {failure!r}; again: --seed {seed!r} --first {number} --games 1") from failure
        tally.add(played, line_up)
        if statistics:
            statistics.add(played.events)
        progress()
    tally.seconds = perf_counter() - started
    tally.statistics = dict(statistics.report()) if statistics else {}
    return tally
