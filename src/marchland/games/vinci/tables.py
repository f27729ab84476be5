"""Vinci's tables: tiles and figures, loaded once from `data/` and never changed."""

from __future__ import annotations

from pathlib import Path

import msgspec

DATA = Path(__file__).parent / "data"

Face = str
"""One printed tile: a kind such as `mines`, or `mines_enduring` for the version with the broken column."""
Civ = tuple[Face, ...]

ENDURING = "_enduring"
SPECIALIZATION = "specialization"


class FictionalFigures(msgspec.Struct, frozen=True):
    decline_below_points: int
    decline_available: int
    general_available: int
    general_malus: int
    die_sides: int


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plain numbers of `data/game.yaml`."""

    starting_points: int
    market_slots: int
    skip_price: int
    base_tokens: dict[int, int]
    base_tokens_beside_fictional: int
    fictional_by_humans: dict[int, int]
    targets: dict[str, dict[int | str, int]]
    boards: dict[str, str]
    conquest_base: dict[str, int]
    terrain_points: dict[str, int]
    fort_defence: int
    origin_bonus: int
    fictional: FictionalFigures


FIGURES = msgspec.yaml.decode((DATA / "game.yaml").read_bytes(), type=Figures, strict=False)


class Effect(msgspec.Struct, frozen=True):
    """What a tile does, by the names that the data give it."""

    score_terrain: dict[str, int] = {}
    score_symbol: dict[str, int] = {}
    score_every_province: int = 0
    score_per_eliminated_token: int = 0
    cost_any: int = 0
    cost_terrain: dict[str, int] = {}
    cost_same_coast: int = 0
    flat_cost_conquests_per_turn: int = 0
    flat_cost: int = 0
    forts_per_turn: int = 0
    temporary_tokens_per_turn: int = 0
    defence_every_province: int = 0
    tokens_per_turn: int = 0
    peace_targets_per_turn: int = 0
    cross_sea_areas: bool = False
    may_touch_own_declining_empire: bool = False
    ignores_cohesion: bool = False
    may_decline_after_scoring: bool = False
    enter_anywhere: bool = False


class TileKind(msgspec.Struct, frozen=True):
    """One of the 22 kinds of tile."""

    id: str
    name: dict[str, str]
    category: str
    effect: Effect
    doubles: bool
    tokens: dict[Face, int]
    copies: dict[Face, int]


def _read_tiles() -> tuple[dict[str, TileKind], dict[str, dict[str, int]]]:
    data = msgspec.yaml.decode((DATA / "tiles.yaml").read_bytes())
    kinds = {}
    for entry in data["tiles"]:
        faces = {_face(entry["id"], version): version for version in entry["versions"]}
        kinds[entry["id"]] = TileKind(
            id=entry["id"],
            name=entry["name"],
            category=entry["category"],
            effect=msgspec.convert(entry["effect"], Effect),
            doubles=entry["doubled_effect"]["doubles"],
            tokens={face: version["tokens"] or 0 for face, version in faces.items()},
            copies={face: version["copies"] for face, version in faces.items()},
        )
    return kinds, data["distributions"]


def _face(kind: str, version: dict[str, object]) -> Face:
    return kind + ENDURING if version["keeps_in_decline"] else kind


KINDS, DISTRIBUTIONS = _read_tiles()
FACES: tuple[Face, ...] = tuple(sorted(face for kind in KINDS.values() for face in kind.tokens))


def kind_of(face: Face) -> TileKind:
    return KINDS[face.removesuffix(ENDURING)]


def endures(face: Face) -> bool:
    return face.endswith(ENDURING)


def tile_set(distribution: str) -> list[Face]:
    """All 52 tiles of a distribution, sorted."""
    copies = {face: count for kind in KINDS.values() for face, count in kind.copies.items()}
    copies.update(DISTRIBUTIONS[distribution])
    return [face for face in FACES for _ in range(copies[face])]
