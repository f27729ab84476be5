"""A table whose title is gone, as a page: what was written about it, and nothing that would need its rules."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from . import selectors
from .models import Status
from .selectors import Sight, is_told

LINES = 500


def page(sight: Sight, before: int | None = None) -> dict[str, Any]:
    """The last lines of the log up to an entry, who sat there, what was said."""
    table = sight.table
    lines = selectors.log(sight, before=before, limit=LINES)
    first = lines[0]["n"] if lines else 0
    return {
        "table": selectors.table_facts(sight),
        "title_name": sight.title.name[sight.language],
        "status_text": table.get_status_display(),
        "players": _players(sight),
        "lines": lines,
        "earlier": first if (before or table.entries_made + 1) > LINES else None,
        "said": selectors.chat(table),
        "record": reverse("tables:record", args=[table.slug]) if is_told(table) else "",
        "desk": reverse("hosting:host", args=[table.slug]) if _has_desk(sight) else "",
    }


def _players(sight: Sight) -> list[dict[str, Any]]:
    outcome = sight.table.outcome or {}
    scores, winners = outcome.get("scores", []), outcome.get("winners", [])
    return [
        {"name": name, "score": scores[seat] if seat < len(scores) else None, "won": seat in winners}
        for seat, name in enumerate(sight.players)
    ]


def _has_desk(sight: Sight) -> bool:
    can = selectors.abilities(sight)
    return sight.table.status == Status.PLAYING and (can["host"] or can["vote"])
