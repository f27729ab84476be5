"""The war counter: what battles and prisoners are worth, and what keeps a war awake."""

from __future__ import annotations

import msgspec

from marchland.kernel.events import Event

from ...state import Cendre, NationId, War
from ...tables import TABLES
from ..common.inquiry import at_war, pair, seats_of, war_between


def battle_points(smaller: int) -> int:
    """TC-DIP-09 Table 49: what a battle is worth by the size of its smaller side."""
    table = TABLES.war.counter
    return next((points for most, points in table.battles if smaller <= most), table.battle_major)


def score(game: Cendre, nation: NationId, against: NationId, points: int, reason: str) -> None:
    """TC-DIP-09 Move the counter of the war between two nations; both read it, nobody else."""
    war = war_between(game, nation, against)
    if war is None or not at_war(game, nation, against):
        return
    counter = war.counter + (points if war.one == nation else -points)
    write_war(game, war, counter=counter)
    shown = counter if war.one == nation else -counter
    audience = seats_of(game, nation, against)
    game.emit(
        WarScored(nation=nation, against=against, points=points, counter=shown, reason=reason, rule="TC-DIP-09", audience=audience)
    )


def write_war(game: Cendre, war: War, **fields: int) -> None:
    game.wars[pair(war.one, war.other)] = msgspec.structs.replace(war, **fields)


def note_action(game: Cendre, nation: NationId, against: NationId) -> None:
    """TC-DIP-10 A battle or a conquest keeps a war from falling asleep; a raid, or a prisoner taken in one, does not."""
    war = war_between(game, nation, against)
    if war is not None:
        write_war(game, war, last_action=game.turn)


class WarScored(Event, frozen=True):
    """A war counter moved, in favour of `nation`."""

    nation: NationId
    against: NationId
    points: int
    counter: int
    reason: str
    rule: str
