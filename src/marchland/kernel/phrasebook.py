"""Phrasebook: records to sentences. Rules emit typed records; only this layer knows languages.

`data/phrases*.yaml` of a title have the sections `events`, `actions`, `decisions`, `waiting`, `reasons`, `words`, `board`, `told`
and `notices`; each entry is `{en: ..., fr: ..., it: ...}`, written as `sentences.py` says. The facts in braces are the record's
fields:

- `{province}`      the field's value through the title's namer for that field, if it has one
- `{province:the}`  the same with its article, and `{province:in}` as a place, where the namer says how (`sentences.Spoken`)
- `{tokens:token|tokens}`   the number with the right form of the noun (`1 token`, `2 tokens`)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from .errors import Refusal
from .events import Forced
from .sentences import VOWELS, Sentences, Spoken, listed, sentence
from .sentences import gaps as gaps_of
from .typography import NO_BREAK, read_texts

Namer = Callable[[Any, str], str]
Called = Callable[[int], str]
"""What a seat is called at this table."""
PlayersNamer = Callable[[Any, str, Called], str]
Form = Callable[[Mapping[str, Any]], tuple[str, Mapping[str, Any]]]
"""Which sentence says a record with these fields, and the facts it names."""


class Phrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of one title, as its data file holds them."""

    events: Sentences = {}
    actions: Sentences = {}
    decisions: Sentences = {}
    """What to do, how, how many and whose doing it is, for those who are asked."""
    waiting: Sentences = {}
    """What somebody is doing who is asked, for everybody else: `who is choosing an action`."""
    reasons: Sentences = {}
    words: Sentences = {}
    board: Sentences = {}
    """What stands on the board and in its panels, beside what the rules name."""
    told: Sentences = {}
    """Events of a kind told together, without whoever did it: see `retelling.py`."""
    notices: Sentences = {}
    """What one had better know now: see `retelling.py`."""


