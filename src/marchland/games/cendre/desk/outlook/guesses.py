"""What may be hidden in a place: a few tables dealt anew, and what the nation has learnt of it itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.chance import key_from_seed

from ...goods import Goods
from ...rules.civil.intrigue import Dossier
from ...rules.common.inquiry import is_vacant, nation_of
from ...rules.land.production import yield_of
from ...rules.war.raids import loot_of
from ...state import MAJOR, Cendre, Code, Land, NationId, Troop, Troops
from ...view import dossier_from, redeal
from ...world import SITES

GUESSES = 5
FRESH = 4
"""What was learnt up to so many seasons ago still counts; what is older is no better than the printed tables."""
SWING = (4, 3, 5, 2, 6)
"""Garrisons that were seen may have changed since: so many quarters of what stood there, guess by guess."""
AWAY = (4, 2, 0, 2, 1)
"""Of a great nation's garrisons that nobody has seen so many quarters are at home: armies march, and nobody hears of it."""


class Guesses:
    """Several tables that look alike to a seat. All keys are fixed: asked again, it guesses the same."""

    def __init__(self, game: Cendre, seat: Seat) -> None:
        self._game, self._seat = game, seat
        self.nation = nation_of(game, seat)

    @cached_property
    def tables(self) -> tuple[Cendre, ...]:
        return tuple(redeal(self._game, self._seat, key_from_seed(f"guess {number}")) for number in range(GUESSES))

    def at(self, table: Cendre, code: Code) -> Iterator[Cendre]:
        """The rehearsal's table, with everything that is hidden in this place as each guess has it."""
        if code not in SITES or self.nation in (table.lands[code].owner, table.lands[code].controller):
            yield _copy(table)
            return
        known = learnt(table, self.nation, code)
        if is_vacant(table.lands[code]):
            yield _with_guess(table, table, code, known, 0)
            return
        for number, guess in enumerate(self.tables):
            yield _with_guess(table, guess, code, known, number)


def learnt(table: Cendre, nation: NationId, code: Code) -> Dossier | None:
    """What the nation has learnt of a place, as long as it is fresh and the place has no new master."""
    text = table.knowledge.get(f"{nation}:{code}")
    found = dossier_from(text) if text else None
    return found if found and table.turn - found.turn <= FRESH and found.controller == table.lands[code].controller else None


def loot_in(table: Cendre, nation: NationId, code: Code, units: int) -> Goods:
    """TC-WAR-12 The most that raiders may carry off: no more than the land yields, where that has been learnt."""
    wanted, known = loot_of(table, nation, code, units), learnt(table, nation, code)
    if known is None:
        return wanted
    copy = _copy(table)
    copy.lay_land(code, _as_seen(table.lands[code], table.lands[code], known))
    return wanted.least(yield_of(copy, code))


def _copy(table: Cendre) -> Cendre:
    copy = table.clone()
    copy.outbox = []
    return copy


def _with_guess(table: Cendre, guess: Cendre, code: Code, known: Dossier | None, number: int) -> Cendre:
    copy, land = _copy(table), guess.lands[code]
    if is_vacant(land):
        land = msgspec.structs.replace(land, danger=SITES[code].danger)
    copy.lay_land(code, _as_seen(land, table.lands[code], known))
    holder = table.lands[code].controller
    strangers = {key: leader for key, leader in guess.leaders.items() if key not in copy.leaders or leader.at == code}
    copy.leaders.update(strangers)
    if holder and holder in copy.nations:
        _garrison(copy, guess, f"{code}:{holder}", known, number)
    return copy


def _as_seen(land: Land, now: Land, known: Dossier | None) -> Land:
    """Whose land it is is on the map; what was learnt of it is taken as it was."""
    fields = {"owner": now.owner, "controller": now.controller, "besieged": now.besieged}
    if known is not None:
        names = ("farms", "exploitations", "population", "danger", "militia", "police", "agitators", "brigands", "town", "fluid")
        fields |= {name: getattr(known, name) for name in names}
    return msgspec.structs.replace(land, **fields)


def _garrison(copy: Cendre, guess: Cendre, key: str, known: Dossier | None, number: int) -> None:
    """TC-INFO-12 What stands there: as spies saw it, or as it is guessed."""
    holder = key[4:]
    if known is not None and known.recruits >= 0:
        seen = [Troop(unit, count) for nation, unit, count in known.units if nation == holder]
        troops = _quarters(seen, SWING[number], least=1)
    else:
        quarters = AWAY[number] if copy.nations[holder].kind == MAJOR else 4
        troops = _quarters(guess.garrisons.get(key, ()), quarters, least=0)
    copy.garrisons.pop(key, None)
    if troops:
        copy.garrisons[key] = troops


def _quarters(troops: Iterable[Troop], quarters: int, *, least: int) -> Troops:
    """So many quarters of each kind."""
    found = [msgspec.structs.replace(troop, count=max(least, -(-troop.count * quarters // 4))) for troop in troops]
    return tuple(troop for troop in found if troop.count)
