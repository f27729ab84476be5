"""Leading the troops of an ally who gives support (rulebook: C. Diplomacy, defensive and offensive alliance).

The supported player moves the troops himself. Orders that would cost their owner honour or break one of his pacts bind nobody, so
they are not offered.
"""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision

from ...state import Medioevo
from ..components.table import tally
from ..movement.groups import musters
from ..movement.movement import begin_march, count_pass
from ..registry import free_action, free_options
from .hostilities import break_pact
from .pacts import figures, known_to_signatories, pacts_of
from .relations import is_aiding


class LeadAlly(Action, frozen=True):
    """Lead the troops that an ally has in a place."""

    TOUCHES = ("space", "rival")
    PREFIX = {"rival": "seat"}
    pact: int
    rival: Seat
    space: str


class Obey(Action, frozen=True):
    """Let the ally lead these troops."""


class Disobey(Action, frozen=True):
    """Keep one's troops: the pact is broken."""


class TroopsLent(Event, frozen=True):
    RULE = "MU-DIP-06"
    TOUCHES = ("space",)
    seat: Seat
    rival: Seat
    space: str


class AnswerOrder(Decision[Medioevo], frozen=True):
    """MU-DIP-06 The owner lets the player whom he supports lead his troops, or breaks the pact."""

    RULE = "MU-DIP-06"
    seat: Seat
    rival: Seat
    pact: int
    space: str

    def seen_by(self, game: Medioevo, viewer: Seat | None) -> Decision[Medioevo]:
        return known_to_signatories(game, self, self.pact, viewer)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Obey()
        yield Disobey()

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Disobey):
            break_pact(game, self.seat, self.pact)
            return
        count_pass(game, False)
        game.emit(TroopsLent(seat=self.seat, rival=self.rival, space=self.space))
        begin_march(game, self.seat, self.space, leader=self.rival, quota=units_owed(game, self.pact, self.seat))


@free_options
def orders(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-DIP-06 MU-DIP-07 In his combat rounds a supported player may lead what his allies owe him and can still move."""
    if game.phase != 5 or game.active != seat or game.fights or game.marches or not game.pacts:
        return
    if game.now[seat].orders < figures().orders:
        for number, ally in supporters(game, seat):
            if units_owed(game, number, ally) > 0:
                yield from (LeadAlly(number, ally, space) for space in musters(game, ally))


def supporters(game: Medioevo, seat: Seat) -> list[tuple[int, Seat]]:
    """Allies who support this player, with the number of the pact that binds them."""
    found = {
        (number, ally)
        for number in pacts_of(game, seat)
        for helped, ally, enemy in game.pacts[number].aiding
        if helped == seat and is_aiding(game, game.pacts[number], seat, ally, enemy)
    }
    return sorted(found)


def units_owed(game: Medioevo, number: int, ally: Seat) -> int:
    """MU-DIP-06 Units named in the pact, less those already led this turn."""
    return game.pacts[number].units - game.now[ally].led


@free_action(LeadAlly)
def lead(game: Medioevo, seat: Seat, action: LeadAlly) -> None:
    """MU-DIP-06 The owner of the troops is told, and follows or breaks the pact."""
    tally(game, seat, orders=1)
    game.push(AnswerOrder(action.rival, seat, action.pact, action.space))
