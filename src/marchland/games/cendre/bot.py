"""How good a position is for a seat, the automata that can take a seat, and the strategists of the four levels."""

from __future__ import annotations

from collections.abc import Mapping

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import below
from marchland.kernel.planning import Mind

from .bots.strategist.foresight import hunch, judge, reply, sameness, steps, turn_of
from .bots.strategist.manners import TASTES
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
"""Players by habit. `ruler` is the baseline by which strategists are measured: it is frozen, with all that it thinks with."""
MINDS = {
    "easy": Mind(style="beginner", width=1, looks=1, seconds=0.05),
    "normal": Mind(style="careless", width=1, looks=1, seconds=0.2),
    "hard": Mind(width=1, looks=1, seconds=0.5),
    "expert": Mind(style="thorough", width=1, looks=8, seconds=2.5),
}
"""The strategists. They differ by how far they see and by what they overlook (`data/strategists.yaml`)."""
UNFIT = ("greedy",)
"""A sheet shows its effect only when all are in: trying sheets one ply deep is no better than chance."""

__all__ = ["BOTS", "MINDS", "TASTES", "UNFIT", "evaluate", "hunch", "judge", "reply", "sameness", "steps", "turn_of"]
