"""What the map is made of: the annex and the nations from the title's data, the layout from the source."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ..board import Points
from ..source import SOURCES, Spec

DATA = Path(__file__).parents[3] / "src" / "marchland" / "games" / "cendre" / "data"
SOURCE = SOURCES / "cendre.yaml"
SEA = "mer"
VOLCANO = "XCR"
"""The Crachant: it has borders, but it is no territory."""

BEYOND = "#"
"""Names of what lies beyond the known world begin with this."""


class Land(msgspec.Struct, frozen=True):
    """A territory of the annex (the seas are territories too)."""

    code: str
    name: str
    terrain: str
    terrain2: str
    coastal: bool
    frozen: bool
    archipelago: bool
    city: str
    water: str

    @property
    def is_sea(self) -> bool:
        return self.terrain == SEA


class World:
    """Seeds by index: first the territories of the annex, then the end of the world."""

    def __init__(self, source: Path = SOURCE) -> None:
        self.source = source
        self.rules: Spec = msgspec.yaml.decode(source.read_bytes())
        self.lands = {row["code"]: _land(row, self.rules["lands"][row["code"]]) for row in annex()}
        self.nations: list[Spec] = msgspec.yaml.decode((DATA / "nations.yaml").read_bytes())["nations"]
        self.codes = list(self.lands)
        self.width, self.height = self.rules["canvas"]
        self.body = {code: body for body, codes in self.rules["water_bodies"].items() for code in codes}
        sides = [(side, point) for side, points in self.rules["barrier_seeds"].items() for point in points]
        self.barrier: list[tuple[float, float]] = [(x, y) for _, (x, y) in sides]
        self.names = [*self.codes, *(BEYOND + side for side, _ in sides)]
        self.index = {code: number for number, code in enumerate(self.codes)}
        placed = [self.rules["lands"][code] for code in self.codes]
        self.anchors: Points = np.array([land["anchor"] for land in placed] + self.barrier, float)
        seeds = np.array(
            [land.get("seed") or [*land["anchor"], 0] for land in placed] + [(x, y, 0) for x, y in self.barrier], float
        )
        self.points, self.weights = seeds[:, :2].copy(), seeds[:, 2].copy()

    def is_sea(self, name: str) -> bool:
        return name in self.lands and self.lands[name].is_sea

    def is_land(self, name: str) -> bool:
        return name in self.lands and not self.lands[name].is_sea

    def start_from_anchors(self) -> None:
        self.points, self.weights = self.anchors.copy(), np.zeros(len(self.names))

    def store_seeds(self) -> None:
        """Rewrites the `seed` of every land and nothing else of the source."""
        text = self.source.read_text(encoding="utf-8")
        for code, (x, y), weight in zip(self.codes, self.points, self.weights, strict=False):
            text = re.sub(rf"(\n  {code}: .*seed: )\[[^\]]*\]", rf"\g<1>[{x:.1f}, {y:.1f}, {weight:.0f}]", text)
        self.source.write_text(text, encoding="utf-8")


def annex() -> list[dict[str, str]]:
    with (DATA / "territories.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _land(row: dict[str, str], placed: dict[str, Any]) -> Land:
    return Land(
        code=row["code"],
        name=row["name"],
        terrain=row["terrain"],
        terrain2=row["terrain2"],
        coastal=row["coastal"] == "yes",
        frozen=row["frozen"] == "yes",
        archipelago=row["archipelago"] == "yes",
        city=row["city"],
        water=placed.get("water", ""),
    )
