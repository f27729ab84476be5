"""What can be bought in one territory: buildings, repairs, transports, engines, units (rulebook: Purchase phase)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event

from ...state import BARBARIANS, Medioevo, Prisoner
from ...tables import BUILDINGS, KINDS, MERCHANT, TRANSPORTS, tables
from ...tables import level as captain_level
from ..cards.effects import use_discounts
from ..components.armies import INDEX, army_at, change_unit, in_reserve, kinds_in, place_unit, put_unit, vehicles_at
from ..components.table import bumped, change, change_land, has_settlement, held_by, pay, record
from ..components.vehicles import new_vehicle, piece_of, upgrade_vehicle
from ..conquest.buildings import buildings_in, can_raise, raise_building
from ..diplomacy.pacts import use_right
from ..diplomacy.relations import fee_for, has_right
from ..technologies.knowledge import DESIGNS, knows, use_loan
from ..variants.deployment import is_deployed
from .placement import has_token_for, room_for_units, takes_units, takes_vehicle
from .prices import Price, building_price, can_pay, pay_price, unit_price, use_saving, vehicle_cost
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
    seat: Seat
    kind: str
    space: str


# -- where -------------------------------------------------------------------------------------------------


def sites(game: Medioevo, seat: Seat) -> tuple[str, ...]:
    """Land the player controls, or may use by a pact of military or civil control."""
    return held_by(game, hosts_of(game, seat))


def hosts_of(game: Medioevo, seat: Seat) -> tuple[Seat, ...]:
    """MU-DIP-05 In whose land the player may buy: his own, and that of partners who grant military or civil control."""
    if not game.pacts:
        return (seat,)
    rights = ("military", "civil")
    return tuple(host for host in range(len(game.players)) if any(has_right(game, seat, host, right) for right in rights))


class Buyer:
    """What a player can afford wherever he buys: worked out once for a list of offers."""

    def __init__(self, game: Medioevo, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self.is_deployed = is_deployed(game)
        self._recruits: dict[int, list[Action]] = {}
        self._ransoms: dict[int, list[Action]] = {}
        self._vehicles: dict[tuple[str, int], list[Action]] = {}
        self._levels: dict[tuple[str, int], list[int]] = {}

    def recruits(self, fee: int) -> list[Action]:
        if fee not in self._recruits:
            self._recruits[fee] = [Recruit(kind) for kind in recruits(self.game, self.seat, fee)]
        return self._recruits[fee]

    def ransoms(self, fee: int) -> list[Action]:
        if fee not in self._ransoms:
            self._ransoms[fee] = list(ransoms(self.game, self.seat, fee))
        return self._ransoms[fee]

    @cached_property
    def recalls(self) -> list[Action]:
        return list(recalls(self.game, self.seat))

    def vehicles(self, kind: str, fee: int) -> list[Action]:
        if (kind, fee) not in self._vehicles:
            levels = vehicle_levels(self.game, self.seat, kind, fee)
            self._vehicles[kind, fee] = [BuyVehicle(kind, level) for level in levels]
        return self._vehicles[kind, fee]

    @cached_property
    def kinds(self) -> list[str]:
        """MU-BUY-05 MU-BUY-09 The transports and engines the player knows how to build."""
        return [kind for kind in (*TRANSPORTS, "engine") if can_design(self.game, self.seat, kind)]

    @cached_property
    def designs(self) -> list[str]:
        """MU-BUY-02 The categories of buildings the player knows how to build."""
        return [category for category in BUILDINGS if knows(self.game, self.seat, DESIGNS[category])]

    def levels(self, category: str, old: int) -> list[int]:
        """MU-BUY-03 The levels to which the player can pay to raise a building."""
        if (category, old) not in self._levels:
            game, seat = self.game, self.seat
            higher = range(old + 1, len(tables().buildings[category].names) + 1)
            paid = [new for new in higher if can_pay(game, seat, building_price(game, seat, category, old, new))]
            self._levels[category, old] = paid
        return self._levels[category, old]


# -- what --------------------------------------------------------------------------------------------------


def site_offers(buyer: Buyer, space: str) -> Iterator[Action]:
    """Everything the player can afford to buy here now; under Deployment new pieces are ordered in secret instead."""
    game, seat = buyer.game, buyer.seat
    is_own = game.lands[space].holder == seat
    if is_own:
        if not buyer.is_deployed:
            yield from building_offers(buyer, space, fresh_only=False)
        yield from repairs(game, seat, space)
    if takes_units(game, seat, space):
        fee = placing_fee(game, seat, space, "military")
        if not buyer.is_deployed:
            yield from buyer.recruits(fee)
        yield from promotions(game, seat, space)
        yield from buyer.ransoms(fee)
        if is_own:
            yield from buyer.recalls
    if not buyer.is_deployed:
        yield from new_vehicles(buyer, space)
    yield from vehicle_upgrades(game, seat, space)


def placing_fee(game: Medioevo, seat: Seat, space: str, right: str) -> int:
    """MU-DIP-05 What a pact asks for a piece placed in a partner's land."""
    holder = game.lands[space].holder
    return 0 if holder == seat else fee_for(game, seat, holder, right)


def fee_of_action(game: Medioevo, seat: Seat, space: str, action: Action) -> int:
    """MU-DIP-05 The fee that comes on top of a purchase."""
    match action:
        case Recruit() | Ransom():
            return placing_fee(game, seat, space, "military")
        case BuyVehicle(kind=kind):
            return placing_fee(game, seat, space, "civil" if kind in MERCHANT else "military")
        case _:
            return 0


