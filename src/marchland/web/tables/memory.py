"""What this process remembers so that it need not be worked out again.

Nothing here is ever the truth: whoever looks something up also says what it must have been made of, and gets nothing where that
has changed. A process that remembers nothing (after a start, beside others) gives the same answers, only later.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

V = TypeVar("V")


class Memory(Generic[V]):
    """Values by key, each with what it was made of; what was not asked for longest is forgotten first."""

    def __init__(self, room: int) -> None:
        self.room = room
        """How much may be kept, in the same measure as the `size` of what is kept."""
        self._kept: OrderedDict[Hashable, tuple[Any, V, int]] = OrderedDict()
        self._filled = 0
        self._lock = Lock()

    def get(self, key: Hashable, made_of: Any = None) -> V | None:
        """What was made of exactly this."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
        return found[1] if found[0] == made_of else None

    def keep(self, key: Hashable, value: V, made_of: Any = None, size: int = 1) -> V:
        with self._lock:
            self._drop(key)
            self._kept[key] = (made_of, value, size)
            self._filled += size
            while self._filled > self.room:
                self._drop(next(iter(self._kept)))
        return value

    def forget_all(self) -> None:
        with self._lock:
            self._kept.clear()
            self._filled = 0

    def _drop(self, key: Hashable) -> None:
        gone = self._kept.pop(key, None)
        self._filled -= gone[2] if gone is not None else 0
