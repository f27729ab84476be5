"""Phase 5: combat rounds and movement (rulebook: Combat phase, Movement)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, PreviewLine, Procedure

from .. import board
from ..state import BARBARIANS, March, Medioevo
from ..tables import tables
from .armies import INDEX, army_at, by_kind, one, parties, plus, size, units, vehicles_at
from .barbarians import lay_waste
from .conquest import take_booty
from .control import refresh_control
from .effects import expire, has_effect, is_departure_banned
from .groups import (
    Board,
    BoardAll,
    Drop,
    Go,
    Halt,
    Leave,
    Take,
    boardable,
    can_gather,
    change_march,
    droppable,
    group_size,
    is_castle,
    is_led,
    joinable,
    leader_of,
    march_of,
    room_left,
    steps_from,
    way_costs,
)
from .hostilities import provoke
from .meeting import Engage, is_welcome, meet, quarrels
from .pacts import use_right
from .powers import free_acts, reactions
from .reasons import why_not_go, why_not_muster
from .relations import are_at_war, is_hostile
from .removal import Seize, seize_options
from .table import living, note, replace, tally
from .terrain import step_cost
from .transfer import cargo_of, fresh_units, relocate, tire, with_passengers
from .windows import break_off, open_window, settle_control


class Moved(Event, frozen=True):
    RULE = "MU-MOV-04"
    TOUCHES = ("space", "to")
    seat: Seat
    space: str
    to: str
    troops: dict[str, int]
    vehicles: tuple[int, ...]


class Passed(Event, frozen=True):
    RULE = "MU-MOV-01"
    seat: Seat


class PassRound(Action, frozen=True):
    """Move nothing in this combat round."""


class Muster(Action, frozen=True):
    """Begin a movement from a space."""

    TOUCHES = ("space",)
    space: str


class NoMore(Action, frozen=True):
    """Bring no further group."""


# -- combat rounds -----------------------------------------------------------------------------------------


class CombatPhase(Procedure, frozen=True):
    """MU-MOV-01 Combat rounds in turn order until everybody passes in a row or nothing can move."""

    place: int = 0
    passes: int = 0
    rounds: int = 0
    STEPS = ("turn", "next")

    def turn(self, game: Medioevo) -> str | None:
        """MU-MOV-01 Each player makes one full movement, or passes; he may act again in a later round."""
        seats = living(game)
        if self.passes >= len(seats) or self.rounds >= tables().combat_rounds:
            return DONE
        game.active = seats[self.place % len(seats)]
        if self.rounds and not musters(game, game.active) and not quarrels(game, game.active):
            game.update(self, passes=self.passes + 1)
        else:
            game.push(ChooseMove(game.active))
        return None

    def next(self, game: Medioevo) -> str:
        seats = living(game)
        place = (self.place + 1) % len(seats)
        game.update(self, place=place, rounds=self.rounds + (place == 0))
        return "turn"


class ChooseMove(Decision, frozen=True):
    """MU-MOV-01 Move one or more groups to one place, or pass."""

    RULE = "MU-MOV-01"
    FORCED = True
    seat: Seat

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield PassRound()
        yield from map(Muster, musters(game, self.seat))
        yield from map(Engage, quarrels(game, self.seat))
        yield from seize_options(game, self.seat)
        yield from free_acts(game, self.seat, "W-5")

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case PassRound():
                count_pass(game, True)
                game.emit(Passed(seat=self.seat))
            case Muster(space=space):
                count_pass(game, False)
                begin_march(game, self.seat, space)
            case Engage(space=space):
                count_pass(game, False)
                meet(game, self.seat, space)
            case Seize():
                game.push(self)
                seize(game, self.seat, action)
            case _:
                break_off(game, self, self.seat, action)

    def refusals(self, game: Medioevo, seat: Seat, action: Action) -> Iterator[Refusal]:
        if isinstance(action, Muster):
            yield from why_not_muster(game, seat, action.space)

    def why_not(self, game: Medioevo, seat: Seat, target: str) -> list[Refusal]:
        reasons = super().why_not(game, seat, target)
        return list(why_not_muster(game, seat, target)) if reasons and target in board.atlas().spaces else reasons


def count_pass(game: Medioevo, passed: bool) -> None:
    phase = next((frame for frame, _ in reversed(game.stack) if isinstance(frame, CombatPhase)), None)
    if phase is not None:
        game.update(phase, passes=phase.passes + 1 if passed else 0)


def musters(game: Medioevo, seat: Seat) -> list[str]:
    """MU-MOV-02 Spaces from which something can move: carriers and engines with movement left, or troops in an own Castle."""
    spaces = {
        vehicle.space
        for id, vehicle in game.vehicles.items()
        if vehicle.owner == seat and not vehicle.aboard and can_gather(game, id) and not is_departure_banned(game, vehicle.space)
    }
    spaces |= {
        space
        for space, standing in game.armies.items()
        if any(army.owner == seat for army in standing) and is_castle(game, seat, space) and not is_departure_banned(game, space)
    }
    return sorted(spaces)


def begin_march(game: Medioevo, seat: Seat, space: str, goal: str = "", leader: Seat = BARBARIANS, quota: int = 0) -> None:
    """A group gathers; troops that support an ally may be led by him, up to a number of units (MU-DIP-06)."""
    game.marches.append(March(seat, space, goal=goal, trail=(space,), leader=leader, quota=quota))
    game.push(Movement())


# -- a movement --------------------------------------------------------------------------------------------


class Movement(Procedure, frozen=True):
    """MU-MOV-01 A full movement: the group goes step by step until it stops or meets somebody."""

    STEPS = ("gather", "depart", "enter", "contact", "halt", "converge", "meet", "close")

    def gather(self, game: Medioevo) -> None:
        """MU-MOV-05 Units and carriers join or leave, then the group goes on or halts."""
        game.push(ManageGroup(leader_of(march_of(game))))

    def depart(self, game: Medioevo) -> str | None:
        """MU-MOV-04 Before a group leaves others may hold it up."""
        march = march_of(game)
        if march.stopped:
            return "halt"
        open_window(game, "W-5a", march.space)
        return None

    def enter(self, game: Medioevo) -> str | None:
        """MU-MOV-04 The group takes a step, unless it was stopped."""
        march = march_of(game)
        ways = {step.to for step in steps_from(game, march)}
        if march.entering not in ways:
            change_march(game, entering="")
            return "gather" if group_size(march) else "halt"
        take_step(game, march.entering)
        open_window(game, "W-5b", march.entering)
        return None

    def contact(self, game: Medioevo) -> str | None:
        """MU-MOV-10 Meeting an army, barbarian land or a rival's land ends the movement."""
        count_survivors(game)
        march = march_of(game)
        if march.space == march.goal:
            return "halt"
        met = contact(game, march)
        if met == "edict":
            change_march(game, edicts=march.edicts - 1)
        elif met == "press":
            change_march(game, pressing=False)
        elif met:
            return "halt"
        else:
            pay_passage(game, march)
        return "gather"

    def halt(self, game: Medioevo) -> str | None:
        """MU-MOV-01 The group stops: its movement is over, though points left can still pay for a Flight."""
        march = march_of(game)
        for id in march.vehicles:
            if id in game.vehicles and march.steps:
                game.vehicles[id] = replace(game.vehicles[id], stopped=True)
        if not march.steps:
            rest(game, march)
            if not is_led(march):
                count_pass(game, not march.goal)
            return "close"
        return "close" if march.goal else None

    def converge(self, game: Medioevo) -> None:
        """MU-MOV-01 Further groups may move to the same place before anything is settled there."""
        march = march_of(game)
        if not is_led(march) and size(game, march.space, march.seat) and origins(game, march.seat, march.space):
            game.push(BringMore(march.seat, march.space))

    def meet(self, game: Medioevo) -> None:
        """MU-MOV-10 Now whoever is in the place is met."""
        march = march_of(game)
        if size(game, march.space, march.seat):
            meet(game, march.seat, march.space)
        else:
            expose(game, march)

    def close(self, game: Medioevo) -> None:
        """The movement is over."""
        march = game.marches.pop()
        expire(game, "move")
        if is_led(march):
            tally(game, march.seat, led=sum(march.counts))
        refresh_control(game, march.trail[0])
        settle_control(game)
        most = game.now[march.seat].max_steps_of_one_military_transport
        if march.vehicles and march.steps > most:
            note(game, march.seat, max_steps_of_one_military_transport=march.steps)


