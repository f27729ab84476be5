"""Friends: one asks, the other agrees. Nothing is told to anybody else."""

from __future__ import annotations

from django.db.models import Q

from marchland.web.accounts.models import User
from marchland.web.lobby.services import free_seat
from marchland.web.notices import services as notices
from marchland.web.tables import announcing
from marchland.web.tables.locking import table_locked, write_transaction
from marchland.web.tables.models import AdmissionKind, Invitation, SeatKind, Status, Table
from marchland.web.tables.refusals import NotYourSeat, WrongMoment
from marchland.web.tables.watching import is_barred

from .models import Friendship
from .people import between, person_named, standing
from .ratings import must_have_account
from .refusals import NoSuchPerson

MOST = 200
"""Friends of one person: enough for anybody."""


def friend_ask(user: User, name: str) -> Friendship:
    """Ask somebody; whoever was asked by them already agrees by asking back."""
    must_have_account(user)
    other = person_named(name)
    if other == user:
        raise NoSuchPerson(name)
    with write_transaction():
        asked_back = Friendship.objects.select_for_update().filter(asker=other, asked=user).first()
        if asked_back is not None:
            return _accept(asked_back)
        if user.friends_asked.count() >= MOST:
            raise WrongMoment("friends")
        return Friendship.objects.get_or_create(asker=user, asked=other)[0]


def friend_accept(user: User, name: str) -> Friendship:
    with write_transaction():
        found = Friendship.objects.select_for_update().filter(asker__username=name, asked=user).first()
        if found is None:
            raise NoSuchPerson(name)
        return _accept(found)


def _accept(friendship: Friendship) -> Friendship:
    friendship.accepted = True
    friendship.save(update_fields=["accepted"])
    return friendship


def friend_drop(user: User, name: str) -> None:
    """No longer friends, or not to be: whoever asked."""
    between(user).filter(Q(asker__username=name) | Q(asked__username=name)).delete()


def friend_invite(slug: str, user: User, name: str) -> Table:
    """Keep a free seat of a table that gathers players for a friend, who is told so."""
    guest = person_named(name)
    with table_locked(slug) as table:
        if not table.seats.filter(user=user, kind=SeatKind.USER).exists() or standing(user, guest) != "friends":
            raise NotYourSeat(slug)
        if table.status != Status.GATHERING or _is_expected(table, guest):
            raise WrongMoment(slug)
        if table.host_id == user.pk:  # whom the host invites is let back in
            table.admissions.filter(user=guest, kind=AdmissionKind.BARRED).delete()
        elif is_barred(table, guest):
            raise WrongMoment(slug)
        seat = free_seat(table, guest, None, by_link=True)
        table.invitations.filter(seat=seat.number, taken_by=None).delete()
        table.seats.filter(pk=seat.pk).update(kind=SeatKind.INVITED)
        Invitation.objects.create(table=table, seat=seat.number, kept_for=guest)
        notices.invited(table, guest, again=False)
        announcing.after_commit(table, "seats")
        return table


def _is_expected(table: Table, guest: User) -> bool:
    return table.seats.filter(user=guest).exists() or table.invitations.filter(kept_for=guest, taken_by=None).exists()
