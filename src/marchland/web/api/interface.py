"""The interface for programs: the same services and the same views as the pages. Documented by itself at /api/docs."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import NinjaAPI, Status
from ninja.errors import AuthenticationError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.security import HttpBearer

from marchland import __version__
from marchland.kernel.errors import MarchlandError
from marchland.kernel.standing import subjects_of
from marchland.kernel.vocabulary import plain
from marchland.web.accounts.people import PersonRequest
from marchland.web.ahead import selectors as ahead
from marchland.web.ahead import services as foreseeing
from marchland.web.config import throttle, unchanged
from marchland.web.lobby import selectors as lobby
from marchland.web.lobby import services as seating
from marchland.web.tables import cards, desk, history, questions, selectors, services
from marchland.web.tables.forms import carding
from marchland.web.tables.refusals import FORBIDDEN, UNREADABLE, BadRequest, NoSuchTable, TableRefusal, status_of, told
from marchland.web.tables.thinking import bot_levels
from marchland.web.tables.watching import is_hidden, visible_table
from marchland.web.titles import installed
from marchland.web.words import say

from . import schemas
from .models import ApiToken, Scope
from .services import token_known
from .stream import news_of


class KeyRefused(TableRefusal):
    """A key that is good, but not for this."""

    code, status = "scope", FORBIDDEN

    def sentence(self) -> str:
        return say("key_scope", scope=str(Scope(self.args[0]).label))


class ReadKey(HttpBearer):
    """`Authorization: Bearer ml_…`: any key of one's own; they are made on the page of one's keys."""

    scope = ""

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        found = token_known(token)
        if found is None:
            return None
        request.user = found.user
        if self.scope and self.scope not in found.scopes:
            raise KeyRefused(self.scope)
        return found


class PlayKey(ReadKey):
    """A key that may `play`: sit down, answer, say something."""

    scope = Scope.PLAY.value


class HostKey(ReadKey):
    """A key that may `host`: open tables."""

    scope = Scope.HOST.value


PLAY, HOST = PlayKey(), HostKey()


class KeyRequest(PersonRequest):
    """With the key by which it came."""

    auth: ApiToken


UNREAD = {400: schemas.RefusalOut, throttle.TOO_MANY_REQUESTS: schemas.RefusalOut}
"""What everybody may meet with, who has a key or not."""
KEYED = {401: schemas.RefusalOut, **UNREAD}
REFUSALS = {
    401: schemas.RefusalOut,
    400: schemas.RefusalOut,
    403: schemas.RefusalOut,
    404: schemas.RefusalOut,
    409: schemas.RefusalOut,
    422: schemas.RefusalOut,
    throttle.TOO_MANY_REQUESTS: schemas.RefusalOut,
}


class Interface(NinjaAPI):
    """Describes itself once: the description does not change while the process lives, and takes long to put together."""

    @cached_property
    def described(self) -> OpenAPISchema:
        return super().get_openapi_schema()

    def get_openapi_schema(self, **_: Any) -> OpenAPISchema:
        return self.described


interface = Interface(
    title="Marchland",
    version=__version__,
    description=__doc__,
    auth=ReadKey(),
    urls_namespace="api",
    openapi_extra={"info": {"license": {"name": "MIT"}}},
)


@interface.exception_handler(MarchlandError)
def refused(request: HttpRequest, error: MarchlandError) -> HttpResponse:
    """Every refusal has the same shape and the status that fits; about a table one may not see there is but one."""
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
    if slug is not None and is_hidden(slug, request.user):
        error = NoSuchTable(slug)
    return interface.create_response(request, {**told(error), "reasons": _reasons(request, error)}, status=status_of(error))


def _reasons(request: HttpRequest, error: MarchlandError) -> list[dict[str, Any]]:
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
    if slug is None or not selectors.has_reasons(error):
        return []
    return selectors.reasons_of(_sight(request, slug), error)


@interface.exception_handler(throttle.TooOften)
def too_often(request: HttpRequest, error: throttle.TooOften) -> HttpResponse:
    response = interface.create_response(request, error.told(), status=throttle.TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = str(error.wait)
    return response


@interface.exception_handler(AuthenticationError)
def without_key(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return interface.create_response(request, {"error": say("log_in"), "code": "log-in", "reasons": []}, status=error.status_code)


@interface.exception_handler(ValidationError)
def unreadable(request: HttpRequest, error: ValidationError) -> HttpResponse:
    why = "; ".join(f"{'.'.join(map(str, one['loc'][1:]))}: {one['msg']}" for one in error.errors)
    return interface.create_response(request, told(BadRequest(why[:300])), status=UNREADABLE)


@interface.get("/titles", response={200: list[schemas.TitleOut], **UNREAD}, auth=None, summary="The games one can play here")
def title_list(request: HttpRequest) -> Any:
    return titles_told(request.LANGUAGE_CODE, tuple(installed()))


@cache
def titles_told(language: str, title_ids: tuple[str, ...]) -> list[dict[str, Any]]:
    """The same for everybody, and for as long as nothing else is installed."""
    titles = installed()
    return [
        {
            "id": title.id,
            "name": title.name[language],
            "author": title.author,
            "seats": list(title.seats),
            "options": [
                {
                    "name": one.name,
                    "default": one.usual,
                    "choices": list(one.choices),
                    "low": one.low,
                    "high": one.high,
                    "label": one.label,
                }
                for one in title.options
            ],
            "bots": list(bot_levels(title.id)),
            "moments": {moment: name[language] for moment, name in title.moments.items()},
            "subjects": {kind: ahead.subject_facts(kind, subject, language) for kind, subject in subjects_of(title).items()},
        }
        for title in map(titles.__getitem__, title_ids)
    ]


@interface.get("/tables", response={200: list[schemas.TableOut], **KEYED}, summary="My tables, or the open ones")
def table_list(request: PersonRequest, which: str = "mine") -> Any:
    if which not in ("mine", "open"):
        raise BadRequest("which: mine or open")
    found = lobby.own_tables if which == "mine" else lobby.open_tables
    return found(request.user, request.LANGUAGE_CODE)


@interface.post("/tables", auth=HOST, response={201: schemas.TableOut, **REFUSALS}, summary="Open a table")
def table_new(request: PersonRequest, wanted: schemas.TableIn) -> Any:
    places = [seating.Place(seat.kind, seat.level, seat.name) for seat in wanted.seats]
    wish = seating.Wish(
        wanted.title, places, wanted.options, wanted.name, wanted.public, wanted.pace, wanted.tempo, wanted.limit,
        watching=wanted.watching, delay_by=wanted.delay_by, delay=wanted.delay,
    )  # fmt: skip
    throttle.count("table", request.user.pk)
    table = seating.table_create(request.user, wish)
    return Status(201, lobby.card(visible_table(table.slug, request.user), request.user, request.LANGUAGE_CODE))


@interface.post("/tables/{slug}/join", auth=PLAY, response={200: schemas.TableOut, **REFUSALS}, summary="Sit down on a free seat")
def table_join(request: PersonRequest, slug: str, wanted: schemas.JoinIn) -> Any:
    seating.seat_take(slug, request.user, wanted.seat, wanted.code)
    return lobby.card(visible_table(slug, request.user), request.user, request.LANGUAGE_CODE)


@interface.post("/tables/{slug}/leave", auth=PLAY, response={200: schemas.TableOut, **REFUSALS}, summary="Get up")
def table_leave(request: PersonRequest, slug: str) -> Any:
    """Also from a table that one may not see any more, once one has got up."""
    return lobby.card(seating.seat_leave(slug, request.user), request.user, request.LANGUAGE_CODE)


@interface.get("/tables/{slug}", response={200: schemas.PositionOut, **REFUSALS}, summary="The table as I may see it")
def table_view(request: HttpRequest, slug: str, seat: int | None = None) -> Any:
    return selectors.position(_sight_back(request, slug, seat))


@interface.get(
    "/tables/{slug}/options", response={200: schemas.OptionsOut, **REFUSALS}, summary="Every legal answer, if I am asked"
)
def table_options(request: HttpRequest, slug: str, seat: int | None = None) -> Any:
    sight = _sight(request, slug, seat)
    allotment = questions.allotment(sight)
    return {
        "n": sight.table.entries_made,
        "seat": sight.viewer.seat,
        "options": selectors.options(sight),
        "allotment": plain(allotment) if allotment is not None else None,
    }


@interface.post("/tables/{slug}/act", auth=PLAY, response={200: schemas.EntryOut, **REFUSALS}, summary="Answer")
def table_act(request: PersonRequest, slug: str, answer: schemas.ActIn) -> Any:
    return {"n": services.action_submit(slug, request.user, answer.seat, answer.action, answer.n).entry}


@interface.get("/tables/{slug}/sheet", response={200: schemas.FormOut, **REFUSALS}, summary="The pre-filled sheet of the turn")
def table_form(request: HttpRequest, slug: str, seat: int | None = None) -> Any:
    """Where the question is answered in writing: a sheet to start from."""
    return desk.blank(_sight(request, slug, seat))


@interface.post(
    "/tables/{slug}/sheet", auth=PLAY, response={200: schemas.SheetOut, **REFUSALS}, summary="Check a sheet, or hand it in"
)
def table_sheet(request: PersonRequest, slug: str, sheet: schemas.SheetIn) -> Any:
    throttle.count("desk", request.user.pk)
    found = desk.told(_sight(request, slug, sheet.seat), sheet.text)
    change = services.sheet_hand_in(slug, request.user, sheet.seat, sheet.text, sheet.n) if sheet.hand_in else None
    return {"n": change.entry if change else None, **found}


@interface.post(
    "/tables/{slug}/cards", auth=PLAY, response={200: schemas.CardsOut, **REFUSALS}, summary="A sheet filled in by cards"
)
def table_cards(request: PersonRequest, slug: str, wish: schemas.CardsIn) -> Any:
    """Where the title's sheets can be filled in by cards: what the page of the desk shows, as data."""
    throttle.count("cards", request.user.pk)
    asked = carding({**wish.model_dump(exclude={"n"}), "entry": wish.n})
    sight = _sight(request, slug, asked.seat)
    return cards.data(sight, cards.done(sight, asked))


