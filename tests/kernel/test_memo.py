"""Tables that fill themselves."""

import pytest

from marchland.kernel.memo import remembered


def test_an_answer_is_worked_out_once():
    asked = []

    @remembered
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [double(2), double(3), double(2)] == [4, 6, 4]
    assert asked == [2, 3]


def test_a_failure_is_not_remembered():
    @remembered
    def inverse(number: int) -> float:
        return 1 / number

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            inverse(0)
