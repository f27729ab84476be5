"""Letters: who wants them, what becomes of those that come, what is written to whom. Each in one transaction.

A letter, the sheet handed in with it and the answer to it are written together or not at all: whoever is killed in between has
done nothing, and the mail, which is still in the mailbox, is read again.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from email.utils import parseaddr
from hashlib import sha256

from django.conf import settings
from django.db import IntegrityError
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone, translation

from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.errors import MarchlandError
from marchland.kernel.mail import Reading
from marchland.post import letters
from marchland.post.letters import Reader
from marchland.post.passing import MOST, Parcel, is_all, parcels
from marchland.post.reading import BOUNCE, LARGEST, PERSON, Mail, read_mail
from marchland.post.seals import plain_address
from marchland.post.writing import Attachment, Draft, compose, is_address, message_id
from marchland.render.paper import explain
from marchland.web.accounts.models import User
from marchland.web.config import throttle
from marchland.web.letters.models import Missive
from marchland.web.letters.selectors import letters_since, mailbox_of
from marchland.web.letters.services import letter_answer, letter_write
from marchland.web.tables import keeping, papers
from marchland.web.tables import services as tables
from marchland.web.tables.desk import sheet_that_counts
from marchland.web.tables.locking import write_transaction
from marchland.web.tables.models import Seat, SeatKind, Status, Table
from marchland.web.tables.refusals import NotYourSeat, SheetVoid, Stale, WrongMoment, sentence_of
from marchland.web.tables.selectors import sight_of
from marchland.web.tables.sheets import LONGEST, is_written, read_sheet
from marchland.web.tables.viewers import known_table
from marchland.web.words import say

from .models import ByMail, Letter, Outcome, Outgoing, Progress
from .selectors import (
    BETWEEN_SEATS,
    answerer_of,
    by_mail_of,
    is_open,
    known_sender,
    language_of,
    letter_address,
    outgoing_with,
    reply_address,
    writer_of,
)

MOST_WARNINGS = 5
"""So many letters a day to one person about mails that they may not have written."""
FILES = ("pdf",)


# -- wanting letters -------------------------------------------------------------------------------------------------


def by_mail_set(slug: str, user: User, seat: SeatNumber | None, wanted: bool) -> Seat:
    """From now on the holder of a seat gets its reports by mail, or no more."""
    table = known_table(slug)
    place = _own_place(table, user, seat)
    if not wanted:
        ByMail.objects.filter(seat=place).delete()
    elif not is_open() or not keeping.title_of(table).has_mail or not is_address(user.email):
        raise WrongMoment(slug)
    elif by_mail_of(place) is None:
        ByMail.objects.update_or_create(seat=place, defaults={"user": user, "told": None, "since": timezone.now()})
    return place


def _own_place(table: Table, user: User, seat: SeatNumber | None) -> Seat:
    places = [
        place for place in table.seats.all() if place.kind == SeatKind.USER and place.user_id == user.pk and not place.departed
    ]
    found = next((place for place in places if seat in (None, place.number)), None)
    if found is None:
        raise NotYourSeat(table.slug)
    return found


# -- letters that come -----------------------------------------------------------------------------------------------


def letter_take(data: bytes, arrived: datetime, is_oversized: bool = False) -> Letter:
    """One mail, once: what it hands in, what is said of it, and that it came."""
    digest = sha256(data).hexdigest()
    known = Letter.objects.filter(digest=digest).first()
    if known is not None:
        return known
    mail = read_mail(data, only_head=is_oversized)
    answers = answerer_of(mail.recipients) if mail.kind == PERSON else None
    if answers is not None:
        return _taken(mail, arrived, digest, lambda letter: _pass_on(letter, mail, *answers, is_oversized))
    place = writer_of(mail.recipients) if mail.kind == PERSON else None
    sheet = _likeliest(place, mail) if place is not None and not is_oversized else None
    return _taken(mail, arrived, digest, lambda letter: _judge(letter, mail, place, sheet, is_oversized))


def _taken(mail: Mail, arrived: datetime, digest: str, judge: Callable[[Letter], None]) -> Letter:
    """That it came, and all that follows from it, in one transaction."""
    letter = Letter(
        digest=digest, message_id=mail.message_id[:255], content=mail.content, sender=mail.sender[:254], arrived=arrived,
        outcome=Outcome.AUTOMATIC,
    )  # fmt: skip
    try:
        with write_transaction():
            letter.save()
            judge(letter)
            letter.save()
    except IntegrityError:  # another process took the same mail at the same time
        return Letter.objects.get(digest=digest)
    return letter


def _likeliest(place: Seat, mail: Mail) -> str | None:
    """The first text that is a sheet, or the last of all; read before the lock, since that takes time."""
    table = known_table(place.table.slug)
    texts = [text for text in mail.texts if len(text) <= LONGEST]
    goes_on = table.status == Status.PLAYING and keeping.is_readable(table)
    if not goes_on or not is_written(keeping.title_of(table), state := keeping.present_state(table)):
        return texts[-1] if texts else None
    return next((text for text in texts if read_sheet(table, state, place.number, text).valid), texts[-1] if texts else None)


def _judge(letter: Letter, mail: Mail, place: Seat | None, sheet: str | None, is_oversized: bool) -> None:
    if mail.kind == BOUNCE:
        _bounced(letter, mail)
    elif mail.kind == PERSON and place is None:
        _unproven(letter, mail, is_oversized)
    elif place is not None:
        letter.table, letter.seat = place.table, place.number
        if is_oversized:
            letter.outcome = Outcome.OVERSIZED
            _answer(letter, mail, place, letters.oversized(_reader(place), LARGEST))
        elif _is_second(letter):
            letter.outcome = Outcome.TWICE
            _answer(letter, mail, place, letters.twice(_reader(place)))
        elif _send_letters(letter, mail, place) and is_all(mail.texts):
            letter.outcome = Outcome.PASSED_ON
        else:
            _hand_in(letter, mail, place, sheet or "")


def _send_letters(letter: Letter, mail: Mail, place: Seat) -> bool:
    """Letters to other seats in a mail of this one's; what does not go is explained. False: there is none."""
    found = [parcel for text in mail.texts for parcel in parcels(text)][:MOST]
    lost = [why for parcel in found if (why := _begin(place, parcel))]
    if lost:
        told = letters.letter_refused(_reader(place), "; ".join(dict.fromkeys(lost)))
        _write(f"{BETWEEN_SEATS}refused/{letter.digest}", place, told, timezone.now(), _ids(mail))
    return bool(found)


