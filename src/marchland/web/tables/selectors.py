"""Reading a table for one viewer, in one language: everything a page or a program may know, and nothing more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from marchland import render
from marchland.kernel.actions import Action
from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.errors import IllegalAction, Refusal
from marchland.kernel.frames import Decision
from marchland.kernel.state import State
from marchland.kernel.title import Title
from marchland.kernel.views import View
from marchland.kernel.vocabulary import plain
from marchland.web.absence.vacations import seats_away
from marchland.web.accounts.people import Anybody
from marchland.web.pace import shown
from marchland.web.tours.script import Lesson, lesson_for
from marchland.web.words import say

from . import keeping, notes, questions
from .gone import wordless
from .keeping import Happened, Standing, sealed_answer
from .models import STANDING, Entry, EntryKind, Seat, SeatKind, Status, Table
from .refusals import ItemRefused, OtherRulesHere
from .screens import Screen
from .viewers import PEOPLE, Viewer, is_vacant, needs_curtain, viewer_of
from .watching import is_behind

LOG_LINES = 200
PRESENT = timedelta(seconds=90)
"""Pages say every minute that they are still open."""


class Question(NamedTuple):
    """What is asked, at which table, seen from which seat."""

    decision: Decision[Any]
    state: State
    seat: SeatNumber


@dataclass
class Sight:
    """A state of a table as one viewer sees it. Everything shown comes from here."""

    table: Table
    state: State | None
    viewer: Viewer
    language: str
    at: int | None = None
    """The entry after which the table is seen; None: the last one."""
    title: Title = field(init=False)

    def __post_init__(self) -> None:
        self.title = keeping.title_of(self.table)

    @cached_property
    def begun(self) -> list[tuple[int, str, str]]:
        """All turns of the table that have begun, oldest first: the entry that opened each, its name, and its fingerprint."""
        return list(standing_entries(self.table).exclude(turn="").order_by("n").values_list("n", "turn", "fingerprint"))

    @cached_property
    def players(self) -> list[str]:
        return [player_name(self, place) for place in self.table.seats.all()]

    @cached_property
    def view(self) -> View | None:
        return self.title.view(self.state, self.viewer.seat) if self.state is not None else None

    @cached_property
    def latest(self) -> tuple[Standing, ...]:
        """The last entries that still stand, the newest first."""
        return keeping.latest_entries(self.table) if self.at is None else keeping.last_entries(self.table, self.at)

    @cached_property
    def deciders(self) -> tuple[SeatNumber, ...]:
        return self.state.deciders if self.state is not None else ()

    @property
    def is_asked(self) -> bool:
        return self.goes_on and self.viewer.seat is not None and self.viewer.seat in self.deciders

    @property
    def question(self) -> Question | None:
        """The question on the table, for a viewer who has a seat."""
        decision = self.state.decision if self.state is not None else None
        if self.state is None or decision is None or self.viewer.seat is None:
            return None
        return Question(decision, self.state, self.viewer.seat)

    @cached_property
    def lesson(self) -> Lesson | None:
        """The guided game of the seat through which the viewer looks; no past moment has one."""
        return lesson_for(self.table, self.viewer.seat) if self.at is None and self.table.past is None else None

    @cached_property
    def goes_on(self) -> bool:
        """Is this a game being played, by rules that this release knows?"""
        return self.table.status == Status.PLAYING and self.title.plays(self.table.rules_version)

    def rule_text(self, rule: str) -> dict[str, str]:
        known = self.title.catalogue.rules.get(rule)
        if known is None:
            return {"rule": rule, "rule_name": rule, "rule_text": ""}
        return {"rule": rule, "rule_name": known.name[self.language], "rule_text": known.text(self.language)}


def sight_now(table: Table, user: Anybody, language: str, seat: SeatNumber | None = None, screen: Screen | None = None) -> Sight:
    """The table as it is now, through the eyes of this user (at this screen, which others may share)."""
    return sight_of(table, keeping.present_state(table) if table.state else None, user, language, seat, screen)


def sight_back(table: Table, user: Anybody, language: str, seat: SeatNumber | None = None, screen: Screen | None = None) -> Sight:
    """As `sight_now` for those who only read what was written, which needs no state: a title that is gone brings none."""
    state = keeping.present_state(table) if keeping.is_readable(table) else None
    return sight_of(table, state, user, language, seat, screen)


def sight_of(
    table: Table, state: State | None, user: Anybody, language: str, seat: SeatNumber | None = None, screen: Screen | None = None
) -> Sight:
    """As `sight_now`, where the state is at hand already."""
    viewer = viewer_of(table, user, state.deciders if state is not None else (), seat, screen)
    return Sight(table, state, viewer, language)


def player_name(sight: Sight, place: Seat) -> str:
    if place.kind == SeatKind.USER and place.user is not None:
        return place.user.username
    return place.name or sight.title.phrases.seat(place.number, sight.language)


# -- the position ------------------------------------------------------------------------------------


def position(sight: Sight) -> dict[str, Any]:
    """All that is needed to show the table and to play: see web/README.md for every field."""
    return {
        "table": table_facts(sight),
        "viewer": viewer_facts(sight),
        "view": plain(sight.view) if sight.view is not None else None,
        "prompt": prompt(sight),
        "options": options(sight),
        "seats": seats(sight),
        "can": abilities(sight),
    }


def table_facts(sight: Sight) -> dict[str, Any]:
    table = sight.table
    over = table.status == Status.OVER
    return {
        "slug": table.slug,
        "name": table.name,
        "title": table.title,
        "title_name": sight.title.name[sight.language],
        "options": table.options,
        "pace": table.pace,
        "public": table.public,
        "reliability": table.reliability,
        "status": table.status,
        "n": table.entries_made,
        "commitment": table.commitment,
        "key": bytes(table.key).hex() if is_told(table) else None,
        "outcome": table.outcome if over else None,
        "rematch": table.rematch.slug if table.rematch else None,
        "host": table.host.username if table.host else None,
        "touched": table.touched.isoformat(),
        "now": shown.moment(timezone.now()),
        **shown.table_time(table),
    }


def is_told(table: Table) -> bool:
    """A game that is over, or was closed by its host or by a vote: nobody goes on with it, and everybody may check it."""
    return table.status == Status.OVER or (table.status == Status.ABANDONED and bool(table.state))


def viewer_facts(sight: Sight) -> dict[str, Any]:
    viewer = sight.viewer
    return {
        "seat": viewer.seat,
        "seats": list(viewer.seats),
        "spectator": viewer.is_spectator,
        "host": viewer.is_host,
        "name": viewer.name,
        "language": sight.language,
    }


def curtain(sight: Sight) -> dict[str, Any]:
    """Where people share a screen: whether it has to be passed on, and to whom. `before` changes whenever somebody else looks."""
    viewer = sight.viewer
    if not needs_curtain(sight.table, viewer.seats):
        return {"drawn": False, "can_fall": False, "before": "", "to": [], "others": []}
    people = [{"seat": seat, "name": sight.players[seat]} for seat in viewer.seats]
    return {
        "drawn": viewer.is_behind_curtain,
        "can_fall": viewer.seat not in sight.deciders and any(person["seat"] in sight.deciders for person in people),
        "before": "curtain" if viewer.is_behind_curtain else str(viewer.seat),
        "to": [person for person in people if person["seat"] in sight.deciders],
        "others": [person for person in people if person["seat"] not in sight.deciders],
    }


def prompt(sight: Sight) -> dict[str, Any]:
    """What is asked, as the viewer may know it, and of whom. Whoever is not asked reads what is being done, and no figures."""
    decision = sight.state.question(sight.viewer.seat) if sight.state is not None else None
    nobody = {"text": "", "question": "", "deciders": [], "mine": False, "rule": "", "names": []}
    if sight.state is None or decision is None:
        return nobody
    if sight.table.status == Status.PLAYING and not sight.goes_on:
        return {**nobody, "text": OtherRulesHere().sentence()}
    return {
        "text": questions.asked(sight) if sight.is_asked and sight.at is None else questions.awaited(sight, decision),
        "question": type(decision).__name__,
        "deciders": list(sight.deciders),
        "names": [sight.players[seat] for seat in sight.deciders],
        "mine": sight.is_asked,
        "rule": decision.RULE,
    }


def legal_actions(sight: Sight) -> tuple[Action, ...]:
    """Every legal answer of the viewer's seat; empty for everybody who is not asked, and in the past."""
    if not sight.is_asked or sight.state is None or sight.viewer.seat is None or sight.at is not None:
        return ()
    return keeping.options_at(sight.table, sight.state, sight.viewer.seat)


