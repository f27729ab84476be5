"""Why something cannot be done now: the rule behind a refused action, with its figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from marchland.kernel.actions import Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.frames import PreviewLine

from .. import world
from ..state import March, Medioevo
from ..tables import MERCHANT, tables, technologies
from ..tables import level as captain_level
from .cards.effects import is_departure_banned, is_trade_banned
from .components.armies import in_reserve
from .components.table import colour_index, has_port, has_settlement
from .components.vehicles import capacity, has_token_for, is_carrier, is_ship, piece_of
from .diplomacy.relations import are_teammates, fee_for, has_right, is_shut_by_truce, pacts_granting, passage_fee
from .movement.groups import can_gather, group_size, lacks_fee, power_left
from .movement.terrain import step_cost
from .purchases.designs import DESIGNS, Price, building_price, can_pay, knows, unit_price, vehicle_cost
from .purchases.placement import room_for_units, takes_units, takes_vehicle, unit_limit
from .technologies.logistics import can_convert, is_converted
from .technologies.points import missing_points


def refusal(rule: str, **facts: Any) -> Refusal:
    return Refusal(rule, facts)


# -- purchases ---------------------------------------------------------------------------------------------


def why_not_pay(game: Medioevo, seat: Seat, price: Price, rule: str, fee: int = 0) -> Iterator[Refusal]:
    """Cash that is lacking for florins, points and a pact's fee together."""
    if not can_pay(game, seat, price, fee):
        need = price.florins + fee + missing_points(game, seat, price.colour, price.points)
        yield refusal(rule, need=need, have=game.players[seat].florins)


def why_not_design(game: Medioevo, seat: Seat, kind: str) -> Iterator[Refusal]:
    """MU-TECH-01 The technology that designs such a thing is lacking."""
    key = DESIGNS[kind]
    if not knows(game, seat, key):
        yield refusal(technologies()[key].rule, technology=key)


def why_not_recruit(game: Medioevo, seat: Seat, space: str, kind: str) -> Iterator[Refusal]:
    """MU-BUY-06 MU-BUY-07 MU-BUY-08 Site, limit, technology, figures, cash."""
    if not takes_units(game, seat, space):
        yield refusal("MU-BUY-07", space=space)
    if not room_for_units(game, seat):
        yield refusal("MU-BUY-08", limit=unit_limit(game, seat))
    if captain_level(kind):
        yield from why_not_design(game, seat, "captain")
    if not in_reserve(game, seat, kind):
        yield refusal("MU-BUY-06", need=1, have=0)
    fee = fee_for(game, seat, game.lands[space].holder, "military")
    yield from why_not_pay(game, seat, unit_price(game, seat, kind), "MU-BUY-06", fee)


def why_not_raise(game: Medioevo, seat: Seat, space: str, category: str, level: int) -> Iterator[Refusal]:
    """MU-BUY-02 MU-BUY-03 Control, settlement, technology, one building of a category, supply, cash."""
    land = game.lands[space]
    if land.holder != seat or (category == "civil" and not has_settlement(space)):
        yield refusal(technologies()[DESIGNS[category]].rule, space=space)
    yield from why_not_design(game, seat, category)
    old = getattr(land, category)
    names = tables().buildings[category].names
    if old >= level or level > len(names):
        yield refusal("MU-BUY-03", space=space)
    elif not game.supply[names[level - 1]]:
        yield refusal("MU-SET-08", piece=names[level - 1])
    else:
        yield from why_not_pay(game, seat, building_price(game, seat, category, old, level), "MU-BUY-02")


def why_not_vehicle(game: Medioevo, seat: Seat, space: str, kind: str, old: int, new: int) -> Iterator[Refusal]:
    """MU-BUY-05 MU-BUY-09 Technology, site, supply, Property token, cash."""
    rule = "MU-BUY-09" if kind == "engine" else "MU-BUY-05"
    yield from why_not_design(game, seat, "engine" if kind == "engine" else "transport")
    if not takes_vehicle(game, seat, space, kind):
        yield refusal("MU-TEC-53" if kind == "engine" else "MU-TEC-11", space=space)
    elif new not in (1, 2, 3) or new <= old:
        yield refusal("MU-TEC-53" if kind == "engine" else "MU-TEC-11", level=new)
    elif not game.supply[piece_of(kind, new)] and (not old or kind == "engine"):
        yield refusal("MU-SET-08", piece=piece_of(kind, new))
    elif not has_token_for(game, seat, new, old):
        yield refusal(rule, need=1, have=0)
    else:
        fee = 0 if old else fee_for(game, seat, game.lands[space].holder, "civil" if kind in MERCHANT else "military")
        yield from why_not_pay(game, seat, vehicle_cost(kind, old, new), rule, fee)


def why_not_study(game: Medioevo, seat: Seat, branch: str) -> Iterator[Refusal]:
    """MU-BUY-01 One technology per branch and turn, level by level, for 100 florins a level."""
    player = game.players[seat]
    known = player.technology[colour_index(branch)]
    yield refusal("MU-BUY-01", need=tables().technology_price * (known + 1), have=player.florins)


# -- movement ----------------------------------------------------------------------------------------------


