"""Leaving a battle: Flight and surrender (rulebook: Flight; Capitulation)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision

from .. import board
from ..state import BARBARIANS, NO_UNITS, Counts, Medioevo, Vehicle
from .armies import army_at, each, fleet, kinds_in, lift_unit, minus, one, parties, plus, strength, units, use_figure, vehicles_at
from .control import refresh_control
from .diplomacy import offers_to_enemy
from .effects import is_departure_banned
from .fight import change_fight, change_side, side_size
from .groups import Board
from .relations import is_hostile, may_pass
from .table import change, replace
from .terrain import step_cost
from .transfer import movable, relocate
from .vehicles import capacity, is_carrier
from .windows import perform


class Fled(Event, frozen=True):
    RULE = "MU-FLE-01"
    seat: Seat
    space: str
    to: str
    units: int


class Surrendered(Event, frozen=True):
    RULE = "MU-SUR-01"
    seat: Seat
    victor: Seat
    units: int


# -- Flight ------------------------------------------------------------------------------------------------


def is_calm(game: Medioevo, seat: Seat, space: str) -> bool:
    """May a group pass or stop here without meeting anybody: sea without enemies, own land, or land open by pact?"""
    if any(is_hostile(game, seat, other) for other in parties(game, space)):
        return False
    if board.is_sea(space):
        return space in game.waters
    holder = game.lands[space].holder if space in game.lands else BARBARIANS
    return holder == seat or (holder != BARBARIANS and may_pass(game, seat, holder))


def refuges(game: Medioevo, seat: Seat, place: str) -> list[tuple[str, int]]:
    """MU-FLE-01 Calm places that the movement points left at the place reach, with what the way costs."""
    if is_departure_banned(game, place):
        return []
    carriers = [vehicle.pm for _, vehicle in flight_carriers(game, seat, place)]
    most = max(carriers, default=0)
    costs: dict[str, int] = {place: 0}
    queue = deque([place])
    while queue:
        here = queue.popleft()
        for there in _ways(place, here):
            cost = costs[here] + _cost(game, seat, place, here, there)
            if cost <= most and cost < costs.get(there, 99) and is_calm(game, seat, there):
                costs[there] = cost
                queue.append(there)
    return sorted((space, cost) for space, cost in costs.items() if space != place)


def _ways(place: str, here: str) -> tuple[str, ...]:
    if not board.is_sea(place):
        return board.land_neighbours(here)
    return board.neighbours(here) if board.is_sea(here) else ()


def _cost(game: Medioevo, seat: Seat, place: str, here: str, there: str) -> int:
    """MU-MOV-07 Leaving an own Castle is free; any other step costs movement."""
    land = game.lands.get(here)
    if here == place and land is not None and land.holder == seat and land.military == 3 and not board.is_sea(there):
        return 0
    return step_cost(game, here, there)


def flight_carriers(game: Medioevo, seat: Seat, place: str) -> list[tuple[int, Vehicle]]:
    """Wagons ashore, Galleys at sea, that have movement left for a Flight (reading R-61)."""
    if board.is_sea(place):
        return [(id, galley) for id, galley in fleet(game, place, seat) if galley.pm]
    return [(id, vehicle) for id, vehicle in vehicles_at(game, place, seat) if vehicle.pm and is_carrier(game, id)]


class ChooseFugitives(Decision, frozen=True):
    """MU-FLE-01 Where the carriers have no room for all, the owner says who goes along; the others stay behind."""

    RULE = "MU-FLE-01"
    FORCED = True
    seat: Seat
    chosen: Counts = NO_UNITS

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from map(Board, kinds_in(minus(_survivors(game), self.chosen)))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Board)
        chosen = plus(self.chosen, one(action.kind))
        if sum(chosen) < _room(game):
            game.push(ChooseFugitives(self.seat, chosen))
        else:
            escape(game, chosen)


def run_away(game: Medioevo) -> None:
    """MU-FLE-01 After the round the survivors leave: at sea what is aboard, on free ways all, else as many as the carriers take."""
    fight = game.fights[-1]
    attacker = fight.sides[0]
    survivors = _survivors(game)
    if attacker.flight == 1 or board.is_sea(fight.place) or sum(survivors) <= _room(game):
        escape(game, survivors)
    elif _room(game):
        game.push(ChooseFugitives(attacker.owner))


def _survivors(game: Medioevo) -> Counts:
    """Units that could flee: at sea those aboard Galleys that can pay the way, ashore all."""
    fight = game.fights[-1]
    if board.is_sea(fight.place):
        return _aboard(game, _fleeing_carriers(game))
    return movable(army_at(game, fight.place, fight.sides[0].owner))


def _fleeing_carriers(game: Medioevo) -> tuple[int, ...]:
    """Carriers whose movement pays the declared way."""
    fight = game.fights[-1]
    attacker = fight.sides[0]
    return tuple(id for id, vehicle in flight_carriers(game, attacker.owner, fight.place) if vehicle.pm >= attacker.flight - 1)


def _room(game: Medioevo) -> int:
    return sum(capacity(game, id) for id in _fleeing_carriers(game))


def escape(game: Medioevo, troops: Counts) -> None:
    """MU-FLE-01 The fugitives and their carriers leave the battle; it is over when nobody stayed behind."""
    fight = game.fights[-1]
    seat, place, to, pm = fight.sides[0].owner, fight.place, fight.sides[0].refuge, fight.sides[0].flight - 1
    carriers = _fleeing_carriers(game)
    relocate(game, seat, place, to, carriers, troops)
    for id in carriers:
        vehicle = game.vehicles[id]
        game.vehicles[id] = replace(vehicle, pm=vehicle.pm - pm, stopped=True)
    game.emit(Fled(seat=seat, space=place, to=to, units=sum(troops)))
    refresh_control(game, to)
    change_side(game, 0, fled=fight.sides[0].fled + sum(troops))
    if not side_size(game, 0):
        change_fight(game, outcome="fled")


def _aboard(game: Medioevo, carriers: tuple[int, ...]) -> Counts:
    total = NO_UNITS
    for id in carriers:
        total = plus(total, strength(game.vehicles[id].cargo))
    return total


# -- surrender ---------------------------------------------------------------------------------------------


class FightOn(Action, frozen=True):
    """No terms."""


class OfferSurrender(Action, frozen=True):
    """Offer to lay down one's arms."""


