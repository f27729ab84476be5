"""How good a position is for a seat.

The unit is the victory point. A player's outlook is what both tracks would come to at the end (points, and a point for each token
he holds), brought together by the half rule with a soft edge; plus what his money, cubes and armies can still become in the turns
that are left; less what upkeep will cost him. An evaluation is one's own outlook less part of the best rival's.

An action in the middle of being paid for is first carried to its end by rules of thumb, and an attack that waits for
somebody else is valued by its exact odds, so that one-ply search sees what its choice is good for.

All that is the frozen baseline's, and stays as it is. The bots that search think with the rooms of `bots`.
"""

from collections.abc import Callable

from marchland.kernel.actions import Action, Seat
from marchland.kernel.contract import Automaton
from marchland.kernel.frames import Procedure
from marchland.kernel.planning import Mind

from .bots.planning import reply, sameness, turn_of
from .bots.styles import TASTES, hunch, judge, steps
from .rules.combat.armies import ChooseLoss, Lose, army_strength
from .rules.combat.combat import Attack
from .rules.combat.conquest import GiveMarker, city_tokens
from .rules.combat.odds import Body, body_of, odds_against
from .rules.cubes import PayCube, Take
from .rules.movement.movement import Crossing
from .rules.movement.routes import link_price, reachable
from .rules.scoring import winners
from .rules.special.bulgars import is_bulgar_target, supply
from .rules.special.special import ChooseGrowth, Grow
from .rules.tax import ChooseTax, Levy, Split, SplitTax
from .rules.upkeep import controlled_tokens, upkeep
from .state import Byzantium
from .tables import ARAB, BULGAR, BYZANTINE, CAPITAL, CONFIG, SIDES, CityId, Side, split_slot

# Weights, in points. They were set by hand and checked by playing greedy against random and against earlier weights.
VICTORY = 1000.0
RIVAL = 0.5
"""How much of the best rival's outlook counts against one's own."""
HELD_TOKEN = 0.85
"""A token on an own city is a point at the end, if the city is still one's own then."""
BEZANT = 0.27
"""Six bezants and a cube make two points."""
USEFUL_BEZANTS = 24
DEBT = 1.1
"""Each bezant short of upkeep loses a cube and a point."""
POOL_CUBE = (0.35, 0.65, 0.75)
CASUALTY = (0.0, 0.12, 0.15)
STRENGTH = (0.1, 0.45, 0.6)
MOVE_CUBE = (0.1, 0.3, 0.35)
MILITIA_CUBE = (0.05, 0.12, 0.15)
"""Weights of cubes by the number of turns still to come after this one."""
PROSPECT = 0.6
"""The share of the best possible attack's expected gain that counts as one's own already."""
BALANCE_EDGE = 8.0
"""The lower track loses its worth over this many points of shortfall from half the higher one."""

MENACE = 18.0
"""What it is worth to win, or costs to lose, by the fall of Constantinople."""

BOTS: dict[str, Callable[[], Automaton[Byzantium]]] = {}


def evaluate(game: Byzantium, seat: Seat) -> float:
    """The seat's outlook less part of the best rival's, or victory and defeat."""
    if not game.is_over:
        game = settled(game, seat)
    if game.is_over:
        best = winners(game)
        return VICTORY / len(best) if seat in best else -VICTORY
    rivals = [outlook(game, other) for other in range(len(game.players)) if other != seat]
    return outlook(game, seat) - RIVAL * max(rivals) + pending(game, seat) + MENACE * menace(game, seat)


# -- the outlook of one player -------------------------------------------------------------------------


def outlook(game: Byzantium, seat: Seat) -> float:
    """What a player's points, cities, money and cubes promise."""
    player, left = game.players[seat], CONFIG.turns - game.turn
    cubes = player.pool * POOL_CUBE[left] + player.casualties * CASUALTY[left]
    if left == 0 and seat in game.passed:
        cubes = 0.0
    tracks = [game.realm(seat, side).points + HELD_TOKEN * controlled_tokens(game, seat, side) for side in SIDES]
    return balanced(*tracks) + cubes + sum(side_worth(game, seat, side, left) for side in SIDES)


