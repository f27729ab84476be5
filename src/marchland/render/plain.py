"""The plain board: for a title without one of its own.

Its map is the first map file in the title's `data/`; what stands where is read off the view: every mapping whose keys are spaces of the
map says something about them, and everything else becomes a table. Together with the list of options this is enough to play any title.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from marchland.kernel.title import Title
from marchland.kernel.views import View

from .mapfile import is_map, load_sheet

_BASE = frozenset(View.__struct_fields__)


def scene(title: Title, view: View, language: str) -> Mapping[str, Any]:
    path = map_file(title.folder / "data")
    spaces = {place.id for place in load_sheet(path).places} if path else set()
    fields = {name: getattr(view, name) for name in type(view).__struct_fields__ if name not in _BASE}
    on_map = {name: value for name, value in fields.items() if _is_about(value, spaces)}
    return {
        "map": path,
        "with_seas": True,
        "holders": _holders(on_map),
        "facts": [(name, value) for name, value in fields.items() if name not in on_map],
        "seats": _scores(fields),
    }


@lru_cache(maxsize=16)
def map_file(folder: Path) -> Path | None:
    return next((path for path in sorted(folder.glob("*.json")) if is_map(path)), None)


def _is_about(value: Any, spaces: set[str]) -> bool:
    return isinstance(value, Mapping) and bool(value) and spaces.issuperset(value)


def _holders(on_map: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Who holds each space, and every figure about it in words."""
    marks: dict[str, dict[str, Any]] = {}
    for name, about in on_map.items():
        for space, value in about.items():
            mark = marks.setdefault(space, {"seat": None, "state": "", "text": "", "count": None})
            facts = _facts(name, value)
            seat = facts.get("seat", facts.get("owner", facts.get("holder")))
            if isinstance(seat, int) and seat >= 0:
                mark["seat"] = seat
            counts = [number for key, number in facts.items() if isinstance(number, int) and not isinstance(number, bool) and key not in ("seat", "owner", "holder")]
            if mark["count"] is None and counts:
                mark["count"] = counts[0]
            said = _said(facts)
            mark["text"] = "; ".join(part for part in (mark["text"], said) if part)
    return marks


def _facts(name: str, value: Any) -> dict[str, Any]:
    if isinstance(value, msgspec.Struct):
        return {field: getattr(value, field) for field in type(value).__struct_fields__}
    return {name: value}


def _said(facts: Mapping[str, Any]) -> str:
    shown = (f"{key} {plainly(value)}" for key, value in facts.items() if value not in (None, False, 0, "", (), {}))
    return ", ".join(shown).replace("{", "(").replace("}", ")")


def _scores(fields: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    scores = fields.get("scores", fields.get("score", ()))
    return {seat: {"score": score} for seat, score in enumerate(scores)} if isinstance(scores, Sequence) else {}


def plainly(value: Any) -> str:
    """Any value of a view as short text."""
    if isinstance(value, msgspec.Struct):
        return _said(_facts("", value)) or type(value).__name__
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {plainly(item)}" for key, item in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(plainly(item) for item in value)
    return str(value)
