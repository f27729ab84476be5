"""Menus: for every argument of an order the values with which the rules would carry it out, each by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice

import msgspec

from marchland.kernel.cards import AMOUNTS, CHOICE, NUMBER, PLACES, TEXT, Choice, Field

from ..goods import KINDS
from ..orders import Defend, MarchOrder, Order
from ..sheet.blanks import WAY, Blank
from ..sheet.forms import blanks, filled
from ..sheet.grammar import Spec
from ..sheet.slots import LARGEST
from ..state import Cendre
from .limits import LIMITED, limit
from .marches import Road
from .names import choice, label
from .pools import pool, ways
from .trials import Trials
from .writer import Writer

Values = Mapping[str, str]
MOST_TRIED = 2000
"""So many ways to fill in the rest are tried for one value of a menu."""
SAMPLES = (1, 2, 3, 5, 10, 20, 40, 60, 80, 100, 150, 200, 300, 500, 1000)
"""Numbers among which one is looked for that will do."""
MANY = SAMPLES[-1]
"""If one is too little for a price, and this is more than anybody can pay, then it is not for the rules to refuse."""


class Menu:
    """The menus of one card: the order's kind, who gives it, and what is filled in."""

    def __init__(self, writer: Writer, trials: Trials, spec: Spec, fixed: Mapping[str, object], values: Values) -> None:
        self.writer = writer
        self.trials = trials
        self.spec = spec
        self.fixed = fixed
        self.values = dict(values)

    # -- the order as it is filled in ------------------------------------------------------------------------

    def order(self) -> Order | None:
        return filled(self.spec, self.values, self.writer.words, self.fixed)

    def is_possible(self) -> bool:
        """Could such an order be carried out, with some values or others?"""
        return self._is_lawful(self.values)

    @cached_property
    def lacking(self) -> tuple[str, ...]:
        """Blanks that are mostly left empty, and without which this order is refused."""
        order = self.order()
        if order is None or self.trials.is_lawful([order]):
            return ()
        return tuple(blank.name for blank in self._optional(self.values) if self._remedy(blank) is not None)

    def find_way(self) -> None:
        """An army that is sent further than next door goes by the shortest way, unless another is filled in."""
        for blank in self._optional(self.values):
            if blank.among == WAY and blank.name in self.lacking:
                self.values |= self._remedy(blank) or {}
                del self.__dict__["lacking"]

    def _remedy(self, blank: Blank) -> dict[str, str] | None:
        return next((some for some in self._samples(blank, self.values) if self._does(some)), None)

    def _does(self, more: Values) -> bool:
        order = self._made({**self.values, **more})
        return order is not None and self.trials.is_lawful([order])

    # -- fields ------------------------------------------------------------------------------------------

    def fields(self) -> tuple[Field, ...]:
        asked = [blank for blank in self._blanks(self.values) if not blank.is_idle or self._is_filled(blank, self.values)]
        return tuple(self._field(blank) for blank in asked)

    def _field(self, blank: Blank) -> Field:
        make = {CHOICE: self._choice, NUMBER: self._number, AMOUNTS: self._amounts, PLACES: self._places}.get(blank.kind)
        if make is None or (not blank.is_needed and self._missing(self.values)):
            found = plain_field(blank, self.writer, self.values)
        else:
            found = make(blank)
        return msgspec.structs.replace(found, is_needed=True) if blank.name in self.lacking else found

    def _choice(self, blank: Blank) -> Field:
        legal = [value for value in self._pool(blank, self.values) if self._is_lawful(self._with(blank, {blank.name: value}))]
        return bare_field(blank, self.writer, self.values, [choice(blank, value, self.writer) for value in legal])

    def _places(self, blank: Blank) -> Field:
        chosen = self.values.get(blank.name, "").split()
        if blank.among == WAY:
            legal = self._on_the_way(blank)
        else:
            more = [code for code in self._pool(blank, self.values) if code not in chosen]
            legal = [code for code in more if self._does({blank.name: " ".join((*chosen, code))})]
        named = dict.fromkeys((*chosen, *legal))
        return bare_field(blank, self.writer, self.values, [choice(blank, code, self.writer) for code in named])

    def _on_the_way(self, blank: Blank) -> list[str]:
        return [code for some in self._samples(blank, self.values) if self._does(some) for code in some[blank.name].split()]

    def _number(self, blank: Blank) -> Field:
        least, most = self._bounds(blank, blank.name) if self._is_ready_but_for(blank) else (1, LARGEST)
        most = min(most, self._limit(blank.name))
        return msgspec.structs.replace(bare_field(blank, self.writer, self.values), least=min(least, most), most=most)

    def _amounts(self, blank: Blank) -> Field:
        """So many of each thing as will do beside what is chosen of the others; where none will do alone, so many as there are."""
        things = list(self._pool(blank, self.values))
        found: dict[str, int] = {}
        if self._is_ready_but_for(blank):
            found = {thing: most for thing in things if (most := self._most_of(blank, thing))}
        found = found or {thing: most for thing in things if (most := stock(self.writer, thing))}
        return counted(blank, self.writer, self.values, [choice(blank, thing, self.writer, most) for thing, most in found.items()])

    def _most_of(self, blank: Blank, thing: str) -> int:
        name = f"{blank.name}.{thing}"
        return min(self._bounds(blank, name)[1], self._limit(name))

    def _limit(self, name: str) -> int:
        """Of a number: beyond it more would change nothing, however the rest is filled in."""
        if not issubclass(self.spec.order, LIMITED):
            return LARGEST
        thing = name.partition(".")[2]
        return max((limit(self.trials, order, thing) for order in self._ways({**self.values, name: "1"})), default=LARGEST)

    def _is_ready_but_for(self, blank: Blank) -> bool:
        """Is everything else filled in?"""
        return all(other.name == blank.name for other in self._missing(self.values))

    def _bounds(self, blank: Blank, name: str) -> tuple[int, int]:
        """The least and the greatest number that will do; nothing, if none does. What cannot be paid does not do."""
        for strictly in (True, False):

            def will_do(number: int, strictly: bool = strictly) -> bool:
                return self._is_lawful({**self.values, name: str(number)}, strictly=strictly)

            some = next((number for number in SAMPLES if will_do(number)), 0)
            if some:
                least = -1 if blank.least < 0 and will_do(-1) else _edge(will_do, some, 1)
                return least, _edge(will_do, some, LARGEST)
        return 0, 0

    # -- trying --------------------------------------------------------------------------------------------

    def _is_lawful(self, values: Values, *, strictly: bool = False) -> bool:
        first = next(self._ways(values), None)
        if first is None or self.trials.is_barred(first):
            return False
        if self.trials.is_lawful(islice(self._ways(values), MOST_TRIED), strictly=strictly):
            return True
        return any(self.trials.is_lawful(self._varied(blank, values), strictly=strictly) for blank in self._optional(values))

    def _varied(self, blank: Blank, values: Values) -> Iterator[Order]:
        """The same with something where mostly nothing is needed."""
        full = ({**way, **some} for way in self._completed(values) for some in self._samples(blank, way))
        return islice(self._orders(full), MOST_TRIED)

    def _ways(self, values: Values) -> Iterator[Order]:
        """The order, with everything filled in that is needed and missing: every way to do so."""
        return self._orders(self._completed(values))

    def _orders(self, ways: Iterable[Values]) -> Iterator[Order]:
        return (order for order in map(self._made, ways) if order is not None)

    def _made(self, values: Values) -> Order | None:
        """The order, unless it is a march that is known to be stopped on its way."""
        order = filled(self.spec, values, self.writer.words, self.fixed)
        is_stopped = isinstance(order, MarchOrder) and self._road is not None and self._road.is_barred(order)
        return None if is_stopped else order

    def _completed(self, values: Values) -> Iterator[Values]:
        missing = self._missing(values)
        if not missing:
            yield values
            return
        for some in self._samples(missing[0], values):
            yield from self._completed({**values, **some})

    def _samples(self, blank: Blank, values: Values) -> Iterator[dict[str, str]]:
        """Values that may be tried."""
        if blank.kind == NUMBER:
            yield from ({blank.name: str(number)} for number in (1, -1 if blank.least < 0 else MANY))
        elif blank.kind == TEXT:
            yield {blank.name: "?"}
        elif blank.kind == AMOUNTS:
            yield from ({f"{blank.name}.{thing}": "1"} for thing in self._pool(blank, values))
        elif blank.among == WAY:
            yield from ({blank.name: " ".join(way)} for way in ways(self._start, values.get("territory", "")))
        else:
            yield from ({blank.name: value} for value in self._pool(blank, values))

    def _pool(self, blank: Blank, values: Values) -> Iterable[str]:
        return pool(blank, self.writer, values, self._start)

    # -- blanks --------------------------------------------------------------------------------------------

    def _blanks(self, values: Values) -> list[Blank]:
        return [blank for blank in blanks(self.spec, values) if blank.name not in self.fixed]

    def _missing(self, values: Values) -> list[Blank]:
        return [blank for blank in self._blanks(values) if blank.is_needed and not self._is_filled(blank, values)]

    def _optional(self, values: Values) -> list[Blank]:
        """What is not needed and might be wanting."""
        return [blank for blank in self._blanks(values) if blank.is_vital and not self._is_filled(blank, values)]

    def _is_filled(self, blank: Blank, values: Values) -> bool:
        if blank.kind == AMOUNTS:
            return any(values.get(name) for name in values if name.startswith(f"{blank.name}."))
        return bool(values.get(blank.name))

    def _with(self, blank: Blank, more: Values) -> dict[str, str]:
        """The values with some others, without what no longer belongs to them."""
        values = {**self.values, **more}
        kept = {other.name for other in self._blanks(values)}
        return {name: value for name, value in values.items() if name.partition(".")[0] in kept}

    @cached_property
    def _start(self) -> str:
        """Where whoever acts stands when armies set out."""
        leader = str(self.fixed.get("leader", ""))
        table = self.trials.before(Defend(leader))
        return _place_of(table, leader) if table else ""

    @cached_property
    def _road(self) -> Road | None:
        """The ways of the army that is sent by this order; none without an army."""
        leader = str(self.fixed.get("leader", ""))
        table = self.trials.before(Defend(leader))
        return Road(table, leader) if table and leader in table.armies else None


