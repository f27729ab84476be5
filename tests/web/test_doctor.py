"""`marchland doctor` names what is wrong, and says what to do; `marchland admin` makes the first operator."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import OperationalError, connection
from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.monitoring import heartbeat
from marchland.web.monitoring.models import Heartbeat
from marchland.web.operating import examining
from marchland.web.operating.checks import Finding, Verdict, people, stores, tried
from marchland.web.operating.checks import settings as told
from marchland.web.operating.compared import Begun, Versions
from marchland.web.staff.models import Deed, What

from .serving import ROOT, SOON_OVER, copy_database, free_port

GOOD = {
    "SITE_URL": "https://games.example", "ALLOWED_HOSTS": ["games.example"], "BEHIND_TLS": True, "DEBUG": False,
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH",
}  # fmt: skip


@pytest.fixture
def good(db: None, settings: Any) -> Any:
    for name, value in GOOD.items():
        setattr(settings, name, value)
    return settings


def said(about: str, findings: list[Finding]) -> tuple[str, str]:
    """The worst that was found about something."""
    worst = max((one for one in findings if one.about == about), key=lambda one: list(Verdict).index(one.verdict))
    assert worst.verdict == Verdict.OK or worst.remedy, "whoever hears that something is wrong hears what to do"
    return worst.verdict.value, worst.said


def test_a_good_site_has_nothing_to_mend(good: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    good.EMAIL_BACKEND, good.DEFAULT_FROM_EMAIL = "django.core.mail.backends.locmem.EmailBackend", "play@games.example"
    monkeypatch.setattr(told, "static_files", lambda: iter(()))
    User.objects.create_user("sue", is_staff=True)
    heartbeat.beat()
    findings = examining.examine("sue@example.org")
    assert [one for one in findings if one.verdict == Verdict.FAIL] == []
    assert {one.about for one in findings} >= {
        "secret",
        "keys",
        "url",
        "tls",
        "debug",
        "disk",
        "database",
        "cache",
        "news",
        "clock",
    }
    assert {one.about for one in findings} >= {
        "mail out",
        "mail in",
        "titles",
        "worker",
        "queues",
        "operators",
        "migrations",
        "writing",
    }
    assert [letter.to for letter in mail.outbox] == [["sue@example.org"]]


@pytest.mark.parametrize(
    ("check", "about", "wrong", "verdict", "words"),
    [
        (told.secret, "secret", {"SECRET_KEY": "short"}, "fail", "guessed"),
        (told.secret, "secret", {"SECRET_KEY": "change-this-example-secret-" * 3}, "fail", "guessed"),
        (told.address, "url", {"SITE_URL": "games.example"}, "fail", "no address"),
        (told.address, "url", {"SITE_URL": "https://other.example"}, "fail", "none of the allowed hosts"),
        (told.address, "url", {"SITE_URL": "http://localhost:8000", "ALLOWED_HOSTS": ["localhost"]}, "warn", "this machine"),
        (told.address, "hosts", {"ALLOWED_HOSTS": ["*"]}, "fail", "any host"),
        (told.encryption, "tls", {"BEHIND_TLS": False}, "fail", "https"),
        (told.encryption, "tls", {"SITE_URL": "http://games.example"}, "fail", "begins with http"),
        (told.encryption, "tls", {"SITE_URL": "http://games.example", "BEHIND_TLS": False}, "fail", "in the clear"),
        (told.debug, "debug", {"DEBUG": True}, "fail", "everybody"),
        (told.debug, "debug", {"DEBUG": True, "SITE_URL": "http://localhost"}, "warn", "inside"),
        (told.key_files, "keys", {"VAPID_KEY": "nonsense"}, "fail", "signed"),
        (told.static_files, "static", {"STATIC_ROOT": "/nowhere"}, "fail", "not gathered"),
        (people.mail_in, "mail in", {"POST_ADDRESS": "play@games.example"}, "fail", "nothing is fetched"),
        (people.mail_in, "mail in", {"POST_IN": "imaps://a:b@mail.example"}, "fail", "where to send"),
        (people.operators, "operators", {}, "warn", "nobody"),
    ],
)
def test_a_wrong_setting_is_named(
    good: Any, check: Callable[[], Any], about: str, wrong: dict[str, Any], verdict: str, words: str
) -> None:
    for name, value in wrong.items():
        setattr(good, name, value)
    found = said(about, tried(about, check))
    assert (found[0], words in found[1]) == (verdict, True), found


def test_keys_that_others_can_read_are_named(good: Any, tmp_path: Path) -> None:
    good.HOME = tmp_path
    kept = tmp_path / "secret-key"
    kept.write_text("x")
    kept.chmod(0o644)
    assert said("keys", tried("keys", told.key_files))[0] == "fail"
    kept.chmod(0o600)
    assert said("keys", tried("keys", told.key_files))[0] == "ok"


# -- what it stands on -----------------------------------------------------------------------------------------------------


def test_a_database_that_is_not_there_ends_the_examination(good: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OperationalError("connection refused\nis it running?")

    with monkeypatch.context() as while_gone:
        while_gone.setattr(connection, "ensure_connection", gone)
        findings = examining.examine()
    assert said("database", findings) == ("fail", "cannot be reached: connection refused")
    assert findings[-1].about == "database"


def test_a_database_of_another_release_and_games_that_cannot_go_on_are_named(good: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    halted = Versions([Begun("vanished", 3, 5, 2)], [], ["tables.9999_later"])
    monkeypatch.setattr(stores, "compare", lambda: halted)
    monkeypatch.setattr(people, "compare", lambda: halted)
    assert said("migrations", tried("", stores.database))[0] == "fail"
    assert "2 games of vanished, rules 3" in said("titles", tried("", people.titles))[1]
    monkeypatch.setattr(stores, "compare", lambda: Versions([], ["tables.0099_next"], []))
    assert said("migrations", tried("", stores.database)) == ("fail", "1 are missing")


def test_a_database_that_takes_nothing_or_forgets_is_named(good: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: Any) -> None:
        raise OperationalError("database or disk is full")

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        usual = cursor.fetchone()[0]
    monkeypatch.setattr(Heartbeat.objects, "create", full)
    assert said("writing", tried("", stores.database)) == ("fail", "the database takes nothing: database or disk is full")
    answers = {0: "fail", 1: "warn", 2: "ok"}
    assert said("durability", list(stores._synchronous()))[0] == answers[usual]
    with monkeypatch.context() as forgetful:
        forgetful.setattr(connection, "cursor", lambda: Cursor("off"))
        assert said("durability", list(stores._synchronous()))[0] == "fail"


class Cursor:
    """A database that gives one answer to everything."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def __enter__(self) -> Cursor:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def execute(self, *_: object) -> None:
        pass

    def fetchone(self) -> tuple[object]:
        return (self.answer,)


