"""Conquest and pillage (rulebook: Conquest of a territory)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, Procedure

from ... import world
from ...state import BARBARIANS, Medioevo
from ...tables import TRANSPORTS, tables
from ..cards.effects import is_safe
from ..cards.windows import open_window
from ..components.armies import parties, size, vehicles_at
from ..components.table import change_land, earn, has_settlement, home_owner, note, replace, return_supply, tally
from ..components.vehicles import drop_goods, lose_route_carrier, remove_vehicle, vehicle_price
from ..diplomacy.relations import are_at_war, is_hostile, is_welcome
from ..purchases.placement import has_token_for
from ..purchases.prices import price_of
from ..variants.blood import bleed
from ..victory.honour import honour, worth
from .buildings import buildings_in, honour_level, remove_building
from .control import drop_orphans, inherit_tokens, refresh_control, remove_token, set_holder


class Conquered(Event, frozen=True):
    RULE = "MU-CON-01"
    TOUCHES = ("space",)
    seat: Seat
    space: str
    loser: Seat


class Pillaged(Event, frozen=True):
    """Something was destroyed for half its price; `seat` -1 for barbarians, who gain nothing."""

    seat: Seat
    element: str
    owner: Seat
    florins: int
    rule: str


class VehicleSeized(Event, frozen=True):
    RULE = "MU-CON-02"
    TOUCHES = ("space",)
    seat: Seat
    owner: Seat
    vehicle: int
    kind: str
    space: str


class Keep(Action, frozen=True):
    """Keep everything that is left."""

    IDLE = True


class Pillage(Action, frozen=True):
    TOUCHES = ("element",)
    element: str


class Conquest(Procedure[Medioevo], frozen=True):
    """MU-CON-01 A territory is conquered: honour, control, then each asset is kept or pillaged."""

    seat: Seat
    space: str
    loser: Seat
    STEPS = ("glory", "announce", "loot", "tokens")

    def glory(self, game: Medioevo) -> None:
        """MU-PH-01 Honour for the settlement and the buildings standing now, before any pillage (MU-CON-03)."""
        count_conquest(game, self.seat, self.space, self.loser)
        points = conquest_honour(game, self.seat, self.space)
        remove_token(game, self.space)
        set_holder(game, self.space, self.seat, "MU-CON-01")
        bleed(game, home_owner(game, self.space), but_not=self.seat)
        honour(game, self.seat, points, "MU-PH-01")
        honour_holy_city(game, self.seat, self.space)

    def announce(self, game: Medioevo) -> None:
        """MU-CON-02 Before anything is pillaged a Diplomat may protect it."""
        open_window(game, "W-6c", self.space)

    def loot(self, game: Medioevo) -> None:
        """MU-CON-02 The conqueror keeps or pillages each asset."""
        if any(True for _ in spoils(game, self.seat, self.space)):
            game.push(ChooseLoot(self.seat, self.space, self.loser))

    def tokens(self, game: Medioevo) -> None:
        """MU-CTL-05 A kept military building brings its Control tokens over; without it they go (MU-CTL-06)."""
        if self.loser != BARBARIANS and game.lands[self.space].military:
            inherit_tokens(game, self.seat, self.loser, self.space)
        drop_orphans(game, self.space)
        refresh_control(game, self.space)


class ChooseLoot(Decision[Medioevo], frozen=True):
    """MU-CON-02 Pillage pays half the price; what is left is kept, as far as Property tokens go."""

    RULE = "MU-CON-02"
    FORCED = True
    seat: Seat
    space: str
    loser: Seat
    bled: bool = False
    pieces_only: bool = False  # the winner was at home here: only the beaten side's transports and engines are booty

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Keep()
        for element in spoils(game, self.seat, self.space, self.pieces_only):
            if not is_safe(game, element.removesuffix(":cargo")):
                yield Pillage(element)

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Pillage):
            pillage(game, self.seat, action.element)
            if not self.bled:
                bleed(game, self.loser, but_not=self.seat)
            game.push(replace(self, bled=True))
        else:
            keep_rest(game, self.seat, self.space)


def count_conquest(game: Medioevo, seat: Seat, space: str, loser: Seat) -> None:
    note(game, seat, conquered=(*game.now[seat].conquered, space))
    game.emit(Conquered(seat=seat, space=space, loser=loser))


def conquest_honour(game: Medioevo, seat: Seat, space: str) -> int:
    """MU-PH-01 MU-PH-03 One point for a settlement and one per level of its buildings; nothing at home or twice in a turn."""
    again = space in game.taken_this_turn
    if not again:
        game.taken_this_turn.append(space)
    if again or home_owner(game, space) == seat or not has_settlement(game, space):
        return 0
    land = game.lands[space]
    levels = sum(honour_level(category, getattr(land, category)) for category in buildings_in(land))
    return worth("settlement") + levels


def honour_holy_city(game: Medioevo, seat: Seat, space: str) -> None:
    """MU-PH-02 The first conquest of Rome, and of Jerusalem, in the game brings two points."""
    holy = tables().holy
    if space in (holy["rome"], holy["jerusalem"]) and space not in game.holy_taken and home_owner(game, space) != seat:
        game.holy_taken.append(space)
        honour(game, seat, worth("holy_city"), "MU-PH-02")


def conquer(game: Medioevo, seat: Seat, space: str) -> None:
    """MU-CON-01 An army takes a territory from whoever held it."""
    game.push(Conquest(seat, space, game.lands[space].holder))


class Booty(Procedure[Medioevo], frozen=True):
    """MU-CON-02 Transports and engines without troops fall to an army: each is kept or pillaged."""

    seat: Seat
    space: str
    loser: Seat
    STEPS = ("announce", "loot")

    def announce(self, game: Medioevo) -> None:
        """MU-CON-02 Before anything is taken a Diplomat may protect it, or a Salesman save his route (T-12)."""
        open_window(game, "W-6c", self.space)

    def loot(self, game: Medioevo) -> None:
        """MU-CON-02 The army's owner keeps or pillages each piece."""
        if any(True for _ in spoils(game, self.seat, self.space, pieces_only=True)):
            game.push(ChooseLoot(self.seat, self.space, self.loser, pieces_only=True))


