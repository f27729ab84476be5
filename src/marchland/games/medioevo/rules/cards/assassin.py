"""Assassin: points taken off dice that lie on the table, anyone's, before damage follows from them."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event

from ...state import Medioevo
from ..battle.fight import change_side, side_of
from ..components.table import replace
from ..events.events import set_circle
from ..registry import ability
from .common import NOTHING, moment
from .throws import thrown


class DieLowered(Event, frozen=True):
    """A die shows one point less."""

    RULE = "MU-EMP-07"
    seat: Seat
    was: int
    shows: int


def open_dice(game: Medioevo) -> dict[str, int]:
    """MU-EMP-07 The dice that can be changed at this moment, as `die:group:index`, with what they show."""
    match moment(game)[0]:
        case "W-2a":
            return _numbered("circle", game.circle.dice)
        case "W-2d":
            return {"die:event:0": game.happening.die} if game.happening else {}
        case "W-B2":
            crews = [crew for index in (0, 1) for crew in side_of(game, index).crews]
            return {id: die for crew in crews for id, die in _numbered(f"engine{crew.engine}", crew.dice).items()}
        case "W-B3b":
            return {**_numbered("arrows0", side_of(game, 0).arrows), **_numbered("arrows1", side_of(game, 1).arrows)}
        case "W-B5":
            return {**_numbered("side0", side_of(game, 0).dice), **_numbered("side1", side_of(game, 1).dice)}
        case "W-D":
            throw = thrown(game)
            return {"die:thrown:0": throw.die} if throw is not None else {}
    return {}


def _numbered(group: str, dice: tuple[int, ...]) -> dict[str, int]:
    return {f"die:{group}:{index}": die for index, die in enumerate(dice)}


def lower_die(game: Medioevo, seat: Seat, id: str) -> None:
    """MU-CARD-46 One point off a die, to no less than 1."""
    before = open_dice(game)[id]
    if before <= 1:
        return
    _, group, place = id.split(":")
    if group == "circle":
        lower_circle_die(game, int(place))
    elif group == "event":
        assert game.happening is not None
        game.happening = replace(game.happening, die=before - 1)
    elif group == "thrown":
        throw = thrown(game)
        assert throw is not None
        game.update(throw, die=before - 1)
    else:
        _lower_battle_die(game, group, int(place))
    game.emit(DieLowered(seat=seat, was=before, shows=before - 1))


def _lower_battle_die(game: Medioevo, group: str, place: int) -> None:
    if group.startswith("engine"):
        for index in (0, 1):
            crews = side_of(game, index).crews
            lowered = tuple(replace(c, dice=_less(c.dice, place)) if group == f"engine{c.engine}" else c for c in crews)
            change_side(game, index, crews=lowered)
        return
    index = int(group[-1])
    name = "arrows" if group.startswith("arrows") else "dice"
    change_side(game, index, **{name: _less(getattr(side_of(game, index), name), place)})


def _less(dice: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*dice[:place], dice[place] - 1, *dice[place + 1 :])


def _dice(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Dice that still show more than 1 after what was chosen before."""
    yield from (id for id, die in open_dice(game).items() if die - chosen.count(id) > 1)


def _second_die(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    yield NOTHING
    yield from _dice(game, seat, chosen)


DICE_ON_THE_TABLE = ("W-2a", "W-2d", "W-B2", "W-B3b", "W-B5", "W-D")


@ability(46, windows=DICE_ON_THE_TABLE, stages=(_dice,))
def stab(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-46 One die, anyone's, is lowered by 1; this may make equal dice."""
    (die,) = chosen
    lower_die(game, seat, die)


@ability(47, windows=DICE_ON_THE_TABLE, stages=(_dice, _second_die))
def stab_twice(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-47 One die is lowered by 2 or two dice by 1 each (reading R-20)."""
    for id in chosen:
        if id != NOTHING:
            lower_die(game, seat, id)


def lower_circle_die(game: Medioevo, index: int) -> None:
    """MU-CARD-46 An Assassin takes a point off a barbarian die; the horde follows the dice."""
    dice = list(game.circle.dice)
    dice[index] = max(1, dice[index] - 1)
    set_circle(game, tuple(dice))
