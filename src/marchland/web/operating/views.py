"""What a host takes away: the table as a file."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_GET

from marchland.web.accounts.people import PersonRequest
from marchland.web.tables.views import people_only, refusals_told
from marchland.web.tables.watching import visible_table

from .selectors import for_host


@require_GET
@people_only
@refusals_told
def export(request: PersonRequest, slug: str) -> HttpResponse:
    """For the host of a game that is over."""
    response = HttpResponse(for_host(visible_table(slug, request.user), request.user), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}.table.json"'
    return response
