"""Writing a mail: a plain-text part always, a page and files if there are any, headers that nobody can write into."""

from __future__ import annotations

import re
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from hashlib import sha256
from mimetypes import guess_type

import msgspec

from .quotes import MARK

WIRE = SMTP.clone(cte_type="7bit", max_line_length=78)
"""Seven bits reach everybody."""
ADDRESS = re.compile(r"[^\s@<>()\[\]\\,;:\"]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
ID = re.compile(r"<[^\s<>]+@[^\s<>]+>")
MOST_IDS = 10
LONGEST_ID = 240
LONGEST_SUBJECT = 200


class Attachment(msgspec.Struct, frozen=True):
    """A file that goes along."""

    name: str
    data: bytes


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be said to whom."""

    to: str
    subject: str
    text: str
    html: str = ""
    attachments: tuple[Attachment, ...] = ()
    message_id: str
    """One id for one thing said: made by `message_id`, so that whoever gets it twice sees that it is the same."""
    answers: tuple[str, ...] = ()
    """Ids of the mails that this one answers, the latest last."""
    reply_to: str = ""
    automatic: str = "auto-generated"
    """RFC 3834: `auto-replied` for the answer to a mail; so that answering machines stay silent."""
    headers: dict[str, str] = {}


def message_id(host: str, *about: str | bytes) -> str:
    """An id that follows from what the mail is about: the same thing said again has the same id."""
    digest = sha256()
    for part in about:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return f"<{digest.hexdigest()[:40]}@{host}>"


def is_address(text: str) -> bool:
    return len(text) <= LONGEST_ID and ADDRESS.fullmatch(text) is not None


def compose(draft: Draft, sender: str, name: str, now: datetime) -> bytes:
    """The mail as it goes out. `ValueError` if an address is none; everything else is made harmless."""
    return _threads(draft.answers) + _mail(draft, sender, name, now).as_bytes(policy=WIRE)


def _mail(draft: Draft, sender: str, name: str, now: datetime) -> EmailMessage:
    mail = EmailMessage(policy=WIRE)
    mail["From"] = formataddr((one_line(name), _checked(sender)))
    mail["To"] = _checked(draft.to)
    mail["Subject"] = one_line(draft.subject)[:LONGEST_SUBJECT]
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = draft.message_id
    mail["Auto-Submitted"] = draft.automatic
    if draft.reply_to:
        mail["Reply-To"] = _checked(draft.reply_to)
    for header, value in draft.headers.items():
        mail[header] = one_line(value)
    mail.set_content(draft.text, cte="quoted-printable")
    if draft.html:
        mail.add_alternative(draft.html, subtype="html", cte="quoted-printable")
    for attachment in draft.attachments:
        _attach(mail, attachment)
    return mail


def _threads(answers: tuple[str, ...]) -> bytes:
    """Ids of other people's mails go in as they are: Python would fold a long one into something else."""
    ids = [found for found in answers if found.isascii() and ID.fullmatch(found) and len(found) <= LONGEST_ID][-MOST_IDS:]
    folded = "\r\n ".join(ids)
    return f"In-Reply-To: {ids[-1]}\r\nReferences: {folded}\r\n".encode() if ids else b""


def above_the_line(words: str) -> str:
    """The first line of a mail that may be answered: what stands below it is ours, whatever a mail program makes of it."""
    return f"{MARK} {words} {MARK}"


def one_line(text: str) -> str:
    """No letter that would begin a header of its own."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _checked(address: str) -> str:
    if not is_address(address):
        raise ValueError(f"{address!r} is no mail address")
    return address


def _attach(mail: EmailMessage, attachment: Attachment) -> None:
    main, _, sub = (guess_type(attachment.name)[0] or "application/octet-stream").partition("/")
    if main == "text":
        mail.add_attachment(
            attachment.data.decode(), subtype=sub, filename=one_line(attachment.name), cte="base64"
        )  # a sheet must arrive letter by letter: no program may wrap its lines
    else:
        mail.add_attachment(attachment.data, maintype=main, subtype=sub, filename=one_line(attachment.name))
