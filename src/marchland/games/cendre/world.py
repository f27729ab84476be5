"""The world as data: territories, national booklets and unit types, loaded once and checked."""

from __future__ import annotations

import csv
from functools import cache
from typing import Any

import msgspec

from marchland.kernel.atlas import Atlas
from marchland.kernel.errors import BadFile

from .goods import Goods
from .tables import FOLDER, TABLES, Strict, Text, read_yaml

# -- territories ------------------------------------------------------------------------------------------------


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes about a territory, and what it holds at the start."""

    code: str
    name: str
    owner: str
    terrains: tuple[str, ...]
    coastal: bool
    frozen: bool
    archipelago: bool
    town: str
    """The name of its town, empty if it starts without one."""
    farms: int
    farm_capacity: int
    exploitations: int
    resource_level: int
    resource: str
    population: int
    source: int
    colour: str
    danger: int
    town_size: int
    roads: bool

    @property
    def sea(self) -> bool:
        return self.terrains[0] == "mer"

    @property
    def open_sea(self) -> bool:
        """Sea without an archipelago: no land unit is at home there."""
        return self.sea and not self.archipelago

    @property
    def by_the_sea(self) -> bool:
        return self.sea or self.coastal

    @property
    def port(self) -> bool:
        """Sea, coast or a navigable river along one of its borders."""
        return self.by_the_sea or self.code in navigable()


def _site(row: dict[str, str]) -> Site:
    numbers = ("farms", "farm_capacity", "exploitations", "resource_level", "population", "source", "danger")
    return Site(
        code=row["code"],
        name=row["name"],
        owner=row["owner"],
        terrains=tuple(filter(None, (row["terrain"], row["terrain2"]))),
        coastal=row["coastal"] == "yes",
        frozen=row["frozen"] == "yes",
        archipelago=row["archipelago"] == "yes",
        town=row["city"],
        resource=row["resource"],
        colour=row["magic"],
        town_size=int(row["city_size"] or 0),
        roads=row["roads"] == "yes",
        **{name: int(row[name]) for name in numbers},
    )


ATLAS = Atlas.load(FOLDER / "map.json")
with (FOLDER / "territories.csv").open(encoding="utf-8", newline="") as _file:
    SITES: dict[str, Site] = {row["code"]: _site(row) for row in sorted(csv.DictReader(_file), key=lambda row: row["code"])}
CODES = tuple(SITES)


@cache
def navigable() -> frozenset[str]:
    """The territories along a navigable river."""
    return frozenset(code for code in CODES if ATLAS.neighbours(code, "navigable"))


@cache
def land_neighbours(code: str) -> tuple[str, ...]:
    """Neighbours that can be reached without flying over lava."""
    return ATLAS.neighbours(code, "open", "river", "navigable")


@cache
def distances(code: str) -> dict[str, int]:
    """Steps to every territory, lava borders closed."""
    return ATLAS.distances(code, "open", "river", "navigable")


# -- units ------------------------------------------------------------------------------------------------------


class UnitKind(Strict, frozen=True):
    id: str
    name: Text
    force: int
    move: int
    loss_priority: int
    traits: tuple[str, ...]
    strengths: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()
    recruit: dict[str, int] = {}
    upkeep: Goods = Goods()
    unlocked_by: str = ""
    note: str = ""
    nation: str = ""

    @property
    def price(self) -> Goods:
        return Goods.of({kind: amount for kind, amount in self.recruit.items() if kind != "pop"})

    @property
    def people(self) -> int:
        """Recruitment capacity one unit takes."""
        return self.recruit.get("pop", 0)


# -- booklets ---------------------------------------------------------------------------------------------------


Wanted = bool | int | str | tuple[str, ...]
"""What a condition asks for: that something is so, a limit, a word, or one of several."""


class Modifier(Strict, frozen=True):
    target: str
    op: str
    value: int | float | str
    condition: dict[str, Wanted] = {}
    note: str = ""


class LeaderSpecial(Strict, frozen=True):
    special: str
    applies: str
    chance: int
    note: str = ""


class StartingDiscovery(Strict, frozen=True):
    domain: str
    name: str
    choice: str = ""


class AutomaticUnits(Strict, frozen=True):
    season: str
    unit: str
    count: str | int = 0
    where: str = ""
    scatter: bool = False
    terrain: tuple[str, ...] = ()
    cap_total: str = ""
    cap_per_territory: int = 0
    mode: str = ""
    value: int = 0
    condition: dict[str, Wanted] = {}
    note: str = ""


class NationalStructure(Strict, frozen=True):
    """One of a nation's two structures; `rule` is its id in the catalogue, `effect` its words there."""

    id: str
    rule: str
    name: Text
    place: str
    glory: int
    unique: bool
    cost: Goods
    effect: Text


