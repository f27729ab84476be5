"""A site to be measured: on SQLite or PostgreSQL, in one web process or several, in folders of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from tools.servers import UNSEALED, Postgres, Redis, free_port

LULL, IDLE, PATIENCE = 2.0, 0.03, 90.0
"""A site each of whose processes computed for less than this share of two seconds is at rest; nobody waits for that for ever."""
SQLITE, POSTGRES = "sqlite", "postgres"


class Site:
    """To be used with `with`: whatever was started ends with it."""

    def __init__(self, database: str, processes: int, pause: float | None) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="marchland-load-")
        self.home, self.port = Path(self.folder.name), free_port()
        self.home.chmod(0o755)
        self.url, self.processes = f"http://127.0.0.1:{self.port}", processes
        self.database = Postgres(self.home / "pg", settings="-c fsync=on") if database == POSTGRES else None
        self.redis = Redis(self.home / "redis") if processes > 1 or database == POSTGRES else None
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")},
            "MARCHLAND_HOME": str(self.home),
            "MARCHLAND_LOG_LEVEL": "INFO",
            "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings",
            "PYTHONFAULTHANDLER": "1",  # a server that crashes says where
            **({"MARCHLAND_BOT_PAUSE": str(pause)} if pause is not None else {}),
        }

    def __enter__(self) -> Site:
        if self.database is not None:
            self.environment["DATABASE_URL"] = self.database.create().start().url
        if self.redis is not None:
            self.environment["REDIS_URL"] = self.redis.start().url
        log = (self.home / "log").open("wb")
        program = f"from marchland.web.serve import serve; serve(port={self.port}, processes={self.processes})"
        command = [sys.executable, "-c", program]
        self.server = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, start_new_session=True)
        self._await_open()
        self._await_calm()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and (status := self.server.poll()) is not None:
            print(f"the server has ended by itself, with status {status}:\n{self._last_words()}", file=sys.stderr)
        with suppress(ProcessLookupError):
            os.killpg(self.server.pid, signal.SIGTERM)
        self.server.wait(30)
        if self.redis is not None:
            self.redis.stop()
        if self.database is not None:
            self.database.stop()
        self.folder.cleanup()

    def _await_open(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.server.poll() is None and time.monotonic() < deadline:
            with suppress(httpx.TransportError):
                httpx.get(f"{self.url}/health/", timeout=5, verify=UNSEALED)
                return
            time.sleep(0.2)
        raise SystemExit(f"the server did not start:\n{self._last_words()}")

    def _last_words(self) -> str:
        return (self.home / "log").read_text(errors="replace")[-3000:]

    def _await_calm(self) -> None:
        """Beside its first requests a server draws every title once; what is measured begins after that."""
        before, now = -1.0, sum(self.computed().values())
        deadline = time.monotonic() + PATIENCE
        while now - before > IDLE * LULL * len(self.family()) and time.monotonic() < deadline:
            time.sleep(LULL)
            before, now = now, sum(self.computed().values())

    def family(self) -> list[int]:
        """The server and everybody it started."""
        found = [self.server.pid]
        for process in found:
            with suppress(OSError):
                found += [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
        return found

    def computed(self) -> dict[str, float]:
        """Seconds of computing so far, by the site and by the database."""
        database = self._database_processes()
        return {"site": sum(map(cpu_seconds, self.family())), "database": sum(map(cpu_seconds, database))}

    def _database_processes(self) -> list[int]:
        if self.database is None:
            return []
        server = int((self.database.data / "postmaster.pid").read_text().split()[0])
        return [server, *map(int, Path(f"/proc/{server}/task/{server}/children").read_text().split())]

    def memory(self) -> float:
        """Kilobytes that are the site's own: what processes share counts once."""
        return sum(_own_memory(process) for process in self.family())

    def moves(self, since: str) -> list[dict[str, Any]]:
        """The site's own figures for every move since then."""
        lines = (_read(line) for line in (self.home / "log").read_text(errors="replace").splitlines() if line.startswith("{"))
        return [line for line in lines if line.get("message") == "move" and line["time"] >= since]


def _read(line: str) -> dict[str, Any]:
    """A line that two processes wrote into each other is passed over."""
    try:
        found: dict[str, Any] = json.loads(line)
    except ValueError:
        return {}
    return found


def cpu_seconds(process: int) -> float:
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _own_memory(process: int) -> float:
    with suppress(OSError):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return next((float(line.split()[1]) for line in lines if line.startswith("Pss:")), 0.0)
    return 0.0