def test_a_cache_that_forgets_and_processes_that_share_nothing_are_named(good: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        Heartbeat.objects.create(process=name)
    assert "share nothing" in said("redis", tried("", stores.redis))[1]
    monkeypatch.setattr(cache, "get", lambda _: None)
    assert said("cache", tried("", stores.redis))[0] == "fail"


def test_redis_that_is_not_there_is_named(good: Any) -> None:
    good.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": f"redis://127.0.0.1:{free_port()}"}
    }
    assert said("cache", tried("cache", stores.redis))[0] == "fail"


def test_a_clock_that_is_wrong_is_named(good: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response_only(200)
            self.send_header("Date", format_datetime(datetime.now(UTC) + timedelta(seconds=self.server.off), usegmt=True))
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Clock)
    Thread(target=server.serve_forever, args=(SOON_OVER,), daemon=True).start()
    for off, verdict in ((0, "ok"), (10, "warn"), (-600, "fail")):
        server.off = off
        assert said("clock", tried("", lambda: stores.clock(f"http://127.0.0.1:{server.server_port}")))[0] == verdict
    server.shutdown()
    server.server_close()
    with monkeypatch.context() as ahead:
        ahead.setattr(connection, "vendor", "postgresql")
        ahead.setattr(connection, "cursor", lambda: Cursor(timezone.now().timestamp() + 99))
        assert said("clock", tried("", stores.clock))[0] == "fail"