def take_booty(game: Medioevo, seat: Seat, space: str, loser: Seat) -> None:
    """MU-CON-02 An army keeps or pillages the transports and engines that nobody defends any more."""
    if any(True for _ in spoils(game, seat, space, pieces_only=True)):
        game.push(Booty(seat, space, loser))


# -- spoils ------------------------------------------------------------------------------------------------


def spoils(game: Medioevo, seat: Seat, space: str, pieces_only: bool = False) -> Iterator[str]:
    """MU-CON-02 Buildings, market cubes, and transports and engines of enemies in the territory (or sea zone)."""
    if not world.is_sea(space) and not pieces_only:
        land = game.lands[space]
        yield from (f"building:{space}:{category}" for category in buildings_in(land))
        yield from (f"cube:{space}:{good}" for good in land.cubes)
    for id in prizes(game, seat, space):
        yield f"v:{id}"
        if game.vehicles[id].goods:
            yield f"v:{id}:cargo"


def prizes(game: Medioevo, seat: Seat, space: str) -> list[int]:
    """Reading R-52: transports and engines of the conqueror's enemies whose troops are gone; third parties' stay."""
    return [
        id
        for id, vehicle in vehicles_at(game, space)
        if vehicle.owner != seat and is_hostile(game, seat, vehicle.owner) and not size(game, space, vehicle.owner)
    ]


def keep_rest(game: Medioevo, seat: Seat, space: str) -> None:
    """MU-CON-02 What is kept changes owner; a transport or engine without a free Property token must be pillaged."""
    for id in prizes(game, seat, space):
        if id not in game.vehicles:
            continue
        vehicle = game.vehicles[id]
        if has_token_for(game, seat, vehicle.level):
            if vehicle.kind in TRANSPORTS:
                tally(game, seat, transports_plundered=1)
            seize_vehicle(game, seat, id)
        elif not is_safe(game, f"v:{id}"):
            pillage(game, seat, f"v:{id}")


