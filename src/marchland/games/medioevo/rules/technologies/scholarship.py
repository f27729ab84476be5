"""Technologies of religion: converting points, rivals' cards, rivals' technologies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from marchland.kernel.actions import Action, Seat

from ... import world
from ...state import Medioevo
from ...tables import COLOURS, empire_cards, tables, technologies
from ..cards.cards import CardPlay
from ..cards.common import moment, read_number, read_word
from ..cards.court import PIRATES
from ..cards.effects import lay_effect
from ..cards.powers import can_use, card_owner, points_of, windows_of
from ..components.table import colour_index, holdings, living, note
from ..registry import ABILITIES, ANY, POINT_RESERVES, TECHNOLOGIES, Power, free_action, point_source, technology
from .knowledge import knows
from .points import gain_points, missing_points, own_points, spare_points, spend_points

REACTIONS = (
    *("W-2a", "W-2b", "W-2c", "W-2d", "W-2e", "W-2h", "W-2r", "W-4e"),
    *("W-5a", "W-5b", "W-5m", "W-5e", "W-5f", "W-6a", "W-6b", "W-6c"),
)
BATTLES = ("W-B0", "W-B1", "W-B2", "W-B3", "W-B3b", "W-B4", "W-B5", "W-B6", "W-B7", "W-D", "J")
EVERYWHERE = (ANY, *REACTIONS, *BATTLES, "W-7")
VIOLET = "violet"


# -- Monasticism -------------------------------------------------------------------------------------------


class Convert(Action, frozen=True):
    """Turn one violet point into one of another colour."""

    colour: str


@point_source
def conversions(game: Medioevo, seat: Seat, colours: set[str]) -> Iterator[Action]:
    """MU-TEC-62 With Monasticism violet points, of cards or tokens, can become points of a colour that is wanted."""
    if game.players[seat].points[colour_index(VIOLET)] and knows(game, seat, "monasticism"):
        yield from (Convert(colour) for colour in COLOURS if colour in colours and colour != VIOLET)


@free_action(Convert)
def convert(game: Medioevo, seat: Seat, action: Convert) -> None:
    """MU-TEC-62 One violet point becomes one point of another colour."""
    spend_points(game, seat, VIOLET, technologies()["monasticism"].points)
    gain_points(game, seat, (action.colour,), "MU-TEC-62")


# -- Proselytism -------------------------------------------------------------------------------------------


class BorrowPoints(Action, frozen=True):
    """Use the technology points of a rival's card."""

    TOUCHES = ("card",)
    PREFIX = {"card": "card"}
    card: int
    colours: tuple[str, ...]


def is_near(game: Medioevo, seat: Seat, rival: Seat) -> bool:
    """MU-TEC-63 Does the player control a territory within three steps of one of the rival's?"""
    theirs = set(holdings(game, rival))
    return any(not theirs.isdisjoint(world.within(space, tables().neighbour)) for space in holdings(game, seat))


def cards_within_reach(game: Medioevo, seat: Seat) -> Iterator[int]:
    """MU-TEC-63 Cards of neighbouring rivals, upright or turned, that the player has not used this turn."""
    for rival in living(game):
        if rival != seat and game.players[rival].hand and is_near(game, seat, rival):
            yield from (held.card for held in game.players[rival].hand if held.card not in game.now[seat].borrowed_cards)


def works_now(game: Medioevo, seat: Seat, power: Power) -> bool:
    """Could the player use this ability at this moment if the card were his, after paying for Proselytism?"""
    here = power.windows & set(windows_of(moment(game, answering=True)[0]))
    florins = game.players[seat].florins - missing_points(game, seat, VIOLET, technologies()["proselytism"].points)
    return bool(here) and power.cost <= florins and can_use(game, seat, power)