@interface.post("/tables/{slug}/undo", auth=PLAY, response={200: schemas.EntryOut, **REFUSALS}, summary="Take back my last answer")
def table_undo(request: PersonRequest, slug: str, step: schemas.StepIn) -> Any:
    return {"n": services.undo(slug, request.user, step.seat, step.n).entry}


@interface.post(
    "/tables/{slug}/restart", auth=PLAY, response={200: schemas.EntryOut, **REFUSALS}, summary="Take back my whole turn"
)
def table_restart(request: PersonRequest, slug: str, step: schemas.StepIn) -> Any:
    return {"n": services.undo(slug, request.user, step.seat, step.n, whole_turn=True).entry}


@interface.put("/tables/{slug}/waivers", auth=PLAY, response={200: None, **REFUSALS}, summary="Moments at which I pass unasked")
def table_waivers(request: PersonRequest, slug: str, wish: schemas.WaiversIn) -> Any:
    """`moments` of the title (see `/titles`): at these the seat lets things happen without being asked."""
    foreseeing.waivers_set(slug, request.user, wish.seat, wish.moments)


@interface.get("/tables/{slug}/standing", response={200: schemas.SaidOut, **REFUSALS}, summary="What I have said beforehand")
def table_standing(request: HttpRequest, slug: str, seat: int | None = None) -> Any:
    return ahead.said_facts(_sight(request, slug, seat))


