"""Vinci's tables: boards, tiles and figures, loaded once from `data/` and never changed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from marchland.kernel.atlas import Atlas
from marchland.kernel.memo import remembered

DATA = Path(__file__).parent / "data"

Province = str
Face = str
"""One printed tile: a kind such as `mines`, or `mines_enduring` for the version with the broken column."""
Civ = tuple[Face, ...]

LAND_LINKS = ("land", "river", "strait")
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


class Powers(msgspec.Struct, frozen=True):
    """What a civilization's tiles add up to, doubled ones included."""

    score_terrain: dict[str, int]
    """VI-SPEC-01 VI-SPEC-02 VI-SPEC-13 Agriculture, Livestock, Mountaineering: points per province of a terrain."""
    score_symbol: dict[str, int]
    """VI-SPEC-03 VI-SPEC-04 Mining, Ports: points per province with a symbol."""
    score_per_eliminated_token: int = 0
    """VI-SPEC-05 Slavery."""
    score_every_province: int = 0
    """VI-SPEC-06 Currency."""
    cost_any: int = 0
    """VI-SPEC-07 Weapons."""
    flat_cost_conquests: int = 0
    """VI-SPEC-08 Espionage: how many conquests a turn cost the flat price."""
    flat_cost: int = 0
    forts_per_turn: int = 0
    """VI-SPEC-09 Fortification."""
    cost_coast: int = 0
    """VI-SPEC-10 Shipbuilding: along a common coast, and from the sea."""
    temporary_tokens: int = 0
    """VI-SPEC-11 Field General."""
    defence: int = 0
    """VI-SPEC-12 Militia."""
    cost_mountain: int = 0
    """VI-SPEC-13 Mountaineering."""
    crosses_seas: bool = False
    """VI-SPEC-14 Astronomy: its effect cannot be doubled."""
    peace_targets: int = 0
    """VI-SPEC-16 Diplomacy."""
    touches_own_decline: bool = False
    """VI-SPEC-17 Heritage: cannot be doubled."""
    tokens_per_turn: int = 0
    """VI-SPEC-18 Medicine."""
    ignores_cohesion: bool = False
    """VI-SPEC-19 Messengers: cannot be doubled."""
    may_decline_after_scoring: bool = False
    """VI-SPEC-20 Rebirth: cannot be doubled."""
    enters_anywhere: bool = False
    """VI-SPEC-21 Revolution: cannot be doubled."""


class Arms(NamedTuple):
    """The powers that change where a civilization can attack and at what cost; many civilizations share theirs."""

    cost_any: int
    cost_mountain: int
    cost_coast: int
    crosses_seas: bool
    enters_anywhere: bool


class TileKind(msgspec.Struct, frozen=True):
    """One of the 22 kinds of tile."""

    id: str
    name: dict[str, str]
    category: str
    effect: dict[str, Any]
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
            effect=entry["effect"],
            doubles=entry["doubled_effect"]["doubles"],
            tokens={face: version["tokens"] or 0 for face, version in faces.items()},
            copies={face: version["copies"] for face, version in faces.items()},
        )
    return kinds, data["distributions"]


def _face(kind: str, version: dict[str, Any]) -> Face:
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


@cache
def token_number(civ: Civ) -> int:
    """VI-TOKENS-01 VI-TOKENS-02 The red numbers of a pair: their sum, or twice the other tile plus one with Specialization."""
    numbers = [kind_of(face).tokens[face] for face in civ]
    return 2 * sum(numbers) + 1 if SPECIALIZATION in civ else sum(numbers)


def counted_tiles(civ: Civ) -> list[TileKind]:
    """VI-SPEC-22 The kinds whose effects a civilization has; Specialization makes a doubling tile count twice.

    Two tiles of one kind count twice as well, unless doubling means nothing for them.
    VI-SPECIAL-08 VI-SPEC-15 Barbarians have no effect to count, once or twice: they are only many.
    """
    kinds: list[TileKind] = []
    for face in civ:
        kind = kind_of(face)
        if kind.doubles or kind not in kinds:
            kinds += [kind] * (2 if SPECIALIZATION in civ and kind.doubles else 1)
    return kinds


@remembered
def powers(civ: Civ) -> Powers:
    """Everything the tiles of a civilization do, added up."""
    effects = [kind.effect for kind in counted_tiles(civ)]

    def total(name: str) -> int:
        return sum(effect.get(name, 0) for effect in effects)

    def has(name: str) -> bool:
        return any(effect.get(name) for effect in effects)

    return Powers(
        score_terrain=_summed(effects, "score_terrain"),
        score_symbol=_summed(effects, "score_symbol"),
        score_every_province=total("score_every_province"),
        score_per_eliminated_token=total("score_per_eliminated_token"),
        cost_any=total("cost_any"),
        cost_mountain=_summed(effects, "cost_terrain").get("mountain", 0),
        cost_coast=total("cost_same_coast"),
        flat_cost_conquests=total("flat_cost_conquests_per_turn"),
        flat_cost=max((effect.get("flat_cost", 0) for effect in effects), default=0),
        forts_per_turn=total("forts_per_turn"),
        temporary_tokens=total("temporary_tokens_per_turn"),
        defence=total("defence_every_province"),
        tokens_per_turn=total("tokens_per_turn"),
        peace_targets=total("peace_targets_per_turn"),
        crosses_seas=has("cross_sea_areas"),
        touches_own_decline=has("may_touch_own_declining_empire"),
        ignores_cohesion=has("ignores_cohesion"),
        may_decline_after_scoring=has("may_decline_after_scoring"),
        enters_anywhere=has("enter_anywhere"),
    )


