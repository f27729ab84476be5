"""The real server: news within a second, recovery, limits, and what survives kill -9."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from .serving import COLD, PATIENCE, ROOT, Person, Server, await_true, awaited

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("site")).start()
    yield running
    running.stop()


def wait_for_turn(person: Person, slug: str) -> dict[str, object]:
    def asked_or_over() -> dict[str, object] | None:
        position = person.position(slug)
        return position if position["yours"] or position["over"] else None

    return awaited(asked_or_over, "the bots do not move")


def play(person: Person, slug: str, moves: int) -> dict[str, object]:
    position = wait_for_turn(person, slug)
    for _ in range(moves):
        if position["over"]:
            break
        answer = person.post(f"/t/{slug}/act/", entry=position["entry"], seat=position["seat"], option=0)
        assert answer.status_code == 200, answer.text
        position = wait_for_turn(person, slug)
    return position


def test_a_whole_game_is_played_against_bots_that_move_by_themselves(server: Server) -> None:
    person = Person(server)
    slug = person.play_now("pebbles")
    assert play(person, slug, 200)["over"]
    replay = person.client.get(f"/t/{slug}/replay/?at=0").json()
    assert replay["steps"] > 10
    assert "Traceback" not in server.log()


def test_a_record_from_the_site_is_verified_by_the_command_line(server: Server, tmp_path: Path) -> None:
    person = Person(server)
    slug = person.play_now("pebbles")
    play(person, slug, 200)
    record = tmp_path / "game.json"
    record.write_bytes(person.client.get(f"/t/{slug}/record/").content)
    done = subprocess.run(
        [sys.executable, "-c", "from marchland.cli import main; main()", "replay", str(record)],
        env=server.environment,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def socket_url(server: Server, path: str) -> str:
    return f"ws://127.0.0.1:{server.port}{path}"


def test_news_reach_a_spectator(server: Server) -> None:
    person = Person(server)
    slug = person.play_now("pebbles")
    person.post(f"/t/{slug}/watching/", watching="all", delay_by="entries", delay=1)
    position = wait_for_turn(person, slug)

    async def watch() -> None:
        """Two moves may fall into one piece of news; what counts is that none is told too soon, and that all are told."""
        async with connect(socket_url(server, f"/ws/t/{slug}/"), origin=server.url) as socket:
            hello = json.loads(await socket.recv())
            assert (hello["kind"], hello["entry"]) == ("hello", max(0, position["entry"] - 1))
            asked, told = position, hello["entry"]
            for _ in range(2):
                await asyncio.to_thread(person.post, f"/t/{slug}/act/", entry=asked["entry"], option=0)
                asked = await asyncio.to_thread(wait_for_turn, person, slug)
            while told < asked["entry"] - 1:
                news = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                assert set(news) == {"kind", "entry"}
                assert told < news["entry"] <= asked["entry"] - 1
                told = news["entry"]

    asyncio.run(watch())


def test_a_socket_says_hello_with_the_entry_so_that_a_lost_client_can_catch_up(server: Server) -> None:
    person = Person(server)
    slug = person.play_now("pebbles")
    before = wait_for_turn(person, slug)
    play(person, slug, 2)

    hello = first_word(server, f"/ws/t/{slug}/", Cookie=person.cookies)
    entry = hello["entry"]
    assert hello["begun"], "whoever waits for the game to begin and was not listening when it did"
    assert entry > before["entry"]
    caught_up = person.client.get(f"/t/{slug}/parts/?seen={before['entry']}&append").json()
    assert caught_up["entry"] >= entry
    assert caught_up["log_new"]


def test_lists_of_tables_are_greeted_so_that_they_look_up_what_they_did_not_hear(server: Server) -> None:
    person = Person(server)
    person.play_now("pebbles")
    assert first_word(server, "/ws/me/", Cookie=person.cookies) == {"kind": "hello"}


def first_word(server: Server, path: str, **headers: str) -> dict[str, Any]:
    async def listen() -> dict[str, Any]:
        async with connect(socket_url(server, path), origin=server.url, additional_headers=headers) as socket:
            heard: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            return heard

    return asyncio.run(listen())


def test_sockets_of_other_sites_and_of_tables_that_are_not_there_are_closed(server: Server) -> None:
    async def try_out(path: str, origin: str, cookies: str) -> object:
        try:
            async with connect(socket_url(server, path), origin=origin, additional_headers={"Cookie": cookies}) as socket:
                return await asyncio.wait_for(socket.recv(), PATIENCE)
        except (ConnectionClosed, OSError) as error:
            return error

    from websockets.exceptions import InvalidStatus

    async def refused(path: str, origin: str, cookies: str = "") -> bool:
        try:
            return isinstance(await try_out(path, origin, cookies), ConnectionClosed)
        except InvalidStatus:
            return True

    person = Person(server)
    slug = person.play_now("pebbles")
    assert asyncio.run(refused(f"/ws/t/{slug}/", "http://evil.example", person.cookies))
    assert not asyncio.run(refused(f"/ws/t/{slug}/", server.url, person.cookies))
    assert asyncio.run(refused(f"/ws/t/{slug}/", server.url)), "a private table, and somebody else"
    for path in ("/ws/t/nosuchtable/", "/ws/join/nosuchlink/", "/ws/me/"):
        assert asyncio.run(refused(path, server.url))


def test_news_are_streamed_to_programs(server: Server) -> None:
    person = Person(server)
    slug = person.play_now("pebbles")
    position = wait_for_turn(person, slug)
    page = person.post("/account/keys/", label="stream").text
    token = "ml_" + page.split('id="new-token">ml_')[1].split("<")[0]
    heard: list[str] = []
    with httpx.stream(
        "GET", f"{server.url}/api/tables/{slug}/stream", headers={"authorization": f"Bearer {token}"}, timeout=PATIENCE
    ) as stream:
        for line in stream.iter_lines():
            heard.append(line)
            if "event: hello" in heard and len(heard) == 3:
                threading.Thread(
                    target=person.post, args=(f"/t/{slug}/act/",), kwargs={"entry": position["entry"], "option": 0}
                ).start()
            if "event: entry" in heard and line.startswith("data:") and "hello" not in heard[-2]:
                break
    assert json.loads(heard[-1].removeprefix("data: "))["n"] > position["entry"]


def test_bodies_without_end_are_cut_off(server: Server) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(4000):
            yield b"x" * 1024

    slug = Person(server).play_now("pebbles")
    declared = httpx.post(f"{server.url}/t/{slug}/act/", content=b"x" * 70_000)
    assert declared.status_code == 413
    try:
        chunked = httpx.post(f"{server.url}/t/{slug}/act/", content=endless())
        assert chunked.status_code == 413
    except httpx.TransportError:
        pass  # the server hung up while we were still sending: as good a refusal as any
    assert httpx.get(f"{server.url}/health/").status_code == 200


def children_of(pid: int) -> set[int]:
    """Every process that descends from this one."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    found = {child for child, parent in parents.items() if parent == pid}
    return found.union(*(children_of(child) for child in found))


