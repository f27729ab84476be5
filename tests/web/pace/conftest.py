"""A clock that tests can move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
"""A Monday."""
Wait = Callable[..., datetime]


@pytest.fixture
def wait() -> Iterator[Wait]:
    """Time stands still until it is moved: `wait(hours=5)`."""
    with time_machine.travel(START, tick=False) as clock:

        def move(**time: float) -> datetime:
            clock.shift(timedelta(**time))
            return datetime.now(UTC)

        yield move
