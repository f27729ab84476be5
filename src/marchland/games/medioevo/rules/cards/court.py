"""Tax collector, Architect, Magnate, Pirate, Sage, Sheriff, Mystic: money, points, buildings and draws."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision

from ...state import Medioevo
from ...tables import COLOURS, TRANSPORTS, empire_cards
from ..components.table import bumped, change, colour_index, earn, holdings, pay, replace
from ..conquest.buildings import can_raise, raise_building
from ..events.events import refill_events
from ..loans import interest_due
from ..purchases.empire import draw_cards
from ..registry import ANY, POINT_RESERVES, ability, point_source
from ..technologies.points import FlipToken, TurnCard, count_spent, gain_points, serving_colours, sources
from .common import is_at_leisure, printed, read_number, read_word, scene
from .effects import has_effect, lay_effect
from .powers import PlayCard, Target, held_card, set_card
from .windows import perform

# -- Tax collector -----------------------------------------------------------------------------------------


def foreign_cubes(game: Medioevo, seat: Seat) -> int:
    """Cubes aboard other players' transports in territories the player controls."""
    own = set(holdings(game, seat))
    return sum(
        len(vehicle.goods)
        for vehicle in game.vehicles.values()
        if vehicle.owner != seat and vehicle.kind in TRANSPORTS and vehicle.space in own
    )


def _can_take_toll(game: Medioevo, seat: Seat) -> bool:
    """Foreign cubes are in the player's land; while somebody's transport is on its way, those aboard it there."""
    if is_at_leisure(game):
        return foreign_cubes(game, seat) > 0
    passing = [game.vehicles[id] for march in game.marches[-1:] for id in march.vehicles if id in game.vehicles]
    return scene(game) in holdings(game, seat) and any(vehicle.owner != seat and vehicle.goods for vehicle in passing)


