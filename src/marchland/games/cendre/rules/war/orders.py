"""Military orders before anybody moves: which armies may march, raid, dig or wait in ambush, and by which way."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from marchland.kernel.errors import IllegalAction

from ...orders import Attack, Intercept, March, MarchOrder, MilitaryOrder, Raid, TunnelAttack, TunnelRaid
from ...state import REBEL, Army, Cendre, Code, NationId
from ...world import ATLAS
from ..common.inquiry import has_structure, is_held, kind_of
from ..common.ledger import tally
from ..common.marks import has_mark
from ..land.territory import check_territory
from ..leaders.actors import check_actor, take_action
from ..magic.lasting import is_permitted
from .bodies import NAVAL, Body, all_have, any_has, army_body, speed, subject_of
from .ways import may_enter, share_a_waterway, way_between

MODES: dict[type[MarchOrder], str] = {
    Attack: "attack",
    March: "move",
    Raid: "raid",
    TunnelAttack: "tunnel",
    TunnelRaid: "raid_tunnel",
}
CUT_SHORT = {"raid": "attack", "raid_tunnel": "tunnel"}
"""TC-WAR-12 A raid that does not reach its aim is an ordinary attack where it stands."""
WARRENS = "terriers-profonds"


def check_army(game: Cendre, nation: NationId, order: MilitaryOrder) -> Body:
    """TC-WAR-01 Only armies act: units under a military leader who has nothing else to do this season."""
    if order.leader in game.leaders:
        check_actor(game, nation, order)
    army = game.armies.get(order.leader)
    if army is None or army.nation != nation or not army.troops:
        raise IllegalAction("TC-WAR-01", why="no_army", leader=order.leader)
    return army_body(order.leader, army)


def check_march(game: Cendre, nation: NationId, order: MarchOrder) -> Body:
    """TC-WAR-08 The way must be walked step by step and be no longer than the army is fast; what slows it is felt on the march."""
    body = check_army(game, nation, order)
    path = (*order.via, order.territory)
    check_territory(order.territory, *order.via)
    fast = speed(game, body, hindered=False)
    if len(path) > fast:
        raise IllegalAction("TC-WAR-08", why="too_far", need=len(path), have=fast)
    _check_ability(game, body, order)
    _check_way(game, body, (body.at, *path), isinstance(order, TunnelAttack | TunnelRaid))
    _check_aim(game, nation, order)
    return body


def _check_ability(game: Cendre, body: Body, order: MarchOrder) -> None:
    """TC-WAR-12 TC-WAR-13 Raids and tunnels need the trait in every unit, or a leader who knows how."""
    if isinstance(order, Raid | TunnelRaid) and not all_have(game, body, "raid"):
        raise IllegalAction("TC-WAR-12", why="cannot_raid")
    if isinstance(order, TunnelAttack | TunnelRaid) and not can_tunnel(game, body):
        raise IllegalAction("TC-WAR-13", why="cannot_tunnel")


def can_tunnel(game: Cendre, body: Body) -> bool:
    return all_have(game, body, "tunnelier") or knows_warrens(game, body)


def knows_warrens(game: Cendre, body: Body) -> bool:
    """TC-STRUCT-08 Once a year the deep warrens let those who stand there attack under ground."""
    land = game.lands[body.at]
    used = f"{WARRENS}@{body.at}" in game.nations[body.nation].year.used
    return is_held(land, body.nation) and has_structure(land, WARRENS) and not used


def _check_way(game: Cendre, body: Body, path: tuple[Code, ...], tunnel: bool) -> None:
    for start, end in pairwise(path):
        if not way_between(game, body, start, end, tunnel):
            raise IllegalAction(_way_rule(game, body, start, end), start=start, end=end)


def _way_rule(game: Cendre, body: Body, start: Code, end: Code) -> str:
    if not ATLAS.are_adjacent(start, end):
        return "TC-LAND-06"
    if any_has(game, body, NAVAL) and not share_a_waterway(start, end):
        return "TC-WAR-09"
    return "TC-LAND-06"


def _check_aim(game: Cendre, nation: NationId, order: MarchOrder) -> None:
    """TC-WAR-12 TC-WAR-08 Raids strike foreign land; other armies need the right of entry where they go."""
    land = game.lands[order.territory]
    if isinstance(order, Raid | TunnelRaid):
        if not land.controller or land.controller == nation or kind_of(game, land.controller) == REBEL:
            raise IllegalAction("TC-WAR-12", why="nothing_to_raid", territory=order.territory)
    elif not may_enter(game, nation, order.territory, raiding=False):
        raise IllegalAction("TC-WAR-08", why="no_entry", territory=order.territory, holder=land.controller)


def check_intercept(game: Cendre, nation: NationId, order: Intercept) -> Body:
    """TC-WAR-11 Interception needs the trait in every unit, a leader who knows how, or a spell."""
    body = check_army(game, nation, order)
    if not all_have(game, body, "interception") and not is_permitted(game, "intercept", subject_of(body, body.at)):
        raise IllegalAction("TC-WAR-11", why="cannot_intercept")
    return body


# -- setting out ------------------------------------------------------------------------------------------------


def set_out(game: Cendre, nation: NationId, order: MarchOrder) -> None:
    """TC-WAR-08 The army takes its way; under the year of mud it makes only its first step."""
    body = check_march(game, nation, order)
    assert body.army is not None
    path, mode = (*order.via, order.territory), MODES[type(order)]
    if has_mark(game, "mud") and len(path) > 1:
        path, mode = path[:1], CUT_SHORT.get(mode, mode)
    if isinstance(order, TunnelAttack | TunnelRaid) and not all_have(game, body, "tunnelier"):
        used = game.nations[nation].year.used
        tally(game, nation, "year", used=(*used, f"{WARRENS}@{body.at}"))
    _assign(game, body, mode, path)


def lie_in_wait(game: Cendre, nation: NationId, order: Intercept) -> None:
    """TC-WAR-11 The army waits for enemies who enter a neighbouring territory."""
    _assign(game, check_intercept(game, nation, order), "intercept", ())


def stand_by(game: Cendre, nation: NationId, order: MilitaryOrder) -> None:
    """TC-WAR-23 The army defends where it stands: the order of those who have none."""
    _assign(game, check_army(game, nation, order), "defend", ())


def _assign(game: Cendre, body: Body, mode: str, path: tuple[Code, ...]) -> None:
    army: Army = game.armies[body.key]
    game.armies[body.key] = msgspec.structs.replace(army, mode=mode, path=path, origin=army.at)
    take_action(game, body.key)


def is_infiltrating(game: Cendre, body: Body) -> bool:
    """TC-WAR-10 Slips through occupied land unseen: all units can, the leader knows how, or they dig."""
    if body.army is not None and body.army.mode in ("tunnel", "raid_tunnel"):
        return True
    return all_have(game, body, "infiltration")
