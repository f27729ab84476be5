"""A mail as it came: who says so, whom it reached, what in it may be a sheet, and whether a person wrote it at all.

Headers are read by the older of Python's two parsers: the newer one raises whatever comes to its mind on ids that Exchange
writes (python/cpython#105802), on a comma at the end of `Cc:` or on a parameter without a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses
from hashlib import sha256
from itertools import islice
from pathlib import PurePath

import msgspec

from .pages import page_text
from .quotes import own_words
from .writing import ID, is_address

PERSON, AUTOMATIC, BOUNCE = "person", "automatic", "bounce"
LARGEST = 1_000_000
MOST_PARTS = 60
MOST_SHEETS = 5
DEEPEST = 12
SHEET_NAMES = (".txt", ".json", "")
REACHED = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "Resent-To")
ODD_CHARSETS = re.compile(r"idna|punycode|escape|undefined|mbcs|oem", re.IGNORECASE)
"""Codecs of Python that no mail is written in; `idna` takes minutes over a long line."""
Part = Message


class Bounce(msgspec.Struct, frozen=True):
    """RFC 3464: a mail of ours that did not arrive."""

    message_id: str = ""
    recipient: str = ""
    status: str = ""
    reason: str = ""
    is_final: bool = True
    """False: the mail server still tries."""


class Mail(msgspec.Struct, frozen=True, kw_only=True):
    """What a mail says of itself. Only `texts` may give orders; nothing of it proves who wrote it."""

    message_id: str
    sender: str
    recipients: tuple[str, ...]
    subject: str
    kind: str = PERSON
    texts: tuple[str, ...] = ()
    """What may be a sheet, likeliest first: attached texts, then the writer's own words."""
    answers: tuple[str, ...] = ()
    bounce: Bounce | None = None

    @property
    def content(self) -> str:
        """The hash of what it says: a mail delivered twice has other stamps on it, but says the same."""
        said = "\0".join((self.sender, self.subject, *self.texts))
        return sha256(said.encode("utf-8", "replace")).hexdigest()


def read_mail(data: bytes, only_head: bool = False) -> Mail:
    """Never raises, whatever somebody sends: a mail that cannot be opened says nothing."""
    try:
        mail = message_from_bytes(data)
        parts = [] if only_head else list(islice(_parts(mail), MOST_PARTS))
    except (LookupError, ValueError, TypeError, AttributeError, RecursionError, MessageError):
        return Mail(message_id="", sender="", recipients=(), subject="", kind=AUTOMATIC)
    bounce = _bounce(mail, parts)
    return Mail(
        message_id=next(iter(_ids(mail, "Message-ID")), ""),
        sender=next(iter(_addresses(mail, ("From",))), ""),
        recipients=_addresses(mail, REACHED),
        subject=_header(mail, "Subject"),
        kind=BOUNCE if bounce else AUTOMATIC if _is_automatic(mail) else PERSON,
        texts=() if bounce else _texts(parts),
        answers=tuple(dict.fromkeys((*_ids(mail, "References"), *_ids(mail, "In-Reply-To")))),
        bounce=bounce,
    )


# -- headers ----------------------------------------------------------------------------------------------------


def _header(mail: Part, name: str) -> str:
    value = mail.get(name)
    if value is None:
        return ""
    try:
        text = str(make_header(decode_header(value)))
    except (LookupError, ValueError, MessageError):
        text = str(value)
    return " ".join(text.split())


