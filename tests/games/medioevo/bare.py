"""A bare table for rule tests: players with a kingdom and nothing else, and verbs to put things on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from marchland.games.medioevo import board
from marchland.games.medioevo.state import BARBARIANS, NO_UNITS, Army, Ever, Held, Land, Medioevo, Now, Player, Special, Vehicle
from marchland.games.medioevo.tables import COLOURS, KINDS, tables
from marchland.kernel.chance import Chance, key_from_seed

KINGDOMS = ("byzantium", "hungary", "horde", "mamluks", "empire", "novgorod")
replace = msgspec.structs.replace


def bare_table(seats: int = 3) -> Medioevo:
    """Kingdoms without pieces: home territories are controlled, everything else is barbarian."""
    home = {space: seat for seat in range(seats) for space in board.kingdoms()[KINGDOMS[seat]].territories}
    return Medioevo(
        chance=Chance(key_from_seed("bare")),
        seats=seats,
        settings={},
        order=tuple(range(seats)),
        area=board.lands(),
        waters=board.seas(),
        players=[
            Player(kingdom=KINGDOMS[seat], honour=10, florins=1000, reserve=(20, 20, 10, 10, 3), stars=8) for seat in range(seats)
        ],
        now=[Now() for _ in range(seats)],
        ever=[Ever() for _ in range(seats)],
        lands={space: Land(holder=home.get(space, BARBARIANS)) for space in board.lands()},
        supply=bare_supply(),
        deck=[],
        objectives=list(range(73)),
    )


def bare_supply() -> dict[str, int]:
    return {**tables().supply, **{f"objective:{colour}": tables().supply["objective"] for colour in COLOURS}}


def land(game: Medioevo, space: str, **changes: Any) -> None:
    game.lands[space] = replace(game.lands[space], **changes)


def player(game: Medioevo, seat: int, **changes: Any) -> None:
    game.players[seat] = replace(game.players[seat], **changes)


def now(game: Medioevo, seat: int, **changes: Any) -> None:
    game.now[seat] = replace(game.now[seat], **changes)


def ever(game: Medioevo, seat: int, **changes: Any) -> None:
    game.ever[seat] = replace(game.ever[seat], **changes)


def counts(**units: int) -> tuple[int, ...]:
    return tuple(units.get(kind, 0) for kind in KINDS)


def army(game: Medioevo, space: str, owner: int, specials: Sequence[Special] = (), **units: int) -> None:
    """Place one side's army, in place of the one it had there."""
    others = tuple(one for one in game.armies.get(space, ()) if one.owner != owner)
    game.armies[space] = (*others, Army(owner, counts(**units) if units else NO_UNITS, tuple(specials)))


def vehicle(game: Medioevo, owner: int, kind: str, level: int, space: str, **changes: Any) -> int:
    number = game.next_vehicle
    game.vehicles[number] = Vehicle(owner, kind, level, space, **changes)
    game.next_vehicle += 1
    return number


def hold(game: Medioevo, seat: int, *cards: int, turned: bool = False) -> None:
    player(game, seat, hand=(*game.players[seat].hand, *(Held(card, turned=turned) for card in cards)))


def technology(game: Medioevo, seat: int, **levels: int) -> None:
    player(game, seat, technology=tuple(levels.get(colour, 0) for colour in COLOURS))
