"""The rulebook's tables, read once from data/tables and checked against these shapes."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from marchland.kernel.typography import read_texts

from .shapes import (
    LandTables,
    LeaderTables,
    MinorTable,
    ScienceTables,
    Strict,
    StructureEffect,
    StructureKind,
    Terrain,
    TerrainPair,
    Text,
    TownLevel,
    TownTables,
    Training,
)
from .shapes_world import EventTables, MagicTables, OperationTables, StandingTables, WarTables

FOLDER = Path(__file__).parent / "data"
S = TypeVar("S")


def read_yaml(name: str, kind: type[S]) -> S:
    return read_texts(FOLDER / name, kind)


class Tables:
    """Every table by chapter, read when first asked for."""

    @cached_property
    def land(self) -> LandTables:
        return read_yaml("tables/land.yaml", LandTables)

    @cached_property
    def towns(self) -> TownTables:
        return read_yaml("tables/towns.yaml", TownTables)

    @cached_property
    def leaders(self) -> LeaderTables:
        return read_yaml("tables/leaders.yaml", LeaderTables)

    @cached_property
    def science(self) -> ScienceTables:
        return read_yaml("tables/science.yaml", ScienceTables)

    @cached_property
    def standing(self) -> StandingTables:
        return read_yaml("tables/standing.yaml", StandingTables)

    @cached_property
    def operations(self) -> OperationTables:
        return read_yaml("tables/operations.yaml", OperationTables)

    @cached_property
    def war(self) -> WarTables:
        return read_yaml("tables/war.yaml", WarTables)

    @cached_property
    def magic(self) -> MagicTables:
        return read_yaml("tables/magic.yaml", MagicTables)

    @cached_property
    def events(self) -> EventTables:
        return read_yaml("tables/events.yaml", EventTables)

    @cached_property
    def national_structures(self) -> dict[str, StructureEffect]:
        return read_yaml("national_structures.yaml", dict[str, StructureEffect])

    @cached_property
    def minor(self) -> MinorTable:
        return read_yaml("minor.yaml", MinorTable)

    @cached_property
    def grimoire(self) -> dict[str, Any]:
        """The thirteen colours as plain data; the magic chapter gives them their types."""
        return read_yaml("magic.yaml", dict[str, Any])


TABLES = Tables()

__all__ = ["FOLDER", "TABLES", "Strict", "StructureKind", "Terrain", "TerrainPair", "Text", "TownLevel", "Training", "read_yaml"]
