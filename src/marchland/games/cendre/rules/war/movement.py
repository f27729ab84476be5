"""Movement: three steps for all armies together, arrival order, pinned armies and interceptions."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from marchland.kernel.chance import shuffled
from marchland.kernel.events import Event

from ...state import Army, Cendre, Code, LeaderId, NationId
from ...tables import TABLES
from ..common.dice import d6, d10
from ..common.figures import Part, Parts, counting, total
from ..common.inquiry import at_war, has_structure, is_held, seats_of
from ..common.ledger import remove_from_army, weakest_first
from ..common.modifiers import added
from ..leaders.people import write_leader
from ..magic.lasting import is_forbidden, modified
from .bodies import (
    AMPHIBIOUS,
    LIGHT,
    NAVAL,
    Body,
    any_has,
    army_body,
    bodies,
    bodies_at,
    has_enemy,
    has_tactic,
    number_with,
    speed,
    strategy,
    subject_of,
)
from .orders import CUT_SHORT, is_infiltrating
from .ways import HIDDEN_PATHS, RAIDS, SAILING, TUNNELS, may_enter, spell_bars, took_hidden_paths, way_between

TERMITES = "termitiere"


class ArmyMoved(Event, frozen=True):
    """An army made a step."""

    RULE = "TC-WAR-08"
    nation: NationId
    leader: LeaderId
    name: str
    start: Code
    end: Code
    step: int


class ArmyHalted(Event, frozen=True):
    """An army goes no further: pinned, barred, met by an enemy or intercepted."""

    nation: NationId
    leader: LeaderId
    name: str
    territory: Code
    reason: str
    rule: str


class InterceptionTried(Event, frozen=True):
    """An army tried to catch an intruder in a neighbouring territory."""

    RULE = "TC-WAR-11"
    nation: NationId
    leader: LeaderId
    name: str
    territory: Code
    intruder: NationId
    die: int
    total: int
    difficulty: int
    success: bool


# -- one step ---------------------------------------------------------------------------------------------------


def move(game: Cendre, step: int) -> None:
    """TC-WAR-08 In each step all armies whose turn it is enter their next territory together; then interceptors try."""
    _step(game, step)
    if step == TABLES.war.steps:
        _stop_the_slowed(game)


def _stop_the_slowed(game: Cendre) -> None:
    """TC-MAG-02 A spell that lets an army move only so far cuts its march short."""
    for key in sorted(game.armies):
        if game.armies[key].path:
            halt(game, key, "slowed", "TC-MAG-02")


def _step(game: Cendre, step: int) -> None:
    going = _ready(game, step)
    if not going:
        return
    ordered = arrival_order(game, going)
    free = unpinned(game, ordered)
    arrived = [key for key in ordered if key in free]
    for key in ordered:
        if key not in arrived:
            halt(game, key, "pinned", "TC-WAR-08")
    for key in arrived:
        _enter(game, key, step)
    _stop_before_enemies(game, arrived)
    _intercept_all(game, arrived, step)


def _ready(game: Cendre, step: int) -> list[LeaderId]:
    """The armies that move in this step and are not barred from their next territory."""
    found = []
    for key in sorted(game.armies):
        army = game.armies[key]
        if army.path and army.troops and _is_due(game, army_body(key, army), step):
            if is_barred(game, army_body(key, army)):
                halt(game, key, "barred", "TC-WAR-08")
            else:
                found.append(key)
    return found


def _is_due(game: Cendre, body: Body, step: int) -> bool:
    """TC-WAR-08 Speed three moves in all steps, speed two in the last two, speed one in the last."""
    return step > TABLES.war.steps - speed(game, body)


def is_barred(game: Cendre, body: Body) -> bool:
    """TC-WAR-08 Can or may the army not make its next step?"""
    assert body.army is not None
    army, end = body.army, body.army.path[0]
    way = way_between(game, body, army.at, end, army.mode in TUNNELS)
    raiding = army.mode in RAIDS and len(army.path) == 1
    return not way or not may_enter(game, army.nation, end, raiding) or spell_bars(game, body, army.at, end, way)


def arrival_order(game: Cendre, keys: Iterable[LeaderId]) -> list[LeaderId]:
    """TC-WAR-22 Inside a step the slowest arrive first; then more light troops, then better strategy, then chance."""
    groups: dict[tuple[int, int, int], list[LeaderId]] = {}
    for key in keys:
        body = army_body(key, game.armies[key])
        rank = (speed(game, body), -number_with(game, body, LIGHT), -strategy(game, body))
        groups.setdefault(rank, []).append(key)
    ordered: list[LeaderId] = []
    for rank in sorted(groups):
        ordered += _drawn(game, groups[rank])
    return ordered


def _drawn(game: Cendre, keys: list[LeaderId]) -> list[LeaderId]:
    """Equals come in a random order, if it can matter at all."""
    if any(_collide(game.armies[one], game.armies[other]) for one in keys for other in keys if one < other):
        return shuffled(game, keys)
    return keys


def _collide(one: Army, other: Army) -> bool:
    if one.nation == other.nation:
        return False
    return one.path[0] == other.path[0] or (one.path[0] == other.at and other.path[0] == one.at)


def unpinned(game: Cendre, ordered: list[LeaderId]) -> set[LeaderId]:
    """TC-WAR-08 Who can leave: an army is pinned by an enemy where it stands, or by one who enters in the same step.

    An army that is itself pinned pins nobody. Where armies would pin each other in a ring, the first in the order of
    arrival moves.
    """
    present = bodies(game)
    marching = {key: army_body(key, game.armies[key]) for key in ordered}
    threats = {key: _pinners(game, body, marching) for key, body in marching.items()}
    stuck = {key for key, body in marching.items() if _is_engaged(game, body, present[body.at])}
    free: set[LeaderId] = set()
    while len(stuck) + len(free) < len(ordered):
        settled = len(stuck) + len(free)
        for key in ordered:
            if key not in stuck and key not in free:
                if threats[key] & free:
                    stuck.add(key)
                elif threats[key] <= stuck:
                    free.add(key)
        if len(stuck) + len(free) == settled:
            free.add(next(key for key in ordered if key not in stuck and key not in free))
    return free


def _is_engaged(game: Cendre, body: Body, present: list[Body]) -> bool:
    """Does an enemy who can get at it stand in its territory?"""
    return any(at_war(game, body.nation, other.nation) and _can_clash(game, body, other) for other in present)


def _can_clash(game: Cendre, body: Body, other: Body) -> bool:
    """TC-WAR-09 TC-WAR-10 Infiltrators on their way meet nobody; ships on a river meet only those who can swim or sail."""
    for one, two in ((body, other), (other, body)):
        if one.army is None or not one.army.path:
            continue
        if is_infiltrating(game, one) or (one.way == SAILING and not any_has(game, two, NAVAL, AMPHIBIOUS)):
            return False
    return True


def _pinners(game: Cendre, body: Body, marching: dict[LeaderId, Body]) -> set[LeaderId]:
    """The enemies about to enter the territory this army wants to leave."""
    if is_infiltrating(game, body):
        return set()
    foes = {key: other for key, other in marching.items() if at_war(game, body.nation, other.nation)}
    return {key for key, other in foes.items() if _comes_to_fight(game, other, body.at)}


def _comes_to_fight(game: Cendre, body: Body, code: Code) -> bool:
    assert body.army is not None
    if body.army.path[0] != code:
        return False
    return len(body.army.path) == 1 or not is_infiltrating(game, body)


def halt(game: Cendre, key: LeaderId, reason: str, rule: str) -> None:
    """The army stays where it is for the rest of the season; a raid that does not reach its aim is no raid."""
    army = game.armies[key]
    game.armies[key] = msgspec.structs.replace(army, path=(), mode=CUT_SHORT.get(army.mode, army.mode))
    halted = ArmyHalted(
        nation=army.nation, leader=key, name=name_of(game, key), territory=army.at, reason=reason, rule=rule,
        audience=seats_of(game, army.nation),
    )  # fmt: skip
    game.emit(halted)


def name_of(game: Cendre, key: LeaderId) -> str:
    """The name of an army's leader; armies of outside threats have none."""
    return game.leaders[key].name if key in game.leaders else ""


