"""Reaction windows and the use of cards and technologies: who may break in, in which order, and what happens then.

A window asks only players who have a card, a technology or a claim to use; whoever is asked may also borrow, repay and
negotiate, but nobody is asked for that alone. The active player comes first, then turn order; one reaction at a time;
it closes when everybody asked has passed in a row. What a seat wants to be asked is its own setting (`heed`).
"""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import DONE, Decision, Procedure

from ...state import Medioevo
from ...tables import empire_cards
from ..components.table import pay, priority
from ..conquest.control import Resume, refresh_contested
from ..diplomacy.allies import CallAlly
from ..registry import ABILITIES, FREE_ACTIONS
from ..technologies.points import FlipToken, TurnCard, flip_token, gain_points
from ..technologies.technologies import Application
from .powers import (
    ANSWERS,
    CardCancelled,
    CardTurned,
    Claim,
    PlayCard,
    Target,
    UseTechnology,
    asides,
    can_use,
    claim,
    reactions,
    turn_card,
)
from .targets import ChooseTarget, Use

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


class CardPlay(Use, frozen=True):
    """MU-EMP-02 One use of an Empire card: for its ability, or for its points.

    `owner` is whose card it is: another player's for Proselytism, where nothing is turned. A Joker sets `cancelled`,
    Princess 59 `both`, Princess 60 adds to `times`.
    """

    seat: Seat
    card: int
    owner: Seat
    colours: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    ability: bool = True
    cancelled: bool = False
    both: bool = False
    times: int = 1
    STEPS = ("choose", "turn", "answer", "complete", "carry_out")

    def choose(self, game: Medioevo) -> str | None:
        """MU-EMP-01 The targets are named before the card is turned."""
        power = ABILITIES.get(self.card)
        if not self.ability or power is None or len(self.chosen) == len(power.stages):
            return None
        game.push(ChooseTarget(self.seat, f"card:{self.card}", self.chosen))
        return "choose"

    def turn(self, game: Medioevo) -> None:
        """MU-EMP-08 Florins are paid on activation, also if the card is then cancelled; the card is turned."""
        if self.ability:
            pay(game, self.seat, ABILITIES[self.card].cost, f"MU-CARD-{self.card:02}")
        if self.owner == self.seat:
            turn_card(game, self.owner, self.card)
        game.emit(CardTurned(seat=self.seat, card=self.card, owner=self.owner, chosen=self.chosen, colours=self.colours))

    def answer(self, game: Medioevo) -> None:
        """MU-CARD-48 A Joker or a Princess may answer a card just turned, but not a foreign card used through Proselytism."""
        if self.owner == self.seat:
            open_window(game, ANSWERS)

    def complete(self, game: Medioevo) -> str | None:
        """MU-CARD-59 With a Princess the card gives both: the player also pays and chooses what he had not asked for."""
        if self.cancelled or not self.both:
            return None
        choices = empire_cards()[self.card].choices
        if not self.ability:
            self._add_ability(game)
        elif len(self.chosen) < len(ABILITIES[self.card].stages):
            game.push(ChooseTarget(self.seat, f"card:{self.card}", self.chosen))
        elif not self.colours and len(choices) > 1:
            game.push(ChooseColour(self.seat, self.card))
        elif not self.colours and choices:
            (colours,) = choices
            game.update(self, colours=colours)
        else:
            return None
        return "complete"

    def _add_ability(self, game: Medioevo) -> None:
        """MU-CARD-59 The ability is paid for when it is added; who cannot pay, or has no use for it now, has the points alone."""
        power = ABILITIES[self.card]
        if power.cost <= game.players[self.seat].florins and can_use(game, self.seat, power):
            pay(game, self.seat, power.cost, power.rule)
            game.update(self, ability=True)
        else:
            game.update(self, both=False)

    def give_up(self, game: Medioevo) -> None:
        """MU-CARD-59 Where a Princess added the ability the points remain; else nothing happens and nothing is paid."""
        if self.colours:
            game.update(self, ability=False, both=False)
        else:
            game.leave(self)

    def carry_out(self, game: Medioevo) -> None:
        """MU-EMP-03 The ability happens, or the points are gained; with a Princess both, or more points."""
        if self.cancelled:
            game.emit(CardCancelled(seat=self.seat, card=self.card))
            return
        if self.colours:
            gain_points(game, self.seat, self.colours * self.times, "MU-EMP-03")
        if self.ability:
            ABILITIES[self.card].carry(game, self.seat, self.chosen)


class ChooseColour(Decision[Medioevo], frozen=True):
    """MU-EMP-03 Icons with a slash: one colour or the other."""

    RULE = "MU-EMP-03"
    seat: Seat
    card: int

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from (Target(f"colour:{colours[0]}") for colours in empire_cards()[self.card].choices)

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Target)
        play = game.running(CardPlay)
        game.update(play, colours=(action.id.removeprefix("colour:"),))


def perform(game: Medioevo, seat: Seat, action: Action) -> None:
    """Carry out a card, technology, claim or free action."""
    match action:
        case PlayCard(card=card):
            game.push(CardPlay(seat, card, seat))
        case TurnCard(card=card, colours=colours):
            game.push(CardPlay(seat, card, seat, colours=colours, ability=False))
        case FlipToken(colour=colour):
            flip_token(game, seat, colour)
        case UseTechnology(technology=key):
            game.push(Application(seat, key))
        case Claim(card=card, colour=colour):
            claim(game, seat, card, colour)
        case _:
            FREE_ACTIONS[type(action)](game, seat, action)
