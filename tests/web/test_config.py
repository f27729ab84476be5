"""What the environment says, what the logs say, what the watchman is told."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.test import Client

from marchland.web.config import environment
from marchland.web.config.logs import JsonLines
from marchland.web.serve import alone

from .serving import ROOT


def test_nothing_needs_to_be_configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "MAIL_URL", "MARCHLAND_SECRET_KEY", "MARCHLAND_VAPID_KEY"):
        monkeypatch.delenv(name, raising=False)
    assert environment.database(tmp_path)["NAME"] == str(tmp_path / "marchland.sqlite3")
    assert "InMemory" in environment.channel_layers("secret")["default"]["BACKEND"]
    assert environment.mail(tmp_path)["EMAIL_FILE_PATH"] == str(tmp_path / "mail")
    first = environment.secret_key(tmp_path)
    assert len(first) > 50
    assert environment.secret_key(tmp_path) == first
    devices = environment.vapid_key(tmp_path)
    assert environment.vapid_key(tmp_path) == devices
    monkeypatch.setenv("MARCHLAND_VAPID_KEY", devices.replace("\n", "\\n"))
    assert environment.vapid_key(tmp_path / "elsewhere") == devices


def test_addresses_of_databases_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://ann:p%40ss@db.example:5433/games")
    found = environment.database(tmp_path)
    assert [found[name] for name in ("USER", "PASSWORD", "HOST", "PORT", "NAME")] == ["ann", "p@ss", "db.example", 5433, "games"]
    monkeypatch.setenv("DATABASE_URL", "sqlite:////srv/games.sqlite3")
    assert environment.database(tmp_path)["NAME"] == "/srv/games.sqlite3"
    monkeypatch.setenv("DATABASE_URL", "sqlite:///games.sqlite3")
    assert environment.database(tmp_path)["NAME"] == "games.sqlite3"
    monkeypatch.setenv("DATABASE_URL", "mysql://nowhere/x")
    with pytest.raises(ImproperlyConfigured, match="mysql"):
        environment.database(tmp_path)


def test_addresses_of_mail_servers_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_URL", "smtp+tls://me:secret@mail.example:587")
    found = environment.mail(tmp_path)
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_HOST_USER"]) == ("mail.example", 587, "me")
    assert (found["EMAIL_USE_TLS"], found.get("EMAIL_USE_SSL", False)) == (True, False)
    monkeypatch.setenv("MAIL_URL", "smtps://me:se%40cret@mail.example")
    found = environment.mail(tmp_path)
    assert (found["EMAIL_USE_SSL"], found.get("EMAIL_USE_TLS", False)) == (True, False)
    assert (found["EMAIL_HOST_PASSWORD"], found.get("EMAIL_PORT")) == ("se@cret", None)
    monkeypatch.setenv("MAIL_URL", "http://mail.example")
    with pytest.raises(ImproperlyConfigured, match="http"):
        environment.mail(tmp_path)


def test_a_production_site_passes_djangos_own_examination(tmp_path: Path) -> None:
    settings = {
        "MARCHLAND_HOME": str(tmp_path),
        "MARCHLAND_TLS": "1",
        "MARCHLAND_HOSTS": "games.example",
        "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings",
    }
    command = [sys.executable, "-m", "marchland.web", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=False, cwd=ROOT)
    complaints = [line for line in done.stderr.splitlines() if "security.W" in line]
    # W005 and W021 are about binding subdomains and the browsers' preload list: that is the owner's decision, not ours.
    assert [line for line in complaints if "W005" not in line and "W021" not in line] == [], done.stderr


def test_migrations_are_complete(tmp_path: Path) -> None:
    settings = {"MARCHLAND_HOME": str(tmp_path), "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings"}
    command = [sys.executable, "-m", "marchland.web", "makemigrations", "--check", "--dry-run"]
    done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_log_line_is_one_json_object() -> None:
    record = logging.makeLogRecord({"name": "marchland.request", "msg": "GET %s", "args": ("/é\n",), "status": 200, "ms": 3.5})
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["message"], told["status"], told["ms"], told["logger"]) == ("GET /é\n", 200, 3.5, "marchland.request")


@pytest.mark.django_db
def test_requests_are_logged_with_their_status_time_and_user(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="marchland.request"):
        response = Client().get("/nothing/")
    record = next(record for record in caplog.records if record.name == "marchland.request")
    assert (record.status, record.getMessage()) == (404, "GET /nothing/")
    assert record.ms >= 0
    assert response.headers["Server-Timing"].startswith("app;dur=")


@pytest.mark.django_db
def test_a_site_without_its_database_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(connection, "cursor", fail)
    answer = Client().get("/health/")
    assert (answer.status_code, answer.json()["status"]) == (503, "failing")


def test_whoever_starts_in_the_same_home_waits_until_it_is_prepared(tmp_path: Path) -> None:
    order: list[str] = []

    def second() -> None:
        with alone(tmp_path):
            order.append("second")

    with alone(tmp_path):
        other = threading.Thread(target=second)
        other.start()
        other.join(0.2)
        order.append("first")
    other.join()
    assert order == ["first", "second"]
