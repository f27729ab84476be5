"""Phrasebook: records to sentences. Rules emit typed records; only this layer knows languages.

`data/phrases.yaml` of a title has the sections `events`, `actions`, `decisions`, `reasons` and `words`; each
entry is `{en: ..., fr: ..., it: ...}`. A sentence may name the record's fields in braces:

- `{province}`      the field's value through the title's namer for that field, if it has one
- `{tokens:token|tokens}`   the number with the right form of the noun (`0 tokens`, `1 token`, `2 tokens`)
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from .catalogue import LANGUAGES
from .errors import Refusal

Namer = Callable[[Any, str], str]
Sentences = dict[str, dict[str, str]]


class Phrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of one title, as its data file holds them."""

    events: Sentences = {}
    actions: Sentences = {}
    decisions: Sentences = {}
    reasons: Sentences = {}
    words: Sentences = {}


class Phrasebook:
    """Sentences in every language for one title's records."""

    def __init__(self, path: Path, namers: Mapping[str, Namer]) -> None:
        self.phrases = msgspec.yaml.decode(path.read_bytes(), type=Phrases)
        self._namers = namers
        self._formatter = _Formatter()

    def event(self, event: msgspec.Struct, language: str) -> str:
        return self._say(self.phrases.events, type(event).__name__, _fields(event), language)

    def action(self, action: msgspec.Struct, language: str) -> str:
        return self._say(self.phrases.actions, type(action).__name__, _fields(action), language)

    def prompt(self, decision: msgspec.Struct, language: str) -> str:
        return self._say(self.phrases.decisions, type(decision).__name__, _fields(decision), language)

    def reason(self, refusal: Refusal, language: str) -> str:
        """The figures behind a refusal; empty when the rule's own sentence says it all."""
        if refusal.rule not in self.phrases.reasons:
            return ""
        return self._say(self.phrases.reasons, refusal.rule, refusal.facts, language)

    def word(self, key: str, language: str) -> str:
        entry = self.phrases.words.get(key)
        return entry[language] if entry else key

    def name(self, kind: str, value: Any, language: str) -> str:
        namer = self._namers.get(kind)
        return namer(value, language) if namer else str(value)

    def _say(self, section: Sentences, key: str, facts: Mapping[str, Any], language: str) -> str:
        template = section[key][language]
        named = {field: self._named(field, value, language) for field, value in facts.items()}
        return self._formatter.vformat(template, (), named)

    def _named(self, field: str, value: Any, language: str) -> Any:
        namer = self._namers.get(field)
        if namer is None or value is None:
            return value
        if isinstance(value, tuple | list):
            return ", ".join(namer(item, language) for item in value)
        return namer(value, language)


class _Formatter(string.Formatter):
    def format_field(self, value: Any, spec: str) -> Any:
        if "|" not in spec:
            return super().format_field(value, spec)
        one, many = spec.split("|")
        return f"{value} {one if abs(value) == 1 else many}"


def _fields(record: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(record, name) for name in type(record).__struct_fields__}


def gaps(phrases: Phrases) -> list[str]:
    """Entries that lack a language: for the tests."""
    sections = msgspec.structs.asdict(phrases)
    return [
        f"{section}.{key}.{language}"
        for section, sentences in sections.items()
        for key, entry in sentences.items()
        for language in LANGUAGES
        if not entry.get(language)
    ]
