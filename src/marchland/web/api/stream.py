"""News of a table as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import BaseChannelLayer, get_channel_layer

from marchland.web.config.layers import AGAIN
from marchland.web.tables.announcing import ACCESS, group_of, group_of_user
from marchland.web.tables.hearing import Ear

from .models import ApiToken
from .services import has_ended, is_withdrawn

STILL_HERE = 20.0
"""Seconds of silence after which a comment is sent, so that no proxy closes the stream."""


async def news_of(slug: str, token: ApiToken) -> AsyncIterator[bytes]:
    """Numbers only: what happened, each client fetches as it may see it. A stream lasts as long as its key does."""
    layer, ear = get_channel_layer(), Ear(slug, token.user)
    if layer is None:
        return
    channel = await layer.new_channel()
    groups = (group_of(slug), group_of_user(token.user_id))
    for group in groups:
        await layer.group_add(group, channel)
    try:
        known = await ear.listen()
        if known is None:
            return
        yield _event("hello", {"n": known.entry})
        while (told := await _next(layer, channel, ear, token)) is not None:
            yield b"".join(_event(news["kind"], {"n": news["entry"]}) for news in told) or b": still here\n\n"
    finally:
        for group in groups:
            await layer.group_discard(group, channel)


async def _next(layer: BaseChannelLayer, channel: str, ear: Ear, token: ApiToken) -> list[dict[str, Any]] | None:
    """What may be told next; nothing after a while of silence; None once this listener may hear nothing any more."""
    if has_ended(token):
        return None
    pause = ear.wait()
    try:
        message = await asyncio.wait_for(layer.receive(channel), STILL_HERE if pause is None else min(pause, STILL_HERE))
    except TimeoutError:
        return await ear.wake() if ear.wait() == 0 else []
    if message["type"] == AGAIN:  # something may have been missed, also that the key is withdrawn: the number is told anew
        known = None if await database_sync_to_async(is_withdrawn)(token) else await ear.listen()
        return None if known is None else [{"kind": "hello", "entry": known.entry}]
    if message["kind"] == ACCESS:
        return None if await database_sync_to_async(is_withdrawn)(token) else []
    if "slug" in message:  # told to the person, and not of this table
        return []
    return await ear.hear({name: value for name, value in message.items() if name != "type"})


def _event(kind: str, facts: dict[str, Any]) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(facts)}\n\n".encode()
