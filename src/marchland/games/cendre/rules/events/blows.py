"""National events that fall on leaders, troops and land."""

from __future__ import annotations

from marchland.kernel.chance import pick, shuffled

from ...state import Cendre, LeaderId, NationId
from ...tables import TABLES
from ...world import unit_kind
from ..common.dice import d6, d10, written
from ..common.inquiry import held, is_at_war, leaders_of
from ..common.ledger import add_units, all_units, change_land, count, lose_units, units_at, weakest_first
from ..common.marks import add_mark
from ..glory.account import change_glory
from ..leaders.market import offer_on_market
from ..leaders.people import die, escapes_death, wound, write_leader
from ..leaders.training import new_tactic
from ..standing.account import change_stability
from ..towns.towns import lose_structure, shrink
from ..war.war import loss_test
from .steps import RULE, Step, candidates, change_here, rolled, since, until

# -- leaders ----------------------------------------------------------------------------------------------------


def idle(game: Cendre, nation: NationId, step: Step) -> bool:
    """Somebody gives no order next season."""
    leaders = [leader for leader in leaders_of(game, nation) if not leader.captor and (step.kind != "civil" or leader.civil)]
    if leaders:
        _keep_from_acting(game, nation, step, pick(game, leaders).id)
    return True


def hangover(game: Cendre, nation: NationId, step: Step) -> bool:
    for leader in leaders_of(game, nation):
        if d10(game, nation, "event") <= 3:
            _keep_from_acting(game, nation, step, leader.id)
    return True


def _keep_from_acting(game: Cendre, nation: NationId, step: Step, leader: LeaderId) -> None:
    add_mark(game, "idle", until(game, step), nation=nation, word=leader, since=since(game, step))


def purge(game: Cendre, nation: NationId, step: Step) -> bool:
    leaders = [leader for leader in leaders_of(game, nation) if not leader.ruler and not leader.captor]
    if leaders:
        fallen = pick(game, leaders)
        if d6(game, nation, "event") <= 3 and not escapes_death(game, fallen):
            die(game, fallen.id, "executed", RULE)
        else:
            offer_on_market(game, fallen.id, "fled", RULE)
    return True


def night_of_knives(game: Cendre, nation: NationId, step: Step) -> bool:
    leaders = [leader for leader in leaders_of(game, nation) if not leader.captor]
    others = [leader for leader in leaders if not leader.ruler]
    for leader in shuffled(game, others if len(others) >= 3 else leaders)[: int(step.number)]:
        die_roll = d10(game, nation, "event")
        if die_roll <= 3 and not escapes_death(game, leader):
            die(game, leader.id, "murdered", RULE)
        elif die_roll <= 7:
            wound(game, leader.id, "attacked", RULE)
    return True


def coup(game: Cendre, nation: NationId, step: Step) -> bool:
    """The best general flees with part of the capital's garrison."""
    generals = [leader for leader in leaders_of(game, nation) if leader.military and not leader.ruler and not leader.captor]
    if not generals:
        change_stability(game, nation, -2, "event", RULE)
        return True
    skill = max(leader.military.command for leader in generals if leader.military)
    best = [leader for leader in generals if leader.military and leader.military.command == skill]
    offer_on_market(game, pick(game, best).id, "fled", RULE)
    capital = game.nations[nation].capital
    for unit in weakest_first(units_at(game, capital, nation))[: rolled(game, nation, step)]:
        lose_units(game, capital, nation, unit, 1, "event", RULE)
    change_stability(game, nation, -1, "event", RULE)
    return True


def triumph(game: Cendre, nation: NationId, step: Step) -> bool:
    won = game.nations[nation].year.battles_won > 0
    change_glory(game, nation, step.most if won else rolled(game, nation, step), "event", RULE)
    officers = [leader for leader in leaders_of(game, nation) if leader.military]
    if officers:
        officer = pick(game, officers)
        if officer.military and len(officer.military.tactics) < len(TABLES.leaders.tactics):
            write_leader(game, officer.id, military=new_tactic(game, officer.military))
    return True


# -- troops -----------------------------------------------------------------------------------------------------


