"""A sheet foreseen, in figures: what each line costs and is tested by, the balance, and what is ahead. Words are in `telling`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.errors import IllegalAction

from ...goods import NOTHING
from ...orders import (
    AnyOrder,
    CastSpell,
    CivilOrder,
    Dismiss,
    FormArmy,
    GeneralOrder,
    Intercept,
    LeaderOrder,
    LearnMagic,
    MarchOrder,
)
from ...rules.common.figures import Parts, total
from ...rules.common.inquiry import is_able, leaders_of
from ...rules.common.ledger import OrderRefused, count
from ...rules.magic.lasting import spell_adjusted, spell_roll_twice
from ...rules.magic.targets import prepare
from ...rules.science import ULTIMATE, choices, made_in, pending
from ...rules.standing.standing import stability_parts, stability_result
from ...state import AUTUMN, Cendre, Code, NationId
from ...tables import TABLES
from ...world import DOMAINS
from .balance import ANY, Balance, Outcomes, Span, balance
from .chances import FACES, Tested, tested
from .fights import Odds, encounters
from .guesses import Guesses
from .rehearsal import Pause, Rehearsal, dealt_for, unsure_price


class Chance(msgspec.Struct, frozen=True):
    """From the worst to the best of what may be hidden, and in the middle of it all."""

    least: float
    mean: float
    most: float


class Fluid(msgspec.Struct, frozen=True):
    """What a spell drinks: how much, of which source, and how much is there."""

    cost: int
    place: Code
    have: int


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """One line foreseen."""

    order: AnyOrder
    cost: Span
    refused: OrderRefused | None = None
    """Why the rules refuse it, whatever the dice."""
    doubtful: OrderRefused | None = None
    """Why they may refuse it, if the dice fall otherwise than one hopes."""
    tested: Tested | None = None
    odds: tuple[Odds, ...] = ()
    chance: Chance | None = None
    fluid: Fluid | None = None
    army: int = 0
    """Units on the march."""
    number: tuple[int, int] = (0, 0)
    """How many points, recruits or units of an army it comes to, at least and at most."""


class Steadiness(msgspec.Struct, frozen=True):
    """The stability test ahead: what counts, from the worst to the best of what this season's efforts bring."""

    parts: Parts
    least: int
    most: int
    gain: Chance
    loss: Chance
    is_full: bool
    """Stability is as high as it can be: a test that is won brings nothing."""
    again: bool
    """Winter, which comes before the next sheet, has a test of its own."""


class Foresight(msgspec.Struct, frozen=True, kw_only=True):
    nation: NationId
    table: Cendre
    """As the nation knows it, before its orders."""
    lines: tuple[Prospect, ...]
    balance: Balance
    steadiness: Steadiness
    due: tuple[str, ...]
    """Fields of science in which a discovery may be chosen and none is."""
    unspent: int
    """Free points of science that the sheet leaves over."""
    idle: tuple[str, ...]
    """Leaders who could act and have nothing to do, by name."""
    falls: bool
    """A lost stability test overthrows the government."""


Concerns = Callable[[AnyOrder], bool]


