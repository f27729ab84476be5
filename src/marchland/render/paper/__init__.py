"""Documents on paper: the same document as plain text, as one HTML page and as PDF; receipts as letters."""

from marchland.kernel.documents import Document

from .as_html import fragment, html
from .as_text import text
from .drawing import svg
from .receipt import explain, receipt_text

__all__ = ["explain", "fragment", "html", "pdf", "receipt_text", "svg", "text"]


def pdf(document: Document) -> bytes:
    """A document as PDF. The library is loaded with the first one: to load it takes a third of the time of a short command."""
    from .as_pdf import pdf as drawn

    return drawn(document)
