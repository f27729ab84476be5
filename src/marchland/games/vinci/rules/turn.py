"""One player's turn, step by step."""

from __future__ import annotations

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, PreviewLine, Procedure

from ..state import ThisTurn, Vinci
from .civilizations import ask_for_civilization
from .conquest.conquest import ChooseConquest
from .decline import Decline, DeclineAfterScoring, DeclineOrPlay, decline_without_tokens
from .diplomacy import ChoosePeace, end_peace
from .empire import is_on_the_board, opponents_clockwise
from .fictional.defence import FictionalSurvivors
from .forts import ChooseFort
from .gathering import GatherForces, gather, receive_reinforcements
from .reorganization import (
    ChoosePart,
    RedeploySurvivors,
    Reorganize,
    has_survivors_to_place,
    is_wiped_out,
    must_choose_part,
    put_all_in_the_only_province,
    take_up_all_tokens,
)
from .scoring import score_turn, turn_points


class EndTurn(Action, frozen=True):
    IDLE = True


class TurnBegan(Event, frozen=True):
    RULE = "VI-TURN-01"
    seat: Seat
    turn: int


class ConfirmTurn(Decision[Vinci], frozen=True):
    """VI-TURN-02 The player has finished; until this is said, everything since the last draw can be taken back."""

    RULE = "VI-TURN-02"
    seat: Seat

    def options(self, game: Vinci) -> tuple[Action, ...]:
        return (EndTurn(),)

    def particulars(self, game: Vinci, seat: Seat) -> dict[str, object]:
        return {"points": sum(turn_points(game, seat))}

    def preview(self, game: Vinci, seat: Seat, action: Action) -> list[PreviewLine]:
        rules = ("VI-SCORE-01", "VI-SCORE-04", "VI-SCORETILE-06")
        lines = zip(rules, turn_points(game, seat), strict=True)
        return [PreviewLine(rule, points, unit="points") for rule, points in lines if points or rule == rules[0]]

    def resolve(self, game: Vinci, action: Action) -> None:
        """VI-SCORE-05 Nothing more to do: the turn goes on to its scoring."""


class Turn(Procedure[Vinci], frozen=True):
    """VI-TURN-01 VI-TURN-02 A turn: decline or play, peace, fresh tokens, gathering, conquests; then the defenders, cohesion,
    reorganization, forts, points and Rebirth."""

    STEPS = (
        "begin",
        "decline_or_play",
        "take_the_decision",
        "make_peace",
        "receive_reinforcements",
        "gather_forces",
        "conquer",
        "let_defenders_redeploy",
        "make_the_empire_whole",
        "reorganize",
        "build_forts",
        "confirm",
        "score",
        "offer_rebirth",
    )
    seat: Seat

    def begin(self, game: Vinci) -> str | None:
        return begin_or_pass(game, self.seat)

    def decline_or_play(self, game: Vinci) -> None:
        """VI-DECL-11 A civilization cannot decline before it has had a turn."""
        if not game.fresh[self.seat]:
            game.push(DeclineOrPlay(self.seat))

    def take_the_decision(self, game: Vinci) -> str | None:
        """VI-TURN-03 A decline takes the place of everything else in the turn."""
        if game.this_turn.declined:
            game.push(Decline(self.seat, "VI-DECL-01"))
            return DONE
        game.fresh[self.seat] = False
        return None

    def make_peace(self, game: Vinci) -> None:
        """VI-SPECIAL-04 Diplomacy names its opponents before anything else happens."""
        targets = min(game.powers[self.seat].peace_targets, len(game.order) - 1)
        game.push(*[ChoosePeace(self.seat)] * targets)

    def receive_reinforcements(self, game: Vinci) -> None:
        receive_reinforcements(game, self.seat)

    def gather_forces(self, game: Vinci) -> None:
        gather(game, self.seat)
        if is_on_the_board(game, self.seat):
            game.push(GatherForces(self.seat))

    def conquer(self, game: Vinci) -> None:
        game.push(ChooseConquest(self.seat))

    def let_defenders_redeploy(self, game: Vinci) -> None:
        """VI-LOSS-05 Survivors first, so that the attacker reorganizes last."""
        settle_defenders(game, self.seat)

    def make_the_empire_whole(self, game: Vinci) -> None:
        if must_choose_part(game, self.seat):
            game.push(ChoosePart(self.seat))

    def reorganize(self, game: Vinci) -> None:
        """VI-ELIM-05 VI-ELIM-06 VI-ENTRY-10 A civilization that stays off the board keeps its tokens in hand."""
        take_up_all_tokens(game, self.seat)
        if put_all_in_the_only_province(game, self.seat, "VI-REORG-01"):
            return
        if game.hand[self.seat] and is_on_the_board(game, self.seat):
            game.push(Reorganize(self.seat))

    def build_forts(self, game: Vinci) -> None:
        count = min(game.powers[self.seat].forts_per_turn, len(game.active[self.seat]))
        game.push(*[ChooseFort(self.seat)] * count)

    def confirm(self, game: Vinci) -> None:
        game.push(ConfirmTurn(self.seat))

    def score(self, game: Vinci) -> None:
        score_turn(game, self.seat)

    def offer_rebirth(self, game: Vinci) -> None:
        if game.powers[self.seat].may_decline_after_scoring:
            game.push(DeclineAfterScoring(self.seat))


class PassedTurn(Procedure[Vinci], frozen=True):
    """VI-ELIM-04 A turn without a civilization: points for what is left, then a choice for the next turn."""

    STEPS = ("score", "choose")
    seat: Seat

    def score(self, game: Vinci) -> None:
        score_turn(game, self.seat)

    def choose(self, game: Vinci) -> None:
        ask_for_civilization(game, self.seat)


def begin_or_pass(game: Vinci, seat: Seat) -> str | None:
    """VI-ELIM-04 Who lost every token passes this turn: it only scores and chooses a civilization for the next."""
    begin_turn(game, seat)
    if game.civ[seat]:
        return None
    game.push(PassedTurn(seat))
    return DONE


def begin_turn(game: Vinci, seat: Seat) -> None:
    """VI-SPECIAL-04 VI-END-04 A new turn begins; the peace this seat had made is over."""
    game.turns[seat] += 1
    game.this_turn = ThisTurn(seat)
    end_peace(game, seat)
    game.emit(TurnBegan(seat=seat, turn=game.turns[seat]))


def settle_defenders(game: Vinci, attacker: Seat) -> None:
    """VI-LOSS-05 VI-ELIM-02 Clockwise from the attacker: survivors find a place, and a civilization without tokens declines."""
    concerned = [seat for seat in opponents_clockwise(game, attacker) if game.hand[seat] or not game.tokens[seat]]
    for seat in concerned:
        if is_wiped_out(game, seat):
            decline_without_tokens(game, seat)
    with_survivors = [seat for seat in concerned if has_survivors_to_place(game, seat)]
    placing = [seat for seat in with_survivors if not put_all_in_the_only_province(game, seat, "VI-LOSS-03")]
    game.push(*[survivors_frame(game, seat) for seat in placing])


def survivors_frame(game: Vinci, seat: Seat) -> Decision[Vinci] | Procedure[Vinci]:
    """VI-LOSS-03 People place their survivors themselves; fictional players by their own rule."""
    return FictionalSurvivors(seat) if seat in game.fictional else RedeploySurvivors(seat)
