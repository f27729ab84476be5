"""How good a position is for a seat, and the automata that can take a seat."""

from __future__ import annotations

from collections.abc import Mapping

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import below

from .bots.writer import STEWARD, WARLORD, forget, write_orders
from .rules.common.inquiry import nation_of
from .rules.turn.sheets import Submit
from .state import Cendre

# Weights of the evaluation, in points of glory.
GOLD = 0.02
TERRITORY = 4.0
TOWN_LEVEL = 2.0
UNIT = 0.8
STABILITY = 3.0
DISCOVERY = 6.0


def evaluate(game: Cendre, seat: Seat) -> float:
    """Glory now, and what will bring glory: land, towns, troops, knowledge, gold and a steady people."""
    nation = nation_of(game, seat)
    record = game.nations[nation]
    lands = [land for land in game.lands.values() if land.controller == nation]
    units = sum(troop.count for key, troops in game.garrisons.items() if key[4:] == nation for troop in troops)
    units += sum(troop.count for army in game.armies.values() if army.nation == nation for troop in army.troops)
    return (
        record.glory
        + GOLD * record.goods.gold
        + TERRITORY * len(lands)
        + TOWN_LEVEL * sum(land.town for land in lands)
        + UNIT * units
        + STABILITY * record.stability
        + DISCOVERY * len(record.known)
    )


class Ruler:
    """Writes a whole sheet in the temper of the nation, bent this way or that."""

    bent: Mapping[str, float] = {}

    def choose(self, game: Cendre, seat: Seat) -> Action:
        return Submit(write_orders(game, nation_of(game, seat), lambda sides: below(game, sides), dict(self.bent)))


class Novice(Ruler):
    """Means well and forgets half of it."""

    def choose(self, game: Cendre, seat: Seat) -> Action:
        orders = write_orders(game, nation_of(game, seat), lambda sides: below(game, sides))
        return Submit(forget(orders, lambda sides: below(game, sides)))


class Steward(Ruler):
    """Develops and keeps the peace."""

    bent = STEWARD


class Warlord(Ruler):
    """Expands and fights."""

    bent = WARLORD


BOTS = {"novice": Novice, "warlord": Warlord, "ruler": Ruler, "steward": Steward}
LEVELS = {"easy": "novice", "normal": "ruler", "hard": "steward"}
"""Measured over games of ten years (see the README): war wears a people out, so that stewards have more glory in the end."""
UNFIT = ("greedy",)
"""A sheet shows its effect only when all are in: trying sheets one ply deep is no better than chance."""
