"""Redis was away: what was said meanwhile nobody heard, and everybody who listens finds it all the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from django.test import override_settings
from tools.servers import Redis

from marchland.web.accounts.models import User
from marchland.web.accounts.services import access_end
from marchland.web.api.models import ApiToken
from marchland.web.api.services import token_create
from marchland.web.api.stream import news_of
from marchland.web.config import environment
from marchland.web.tables import announcing
from marchland.web.tables.calling import answer_calls
from marchland.web.tables.models import Table
from marchland.web.tables.services import action_submit

from .conftest import client_of
from .lines import PATIENCE, Line
from .serving import free_port

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    server = Redis(tmp_path, free_port()).start()
    monkeypatch.setenv("REDIS_URL", server.url)
    with override_settings(CHANNEL_LAYERS=environment.channel_layers("secret")):
        yield server
    channel_layers.backends.clear()
    server.stop()


class Caller:
    """Stands in for a crew; `called` tells what for."""

    def __init__(self) -> None:
        self.called: asyncio.Queue[str] = asyncio.Queue()

    def go_round(self) -> None:
        self.called.put_nowait("go_round")

    def tell_news(self) -> None:
        self.called.put_nowait("tell_news")


async def opened(path: str, user: User) -> Line:
    line = Line(path, await sync_to_async(client_of)(user))
    assert "hello" in (await line.called())["text"]
    return line


async def said(line: Line) -> dict[str, Any]:
    found: dict[str, Any] = await line.receive_output(PATIENCE)
    return json.loads(found["text"]) if "text" in found else found


def test_whoever_listens_learns_what_happened_while_redis_was_away(
    table: Table, ada: User, bob: User, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move, and that somebody is logged out: both are announced to nobody."""
    token_create(bob, "stream")

    async def listen() -> None:
        token = await ApiToken.objects.select_related("user").aget(user=bob)
        lines = [await opened(path, bob) for path in (f"/ws/t/{table.slug}/", "/ws/me/", f"/ws/join/{table.join_code}/")]
        gone, crew, stream = await opened(f"/ws/t/{table.slug}/", ada), Caller(), news_of(table.slug, token)
        calls = asyncio.ensure_future(answer_calls(crew))  # type: ignore[arg-type]
        assert b"hello" in await anext(stream)
        redis.kill()
        monkeypatch.setattr(announcing, "_send", lambda *_news: None)
        moved = await sync_to_async(action_submit)(table.slug, (ada, bob)[table.deciders[0]], table.deciders[0], 0, 0)
        await sync_to_async(access_end)(ada)
        redis.start()
        assert await said(lines[0]) == {"kind": "again", "entry": moved.entry, "begun": True}
        assert [(await said(line))["kind"] for line in lines[1:]] == ["hello", "hello"]
        assert f'{{"n": {moved.entry}}}'.encode() in await asyncio.wait_for(anext(stream), PATIENCE)
        assert (await said(gone))["code"] == 4401
        assert {await asyncio.wait_for(crew.called.get(), PATIENCE) for _ in range(2)} == {"go_round", "tell_news"}
        calls.cancel()
        await stream.aclose()
        for line in lines:
            await line.hung_up()

    asyncio.run(listen())
