"""The services once more, on PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from .serving import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.long]


def test_the_services_hold_on_postgresql(database_url: str) -> None:
    environment = {**os.environ, "DATABASE_URL": database_url}
    command = [sys.executable, "-m", "pytest", "tests/web", "-m", "services", "-p", "no:cacheprovider"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout
