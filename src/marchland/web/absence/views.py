"""Pages about absence: parse, call one service, answer."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from marchland.web.accounts.people import PersonRequest
from marchland.web.config import throttle
from marchland.web.tables.forms import Drafting, read_body, whole_number
from marchland.web.tables.refusals import BadRequest, sentence_of, status_of
from marchland.web.tables.screens import screen_of
from marchland.web.tables.views import look, people_only, refusals_told, wanted_seat, wants_json
from marchland.web.words import say

from . import people, selectors, services
from .forms import VacationForm
from .refusals import NoVacation


@require_POST
@people_only
@refusals_told
def draft(request: PersonRequest, slug: str) -> HttpResponse:
    """The desk saves by itself what is written there."""
    throttle.count("draft", request.user.pk)
    body = read_body(request, Drafting)
    seat = wanted_seat(request, body.seat)
    kept = services.draft_save(slug, request.user, seat, body.text, body.turn, screen_of(request, slug))
    return JsonResponse({"saved": kept.saved.isoformat()})


@require_POST
@people_only
@refusals_told
def late(request: PersonRequest, slug: str) -> HttpResponse:
    """What answers if the seat's time runs out."""
    sight = look(request, slug, whole_number(request.POST.get("seat")))
    form = selectors.late_form(sight, request.POST)
    if form is None or not form.is_valid():
        raise BadRequest(form.errors.as_text() if form is not None else "seat")
    services.instructions_set(slug, request.user, sight.viewer.seat, **form.wish(), screen=screen_of(request, slug))
    void = selectors.orders_void(look(request, slug, sight.viewer.seat))
    messages.success(request, say("late_orders_void", why=void) if void else say("saved"))
    return redirect("tables:table", slug)


@require_POST
@people_only
@refusals_told
def back(request: PersonRequest, slug: str) -> HttpResponse:
    """'I am back': the seat is its owner's again."""
    services.seat_return(slug, request.user)
    if wants_json(request):
        return JsonResponse({})
    messages.success(request, say("back_welcome"))
    return redirect("tables:table", slug)


@login_required
def vacation(request: PersonRequest) -> HttpResponse:
    form = VacationForm(request.POST or None, initial=people.vacation_usual(request.user))
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            services.vacation_take(request.user, **form.cleaned_data)
        except NoVacation as error:
            form.add_error(None, sentence_of(error))
            status = status_of(error)
        else:
            messages.success(request, say("vacation_announced"))
            return redirect("absence:vacation")
    return render(request, "absence/vacation.html", {"form": form, **people.vacation_page(request.user)}, status=status)


@require_POST
@login_required
def vacation_end(request: PersonRequest, pk: int) -> HttpResponse:
    services.vacation_end(request.user, pk)
    messages.success(request, say("vacation_over"))
    return redirect("absence:vacation")
