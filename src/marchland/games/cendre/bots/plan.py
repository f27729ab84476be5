"""A plan in the making: the sheet so far, and what of the nation's gold, goods, leaders and units is still free."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property

import msgspec

from ..goods import NOTHING, Goods
from ..orders import AnyOrder, LeaderOrder, Order
from ..rules.civil.intrigue import Dossier
from ..rules.civil_units import civil_bill, civil_upkeep
from ..rules.common.inquiry import at_war, controlled, enemies, has_treaty, held, is_able, leaders_of
from ..rules.common.ledger import units_at
from ..rules.common.modifiers import added, is_forbidden
from ..rules.diplomacy.relations import frozen_goods
from ..rules.glory.glory import theoretical_gold
from ..rules.land.production import provisions_yield, share_of, with_stability
from ..rules.standing.standing import stability_modifier, stability_result
from ..rules.towns.towns import storage
from ..rules.towns.upkeep import mouths
from ..state import Cendre, Code, Leader, LeaderId, Nation, NationId
from ..tables import TABLES, Strict, read_yaml
from ..world import SITES, distances, land_neighbours


class Temper(Strict, frozen=True):
    """How a nation likes to play: weights around 1, and its preferences."""

    expand: float = 1
    war: float = 1
    raid: float = 0
    build: float = 1
    science: float = 1
    trade: float = 1
    intrigue: float = 0
    magic: float = 1
    glory: float = 1
    fields: tuple[str, ...] = ()
    devoted: bool = False
    """All science goes into the first of the fields."""
    wants: tuple[str, ...] = ()
    foe: tuple[NationId, ...] = ()


class Habits(Strict, frozen=True):
    """data/bots.yaml"""

    tempers: dict[NationId, Temper]
    structures: dict[str, int]
    discoveries: dict[str, int]


@cache
def habits() -> Habits:
    return read_yaml("bots.yaml", Habits)


def worth_of(structure: str) -> int:
    """What a structure is worth beside its glory, in gold."""
    return habits().structures.get(structure, habits().structures["other"])


class Why(msgspec.Struct, frozen=True):
    """Why a line was written: which sentence of the phrases says it (`why.…`), and its figures."""

    key: str
    facts: Mapping[str, str | int] = {}


def why(key: str, **facts: str | int) -> Why:
    return Why(f"why.{key}", facts)


Draw = Callable[[int], int]
"""A number below the one given: dice for bots, always 0 for sheets that must not depend on luck."""


class Plan:
    """Everything a bot needs to write one sheet."""

    def __init__(self, game: Cendre, nation: NationId, temper: Temper, draw: Draw) -> None:
        self.game, self.nation, self.temper, self.draw = game, nation, temper, draw
        self.orders: list[AnyOrder] = []
        self.whys: list[Why | None] = []
        """Why each of them: for those who ask."""
        self.busy: set[str] = set()
        self.placed: dict[LeaderId, Code] = {}
        self.errands: set[tuple[str, str]] = set()
        """Operations and their places that somebody is about already."""
        self.targets: set[Code] = set()
        """Where armies are going already."""
        self.drafted: dict[Code, int] = {}
        """Recruitment capacity already claimed by lines of this sheet."""
        self.pledged = NOTHING
        """What the lines of this sheet add to the upkeep of every season to come."""
        self.purse: Goods = (self.record.goods - frozen_goods(game, nation)).at_least_nothing()
        self.civil_units = msgspec.structs.asdict(self.record.civil)
        self.garrisons = {code: {troop.unit: troop.count for troop in units_at(game, code, nation)} for code in self.posts}

    @property
    def record(self) -> Nation:
        return self.game.nations[self.nation]

    @cached_property
    def posts(self) -> tuple[Code, ...]:
        """Territories where the nation has units, and those it controls."""
        armed = {key[:3] for key in self.game.garrisons if key[4:] == self.nation}
        return tuple(sorted(armed | set(self.mine)))

    @cached_property
    def mine(self) -> tuple[Code, ...]:
        return controlled(self.game, self.nation)

    @cached_property
    def held(self) -> tuple[Code, ...]:
        return held(self.game, self.nation)

    @cached_property
    def foes(self) -> tuple[NationId, ...]:
        """Nations with which a war is active, and outside threats on the map."""
        return enemies(self.game, self.nation)

    @cached_property
    def border(self) -> tuple[Code, ...]:
        """Foreign or vacant territories next to one's own."""
        return tuple(sorted({near for code in self.mine for near in land_neighbours(code)} - set(self.mine)))

    @cached_property
    def neighbours(self) -> tuple[NationId, ...]:
        owners = {self.game.lands[code].controller for code in self.border}
        return tuple(sorted(owners - {"", self.nation}))

    def dossier(self, code: Code) -> Dossier | None:
        """What was learnt of a territory, if anything."""
        text = self.game.knowledge.get(f"{self.nation}:{code}")
        return None if text is None else msgspec.json.decode(text, type=Dossier)

    # -- people --------------------------------------------------------------------------------------

    @cached_property
    def staff(self) -> list[Leader]:
        return [leader for leader in leaders_of(self.game, self.nation) if is_able(self.game, leader)]

    def free(self) -> list[Leader]:
        return [leader for leader in self.staff if leader.id not in self.busy]

    # -- money ---------------------------------------------------------------------------------------

    @cached_property
    def income(self) -> int:
        """Gold of a quiet season after the effect of stability."""
        gross = theoretical_gold(self.game, self.nation)
        return with_stability(gross, self.record.stability) + added(self.game, self.nation, "national.gold")

    @cached_property
    def bill(self) -> Goods:
        """What one season's upkeep takes."""
        rates = {unit: civil_upkeep(self.game, self.nation, unit) for unit in type(self.record.civil).__struct_fields__}
        staff = TABLES.leaders.upkeep * len([leader for leader in leaders_of(self.game, self.nation) if not leader.captor])
        need = sum((mouth.need for mouth in mouths(self.game, self.nation)), NOTHING)
        return need + Goods(gold=staff + civil_bill(self.game, self.nation, rates))

    @cached_property
    def surplus(self) -> int:
        """Gold a season leaves over; negative when the nation lives on its treasure."""
        return self.income - self.bill.gold

    @cached_property
    def room(self) -> Goods:
        """What the stores hold."""
        return storage(self.game, self.nation)

    @property
    def slack(self) -> int:
        """Gold a season may cost more than it does, because there is a treasure to live on."""
        return self.surplus - self.pledged.gold + max(0, self.purse.gold - self.reserve - 60) // 10

    @property
    def spare_food(self) -> int:
        """Provisions a season leaves over, a little of the stores and all new mouths counted."""
        return self.food_balance - self.pledged.provisions + self.purse.provisions // 8

    @cached_property
    def harvest(self) -> int:
        grown = sum(share_of(self.game, code, self.nation, provisions_yield(self.game, code, self.nation)) for code in self.mine)
        return grown + added(self.game, self.nation, "national.provisions")

    @cached_property
    def food_balance(self) -> int:
        return self.harvest - self.bill.provisions

    @cached_property
    def reserve(self) -> int:
        """Gold to keep so that next season's upkeep is safe even if a territory or two are in trouble."""
        return max(0, 15 - self.surplus) + self.income // 6 + (20 if self.foes else 0)

    @cached_property
    def calm(self) -> float:
        """What a stability test brings on average: between one point lost and one gained each season."""
        bonus = stability_modifier(self.game, self.nation)
        return sum(stability_result(die + bonus) for die in range(1, 11)) / 10

    @property
    def thrift(self) -> float:
        """What a piece of gold is worth: less and less to those who have plenty."""
        return min(1.0, max(0.15, 250 / max(1, self.purse.gold)))

    def can_spend(self, price: Goods, reserve: bool = True) -> bool:
        kept = Goods(gold=self.reserve if reserve else 0)
        return self.purse.covers(price) and (self.purse - price).gold >= min(kept.gold, self.purse.gold)

    def spend(self, price: Goods) -> None:
        self.purse = self.purse - price

    # -- the sheet -----------------------------------------------------------------------------------

    def write(self, order: Order, price: Goods = NOTHING, why: Why | None = None) -> None:
        """Put a line on the sheet; whoever acts is busy for the season. A line that only prepares another needs no reason."""
        self.orders.append(order)
        self.whys.append(why)
        self.spend(price)
        if isinstance(order, LeaderOrder):
            self.busy.add(order.leader)

    def forbids(self, operation: str) -> bool:
        """Does the people refuse this operation altogether?"""
        return operation in self._forbidden

    @cached_property
    def _forbidden(self) -> frozenset[str]:
        names = TABLES.operations.operations
        return frozenset(name for name in names if is_forbidden(self.game, self.nation, "operations", name))

    def is_free(self, nation: NationId) -> bool:
        """May one speak of treaties with them? Not at war, and a nation of its own."""
        return nation in self.game.nations and nation != self.nation and not at_war(self.game, self.nation, nation)

    def bound(self, nation: NationId) -> bool:
        """Does a treaty forbid to attack them?"""
        return any(has_treaty(self.game, kind, self.nation, nation) for kind in ("contract", "pact", "alliance"))

    def steps_home(self, code: Code) -> int:
        """How far from the capital, for choosing between equals."""
        return distances(self.record.capital or code).get(code, len(SITES))
