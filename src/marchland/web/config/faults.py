"""When something breaks: a full disk (507) and a database that is away (503) are told as what they are, the rest is a bug (500)."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import psycopg
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import translation

from marchland.web.words import to_say

from .readable import language_of, wants_data


@dataclass(frozen=True)
class Fault:
    status: int
    code: str
    sentence: str
    """Said in the language of whoever reads it; its page is named by the status."""


BROKEN = Fault(500, "broken", to_say("broken_text"))
NO_ROOM = Fault(507, "no-room", to_say("no_room"))
AWAY = Fault(503, "away", to_say("away"))
TRY_AGAIN = 5
"""Seconds after which somebody may try again: a database that is started anew takes about as long."""
GONE_AWAY = ("08", "57P")
"""How PostgreSQL's codes begin where the connection broke, or the server goes down or comes up."""
FULL_ON_POSTGRESQL = "53100"
LEAST_FREE = 32 * 2**20
"""Bytes: with less, a database that tidies up its journal may find no room for it."""


def broken(request: HttpRequest) -> HttpResponse:
    """Every fault that no page has foreseen ends here. What was begun has been taken back by its transaction."""
    fault = fault_of(sys.exc_info()[1])
    headers = {"Retry-After": str(TRY_AGAIN)} if fault is AWAY else None
    with translation.override(language_of(request)):
        if wants_data(request):
            told = {"error": str(fault.sentence), "code": fault.code, "reasons": []}
            return JsonResponse(told, status=fault.status, headers=headers)
        page = render_to_string(f"{fault.status}.html")  # without asking who reads it: that may be what is broken
        return HttpResponse(page, status=fault.status, headers=headers)


def fault_of(error: BaseException | None) -> Fault:
    if is_no_room(error):
        return NO_ROOM
    return AWAY if any(_is_away(one) for one in _causes(error)) else BROKEN


def is_no_room(fault: BaseException | None) -> bool:
    """Is it for want of room that this could not be kept?"""
    return any(_is_full(one) for one in _causes(fault))


def _causes(fault: BaseException | None) -> Iterator[BaseException]:
    while fault is not None:
        yield fault
        fault = fault.__cause__ or fault.__context__


def _is_full(fault: BaseException) -> bool:
    if isinstance(fault, OSError):
        return fault.errno in (errno.ENOSPC, errno.EDQUOT)
    if isinstance(fault, sqlite3.Error):
        code = getattr(fault, "sqlite_errorcode", 0) & 0xFF  # the rest says where it was met
        return code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and not has_room())
    return getattr(fault, "sqlstate", None) == FULL_ON_POSTGRESQL


def _is_away(fault: BaseException) -> bool:
    """Is the database gone for now, or so busy that nobody came in?"""
    if isinstance(fault, sqlite3.Error):
        return getattr(fault, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    if not isinstance(fault, psycopg.OperationalError | psycopg.InterfaceError):
        return False
    return fault.sqlstate is None or fault.sqlstate.startswith(GONE_AWAY)


def has_room() -> bool:
    return shutil.disk_usage(settings.HOME).free >= LEAST_FREE
