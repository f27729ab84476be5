"""Addresses of lessons: parse, call one service, answer."""

from __future__ import annotations

from typing import Annotated

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from marchland.kernel.tour import tour_of
from marchland.web.accounts.people import PersonRequest
from marchland.web.accounts.views import ensure_person
from marchland.web.config import throttle
from marchland.web.lobby.views import refusals_shown, title_facts
from marchland.web.tables.forms import EntryNumber, read_body
from marchland.web.tables.keeping import present_state
from marchland.web.tables.refusals import BadRequest
from marchland.web.tables.screens import screen_of
from marchland.web.tables.views import answer_done, people_only, refusals_told, wanted_seat
from marchland.web.titles import title_named

from . import services
from .refusals import NoTour
from .selectors import unfinished

AGAIN, NEXT, LEAVE = "again", "next", "leave"


class Turning(msgspec.Struct, forbid_unknown_fields=True):
    """`do` is `leave`, or `next` and the number of the step that was read: `next 3`."""

    do: Annotated[str, msgspec.Meta(max_length=20)]
    entry: EntryNumber = 0
    seat: int | None = None


@require_http_methods(["GET", "POST"])
@refusals_shown
def learn(request: HttpRequest, title_id: str) -> HttpResponse:
    """One click: on with the lesson that was begun, or a new one (`do=again`: in any case), as a guest if need be.

    Whoever comes by a link finds a page with that button.
    """
    title = title_named(title_id)
    if tour_of(title) is None:
        raise NoTour(title_id)
    if request.method == "GET":
        return render(request, "tours/begin.html", {"title": title_facts(title, request.LANGUAGE_CODE)})
    learner = ensure_person(request)
    begun = unfinished(learner, title_id).first() if request.POST.get("do") != AGAIN else None
    if begun is None:
        throttle.count("table", learner.pk)
        begun = services.tour_begin(learner, title_id, request.LANGUAGE_CODE)
    return redirect("tables:table", begun.slug)


@require_POST
@people_only
@refusals_told
def tour(request: PersonRequest, slug: str) -> HttpResponse:
    """The learner has read a step, or leaves the lesson."""
    asked = read_body(request, Turning)
    seat, screen = wanted_seat(request, asked.seat), screen_of(request, slug)
    verb, _, step = asked.do.partition(" ")
    if verb == LEAVE:
        table = services.tour_leave(slug, request.user, seat, screen)
    elif verb == NEXT and step.isascii() and step.isdigit():
        table = services.step_read(slug, request.user, seat, int(step), screen)
    else:
        raise BadRequest("do: next STEP, leave")
    return answer_done(request, table, present_state(table), asked.entry)
