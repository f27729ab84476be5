"""Lines foreseen, in words: price, who is busy, the test part by part, what success and failure bring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from marchland.kernel.cards import Figure, Outlook

from ...goods import NOTHING, Goods
from ...orders import (
    AnyOrder,
    Assassinate,
    Bid,
    CastSpell,
    FormArmy,
    LeaderOrder,
    MarchOrder,
    Prospect,
    Raid,
    RecruitUnits,
    RunLaboratory,
    Spy,
    Train,
    TunnelRaid,
)
from ...phrases import PHRASEBOOK, nation_name, spell_name, spoken, structure_name, territory_name, unit_name, word
from ...rules.common.figures import Part
from ...rules.common.ledger import OrderRefused
from ...sheet.lexicon import vocabulary
from ...state import Cendre
from ...tables import TABLES
from ...title import TITLE
from ...world import MAJORS, SITES, unit_kind
from .chances import Test, Tested
from .fights import Odds, Spread, likely
from .foresight import Chance, Foresight
from .foresight import Prospect as Line
from .guesses import loot_in

AGENTS = {Spy: "espions", Assassinate: "assassins", Prospect: "prospecteurs"}
TOO_DEAR = ("price", "cannot_pay", "too_dear")
OUT_OF_STOCK = ("TC-CITY-07", "TC-CITY-08")
"""Rules that refuse what the stores do not hold, and tell how much they do."""
BONUS_RULES = {
    "castle": "TC-STRUCT-04", "works": "TC-STRUCT-04", "science": "TC-SCI-04", "specialisation": "TC-SCI-04",
    "nationalism": "TC-SCI-05", "spell": "TC-MAG-02", "spell_defence": "TC-MAG-02", "event": "TC-EVT-04",
    "structure": "TC-STRUCT-08", "terrain": "TC-LAND-08", "river": "TC-LAND-08", "landing": "TC-LAND-08", "strategy": "TC-LEAD-11",
}  # fmt: skip
"""The rules behind the bonuses of a fight; those not named are the combat test's own."""


def say(key: str, language: str, **facts: object) -> str:
    return PHRASEBOOK.on_board(key, language, **facts)


def outlook(seen: Foresight, line: Line, language: str) -> Outlook:
    """One line's outlook."""
    return Outlook(
        price=_price(line, language),
        busy=_busy(seen.table, line, language),
        chance=_percent(line.chance) if line.chance and not line.refused else None,
        figures=_figures(line, language),
        success="" if line.refused and not waits(line.refused) else _success(seen, line, language),
        failure=_failure(seen, line, language),
        alarm=_alarm(line, language),
        notes=tuple(_notes(seen, line, language)),
    )


# -- price and people -------------------------------------------------------------------------------------------


def _price(line: Line, language: str) -> str:
    if isinstance(line.order, Bid):
        return say("foresee_if_won", language, goods=amounts(Goods(gold=line.order.gold), language))
    low, high = line.cost.least.at_least_nothing(), line.cost.most.at_least_nothing()
    price = amounts(high, language) if low == high else ranges(low, high, language)
    fluid = line.fluid
    if fluid is None:
        return price
    spent = say("foresee_fluid", language, n=fluid.cost, territory=territory_name(fluid.place, language), have=fluid.have)
    return ", ".join(filter(None, (price, spent)))


def amounts(goods: Goods, language: str) -> str:
    """`40 gold, 3 wood`."""
    return ", ".join(f"{amount} {word(kind, language)}" for kind, amount in goods.items())


def ranges(low: Goods, high: Goods, language: str) -> str:
    """`20-40 gold`."""
    return ", ".join(f"{between(low[kind], most)} {word(kind, language)}" for kind, most in high.items())


