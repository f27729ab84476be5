"""When something breaks: a full disk is told as what it is (507), anything else is a bug of ours (500)."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import sys
from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import translation

from marchland.web.words import say

from .readable import language_of, wants_data

BROKEN, NO_ROOM = 500, 507
FULL_ON_POSTGRESQL = "53100"
LEAST_FREE = 32 * 2**20
"""Bytes: with less, a database that tidies up its journal may find no room for it."""


def broken(request: HttpRequest) -> HttpResponse:
    """Every fault that no page has foreseen ends here. What was begun has been taken back by its transaction."""
    is_full = is_no_room(sys.exc_info()[1])
    with translation.override(language_of(request)):
        if wants_data(request):
            told = {"error": say("no_room") if is_full else say("broken_text"), "code": "no-room" if is_full else "broken"}
            return JsonResponse({**told, "reasons": []}, status=NO_ROOM if is_full else BROKEN)
        page, status = ("507.html", NO_ROOM) if is_full else ("500.html", BROKEN)
        return HttpResponse(render_to_string(page), status=status)  # without asking who reads it: that may be what is broken


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


def has_room() -> bool:
    return shutil.disk_usage(settings.HOME).free >= LEAST_FREE
