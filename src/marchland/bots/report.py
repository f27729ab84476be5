"""A league's report: one HTML page that needs nothing else, with charts drawn here.

A chart is a column of its table: every row has a strip beside its figures, all strips have the same scale, and they stretch with
the page, so that a phone shows them as well as a wide screen does.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from math import ceil, floor

from jinja2 import Environment, StrictUndefined

from .standings import Rating, Share, Standings

MOST_LENGTHS = 16
"""Into so many classes lengths of games are gathered at most."""
TICKS = 5


def page(found: Standings) -> str:
    """The whole page."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(files(__package__).joinpath("league.html").read_text("utf-8"))
    scales = {"share_scale": share_scale, "rating_scale": rating_scale, "scale": Scale}
    return template.render(found=found, lengths=lengths(found.rounds), **scales)


class Scale:
    """Figures from left to right, in hundredths of the strip."""

    def __init__(self, low: float, high: float, step: float, unit: str = "") -> None:
        self.low, self.high, self.step, self.unit = low, high, step, unit

    def at(self, figure: float) -> float:
        inside = min(max(figure, self.low), self.high)
        return round(100 * (inside - self.low) / (self.high - self.low), 2)

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Where the lines stand, and what they mean."""
        figures = [self.low + number * self.step for number in range(floor((self.high - self.low) / self.step + 0.001) + 1)]
        return [(self.at(one), f"{100 * one:.0f} %" if self.unit == "%" else f"{one:g}") for one in figures]


def share_scale(rows: Sequence[Share]) -> Scale:
    """From nothing to the next tenth above all that may be."""
    top = min(1.0, ceil(10 * max((row.high for row in rows), default=1.0)) / 10)
    return Scale(0.0, top, 0.1 if top <= 0.5 else 0.2 if top <= 0.8 else 0.25, "%")


def rating_scale(rows: Sequence[Rating]) -> Scale:
    low, high = floor(min(row.low for row in rows)), ceil(max(row.high for row in rows))
    step = max(1, ceil((high - low) / TICKS))
    return Scale(low, low + step * ceil((high - low) / step), step)


def lengths(rounds: Sequence[tuple[int, int]]) -> list[tuple[str, int]]:
    """How many games lasted how many rounds, few enough classes to be read."""
    shortest, longest = rounds[0][0], rounds[-1][0]
    wide = ceil((longest - shortest + 1) / MOST_LENGTHS)
    classes = []
    for first in range(shortest, longest + 1, wide):
        games = sum(number for length, number in rounds if first <= length < first + wide)
        classes.append((str(first) if wide == 1 else f"{first}–{first + wide - 1}", games))
    return classes
