"""Steps of national events: what a step may say, how much, how long and where."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from marchland.kernel.chance import shuffled

from ...state import Cendre, Code, NationId
from ...tables import TABLES
from ...world import SITES
from ..common.dice import written
from ..common.inquiry import held, terrains
from ..common.ledger import change_land, units_at
from ..common.marks import next_active, next_spring, next_winter
from ..magic.fluid import spill

RULE = "TC-EVT-03"


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that happens; which fields count depends on `do`."""

    do: str
    amount: int | str = 0
    times: int = 1
    stored: bool = False
    one_field: bool = False
    at: tuple[Code, ...] = ()
    most: int = 0
    least: int = 0
    number: int | str = 1
    what: str = ""
    kind: str = ""
    word: str = ""
    unit: str = ""
    domain: str = ""
    goods: dict[str, int] = {}
    where: str = ""
    until: str = ""
    when: str = ""
    chance: int = 0
    terrain: tuple[str, ...] = ()
    resource: tuple[str, ...] = ()
    coastal: bool = False
    town: bool = False
    national: bool = False
    garrison: bool = False
    not_capital: bool = False
    water: bool = False
    sea: bool = False
    claim: bool = False
    join: bool = False
    anywhere: bool = False
    then: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()


Deed = Callable[[Cendre, NationId, Step], bool]
"""A deed tells whether it found anything to happen to."""


def rolled(game: Cendre, nation: NationId, step: Step) -> int:
    """The amount of a step: a number, or dice."""
    amount = step.amount if isinstance(step.amount, int) else written(game, nation, "event", step.amount)
    return amount * step.times


def until(game: Cendre, step: Step) -> int:
    return {"now": game.turn, "next": next_active(game), "spring": next_spring(game), "winter": next_winter(game)}[step.until]


def since(game: Cendre, step: Step) -> int:
    """TC-EVT-03 What is for the next season, or for spring, does not hold before."""
    return until(game, step) if step.until in ("next", "spring") else 0


# -- places -----------------------------------------------------------------------------------------------------


def candidates(game: Cendre, nation: NationId, step: Step) -> list[Code]:
    """TC-EVT-05 Owned and controlled land that fits the step."""
    capital = game.nations[nation].capital
    return [
        code
        for code in held(game, nation)
        if (not step.at or code in step.at)
        and (not step.terrain or set(step.terrain) & set(terrains(game, code)))
        and (not step.resource or SITES[code].resource in step.resource)
        and (not step.coastal or SITES[code].by_the_sea)
        and (not step.town or game.lands[code].town > 0)
        and (not step.national or nation in game.lands[code].national)
        and (not step.garrison or units_at(game, code, nation))
        and (not step.not_capital or code != capital)
    ]


def places(game: Cendre, nation: NationId, step: Step) -> list[Code]:
    found = candidates(game, nation, step)
    if step.where == "capital":
        return [code for code in found if code == game.nations[nation].capital]
    if step.where == "towns":
        return [code for code in found if game.lands[code].town]
    if step.where == "all":
        return found
    number = step.number if isinstance(step.number, int) else written(game, nation, "event", step.number)
    return sorted(shuffled(game, found)[:number]) if len(found) > number else found


def change_here(game: Cendre, code: Code, what: str, amount: int, least: int = 0) -> None:
    """A figure of a territory, kept within what it may be; farms may take capacity along."""
    land = game.lands[code]
    now = getattr(land, what)
    caps = {"exploitations": land.resource_level, "recruits": land.population}
    most = TABLES.land.limit if what != "brigands" else now + max(amount, 0)
    wanted = max(least if now >= least else now, min(now + amount, caps.get(what, most)))
    if what == "farms" and wanted > land.farm_capacity:
        change_land(game, code, "farm_capacity", wanted - land.farm_capacity, "event", RULE)
    change_land(game, code, what, wanted - now, "event", RULE)
    if what == "source":
        spill(game, code, "event", RULE)
