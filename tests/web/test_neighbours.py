"""Two sites that share a Redis: neither hears, counts or claims what is the other's."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from channels.layers import ChannelLayerManager
from django.core.cache import BaseCache, CacheHandler
from django.test import override_settings
from tools.servers import Redis

from marchland.web.config import environment

from .serving import free_port

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    server = Redis(tmp_path, free_port()).start()
    monkeypatch.setenv("REDIS_URL", server.url)
    yield
    server.stop()


def layer_of(secret: str) -> Any:
    with override_settings(CHANNEL_LAYERS=environment.channel_layers(secret)):
        return ChannelLayerManager()["default"]


def cache_of(secret: str) -> BaseCache:
    return CacheHandler(environment.caches(secret))["default"]


def test_what_one_site_says_another_does_not_hear() -> None:
    async def first_heard() -> Any:
        ours, again_ours, theirs = layer_of("ours"), layer_of("ours"), layer_of("theirs")
        channel = await ours.new_channel()
        await ours.group_add("crews", channel)
        await theirs.group_send("crews", {"type": "call", "of": "theirs"})
        await again_ours.group_send("crews", {"type": "call", "of": "ours"})
        first = await asyncio.wait_for(ours.receive(channel), 60)
        for layer in (ours, again_ours, theirs):
            await layer.flush()
        return first

    assert asyncio.run(first_heard()) == {"type": "call", "of": "ours"}


def test_what_one_site_has_claimed_is_free_at_another() -> None:
    assert cache_of("ours").add("bots:table", "somebody")
    assert not cache_of("ours").add("bots:table", "somebody else")
    assert cache_of("theirs").add("bots:table", "somebody else")