@interface.put("/tables/{slug}/standing", auth=PLAY, response={200: schemas.SaidOut, **REFUSALS}, summary="Answers that stand")
def table_standing_set(request: PersonRequest, slug: str, wish: schemas.StandingIn) -> Any:
    """Questions that fit are answered so from now on, at once if one waits; conditions look only at what everybody knows."""
    foreseeing.standing_set(slug, request.user, wish.seat, wish.standing)
    return ahead.said_facts(_sight(request, slug, wish.seat))


@interface.post("/tables/{slug}/plan", auth=PLAY, response={200: schemas.PlanOut, **REFUSALS}, summary="Several answers at once")
def table_plan(request: PersonRequest, slug: str, plan: schemas.PlanIn) -> Any:
    """Given now if the seat is asked, else when it is; whatever was planned before is forgotten. 422 names the item refused."""
    throttle.count("desk", request.user.pk)
    sight = _sight(request, slug, plan.seat)
    tried = ahead.trial(sight, [sight.title.vocabulary.action(action) for action in plan.actions])
    facts = {**ahead.trial_facts(tried), "options": [plain(action) for action in tried.options], "done": None}
    if plan.hand_in:
        facts["done"] = foreseeing.plan_hand_in(slug, request.user, plan.seat, plan.actions, plan.n).entry
    return facts


