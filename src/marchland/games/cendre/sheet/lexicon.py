"""The names a nation may write: fixed ones from the data, and the people, units and nations it knows of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property

import msgspec

from marchland.kernel.catalogue import LANGUAGES

from ..goods import KINDS
from ..state import Cendre, NationId
from ..tables import TABLES, Text, read_yaml
from ..world import BOOKLETS, COMMON_UNITS, DOMAINS, MAJORS, SITES, UNITS, UnitKind, summoned_units
from .words import Names

RULER = "dirigeant"
SHEET_GOODS = dict(zip(KINDS, ("or", "prov", "agri", "bois", "metal", "pierre", "precieux", "mer"), strict=True))
"""Kinds of goods as the sheet abbreviates them."""


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/sheet.yaml: every word of the sheet with the other spellings it is known by."""

    sections: dict[str, tuple[str, ...]]
    orders: dict[str, tuple[str, ...]]
    options: dict[str, tuple[str, ...]]
    goods: dict[str, tuple[str, ...]]
    words: dict[str, tuple[str, ...]]
    answers: dict[str, tuple[str, ...]]
    others: tuple[str, ...]
    depends: tuple[str, ...]


@cache
def vocabulary() -> Vocabulary:
    return read_yaml("sheet.yaml", Vocabulary)


