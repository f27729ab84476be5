"""Reply addresses that prove who writes: `ash+akla.k3v2...@example.org`. Whoever knows it was sent it.

A sender's address proves nothing, anybody can write it; a signed reply address is told to one person alone, in the mails that
they get, and holds for the whole game. Letters are small and few: mail servers change the rest.
"""

from __future__ import annotations

import base64
import hmac
import re
from collections.abc import Iterable
from hashlib import sha256

LETTERS = 16
"""Eighty bits."""
PLACE = "*"
"""Where the seal stands in the post's address: `ash+*@example.org`, `*@ash.example.org`; after a plus if it is not said."""
LABEL = re.compile(r"[a-z0-9-]{1,40}")


def signature(key: bytes, label: str) -> str:
    digest = hmac.new(key, b"reply/" + label.encode(), sha256).digest()
    return base64.b32encode(digest).decode().lower()[:LETTERS]


def reply_address(address: str, key: bytes, label: str) -> str:
    """The address at which only the holder of this seat can write."""
    label = label.lower()
    if not LABEL.fullmatch(label):
        raise ValueError(f"{label!r} cannot stand in an address")
    before, after = _halves(address)
    return f"{before}{label}.{signature(key, label)}{after}"


def plain_address(address: str) -> str:
    """The post's own address, as a sender."""
    local, _, host = address.partition("@")
    bare = local.replace(f"+{PLACE}", "").replace(PLACE, "")
    return f"{bare or 'post'}@{host}"


def sealed(address: str, key: bytes, recipients: Iterable[str]) -> str:
    """The label of the first recipient that bears a true seal; empty if none does."""
    before, after = (half.lower() for half in _halves(address))
    shape = re.compile(re.escape(before) + r"([a-z0-9-]{1,40})\.([a-z2-7]{1,64})" + re.escape(after))
    matches = (shape.fullmatch(recipient.lower()) for recipient in recipients)
    return next((match[1] for match in matches if match and hmac.compare_digest(match[2], signature(key, match[1]))), "")


def _halves(address: str) -> tuple[str, str]:
    if PLACE not in address:
        local, _, host = address.partition("@")
        address = f"{local}+{PLACE}@{host}"
    before, _, after = address.partition(PLACE)
    return before, after
