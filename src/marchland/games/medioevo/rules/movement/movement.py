"""Phase 5: combat rounds and movement (rulebook: Combat phase, Movement)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, PreviewLine, Procedure

from ... import world
from ...state import BARBARIANS, March, Medioevo
from ...tables import tables
from ..battle.odds import battle_lines
from ..cards.effects import end_movement
from ..cards.powers import Claim, free_acts, reactions
from ..cards.windows import break_off, open_window
from ..components.armies import size, vehicles_at
from ..components.table import living, replace, tally
from ..conquest.control import refresh_control, settle_control
from ..diplomacy.hostilities import provoke
from ..technologies.knowledge import knows
from ..technologies.logistics import beyond_logistics
from .contact import contact, expose, seize
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
    is_bound,
    is_led,
    joinable,
    leader_of,
    march_of,
    musters,
    steps_from,
)
from .meeting import Engage, Meeting, meet, quarrels
from .refusals import why_not_engage, why_not_go, why_not_muster
from .removal import Seize, seize_options
from .steps import count_survivors, regroup, rest, take_step
from .terrain import is_castle, step_cost
from .ways import Ways

AFTER_A_MOVEMENT = "W-5e"
"""The moment at which a player who has Cartography may take what has just stopped a step further."""


class Passed(Event, frozen=True):
    RULE = "MU-MOV-01"
    seat: Seat


class PassRound(Action, frozen=True):
    """Move nothing in this combat round."""

    IDLE = True


class Muster(Action, frozen=True):
    """Begin a movement from a space."""

    TOUCHES = ("space",)
    space: str


class NoMore(Action, frozen=True):
    """Bring no further group."""

    IDLE = True


# -- combat rounds -----------------------------------------------------------------------------------------


class CombatPhase(Procedure[Medioevo], frozen=True):
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
        if self.rounds and not can_act(game, game.active):
            game.update(self, passes=self.passes + 1)
        else:
            game.push(ChooseMove(game.active))
        return None

    def next(self, game: Medioevo) -> str:
        seats = living(game)
        place = (self.place + 1) % len(seats)
        game.update(self, place=place, rounds=self.rounds + (place == 0))
        return "turn"


class ChooseMove(Decision[Medioevo], frozen=True):
    """MU-MOV-01 Move one or more groups to one place, or pass."""

    RULE = "MU-MOV-01"
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
                meet(game, self.seat, space, arrived=False)
            case Seize():
                game.push(self)
                seize(game, self.seat, action)
            case _:
                break_off(game, self, self.seat, action)

    def refusals(self, game: Medioevo, seat: Seat, action: Action) -> Iterator[Refusal]:
        if isinstance(action, Muster):
            yield from why_not_muster(game, seat, action.space)
        elif isinstance(action, Engage):
            yield from why_not_engage(game, seat, action.space)

    def why_not(self, game: Medioevo, seat: Seat, target: str) -> list[Refusal]:
        reasons = super().why_not(game, seat, target)
        return list(why_not_muster(game, seat, target)) if reasons and target in world.atlas().spaces else reasons

    def preview(self, game: Medioevo, seat: Seat, action: Action) -> list[PreviewLine]:
        return battle_lines(game, seat, size(game, action.space, seat), action.space) if isinstance(action, Engage) else []


def can_act(game: Medioevo, seat: Seat) -> bool:
    """MU-MOV-01 Has he anything to move, anybody to fight, or a card or technology to use in his turn?"""
    if musters(game, seat) or quarrels(game, seat):
        return True
    return any(not isinstance(act, Claim) for act in reactions(game, seat, "W-5"))


def count_pass(game: Medioevo, passed: bool) -> None:
    phase = game.find(CombatPhase)
    if phase is not None:
        game.update(phase, passes=phase.passes + 1 if passed else 0)


def begin_march(game: Medioevo, seat: Seat, space: str, goal: str = "", leader: Seat = BARBARIANS, quota: int = 0) -> None:
    """A group gathers; troops that support an ally may be led by him, up to a number of units."""
    game.marches.append(March(seat, space, goal=goal, trail=(space,), leader=leader, quota=quota))
    game.push(Movement())


# -- a movement --------------------------------------------------------------------------------------------


class Movement(Procedure[Medioevo], frozen=True):
    """MU-MOV-01 A full movement: the group goes step by step until it stops or meets somebody."""

    STEPS = ("gather", "depart", "enter", "contact", "halt", "converge", "meet", "stragglers", "close")

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
            change_march(game, edicts=march.edicts - 1, at_peace=march.space)
        elif met == "press":
            press_through(game, march)
        elif met:
            return "halt"
        return "gather"

    def halt(self, game: Medioevo) -> str | None:
        """MU-MOV-01 The group stops: its movement is over, though points left can still pay for a Flight."""
        march = march_of(game)
        for id in march.vehicles:
            if id in game.vehicles and march.steps:
                game.vehicles[id] = replace(game.vehicles[id], stopped=True, brought=sum(march.counts))
        if not march.steps:
            rest(game, march)
            if not is_led(march):
                count_pass(game, not march.goal)
            return "close"
        return "stragglers" if march.goal else None

    def converge(self, game: Medioevo) -> None:
        """MU-MOV-01 Further groups may move to the same place before anything is settled there."""
        march = march_of(game)
        if not is_led(march) and size(game, march.space, march.seat) and origins(game, march.seat, march.space):
            game.push(BringMore(march.seat, march.space))

    def meet(self, game: Medioevo) -> None:
        """MU-MOV-10 Now whoever is in the place is met."""
        meet_or_expose(game)

    def stragglers(self, game: Medioevo) -> None:
        """MU-CARD-06 Those who stopped on the way settle what they met when the others have gone theirs."""
        march = march_of(game)
        game.push(*(Meeting(march.seat, space) for space in march.stragglers))

    def close(self, game: Medioevo) -> None:
        """MU-MOV-01 The movement is over; whoever has a map may go on at once."""
        march = march_of(game)
        if is_led(march):
            tally(game, march.seat, led=sum(march.counts))
        end_march(game)
        if not march.goal and any(knows(game, march.seat, key) for key in ("cartography", "temporal_power")):
            open_window(game, AFTER_A_MOVEMENT, march.space)


def meet_or_expose(game: Medioevo) -> None:
    """MU-MOV-10 An army meets whoever is in the place; without one its vehicles are at the mercy of armies there."""
    march = march_of(game)
    if size(game, march.space, march.seat):
        meet(game, march.seat, march.space)
    else:
        expose(game, march)


def end_march(game: Medioevo) -> None:
    """MU-MOV-10 A movement leaves the table: whoever has stopped has lost the points left, which could pay for a Flight only."""
    march = game.marches.pop()
    if march.steps:
        end_movement(game, march.vehicles)
    fought_over = {fight.place for fight in game.fights}
    for id, vehicle in sorted(game.vehicles.items()):
        if vehicle.owner == march.seat and vehicle.stopped and not march.goal and vehicle.space not in fought_over:
            game.vehicles[id] = replace(vehicle, pm=0)
    refresh_control(game, march.trail[0])
    settle_control(game)


def press_through(game: Medioevo, march: March) -> None:
    """MU-CARD-06 MU-DIP-02 Those who go on have entered all the same: without a war declared earlier it is an attack."""
    change_march(game, pressing=False)
    if march.space in game.lands:
        provoke(game, march.seat, game.lands[march.space].holder)


class ManageGroup(Decision[Medioevo], frozen=True):
    """MU-MOV-05 Add to the group, leave something behind, go on, or halt."""

    RULE = "MU-MOV-05"
    FORCED = True
    seat: Seat

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return {"space": march_of(game).space, "steps": march_of(game).steps}

    def options(self, game: Medioevo) -> Iterator[Action]:
        march = march_of(game)
        ways = [step.to for step in steps_from(game, march)]
        if not ways or not (march.astray or is_bound(march)):
            yield Halt()
        yield from map(Go, ways)
        yield from map(Take, joinable(game, march))
        kinds = boardable(game, march)
        yield from map(Board, kinds)
        if kinds:
            yield BoardAll()
        yield from map(Drop, droppable(game, march))
        if march.steps and len(march.vehicles) > 1 and not march.astray:
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
        elif isinstance(action, Halt | Leave) and march_of(game).astray:
            yield beyond_logistics(march_of(game).space)

    def why_not(self, game: Medioevo, seat: Seat, target: str) -> list[Refusal]:
        reasons = super().why_not(game, seat, target)
        return list(why_not_go(game, march_of(game), target)) if reasons and target in world.atlas().spaces else reasons

    def preview(self, game: Medioevo, seat: Seat, action: Action) -> list[PreviewLine]:
        if not isinstance(action, Go):
            return []
        march = march_of(game)
        free = is_castle(game, march.seat, march.space) and not world.is_sea(action.to)
        cost = 0 if free else step_cost(game, march.space, action.to)
        way = PreviewLine("MU-MOV-07" if free else "MU-MOV-04", -cost, unit="pm")
        return [way, *battle_lines(game, march.seat, sum(march.counts), action.to)]


class BringMore(Decision[Medioevo], frozen=True):
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


def origins(game: Medioevo, seat: Seat, goal: str) -> list[str]:
    """MU-MOV-01 Spaces from which another group could still reach the common destination, ashore, afloat or aboard."""
    ways = Ways(game, seat, goal)
    return [space for space in musters(game, seat) if space != goal and can_come(game, seat, space, ways)]


def can_come(game: Medioevo, seat: Seat, space: str, ways: Ways) -> bool:
    """MU-MOV-01 MU-MOV-07 Has a laden Galley, a wagon or an engine here movement enough, or is the way free out of a Castle?"""
    garrison = bool(size(game, space, seat))
    for id, vehicle in vehicles_at(game, space, seat):
        afloat = vehicle.kind == "galley"
        if can_gather(game, id) and (garrison or not afloat) and ways.left(space, afloat) <= vehicle.pm:
            return True
    return garrison and is_castle(game, seat, space) and ways.left(space, afloat=False) == 0
