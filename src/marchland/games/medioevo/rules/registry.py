"""Where cards, technologies, objectives and free actions hook in: tables filled by decorators when the rules are imported.

This module knows no rule: it only says what a hook looks like. See the README, "Hooks for cards and technologies".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from marchland.kernel.actions import Action, Seat

from ..state import Medioevo

Stage = Callable[[Medioevo, Seat, tuple[str, ...]], Iterable[str]]
"""One choice of a power: the ids that may be named, given what was chosen before."""
Carry = Callable[[Medioevo, Seat, tuple[str, ...]], None]
"""What a power does with the ids chosen."""
Test = Callable[[Medioevo, Seat], bool]
Provider = Callable[[Medioevo, Seat], Iterator[Action]]
Act = TypeVar("Act", bound=Action)
Handler = Callable[[Medioevo, Seat, Act], None]
Arrival = Callable[[Medioevo, Seat, str], None]
PointSource = Callable[[Medioevo, Seat, set[str]], Iterator[Action]]

ANY = "ANY"
"""The window of powers that work at any moment: phase windows and one's own main decisions."""


@dataclass(frozen=True)
class Power:
    """An Empire card's ability or a technology: when it works, what is chosen, what it costs in florins, what it does."""

    rule: str
    windows: frozenset[str]
    stages: tuple[Stage, ...]
    carry: Carry
    usable: Test
    cost: int = 0
    points: int | None = None


def _always(game: Medioevo, seat: Seat) -> bool:
    return True


ABILITIES: dict[int, Power] = {}
TECHNOLOGIES: dict[str, Power] = {}
OBJECTIVES: dict[int, Test] = {}
FREE_OPTIONS: list[Provider] = []
ASIDES: list[Provider] = []
"""Of the free options, those that may be taken in the middle of somebody's movement, battle or deal."""
WINDOW_OPTIONS: dict[str, list[Provider]] = {}
FREE_ACTIONS: dict[type[Action], Handler[Any]] = {}
"""By class of action: each handler is given actions of its own class."""
POINT_SOURCES: list[PointSource] = []
"""Ways to raise points of some colours besides turning cards and flipping tokens: Pirates, Monasticism, Proselytism."""
POINT_RESERVES: list[Callable[[Medioevo, Seat, str], int]] = []
"""How many points of a colour these ways could bring."""
ARRIVALS: list[Arrival] = []
"""What an army meets where it appears. A battle asks here: fugitives may come upon the next one, which is a battle again."""
CARDS_BY_WINDOW: dict[str, set[int]] = {}
TECHNOLOGIES_BY_WINDOW: dict[str, list[str]] = {}

C = TypeVar("C", bound=Carry)
T = TypeVar("T", bound=Test)
A = TypeVar("A", bound=Arrival)


def ability(
    number: int, *, windows: Iterable[str], stages: Iterable[Stage] = (), usable: Test = _always, cost: int = 0
) -> Callable[[C], C]:
    """Register what an Empire card does."""

    def register(carry: C) -> C:
        ABILITIES[number] = Power(f"MU-CARD-{number:02}", frozenset(windows), tuple(stages), carry, usable, cost)
        for window in ABILITIES[number].windows:
            CARDS_BY_WINDOW.setdefault(window, set()).add(number)
        return carry

    return register


def technology(
    key: str, rule: str, *, windows: Iterable[str], stages: Iterable[Stage] = (), usable: Test = _always, points: int | None = None
) -> Callable[[C], C]:
    """Register what one use of a technology does; `points` overrides the printed cost in technology points."""

    def register(carry: C) -> C:
        TECHNOLOGIES[key] = Power(rule, frozenset(windows), tuple(stages), carry, usable, points=points)
        for window in TECHNOLOGIES[key].windows:
            TECHNOLOGIES_BY_WINDOW.setdefault(window, []).append(key)
        return carry

    return register


def objective(number: int) -> Callable[[T], T]:
    """Register the condition of an objective."""

    def register(test: T) -> T:
        OBJECTIVES[number] = test
        return test

    return register


def free_options(provider: Provider) -> Provider:
    """Register actions offered in every own main decision and phase window (loans, claims, diplomacy)."""
    FREE_OPTIONS.append(provider)
    FREE_OPTIONS.sort(key=_by_name)
    return provider


def aside(provider: Provider) -> Provider:
    """Register free actions that are also open in the middle of things (loans, calls on allies)."""
    ASIDES.append(provider)
    ASIDES.sort(key=_by_name)
    return free_options(provider)


def _by_name(provider: Callable[..., object]) -> tuple[str, str]:
    """Options must come in the same order whichever module was imported first."""
    return provider.__module__.rpartition(".")[2], provider.__qualname__


def point_source(provider: PointSource) -> PointSource:
    """Register a further way to raise technology points."""
    POINT_SOURCES.append(provider)
    POINT_SOURCES.sort(key=_by_name)
    return provider


def window_options(window: str) -> Callable[[Provider], Provider]:
    """Register actions that are neither card nor technology but may be taken in one window (Blood tokens)."""

    def register(provider: Provider) -> Provider:
        WINDOW_OPTIONS.setdefault(window, []).append(provider)
        return provider

    return register


def free_action(action: type[Act]) -> Callable[[Handler[Act]], Handler[Act]]:
    """Register what such an action does."""

    def register(handler: Handler[Act]) -> Handler[Act]:
        FREE_ACTIONS[action] = handler
        return handler

    return register


def arrival(handler: A) -> A:
    """Register what happens when an army appears somewhere."""
    ARRIVALS.append(handler)
    return handler


def arrive(game: Medioevo, seat: Seat, space: str) -> None:
    """An army has appeared somewhere: it settles what it meets there before anything else goes on."""
    for handler in ARRIVALS:
        handler(game, seat, space)
