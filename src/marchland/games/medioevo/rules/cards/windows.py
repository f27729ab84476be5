"""Reaction windows: who may break in with a card or technology, in which order, and how what he does is carried out.

A window asks only players who have a card, a technology or a claim to use; whoever is asked may also borrow, repay and
negotiate, but nobody is asked for that alone. The active player comes first, then turn order; one reaction at a time;
it closes when everybody asked has passed in a row. What a seat wants to be asked is its own setting (`heed`).
"""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import DONE, Decision, Procedure

from ...state import Medioevo
from ..components.table import priority
from ..conquest.control import Resume, refresh_contested
from ..diplomacy.allies import CallAlly
from ..registry import FREE_ACTIONS
from .powers import (
    ANSWERS,
    Claim,
    asides,
    reactions,
)

OWN_BATTLE = ("W-B", "W-D", "J")
BATTLE = "W-B"
MOMENTS = {
    **dict.fromkeys(("W-PH", "W-1", "W-7"), "phases"),
    "W-2": "events",
    **dict.fromkeys(("W-3", "W-4"), "taxes"),
    "W-5": "moves",
    "W-6": "trade",
    **dict.fromkeys((ANSWERS, "W-D"), "cards"),
}
"""Kinds of windows, by how their names begin: `TITLE.moments` says what they are called."""


class Pass(Action, frozen=True):
    """Let it happen."""

    IDLE = True


class Window(Procedure[Medioevo], frozen=True):
    """MU-EMP-01 Cards and technologies work in anyone's turn: a named moment at which players may break in."""

    name: str
    place: str = ""
    passed: tuple[Seat, ...] = ()
    STEPS = ("ask",)

    def ask(self, game: Medioevo) -> str | None:
        """T-02 The next player with a legal reaction decides; when all have passed in a row the window closes."""
        if self.name in ("W-PH", "W-7"):  # not in the middle of things: a place under threat is still its owner's
            refresh_contested(game)
        for seat in priority(game):
            if seat not in self.passed and is_asked(game, seat, self.name) and is_called_upon(game, seat, self.name):
                game.push(React(seat, self.name, self.place))
                return "ask"
        return DONE


class React(Decision[Medioevo], frozen=True):
    """MU-EMP-01 A player breaks in with a card or technology, or lets it happen."""

    RULE = "MU-EMP-01"
    seat: Seat
    window: str
    place: str = ""

    def moment(self, game: Medioevo) -> str:
        """MU-EMP-01 What kind of moment this is; a battle of one's own is another than one of others."""
        if self.window.startswith(BATTLE):
            return "own_battles" if any(side.owner == self.seat for side in game.fights[-1].sides) else "other_battles"
        return next(moment for start, moment in MOMENTS.items() if self.window.startswith(start))

    def waiver(self) -> Action:
        return Pass()

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Pass()
        powers = tuple(reactions(game, self.seat, self.window))
        yield from powers
        yield from (act for act in asides(game, self.seat, self.window) if act not in powers)

    def resolve(self, game: Medioevo, action: Action) -> None:
        window = game.running(Window)
        if isinstance(action, Pass):
            game.update(window, passed=(*window.passed, self.seat))
        else:
            game.update(window, passed=())
            perform(game, self.seat, action)


def is_asked(game: Medioevo, seat: Seat, window: str) -> bool:
    """Does this player want to be asked at such a moment: always, only in battles of his own, or never?"""
    heed = game.players[seat].heed
    if heed == "always":
        return True
    if heed == "never":
        return False
    return window.startswith(OWN_BATTLE) and bool(game.fights) and any(side.owner == seat for side in game.fights[-1].sides)


def is_called_upon(game: Medioevo, seat: Seat, window: str) -> bool:
    """MU-EMP-01 Who is asked follows from what everybody knows: else the question itself would tell of a secret."""
    return might_have_a_secret(game, seat, window) or any(not is_secret(game, act) for act in reactions(game, seat, window))


def is_secret(game: Medioevo, action: Action) -> bool:
    """MU-EMP-01 MU-DIP-04 Would the right to do this tell of an objective or a pact that only its holder knows?"""
    match action:
        case Claim():
            return has_secret_objectives(game)
        case CallAlly(pact=pact):
            return game.pacts[pact].secret
        case _:
            return False


def has_secret_objectives(game: Medioevo) -> bool:
    """MU-EMP-01 Are the backs of the cards shuffled? Printed as they are, everybody can look up which objective a card bears."""
    return game.settings.get("objectives") == "shuffled"


def might_have_a_secret(game: Medioevo, seat: Seat, window: str) -> bool:
    """MU-EMP-05 At the end of a turn anybody with an upright card may have met its secret objective."""
    if window != "W-7" or not has_secret_objectives(game):
        return False
    return any(not held.turned for held in game.players[seat].hand)


def break_off(game: Medioevo, decision: Decision[Medioevo], seat: Seat, action: Action) -> None:
    """Carry out a free action in the middle of a main decision, which is then put again."""
    game.push(Resume(), decision)
    perform(game, seat, action)


def open_window(game: Medioevo, name: str, place: str = "") -> None:
    """Let everybody who can break in at this moment, after the current step."""
    game.push(Window(name, place))


# -- using a card or technology ------------------------------------------------------------------------------


def perform(game: Medioevo, seat: Seat, action: Action) -> None:
    """Carry out a card, technology, claim or free action."""
    FREE_ACTIONS[type(action)](game, seat, action)
