"""Colours for other eyes, measured: seats stay apart from each other and from the grounds of the map, by day and by night.

Distances are in OKLab times a hundred, seen as the eyes in question see them (matrices of Machado, Oliveira and Fernandes, 2009).
"""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from marchland.kernel.title import titles
from marchland.web import accounts

CSS = Path(accounts.__file__).parent.parent / "static" / "css"
APART = 14
READABLE = 4.5
SEATS = 6
Colour = tuple[float, float, float]

EYES = {
    "everybody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
PALETTES = {
    "deutan": ("everybody", "deutan"),
    "protan": ("everybody", "protan"),
    "tritan": ("everybody", "tritan"),
    "contrast": ("everybody",),
}
TO_LMS = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB = (
    (0.2104542553, 0.793617785, -0.0040720468),
    (1.9779984951, -2.428592205, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.808675766),
)


def times(matrix: tuple[Colour, ...], colour: Colour) -> Colour:
    x, y, z = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return x, y, z


def light_of(written: str) -> Colour:
    digits = written.lstrip("#")
    full = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    red, green, blue = (int(full[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def seen(written: str, eyes: str) -> Colour:
    red, green, blue = (min(1.0, max(0.0, part)) for part in times(EYES[eyes], light_of(written)))
    x, y, z = times(TO_LMS, (red, green, blue))
    return times(TO_LAB, (x ** (1 / 3), y ** (1 / 3), z ** (1 / 3)))


def distance(one: str, other: str, eyes: str) -> float:
    return 100 * sum((a - b) ** 2 for a, b in zip(seen(one, eyes), seen(other, eyes), strict=True)) ** 0.5


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(light_of, (one, other))), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def seats_of(palette: str, night: bool) -> list[tuple[str, str]]:
    """A palette's colours and inks as the stylesheet has them."""
    sheet = (CSS / "site.css").read_text()
    start = sheet.index(f'[data-palette="{palette}"]')
    rules = re.findall(r"\.seat-\d+ \{\s*--seat: (.+?);\s*--seat-ink: (.+?);\s*\}", sheet[start : sheet.index("\n}", start)])
    assert len(rules) == SEATS
    return [(_chosen(colour, night), _chosen(ink, night)) for colour, ink in rules]


def _chosen(value: str, night: bool) -> str:
    both = re.findall(r"#[0-9a-f]+", value)
    return str(both[-1] if night else both[0])


def grounds(night: bool) -> list[str]:
    """The colours of land and sea, and of a card."""
    found = dict(re.findall(r"--(sea|g-\w+): (.+);", (CSS / "map.css").read_text()))
    looked_at = ("sea", "g-farmland", "g-pasture", "g-forest", "g-hills", "g-mountain", "g-plain")
    return [_chosen(found[name], night) for name in looked_at]


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("palette", PALETTES)
def test_seats_are_far_from_each_other_and_from_every_ground(palette: str, night: bool) -> None:
    seats = seats_of(palette, night)
    for eyes in PALETTES[palette]:
        for (one, _), (other, _) in combinations(seats, 2):
            assert distance(one, other, eyes) >= APART, (eyes, one, other)
        for colour, _ in seats:
            for ground in grounds(night):
                assert distance(colour, ground, eyes) >= APART, (eyes, colour, ground)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("palette", PALETTES)
def test_what_is_written_on_a_seats_colour_can_be_read(palette: str, night: bool) -> None:
    for colour, ink in seats_of(palette, night):
        assert contrast(colour, ink) >= READABLE, (colour, ink)


def test_the_measure_finds_what_red_green_weakness_confuses() -> None:
    """The standard red and green, which these palettes exist for."""
    assert distance("#a5302a", "#2d7443", "everybody") > APART > 2 * distance("#a5302a", "#2d7443", "deutan")


def test_no_colour_is_said_once_more_for_the_night() -> None:
    """A rule for `data-theme` alone is missed by whoever lets the system decide: colours are pairs, figures reckon with --night."""
    sheets = [
        *CSS.glob("*.css"),
        *(path for title in titles().values() for path in (title.folder / "board" / "static").glob("*.css")),
    ]
    told = {path: re.findall(r"\[data-theme[^{]*\{\s*([^}]*)\}", path.read_text()) for path in sheets}
    site = CSS / "site.css"
    assert {path for path, rules in told.items() if rules} == {site}
    assert set(re.findall(r"([\w-]+):", " ".join(told[site]))) == {"color-scheme", "--night"}
