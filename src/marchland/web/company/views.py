"""Pages of company: parse, call one service, render."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from marchland.kernel.errors import MarchlandError
from marchland.web.absence import people as absence
from marchland.web.accounts.models import User
from marchland.web.accounts.people import PersonRequest
from marchland.web.config import throttle
from marchland.web.lobby.views import refusals_shown
from marchland.web.tables.forms import whole_number
from marchland.web.tables.refusals import BadRequest, sentence_of, status_of
from marchland.web.titles import installed
from marchland.web.words import say

from . import friends, seeking, selectors
from . import tournaments as services
from .forms import GameForm, TournamentForm
from .models import Tournament
from .people import SHORTEST, beginning_with


@require_GET
def people(request: HttpRequest) -> HttpResponse:
    """Who waits for a game, one's friends, tournaments, and the lists of the best."""
    form = GameForm(request.LANGUAGE_CODE)
    return render(request, "company/people.html", {"form": form, **selectors.company_page(request.user, request.LANGUAGE_CODE)})


@require_GET
def person(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may know of somebody."""
    found = User.objects.filter(username=name, is_active=True).first()
    if found is None:
        raise Http404
    record = selectors.record_of(found, request.user, request.LANGUAGE_CODE)
    return render(request, "company/person.html", {"person": found, **absence.person(found), **record})


@require_GET
@login_required
def find(request: PersonRequest) -> HttpResponse:
    """People by the beginning of their names: for those who are here, and not often enough to list everybody."""
    start = request.GET.get("name", "").strip()[: User.username.field.max_length]
    if start:
        throttle.count("find", request.user.pk)
    found = beginning_with(start, request.GET.get("after", ""))
    page = {"start": start, "found": found, "is_short": len(start) < SHORTEST, "shortest": SHORTEST}
    return render(request, "company/find.html", page)


@require_GET
def best(request: HttpRequest, title_id: str) -> HttpResponse:
    if title_id not in installed():
        raise Http404
    return render(request, "company/best.html", selectors.best_players(title_id, request.LANGUAGE_CODE))


@require_POST
@login_required
def friend(request: PersonRequest, name: str) -> HttpResponse:
    """Ask somebody, agree, or be friends no more."""
    does = {"ask": friends.friend_ask, "accept": friends.friend_accept, "drop": friends.friend_drop}
    try:
        does.get(request.POST.get("do", ""), _nothing)(request.user, name)
    except MarchlandError as error:
        messages.error(request, sentence_of(error))
    return redirect("company:people") if request.POST.get("back") == "people" else redirect("company:person", name)


def _nothing(_user: User, name: str) -> None:
    raise BadRequest(name)


@require_POST
@login_required
def seek(request: PersonRequest) -> HttpResponse:
    """Wait for a game with others, or no longer; the last one missing goes to the table at once."""
    if request.POST.get("do") == "stop":
        seeking.seek_end(request.user, request.POST.get("title", ""))
        return redirect("company:people")
    form = GameForm(request.LANGUAGE_CODE, request.POST)
    status = 400
    if form.is_valid():
        throttle.count("table", request.user.pk)
        data = form.cleaned_data
        try:
            table = seeking.seek_begin(request.user, data["title"], data["seats"], data["pace"], data["rated"])
        except MarchlandError as error:
            form.add_error(None, sentence_of(error))
            status = status_of(error)
        else:
            return redirect("tables:table", table.slug) if table is not None else redirect("company:people")
    page = {"form": form, **selectors.company_page(request.user, request.LANGUAGE_CODE)}
    return render(request, "company/people.html", page, status=status)


@require_POST
@login_required
@refusals_shown
def invite(request: PersonRequest, slug: str) -> HttpResponse:
    """Keep a seat for a friend."""
    table = friends.friend_invite(slug, request.user, request.POST.get("name", ""))
    messages.success(request, say("friend_invited", name=request.POST.get("name", "")))
    return redirect("tables:table", table.slug)


@require_http_methods(["GET", "POST"])
def tournaments(request: HttpRequest) -> HttpResponse:
    """All tournaments, and making one."""
    form = TournamentForm(request.LANGUAGE_CODE, request.POST or None)
    status = 200
    if request.method == "POST" and request.user.is_authenticated and form.is_valid():
        throttle.count("table", request.user.pk)
        try:
            made = services.tournament_create(request.user, title_id=form.cleaned_data.pop("title"), **form.cleaned_data)
        except MarchlandError as error:
            form.add_error(None, sentence_of(error))
            status = status_of(error)
        else:
            return redirect("company:tournament", made.pk)
    shown = [selectors.tournament_line(one, request.LANGUAGE_CODE) for one in Tournament.objects.all()[: selectors.BEST]]
    may_join = request.user.is_authenticated and not request.user.is_guest
    return render(request, "company/tournaments.html", {"form": form, "tournaments": shown, "may_join": may_join}, status=status)


@require_http_methods(["GET", "POST"])
def tournament(request: HttpRequest, number: int) -> HttpResponse:
    found = Tournament.objects.select_related("organiser").filter(pk=number).first()
    if found is None:
        raise Http404
    if request.method == "POST" and request.user.is_authenticated:
        return _act(request, number)
    return render(request, "company/tournament.html", selectors.tournament_page(found, request.user, request.LANGUAGE_CODE))


def _act(request: HttpRequest, number: int) -> HttpResponse:
    """What one may do to a tournament."""
    assert isinstance(request.user, User)
    try:
        match request.POST.get("do", ""):
            case "enter":
                services.tournament_enter(number, request.user)
            case "withdraw":
                services.tournament_withdraw(number, request.user)
            case "start":
                services.tournament_start(number, request.user)
            case "call_off":
                services.game_call_off(number, request.user, whole_number(request.POST.get("game"), 0))
            case "close":
                services.tournament_close(number, request.user)
                return redirect("company:tournaments")
            case unknown:
                raise BadRequest(unknown[:40])
    except MarchlandError as error:
        messages.error(request, sentence_of(error))
    return redirect("company:tournament", number)
