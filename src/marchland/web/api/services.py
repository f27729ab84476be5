"""Making and withdrawing keys for programs."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.tables import announcing

from .models import ApiToken, Scope

PREFIX = "ml_"
HINT = 8
NOTED_EVERY = timedelta(minutes=5)
"""How exactly the last use of a key is kept: not every request should write."""


def token_create(user: User, label: str, scopes: Iterable[str] = Scope.values, days: int | None = None) -> str:
    """A new key, good for so many days; only its hash is stored, so this is the one time it can be shown."""
    token = PREFIX + secrets.token_urlsafe(32)
    ends = None if days is None else timezone.now() + timedelta(days=days)
    allowed = [scope for scope in Scope.values if scope in set(scopes)]
    ApiToken.objects.create(
        user=user, label=label.strip()[:60], digest=digest(token), hint=token[:HINT], scopes=allowed, expires=ends
    )
    return token


def token_delete(user: User, pk: int) -> None:
    """A key ends, and with it the streams that were opened with it."""
    ApiToken.objects.filter(user=user, pk=pk).delete()
    announcing.send_to_user(user.pk, kind=announcing.ACCESS)


def token_known(token: str) -> ApiToken | None:
    """The key, with its owner, while it is good."""
    found = ApiToken.objects.select_related("user").filter(digest=digest(token), user__is_active=True).first()
    if found is None or has_ended(found):
        return None
    if found.used is None or timezone.now() - found.used > NOTED_EVERY:
        ApiToken.objects.filter(pk=found.pk).update(used=timezone.now())
    return found


def has_ended(token: ApiToken) -> bool:
    return token.expires is not None and token.expires <= timezone.now()


def is_withdrawn(token: ApiToken) -> bool:
    return not ApiToken.objects.filter(pk=token.pk, user__is_active=True).exists()


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
