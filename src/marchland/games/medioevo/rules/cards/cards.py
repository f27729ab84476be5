"""The use of an Empire card, for its ability or for its points (rulebook: A. Empire cards)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Decision

from ...state import Medioevo
from ...tables import empire_cards
from ..components.table import pay
from ..registry import ABILITIES, free_action
from ..technologies.points import TurnCard, gain_points
from .powers import ANSWERS, CardCancelled, CardTurned, PlayCard, Target, can_use, turn_card
from .targets import ChooseTarget, Use
from .windows import open_window


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


@free_action(PlayCard)
def play_card(game: Medioevo, seat: Seat, action: PlayCard) -> None:
    game.push(CardPlay(seat, action.card, seat))


@free_action(TurnCard)
def turn_for_points(game: Medioevo, seat: Seat, action: TurnCard) -> None:
    game.push(CardPlay(seat, action.card, seat, colours=action.colours, ability=False))
