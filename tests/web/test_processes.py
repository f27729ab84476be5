"""Several server processes: news cross between them over Redis."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from marchland.web.config.throttle import LIMITS

from .serving import PATIENCE, Person, Server, await_port, free_port
from .test_server import socket_url, wait_for_turn

pytestmark = pytest.mark.slow


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.fail("redis-server is not installed: several processes are promised (Debian: apt install redis-server)")
    port = free_port()
    redis = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)], stdout=subprocess.DEVNULL
    )
    await_port(port)
    yield f"redis://127.0.0.1:{port}/0"
    redis.terminate()
    redis.wait()


def test_a_move_at_one_process_reaches_a_page_at_another(tmp_path: Path, redis_url: str) -> None:
    one = Server(tmp_path / "home", REDIS_URL=redis_url).start()
    other = Server(tmp_path / "home", REDIS_URL=redis_url).start()
    try:
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
    finally:
        one.stop()
        other.stop()


def position_at(server: Server, person: Person, slug: str) -> dict[str, int]:
    """The same person at the other process: sessions are shared through the database."""
    found: dict[str, int] = person.client.get(f"{server.url}/t/{slug}/parts/").json()
    return found


def test_processes_count_together_how_often_something_is_done(tmp_path: Path, redis_url: str) -> None:
    one = Server(tmp_path / "home", REDIS_URL=redis_url).start()
    other = Server(tmp_path / "home", REDIS_URL=redis_url).start()
    try:
        person = Person(one)
        person.play_now("pebbles")
        most = LIMITS["token"][0].times
        answers = [person.post(f"{(one, other)[n % 2].url}/account/keys/", label=n).status_code for n in range(most + 2)]
        assert answers == [200] * most + [429, 429]
    finally:
        one.stop()
        other.stop()
