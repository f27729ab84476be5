"""Several processes that serve one site, started by one command: who dies is replaced, and all end with whoever started them."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import NoReturn

logger = logging.getLogger("marchland.family")

BREATH = 2.0
"""Seconds that a process must have lived to be replaced at once; what dies sooner is replaced after as long a pause."""
PATIENCE = 20.0
"""Seconds that processes have to end by themselves."""


@dataclass(frozen=True)
class Job:
    """What a process is to do until it is told to end, and what its environment says."""

    name: str
    work: Callable[[], None]
    environment: dict[str, str]


@dataclass
class Member:
    job: Job
    process: BaseProcess
    started: float


def keep_running(jobs: Sequence[Job]) -> None:
    """Until this process is told to end."""
    for end in (signal.SIGTERM, signal.SIGINT):
        signal.signal(end, _leave)
    family: list[Member] = []
    try:
        family += [_started(job) for job in jobs]
        while True:
            connection.wait([member.process.sentinel for member in family])
            family = [_replaced(member) for member in family]
    finally:
        _end(family)


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    for end in (signal.SIGTERM, signal.SIGINT):
        signal.signal(end, signal.SIG_IGN)
    sys.exit(0 if number == signal.SIGTERM else 128 + number)


def _started(job: Job) -> Member:
    os.environ.update(job.environment)
    process = multiprocessing.get_context("spawn").Process(target=_live, args=(job.work,), name=job.name)
    process.start()
    return Member(job, process, time.monotonic())


def _replaced(member: Member) -> Member:
    if member.process.is_alive():
        return member
    logger.error("a process ended", extra={"job": member.job.name, "code": member.process.exitcode})
    if time.monotonic() - member.started < BREATH:
        time.sleep(BREATH)
    return _started(member.job)


def _end(family: list[Member]) -> None:
    for member in family:
        member.process.terminate()
    deadline = time.monotonic() + PATIENCE
    for member in family:
        member.process.join(max(0.0, deadline - time.monotonic()))
        member.process.kill()


def _live(work: Callable[[], None]) -> None:
    threading.Thread(target=_end_with_parent, name="parent watch", daemon=True).start()
    work()


def _end_with_parent() -> None:
    """However the one who started us ends, even by kill -9."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
