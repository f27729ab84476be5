"""F. Ways and prices: where a pawn can go, what it costs in Move cubes, and what stands against it."""

from collections.abc import Iterator
from functools import cache

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.frames import PreviewLine
from marchland.kernel.memo import kept_in, remembered

from ...state import Byzantium, Player
from ...tables import ARAB, BYZANTINE, CAPITAL, CONFIG, DESERT, ROAD, SEA, SIDES, CityId, Side
from ...world import ATLAS, CITIES, COAST, SEA_FACTOR, SITES
from ..cubes import field_cubes
from ..forecast import FLEET_DICE, FLEET_SURCHARGE, MOVE_CUBES, line
from ..special.special import holder


class Enter(Action, frozen=True):
    """Put the pawn of this side on a city of its colour."""

    TOUCHES = ("city",)
    side: Side
    city: CityId


class March(Action, frozen=True):
    """Move the pawn of this side along one link."""

    TOUCHES = ("to",)
    side: Side
    to: CityId


# -- where a pawn can go -------------------------------------------------------------------------------


def open_links(side: Side) -> tuple[str, ...]:
    """BY-MOVE-04 Roads and sea links are open to all armies, deserts to Arabs only."""
    return (ROAD, DESERT, SEA) if side == ARAB else (ROAD, SEA)


def reachable(game: Byzantium, seat: Seat, side: Side) -> tuple[CityId, ...]:
    """The cities one link away from a player's pawn; none if it is off the map."""
    city = game.realm(seat, side).at
    return ways_out(side, city) if city else ()


@cache
def ways_out(side: Side, city: CityId) -> tuple[CityId, ...]:
    """BY-MOVE-06 Linked cities; for a Byzantine pawn in Constantinople also every coastal city."""
    linked = ATLAS.neighbours(city, *open_links(side))
    if city != CAPITAL or side != BYZANTINE:
        return linked
    return tuple(to for to in CITIES if to != CAPITAL and (to in linked or to in COAST))


def is_sea(city: CityId, to: CityId) -> bool:
    return ATLAS.are_adjacent(city, to, SEA)


def hostile_fleet(game: Byzantium, seat: Seat, side: Side, to: CityId) -> Seat | None:
    """BY-FLEET-03 The other player whose Byzantine fleet may act against this move, if it is an Arab one by sea."""
    city = game.realm(seat, side).at
    if side != ARAB or city is None or not is_sea(city, to):
        return None
    fleet = holder(game, "fleet_byzantine")
    return None if fleet == seat else fleet


# -- prices --------------------------------------------------------------------------------------------


def link_price(game: Byzantium, seat: Seat, side: Side, to: CityId, doubled: bool = False) -> int:
    """BY-MOVE-05 Move cubes for the link alone, with both fleets."""
    city = game.realm(seat, side).at
    return _price(side, city, to, has_fleet(game, seat), doubled) if city else CONFIG.link_price


def has_fleet(game: Byzantium, seat: Seat) -> bool:
    """BY-FLEET-04 Does the player command the Arab fleet?"""
    return holder(game, "fleet_arab") == seat


@cache
def _price(side: Side, city: CityId, to: CityId, own_fleet: bool, doubled: bool) -> int:
    return -sum(part.amount for part in _lines(side, city, to, own_fleet, doubled))


def march_price(game: Byzantium, seat: Seat, side: Side, to: CityId, links: int, doubled: bool = False) -> int:
    """BY-MOVE-02 The link's price, and one more cube if it is the second of the action."""
    return link_price(game, seat, side, to, doubled) + surcharge(links)


def surcharge(links: int) -> int:
    """BY-MOVE-02 One more cube for the second link of an action."""
    return CONFIG.second_link_surcharge if links > 1 else 0


def price_lines(game: Byzantium, seat: Seat, side: Side, to: CityId, links: int) -> list[PreviewLine]:
    """BY-MOVE-02 The breakdown of a march's price before any doubling; `links` were taken already."""
    city = game.realm(seat, side).at
    lines = _lines(side, city, to, has_fleet(game, seat), doubled=False) if city else []
    if links:
        lines.append(line("BY-MOVE-02", -CONFIG.second_link_surcharge, MOVE_CUBES))
    return lines


def fleet_lines(game: Byzantium, seat: Seat, side: Side, to: CityId) -> list[PreviewLine]:
    """BY-FLEET-03 What another player's Byzantine fleet may add to this crossing: the price once more, and dice."""
    if hostile_fleet(game, seat, side, to) is None:
        return []
    price = link_price(game, seat, side, to)
    return [line("BY-FLEET-01", price, FLEET_SURCHARGE), line("BY-FLEET-02", price, FLEET_DICE, doubled=2 * price)]


