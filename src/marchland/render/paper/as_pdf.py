"""A document as PDF. The same document gives the same bytes: no clock and no identifiers drawn at random go into the file."""

from __future__ import annotations

from functools import singledispatch
from io import BytesIO
from typing import Any
from unicodedata import combining, normalize
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, KeepTogether, Preformatted, SimpleDocTemplate, Spacer, TableStyle
from reportlab.platypus import Paragraph as Text
from reportlab.platypus import Table as Grid

from marchland.kernel.documents import Block, Document, Drawing, Form, Label, Log, LogLine, Paragraph, Part, Shape, Table

MARGIN = 18 * mm
WIDTH = A4[0] - 2 * MARGIN
HIGHEST_FIGURE = A4[1] * 0.7
SANS, BOLD, MONO = "Helvetica", "Helvetica-Bold", "Courier"
"""The built-in fonts: they hold every letter of French, Italian and English and need not be embedded."""
CHARSET = "cp1252"
"""What the built-in fonts hold."""
LOOKALIKES = {
    "\u2212": "-",
    "\u2010": "-",
    "\u2011": "-",
    "\u2192": ">",
    "\u2264": "<=",
    "\u2265": ">=",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
    "ı": "i",
}
"""Signs and letters that do not come apart into a letter and its marks."""
FORM_COLUMNS = 96

BODY = ParagraphStyle("body", fontName=SANS, fontSize=9, leading=12)
TITLE = ParagraphStyle("title", parent=BODY, fontName=BOLD, fontSize=18, leading=22)
SUBTITLE = ParagraphStyle("subtitle", parent=BODY, textColor=colors.HexColor("#555555"), spaceAfter=6)
HEADING = ParagraphStyle("heading", parent=BODY, fontName=BOLD, fontSize=12, leading=15, spaceBefore=10, spaceAfter=4)
CELL = ParagraphStyle("cell", parent=BODY, fontSize=7.5, leading=9)
FIGURE_CELL = ParagraphStyle("number", parent=CELL, alignment=2)
CAPTION = ParagraphStyle("caption", parent=CELL, textColor=colors.HexColor("#555555"))
CODE = ParagraphStyle("form", parent=BODY, fontName=MONO, fontSize=8, leading=10)
TONES = {"good": "#1f6b35", "bad": "#9b2318", "doubtful": "#7a5b00"}
GRID = TableStyle(
    [
        ("LINEBELOW", (0, 0), (-1, -1), 0.25, colors.HexColor("#cfc6b6")),
        ("LINEBELOW", (0, 0), (-1, 0), 0.75, colors.black),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 4),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
    ]
)


def pdf(document: Document) -> bytes:
    target = BytesIO()
    template = SimpleDocTemplate(
        target, pagesize=A4, leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN,
        title=document.title, author="Marchland", lang=document.language, invariant=1,
    )  # fmt: skip
    story: list[Flowable] = [Text(_safe(document.title), TITLE)]
    if document.subtitle:
        story.append(Text(_safe(document.subtitle), SUBTITLE))
    for part in document.parts:
        story += _part(part)
    template.build(story, onFirstPage=_footer, onLaterPages=_footer)
    return target.getvalue()


def _footer(canvas: Any, template: Any) -> None:
    canvas.setFont(SANS, 7)
    canvas.drawString(MARGIN, 10 * mm, _printable(template.title))
    canvas.drawRightString(A4[0] - MARGIN, 10 * mm, str(template.page))


def _part(part: Part) -> list[Flowable]:
    flow = [flowable for block in part.blocks for flowable in _block(block)]
    heading = Text(_safe(part.heading), HEADING)
    return [KeepTogether([heading, flow[0]]), *flow[1:]] if flow else [heading]


def _printable(text: str) -> str:
    """The text in letters the built-in fonts have: others lose their marks, foreign scripts become question marks."""
    return text if _is_printable(text) else "".join(map(_letter, text))


def _is_printable(text: str) -> bool:
    return text.isascii() or text.encode(CHARSET, errors="ignore").decode(CHARSET) == text


def _letter(letter: str) -> str:
    if _is_printable(letter):
        return letter
    plain = LOOKALIKES.get(letter) or "".join(part for part in normalize("NFKD", letter) if not combining(part))
    return plain if _is_printable(plain) else "?"


def _safe(text: str) -> str:
    return escape(_printable(text))


