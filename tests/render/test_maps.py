"""Maps: whatever kind of file it is, places lie inside the sheet, and names and drawings lie on their land."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from marchland.kernel.title import titles
from marchland.render import geometry
from marchland.render.chart import chart_facts
from marchland.render.ground import survey, wrap
from marchland.render.mapfile import compact, is_map, load_sheet, rings

MAPS = sorted(path for title in titles().values() for path in (title.folder / "data").glob("*.json") if is_map(path))
SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_every_place_lies_on_the_sheet(path: Path) -> None:
    sheet = load_sheet(path)
    for place in sheet.places:
        assert -1 <= place.xy[0] <= sheet.width + 1
        assert -1 <= place.xy[1] <= sheet.height + 1


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_drawings_lie_on_land_of_their_kind(path: Path) -> None:
    ground = survey(path, "en")
    land = {place.id: geometry.Outline(rings(place.path)) for place in ground.sheet.places if place.kind == "land"}
    kinds = {place.id: ground.families.get(place.terrain) for place in ground.sheet.places}
    for glyph in ground.glyphs:
        homes = [place for place, outline in land.items() if outline.holds(glyph.x, glyph.y)]
        assert [kinds[home] for home in homes] == [glyph.name.split("-")[0]]


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_pieces_stand_within_their_space(path: Path) -> None:
    """Where a piece stands, a player sees at once which space it is in; tiny islands may overflow."""
    ground = survey(path, "fr")
    land = [place for place in ground.sheet.places if place.kind == "land"]
    stray = [place.id for place in land if not geometry.Outline(rings(place.path)).holds(*ground.spots[place.id].chip)]
    assert len(stray) <= len(land) // 10, stray


def test_a_point_is_inside_or_outside() -> None:
    square = geometry.Outline([SQUARE])
    assert square.holds(5, 5)
    assert not square.holds(15, 5)
    assert not square.holds(-5, 5)
    assert square.is_clear(5, 2, 2)
    assert not square.is_clear(5, 2, 2.1)
    assert not square.is_clear(8, 5, 2.1)


def test_only_unshared_edges_are_coast() -> None:
    other = [(10.0, 0.0), (20.0, 0.0), (20.0, 10.0), (10.0, 10.0)]
    lines = geometry.coastline([[SQUARE], [other]])
    edges = {frozenset(edge) for line in lines for edge in pairwise(line)}
    assert frozenset(((10.0, 0.0), (10.0, 10.0))) not in edges
    assert len(edges) == 6


def test_paths_are_written_compactly_and_read_back() -> None:
    path = "M0,0L10,0L10,10L0,10Z"
    assert rings(compact(path)) == [SQUARE]
    assert len(compact(path)) < len(path)


def test_names_break_between_words_only() -> None:
    assert wrap("Sardinia and Corsica", 8, 8) == ("Sardinia", "and", "Corsica")
    assert wrap("Sardinia and Corsica", 8, 30) == ("Sardinia and Corsica",)


def test_a_chart_climbs_as_scores_do() -> None:
    facts = chart_facts([{"n": 0, "scores": [10, 10]}, {"n": 5, "scores": [20, 10]}, {"n": 10, "scores": [30, 5]}])
    first, second = facts["lines"]
    assert first["end_y"] < second["end_y"]
    assert (first["first"], first["last"]) == (10, 30)
    assert chart_facts([])["lines"] == []
