"""Options of a title: a list of names."""

import pytest

from marchland.kernel.errors import BadOption
from marchland.kernel.title import Option

ORDER = Option(name="order", default="", picks=("red", "blue", "green"), label={"en": "Order"})


def test_a_list_keeps_its_order():
    assert ORDER.read(" green, red") == "green,red"
    assert ORDER.read("") == ""


@pytest.mark.parametrize("wrong", ["pink", "red,red"])
def test_a_list_holds_known_names_once(wrong):
    with pytest.raises(BadOption):
        ORDER.read(wrong)
