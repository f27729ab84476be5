"""What the tiles of a civilization do, alone, in pairs and doubled by Specialization, and its number of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from marchland.kernel.memo import remembered

from ..tables import SPECIALIZATION, Civ, TileKind, kind_of


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

    return Powers(
        score_terrain=_summed(effect.score_terrain for effect in effects),
        score_symbol=_summed(effect.score_symbol for effect in effects),
        score_every_province=sum(effect.score_every_province for effect in effects),
        score_per_eliminated_token=sum(effect.score_per_eliminated_token for effect in effects),
        cost_any=sum(effect.cost_any for effect in effects),
        cost_mountain=_summed(effect.cost_terrain for effect in effects).get("mountain", 0),
        cost_coast=sum(effect.cost_same_coast for effect in effects),
        flat_cost_conquests=sum(effect.flat_cost_conquests_per_turn for effect in effects),
        flat_cost=max((effect.flat_cost for effect in effects), default=0),
        forts_per_turn=sum(effect.forts_per_turn for effect in effects),
        temporary_tokens=sum(effect.temporary_tokens_per_turn for effect in effects),
        defence=sum(effect.defence_every_province for effect in effects),
        tokens_per_turn=sum(effect.tokens_per_turn for effect in effects),
        peace_targets=sum(effect.peace_targets_per_turn for effect in effects),
        crosses_seas=any(effect.cross_sea_areas for effect in effects),
        touches_own_decline=any(effect.may_touch_own_declining_empire for effect in effects),
        ignores_cohesion=any(effect.ignores_cohesion for effect in effects),
        may_decline_after_scoring=any(effect.may_decline_after_scoring for effect in effects),
        enters_anywhere=any(effect.enter_anywhere for effect in effects),
    )


@cache
def arms(civ: Civ) -> Arms:
    tiles = powers(civ)
    return Arms(tiles.cost_any, tiles.cost_mountain, tiles.cost_coast, tiles.crosses_seas, tiles.enters_anywhere)


def _summed(amounts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for by_key in amounts:
        for key, amount in by_key.items():
            sums[key] = sums.get(key, 0) + amount
    return sums
