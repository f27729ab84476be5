"""One page: playing a seat by mail, and, for the host, letters that did not arrive."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.shortcuts import render as render_page
from django.views.decorators.http import require_http_methods

from marchland.post.writing import is_address
from marchland.web.accounts.people import PersonRequest
from marchland.web.config import throttle
from marchland.web.letters.selectors import are_allowed
from marchland.web.tables.forms import whole_number
from marchland.web.tables.refusals import NotYourSeat
from marchland.web.tables.selectors import Sight
from marchland.web.tables.views import look, people_only, refusals_told

from .selectors import by_mail_of, is_open, letters_of, reply_address
from .services import by_mail_set


@require_http_methods(["GET", "POST"])
@people_only
@refusals_told
def by_mail(request: PersonRequest, slug: str) -> HttpResponse:
    """For whoever has a seat, and for the host."""
    sight = look(request, slug)
    if sight.viewer.seat is None and not sight.viewer.is_host:
        raise NotYourSeat(slug)
    if request.method == "POST":
        throttle.count("desk", request.user.pk)
        by_mail_set(slug, request.user, whole_number(request.POST.get("seat")), request.POST.get("wanted") == "1")
        return redirect("post:by_mail", slug)
    return render_page(request, "post/by_mail.html", _context(request, sight))


def _context(request: PersonRequest, sight: Sight) -> dict[str, object]:
    place = next((place for place in sight.table.seats.all() if place.number == sight.viewer.seat), None)
    asked = by_mail_of(place) if place is not None else None
    return {
        "table": sight.table,
        "place": place,
        "is_open": is_open() and sight.title.has_mail,
        "has_address": is_address(request.user.email),
        "asked": asked,
        "reply_address": reply_address(place) if asked is not None and place is not None and is_open() else "",
        "names": _names(sight) if asked is not None and are_allowed(sight.table) else (),
        "letters": letters_of(sight.table) if sight.viewer.is_host else None,
    }


def _names(sight: Sight) -> tuple[str, ...]:
    """By which name each seat gets letters, where the game has begun."""
    return sight.title.parts.mail.seat_names(sight.state) if sight.title.has_mail and sight.state is not None else ()
