"""What a bot does in a battle: captains, dice, damage, terms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from marchland.kernel.actions import Action, Seat

from ..rules.battle.damage import ChooseDamage, Hurt, HurtAboard, HurtTrapped
from ..rules.battle.declarations import DeclareIntent, Flee, Protect, Stand, TryCapture
from ..rules.battle.fight import attack_of_dice, attack_value, order_penalty, raw_attack, side_size, side_units
from ..rules.battle.flight import AcceptTerms, AnswerTerms, FightOn, RefuseTerms, is_calm
from ..rules.battle.melee import DICE, ChooseReroll, ChooseSacrifice, KeepDice, Lead, Reroll, Roll, Sacrifice
from ..rules.movement.meeting import Attack, ChooseFoe, Refrain
from ..state import BARBARIANS, Medioevo
from .clash import BEARS, Outlook, against_horde, field, mass
from .raids import WALLS, treachery

USUAL = 8
"""An attack that most throws do not reach."""
LOSSES = 0.07
"""How much of a chance to win the round a point of one's own losses is worth."""
HOPELESS = 0.12
LEADING = ("stop:cav", "free:cav", "as:cav", "stop:arc", "as:arc", "free:arc", "as:hi", "free:hi", "stop:hi", "as:li", "free:li")
"""What captains do, the best first."""
BODIES = 2
"""With so few units left a wound is better than a fall."""


def odds(game: Medioevo, index: int) -> Outlook:
    """How the battle on the table will probably end for one side."""
    fight = game.fights[-1]
    own, foe = mass(side_units(game, index)), mass(side_units(game, 1 - index))
    seat, rival = fight.sides[index].owner, fight.sides[1 - index].owner
    walls = WALLS * game.lands[fight.place].military if fight.place in game.lands else 0.0
    if rival == BARBARIANS:
        return against_horde(own, foe, game.circle.dice, order_penalty(game, seat))
    edge = order_penalty(game, seat) - order_penalty(game, rival)
    return field(own + walls * (index == 1), foe + walls * (index == 0), edge)


def intent(game: Medioevo, seat: Seat, question: DeclareIntent) -> Action:
    """Stand; take prisoners where there are enough to; flee from a lost battle with an army that is worth it."""
    offered = game.options(seat)
    if TryCapture() in offered and side_size(game, question.index) >= 3 * side_size(game, 1 - question.index):
        return TryCapture()
    if question.index == 0 and odds(game, 0).chance < HOPELESS and mass(side_units(game, 0)) > BODIES:
        ways = [one for one in offered if isinstance(one, Flee) and is_calm(game, seat, one.to)]
        if ways:
            return min(ways, key=lambda one: one.pm)
    return Stand()


def lead(offered: Sequence[Action]) -> Action:
    uses = {one.use: one for one in offered if isinstance(one, Lead)}
    return next((uses[use] for use in LEADING if use in uses), offered[0])


def sacrifice(game: Medioevo, seat: Seat, question: ChooseSacrifice) -> Action:
    """One light infantryman is given up where there are enough of them."""
    side = game.fights[-1].sides[question.index]
    if side.sacrificed or side_size(game, question.index) < 4:
        return Roll()
    return next((one for one in game.options(seat) if isinstance(one, Sacrifice) and one.kind == "li"), Roll())


def reroll(game: Medioevo, seat: Seat, question: ChooseReroll) -> Action:
    """The dice that promise most if thrown again; what is low is no loss."""
    side, enemy = game.fights[-1].sides[question.index], game.fights[-1].sides[1 - question.index]
    extras = raw_attack(game, question.index) - attack_of_dice(side.dice)
    need = (attack_value(game, 1 - question.index) + 1 if enemy.dice else USUAL) - extras
    best = max(game.options(seat), key=lambda one: promise_of(side.dice, one.dice if isinstance(one, Reroll) else (), need))
    return best if isinstance(best, Reroll) else KeepDice()


@cache
def promise_of(dice: tuple[int, ...], again: tuple[int, ...], need: int) -> float:
    """The chance to reach an attack, less what the lowest die costs."""
    ways = [range(1, DICE[place] + 1) if place in again else (die,) for place, die in enumerate(dice)]
    throws = list(product(*ways))
    won = sum(attack_of_dice(throw) >= need for throw in throws)
    lost = sum(min(throw) for throw in throws)
    return (won - LOSSES * lost) / len(throws)


def damage(game: Medioevo, seat: Seat, question: ChooseDamage) -> Action:
    """The cheapest unit falls; the last ones are rather wounded."""
    offered = game.options(seat)
    few = side_size(game, question.index) <= BODIES

    def cost(one: Action) -> float:
        if not isinstance(one, Hurt | HurtAboard | HurtTrapped):
            return 99.0
        lower = {"cav": "hi", "hi": "li"}.get(one.kind)
        return BEARS[one.kind] - (BEARS[lower] if lower else 0.0) + (lower is None) * (3.0 if few else 0.0)

    return min(offered, key=cost)


def protect(offered: Sequence[Action]) -> Action:
    return next((one for one in offered if isinstance(one, Protect) and one.kind == "melee"), offered[0])


def terms(game: Medioevo, seat: Seat, question: AnswerTerms) -> Action:
    """A surrender is accepted; one's own only where all is lost, because the units come back."""
    loser = game.fights[-1].sides[question.loser].owner
    if loser != seat:
        return AcceptTerms()
    return AcceptTerms() if odds(game, question.loser).chance < HOPELESS else RefuseTerms()


def offer_terms() -> Action:
    return FightOn()


def foe(game: Medioevo, seat: Seat, question: ChooseFoe) -> Action:
    """Whoever can be beaten and may be attacked at no cost; nobody, if one may."""
    offered = game.options(seat)
    attacks = [one for one in offered if isinstance(one, Attack)]
    weakest = min(attacks, key=lambda one: treachery(game, seat, one.foe, game.turn), default=None)
    if weakest is None:
        return offered[0]
    if Refrain() in offered and treachery(game, seat, weakest.foe, game.turn) > 0:
        return Refrain()
    return weakest


__all__ = ["damage", "foe", "intent", "lead", "odds", "offer_terms", "protect", "reroll", "sacrifice", "terms"]
