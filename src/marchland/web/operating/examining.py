"""Every check, in the order in which one would look: what the others stand on comes first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from .checks import Check, Finding, Verdict, people, settings, stores, tried


def examine(send_to: str = "", clock: str = "") -> list[Finding]:
    found = [finding for about, check in _own() for finding in tried(about, check)]
    database = tried("database", stores.database)
    found += database
    if any(finding.about in ("database", "migrations") and finding.verdict == Verdict.FAIL for finding in database):
        return found
    return found + [finding for about, check in _standing_on_it(send_to, clock) for finding in tried(about, check)]


def at_a_glance() -> list[Finding]:
    """What a page can look at: nothing that waits for another house, or writes."""
    database = partial(stores.database, is_tried=False)
    beside: list[tuple[str, Check]] = [
        ("database", database), ("cache", stores.redis), ("worker", people.crew), ("queues", people.queues),
    ]  # fmt: skip
    return [finding for about, check in (*_own(), *beside) for finding in tried(about, check)]


def _own() -> Iterator[tuple[str, Check]]:
    yield "secret", settings.secret
    yield "keys", settings.key_files
    yield "url", settings.address
    yield "tls", settings.encryption
    yield "debug", settings.debug
    yield "static", settings.static_files
    yield "disk", stores.disk


def _standing_on_it(send_to: str, clock: str) -> Iterator[tuple[str, Check]]:
    yield "cache", stores.redis
    yield "clock", partial(stores.clock, clock)
    yield "mail out", partial(people.mail_out, send_to)
    yield "mail in", people.mail_in
    yield "titles", people.titles
    yield "worker", people.crew
    yield "queues", people.queues
    yield "operators", people.operators
    yield "second factors", people.second_factors
