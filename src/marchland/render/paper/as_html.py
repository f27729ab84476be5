"""A document as one HTML page without scripts or outside files, legible in light and dark and on a phone; or as part of one."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from html import escape
from pathlib import Path

from marchland.kernel.documents import Block, Document, Drawing, Form, Log, LogLine, Paragraph, Part, Table

from .drawing import svg

STYLE = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")


Cite = Callable[[str], str]
"""How a rule is cited: its id becomes HTML."""


def html(document: Document) -> str:
    subtitle = f"<p class=subtitle>{escape(document.subtitle)}</p>" if document.subtitle else ""
    return (
        f'<!doctype html>\n<html lang="{escape(document.language)}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(document.title)}</title>'
        f"<style>{STYLE}</style></head>\n<body><header><h1>{escape(document.title)}</h1>{subtitle}</header>"
        f"<main>{fragment(document)}</main></body></html>\n"
    )


def fragment(document: Document, cite: Cite = escape) -> str:
    """Contents and parts, without the head of a page."""
    contents = "".join(f'<li><a href="#part{n}">{escape(part.heading)}</a></li>' for n, part in enumerate(document.parts, 1))
    parts = "".join(_part(n, part, cite) for n, part in enumerate(document.parts, 1))
    return f'<nav aria-label="{escape(document.title)}"><ul>{contents}</ul></nav>\n{parts}'


def _part(number: int, part: Part, cite: Cite) -> str:
    blocks = "".join(_block(block, cite) for block in part.blocks)
    return f'<section id="part{number}"><h2>{escape(part.heading)}</h2>{blocks}</section>\n'


@singledispatch
def _block(block: Block, cite: Cite) -> str:
    raise TypeError(f"no HTML for {type(block).__name__}")


@_block.register
def _(block: Paragraph, cite: Cite) -> str:
    return f"<p>{escape(block.text)}</p>"


@_block.register
def _(block: Form, cite: Cite) -> str:
    return f'<pre tabindex="0">{escape(block.text)}</pre>'


@_block.register
def _(block: Drawing, cite: Cite) -> str:
    caption = f"<figcaption>{escape(block.caption)}</figcaption>" if block.caption else ""
    return f"<figure>{svg(block)}{caption}</figure>"


@_block.register
def _(block: Log, cite: Cite) -> str:
    return f"<ul class=log>{''.join(_log_line(line, cite) for line in block.lines)}</ul>"


def _log_line(line: LogLine, cite: Cite) -> str:
    rule = f" <small class=rule>{cite(line.rule)}</small>" if line.rule else ""
    dice = f" <small class=dice>{escape(line.dice)}</small>" if line.dice else ""
    return f'<li class="depth{min(line.depth, 3)} {escape(line.tone)}">{escape(line.text)}{dice}{rule}</li>'


@_block.register
def _(block: Table, cite: Cite) -> str:
    kinds = [_kind(column, block) for column in range(len(block.columns))]
    head = "".join(f'<th scope="col"{kind}>{escape(cell)}</th>' for kind, cell in zip(kinds, block.columns, strict=True))
    body = "".join(_row(row, kinds) for row in block.rows)
    caption = f"<caption>{escape(block.caption)}</caption>" if block.caption else ""
    name = escape(block.caption or ", ".join(block.columns[:2]), quote=True)
    table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class=wide tabindex="0" role="group" aria-label="{name}">{table}</div>'


def _row(row: tuple[str, ...], kinds: list[str]) -> str:
    return "<tr>" + "".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in zip(kinds, row, strict=True)) + "</tr>"


def _kind(column: int, block: Table) -> str:
    """Figures stand to the right; a column of single words (rules, codes) is never broken at their hyphens."""
    if column in block.right:
        return " class=number"
    return "" if any(" " in row[column] for row in block.rows) else " class=word"
