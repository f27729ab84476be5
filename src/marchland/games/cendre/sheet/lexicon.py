"""The names a nation may write: fixed ones from the data, and the people, units and nations it knows of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, partial

import msgspec

from marchland.kernel.catalogue import LANGUAGES

from ..phrases import in_language, structure_name
from ..phrases import word as phrase
from ..spelling import fold
from ..state import Cendre, NationId
from ..tables import TABLES, Strict, Text, read_yaml
from ..world import BOOKLETS, COMMON_UNITS, DOMAINS, MAJORS, SITES, UNITS, UnitKind, summoned_units
from .words import NEUTRAL, Names, Printed

TRANSLATED = tuple(language for language in LANGUAGES if language != "fr")
"""Sheets in French are written as they are kept."""

RULER = "dirigeant"
Spellings = Iterator[tuple[str, str]]
"""Pairs of a spelling and what it stands for."""


class Spelling(Strict, frozen=True):
    """How a word of the sheet is written in each language, and what else it may be called."""

    en: str
    it: str
    fr: str = ""
    """Where it is not the word itself."""
    also: tuple[str, ...] = ()


Words = dict[str, Spelling]


class Vocabulary(Strict, frozen=True):
    """data/sheet.yaml: every word of the sheet."""

    header: Words
    seasons: Words
    people: Words
    sections: Words
    orders: Words
    options: Words
    goods: Words
    words: Words
    choices: Words
    answers: Words
    others: tuple[str, ...]
    depends: tuple[str, ...]
    settled: tuple[str, ...]


@cache
def vocabulary() -> Vocabulary:
    return read_yaml("sheet.yaml", Vocabulary)


def spelt(words: Words) -> Spellings:
    """Each word under its own spelling first, then under the others."""
    yield from ((word, word) for word in words)
    for word, spelling in words.items():
        yield from ((other, word) for other in (spelling.fr, spelling.en, spelling.it, *spelling.also) if other)


def printed(words: Words) -> Printed:
    """Each word as sheets in the three languages have it."""
    return {
        NEUTRAL: {word: spelling.fr or (word if word.isupper() else fold(word)) for word, spelling in words.items()},
        "en": {word: spelling.en for word, spelling in words.items()},
        "it": {word: spelling.it for word, spelling in words.items()},
    }


def named(kind: str, words: Words) -> Names:
    return Names(kind, spelt(words), printed(words))


def _texts(text: Text) -> Iterator[str]:
    yield from (text[language] for language in LANGUAGES if text.get(language))


def _from_phrases(word: str) -> Spelling:
    """A word that reports use as well is written as they have it."""
    return Spelling(fr=fold(word), en=fold(phrase(word, "en")), it=fold(phrase(word, "it")))


def _in_languages(names: Callable[[str], str]) -> dict[str, str]:
    return {language: fold(names(language)) for language in TRANSLATED}


def _printed(things: Mapping[str, Mapping[str, str]]) -> Printed:
    """By language and thing what is given by thing and language."""
    return {language: {id_: names[language] for id_, names in things.items()} for language in TRANSLATED}


@cache
def header() -> Names:
    return named("header", vocabulary().header)


@cache
def seasons() -> Names:
    return named("season", vocabulary().seasons)


@cache
def sections() -> Names:
    return named("section", vocabulary().sections)


@cache
def goods() -> Names:
    return named("goods", vocabulary().goods)


@cache
def option_names() -> Names:
    return named("option", vocabulary().options)


@cache
def words_for(*allowed: str) -> Names:
    """A choice among a few words, each with its other spellings."""
    known = vocabulary().words
    return named("word", {word: known.get(word) or _from_phrases(word) for word in allowed})


@cache
def territories() -> Names:
    codes = ((code, code) for code in SITES)
    names = ((site.name, site.code) for site in SITES.values())
    towns = ((site.town, site.code) for site in SITES.values())
    return Names("territory", [*codes, *names, *towns])


@cache
def domains() -> Names:
    return words_for(*DOMAINS)


@cache
def discoveries() -> Names:
    science = TABLES.science
    every = [name for names in science.domains.values() for name in names]
    proper = {name: {language: phrase(name, language) for language in TRANSLATED} for name in every}
    translated = ((text, name) for name, texts in proper.items() for text in texts.values())
    return Names("discovery", [*((name, name) for name in proper), *science.aliases.items(), *translated], _printed(proper))


@cache
def structures() -> Names:
    return Names("structure", _structure_spellings(), _printed(_structures()))


@cache
def _structures() -> dict[str, dict[str, str]]:
    """Every structure with its name as it is written in each language."""
    national = [structure.id for booklet in BOOKLETS.values() for structure in booklet.structures]
    return {slug: _in_languages(partial(structure_name, slug)) for slug in (*TABLES.towns.structures, *national)}


def _structure_spellings() -> list[tuple[str, str]]:
    french = [(text, slug) for slug, names in TABLES.towns.structure_names.items() for text in _texts(names)]
    national = [
        (text, structure.id) for booklet in BOOKLETS.values() for structure in booklet.structures for text in _texts(structure.name)
    ]
    own = [(name, slug) for slug, names in _structures().items() for name in names.values()]
    return [*((slug, slug) for slug in _structures()), *french, *national, *own]


@cache
def decisions() -> Names:
    """What `national` may be about: a structure, or an event that waits for an answer."""
    answers = printed(vocabulary().answers)
    both = {language: {**_printed(_structures())[language], **answers[language]} for language in TRANSLATED}
    return Names("structure", [*_structure_spellings(), *spelt(vocabulary().answers)], both)


@cache
def choices() -> Names:
    """What `choix=` may name: a field of science, gold or a cause for war, a structure, a nation."""
    words = {**{domain: vocabulary().words[domain] for domain in DOMAINS}, **vocabulary().choices}
    said = printed(words)
    both = {NEUTRAL: said[NEUTRAL]} | {language: {**_printed(_structures())[language], **said[language]} for language in TRANSLATED}
    return Names("choice", [*spelt(words), *_structure_spellings(), *_majors()], both)


@cache
def colours() -> Names:
    return Names("colour", [pair for id_, names in _colours().items() for pair in _spellings(id_, names)], _printed(_colours()))


@cache
def _colours() -> dict[str, dict[str, str]]:
    found = {str(colour["id"]): colour["name"] for colour in TABLES.grimoire["colours"]}
    return {id_: _in_languages(partial(in_language, name)) for id_, name in found.items()}


def _spellings(id_: str, names: Mapping[str, str]) -> Spellings:
    yield id_, id_
    yield from ((name, id_) for name in names.values())


class SpellSlip(msgspec.Struct, frozen=True):
    """What the grammar needs of a spell: its id on the sheet and the kind of target it asks for."""

    id: str
    target: str


@cache
def spells() -> dict[str, SpellSlip]:
    return {slip.id: slip for slip, _ in _spell_slips()}


@cache
def _choosy_spells() -> frozenset[str]:
    return frozenset(
        f"{colour['id']}/{spell['level']}"
        for colour in TABLES.grimoire["colours"]
        for spell in colour["spells"]
        if any(atom.get("value") == "chosen" for atom in spell["effect"])
    )


def asks_for_a_choice(spell: str) -> bool:
    """Does it do something to one structure of the caster's choice?"""
    return spell in _choosy_spells()


