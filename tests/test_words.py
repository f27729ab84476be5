"""The house's own words: nothing missing in any language, nothing that nobody says, and every fact filled in."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import jinja2.nodes as jinja
import pytest

from marchland import words
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.mail import ACCEPTED, DOUBTFUL, REFUSED
from marchland.kernel.sentences import gaps
from marchland.kernel.title import Title, titles
from marchland.render.stage import environment
from marchland.web.hosting.acts import NAMES
from marchland.web.lobby.words import DESCRIBED, HOUSE

SOURCE = Path(words.__file__).parents[1]
TITLES = (SOURCE / "games", SOURCE / "skeleton")
"""Titles have words of their own, and functions of this name that say them."""
VERBS = ("say", "to_say")
FAMILIES = {"line_": (ACCEPTED, DOUBTFUL, REFUSED), "level_": HOUSE, "means_": DESCRIBED, "act_": NAMES}
"""Beginnings of keys that are put together where they are said, and how such a key may end."""


class Said(NamedTuple):
    """Where a sentence is said: by its key or by the beginning of one, with these facts; None where they are not spelled out."""

    place: str
    key: str
    facts: frozenset[str] | None


def said_in_python() -> Iterator[Said]:
    for path in sorted(SOURCE.rglob("*.py")):
        if not any(title in path.parents for title in TITLES):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and node.args and _name(node.func) in VERBS:
                    names = [keyword.arg for keyword in node.keywords]
                    facts = None if None in names else frozenset(name for name in names if name)
                    keys = (part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant))
                    yield from (Said(f"{path.name}:{node.lineno}", key, facts) for key in keys if isinstance(key, str))


def _name(called: ast.expr) -> str:
    """`say(...)`, `self.say(...)` and `context["say"](...)`."""
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=str(name))):
            return name
    return ""


def said_in_drawings() -> Iterator[Said]:
    for path in sorted((SOURCE / "render" / "templates").glob("*.*")):
        for call in environment().parse(path.read_text(encoding="utf-8")).find_all(jinja.Call):
            if isinstance(call.node, jinja.Name) and call.node.name == "say":
                facts = frozenset(keyword.key for keyword in call.kwargs)
                first = call.args[0]
                keys = [first] if isinstance(first, jinja.Const) else first.find_all(jinja.Const)
                yield from (Said(f"{path.name}:{call.lineno}", key.value, facts) for key in keys)


def said_on_pages() -> Iterator[Said]:
    for path in sorted((SOURCE / "web" / "templates").rglob("*.*")):
        for key, facts in re.findall(r"""{% say ["'](\w+)["'](.*?) %}""", path.read_text(encoding="utf-8")):
            yield Said(path.name, key, frozenset(re.findall(r" (\w+)=", facts)))


@cache
def everywhere() -> tuple[Said, ...]:
    """Looked for when it is first asked for: whoever only lists the tests, or runs others, need not wait for it."""
    return (*said_in_python(), *said_in_drawings(), *said_on_pages())


MEMBERS = {beginning + end for beginning, ends in FAMILIES.items() for end in ends}


def test_no_sentence_lacks_a_language() -> None:
    assert len(words.entries()) > 300
    assert gaps(words.entries()) == []


def test_no_language_is_one_that_nobody_can_choose() -> None:
    assert {language for entry in words.entries().values() for language in entry} == set(LANGUAGES)


def test_a_sentence_names_the_same_facts_in_every_language() -> None:
    books = words.books()
    assert [key for key in words.entries() if len({frozenset(books[language][key].facts) for language in LANGUAGES}) > 1] == []


def test_every_sentence_is_said_somewhere() -> None:
    assert set(words.entries()) - {said.key for said in everywhere()} - MEMBERS == set()


def test_whatever_is_said_is_written_down() -> None:
    assert [said for said in everywhere() if said.key not in words.entries() and said.key not in FAMILIES] == []
    assert set(FAMILIES) <= {said.key for said in everywhere()}
    assert set(words.entries()) >= MEMBERS


def test_every_fact_that_a_sentence_names_is_given_and_no_other() -> None:
    book = words.books()["en"]
    wrong = [said for said in everywhere() if said.key in book and said.facts is not None and said.facts != book[said.key].facts]
    assert wrong == []


def test_no_sentence_holds_what_a_page_would_take_for_markup() -> None:
    """So that templates say them as they are, also inside an attribute."""
    assert [key for key, entry in words.entries().items() if re.search(r'[<>&"]', "".join(entry.values()))] == []


@pytest.mark.parametrize("path", sorted(Path(words.__file__).parent.glob("*.yaml")), ids=lambda path: path.stem)
def test_no_file_says_a_key_twice(path: Path) -> None:
    keys = re.findall(r'^"?(\w+)"?:', path.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(keys) == sorted(set(keys))


def test_the_reader_s_language_is_spoken() -> None:
    assert words.say("waiting_for", "it", names="Ada") == "In attesa di Ada"
    assert words.speaker("en")("waiting_for", names="Ada") == "Waiting for Ada"
    assert [words.say("waiting_for", "fr", names=name) for name in ("Ada", "Bob")] == ["En attente d'Ada", "En attente de Bob"]
    assert [words.say("points", "it", n=n) for n in (1, 2)] == ["1 punto", "2 punti"]


def test_titles_keep_their_words_in_their_data() -> None:
    """Only `title.py`, which introduces the title, says something in several languages itself."""
    spoken = []
    for path in (SOURCE / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict) and set(LANGUAGES) <= {key.value for key in node.keys if isinstance(key, ast.Constant)}:
                spoken.append(path.name)
    assert set(spoken) == {"title.py"}


@pytest.mark.parametrize("title", titles().values(), ids=lambda title: title.id)
def test_every_word_of_a_board_is_said_on_it(title: Title) -> None:
    """By its name somewhere in the title's code or templates, or by a beginning that is put together with the rest of it."""
    text = "\n".join(
        path.read_text(encoding="utf-8") for path in title.folder.rglob("*.*") if path.suffix in (".py", ".html", ".svg")
    )
    spoken = set(re.findall(r"\w+", text))
    begun = tuple(re.findall(r"""["']([a-z]\w*?)(?:{|["'] ~)""", text))
    assert [key for key in title.phrases.phrases.board if key not in spoken and not key.startswith(begun)] == []
