"""The stage: a PostgreSQL, a Redis, two web processes, two workers and their bots, in folders of their own."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.servers import Postgres, Redis, free_port

PATIENCE = 60.0
DISK = 700
"""Megabytes of the disk that is filled."""


@dataclass
class Actor:
    """A process of the site; whoever dies comes back under the same name."""

    name: str
    order: dict[str, Any]
    pid: int = 0

    def is_alive(self) -> bool:
        return self.pid > 0 and Path(f"/proc/{self.pid}").exists()

    def children(self) -> list[int]:
        with contextlib.suppress(OSError):
            return [int(child) for child in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]
        return []


class Stage:
    def __init__(self, webs: int = 2, workers: int = 2) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="marchland-chaos-"))
        self.folder.chmod(0o755)
        self.home, self.clock = self.folder / "home", self.folder / "clock"
        self.home.mkdir()
        self.clock.write_text("0")
        self.disk = self._small_disk()
        self.database = Postgres(
            self.disk or self.folder / "pg", settings="-c fsync=off -c max_wal_size=64MB -c shared_buffers=32MB"
        )
        self.redis = Redis(self.folder / "redis")
        ports = [free_port() for _ in range(webs)]
        self.urls = [f"http://127.0.0.1:{port}" for port in ports]
        self.webs = [Actor(f"web-{n}", {"role": "web", "port": port, "crew": n == 1}) for n, port in enumerate(ports)]
        self.workers = [Actor(f"worker-{n}", {"role": "worker"}) for n in range(workers)]
        self.asked = 0

    @property
    def actors(self) -> list[Actor]:
        return [*self.webs, *self.workers]

    def _small_disk(self) -> Path | None:
        """A file system of its own for the database, which only root can make."""
        folder = self.folder / "disk"
        folder.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK}m,mode=755", "none", str(folder)], capture_output=True, check=False
        )
        return folder if mounted.returncode == 0 else None

    def open(self) -> Stage:
        self.database.create().start()
        self.redis.start()
        environment = {
            **os.environ,
            "MARCHLAND_HOME": str(self.home),
            "MARCHLAND_URL": self.urls[0],
            "MARCHLAND_LOG_LEVEL": "WARNING",
            "DATABASE_URL": self.database.url,
            "REDIS_URL": self.redis.url,
            "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings",
            "CHAOS_CLOCK": str(self.clock),
        }
        log = (self.folder / "nursery.log").open("wb")
        command, pipe = [sys.executable, "-m", "tools.chaos.nursery"], subprocess.PIPE
        self.nursery = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=log, text=True)
        if self._answer() != "ready":
            raise SystemExit((self.folder / "nursery.log").read_text()[-4000:])
        for actor in self.actors:
            self.start(actor)
        return self

    def _answer(self) -> str:
        assert self.nursery.stdout is not None
        return self.nursery.stdout.readline().strip()

    def order(self, role: str, name: str, **facts: Any) -> int:
        """Have the nursery start somebody."""
        assert self.nursery.stdin is not None
        order = {"role": role, "log": str(self.folder / f"{name}.log"), **facts}
        self.nursery.stdin.write(json.dumps(order) + "\n")
        self.nursery.stdin.flush()
        return int(self._answer())

    def start(self, actor: Actor) -> None:
        role, facts = actor.order["role"], {name: fact for name, fact in actor.order.items() if name != "role"}
        actor.pid = self.order(role, actor.name, **facts)

    def kill(self, actor: Actor) -> bool:
        """kill -9, and at once another one in its place."""
        if not actor.is_alive():
            return False
        os.kill(actor.pid, signal.SIGKILL)
        while actor.is_alive():
            time.sleep(0.001)
        self.start(actor)
        return True

    def revive(self) -> list[str]:
        """Whoever ended by themselves comes back; their names are told."""
        gone = [actor for actor in self.actors if not actor.is_alive()]
        for actor in gone:
            self.start(actor)
        return [actor.name for actor in gone]

    def ask(self, role: str, patience: float = PATIENCE, **facts: Any) -> Any:
        """Have something done in a process of its own, and hear what came of it."""
        self.asked += 1
        told = self.folder / f"{role}-{self.asked}.json"
        process = self.order(role, role, told=str(told), **facts)
        deadline = time.monotonic() + patience
        while not told.exists():
            if time.monotonic() > deadline or not Path(f"/proc/{process}").exists():
                if told.exists():
                    break
                raise RuntimeError(f"{role}: no answer\n{(self.folder / f'{role}.log').read_text()[-3000:]}")
            time.sleep(0.02)
        return json.loads(told.read_text())

    def close(self, keep: bool = False) -> None:
        for actor in self.actors:
            if actor.is_alive():
                os.kill(actor.pid, signal.SIGKILL)
        self.nursery.kill()
        self.nursery.wait()
        self.redis.kill()
        if self.database.is_running():
            self.database.stop()
        if self.disk is not None and not keep:
            subprocess.run(["umount", str(self.disk)], check=False)
        if not keep:
            shutil.rmtree(self.folder, ignore_errors=True)
