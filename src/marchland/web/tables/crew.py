"""Work beside requests: bots move, deadlines run, mails go out. In the server's own process by default, or in workers.

A table that waits for a bot is visible in the database, so nothing needs to be queued: bots are woken after each entry, by a call
where the entry was made in another process, and every crew looks around when it starts and every few seconds, so that a crash
between two moves is only a pause. There may be any number of crews: each table's bots are moved by the one that has claimed it,
and whatever else they do is done under locks, once.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import timezone
from django_tasks import TaskResultStatus
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

from . import background, bots
from .background import Work
from .calling import answer_calls
from .claims import LASTS, RENEWED_EVERY, Claims
from .clerk import Clerk, load_titles
from .rhythm import Rhythm
from .thinking import BotFailed, Question

logger = logging.getLogger("marchland.crew")

ROUNDS_EVERY = timedelta(minutes=1)
GLANCE_EVERY = 5.0
"""Seconds after which a call that was lost is made good."""
LATELY = timedelta(minutes=2)
GIVE_WAY = 0.005
"""Seconds that a crew lets others have the first go, for every table that is more than its thinking processes can serve,"""
MOST_WAY = 0.1
"""and at most."""
KEPT = timedelta(days=1)
"""How long it can be looked up what became of a task."""
FAILURES_KEPT = timedelta(days=30)
"""And how long an operator may try again what failed."""
LEASE = timedelta(minutes=10)
"""No task takes so long: whoever began it is dead."""


class Crew(Clerk):
    """Runs on an event loop, in a server or alone; others reach it through `background`."""

    def __init__(self) -> None:
        super().__init__()
        self.called = False
        self.stirred = asyncio.Event()
        self.begun = self.wakes = timezone.now()
        """When the last round began, and when the next one begins if nobody calls."""
        self.claims = Claims()
        self.elsewhere: dict[str, float] = {}
        """Tables whose bots another crew moves, and when to see whether it still does."""
        self.at_a_loss: set[str] = set()
        """Tables whose bots failed: they are asked again in the next round, not sooner."""
        self.at_work: dict[str, asyncio.Task[None]] = {}
        self.woken: set[str] = set()
        self.has_news = asyncio.Event()
        self.door = post.door()
        self.duties = [self.loop.create_task(duty()) for duty in self._duties()]

    def _duties(self) -> list[Work]:
        common: list[Work] = [self._rounds, self._glances, self._tell_news, self._carry_post]
        return [*common, self._keep_claims, partial(answer_calls, self)] if settings.SHARED else common

    # -- bots --

    def begin(self, slug: str) -> None:
        if slug in self.at_work:
            self.woken.add(slug)
            return
        task = self.loop.create_task(self._play(slug), name=f"bots of {slug}")
        self.at_work[slug] = task
        task.add_done_callback(lambda done: self._end(slug, done))

    def _end(self, slug: str, done: asyncio.Task[None]) -> None:
        del self.at_work[slug]
        if not done.cancelled() and (failed := done.exception()) is not None:
            logger.error("a bot failed", exc_info=failed, extra={"table": slug})
            if isinstance(failed, BotFailed):
                self.at_a_loss.add(slug)
        elif slug in self.woken:
            self.woken.discard(slug)
            self.begin(slug)

    async def _play(self, slug: str) -> None:
        """Let the bots of one table move until a person is asked or the game is over, unless another crew is at it."""
        if settings.SHARED:
            await asyncio.sleep(min(MOST_WAY, GIVE_WAY * max(0, len(self.at_work) - self.thinker.workers)))
        is_ours, question = await self.by_hand(self._claimed, slug)
        if not is_ours:
            self.elsewhere[slug] = self.loop.time() + LASTS
        elif question is not None:
            try:
                await self._move_bots(slug, question)
            finally:
                if settings.SHARED:
                    await self.by_hand(self.claims.drop, slug)

    def _claimed(self, slug: str) -> tuple[bool, Question | None]:
        """Are this table's bots ours to move, and what is asked of them?"""
        if not self.claims.take(slug):
            return False, None
        question = None
        try:
            question = bots.next_question(slug)
        finally:
            if question is None:
                self.claims.drop(slug)
        return True, question

    async def _move_bots(self, slug: str, question: Question | None) -> None:
        rhythm = Rhythm(settings.BOT_PAUSE_SECONDS)
        while question is not None:
            self.woken.discard(slug)  # whoever woke it for this question need not do so again; for a later one, this is stale
            asked = self.loop.time()
            action = await watched(self.thinker, question)
            thought = self.loop.time() - asked
            logger.info(
                "thought", extra={"table": slug, "seat": question.seat, "after": question.n, "ms": round(thought * 1000, 1)}
            )
            await asyncio.sleep(rhythm.before_move(question.seat, thought))
            question = await self.by_hand(bots.answer, question, action)

    async def _keep_claims(self) -> None:
        """And see whether those who moved bots elsewhere are still there."""
        while True:
            await asyncio.sleep(RENEWED_EVERY)
            await tried(partial(asyncio.to_thread, self.claims.renew), "claims were not renewed")
            now = self.loop.time()
            for slug in [slug for slug, at in self.elsewhere.items() if at <= now]:
                del self.elsewhere[slug]
                self.begin(slug)

    async def look_around(self) -> None:
        """Every table that waits for a bot."""
        self.at_a_loss.clear()
        for slug in await database_sync_to_async(bots.tables_waiting_for_bots)():
            self.begin(slug)

    # -- rounds --

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
        await tried(in_a_thread(deadlines.follow_rules), "the rules were not compared")
        while True:
            self.called = False
            self.begun = timezone.now()
            self.wakes = self.begun + ROUNDS_EVERY
            await self._round()
            await self._rest()

    async def _round(self) -> None:
        """What fails is tried again in the next round, and keeps nothing else from being done."""
        requestid.begin()
        for work in (
            heartbeat.beat,
            partial(deadlines.run_due, self.begun),
            partial(run_motions, self.begun),
            offers_move_on,
            tournaments.move_on,
            run_queued_tasks,
        ):
            await tried(in_a_thread(work), f"a round failed: {getattr(work, 'func', work).__name__}")
        await tried(self.look_around, "nobody looked for tables that wait for bots")
        await tried(self._look_at_clocks, "nobody looked at the clocks")

    async def _look_at_clocks(self) -> None:
        due = await database_sync_to_async(deadlines.next_due)(self.begun)
        if due is not None:
            self.set_alarm(due)

    async def _rest(self) -> None:
        """Until the next round; an alarm that is set meanwhile only makes it come earlier."""
        while not self.called and (left := (self.wakes - timezone.now()).total_seconds()) > 0:
            self.stirred.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stirred.wait(), left)

    async def _glances(self) -> None:
        """What happened in the last minutes and nobody told us of: calls may be lost, and whoever was called may be dead."""
        while True:
            await asyncio.sleep(GLANCE_EVERY)
            await tried(self._glance, "nobody looked around")

    async def _glance(self) -> None:
        lately = timezone.now() - LATELY
        for slug in await database_sync_to_async(bots.tables_waiting_for_bots)(lately):
            if slug not in self.at_a_loss and slug not in self.elsewhere and slug not in self.at_work:
                self.begin(slug)
        await self._look_at_clocks()

    async def _tell_news(self) -> None:
        """Mails, devices and hooks have rounds of their own: no deadline waits for somebody else's slow mail server."""
        while True:
            self.has_news.clear()
            await tried(in_a_thread(postman.go_round), "news were not told")
            with suppress(TimeoutError):
                await asyncio.wait_for(self.has_news.wait(), ROUNDS_EVERY.total_seconds())

    async def _carry_post(self) -> None:
        """Sheets that come by mail and reports that go out, beside everything else: a mailbox may take its time."""
        is_open = self.door is None
        while True:
            is_open = is_open or await asyncio.to_thread(self._open_door)
            await tried(in_a_thread(post.go_round), "the post was not carried")
            await asyncio.sleep(settings.POST_PAUSE_SECONDS)

    def _open_door(self) -> bool:
        """Of several crews on one machine one has the door; if it ends, another opens it."""
        try:
            if self.door is not None:
                self.door.start()
        except OSError as taken:
            logger.info("the door of the post is not ours: %s", taken)
            return False
        return True

    # -- start and end --

    async def warm_up(self) -> None:
        await self.thinker.wake()
        await super().warm_up()

    async def stop(self) -> None:
        """What was claimed here is free for others at once."""
        for task in (*self.duties, *self.at_work.values()):
            task.cancel()
        await asyncio.to_thread(self._let_go)
        await super().stop()
        await tried(in_a_thread(heartbeat.leave), "nobody was told that the crew is gone")

    def _let_go(self) -> None:
        if self.door is not None and self.door.server is not None:
            self.door.stop()
        self.claims.drop_all()


