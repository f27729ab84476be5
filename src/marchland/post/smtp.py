"""Sending by SMTP: what was taken over, what will never be, and what may be tried again."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from .wires import STARTTLS, TLS, Wire

PATIENCE = 30


class Undelivered(Exception):
    """The mail server has not taken the mail. `is_final`: nor will it ever."""

    def __init__(self, reason: str, is_final: bool) -> None:
        super().__init__(reason)
        self.is_final = is_final


@contextmanager
def line(wire: Wire) -> Iterator[smtplib.SMTP]:
    """A line to the mail server; `Undelivered` (try again) if there is none."""
    try:
        server = _connected(wire)
    except (OSError, smtplib.SMTPException) as error:
        raise Undelivered(_reason(error), is_final=False) from error
    try:
        yield server
    finally:
        _hang_up(server)


def _connected(wire: Wire) -> smtplib.SMTP:
    if wire.security == TLS:
        server: smtplib.SMTP = smtplib.SMTP_SSL(wire.host, wire.port, timeout=PATIENCE, context=ssl.create_default_context())
    else:
        server = smtplib.SMTP(wire.host, wire.port, timeout=PATIENCE)
    if wire.security == STARTTLS:
        server.starttls(context=ssl.create_default_context())
    if wire.user:
        server.login(wire.user, wire.password)
    return server


def send(server: smtplib.SMTP, sender: str, recipient: str, data: bytes) -> None:
    """Hand one mail over. A refusal for good (5xx) of the mail itself is final; everything else may be tried again."""
    try:
        server.sendmail(sender, [recipient], data)
    except smtplib.SMTPRecipientsRefused as error:
        code, text = error.recipients[recipient]
        raise Undelivered(f"{code} {_said(text)}", is_final=500 <= code < 600) from error
    except smtplib.SMTPResponseException as error:
        is_final = isinstance(error, smtplib.SMTPDataError) and 500 <= error.smtp_code < 600
        raise Undelivered(_reason(error), is_final) from error
    except (OSError, smtplib.SMTPException) as error:
        raise Undelivered(_reason(error), is_final=False) from error


def _hang_up(server: smtplib.SMTP) -> None:
    """Whatever was taken over is taken over: a line that breaks at the good-bye changes nothing."""
    try:
        server.quit()
    except (OSError, smtplib.SMTPException):
        server.close()


def _reason(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_said(error.smtp_error)}"
    return f"{type(error).__name__}: {error}"


def _said(text: bytes | str) -> str:
    return " ".join((text.decode("utf-8", "replace") if isinstance(text, bytes) else text).split())[:300]
