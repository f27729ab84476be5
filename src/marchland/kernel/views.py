"""Views: what one seat, or a spectator, may see, built up from nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict

import msgspec

from .actions import Action, Seat
from .chance import Chance, below
from .frames import Decision, Together

if TYPE_CHECKING:
    from .state import State


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The part every title's view has. A title adds fields; nothing gets in unless it is put in."""

    viewer: Seat | None
    deciders: tuple[Seat, ...]
    decision: str
    over: bool
    own_lane: tuple[Action, ...] = ()
    """What the viewer has already answered in a simultaneous decision."""


class Section(msgspec.Struct, frozen=True):
    """A table in words: how a title describes a position to a terminal, a mail or a screen reader."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def by_name(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Rows of a table in the order of the names that are shown, accents or not."""
    return tuple(sorted(rows, key=lambda row: unicodedata.normalize("NFKD", row[0]).encode("ascii", "ignore").lower()))


class Header(TypedDict):
    """The base fields of a view."""

    viewer: Seat | None
    deciders: tuple[Seat, ...]
    decision: str
    over: bool
    own_lane: tuple[Action, ...]


def header(game: State, viewer: Seat | None) -> Header:
    """The base fields of a view, for `TitleView(**header(game, viewer), ...)`."""
    decision = game.decision
    return {
        "viewer": viewer,
        "deciders": game.deciders,
        "decision": type(game.question(viewer)).__name__ if decision else "",
        "over": game.is_over,
        "own_lane": _own_lane(decision, viewer),
    }


def _own_lane(decision: Decision[State] | None, viewer: Seat | None) -> tuple[Action, ...]:
    if isinstance(decision, Together) and viewer in decision.seats:
        return decision.lane(viewer)
    return ()


def forget(game: State, seat: Seat | None, key: bytes) -> None:
    """What every redeal does: new future dice, and other seats' sealed answers replaced by legal guesses."""
    game.chance = Chance(key)
    game.menu = None
    decision = game.decision
    if isinstance(decision, Together) and decision.lanes:
        lanes = tuple(_guessed(game, decision, other) if other != seat else decision.lane(other) for other in decision.seats)
        game.update(decision, lanes=lanes)


def _guessed(game: State, sealed: Together[State], seat: Seat) -> tuple[Action, ...]:
    if not sealed.lane(seat):
        return ()
    choices = tuple(sealed.options_for(game, seat)) or (sealed.default(game, seat),)
    return (choices[below(game, len(choices))],)