@pytest.mark.parametrize("strike", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_server(tmp_path: Path, strike: signal.Signals, model: Path) -> None:
    server = Server(tmp_path / "home", COLD, model=model).start()
    person = Person(server)
    play(person, person.play_now("pebbles"), 3)
    family = children_of(server.process.pid)
    assert family
    server.process.send_signal(strike)
    server.process.wait(PATIENCE)
    await_true(lambda: not any(Path(f"/proc/{pid}").exists() for pid in family), f"some of {family} are still there")


def test_kill_9_loses_nothing_that_was_answered(tmp_path: Path, model: Path) -> None:
    """While four people play, the server is killed in mid-write, three times; every move that was confirmed is still there."""
    server = Server(tmp_path / "home", COLD, model=model)
    confirmed: dict[str, int] = {}
    people: list[tuple[Person, str]] = []
    for strike in range(3):
        server.start()
        if not people:
            people = [(person, person.play_now("pebbles")) for person in (Person(server) for _ in range(4))]
        stop = threading.Event()
        threads = [threading.Thread(target=keep_playing, args=(person, slug, confirmed, stop)) for person, slug in people]
        for thread in threads:
            thread.start()
        enough = sum(confirmed.values()) + 3 * (strike + 1)
        await_true(lambda: is_mid_play(confirmed, enough, threads), "nobody moves")  # noqa: B023
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
        check_database(server.home / "marchland.sqlite3", confirmed)
    assert len(confirmed) == 4
    assert sum(confirmed.values()) > 8
    server.start()
    for person, slug in people:
        assert play(person, slug, 300)["over"]
    server.stop()


def is_mid_play(confirmed: dict[str, int], enough: int, players: list[threading.Thread]) -> bool:
    """Everybody has moved and there are enough moves, or all have played to the end."""
    return (len(confirmed) == len(players) and sum(confirmed.values()) >= enough) or not any(
        map(threading.Thread.is_alive, players)
    )


def keep_playing(person: Person, slug: str, confirmed: dict[str, int], stop: threading.Event) -> None:
    while not stop.is_set():
        try:
            position = person.position(slug)
            if position["over"]:
                return
            if not position["yours"]:
                continue
            options = person.post(f"/t/{slug}/act/", entry=position["entry"], seat=position["seat"], option=0)
            if options.status_code == 200:
                confirmed[slug] = max(confirmed.get(slug, 0), options.json()["entry"])
        except (httpx.TransportError, ValueError):
            return


def check_database(path: Path, confirmed: dict[str, int]) -> None:
    """The file is whole, entries have no gaps, the snapshot is the last entry's, and nothing confirmed is missing."""
    from hashlib import blake2b

    base = sqlite3.connect(path)
    assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    for pk, slug, made, state in base.execute("SELECT id, slug, entries_made, state FROM tables_table").fetchall():
        rows = base.execute("SELECT n, fingerprint FROM tables_entry WHERE table_id = ? ORDER BY n", (pk,)).fetchall()
        assert [n for n, _ in rows] == list(range(made + 1))
        assert made >= confirmed.get(slug, 0)
        assert rows[-1][1] == blake2b(state.encode(), digest_size=16).hexdigest()
    base.close()


def test_the_example_program_plays_a_whole_game_through_the_interface(server: Server) -> None:
    person = Person(server)
    person.post("/account/guest/")
    page = person.post("/account/keys/", label="example", scopes=["play", "host"]).text
    token = "ml_" + page.split('id="new-token">ml_')[1].split("<")[0]
    command = [
        sys.executable,
        str(ROOT / "docs" / "examples" / "player.py"),
        "--site",
        server.url,
        "--title",
        "pebbles",
        "--option",
        "rounds=1",
    ]
    environment = {**server.environment, "MARCHLAND_TOKEN": token}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "won by seat" in done.stdout
