"""Tables that fill themselves as they are asked."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import wraps
from operator import attrgetter, itemgetter
from typing import Any, Self, TypeVar, cast

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
W = TypeVar("W", bound=Callable[..., Any])


class _Filling(dict[K, V]):
    __slots__ = ("_make",)

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self[key] = self._make(key)
        return value


def remembered(make: Callable[[K], V]) -> Callable[[K], V]:
    """`functools.cache` for one argument and for what is asked at every move: a known answer is a mere dictionary lookup."""
    return _Filling(make).__getitem__


MOST = 4096
"""So many answers are recalled; when there are more all are forgotten, which is cheaper than to keep an eye on each."""
LIKENESSES = 4
"""So many answers to a question, the latest first, are kept for different sights."""


def recalled(by: Callable[..., Hashable]) -> Callable[[W], W]:
    """For what follows from little of a large table: `by` says from what, and while that is the same, so is the answer.

    Searches look at thousands of tables that differ in few places. Nobody may change an answer.
    """

    def keep(work: W) -> W:
        known: Known = {}

        @wraps(work)
        def ask(*about: Any) -> Any:
            key = by(*about)
            try:
                return known[key]
            except KeyError:
                if len(known) >= MOST:
                    known.clear()
                value = known[key] = work(*about)
                return value

        return cast(W, ask)

    return keep


def recalled_where(part: str, by: Callable[..., Hashable]) -> Callable[[Callable[..., tuple[V, Iterable[Any]]]], Callable[..., V]]:
    """The same for what goes by some places of one part of the table, of which nobody knows beforehand which: the work tells them
    beside its answer, at least one. As long as those places look the same, so does the answer.
    """

    def keep(work: Callable[..., tuple[V, Iterable[Any]]]) -> Callable[..., V]:
        known: dict[Hashable, list[tuple[itemgetter[Any], Any, V]]] = {}

        @wraps(work)
        def ask(game: Any, *about: Any) -> V:
            there, key = getattr(game, part), by(game, *about)
            sights = known.get(key, [])
            for look, seen, value in sights:
                if look(there) == seen:
                    return value
            if len(known) >= MOST:
                known.clear()
            value, places = work(game, *about)
            look = itemgetter(*places)
            known[key] = [(look, look(there), value), *sights[: LIKENESSES - 1]]
            return value

        return ask

    return keep


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


class Ledger(dict[K, V]):
    """A part of the table that keeps what rules have worked out from it and forgets it whenever it changes.

    Nobody has to tell that it changed: every way to change a dictionary forgets first. A copy says the same and knows the same.
    The mark tells one state of the part from the next, without holding what is known of it: facts about several parts would
    else hold each other in a circle.
    """

    __slots__ = ("known", "mark")

    def __init__(self, entries: Mapping[K, V] | None = None) -> None:
        super().__init__(entries or {})
        self.known: Known = {}
        self.mark = object()

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        dict.update(twin, self)  # without forgetting what is known
        twin.known, twin.mark = self.known, self.mark
        return twin


def _forgetting(change: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(change)
    def changed(ledger: Ledger[Any, Any], *args: Any, **entries: Any) -> Any:
        ledger.known, ledger.mark = {}, object()
        return change(ledger, *args, **entries)

    return changed


for _name in ("__setitem__", "__delitem__", "__ior__", "clear", "pop", "popitem", "setdefault", "update"):
    setattr(Ledger, _name, _forgetting(getattr(dict, _name)))


def kept_with(part: str, *others: str) -> Callable[[W], W]:
    """What follows from these parts of the table alone is worked out once and kept with the first, a `Ledger`, until one changes.

    The others may be parts of any kind. Should the first be a plain dictionary, the work is done each time.
    """

    def keep(work: W) -> W:
        @wraps(work)
        def ask(game: Any, *about: Any) -> Any:
            there = getattr(game, part)
            if type(there) is not Ledger:
                return work(game, *about)
            try:
                return there.known[work, about]
            except KeyError:
                value = there.known[work, about] = work(game, *about)
                return value

        look = attrgetter(part, *others)

        @wraps(work)
        def ask_several(game: Any, *about: Any) -> Any:
            there, *rest = look(game)
            if type(there) is not Ledger:
                return work(game, *about)
            fact = there.known.get((work, about, others))
            if fact is None or fact[0] != [part.mark if type(part) is Ledger else part for part in rest]:
                fact = there.known[work, about, others] = (_as_they_are(rest), work(game, *about))
            return fact[1]

        return cast(W, ask_several if others else ask)

    return keep


def _as_they_are(parts: Iterable[Any]) -> list[object]:
    """Something that differs as soon as one of these parts has changed."""
    return [part.mark if type(part) is Ledger else part.copy() if isinstance(part, list | dict | set) else part for part in parts]


def outdated(game: object, part: str) -> list[str]:
    """The names of what is kept in a derived field, or with a part, and not true: for audits."""
    there = getattr(game, part)
    facts = [*(there.known if isinstance(there, Ledger) else there).items()]
    return [work.__name__ for (work, about, *others), fact in facts if _is_untrue(game, work, about, others, fact)]


def _is_untrue(game: object, work: Callable[..., Any], about: tuple[Any, ...], others: list[tuple[str, ...]], fact: Any) -> bool:
    """What was worked out from other parts as well counts only while they are as they were seen."""
    if others:
        seen, fact = fact
        if seen != _as_they_are(getattr(game, name) for name in others[0]):
            return False
    return bool(work(game, *about) != fact)
