"""What a player is in the middle of, as a bot sees it: battles, movements, voyages, Trade Routes, pacts and wars."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache

from marchland.kernel.actions import Action, Seat

from . import board
from .rules.armies import army_at, parties, units
from .rules.buildings import GREAT, honour_level
from .rules.buying import BuyHere
from .rules.deals import can_trade, deal_total, present_goods
from .rules.designs import Price, building_price, unit_price, vehicle_cost
from .rules.diplomacy import AnswerCharge, AnswerEnd, AnswerOffer
from .rules.fight import has_capture_ratio, raw_attack
from .rules.groups import boardable, carrier_room, is_castle, joinable, leader_of
from .rules.meeting import ChooseFoe
from .rules.movement import ManageGroup
from .rules.pacts import AnswerPact, Terms, WritePact, objections
from .rules.points import missing_points
from .rules.relations import are_at_war, has_right, is_hostile, may_attack, pacts_between, war_between
from .rules.removal import ChooseRemoval
from .rules.routes import PlanRoute, route_lengths
from .rules.setup import ChooseStartTransport, PlaceTransport
from .rules.sites import BuyVehicle, Raise, Ransom, Recall, Recruit, site_offers
from .rules.table import home_owner
from .rules.trade import ManageTransport
from .rules.vehicles import capacity, full_pm, hold, is_carrier, is_ship
from .state import BARBARIANS, Fight, March, Medioevo, Player, Route, Vehicle, War
from .tables import BUILDINGS, COLOURS, MERCHANT, empire_cards, tables, technologies
from .weights import (
    BUILDING,
    ERRAND,
    HONOUR,
    KEEP,
    KIT,
    MOBILE,
    UNIT,
    UPGRADE,
    florin,
    land_worth,
    soldiers,
    troops_worth,
    turns_left,
)

FAR = 99
DESIGNING = {"blue": "carpentry", "green": "masonry", "violet": "religion"}
"""Colours whose points serve most purchases, and the technology needed for it."""


def promise(game: Medioevo, seat: Seat) -> float:
    """Everything under way that concerns the seat."""
    value = sum(fight_promise(game, fight, seat) for fight in game.fights)
    if game.marches and not game.fights and leader_of(game.marches[-1]) == seat:
        value += march_promise(game, game.marches[-1])
    if game.deals and game.deals[-1].seat == seat:
        deal = game.deals[-1]
        value += florin(turns_left(game)) * deal_total(game, deal) * (1 if deal.selling else -1)
    return value + trade_promise(game, seat) + menace(game, seat) + diplomacy(game, seat)


def start_promise(game: Medioevo, seat: Seat) -> float:
    """Starting transports that are chosen but not yet placed, and levels still to choose."""
    value = 0.0
    for frame, _ in game.stack:
        if isinstance(frame, PlaceTransport) and frame.seat == seat:
            value += KIT[frame.kind] + UPGRADE * (frame.level - 1)
        elif isinstance(frame, ChooseStartTransport) and frame.seat == seat:
            value += 2.5 * frame.levels
    return value


def idleness(game: Medioevo, seat: Seat) -> float:
    """A question of the seat's own that it might as well not have opened."""
    top = game.decision
    if isinstance(top, ChooseRemoval | ManageGroup | WritePact | ChooseFoe) and top.seat == seat:
        return 0.1
    if isinstance(top, BuyHere) and top.seat == seat:
        return 0.1 - best_bargain(game, seat, top.space)
    if isinstance(top, ManageTransport) and top.seat == seat and not game.marches[-1].steps and not game.marches[-1].stopped:
        return -0.5  # setting out is never wrong: resting comes later
    if isinstance(top, AnswerCharge | AnswerEnd) and top.rival == seat:
        return 1.0  # no quarrels about pacts without a reason
    return 0.0


# -- purchases ---------------------------------------------------------------------------------------------


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
    offers = (offer for offer in site_offers(game, seat, space) if ready or not isinstance(offer, Raise | BuyVehicle))
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


