"""Technologies of transport, blue: Logistics and Machinery; Cartography has a module of its own."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat

from ...state import Medioevo
from ..battle.fight import side_of
from ..cards.common import is_in_battle, own_index
from ..cards.effects import has_effect, lay_effect
from ..movement.groups import change_march, march_of
from ..registry import technology
from .logistics import crossers


def _is_moving(game: Medioevo, seat: Seat) -> bool:
    return bool(game.marches) and march_of(game).seat == seat and bool(march_of(game).vehicles)


@technology(
    "logistics",
    "MU-TEC-12",
    windows=("W-5m", "W-6"),
    usable=lambda game, seat: _is_moving(game, seat) and march_of(game).conversions < 2 * crossers(game, march_of(game)),
)
def convert_move(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-12 For each point one land transport or engine may enter a sea zone, or one ship a territory."""
    change_march(game, conversions=march_of(game).conversions + 1)


def _crews(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    if is_in_battle(game, seat):
        for crew in side_of(game, own_index(game, seat)).crews:
            if any(crew.counts) and not has_effect(game, "crew-fights", f"v:{crew.engine}", seat):
                yield f"v:{crew.engine}"


@technology("machinery", "MU-TEC-13", windows=("W-B1",), stages=(_crews,))
def crew_fights(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-13 The crew of one engine also fights and uses its powers until the end of the turn."""
    (engine,) = chosen
    lay_effect(game, "crew-fights", seat, engine)
