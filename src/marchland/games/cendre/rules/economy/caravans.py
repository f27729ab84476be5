"""Chapter "L'économie", caravans: their way, what they bring, and their end."""

from __future__ import annotations

import msgspec

from marchland.kernel.events import Event

from ...goods import Goods
from ...orders import EstablishCaravan
from ...state import Caravan, Cendre, Code, NationId
from ...tables import TABLES
from ...world import DOMAINS, MAJORS, SITES, domain_of, land_neighbours
from ..common.inquiry import at_war, enemies, has_treaty, is_held, knows, lines, war_between
from ..common.ledger import can_pay, done, gain, pay, refuse
from ..common.modifiers import multiplied


class CaravanEnded(Event, frozen=True):
    creator: NationId
    partner: NationId
    start: Code
    end: Code
    reason: str
    rule: str


class CaravanPassed(Event, frozen=True):
    """A caravan goes on between new owners: everybody sees it on the map."""

    RULE = "TC-ECO-05"
    creator: NationId
    partner: NationId
    route: tuple[Code, ...]


class CaravanEstablished(Event, frozen=True):
    """Everybody sees a caravan's route on the map."""

    RULE = "TC-ECO-03"
    creator: NationId
    partner: NationId
    route: tuple[Code, ...]


# -- their way --------------------------------------------------------------------------------------------------


def establish_caravans(game: Cendre) -> None:
    """TC-ECO-03 One new caravan per nation and season."""
    for nation in MAJORS:
        started = False
        for line, order in lines(game, nation, EstablishCaravan):
            rule, why = ("TC-ECO-03", "used") if started else caravan_refusal(game, nation, order)
            if rule:
                refuse(game, nation, line, order, rule, nation=order.nation, why=why)
            else:
                _establish(game, nation, line, order)
                started = True


def caravan_refusal(game: Cendre, nation: NationId, order: EstablishCaravan) -> tuple[str, str]:
    """TC-ECO-03 The rule that forbids a caravan with a word why, or nothing."""
    partner = order.nation
    if not knows(game, nation, "Établir une caravane"):
        return "TC-SCI-10", "undiscovered"
    if order.start not in SITES or order.end not in SITES or partner == nation or partner not in game.nations:
        return "TC-ECO-03", "unknown"
    if at_war(game, nation, partner) or not any(has_treaty(game, kind, nation, partner) for kind in ("contract", "pact")):
        return "TC-ECO-03", "no_treaty"
    for code, side in ((order.start, nation), (order.end, partner)):
        if not game.lands[code].town or not is_held(game.lands[code], side):
            return "TC-ECO-03", "no_town"
        if caravans_of_town(game, code) >= game.lands[code].town:
            return "TC-ECO-03", "town_full"
    if any({caravan.creator, caravan.partner} == {nation, partner} for caravan in game.caravans):
        return "TC-ECO-03", "linked"
    route = caravan_route(game, order.start, order.end)
    if not route:
        return "TC-ECO-03", "no_way"
    return ("", "") if can_pay(game, nation, caravan_price(route)) else ("TC-ECO-03", "price")


def caravan_price(route: tuple[Code, ...]) -> Goods:
    """TC-ECO-03 So much for every territory of the way but the first."""
    return Goods(gold=TABLES.operations.caravan.cost_per_step * max(0, len(route) - 1))


def _establish(game: Cendre, nation: NationId, line: int, order: EstablishCaravan) -> None:
    route = caravan_route(game, order.start, order.end)
    caravan = Caravan(creator=nation, partner=order.nation, start=order.start, end=order.end, route=route, since=game.turn)
    pay(game, nation, caravan_price(route), "caravan", "TC-ECO-03")
    game.caravans.append(caravan)
    game.emit(CaravanEstablished(creator=nation, partner=order.nation, route=route))
    done(game, nation, line, order, "TC-ECO-03", nation=order.nation)
    created = [other for other in game.caravans if other.creator == nation]
    if len(created) > most_caravans(game, nation):
        end_caravan(game, created[0], "limit")


def caravan_route(game: Cendre, start: Code, end: Code) -> tuple[Code, ...]:
    """TC-ECO-03 The shortest way between two towns: fewest foreign owners, then alphabetical codes."""
    best: dict[Code, tuple[Code, ...]] = {start: (start,)}
    front = [start]
    ends = {game.lands[start].owner, game.lands[end].owner}
    while front and end not in best:
        ways: dict[Code, tuple[Code, ...]] = {}
        for here in front:
            for there in land_neighbours(here):
                if there not in best:
                    way = (*best[here], there)
                    if there not in ways or _route_key(game, way, ends) < _route_key(game, ways[there], ends):
                        ways[there] = way
        best.update(ways)
        front = sorted(ways)
    return best.get(end, ())


def _route_key(game: Cendre, way: tuple[Code, ...], ends: set[NationId]) -> tuple[int, tuple[Code, ...]]:
    return len({game.lands[code].owner for code in way} - ends - {""}), way


def distance(caravan: Caravan) -> int:
    """TC-ECO-03 Territories from the origin, which is not counted, to the destination, which is."""
    return len(caravan.route) - 1


