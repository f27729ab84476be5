"""Work beside requests, in the server's own process: bots move and mails go out without a second program.

A table that waits for a bot is visible in the database, so nothing needs to be queued: bots are woken after each entry, and
every table is looked at once when the server starts, so that a crash between two moves is only a pause.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from marchland.web.company import tournaments
from marchland.web.hosting.services import run_motions
from marchland.web.lobby.line import offers_move_on
from marchland.web.monitoring import begin as begin_watching
from marchland.web.monitoring import heartbeat, requestid
from marchland.web.monitoring.thinking import watched
from marchland.web.notices import postman
from marchland.web.pace import deadlines
from marchland.web.post import rounds as post
from marchland.web.titles import installed

from . import background, bots
from .background import Then, Work
from .rhythm import Rhythm
from .scenes import warm_up
from .thinking import BotFailed, MindLost, Question, Thinker, settle

logger = logging.getLogger("marchland.crew")
P = ParamSpec("P")
R = TypeVar("R")

ROUNDS_EVERY = timedelta(minutes=1)
KEPT = timedelta(days=1)
"""How long it can be looked up what became of a task."""
FAILURES_KEPT = timedelta(days=30)
"""And how long an operator may try again what failed."""


class Crew:
    """Runs on the server's event loop; others reach it through `background`."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thinker = Thinker(settings.BOT_WORKERS, tuple(installed()))
        self.hand = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self.called = False
        self.stirred = asyncio.Event()
        self.wakes = timezone.now()
        """When the next round begins if nobody calls."""
        self.at_work: dict[str, asyncio.Task[None]] = {}
        self.woken: set[str] = set()
        self.errands: set[asyncio.Task[None]] = set()
        self.rounds = self.loop.create_task(self._rounds(), name="rounds")
        self.has_news = asyncio.Event()
        self.news = self.loop.create_task(self._tell_news(), name="news")
        self.door = post.door()
        self.post = self.loop.create_task(self._carry_post(), name="post")

    def take_on(self, work: Work) -> None:
        task = self.loop.create_task(work())
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    def ponder(self, question: Question, then: Then) -> None:
        """Think about something for somebody, one question after the other; bots' questions come in between."""
        self.take_on(partial(self._ponder, question, then))

    async def _ponder(self, question: Question | None, then: Then) -> None:
        while question is not None:
            try:
                answer: dict[str, Any] | None = await watched(self.thinker, question)
            except (BotFailed, MindLost):
                logger.exception("the coach failed", extra={"table": question.slug})
                answer = None
            question = await self._at_table(then, question, answer)

    def begin(self, slug: str) -> None:
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
            self.begin(slug)

    async def _play(self, slug: str) -> None:
        """Let the bots of one table move until a person is asked or the game is over."""
        rhythm = Rhythm(settings.BOT_PAUSE_SECONDS)
        question = await self._at_table(bots.next_question, slug)
        while question is not None:
            self.woken.discard(slug)  # whoever woke it for this question need not do so again; for a later one, this is stale
            asked = self.loop.time()
            action = await watched(self.thinker, question)
            await asyncio.sleep(rhythm.before_move(question.seat, self.loop.time() - asked))
            question = await self._at_table(bots.answer, question, action)

    async def _at_table(self, work: Callable[P, Question | None], *args: P.args, **kwargs: P.kwargs) -> Question | None:
        """What is done for bots is done by one thread: moves of one process wait for each other anyway."""
        call = partial(with_connection, work, *args, **kwargs)
        return await self.loop.run_in_executor(self.hand, requestid.on_behalf, requestid.current(), call)

    def go_round(self) -> None:
        self.called = True
        self.stirred.set()

    def tell_news(self) -> None:
        self.has_news.set()

    def set_alarm(self, at: datetime) -> None:
        """Something is due at this moment: be awake then."""
        if at < self.wakes:
            self.wakes = at
            self.stirred.set()

    async def _rounds(self) -> None:
        """Run what is due, carry out what is queued, see that no table waits for a bot in vain: when called and when due."""
        await tried(self._read_rules, "the rules were not compared")
        while True:
            self.called = False
            self.wakes = timezone.now() + ROUNDS_EVERY
            await tried(self._round, "a round failed")
            await self._rest()

    async def _read_rules(self) -> None:
        await database_sync_to_async(deadlines.follow_rules, thread_sensitive=False)()

    async def _round(self) -> None:
        requestid.begin()
        begun = timezone.now()
        await database_sync_to_async(heartbeat.beat, thread_sensitive=False)()
        await database_sync_to_async(deadlines.run_due, thread_sensitive=False)(begun)
        await database_sync_to_async(run_motions, thread_sensitive=False)(begun)
        await database_sync_to_async(offers_move_on, thread_sensitive=False)()
        await database_sync_to_async(tournaments.move_on, thread_sensitive=False)()
        await database_sync_to_async(run_queued_tasks, thread_sensitive=False)()
        await self.look_around()
        self.wakes = min(self.wakes, await database_sync_to_async(deadlines.next_due)(begun) or self.wakes)

    async def _rest(self) -> None:
        """Until the next round; an alarm that is set meanwhile only makes it come earlier."""
        while not self.called and (left := (self.wakes - timezone.now()).total_seconds()) > 0:
            self.stirred.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stirred.wait(), left)

    async def _tell_news(self) -> None:
        """Mails, devices and hooks have rounds of their own: no deadline waits for somebody else's slow mail server."""
        while True:
            self.has_news.clear()
            await tried(database_sync_to_async(postman.go_round, thread_sensitive=False), "news were not told")
            with suppress(TimeoutError):
                await asyncio.wait_for(self.has_news.wait(), ROUNDS_EVERY.total_seconds())

    async def _carry_post(self) -> None:
        """Sheets that come by mail and reports that go out, beside everything else: a mailbox may take its time."""
        if self.door is not None:
            await asyncio.to_thread(self.door.start)
        while True:
            await tried(database_sync_to_async(post.go_round, thread_sensitive=False), "the post was not carried")
            await asyncio.sleep(settings.POST_PAUSE_SECONDS)

    async def look_around(self) -> None:
        for slug in await database_sync_to_async(bots.tables_waiting_for_bots)():
            self.begin(slug)

    async def warm_up(self) -> None:
        await self.thinker.wake()
        for title_id in installed():
            await database_sync_to_async(warm_up, thread_sensitive=False)(title_id)
        settle()

    async def stop(self) -> None:
        for task in (self.rounds, self.news, self.post, *self.at_work.values()):
            task.cancel()
        if self.door is not None:
            await asyncio.to_thread(self.door.stop)
        self.thinker.stop()
        self.hand.shutdown(wait=False, cancel_futures=True)
        await tried(database_sync_to_async(heartbeat.leave, thread_sensitive=False), "nobody was told that the crew is gone")


async def tried(work: Work, failed: str) -> None:
    """Whatever is wrong in one round, the next must not wait for a restart: all clocks, news and mails hang on them."""
    try:
        await work()
    except Exception:
        logger.exception(failed)


def with_connection(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What `database_sync_to_async` sees to, in a thread of one's own: no connection is used for longer than it should."""
    close_old_connections()
    try:
        return work(*args, **kwargs)
    finally:
        close_old_connections()


def run_queued_tasks() -> None:
    """Everything in the task queue, one after the other; what `db_worker` does, without its endless loop."""
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
    now = timezone.now()
    DBTaskResult.objects.successful().filter(finished_at__lt=now - KEPT).delete()
    DBTaskResult.objects.failed().filter(finished_at__lt=now - FAILURES_KEPT).delete()


class Lifespan:
    """The ASGI lifespan: the crew starts and stops with the server."""

    async def __call__(self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        await receive()
        watch = begin_watching()
        crew = Crew()
        background.take_up(crew)
        crew.take_on(crew.warm_up)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        background.take_up(None)
        await crew.stop()
        watch.cancel()
        await send({"type": "lifespan.shutdown.complete"})
