"""Orders of the secondary upkeep and the general orders: production, science, placement, armies, leaders."""

from __future__ import annotations

from ..goods import Goods
from .base import LeaderOrder, Order

# -- PRODUCTION -------------------------------------------------------------------------------------------------


class ConvertInTown(Order, frozen=True):
    """Turn `amount` of the territory's own resource into gold."""

    KEYWORD, SECTION = "ville", "PRODUCTION"
    territory: str
    amount: int


class ConvertInBuilding(Order, frozen=True):
    KEYWORD, SECTION = "batiment", "PRODUCTION"
    territory: str
    building: str
    amount: int


class SellAsIndustrialist(Order, frozen=True):
    KEYWORD, SECTION = "industrialiste", "PRODUCTION"
    leader: str
    goods: Goods


class Transmute(Order, frozen=True):
    """Natural philosophy: `amount` of one resource becomes another."""

    KEYWORD, SECTION = "philosophie", "PRODUCTION"
    source: str
    into: str
    amount: int


class UseStructure(Order, frozen=True):
    """A national structure that asks for a decision (`national <slug> CODE ...`)."""

    KEYWORD, SECTION = "national", "PRODUCTION"
    structure: str
    territory: str
    amount: int = 0
    choice: str = ""


# -- SCIENCE ----------------------------------------------------------------------------------------------------


class RunLaboratory(Order, frozen=True):
    KEYWORD, SECTION = "laboratoire", "SCIENCE"
    territory: str
    goods: Goods


class DrainSource(Order, frozen=True):
    """The mage's tower drinks the whole fluid of one controlled territory."""

    KEYWORD, SECTION = "tour-de-mage", "SCIENCE"
    territory: str


class Allocate(Order, frozen=True):
    KEYWORD, SECTION = "allouer", "SCIENCE"
    domain: str
    points: int


class Discover(Order, frozen=True):
    """`option`: attaque or défense for Spécialisation, a colour for Nouvelle magie."""

    KEYWORD, SECTION = "decouverte", "SCIENCE"
    domain: str
    discovery: str
    option: str = ""


# -- LEADERS ----------------------------------------------------------------------------------------------------


class Place(Order, frozen=True):
    KEYWORD, SECTION = "placer", "LEADERS"
    leader: str
    territory: str


class FormArmy(Order, frozen=True):
    """Units as (unit, number) from the garrison at `territory` (empty: where the leader is)."""

    KEYWORD, SECTION = "armee", "LEADERS"
    leader: str
    units: tuple[tuple[str, int], ...]
    territory: str = ""


# -- ORDRES: general --------------------------------------------------------------------------------------------


class GeneralOrder(LeaderOrder, frozen=True):
    pass


class Heal(GeneralOrder, frozen=True):
    KEYWORD = "se-soigner"


class Dismiss(GeneralOrder, frozen=True):
    KEYWORD = "congedier"
    target: str


class MoveCapital(GeneralOrder, frozen=True):
    KEYWORD = "deplacer-capitale"
    territory: str


class RecruitLeader(GeneralOrder, frozen=True):
    """`kind` civil, militaire or magique; `trait` the gift, tactic or colour wished for."""

    KEYWORD = "recruter-leader"
    kind: str
    trait: str = ""


class Train(GeneralOrder, frozen=True):
    """Up to `level` in `kind`; beyond très fort `level` is the characteristic to raise by one."""

    KEYWORD = "entrainer"
    kind: str
    level: str
    bonus: int = 0