def balanced(one: float, other: float) -> float:
    """The half rule with a soft edge: the lower track counts in full down to half the higher one, then less and less."""
    low, high = sorted((one, other))
    shortfall = max(0.0, high - 2 * low)
    return high + low * max(0.0, 1.0 - shortfall / BALANCE_EDGE)


def side_worth(game: Byzantium, seat: Seat, side: Side, left: int) -> float:
    """Money after the coming upkeep, the army itself, and its best prospect."""
    realm = game.realm(seat, side)
    purse = realm.treasury + CONFIG.income_per_token * controlled_tokens(game, seat, side) - upkeep(realm)
    worth = -DEBT * max(0, -purse)
    if left or seat not in game.passed:
        spendable = purse if left else min(purse, realm.treasury)
        worth += BEZANT * max(0, min(spendable, USEFUL_BEZANTS))
    worth += STRENGTH[left] * army_strength(realm) + MOVE_CUBE[left] * min(realm.move, 4) + MILITIA_CUBE[left] * realm.militia
    if left or seat not in game.passed:
        worth += PROSPECT * prospect(game, seat, side)
    return worth


def prospect(game: Byzantium, seat: Seat, side: Side) -> float:
    """The expected gain of the best attack within one link of the pawn."""
    realm = game.realm(seat, side)
    if realm.at is None or not realm.move:
        return 0.0
    gains = [0.0]
    for to in reachable(game, seat, side):
        place = game.cities[to]
        if place.side == side or place.controller == seat or to == CAPITAL:
            continue
        price = link_price(game, seat, side, to)
        if price <= realm.move:
            chance, losses = toughest_odds(game, seat, side, to, price)
            gains.append(chance * spoils(game, to) - 0.3 * losses)
    return max(gains)


def toughest_odds(game: Byzantium, seat: Seat, side: Side, city: CityId, spent: int) -> tuple[float, float]:
    """The chance of success and the losses if everybody who can defends the city."""
    cases = odds_against(game, seat, side, city, body_of(game.realm(seat, side), spent)).values()
    worst = min(cases, key=lambda odds: odds.taken)
    return float(worst.taken), float(worst.losses)


def spoils(game: Byzantium, city: CityId) -> float:
    """Points now, and the tokens that stay."""
    tokens = city_tokens(game, city)
    return tokens - 1 + HELD_TOKEN * max(1, tokens - 1) + BEZANT * (tokens - 1)


def menace(game: Byzantium, seat: Seat) -> float:
    """The chance that the Bulgars end the game in one's favour, less the chance that a rival uses them to win."""
    if not is_bulgar_target(game, CAPITAL) or len(game.boxes["bulgars"]) >= CONFIG.boxes["bulgars"]:
        return 0.0
    horde = Body(main=game.bulgars + min(CONFIG.bulgars.added, supply(game)))
    chances = {}
    for other in range(len(game.players)):
        odds = odds_against(game, other, BULGAR, CAPITAL, horde).values()
        chances[other] = float(min(case.taken for case in odds)) if wins_by_fall(game, other) else 0.0
    rivals = [chance for other, chance in chances.items() if other != seat and other not in game.passed]
    own = 0.0 if seat in game.passed else chances[seat]
    return (own * (1 - max(rivals, default=0.0)) if own else 0.0) - max(rivals, default=0.0)


def wins_by_fall(game: Byzantium, seat: Seat) -> bool:
    """Would this player have the most Arab points after taking Constantinople?"""
    points = [game.realm(other, ARAB).points for other in range(len(game.players))]
    return points[seat] + CONFIG.constantinople.points > max(points)


