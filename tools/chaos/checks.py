"""Is everything there that was acknowledged, once, and does every table follow from its record? In a process of the site's own."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from marchland.kernel.errors import MarchlandError
from marchland.kernel.match import Record
from marchland.kernel.replay import replay
from marchland.web.absence.models import Deadline
from marchland.web.accounts.models import User
from marchland.web.notices.models import Channel, Delivery, Notice, Progress
from marchland.web.tables import bots, history
from marchland.web.tables.models import By, EntryKind, SeatKind, Status, Table

NEWS = re.compile(r"(?mi)^Message-ID: <news\.(\d+)@")
COLUMNS = ("n", "kind", "seat", "action", "by", "fingerprint")
GRACE = timedelta(seconds=90)


def examine(facts: dict[str, Any]) -> dict[str, Any]:
    """What is wrong, in sentences, and how much was looked at: all of the database as it was at one moment."""
    wrong: list[str] = []
    counted: Counter[str] = Counter()
    before = mailed()
    with transaction.atomic():
        if connection.vendor == "postgresql":
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        for table in Table.objects.exclude(status=Status.GATHERING).order_by("pk"):
            wrong += _table(table, facts, counted)
            if facts["replay"]:
                wrong += _replayed(table, counted)
        wrong += [*_news(before, counted), *_jobs(before, facts, counted)]
        return {"wrong": wrong, "counted": counted, "unsettled": _unsettled()}


# -- tables ------------------------------------------------------------------------------------------


def _table(table: Table, facts: dict[str, Any], counted: Counter[str]) -> Iterator[str]:
    entries: list[dict[str, Any]] = list(map(dict, table.entries.order_by("n").values(*COLUMNS)))
    counted["tables"] += 1
    counted["entries"] += len(entries)
    numbers = [entry["n"] for entry in entries]
    if numbers != list(range(table.entries_made + 1)):
        yield f"{table}: entries {numbers[:3]}...{numbers[-3:]}, but {table.entries_made} were made"
    elif entries[-1]["fingerprint"] != blake2b(table.state.encode(), digest_size=16).hexdigest():
        yield f"{table}: the state is not that of its last entry"
    yield from _moves(table, entries, facts, counted)
    yield from _deadlines(table, entries, counted)


def _moves(table: Table, entries: list[dict[str, Any]], facts: dict[str, Any], counted: Counter[str]) -> Iterator[str]:
    """Every acknowledged move is an entry; every entry of a person is one that was sent, and no two are the same one."""
    by_number = {entry["n"]: entry for entry in entries}
    told: set[int] = set()
    for sent in facts["acknowledged"].get(table.slug, ()):
        counted["acknowledged"] += 1
        entry = by_number.get(sent["n"])
        if entry is None or entry["seat"] != sent["seat"] or not _is_same(entry, sent):
            if sent["n"] > table.entries_made:
                yield f"{table}: entry {sent['n']} was acknowledged, and is lost"
            else:
                yield f"{table}: entry {sent['n']} was acknowledged as {sent['action']}, and is {entry and entry['action']}"
        elif sent["n"] in told:
            yield f"{table}: entry {sent['n']} was acknowledged twice"
        told.add(sent["n"])
    yield from _unknown(table, entries, told, facts)


def _unknown(table: Table, entries: list[dict[str, Any]], told: set[int], facts: dict[str, Any]) -> Iterator[str]:
    """Moves of people that nobody was told of: each must have been sent, and each that was sent may be there once."""
    people = set(table.seats.filter(kind__in=(SeatKind.USER, SeatKind.HOT_SEAT)).values_list("number", flat=True))
    in_doubt = list(facts["in_doubt"].get(table.slug, ()))
    for entry in entries:
        if entry["kind"] != EntryKind.ACT or entry["by"] != By.SEAT or entry["seat"] not in people or entry["n"] in told:
            continue
        match = next((one for one in in_doubt if _fits(one, entry)), None)
        if match is not None:
            in_doubt.remove(match)
        elif facts["is_quiet"]:
            yield f"{table}: entry {entry['n']} of seat {entry['seat']} was never sent, or is there twice"


def _fits(sent: dict[str, Any], entry: dict[str, Any]) -> bool:
    return bool(sent["seat"] == entry["seat"] and sent["seen"] < entry["n"] and _is_same(entry, sent))


def _is_same(entry: dict[str, Any], sent: dict[str, Any]) -> bool:
    return sent["action"] is None or entry["action"] == sent["action"]


def _deadlines(table: Table, entries: list[dict[str, Any]], counted: Counter[str]) -> Iterator[str]:
    """Whoever was late is not late again before an answer was given for them; every miss counts once against them."""
    waiting: set[int] = set()
    late: Counter[int] = Counter()
    for entry in entries:
        if entry["kind"] == EntryKind.TIME and (entry["action"] or {}).get("do") == "late":
            if entry["seat"] in waiting:
                yield f"{table}: the deadline of seat {entry['seat']} was run twice, the second time as entry {entry['n']}"
            waiting.add(entry["seat"])
            late[entry["seat"]] += 1
        elif entry["kind"] == EntryKind.ACT:
            waiting.discard(entry["seat"])
    counted["deadlines"] += sum(late.values())
    missed = Deadline.objects.filter(table=table, kept=False).count()
    if missed != sum(late.values()):
        yield f"{table}: {sum(late.values())} deadlines ran out, {missed} are counted"


def _replayed(table: Table, counted: Counter[str]) -> Iterator[str]:
    """The table once more from its key."""
    record = Record(
        title=table.title, rules_version=table.rules_version, seats=table.seats.count(), options=table.options,
        commitment=table.commitment, key=bytes(table.key), entries=tuple(history.record_entries(table)),
        state=msgspec.json.decode(table.state),
    )  # fmt: skip
    try:
        for _ in replay(record):
            counted["replayed"] += 1
    except MarchlandError as error:
        yield f"{table}: does not replay: {error}"


# -- news --------------------------------------------------------------------------------------------


class Mails(NamedTuple):
    """What was mailed: news by the number of their delivery, links for a new password by reader."""

    news: Counter[int]
    links: Counter[str]


def mailed() -> Mails:
    news: Counter[int] = Counter()
    links: Counter[str] = Counter()
    for file in Path(settings.HOME / "mail").glob("*.log"):
        for mail in re.split(r"(?m)^-{79}$", file.read_text(errors="replace")):
            numbers = NEWS.findall(mail)  # two processes may have written into one file, one into the midst of the other's
            news.update(map(int, numbers))
            if not numbers and (to := re.search(r"(?m)^To: (\S+)", mail)) is not None:
                links[to[1]] += 1
    return Mails(news, links)


def _news(before: Mails, counted: Counter[str]) -> Iterator[str]:
    """Every mail is that of a delivery which was taken, and the only one; whatever was noted as sent is there; no notice twice.

    A mail is taken, sent and noted in this order: so those of before are compared with what is taken now, and what is noted now
    with those of afterwards.
    """
    progress = dict(Delivery.objects.filter(channel=Channel.MAIL).values_list("pk", "progress"))
    counted["mails"] = before.news.total()
    for number, times in before.news.items():
        if times > 1:
            yield f"delivery {number} was mailed {times} times"
        if progress.get(number, Progress.SENT) not in (Progress.SENT, Progress.TAKEN):
            yield f"delivery {number} was mailed, and is noted as {progress[number]}"
    after = mailed().news
    for number, noted in progress.items():
        if noted == Progress.SENT and number not in after:
            yield f"delivery {number} is noted as sent, and there is no mail"
    doubled = Notice.objects.values("user", "table", "kind", "occasion").annotate(times=Count("pk")).filter(times__gt=1)
    counted["notices"] = Notice.objects.count()
    yield from (f"told twice: {notice}" for notice in doubled)


# -- jobs --------------------------------------------------------------------------------------------


def _jobs(before: Mails, facts: dict[str, Any], counted: Counter[str]) -> Iterator[str]:
    """Whatever was asked for is in the queue, once; each job was begun at most once, and what is done was mailed."""
    jobs: dict[str, Counter[str]] = defaultdict(Counter)
    people = dict(User.objects.values_list("pk", "email"))
    for given, status in DBTaskResult.objects.values_list("args_kwargs", "status"):
        jobs[people.get(given["args"][0], "")][status] += 1
        counted["jobs"] += 1
    after = mailed().links
    for address in {*jobs, *before.links, *facts["jobs"]} - {""}:
        there, asked = jobs[address], facts["jobs"].get(address, 0)
        begun, done = there.total() - there["READY"], there["SUCCESSFUL"]
        if there.total() < asked:
            yield f"{address} asked for {asked} links, and {there.total()} jobs are known"
        if facts["is_quiet"] and there.total() > asked + facts["jobs_in_doubt"].get(address, 0):
            yield f"{address} asked for {asked} links, and there are {there.total()} jobs"
        if before.links[address] > begun:
            yield f"{before.links[address]} mails to {address} of {begun} jobs"
        if after[address] < done:
            yield f"{done} jobs for {address} are done, and there are {after[address]} mails"


# -- is anything left to do? -------------------------------------------------------------------------


def _unsettled() -> list[str]:
    """What should have been done by now if everybody is well."""
    now = timezone.now()
    left = [f"{slug} waits for a bot" for slug in bots.tables_waiting_for_bots()]
    due = Table.objects.filter(status=Status.PLAYING, due__lt=now - timedelta(seconds=5), paused=None)
    left += [f"{slug}: a deadline is due" for slug in due.values_list("slug", flat=True)]
    left += [f"{number} notices to spread" for number in [Notice.objects.filter(spread=False).count()] if number]
    undone = DBTaskResult.objects.ready() | DBTaskResult.objects.running()
    left += [f"{number} jobs are neither done nor given up" for number in [undone.count()] if number]
    waiting = Delivery.objects.filter(progress=Progress.WAITING, due__lt=now - GRACE).count()
    return left + ([f"{waiting} deliveries wait"] if waiting else [])
