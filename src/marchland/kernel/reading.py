"""How a title is explained to somebody who wants to read: a title's `data/howto.yaml`.

aim: {en: ..., fr: ..., it: ...}                 what one is after, in a few sentences
pictures:                                        positions of the title's own, drawn as the table draws them
  conquest:
    seats: [red, blue, green]                    as in scenarios: also options, seed, chance, play
    position: {...}
    viewer: red                                  who looks; nobody's eyes if it is left out
    frame: [200, 300, 640, 420]                  what is shown of the map: x, y, width, height
    layers: [danger]                             layers of the drawing that are not shown at first (optional)
    text: {en: ..., fr: ..., it: ...}            what is to be seen on it
turn:                                            a turn, step by step
  - name: {...}
    text: {...}                                  paragraphs, an empty line between them
    rules: [VI-CONQ-01]
    picture: conquest                            optional
win: [...]                                       what wins and when it ends, written as steps are
questions:                                       what is asked most, each under a name of its own
  cost:
    ask: {...}
    text: {...}
    rules: [...]
    also: {en: ["price of a mountain"], ...}     other ways to ask the same, for those who search (optional)
words: {en: ["token piece counter"], ...}        words that mean the same in this game, for those who search (optional)

A title without the file has no such page, only its rules.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from .catalogue import LANGUAGES
from .errors import BadFile
from .scenario import Scenario, Stage, read_scenario, run_scenario
from .title import Text, Title
from .typography import read_texts

FILE = "howto.yaml"


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position worth showing, and what is shown of it."""

    seats: int | tuple[str, ...]
    options: dict[str, Any] = {}
    seed: int | str = 0
    position: dict[str, Any] = {}
    chance: tuple[int, ...] | None = None
    play: tuple[dict[str, Any], ...] = ()
    viewer: str = ""
    frame: tuple[int, int, int, int]
    layers: tuple[str, ...] = ()
    text: Text

    def scenario(self, title: Title) -> Scenario:
        plain = {name: getattr(self, name) for name in ("seats", "options", "seed", "position", "chance", "play")}
        return read_scenario({"title": title.id, "about": self.text["en"], **plain})

    def staged(self, title: Title) -> Stage:
        """The position on the table."""
        return run_scenario(self.scenario(title))


class Passage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something explained under a heading, with the rules it tells."""

    name: Text
    text: Text
    rules: tuple[str, ...] = ()
    picture: str = ""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What people ask, the answer, and other words for the same question."""

    ask: Text
    text: Text
    rules: tuple[str, ...]
    also: dict[str, tuple[str, ...]] = {}


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything a title tells its readers beside its rules."""

    aim: Text
    turn: tuple[Passage, ...]
    win: tuple[Passage, ...]
    questions: dict[str, Question]
    pictures: dict[str, Picture] = {}
    words: dict[str, tuple[str, ...]] = {}

    @property
    def texts(self) -> list[Text]:
        """Everything that is read in one language or another."""
        passages = [text for passage in (*self.turn, *self.win) for text in (passage.name, passage.text)]
        questions = [text for question in self.questions.values() for text in (question.ask, question.text)]
        return [self.aim, *passages, *questions, *(picture.text for picture in self.pictures.values())]

    @property
    def cited(self) -> set[str]:
        """The ids of all rules it names."""
        told = [passage.rules for passage in (*self.turn, *self.win)] + [question.rules for question in self.questions.values()]
        return {rule for rules in told for rule in rules}


def reading_of(title: Title) -> Reading | None:
    """What the title tells its readers, or None."""
    return _read(title.folder / "data" / FILE)


@cache
def _read(path: Path) -> Reading | None:
    if not path.exists():
        return None
    try:
        reading = read_texts(path, Reading)
    except msgspec.ValidationError as error:
        raise BadFile(f"{path.name}: {error}") from None
    for text in reading.texts:
        if missing := [language for language in LANGUAGES if not text.get(language)]:
            raise BadFile(f"{path.name}: {next(iter(text.values()), '?')!r} is not said in {', '.join(missing)}")
    return reading