def why_not_muster(game: Medioevo, seat: Seat, space: str) -> Iterator[Refusal]:
    """MU-MOV-02 Nothing there can move: no troops, no carrier, no movement left, or a Bishop holds everything."""
    if is_departure_banned(game, space):
        yield refusal("MU-CARD-03", space=space)
    own = [id for id, vehicle in sorted(game.vehicles.items()) if vehicle.space == space and vehicle.owner == seat]
    if own and not any(can_gather(game, id) for id in own):
        yield refusal("MU-MOV-13", need=1, have=0)
    yield refusal("MU-MOV-02", space=space)


def why_not_go(game: Medioevo, march: March, to: str) -> Iterator[Refusal]:
    """MU-MOV-04 Why a group cannot enter a space now."""
    if to not in game.lands and to not in game.waters:
        yield refusal("MU-SET-10", space=to)
    elif to not in world.neighbours(march.space):
        yield refusal("MU-MOV-04", space=to)
    elif is_departure_banned(game, march.space):
        yield refusal("MU-CARD-03", space=march.space)
    elif to in game.lands and is_shut_by_truce(game, march.seat, game.lands[to].holder):
        yield refusal("MU-DIP-03", space=to)
    elif lacks_fee(game, march, to):
        yield refusal("MU-DIP-05", need=passage_fee(game, march.seat, game.lands[to].holder), have=game.players[march.seat].florins)
    elif march.goal and to != march.goal:
        yield refusal("MU-MOV-01", space=march.goal)
    elif not group_size(march):
        yield refusal("MU-MOV-02", space=march.space)
    else:
        yield from _why_not_carry(game, march, to)


def _why_not_carry(game: Medioevo, march: March, to: str) -> Iterator[Refusal]:
    """MU-MOV-03 MU-MOV-13 Too little room, or too little movement; over the other element too little Logistics (MU-TEC-12)."""
    if _lacks_logistics(game, march, to, power_left(game, march)):
        yield refusal("MU-TEC-12", space=to)
    at_sea = world.is_sea(to) or world.is_sea(march.space)
    carriers = [id for id in march.vehicles if (game.vehicles[id].kind == "galley" if at_sea else is_carrier(game, id))]
    room = sum(capacity(game, id) for id in carriers)
    if sum(march.counts) > room or (at_sea and not carriers):
        yield refusal("MU-MOV-03", need=sum(march.counts), have=room)
    yield refusal("MU-MOV-13", need=step_cost(game, march.space, to), have=power_left(game, march))


def _lacks_logistics(game: Medioevo, march: March, to: str, pm: int) -> bool:
    """MU-TEC-12 Would the player's Logistics take the group there, but for points or the movement back?"""
    if not knows(game, march.seat, "logistics") or not is_converted(game, march, to):
        return False
    return not can_convert(game, march, to, pm)


# -- trade -------------------------------------------------------------------------------------------------


def why_not_ride(game: Medioevo, march: March, id: int, to: str) -> Iterator[Refusal]:
    """MU-TRD-02 MU-TRD-03 Why a merchant transport cannot enter a space now."""
    vehicle = game.vehicles[id]
    if to not in game.lands and to not in game.waters:
        yield refusal("MU-SET-10", space=to)
    elif is_departure_banned(game, march.space):
        yield refusal("MU-CARD-03", space=march.space)
    elif to in world.neighbours(march.space) and vehicle.pm < step_cost(game, march.space, to):
        yield refusal("MU-TRD-02", need=step_cost(game, march.space, to), have=vehicle.pm)
    elif to in world.neighbours(march.space) and _lacks_logistics(game, march, to, vehicle.pm):
        yield refusal("MU-TEC-12", space=to)
    else:
        yield refusal("MU-TRD-03", space=to)


def why_no_trade(game: Medioevo, seat: Seat, id: int) -> Iterator[Refusal]:
    """MU-TRD-05 MU-TRD-06 Why a transport cannot deal where it is."""
    vehicle = game.vehicles[id]
    space = vehicle.space
    if not vehicle.pm:
        yield refusal("MU-TRD-02", need=1, have=0)
    if not has_settlement(space) or (is_ship(vehicle) and not has_port(space)):
        yield refusal("MU-TRD-06", need=1, have=0)
    elif is_trade_banned(game, space):
        yield refusal("MU-CARD-02", space=space)
    elif game.lands[space].holder >= 0 and not are_teammates(game, seat, game.lands[space].holder):
        yield from _why_no_right(game, seat, game.lands[space].holder, space)


def _why_no_right(game: Medioevo, seat: Seat, host: Seat, space: str) -> Iterator[Refusal]:
    """MU-TRD-05 MU-DIP-05 No pact allows trade here, or its fee is more than the trader has."""
    if seat != host and not pacts_granting(game, seat, host, "trade"):
        yield refusal("MU-TRD-05", space=space)
    elif not has_right(game, seat, host, "trade"):
        yield refusal("MU-DIP-05", need=fee_for(game, seat, host, "trade"), have=game.players[seat].florins)


# -- what things cost --------------------------------------------------------------------------------------


def price_lines(game: Medioevo, seat: Seat, price: Price, rule: str) -> list[PreviewLine]:
    """A price line by line: florins, points from the pool, florins for points that are lacking."""
    lines = [PreviewLine(rule, -price.florins, unit="florins")] if price.florins else []
    lacking = missing_points(game, seat, price.colour, price.points)
    own = price.points - lacking // tables().point_price
    if own:
        lines.append(PreviewLine("MU-TECH-03", -own, {"colour": price.colour}, unit=f"points-{price.colour}"))
    if lacking:
        lines.append(PreviewLine("MU-TECH-03", -lacking, {"colour": price.colour}, unit="florins"))
    return lines
