"""Is the site able to play? For whoever watches over it."""

from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from marchland import __version__
from marchland.web.accounts.models import Session
from marchland.web.tables.locking import write_transaction
from marchland.web.titles import installed

from .faults import has_room, is_no_room

PROBE = "x" * 8192
"""Larger than a page of the database, so that it has to find room for it."""


def live(request: HttpRequest) -> JsonResponse:
    """The process answers: one that does not should be started anew. Whether it can play is said by `health`."""
    return JsonResponse({"status": "ok"})


def health(request: HttpRequest) -> JsonResponse:
    """200 with what is installed, or 503 when the database does not answer or nothing can be kept any more."""
    try:
        _try_to_write()
    except (DatabaseError, OSError) as error:
        told = {"disk": "full"} if is_no_room(error) else {"database": type(error).__name__}
        return JsonResponse({"status": "failing", **told}, status=503)
    if not has_room():
        return JsonResponse({"status": "failing", "disk": "full"}, status=503)
    return JsonResponse({"status": "ok", "version": __version__, "database": connection.vendor, "titles": list(installed())})


def _try_to_write() -> None:
    """Something is written and taken back: a database that only answers keeps nobody's moves."""
    with write_transaction():
        Session.objects.create(session_key="health", session_data=PROBE, expire_date=timezone.now())
        transaction.set_rollback(True)
