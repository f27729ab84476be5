"""Papers: what a turn brings into print. A seat gets its own report, everybody the gazette, in the reader's language.

Nothing is stored but the table itself: a report is made from the state after the turn, the events the reader may know and the
answer that was played, whenever somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from django.db.models import QuerySet

from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.documents import Document
from marchland.kernel.events import Event
from marchland.kernel.mail import Line
from marchland.render import paper
from marchland.web.letters.gazette import with_announcements

from . import keeping, questions, selectors
from .memory import Memory
from .models import Entry, EntryKind, Table
from .refusals import BadRequest
from .selectors import Sight

OWN, GAZETTE = "own", "gazette"
TYPES = {"txt": "text/plain; charset=utf-8", "html": "text/html; charset=utf-8", "pdf": "application/pdf"}
_files: Memory[str | bytes] = Memory(room=16_000_000)
"""Documents as they were printed; letters, or bytes."""


@dataclass(frozen=True)
class Turn:
    """A turn that has begun: the entry that opened it (and closed the one before), and its name."""

    n: int
    name: str
    words: str


def turns(sight: Sight) -> list[Turn]:
    """All turns of the table that have begun, oldest first."""
    if not sight.title.has_mail:
        return []
    mail = sight.title.parts.mail
    return [Turn(n, name, mail.turn_words(name, sight.language)) for n, name, _ in sight.begun]


def chosen_turn(sight: Sight, number: int | None) -> Turn:
    """The turn with this entry, or the latest."""
    known = turns(sight)
    turn = next((turn for turn in known if turn.n == number), None) if number is not None else next(iter(known[-1:]), None)
    if turn is None:
        raise BadRequest("no such turn")
    return turn


def kinds(sight: Sight) -> tuple[str, ...]:
    """What this reader may read: the gazette, and who has a seat its own report first."""
    return (OWN, GAZETTE) if sight.viewer.seat is not None else (GAZETTE,)


def document(sight: Sight, turn: Turn, kind: str) -> Document:
    """A paper in the reader's language."""
    if kind not in kinds(sight):
        raise BadRequest("no such paper")
    mail, state, seat = sight.title.parts.mail, keeping.state_after(sight.table, turn.n), sight.viewer.seat
    if kind == GAZETTE or seat is None:
        found = mail.gazette(state, events_in(sight, turn, None))
    else:
        found = mail.report(state, seat, events_in(sight, turn, seat), lines_of(sight, turn, seat))
    return with_announcements(sight, turn_before(sight, turn), mail.document(found, sight.language))


def printed(made: Document, form: str) -> str | bytes:
    """The document as a file of this kind. Setting one takes a fifth of a second: the same one, whoever reads it, is set once."""
    key = (made.title, made.subtitle, made.language, form)
    kept = _files.get(key, made)
    if kept is None:
        file = _set(made, form)
        kept = _files.keep(key, file, made, size=len(file))
    return kept


def _set(made: Document, form: str) -> str | bytes:
    setters: dict[str, Callable[[Document], str | bytes]] = {"txt": paper.text, "html": paper.html, "pdf": paper.pdf}
    if form not in setters:
        raise BadRequest("as: txt, html or pdf")
    return setters[form](made)


def on_page(made: Document, rules: str) -> str:
    """The document as part of a page; rules lead to `rules`, the page with the drawer."""
    return paper.fragment(made, lambda rule: f'<a class="rule" href="{escape(rules)}#rule-{escape(rule)}">{escape(rule)}</a>')


def turn_before(sight: Sight, turn: Turn) -> int:
    """The entry that opened the turn before; -1 for the first."""
    return max((n for n, _, _ in sight.begun if n < turn.n), default=-1)


def _entries(table: Table, after: int, up_to: int) -> QuerySet[Entry]:
    return selectors.standing_entries(table).filter(n__gt=after, n__lte=up_to).order_by("n")


def events_in(sight: Sight, turn: Turn, seat: SeatNumber | None) -> list[Event]:
    """What happened in the turn, as far as this seat may know."""
    entries = list(_entries(sight.table, turn_before(sight, turn), turn.n).only("n", "fingerprint"))
    happened = (one for ones in keeping.events_of(sight.table, entries) for one in ones if questions.is_for(one.data, seat))
    return [one.event for one in happened if one.event is not None]


def lines_of(sight: Sight, turn: Turn, seat: SeatNumber) -> tuple[Line, ...]:
    """The lines of the viewer's own answer as they were played."""
    before = turn_before(sight, turn)
    answer = _entries(sight.table, before, turn.n).filter(kind=EntryKind.ACT, seat=seat).first() if before >= 0 else None
    if answer is None:
        return ()
    action = sight.title.vocabulary.action(answer.action)
    return sight.title.parts.mail.lines(keeping.state_after(sight.table, before), seat, action)
