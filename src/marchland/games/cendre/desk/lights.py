"""Where a leader, with or without an army, can be sent by a click on the map, and by which order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeGuard

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.cards import Light
from marchland.kernel.typography import colon

from .. import orders as o
from ..board.lands import holder
from ..board.wording import say
from ..phrases import order_name, spell_name
from ..report.pen import Pen
from ..sheet.forms import spread
from ..sheet.grammar import specs
from ..spelling import fold
from ..state import Cendre, Code, Leader
from ..view import PublicLand
from ..world import SITES
from . import errands
from .errands import Errand
from .known import awaited, danger, joined, listed
from .marches import March, marches
from .prelude import Prelude
from .writer import HOUSE, LEADER, Writer

STRONGHOLDS = ("chateau", "ouvrages-defensifs")
LOOKS: dict[type[o.Order], str] = {
    o.Place: "place",
    **dict.fromkeys((o.Spy, o.Prospect), "spy"),
    **dict.fromkeys((o.Agitate, o.Brigandage), "unrest"),
    o.Claim: "claim",
    **dict.fromkeys((o.CastSpell, o.Exhaust, o.DryUp, o.Divert, o.Reinforce, o.Siphon), "spell"),
    **dict.fromkeys((o.Defend, o.Intercept, o.Pillage, o.RecruitUnits), "stay"),
    **dict.fromkeys((o.TunnelAttack, o.TunnelRaid), "tunnel"),
    o.Raid: "raid",
}
"""How each order is lit; works and plain marches have looks of their own."""


def lights(game: Cendre, seat: Seat, text: str, group: str, language: str) -> tuple[Light, ...]:
    """TC-WAR-08 TC-CIV-01 TC-MAG-02 Every territory that this leader's orders can name, by all that the nation knows."""
    return tuple(lit(Prelude(Writer(game, seat, text, language)), group, tuple(SITES), Pen(language)))


def lit(prelude: Prelude, group: str, codes: tuple[Code, ...], pen: Pen) -> Iterator[Light]:
    """The lights of one leader, or structure that acts, on these territories."""
    kind, _, actor = group.partition(":")
    kept = [line.order for line in prelude.lines if not _is_operation(line.order, actor)]
    replaced = next((line.number for line in prelude.lines if _is_operation(line.order, actor)), 0)
    if kind == HOUSE:
        yield from _of_errands(prelude, errands.civil(prelude, actor, kept, codes), replaced, pen)
    leader = next((leader for leader in prelude.estate.leaders if leader.id == actor), None) if kind == LEADER else None
    if leader is None or leader.captor or leader.wounded:
        return
    if leader.military:
        yield from (_of_march(prelude, march, replaced, pen) for march in marches(prelude, leader, kept, codes))
        yield from _of_errands(prelude, errands.on_the_spot(prelude, leader, kept, codes), replaced, pen)
    if leader.civil:
        yield from _of_errands(prelude, errands.civil(prelude, leader.id, kept, codes), replaced, pen)
    if leader.magic:
        yield from _of_errands(prelude, errands.magic(prelude, leader, kept, codes), replaced, pen)
    yield from _of_posts(prelude, leader, codes, pen)


def _is_operation(order: o.Order, actor: str) -> bool:
    """An operation of this season: whoever gets another gives it up."""
    return isinstance(order, o.LeaderOrder) and order.leader == actor and not getattr(order, "winter", False)


def _of_posts(prelude: Prelude, leader: Leader, codes: tuple[Code, ...], pen: Pen) -> Iterator[Light]:
    """Where he stands is a line of its own, which a new one replaces."""
    mine = [(line, line.order.territory) for line in prelude.lines if is_post(line.order, leader.id)]
    kept = [line.order for line in prelude.lines if not is_post(line.order, leader.id)]
    line, standing = mine[-1] if mine else (None, leader.at)
    stays = msgspec.structs.replace(leader, at=standing)
    yield from _of_errands(prelude, errands.posts(prelude, stays, kept, codes), line.number if line else 0, pen)


def is_post(order: o.Order, leader: str) -> TypeGuard[o.Place]:
    return isinstance(order, o.Place) and order.leader == leader


# -- in words ---------------------------------------------------------------------------------------------------


def _of_march(prelude: Prelude, march: March, line: int, pen: Pen) -> Light:
    code = march.order.territory
    return Light(
        space=code,
        name=pen.place(code),
        kind=fold(march.order.KEYWORD),
        look=_march_look(prelude, march),
        order=say(f"go_{type(march.order).__name__.lower()}", pen.language, place=pen.place(code)),
        note=joined(_of_the_way(prelude, march, pen)),
        values=values_of(march.order),
        line=line,
    )


def _march_look(prelude: Prelude, march: March) -> str:
    """What the place will see: plain marches over land and sea, attacks on open land and on what is fortified."""
    kind, land = type(march.order), prelude.view.lands[march.order.territory]
    if kind in LOOKS:
        return LOOKS[kind]
    if kind is o.March:
        return "sea" if march.way.is_by_water else "march"
    return "siege" if is_fortified(land) else "attack"


def is_fortified(land: PublicLand) -> bool:
    """As far as everybody can see: somebody's town or castle."""
    return bool(land.controller) and (land.town or any(structure.kind in STRONGHOLDS for structure in land.structures))


def _of_the_way(prelude: Prelude, march: March, pen: Pen) -> Iterator[str]:
    """Steps, what is crossed, who goes, and who may be met."""
    code = march.order.territory
    yield say("steps", pen.language, n=len(march.way.codes))
    if march.order.via:
        yield say("by_way_of", pen.language, places=", ".join(SITES[step].name for step in march.order.via))
    if march.way.is_by_water:
        yield say("by_water", pen.language)
    if march.muster:
        yield say("takes_along", pen.language, units=listed(march.muster, pen))
    yield holder(prelude.view, code, pen.language)
    yield danger(prelude.view, code, pen)
    yield from awaited(prelude.view, code, pen)


def _of_errands(prelude: Prelude, found: Iterable[Errand], line: int, pen: Pen) -> Iterator[Light]:
    for errand in found:
        yield Light(
            space=errand.at,
            name=pen.place(errand.at),
            kind=fold(errand.order.KEYWORD),
            look=LOOKS.get(type(errand.order), "work"),
            order=_named(errand, pen),
            note=joined(_of_the_errand(prelude, errand, pen)),
            values=values_of(errand.order, errand.open),
            line=line,
        )


def _named(errand: Errand, pen: Pen) -> str:
    order = errand.order
    name = order_name(type(order).__name__, pen.language)
    if isinstance(order, o.CastSpell):
        name = spell_name(order.spell, pen.language)
    elif isinstance(order, o.Hire):
        name = f"{name}{colon(pen.language)}{pen.unit(order.unit)}"
    elif isinstance(order, o.Place):
        name = say("go_and_stand", pen.language)
    return f"{name[:1].upper()}{name[1:]}" + ("…" if errand.open else "")


def _of_the_errand(prelude: Prelude, errand: Errand, pen: Pen) -> Iterator[str]:
    if errand.trial.is_dear:
        yield say("too_dear_now", pen.language)
    if prelude.view.lands[errand.at].controller != prelude.nation:
        yield holder(prelude.view, errand.at, pen.language)


def values_of(order: o.Order, left_open: Iterable[str] = ()) -> dict[str, str]:
    """The arguments of an order as a card has them; those that are still to be chosen are left out."""
    values = spread(specs()[fold(order.KEYWORD)], order)
    return {name: value for name, value in values.items() if name not in ("leader", *left_open)}
