"""What has changed on the map since the season began, in a list and on a small drawing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from marchland.kernel.story import Alteration, Area, Sketch
from marchland.kernel.typography import colon

from ..phrases import PHRASEBOOK
from ..state import Code, NationId
from ..view import CendreView, PublicLand
from ..world import SITES
from .chart import OTHER, map_file
from .pen import Pen

ROOM = 60.0
"""So much is shown around what has changed, in units of the map."""
SMALLEST = 600.0
"""Never less than so much of the world, so that one knows where it is."""
KINDS = ("held", "owner", "town", "no_town", "grown", "built", "torn", "roads", "no_roads", "frozen", "dead", "capital")


class Change(msgspec.Struct, frozen=True):
    kind: str
    space: Code
    facts: dict[str, object]


def changes(before: CendreView | None, after: CendreView, nation: NationId) -> list[Change]:
    """Everything the reader's two views of the map disagree about: what concerns the nation first."""
    if before is None:
        return []
    found = [change for code in SITES for change in _of_land(code, before.lands[code], after.lands[code])]
    found += [change for code in SITES for change in _of_town(code, before, after)]
    found += [*_capitals(before, after)]
    return sorted(found, key=lambda change: (not _concerns(change, after, nation), KINDS.index(change.kind), change.space))


def _concerns(change: Change, view: CendreView, nation: NationId) -> bool:
    land = view.lands[change.space]
    return bool(nation) and nation in (land.owner, land.controller, *change.facts.values())


def _of_land(code: Code, was: PublicLand, now: PublicLand) -> Iterator[Change]:
    if was == now:
        return
    if was.controller != now.controller:
        yield Change("held", code, {"before": was.controller, "after": now.controller})
    if was.owner != now.owner and (was.controller, now.controller) != (was.owner, now.owner):
        yield Change("owner", code, {"before": was.owner, "after": now.owner})
    if was.town != now.town:
        yield Change("town" if now.town else "no_town", code, {})
    for structure in now.structures:
        if structure not in was.structures:
            yield Change("built", code, {"structure": structure})
    for structure in was.structures:
        if structure not in now.structures:
            yield Change("torn", code, {"structure": structure})
    if was.roads != now.roads:
        yield Change("roads" if now.roads else "no_roads", code, {})
    yield from (Change(kind, code, {}) for kind in ("frozen", "dead") if getattr(now, kind) and not getattr(was, kind))


def _of_town(code: Code, before: CendreView, after: CendreView) -> Iterator[Change]:
    """On one's own land also what others do not see: how large towns are, and what stands behind their walls."""
    if before.estate is None or after.estate is None or code not in before.estate.lands.keys() & after.estate.lands.keys():
        return
    was, now = before.estate.lands[code], after.estate.lands[code]
    if was.town and now.town and was.town != now.town:
        yield Change("grown", code, {"was": was.town, "level": now.town})
    seen = (*before.lands[code].structures, *after.lands[code].structures)
    for kind, ours, others in (("built", now, was), ("torn", was, now)):
        for structure in ours.structures:
            if structure not in others.structures and structure not in seen:
                yield Change(kind, code, {"structure": structure})


def _capitals(before: CendreView, after: CendreView) -> Iterator[Change]:
    for nation, record in after.nations.items():
        if nation in before.nations and record.capital and before.nations[nation].capital != record.capital:
            yield Change("capital", record.capital, {"nation": nation})


def told(change: Change, language: str) -> Alteration:
    text = PHRASEBOOK.named(f"story_change_{change.kind}", language, {"territory": change.space, **change.facts})
    return Alteration(change.kind, text, change.space)


# -- the drawing ------------------------------------------------------------------------------------------------


def sketch(after: CendreView, nation: NationId, found: list[Change], pen: Pen) -> Sketch | None:
    """The part of the world in which something changed, with one's own land; nothing where nothing did."""
    if not found:
        return None
    chart, changed = map_file(), {change.space for change in found}
    wanted = changed | {code for code, land in after.lands.items() if nation and nation in (land.owner, land.controller)}
    areas = [_area(space, after, nation, space["id"] in changed, pen) for space in chart.spaces]
    wastes = [Area(entry["path"], "waste") for entry in chart.impassable]
    rivers = [Area(river["path"], f"line {river['type']}") for river in chart.rivers if river.get("path")]
    areas.sort(key=lambda area: "changed" in area.look)
    return Sketch(box=_box(wanted), areas=(*wastes, *areas, *rivers), pins=_pins(found))


def _area(space: dict[str, object], view: CendreView, nation: NationId, is_changed: bool, pen: Pen) -> Area:
    code = str(space["id"])
    land = view.lands[code]
    sea = SITES[code].open_sea and not land.controller
    look = ["sea" if sea else "land" if land.controller else "vacant"]
    look += ["own"] if nation and land.controller == nation else []
    look += ["changed"] if is_changed else []
    fill = map_file().nation_colours.get(land.controller, OTHER) if land.controller else ""
    title = f"{pen.place(code)}{colon(pen.language)}{pen.nation(land.controller)}"
    return Area(str(space["path"]), " ".join(look), fill, code, title)


def _box(codes: set[Code]) -> tuple[float, float, float, float]:
    chart = map_file()
    boxes = [space["bbox"] for space in chart.spaces if space["id"] in codes]
    left, top = (min(box[side] for box in boxes) - ROOM for side in (0, 1))
    right, bottom = (max(box[side] for box in boxes) + ROOM for side in (2, 3))
    x, width = _stretched(left, right, chart.width)
    y, height = _stretched(top, bottom, chart.height)
    return x, y, width, height


def _stretched(low: float, high: float, limit: float) -> tuple[float, float]:
    """At least so much, and nothing beyond the edge of the map."""
    lacking = max(0.0, SMALLEST - (high - low)) / 2
    start, end = max(0.0, low - lacking), min(limit, high + lacking)
    return round(start, 1), round(end - start, 1)


def _pins(found: list[Change]) -> tuple[tuple[str, float, float, str], ...]:
    """One pin for each changed territory: what is most important there."""
    first = {change.space: change.kind for change in reversed(found)}
    places = {space["id"]: space["anchor"]["xy"] for space in map_file().spaces}
    return tuple((kind, float(places[code][0]), float(places[code][1]), SITES[code].name) for code, kind in sorted(first.items()))
