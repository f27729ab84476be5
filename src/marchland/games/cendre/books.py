"""A second set of accounts, kept from events alone and compared with the table.

What a nation has, whom it employs, what lies on every territory and who holds it: a change that no event tells of
makes the two sets differ at the next balance. `TRANSFERS` are goods that one nation loses only because another gets them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from marchland.kernel.events import Event

from .goods import NOTHING, Goods
from .opening import opening_land
from .rules.common.inquiry import pair
from .rules.common.ledger import (
    CivilUnitsChanged,
    ControlChanged,
    GoodsMoved,
    LandChanged,
    NationalChanged,
    OwnerChanged,
    ScienceGained,
    UnitsChanged,
)
from .rules.diplomacy.relations import TreatyEnded, TreatySigned, WarBegan, WarEnded
from .rules.general import CapitalMoved
from .rules.glory.account import GloryChanged
from .rules.land.ownership import NationVanished
from .rules.leaders.market import LeaderOffered, LeaderWithdrew
from .rules.leaders.people import LeaderCaptured, LeaderFreed, LeaderHealed, LeaderHurt, LeaderJoined, LeaderLeft
from .rules.science import DiscoveryMade
from .rules.standing.account import CounterChanged, ReputationChanged, StabilityChanged
from .rules.towns.towns import StructureBuilt, StructureLost
from .state import MAJOR, Cendre, CivilUnits, Land
from .world import BOOKLETS, DOMAINS, PRINTINGS, SITES, discovery_named

TRANSFERS = frozenset({"blackmail", "capture", "peace", "raid", "ransom"})
SAME = {"raided": "raid"}
"""The loser's word for the winner's."""
FIGURES = (
    "farms", "farm_capacity", "exploitations", "resource_level", "population", "source", "fluid",
    "danger", "town", "militia", "police", "agitators", "brigands", "ash",
)  # fmt: skip
"""What is counted on a territory."""


class Books:
    """Enter all events of a game in their order; balance as often as you like."""

    def __init__(self) -> None:
        self.goods: dict[str, Goods] = {}
        self.transit = NOTHING
        self.transfers: dict[str, Goods] = {}
        self.figures: Counter[tuple[str, str]] = Counter()
        self.units: Counter[tuple[str, str]] = Counter()
        self.leaders: dict[str, str] = {}
        """Who serves whom; those on the market serve nobody."""
        self.captors: dict[str, str] = {}
        self.wounded: set[str] = set()
        self.known: dict[str, set[str]] = {nation: {discovery_named(book.discovery.name)} for nation, book in BOOKLETS.items()}
        self.capitals = {nation: book.capital for nation, book in BOOKLETS.items()}
        self.ties: set[str] = set()
        """Treaties as `kind:ONE|OTHER` and wars as `war:ONE|OTHER`."""
        self.lands: dict[str, Plot] = {code: Plot(opening_land(site)) for code, site in SITES.items()}

    # -- entries -------------------------------------------------------------------------------------

    def enter(self, events: Iterable[Event]) -> None:
        for event in events:
            self._count(event)
            self._people(event)
            self._state(event)
            self._land(event)

    def _count(self, event: Event) -> None:
        match event:
            case GoodsMoved(nation=nation, goods=goods, reason=reason):
                self.goods[nation] = self.goods.get(nation, NOTHING) + goods
                self._carry(SAME.get(reason, reason), goods)
            case StabilityChanged(nation=nation, amount=amount):
                self.figures[nation, "stability"] += amount
            case ReputationChanged(nation=nation, amount=amount):
                self.figures[nation, "reputation"] += amount
            case CounterChanged(nation=nation, tenths=tenths):
                self.figures[nation, "counter"] += tenths
            case GloryChanged(nation=nation, amount=amount):
                self.figures[nation, "glory"] += amount
            case ScienceGained(nation=nation, domain=domain, points=points):
                self.figures[nation, f"science:{domain}"] += points
            case CivilUnitsChanged(nation=nation, unit=unit, amount=amount):
                self.figures[nation, f"civil:{unit}"] += amount
            case UnitsChanged(nation=nation, unit=unit, amount=amount):
                self.units[nation, unit] += amount

    def _carry(self, reason: str, goods: Goods) -> None:
        """Goods on the road are nobody's until they arrive; other transfers arrive at once."""
        if reason in ("trade", "trade_returned"):
            self.transit = self.transit - goods
        elif reason in TRANSFERS:
            self.transfers[reason] = self.transfers.get(reason, NOTHING) + goods

    def _people(self, event: Event) -> None:
        match event:
            case LeaderJoined(nation=nation, leader=leader):
                assert not self.leaders.get(leader), f"{leader} joins {nation} while serving {self.leaders[leader]}"
                self.leaders[leader] = nation
            case LeaderLeft(nation=nation, leader=leader):
                assert self.leaders.pop(leader, "") == nation, f"{leader} leaves {nation}, which he did not serve"
                self.captors.pop(leader, None)
            case LeaderOffered(leader=leader):
                self.leaders[leader] = ""
            case LeaderWithdrew(leader=leader):
                self.leaders.pop(leader, None)
            case LeaderCaptured(leader=leader, captor=captor):
                self.captors[leader] = captor
            case LeaderFreed(leader=leader):
                self.captors.pop(leader, None)
            case LeaderHurt(leader=leader):
                self.wounded.add(leader)
            case LeaderHealed(leader=leader):
                self.wounded.discard(leader)

    def _state(self, event: Event) -> None:
        match event:
            case DiscoveryMade(nation=nation, discovery=discovery):
                self.known[nation].add(discovery)
            case CapitalMoved(nation=nation, territory=territory):
                self.capitals[nation] = territory
            case WarBegan(one=one, other=other):
                self.ties.add(f"war:{pair(one, other)}")
            case WarEnded(one=one, other=other):
                self.ties.discard(f"war:{pair(one, other)}")
            case TreatySigned(kind=kind, one=one, other=other):
                self.ties.add(f"{kind}:{pair(one, other)}")
            case TreatyEnded(kind=kind, one=one, other=other):
                self.ties.discard(f"{kind}:{pair(one, other)}")
            case NationVanished(nation=nation):
                self.ties = {tie for tie in self.ties if nation not in tie.partition(":")[2].split("|")}
                for plot in self.lands.values():
                    plot.national.discard(nation)
                    plot.balanced = None

    def _land(self, event: Event) -> None:
        plot = self.lands.get(getattr(event, "territory", ""))
        if plot is not None:
            plot.balanced = None
        match event:
            case LandChanged(territory=code, what=what, amount=amount):
                self.lands[code].figures[what] += amount
            case ControlChanged(territory=code, before=before, after=after):
                self._same(code, "controller before", self.lands[code].controller, before)
                self.lands[code].controller = after
            case OwnerChanged(territory=code, before=before, after=after):
                self._same(code, "owner before", self.lands[code].owner, before)
                self.lands[code].owner = after
            case NationalChanged(territory=code, nation=nation, gained=gained):
                (self.lands[code].national.add if gained else self.lands[code].national.discard)(nation)
            case StructureBuilt(territory=code, structure=structure):
                self.lands[code].structures[structure] += 1
            case StructureLost(territory=code, structure=structure):
                self.lands[code].structures[structure] -= 1

    # -- balance -------------------------------------------------------------------------------------

    def balance(self, game: Cendre) -> None:
        """AssertionError where the table is not what the events add up to."""
        for nation in sorted({*game.nations, *self.goods}):
            self._balance_nation(game, nation)
        self._balance_units(game)
        self._same("the road", "goods", sum((shipment.goods for shipment in game.shipments), NOTHING), self.transit)
        for reason, goods in sorted(self.transfers.items()):
            self._same("the world", f"goods by {reason}", NOTHING, goods)
        self._same("the world", "leaders", {leader.id: leader.nation for leader in game.leaders.values()}, self.leaders)
        captors = {leader.id: leader.captor for leader in game.leaders.values() if leader.captor}
        self._same("the world", "prisoners", captors, self.captors)
        hurt = {leader.id for leader in game.leaders.values() if leader.wounded}
        self._same("the world", "wounded", hurt, self.wounded & set(game.leaders))
        self._same("the world", "wars and treaties", {*game.treaties, *(f"war:{key}" for key in game.wars)}, self.ties)
        for code, land in game.lands.items():
            self.lands[code].balance(code, land)

    def _balance_nation(self, game: Cendre, nation: str) -> None:
        """A nation that is no more has left nothing behind."""
        record = game.nations.get(nation)
        self._same(nation, "goods", record.goods if record else NOTHING, self.goods.get(nation, NOTHING))
        for unit in CivilUnits.__struct_fields__:
            self._same(nation, unit, getattr(record.civil, unit) if record else 0, self.figures[nation, f"civil:{unit}"])
        if record is None or record.kind != MAJOR:
            return
        start = PRINTINGS[record.printing][nation].start
        self._same(nation, "stability", record.stability, start.stability + self.figures[nation, "stability"])
        self._same(nation, "reputation", record.reputation, start.reputation + self.figures[nation, "reputation"])
        self._same(nation, "reputation counter", record.tenths % 10, self.figures[nation, "counter"] % 10)
        self._same(nation, "discoveries", set(record.known), self.known[nation])
        self._same(nation, "capital", record.capital, self.capitals[nation])
        self._same(nation, "glory", record.glory, self.figures[nation, "glory"])
        for domain, points in zip(DOMAINS, record.science, strict=True):
            self._same(nation, domain, points, self.figures[nation, f"science:{domain}"])
        self._same(nation, "free science", record.free_science, self.figures[nation, "science:"])

    def _balance_units(self, game: Cendre) -> None:
        present: Counter[tuple[str, str]] = Counter()
        for key, troops in game.garrisons.items():
            for troop in troops:
                present[key[4:], troop.unit] += troop.count
        for army in game.armies.values():
            for troop in army.troops:
                present[army.nation, troop.unit] += troop.count
        for nation, unit in sorted({*present, *self.units}):
            self._same(nation, unit, present[nation, unit], self.units[nation, unit])

    @staticmethod
    def _same(who: str, what: str, table: Any, books: Any) -> None:
        assert table == books, f"{who}: {what} on the table {table}, in the books {books}"


class Plot:
    """The page of a territory."""

    def __init__(self, land: Land) -> None:
        self.figures = Counter({what: getattr(land, what) for what in FIGURES})
        self.owner, self.controller, self.national = land.owner, land.controller, set(land.national)
        self.structures = Counter(structure.kind for structure in land.structures)
        self.balanced: Land | None = None
        """The record last found right: the same record need not be looked at again until an event speaks of it."""

    def balance(self, code: str, land: Land) -> None:
        if land is self.balanced:
            return
        same = Books._same
        same(code, "owner", land.owner, self.owner)
        same(code, "controller", land.controller, self.controller)
        same(code, "national", set(land.national), self.national)
        same(code, "structures", Counter(structure.kind for structure in land.structures), +self.structures)
        for what in FIGURES:
            same(code, what, getattr(land, what), self.figures[what])
        self.balanced = land
