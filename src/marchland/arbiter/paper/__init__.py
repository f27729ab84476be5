"""Documents on paper: the same document as plain text, as one HTML page and as PDF."""

from .as_html import fragment, html
from .as_pdf import pdf
from .as_text import text
from .drawing import svg

__all__ = ["fragment", "html", "pdf", "svg", "text"]
