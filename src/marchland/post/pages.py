"""A page of HTML as plain lines: what its writer wrote, without the mail it quotes, without what is not shown."""

from __future__ import annotations

import re
from html.parser import HTMLParser

BLOCKS = ("address", "blockquote", "div", "dl", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
          "section", "table", "tr", "ul")  # fmt: skip
VOID = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
SILENT = ("blockquote", "head", "script", "style", "title", "template", "object")
"""What a page does not say itself: earlier mail that it quotes, and what is not shown."""
QUOTING = re.compile(
    r"gmail_quote|gmail_attr|gmail_signature|moz-cite-prefix|moz-signature|moz-forward-container|yahoo_quoted|protonmail_quote"
    r"|zmail_extra|tutanota_quote|mozilla-signature|AppleMailSignature|ms-outlook-mobile-signature|x_gmail_quote",
    re.IGNORECASE,
)
"""Classes and ids by which mail programs mark a quotation or a signature."""
LAST = re.compile(
    r"divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|isReplyContent|OLK_SRC_BODY_SECTION", re.IGNORECASE
)
"""Where Outlook begins with the mail that is answered: nothing after it is new."""
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(px|pt|em|%)?\s*(;|$)", re.IGNORECASE)
DEEPEST = 200


def page_text(html: str) -> str:
    page = _Page()
    page.feed(html)
    page.close()
    text = "".join(page.text)
    return "\n".join(re.sub(r"[ \t]+", " ", line).strip() for line in text.splitlines())


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.open: list[tuple[str, bool]] = []
        """The elements around, and which of them are not heard."""
        self.ended = False

    @property
    def is_silent(self) -> bool:
        return self.ended or any(silent for _, silent in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        marks = " ".join(value or "" for name, value in attrs if name in ("class", "id"))
        self.ended = self.ended or LAST.search(marks) is not None
        if tag in BLOCKS or tag == "br":
            self._break(hard=tag == "br")
        if tag not in VOID:
            self.ended = self.ended or len(self.open) >= DEEPEST
            hidden = any(name == "hidden" or (name == "style" and HIDDEN.search(value or "")) for name, value in attrs)
            self.open.append((tag, tag in SILENT or QUOTING.search(marks) is not None or bool(hidden)))

    def handle_endtag(self, tag: str) -> None:
        place = next((place for place in reversed(range(len(self.open))) if self.open[place][0] == tag), None)
        if place is not None:
            del self.open[place:]
        if tag in BLOCKS:
            self._break()

    def handle_data(self, data: str) -> None:
        if not self.is_silent:
            kept = any(tag == "pre" for tag, _ in self.open)
            self.text.append(data if kept else re.sub(r"[ \t\r\n\f]+", " ", data))

    def _break(self, hard: bool = False) -> None:
        """A new line; one for several blocks that begin and end together."""
        if not self.is_silent and (hard or (self.text and not self.text[-1].endswith("\n"))):
            self.text.append("\n")
