"""Mails: text and HTML side by side in the reader's language, each with a link that ends mails of its kind in one click."""

from __future__ import annotations

from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from marchland.web.accounts.models import User
from marchland.web.words import say

from .models import Delivery, Preferences
from .telling import Message, message, spoken_to

SALT = "marchland.news.off"
ALL = "all"
"""In place of a kind: mails of every kind."""


def mail_about(delivery: Delivery, chosen: Preferences) -> EmailMultiAlternatives:
    with spoken_to(delivery.user, chosen):
        told = message(delivery, chosen)
        facts = {"told": told, "messages": [told]}
        return _mail(delivery.user, told.line, "mail", facts, kind=delivery.kind, number=delivery.pk, thread=delivery.table.slug)


def daily_mail(user: User, deliveries: list[Delivery], chosen: Preferences) -> EmailMultiAlternatives:
    with spoken_to(user, chosen):
        messages: list[Message] = [message(delivery, chosen) for delivery in deliveries]
        subject = say("news_number", n=len(messages))
        return _mail(user, subject, "daily", {"messages": messages}, kind=ALL, number=deliveries[0].pk)


def _mail(
    user: User, subject: str, template: str, facts: dict[str, Any], *, kind: str, number: int, thread: str = ""
) -> EmailMultiAlternatives:
    off = settings.SITE_URL + off_path(user, kind)
    where = {"off": off, "settings": settings.SITE_URL + reverse("news:settings"), "language": user.language or "en"}
    mail = EmailMultiAlternatives(
        f"{subject} · Marchland",
        render_to_string(f"notices/{template}.txt", facts | where),
        settings.DEFAULT_FROM_EMAIL,
        [user.email],
        headers=_headers(off, kind, number, thread),
    )
    mail.attach_alternative(render_to_string("notices/letter.html", facts | where), "text/html")
    return mail


def _headers(off: str, kind: str, number: int, thread: str) -> dict[str, str]:
    """Mails about one table lie together in a mailbox; a program that answers by itself is told not to."""
    house = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    headers = {
        "Message-ID": f"<news.{number}@{house}>",
        "List-Id": f"<{kind}.news.{house}>",
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    return headers | ({"References": f"<table.{thread}@{house}>"} if thread else {})


def off_path(user: User, kind: str) -> str:
    """Needs no login: only who has the mail has the link."""
    return reverse("news:off", args=[signing.dumps([user.pk, kind], salt=SALT)])


def read_off(token: str) -> tuple[int, str] | None:
    """Whose mails of which kind a link ends; None if it is no link of ours."""
    try:
        user_id, kind = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return user_id, kind
