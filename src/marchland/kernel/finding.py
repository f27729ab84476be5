"""Finding by plain words: what somebody asks in their own words, held against headings and texts.

Words count without accents, capitals and endings; small words do not count at all; some words mean the same as others. What
of this depends on the language stands in `data/finding.yaml`. Whatever is asked in a heading's own words comes first, then what
is said in a text; rare words weigh more than frequent ones; a word that nobody knows may be the beginning of one, or a slip of
the pen.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from math import log
from pathlib import Path
from typing import NamedTuple

import msgspec

LETTERS = {"œ": "oe", "æ": "ae", "’": "'"}
WORD = re.compile(r"[a-z0-9]+")
SHORTEST = 3
"""Letters of a word that are left when an ending is taken off, at least."""
SAME, PREFIX, SLIP = 0.8, 0.7, 0.5
"""What a word counts that only means the same, only begins so, or is only spelt nearly so."""
LONG_ENOUGH = 4
"""Letters of which something can be the beginning, or a slip of the pen."""
TEXT = 0.55
"""What a word in the text counts beside one in the heading."""
NEEDED = 0.45
"""How much of what was asked must be found, by weight."""
MOST = 12


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be found: `kind` and `id` say what, `headings` are ways to ask for it, `weight` what it is worth."""

    kind: str
    id: str
    headings: tuple[str, ...]
    text: str
    weight: float = 1.0


class Found(NamedTuple):
    entry: Entry
    score: float


class Tongue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What searching has to know of a language."""

    small: str
    """Words that say nothing about what is asked."""
    endings: tuple[str, ...]
    """Taken off, the longest first."""
    same: tuple[str, ...]
    """Groups of words that mean the same."""


@cache
def tongues() -> dict[str, Tongue]:
    path = Path(__file__).parent / "data" / "finding.yaml"
    return msgspec.yaml.decode(path.read_bytes(), type=dict[str, Tongue])


def folded(text: str) -> str:
    """Without capitals and accents."""
    for letter, plain in LETTERS.items():
        text = text.lower().replace(letter, plain)
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


class Reader:
    """Makes words of sentences in one language."""

    def __init__(self, language: str) -> None:
        tongue = tongues()[language]
        self.small = frozenset(WORD.findall(folded(tongue.small)))
        self.endings = sorted(tongue.endings, key=len, reverse=True)
        self.same = tongue.same

    def words(self, text: str) -> list[str]:
        """The words that count, without their endings."""
        return [self.stem(word) for word in WORD.findall(folded(text)) if word not in self.small]

    def stem(self, word: str) -> str:
        for ending in self.endings:
            if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
                return word.removesuffix(ending)
        return word

    def groups(self, more: Iterable[str]) -> dict[str, frozenset[str]]:
        """For each word those that mean the same."""
        meant: dict[str, set[str]] = {}
        for group in (*self.same, *more):
            stems = {self.stem(word) for word in WORD.findall(folded(group))}
            for word in stems:
                meant.setdefault(word, set()).update(stems)
        return {word: frozenset(others) for word, others in meant.items()}


class Card(NamedTuple):
    """An entry as the index keeps it."""

    entry: Entry
    headings: tuple[frozenset[str], ...]
    text: frozenset[str]


class Index:
    """Everything that can be found in one language."""

    def __init__(self, entries: Iterable[Entry], language: str, same: Iterable[str] = ()) -> None:
        self.reader = Reader(language)
        self.same = self.reader.groups(same)
        self.cards = [self._card(entry) for entry in entries]
        self.places: dict[str, list[int]] = {}
        for place, card in enumerate(self.cards):
            for word in frozenset.union(card.text, *card.headings):
                self.places.setdefault(word, []).append(place)
        self.weights = {word: log(1 + len(self.cards) / len(places)) for word, places in self.places.items()}
        self.rare = log(1 + len(self.cards))

    def _card(self, entry: Entry) -> Card:
        words = self.reader.words
        return Card(entry, tuple(frozenset(words(heading)) for heading in entry.headings), frozenset(words(entry.text)))

    def find(self, asked: str, most: int = MOST) -> list[Found]:
        """What fits best, the best first."""
        if named := self._named(asked):
            return named[:most]
        wanted = [self._meant(word) for word in dict.fromkeys(self.reader.words(asked))]
        places = sorted({place for meant in wanted for word in meant for place in self.places[word]})
        found = [Found(self.cards[place].entry, self._score(self.cards[place], wanted)) for place in places]
        return sorted((one for one in found if one.score > 0), key=lambda one: -one.score)[:most]

    def _named(self, asked: str) -> list[Found]:
        """Those that were asked for by the beginning of their id."""
        start = asked.strip().upper()
        if "-" not in start:
            return []
        return [Found(card.entry, 1.0) for card in self.cards if card.entry.id.upper().startswith(start)]

    def _meant(self, word: str) -> dict[str, float]:
        """The words of the index that somebody may mean, and how surely."""
        meant = {other: SAME for other in self.same.get(word, ()) if other in self.weights}
        if word in self.weights:
            meant[word] = 1.0
        if not meant and len(word) >= LONG_ENOUGH:
            meant = {other: PREFIX for other in self.weights if other.startswith(word)}
            meant = meant or dict.fromkeys(get_close_matches(word, self.weights, n=3, cutoff=0.75), SLIP)
        return meant

    def _score(self, card: Card, wanted: Sequence[Mapping[str, float]]) -> float:
        weights = [self._weight(meant) for meant in wanted]
        total = sum(weights)
        in_text = _shares(wanted, card.text)
        best, reached = 0.0, 0.0
        for heading in card.headings:
            shares = _shares(wanted, heading)
            cover = sum(weight * share for weight, share in zip(weights, shares, strict=True)) / total
            both = sum(w * max(h, TEXT * t) for w, h, t in zip(weights, shares, in_text, strict=True)) / total
            best = max(best, both + cover * self._fullness(heading, wanted))
            reached = max(reached, both)
        return best * card.entry.weight if reached >= NEEDED else 0.0

    def _weight(self, meant: Mapping[str, float]) -> float:
        """What nobody knows counts as much as what is rare: an answer to half of the question is half an answer."""
        return min((self.weights[word] for word in meant), default=self.rare)

    def _fullness(self, heading: frozenset[str], wanted: Sequence[Mapping[str, float]]) -> float:
        """How much of the heading was asked for: a short one that fits is better than a long one that also fits."""
        whole = sum(self.weights[word] for word in heading)
        return sum(self.weights[word] for word in heading if any(word in meant for meant in wanted)) / whole if whole else 0.0


def _shares(wanted: Sequence[Mapping[str, float]], words: frozenset[str]) -> list[float]:
    return [max((share for word, share in meant.items() if word in words), default=0.0) for meant in wanted]