# -- what is still going on ----------------------------------------------------------------------------


def pending(game: Byzantium, seat: Seat) -> float:
    """An attack that waits for somebody else's answer counts by its odds; a doubled price hurts a rival."""
    value = 0.0
    for frame in game.frames(Procedure):
        match frame:
            case Attack(seat=attacker, side=side, city=city, repelled=False) if side != BULGAR and city != CAPITAL:
                if game.realm(attacker, side).at == city:
                    chance, losses = toughest_odds(game, attacker, side, city, 0)
                    gain = chance * spoils(game, city) - 0.3 * losses
                    value += gain if attacker == seat else -RIVAL * gain
            case Crossing(seat=mover, doubled=True) if mover != seat:
                value += RIVAL
    return value


def settled(game: Byzantium, seat: Seat) -> Byzantium:
    """The game after the seat's own small choices, answered by rules of thumb on a copy."""
    for _ in range(12):
        answer = thumb(game, seat)
        if answer is None:
            return game
        game = game.clone()
        game.play(seat, answer)
    return game


def thumb(game: Byzantium, seat: Seat) -> Action | None:
    """A quick answer to a small choice of one's own; None if the question is a real one."""
    decision = game.decision
    if decision is None or decision.deciders() != (seat,):
        return None
    match decision:
        case PayCube():
            return _payment(game, seat)
        case ChooseLoss() | GiveMarker():
            return min(game.options(seat), key=_loss_rank)
        case ChooseTax():
            return Levy((game.players[seat].pool + 1) // 2)
        case SplitTax(cubes=cubes):
            return Split(_byzantine_share(game, seat, CONFIG.tax_per_cube * cubes))
        case ChooseGrowth():
            return max(game.options(seat), key=lambda option: _growth_rank(game, seat, option))
    return None


def _payment(game: Byzantium, seat: Seat) -> Action:
    """Buy from Casualties while the money outlasts upkeep, else take a free cube, else anything."""

    def rank(option: Action) -> int:
        match option:
            case Take(source="casualties", treasury=side):
                realm = game.realm(seat, side)
                income = CONFIG.income_per_token * controlled_tokens(game, seat, side)
                return 0 if realm.treasury + income - upkeep(realm) >= CONFIG.cube_price else 2
            case Take(source="pool"):
                return 1
        return 3

    return min(game.options(seat), key=rank)


def _loss_rank(option: Action) -> int:
    assert isinstance(option, Lose)
    return ("move", "main", "elite", "guard").index(split_slot(option.slot)[1])


def _byzantine_share(game: Byzantium, seat: Seat, bezants: int) -> int:
    """Enough for the side that is short of its upkeep, the rest in halves."""
    needs = [max(0, upkeep(game.realm(seat, side)) - game.realm(seat, side).treasury) for side in (BYZANTINE, ARAB)]
    return bezants * needs[0] // sum(needs) if sum(needs) else bezants // 2


def _growth_rank(game: Byzantium, seat: Seat, option: Action) -> int:
    assert isinstance(option, Grow)
    place = game.cities[option.city]
    return place.tokens if place.controller == seat else -place.tokens


# -- bots that search over actions -----------------------------------------------------------------------

MINDS = {
    "easy": Mind(style="beginner", width=1, looks=150, seconds=0.05, futures=2),
    "normal": Mind(style="careless", width=1, looks=300, seconds=0.2, futures=4),
    "builder": Mind(style="builder", width=5, looks=800, seconds=0.5, futures=8),
    "raider": Mind(style="raider", width=5, looks=800, seconds=0.5, futures=8),
    "hard": Mind(width=6, looks=900, seconds=0.5, futures=12),
    "expert": Mind(width=6, looks=3000, seconds=3, futures=48),
}

__all__ = ["BOTS", "MINDS", "TASTES", "evaluate", "hunch", "judge", "reply", "sameness", "steps", "turn_of"]