# -- battle ------------------------------------------------------------------------------------------------


def chances(own: float, foe: float) -> float:
    """The odds of the stronger army."""
    return own * own / (own * own + foe * foe) if own or foe else 0.0


def spoils(game: Medioevo, seat: Seat, space: str) -> float:
    """What taking a territory would bring."""
    if space not in game.lands:
        return 2.0
    land = game.lands[space]
    gain: float = land_worth(space, land, turns_left(game))
    if space in board.towns() and home_owner(game, space) != seat and space not in game.taken_this_turn:
        gain += HONOUR * (1 + sum(honour_level(category, getattr(land, category)) for category in BUILDINGS))
        if space in (tables().holy["rome"], tables().holy["jerusalem"]) and space not in game.holy_taken:
            gain += 2 * HONOUR
    return gain


def attack_value(game: Medioevo, seat: Seat, space: str, own: float, foe: float, barbarian: bool) -> float:
    """Gain and risk of fighting for a territory."""
    odds = chances(own, foe)
    shame = HONOUR if barbarian else 0.0
    return odds * spoils(game, seat, space) - (1 - odds) * (own + shame) - 0.3 * foe


def fight_promise(game: Medioevo, fight: Fight, seat: Seat) -> float:
    """How the strengths compare, and what the dice on the table say."""
    for index, side in enumerate(fight.sides):
        if side.owner == seat:
            rival = fight.sides[1 - index].owner
            own, foe = troops_worth(units(game, fight.place, seat)), troops_worth(units(game, fight.place, rival))
            value = attack_value(game, seat, fight.place, own, foe, rival == BARBARIANS)
            if side.flight:
                value = -HONOUR * (rival == BARBARIANS) - 0.3 * own
            elif side.capturing and not has_capture_ratio(game, index):
                value -= 2.0
            if side.dice and fight is game.fights[-1]:
                value += 0.12 * raw_attack(game, index) - 0.25 * min(side.dice) - 0.25 * side.pending
            return value + 0.05 * len(side.uses) + 0.1 * sum(sum(crew.counts) for crew in side.crews)
    return 0.0


def menace(game: Medioevo, seat: Seat) -> float:
    """Hordes beside one's own land are a danger, beside others' land less of a worry."""
    value = 0.0
    for space, standing in game.armies.items():
        if standing[0].owner == BARBARIANS:
            for there in board.neighbours(space):
                land = game.lands.get(there)
                if land is not None and land.holder != BARBARIANS:
                    value += -0.12 if land.holder == seat else 0.04
    return value


# -- movement ----------------------------------------------------------------------------------------------


def march_promise(game: Medioevo, march: March) -> float:
    """The best target this group could still reach, with what may join it."""
    if march.stopped or any(game.vehicles[id].kind in MERCHANT for id in march.vehicles if id in game.vehicles):
        return 0.0
    strength = troops_worth(march.counts) + 0.9 * waiting(game, march)
    if not strength:
        return 0.0
    best = 0.0
    for space, cost in targets(game, march):
        best = max(best, prospect(game, march.seat, space, strength) * 0.9 * 0.97**cost)
    return best


def waiting(game: Medioevo, march: March) -> float:
    """Units that could still come along."""
    army = army_at(game, march.space, march.seat)
    if army is None or not (boardable(game, march) or joinable(game, march)):
        return 0.0
    room = carrier_room(game, march) + sum(capacity(game, id) for id in joinable(game, march) if is_carrier(game, id))
    share = min(1.0, max(0, room) / max(1, sum(army.counts)))
    return share * max(0.0, troops_worth(army.counts) - troops_worth(march.counts))


