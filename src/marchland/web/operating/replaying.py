"""Is a table still what its record leads to, by the rules of this release?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from enum import StrEnum
from multiprocessing import get_context
from typing import Any

import msgspec

from marchland.kernel.match import Match
from marchland.kernel.state import State
from marchland.kernel.title import Title
from marchland.web.tables import history, keeping
from marchland.web.tables.gone import is_gone
from marchland.web.tables.models import EntryKind, Status, Table
from marchland.web.tables.viewers import known_table

from .site import open_site

FEW = 12
"""Tables for which it does not pay to start processes."""


class Finding(StrEnum):
    OK = "ok"
    UNBEGUN = "not begun"
    DIFFERS = "differs"
    OTHER_RULES = "other rules"
    GONE = "not installed"
    UNREADABLE = "cannot be loaded"


@dataclass(frozen=True)
class Verdict:
    """What became of one table under this release."""

    slug: str
    title: str
    rules_version: int
    status: str
    finding: Finding
    entries: int
    """How many were played again alike."""
    entry: int | None = None
    """The first that was not."""
    why: str = ""

    @property
    def is_well(self) -> bool:
        """Nobody loses anything by this release: what is under way goes on, what is over can be read."""
        if self.finding in (Finding.OTHER_RULES, Finding.GONE):
            return self.status not in (Status.PLAYING, Status.GATHERING)
        return self.finding in (Finding.OK, Finding.UNBEGUN)

    def sentence(self) -> str:
        where = f" at entry {self.entry}" if self.entry is not None else ""
        why = f": {self.why}" if self.why else ""
        return f"{self.slug} {self.title} (rules {self.rules_version}, {self.status}): {self.finding}{where}{why}"

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "well": self.is_well}


def check(slug: str) -> Verdict:
    """Everything of one table once more from its key; whatever goes wrong is a finding, whoever is to blame for it."""
    table = known_table(slug)
    title = keeping.title_of(table)
    if is_gone(title):
        return _found(table, Finding.GONE)
    if not table.state:
        return _found(table, Finding.UNBEGUN)
    try:
        stored = title.load(msgspec.json.decode(table.state))
    except Exception as error:
        return _found(table, Finding.UNREADABLE, why=_words(error))
    entries, entry, why = _played_again(table, title, stored)
    if not title.plays(table.rules_version):
        why = f"this release has version {title.rules_version}; " + (why or "played again it comes out alike")
        return _found(table, Finding.OTHER_RULES, entries, entry, why)
    return _found(table, Finding.DIFFERS if why else Finding.OK, entries, entry, why)


def _found(table: Table, finding: Finding, entries: int = 0, entry: int | None = None, why: str = "") -> Verdict:
    return Verdict(table.slug, table.title, table.rules_version, table.status, finding, entries, entry, why)


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]


def _played_again(table: Table, title: Title, stored: State) -> tuple[int, int | None, str]:
    """How many entries came out alike, the first that did not, and what is wrong with it.

    Fingerprints are of the state's text: a state that this release keeps in another shape is compared at the end, as it is once
    it has been read; so is one whose record leaves something out.
    """
    is_same_shape = msgspec.json.decode(table.state).get("schema") == type(stored).SCHEMA
    is_exact = is_same_shape and not history.has_reopened(table)
    lasting = history.lasting_entries(table)
    number = 0
    try:
        match = Match(title, table.seats.count(), bytes(table.key), table.options)
        if is_exact and match.state.fingerprint() != _fingerprint_of_start(table):
            return 0, 0, "the set-up is another one"
        for number, (kept, entry) in enumerate(zip(lasting, history.renumbered(lasting), strict=True)):
            match.repeat(entry)
            if is_exact and match.entries[-1].fingerprint != kept.fingerprint:
                return number, kept.n, "it leads to another state"
    except Exception as error:
        return number, lasting[number].n if lasting else 0, _words(error)
    if match.state.to_json() != stored.to_json():
        return len(lasting), lasting[-1].n if lasting else 0, "the stored state is not the one its entries lead to"
    return len(lasting), None, ""


def _fingerprint_of_start(table: Table) -> str:
    return table.entries.filter(kind=EntryKind.START).values_list("fingerprint", flat=True).first() or ""


def check_all(slugs: list[str], processes: int, advance: Callable[[], None] = lambda: None) -> list[Verdict]:
    """Many tables, by several processes where there are enough of them."""
    if processes <= 1 or len(slugs) <= FEW:
        return _advancing(map(check, slugs), advance)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=open_site) as pool:
        return _advancing(pool.map(_check_in_process, slugs, chunksize=4), advance)


def _advancing(verdicts: Iterable[Verdict], advance: Callable[[], None]) -> list[Verdict]:
    found = []
    for verdict in verdicts:
        found.append(verdict)
        advance()
    return found


def _check_in_process(slug: str) -> Verdict:
    return check(slug)
