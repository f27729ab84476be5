"""The rules of a title as players see them: id, heading and one sentence in each language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path

import msgspec

from .errors import MarchlandError
from .typography import read_texts

LANGUAGES = ("en", "fr", "it")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    chapter: str
    name: dict[str, str]
    en: str
    fr: str
    it: str

    def text(self, language: str) -> str:
        return str(getattr(self, language))


class Catalogue:
    """A title's `data/rules.yaml`, followed by what its designed content (spells, cards) says of itself."""

    def __init__(self, path: Path, designed: Callable[[], Iterable[Rule]] = tuple) -> None:
        self._path = path
        self._designed = designed

    @cached_property
    def rules(self) -> dict[str, Rule]:
        written = read_texts(self._path, list[Rule])
        return {rule.id: rule for rule in written} | self.designed

    @cached_property
    def designed(self) -> dict[str, Rule]:
        """The rules whose words stand in the data that the code reads, each beside its figures."""
        return {rule.id: rule for rule in self._designed()}

    def find(self, rule_id: str) -> Rule:
        """The rule with this id, in any case."""
        try:
            return self.rules[rule_id.upper()]
        except KeyError:
            raise MarchlandError(f"no rule {rule_id!r}; the chapters are {', '.join(self.chapters)}") from None

    @property
    def chapters(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(rule.chapter for rule in self.rules.values()))

    def search(self, words: str, language: str) -> list[Rule]:
        """Rules whose id, heading or text holds every word."""
        wanted = words.lower().split()
        return [rule for rule in self.rules.values() if all(word in _haystack(rule, language) for word in wanted)]


def _haystack(rule: Rule, language: str) -> str:
    return f"{rule.id} {rule.name[language]} {rule.text(language)}".lower()
