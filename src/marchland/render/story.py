"""What a story has to draw: figures over the years, and a small map of what has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from marchland.kernel.story import Graph, Series, Sketch
from marchland.words import speaker

from .chart import levels
from .stage import environment

WIDTH, HEIGHT = 360, 190
"""As wide as on a phone, so that letters have their own size there."""
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 10, 24
MOST_DOTS = 24
"""More points than this are a line without dots."""
MOST_YEARS = 6
"""So many dates stand under a graph at most."""
ROUND = 4
"""So many lines of the scale at most."""


class Curve(msgspec.Struct, frozen=True):
    name: str
    look: str
    """own, rival (the best of the others) or other."""
    path: str
    dots: tuple[tuple[float, float, str], ...]
    last: str


class Frame(msgspec.Struct, frozen=True):
    """How figures become places on the drawing."""

    floor: int
    ceiling: int
    count: int

    def x(self, place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (place / (self.count - 1) if self.count > 1 else 0.5), 1)

    def y(self, value: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - self.floor) / (self.ceiling - self.floor), 1)


def graph(shown: Graph, turns: Sequence[str], language: str) -> str:
    """A figure over the years: lines for those who see, and the same as a table for those who do not."""
    values = [value for series in shown.series for value in series.values if value is not None] or [0]
    frame = Frame(min(0, *values), max(1, *values), len(turns))
    template = environment().get_template("graph.html")
    return template.render(
        graph=shown,
        turns=turns,
        curves=_curves(shown, turns, frame),
        scale=[(level, frame.y(level)) for level in levels(frame.floor, frame.ceiling, ROUND)],
        dates=[(frame.x(place), turns[place], _anchor(place, len(turns))) for place in _dated(len(turns))],
        box={"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": WIDTH - RIGHT, "bottom": HEIGHT - BOTTOM},
        zero=frame.y(0),
        language=language,
        say=speaker(language),
    ).strip()


def _curves(shown: Graph, turns: Sequence[str], frame: Frame) -> list[Curve]:
    """One's own on top of the others, which come first."""
    others = [series for series in shown.series if not series.is_own]
    best = max(others, key=lambda series: series.values[-1] or 0, default=None)
    drawn = [_curve(series, "rival" if series is best else "other", turns, frame) for series in reversed(others)]
    return [*drawn, *(_curve(series, "own", turns, frame) for series in shown.series if series.is_own)]


def _curve(series: Series, look: str, turns: Sequence[str], frame: Frame) -> Curve:
    points = [(frame.x(place), frame.y(value), place) for place, value in enumerate(series.values) if value is not None]
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y, _ in points) if len(points) > 1 else ""
    few = look == "own" and len(points) <= MOST_DOTS
    dots = tuple((x, y, f"{turns[place]}: {series.values[place]}") for x, y, place in (points if few else points[-1:]))
    return Curve(series.name, look, path, dots if look != "other" else (), str(series.values[-1]) if series.values else "")


def _dated(count: int) -> list[int]:
    """The turns whose names stand under the drawing: few enough to be read, the first and the last among them."""
    if count <= 1:
        return list(range(count))
    shown = min(count, MOST_YEARS // 2)
    return sorted({round(place * (count - 1) / (shown - 1)) for place in range(shown)})


def _anchor(place: int, count: int) -> str:
    if count == 1:
        return "middle"
    return "start" if place == 0 else "end" if place == count - 1 else "middle"


def sketch(shown: Sketch, address: Callable[[str], str]) -> str:
    """The small map; every territory that has changed leads to its place on the large one."""
    facts: dict[str, Any] = {"sketch": shown, "address": address, "unit": max(shown.box[2:]) / 100}
    return environment().get_template("sketch.svg").render(**facts).strip()
