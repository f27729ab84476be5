"""Armies: the pawns on the map and the sheets on the seat cards."""

from __future__ import annotations

from functools import cache, lru_cache

from marchland.kernel.actions import Seat
from marchland.kernel.board import Figures, Mark
from marchland.kernel.typography import colon

from ..phrases import city_name
from ..tables import BYZANTINE, CASUALTIES, ELITE, FIELD_SLOTS, POOL, SIDES, SLOTS, CityId, Side, slot_id
from ..view import ByzantiumView, CityView, PlayerView, RealmView
from ..world import CITIES
from .chart import scenery, spots
from .wording import count, known, named, say

PAWN_STEP = 31.0
"""Pawns in one city stand this far apart."""


# -- on the map ----------------------------------------------------------------------------------------


def cities(view: ByzantiumView) -> dict[CityId, Figures]:
    """Every city as drawn, from north to south so that pawns overlap what lies behind them."""
    attacked = view.combat.city if view.combat is not None else None
    return {city: _city(city, view.cities[city], _strengths(view, city), city == attacked) for city in _southwards()}


@cache
def _southwards() -> list[CityId]:
    return sorted(CITIES, key=lambda city: spots()[city][1])


def _strengths(view: ByzantiumView, city: CityId) -> tuple[int, ...]:
    """Of the armies in a city, pawn by pawn."""
    return tuple(getattr(view.players[pawn.seat], pawn.side).strength for pawn in view.cities[city].pawns)


@lru_cache(maxsize=4096)
def _city(city: CityId, held: CityView, strengths: tuple[int, ...], under_attack: bool) -> Figures:
    x, y = spots()[city]
    return {
        "x": x,
        "y": y,
        "side": held.side,
        "capital": city == "constantinople",
        "tokens": held.tokens or held.value,
        "seat": held.controller,
        "marker": held.marker,
        "marker_x": 25 if city in scenery().markers_right else -25,
        "pawns": _pawns(city, held, strengths),
        "under_attack": under_attack,
    }


def _pawns(city: CityId, held: CityView, strengths: tuple[int, ...]) -> list[Figures]:
    """The pawns in a city, in a row beside it; defenders first."""
    pawns = sorted(zip(held.pawns, strengths, strict=True), key=lambda army: army[0].side != held.side)
    nearest, step = (-38, -PAWN_STEP) if city in scenery().armies_left else (16, PAWN_STEP)
    return [
        {
            "seat": pawn.seat,
            "side": pawn.side,
            "strength": strength,
            "dx": round(nearest + step * (place - max(0, len(pawns) - 2) / 2), 1),
            "dy": -13,
        }
        for place, (pawn, strength) in enumerate(pawns)
    ]


@lru_cache(maxsize=4096)
def city_mark(held: CityView, language: str) -> Mark:
    """What a screen reader says of a city."""
    said = [say(f"city_{held.side}", language), count("token", held.tokens or held.value, language)]
    said += _control_said(held, language)
    said += [_pawn_said(pawn.seat, pawn.side, language) for pawn in held.pawns]
    return Mark(seat=held.controller, state=held.side, text=", ".join(said))


def _control_said(held: CityView, language: str) -> list[str]:
    if held.controller is None:
        return [say("uncontrolled", language)]
    key = "fortified_by" if held.marker == "fortification" else "controlled_by"
    return [say(key, language, name=named(held.controller))]


def _pawn_said(seat: Seat, side: Side, language: str) -> str:
    return say("army_of", language, side=known(f"side.{side}", language), name=named(seat))


# -- on the seat cards ---------------------------------------------------------------------------------


def seat_sheet(view: ByzantiumView, seat: Seat, language: str) -> Figures:
    """A player's whole sheet; its own player can point at the slots."""
    player = view.players[seat]
    own = seat == view.viewer
    return {
        "score": view.scores[seat],
        "own": own,
        "realms": [_realm(getattr(player, side), side, own, language) for side in SIDES],
        "piles": [_pile(pile, getattr(player, pile), own, language) for pile in (POOL, CASUALTIES)],
        "fortifications": player.fortifications,
        "cities": player.cities,
        "tax": player.tax,
        "roles": _roles(view, seat, language),
        "first": seat == view.first,
        "passed": view.passed.index(seat) + 1 if seat in view.passed else 0,
        "active": seat == view.active,
        "halved": _only_the_higher(player),
        "text": _said(player, language),
    }


@lru_cache(maxsize=1024)
def _realm(realm: RealmView, side: Side, own: bool, language: str) -> Figures:
    return {
        "side": side,
        "name": known(f"side.{side}", language),
        "slots": [_slot(realm, side, slot, own, language) for slot in SLOTS],
        "strength": realm.strength,
        "treasury": realm.treasury,
        "balance": realm.income - realm.upkeep,
        "balance_text": say("balance", language, income=realm.income, upkeep=realm.upkeep),
        "points": realm.points,
        "at": city_name(realm.at, language) if realm.at else say("off_map", language),
        "on_map": realm.at is not None,
    }


def _slot(realm: RealmView, side: Side, slot: str, own: bool, language: str) -> Figures:
    place = slot_id(side, slot)
    guard = realm.guard and slot == ELITE
    name = known(f"slot.{place}", language)
    cubes = getattr(realm, slot)
    return {
        "id": f"slot:{place}",
        "icon": slot,
        "name": name,
        "count": cubes,
        "guard": guard,
        "field": slot in FIELD_SLOTS,
        "own": own,
        "text": f"{name}{colon(language)}{cubes}" + (f" + {known(f'slot.{side}-guard', language)}" if guard else ""),
    }


@lru_cache(maxsize=1024)
def _pile(pile: str, cubes: int, own: bool, language: str) -> Figures:
    name = known(f"slot.{pile}", language)
    return {
        "id": f"slot:{pile}",
        "icon": pile,
        "name": name,
        "count": cubes,
        "guard": False,
        "own": own,
        "text": f"{name}{colon(language)}{cubes}",
    }


def _roles(view: ByzantiumView, seat: Seat, language: str) -> list[dict[str, str]]:
    """Emperor, Caliph and fleets that this player commands."""
    holders = {
        "emperor": view.emperor,
        "caliph": view.caliph,
        "fleet_byzantine": view.byzantine_fleet,
        "fleet_arab": view.arab_fleet,
    }
    return [
        {"icon": role, "name": known(f"box.{role}", language), "short": say(f"short_{role}", language)}
        for role, holder in holders.items()
        if holder == seat
    ]


def _only_the_higher(player: PlayerView) -> bool:
    """BY-END-02 Does only the higher track count because the lower is less than half of it?"""
    low, high = sorted((player.byzantine.points, player.arab.points))
    return 2 * low < high


@lru_cache(maxsize=1024)
def _said(player: PlayerView, language: str) -> str:
    sides = "; ".join(_side_said(getattr(player, side), side, language) for side in SIDES)
    return f"{say('seat_text', language, total=player.total, pool=player.pool, casualties=player.casualties)}; {sides}"


def _side_said(realm: RealmView, side: Side, language: str) -> str:
    return say(
        "realm_text_byzantine" if side == BYZANTINE else "realm_text_arab",
        language,
        elite=realm.elite + realm.guard,
        main=realm.main,
        militia=realm.militia,
        move=realm.move,
        treasury=realm.treasury,
        points=realm.points,
        at=city_name(realm.at, language) if realm.at else say("off_map", language),
    )
