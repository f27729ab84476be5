"""Magicians: cast the strongest spell that helps, tap other sources, learn new colours."""

from __future__ import annotations

from collections.abc import Iterator

from .. import orders as o
from ..goods import Goods
from ..rules.common.inquiry import at_war, knows
from ..rules.magic.book import SPELLS, Spell
from ..rules.magic.targets import can_appear
from ..rules.science import open_colours
from ..state import Code, Leader
from ..tables import TABLES
from ..world import SITES, distances
from .plan import Plan, why

HARMFUL = ("enemy_territory", "enemy_army", "enemy_leader", "enemy_city", "nation")


def plan_sorcery(plan: Plan) -> None:
    drained: dict[Code, int] = {}
    for leader in plan.free():
        if leader.magic is None:
            continue
        best = max(_castings(plan, leader, drained), key=lambda found: found[0], default=None)
        if best is not None:
            _, place, order, cost = best
            _send(plan, leader, place)
            plan.write(order, why=why("spell", spell=order.spell))
            drained[place] = drained.get(place, 0) + cost
        else:
            tend_sources(plan, leader, drained)


def _send(plan: Plan, leader: Leader, place: Code) -> None:
    if leader.at != place:
        plan.write(o.Place(leader.id, place))


def _castings(plan: Plan, leader: Leader, drained: dict[Code, int]) -> Iterator[tuple[float, Code, o.CastSpell, int]]:
    """Every spell the magician can pay for somewhere, with a rough worth."""
    assert leader.magic is not None
    worths = TABLES.grimoire["yardstick"]["worth"]
    for spell in sorted(SPELLS.values(), key=lambda spell: spell.id):
        if spell.colour not in leader.magic.colours or spell.level > leader.magic.power:
            continue
        for place in plan.mine:
            land = plan.game.lands[place]
            cost = max(1, spell.level - (land.colour == spell.colour))
            if land.fluid - drained.get(place, 0) < cost:
                continue
            order = aimed(plan, leader, spell, place)
            if order is not None:
                taste = 0.7 + plan.draw(60) / 100
                yield worths[spell.level] * taste * _urgency(plan, spell), place, order, cost


def _urgency(plan: Plan, spell: Spell) -> float:
    if spell.target in HARMFUL:
        return 1.3 if plan.foes else 0.2
    if spell.target == "own_army":
        return 1.2 if plan.foes else 0.25
    return 1.0


def aimed(plan: Plan, leader: Leader, spell: Spell, place: Code) -> o.CastSpell | None:
    """The spell on a target in reach that the writer knows of; None if there is none."""
    assert leader.magic is not None
    written = f"{spell.colour}/{spell.level}"
    reach = leader.magic.control if spell.range == "control" else 0
    near = [code for code, steps in sorted(distances(place).items()) if steps <= reach]
    own = [code for code in near if code in plan.mine and _suits(spell, code)]
    match spell.target:
        case "self_nation":
            return o.CastSpell(leader.id, written)
        case "own_territory" | "any_territory" | "source" if own:
            return o.CastSpell(leader.id, written, territory=own[plan.draw(len(own))])
        case "own_city":
            towns = [code for code in own if plan.game.lands[code].town]
            return o.CastSpell(leader.id, written, territory=towns[0]) if towns else None
        case "own_leader":
            return o.CastSpell(leader.id, written, target=leader.id)
        case "own_army":
            armies = [code for code in own if plan.garrisons.get(code)]
            return o.CastSpell(leader.id, written, territory=armies[0]) if armies else None
    return _harmful(plan, leader, spell, written, near)


def _suits(spell: Spell, code: Code) -> bool:
    """Does the land meet what the spell asks of its target, as far as the map shows?"""
    site, needs = SITES[code], spell.requires
    if needs.terrain and not set(needs.terrain) & set(site.terrains):
        return False
    if (needs.coastal or needs.water) and not site.by_the_sea:
        return False
    return all(can_appear(unit, code) for unit in spell.summons)


def _harmful(plan: Plan, leader: Leader, spell: Spell, written: str, near: list[Code]) -> o.CastSpell | None:
    lands = plan.game.lands
    hostile = [
        code
        for code in near
        if lands[code].controller and at_war(plan.game, plan.nation, lands[code].controller) and _suits(spell, code)
    ]
    if not hostile:
        return None
    code = hostile[plan.draw(len(hostile))]
    nation = lands[code].controller
    if spell.target in ("enemy_territory", "any_territory", "source") or (spell.target == "enemy_city" and lands[code].town):
        return o.CastSpell(leader.id, written, territory=code)
    if spell.target == "enemy_army":
        return o.CastSpell(leader.id, written, territory=code, nation=nation)
    return o.CastSpell(leader.id, written, nation=nation) if spell.target == "nation" else None