class NationalEvent(Strict, frozen=True):
    """One of a nation's four events; `rule` is its id in the catalogue, `effect` its words there."""

    result: int
    rule: str
    name: Text
    public: bool
    duration: tuple[str, ...]
    effect: Text


class StartingCivil(Strict, frozen=True):
    level: str
    competence: int
    talents: tuple[str, ...]
    gifts: tuple[str, ...]


class StartingMilitary(Strict, frozen=True):
    level: str
    command: int
    strategy: int
    tactics: tuple[str, ...]


class StartingMagic(Strict, frozen=True):
    level: str
    power: int
    control: int
    colours: tuple[str, ...]


class StartingLeader(Strict, frozen=True):
    name: str
    title: Text
    age: int
    ruler: bool = False
    specials: tuple[str, ...] = ()
    civil: StartingCivil | None = None
    military: StartingMilitary | None = None
    magic: StartingMagic | None = None


class Start(Strict, frozen=True):
    gold: int
    provisions: int
    resources: dict[str, int]
    stability: int
    reputation: int
    cities: dict[str, int]
    army: dict[str, dict[str, int]]
    civil_units: dict[str, int] = {}


class Booklet(Strict, frozen=True):
    """Everything that is a nation's own."""

    id: str
    slug: str
    colour: str
    name: Text
    race: str
    capital: str
    territories: tuple[str, ...]
    national_claims: tuple[str, ...]
    government: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    leader_levels: dict[str, str]
    leader_specials: tuple[LeaderSpecial, ...]
    magic: str
    discovery: StartingDiscovery
    city_size_limit: int | None
    automatic_recruitment: AutomaticUnits | None
    units: tuple[UnitKind, ...]
    supremacy: UnitKind
    structures: tuple[NationalStructure, ...]
    events: tuple[NationalEvent, ...]
    leaders: tuple[StartingLeader, ...]
    start: Start
    bot_style: str
    automatic_loss: AutomaticUnits | None = None


class Revised(Strict, frozen=True):
    """What an earlier printing of a booklet had otherwise."""

    modifiers: tuple[Modifier, ...] | None = None
    leader_levels: dict[str, str] | None = None
    leaders: tuple[StartingLeader, ...] | None = None
    start: Start | None = None

    def over(self, booklet: Booklet) -> Booklet:
        """The booklet as it was printed then."""
        said = {name: value for name, value in msgspec.structs.asdict(self).items() if value is not None}
        return msgspec.structs.replace(booklet, **said)


class ThreatArmy(Strict, frozen=True):
    count: int
    first: dict[str, int]
    other: dict[str, int] = {}
    strategy: int = 0
    leader: dict[str, Any] = {}
    heart: str = ""
    landing: str = ""
    reinforcement: str = ""


class ThreatKind(Strict, frozen=True):
    name: Text
    scale: str
    appears_in: tuple[str, ...]
    units: tuple[UnitKind, ...]
    army: ThreatArmy
    behaviour: dict[str, str]
    ends: tuple[str, ...]


