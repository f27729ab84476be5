"""Cartography: a movement point for a unit, an engine or a transport with its cargo (rulebook: Description of the technologies).

Who still moves this turn keeps the point for his movement; everybody else takes his step at once, in anybody's turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Decision, Procedure

from ... import world
from ...state import NO_UNITS, Counts, March, Medioevo
from ...tables import MERCHANT, technologies
from ..cards.common import is_at_leisure, moment, own_vehicles, read_number, read_unit, scene, unit_id
from ..cards.effects import is_departure_banned
from ..cards.windows import open_window
from ..components.armies import armies_of, army_at, kinds_in, minus, one, plus, strength
from ..components.table import replace
from ..components.vehicles import capacity, is_carrier
from ..movement.contact import contact
from ..movement.groups import Board, BoardAll, Go, change_march, is_closed, march_of
from ..movement.movement import AFTER_A_MOVEMENT, end_march, meet_or_expose
from ..movement.steps import count_survivors, rest, take_step
from ..movement.terrain import step_cost
from ..movement.transfer import cargo_of, fresh_units, spaces_needed, tire, with_passengers
from ..registry import ANY, technology
from .points import spare_points, spend_points

KEEP = "number:1"
"""The choice of a vehicle that keeps its point for later."""


# -- who gains a point -------------------------------------------------------------------------------------


def travellers(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """MU-TEC-14 Units ashore, engines and transports that are not in battle, may leave and have a use for the point."""
    busy = {fight.place for fight in game.fights}
    for space, army in armies_of(game, seat):
        if space in game.lands and space not in busy and not is_departure_banned(game, space):
            resting = minus(strength(army), moving_units(game, seat, space))
            yield from _those_with_a_way(game, seat, [unit_id(space, seat, kind) for kind in kinds_in(resting)])
    for id, vehicle in own_vehicles(game, seat):
        if vehicle.space not in busy and not vehicle.aboard and not is_departure_banned(game, vehicle.space):
            yield from _those_with_a_way(game, seat, [f"v:{id}"])


def _those_with_a_way(game: Medioevo, seat: Seat, ids: list[str]) -> Iterator[str]:
    yield from (id for id in ids if any(True for _ in ways_to_use(game, seat, (id,))))


def ways_to_use(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """MU-TEC-14 A vehicle whose movement is still to come, or under way, keeps the point; all others take a step."""
    id = chosen[0]
    if id.startswith("v:") and keeps_point(game, seat, read_number(id)):
        yield KEEP
    elif id.startswith("unit:") or (is_military(game, read_number(id)) and not _is_on_its_way(game, read_number(id))):
        here = place_of(game, id)
        march = March(seat, here, counts=one("li"))
        for to in neighbouring(game, id):
            if not is_closed(game, march, to) and _concerns_the_moment(game, seat, here, to):
                if spare_points(game, seat, "blue") >= price_of_step(game, id, to):
                    yield to


def moving_units(game: Medioevo, seat: Seat, space: str) -> Counts:
    """Units of the seat's groups on their way here: what they meet comes first."""
    total = NO_UNITS
    for march in game.marches:
        if march.seat == seat and march.space == space:
            total = plus(total, march.counts)
    return total


def is_military(game: Medioevo, id: int) -> bool:
    """War wagons, Galleys, engines, and Caravans that a Scientist lets serve as wagons."""
    return game.vehicles[id].kind not in MERCHANT or is_carrier(game, id)


def keeps_point(game: Medioevo, seat: Seat, id: int) -> bool:
    """Has this vehicle a movement before it this turn, or is it on its way, so that the point is for later?"""
    vehicle = game.vehicles[id]
    if moment(game)[0] == "W-5m":
        return id in march_of(game).vehicles
    if not is_at_leisure(game):
        return False
    if not is_military(game, id):
        return game.phase <= 6 and (not vehicle.stopped or game.active == seat)
    return game.phase <= 5 and not vehicle.stopped


