"""The grammar: for each kind of order its arguments in order, read and written by the same table."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from .. import orders as o
from ..spelling import fold
from ..tables import TABLES
from . import lexicon as names
from . import slots as s
from .lexicon import Lexicon
from .slots import Cursor, Slot
from .words import Names, Token, Unreadable, tokens

CHARACTERISTICS = {
    "competence": ("civil", "competence"), "talents": ("civil", "talents"), "dons": ("civil", "gifts"),
    "commandement": ("militaire", "command"), "strategie": ("militaire", "strategy"), "tactiques": ("militaire", "tactics"),
    "puissance": ("magique", "power"), "controle": ("magique", "control"),
}  # fmt: skip
"""What can be trained beyond the highest level: the word on the sheet, the leader's type and the figure meant."""
TARGETS = {
    "own_territory": ("territory",), "any_territory": ("territory",), "enemy_territory": ("territory",),
    "own_city": ("territory",), "enemy_city": ("territory",), "source": ("territory",),
    "own_army": ("leader or territory",), "enemy_army": ("territory", "nation"),
    "own_leader": ("leader",), "enemy_leader": ("foreign leader",), "nation": ("nation",), "self_nation": (),
}  # fmt: skip
"""What each kind of spell target is written as."""


class Spec(msgspec.Struct, frozen=True):
    """One kind of order and its arguments."""

    order: type[o.Order]
    slots: tuple[Slot, ...] = ()

    @property
    def keyword(self) -> str:
        return self.order.KEYWORD

    @property
    def options(self) -> dict[str, Slot]:
        return {slot.key: slot for slot in self.slots if slot.key}


def _domain(field: str = "domain") -> Slot:
    return s.named(field, names.domains())


def _resource(field: str) -> Slot:
    return s.named(field, names.goods())


def _structure(field: str = "structure") -> Slot:
    return s.named(field, names.structures())


def _colour(field: str = "colour") -> Slot:
    return s.named(field, names.colours())


def _read_foreigner(cursor: Cursor) -> tuple[str, str]:
    """`NATION:"Name"`: a foreign leader is never checked, only spelt (TC-SHEET-06)."""
    token = cursor.peek()
    if token is None or token.key or ":" not in token.text:
        raise Unreadable("TC-SHEET-02", problem="missing", kind="foreign leader")
    written, _, name = cursor.words.pop(0).text.partition(":")
    if not name:
        name = cursor.text()
    inner = Cursor([Token(written)], cursor.lexicon, cursor.may_guess)
    nation = inner.name(names.nations(cursor.lexicon.others))
    cursor.doubts += inner.doubts
    while not token.quoted and cursor.words and not cursor.words[0].key:
        name += " " + cursor.text()
    return nation, name.strip()


def _foreigner(nation: str, name: str) -> str:
    return f"{nation}:{s.quoted(name)}"


def _winter_development(order: type[o.Order]) -> Spec:
    return Spec(order, (s.territory(), s.goods_option("resources", "ressources")))


@cache
def specs() -> dict[str, Spec]:
    """Every kind of order by its keyword, folded."""
    marches = (o.Attack, o.TunnelAttack, o.March, o.Raid, o.TunnelRaid)
    developments = (o.Cultivate, o.Clear, o.Develop, o.Exploit, o.Populate, o.Urbanise, o.FoundTown, o.BuildRoads)
    bare = (o.Heal, o.Embellish, o.Stabilise, o.BoostSource, o.Defend, o.Intercept, o.Pillage)
    treaties = (
        o.AcceptPeace, o.AcceptWhitePeace, o.Annex, o.BreakAlliance, o.DeclareWar, o.AskWhitePeace, o.Denounce, o.SurrenderTo,
        o.SignContract, o.SignPact, o.SignAlliance,
    )  # fmt: skip
    table = [
        *(Spec(order) for order in bare),
        *(Spec(order, (s.territory(), s.way())) for order in marches),
        *(_winter_development(order) for order in developments),
        *(Spec(order, (s.nation(),)) for order in treaties),
        *_production_and_science(), *_leaders(), *_operations(), *_magic(), *_diplomacy(),
    ]  # fmt: skip
    return {fold(spec.keyword): spec for spec in table}