class DemandSurrender(Action, frozen=True):
    """Ask the enemy to lay down his arms."""


class AcceptTerms(Action, frozen=True):
    """Agree."""


class RefuseTerms(Action, frozen=True):
    """Refuse."""


class OfferTerms(Decision, frozen=True):
    """MU-SUR-01 MU-DIP-03 After a round between players either side may offer or demand surrender, or offer armistice or peace."""

    RULE = "MU-SUR-01"
    seat: Seat
    index: int

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield FightOn()
        yield OfferSurrender()
        yield DemandSurrender()
        yield from offers_to_enemy(game, self.seat, game.fights[-1].sides[1 - self.index].owner)

    def resolve(self, game: Medioevo, action: Action) -> None:
        other = game.fights[-1].sides[1 - self.index].owner
        if isinstance(action, OfferSurrender):
            game.push(AnswerTerms(other, self.index))
        elif isinstance(action, DemandSurrender):
            game.push(AnswerTerms(other, 1 - self.index))
        elif not isinstance(action, FightOn):
            perform(game, self.seat, action)


class AnswerTerms(Decision, frozen=True):
    """MU-SUR-01 Both must agree."""

    RULE = "MU-SUR-01"
    seat: Seat
    loser: int

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield RefuseTerms()
        yield AcceptTerms()

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, AcceptTerms):
            surrender(game, self.loser)


def surrender(game: Medioevo, index: int) -> None:
    """MU-SUR-01 The loser's units leave the map and may come back from next turn; everything else stays for the winner."""
    fight = game.fights[-1]
    seat = fight.sides[index].owner
    troops = units(game, fight.place, seat)
    for kind in each(troops):
        special = lift_unit(game, fight.place, seat, kind)
        if special.owner == seat:
            exiles = game.players[seat].exiles
            change(game, seat, exiles=plus(exiles, one(special.figure)))
        else:
            use_figure(game, special.owner, special.figure, -1)
    change_fight(game, outcome="surrendered")
    game.emit(Surrendered(seat=seat, victor=fight.sides[1 - index].owner, units=sum(troops)))
