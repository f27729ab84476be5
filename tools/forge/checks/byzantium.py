"""What Byzantium's rulebook says of its board: cities, ways, sides."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import combinations
from typing import Any

import networkx as nx
from shapely.geometry import LineString, Point

from ..paths import LANGUAGES
from .atlas import Claims, shape, steps

NAMED_CITIES = [
    "constantinople",
    "nicea",
    "ankara",
    "tarsus",
    "antioch",
    "damascus",
    "palmyra",
    "jerusalem",
    "alexandria",
    "candia",
    "athens",
    "thessalonica",
    "adrianople",
    "dyrrachium",
    "hira",
    "baghdad",
    "mecca",
]
VALUES = {"mecca": ("arab", 2), "damascus": ("byzantine", 3), "athens": ("byzantine", 2)}
TOKENS = 60
APART, CLEAR, RIM = 46, 17, 25
"""In pixels: how near two cities may stand, how near a way may pass a third, how near the rim a city may be."""


class Network:
    """Cities and the ways between them."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.cities: dict[str, dict[str, Any]] = {city["id"]: city for city in data["cities"]}

    @cached_property
    def ways(self) -> Any:
        return self.of_types("road", "desert", "sea")

    def of_types(self, *types: str) -> Any:
        found = nx.Graph()
        found.add_edges_from((*link["between"], link) for link in self.data["links"] if link["type"] in types)
        return found

    def way(self, one: str, other: str) -> str:
        return str(self.ways.edges[one, other]["type"]) if self.ways.has_edge(one, other) else ""

    def of_side(self, side: str) -> Iterable[str]:
        return [name for name, city in self.cities.items() if city["side"] == side]


def cities_stand_on_land(network: Network) -> Claims:
    width, height = network.data["width"], network.data["height"]
    land = shape(network.data["land"])
    yield len(network.cities) == len(network.data["cities"]) and 30 <= len(network.cities) <= 40, "there are 30 to 40 cities"
    yield set(NAMED_CITIES) <= set(network.cities), "the cities that the rulebook names exist"
    for name, city in network.cities.items():
        x, y = city["xy"]
        yield all(city["name"].get(language) for language in LANGUAGES), f"{name} has a name in every language"
        yield RIM < x < width - RIM and RIM < y < height - RIM, f"{name} is on the board"
        yield land.distance(Point(x, y)) <= 4, f"{name} stands on land"
    for one, other in combinations(network.cities.values(), 2):
        yield math.dist(one["xy"], other["xy"]) >= APART, f"{one['id']} and {other['id']} stand apart"


def ways_join_two_cities(network: Network) -> Claims:
    said = {(name, way["to"]): way["type"] for name, city in network.cities.items() for way in city["adjacent"]}
    yield (
        len({frozenset(link["between"]) for link in network.data["links"]}) == len(network.data["links"]),
        "every way is listed once",
    )
    for link in network.data["links"]:
        one, other = link["between"]
        ends = (network.cities[one]["xy"], network.cities[other]["xy"])
        yield (link["points"][0], link["points"][-1]) == ends, f"the way from {one} to {other} meets its cities"
        yield said.get((one, other)) == said.get((other, one)) == link["type"], f"{one} and {other} are adjacent both ways"
        line = LineString(link["points"])
        for name, city in network.cities.items():
            clear = name in (one, other) or line.distance(Point(city["xy"])) >= CLEAR
            yield clear, f"the way from {one} to {other} does not run over {name}"
    yield nx.is_connected(network.ways) and set(network.ways) == set(network.cities), "all cities hang together"
    for one, other in combinations(network.data["links"], 2):
        if not set(one["between"]) & set(other["between"]):
            crossed = LineString(one["points"]).crosses(LineString(other["points"]))
            yield not crossed, f"the ways {one['between']} and {other['between']} do not cross"


def sides_and_tokens(network: Network) -> Claims:
    tokens: Counter[str] = Counter()
    for name, (side, value) in VALUES.items():
        city = network.cities[name]
        yield (city["side"], city["value"]) == (side, value), f"{name} is {side} and has {value} tokens"
    for name, city in network.cities.items():
        empty = city["side"] == "persian" or name == "constantinople"
        yield city["start_tokens"] == (0 if empty else city["value"]), f"{name} begins with the right tokens"
        yield name == "constantinople" or 1 <= city["value"] <= 3, f"{name} has a strength from 1 to 3"
        tokens[city["side"]] += city["start_tokens"]
    for side in ("byzantine", "arab"):
        yield tokens[side] <= TOKENS, f"there are enough {side} tokens ({tokens[side]})"
    capital = network.cities["constantinople"]
    yield capital["value"] == 5 and capital["controllable"] is False, "Constantinople counts 5 and is nobody's"
    yield {"hira", "baghdad"} <= set(network.of_side("persian")), "Hira and Baghdad are Persian"


def ways_of_the_examples(network: Network) -> Claims:
    marches = (("hira", "baghdad"), ("antioch", "damascus"), ("tarsus", "antioch"), ("antioch", "palmyra"))
    for one, other in (*marches, ("constantinople", "adrianople"), ("thessalonica", "athens")):
        yield network.way(one, other) == "road", f"a road joins {one} and {other}"
    for name in ("palmyra", "damascus"):
        yield steps(network.ways, "tarsus", name) == 2, f"{name} is two marches from Tarsus"
    yield network.way("jerusalem", "alexandria") in ("road", "desert"), "Alexandria is reached from Jerusalem by land"
    for one, other in (("alexandria", "candia"), ("constantinople", "nicea")):
        yield network.way(one, other) == "sea", f"{one} and {other} are joined by sea"
    factor = network.ways.get_edge_data("constantinople", "nicea", {}).get("arab_cost_factor")
    yield factor == 2, "Arabs pay double from Nicea to Constantinople"
    for way in network.cities["mecca"]["adjacent"]:
        yield way["type"] == "desert", f"the way from Mecca to {way['to']} is a desert track"
    yield any(network.way(name, "jerusalem") for name in network.of_side("arab")), "Jerusalem lies open to the Arabs at once"
    for name in network.of_side("arab"):
        yield steps(network.ways, name, "nicea") > 3, f"Nicea cannot be reached from {name} in the first turn"


def bulgars_and_coasts(network: Network) -> Claims:
    balkans = set(network.data["rules"]["balkans"])
    by_land = nx.node_connected_component(network.of_types("road", "desert"), "constantinople")
    yield by_land == balkans | {"constantinople"}, "by land the Bulgars reach the Balkans and Constantinople"
    arrows = {arrow["to"] for arrow in network.data["bulgars"]["arrows"]}
    marked = {name for name, city in network.cities.items() if city.get("bulgar_arrow")}
    yield arrows == marked, "the arrows drawn are those of the data"
    yield "adrianople" in arrows and arrows <= balkans, f"the Bulgars come into the Balkans ({sorted(arrows)})"
    coastal = {name for name, city in network.cities.items() if city.get("coastal")}
    for name in network.of_types("sea"):
        yield name in coastal, f"{name} has a sea lane and a coast"
    seas = {sea for name in coastal for sea in network.cities[name]["seas"]}
    yield {"mediterranean", "black_sea"} <= seas, "there are coasts of both seas"


BYZANTIUM = (cities_stand_on_land, ways_join_two_cities, sides_and_tokens, ways_of_the_examples, bulgars_and_coasts)
