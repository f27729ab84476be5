"""The page on which a turn is told."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.shortcuts import render as render_page
from django.views.decorators.http import require_http_methods

from . import contexts, services
from . import story as stories
from .forms import whole_number
from .refusals import NotYourSeat
from .selectors import Sight
from .views import answer_done, look, refusals_told, unkept, wants_json


@require_http_methods(["GET", "POST"])
@refusals_told
def story(request: HttpRequest, slug: str) -> HttpResponse:
    """The story of a turn (`?turn=`, the entry that ended it; else the latest); a POST says that it has been read."""
    posted = whole_number(request.POST.get("seat")) if request.method == "POST" else None
    sight = look(request, slug, posted)
    turn = stories.chosen_turn(sight, whole_number(request.POST.get("turn", request.GET.get("turn"))))
    if request.method == "POST":
        return _put_away(request, sight, turn.n)
    if sight.viewer.seat is not None:
        services.story_read(sight.table, sight.viewer.seat, turn.n)
    return unkept(sight, render_page(request, "tables/story.html", contexts.story_page(request, sight, turn)))


def _put_away(request: HttpRequest, sight: Sight, turn: int) -> HttpResponse:
    if sight.viewer.seat is None:
        raise NotYourSeat(sight.table.slug)
    services.story_read(sight.table, sight.viewer.seat, turn)
    return answer_done(request, sight.table, sight.state, -1) if wants_json(request) else redirect("tables:table", sight.table.slug)
