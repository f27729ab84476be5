"""Is the site able to play? For whoever watches over it."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse

from marchland import __version__
from marchland.web.titles import installed


def live(request: HttpRequest) -> JsonResponse:
    """The process answers: one that does not should be started anew. Whether it can play is said by `health`."""
    return JsonResponse({"status": "ok"})


def health(request: HttpRequest) -> JsonResponse:
    """200 with what is installed, or 503 when the database does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return JsonResponse({"status": "failing", "database": type(error).__name__}, status=503)
    return JsonResponse({"status": "ok", "version": __version__, "database": connection.vendor, "titles": list(installed())})
