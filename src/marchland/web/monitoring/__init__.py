"""Watching the site run: figures, names of requests, traces, what was slow, who is alive."""

from __future__ import annotations

import asyncio


def begin() -> asyncio.Task[None]:
    """Whatever watches a process from its start to its end; to be cancelled in the end."""
    from . import exposing, loop

    exposing.tidy()
    exposing.listen()
    return asyncio.get_running_loop().create_task(loop.watch(), name="loop watch")