def recruits(game: Medioevo, seat: Seat, fee: int) -> Iterator[str]:
    """MU-BUY-06 Kinds of units the player can pay with any fee, has figures for, and may still buy this phase."""
    if not room_for_units(game, seat):
        return
    for kind in INFANTRY:
        if in_reserve(game, seat, kind) and can_pay(game, seat, unit_price(game, seat, kind), fee):
            yield kind
    for kind in CAPTAINS:
        cheap = game.players[seat].cheap[INDEX[kind]]
        if in_reserve(game, seat, kind) and (cheap or knows(game, seat, "art_of_war")):
            if can_pay(game, seat, unit_price(game, seat, kind), fee):
                yield kind


def building_offers(buyer: Buyer, space: str, fresh_only: bool) -> Iterator[Raise]:
    """MU-BUY-02 MU-BUY-03 New buildings and upgrades; civil ones need a settlement, each category stands once."""
    land = buyer.game.lands[space]
    for category in buyer.designs:
        old = getattr(land, category)
        if (category == "civil" and not has_settlement(space)) or (old and fresh_only):
            continue
        for new in buyer.levels(category, old):
            if can_raise(buyer.game, space, category, new):
                yield Raise(category, new)


def repairs(game: Medioevo, seat: Seat, space: str) -> Iterator[Action]:
    """MU-BUY-04 Damage tokens come off for 50 florins each."""
    land = game.lands[space]
    for category in buildings_in(land):
        if getattr(land, f"{category}_damage") and tables().repair <= game.players[seat].florins:
            yield Repair(category)


def promotions(game: Medioevo, seat: Seat, space: str) -> Iterator[Action]:
    """MU-TEC-41 Captains here may rise for the difference."""
    army = army_at(game, space, seat)
    if army is None or not knows(game, seat, "art_of_war"):
        return
    for kind in kinds_in(army.counts):
        for new in range(captain_level(kind) + 1, 4) if captain_level(kind) else ():
            if can_pay(game, seat, promotion_price(kind, new)):
                yield Promote(kind, new)


def promotion_price(kind: str, new: int) -> Price:
    steps = new - captain_level(kind)
    return Price(tables().units["cap"] * steps, steps, "red")


def ransoms(game: Medioevo, seat: Seat, fee: int) -> Iterator[Action]:
    """MU-BUY-11 Prisoners who can be bought back, with any fee for the place; they count against the limit of units."""
    for prisoner in sorted(set(game.prisoners)) if room_for_units(game, seat) else ():
        if prisoner.owner == seat and ransom_price(prisoner.kind) + fee <= game.players[seat].florins:
            yield Ransom(prisoner.holder, prisoner.kind)


def recalls(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-SUR-01 Surrendered units come back to land of one's own; they are not bought, so no pact places them elsewhere."""
    if room_for_units(game, seat):
        yield from map(Recall, kinds_in(game.players[seat].camp))


def ransom_price(kind: str) -> int:
    """MU-BUY-11 Twice the price of the unit."""
    return tables().ransom * tables().units["cap" if captain_level(kind) else kind] * max(1, captain_level(kind))


def new_vehicles(buyer: Buyer, space: str) -> Iterator[Action]:
    """MU-BUY-05 MU-BUY-09 Transports and engines that can be designed, paid, marked and placed here."""
    game, seat = buyer.game, buyer.seat
    for kind in buyer.kinds:
        if takes_vehicle(game, seat, space, kind):
            yield from buyer.vehicles(kind, placing_fee(game, seat, space, "civil" if kind in MERCHANT else "military"))


def can_design(game: Medioevo, seat: Seat, kind: str) -> bool:
    """MU-BUY-09 Mathematics designs engines, Carpentry everything that transports."""
    return knows(game, seat, DESIGNS["engine" if kind == "engine" else "transport"])


def vehicle_levels(game: Medioevo, seat: Seat, kind: str, fee: int) -> list[int]:
    stocked = [level for level in (1, 2, 3) if game.supply[piece_of(kind, level)] and has_token_for(game, seat, level)]
    return [level for level in stocked if can_pay(game, seat, vehicle_cost(kind, 0, level), fee)]


def vehicle_upgrades(game: Medioevo, seat: Seat, space: str) -> Iterator[Action]:
    """MU-BUY-05 MU-BUY-09 Upgrades pay the difference, in the places where such a piece can be built."""
    for id, vehicle in vehicles_at(game, space, seat):
        if not takes_vehicle(game, seat, space, vehicle.kind):
            continue
        if not can_design(game, seat, vehicle.kind):
            continue
        for new in range(vehicle.level + 1, 4):
            stocked = vehicle.kind != "engine" or game.supply[piece_of("engine", new)]
            price = vehicle_cost(vehicle.kind, vehicle.level, new)
            if stocked and has_token_for(game, seat, new, vehicle.level) and can_pay(game, seat, price):
                yield UpgradeVehicle(id, new)


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
    use_loan(game, seat, DESIGNS["engine" if kind == "engine" else "transport"])
    new_vehicle(game, seat, kind, level, space, rule)
    use_right(game, seat, game.lands[space].holder, "civil" if kind in MERCHANT else "military")


def upgrade(game: Medioevo, seat: Seat, id: int, level: int) -> None:
    """MU-BUY-05 MU-BUY-09 A transport or engine rises for the difference."""
    vehicle = game.vehicles[id]
    rule = "MU-BUY-09" if vehicle.kind == "engine" else "MU-BUY-05"
    pay_price(game, seat, vehicle_cost(vehicle.kind, vehicle.level, level), rule)
    use_loan(game, seat, DESIGNS["engine" if vehicle.kind == "engine" else "transport"])
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
