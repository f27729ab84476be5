"""Scores over time as drawings: one line per seat, each with its own dashes and its charge at the end; points by their sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from marchland.kernel.actions import Seat
from marchland.kernel.retelling import Gain

from .scene import Turning

WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 46, 40, 16, 34


def chart_facts(series: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The figures of the drawing; `series` holds `n` (entry) and `scores` (by seat; none before the first scoring)."""
    series = [point for point in series if point["scores"]]
    last_n = max((point["n"] for point in series), default=1) or 1
    highest = max((score for point in series for score in point["scores"]), default=1)
    lowest = min((score for point in series for score in point["scores"]), default=0)
    floor, ceiling = min(0, lowest), max(1, highest)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "bottom": HEIGHT - BOTTOM,
        "levels": [{"value": level, "y": _y(level, floor, ceiling)} for level in levels(floor, ceiling)],
        "last": last_n,
        "lines": [_line(series, seat, last_n, floor, ceiling) for seat in range(len(series[0]["scores"]))] if series else [],
    }


def _line(series: Sequence[Mapping[str, Any]], seat: int, last_n: int, floor: int, ceiling: int) -> dict[str, Any]:
    """A stair: a score holds until it changes."""
    corners: list[str] = []
    for point in series:
        x, y = _x(point["n"], last_n), _y(point["scores"][seat], floor, ceiling)
        corners.append(f"M{x} {y}" if not corners else f"H{x}V{y}")
    corners.append(f"H{_x(last_n, last_n)}")
    first, last = series[0]["scores"][seat], series[-1]["scores"][seat]
    return {"seat": seat, "d": "".join(corners), "end_y": _y(last, floor, ceiling), "first": first, "last": last}


def _x(n: int, last_n: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * n / last_n, 1)


def _y(score: float, floor: int, ceiling: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (score - floor) / (ceiling - floor), 1)


def levels(floor: int, ceiling: int, most: int = 6) -> list[int]:
    """Round numbers for the scale, at most one more than `most`."""
    step = next(size for size in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 10000, 100000) if (ceiling - floor) / size <= most)
    return list(range(-(-floor // step) * step, ceiling + 1, step))


# -- points by their sources -------------------------------------------------------------------------------

Gains = Sequence[tuple[int, Gain]]
STACK_WIDTH, STACK_HEIGHT, STACK_LEFT = 320, 130, 30


def account(gains: Gains) -> dict[Seat, dict[str, int]]:
    """What each source brought each seat in all."""
    sums: dict[Seat, dict[str, int]] = {}
    for _, gain in gains:
        of_seat = sums.setdefault(gain.seat, {})
        of_seat[gain.source] = of_seat.get(gain.source, 0) + gain.points
    return sums


def stacks(gains: Gains, sources: Sequence[str], seats: Sequence[Seat], last: int) -> dict[str, Any]:
    """A small drawing for each seat: what it had from each source, one upon the other; what it lost hangs below the line."""
    courses = {seat: _course(gains, seat, last) for seat in seats}
    tops = [sum(v for v in sums.values() if v > 0) for course in courses.values() for _, sums in course]
    deeps = [sum(v for v in sums.values() if v < 0) for course in courses.values() for _, sums in course]
    ceiling, floor = max(1, *tops, 1), min(0, *deeps, 0)
    scale = _Scale(floor, ceiling, last)
    return {
        "width": STACK_WIDTH,
        "height": STACK_HEIGHT,
        "left": STACK_LEFT,
        "zero": scale.y(0),
        "levels": [{"value": level, "y": scale.y(level)} for level in levels(floor, ceiling, most=4)],
        "seats": [{"seat": seat, "layers": _layers(courses[seat], sources, scale)} for seat in seats] if gains else [],
    }


def _course(gains: Gains, seat: Seat, last: int) -> list[tuple[int, dict[str, int]]]:
    """What the seat had from each source after each entry at which that changed, and at the end."""
    sums: dict[str, int] = {}
    course: dict[int, dict[str, int]] = {}
    for n, gain in gains:
        if gain.seat == seat:
            sums[gain.source] = sums.get(gain.source, 0) + gain.points
            course[n] = dict(sums)
    return [*course.items(), (last, dict(sums))] if course else []


class _Scale:
    def __init__(self, floor: int, ceiling: int, last: int) -> None:
        self.floor, self.height, self.last = floor, ceiling - floor, last

    def x(self, n: int) -> int:
        return round(STACK_LEFT + (STACK_WIDTH - STACK_LEFT) * n / self.last)

    def y(self, points: int) -> int:
        return round((STACK_HEIGHT - 12) * (1 - (points - self.floor) / self.height)) + 6


def _layers(course: Sequence[tuple[int, dict[str, int]]], sources: Sequence[str], scale: _Scale) -> list[dict[str, Any]]:
    return [
        {"number": number, "source": source, "d": outline}
        for number, source in enumerate(sources)
        if (outline := _outline(course, sources, number, scale))
    ]


def _outline(course: Sequence[tuple[int, dict[str, int]]], sources: Sequence[str], number: int, scale: _Scale) -> str:
    """Stairs along the upper edge, and back along the lower one."""
    upper: list[tuple[int, int]] = []
    lower: list[tuple[int, int]] = []
    for (n, sums), (until, _) in pairwise(course):
        value = sums.get(sources[number], 0)
        under = sum(v for other in sources[:number] if ((v := sums.get(other, 0)) > 0) == (value > 0))
        for x in (scale.x(n), scale.x(until)):
            upper.append((x, scale.y(under + value)))
            lower.append((x, scale.y(under)))
    if upper == lower:
        return ""
    return "M" + "L".join(f"{x} {y}" for x, y in [*upper, *reversed(lower)]) + "Z"


# -- when a game turned ------------------------------------------------------------------------------------

NOTABLE = 3
"""So many points behind are worth a word."""


def turning_points(series: Sequence[Mapping[str, Any]], winners: Sequence[Seat]) -> list[Turning]:
    """Who took the lead for good, who gained most at once, and how far behind the winner was, in the order of play."""
    course = [(int(point["n"]), list(point["scores"])) for point in series if point["scores"]]
    if len(course) < 2 or not winners:
        return []
    lead, gain, worst = _lead_for_good(course, winners[0]), _most_at_once(course), _worst(course, winners[0])
    if lead is not None and gain is not None and gain[1:3] == lead[1:3]:
        gain = None  # the same moment
    return sorted((turning for turning in (lead, gain, worst) if turning is not None), key=lambda turning: turning.n)


Course = Sequence[tuple[int, list[int]]]


def _lead_for_good(course: Course, winner: Seat) -> Turning | None:
    since = None
    for n, scores in course:
        leads = scores[winner] == max(scores) and scores.count(max(scores)) == 1
        since = (since or Turning("lead", n, winner, scores[winner])) if leads else None
    return since if since is not None and since.n > course[0][0] else None


def _most_at_once(course: Course) -> Turning | None:
    steps = [
        Turning("gain", n, seat, now[seat] - before[seat]) for (_, before), (n, now) in pairwise(course) for seat in range(len(now))
    ]
    best = max(steps, key=lambda step: step.points)
    return best if best.points >= NOTABLE else None


def _worst(course: Course, winner: Seat) -> Turning | None:
    behind = [Turning("behind", n, winner, max(s) - s[winner], s.index(max(s))) for n, s in course[1:]]
    worst = max(behind, key=lambda turning: turning.points)
    return worst if worst.points >= NOTABLE else None
