"""Who is there, who knows whom, and who waits: read by pages and by what changes it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from marchland.web.accounts.models import User

from .models import Friendship, Seek
from .refusals import NoSuchPerson

PAGE = 20
SHORTEST = 2
"""Letters that a search needs: with one everybody would be listed who has an account."""


def person_named(name: str) -> User:
    """Somebody with an account."""
    found = User.objects.filter(username=name, is_active=True, is_guest=False).first()
    if found is None:
        raise NoSuchPerson(name)
    return found


class Found(NamedTuple):
    """Some of the people whose names begin so; `after` is where the next page goes on."""

    names: list[str]
    after: str = ""


def beginning_with(start: str, after: str = "") -> Found:
    """By name, a page at a time: one question to the database, which reads no more than a page and one name beyond it.

    Guests, and those whom an operator has suspended, are not found.
    """
    if len(start) < SHORTEST:
        return Found([])
    people = User.objects.filter(username__istartswith=start, username__gt=after, is_active=True, is_guest=False)
    names = list(people.order_by("username").values_list("username", flat=True)[: PAGE + 1])
    return Found(names[:PAGE], names[PAGE - 1] if len(names) > PAGE else "")


def friends_of(user: User) -> list[User]:
    found = between(user).filter(accepted=True).select_related("asker", "asked")
    people = [one.asked if one.asker_id == user.pk else one.asker for one in found]
    return sorted(people, key=lambda person: person.username.casefold())


def asking(user: User) -> list[User]:
    """Those who wait for this person's answer."""
    waiting = Friendship.objects.filter(asked=user, accepted=False).select_related("asker").order_by("since")
    return [one.asker for one in waiting]


def standing(user: User, other: User) -> str:
    """What there is between two people: `none`, `asked` (by the first), `asks` (the other does) or `friends`."""
    found = between(user).filter(Q(asker=other) | Q(asked=other)).first()
    if found is None:
        return "none"
    return "friends" if found.accepted else "asked" if found.asker_id == user.pk else "asks"


def between(user: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(asker=user) | Q(asked=user))


def waiting(now: datetime) -> QuerySet[Seek]:
    """Those who wait for a game, and still do."""
    return Seek.objects.filter(until__gt=now).select_related("user")
