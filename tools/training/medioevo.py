"""How Medioevo Universale is weighed: mostly at the usual table of four, on the map that new tables have."""

from __future__ import annotations

from marchland.games.medioevo.bots.judgement import JUDGEMENT, PHASES, figures
from marchland.kernel.planning import Mind

from .lesson import Lesson, Table

FOUR: Table = (4, {"map": "second"})
TABLES: tuple[Table, ...] = (FOUR, FOUR, FOUR, (3, {"map": "second"}))

LESSON = Lesson(
    judgement=JUDGEMENT,
    phases=PHASES,
    features=figures,
    tables=TABLES,
    house=("greedy",),
    pupil=Mind(width=2, looks=450, seconds=600),
    middles=0.0,
    played="kingdom",
)