def _begin(place: Seat, parcel: Parcel) -> str:
    """One letter goes to those it names; why it does not, if so."""
    assert place.user is not None
    table = known_table(place.table.slug)
    names = keeping.title_of(table).parts.mail.seat_names(keeping.present_state(table)) if keeping.is_readable(table) else ()
    unknown = [name for name in parcel.to if name not in names]
    with translation.override(language_of(place.user)):
        if unknown:
            return say("post_letter_unknown", name=", ".join(unknown))
        return _refusal(
            place, lambda user: letter_write(table.slug, user, place.number, map(names.index, parcel.to), "", parcel.text)
        )


def _refusal(place: Seat, send: Callable[[User], object]) -> str:
    """Why a letter does not go, in the language that is spoken; empty if it does."""
    assert place.user is not None
    try:
        throttle.count("letter", place.user_id)
        send(place.user)
    except throttle.TooOften as refusal:
        return refusal.sentence()
    except MarchlandError as refusal:
        return sentence_of(refusal)
    return ""


def _pass_on(letter: Letter, mail: Mail, place: Seat, thread: int, is_oversized: bool) -> None:
    """The answer to a letter of another seat is one. Whoever wrote it hears only if it does not go."""
    assert place.user is not None
    letter.table, letter.seat, letter.outcome = place.table, place.number, Outcome.PASSED_ON
    if _is_second(letter):
        letter.outcome = Outcome.TWICE
        return
    words = "" if is_oversized or not mail.texts else mail.texts[-1]
    with translation.override(language_of(place.user)):
        why = _refusal(place, lambda user: letter_answer(place.table.slug, user, place.number, thread, words))
    if why:
        letter.outcome = Outcome.REFUSED
        told = letters.letter_refused(_reader(place), why)
        _write(f"{BETWEEN_SEATS}refused/{letter.digest}", place, told, timezone.now(), _ids(mail))


def _ids(mail: Mail) -> tuple[str, ...]:
    return (mail.message_id,) if mail.message_id else ()


def _is_second(letter: Letter) -> bool:
    """The same mail, delivered before: same id, same words."""
    same = Letter.objects.filter(message_id=letter.message_id, content=letter.content, table=letter.table, seat=letter.seat)
    return bool(letter.message_id) and same.exclude(pk=letter.pk).exists()


