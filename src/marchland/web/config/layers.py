"""The channel layer of one process: news handed from hand to hand. Between several they go through Redis (`sharing.py`)."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

ROUNDS_EVERY = 10.0
"""Seconds between two looks for messages that nobody fetched."""
AGAIN = "again"
"""The type of a message that nobody sent: the line was lost for a while, and whoever listens looks for themselves what was said."""


class InMemoryLayer(InMemoryChannelLayer):
    """As Channels has it, but looking through all groups once in a while, not for every message, and without a task for each."""

    def __init__(self, **config: Any) -> None:
        super().__init__(**config)
        self._next_round = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now >= self._next_round:
            self._next_round = now + ROUNDS_EVERY
            super()._clean_expired()  # type: ignore[misc]  # the stubs leave it out

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.require_valid_group_name(group)
        self._clean_expired()
        for channel in tuple(self.groups.get(group, ())):
            with suppress(ChannelFull):
                await self.send(channel, message)
