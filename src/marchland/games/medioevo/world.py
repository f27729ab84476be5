"""The world of the map: territories, sea zones, towns, kingdoms, distances. Facts of the map file; nothing here changes in play."""

from __future__ import annotations

from functools import cache

import msgspec

from marchland.kernel.atlas import Atlas

from .tables import DATA, event_areas, event_cards
from .title import MAP_PRINTINGS

FIRST = MAP_PRINTINGS[0]
MAPS = {FIRST: DATA / "map.json", "second": DATA / "map_second.json"}
"""The map files by printing: a later one says only what it has otherwise than the first. A game keeps the one it was begun with."""
LAND_BORDERS = ("land", "river", "strait")


class Town(msgspec.Struct, frozen=True):
    """A settlement: the good it produces and whether it has a port."""

    name: dict[str, str]
    good: str
    port: bool = False
    xy: tuple[float, float] = (0.0, 0.0)


class Kingdom(msgspec.Struct, frozen=True):
    id: str
    name: dict[str, str]
    color: str
    territories: tuple[str, ...]


class Good(msgspec.Struct, frozen=True):
    id: str
    name: dict[str, str]
    color: str
    cube: str


class _Place(msgspec.Struct, frozen=True):
    id: str
    town: Town | None = None


class _BoardFile(msgspec.Struct, frozen=True):
    spaces: tuple[_Place, ...]
    kingdoms: tuple[Kingdom, ...]
    kingdom_links: tuple[tuple[str, str], ...]
    goods: tuple[Good, ...]


class _Reprint(msgspec.Struct, frozen=True):
    """A later printing: the spaces that bear a sign, all others do not; and the settlements it has besides those of the first."""

    attributes: dict[str, tuple[str, ...]]
    towns: dict[str, Town] = {}


@cache
def atlas() -> Atlas:
    return Atlas.load(MAPS[FIRST])


@cache
def _file() -> _BoardFile:
    return msgspec.json.decode(MAPS[FIRST].read_bytes(), type=_BoardFile)


@cache
def _reprint(printing: str) -> _Reprint:
    return msgspec.json.decode(MAPS[printing].read_bytes(), type=_Reprint)


@cache
def towns(printing: str) -> dict[str, Town]:
    """Settlements by territory, sorted."""
    found = {place.id: place.town for place in _file().spaces if place.town}
    more = {} if printing == FIRST else _reprint(printing).towns
    return dict(sorted((found | more).items()))


@cache
def kingdoms() -> dict[str, Kingdom]:
    return {kingdom.id: kingdom for kingdom in _file().kingdoms}


@cache
def home_of() -> dict[str, str]:
    """The kingdom to which a coloured territory belongs."""
    return {territory: kingdom.id for kingdom in kingdoms().values() for territory in kingdom.territories}


@cache
def links(kingdom: str) -> tuple[str, ...]:
    """MU-SET-10 The kingdoms linked to this one when fewer than six play."""
    pairs = _file().kingdom_links
    return tuple(sorted({other for pair in pairs if kingdom in pair for other in pair if other != kingdom}))


@cache
def goods() -> tuple[str, ...]:
    return tuple(good.id for good in _file().goods)


@cache
def good_table() -> dict[str, Good]:
    return {good.id: good for good in _file().goods}


@cache
def lands() -> tuple[str, ...]:
    return atlas().of_kind("land")


@cache
def seas() -> tuple[str, ...]:
    return atlas().of_kind("sea")


@cache
def is_sea(space: str) -> bool:
    return atlas()[space].kind == "sea"


@cache
def land_neighbours(space: str) -> tuple[str, ...]:
    """MU-MOV-08 Territories next to this one by land; the Dardanelles count, no other strait does."""
    return tuple(there for there in atlas().neighbours(space, *LAND_BORDERS) if atlas()[there].kind == "land")


@cache
def sea_neighbours(space: str) -> tuple[str, ...]:
    """Sea zones next to a territory or sea zone."""
    return atlas().neighbours(space, "coast", "sea") if is_sea(space) is False else atlas().neighbours(space, "sea")


@cache
def coasts(sea: str) -> tuple[str, ...]:
    """Territories on the shore of a sea zone."""
    return atlas().neighbours(sea, "coast")


@cache
def neighbours(space: str) -> tuple[str, ...]:
    """Every territory or sea zone one step away."""
    return tuple(there for there in atlas().neighbours(space) if atlas()[there].kind in ("land", "sea"))


@cache
def distances(space: str) -> dict[str, int]:
    """Steps from a space to every other, over land and sea zones (reading S-38)."""
    playable = frozenset(lands() + seas())
    return atlas().distances(space, within=playable)


def distance(one: str, other: str) -> int:
    return distances(one).get(other, 99)


@cache
def within(space: str, steps: int) -> frozenset[str]:
    """Territories at most so many steps away, itself included."""
    reach = distances(space)
    return frozenset(there for there in lands() if reach.get(there, 99) <= steps)


@cache
def fires(printing: str = FIRST) -> tuple[str, ...]:
    """Territories with a fire icon."""
    if printing == FIRST:
        return tuple(space for space in lands() if atlas()[space].attributes.get("fire"))
    burning = _reprint(printing).attributes["fire"]
    return tuple(space for space in lands() if space in burning)


@cache
def terrain(space: str) -> str:
    return "sea" if is_sea(space) else atlas()[space].terrain


@cache
def crosses_river(one: str, other: str) -> bool:
    return atlas().border_type.get((one, other)) == "river"


@cache
def producers(good: str, printing: str) -> tuple[str, ...]:
    """Territories whose settlement produces a good."""
    return tuple(space for space, town in towns(printing).items() if town.good == good)


@cache
def event_zone(area: str, printing: str = FIRST) -> frozenset[str]:
    """MU-EVT-03 The red territories of an event area and the sea zones next to them (reading R-49)."""
    red = _red_territories(area, printing)
    return frozenset(red | {sea for space in red for sea in sea_neighbours(space)})


def _red_territories(area: str, printing: str) -> set[str]:
    rule = event_areas()[area]
    if rule.near:
        return {space for centre in rule.near for space in within(centre, rule.within)}
    core = set(fires(printing)) if rule.fire else set(kingdoms()[rule.home].territories)
    return core | {there for space in core for there in land_neighbours(space)}


@cache
def event_deck() -> tuple[str, ...]:
    return tuple(sorted(event_cards()))
