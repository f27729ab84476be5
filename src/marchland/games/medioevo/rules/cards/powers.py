"""Empire cards and technologies: what a player may use at a moment, claims of objectives, and cards on the table."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.memo import remembered

from ...state import Held, Medioevo
from ...tables import empire_cards, technologies
from ..components.table import bumped, change, colour_index
from ..registry import (
    ABILITIES,
    ANY,
    ASIDES,
    CARDS_BY_WINDOW,
    FREE_OPTIONS,
    OBJECTIVES,
    TECHNOLOGIES,
    TECHNOLOGIES_BY_WINDOW,
    WINDOW_OPTIONS,
    Power,
    free_action,
)
from ..technologies.knowledge import known
from ..technologies.points import can_raise_points, sources, spare_points

OWN = {"own-2": "W-2", "own-3": "W-3", "own-4": "W-4", "own-5": "W-5", "own-6": "W-6"}
"""A player's main decision of a phase is a window of its own, in which everything that works at any time may be used."""
OPEN_WINDOWS = ("W-PH", "W-7", *OWN.values())
ANSWERS = "J"


# -- actions and events ------------------------------------------------------------------------------------


class PlayCard(Action, frozen=True):
    """Use the ability of an Empire card; its targets are chosen next."""

    TOUCHES = ("card",)
    PREFIX = {"card": "card"}
    card: int


class UseTechnology(Action, frozen=True):
    """Use a technology once; its targets are chosen next."""

    TOUCHES = ("technology",)
    PREFIX = {"technology": "technology"}
    technology: str


class Claim(Action, frozen=True):
    """Show a fulfilled objective and take a token."""

    TOUCHES = ("card",)
    PREFIX = {"card": "card"}
    card: int
    colour: str


class Target(Action, frozen=True):
    """Name what a card or technology is used on."""

    TOUCHES = ("id",)
    id: str


class CardTurned(Event, frozen=True):
    RULE = "MU-EMP-02"
    seat: Seat
    card: int
    owner: Seat
    chosen: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()


class CardCancelled(Event, frozen=True):
    RULE = "MU-EMP-08"
    seat: Seat
    card: int


class TechnologyUsed(Event, frozen=True):
    RULE = "MU-TECH-02"
    seat: Seat
    technology: str
    chosen: tuple[str, ...] = ()


class ObjectiveMet(Event, frozen=True):
    RULE = "MU-EMP-05"
    REVEALS = True
    seat: Seat
    card: int
    objective: int
    colour: str


# -- what a player may do ----------------------------------------------------------------------------------


def reactions(game: Medioevo, seat: Seat, window: str) -> Iterator[Action]:
    """Every card and technology a player may use at this moment, and the points he may raise for them."""
    names = windows_of(window)
    yield from _cards(game, seat, names)
    branches: set[str] = set()
    for key in _usable_technologies(game, seat, names):
        branch = technologies()[key].branch
        branches.add(branch)
        if spare_points(game, seat, branch) >= points_of(key):
            yield UseTechnology(key)
    if branches:
        yield from sources(game, seat, branches)
    for provider in WINDOW_OPTIONS.get(window, ()):
        yield from provider(game, seat)
    if window != ANSWERS:
        yield from claims(game, seat)


def windows_of(window: str) -> tuple[str, ...]:
    """The names under which powers may be used in a window: phase windows and own decisions are open to everything."""
    return (window, ANY) if window in OPEN_WINDOWS else (window,)


def _cards(game: Medioevo, seat: Seat, names: tuple[str, ...]) -> Iterator[Action]:
    player, here = game.players[seat], _cards_of(names)
    for held in player.hand:
        if held.card in here and not held.turned:
            power = ABILITIES[held.card]
            if power.cost <= player.florins and can_use(game, seat, power):
                yield PlayCard(held.card)


@remembered
def _cards_of(names: tuple[str, ...]) -> frozenset[int]:
    """The cards whose abilities may be used under these names."""
    return frozenset(card for name in names for card in CARDS_BY_WINDOW.get(name, ()))


def _usable_technologies(game: Medioevo, seat: Seat, names: tuple[str, ...]) -> Iterator[str]:
    mastered = known(game, seat)
    for key, branch in _technologies_of(names):
        if key in mastered and can_raise_points(game, seat, branch, points_of(key)) and can_use(game, seat, TECHNOLOGIES[key]):
            yield key


