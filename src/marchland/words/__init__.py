"""The house's own words, in every language: the site, its mails, letters about sheets, the terminal. Titles bring theirs.

A YAML file beside this one for each room, in it `key: {en: ..., fr: ..., it: ...}`, written as `kernel/sentences.py` says.
A key is one in the whole house. In Python `say("waiting_for", language, names="Ada")`; the site, which knows its reader, has
`web/words.py`, where templates find `{% say "waiting_for" names=seat.name %}`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.sentences import Sentence, Sentences
from marchland.kernel.typography import read_texts

Book = dict[str, Sentence]
"""All sentences of one language, by key."""


@cache
def entries() -> Sentences:
    """All files as one."""
    found: Sentences = {}
    for path in sorted(Path(__file__).parent.glob("*.yaml")):
        room = read_texts(path, Sentences)
        if twice := found.keys() & room.keys():
            raise ValueError(f"{path.name}: {', '.join(sorted(twice))} are said elsewhere too")
        found |= room
    return found


@cache
def books() -> dict[str, Book]:
    """By language."""
    return {language: {key: Sentence(entry[language], language) for key, entry in entries().items()} for language in LANGUAGES}


def say(key: str, language: str, /, **facts: object) -> str:
    return books()[language][key].fill(facts)


@cache
def speaker(language: str) -> Callable[..., str]:
    """A function that speaks this language: `say("waiting_for", names="Ada")`."""
    book = books()[language]

    def say(key: str, /, **facts: object) -> str:
        return book[key].fill(facts)

    return say
