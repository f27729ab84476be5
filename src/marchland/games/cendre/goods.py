"""Goods: gold, provisions and the six resources, always counted together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import add, ge, sub

import msgspec

RESOURCES = ("agricole", "bois", "metal", "pierre", "precieux", "mer")
KINDS = ("gold", "provisions", *RESOURCES)


class Goods(msgspec.Struct, frozen=True, omit_defaults=True):
    """An amount of each kind; negative amounts are debts or losses."""

    gold: int = 0
    provisions: int = 0
    agricole: int = 0
    bois: int = 0
    metal: int = 0
    pierre: int = 0
    precieux: int = 0
    mer: int = 0

    @classmethod
    def of(cls, amounts: Mapping[str, int]) -> Goods:
        return cls(**amounts)

    @classmethod
    def one(cls, kind: str, amount: int) -> Goods:
        return cls(**{kind: amount})

    def amounts(self) -> tuple[int, ...]:
        return (self.gold, self.provisions, self.agricole, self.bois, self.metal, self.pierre, self.precieux, self.mer)

    def items(self) -> Iterator[tuple[str, int]]:
        """The kinds that are there, in the order of the rulebook's columns."""
        return ((kind, amount) for kind, amount in zip(KINDS, self.amounts(), strict=True) if amount)

    def __getitem__(self, kind: str) -> int:
        return int(getattr(self, kind))

    def __add__(self, other: Goods) -> Goods:
        return Goods(*map(add, self.amounts(), other.amounts()))

    def __sub__(self, other: Goods) -> Goods:
        return Goods(*map(sub, self.amounts(), other.amounts()))

    def __mul__(self, times: int) -> Goods:
        return Goods(*(amount * times for amount in self.amounts()))

    @classmethod
    def together(cls, many: Iterable[Goods]) -> Goods:
        """The sum of many."""
        return cls(*map(sum, zip(*(goods.amounts() for goods in many), strict=True)))

    def __bool__(self) -> bool:
        return any(self.amounts())

    def covers(self, price: Goods) -> bool:
        """Is there enough of every kind?"""
        return all(map(ge, self.amounts(), price.amounts()))

    def least(self, other: Goods) -> Goods:
        """Of each kind, the smaller amount."""
        return Goods(*(min(mine, theirs) for mine, theirs in zip(self.amounts(), other.amounts(), strict=True)))

    def at_least_nothing(self) -> Goods:
        return Goods(*(max(0, amount) for amount in self.amounts()))

    def resources(self) -> Goods:
        """Without the gold and the provisions."""
        return msgspec.structs.replace(self, gold=0, provisions=0)

    def total(self) -> int:
        """How many points of all kinds together."""
        return sum(self.amounts())


NOTHING = Goods()
