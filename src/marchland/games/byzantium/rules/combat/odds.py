"""The exact odds of an attack: every throw is enumerated, nothing is sampled."""

from fractions import Fraction
from functools import cache
from math import comb

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.frames import PreviewLine

from ...state import Byzantium, Realm
from ...tables import BULGAR, CAPITAL, CONFIG, SIDES, CityId, Side
from ..forecast import CUBES_LEFT, line
from ..movement.routes import fleet_lines, march_price, price_lines
from .armies import pawns_in
from .combat import city_leader, city_strength, cubes_per_hit, possible_leader

DIE_SIDES = 6
HIT = Fraction(DIE_SIDES + 1 - CONFIG.hit, DIE_SIDES)
"""The chance that one die hits."""


class Body(msgspec.Struct, frozen=True):
    """The fighting cubes of an army (a guard counted in Elite), or of militia or Bulgars as Main Army alone."""

    elite: int = 0
    main: int = 0
    move: int = 0

    @property
    def dice(self) -> int:
        return min(CONFIG.battle_dice, self.main) + self.elite

    @property
    def strength(self) -> int:
        return self.elite + self.main

    @property
    def cubes(self) -> int:
        return self.elite + self.main + self.move


class Odds(msgspec.Struct, frozen=True):
    """The chance to take the city, the chance to be destroyed in the attempt, and the cubes it costs on average."""

    taken: Fraction
    destroyed: Fraction
    losses: Fraction


Chances = dict[Body, Fraction]


def wounded(body: Body, hits: int) -> Body:
    """BY-BAT-02 What is left if the owner gives up Move first, then Main Army, then Elite: the way that keeps most strength."""
    move = max(0, body.move - hits)
    hits -= body.move - move
    main = max(0, body.main - hits)
    hits -= body.main - main
    return Body(max(0, body.elite - hits), main, move)


def hit_chances(dice: int) -> list[Fraction]:
    """BY-BAT-01 The chance of each number of hits."""
    return [comb(dice, hits) * HIT**hits * (1 - HIT) ** (dice - hits) for hits in range(dice + 1)]


@cache
def attack_odds(attacker: Body, defenders: tuple[Body, ...], walls: int, per_hit: int = 1) -> Odds:
    """BY-SIEGE-02 The odds of beating these defenders in this order and then the city itself.

    Both sides are taken to lose cubes so as to keep their strength, which is the best they can do for the result.
    """
    standing: Chances = {attacker: Fraction(1)}
    beaten: Chances = {}
    for defender in defenders:
        standing = _fight(standing, defender, beaten)
    taken = _besiege(standing, walls, per_hit, beaten)
    ends = [*taken.items(), *beaten.items()]
    return Odds(
        taken=sum(taken.values(), Fraction(0)),
        destroyed=sum((chance for body, chance in ends if not body.cubes), Fraction(0)),
        losses=sum(((attacker.cubes - body.cubes) * chance for body, chance in ends), Fraction(0)),
    )


def _fight(standing: Chances, defender: Body, beaten: Chances) -> Chances:
    """BY-BAT-03 One battle: winners go on, the others are added to the beaten."""
    winners: Chances = {}
    for body, chance in standing.items():
        for dealt, dealt_chance in enumerate(hit_chances(body.dice)):
            left = wounded(defender, dealt).strength
            for taken, taken_chance in enumerate(hit_chances(defender.dice)):
                after = wounded(body, taken)
                _add(winners if after.strength > left else beaten, after, chance * dealt_chance * taken_chance)
    return winners


def _besiege(standing: Chances, walls: int, per_hit: int, beaten: Chances) -> Chances:
    """BY-SIEGE-01 The siege: those who are still stronger than the walls take the city."""
    winners: Chances = {}
    for body, chance in standing.items():
        for hits, hit_chance in enumerate(hit_chances(walls)):
            after = wounded(body, hits * per_hit)
            _add(winners if after.strength > walls else beaten, after, chance * hit_chance)
    return winners


