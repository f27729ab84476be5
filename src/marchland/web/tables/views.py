"""Pages of a table and what its script asks for: parse, call one service or selector, render."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.shortcuts import render as render_page
from django.views.decorators.http import require_GET, require_POST

from marchland import render
from marchland.kernel.errors import MarchlandError
from marchland.kernel.state import State
from marchland.web.accounts.people import PersonRequest
from marchland.web.ahead import services as ahead
from marchland.web.config import throttle, unchanged
from marchland.web.lobby.room import room_page, way_in
from marchland.web.tours.script import resume

from . import archive, contexts, history, replays, scenes, selectors, services
from .forms import Answer, Handover, Saying, Step, Waivers, read_body, whole_number
from .keeping import is_readable, present_state
from .models import Table
from .refusals import BadRequest, BehindCurtain, NoSuchTable, NotYourSeat, Stale, sentence_of, status_of, told
from .screens import screen_of, screen_take
from .selectors import Sight
from .watching import is_hidden, visible_table

Page = Callable[..., HttpResponse]
LOGGED_OUT = 401
HOUR = 60 * 60


def wants_json(request: HttpRequest) -> bool:
    """Scripts say so; a plain form (no script) gets pages and redirects."""
    return request.content_type == "application/json" or "application/json" in request.headers.get("Accept", "")


def refusals_told(page: Page) -> Page:
    """A refusal becomes JSON with the right status (or a message on the page); everything else is a bug and propagates."""

    @wraps(page)
    def told_page(request: HttpRequest, slug: str) -> HttpResponse:
        try:
            return page(request, slug)
        except MarchlandError as error:
            if isinstance(error, NoSuchTable) or is_hidden(slug, request.user):
                return missing(request, slug)
            return _refused(request, slug, error)

    return told_page


def missing(request: HttpRequest, slug: str) -> HttpResponse:
    """No such table, or one that is nobody's business: the answer is the same."""
    if wants_json(request):
        return JsonResponse(told(NoSuchTable(slug)), status=status_of(NoSuchTable(slug)))
    raise Http404


def _refused(request: HttpRequest, slug: str, error: MarchlandError) -> HttpResponse:
    if not wants_json(request):
        if request.method == "GET":
            return HttpResponse(sentence_of(error), status=status_of(error), content_type="text/plain; charset=utf-8")
        messages.error(request, sentence_of(error))
        return redirect("tables:table", slug)
    return JsonResponse({**told(error), **_known_about(request, slug, error)}, status=status_of(error))


def _known_about(request: HttpRequest, slug: str, error: MarchlandError) -> dict[str, Any]:
    """What a refusal brings along: the fresh table where the client had an old one, the reasons where the rules forbid it."""
    if isinstance(error, Stale | BehindCurtain):
        seen = error.seen if isinstance(error, Stale) else -1
        return contexts.refresh(_look(request, slug), seen)
    if selectors.has_reasons(error):
        return {"reasons": selectors.reasons_of(_look(request, slug), error)}
    return {}


def people_only(page: Page) -> Page:
    """Scripts of those who are logged out get 401 and no redirect they could not follow."""

    @wraps(page)
    def for_people(request: HttpRequest, slug: str) -> HttpResponse:
        if request.user.is_authenticated:
            return page(request, slug)
        if wants_json(request):
            return JsonResponse({"error": "", "code": "log-in", "reasons": []}, status=LOGGED_OUT)
        return redirect_to_login(request.path)

    return for_people


