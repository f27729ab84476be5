"""News of a table as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from channels.layers import BaseChannelLayer, get_channel_layer

from marchland.web.accounts.people import Anybody
from marchland.web.tables.announcing import group_of
from marchland.web.tables.hearing import Ear

STILL_HERE = 20.0
"""Seconds of silence after which a comment is sent, so that no proxy closes the stream."""


async def news_of(slug: str, user: Anybody) -> AsyncIterator[bytes]:
    """Numbers only: what happened, each client fetches as it may see it."""
    layer, ear = get_channel_layer(), Ear(slug, user)
    if layer is None:
        return
    channel = await layer.new_channel()
    await layer.group_add(group_of(slug), channel)
    try:
        known = await ear.listen()
        if known is None:
            return
        yield _event("hello", {"n": known.entry})
        while (told := await _next(layer, channel, ear)) is not None:
            yield b"".join(_event(news["kind"], {"n": news["entry"]}) for news in told) or b": still here\n\n"
    finally:
        await layer.group_discard(group_of(slug), channel)


async def _next(layer: BaseChannelLayer, channel: str, ear: Ear) -> list[dict[str, Any]] | None:
    """What may be told next; nothing after a while of silence; None once this listener may hear nothing any more."""
    pause = ear.wait()
    try:
        message = await asyncio.wait_for(layer.receive(channel), STILL_HERE if pause is None else min(pause, STILL_HERE))
    except TimeoutError:
        return await ear.wake() if ear.wait() == 0 else []
    return await ear.hear({name: value for name, value in message.items() if name != "type"})


def _event(kind: str, facts: dict[str, Any]) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(facts)}\n\n".encode()