@cache
def spell_names() -> Names:
    own = {slip.id: _spell_id(slip.id) for slip, _ in _spell_slips()}
    spellings = [(spelling, slip.id) for slip, spellings in _spell_slips() for spelling in spellings]
    return Names("spell", [*spellings, *((name, id_) for id_, names in own.items() for name in names.values())], _printed(own))


def _spell_id(id_: str) -> dict[str, str]:
    """`climat/3` with the colour in each language."""
    colour, _, level = id_.partition("/")
    return {language: f"{name}/{level}" for language, name in _colours()[colour].items()}


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
    every = (*own, *COMMON_UNITS.values(), *summoned_units().values())
    race = BOOKLETS[nation].race if nation in BOOKLETS else "humain"
    named = {_unit_id(unit, race): _in_languages(partial(in_language, unit.name)) for unit in every}
    return Names("unit", [pair for unit in every for pair in _unit_spellings(unit, race)], _printed(named))


def _unit_id(unit: UnitKind, race: str) -> str:
    return f"{unit.id}/{race}" if unit.id == "caraque" and race != "humain" else unit.id


def _unit_spellings(unit: UnitKind, race: str) -> Spellings:
    id_ = _unit_id(unit, race)
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
    language: str = NEUTRAL
    """In which the sheet is written; it may be read in all of them."""

    @cached_property
    def people(self) -> Names:
        ruler = [(spelling, self.ruler) for spelling, _ in spelt(vocabulary().people)] if self.ruler else []
        return Names("leader", [*ruler, *_by_name_and_id(self.leaders)])

    @property
    def ruler_word(self) -> str:
        return named("leader", vocabulary().people).write(RULER, self.language)

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


def lexicon(game: Cendre, nation: NationId, language: str = NEUTRAL) -> Lexicon:
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
        language=language,
    )


def _number(leader: str) -> tuple[int, str]:
    digits = "".join(filter(str.isdigit, leader))
    return (int(digits or 0), leader)
