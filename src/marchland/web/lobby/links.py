"""One link for a whole table: whoever has it chooses a seat, and what to play, or stands in line; the host arranges and starts.

And the link by which people are invited to watch. Codes are secrets: a new one makes the old one worthless.
"""

from __future__ import annotations

from typing import Any

from marchland.web.accounts.models import User
from marchland.web.company import ratings
from marchland.web.notices import services as notices
from marchland.web.tables import announcing, keeping, watching
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import (
    Admission,
    AdmissionKind,
    Invitation,
    Seat,
    SeatKind,
    Status,
    Table,
    Watching,
    new_invitation_code,
)
from marchland.web.tables.refusals import BadRequest, NoSuchTable, NotYourSeat, PickTaken, SentAway, WrongMoment
from marchland.web.tables.thinking import bot_levels

from . import line, picks
from .services import begin, bot_name, free_seat, must_be_host, must_be_welcome, sit, vacate

OCCUPANT = ("kind", "user", "bot", "name", "held_for", "held_until")
"""What moves when people change seats; what is played there belongs to the seat."""
LEAVE_OUT = "leave-out"
EMPTY = (SeatKind.OPEN, SeatKind.INVITED)


# -- people who come ---------------------------------------------------------------------------------


def seat_choose(slug: str, user: User, number: int, code: str = "") -> Table:
    """Sit down on this seat; before the start, whoever sits already changes over to it."""
    with table_locked(slug) as table:
        must_be_welcome(table, user, code)
        own = table.seats.filter(user=user, kind=SeatKind.USER, departed=False).first()
        seat = free_seat(table, user, number, by_link=table.join_code == code or own is not None)
        if own is None:
            table.invitations.filter(seat=number, taken_by=None).update(taken_by=user)
            sit(table, seat, user)
        elif table.status == Status.GATHERING:
            _exchange(table, own, seat)
        else:
            raise WrongMoment("already seated")
        return table


def pick_choose(slug: str, user: User, number: int, pick: str) -> Table:
    """What a seat plays: whoever sits there says so, or the host. What only an empty seat was to play is free for others."""
    with table_locked(slug) as table:
        _must_gather(table)
        seat, choice = _seat(table, number), picks.choice_of(keeping.title_of(table))
        if seat.user_id != user.pk and table.host_id != user.pk:
            raise NotYourSeat(slug)
        if choice is None or pick not in ("", *choice.picks):
            raise BadRequest(f"pick: {pick[:40]}")
        same = table.seats.filter(pick=pick).exclude(pk=seat.pk) if pick else table.seats.none()
        if same.exclude(kind__in=EMPTY).exists():
            raise PickTaken(pick)
        same.update(pick="")
        table.seats.filter(pk=seat.pk).update(pick=pick)
        announcing.after_commit(table, "seats")
        return table


def line_join(slug: str, user: User, note: str, code: str = "") -> Table:
    """Stand in line for a seat."""
    with table_locked(slug) as table:
        must_be_welcome(table, user, code)
        line.wait_for_seat(table, user, note)
        return table


def watch_accept(code: str, user: User) -> Table:
    """Follow the link to watch by: from now on this person may look on."""
    found = Table.objects.filter(watch_code=code).first()
    if found is None:
        raise NoSuchTable(code)
    with table_locked(found.slug) as table:
        if watching.is_barred(table, user):
            raise SentAway(table.slug)
        if table.watching == Watching.NOBODY:
            raise WrongMoment(table.slug)
        if table.watching == Watching.INVITED:
            Admission.objects.get_or_create(table=table, user=user, defaults={"kind": AdmissionKind.WATCHES})
        return table


# -- what the host does ------------------------------------------------------------------------------


def seats_exchange(slug: str, host: User, one: int, other: int) -> Table:
    """Two seats change their people (or bots, or emptiness) before the start."""
    with table_locked(slug) as table:
        must_be_host(table, host)
        _must_gather(table)
        if one == other:
            raise BadRequest("the same seat twice")
        _exchange(table, _seat(table, one), _seat(table, other))
        return table


def seat_kick(slug: str, host: User, number: int) -> Table:
    """The host takes somebody off the table before it starts. They do not come back by any link, until the host lets them."""
    with table_locked(slug) as table:
        must_be_host(table, host)
        _must_gather(table)
        seat = table.seats.filter(number=number, kind=SeatKind.USER).exclude(user=host).first()
        if seat is None or seat.user is None:
            raise BadRequest(f"seat {number}")
        notices.removed(table, seat.user)
        _bar(table, seat.user)
        vacate(table, seat)
        announcing.after_commit(table, "seats")
        return table