def _is_on_its_way(game: Medioevo, id: int) -> bool:
    return any(id in march.vehicles for march in game.marches)


def _concerns_the_moment(game: Medioevo, seat: Seat, here: str, to: str) -> bool:
    """At leisure any step; right after a movement only its owner's on from there; else into or out of where things happen."""
    if is_at_leisure(game):
        return True
    if moment(game)[0] == AFTER_A_MOVEMENT:
        return seat == game.active and here == scene(game)
    return moment(game)[0] != "W-5m" and scene(game) in (here, to)


def place_of(game: Medioevo, id: str) -> str:
    return read_unit(id)[0] if id.startswith("unit:") else game.vehicles[read_number(id)].space


def neighbouring(game: Medioevo, id: str) -> tuple[str, ...]:
    """Where one step leads: by land, or for Galleys from sea to sea, to and from the shore."""
    here = place_of(game, id)
    if id.startswith("unit:") or game.vehicles[read_number(id)].kind != "galley":
        return world.land_neighbours(here)
    return world.neighbours(here) if world.is_sea(here) else world.sea_neighbours(here)


def points_to_buy(game: Medioevo, id: str, to: str) -> int:
    """MU-TEC-14 Movement points that a step still lacks, at least the one that a use brings."""
    own = game.vehicles[read_number(id)].pm if id.startswith("v:") else 0
    return max(1, step_cost(game, place_of(game, id), to) - own)


def price_of_step(game: Medioevo, id: str, to: str) -> int:
    return points_to_buy(game, id, to) * technologies()["cartography"].points


