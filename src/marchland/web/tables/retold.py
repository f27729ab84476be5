"""What happened lately, in a few lines for one viewer: since their last turn, or this moment. Drawn from what is at hand."""

from __future__ import annotations

from collections.abc import Sequence

from marchland import render
from marchland.kernel.retelling import Reader, retold, shown

from .keeping import Standing
from .memory import Memory
from .models import STANDING
from .questions import known_events
from .scenes import asset, replay_address
from .selectors import Sight
from .turns import news_after

_strips: Memory[str] = Memory(room=400)
"""Strips by table, seat and language, each beside the entries it was made of."""


def forget() -> None:
    """As if the process had just been started."""
    _strips.forget_all()


def strip(sight: Sight) -> str:
    """What one had better know and what others have done since one's last turn; who only watches reads what happened lately."""
    if sight.view is None:
        return ""
    entries = _news(sight)
    key = (sight.table.slug, sight.viewer.seat, sight.language)
    made_of = (entries[:1], sight.table.entries_made, sight.latest[:1], tuple(sight.players))
    known = _strips.get(key, made_of)
    return known if known is not None else _strips.keep(key, _drawn(sight, entries), made_of)


def _drawn(sight: Sight, entries: list[Standing]) -> str:
    lines = retold(sight.title, known_events(sight, entries), _reader(sight))
    return render.strip(_page(sight), lines, notices(sight), is_own=sight.viewer.seat is not None)


def moments(sight: Sight, seen: int) -> str:
    """What has happened since entry `seen` that is worth showing at once."""
    if not 0 <= seen < sight.table.entries_made:
        return ""
    entries = [entry for entry in reversed(sight.latest) if entry.n > seen and _counts(entry)]
    lines = shown(sight.title, known_events(sight, entries), _reader(sight))
    return render.moments(_page(sight), lines) if lines else ""


def notices(sight: Sight) -> list[render.Told]:
    """What the title says one had better know now."""
    noticing, phrases = sight.title.parts.noticing, sight.title.phrases
    if noticing is None or sight.view is None:
        return []
    return [
        render.Told(notice.key, phrases.notice(notice.key, sight.language, notice.facts, sight.players), notice.about)
        for notice in noticing.notices(sight.view)
    ]


def _news(sight: Sight) -> list[Standing]:
    """The entries that are news to the viewer, oldest first, as far back as pages look."""
    place = next((place for place in sight.table.seats.all() if place.number == sight.viewer.seat), None)
    if place is None:
        return _last_round(sight.latest)
    after = news_after(sight.table, place)
    return [entry for entry in reversed(sight.latest) if entry.n > after and _counts(entry)]


def _last_round(latest: Sequence[Standing]) -> list[Standing]:
    """Back to where somebody's turn before their last one ends."""
    found: list[Standing] = []
    seats: list[int | None] = []
    for entry in filter(_counts, latest):
        if not entry.aside and entry.seat not in seats[-1:]:
            if entry.seat in seats:
                break
            seats.append(entry.seat)
        found.append(entry)
    return found[::-1]


def _counts(entry: Standing) -> bool:
    return entry.kind in STANDING and not entry.undone


def _reader(sight: Sight) -> Reader:
    return Reader(sight.viewer.seat, sight.language, sight.players)


def _page(sight: Sight) -> render.Page:
    return render.Page(sight.language, tuple(sight.players), replay_address(sight.table.slug), asset)
