"""Who could take what next turn: the groups that can march, the land they reach, and what it would bring.

A group marches through its owner's land until it meets somebody, so that it reaches what lies around that land. What rivals could
take of one's own is the danger; what one could take of theirs, and of wild land, is the hope.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from math import exp
from operator import attrgetter
from typing import NamedTuple

from marchland.kernel.actions import Seat
from marchland.kernel.memo import kept_with

from .. import world
from ..rules.battle.fight import order_penalty
from ..rules.components.armies import armies_of, army_at, strength
from ..rules.components.table import holdings, home_owner, settlements
from ..rules.components.vehicles import full_pm
from ..rules.diplomacy.relations import (
    are_at_war,
    are_bound_to_peace,
    are_teammates,
    forbids_attack,
    is_welcome,
    pacts_between,
    war_between,
)
from ..rules.victory.honour import worth
from ..state import BARBARIANS, Medioevo
from ..tables import MERCHANT, tables
from .clash import Outlook, against_horde, field, mass
from .realm import honours
from .weights import turns_left

WALLS = 1.5
"""How much more an army bears behind each level of walls."""
OPEN, UNDECLARED, SWORN = 1.0, 0.45, 0.12
"""How likely an attack is: in war, without war, against one's word."""
RECRUITS, RECRUITED = 2.5, 0.5
"""What troops that could still be bought for a wagon bear, and how much of what they could do counts."""
WILD = 2.6
"""What a horde of another turn bears, on the whole."""
WILD_DICE = (3, 3, 5)
DRIVEN = (0.3, 0.2, 0.1)
"""How likely a horde is driven somewhere, by its distance."""
BEATEN = 1.0
PRIZE = 1.5
"""What it is worth to take a merchant transport."""
TEMPER = 1.0
"""How far people are from reckoning like this, in honour."""
PER_LOSS = 0.12
"""Honour that a point of damage to one's own army is worth."""


class Group(NamedTuple):
    """Troops that can march: from where, how far, over sea or not, what they bear, and whether they are there already."""

    space: str
    reach: int
    afloat: bool
    mass: float
    ready: float = 1.0


class Raid(NamedTuple):
    """A territory that could be taken, by whom it is held, what it is worth, what its holder would lose (`spoils`: in war)."""

    space: str
    holder: Seat
    value: float
    harm: float
    spoils: float


@kept_with("armies", "vehicles")
def groups(game: Medioevo, seat: Seat) -> tuple[Group, ...]:
    """The troops of a player that something can carry, one group for each carrier; an empty wagon in a town waits for recruits."""
    found: list[Group] = []
    for vehicle in game.vehicles.values():
        if vehicle.owner != seat or vehicle.kind not in ("wagon", "galley"):
            continue
        room = int(tables().military_transport["capacity"][vehicle.level - 1])
        army = vehicle.cargo or army_at(game, vehicle.space, seat)
        counts = strength(army)
        number = sum(counts)
        bears = mass(counts) * min(1.0, room / number) if number else 0.0
        if bears:
            found.append(Group(vehicle.space, full_pm(vehicle), vehicle.kind == "galley", bears))
        elif vehicle.space in settlements(game) and vehicle.kind == "wagon":
            found.append(Group(vehicle.space, full_pm(vehicle), False, RECRUITS, RECRUITED))
    return tuple(found)


@kept_with("lands", "pacts")
def rim(game: Medioevo, seat: Seat, start: str, reach: int, afloat: bool) -> tuple[str, ...]:
    """Land of others, or nobody's, that a group reaches from a place: it stops where it is not at home."""
    costs, queue, found = {start: 0}, deque([start]), []
    while queue:
        here = queue.popleft()
        if costs[here] >= reach:
            continue
        ways = world.neighbours(here) if afloat and (world.is_sea(here) or here == start) else world.land_neighbours(here)
        for there in ways:
            if there in costs or (there not in game.lands and there not in game.waters):
                continue
            if afloat and here == start and not world.is_sea(there):
                continue
            costs[there] = costs[here] + 1
            if (
                world.is_sea(there)
                or game.lands[there].holder == seat
                or (game.lands[there].holder != BARBARIANS and is_welcome(game, seat, game.lands[there].holder))
            ):
                queue.append(there)
            else:
                found.append(there)
    return tuple(found)


