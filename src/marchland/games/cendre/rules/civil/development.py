"""Chapter "Les opérations civiles", development: farms and mines, roads, towns and structures on land owned and controlled."""

from __future__ import annotations

from collections.abc import Callable

from marchland.kernel.events import Event

from ...goods import Goods
from ...orders import (
    BuildRoads,
    CivilOrder,
    Clear,
    Construct,
    Cultivate,
    Develop,
    DevelopmentOrder,
    Exploit,
    FoundTown,
    Populate,
    Urbanise,
)
from ...state import Cendre, Code, NationId
from ...tables import TABLES
from ..common.inquiry import knows
from ..common.ledger import change_land, write_land
from ..leaders.actors import Actor
from .construction import _construct, _construct_price, _construct_refusal, _grow, _town_price, _town_refusal
from .operation import Plan, development_refusal, discounted, plain_price, terrain_difficulty


class RoadsBuilt(Event, frozen=True):
    RULE = "TC-CIV-16"
    nation: NationId
    territory: Code


# -- development ------------------------------------------------------------------------------------------------


def _below(what: str, limit: str, rule: str) -> Callable[[Cendre, NationId, CivilOrder, Actor], str]:
    """A figure that may still rise: up to another figure of the territory, or to the general limit."""

    def refusal(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
        assert isinstance(order, DevelopmentOrder)
        problem = development_refusal(game, nation, order, actor)
        if problem:
            return problem
        land = game.lands[order.territory]
        most = getattr(land, limit) if limit else TABLES.land.limit
        return "" if getattr(land, what) < most else rule

    return refusal


def _raise(what: str, rule: str) -> Callable[[Cendre, NationId, CivilOrder, Actor], None]:
    def effect(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
        assert isinstance(order, DevelopmentOrder)
        change_land(game, order.territory, what, 1, order.OPERATION, rule)

    return effect


def _clear(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-07 Land is cleared; where ash lies, it is swept away instead."""
    assert isinstance(order, Clear)
    land = game.lands[order.territory]
    if land.ash:
        change_land(game, order.territory, "ash", -1, order.OPERATION, "TC-EVT-05")
    else:
        change_land(game, order.territory, "farm_capacity", 1, order.OPERATION, "TC-CIV-07")


def _road_refusal(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
    """TC-CIV-16 Roads need their discovery and are built once."""
    assert isinstance(order, BuildRoads)
    if not knows(game, nation, "Réseau routier"):
        return "TC-SCI-06"
    problem = development_refusal(game, nation, order, actor)
    return problem or ("TC-CIV-16" if game.lands[order.territory].roads else "")


def _road_price(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> Goods:
    assert isinstance(order, BuildRoads)
    gold = TABLES.operations.road_gold_per_difficulty * terrain_difficulty(game, order.territory)
    return Goods(gold=discounted(game, nation, order, actor, gold))


def _build_road(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-16 A road is seen by everybody on the map."""
    assert isinstance(order, BuildRoads)
    write_land(game, order.territory, roads=True)
    game.emit(RoadsBuilt(nation=nation, territory=order.territory))


# -- towns and structures ---------------------------------------------------------------------------------------


def _improvement(rule: str, what: str, limit: str) -> Plan:
    return Plan(rule, _below(what, limit, rule), plain_price, _raise(what, rule))


DEVELOPMENT: dict[type[CivilOrder], Plan] = {
    Cultivate: _improvement("TC-CIV-06", "farms", "farm_capacity"),
    Clear: Plan("TC-CIV-07", _below("farm_capacity", "", "TC-CIV-07"), plain_price, _clear),
    Develop: _improvement("TC-CIV-08", "resource_level", ""),
    Exploit: _improvement("TC-CIV-09", "exploitations", "resource_level"),
    Populate: _improvement("TC-CIV-10", "population", ""),
    BuildRoads: Plan("TC-CIV-16", _road_refusal, _road_price, _build_road),
    Construct: Plan("TC-CIV-05", _construct_refusal, _construct_price, _construct),
    Urbanise: Plan("TC-CIV-15", _town_refusal, _town_price, _grow),
    FoundTown: Plan("TC-CIV-14", _town_refusal, _town_price, _grow),
}
