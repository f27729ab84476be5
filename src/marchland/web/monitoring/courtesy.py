"""Moves go first: a page that is being made waits a moment while somebody moves.

Threads of one process compute in turns, and a page has far more to compute than a move. Left alone, a move waits for a page at each
of its queries, and whoever waits for the move's lock waits with it. So pages wait for moves instead: before each query of theirs,
never long, and never for each other.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST = 0.008
"""Seconds that a query of a page waits at most: on a site where somebody moves all the time, pages come later, but they come."""


class _Own(threading.local):
    is_moving = False


_own = _Own()
_still = threading.Condition()
_moving = 0


@contextmanager
def moving() -> Iterator[None]:
    """Whoever is in here goes first."""
    global _moving
    if _own.is_moving:
        yield
        return
    with _still:
        _moving += 1
    _own.is_moving = True
    try:
        yield
    finally:
        _own.is_moving = False
        with _still:
            _moving -= 1
            if not _moving:
                _still.notify_all()


def give_way() -> None:
    """Let those who move go first, unless one is moving oneself."""
    if _moving and not _own.is_moving:
        with _still:
            _still.wait_for(lambda: not _moving, LONGEST)