class _Watch:
    """What is asked of the tables of both rehearsals while they run."""

    def __init__(self, guesses: Guesses, nation: NationId, orders: Sequence[AnyOrder]) -> None:
        self.guesses, self.nation, self.orders = guesses, nation, orders
        self.tested: dict[int, list[Tested]] = {}
        self.odds: dict[int, tuple[Odds, ...]] = {}
        self.fluid: dict[int, Fluid] = {}
        self.armies: dict[int, int] = {}
        self.steady: list[tuple[Parts, int, int]] = []
        self.stability: list[int] = []
        self.due: tuple[str, ...] = ()
        self.unspent = 0

    def pauses(self) -> dict[str, Pause]:
        return {
            "GeneralPhase.heal": self._general,
            "CivilPhase.explorers": lambda table: self._test(table, lambda order: _is_civil(order, winter=False)),
            "Winter": lambda table: self._test(table, lambda order: _is_civil(order, winter=True)),
            "MagicPhase.exhaust": self._magic,
            "MilitaryPhase.pillage": self._war,
            "FinalPhase.spells": self._stability,
        }

    def _general(self, table: Cendre) -> None:
        self._test(table, lambda order: isinstance(order, GeneralOrder))
        self.unspent = table.nations[self.nation].free_science
        self.due = tuple(domain for domain in DOMAINS if _is_due(table, self.nation, domain))

    def _test(self, table: Cendre, concerns: Concerns) -> None:
        for place, order in enumerate(self.orders):
            found = tested(table, self.nation, order, self.guesses) if concerns(order) else None
            if found:
                self.tested.setdefault(place, []).append(found)

    def _magic(self, table: Cendre) -> None:
        self._test(table, lambda order: isinstance(order, LearnMagic))
        for place, order in enumerate(self.orders):
            fluid = _fluid(table, self.nation, order) if isinstance(order, CastSpell) else None
            if fluid:
                self.fluid[place] = fluid

    def _war(self, table: Cendre) -> None:
        self._test(table, lambda order: isinstance(order, Intercept))
        for place, order in enumerate(self.orders):
            if isinstance(order, MarchOrder) and place not in self.odds:
                found = encounters(table, self.nation, order, self.guesses)
                if found:
                    self.odds[place] = found
                    self.armies[place] = count(table.armies[order.leader].troops)

    def _stability(self, table: Cendre) -> None:
        parts = stability_parts(table, self.nation)
        bonus = spell_adjusted(table, "stability_test", total(parts), nation=self.nation)
        self.stability.append(table.nations[self.nation].stability)
        self.steady.append((parts, bonus, spell_roll_twice(table, "stability_test", nation=self.nation)))


def foresee(game: Cendre, seat: Seat, orders: Sequence[AnyOrder]) -> Foresight:
    """All that can be said of a sheet before the season, by what the seat knows."""
    dealt, guesses = dealt_for(game, seat), Guesses(game, seat)
    nation = guesses.nation
    watch = _Watch(guesses, nation, orders)
    high = Rehearsal(dealt, seat, orders, high=True).run(watch.pauses())
    low = Rehearsal(dealt, seat, orders, high=False).run(watch.pauses())
    chances = _chances(watch, high)
    falls = low.table.nations[nation].stability - 1 <= TABLES.standing.stability.revolution
    return Foresight(
        nation=nation,
        table=dealt,
        lines=tuple(_prospect(place, order, high, low, watch, chances) for place, order in enumerate(orders)),
        balance=balance(high, low, orders, falls=falls, outcomes=_outcomes(watch.steady)),
        steadiness=_steadiness(watch, winter=dealt.season == AUTUMN),
        due=watch.due,
        unspent=watch.unspent,
        idle=_idle(dealt, high.table, nation, orders),
        falls=falls,
    )


def _idle(table: Cendre, after: Cendre, nation: NationId, orders: Sequence[AnyOrder]) -> tuple[str, ...]:
    """TC-SHEET-05 Who has neither an operation nor an army to lead, and could; whoever is sent away needs none."""
    gone = {order.target for order in orders if isinstance(order, Dismiss)} - {who.id for who in leaders_of(after, nation)}
    busy = gone | {order.leader for order in orders if isinstance(order, LeaderOrder | FormArmy)}
    return tuple(leader.name for leader in leaders_of(table, nation) if is_able(table, leader) and leader.id not in busy)


def _fluid(table: Cendre, nation: NationId, order: CastSpell) -> Fluid | None:
    """TC-MAG-02 What the spell would cost, if it can be cast."""
    try:
        casting = prepare(table, nation, order)
    except IllegalAction:
        return None
    return Fluid(casting.cost, casting.place, table.lands[casting.place].fluid)


def _is_civil(order: AnyOrder, *, winter: bool) -> bool:
    return isinstance(order, CivilOrder) and order.winter == winter


def _is_due(table: Cendre, nation: NationId, domain: str) -> bool:
    """TC-SCI-01 A threshold is crossed and nothing chosen; the last discovery of a field comes by itself."""
    is_open = len(made_in(table, nation, domain)) < ULTIMATE and bool(choices(table, nation, domain))
    return is_open and pending(table, nation, domain) > 0


