"""The designed content of Terre de Cendre as rules: spells, national structures and national events in the words of their data."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from marchland.kernel.catalogue import LANGUAGES, Rule

from .rules.magic.book import SPELLS
from .tables import TABLES, Text
from .world import BOOKLETS, unit_kind


def rules() -> Iterator[Rule]:
    """Spells by colour and level, structures and events by nation."""
    return chain(_spells(), _structures(), _events())


def _spells() -> Iterator[Rule]:
    for spell in SPELLS.values():
        yield Rule(id=spell.rule, chapter="spell", name=spell.name, **spell.text)


def _structures() -> Iterator[Rule]:
    for booklet in BOOKLETS.values():
        for structure in booklet.structures:
            name = {**structure.name, "it": TABLES.national_structures[structure.id].it}
            yield Rule(id=structure.rule, chapter="work", name=name, **_with_units(structure.effect))


def _events() -> Iterator[Rule]:
    for booklet in BOOKLETS.values():
        for event in booklet.events:
            yield Rule(id=event.rule, chapter="nev", name=event.name, **_with_units(event.effect))


class _UnitNames(dict[str, str]):
    """Units by id, under their names in one language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def __missing__(self, unit: str) -> str:
        return unit_kind(unit).name[self.language]


def _with_units(text: Text) -> Text:
    """The words with `{unit-id}` spelt out."""
    return {language: text[language].format_map(_UnitNames(language)) for language in LANGUAGES}
