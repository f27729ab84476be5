"""Secondary upkeep, leaders: where they may stand, and which armies they form."""

from __future__ import annotations

from ...orders import FormArmy
from ...state import Army, Cendre, Code, Leader, NationId, Troop, Troops
from ...world import MAJORS, SITES
from ..common.inquiry import allied, is_able, is_held, lines
from ..common.ledger import count, done, garrison, merged, refuse, set_garrison, units_at, without
from ..common.marks import has_mark, marks
from ..leaders.people import disband_army


def dissolve_armies(game: Cendre) -> None:
    """TC-WAR-01 At the start of a season every army goes back into garrison where it stands."""
    for leader in sorted(game.armies):
        disband_army(game, leader)


def may_stand(game: Cendre, leader: Leader, code: Code) -> bool:
    """TC-WAR-01 A leader may be where his nation or an ally is in control, or where its own units stand."""
    if code not in SITES:
        return False
    controller = game.lands[code].controller
    if controller == leader.nation or (controller and allied(game, leader.nation, controller)):
        return True
    return count(units_at(game, code, leader.nation)) > 0


def form_armies(game: Cendre) -> None:
    """TC-WAR-01 Each military leader may lead units that stand where he is, as many as he can command."""
    for nation in MAJORS:
        for line, order in lines(game, nation, FormArmy):
            _form(game, nation, line, order)


def _form(game: Cendre, nation: NationId, line: int, order: FormArmy) -> None:
    leader = game.leaders.get(order.leader)
    if (
        leader is None
        or leader.nation != nation
        or leader.military is None
        or not is_able(game, leader)
        or leader.id in game.armies
    ):
        refuse(game, nation, line, order, "TC-WAR-01", leader=order.leader)
        return
    if order.territory and order.territory != leader.at:
        refuse(game, nation, line, order, "TC-WAR-01", leader=order.leader, territory=order.territory)
        return
    troops = present(garrison(game, leader.at, nation), order.units)
    if not troops or count(troops) > leader.military.command:
        refuse(game, nation, line, order, "TC-WAR-01", leader=order.leader, units=count(troops), most=leader.military.command)
        return
    raise_army(game, leader, troops)
    done(game, nation, line, order, "TC-WAR-01", leader=leader.id, units=count(troops))


def present(here: Troops, wanted: tuple[tuple[str, int], ...]) -> Troops:
    """The wanted units as far as they are there."""
    taken: Troops = ()
    for unit, number in wanted:
        for troop in here:
            if troop.unit == unit and number > 0:
                already = sum(other.count for other in taken if other.unit == unit and other.until == troop.until)
                fit = min(number, troop.count - already)
                if fit > 0:
                    taken = merged(taken, (Troop(unit, fit, troop.until),))
                    number -= fit
    return taken


def raise_army(game: Cendre, leader: Leader, troops: Troops) -> None:
    """Units leave the garrison and follow the leader."""
    left = garrison(game, leader.at, leader.nation)
    for troop in troops:
        left = without(left, troop.unit, troop.count)
    set_garrison(game, leader.at, leader.nation, left)
    game.armies[leader.id] = Army(leader=leader.id, nation=leader.nation, at=leader.at, troops=troops, origin=leader.at)


def quarantined(game: Cendre, nation: NationId, code: Code) -> bool:
    """TC-EVT-03 A royal town whose crown does not obey this season takes neither operations nor recruits."""
    return has_mark(game, "crown", nation=nation, territory=code) and code != obedient_crown(game, nation)


def obedient_crown(game: Cendre, nation: NationId) -> Code:
    """TC-EVT-03 The royal town named with the orders; without a word the capital, or whichever is left."""
    named = marks(game, "crown_named", nation=nation)
    if named:
        return named[-1].territory
    royal = [mark.territory for mark in marks(game, "crown", nation=nation)]
    return min(royal, key=lambda code: (not is_held(game.lands[code], nation), code != game.nations[nation].capital))