def _foreign_abilities(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for card in cards_within_reach(game, seat):
        if works_now(game, seat, ABILITIES[card]):
            yield f"card:{card}"


def _remember(game: Medioevo, seat: Seat, card: int) -> None:
    note(game, seat, borrowed_cards=(*game.now[seat].borrowed_cards, card))


@technology("proselytism", "MU-TEC-63", windows=EVERYWHERE, stages=(_foreign_abilities,))
def proselytise(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-63 The player uses the ability of a neighbouring rival's card; the card is not affected."""
    (named,) = chosen
    card = read_number(named)
    owner = card_owner(game, card)
    assert owner is not None
    _remember(game, seat, card)
    game.push(CardPlay(seat, card, owner))


@point_source
def foreign_points(game: Medioevo, seat: Seat, colours: set[str]) -> Iterator[Action]:
    """MU-TEC-63 Technology points of neighbouring rivals' cards, for a violet point each."""
    if spare_points(game, seat, VIOLET) and knows(game, seat, "proselytism"):
        yield from _foreign_choices(game, seat, colours)


def _foreign_choices(game: Medioevo, seat: Seat, colours: set[str]) -> Iterator[BorrowPoints]:
    """MU-TEC-63 The points printed on a card; a Pirate's ability is points, too: any two, or two of one colour."""
    wanted = [colour for colour in COLOURS if colour in colours]
    for card in cards_within_reach(game, seat):
        yield from (BorrowPoints(card, choice) for choice in empire_cards()[card].choices if not colours.isdisjoint(choice))
        if card in PIRATES:
            pairs = combinations_with_replacement(wanted, 2) if card == PIRATES[0] else zip(wanted, wanted, strict=True)
            yield from (BorrowPoints(card, pair) for pair in pairs)


def borrowable(game: Medioevo, seat: Seat, colour: str) -> int:
    """Points of a colour that rivals' cards could bring a player who can raise the violet ones."""
    if not knows(game, seat, "proselytism"):
        return 0
    if not own_points(game, seat, {VIOLET}) and not spare_points(game, seat, VIOLET):
        return 0
    best = {action.card: action.colours.count(colour) for action in _foreign_choices(game, seat, {colour})}
    return sum(best.values())


POINT_RESERVES.append(borrowable)


@free_action(BorrowPoints)
def borrow_points(game: Medioevo, seat: Seat, action: BorrowPoints) -> None:
    """MU-TEC-63 For a violet point the points of a rival's card are the player's."""
    spend_points(game, seat, VIOLET, technologies()["proselytism"].points)
    _remember(game, seat, action.card)
    gain_points(game, seat, action.colours, "MU-TEC-63")


# -- Temporal power ----------------------------------------------------------------------------------------


def foreign_technologies(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """MU-TEC-64 Technologies of neighbouring rivals that the player lacks, could use now and could pay for."""
    rivals = [rival for rival in living(game) if rival != seat and is_near(game, seat, rival)]
    for key, known in technologies().items():
        index = colour_index(known.branch)
        if any(game.players[rival].technology[index] >= known.level for rival in rivals) and not knows(game, seat, key):
            if _is_of_use(game, seat, key):
                yield f"technology:{key}"


def _is_of_use(game: Medioevo, seat: Seat, key: str) -> bool:
    window = moment(game, answering=True)[0]
    if technologies()[key].phase4:
        return window == "W-4"
    power = TECHNOLOGIES[key]
    return bool(power.windows & set(windows_of(window))) and _could_pay_both(game, seat, key) and can_use(game, seat, power)


def _could_pay_both(game: Medioevo, seat: Seat, key: str) -> bool:
    """Is enough left after paying for Temporal power for the points of the technology itself? Violet ones serve for any."""
    means = own_points(game, seat, {VIOLET, technologies()[key].branch}) + game.players[seat].florins // tables().point_price
    return means >= technologies()["temporal_power"].points + points_of(key)


@technology("temporal_power", "MU-TEC-64", windows=EVERYWHERE, stages=(foreign_technologies,))
def borrow_technology(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-64 A technology of a neighbouring rival serves once in this phase; its own points, florins and conditions apply."""
    (named,) = chosen
    lay_effect(game, "borrowed", seat, read_word(named), until="phase")