def between(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _busy(table: Cendre, line: Line, language: str) -> str:
    order = line.order
    if not isinstance(order, LeaderOrder):
        return ""
    name = actor_name(table, order.leader, language)
    unit = AGENTS.get(type(order))
    if unit and "@" not in order.leader:
        return say("foresee_agents", language, name=name, n=_agents(order), unit=unit_name(unit, language))
    if isinstance(order, RecruitUnits):
        return _levy(table, order, line.number[1] or order.number, name, language)
    return name


def actor_name(table: Cendre, actor: str, language: str) -> str:
    """A leader, or a house that acts in its own name."""
    if "@" in actor:
        kind, _, place = actor.partition("@")
        return f"{structure_name(kind, language)} ({place})"
    return table.leaders[actor].name if actor in table.leaders else actor


def _agents(order: AnyOrder) -> int:
    return 1 + max(0, int(getattr(order, "extra", 0))) + max(0, int(getattr(order, "diversion", 0)))


def _levy(table: Cendre, order: RecruitUnits, number: int, name: str, language: str) -> str:
    leader = table.leaders.get(order.leader)
    place = order.leader.partition("@")[2] or order.territory or (leader.at if leader else "")
    if place not in SITES:
        return name
    people = unit_kind(order.unit).people * number
    have = table.lands[place].recruits
    return (
        say("foresee_recruits", language, name=name, n=people, have=have, territory=territory_name(place, language))
        if people
        else name
    )


# -- the test ---------------------------------------------------------------------------------------------------


def _percent(chance: Chance) -> tuple[int, int]:
    return whole(chance.least), whole(chance.most)


def whole(share: float) -> int:
    """Per cent, never rounded to certainty either way."""
    return 1 if 0 < share < 0.01 else 99 if 0.99 < share < 1 else round(100 * share)


def _figures(line: Line, language: str) -> tuple[Figure, ...]:
    if line.refused:
        return ()
    if line.tested:
        return _test_figures(line.tested, language)
    return tuple(_fight_figures(line.odds, language))


def _test_figures(tested: Tested, language: str) -> tuple[Figure, ...]:
    difficulties = [test.difficulty for test in tested.tests]
    amount = between(min(difficulties), max(difficulties))
    first = Figure(say("foresee_difficulty", language), amount, tested.tests[0].rule)
    return (first, *_part_figures(tested.tests, language))


def _part_figures(tests: Sequence[Test], language: str) -> Iterable[Figure]:
    """Every part that counts in some test, from the least to the most that it may be."""
    known: dict[str, Part] = {part.name: part for test in tests for part in test.parts}
    for name, part in known.items():
        found = [sum(other.amount for other in test.parts if other.name == name) for test in tests]
        yield Figure(word(name, language), signed(min(found), max(found)), part.rule)


def signed(low: int, high: int) -> str:
    return f"{low:+}" if low == high else f"{low:+}…{high:+}"


def _fight_figures(odds: Sequence[Odds], language: str) -> Iterable[Figure]:
    fights = [one for one in odds if one.against]
    if not fights:
        return
    own, foe = [one.force[0] for one in fights], [one.force[1] for one in fights]
    units = between(min(one.against for one in fights), max(one.against for one in fights))
    forces = {"own": between(min(own), max(own)), "foe": between(min(foe), max(foe)), "units": units}
    yield Figure(say("foresee_forces", language, **forces), "", "TC-WAR-15")
    names = dict.fromkeys(name for one in fights for name, _ in one.bonuses)
    for name in names:
        found = [sum(amount for other, amount in one.bonuses if other == name) for one in fights]
        yield Figure(word(name, language), signed(min(found), max(found)), BONUS_RULES.get(name, "TC-WAR-15"))
    ambushes = [whole(one.ambush) for one in fights]
    if max(ambushes):
        yield Figure(word("ambush", language), f"{between(min(ambushes), max(ambushes))} %", "TC-WAR-14")


# -- what comes of it -------------------------------------------------------------------------------------------


def _success(seen: Foresight, line: Line, language: str) -> str:
    said = say(f"foresee_{type(line.order).__name__}", language, **facts(seen, line, language))
    gains = (line.cost.most * -1).at_least_nothing()
    return f"{said} {say('foresee_brings', language, goods=amounts(gains, language))}" if gains else said


def facts(seen: Foresight, line: Line, language: str) -> dict[str, object]:
    """Everything that a sentence about an order may name."""
    order, table = line.order, seen.table
    leader = table.leaders.get(str(getattr(order, "leader", "")))
    number = getattr(order, "amount", 0) or getattr(order, "points", 0) or getattr(order, "number", 0) or _competence(line)
    return {
        "n": between(*line.number) if line.number[1] else _number(order, number),
        "most": leader.military.command if leader and leader.military else 0,
        "name": actor_name(table, str(getattr(order, "leader", "")), language),
        "target": getattr(order, "name", "") or getattr(order, "target", ""),
        "territory": spoken(territory_name)(str(getattr(order, "territory", "")), language),
        "nation": spoken(nation_name)(str(getattr(order, "nation", "")), language),
        "unit": _unit(order, language),
        "structure": structure_name(str(getattr(order, "structure", "")), language),
        "building": structure_name(str(getattr(order, "building", "")), language),
        "spell": spell_name(order.spell, language) if isinstance(order, CastSpell) else "",
        "goods": amounts(_loot(seen, line), language),
        **{name: word(str(getattr(order, name, "")), language) for name in ("domain", "discovery", "colour")},
        "level": _level(order, language),
    }


def _number(order: AnyOrder, number: int) -> int:
    if isinstance(order, FormArmy):
        return sum(count for _, count in order.units)
    return order.goods.total() if isinstance(order, RunLaboratory) else number


def _level(order: AnyOrder, language: str) -> str:
    """What training leads to: a level, or beyond all levels a characteristic."""
    if not isinstance(order, Train):
        return ""
    beyond = order.level not in TABLES.leaders.levels
    return f"{word(f'figure.{order.level}', language)} +1" if beyond else word(order.level, language)


def _unit(order: AnyOrder, language: str) -> str:
    unit = str(getattr(order, "unit", ""))
    return unit_name(unit, language) if unit else ""


def _competence(line: Line) -> int:
    parts = line.tested.tests[0].parts if line.tested else ()
    return sum(part.amount for part in parts if part.name == "competence")


def _loot(seen: Foresight, line: Line) -> Goods:
    order = line.order
    if not isinstance(order, Raid | TunnelRaid) or not line.army or order.territory not in SITES:
        return NOTHING
    return loot_in(seen.table, seen.nation, order.territory, line.army)


def _failure(seen: Foresight, line: Line, language: str) -> str:
    if line.refused or not line.chance or line.chance.least >= 1:
        return ""
    key = f"foresee_failed_{type(line.order).__name__}"
    if key in PHRASEBOOK.phrases.board:
        return say(key, language)
    at_home = isinstance(line.order, Prospect) and _owner(seen, line.order) == seen.nation
    if type(line.order) in AGENTS and not at_home and "@" not in str(getattr(line.order, "leader", "")):
        return say("foresee_agents_lost", language, n=_agents(line.order))
    return say("foresee_paid_in_vain" if line.cost.most else "foresee_nothing", language)


def _owner(seen: Foresight, order: Prospect) -> str:
    return seen.table.lands[order.territory].owner if order.territory in SITES else ""


def _is_sought(seen: Foresight, order: Spy) -> bool:
    """TC-INFO-10 Does somebody look for the spies' master, whatever they find?"""
    holder = seen.table.lands[order.territory].controller if order.territory in SITES else ""
    return holder in MAJORS and holder != seen.nation


# -- notes ------------------------------------------------------------------------------------------------------


def waits(refusal: OrderRefused) -> bool:
    """Does it only say that somebody else has to write something, too?"""
    return str(refusal.facts.get("why", "")) in vocabulary().others


def is_short(refusal: OrderRefused) -> bool:
    """Is it for want of gold or goods?"""
    empty = refusal.rule in OUT_OF_STOCK and "have" in refusal.facts
    return empty or str(refusal.facts.get("why", "")) in TOO_DEAR


def _alarm(line: Line, language: str) -> str:
    refusal = line.refused or line.doubtful
    if refusal and not waits(refusal):
        return _refusal(refusal, language, sure=line.refused is not None)
    if isinstance(line.order, MarchOrder) and not line.odds and not line.refused:
        return say("foresee_astray", language)
    return say("foresee_hopeless", language) if line.chance and line.chance.most <= 0 else ""


def _notes(seen: Foresight, line: Line, language: str) -> Iterable[str]:
    refusal = line.refused or line.doubtful
    if refusal and waits(refusal):
        yield say("foresee_others", language)
    if line.refused:
        return
    if isinstance(line.order, Spy) and _is_sought(seen, line.order):
        yield say("foresee_sought", language)
    if isinstance(line.order, FormArmy) and line.number[1] < _number(line.order, 0):
        yield say("foresee_absent", language, n=_number(line.order, 0) - line.number[1])
    if line.tested:
        yield from _test_notes(line, line.tested, language)
    elif isinstance(line.order, MarchOrder):
        yield from _fight_notes(line, language) if line.odds else ()
    else:
        yield say("foresee_untested" if line.cost.most.at_least_nothing() or line.fluid else "foresee_free", language)


def _refusal(refusal: OrderRefused, language: str, *, sure: bool) -> str:
    if is_short(refusal):
        return say("foresee_short", language)
    name = TITLE.catalogue.rules[refusal.rule].name[language]
    return say("foresee_refused" if sure else "foresee_maybe", language, rule=name)


def _test_notes(line: Line, tested: Tested, language: str) -> Iterable[str]:
    if any(test.sure for test in tested.tests):
        yield say("foresee_sure", language)
    if tested.again:
        yield say("foresee_again", language)
    if line.chance and line.chance.least != line.chance.most:
        yield say("foresee_hidden", language, n=whole(line.chance.mean))


def _fight_notes(line: Line, language: str) -> Iterable[str]:
    fights = [one for one in line.odds if one.against]
    if not fights:
        yield say("foresee_unopposed", language)
    elif len(fights) < len(line.odds):
        yield say("foresee_nobody", language)
    if any(one.wild for one in fights):
        yield say("foresee_wild", language, foe=between(min(one.force[1] for one in fights), max(one.force[1] for one in fights)))
    if fights:
        own, foe = _together(one.own for one in fights), _together(one.foe for one in fights)
        yield say("foresee_losses", language, own=between(*likely(own)), units=line.army, foe=between(*likely(foe)))
    if line.chance and line.chance.least != line.chance.most:
        yield say("foresee_hidden", language, n=whole(line.chance.mean))
    yield say("foresee_alone", language)


def _together(spreads: Iterable[Spread]) -> Spread:
    found: Spread = {}
    for spread in spreads:
        for number, chance in spread.items():
            found[number] = found.get(number, 0.0) + chance
    return found
