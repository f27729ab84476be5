"""Mages for the tests of magic: a study in X with everything a spell can need, and ways to cast."""

from __future__ import annotations

import msgspec

from marchland.games.cendre.orders import CastSpell
from marchland.games.cendre.rules.common.ledger import OrderRefused, change
from marchland.games.cendre.rules.magic.magic import MagicPhase
from marchland.games.cendre.state import Magic

from .warfare import A, V, X, Y, bare_table, hold, land, leader, of, order, script


def magician(game, nation, code, *colours, power=10, control=5, name=""):
    key = leader(game, nation, code)
    magic = Magic("fort", power, control, tuple(colours or ("feu",)))
    game.leaders[key] = msgspec.structs.replace(game.leaders[key], military=None, magic=magic, name=name or f"Mage {key}")
    return key


def phase(game, *dice):
    """Resolve the magical phase with these dice."""
    if dice:
        script(game, *dice)
    game.outbox, game.stack = [], []
    game.push(MagicPhase())
    game.run()
    return list(game.outbox)


def refused(events):
    return [(event.rule, event.facts.get("why", "")) for event in of(events, OrderRefused)]


def study(*, power=10, control=5, colour="feu", source=10, fluid=10, source_colour="mort", colours=()):
    """A mage of A in X, which A holds; Y next door is V's. Everybody is at peace."""
    game = bare_table()
    hold(game, A, X)
    hold(game, V, Y)
    land(game, X, source=source, fluid=fluid, colour=source_colour)
    land(game, Y, farms=5, farm_capacity=8, exploitations=5, resource_level=8, population=6, recruits=6, source=4, fluid=4, town=3)
    mage = magician(game, A, X, colour, *colours, power=power, control=control)
    change(game, V, stability=-6)
    return game, mage


def cast(game, mage, spell, *dice, then=True, **fields):
    order(game, game.leaders[mage].nation, CastSpell(leader=mage, spell=spell, **fields))
    events = phase(game, *dice)
    if then:
        game.sheets.clear()
    return events
