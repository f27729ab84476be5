"""Pages behind a table's links: the room where people choose their seats, the way in for those who watch, the host's settings."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from marchland.web.accounts.people import PersonRequest
from marchland.web.accounts.views import ensure_person
from marchland.web.config import throttle
from marchland.web.tables.forms import whole_number
from marchland.web.tables.models import Status, Table, Watching
from marchland.web.tables.refusals import BadRequest, SentAway
from marchland.web.tables.viewers import known_table
from marchland.web.tables.watching import belongs_to, is_barred, may_watch
from marchland.web.words import say

from . import line, links, selectors, services
from .forms import WatchForm
from .room import room_page, watching_page
from .views import refusals_shown, seat_in


@refusals_shown
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """The page behind a table's link, or behind that of a single seat: sitting down is a button (robots may fetch a link)."""
    table = Table.objects.filter(join_code=code).select_related("host").first()
    if table is not None:
        must_not_be_barred(table, request)
        return room(request, table)
    if request.method == "POST":
        return redirect("tables:table", services.invitation_accept(code, ensure_person(request)).slug)
    return render(request, "lobby/invitation.html", selectors.invitation(code, request.user, request.LANGUAGE_CODE))


def must_not_be_barred(table: Table, request: HttpRequest) -> None:
    if is_barred(table, request.user):
        raise SentAway(table.slug)


def room(request: HttpRequest, table: Table) -> HttpResponse:
    """The room behind a table's link; whoever sits at a game under way goes straight on to it."""
    if table.status != Status.GATHERING and belongs_to(table, request.user):
        return redirect("tables:table", table.slug)
    response = render(request, "lobby/room.html", room_page(request, table, table.join_code))
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@require_POST
@refusals_shown
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down, change seats, or say what the seat plays."""
    code, seat = request.POST.get("code", ""), seat_in(request)
    if "pick" in request.POST:
        table = links.pick_choose(slug, ensure_person(request), seat, request.POST["pick"])
    else:
        table = links.seat_choose(slug, ensure_person(request), seat, code)
    return back_to_room(table, code)


def back_to_room(table: Table, code: str) -> HttpResponse:
    if code and table.status == Status.GATHERING:
        return redirect("lobby:invitation", code)
    return redirect("tables:table", table.slug)


@require_POST
@refusals_shown
def stand_in_line(request: HttpRequest, slug: str) -> HttpResponse:
    """Wait for a seat, or no longer."""
    code = request.POST.get("code", "")
    if request.POST.get("do") == "stop":
        table = line.stop_waiting(slug, ensure_person(request))
    else:
        person = ensure_person(request)
        throttle.count("line", person.pk)
        table = links.line_join(slug, person, request.POST.get("note", ""), code)
    return redirect("lobby:invitation", code) if code else redirect("tables:table", table.slug)


@require_http_methods(["GET", "POST"])
@refusals_shown
def watch(request: HttpRequest, code: str) -> HttpResponse:
    """The page behind a link to watch by; coming in is a button, because a link may be fetched by robots."""
    if request.method == "POST":
        return redirect("tables:table", links.watch_accept(code, ensure_person(request)).slug)
    table = Table.objects.filter(watch_code=code).select_related("host").first()
    if table is None:
        raise Http404
    must_not_be_barred(table, request)
    if belongs_to(table, request.user) or may_watch(table, request.user):
        return redirect("tables:table", table.slug)
    facts = {"table": table, "host": table.host.username if table.host else "", "is_closed": table.watching == Watching.NOBODY}
    return render(request, "lobby/watch.html", facts)


# -- the host's ----------------------------------------------------------------------------------------


@require_POST
@login_required
@refusals_shown
def exchange(request: PersonRequest, slug: str) -> HttpResponse:
    """Two seats change their people."""
    other = whole_number(request.POST.get("with"))
    if other is None:
        raise BadRequest("with")
    return redirect("tables:table", links.seats_exchange(slug, request.user, seat_in(request), other).slug)


@require_POST
@login_required
@refusals_shown
def start(request: PersonRequest, slug: str) -> HttpResponse:
    return redirect("tables:table", links.table_start(slug, request.user, request.POST.get("rest", "")).slug)


@require_POST
@login_required
@refusals_shown
def renew(request: PersonRequest, slug: str) -> HttpResponse:
    """A new link in place of one that went to the wrong people."""
    make = links.watch_link_renew if request.POST.get("link") == "watch" else links.join_link_renew
    table = make(slug, request.user)
    messages.success(request, say("link_renewed"))
    return redirect("tables:table" if request.POST.get("link") == "room" else "lobby:watching", table.slug)


@require_POST
@login_required
@refusals_shown
def admit(request: PersonRequest, slug: str) -> HttpResponse:
    """Send somebody away who watches or waits, or let somebody back in."""
    person = whole_number(request.POST.get("person"))
    if person is None:
        raise BadRequest("person")
    do = links.let_back if request.POST.get("do") == "back" else links.send_away
    return redirect("lobby:watching", do(slug, request.user, person).slug)


@require_http_methods(["GET", "POST"])
@login_required
@refusals_shown
def watching(request: PersonRequest, slug: str) -> HttpResponse:
    """Who may watch, and how far behind."""
    table = known_table(slug)
    services.must_be_host(table, request.user)
    form = WatchForm(request.POST or None, initial={name: getattr(table, name) for name in ("watching", "delay_by", "delay")})
    if request.method == "POST" and form.is_valid():
        links.watching_set(slug, request.user, **form.watched())
        messages.success(request, say("saved"))
        return redirect("lobby:watching", slug)
    return render(request, "lobby/watching.html", {**watching_page(request, table), "form": form})
