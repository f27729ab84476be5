"""Whole games of ten years with twenty nations: nothing breaks and the books balance."""

import pytest

from marchland.games.cendre.audit import audit, reconcile
from marchland.games.cendre.bots.writer import STEWARD, WARLORD, write_orders
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.kernel.chance import drawn
from marchland.kernel.testing import Walk
from marchland.kernel.title import find_title

TITLE = find_title("cendre")


class Marathon(Walk):
    """A walk that draws how a sheet is written before it is: idle, careful or warlike, and no other is written in vain."""

    def choose(self):
        deciders = self.state.deciders
        seat = deciders[drawn(self._choices, 2 * self.moves, len(deciders))]
        bent = (None, STEWARD, WARLORD)[drawn(self._choices, 2 * self.moves + 1, 3)]
        nation = next(nation for nation, sitting in self.state.seats.items() if sitting == seat)
        return seat, Submit(write_orders(self.state, nation, lambda sides: sides // 2, bent) if bent else ())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_ten_years_of_twenty_nations(seed):
    walk = Marathon(TITLE, 20, f"marathon {seed}", {"years": 10})
    while not walk.state.is_over:
        walk.step()
        if len(walk.state.deciders) in (0, 20):
            audit(walk.state)
    reconcile(walk.state, walk.events)
    assert len(walk.state.to_json()) < 1_000_000
