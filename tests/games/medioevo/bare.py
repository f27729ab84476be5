"""A bare table for rule tests: players with a kingdom and nothing else, and verbs to put things on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from marchland.games.medioevo import sequence, world
from marchland.games.medioevo.rules.cards.powers import PlayCard, Target, UseTechnology, free_acts
from marchland.games.medioevo.rules.cards.windows import Pass, open_window, perform
from marchland.games.medioevo.rules.components.armies import units
from marchland.games.medioevo.rules.components.table import change_land
from marchland.games.medioevo.state import (
    BARBARIANS,
    NO_UNITS,
    Army,
    Effect,
    Ever,
    Fight,
    Held,
    Land,
    Medioevo,
    Now,
    Player,
    Side,
    Special,
    Vehicle,
    War,
)
from marchland.games.medioevo.tables import COLOURS, KINDS, tables
from marchland.kernel.actions import Action
from marchland.kernel.chance import Chance, key_from_seed, scripted
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision

assert sequence, "importing the outline of play registers every card and technology"
WILD = "wallachia"
"""A land of nobody, without settlement, by the sea."""
SEA = "aegean"
KINGDOMS = ("byzantium", "hungary", "horde", "mamluks", "empire", "novgorod")
replace = msgspec.structs.replace
OUTER = Fight("georgia", (Side(2), Side(BARBARIANS)))
"""A battle that waits while another is fought."""


def bare_table(seats: int = 3) -> Medioevo:
    """Kingdoms without pieces: home territories are controlled, everything else is barbarian."""
    home = {space: seat for seat in range(seats) for space in world.kingdoms()[KINGDOMS[seat]].territories}
    return Medioevo(
        chance=Chance(key_from_seed("bare")),
        seats=seats,
        settings={},
        order=tuple(range(seats)),
        area=world.lands(),
        waters=world.seas(),
        players=[
            Player(kingdom=KINGDOMS[seat], honour=10, florins=1000, reserve=(20, 20, 10, 10, 3), stars=8) for seat in range(seats)
        ],
        now=[Now() for _ in range(seats)],
        ever=[Ever() for _ in range(seats)],
        lands={space: Land(holder=home.get(space, BARBARIANS)) for space in world.lands()},
        supply=bare_supply(),
        deck=[],
        objectives=list(range(73)),
    )


def bare_supply() -> dict[str, int]:
    supply = tables().supply
    tokens = {f"objective:{colour}": supply["objective"] for colour in COLOURS}
    return {**supply, **tokens, **{f"cube:{good}": supply["cube"] for good in world.goods()}}


def land(game: Medioevo, space: str, **changes: Any) -> None:
    change_land(game, space, **changes)


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


class Desk(Decision, frozen=True):
    """A player's moment: everything he may do in a window of his own, again and again."""

    seat: int
    window: str = "W-4"

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Pass()
        yield from free_acts(game, self.seat, self.window)

    def resolve(self, game: Medioevo, action: Action) -> None:
        game.push(self)
        if not isinstance(action, Pass):
            perform(game, self.seat, action)


def at_desk(game: Medioevo, seat: int = 0, window: str = "W-4", phase: int = 4) -> Medioevo:
    """Put a player's moment on the table."""
    game.active = seat
    game.phase = phase
    game.stack.clear()
    game.push(Desk(seat, window))
    game.run()
    return game


def in_window(game: Medioevo, name: str, place: str = "", active: int = 0, phase: int = 5) -> Medioevo:
    """Open a reaction window; below it the active player's moment."""
    at_desk(game, active, "W-5", phase)
    open_window(game, name, place)
    game.run()
    return game


def roll_next(game: Medioevo, *faces: int) -> None:
    game.chance = scripted(*faces)


def offered(game: Medioevo, kind: type[Any], seat: int | None = None) -> list[Any]:
    """The options of one type that are open now."""
    return [option for option in game.options(seat) if isinstance(option, kind)]


def act(game: Medioevo, seat: int, *actions: Action) -> list[Event]:
    """Answer several questions in a row as one seat; returns everything that happened."""
    events: list[Event] = []
    for action in actions:
        events += game.apply(seat, action)
    return events


