"""Fights before they are fought: the chance of a march against what may stand at its end, and what it may cost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import msgspec

from ...orders import MarchOrder
from ...rules.common.inquiry import at_war
from ...rules.magic.lasting import is_forbidden, rolls_twice
from ...rules.war.battle import adjusted_losses, ambush_total, attack_bonuses, defence_bonuses, side_subjects
from ...rules.war.bodies import Body, army_body, kind_of_unit
from ...rules.war.control import has_passive_defence, roused
from ...rules.war.forces import ATTACK, DEFENCE, Field, Fight, Side, is_raider, side_force
from ...rules.war.raids import raid_defenders, roused_people
from ...rules.war.sides import line_up, make_side
from ...rules.war.war import pitched, standing
from ...rules.war.ways import TUNNELS
from ...state import Cendre, LeaderId, NationId
from ...tables import TABLES
from .guesses import Guesses

FACES = range(1, 7)
LIKELY = (0.1, 0.9)
"""Losses are told from what one may hope for to what one must fear: in eight fights of ten they lie between the two."""
Spread = dict[int, float]
"""How likely each number is."""


class Throw(msgspec.Struct, frozen=True):
    """Three dice as a fight reads them: their sum, and what they deal and suffer in victory and in defeat."""

    sum: int
    deals: int
    deals_beaten: int
    suffers_beaten: int


class Clash(msgspec.Struct, frozen=True):
    """A throw against a throw: how often the attacker wins, and what each side loses then and otherwise."""

    win: float
    attack: dict[bool, Spread]
    defence: dict[bool, Spread]


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """What a march meets, by one guess: nobody, or a fight with this chance and these losses."""

    win: float
    own: Spread = {}
    foe: Spread = {}
    force: tuple[int, int] = (0, 0)
    against: int = 0
    """Units on the other side."""
    bonuses: tuple[tuple[str, int], ...] = ()
    """What helps (or, negative, hinders) the nation's own side."""
    ambush: float = 0.0
    """How often the defender springs one."""
    wild: bool = False
    """The people and beasts of land without a master."""


# -- three dice -------------------------------------------------------------------------------------------------


@cache
def _throws(twice: int) -> dict[Throw, float]:
    """All throws of three dice with how often they come up; with `twice`, the better or worse of two."""
    table = TABLES.war.losses
    throws: dict[Throw, float] = {}
    for dice in product(FACES, repeat=3):
        side = Throw(
            sum(dice),
            sum(table.winner_inflicts[face - 1] for face in dice),
            sum(table.loser_inflicts[face - 1] for face in dice),
            sum(table.loser_suffers[face - 1] for face in dice),
        )
        throws[side] = throws.get(side, 0.0) + 1 / 216
    return throws if not twice else {side: chance * _kept(throws, side.sum * twice, twice) for side, chance in throws.items()}


def _kept(throws: dict[Throw, float], reached: int, twice: int) -> float:
    """Thrown first and not beaten by the second throw, or thrown second and better than the first."""
    worse = sum(chance for other, chance in throws.items() if other.sum * twice < reached)
    return 2 * worse + sum(chance for other, chance in throws.items() if other.sum * twice == reached)


@cache
def clash(advantage: int, twice: tuple[int, int] = (0, 0)) -> Clash:
    """TC-WAR-15 TC-WAR-16 Both throws, with so much more on the attacker's side; a tie is the defender's."""
    win = 0.0
    attack: dict[bool, Spread] = {True: {}, False: {}}
    defence: dict[bool, Spread] = {True: {}, False: {}}
    for (one, often), (other, seldom) in product(_throws(twice[0]).items(), _throws(twice[1]).items()):
        chance, won = often * seldom, one.sum + advantage > other.sum
        win += chance * won
        _add(attack[won], other.deals_beaten if won else other.deals + one.suffers_beaten, chance)
        _add(defence[won], one.deals + other.suffers_beaten if won else one.deals_beaten, chance)
    return Clash(win, attack, defence)


def _add(spread: Spread, number: int, chance: float) -> None:
    spread[number] = spread.get(number, 0.0) + chance


