"""Pages under ASGI, each made from start to end by one thread of a small pool.

Django's own handler changes threads for every middleware and opens a thread, and with it a database connection, for
every request. Our pages are synchronous throughout, so one change of threads is enough; the threads and their connections
stay; and few of them at once keep each other from their work less than many would.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import FileResponse, HttpResponseBase
from django.urls import set_script_prefix

from .throttle import HOME, household

THREADS = 2
"""Measured with fifty tables: two keep one interpreter busy; with more, a move waits for all of them at each of its queries."""
SWITCH_SECONDS = 0.0003
"""How long one thread may keep the others waiting. A move gives up its turn at each of its queries, and waits so long to go on."""
SLOW_PAGES = "/account/"
"""Pages that hash passwords have threads of their own, so that no move waits for a log-in."""

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class Line:
    """Those requests of one client that are being answered or wait for it."""

    def __init__(self) -> None:
        self.lock, self.length = asyncio.Lock(), 0


class Turns:
    """One page at a time for each client: whoever asks for sixteen at once holds one thread; the other is for everybody else."""

    def __init__(self) -> None:
        self.lines: dict[str, Line] = {}

    @contextlib.asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        line = self.lines.setdefault(client, Line())
        line.length += 1
        try:
            async with line.lock:
                yield
        finally:
            line.length -= 1
            if line.length == 0:
                del self.lines[client]


def client_of(scope: dict[str, Any]) -> str:
    """Who asks: an address, or a household's; on this machine, where addresses tell nothing, whoever has the same cookies."""
    address = household((scope.get("client") or ("",))[0])
    if address != HOME:
        return address
    known = [value for name, value in scope["headers"] if name in (b"cookie", b"authorization")]
    return b";".join(known).decode("latin-1") or HOME


class PooledHandler(ASGIHandler):
    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="page")
        self.turns = Turns()
        self.slow_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="account")
        sys.setswitchinterval(SWITCH_SECONDS)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        pool = self.slow_pool if scope["path"].startswith(SLOW_PAGES) else self.pool
        context = contextvars.copy_context()
        async with self.turns.of(client_of(scope)):
            response = await asyncio.get_running_loop().run_in_executor(pool, context.run, self._respond, scope, body)
        if response.streaming:
            await self._stream(response, receive, send)
        else:
            await self.send_response(response, send)

    def _respond(self, scope: dict[str, Any], body: IO[bytes]) -> HttpResponseBase:
        """The whole of a request, in one thread: the signals see to this thread's database connection."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        made = self.create_request(scope, body)
        response: HttpResponseBase = made[1] if made[0] is None else self.get_response(made[0])
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            response.close()
            body.close()
        return response

    async def _stream(self, response: HttpResponseBase, receive: Receive, send: Send) -> None:
        """Send until the response ends or the reader is gone."""
        sending = asyncio.ensure_future(self.send_response(response, send))
        leaving = asyncio.ensure_future(self._gone(receive))
        await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        for task in (sending, leaving):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await asyncio.get_running_loop().run_in_executor(self.pool, response.close)

    async def _gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