def targets(game: Medioevo, march: March) -> Iterable[tuple[str, int]]:
    """Land that is not one's own and can be reached this turn, with the steps to it."""
    vehicles = [game.vehicles[id] for id in (*march.vehicles, *joinable(game, march)) if id in game.vehicles]
    most = 1 if is_castle(game, march.seat, march.space) else 0
    most = max(most, max((vehicle.pm for vehicle in vehicles if vehicle.kind != "engine"), default=0))
    afloat = any(vehicle.kind == "galley" for vehicle in vehicles)
    costs = {march.space: 0}
    queue = deque([march.space])
    while queue:
        here = queue.popleft()
        for there in board.neighbours(here) if afloat else board.land_neighbours(here):
            if there in costs or costs[here] >= most:
                continue
            costs[there] = costs[here] + 1
            if there in game.waters or (there in game.lands and game.lands[there].holder == march.seat):
                queue.append(there)
            elif there in game.lands:
                yield there, costs[there]


def prospect(game: Medioevo, seat: Seat, space: str, strength: float) -> float:
    """What attacking a territory would be worth."""
    land = game.lands[space]
    others = [other for other in parties(game, space) if other != seat]
    foe = sum(troops_worth(units(game, space, other)) for other in others)
    wild = land.holder == BARBARIANS
    if wild and not others:
        foe = troops_worth(game.circle.horde)
    value = attack_value(game, seat, space, strength, foe, wild)
    players = {other for other in (*others, land.holder) if other not in (BARBARIANS, seat)}
    return value - sum(3 * HONOUR for other in players if not may_attack(game, seat, other))


# -- trade -------------------------------------------------------------------------------------------------


@cache
def steps(area: tuple[str, ...], waters: tuple[str, ...], start: str, by_sea: bool) -> dict[str, int]:
    """Steps of a caravan or ship from a space to every other in play."""
    lands, seas = frozenset(area), frozenset(waters)
    costs = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if by_sea:
            ways = (*board.sea_neighbours(here), *(board.coasts(here) if here in seas else ()))
        else:
            ways = board.land_neighbours(here) if here in lands else board.coasts(here)
        for there in ways:
            if there not in costs and (there in lands or there in seas):
                costs[there] = costs[here] + 1
                queue.append(there)
    return costs


def distance(game: Medioevo, vehicle: Vehicle, start: str, goal: str) -> int:
    return steps(game.area, game.waters, start, is_ship(vehicle)).get(goal, FAR)


def nearest(game: Medioevo, vehicle: Vehicle, start: str, goals: list[str]) -> str:
    """The goal with the shortest way."""
    ways = steps(game.area, game.waters, start, is_ship(vehicle))
    return min(goals, key=lambda space: ways.get(space, FAR))


def trade_promise(game: Medioevo, seat: Seat) -> float:
    """Goods aboard by what they will fetch, empty holds by what they could, and how far a Trade Route has come."""
    route, value = game.players[seat].route, 0.0
    coin = florin(turns_left(game))
    for id, vehicle in game.vehicles.items():
        if vehicle.owner == seat and vehicle.kind in MERCHANT:
            carries_route = route is not None and route.carrier == id
            value += cargo_value(game, vehicle, coin)
            if route is not None and carries_route:
                value += route_value(game, vehicle, route)
            elif not vehicle.goods and turns_left(game):
                value += errand(game, seat, id, vehicle)
    top = game.decision
    if isinstance(top, PlanRoute) and top.seat == seat and top.vehicle in game.vehicles:
        value += plan_value(game, top)
    return value


def cargo_value(game: Medioevo, vehicle: Vehicle, coin: float) -> float:
    """Each cube by the best price within reach, less for a long way."""
    if not vehicle.goods:
        return 0.0
    best = 60.0 * len(vehicle.goods)
    reach = steps(game.area, game.waters, vehicle.space, is_ship(vehicle))
    for space in board.towns():
        if space in game.lands and reach.get(space, FAR) < 9:
            present = present_goods(game, space)
            saleable = sum(1 for good in vehicle.goods if good not in present)
            price = 100 + 20 * len(game.lands[space].cubes)
            best = max(best, (saleable * price + (len(vehicle.goods) - saleable) * 60) * (1 - 0.02 * reach[space]))
    return coin * best


