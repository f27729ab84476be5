"""A document as plain text for mail programs: at most 100 columns, no markup."""

from __future__ import annotations

import textwrap
from functools import singledispatch

from ...kernel.documents import Block, Document, Drawing, Form, Log, LogLine, Paragraph, Part, Table

COLUMNS = 100
INDENT = 2
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
    widths = [max(len(row[column]) for row in rows) for column in range(len(block.columns))]
    lines = [_row(row, widths, block.right) for row in rows]
    rule = "  ".join("-" * width for width in widths)
    return "\n".join(filter(None, (block.caption, lines[0], rule, *lines[1:])))


def _row(row: tuple[str, ...], widths: list[int], right: tuple[int, ...]) -> str:
    cells = (
        cell.rjust(width) if n in right else cell.ljust(width) for n, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join(cells).rstrip()
