"""Maps as data: borders, groups, distances, coasts, and broken files."""

import json

import pytest

from marchland.games.vinci.world import board
from marchland.kernel.atlas import Atlas, Border, Space
from marchland.kernel.errors import BadFile


def space(name, *borders, kind="land", **more):
    return Space(id=name, name={"en": name}, kind=kind, adjacent=tuple(Border(to, kind) for to, kind in borders), **more)


ROW = Atlas(
    [
        space("a", ("b", "land"), ("sea", "coast"), seas=("sea",)),
        space("b", ("a", "land"), ("c", "river")),
        space("c", ("b", "river"), ("d", "strait"), ("sea", "coast"), seas=("sea",)),
        space("d", ("c", "strait")),
        space("sea", ("a", "coast"), ("c", "coast"), kind="sea"),
    ]
)


def test_neighbours_by_border_type():
    assert ROW.neighbours("c") == ("b", "d", "sea")
    assert ROW.neighbours("c", "river", "strait") == ("b", "d")
    assert ROW.are_adjacent("a", "b", "land")
    assert not ROW.are_adjacent("a", "b", "river")


def test_groups_and_connected_parts():
    assert ROW.group("a", {"a", "b", "d"}) == ("a", "b")
    assert ROW.groups({"a", "b", "d"}) == [("a", "b"), ("d",)]
    assert ROW.groups({"c", "d"}, "land") == [("c",), ("d",)]


def test_distances_and_paths():
    assert ROW.distances("a", "land", "river", "strait") == {"a": 0, "b": 1, "c": 2, "d": 3}
    assert ROW.path("a", "d", "land", "river", "strait") == ("a", "b", "c", "d")
    assert ROW.path("a", "c") == ("a", "b", "c")
    assert ROW.path("a", "d", "land") == ()


def test_same_coast():
    assert ROW.share_a_coast("a", "c")
    assert not ROW.share_a_coast("a", "b")


def test_kinds_are_listed_in_order():
    assert ROW.of_kind("land") == ("a", "b", "c", "d")


def test_one_sided_and_unknown_borders_are_refused():
    with pytest.raises(BadFile, match="not the reverse"):
        Atlas([space("a", ("b", "land")), space("b")])
    with pytest.raises(BadFile, match="unknown space 'x'"):
        Atlas([space("a", ("x", "land"))])


def test_a_broken_map_file_names_the_field(tmp_path):
    path = tmp_path / "map.json"
    path.write_text(json.dumps({"spaces": [{"id": 5}]}))
    with pytest.raises(BadFile, match="id"):
        Atlas.load(path)


def test_the_real_boards_are_whole():
    for name in ("standard", "grand"):
        ground = board(name)
        assert len(ground.atlas.groups(ground.provinces, "land", "river", "strait")) == 1, "every province can be walked to"
        assert ground.atlas.share_a_coast("ireland", "scotland")