def _lines(side: Side, city: CityId, to: CityId, own_fleet: bool, doubled: bool) -> list[PreviewLine]:
    """BY-FLEET-04 An Arab at sea pays more, half of it with his own Arab fleet, twice if a Byzantine fleet says so."""
    if side != ARAB or not is_sea(city, to):
        return [line("BY-MOVE-01", -CONFIG.link_price, MOVE_CUBES)]
    price = CONFIG.arab_sea_price * SEA_FACTOR[city, to]
    lines = [line("BY-MOVE-05", -price, MOVE_CUBES)]
    if own_fleet:
        lines.append(line("BY-FLEET-04", price // 2, MOVE_CUBES))
        price //= 2
    if doubled:
        lines.append(line("BY-FLEET-01", -price, MOVE_CUBES))
    return lines


# -- what stands against a move ------------------------------------------------------------------------


def march_obstacles(game: Byzantium, seat: Seat, side: Side, to: CityId, links: int = 0) -> Iterator[Refusal]:
    """BY-MOVE-09 A link, an open destination and enough Move cubes are needed."""
    city = game.realm(seat, side).at
    if city is None:
        yield Refusal("BY-ENTRY-02", {"side": side, "have": field_cubes(game.realm(seat, side))})
    elif links >= CONFIG.links_per_action:
        yield Refusal("BY-MOVE-02", {"limit": CONFIG.links_per_action})
    elif to not in reachable(game, seat, side):
        yield _no_link(side, city, to)
    elif to in game.closed:
        yield Refusal("BY-FLEET-05", {"to": to})
    else:
        if is_own(game, seat, side, to):
            yield Refusal("BY-MOVE-08", {"to": to})
        need, have = march_price(game, seat, side, to, links + 1), game.realm(seat, side).move
        if have < need:
            yield Refusal("BY-MOVE-09", {"need": need, "have": have})


def _no_link(side: Side, city: CityId, to: CityId) -> Refusal:
    if ATLAS.are_adjacent(city, to):
        return Refusal("BY-MOVE-04", {"city": city, "to": to})
    rule = "BY-MOVE-06" if to == CAPITAL and side == BYZANTINE and SITES[city].coastal else "BY-MOVE-01"
    return Refusal(rule, {"city": city, "to": to})


def open_marches(game: Byzantium, seat: Seat, side: Side, links: int = 0) -> list[Action]:
    """BY-MOVE-09 Where the pawn can go now: linked, open, payable cities that are not the player's own on the other side."""
    realm = game.realm(seat, side)
    if realm.at is None or links >= CONFIG.links_per_action:
        return []
    have, closed = realm.move - surcharge(links + 1), game.closed
    return [
        way
        for way, to, price in priced_ways((side, realm.at, has_fleet(game, seat)))
        if price <= have and to not in closed and not is_own(game, seat, side, to)
    ]


@remembered
def priced_ways(given: tuple[Side, CityId, bool]) -> tuple[tuple[Action, CityId, int], ...]:
    """BY-MOVE-05 Every way out of a city, and its price with or without the Arab fleet."""
    side, city, fleet = given
    return tuple((March(side, to), to, _price(side, city, to, fleet, doubled=False)) for to in ways_out(side, city))


def is_own(game: Byzantium, seat: Seat, side: Side, to: CityId) -> bool:
    """BY-MOVE-08 A player never attacks himself: neither his own city of the other side nor his own other pawn."""
    place = game.cities[to]
    if place.side == side or place.side not in SIDES:
        return False
    return place.controller == seat or game.realm(seat, place.side).at == to


@kept_in("by_colour")
def entries(game: Byzantium, side: Side) -> tuple[Action, ...]:
    """BY-ENTRY-01 The cities of its colour, where a pawn that is off the map may enter."""
    return tuple(Enter(side, city) for city in CITIES if game.cities[city].side == side)


def can_muster(player: Player, side: Side) -> bool:
    """BY-ENTRY-02 A pawn off the map with a field cube enters; BY-ENTRY-03 a Byzantine one only after a first control."""
    realm = player.realm(side)
    return realm.at is None and field_cubes(realm) > 0 and (side != BYZANTINE or player.mustered)


def entry_obstacles(game: Byzantium, seat: Seat, side: Side, city: CityId) -> Iterator[Refusal]:
    """BY-ENTRY-02 A pawn off the map with a field cube enters a city of its side; a Byzantine one only after a first control."""
    muster = tuple(muster_obstacles(game, seat, side))
    yield from muster
    if not muster and game.cities[city].side != side:
        yield Refusal("BY-ENTRY-01", {"city": city})


def muster_obstacles(game: Byzantium, seat: Seat, side: Side) -> Iterator[Refusal]:
    """BY-ENTRY-02 What keeps a pawn from entering anywhere."""
    realm = game.realm(seat, side)
    if realm.at or not field_cubes(realm):
        yield Refusal("BY-ENTRY-02", {"side": side, "have": field_cubes(realm)})
    elif not can_muster(game.players[seat], side):
        yield Refusal("BY-ENTRY-03", {})
