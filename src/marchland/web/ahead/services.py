"""Saying things beforehand: waivers, answers that stand, plans. Each is stored and, if its question waits, given at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from marchland.kernel.actions import Action
from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.matters import MOST_ANSWERS, Standing
from marchland.kernel.rehearsal import PlanRefused, PlanTooLong, Rehearsal, plan_for, rehearse
from marchland.kernel.standing import MOST_STEPS, objections, subjects_of
from marchland.kernel.state import State
from marchland.web.accounts.models import User
from marchland.web.tables import keeping, services
from marchland.web.tables.changes import Change, clocked
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import Seat, Table
from marchland.web.tables.refusals import BadRequest, ItemRefused, TooFarAhead, WrongMoment
from marchland.web.tables.screens import Screen
from marchland.web.tours import script

from . import foresight

Say = Callable[[Table, Seat, State | None], None]
"""Stores what a seat says beforehand, or refuses to."""


def _said(slug: str, user: User, seat: SeatNumber | None, say: Say, screen: Screen | None) -> Change:
    with table_locked(slug, with_seats=True) as table:
        place = services.place_of(table, user, seat, screen)
        script.must_not_be_said_ahead(table, place)
        state = keeping.present_state(table) if table.state else None
        say(table, place, state)
        return services.answer_unasked(table, place, state)


def waivers_set(slug: str, user: User, seat: SeatNumber | None, moments: list[str], screen: Screen | None = None) -> Change:
    """At these of the title's moments the seat is no longer asked; a question of that kind that waits is answered at once."""

    def say(table: Table, place: Seat, state: State | None) -> None:
        unknown = set(moments) - set(keeping.title_of(table).moments)
        if unknown:
            raise BadRequest(f"no such moment: {min(unknown)}")
        place.waived = sorted(set(moments))
        Seat.objects.filter(pk=place.pk).update(waived=place.waived)

    return _said(slug, user, seat, say, screen)


def standing_set(slug: str, user: User, seat: SeatNumber | None, listed: list[Any], screen: Screen | None = None) -> Change:
    """These answers stand from now on, the first that fits before the others; a question that waits is answered at once."""
    wanted = read_standing(listed)

    def say(table: Table, place: Seat, state: State | None) -> None:
        wrong = objections(wanted, subjects_of(keeping.title_of(table)), table.seats.count())
        if wrong:
            raise BadRequest(wrong[0])
        said = foresight.foresight_of(place)
        _must_be_own(table, place, state, wanted, said.standing)
        foresight.keep(place, msgspec.structs.replace(said, standing=wanted))

    return _said(slug, user, seat, say, screen)


def _must_be_own(
    table: Table, place: Seat, state: State | None, wanted: tuple[Standing, ...], before: tuple[Standing, ...]
) -> None:
    """Conditions name cards that the seat has, or had when it first named them."""
    part = keeping.title_of(table).parts.standing
    known = set(part.belongings(state, place.number)) if part is not None and state is not None else set()
    known |= {means for rule in before for means in rule.means}
    strange = [means for rule in wanted for means in rule.means if ":" in means and means not in known]
    if strange:
        raise BadRequest(f"you have no {strange[0]}")


def read_standing(listed: list[Any]) -> tuple[Standing, ...]:
    if len(listed) > MOST_ANSWERS:
        raise BadRequest(f"at most {MOST_ANSWERS} answers can stand")
    try:
        return msgspec.convert(listed, tuple[Standing, ...])
    except msgspec.ValidationError as error:
        raise BadRequest(str(error)) from None


@clocked
def plan_hand_in(
    slug: str, user: User, seat: SeatNumber | None, actions: list[dict[str, Any]], seen: int, screen: Screen | None = None
) -> Change:
    """Several answers at once: all of them can be given one after the other, as far as anybody can foresee, or none is.

    Whoever is asked gives them now; whoever is not, when the question comes. What was planned before is forgotten.
    """
    if not 0 < len(actions) <= MOST_STEPS:
        raise BadRequest(f"1 to {MOST_STEPS} answers")

    def say(table: Table, place: Seat, state: State | None) -> None:
        if state is None:
            raise WrongMoment(slug)
        services.must_be_playing(table)
        if place.number in state.deciders:
            services.must_be_fresh(table, place, state, seen)
        vocabulary = keeping.title_of(table).vocabulary
        tried = tried_out(table, state, place, [vocabulary.action(action) for action in actions])
        foresight.keep(place, plan_for(foresight.foresight_of(place), tried))

    return _said(slug, user, seat, say, screen)


def plan_withdraw(slug: str, user: User, seat: SeatNumber | None, screen: Screen | None = None) -> Change:
    """What is left of a plan is not to be done after all."""

    def say(table: Table, place: Seat, state: State | None) -> None:
        foresight.keep(place, foresight.foresight_of(place).without_plan())

    return _said(slug, user, seat, say, screen)


def tried_out(table: Table, state: State, place: Seat, actions: list[Action]) -> Rehearsal:
    """These answers on a copy of the table: ItemRefused names the first that cannot be given."""
    title, said = keeping.title_of(table), foresight.foresight_of(place)
    try:
        return rehearse(title, state, place.number, foresight.copy_key(table, place.number), actions, said)
    except PlanRefused as refused:
        raise ItemRefused(refused.place, refused.action, refused.refusal) from None
    except PlanTooLong as refused:
        raise TooFarAhead(refused) from None
