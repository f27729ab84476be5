"""Taking mail in at the door: a small SMTP server that says yes only once the mail is safe.

It has no passwords and no TLS of its own: it belongs behind the machine's mail server (a transport in postfix) or on the machine
itself, never on the open net.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from .reading import LARGEST
from .wires import Wire

Keeper = Callable[[bytes, datetime], None]
"""Puts a mail where it is safe; it raises `OSError` if it cannot."""
Accepts = Callable[[str], bool]
MOST_RECIPIENTS = 5


class Doorman:
    """What aiosmtpd asks. Files and databases are asked in a thread: other people's mail does not wait for them."""

    def __init__(self, keep: Keeper, accepts: Accepts) -> None:
        self.keep = keep
        self.accepts = accepts

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        if not await asyncio.to_thread(self.accepts, address):
            return "550 5.1.1 nobody of this name lives here"
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 too many recipients"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """The mail with the addresses of its envelope, which a blind copy does not tell."""
        reached = b"".join(b"X-Original-To: " + address.encode("ascii", "replace") + b"\r\n" for address in envelope.rcpt_tos)
        back = b"Return-Path: <" + (envelope.mail_from or "").encode("ascii", "replace") + b">\r\n"
        content = envelope.original_content or b""
        try:
            await asyncio.to_thread(self.keep, back + reached + content, datetime.now(UTC))
        except OSError:
            return "451 4.3.0 not now, try again"
        return "250 2.6.0 taken in"


def intake(wire: Wire, keep: Keeper, accepts: Accepts, largest: int = LARGEST) -> Controller:
    """A door that can be opened (`start`) and closed (`stop`); it listens in a thread of its own."""
    settings: dict[str, Any] = {"data_size_limit": largest, "ident": "Marchland", "enable_SMTPUTF8": True}
    return Controller(Doorman(keep, accepts), hostname=wire.host, port=wire.port, **settings)