def _hand_in(letter: Letter, mail: Mail, place: Seat, text: str) -> None:
    """As at the desk, with the desk's receipts and refusals."""
    user = place.user
    assert user is not None
    try:
        change = tables.sheet_hand_in(place.table.slug, user, place.number, text, known_table(place.table.slug).entries_made)
    except SheetVoid as void:
        past = _past_turn(place, text)
        letter.outcome = Outcome.LATE if past else Outcome.VOID
        _answer(letter, mail, place, letters.void(_reader(place), _why(place, void.reading), past))
    except Stale:
        raise  # somebody else's answer closed the turn just now: the mail is read again, and told what became of it
    except MarchlandError as refusal:
        letter.outcome = Outcome.REFUSED
        with translation.override(language_of(user)):
            _answer(letter, mail, place, letters.refused(_reader(place), sentence_of(refusal)))
    else:
        sheet = sheet_that_counts(change.table, place.number) or change.table.sheets.filter(seat=place.number).last()
        assert sheet is not None
        letter.outcome, letter.receipt = Outcome.TAKEN, sheet.number
        language = language_of(user)
        words = keeping.title_of(place.table).parts.mail.turn_words(sheet.turn, language)
        told = letters.receipt(_reader(place), words, sheet.number, sheet.letters[language], is_valid=True, is_late=False)
        _answer(letter, mail, place, told)


def _why(place: Seat, reading: Reading) -> str:
    assert place.user is not None
    assert reading.refusal is not None
    return explain(keeping.title_of(place.table), reading.refusal, language_of(place.user))


def _past_turn(place: Seat, text: str) -> str:
    """The turn that is over, if that is what a sheet is for: it came too late. In the reader's words; empty otherwise."""
    assert place.user is not None
    sight = sight_of(known_table(place.table.slug), None, place.user, language_of(place.user), place.number)
    before = papers.turns(sight)[-2:-1]
    read = sight.title.parts.mail.read
    sheet = text.encode("utf-8", errors="replace")
    found = (turn for turn in before if read(keeping.state_after(sight.table, turn.n), place.number, sheet).valid)
    return next((turn.words for turn in found), "")


def _bounced(letter: Letter, mail: Mail) -> None:
    """A mail of ours came back: the host sees it."""
    assert mail.bounce is not None
    letter.outcome = Outcome.BOUNCED
    lost = outgoing_with(mail.bounce.message_id)
    if lost is not None:
        letter.table, letter.seat = lost.table, lost.seat
        if mail.bounce.is_final:
            lost.progress, lost.said = Progress.BOUNCED, f"{mail.bounce.status} {mail.bounce.reason}".strip()[:500]
            lost.save(update_fields=["progress", "said"])


def _unproven(letter: Letter, mail: Mail, is_oversized: bool) -> None:
    """Nobody knows who wrote it. Whoever is said to have done so is told, if they play by mail here; strangers are not answered."""
    letter.outcome = Outcome.OVERSIZED if is_oversized else Outcome.UNPROVEN
    place = known_sender(mail.sender)
    if place is None:
        return
    letter.table, letter.seat = place.table, place.number
    today = letter.arrived.replace(hour=0, minute=0, second=0, microsecond=0)
    warned = Letter.objects.filter(table=place.table, seat=place.number, outcome=letter.outcome, arrived__gte=today)
    if warned.count() < MOST_WARNINGS:
        told = letters.oversized(_reader(place), LARGEST) if is_oversized else letters.unproven(_reader(place))
        _answer(letter, mail, place, told)


# -- letters that go out ---------------------------------------------------------------------------------------------


def reports_write(now: datetime) -> int:
    """A letter for every turn that has begun since its reader was last told; returns how many were written."""
    wanted = ByMail.objects.filter(seat__table__status__in=(Status.PLAYING, Status.OVER)).select_related(
        "seat__user", "seat__table"
    )
    return sum(_report(one, now) for one in wanted if one.user_id == one.seat.user_id and not one.seat.departed)


def _report(asked: ByMail, now: datetime) -> bool:
    place = asked.seat
    assert place.user is not None
    table = known_table(place.table.slug)
    sight = sight_of(table, None, place.user, language_of(place.user), place.number)
    turn = next(iter(papers.turns(sight)[-1:]), None)
    if turn is None or (asked.told is not None and turn.n <= asked.told):
        return False
    document = papers.document(sight, turn, papers.OWN)
    is_over = table.status == Status.OVER
    files = [Attachment(f"{turn.name}.{form}", _bytes(papers.printed(document, form))) for form in FILES]
    if not is_over and is_written(sight.title, state := keeping.present_state(table)):
        files.insert(0, Attachment("sheet.txt", sight.title.parts.mail.form(state, place.number, "", sight.language).encode()))
    closes = letters.told_time(table.due, table.tempo.get("zone", "UTC")) if table.due else ""
    told = letters.report(_reader(place), turn.words, str(papers.printed(document, "txt")), closes, True, is_over)
    with write_transaction():
        _write(f"report/{table.slug}/{place.number}/{turn.n}", place, told, now, files=tuple(files))
        ByMail.objects.filter(pk=asked.pk).update(told=turn.n)
    return True


