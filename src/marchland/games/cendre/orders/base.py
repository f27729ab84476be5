"""What every line of a sheet is made of."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ..goods import NOTHING, Goods


class Order(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """One line of a sheet."""

    KEYWORD: ClassVar[str] = ""
    SECTION: ClassVar[str] = ""


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a peace or ransom asks (`take`) and offers (`give`), seen from the one who writes it."""

    give: Goods = NOTHING
    take: Goods = NOTHING
    cede: tuple[str, ...] = ()
    """Territories the writer gives."""
    claim: tuple[str, ...] = ()
    """Territories the writer gets."""
    treaties: tuple[str, ...] = ()
    """contract, pact, alliance."""


class LeaderOrder(Order, frozen=True):
    """An operation: `leader` is a leader's id or `structure@CODE` for a structure that acts."""

    SECTION = "ORDRES"
    leader: str
