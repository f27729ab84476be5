"""What things and records are called in Terre de Cendre."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from marchland.kernel.articles import ArticleBook
from marchland.kernel.phrasebook import Phrasebook
from marchland.kernel.sentences import Spoken, sentence
from marchland.kernel.typography import colon

from .goods import Goods
from .orders import Order, Terms
from .rules.magic.book import spell_named
from .rules.magic.visions import SeenDeed, SeenLeader, SeenTroop
from .rules.war.battle import Bonus
from .state import FIRST_YEAR, SEASONS, CivilUnits, Leader, Structure
from .tables import FOLDER, TABLES
from .world import BOOKLETS, SITES, THREATS, unit_kind

FILES = sorted(FOLDER.glob("phrases*.yaml"))
ARTICLES = ArticleBook(FOLDER / "articles.yaml")


def in_language(text: Mapping[str, str], language: str) -> str:
    """A text in the language, or in the rulebook's own where it has not been translated."""
    return text.get(language) or text["fr"]


def nation_name(nation: str, language: str) -> str:
    if nation in BOOKLETS:
        return in_language(BOOKLETS[nation].name, language)
    kind, _, place = nation.partition("-")
    if kind == "EXT":
        return in_language(THREATS[place.lower()].name, language)
    if place in SITES:
        called = sentence(PHRASEBOOK.word("nation." + kind.lower(), language) + " {place:the}", language)
        return called.fill({"place": ARTICLES.spoken(SITES[place].name, language)})
    return nation or PHRASEBOOK.word("nobody", language)


def territory_name(code: str, language: str) -> str:
    return f"{SITES[code].name} ({code})" if code in SITES else code


def spoken(name: Callable[[str, str], str]) -> Callable[[str, str], Spoken]:
    """The same names, which can be spoken of with their articles."""
    return lambda what, language: ARTICLES.spoken(name(what, language), language)


def unit_name(unit: str, language: str) -> str:
    if unit in TABLES.leaders.civil_units:
        return word(unit, language)
    return in_language(unit_kind(unit).name, language)


def structure_name(structure: str | Structure, language: str) -> str:
    kind = structure if isinstance(structure, str) else structure.kind
    if kind in TABLES.towns.structure_names:
        return TABLES.towns.structure_names[kind][language]
    if kind not in TABLES.national_structures:
        return kind
    national = next(entry for booklet in BOOKLETS.values() for entry in booklet.structures if entry.id == kind)
    return in_language({**national.name, "it": TABLES.national_structures[kind].it}, language)


def reason_name(reason: str, language: str) -> str:
    """Why something happened: a word, or the structure behind it."""
    built = reason in TABLES.towns.structure_names or reason in TABLES.national_structures
    return structure_name(reason, language) if built else word(reason, language)


def purpose_name(purpose: str, language: str) -> str:
    """What dice were thrown for: in words of its own, else as the operation, structure or gift behind it is called."""
    own = f"purpose.{purpose}"
    return word(own, language) if own in PHRASEBOOK.phrases.words else reason_name(purpose, language)


def goods_list(goods: Goods | int, language: str) -> str:
    """`+50 gold, -3 wood`; a price that is all gold is just a number."""
    if isinstance(goods, int):
        return str(goods)
    return ", ".join(f"{amount:+} {word(kind, language)}" for kind, amount in goods.items()) or "0"


def spoils_list(goods: Goods, language: str) -> str:
    """What was carried off, sent or lost: `50 gold, 3 wood`."""
    return ", ".join(f"{amount} {word(kind, language)}" for kind, amount in goods.items()) or word("report.nothing", language)


def spell_name(spell: str, language: str) -> str:
    found = spell_named(spell)
    return f"{in_language(found.name, language)} ({found.colour}/{found.level})" if found else spell


def turn_name(turn: int, language: str) -> str:
    year, season = divmod(turn, len(SEASONS))
    return f"{word(SEASONS[season], language)} {FIRST_YEAR + year}"