def missives_write(now: datetime) -> int:
    """A mail for every letter that has come since its reader was last sent one; returns how many were written."""
    wanted = ByMail.objects.select_related("seat__user", "seat__table")
    return sum(_send_on(one, now) for one in wanted if one.user_id == one.seat.user_id and not one.seat.departed)


def _send_on(asked: ByMail, now: datetime) -> int:
    came = letters_since(asked.seat, asked.letter, asked.since)
    for missive in came:
        _send_missive(asked.seat, missive, now)
    if came:
        ByMail.objects.filter(pk=asked.pk).update(letter=came[-1].pk)
    return len(came)


def _send_missive(place: Seat, missive: Missive, now: datetime) -> None:
    assert place.user is not None
    box = mailbox_of(known_table(place.table.slug), place, language_of(place.user))
    opened = box.opened(missive.thread)
    told = letters.missive(_reader(place), box.people[missive.seat].sign, opened["names"], opened["subject"], missive.text)
    first = message_id(_host(), settings.SITE_URL, f"thread/{missive.thread_id}/{place.pk}")
    reply_to = letter_address(place, missive.thread_id)
    with write_transaction():
        _write(f"{BETWEEN_SEATS}{missive.pk}/{place.pk}", place, told, now, (first,), reply_to=reply_to)


def _host() -> str:
    return plain_address(settings.POST_ADDRESS).partition("@")[2]


def _bytes(printed: str | bytes) -> bytes:
    return printed.encode() if isinstance(printed, str) else printed


def _reader(place: Seat) -> Reader:
    assert place.user is not None
    language = language_of(place.user)
    title = keeping.title_of(place.table)
    return Reader(place.table.name or title.name[language], place.name or place.user.username, place.user.username, language)


def _answer(letter: Letter, mail: Mail, place: Seat, told: letters.Letter) -> None:
    """To the address of the seat's holder, whoever says that they wrote."""
    _write(f"answer/{letter.digest}", place, told, timezone.now(), _ids(mail))


def _write(
    name: str,
    place: Seat,
    told: letters.Letter,
    now: datetime,
    answers: tuple[str, ...] = (),
    files: tuple[Attachment, ...] = (),
    reply_to: str = "",
) -> None:
    assert place.user is not None
    if not is_address(place.user.email):
        return
    sender = plain_address(settings.POST_ADDRESS)
    draft = Draft(
        to=place.user.email, subject=told.subject, text=told.text, attachments=files, answers=answers,
        message_id=message_id(_host(), settings.SITE_URL, name), reply_to=reply_to or reply_address(place),
        automatic="auto-replied" if answers and not reply_to else "auto-generated",
    )  # fmt: skip
    data = compose(draft, sender, parseaddr(settings.DEFAULT_FROM_EMAIL)[0] or "Marchland", now)
    facts = {
        "table": place.table,
        "seat": place.number,
        "recipient": draft.to,
        "message_id": draft.message_id,
        "data": data,
        "due": now,
    }
    Outgoing.objects.get_or_create(name=name, defaults={**facts, "data": data, "due": now})


# -- those who leave ---------------------------------------------------------------------------------------


def person_left(user: User) -> None:
    """Somebody is deleted: mails to them that are kept here go; of what they sent it stays known that it came.

    Found by their seats, and by their address where nobody else who has the same one sits there.
    """
    place = Seat.objects.filter(table=OuterRef("table"), number=OuterRef("seat"))
    whose = Q(Exists(place.filter(user=user)))
    elsewhere = ~Exists(place.filter(user__email__iexact=user.email).exclude(user=user))
    by_address = bool(user.email)
    Outgoing.objects.filter(whose | (Q(recipient__iexact=user.email) & elsewhere) if by_address else whose).delete()
    came = Letter.objects.filter(whose | (Q(sender__iexact=user.email) & elsewhere) if by_address else whose)
    came.update(sender="", message_id="")