def _production_and_science() -> list[Spec]:
    return [
        Spec(o.ConvertInTown, (s.territory(), s.number("amount"))),
        Spec(o.ConvertInBuilding, (s.territory(), _structure("building"), s.number("amount"))),
        Spec(o.SellAsIndustrialist, (s.person("leader"), s.goods())),
        Spec(o.Transmute, (_resource("source"), _resource("into"), s.number("amount"))),
        Spec(
            o.UseStructure,
            (s.named("structure", names.decisions()), s.territory(), s.step("amount"), s.choice()),
        ),
        Spec(o.RunLaboratory, (s.territory(), s.goods())),
        Spec(o.DrainSource, (s.territory(),)),
        Spec(o.Allocate, (_domain(), s.number("points"))),
        Spec(
            o.Discover,
            (_domain(), s.named("discovery", names.discoveries(), _quoted_discovery), _discovery_choice()),
        ),
    ]


def _quoted_discovery(value: str, lexicon: Lexicon) -> str:
    return s.quoted(names.discoveries().write(value, lexicon.language))


def _discovery_choice() -> Slot:
    known = names.words_for("attaque", "défense", *TABLES.science.open_colours, "rats", "cendre")
    return s.named("option", known, optional=True)


def _leaders() -> list[Spec]:
    traits = tuple(dict.fromkeys((*TABLES.leaders.gifts, *TABLES.leaders.tactics, *TABLES.science.open_colours, "rats", "cendre")))
    return [
        Spec(o.Place, (s.person("leader"), s.territory())),
        Spec(o.FormArmy, (s.person("leader"), s.unit_list(), s.leading_word("territory", "de", s.territory()))),
        Spec(o.Dismiss, (s.person("target"),)),
        Spec(o.MoveCapital, (s.territory(),)),
        Spec(o.RecruitLeader, (s.word("kind", "civil", "militaire", "magique"), s.option("trait", s.word("trait", *traits)))),
        Spec(o.Train, (Slot("kind", _read_training, _write_training), s.option("bonus", s.number("bonus")))),
    ]


def _read_training(cursor: Cursor) -> dict[str, Any]:
    """`entrainer civil fort`, or `entrainer competence +1` beyond the highest level."""
    figures = names.words_for(*CHARACTERISTICS)
    if cursor.has(figures):
        kind, level = CHARACTERISTICS[cursor.name(figures)]
        if cursor.has_number():
            cursor.number()
        return {"kind": kind, "level": level}
    kind = cursor.name(names.words_for("civil", "militaire", "magique"))
    return {"kind": kind, "level": cursor.name(names.words_for(*TABLES.leaders.levels))}


def _write_training(value: dict[str, Any], lexicon: Lexicon) -> str:
    for word, trained in CHARACTERISTICS.items():
        if trained == (value["kind"], value["level"]):
            return f"{names.words_for(*CHARACTERISTICS).write(word, lexicon.language)} +1"
    kinds, levels = names.words_for("civil", "militaire", "magique"), names.words_for(*TABLES.leaders.levels)
    return f"{kinds.write(value['kind'], lexicon.language)} {levels.write(value['level'], lexicon.language)}"


def _operations() -> list[Spec]:
    spies = (s.option("plus", s.number("extra")), s.option("diversion", s.number("diversion")))
    hired = s.word("unit", *TABLES.leaders.civil_units)
    construction = (
        s.territory(), _structure(), s.option("frontiere", s.territory("border")), s.text_option("name", "nom"),
        s.goods_option("resources", "rabais"),
    )  # fmt: skip
    return [
        Spec(o.Agitate, (s.territory(),)),
        Spec(o.Brigandage, (s.territory(),)),
        Spec(o.Assassinate, (Slot("nation", _read_target, _write_target), *spies)),
        Spec(o.Construct, construction),
        Spec(o.Hire, (hired, s.territory(optional=True))),
        Spec(o.Spy, (s.territory(), *spies)),
        Spec(o.Prospect, (s.territory(), s.option("plus", s.number("extra")))),
        Spec(o.Research, (_domain(),)),
        Spec(o.Claim, (s.territory(),)),
        Spec(o.Demolish, (_structure(),)),
        Spec(o.Disband, (s.unit_list(),)),
        Spec(o.RecruitUnits, (Slot("unit", _read_recruits, _write_recruits), s.leading_word("territory", "de", s.territory()))),
    ]


