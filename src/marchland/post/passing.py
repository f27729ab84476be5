"""Letters to other players in a mail: `[LETTER to=FER,MERISSE]`, the letter, `[END]`.

They stand in a player's own words, above the sheet or after its end, where a sheet ignores them, or alone. Whoever keeps the game
passes them on in the seat's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

HEAD = re.compile(r"\s*\[\s*(?:letter|lettre|lettera)\s+(?:to|à|a)\s*=\s*([^\]]*)\]\s*", re.IGNORECASE)
END = re.compile(r"\s*\[\s*(?:end|fin|fine)\s*\]\s*", re.IGNORECASE)
LONGEST = 4000
MOST = 10
"""So many letters are passed on from one mail."""


class Parcel(msgspec.Struct, frozen=True):
    """A letter as it stands in a mail: to whom, and what it says."""

    to: tuple[str, ...]
    text: str


def parcels(words: str) -> list[Parcel]:
    """The letters among somebody's words, in their order; one without an end ends with the words."""
    found: list[tuple[tuple[str, ...], list[str]]] = []
    is_open = False
    for line in words.splitlines():
        head = HEAD.fullmatch(line)
        if head is not None:
            found.append((_names(head[1]), []))
            is_open = True
        elif END.fullmatch(line):
            is_open = False
        elif is_open:
            found[-1][1].append(line)
    return [Parcel(to, "\n".join(lines).strip()) for to, lines in found]


def _names(written: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.upper() for name in re.split(r"[\s,;]+", written) if name))


def is_all(texts: Iterable[str]) -> bool:
    """Are these texts letters and nothing else, so that no sheet is to be looked for?"""
    return not any(_rest(text) for text in texts)


def _rest(words: str) -> str:
    """What stands outside of letters."""
    kept, is_open = [], False
    for line in words.splitlines():
        is_open = HEAD.fullmatch(line) is not None or (is_open and not END.fullmatch(line))
        if not is_open and not END.fullmatch(line):
            kept.append(line)
    return "\n".join(kept).strip()
