"""Several server processes: news cross between them over Redis."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import connect

from marchland.web.config.throttle import LIMITS

from .serving import COLD, PATIENCE, Person, Server, await_port, free_port
from .test_server import socket_url, wait_for_turn

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.fail("redis-server is not installed: several processes are promised (Debian: apt install redis-server)")
    port, folder = free_port(), tmp_path_factory.mktemp("redis")
    redis = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)], stdout=subprocess.DEVNULL
    )
    await_port(port)
    yield f"redis://127.0.0.1:{port}/0"
    redis.terminate()
    redis.wait()


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory, redis_url: str) -> Iterator[tuple[Server, Server]]:
    """Two processes of one site: one database, one Redis."""
    home = tmp_path_factory.mktemp("home")
    one, other = (Server(home, COLD, REDIS_URL=redis_url) for _ in range(2))
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
