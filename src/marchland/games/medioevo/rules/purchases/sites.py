"""What can be bought in one territory: buildings, repairs, transports, engines, units (rulebook: Purchase phase)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.memo import kept_with, remembered

from ...state import BARBARIANS, Land, Medioevo, Prisoner
from ...tables import BUILDINGS, KINDS, TRANSPORTS, tables
from ...tables import level as captain_level
from ..cards.effects import use_discounts
from ..components.armies import INDEX, army_at, change_unit, in_reserve, kinds_in, place_unit, put_unit, vehicles_at
from ..components.table import bumped, change, change_land, has_settlement, held_by, pay, record
from ..components.vehicles import new_vehicle, piece_of, upgrade_vehicle
from ..conquest.buildings import buildings_in, can_raise, is_damaged, raise_building
from ..diplomacy.pacts import use_right
from ..diplomacy.relations import fee_for, has_right
from ..technologies.knowledge import DESIGNS, known, use_loan
from ..variants.deployment import is_deployed
from .placement import property_levels, right_for, room_for_units, takes_units, takes_vehicle, tokens_allow
from .prices import (
    Price,
    building_price,
    building_prices,
    can_pay,
    pay_price,
    payable,
    unit_price,
    use_saving,
    vehicle_cost,
    vehicle_prices,
)
from .refusals import why_not_raise, why_not_recruit, why_not_vehicle

INFANTRY = ("li", "arc", "hi", "cav")
CAPTAINS = ("cap1", "cap2", "cap3")


class Recruit(Action, frozen=True):
    """Buy a unit."""

    kind: str


class Raise(Action, frozen=True):
    """Build, or raise a building to a level."""

    category: str
    level: int


class BuyVehicle(Action, frozen=True):
    """Buy a transport or siege engine."""

    kind: str
    level: int


class UpgradeVehicle(Action, frozen=True):
    """Raise a transport or siege engine to a level."""

    TOUCHES = ("vehicle",)
    PREFIX = {"vehicle": "v"}
    vehicle: int
    level: int


class Promote(Action, frozen=True):
    """Raise a Captain to a level."""

    kind: str
    level: int


class Repair(Action, frozen=True):
    """Take one damage token off a building."""

    category: str


class Ransom(Action, frozen=True):
    """Buy a prisoner back."""

    TOUCHES = ("holder",)
    PREFIX = {"holder": "seat"}
    holder: Seat
    kind: str


class Recall(Action, frozen=True):
    """Bring a surrendered unit back."""

    kind: str


class Repaired(Event, frozen=True):
    RULE = "MU-BUY-04"
    TOUCHES = ("space",)
    seat: Seat
    space: str
    category: str


class Ransomed(Event, frozen=True):
    RULE = "MU-BUY-11"
    seat: Seat
    holder: Seat
    kind: str
    florins: int


class Recalled(Event, frozen=True):
    RULE = "MU-SUR-01"
    TOUCHES = ("space",)
    seat: Seat
    kind: str
    space: str


# -- where -------------------------------------------------------------------------------------------------


def sites(game: Medioevo, seat: Seat) -> tuple[str, ...]:
    """Land the player controls, or may use by a pact of military or civil control."""
    return held_by(game, hosts_of(game, seat))


@kept_with("lands", "armies", "vehicles", "supply", "pacts", "players", "prisoners", "effects")
def open_sites(game: Medioevo, seat: Seat) -> tuple[str, ...]:
    """Where the player finds something that he can afford to buy."""
    buyer = Buyer(game, seat)
    return tuple([space for space in sites(game, seat) if any(shelves(buyer, space))])


def hosts_of(game: Medioevo, seat: Seat) -> tuple[Seat, ...]:
    """MU-DIP-05 In whose land the player may buy: his own, and that of partners who grant military or civil control."""
    if not game.pacts:
        return (seat,)
    partners = {seat, *(other for pact in game.pacts.values() if seat in pact.parties for other in pact.parties)}
    rights = ("military", "civil")
    return tuple(host for host in sorted(partners) if any(has_right(game, seat, host, right) for right in rights))


class Buyer:
    """What a player can afford wherever he buys: worked out once for a list of offers, and only as far as it is asked."""

    def __init__(self, game: Medioevo, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self.is_deployed = is_deployed(game)
        self.has_room = room_for_units(game, seat)
        self.known = known(game, seat)
        self.designs, self.kinds = _designed(self.known)
        self.property = property_levels(game, seat)
        self._shelves: dict[tuple[Any, ...], list[Action]] = {}

    def shelf(self, offers: Callable[..., Iterable[Action]], *about: Any) -> list[Action]:
        """Offers that are the same in many places: worked out when they are first asked for."""
        key = (offers, *about)
        found = self._shelves.get(key)
        if found is None:
            found = self._shelves[key] = [*offers(self, *about)]
        return found

    def can_pay(self, price: Price, fee: int = 0) -> bool:
        return can_pay(self.game, self.seat, price, fee)

    def has_piece(self, kind: str, old: int, new: int) -> bool:
        """MU-BUY-05 MU-BUY-09 Are figure and Property token there; a transport that rises keeps its figure?"""
        is_stocked = self.game.supply[piece_of(kind, new)] or (old and kind != "engine")
        return bool(is_stocked) and tokens_allow(self.property, new, old)


@remembered
def _designed(mastered: frozenset[str]) -> tuple[list[str], list[str]]:
    """The buildings, and the transports and engines, that whoever knows these technologies can design."""
    buildings = [category for category in BUILDINGS if DESIGNS[category] in mastered]
    return buildings, [kind for kind in (*TRANSPORTS, "engine") if design_of(kind) in mastered]


# -- what --------------------------------------------------------------------------------------------------


def site_offers(buyer: Buyer, space: str) -> Iterator[Action]:
    """Everything the player can afford to buy here now."""
    return chain.from_iterable(shelves(buyer, space))


def shelves(buyer: Buyer, space: str) -> Iterator[list[Action]]:
    """The same by what it is; under Deployment new pieces are ordered in secret instead."""
    land, is_settled = buyer.game.lands[space], has_settlement(buyer.game, space)
    if land.holder == buyer.seat:
        if not buyer.is_deployed:
            yield from building_offers(buyer, land, is_settled)
        if is_damaged(land):
            yield repairs(buyer, land)
    if land.military or is_settled:
        if takes_units(buyer.game, buyer.seat, space):
            yield from unit_offers(buyer, space, land)
        if not buyer.is_deployed:
            yield from new_vehicles(buyer, space, land)
        yield vehicle_upgrades(buyer, space)


def unit_offers(buyer: Buyer, space: str, land: Land) -> Iterator[list[Action]]:
    """MU-BUY-07 Units that can be bought, promoted, ransomed and called back where units may be placed."""
    fee = placing_fee(buyer.game, buyer.seat, land, "military")
    if not buyer.is_deployed:
        yield buyer.shelf(recruits, fee)
    yield promotions(buyer, space)
    yield buyer.shelf(ransoms, fee)
    if land.holder == buyer.seat:
        yield recalls(buyer)


def placing_fee(game: Medioevo, seat: Seat, land: Land, right: str) -> int:
    """MU-DIP-05 What a pact asks for a piece placed in a partner's land."""
    return 0 if land.holder == seat else fee_for(game, seat, land.holder, right)