def _enter(game: Cendre, key: LeaderId, step: int) -> None:
    army = game.armies[key]
    end, rest = army.path[0], army.path[1:]
    way = way_between(game, army_body(key, army), army.at, end, army.mode in TUNNELS)
    relocate(game, key, end, entered=army.at, way=way, path=rest, step=step, rank=next_rank(game))
    audience = seats_of(game, army.nation)
    game.emit(
        ArmyMoved(nation=army.nation, leader=key, name=name_of(game, key), start=army.at, end=end, step=step, audience=audience)
    )
    _brave_structures(game, key)


def relocate(game: Cendre, key: LeaderId, code: Code, **fields: object) -> None:
    """An army is somewhere else, and its leader with it."""
    game.armies[key] = msgspec.structs.replace(game.armies[key], at=code, **fields)
    if key in game.leaders:
        write_leader(game, key, at=code)


def next_rank(game: Cendre) -> int:
    return 1 + max((army.rank for army in game.armies.values()), default=0)


def _brave_structures(game: Cendre, key: LeaderId) -> None:
    """TC-STRUCT-08 Termites take their toll of enemies who enter; hidden paths lead them nowhere."""
    army = game.armies[key]
    land = game.lands[army.at]
    if not at_war(game, army.nation, land.controller) or not is_held(land, land.controller):
        return
    if has_structure(land, HIDDEN_PATHS) and army.path:
        halt(game, key, "hidden_paths", "TC-STRUCT-08")
    if has_structure(land, TERMITES):
        lost = max(0, TABLES.war.loss_test[d6(game, army.nation, "termites") - 1])
        for unit in weakest_first(army.troops)[:lost]:
            remove_from_army(game, key, unit, 1, "termites", "TC-STRUCT-08")


