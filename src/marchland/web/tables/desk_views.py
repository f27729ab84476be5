"""The desk of a table: check a sheet, hand it in, start from another one; help and receipts; and the papers that a turn brings."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render as render_page
from django.views.decorators.http import require_GET, require_POST

from marchland import render
from marchland.web.accounts.people import PersonRequest
from marchland.web.config import throttle, unchanged
from marchland.web.guidance import services as guidance

from . import cards as deck
from . import contexts, scenes, services
from . import desk as desks
from . import papers as press
from .desk import Draft
from .forms import Carding, Writing, read_body, spelled_out, whole_number
from .refusals import UNLAWFUL, BadRequest, SheetVoid, status_of, told
from .screens import screen_of
from .selectors import Sight
from .views import answer_done, look, people_only, refusals_told, unkept, wanted_seat, wants_json

START = "start:"
HAND, SURE = "hand", "hand:sure"


@require_POST
@people_only
@refusals_told
def desk(request: PersonRequest, slug: str) -> HttpResponse:
    """A sheet is checked, handed in, or exchanged for another one to start from."""
    throttle.count("desk", request.user.pk)
    writing: Writing = read_body(request, Writing)
    if writing.do in (HAND, SURE):
        return _hand_in(request, slug, writing)
    sight = look(request, slug, writing.seat)
    if writing.do == "check":
        return _shown(request, sight, Draft(writing.text, desks.check(sight, writing.text)[1]))
    if writing.do.startswith(START):
        return _shown(request, sight, Draft(desks.starting_text(sight, writing.do.removeprefix(START))))
    raise BadRequest("do: check, hand or start:")


@require_POST
@people_only
@refusals_told
def cards(request: PersonRequest, slug: str) -> HttpResponse:
    """Something is done with the cards of a sheet: for scripts the text with what has changed, else the whole page."""
    throttle.count("cards", request.user.pk)
    asked = spelled_out(read_body(request, Carding))
    _guide(request, slug, asked)
    sight = look(request, slug, asked.seat)
    done = deck.done(sight, asked)
    if wants_json(request):
        return JsonResponse(deck.told(sight, done, scenes.asset))
    draft = Draft(done.text, desks.check(sight, done.text)[1] if done.is_changed else "", done.card, done.place, done.advice)
    return render_page(request, "tables/table.html", contexts.table_page(request, sight, draft))


def _guide(request: PersonRequest, slug: str, asked: Carding) -> None:
    """Two of the things done beside cards are remembered: what was refused, and whether one wants to be taught."""
    who = (slug, request.user, wanted_seat(request, asked.seat))
    if asked.do == "learn":
        guidance.lessons_set(*who, asked.order != "off", screen_of(request, slug))
    elif asked.do == "refuse":
        guidance.proposal_refuse(*who, asked.order, screen_of(request, slug))


def _hand_in(request: PersonRequest, slug: str, writing: Writing) -> HttpResponse:
    """A sheet that gives cause for thought is handed in at the second word."""
    sight = look(request, slug, writing.seat)
    if writing.do != SURE and desks.is_open(sight) and (doubts := desks.misgivings(sight, writing.text)):
        return _asked_again(request, sight, writing.text, doubts)
    seat = wanted_seat(request, writing.seat)
    try:
        change = services.sheet_hand_in(slug, request.user, seat, writing.text, writing.entry, screen_of(request, slug))
    except SheetVoid as void:
        sight = look(request, slug, writing.seat)
        draft = Draft(writing.text, render.verdicts(sight.title, void.reading, sight.language))
        return _shown(request, sight, draft, void)
    return answer_done(request, change.table, change.state, writing.entry)


def _asked_again(request: HttpRequest, sight: Sight, text: str, doubts: tuple[str, ...]) -> HttpResponse:
    draft = Draft(text, desks.check(sight, text)[1], misgivings=doubts)
    if wants_json(request):
        facts = {"text": text, "verdicts": draft.verdicts, "sure": render.misgivings(doubts, sight.language)}
        return JsonResponse({**facts, "code": "unsure", "error": " ".join(doubts), "reasons": []}, status=UNLAWFUL)
    return render_page(request, "tables/table.html", contexts.table_page(request, sight, draft), status=UNLAWFUL)


def _shown(request: HttpRequest, sight: Sight, draft: Draft, void: SheetVoid | None = None) -> HttpResponse:
    """The sheet back with what would become of it: for scripts as data, else as the whole page."""
    status = status_of(void) if void else 200
    if wants_json(request):
        return JsonResponse({"text": draft.text, "verdicts": draft.verdicts, **(told(void) if void else {})}, status=status)
    return render_page(request, "tables/table.html", contexts.table_page(request, sight, draft), status=status)


@require_GET
@people_only
@refusals_told
def kinds(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that can be written, with examples."""
    return HttpResponse(desks.kinds_html(look(request, slug)))


@require_GET
@people_only
@refusals_told
def receipt(request: HttpRequest, slug: str) -> HttpResponse:
    """A receipt of one's own: a letter, or with `as=json` the signed record."""
    sight = look(request, slug)
    sheet = desks.receipt_of(sight, whole_number(request.GET.get("number")))
    if request.GET.get("as") == "json":
        return JsonResponse(sheet.receipt)
    return HttpResponse(sheet.letters[sight.language], content_type="text/plain; charset=utf-8")


@require_GET
@refusals_told
def papers(request: HttpRequest, slug: str) -> HttpResponse:
    """Report or gazette (`?paper=`) of a turn (`?turn=`, the entry that opened it), on a page or as a file (`?as=txt`, `pdf`)."""
    sight = look(request, slug)
    turn = press.chosen_turn(sight, whole_number(request.GET.get("turn")))
    kind = request.GET.get("paper") or press.kinds(sight)[0]
    made = press.document(sight, turn, kind)
    form = request.GET.get("as")
    if form is None:
        return unkept(sight, render_page(request, "tables/papers.html", contexts.papers_page(request, sight, turn, kind, made)))
    throttle.count("print", request.user.pk or throttle.address_of(request))
    response = HttpResponse(press.printed(made, form), content_type=press.TYPES.get(form, ""))
    response.headers["Content-Disposition"] = f'attachment; filename="{turn.name}-{kind}.{form}"'
    return unkept(sight, unchanged.by_content(request, response))
