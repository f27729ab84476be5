"""What lies on the table in Byzantium: cities, sheets, boxes. Data only."""

from functools import cache

import msgspec
from msgspec.structs import replace

from marchland.kernel.actions import Seat
from marchland.kernel.memo import Known
from marchland.kernel.state import State

from .tables import BYZANTINE, CityId, Side

CUBE, FORTIFICATION = "cube", "fortification"


class City(msgspec.Struct, frozen=True, gc=False):
    """A city on the map: its colour, its tokens and the marker that shows who controls it."""

    side: Side
    tokens: int
    controller: Seat | None = None
    marker: str | None = None


class Realm(msgspec.Struct, frozen=True, gc=False):
    """One player's stake in one side: the four slots, guard, pawn, treasury and score."""

    elite: int
    main: int
    militia: int
    move: int
    treasury: int
    points: int
    guard: bool = False
    at: CityId | None = None


class Player(msgspec.Struct, frozen=True, gc=False):
    """One player's cubes outside the map and the boxes, and both realms."""

    byzantine: Realm
    arab: Realm
    pool: int
    casualties: int
    fortifications: int
    tax: int = 0
    passing: int = 0
    churches: int = 0
    mosques: int = 0
    removed: int = 0
    mustered: bool = False
    """Has the player controlled a Byzantine city, so that his Byzantine pawn may be on the map?"""

    def realm(self, side: Side) -> Realm:
        return self.byzantine if side == BYZANTINE else self.arab


class Byzantium(State, kw_only=True):
    """The whole table. Emperor, Caliph and the fleets belong to whoever has a cube on their box.

    `by_colour`, `by_marker` and `by_tokens` keep what rules worked out from the cities: from their colours alone, from colours
    and markers, from colours and tokens; `by_boxes` what they worked out from the boxes. The audit proves that it still holds.
    """

    DERIVED = ("by_colour", "by_marker", "by_tokens", "by_boxes")

    players: list[Player] = []
    cities: dict[CityId, City] = {}
    boxes: dict[str, tuple[Seat, ...]] = {}
    bulgars: int = 0
    bank_paid: int = 0
    """Bezants the bank has paid out and not got back: always what lies in the treasuries."""

    turn: int = 1
    first: Seat = 0
    passed: tuple[Seat, ...] = ()
    closed: tuple[CityId, ...] = ()
    """Destinations given up in the current action because the Byzantine fleet made them dearer."""

    afresh: bool = False
    """The player gave up his only move and chooses his action again."""

    fell_to: Seat | None = None
    """Who took Constantinople."""

    civil_war_own_city: bool = True

    by_colour: Known = {}
    by_marker: Known = {}
    by_tokens: Known = {}
    by_boxes: Known = {}

    # -- short ways to what rules ask for all the time -----------------------------------------------

    def realm(self, seat: Seat, side: Side) -> Realm:
        player = self.players[seat]
        return player.byzantine if side == BYZANTINE else player.arab

    def change(self, seat: Seat, **changes: int | bool | Realm) -> None:
        """Change fields of a player."""
        self.players[seat] = replace(self.players[seat], **changes)
        self.menu = None

    def change_realm(self, seat: Seat, side: Side, **changes: int | bool | CityId | None) -> None:
        """Change fields of one of a player's realms."""
        player = self.players[seat]
        if side == BYZANTINE:
            self.players[seat] = replace(player, byzantine=replace(player.byzantine, **changes))
        else:
            self.players[seat] = replace(player, arab=replace(player.arab, **changes))
        self.menu = None

    def change_city(self, city: CityId, **changes: int | Side | None) -> None:
        """Change fields of a city, and forget what followed from them."""
        before = self.cities[city]
        after = self.cities[city] = replace(before, **changes)
        self.menu = None
        recoloured = after.side != before.side
        if recoloured:
            self.by_colour = {}
        if recoloured or after.controller != before.controller or after.marker != before.marker:
            self.by_marker = {}
        if recoloured or after.tokens != before.tokens:
            self.by_tokens = {}

    def change_box(self, box: str, cubes: tuple[Seat, ...]) -> None:
        """Change whose cubes lie on a box, and forget what followed from it."""
        self.boxes[box] = cubes
        self.menu = None
        self.by_boxes = {}

    @property
    def player_turns(self) -> int:
        return self.turn * len(self.players)

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats in turn order, this one first."""
        return clockwise(len(self.players), seat)


@cache
def clockwise(players: int, first: Seat) -> tuple[Seat, ...]:
    seats = range(players)
    return (*seats[first:], *seats[:first])


STATE = Byzantium
