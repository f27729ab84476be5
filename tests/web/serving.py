"""A real server process for tests: started, talked to, killed."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import httpx
import pytest
from tools.servers import UNSEALED

T = TypeVar("T")
ROOT = Path(__file__).parent.parent.parent
TITLES = ROOT / "tests" / "titles"
PATIENCE = 120
"""Seconds until what should happen is missed: generous, since it costs time only where something is wrong."""
SOON_OVER = 0.01
"""Seconds within which a server of a test's own notices that it is to end; the library's half a second adds up."""
SERVE = "from marchland.web.serve import serve; serve(port={port})"
COLD = """
import django
django.setup()
from marchland.web.tables import clerk
clerk.installed = dict
from marchland.web.serve import serve
serve(port={port})
"""
"""The same server without drawing a table of every title when it starts: for tests that start many and play none of them."""
PREPARE = "from marchland.web.serve import prepare; prepare()"
HELD: list[socket.socket] = []


def model_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of a site at which nobody has been: what a first start does to it is done once, for all workers of a run.

    Some servers begin with an empty home still, as every new site does; the others move into a copy of this one (`model`).
    """
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    made = Server(shared / "model-site", PREPARE)
    with (shared / "model-site.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not (made.home / "ready").exists():
            subprocess.run([sys.executable, "-c", made.program], env=made.environment, check=True)
            (made.home / "ready").touch()
    return made.home


def copy_database(model: Path, home: Path) -> None:
    for file in model.glob("marchland.sqlite3*"):
        shutil.copy(file, home)


def free_port() -> int:
    """A port for a server to be. It stays bound here, so that nobody is given it meanwhile; whoever listens reuses the address."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    HELD.append(held)
    return int(held.getsockname()[1])


def awaited(look: Callable[[], T | None], missed: str) -> T:
    """Look again and again until there is something: the one place where tests sleep, since another process cannot tell us."""
    deadline = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < deadline, missed
        time.sleep(0.02)
    return found


def await_true(condition: Callable[[], bool], missed: str) -> None:
    awaited(condition, missed)


def await_port(port: int) -> None:
    """Until somebody listens there."""
    await_true(lambda: is_listening(port), f"nobody listens at {port}")


def is_listening(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError:
        return False
    return True


class Server:
    """`marchland serve` with a home of its own; `kill` is what a power cut would do to it."""

    def __init__(
        self, home: Path, program: str = SERVE, name: str = "server", model: Path | None = None, **environment: str
    ) -> None:
        self.home, self.port, self.name = home, free_port(), name
        self.program = program.format(port=self.port)
        self.url = f"http://127.0.0.1:{self.port}"
        home.mkdir(parents=True, exist_ok=True)
        self.environment = {
            **os.environ,
            "MARCHLAND_HOME": str(home),
            "MARCHLAND_URL": self.url,
            "MARCHLAND_BOT_PAUSE": "0",
            "MARCHLAND_LOG_LEVEL": "WARNING",
            "PYTHONPATH": os.pathsep.join(filter(None, [str(TITLES), os.environ.get("PYTHONPATH")])),
            "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings",  # not those of the unit tests, which pytest puts here
            **environment,
        }
        if model is not None:
            self._move_in(model)
        self.process: subprocess.Popen[bytes] | None = None

    def _move_in(self, model: Path) -> None:
        if "DATABASE_URL" not in self.environment and not (self.home / "marchland.sqlite3").exists():
            copy_database(model, self.home)
        self.environment["MARCHLAND_STATIC"] = str(model / "static")

    def start(self) -> Server:
        log = (self.home / f"{self.name}.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-c", self.program], env=self.environment, stdout=log, stderr=log, start_new_session=True
        )
        self._wait()
        return self

    def _wait(self) -> None:
        await_true(lambda: self._has_ended() or self._answers(), f"no answer at {self.url}")
        assert not self._has_ended(), f"the server did not start:\n{self.log()[-4000:]}"

    def _has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def _answers(self) -> bool:
        try:
            httpx.get(f"{self.url}/health/", timeout=2, verify=UNSEALED)
        except httpx.TransportError:
            return False
        return True

    def log(self) -> str:
        return (self.home / f"{self.name}.log").read_text(errors="replace")

    def kill(self) -> None:
        """kill -9, thinking processes included."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


class Worker(Server):
    """`marchland worker`: nobody can ask it whether it is there."""

    def _answers(self) -> bool:
        return "on duty" in self.log()


class Person:
    """Somebody with a browser and no script: cookies, forms, JSON."""

    def __init__(self, server: Server) -> None:
        self.client = httpx.Client(
            base_url=server.url,
            follow_redirects=True,
            timeout=PATIENCE,
            headers={"accept": "application/json"},
            verify=UNSEALED,
        )
        self.client.get("/account/login/", headers={"accept": "text/html"})

    def post(self, path: str, **fields: object) -> httpx.Response:
        return self.client.post(path, data=fields, headers={"x-csrftoken": self.client.cookies["csrftoken"]})

    def play_now(self, title: str) -> str:
        page = self.post(f"/play/{title}/")
        found = re.search(r"/t/(\w+)/", str(page.url))
        assert found is not None, page.text[:500]
        return found[1]

    @property
    def cookies(self) -> str:
        """As a header: who this is, for a socket."""
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    def position(self, slug: str) -> dict[str, object]:
        found: dict[str, object] = self.client.get(f"/t/{slug}/parts/").json()
        return found
