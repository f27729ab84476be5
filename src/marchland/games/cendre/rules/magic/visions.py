"""What magic shows: troops and leaders, a nation's accounts, and what its leaders are doing."""

from __future__ import annotations

import msgspec

from marchland.kernel.events import Event

from ...goods import Goods
from ...orders import AnyOrder, LeaderOrder
from ...state import Cendre, CivilUnits, Code, Leader, NationId
from ..civil.intrigue import learn
from ..common.inquiry import seats_of
from ..common.ledger import all_units
from ..war.bodies import bodies_at
from .lasting import Subject, is_veiled


class SeenTroop(msgspec.Struct, frozen=True):
    nation: NationId
    unit: str
    number: int


class SeenLeader(msgspec.Struct, frozen=True):
    nation: NationId
    name: str
    types: tuple[str, ...] = ()


class SeenDeed(msgspec.Struct, frozen=True, omit_defaults=True):
    """An operation of a leader, or an offer to a nation."""

    what: str
    name: str = ""
    to: NationId = ""
    order: AnyOrder | None = None


class ArmiesSeen(Event, frozen=True):
    """Magic showed the units and leaders in a territory."""

    RULE = "TC-INFO-12"
    nation: NationId
    territory: Code
    troops: tuple[SeenTroop, ...]
    people: tuple[SeenLeader, ...]


class LeadersSeen(Event, frozen=True):
    """Magic told all there is to know of the leaders in a territory."""

    RULE = "TC-INFO-12"
    nation: NationId
    territory: Code
    leaders: tuple[Leader, ...]


class LedgerSeen(Event, frozen=True):
    """Magic opened the books of a nation."""

    RULE = "TC-INFO-12"
    nation: NationId
    other: NationId
    goods: Goods
    science: tuple[int, ...]
    known: tuple[str, ...]
    units: int
    civil: CivilUnits = CivilUnits()


class OperationsSeen(Event, frozen=True):
    """Magic overheard what a nation's leaders do this season."""

    RULE = "TC-INFO-12"
    nation: NationId
    other: NationId
    deeds: tuple[SeenDeed, ...]


def show(game: Cendre, nation: NationId, what: str, subject: Subject) -> None:
    """TC-INFO-12 A vision comes to one nation, unless a veil lies over the territory."""
    if subject.territory and is_veiled(game, subject.territory, nation):
        return
    match what:
        case "territory_info":
            learn(game, nation, subject.territory, "TC-INFO-07", spies=True)
        case "leaders_info":
            _show_leaders(game, nation, subject.territory)
        case "garrison":
            _show_armies(game, nation, subject.territory)
        case "ledger":
            _show_ledger(game, nation, subject.nation)
        case _:
            _show_operations(game, nation, subject.nation)


def _present(game: Cendre, code: Code) -> list[Leader]:
    return [leader for _, leader in sorted(game.leaders.items()) if leader.at == code and leader.nation]


def _show_leaders(game: Cendre, nation: NationId, code: Code) -> None:
    found = tuple(_present(game, code))
    game.emit(LeadersSeen(nation=nation, territory=code, leaders=found, audience=seats_of(game, nation)))


def _show_armies(game: Cendre, nation: NationId, code: Code) -> None:
    troops = tuple(SeenTroop(body.nation, troop.unit, troop.count) for body in bodies_at(game, code) for troop in body.troops)
    people = tuple(SeenLeader(leader.nation, leader.name, types_of(leader)) for leader in _present(game, code))
    game.emit(ArmiesSeen(nation=nation, territory=code, troops=troops, people=people, audience=seats_of(game, nation)))


def types_of(leader: Leader) -> tuple[str, ...]:
    parts = (("civil", leader.civil), ("militaire", leader.military), ("magique", leader.magic))
    return tuple(name for name, part in parts if part is not None)


def _show_ledger(game: Cendre, nation: NationId, other: NationId) -> None:
    record = game.nations[other]
    units = sum(troop.count for troops in all_units(game, other).values() for troop in troops)
    game.emit(
        LedgerSeen(
            nation=nation, other=other, goods=record.goods, science=record.science, known=record.known, civil=record.civil,
            units=units, audience=seats_of(game, nation),
        )
    )  # fmt: skip


def _show_operations(game: Cendre, nation: NationId, other: NationId) -> None:
    orders = [order for order in game.sheets.get(other, ()) if isinstance(order, LeaderOrder) and order.leader in game.leaders]
    doing = [SeenDeed(type(order).__name__, game.leaders[order.leader].name, order=order) for order in orders]
    offers = [SeenDeed(offer.kind, to=offer.to) for offer in game.offers if offer.by == other]
    game.emit(OperationsSeen(nation=nation, other=other, deeds=(*doing, *offers), audience=seats_of(game, nation)))
