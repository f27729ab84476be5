"""Logging in: who has given a password waits for the second factor where there is one; whoever was a guest keeps the games.

A browser in which somebody has logged in before carries a mark. Its wrong passwords are counted by the mark, so that strangers
who guess at a name, from however many addresses, never keep the owner out of their own browser.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import blake2b
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.contrib.auth import login
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from marchland.web.config import throttle

from . import second, services
from .models import User

BACKEND = "marchland.web.accounts.backends.Accounts"
WAITING = "second_factor"
PATIENCE = timedelta(minutes=10)
"""How long a password that was right is good for, while the code is looked for."""
MARK, MARK_FOR = "known", 60 * 60 * 24 * 365


def let_in(request: HttpRequest, user: User, to: str) -> HttpResponse:
    """Somebody has shown that they are this person, by password or by a link in a mail: in, or to the second question."""
    if not second.is_asked(user):
        return come_in(request, user, to)
    facts = {"user": user.pk, "proof": user.get_session_auth_hash(), "at": timezone.now().timestamp(), "to": to}
    request.session[WAITING] = facts
    return redirect("accounts:second")


def who_waits(request: HttpRequest) -> tuple[User, str] | None:
    """Whose code is waited for, and where they want to go; nobody's after a while, or once the password is another."""
    facts: dict[str, Any] = request.session.get(WAITING) or {}
    if not facts or timezone.now().timestamp() - facts["at"] > PATIENCE.total_seconds():
        return None
    user = User.objects.filter(pk=facts["user"], is_active=True).first()
    if user is None or not constant_time_compare(user.get_session_auth_hash(), facts["proof"]):
        return None
    return user, facts["to"]


def come_in(request: HttpRequest, user: User, to: str) -> HttpResponse:
    visitor = request.user
    guest = User.objects.filter(pk=visitor.pk, is_guest=True).first() if visitor.is_authenticated else None
    request.session.pop(WAITING, None)
    login(request, user, BACKEND)
    if guest is not None and guest.pk != user.pk:
        services.guest_log_in(guest, user)
    response = redirect(to)
    _mark(response, user.username)
    return response


# -- guesses ---------------------------------------------------------------------------------------------


def count_guess(request: HttpRequest, name: str) -> None:
    """One more password for this name; TooOften if there were too many."""
    mark = _mark_of(request, name)
    if mark:
        throttle.count("password-known", name.lower(), mark)
        return
    throttle.count("password", name.lower(), throttle.address_of(request))
    throttle.count("password-anywhere", name.lower())


def forget_guesses(request: HttpRequest, name: str) -> None:
    throttle.forget("password", name.lower(), throttle.address_of(request))
    throttle.forget("password-known", name.lower(), _mark_of(request, name))


def _mark(response: HttpResponse, name: str) -> None:
    value = signing.dumps([_of(name), secrets.token_urlsafe(9)], salt=MARK)
    response.set_cookie(MARK, value, MARK_FOR, httponly=True, samesite="Lax", secure=settings.BEHIND_TLS)


def _mark_of(request: HttpRequest, name: str) -> str:
    """The mark of this browser, if somebody has logged in here under this name."""
    try:
        whose, mark = signing.loads(request.COOKIES.get(MARK, ""), salt=MARK, max_age=MARK_FOR)
    except (signing.BadSignature, ValueError):
        return ""
    return str(mark) if whose == _of(name) else ""


def _of(name: str) -> str:
    return blake2b(quote(name.lower()).encode(), digest_size=12).hexdigest()
