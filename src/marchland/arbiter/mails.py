"""Saved mails: the texts in them that may be a sheet, attachments first."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart
from html.parser import HTMLParser
from pathlib import PurePath

MOST_ATTACHMENTS = 5
SHEET_NAMES = (".txt", ".json", "")
LINES = ("br", "p", "div", "tr", "li", "blockquote")
SILENT = ("blockquote", "head", "script", "style")
"""What a page does not say itself: earlier mail that it quotes, and what is not shown."""


def texts_of_mail(data: bytes) -> list[bytes]:
    """What might be the sheet, likeliest first: attached texts, then the mail's own. A mail that cannot be opened holds none."""
    try:
        mail = message_from_bytes(data, policy=policy.default)
        body = mail.get_body(preferencelist=("plain", "html"))
        return [_text(part) for part in (*_attached(mail), body) if part is not None]
    except (LookupError, ValueError, RecursionError):
        return []


def _attached(mail: EmailMessage) -> list[EmailMessage]:
    """Attachments that look like a sheet: texts and files named like one; mails within mails are not opened."""
    parts = [part for part in mail.iter_attachments() if isinstance(part, EmailMessage)] if mail.is_multipart() else []
    return [part for part in parts if _may_be_sheet(part)][:MOST_ATTACHMENTS]


def _may_be_sheet(part: EmailMessage) -> bool:
    if part.is_multipart() or part.get_content_subtype() == "html":
        return False
    named = PurePath(part.get_filename() or "").suffix.lower() in SHEET_NAMES
    return named and (part.get_content_maintype() == "text" or bool(part.get_filename()))


def _text(part: MIMEPart) -> bytes:
    """A file as it is; a text in letters that everybody can read."""
    if part.get_content_maintype() != "text":
        return bytes(part.get_payload(decode=True) or b"")
    try:
        text = str(part.get_content())
    except LookupError:  # a charset nobody knows: the letters a sheet needs are the same in most of them
        text = bytes(part.get_payload(decode=True) or b"").decode("latin-1")
    return (without_tags(text) if part.get_content_subtype() == "html" else text).encode()


def without_tags(html: str) -> str:
    """A page as plain lines, without the mail it answers."""
    page = _Page()
    page.feed(html)
    page.close()
    return "".join(page.text)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.silence = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silence += tag in SILENT
        if tag == "br":
            self.text.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self.silence = max(0, self.silence - (tag in SILENT))
        if tag in LINES:
            self.text.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.silence:
            self.text.append(data)
