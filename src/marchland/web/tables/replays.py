"""The replay of a game: one moment of it as a page or a step, with what happened up to there and the way to every other moment."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest

from marchland import render
from marchland.web.config.unchanged import mark_of

from . import contexts, scenes, selectors
from .history import BY_MOVE, BY_TURN, Way
from .memory import Memory
from .models import EntryKind
from .selectors import Sight

BEFORE = 30
"""So many entries before the present one stand in the log beside the board."""
SPEEDS = ("0.5", "1", "2", "4")
USUAL_SPEED = "1"
_moments: Memory[dict[str, Any]] = Memory(room=24_000_000)
"""Of games that are over, by whoever looks; letters."""


def page(request: HttpRequest, sight: Sight, way: Way, steps: list[int], at: int) -> dict[str, Any]:
    return {
        **contexts.frame(request, sight),
        **_drawn(sight, way, steps, at),
        "link": request.build_absolute_uri(
            f"{scenes.replay_address(sight.table.slug)}?{urlencode({'entry': steps[at], 'by': way.by})}"
        ),
        "ways": _ways(sight, way),
        "by": way.by,
        "go": {name: _address(sight, way, at=step) for name, step in _neighbours(at, len(steps)).items()},
        "speeds": SPEEDS,
        "usual_speed": USUAL_SPEED,
    }


def step(sight: Sight, way: Way, steps: list[int], at: int) -> dict[str, Any]:
    return _drawn(sight, way, steps, at, only=render.PAST)


def _drawn(sight: Sight, way: Way, steps: list[int], at: int, only: tuple[str, ...] | None = None) -> dict[str, Any]:
    """The moment with its board. Of a game that is over nothing changes any more: it is drawn once for each way to look at it."""
    if not selectors.is_told(sight.table):
        return _draw(sight, way, steps, at, only)
    key = (*_seen_by(sight, way, at), only)
    made_of = _made_of(sight, steps)
    kept = _moments.get(key, made_of)
    if kept is None:
        made = _draw(sight, way, steps, at, only)
        kept = _moments.keep(key, made, made_of, size=len(made["log"]) + sum(map(len, made["parts"].values())))
    return kept


def mark_of_step(sight: Sight, way: Way, steps: list[int], at: int) -> str:
    """By which a browser knows a moment of a game that is over; empty while it goes on."""
    return mark_of(_seen_by(sight, way, at), _made_of(sight, steps)) if selectors.is_told(sight.table) else ""


def _seen_by(sight: Sight, way: Way, at: int) -> tuple[Any, ...]:
    return sight.table.slug, way, at, sight.viewer, sight.language


def _made_of(sight: Sight, steps: list[int]) -> tuple[Any, ...]:
    return sight.table.status, sight.table.entries_made, sight.players, len(steps)


def _draw(sight: Sight, way: Way, steps: list[int], at: int, only: tuple[str, ...] | None) -> dict[str, Any]:
    moment = _moment(sight, way, steps, at)
    return {**moment, "parts": scenes.past_parts_of(sight, moment["touched"], only=only)}


def _moment(sight: Sight, way: Way, steps: list[int], at: int) -> dict[str, Any]:
    """What happened in this step, and before it: nothing that came later is given away."""
    entry, before = steps[at], steps[at - 1] if at else -1
    lines = _log(sight, before, entry)
    touched = list(dict.fromkeys(target for line in lines for target in line["touches"]))
    earlier = _log(sight, max(-1, before - BEFORE), before) if at else []
    shown = [{**line, "new": line["n"] > before} for line in [*earlier, *lines]]
    return {
        "at": at,
        "steps": len(steps),
        "entry": entry,
        "by": way.by,
        "lines": [line["text"] for line in lines],
        "touched": touched,
        "log": scenes.log_html(sight, shown),
    }


def _log(sight: Sight, after: int, up_to: int) -> list[dict[str, Any]]:
    happened = selectors.log(sight, after=after, before=up_to + 1)
    return [line for line in happened if line["kind"] != EntryKind.UNDO and not line["undone"]]


def _address(sight: Sight, way: Way, **moment: int) -> str:
    return f"{scenes.replay_address(sight.table.slug)}?{urlencode({**moment, 'by': way.by})}"


def _neighbours(at: int, steps: int) -> dict[str, int]:
    return {"first": 0, "back": max(0, at - 1), "next": min(steps - 1, at + 1), "last": steps - 1}


def _ways(sight: Sight, way: Way) -> list[dict[str, Any]]:
    """By moves, by turns, and by the turns of each seat."""
    seats = [{"by": str(place.number), "name": sight.players[place.number]} for place in sight.table.seats.all()]
    return [{"by": BY_MOVE, "name": ""}, {"by": BY_TURN, "name": ""}, *seats]
