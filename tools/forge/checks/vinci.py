"""What Vinci's rulebook says of its board, and what makes one fair."""

from __future__ import annotations

from collections import Counter

import networkx as nx

from .atlas import Atlas, Claims

PLAIN = {"farmland", "pasture", "hills"}
COST = {"forest": 3, "mountain": 3}
PROVINCES = {"vinci": range(60, 76), "vinci45": range(45, 46)}
BROWN_TOKENS = 33
"""The box holds a brown token for every province that is not a mountain."""


def provinces_and_terrains(atlas: Atlas) -> Claims:
    provinces, terrains = len(atlas.land), Counter(land["terrain"] for land in atlas.land.values())
    yield provinces in PROVINCES[atlas.data["map"]], f"the number of provinces is right ({provinces})"
    yield set(terrains) == set(atlas.data["terrains"]), f"every terrain is on the board ({dict(terrains)})"
    yield {"farmland", "pasture", "forest", "mountain"} <= set(terrains), "the four terrains of the tiles are on the board"
    share = provinces / len(terrains)
    for terrain, count in terrains.items():
        yield 0.6 * share <= count <= 1.5 * share, f"there is neither too much nor too little {terrain} ({count})"
    yield abs(terrains["farmland"] - terrains["pasture"]) <= 1, "there is as much farmland as pasture"
    if atlas.data["map"] == "vinci45":
        yield provinces - terrains["mountain"] == BROWN_TOKENS, "33 provinces are no mountains"


def ports_and_mines(atlas: Atlas) -> Claims:
    ports = {name for name, land in atlas.land.items() if land["attributes"].get("port")}
    mines = {name for name, land in atlas.land.items() if land["attributes"].get("mine")}
    for name in ports:
        yield bool(atlas.land[name]["seas"]), f"the port of {name} lies on a coast"
        yield name not in mines, f"{name} has not both a port and a mine"
    yield 0.18 <= len(ports) / len(atlas.land) <= 0.35, f"there are enough ports ({len(ports)})"
    yield 0.09 <= len(mines) / len(atlas.land) <= 0.2, f"there are enough mines ({len(mines)})"
    for name, sea in atlas.sea.items():
        yield sea["attributes"].get("size") in ("ocean", "great", "inland"), f"{name} has a size"


def entry(atlas: Atlas) -> Claims:
    """A new civilisation comes over the rim, or across exactly one sea."""
    for name, land in atlas.land.items():
        by_sea = [sea for sea in land["seas"] if atlas.sea[sea]["edge"]]
        said = {"edge": land["edge"], "by_sea": sorted(by_sea), "ok": bool(land["edge"] or by_sea)}
        yield land["entry"] == said, f"what is said of entry into {name} is right"
    for name in atlas.rules["entry_yes"]:
        way = atlas.land[name]["entry"]
        yield bool(way["by_sea"]) and not way["edge"], f"{name} is entered across exactly one sea"
    for name in atlas.rules["entry_no"]:
        yield not atlas.land[name]["entry"]["ok"], f"{name} cannot be entered at once"
    ways = sum(land["entry"]["ok"] for land in atlas.land.values())
    yield 0.3 <= ways / len(atlas.land) <= 0.7, f"there are enough ways in ({ways})"


def worked_example(atlas: Atlas) -> Claims:
    """Thirteen tokens: 5 for a forest with two defenders, 3 for the Pyrenees, then 2 and 2 from above, and 1 left."""
    example = atlas.rules["example"]
    terrain = {role: atlas.spaces[name]["terrain"] for role, name in example.items()}
    yield terrain["forest"] == "forest", "southern Spain is a forest"
    yield terrain["mountain"] == "mountain", "the Pyrenees are mountains"
    yield terrain["spain"] in PLAIN and terrain["france"] in PLAIN, "the example ends in plain provinces"
    for role in ("forest", "spain", "france"):
        yield (example["mountain"], example[role]) in atlas.ways, f"the Pyrenees border {example[role]}"
    defenders_less_height = {"forest": 2, "mountain": 0, "spain": 0, "france": 0}
    cost = [COST.get(terrain[role], 2) + more for role, more in defenders_less_height.items()]
    yield cost == [5, 3, 2, 2], f"the example costs 5, 3, 2 and 2 ({cost})"


def coasts(atlas: Atlas) -> Claims:
    yield len(atlas.data["straits"]) >= 6, "there are borders across water"
    for strait in atlas.data["straits"]:
        one, other = strait["between"]
        yield bool(atlas.shores(one, other)), f"{one} and {other} face each other over one sea"
    yield nx.is_connected(atlas.on_land), "every province can be reached without Astronomy"
    yield nx.is_connected(atlas.open_sea), "open seas hang together"
    for sea, provinces in atlas.data["coasts"].items():
        on_it = sorted(name for name, land in atlas.land.items() if sea in land["seas"])
        yield provinces == on_it, f"the list of provinces on {sea} is right"
    for name, degree in atlas.on_land.degree():
        yield 1 <= degree <= 10, f"{name} has between 1 and 10 neighbours ({degree})"


VINCI = (provinces_and_terrains, ports_and_mines, entry, worked_example, coasts)
