"""Options of a title: a list of names, and what is suggested to new tables."""

import pytest

from marchland.kernel.errors import BadOption
from marchland.kernel.title import Option, find_title

ORDER = Option(name="order", default="", picks=("red", "blue", "green"), label={"en": "Order"})


def test_a_list_keeps_its_order():
    assert ORDER.read(" green, red") == "green,red"
    assert ORDER.read("") == ""


@pytest.mark.parametrize("wrong", ["pink", "red,red"])
def test_a_list_holds_known_names_once(wrong):
    with pytest.raises(BadOption):
        ORDER.read(wrong)


def test_a_new_table_has_what_is_suggested_and_an_old_game_what_there_was():
    """An option that came later changes no game that was begun without it."""
    late = Option(name="late", default=False, suggested=True, label={"en": "Late"})
    assert (late.usual, ORDER.usual) == (True, "")
    title = find_title("byzantium")
    assert title.settings({"civil_war_own_city": False}) == {"civil_war_own_city": False, "late_start": False}
    assert title.for_new_table({"civil_war_own_city": False}) == {"civil_war_own_city": False, "late_start": True}
    assert title.for_new_table({"late_start": False})["late_start"] is False
