"""A judgement learned from play: how likely each player is to win, from what `features` counts and from who can end the game.

Each player's figures, weighed, give a strength; the odds to win a game of three turns go by the exponentials of the strengths.
The weights, one set for every phase of the game, were fitted to the ends of games between bots; `data/judgement.json` holds them,
and the record of how they came about. That Constantinople may fall before is reckoned beside it, by the odds of the attack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log

from marchland.kernel.actions import Seat
from marchland.kernel.judgement import Judgement, Weights, strength

from ..rules.scoring import standing, winners
from ..rules.special.bulgars import BOX
from ..rules.special.special import has_room
from ..state import Byzantium
from ..tables import ARAB, CAPITAL, CONFIG, DATA
from .features import NAMES, features, hands_of, next_to_act
from .fighting import Raid, horde_chance, pawns_on_map, raids, wins_by_fall

CERTAIN = 12.0
"""The odds of a game that is over, as a logarithm."""
MARGIN = 0.02
"""What a point of lead counts once all is decided."""
DARING = 0.6
"""Somebody goes for Constantinople if his chance there is more than this part of his chance to win otherwise."""
PATIENCE = 0.6
"""How much of one's own chance there is left when everybody else has acted before."""
TO_COME = 0.7
"""How much of the danger is left if Constantinople cannot be attacked before the next turn."""
UNSURE = 0.5
"""How much of that is left if nobody has passed yet who would begin it."""

JUDGEMENT = Judgement(DATA / "judgement.json", NAMES)


def log_odds(game: Byzantium, seat: Seat, weights: Weights, sees_the_fall: bool = True) -> float:
    """The seat's odds to win, as a logarithm."""
    if game.is_over:
        return decided(game, seat)
    found = raids(game)
    phase, table = features(game, found)
    shares = shares_of([strength(figures, weights[phase]) for figures in table])
    chance = with_the_fall(game, seat, shares, found) if sees_the_fall else shares[seat]
    chance = min(1 - 1e-6, max(1e-6, chance))
    return log(chance / (1 - chance))


def shares_of(strengths: Sequence[float]) -> list[float]:
    highest = max(strengths)
    powers = [exp(value - highest) for value in strengths]
    whole = sum(powers)
    return [power / whole for power in powers]


def decided(game: Byzantium, seat: Seat) -> float:
    """The game is over: won or lost, by how much."""
    totals = [standing(game, other).total for other in range(len(game.players))]
    lead = totals[seat] - max(points for other, points in enumerate(totals) if other != seat)
    return (CERTAIN if seat in winners(game) else -CERTAIN) + MARGIN * lead


def with_the_fall(game: Byzantium, seat: Seat, shares: Sequence[float], found: Sequence[Raid]) -> float:
    """The chance to win if whoever profits from it goes for Constantinople as soon as he may."""
    chance, left = 0.0, 1.0
    for attacker, likely in attackers(game, found):
        if likely <= DARING * shares[attacker]:
            continue
        part = left * likely * (PATIENCE if attacker == seat else 1.0)
        chance += part * (attacker == seat)
        left -= part
    return chance + left * shares[seat]


def attackers(game: Byzantium, found: Sequence[Raid]) -> Iterator[tuple[Seat, float]]:
    """Who may win by taking Constantinople, in the order in which they act, and how likely: by army, or by the Bulgars once."""
    armies = {raid.seat: raid.chance for raid in found if raid.city == CAPITAL and raid.side == ARAB}
    pawns, is_open = pawns_on_map(game), has_room(game, BOX)
    for seat in next_to_act(game):
        if not wins_by_fall(game, seat):
            continue
        horde = horde_chance(game, seat, CAPITAL, pawns) if is_open else 0.0
        is_open = is_open and not horde
        if horde or seat in armies:
            yield seat, max(horde, armies.get(seat, 0.0))
    if game.turn < CONFIG.turns:
        seat, sureness = next_to_begin(game)
        likely = sureness * max(armies.get(seat, 0.0), horde_chance(game, seat, CAPITAL, pawns))
        if likely and wins_by_fall(game, seat):
            yield seat, likely


def next_to_begin(game: Byzantium) -> tuple[Seat, float]:
    """Who will act first in the next turn, because he has passed first or will soon, and how much of his chance will be left."""
    if game.passed:
        return game.passed[0], TO_COME
    order = next_to_act(game) or list(range(len(game.players)))
    return min(order, key=lambda seat: hands_of(game, seat)), TO_COME * UNSURE
