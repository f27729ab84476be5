"""Leaving a battle: Flight and surrender (rulebook: Flight; Capitulation)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision

from ... import world
from ...state import BARBARIANS, NO_UNITS, Counts, Medioevo, Vehicle
from ..cards.effects import is_departure_banned
from ..cards.windows import open_window, perform
from ..components.armies import (
    army_at,
    each,
    fleet,
    kinds_in,
    lift_unit,
    minus,
    one,
    parties,
    plus,
    strength,
    units,
    use_figure,
    vehicles_at,
)
from ..components.table import change, pay, replace
from ..components.vehicles import capacity, is_carrier
from ..diplomacy.diplomacy import offers_to_enemy
from ..diplomacy.relations import is_hostile, is_shut_by_truce, is_welcome, passage_fee, war_between
from ..movement.groups import Board
from ..movement.terrain import is_castle, step_cost
from ..movement.transfer import relocate
from ..registry import arrive
from .fight import battle_facts, change_fight, change_side, side_size

FUGITIVES_ENTER = "W-5f"
"""The moment at which troops that fled have come into the land of somebody who did not let them in."""


class Fled(Event, frozen=True):
    RULE = "MU-FLE-01"
    TOUCHES = ("space", "to")
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


class Way(NamedTuple):
    """A way out of a battle: the movement it costs, and what partners are owed whose land it enters."""

    pm: int
    fees: tuple[tuple[Seat, int], ...] = ()


def is_calm(game: Medioevo, seat: Seat, space: str) -> bool:
    """May a group pass here without meeting anybody: sea without enemies, own land, or land open by pact?"""
    if any(is_hostile(game, seat, other) for other in parties(game, space)):
        return False
    if world.is_sea(space):
        return space in game.waters
    holder = game.lands[space].holder if space in game.lands else BARBARIANS
    return holder == seat or (holder != BARBARIANS and is_welcome(game, seat, holder))


def refuges(game: Medioevo, seat: Seat, place: str, aboard: bool = False) -> dict[str, Way]:
    """MU-FLE-01 Places that the movement left here reaches as any movement would, wild land and rivals' land included.

    MU-NAV-01 A docked Galley serves an army ashore like a wagon: `aboard`, the way leads over the sea.
    """
    if is_departure_banned(game, place):
        return {}
    most = max((vehicle.pm for _, vehicle in flight_carriers(game, seat, place, aboard)), default=0)
    found = {place: Way(0)}
    queue = deque([place])
    while queue:
        here = queue.popleft()
        for there in _steps(place, here, aboard):
            way = _onward(game, seat, found[here], here, there)
            if way is not None and way.pm <= most and (there not in found or way.pm < found[there].pm):
                found[there] = way
                if is_calm(game, seat, there):
                    queue.append(there)
    return {space: found[space] for space in sorted(found) if space != place}


def _steps(place: str, here: str, aboard: bool) -> tuple[str, ...]:
    """Neighbours by land, or over the sea: a landing ends the voyage."""
    if not world.is_sea(place) and not aboard:
        return world.land_neighbours(here)
    if world.is_sea(here):
        return (*world.sea_neighbours(here), *world.coasts(here))
    return world.sea_neighbours(here) if here == place else ()


def _onward(game: Medioevo, seat: Seat, way: Way, here: str, there: str) -> Way | None:
    """One step further, unless it is out of play, an armistice forbids it, or a partner's fee cannot be paid."""
    if there not in game.lands and there not in game.waters:
        return None
    holder = game.lands[there].holder if there in game.lands else BARBARIANS
    if is_shut_by_truce(game, seat, holder):
        return None
    fee = passage_fee(game, seat, holder)
    fees = (*way.fees, (holder, fee)) if fee else way.fees
    if sum(fee for _, fee in fees) > game.players[seat].florins:
        return None
    free = is_castle(game, seat, here) and not world.is_sea(there)  # MU-MOV-07
    return Way(way.pm + (0 if free else step_cost(game, here, there)), fees)


def flight_carriers(game: Medioevo, seat: Seat, place: str, aboard: bool) -> list[tuple[int, Vehicle]]:
    """MU-NAV-01 What carries fugitives: Galleys at sea; ashore War wagons, or the docked Galleys (reading R-61)."""
    if world.is_sea(place):
        return fleet(game, place, seat)
    own = vehicles_at(game, place, seat)
    return [(id, vehicle) for id, vehicle in own if (vehicle.kind == "galley" if aboard else is_carrier(game, id))]


class ChooseFugitives(Decision[Medioevo], frozen=True):
    """MU-FLE-01 Where the carriers have no room for all, the owner says who goes along; the others stay behind."""

    RULE = "MU-FLE-01"
    FORCED = True
    seat: Seat
    chosen: Counts = NO_UNITS

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return battle_facts(game, seat)

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
    if _declared_way(game) is None:
        return
    if attacker.flight == 1 or world.is_sea(fight.place) or sum(survivors) <= _room(game):
        escape(game, survivors)
    elif _room(game):
        game.push(ChooseFugitives(attacker.owner))