def caravans_of_town(game: Cendre, code: Code) -> int:
    return sum(code in (caravan.start, caravan.end) for caravan in game.caravans)


def most_caravans(game: Cendre, nation: NationId) -> int:
    """TC-ECO-03 Twice the number of discoveries in economy."""
    known = game.nations[nation].known
    return TABLES.operations.caravan.per_discovery * sum(domain_of(discovery) == DOMAINS[-1] for discovery in known)


# -- what they bring --------------------------------------------------------------------------------------------


def caravan_income(game: Cendre) -> None:
    """TC-ECO-04 Each spring both ends of a caravan earn by its length, less for wars and borders crossed."""
    for caravan in game.caravans:
        if caravan.since == game.turn or _is_snubbed(game, caravan):
            continue
        for nation, gold in ((caravan.creator, creator_income(game, caravan)), (caravan.partner, partner_income(game, caravan))):
            gold = multiplied(game, nation, "income.caravan", gold)
            gain(game, nation, Goods(gold=gold), "caravan", "TC-ECO-04", territory=caravan.end)


def _is_snubbed(game: Cendre, caravan: Caravan) -> bool:
    """An offended partner's caravans bring nothing (national event)."""
    pairs = {(mark.nation, mark.word) for mark in game.marks if mark.kind == "no_caravan"}
    return (caravan.creator, caravan.partner) in pairs or (caravan.partner, caravan.creator) in pairs


def caravan_base(caravan: Caravan) -> int:
    return TABLES.operations.caravan.income * distance(caravan) ** 2


def third_nations(game: Cendre, caravan: Caravan) -> int:
    owners = {game.lands[code].owner for code in caravan.route}
    return len(owners - {"", caravan.creator, caravan.partner})


def creator_income(game: Cendre, caravan: Caravan) -> int:
    """TC-ECO-04 The creator's share."""
    table = TABLES.operations.caravan
    per_cent = 100 + table.own_war * len(enemies(game, caravan.creator)) + table.partner_war * len(enemies(game, caravan.partner))
    per_cent += table.stability * game.nations[caravan.partner].stability + table.third_nation * third_nations(game, caravan)
    return max(0, caravan_base(caravan) * per_cent // 100)


def partner_income(game: Cendre, caravan: Caravan) -> int:
    """TC-ECO-04 The share of the nation at the other end."""
    table = TABLES.operations.caravan
    wars = len(enemies(game, caravan.creator)) + len(enemies(game, caravan.partner))
    per_cent = 100 + table.either_war * wars + table.stability * game.nations[caravan.creator].stability
    per_cent += table.third_nation * third_nations(game, caravan)
    return max(0, caravan_base(caravan) * per_cent // (100 * table.partner_share))


# -- their end --------------------------------------------------------------------------------------------------


def review_caravans(game: Cendre) -> None:
    """TC-ECO-05 A town that changed hands takes its caravans along, unless the new owner may not have them; war ends them."""
    for caravan in list(game.caravans):
        creator, partner = game.lands[caravan.start].owner, game.lands[caravan.end].owner
        if at_war(game, caravan.creator, caravan.partner):
            end_caravan(game, caravan, "war")
        elif not game.lands[caravan.start].town or not game.lands[caravan.end].town:
            end_caravan(game, caravan, "town_lost")
        elif (creator, partner) != (caravan.creator, caravan.partner):
            _hand_over(game, caravan, creator, partner)


def _hand_over(game: Cendre, caravan: Caravan, creator: NationId, partner: NationId) -> None:
    """TC-ECO-05 The new owner of a town gets its caravan if there is peace, no other one between the two, and room for it."""
    others = [other for other in game.caravans if other is not caravan]
    linked = any({other.creator, other.partner} == {creator, partner} for other in others)
    nations = creator and partner and creator != partner and war_between(game, creator, partner) is None
    if not nations or linked or not (creator == caravan.creator or _may_create(game, creator, others)):
        end_caravan(game, caravan, "town_lost")
        return
    passed = msgspec.structs.replace(caravan, creator=creator, partner=partner)
    game.caravans[game.caravans.index(caravan)] = passed
    game.emit(CaravanPassed(creator=creator, partner=partner, route=caravan.route))


def _may_create(game: Cendre, creator: NationId, others: list[Caravan]) -> bool:
    """TC-ECO-05 A nation that had no part in the caravan takes it over only below its own limit."""
    return sum(other.creator == creator for other in others) < most_caravans(game, creator)


def drop_surplus_caravans(game: Cendre, code: Code) -> None:
    """TC-ECO-05 A town serves no more caravans than its level; the newest end."""
    serving = [caravan for caravan in game.caravans if code in (caravan.start, caravan.end)]
    for caravan in serving[game.lands[code].town :]:
        end_caravan(game, caravan, "town_too_small")


def end_caravan(game: Cendre, caravan: Caravan, reason: str) -> None:
    game.caravans.remove(caravan)
    game.emit(
        CaravanEnded(
            creator=caravan.creator, partner=caravan.partner, start=caravan.start, end=caravan.end, reason=reason, rule="TC-ECO-05"
        )
    )