class _MinorKind(msgspec.Struct, frozen=True):
    name: Text
    units: tuple[UnitKind, ...]


class _Threats(msgspec.Struct, frozen=True):
    north: ThreatKind
    east: ThreatKind
    south: ThreatKind
    west: ThreatKind


class _NationsFile(msgspec.Struct, frozen=True):
    caraque: UnitKind
    minor_nation: _MinorKind
    external_threats: _Threats
    nations: tuple[Booklet, ...]


_FILE = read_yaml("nations.yaml", _NationsFile)
BOOKLETS: dict[str, Booklet] = {booklet.id: booklet for booklet in sorted(_FILE.nations, key=lambda booklet: booklet.id)}
MAJORS = tuple(BOOKLETS)
_FIRST = read_yaml("nations_first.yaml", dict[str, Revised])
PRINTINGS: dict[int, dict[str, Booklet]] = {
    1: {name: _FIRST.get(name, Revised()).over(booklet) for name, booklet in BOOKLETS.items()},
    2: BOOKLETS,
}
"""The booklets by printing: games begun with an earlier one keep its modifiers, leaders, their levels, and its start."""
THREATS: dict[str, ThreatKind] = msgspec.structs.asdict(_FILE.external_threats)


def _of_race(unit: UnitKind, race: str, nation: str = "") -> UnitKind:
    """The unit as its people raise it: all but human ones carry their race as a trait."""
    traits = unit.traits if race == "humain" or race in unit.traits else (*unit.traits, race)
    return msgspec.structs.replace(unit, traits=traits, nation=nation)


def _national_units() -> dict[str, UnitKind]:
    units: dict[str, UnitKind] = {}
    for booklet in BOOKLETS.values():
        for unit in (*booklet.units, booklet.supremacy):
            units[unit.id] = _of_race(unit, booklet.race, booklet.id)
    for side, threat in THREATS.items():
        units.update({unit.id: msgspec.structs.replace(unit, nation=f"EXT-{side.upper()}") for unit in threat.units})
    return units


COMMON_UNITS: dict[str, UnitKind] = {unit.id: unit for unit in (_FILE.caraque, *_FILE.minor_nation.units)}
UNITS = _national_units()


@cache
def unit_kind(unit: str) -> UnitKind:
    """A unit type by id; common types (caraque, minor nations, summons) may carry a race: `min-archers/elfe`."""
    base, _, race = unit.partition("/")
    if base in UNITS:
        return UNITS[base]
    found = COMMON_UNITS.get(base) or summoned_units().get(base)
    if found is None:
        raise BadFile(f"unknown unit {unit!r}")
    return msgspec.structs.replace(_of_race(found, race or "humain"), id=unit)


@cache
def summoned_units() -> dict[str, UnitKind]:
    """The units that spells call up."""
    found: dict[str, UnitKind] = {}
    for colour in TABLES.grimoire["colours"]:
        for spell in colour["spells"]:
            for atom in spell["effect"]:
                if atom.get("unit"):
                    found[atom["unit"]["id"]] = msgspec.convert(atom["unit"], UnitKind)
    return found


def recruitable(nation: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """TC-WAR-02 The unit types a major nation may recruit with its discoveries."""
    booklet = BOOKLETS[nation]
    units = [unit.id for unit in booklet.units]
    if "Suprématie martiale" in known:
        units.append(booklet.supremacy.id)
    if "Caraques" in known:
        units.append("caraque" if booklet.race == "humain" else f"caraque/{booklet.race}")
    return tuple(units)


def domain_of(discovery: str) -> str:
    return _DOMAINS[discovery]


_DOMAINS = {name: domain for domain, names in TABLES.science.domains.items() for name in names}
DOMAINS = tuple(TABLES.science.domains)


def discovery_named(name: str) -> str:
    """The discovery under its proper name, whatever printed name was used."""
    return TABLES.science.aliases.get(name, name)
