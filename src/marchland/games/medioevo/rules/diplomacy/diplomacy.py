"""Wars, armistices, peace and broken pacts (rulebook: C. Diplomacy)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, Together

from ...state import Medioevo, War
from ..battle.fight import change_fight
from ..components.table import living, replace, tally
from ..registry import free_action, free_options
from .hostilities import begin_war, break_pact, break_pacts
from .pacts import (
    Accept,
    DraftPact,
    Refuse,
    end_pact,
    end_pacts,
    figures,
    known_to_signatories,
    pacts_of,
    use_right,
)
from .relations import are_teammates, wars_of

__all__ = ["declare_war", "end_pacts", "leave_diplomacy", "use_right"]


# -- actions and events ------------------------------------------------------------------------------------


class DeclareWar(Action, frozen=True):
    TOUCHES = ("rival",)
    PREFIX = {"rival": "seat"}
    rival: Seat


class OfferTruce(Action, frozen=True):
    """An armistice for this turn."""

    TOUCHES = ("rival",)
    PREFIX = {"rival": "seat"}
    rival: Seat


class OfferPeace(Action, frozen=True):
    TOUCHES = ("rival",)
    PREFIX = {"rival": "seat"}
    rival: Seat


class OfferEnd(Action, frozen=True):
    """Ask the other signatories to end a pact."""

    TOUCHES = ("pact",)
    PREFIX = {"pact": "pact"}
    pact: int


class Denounce(Action, frozen=True):
    """Accuse a signatory of having broken a pact."""

    TOUCHES = ("pact", "rival")
    PREFIX = {"pact": "pact", "rival": "seat"}
    pact: int
    rival: Seat


class Admit(Action, frozen=True):
    """Admit the breach."""


class Contest(Action, frozen=True):
    """Deny the breach: all players vote."""

    IDLE = True


class Vote(Action, frozen=True):
    breach: bool


class Truced(Event, frozen=True):
    RULE = "MU-DIP-03"
    seat: Seat
    rival: Seat


class PeaceMade(Event, frozen=True):
    RULE = "MU-DIP-03"
    seat: Seat
    rival: Seat


class OfferRefused(Event, frozen=True):
    RULE = "MU-DIP-03"
    seat: Seat
    rival: Seat


class Denounced(Event, frozen=True):
    RULE = "MU-DIP-08"
    REVEALS = True
    seat: Seat
    rival: Seat
    pact: int
    parties: tuple[Seat, ...]
    clauses: tuple[str, ...]


class Judged(Event, frozen=True):
    """The open vote on a disputed pact."""

    RULE = "MU-DIP-08"
    pact: int
    rival: Seat
    accusing: tuple[Seat, ...]
    acquitting: tuple[Seat, ...]


# -- what a player may do ----------------------------------------------------------------------------------


@free_options
def diplomatic_acts(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-DIP-01 Diplomacy is open at any time: declarations on one's own, offers a few times a turn."""
    rivals, wars = [other for other in living(game) if other != seat], wars_of(game, seat)
    yield from (DeclareWar(rival) for rival in rivals if rival not in wars and not are_teammates(game, seat, rival))
    if game.now[seat].proposals >= figures().offers:
        return
    for rival in rivals:
        yield DraftPact(rival)
        if rival in wars:
            yield from offers_to_enemy(game, seat, rival, wars[rival])
    for number in pacts_of(game, seat):
        yield OfferEnd(number)
        yield from (Denounce(number, other) for other in game.pacts[number].parties if other != seat)


def offers_to_enemy(game: Medioevo, seat: Seat, rival: Seat, war: War | None) -> Iterator[Action]:
    """MU-DIP-03 To an enemy peace can be offered, or an armistice."""
    if war is not None and game.now[seat].proposals < figures().offers:
        yield OfferPeace(rival)
        if war.truce != game.turn:
            yield OfferTruce(rival)


# -- war ---------------------------------------------------------------------------------------------------


@free_action(DeclareWar)
def declare(game: Medioevo, seat: Seat, action: DeclareWar) -> None:
    """MU-DIP-01 War is declared by one side alone; it may attack from the next turn."""
    declare_war(game, seat, action.rival)


def declare_war(game: Medioevo, seat: Seat, rival: Seat) -> None:
    """MU-DIP-01 The declaration breaks every pact between the two, at the declarer's cost."""
    begin_war(game, seat, rival, since=game.turn, declared=True)
    break_pacts(game, seat, rival)


def _pair(one: Seat, other: Seat) -> tuple[Seat, Seat]:
    return min(one, other), max(one, other)


# -- armistice, peace, end of a pact -----------------------------------------------------------------------


class AnswerOffer(Decision[Medioevo], frozen=True):
    """MU-DIP-03 The other side agrees to an armistice or to peace, or refuses."""

    RULE = "MU-DIP-03"
    seat: Seat
    rival: Seat
    offer: str

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Refuse()
        yield Accept()

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Refuse):
            game.emit(OfferRefused(seat=self.seat, rival=self.rival))
        elif self.offer == "truce":
            make_truce(game, self.seat, self.rival)
        else:
            make_peace(game, self.seat, self.rival)


