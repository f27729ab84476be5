"""How texts are set: French punctuation never begins a line, and no language has two kinds of apostrophe."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import marchland.render
from marchland import words
from marchland.games.cendre.sheet.help import purposes
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.finding import folded
from marchland.kernel.glossary import read_glossary
from marchland.kernel.phrasebook import tidy
from marchland.kernel.reading import reading_of
from marchland.kernel.sentences import sentence
from marchland.kernel.title import titles
from marchland.kernel.tour import tour_of
from marchland.kernel.typography import colon, typeset, typeset_all

BROKEN = re.compile(r"(?<=.)(?<!\u00a0)[;?!»](?=\s|$)|(?<=[ \w»)}])(?<!\u00a0):(?=\s|$)|«(?!\u00a0)")
"""French punctuation that stands alone, or without the space before it."""
OTHERS = re.compile(r"{[^}]*}|\[b\].*?\[/b\]")
"""Facts, and what is typed in the terminal."""


def texts(found: object, language: str, is_its: bool = False) -> Iterator[str]:
    """Whatever stands under a language, however deep."""
    if isinstance(found, str):
        yield from [found] * is_its
    elif isinstance(found, Mapping):
        for key, value in found.items():
            yield from texts(value, language, key == language or (is_its and key not in LANGUAGES))
    elif isinstance(found, list | tuple):
        for value in found:
            yield from texts(value, language, is_its)
    elif isinstance(found, msgspec.Struct):
        yield from texts({name: getattr(found, name) for name in found.__struct_fields__}, language, is_its)


@cache
def everything() -> list[object]:
    return list(shown())


def shown() -> Iterator[object]:
    """Everything that is written down for people to read."""
    yield from (words.entries(), purposes())
    yield read_glossary(Path(marchland.render.__file__).parent / "data" / "glossary.yaml", {}, {})
    for title in titles().values():
        yield from (title, title.phrases.phrases, title.catalogue.rules, title.glossary, reading_of(title), tour_of(title))
        if guide := title.parts.guide:
            yield {language: guide.introductions(language) for language in LANGUAGES}


def test_no_french_text_lets_a_line_begin_with_its_punctuation() -> None:
    french = [text for one in everything() for text in texts(one, "fr")]
    assert sum("\u00a0" in text for text in french) > 1000
    assert [text for text in french if BROKEN.search(OTHERS.sub("x", text))] == []


HOUSE = Path(marchland.render.__file__).parents[1]
BARE = re.compile(r"(?:}}|%}|</\w+>|class=\"sr\">):(?=[\s<])")
"""A colon between two things that a template puts together."""


def test_templates_leave_the_colon_to_the_language() -> None:
    pages = [page for room in ("web", "render", "games") for page in sorted((HOUSE / room).rglob("*.html"))]
    assert len(pages) > 100
    assert [f"{page.name}: {found[0]}" for page in pages for found in BARE.finditer(page.read_text())] == []


def test_code_that_speaks_leaves_the_colon_to_the_language() -> None:
    speaking = [
        path for kind in ("board/*", "desk/**/*", "report/*", "phrases", "text") for path in HOUSE.glob(f"games/*/{kind}.py")
    ]
    assert len(speaking) > 50
    assert [f"{path}: {text}" for path in speaking for text in joined_by_a_colon(path)] == []
    assert (colon("fr"), colon("it")) == (words.say("colon", "fr"), words.say("colon", "it")) == ("\u00a0: ", ": ")


def joined_by_a_colon(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        parts = node.values if isinstance(node, ast.JoinedStr) else []
        for before, part in pairwise(parts):
            if isinstance(before, ast.FormattedValue) and isinstance(part, ast.Constant) and str(part.value).startswith(": "):
                yield ast.unparse(node)


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_one_kind_of_apostrophe(language: str) -> None:
    assert [text for one in everything() for text in texts(one, language) if re.search("[’‘`´]", text)] == []


def test_texts_are_typed_plainly_and_set_when_they_are_read() -> None:
    assert (
        typeset("Qui ? « L’Empire » : {n:pion|pions} !", "fr") == "Qui\u00a0? «\u00a0L'Empire\u00a0»\u00a0: {n:pion|pions}\u00a0!"
    )
    assert typeset("Qui\u202f? Rien\u00a0; tout.", "fr") == "Qui\u00a0? Rien\u00a0; tout."
    assert typeset("Who ? l’aria", "it") == "Who ? l'aria"
    data = {"name": {"fr": ["Oui !"], "it": "Sì !"}, "also": ["Non !"], 3: None}
    assert typeset_all(data) == {"name": {"fr": ["Oui\u00a0!"], "it": "Sì !"}, "also": ["Non !"], 3: None}


def test_a_fact_that_is_left_out_leaves_no_gap_before_the_punctuation() -> None:
    said = sentence(typeset("Il attaque {target} : {n} !", "fr"), "fr")
    assert tidy(said.fill({"target": "", "n": 3})) == "Il attaque\u00a0: 3\u00a0!"
    assert tidy(said.fill({"target": "Rome", "n": 3})) == "Il attaque Rome\u00a0: 3\u00a0!"


def test_whoever_searches_need_not_type_as_texts_are_set() -> None:
    assert folded(typeset("Qu'est-ce que l'Empire ?", "fr")).split() == folded("Qu’est-ce que l’empire ?").split()
