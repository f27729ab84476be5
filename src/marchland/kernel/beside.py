"""What was made of a file that ships with us, kept where Python keeps what it compiles: the next process finds it ready.

It is known by the whole text of the file and by whatever else it was made of, so that nothing outdated is ever found. Where nothing
can be written, or nothing shall be (`PYTHONDONTWRITEBYTECODE`), it is made anew each time.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import blake2b
from importlib.util import cache_from_source
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

MARK = 16
"""Bytes of a mark: that of what it was made of stands first, then its own, which half of it would not have."""


class Beside(msgspec.Struct, frozen=True):
    """The place of what is made of one file, and the mark of what it is made of now."""

    place: Path
    mark: bytes

    def found(self) -> bytes | None:
        try:
            kept = self.place.read_bytes()
        except OSError:
            return None
        made = kept[2 * MARK :]
        return made if kept[: 2 * MARK] == self.mark + _mark(made) else None

    def keep(self, made: bytes) -> None:
        """All of it or nothing: others read it meanwhile."""
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            self.place.parent.mkdir(parents=True, exist_ok=True)
            _write_whole(self.place, self.mark + _mark(made) + made)


def beside(source: Path, kind: str, *made_of: bytes) -> Beside:
    """Of this kind there is one thing for each file."""
    return Beside(Path(cache_from_source(f"{source}.{kind}.py")), _mark(*map(_mark, made_of)))


def _mark(*parts: bytes) -> bytes:
    return blake2b(b"".join(parts), digest_size=MARK).digest()


def _write_whole(place: Path, kept: bytes) -> None:
    with NamedTemporaryFile(dir=place.parent, delete=False) as half:
        try:
            half.write(kept)
            half.flush()
            os.chmod(half.name, place.parent.stat().st_mode & 0o644)
            os.replace(half.name, place)
        except OSError:
            os.unlink(half.name)
            raise
