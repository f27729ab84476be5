"""The services once more, on PostgreSQL: a cluster of our own, started for this test and thrown away after it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from .serving import ROOT, free_port

pytestmark = [pytest.mark.slow, pytest.mark.long]

DEBIAN = Path("/usr/lib/postgresql")


def program(name: str) -> str:
    """A PostgreSQL program on the path, or where Debian keeps it."""
    found = shutil.which(name) or next((str(path) for path in sorted(DEBIAN.glob(f"*/bin/{name}"), reverse=True)), None)
    if found is None:
        pytest.fail(f"{name} is not installed: the services are promised on PostgreSQL too (Debian: apt install postgresql)")
    return found


def as_postgres() -> list[str]:
    """PostgreSQL refuses to run as root: then the system's own `postgres` user runs it."""
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []


def run(*command: str) -> None:
    done = subprocess.run([*as_postgres(), *command], capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def database_url() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="marchland-pg-"))
    if os.geteuid() == 0:
        os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)
    data, port = folder / "data", free_port()
    run(program("initdb"), "-D", str(data), "-U", "marchland", "-A", "trust", "-E", "UTF8", "--no-sync")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
    run(program("pg_ctl"), "-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")
    yield f"postgres://marchland@127.0.0.1:{port}/postgres"
    run(program("pg_ctl"), "-D", str(data), "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


def test_the_services_hold_on_postgresql(database_url: str) -> None:
    environment = {**os.environ, "DATABASE_URL": database_url}
    command = [sys.executable, "-m", "pytest", "tests/web", "-m", "services", "-p", "no:cacheprovider"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout
