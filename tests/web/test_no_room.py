"""A full disk, a database that is away: told as what they are, in the reader's language; nothing is half kept."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator

import psycopg
import pytest
from django.db import OperationalError, connection
from django.test import Client

from marchland.web.accounts.models import User
from marchland.web.config import faults
from marchland.web.config.faults import AWAY, BROKEN, fault_of, is_no_room
from marchland.web.tables import services
from marchland.web.tables.models import Entry, Table

from .conftest import client_of


@pytest.fixture
def full(table: Table) -> Iterator[Table]:
    """The database may not grow by a single page, and has none to spare."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        yield table
        cursor.execute("PRAGMA max_page_count = 1073741823")


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_told_and_nothing_is_half_kept(full: Table, ada: User) -> None:
    client = client_of(ada, raise_request_exception=False)
    User.objects.filter(pk=ada.pk).update(language="fr")
    answers = [client.post(f"/t/{full.slug}/chat/", {"text": "x" * 490}) for _ in range(14)]
    refused = [one for one in answers if one.status_code != 200]
    assert refused
    assert {one.status_code for one in refused} == {507}
    told = refused[0].json()
    assert told["code"] == "no-room"
    assert "plus de place" in told["error"]
    full.refresh_from_db()
    assert full.messages.count() == len(answers) - len(refused)
    assert full.said == full.messages.order_by("-pk").values_list("pk", flat=True).first()
    page = Client().get("/health/")
    assert (page.status_code, page.json()) == (503, {"status": "failing", "disk": "full"})


@pytest.mark.django_db
def test_health_sees_a_disk_that_is_almost_full(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Client().get("/health/").json()["status"] == "ok"
    monkeypatch.setattr(faults, "LEAST_FREE", 2**62)
    assert Client().get("/health/").json() == {"status": "failing", "disk": "full"}


@pytest.mark.django_db
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_whatever_finds_no_room_is_told_the_same(accept: str, table: Table, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(services, "chat_write", no_room)
    client = client_of(ada, raise_request_exception=False)
    answer = client.post(f"/t/{table.slug}/chat/", {"text": "a"}, headers={"accept": accept, "accept-language": "it"})
    assert answer.status_code == 507
    assert "Il sito non ha pi" in answer.content.decode()
    assert not Entry.objects.filter(table=table, n__gt=0).exists()


def test_what_else_goes_wrong_is_not_taken_for_want_of_room() -> None:
    class OnPostgresql(Exception):
        sqlstate = "53100"

    locked = sqlite3.OperationalError("database is locked")
    for fault in (None, ValueError("full"), OSError(errno.EIO, ""), locked):
        assert not is_no_room(fault)
    wrapped = RuntimeError()
    wrapped.__cause__ = OnPostgresql()
    assert is_no_room(wrapped)


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_database_that_is_away_is_told_with_when_to_try_again(
    accept: str, table: Table, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError from psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(services, "chat_write", away)
    client = client_of(ada, raise_request_exception=False)
    answer = client.post(f"/t/{table.slug}/chat/", {"text": "a"}, headers={"accept": accept, "accept-language": "it"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "riprova tra qualche secondo" in answer.content.decode()


def test_what_the_database_refuses_is_no_absence() -> None:
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
    assert {fault_of(one) for one in (busy, psycopg.errors.AdminShutdown(), psycopg.errors.CannotConnectNow())} == {AWAY}
    for fault in (
        None,
        sqlite3.OperationalError("no such table"),
        psycopg.errors.DeadlockDetected(),
        psycopg.errors.UniqueViolation(),
    ):
        assert fault_of(fault) is BROKEN


def test_a_bug_of_ours_is_no_page_of_anybody_elses(table: Table, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def bug(*_: object) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr(services, "chat_write", bug)
    client = client_of(ada, raise_request_exception=False)
    told = client.post(f"/t/{table.slug}/chat/", {"text": "a"})
    assert (told.status_code, told.json()["code"]) == (500, "broken")
    page = client.post(f"/t/{table.slug}/chat/", {"text": "a"}, headers={"accept": "text/html"})
    assert "Something went wrong" in page.content.decode()