def _prospect(place: int, order: AnyOrder, high: Rehearsal, low: Rehearsal, watch: _Watch, chances: dict[int, Chance]) -> Prospect:
    refusals = [rehearsal.refused.get(place) for rehearsal in (high, low)]
    first = next((refusal for refusal in refusals if refusal), None)
    sure = None not in refusals
    return Prospect(
        order=order,
        cost=_cost(place, order, high, low),
        refused=first if sure else None,
        doubtful=None if sure else first,
        tested=None if sure else _all_tests(watch.tested.get(place, [])),
        odds=watch.odds.get(place, ()),
        chance=None if sure else chances.get(place),
        fluid=watch.fluid.get(place),
        army=watch.armies.get(place, 0),
        number=_number(place, high, low),
    )


def _cost(place: int, order: AnyOrder, high: Rehearsal, low: Rehearsal) -> Span:
    """TC-MAG-02 From line to line: of two magicians who are as good, chance says whose spell comes first and works."""
    lucky, unlucky = (rehearsal.bills.get(place, NOTHING) for rehearsal in (high, low))
    return Span.over((lucky, unlucky, unlucky + unsure_price(low, place, order)))


def _number(place: int, high: Rehearsal, low: Rehearsal) -> tuple[int, int]:
    found = [rehearsal.numbers[place] for rehearsal in (high, low) if place in rehearsal.numbers]
    return (min(found), max(found)) if found else (0, 0)


def _all_tests(found: list[Tested]) -> Tested | None:
    tests = tuple(dict.fromkeys(test for one in found for test in one.tests))
    return Tested(tests=tests, again=any(one.again for one in found)) if tests else None


# -- chances ----------------------------------------------------------------------------------------------------


def _chances(watch: _Watch, high: Rehearsal) -> dict[int, Chance]:
    """TC-STRUCT-08 The chance of every line; where the first failure is rolled again, the earlier lines may have used that up."""
    found = {place: _spread([odds.win for odds in met]) for place, met in watch.odds.items()}
    unused = {True: 1.0, False: 1.0}
    order = high.tested + [place for place in watch.tested if place not in high.tested]
    for place in order:
        tests = watch.tested.get(place)
        if not tests:
            continue
        chance = _spread([share for one in tests for share in one.shares])
        if tests[0].again:
            winter = bool(getattr(watch.orders[place], "winter", False))
            found[place] = Chance(*(share + (1 - share) * share * unused[winter] for share in msgspec.structs.astuple(chance)))
            unused[winter] *= chance.mean
        else:
            found[place] = chance
    return found


def _spread(shares: Sequence[float]) -> Chance:
    return Chance(min(shares), sum(shares) / len(shares), max(shares))


def _steadiness(watch: _Watch, *, winter: bool) -> Steadiness:
    """TC-STAB-03 The chances to gain and to lose a point."""
    steady = watch.steady
    best = max(steady, key=lambda one: one[1])
    bonuses = [bonus for _, bonus, _ in steady]
    gains = [_share(bonus, twice, 1) for _, bonus, twice in steady]
    losses = [_share(bonus, twice, -1) for _, bonus, twice in steady]
    is_full = min(watch.stability) >= TABLES.standing.stability.highest
    return Steadiness(best[0], min(bonuses), max(bonuses), _spread(gains), _spread(losses), is_full, winter)


def _outcomes(steady: list[tuple[Parts, int, int]]) -> Outcomes:
    """TC-STAB-03 What the test can come to at all."""
    return frozenset(result for result in ANY for _, bonus, twice in steady if _share(bonus, twice, result))


def _share(bonus: int, twice: int, result: int) -> float:
    """How often the die, or the better or worse of two, brings this result."""
    dice = range(1, FACES + 1)
    if not twice:
        return sum(stability_result(die + bonus) == result for die in dice) / FACES
    kept = max if twice > 0 else min
    return sum(stability_result(kept(one, other) + bonus) == result for one in dice for other in dice) / FACES**2
