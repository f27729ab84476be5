"""A league's report: one HTML page that needs nothing else, with charts drawn here."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from .standings import Standings

BAR, GAP, LABEL, PLOT = 16, 8, 150, 420
"""Pixels: how high a bar is, between two of them, and how wide the names and the chart are."""
MOST_BARS = 60


def page(found: Standings) -> str:
    """The whole page."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(files(__package__).joinpath("league.html").read_text("utf-8"))
    return template.render(found=found, chart=Chart, column=Columns)


class Chart:
    """Bars with whiskers for 95 %, and a mark where nothing would make a difference."""

    def __init__(self, rows: Sequence[object]) -> None:
        self.rows = rows[:MOST_BARS]
        top = max((getattr(row, "high", 0.0) for row in self.rows), default=1.0)
        self.top = min(1.0, (int(top * 10) + 1) / 10)
        self.width, self.height = LABEL + PLOT + 70, len(self.rows) * (BAR + GAP) + 26
        self.bar, self.label = BAR, LABEL

    def y(self, number: int) -> int:
        return number * (BAR + GAP) + 4

    def x(self, share: float) -> float:
        return round(LABEL + PLOT * share / self.top, 1)

    @property
    def ticks(self) -> list[float]:
        return [tenth / 10 for tenth in range(0, round(self.top * 10) + 1, 2 if self.top > 0.5 else 1)]


class Columns:
    """How many games lasted how long."""

    def __init__(self, counted: Sequence[tuple[int, int]]) -> None:
        self.counted = counted
        self.most = max((number for _, number in counted), default=1)
        self.width, self.height = max(len(counted) * 30 + 20, 120), 130

    def box(self, number: int, games: int) -> tuple[int, float, float]:
        """Left, top and height of a column."""
        tall = round(90 * games / self.most, 1)
        return number * 30 + 10, round(104 - tall, 1), tall
