"""Units invented for the tests of war."""

from __future__ import annotations

from itertools import count

import pytest

from marchland.games.cendre.world import UNITS, UnitKind

NUMBERS = count()
"""Unit types are cached by name: no two inventions share one."""


@pytest.fixture
def unit(monkeypatch):
    """Invent a unit for a test."""

    def invent(name, force=2, traits=("infanterie",), strengths=(), weaknesses=(), priority=20, move=1):
        name = f"{name}{next(NUMBERS)}"
        kind = UnitKind(
            id=name,
            name={},
            force=force,
            move=move,
            loss_priority=priority,
            traits=tuple(traits),
            strengths=tuple(strengths),
            weaknesses=tuple(weaknesses),
        )
        monkeypatch.setitem(UNITS, name, kind)
        return name

    return invent
