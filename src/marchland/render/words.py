"""The page's own words in every language: `data/words.yaml`. Games bring theirs in their phrasebooks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec

Words = dict[str, dict[str, str]]


@cache
def words() -> Words:
    return msgspec.yaml.decode((Path(__file__).parent / "data" / "words.yaml").read_bytes(), type=Words)


def speaker(language: str) -> Callable[..., str]:
    """A function that says a word of the page in this language: `say("waiting_for", name="Ada")`."""

    def say(key: str, **facts: object) -> str:
        return words()[key][language].format(**facts)

    return say