class ManageGroup(Decision, frozen=True):
    """MU-MOV-05 Add to the group, leave something behind, go on, or halt."""

    RULE = "MU-MOV-05"
    FORCED = True
    seat: Seat

    def options(self, game: Medioevo) -> Iterator[Action]:
        march = march_of(game)
        yield Halt()
        yield from (Go(step.to) for step in steps_from(game, march))
        yield from map(Take, joinable(game, march))
        kinds = boardable(game, march)
        yield from map(Board, kinds)
        if kinds:
            yield BoardAll()
        yield from map(Drop, droppable(game, march))
        if march.steps and len(march.vehicles) > 1:
            yield from (Leave(id) for id in march.vehicles if not game.vehicles[id].aboard)
        yield from reactions(game, self.seat, "W-5m")

    def resolve(self, game: Medioevo, action: Action) -> None:
        march = march_of(game)
        match action:
            case Halt():
                change_march(game, stopped=True)
            case Go(to=to):
                change_march(game, entering=to)
            case Take() | Board() | BoardAll() | Drop() | Leave():
                regroup(game, march, action)
                game.push(self)
            case _:
                break_off(game, self, self.seat, action)

    def refusals(self, game: Medioevo, seat: Seat, action: Action) -> Iterator[Refusal]:
        if isinstance(action, Go):
            yield from why_not_go(game, march_of(game), action.to)

    def why_not(self, game: Medioevo, seat: Seat, target: str) -> list[Refusal]:
        reasons = super().why_not(game, seat, target)
        return list(why_not_go(game, march_of(game), target)) if reasons and target in board.atlas().spaces else reasons

    def preview(self, game: Medioevo, seat: Seat, action: Action) -> list[PreviewLine]:
        if not isinstance(action, Go):
            return []
        march = march_of(game)
        free = is_castle(game, march.seat, march.space) and not board.is_sea(action.to)
        cost = 0 if free else step_cost(game, march.space, action.to)
        return [PreviewLine("MU-MOV-07" if free else "MU-MOV-04", -cost, unit="pm")]