def outlook(game: Medioevo, seat: Seat, space: str, bears: float, now: bool) -> Outlook:
    """How a fight for a territory would end; this turn the barbarians' dice are known."""
    land = game.lands.get(space)
    holder = land.holder if land is not None else BARBARIANS
    guard = army_at(game, space, holder)
    if holder == BARBARIANS:
        dice = game.circle.dice if now else WILD_DICE
        foe = mass(strength(guard)) if guard is not None else mass(game.circle.horde) if now else WILD
        return against_horde(bears, foe, dice, order_penalty(game, seat) if now else -1)
    assert land is not None
    if guard is None:
        return Outlook(1.0, bears)
    edge = order_penalty(game, seat) - order_penalty(game, holder) if now else 0
    return field(bears, mass(strength(guard)) + WALLS * land.military, edge)


def prize(game: Medioevo, seat: Seat, space: str) -> float:
    """Honour and more for taking a territory."""
    land, left = game.lands[space], turns_left(game)
    gain = 0.25 + 0.085 * left * (1 + land.civil)
    home = home_owner(game, space)
    gain += PRIZE * len(wheels(game, seat, space))
    if home == seat:
        return gain + 1.0 + 0.3 * honours(land)
    if space not in settlements(game):
        return gain
    if space not in game.taken_this_turn:
        gain += 1.0 + honours(land)
    gain += 0.35 * honours(land)
    if space in holy_places():
        gain += 2.0 * (space not in game.holy_taken) + 2.0
    return gain


@cache
def holy_places() -> tuple[str, str]:
    return tables().holy["rome"], tables().holy["jerusalem"]


def wheels(game: Medioevo, seat: Seat, space: str) -> tuple[int, ...]:
    """Merchant transports of enemies that stand somewhere."""
    if not game.wars:
        return ()
    here = [(id, vehicle) for id, vehicle in game.vehicles.items() if vehicle.space == space and vehicle.owner != seat]
    return tuple(id for id, vehicle in here if vehicle.kind in MERCHANT and are_at_war(game, seat, vehicle.owner))


def loss(game: Medioevo, space: str) -> float:
    """What the holder of a territory loses with it, besides what his rival gains."""
    land = game.lands[space]
    return 0.3 + 0.085 * turns_left(game) * (1 + land.civil) + 0.7 * honours(land)


@kept_with("pacts", "wars", "turn")
def grievances(game: Medioevo, seat: Seat) -> dict[Seat, float]:
    """What it would cost a player in honour to attack each of the others next turn; teammates are left alone."""
    others = [other for other in range(game.seats) if other != seat and not are_teammates(game, seat, other)]
    return {other: treachery(game, seat, other, game.turn + 1) for other in others}


def treachery(game: Medioevo, seat: Seat, victim: Seat, turn: int) -> float:
    """Honour that an attack on a player costs in some turn: without war declared before, and against one's word."""
    pacts = [pact for pact in pacts_between(game, seat, victim) if not pact.until or pact.until >= turn]
    war = war_between(game, seat, victim)
    if war is not None and war.since < turn:
        return -float(worth("broken_pact")) * sum(forbids_attack(pact) for pact in pacts)
    return -float(worth("undeclared")) - worth("broken_pact") * len(pacts)


def temptation(net: float, price: float) -> float:
    """How likely somebody attacks who wins so much by it: in open war for certain, else the surer the more it pays."""
    return 1 / (1 + exp(-net / TEMPER)) if price else 1.0


def likelihood(game: Medioevo, seat: Seat, holder: Seat) -> float:
    """How likely one player is to attack the other next turn."""
    if are_teammates(game, seat, holder):
        return 0.0
    if are_bound_to_peace(game, seat, holder):
        return SWORN
    return OPEN if are_at_war(game, seat, holder) else UNDECLARED