def _place_of(table: Cendre, leader: str) -> str:
    if leader in table.armies:
        return table.armies[leader].at
    return table.leaders[leader].at if leader in table.leaders else ""


def _edge(will_do: Callable[[int], bool], good: int, end: int) -> int:
    """The last number that will do on the way from a good one to the end: by leaps that double, then between the last two."""
    leap, bad = 1, 0
    while good != end and not bad:
        ahead = min(good + leap, end) if end > good else max(good - leap, end)
        good, bad, leap = (ahead, 0, 2 * leap) if will_do(ahead) else (good, ahead, leap)
    while bad and abs(bad - good) > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if will_do(middle) else (good, middle)
    return good


def stock(writer: Writer, thing: str) -> int:
    """How many of a thing the nation has."""
    if thing in KINDS:
        return writer.estate.nation.goods[thing]
    own = [troops for key, troops in writer.estate.troops.items() if key[4:] == writer.nation]
    return sum(troop.count for troops in own for troop in troops if troop.unit == thing)


# -- fields without a menu -----------------------------------------------------------------------------------------


def plain_field(blank: Blank, writer: Writer, values: Values) -> Field:
    """A field as it is filled in, without a menu."""
    if blank.kind == AMOUNTS:
        there = [thing for thing in blank.ids(writer.words) if values.get(f"{blank.name}.{thing}")]
        return counted(blank, writer, values, [choice(blank, thing, writer) for thing in there])
    written = values.get(blank.name, "")
    named = written.split() if blank.kind == PLACES else [written] if written and blank.kind == CHOICE else []
    return bare_field(blank, writer, values, [choice(blank, value, writer) for value in named if value in blank.ids(writer.words)])


def bare_field(blank: Blank, writer: Writer, values: Values, choices: Iterable[Choice] = ()) -> Field:
    value = values.get(blank.name, "")
    return Field(blank.name, label(blank.name, writer.language), blank.kind, value, tuple(choices), blank.is_needed)


def counted(blank: Blank, writer: Writer, values: Values, choices: Iterable[Choice]) -> Field:
    start, known = f"{blank.name}.", blank.ids(writer.words)
    chosen = {name.removeprefix(start): number for name, number in values.items() if name.startswith(start) and number}
    value = " ".join(f"{thing}={number}" for thing, number in chosen.items() if thing in known)
    return Field(blank.name, label(blank.name, writer.language), AMOUNTS, value, tuple(choices), blank.is_needed)
