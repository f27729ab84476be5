"""Who meets whom: arithmetic of tournaments."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from marchland.web.company.pairing import circle, knockout_round, note_meetings, points, robin_round, rounds_of_robin, table_sizes


@pytest.mark.parametrize(
    ("people", "allowed", "most", "sizes"),
    [
        (4, (3, 4), 4, [4]),
        (7, (3, 4, 5), 4, [4, 3]),
        (8, (2, 3, 4), 2, [2, 2, 2, 2]),
        (5, (4,), 4, [4]),
        (9, (1, 2, 3, 4, 5, 6), 6, [5, 4]),
        (2, (3, 4), 4, []),
        (1, (1, 2), 2, []),
    ],
)
def test_tables_are_few_and_even_and_of_a_size_that_the_game_knows(
    people: int, allowed: tuple[int, ...], most: int, sizes: list[int]
) -> None:
    assert table_sizes(people, allowed, most) == sizes


@pytest.mark.parametrize("people", range(2, 12))
def test_two_at_a_table_meet_everybody_exactly_once(people: int) -> None:
    rounds = [circle(range(people), number) for number in range(1, rounds_of_robin(people, 2) + 1)]
    met = Counter(tuple(sorted(pair)) for pairs in rounds for pair in pairs)
    assert met == Counter(combinations(range(people), 2))
    for pairs in rounds:
        assert len({one for pair in pairs for one in pair}) == 2 * len(pairs) == people - people % 2


@pytest.mark.parametrize(("people", "most"), [(9, 3), (16, 4), (7, 3), (10, 4)])
def test_more_at_a_table_meet_again_no_sooner_than_they_must_and_rest_in_turn(people: int, most: int) -> None:
    met: Counter[tuple[int, int]] = Counter()
    rested: Counter[int] = Counter()
    for _ in range(rounds_of_robin(people, most)):
        sizes = table_sizes(people, (most, most - 1), most)
        tables = robin_round(list(range(people)), sizes, met, rested)
        seated = [one for table in tables for one in table]
        assert sorted(map(len, tables), reverse=True) == sizes
        assert len(set(seated)) == len(seated)
        rested.update(set(range(people)) - set(seated))
        for table in tables:
            note_meetings(met, table)
    assert max(met.values()) <= 2
    assert max(rested.values(), default=0) - min(rested[one] for one in range(people)) <= 1


def test_in_a_knock_out_the_first_entrants_sit_apart_and_rest_if_somebody_must() -> None:
    assert knockout_round([1, 2, 3, 4, 5, 6, 7, 8], [4, 4]) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert knockout_round([1, 2, 3, 4, 5], [2, 2]) == [[2, 5], [3, 4]]


def test_points_are_the_share_left_behind_and_a_shared_place_is_shared() -> None:
    assert points([1, 2, 3]) == [1, 0.5, 0]
    assert points([1, 1, 3]) == [0.75, 0.75, 0]
    assert points([2, 1]) == [0, 1]