def fee_of_action(game: Medioevo, seat: Seat, space: str, action: Action) -> int:
    """MU-DIP-05 The fee that comes on top of a purchase."""
    match action:
        case Recruit() | Ransom():
            return placing_fee(game, seat, game.lands[space], "military")
        case BuyVehicle(kind=kind):
            return placing_fee(game, seat, game.lands[space], right_for(kind))
        case _:
            return 0


def recruits(buyer: Buyer, fee: int) -> Iterator[Action]:
    """MU-BUY-06 Units the player can pay with any fee, has figures for, and may still buy this phase."""
    game, seat = buyer.game, buyer.seat
    for kind in enlistable(buyer) if buyer.has_room else ():
        if in_reserve(game, seat, kind) and can_pay(game, seat, unit_price(game, seat, kind), fee):
            yield Recruit(kind)


def enlistable(buyer: Buyer) -> tuple[str, ...]:
    """MU-TEC-41 MU-CARD-28 Captains come to whoever knows the Art of War; those whom a Surgeon saved come without."""
    if DESIGNS["captain"] in buyer.known:
        return (*INFANTRY, *CAPTAINS)
    saved = buyer.game.players[buyer.seat].cheap
    return (*INFANTRY, *(kind for kind in CAPTAINS if saved[INDEX[kind]])) if any(saved) else INFANTRY


