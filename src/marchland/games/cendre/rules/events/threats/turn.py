"""When the threats act: at the start of a season, with the armies, in winter, and after the fighting."""

from __future__ import annotations

from collections.abc import Callable

from ....orders import Order
from ....state import AUTUMN, SPRING, SUMMER, Cendre
from ...common.ledger import all_units
from ...leaders.people import disband_army
from ...war.aftermath import tidy_armies
from ...war.control import settle_control_of
from ...war.movement import relocate
from ...war.war import battle_at
from .ash import ash_orders, ash_review, ash_stir, ash_winter
from .hordes import (
    cold_orders,
    cold_review,
    cold_spring,
    cold_summer,
    cold_winter,
    horde_orders,
    horde_review,
    horde_stir,
    horde_winter,
)
from .sails import sails_orders, sails_review, sails_spring, sails_winter
from .threats import active, arrive, is_active, muster, nation_name, table, write_threat

STIRRING: dict[tuple[str, str], Callable[[Cendre], None]] = {
    ("north", SPRING): cold_spring,
    ("north", SUMMER): cold_summer,
    ("east", SUMMER): horde_stir,
    ("south", SPRING): ash_stir,
    ("south", SUMMER): ash_stir,
    ("south", AUTUMN): ash_stir,
    ("west", SPRING): sails_spring,
}
ORDERS: dict[str, Callable[[Cendre], list[Order]]] = {
    "north": cold_orders,
    "east": horde_orders,
    "south": ash_orders,
    "west": sails_orders,
}
WINTER_DEEDS: dict[str, Callable[[Cendre], list[Order]]] = {
    "north": cold_winter,
    "east": horde_winter,
    "south": ash_winter,
    "west": sails_winter,
}
REVIEWS: dict[str, Callable[[Cendre], None]] = {
    "north": cold_review,
    "east": horde_review,
    "south": ash_review,
    "west": sails_review,
}


def wake(game: Cendre) -> None:
    """TC-EVT-05 At the start of a season: the announced arrive in spring, the others stir."""
    for side in table().order if game.season == SPRING else ():
        if game.threats[side].state == "announced":
            arrive(game, side)
            force_a_landing(game, side)
        elif is_active(game, side):
            write_threat(game, side, fought=())
    for side in active(game):
        stir = STIRRING.get((side, game.season))
        if stir:
            stir(game)


def force_a_landing(game: Cendre, side: str) -> None:
    """TC-EVT-05 Where a threat appears on land that somebody holds, it attacks him at once."""
    nation = nation_name(side)
    for number, (code, troops) in enumerate(all_units(game, nation).items(), 1):
        if game.lands[code].controller == nation:
            continue
        for leader in sorted(key for key, army in game.armies.items() if army.at == code):
            disband_army(game, leader)
        leader = next((key for key in sorted(game.leaders) if game.leaders[key].nation == nation), "")
        key = muster(game, nation, code, troops, number, leader)
        relocate(game, key, code, mode="attack", rank=1)
        battle_at(game, code)
        tidy_armies(game)
        disband_army(game, key)
        settle_control_of(game, code)


def give_orders(game: Cendre) -> None:
    """TC-EVT-05 A threat's orders follow from the positions at the start of the season."""
    for side in active(game):
        game.sheets[nation_name(side)] = tuple(ORDERS[side](game))


def winter(game: Cendre) -> None:
    """TC-EVT-05 The winter deeds of the active threats, before their own battles."""
    for leader in sorted(game.armies):
        disband_army(game, leader)
    game.sheets = {}
    for side in active(game):
        game.sheets[nation_name(side)] = tuple(WINTER_DEEDS[side](game))


def review(game: Cendre) -> None:
    """TC-EVT-05 After the fighting: vigour, rewards, and whether a threat is over; what the season did is then forgotten."""
    for side in active(game):
        REVIEWS[side](game)
        write_threat(game, side, victor="", slayer="")
