"""The numbers of the game, loaded once from `data/` and never changed, and what its sides and slots are called."""

from pathlib import Path

import msgspec

from marchland.kernel.memo import remembered

CityId = str
Side = str

BYZANTINE, ARAB, PERSIAN, BULGAR = "byzantine", "arab", "persian", "bulgar"
SIDES: tuple[Side, ...] = (BYZANTINE, ARAB)
"""The two sides every player fights for."""

ELITE, MAIN, MILITIA, MOVE = "elite", "main", "militia", "move"
SLOTS = (ELITE, MAIN, MILITIA, MOVE)
FIELD_SLOTS = (ELITE, MAIN, MOVE)
"""The slots of the army in the field: what a pawn stands for."""

CAPITAL: CityId = "constantinople"
ROAD, DESERT, SEA = "road", "desert", "sea"

DATA = Path(__file__).parent / "data"


class SlotNumbers(msgspec.Struct, frozen=True):
    """One row of the player sheet: cubes at the start by side, and upkeep per cube."""

    byzantine: int
    arab: int
    upkeep: int

    def start(self, side: Side) -> int:
        return self.byzantine if side == BYZANTINE else self.arab


class BulgarNumbers(msgspec.Struct, frozen=True):
    cubes: int
    start: int
    added: int


class CapitalNumbers(msgspec.Struct, frozen=True):
    strength: int
    cubes_per_hit: int
    points: int


class LateStart(msgspec.Struct, frozen=True):
    """What players have more at the start, in the order in which they act."""

    bezants: tuple[int, ...]
    cubes: tuple[int, ...]


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`data/config.yaml`."""

    turns: int
    cubes: int
    pool: int
    fortifications: int
    treasury: dict[Side, int]
    points: dict[Side, int]
    late_start: LateStart
    sheet: dict[str, SlotNumbers]
    boxes: dict[str, int]
    bulgars: BulgarNumbers
    cube_price: int
    building_price: int
    building_points: int
    role_points: int
    tax_per_cube: int
    income_per_token: int
    desertion_points: int
    reinforcements: int
    city_limit: int
    link_price: int
    arab_sea_price: int
    second_link_surcharge: int
    links_per_action: int
    hit: int
    battle_dice: int
    marker_field_cubes: int
    constantinople: CapitalNumbers


CONFIG = msgspec.yaml.decode((DATA / "config.yaml").read_bytes(), type=Config)


def other_side(side: Side) -> Side:
    return ARAB if side == BYZANTINE else BYZANTINE


def slot_id(side: Side, slot: str) -> str:
    """The name of a sheet slot on the board: `arab-move`."""
    return f"{side}-{slot}"


SHEET: tuple[str, ...] = tuple(slot_id(side, slot) for side in SIDES for slot in SLOTS)
POOL, CASUALTIES = "pool", "casualties"
SOURCES: tuple[str, ...] = (POOL, CASUALTIES, *SHEET)
"""Where a cube can be taken from, in the order in which it is offered."""


@remembered
def split_slot(place: str) -> tuple[Side, str]:
    side, slot = place.split("-")
    return side, slot
