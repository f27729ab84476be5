"""What one had better know in a game of Terre de Cendre.

What happened is told as a story (`report/`); where glory came from is secret, so that nothing is said of it at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from marchland.kernel.retelling import Notice, plainly

from .view import CendreView

ASIDES: frozenset[str] = frozenset()
AGAINST: Mapping[str, str] = {}
SHOWN: frozenset[str] = frozenset()
told_as = plainly


def notices(view: CendreView) -> Iterator[Notice]:
    """TC-GLORY-04 The last year: whoever has most glory at its end wins."""
    if view.over or view.year < view.last_year:
        return
    rivals = [nation for nation in view.nations.values() if nation.id in view.seats]
    leader = max(rivals, key=lambda nation: nation.glory, default=None)
    if leader is not None:
        yield Notice(key="last_year", facts={"nation": leader.id, "glory": leader.glory}, about=(leader.capital,))