def send_away(slug: str, host: User, user_id: int) -> Table:
    """Somebody who watches, or waits for a seat, is no longer welcome."""
    with table_locked(slug) as table:
        must_be_host(table, host)
        person = User.objects.filter(pk=user_id).first()
        watches = table.admissions.filter(user=person, kind=AdmissionKind.WATCHES).exists()
        waits = table.waiting.filter(user=person).exists()
        if person is None or not (watches or waits):
            raise BadRequest("no such person")
        _bar(table, person)
        announcing.after_commit(table, "watching")
        announcing.after_commit(table, "seats")
        return table


def let_back(slug: str, host: User, user_id: int) -> Table:
    """Somebody who was sent away may come again."""
    with table_locked(slug) as table:
        must_be_host(table, host)
        table.admissions.filter(user_id=user_id, kind=AdmissionKind.BARRED).delete()
        return table


def table_start(slug: str, host: User, rest: str = "") -> Table:
    """The host says that enough are there. Seats still empty go to bots of a level, or are left out, as `rest` says."""
    with table_locked(slug) as table:
        must_be_host(table, host)
        _must_gather(table)
        empty = list(table.seats.filter(kind__in=EMPTY))
        if empty and rest == LEAVE_OUT:
            _leave_out(table, empty)
        elif empty and rest in bot_levels(table.title):
            ratings.may_have_bots(table)
            for seat in empty:
                seat.kind, seat.bot, seat.name = SeatKind.BOT, rest, bot_name(seat.number)
                seat.held_for = seat.held_until = None
                seat.save()
        elif empty:
            raise WrongMoment(slug)
        table.invitations.filter(taken_by=None).delete()
        begin(table)
        return table


def join_link_renew(slug: str, host: User) -> Table:
    """A new link to sit down by; the links of single seats that nobody has used yet are made anew, too."""
    with table_locked(slug) as table:
        must_be_host(table, host)
        table.join_code = new_invitation_code()
        table.save(update_fields=["join_code"])
        for invitation in table.invitations.filter(taken_by=None, kept_for=None):
            invitation.code = new_invitation_code()
            invitation.save(update_fields=["code"])
        return table


def watch_link_renew(slug: str, host: User) -> Table:
    with table_locked(slug) as table:
        must_be_host(table, host)
        table.watch_code = new_invitation_code()
        table.save(update_fields=["watch_code"])
        return table


def watching_set(slug: str, host: User, **wanted: Any) -> Table:
    """Who may watch, and how far behind, from now on; pages and sockets that are open ask again."""
    with table_locked(slug) as table:
        must_be_host(table, host)
        for name, value in watching.settings_of(**wanted).items():
            setattr(table, name, value)
        table.save(update_fields=["watching", "delay_by", "delay"])
        announcing.after_commit(table, "watching")
        return table


# -- how -----------------------------------------------------------------------------------------------


def _exchange(table: Table, one: Seat, other: Seat) -> None:
    for name in OCCUPANT:
        mine, yours = getattr(one, name), getattr(other, name)
        setattr(one, name, yours)
        setattr(other, name, mine)
    one.save()
    other.save()
    numbers = {one.number: other.number, other.number: one.number}
    for invitation in Invitation.objects.filter(table=table, seat__in=numbers):
        invitation.seat = numbers[invitation.seat]
        invitation.save(update_fields=["seat"])
    announcing.after_commit(table, "seats")


def _leave_out(table: Table, empty: list[Seat]) -> None:
    """Play with those who are there, if the game can be played by so many; the seats close up."""
    left = table.seats.count() - len(empty)
    if left not in keeping.title_of(table).seats:
        raise WrongMoment(f"{left} seats")
    table.seats.filter(pk__in=[seat.pk for seat in empty]).delete()
    for number, seat in enumerate(table.seats.order_by("number")):
        table.seats.filter(pk=seat.pk).update(number=number)


def _bar(table: Table, user: User) -> None:
    """No longer welcome: neither in line, nor for a seat that is held or kept for them, nor to watch."""
    line.pass_over(table, user)
    table.invitations.filter(kept_for=user, taken_by=None).delete()
    Admission.objects.update_or_create(table=table, user=user, defaults={"kind": AdmissionKind.BARRED})


def _must_gather(table: Table) -> None:
    if table.status != Status.GATHERING:
        raise WrongMoment(table.slug)


def _seat(table: Table, number: int) -> Seat:
    seat = table.seats.filter(number=number).first()
    if seat is None:
        raise BadRequest(f"seat {number}")
    return seat