@interface.delete("/tables/{slug}/plan", auth=PLAY, response={200: None, **REFUSALS}, summary="Withdraw what is left of my plan")
def table_plan_withdraw(request: PersonRequest, slug: str, seat: int | None = None) -> Any:
    foreseeing.plan_withdraw(slug, request.user, seat)


@interface.get(
    "/tables/{slug}/why", response={200: list[schemas.ReasonOut], **REFUSALS}, summary="Why nothing can be done with this"
)
def table_why(request: HttpRequest, slug: str, target: str) -> Any:
    return selectors.why_not(_sight(request, slug), target[:80])


@interface.get(
    "/tables/{slug}/log", response={200: list[schemas.LogLineOut], **REFUSALS}, summary="What happened, as far as I may know"
)
def table_log(request: HttpRequest, slug: str, after: int = -1, limit: int = 200) -> Any:
    return selectors.log(_sight_back(request, slug), after=after, limit=max(1, min(limit, 1000)))


@interface.post("/tables/{slug}/chat", auth=PLAY, response={200: None, **REFUSALS}, summary="Say something")
def table_chat(request: PersonRequest, slug: str, said: schemas.ChatIn) -> Any:
    throttle.count("chat", request.user.pk)
    services.chat_write(slug, request.user, said.text)


@interface.get("/tables/{slug}/record", response={200: dict[str, Any], **REFUSALS}, summary="A finished game, with its key")
def table_record(request: HttpRequest, slug: str) -> Any:
    found = visible_table(slug, request.user)
    mark = history.mark_of_record(found)
    known = unchanged.still_good(request, mark) if mark else None
    return known or unchanged.marked(HttpResponse(history.record(found), content_type="application/json"), mark)


@interface.get(
    "/tables/{slug}/stream",
    response={200: None, **REFUSALS},
    summary="News as server-sent events",
    openapi_extra={"responses": {200: {"content": {"text/event-stream": {}}}}},
)
def table_stream(request: KeyRequest, slug: str) -> Any:
    """`event: entry` with `data: {"n": 41}` whenever something happened; fetch the table then. `event: hello` comes first."""
    visible_table(slug, request.user)
    response = StreamingHttpResponse(news_of(slug, request.auth), content_type="text/event-stream")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Encoding"] = "identity"  # compressed, an event would wait for the next ones
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _sight(request: HttpRequest, slug: str, seat: int | None = None) -> selectors.Sight:
    return selectors.sight_now(visible_table(slug, request.user), request.user, request.LANGUAGE_CODE, seat)


def _sight_back(request: HttpRequest, slug: str, seat: int | None = None) -> selectors.Sight:
    """Also of a table whose title is gone."""
    return selectors.sight_back(visible_table(slug, request.user), request.user, request.LANGUAGE_CODE, seat)
