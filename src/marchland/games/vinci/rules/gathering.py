"""The start of a turn: fresh tokens, forces gathered, provinces given up."""

from __future__ import annotations

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import IllegalAction, Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, PreviewLine

from ..state import Vinci
from ..world import Province
from .empire import empty, garrison
from .scoring import province_points


class Abandon(Action, frozen=True):
    TOUCHES = ("province",)
    province: Province


class GoToWar(Action, frozen=True):
    """Forces are gathered; conquests begin."""

    IDLE = True


class AbandonAll(Action, frozen=True):
    """A bulk answer: give up these provinces and go to war."""

    TOUCHES = ("provinces",)
    provinces: tuple[Province, ...]


class Reinforced(Event, frozen=True):
    """`tokens` stay with the civilization, `temporary` ones only for this turn's conquests."""

    RULE = "VI-TURN-01"
    seat: Seat
    tokens: int
    temporary: int


class GatherForces(Decision[Vinci], frozen=True):
    """VI-GATHER-01 VI-GATHER-02 VI-GATHER-04 Before the first conquest, provinces may be emptied for good; emptying all means
    entering anew.
    """

    RULE = "VI-GATHER-02"
    seat: Seat

    def options(self, game: Vinci) -> list[Action]:
        return [GoToWar(), *map(Abandon, game.active[self.seat])]

    def check(self, game: Vinci, seat: Seat, action: Action) -> None:
        if not isinstance(action, AbandonAll):
            return super().check(game, seat, action)
        for province in action.provinces:
            if province not in game.active[seat]:
                raise IllegalAction("VI-GATHER-02", province=province)
        return None

    def why_not(self, game: Vinci, seat: Seat, target: str) -> list[Refusal]:
        return [] if target in game.active[seat] else [Refusal("VI-GATHER-02", {"province": target})]

    def particulars(self, game: Vinci, seat: Seat) -> dict[str, object]:
        return {"hand": game.hand[seat], "held": len(game.active[seat])}

    def preview(self, game: Vinci, seat: Seat, action: Action) -> list[PreviewLine]:
        match action:
            case Abandon(province=province):
                worth = province_points(game.settings.board, game.civ[seat])[province]
                return [PreviewLine("VI-GATHER-02", 1, unit="tokens"), PreviewLine("VI-SCORE-01", -worth, unit="points")]
        return []

    def resolve(self, game: Vinci, action: Action) -> None:
        match action:
            case Abandon(province=province):
                abandon(game, self.seat, (province,))
                if game.active[self.seat]:
                    game.push(self)
            case AbandonAll(provinces=provinces):
                abandon(game, self.seat, tuple(dict.fromkeys(provinces)))


def receive_reinforcements(game: Vinci, seat: Seat) -> None:
    """VI-TOKENS-04 VI-SPECIAL-02 VI-WAR-06 Medicine gives tokens to keep, a Field General tokens for the turn; nothing else
    makes a civilization grow.
    """
    tiles = game.powers[seat]
    lasting, temporary = tiles.tokens_per_turn, tiles.temporary_tokens
    game.tokens[seat] += lasting
    game.hand[seat] += lasting + temporary
    game.this_turn = msgspec.structs.replace(game.this_turn, temporary=temporary, spies_left=tiles.flat_cost_conquests)
    if lasting or temporary:
        game.emit(Reinforced(seat=seat, tokens=lasting, temporary=temporary))


def gather(game: Vinci, seat: Seat) -> None:
    """VI-GATHER-01 Exactly one token stays in each province; the others come to hand."""
    for province in game.active[seat]:
        held = game.land[province]
        assert held is not None
        if held.tokens != 1:
            game.hand[seat] += held.tokens - 1
            garrison(game, province, 1)


def abandon(game: Vinci, seat: Seat, provinces: tuple[Province, ...]) -> None:
    """VI-GATHER-02 The last token comes to hand and the province leaves the empire."""
    game.hand[seat] += len(provinces)
    empty(game, seat, provinces, "VI-GATHER-02")
