"""Pictures of a board for reading: the real drawing, cut to what matters, and nothing sent twice.

A page with several pictures of one map has its shapes once (`defs`); each picture only says where they lie. What lies outside its
frame is left out, and so are the marks by which scripts know a live board: a picture can be looked at, not played on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as Tree

from markupsafe import Markup

from .outline import Box, about, box_of_path, near, touch
from .scene import Scene
from .stage import draw

TRANSLATED = re.compile(r"translate\(\s*(-?[\d.]+)(?:[ ,]+(-?[\d.]+))?\s*\)")
REFERENCE = re.compile(r"#([\w:.-]+)")
LIVE = ("data-", "aria-", "role", "tabindex")
WRITTEN = ("data-label", "data-beside")
"""By these scripts know names and the signs beside them, which must be large enough on any board."""
NOT_SHOWN = {"hits", "neatline", "rhumbs"}
SHAPES = {"clipPath", "symbol", "pattern", "linearGradient", "radialGradient", "filter", "mask", "marker"}

Shapes = Mapping[str, Tree.Element]


class Shown(NamedTuple):
    """A scene of which a part is shown, with a sentence for those who do not see it."""

    scene: Scene
    frame: tuple[int, int, int, int]
    text: str
    layers: tuple[str, ...] = ()
    """Layers of the drawing that are not shown at first, and are shown here."""


class Pictures(NamedTuple):
    """What several pictures of one page have in common, and the pictures."""

    defs: Markup
    drawn: tuple[Markup, ...]


def pictures(shown: Sequence[Shown]) -> Pictures:
    """The parts of these boards that lie within their frames."""
    sheets = [Sheet(one) for one in shown]
    shapes = {name: shape for sheet in sheets for name, shape in sheet.shapes.items()}
    boxes = {name: box_of_path(shape.get("d", "")) for name, shape in shapes.items() if shape.tag == "path"}
    for sheet in sheets:
        sheet.cut(boxes)
    used = _used((sheet.tree for sheet in sheets), shapes)
    frames = [sheet.frame for sheet in sheets]
    kept = "".join(_written(_trimmed(shapes[name], frames)) for name in shapes if name in used)
    charges = "".join({draw(one.scene, only=("defs",))["defs"] for one in shown})
    defs = f'{charges}<svg class="defs" aria-hidden="true" focusable="false"><defs>{kept}</defs></svg>'
    return Pictures(Markup(defs), tuple(Markup(_written(sheet.tree)) for sheet in sheets))


class Sheet:
    """One board on its way to become a picture."""

    def __init__(self, shown: Shown) -> None:
        self.tree = Tree.fromstring(draw(shown.scene, only=("board",))["board"])
        self.shapes = dict(_taken_out(self.tree))
        self.layers = shown.layers
        left, top, width, height = shown.frame
        self.frame: Box = (left, top, left + width, top + height)
        kind = self.tree.get("class", "")
        self.tree.attrib.clear()
        frame = f"{left} {top} {width} {height}"
        self.tree.attrib.update({"class": kind, "viewBox": frame, "role": "img", "aria-label": shown.text})

    def cut(self, boxes: Mapping[str, Box | None]) -> None:
        """Only what lies within the frame stays."""
        self._prune(self.tree, boxes, (0.0, 0.0))

    def _prune(self, parent: Tree.Element, boxes: Mapping[str, Box | None], origin: tuple[float, float]) -> None:
        for child in list(parent):
            box = _box(child, boxes, origin)
            if _is_for_play(child) or self._is_off(child) or (box is not None and not touch(box, self.frame)):
                parent.remove(child)
                continue
            if child.tag == "g" and (moved := _moved(child, origin)) is not None:
                self._prune(child, boxes, moved)
                if not len(child):
                    parent.remove(child)
            for live in [name for name in child.attrib if name.startswith(LIVE) and name not in WRITTEN]:
                del child.attrib[live]

    def _is_off(self, element: Tree.Element) -> bool:
        return "data-off" in element.attrib and element.get("data-layer") not in self.layers


def _taken_out(parent: Tree.Element) -> Iterator[tuple[str, Tree.Element]]:
    """The shapes that others refer to, which are removed from the tree."""
    for child in list(parent):
        if child.tag == "defs":
            yield from ((shape.get("id", ""), shape) for shape in child)
            parent.remove(child)
        elif child.tag in SHAPES:
            yield child.get("id", ""), child
            parent.remove(child)
        else:
            yield from _taken_out(child)


def _is_for_play(element: Tree.Element) -> bool:
    return bool(NOT_SHOWN.intersection(element.get("class", "").split()))


def _moved(element: Tree.Element, origin: tuple[float, float]) -> tuple[float, float] | None:
    """Where its inside begins; None if it is turned or scaled, and must be taken as it is."""
    transform = element.get("transform", "").strip()
    if not transform:
        return origin
    placed = TRANSLATED.fullmatch(transform)
    return (origin[0] + float(placed[1]), origin[1] + float(placed[2] or 0)) if placed else None


def _box(element: Tree.Element, boxes: Mapping[str, Box | None], origin: tuple[float, float]) -> Box | None:
    """Where it is drawn, as far as it says so itself; None if it may be anywhere."""
    placed = TRANSLATED.match(element.get("transform", "").strip())
    x, y = (origin[0] + float(placed[1]), origin[1] + float(placed[2] or 0)) if placed else origin
    if element.tag == "g":
        return about(x, y) if placed and _moved(element, origin) is None else None
    if element.tag == "path":
        return _shifted(box_of_path(element.get("d", "")), x, y)
    shape = element.get("href", "").removeprefix("#")
    if element.tag == "use" and shape in boxes and "x" not in element.attrib:
        return _shifted(boxes[shape], x, y)
    own = [_side(element, side) for side in ("x", "y")]
    size = [float(element.get(side, 0)) if element.get(side, "0")[-1:] != "%" else 0.0 for side in ("width", "height")]
    return None if element.tag in ("line", "polygon", "polyline") else about(x + own[0], y + own[1], *size)


def _side(element: Tree.Element, side: str) -> float:
    """Where it is, across or down; a text's first line may say so in its place."""
    lines = element[:1] if element.tag == "text" else []
    told = (one.get(name) for one in (element, *lines) for name in (side, f"c{side}"))
    return float(next((value for value in told if value), 0))


def _shifted(box: Box | None, x: float, y: float) -> Box | None:
    return box and (box[0] + x, box[1] + y, box[2] + x, box[3] + y)


def _trimmed(shape: Tree.Element, frames: Sequence[Box]) -> Tree.Element:
    """A shape of many pieces, such as all shores, without those that no picture shows."""
    if shape.tag == "path":
        shape.set("d", near(shape.get("d", ""), frames))
    return shape


def _used(trees: Iterable[Tree.Element], shapes: Shapes) -> set[str]:
    """The shapes that these drawings are made of, and those that those are made of."""
    used: set[str] = set()
    new = {name for tree in trees for name in _references(tree)}
    while new := {name for name in new if name in shapes} - used:
        used |= new
        new = {name for shape in new for name in _references(shapes[shape])}
    return used


def _references(tree: Tree.Element) -> Iterator[str]:
    for element in tree.iter():
        for name, value in element.attrib.items():
            if name == "href" or "url(" in value:
                yield from REFERENCE.findall(value)


def _written(tree: Tree.Element) -> str:
    for element in tree.iter():
        element.text = element.text if (element.text or "").strip() else None
        element.tail = element.tail if (element.tail or "").strip() else None
    return Tree.tostring(tree, encoding="unicode")
