"""Who carries out an order: a leader once a season, or a structure that acts in its own name."""

from __future__ import annotations

import msgspec

from marchland.kernel.errors import IllegalAction

from ...orders import CivilOrder, GeneralOrder, LeaderOrder, MagicOrder, MilitaryOrder, RecruitUnits
from ...state import WINTER, Cendre, Code, Leader, NationId
from ...tables import TABLES
from ...world import SITES
from ..common.dice import percent
from ..common.inquiry import has_gift, has_structure, is_held
from ..common.ledger import refuse, tally
from ..common.marks import marks
from ..magic.lasting import spell_forbids
from ..towns.towns import EFFECTS
from .people import write_leader


class Actor(msgspec.Struct, frozen=True):
    """A leader or a structure about to act: where it is, how able it is, and whether the order is its talent."""

    id: str
    at: Code
    competence: int
    talents: tuple[str, ...] = ()
    gifts: tuple[str, ...] = ()
    structure: str = ""

    def has_gift(self, gift: str) -> bool:
        return any(known.split(":")[0] == gift for known in self.gifts)


def check_actor(game: Cendre, nation: NationId, order: LeaderOrder) -> Leader:
    """TC-LEAD-01 A leader acts for his own nation, once a season, if he is free, healthy, paid and of the right type."""
    record = game.leaders.get(order.leader)
    if record is None or record.nation != nation:
        raise IllegalAction("TC-LEAD-01", leader=order.leader, why="unknown")
    problem = unfitness(record, order)
    if problem:
        raise IllegalAction(problem[0], leader=order.leader, why=problem[1])
    if spell_forbids(game, "act", leader=order.leader):
        raise IllegalAction("TC-MAG-02", leader=order.leader, why="spellbound")
    return record


def acting_leader(game: Cendre, nation: NationId, line: int, order: LeaderOrder) -> Leader | None:
    """TC-LEAD-01 The leader who carries out the order; nobody, and the line refused, if he cannot."""
    try:
        return check_actor(game, nation, order)
    except IllegalAction as refusal:
        refuse(game, nation, line, order, refusal.rule, **refusal.facts)
        return None


def unfitness(leader: Leader, order: LeaderOrder) -> tuple[str, str] | None:
    """TC-LEAD-01 Why a leader cannot carry out an order: the rule and a word."""
    if leader.captor:
        return "TC-LEAD-01", "prisoner"
    if leader.wounded and type(order).__name__ != "Heal":
        return "TC-GEN-01", "wounded"
    if leader.idle:
        return ("TC-LEAD-02" if leader.idle == "unpaid" else "TC-LEAD-04"), leader.idle
    if leader.acted:
        return "TC-LEAD-01", "acted"
    return None if has_the_type(leader, order) else ("TC-LEAD-01", "type")


def has_the_type(leader: Leader, order: LeaderOrder) -> bool:
    """TC-LEAD-01 Civil, magical and military operations each need a leader of the type; general ones any."""
    match order:
        case CivilOrder():
            return leader.civil is not None
        case MagicOrder():
            return leader.magic is not None
        case RecruitUnits():
            return leader.military is not None or has_gift(leader, "militariste")
        case MilitaryOrder():
            return leader.military is not None
        case GeneralOrder():
            return True
    return False


def take_action(game: Cendre, leader: str) -> None:
    """TC-LEAD-01 A leader carries out one operation a season, whatever his types."""
    if leader in game.leaders:
        write_leader(game, leader, acted=True)


def refresh_leaders(game: Cendre) -> None:
    """TC-LEAD-01 A new season: every leader may act again."""
    for leader in sorted(game.leaders):
        record = game.leaders[leader]
        if record.acted or record.idle:
            write_leader(game, leader, acted=False, idle="")


def sober_up(game: Cendre) -> None:
    """TC-LEAD-04 An alcoholic cannot act in half of the seasons; events keep others from acting."""
    for leader in sorted(game.leaders):
        record = game.leaders[leader]
        if not record.nation or record.idle:
            continue
        if "alcoholic" in record.specials and percent(game, record.nation, "alcoholic", TABLES.leaders.specials.alcoholic_chance):
            write_leader(game, leader, idle="drunk")
        elif any(mark.word == leader for mark in marks(game, "idle", nation=record.nation)):
            write_leader(game, leader, idle="retreat")


# -- civil actors -----------------------------------------------------------------------------------------------


HOUSES = {
    "maison-des-masques": ("espionnage", "agitation"),
    "ateliers-mortuaires": ("culture", "exploitation"),
    "guilde-des-explorateurs": ("prospection",),
    "maison-des-esclaves": ("culture", "défrichage", "exploitation", "réseau routier"),
}
"""Structures that carry out a civil operation of their own each season."""


def civil_actor(game: Cendre, nation: NationId, line: int, order: CivilOrder) -> Actor | None:
    """TC-STRUCT-08 The leader or the house behind a civil order."""
    if "@" in order.leader:
        return _house(game, nation, line, order)
    leader = acting_leader(game, nation, line, order)
    if leader is None or leader.civil is None:
        return None
    if order.winter and not may_act_in_winter(leader):
        refuse(game, nation, line, order, "TC-LEAD-10", leader=leader.id, why="winter")
        return None
    return Actor(leader.id, leader.at, leader.civil.competence, leader.civil.talents, leader.civil.gifts)


def may_act_in_winter(leader: Leader) -> bool:
    """TC-LEAD-10 Only an insomniac works in winter."""
    return has_gift(leader, "insomniaque")


def _house(game: Cendre, nation: NationId, line: int, order: CivilOrder) -> Actor | None:
    kind, _, code = order.leader.partition("@")
    held = code in SITES and is_held(game.lands[code], nation) and has_structure(game.lands[code], kind)
    used = order.leader in game.nations[nation].season.used
    if not held or used or game.season == WINTER or order.OPERATION not in HOUSES.get(kind, ()):
        refuse(game, nation, line, order, "TC-STRUCT-08", structure=kind, why="used" if used else "unknown")
        return None
    competence = EFFECTS[kind].competence
    if kind == "maison-des-esclaves":
        year = game.nations[nation].year
        competence = min(EFFECTS[kind].most, competence + year.battles_won + year.raids_won)
    talents = HOUSES[kind] if EFFECTS[kind].share == 2 and kind != "maison-des-esclaves" else ()
    return Actor(order.leader, code, competence, talents, (), kind)


def use_up(game: Cendre, nation: NationId, actor: Actor) -> None:
    """The actor has had its operation of the season, where he went for it."""
    if actor.structure:
        used = game.nations[nation].season.used
        tally(game, nation, "season", used=(*used, actor.id))
    else:
        write_leader(game, actor.id, at=actor.at)
        take_action(game, actor.id)
