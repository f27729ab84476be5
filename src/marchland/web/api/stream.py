"""News of a table as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from channels.layers import BaseChannelLayer, get_channel_layer

from marchland.web.tables.announcing import group_of
from marchland.web.tables.models import Table

STILL_HERE = 20.0
"""Seconds of silence after which a comment is sent, so that no proxy closes the stream."""


async def news_of(table: Table) -> AsyncIterator[bytes]:
    """Numbers only: what happened, each client fetches as it may see it."""
    layer = get_channel_layer()
    if layer is None:
        return
    channel = await layer.new_channel()
    await layer.group_add(group_of(table.slug), channel)
    try:
        await table.arefresh_from_db(fields=["entries_made"])
        yield _event("hello", {"n": table.entries_made})
        while True:
            yield await _next(layer, channel)
    finally:
        await layer.group_discard(group_of(table.slug), channel)


async def _next(layer: BaseChannelLayer, channel: str) -> bytes:
    try:
        message = await asyncio.wait_for(layer.receive(channel), STILL_HERE)
    except TimeoutError:
        return b": still here\n\n"
    return _event(message["kind"], {"n": message["entry"]})


def _event(kind: str, facts: dict[str, Any]) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(facts)}\n\n".encode()