def spelt(entries: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Each name under its own spelling first, then under the others."""
    yield from ((name, name) for name in entries)
    yield from ((alias, name) for name, aliases in entries.items() for alias in aliases)


def _texts(text: Text) -> Iterator[str]:
    yield from (text[language] for language in LANGUAGES if text.get(language))


@cache
def sections() -> Names:
    return Names("section", spelt(vocabulary().sections))


@cache
def goods() -> Names:
    short = [(name, kind) for kind, name in SHEET_GOODS.items()]
    return Names("goods", [*short, *((kind, kind) for kind in KINDS), *spelt(vocabulary().goods)])


@cache
def option_names() -> Names:
    return Names("option", spelt(vocabulary().options))


@cache
def words_for(*allowed: str) -> Names:
    """A choice among a few words, each with its other spellings."""
    known = vocabulary().words
    return Names("word", spelt({word: known.get(word, ()) for word in allowed}))


@cache
def territories() -> Names:
    codes = ((code, code) for code in SITES)
    names = ((site.name, site.code) for site in SITES.values())
    towns = ((site.town, site.code) for site in SITES.values())
    return Names("territory", [*codes, *names, *towns])


@cache
def domains() -> Names:
    return Names("domain", spelt({domain: vocabulary().words.get(domain, ()) for domain in DOMAINS}))


@cache
def discoveries() -> Names:
    science = TABLES.science
    proper = ((name, name) for names in science.domains.values() for name in names)
    return Names("discovery", [*proper, *science.aliases.items()])


@cache
def structures() -> Names:
    return Names("structure", _structure_spellings())


def _structure_spellings() -> list[tuple[str, str]]:
    common = ((slug, slug) for slug in TABLES.towns.structures)
    named = ((text, slug) for slug, names in TABLES.towns.structure_names.items() for text in _texts(names))
    national = [
        (structure, text) for booklet in BOOKLETS.values() for structure in booklet.structures for text in _texts(structure.name)
    ]
    slugs = ((structure.id, structure.id) for booklet in BOOKLETS.values() for structure in booklet.structures)
    return [*common, *slugs, *named, *((text, structure.id) for structure, text in national)]


@cache
def decisions() -> Names:
    """What `national` may be about: a structure, or an event that waits for an answer."""
    return Names("structure", [*_structure_spellings(), *spelt(vocabulary().answers)])


@cache
def colours() -> Names:
    named = [(text, str(colour["id"])) for colour in TABLES.grimoire["colours"] for text in _texts(colour["name"])]
    return Names("colour", [*((str(colour["id"]), str(colour["id"])) for colour in TABLES.grimoire["colours"]), *named])


class SpellSlip(msgspec.Struct, frozen=True):
    """What the grammar needs of a spell: its id on the sheet and the kind of target it asks for."""

    id: str
    target: str


@cache
def spells() -> dict[str, SpellSlip]:
    return {slip.id: slip for slip, _ in _spell_slips()}


@cache
def spell_names() -> Names:
    return Names("spell", [(spelling, slip.id) for slip, spellings in _spell_slips() for spelling in spellings])


def _spell_slips() -> Iterator[tuple[SpellSlip, list[str]]]:
    for colour in TABLES.grimoire["colours"]:
        for spell in colour["spells"]:
            id_ = f"{colour['id']}/{spell['level']}"
            yield (
                SpellSlip(id_, spell["target"]),
                [id_, str(spell["id"]), f"{colour['id']} {spell['level']}", *_texts(spell["name"])],
            )


@cache
def _majors() -> tuple[tuple[str, NationId], ...]:
    ids = [(nation, nation) for nation in MAJORS]
    slugs = [(booklet.slug, booklet.id) for booklet in BOOKLETS.values()]
    names = [(text, booklet.id) for booklet in BOOKLETS.values() for text in _texts(booklet.name)]
    return (*ids, *slugs, *names)


@cache
def nations(others: tuple[NationId, ...]) -> Names:
    """The twenty majors under every name, and the minor nations and threats the world has seen, by id."""
    return Names("nation", [*_majors(), *((nation, nation) for nation in others)])


@cache
def units(nation: NationId) -> Names:
    """A nation's own units first, so that the short names mean them, then those anybody may come to lead."""
    own = [unit for unit in UNITS.values() if unit.nation == nation]
    rest = (*COMMON_UNITS.values(), *summoned_units().values())
    race = BOOKLETS[nation].race if nation in BOOKLETS else "humain"
    return Names("unit", [pair for unit in (*own, *rest) for pair in _unit_spellings(unit, race)])


def _unit_spellings(unit: UnitKind, race: str) -> Iterator[tuple[str, str]]:
    id_ = f"{unit.id}/{race}" if unit.id == "caraque" and race != "humain" else unit.id
    yield id_, id_
    yield unit.id, id_
    yield unit.id.partition("-")[2], id_
    yield from ((text, id_) for text in _texts(unit.name))


class Lexicon(msgspec.Struct, frozen=True, dict=True):
    """Who is writing, and the people and nations this writer may name. Nothing hidden is in it."""

    nation: NationId
    leaders: tuple[tuple[str, str], ...] = ()
    """Own leaders: (id, name), the ruler first."""
    ruler: str = ""
    market: tuple[tuple[str, str], ...] = ()
    prisoners: tuple[tuple[str, str], ...] = ()
    """Foreign leaders this nation holds, and its own that others hold."""
    others: tuple[NationId, ...] = ()
    """Nations that are not majors: minors, rebels, threats."""

    @cached_property
    def people(self) -> Names:
        ruler = [(RULER, self.ruler)] if self.ruler else []
        return Names("leader", [*ruler, *_by_name_and_id(self.leaders)])

    @cached_property
    def listed(self) -> Names:
        numbers = [(f"M{id_.lstrip('L')}", id_) for id_, _ in self.market]
        return Names("market", [*numbers, *_by_name_and_id(self.market)])

    @cached_property
    def captives(self) -> Names:
        return Names("prisoner", _by_name_and_id(self.prisoners))

    def name_of(self, leader: str) -> str:
        return dict((*self.leaders, *self.market, *self.prisoners)).get(leader, leader)


def _by_name_and_id(people: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    return [*((id_, id_) for id_, _ in people), *((name, id_) for id_, name in people)]


def lexicon(game: Cendre, nation: NationId) -> Lexicon:
    """TC-SHEET-06 The names this nation knows: its own people, the market, its prisoners and public nations."""
    own = sorted(
        (leader for leader in game.leaders.values() if leader.nation == nation),
        key=lambda leader: (not leader.ruler, _number(leader.id)),
    )
    captives = sorted(
        (leader for leader in game.leaders.values() if leader.captor and nation in (leader.captor, leader.nation)),
        key=lambda leader: _number(leader.id),
    )
    ruler = next((leader.id for leader in own if leader.ruler), "")
    return Lexicon(
        nation=nation,
        leaders=tuple((leader.id, leader.name) for leader in own),
        ruler=ruler,
        market=tuple((id_, game.leaders[id_].name) for id_ in sorted(game.market, key=_number)),
        prisoners=tuple((leader.id, leader.name) for leader in captives),
        others=tuple(sorted(other for other in game.nations if other not in BOOKLETS)),
    )


def _number(leader: str) -> tuple[int, str]:
    digits = "".join(filter(str.isdigit, leader))
    return (int(digits or 0), leader)
