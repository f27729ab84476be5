"""The ways of armies: over land, across rivers, by sea, up navigable rivers, under ground and through the air."""

from __future__ import annotations

from functools import cache

import msgspec

from ...state import Cendre, Code, NationId
from ...tables import FOLDER
from ...world import ATLAS, SITES
from ..common.inquiry import allied, at_war, has_structure, is_held
from ..magic.lasting import has_rivers, is_forbidden, terrains
from .bodies import FLYING, NAVAL, Body, all_have, any_has, subject_of

LAND, RIVER, SEA, WATER, SAILING, TUNNEL, AIR = "land", "river", "sea", "water", "sailing", "tunnel", "air"
LANDINGS = (WATER, SAILING)
TUNNELS = ("tunnel", "raid_tunnel")
RAIDS = ("raid", "raid_tunnel")
HIDDEN_PATHS = "sentes-cachees"


class _River(msgspec.Struct, frozen=True):
    type: str
    along: tuple[tuple[Code, Code], ...]


class _Rivers(msgspec.Struct, frozen=True):
    rivers: tuple[_River, ...]


@cache
def navigable_banks() -> tuple[frozenset[Code], ...]:
    """For every navigable river the territories along it."""
    rivers = msgspec.json.decode((FOLDER / "map.json").read_bytes(), type=_Rivers).rivers
    return tuple(frozenset(code for pair in river.along for code in pair) for river in rivers if river.type == "navigable")


@cache
def share_a_waterway(one: Code, other: Code) -> bool:
    """Are both along the same navigable river?"""
    return any(one in banks and other in banks for banks in navigable_banks())


def is_sea(game: Cendre, code: Code) -> bool:
    """Is there open water to sail on? An ice bridge turns sea into land for everybody."""
    return SITES[code].sea and "mer" in terrains(game, code)


def way_between(game: Cendre, body: Body, start: Code, end: Code, tunnel: bool) -> str:
    """TC-WAR-08 How the body makes this step, empty if it cannot: lava is crossed only by air, ships stay on water."""
    if not ATLAS.are_adjacent(start, end):
        return ""
    if all_have(game, body, FLYING):
        return AIR
    border = ATLAS.border_type[start, end]
    if border == "lava":
        return ""
    if any_has(game, body, NAVAL):
        return _way_by_water(game, start, end)
    if tunnel:
        return TUNNEL
    if is_sea(game, start):
        return WATER if is_shore(end) else SEA
    if is_sea(game, end):
        return WATER if SITES[end].archipelago else SEA
    crosses = border in ("river", "navigable") and has_rivers(game, start) and has_rivers(game, end)
    return RIVER if crosses else LAND


def is_shore(code: Code) -> bool:
    """Coming here from the sea is a landing: dry land, or the islands of an archipelago."""
    return not SITES[code].open_sea


def _way_by_water(game: Cendre, start: Code, end: Code) -> str:
    """TC-WAR-09 Where ships can go: sea, from and to the coast, along the coast, and up navigable rivers."""
    if is_sea(game, start) and is_sea(game, end):
        return WATER if SITES[end].archipelago else SEA
    if is_sea(game, end):
        return SEA
    if share_a_waterway(start, end) and has_rivers(game, start) and has_rivers(game, end):
        return SAILING
    if is_sea(game, start):
        return SAILING if any(end in banks for banks in navigable_banks()) else WATER
    return WATER if ATLAS.share_a_coast(start, end) else ""


def took_hidden_paths(game: Cendre, body: Body) -> bool:
    """TC-STRUCT-08 Hidden paths lead their owner from one wood to the next, out of sight and dry-shod, if the march ends there."""
    army = body.army
    if army is None or army.path or not army.entered or army.entered != army.origin:
        return False
    start = game.lands[army.origin]
    return "forêt" in terrains(game, body.at) and is_held(start, body.nation) and has_structure(start, HIDDEN_PATHS)


def may_enter(game: Cendre, nation: NationId, code: Code, raiding: bool) -> bool:
    """TC-WAR-08 Right of entry: own, allied, enemy or vacant land; a raid may strike any foreign territory."""
    land = game.lands[code]
    holder = land.controller
    if not holder or holder == nation or land.owner == nation or raiding:
        return True
    return allied(game, nation, holder) or at_war(game, nation, holder)


def spell_bars(game: Cendre, body: Body, start: Code, end: Code, way: str) -> bool:
    """TC-MAG-02 Spells that hold an army back: nobody leaves, nobody enters, no landing, no raid."""
    if not game.spells:
        return False
    here, there = subject_of(body, start), subject_of(body, end)
    if is_forbidden(game, "move", here) or is_forbidden(game, "leave", here) or is_forbidden(game, "enter", there):
        return True
    if way in LANDINGS and is_forbidden(game, "landing", there):
        return True
    raiding = body.army is not None and body.army.mode in RAIDS
    return raiding and is_forbidden(game, "raid", there)
