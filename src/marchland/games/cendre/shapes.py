"""The shapes of the tables of land, towns, leaders and science."""

from __future__ import annotations

import msgspec

from .goods import Goods

Text = dict[str, str]


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table whose keys are all known: a misspelt key in the data is an error."""


# -- land -------------------------------------------------------------------------------------------------------


class Possession(Strict, frozen=True):
    owned: bool
    controlled: bool
    national: bool
    production: int
    town: bool
    recruit: bool
    hire: bool
    operate: bool
    magic: bool
    danger: int


class ResourceKind(Strict, frozen=True):
    colour: str
    building: str
    value: int
    built: Goods


class DangerTable(Strict, frozen=True):
    not_national: int
    not_owned: int
    roads: int
    brigands: int
    militia: int
    castle: int
    code_of_laws: int
    national_union: int
    steward: int
    negative_stability: int
    independence_at: int


class Terrain(Strict, frozen=True):
    difficulty: int
    defence: int
    ambush: int
    resources: tuple[str, ...]


class TerrainPair(Strict, frozen=True):
    terrains: tuple[str, str]
    defence: int
    ambush: int


class LandTables(Strict, frozen=True):
    possession: tuple[Possession, ...]
    resources: dict[str, ResourceKind]
    danger: DangerTable
    terrains: dict[str, Terrain]
    frozen: Terrain
    pairs: tuple[TerrainPair, ...]
    river_defence: int
    landing_defence: int
    works_defence: int
    works_defence_raid: int
    tax: int
    limit: int
    territory_structures: int
    police_finds: int
    militia_finds: int


# -- towns ------------------------------------------------------------------------------------------------------


class TownLevel(Strict, frozen=True):
    level: int
    priority: int
    eats: int
    gold: int
    provisions: int
    resources: int
    buildings: int
    cost_gold: int
    cost_resources: int
    usable: tuple[str, ...]


class MaritimeCompany(Strict, frozen=True):
    dice: int
    sides: int
    per_war: int
    times: int


class StructureKind(Strict, frozen=True):
    """A common structure of table 6 or a national one."""

    place: str
    cost: Goods
    glory: int
    unique: bool = False
    public: bool = False
    named: bool = False
    port: bool = False
    border: bool = False
    leaders: str = ""
    stability_test: int = 0
    stability: int = 0
    reputation: int = 0
    yearly_glory: int = 0
    nation: str = ""
    terrains: tuple[str, ...] = ()
    national_land: bool = False
    coastal: bool = False


class StructureEffect(Strict, frozen=True):
    """The figures of a national structure; what they mean is in the structure's own text."""

    it: str
    terrains: tuple[str, ...] = ()
    coastal: bool = False
    national_land: bool = False
    public: bool = False
    stability_test: int = 0
    stability_peace: bool = False
    stability_most: int = 0
    danger: int = 0
    storage_provisions: int = 0
    storage_resources: int = 0
    provisions: int = 0
    resource: int = 0
    resource_kinds: tuple[str, ...] = ()
    regrowth: int = 0
    source: int = 0
    event_roll: int = 0
    reputation: int = 0
    tenths: int = 0
    amount: int = 0
    most: int = 0
    price: int = 0
    share: int = 0
    chance: int = 0
    competence: int = 0
    margin: int = 0


class MinorTable(Strict, frozen=True):
    """What a land that breaks away starts with."""

    levy: str
    people_per_levy: int
    always: dict[str, int]
    town: dict[str, int]
    coast: dict[str, int]
    open_sea: dict[str, int]
    treasury: Goods
    ruler_age: int
    store: int
    growth_chance: int
    growth_below: int
    winter_levy: int


class TownTables(Strict, frozen=True):
    levels: tuple[TownLevel, ...]
    level_lost_danger: int
    capture_gold: int
    pillage_gold: int
    pillage_resources: int
    mill_factor: int
    industry_factor: int
    silos: int
    warehouses: int
    academy_science: int
    maritime_company: MaritimeCompany
    structures: dict[str, StructureKind]
    castle_tactical: int
    castle_tactical_raid: int
    school_test: int
    school_chance: int
    structure_names: dict[str, Text]


