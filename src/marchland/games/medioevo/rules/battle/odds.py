"""Chances of a round of melee before it is fought (rulebook: Battle, attack values). Cards and sacrifices come on top."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

from marchland.kernel.actions import Seat
from marchland.kernel.frames import PreviewLine

from ... import world
from ...state import BARBARIANS, Medioevo
from ..components.armies import parties, size
from ..diplomacy.relations import is_hostile
from .fight import attack_of_dice, attack_value, order_penalty, raw_attack

FACES = (4, 6, 8)
THROWS = 4 * 6 * 8


@cache
def attacks() -> Counter[int]:
    """MU-BAT-03 How many of the 192 throws of d4, d6 and d8 give each attack."""
    return Counter(attack_of_dice(dice) for dice in product(*(range(1, faces + 1) for faces in FACES)))


@cache
def chance_with_reroll(need: int) -> float:
    """MU-BAT-03 The chance that the dice show at least `need` if the best set of them is rolled again."""
    throws = list(product(*(range(1, faces + 1) for faces in FACES)))
    return sum(_best_reroll(dice, need) for dice in throws) / THROWS


def _best_reroll(dice: tuple[int, ...], need: int) -> float:
    if attack_of_dice(dice) >= need:
        return 1.0
    kept = product(*((None, die) for die in dice))
    return max(_chance_keeping(tuple(pattern), need) for pattern in kept)


@cache
def _chance_keeping(pattern: tuple[int | None, ...], need: int) -> float:
    """The chance to reach `need` if only these dice stay and the others are thrown again."""
    ways = [range(1, faces + 1) if die is None else (die,) for die, faces in zip(pattern, FACES, strict=True)]
    throws = list(product(*ways))
    return sum(attack_of_dice(dice) >= need for dice in throws) / len(throws)


def chance_of_throw(game: Medioevo, index: int, again: tuple[int, ...]) -> int | None:
    """MU-BAT-05 The chance, in a hundred, to win the round if these dice are thrown again; None while the enemy's are unknown."""
    side, enemy = game.fights[-1].sides[index], game.fights[-1].sides[1 - index]
    if not enemy.dice or side.flight or side.capturing:
        return None
    extras = raw_attack(game, index) - attack_of_dice(side.dice)
    kept = tuple(None if place in again else die for place, die in enumerate(side.dice))
    return round(100 * _chance_keeping(kept, attack_value(game, 1 - index) + 1 - extras))


def chance_against_barbarians(game: Medioevo, seat: Seat) -> int:
    """MU-BAR-05 Barbarian dice lie in the War Circle: the chance, in a hundred, to beat them with the best reroll."""
    need = attack_of_dice(game.circle.dice) + 1 - order_penalty(game, seat)
    return round(100 * chance_with_reroll(need))


def chance_against(game: Medioevo, seat: Seat, rival: Seat) -> int:
    """MU-BAT-05 The chance, in a hundred, to throw more than a rival before either rolls again."""
    edge = order_penalty(game, seat) - order_penalty(game, rival)
    pairs = product(attacks().items(), attacks().items())
    won = sum(own_ways * foe_ways for (own, own_ways), (foe, foe_ways) in pairs if own + edge > foe)
    return round(100 * won / THROWS**2)


def battle_line(game: Medioevo, seat: Seat, own: int, foe: Seat, units: int) -> PreviewLine:
    """What a fight against this side promises."""
    if foe == BARBARIANS:
        return PreviewLine("MU-BAR-05", chance_against_barbarians(game, seat), {"own": own, "units": units}, unit="percent_horde")
    return PreviewLine("MU-BAT-05", chance_against(game, seat, foe), {"own": own, "units": units}, unit="percent_rival")


def battle_lines(game: Medioevo, seat: Seat, own: int, place: str) -> list[PreviewLine]:
    """The fights that so many units would find in a space; land without army and controller raises a horde."""
    if not own:
        return []
    foes = [other for other in parties(game, place) if other != seat and is_hostile(game, seat, other)]
    lines = [battle_line(game, seat, own, foe, size(game, place, foe)) for foe in sorted(foes)]
    rises = not world.is_sea(place) and game.lands[place].holder == BARBARIANS and not parties(game, place)
    return [*lines, battle_line(game, seat, own, BARBARIANS, sum(game.circle.horde))] if rises else lines