def seat_name(seat: int, language: str) -> str:
    return f"{word('seat', language)} {seat + 1}"


def bonus(line: Bonus, language: str) -> str:
    """One line of a list of bonuses: its name, then its amount."""
    return f"{word(line.name, language)} {line.amount:+}"


def troop_line(seen: SeenTroop, language: str) -> str:
    return f"{seen.number} {unit_name(seen.unit, language)} ({nation_name(seen.nation, language)})"


def person_line(seen: SeenLeader, language: str) -> str:
    types = ", ".join(word(kind, language) for kind in seen.types)
    return f"{seen.name} ({', '.join(filter(None, (nation_name(seen.nation, language), types)))})"


def leader_figures(leader: Leader, language: str) -> tuple[str, str, str]:
    """The civil, military and magical side of a leader, as far as he has them."""
    civil, military, magic = leader.civil, leader.military, leader.magic
    return (
        _figures(str(civil.competence), civil.level, (*civil.talents, *civil.gifts), language) if civil else "",
        _figures(f"{military.command}/{military.strategy}", military.level, military.tactics, language) if military else "",
        _figures(f"{magic.power}/{magic.control}", magic.level, magic.colours, language) if magic else "",
    )


def _figures(figures: str, level: str, traits: Iterable[str], language: str) -> str:
    named = ", ".join(": ".join(word(part, language) for part in trait.split(":")) for trait in traits)
    return f"{figures} ({word(level, language)}) {named}".strip()


def record_line(leader: Leader, language: str) -> str:
    """All there is to know of a leader."""
    age, state = f"{word('age', language)} {leader.age}", word("wounded", language) if leader.wounded else ""
    facts = (nation_name(leader.nation, language), *leader_figures(leader, language), age, state)
    return f"{leader.name} – {'; '.join(filter(None, facts))}"


def civil_list(pool: CivilUnits, language: str) -> str:
    units = [(unit, getattr(pool, unit)) for unit in pool.__struct_fields__]
    return ", ".join(f"{number} {word(unit, language)}" for unit, number in units if number) or "0"


def deed_line(deed: SeenDeed, language: str) -> str:
    """Who does what: a leader's operation, or an offer to a nation."""
    if deed.to:
        return f"{word('offer.' + deed.what, language)} ({nation_name(deed.to, language)})"
    details = order_details(deed.order, language) if deed.order is not None else ""
    return f"{deed.name}{colon(language)}{order_name(deed.what, language)}{f' ({details})' if details else ''}"


def order_details(order: Order, language: str) -> str:
    """What an order says besides who carries it out."""
    fields = {name: getattr(order, name) for name in order.__struct_fields__ if name not in ("leader", "winter")}
    return ", ".join(_detail(name, value, language) for name, value in fields.items() if value)


def _detail(name: str, value: Any, language: str) -> str:
    if isinstance(value, tuple):
        return " ".join(_detail(name, part, language) for part in value)
    return _fact(name, value, language)


def aim_name(aim: str, language: str) -> str:
    """The target of a spell: a place, a nation or a person."""
    return nation_name(aim, language) if aim in BOOKLETS else territory_name(aim, language)


def terms_text(terms: Terms, language: str) -> str:
    """What a peace gives and takes, seen from the one who wrote it."""
    parts = [f"{word('report.gives', language)} {goods_list(terms.give, language)}" if terms.give else ""]
    parts += [f"{word('report.takes', language)} {goods_list(terms.take, language)}" if terms.take else ""]
    for lands, sign in ((terms.cede, "report.gives"), (terms.claim, "report.takes")):
        parts += [f"{word(sign, language)} {territory_name(code, language)}" for code in lands]
    parts += [word(kind, language) for kind in terms.treaties]
    return ", ".join(filter(None, parts)) or "-"


