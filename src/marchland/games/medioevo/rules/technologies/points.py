"""Technology points: where they come from and how they are spent (rulebook, A. Empire cards and B. Technology)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import PreviewLine

from ...state import NO_POINTS, Medioevo
from ...tables import COLOURS, empire_cards, tables, technologies
from ..components.table import COLOUR_INDEX, bumped, change, colour_index, note, pay
from ..registry import POINT_RESERVES, POINT_SOURCES, free_action


class TurnCard(Action, frozen=True):
    """Turn an Empire card for its technology points."""

    TOUCHES = ("card",)
    PREFIX = {"card": "card"}
    card: int
    colours: tuple[str, ...]


class FlipToken(Action, frozen=True):
    """Flip an Objective token for one technology point."""

    TOUCHES = ("colour",)
    PREFIX = {"colour": "token"}
    colour: str


class PointsGained(Event, frozen=True):
    seat: Seat
    colours: tuple[str, ...]
    rule: str


class PointsSpent(Event, frozen=True):
    RULE = "MU-TECH-03"
    seat: Seat
    colour: str
    points: int
    bought: int


def spare_points(game: Medioevo, seat: Seat, colour: str) -> int:
    """MU-TECH-03 Points of a colour a player can spend now: his pool, and one for every 100 florins."""
    player = game.players[seat]
    return player.points[colour_index(colour)] + player.florins // tables().point_price


def possible_points(game: Medioevo, seat: Seat, colour: str) -> int:
    """Points of a colour a player could have after turning his cards, flipping his tokens and buying the rest."""
    return raisable_points(game, seat, colour) + game.players[seat].florins // tables().point_price


def can_raise_points(game: Medioevo, seat: Seat, colour: str, points: int) -> bool:
    """Has the player so many points of a colour, or could he have them?"""
    return spare_points(game, seat, colour) >= points or possible_points(game, seat, colour) >= points


def raisable_points(game: Medioevo, seat: Seat, colour: str, but: int = 0) -> int:
    """Points of a colour a player could have without buying any, from his pool, cards (but one) and tokens and in other ways."""
    own = own_points(game, seat, serving_colours(game, seat, {colour}), but)
    return own + sum(reserve(game, seat, colour) for reserve in POINT_RESERVES)


def own_points(game: Medioevo, seat: Seat, colours: set[str], but: int = 0) -> int:
    """MU-TECH-03 MU-EMP-06 The most points of these colours that pool, ready tokens and upright cards give together."""
    player = game.players[seat]
    places = [colour_index(colour) for colour in colours]
    ready = sum(player.points[index] + player.tokens[index] - player.flipped[index] for index in places)
    choices = [empire_cards()[held.card].choices for held in player.hand if not held.turned and held.card != but]
    return ready + sum(max((sum(icon in colours for icon in choice) for choice in card), default=0) for card in choices)


def serving_colours(game: Medioevo, seat: Seat, colours: set[str]) -> set[str]:
    """MU-TEC-62 The colours whose points serve for these: with Monasticism violet ones serve for any."""
    monasticism = technologies()["monasticism"]
    knows_it = game.players[seat].technology[colour_index(monasticism.branch)] >= monasticism.level
    return {*colours, monasticism.branch} if knows_it else colours


def missing_points(game: Medioevo, seat: Seat, colour: str, points: int) -> int:
    """Florins that the lacking points would cost."""
    lacking = points - game.players[seat].points[COLOUR_INDEX[colour]]
    return lacking * tables().point_price if lacking > 0 else 0


def point_lines(game: Medioevo, seat: Seat, colour: str, points: int) -> Iterator[PreviewLine]:
    """MU-TECH-03 What so many points would take: those of the pool, and florins for those that are lacking."""
    lacking = missing_points(game, seat, colour, points)
    own = points - lacking // tables().point_price
    if own:
        yield PreviewLine("MU-TECH-03", -own, {"colour": colour}, unit=f"points-{colour}")
    if lacking:
        yield PreviewLine("MU-TECH-03", -lacking, {"colour": colour}, unit="florins")


def spend_points(game: Medioevo, seat: Seat, colour: str, points: int, audience: tuple[Seat, ...] | None = None) -> None:
    """MU-TECH-03 Take points from the pool; each one that is lacking costs 100 florins."""
    if not points:
        return
    florins = missing_points(game, seat, colour, points)
    bought = florins // tables().point_price
    index = colour_index(colour)
    pay(game, seat, florins, "MU-TECH-03", audience=audience)
    change(game, seat, points=bumped(game.players[seat].points, index, bought - points))
    count_spent(game, seat, points)
    game.emit(PointsSpent(seat=seat, colour=colour, points=points, bought=bought, audience=audience))


def count_spent(game: Medioevo, seat: Seat, points: int) -> None:
    """Points spent in one phase are counted for objectives."""
    spent = game.now[seat].points_spent + points
    note(game, seat, points_spent=spent, max_tp_spent_in_one_phase=max(spent, game.now[seat].max_tp_spent_in_one_phase))


def gain_points(game: Medioevo, seat: Seat, colours: tuple[str, ...], rule: str) -> None:
    """MU-EMP-04 Points go to the player's pool and must be spent in this phase."""
    pool = game.players[seat].points
    for colour in colours:
        pool = bumped(pool, colour_index(colour), 1)
    change(game, seat, points=pool)
    game.emit(PointsGained(seat=seat, colours=colours, rule=rule))


def flip_token(game: Medioevo, seat: Seat, colour: str) -> None:
    """MU-EMP-06 An Objective token gives one point of its colour per turn and is kept."""
    change(game, seat, flipped=bumped(game.players[seat].flipped, colour_index(colour), 1))
    gain_points(game, seat, (colour,), "MU-EMP-06")


@free_action(FlipToken)
def flip(game: Medioevo, seat: Seat, action: FlipToken) -> None:
    flip_token(game, seat, action.colour)


def empty_pools(game: Medioevo) -> None:
    """MU-EMP-04 Unused points are lost when the phase ends (reading R-60)."""
    for seat, player in enumerate(game.players):
        if player.points != NO_POINTS:
            change(game, seat, points=NO_POINTS)
        if game.now[seat].points_spent:
            note(game, seat, points_spent=0)


def sources(game: Medioevo, seat: Seat, colours: set[str]) -> Iterator[Action]:
    """MU-TECH-03 Cards that can be turned, and tokens that can be flipped, for points that serve for these colours."""
    player = game.players[seat]
    colours = serving_colours(game, seat, colours)
    for held in player.hand:
        if not held.turned:
            for choice in empire_cards()[held.card].choices:
                if not colours.isdisjoint(choice):
                    yield TurnCard(held.card, choice)
    for index, colour in enumerate(COLOURS):
        if colour in colours and player.tokens[index] > player.flipped[index]:
            yield FlipToken(colour)
    for provider in POINT_SOURCES:
        yield from provider(game, seat, colours)