@technology(
    "cartography",
    "MU-TEC-14",
    windows=(ANY, "W-2e", "W-5b", "W-5m", AFTER_A_MOVEMENT),
    stages=(travellers, ways_to_use),
)
def map_a_way(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-14 A unit, engine or transport with its cargo that is not in battle gains a movement point, also in others' moves."""
    id, to = chosen
    gained = 1 if to == KEEP else points_to_buy(game, id, to)
    spend_points(game, seat, "blue", (gained - 1) * technologies()["cartography"].points)
    if id.startswith("v:"):
        vehicle = game.vehicles[read_number(id)]
        game.vehicles[read_number(id)] = replace(vehicle, pm=vehicle.pm + gained, stopped=False)
    if to != KEEP:
        game.marches.append(_vehicle_march(game, seat, id, to) if id.startswith("v:") else _unit_march(game, seat, id, to))
        game.push(MappedStep())


def _unit_march(game: Medioevo, seat: Seat, id: str, to: str) -> March:
    """One unit on foot; one that has already moved goes first."""
    here, _, kind = read_unit(id)
    tired = kind in kinds_in(tired_units(game, seat, here))
    return March(seat, here, counts=one(kind), tired=one(kind, int(tired)), trail=(here,), entering=to, mapped=True)


def _vehicle_march(game: Medioevo, seat: Seat, id: str, to: str) -> March:
    """A vehicle with what is aboard; ashore the units come aboard next."""
    number = read_number(id)
    aboard = with_passengers(game, (number,))
    return March(seat, place_of(game, id), aboard, cargo_of(game, number), (place_of(game, id),), entering=to, mapped=True)


# -- the step ----------------------------------------------------------------------------------------------


class MappedStep(Procedure[Medioevo], frozen=True):
    """MU-TEC-14 One step at once: others may answer it like any movement, and whoever is there is met."""

    STEPS = ("load", "depart", "enter", "contact", "meet", "close")

    def load(self, game: Medioevo) -> None:
        """MU-TEC-14 The units that the carrier has brought, and fresh ones, may go along as far as there is room."""
        march = march_of(game)
        if loadable(game, march):
            game.push(ChooseRiders(march.seat, march.entering))

    def depart(self, game: Medioevo) -> None:
        """MU-TEC-14 It is about to leave; a Bishop may hold it up."""
        open_window(game, "W-5a", march_of(game).space)

    def enter(self, game: Medioevo) -> str | None:
        """MU-TEC-14 It enters the next space, unless it was stopped."""
        march = march_of(game)
        if is_departure_banned(game, march.space) or is_closed(game, march, march.entering):
            rest(game, march)
            return "close"
        take_step(game, march.entering)
        open_window(game, "W-5b", march.entering)
        return None

    def contact(self, game: Medioevo) -> None:
        """MU-TEC-14 Contact ends all movement; without it everybody is as fresh as before."""
        count_survivors(game)
        march = march_of(game)
        change_march(game, tired=tuple(map(min, march.tired, march.counts)))
        met = contact(game, march_of(game)) not in ("", "edict")
        if not met:
            rest(game, march_of(game))
        for id in march.vehicles:
            vehicle = game.vehicles.get(id)
            if vehicle is not None:
                game.vehicles[id] = replace(vehicle, stopped=vehicle.stopped or met, brought=sum(march.counts))

    def meet(self, game: Medioevo) -> None:
        """MU-TEC-14 Now whoever is in the place is met, the newcomer attacking (T-07)."""
        if march_of(game).steps:
            meet_or_expose(game)

    def close(self, game: Medioevo) -> None:
        """The step is done; what it interrupted goes on."""
        end_march(game)


class ChooseRiders(Decision[Medioevo], frozen=True):
    """MU-TEC-14 Who goes along with a carrier to which Cartography gives a step."""

    RULE = "MU-TEC-14"
    FORCED = True
    seat: Seat
    to: str

    def options(self, game: Medioevo) -> Iterator[Action]:
        kinds = loadable(game, march_of(game))
        if kinds:
            yield BoardAll()
        yield from map(Board, kinds)
        yield Go(self.to)

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case Board(kind=kind):
                load_unit(game, kind)
                game.push(self)
            case BoardAll():
                while loadable(game, march_of(game)):
                    load_unit(game, loadable(game, march_of(game))[-1])


def loadable(game: Medioevo, march: March) -> list[str]:
    """MU-TEC-14 Kinds of units ashore that may board: fresh ones, and as many that have moved as the carrier brought."""
    army = army_at(game, march.space, march.seat)
    carrier = next((id for id in march.vehicles if not game.vehicles[id].aboard), 0)
    if not carrier or world.is_sea(march.space) or army is None or not _room(game, march, carrier):
        return []
    kinds = kinds_in(fresh_units(army))
    if sum(march.tired) < game.vehicles[carrier].brought:
        kinds = kinds_in(plus(fresh_units(army), _tired_and_waiting(game, march)))
    return kinds


def _room(game: Medioevo, march: March, carrier: int) -> int:
    if game.vehicles[carrier].kind == "galley":
        return capacity(game, carrier) - spaces_needed(game, march.vehicles, march.counts)
    return capacity(game, carrier) - sum(march.counts) if is_carrier(game, carrier) else 0


def load_unit(game: Medioevo, kind: str) -> None:
    """One that came with the carrier goes on first, then a fresh one."""
    march = march_of(game)
    tired = kind in kinds_in(_tired_and_waiting(game, march)) and sum(march.tired) < game.vehicles[march.vehicles[0]].brought
    if not tired:
        tire(game, march.space, march.seat, kind)
    change_march(game, counts=plus(march.counts, one(kind)), tired=plus(march.tired, one(kind, int(tired))))


def _tired_and_waiting(game: Medioevo, march: March) -> Counts:
    """Units here that have moved this turn and are not in the group."""
    return minus(tired_units(game, march.seat, march.space), march.counts)


def tired_units(game: Medioevo, seat: Seat, space: str) -> Counts:
    """Units ashore that have moved this turn, those just boarded included."""
    army = army_at(game, space, seat)
    return NO_UNITS if army is None else minus(strength(army), fresh_units(army))