def building_offers(buyer: Buyer, land: Land, is_settled: bool) -> Iterator[list[Action]]:
    """MU-BUY-02 MU-BUY-03 New buildings and upgrades; civil ones need a settlement, each category stands once."""
    for category in buyer.designs:
        if is_settled or category != "civil":
            yield buyer.shelf(raises, category, getattr(land, category))


def raises(buyer: Buyer, category: str, old: int) -> list[Action]:
    """MU-BUY-03 What the player can pay a building of this category and level to become, as far as pieces are left."""
    paid = payable(buyer.game, buyer.seat, building_prices(buyer.game, buyer.seat, category, old))
    return [Raise(category, new) for new in range(old + 1, old + paid + 1) if can_raise(buyer.game, category, new)]


def repairs(buyer: Buyer, land: Land) -> list[Action]:
    """MU-BUY-04 Damage tokens come off for 50 florins each."""
    if not buyer.can_pay(Price(tables().repair)):
        return []
    return [Repair(category) for category in buildings_in(land) if getattr(land, f"{category}_damage")]


def promotions(buyer: Buyer, space: str) -> list[Action]:
    """MU-TEC-41 Captains here may rise for the difference."""
    army = army_at(buyer.game, space, buyer.seat) if DESIGNS["captain"] in buyer.known else None
    if army is None:
        return []
    rises = [(kind, new) for kind in CAPTAINS if army.counts[INDEX[kind]] for new in range(captain_level(kind) + 1, 4)]
    return [Promote(kind, new) for kind, new in rises if buyer.can_pay(promotion_price(kind, new))]


def promotion_price(kind: str, new: int) -> Price:
    steps = new - captain_level(kind)
    return Price(tables().units["cap"] * steps, steps, "red")


def ransoms(buyer: Buyer, fee: int) -> Iterator[Action]:
    """MU-BUY-11 Prisoners who can be bought back, with any fee for the place; they count against the limit of units."""
    for prisoner in sorted(set(buyer.game.prisoners)) if buyer.has_room else ():
        if prisoner.owner == buyer.seat and buyer.can_pay(Price(ransom_price(prisoner.kind)), fee):
            yield Ransom(prisoner.holder, prisoner.kind)


def recalls(buyer: Buyer) -> list[Action]:
    """MU-SUR-01 Surrendered units come back to land of one's own; they are not bought, so no pact places them elsewhere."""
    camp = buyer.game.players[buyer.seat].camp
    return [Recall(kind) for kind in kinds_in(camp)] if buyer.has_room and any(camp) else []


def ransom_price(kind: str) -> int:
    """MU-BUY-11 Twice the price of the unit."""
    return tables().ransom * tables().units["cap" if captain_level(kind) else kind] * max(1, captain_level(kind))


def new_vehicles(buyer: Buyer, space: str, land: Land) -> Iterator[list[Action]]:
    """MU-BUY-05 MU-BUY-09 Transports and engines that can be designed, paid, marked and placed here."""
    for kind in buyer.kinds:
        if takes_vehicle(buyer.game, buyer.seat, space, kind):
            yield buyer.shelf(vehicles, kind, placing_fee(buyer.game, buyer.seat, land, right_for(kind)))


