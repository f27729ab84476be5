"""The manners in which bots play Vinci: what each looks at, what it overlooks, and what it has a taste for.

Levels are made of faults that people have, not of chance: a beginner counts this turn's points and declines when nothing else is
left; a careless player goes by a forecast made by rule of thumb, which sees no turn but the present one. A taste goes with any.
"""

from __future__ import annotations

from functools import cache

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.planning import parted

from ..rules.decline import DeclareDecline, DeclineOrPlay
from ..rules.scoring import active_points, declining_points
from ..state import Vinci
from . import planning
from .features import enemies_around
from .judgement import JUDGEMENT, log_odds
from .prospects import evaluate

SPENT = 2
"""With so few free tokens a beginner thinks of decline."""
MUSTER = 0.5
"""Points that a beginner gives for a token."""
POINTS = 10
"""Points of a beginner's count for what is one in the logarithm of odds."""
WIDEST, USUAL, NARROW = (0.5, 0.65, 0.85), (0.6, 0.8), (0.6,)
"""How many ways there are to spread tokens at the end of a turn (`planning.deployments`)."""


class Style(msgspec.Struct, frozen=True):
    """What a manner of playing looks at."""

    is_beginner: bool = False
    """Counts the points of this turn and the next, and nothing else."""
    by_thumb: bool = False
    """Finds its way through a turn by the forecast of `prospects`, not by what was learned."""
    ends_by_thumb: bool = False
    """Judges by it where the turn has ended, too."""
    tastes: tuple[float, ...] = USUAL
    is_wary: bool = False
    """Sees what neighbours can do when tokens are spread."""
    calm: float = 0.0
    """A builder's love of land that nobody touches, in the logarithm of odds for a point of income."""
    wrath: float = 0.0
    """A raider's wish to see others with little."""


STYLES = {
    "": Style(),
    "thorough": Style(tastes=WIDEST, is_wary=True),
    "hasty": Style(by_thumb=True),
    "careless": Style(by_thumb=True, ends_by_thumb=True, tastes=NARROW),
    "beginner": Style(is_beginner=True, tastes=NARROW),
    "builder": Style(calm=0.06),
    "raider": Style(wrath=0.04),
}
TASTES = ("builder", "raider")
"""Those that go with every other style, too: `careless+raider`."""


@cache
def style_named(name: str) -> Style:
    manner, taste = parted(name)
    style = STYLES[manner]
    return msgspec.structs.replace(style, calm=STYLES[taste].calm, wrath=STYLES[taste].wrath) if taste else style


def steps(game: Vinci, seat: Seat, style: Style) -> list[Action]:
    found = list(planning.steps(game, seat, style.tastes, style.is_wary))
    if style.is_beginner and isinstance(game.decision, DeclineOrPlay):
        is_spent = game.tokens[seat] - len(game.active[seat]) <= SPENT
        return [option for option in found if isinstance(option, DeclareDecline) == is_spent] if not game.ending else found[:1]
    return found


def judge(game: Vinci, seat: Seat, name: str) -> float:
    """How good the end of a turn looks."""
    style = style_named(name)
    if style.is_beginner:
        return count_of_a_beginner(game, seat) + POINTS * taste(game, seat, style)
    if style.ends_by_thumb:
        return evaluate(game, seat) + POINTS * taste(game, seat, style)
    return log_odds(game, seat, JUDGEMENT.learned.weights) + taste(game, seat, style)


def hunch(game: Vinci, seat: Seat, name: str) -> float:
    """How promising the middle of a turn looks."""
    style = style_named(name)
    if style.is_beginner:
        return count_of_a_beginner(game, seat) + POINTS * taste(game, seat, style)
    return evaluate(game, seat) if style.by_thumb else log_odds(game, seat, JUDGEMENT.learned.midway)


def count_of_a_beginner(game: Vinci, seat: Seat) -> float:
    """Points made and points held, and how many tokens there are to play with."""
    return game.score[seat] + active_points(game, seat) + declining_points(game, seat) + MUSTER * game.tokens[seat]


def taste(game: Vinci, seat: Seat, style: Style) -> float:
    if style.calm:
        quiet = [p for p in game.active[seat] if not enemies_around(game, p, seat)]
        return style.calm * len(quiet)
    if style.wrath:
        return -style.wrath * sum(active_points(game, other) for other in game.order if other != seat)
    return 0.0
