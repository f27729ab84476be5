"""The conformance suite, on every registered title, without exemptions."""

import pytest

from marchland.kernel.testing import conformance
from marchland.kernel.title import titles

CHECKS = [check for _, title in sorted(titles().items()) for check in conformance(title)]


@pytest.mark.long
@pytest.mark.parametrize("check", CHECKS, ids=str)
def test_every_title_keeps_every_promise(check):
    check()