# -- sources ----------------------------------------------------------------------------------------------------


def tend_sources(plan: Plan, leader: Leader, drained: dict[Code, int]) -> None:
    """Without a spell to cast: strengthen the best source, drain an enemy's, or study."""
    for act in (boost, change_colour, dry_up, gather, exhaust, learn):
        if act(plan, leader):
            return


def boost(plan: Plan, leader: Leader) -> bool:
    open_sources = [code for code in plan.mine if 0 < plan.game.lands[code].source < TABLES.magic.fluid_maximum]
    if not knows(plan.game, plan.nation, "Booster la magie") or not open_sources:
        return False
    best = max(open_sources, key=lambda code: (plan.game.lands[code].source, code))
    _send(plan, leader, best)
    plan.write(o.BoostSource(leader.id), why=why("source", territory=best))
    return True


def change_colour(plan: Plan, leader: Leader) -> bool:
    """A full source of a foreign colour is turned to one's own."""
    if not knows(plan.game, plan.nation, "Changer la couleur") or leader.magic is None:
        return False
    for code in plan.mine:
        land = plan.game.lands[code]
        if land.source and land.fluid >= land.source and land.colour not in leader.magic.colours:
            _send(plan, leader, code)
            plan.write(o.ChangeColour(leader.id, leader.magic.colours[0]), why=why("source", territory=code))
            return True
    return False


def dry_up(plan: Plan, leader: Leader) -> bool:
    if not plan.foes or not knows(plan.game, plan.nation, "Assécher une source"):
        return False
    return _at_enemy(plan, leader, o.DryUp)


def exhaust(plan: Plan, leader: Leader) -> bool:
    return bool(plan.foes) and _at_enemy(plan, leader, o.Exhaust)


def _at_enemy(plan: Plan, leader: Leader, order: type[o.DryUp | o.Exhaust]) -> bool:
    assert leader.magic is not None
    for place in plan.mine:
        for code, steps in sorted(distances(place).items()):
            controller = plan.game.lands[code].controller
            if steps <= leader.magic.control and controller and at_war(plan.game, plan.nation, controller):
                _send(plan, leader, place)
                plan.write(order(leader.id, code), why=why("harm", nation=controller))
                return True
    return False


def gather(plan: Plan, leader: Leader) -> bool:
    """Fluid is brought together where a spell may be cast next season."""
    assert leader.magic is not None
    lands = plan.game.lands
    order: type[o.Divert | o.Reinforce | o.Siphon] = o.Divert
    if knows(plan.game, plan.nation, "Renforcer une source"):
        order = o.Reinforce
    elif knows(plan.game, plan.nation, "Siphonner une source"):
        order = o.Siphon
    for place in sorted(plan.mine, key=lambda code: (-lands[code].source, code)):
        room = (
            lands[place].source - lands[place].fluid
            if order is not o.Reinforce
            else TABLES.magic.fluid_maximum - lands[place].fluid
        )
        if room <= 0 or not lands[place].source:
            continue
        for code in plan.mine:
            near = distances(place).get(code, 99) <= leader.magic.control
            if (
                code != place
                and near
                and lands[code].fluid > 1
                and (lands[code].colour == lands[place].colour or order is o.Siphon)
            ):
                points = min(leader.magic.power, lands[code].fluid, room)
                _send(plan, leader, place)
                plan.write(order(leader.id, code, points), why=why("gather", territory=place))
                return True
    return False


def learn(plan: Plan, leader: Leader) -> bool:
    """A second colour, for those who can pay for a good chance."""
    assert leader.magic is not None
    price = Goods(gold=TABLES.magic.learn.cost)
    wished = [colour for colour in plan.record.colours if colour not in leader.magic.colours] or list(
        open_colours(plan.game, plan.nation)
    )
    known = [colour for colour in wished if colour in plan.record.colours]
    if not known or len(leader.magic.colours) >= TABLES.leaders.colours_maximum or not plan.can_spend(price * 3):
        return False
    plan.write(o.LearnMagic(leader.id, known[0]), price, why("learn", colour=known[0]))
    return True