@require_GET
@refusals_told
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table page: the waiting room before the start, the board after it."""
    try:
        found = visible_table(slug, request.user)
    except NoSuchTable:
        return _to_the_room(request, slug)
    if not found.state:
        return render_page(request, "lobby/room.html", room_page(request, found))
    if not is_readable(found):
        return _archive(request, found)
    sight = _sight(request, found, present_state(found), wanted_seat(request))
    services.table_opened(sight.table, request.user)
    resume(sight.table, sight.lesson)
    response = render_page(request, "tables/table.html", contexts.table_page(request, sight))
    return unkept(sight, response)


def _archive(request: HttpRequest, table: Table) -> HttpResponse:
    """What is left to read where the title is gone."""
    seat, screen = wanted_seat(request), screen_of(request, table.slug)
    sight = selectors.sight_back(table, request.user, request.LANGUAGE_CODE, seat, screen)
    services.table_opened(table, request.user)
    return render_page(request, "tables/archive.html", archive.page(sight, whole_number(request.GET.get("before"))))


def _to_the_room(request: HttpRequest, slug: str) -> HttpResponse:
    """Whoever waits for a seat here, or is offered one, may not look on but has somewhere to go."""
    code = way_in(slug, request.user)
    if code is None:
        raise NoSuchTable(slug)
    return redirect("lobby:invitation", code)


def lasting(response: HttpResponse) -> HttpResponse:
    """What does not change, a browser need not fetch again."""
    response.headers["Cache-Control"] = f"private, max-age={HOUR}"
    return response


def unkept(sight: Sight, response: HttpResponse) -> HttpResponse:
    """What one person saw at a shared screen does not come back for the next one with the browser's back button."""
    if selectors.curtain(sight)["before"]:
        response.headers["Cache-Control"] = "no-store"
    return response


@require_POST
@people_only
@refusals_told
def screen(request: PersonRequest, slug: str) -> HttpResponse:
    """'I am the one who is asked': the screen has been passed on, and shows what this seat may see."""
    sight = _look(request, slug)
    seat = read_body(request, Handover).seat
    if seat not in (None, *sight.viewer.seats):
        raise NotYourSeat(slug)
    screen_take(request, sight.table, seat)
    return answer_done(request, sight.table, sight.state, -1)


@require_GET
@refusals_told
def parts(request: HttpRequest, slug: str) -> HttpResponse:
    """What changed since the client's entry `seen`: everything a live page needs to catch up, in one answer."""
    return _news(request, look(request, slug), whole_number(request.GET.get("seen"), -1))


def _news(request: HttpRequest, sight: Sight, seen: int) -> HttpResponse:
    news = contexts.refresh(sight, seen, append="append" in request.GET, has=marks_in(request))
    return HttpResponse(msgspec.json.encode(news), content_type="application/json")


def marks_in(request: HttpRequest) -> dict[str, str] | None:
    """What the asking page has already, if it says so: `prompt:1f0c… seats:…`."""
    told = request.headers.get("X-Drawn")
    return None if told is None else dict(part.split(":", 1) for part in told.split() if ":" in part)


@require_POST
@people_only
@refusals_told
def act(request: PersonRequest, slug: str) -> HttpResponse:
    answer = read_body(request, Answer)
    action = answer.option if answer.action is None else answer.action
    if action is None:
        raise BadRequest("action or option")
    seat, screen = wanted_seat(request, answer.seat), screen_of(request, slug)
    change = services.action_submit(slug, request.user, seat, action, answer.entry, screen, spared=not answer.choose)
    return answer_done(request, change.table, change.state, answer.entry)


@require_POST
@people_only
@refusals_told
def undo(request: PersonRequest, slug: str) -> HttpResponse:
    return _step_back(request, slug, whole_turn=False)


@require_POST
@people_only
@refusals_told
def restart(request: PersonRequest, slug: str) -> HttpResponse:
    return _step_back(request, slug, whole_turn=True)


def _step_back(request: PersonRequest, slug: str, whole_turn: bool) -> HttpResponse:
    step = read_body(request, Step)
    change = services.undo(slug, request.user, wanted_seat(request, step.seat), step.entry, whole_turn, screen_of(request, slug))
    return answer_done(request, change.table, change.state, step.entry)


@require_POST
@people_only
@refusals_told
def waive(request: PersonRequest, slug: str) -> HttpResponse:
    """When the seat does not want to be asked."""
    wish = read_body(request, Waivers)
    change = ahead.waivers_set(slug, request.user, wish.seat, wish.moments, screen_of(request, slug))
    return answer_done(request, change.table, change.state, -1)


def answer_done(request: HttpRequest, table: Table, state: State | None, seen: int) -> HttpResponse:
    """After a change: the table as it is now, drawn from what the service made."""
    if not wants_json(request):
        return redirect("tables:table", table.slug)
    return _news(request, _sight(request, table, state, wanted_seat(request)), seen)


@require_GET
@refusals_told
def about(request: HttpRequest, slug: str) -> HttpResponse:
    """The card of something on the board, as whoever asks may know it: what it is, and why nothing can be done with it now."""
    target = request.GET.get("target", "")[:80]
    return JsonResponse({"target": target, "html": scenes.about(look(request, slug), target)})


