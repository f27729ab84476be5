"""The nineteen civil operations."""

from __future__ import annotations

from typing import ClassVar

from ..goods import NOTHING, Goods
from .base import LeaderOrder


class CivilOrder(LeaderOrder, frozen=True, kw_only=True):
    """A civil operation; `winter` marks one written in autumn for the winter."""

    OPERATION: ClassVar[str] = ""
    """The operation's name in the rulebook, as talents and modifiers spell it."""
    winter: bool = False


class DevelopmentOrder(CivilOrder, frozen=True, kw_only=True):
    """An operation that develops a territory owned and controlled, with the leader on the spot."""

    territory: str
    resources: Goods = NOTHING
    """The mix of resources to pay with where the rules leave a choice."""


class Agitate(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "agitation"
    territory: str


class Assassinate(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "assassinat"
    nation: str
    name: str
    """The target's name: an order may name somebody who does not exist."""
    extra: int = 0
    diversion: int = 0


class Brigandage(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "brigandage"
    territory: str


class Construct(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "construction"
    structure: str
    border: str = ""
    name: str = ""
    """A wonder's name."""


class Cultivate(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "culture"


class Clear(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD, OPERATION = "defrichage", "défrichage"


class Develop(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD, OPERATION = "developpement", "développement"


class Hire(CivilOrder, frozen=True, kw_only=True):
    """`territory` only for police and milice."""

    KEYWORD = OPERATION = "embauche"
    unit: str
    territory: str = ""


class Embellish(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "embellissement"


class Spy(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "espionnage"
    territory: str
    extra: int = 0
    diversion: int = 0


class FoundTown(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD, OPERATION = "essor-urbain", "essor urbain"


class Exploit(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "exploitation"


class Populate(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "peuplement"


class Prospect(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "prospection"
    territory: str
    extra: int = 0


class Research(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "recherche"
    domain: str


class BuildRoads(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD, OPERATION = "reseau-routier", "réseau routier"


class Claim(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "revendication"
    territory: str


class Stabilise(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "stabilisation"


class Urbanise(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "urbanisation"
