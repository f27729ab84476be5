"""What provinces, slots and the track answer, figure by figure."""

from __future__ import annotations

import msgspec

from marchland.games.vinci.board.answers import answers
from marchland.games.vinci.state import Holding
from marchland.games.vinci.title import TITLE
from marchland.games.vinci.view import VinciView
from marchland.games.vinci.world import board
from marchland.kernel.chance import key_from_seed

FARM = next(province for province, terrain in board("standard").terrain.items() if terrain == "farmland")


def seen(**changes: object) -> VinciView:
    """A new game as the first player sees it, but for this."""
    return msgspec.structs.replace(TITLE.view(TITLE.new(3, key_from_seed(1)), 0), **changes)


def told(view: VinciView, thing: str) -> list[str]:
    return [f"{answer.head} {answer.text}".strip() for answer in answers(view, thing, "en") if answer.head or answer.text]


def test_a_province_brings_what_its_empire_makes_of_it() -> None:
    """An empire in decline has the tiles that it declined with, and not those of the new one."""
    owner = msgspec.structs.replace(seen().seats[0], civ=("agriculture", "agriculture"), declining_civ=())
    for declining, points in ((False, "Brings 3 points a turn"), (True, "Brings 1 point a turn")):
        land = {**seen().land, FARM: Holding(0, 2, declining)}
        assert points in told(seen(land=land, seats=(owner, *seen().seats[1:])), FARM)


def test_a_slot_says_what_it_costs_and_what_lies_on_it() -> None:
    first, second = seen().market[:2]
    view = seen(market=(msgspec.structs.replace(first, counters=3), second))
    assert "free" in told(view, f"slot:{first.slot}")
    assert "brings 6 points" in told(view, f"slot:{first.slot}")
    assert "costs 2 points" in told(view, f"slot:{second.slot}")
    assert not any("brings" in line for line in told(view, f"slot:{second.slot}"))


def test_the_track_names_everybody_the_first_on_top() -> None:
    assert told(seen(scores=(4, 9, 7), target=60), "track") == ["The game ends at 60 points", "{1} 9", "{2} 7", "{0} 4"]
