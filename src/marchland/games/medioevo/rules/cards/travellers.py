"""Warlord 6, Scientist 11, Artilleryman 53 and 54, Ranger: cards that change a movement."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Decision

from ...state import BARBARIANS, Medioevo
from ...tables import MERCHANT, TRANSPORTS
from ..components.armies import kinds_in, one, plus, size
from ..diplomacy.relations import is_welcome
from ..movement.groups import change_march, march_of
from ..registry import ANY, ability
from .common import one_to_three, own_vehicles, read_number
from .effects import has_effect, lay_effect
from .powers import Target
from .throws import reading, throw_for_card

OWN_MOVES = ("W-5", "W-5m", "W-5b", "W-6", "W-6a")


# -- Warlord 6 ---------------------------------------------------------------------------------------------


def _is_entering_a_rival(game: Medioevo, seat: Seat) -> bool:
    """The player's own army has just entered land of another player who did not let it in."""
    if not game.marches or march_of(game).seat != seat or not sum(march_of(game).counts):
        return False
    land = game.lands.get(march_of(game).space)
    return land is not None and land.holder not in (seat, BARBARIANS) and not is_welcome(game, seat, land.holder)


@ability(6, windows=("W-5b",), usable=_is_entering_a_rival)
def press_on(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-06 Half of the units, rounded up, keep their movement; the others stop here and settle what they meet."""
    march = march_of(game)
    change_march(game, pressing=True)
    stoppers = sum(march.counts) // 2
    if stoppers:
        change_march(game, stragglers=(*march.stragglers, march.space))
        game.push(ChooseStoppers(seat, stoppers))


class ChooseStoppers(Decision[Medioevo], frozen=True):
    """MU-CARD-06 The player says which units stop."""

    RULE = "MU-CARD-06"
    FORCED = True
    seat: Seat
    left: int

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from (Target(f"kind:{kind}") for kind in kinds_in(march_of(game).counts))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Target)
        kind = action.id.removeprefix("kind:")
        change_march(game, counts=plus(march_of(game).counts, one(kind, -1)))
        if self.left > 1:
            game.push(ChooseStoppers(self.seat, self.left - 1))


# -- Scientist 11, Artilleryman ----------------------------------------------------------------------------


def _single_purpose(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for id, _ in own_vehicles(game, seat, "wagon", "caravan"):
        if not has_effect(game, "dual", f"v:{id}"):
            yield f"v:{id}"


@ability(11, windows=(ANY,), stages=(_single_purpose,))
def dual_purpose(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-11 A Caravan also serves as a War wagon of its level this turn, or a War wagon as a Caravan."""
    (transport,) = chosen
    lay_effect(game, "dual", seat, transport)


def _escorted_engines(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for id, engine in own_vehicles(game, seat, "engine"):
        if size(game, engine.space, seat) and not has_effect(game, "tireless", f"v:{id}"):
            yield f"v:{id}"


@ability(53, windows=("W-5", "W-5m"), stages=(_escorted_engines,))
def forced_march(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-53 One engine goes with its army beyond its own movement points in one movement."""
    (engine,) = chosen
    lay_effect(game, "tireless", seat, engine, until="move")


def _plain_engines(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for id, _ in own_vehicles(game, seat, "engine"):
        if not has_effect(game, "engine-wagon", f"v:{id}"):
            yield f"v:{id}"


@ability(54, windows=(ANY, "W-5m"), stages=(_plain_engines,))
def engine_as_wagon(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-54 One engine acts as a War wagon for one to three units, by a die, this turn."""
    throw_for_card(game, seat, 54, chosen)


@reading("card 54")
def read_engine_as_wagon(game: Medioevo, seat: Seat, chosen: tuple[str, ...], die: int) -> None:
    """MU-CARD-54 The die says how many units it carries."""
    (engine,) = chosen
    lay_effect(game, "engine-wagon", seat, engine, amount=one_to_three(die))


# -- Ranger ------------------------------------------------------------------------------------------------


def _visible(game: Medioevo, seat: Seat, chosen: tuple[str, ...] = ()) -> Iterator[str]:
    """Own transports that can be seen; during a movement only those of the group."""
    moving = march_of(game).vehicles if game.marches else None
    for id, _ in own_vehicles(game, seat, *TRANSPORTS):
        if (moving is None or id in moving) and not has_effect(game, "unseen", f"v:{id}"):
            yield f"v:{id}"


def _hide(game: Medioevo, seat: Seat, id: str) -> None:
    """Reading R-19: merchants stay unnoticed until the end of the turn, troops only on their way."""
    merchant = game.vehicles[read_number(id)].kind in MERCHANT
    lay_effect(game, "unseen", seat, id, until="turn" if merchant else "move")


@ability(55, windows=OWN_MOVES, stages=(_visible,))
def slip_through(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-55 One transport with its cargo passes unnoticed through rivals and barbarians."""
    (transport,) = chosen
    _hide(game, seat, transport)


def _convoys(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    yield from sorted({game.vehicles[read_number(id)].space for id in _visible(game, seat)})


@ability(56, windows=OWN_MOVES, stages=(_convoys,))
def column_slips_through(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-56 All the player's transports in one territory pass unnoticed with their cargo."""
    (space,) = chosen
    for id in list(_visible(game, seat)):
        if game.vehicles[read_number(id)].space == space:
            _hide(game, seat, id)
