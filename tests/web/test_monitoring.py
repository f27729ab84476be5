"""What is counted, who may read it, by what name a request is known, what was slow, traces, and who is alive."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import time_machine
from django.apps import apps
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import Client
from django.utils import timezone
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from marchland.web.accounts.models import User
from marchland.web.accounts.tasks import mail_reset
from marchland.web.config.logs import JsonLines
from marchland.web.monitoring import figures, heartbeat, requestid, tracing
from marchland.web.monitoring.exposing import Counts, listen, tidy
from marchland.web.monitoring.models import Heartbeat
from marchland.web.notices.tasks import later
from marchland.web.tables import background
from marchland.web.tables.crew import run_queued_tasks
from marchland.web.tables.models import Table
from marchland.web.tables.thinking import Question

from .conftest import client_of
from .serving import ROOT, free_port


@pytest.fixture(autouse=True)
def counted_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Counts, "until", 0.0)


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


# -- figures -----------------------------------------------------------------------------------------------------------


def test_a_move_is_counted_with_its_request_and_its_refusal(table: Table, ada: User) -> None:
    person, title, view = client_of(ada), {"title": "pebbles"}, {"view": "tables:act"}
    made, asked = value("marchland_moves_total", by="person", **title), value("marchland_database_queries_total", **view)
    answered = value("marchland_requests_total", status="200", **view)
    stale = value("marchland_refusals_total", code="stale")
    assert person.post(f"/t/{table.slug}/act/", {"entry": 0, "option": 0}).status_code == 200
    assert value("marchland_moves_total", by="person", **title) == made + 1
    assert value("marchland_move_seconds_count", **title) >= 1
    assert value("marchland_requests_total", status="200", **view) == answered + 1
    assert value("marchland_database_queries_total", **view) > asked
    assert value("marchland_database_seconds_sum", **view) <= value("marchland_request_seconds_sum", **view)
    assert person.post(f"/t/{table.slug}/act/", {"entry": 0, "option": 0}).status_code == 409
    assert value("marchland_refusals_total", code="stale") == stale + 1


def test_prometheus_reads_them_and_what_lies_in_the_database(table: Table) -> None:
    heartbeat.beat()
    read = list(text_string_to_metric_families(Client().get("/metrics").content.decode()))
    found = {family.name: family for family in read}
    assert {sample.labels["status"]: sample.value for sample in found["marchland_tables"].samples} == {"playing": 1}
    assert found["marchland_database_up"].samples[0].value == 1
    assert found["marchland_crew_seen_seconds"].samples[0].labels == {"process": heartbeat.own_name()}


def test_figures_are_for_this_machine_named_addresses_and_whoever_has_the_token(db: None, settings: Any) -> None:
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["games.example", "localhost", "testserver"], "https://games.example"

    def status(address: str, host: str = "localhost", **headers: str) -> int:
        return Client(headers={"host": host, **headers}).get("/metrics", REMOTE_ADDR=address).status_code

    assert status("127.0.0.1") == status("::1") == status("::ffff:127.0.0.1") == 200
    assert status("203.0.113.7") == status("nonsense") == 404
    assert status("127.0.0.1", "games.example") == 404, "a proxy on this machine that does not say whom it brings"
    settings.METRICS_FROM = ["203.0.113.0/24"]
    assert (status("203.0.113.7"), status("127.0.0.1")) == (200, 404)
    settings.METRICS_TOKEN = "a long secret"
    assert status("198.51.100.1", "games.example", authorization="Bearer a long secret") == 200
    assert status("198.51.100.1", authorization="Bearer wrong") == status("198.51.100.1", authorization="Bearer ") == 404


def test_a_process_answers_at_a_port_of_its_own_where_one_is_named(transactional_db: None, settings: Any) -> None:
    port = free_port()
    settings.METRICS_LISTEN = f"127.0.0.1:{port}"
    listen()
    assert b"marchland_moves_total" in urlopen(f"http://127.0.0.1:{port}/").read()


COUNT_TOGETHER = """
import os
from marchland.web.monitoring import figures
from marchland.web.monitoring.exposing import registry
figures.moves.labels("pebbles", "bot").inc()
figures.sockets.labels("TableNews").inc()
if os.environ.get("LAST"):
    import prometheus_client
    from marchland.web.monitoring.exposing import tidy
    tidy()
    from prometheus_client import CollectorRegistry, multiprocess
    found = CollectorRegistry()
    multiprocess.MultiProcessCollector(found)
    print(found.get_sample_value("marchland_moves_total", {"title": "pebbles", "by": "bot"}))
    print(found.get_sample_value("marchland_sockets", {"kind": "TableNews"}))
