"""The decline of an empire."""

from __future__ import annotations

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, PreviewLine, Procedure

from ..state import Holding, Vinci
from ..tables import Civ
from ..world import Province
from .civilizations import ask_for_civilization, enduring_tiles, return_tiles
from .diplomacy import end_peace
from .empire import empty, hold, lead
from .scoring import province_points, score_turn


class PlayOn(Action, frozen=True):
    IDLE = True


class DeclareDecline(Action, frozen=True):
    pass


class Declined(Event, frozen=True):
    """`lost` counts the tokens that leave the game; `rule` says which kind of decline it is."""

    TOUCHES = ("provinces",)
    seat: Seat
    provinces: tuple[Province, ...]
    kept: Civ
    lost: int
    rule: str


class DeclineOrPlay(Decision[Vinci], frozen=True):
    """VI-DECL-01 VI-ELIM-01 At the start of the turn a player may declare the decline of the empire instead of playing."""

    RULE = "VI-DECL-01"
    seat: Seat

    def options(self, game: Vinci) -> tuple[Action, ...]:
        return PlayOn(), DeclareDecline()

    def particulars(self, game: Vinci, seat: Seat) -> dict[str, object]:
        return {"civ": game.civ[seat], "held": len(game.active[seat]), "tokens": game.tokens[seat]}

    def preview(self, game: Vinci, seat: Seat, action: Action) -> list[PreviewLine]:
        return decline_preview(game, seat, scores=True) if isinstance(action, DeclareDecline) else []

    def resolve(self, game: Vinci, action: Action) -> None:
        if isinstance(action, DeclareDecline):
            game.this_turn = msgspec.structs.replace(game.this_turn, declined=True)


class DeclineAfterScoring(DeclineOrPlay, frozen=True):
    """VI-SPECIAL-03 VI-DECL-01 With Rebirth the decline may be declared after a normal turn has been scored."""

    RULE = "VI-SPECIAL-03"

    def preview(self, game: Vinci, seat: Seat, action: Action) -> list[PreviewLine]:
        return decline_preview(game, seat, scores=False) if isinstance(action, DeclareDecline) else []

    def resolve(self, game: Vinci, action: Action) -> None:
        if isinstance(action, DeclareDecline):
            game.push(Decline(self.seat, "VI-SPECIAL-03"))


def decline_preview(game: Vinci, seat: Seat, scores: bool) -> list[PreviewLine]:
    """VI-SCORE-06 What a decline brings now: its points, what stays on the board, and what leaves it."""
    provinces = game.active[seat]
    worth = province_points(game.settings.board, enduring_tiles(game.civ[seat]))
    points = [PreviewLine("VI-SCORE-06", sum(worth[p] for p in provinces), unit="points")] if scores else []
    older = len(game.declining[seat])
    return [
        *points,
        PreviewLine("VI-DECL-02", len(provinces) - game.tokens[seat], unit="tokens"),
        PreviewLine("VI-DECL-02", len(provinces), unit="told_stay"),
        *([PreviewLine("VI-DECL-05", older, unit="told_older")] if older else []),
    ]


class Decline(Procedure[Vinci], frozen=True):
    """VI-TURN-03 VI-DECL-07 VI-DECL-08 The empire stays where it is, conquers no more, and a new civilization enters next turn.

    `rule` is VI-DECL-01 at the start of a turn, VI-SPECIAL-03 by Rebirth.
    """

    STEPS = ("remove_older_empire", "turn_to_decline", "score_if_due", "choose_civilization")
    seat: Seat
    rule: str

    def remove_older_empire(self, game: Vinci) -> None:
        """VI-DECL-05 VI-DECL-12 A player has one declining empire at most: the older one goes first."""
        remove_declining_empire(game, self.seat)

    def turn_to_decline(self, game: Vinci) -> None:
        turn_to_decline(game, self.seat, self.rule)

    def score_if_due(self, game: Vinci) -> None:
        """VI-SCORE-06 VI-SPECIAL-03 The new declining empire scores on the turn of the declaration; after Rebirth it has just
        scored.
        """
        if self.rule != "VI-SPECIAL-03":
            score_turn(game, self.seat)

    def choose_civilization(self, game: Vinci) -> None:
        """VI-DECL-06 The price is paid from the score after scoring."""
        ask_for_civilization(game, self.seat)


def remove_declining_empire(game: Vinci, seat: Seat) -> None:
    """VI-DECL-05 The older declining empire is emptied, forts included, and its tiles go back into the bag."""
    empty(game, seat, game.declining[seat], "VI-DECL-05")
    return_tiles(game, game.declining_civ[seat])
    game.declining_civ[seat] = ()


def turn_to_decline(game: Vinci, seat: Seat, rule: str) -> None:
    """VI-DECL-02 VI-DECL-03 VI-DECL-04 VI-DECL-09 VI-COHES-08 One token stays per province, forts too; all other tokens and
    the plain tiles leave.

    Parts that are cut off decline with the rest: cohesion is not asked of a declining empire.
    """
    provinces = game.active[seat]
    for province in provinces:
        held = game.land[province]
        assert held is not None
        hold(game, province, Holding(seat, 1, declining=True, fort=held.fort))
    kept = enduring_tiles(game.civ[seat]) if provinces else ()
    return_tiles(game, tuple(face for face in game.civ[seat] if face not in kept))
    game.emit(Declined(seat=seat, provinces=provinces, kept=kept, lost=game.tokens[seat] - len(provinces), rule=rule))
    game.declining_civ[seat] = kept
    lose_civilization(game, seat)


def lose_civilization(game: Vinci, seat: Seat) -> None:
    lead(game, seat, ())
    game.hand[seat], game.tokens[seat] = 0, 0
    end_peace(game, seat)


def decline_without_tokens(game: Vinci, seat: Seat) -> None:
    """VI-ELIM-02 VI-ELIM-03 A civilization without a single token declines at once, and the older declining empire is emptied."""
    remove_declining_empire(game, seat)
    turn_to_decline(game, seat, "VI-ELIM-02")
