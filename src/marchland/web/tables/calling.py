"""Calls from process to process: a move that was taken in one wakes the bots in another at once.

They go through the channel layer, as news do. A call that is lost (Redis was restarted, the caller was killed after its commit) is
made good by the crews' own looks around, seconds later: nothing is known by calls alone.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import Any

from channels.layers import BaseChannelLayer, get_channel_layer

from marchland.web.config.layers import AGAIN
from marchland.web.monitoring import requestid

from .background import Crew

logger = logging.getLogger("marchland.crew")

CREWS = "crews"
CALL = "call"
PAUSE = 1.0
"""Seconds before a lost line is tried again."""


async def call_crews(what: str, *facts: str) -> None:
    """Every crew hears it."""
    layer = get_channel_layer()
    if layer is not None:
        await layer.group_send(CREWS, {"type": CALL, "what": what, "facts": list(facts), "request": requestid.current()})


async def answer_calls(crew: Crew) -> None:
    """Do what other processes call for, as long as there is somebody to do it."""
    layer = get_channel_layer()
    while layer is not None:
        try:
            await _listen(crew, layer)
        except Exception:  # Redis gone, or a call that makes no sense: a crew that no longer listens would be worse
            logger.exception("calls from other processes are not heard")
            await asyncio.sleep(PAUSE)


async def _listen(crew: Crew, layer: BaseChannelLayer) -> None:
    channel = await layer.new_channel()
    await layer.group_add(CREWS, channel)
    while True:
        message = await layer.receive(channel)
        if message["type"] == AGAIN:  # calls may have been lost: better look at everything
            crew.go_round()
            crew.tell_news()
            continue
        requestid.begin(message.get("request", ""))
        do_as_called(crew, message["what"], message["facts"])


def do_as_called(crew: Crew, what: str, facts: list[Any]) -> None:
    """Calls of another release, which this one does not know, are passed over."""
    match what, facts:
        case "begin", [slug]:
            crew.begin(slug)
        case "go_round", []:
            crew.go_round()
        case "tell_news", []:
            crew.tell_news()
        case "set_alarm", [at]:
            crew.set_alarm(datetime.fromisoformat(at))
