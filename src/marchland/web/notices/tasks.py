"""Mails, sent in the background so that no move waits for a mail server."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django_tasks import task

from .models import Notice, NoticeKind

PATIENCE = timedelta(minutes=2)
"""Whoever was on the site this recently has seen it without a mail."""


def mail_later(notice: Notice) -> None:
    """Queue a mail about a notice, once the change it tells of is safe on disk."""
    if notice.user.email and notice.user.mails_wanted:
        later(mail_notice, notice.pk)


def later(work: Any, *facts: Any) -> None:
    """Queue a task once the present change is safe on disk, and wake the one who carries it out."""
    transaction.on_commit(partial(_queue, work, facts))


def _queue(work: Any, facts: tuple[Any, ...]) -> None:
    from marchland.web.tables.background import wake_postman

    work.enqueue(*facts)
    wake_postman()


@task()
def mail_notice(notice_id: int) -> bool:
    """Send the mail, unless the notice was read, mailed or overtaken in the meantime."""
    notice = Notice.objects.select_related("user", "table").filter(pk=notice_id, read=False, mailed=False).first()
    if notice is None or _is_here(notice):
        return False
    with translation.override(notice.user.language or settings.LANGUAGE_CODE):
        send_mail(_subject(notice), _body(notice), settings.DEFAULT_FROM_EMAIL, [notice.user.email])
    Notice.objects.filter(pk=notice.pk).update(mailed=True)
    return True


def _is_here(notice: Notice) -> bool:
    seen = notice.user.last_here
    return seen is not None and timezone.now() - seen < PATIENCE


def _subject(notice: Notice) -> str:
    return f"{NoticeKind(notice.kind).label} · Marchland"


def _body(notice: Notice) -> str:
    from marchland.web.tables.keeping import title_of

    table = notice.table
    title = title_of(table).name[translation.get_language()]
    link = settings.SITE_URL + reverse("tables:table", args=[table.slug])
    profile = settings.SITE_URL + reverse("accounts:profile")
    facts = {
        "notice": notice,
        "what": NoticeKind(notice.kind).label,
        "title": title,
        "table": table,
        "link": link,
        "profile": profile,
    }
    return render_to_string("notices/mail.txt", facts)