def test_a_full_disk_is_named(good: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, verdict in ((50, "fail"), (500, "warn"), (5000, "ok")):
        usage = SimpleNamespace(free=free * stores.MEGABYTE)
        monkeypatch.setattr(shutil, "disk_usage", lambda _, usage=usage: usage)
        assert said("disk", tried("", stores.disk))[0] == verdict


# -- mail and workers --------------------------------------------------------------------------------------------------------


def test_mail_servers_that_do_not_answer_are_named(good: Any) -> None:
    good.EMAIL_BACKEND, good.EMAIL_HOST, good.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1", free_port()
    good.POST_ADDRESS, good.POST_IN = "play@games.example", f"imap://a:secret@127.0.0.1:{free_port()}"
    found = tried("mail out", people.mail_out) + tried("mail in", people.mail_in)
    assert said("mail out", found)[0] == said("mail in", found)[0] == "fail"
    assert "secret" not in repr(found)
    good.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    assert said("mail out", tried("", people.mail_out))[0] == "warn"


def test_a_crew_that_is_gone_or_of_another_version_is_named(good: Any) -> None:
    assert said("worker", tried("", people.crew))[0] == "warn"
    Heartbeat.objects.create(process="gone", version="0", seen=timezone.now() - timedelta(hours=1))
    assert "nobody has been at work since" in said("worker", tried("", people.crew))[1]
    heartbeat.beat()
    verdict, words = said("worker", tried("", people.crew))
    assert (verdict, "gone has not been seen" in words) == ("warn", True)
    Heartbeat.objects.create(process="old", version="0")
    assert "old is version 0" in said("worker", tried("", people.crew))[1]


# -- the commands --------------------------------------------------------------------------------------------------------------


def marchland(home: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    around = {
        **os.environ, "MARCHLAND_HOME": str(home), "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings",
        "MARCHLAND_LOG_LEVEL": "CRITICAL", **environment,
    }  # fmt: skip
    command = [sys.executable, "-m", "marchland", *words]
    return subprocess.run(command, env=around, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_commands_on_a_new_machine(tmp_path: Path, model: Path) -> None:
    """A fault is exit code 1 and has its remedy; then the first operator is made, twice without harm."""
    broken = marchland(tmp_path, "doctor", DATABASE_URL="mysql://nowhere/x")
    assert (broken.returncode, "mysql" in broken.stdout, "Traceback" in broken.stderr) == (1, True, False)
    empty = marchland(tmp_path, "doctor", "--json")
    found = {one["about"]: one for one in json.loads(empty.stdout.splitlines()[-1])["findings"]}
    assert (empty.returncode, found["migrations"]["verdict"]) == (1, "fail")
    copy_database(model, tmp_path)
    weak = marchland(tmp_path, "admin", "sue", MARCHLAND_PASSWORD="12345678")
    assert (weak.returncode, "Traceback" in weak.stderr) == (2, False)
    for _ in range(2):
        done = marchland(tmp_path, "admin", "sue", "--mail", "sue@example.org", MARCHLAND_PASSWORD="an operator's secret")
        assert (done.returncode, "/operators/" in done.stdout) == (0, True), done.stderr
    base = sqlite3.connect(tmp_path / "marchland.sqlite3")
    assert base.execute("SELECT username, is_staff, email FROM accounts_user").fetchall() == [("sue", 1, "sue@example.org")]
    base.close()
    assert marchland(tmp_path, "admin", "sue", "--withdraw").returncode == 0
    assert marchland(tmp_path, "admin", "sue", "--withdraw").returncode == 2


def test_naming_an_operator_stands_in_the_book(db: None, ada: User) -> None:
    from marchland.web.staff.services import office_give

    office_give(ada)
    assert Deed.objects.values_list("by", "what", "about").get() == ("", What.OFFICE, "ada")
