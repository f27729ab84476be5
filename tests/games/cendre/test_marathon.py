"""Whole games of ten years with twenty nations: nothing breaks and the books balance."""

import pytest

from marchland.games.cendre.audit import audit, reconcile
from marchland.kernel.testing import Walk
from marchland.kernel.title import find_title

TITLE = find_title("cendre")


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