@kept_with("armies", "lands", "vehicles", "pacts", "wars", "turn", "taken_this_turn", "holy_taken")
def raids(game: Medioevo, seat: Seat) -> tuple[Raid, ...]:
    """The best thing that each group of a player could do next turn, each something else."""
    prices = grievances(game, seat) | {BARBARIANS: 0.0}
    prizes: dict[str, float] = {}
    taken: set[str] = set()
    found: list[Raid] = []
    for group in sorted(groups(game, seat), key=lambda one: -one.mass):
        free = [space for space in rim(game, seat, group.space, group.reach, group.afloat) if space not in taken]
        prizes |= {space: prize(game, seat, space) for space in free if space not in prizes}
        foes = [space for space in free if game.lands[space].holder in prices]
        options = [raid(game, seat, group, space, prices[game.lands[space].holder], prizes[space]) for space in foes]
        best = max(options, key=attrgetter("value", "harm", "spoils"), default=None)
        if best is not None and best.spoils > 0:
            taken.add(best.space)
            found.append(best)
    return tuple(found)


def raid(game: Medioevo, seat: Seat, group: Group, space: str, price: float, gain: float) -> Raid:
    holder = game.lands[space].holder
    hope = outlook(game, seat, space, group.mass, now=False)
    shame = BEATEN if holder == BARBARIANS else 0.0
    spoils = hope.chance * gain - (1 - hope.chance) * shame - PER_LOSS * (group.mass - hope.chance * hope.left)
    likely = temptation(spoils - price, price)
    harm = 0.0 if holder == BARBARIANS else likely * hope.chance * loss(game, space)
    return Raid(space, holder, group.ready * likely * max(0.0, spoils - price), group.ready * harm, group.ready * spoils)


def dangers(game: Medioevo) -> tuple[float, ...]:
    """What everybody has to fear: hordes that lay land waste, and what each of the others could take, of each the worst."""
    total = [*ravages(game)]
    for other in range(game.seats):
        worst: dict[Seat, float] = {}
        for raid in raids(game, other):
            worst[raid.holder] = max(raid.harm, worst.get(raid.holder, 0.0))
        for holder, harm in worst.items():
            if holder != BARBARIANS:
                total[holder] += harm
    return tuple(total)


@kept_with("armies", "lands", "turn")
def ravages(game: Medioevo) -> tuple[float, ...]:
    """What hordes could lay waste of everybody's land, if somebody else is first next turn and drives them there."""
    bands = [(reach_of_hordes(space), mass(strength(army))) for space, army in armies_of(game, BARBARIANS)]
    return tuple([sum([ravage(estate, near, horde) for near, horde in bands]) for estate in estates(game)])


Estate = list[tuple[str, float, float]]
"""A player's territories, what he loses with each, and what its garrison bears."""


def estates(game: Medioevo) -> list[Estate]:
    held = [holdings(game, seat) for seat in range(game.seats)]
    return [[(space, loss(game, space), garrison(game, space, seat)) for space in held[seat]] for seat in range(game.seats)]


def garrison(game: Medioevo, space: str, seat: Seat) -> float:
    guard = army_at(game, space, seat)
    return mass(strength(guard)) if guard is not None else 0.0


def ravage(estate: Estate, near: dict[str, float], horde: float) -> float:
    """What the worst of such a horde's ways would cost, unless a garrison beats it."""
    worst = 0.0
    for space, cost, guard in estate:
        if space in near:
            held = against_horde(guard, horde, WILD_DICE, -1).chance if guard else 0.0
            worst = max(worst, near[space] * ((1 - held) * cost))
    return worst


@cache
def reach_of_hordes(space: str) -> dict[str, float]:
    """Where a horde may be driven, and how likely it is."""
    near = [there for there in world.within(space, len(DRIVEN)) if there != space]
    return {there: DRIVEN[world.distance(space, there) - 1] for there in near}