def options(sight: Sight) -> list[dict[str, Any]]:
    return [option(sight, index, action) for index, action in enumerate(legal_actions(sight))]


def option(sight: Sight, index: int, action: Action) -> dict[str, Any]:
    return {
        "index": index,
        "action": plain(action),
        "text": questions.option_words(sight, action),
        "touches": list(action.touches()),
        "preview": [
            {"amount": line.amount, "facts": line.facts, **sight.rule_text(line.rule)}
            for line in questions.preview_lines(sight, action)
        ],
    }


def seats(sight: Sight) -> list[dict[str, Any]]:
    scores = keeping.scores_in(sight.view)
    away = seats_away(sight.table, sight.table.seats.all())
    return [
        {
            "number": place.number,
            "name": sight.players[place.number],
            "kind": place.kind,
            "bot": place.bot,
            "colour": sight.title.seat_colours[place.number % len(sight.title.seat_colours)],
            "seat_name": sight.title.phrases.seat(place.number, sight.language),
            "mine": place.number in sight.viewer.seats,
            "deciding": place.number in sight.deciders and sight.goes_on,
            "departed": place.departed,
            "away_until": away.get(place.number, ""),
            "online": is_here(place),
            "score": scores[place.number] if scores else None,
            "time": shown.seat_time(sight.table, place) if sight.at is None else None,
        }
        for place in sight.table.seats.all()
    ]