def likely(spread: Spread) -> tuple[int, int]:
    """From what one may hope for to what one must fear."""
    low, high = LIKELY
    return _quantile(spread, low), _quantile(spread, high)


def _quantile(spread: Spread, share: float) -> int:
    whole, reached = sum(spread.values()), 0.0
    for number in sorted(spread):
        reached += spread[number]
        if reached >= share * whole - 1e-9:
            return number
    return 0


# -- one fight --------------------------------------------------------------------------------------------------


def odds(table: Cendre, fight: Fight, nation: NationId) -> Odds:
    """TC-WAR-15 The chance of the nation's side: ambush or not, tunnel or not, three dice against three."""
    field = Field(table, fight)
    forces = {side.role: side_force(field, side) for side in (fight.attack, fight.defence)}
    mine, foe = (fight.attack, fight.defence) if nation in fight.attack.nations else (fight.defence, fight.attack)
    twice = (_twice(field, fight.attack), _twice(field, fight.defence))
    win, own, theirs, toll = 0.0, Spread(), Spread(), Toll(field)
    for share, ambushed, tunnel in _openings(field):
        advantage = _advantage(field, forces, ambushed, tunnel)
        found = clash(advantage, twice)
        win += share * found.win
        for won in (True, False):
            winner = fight.attack if won else fight.defence
            toll.add(own, mine, winner, (found.attack if mine is fight.attack else found.defence)[won], share)
            toll.add(theirs, foe, winner, (found.defence if mine is fight.attack else found.attack)[won], share)
        win += share * _driven_off(toll, found) if fight.raid else 0.0
    return Odds(
        win=win if mine is fight.attack else 1 - win,
        own=own,
        foe=theirs,
        force=(forces[mine.role], forces[foe.role]),
        against=foe.size,
        bonuses=_bonuses(field, forces, mine),
        ambush=_ambush_share(field),
        wild=fight.is_passive,
    )


def _driven_off(toll: Toll, found: Clash) -> float:
    """TC-WAR-12 A raid succeeds, too, if the last defender falls in a fight he wins."""
    fight, fallen = toll.field.fight, Spread()
    toll.add(fallen, fight.defence, fight.defence, found.defence[False], 1.0)
    return sum(chance for number, chance in fallen.items() if number >= fight.defence.size)


def _twice(field: Field, side: Side) -> int:
    return rolls_twice(field.game, "combat_test", *side_subjects(field, side))


def _openings(field: Field) -> Iterator[tuple[float, bool, int]]:
    """How often the fight begins with or without an ambush, and by which end of a tunnel."""
    ambushes = _ambush_share(field)
    for share, tunnel in _tunnels(field.fight):
        if ambushes < 1:
            yield share * (1 - ambushes), False, tunnel
        if ambushes > 0:
            yield share * ambushes, True, tunnel


def _ambush_share(field: Field) -> float:
    """TC-WAR-14 How often the defender's die springs the ambush."""
    if is_forbidden(field.game, "ambush", *side_subjects(field, field.fight.defence)):
        return 0.0
    return sum(ambush_total(field, die) >= TABLES.war.ambush.difficulty for die in range(1, 11)) / 10


def _tunnels(fight: Fight) -> list[tuple[float, int]]:
    """TC-WAR-13 The ends a tunnel may come to, with their bonus; what caves in is left out of the reckoning."""
    head = fight.attack.spearhead
    if head.army is None or head.army.mode not in TUNNELS:
        return [(1.0, 0)]
    found, before = [], 0
    for row in TABLES.war.tunnel:
        found.append(((row.upto - before) / 10, row.bonus if fight.raid or not row.raid_only else 0))
        before = row.upto
    return found


def _advantage(field: Field, forces: dict[str, int], ambushed: bool, tunnel: int) -> int:
    attack = sum(line.amount for line in attack_bonuses(field, forces, tunnel))
    return attack - sum(line.amount for line in defence_bonuses(field, forces, ambushed))


def _bonuses(field: Field, forces: dict[str, int], mine: Side) -> tuple[tuple[str, int], ...]:
    """Each line of both sides' bonuses without ambush and tunnel, those of the enemy as hindrances."""
    lines = [(ATTACK, line) for line in attack_bonuses(field, forces, 0)]
    lines += [(DEFENCE, line) for line in defence_bonuses(field, forces, ambushed=False)]
    return tuple((line.name, line.amount if role == mine.role else -line.amount) for role, line in lines)


