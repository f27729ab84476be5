"""Making and withdrawing keys for programs."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.utils import timezone

from marchland.web.accounts.models import User

from .models import ApiToken

PREFIX = "ml_"
HINT = 8
NOTED_EVERY = timedelta(minutes=5)
"""How exactly the last use of a key is kept: not every request should write."""


def token_create(user: User, label: str) -> str:
    """A new key; only its hash is stored, so this is the one time it can be shown."""
    token = PREFIX + secrets.token_urlsafe(32)
    ApiToken.objects.create(user=user, label=label.strip()[:60], digest=digest(token), hint=token[:HINT])
    return token


def token_delete(user: User, pk: int) -> None:
    ApiToken.objects.filter(user=user, pk=pk).delete()


def token_owner(token: str) -> User | None:
    """Who a key belongs to."""
    found = ApiToken.objects.select_related("user").filter(digest=digest(token), user__is_active=True).first()
    if found is None:
        return None
    if found.used is None or timezone.now() - found.used > NOTED_EVERY:
        ApiToken.objects.filter(pk=found.pk).update(used=timezone.now())
    return found.user


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
