"""Work beside requests, in the server's own process: bots move and mails go out without a second program.

A table that waits for a bot is visible in the database, so nothing needs to be queued: bots are woken after each entry, and
every table is looked at once when the server starts, so that a crash between two moves is only a pause.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from contextvars import Context
from datetime import timedelta
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import timezone
from django_tasks_db.management.commands.db_worker import Worker

from .thinking import Thinker

logger = logging.getLogger("marchland.background")

ROUNDS_EVERY = 60.0
KEPT = timedelta(days=1)
"""How long it can be looked up what became of a task."""

_crew: Crew | None = None


class Crew:
    """Runs on the server's event loop; `wake` may be called from any thread."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thinker = Thinker(settings.BOT_WORKERS)
        self.postman = asyncio.Event()
        self.rounds = self.loop.create_task(self._mail_rounds(), name="postman")
        self.at_work: dict[str, asyncio.Task[None]] = {}
        self.woken: set[str] = set()
        self.errands: set[asyncio.Task[None]] = set()

    def take_on(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        task = self.loop.create_task(work())
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    def wake(self, slug: str) -> None:
        # A context of its own: the one of the request that woke us ends with that request.
        self.loop.call_soon_threadsafe(self._begin, slug, context=Context())

    def _begin(self, slug: str) -> None:
        if slug in self.at_work:
            self.woken.add(slug)
            return
        task = self.loop.create_task(self._play(slug), name=f"bots of {slug}")
        self.at_work[slug] = task
        task.add_done_callback(lambda done: self._end(slug, done))

    def _end(self, slug: str, done: asyncio.Task[None]) -> None:
        del self.at_work[slug]
        if not done.cancelled() and done.exception() is not None:
            logger.error("a bot failed", exc_info=done.exception(), extra={"table": slug})
        elif slug in self.woken:
            self.woken.discard(slug)
            self._begin(slug)

    async def _play(self, slug: str) -> None:
        """Let the bots of one table move until a person is asked or the game is over."""
        from . import bots

        while (question := await database_sync_to_async(bots.next_question)(slug)) is not None:
            action = await self.thinker.think(question)
            await asyncio.sleep(settings.BOT_PAUSE_SECONDS)
            await database_sync_to_async(bots.answer)(question, action)

    async def _mail_rounds(self) -> None:
        """Carry out what is queued whenever somebody queues something, and once in a while for what others left."""
        while True:
            await database_sync_to_async(run_queued_tasks, thread_sensitive=False)()
            self.postman.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.postman.wait(), ROUNDS_EVERY)

    async def look_around(self) -> None:
        from . import bots

        for slug in await database_sync_to_async(bots.tables_waiting_for_bots)():
            self._begin(slug)

    async def warm_up(self) -> None:
        from marchland.web.titles import installed

        from .scenes import warm_up

        for title in installed().values():
            await database_sync_to_async(warm_up, thread_sensitive=False)(title)

    async def stop(self) -> None:
        for task in (self.rounds, *self.at_work.values()):
            task.cancel()
        self.thinker.stop()


def wake_bots(slug: str) -> None:
    """Outside a server (tests, scripts) nobody is there to wake, and the caller moves the bots itself."""
    if _crew is not None:
        _crew.wake(slug)


def soon(work: Callable[[], Coroutine[Any, Any, None]]) -> bool:
    """Have the server's event loop do something; False where there is no server."""
    if _crew is None:
        return False
    _crew.loop.call_soon_threadsafe(_crew.take_on, work, context=Context())
    return True


def wake_postman() -> None:
    if _crew is not None:
        _crew.loop.call_soon_threadsafe(_crew.postman.set, context=Context())


def run_queued_tasks() -> None:
    """Everything in the task queue, one after the other; what `db_worker` does, without its endless loop."""
    from django_tasks_db.models import DBTaskResult

    worker = Worker(
        queue_names=["*"],
        interval=0,
        batch=True,
        backend_name="default",
        startup_delay=False,
        max_tasks=None,
        worker_id=f"crew-{os.getpid()}",
        excluded_queue_names=[],
    )
    worker.run()
    DBTaskResult.objects.finished().filter(finished_at__lt=timezone.now() - KEPT).delete()


class Lifespan:
    """The ASGI lifespan: the crew starts and stops with the server."""

    async def __call__(self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        global _crew
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                _crew = Crew()
                await _crew.warm_up()
                await _crew.look_around()
                await send({"type": "lifespan.startup.complete"})
            else:
                if _crew is not None:
                    await _crew.stop()
                _crew = None
                await send({"type": "lifespan.shutdown.complete"})
                return
