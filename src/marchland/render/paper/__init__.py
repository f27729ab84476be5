"""Documents on paper: the same document as plain text, as one HTML page and as PDF; receipts as letters."""

from .as_html import fragment, html
from .as_pdf import pdf
from .as_text import text
from .drawing import svg
from .receipt import explain, receipt_text

__all__ = ["explain", "fragment", "html", "pdf", "receipt_text", "svg", "text"]
