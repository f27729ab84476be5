"""A document as one HTML page without scripts or outside files, legible in light and dark and on a phone."""

from __future__ import annotations

from functools import singledispatch
from html import escape
from pathlib import Path

from ...kernel.documents import Block, Document, Drawing, Form, Log, LogLine, Paragraph, Part, Table
from .drawing import svg

STYLE = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")


def html(document: Document) -> str:
    contents = "".join(f'<li><a href="#part{n}">{escape(part.heading)}</a></li>' for n, part in enumerate(document.parts, 1))
    parts = "".join(_part(n, part) for n, part in enumerate(document.parts, 1))
    subtitle = f"<p class=subtitle>{escape(document.subtitle)}</p>" if document.subtitle else ""
    return (
        f'<!doctype html>\n<html lang="{escape(document.language)}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(document.title)}</title>'
        f"<style>{STYLE}</style></head>\n<body><header><h1>{escape(document.title)}</h1>{subtitle}</header>"
        f"<nav><ul>{contents}</ul></nav>\n<main>{parts}</main></body></html>\n"
    )


def _part(number: int, part: Part) -> str:
    return f'<section id="part{number}"><h2>{escape(part.heading)}</h2>{"".join(map(_block, part.blocks))}</section>\n'


@singledispatch
def _block(block: Block) -> str:
    raise TypeError(f"no HTML for {type(block).__name__}")


@_block.register
def _(block: Paragraph) -> str:
    return f"<p>{escape(block.text)}</p>"


@_block.register
def _(block: Form) -> str:
    return f'<pre tabindex="0">{escape(block.text)}</pre>'


@_block.register
def _(block: Drawing) -> str:
    caption = f"<figcaption>{escape(block.caption)}</figcaption>" if block.caption else ""
    return f"<figure>{svg(block)}{caption}</figure>"


@_block.register
def _(block: Log) -> str:
    return f"<ul class=log>{''.join(map(_log_line, block.lines))}</ul>"


def _log_line(line: LogLine) -> str:
    rule = f" <small class=rule>{escape(line.rule)}</small>" if line.rule else ""
    dice = f" <small class=dice>{escape(line.dice)}</small>" if line.dice else ""
    return f'<li class="depth{min(line.depth, 3)} {escape(line.tone)}">{escape(line.text)}{dice}{rule}</li>'


@_block.register
def _(block: Table) -> str:
    head = "".join(f'<th scope="col"{_side(n, block)}>{escape(cell)}</th>' for n, cell in enumerate(block.columns))
    body = "".join(_row(row, block) for row in block.rows)
    caption = f"<caption>{escape(block.caption)}</caption>" if block.caption else ""
    return f"<div class=wide><table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _row(row: tuple[str, ...], block: Table) -> str:
    return "<tr>" + "".join(f"<td{_side(n, block)}>{escape(cell)}</td>" for n, cell in enumerate(row)) + "</tr>"


def _side(column: int, block: Table) -> str:
    return " class=number" if column in block.right else ""
