"""Names for leaders who appear during the game."""

from __future__ import annotations

from functools import cache
from itertools import count

import msgspec

from marchland.kernel.chance import pick

from ...state import Cendre, NationId
from ...tables import read_yaml
from ...world import BOOKLETS


class NameList(msgspec.Struct, frozen=True):
    first: tuple[str, ...]
    last: tuple[str, ...]


@cache
def name_lists() -> dict[str, NameList]:
    return read_yaml("names.yaml", dict[str, NameList])


DRAWS = 50
"""So many names are drawn at most before somebody gets a number."""


def random_name(game: Cendre, origin: NationId) -> str:
    """TC-LEAD-06 A name of the people that nobody bears or has borne: a number behind it would tell that a namesake serves
    somewhere.
    """
    race = BOOKLETS[origin].race if origin in BOOKLETS else "humain"
    names, taken = name_lists()[race], {*game.borne, *printed_names()}
    drawn = (f"{pick(game, names.first)} {pick(game, names.last)}" for _ in range(DRAWS))
    name = next((name for name in drawn if name not in taken), "")
    numbered = (f"{names.first[0]} {names.last[0]} {number}" for number in count(2))
    name = name or next(name for name in numbered if name not in taken)
    game.borne = (*game.borne, name)
    return name


@cache
def printed_names() -> frozenset[str]:
    """The leaders of the booklets."""
    return frozenset(person.name for booklet in BOOKLETS.values() for person in booklet.leaders)
