"""Database, Redis, clock, disk: what the site stands on."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.request import Request, urlopen

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection, transaction

from marchland.web.monitoring import heartbeat
from marchland.web.monitoring.models import Heartbeat

from ..compared import compare
from . import Finding, fail, ok, warn

MEGABYTE = 1024 * 1024
SCARCE, GONE = 1024 * MEGABYTE, 100 * MEGABYTE
OFF, FAR_OFF = 2.0, 30.0
"""Seconds by which clocks may differ before somebody should look, and before deadlines become wrong."""
PATIENCE = 10


def database(is_tried: bool = True) -> Iterator[Finding]:
    """Reached, of this release, durable; and, where it may be tried, written to."""
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        said = str(error).strip().splitlines()[0]
        yield fail("database", f"cannot be reached: {said}", "is it running, and is DATABASE_URL right?")
        return
    yield ok("database", f"{connection.vendor} {'.'.join(map(str, connection.get_database_version()))} answers")
    yield from _migrated()
    if is_tried:
        yield from _writable()
    yield from _synchronous()


def _migrated() -> Iterator[Finding]:
    found = compare()
    if found.foreign:
        yield fail("migrations", f"a newer release has been here: {found.foreign[-1]}", "install that release, or restore a backup")
    elif found.missing:
        yield fail("migrations", f"{len(found.missing)} are missing", "`marchland serve` makes them as it starts")
    else:
        yield ok("migrations", "all made")


def _writable() -> Iterator[Finding]:
    """Write something, and take it back."""
    try:
        with transaction.atomic():
            Heartbeat.objects.create(process=f"doctor {secrets.token_hex(8)}")
            transaction.set_rollback(True)
    except DatabaseError as error:
        said = str(error).strip().splitlines()[0]
        yield fail("writing", f"the database takes nothing: {said}", "is the disk full, or the file or the role read-only?")
    else:
        yield ok("writing", "the database takes what it is given")


def _synchronous() -> Iterator[Finding]:
    """Is a move that was answered still there after a power cut?"""
    ask = "PRAGMA synchronous" if connection.vendor == "sqlite" else "SHOW synchronous_commit"
    with connection.cursor() as cursor:
        cursor.execute(ask)
        mode = str(cursor.fetchone()[0])
    if mode in ("0", "off"):
        yield fail("durability", f"{ask}: {mode}: a power cut loses moves", "let the database write through to the disk")
    elif mode == "1":
        remedy = "MARCHLAND_SYNCHRONOUS=FULL waits for the disk at every move"
        yield warn("durability", "SQLite NORMAL: a power cut may lose the last moves, never break the file", remedy)
    else:
        yield ok("durability", "what is answered is on disk")


# -- Redis ---------------------------------------------------------------------------------------------------------------


def redis() -> Iterator[Finding]:
    shared = bool(os.environ.get("REDIS_URL"))
    where = "Redis" if shared else "this process's memory"
    word = secrets.token_hex(8)
    cache.set("doctor", word, 30)
    if cache.get("doctor") != word:
        yield fail("cache", f"{where} forgets what it is told", "is its memory full (maxmemory), or is it a replica?")
    else:
        cache.delete("doctor")
        yield ok("cache", f"{where} keeps what it is told")
    heard = async_to_sync(_heard)(word)
    if heard != word:
        yield fail("news", f"what is announced through {where} does not arrive", "pages will not hear of moves: look at Redis")
    else:
        yield ok("news", f"what is announced through {where} arrives")
    if not shared and len(heartbeat.alive()) > 1:
        yield fail("redis", "several processes work and share nothing", "set REDIS_URL for all of them")


async def _heard(word: str) -> str:
    layer = get_channel_layer()
    if layer is None:
        return ""
    channel = await layer.new_channel()
    await layer.group_add("doctor", channel)
    await layer.group_send("doctor", {"type": "news", "word": word})
    message = await asyncio.wait_for(layer.receive(channel), PATIENCE)
    await layer.group_discard("doctor", channel)
    return str(message["word"])


# -- clock -----------------------------------------------------------------------------------------------------------------


def clock(reference: str = "") -> Iterator[Finding]:
    """Against the database's, and against the Date of a web server where one is named."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            before = time.time()
            cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
            yield _compared("the database's", float(cursor.fetchone()[0]) - (before + time.time()) / 2)
    if reference:
        with urlopen(Request(reference, method="HEAD"), timeout=PATIENCE) as answer:  # the operator's own word
            told = parsedate_to_datetime(answer.headers["Date"])
        yield _compared(f"that of {reference}", (told - datetime.now(UTC)).total_seconds())
    if connection.vendor != "postgresql" and not reference:
        yield ok("clock", f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC; compare it: --clock https://example.org")


def _compared(whose: str, off: float) -> Finding:
    said = f"{abs(off):.1f} s {'behind' if off > 0 else 'ahead of'} {whose}"
    if abs(off) >= FAR_OFF:
        return fail("clock", said, "deadlines will be wrong: run an NTP client (timedatectl set-ntp true)")
    if abs(off) >= OFF:
        return warn("clock", said, "run an NTP client (timedatectl set-ntp true)")
    return ok("clock", f"agrees with {whose}")


# -- disk -----------------------------------------------------------------------------------------------------------------


def disk() -> Iterator[Finding]:
    places = {"home": Path(settings.HOME)}
    if connection.vendor == "sqlite":
        places["database"] = Path(str(connection.settings_dict["NAME"])).resolve().parent
    for name, folder in places.items():
        yield _room(name, folder)
    if not os.access(settings.HOME, os.W_OK):
        yield fail("disk", f"{settings.HOME} cannot be written to", "give it to the user who runs the site")


def _room(name: str, folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    said = f"{name}: {free // MEGABYTE} MB free in {folder}"
    if free < GONE:
        return fail("disk", said, "make room now: moves will be refused when it is full")
    if free < SCARCE:
        return warn("disk", said, "make room")
    return ok("disk", said)
