"""Documents: what a title wants to say on paper, as plain data. A title writes them, others set them as text, HTML or PDF.

A document is in one language and holds no markup: headings, paragraphs, tables, log lines with the rule behind each,
forms to fill in, and drawings made of outlines and labels.
"""

from __future__ import annotations

import msgspec

Point = tuple[float, float]


class Block(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Anything that stands in a part of a document."""


class Paragraph(Block, frozen=True):
    text: str


class Table(Block, frozen=True):
    """Rows of cells under column heads; columns in `right` hold figures."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    caption: str = ""


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: the sentence, the rule behind it, the dice, and how deep it stands under its cause."""

    text: str
    rule: str = ""
    dice: str = ""
    depth: int = 0
    tone: str = ""
    """good, bad or doubtful; empty for plain news."""


class Log(Block, frozen=True):
    lines: tuple[LogLine, ...]


class Form(Block, frozen=True):
    """Text to be kept exactly as it stands, letter for letter."""

    text: str


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """Closed rings of points with a fill, or open lines with a stroke."""

    rings: tuple[tuple[Point, ...], ...]
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    closed: bool = True
    dashed: bool = False
    title: str = ""


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    text: str
    at: Point
    size: float = 10.0
    colour: str = "#000000"
    bold: bool = False


class Drawing(Block, frozen=True):
    """A figure in its own units, origin at the top left; shapes lie in the order they are listed, labels on top."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    labels: tuple[Label, ...] = ()
    caption: str = ""
    description: str = ""
    """What the figure shows, in words, for those who cannot see it."""


AnyBlock = Paragraph | Table | Log | Form | Drawing


class Part(msgspec.Struct, frozen=True):
    heading: str
    blocks: tuple[AnyBlock, ...]


class Document(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    title: str
    subtitle: str = ""
    language: str
    parts: tuple[Part, ...]
