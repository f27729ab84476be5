"""What simulations count: cards used for abilities and for points, cancelled ones, technologies."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.cards.powers import CardCancelled, CardTurned, TechnologyUsed
from marchland.games.medioevo.statistics import Statistics


@pytest.mark.rule("MU-EMP-02", "MU-TECH-02")
def test_abilities_points_and_technologies_are_counted_and_the_unused_named() -> None:
    counted = Statistics()
    assert counted.report()["cards_never_used_for_ability"] == list(range(1, 73))
    counted.add([CardTurned(seat=0, card=5, owner=0), CardTurned(seat=1, card=5, owner=0), CardTurned(seat=0, card=6, owner=0)])
    counted.add([CardCancelled(seat=0, card=5), CardTurned(seat=0, card=5, owner=0, colours=("red",))])
    counted.add([CardTurned(seat=0, card=7, owner=0, colours=("red",)), TechnologyUsed(seat=2, technology="nation")])
    report = counted.report()
    assert report["cards"] == {"5": [2, 1, 1], "6": [1, 0, 0], "7": [0, 1, 0]}
    assert report["cards_never_used_for_ability"] == [card for card in range(1, 73) if card not in (5, 6)]
    assert report["technologies"] == {"nation": 1}
    assert "influence" in report["technologies_never_used"]
    assert not {"nation", "carpentry"} & set(report["technologies_never_used"]), "a design is used by a purchase"