@singledispatch
def _block(block: Block) -> list[Flowable]:
    raise TypeError(f"no PDF for {type(block).__name__}")


@_block.register
def _(block: Paragraph) -> list[Flowable]:
    return [Text(_safe(block.text), BODY), Spacer(1, 3)]


@_block.register
def _(block: Form) -> list[Flowable]:
    return [Preformatted(_printable(block.text), CODE, maxLineLength=FORM_COLUMNS, newLineChars=""), Spacer(1, 3)]


@_block.register
def _(block: Log) -> list[Flowable]:
    return [*map(_log_line, block.lines), Spacer(1, 3)]


def _log_line(line: LogLine) -> Text:
    colour = TONES.get(line.tone, "#000000")
    dice = f' <font color="#555555">{_safe(line.dice)}</font>' if line.dice else ""
    rule = f' <font face="{MONO}" size="7" color="#555555">{_safe(line.rule)}</font>' if line.rule else ""
    style = ParagraphStyle("log", parent=BODY, leftIndent=10 + 12 * line.depth, bulletIndent=2 + 12 * line.depth)
    return Text(f'<font color="{colour}">{_safe(line.text)}</font>{dice}{rule}', style, bulletText="•")


@_block.register
def _(block: Table) -> list[Flowable]:
    head = [Text(f"<b>{_safe(cell)}</b>", FIGURE_CELL if n in block.right else CELL) for n, cell in enumerate(block.columns)]
    rows = [[Text(_safe(cell), FIGURE_CELL if n in block.right else CELL) for n, cell in enumerate(row)] for row in block.rows]
    grid = Grid([head, *rows], colWidths=_widths(block), repeatRows=1, hAlign="LEFT", style=GRID)
    caption = [Text(_safe(block.caption), CAPTION)] if block.caption else []
    return [*caption, grid, Spacer(1, 5)]


def _widths(block: Table) -> list[float]:
    """Each column as wide as its longest cell; when that is too much, long columns give way first."""
    wanted = [_longest([row[column] for row in (block.columns, *block.rows)]) for column in range(len(block.columns))]
    while sum(wanted) > WIDTH:
        widest = max(range(len(wanted)), key=lambda column: wanted[column])
        second = max((width for column, width in enumerate(wanted) if column != widest), default=0.0)
        room = WIDTH - sum(wanted) + wanted[widest]
        wanted[widest] = max(room, second) if wanted[widest] > second else wanted[widest] * 0.9
    return wanted


def _longest(cells: list[str]) -> float:
    return max(stringWidth(_printable(cell), BOLD, CELL.fontSize) for cell in cells) + 8


@_block.register
def _(block: Drawing) -> list[Flowable]:
    caption = [Text(_safe(block.caption), CAPTION)] if block.caption else []
    return [_Figure(block), *caption, Spacer(1, 5)]


class _Figure(Flowable):
    """A drawing scaled to the width of the page."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__()
        self.drawing = drawing
        self.scale = min(WIDTH / drawing.width, HIGHEST_FIGURE / drawing.height)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return self.drawing.width * self.scale, self.drawing.height * self.scale

    def draw(self) -> None:
        for shape in self.drawing.shapes:
            self._shape(shape)
        for label in self.drawing.labels:
            self._label(label)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * self.scale, (self.drawing.height - y) * self.scale

    def _shape(self, shape: Shape) -> None:
        canvas = self.canv
        path = canvas.beginPath()
        for ring in shape.rings:
            path.moveTo(*self._at(*ring[0]))
            for point in ring[1:]:
                path.lineTo(*self._at(*point))
            if shape.closed:
                path.close()
        canvas.setDash([2, 1.5] if shape.dashed else [])
        canvas.setLineWidth(max(0.2, shape.width * self.scale))
        if shape.fill:
            canvas.setFillColor(colors.HexColor(shape.fill))
        if shape.stroke:
            canvas.setStrokeColor(colors.HexColor(shape.stroke))
        canvas.drawPath(path, stroke=int(bool(shape.stroke)), fill=int(bool(shape.fill)), fillMode=0)

    def _label(self, label: Label) -> None:
        canvas = self.canv
        canvas.setFont(BOLD if label.bold else SANS, label.size * self.scale)
        canvas.setFillColor(colors.HexColor(label.colour))
        canvas.drawCentredString(*self._at(*label.at), _printable(label.text))
