"""A sheet before the map: its lines, what the nation knows, and trials of what else it could say."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .. import orders as o
from ..sheet.checker import why
from ..sheet.lexicon import vocabulary
from ..state import Cendre
from .trials import Trials
from .writer import Writer

PRICES = ("price", "cannot_pay", "too_dear")
"""Why something is refused that could be paid for if other lines cost less."""
WHIMS = ("absent", "drunk")
"""Why somebody may not act who may just as well."""


class Line(msgspec.Struct, frozen=True):
    """An order that stands on the sheet, with the number of its line."""

    number: int
    order: o.Order


class Trial(msgspec.Struct, frozen=True):
    """What the rules say to an order that they would take: nothing, or that it costs more than is left."""

    is_dear: bool = False


class Prelude:
    """What a writer has before him: made for one question."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.nation = writer.nation
        self.view = writer.view
        self.estate = writer.estate
        self.lines = [Line(read.line, read.order) for read in writer.sheet.verdicts if read.counts and read.order is not None]

    def trials(self, kept: Iterable[o.Order]) -> Trials:
        """A season with these orders."""
        return self.writer.season(kept)

    @property
    def table(self) -> Cendre:
        """The table as it might be, before anything is done."""
        found = self.trials(()).before(o.Place("", ""))
        assert found is not None
        return found


def tried(trials: Trials, order: o.Order) -> Trial | None:
    """Would the rules take it, by all that the nation knows? None: they would not."""
    refusal = trials.refusal(order)
    if refusal is None or why(refusal) in (*vocabulary().others, *WHIMS):
        return Trial()
    return Trial(is_dear=True) if why(refusal) in PRICES else None
