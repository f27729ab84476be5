"""National events for the tests: let one befall a nation, then watch a figure from season to season."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from marchland.games.cendre.orders import Order
from marchland.games.cendre.rules.civil.civil import CivilPhase
from marchland.games.cendre.rules.common.inquiry import is_able, leaders_of
from marchland.games.cendre.rules.common.marks import expire_marks
from marchland.games.cendre.rules.events.national import national_event
from marchland.games.cendre.rules.leaders.actors import refresh_leaders, sober_up
from marchland.games.cendre.rules.standing.standing import stability_modifier
from marchland.games.cendre.rules.turn.beginning import close_season, close_year
from marchland.games.cendre.rules.war.war import MilitaryPhase
from marchland.games.cendre.state import SEASONS, SPRING, Cendre
from marchland.kernel.events import Event

from .realm import land, run, script, sheet, table

T = TypeVar("T")

RICH = dict.fromkeys(("gold", "agricole", "bois", "metal", "pierre", "precieux", "mer", "provisions"), 500)


def rule(name: str, score: int) -> pytest.MarkDecorator:
    """The mark of the test that proves one event of a booklet."""
    return pytest.mark.rule(f"TC-NEV-{name}-{score}")


def winter() -> Cendre:
    """Winter 202, when events come."""
    game = table()
    game.year, game.season = 202, "hiver"
    return game


def befall(game: Cendre, name: str, score: int, *dice: int) -> Cendre:
    """The event happens with exactly these dice and draws."""
    script(game, *dice)
    national_event(game, name, score)
    assert not game.chance.script, f"dice left over: {game.chance.script}"
    return game


def first(number: int) -> tuple[int, ...]:
    """The draws that leave so many candidates in their order: the first of them are taken."""
    return tuple(range(number - 1, 0, -1))


def next_season(game: Cendre) -> None:
    following = game.turn + 1
    game.year, game.season = 201 + following // len(SEASONS), SEASONS[following % len(SEASONS)]
    close_season(game)
    if game.season == SPRING:
        close_year(game)
    refresh_leaders(game)
    expire_marks(game)


def until(game: Cendre, season: str) -> Cendre:
    """The next season of this name begins."""
    next_season(game)
    while game.season != season:
        next_season(game)
    return game


def through_the_year(game: Cendre, measure: Callable[[Cendre], T]) -> list[T]:
    """A figure in this winter, the four seasons of the year to come and the spring after."""
    figures = [measure(game)]
    for _ in range(5):
        next_season(game)
        figures.append(measure(game))
    return figures


def calm_of(name: str) -> Callable[[Cendre], int]:
    return lambda game: stability_modifier(game, name)


def added_to(measure: Callable[[Cendre], int], name: str, score: int, *dice: int, game: Callable[[], Cendre] = winter) -> list[int]:
    """What an event adds to a figure, season by season."""
    bare = through_the_year(game(), measure)
    struck = through_the_year(befall(game(), name, score, *dice), measure)
    return [after - before for before, after in zip(bare, struck, strict=True)]


def able(game: Cendre, name: str) -> set[str]:
    """Leaders of a nation fit to act once the season has told who is not."""
    sober_up(game)
    return {leader.id for leader in leaders_of(game, name) if is_able(game, leader)}


def operate(game: Cendre, name: str, order: Order, *dice: int) -> list[Event]:
    """One civil operation with these dice."""
    script(game, *dice)
    sheet(game, name, order)
    return run(game, CivilPhase())


def muster(game: Cendre, name: str, order: Order) -> list[Event]:
    sheet(game, name, order)
    return run(game, MilitaryPhase())


def standing(game: Cendre, name: str) -> tuple[int, int, int]:
    """Reputation, stability and glory."""
    record = game.nations[name]
    return record.reputation, record.stability, record.glory


def newcomers(game: Cendre, name: str, score: int, *dice: int) -> dict[str, dict[str, int]]:
    """The units an event adds, place by place."""
    before = {code: units(game, code, name) for code in game.lands}
    befall(game, name, score, *dice)
    after = {code: units(game, code, name) for code in game.lands}
    joined = {code: {unit: n - before[code].get(unit, 0) for unit, n in after[code].items()} for code in after}
    return {code: {unit: n for unit, n in troops.items() if n} for code, troops in joined.items() if any(troops.values())}


def settle_everything(game: Cendre, name: str) -> None:
    """No land is vacant: everything belongs to one nation."""
    for code, one in game.lands.items():
        if not one.owner and not one.controller:
            land(game, code, owner=name, controller=name)


def units(game: Cendre, code: str, name: str) -> dict[str, int]:
    return {troop.unit: troop.count for troop in game.garrisons.get(f"{code}:{name}", ())}
