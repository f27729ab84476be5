"""Menus: for every argument of an order the values with which the rules would carry it out, each by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

import msgspec

from marchland.kernel.cards import AMOUNTS, CHOICE, NUMBER, PLACES, TEXT, Choice, Field

from ..orders import Order
from ..phrases import in_language, nation_name, spell_name, structure_name, territory_name, unit_name, word
from ..sheet.forms import blanks, filled
from ..sheet.grammar import Spec
from ..sheet.slots import LARGEST, Blank
from ..tables import TABLES
from ..world import SITES, land_neighbours
from .trials import Trials
from .writer import Writer

MOST_TRIED = 400
"""So many ways to fill in the rest are tried for one value of a menu."""
SAMPLES = ("1", "2", "3", "5", "10", "20", "40", "60", "80", "100", "150", "200", "300", "500", "1000")
"""Numbers to look for one that will do."""


class Menu:
    """The menus of one card: the order's kind, who gives it, and what is filled in."""

    def __init__(self, writer: Writer, trials: Trials, spec: Spec, fixed: Mapping[str, object], values: Mapping[str, str]) -> None:
        self.writer = writer
        self.trials = trials
        self.spec = spec
        self.fixed = fixed
        self.values = values

    def fields(self) -> tuple[Field, ...]:
        return tuple(self._field(blank) for blank in self.blanks())

    def blanks(self) -> tuple[Blank, ...]:
        return tuple(blank for blank in blanks(self.spec, self.values) if blank.name not in self.fixed)

    def is_possible(self) -> bool:
        """Could such an order be carried out, with some values or others?"""
        return self.trials.is_any_lawful(list(islice(self._ways(dict(self.values)), MOST_TRIED)))

    # -- fields ------------------------------------------------------------------------------------------

    def _field(self, blank: Blank) -> Field:
        make = {CHOICE: self._choice, NUMBER: self._number, AMOUNTS: self._amounts, PLACES: self._choice}.get(blank.kind)
        return make(blank) if make else bare_field(blank, self.writer, self.values)

    def _choice(self, blank: Blank) -> Field:
        legal = [value for value in self._candidates(blank) if self._is_lawful({blank.name: value})]
        return bare_field(blank, self.writer, self.values, tuple(choice(blank, value, self.writer) for value in legal))

    def _number(self, blank: Blank) -> Field:
        least, most = self._bounds(blank.name)
        return msgspec.structs.replace(bare_field(blank, self.writer, self.values), least=least, most=most)

    def _amounts(self, blank: Blank) -> Field:
        found = []
        for thing in self._candidates(blank):
            _, most = self._bounds(f"{blank.name}.{thing}")
            if most:
                found.append(Choice(thing, name_of(blank, thing, self.writer), most=most))
        return _counted(blank, self.writer, self.values, tuple(found))

    # -- trying --------------------------------------------------------------------------------------------

    def _is_lawful(self, wanted: Mapping[str, str]) -> bool:
        ways = self._ways({**self._others(wanted), **wanted})
        return self.trials.is_any_lawful(list(islice(ways, MOST_TRIED)))

    def _others(self, wanted: Mapping[str, str]) -> dict[str, str]:
        """What else is filled in."""
        stems = {name.partition(".")[0] for name in wanted}
        return {name: value for name, value in self.values.items() if name.partition(".")[0] not in stems}

    def _ways(self, values: dict[str, str]) -> Iterator[Order]:
        """Every way to fill in what is needed and missing."""
        order = filled(self.spec, values, self.writer.words, self.fixed)
        if order is not None:
            yield order
            return
        missing = next((blank for blank in blanks(self.spec, values) if self._is_missing(blank, values)), None)
        if missing is not None:
            for some in self._samples(missing):
                yield from self._ways({**values, **some})

    def _is_missing(self, blank: Blank, values: Mapping[str, str]) -> bool:
        if not blank.is_needed or blank.name in self.fixed:
            return False
        return not any(name.partition(".")[0] == blank.name and value for name, value in values.items())

    def _samples(self, blank: Blank) -> Iterator[dict[str, str]]:
        if blank.kind == NUMBER:
            yield from ({blank.name: number} for number in SAMPLES)
        elif blank.kind == TEXT:
            yield {blank.name: "?"}
        elif blank.kind == AMOUNTS:
            yield from ({f"{blank.name}.{thing}": "1"} for thing in self._candidates(blank))
        else:
            yield from ({blank.name: value} for value in self._candidates(blank))

    def _candidates(self, blank: Blank) -> tuple[str, ...]:
        ids = blank.ids(self.writer.words)
        return _near_first(ids, self.writer) if ids and ids[0] in SITES else ids

    def _bounds(self, name: str) -> tuple[int, int]:
        """The least and the greatest number that will do; nothing, if none does."""

        def will_do(number: int) -> bool:
            return self._is_lawful({name: str(number)})

        some = next((int(sample) for sample in SAMPLES if will_do(int(sample))), 0)
        if not some:
            return 0, 0
        return _edge(will_do, some, 1), _edge(will_do, some, LARGEST)


