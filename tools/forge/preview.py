"""A plain drawing of a map as one SVG file, read the way the site reads maps."""

from __future__ import annotations

from html import escape
from pathlib import Path

from marchland.render.mapfile import Line, Place, load_sheet

FILLS = {"sea": "#a7c8d8", "void": "#8f8a82", "land": "#e6dcb8"}
STROKES = {"river": "#2f6f9f", "navigable": "#2f6f9f", "lava": "#d8431a", "strait": "#111", "sea": "#7fa5ba"}


def preview(path: Path) -> str:
    sheet = load_sheet(path)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sheet.width} {sheet.height}" font-size="11">',
            f'<rect width="100%" height="100%" fill="{FILLS["sea"]}"/>',
            f'<path d="{sheet.land}" fill="{FILLS["land"]}"/>',
            *(_area(place) for place in sheet.places if place.path),
            *(_line(line) for line in sheet.lines),
            *(_name(place) for place in sheet.places if place.r),
            "</svg>\n",
        ]
    )


def _area(place: Place) -> str:
    return f'<path d="{place.path}" fill="{FILLS[place.kind]}" fill-rule="evenodd" stroke="#555" stroke-width="0.7"/>'


def _line(line: Line) -> str:
    kind = line.type.split()[-1]
    return f'<path d="{line.d}" fill="none" stroke="{STROKES.get(kind, "#555")}" stroke-width="{2.5 if kind in STROKES else 1}"/>'


def _name(place: Place) -> str:
    x, y = place.xy
    return f'<text x="{x}" y="{y}" text-anchor="middle">{escape(place.name["en"])}</text>'
