"""Siege engines in battle (rulebook: Siege engines)."""

from __future__ import annotations

from marchland.kernel.chance import roll

from ...state import BARBARIANS, Crew, Medioevo
from ...tables import tables
from ..components.table import record, replace
from ..conquest.buildings import damage_building
from .damage import deal
from .declarations import lone_engines
from .fight import change_side, roller, shielded, shots


def fire(game: Medioevo) -> bool:
    """MU-SIE-01 One d8 per crew member of every engine, both sides together (reading S-12); False if nothing fires."""
    fired = False
    for index in (0, 1):
        crews: list[Crew] = []
        for crew in lone_engines(game, index):
            dice = shots(game, index, crew)
            if dice:
                crew = replace(crew, dice=roll(game, roller(game, index), "artillery", dice=dice, sides=8))
                fired = True
            crews.append(crew)
        change_side(game, index, crews=tuple(crews))
    return fired


def strike(game: Medioevo) -> None:
    """MU-SIE-02 Hits of both sides apply together; damage to buildings is never reduced."""
    damage = [0, 0]
    for index in (0, 1):
        for crew in game.fights[-1].sides[index].crews:
            damage[1 - index] += _strike_with(game, index, crew)
    for index in (0, 1):
        deal(game, index, shielded(game, index, "artillery", damage[index]), "artillery")


def _strike_with(game: Medioevo, index: int, crew: Crew) -> int:
    hits = sum(1 for die in crew.dice if die <= tables().battle["hit"])
    level = game.vehicles[crew.engine].level
    if crew.target == "units":
        return hits * tables().engine_damage["units"][level - 1]
    fight = game.fights[-1]
    points = hits * tables().engine_damage["buildings"][level - 1]
    if points and getattr(game.lands[fight.place], crew.target):
        damage_building(game, fight.place, crew.target, points, "MU-SIE-01")
        if fight.sides[index].owner != BARBARIANS:
            record(game, fight.sides[index].owner, building_damage_dealt=points)
    return 0
