"""Sample sheets: a few sensible ways to write a season, from what the nation itself knows."""

from __future__ import annotations

from collections.abc import Iterator

from ..orders import AnyOrder
from ..state import Cendre, NationId


def sample_sheets(game: Cendre, nation: NationId) -> Iterator[tuple[AnyOrder, ...]]:
    """The empty sheet first; the others differ from it and from each other."""
    yield ()
