"""Blood tokens: how they are gained, and what they are worth in battle (rulebook: Variants, Blood tokens)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event

from ...state import BARBARIANS, Medioevo
from ..battle.fight import change_side, index_of
from ..components.table import change, is_option, return_supply
from ..registry import free_action, window_options


class SpendBlood(Action, frozen=True):
    """Spend a Blood token for one more attack value."""


class BloodSpent(Event, frozen=True):
    RULE = "MU-VAR-04"
    seat: Seat


@window_options("W-B5")
def blood_options(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-VAR-04 A player in the battle may spend any number of Blood tokens in a round."""
    if game.players[seat].blood and index_of(game, seat) is not None:
        yield SpendBlood()


@free_action(SpendBlood)
def spend_blood(game: Medioevo, seat: Seat, action: SpendBlood) -> None:
    """MU-VAR-04 One more attack value this round; the token goes back to the supply."""
    index = index_of(game, seat)
    assert index is not None
    change(game, seat, blood=game.players[seat].blood - 1)
    return_supply(game, "blood")
    change_side(game, index, bonus=game.fights[-1].sides[index].bonus + 1)
    game.emit(BloodSpent(seat=seat))


class BloodGained(Event, frozen=True):
    RULE = "MU-VAR-04"
    seat: Seat


def bleed(game: Medioevo, seat: Seat, but_not: Seat) -> None:
    """MU-VAR-04 A player whose pieces are pillaged or whose home is conquered takes a Blood token, if one is left."""
    if is_option(game, "blood") and seat not in (BARBARIANS, but_not) and game.supply["blood"]:
        return_supply(game, "blood", -1)
        change(game, seat, blood=game.players[seat].blood + 1)
        game.emit(BloodGained(seat=seat))
