"""The map forge: every shipped map is what it makes of its source; what is wrong with a source is said."""

import json
import math
from functools import cache

import pytest
from tools.forge.__main__ import main
from tools.forge.areas import forge_areas
from tools.forge.cendre.anneal import anneal
from tools.forge.cendre.layout import Rules, broken_rules
from tools.forge.cendre.world import SOURCE, World
from tools.forge.checks import CHECKS, broken
from tools.forge.maps import GAMES, MAPS
from tools.forge.preview import preview
from tools.forge.source import SOURCES, SourceError, load_source


@cache
def made(name):
    return MAPS[name].make()


@pytest.mark.parametrize("name", MAPS)
def test_every_shipped_map_is_what_the_forge_makes_of_its_source(name):
    assert MAPS[name].written(made(name)) == MAPS[name].target.read_text(encoding="utf-8")


# -- what the rulebooks say of the boards ------------------------------------------------------------------


@pytest.mark.parametrize(("name", "check"), [(name, check) for name, (_, checks) in CHECKS.items() for check in checks])
def test_every_shipped_map_keeps_what_its_rulebook_says(name, check):
    claims = list(check(look(name)))
    assert len(claims) >= 3
    assert [claim for holds, claim in claims if not holds] == []


@cache
def look(name):
    return CHECKS[name][0](json.loads(MAPS[name].target.read_bytes()))


def spoiled(name, spoil):
    """The claims that a map breaks once it is spoiled."""
    data = json.loads(MAPS[name].target.read_bytes())
    spoil({place["id"]: place for place in data.get("spaces") or data["cities"]}, data)
    return broken(name, data)


def apart(spaces, one, other):
    """Two spaces that are no longer adjacent."""
    for name, away in ((one, other), (other, one)):
        spaces[name]["adjacent"] = [way for way in spaces[name]["adjacent"] if way["to"] != away]


def test_a_constraint_that_a_map_breaks_is_named():
    faults = spoiled("vinci45", lambda spaces, data: apart(spaces, "pyrenees", "south_spain"))
    assert "worked_example: the Pyrenees border south_spain" in faults
    faults = spoiled("vinci", lambda spaces, data: spaces["scotland"]["entry"].update(by_sea=[]))
    assert "entry: scotland is entered across exactly one sea" in faults
    faults = spoiled("medioevo", lambda spaces, data: spaces["constantinople"]["town"].update(port=False))
    assert faults == ["towns: constantinople has a port"]
    faults = spoiled("medioevo", lambda spaces, data: apart(spaces, *data["dardanelles"]))
    assert "dardanelles: the Dardanelles are the only crossing" in faults
    faults = spoiled("byzantium", lambda cities, data: cities["mecca"].update(value=3, start_tokens=3))
    assert faults == ["sides_and_tokens: mecca is arab and has 2 tokens"]
    faults = spoiled("cendre", lambda spaces, data: spaces["GOB"]["attributes"].update(coastal=True))
    assert faults == ["water: GOB touches water if the annex says so ([])"]


def test_a_border_moved_in_a_source_moves_it_on_the_map_and_a_broken_constraint_is_named():
    """Southern Spain without its coast up to the Ebro no longer reaches the Pyrenees, which the worked example needs."""
    spec = load_source(SOURCES / "vinci45.yaml")
    lands = {land["id"]: land for land in spec["land"]}
    coast = [seed for seed in lands["south_spain"]["at"] if seed[1] > 39 and seed[0] < 0]
    lands["south_spain"]["at"] = [seed for seed in lands["south_spain"]["at"] if seed not in coast]
    lands["castile"]["at"] = lands["castile"]["at"] + coast
    moved = forge_areas(spec)
    before, after = ({space["id"]: space for space in data["spaces"]} for data in (made("vinci45"), moved))
    assert after["castile"]["area"] > before["castile"]["area"]
    assert after["south_spain"]["path"] != before["south_spain"]["path"]
    assert after["scotland"] == before["scotland"]
    assert "worked_example: the Pyrenees border south_spain" in broken("vinci45", moved)


def test_a_map_that_breaks_a_constraint_is_not_written(tmp_path, monkeypatch):
    data = json.loads(MAPS["byzantium"].target.read_bytes())
    next(city for city in data["cities"] if city["id"] == "mecca")["value"] = 1
    target = tmp_path / "map.json"
    monkeypatch.setitem(MAPS, "byzantium", MAPS["byzantium"]._replace(target=target, make=lambda: data))
    with pytest.raises(SystemExit, match="byzantium breaks sides_and_tokens: mecca is arab and has 2 tokens"):
        main(["make", "byzantium"])
    assert not target.exists()


def test_a_map_is_made_where_its_title_looks_for_it(tmp_path, monkeypatch, capsys):
    target = tmp_path / "map.json"
    monkeypatch.setitem(MAPS, "byzantium", MAPS["byzantium"]._replace(target=target))
    main(["make", "byzantium"])
    assert target.read_bytes() == (GAMES / "byzantium/data/map.json").read_bytes()
    main(["check", "byzantium"])
    main(["preview", "byzantium", "--folder", str(tmp_path)])
    assert (tmp_path / "byzantium.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "byzantium: made anew" in capsys.readouterr().out


def test_a_map_that_does_not_exist_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["make", "atlantis"])
    assert "there is no map 'atlantis', only vinci, vinci45, medioevo, byzantium, cendre" in capsys.readouterr().err


def test_a_seed_in_the_sea_is_named():
    spec = load_source(SOURCES / "vinci45.yaml")
    next(land for land in spec["land"] if land["id"] == "scotland")["at"] = [[-29, 40]]
    with pytest.raises(SourceError, match="scotland got no area: move its seed"):
        forge_areas(spec)


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