def pillage(game: Medioevo, seat: Seat, element: str) -> None:
    """MU-CON-02 One element is destroyed; a player gets half its price, and 50 florins for a cube."""
    kind, _, rest = element.partition(":")
    owner, florins = _destroy(game, seat, kind, rest)
    game.emit(Pillaged(seat=seat, element=element, owner=owner, florins=florins, rule="MU-CON-02"))
    if seat != BARBARIANS:
        earn(game, seat, florins, "MU-CON-02")


def _destroy(game: Medioevo, seat: Seat, kind: str, rest: str) -> tuple[Seat, int]:
    if kind == "building":
        space, category = rest.split(":")
        owner, price = game.lands[space].holder, price_of(category, getattr(game.lands[space], category))
        remove_building(game, space, category)
        return owner, price // 2
    if kind == "cube":
        space, good = rest.split(":")
        return game.lands[space].holder, remove_cube(game, space, good)
    if rest.endswith(":cargo"):
        return _destroy_cargo(game, int(rest.removesuffix(":cargo")))
    vehicle = game.vehicles[int(rest)]
    if vehicle.kind in TRANSPORTS and seat != BARBARIANS:
        tally(game, seat, transports_plundered=1)
    remove_vehicle(game, int(rest), "MU-CON-02")
    return vehicle.owner, vehicle_price(vehicle) // 2 + len(vehicle.goods) * int(tables().trade["pillaged_cube"])


def _destroy_cargo(game: Medioevo, id: int) -> tuple[Seat, int]:
    vehicle = game.vehicles[id]
    drop_goods(game, vehicle.goods)
    game.vehicles[id] = replace(vehicle, goods=())
    return vehicle.owner, len(vehicle.goods) * int(tables().trade["pillaged_cube"])


def remove_cube(game: Medioevo, space: str, good: str) -> int:
    """A market cube goes back to the supply; the answer is its worth to a pillager."""
    change_land(game, space, cubes=tuple(cube for cube in game.lands[space].cubes if cube != good))
    return_supply(game, f"cube:{good}")
    return int(tables().trade["pillaged_cube"])


def seize_vehicle(game: Medioevo, seat: Seat, id: int) -> None:
    """MU-CON-02 A conqueror keeps a transport or engine: it is his, and its movement is over."""
    vehicle = game.vehicles[id]
    lose_route_carrier(game, vehicle.owner, id)
    game.vehicles[id] = replace(vehicle, owner=seat, stopped=True, steps=0)
    ever = game.ever[seat]
    if vehicle.kind in TRANSPORTS:
        game.ever[seat] = replace(ever, seized_transports=ever.seized_transports + 1)
    else:
        game.ever[seat] = replace(ever, seized_engines=ever.seized_engines + 1)
    game.emit(VehicleSeized(seat=seat, owner=vehicle.owner, vehicle=id, kind=vehicle.kind, space=vehicle.space))


def can_possess(game: Medioevo, seat: Seat, space: str) -> bool:
    """MU-CON-01 An own unit is left, no horde and no enemy is, and the holder did not let it in as a guest."""
    if world.is_sea(space) or not size(game, space, seat):
        return False
    holder = game.lands[space].holder
    others = [other for other in parties(game, space) if other != seat]
    if holder == seat or any(are_at_war(game, seat, other) for other in others):
        return False
    if holder == BARBARIANS:
        return not others
    return not is_welcome(game, seat, holder) and holder not in others


def is_prize(game: Medioevo, seat: Seat, id: int) -> bool:
    """MU-CON-02 Can the piece be pillaged, or kept with a Property token?"""
    return not is_safe(game, f"v:{id}") or has_token_for(game, seat, game.vehicles[id].level)
