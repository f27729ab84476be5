"""Population and recruits: what grows by itself in winter."""

from __future__ import annotations

from ...state import Cendre, Code
from ...tables import TABLES
from ...world import MAJORS, SITES
from ..common.dice import percent
from ..common.inquiry import held, is_held, knows
from ..common.ledger import change_land
from ..common.modifiers import added
from ..towns.booklet import regrowth
from ..towns.towns import EFFECTS


def grow_population(game: Cendre) -> None:
    """TC-SCI-09 Agronomy, fertile peoples and hatcheries may add a point of population in winter."""
    for nation in MAJORS:
        chance = TABLES.science.effects.agronomy_chance * knows(game, nation, "Agronomie")
        for code in held(game, nation):
            for source in (chance, added(game, nation, "population.growth"), _hatchery(game, code)):
                if game.lands[code].population < TABLES.land.limit and percent(game, nation, "growth", source):
                    change_land(game, code, "population", 1, "growth", "TC-SCI-09")


def _hatchery(game: Cendre, code: Code) -> int:
    return EFFECTS["couvoir-sacre"].chance * any(built.kind == "couvoir-sacre" for built in game.lands[code].structures)


def regrow_recruits(game: Cendre) -> None:
    """TC-LAND-11 Recruitment capacity grows by one each winter, up to the population."""
    for code in SITES:
        land = game.lands[code]
        nation = land.controller
        plus = 1
        if nation in MAJORS and is_held(land, nation):
            plus += added(game, nation, "recruit.regrowth") + regrowth(game, code, nation)
        room = max(0, land.population - land.recruits)
        change_land(game, code, "recruits", min(plus, room), "winter", "TC-LAND-11")
