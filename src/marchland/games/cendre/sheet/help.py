"""Help for whoever writes a sheet: every kind of order with an example from the writer's own country and the rule behind it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

import msgspec

from marchland.kernel.mail import OrderKind

from ..orders import CivilOrder, MagicOrder, MilitaryOrder, Order
from ..phrases import order_name, word
from ..spelling import fold
from ..state import Code, Leader
from ..tables import Strict, Text, read_yaml
from ..view import CendreView, Estate
from ..world import BOOKLETS, SITES, UNITS, land_neighbours
from . import grammar
from .lexicon import RULER, Lexicon, spells
from .reader import SECTIONS, heading, reworded
from .slots import quoted

UNKNOWN = '"?"'
COLOUR = "climat"
"""Shown to nations that know no magic."""


class _Help(Strict, frozen=True):
    """An entry of data/sheet_help.yaml."""

    example: str
    rule: str
    more: str = ""


@cache
def entries() -> dict[str, _Help]:
    return read_yaml("sheet_help.yaml", dict[str, _Help])


@cache
def purposes() -> dict[str, Text]:
    """data/order_help.yaml: what each kind of order does and needs."""
    return read_yaml("order_help.yaml", dict[str, Text])


def order_kinds(view: CendreView, words: Lexicon, language: str) -> tuple[OrderKind, ...]:
    """TC-SHEET-02 All kinds, section by section as the sheet has them, with examples in the language of the lexicon."""
    return _filled_in(tuple(_examples(view).items()), _with_somebody(words), language)


@lru_cache(maxsize=64)
def _filled_in(names: tuple[tuple[str, str], ...], words: Lexicon, language: str) -> tuple[OrderKind, ...]:
    """Whoever writes asks for them again and again, and nothing that they name changes in a season."""
    kinds = [_kind(keyword, dict(names), words, language) for keyword in entries()]
    return tuple(sorted(kinds, key=lambda kind: [heading[1:-1] for heading in _headings(words.language)].index(kind.section)))


def _headings(language: str) -> list[str]:
    return [heading(section, language) for section in SECTIONS]


def _with_somebody(words: Lexicon) -> Lexicon:
    """Examples name somebody unknown where the nation knows nobody of the kind."""
    unknown = (("nobody", UNKNOWN.strip('"')),)
    return msgspec.structs.replace(
        words, leaders=words.leaders + unknown, prisoners=words.prisoners + unknown, market=words.market or (("L1", "..."),)
    )


def _kind(keyword: str, names: Mapping[str, str], words: Lexicon, language: str) -> OrderKind:
    entry, order = entries()[keyword], grammar.specs()[fold(keyword)].order
    example = entry.example.format_map(names)
    whole = f"{example} {entry.more.format_map(names)}".strip()
    written = reworded(example, order.SECTION, words)
    return OrderKind(
        name=order_name(order.__name__, language),
        section=heading(order.SECTION, words.language)[1:-1],
        section_name=word(f"section.{chapter(order)}", language),
        example=written,
        more=reworded(whole, order.SECTION, words).removeprefix(written).strip(),
        rule=entry.rule,
    )


def chapter(order: type[Order]) -> str:
    """The heading of an order in the help: operations are told apart by who can carry them out."""
    kinds = {CivilOrder: "civil", MilitaryOrder: "military", MagicOrder: "magic"}
    operations = next((name for kind, name in kinds.items() if issubclass(order, kind)), "general")
    return operations if order.SECTION == "ORDRES" else order.SECTION


def _examples(view: CendreView) -> dict[str, str]:
    """What fills the gaps of an example: people and places the writer knows."""
    own = view.estate
    assert own is not None
    places = _places(view, own)
    return {**_people(own), **places, **_things(view, own), "spell": _spell(own, places["land"])}


def _people(own: Estate) -> dict[str, str]:
    free = [leader for leader in own.leaders if not leader.captor]

    def first(kind: str) -> str:
        able = [leader for leader in free if not kind or getattr(leader, kind)]
        return _name(min(able, key=lambda leader: leader.ruler)) if able else RULER

    return {"ruler": RULER, "leader": first(""), "civil": first("civil"), "military": first("military"), "magic": first("magic")}


def _name(leader: Leader) -> str:
    return RULER if leader.ruler else quoted(leader.name)


def _places(view: CendreView, own: Estate) -> dict[str, Code]:
    me = own.nation.id
    held = [code for code, land in own.lands.items() if land.controller == me] or list(own.lands) or list(SITES)
    beside = [other for code in held for other in land_neighbours(code) if view.lands[other].controller != me]
    towns = [code for code in held if own.lands.get(code) and own.lands[code].town] or held
    camps = [key[:3] for key, troops in own.troops.items() if key[4:] == me and troops]
    abroad = [nation.capital for nation in view.nations.values() if nation.id != me and nation.capital]
    return {
        "land": held[0],
        "town": own.nation.capital or towns[0],
        "near": next(iter(beside), held[0]),
        "camp": next(iter(camps), held[0]),
        "abroad": next(iter(abroad), held[0]),
    }


def _things(view: CendreView, own: Estate) -> dict[str, str]:
    me = own.nation.id
    others = [nation for nation in BOOKLETS if nation != me]
    units = [unit.id for unit in UNITS.values() if unit.nation == me] or list(UNITS)
    standing = [troop for key, troops in own.troops.items() if key[4:] == me for troop in troops]
    captives = [_name(leader) for leader in own.prisoners]
    listed = [f"M{entry.leader.id[1:]}" for entry in view.market]
    booklet = BOOKLETS.get(me)
    return {
        "other": others[0],
        "third": others[1],
        "recruit": units[0],
        "units": f"{standing[0].unit}=1" if standing else f"{units[0]}=1",
        "captive": next(iter(captives), UNKNOWN),
        "colour": next(iter(own.nation.colours), COLOUR),
        "listed": next(iter(listed), "M1"),
        "national": booklet.structures[0].id if booklet and booklet.structures else UNKNOWN,
    }


def _spell(own: Estate, land: Code) -> str:
    """A spell of the nation's own colours with its target: on its land if there is one, else on the nation itself."""
    colours = own.nation.colours or (COLOUR,)
    known = [spell for spell in spells().values() if spell.id.split("/")[0] in colours]
    for target, place in (("own_territory", f" {land}"), ("any_territory", f" {land}"), ("self_nation", "")):
        found = next((spell.id for spell in known if spell.target == target), "")
        if found:
            return found + place
    return f"{colours[0]}/1"
