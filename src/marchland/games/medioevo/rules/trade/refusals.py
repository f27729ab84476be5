"""Why a merchant transport cannot go somewhere, or cannot deal where it is (rulebook: Trade phase)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat
from marchland.kernel.errors import Refusal

from ... import world
from ...state import March, Medioevo
from ..cards.effects import departure_ban, is_departure_banned, is_trade_banned, trade_ban
from ..components.table import has_port, has_settlement, refusal
from ..components.vehicles import is_ship
from ..diplomacy.relations import are_teammates, fee_for, has_right, pacts_granting
from ..movement.terrain import step_cost
from ..setup import out_of_play
from ..technologies.logistics import beyond_logistics, lacks_logistics


def why_not_ride(game: Medioevo, march: March, id: int, to: str) -> Iterator[Refusal]:
    """MU-TRD-02 MU-TRD-03 Why a merchant transport cannot enter a space now."""
    vehicle = game.vehicles[id]
    if to not in game.lands and to not in game.waters:
        yield out_of_play(to)
    elif is_departure_banned(game, march.space):
        yield departure_ban(march.space)
    elif to in world.neighbours(march.space) and vehicle.pm < step_cost(game, march.space, to):
        yield refusal("MU-TRD-02", need=step_cost(game, march.space, to), have=vehicle.pm)
    elif to in world.neighbours(march.space) and lacks_logistics(game, march, to, vehicle.pm):
        yield beyond_logistics(to)
    else:
        yield refusal("MU-TRD-03", space=to)


def why_no_trade(game: Medioevo, seat: Seat, id: int) -> Iterator[Refusal]:
    """MU-TRD-05 MU-TRD-06 Why a transport cannot deal where it is."""
    vehicle = game.vehicles[id]
    space = vehicle.space
    if not vehicle.pm:
        yield refusal("MU-TRD-02", need=1, have=0)
    if not has_settlement(game, space) or (is_ship(vehicle) and not has_port(game, space)):
        yield refusal("MU-TRD-06", need=1, have=0)
    elif is_trade_banned(game, space):
        yield trade_ban(space)
    elif game.lands[space].holder >= 0 and not are_teammates(game, seat, game.lands[space].holder):
        yield from _why_no_right(game, seat, game.lands[space].holder, space)


def _why_no_right(game: Medioevo, seat: Seat, host: Seat, space: str) -> Iterator[Refusal]:
    """MU-TRD-05 MU-DIP-05 No pact allows trade here, or its fee is more than the trader has."""
    if seat != host and not pacts_granting(game, seat, host, "trade"):
        yield refusal("MU-TRD-05", space=space)
    elif not has_right(game, seat, host, "trade"):
        yield refusal("MU-DIP-05", need=fee_for(game, seat, host, "trade"), have=game.players[seat].florins)
