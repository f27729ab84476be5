"""Where mail goes out and comes in, as addresses: `smtp+tls://user:password@host:587`, `imaps://user:password@host/INBOX`."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import msgspec

from marchland.kernel.errors import BadOption

PLAIN, STARTTLS, TLS = "plain", "starttls", "tls"
SCHEMES = {
    "smtp": ("smtp", PLAIN, 25), "smtp+tls": ("smtp", STARTTLS, 587), "smtps": ("smtp", TLS, 465),
    "imap": ("imap", PLAIN, 143), "imap+tls": ("imap", STARTTLS, 143), "imaps": ("imap", TLS, 993),
    "smtp-intake": ("intake", PLAIN, 2525),
}  # fmt: skip


class Wire(msgspec.Struct, frozen=True, kw_only=True):
    """One end of the post."""

    kind: str
    """`smtp`, `imap` or `intake`."""
    security: str
    host: str
    port: int
    user: str = ""
    password: str = ""
    folder: str = "INBOX"

    def __repr__(self) -> str:
        return f"Wire({self.kind} {self.security} {self.host}:{self.port})"


def wire(address: str, *kinds: str) -> Wire:
    """What an address means; `BadOption` tells what is wrong with it, but never the password in it."""
    known = [scheme for scheme, (kind, _, _) in SCHEMES.items() if kind in kinds]
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise BadOption("a mail server's address that cannot be read") from None
    if parts.scheme not in known or not parts.hostname:
        raise BadOption(
            f"a mail server's address begins with one of {', '.join(f'{scheme}://' for scheme in known)} and names a host"
        )
    kind, security, usual = SCHEMES[parts.scheme]
    return Wire(
        kind=kind, security=security, host=parts.hostname, port=port or usual, user=unquote(parts.username or ""),
        password=unquote(parts.password or ""), folder=unquote(parts.path.strip("/")) or "INBOX",
    )  # fmt: skip
