"""How strategists of each level think, and the temper in which each nation is played: data."""

from __future__ import annotations

from functools import cache

from marchland.kernel.planning import parted

from ...state import NationId
from ...tables import Strict, read_yaml
from ..plan import Temper
from ..writer import bend


class Manner(Strict, frozen=True):
    """A level's sight and faults, never chance: a beginner does not see far, and overlooks whole chapters of the rules."""

    horizon: int = 99
    """Active seasons it thinks ahead."""
    saves: bool = True
    """Keeps materials for great works."""
    industry: bool = True
    """Sees what workshops would earn."""
    trains: bool = True
    """Has its people schooled."""
    caravans: bool = True
    friends: int = 19
    """With how many nations it keeps treaties."""
    learns: bool = True
    """Chooses discoveries by what they will bring, and not by their order in the book."""
    calm: float = 1.0
    """How much it minds unrest."""
    seasoned: bool = False
    """Weighs works as two rounds of playing have taught, not one."""
    armed: bool = True
    """Raises troops before somebody stands at its border."""


class Weights(Strict, frozen=True):
    """How much each kind of work counts beside what is reckoned for it: found by playing (`record` in the file)."""

    show: float = 1.0
    learning: float = 1.0
    building: float = 1.0
    towns: float = 1.0
    villages: float = 1.0
    mines: float = 1.0
    calm: float = 1.0
    gold: float = 1.0
    later: float = 1.0
    leaders: float = 1.0
    schooling: float = 1.0
    projects: float = 1.0
    hiring: float = 1.0
    magic: float = 1.0
    scholars: float = 1.0
    materials: float = 1.0


class Manners(Strict, frozen=True):
    """data/strategists.yaml"""

    record: tuple[str, ...]
    weights: Weights
    seasoned: Weights
    manners: dict[str, Manner]
    tempers: dict[NationId, Temper]
    tastes: dict[str, dict[str, float]]


@cache
def manners() -> Manners:
    return read_yaml("strategists.yaml", Manners)


def manner_of(style: str) -> Manner:
    manner, _ = parted(style)
    return manners().manners[manner]


def weights_of(manner: Manner) -> Weights:
    return manners().seasoned if manner.seasoned else manners().weights


def temper_of(nation: NationId, style: str) -> Temper:
    """The nation's temper, bent by a taste: at least so much of what that loves, and nothing of what it shuns."""
    _, taste = parted(style)
    temper = manners().tempers.get(nation, Temper())
    return bend(temper, manners().tastes[taste]) if taste else temper


TASTES = ("builder", "raider", "diplomat")