class AnswerEnd(Decision[Medioevo], frozen=True):
    """MU-DIP-09 A pact ends early if all who signed it agree."""

    RULE = "MU-DIP-09"
    seat: Seat
    rival: Seat
    pact: int
    waiting: tuple[Seat, ...] = ()

    def seen_by(self, game: Medioevo, viewer: Seat | None) -> Decision[Medioevo]:
        return known_to_signatories(game, self, self.pact, viewer)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Refuse()
        yield Accept()

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Refuse):
            game.emit(OfferRefused(seat=self.seat, rival=self.rival, audience=game.pacts[self.pact].parties))
        elif self.waiting:
            game.push(AnswerEnd(self.waiting[0], self.rival, self.pact, self.waiting[1:]))
        else:
            end_pact(game, self.pact)


@free_action(OfferTruce)
def offer_truce(game: Medioevo, seat: Seat, action: OfferTruce) -> None:
    """MU-DIP-03 An armistice needs the other side's consent."""
    tally(game, seat, proposals=1)
    game.push(AnswerOffer(action.rival, seat, "truce"))


@free_action(OfferPeace)
def offer_peace(game: Medioevo, seat: Seat, action: OfferPeace) -> None:
    """MU-DIP-03 So does peace."""
    tally(game, seat, proposals=1)
    game.push(AnswerOffer(action.rival, seat, "peace"))


@free_action(OfferEnd)
def offer_end(game: Medioevo, seat: Seat, action: OfferEnd) -> None:
    """MU-DIP-09 Every other signatory is asked."""
    tally(game, seat, proposals=1)
    others = tuple(other for other in game.pacts[action.pact].parties if other != seat)
    game.push(AnswerEnd(others[0], seat, action.pact, others[1:]))


def make_truce(game: Medioevo, one: Seat, other: Seat) -> None:
    """MU-DIP-03 No fights between the two for the rest of this turn."""
    _change_war(game, one, other, truce=game.turn)
    call_off(game, one, other)
    game.emit(Truced(seat=one, rival=other))


def make_peace(game: Medioevo, one: Seat, other: Seat) -> None:
    """MU-DIP-03 The war is over."""
    game.wars = [war for war in game.wars if war.sides != _pair(one, other)]
    call_off(game, one, other)
    game.emit(PeaceMade(seat=one, rival=other))


def call_off(game: Medioevo, one: Seat, other: Seat) -> None:
    """MU-DIP-03 A battle between the two is broken off; both armies stay where they are (reading S-45)."""
    if game.fights and {side.owner for side in game.fights[-1].sides} == {one, other}:
        change_fight(game, outcome="banned")


def _change_war(game: Medioevo, one: Seat, other: Seat, **changes: object) -> None:
    pair = _pair(one, other)
    game.wars = [replace(war, **changes) if war.sides == pair else war for war in game.wars]


# -- disputes ----------------------------------------------------------------------------------------------


class AnswerCharge(Decision[Medioevo], frozen=True):
    """MU-DIP-08 The accused admits the breach, or lets the players vote."""

    RULE = "MU-DIP-08"
    seat: Seat
    rival: Seat
    pact: int

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Contest()
        yield Admit()

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Admit):
            break_pact(game, self.seat, self.pact)
        else:
            game.push(Verdict(seats=tuple(sorted(living(game))), pact=self.pact, culprit=self.seat))


class Verdict(Together[Medioevo], frozen=True, kw_only=True):
    """MU-DIP-08 All players still in the game vote; the majority decides, and on a tie nothing happens (reading R-32)."""

    RULE = "MU-DIP-08"
    pact: int
    culprit: Seat

    def options_for(self, game: Medioevo, seat: Seat) -> Iterator[Action]:
        yield Vote(False)
        yield Vote(True)

    def settle(self, game: Medioevo, answers: dict[Seat, tuple[Action, ...]]) -> None:
        accusing = tuple(seat for seat, (vote, *_) in answers.items() if isinstance(vote, Vote) and vote.breach)
        acquitting = tuple(seat for seat in answers if seat not in accusing)
        game.emit(Judged(pact=self.pact, rival=self.culprit, accusing=accusing, acquitting=acquitting))
        if len(accusing) > len(acquitting):
            break_pact(game, self.culprit, self.pact)


@free_action(Denounce)
def denounce(game: Medioevo, seat: Seat, action: Denounce) -> None:
    """MU-DIP-08 A disputed pact is made public, and the accused answers."""
    tally(game, seat, proposals=1)
    pact = replace(game.pacts[action.pact], secret=False)
    game.pacts[action.pact] = pact
    game.emit(Denounced(seat=seat, rival=action.rival, pact=action.pact, parties=pact.parties, clauses=pact.kinds))
    game.push(AnswerCharge(action.rival, seat, action.pact))


def leave_diplomacy(game: Medioevo, seat: Seat) -> None:
    """A player who is out of the game has no wars and no pacts any more."""
    game.wars = [war for war in game.wars if seat not in war.sides]
    for number in pacts_of(game, seat):
        end_pact(game, number)
