"""Notices: what each person should be told, written with the change it tells of.

A move writes a line for those whose turn begins or ends and nothing else. Mails, devices and hooks are seen to beside it
(`spreading`, `postman`), so that no move is slower for those who want to be told in many ways.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.utils import timezone

from marchland.kernel.actions import Seat as SeatNumber
from marchland.web.accounts.models import User
from marchland.web.prepared import Prepared, Update
from marchland.web.tables import announcing, background
from marchland.web.tables.models import Entry, Pace, Seat, SeatKind, Table

from .models import Channel, Delivery, Device, Hook, Mail, Notice, NoticeKind, Preferences, Progress, new_secret

MOST_DEVICES = 20
AT_THE_TABLE = (Pace.LIVE, Pace.CLOCK)
"""Paces at which everybody sits before the table: what happens in the game is told there and nowhere else."""
REMIND = "remind"
"""What the host does to somebody who is awaited."""
IN_THE_GAME = (NoticeKind.YOUR_TURN, NoticeKind.REMINDER, NoticeKind.LATE, NoticeKind.OVER, NoticeKind.LETTER)

_of_a_kind = Prepared(lambda kind, table: Notice.objects.filter(kind=kind, table_id=table))
_renew = Update(Notice, "read", "standing", "spread", "occasion", "made")


def turns(table: Table, deciders: Iterable[SeatNumber], by: SeatNumber | None, afresh: bool = False) -> None:
    """Whose turn begins is told so, once however often others answer meanwhile; whose is over has nothing to read any more.

    Whoever has just moved needs no telling. `afresh`: also those who were asked before are asked something new.
    """
    seats = set(deciders)
    asked = {user_id for user_id, place in _people(table) if place.number in seats and not place.stand_in}
    known = {notice.user_id: notice for notice in _of_a_kind.all(NoticeKind.YOUR_TURN, table.pk)}
    for notice in known.values():
        if notice.user_id not in asked and (notice.standing or not notice.read):
            notice.read, notice.standing = True, False
            _renew(notice)
    movers = {user_id for user_id, place in _people(table) if place.number == by}
    for user_id in sorted(asked - movers):
        if user_id not in known:
            _tell(table, user_id, NoticeKind.YOUR_TURN, str(table.entries_made), standing=True)
        elif afresh or not known[user_id].standing:
            _tell_anew(table, known[user_id])


def started(table: Table) -> None:
    """Those who are told that it is their turn need not be told as well that there are turns."""
    told = set() if table.pace in AT_THE_TABLE else {user_id for user_id, place in _people(table) if place.number in table.deciders}
    _tell_all(table, NoticeKind.STARTED, but={table.host_id, *told})


def game_over(table: Table) -> None:
    table.notices.filter(kind=NoticeKind.YOUR_TURN).update(read=True, standing=False)
    _tell_all(table, NoticeKind.OVER, str(table.entries_made))


def invited(table: Table, user: User, again: bool) -> None:
    """A seat is kept for somebody, perhaps where they sat in the game before."""
    _tell(table, user.pk, NoticeKind.REMATCH if again else NoticeKind.INVITED)


def removed(table: Table, user: User) -> None:
    _tell(table, user.pk, NoticeKind.REMOVED, timezone.now().isoformat())


def offered(table: Table, user: User) -> None:
    """A seat is free, and this person is the first in line."""
    _tell(table, user.pk, NoticeKind.OFFERED, timezone.now().isoformat())


def replaced(table: Table, user_id: int) -> None:
    """A stand-in plays for somebody until they come back."""
    _tell(table, user_id, NoticeKind.AWAY, str(table.entries_made))


def seat_sought(table: Table, user_id: int) -> None:
    """The seat of somebody who stays away is offered to others."""
    _tell(table, user_id, NoticeKind.SOUGHT, str(table.entries_made))


def seat_lost(table: Table, user_id: int) -> None:
    """Somebody else has taken it."""
    _tell(table, user_id, NoticeKind.LOST, str(table.entries_made))


def letter(table: Table, user_id: int, number: int, by_post: bool) -> None:
    """Somebody else's seat has written to theirs; `by_post` brings the letter itself, so that no mail need tell of it."""
    _tell(table, user_id, NoticeKind.LETTER, str(number), by_post=by_post)


def letters_read(user: User, table: Table, numbers: Iterable[int]) -> None:
    """What is before somebody's eyes is no news."""
    told = Notice.objects.filter(user=user, table=table, kind=NoticeKind.LETTER, read=False)
    told.filter(occasion__in=list(map(str, numbers))).update(read=True)


def notices_read(user: User, table: Table) -> None:
    """Whoever opens a table has seen what there was to tell about it."""
    Notice.objects.filter(user=user, table=table, read=False).update(read=True)


def _people(table: Table) -> list[tuple[int, Seat]]:
    """Those who have an account or are guests, each with their seat."""
    there = (place for place in table.seats.all() if place.kind == SeatKind.USER and not place.departed)
    return [(place.user_id, place) for place in there if place.user_id is not None]


def _tell_all(table: Table, kind: NoticeKind, occasion: str = "", but: Collection[int | None] = (), **detail: Any) -> None:
    for user_id in sorted({user_id for user_id, _place in _people(table)}.difference(but)):
        _tell(table, user_id, kind, occasion, **detail)