class BringMore(Decision, frozen=True):
    """MU-MOV-01 Bring another group to the same place, one from each place, so that the questions come to an end."""

    RULE = "MU-MOV-01"
    seat: Seat
    goal: str
    tried: tuple[str, ...] = ()

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield NoMore()
        yield from (Muster(space) for space in origins(game, self.seat, self.goal) if space not in self.tried)

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Muster):
            game.push(replace(self, tried=(*self.tried, action.space)))
            begin_march(game, self.seat, action.space, goal=self.goal)


def regroup(game: Medioevo, march: March, action: Action) -> None:
    """MU-MOV-05 One change to the group; leavers are exhausted, carriers are not (reading R-06)."""
    match action:
        case Take(vehicle=id):
            joined = with_passengers(game, (*march.vehicles, id))
            change_march(game, vehicles=joined, counts=plus(march.counts, cargo_of(game, id)))
        case Board(kind=kind):
            board_unit(game, kind)
        case BoardAll():
            while boardable(game, march_of(game)) and room_left(game, march_of(game)) > 0:
                board_unit(game, boardable(game, march_of(game))[-1])
        case Drop(kind=kind):
            change_march(game, counts=plus(march.counts, one(kind, -1)), shed=(*march.shed, kind))
        case Leave(vehicle=id):
            counts = tuple(a - b for a, b in zip(march.counts, cargo_of(game, id), strict=True))
            gone = with_passengers(game, (id,))
            left = tuple(other for other in march.vehicles if other not in gone)
            change_march(game, vehicles=left, counts=counts, left=(*march.left, *gone))


def board_unit(game: Medioevo, kind: str) -> None:
    """A unit joins the group; one that had already moved can only make free moves."""
    march = march_of(game)
    fresh = fresh_units(army_at(game, march.space, march.seat))[INDEX[kind]] > 0
    if fresh:
        tire(game, march.space, march.seat, kind)
    tired = march.tired if fresh else plus(march.tired, one(kind))
    change_march(game, counts=plus(march.counts, one(kind)), tired=tired)


def rest(game: Medioevo, march: March) -> None:
    """A group that never left is as fresh as before."""
    if not board.is_sea(march.space):
        for kind, index in INDEX.items():
            tire(game, march.space, march.seat, kind, march.tired[index] - march.counts[index])


def take_step(game: Medioevo, to: str) -> None:
    """MU-MOV-04 MU-MOV-07 The group moves on; all that goes under its own power pays, except out of a Castle."""
    march = march_of(game)
    origin = march.space
    free = is_castle(game, march.seat, origin) and not board.is_sea(to)
    converted = is_converted(game, march, to)
    pay_way(game, march, 0 if free else step_cost(game, origin, to), to)
    relocate(game, march.seat, origin, to, march.vehicles, march.counts)
    event = Moved(seat=march.seat, space=origin, to=to, troops=by_kind(march.counts), vehicles=march.vehicles)
    game.emit(event)
    change_march(
        game,
        space=to,
        entering="",
        steps=march.steps + 1,
        trail=(*march.trail, to),
        shed=(),
        conversions=march.conversions - converted,
    )
    refresh_control(game, origin)


