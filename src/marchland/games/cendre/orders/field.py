"""The nine magical and the eleven military operations."""

from __future__ import annotations

from ..goods import NOTHING, Goods
from .base import LeaderOrder

# -- ORDRES: magical --------------------------------------------------------------------------------------------


class MagicOrder(LeaderOrder, frozen=True):
    pass


class LearnMagic(MagicOrder, frozen=True):
    """`extra`: 100 gold and 20 of any resources on top, for the bonuses."""

    KEYWORD = "apprendre"
    colour: str
    extra: Goods = NOTHING


class DryUp(MagicOrder, frozen=True):
    KEYWORD = "assecher"
    territory: str


class BoostSource(MagicOrder, frozen=True):
    KEYWORD = "booster"


class ChangeColour(MagicOrder, frozen=True):
    KEYWORD = "changer-couleur"
    colour: str


class Divert(MagicOrder, frozen=True):
    KEYWORD = "devier"
    territory: str
    points: int


class Exhaust(MagicOrder, frozen=True):
    KEYWORD = "epuiser"
    territory: str


class CastSpell(MagicOrder, frozen=True):
    """`spell` is `colour/level`; the target is a territory, a nation or a leader's name, as the spell asks."""

    KEYWORD = "sort"
    spell: str
    territory: str = ""
    nation: str = ""
    target: str = ""
    choice: str = ""


class Reinforce(MagicOrder, frozen=True):
    KEYWORD = "renforcer"
    territory: str
    points: int


class Siphon(MagicOrder, frozen=True):
    KEYWORD = "siphonner"
    territory: str
    points: int


# -- ORDRES: military -------------------------------------------------------------------------------------------


class MilitaryOrder(LeaderOrder, frozen=True):
    pass


class MarchOrder(MilitaryOrder, frozen=True):
    """An army's way: the territories of `via`, then `territory`."""

    territory: str
    via: tuple[str, ...] = ()


class Attack(MarchOrder, frozen=True):
    KEYWORD = "attaquer"


class TunnelAttack(MarchOrder, frozen=True):
    KEYWORD = "attaquer-tunnel"


class Defend(MilitaryOrder, frozen=True):
    KEYWORD = "defendre"


class March(MarchOrder, frozen=True):
    KEYWORD = "deplacer"


class Demolish(MilitaryOrder, frozen=True):
    KEYWORD = "detruire"
    structure: str


class Disband(MilitaryOrder, frozen=True):
    KEYWORD = "disperser"
    units: tuple[tuple[str, int], ...]


class Intercept(MilitaryOrder, frozen=True):
    KEYWORD = "intercepter"


class Pillage(MilitaryOrder, frozen=True):
    KEYWORD = "piller"


class Raid(MarchOrder, frozen=True):
    KEYWORD = "raid"


class TunnelRaid(MarchOrder, frozen=True):
    KEYWORD = "raid-tunnel"


class RecruitUnits(MilitaryOrder, frozen=True):
    """All `number` or none; with `most`, as many as possible up to it."""

    KEYWORD = "recruter"
    unit: str
    number: int
    most: bool = False
    territory: str = ""
    """Only for a structure that recruits; a leader recruits where he stands."""
