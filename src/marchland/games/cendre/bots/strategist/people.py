"""Leaders: places are filled, soldiers without a war make room for builders, the market is watched, the idle learn."""

from __future__ import annotations

from ... import orders as o
from ...goods import Goods
from ...rules.common.figures import total
from ...rules.common.inquiry import leaders_of
from ...rules.general import recruiting_parts
from ...rules.leaders.recruits import base_level, most_leaders, staff
from ...state import Leader
from ...tables import TABLES
from ..chores import cost_of_success
from ..odds import succeeds
from .council import Council
from .court import civil_leaders, training, vacancy_worth

GIFTS = ("chercheur", "populiste", "insomniaque")
"""What is wished of a civil leader: the second where the people is restless."""
CHANGE, COST_OF_CHANGE = 0.5, 6.0
"""Of what a new leader brings, so much is sure enough to send an old one away; and what that costs besides, in glory."""
PROUD = 1.2
"""A people keeps those who ply the trade it loves."""
PURSE = 200
"""Of gold beyond this an eighth goes into a bid."""
LATE = 6
"""With fewer seasons left nobody is replaced."""


def fill_places(council: Council) -> None:
    """Whoever has least to do looks for a leader; whom the market offers is bid for."""
    places = most_leaders(council.game, council.nation) - staff(council.game, council.nation) + make_room(council)
    places -= bid(council, places)
    for nth in range(places):
        if not look_for_leader(council, wanted_kind(council) if nth == 0 else "civil"):
            return


def look_for_leader(council: Council, kind: str) -> bool:
    """Somebody whose season is worth less than what he may find."""
    order = o.RecruitLeader("", kind, wish(council, kind))
    row = TABLES.leaders.recruiting[base_level(council.game, council.nation, kind)]
    chance = succeeds(total(recruiting_parts(council.game, council.nation, order)), row.difficulty)
    price = Goods(gold=row.cost)
    seekers = sorted(council.free(), key=lambda leader: (busyness(council, leader), leader.id))
    if not seekers or not council.can_spend(price):
        return False
    value = chance * vacancy_worth(council, kind) - council.cost(price)
    if value <= busyness(council, seekers[0]):
        return False
    council.write(o.RecruitLeader(seekers[0].id, kind, order.trait), price)
    return True


def busyness(council: Council, leader: Leader) -> float:
    """What a leader's season is worth otherwise."""
    civil = 1.3 * leader.civil.competence + 20 * max(0.0, council.hunger - 2) if leader.civil else 0.0
    military = (4.0 if council.foes else 1.0) if leader.military else 0.0
    return max(civil, military, 1.5 if leader.magic else 0.0)


def wanted_kind(council: Council) -> str:
    """Builders, mostly; a captain for those who have none."""
    people = leaders_of(council.game, council.nation)
    captains = sum(leader.military is not None for leader in people)
    if not captains and (council.foes or council.temper.expand > 0.7 or council.temper.war > 0.7):
        return "militaire"
    mages = sum(leader.magic is not None for leader in people)
    return "magique" if not mages and council.temper.magic >= 1.5 and len(civil_leaders(council)) >= 3 else "civil"


def wish(council: Council, kind: str) -> str:
    if kind == "civil":
        return GIFTS[1] if council.bonus < 4 else GIFTS[0]
    if kind == "militaire":
        return "attaquant"
    return council.record.colours[0] if council.record.colours else ""


def bid(council: Council, places: int) -> int:
    """The ablest builder of the market for whom there is a place and gold."""
    if places <= 0:
        return 0
    worths = []
    for id_, listing in sorted(council.game.market.items()):
        leader = council.game.leaders.get(id_)
        if leader is None or listing.refuses == council.nation or leader.civil is None:
            continue
        value = max(0, council.seasons) * (0.85 * leader.civil.competence - TABLES.leaders.upkeep * council.worth_later)
        offer = listing.price + 5 + max(0, council.purse.gold - council.reserve - PURSE) // 8
        worths.append((value - council.cost(Goods(gold=offer)), id_, offer))
    best = max(worths, default=None)
    if best is None or best[0] <= 0 or not council.can_spend(Goods(gold=best[2])):
        return 0
    council.write(o.Bid(best[1], best[2]), Goods(gold=best[2]))
    return 1


def make_room(council: Council) -> int:
    """In peace a captain or a magician too many makes room for a builder; only a ruler sends people away. The places made."""
    if council.seasons < LATE or council.foes or staff(council.game, council.nation) != most_leaders(council.game, council.nation):
        return 0
    ruler = next((leader for leader in council.free() if leader.ruler), None)
    spare = dispensable(council)
    if ruler is None or spare is None or CHANGE * vacancy_worth(council, "civil") < 2 * busyness(council, ruler) + COST_OF_CHANGE:
        return 0
    council.write(o.Dismiss(ruler.id, spare.id))
    council.busy.add(spare.id)
    return 1


def dispensable(council: Council) -> Leader | None:
    """Somebody who builds nothing, and whose trade others ply."""
    people = leaders_of(council.game, council.nation)
    captains = [leader for leader in people if leader.military and not leader.civil and not leader.captor]
    mages = [leader for leader in people if leader.magic and not leader.civil and not leader.captor]
    idle = [leader for leader in council.free() if not leader.ruler and not leader.civil]
    surplus = [one for one in idle if one.military and len(captains) > (2 if council.temper.war > PROUD else 1)]
    surplus += [one for one in idle if one.magic and (len(mages) > 1 or council.temper.magic < PROUD)]
    return min(surplus, key=lambda leader: (strength_of(leader), leader.id), default=None)


def strength_of(leader: Leader) -> int:
    return (leader.military.command if leader.military else 0) + (leader.magic.power if leader.magic else 0)


def train_idle(council: Council) -> None:
    """Whoever is still free learns, if there is gold that nobody else could spend."""
    for leader in council.free():
        found = training(council, leader)
        if found is not None and found[0] > 0 and council.can_spend(found[2]):
            council.write(found[1], found[2])
            continue
        train_trade(council, leader)


def train_trade(council: Council, leader: Leader) -> None:
    levels = TABLES.leaders.levels
    for kind, part in (("militaire", leader.military), ("magique", leader.magic)):
        if part is None or part.level == levels[-1] or leader.id in council.busy:
            continue
        entry = TABLES.leaders.training[levels[levels.index(part.level) + 1]]
        bonus = min(range(entry.bonus + 1), key=lambda bonus: cost_of_success(entry, bonus))
        price = Goods(gold=entry.cost * (1 + bonus))
        if council.purse.gold > 3 * price.gold + 100 and council.seasons >= LATE and council.can_spend(price):
            council.write(o.Train(leader.id, kind, levels[levels.index(part.level) + 1], bonus), price)
