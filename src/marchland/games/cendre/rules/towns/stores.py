"""What the towns can hold: the rest is lost at the end of an active season."""

from __future__ import annotations

import msgspec

from marchland.kernel.events import Event

from ...goods import Goods
from ...state import MINOR, Cendre, NationId
from ...world import MAJORS
from ..common.inquiry import seats_of
from ..common.ledger import gain
from ..diplomacy.minor import minor_storage
from .towns import storage


class StoresOverflowed(Event, frozen=True):
    RULE = "TC-STRUCT-05"
    nation: NationId
    goods: Goods


def limit_stores(game: Cendre) -> None:
    """TC-STRUCT-05 At the end of an active season whatever the towns cannot hold is lost; gold is never."""
    for nation in sorted(game.nations):
        record = game.nations[nation]
        if nation not in MAJORS and record.kind != MINOR:
            continue
        room = storage(game, nation) if nation in MAJORS else minor_storage(game, nation)
        surplus = msgspec.structs.replace((record.goods - room).at_least_nothing(), gold=0)
        if surplus:
            gain(game, nation, surplus * -1, "overflow", "TC-STRUCT-05")
            game.emit(StoresOverflowed(nation=nation, goods=surplus, audience=seats_of(game, nation)))
