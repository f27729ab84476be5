"""The source of a map: a YAML file, or another edition of one that joins some of its lands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

Spec = dict[str, Any]
SOURCES = Path(__file__).parent / "sources"
LAND_FILE = SOURCES / "land-50m.json"


class SourceError(ValueError):
    """A source that cannot become a map, and why."""


def load_source(path: Path) -> Spec:
    """`extends`, `merge` and `change` derive a coarser edition from another file."""
    spec: Spec = yaml.safe_load(path.read_text(encoding="utf-8"))
    if "extends" not in spec:
        return spec
    base = load_source(path.parent / spec["extends"])
    joined = {old: new for new, edition in spec.get("merge", {}).items() for old in edition["of"]}
    own = {key: value for key, value in spec.items() if key not in ("extends", "merge", "change")}
    return base | {"land": _joined_land(base, spec, joined), "straits": _joined_straits(base, joined)} | own


def _joined_land(base: Spec, spec: Spec, joined: dict[str, str]) -> list[Spec]:
    """A joined land stands where the first of its parts stood and has the seeds of all of them."""
    lands = {land["id"]: land for land in base["land"]}
    found: dict[str, Spec] = {}
    for name, land in lands.items():
        new = joined.get(name)
        if new is None:
            found[name] = land | spec.get("change", {}).get(name, {})
        elif new not in found:
            parts = [lands[part] for part in spec["merge"][new]["of"]]
            changes = {key: value for key, value in spec["merge"][new].items() if key != "of"}
            found[new] = parts[0] | {"id": new, "at": [seed for part in parts for seed in part["at"]]} | changes
    return list(found.values())


def _joined_straits(base: Spec, joined: dict[str, str]) -> list[Spec]:
    """Straits between joined lands, each once; none inside a land."""
    found: dict[frozenset[str], Spec] = {}
    for strait in base.get("straits", []):
        shores = [joined.get(shore, shore) for shore in strait["between"]]
        if shores[0] != shores[1]:
            found.setdefault(frozenset(shores), strait | {"between": shores})
    return list(found.values())
