"""Which technologies a player has, and what they let him design (rulebook: B. Technology)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.memo import remembered

from ...state import Medioevo
from ...tables import technologies
from ..cards.effects import effects, use_up
from ..components.table import colour_index, refusal

DESIGNS = {
    "transport": "carpentry",
    "captain": "art_of_war",
    "civil": "masonry",
    "military": "architecture",
    "engine": "mathematics",
    "cathedral": "religion",
}
"""The technology that designs a thing."""


def knows(game: Medioevo, seat: Seat, key: str) -> bool:
    """MU-TECH-01 Has the player this technology, or borrowed it for this phase (MU-TEC-64)?"""
    return key in known(game, seat)


def known(game: Medioevo, seat: Seat) -> frozenset[str]:
    """MU-TECH-01 MU-TEC-64 The technologies a player has learned, and those he has borrowed for this phase."""
    own = learned(game.players[seat].technology)
    return own.union(effect.target for effect in effects(game, "borrowed", seat=seat)) if game.effects else own


@remembered
def learned(levels: tuple[int, ...]) -> frozenset[str]:
    """MU-TECH-01 The technologies down to these levels of the branches."""
    return frozenset(key for key, one in technologies().items() if one.level <= levels[colour_index(one.branch)])


def use_loan(game: Medioevo, seat: Seat, key: str) -> None:
    """MU-TEC-64 A borrowed technology serves once."""
    technology = technologies()[key]
    if game.players[seat].technology[colour_index(technology.branch)] < technology.level:
        use_up(game, next(effects(game, "borrowed", key, seat)))


def why_not_design(game: Medioevo, seat: Seat, kind: str) -> Iterator[Refusal]:
    """MU-TECH-01 The technology that designs such a thing is lacking."""
    key = DESIGNS[kind]
    if not knows(game, seat, key):
        yield refusal(technologies()[key].rule, technology=key)