# -- leaders ----------------------------------------------------------------------------------------------------


class CivilScale(Strict, frozen=True):
    competence: tuple[int, ...]
    talents: tuple[int, ...]
    gifts: tuple[int, ...]


class MilitaryScale(Strict, frozen=True):
    command: tuple[int, ...]
    strategy: tuple[int, ...]
    tactics: tuple[int, ...]


class MagicScale(Strict, frozen=True):
    power: tuple[int, ...]
    control: tuple[int, ...]
    colours: tuple[int, ...]


class MarketTable(Strict, frozen=True):
    price: tuple[int, ...]
    floor: tuple[int, ...]
    fall: int
    arrival: int
    arrival_empty: int


class Training(Strict, frozen=True):
    difficulty: int
    cost: int
    bonus: int


class Recruiting(Strict, frozen=True):
    difficulty: int
    cost: int


class CapitalMove(Strict, frozen=True):
    difficulty: int
    cost: int
    stability: int


class GiftEffects(Strict, frozen=True):
    militariste_gold: int
    planificateur_gold: int
    collecteur_gold: int
    richissime_gold: int
    diplomate_chance: int
    populiste_test: int
    batisseur_percent: int
    astrologue_roll: int
    recruteur_gold: int


class SpecialEffects(Strict, frozen=True):
    alcoholic_chance: int


class Dice(Strict, frozen=True):
    dice: int
    sides: int
    plus: int


class CivilUnitKind(Strict, frozen=True):
    order: str
    cost: Goods
    upkeep: int
    pool: bool


class LeaderTables(Strict, frozen=True):
    maximum: tuple[tuple[int, int], ...]
    town_bonus: tuple[tuple[int, int], ...]
    upkeep: int
    found: dict[str, tuple[str, ...]]
    random: tuple[str, ...]
    colour: tuple[int, ...]
    levels: tuple[str, ...]
    civil: CivilScale
    military: MilitaryScale
    magic: MagicScale
    colours_maximum: int
    market: MarketTable
    training: dict[str, Training]
    recruiting: dict[str, Recruiting]
    wished_trait: tuple[int, ...]
    heal: int
    capital: CapitalMove
    talents: tuple[str, ...]
    gifts: tuple[str, ...]
    tactics: tuple[str, ...]
    hated_races: tuple[str, ...]
    commanded: tuple[str, ...]
    specialist_terrains: tuple[str, ...]
    gift_effects: GiftEffects
    specials: SpecialEffects
    new_age: Dice
    new_age_long: Dice
    civil_units: dict[str, CivilUnitKind]
    diplomat_chance: int


# -- science ----------------------------------------------------------------------------------------------------


class ScienceEffects(Strict, frozen=True):
    naval_move: int
    naval_force: int
    shipyards: Goods
    trawlers: int
    test: int
    tactics: int
    barracks_gold: int
    arsenals: int
    architecture_gold: int
    architecture_resources: int
    leisure_test: int
    diplomacy_tenths: int
    teaching_chance: int
    epic_stability: int
    mining: int
    geology_test: int
    building_gold: int
    building_resources: int
    astronomy_roll: int
    medicine: int
    engineering_test: int
    religion_test: int
    proselytism_chance: int
    politics_test: int
    illumination_glory: int
    irrigation: dict[str, int]
    forestry: int
    breeding: int
    agronomy_chance: int
    horses: Goods
    horses_provisions: int
    bank_gold: int
    mint_sides: int
    printing_science: int


class ScienceTables(Strict, frozen=True):
    thresholds: tuple[int, ...]
    glory: int
    ultimate_glory: int
    ultimate_tenths: int
    domains: dict[str, tuple[str, ...]]
    aliases: dict[str, str]
    effects: ScienceEffects
    open_colours: tuple[str, ...]
