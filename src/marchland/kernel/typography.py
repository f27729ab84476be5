"""Typography: data files are typed plainly, and whoever reads them finds each language as it is set.

In French a no-break space stands before `:`, `;`, `?`, `!` and inside `« »`, so that no line begins with a colon. The apostrophe
is the one of the keyboard everywhere: names of maps, elisions and orders that people type have no other.
"""

from __future__ import annotations

import marshal
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .beside import beside

T = TypeVar("T")
NO_BREAK = "\u00a0"
SPACED = ("fr",)
"""Languages with a space before their punctuation."""
_GAP = "[ \u00a0\u202f]+"
_PLACES = re.compile(rf"{_GAP}(?=[:;?!»])|(?<=«){_GAP}")


def typeset(text: str, language: str = "") -> str:
    """The text as it is set in this language."""
    text = text.replace("’", "'")
    return _PLACES.sub(NO_BREAK, text) if language in SPACED else text


def colon(language: str) -> str:
    """Between a name and what is said of it, where code puts the two together."""
    return typeset(" : ", language) if language in SPACED else ": "


def read_texts(path: Path, kind: type[T]) -> T:
    """A data file as records, with all texts in it typeset."""
    return msgspec.convert(typeset_all(read_data(path)), kind)


def read_data(path: Path) -> Any:
    """A data file as plain data. YAML takes twenty times as long to read as what was read off it before."""
    text = path.read_bytes()
    there = beside(path, "plain", text)
    kept = there.found()
    if kept is not None:
        return marshal.loads(kept)
    plain = msgspec.yaml.decode(text)
    with suppress(ValueError):  # a date, say
        there.keep(marshal.dumps(plain))
    return plain


def typeset_all(data: Any, language: str = "") -> Any:
    """Plain data, the same with its texts typeset."""
    if isinstance(data, str):
        return typeset(data, language)
    if isinstance(data, list):
        return [typeset_all(item, language) for item in data]
    if isinstance(data, dict):
        return {key: typeset_all(item, key if key in SPACED else language) for key, item in data.items()}
    return data
