"""Tables that fill themselves as they are asked."""

from collections.abc import Callable, Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class _Filling(dict[K, V]):
    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self[key] = self._make(key)
        return value


def remembered(make: Callable[[K], V]) -> Callable[[K], V]:
    """`functools.cache` for one argument and for what is asked at every move: a known answer is a mere dictionary lookup."""
    return _Filling(make).__getitem__