def _read_target(cursor: Cursor) -> dict[str, Any]:
    nation, name = _read_foreigner(cursor)
    return {"nation": nation, "name": name}


def _write_target(value: dict[str, Any], lexicon: Lexicon) -> str:
    return _foreigner(value["nation"], value["name"])


def _read_recruits(cursor: Cursor) -> dict[str, Any]:
    """`recruter archers 3`, `recruter archers max 3`, `recruter 3 archers`, `recruter archers=3`."""
    most = names.words_for("max")
    if cursor.has(most):
        cursor.name(most)
        ((unit, count),) = s.read_units(cursor)[:1]
        return {"unit": unit, "number": count, "most": True}
    token = cursor.peek()
    if (token and token.key) or cursor.has_number():
        listed = s.read_units(cursor)
        if len(listed) > 1:
            raise Unreadable("TC-SHEET-02", problem="extra", text=listed[1][0])
        return {"unit": listed[0][0], "number": listed[0][1], "most": False}
    unit = cursor.name(names.units(cursor.lexicon.nation))
    upto = cursor.has(most)
    if upto:
        cursor.name(most)
    return {"unit": unit, "number": cursor.number(), "most": upto}


def _write_recruits(value: dict[str, Any], lexicon: Lexicon) -> str:
    unit = names.units(lexicon.nation).write(value["unit"], lexicon.language)
    most = names.words_for("max").write("max", lexicon.language)
    return " ".join(filter(None, (unit, most if value["most"] else "", str(value["number"]))))


def _magic() -> list[Spec]:
    moves = (o.Divert, o.Reinforce, o.Siphon)
    return [
        *(Spec(order, (s.territory(), s.number("points"))) for order in moves),
        Spec(o.LearnMagic, (_colour(), s.goods("extra"))),
        Spec(o.DryUp, (s.territory(),)),
        Spec(o.Exhaust, (s.territory(),)),
        Spec(o.ChangeColour, (_colour(),)),
        Spec(o.CastSpell, (Slot("spell", _read_spell, _write_spell), s.choice())),
    ]


def _read_spell(cursor: Cursor) -> dict[str, Any]:
    """A spell by colour and level or by name, then its target as that spell asks for it."""
    spell = cursor.name(names.spell_names())
    fields: dict[str, Any] = {"spell": spell}
    for part in TARGETS[names.spells()[spell].target]:
        if part == "nation" and "territory" in fields and not cursor.words:
            break
        fields |= _read_target_part(cursor, part)
    return fields


def _read_target_part(cursor: Cursor, part: str) -> dict[str, Any]:
    if part == "foreign leader":
        nation, name = _read_foreigner(cursor)
        return {"nation": nation, "target": name}
    if part == "leader" or (part == "leader or territory" and cursor.has(cursor.lexicon.people)):
        return {"target": cursor.name(cursor.lexicon.people)}
    if part == "nation":
        return {"nation": cursor.name(names.nations(cursor.lexicon.others))}
    return {"territory": cursor.name(names.territories())}


def _write_spell(value: dict[str, Any], lexicon: Lexicon) -> str:
    kind = names.spells()[value["spell"]].target
    spell = names.spell_names().write(value["spell"], lexicon.language)
    if kind == "enemy_leader":
        return f"{spell} {_foreigner(value['nation'], value['target'])}"
    person = s.person("target").write(value["target"], lexicon) if value["target"] else ""
    return " ".join(filter(None, (spell, person, value["territory"], value["nation"])))


def _diplomacy() -> list[Spec]:
    return [
        Spec(o.Send, (s.nation(), s.goods())),
        Spec(o.HireSails, (s.nation(), Slot("gold", _read_gold, _write_gold))),
        Spec(o.AcceptRansom, (s.nation(), s.captive("leader"))),
        Spec(o.AcceptSurrender, (s.nation(), s.terms())),
        Spec(o.CallAlly, (s.nation(), s.leading_word("against", "contre", s.nation("against")))),
        Spec(o.AskPeace, (s.nation(), s.terms())),
        Spec(o.EstablishCaravan, (s.nation(), s.territory("start"), s.territory("end"))),
        Spec(o.DemandRansom, (s.nation(), s.captive("leader"), s.goods())),
        Spec(o.Bid, (s.listed("leader"), Slot("gold", _read_gold, _write_gold))),
    ]


