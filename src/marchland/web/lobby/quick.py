"""*Play now*: against whom, and what was chosen the last time."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from marchland.bots.protocol import LEVELS, WITH, minds_of, tastes_of
from marchland.kernel.title import Title
from marchland.web.company.selectors import bots_of
from marchland.web.tables.forms import whole_number
from marchland.web.words import say

from .forms import usual_seats
from .words import level_means, level_name

FIRST_LEVEL = LEVELS[0]
REMEMBERED = "quick"
"""Under this name the session keeps the level, by title how many play, and by title and `:style` of which style they are."""


def against(request: HttpRequest, title: Title) -> tuple[str, str, int]:
    """Level, style and number of seats: what the form says, else what was chosen the last time, else the easiest and the usual."""
    kept = request.session.get(REMEMBERED, {})
    level = request.POST.get("level") or kept.get("level", FIRST_LEVEL)
    style = request.POST["style"] if "style" in request.POST else kept.get(f"{title.id}:style", "")
    seats = kept.get(title.id, 0)
    return level, style, whole_number(request.POST.get("seats"), seats if seats in title.seats else usual_seats(title))


def bot_for(title: Title, level: str, style: str) -> str:
    """The bot of this level and style; a style that the title does not have is none."""
    return f"{level}{WITH}{style}" if level in minds_of(title) and style in tastes_of(title) else level


def remember(request: HttpRequest, title: Title, level: str, style: str, seats: int) -> None:
    known = {"level": level} if level in LEVELS else {}
    chosen = {title.id: seats, f"{title.id}:style": style if style in tastes_of(title) else ""}
    request.session[REMEMBERED] = {**request.session.get(REMEMBERED, {}), **known, **chosen}


def offered(request: HttpRequest, title: Title) -> dict[str, Any]:
    """What the page lets one choose among."""
    chosen, style, seats = against(request, title)
    figures = {one["bot"]: one for one in bots_of(title.id) if not one["is_guess"]}
    names = (*LEVELS, *_alone(title))
    return {
        "levels": [{**_choice(title, name, name == chosen), "rating": figures.get(name)} for name in names],
        "styles": _styles(title, style),
        "companies": [{"seats": count, "opponents": count - 1, "is_chosen": count == seats} for count in title.seats if count > 1],
    }


def _alone(title: Title) -> list[str]:
    """Minds with a style that has one strength only."""
    return [name for name in minds_of(title) if name not in LEVELS and name not in tastes_of(title)]


def _styles(title: Title, chosen: str) -> list[dict[str, Any]]:
    tastes = tastes_of(title)
    if not tastes:
        return []
    none = {"id": "", "name": say("style_none"), "means": say("style_none_means"), "is_chosen": chosen not in tastes}
    return [none, *(_choice(title, taste, taste == chosen) for taste in tastes)]


def _choice(title: Title, name: str, is_chosen: bool) -> dict[str, Any]:
    return {"id": name, "name": level_name(title, name), "means": level_means(title, name), "is_chosen": is_chosen}
