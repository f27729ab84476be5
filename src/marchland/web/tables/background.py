"""How the rest of the site calls upon the crew that works beside requests (`crew.py`), wherever there is one."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any, Protocol

from marchland.web.monitoring import requestid

from .thinking import Question, choose

Work = Callable[[], Coroutine[Any, Any, None]]
Then = Callable[[Question, dict[str, Any] | None], Question | None]
"""What is done with an answer (None: there was none), and the next question that follows from it."""


class Crew(Protocol):
    """What can be asked of the crew, from any thread."""

    loop: AbstractEventLoop

    def ponder(self, question: Question, then: Then) -> None: ...
    def begin(self, slug: str) -> None: ...
    def take_on(self, work: Work) -> None: ...
    def go_round(self) -> None: ...
    def tell_news(self) -> None: ...
    def set_alarm(self, at: datetime) -> None: ...


_crew_on_duty: Crew | None = None


def take_up(crew: Crew | None) -> None:
    """The server has started (or, with None, stops)."""
    global _crew_on_duty
    _crew_on_duty = crew


def wake_bots(slug: str) -> bool:
    """Outside a server (tests, scripts) nobody is there to wake, and the caller moves the bots itself."""
    return _call("begin", slug)


def soon(work: Work) -> bool:
    """Have the server's event loop do something; False where there is no server."""
    return _call("take_on", work)


def ponder(question: Question, then: Then) -> None:
    """Have something thought about beside requests; outside a server it is done on the spot."""
    if _call("ponder", question, then):
        return
    following: Question | None = question
    while following is not None:
        following = then(following, choose(following))


def wake_postman() -> bool:
    return _call("go_round")


def set_alarm(at: datetime) -> bool:
    """Time will run out somewhere at this moment."""
    return _call("set_alarm", at)


def wake_messenger() -> bool:
    """There is something to tell to people who are elsewhere."""
    return _call("tell_news")


def _call(what: str, *facts: Any) -> bool:
    # A context of its own: the one of the request that calls ends with that request. Only its name goes along.
    if _crew_on_duty is None:
        return False
    _crew_on_duty.loop.call_soon_threadsafe(getattr(_crew_on_duty, what), *facts, context=requestid.fresh_context())
    return True
