"""The years of leaders: who dies of age, who is crowned, who comes by himself."""

from __future__ import annotations

from ...state import Cendre, LeaderId
from ...world import MAJORS
from ..common.dice import dice, percent
from ..common.inquiry import by_number, ruler_of
from ..land.danger import is_first_year
from ..magic.lasting import spell_forbids
from .market import market_deaths
from .people import die, is_immortal, write_leader
from .recruits import fewest_leaders, new_ruler, newcomer_chance, random_leader, staff


def old_age(game: Cendre) -> None:
    """TC-LEAD-04 Each winter but the first d100 at or under his age takes a leader; the others grow older."""
    dying = [] if is_first_year(game) else [leader.id for leader in by_number(game.leaders.values()) if _is_dying(game, leader.id)]
    market_deaths(game, dying)
    for leader in dying:
        if leader in game.leaders:
            record = game.leaders[leader]
            die(game, leader, "old_age", "TC-LEAD-04", public=record.ruler)
            if record.ruler and record.nation in MAJORS:
                new_ruler(game, record.nation, "succession")
    for leader in sorted(game.leaders):
        write_leader(game, leader, age=game.leaders[leader].age + 1)


def _is_dying(game: Cendre, leader: LeaderId) -> bool:
    record = game.leaders[leader]
    if is_immortal(record) or spell_forbids(game, "old_age", leader=leader):
        return False
    rolls = dice(game, record.nation, "old_age", 2 if "long_life" in record.specials else 1, 100)
    return max(rolls) <= record.age


def crown_rulers(game: Cendre) -> None:
    """TC-LEAD-02 A ruler who died during the year is replaced in winter."""
    for nation in MAJORS:
        if ruler_of(game, nation) is None:
            new_ruler(game, nation, "succession")


def newcomers(game: Cendre) -> None:
    """TC-LEAD-08 A random leader may come to each nation that has room, and surely to one short of leaders."""
    for nation in MAJORS:
        if percent(game, nation, "newcomer", newcomer_chance(game, nation)):
            reason = "minimum" if staff(game, nation) < fewest_leaders(game, nation) else "newcomer"
            random_leader(game, nation, reason, "TC-LEAD-08")
