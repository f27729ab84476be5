"""How Byzantium is learned: at tables of two, three and four, from the positions between actions of games that lasted three turns.

What the fall of Constantinople makes of a game is reckoned by its odds, and not learned.
"""

from __future__ import annotations

from marchland.games.byzantium.bots.features import PHASES, features
from marchland.games.byzantium.bots.judgement import JUDGEMENT
from marchland.kernel.planning import Mind

from .lesson import Lesson, Table

TABLES: tuple[Table, ...] = ((3, {}), (4, {}), (3, {}), (2, {}), (4, {}))

LESSON = Lesson(
    judgement=JUDGEMENT,
    phases=PHASES,
    features=features,
    tables=TABLES,
    house=("greedy",),
    pupil=Mind(width=3, looks=300, seconds=600, futures=4),
    middles=0.0,
    counts=lambda outcome: outcome.reason == "three_turns",
    played="order",
)
