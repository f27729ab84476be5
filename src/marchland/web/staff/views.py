"""Operators' pages. To everybody else there are none."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from marchland.kernel.errors import MarchlandError
from marchland.web.accounts.models import User
from marchland.web.accounts.people import PersonRequest
from marchland.web.config import throttle
from marchland.web.tables.models import Status
from marchland.web.tables.refusals import BadRequest, sentence_of
from marchland.web.words import say

from . import selectors, services

Page = Callable[..., HttpResponse]
LONGEST_QUESTION = 150
PERSON_DEEDS = {
    "suspend": services.person_suspend, "restore": services.person_restore,
    "sessions": services.sessions_end, "reset": services.reset_send,
}  # fmt: skip
TABLE_DEEDS = {"pause": services.table_pause, "go_on": services.table_go_on, "close": services.table_close}


def operators_only(page: Page) -> Page:
    """Whoever is none learns not even that there is such a page."""

    @never_cache
    @wraps(page)
    def for_operators(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        if not (user.is_authenticated and user.is_active and user.is_staff):
            raise Http404
        if request.method == "POST":
            throttle.count("operator", user.pk)
        return page(request, *args, **kwargs)

    return for_operators


def carried_out(request: HttpRequest, deed: Callable[[], object]) -> None:
    try:
        deed()
    except MarchlandError as error:  # first: a refusal is a ValueError, too
        messages.error(request, sentence_of(error))
    except (User.DoesNotExist, ValueError):
        raise Http404 from None
    else:
        messages.success(request, say("staff_done"))


def _question(request: HttpRequest) -> str:
    return request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_QUESTION]


@operators_only
@require_GET
def status(request: PersonRequest) -> HttpResponse:
    return render(request, "staff/status.html", selectors.status())


@operators_only
@require_GET
def people(request: PersonRequest) -> HttpResponse:
    wanted = _question(request)
    found = selectors.people(wanted, request.GET.get("page"))
    return render(request, "staff/people.html", {"page": found, "people": found, "q": wanted})


@operators_only
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: PersonRequest, number: int) -> HttpResponse:
    if request.method == "POST":
        deed = PERSON_DEEDS.get(request.POST.get("do", ""), _unknown)
        carried_out(request, lambda: deed(request.user, number, _note(request)))
        return redirect("staff:person", number)
    found = selectors.person(number)
    if found is None:
        raise Http404
    return render(request, "staff/person.html", found)


@operators_only
@require_GET
def tables(request: PersonRequest) -> HttpResponse:
    wanted, stage = _question(request), request.GET.get("status", "")
    page, rows = selectors.tables(wanted, stage, request.GET.get("page"))
    facts = {"page": page, "rows": rows, "q": wanted, "stage": stage, "stages": Status.choices}
    return render(request, "staff/tables.html", facts)


@operators_only
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: PersonRequest, slug: str) -> HttpResponse:
    if request.method == "POST":
        deed = TABLE_DEEDS.get(request.POST.get("do", ""), _unknown)
        carried_out(request, lambda: deed(request.user, slug, _note(request)))
        return redirect("staff:table", slug)
    found = selectors.table(slug, request.user)
    if found is None:
        raise Http404
    return render(request, "staff/table.html", {"table": found})


@operators_only
@require_http_methods(["GET", "HEAD", "POST"])
def jobs(request: PersonRequest) -> HttpResponse:
    if request.method == "POST":
        carried_out(request, lambda: services.job_retry(request.user, UUID(request.POST.get("job", ""))))
        return redirect("staff:jobs")
    return render(request, "staff/jobs.html", selectors.jobs(request.GET.get("page")))


@operators_only
@require_http_methods(["GET", "HEAD", "POST"])
def mails(request: PersonRequest) -> HttpResponse:
    if request.method == "POST":
        retry = {"news": services.news_retry, "letter": services.letter_retry}.get(request.POST.get("what", ""), _no_mail)
        carried_out(request, lambda: retry(request.user, int(request.POST.get("number", ""))))
        return redirect("staff:mails")
    return render(request, "staff/mails.html", selectors.mails(request.GET.get("page")))


@operators_only
@require_GET
def deeds(request: PersonRequest) -> HttpResponse:
    found = selectors.deeds(request.GET.get("page"))
    return render(request, "staff/deeds.html", {"page": found, "deeds": found})


def _note(request: HttpRequest) -> str:
    return request.POST.get("note", "").replace("\0", "")[:300]


def _unknown(_by: User, _about: object, _note: str) -> None:
    raise BadRequest("do")


def _no_mail(_by: User, _number: int) -> None:
    raise BadRequest("what")
