"""Tables that fill themselves as they are asked."""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar, cast

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
W = TypeVar("W", bound=Callable[..., Any])


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


Known = dict[Any, Any]
"""What rules have worked out from one part of the table. A state that changes that part lays a new one."""


def kept_in(part: str) -> Callable[[W], W]:
    """What follows from one part of the table alone is worked out once and kept in this derived field until the part changes."""

    def keep(work: W) -> W:
        @wraps(work)
        def ask(game: Any, *about: Any) -> Any:
            known = getattr(game, part)
            try:
                return known[work, about]
            except KeyError:
                value = known[work, about] = work(game, *about)
                return value

        return cast(W, ask)

    return keep


def outdated(game: object, part: str) -> list[str]:
    """The names of what is kept in a derived field and no longer true: for audits."""
    return [work.__name__ for (work, about), value in getattr(game, part).items() if work(game, *about) != value]
