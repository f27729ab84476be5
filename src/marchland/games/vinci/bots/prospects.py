"""What a position promises a seat: the points that both empires, and civilizations yet to come, may still bring it.

A forecast walks through the turns that are probably left. An active empire grows by its free tokens and loses a little to
its neighbours; it may decline at any turn, then the best civilization on offer follows it. The best moment counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import ceil
from typing import NamedTuple

from marchland.kernel.actions import Seat

from ..rules.civilizations import enduring_tiles, price_of, tokens_for
from ..rules.conquest.conquest import conquest_costs, defence
from ..rules.empire import parts_of_empire
from ..rules.scoring import active_points, declining_points, province_points
from ..rules.tiles import Powers, powers
from ..rules.turn import Turn
from ..state import NEUTRAL, Vinci
from ..tables import FIGURES, Civ
from ..world import Province

# Everything is measured in points or tokens; the figures were settled by matches against the rulebook's automaton.
HORIZON = 5
"""No forecast looks further than this many turns."""
SLOWEST_PACE = 8.0
"""Points a turn at which the leader is expected to go on, at least."""
PRICE = 3.3
"""Tokens that a province costs on average, as long as nothing helps."""
LOSSES = 0.7
"""Provinces that an active empire loses to others in a round."""
EROSION = 0.9
"""The share of a declining empire that is left after a round."""
RISK = 0.3
"""The chance that a bare province next to an enemy is lost in a round; each further token takes off a third."""
RIVALRY = 0.6
"""How much the standing of the leading rival counts against one's own."""
TRUST = 0.3
"""How far the forecast of a civilization that is not on the board is believed."""
GIFT = 0.7
"""What a point on the market counts against oneself: others will take it."""
HOPE = 0.95
"""How much of what the tokens in hand could still conquer in this turn is counted."""
BEYOND = 0.5
"""The same for provinces that only the next conquests will bring into reach."""

BEFORE_SCORING = Turn.STEPS[: Turn.STEPS.index("score") + 1]
BEFORE_DEFENDERS = Turn.STEPS[: Turn.STEPS.index("let_defenders_redeploy") + 1]


class Empire(NamedTuple):
    """An active civilization as a forecast sees it."""

    provinces: float
    points: float
    tokens: float
    worth: float
    """Points of a province it may add."""
    kept: float
    """The share of its points that remains in decline."""


def evaluate(game: Vinci, seat: Seat) -> float:
    """Points now and to come, less what is at risk and some of what the leading rival has and will have."""
    rounds = rounds_left(game)
    rival = max(standing(game, other, rounds) for other in game.order if other != seat)
    own = game.score[seat] + points_to_come(game, seat, rounds) - danger(game, seat, rounds)
    return own - RIVALRY * rival - GIFT * FIGURES.skip_price * sum(game.counters)


# -- how long the game will last -----------------------------------------------------------------------


def rounds_left(game: Vinci) -> int:
    """Rounds after this one, if the leader goes on at the present pace."""
    if game.ending:
        return 0
    leader = max(game.order, key=lambda seat: game.score[seat])
    pace = max(SLOWEST_PACE, active_points(game, leader) + declining_points(game, leader))
    scorings = ceil((game.settings.target - game.score[leader]) / pace)
    return max(0, min(HORIZON, scorings - is_yet_to_score(game, leader)))


def is_yet_to_score(game: Vinci, seat: Seat) -> bool:
    """Is this seat's scoring of this round still to come?"""
    return step_of_turn(game, seat) in BEFORE_SCORING


def step_of_turn(game: Vinci, seat: Seat) -> str:
    """The next step of this seat's turn in this round; nothing if the turn is over."""
    return next((game.step_of(turn) for turn in game.frames(Turn) if turn.seat == seat), "")


# -- points to come ------------------------------------------------------------------------------------


def standing(game: Vinci, seat: Seat, rounds: int) -> float:
    """A rival's score at the end if both empires stay as they are."""
    scorings = rounds + is_yet_to_score(game, seat)
    return game.score[seat] + scorings * (active_points(game, seat) + declining_points(game, seat))


def points_to_come(game: Vinci, seat: Seat, rounds: int) -> float:
    """What both empires and a civilization to follow will bring."""
    step, old = step_of_turn(game, seat), float(declining_points(game, seat))
    if not game.civ[seat]:
        now = old if step in BEFORE_SCORING else 0.0
        return now + EROSION * old * annuity(rounds) + successor(game, seat, rounds)[rounds]
    gained, value = within_reach(game, seat) if step in BEFORE_DEFENDERS else (0.0, 0.0)
    empire = present_empire(game, seat, gained, value)
    to_come = outlook(game, seat, empire, EROSION * old, rounds)
    if step in BEFORE_SCORING:
        to_come += empire.points + old
    return to_come if game.active[seat] else TRUST * to_come


def present_empire(game: Vinci, seat: Seat, gained: float, value: float) -> Empire:
    """The active empire with what it may still conquer this turn; no more than can be garrisoned and held together."""
    board_name, civ = game.settings.board, game.civ[seat]
    worth, in_decline = province_points(board_name, civ), province_points(board_name, enduring_tiles(civ))
    own = best_part(game, seat, worth)
    held = sum(worth[p] for p in own)
    provinces, points = len(own) + gained, held + value
    garrisoned = min(1.0, game.tokens[seat] / provinces) if provinces else 1.0
    kept = sum(in_decline[p] for p in own) / held if held else 1.0
    return Empire(provinces * garrisoned, points * garrisoned, game.tokens[seat], typical_worth(board_name, civ), kept)