def vehicles(buyer: Buyer, kind: str, fee: int) -> list[Action]:
    """MU-BUY-05 MU-BUY-09 Transports or engines of a kind that the player can pay with a fee, as far as tokens and pieces last."""
    paid = payable(buyer.game, buyer.seat, vehicle_prices(kind, 0), fee)
    return [BuyVehicle(kind, level) for level in range(1, paid + 1) if buyer.has_piece(kind, 0, level)]


def design_of(kind: str) -> str:
    """MU-BUY-09 Mathematics designs engines, Carpentry everything that transports."""
    return DESIGNS["engine" if kind == "engine" else "transport"]


def vehicle_upgrades(buyer: Buyer, space: str) -> list[Action]:
    """MU-BUY-05 MU-BUY-09 Upgrades pay the difference, in the places where such a piece can be built."""
    offers: list[Action] = []
    for id, vehicle in vehicles_at(buyer.game, space, buyer.seat) if any(buyer.property) else ():
        kind, old = vehicle.kind, vehicle.level
        if kind in buyer.kinds and takes_vehicle(buyer.game, buyer.seat, space, kind):
            paid = payable(buyer.game, buyer.seat, vehicle_prices(kind, old))
            offers += [UpgradeVehicle(id, new) for new in range(old + 1, old + paid + 1) if buyer.has_piece(kind, old, new)]
    return offers


def price_of_action(game: Medioevo, seat: Seat, space: str, action: Action) -> tuple[Price, str] | None:
    """What a purchase costs, and by which rule."""
    match action:
        case Recruit(kind=kind):
            return unit_price(game, seat, kind), "MU-BUY-06"
        case Raise(category=category, level=level):
            return building_price(game, seat, category, getattr(game.lands[space], category), level), "MU-BUY-02"
        case BuyVehicle(kind=kind, level=level):
            return vehicle_cost(kind, 0, level), "MU-BUY-09" if kind == "engine" else "MU-BUY-05"
        case UpgradeVehicle(vehicle=id, level=level):
            vehicle = game.vehicles[id]
            rule = "MU-BUY-09" if vehicle.kind == "engine" else "MU-BUY-05"
            return vehicle_cost(vehicle.kind, vehicle.level, level), rule
        case Promote(kind=kind, level=level):
            return promotion_price(kind, level), "MU-TEC-41"
        case Repair():
            return Price(tables().repair), "MU-BUY-04"
        case Ransom(kind=kind):
            return Price(ransom_price(kind)), "MU-BUY-11"
        case _:
            return None


def why_not_buy(game: Medioevo, seat: Seat, space: str, action: Action) -> Iterator[Refusal]:
    """The rules that forbid a purchase here, the most telling first."""
    match action:
        case Recruit(kind=kind) if kind in KINDS:
            yield from why_not_recruit(game, seat, space, kind)
        case Raise(category=category, level=level) if category in BUILDINGS:
            yield from why_not_raise(game, seat, space, category, level)
        case BuyVehicle(kind=kind, level=level) if kind in (*TRANSPORTS, "engine"):
            yield from why_not_vehicle(game, seat, space, kind, 0, level)
        case UpgradeVehicle(vehicle=id, level=level) if id in game.vehicles:
            vehicle = game.vehicles[id]
            yield from why_not_vehicle(game, seat, vehicle.space, vehicle.kind, vehicle.level, level)


# -- buying ------------------------------------------------------------------------------------------------


def buy(game: Medioevo, seat: Seat, space: str, action: Action) -> None:
    """Pay for one thing and put it on the map."""
    match action:
        case Recruit(kind=kind):
            recruit(game, seat, space, kind)
        case Raise(category=category, level=level):
            build(game, seat, space, category, level)
        case BuyVehicle(kind=kind, level=level):
            buy_vehicle(game, seat, space, kind, level)
        case UpgradeVehicle(vehicle=id, level=level):
            upgrade(game, seat, id, level)
        case Promote(kind=kind, level=level):
            pay_price(game, seat, promotion_price(kind, level), "MU-TEC-41")
            change_unit(game, space, seat, kind, f"cap{level}", "MU-TEC-41")
            use_loan(game, seat, "art_of_war")
        case Repair(category=category):
            repair(game, seat, space, category)
        case Ransom(holder=holder, kind=kind):
            ransom(game, seat, space, holder, kind)
        case Recall(kind=kind):
            recall(game, seat, space, kind)


