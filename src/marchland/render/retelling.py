"""What happened, in a few lines over the board: the strip since one's last turn, and the cards of this moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from marchland.kernel.retelling import Line
from marchland.words import speaker

from .stage import environment


class Told(NamedTuple):
    """A sentence that is told once for its key, and what it is about on the board."""

    key: str
    text: str
    about: tuple[str, ...] = ()


class Page(NamedTuple):
    """Where it is told: the reader's language, everybody's name, the address of the replay, and of files."""

    language: str
    names: tuple[str, ...]
    replay: str
    asset: Callable[[str], str]


def strip(page: Page, lines: Sequence[Line], notices: Sequence[Told], is_own: bool) -> str:
    """Nothing at all where there is nothing to tell."""
    if not lines and not notices:
        return ""
    return _fill("since.html", page, lines=lines, notices=notices, is_own=is_own)


def moments(page: Page, lines: Sequence[Line]) -> str:
    return _fill("moments.html", page, lines=lines)


def _fill(template: str, page: Page, **context: Any) -> str:
    return (
        environment()
        .get_template(template)
        .render(language=page.language, say=speaker(page.language), asset=page.asset, page=page, **context)
        .strip()
    )