def facts_list(facts: Mapping[str, object], language: str) -> str:
    """The figures behind a verdict: `have 3, most 5`."""
    shown = [f"{word('fact.' + key, language)} {_fact(key, value, language)}" for key, value in facts.items() if value != ""]
    return ", ".join(shown)


def _fact(key: str, value: Any, language: str) -> str:
    namer = NAMERS.get(key)
    return namer(value, language) if namer and isinstance(value, str | Goods) else str(value)


def word(key: str, language: str) -> str:
    return PHRASEBOOK.word(key, language)


def order_name(order: str, language: str) -> str:
    return word(f"order.{order}", language)


def problem_name(problem: str, language: str) -> str:
    """What is wrong with a line of a sheet."""
    return word(f"problem.{problem}", language)


def event_name(event: str, language: str) -> str:
    """A world or national event; those of the booklets carry their own names."""
    own = [entry for booklet in BOOKLETS.values() for entry in booklet.events if entry.name["fr"] == event]
    return in_language(own[0].name, language) if own else word(event, language)


def domain_name(domain: str, language: str) -> str:
    """A field of science; points without one are free."""
    return word(domain or "free_points", language)


def field_name(field: str, language: str) -> str:
    return word(f"domination_{field}", language)


def glory_row(part: str | int, language: str) -> str:
    """A nation or its glory."""
    return nation_name(part, language) if isinstance(part, str) else str(part)


def written_order(order: Order, language: str) -> str:
    return order_name(type(order).__name__, language)


def yes_or_no(value: bool, language: str) -> str:
    return word("yes" if value else "no", language)


NATION_FIELDS = (
    "nation", "other", "one", "by", "to", "accused", "captor", "attackers", "defenders", "attack_commander", "defence_commander",
    "before", "after", "creator", "partner", "former", "holder", "against", "loser", "caster", "nations", "victim", "neighbour",
    "victor", "ally", "minor", "intruder", "target", "owner", "payer", "first", "second",
)  # fmt: skip
TERRITORY_FIELDS = ("territory", "start", "end", "route", "at", "capital", "place", "territories", "origin")
WORD_FIELDS = (
    "reason", "what", "kind", "domain", "discovery", "operation", "outcome", "winner", "level", "colour", "why",
    "season", "side", "mode", "way",
)  # fmt: skip

NAMERS: dict[str, Callable[[Any, str], str]] = {
    **dict.fromkeys(NATION_FIELDS, spoken(nation_name)),
    **dict.fromkeys(TERRITORY_FIELDS, spoken(territory_name)),
    **dict.fromkeys(WORD_FIELDS, word),
    **dict.fromkeys(("structure", "building"), structure_name),
    **dict.fromkeys(("goods", "price", "cost", "loot"), goods_list),
    **dict.fromkeys(("attack_bonuses", "defence_bonuses"), bonus),
    **dict.fromkeys(("fate", "kinds"), word),
    "spoils": spoils_list,
    "troops": troop_line,
    "people": person_line,
    "leaders": record_line,
    "civil": civil_list,
    "deeds": deed_line,
    "terms": terms_text,
    "aim": aim_name,
    **dict.fromkeys(("success", "gained", "ambushed"), yes_or_no),
    **dict.fromkeys(("since", "until"), turn_name),
    "reason": reason_name,
    "purpose": purpose_name,
    "domain": domain_name,
    "unit": unit_name,
    "event": event_name,
    "field": field_name,
    "table": glory_row,
    "orders": written_order,
    "spell": spell_name,
    "facts": facts_list,
    "order": order_name,
    "problem": problem_name,
    "seat": seat_name,
}


def board_ids(language: str) -> dict[str, str]:
    """Everything on the map that can be pointed at, with its name."""
    return {code: territory_name(code, language) for code in SITES}


PHRASEBOOK = Phrasebook(FILES, NAMERS, seat_fields=(), things=board_ids)
