"""Towns and structures as operations: what refuses them, their price, and what stands when they succeed."""

from __future__ import annotations

from ...goods import Goods
from ...orders import CivilOrder, Construct, DevelopmentOrder, FoundTown, Urbanise
from ...state import Cendre, NationId, Structure
from ..common.inquiry import knows
from ..leaders.actors import Actor
from ..towns.building import (
    building_effects,
    half_price,
    is_place_right,
    mix_refusal,
    structure_price,
    structure_refusal,
    town_price,
)
from ..towns.towns import add_structure, grow, is_structure, size_refusal
from .operation import development_refusal

GROWTH = {Urbanise: "TC-CIV-15", FoundTown: "TC-CIV-14"}


def _town_refusal(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
    assert isinstance(order, Urbanise | FoundTown)
    problem = development_refusal(game, nation, order, actor) or town_refusal(game, nation, order)
    return problem or mix_refusal(game, nation, order, actor)


def town_refusal(game: Cendre, nation: NationId, order: Urbanise | FoundTown) -> str:
    """TC-CIV-15 A town grows to its people's limit; TC-CIV-14 a new one needs its discovery and empty land."""
    town = game.lands[order.territory].town
    if isinstance(order, FoundTown):
        if not knows(game, nation, "Essor urbain"):
            return "TC-SCI-10"
        return "TC-CIV-14" if town else ""
    return size_refusal(nation, town) if town else "TC-CIV-15"


def _town_price(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> Goods | None:
    assert isinstance(order, Urbanise | FoundTown)
    price = town_price(game, nation, order, actor)
    return half_price(game, nation, price) if price is not None and isinstance(order, Urbanise) else price


def _grow(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-15 The town gains a level (TC-CIV-14: a first one)."""
    assert isinstance(order, DevelopmentOrder)
    grow(game, order.territory, order.OPERATION, GROWTH[type(order)])


def _construct_refusal(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
    assert isinstance(order, Construct)
    return development_refusal(game, nation, order, actor) or construct_refusal(game, nation, order)


def construct_refusal(game: Cendre, nation: NationId, order: Construct) -> str:
    """TC-CIV-05 A structure that exists, that the nation may have here, in a place that suits it."""
    if not is_structure(order.structure):
        return "TC-CIV-05"
    problem = structure_refusal(game, nation, order)
    return problem or ("" if is_place_right(game, nation, order) else "TC-CIV-05")


def _construct_price(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> Goods | None:
    assert isinstance(order, Construct)
    price = structure_price(game, nation, order, actor)
    return None if price is None else half_price(game, nation, price)


def _construct(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-05 The structure stands, with its glory and its effects."""
    assert isinstance(order, Construct)
    structure = Structure(order.structure, order.name, order.border)
    add_structure(game, order.territory, nation, structure, "TC-CIV-05")
    building_effects(game, nation, order.territory, structure)
