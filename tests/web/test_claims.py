"""Whose bots these are, where several crews are at work."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from marchland.web.tables.claims import Claims, key_of


@pytest.fixture(autouse=True)
def shared(settings: Any) -> None:
    settings.SHARED = True


def test_a_table_is_one_crews_until_it_is_dropped() -> None:
    ours, theirs = Claims(), Claims()
    assert ours.take("table")
    assert not theirs.take("table")
    theirs.drop("table")
    assert not theirs.take("table")
    ours.drop("table")
    assert theirs.take("table")


def test_what_redis_has_forgotten_is_claimed_again() -> None:
    ours = Claims()
    ours.take("table")
    cache.clear()
    ours.renew()
    assert not Claims().take("table")


def test_what_another_has_claimed_meanwhile_stays_theirs() -> None:
    ours, theirs = Claims(), Claims()
    ours.take("table")
    cache.clear()
    assert theirs.take("table")
    ours.renew()
    ours.drop("table")
    assert cache.get(key_of("table")) == theirs.owner


def test_a_claim_dropped_while_it_is_renewed_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nobody moves this table's bots until the claim that nobody holds has expired."""
    ours = Claims()
    ours.take("table")

    def touch_late(key: str, lasts: float) -> bool:
        ours.drop("table")
        return False

    monkeypatch.setattr(cache, "touch", touch_late)
    ours.renew()
    assert Claims().take("table")
