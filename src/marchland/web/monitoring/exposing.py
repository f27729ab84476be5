"""The figures of this process, or of all processes of a machine that share a folder, as Prometheus reads them.

`/metrics` answers this machine, the addresses in MARCHLAND_METRICS_FROM, and whoever brings MARCHLAND_METRICS_TOKEN; to everybody
else there is no such page. With MARCHLAND_METRICS_LISTEN a process also answers at a port of its own, which belongs into a network
that visitors cannot reach: a worker has no other.
"""

from __future__ import annotations

import logging
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address, ip_network
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, multiprocess, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from . import figures  # noqa: F401  # what is counted is registered there

logger = logging.getLogger("marchland.metrics")
SHARED = "PROMETHEUS_MULTIPROC_DIR"
COUNTED_EVERY = 10.0
"""Seconds for which what was counted in the database is good enough."""


@require_GET
def metrics(request: HttpRequest) -> HttpResponse:
    if not may_read(request):
        raise Http404
    return HttpResponse(generate_latest(registry()), content_type=CONTENT_TYPE_LATEST)


def may_read(request: HttpRequest) -> bool:
    token, told = settings.METRICS_TOKEN, request.headers.get("Authorization", "")
    if token and secrets.compare_digest(told.encode(), f"Bearer {token}".encode()):
        return True
    # A proxy that does not say for whom it asks looks like this machine, but names the site as its host.
    return _is_welcome(request.META.get("REMOTE_ADDR", "")) and not request.headers.get("X-Forwarded-Host") and _is_direct(request)


def _is_welcome(address: str) -> bool:
    with suppress(ValueError):
        found = ip_address(address)
        found = getattr(found, "ipv4_mapped", None) or found
        return any(found in ip_network(allowed, strict=False) for allowed in settings.METRICS_FROM)
    return False


def _is_direct(request: HttpRequest) -> bool:
    """Asked by the machine's own name or number, not by the site's."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    site = settings.SITE_URL.partition("://")[2].partition("/")[0].partition(":")[0]
    return host in ("localhost", "127.0.0.1", "[::1]") or host != site


def registry(in_a_thread_of_its_own: bool = False) -> CollectorRegistry:
    """Everything there is to read: a folder that several processes share holds the figures of all of them."""
    found = CollectorRegistry()
    if SHARED in os.environ:
        multiprocess.MultiProcessCollector(found)  # type: ignore[no-untyped-call]
    else:
        found.register(Own())
    found.register(Counts(in_a_thread_of_its_own))
    return found


class Own(Collector):
    """What this process has counted."""

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        yield from REGISTRY.collect()


class Counts(Collector):
    """What lies in the database: the same whichever process is asked."""

    until, found = 0.0, list[GaugeMetricFamily]()

    def __init__(self, in_a_thread_of_its_own: bool) -> None:
        self.closes = in_a_thread_of_its_own
        """Is there nobody else who would close the thread's connection?"""

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        if time.monotonic() >= Counts.until:
            try:
                Counts.found = list(counted())
            except DatabaseError:
                Counts.found = [_family("marchland_database_up", "Does the database answer?", {"": 0.0})]
            finally:
                if self.closes:
                    connection.close()
            Counts.until = time.monotonic() + COUNTED_EVERY
        yield from Counts.found


def counted() -> Iterator[GaugeMetricFamily]:
    from django_tasks_db.models import DBTaskResult

    from marchland.web.notices.models import Delivery
    from marchland.web.post.models import Outgoing
    from marchland.web.tables.models import Table

    yield _family("marchland_database_up", "Does the database answer?", {"": 1.0})
    yield _family("marchland_tables", "Tables, by status", _by(Table, "status"), "status")
    yield _family("marchland_jobs_queued", "Jobs in the queue, by status", _by(DBTaskResult, "status"), "status")
    yield _family("marchland_news_queued", "News to be told, by how far they are", _by(Delivery, "progress"), "progress")
    yield _family("marchland_letters_queued", "Letters to players, by how far they are", _by(Outgoing, "progress"), "progress")
    yield _family("marchland_crew_seen_seconds", "Since a crew was last seen, by process", _beats(), "process")


def _by(model: type, field: str) -> dict[str, float]:
    found = model.objects.order_by().values_list(field).annotate(Count("pk"))  # type: ignore[attr-defined]
    return {str(value).lower(): float(number) for value, number in found}


def _beats() -> dict[str, float]:
    from .models import Heartbeat

    now = timezone.now()
    return {beat.process: (now - beat.seen).total_seconds() for beat in Heartbeat.objects.all()}


def _family(name: str, about: str, values: dict[str, float], label: str = "") -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, about, labels=[label] if label else [])
    for value, number in values.items():
        family.add_metric([value] if label else [], number)
    return family


def listen() -> None:
    """A port of this process's own, if one is named: `host:port`."""
    if settings.METRICS_LISTEN:
        host, _, port = settings.METRICS_LISTEN.rpartition(":")
        try:
            start_http_server(int(port), host or "127.0.0.1", registry(in_a_thread_of_its_own=True))
        except OSError as error:
            # Of several processes of one machine the first answers; for all of them if they share MARCHLAND_METRICS_DIR.
            logger.warning("no figures at a port of their own", extra={"port": port, "why": str(error)})


def tidy() -> None:
    """Figures of processes that ended no longer count as present; what they counted still does."""
    folder = os.environ.get(SHARED)
    for path in Path(folder).glob("gauge_live*_*.db") if folder else ():
        number = path.stem.rpartition("_")[2]
        if not Path(f"/proc/{number}").exists():
            path.unlink(missing_ok=True)
