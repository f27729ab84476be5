"""The channel layers: news handed from hand to hand in one process, or through Redis between several."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection  # type: ignore[import-untyped]
from redis.asyncio.client import PubSub
from redis.utils import str_if_bytes

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


class SharedLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """News through Redis, as Channels has it; but whoever listens is told when something may have been missed.

    What is said while Redis is away, or before a lost line stands again, nobody hears, and nobody says it twice. So each group is
    sent `AGAIN` once Redis has confirmed that it is subscribed to anew: whatever is committed later is announced to it, whatever
    was committed before is found by looking.
    """

    def _get_layer(self) -> RedisPubSubLoopLayer:
        is_new = asyncio.get_running_loop() not in self._layers
        layer = super()._get_layer()
        if is_new:
            layer._shards = [_Shard(shard.host, layer) for shard in layer._shards]
        return layer


class _Shard(RedisSingleShardConnection):  # type: ignore[misc]
    _redis: Any
    _pubsub: Any

    def _ensure_redis(self) -> None:
        is_new = self._redis is None
        super()._ensure_redis()
        if is_new:
            self._pubsub = _Subscriptions(self._redis.connection_pool, self._call_again)

    def _call_again(self, group: str) -> None:
        """To everybody of this process who listens to the group."""
        layer = self.channel_layer
        called = layer.channel_layer.serialize({"type": AGAIN})
        for channel in layer.groups.get(group, ()):
            if channel in layer.channels:
                layer.channels[channel].put_nowait(called)


class _Subscriptions(PubSub):
    """Those of one line to Redis, which are made anew when it was lost."""

    def __init__(self, connection_pool: Any, is_back: Callable[[str], None]) -> None:
        super().__init__(connection_pool)
        self._is_back = is_back
        self._lost: set[str] = set()

    async def on_connect(self, connection: Any) -> None:
        self._lost = {str_if_bytes(name) for name in self.channels}
        await super().on_connect(connection)

    async def handle_message(self, response: Any, ignore_subscribe_messages: bool = False) -> Any:
        message = await super().handle_message(response, ignore_subscribe_messages)  # type: ignore[no-untyped-call]
        if isinstance(response, list | tuple) and str_if_bytes(response[0]) == "subscribe":
            name = str_if_bytes(response[1])
            if name in self._lost:
                self._lost.discard(name)
                self._is_back(name)
        return message
