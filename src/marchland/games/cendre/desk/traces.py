"""The orders of a sheet as they are drawn on the map while they are only orders: ways, and marks at a territory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from marchland.kernel.actions import Seat
from marchland.kernel.cards import Trace

from .. import orders as o
from ..rules.economy.caravans import caravan_route
from ..state import Cendre, Code
from ..world import SITES
from .lights import LOOKS, is_fortified, is_post
from .prelude import Prelude
from .writer import Writer

Drawn = tuple[str, tuple[Code, ...]]
"""A look, and the territories it goes through; one alone is a mark."""
AT_TERRITORY = (
    o.ConvertInTown, o.ConvertInBuilding, o.UseStructure, o.RunLaboratory, o.DrainSource, o.MoveCapital,
    o.DevelopmentOrder, o.Hire, o.Claim,
)  # fmt: skip
FROM_AFAR = (o.Spy, o.Prospect, o.Agitate, o.Brigandage, o.Exhaust, o.DryUp, o.Divert, o.Reinforce, o.Siphon, o.CastSpell)
IN_PLACE = (o.Defend, o.Intercept, o.Pillage, o.Demolish, o.RecruitUnits)


def traces(game: Cendre, seat: Seat, text: str, language: str) -> tuple[Trace, ...]:
    """Everything on the sheet that has a place on the map, line by line."""
    prelude = Prelude(Writer(game, seat, text, language))
    found = ((line, drawn) for line in prelude.lines for drawn in _drawn(prelude, line.order))
    return tuple(
        Trace(line=line.number, look=look, spaces=spaces, text=prelude.writer.line(line.order)) for line, (look, spaces) in found
    )


def _drawn(prelude: Prelude, order: o.Order) -> Iterator[Drawn]:
    """At most one drawing for each order; none for what has no place."""
    drawer = next((drawer for kinds, drawer in DRAWERS if isinstance(order, kinds)), None)
    drawn = drawer(prelude, order) if drawer else None
    if drawn and drawn[1] and all(code in SITES for code in drawn[1]):
        yield drawn


def _post(prelude: Prelude, actor: str) -> Code:
    """Where the sheet puts somebody who acts: a structure is where it is."""
    if "@" in actor:
        return actor.partition("@")[2]
    placed = [line.order.territory for line in prelude.lines if is_post(line.order, actor)]
    return placed[-1] if placed else _home(prelude, actor)


def _home(prelude: Prelude, leader: str) -> Code:
    return next((one.at for one in prelude.estate.leaders if one.id == leader), "")


def _march(prelude: Prelude, order: Any) -> Drawn:
    way = (_post(prelude, order.leader), *order.via, order.territory)
    if type(order) in LOOKS:
        return LOOKS[type(order)], way
    if isinstance(order, o.Attack):
        return "siege" if is_fortified(prelude.view.lands[order.territory]) else "attack", way
    return "sea" if any(SITES[code].sea for code in way[1:] if code in SITES) else "march", way


def _placing(prelude: Prelude, order: Any) -> Drawn | None:
    start = _home(prelude, order.leader)
    return ("place", (start, order.territory)) if start != order.territory else None


def _army(prelude: Prelude, order: Any) -> Drawn | None:
    """An army that marches is drawn by its march."""
    marching = any(isinstance(line.order, o.MarchOrder) and line.order.leader == order.leader for line in prelude.lines)
    return None if marching else ("army", (_post(prelude, order.leader),))


def _from_afar(prelude: Prelude, order: Any) -> Drawn | None:
    look, start = LOOKS[type(order)], _post(prelude, order.leader)
    if not order.territory:
        return _at_people(prelude, order) if isinstance(order, o.CastSpell) else None
    return look, (start, order.territory) if start and start != order.territory else (order.territory,)


def _at_people(prelude: Prelude, order: o.CastSpell) -> Drawn | None:
    """A spell on a nation is drawn to its capital, one on an own leader to where he stands; others have no place that is known."""
    start = _post(prelude, order.leader)
    if order.nation and not order.target and order.nation in prelude.view.nations:
        return "spell", (start, prelude.view.nations[order.nation].capital)
    return "spell", (_post(prelude, order.target) or start,)


def _at_territory(prelude: Prelude, order: Any) -> Drawn:
    return LOOKS.get(type(order), "work"), (order.territory or _post(prelude, getattr(order, "leader", "")),)


def _in_place(prelude: Prelude, order: Any) -> Drawn:
    return "stay", (getattr(order, "territory", "") or _post(prelude, order.leader),)


def _caravan(prelude: Prelude, order: Any) -> Drawn:
    return "caravan", caravan_route(prelude.table, order.start, order.end) or (order.start, order.end)


def _shipment(prelude: Prelude, order: Any) -> Drawn | None:
    other = prelude.view.nations.get(order.nation)
    return ("shipment", (prelude.estate.nation.capital, other.capital)) if other else None


DRAWERS: tuple[tuple[type | tuple[type, ...], Callable[[Prelude, Any], Drawn | None]], ...] = (
    (o.MarchOrder, _march),
    (o.Place, _placing),
    (o.FormArmy, _army),
    (FROM_AFAR, _from_afar),
    (AT_TERRITORY, _at_territory),
    (IN_PLACE, _in_place),
    (o.EstablishCaravan, _caravan),
    (o.Send, _shipment),
)
"""How each kind of order is drawn."""
