"""What the book of Terre de Cendre says of its land."""

from __future__ import annotations

import itertools
from collections import defaultdict
from functools import cached_property
from math import dist
from typing import Any

import networkx as nx
import shapely
from shapely.geometry import Point

from ..cendre.world import World, annex
from ..paths import subpaths
from .atlas import Atlas, Claims, shape

CRATER = "crachant"
RESOURCES = {
    ("plaine", ""): {"agricole"},
    ("collines", ""): {"metal", "pierre", "precieux"},
    ("collines", "forêt"): {"bois", "metal", "pierre", "precieux"},
    ("désert", ""): {"agricole", "metal", "precieux"},
    ("forêt", ""): {"bois"},
    ("jungle", ""): {"agricole", "bois", "precieux"},
    ("marais", ""): {"agricole", "precieux"},
    ("mer", ""): {"mer"},
    ("montagnes", ""): {"pierre", "metal"},
    ("montagnes", "forêt"): {"bois", "pierre", "metal"},
    ("terre morte", ""): {"agricole", "metal", "pierre"},
}
"""What each terrain can yield, as the list of terrains says."""

CAPITALS_APART = range(2, 15)
NEIGHBOURS = range(2, 10)


class AshLand(Atlas):
    """The map with its source: nations, bodies of water."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.world = World()
        self.nations = {nation["id"]: set(nation["territories"]) for nation in self.world.nations}
        self.bodies: dict[str, list[str]] = self.world.rules["water_bodies"]
        self.neighbours = {name: {way["to"]: way["type"] for way in space["adjacent"]} for name, space in self.spaces.items()}
        self.x = {name: space["anchor"]["xy"][0] / data["width"] for name, space in self.spaces.items()}
        self.y = {name: space["anchor"]["xy"][1] / data["height"] for name, space in self.spaces.items()}

    @cached_property
    def crater(self) -> Any:
        return shape(next(entry["path"] for entry in self.data["impassable"] if entry["id"] == CRATER))

    @cached_property
    def passable(self) -> Any:
        """Ways on foot: nobody crosses lava."""
        return nx.Graph((one, other) for (one, other), kind in self.ways.items() if kind != "lava")

    def of_terrain(self, terrain: str) -> list[str]:
        return [name for name, space in self.spaces.items() if space["terrain"] == terrain]


def outlines_fit_together(atlas: AshLand) -> Claims:
    whole = shapely.union_all([*atlas.shapes.values(), atlas.crater])
    total = sum(part.area for part in atlas.shapes.values()) + atlas.crater.area
    yield (
        shapely.get_num_geometries(whole) == 1 and not shapely.get_num_interior_rings(whole),
        "the land is one piece without a hole",
    )
    yield abs(whole.area - total) < 1e-3, "no territories overlap"
    lengths: dict[frozenset[str], float] = defaultdict(float)
    for (one, other), owners in atlas.stretches.items():
        yield len(owners) <= 2, f"the border at {one} has two sides: {sorted(owners)}"
        if len(owners) == 2:
            lengths[frozenset(owners)] += dist(one, other)
    yield set(lengths) == {frozenset(pair) for pair in atlas.ways}, "what is adjacent is what touches"
    for pair, length in lengths.items():
        yield length >= 10, f"the border of {' and '.join(sorted(pair))} can be seen"
    for name, space in atlas.spaces.items():
        spots = [space["anchor"]["xy"], *([space["city_at"]] if "city_at" in space else [])]
        yield all(atlas.shapes[name].contains(Point(spot)) for spot in spots), f"name and town of {name} lie in it"


def borders(atlas: AshLand) -> Claims:
    listed = {frozenset(border["between"]): border["type"] for border in atlas.data["borders"]}
    yield listed == {frozenset(pair): kind for pair, kind in atlas.ways.items()}, "the list of borders agrees with adjacency"
    for (one, other), kind in atlas.ways.items():
        yield atlas.ways.get((other, one)) == kind, f"{one} and {other} are adjacent both ways"
    for name, neighbours in atlas.neighbours.items():
        yield len(neighbours) in NEIGHBOURS, f"{name} has between 2 and 9 neighbours ({len(neighbours)})"
    yield (
        "FBO" not in atlas.neighbours["FFR"] and "BVD" not in atlas.neighbours["FGI"],
        "opposite lands of the four corners do not touch",
    )
    corner = atlas.shapes["FFR"].intersection(atlas.shapes["FBO"])
    yield (
        corner.geom_type == "Point" and corner.equals(atlas.shapes["FGI"].intersection(atlas.shapes["BVD"])),
        "four lands meet at one point",
    )


def water(atlas: AshLand) -> Claims:
    for name, space in atlas.spaces.items():
        wet = {other for other in atlas.neighbours[name] if other in atlas.sea}
        if space["kind"] == "land":
            yield (
                bool(wet) == space["attributes"].get("coastal", False),
                f"{name} touches water if the annex says so ({sorted(wet)})",
            )
        else:
            same = {atlas.world.body[other] for other in wet} <= {atlas.world.body[name]}
            yield same, f"the waters of {name} are closed off from other waters"
    yield set(atlas.world.body) == set(atlas.sea), "every sea belongs to one body of water"
    for body, codes in atlas.bodies.items():
        yield nx.is_connected(nx.subgraph(atlas.passable, codes)), f"{body} is in one piece"
    for name in atlas.world.rules["islands"]:
        yield set(atlas.neighbours[name]) <= set(atlas.sea), f"{name} is an island"
    inner = set(atlas.bodies["mer_interieure"])
    for name in ("AKL", "MER", "VOL", "MAR", "OUE", "BTR"):
        yield bool(inner & set(atlas.neighbours[name])), f"{name} lies on the Inner Sea"
    yield {"MIO", "MIR"} <= set(atlas.neighbours["MIC"]), "the Inner Sea is crossed from west to east"


def _in_order(atlas: AshLand, *names: str) -> bool:
    """From west to east."""
    return [atlas.x[name] for name in names] == sorted(atlas.x[name] for name in names)


def lie_of_the_land(atlas: AshLand) -> Claims:
    yield _in_order(atlas, "MIO", "MIC", "MIR"), "the parts of the Inner Sea lie from west to east"
    yield _in_order(atlas, "AKL", "MER", "VOL"), "Merisse lies between Akla and Voltdarg"
    around = {other for name in atlas.nations["MERISSE"] for other in atlas.neighbours[name]}
    yield bool(around & atlas.nations["AKLA"]) and bool(around & atlas.nations["VOLTDARG"]), "Merisse touches both its neighbours"
    for name in ("MAR", "OUE", "BTR"):
        yield atlas.y[name] > max(atlas.y[sea] for sea in ("MIO", "MIC", "MIR")), f"{name} lies on the southern shore"
    for name, space in atlas.spaces.items():
        yield not space["attributes"].get("frozen") or atlas.y[name] < 0.22, f"frozen {name} lies in the north"
    for name in atlas.bodies["ocean"]:
        yield atlas.x[name] < 0.3, f"{name} lies in the west"
    dead = atlas.of_terrain("terre morte")
    for name in dead:
        yield atlas.y[name] > 0.83, f"{name} lies along the south"
    yield nx.is_connected(atlas.passable.subgraph(dead)), "the Dead Lands are one barrier"
    for name in ("KAD", "KAT", "KKA", "KTO", "KVE", "MBT", "CLA", "HVA"):
        yield atlas.x[name] > 0.75, f"{name} lies in the eastern mountains"
    yield atlas.x["PLU"] < 0.35 and atlas.y["PLU"] < 0.35, "the Black Moon lies in the north-west"
    yield atlas.x["PGR"] > 0.75 and atlas.y["PGR"] < 0.35, "the Principality lies in the north-east"
    yield 0.35 < atlas.x["GPA"] < 0.6 and 0.4 < atlas.y["GPA"] < 0.7, "the Lords of Horses live in the middle"
    yield atlas.y["GOB"] > max(atlas.y[name] for name in ("VIL", "WAN", "STI")), "goblins live south of the Iron Federation"


def volcano(atlas: AshLand) -> Claims:
    ring = {name for name, outline in atlas.shapes.items() if outline.intersection(atlas.crater).length > 0}
    yield bool(ring) and ring <= atlas.nations["FEU"], f"the Protectorate of Fire encloses the Crachant ({sorted(ring)})"
    for one in ring:
        for other in ring & set(atlas.neighbours[one]):
            yield atlas.ways[one, other] == "lava", f"lava parts {one} and {other}"
    hull = shapely.union_all([*(atlas.shapes[name] for name in atlas.nations["FEU"]), atlas.crater]).convex_hull
    yield hull.contains(atlas.crater), "the Crachant lies in the middle of the Protectorate"


def rivers(atlas: AshLand) -> Claims:
    marked: dict[frozenset[str], str] = {}
    for river in atlas.data["rivers"]:
        marked |= {frozenset(banks): river["type"] for banks in river["along"]}
        (course,) = subpaths(river["path"])
        on_borders = all((min(step), max(step)) in atlas.stretches for step in itertools.pairwise(course))
        yield on_borders, f"{river['name']} runs along borders"
    found = {frozenset(pair): kind for pair, kind in atlas.ways.items() if kind != "open"}
    yield found == marked, "a border is a river's if a river runs along it"
    vlang = next(river for river in atlas.data["rivers"] if river["name"] == "Le Vlang")
    (course,) = subpaths(vlang["path"])
    banks = {name for pair in vlang["along"] for name in pair}
    yield vlang["type"] == "navigable", "the Vlang can be sailed"
    yield atlas.shapes["DME"].distance(Point(course[0])) == 0, "the Vlang rises in the Douce Mer"
    mouth = any(atlas.shapes[name].distance(Point(course[-1])) == 0 for name in atlas.bodies["ocean"])
    yield mouth, "the Vlang runs into the western sea"
    yield len(banks & atlas.nations["MERE"]) >= 3 and "PVL" in banks, "the Vlang runs through the marshes and the Plat du Vlang"


def nations(atlas: AshLand) -> Claims:
    yield len(atlas.nations) == 20, "there are twenty nations"
    yield (
        nx.is_connected(atlas.passable) and set(atlas.passable) == set(atlas.spaces),
        "every territory can be reached on foot or by sea",
    )
    for nation, lands in atlas.nations.items():
        yield nx.is_connected(atlas.passable.subgraph(lands)), f"{nation} is in one piece"
    capitals = [nation["capital"] for nation in atlas.world.nations]
    for one in capitals:
        reach = nx.single_source_shortest_path_length(atlas.passable, one)
        for other in capitals:
            yield one == other or reach[other] in CAPITALS_APART, f"the capitals {one} and {other} lie apart ({reach[other]})"


def wealth_of_the_land(atlas: AshLand) -> Claims:
    """Our own figures keep the limits of the book."""
    rows = {row["code"]: row for row in annex()}
    yield len(rows) == 147 and set(rows) == set(atlas.spaces), "the map has the 147 territories of the annex"
    capitals = {nation["capital"] for nation in atlas.world.nations}
    for code, row in rows.items():
        terrain, second = row["terrain"], row["terrain2"]
        allowed = {"mer"} | RESOURCES[second, ""] if row["archipelago"] == "yes" else RESOURCES[terrain, second]
        yield row["resource"] in allowed, f"{code} can yield {row['resource']}"
        for used, most in (("farms", "farm_capacity"), ("exploitations", "resource_level")):
            yield 0 <= int(row[used]) <= int(row[most]) <= 10, f"{code} has no more {used} than it can have"
        yield int(row["danger"]) in range(0, 61, 5), f"the danger of {code} is a multiple of 5 up to 60"
        yield all(int(row[figure]) in range(11) for figure in ("population", "source")), f"{code} has figures up to 10"
        sizes = range(3, 7) if code in capitals else range(1, 4)
        yield int(row["city_size"]) in sizes if row["city"] else not row["city_size"], f"the town of {code} has the right size"
    sizes_of_towns = {code: int(row["city_size"]) for code, row in rows.items() if row["city"]}
    yield max(sizes_of_towns, key=lambda code: sizes_of_towns[code]) == "LIM", "Limis is the greatest city"


CENDRE = (outlines_fit_together, borders, water, lie_of_the_land, volcano, rivers, nations, wealth_of_the_land)