def _read_gold(cursor: Cursor) -> int:
    """`or=65`, `65 or` or just `65`."""
    if cursor.has_number() and len(cursor.words) == 1:
        return cursor.number()
    found = s.read_goods(cursor)
    if not found.gold or found.total() != found.gold:
        raise Unreadable("TC-SHEET-02", problem="missing", kind="gold")
    return found.gold


def _write_gold(value: int, lexicon: Lexicon) -> str:
    return f"{names.goods().write('gold', lexicon.language)}={value}"


# -- reading and writing one order ------------------------------------------------------------------------------


@cache
def keywords() -> Names:
    known = names.vocabulary().orders
    return names.named("order", {keyword: known[keyword] for keyword in specs()})


def read_arguments(spec: Spec, cursor: Cursor, fixed: dict[str, Any]) -> o.Order:
    """The order that the rest of the line describes; `fixed` are fields known already (who acts, winter)."""
    fields = dict(fixed)
    _read_options(spec, cursor, fields)
    for slot in spec.slots:
        if slot.key or (slot.fits and not slot.fits(cursor)):
            continue
        _store(fields, slot, slot.read(cursor))
    cursor.ended()
    try:
        return msgspec.convert(msgspec.to_builtins(fields), spec.order)
    except msgspec.ValidationError:
        raise Unreadable("TC-SHEET-02", problem="missing", kind="argument") from None


def _read_options(spec: Spec, cursor: Cursor, fields: dict[str, Any]) -> None:
    """Take the `key=value` words that are options of this order out of the line."""
    for token in [token for token in cursor.words if token.key]:
        found = names.option_names().find([token.key], guess=False)
        slot = spec.options.get(found.id) if found else None
        if slot is None:
            continue
        if slot.field in fields:
            raise Unreadable("TC-SHEET-02", problem="twice", text=token.key[:40])
        cursor.words.remove(token)
        inner = Cursor([Token(token.text, quoted=True)] if token.quoted else tokens(token.text), cursor.lexicon, cursor.may_guess)
        _store(fields, slot, slot.read(inner))
        inner.ended()
        cursor.doubts += inner.doubts


def _store(fields: dict[str, Any], slot: Slot, value: Any) -> None:
    """Most slots fill one field; a few read several at once."""
    fields.update(value if isinstance(value, dict) else {slot.field: value})


def actor(leader: str, lexicon: Lexicon) -> str:
    """A leader, or a structure that acts like one, as the canonical sheet names him before the colon."""
    structure, at, place = leader.partition("@")
    if at:
        return f"{names.structures().write(structure, lexicon.language)}@{place}"
    return s.person("leader").write(leader, lexicon)


COMPOUND = (o.Train, o.Assassinate, o.RecruitUnits, o.CastSpell)
"""Orders whose first slot reads several fields together."""


def write_order(order: o.Order, lexicon: Lexicon) -> str:
    """TC-SHEET-01 The order as the canonical sheet prints it."""
    spec = specs()[fold(order.KEYWORD)]
    defaults = {field.name: field.default for field in msgspec.structs.fields(type(order))}
    words = [keyword(type(order), lexicon.language)]
    for index, slot in enumerate(spec.slots):
        compound = index == 0 and isinstance(order, COMPOUND)
        value = msgspec.structs.asdict(order) if compound else getattr(order, slot.field)
        if not compound and value == defaults[slot.field]:
            continue
        text = slot.write(value, lexicon)
        if text:
            words.append(f"{names.option_names().write(slot.key, lexicon.language)}={text}" if slot.key else text)
    return " ".join(words)


def keyword(order: type[o.Order], language: str) -> str:
    """What the order begins with; in two words where the rulebook has two."""
    written = keywords().write(fold(order.KEYWORD), language)
    return order.KEYWORD if fold(written) == fold(order.KEYWORD) else written
