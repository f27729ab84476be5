"""The first year, season by season: what is new, and a few things to do that are seen to be done from the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat
from marchland.kernel.cards import HAND, Lesson, Step
from marchland.kernel.chance import key_from_seed

from .. import orders as o
from ..bots.writer import STEWARD, fill, plan_for
from ..guide import GUIDE
from ..phrases import PHRASEBOOK, order_name
from ..rules.common.inquiry import is_able, leaders_of, nation_of
from ..rules.common.ledger import units_at
from ..rules.economy.industry import town_capacity
from ..sheet.lexicon import lexicon
from ..sheet.reader import Sheet, read_sheet, turn_name
from ..spelling import fold
from ..state import AUTUMN, FIRST_YEAR, SPRING, SUMMER, Cendre, Leader, NationId
from ..view import redeal
from ..world import SITES
from .writer import LEADER, TOWN


def lesson(game: Cendre, seat: Seat, text: str, language: str) -> Lesson | None:
    """What this season teaches: nothing after the first year."""
    if game.year == FIRST_YEAR and game.season in COURSES:
        return Course(game, seat, text, language).lesson()
    if game.year == FIRST_YEAR + 1 and game.season == SPRING:
        return _farewell(nation_of(game, seat), language)
    return None


def _farewell(nation: NationId, language: str) -> Lesson:
    goal = GUIDE.nations[nation].goal[language]
    texts = (_say("year_1", language), _say("year_2", language, goal=goal))
    return Lesson(id="year", heading=_say("year", language), texts=texts)


def _say(key: str, language: str, **facts: object) -> str:
    return PHRASEBOOK.on_board(f"lesson_{key}", language, **facts)


class Course:
    """One season's lesson: who is there, on a table that holds nothing the nation does not know, and what is written already."""

    def __init__(self, game: Cendre, seat: Seat, text: str, language: str) -> None:
        self.table = redeal(game, seat, key_from_seed("steward"))
        self.nation, self.language = nation_of(game, seat), language
        self.sheet: Sheet = read_sheet(text, lexicon(game, self.nation), turn_name(game))
        self.staff = [one for one in leaders_of(self.table, self.nation) if is_able(self.table, one)]

    def lesson(self) -> Lesson:
        id_, steps = COURSES[self.table.season]
        texts = tuple(_say(f"{id_}_{part}", self.language) for part in (1, 2))
        found = (*steps(self), Step(self.say("hand"), False, kind=HAND))
        return Lesson(id=id_, heading=_say(id_, self.language), texts=texts, steps=found)

    def say(self, key: str, **facts: object) -> str:
        return _say(key, self.language, **facts)

    # -- what is written ---------------------------------------------------------------------------------

    def has(self, *kinds: type[o.Order]) -> bool:
        return any(isinstance(order, kinds) for order in self.sheet.orders)

    @property
    def busy(self) -> set[str]:
        return {order.leader for order in self.sheet.orders if isinstance(order, o.LeaderOrder)}

    @property
    def has_placed(self) -> bool:
        """Is anybody sent somewhere else than where he is?"""
        placed = [order for order in self.sheet.orders if isinstance(order, o.Place)]
        return any(
            order.leader in self.table.leaders and self.table.leaders[order.leader].at != order.territory for order in placed
        )

    def line_of(self, kind: type[o.Place], leader: str) -> int:
        """The last line of this kind for a leader: it is the one that counts."""
        found = [one.line for one in self.sheet.verdicts if isinstance(one.order, kind) and one.order.leader == leader]
        return found[-1] if found else 0

    # -- what could be done -------------------------------------------------------------------------------

    def ideas(self) -> dict[str, o.LeaderOrder]:
        """By leader, what a steward would have him do on an empty sheet."""
        plan = plan_for(self.table.clone(), self.nation, lambda sides: sides // 2, dict(STEWARD))
        fill(plan)
        return {order.leader: order for order in plan.orders if isinstance(order, o.LeaderOrder)}


def _to(leader: Leader) -> str:
    return f"{LEADER}:{leader.id}"


def _kind(order: type[o.Order]) -> str:
    return fold(order.KEYWORD)


# -- spring: place, order, hand in ------------------------------------------------------------------------------


def spring(course: Course) -> Iterator[Step]:
    traveller = next((one for one in course.staff if one.military), course.staff[-1] if course.staff else None)
    if traveller is not None:
        text, line = course.say("place", name=traveller.name), course.line_of(o.Place, traveller.id)
        yield Step(text, course.has_placed, _to(traveller), _kind(o.Place), line=line)
    yield from _orders(course)


def _orders(course: Course) -> Iterator[Step]:
    """Two orders for whoever has none; who civil works suit is named first, for these are the easiest to understand."""
    ideas, given = course.ideas(), len(course.busy)
    able = sorted((one for one in course.staff if one.id in ideas), key=lambda one: not isinstance(ideas[one.id], o.CivilOrder))
    free = [one for one in able if one.id not in course.busy]
    for place, key in enumerate(("order", "second")[: len(able)]):
        is_done = given > place
        chosen = (able if is_done else free[max(0, place - given) :] or able)[0 if not is_done else place]
        kind = type(ideas[chosen.id])
        text = course.say(key, name=chosen.name, order=order_name(kind.__name__, course.language))
        yield Step(text, is_done, _to(chosen), _kind(kind))


# -- summer: science, diplomacy ---------------------------------------------------------------------------------


def summer(course: Course) -> Iterator[Step]:
    points = course.table.nations[course.nation].free_science
    scholar = max((one for one in course.staff if one.civil), key=_learning, default=None)
    if points:
        yield Step(course.say("points", count=points), course.has(o.Allocate), "science", _kind(o.Allocate))
    elif scholar is not None:
        text = course.say("research", name=scholar.name)
        yield Step(text, course.has(o.Research), _to(scholar), _kind(o.Research))
    yield Step(course.say("contract"), course.has(o.DiplomaticOrder), "diplomacy", _kind(o.SignContract))
    idle = [one for one in course.staff if one.id not in course.busy]
    text = course.say("idle", names=", ".join(one.name for one in idle)) if idle else course.say("busy")
    yield Step(text, not idle, _to(idle[0]) if idle else "")


def _learning(leader: Leader) -> int:
    return leader.civil.competence if leader.civil else 0


# -- autumn: stores, war ----------------------------------------------------------------------------------------


def autumn(course: Course) -> Iterator[Step]:
    town = _market_town(course)
    if town:
        text = course.say("sell", town=SITES[town].town or SITES[town].name)
        yield Step(text, course.has(o.ConvertInTown, o.ConvertInBuilding), f"{TOWN}:{town}", _kind(o.ConvertInTown), town)
    captain = _captain(course)
    if captain is not None:
        text = course.say("army", name=captain.name)
        yield Step(text, course.has(o.FormArmy), _to(captain), _kind(o.FormArmy))
        text = course.say("command", name=captain.name)
        yield Step(text, course.has(o.MilitaryOrder), _to(captain), _kind(o.Defend))


def _market_town(course: Course) -> str:
    """A town that has something to sell."""
    game, nation = course.table, course.nation
    goods = game.nations[nation].goods
    able = [
        code
        for code, land in sorted(game.lands.items())
        if land.controller == nation and land.town and goods[SITES[code].resource] and town_capacity(game, nation, code)
    ]
    return max(able, key=lambda code: game.lands[code].town, default="")


def _captain(course: Course) -> Leader | None:
    """A military leader among soldiers, if there is one."""
    found = [one for one in course.staff if one.military]
    beside = [one for one in found if units_at(course.table, one.at, course.nation)]
    return next(iter(beside or found), None)


COURSES = {SPRING: ("spring", spring), SUMMER: ("summer", summer), AUTUMN: ("autumn", autumn)}
