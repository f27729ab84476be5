"""A real server process for tests: started, talked to, killed."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

ROOT = Path(__file__).parent.parent.parent
TITLES = ROOT / "tests" / "titles"
START_SECONDS = 40


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`marchland serve` with a home of its own; `kill` is what a power cut would do to it."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.home, self.port = home, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        home.mkdir(parents=True, exist_ok=True)
        self.environment = {
            **os.environ,
            "MARCHLAND_HOME": str(home),
            "MARCHLAND_BOT_PAUSE": "0",
            "MARCHLAND_LOG_LEVEL": "WARNING",
            "PYTHONPATH": str(TITLES),
            "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings",
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        log = (self.home / "server.log").open("ab")
        program = f"from marchland.web.serve import serve; serve(port={self.port})"
        self.process = subprocess.Popen(
            [sys.executable, "-c", program], env=self.environment, stdout=log, stderr=log, start_new_session=True
        )
        self._wait()
        return self

    def _wait(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process is not None and self.process.poll() is not None:
                break
            try:
                httpx.get(f"{self.url}/health/", timeout=2)
            except httpx.TransportError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError(f"the server did not start:\n{self.log()[-4000:]}")

    def log(self) -> str:
        return (self.home / "server.log").read_text(errors="replace")

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


class Person:
    """Somebody with a browser and no script: cookies, forms, JSON."""

    def __init__(self, server: Server) -> None:
        self.client = httpx.Client(base_url=server.url, follow_redirects=True, timeout=20, headers={"accept": "application/json"})
        self.client.get("/account/login/", headers={"accept": "text/html"})

    def post(self, path: str, **fields: object) -> httpx.Response:
        return self.client.post(path, data=fields, headers={"x-csrftoken": self.client.cookies["csrftoken"]})

    def play_now(self, title: str) -> str:
        page = self.post(f"/play/{title}/")
        found = re.search(r"/t/(\w+)/", str(page.url))
        assert found is not None, page.text[:500]
        return found[1]

    def position(self, slug: str) -> dict[str, object]:
        found: dict[str, object] = self.client.get(f"/t/{slug}/parts/").json()
        return found
