"""Fetching from a mailbox by IMAP. A mail is moved out, or marked, only after the caller has it safe.

Traps known: `\\Seen` says only that somebody looked (the host's own mail program does); a plain EXPUNGE also removes what others
have marked; a server without MOVE or UIDPLUS can only mark; a mailbox may be deeper than anybody's memory, so sizes come first.
"""

from __future__ import annotations

import imaplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec
from imapclient import DELETED, SEEN, IMAPClient
from imapclient.exceptions import IMAPClientError

from .reading import LARGEST
from .wires import PLAIN, STARTTLS, TLS, Wire

PATIENCE = 30
TAKEN = "Marchland"
"""The folder for mails that have been taken in."""
MARKED = "$MarchlandTaken"
"""The keyword where a server cannot move."""
MOST_AT_ONCE = 50
HEAD, WHOLE = b"BODY[HEADER]", b"BODY[]"


class Unreachable(Exception):
    """The mailbox cannot be opened, now."""


class Fetched(msgspec.Struct, frozen=True):
    """A mail in the mailbox. Of one that is too large only the head is here."""

    uid: int
    data: bytes
    arrived: datetime
    """When the server got it: that is when it was sent as far as a deadline goes, not when somebody fetched it."""
    is_oversized: bool = False


class Mailbox:
    """An open mailbox."""

    def __init__(self, client: IMAPClient, flags: tuple[bytes, ...]) -> None:
        self.client = client
        self.can_move = client.has_capability("MOVE")
        keeps_keywords = rb"\*" in flags or MARKED.encode() in flags
        self.mark: Any = MARKED if keeps_keywords else DELETED

    def waiting(self, largest: int = LARGEST) -> Iterator[Fetched]:
        """What has not been taken yet, in the order of arrival."""
        fresh = ["UNDELETED"] if self.mark == DELETED else ["UNDELETED", "UNKEYWORD", MARKED]
        uids = sorted(self.client.search(fresh))[:MOST_AT_ONCE]
        sizes = self.client.fetch(uids, ["RFC822.SIZE", "INTERNALDATE"]) if uids else {}
        for uid in uids:
            if facts := sizes.get(uid):  # otherwise it was removed by somebody else meanwhile
                yield from self._one(uid, facts, largest)

    def _one(self, uid: int, facts: dict[bytes, Any], largest: int) -> Iterator[Fetched]:
        is_oversized = facts[b"RFC822.SIZE"] > largest
        part = HEAD if is_oversized else WHOLE
        found = self.client.fetch([uid], [part.replace(b"BODY", b"BODY.PEEK")])
        if uid in found:
            arrived = facts[b"INTERNALDATE"].astimezone(UTC)
            yield Fetched(uid, found[uid][part], arrived, is_oversized)

    def take(self, uid: int) -> None:
        """This mail is safe with us: out of the way with it."""
        if self.can_move:
            self._make_folder()
            self.client.move([uid], TAKEN)
        else:
            self.client.add_flags([uid], [SEEN, self.mark], silent=True)

    def _make_folder(self) -> None:
        if not self.client.folder_exists(TAKEN):
            self.client.create_folder(TAKEN)


@contextmanager
def mailbox(wire: Wire) -> Iterator[Mailbox]:
    """`Unreachable` if the mailbox cannot be opened, or the line breaks while it is open."""
    try:
        with _connected(wire) as client:
            client.login(wire.user, wire.password)
            chosen = client.select_folder(wire.folder)
            yield Mailbox(client, tuple(chosen.get(b"PERMANENTFLAGS", ())))
    except (OSError, IMAPClientError, imaplib.IMAP4.error) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error


def _connected(wire: Wire) -> IMAPClient:
    trust = ssl.create_default_context() if wire.security != PLAIN else None
    client = IMAPClient(wire.host, wire.port, ssl=wire.security == TLS, ssl_context=trust, timeout=PATIENCE)
    client.normalise_times = False
    if wire.security == STARTTLS:
        client.starttls(trust)
    return client
