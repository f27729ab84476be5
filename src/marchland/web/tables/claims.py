"""Who moves the bots of a table where several crews are at work: whoever has claimed it, and nobody else while that lasts.

A claim is a key in Redis that expires by itself. A crew renews what it holds every second; the claims of one that was killed are
free a few seconds later. Losing a claim too early (Redis was restarted, a process stood still) loses nothing else: a question is
then thought about twice, and the later answer is refused as stale. Where one process serves there is nobody to claim against.
"""

from __future__ import annotations

import secrets
import threading

from django.conf import settings
from django.core.cache import cache

LASTS = 4
"""Seconds that a claim outlives whoever holds it."""
RENEWED_EVERY = 1.0


class Claims:
    """Those of one crew; its threads share them."""

    def __init__(self) -> None:
        self.owner = secrets.token_hex(8)
        self._held: set[str] = set()
        self._lock = threading.Lock()

    def take(self, slug: str) -> bool:
        """False: another crew is at this table."""
        if not settings.SHARED:
            return True
        if not cache.add(key_of(slug), self.owner, LASTS):
            return False
        with self._lock:
            self._held.add(slug)
        return True

    def drop(self, slug: str) -> None:
        with self._lock:
            self._held.discard(slug)
        if settings.SHARED and cache.get(key_of(slug)) == self.owner:  # it may have expired, and be another's by now
            cache.delete(key_of(slug))

    def drop_all(self) -> None:
        for slug in tuple(self._held):
            self.drop(slug)

    def renew(self) -> None:
        with self._lock:
            held = list(self._held)
        for slug in held:
            if not cache.touch(key_of(slug), LASTS):
                self._take_again(slug)

    def _take_again(self, slug: str) -> None:
        """Redis has forgotten it; or it was dropped a moment ago, and then it stays free: nobody would drop it a second time."""
        with self._lock:
            if slug in self._held:
                cache.add(key_of(slug), self.owner, LASTS)


def key_of(slug: str) -> str:
    return f"bots:{slug}"