@ability(22, windows=(ANY, "W-6a"), usable=_can_take_toll)
def toll(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-22 Ten florins from the bank for each cube on others' transports in the player's territories."""
    earn(game, seat, printed(22, "florins") * foreign_cubes(game, seat), "MU-CARD-22")


@ability(23, windows=(ANY, "W-6a"), usable=_can_take_toll)
def heavy_toll(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-23 Twenty florins for each such cube."""
    earn(game, seat, printed(23, "florins") * foreign_cubes(game, seat), "MU-CARD-23")


# -- Architect and Sheriff ---------------------------------------------------------------------------------


@ability(32, windows=("W-4",), usable=lambda game, seat: not has_effect(game, "discount", seat=seat))
def discount(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-32 The next building bought or raised in this phase costs 50 florins less."""
    lay_effect(game, "discount", seat, amount=printed(32, "florins"), until="phase")


@ability(33, windows=("W-4",), usable=lambda game, seat: not has_effect(game, "half-price", seat=seat))
def half_price(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-33 The next building bought or raised in this phase costs half."""
    lay_effect(game, "half-price", seat, until="phase")


BUILDING_SITES = (ANY, "W-2e", "W-5b", "W-B0", "W-B1", "W-B7")
"""When buildings may be raised: at any time, in an alarm or a battle where it goes on (as with Engineering)."""


def _sites(game: Medioevo, seat: Seat) -> Iterator[str]:
    yield from (space for space in holdings(game, seat) if is_at_leisure(game) or space == scene(game))


def _growing_towns(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for space in _sites(game, seat):
        land = game.lands[space]
        if 0 < land.civil < land.military and can_raise(game, "civil", land.civil + 1):
            yield space


@ability(69, windows=BUILDING_SITES, stages=(_growing_towns,))
def settle_under_walls(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-69 A civil building rises one level beside a military building of higher level."""
    (space,) = chosen
    raise_building(game, seat, space, "civil", game.lands[space].civil + 1, "MU-CARD-69")


def _growing_walls(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for space in _sites(game, seat):
        land = game.lands[space]
        if 0 < land.military < land.civil and can_raise(game, "military", land.military + 1):
            yield space


@ability(70, windows=BUILDING_SITES, stages=(_growing_walls,))
def wall_the_town(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-70 A military building rises one level beside a civil building of higher level."""
    (space,) = chosen
    raise_building(game, seat, space, "military", game.lands[space].military + 1, "MU-CARD-70")


# -- Magnate -----------------------------------------------------------------------------------------------


def _operations(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """An empty card takes up to 300 florins; what lies on it can only be taken back.

    Both change the card, which Proselytism may not: only its holder uses it (MU-TEC-63).
    """
    held = held_card(game, seat, 36)
    if held is not None and held.stored:
        yield f"number:-{held.stored}"
    elif held is not None:
        most = min(printed(36, "most"), game.players[seat].florins)
        yield from (f"number:{florins}" for florins in range(printed(36, "step"), most + 1, printed(36, "step")))


@ability(36, windows=(ANY,), stages=(_operations,))
def invest(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-36 Florins are put on the card, or taken back with half as much from the bank."""
    (operation,) = chosen
    florins = read_number(operation)
    held = held_card(game, seat, 36)
    assert held is not None
    if florins > 0:
        florins = min(florins, game.players[seat].florins)
        pay(game, seat, florins, "MU-CARD-36")
        set_card(game, seat, replace(held, stored=florins))
    else:
        earn(game, seat, -florins + -florins * printed(36, "bonus") // 100, "MU-CARD-36")
        set_card(game, seat, replace(held, stored=0))


def _others_pay_interest(game: Medioevo, seat: Seat) -> bool:
    """Do others owe interest in this phase, or have they already paid some?"""
    others = (other for other in range(game.seats) if other != seat)
    return any(interest_due(game, other) or game.now[other].interest_paid for other in others)


@ability(37, windows=("W-3",), usable=_others_pay_interest)
def share_interest(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-37 Half of all interest the others pay this turn comes to the player from the bank."""
    lay_effect(game, "interest-share", seat, until="phase")


@ability(38, windows=("W-3",), usable=lambda game, seat: interest_due(game, seat) > 0 and not game.now[seat].interest_paid)
def ease_debt(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-38 The player's interest is 50 florins lower this turn."""
    lay_effect(game, "relief", seat, amount=printed(38, "florins"))


# -- Pirate ------------------------------------------------------------------------------------------------


def _colours(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    yield from (f"colour:{colour}" for colour in COLOURS)


@ability(57, windows=(), stages=(_colours, _colours))
def loot_points(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-57 Two technology points, each of any colour."""
    gain_points(game, seat, tuple(read_word(id) for id in chosen), "MU-CARD-57")


@ability(58, windows=(), stages=(_colours,))
def loot_pair(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-58 Two technology points of one colour."""
    (colour,) = chosen
    gain_points(game, seat, (read_word(colour),) * 2, "MU-CARD-58")


PIRATES = (57, 58)
LOOT = {57: tuple(combinations_with_replacement(COLOURS, 2)), 58: tuple((colour, colour) for colour in COLOURS)}
"""The points a Pirate can bring: any two, or two of one colour."""


@point_source
def pirates(game: Medioevo, seat: Seat, colours: set[str]) -> Iterator[Action]:
    """MU-CARD-57 MU-CARD-58 Pirates are played where points are wanted."""
    yield from (PlayCard(held.card) for held in game.players[seat].hand if held.card in PIRATES and not held.turned)


def pirate_points(game: Medioevo, seat: Seat, colour: str) -> int:
    return 2 * sum(1 for _ in pirates(game, seat, set()))


POINT_RESERVES.append(pirate_points)


# -- Sage --------------------------------------------------------------------------------------------------


class EventsOffered(Event, frozen=True):
    RULE = "MU-CARD-61"
    REVEALS = True
    seat: Seat
    events: tuple[str, ...]


class ChooseEvent(Decision[Medioevo], frozen=True):
    """MU-CARD-61 One of the Event cards drawn becomes this turn's event."""

    RULE = "MU-CARD-61"
    seat: Seat
    events: tuple[str, ...]

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from (Target(f"event:{event}") for event in self.events)

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Target)
        assert game.happening is not None
        game.happening = replace(game.happening, card=read_word(action.id))


@ability(61, windows=("W-2b",), usable=lambda game, seat: game.happening is not None)
def foresee(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-61 Three Event cards are drawn and one is chosen as this turn's; the others are discarded."""
    drawn: list[str] = []
    for _ in range(printed(61, "cards")):
        refill_events(game)
        drawn.append(game.events.pop(0))
    game.event_discard.extend(drawn)
    refill_events(game)
    game.emit(EventsOffered(seat=seat, events=tuple(drawn)))
    game.push(ChooseEvent(seat, tuple(drawn)))


@ability(62, windows=("W-4e",), usable=lambda game, seat: bool(game.players[seat].drawn) and bool(game.deck))
def draw_again(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-62 The Empire cards drawn go under the deck and as many new ones are drawn."""
    old = game.players[seat].drawn
    change(game, seat, drawn=())
    draw_cards(game, seat, len(old))
    game.deck.extend(old)


# -- Mystic ------------------------------------------------------------------------------------------------

VIOLET = "violet"


class Offer(Action, frozen=True):
    """Spend one point of each of these colours."""

    colours: tuple[str, ...]


class EndRite(Action, frozen=True):
    """Spend nothing more."""

    IDLE = True


class Rite(Decision[Medioevo], frozen=True):
    """MU-CARD-71 MU-CARD-72 Points of the pool, raised from cards and tokens, are spent for florins."""

    RULE = "MU-CARD-71"
    seat: Seat
    card: int

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield EndRite()
        yield from map(Offer, offerings(game, self.seat, self.card))
        yield from raisable(game, self.seat)

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, EndRite):
            return
        game.push(self)
        if isinstance(action, Offer):
            sacrifice_points(game, self.seat, action.colours, self.card)
        else:
            perform(game, self.seat, action)


def raisable(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """Cards, tokens and violet points that can still give points; buying points to sell them would be folly."""
    has_violet = game.players[seat].points[colour_index(VIOLET)] > 0
    for action in sources(game, seat, set(COLOURS)):
        if has_violet or isinstance(action, TurnCard | FlipToken | PlayCard):
            yield action


def offerings(game: Medioevo, seat: Seat, card: int) -> Iterator[tuple[str, ...]]:
    """MU-CARD-71 One point of any colour; MU-CARD-72 three points of different colours."""
    pool = game.players[seat].points
    there = [colour for colour in COLOURS if pool[colour_index(colour)]]
    yield from combinations(there, printed(72, "colours") if card == 72 else 1)


def sacrifice_points(game: Medioevo, seat: Seat, colours: tuple[str, ...], card: int) -> None:
    pool = game.players[seat].points
    for colour in colours:
        pool = bumped(pool, colour_index(colour), -1)
    change(game, seat, points=pool)
    count_spent(game, seat, len(colours))
    earn(game, seat, printed(card, "florins"), f"MU-CARD-{card}")


def _has_points(game: Medioevo, seat: Seat) -> bool:
    """Points in the pool, or another card or token that gives some."""
    if any(game.players[seat].points):
        return True
    return any(not isinstance(action, TurnCard) or action.card != 71 for action in raisable(game, seat))


def _has_three_colours(game: Medioevo, seat: Seat) -> bool:
    """MU-CARD-72 MU-TEC-62 Could pool, tokens and cards give three points of different colours, violet ones converted?"""
    player = game.players[seat]
    converts = VIOLET in serving_colours(game, seat, set())
    ready = [a + b - c for a, b, c in zip(player.points, player.tokens, player.flipped, strict=True)]
    hoards = {_hoard([colour for colour, number in zip(COLOURS, ready, strict=True) for _ in range(number)])}
    for held in player.hand:
        if not held.turned and held.card != 72:
            choices = LOOT.get(held.card) or empire_cards()[held.card].choices
            hoards |= {_hoard([*hoard, *choice]) for hoard in hoards for choice in choices}
    return any(len(hoard if converts else set(hoard)) >= printed(72, "colours") for hoard in hoards)


def _hoard(points: list[str]) -> tuple[str, ...]:
    """Points as a triad looks at them: each colour once, but violet ones, which may become others, up to three times."""
    plain = sorted({colour for colour in points if colour != VIOLET})
    return (*plain, *[VIOLET] * min(points.count(VIOLET), printed(72, "colours")))


@ability(71, windows=(ANY,), usable=_has_points)
def transmute(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-71 Twenty florins for each technology point spent."""
    game.push(Rite(seat, 71))


@ability(72, windows=(ANY,), usable=_has_three_colours)
def transmute_triads(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-72 A hundred florins for each three points of different colours."""
    game.push(Rite(seat, 72))
