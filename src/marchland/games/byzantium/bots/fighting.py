"""Who can take what: the raids that every army on the map could make next, with their chances.

The chances are those of `rules.combat.odds`, counted in floats and remembered, because a bot asks for thousands of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from marchland.kernel.actions import Seat

from ..rules.combat.combat import city_leader, city_strength, cubes_per_hit, possible_leader
from ..rules.combat.conquest import city_tokens
from ..rules.combat.odds import HIT
from ..rules.movement.routes import has_fleet, is_own, priced_ways
from ..rules.special.bulgars import is_bulgar_target, supply
from ..rules.special.civilwar import BOXES, is_spared
from ..rules.special.special import has_room
from ..state import Byzantium, Realm
from ..tables import ARAB, BULGAR, CONFIG, SIDES, CityId, Side

Men = tuple[int, int, int]
"""Elite, Main Army and Move of an army; militia and Bulgars are Main Army alone."""
Pawns = dict[tuple[CityId, Side], list[Seat]]
CHANCE = float(HIT)


class Raid(NamedTuple):
    """An attack that somebody could make with one action."""

    seat: Seat
    side: Side
    city: CityId
    chance: float
    losses: float


# -- odds ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=200_000)
def odds(army: Men, defenders: tuple[Men, ...], walls: int, per_hit: int) -> tuple[float, float]:
    """The chance to beat them all and the city, and the cubes that it costs on average."""
    standing, beaten = {army: 1.0}, 0.0
    whole = sum(army)
    for defender in defenders:
        standing, lost = fought(standing, defender, whole)
        beaten += lost
    taken, losses = 0.0, beaten
    for men, chance in standing.items():
        for hits, likely in enumerate(throws(walls)):
            left = wounded(men, hits * per_hit)
            losses += chance * likely * (whole - sum(left))
            taken += chance * likely * (left[0] + left[1] > walls)
    return taken, losses


def fought(standing: dict[Men, float], defender: Men, whole: int) -> tuple[dict[Men, float], float]:
    """Those who go on after a battle, and what the others have lost on average."""
    winners: dict[Men, float] = {}
    losses = 0.0
    returned = throws(dice(defender))
    for men, chance in standing.items():
        for dealt, likely in enumerate(throws(dice(men))):
            rest = wounded(defender, dealt)
            for taken, unlikely in enumerate(returned):
                left, part = wounded(men, taken), chance * likely * unlikely
                if left[0] + left[1] > rest[0] + rest[1]:
                    winners[left] = winners.get(left, 0.0) + part
                else:
                    losses += part * (whole - sum(left))
    return winners, losses


def dice(men: Men) -> int:
    return min(CONFIG.battle_dice, men[1]) + men[0]


def wounded(men: Men, hits: int) -> Men:
    """Move goes first, then Main Army, then Elite."""
    elite, main, move = men
    if hits <= move:
        return elite, main, move - hits
    hits -= move
    return (elite, main - hits, 0) if hits <= main else (max(0, elite + main - hits), 0, 0)


@cache
def throws(count: int) -> tuple[float, ...]:
    """How likely each number of hits is."""
    return tuple(comb(count, hits) * CHANCE**hits * (1 - CHANCE) ** (count - hits) for hits in range(count + 1))


# -- attacks on the table ------------------------------------------------------------------------------


def pawns_on_map(game: Byzantium) -> Pawns:
    found: Pawns = {}
    for seat, player in enumerate(game.players):
        for side in SIDES:
            at = player.realm(side).at
            if at is not None:
                found.setdefault((at, side), []).append(seat)
    return found


def men_of(realm: Realm, spent: int = 0) -> Men:
    return realm.elite + realm.guard, realm.main, realm.move - spent


def attack(game: Byzantium, seat: Seat, side: Side, city: CityId, army: Men, pawns: Pawns) -> tuple[float, float]:
    """The odds of an attack against which everybody stands who can."""
    place, defenders = game.cities[city], []
    if place.side == BULGAR:
        defenders.append((0, game.bulgars, 0))
    fighters = [owner for owner in pawns.get((city, place.side), ()) if (owner, place.side) != (seat, side)]
    defenders += [men_of(game.realm(owner, place.side)) for owner in fighters]
    leader = possible_leader(game, seat, side, city)
    if leader is not None and city_leader(game, city) not in fighters:
        militia = game.realm(leader, place.side).militia
        if militia:
            defenders.append((0, militia, 0))
    return odds(army, tuple(defenders), city_strength(game, city), cubes_per_hit(city))


def raids(game: Byzantium) -> list[Raid]:
    """Every attack that is possible now or as soon as its owner may act."""
    pawns = pawns_on_map(game)
    return [raid for seat in range(len(game.players)) for side in SIDES for raid in raids_of(game, seat, side, pawns)]


def raids_of(game: Byzantium, seat: Seat, side: Side, pawns: Pawns) -> Iterator[Raid]:
    realm = game.realm(seat, side)
    if realm.at is None or realm.elite + realm.guard + realm.main < 2:
        return
    goals = within_reach(game, seat, side, realm)
    for city, price in goals.items():
        chance, losses = attack(game, seat, side, city, men_of(realm, price), pawns)
        if chance > 0:
            yield Raid(seat, side, city, chance, losses)


def within_reach(game: Byzantium, seat: Seat, side: Side, realm: Realm) -> dict[CityId, int]:
    """What one action can attack, and the Move cubes that it costs: enemies over one or two links, friends by civil war."""
    assert realm.at is not None
    fleet, has_civil_war = has_fleet(game, seat), has_room(game, BOXES[side])
    goals: dict[CityId, int] = {}
    if has_civil_war and is_other(game, seat, realm.at):
        goals[realm.at] = 0
    for _, city, price in priced_ways((side, realm.at, fleet)):
        if price > realm.move:
            continue
        if game.cities[city].side != side:
            if not is_own(game, seat, side, city):
                goals[city] = min(price, goals.get(city, price))
            continue
        if has_civil_war and is_other(game, seat, city):
            goals.setdefault(city, price)
        for _, beyond, more in priced_ways((side, city, fleet)):
            total = price + more + CONFIG.second_link_surcharge
            if total <= realm.move and game.cities[beyond].side != side and not is_own(game, seat, side, beyond):
                goals[beyond] = min(total, goals.get(beyond, total))
    return goals


def is_other(game: Byzantium, seat: Seat, city: CityId) -> bool:
    """Somebody else's city that civil war may strike."""
    return game.cities[city].controller not in (seat, None) and not is_spared(game, seat, city)


def spoils(game: Byzantium, city: CityId) -> float:
    """Points now, and those of the tokens that stay."""
    tokens = city_tokens(game, city)
    return tokens - 1 + max(1, tokens - 1)


# -- the fall of Constantinople --------------------------------------------------------------------------


def horde_chance(game: Byzantium, seat: Seat, city: CityId, pawns: Pawns) -> float:
    """How likely the Bulgars, two more of them, take a city if this player sends them."""
    if not is_bulgar_target(game, city):
        return 0.0
    horde = game.bulgars + min(CONFIG.bulgars.added, supply(game))
    return attack(game, seat, BULGAR, city, (0, horde, 0), pawns)[0]


def wins_by_fall(game: Byzantium, seat: Seat) -> bool:
    """Would this player have the most Arab points after taking Constantinople?"""
    points = [game.realm(other, ARAB).points for other in range(len(game.players))]
    return points[seat] + CONFIG.constantinople.points > max(points)
