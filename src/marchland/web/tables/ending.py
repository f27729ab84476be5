"""The end of a game: where everybody's points came from, what decided between equals, and when the game turned."""

from __future__ import annotations

from collections.abc import Sequence

from marchland import render
from marchland.kernel.retelling import Accounting, Deciding, Gain, Happened, gained
from marchland.kernel.title import Outcome

from . import history, keeping
from .memory import Memory
from .selectors import Sight, standing_entries

_endings: Memory[render.Ending] = Memory(room=50)
"""By table and language, beside the last entry: everything in it is public."""


def ending_of(sight: Sight, outcome: Outcome) -> render.Ending:
    """The same for everybody, so worked out once."""
    key, made_of = (sight.table.slug, sight.language), (sight.table.entries_made, tuple(sight.players))
    return _endings.get(key, made_of) or _endings.keep(key, _told(sight, outcome), made_of)


def _told(sight: Sight, outcome: Outcome) -> render.Ending:
    gains = list(gained(sight.title, _public_events(sight), len(outcome.scores)))
    series = history.scores_over_time(sight.table)
    if sum(bool(point["scores"]) for point in series) < 2:
        series = _summed(gains, len(outcome.scores))
    return render.Ending(
        series=series,
        sources=_sources(sight, gains),
        gains=gains,
        verdict=_verdict(sight, outcome),
        turning=render.turning_points(series, outcome.winners),
    )


def _public_events(sight: Sight) -> list[Happened]:
    stored = standing_entries(sight.table).order_by("n").values_list("n", "events")
    events = (
        (n, keeping.known_event(sight.title, data)) for n, happened in stored for data in happened if not data.get("audience")
    )
    return [(n, event) for n, event in events if event is not None and event.audience is None]


def _summed(gains: Sequence[tuple[int, Gain]], seats: int) -> list[dict[str, object]]:
    """Scores that nobody was told before the end, from what everybody knew."""
    sums, series = [0] * seats, {}
    for n, gain in gains:
        sums[gain.seat] += gain.points
        series[n] = list(sums)
    return [{"n": n, "scores": scores} for n, scores in series.items()]


def _sources(sight: Sight, gains: Sequence[tuple[int, Gain]]) -> dict[str, str]:
    """Those that brought or cost anybody anything, by name."""
    part = sight.title.parts.retelling
    used = {gain.source for _, gain in gains}
    if not isinstance(part, Accounting):
        return {}
    return {source: sight.title.phrases.word(f"source_{source}", sight.language) for source in part.SOURCES if source in used}


def _verdict(sight: Sight, outcome: Outcome) -> str:
    part = sight.title.parts.retelling
    notice = part.verdict(sight.view, outcome) if isinstance(part, Deciding) and sight.view is not None else None
    return sight.title.phrases.notice(notice.key, sight.language, notice.facts, sight.players) if notice is not None else ""