def pace_words(sight: Sight) -> str:
    """How time is kept, while it is; a game that is over needs no haste."""
    return shown.pace_words(sight.table) if sight.table.status == Status.PLAYING and sight.at is None else ""


def is_here(place: Seat) -> bool:
    """Has this person's browser been heard of lately? Bots always are."""
    if place.kind == SeatKind.BOT:
        return True
    seen = place.user.last_here if place.user is not None else None
    return seen is not None and timezone.now() - seen < PRESENT


def moments(sight: Sight) -> list[dict[str, Any]]:
    """The title's moments at which the viewer may let things happen unasked, and which of them are waived."""
    place = next((place for place in sight.table.seats.all() if place.number == sight.viewer.seat), None)
    if place is None or sight.lesson is not None:
        return []
    return [
        {"id": moment, "name": name[sight.language], "waived": moment in place.waived}
        for moment, name in sight.title.moments.items()
    ]


def abilities(sight: Sight) -> dict[str, bool]:
    """What the viewer may do beside answering."""
    table, viewer = sight.table, sight.viewer
    back = taken_back_steps(sight)
    gathering = table.status == Status.GATHERING
    places = list(table.seats.all())
    return {
        "act": sight.is_asked,
        "undo": back > 0,
        "restart": back > 1,
        "chat": bool(viewer.name) and (not viewer.is_spectator or is_heard(table)),
        "join": viewer.is_spectator and table.public and any(is_vacant(table, place) for place in places),
        "start": gathering and viewer.is_host and not any(place.kind in (SeatKind.OPEN, SeatKind.INVITED) for place in places),
        "leave": not viewer.is_spectator and table.status in (Status.GATHERING, Status.PLAYING),
        "kick": gathering and viewer.is_host,
        "replace": table.status == Status.PLAYING and not viewer.is_spectator and any(place.departed for place in places),
        "rematch": table.status == Status.OVER and not viewer.is_spectator,
        "host": table.status == Status.PLAYING and viewer.is_host and not table.by_vote,
        "vote": table.status == Status.PLAYING and not viewer.is_spectator and (table.by_vote or table.host_id is None),
        "hotseat": sum(place.number in viewer.seats and place.kind in PEOPLE for place in places) > 1,
    }


def is_heard(table: Table) -> bool:
    """May those who only watch speak? Not at a private table, and not where they are kept behind."""
    return table.public and not is_behind(table)


def taken_back_steps(sight: Sight) -> int:
    """How many answers in a row the viewer's seat could take back; a sealed answer counts as one."""
    seat = sight.viewer.seat
    if seat is None or sight.state is None or not sight.goes_on:
        return 0
    if sealed_answer(sight.state, seat):
        return 1
    answers = (entry for entry in sight.latest if entry.kind in STANDING)
    return sum(1 for _ in takewhile(lambda entry: entry.undoable and entry.seat == seat, answers))


def standing_entries(table: Table) -> QuerySet[Entry]:
    """The set-up, and the answers and corrections that were not taken back."""
    return keeping.standing(table).filter(kind__in=STANDING)


def why_not(sight: Sight, target: str) -> list[dict[str, Any]]:
    """Why nothing can be done now with something on the board; empty if something can."""
    asked = sight.question if sight.is_asked else None
    if asked is None or asked.decision.WRITTEN or _is_played_there(sight, asked, target):
        return []
    return reasons(sight, asked.decision.why_not(asked.state, asked.seat, target))


def _is_played_there(sight: Sight, asked: Question, place: str) -> bool:
    """Something that lies at this place is played with: pointing at the place reaches it."""
    placing, view = sight.title.parts.placing, sight.view
    if placing is None or view is None:
        return False
    return any(placing.place_of(view, one) == place for action in asked.state.options(asked.seat) for one in action.touches())


def reasons(sight: Sight, refusals: list[Refusal]) -> list[dict[str, Any]]:
    """Refusals with their rule, its sentence and the figures, in the viewer's language."""
    return list(render.explain(sight.title, refusals, sight.language, sight.players))


def has_reasons(error: Exception) -> bool:
    return isinstance(error, IllegalAction | ItemRefused)