def in_a_thread(work: Callable[[], Any]) -> Work:
    """With a database connection that is seen to."""
    return database_sync_to_async(work, thread_sensitive=False)


async def tried(work: Work, failed: str) -> None:
    """Whatever is wrong in one round, the next must not wait for a restart: all clocks, news and mails hang on them."""
    try:
        await work()
    except Exception:
        logger.exception(failed)


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
    _give_up_lost_tasks(now)
    DBTaskResult.objects.successful().filter(finished_at__lt=now - KEPT).delete()
    DBTaskResult.objects.failed().filter(finished_at__lt=now - FAILURES_KEPT).delete()


class WorkerLost(Exception):
    """The process that carried out a task was killed."""


def _give_up_lost_tasks(now: datetime) -> None:
    """A task is begun once: nobody knows how far a killed worker got, so an operator decides whether it is tried again."""
    lost = DBTaskResult.objects.running().filter(started_at__lt=now - LEASE)
    why = f"{WorkerLost.__module__}.{WorkerLost.__qualname__}"
    lost.update(status=TaskResultStatus.FAILED, finished_at=now, exception_class_path=why)


class Lifespan:
    """The ASGI lifespan: the crew starts and stops with the server, or a clerk where the crews are elsewhere."""

    async def __call__(self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        await receive()
        watch = begin_watching()
        on_duty = Crew() if settings.CREW else Clerk()
        background.take_up(on_duty)
        on_duty.take_on(on_duty.warm_up)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        background.take_up(None)
        await on_duty.stop()
        watch.cancel()
        await send({"type": "lifespan.shutdown.complete"})


async def work_alone() -> None:
    """A crew without a server, until the process is told to end. Nobody asks it for pages, so it draws none beforehand."""
    load_titles()
    told = asyncio.Event()
    for end in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(end, told.set)
    watch = begin_watching()
    crew = Crew()
    background.take_up(crew)
    crew.take_on(crew.thinker.wake)
    await told.wait()
    background.take_up(None)
    await crew.stop()
    watch.cancel()
