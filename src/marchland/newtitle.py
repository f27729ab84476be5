"""`marchland new-title`: a small title that can be played at once, as a distribution of its own.

What it is made from (`skeleton/`) is a complete title itself, called `homestead`: the tests of this house check and play it, and
`docs/how-to-add-a-game.md` walks through it. To make a title of it is to give it another name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from marchland.kernel.errors import MarchlandError
from marchland.kernel.title import titles

SKELETON = Path(__file__).parent / "skeleton"
NAME, HEADING, DISTRIBUTION, PREFIX = "homestead", "Homestead", "marchland-homestead", "HO-"
"""What the skeleton is called: as a package, to people, as a distribution, and in the ids of its rules."""
LONGEST = 30


class BadName(MarchlandError):
    """A name that no new title can have."""


def new_title(name: str, folder: Path | None = None) -> Path:
    """Make a title of this name in a new folder, and return the folder."""
    check_name(name)
    place = folder or Path(name)
    if place.exists():
        raise MarchlandError(f"{place} is there already: nothing was written")
    for path in skeleton_files():
        copy = place / renamed(str(path.relative_to(SKELETON)), name)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(renamed(path.read_text(encoding="utf-8"), name), encoding="utf-8")
    return place


def check_name(name: str) -> None:
    """BadName unless a package can have the name, rules can be called after it, and nothing that is installed has it already."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or iskeyword(name):
        raise BadName(f"{name!r} cannot name a package: write lower-case letters, digits and single underscores, a letter first")
    if len(name) > LONGEST:
        raise BadName(f"{name!r} is too long: at most {LONGEST} letters")
    if len(_letters(name)) < 2:
        raise BadName(f"{name!r} is too short: the ids of its rules begin with two of its letters")
    if name in titles():
        raise BadName(f"there is a title {name!r} already")
    if find_spec(name) is not None:
        raise BadName(f"there is a Python package {name!r} already: another name spares you trouble")


def skeleton_files() -> Iterator[Path]:
    """Everything a title is made from, without what Python and its tools leave behind."""
    for path in sorted(SKELETON.rglob("*")):
        left_behind = any(part.startswith(".") or part == "__pycache__" for part in path.relative_to(SKELETON).parts)
        if path.is_file() and not left_behind:
            yield path


def renamed(text: str, name: str) -> str:
    """A text of the skeleton about the new title."""
    names = {
        DISTRIBUTION: f"marchland-{name.replace('_', '-')}",
        HEADING: heading(name),
        PREFIX: f"{prefix(name)}-",
        NAME: name,
    }
    return re.sub("|".join(names), lambda found: names[found[0]], text)


def heading(name: str) -> str:
    """The name as people write it."""
    return name.replace("_", " ").capitalize()


def prefix(name: str) -> str:
    """Two letters for the ids of its rules: the initials of a name of several words, else its first two."""
    initials = [word[0] for word in name.split("_") if word[0].isalpha()]
    return "".join(initials[:2] if len(initials) > 1 else _letters(name)[:2]).upper()


def _letters(name: str) -> list[str]:
    return [letter for letter in name if letter.isalpha()]
