"""A plan that reckons in glory: what gold, calm, learning and people are worth by the end of the game."""

from __future__ import annotations

from functools import cached_property

from ...goods import NOTHING, RESOURCES, Goods
from ...rules.common.inquiry import gifted, held_structures, is_at_war, knows
from ...rules.common.modifiers import added
from ...rules.economy.caravans import caravan_base
from ...rules.economy.industry import building_capacity, industry_factor, town_capacity
from ...rules.glory.glory import theoretical_gold
from ...rules.land.danger import danger_of
from ...rules.land.production import resource_yield, road_income, share_of, with_stability
from ...rules.standing.standing import stability_modifier, stability_result
from ...state import FIRST_YEAR, SEASONS, Cendre, Code, NationId
from ...tables import TABLES
from ...world import MAJORS, SITES
from ..plan import Plan
from .manners import Manner, Weights, manner_of, temper_of, weights_of

ACTIVE = 3
"""Seasons of a year in which orders are given."""
USUAL_PRICE = 24.0
"""What an operation costs as a rule."""
DEAREST, CHEAPEST = 0.13, 0.004
"""Glory for a piece of gold: where there is hardly any, and where leaders cannot spend it all."""
LATER = 0.08
"""At most so much for gold of years to come."""
SCHOLARSHIP = 0.4
"""Glory for a point of science, one with the other."""
DEED = 4.0
"""What an operation brings as a rule, in glory."""
STEADY = 6
"""Seasons for which a point of stability counts."""
REVOLUTION = 70.0
"""What a revolution costs, in glory: what is lost at once, half the treasure, and people."""
FALL = 7
"""Steps from calm to revolution."""
SURE = 0.4
"""A test that brings so much on average leads to the top, or to ruin."""
BRINK = -2
"""From here on it is near."""


def glory_for_gold(each: float) -> float:
    """Glory for a piece of gold where every leader has so much to spend in a season."""
    scarcity = min(1.0, USUAL_PRICE / max(each, 1.0))
    return max(CHEAPEST, DEAREST * scarcity * scarcity)


