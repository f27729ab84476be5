"""Whole games of ten years with twenty nations: nothing breaks, the books balance, and time is short."""

import time

import pytest

from marchland.games.cendre.audit import audit, reconcile
from marchland.kernel.testing import Walk
from marchland.kernel.title import find_title

TITLE = find_title("cendre")
SEASON_MS, YEAR_MS = 150, 700


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_ten_years_of_twenty_nations(seed):
    walk = Walk(TITLE, 20, f"marathon {seed}", {"years": 10})
    while not walk.state.is_over:
        walk.step()
        if len(walk.state.deciders) in (0, 20):
            audit(walk.state)
    reconcile(walk.state, walk.events)
    assert len(walk.state.to_json()) < 1_000_000


@pytest.mark.slow
def test_a_season_and_a_year_are_resolved_in_time():
    """Processor time, not the wall clock: other work on the machine does not count."""
    walk = Walk(TITLE, 20, "speed", {"years": 3})
    seasons: list[float] = []
    while not walk.state.is_over:
        seat = walk.state.deciders[0]
        sheet = walk.state.options(seat)[-1]
        last = len(walk.state.deciders) == 1
        started = time.process_time()
        walk.state.play(seat, sheet)
        if last:
            seasons.append(1000 * (time.process_time() - started))
    years = [sum(seasons[n : n + 3]) for n in range(0, len(seasons), 3)]
    assert sorted(seasons)[len(seasons) // 2] < SEASON_MS
    assert max(years) < YEAR_MS
