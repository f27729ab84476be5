"""What fights do to the outside threats: noted when it happens, and read by their reviews at the end of the season."""

from __future__ import annotations

from collections.abc import Mapping

from ....state import THREAT, Cendre, NationId
from ....world import MAJORS
from ...common.inquiry import kind_of
from ...common.ledger import count
from ...war.battle import Verdict
from ...war.bodies import Body
from ...war.forces import Fight, Side
from .threats import HEADS, heart_of, is_active, side_of, table, total, write_threat


def beats_the_heart(game: Cendre, fight: Fight, loser: Side) -> bool:
    """TC-EVT-05 Is this the Ash beaten where its Heart stands? It never leaves that land: the winner goes instead."""
    nation, home = heart_of(game)
    return bool(home) and fight.at == home and nation in loser.nations


def note_fight(game: Cendre, fight: Fight, verdict: Verdict, through: Mapping[str, int]) -> None:
    """TC-EVT-05 A threat remembers who fought it, who beat it last and who slew its head; `through`: what came out of a retreat."""
    for side in (fight.attack, fight.defence):
        foe = fight.against(side)
        for nation in side.nations:
            if kind_of(game, nation) == THREAT and foe.nation:
                _remember(game, nation, side, foe, fight, verdict)
                if side_of(nation) == "south":
                    _drain(game, nation, side, foe, fight, verdict, through)


def _remember(game: Cendre, nation: NationId, side: Side, foe: Side, fight: Fight, verdict: Verdict) -> None:
    name = side_of(nation)
    record = game.threats[name]
    if not fight.raid:
        write_threat(game, name, fought=tuple(sorted({*record.fought, *foe.nations})))
    if verdict.winner.role == foe.role:
        write_threat(game, name, victor=foe.nation)
    head = HEADS.get(name, "")
    if head and _had(side, nation, head) and not total(game, nation, head):
        write_threat(game, name, slayer=foe.nation)


def _had(side: Side, nation: NationId, unit: str) -> bool:
    return any(troop.unit == unit for body in side.bodies if body.nation == nation for troop in body.troops)


def _drain(
    game: Cendre, nation: NationId, side: Side, foe: Side, fight: Fight, verdict: Verdict, through: Mapping[str, int]
) -> None:
    """TC-EVT-05 A battle won beside the Heart drains it; elsewhere only armies of the Ash that are wiped out."""
    if fight.at == game.threats["south"].home:
        if verdict.loser.role == side.role and not fight.raid:
            weaken(game, foe.nation, table().vigour_battle)
        return
    for body in side.bodies:
        if body.nation == nation and not through.get(body.key, _left_in_place(game, body)):
            weaken(game, foe.nation, table().vigour_army)


def _left_in_place(game: Cendre, body: Body) -> int:
    """What is left of a body that did not retreat."""
    if body.army is None:
        return count(game.garrisons.get(body.key, ()))
    return count(game.armies[body.key].troops) if body.key in game.armies else 0


def weaken(game: Cendre, nation: NationId, amount: int) -> None:
    """TC-EVT-05 Somebody takes vigour from the Heart; what a major nation took is remembered."""
    threat = game.threats["south"]
    taken = min(amount, threat.vigour)
    credit = dict(threat.credit)
    if nation in MAJORS:
        credit[nation] = credit.get(nation, 0) + taken
    write_threat(game, "south", vigour=threat.vigour - taken, credit=tuple(sorted(credit.items())))


def note_raid(game: Cendre, nation: NationId, won: bool) -> None:
    """TC-EVT-05 The Pale Sails come back as long as a year brings them one successful raid."""
    if won and kind_of(game, nation) == THREAT and is_active(game, side_of(nation)):
        write_threat(game, side_of(nation), raided=True)
