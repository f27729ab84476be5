"""What the desk shows: who is awaited, where the table could be taken back to, what is voted on. Nothing that is hidden."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from marchland.kernel.actions import Seat as SeatNumber
from marchland.web.accounts.models import User
from marchland.web.letters.selectors import are_allowed
from marchland.web.lobby.words import level_name, seated_bot
from marchland.web.pace import shown, timing
from marchland.web.post.selectors import letters_of
from marchland.web.tables import keeping, notes, papers, selectors
from marchland.web.tables.models import STANDING, Seat, SeatKind, Table, Until
from marchland.web.tables.selectors import Sight
from marchland.web.words import say

from . import office, telling
from .acts import since
from .facts import Facts
from .models import Motion, Standing

MOMENTS = 40
"""How many of the last entries are offered to be taken back to, beside the turns."""
LONGEST_LINE = 160


def places(sight: Sight) -> list[dict[str, Any]]:
    """Every seat: whose it is, whether it is awaited and since when, and who answers for it."""
    return [_place(sight, place) for place in sight.table.seats.all()]


def _place(sight: Sight, place: Seat) -> dict[str, Any]:
    table, is_asked = sight.table, place.number in sight.deciders and sight.goes_on
    asked = since(table, place) if is_asked else None
    seen = place.user.last_here if place.user is not None else None
    return {
        "number": place.number,
        "name": sight.players[place.number],
        "seat_name": sight.title.phrases.seat(place.number, sight.language),
        "asked": is_asked and place.kind != SeatKind.BOT,
        "since": shown.moment(asked),
        "since_words": shown.in_words(asked),
        "since_when": asked,
        "due": shown.moment(place.due) if table.paused is None else None,
        "due_words": shown.in_words(place.due),
        "seen": shown.moment(seen),
        "seen_words": shown.in_words(seen),
        "seen_when": seen,
        "missed": place.missed,
        "who": _who(sight, place),
        "is_host": place.user_id is not None and place.user_id == table.host_id and not table.by_vote,
        "is_person": place.kind == SeatKind.USER and place.user_id is not None and not place.departed,
        "can_hand_over": place.kind != SeatKind.BOT and place.stand_in_until != Until.RETURN,
        "can_give_back": bool(place.stand_in) and place.user_id is not None,
        "can_reseat": place.kind == SeatKind.BOT
        or place.departed
        or (place.stand_in_until == Until.RETURN and place.user_id is not None),
    }


def _who(sight: Sight, place: Seat) -> str:
    """Who plays the seat, if it is not its owner."""
    stand_in = place.stand_in if place.stand_in_until == Until.RETURN else ""
    if stand_in:
        return say("stand_in_level", level=level_name(sight.title, stand_in))
    if place.kind == SeatKind.BOT:
        return seated_bot(sight.title, place.bot)
    if place.kind == SeatKind.INVITED:
        return say("seat_invited")
    return say("seat_left") if place.departed else ""


def links(table: Table) -> list[dict[str, Any]]:
    """Links that were made for new people and that nobody has followed yet."""
    free = table.invitations.filter(taken_by=None, seat__in=table.seats.filter(kind=SeatKind.INVITED).values("number"))
    return [{"seat": one.seat, "path": reverse("lobby:invitation", args=[one.code])} for one in free]


# -- where one could go back to ------------------------------------------------------------------------


def turns(sight: Sight) -> list[dict[str, Any]]:
    """The beginnings of turns (seasons), the latest first, where the title has such."""
    last = _last_standing(sight.table)
    return [{"n": turn.n, "text": turn.words} for turn in reversed(papers.turns(sight)) if turn.n < last]


def moments(sight: Sight) -> list[dict[str, Any]]:
    """The last entries, the latest first, each in words as the reader knows it."""
    entries = selectors.standing_entries(sight.table).order_by("-n").values_list("n", "seat")[: MOMENTS + 1]
    found = list(entries)[1:]
    if not found:
        return []
    lines: dict[int, list[str]] = {}
    for line in selectors.log(sight, after=found[-1][0] - 1, limit=10 * MOMENTS):
        lines.setdefault(line["n"], []).append(line["text"])
    return [{"n": n, "text": _in_words(sight, n, seat, lines.get(n, []))} for n, seat in found]


def _in_words(sight: Sight, n: int, seat: SeatNumber | None, lines: list[str]) -> str:
    if not lines:
        lines = [say("entry_of", name=sight.players[seat]) if seat is not None else say("entry_set_up")]
    text = " ".join(lines)
    return text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE]}…"


def _last_standing(table: Table) -> int:
    return table.entries.filter(undone=False, kind__in=STANDING).order_by("-n").values_list("n", flat=True)[0]


# -- votes ---------------------------------------------------------------------------------------------


def open_motion(sight: Sight, user: User) -> dict[str, Any] | None:
    """What is voted on, and who voted how: everybody may know."""
    motion = Motion.objects.filter(table=sight.table, standing=Standing.OPEN).first()
    if motion is None:
        return None
    votes = dict(motion.ballots.values_list("user_id", "in_favour"))
    seats = office.voters(sight.table)
    return {
        "number": motion.pk,
        "text": telling.act_words(notes.Note(motion.act, motion.seat, sight.players, sight.title), motion.act),
        "by": sight.players[motion.seat],
        "until": shown.moment(motion.until),
        "until_words": shown.in_words(motion.until),
        "votes": [{"name": sight.players[seat], "vote": votes.get(person)} for person, seat in seats.items()],
        "mine": votes.get(user.pk),
        "can_vote": user.pk in seats,
    }


# -- facts ---------------------------------------------------------------------------------------------


def facts_at(sight: Sight, path: str) -> dict[str, Any]:
    """A branch of the tree of facts, and the way to it."""
    assert sight.state is not None
    steps = path.split("/")[1:]
    way = [{"name": step, "path": "/" + "/".join(steps[: depth + 1])} for depth, step in enumerate(steps)]
    return {"path": path, "way": way, "parts": Facts(sight.table, sight.state).at(path)}


def _lasts(table: Table) -> dict[str, int]:
    """How long is voted, in whole days where it is some."""
    lasts = office.lasts(table)
    return {"lasts_days": lasts.days, "lasts_minutes": lasts.seconds // 60}


def desk(sight: Sight, user: User) -> dict[str, Any]:
    table = sight.table
    return {
        "places": places(sight),
        "links": links(table),
        "turns": turns(sight),
        "moments": moments(sight),
        "motion": open_motion(sight, user),
        "troubles": [{"name": one.name, "said": one.said} for one in letters_of(table).troubles],
        "is_host": office.is_host(table, user),
        "is_voter": not office.has_host(table) and user.pk in office.voters(table),
        "has_host": office.has_host(table),
        **_lasts(table),
        "paused": shown.moment(table.paused),
        "paused_words": shown.in_words(table.paused),
        "is_timed": timing.is_timed(table),
        "pace_words": shown.pace_words(table),
        "has_letters": are_allowed(table),
        "can_play_on": keeping.is_of_these_rules(table),
    }