def _tell(table: Table, user_id: int, kind: NoticeKind, occasion: str = "", *, standing: bool = False, **detail: Any) -> bool:
    """False if this was told before."""
    wants_spreading = _goes_further(table, kind)
    _notice, is_new = Notice.objects.get_or_create(
        user_id=user_id,
        table=table,
        kind=kind,
        occasion=occasion,
        defaults={"detail": detail, "standing": standing, "spread": not wants_spreading, "made": timezone.now()},
    )
    if is_new:
        _announce(table, user_id, kind, wants_spreading)
    return is_new


def _tell_anew(table: Table, notice: Notice) -> None:
    """It is this person's turn once more: mostly there is a line of an earlier one."""
    kind = NoticeKind.YOUR_TURN
    wants_spreading = _goes_further(table, kind)
    notice.read, notice.standing, notice.spread = False, True, not wants_spreading
    notice.occasion, notice.made = str(table.entries_made), timezone.now()
    _renew(notice)
    _announce(table, notice.user_id, kind, wants_spreading)


def _goes_further(table: Table, kind: NoticeKind) -> bool:
    return table.pace not in AT_THE_TABLE or kind not in IN_THE_GAME


def _announce(table: Table, user_id: int, kind: NoticeKind, wants_spreading: bool) -> None:
    announcing.send_to_user(user_id, kind=kind, slug=table.slug)
    if wants_spreading:
        transaction.on_commit(background.wake_messenger)


# -- what time and the world do ----------------------------------------------------------------------------------------------


def late(table: Table, place: Seat) -> None:
    """Somebody's time has run out."""
    if place.user_id is not None:
        _tell(table, place.user_id, NoticeKind.LATE, str(table.entries_made))


def house(table: Table, entry: Entry) -> None:
    """The host did something, or the house itself: everybody but the host learns of it; a reminder is for those whom it reminds."""
    what: dict[str, Any] = entry.action or {}
    reminded = what.get("seats", ())
    others = {user_id for user_id, place in _people(table) if place.number not in reminded} if what.get("do") == REMIND else set()
    host = table.host_id if not table.by_vote else None
    _tell_all(table, NoticeKind.HOUSE, str(entry.n), but={host, *others}, what=what, seat=entry.seat)


def reminded(place: Seat, occasion: str, hours: int) -> None:
    if place.user_id is not None:
        _tell(place.table, place.user_id, NoticeKind.REMINDER, occasion, hours=hours)


def hook_failed(hook: Hook, table: Table) -> None:
    """It is not tried any more, and its owner is told, once for each time it is switched off."""
    off = timezone.now()
    if Hook.objects.filter(pk=hook.pk, off=None).update(off=off):
        _tell(table, hook.user_id, NoticeKind.HOOK_OFF, f"{hook.pk} {off.isoformat()}", host=urlsplit(hook.url).hostname or "")


# -- what a person chooses ---------------------------------------------------------------------------------------------------


def all_read(user: User, only: int | None = None) -> None:
    """Mark everything as read, or one notice."""
    notices = Notice.objects.filter(user=user, read=False)
    (notices if only is None else notices.filter(pk=only)).update(read=True)


def preferences_keep(user: User, **chosen: Any) -> Preferences:
    """What was put off for a daily mail keeps its time; what comes from now on follows the new choice."""
    return Preferences.objects.update_or_create(user=user, defaults=chosen)[0]


def secret_renew(user: User) -> str:
    """The old addresses of feed and calendar lead nowhere from now on."""
    return preferences_keep(user, secret=new_secret()).secret


def mails_stop(user_id: int, kind: str) -> None:
    """No more mails of this kind, or of any; also of what waits to be sent."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    waiting = Delivery.objects.filter(user=user, channel=Channel.MAIL, progress=Progress.WAITING)
    with transaction.atomic():
        chosen, _made = Preferences.objects.select_for_update().get_or_create(user=user)
        if kind in NoticeKind.values:
            chosen.unmailed = sorted({*chosen.unmailed, kind})
            waiting = waiting.filter(kind=kind)
        else:
            chosen.mail = Mail.NEVER
        chosen.save()
        waiting.update(progress=Progress.DROPPED)


def device_keep(user: User, endpoint: str, key: str, auth: str, name: str) -> Device:
    """A browser belongs to whoever uses it last."""
    facts = {"user": user, "key": key, "auth": auth, "name": name}
    device, is_new = Device.objects.update_or_create(endpoint=endpoint, defaults=facts)
    if is_new:
        surplus = user.devices.order_by("-id").values_list("pk", flat=True)[MOST_DEVICES:]
        Device.objects.filter(pk__in=list(surplus)).delete()
    return device


def device_forget(user: User, pk: int) -> None:
    user.devices.filter(pk=pk).delete()


def hook_add(user: User, url: str) -> Hook:
    return Hook.objects.create(user=user, url=url)


def hook_remove(user: User, pk: int) -> None:
    user.hooks.filter(pk=pk).delete()


def hook_switch_on(user: User, pk: int) -> None:
    user.hooks.filter(pk=pk).update(off=None)
