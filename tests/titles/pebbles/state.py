"""What lies on the table in Pebbles."""

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.state import State


class Holding(msgspec.Struct, frozen=True):
    seat: Seat
    value: int


class Pebbles(State, kw_only=True):
    rounds: int
    dice: bool
    written: bool = False
    round: int = 0
    bag: list[int] = []
    hands: list[tuple[int, ...]] = []
    land: dict[str, Holding | None] = {}
    scores: list[int] = []
    order: tuple[Seat, ...] = ()


STATE = Pebbles
