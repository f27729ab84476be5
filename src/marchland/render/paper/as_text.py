"""A document as plain text for mail programs: at most 100 columns (tables 130), no markup."""

from __future__ import annotations

import textwrap
from functools import singledispatch

from marchland.kernel.documents import Block, Document, Drawing, Form, Log, LogLine, Paragraph, Part, Table

COLUMNS = 100
TABLE_COLUMNS = 130
"""Tables may be wider than prose: a broken word is worse than a wide window."""
INDENT = 2
GAP = "  "
NARROWEST = 8
MARKS = {"good": "+", "bad": "-", "doubtful": "?"}


def text(document: Document) -> str:
    head = [document.title, "=" * len(document.title)]
    if document.subtitle:
        head.append(document.subtitle)
    return "\n".join([*head, *("\n" + _part(part) for part in document.parts)]).rstrip() + "\n"


def _part(part: Part) -> str:
    return "\n".join([part.heading, "-" * len(part.heading), *filter(None, map(_block, part.blocks))]) + "\n"


@singledispatch
def _block(block: Block) -> str:
    raise TypeError(f"no text for {type(block).__name__}")


@_block.register
def _(block: Paragraph) -> str:
    return "\n".join(textwrap.wrap(block.text, COLUMNS))


@_block.register
def _(block: Form) -> str:
    return block.text.rstrip("\n")


@_block.register
def _(block: Drawing) -> str:
    """A drawing cannot be shown: its description stands for it."""
    return "\n".join(textwrap.wrap(" ".join(filter(None, (block.caption, block.description))), COLUMNS))


@_block.register
def _(block: Log) -> str:
    return "\n".join(map(_log_line, block.lines))


def _log_line(line: LogLine) -> str:
    margin = " " * (INDENT * line.depth)
    tail = " ".join(filter(None, (line.dice, f"[{line.rule}]" if line.rule else "")))
    start = f"{margin}{MARKS.get(line.tone, '*')} "
    return "\n".join(textwrap.wrap(f"{line.text} {tail}".rstrip(), COLUMNS, initial_indent=start, subsequent_indent=margin + "  "))


@_block.register
def _(block: Table) -> str:
    rows = [block.columns, *block.rows]
    widths = _fitted([max(len(row[column]) for row in rows) for column in range(len(block.columns))])
    lines = ["\n".join(_row(row, widths, block.right)) for row in rows]
    rule = GAP.join("-" * width for width in widths)
    return "\n".join(filter(None, (block.caption, lines[0], rule, *lines[1:])))


def _fitted(widths: list[int]) -> list[int]:
    """Widths that fit the page: the widest columns give way first, and their cells are wrapped."""
    fitted = list(widths)
    while sum(fitted) + len(GAP) * (len(fitted) - 1) > TABLE_COLUMNS and max(fitted) > NARROWEST:
        fitted[fitted.index(max(fitted))] -= 1
    return fitted


def _row(row: tuple[str, ...], widths: list[int], right: tuple[int, ...]) -> list[str]:
    """One row as one or more lines of text."""
    cells = [textwrap.wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
    lines = []
    for number in range(max(map(len, cells))):
        parts = [cell[number] if number < len(cell) else "" for cell in cells]
        lines.append(GAP.join(_padded(part, widths[n], n in right) for n, part in enumerate(parts)).rstrip())
    return lines


def _padded(text: str, width: int, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)
