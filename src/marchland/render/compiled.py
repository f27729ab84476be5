"""What is read off templates and takes longer than to fill them: made once, and found ready by every later process."""

from __future__ import annotations

import marshal
from pathlib import Path
from types import CodeType

import jinja2
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from marchland.kernel.beside import Beside, beside

HERE = Path(__file__).parent
MADE_BY = (jinja2.__version__.encode(), *((HERE / name).read_bytes() for name in ("kept.py", "needs.py", "stage.py")))
"""Templates mean something else once our own tags, or what the stage asks of Jinja, are changed."""


def read_off(template: str, kind: str, text: str) -> Beside:
    """Where something is kept that was read off the template in this file."""
    return beside(Path(template), kind, text.encode(), *MADE_BY)


class CompiledOnce(BytecodeCache):
    """Every title has an environment, and most of its templates are ours: they are compiled for the first title only."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], CodeType] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        return filename or name

    def load_bytecode(self, bucket: Bucket) -> None:
        known = self._known.get((bucket.key, bucket.checksum))
        if known is None and (kept := _code(bucket).found()) is not None:
            known = self._known[bucket.key, bucket.checksum] = marshal.loads(kept)
        bucket.code = known

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._known[bucket.key, bucket.checksum] = bucket.code
        _code(bucket).keep(marshal.dumps(bucket.code))


def _code(bucket: Bucket) -> Beside:
    return read_off(bucket.key, "code", bucket.checksum)


COMPILED = CompiledOnce()
