"""Runs the tests of one mutant after another for `tools/mutants.py`, each in a fork of a process that has pytest loaded already.

One line of JSON in: the tests. One line out: pytest's exit code and the first test that failed. No module of a title is
loaded before the fork, because that is what changes from mutant to mutant.
"""

import json
import os
import signal
import sys
import time
from typing import Any

import hypothesis  # noqa: F401
import msgspec  # noqa: F401
import pytest
import yaml  # noqa: F401

import marchland.coverage
import marchland.kernel.testing  # noqa: F401

QUIET = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:django", "-p", "no:playwright", "-p", "no:xdist")
NOTICED = 1
"""Pytest's exit code for failed tests; a mutant that runs on and on is noticed, too."""


class FirstFailure:
    """Remembers which test noticed."""

    nodeid = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed and not self.nodeid:
            self.nodeid = report.nodeid

    def pytest_collectreport(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed and not self.nodeid:
            self.nodeid = report.nodeid


def run(tests: list[str], write: int) -> None:
    """In the child: silence, the tests, and the answer into the pipe."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    failure = FirstFailure()
    code = int(pytest.main([*QUIET, *tests], plugins=[failure]))
    os.write(write, json.dumps({"code": code, "noticed_by": failure.nodeid}).encode())
    os._exit(0)


def answer(tests: list[str], patience: float) -> dict[str, Any]:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        run(tests, write)
    os.close(write)
    until = time.monotonic() + patience
    while not os.waitpid(child, os.WNOHANG)[0]:
        if time.monotonic() > until:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            break
        time.sleep(0.02)
    with os.fdopen(read, "rb") as pipe:
        told = pipe.read()
    heard: dict[str, Any] = json.loads(told) if told else {"code": NOTICED, "noticed_by": "a crash, or no end"}
    return heard


def main() -> None:
    for line in sys.stdin:
        job = json.loads(line)
        print(json.dumps(answer(job["tests"], job["patience"])), flush=True)


if __name__ == "__main__":
    main()
