"""What each seat has played, for leagues that tell what wins: nations, kingdoms, tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from .events import Event
    from .state import State

G_in = TypeVar("G_in", bound="State", contravariant=True)
Cast = Mapping[str, tuple[tuple[str, ...], ...]]
"""By kind of thing, for each seat the names of what it had: `{"nation": (("cols",), ("sel",))}`."""


@runtime_checkable
class Casting(Protocol[G_in]):
    """A statistics.py that also says what each seat has played."""

    def cast(self, state: G_in, events: Sequence[Event], /) -> Cast: ...
