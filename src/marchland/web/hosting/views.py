"""The host's desk as a page: parse, call one service, draw."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from marchland.web.accounts.people import PersonRequest
from marchland.web.config import throttle
from marchland.web.tables import contexts
from marchland.web.tables.forms import whole_number
from marchland.web.tables.models import Status, Table
from marchland.web.tables.refusals import BadRequest, NotTheHost, WrongMoment
from marchland.web.tables.selectors import Sight
from marchland.web.tables.viewers import is_own
from marchland.web.tables.views import look_back, people_only, refusals_told, wants_json
from marchland.web.words import say

from . import basket, office, selectors, services, telling
from .acts import NAMES
from .forms import correction, pace_form, wanted


@require_http_methods(["GET", "POST"])
@people_only
@refusals_told
def host(request: PersonRequest, slug: str) -> HttpResponse:
    """The desk of a host, or of those who vote where there is none."""
    sight = look_back(request, slug)
    must_be_at_desk(sight, request)
    if request.method == "POST":
        return _act(request, sight.table)
    if sight.table.status != Status.PLAYING:
        raise WrongMoment(slug)
    desk = selectors.desk(sight, request.user)
    facts = selectors.facts_at(sight, request.GET.get("at", "")) if desk["can_play_on"] and "at" in request.GET else None
    if wants_json(request):
        return JsonResponse({**desk, "entry": sight.table.entries_made, "facts": facts})
    for link in desk["links"]:
        link["url"] = request.build_absolute_uri(link.pop("path"))
    listed = [telling.corrected(one) for one in basket.collected(request, slug)]
    acts = {name: say(f"act_{name}") for name in NAMES}
    page = {
        **contexts.frame(request, sight),
        "desk": desk,
        "facts": facts,
        "form": pace_form(sight.table),
        "acts": acts,
        "listed": listed,
    }
    return render(request, "hosting/desk.html", page)


def must_be_at_desk(sight: Sight, request: PersonRequest) -> None:
    """The host; where there is none, everybody who plays here."""
    table = sight.table
    if office.has_host(table):
        if not office.is_host(table, request.user):
            raise NotTheHost(table.slug)
    elif not any(is_own(place, request.user) for place in table.seats.all()):
        raise NotTheHost(table.slug)


def _act(request: PersonRequest, table: Table) -> HttpResponse:
    throttle.count("host", request.user.pk)
    if request.POST.get("do") in (basket.COLLECT, basket.DROP):
        return _prepare(request, table)
    act, seen = wanted(request, table)
    if office.has_host(table):
        done = services.act(table.slug, request.user, act, seen)
        basket.drop(request, table.slug)
        return _done(request, table.slug, done.entries_made, say("host_done"))
    motion = services.motion_propose(table.slug, request.user, act, seen)
    basket.drop(request, table.slug)
    return _done(request, table.slug, motion.table.entries_made, say("host_proposed"))


def _prepare(request: PersonRequest, table: Table) -> HttpResponse:
    """Corrections that hang together are put on a list first."""
    if request.POST["do"] == basket.DROP:
        basket.drop(request, table.slug)
    else:
        basket.collect(request, table.slug, correction(request.POST))
    way = request.POST.get("path", "").rpartition("/")[0]
    return redirect(f"{reverse('hosting:host', args=[table.slug])}?{urlencode({'at': way})}#facts")


@require_POST
@people_only
@refusals_told
def vote(request: PersonRequest, slug: str) -> HttpResponse:
    """For or against what is proposed."""
    number, choice = whole_number(request.POST.get("motion")), request.POST.get("vote")
    if number is None or choice not in ("yes", "no"):
        raise BadRequest("motion, vote: yes or no")
    motion = services.motion_vote(slug, request.user, number, choice == "yes")
    return _done(request, slug, motion.table.entries_made, say("host_voted"))


def _done(request: PersonRequest, slug: str, entry: int, told: str) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"entry": entry})
    messages.success(request, told)
    over = look_back(request, slug).table.status != Status.PLAYING
    return redirect("tables:table" if over else "hosting:host", slug)
