"""How people play Byzantium who do not think long: what each action brings at a glance, in points."""

from __future__ import annotations

from marchland.kernel.actions import Action, Seat

from ..rules.building import Build
from ..rules.control import TakeControl
from ..rules.movement.movement import ContinueCampaign
from ..rules.movement.routes import Enter, March, march_price
from ..rules.reinforcement import Reinforce
from ..rules.special.bulgars import UnleashBulgars
from ..rules.special.civilwar import DeclareCivilWar
from ..rules.special.special import ROLES, Claim, Develop, can_grow, held_cities
from ..rules.tax import CollectTax
from ..rules.turn import ChooseAction
from ..state import Byzantium
from ..tables import CAPITAL, CONFIG, CityId, Side
from .fighting import attack, horde_chance, men_of, pawns_on_map, spoils, wins_by_fall
from .planning import entry_worth, reply, steps

INCOME = 0.5
"""What the income of a token is worth for each turn to come."""
VICTORY = 40.0
OFFICE, HOUSE, EARLY_HOUSE, MUSTER, TAX, LANDING = 2.2, 2.0, 0.8, 0.5, 0.22, 0.3
GATE = "adrianople"
OPEN_GATE = 3.0
"""What it costs to let the Bulgars come next to Constantinople."""


def rush(game: Byzantium, seat: Seat) -> Action:
    """What such a player answers."""
    match game.decision:
        case ChooseAction():
            return max(steps(game, seat), key=lambda option: glance(game, seat, option))
        case ContinueCampaign(links=links):
            return max(game.options(seat), key=lambda option: glance(game, seat, option, links))
    return reply(game, seat)


def glance(game: Byzantium, seat: Seat, option: Action, links: int = 0) -> float:
    left = CONFIG.turns - game.turn
    match option:
        case TakeControl(city=city):
            return game.cities[city].tokens * (2 + INCOME * left)
        case Claim(box=box):
            return OFFICE if box in ROLES else 0.0
        case Develop(side=side):
            return (1 + INCOME * left) * has_own_growth(game, seat, side)
        case March(side=side, to=to):
            return raid_worth(game, seat, side, to, march_price(game, seat, side, to, links + 1))
        case DeclareCivilWar(side=side):
            at = game.realm(seat, side).at
            return raid_worth(game, seat, side, at, 0, is_civil=True) if at else 0.0
        case UnleashBulgars(city=city):
            return horde_worth(game, seat, city)
        case CollectTax():
            return TAX * game.players[seat].pool
        case Build():
            return EARLY_HOUSE if left else HOUSE
        case Reinforce():
            return MUSTER if left else 0.0
        case Enter():
            return LANDING * entry_worth(game, option)
    return 0.0


def raid_worth(game: Byzantium, seat: Seat, side: Side, city: CityId, spent: int, is_civil: bool = False) -> float:
    """What an attack brings on average; a march to friends brings nothing by itself, nor does war on one's own city."""
    place = game.cities[city]
    if (place.side == side and not is_civil) or place.controller == seat:
        return -0.1
    chance, losses = attack(game, seat, side, city, men_of(game.realm(seat, side), spent), pawns_on_map(game))
    worth = VICTORY * wins_by_fall(game, seat) if city == CAPITAL else spoils(game, city)
    return chance * worth - 0.3 * losses


def horde_worth(game: Byzantium, seat: Seat, city: CityId) -> float:
    chance = horde_chance(game, seat, city, pawns_on_map(game))
    if city == CAPITAL:
        return chance * VICTORY * wins_by_fall(game, seat)
    is_own = game.cities[city].controller == seat
    return chance * (game.cities[city].tokens - 1 + 0.5) - OPEN_GATE * (city == GATE) - 9 * is_own


def has_own_growth(game: Byzantium, seat: Seat, side: Side) -> bool:
    return any(can_grow(city, game.cities[city], side) for city in held_cities(game)[seat])