def play_card(game: Medioevo, seat: int, card: int, *targets: str) -> list[Event]:
    """Play a card and name its targets, leaving out those with a single choice."""
    events = game.apply(seat, PlayCard(card))
    for target in targets:
        events += game.apply(seat, Target(target))
    return events


def use(game: Medioevo, seat: int, key: str, *targets: str) -> list[Event]:
    """Use a technology and name its targets."""
    events = game.apply(seat, UseTechnology(key))
    for target in targets:
        events += game.apply(seat, Target(target))
    return events


def battle(game: Medioevo, place: str, attacker: int, defender: int, attackers: dict[str, int], defenders: dict[str, int]) -> None:
    """Two armies face each other; the battle waits for its first step."""
    army(game, place, attacker, **attackers)
    army(game, place, defender, **defenders)
    game.fights.append(Fight(place, (Side(attacker), Side(defender))))


def duel(attackers: dict[str, int], defenders: dict[str, int], defender: int = 1, place: str = WILD, attacker: int = 0) -> Medioevo:
    """Two sides in a wild land, before the first step; another battle, which this one interrupts, lies below."""
    game = bare_table()
    game.fights.append(OUTER)
    battle(game, place, attacker, defender, attackers, defenders)
    return game


def at_sea(first: dict[str, int], second: dict[str, int]) -> Medioevo:
    """A battle of one Galley each, of level 1 and 2; another battle lies below."""
    game = bare_table()
    game.fights.append(OUTER)
    vehicle(game, 0, "galley", 1, SEA, cargo=Army(0, counts(**first)))
    vehicle(game, 1, "galley", 2, SEA, cargo=Army(1, counts(**second)))
    game.fights.append(Fight(SEA, (Side(0), Side(1))))
    return game


def side(game: Medioevo, index: int) -> Side:
    return game.fights[-1].sides[index]


def set_side(game: Medioevo, index: int, **changes: Any) -> None:
    sides = list(game.fights[-1].sides)
    sides[index] = replace(sides[index], **changes)
    game.fights[-1] = replace(game.fights[-1], sides=tuple(sides))


def set_fight(game: Medioevo, **changes: Any) -> None:
    game.fights[-1] = replace(game.fights[-1], **changes)


def numbers(game: Medioevo, space: str, owner: int) -> dict[str, int]:
    """The units of one side in a place, by kind."""
    return {kind: number for kind, number in zip(KINDS, units(game, space, owner), strict=True) if number}


def scholar(branch: str, level: int, points: int = 9, seats: int = 3) -> Medioevo:
    """Seat 0 knows a branch up to a level and has points of its colour."""
    game = bare_table(seats)
    technology(game, 0, **{branch: level})
    pool = tuple(points if colour == branch else 0 for colour in COLOURS)
    player(game, 0, points=pool, florins=0)
    return game


def left(game: Medioevo, seat: int = 0) -> int:
    return sum(game.players[seat].points)


def emitted(game: Medioevo, kind: type[Event], act: Callable[..., Any], *arguments: Any) -> list[Any]:
    """The events of one kind that a single verb of the rules tells."""
    game.outbox = []
    act(game, *arguments)
    return [event for event in game.outbox if isinstance(event, kind)]


def lay_effect(game: Medioevo, name: str, target: str = "", seat: int = 0, amount: int = 0) -> None:
    """Something that a card has left on the table."""
    game.effects.append(Effect(name, seat, target, amount))


def pushed(game: Medioevo, act: Callable[..., Any], *arguments: Any) -> list[Any]:
    """What a single step of the rules sets going: the frames, the first to be done first."""
    game.stack.clear()
    act(game, *arguments)
    frames = [frame for frame, _ in reversed(game.stack)]
    game.stack.clear()
    return frames


def options_of(game: Medioevo, *frames: Decision) -> list[Action]:
    """What may be answered to a question by itself."""
    game.stack.clear()
    game.push(*frames)
    return list(game.options())


def at_war() -> Medioevo:
    """Three players, of whom the first two have been at war since the turn before."""
    game = bare_table()
    game.turn, game.wars = 2, [War((0, 1), 1)]
    return game
