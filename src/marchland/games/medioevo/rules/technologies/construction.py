"""Technologies of construction, green: Engineering."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat

from ...state import Medioevo
from ..cards.common import is_at_leisure, own_vehicles, read_number, scene
from ..components.table import has_settlement, holdings
from ..components.vehicles import piece_of, upgrade_vehicle
from ..conquest.buildings import can_raise, raise_building
from ..purchases.placement import has_token_for
from ..registry import ANY, technology


def _improvable(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Civil and military buildings and engines of the player that can rise a level; in a battle or alarm only those there."""
    places = [space for space in holdings(game, seat) if is_at_leisure(game) or space == scene(game)]
    for space in places:
        for category in ("civil", "military"):
            level = getattr(game.lands[space], category)
            if level and can_raise(game, category, level + 1):
                yield f"building:{space}:{category}"
    for id, engine in own_vehicles(game, seat, "engine"):
        if engine.space in places and _is_workshop(game, engine.space) and engine.level < 3:
            if has_token_for(game, seat, engine.level + 1, engine.level) and game.supply[piece_of("engine", engine.level + 1)]:
                yield f"v:{id}"


def _is_workshop(game: Medioevo, space: str) -> bool:
    return has_settlement(game, space) or game.lands[space].military > 0


@technology("engineering", "MU-TEC-54", windows=(ANY, "W-2e", "W-5b", "W-B0", "W-B1", "W-B7"), stages=(_improvable,))
def improve(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-54 A building or an engine rises a level without florins; Cathedrals have no second level."""
    (element,) = chosen
    if element.startswith("v:"):
        id = read_number(element)
        upgrade_vehicle(game, id, game.vehicles[id].level + 1, "MU-TEC-54")
        return
    _, space, category = element.split(":")
    raise_building(game, seat, space, category, getattr(game.lands[space], category) + 1, "MU-TEC-54")
