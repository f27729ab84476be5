"""Pictures of boards for reading: cut to a frame, with their shapes sent once."""

from __future__ import annotations

import re

import pytest

from marchland.kernel.title import find_title
from marchland.render import Pictures, Scene, SeatCard, Shown, pictures
from marchland.render.outline import box_of_path, near

FRAME = (0, 0, 100, 100)
SPAIN, STEPPE = (20, 690, 440, 310), (1250, 400, 240, 240)


@pytest.mark.parametrize(
    ("path", "box"),
    [
        ("M10 10L30 40", (10, 10, 30, 40)),
        ("m10 10l20 30-40 0z", (-10, 10, 30, 40)),
        ("M5 5H25V45h-5v-60", (5, -15, 25, 45)),
        ("M0 0C10 80 20-40 30 0s10 10 20 5", (0, -40, 50, 80)),
        ("M0 0a9 9 0 0 1 18 4", (0, 0, 18, 4)),
        ("M1 1 2 2.5-3 4", (-3, 1, 2, 4)),
        ("", None),
    ],
)
def test_the_box_of_a_path_holds_all_its_points(path: str, box: tuple[float, ...] | None) -> None:
    assert box_of_path(path) == box


def test_pieces_that_no_frame_shows_are_left_out_and_the_others_stay_where_they_were() -> None:
    path = "M10 10l20 0 0 20zm900 0l10 0 0 10zm-900 40l5 5"
    assert near(path, [FRAME]) == "M10 10l20 0 0 20zM10 50l5 5"
    assert box_of_path(near(path, [(900, 0, 950, 50)])) == (910, 10, 920, 20)
    assert near(path, [(2000, 2000, 2100, 2100)]) == ""


def _drawn(*frames: tuple[int, int, int, int]) -> Pictures:
    title = find_title("vinci")
    state = title.new(3, bytes(32))
    seats = [SeatCard(seat=seat, name=str(seat)) for seat in range(3)]
    scene = Scene(title=title, view=title.view(state, None), language="en", seats=seats)
    return pictures([Shown(scene, frame, f"part {number}") for number, frame in enumerate(frames)])


def test_a_picture_shows_what_lies_in_its_frame_and_nothing_else() -> None:
    spain, steppe = _drawn(SPAIN, STEPPE).drawn
    assert 'viewBox="20 690 440 310" role="img" aria-label="part 0"' in spain
    assert ("Castile" in spain, "Steppe" in spain) == (True, False)
    assert ("Castile" in steppe, "Steppe" in steppe) == (False, True)


def test_shapes_are_sent_once_and_all_that_are_used_are_there() -> None:
    both, one = _drawn(SPAIN, SPAIN), _drawn(SPAIN)
    assert both.defs == one.defs
    ids = re.findall(r'\bid="([^"]+)"', both.defs)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', both.defs + both.drawn[0])) <= set(ids)
    assert "p-castile" in ids
    assert "p-steppe" not in ids
