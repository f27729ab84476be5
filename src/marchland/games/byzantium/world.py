"""The board: cities, roads, deserts and seas. Facts of the map file; nothing here changes in play."""

from __future__ import annotations

from typing import Any

import msgspec

from marchland.kernel.atlas import Atlas, Border, Space

from .tables import DATA, ROAD, SEA, CityId, Side


class Site(msgspec.Struct, frozen=True):
    """What the board prints for one city."""

    id: CityId
    name: dict[str, str]
    side: Side
    value: int
    start_tokens: int
    coastal: bool
    adjacent: tuple[dict[str, Any], ...]
    bulgar_arrow: bool = False
    controllable: bool = True


class _Board(msgspec.Struct, frozen=True):
    cities: tuple[Site, ...]


def _atlas(sites: dict[CityId, Site]) -> Atlas:
    return Atlas(
        Space(site.id, site.name, "city", adjacent=tuple(Border(link["to"], link["type"]) for link in site.adjacent))
        for site in sites.values()
    )


SITES: dict[CityId, Site] = {
    site.id: site
    for site in sorted(msgspec.json.decode((DATA / "map.json").read_bytes(), type=_Board).cities, key=lambda site: site.id)
}
CITIES: tuple[CityId, ...] = tuple(SITES)
"""Every city in the order in which rules go through them."""

ATLAS = _atlas(SITES)

SEA_FACTOR: dict[tuple[CityId, CityId], int] = {
    (site.id, link["to"]): link.get("arab_cost_factor", 1)
    for site in SITES.values()
    for link in site.adjacent
    if link["type"] == SEA
}
"""What an Arab army's price of a sea link is multiplied by."""

BALKANS: tuple[CityId, ...] = ATLAS.group("adrianople", CITIES, ROAD)
"""The cities the Bulgars can walk to, Constantinople included."""

ROADS: dict[CityId, tuple[CityId, ...]] = {city: ATLAS.neighbours(city, ROAD) for city in CITIES}

COAST: tuple[CityId, ...] = tuple(site.id for site in SITES.values() if site.coastal)
