"""The maps as shipped: spaces tile the board without gaps or overlaps, and what is adjacent is what touches."""

import json
from collections import defaultdict
from functools import cache
from math import dist
from pathlib import Path
from typing import Any

import pytest

from marchland.kernel.title import titles
from marchland.render.geometry import Outline, edges
from marchland.render.mapfile import is_map, rings

HAIR = 3.0
"""Two spaces that touch over less than this (in pixels) may count as apart: nobody could see it."""

Grain = tuple[int, int]


def has_areas(path: Path) -> bool:
    return is_map(path) and "spaces" in json.loads(path.read_bytes())


MAPS = [path for title in titles().values() for path in sorted((title.folder / "data").glob("*.json")) if has_areas(path)]
each_map = pytest.mark.parametrize("path", MAPS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")


@cache
def spaces(path: Path) -> dict[str, Any]:
    return {space["id"]: space for space in json.loads(path.read_bytes())["spaces"]}


def grain(point: tuple[float, float]) -> Grain:
    return (round(point[0] * 10), round(point[1] * 10))


@cache
def owners(path: Path) -> dict[frozenset[Grain], list[str]]:
    """Every stretch of outline, with the spaces it belongs to."""
    found = defaultdict(list)
    for name, space in spaces(path).items():
        for ring in rings(space["path"]):
            for one, other in edges(ring):
                if grain(one) != grain(other):
                    found[frozenset((grain(one), grain(other)))].append(name)
    return found


def contacts(path: Path) -> dict[frozenset[str], float]:
    """How long the common border of two spaces is."""
    lengths: dict[frozenset[str], float] = defaultdict(float)
    for edge, names in owners(path).items():
        if len(set(names)) == 2:
            lengths[frozenset(names)] += dist(*edge) / 10
    return lengths


def links(path: Path) -> dict[tuple[str, str], str]:
    return {(name, way["to"]): way["type"] for name, space in spaces(path).items() for way in space["adjacent"]}


def test_there_are_maps_to_look_at():
    assert {path.parent.parent.name for path in MAPS} >= {"vinci", "medioevo", "cendre"}


@each_map
def test_adjacency_goes_both_ways_and_over_the_same_kind_of_border(path):
    ways = links(path)
    assert [way for way in ways if ways.get((way[1], way[0])) != ways[way]] == []
    assert all(one != other for one, other in ways)


@each_map
def test_no_stretch_of_border_belongs_to_more_than_two_spaces(path):
    assert [names for names in owners(path).values() if len(names) > 2] == []


@each_map
def test_the_middle_of_a_space_lies_in_that_space_alone(path):
    outlines = {name: Outline(rings(space["path"])) for name, space in spaces(path).items()}
    for name, space in spaces(path).items():
        assert [other for other, outline in outlines.items() if outline.holds(*space["anchor"]["xy"])] == [name]


@each_map
def test_what_is_adjacent_touches_unless_a_strait_lies_between(path):
    touching = contacts(path)
    assert [way for way, kind in links(path).items() if kind != "strait" and frozenset(way) not in touching] == []


@each_map
def test_what_touches_is_adjacent_unless_it_is_scenery(path):
    ways, everything = links(path), spaces(path)
    for (one, other), length in ((sorted(pair), length) for pair, length in contacts(path).items()):
        scenery = "void" in (everything[one]["kind"], everything[other]["kind"])
        assert scenery or length < HAIR or (one, other) in ways, f"{one} and {other} touch over {length:.1f}"
