"""What the people at a table have said beforehand, as it is kept with their seats. The caller holds the table's lock."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from marchland.kernel.actions import Action
from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.chance import KEY_BYTES
from marchland.kernel.matters import Standing
from marchland.kernel.rehearsal import invited
from marchland.kernel.standing import Foresight, Given, Step, given, is_amiss, upset_by
from marchland.kernel.state import State
from marchland.web.tables import keeping
from marchland.web.tables.models import Pace, Seat, Table

UNHURRIED = (Pace.SLOW, Pace.DEADLINE, Pace.SCHEDULE)
"""Where people come by when they have time, it helps to ask early; at a live table everybody is there anyway."""


class Planned(msgspec.Struct, frozen=True, omit_defaults=True):
    """A plan as it is kept with its seat."""

    steps: tuple[Step, ...] = ()
    begun: bool = False


def foresight_of(place: Seat) -> Foresight:
    """Everything the seat has said beforehand."""
    plan = msgspec.convert(place.plan, Planned)
    standing = msgspec.convert(place.standing, tuple[Standing, ...])
    return Foresight(standing=standing, plan=plan.steps, begun=plan.begun, waived=tuple(place.waived))


def keep(place: Seat, foresight: Foresight) -> None:
    """Store what is left of it; waivers are used by no answer."""
    plan = Planned(foresight.plan, foresight.begun) if foresight.plan else Planned()
    place.standing, place.plan = plain_list(foresight.standing), msgspec.to_builtins(plan)
    Seat.objects.filter(pk=place.pk).update(standing=place.standing, plan=place.plan)


def plain_list(standing: tuple[Standing, ...]) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = msgspec.to_builtins(standing)
    return list(data)


def said_at(table: Table) -> dict[SeatNumber, Foresight]:
    """By seat, for people who have said anything."""
    there = (place for place in table.seats.all() if place.user_id is not None and not place.departed)
    return {place.number: foresight_of(place) for place in there if place.standing or place.plan or place.waived}


def next_given(table: Table, state: State) -> Given | None:
    """The next answer that was given beforehand. A plan that did not foresee what its seat is asked is dropped."""
    said = said_at(table)
    title = keeping.title_of(table)
    for seat in state.deciders:
        if seat in said and is_amiss(title, state, seat, said[seat]):
            said[seat] = said[seat].without_plan()
            keep(place_at(table, seat), said[seat])
    return given(title, state, said) if said else None


def use(table: Table, found: Given) -> None:
    """The answer has been given: what was meant for once is used up."""
    place = place_at(table, found.seat)
    if found.left != foresight_of(place):
        keep(place, found.left)


def upset(table: Table, state: State, seat: SeatNumber, action: Action) -> None:
    """Somebody is about to answer: plans of others that are under way and did not foresee it are dropped."""
    said = said_at(table)
    for other in upset_by(state, said, seat, action):
        keep(place_at(table, other), said[other].without_plan())


def forget_plan(*places: Seat) -> None:
    """Something was taken back, or the table laid anew: nobody has foreseen that."""
    for place in places:
        if place.plan:
            keep(place, foresight_of(place).without_plan())


def invite(table: Table, state: State) -> list[SeatNumber]:
    """Seats of people who will be asked the same next and may answer now, at a table without hurry."""
    if table.pace not in UNHURRIED:
        return []
    people = {place.number for place in table.seats.all() if place.user_id is not None and not place.departed}
    return [seat for seat in invited(keeping.title_of(table), state, copy_key(table, None), said_at(table)) if seat in people]


def place_at(table: Table, seat: SeatNumber) -> Seat:
    return next(place for place in table.seats.all() if place.number == seat)


def copy_key(table: Table, seat: SeatNumber | None) -> bytes:
    """What a copy is dealt from that a seat tries its answers on: the same as long as nothing happens, and no secret."""
    return blake2b(f"{table.slug}/{table.entries_made}/{seat}".encode(), digest_size=KEY_BYTES).digest()
