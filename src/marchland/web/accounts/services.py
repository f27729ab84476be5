"""Everything that changes a person's account."""

from __future__ import annotations

import secrets

from django.contrib.auth.password_validation import validate_password
from django.db import transaction

from marchland.web.lobby.services import forget_player, hand_over

from .models import User

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
    guest.set_password(password)
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


@transaction.atomic
def account_delete(user: User) -> None:
    """Forget a person. Games of others go on: the seats stay behind as departed."""
    forget_player(user)
    user.delete()