def _declared_way(game: Medioevo) -> Way | None:
    """The way that was declared, if it is still open after the round."""
    fight = game.fights[-1]
    attacker = fight.sides[0]
    way = refuges(game, attacker.owner, fight.place, attacker.aboard).get(attacker.refuge)
    return way if way is not None and way.pm < attacker.flight else None


def _survivors(game: Medioevo) -> Counts:
    """Units that could flee: at sea those aboard Galleys that can pay the way, ashore all."""
    fight = game.fights[-1]
    if world.is_sea(fight.place):
        return _aboard(game, _fleeing_carriers(game))
    return strength(army_at(game, fight.place, fight.sides[0].owner))


def _fleeing_carriers(game: Medioevo) -> tuple[int, ...]:
    """Carriers whose movement pays the declared way."""
    fight = game.fights[-1]
    attacker = fight.sides[0]
    carriers = flight_carriers(game, attacker.owner, fight.place, attacker.aboard)
    return tuple(id for id, vehicle in carriers if vehicle.pm >= attacker.flight - 1)


def _room(game: Medioevo) -> int:
    return sum(capacity(game, id) for id in _fleeing_carriers(game))


def escape(game: Medioevo, troops: Counts) -> None:
    """MU-FLE-01 The fugitives and their carriers leave, and meet what any army would; the battle is over when nobody stayed."""
    fight = game.fights[-1]
    seat, place, to, pm = fight.sides[0].owner, fight.place, fight.sides[0].refuge, fight.sides[0].flight - 1
    way, carriers, train = _declared_way(game), _fleeing_carriers(game), _train(game, troops)
    for host, fee in way.fees if way else ():
        pay(game, seat, fee, "MU-DIP-05", to=host)
    relocate(game, seat, place, to, (*carriers, *train), troops)
    for id in (*carriers, *train):
        vehicle = game.vehicles[id]
        cost = 0 if fight.sides[0].aboard and id in train else pm
        game.vehicles[id] = replace(vehicle, pm=vehicle.pm - cost, stopped=True)
    game.emit(Fled(seat=seat, space=place, to=to, units=sum(troops)))
    change_side(game, 0, fled=fight.sides[0].fled + sum(troops))
    if not side_size(game, 0):
        change_fight(game, outcome="fled")
    arrive(game, seat, to)
    if is_intrusion(game, seat, to):
        open_window(game, FUGITIVES_ENTER, to)


def is_intrusion(game: Medioevo, seat: Seat, space: str) -> bool:
    """MU-CARD-24 Is this land of another player, who did not let these troops in? His Militia may be called."""
    holder = game.lands[space].holder if space in game.lands else BARBARIANS
    return holder not in (seat, BARBARIANS) and not is_welcome(game, seat, holder)


def _train(game: Medioevo, troops: Counts) -> tuple[int, ...]:
    """MU-MOV-03 What goes along: by land engines that have the movement, aboard wagons and engines where units leave room."""
    fight = game.fights[-1]
    attacker = fight.sides[0]
    if world.is_sea(fight.place):
        return ()
    carriers = _fleeing_carriers(game)
    own = [(id, vehicle) for id, vehicle in vehicles_at(game, fight.place, attacker.owner) if id not in carriers]
    if attacker.aboard:
        return tuple(id for id, vehicle in own if vehicle.kind in ("wagon", "engine"))[: _room(game) - sum(troops)]
    return tuple(id for id, vehicle in own if vehicle.kind == "engine" and vehicle.pm >= attacker.flight - 1)


def _aboard(game: Medioevo, carriers: tuple[int, ...]) -> Counts:
    total = NO_UNITS
    for id in carriers:
        total = plus(total, strength(game.vehicles[id].cargo))
    return total


# -- surrender ---------------------------------------------------------------------------------------------


class FightOn(Action, frozen=True):
    """No terms."""

    IDLE = True


class OfferSurrender(Action, frozen=True):
    """Offer to lay down one's arms."""


class DemandSurrender(Action, frozen=True):
    """Ask the enemy to lay down his arms."""


class AcceptTerms(Action, frozen=True):
    """Agree."""


class RefuseTerms(Action, frozen=True):
    """Refuse."""

    IDLE = True


class OfferTerms(Decision[Medioevo], frozen=True):
    """MU-SUR-01 MU-DIP-03 After a round between players either side may offer or demand surrender, or offer armistice or peace."""

    RULE = "MU-SUR-01"
    seat: Seat
    index: int

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return battle_facts(game, seat)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield FightOn()
        yield OfferSurrender()
        yield DemandSurrender()
        foe = game.fights[-1].sides[1 - self.index].owner
        yield from offers_to_enemy(game, self.seat, foe, war_between(game, self.seat, foe))

    def resolve(self, game: Medioevo, action: Action) -> None:
        other = game.fights[-1].sides[1 - self.index].owner
        if isinstance(action, OfferSurrender):
            game.push(AnswerTerms(other, self.index))
        elif isinstance(action, DemandSurrender):
            game.push(AnswerTerms(other, 1 - self.index))
        elif not isinstance(action, FightOn):
            perform(game, self.seat, action)


class AnswerTerms(Decision[Medioevo], frozen=True):
    """MU-SUR-01 Both must agree."""

    RULE = "MU-SUR-01"
    seat: Seat
    loser: int

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return battle_facts(game, seat)

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
