"""The manners in which bots play Byzantium: what each looks at, what it overlooks, and what it has a taste for.

Levels are made of faults that people have, not of chance: a beginner counts the points that he has, and likes large armies; a
careless player does not see what others can take from him, what is left for him in this turn, nor that Constantinople may fall.
"""

from __future__ import annotations

from functools import cache
from statistics import fmean

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import futures
from marchland.kernel.judgement import Weights
from marchland.kernel.planning import parted

from ..rules.combat.armies import army_strength
from ..rules.scoring import total
from ..rules.upkeep import controlled_tokens, upkeep
from ..state import Byzantium
from ..tables import ARAB, BYZANTINE, CONFIG, SIDES
from . import planning
from .features import NAMES, TEMPO, WAR
from .judgement import JUDGEMENT, decided, log_odds

MUSTER, CUBE, COIN, DEBT = 0.5, 0.4, 0.1, 0.6
"""Points that a beginner gives for a cube of an army, a free cube, a bezant, and for one that he will be short of."""
THROWS = 4
"""So many throws are reckoned with in the middle of an action."""
SCALE = 0.3
"""A beginner's points as the logarithm of odds."""


class Style(msgspec.Struct, frozen=True):
    """What a manner of playing looks at."""

    overlooks: tuple[str, ...] = ()
    """Figures that count for nothing."""
    sees_the_fall: bool = True
    """Does it reckon with the fall of Constantinople?"""
    is_beginner: bool = False
    """Counts points, armies and cubes, and nothing else."""
    piety: float = 0.0
    """A builder's love of churches, mosques and grown cities, in the logarithm of odds."""
    wrath: float = 0.0
    """A raider's wish to see others with few cities."""


STYLES = {
    "": Style(),
    "careless": Style(overlooks=(*WAR, *TEMPO, "untaxed", "spare", "low", "shortfall", "debt"), sees_the_fall=False),
    "beginner": Style(is_beginner=True),
    "builder": Style(piety=0.12),
    "raider": Style(wrath=0.06),
}
TASTES = ("builder", "raider")
"""Those that go with every other style, too: `careless+raider`."""


@cache
def style_named(name: str) -> Style:
    manner, taste = parted(name)
    style = STYLES[manner]
    return msgspec.structs.replace(style, piety=STYLES[taste].piety, wrath=STYLES[taste].wrath) if taste else style


def steps(game: Byzantium, seat: Seat, name: str) -> list[Action]:
    return list(planning.steps(game, seat))


def judge(game: Byzantium, seat: Seat, name: str) -> float:
    """How good the table looks once an action is over."""
    style = style_named(name)
    if style.is_beginner:
        return count_of_a_beginner(game, seat) + taste(game, seat, style)
    return log_odds(game, seat, weights_of(style.overlooks), style.sees_the_fall) + taste(game, seat, style)


def hunch(game: Byzantium, seat: Seat, name: str) -> float:
    """How promising the middle of an action is: what it comes to if it is finished by the first thing that comes to mind."""
    table = finished(game.clone(), seat)
    if table.chance.counter == game.chance.counter:
        return judge(table, seat, name)
    return fmean(judge(finished(twin, seat), seat, name) for twin in futures(game, THROWS))


def finished(table: Byzantium, seat: Seat) -> Byzantium:
    turn = planning.turn_of(table, seat)
    while not table.is_over and planning.turn_of(table, seat) == turn:
        asked = table.deciders[0]
        table.play(asked, planning.steps(table, asked)[0] if asked == seat else planning.reply(table, asked))
    return table


def count_of_a_beginner(game: Byzantium, seat: Seat) -> float:
    """Points made and points held, armies, and what there is to play with."""
    if game.is_over:
        return decided(game, seat)
    player, worth = game.players[seat], 0.0
    tracks = [game.realm(seat, side).points + controlled_tokens(game, seat, side) for side in (BYZANTINE, ARAB)]
    for side in SIDES:
        realm = player.realm(side)
        short = upkeep(realm) - realm.treasury - CONFIG.income_per_token * controlled_tokens(game, seat, side)
        worth += MUSTER * army_strength(realm) + COIN * realm.treasury - DEBT * max(0, short)
    return SCALE * (total(*tracks) + worth + CUBE * (player.pool if seat not in game.passed else 0))


def taste(game: Byzantium, seat: Seat, style: Style) -> float:
    if game.is_over:
        return 0.0
    player = game.players[seat]
    if style.piety:
        return style.piety * (player.churches + player.mosques)
    if style.wrath:
        others = [other for other in range(len(game.players)) if other != seat]
        return -style.wrath * sum(controlled_tokens(game, other, side) for other in others for side in SIDES)
    return 0.0


def weights_of(overlooked: tuple[str, ...]) -> Weights:
    """What was learned, without some of the figures."""
    return _without(overlooked) if overlooked else JUDGEMENT.learned.weights


@cache
def _without(overlooked: tuple[str, ...]) -> Weights:
    kept = [name not in overlooked for name in NAMES]
    return tuple(tuple(w * counts for w, counts in zip(phase, kept, strict=True)) for phase in JUDGEMENT.learned.weights)