"""


def test_processes_that_share_a_folder_count_together_and_the_dead_hold_no_sockets(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "MARCHLAND_HOME": str(tmp_path),
        "MARCHLAND_METRICS_DIR": str(tmp_path / "figures"),
        "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings",
    }
    said = [
        subprocess.run(
            [sys.executable, "-c", COUNT_TOGETHER],
            env={**environment, "LAST": last},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for last in ("", "1")
    ]
    assert said[1] == ["2.0", "1.0"]


def test_tidying_touches_nothing_where_processes_count_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
    tidy()


# -- names of requests ---------------------------------------------------------------------------------------------------


def test_a_request_keeps_the_name_its_proxy_gave_it_if_that_is_one(db: None) -> None:
    assert Client().get("/health/", headers={"x-request-id": "edge-42.abcdef"}).headers["X-Request-ID"] == "edge-42.abcdef"
    for bad in ("", "short", "with space and more", 'quote"quote"', "é" * 10, "a" * 65, "line\u2028break1"):
        named = Client().get("/health/", headers={"x-request-id": bad}).headers["X-Request-ID"]
        assert requestid.WELL_FORMED.fullmatch(named)
        assert named != bad


def test_every_log_line_of_a_request_has_its_name(table: Table, ada: User, caplog: pytest.LogCaptureFixture) -> None:
    lines: list[dict[str, object]] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(JsonLines().format(record)))

    keep, loggers = Keep(), [logging.getLogger(f"marchland.{name}") for name in ("move", "request")]
    for one in loggers:
        one.addHandler(keep)
        one.setLevel(logging.INFO)
    try:
        client_of(ada).post(f"/t/{table.slug}/act/", {"entry": 0, "option": 0}, headers={"x-request-id": "the-move-itself"})
    finally:
        for one in loggers:
            one.removeHandler(keep)
            one.setLevel(logging.NOTSET)
    assert [line["message"] for line in lines] == ["move", f"POST /t/{table.slug}/act/"]
    assert {line["request"] for line in lines} == {"the-move-itself"}


def test_jobs_are_carried_out_on_behalf_of_the_request_that_queued_them(
    transactional_db: None, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr("marchland.web.accounts.tasks.send_mail", lambda *_: heard.append(requestid.current()))
    done = value("marchland_jobs_total", job="mail_reset", outcome="successful")
    requestid.begin("who-forgot-it")
    later(mail_reset, ada.pk)
    requestid.begin("somebody-else")
    run_queued_tasks()
    assert heard == ["who-forgot-it"]
    assert requestid.current() == "somebody-else"
    assert value("marchland_jobs_total", job="mail_reset", outcome="successful") == done + 1
    assert mail.outbox == []


def test_bots_think_on_behalf_of_the_request_that_woke_them() -> None:
    """From the page's thread to the crew's loop, and on into the question; nothing else of the request goes along."""

    class Loop:
        def call_soon_threadsafe(self, work, *facts, context):
            context.run(work, *facts)

    class Crew:
        loop = Loop()
        questions: list[Question] = []

        def begin(self, slug: str) -> None:
            self.questions.append(Question(slug, "pebbles", 0, "easy", b"", 0, ""))

    background.take_up(Crew())
    try:
        requestid.begin("woke-the-bots")
        background.wake_bots("slug")
    finally:
        background.take_up(None)
    assert [question.request for question in Crew.questions] == ["woke-the-bots"]


# -- what was slow --------------------------------------------------------------------------------------------------------


def test_what_is_slow_is_logged_without_its_values(table: Table, settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    def slow() -> list[str]:
        caplog.clear()
        with caplog.at_level(logging.WARNING, "marchland.slow"), connection.cursor() as cursor:
            cursor.execute("SELECT %s", ["a secret"])
            now = Table.objects.get()
            mover = User.objects.get(seats__table=now, seats__number=now.deciders[0])
            client_of(mover).post(f"/t/{table.slug}/act/", {"entry": now.entries_made, "option": 0})
        assert "a secret" not in repr([vars(record) for record in caplog.records])
        return [record.getMessage() for record in caplog.records]

    assert slow() == []
    settings.SLOW_QUERY_SECONDS = 0
    assert set(slow()) == {"slow query"}
    settings.SLOW_QUERY_SECONDS, settings.SLOW_MOVE_SECONDS = 100, 0
    assert slow() == ["slow move"]


# -- traces -----------------------------------------------------------------------------------------------------------------


def test_a_trace_leads_from_the_request_over_the_move_to_the_database(table: Table, ada: User) -> None:
    person, kept = client_of(ada), InMemorySpanExporter()
    headers = {"x-request-id": "traced-one", "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}
    tracing.begin("", kept)
    try:
        person.post(f"/t/{table.slug}/act/", {"entry": 0, "option": 0}, headers=headers)
    finally:
        tracing.end()
    spans = kept.get_finished_spans()
    by_name = {span.name: span for span in spans}
    request, move = by_name["tables:act"], by_name["move"]
    assert f"{request.context.trace_id:032x}" == "0af7651916cd43dd8448eb211c80319c"
    assert move.parent.span_id == request.context.span_id
    assert any(span.name == "database" and span.parent.span_id == move.context.span_id for span in spans)
    assert {span.attributes["marchland.request"] for span in spans} == {"traced-one"}
    assert request.attributes["http.response.status_code"] == 200


def test_without_an_address_nothing_is_traced(db: None) -> None:
    assert not tracing.is_on()
    with tracing.span("nothing") as found:
        assert found is None


def test_traces_without_the_extra_are_refused_in_a_sentence(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.TRACES = "http://collector:4318"
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(ImproperlyConfigured, match=r"marchland\[otel\]"):
        apps.get_app_config("monitoring").ready()
    assert not tracing.is_on()


# -- who is alive ---------------------------------------------------------------------------------------------------------


def test_a_crew_that_is_no_longer_seen_is_overdue_and_one_that_left_is_not(db: None) -> None:
    heartbeat.beat()
    heartbeat.beat()
    assert [beat.process for beat in heartbeat.alive()] == [heartbeat.own_name()]
    with time_machine.travel(timezone.now() + heartbeat.LATE + timedelta(seconds=1), tick=False):
        assert heartbeat.alive() == []
        assert len(heartbeat.overdue()) == 1
    heartbeat.leave()
    assert not Heartbeat.objects.exists()


def test_a_process_that_answers_is_alive_whatever_else_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "cursor", None)
    assert Client().get("/health/live/").json() == {"status": "ok"}


def test_the_event_loop_is_measured() -> None:
    from marchland.web.monitoring import begin, loop

    before = value("marchland_loop_lag_seconds_count")

    async def watched() -> None:
        loop.LOOKS_EVERY = 0.01
        watch = begin()
        while value("marchland_loop_lag_seconds_count") == before:
            await asyncio.sleep(0.001)
        watch.cancel()

    asyncio.run(asyncio.wait_for(watched(), 60))
    assert figures.loop_lag is not None
