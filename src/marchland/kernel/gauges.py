"""The figures by which a player judges how a seat stands: the contract of a title's `gauges.py`.

A gauge has an id, and the title's phrases a word `gauge_<id>` that says an amount of it: `{amount:point|points}`. Gauges are read
off a view, so that they tell nothing the viewer does not see. Where a title has none, its scores are all there is to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from .title import Title
    from .views import View

V_in = TypeVar("V_in", bound="View", contravariant=True)
Gauges = Mapping[str, float]
"""Amounts by gauge; not whole where they are means of several tables."""
SCORE = "score"
"""The one gauge of a title that names none."""


class GaugesPart(Protocol[V_in]):
    """gauges.py"""

    def gauges(self, view: V_in, /) -> Sequence[Mapping[str, int]]:
        """How each seat stands, as the viewer sees it; what decides the game first."""


def gauges_of(title: Title, view: View) -> tuple[Gauges, ...]:
    """How everybody stands in a view: what the title says of it, or the scores."""
    part = title.parts.gauges
    if part is not None:
        return tuple(part.gauges(view))
    return tuple({SCORE: score} for score in getattr(view, "scores", ()))


def word_of(gauge: str) -> str:
    """The key of the word by which a title's phrases say an amount of a gauge."""
    return f"gauge_{gauge}"
