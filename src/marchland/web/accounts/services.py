"""Everything that changes a person's account."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.db import transaction
from django.db.models import QuerySet

from marchland.web.company import tournaments
from marchland.web.lobby.people import forget_player, hand_over
from marchland.web.tables import announcing

from .models import Session, User
from .sessions import name_of

GUEST_WORDS = ("Heron", "Kestrel", "Marten", "Otter", "Plover", "Raven", "Stoat", "Swift", "Teal", "Vole", "Wren", "Badger")


def guest_create(language: str = "") -> User:
    """Somebody who just wants to play: no password, no mail, a friendly name."""
    name = f"{secrets.choice(GUEST_WORDS)}-{secrets.randbelow(9000) + 1000}"
    while User.objects.filter(username=name).exists():
        name = f"{secrets.choice(GUEST_WORDS)}-{secrets.token_hex(4)}"
    guest = User(username=name, is_guest=True, language=language)
    guest.set_unusable_password()
    guest.save()
    return guest


def guest_become_account(guest: User, username: str, email: str, password: str) -> User:
    """The same person with a name and a password: every game stays theirs."""
    validate_password(password, guest)
    guest.username, guest.email, guest.is_guest = username, email, False
    guest.password = make_password(password)  # their first, not a new one: no session or key of an old one is to end
    guest.save(update_fields=["username", "email", "password", "is_guest"])
    return guest


@transaction.atomic
def guest_log_in(guest: User, account: User) -> None:
    """A guest had an account all along: the games become the account's, and the guest is forgotten."""
    hand_over(guest, account)
    account_delete(guest)


def account_create(username: str, email: str, password: str, language: str = "") -> User:
    return User.objects.create_user(username, email, password, language=language)


def preferences_change(user: User, **changes: object) -> None:
    for name, value in changes.items():
        setattr(user, name, value)
    user.save(update_fields=list(changes))


def address_change(user: User, email: str) -> None:
    """Links that were sent to the old address lead nowhere from now on: Django's tokens hold the address."""
    User.objects.filter(pk=user.pk).update(email=email)


@transaction.atomic
def account_delete(user: User) -> None:
    """Forget a person, as `holdings.py` says. Games of others go on: the seats stay behind as departed."""
    forget_player(user)
    tournaments.person_left(user)
    access_changed(user)
    user.delete()


# -- what lets somebody in -------------------------------------------------------------------------------


@transaction.atomic
def access_end(user: User, keep: str | None = None, **_facts: Any) -> None:
    """Whatever lets somebody in as this person ends: every session but the one to keep, and every key for programs."""
    _end(user, user.sessions.exclude(session_key=keep or ""))
    user.api_tokens.all().delete()
    access_changed(user)


def session_end(user: User, name: str) -> bool:
    """Log out there; False if there is no such session of theirs."""
    found = next((one.pk for one in user.sessions.all() if name_of(one.session_key) == name), None)
    if found is None:
        return False
    _end(user, user.sessions.filter(pk=found))
    access_changed(user)
    return True


def _end(user: User, sessions: QuerySet[Session]) -> None:
    """With a session go the messages that its browser is shown."""
    devices = [one.get_decoded().get("device") for one in sessions]
    user.devices.filter(pk__in=[number for number in devices if number is not None]).delete()
    sessions.delete()


def access_changed(user: User) -> None:
    """Sockets and streams that are open ask again whether they may stay."""
    announcing.send_to_user(user.pk, kind=announcing.ACCESS)
