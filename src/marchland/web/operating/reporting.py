"""What was found about many tables, for people and for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from .replaying import Verdict

CHECK_FAILED = 1
notes = Console(stderr=True)


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error for long work; silent when nobody watches."""
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=notes, transient=True, disable=not notes.is_terminal) as progress:
        task = progress.add_task(label, total=total)
        yield lambda: progress.advance(task)


def report(verdicts: Sequence[Verdict], facts: dict[str, object], as_json: bool, every: bool = False) -> None:
    """Every table that is not as it was, a count of all, and the exit status."""
    wrong = [verdict for verdict in verdicts if not verdict.is_well]
    counts = Counter(str(verdict.finding) for verdict in verdicts)
    if as_json:
        told = {**facts, "counts": counts, "well": not wrong, "tables": [verdict.as_json() for verdict in verdicts]}
        print(json.dumps(told, ensure_ascii=False))
    else:
        for verdict in verdicts if every else [one for one in verdicts if str(one.finding) not in ("ok", "not begun")]:
            print(verdict.sentence())
        listed = ", ".join(f"{number} {finding}" for finding, number in sorted(counts.items())) or "none"
        entries = sum(verdict.entries for verdict in verdicts)
        print(f"{len(verdicts)} tables: {listed}; {entries} entries played again alike")
    if wrong:
        raise typer.Exit(CHECK_FAILED)
