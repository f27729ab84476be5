"""Territories: what is one, and what may be done with it."""

from __future__ import annotations

from marchland.kernel.errors import IllegalAction

from ...state import MINOR, Cendre, Code, NationId
from ...world import SITES
from ..common.inquiry import is_held, kind_of


def check_territory(code: Code, *via: Code) -> None:
    """TC-LAND-01 Every territory has its code; nothing else is one, neither an aim nor a stage on the way to it."""
    if any(place not in SITES for place in (*via, code)):
        raise IllegalAction("TC-LAND-01", territory=code)


def unheld_refusal(game: Cendre, nation: NationId, code: Code) -> str:
    """TC-LAND-02 Land is developed by whoever both owns and controls it: the rule that refuses others, or nothing."""
    return "" if code in SITES and is_held(game.lands[code], nation) else "TC-LAND-02"


def check_cession(game: Cendre, giver: NationId, code: Code) -> None:
    """TC-LAND-05 The capital of a major nation is never given away."""
    if game.nations[giver].capital == code and kind_of(game, giver) != MINOR:
        raise IllegalAction("TC-LAND-05", territory=code)
