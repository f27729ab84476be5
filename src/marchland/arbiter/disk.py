"""Files that are either wholly there or not there at all."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from marchland.kernel.errors import MarchlandError

PRIVATE = 0o600
UNFINISHED = ".unfinished"


class Busy(MarchlandError):
    """Somebody else is working on this game right now."""


def write_file(path: Path, data: bytes | str, mode: int | None = None, moment: datetime | None = None) -> None:
    """Write beside, flush to the disk, then rename into place; `moment` is when the file shall seem to have been written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.draft")
    with draft.open("wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)
        if mode is not None:
            os.fchmod(file.fileno(), mode)
        file.flush()
        if moment is not None:
            os.utime(file.fileno(), (moment.timestamp(), moment.timestamp()))
        os.fsync(file.fileno())
    draft.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a rename last: the entry itself must reach the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """A folder to fill that takes its proper name only when everything in it is on the disk."""
    draft = target.with_name(target.name + UNFINISHED)
    if draft.exists():
        shutil.rmtree(draft)
    draft.mkdir(parents=True)
    yield draft
    for path in [draft, *draft.rglob("*")]:
        if path.is_dir():
            sync_folder(path)
    draft.rename(target)
    sync_folder(target.parent)


def sweep(folder: Path) -> None:
    """Remove what an interrupted run left behind."""
    for draft in folder.glob(f"*{UNFINISHED}"):
        shutil.rmtree(draft)


@contextmanager
def locked(folder: Path, name: str = ".lock") -> Iterator[None]:
    """One arbiter at a time; the lock goes with the process, whatever ends it."""
    with (folder / name).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy(f"{folder}: another arbiter is at work") from None
        yield


def move(path: Path, target: Path) -> None:
    """From one folder to another, for good."""
    target.parent.mkdir(parents=True, exist_ok=True)
    path.rename(target)
    sync_folder(target.parent)
    sync_folder(path.parent)
