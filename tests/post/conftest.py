"""One mail world for all tests of a worker: every test has mailboxes of its own there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .servers import MailWorld, mail_world


@pytest.fixture(scope="session")
def world() -> Iterator[MailWorld]:
    with mail_world() as found:
        yield found
