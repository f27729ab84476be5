"""Empires on the map: who holds what, and how a province is left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from marchland.kernel.actions import Seat
from marchland.kernel.atlas import connected_parts, flood
from marchland.kernel.events import Event

from ..state import Holding, Vinci
from ..tables import Civ
from ..world import Province
from .tiles import powers


class ProvincesEmptied(Event, frozen=True):
    """Provinces left an empire: given up, cut off, or touched by the owner's new empire."""

    TOUCHES = ("provinces",)
    seat: Seat
    provinces: tuple[Province, ...]
    rule: str


def is_on_the_board(game: Vinci, seat: Seat) -> bool:
    return bool(game.active[seat])


def opponents_clockwise(game: Vinci, seat: Seat) -> list[Seat]:
    """The other seats in turn order, beginning on the left of this one."""
    place = game.order.index(seat)
    return [*game.order[place + 1 :], *game.order[:place]]


def lead(game: Vinci, seat: Seat, civ: Civ) -> None:
    """Change a seat's civilization; the only place that does, so that `powers` and `campaign` stay true."""
    game.civ[seat] = civ
    game.powers[seat] = powers(civ)
    game.campaign = None


def garrison(game: Vinci, province: Province, tokens: int) -> None:
    """Set the number of tokens in a province its owner keeps."""
    held = game.land[province]
    assert held is not None
    game.land[province] = Holding(held.seat, tokens, held.declining, held.fort)


def hold(game: Vinci, province: Province, held: Holding | None) -> None:
    """Change who is in a province; the only place that does, so that `active`, `declining` and `campaign` stay true."""
    before = game.land[province]
    if before is not None and before.seat >= 0:
        empires = game.declining if before.declining else game.active
        empires[before.seat] = tuple([p for p in empires[before.seat] if p != province])
    if held is not None and held.seat >= 0:
        empires = game.declining if held.declining else game.active
        empires[held.seat] = tuple(sorted((*empires[held.seat], province)))
    game.land[province] = held
    game.campaign = None


def empty(game: Vinci, seat: Seat, provinces: Iterable[Province], rule: str) -> None:
    """VI-GATHER-03 VI-GATHER-05 An emptied province belongs to nobody: its fort is gone and brown tokens do not come back."""
    gone = tuple(provinces)
    if gone:
        for province in gone:
            hold(game, province, None)
        game.emit(ProvincesEmptied(seat=seat, provinces=gone, rule=rule))


def parts_of_empire(game: Vinci, seat: Seat) -> list[tuple[Province, ...]]:
    """The connected parts of an active empire."""
    return connected_parts(game.active[seat], connections(game, seat).__getitem__)


def is_divided(game: Vinci, seat: Seat) -> bool:
    """Has an active empire more than one connected part?"""
    own = game.active[seat]
    return len(own) > 1 and len(flood(own[0], own, connections(game, seat).__getitem__)) < len(own)


def are_linked(game: Vinci, seat: Seat, one: Province, other: Province) -> bool:
    return other in connections(game, seat)[one]


def connections(game: Vinci, seat: Seat) -> Mapping[Province, tuple[Province, ...]]:
    """VI-COHES-05 VI-COHES-06 What holds an empire together: land and straits, and seas only with Astronomy."""
    return game.board.links_and_sea_links if game.powers[seat].crosses_seas else game.board.links