class Toll:
    """TC-WAR-16 The losses by the dice as they are in the end: adjusted, and never more than can fall. Reckoned once each."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self._mortal = {side.role: _mortal(side) for side in (field.fight.attack, field.fight.defence)}
        self._known: dict[tuple[str, str, int], int] = {}

    def add(self, into: Spread, side: Side, winner: Side, base: Spread, share: float) -> None:
        for number, chance in base.items():
            key = (side.role, winner.role, number)
            if key not in self._known:
                self._known[key] = min(self._mortal[side.role], adjusted_losses(self.field, side, winner, number))
            _add(into, self._known[key], share * chance)


def _mortal(side: Side) -> int:
    return sum(troop.count for body in side.bodies for troop in body.troops if "immortel" not in kind_of_unit(troop.unit).traits)


# -- marches ----------------------------------------------------------------------------------------------------


def encounters(table: Cendre, nation: NationId, order: MarchOrder, guesses: Guesses) -> tuple[Odds, ...]:
    """What a march meets at its end, asked when everybody has moved and nobody has fought; nothing if it did not arrive."""
    army = table.armies.get(order.leader)
    if army is None or army.nation != nation or army.at != order.territory or not army.troops:
        return ()
    return tuple(_meeting(copy, nation, order.leader) for copy in guesses.at(table, order.territory))


def _meeting(table: Cendre, nation: NationId, leader: LeaderId) -> Odds:
    body = army_body(leader, table.armies[leader])
    fights = list(_raids(table, body) if is_raider(body) else _battles(table, body))
    if not fights:
        return Odds(win=1.0)
    found = [odds(table, fight, nation) for fight in fights]
    return found[0] if len(found) == 1 else _averaged(found)


def _averaged(found: list[Odds]) -> Odds:
    """Equally likely fights as one."""
    own, foe = Spread(), Spread()
    for one in found:
        for spread, into in ((one.own, own), (one.foe, foe)):
            for number, chance in spread.items():
                _add(into, number, chance / len(found))
    middle = found[len(found) // 2]
    return msgspec.structs.replace(middle, win=sum(one.win for one in found) / len(found), own=own, foe=foe)


def _raids(table: Cendre, raider: Body) -> Iterator[Fight]:
    """TC-WAR-12 The raid as it would be fought."""
    present = [body for body in standing(table, raider.at) if body.key != raider.key]
    defenders = raid_defenders(table, raider, [*present, raider])
    attack = make_side(table, raider.at, ATTACK, (raider,), ())
    if defenders:
        yield Fight(at=raider.at, attack=attack, defence=make_side(table, raider.at, DEFENCE, defenders, ()), raid=True)
    elif roused_people(table, raider, present):
        yield from _wild(table, attack, raid=True)


def _battles(table: Cendre, body: Body) -> Iterator[Fight]:
    """TC-WAR-22 The battle there, or (TC-WAR-21) the resistance of land without troops."""
    present = standing(table, body.at)
    lined = line_up(table, body.at, present)
    if body in lined.attack or body in lined.defence:
        yield pitched(table, body.at, lined)
    elif not lined.is_battle and _is_wanted(table, body) and has_passive_defence(table, body.at, present):
        group = [other for other in present if other.nation == body.nation]
        yield from _wild(table, make_side(table, body.at, ATTACK, group, ()), raid=False)


def _is_wanted(table: Cendre, body: Body) -> bool:
    holder = table.lands[body.at].controller
    return not holder or at_war(table, body.nation, holder)


def _wild(table: Cendre, attack: Side, *, raid: bool) -> Iterator[Fight]:
    """TC-WAR-21 The people and beasts of the land, for every face of their die."""
    code = attack.bodies[0].at
    for die in range(1, TABLES.war.passive_defence.sides + 1):
        yield Fight(at=code, attack=attack, defence=Side(role=DEFENCE, bodies=(roused(table, code, die),)), raid=raid)
