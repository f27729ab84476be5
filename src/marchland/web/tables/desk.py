"""The desk: answers that are written as a sheet of text. Reading one commits to nothing; handing one in is a service."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone

from marchland import render
from marchland.bots.protocol import answer, make_bot
from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.cards import Card, Place
from marchland.kernel.errors import Refusal
from marchland.kernel.mail import Reading
from marchland.kernel.state import State
from marchland.kernel.title import Title
from marchland.kernel.writing import Hesitating
from marchland.web.absence.drafts import draft_of
from marchland.web.lobby.words import level_name

from .models import Sheet, Table
from .refusals import BadRequest, WrongMoment
from .selectors import Sight
from .sheets import LONGEST, is_written, read_sheet


@dataclass(frozen=True)
class Draft:
    """A sheet that is only being looked at: its text, and what would become of it as HTML."""

    text: str
    verdicts: str = ""
    card: Card | None = None
    """A card that lies open."""
    place: Place | None = None
    """A space that was asked about."""
    advice: render.Advice | None = None
    """What somebody else would write, where that was asked for."""
    misgivings: tuple[str, ...] = ()
    """Why one should think twice before handing it in."""


FORM, HANDED, BOT = "form", "handed", "bot:"


def is_open(sight: Sight) -> bool:
    """May the viewer write now? Also after handing in, as long as others are still writing."""
    state = sight.state
    if state is None or not sight.goes_on or not is_written(sight.title, state):
        return False
    return sight.viewer.seat in getattr(state.decision, "seats", state.deciders)


def writer(sight: Sight) -> tuple[State, SeatNumber]:
    """Who writes, and at which table; refused where there is no desk for the viewer."""
    if not is_open(sight) or sight.state is None or sight.viewer.seat is None:
        raise WrongMoment(sight.table.slug)
    return sight.state, sight.viewer.seat


def check(sight: Sight, text: str) -> tuple[Reading, str]:
    """What would become of the sheet, and that as HTML."""
    reading = read_sheet(sight.table, *writer(sight), text)
    return reading, render.verdicts(sight.title, reading, sight.language)


def blank(sight: Sight) -> dict[str, str]:
    """For programs: the turn that sheets are written for, and the sheet filled in as far as it can be."""
    state, _seat = writer(sight)  # first: a title without a desk has nothing else that could be asked
    return {"turn": sight.title.parts.mail.turn_name(state), "text": starting_text(sight, FORM)}


def told(sight: Sight, text: str) -> dict[str, Any]:
    """For programs: what would become of the sheet, as data."""
    state, seat = writer(sight)
    mail = sight.title.parts.mail
    reading = read_sheet(sight.table, state, seat, text)

    def reason(refusal: Refusal) -> dict[str, str]:
        return {"rule": refusal.rule, "text": mail.explain(refusal, sight.language)}

    lines = [
        {
            "line": one.line,
            "status": one.status,
            "text": one.text,
            "canonical": one.canonical,
            "reasons": list(map(reason, one.reasons)),
        }
        for one in reading.verdicts
    ]
    refusal = reason(reading.refusal) if reading.refusal is not None else None
    return {"turn": mail.turn_name(state), "canonical": reading.canonical, "lines": lines, "refusal": refusal}


def desk_of(sight: Sight, draft: Draft | None = None) -> render.Desk | None:
    """The desk as the page shows it: with a draft, with the sheet handed in, or with the pre-filled one."""
    if not is_open(sight):
        return None
    state, seat = writer(sight)
    mail = sight.title.parts.mail
    sheet = sheet_that_counts(sight.table, seat)
    turn = mail.turn_name(state)
    left = None if sheet else draft_of(sight.table, seat, turn)
    kept = draft or sheet or left
    return render.Desk(
        turn=turn,
        turn_words=mail.turn_words(turn, sight.language),
        text=kept.text if kept else mail.form(state, seat, "", sight.language),
        saved=left.saved.isoformat() if left else "",
        longest=LONGEST,
        papers=reverse("tables:papers", args=[sight.table.slug]),
        bots=tuple({"name": name, "label": level_name(sight.title, name)} for name in bots(sight.title)),
        receipt=_receipt_facts(sight, sheet) if sheet else None,
        verdicts=draft.verdicts if draft else _verdicts(sight, sheet) if sheet else "",
        misgivings=draft.misgivings if draft else (),
    )


def bots(title: Title) -> tuple[str, ...]:
    """The bots whose sheet one can start from: the title's own."""
    return tuple(title.parts.bot.BOTS) or ("random",)


def starting_text(sight: Sight, start: str) -> str:
    """A sheet to start from: the pre-filled one, the one handed in, or what a bot would write."""
    state, seat = writer(sight)
    mail = sight.title.parts.mail
    sheet = sheet_that_counts(sight.table, seat)
    if start == HANDED and sheet is not None:
        return sheet.text
    if start.startswith(BOT) and start.removeprefix(BOT) in bots(sight.title):
        return bot_sheet(sight, start.removeprefix(BOT), os.urandom(16).hex())
    if start != FORM:
        raise BadRequest("no such sheet to start from")
    return str(mail.form(state, seat, "", sight.language))


def bot_sheet(sight: Sight, name: str, seed: str) -> str:
    """What a bot would write for the viewer's seat, from what that seat knows."""
    state, seat = writer(sight)
    action = answer(make_bot(sight.title, name), sight.title, state, seat, seed=seed)
    return str(sight.title.parts.mail.write(state, seat, action, sight.language))


def misgivings(sight: Sight, text: str) -> tuple[str, ...]:
    """Why one should think twice before handing this in."""
    part = sight.title.parts.desk
    return part.misgivings(*writer(sight), text, sight.language) if isinstance(part, Hesitating) else ()


def kinds_html(sight: Sight) -> str:
    """Help: everything that can be written now."""
    state, seat = writer(sight)
    kinds = sight.title.parts.mail.kinds(state, seat, sight.language)
    return render.order_kinds(sight.title, kinds, sight.language)


# -- sheets that were handed in --------------------------------------------------------------------------------------


def sheet_that_counts(table: Table, seat: SeatNumber) -> Sheet | None:
    """The sheet in the seat's lane, if the answer there was written at the desk and not taken back."""
    standing = table.entries.filter(undone=False, n__gt=table.question, seat=seat).values("n")
    return Sheet.objects.filter(table=table, seat=seat, entry__in=standing).exclude(text="").order_by("-entry").first()


def receipt_of(sight: Sight, number: int | None) -> Sheet:
    """The viewer's own sheet with this receipt."""
    seat = sight.viewer.seat
    if seat is None or number is None:
        raise BadRequest("no such receipt")
    sheet = Sheet.objects.filter(table=sight.table, seat=seat, number=number).exclude(text="").first()
    if sheet is None:
        raise BadRequest("no such receipt")
    return sheet


def _receipt_facts(sight: Sight, sheet: Sheet) -> dict[str, Any]:
    address = reverse("tables:receipt", args=[sight.table.slug])
    made = timezone.localtime(sheet.made)
    return {"number": sheet.number, "time": f"{made:%H:%M}", "url": f"{address}?number={sheet.number}&seat={sheet.seat}"}


def _verdicts(sight: Sight, sheet: Sheet) -> str:
    """Read again, because figures in a stored receipt are no longer what the title's sentences are made of."""
    return check(sight, sheet.text)[1]
