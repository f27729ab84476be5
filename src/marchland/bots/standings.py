"""What a league came to: shares of victory with intervals, ratings, lengths, thinking times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from math import sqrt
from statistics import fmean
from typing import Any

import msgspec

from .league import League, Played, describe, seconds_of

SURE = 1.96
"""Standard deviations on both sides within which 95 % lie."""


class Share(msgspec.Struct, frozen=True):
    """Victories among so many tries, shared ones in part, and between what bounds the true share lies in 95 % of all cases."""

    name: str
    tries: int
    wins: float
    share: float
    low: float
    high: float
    fair: float
    """What would be everybody's share if nothing made a difference."""


class Rating(msgspec.Struct, frozen=True):
    """Strength as openskill (Plackett-Luce) has it; the interval is of 95 %."""

    name: str
    rating: float
    low: float
    high: float


class Pace(msgspec.Struct, frozen=True):
    """How long a bot thinks about an answer, in milliseconds."""

    name: str
    answers: int
    p50: float
    p95: float
    worst: float


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a report tells."""

    league: League
    about: str
    games: int
    bots: tuple[Share, ...]
    seats: tuple[Share, ...]
    cast: Mapping[str, tuple[Share, ...]]
    ratings: tuple[Rating, ...]
    pace: tuple[Pace, ...]
    points: Mapping[str, float]
    reasons: Mapping[str, int]
    moves: float
    rounds: tuple[tuple[int, int], ...]
    """How many games lasted how many rounds."""


def standings(league: League, games: Sequence[Played]) -> Standings:
    return Standings(
        league=league,
        about=describe(league),
        games=len(games),
        bots=shares(_by_bot(games)),
        seats=tuple(sorted(shares(_by_seat(games)), key=lambda share: int(share.name))),
        cast={kind: shares(_by_cast(games, kind)) for kind in sorted({kind for played in games for kind in played.cast})},
        ratings=ratings(games),
        pace=paces(games),
        points=_points(games),
        reasons=dict(Counter(played.reason for played in games)),
        moves=round(fmean(played.moves for played in games), 1),
        rounds=tuple(sorted(Counter(round(played.player_turns / len(played.scores)) for played in games).items())),
    )


# -- shares --------------------------------------------------------------------------------------------

Try = tuple[str, float, float]
"""Whose it is, its part of the victory, and what part everybody would have if nothing made a difference."""


def _by_bot(games: Iterable[Played]) -> list[Try]:
    return [(name, _won(played, seat), 1 / len(played.scores)) for played in games for seat, name in enumerate(played.bots)]


def _by_seat(games: Iterable[Played]) -> list[Try]:
    return [(str(seat + 1), _won(played, seat), 1 / len(played.scores)) for played in games for seat in range(len(played.scores))]


def _by_cast(games: Iterable[Played], kind: str) -> list[Try]:
    return [
        (thing, _won(played, seat), 1 / len(played.scores))
        for played in games
        for seat, things in enumerate(played.cast.get(kind, ()))
        for thing in sorted(set(things))
    ]


def _won(played: Played, seat: int) -> float:
    return (seat in played.winners) / len(played.winners)


def shares(tries: Iterable[Try]) -> tuple[Share, ...]:
    """By name, the most successful first."""
    found: dict[str, list[tuple[float, float]]] = {}
    for name, won, fair in tries:
        found.setdefault(name, []).append((won, fair))
    return tuple(sorted((_share(name, won) for name, won in found.items()), key=lambda share: (-share.share, share.name)))


def _share(name: str, won: Sequence[tuple[float, float]]) -> Share:
    wins = sum(part for part, _ in won)
    low, high = wilson(wins, len(won))
    return Share(name, len(won), round(wins, 3), wins / len(won), low, high, fmean(fair for _, fair in won))


def wilson(wins: float, tries: int) -> tuple[float, float]:
    """Wilson's interval of a share."""
    share, weight = wins / tries, SURE**2 / tries
    middle = (share + weight / 2) / (1 + weight)
    reach = SURE / (1 + weight) * sqrt(share * (1 - share) / tries + weight / (4 * tries))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _points(games: Iterable[Played]) -> dict[str, float]:
    """Mean scores by bot."""
    found: dict[str, list[int]] = {}
    for played in games:
        for name, score in zip(played.bots, played.scores, strict=True):
            found.setdefault(name, []).append(score)
    return {name: round(fmean(scores), 1) for name, scores in found.items()}


# -- ratings -------------------------------------------------------------------------------------------


def ratings(games: Sequence[Played]) -> tuple[Rating, ...]:
    """By bot, the strongest first; none where openskill is not installed (the extra `arena`)."""
    if find_spec("openskill") is None:
        return ()
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, Any] = {}
    for played in games:
        seats = [known.setdefault(name, model.rating(name=name)) for name in played.bots]
        ranks = [float(rank) for rank in places(played)]
        rated = [team[0] for team in model.rate([[one] for one in seats], ranks=ranks)]
        for name in set(played.bots):
            own = [after for after, chair in zip(rated, played.bots, strict=True) if chair == name]
            known[name] = model.rating(mu=fmean(one.mu for one in own), sigma=fmean(one.sigma for one in own), name=name)
    listed = sorted(known.items(), key=lambda item: -item[1].mu)
    return tuple(Rating(name, one.mu, one.mu - SURE * one.sigma, one.mu + SURE * one.sigma) for name, one in listed)


def places(played: Played) -> list[int]:
    """The place of every seat, 0 is the best: winners first, whatever their score, then by score."""
    keys = [(seat not in played.winners, 0 if seat in played.winners else -score) for seat, score in enumerate(played.scores)]
    return [sum(other < own for other in keys) for own in keys]


# -- thinking times ------------------------------------------------------------------------------------


def paces(games: Iterable[Played]) -> tuple[Pace, ...]:
    found: dict[str, Counter[int]] = {}
    for played in games:
        for name, counted in played.thinking.items():
            found.setdefault(name, Counter()).update({int(time_class): number for time_class, number in counted.items()})
    return tuple(
        Pace(name, counted.total(), *(_quantile(counted, part) for part in (0.5, 0.95, 1.0)))
        for name, counted in sorted(found.items())
    )


def _quantile(counted: Counter[int], part: float) -> float:
    """Within what time that part of all answers was given, in milliseconds."""
    wanted, so_far = part * counted.total(), 0
    for time_class in sorted(counted):
        so_far += counted[time_class]
        if so_far >= wanted:
            return round(1000 * seconds_of(time_class), 2)
    return 0.0