def errand(game: Medioevo, seat: Seat, id: int, vehicle: Vehicle) -> float:
    """An empty transport is worth the more the nearer it is to a settlement where it may buy; a route may begin there."""
    fresh = game.players[seat].route is None
    ways = steps(game.area, game.waters, vehicle.space, is_ship(vehicle))
    way = next((way for space, way in ways.items() if is_open(game, seat, space)), FAR)
    here = way == 0 and can_trade(game, seat, id)
    purse = min(1.0, game.players[seat].florins / 100)
    return purse * max(0.0, (ERRAND if fresh else 0.4) - 0.3 * way) + 0.1 * here


def is_open(game: Medioevo, seat: Seat, space: str) -> bool:
    """A settlement without strangers in the way."""
    if space not in board.towns() or space not in game.lands or game.lands[space].holder not in (seat, BARBARIANS):
        return False
    return not any(is_hostile(game, seat, other) for other in parties(game, space))


def route_value(game: Medioevo, vehicle: Vehicle, route: Route) -> float:
    """A Trade Route by its points, the way that is left, and whether it can be finished in time."""
    missing = [space for space in route.stages if space not in route.done]
    sold = present_goods(game, route.destination) if route.destination in game.lands else ()
    saleable = any(good not in sold for good in vehicle.goods)
    return way_value(game, vehicle, missing, route.destination, len(route.stages) + 1) * (1.0 if saleable else 0.1)


def way_value(game: Medioevo, vehicle: Vehicle, missing: list[str], destination: str, length: int) -> float:
    cost, here, open_stages = 0, vehicle.space, list(missing)
    while open_stages:
        there = nearest(game, vehicle, here, open_stages)
        cost += distance(game, vehicle, here, there)
        open_stages.remove(there)
        here = there
    cost += distance(game, vehicle, here, destination)
    power = vehicle.pm * (not vehicle.stopped) + full_pm(vehicle) * turns_left(game)
    points = int(tables().trade["route_points"][length])
    if cost + 1 > power:
        return 0.2 * points
    return HONOUR * 0.7 * points * 0.985**cost


def plan_value(game: Medioevo, plan: PlanRoute) -> float:
    """A route being planned: the stages named so far, and the nearest settlements for the rest."""
    if not plan.length:
        plans = [PlanRoute(plan.seat, plan.vehicle, plan.origin, length) for length in route_lengths()]
        return max(plan_value(game, longer) for longer in plans)
    vehicle, stages = game.vehicles[plan.vehicle], list(plan.stages)
    open_towns = [space for space in board.towns() if is_open(game, plan.seat, space)]
    closed = sum(1 for space in stages if space not in open_towns)
    while len(stages) < plan.length:
        free = [space for space in open_towns if space not in stages and space != plan.origin]
        if not free:
            return 0.0
        stages.append(nearest(game, vehicle, stages[-1] if stages else plan.origin, free))
    sold = present_goods(game, stages[-1])
    saleable = any(good not in sold for good in vehicle.goods)
    return way_value(game, vehicle, stages[:-1], stages[-1], plan.length) * (1.0 if saleable else 0.1) - 3.0 * closed


# -- wars and pacts ----------------------------------------------------------------------------------------


def diplomacy(game: Medioevo, seat: Seat) -> float:
    """Wars by who is stronger, pacts by what they give and take, and a pact that is being talked about."""
    value = sum(war_worth(game, seat, war) for war in game.wars if seat in war.sides)
    for pact in game.pacts.values():
        if seat in pact.parties:
            known = Terms(parties=pact.parties, kinds=pact.kinds, guests=pact.guests, units=pact.units, until=pact.until)
            value += terms_worth(game, seat, known, signed=True)
    top = game.decision
    if isinstance(top, WritePact) and top.seat == seat:
        return value + draft_worth(game, seat, top.terms)
    if isinstance(top, AnswerPact) and seat in top.terms.parties and top.seat != seat:
        return value + draft_worth(game, seat, top.terms)
    if isinstance(top, AnswerOffer) and top.rival == seat:
        return value + hope(game, seat, top)
    return value