def reasons_of(sight: Sight, error: Exception) -> list[dict[str, Any]]:
    forbidden = error.refusal if isinstance(error, ItemRefused) else error
    return reasons(sight, [forbidden.refusal]) if isinstance(forbidden, IllegalAction) else []


# -- the log -----------------------------------------------------------------------------------------


def log(sight: Sight, after: int = -1, before: int | None = None, limit: int = LOG_LINES) -> list[dict[str, Any]]:
    """Log lines the viewer may read, oldest first; `new` marks what happened since the viewer's last move."""
    entries = _entries(sight, after, before, limit)
    own = last_move(sight)
    return [
        {**line, "new": entry.n > own}
        for entry, happened in zip(entries, keeping.events_of(sight.table, entries), strict=True)
        for line in _lines(sight, entry, happened)
    ]


def _entries(sight: Sight, after: int, before: int | None, limit: int) -> list[Standing]:
    """The last entries between these two, oldest first; mostly they are at hand."""
    is_plain = not any(entry.kind in (EntryKind.BACK, EntryKind.CORRECT) for entry in sight.latest)
    if is_plain and before is None and sight.at is None and limit >= len(sight.latest):
        if len(sight.latest) < keeping.LATEST or sight.latest[-1].n <= after + 1:
            return [entry for entry in reversed(sight.latest) if entry.n > after]
    return keeping.log_entries(sight.table, after, before, limit)


def last_move(sight: Sight) -> int:
    """The entry with which the viewer last moved; where several share a screen, the one before it."""
    viewer = sight.viewer
    eyes = viewer.seats if viewer.seat is None else (viewer.seat,)
    return max((place.seen for place in sight.table.seats.all() if place.number in eyes), default=sight.table.entries_made)


def _lines(sight: Sight, entry: Standing, happened: Iterable[Happened]) -> list[dict[str, Any]]:
    if entry.kind == EntryKind.UNDO:
        return [_house_line(entry, "Undone", _undone(sight, entry))]
    if entry.kind in notes.NOTES:
        return [_house_line(entry, *_noted(sight, entry, one)) for one in happened]
    seen = (one for one in happened if questions.is_for(one.data, sight.viewer.seat))  # gaps would count what happened unseen
    return [{**_stamp(entry), "i": index, **told_event(sight, one)} for index, one in enumerate(seen)]


def _house_line(entry: Standing, kind: str, text: str) -> dict[str, Any]:
    """A line about something that is no event of the game."""
    return {**_stamp(entry), "i": 0, "type": kind, "text": text, "rule": "", "touches": [], "private": False, "event": {}}


def _noted(sight: Sight, entry: Standing, happened: Happened) -> tuple[str, str]:
    """What the clock or the host did: its kind and its sentence."""
    note = notes.Note(happened.data, entry.seat, sight.players, sight.title)
    return str(happened.data.get("do", "")), notes.told(note)


def _undone(sight: Sight, entry: Standing) -> str:
    name = sight.players[entry.seat] if entry.seat is not None else ""
    return say("takes_back", name=name)


def _stamp(entry: Standing) -> dict[str, Any]:
    return {"n": entry.n, "by": entry.seat, "kind": entry.kind, "made": entry.made.isoformat(), "undone": entry.undone}


def told_event(sight: Sight, happened: Happened) -> dict[str, Any]:
    """One event as a log line. An event this release no longer knows keeps its name and its facts."""
    data, event = happened
    if event is None:
        return {
            "type": data.get("type", ""),
            "text": wordless(data, sight.players),
            "rule": "",
            "touches": [],
            "private": data.get("audience") is not None,
            "event": data,
        }
    return {
        "type": type(event).__name__,
        "text": sight.title.phrases.event(event, sight.language, sight.players),
        "rule": event.cause,
        "touches": list(render.touched(event)),
        "private": event.audience is not None,
        "event": data,
    }


def rules(sight: Sight) -> list[dict[str, Any]]:
    """The catalogue for the rules drawer, chapter by chapter."""
    catalogue, language = sight.title.catalogue, sight.language
    chapters: dict[str, list[dict[str, str]]] = {chapter: [] for chapter in catalogue.chapters}
    for rule in catalogue.rules.values():
        chapters[rule.chapter].append({"id": rule.id, "name": rule.name[language], "text": rule.text(language)})
    return [{"chapter": chapter, "rules": found} for chapter, found in chapters.items()]


def chat(table: Table, after: int = 0, limit: int = 100) -> list[dict[str, Any]]:
    messages = keeping.messages(table).filter(pk__gt=after).order_by("-pk")[:limit]
    return [
        {
            "id": message.pk,
            "author": message.author,
            "seat": message.seat,
            "text": message.text,
            "written": message.written.isoformat(),
        }
        for message in reversed(messages)
    ]
