"""How Vinci is learned: mostly at the usual table of four."""

from __future__ import annotations

from marchland.games.vinci.bots.features import PHASES, features
from marchland.games.vinci.bots.judgement import JUDGEMENT

from .lesson import Lesson, Table

FOUR: Table = (4, {})
TABLES: tuple[Table, ...] = (FOUR,) * 7 + ((3, {}), (5, {}), (4, {"board": "grand"}), (6, {}), (2, {}))

LESSON = Lesson(judgement=JUDGEMENT, phases=len(PHASES) + 1, features=features, tables=TABLES, house=("greedy", "automaton"))
