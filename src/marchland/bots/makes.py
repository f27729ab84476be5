"""The make of a bot: what it thinks with, as a short word. A bot that thinks otherwise than before is another player."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from marchland.kernel.title import Title

from .protocol import LEVELS, bot_of_level, mind_named

FRAMEWORK = ("protocol.py", "greedy.py", "search.py")
JUDGEMENT = ("judgement", "strategists")
"""How the names of files begin in a title's `data` that hold what was learned, or set by hand."""


def make_of(title: Title, name: str) -> str:
    """The same as long as nothing changes that the bot thinks with: its mind, the title's code for bots, what was learned."""
    bot = bot_of_level(title, name) if name in LEVELS else name
    mind = msgspec.json.encode(mind_named(title, bot))
    return blake2b(b"/".join((bot.encode(), mind, _thought_with(title.parts.package))), digest_size=8).hexdigest()


@cache
def _thought_with(package: str) -> bytes:
    """All that bots of a title have in common."""
    found = blake2b(digest_size=16)
    for one in (*_files_of(package), *(files(__package__).joinpath(name) for name in FRAMEWORK)):
        found.update(one.name.encode() + b"\0" + one.read_bytes())
    return found.digest()


def _files_of(package: str) -> Iterator[Traversable]:
    home = files(package)
    yield home.joinpath("bot.py")
    for folder, beginnings in (("bots", ("",)), ("data", JUDGEMENT)):
        if home.joinpath(folder).is_dir():
            yield from _beneath(home.joinpath(folder), beginnings)


def _beneath(folder: Traversable, beginnings: tuple[str, ...]) -> Iterator[Traversable]:
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir() and one.name != "__pycache__":
            yield from _beneath(one, beginnings)
        elif one.is_file() and one.name.startswith(beginnings):
            yield one
