"""The coach's addresses: ask about the question at hand, and look back on a game that is over."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.shortcuts import render as render_page
from django.views.decorators.http import require_http_methods, require_POST

from marchland.web.accounts.people import PersonRequest
from marchland.web.config import throttle
from marchland.web.tables import contexts
from marchland.web.tables.forms import Step, read_body
from marchland.web.tables.refusals import WrongMoment
from marchland.web.tables.screens import screen_of
from marchland.web.tables.views import answer_done, look, people_only, refusals_told, unkept, wanted_seat, wants_json

from . import services


@require_POST
@people_only
@refusals_told
def advise(request: PersonRequest, slug: str) -> HttpResponse:
    """What would the coach do? The answer comes as a part of the page, at once or as soon as it is there."""
    throttle.count("advice", request.user.pk)
    asked = read_body(request, Step)
    change = services.advice_ask(slug, request.user, wanted_seat(request, asked.seat), screen_of(request, slug))
    return answer_done(request, change.table, change.state, asked.entry)


@require_http_methods(["GET", "POST"])
@refusals_told
def review(request: HttpRequest, slug: str) -> HttpResponse:
    """The moves that cost most: the page, and the wish to have them worked out."""
    return _begin_review(request, slug) if request.method == "POST" else _review_page(request, slug)


def _review_page(request: HttpRequest, slug: str) -> HttpResponse:
    sight = look(request, slug)
    page = contexts.review_page(request, sight)
    if not page["review"] and not sight.table.state:
        raise WrongMoment(slug)
    return unkept(sight, render_page(request, "coaching/review.html", page))


@people_only
def _begin_review(request: PersonRequest, slug: str) -> HttpResponse:
    throttle.count("review", request.user.pk)
    table = services.review_ask(slug, request.user)
    if not wants_json(request):
        return redirect("coaching:review", slug)
    sight = look(request, slug)
    return answer_done(request, table, sight.state, -1)
