"""Battles as a bot sees them: chances, spoils, and hordes at the door."""

from __future__ import annotations

from marchland.kernel.actions import Seat

from .. import world
from ..rules.battle.fight import has_capture_ratio, raw_attack
from ..rules.battle.flight import is_calm
from ..rules.components.armies import units
from ..rules.components.table import home_owner, settlements
from ..rules.conquest.buildings import honour_level
from ..state import BARBARIANS, Fight, Medioevo
from ..tables import BUILDINGS, tables
from .weights import HONOUR, land_worth, troops_worth, turns_left


def chances(own: float, foe: float) -> float:
    """The odds of the stronger army."""
    return own * own / (own * own + foe * foe) if own or foe else 0.0


def spoils(game: Medioevo, seat: Seat, space: str) -> float:
    """What taking a territory would bring."""
    if space not in game.lands:
        return 2.0
    land = game.lands[space]
    gain: float = land_worth(land, space in settlements(game), turns_left(game))
    if space in settlements(game) and home_owner(game, space) != seat and space not in game.taken_this_turn:
        gain += HONOUR * (1 + sum(honour_level(category, getattr(land, category)) for category in BUILDINGS))
        if space in (tables().holy["rome"], tables().holy["jerusalem"]) and space not in game.holy_taken:
            gain += 2 * HONOUR
    return gain


def attack_value(game: Medioevo, seat: Seat, space: str, own: float, foe: float, barbarian: bool) -> float:
    """Gain and risk of fighting for a territory."""
    odds = chances(own, foe)
    shame = HONOUR if barbarian else 0.0
    return odds * spoils(game, seat, space) - (1 - odds) * (own + shame) - 0.3 * foe


def fight_promise(game: Medioevo, fight: Fight, seat: Seat) -> float:
    """How the strengths compare, and what the dice on the table say."""
    for index, side in enumerate(fight.sides):
        if side.owner == seat:
            rival = fight.sides[1 - index].owner
            own, foe = troops_worth(units(game, fight.place, seat)), troops_worth(units(game, fight.place, rival))
            value = attack_value(game, seat, fight.place, own, foe, rival == BARBARIANS)
            if side.flight:
                value = -HONOUR * (rival == BARBARIANS) - (0.3 if is_calm(game, seat, side.refuge) else 0.6) * own
            elif side.capturing and not has_capture_ratio(game, index):
                value -= 2.0
            if side.dice and fight is game.fights[-1]:
                value += 0.12 * raw_attack(game, index) - 0.25 * min(side.dice) - 0.25 * side.pending
            return value + 0.05 * len(side.uses) + 0.1 * sum(sum(crew.counts) for crew in side.crews)
    return 0.0


def menace(game: Medioevo, seat: Seat) -> float:
    """Hordes beside one's own land are a danger, beside others' land less of a worry."""
    value = 0.0
    for space, standing in game.armies.items():
        if standing[0].owner == BARBARIANS:
            for there in world.neighbours(space):
                land = game.lands.get(there)
                if land is not None and land.holder != BARBARIANS:
                    value += -0.12 if land.holder == seat else 0.04
    return value