def _edge(will_do: Callable[[int], bool], good: int, end: int) -> int:
    """The last number that will do on the way from a good one to the end."""
    if will_do(end):
        return end
    while abs(end - good) > 1:
        middle = (good + end) // 2
        good, end = (middle, end) if will_do(middle) else (good, middle)
    return good


def _near_first(codes: tuple[str, ...], writer: Writer) -> tuple[str, ...]:
    """One's own land, then what lies beside it, then the rest of the world."""
    own = list(writer.estate.lands)
    beside = [other for code in own for other in land_neighbours(code)]
    return tuple(dict.fromkeys((*own, *beside, *codes)))


# -- names ------------------------------------------------------------------------------------------------------


def label(name: str, language: str) -> str:
    return word(f"blank.{name}", language)


def choice(blank: Blank, value: str, writer: Writer) -> Choice:
    return Choice(value, name_of(blank, value, writer), space=value if value in SITES else "")


def name_of(blank: Blank, value: str, writer: Writer) -> str:
    """A thing by its name, as the reader knows it."""
    kind = blank.known(writer.words).kind if blank.known else ""
    if kind in ("leader", "market", "prisoner"):
        return writer.words.name_of(value)
    return NAMES.get(kind, word)(value, writer.language)


def _colour_name(colour: str, language: str) -> str:
    found = next((entry["name"] for entry in TABLES.grimoire["colours"] if entry["id"] == colour), None)
    return in_language(found, language) if found else word(colour, language)


def _training_name(training: str, language: str) -> str:
    return ": ".join(word(part, language) for part in training.split("/"))


def _choice_name(value: str, language: str) -> str:
    named = structure_name(value, language)
    return named if named != value else nation_name(value, language) if value.isupper() else word(value, language)


NAMES: dict[str, Callable[[str, str], str]] = {
    "territory": territory_name,
    "nation": nation_name,
    "unit": unit_name,
    "structure": structure_name,
    "spell": spell_name,
    "colour": _colour_name,
    "training": _training_name,
    "choice": _choice_name,
}


# -- fields without a menu -----------------------------------------------------------------------------------------


def plain_field(blank: Blank, writer: Writer, values: Mapping[str, str]) -> Field:
    """A field as it is filled in, without a menu."""
    if blank.kind == AMOUNTS:
        there = [thing for thing in blank.ids(writer.words) if values.get(f"{blank.name}.{thing}")]
        return _counted(blank, writer, values, tuple(Choice(thing, name_of(blank, thing, writer)) for thing in there))
    written = values.get(blank.name, "")
    named = written.split() if blank.kind == PLACES else [written] if written and blank.kind == CHOICE else []
    return bare_field(blank, writer, values, tuple(choice(blank, value, writer) for value in named))


def bare_field(blank: Blank, writer: Writer, values: Mapping[str, str], choices: tuple[Choice, ...] = ()) -> Field:
    return Field(blank.name, label(blank.name, writer.language), blank.kind, values.get(blank.name, ""), choices, blank.is_needed)


def _counted(blank: Blank, writer: Writer, values: Mapping[str, str], choices: tuple[Choice, ...]) -> Field:
    chosen = {thing: values.get(f"{blank.name}.{thing}", "") for thing in blank.ids(writer.words)}
    value = " ".join(f"{thing}={number}" for thing, number in chosen.items() if number)
    return Field(blank.name, label(blank.name, writer.language), AMOUNTS, value, choices, blank.is_needed)
