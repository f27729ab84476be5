"""A position of Terre de Cendre in words, from the same tables as the reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marchland.kernel.documents import AnyBlock, Paragraph, Table
from marchland.kernel.views import Section

from .report import estate, world
from .report.pen import Pen
from .view import CendreView


def sections(view: CendreView, language: str, players: Sequence[str] = ()) -> Iterator[Section]:
    """The viewer's nation first, then the world."""
    pen = Pen(language)
    own = view.estate
    if own is not None:
        yield from _sections("standing", estate.standing(own, pen), pen)
        yield from _sections("lands", estate.lands(own, pen), pen)
        yield from _sections("leaders", estate.leaders(own, pen), pen)
        yield from _sections("troops", estate.troops(own, pen), pen)
        yield from _sections("science", estate.science(own, pen), pen)
        yield from _sections("dossiers", estate.dossiers(own, pen), pen)
        yield from _sections("diplomacy", estate.diplomacy(view, pen), pen)
    yield from _sections("glory", [world.glory_table(view, pen)], pen)
    yield from _sections("relations", world.relations(view, pen), pen)
    yield from _sections("market", world.market(view, pen), pen)


def _sections(key: str, blocks: Sequence[AnyBlock], pen: Pen) -> Iterator[Section]:
    """Each table is a section; loose lines are gathered into one."""
    for block in blocks:
        if isinstance(block, Table):
            yield Section(pen.head(key), block.columns, block.rows)
    lines = tuple((block.text,) for block in blocks if isinstance(block, Paragraph))
    if lines:
        yield Section(pen.head(key), ("",), lines)
