"""How bots plan a turn of Medioevo: what belongs together, which steps are worth a thought, and how promising the middle looks.

A whole turn of seven phases, in which everybody is asked again and again, is too long to look through at once. What is searched as
one is a block of purchases, one movement up to the battle it leads to, and the voyages of the trade phase. Everything else is
answered at once (`replies`). A battle ends a search: how it will probably go is part of the judgement, so that nobody counts on
dice.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Frame

from ..rules.cards.powers import Claim
from ..rules.components.armies import armies_of
from ..rules.components.table import lands_of
from ..rules.conquest.conquest import ChooseLoot, Keep, Pillage
from ..rules.movement.movement import BringMore, ChooseMove, CombatPhase, ManageGroup, Muster, NoMore, PassRound
from ..rules.purchases.purchases import BuyHere, Purchase, PurchaseBlock
from ..rules.trade.trade import ChooseTransport, ManageTransport, TradeBlock
from ..state import Medioevo
from . import commerce, marches
from .judgement import judge
from .reactions import best_claim
from .replies import thumb
from .shopping import counter, shop
from .styles import style_named

BY_ITSELF = -1
"""A question that is no part of a turn that is searched through."""
BUYING, FIGHTING, TRADING = 4, 5, 6
OUTLINES: dict[int, type[Frame]] = {BUYING: PurchaseBlock, FIGHTING: CombatPhase, TRADING: TradeBlock}
"""What goes on as long as such a block does."""
UNSPENT = 0.12
"""What a point of technology at hand is worth while there is something to spend it on."""


def turn_of(game: Medioevo, seat: Seat) -> int | None:
    """The block of purchases, the movement or the voyages that the seat is in the middle of."""
    if game.active == seat and not game.fights and game.phase in OUTLINES and game.find(OUTLINES[game.phase]) is not None:
        number = game.turn * 1000 + game.phase * 100
        if game.phase != FIGHTING:
            return number
        phase = game.find(CombatPhase)
        return number + (phase.rounds if phase is not None else 0)
    return BY_ITSELF if seat in game.deciders else None


def steps(game: Medioevo, seat: Seat, name: str) -> Sequence[Action]:
    """The answers worth a thought."""
    question, style = game.decision, style_named(name)
    match question:
        case Purchase():
            return shop(game, seat, question, style)
        case BuyHere():
            return counter(game, seat, question, style)
        case ChooseMove():
            return claims_first(game, seat) or (
                marches.first_moves(game, seat, question, style.choices) if style.makes_war else [PassRound()]
            )
        case ManageGroup():
            return marches.group_steps(game, seat, question, style.choices)
        case BringMore():
            return more(game, seat)
        case ChooseLoot():
            return loot(game, seat)
        case ChooseTransport():
            return claims_first(game, seat) or [commerce.employ(game, seat)]
        case ManageTransport():
            return claims_first(game, seat) or commerce.voyage(game, seat, question)[:1]
        case _:
            return [thumb(game, seat, name)]


def claims_first(game: Medioevo, seat: Seat) -> list[Action]:
    """An objective that is met is claimed before anything else."""
    claims = [one for one in game.options(seat) if isinstance(one, Claim)]
    return [best_claim(game, seat, claims)] if claims else []


def more(game: Medioevo, seat: Seat) -> list[Action]:
    offered = game.options(seat)
    return [NoMore(), *[one for one in offered if isinstance(one, Muster)][:1]]


def loot(game: Medioevo, seat: Seat) -> list[Action]:
    """Keep all, or pillage what may be lost again."""
    offered = game.options(seat)
    return [Keep(), *[one for one in offered if isinstance(one, Pillage)][:2]]


def sameness(game: Medioevo, seat: Seat) -> Hashable:
    """The same things bought, or troops moved, in another order come to the same."""
    own = tuple([(id, vehicle) for id, vehicle in sorted(game.vehicles.items()) if vehicle.owner == seat])
    return (
        game.decision,
        game.players[seat],
        tuple(lands_of(game, seat).items()),
        armies_of(game, seat),
        own,
        tuple(game.marches),
        tuple(game.wars),
        tuple(game.pacts),
    )


def hunch(game: Medioevo, seat: Seat, name: str) -> float:
    """The judgement, and what is under way: a group by what it could strike, points by what they will buy."""
    value = judge(game, seat, name)
    if game.phase == FIGHTING and game.marches and game.marches[-1].seat == seat:
        return value + marches.march_hope(game, game.marches[-1])
    if game.phase == BUYING:
        return value + UNSPENT * min(4, sum(game.players[seat].points))
    return value


def reply(game: Medioevo, seat: Seat) -> Action:
    """A quick answer."""
    return steps(game, seat, "")[0]
