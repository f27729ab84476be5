"""A pen that writes in one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from marchland.kernel.events import Event

from ..goods import Goods
from ..phrases import (
    PHRASEBOOK,
    facts_list,
    goods_list,
    leader_figures,
    nation_name,
    structure_name,
    territory_name,
    turn_name,
    unit_name,
)
from ..rules.towns.stores import StoresOverflowed
from ..state import Leader, Structure


class Pen(msgspec.Struct, frozen=True):
    language: str

    def word(self, key: str) -> str:
        return PHRASEBOOK.word(key, self.language)

    def words(self, keys: Iterable[str]) -> str:
        return ", ".join(map(self.word, keys))

    def heads(self, *keys: str) -> tuple[str, ...]:
        """Column heads of a report."""
        return tuple(self.word(f"report.{key}") for key in keys)

    def head(self, key: str) -> str:
        return self.word(f"report.{key}")

    def nation(self, nation: str) -> str:
        return nation_name(nation, self.language)

    def place(self, code: str) -> str:
        return territory_name(code, self.language)

    def unit(self, unit: str) -> str:
        return unit_name(unit, self.language)

    def goods(self, goods: Goods) -> str:
        return goods_list(goods, self.language)

    def turn(self, turn: int) -> str:
        return turn_name(turn, self.language)

    def structures(self, structures: Iterable[Structure | str], roads: bool = False) -> str:
        named = [self.structure(entry) for entry in structures]
        return ", ".join([*named, *([self.word("roads")] if roads else [])])

    def structure(self, entry: Structure | str) -> str:
        name = structure_name(entry, self.language)
        return f"{name} « {entry.name} »" if isinstance(entry, Structure) and entry.name else name

    def event(self, event: Event) -> str:
        if isinstance(event, StoresOverflowed):  # what is lost has no sign
            return PHRASEBOOK.named("story_head_overflow", self.language, {"spoils": event.goods})
        return PHRASEBOOK.event(event, self.language)

    def facts(self, facts: Mapping[str, object]) -> str:
        """The figures behind a refusal, in parentheses."""
        text = facts_list(facts, self.language)
        return f" ({text})" if text else ""

    # -- leaders -------------------------------------------------------------------------------------

    def civil(self, leader: Leader) -> str:
        return leader_figures(leader, self.language)[0]

    def military(self, leader: Leader) -> str:
        return leader_figures(leader, self.language)[1]

    def magic(self, leader: Leader) -> str:
        return leader_figures(leader, self.language)[2]
