"""How answers and news are sent: packed, as JSON, to whoever listens."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

import pytest
from channels.exceptions import ChannelFull

from marchland.web.accounts.models import User
from marchland.web.config.layers import InMemoryLayer
from marchland.web.config.packing import packed
from marchland.web.tables.models import Table

from .conftest import client_of


@pytest.mark.django_db
def test_answers_are_packed_for_whoever_can_unpack_them(table: Table, ada: User) -> None:
    plain = client_of(ada).get(f"/t/{table.slug}/parts/")
    small = client_of(ada).get(f"/t/{table.slug}/parts/", headers={"accept-encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (plain, small))
    assert int(small.headers["Content-Length"]) == len(small.content) < len(plain.content)
    assert json.loads(gzip.decompress(small.content))["parts"] == plain.json()["parts"]


@pytest.mark.django_db
def test_a_few_bytes_are_sent_as_they_are() -> None:
    assert "Content-Encoding" not in client_of(None).get("/health/", headers={"accept-encoding": "gzip"}).headers


def test_the_size_of_what_is_packed_says_nothing_certain() -> None:
    content = b"once upon a time " * 50
    sizes = {len(packed(content, 100)) for _ in range(60)}
    assert len(sizes) > 10
    assert gzip.decompress(packed(content, 100)) == content


def news(n: int) -> dict[str, Any]:
    return {"type": "news", "entry": n}


def test_news_reach_everybody_in_the_group_in_their_order_and_nobody_else() -> None:
    async def told() -> list[list[int]]:
        layer = InMemoryLayer(capacity=3)
        channels = [await layer.new_channel() for _ in range(3)]
        for channel in channels[:2]:
            await layer.group_add("table.a", channel)
        await layer.group_add("table.b", channels[2])
        for n in range(2):
            await layer.group_send("table.a", news(n))
        await layer.group_send("table.b", news(7))
        await layer.group_discard("table.a", channels[1])
        await layer.group_send("table.a", news(2))
        await layer.group_send("table.nobody", news(9))
        counts = (3, 2, 1)
        return [[(await layer.receive(channel))["entry"] for _ in range(n)] for channel, n in zip(channels, counts, strict=True)]

    assert asyncio.run(told()) == [[0, 1, 2], [0, 1], [7]]


def test_who_does_not_fetch_news_keeps_nobody_else_from_them() -> None:
    async def told() -> int:
        layer = InMemoryLayer(capacity=2)
        deaf, awake = await layer.new_channel(), await layer.new_channel()
        for channel in (deaf, awake):
            await layer.group_add("table.a", channel)
        for n in range(5):
            await layer.group_send("table.a", news(n))
            assert (await layer.receive(awake))["entry"] == n
        with pytest.raises(ChannelFull):
            await layer.send(deaf, news(5))
        return len(layer.channels)

    assert asyncio.run(told()) == 1


def test_news_that_nobody_fetched_are_thrown_away_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def left() -> list[int]:
        layer = InMemoryLayer(expiry=-1)
        monkeypatch.setattr("marchland.web.config.layers.ROUNDS_EVERY", 0.0)
        gone = await layer.new_channel()
        await layer.group_add("table.a", gone)
        await layer.group_send("table.a", news(1))
        before = len(layer.channels)
        await layer.group_send("table.b", news(2))
        return [before, len(layer.channels), len(layer.groups["table.a"])]

    assert asyncio.run(left()) == [1, 0, 0]
