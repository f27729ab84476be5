"""Writing reports: for each seat the data, the letter in its language and the next sheet; one gazette for everybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.documents import Document
from marchland.kernel.events import Event
from marchland.kernel.mail import Line
from marchland.kernel.state import State
from marchland.kernel.title import Title
from marchland.kernel.writing import MailPart
from marchland.render.paper import html, pdf, text

from .disk import write_file
from .game import HUMAN, GameRecord, pretty

SETTERS: dict[str, Callable[[Document], str | bytes]] = {"txt": text, "html": html, "pdf": pdf}


def write_reports(
    folder: Path,
    title: Title,
    record: GameRecord,
    state: State,
    events: Sequence[Event],
    lines: Mapping[int, Sequence[Line]],
    pass_phrase: Callable[[int], str],
) -> None:
    """Every private report and the gazette. People get all formats, bots only the data."""
    mail = title.parts.mail
    for seat, holder in enumerate(record.seats):
        seen = [event for event in events if event.is_seen_by(seat)]
        report = mail.report(state, seat, seen, lines.get(seat, ()))
        place = folder / holder.name
        formats = record.formats if holder.kind == HUMAN else ("json",)
        _write_report(place / "report", mail, report, holder.language, formats)
        if not state.is_over:
            write_file(place / "sheet.txt", mail.form(state, seat, pass_phrase(seat), holder.language))
    gazette = mail.gazette(state, [event for event in events if event.is_seen_by(None)])
    write_file(folder / "gazette.json", pretty(gazette))
    for language in LANGUAGES:
        _write_report(folder / f"gazette.{language}", mail, gazette, language, [kind for kind in record.formats if kind in SETTERS])


def _write_report(stem: Path, mail: MailPart[State, Any], report: msgspec.Struct, language: str, formats: Sequence[str]) -> None:
    if "json" in formats:
        write_file(stem.with_name(stem.name + ".json"), pretty(report))
    wanted = [kind for kind in formats if kind in SETTERS]
    if not wanted:
        return
    document = mail.document(report, language)
    for kind in wanted:
        write_file(stem.with_name(f"{stem.name}.{kind}"), SETTERS[kind](document))
