"""Choosing a civilization: the market of six pairs, its prices and counters, the bag."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import below
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, PreviewLine
from marchland.kernel.memo import remembered

from ..state import Vinci
from ..tables import FIGURES, SPECIALIZATION, Civ, Face, endures
from .empire import lead
from .scoring import gain_points
from .tiles import token_number

SLOT = {"slot": "slot"}


class TakeCivilization(Action, frozen=True):
    TOUCHES = ("slot",)
    PREFIX = SLOT
    slot: int


class GoWithout(Action, frozen=True):
    """In the final round a player may do without a new civilization."""

    IDLE = True


class CivilizationDrawn(Event, frozen=True):
    RULE = "VI-CHOICE-05"
    slot: int
    civ: Civ


class CivilizationTaken(Event, frozen=True):
    RULE = "VI-CHOICE-01"
    seat: Seat
    slot: int
    civ: Civ
    price: int
    counters: int
    tokens: int


class ChooseCivilization(Decision[Vinci], frozen=True):
    """VI-CHOICE-07 VI-DECL-06 A player without a civilization takes one of the six on offer."""

    RULE = "VI-CHOICE-06"
    FORCED = True
    seat: Seat

    def options(self, game: Vinci) -> list[Action]:
        affordable = [slot for slot in range(1, len(game.slots) + 1) if price_of(slot) <= game.score[self.seat]]
        without = [GoWithout()] if game.ending else []
        return [*map(TakeCivilization, affordable), *without]

    def refusals(self, game: Vinci, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case TakeCivilization(slot=slot) if 1 <= slot <= len(game.slots):
                yield Refusal("VI-CHOICE-06", {"need": price_of(slot), "have": game.score[seat]})
            case GoWithout():
                yield Refusal("VI-DECL-06")

    def why_not(self, game: Vinci, seat: Seat, target: str) -> list[Refusal]:
        kind, _, number = target.partition(":")
        if kind == "slot" and number.isdigit() and 1 <= int(number) <= len(game.slots):
            action = TakeCivilization(int(number))
            return [] if action in game.options(seat) else list(self.refusals(game, seat, action))
        return [Refusal("VI-DECL-06")]

    def preview(self, game: Vinci, seat: Seat, action: Action) -> list[PreviewLine]:
        match action:
            case TakeCivilization(slot=slot):
                points = FIGURES.skip_price * game.counters[slot - 1]
                return [
                    PreviewLine("VI-CHOICE-01", -price_of(slot), unit="points"),
                    PreviewLine("VI-CHOICE-03", points, unit="points"),
                    PreviewLine("VI-TOKENS-01", tokens_for(game, seat, game.slots[slot - 1]), unit="tokens"),
                ]
        return []

    def particulars(self, game: Vinci, seat: Seat) -> dict[str, object]:
        return {"offers": len(game.options(seat)), "have": game.score[seat]}

    def facts(self, game: Vinci, seat: Seat, action: Action) -> dict[str, Civ]:
        return {"civ": game.slots[action.slot - 1]} if isinstance(action, TakeCivilization) else {}

    def resolve(self, game: Vinci, action: Action) -> None:
        match action:
            case TakeCivilization(slot=slot):
                take_civilization(game, self.seat, slot)


def ask_for_civilization(game: Vinci, seat: Seat) -> None:
    """VI-CHOICE-07 VI-SOLO-04 People choose; a fictional player always takes the first civilization of the row."""
    if seat in game.fictional:
        take_civilization(game, seat, 1)
    else:
        game.push(ChooseCivilization(seat))


def price_of(slot: int) -> int:
    """VI-CHOICE-01 VI-CHOICE-06 Two points per skipped civilization, paid from the present score."""
    return FIGURES.skip_price * (slot - 1)


def tokens_for(game: Vinci, seat: Seat, civ: Civ) -> int:
    """VI-TOKENS-01 VI-TOKENS-03 VI-SETUP-06 VI-SOLO-03 The numbers of the pair plus the base for the size of the game; no
    upper limit.
    """
    base = game.settings.fictional_tokens if seat in game.fictional else game.settings.base_tokens
    return token_number(civ) + base


def take_civilization(game: Vinci, seat: Seat, slot: int) -> None:
    """VI-CHOICE-02 VI-CHOICE-03 VI-CHOICE-08 Pay a counter onto each skipped pair, collect those on the chosen one, get the
    tokens.
    """
    civ, counters = game.slots.pop(slot - 1), game.counters.pop(slot - 1)
    for skipped in range(slot - 1):
        game.counters[skipped] += 1
    price = price_of(slot)
    tokens = tokens_for(game, seat, civ)
    lead(game, seat, civ)
    game.hand[seat], game.tokens[seat], game.fresh[seat] = tokens, tokens, True
    game.emit(CivilizationTaken(seat=seat, slot=slot, civ=civ, price=price, counters=counters, tokens=tokens))
    gain_points(game, seat, FIGURES.skip_price * counters - price)
    fill_market(game)


def fill_market(game: Vinci) -> None:
    """VI-CHOICE-04 VI-CHOICE-05 VI-SETUP-03 Pairs have moved left with their counters; new pairs fill the free slots on the
    right.
    """
    while len(game.slots) < FIGURES.market_slots:
        game.slots.append(draw_pair(game))
        game.counters.append(0)
        game.emit(CivilizationDrawn(slot=len(game.slots), civ=game.slots[-1]))


def draw_pair(game: Vinci) -> Civ:
    """VI-SETUP-04 VI-SPEC-23 Two tiles from the bag; a second Specialization is put back after another tile has been drawn."""
    first, second = draw_tile(game), draw_tile(game)
    if first == second == SPECIALIZATION:
        second = draw_tile(game)
        return_tiles(game, (SPECIALIZATION,))
    return (first, second)


def draw_tile(game: Vinci) -> Face:
    """VI-BAG-03 Every tile in the bag is equally likely."""
    return game.bag.pop(below(game, len(game.bag)))


def return_tiles(game: Vinci, faces: Civ) -> None:
    """VI-BAG-01 VI-BAG-02 Tiles that leave the table go back into the bag at once. The bag is kept sorted: drawing is random,
    lying is not.
    """
    for face in faces:
        insort(game.bag, face)


@remembered
def enduring_tiles(civ: Civ) -> Civ:
    """VI-DECL-03 VI-DECL-04 VI-DECL-10 VI-SPEC-24 Only tiles with the broken column that score stay with a declining empire."""
    return tuple(face for face in civ if endures(face))