class Council(Plan):
    """Everything a strategist weighs in one season."""

    def __init__(self, game: Cendre, nation: NationId, style: str, weights: Weights | None = None) -> None:
        super().__init__(game, nation, temper_of(nation, style), lambda sides: sides // 2)
        self.manner: Manner = manner_of(style)
        self.weights: Weights = weights or weights_of(self.manner)
        self.keeps: Goods = NOTHING
        """Materials laid by for great works."""
        self.hoard = 0
        """Gold laid by with them."""
        self.building: dict[Code, int] = {}
        """Structures begun in each place by this sheet."""
        self.learning = list(self.record.science)
        """Science points by domain, with what this sheet adds."""
        self.taken: set[tuple[str, ...]] = set()
        """Errands that somebody is about already."""
        self.effort = 0
        """What this sheet's stabilisations add to the test."""
        self.uses: dict[str, float] = {}
        """What discoveries would bring, as far as it has been reckoned."""
        self.chances: dict[tuple[str, str, Code], float] = {}
        """How likely somebody succeeds at something somewhere, likewise."""
        self.drained: dict[Code, int] = {}
        """Fluid that this sheet uses up, by source."""

    # -- time ----------------------------------------------------------------------------------------

    @cached_property
    def seasons_left(self) -> int:
        """Active seasons after this one until the end of the game."""
        return (self.game.last_year - self.game.year) * ACTIVE + ACTIVE - 1 - SEASONS.index(self.game.season)

    @cached_property
    def seasons(self) -> int:
        """Seasons to come that this ruler thinks of."""
        return min(self.seasons_left, self.manner.horizon)

    @cached_property
    def winters(self) -> int:
        """Winters to come that this ruler thinks of, the next one included."""
        return min(self.game.last_year - self.game.year + 1, 1 + self.manner.horizon // ACTIVE)

    # -- gold ----------------------------------------------------------------------------------------

    @cached_property
    def hands(self) -> int:
        """Leaders who can carry out civil operations."""
        return max(1, sum(leader.civil is not None for leader in self.staff))

    @cached_property
    def gross(self) -> int:
        """Gold of a quiet season, trade included."""
        stable = theoretical_gold(self.game, self.nation) + road_income(self.game, self.mine) + self._gifts
        stable += 3 * len(self.mine) * knows(self.game, self.nation, "Frappe de monnaie")
        regular = with_stability(stable, self.record.stability) + added(self.game, self.nation, "national.gold")
        return regular + (self.caravan_gold + self._company) // ACTIVE + int(self.industry_gold)

    @cached_property
    def _gifts(self) -> int:
        table = TABLES.leaders.gift_effects
        collected, rich = (self._skill_of(gift) for gift in ("collecteur de taxes", "richissime"))
        return table.collecteur_gold * collected + table.richissime_gold * rich // ACTIVE

    def _skill_of(self, gift: str) -> int:
        """The competence of all who have a gift."""
        return sum(leader.civil.competence for leader in gifted(self.game, self.nation, gift) if leader.civil)

    @cached_property
    def _company(self) -> int:
        entry = TABLES.towns.maritime_company
        number = sum(structure.kind == "compagnie-maritime" for _, structure in held_structures(self.game, self.nation))
        return number * entry.dice * (entry.sides + 1) // 2 * entry.times

    @cached_property
    def caravan_gold(self) -> int:
        """What caravans bring in a year, wars and the calm of partners left aside: nobody knows these beforehand."""
        own = sum(caravan_base(caravan) for caravan in self.game.caravans if caravan.creator == self.nation)
        others = sum(caravan_base(caravan) for caravan in self.game.caravans if caravan.partner == self.nation)
        return int(0.8 * own) + int(0.8 * others) // TABLES.operations.caravan.partner_share

    @cached_property
    def flow(self) -> float:
        """Gold that a season leaves over, troubles reckoned with."""
        return 0.9 * self.gross - self.bill.gold

    @cached_property
    def worth_of_gold(self) -> float:
        """Glory for a piece of gold now: by what there is for each leader in the seasons to come, or, if that is less, at once."""
        soon = (self.purse.gold + self.flow) / (2 * self.hands)
        return max(self.worth_later, self.weights.gold * glory_for_gold(1.5 * soon))

    @cached_property
    def worth_later(self) -> float:
        """Glory for a piece of gold in the seasons to come."""
        coming = (self.purse.gold + self.flow * self.seasons) / (self.hands * (self.seasons + 1))
        return self.weights.later * min(LATER, glory_for_gold(coming))

    def income_worth(self, gold: float) -> float:
        """Glory for so much gold in every season to come."""
        return gold * self.worth_later * self.seasons

    @cached_property
    def reserve(self) -> int:
        """Income comes before upkeep: only what it may fall short of is kept."""
        return max(0, self.bill.gold - int(0.75 * self.gross)) + 5 + (15 if self.foes else 0)

    # -- materials -----------------------------------------------------------------------------------

    @cached_property
    def output(self) -> Goods:
        """Resources of a season, troubles reckoned with."""
        amounts = dict.fromkeys(RESOURCES, 0.0)
        for code in self.mine:
            amount = share_of(self.game, code, self.nation, resource_yield(self.game, code, self.nation))
            amounts[SITES[code].resource] += amount * self.quiet(code)
        return Goods.of({kind: round(amount) for kind, amount in amounts.items()})

    def quiet(self, code: Code) -> float:
        """How often a territory is without troubles."""
        return 1 - min(95, max(0, danger_of(self.game, code))) / 100

    @cached_property
    def outlets(self) -> dict[str, list[tuple[int, int, str, Code]]]:
        """Where resources can be sold: gold for each point, how many a season, building and place; the best first."""
        found: dict[str, list[tuple[int, int, str, Code]]] = {kind: [] for kind in RESOURCES}
        for code in self.mine:
            factor = industry_factor(self.game, self.nation, self.game.lands[code])
            capacity = town_capacity(self.game, self.nation, code)
            if capacity:
                kind = SITES[code].resource
                found[kind].append((TABLES.land.resources[kind].value * factor, capacity, "", code))
            for kind, entry in TABLES.land.resources.items():
                most = building_capacity(self.game, self.nation, code, entry.building)
                if most and entry.built.gold:
                    found[kind].append((entry.built.gold * factor, most, entry.building, code))
        return {kind: sorted(ways, reverse=True) for kind, ways in found.items()}

    def proceeds(self, kind: str, amount: float) -> float:
        """Gold that so much of a resource brings in a season."""
        gold = 0.0
        for price, capacity, _, _ in self.outlets[kind]:
            sold = min(amount, capacity)
            gold, amount = gold + sold * price, amount - sold
        return gold

    @cached_property
    def industry_gold(self) -> float:
        """What the season's resources would bring if half of them were sold."""
        return sum(self.proceeds(kind, 0.5 * self.output[kind]) for kind in RESOURCES)

    def cost(self, price: Goods) -> float:
        """What a price hurts, in glory."""
        goods = sum(self.material_worth(kind) * amount for kind, amount in price.items() if kind in RESOURCES)
        return price.gold * self.worth_of_gold + goods

    def material_worth(self, kind: str) -> float:
        """What a point of a resource in store is worth: what it would be sold for, or a little."""
        best = self.outlets[kind][0][0] if self.outlets[kind] else 2
        return 0.5 * best * self.worth_of_gold

    def has_spare(self, price: Goods) -> bool:
        """Does a price leave alone what is laid by?"""
        return all(self.purse[kind] - amount >= self.keeps[kind] for kind, amount in price.items() if kind in RESOURCES)

    @property
    def scholarship(self) -> float:
        """Glory for a point of science, one with the other."""
        return SCHOLARSHIP * self.weights.scholars

    # -- calm ----------------------------------------------------------------------------------------

    @cached_property
    def bonus(self) -> int:
        """What counts in the stability test beside the die."""
        return stability_modifier(self.game, self.nation)

    def drift(self, bonus: int) -> float:
        """What a test brings on average: at the top only losses count."""
        is_top = self.record.stability >= TABLES.standing.stability.highest
        results = [stability_result(die + bonus) for die in range(1, 11)]
        return sum(min(0, result) if is_top else result for result in results) / 10 - is_at_war(self.game, self.nation)

    def level(self, bonus: int) -> float:
        """Where stability goes in the long run with so much in every test."""
        table, drift = TABLES.standing.stability, sum(stability_result(die + bonus) for die in range(1, 11)) / 10
        return (table.highest + table.lowest) / 2 + (table.highest - table.lowest) / 2 * max(-1.0, min(1.0, drift / SURE))

    @cached_property
    def season_of_calm(self) -> float:
        """Glory for one more point of stability in a season: income, operations that succeed, a share of the winter's glory."""
        gain = 0.1 * self.gross * self.worth_of_gold + 0.1 * self.hands * DEED + 1 / ACTIVE
        return gain * self.manner.calm * self.weights.calm

    @cached_property
    def fear(self) -> float:
        """What is feared of losing a point now: a revolution that comes nearer."""
        near = max(0, BRINK - self.record.stability)
        falling = min(1.0, max(0.0, -2 * self.drift(self.bonus)))
        return REVOLUTION / FALL * (falling + near * near) * self.manner.calm

    @property
    def point_of_stability(self) -> float:
        """Glory for a point of stability now."""
        return self.fear + self.season_of_calm * min(STEADY, self.seasons + 1)

    def calm_now(self, bonus: int) -> float:
        """Glory for so much more in this season's test."""
        return (self.drift(self.bonus + bonus) - self.drift(self.bonus)) * self.point_of_stability

    def calm_worth(self, bonus: int) -> float:
        """Glory for so much more in every test to come: where stability goes, and revolutions that do not come."""
        higher = self.level(self.bonus + bonus) - self.level(self.bonus)
        saved = self._revolutions(self.bonus) - self._revolutions(self.bonus + bonus)
        safety = 0.25 * min(bonus, max(0, 7 - self.bonus)) * min(self.winters, 4)
        return 0.5 * higher * self.season_of_calm * self.seasons + 0.5 * saved * REVOLUTION * self.manner.calm + safety

    def _revolutions(self, bonus: int) -> float:
        """How many there would be until the end with so much in every test."""
        tests = max(0, len(SEASONS) * self.winters - FALL)
        return max(0.0, -sum(stability_result(die + bonus) for die in range(1, 11)) / 10) * tests / FALL

    @cached_property
    def point_of_reputation(self) -> float:
        """A point of reputation: glory each winter, and calm."""
        return self.winters + self.calm_worth(1)

    # -- the others ----------------------------------------------------------------------------------

    def earned(self, other: NationId) -> int:
        """The glory of a nation's works: without what its booklet gave it at the start and every winter since.

        What comes by itself tells nothing of mines and towns: judged by it, a rich people of few songs would be helped.
        """
        winters = 1 + self.game.year - FIRST_YEAR
        return self.game.nations[other].glory - winters * added(self.game, other, "national.glory")

    @cached_property
    def runaway(self) -> NationId:
        """The nation that leads by so much that the others had better stand together; empty if none does."""
        table = sorted(((self.game.nations[other].glory, other) for other in MAJORS), reverse=True)
        (first, leader), (second, _) = table[0], table[1]
        mean = sum(glory for glory, _ in table) / len(table)
        if leader == self.nation or first < 1.2 * second or first < 1.6 * mean or first < 150:
            return ""
        return leader

    # -- food ----------------------------------------------------------------------------------------

    @property
    def hunger(self) -> float:
        """Provisions that a season will lack, troubles and stores reckoned with; negative where there is plenty."""
        stores = self.purse.provisions / 5
        return self.bill.provisions + self.pledged.provisions - 0.85 * self.harvest - stores + 1
