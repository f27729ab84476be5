"""The text of a sheet, line by line: writing, replacing, dropping one. All others stay as they are, letter by letter."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..sheet import lexicon as names
from ..sheet.lexicon import Lexicon
from ..sheet.reader import SECTIONS, clean, comment_at, header, heading, heading_in, is_end, is_header, section_named
from ..sheet.words import NEUTRAL, Unreadable


class Row(msgspec.Struct, frozen=True):
    """One line with its line break, and the section it stands in; lines before the header and after the end stand in none."""

    text: str
    section: str
    is_within: bool
    """Is it between the header and the end of the sheet?"""


def rows(text: str) -> list[Row]:
    return list(_rows(text))


def _rows(text: str) -> Iterator[Row]:
    section, is_within, is_over = "", False, False
    for line in text.splitlines(keepends=True):
        bare = clean(line)
        if is_within and (is_end(bare) or is_header(bare)):
            is_within, is_over = False, True
        found = heading_in(bare) if is_within else None
        if found is not None:
            section = _section(found, section)
        yield Row(line, section, is_within)
        is_within = is_within or (not is_over and is_header(bare))


def _section(written: str, before: str) -> str:
    """A heading that cannot be read opens no section."""
    try:
        return section_named(written)
    except Unreadable:
        return before


# -- changing ---------------------------------------------------------------------------------------------------


def with_line(text: str, line: str, section: str, words: Lexicon, turn: str) -> str:
    """One more line, last in its section; the heading is written where there is none, and the sheet's header too."""
    if not any(is_header(clean(row)) for row in text.splitlines()):
        lines = text.splitlines(keepends=True)
        text = _with(lines, len(lines), [header(words, turn)])
    sheet = rows(text)
    lines = [row.text for row in sheet]
    # A section ends with what was written in it, comments included, not with the blank lines before the next.
    there = [place for place, row in enumerate(sheet) if row.is_within and row.section == section and row.text.strip()]
    if there:
        return _with(lines, max(there) + 1, [line])
    return _with(lines, _place_of(section, sheet), [heading(section, words.language), line])


def _place_of(section: str, sheet: list[Row]) -> int:
    """Where a new section goes: after those that stand before it on every sheet."""
    earlier = ("", *SECTIONS[: SECTIONS.index(section)])
    before = [place for place, row in enumerate(sheet) if row.is_within and row.section in earlier and row.text.strip()]
    top = next(place for place, row in enumerate(sheet) if is_header(clean(row.text)))
    return max([top, *before]) + 1


def _with(lines: list[str], place: int, more: list[str]) -> str:
    """New lines at this place; a text that did not end with a line break does not end with one now."""
    line_break = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    ended = [line if _is_ended(line) else line + line_break for line in (*lines[:place], *more, *lines[place:])]
    if lines and not _is_ended(lines[-1]):
        ended[-1] = ended[-1].removesuffix(line_break)
    return "".join(ended)


def _is_ended(line: str) -> bool:
    return line.splitlines() != [line]


def with_replaced(text: str, number: int, line: str) -> str:
    """Another order in the place of this line; its comment and the blanks before it stay."""
    lines = text.splitlines(keepends=True)
    old = lines[number - 1]
    body = old[: comment_at(old)]
    start = body[: len(body) - len(body.lstrip())]
    after = body[len(body.rstrip()) :] + old[len(body) :]
    lines[number - 1] = start + line + after
    return "".join(lines)


def without(text: str, number: int) -> str:
    """The text without this line; if it was the last and had no line break, the one before it has none now."""
    lines = text.splitlines(keepends=True)
    if not 0 < number <= len(lines):
        return text
    gone = lines.pop(number - 1)
    if number > len(lines) and lines and not _is_ended(gone):
        lines[-1] = lines[-1].splitlines()[0]
    return "".join(lines)


def tongue_of(text: str) -> str:
    """The language in which a sheet's header is written."""
    first = next((clean(row).split()[0] for row in text.splitlines() if is_header(clean(row))), "")
    written = names.header()
    return next((language for language in ("en", "it") if first.upper() == written.write("FEUILLE", language)), NEUTRAL)
