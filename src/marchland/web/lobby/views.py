"""Pages of the lobby: parse, call one service, render."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from marchland import render as board
from marchland.kernel.errors import MarchlandError, UnknownTitle
from marchland.kernel.title import Title
from marchland.web.accounts.models import User
from marchland.web.accounts.people import PersonRequest
from marchland.web.accounts.views import ensure_person
from marchland.web.config import throttle
from marchland.web.notices.selectors import count_for
from marchland.web.tables.forms import whole_number
from marchland.web.tables.models import Table
from marchland.web.tables.refusals import BadRequest, sentence_of, status_of
from marchland.web.tables.watching import is_barred, is_hidden
from marchland.web.titles import installed, title_named
from marchland.web.tours.selectors import learning

from . import links, picks, quick, selectors, services
from .forms import TableForm

Page = Callable[..., HttpResponse]


def refusals_shown(page: Page) -> Page:
    """A refusal becomes a message on the page the reader goes back to."""

    @wraps(page)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return page(request, *args, **kwargs)
        except UnknownTitle:
            raise Http404 from None
        except MarchlandError as error:
            back = _way_back(request, kwargs.get("slug"))
            messages.error(request, sentence_of(error))
            return back

    return shown


def _way_back(request: HttpRequest, slug: str | None) -> HttpResponse:
    """To where the reader came from: the room behind a table's link, the table, the lobby; a hidden table is no way back."""
    if slug is None:
        return redirect("lobby:home")
    if (code := request.POST.get("code", "")) and (table := Table.objects.filter(slug=slug, join_code=code).first()):
        return redirect("lobby:home") if is_barred(table, request.user) else redirect("lobby:invitation", code)
    if is_hidden(slug, request.user):
        raise Http404
    return redirect("tables:table", slug)


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    titles = [title_facts(title, request.LANGUAGE_CODE) for title in installed().values()]
    return render(request, "lobby/home.html", {"titles": titles, **_lists(request)})


@require_GET
def tables(request: HttpRequest) -> HttpResponse:
    """The lists of tables; alone for a page that stays open."""
    page = "lobby/found.html" if "alone" in request.GET else "lobby/tables.html"
    response = render(request, page, _lists(request))
    response.headers["X-News"] = str(count_for(request.user) if request.user.is_authenticated else 0)
    return response


def _lists(request: HttpRequest) -> dict[str, Any]:
    language = request.LANGUAGE_CODE
    return {"own": selectors.own_tables(request.user, language), "open": selectors.open_tables(request.user, language)}


def title_facts(title: Title, language: str) -> dict[str, Any]:
    return {
        "id": title.id,
        "name": title.name[language],
        "author": title.author,
        "blurb": title.blurb[language],
        "least": title.seats[0],
        "most": title.seats[-1],
        "minutes": title.minutes,
        "hours": title.minutes // 60 if title.minutes > 120 else 0,
        "banner": board.banner(title),
        "colours": title.seat_colours,
        "effort": title.effort.get(language, ""),
        "suits": title.suits.get(language, ""),
        "learn": learning(title),
    }


@require_http_methods(["GET", "POST"])
@refusals_shown
def play_now(request: HttpRequest, title_id: str) -> HttpResponse:
    """A game against bots, as a guest if need be; first how good and how many they are, and what one plays where seats differ."""
    title = title_named(title_id)
    pick = request.POST.get("pick", "")
    if request.method == "GET" or (asks_what_to_play(title) and not pick):
        return _before_playing(request, title)
    level, style, seats = quick.against(request, title)
    table = services.play_now(_host(request), title.id, quick.bot_for(title, level, style), seats, pick)
    quick.remember(request, title, level, style, seats)
    return redirect("tables:table", table.slug)


def asks_what_to_play(title: Title) -> bool:
    """Can newcomers be told what their seat might play?"""
    return picks.choice_of(title) is not None and title.parts.guide is not None


def _before_playing(request: HttpRequest, title: Title) -> HttpResponse:
    found = title.parts.guide.introductions(request.LANGUAGE_CODE) if title.parts.guide and asks_what_to_play(title) else []
    chosen = {"gentle": [one for one in found if one.is_gentle], "others": [one for one in found if not one.is_gentle]}
    facts = title_facts(title, request.LANGUAGE_CODE)
    return render(request, "lobby/play.html", {"title": facts, **chosen, **quick.offered(request, title)})


@refusals_shown
def new_table(request: HttpRequest, title_id: str) -> HttpResponse:
    title = title_named(title_id)
    form = TableForm(title, request.LANGUAGE_CODE, request.POST or None)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("tables:table", services.table_create(_host(request), form.wish()).slug)
        except MarchlandError as error:  # nothing that was filled in is lost for it
            form.add_error(None, sentence_of(error))
            status = status_of(error)
        except throttle.TooOften as error:
            form.add_error(None, error.sentence())
            status = throttle.TOO_MANY_REQUESTS
    return render(request, "lobby/new.html", {"form": form, "title": title_facts(title, request.LANGUAGE_CODE)}, status=status)


@require_POST
@refusals_shown
def join(request: HttpRequest, slug: str) -> HttpResponse:
    table = services.seat_take(slug, ensure_person(request), whole_number(request.POST.get("seat")))
    return redirect("tables:table", table.slug)


@require_POST
@login_required
@refusals_shown
def leave(request: PersonRequest, slug: str) -> HttpResponse:
    services.seat_leave(slug, request.user)
    return redirect("lobby:home")


@require_POST
@login_required
@refusals_shown
def kick(request: PersonRequest, slug: str) -> HttpResponse:
    return redirect("tables:table", links.seat_kick(slug, request.user, seat_in(request)).slug)


@require_POST
@login_required
@refusals_shown
def fill(request: PersonRequest, slug: str) -> HttpResponse:
    """Put a bot on a seat."""
    level = request.POST.get("level", "")
    return redirect("tables:table", services.seat_fill(slug, request.user, seat_in(request), level).slug)


@require_POST
@login_required
@refusals_shown
def rematch(request: PersonRequest, slug: str) -> HttpResponse:
    return redirect("tables:table", services.rematch(slug, request.user).slug)


def _host(request: HttpRequest) -> User:
    """Whoever opens a table."""
    person = ensure_person(request)
    throttle.count("table", person.pk)
    return person


def seat_in(request: HttpRequest) -> int:
    seat = whole_number(request.POST.get("seat"))
    if seat is None:
        raise BadRequest("seat")
    return seat
