"""Barbarians: hordes, rebellions, pillage (rulebook: E. Barbarians)."""

from __future__ import annotations

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure

from .. import world
from ..state import BARBARIANS, Medioevo
from .battle.battle import begin_battle
from .cards.effects import is_fighting_banned, is_safe
from .cards.windows import open_window
from .components.armies import each, horde_size, parties, place_unit, vehicles_at
from .components.table import change_land, home_owner, homes
from .components.vehicles import remove_vehicle
from .conquest.buildings import buildings_in, remove_building
from .conquest.conquest import remove_cube
from .conquest.control import refresh_control, remove_token
from .variants.blood import bleed

SPARING = ("safe", "unseen")
"""Effects by which barbarians ignore something for a turn: Diplomat, Ranger."""


class HordeAppeared(Event, frozen=True):
    TOUCHES = ("space",)
    space: str
    rule: str


class Rebelled(Event, frozen=True):
    """A rebellion broke out in a territory of this player."""

    TOUCHES = ("space",)
    seat: Seat
    space: str
    rule: str


class LaidWaste(Event, frozen=True):
    RULE = "MU-BAR-07"
    TOUCHES = ("space",)
    space: str


class Arrival(Procedure[Medioevo], frozen=True):
    """MU-EVT-14 Barbarians have come to a place: they fight the armies they meet, or pillage."""

    space: str
    fought: bool = False
    STEPS = ("warn", "fight", "waste")

    def warn(self, game: Medioevo) -> None:
        """MU-EVT-14 Players may react before the horde does anything."""
        open_window(game, "W-2e", self.space)

    def fight(self, game: Medioevo) -> str | None:
        """MU-BAR-06 The horde attacks every army in the place, one after the other (reading S-01)."""
        if not horde_size(game, self.space) or is_fighting_banned(game, self.space):
            return "waste"
        armies = [seat for seat in parties(game, self.space) if seat != BARBARIANS]
        if not armies:
            return None
        game.update(self, fought=True)
        begin_battle(game, self.space, BARBARIANS, armies[0])
        return "fight"

    def waste(self, game: Medioevo) -> None:
        """MU-BAR-07 Where they stand alone they pillage; who has just been warned of it is not warned again."""
        game.push(Ravage(self.space, warned=not self.fought))


class Ravage(Procedure[Medioevo], frozen=True):
    """MU-BAR-07 Barbarians who are left alone in a place pillage it; control follows who is there."""

    space: str
    warned: bool = False
    STEPS = ("announce", "waste")

    def announce(self, game: Medioevo) -> None:
        """MU-BAR-07 Before that a Diplomat may protect something, or a Salesman save his route (T-12)."""
        if not self.warned and is_prey(game, self.space):
            open_window(game, "W-6c", self.space)

    def waste(self, game: Medioevo) -> None:
        """MU-BAR-07 Where they stand alone they pillage."""
        if parties(game, self.space) == [BARBARIANS]:
            lay_waste(game, self.space)
        refresh_control(game, self.space)


def is_prey(game: Medioevo, space: str) -> bool:
    """MU-BAR-07 Do barbarians stand alone where there is something to pillage?"""
    if parties(game, space) != [BARBARIANS]:
        return False
    land = game.lands.get(space)
    return bool(vehicles_at(game, space)) or (land is not None and bool(buildings_in(land) or land.cubes))


def spared_places(game: Medioevo) -> tuple[str, ...]:
    """MU-CARD-51 MU-CARD-55 Where barbarians alone leave standing what is protected, or hidden, until this turn ends."""
    spared = [effect.target for effect in game.effects if effect.name in SPARING and effect.until == "turn"]
    return tuple(space for space in sorted({_place_of(game, target) for target in spared}) if space and is_prey(game, space))


def _place_of(game: Medioevo, element: str) -> str:
    """Where a transport, an engine, a building or a cube is; a transport may be lost by now."""
    kind, _, rest = element.partition(":")
    if kind != "v":
        return rest.partition(":")[0]
    vehicle = game.vehicles.get(int(rest))
    return vehicle.space if vehicle is not None else ""


def raise_horde(game: Medioevo, space: str, rule: str) -> None:
    """The horde of the War Circle appears, as far as figures go."""
    for kind in each(game.circle.horde):
        place_unit(game, space, BARBARIANS, kind, rule)
    game.emit(HordeAppeared(space=space, rule=rule))


def rebellions(game: Medioevo, seat: Seat) -> list[str]:
    """Reading S-22: home territories held by barbarians, or where a rebellion still fights the garrison."""
    return [space for space in homes(game, seat) if horde_size(game, space) and not game.lands[space].incursion]


def invade(game: Medioevo, space: str) -> None:
    """Reading S-22: barbarians are about to come from elsewhere; where they meet a garrison this is no rebellion."""
    if space in game.lands and parties(game, space) and not horde_size(game, space):
        change_land(game, space, incursion=True)


def lay_waste(game: Medioevo, space: str) -> None:
    """MU-BAR-07 All transports, engines, buildings and cubes are removed, the Control token too; what a Diplomat protects stays."""
    victims: list[Seat] = []
    if not world.is_sea(space):
        victims += _raze(game, space)
    for id, vehicle in vehicles_at(game, space):
        if id in game.vehicles and not is_safe(game, f"v:{id}"):
            remove_vehicle(game, id, "MU-BAR-07")
            victims.append(vehicle.owner)
    if victims:
        game.emit(LaidWaste(space=space))
    for seat in (*sorted(set(victims)), *_dispossessed(game, space)):
        bleed(game, seat, but_not=BARBARIANS)


def _dispossessed(game: Medioevo, space: str) -> list[Seat]:
    """The player whose home territory the barbarians are taking now."""
    owner = home_owner(game, space)
    return [owner] if owner != BARBARIANS and game.lands[space].holder == owner else []


def _raze(game: Medioevo, space: str) -> list[Seat]:
    land = game.lands[space]
    victims: list[Seat] = []
    for category in buildings_in(land):
        if not is_safe(game, f"building:{space}:{category}"):
            remove_building(game, space, category)
            victims.append(land.holder)
    for good in land.cubes:
        if not is_safe(game, f"cube:{space}:{good}"):
            remove_cube(game, space, good)
            victims.append(land.holder)
    remove_token(game, space)
    return [seat for seat in victims if seat != BARBARIANS]