def _stop_before_enemies(game: Cendre, arrived: list[LeaderId]) -> None:
    """TC-WAR-08 Meeting an enemy ends the march; infiltrators pass, and ships pass those who cannot reach them."""
    for key in arrived:
        army = game.armies[key]
        if army.path and army.troops and _meets_enemy(game, army_body(key, army)):
            halt(game, key, "enemy", "TC-WAR-08")


def _meets_enemy(game: Cendre, body: Body) -> bool:
    return _is_engaged(game, body, bodies_at(game, body.at))


# -- interception -----------------------------------------------------------------------------------------------


def _intercept_all(game: Cendre, arrived: list[LeaderId], step: int) -> None:
    """TC-WAR-11 After each step, armies lying in wait try to catch the enemies who have just entered next to them."""
    waiting = [key for key in sorted(game.armies) if game.armies[key].mode == "intercept" and not game.armies[key].step]
    for intruder in arrived if waiting else ():
        for key in waiting:
            if not game.armies[key].step and can_intercept(game, key, intruder, arrived):
                _try_to_intercept(game, key, intruder, step)


def can_intercept(game: Cendre, key: LeaderId, intruder: LeaderId, arrived: list[LeaderId]) -> bool:
    """TC-WAR-11 Only next door, at war, on own or enemy land free of enemy units, and never those who pass unseen."""
    body, target = army_body(key, game.armies[key]), army_body(intruder, game.armies[intruder])
    if not target.troops or not body.troops or not at_war(game, body.nation, target.nation):
        return False
    if target.way == SAILING or is_infiltrating(game, target) or took_hidden_paths(game, target):
        return False
    way = way_between(game, body, body.at, target.at, False)
    if not way or spell_bars(game, body, body.at, target.at, way) or has_enemy(game, body.nation, bodies_at(game, body.at)):
        return False
    others = [other for other in bodies_at(game, target.at) if other.key not in arrived]
    if has_enemy(game, body.nation, others) or not _is_own_or_hostile(game, body.nation, target.at):
        return False
    return not any(is_forbidden(game, "intercept", subject_of(body, code)) for code in (body.at, target.at))


def _is_own_or_hostile(game: Cendre, nation: NationId, code: Code) -> bool:
    holder = game.lands[code].controller
    return holder == nation or at_war(game, nation, holder)


def _try_to_intercept(game: Cendre, key: LeaderId, intruder: LeaderId, step: int) -> None:
    army, target = game.armies[key], game.armies[intruder]
    die = d10(game, army.nation, "interception")
    wary = has_tactic(game, intruder, "perspicace")
    reached = die + total(interception_parts(game, army_body(key, army), target.at, wary=wary))
    difficulty = TABLES.war.interception.difficulty
    success = reached >= difficulty
    audience = seats_of(game, army.nation, target.nation) if success else seats_of(game, army.nation)
    game.emit(
        InterceptionTried(
            nation=army.nation, leader=key, name=name_of(game, key),
            territory=target.at, intruder=target.nation, die=die, total=reached,
            difficulty=difficulty, success=success, audience=audience,
        )
    )  # fmt: skip
    if success:
        way = way_between(game, army_body(key, army), army.at, target.at, False)
        relocate(game, key, target.at, entered=army.at, way=way, step=step, rank=0)
        if target.path:
            halt(game, intruder, "intercepted", "TC-WAR-11")


def interception_parts(game: Cendre, body: Body, code: Code, *, wary: bool) -> Parts:
    """TC-WAR-11 Strategy, a castle of one's own at either end, control of the place; a perspicacious enemy is harder to catch."""
    table = TABLES.war.interception
    castle = any(_own_castle(game, body.nation, place) for place in (body.at, code))
    return counting(
        Part("strategy", strategy(game, body), "TC-WAR-11"),
        Part("people", added(game, body.nation, "roll.interception"), "TC-WAR-11"),
        Part("castle", table.castle * castle, "TC-STRUCT-04"),
        Part("controlled", table.controlled * (game.lands[code].controller == body.nation), "TC-WAR-11"),
        Part("perspicace", table.perspicacious * wary, "TC-LEAD-11"),
        Part("spell", modified(game, "interception_test", 0, subject_of(body, body.at)), "TC-MAG-02"),
    )


def _own_castle(game: Cendre, nation: NationId, code: Code) -> bool:
    land = game.lands[code]
    return land.owner == nation and has_structure(land, "chateau")
