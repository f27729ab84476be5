"""What is passed on to those who listen to a table, page or program: numbers, and none ahead of what they may see.

Whoever sees the table as it stands hears everything as it happens. Whoever is kept behind is told when more of the past is
theirs to see: at the next news, or, where the delay is one of minutes, so many minutes after them. Who may listen at all is
asked again whenever seats or the host's wishes change.
"""

from __future__ import annotations

import asyncio
from typing import Any

from channels.db import database_sync_to_async

from marchland.web.accounts.people import Anybody

from .watching import Hearing, hearing

ASKED_AGAIN = ("seats", "watching")
SPARE = 0.05
"""Seconds after a delay, so that what is due is due for the database as well."""


class Ear:
    """One listener at one table. `known` is None for somebody who may hear nothing."""

    def __init__(self, slug: str, user: Anybody) -> None:
        self.slug, self.user = slug, user
        self.known: Hearing | None = None
        self.due: list[float] = []
        """When more may be told, by the loop's clock."""

    async def listen(self) -> Hearing | None:
        self.known = await self.ask()
        return self.known

    async def hear(self, news: dict[str, Any]) -> list[dict[str, Any]] | None:
        """What to pass on of these news; None: this listener may hear nothing any more."""
        if self.known is not None and not self.known.is_behind and news["kind"] not in ASKED_AGAIN:
            return [news]
        told = await self.catch_up()
        if told is None or self.known is None:
            return None
        if self.known.wait:
            self.due.append(asyncio.get_running_loop().time() + self.known.wait.total_seconds() + SPARE)
        if not self.known.is_behind or news["kind"] not in ("entry", "chat"):
            return [*told, {**news, "entry": self.known.entry}]
        return told

    async def catch_up(self) -> list[dict[str, Any]] | None:
        """What has come into sight since the last time."""
        before, self.known = self.known, await self.ask()
        if before is None or self.known is None:
            return None
        told: list[dict[str, Any]] = []
        if self.known.entry != before.entry:
            told.append({"kind": "entry", "entry": self.known.entry})
        if self.known.said != before.said:
            told.append({"kind": "chat", "entry": self.known.entry, "message": self.known.said})
        return told

    def wait(self) -> float | None:
        """Seconds until more may be told."""
        return max(0.0, self.due[0] - asyncio.get_running_loop().time()) if self.due else None

    async def wake(self) -> list[dict[str, Any]] | None:
        """The first of the delays is over."""
        self.due.pop(0)
        return await self.catch_up()

    async def ask(self) -> Hearing | None:
        """What this listener may know by now."""
        return await database_sync_to_async(hearing)(self.slug, self.user)