def count_survivors(game: Medioevo) -> None:
    """Whoever fell, or was lost, in a battle fought as a reaction is no longer in the group."""
    march = march_of(game)
    there = tuple(id for id in march.vehicles if id in game.vehicles and game.vehicles[id].owner == march.seat)
    present = units(game, march.space, march.seat)
    change_march(game, vehicles=there, counts=tuple(map(min, march.counts, present)))


def pay_passage(game: Medioevo, march: March) -> None:
    """MU-DIP-05 Troops that pass through a partner's land pay the fee the pact names."""
    if march.space in game.lands and any(march.counts):
        use_right(game, march.seat, game.lands[march.space].holder, "passage")


def is_converted(game: Medioevo, march: March, to: str) -> int:
    """MU-TEC-12 Does this step use a move converted by Logistics?"""
    ships = any(game.vehicles[id].kind == "galley" for id in march.vehicles)
    if board.is_sea(to):
        return int(not ships)
    return int(ships and not board.is_sea(march.space))


def pay_way(game: Medioevo, march: March, cost: int, to: str) -> None:
    at_sea = board.is_sea(to) or board.is_sea(march.space)
    for id in march.vehicles:
        vehicle = game.vehicles[id]
        carried = at_sea and vehicle.kind != "galley" and any(game.vehicles[other].kind == "galley" for other in march.vehicles)
        if not carried:
            game.vehicles[id] = replace(vehicle, pm=max(0, vehicle.pm - cost))


# -- contact -----------------------------------------------------------------------------------------------


def contact(game: Medioevo, march: March) -> str:
    """MU-MOV-09 MU-MOV-10 MU-MOV-11 What ends the movement here: enemies, resistance, invasion, danger, or nothing."""
    others = [other for other in parties(game, march.space) if other != march.seat]
    unseen = bool(march.vehicles) and all(has_effect(game, "unseen", f"v:{id}") for id in march.vehicles)
    if unseen:
        return ""
    hostile = [other for other in others if is_hostile(game, march.seat, other)]
    if not sum(march.counts):
        return _lone_contact(game, march, hostile)
    if hostile:
        return "press" if march.pressing and BARBARIANS not in hostile else "fight"
    if board.is_sea(march.space):
        return ""
    holder = game.lands[march.space].holder
    if holder == BARBARIANS:
        return "edict" if march.edicts and not others else "resist"
    if holder == march.seat or is_welcome(game, march.seat, holder):
        return ""
    return "press" if march.pressing else "invade"


def _lone_contact(game: Medioevo, march: March, hostile: list[Seat]) -> str:
    if not hostile:
        return ""
    engine = any(game.vehicles[id].kind == "engine" for id in march.vehicles)
    if hostile == [BARBARIANS] and march.edicts and not engine:
        return "edict"
    return "prey"


def expose(game: Medioevo, march: March) -> None:
    """MU-TRD-04 Lone transports and engines in a hostile army's space: barbarians pillage them, enemies keep or pillage them."""
    for other in parties(game, march.space):
        if other == BARBARIANS and parties(game, march.space) == [BARBARIANS]:
            lay_waste(game, march.space)
        elif other not in (BARBARIANS, march.seat) and are_at_war(game, other, march.seat):
            take_booty(game, other, march.space, march.seat)


def origins(game: Medioevo, seat: Seat, goal: str) -> list[str]:
    """Spaces from which another group could still reach the common destination."""
    found: list[str] = []
    for space in musters(game, seat):
        if space != goal:
            costs = way_costs(game, seat, goal, board.is_sea(space))
            most = max((v.pm for id, v in vehicles_at(game, space, seat) if can_gather(game, id)), default=0)
            if space in costs and costs[space] <= most and _has_group(game, seat, space):
                found.append(space)
    return found


def _has_group(game: Medioevo, seat: Seat, space: str) -> bool:
    if board.is_sea(space):
        return any(can_gather(game, id) for id, vehicle in vehicles_at(game, space, seat) if vehicle.cargo)
    return any(can_gather(game, id) for id, vehicle in vehicles_at(game, space, seat) if vehicle.kind != "galley")


def seize(game: Medioevo, seat: Seat, action: Seize) -> None:
    """MU-DIP-02 Taking or pillaging a player's lone transport or engine is an attack on him (reading S-27)."""
    vehicle = game.vehicles[action.vehicle]
    provoke(game, seat, vehicle.owner)
    take_booty(game, seat, vehicle.space, vehicle.owner)
