"""A PostgreSQL and a Redis of our own, in folders of their own, for tests and tools that start several processes."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import ssl
import subprocess
import time
from pathlib import Path

DEBIAN = Path("/usr/lib/postgresql")
PATIENCE = 60.0
UNSEALED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of our own servers, which speak plain HTTP: they need not read a list of certificates first, which takes 20 ms of
computing for each of them."""


class NotInstalled(Exception):
    """A program that Debian has is not here."""


def program(name: str, package: str) -> str:
    """On the path, or where Debian keeps PostgreSQL's."""
    found = shutil.which(name) or next((str(path) for path in sorted(DEBIAN.glob(f"*/bin/{name}"), reverse=True)), None)
    if found is None:
        raise NotInstalled(f"{name} is not installed (Debian: apt install {package})")
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def await_port(port: int, patience: float = PATIENCE) -> None:
    """Until somebody listens there."""
    deadline = time.monotonic() + patience
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


class Postgres:
    """A cluster that nobody keeps: `fsync` is off unless power cuts of the machine itself are the question."""

    def __init__(self, folder: Path, port: int | None = None, settings: str = "-c fsync=off") -> None:
        self.folder, self.port = folder, port or free_port()
        self.data, self.log = folder / "data", folder / "log"
        self.options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} {settings}"
        self.url = f"postgres://marchland@127.0.0.1:{self.port}/postgres"

    def create(self) -> Postgres:
        self.folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            os.chown(self.folder, pwd.getpwnam("postgres").pw_uid, -1)
        self._run("initdb", "-D", str(self.data), "-U", "marchland", "-A", "trust", "-E", "UTF8", "--no-sync")
        return self

    def start(self) -> Postgres:
        self._run("pg_ctl", "-D", str(self.data), "-o", self.options, "-l", str(self.log), "-w", "start")
        return self

    def stop(self, how: str = "immediate") -> None:
        self._run("pg_ctl", "-D", str(self.data), "-m", how, "-w", "stop")

    def is_running(self) -> bool:
        return self._ask("pg_ctl", "-D", str(self.data), "status").returncode == 0

    def kill(self) -> None:
        """kill -9 of the server and all its children, as if the machine had been switched off."""
        server = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
        for process in (server, *map(int, children)):
            os.kill(process, signal.SIGKILL)

    def _run(self, name: str, *arguments: str) -> None:
        done = self._ask(name, *arguments)
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)

    def _ask(self, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """PostgreSQL refuses to run as root: then the system's own `postgres` user runs it."""
        # Whoever inherited our output would keep it open for as long as the server runs.
        command = [*as_postgres(), program(name, "postgresql"), *arguments]
        with (self.folder / "said").open("w+") as said:
            done = subprocess.run(command, stdout=said, stderr=said, stdin=subprocess.DEVNULL, check=False, cwd="/")
            said.seek(0)
            return subprocess.CompletedProcess(command, done.returncode, said.read(), "")


def as_postgres() -> list[str]:
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []


class Redis:
    """Remembers nothing beyond its own life."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.folder, self.port = folder, port or free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Redis:
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [program("redis-server", "redis-server"), "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen([*command, "--dir", str(self.folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await_port(self.port)
        return self

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
