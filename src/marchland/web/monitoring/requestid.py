"""Every request has a name of its own, and whatever is done on its behalf is known by it: log lines, jobs, bots' questions."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from contextvars import Context, ContextVar
from typing import TypeVar

R = TypeVar("R")

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
"""What a proxy may call a request; anything else would be somebody's own text in our logs."""

_current: ContextVar[str] = ContextVar("request", default="")


def current() -> str:
    """The request on whose behalf this is done; empty where nobody asked."""
    return _current.get()


def begin(told: str = "") -> str:
    """From now on, and in all that follows from here, this is done for the request of that name, or of a new one."""
    name = told if WELL_FORMED.fullmatch(told) else secrets.token_hex(8)
    _current.set(name)
    return name


def on_behalf(name: str, work: Callable[[], R]) -> R:
    """Go on with what another thread, process or day began."""
    before = _current.set(name)
    try:
        return work()
    finally:
        _current.reset(before)


def fresh_context() -> Context:
    """A context in which nothing is known but the name of the request."""
    context = Context()
    context.run(_current.set, _current.get())
    return context
