"""How late the event loop comes to what is due: whatever computes on it keeps every page waiting."""

from __future__ import annotations

import asyncio

from . import figures

LOOKS_EVERY = 0.5


async def watch() -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LOOKS_EVERY
        await asyncio.sleep(LOOKS_EVERY)
        figures.loop_lag.observe(max(0.0, loop.time() - due))
