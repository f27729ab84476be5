"""Magicians: spells that feed, dig and settle are weighed like any work; in war they strike; the rest tend sources or learn."""

from __future__ import annotations

from collections.abc import Iterator

from ... import orders as o
from ...rules.magic.book import PERMANENT, SPELLS, UNTIL_WINTER, Atom, Spell
from ...state import AUTUMN, SPRING, Code, Leader
from ...tables import TABLES
from ...world import SITES, distances
from ..sorcery import HARMFUL, _suits, aimed, boost, change_colour, gather, learn
from .army import wanted_for_land
from .council import Council
from .learning import material_income

LEAST = 0.3
"""For less nobody lifts his staff."""
YARDSTICK = 0.02
"""Glory for a piece of gold on the designer's scale, for what is not reckoned here."""
STILL_TO_COME = {SPRING: 2, AUTUMN: 0}
"""Active seasons of the year after this one; one in summer."""


def plan_sorcery(council: Council) -> None:
    for leader in council.free():
        if leader.magic is None or (leader.civil and leader.civil.competence >= 3):
            continue
        best = max(castings(council, leader), key=lambda found: found[0], default=None)
        if best is not None and best[0] * council.weights.magic > LEAST:
            _, place, order, cost = best
            if leader.at != place:
                council.write(o.Place(leader.id, place))
            council.write(order)
            council.drained[place] = council.drained.get(place, 0) + cost


def tend_sources(council: Council) -> None:
    """Magicians with nothing else to do: sources first, then a new colour."""
    for leader in council.free():
        if leader.magic is not None:
            _ = boost(council, leader) or change_colour(council, leader) or gather(council, leader) or learn(council, leader)


def castings(council: Council, leader: Leader) -> Iterator[tuple[float, Code, o.CastSpell, int]]:
    """Every spell the magician can pay for somewhere, with what it is worth."""
    assert leader.magic is not None
    for spell in sorted(SPELLS.values(), key=lambda spell: spell.id):
        if spell.colour not in leader.magic.colours or spell.level > leader.magic.power:
            continue
        for place in council.mine:
            land = council.game.lands[place]
            cost = max(1, spell.level - (land.colour == spell.colour))
            if land.fluid - council.drained.get(place, 0) < cost:
                continue
            found = best_aim(council, leader, spell, place)
            if found is not None:
                yield found[0] - 0.05 * cost, place, found[1], cost


def best_aim(council: Council, leader: Leader, spell: Spell, place: Code) -> tuple[float, o.CastSpell] | None:
    """The spell where it brings most: one's own land by what it does there, anything else as the frozen ruler aims it."""
    assert leader.magic is not None
    written = f"{spell.colour}/{spell.level}"
    if spell.target == "own_territory" or (spell.target == "any_territory" and not harms(spell)):
        reach = leader.magic.control if spell.range == "control" else 0
        near = [code for code, steps in distances(place).items() if steps <= reach and code in council.mine and meets(spell, code)]
        aims = [(worth_there(council, spell, code), code) for code in sorted(near)]
        best = max(aims, default=None)
        return None if best is None or best[0] <= 0 else (best[0], o.CastSpell(leader.id, written, territory=best[1]))
    order = aimed(council, leader, spell, place)
    if order is None:
        return None
    if spell.target == "self_nation":
        return worth_there(council, spell, place), order
    return _custom(council, spell), order


def harms(spell: Spell) -> bool:
    return any(atom.amount < 0 and atom.what not in ("danger", "base_danger") for atom in spell.effect)


def meets(spell: Spell, code: Code) -> bool:
    """Does the land meet what the spell asks for, its resource included?"""
    needs = spell.requires
    return _suits(spell, code) and (not needs.resource or SITES[code].resource in needs.resource)


def _custom(council: Council, spell: Spell) -> float:
    """What is hard to reckon goes by the designer's scale: blows and shields count in war only."""
    scale = TABLES.grimoire["yardstick"]["worth"][spell.level] * YARDSTICK
    if spell.target in HARMFUL or spell.target == "own_army":
        return float(scale) * (2.0 if council.foes else 0.0)
    return float(scale) * 0.15


def worth_there(council: Council, spell: Spell, code: Code) -> float:
    """What a spell on one's own land brings by the end of the game."""
    return sum(atom_worth(council, spell, atom, code) for atom in spell.effect)


def summoned_worth(council: Council, spell: Spell, atom: Atom) -> float:
    """Troops out of nowhere: something for those who need them, and their upkeep for everybody."""
    assert atom.unit is not None
    span = council.seasons if spell.duration == PERMANENT else STILL_TO_COME.get(council.game.season, 1)
    needed = 0.4 if council.foes else 0.15 if wanted_for_land(council) else 0.0
    upkeep = atom.unit.upkeep.gold * council.worth_of_gold + atom.unit.upkeep.provisions * (1.0 if council.hunger > -3 else 0.1)
    return float(atom.amount) * (atom.unit.force * needed - upkeep * span)


def atom_worth(council: Council, spell: Spell, atom: Atom, code: Code) -> float:
    land, amount = council.game.lands[code], float(atom.amount)
    limit, kind = TABLES.land.limit, SITES[code].resource
    spread = {"target": 1, "adjacent": 2, "around": 3, "around_2": 5, "controlled": len(council.mine)}.get(atom.area, 1)
    span = STILL_TO_COME.get(council.game.season, 1) if spell.duration == UNTIL_WINTER else 1
    hungry = 1.2 if council.hunger > 0 else 0.1
    if atom.unit is not None:
        return summoned_worth(council, spell, atom)
    match atom.op, atom.what:
        case "add", "population":
            grown = min(amount, limit - land.population) if atom.area == "target" else amount * spread
            return council.income_worth(4.0 * grown * council.quiet(code))
        case "add", "exploitations":
            grown = min(amount, limit - land.exploitations)
            return grown * material_income(council, kind) * council.seasons * council.quiet(code)
        case "add", "farms":
            return min(amount, limit - land.farms) * hungry * 2
        case "add", "resource":
            made = atom.value if atom.value in TABLES.land.resources else kind
            return amount * max(council.material_worth(made), 0.15)
        case "add", "provisions":
            return amount * 0.2 * hungry
        case "modify", "provisions_yield":
            return amount * spread * span * 0.4 * hungry
        case "modify", "resource_yield":
            return amount * spread * span * 0.25
        case "modify", "stability_test":
            return council.calm_now(int(amount)) * (span + 1)
        case "modify", "danger":
            return -amount / 100 * spread * span * 1.0
        case "add", "reputation_tenths":
            return amount / 10 * council.point_of_reputation
    return 0.0
