"""Technologies of commerce: prices, market cubes, stages of Trade Routes."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat

from ...state import Medioevo
from ...tables import tables
from ..cards.common import is_at_leisure, own_vehicles, read_number, scene
from ..cards.trade import market_cubes, move_cube, receivers
from ..components.table import replace
from ..components.vehicles import is_merchant
from ..registry import ANY, technology
from ..trade.deals import deal_total, trade_fee
from ..trade.routes import finish_stage


def _is_selling_in_town(game: Medioevo, seat: Seat) -> bool:
    """An own sale where a civil building stands, with cubes left that have no bonus yet."""
    if not game.deals or game.deals[-1].seat != seat:
        return False
    deal = game.deals[-1]
    return deal.selling and game.lands[deal.space].civil > 0 and deal.commerce < len(deal.goods)


@technology("commerce", "MU-TEC-21", windows=("W-6b",), usable=_is_selling_in_town)
def raise_price(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-21 One cube sold brings 25, 50 or 100 florins more, by the Village, Town or City."""
    game.deals[-1] = replace(game.deals[-1], commerce=game.deals[-1].commerce + 1)


def _swings(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Up or down by one step, as long as the total stays above 0 and a buyer can pay it."""
    if game.deals and game.deals[-1].seat == seat:
        deal = game.deals[-1]
        step = int(tables().trade["per_point"])
        cash = game.players[seat].florins - trade_fee(game, seat, deal.space)
        for change in (step, -step) if deal.selling else (-step, step):
            total = deal_total(game, deal) + change
            if total > 0 and (deal.selling or change < 0 or total <= cash):
                yield f"number:{change}"


@technology("market", "MU-TEC-22", windows=("W-6b",), stages=(_swings,))
def haggle(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-22 The total of an own purchase or sale changes by 50 florins."""
    (swing,) = chosen
    game.deals[-1] = replace(game.deals[-1], market=game.deals[-1].market + read_number(swing))


def _can_shift_between(game: Medioevo, seat: Seat, one: str, other: str, trading: set[str]) -> bool:
    """Reading R-66: one of the two is controlled, and one of the two holds an own merchant transport."""
    return seat in (game.lands[one].holder, game.lands[other].holder) and bool(trading & {one, other})


def _trading_places(game: Medioevo, seat: Seat) -> set[str]:
    return {vehicle.space for id, vehicle in own_vehicles(game, seat) if is_merchant(game, id)}


def _monopolised(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for space, good in market_cubes(game):
        id = f"cube:{space}:{good}"
        if any(True for _ in _outlets(game, seat, (id,))):
            yield id


def _outlets(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    _, space, good = chosen[0].split(":")
    trading = _trading_places(game, seat)
    for there in receivers(game, space, good):
        if _can_shift_between(game, seat, space, there, trading) and (is_at_leisure(game) or scene(game) in (space, there)):
            yield there


@technology("monopoly", "MU-TEC-23", windows=(ANY, "W-6b"), stages=(_monopolised, _outlets))
def shift_market(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-23 A market cube moves between two settlements within three steps of each other."""
    cube, there = chosen
    _, space, good = cube.split(":")
    move_cube(game, seat, space, good, there)


def _open_stages(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    route = game.players[seat].route
    if route is not None:
        yield from (space for space in route.stages if space not in route.done)


@technology("guilds", "MU-TEC-24", windows=(ANY, "W-6b"), stages=(_open_stages,))
def skip_stage(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-24 One stage of the player's Trade Route counts as done; the destination never does."""
    (stage,) = chosen
    finish_stage(game, seat, stage)