def best_part(game: Vinci, seat: Seat, worth: Mapping[Province, int]) -> tuple[Province, ...]:
    """Of a divided empire only one part is kept."""
    if len(game.active[seat]) < 2 or game.powers[seat].ignores_cohesion:
        return game.active[seat]
    return max(parts_of_empire(game, seat), key=lambda part: sum(worth[p] for p in part))


@cache
def typical_worth(board_name: str, civ: Civ) -> float:
    """Between an average province and the better third, because one picks."""
    ranked = sorted(province_points(board_name, civ).values(), reverse=True)
    third = ranked[: len(ranked) // 3]
    return (sum(ranked) / len(ranked) + sum(third) / len(third)) / 2


def outlook(game: Vinci, seat: Seat, empire: Empire, declining: float, turns: int) -> float:
    """Points of the turns to come, with a decline at the best moment, or never."""
    tiles, following = game.powers[seat], successor(game, seat, turns)
    best = total = 0.0
    for left in range(turns, 0, -1):
        best = max(best, total + empire.points * empire.kept * annuity(left) + following[left - 1])
        empire = grown(empire, tiles)
        total += empire.points + declining
        declining *= EROSION
    return max(best, total)


def annuity(turns: int) -> float:
    """How many times a declining empire scores its present points in so many turns."""
    return (1 - EROSION**turns) / (1 - EROSION)


def grown(empire: Empire, tiles: Powers) -> Empire:
    """The empire a turn later: free tokens conquer, neighbours bite."""
    tokens = empire.tokens + tiles.tokens_per_turn
    free = max(0.0, tokens - empire.provinces) + tiles.temporary_tokens
    gained = min(free / price(tiles), tokens - empire.provinces)
    lost = min(empire.provinces, LOSSES - 0.1 * (tiles.defence + tiles.peace_targets + tiles.forts_per_turn))
    per_province = empire.points / empire.provinces if empire.provinces else 0.0
    captives = 0.8 * gained * tiles.score_per_eliminated_token
    points = empire.points - lost * per_province + gained * empire.worth + captives
    return Empire(empire.provinces + gained - lost, points, tokens - lost, empire.worth, empire.kept)


def price(tiles: Powers) -> float:
    """Tokens that a province costs this civilization on average."""
    ways = 0.3 * tiles.cost_coast + 0.15 * tiles.cost_mountain - 0.2 * (tiles.crosses_seas + tiles.enters_anywhere)
    return max(1.5, PRICE + 0.8 * tiles.cost_any + ways - 0.25 * tiles.flat_cost_conquests)


# -- a civilization to follow --------------------------------------------------------------------------


def successor(game: Vinci, seat: Seat, turns: int) -> tuple[float, ...]:
    """What the best civilization on offer brings in 0, 1, 2 ... turns, its price paid."""
    best, most = (0.0,) * (HORIZON + 1), 0.0
    for slot, civ in enumerate(game.slots, 1):
        net = FIGURES.skip_price * game.counters[slot - 1] - (1 + GIFT) * price_of(slot)
        points = career(game.settings.board, civ, tokens_for(game, seat, civ))
        if price_of(slot) <= game.score[seat] and points[turns] + net > most:
            best, most = tuple(total + net for total in points), points[turns] + net
    return best


@cache
def career(board_name: str, civ: Civ, tokens: int) -> tuple[float, ...]:
    """The points that a civilization from the market makes in 0, 1, 2 ... turns."""
    tiles, totals = powers(civ), [0.0]
    empire = Empire(0.0, 0.0, float(tokens), typical_worth(board_name, civ), 1.0)
    for _ in range(HORIZON):
        empire = grown(empire, tiles)
        totals.append(totals[-1] + empire.points)
    return tuple(totals)


# -- this turn's conquests, and dangers ----------------------------------------------------------------


def within_reach(game: Vinci, seat: Seat) -> tuple[float, float]:
    """Provinces and points that the free tokens may still conquer: those in reach that cost least for what they bring."""
    free: float = game.hand[seat] if game.this_turn.seat == seat else game.tokens[seat] - len(game.active[seat])
    worth = province_points(game.settings.board, game.civ[seat])
    targets = sorted((cost / worth[p], cost, worth[p]) for p, cost in conquest_costs(game, seat).items() if worth[p] > 0)
    count = value = 0.0
    for _, cost, points in targets:
        share = min(1.0, free / cost) if cost else 1.0
        count, value, free = count + share, value + share * points, free - share * cost
    beyond = BEYOND * free / price(game.powers[seat])
    return HOPE * (count + beyond), HOPE * (value + beyond * typical_worth(game.settings.board, game.civ[seat]))


def danger(game: Vinci, seat: Seat, rounds: int) -> float:
    """What the neighbours may take of the active empire before it scores again, the weaker held the likelier."""
    if not rounds or step_of_turn(game, seat) in BEFORE_DEFENDERS:
        return 0.0
    worth = province_points(game.settings.board, game.civ[seat])
    total = 0.0
    for province in game.active[seat]:
        held = game.land[province]
        if held is not None:
            strength = game.board.base_cost[province] + defence(game, held) - PRICE
            total += (worth[province] + 0.3) * exposure(game, seat, province) * (2 / 3) ** strength
    return RISK * min(rounds, 3) * total


def exposure(game: Vinci, seat: Seat, province: Province) -> float:
    """Much at a frontier with an active empire, little elsewhere."""
    neighbours = (game.land[p] for p in game.board.links[province])
    enemies = {held.seat for held in neighbours if held is not None and held.seat not in (seat, NEUTRAL) and not held.declining}
    return 0.25 + 0.5 * len(enemies)
