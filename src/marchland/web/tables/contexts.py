"""What the templates and scripts of a table get. The contract with them is in web/README.md."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any
from zlib import crc32

from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone

from marchland import render
from marchland.kernel.documents import Document
from marchland.kernel.tour import tour_of
from marchland.web.absence import selectors as absence
from marchland.web.ahead import selectors as ahead
from marchland.web.coaching import selectors as coaching
from marchland.web.letters import selectors as letters
from marchland.web.lobby.words import bots_to_seat
from marchland.web.titles import title_named
from marchland.web.tours import selectors as tours

from . import papers, retold, scenes, selectors
from . import story as stories
from .desk import Draft
from .models import TAKING_BACK, Status, Watching
from .papers import Turn
from .selectors import Sight
from .thinking import USUAL_LEVEL

ADDRESSES = (
    "parts",
    "screen",
    "act",
    "undo",
    "restart",
    "waive",
    "about",
    "terms",
    "log",
    "chat",
    "rules",
    "replay",
    "record",
    "desk",
    "cards",
    "kinds",
    "papers",
    "story",
    "standing",
    "plan",
)
STORY = "story"
"""The part of the page that says what the last turn brought."""
SINCE = "since"
"""The part of the page that says what others have done since one's last turn."""
AHEAD = "ahead"
"""The part of the page that says what is prepared."""
ADVICE, REVIEW = "advice", "review"
"""The parts of the page that say what the coach thinks: of the question at hand, and of the game once it is over."""
TOUR = "tour"
"""The card of a guided game."""
LOBBY_ADDRESSES = ("join", "leave", "kick", "fill", "rematch", "watching")
ABSENCE_ADDRESSES = ("draft", "late", "back")


def addresses(slug: str) -> dict[str, str]:
    return {
        "page": reverse("tables:table", args=[slug]),
        "socket": f"/ws/t/{slug}/",
        **{name: reverse(f"tables:{name}", args=[slug]) for name in ADDRESSES},
        **{name: reverse(f"lobby:{name}", args=[slug]) for name in LOBBY_ADDRESSES},
        "host": reverse("hosting:host", args=[slug]),
        "export": reverse("operating:export", args=[slug]),
        "tour": reverse("tours:tour", args=[slug]),
        "letters": reverse("letters:letters", args=[slug]),
        "bonds": reverse("letters:bonds", args=[slug]),
        **{name: reverse(f"coaching:{name}", args=[slug]) for name in ("advise", REVIEW)},
        **{name: reverse(f"absence:{name}", args=[slug]) for name in ABSENCE_ADDRESSES},
    }


def table_page(request: HttpRequest, sight: Sight, draft: Draft | None = None) -> dict[str, Any]:
    return {
        **frame(request, sight),
        "parts": (parts := {**scenes.parts_of(sight, draft=draft), **_beside(sight)}),
        "marks": " ".join(f"{name}:{mark}" for name, mark in _marks(sight, parts).items()),
        "log_html": log_html(sight),
        "chat_html": chat_html(sight),
        "moments": selectors.moments(sight),
        "absence": absence.own_absence(sight),
        "late_form": absence.late_form(sight),
        "ahead": ahead.panel(sight),
        "can_plan": ahead.can_plan(sight),
        "letters": letters.link(sight),
        "has_bonds": letters.has_bonds(sight),
        "can_be_advised": coaching.can_ask(sight),
    }


def frame(request: HttpRequest, sight: Sight) -> dict[str, Any]:
    """What every page about a table knows."""
    slug = sight.table.slug
    return {
        "usual_level": USUAL_LEVEL,
        "now": int(timezone.now().timestamp() * 1000),
        "table": selectors.table_facts(sight),
        "viewer": selectors.viewer_facts(sight),
        "seat": sight.viewer.seat,
        "seats": selectors.seats(sight),
        "prompt": selectors.prompt(sight),
        "curtain": selectors.curtain(sight),
        "can": selectors.abilities(sight),
        "is_written_for": sight.title.has_mail,
        "has_lesson": tour_of(sight.title) is not None,
        "is_told": stories.is_told(sight.title),
        "title": sight.title,
        "title_name": sight.title.name[sight.language],
        "urls": addresses(slug),
        "room": _room(request, sight),
        "behind": {"by": sight.table.delay_by, "count": sight.table.delay} if sight.table.past else None,
        "share_url": _share_url(request, sight),
        "levels": bots_to_seat(sight.title),
        "stylesheets": [static(path) for path in render.page_assets(sight.title)],
    }


def _share_url(request: HttpRequest, sight: Sight) -> str:
    """The link by which others may see the game: the address of a table that all may watch, else what its host hands out."""
    table = sight.table
    if table.watching == Watching.EVERYBODY:
        return request.build_absolute_uri(reverse("tables:table", args=[table.slug]))
    if table.watching == Watching.INVITED and sight.viewer.is_host and not table.by_vote:
        return request.build_absolute_uri(reverse("lobby:watch", args=[table.watch_code]))
    return ""


def _room(request: HttpRequest, sight: Sight) -> dict[str, Any]:
    """For those who watch: the way to the table's seats and its waiting list, and whether one is held for them."""
    table, person = sight.table, request.user.pk if request.user.is_authenticated else None
    is_offered = person is not None and any(place.held_for_id == person for place in table.seats.all())
    is_open = sight.viewer.is_spectator and table.status == Status.PLAYING and (table.public or is_offered)
    return {"url": reverse("lobby:invitation", args=[table.join_code]) if is_open else "", "is_offered": is_offered}