@cache
def arms(civ: Civ) -> Arms:
    tiles = powers(civ)
    return Arms(tiles.cost_any, tiles.cost_mountain, tiles.cost_coast, tiles.crosses_seas, tiles.enters_anywhere)


def _summed(effects: list[dict[str, Any]], name: str) -> dict[str, int]:
    sums: dict[str, int] = {}
    for effect in effects:
        for key, amount in effect.get(name, {}).items():
            sums[key] = sums.get(key, 0) + amount
    return sums


class Board:
    """A map with the answers the rules ask for again and again, worked out once."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.atlas = Atlas.load(DATA / FIGURES.boards[name])
        self.provinces: tuple[Province, ...] = self.atlas.of_kind("land")
        self.seas: tuple[str, ...] = self.atlas.of_kind("sea")
        self.terrain = {p: self.atlas[p].terrain for p in self.provinces}
        self.symbols = {p: frozenset(name for name, mark in self.atlas[p].attributes.items() if mark) for p in self.provinces}
        self.base_cost = {p: FIGURES.conquest_base[self.terrain[p]] for p in self.provinces}
        self.mountains = frozenset(p for p in self.provinces if self.terrain[p] == "mountain")
        self.links = {p: tuple(n for n in self.atlas.neighbours(p, *LAND_LINKS)) for p in self.provinces}
        self.shared_coasts = frozenset((p, n) for p in self.provinces for n in self.links[p] if self.atlas.share_a_coast(p, n))
        self.sea_links = {p: self._across_seas(p) for p in self.provinces}
        self.links_and_sea_links = {p: (*self.links[p], *self.sea_links[p]) for p in self.provinces}
        self.edge_provinces = tuple(p for p in self.provinces if self.atlas[p].edge)
        self.edge_seas = frozenset(sea for sea in self.seas if self.atlas[sea].edge)
        self.one_sea_entries = frozenset(p for p in self.provinces if not self.edge_seas.isdisjoint(self.atlas[p].seas))
        self.sea_chain_entries = frozenset(p for p in self.provinces if self._touches_chain_to_edge(p))
        self.open_sea_coasts = frozenset(p for p in self.provinces if self._touches_open_sea(p))

    def _across_seas(self, province: Province) -> tuple[Province, ...]:
        """VI-SPECIAL-01 Provinces that a chain of connected sea areas joins to this one."""
        waters = {sea for coast in self.atlas[province].seas for sea in self.atlas.sea_reach(coast)}
        return tuple(p for p in self.provinces if p != province and not waters.isdisjoint(self.atlas[p].seas))

    def _touches_chain_to_edge(self, province: Province) -> bool:
        """VI-ENTRY-04 Does a chain of sea areas lead from the rim of the board to this coast?"""
        return any(not self.edge_seas.isdisjoint(self.atlas.sea_reach(sea)) for sea in self.atlas[province].seas)

    def _touches_open_sea(self, province: Province) -> bool:
        """VI-SOLO-14 An ocean or a great sea, not an inland sea."""
        return any(self.atlas[sea].attributes.get("size") in ("ocean", "great") for sea in self.atlas[province].seas)

    def has_symbol(self, province: Province, symbol: str) -> bool:
        return symbol in self.symbols[province]


@remembered
def board(name: str) -> Board:
    return Board(name)


@cache
def province_points(board_name: str, civ: Civ) -> Mapping[Province, int]:
    """VI-SCORE-01 VI-SCORE-02 What each province is worth to an empire with these tiles."""
    ground, tiles = board(board_name), powers(civ)
    return {p: _points(ground, tiles, p) for p in ground.provinces}


def _points(ground: Board, tiles: Powers, province: Province) -> int:
    """VI-SCORETILE-01 VI-SCORETILE-02 VI-SCORETILE-03 VI-SCORETILE-04 VI-SCORETILE-05 VI-SCORETILE-08 VI-SCORETILE-09 Terrain,
    symbols and tiles add up.
    """
    terrain = ground.terrain[province]
    points = FIGURES.terrain_points[terrain] + tiles.score_terrain.get(terrain, 0) + tiles.score_every_province
    for symbol, amount in tiles.score_symbol.items():
        if ground.has_symbol(province, symbol):
            points += amount
    return points
