"""Sentences: how one is written in a data file, whoever says it, a title or the site.

    points: {en: "{n:point|points}", fr: "{n:point|points}", it: "{n:punto|punti}"}

- `{name}` is a fact that whoever says the sentence fills in
- `{n:point|points}` is a number with the right form of the noun (`0 points`, `1 point`, `2 points`; French says `0 point`)
- `{n:+d}` is a number in a format of Python's
- `{province:the}` and `{province:in}` say a name as one speaks of it, where its title knows how: `l'Afrique`, `en Afrique`; at the
  beginning of a sentence with a capital
- `{nation:attaque|attaquent}` is a name, spoken of as with `the`, and what agrees with it: `Les Tribus attaquent`
- `[, against {name}]`, a fact in square brackets with the words around it, is left out where there is none: nothing, nobody or 0

In French `de` and `que` are elided before a fact that begins with a vowel: `de {city}` gives `de Damas` and `d'Athènes`.
`de` and `à` melt into an article that a fact begins with: `à {owner}` gives `aux barbares`.
In Italian so do `di`, `a`, `da`, `in` and `su`, and `a` and `e` take a d before their own vowel:
`a {city}` gives `alla Mecca` and `ad Atene`.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from .catalogue import LANGUAGES

Sentences = dict[str, dict[str, str]]
"""By key, then by language."""


class Spoken(str):
    """A name with the ways one speaks of it, each under the word that asks for it in a sentence."""

    ways: Mapping[str, str]
    is_plural: bool

    def __new__(cls, name: str, ways: Mapping[str, str], is_plural: bool = False) -> Spoken:
        spoken = super().__new__(cls, name)
        spoken.ways = ways
        spoken.is_plural = is_plural
        return spoken


WAYS = ("the", "in")
"""With its article, and as the place where something is."""


def listed(names: Sequence[str]) -> str:
    """Several names as one, which can be spoken of in the ways of each."""
    ways = {way: ", ".join(_spoken(way, name) for name in names) for way in WAYS}
    return Spoken(", ".join(names), ways, len(names) > 1 or any(isinstance(name, Spoken) and name.is_plural for name in names))


class Place(NamedTuple):
    """Where a fact stands: the words before it, also as they are before a vowel or an article, and how it is said."""

    before: str
    before_vowel: str
    melted: Mapping[str, str]
    fact: str
    said: Callable[[Any], str]


class Sentence:
    """One sentence in one language, taken apart once so that saying it is quick."""

    __slots__ = ("_end", "_pieces", "_places", "text")

    def __init__(self, text: str, language: str, goes_on: bool = False) -> None:
        self.text = text
        self._places: list[Place] = []
        self._pieces = _pieces(text, language, goes_on)
        if self._pieces:
            self._end = ""
            return
        before = ""
        for literal, fact, spec, conversion in string.Formatter().parse(text):
            before += literal
            if fact is None:
                continue
            if conversion or not fact.isidentifier():
                raise ValueError(f"{text!r}: {fact!r} is no name of a fact")
            before_vowel, melted = _before_vowel(before, language), _melted(before, language)
            begins = before.rstrip().endswith((".", "!", "?")) if before else not (self._places or goes_on)
            self._places.append(Place(before, before_vowel, melted, fact, _how(spec or "", language, begins)))
            before = ""
        self._end = before

    @property
    def facts(self) -> set[str]:
        """What it names in braces."""
        return {place.fact for place in self._places}.union(*(piece.facts for _, piece in self._pieces))

    def fill(self, facts: Mapping[str, Any]) -> str:
        if self._pieces:
            return "".join(piece.fill(facts) for may_lack, piece in self._pieces if not (may_lack and piece.lacks(facts)))
        if not self._places:
            return self._end
        said: list[str] = []
        for before, before_vowel, melted, fact, how in self._places:
            word = how(facts[fact])
            start = next(filter(word.startswith, melted), "")
            if start:
                said += (melted[start], word[len(start) :])
            else:
                said += (before_vowel if word and word[0] in VOWELS else before, word)
        said.append(self._end)
        return "".join(said)

    def lacks(self, facts: Mapping[str, Any]) -> bool:
        """Is there nothing to say for one of its facts?"""
        return any(facts[place.fact] in NOTHING for place in self._places)


NOTHING: tuple[Any, ...] = ("", "-", 0, None)
_MAY_LACK = re.compile(r"\[([^\[\]{}]*\{[^\[\]]*)\]")


def _pieces(text: str, language: str, goes_on: bool) -> list[tuple[bool, Sentence]]:
    """What stands in brackets with a fact, and what stands between; nothing where there are no such brackets."""
    if not _MAY_LACK.search(text):
        return []
    pieces = enumerate(_MAY_LACK.split(text))
    return [(bool(n % 2), Sentence(piece, language, goes_on or n > 0)) for n, piece in pieces if piece]


sentence = cache(Sentence)
"""The same, kept: whoever says it again finds it taken apart."""

VOWELS = "aeiouàâéèêëîïôöùûœAEIOUÀÂÉÈÊËÎÏÔÖÙÛŒ"
_ELIDED = re.compile(r"\b([Dd]|[Qq]u)e $")


def _before_vowel(words: str, language: str) -> str:
    return _ELIDED.sub(r"\1'", words) if language == "fr" else words


_ARTICLES = {"il ": "l ", "lo ": "llo ", "la ": "lla ", "i ": "i ", "gli ": "gli ", "le ": "lle ", "l'": "ll'"}
_ARTICLES |= {"Il ": "l ", "La ": "lla ", "L'": "ll'"}
"""Italian articles as they end after a preposition; capital ones belong to names of places (`La Mecca`, `alla Mecca`)."""
_MELTING: dict[str, dict[str, dict[str, str]]] = {
    "fr": {"de": {"le ": "du ", "les ": "des "}, "à": {"le ": "au ", "les ": "aux "}},
    "it": {
        "di": {article: f"de{end}" for article, end in _ARTICLES.items()},
        "da": {article: f"da{end}" for article, end in _ARTICLES.items()},
        "in": {article: f"ne{end}" for article, end in _ARTICLES.items()},
        "su": {article: f"su{end}" for article, end in _ARTICLES.items()},
        "a": {**{article: f"a{end}" for article, end in _ARTICLES.items()}, "a": "ad a", "A": "ad A"},
        "e": {"e": "ed e", "E": "ed E"},
    },
}


def _melted(words: str, language: str) -> dict[str, str]:
    """The words before a fact together with what it begins with, by that beginning."""
    found = re.search(r"(?:^|(?<=[\W\d]))([^\W\d]+) $", words)
    melting = _MELTING.get(language, {}).get(found[1].lower()) if found else None
    if found is None or melting is None:
        return {}
    kept, upper = words[: found.start()], found[1][0].isupper()
    return {start: kept + (one[0].upper() + one[1:] if upper else one) for start, one in melting.items()}


def _how(spec: str, language: str, begins: bool) -> Callable[[Any], str]:
    if not spec:
        return str
    if spec in WAYS:
        return partial(_first if begins else _spoken, spec)
    if "|" not in spec:
        return partial(_formatted, spec)
    one, many = spec.split("|")
    return partial(_agreeing, one, many, ONE.get(language, (1, -1)), _first if begins else _spoken)


def _spoken(way: str, name: Any) -> str:
    return name.ways.get(way, str(name)) if isinstance(name, Spoken) else str(name)


def _first(way: str, name: Any) -> str:
    """The same where a sentence begins."""
    said = _spoken(way, name)
    return said if said == name else said[:1].upper() + said[1:]


def _formatted(spec: str, value: Any) -> str:
    return "" if value == "" else format(value, spec)


def _agreeing(one: str, many: str, singular: tuple[int, ...], spoken: Callable[[str, Any], str], value: Any) -> str:
    """A number with its noun, or a name with its verb."""
    if isinstance(value, Spoken):
        return f"{spoken('the', value)} {many if value.is_plural else one}"
    return "" if value == "" else f"{value} {one if value in singular else many}"


ONE = {"fr": (0, 1, -1)}
"""Where not only one takes the singular."""


def gaps(sentences: Sentences) -> list[str]:
    """Entries that lack a language: for the tests."""
    return [f"{key}.{language}" for key, entry in sentences.items() for language in LANGUAGES if not entry.get(language)]