class Phrasebook:
    """Sentences in every language for one title's records.

    `namers` say how the value of a field is called; `seat_fields` are the fields that hold a seat, which is
    called by the player's name where the caller knows it (`players`), else by the title's own word. `players_namers` are for
    values in which seats are hidden (bids by seat, the terms of a pact). `forms` choose among several sentences for one kind of
    record. `things` names everything on the board that can be pointed at, by id.
    """

    def __init__(
        self,
        paths: Path | Sequence[Path],
        namers: Mapping[str, Namer],
        seat_fields: Sequence[str] = ("seat",),
        things: Callable[[str], dict[str, str]] = lambda language: {},
        players_namers: Mapping[str, PlayersNamer] | None = None,
        forms: Mapping[str, Form] | None = None,
    ) -> None:
        self.phrases = _joined([paths] if isinstance(paths, Path) else paths)
        self._namers = namers
        self._players_namers = players_namers or {}
        self._forms = forms or {}
        self.seat_fields = frozenset(seat_fields)
        self.named_fields = self.seat_fields | namers.keys() | self._players_namers.keys()
        """Fields whose values have names, also where they are numbers."""
        self.things = things
        self._board_words: dict[str, dict[str, str]] = {}

    def event(self, event: msgspec.Struct, language: str, players: Sequence[str] = ()) -> str:
        facts = _fields(event)
        if isinstance(event, Forced):
            facts["answer"] = self._tell(self.phrases.actions, str(event.answer["type"]), event.answer, language, players)
        return self._tell(self.phrases.events, type(event).__name__, facts, language, players)

    def action(
        self, action: msgspec.Struct, language: str, players: Sequence[str] = (), facts: Mapping[str, object] | None = None
    ) -> str:
        """An option in words; `facts` are what the decision knows beside it (`Decision.facts`)."""
        known = {**_fields(action), **(facts or {})}
        return self._tell(self.phrases.actions, type(action).__name__, known, language, players)

    def told(self, key: str, language: str, facts: Mapping[str, object], players: Sequence[str] = ()) -> str:
        """Events of a kind in one clause."""
        return self._say(self.phrases.told, key, facts, language, players)

    def told_facts(self, key: str, language: str) -> set[str]:
        """What such a clause names."""
        return sentence(self.phrases.told[key][language], language).facts

    def notice(self, key: str, language: str, facts: Mapping[str, object], players: Sequence[str] = ()) -> str:
        return self._say(self.phrases.notices, key, facts, language, players)

    def prompt(
        self, decision: msgspec.Struct, language: str, players: Sequence[str] = (), facts: Mapping[str, object] | None = None
    ) -> str:
        """A question as it is put to those who are asked; `facts` are what is known beside it (`asking.py`)."""
        known = {**_fields(decision), **(facts or {})}
        return self._tell(self.phrases.decisions, type(decision).__name__, known, language, players)

    def awaited(self, decision: msgspec.Struct, language: str, players: Sequence[str] = ()) -> str:
        """What whoever is asked is doing, as half a sentence; empty where the title has no words for it."""
        name = type(decision).__name__
        known = name in self.phrases.waiting
        return self._say(self.phrases.waiting, name, _fields(decision), language, players) if known else ""

    def reason(self, refusal: Refusal, language: str, players: Sequence[str] = ()) -> str:
        """The figures behind a refusal; empty when the rule's own sentence says it all, and never a sentence with holes."""
        if refusal.bare or refusal.rule not in self.phrases.reasons or self.lacking(refusal):
            return ""
        return self._say(self.phrases.reasons, refusal.rule, refusal.facts, language, players)

    def lacking(self, refusal: Refusal) -> set[str]:
        """The facts that a sentence for this refusal names and the refusal does not give: for the tests, there must be none."""
        entry = {} if refusal.bare else self.phrases.reasons.get(refusal.rule, {})
        return {fact for language, text in entry.items() for fact in sentence(text, language).facts} - set(refusal.facts)

    def word(self, key: str, language: str) -> str:
        entry = self.phrases.words.get(key)
        return entry[language] if entry else key

    def on_board(self, key: str, language: str, **facts: object) -> str:
        """A word of the board, filled in."""
        return sentence(self.phrases.board[key][language], language).fill(facts)

    def named(self, key: str, language: str, facts: Mapping[str, object]) -> str:
        """A sentence of the board whose facts are called as those of events are."""
        return self._say(self.phrases.board, key, facts, language, ())

    def board_words(self, language: str) -> Mapping[str, str]:
        """All words of the board, for its templates: the same mapping whenever they are asked for."""
        known = self._board_words.get(language)
        if known is None:
            known = self._board_words[language] = {key: entry[language] for key, entry in self.phrases.board.items()}
        return known

    def measure(self, unit: str, amount: int, language: str, facts: Mapping[str, object] | None = None) -> str:
        """An amount with its unit: the word for the unit follows the number, unless it says itself where `{amount}` stands."""
        if "{amount" not in self.word(unit, language):
            return f"{amount} {self.word(unit, language)}".strip()
        return self._say(self.phrases.words, unit, {**(facts or {}), "amount": amount}, language, ())

    def name(self, kind: str, value: Any, language: str) -> str:
        namer = self._namers.get(kind)
        return str(namer(value, language) if namer else value)

    def seat(self, seat: int, language: str, players: Sequence[str] = ()) -> str:
        return players[seat] if 0 <= seat < len(players) else self.name("seat", seat, language)

    def _tell(self, section: Sentences, name: str, facts: Mapping[str, object], language: str, players: Sequence[str]) -> str:
        """A record, by the sentence that fits it."""
        key, known = self._forms[name](facts) if name in self._forms else (name, facts)
        return self._say(section, key, known, language, players)

    def _say(self, section: Sentences, key: str, facts: Mapping[str, object], language: str, players: Sequence[str]) -> str:
        named = _Known({field: self._named(field, value, language, players) for field, value in facts.items()})
        said = tidy(sentence(section[key][language], language).fill(named))
        return elided(said) if language == "fr" else said

    def _named(self, field: str, value: Any, language: str, players: Sequence[str]) -> Any:
        if value is None or value in ((), []):
            return "-"
        if isinstance(value, tuple | list):
            names = [self._named(field, item, language, players) for item in value]
            return listed(names) if isinstance(names[0], Spoken) else ", ".join(map(str, names))
        if field in self.seat_fields:
            return players[value] if 0 <= value < len(players) else self.name(self._nobody(field), value, language)
        if field in self._players_namers:
            return self._players_namers[field](value, language, partial(self.seat, language=language, players=players))
        namer = self._namers.get(field)
        return namer(value, language) if namer else value

    def _nobody(self, field: str) -> str:
        """Who is named by a seat that is nobody's may depend on the field."""
        return field if field in self._namers else "seat"


class _Known(dict[str, Any]):
    """Facts of a record; one that it does not know is left out of the sentence."""

    def __missing__(self, fact: str) -> str:
        return ""


def tidy(said: str) -> str:
    """No gap where a fact was left out."""
    return _GAPS.sub(" ", _BEFORE_STOP.sub("", _FIRST_COMMA.sub(r"\1", said)))


_FIRST_COMMA = re.compile(r"([:(] ?),")
_BEFORE_STOP = re.compile(rf" +(?={NO_BREAK}|[.,)](?:\s|$))")
_GAPS = re.compile(r" {2,}")


def elided(said: str) -> str:
    """French before a vowel, also inside names that a title puts together (`seigneur de` and a city)."""
    return _BEFORE_VOWEL.sub(r"\1'", said)


_BEFORE_VOWEL = re.compile(rf"\b([Dd]|[Qq]u)e (?=[{VOWELS}])")


def _joined(paths: Sequence[Path]) -> Phrases:
    """Several data files as one: chapters of a large title keep their sentences apart."""
    parts = [read_texts(path, Phrases) for path in paths]
    sections = Phrases.__struct_fields__
    return Phrases(**{section: {k: v for part in parts for k, v in getattr(part, section).items()} for section in sections})


def _fields(record: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(record, name) for name in type(record).__struct_fields__}


def gaps(phrases: Phrases) -> list[str]:
    """Entries that lack a language: for the tests."""
    return [f"{section}.{gap}" for section, entries in msgspec.structs.asdict(phrases).items() for gap in gaps_of(entries)]
