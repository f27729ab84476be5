"""The panel of standing answers, and the page on which answers are prepared: parse, call one service or selector, render."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.shortcuts import render as render_page
from django.views.decorators.http import require_http_methods, require_POST

from marchland.kernel.actions import Action
from marchland.kernel.errors import BadFile
from marchland.kernel.strangers import read_json
from marchland.web.accounts.people import PersonRequest
from marchland.web.config import throttle
from marchland.web.tables import contexts
from marchland.web.tables.forms import EntryNumber, read_body
from marchland.web.tables.refusals import BadRequest, ItemRefused, Stale, sentence_of, status_of
from marchland.web.tables.screens import screen_of
from marchland.web.tables.selectors import Sight
from marchland.web.tables.views import answer_done, look, people_only, refusals_told, unkept, wanted_seat, wants_json
from marchland.web.words import say

from . import foresight, selectors, services

PANEL = "#standing"


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """One answer more that is to stand, as the panel's form says it; or `do`: `drop:2`, `usual` or `none`."""

    seat: int
    do: str = "add"
    subject: str = ""
    """Kind and answer: `offers:refuse`."""
    rival: str = ""
    means: str = ""
    below: str = ""
    amount: str = ""
    once: bool = False


class Drafted(msgspec.Struct, forbid_unknown_fields=True):
    """A plan in the making: the answers so far, and the number of one more, or `do`: `back`, `clear`, `hand`, `withdraw`."""

    entry: EntryNumber
    seat: int | None = None
    actions: str = "[]"
    option: int | None = None
    do: str = ""


@require_POST
@people_only
@refusals_told
def standing(request: PersonRequest, slug: str) -> HttpResponse:
    """One answer more, or less, that stands."""
    wish = read_body(request, Wish)
    sight = look(request, slug, wish.seat)
    change = services.standing_set(slug, request.user, wish.seat, wanted_list(sight, wish), screen_of(request, slug))
    if wants_json(request):
        return answer_done(request, change.table, change.state, -1)
    return redirect(f"{contexts.addresses(slug)['page']}{PANEL}")


def wanted_list(sight: Sight, wish: Wish) -> list[dict[str, Any]]:
    """The whole list as the form wants it. What is more particular comes first, or the general would hide it."""
    standing = foresight.plain_list(foresight.foresight_of(selectors.own_place(sight)).standing)
    if wish.do == "usual":
        usual = sight.title.parts.standing.USUAL if sight.title.parts.standing is not None else ()
        return [*standing, *(rule for rule in foresight.plain_list(tuple(usual)) if rule not in standing)]
    if wish.do == "none":
        return []
    if wish.do.startswith("drop:"):
        place = wish.do.removeprefix("drop:")
        return [rule for n, rule in enumerate(standing) if str(n) != place]
    return [read_wish(wish), *standing]


def read_wish(wish: Wish) -> dict[str, Any]:
    kind, _, answer = wish.subject.partition(":")
    rule: dict[str, Any] = {"kind": kind, "answer": answer, "once": wish.once}
    for name, text in (("below", wish.below), ("amount", wish.amount)):
        if text:
            rule[name] = _number(text)
    if wish.rival:
        rule["rivals"] = [_number(wish.rival)]
    if wish.means:
        rule["means"] = [wish.means]
    return rule


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 7:
        raise BadRequest(f"{text[:20]!r} is not a whole number")
    return int(text)


@require_http_methods(["GET", "POST"])
@people_only
@refusals_told
def plan(request: PersonRequest, slug: str) -> HttpResponse:
    """Answers are put together here before they are handed in; nothing is stored until then."""
    throttle.count("desk", request.user.pk)
    if request.method == "GET":
        sight = look(request, slug)
        return _shown(request, sight, [sight.title.vocabulary.action(action) for action in selectors.kept_actions(sight)])
    drafted = read_body(request, Drafted)
    sight, seat = look(request, slug, drafted.seat), wanted_seat(request, drafted.seat)
    actions = _actions(sight, drafted.actions)
    if drafted.do == "withdraw":
        services.plan_withdraw(slug, request.user, seat, screen_of(request, slug))
        return redirect("tables:table", slug)
    if drafted.do == "hand":
        return _hand_in(request, sight, drafted, actions)
    if drafted.entry != sight.table.entries_made and drafted.option is not None:
        raise Stale(drafted.entry, sight.table.entries_made)
    return _shown(request, sight, _changed(sight, drafted, actions))


def _actions(sight: Sight, text: str) -> list[Action]:
    try:
        listed = msgspec.convert(read_json(text), list[dict[str, Any]])
    except (BadFile, msgspec.ValidationError) as error:
        raise BadRequest(str(error)) from None
    return [sight.title.vocabulary.action(action) for action in listed]


def _changed(sight: Sight, drafted: Drafted, actions: list[Action]) -> list[Action]:
    if drafted.do == "clear":
        return []
    if drafted.do == "back":
        return actions[:-1]
    offered = selectors.trial(sight, actions).options
    if drafted.option is None or not 0 <= drafted.option < len(offered):
        raise BadRequest("no such option")
    return [*actions, offered[drafted.option]]


def _hand_in(request: PersonRequest, sight: Sight, drafted: Drafted, actions: list[Action]) -> HttpResponse:
    slug = sight.table.slug
    listed: list[dict[str, Any]] = msgspec.to_builtins(actions)
    try:
        services.plan_hand_in(slug, request.user, sight.viewer.seat, listed, drafted.entry, screen_of(request, slug))
    except ItemRefused as refused:
        return _shown(request, sight, actions[: refused.place], refused)
    if not sight.is_asked:
        messages.success(request, say("plan_kept"))
    return redirect("tables:table", slug)


def _shown(request: HttpRequest, sight: Sight, actions: list[Action], refused: ItemRefused | None = None) -> HttpResponse:
    """The page with as much of the plan as still can be done."""
    try:
        made = selectors.trial(sight, actions)
    except ItemRefused as error:
        made, refused = selectors.trial(sight, actions[: error.place]), refused or error
    page = render_page(
        request,
        "tables/plan.html",
        {
            **contexts.frame(request, sight),
            "parts": selectors.trial_parts(made),
            "plan": selectors.trial_facts(made),
            "actions": msgspec.json.encode([item.action for item in made.items]).decode(),
            "asked": made.asked,
            "way": " ".join(selectors.way(made)),
            "is_now": sight.is_asked,
            "is_kept": bool(selectors.kept_actions(sight)),
            "refused": sentence_of(refused) if refused else "",
        },
        status=status_of(refused) if refused else 200,
    )
    return unkept(sight, page)
