"""The page of letters: parse, call one service, draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods

from marchland.kernel.actions import Seat as SeatNumber
from marchland.web.accounts.people import PersonRequest
from marchland.web.config import throttle
from marchland.web.tables import contexts
from marchland.web.tables.forms import whole_number
from marchland.web.tables.models import Status
from marchland.web.tables.refusals import BadRequest, BehindCurtain, NotYourSeat, TableRefusal, WrongMoment, status_of
from marchland.web.tables.screens import screen_of
from marchland.web.tables.selectors import Sight
from marchland.web.tables.views import look, look_back, people_only, refusals_told, unkept, wants_json
from marchland.web.words import say

from . import selectors, services
from .models import LONGEST_ANNOUNCEMENT, LONGEST_LETTER, LONGEST_SUBJECT

WRITABLE = (Status.PLAYING, Status.OVER)


@dataclass(frozen=True)
class Wanted:
    """What somebody wrote, as the page keeps it where it cannot go."""

    do: str = ""
    thread: int | None = None
    to: tuple[SeatNumber, ...] = ()
    subject: str = ""
    text: str = ""
    number: int | None = None


@require_http_methods(["GET", "POST"])
@people_only
@refusals_told
def letters(request: PersonRequest, slug: str) -> HttpResponse:
    """What the seat got and wrote; `?thread=` opens one, `?to=` begins a letter to a seat. Nobody else has such a page."""
    sight, seat = _holder(request, slug)
    if request.method == "POST":
        return _act(request, sight, seat)
    if wants_json(request):
        return JsonResponse({"unread": selectors.unread(sight.table, seat)})
    to = tuple(number for text in request.GET.getlist("to")[:1] if (number := whole_number(text)) is not None)
    return _page(request, sight, seat, Wanted(thread=whole_number(request.GET.get("thread")), to=to))


def _holder(request: PersonRequest, slug: str) -> tuple[Sight, SeatNumber]:
    """Who reads: the holder of a seat, in a game that has begun."""
    sight = look_back(request, slug, whole_number(request.POST.get("seat")))
    if sight.viewer.is_behind_curtain:
        raise BehindCurtain(slug)
    if sight.viewer.seat is None:
        raise NotYourSeat(slug)
    if not sight.table.state:
        raise WrongMoment(slug)
    return sight, sight.viewer.seat


def _act(request: PersonRequest, sight: Sight, seat: SeatNumber) -> HttpResponse:
    wanted = _wanted(request)
    try:
        thread, told = _done(request, sight, seat, wanted)
    except TableRefusal as refusal:
        if wants_json(request):
            raise
        messages.error(request, refusal.sentence())
        return _page(request, sight, seat, wanted, status_of(refusal))
    if wants_json(request):
        return JsonResponse({"thread": thread, "unread": selectors.unread(sight.table, seat)})
    messages.success(request, told)
    return redirect(_address(sight, seat, thread))


def _done(request: PersonRequest, sight: Sight, seat: SeatNumber, wanted: Wanted) -> tuple[int | None, str]:
    """What was wanted is done: the thread to show next, and what to say of it."""
    slug, user, screen = sight.table.slug, request.user, screen_of(request, sight.table.slug)
    throttle.count("letter", user.pk)
    match wanted.do:
        case "write":
            missive = services.letter_write(slug, user, seat, wanted.to, wanted.subject, wanted.text, screen)
            return missive.thread_id, say("letter_sent")
        case "answer":
            missive = services.letter_answer(slug, user, seat, wanted.thread, wanted.text, screen)
            return missive.thread_id, say("letter_sent")
        case "announce":
            services.announcement_make(slug, user, seat, wanted.text, screen)
            return None, say("announcement_kept")
        case "withdraw":
            services.announcement_withdraw(slug, user, seat, wanted.number, screen)
            return None, say("announcement_withdrawn")
        case _:
            raise BadRequest("do: write, answer, announce or withdraw")


def _wanted(request: PersonRequest) -> Wanted:
    fields = request.POST
    to = tuple(number for text in fields.getlist("to") if (number := whole_number(text)) is not None)
    return Wanted(
        fields.get("do", ""),
        whole_number(fields.get("thread")),
        to,
        fields.get("subject", "")[: 2 * LONGEST_SUBJECT],
        fields.get("text", ""),
        whole_number(fields.get("number")),
    )


def _address(sight: Sight, seat: SeatNumber, thread: int | None) -> str:
    chosen = {"thread": thread, "seat": seat if len(sight.viewer.seats) > 1 else None}
    facts = {name: value for name, value in chosen.items() if value is not None}
    return reverse("letters:letters", args=[sight.table.slug]) + (f"?{urlencode(facts)}" if facts else "")


def _page(request: PersonRequest, sight: Sight, seat: SeatNumber, wanted: Wanted, status: int = 200) -> HttpResponse:
    table, box = sight.table, selectors.Mailbox(sight, seat)
    thread = selectors.own_thread(table, seat, wanted.thread) if wanted.thread is not None else None
    opened = box.opened(thread) if thread is not None else None
    if thread is not None and opened is not None and opened["pages"]:
        services.thread_read(table, seat, thread, request.user, opened["pages"][-1].number)
    facts: dict[str, Any] = {
        **contexts.frame(request, sight),
        "has_bonds": selectors.has_bonds(sight),
        "own": box.people[seat],
        "people": box.people,
        "bundles": box.bundles(),
        "unread": selectors.unread(table, seat),
        "opened": opened,
        "wanted": wanted,
        "may_write": selectors.are_allowed(table) and table.status in WRITABLE,
        "may_announce": selectors.can_announce(table),
        "announcements": list(selectors.waiting_announcements(table, seat)) if selectors.can_announce(table) else [],
        "announcements_most": services.ANNOUNCEMENTS,
        "longest": {"subject": LONGEST_SUBJECT, "letter": LONGEST_LETTER, "announcement": LONGEST_ANNOUNCEMENT},
    }
    return unkept(sight, render(request, "letters/letters.html", facts, status=status))


@require_GET
@refusals_told
def bonds(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is bound to whom, as far as whoever looks may know."""
    sight = look(request, slug)
    facts = {**contexts.frame(request, sight), "bonds": selectors.matrix(sight), "letters": selectors.link(sight)}
    return unkept(sight, render(request, "letters/bonds.html", facts))
