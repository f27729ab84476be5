"""What Marchland asks of every title, on this one."""

import pytest
from marchland.kernel.testing import Check, conformance

from homestead.title import TITLE


@pytest.mark.parametrize("check", conformance(TITLE), ids=str)
def test_the_title_keeps_every_promise(check: Check) -> None:
    check()