def _marks(sight: Sight, parts: Mapping[str, str]) -> dict[str, str]:
    """What a page with these parts has: a short mark for each part that changes while one looks."""
    beside = {name: f"{crc32(parts[name].encode()):x}" for name in (AHEAD, STORY, SINCE, ADVICE, REVIEW, TOUR) if name in parts}
    return {**scenes.marks_of(sight, parts), **beside, "chat": str(sight.table.said)}


def refresh(sight: Sight, seen: int, append: bool = False, has: Mapping[str, str] | None = None) -> dict[str, Any]:
    """A live page's news since entry `seen`. A page that can `append` gets new log lines alone, unless lines were taken back.

    A page that says what it `has`, by its marks, gets no part twice; all marks as they are now let it see that nothing is missing.
    """
    facts: dict[str, Any] = {
        "entry": sight.table.entries_made,
        "seat": sight.viewer.seat,
        "before": selectors.curtain(sight)["before"],
        "yours": sight.is_asked,
        "over": sight.table.status == Status.OVER,
        "status": sight.table.status,
        "title": sight.table.name or sight.title.name[sight.language],
        "now": int(timezone.now().timestamp() * 1000),
        "touched": [],
        "parts": {},
    }
    if sight.state is None:
        return facts
    lines = selectors.log(sight, after=seen)
    facts["touched"] = list(dict.fromkeys(target for line in lines for target in line["touches"]))
    parts = {**scenes.live_parts_of(sight), **_beside(sight)}
    facts["marks"] = marks = _marks(sight, parts)
    wanted = {name for name, mark in marks.items() if has is None or has.get(name) != mark}
    facts["parts"] = {name: html for name, html in parts.items() if name in wanted}
    facts["shown"] = retold.moments(sight, seen)
    if "chat" in wanted:
        facts["parts"]["chat"] = chat_html(sight)
    if append and seen >= 0 and not any(line["kind"] in TAKING_BACK for line in lines):
        facts["log_new"] = scenes.log_html(sight, lines) if lines else ""
        facts["last_own"] = selectors.last_move(sight)
    else:
        facts["parts"]["log"] = log_html(sight)
    return facts


def log_html(sight: Sight, before: int | None = None) -> str:
    return scenes.log_html(sight, selectors.log(sight, before=before))


def _beside(sight: Sight) -> dict[str, str]:
    """Parts that are not drawn from the table itself."""
    told = {STORY: story_html(sight)} if stories.is_told(sight.title) else {}
    coached = {ADVICE: _coached("advice", coaching.advice(sight)), REVIEW: _coached("moves", coaching.review(sight), sight)}
    return {AHEAD: ahead_html(sight), SINCE: retold.strip(sight), TOUR: tour_html(sight), **coached, **told}


def _coached(template: str, facts: Mapping[str, Any], sight: Sight | None = None) -> str:
    """What the coach has to say, if anything."""
    urls = addresses(sight.table.slug) if sight is not None and facts else {}
    return render_to_string(f"coaching/{template}.html", {**facts, "urls": urls}).strip() if facts else ""


def review_page(request: HttpRequest, sight: Sight) -> dict[str, Any]:
    """The moves that cost most, on a page of their own."""
    return {**frame(request, sight), "review": coaching.review(sight)}


def tour_html(sight: Sight) -> str:
    """The card of a guided game."""
    card = tours.card_of(sight)
    return render_to_string("tours/card.html", {"card": card}).strip() if card is not None else ""


def story_html(sight: Sight) -> str:
    """The headlines of the last turn, for those who play."""
    card = stories.card_of(sight)
    page = reverse("tables:table", args=[sight.table.slug])
    return render_to_string("tables/story_card.html", {"card": card, "page": page}).strip() if card is not None else ""


def story_page(request: HttpRequest, sight: Sight, turn: Turn) -> dict[str, Any]:
    """A turn told, with the way to the turns beside it."""
    told = stories.story_of(sight, turn)
    earlier, later = stories.beside(sight, turn)
    return {
        **frame(request, sight),
        **stories.drawn(sight, told),
        "story": told,
        "turn": turn,
        "earlier": earlier,
        "later": later,
        "own_fights": [fight for fight in told.fights if fight.is_own],
        "other_fights": [fight for fight in told.fights if not fight.is_own],
        "new_memory": [entry for entry in told.memory if entry.is_new],
        "old_memory": [entry for entry in told.memory if not entry.is_new],
    }


def ahead_html(sight: Sight) -> str:
    """What the viewer has prepared, and whether it is time to."""
    facts = ahead.prepared(sight)
    return render_to_string("tables/prepare.html", facts).strip() if any(facts.values()) else ""


def chat_html(sight: Sight) -> str:
    return render.chat(scenes.chat_lines(selectors.chat(sight.table)), sight.language)


def rules_html(sight: Sight) -> str:
    return _rules(sight.title.id, sight.language)


@cache
def _rules(title_id: str, language: str) -> str:
    """The same for everybody; a title does not change while the site runs."""
    return render.rules(title_named(title_id), language)


def papers_page(request: HttpRequest, sight: Sight, turn: Turn, kind: str, made: Document) -> dict[str, Any]:
    page = reverse("tables:table", args=[sight.table.slug])
    return {
        **frame(request, sight),
        "turns": list(reversed(papers.turns(sight))),
        "turn": turn,
        "kinds": papers.kinds(sight),
        "kind": kind,
        "document": made,
        "paper_html": papers.on_page(made, page),
        "forms": tuple(papers.TYPES),
        "by_mail": reverse("post:by_mail", args=[sight.table.slug]) if settings.POST_ADDRESS and sight.viewer.seats else "",
    }
