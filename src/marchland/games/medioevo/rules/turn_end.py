"""Phase 7: the end of a turn (rulebook: End of turn)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure, Together

from ..state import BARBARIANS, NO_POINTS, NO_UNITS, Army, Medioevo, Now, Special
from .barbarians import Ravage, spared_places
from .cards.effects import expire
from .cards.powers import upright
from .cards.windows import open_window
from .components.armies import add_units, one, plus, use_figure
from .components.table import change, is_option, living, replace
from .components.vehicles import full_pm
from .conquest.control import refresh_control
from .diplomacy.pacts import end_pacts
from .trade.routes import drop_route


class TurnEnded(Event, frozen=True):
    RULE = "MU-END-02"
    turn: int


class TimeCalled(Event, frozen=True):
    RULE = "MU-VAR-07"
    turn: int


class TimeDisputed(Event, frozen=True):
    RULE = "MU-VAR-07"
    turn: int


class KeepQuiet(Action, frozen=True):
    """Leave it to the others."""


class SayTime(Action, frozen=True):
    """Is the agreed time up?"""

    up: bool


class EndPhase(Procedure[Medioevo], frozen=True):
    """MU-END-01 The table is made ready for the next turn."""

    STEPS = ("last_reactions", "restore", "reactivate", "agree")

    def last_reactions(self, game: Medioevo) -> None:
        """MU-END-02 Before cards are turned upright there is a last chance to act and to claim objectives."""
        open_window(game, "W-7")

    def restore(self, game: Medioevo) -> None:
        """MU-END-01 Movement comes back, borrowed units go home."""
        revert_units(game)
        for id, vehicle in sorted(game.vehicles.items()):
            game.vehicles[id] = replace(vehicle, pm=full_pm(vehicle), stopped=False, steps=0, brought=0)
        game.taken_this_turn.clear()
        game.banned_before[:] = game.banned
        game.banned.clear()
        end_pacts(game)

    def reactivate(self, game: Medioevo) -> None:
        """MU-END-02 What lasted for the turn ends; cards are turned upright and tokens made ready; what was counted is forgotten.

        MU-CARD-51 MU-BAR-07 What barbarians had to leave for that turn only is pillaged where they are still alone.
        """
        lapsing = spared_places(game)
        end_effects(game)
        for seat in living(game):
            freshen(game, seat)
        game.now[:] = [Now() for _ in range(game.seats)]
        game.emit(TurnEnded(turn=game.turn))
        game.push(*(Ravage(space) for space in lapsing))

    def agree(self, game: Medioevo) -> None:
        """MU-VAR-07 With a time limit, the players say whether time is up; the turn just played is complete."""
        if is_option(game, "time_limit") and len(living(game)) > 1:
            game.push(TimeVote(seats=tuple(sorted(living(game)))))


def end_effects(game: Medioevo) -> None:
    """MU-END-01 What lasted for the turn ends, and what was to last for a movement that was never made."""
    expire(game, "turn")
    expire(game, "move")
    game.effects = [replace(effect, until="turn") if effect.until == "next" else effect for effect in game.effects]


class TimeVote(Together[Medioevo], frozen=True):
    """MU-VAR-07 The rules know no clock: of those who say something the greater part tells whether the agreed time is up.

    Where the two parts are equal one more turn is played; if they are equal again after it, time is up. A house that keeps
    the time answers for every seat.
    """

    RULE = "MU-VAR-07"

    def options_for(self, game: Medioevo, seat: Seat) -> Iterator[Action]:
        yield KeepQuiet()
        yield SayTime(False)
        yield SayTime(True)

    def by_the_clock(self, is_up: bool) -> Action:
        """MU-VAR-07 Where the house keeps the time, it knows."""
        return SayTime(is_up)

    def settle(self, game: Medioevo, answers: dict[Seat, tuple[Action, ...]]) -> None:
        voices = [answer.up for (answer, *_) in answers.values() if isinstance(answer, SayTime)]
        ayes, noes = voices.count(True), voices.count(False)
        if ayes > noes or (ayes and ayes == noes and game.divided == game.turn - 1):
            game.closing = True
            game.reason = "time"
            game.emit(TimeCalled(turn=game.turn))
        elif ayes and ayes == noes:
            game.divided = game.turn
            game.emit(TimeDisputed(turn=game.turn))


def freshen(game: Medioevo, seat: Seat) -> None:
    """MU-END-02 A player's cards, tokens and once-a-turn rights; surrendered units may come back next turn."""
    player = game.players[seat]
    change(
        game,
        seat,
        hand=tuple(upright(held) for held in player.hand),
        flipped=NO_POINTS,
        points=NO_POINTS,
        studied=(),
        borrowed=False,
        repaid=False,
        bought_card=False,
        new_loans=0,
        recruits=0,
        camp=plus(player.camp, player.exiles),
        exiles=NO_UNITS,
        cheap=player.fallen,
        fallen=NO_UNITS,
    )
    if player.route is not None and not player.route.carrier:
        drop_route(game, seat, 0)


def revert_units(game: Medioevo) -> None:
    """MU-END-01 Changed kinds revert, hired barbarians vanish, lent units go back; nobody is exhausted any more."""
    returning: list[Special] = []
    for space in sorted(game.armies):
        standing = game.armies[space]
        if any(army.specials or any(army.spent) for army in standing):
            settled = [_settled(game, army, returning) for army in standing]
            game.armies[space] = tuple(army for army in settled if any(army.counts))
            if not game.armies[space]:
                del game.armies[space]
            refresh_control(game, space)
    for id, vehicle in sorted(game.vehicles.items()):
        if vehicle.cargo is not None:
            cargo = _settled(game, vehicle.cargo, returning)
            game.vehicles[id] = replace(vehicle, cargo=cargo if any(cargo.counts) else None)
    for special in returning:
        send_home(game, special)


def _settled(game: Medioevo, army: Army, returning: list[Special]) -> Army:
    counts = army.counts
    for special in army.specials:
        if special.owner == army.owner:
            counts = plus(counts, one(special.figure))
        else:
            returning.append(special)
    return Army(army.owner, counts)


def send_home(game: Medioevo, special: Special) -> None:
    """MU-END-01 A hired barbarian goes to the supply; a lent unit to where it came from, whoever is there now."""
    if special.owner == BARBARIANS or game.players[special.owner].eliminated:
        use_figure(game, special.owner, special.figure, -1)
        return
    add_units(game, special.origin, special.owner, one(special.figure))
    refresh_control(game, special.origin)
