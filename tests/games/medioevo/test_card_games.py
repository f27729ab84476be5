"""Every Empire card is really played: random games on crowded tables, audited after each move."""

from __future__ import annotations

from collections import Counter

import pytest

from .card_games import crowded_table, play

MOVES = 200
RICH = (1008, 1011, 1027, 1034, 1042, 1051, 1060, 1074, 1084, 1115, 1131, 1162, 1235)
"""Games in which rare cards came up, when they were looked for: where rules have changed since, others follow."""


@pytest.mark.rule("MU-EMP-01", "MU-EMP-02")
@pytest.mark.parametrize("seed", range(6))
def test_crowded_tables_stay_in_order_while_cards_are_played(seed: int) -> None:
    used: Counter[int] = Counter()
    play(crowded_table(seed), seed, MOVES, used)
    assert used.total() >= 10, "these players like to use their cards"


@pytest.mark.slow
@pytest.mark.rule("MU-EMP-01", "MU-EMP-02")
def test_each_of_the_72_abilities_is_used_in_audited_games() -> None:
    used: Counter[int] = Counter()
    for seed in (*RICH, *range(1000, 1600)):
        play(crowded_table(seed), seed, MOVES, used)
        if len(used) == 72:
            break
    assert sorted(set(range(1, 73)) - set(used)) == [], "abilities that nobody could use"
