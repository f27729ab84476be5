"""Purchases as a bot sees them: what is a bargain, and points that are worth raising."""

from __future__ import annotations

from marchland.kernel.actions import Action, Seat

from ..rules.components.armies import units
from ..rules.components.vehicles import capacity
from ..rules.conquest.buildings import GREAT
from ..rules.purchases.prices import Price, building_price, unit_price, vehicle_cost
from ..rules.purchases.sites import Buyer, BuyVehicle, Raise, Ransom, Recall, Recruit, site_offers
from ..rules.technologies.points import missing_points
from ..state import Medioevo, Player
from ..tables import COLOURS, MERCHANT, empire_cards, technologies
from .diplomacy import might
from .weights import BUILDING, ERRAND, HONOUR, KEEP, KIT, MOBILE, UNIT, UPGRADE, florin, soldiers, turns_left

DESIGNING = {"blue": "carpentry", "green": "masonry", "violet": "religion"}
"""Colours whose points serve most purchases, and the technology needed for it."""


def useful_colours(player: Player) -> set[str]:
    """Colours whose points the player's designs can use in the purchase phase."""
    return {colour for colour, key in DESIGNING.items() if player.technology[COLOURS.index(colour)] >= technologies()[key].level}


def unprepared(player: Player) -> int:
    """Cards and tokens that could have given points before points were bought for florins."""
    useful = useful_colours(player)
    upright = sum(1 for held in player.hand if not held.turned and useful & set(empire_cards()[held.card].icons))
    ready = zip(COLOURS, player.tokens, player.flipped, strict=True)
    return upright + sum(own - used for colour, own, used in ready if colour in useful)


def best_bargain(game: Medioevo, seat: Seat, space: str) -> float:
    """What the best purchase in a territory would bring, so that a visit pays; designs once points have been raised for them."""
    ready = not unprepared(game.players[seat])
    offers = (offer for offer in site_offers(Buyer(game, seat), space) if ready or not isinstance(offer, Raise | BuyVehicle))
    return max((bargain(game, seat, space, offer) for offer in offers), default=0.0)


def bargain(game: Medioevo, seat: Seat, space: str, offer: Action) -> float:
    """A rough guess at one purchase: its worth less its price."""
    match offer:
        case Raise(category=category, level=level):
            old = int(getattr(game.lands[space], category))
            price = building_price(game, seat, category, old, level)
            return HONOUR * (level == GREAT[category]) + BUILDING[category] * (level - old) - outlay(game, seat, price)
        case BuyVehicle(kind=kind, level=level):
            owned = sum(1 for vehicle in game.vehicles.values() if vehicle.owner == seat and vehicle.kind == kind)
            return KIT[kind] / (1 + owned) + UPGRADE * (level - 1) - outlay(game, seat, vehicle_cost(kind, 0, level))
        case Recruit(kind=kind):
            own = might(game, seat)
            keep = 20 * min(KEEP, turns_left(game)) * florin(turns_left(game))
            gain = soldiers(own + UNIT[kind]) - soldiers(own) + MOBILE * has_empty_wagon(game, seat, space)
            return gain - outlay(game, seat, unit_price(game, seat, kind)) - keep
        case Recall() | Ransom():
            return 0.5
        case _:
            return 0.1


def outlay(game: Medioevo, seat: Seat, price: Price) -> float:
    """What a price weighs; the last hundred florins are kept for a transport that waits for goods."""
    florins = price.florins + missing_points(game, seat, price.colour, price.points)
    cash = game.players[seat].florins
    loss = min(1.0, cash / 100) - min(1.0, (cash - florins) / 100)
    return florin(turns_left(game)) * florins + ERRAND * loss * has_idle_trader(game, seat)


def has_idle_trader(game: Medioevo, seat: Seat) -> bool:
    """Does an empty transport wait for a route, with time left for one?"""
    if game.players[seat].route is not None or not turns_left(game):
        return False
    return any(v.owner == seat and v.kind in MERCHANT and not v.goods for v in game.vehicles.values())


def has_empty_wagon(game: Medioevo, seat: Seat, space: str) -> bool:
    """Is there a wagon here that could take more units?"""
    room = sum(capacity(game, id) for id, v in game.vehicles.items() if v.owner == seat and v.space == space and v.kind == "wagon")
    return room > sum(units(game, space, seat))
