"""The map forge: every shipped map is what it makes of its source; what is wrong with a source is said."""

import math
from functools import cache

import pytest
from tools.forge.cendre.anneal import anneal
from tools.forge.cendre.layout import Rules, broken_rules
from tools.forge.cendre.world import SOURCE, World
from tools.forge.maps import MAPS
from tools.forge.preview import preview
from tools.forge.source import SOURCES, load_source


@cache
def made(name):
    return MAPS[name].make()


@pytest.mark.parametrize("name", MAPS)
def test_every_shipped_map_is_what_the_forge_makes_of_its_source(name):
    assert MAPS[name].written(made(name)) == MAPS[name].target.read_text(encoding="utf-8")


# -- editions --------------------------------------------------------------------------------------------


def test_a_joined_land_stands_for_its_parts_and_has_their_seeds():
    whole, joined = (load_source(SOURCES / f"{name}.yaml") for name in ("vinci", "vinci45"))
    seeds = {land["id"]: land["at"] for land in whole["land"]}
    lands = {land["id"]: land for land in joined["land"]}
    assert lands["britannia"]["at"] == seeds["england"] + seeds["northumbria"]
    assert lands["britannia"]["terrain"] == "farmland"
    assert {"england", "northumbria"}.isdisjoint(lands)
    assert lands["castile"]["terrain"] == "hills"
    assert "merge" not in joined


def test_a_joined_edition_has_each_strait_once_and_none_inside_a_land():
    straits = [frozenset(strait["between"]) for strait in load_source(SOURCES / "vinci45.yaml")["straits"]]
    assert len(straits) == len(set(straits))
    assert all(len(strait) == 2 for strait in straits)


# -- Terre de Cendre ---------------------------------------------------------------------------------------


def test_the_stored_layout_keeps_every_rule():
    world = World()
    assert broken_rules(Rules(world), world.points, world.weights) == []


def test_broken_rules_of_a_layout_are_named():
    world = World()
    one, other = world.index["AKL"], world.index["GOB"]
    world.points[[one, other]] = world.points[[other, one]]
    broken = broken_rules(Rules(world), world.points, world.weights)
    assert any(fault.startswith("missing: AKL-BPL") for fault in broken)
    assert any(fault.startswith("dry: AKL") for fault in broken)
    assert any(fault.startswith(("forbidden: GOB-MIO", "forbidden: MIO-GOB")) for fault in broken)


def test_the_solver_never_ends_worse_than_it_began():
    world, said = World(), []
    world.points[world.index["GPA"]] += 25
    rules = Rules(world)
    before = len(broken_rules(rules, world.points, world.weights))
    assert len(anneal(world, 60, seed=7, heat=0.1, log=said.append)) <= before
    assert said[0].startswith("step      0")


def test_storing_seeds_changes_nothing_else_of_the_source(tmp_path):
    copy = tmp_path / "cendre.yaml"
    copy.write_text(SOURCE.read_text(encoding="utf-8"), encoding="utf-8")
    world = World(copy)
    world.points[world.index["AKL"]] = (1.25, 2.0)
    world.weights[world.index["AKL"]] = 3
    world.store_seeds()
    before, again = World(), World(copy)
    assert tuple(again.points[again.index["AKL"]]) == (1.2, 2.0)
    assert again.weights[again.index["AKL"]] == 3
    before.rules["lands"]["AKL"]["seed"] = [1.2, 2.0, 3]
    assert again.rules == before.rules


def test_thinned_outlines_stay_near_the_measured_ones():
    """The box of a space is measured before thinning: its outline may fall short of it by a hair, never go beyond."""
    for space in made("cendre")["spaces"]:
        points = [tuple(map(float, point.split(","))) for point in space["path"].strip("MZ").split("L")]
        xs, ys = zip(*points, strict=True)
        drawn = (min(xs), min(ys), max(xs), max(ys))
        assert math.dist(drawn, space["bbox"]) < 4, space["id"]


# -- the drawing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAPS)
def test_a_preview_names_every_space(name):
    drawing, data = preview(MAPS[name].target), made(name)
    assert drawing.count("<text") >= len(data.get("spaces") or data["cities"])
