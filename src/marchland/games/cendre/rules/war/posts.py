"""Secondary upkeep, leaders: everybody goes where the sheet puts him, or where his work is (`civil/workplaces`)."""

from __future__ import annotations

from ...orders import Place
from ...state import Cendre, NationId
from ...world import MAJORS
from ..civil.workplaces import places_of_work
from ..common.inquiry import lines
from ..common.ledger import done, refuse
from ..leaders.people import refuge, write_leader
from .armies import may_stand


def place_leaders(game: Cendre) -> None:
    """TC-WAR-01 Leaders go wherever they like among friendly places; whoever stands in an impossible one goes home."""
    for nation in MAJORS:
        for line, order in lines(game, nation, Place):
            _place(game, nation, line, order)
        for leader, code in places_of_work(game, nation).items():
            write_leader(game, leader, at=code)
    for leader in sorted(game.leaders):
        record = game.leaders[leader]
        if record.nation in MAJORS and not record.captor and not may_stand(game, record, record.at):
            write_leader(game, leader, at=refuge(game, record.nation, record.at))


def _place(game: Cendre, nation: NationId, line: int, order: Place) -> None:
    leader = game.leaders.get(order.leader)
    if leader is None or leader.nation != nation or leader.captor or not may_stand(game, leader, order.territory):
        refuse(game, nation, line, order, "TC-WAR-01", leader=order.leader, territory=order.territory)
        return
    write_leader(game, leader.id, at=order.territory)
    done(game, nation, line, order, "TC-WAR-01", leader=leader.id, territory=order.territory)
