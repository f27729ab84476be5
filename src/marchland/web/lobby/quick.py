"""*Play now*: against whom, and what was chosen the last time."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from marchland.bots.protocol import LEVELS
from marchland.kernel.title import Title
from marchland.web.tables.forms import whole_number
from marchland.web.words import to_say

from .forms import usual_seats
from .words import level_name

MEANS = {
    "easy": to_say("level_easy_means"),
    "normal": to_say("level_normal_means"),
    "hard": to_say("level_hard_means"),
    "expert": to_say("level_expert_means"),
}
FIRST_LEVEL = LEVELS[0]
REMEMBERED = "quick"
"""Under this name the session keeps the level, and by title how many play."""


def against(request: HttpRequest, title: Title) -> tuple[str, int]:
    """Level and number of seats: what the form says, else what was chosen the last time, else the easiest and the usual."""
    kept = request.session.get(REMEMBERED, {})
    level = request.POST.get("level") or kept.get("level", FIRST_LEVEL)
    seats = kept.get(title.id, 0)
    return level, whole_number(request.POST.get("seats"), seats if seats in title.seats else usual_seats(title))


def remember(request: HttpRequest, title: Title, level: str, seats: int) -> None:
    known = {"level": level} if level in LEVELS else {}
    request.session[REMEMBERED] = {**request.session.get(REMEMBERED, {}), **known, title.id: seats}


def offered(request: HttpRequest, title: Title) -> dict[str, Any]:
    """What the page lets one choose among."""
    chosen, seats = against(request, title)
    return {
        "levels": [
            {"id": level, "name": level_name(title, level), "means": MEANS[level], "is_chosen": level == chosen} for level in LEVELS
        ],
        "companies": [{"seats": count, "opponents": count - 1, "is_chosen": count == seats} for count in title.seats if count > 1],
    }
