"""The grammar: for each kind of order its arguments in order, read and written by the same table."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from .. import orders as o
from ..spelling import fold
from ..state import CivilUnits
from ..tables import TABLES
from . import compounds as c
from . import lexicon as names
from . import slots as s
from .blanks import AIM, ASKING, BESIDE, BUILT, ENEMIES, FIELD, HERE, OWN, REACH, STANDS, THEIRS
from .lexicon import Lexicon
from .slots import Cursor, Slot
from .words import Names, Token, Unreadable, tokens


class Spec(msgspec.Struct, frozen=True):
    """One kind of order and its arguments."""

    order: type[o.Order]
    slots: tuple[Slot, ...] = ()
    room: str = ""
    """At a desk with cards: the kind of group that gives it, where that does not follow from its section."""

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


def _structure(field: str = "structure", among: str = "") -> Slot:
    return s.named(field, names.structures(), among=among)


def _colour(field: str = "colour") -> Slot:
    return s.named(field, names.colours())


def _development(order: type[o.Order]) -> Spec:
    """Only towns can be paid for with one mix of resources or another."""
    mix = s.goods_option("resources", "ressources")
    is_town = order in (o.Urbanise, o.FoundTown)
    return Spec(order, (s.territory(among=OWN), mix if is_town else s.when("", bool, mix)))


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
        *(Spec(order, (s.territory(among=REACH if order is o.March else AIM), s.way())) for order in marches),
        *(_development(order) for order in developments),
        *(Spec(order, (s.nation(),)) for order in treaties),
        *_production_and_science(), *_leaders(), *_operations(), *_magic(), *_diplomacy(),
    ]  # fmt: skip
    return {fold(spec.keyword): spec for spec in table}


def _production_and_science() -> list[Spec]:
    return [
        Spec(o.ConvertInTown, (s.territory(among=OWN), s.number("amount")), "town"),
        Spec(o.ConvertInBuilding, (s.territory(among=OWN), _structure("building", among=BUILT), s.number("amount")), "town"),
        Spec(o.SellAsIndustrialist, (s.person("leader"), s.goods()), "leader"),
        Spec(o.Transmute, (_resource("source"), _resource("into"), s.number("amount"))),
        Spec(
            o.UseStructure,
            (
                s.named("structure", names.decisions(), among=ASKING),
                s.territory(among=STANDS),
                s.vital(s.step("amount")),
                s.vital(s.choice()),
            ),
            "national",
        ),
        Spec(o.RunLaboratory, (s.territory(among=OWN), s.goods())),
        Spec(o.DrainSource, (s.territory(among=OWN),)),
        Spec(o.Allocate, (_domain(), s.number("points"))),
        Spec(
            o.Discover,
            (_domain(), s.named("discovery", names.discoveries(), _quoted_discovery, among=FIELD), s.vital(_discovery_choice())),
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
        Spec(o.FormArmy, (s.person("leader"), s.unit_list(), s.vital(s.leading_word("territory", "de", s.territory(among=OWN))))),
        Spec(o.Dismiss, (s.person("target"),)),
        Spec(o.MoveCapital, (s.territory(among=OWN),)),
        Spec(o.RecruitLeader, (s.word("kind", "civil", "militaire", "magique"), s.option("trait", s.word("trait", *traits)))),
        Spec(o.Train, (c.training(), s.option("bonus", s.number("bonus")))),
    ]


def _has_border(structure: str) -> bool:
    return structure in TABLES.towns.structures and TABLES.towns.structures[structure].border


def _has_name(structure: str) -> bool:
    return structure in TABLES.towns.structures and TABLES.towns.structures[structure].named


def _is_posted(unit: str) -> bool:
    """Police and militia stand on a territory, the others belong to the nation."""
    return bool(unit) and unit not in CivilUnits.__struct_fields__


def _operations() -> list[Spec]:
    spies = (s.option("plus", s.number("extra")), s.option("diversion", s.number("diversion")))
    hired = s.word("unit", *TABLES.leaders.civil_units)
    border = s.option("frontiere", s.territory("border", among=BESIDE))
    construction = (
        s.territory(among=OWN), _structure(), s.vital(s.when("structure", _has_border, border)),
        s.vital(s.when("structure", _has_name, s.text_option("name", "nom"))), s.goods_option("resources", "rabais"),
    )  # fmt: skip
    return [
        Spec(o.Agitate, (s.territory(),)),
        Spec(o.Brigandage, (s.territory(),)),
        Spec(o.Assassinate, (c.victim(), *spies)),
        Spec(o.Construct, construction),
        Spec(o.Hire, (hired, s.vital(s.when("unit", _is_posted, s.territory(optional=True, among=OWN))))),
        Spec(o.Spy, (s.territory(), *spies)),
        Spec(o.Prospect, (s.territory(), s.option("plus", s.number("extra")))),
        Spec(o.Research, (_domain(),)),
        Spec(o.Claim, (s.territory(),)),
        Spec(o.Demolish, (_structure(among=HERE),)),
        Spec(o.Disband, (s.unit_list(),)),
        Spec(o.RecruitUnits, (c.recruits(), s.leading_word("territory", "de", s.territory(among=OWN)))),
    ]


def _magic() -> list[Spec]:
    moves = (o.Divert, o.Reinforce, o.Siphon)
    return [
        *(Spec(order, (s.territory(), s.number("points"))) for order in moves),
        Spec(o.LearnMagic, (_colour(), s.goods("extra"))),
        Spec(o.DryUp, (s.territory(),)),
        Spec(o.Exhaust, (s.territory(),)),
        Spec(o.ChangeColour, (_colour(),)),
        Spec(o.CastSpell, (c.spell(), s.when("spell", names.asks_for_a_choice, s.choice()))),
    ]


def _diplomacy() -> list[Spec]:
    return [
        Spec(o.Send, (s.nation(), s.goods())),
        Spec(o.HireSails, (s.nation(), c.gold())),
        Spec(o.AcceptRansom, (s.nation(), s.captive("leader"))),
        Spec(o.AcceptSurrender, (s.nation(), s.terms())),
        Spec(o.CallAlly, (s.nation(), s.leading_word("against", "contre", s.nation("against", among=ENEMIES)))),
        Spec(o.AskPeace, (s.nation(), s.terms())),
        Spec(o.EstablishCaravan, (s.nation(), s.territory("start", among=OWN), s.territory("end", among=THEIRS)), "trade"),
        Spec(o.DemandRansom, (s.nation(), s.captive("leader"), s.goods())),
        Spec(o.Bid, (s.listed("leader"), c.gold())),
    ]


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


def write_order(order: o.Order, lexicon: Lexicon) -> str:
    """TC-SHEET-01 The order as the canonical sheet prints it."""
    spec = specs()[fold(order.KEYWORD)]
    defaults = _defaults(type(order))
    words = [keyword(type(order), lexicon.language)]
    for slot in spec.slots:
        value = msgspec.structs.asdict(order) if slot.is_whole else getattr(order, slot.field)
        if not slot.is_whole and value == defaults[slot.field]:
            continue
        text = slot.write(value, lexicon)
        if text:
            words.append(f"{names.option_names().write(slot.key, lexicon.language)}={text}" if slot.key else text)
    return " ".join(words)


@cache
def _defaults(order: type[o.Order]) -> dict[str, object]:
    """What each field of an order is where nothing is written."""
    return {field.name: field.default for field in msgspec.structs.fields(order)}


def keyword(order: type[o.Order], language: str) -> str:
    """What the order begins with; in two words where the rulebook has two."""
    written = keywords().write(fold(order.KEYWORD), language)
    return order.KEYWORD if fold(written) == fold(order.KEYWORD) else written