def _add(chances: Chances, body: Body, chance: Fraction) -> None:
    chances[body] = chances.get(body, Fraction(0)) + chance


# -- the odds of an attack on the table ----------------------------------------------------------------


def body_of(realm: Realm, spent: int = 0) -> Body:
    """An army after it has spent Move cubes."""
    return Body(realm.elite + realm.guard, realm.main, realm.move - spent)


def odds_against(game: Byzantium, seat: Seat, side: Side, city: CityId, attacker: Body) -> dict[str, Odds]:
    """The odds for each way the city may be defended: by itself, by militia, by every pawn, by pawns and militia."""
    walls, per_hit = city_strength(game, city), cubes_per_hit(city)
    horde = (Body(main=game.bulgars),) if game.cities[city].side == BULGAR and game.bulgars else ()
    pawns, levy = _pawns(game, seat, side, city), _levy(game, seat, side, city)
    found = {"siege": attack_odds(attacker, horde, walls, per_hit)}
    if levy:
        found["militia"] = attack_odds(attacker, (levy,), walls, per_hit)
    if pawns:
        found["pawns"] = attack_odds(attacker, tuple(body for _, body in pawns), walls, per_hit)
        if levy and city_leader(game, city) not in [owner for owner, _ in pawns]:
            found["pawns_militia"] = attack_odds(attacker, (*(body for _, body in pawns), levy), walls, per_hit)
    return found


def _pawns(game: Byzantium, seat: Seat, side: Side, city: CityId) -> list[tuple[Seat, Body]]:
    theirs = game.cities[city].side
    if theirs not in SIDES:
        return []
    there = pawns_in(game, city, theirs, seat)
    return [(owner, body_of(game.realm(owner, theirs))) for owner in there if (owner, theirs) != (seat, side)]


def _levy(game: Byzantium, seat: Seat, side: Side, city: CityId) -> Body | None:
    """BY-MIL-02 Militia fights like a Main Army without Elite."""
    leader = possible_leader(game, seat, side, city)
    if leader is None:
        return None
    cubes = game.realm(leader, game.cities[city].side).militia
    return Body(main=cubes) if cubes else None


def percent(chance: Fraction) -> int:
    """A chance in whole per cent; only what is certain is called 0 or 100."""
    return int(chance) * 100 if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def odds_lines(game: Byzantium, seat: Seat, side: Side, city: CityId, attacker: Body) -> list[PreviewLine]:
    """BY-SIEGE-02 The chance of success in each case, for a preview."""
    rule = "BY-CONST-01" if city == CAPITAL else "BY-SIEGE-02"
    return [
        line(
            rule,
            percent(odds.taken),
            f"percent_{case}",
            against=case,
            chance=str(odds.taken),
            losses=str(odds.losses),
            cubes=round(odds.losses),
        )
        for case, odds in odds_against(game, seat, side, city, attacker).items()
    ]


def march_preview(game: Byzantium, seat: Seat, side: Side, to: CityId, links: int = 0) -> list[PreviewLine]:
    """BY-MOVE-02 The price of a march, what a rival's fleet may do to it, and the odds if it leads to an attack."""
    army = body_of(game.realm(seat, side), march_price(game, seat, side, to, links + 1))
    lines = price_lines(game, seat, side, to, links) + fleet_lines(game, seat, side, to)
    if not army.cubes:
        return [*lines, line("BY-MOVE-09", 0, CUBES_LEFT)]
    return lines if game.cities[to].side == side else lines + odds_lines(game, seat, side, to, army)


def civil_war_preview(game: Byzantium, seat: Seat, side: Side) -> list[PreviewLine]:
    """BY-CIV-01 The odds of an attack on the city where the pawn stands."""
    realm = game.realm(seat, side)
    return odds_lines(game, seat, side, realm.at, body_of(realm)) if realm.at else []
