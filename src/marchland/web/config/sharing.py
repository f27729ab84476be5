"""What the processes of a site share through Redis: how they reach it, what is theirs there, and news.

A site that is served by one process does without: to load the client of Redis takes almost as long as all else together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection  # type: ignore[import-untyped]
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry as PatientRetry
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.retry import Retry
from redis.utils import str_if_bytes

from .layers import AGAIN

# News outlast a restart of Redis; nobody waits for it longer than for a page.
NEWS_WAIT = PatientRetry(ExponentialBackoff(cap=1, base=0.05), retries=6)
IN_TIME = {"socket_connect_timeout": 1, "socket_timeout": 1, "retry": Retry(NoBackoff(), retries=1)}


def mark_of(secret: str) -> str:
    """Sites may share a Redis: what one says, claims and counts there goes by what its processes have in common, and no others."""
    mark = sha256(b"marchland-redis/" + secret.encode()).hexdigest()[:12]
    return f"marchland-{mark}"


def channel_layer(url: str, secret: str) -> dict[str, Any]:
    hosts = [{"address": url, "retry": NEWS_WAIT}]
    return {"BACKEND": "marchland.web.config.sharing.SharedLayer", "CONFIG": {"hosts": hosts, "prefix": mark_of(secret)}}


def cache(url: str, secret: str) -> dict[str, Any]:
    backend = "marchland.web.config.counting.SharedCounts"
    return {"BACKEND": backend, "LOCATION": url, "KEY_PREFIX": mark_of(secret), "OPTIONS": IN_TIME}


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
