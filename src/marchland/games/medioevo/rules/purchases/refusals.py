"""Why something cannot be bought, and what it would cost line by line (rulebook: Purchase phase)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.frames import PreviewLine

from ...state import Medioevo
from ...tables import level as captain_level
from ...tables import tables, technologies
from ..components.armies import in_reserve
from ..components.table import colour_index, has_settlement, out_of_stock, refusal
from ..components.vehicles import piece_of
from ..diplomacy.relations import fee_for
from ..technologies.knowledge import DESIGNS, why_not_design
from ..technologies.points import missing_points, point_lines
from .placement import has_token_for, right_for, room_for_units, takes_units, takes_vehicle, unit_limit
from .prices import Price, building_price, can_pay, unit_price, vehicle_cost


def why_not_pay(game: Medioevo, seat: Seat, price: Price, rule: str, fee: int = 0) -> Iterator[Refusal]:
    """Cash that is lacking for florins, points and a pact's fee together."""
    if not can_pay(game, seat, price, fee):
        need = price.florins + fee + missing_points(game, seat, price.colour, price.points)
        yield refusal(rule, need=need, have=game.players[seat].florins)


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
    if land.holder != seat or (category == "civil" and not has_settlement(game, space)):
        yield refusal(technologies()[DESIGNS[category]].rule, space=space)
    yield from why_not_design(game, seat, category)
    old = getattr(land, category)
    names = tables().buildings[category].names
    if old >= level or level > len(names):
        yield refusal("MU-BUY-03", space=space)
    elif not game.supply[names[level - 1]]:
        yield out_of_stock(names[level - 1])
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
        yield out_of_stock(piece_of(kind, new))
    elif not has_token_for(game, seat, new, old):
        yield refusal(rule, need=1, have=0)
    else:
        fee = 0 if old else fee_for(game, seat, game.lands[space].holder, right_for(kind))
        yield from why_not_pay(game, seat, vehicle_cost(kind, old, new), rule, fee)


def why_not_study(game: Medioevo, seat: Seat, branch: str) -> Iterator[Refusal]:
    """MU-BUY-01 One technology per branch and turn, level by level, for 100 florins a level."""
    player = game.players[seat]
    known = player.technology[colour_index(branch)]
    yield refusal("MU-BUY-01", need=tables().technology_price * (known + 1), have=player.florins)


def price_lines(game: Medioevo, seat: Seat, price: Price, rule: str) -> list[PreviewLine]:
    """A price line by line: florins, points from the pool, florins for points that are lacking."""
    lines = [PreviewLine(rule, -price.florins, unit="florins")] if price.florins else []
    return [*lines, *point_lines(game, seat, price.colour, price.points)]
