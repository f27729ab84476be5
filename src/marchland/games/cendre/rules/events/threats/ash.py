"""The threat from the south: the Waking Ash and its Heart."""

from __future__ import annotations

from ....orders import Attack, Order
from ....state import NEVER, SPRING, SUMMER, WINTER, Cendre, Code, NationId, Troop
from ....world import MAJORS, SITES, land_neighbours
from ...common.dice import written
from ...common.inquiry import controlled
from ...common.ledger import add_units, all_units, change_land, count, write_land
from ...common.marks import add_mark
from ...glory.account import change_glory
from ...standing.account import change_reputation
from ...war.movement import relocate
from .deeds import weaken
from .threats import RULE, besides, end, muster, nation_name, nearest, table, total, write_threat

SOUTH = nation_name("south")
HEART = "sud-coeur"


# -- south: the Waking Ash --------------------------------------------------------------------------------------


def ash_stir(game: Cendre) -> None:
    """TC-EVT-05 Ash drifts into neighbouring land; the Heart brings forth its dead."""
    home = game.threats["south"].home
    mine = controlled(game, SOUTH)
    for code in sorted({near for held in mine for near in land_neighbours(held)} - set(mine)):
        change_land(game, code, "ash", min(1, table().ash_most - game.lands[code].ash), "threat", RULE)
    if game.season == SPRING:
        for unit, number in sorted(table().spring_rise.items()):
            add_units(game, home, SOUTH, unit, number, "threat", RULE)
    if game.season == SUMMER and len(mine) >= table().golem_lands:
        add_units(game, home, SOUTH, "sud-golems", 1, "threat", RULE)


def ash_orders(game: Cendre) -> list[Order]:
    """TC-EVT-05 Great stacks attack their nearest neighbour; the dead rise where ash lies thick."""
    orders: list[Order] = []
    number = 1
    for code, troops in all_units(game, SOUTH).items():
        marching = besides(troops, HEART)
        aim = nearest(game, code, SOUTH, [near for near in land_neighbours(code) if game.lands[near].controller != SOUTH])
        if count(marching) >= table().stack and aim:
            orders.append(Attack(muster(game, SOUTH, code, marching, number), aim))
            number += 1
    _the_dead_rise(game, number)
    return orders


def _the_dead_rise(game: Cendre, number: int) -> None:
    """TC-EVT-05 Where ash lies thick the dead rise, and attack whoever holds the place."""
    thick = [code for code in SITES if game.lands[code].ash >= table().ash_most and game.lands[code].controller != SOUTH]
    for place, code in enumerate(thick, number):
        risen = written(game, SOUTH, "threat", table().ash_risen)
        add_units(game, code, SOUTH, "sud-revenants", risen, "threat", RULE)
        name = muster(game, SOUTH, code, (Troop("sud-revenants", risen),), place)
        relocate(game, name, code, mode="attack", rank=1)


def ash_winter(game: Cendre) -> list[Order]:
    """TC-EVT-05 Held land withers and gives up its dead; after two winters it is dead land for good."""
    for code in controlled(game, SOUTH):
        land = game.lands[code]
        for what in ("farms", "exploitations", "population"):
            change_land(game, code, what, -min(1, getattr(land, what)), "threat", RULE)
        add_units(game, code, SOUTH, "sud-revenants", 1, "threat", RULE)
        if any(mark.territory == code for mark in game.marks if mark.kind == "ashen"):
            write_land(game, code, dead=True)
        add_mark(game, "ashen", game.turn + 4, territory=code)
        if land.town:
            vigour = min(table().vigour_most, game.threats["south"].vigour + table().vigour_town)
            write_threat(game, "south", vigour=vigour)
    return []


def drain_heart(game: Cendre, nation: NationId, code: Code, power: int) -> None:
    """TC-EVT-05 Exhausting the source under the Heart weakens it; called by the magic chapter."""
    if "south" in game.threats and game.threats["south"].state == "active" and code == game.threats["south"].home:
        weaken(game, nation, power)


def sweep_ash(game: Cendre, code: Code) -> None:
    """TC-EVT-05 A strong spell of protection, life, water or weather carries ash away; called by the magic chapter."""
    if game.lands[code].ash:
        change_land(game, code, "ash", -1, "magic", RULE)


def ash_review(game: Cendre) -> None:
    """TC-EVT-05 A Heart without vigour dies; at thirty territories the world does."""
    if game.threats["south"].vigour <= 0 or not total(game, SOUTH, HEART):
        _ash_dies(game)
    elif game.season == WINTER and len(controlled(game, SOUTH)) >= table().ash_end:
        for nation in MAJORS:
            change_glory(game, nation, table().ash_end_glory, "threat", RULE)
        game.ending = "ash"


def _ash_dies(game: Cendre) -> None:
    credit = sorted(game.threats["south"].credit, key=lambda row: (-row[1], row[0]))
    for place, (nation, _) in enumerate(credit):
        change_glory(game, nation, table().ash_glory[min(place, 2)], "threat", RULE)
        change_reputation(game, nation, table().ash_reputation, "threat", RULE)
    for nation, _ in credit[:1]:
        add_mark(game, "ash_beaten", NEVER, nation=nation)
    for code in SITES:
        change_land(game, code, "ash", -game.lands[code].ash, "threat_over", RULE)
    end(game, "south", "heart_died")