@require_GET
@refusals_told
def terms(request: HttpRequest, slug: str) -> HttpResponse:
    """Every term of the table's page with its explanation: the same for everybody who reads this language, and for long."""
    sight = look(request, slug)
    return lasting(JsonResponse(render.explained(sight.title, sight.language)))


@require_GET
@refusals_told
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Earlier lines of the log, as HTML."""
    before = whole_number(request.GET.get("before"))
    return HttpResponse(contexts.log_html(look_back(request, slug), before=before))


@require_POST
@people_only
@refusals_told
def chat(request: PersonRequest, slug: str) -> HttpResponse:
    throttle.count("chat", request.user.pk)
    services.chat_write(slug, request.user, read_body(request, Saying).text)
    if not wants_json(request):
        return redirect("tables:table", slug)
    sight = look_back(request, slug)
    return JsonResponse({"parts": {"chat": contexts.chat_html(sight)}, "marks": {"chat": str(sight.table.said)}})


@require_GET
@refusals_told
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The searchable catalogue for the rules drawer."""
    return lasting(HttpResponse(contexts.rules_html(look(request, slug))))


@require_GET
@refusals_told
def replay(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole game, step by step: `?by=` says how, `?at=` is the step, from 0 (the set-up); `?entry=` the step that holds it."""
    found = visible_table(slug, request.user)
    way = _way(request, found)
    steps = history.stops(found, way)
    entry = whole_number(request.GET.get("entry"))
    at = whole_number(request.GET.get("at"), len(steps) - 1) if entry is None else history.step_with(steps, way, entry)
    if not 0 <= at < len(steps):
        raise BadRequest("at")
    if wants_json(request):
        return _replay_step(request, found, way, steps, at)
    sight = history.sight_then(found, request.user, request.LANGUAGE_CODE, steps[at], screen_of(request, slug))
    response = render_page(request, "tables/replay.html", replays.page(request, sight, way, steps, at))
    return unkept(sight, response)


def _replay_step(request: HttpRequest, table: Table, way: history.Way, steps: list[int], at: int) -> HttpResponse:
    """Of a game that is over a browser keeps what it has seen."""
    seen_by = (request.user, request.LANGUAGE_CODE, steps[at], screen_of(request, table.slug))
    mark = replays.mark_of_step(history.viewed_then(table, *seen_by), way, steps, at)
    if mark and (known := unchanged.still_good(request, mark)):
        return known
    response = JsonResponse(replays.step(history.sight_then(table, *seen_by), way, steps, at))
    return unchanged.marked(response, mark) if mark else response


def _way(request: HttpRequest, table: Table) -> history.Way:
    by = request.GET.get("by", history.BY_MOVE)
    known = {history.BY_MOVE, history.BY_TURN, *(str(place.number) for place in table.seats.all())}
    if by not in known:
        raise BadRequest("by")
    return history.Way(by)


@require_GET
@refusals_told
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """The finished game as a file that `marchland replay` verifies, key included."""
    found = visible_table(slug, request.user)
    mark = history.mark_of_record(found)
    if mark and (known := unchanged.still_good(request, mark)):
        return known
    response = HttpResponse(history.record(found), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    return unchanged.marked(response, mark)


def look(request: HttpRequest, slug: str, seat: int | None = None) -> Sight:
    """The table as it is now, through the eyes of whoever asks."""
    return _look(request, slug, wanted_seat(request, seat))


def look_back(request: HttpRequest, slug: str, seat: int | None = None) -> Sight:
    """As `look`, where it is enough to read what was written: also at a table whose title is gone."""
    found = visible_table(slug, request.user)
    return selectors.sight_back(found, request.user, request.LANGUAGE_CODE, wanted_seat(request, seat), screen_of(request, slug))


def wanted_seat(request: HttpRequest, seat: int | None = None) -> int | None:
    """The seat that the body of a request names, or else its address."""
    return whole_number(request.GET.get("seat")) if seat is None else seat


def _look(request: HttpRequest, slug: str, seat: int | None = None) -> Sight:
    found = visible_table(slug, request.user)
    return _sight(request, found, present_state(found) if found.state else None, seat)


def _sight(request: HttpRequest, table: Table, state: State | None, seat: int | None) -> Sight:
    return selectors.sight_of(table, state, request.user, request.LANGUAGE_CODE, seat, screen_of(request, table.slug))
