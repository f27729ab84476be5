"""Projects: the great work that is saved for, and the materials laid by for it."""

from __future__ import annotations

from math import ceil, inf

import msgspec

from ...goods import RESOURCES, Goods
from ...rules.towns.building import structure_price
from ...rules.towns.towns import structure_kind
from ...state import Code
from .building import building_order, kinds, may_build, worth
from .council import Council
from .ideas import NOBODY

PATIENCE = 9
"""No work is saved for that is farther away than so many seasons."""
WORTHWHILE = 8.0
SOON = 1
"""Gold is laid by, too, for what is so near."""


class Project(msgspec.Struct, frozen=True):
    kind: str
    place: Code
    price: Goods
    value: float
    wait: int
    """Seasons until it can be paid."""


def lay_by(council: Council) -> None:
    """The most promising project, and a second one from what is left: their materials are neither sold nor used."""
    if not council.manner.saves:
        return
    chosen: list[Project] = []
    for project in sorted(projects(council), key=lambda one: (-_promise(one), one.kind, one.place)):
        if all(project.kind != other.kind for other in chosen):
            chosen.append(project)
        if len(chosen) == 2:
            break
    for project in chosen:
        council.keeps = council.keeps + project.price.resources()
    limit = council.room + council.output
    council.keeps = council.keeps.least(msgspec.structs.replace(limit, gold=0, provisions=0))
    if chosen and chosen[0].wait <= SOON and council.purse.gold < chosen[0].price.gold:
        council.hoard = chosen[0].price.gold


def _promise(project: Project) -> float:
    return project.value / (3 + project.wait)


def projects(council: Council) -> list[Project]:
    found = []
    for kind in kinds(council):
        places = [code for code in council.held if may_build(council, code, kind)]
        if places:
            place = max(places, key=lambda code: (council.game.lands[code].town, code))
            project = project_of(council, kind, place)
            if project is not None:
                found.append(project)
    return found


def project_of(council: Council, kind: str, place: Code) -> Project | None:
    """A structure that can be had in time, and is worth its price."""
    price = structure_price(council.game, council.nation, building_order(council, place, kind), NOBODY)
    if price is None:
        return None
    wait = waiting(council, price)
    value = worth(council, place, kind) - price.gold * council.worth_of_gold
    later = structure_kind(kind).yearly_glory * (wait / 3) if wait < inf else 0.0
    if wait > min(PATIENCE, council.seasons_left) or value - later < WORTHWHILE / council.weights.projects:
        return None
    return Project(kind, place, price, value - later, int(wait))


def waiting(council: Council, price: Goods) -> float:
    """Seasons until the stores hold a price; for ever, if they never can."""
    longest = 0.0
    for kind in RESOURCES:
        lacking = price[kind] - council.purse[kind]
        if lacking <= 0:
            continue
        if not council.output[kind] or price[kind] > council.room[kind] + council.output[kind]:
            return inf
        longest = max(longest, ceil(lacking / council.output[kind]))
    short = price.gold - council.purse.gold
    if short > 0:
        longest = max(longest, ceil(short / max(council.flow, 5)))
    return longest
