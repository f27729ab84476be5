"""Trade: caravans to distant partners, and what the stores cannot hold sent to friends."""

from __future__ import annotations

from ... import orders as o
from ...goods import NOTHING, RESOURCES, Goods
from ...rules.common.inquiry import controlled, has_treaty, held, knows
from ...rules.economy.caravans import caravan_price, caravan_route, caravans_of_town, most_caravans
from ...rules.economy.trade import may_trade
from ...state import Code, NationId
from ...tables import TABLES
from ...world import MAJORS, SITES, distances
from .council import Council

LONGEST = 10
"""Longer ways are not looked for."""
BUSY = 3
"""Caravans after which a foreign capital is taken to be full."""
WORTH_A_CART = 2
"""Less than this is not sent."""


def establish_caravan(council: Council) -> None:
    """One a season: the one that will bring most until the end."""
    created = sum(caravan.creator == council.nation for caravan in council.game.caravans)
    if not council.manner.caravans or not knows(council.game, council.nation, "Établir une caravane"):
        return
    if created >= most_caravans(council.game, council.nation):
        return
    springs = council.winters - 1
    for _, other, start, end in sorted(routes(council), reverse=True)[:3]:
        route = caravan_route(council.game, start, end)
        price = caravan_price(route)
        yearly = income_of(council, other, route)
        if route and springs * yearly * council.worth_later > 1.2 * council.cost(price) and council.can_spend(price):
            council.write(o.EstablishCaravan(other, start, end), price)
            return


def income_of(council: Council, other: NationId, route: tuple[Code, ...]) -> float:
    """What a caravan brings its founder each spring."""
    table = TABLES.operations.caravan
    strangers = {council.game.lands[code].owner for code in route} - {"", council.nation, other}
    per_cent = 100 + table.third_nation * len(strangers) + table.own_war * len(council.foes)
    return table.income * (len(route) - 1) ** 2 * max(0, per_cent) / 100


def routes(council: Council) -> list[tuple[int, NationId, Code, Code]]:
    """Ways to towns of partners who are not yet linked with one, by their length."""
    own = open_towns(council, council.nation)
    found = []
    for other in MAJORS:
        if not may_link(council, other):
            continue
        ends = open_towns(council, other)
        ways = [(distances(start).get(end, 0), other, start, end) for start in own for end in ends]
        found += [way for way in ways if 2 <= way[0] <= LONGEST]
    return found


def may_link(council: Council, other: NationId) -> bool:
    if other == council.nation or not council.is_free(other) or other == council.runaway:
        return False
    if not any(has_treaty(council.game, kind, council.nation, other) for kind in ("contract", "pact")):
        return False
    return not any({caravan.creator, caravan.partner} == {council.nation, other} for caravan in council.game.caravans)


def open_towns(council: Council, nation: NationId) -> list[Code]:
    """Towns that can serve one more caravan; of others' towns one knows only that they are there, and which is the capital."""
    lands, capital = council.game.lands, council.game.nations[nation].capital
    towns = [code for code in held(council.game, nation) if lands[code].town]
    if nation != council.nation:
        return [code for code in towns if caravans_of_town(council.game, code) < (BUSY if code == capital else 1)]
    return [code for code in towns if caravans_of_town(council.game, code) < lands[code].town]


def send_surplus(council: Council) -> None:
    """What the stores cannot hold is lost anyway: it goes to partners whose own land does not bear it, each in his turn."""
    excess = (council.purse - council.room).at_least_nothing()
    parcels: dict[NationId, Goods] = {}
    for place, kind in enumerate(("provisions", *RESOURCES)):
        takers = [other for other in MAJORS if excess[kind] >= WORTH_A_CART and lacks(council, other, kind)]
        if takers:
            taker = takers[(council.game.turn + place + MAJORS.index(council.nation)) % len(takers)]
            parcels[taker] = parcels.get(taker, NOTHING) + Goods.one(kind, excess[kind])
    for other, goods in parcels.items():
        council.write(o.Send(other, goods), goods)


def lacks(council: Council, other: NationId, kind: str) -> bool:
    """A partner behind oneself in whose lands there is nothing of the kind, as the map tells."""
    if other == council.nation or not may_trade(council.game, council.nation, other):
        return False
    if council.earned(other) > council.earned(council.nation):
        return False
    return all(SITES[code].resource != kind for code in controlled(council.game, other))
