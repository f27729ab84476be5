"""Changing the table: small verbs on players, lands and supplies that every chapter uses."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.memo import Ledger, kept_with

from ... import world
from ...state import BARBARIANS, Land, Medioevo, Player
from ...tables import COLOURS, event_cards, tables

replace = msgspec.structs.replace
COLOUR_INDEX = {colour: index for index, colour in enumerate(COLOURS)}


class Paid(Event, frozen=True):
    """Florins changed hands: from `seat` to `payee`; -1 is the bank."""

    seat: Seat
    payee: Seat
    florins: int
    rule: str


def change(game: Medioevo, seat: Seat, **changes: object) -> None:
    """Change fields of a player's record."""
    game.players[seat] = replace(game.players[seat], **changes)


def change_land(game: Medioevo, space: str, **changes: object) -> None:
    """Change fields of a territory."""
    game.lands[space] = replace(game.lands[space], **changes)


def lay_lands(game: Medioevo, lands: dict[str, Land]) -> None:
    """Put the territories in play on the table."""
    game.area, game.lands = tuple(lands), Ledger(lands)


def tally(game: Medioevo, seat: Seat, **increments: int) -> None:
    """Add to this turn's counters of a player."""
    if seat == BARBARIANS:
        return
    now = game.now[seat]
    game.now[seat] = replace(now, **{name: getattr(now, name) + amount for name, amount in increments.items()})


def note(game: Medioevo, seat: Seat, **values: object) -> None:
    """Set this turn's counters of a player."""
    game.now[seat] = replace(game.now[seat], **values)


def record(game: Medioevo, seat: Seat, **increments: int) -> None:
    """Add to the counters of the whole game."""
    ever = game.ever[seat]
    game.ever[seat] = replace(ever, **{name: getattr(ever, name) + amount for name, amount in increments.items()})


def pay(
    game: Medioevo, seat: Seat, florins: int, rule: str, to: Seat = BARBARIANS, audience: tuple[Seat, ...] | None = None
) -> None:
    """Pay the bank, or another player; a payment behind the screen is known to its audience only.

    Nobody owes what he has not got: whoever offers something for florins has looked into the purse first.
    """
    if not florins:
        return
    assert 0 < florins <= game.players[seat].florins, f"{rule}: seat {seat} cannot pay {florins} of {game.players[seat].florins}"
    change(game, seat, florins=game.players[seat].florins - florins)
    if to != BARBARIANS:
        change(game, to, florins=game.players[to].florins + florins)
    game.emit(Paid(seat=seat, payee=to, florins=florins, rule=rule, audience=audience))


def earn(game: Medioevo, seat: Seat, florins: int, rule: str) -> None:
    """Receive florins from the bank."""
    if florins:
        change(game, seat, florins=game.players[seat].florins + florins)
        game.emit(Paid(seat=BARBARIANS, payee=seat, florins=florins, rule=rule))


def draw_supply(game: Medioevo, piece: str, number: int = 1) -> None:
    game.supply[piece] -= number


def return_supply(game: Medioevo, piece: str, number: int = 1) -> None:
    game.supply[piece] += number


def living(game: Medioevo) -> tuple[Seat, ...]:
    """MU-ELI-01 Seats still in the game, in turn order: war alone puts nobody out of it, only bankruptcy does."""
    players = game.players
    return tuple([seat for seat in game.order if not players[seat].eliminated])


def priority(game: Medioevo) -> tuple[Seat, ...]:
    """T-02: the active player first, then the others in turn order."""
    seats = living(game)
    if game.active not in seats:
        return seats
    return (game.active, *(seat for seat in seats if seat != game.active))


def home_owner(game: Medioevo, space: str) -> Seat:
    """The player whose home kingdom a territory belongs to; BARBARIANS if nobody plays it."""
    kingdom = world.home_of().get(space)
    if kingdom is not None:
        for seat, player in enumerate(game.players):
            if player.kingdom == kingdom and not player.eliminated:
                return seat
    return BARBARIANS


def homes(game: Medioevo, seat: Seat) -> tuple[str, ...]:
    kingdom = game.players[seat].kingdom
    return world.kingdoms()[kingdom].territories if kingdom else ()


def holdings(game: Medioevo, seat: Seat) -> tuple[str, ...]:
    """The territories a player controls, sorted."""
    return held_by(game, (seat,))


def held_by(game: Medioevo, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """The territories that any of these players controls, sorted."""
    if len(seats) == 1:
        return by_holder(game).get(seats[0], ())
    lands = game.lands
    return tuple([space for space in game.area if lands[space].holder in seats])


@kept_with("lands")
def by_holder(game: Medioevo) -> dict[Seat, tuple[str, ...]]:
    """The territories of everybody, barbarians included, in the order of the area."""
    found: dict[Seat, list[str]] = defaultdict(list)
    for space in game.area:
        found[game.lands[space].holder].append(space)
    return {holder: tuple(spaces) for holder, spaces in found.items()}


@kept_with("lands")
def lands_of(game: Medioevo, seat: Seat) -> dict[str, Land]:
    """The territories a player controls, as they are."""
    return {space: game.lands[space] for space in holdings(game, seat)}


def settlements(game: Medioevo) -> dict[str, world.Town]:
    """Settlements by territory, on the map that the table plays on."""
    return world.towns(game.settings.get("map", world.FIRST))


def has_settlement(game: Medioevo, space: str) -> bool:
    """The same without a detour: every place that could be bought at is asked."""
    return space in world.towns(game.settings.get("map", world.FIRST))


def has_port(game: Medioevo, space: str) -> bool:
    town = settlements(game).get(space)
    return town is not None and town.port


def building_level(land: Land, category: str) -> int:
    return int(getattr(land, category))


def colour_index(colour: str) -> int:
    return COLOUR_INDEX[colour]


def bumped(values: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """A tuple of numbers with one of them changed."""
    return (*values[:index], values[index] + by, *values[index + 1 :])


def player(game: Medioevo, seat: Seat) -> Player:
    return game.players[seat]


def is_option(game: Medioevo, name: str) -> bool:
    """Is a yes/no variant on?"""
    return bool(game.settings.get(name))


def printing(game: Medioevo) -> str:
    """The printing of the map that a table plays on; games begun when there was one do not name it."""
    return str(game.settings.get("map", world.FIRST))


def event_zone(game: Medioevo) -> frozenset[str]:
    """Where this turn's Event strikes, on the map that the table plays on."""
    return world.event_zone(event_cards()[game.happening.card].area, printing(game)) if game.happening else frozenset()


def refusal(rule: str, **facts: object) -> Refusal:
    """The rule that forbids something, with the figures that make it so."""
    return Refusal(rule, facts)


def stock(seats: int) -> dict[str, int]:
    """MU-SET-08 The common supply."""
    printed = dict(tables().supply)
    cubes, tokens = printed.pop("cube"), printed.pop("objective")
    del printed["horde_galley"]  # as many as hordes at sea: counted, not stocked
    printed |= {f"cube:{good}": cubes for good in world.goods()}
    return printed | {f"objective:{colour}": tokens for colour in COLOURS}


def out_of_stock(piece: str) -> Refusal:
    """MU-SET-08 A piece that has run out cannot be taken."""
    return Refusal("MU-SET-08", {"piece": piece})
