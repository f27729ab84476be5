"""What an army meets where it arrives: resistance, hordes, rivals, or nobody (rulebook: Movement; Multiple battles)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Decision, PreviewLine, Procedure

from ... import world
from ...state import BARBARIANS, Medioevo
from ..barbarians import Ravage, raise_horde
from ..battle.battle import begin_battle
from ..battle.odds import battle_line
from ..cards.effects import is_fighting_banned
from ..components.armies import horde_size, parties, size, troops_of
from ..conquest.conquest import can_possess, conquer, take_booty
from ..diplomacy.hostilities import provoke
from ..diplomacy.relations import are_teammates, has_truce, is_hostile, is_prey, is_welcome
from ..registry import arrival


class Attack(Action, frozen=True):
    """Attack the army of a player."""

    TOUCHES = ("foe",)
    PREFIX = {"foe": "seat"}
    foe: Seat


class Engage(Action, frozen=True):
    """Attack where one's army already stands: an army beside it, or the land of an enemy who has none there."""

    TOUCHES = ("space",)
    space: str


class Refrain(Action, frozen=True):
    """Attack nobody."""

    IDLE = True


class Meeting(Procedure[Medioevo], frozen=True):
    """MU-MOV-09 An army has come to a place: barbarians first, then rivals, then it takes possession."""

    seat: Seat
    space: str
    fought: tuple[Seat, ...] = ()
    arrived: bool = True  # it has just come; else it stood here already and now attacks
    STEPS = ("resist", "horde", "invade", "foes", "booty", "possess", "settle")

    def resist(self, game: Medioevo) -> None:
        """MU-MOV-09 In land without army and controller a horde rises."""
        if meets_resistance(game, self.seat, self.space):
            raise_horde(game, self.space, "MU-MOV-09")

    def horde(self, game: Medioevo) -> None:
        """MU-BAT-16 MU-BAR-06 The battle against a horde comes first and is mandatory."""
        if horde_size(game, self.space) and self._can_fight(game):
            game.update(self, fought=(BARBARIANS,))
            begin_battle(game, self.space, self.seat, BARBARIANS)

    def invade(self, game: Medioevo) -> None:
        """MU-MOV-12 Entering a player's land without right is an attack, declared or not."""
        if self.arrived and not world.is_sea(self.space) and size(game, self.space, self.seat):
            holder = game.lands[self.space].holder
            if holder not in (BARBARIANS, self.seat) and not is_welcome(game, self.seat, holder):
                provoke(game, self.seat, holder)

    def foes(self, game: Medioevo) -> str | None:
        """MU-BAT-16 Rivals are fought one at a time: an enemy at war if nobody was fought yet, else as the active player likes."""
        if self._can_fight(game) and foes(game, self.seat, self.space, self.fought):
            game.push(ChooseFoe(self.seat, self.space, self.fought))
            return "foes"
        return None

    def booty(self, game: Medioevo) -> None:
        """MU-NAV-04 Whoever is left takes what the beaten left behind."""
        if size(game, self.space, self.seat):
            if world.is_sea(self.space):
                take_booty(game, self.seat, self.space, self.fought[-1] if self.fought else BARBARIANS)
            return
        for winner in (seat for seat in parties(game, self.space) if seat in self.fought and seat != BARBARIANS):
            take_booty(game, winner, self.space, self.seat)

    def possess(self, game: Medioevo) -> None:
        """MU-MOV-11 The army takes the land if no enemy is left in it."""
        if can_possess(game, self.seat, self.space):
            if self.arrived or is_prey(game, self.seat, game.lands[self.space].holder):
                conquer(game, self.seat, self.space)

    def settle(self, game: Medioevo) -> None:
        """MU-BAT-15 Barbarians left alone pillage; control follows who is there."""
        game.push(Ravage(self.space))

    def _can_fight(self, game: Medioevo) -> bool:
        return bool(size(game, self.space, self.seat)) and not is_fighting_banned(game, self.space)


class ChooseFoe(Decision[Medioevo], frozen=True):
    """MU-BAT-16 Whom the active player fights: with an enemy at war before him somebody, but further battles are his choice."""

    RULE = "MU-BAT-16"
    FORCED = True
    seat: Seat
    space: str
    fought: tuple[Seat, ...] = ()

    def options(self, game: Medioevo) -> Iterator[Action]:
        rivals = foes(game, self.seat, self.space, self.fought)
        if self.fought or not any(is_hostile(game, self.seat, rival) for rival in rivals):
            yield Refrain()
        yield from map(Attack, rivals)

    def preview(self, game: Medioevo, seat: Seat, action: Action) -> list[PreviewLine]:
        if not isinstance(action, Attack):
            return []
        own, units = size(game, self.space, seat), size(game, self.space, action.foe)
        return [battle_line(game, seat, own, action.foe, units)]

    def resolve(self, game: Medioevo, action: Action) -> None:
        meeting = game.running(Meeting)
        if isinstance(action, Attack):
            game.update(meeting, fought=(*self.fought, action.foe))
            provoke(game, self.seat, action.foe)
            begin_battle(game, self.space, self.seat, action.foe)
        else:
            game.update(meeting, fought=(*self.fought, *foes(game, self.seat, self.space, self.fought)))


@arrival
def meet(game: Medioevo, seat: Seat, space: str, arrived: bool = True) -> None:
    """Settle what an army meets where it has appeared, or attacks where it stands; the current action waits."""
    game.push(Meeting(seat, space, arrived=arrived))


def meets_resistance(game: Medioevo, seat: Seat, space: str) -> bool:
    """MU-MOV-09 Land with no army but one's own and no controller defends itself."""
    if world.is_sea(space) or not size(game, space, seat):
        return False
    return game.lands[space].holder == BARBARIANS and parties(game, space) == [seat]


def foes(game: Medioevo, seat: Seat, space: str, fought: tuple[Seat, ...]) -> list[Seat]:
    """Players with an army here whom the seat may fight: not team mates, not partners of an armistice."""
    return [
        other
        for other in parties(game, space)
        if other not in (seat, BARBARIANS, *fought) and not are_teammates(game, seat, other) and not has_truce(game, seat, other)
    ]


def quarrels(game: Medioevo, seat: Seat) -> list[str]:
    """MU-BAR-06 Spaces where an army of the seat stands beside one it may fight, after a ban or an armistice (reading S-45)."""
    return [
        space
        for space in sorted({space for space, _ in troops_of(game, seat)})
        if space in game.armies and not is_fighting_banned(game, space)
        if horde_size(game, space) or foes(game, seat, space, ()) or is_lost_by_attack(game, seat, space)
    ]


def is_lost_by_attack(game: Medioevo, seat: Seat, space: str) -> bool:
    """Does an army that came in peace stand in an enemy's land now, which it may take?"""
    holder = game.lands[space].holder if space in game.lands else BARBARIANS
    return holder not in (seat, BARBARIANS) and is_prey(game, seat, holder) and can_possess(game, seat, space)