def _addresses(mail: Part, names: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses in these headers, small letters throughout; whatever is none is left out."""
    values = [str(value) for name in names for value in mail.get_all(name, [])]
    found = (address.strip().lower() for value in values for _, address in getaddresses([value]))
    return tuple(dict.fromkeys(address for address in found if is_address(address)))


def _ids(mail: Part, name: str) -> list[str]:
    return ID.findall(" ".join(str(value) for value in mail.get_all(name, [])))


def _is_automatic(mail: Part) -> bool:
    """Answering machines and programs: they give no orders, and whoever answers them is answered for ever (RFC 3834)."""
    automatic = str(mail.get("Auto-Submitted", "no")).strip().lower()
    return (
        not automatic.startswith("no")
        or str(mail.get("Precedence", "")).strip().lower() in ("bulk", "junk", "auto_reply")
        or any(name in mail for name in ("X-Autoreply", "X-Autorespond", "X-Auto-Reply-From", "X-Failed-Recipients"))
        or str(mail.get("Return-Path", "")).strip() == "<>"
        or str(mail.get("From", "")).strip().lower().lstrip("<").startswith(("mailer-daemon@", "postmaster@"))
    )


# -- bounces ----------------------------------------------------------------------------------------------------


def _bounce(mail: Part, parts: list[Part]) -> Bounce | None:
    """RFC 3464 A report on a delivery, with the mail it is about or its head."""
    report = next((part for part in parts if part.get_content_type() == "message/delivery-status"), None)
    if mail.get_content_type() != "multipart/report" or report is None:
        return None
    fields = _within(report)
    action = _field(fields, "Action").lower()
    if action in ("delivered", "relayed", "expanded"):
        return None
    return Bounce(
        message_id=_returned(parts),
        recipient=_field(fields, "Final-Recipient").partition(";")[2].strip().lower(),
        status=_field(fields, "Status"),
        reason=_field(fields, "Diagnostic-Code").partition(";")[2].strip()[:500],
        is_final=action != "delayed",
    )


def _field(blocks: list[Part], name: str) -> str:
    return next((" ".join(str(block[name]).split()) for block in blocks if block[name]), "")


def _returned(parts: list[Part]) -> str:
    """The id of the mail that came back, from itself or from its head."""
    for part in parts:
        if part.get_content_type() == "message/rfc822" and _within(part):
            return next(iter(_ids(_within(part)[0], "Message-ID")), "")
        if part.get_content_type() == "text/rfc822-headers":
            return next(iter(_ids(message_from_bytes(_bytes(part)), "Message-ID")), "")
    return ""


# -- texts ------------------------------------------------------------------------------------------------------


def _within(mail: Part) -> list[Part]:
    """What a part is made of."""
    inner = mail.get_payload() if mail.is_multipart() else []
    return [part for part in inner if isinstance(part, Message)]


def _parts(mail: Part, depth: int = 0) -> Iterator[Part]:
    """The leaves, as far as anybody packs them; mails within mails are not opened."""
    if mail.get_content_maintype() != "multipart" or not mail.is_multipart():
        yield mail
    elif depth < DEEPEST:
        for part in _within(mail):
            yield from _parts(part, depth + 1)


def _texts(parts: list[Part]) -> tuple[str, ...]:
    attached = [_decoded(part) for part in parts if _may_be_sheet(part)]
    body = [part for part in parts if not part.get_filename() and part.get_content_disposition() != "attachment"]
    plain = own_words("\n".join(_plain(part) for part in body if part.get_content_type() == "text/plain"))
    page = own_words("\n".join(page_text(_decoded(part)) for part in body if part.get_content_type() == "text/html"))
    return tuple(text for text in (*attached[:MOST_SHEETS], _better(plain, page)) if text.strip())


def _better(plain: str, page: str) -> str:
    """The plain text; but where the page says the same it has not been wrapped, which would break long orders in two."""
    return page if not plain.strip() or "".join(plain.split()) == "".join(page.split()) else plain


def _may_be_sheet(part: Part) -> bool:
    """Attached texts and files named like one; no pages, no pictures, no mails."""
    name = part.get_filename()
    if part.is_multipart() or part.get_content_type() == "text/html":
        return False
    if name is None:
        return part.get_content_disposition() == "attachment" and part.get_content_maintype() == "text"
    return PurePath(name).suffix.lower() in SHEET_NAMES


def _plain(part: Part) -> str:
    """RFC 3676 Lines that the mail program has broken are put together again."""
    text = _decoded(part)
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    joint = "" if str(part.get_param("delsp", "")).lower() == "yes" else " "
    lines: list[str] = []
    flowing = False
    for row in text.splitlines():
        line = row[1:] if row.startswith(" ") else row
        quoted = line.startswith(">")
        if flowing and not quoted:
            lines[-1] += joint + line.rstrip(" ") if line.strip() else ""
        else:
            lines.append(line if line == "-- " else line.rstrip(" "))
        flowing = line.endswith(" ") and line != "-- " and not quoted and bool(line.strip())
    return "\n".join(lines)


def _decoded(part: Part) -> str:
    """A text in whatever letters it was written, said or unsaid."""
    data = _bytes(part)
    charset = str(part.get_content_charset() or "utf-8")
    for name in (charset, "utf-8-sig", "cp1252"):
        try:
            if not ODD_CHARSETS.search(name):
                return data.decode(name).lstrip("\ufeff").replace("\r\n", "\n")
        except (LookupError, ValueError):
            continue
    return data.decode("latin-1").replace("\r\n", "\n")


def _bytes(part: Part) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""
