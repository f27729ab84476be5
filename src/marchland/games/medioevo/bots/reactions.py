"""Breaking in: which cards and technologies a bot uses at the moments at which players may."""

from __future__ import annotations

from collections.abc import Sequence

from marchland.kernel.actions import Action, Seat

from ..rules.battle.fight import attack_value, index_of
from ..rules.cards.cards import CardPlay
from ..rules.cards.powers import Claim, PlayCard, UseTechnology
from ..rules.cards.windows import Pass, React
from ..rules.diplomacy.allies import CallAlly
from ..rules.technologies.points import FlipToken, TurnCard
from ..state import Medioevo
from ..tables import COLOURS, technologies

GLADLY = frozenset({22, 23, 24, 25, 26, 27, 28, 29, 30, 37, 38, 39, 42, 43, 50, 51, 64})
"""Cards that are only offered where they help, and cost nothing but their turn."""
IN_BATTLE = frozenset({4, 7, 8, 9, 10, 35, 40, 41, 52})
"""Cards that help in a battle of one's own."""
CLOSE = 4
"""A round decided by so little may be turned by two points."""
AGAINST_DICE = frozenset({5, 46, 47})
IN_DEALS = ("commerce", "market")
LAWS = ("law", "strategy", "tactics")
COLOUR_ORDER = ("green", "violet", "blue", "yellow", "red", "orange")


def react(game: Medioevo, seat: Seat, question: React) -> Action:
    """Claim whatever can be claimed, then use what helps, else let it happen."""
    offered = game.options(seat)
    claims = [one for one in offered if isinstance(one, Claim)]
    if claims:
        return best_claim(game, seat, claims)
    for one in offered:
        if isinstance(one, PlayCard) and is_worth_playing(game, seat, question, one.card):
            return one
        if isinstance(one, CallAlly) and question.window == "W-B0":
            return one
    return technology(game, seat, question, offered) or Pass()


def best_claim(game: Medioevo, seat: Seat, claims: Sequence[Claim]) -> Claim:
    """A token of a colour that one has few of, and uses much."""
    tokens = game.players[seat].tokens
    return min(claims, key=lambda one: (tokens[COLOURS.index(one.colour)], COLOUR_ORDER.index(one.colour), one.card))


def is_worth_playing(game: Medioevo, seat: Seat, question: React, card: int) -> bool:
    if card in GLADLY:
        return True
    if question.window == "J":
        return card in (48, 49) and is_against(game, seat)
    if not game.fights or index_of(game, seat) is None:
        return False
    if card in IN_BATTLE:
        return True
    return card in AGAINST_DICE and question.window == "W-B5" and is_close(game, seat)


def is_against(game: Medioevo, seat: Seat) -> bool:
    """Is the card that was turned one of an enemy in a battle of one's own?"""
    play = game.find(CardPlay)
    if play is None or play.seat == seat or not game.fights or not play.ability:
        return False
    return {seat, play.seat} == {side.owner for side in game.fights[-1].sides}


def is_close(game: Medioevo, seat: Seat) -> bool:
    """Is the round being lost, by a little?"""
    index = index_of(game, seat)
    if index is None or not all(side.dice for side in game.fights[-1].sides):
        return False
    return 0 <= attack_value(game, 1 - index) - attack_value(game, index) <= CLOSE


def technology(game: Medioevo, seat: Seat, question: React, offered: Sequence[Action]) -> Action | None:
    """Technologies for which there are points at hand: at deals of one's own, and against what threatens."""
    wanted: tuple[str, ...]
    if question.window.startswith("W-6b"):
        wanted = IN_DEALS if game.deals and game.deals[-1].seat == seat else ()
    else:
        own_fight = bool(game.fights) and index_of(game, seat) is not None
        wanted = LAWS if own_fight or question.window == "W-2r" else ()
    points = game.players[seat].points
    branches = {technologies()[key].branch for key in wanted}
    for one in offered:
        if isinstance(one, UseTechnology) and one.technology in wanted:
            known = technologies()[one.technology]
            if points[COLOURS.index(known.branch)] >= known.points:
                return one
    return next((one for one in offered if is_source(one, branches)), None)


def is_source(action: Action, branches: set[str]) -> bool:
    """Does this raise points of a colour that is wanted?"""
    if isinstance(action, FlipToken):
        return action.colour in branches
    return isinstance(action, TurnCard) and bool(branches & {*action.colours})
