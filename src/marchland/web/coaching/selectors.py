"""What the coach says to one viewer: ideas beside the options, and the moves of a finished game that cost most."""

from __future__ import annotations

from typing import Any

from marchland.kernel.writing import Advising
from marchland.web.tables import selectors
from marchland.web.tables.models import Review, Seat, Status
from marchland.web.tables.selectors import Sight
from marchland.web.words import say

from . import telling
from .kept import is_late, is_lost, question_key
from .permits import may_be_advised


def can_ask(sight: Sight) -> bool:
    """Has the viewer a button for advice? Only those who play, where it harms nobody."""
    is_here = sight.viewer.seat is not None and sight.at is None and sight.table.past is None
    return is_here and sight.goes_on and may_be_advised(sight.table) and not sight.title.has_mail


def has_steward(sight: Sight) -> bool:
    """Where sheets are written, whoever advises sits at the desk: the steward, whom everybody may ask."""
    return sight.viewer.seat is not None and sight.goes_on and isinstance(sight.title.parts.desk, Advising)


def advice(sight: Sight) -> dict[str, Any]:
    """What stands above the options: nothing, that the coach thinks, its ideas, or that nothing came of it."""
    place = next((place for place in sight.table.seats.all() if place.number == sight.viewer.seat), None)
    if place is None or not place.advice or not can_ask(sight):
        return {}
    if place.advice["question"] != question_key(sight.table, place):
        return {}
    if not sight.is_asked:
        return {"is_early": True}
    return _answered(sight, place)


def _answered(sight: Sight, place: Seat) -> dict[str, Any]:
    kept = place.advice
    if "answer" not in kept:
        return {"has_failed": True} if is_late(place) else {"is_thinking": True}
    if not kept["answer"]:
        return {"has_failed": True}
    answer = kept["answer"]
    found = telling.ideas(sight, answer, selectors.legal_actions(sight))
    return {"ideas": found, "how": _how(answer), "doubt": say("coach_doubt", place=answer["doubt"] + 1) if answer["doubt"] else ""}


def _how(answer: dict[str, Any]) -> str:
    if answer["tables"] == 1:
        return say("coach_how_sure", count=answer["options"])
    return say("coach_how", tables=answer["tables"], count=answer["options"])


# -- a game that is over -----------------------------------------------------------------------------


def review(sight: Sight) -> dict[str, Any]:
    """The moves that cost most, person by person, the viewer's own first; or that nobody has asked yet."""
    if sight.table.status != Status.OVER or sight.table.past is not None:
        return {}
    found = Review.objects.filter(table=sight.table).first()
    can_begin = not sight.viewer.is_spectator and sight.title.plays(sight.table.rules_version)
    if found is None or is_lost(found):
        return {"can_begin": can_begin} if can_begin else {}
    if not found.is_done:
        return {"is_thinking": True}
    seats = sorted({move["seat"] for move in found.moves}, key=lambda seat: (seat not in sight.viewer.seats, seat))
    return {"is_done": True, "people": [_person(sight, seat, found.moves) for seat in seats]}


def _person(sight: Sight, seat: int, moves: list[dict[str, Any]]) -> dict[str, Any]:
    own = [_move(sight, move) for move in moves if move["seat"] == seat]
    return {"seat": seat, "name": sight.players[seat], "mine": seat in sight.viewer.seats, "moves": own}


def _move(sight: Sight, move: dict[str, Any]) -> dict[str, Any]:
    lapse, seat = move["lapse"], move["seat"]
    played, better = lapse["played"], lapse["better"]
    figures = telling.differences(sight, played["standing"][seat], better["standing"][seat])
    return {
        "n": move["n"],
        "played": _text(sight, played),
        "better": _text(sight, better),
        "gain": say("coach_would_bring", figures=", ".join(figures)) if figures else say("coach_would_place"),
    }


def _text(sight: Sight, idea: dict[str, Any]) -> str:
    action = sight.title.vocabulary.action(idea["action"])
    return sight.title.phrases.action(action, sight.language, sight.players, idea["facts"])