def recruit(game: Medioevo, seat: Seat, space: str, kind: str) -> None:
    """MU-BUY-06 A unit is paid and placed."""
    cheap = bool(game.players[seat].cheap[INDEX[kind]])
    pay_price(game, seat, unit_price(game, seat, kind), "MU-BUY-06")
    use_saving(game, seat, kind)
    if captain_level(kind) and not cheap:
        use_loan(game, seat, "art_of_war")
    count_unit(game, seat)
    place_unit(game, space, seat, kind, "MU-BUY-06")
    use_right(game, seat, game.lands[space].holder, "military")


def count_unit(game: Medioevo, seat: Seat) -> None:
    change(game, seat, recruits=game.players[seat].recruits + 1)


def build(game: Medioevo, seat: Seat, space: str, category: str, level: int) -> None:
    """MU-BUY-03 A building is designed, paid and built, or raised for the difference."""
    old = getattr(game.lands[space], category)
    pay_price(game, seat, building_price(game, seat, category, old, level), "MU-BUY-02")
    use_discounts(game, seat)
    use_loan(game, seat, DESIGNS[category])
    raise_building(game, seat, space, category, level, "MU-BUY-02")


def buy_vehicle(game: Medioevo, seat: Seat, space: str, kind: str, level: int) -> None:
    """MU-BUY-05 MU-BUY-09 A transport or engine is designed, paid and placed."""
    rule = "MU-BUY-09" if kind == "engine" else "MU-BUY-05"
    pay_price(game, seat, vehicle_cost(kind, 0, level), rule)
    use_loan(game, seat, design_of(kind))
    new_vehicle(game, seat, kind, level, space, rule)
    use_right(game, seat, game.lands[space].holder, right_for(kind))


def upgrade(game: Medioevo, seat: Seat, id: int, level: int) -> None:
    """MU-BUY-05 MU-BUY-09 A transport or engine rises for the difference."""
    vehicle = game.vehicles[id]
    rule = "MU-BUY-09" if vehicle.kind == "engine" else "MU-BUY-05"
    pay_price(game, seat, vehicle_cost(vehicle.kind, vehicle.level, level), rule)
    use_loan(game, seat, design_of(vehicle.kind))
    upgrade_vehicle(game, id, level, rule)


def repair(game: Medioevo, seat: Seat, space: str, category: str) -> None:
    """MU-BUY-04 One damage token comes off."""
    pay(game, seat, tables().repair, "MU-BUY-04")
    damage = getattr(game.lands[space], f"{category}_damage")
    change_land(game, space, **{f"{category}_damage": damage - 1})
    game.emit(Repaired(seat=seat, space=space, category=category))


def ransom(game: Medioevo, seat: Seat, space: str, holder: Seat, kind: str) -> None:
    """MU-BUY-11 The owner pays double, the holder must release, the unit is placed at once."""
    florins = ransom_price(kind)
    pay(game, seat, florins, "MU-BUY-11", to=holder)
    if holder != BARBARIANS:
        record(game, holder, ransom_income=florins)
    game.prisoners.remove(Prisoner(holder, seat, kind))
    count_unit(game, seat)
    put_unit(game, space, seat, kind)
    use_right(game, seat, game.lands[space].holder, "military")
    game.emit(Ransomed(seat=seat, holder=holder, kind=kind, florins=florins))


def recall(game: Medioevo, seat: Seat, space: str, kind: str) -> None:
    """MU-SUR-01 A surrendered unit comes back, free, within the limit of units."""
    change(game, seat, camp=bumped(game.players[seat].camp, INDEX[kind], -1))
    count_unit(game, seat)
    put_unit(game, space, seat, kind)
    game.emit(Recalled(seat=seat, kind=kind, space=space))