def feud(game: Cendre, nation: NationId, step: Step) -> bool:
    for code in shuffled(game, held(game, nation))[: int(step.number)]:
        for unit in weakest_first(units_at(game, code, nation))[:1]:
            lose_units(game, code, nation, unit, 1, "event", RULE)
        change_land(game, code, "brigands", rolled(game, nation, step), "event", RULE)
    return True


def mass_desertion(game: Cendre, nation: NationId, step: Step) -> bool:
    """Half of the largest garrison deserts, a quarter in peace; every two become a band of brigands."""
    stacks = all_units(game, nation)
    if not stacks:
        return True
    largest = max(map(count, stacks.values()))
    code = pick(game, [place for place in sorted(stacks) if count(stacks[place]) == largest])
    share = 2 if is_at_war(game, nation) else 4
    leaving = -(-count(stacks[code]) // share)
    for unit in weakest_first(stacks[code])[:leaving]:
        lose_units(game, code, nation, unit, 1, "event", RULE)
    change_land(game, code, "brigands", leaving // 2, "event", RULE)
    return True


def dead_rebel(game: Cendre, nation: NationId, step: Step) -> bool:
    for code, troops in all_units(game, nation).items():
        for troop in troops:
            if "mort-vivants" in unit_kind(troop.unit).traits:
                lost = sum(d6(game, nation, "event") == 1 for _ in range(troop.count))
                lose_units(game, code, nation, troop.unit, lost, "event", RULE)
                change_land(game, code, "brigands", lost, "event", RULE)
    return True


def great_storm(game: Cendre, nation: NationId, step: Step) -> bool:
    """Half of all ships are lost, the least worth first."""
    ships = [
        (unit_kind(unit).loss_priority, unit, code)
        for code, troops in all_units(game, nation).items()
        for unit in weakest_first(troops)
        if "naval" in unit_kind(unit).traits
    ]
    for _, unit, code in sorted(ships)[: len(ships) // 2]:
        lose_units(game, code, nation, unit, 1, "event", RULE)
    return True


def plague(game: Cendre, nation: NationId, step: Step) -> bool:
    """Random units of an arm are lost."""
    herd = [
        (code, unit)
        for code, troops in all_units(game, nation).items()
        for unit in weakest_first(troops)
        if step.kind in unit_kind(unit).traits
    ]
    for code, unit in shuffled(game, herd)[: rolled(game, nation, step)]:
        lose_units(game, code, nation, unit, 1, "event", RULE)
    return True


def swarm_eats_itself(game: Cendre, nation: NationId, step: Step) -> bool:
    for code, troops in all_units(game, nation).items():
        if count(troops) >= int(step.number):
            for unit in weakest_first(troops)[: rolled(game, nation, step)]:
                lose_units(game, code, nation, unit, 1, "event", RULE)
    return True


def watchers(game: Cendre, nation: NationId, step: Step) -> bool:
    """Guards in forests that lack them, in two of them at most."""
    bare = [code for code in candidates(game, nation, step) if count(units_at(game, code, nation)) < step.most]
    for code in shuffled(game, bare)[: step.most] if len(bare) > step.most else bare:
        add_units(game, code, nation, step.unit, 1, "event", RULE)
    return True


# -- disasters --------------------------------------------------------------------------------------------------


def eruption(game: Cendre, nation: NationId, step: Step) -> bool:
    lands = held(game, nation)
    if not lands:
        return True
    code = pick(game, lands)
    change_here(game, code, "farms", -written(game, nation, "event", "1d3"))
    change_here(game, code, "exploitations", -1)
    loss_test(game, code, nation, "event", RULE)
    built = game.lands[code].structures
    if d6(game, nation, "event") == 1 and built:
        lose_structure(game, code, pick(game, built), "event", RULE)
    return True


def deep_thing(game: Cendre, nation: NationId, step: Step) -> bool:
    lands = held(game, nation)
    if not lands:
        return True
    code = pick(game, lands)
    guarded = count(units_at(game, code, nation)) >= step.most
    loss_test(game, code, nation, "event", RULE)
    change_here(game, code, "exploitations", -1)
    if not guarded and game.lands[code].town > 1:
        shrink(game, code, 1, "event", RULE)
    return True
