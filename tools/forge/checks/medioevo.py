"""What Medioevo's rulebook says of its board: kingdoms, towns, ways."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import Any

import networkx as nx
import shapely
from shapely.geometry import LineString, Point

from ..paths import subpaths
from .atlas import Atlas, Claims, steps

TERRAINS = {"plains", "forest", "hills", "mountains", "desert"}
KINGDOMS = {"byzantium", "mamluks", "hungary", "empire", "novgorod", "horde"}
COLOURS = {"white", "blue", "yellow", "green", "red", "brown"}
NAMED_TOWNS = {"Roma", "Gerusalemme", "Caffa", "Saraj", "Trebisonda", "Antakya", "Panormum", "Alexandria", "Costantinopoli"}
NEAR = 3


def homes(atlas: Atlas) -> dict[str, list[str]]:
    return {kingdom["id"]: kingdom["territories"] for kingdom in atlas.data["kingdoms"]}


def neutral(atlas: Atlas) -> set[str]:
    return {name for name, land in atlas.land.items() if not land["attributes"].get("home")}


def fires(atlas: Atlas) -> set[str]:
    return {name for name, land in atlas.land.items() if land["attributes"].get("fire")}


def territories(atlas: Atlas) -> Claims:
    yield 90 <= len(atlas.land) <= 120, f"there are 90 to 120 territories ({len(atlas.land)})"
    yield 14 <= len(atlas.sea) <= 20, f"there are 14 to 20 sea zones ({len(atlas.sea)})"
    yield {land["terrain"] for land in atlas.land.values()} == TERRAINS, "there are five terrains"
    listed = sorted(name for names in atlas.data["regions"].values() for name in names)
    yield listed == sorted(atlas.land), "regions cover the land once"
    for region, names in atlas.data["regions"].items():
        shores = {sea for name in names for sea in atlas.land[name]["seas"]}
        yield nx.is_connected(atlas.everywhere.subgraph({*names, *shores})), f"{region} hangs together"
    beyond = [name for name, land in atlas.land.items() if not land["near"]]
    yield len(beyond) <= 12, f"little land is beyond everybody's reach {beyond}"


def kingdoms(atlas: Atlas) -> Claims:
    found = homes(atlas)
    sizes = {kingdom: len(lands) for kingdom, lands in found.items()}
    yield set(found) == KINGDOMS, "there are six kingdoms"
    yield max(sizes.values()) - min(sizes.values()) <= 1 and min(sizes.values()) >= 6, f"kingdoms are of one size ({sizes})"
    pieces = {kingdom["id"]: kingdom["pieces"] for kingdom in atlas.data["kingdoms"]}
    yield set(pieces.values()) == COLOURS and pieces["empire"] == "yellow", "there are six colours, and the Empire is yellow"
    for kingdom, lands in found.items():
        goods = [atlas.towns[name]["good"] for name in lands if name in atlas.towns]
        yield nx.is_connected(atlas.on_land.subgraph(lands)), f"{kingdom} is in one piece"
        yield len(goods) == len(set(goods)) == 4, f"{kingdom} has four towns with four goods"
        yield fires(atlas).isdisjoint(lands), f"no fire burns in {kingdom}"
    portless = [kingdom for kingdom, lands in found.items() if not any(atlas.towns.get(name, {}).get("port") for name in lands)]
    yield 1 <= len(portless) <= 2, f"some kingdom begins without a port {portless}"
    yield "jerusalem" in found["mamluks"], "Jerusalem begins with the Mamluks"
    yield "roma" in neutral(atlas), "Rome is neutral"


def linked_kingdoms(atlas: Atlas) -> Claims:
    found, links = homes(atlas), {frozenset(link) for link in atlas.data["kingdom_links"]}
    friends = {kingdom: {other for link in links if kingdom in link for other in link - {kingdom}} for kingdom in found}
    yield friends["empire"] == {"hungary"}, "the Empire is linked to Hungary alone"
    yield friends["byzantium"] == {"hungary", "horde", "mamluks"}, "Byzantium is linked to Hungary, the Horde and the Mamluks"
    yield nx.is_connected(nx.Graph(tuple(link) for link in links)), "any number of players can take linked kingdoms"
    gaps = {(one, other): _gap(atlas, found[one], found[other]) for one in found for other in found if one != other}
    for (one, other), gap in gaps.items():
        linked = frozenset((one, other)) in links
        yield gap <= NEAR if linked else gap > 1, f"{one} and {other} are {'near' if linked else 'apart'} ({gap})"
        if one == "empire" and other != "hungary":
            yield gap > gaps["empire", "hungary"], f"Hungary is nearer to the Empire than {other}"
    yield {"empire", "byzantium"} <= set(atlas.spaces["roma"]["near"]), "Rome is near the Empire and Byzantium"
    for one, other in map(tuple, links):
        near = [town["good"] for name, town in atlas.towns.items() if {one, other} & set(atlas.spaces[name]["near"])]
        yield len(set(near)) >= 7, f"{one} and {other} alone can trade seven goods"


def _gap(atlas: Atlas, one: list[str], other: list[str]) -> float:
    reach = nx.multi_source_dijkstra_path_length(atlas.everywhere, set(one))
    return float(min(reach.get(name, math.inf) for name in other))


def land_around_kingdoms(atlas: Atlas) -> Claims:
    for kingdom, lands in homes(atlas).items():
        reach = nx.multi_source_dijkstra_path_length(atlas.everywhere, set(lands))
        for name, distance in reach.items():
            said = atlas.spaces[name]["near"].get(kingdom)
            yield said == (distance if distance <= NEAR else None), f"the distance from {name} to {kingdom} is right"
        around = {name for name in neutral(atlas) if reach.get(name, math.inf) <= NEAR}
        yield len(around) >= 12, f"{kingdom} has neutral land within three ({len(around)})"
        yield any(reach[name] <= 2 for name in around & fires(atlas)), f"barbarians are within two of {kingdom}"
        yield bool(around & set(atlas.towns)), f"there are neutral markets near {kingdom}"
    yield "trebisonda" in fires(atlas), "barbarians begin at Trebisonda"
    yield fires(atlas) <= neutral(atlas) and 12 <= len(fires(atlas)) <= 24, "12 to 24 fires burn in neutral lands"


def towns(atlas: Atlas) -> Claims:
    goods = Counter(town["good"] for town in atlas.towns.values())
    yield 45 <= len(atlas.towns) <= 55, f"there are 45 to 55 towns ({len(atlas.towns)})"
    yield set(goods) == {good["id"] for good in atlas.data["goods"]} and len(goods) == 8, "there are eight goods"
    yield max(goods.values()) - min(goods.values()) <= 1, f"goods are spread evenly ({dict(goods)})"
    yield {town["name"]["it"] for town in atlas.towns.values()} >= NAMED_TOWNS, "the towns that the rulebook names exist"
    for name, town in atlas.towns.items():
        yield atlas.shapes[name].buffer(0.2).contains(Point(town["xy"])), f"{town['name']['en']} stands in its territory"
        open_shore = any(sea in atlas.open_sea for sea in atlas.land[name]["seas"])
        yield open_shore or not town.get("port"), f"the port of {name} opens on the open sea"
    for name in ("constantinople", "alexandria"):
        yield bool(atlas.towns[name].get("port")), f"{name} has a port"
    for name, good in atlas.rules["goods"].items():
        yield atlas.towns[name]["good"] == good, f"{name} produces {good}"
    for name, not_goods in atlas.rules["not_goods"].items():
        yield atlas.towns[name]["good"] not in not_goods, f"{name} produces none of {not_goods}"


def ways(atlas: Atlas) -> Claims:
    """The worked examples of caravans and of neighbours."""
    for one, other, wanted in atlas.rules["caravan"]:
        found = steps(atlas.on_land, one, other)
        yield found == wanted, f"a caravan from {one} to {other} takes {wanted} ({found})"
    by_saraj = any("saraj" in way for way in nx.all_shortest_paths(atlas.on_land, "caffa", "trebisonda"))
    yield by_saraj, "Saraj lies on the way from Caffa to Trebisonda"
    yield steps(atlas.on_land, "trebisonda", "antakya") < math.inf, "a caravan can go on to Antakya"
    for one, other in atlas.rules["neighbours"]:
        yield steps(atlas.everywhere, one, other) <= NEAR, f"{one} and {other} are neighbours"
        yield bool(atlas.shores(one, other)), f"{one} and {other} lie on one sea zone"
    for one, other in atlas.rules["not_by_land"]:
        yield steps(atlas.on_land, one, other) == math.inf, f"there is no way by land from {one} to {other}"
    yield nx.is_connected(atlas.open_sea), "ships can sail from the Ocean to Tana"


def dardanelles(atlas: Atlas) -> Claims:
    one, other = atlas.data["dardanelles"]
    straits = {frozenset(pair) for pair, kind in atlas.ways.items() if kind == "strait"}
    yield straits == {frozenset((one, other))}, "the Dardanelles are the only crossing"
    yield atlas.shapes[one].distance(atlas.shapes[other]) > 1, "water lies between its shores"
    without = atlas.on_land.copy()
    without.remove_edges_from([(one, other)])
    yield steps(without, one, other) > NEAR, "without it, the way round is long"


def rivers(atlas: Atlas) -> Claims:
    courses: dict[str, list[Any]] = defaultdict(list)
    for border in atlas.data["borders"]:
        if border["type"] == "river":
            courses[border["name"]["en"]] += map(LineString, subpaths(border["d"]))
    yield len(courses) >= 10, f"there are ten rivers or more ({len(courses)})"
    for river, parts in courses.items():
        joined = shapely.union_all([part.buffer(1.5) for part in parts])
        yield shapely.get_num_geometries(joined) == 1, f"the {river} flows in one piece"


MEDIOEVO = (territories, kingdoms, linked_kingdoms, land_around_kingdoms, towns, ways, dardanelles, rivers)
