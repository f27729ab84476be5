"""What every server process has beside its requests: errands on its event loop, and the coach's thinking.

A clerk moves no bots and runs no deadlines: those are the crews' (`crew.py`), which it calls wherever they are. What the coach is
asked is thought about where it was asked, in a thinking process that is started with the first such question.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import close_old_connections

from marchland.kernel.chance import KEY_BYTES
from marchland.web.monitoring import requestid
from marchland.web.monitoring.thinking import watched
from marchland.web.titles import installed, title_named

from .background import Then, Work
from .calling import call_crews
from .scenes import warm_up
from .thinking import BotFailed, MindLost, Question, Thinker, settle

logger = logging.getLogger("marchland.crew")
P = ParamSpec("P")
R = TypeVar("R")


class Clerk:
    """Runs on the server's event loop; others reach it through `background`."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thinker = Thinker(settings.BOT_WORKERS, tuple(installed()), settings.BOT_LATEST_SECONDS)
        self.hand = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self.errands: set[asyncio.Task[None]] = set()

    def take_on(self, work: Work) -> None:
        task = self.loop.create_task(work())
        self.errands.add(task)
        task.add_done_callback(self._is_back)

    def _is_back(self, errand: asyncio.Task[None]) -> None:
        self.errands.discard(errand)
        if not errand.cancelled() and (failed := errand.exception()) is not None:
            logger.warning("an errand failed: %s", failed)

    # -- what crews are called for --

    def begin(self, slug: str) -> None:
        self.take_on(partial(call_crews, "begin", slug))

    def go_round(self) -> None:
        self.take_on(partial(call_crews, "go_round"))

    def tell_news(self) -> None:
        self.take_on(partial(call_crews, "tell_news"))

    def set_alarm(self, at: datetime) -> None:
        self.take_on(partial(call_crews, "set_alarm", at.isoformat()))

    # -- the coach --

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
            question = await self.by_hand(then, question, answer)

    async def by_hand(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What is done for bots is done by one thread: moves of one process wait for each other anyway."""
        call = partial(with_connection, work, *args, **kwargs)
        return await self.loop.run_in_executor(self.hand, requestid.on_behalf, requestid.current(), call)

    # -- start and end --

    async def warm_up(self) -> None:
        """Draw a table of every title once, so that nobody's first page waits for it."""
        for title_id in installed():
            await database_sync_to_async(warm_up, thread_sensitive=False)(title_id)
        settle()

    async def stop(self) -> None:
        for task in tuple(self.errands):
            task.cancel()
        self.thinker.stop()
        self.hand.shutdown(wait=False, cancel_futures=True)


def load_titles() -> None:
    """A title takes a second to load, more on a busy machine: nobody's bot waits for that later."""
    for title_id in installed():
        title = title_named(title_id)
        title.new(title.seats[0], bytes(KEY_BYTES))
        _ = title.vocabulary, title.phrases
    settle()


def with_connection(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What `database_sync_to_async` sees to, in a thread of one's own: no connection is used for longer than it should."""
    close_old_connections()
    try:
        return work(*args, **kwargs)
    finally:
        close_old_connections()
