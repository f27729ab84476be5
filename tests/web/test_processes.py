"""Several processes of one site: web processes that move no bots, workers that do, PostgreSQL and Redis between them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from marchland.web.config.throttle import LIMITS

from .serving import COLD, PATIENCE, Person, Server, Worker, await_true
from .test_server import children_of, play, socket_url, wait_for_turn

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory, redis_url: str, model: Path) -> Iterator[tuple[Server, Server]]:
    """Two processes of one site: one database, one Redis."""
    home = tmp_path_factory.mktemp("home")
    one, other = (Server(home, COLD, model=model, REDIS_URL=redis_url) for _ in range(2))
    try:
        yield one.start(), other.start()
    finally:
        one.stop()
        other.stop()


def test_a_move_at_one_process_reaches_a_page_at_another(processes: tuple[Server, Server]) -> None:
    one, other = processes
    person = Person(one)
    slug = person.play_now("pebbles")
    position = wait_for_turn(person, slug)
    address = socket_url(other, f"/ws/t/{slug}/")

    async def watch() -> None:
        async with connect(address, origin=other.url, additional_headers={"Cookie": person.cookies}) as socket:
            assert json.loads(await socket.recv())["kind"] == "hello"
            await asyncio.to_thread(person.post, f"/t/{slug}/act/", entry=position["entry"], option=0)
            news = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            assert news["entry"] > position["entry"]

    asyncio.run(watch())
    there = position_at(other, person, slug)
    assert there["entry"] > position["entry"]


def position_at(server: Server, person: Person, slug: str) -> dict[str, int]:
    """The same person at the other process: sessions are shared through the database."""
    found: dict[str, int] = person.client.get(f"{server.url}/t/{slug}/parts/").json()
    return found


def test_processes_count_together_how_often_something_is_done(processes: tuple[Server, Server]) -> None:
    person = Person(processes[0])
    person.play_now("pebbles")
    most = LIMITS["token"][0].times
    answers = [person.post(f"{processes[n % 2].url}/account/keys/", label=n).status_code for n in range(most + 2)]
    assert answers == [200] * most + [429, 429]


# -- web processes here, workers there ----------------------------------------------------------------

TWO_AT_ONE_PORT = "from marchland.web.serve import serve; serve(port={port}, processes=2)"
ONLY_WHEN_CALLED = """
import django
django.setup()
from marchland.web.tables import clerk, crew
clerk.installed = dict
crew.GLANCE_EVERY = 10**6
from marchland.web.operating.worker import worker
worker()
"""
"""A worker that does not look around by itself: it hears of moves from other processes, or not at all."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, redis_url: str, database_url: str, model: Path) -> Iterator[Server]:
    """Two web processes behind one port, without a crew."""
    facts = {"REDIS_URL": redis_url, "DATABASE_URL": database_url, "MARCHLAND_CREW": "0"}
    server = Server(tmp_path_factory.mktemp("site"), TWO_AT_ONE_PORT, model=model, **facts).start()
    yield server
    server.stop()


UNHURRIED = f"from marchland.web.tables import claims; claims.LASTS = 120; claims.RENEWED_EVERY = 0.001\n{ONLY_WHEN_CALLED}"
"""The same with claims that outlast any pause of a busy machine: whoever stands still loses a short one, as is meant.

They are renewed all the time, so that one that is renewed while it is dropped would be noticed.
"""


def worker_of(site: Server, name: str, program: str = ONLY_WHEN_CALLED, **environment: str) -> Worker:
    kept = {name: site.environment[name] for name in ("REDIS_URL", "DATABASE_URL", "MARCHLAND_URL")}
    return Worker(site.home, program, name, MARCHLAND_LOG_LEVEL="INFO", **kept, **environment)


def thoughts(*workers: Worker) -> Counter[tuple[str, int]]:
    """How often each question was thought about."""
    lines = (json.loads(line) for worker in workers for line in worker.log().splitlines() if line.startswith("{"))
    return Counter((line["table"], line["after"]) for line in lines if line["message"] == "thought")


def test_bots_are_called_across_processes_and_think_once(site: Server) -> None:
    """Both workers hear of every move; a third of the processes dies in between, and is replaced."""
    workers = [worker_of(site, name, UNHURRIED).start() for name in ("one", "other")]
    try:
        people = [Person(site) for _ in range(4)]
        slugs = [person.play_now("pebbles") for person in people]
        for person, slug in zip(people, slugs, strict=True):
            play(person, slug, 3)
        webs = children_of(site.process.pid)
        os.kill(max(webs), signal.SIGKILL)
        await_true(lambda: len(children_of(site.process.pid) - webs) == 1, "nobody replaces a web process that was killed")
        for person, slug in zip(people, slugs, strict=True):
            assert play(person, slug, 200)["over"]
    finally:
        for worker in workers:
            worker.stop()
    counted = thoughts(*workers)
    assert {slug for slug, _ in counted} == set(slugs)
    assert set(counted.values()) == {1}, [question for question, times in counted.items() if times > 1]


def test_a_killed_workers_tables_are_taken_over(site: Server) -> None:
    slow = worker_of(site, "slow", MARCHLAND_BOT_PAUSE="600").start()
    person = Person(site)
    slug = person.play_now("pebbles")
    await_true(lambda: thoughts(slow)[slug, 0] == 1 or bool(person.position(slug)["yours"]), "no bot thinks")
    if person.position(slug)["yours"]:
        person.post(f"/t/{slug}/act/", entry=0, option=0)
        await_true(lambda: any(table == slug for table, _ in thoughts(slow)), "no bot thinks")
    quick = worker_of(site, "quick").start()
    try:
        slow.kill()
        wait_for_turn(person, slug)
    finally:
        slow.stop()
        quick.stop()
