"""Mails, sent in the background so that no move waits for a mail server."""

from __future__ import annotations

from .models import Notice


def mail_later(notice: Notice) -> None:
    return None