def war_worth(game: Medioevo, seat: Seat, war: War) -> float:
    """War pays for the much stronger neighbour while there is time to wage it; once on, for the stronger; others it costs."""
    rival = sum(war.sides) - seat
    if turns_left(game) < 1 or not are_adjacent(game, seat, rival):
        return -4.0
    own, foe = might(game, seat), might(game, rival)
    if war.since == game.turn and war.by == seat:
        return 0.6 if own > 6 and own > 2.5 * foe + 3 else -6.0
    return 1.5 if own > 1.2 * foe else -3.0


def hope(game: Medioevo, seat: Seat, offer: AnswerOffer) -> float:
    """An armistice or peace offered to somebody who has reason to accept it."""
    war = war_between(game, seat, offer.seat)
    if war is None or war_worth(game, offer.seat, war) > 0:
        return 0.0
    return max(0.0, -war_worth(game, seat, war)) * (0.8 if offer.offer == "peace" else 0.3)


def might(game: Medioevo, seat: Seat) -> float:
    return sum(troops_worth(army.counts) for standing in game.armies.values() for army in standing if army.owner == seat)


def are_adjacent(game: Medioevo, seat: Seat, rival: Seat) -> bool:
    """Do the lands of the two touch?"""
    lands = game.lands
    return any(
        there in lands and lands[there].holder == rival
        for space, land in lands.items()
        if land.holder == seat
        for there in board.land_neighbours(space)
    )


def draft_worth(game: Medioevo, seat: Seat, terms: Terms) -> float:
    """A draft is worth what it brings if everybody would sign it; an empty one what peace with that player would bring."""
    if not terms.kinds and not terms.florins and not terms.prisoners:
        wish = Terms(parties=terms.parties, kinds=("peace",))
        return 0.8 * draft_worth(game, seat, wish)
    if any(objections(game, terms)):
        return -0.5
    if any(terms_worth(game, other, terms) <= 0 for other in terms.parties if other != seat):
        return -0.5
    return terms_worth(game, seat, terms)


def terms_worth(game: Medioevo, seat: Seat, terms: Terms, signed: bool = False) -> float:
    """What a pact gives a player and asks of him; peace once more with the same partner adds nothing."""
    others = [other for other in terms.parties if other != seat]
    guest = seat in (terms.guests or terms.parties)
    host = any(other in (terms.guests or terms.parties) for other in others)
    value = 0.0
    if "peace" in terms.kinds:
        value += sum(1.2 for other in others if signed or not _at_peace(game, seat, other))
    if "trade" in terms.kinds:
        wanted = signed or not all(has_right(game, seat, other, "trade") for other in others)
        value += 0.4 * (guest and wanted and has_merchants(game, seat)) - 0.1 * host
    value += sum(0.2 * guest - 0.6 * host for kind in ("passage", "military", "civil") if kind in terms.kinds)
    value += 0.1 * (signed and "defence" in terms.kinds) - 0.5 * ("offence" in terms.kinds) - 0.06 * terms.units
    lasting = 1.0 if not terms.until else min(1.0, 0.4 + 0.15 * (terms.until - game.turn))
    paid = terms.florins if seat == terms.parties[0] else -terms.florins if seat == terms.parties[1] else 0
    freed = sum(1.5 * (prisoner.owner == seat) - 1.0 * (prisoner.holder == seat) for prisoner in terms.prisoners)
    return value * lasting - florin(turns_left(game)) * paid + freed - 0.05 * terms.secret


def _at_peace(game: Medioevo, seat: Seat, other: Seat) -> bool:
    return are_at_war(game, seat, other) or any("peace" in pact.kinds for pact in pacts_between(game, seat, other))


def has_merchants(game: Medioevo, seat: Seat) -> bool:
    return any(vehicle.owner == seat and hold(vehicle) for vehicle in game.vehicles.values() if vehicle.kind in MERCHANT)