@remembered
def _technologies_of(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """The technologies that may be used under these names, with their branches, in the order of the boards."""
    here = {key for name in names for key in TECHNOLOGIES_BY_WINDOW.get(name, ())}
    return [(key, known.branch) for key, known in technologies().items() if key in here]


def can_use(game: Medioevo, seat: Seat, power: Power) -> bool:
    """Does a power work now, and is there anything to use it on?"""
    if not power.usable(game, seat):
        return False
    return not power.stages or any(True for _ in power.stages[0](game, seat, ()))


def claims(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-EMP-05 Upright cards whose objective holds now; without icons on the card any colour may be taken."""
    for held in game.players[seat].hand:
        if not held.turned and holds(game, seat, held.card):
            icons = empire_cards()[held.card].icons
            for colour in dict.fromkeys(icons or tuple(technology.branch for technology in technologies().values())):
                yield Claim(held.card, colour)


def holds(game: Medioevo, seat: Seat, card: int) -> bool:
    """Is the objective on the back of this card fulfilled?"""
    test = OBJECTIVES.get(game.objectives[card])
    return test is not None and test(game, seat)


def free_acts(game: Medioevo, seat: Seat, window: str) -> Iterator[Action]:
    """What a player may do at any time in a main decision of his own: cards, technologies, claims, loans, diplomacy."""
    yield from reactions(game, seat, window)
    for provider in FREE_OPTIONS:
        yield from provider(game, seat)


def asides(game: Medioevo, seat: Seat, window: str) -> Iterator[Action]:
    """T-05: loans and diplomacy are open to whoever is asked; amid movements, battles and deals only loans and calls on allies."""
    is_calm = window != ANSWERS and not (game.fights or game.marches or game.deals)
    for provider in FREE_OPTIONS if is_calm else ASIDES:
        yield from provider(game, seat)


def claim(game: Medioevo, seat: Seat, card: int, colour: str) -> None:
    """MU-EMP-05 The card is shown and goes under the deck; the player takes a token of the colour if one is left."""
    drop_card(game, seat, card)
    game.deck.append(card)
    key = f"objective:{colour}"
    if game.supply[key]:
        game.supply[key] -= 1
        change(game, seat, tokens=bumped(game.players[seat].tokens, colour_index(colour), 1))
    game.emit(ObjectiveMet(seat=seat, card=card, objective=game.objectives[card], colour=colour))


@free_action(Claim)
def make_claim(game: Medioevo, seat: Seat, action: Claim) -> None:
    claim(game, seat, action.card, action.colour)


# -- cards on the table ------------------------------------------------------------------------------------


def power_of(source: str) -> Power:
    kind, _, key = source.partition(":")
    return ABILITIES[int(key)] if kind == "card" else TECHNOLOGIES[key]


def points_of(key: str) -> int:
    """The technology points one use costs."""
    own = TECHNOLOGIES[key].points
    return technologies()[key].points if own is None else own


def held_card(game: Medioevo, seat: Seat, card: int) -> Held | None:
    return next((held for held in game.players[seat].hand if held.card == card), None)


def card_owner(game: Medioevo, card: int) -> Seat | None:
    return next((seat for seat in range(game.seats) if held_card(game, seat, card)), None)


def set_card(game: Medioevo, seat: Seat, new: Held) -> None:
    change(game, seat, hand=tuple(new if held.card == new.card else held for held in game.players[seat].hand))


def turn_card(game: Medioevo, seat: Seat, card: int) -> None:
    """MU-EMP-02 A turned card has been used for this turn."""
    held = held_card(game, seat, card)
    assert held is not None
    set_card(game, seat, Held(card, True, held.barred, held.stored))


def reactivate(game: Medioevo, seat: Seat, card: int) -> None:
    """Turn a used card upright again."""
    held = held_card(game, seat, card)
    assert held is not None
    set_card(game, seat, Held(card, False, held.barred, held.stored))


def drop_card(game: Medioevo, seat: Seat, card: int) -> None:
    change(game, seat, hand=tuple(held for held in game.players[seat].hand if held.card != card))


def upright(held: Held) -> Held:
    """MU-CARD-13 A card that an Infiltrator barred stays turned, idle, for one more turn."""
    stays = held.barred and held.turned
    return Held(held.card, stays, False, held.stored, stays)
