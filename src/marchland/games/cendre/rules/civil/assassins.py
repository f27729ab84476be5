"""Chapter "Les opérations civiles", assassination: all attempts strike together, then the victims look for their authors."""

from __future__ import annotations

import msgspec

from marchland.kernel.events import Event

from ...orders import Assassinate
from ...state import MAJOR, Cendre, Leader, NationId
from ...tables import TABLES
from ...world import SITES
from ..civil_units import engage, lose_agents
from ..common.figures import Part, Parts, counting, total
from ..common.inquiry import is_called, kind_of, leaders_of, seats_of
from ..common.ledger import refuse
from ..diplomacy.terms import fresh_wrong
from ..leaders.actors import Actor
from ..leaders.market import offer_on_market
from ..leaders.people import die, escapes_death, is_immortal, wound
from ..magic.lasting import spell_adjusted
from ..standing.deeds import move_counter, move_reputation
from .intrigue import covert_orders, hostile_parts, identified, start
from .operation import difficulty_of, operation_parts, tested


class AssassinationAttempt(Event, frozen=True):
    """The victim's nation alone knows who was attacked and how it ended, and whom it believes to be behind it."""

    RULE = "TC-CIV-04"
    nation: NationId
    name: str
    outcome: str
    accused: NationId = ""


class AssassinsNamed(Event, frozen=True):
    """TC-INFO-10 Everybody hears which nation is accused, rightly or in good faith wrongly; not whom it struck (TC-INFO-04)."""

    RULE = "TC-INFO-10"
    nation: NationId
    accused: NationId


class AssassinsReturned(Event, frozen=True):
    """Only their master hears it: they found nobody of that name, or nobody who can be killed."""

    RULE = "TC-CIV-04"
    nation: NationId
    line: int
    victim: NationId
    name: str
    why: str


class Blow(msgspec.Struct, frozen=True):
    """An assassination that has been rolled and waits to be carried out with all others of the season."""

    author: NationId
    actor: str
    target: str
    outcome: str
    diversion: int


def assassinate(game: Cendre) -> None:
    """TC-CIV-04 All attempts are rolled first and strike together; then victims look for the author."""
    blows = []
    for nation, line, order in covert_orders(game, Assassinate):
        assert isinstance(order, Assassinate)
        target = find_target(game, order)
        if target is not None and target.id == order.leader:
            refuse(game, nation, line, order, "TC-CIV-04", why="self", leader=target.id)
            continue
        actor = start(game, nation, line, order, "assassins", "TC-CIV-04")
        if actor is not None:
            number = engage(game, nation, "assassins", order, actor)
            if target is None:
                _come_back(game, nation, line, order, "nobody_there")
            else:
                blows.append(_attempt(game, nation, line, order, actor, target, number))
    for blow in blows:
        _strike(game, blow)


def _come_back(game: Cendre, nation: NationId, line: int, order: Assassinate, why: str) -> None:
    """TC-CIV-04 Nobody there, or nobody mortal: the gold is spent, the assassins come home empty-handed."""
    audience = seats_of(game, nation)
    game.emit(AssassinsReturned(nation=nation, line=line, victim=order.nation, name=order.name, why=why, audience=audience))


def _attempt(game: Cendre, nation: NationId, line: int, order: Assassinate, actor: Actor, target: Leader, number: int) -> Blow:
    """TC-CIV-04 The test: one more for each assassin sent along, one less for each police unit where the victim is."""
    if is_immortal(target):
        _come_back(game, nation, line, order, "deathless")
        return Blow(nation, actor.id, target.id, "unhurt", order.diversion)
    parts, difficulty = attempt_parts(game, nation, order, actor, target), difficulty_of(game, order)
    test = tested(game, nation, line, order, actor, parts, difficulty, "TC-CIV-04")
    if not test.success:
        lose_agents(game, nation, "assassins", number, "TC-CIV-04")
    return Blow(nation, actor.id, target.id, outcome_of(test.success, difficulty - test.die - test.bonus), order.diversion)


def attempt_parts(game: Cendre, nation: NationId, order: Assassinate, actor: Actor, target: Leader) -> Parts:
    """TC-CIV-04 What helps the assassins, and the police and spells around their victim."""
    police = game.lands[target.at].police if target.at in SITES else 0
    parts = counting(
        *operation_parts(game, nation, actor, order.OPERATION),
        Part("helpers", order.extra, "TC-CIV-04"),
        Part("police", -police, "TC-CIV-04"),
    )
    if not target.at:
        return parts
    parts = counting(*parts, *hostile_parts(game, target.at, order.OPERATION, nation))
    plain = total(parts)
    guarded = spell_adjusted(game, "hostile_operation_test", plain, leader=target.id, operation=order.OPERATION)
    return counting(*parts, Part("spell", guarded - plain, "TC-MAG-02"))


def outcome_of(success: bool, missed_by: int) -> str:
    """TC-CIV-04 Dead, wounded by a near miss, or unhurt."""
    if success:
        return "dead"
    return "wounded" if missed_by <= TABLES.operations.wound_margin else "unhurt"


def find_target(game: Cendre, order: Assassinate) -> Leader | None:
    """TC-CIV-04 The leader of that name in that nation's service, if there is one within reach."""
    named = [leader for leader in leaders_of(game, order.nation) if is_called(leader, order.name)]
    return next((leader for leader in named if not leader.captor), None)


def _strike(game: Cendre, blow: Blow) -> None:
    target = game.leaders.get(blow.target)
    if target is None:
        return
    victim = target.nation
    own = victim == blow.author
    outcome = blow.outcome
    if outcome == "dead" and escapes_death(game, target):
        outcome = "wounded"
    if outcome == "dead":
        die(game, target.id, "murdered", "TC-CIV-04", public=target.ruler)
    elif outcome == "wounded":
        wound(game, target.id, "attacked", "TC-CIV-04")
    accused = identified(game, blow.author, victim, blow.diversion) if kind_of(game, victim) == MAJOR else ""
    audience = seats_of(game, victim)
    game.emit(AssassinationAttempt(nation=victim, name=target.name, outcome=outcome, accused=accused, audience=audience))
    if accused:
        game.emit(AssassinsNamed(nation=victim, accused=accused))
    if accused == blow.author and own:
        _own_leader_betrayed(game, blow, target)
    elif accused:
        move_counter(game, accused, TABLES.standing.tenths.assassin, "assassin")
        fresh_wrong(game, victim, accused, "assassination")


def _own_leader_betrayed(game: Cendre, blow: Blow, target: Leader) -> None:
    """TC-CIV-04 A nation found out murdering its own loses a point of reputation and a leader to the market."""
    move_reputation(game, blow.author, TABLES.standing.reputation.own_leader, "own_leader")
    fugitive = blow.actor if target.ruler else blow.target
    if fugitive in game.leaders and not game.leaders[fugitive].ruler:
        offer_on_market(game, fugitive, "fled", "TC-CIV-04")
