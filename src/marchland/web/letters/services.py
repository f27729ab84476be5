"""Letters and announcements: written, read, withdrawn, forgotten. Each in one transaction with the table's row locked."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import category

from django.utils import timezone

from marchland.kernel.actions import Seat as SeatNumber
from marchland.web.accounts.models import User
from marchland.web.notices import services as notices
from marchland.web.post.models import Outgoing
from marchland.web.post.selectors import BETWEEN_SEATS, by_mail_of, is_open
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import Seat, SeatKind, Status, Table
from marchland.web.tables.refusals import BadRequest, WrongMoment
from marchland.web.tables.screens import Screen
from marchland.web.tables.services import place_of

from .models import LONGEST_ANNOUNCEMENT, LONGEST_LETTER, LONGEST_SUBJECT, Announcement, Missive, Party, Thread
from .refusals import Announced, NobodyToWriteTo, NoLetters, WrongLength
from .selectors import are_allowed, can_announce, own_thread, present_turn, waiting_announcements

ANNOUNCEMENTS = 2
"""So many may a seat make in one turn."""
TURNED_ROUND = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Signs that make a text look like another one."""


def tidy(text: str, longest: int) -> str:
    """What was written, as plain text; nothing, and more than fits, is refused."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    said = "".join(sign for sign in lines if sign == "\n" or (category(sign) not in ("Cc", "Cs") and sign not in TURNED_ROUND))
    if not said.strip() or len(said.strip()) > longest:
        raise WrongLength(longest)
    return said.strip()


# -- letters -------------------------------------------------------------------------------------------------------


def letter_write(
    slug: str, user: User, seat: SeatNumber | None, to: Iterable[SeatNumber], subject: str, text: str, screen: Screen | None = None
) -> Missive:
    """A letter of this seat to others: they alone, and those who hold their seats after them, read it and the answers to it."""
    words = tidy(text, LONGEST_LETTER)
    with table_locked(slug, with_seats=True) as table:
        place = _writer(table, user, seat, screen)
        others = sorted(set(to) - {place.number})
        if not others:
            raise NobodyToWriteTo(slug)
        if not {one.number for one in table.seats.all()}.issuperset(others):
            raise BadRequest("no such seat")
        about = " ".join(subject.split())
        thread = Thread.objects.create(table=table, subject=tidy(about, LONGEST_SUBJECT) if about else "")
        Party.objects.bulk_create(Party(thread=thread, seat=number) for number in sorted({place.number, *others}))
        return _send(table, thread, place, user, words)


def letter_answer(
    slug: str, user: User, seat: SeatNumber | None, number: int | None, text: str, screen: Screen | None = None
) -> Missive:
    """An answer goes to everybody who got the letter."""
    words = tidy(text, LONGEST_LETTER)
    with table_locked(slug, with_seats=True) as table:
        place = _writer(table, user, seat, screen)
        return _send(table, own_thread(table, place.number, number), place, user, words)


def _writer(table: Table, user: User, seat: SeatNumber | None, screen: Screen | None) -> Seat:
    place = place_of(table, user, seat, screen)
    if table.status not in (Status.PLAYING, Status.OVER):
        raise WrongMoment(table.slug)
    if not are_allowed(table):
        raise NoLetters(table.slug)
    return place


def _send(table: Table, thread: Thread, place: Seat, user: User, text: str) -> Missive:
    missive = Missive.objects.create(thread=thread, seat=place.number, user=user, text=text, written=timezone.now())
    Thread.objects.filter(pk=thread.pk).update(touched=missive.written)
    seats = set(thread.parties.values_list("seat", flat=True)) - {place.number}
    for reader in table.seats.all():
        if reader.number in seats and reader.kind == SeatKind.USER and not reader.departed and reader.user_id is not None:
            by_post = is_open() and by_mail_of(reader) is not None
            notices.letter(table, reader.user_id, missive.pk, by_post=by_post)
    return missive


def thread_read(table: Table, seat: SeatNumber, thread: Thread, user: User, last: int) -> None:
    """The holder of the seat has this thread before them, up to the letter `last`."""
    Party.objects.filter(thread=thread, seat=seat, read__lt=last).update(read=last)
    notices.letters_read(user, table, thread.missives.filter(pk__lte=last).values_list("pk", flat=True))


# -- announcements -------------------------------------------------------------------------------------------------


def announcement_make(slug: str, user: User, seat: SeatNumber | None, text: str, screen: Screen | None = None) -> Announcement:
    """Everybody reads it in the gazette of the present turn, and nobody before."""
    words = tidy(text, LONGEST_ANNOUNCEMENT)
    with table_locked(slug, with_seats=True) as table:
        place, turn = _announcer(table, user, seat, screen)
        if waiting_announcements(table, place.number).count() >= ANNOUNCEMENTS:
            raise Announced(ANNOUNCEMENTS)
        return Announcement.objects.create(table=table, opened=turn, seat=place.number, user=user, text=words)


def announcement_withdraw(slug: str, user: User, seat: SeatNumber | None, number: int | None, screen: Screen | None = None) -> None:
    """What has not been printed yet need not be."""
    with table_locked(slug, with_seats=True) as table:
        place, _turn = _announcer(table, user, seat, screen)
        if number is None or not waiting_announcements(table, place.number).filter(pk=number).delete()[0]:
            raise BadRequest("no such announcement")


def _announcer(table: Table, user: User, seat: SeatNumber | None, screen: Screen | None) -> tuple[Seat, int]:
    place, turn = place_of(table, user, seat, screen), present_turn(table)
    if turn is None or not can_announce(table):
        raise WrongMoment(table.slug)
    return place, turn


# -- those who wrote -----------------------------------------------------------------------------------------------


def person_left(user: User) -> None:
    """Somebody is deleted: what they wrote goes with them, in mails that are kept here too. That there was a letter stays."""
    own = Missive.objects.filter(user=user)
    for number in own.values_list("pk", flat=True):
        Outgoing.objects.filter(name__startswith=f"{BETWEEN_SEATS}{number}/").delete()
    begun = [thread.pk for thread in Thread.objects.filter(missives__user=user).distinct() if _began(thread, user)]
    Thread.objects.filter(pk__in=begun).update(subject="")
    own.update(text="", user=None)
    Announcement.objects.filter(user=user).delete()


def _began(thread: Thread, user: User) -> bool:
    first = thread.missives.first()
    return first is not None and first.user_id == user.pk


def person_renamed(guest: User, account: User, table: Table) -> None:
    """A guest was somebody known all along."""
    Missive.objects.filter(thread__table=table, user=guest).update(user=account)
    Announcement.objects.filter(table=table, user=guest).update(user=account)
