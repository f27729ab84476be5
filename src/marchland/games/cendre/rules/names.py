"""Names for leaders who appear during the game."""

from __future__ import annotations

from functools import cache

import msgspec

from ....kernel.chance import pick
from ..state import Cendre, NationId
from ..tables import read_yaml
from ..world import BOOKLETS


class NameList(msgspec.Struct, frozen=True):
    first: tuple[str, ...]
    last: tuple[str, ...]


@cache
def name_lists() -> dict[str, NameList]:
    return read_yaml("names.yaml", dict[str, NameList])


def random_name(game: Cendre, origin: NationId) -> str:
    """TC-LEAD-06 A name of the people; whoever bears a taken one gets a number."""
    race = BOOKLETS[origin].race if origin in BOOKLETS else "humain"
    names = name_lists()[race]
    name = f"{pick(game, names.first)} {pick(game, names.last)}"
    taken = {leader.name for leader in game.leaders.values()}
    wanted, number = name, 2
    while name in taken:
        name, number = f"{wanted} {number}", number + 1
    return name
