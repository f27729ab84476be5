"""The post's rounds, beside all requests: fetch, read, report, send. Several processes may go round: nothing is done twice."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

from aiosmtpd.controller import Controller
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import close_old_connections
from django.utils import timezone

from marchland.post.imap import Fetched, Unreachable, mailbox
from marchland.post.intake import intake
from marchland.post.seals import plain_address
from marchland.post.wires import wire
from marchland.web.monitoring import figures

from .models import Outgoing, Progress
from .selectors import is_open, writer_of
from .services import letter_take, missives_write, reports_write

logger = logging.getLogger("marchland.post")

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 1440))
"""Before a mail that nobody took is tried again; after the last of them it is given up."""
LEASE = timedelta(minutes=10)
"""Whoever took a mail to send it and has not said what became of it in this time is dead: it goes again, with the same id."""
AT_ONCE = 100
FINAL = range(500, 600)


def go_round() -> None:
    """Everything there is to do just now."""
    if not is_open():
        return
    _fetch()
    reports_write(timezone.now())
    missives_write(timezone.now())
    send_waiting(timezone.now())


def _fetch() -> None:
    """Out of the mailbox only once everything that follows from the mail is in the database."""
    source = wire(settings.POST_IN, "imap", "intake") if settings.POST_IN else None
    if source is None or source.kind != "imap":
        return
    try:
        with mailbox(source) as box:
            for mail in box.waiting():
                if _is_taken(mail):
                    box.take(mail.uid)
    except Unreachable:
        logger.exception("the mailbox cannot be opened")


def _is_taken(mail: Fetched) -> bool:
    """A mail that nobody can read, for whatever reason, keeps no other from being read."""
    try:
        letter_take(mail.data, mail.arrived, mail.is_oversized)
    except Exception:
        logger.exception("a mail could not be taken in", extra={"uid": mail.uid})
        return False
    return True


def door() -> Controller | None:
    """The local intake, if that is how mail comes in: it says yes once the letter is in the database."""
    source = wire(settings.POST_IN, "imap", "intake") if settings.POST_IN else None
    return intake(source, _keep, _is_ours) if source is not None and source.kind == "intake" else None


def _keep(data: bytes, arrived: datetime) -> None:
    """In the door's own thread; what goes wrong here makes the sender try again."""
    close_old_connections()
    try:
        letter_take(data, arrived)
    except Exception as error:
        logger.exception("a mail could not be taken in")
        raise OSError("not now") from error
    finally:
        close_old_connections()


def _is_ours(address: str) -> bool:
    return address.lower() == plain_address(settings.POST_ADDRESS).lower() or writer_of((address,)) is not None


# -- out -------------------------------------------------------------------------------------------------------------


class Carried(Message):
    """A mail as it was written, in the shape in which Django's mail servers want it."""

    def as_bytes(self, unixfrom: bool = False, policy: object = None, linesep: str = "\n") -> bytes:
        return super().as_bytes(unixfrom, policy=compat32.clone(linesep=linesep))


class Ready(EmailMessage):
    """A mail that is written already."""

    def __init__(self, outgoing: Outgoing) -> None:
        self.data = bytes(outgoing.data)
        mail = self.message()
        super().__init__(str(mail["Subject"]), "", plain_address(settings.POST_ADDRESS), [outgoing.recipient])

    def message(self) -> Carried:  # type: ignore[override]
        return message_from_bytes(self.data, _class=Carried)


def send_waiting(now: datetime) -> None:
    Outgoing.objects.filter(progress=Progress.TAKEN, due__lt=now - LEASE).update(progress=Progress.WAITING)
    waiting = list(Outgoing.objects.filter(progress=Progress.WAITING, due__lte=now)[:AT_ONCE])
    if not waiting:
        return
    connection = get_connection()
    try:
        connection.open()
        for outgoing in waiting:
            mine = Outgoing.objects.filter(pk=outgoing.pk, progress=Progress.WAITING)
            if mine.update(progress=Progress.TAKEN, due=now):
                _send(outgoing, connection, now)
        connection.close()
    except (OSError, SMTPException):
        logger.exception("no mail server")


def _send(outgoing: Outgoing, connection: BaseEmailBackend, now: datetime) -> None:
    mail = Ready(outgoing)
    mail.connection = connection
    try:
        mail.send()
    except SMTPRecipientsRefused as refused:
        code, said = next(iter(refused.recipients.values()))
        _not_sent(outgoing, code in FINAL, f"{code} {_text(said)}", now)
    except SMTPDataError as refused:
        _not_sent(outgoing, refused.smtp_code in FINAL, f"{refused.smtp_code} {_text(refused.smtp_error)}", now)
    except (OSError, SMTPException) as error:
        _not_sent(outgoing, False, f"{type(error).__name__}: {error}", now)
    else:
        Outgoing.objects.filter(pk=outgoing.pk).update(progress=Progress.SENT)
        figures.mails.labels("letter", Progress.SENT.value).inc()


def _not_sent(outgoing: Outgoing, is_final: bool, said: str, now: datetime) -> None:
    figures.mails.labels("letter", Progress.FAILED.value if is_final else Progress.WAITING.value).inc()
    if is_final or outgoing.tries >= len(PAUSES):
        Outgoing.objects.filter(pk=outgoing.pk).update(progress=Progress.FAILED, said=said[:500])
        return
    again = {"progress": Progress.WAITING, "tries": outgoing.tries + 1, "due": now + PAUSES[outgoing.tries], "said": said[:500]}
    Outgoing.objects.filter(pk=outgoing.pk).update(**again)


def _text(said: bytes | str) -> str:
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else said
