"""The rulebook's tables, read once from data/tables and checked against these shapes."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .goods import Goods

FOLDER = Path(__file__).parent / "data"
Text = dict[str, str]
S = TypeVar("S")


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


# -- standing ---------------------------------------------------------------------------------------------------


class StabilityTable(Strict, frozen=True):
    lowest: int
    highest: int
    revolution: int
    war: int
    alliance_bad_name: int
    break_alliance: int
    denounce: int
    win_war: int
    annex: int
    beyond_reputation: int


class WarStability(Strict, frozen=True):
    base: int
    no_casus: int
    good_name: int


class StabilityTest(Strict, frozen=True):
    gain: int
    keep: int


class ReputationTable(Strict, frozen=True):
    lowest: int
    highest: int
    alliance_bad_name: int
    denounce: int
    break_alliance: int
    pact: int
    declare_war: int
    declare_on_loser: int
    annex: int
    claim: int
    own_leader: int


class TenthsTable(Strict, frozen=True):
    peace_year: int
    contract: int
    white_peace: int
    peace: int
    famine: int
    assassin: int
    helping: int
    raids: int
    great_town: int


class GloryTable(Strict, frozen=True):
    war_lost: int
    war_won: int
    annex: int
    units_per_point: int
    prisoner: int
    alliance: int
    revolution: int


class AnnualGlory(Strict, frozen=True):
    resources_per_point: int
    gold_per_point: int
    peace_year: int
    territory: int
    artist: int


class StandingTables(Strict, frozen=True):
    stability: StabilityTable
    declare_war: WarStability
    test: StabilityTest
    reputation: ReputationTable
    tenths: TenthsTable
    great_town_level: int
    glory: GloryTable
    annual: AnnualGlory
    domination: dict[str, tuple[int, int]]
    helping_provisions: int


# -- operations -------------------------------------------------------------------------------------------------


class OperationKind(Strict, frozen=True):
    difficulty: int
    gold: int
    development: bool = False


class DiscoveryTest(Strict, frozen=True):
    difficulty: int
    innocent_margin: int


class CaravanTable(Strict, frozen=True):
    cost_per_step: int
    income: int
    partner_share: int
    own_war: int
    partner_war: int
    either_war: int
    stability: int
    third_nation: int
    per_discovery: int


class OperationTables(Strict, frozen=True):
    operations: dict[str, OperationKind]
    road_gold_per_difficulty: int
    wound_margin: int
    discovery: DiscoveryTest
    road_income: int
    caravan: CaravanTable


# -- war --------------------------------------------------------------------------------------------------------


class Locks(Strict, frozen=True):
    peace_demand: int
    war_after_peace: int
    pact: int
    alliance: int
    contract: int


class ForceTable(Strict, frozen=True):
    lowest: int
    highest: int
    raid_factor: int
    artillery_factor: int


class InterceptionTable(Strict, frozen=True):
    difficulty: int
    castle: int
    controlled: int
    perspicacious: int


class AmbushTable(Strict, frozen=True):
    difficulty: int
    tactical: int
    perspicacious: int


class LootTable(Strict, frozen=True):
    gold: int
    provisions: int
    resources: int


class TunnelRow(Strict, frozen=True):
    upto: int
    bonus: int
    loss: int = 0
    raid_only: bool = False


class LossTable(Strict, frozen=True):
    winner_inflicts: tuple[int, ...]
    loser_inflicts: tuple[int, ...]
    loser_suffers: tuple[int, ...]


class FateTable(Strict, frozen=True):
    killed: int
    captured: int
    winner_risk: int
    winner_wounded: int


class CounterTable(Strict, frozen=True):
    battles: tuple[tuple[int, int], ...]
    battle_major: int
    territory: int
    capital: int
    all_territories: int
    prisoner: int


class PriceTable(Strict, frozen=True):
    goods: int
    gold: int
    national_territory: int
    territory: int
    contract: int
    pact: int
    alliance: int


class PassiveDefence(Strict, frozen=True):
    sides: int
    danger_per_unit: int
    ignored_by_threats: int


class WarTables(Strict, frozen=True):
    locks: Locks
    casus_belli: dict[str, str]
    traits: tuple[str, ...]
    points: tuple[str, ...]
    force: ForceTable
    steps: int
    interception: InterceptionTable
    ambush: AmbushTable
    raid_loot: LootTable
    tunnel: tuple[TunnelRow, ...]
    ratio: tuple[tuple[float, int], ...]
    losses: LossTable
    leader_fate: FateTable
    loss_test: tuple[int, ...]
    counter: CounterTable
    prices: PriceTable
    passive_defence: PassiveDefence


# -- magic and events -------------------------------------------------------------------------------------------


class LearnTable(Strict, frozen=True):
    cost: int
    difficulty: tuple[tuple[int, int], ...]
    second: int
    sources_maximum: int
    gold_bonus: int
    resource_bonus: int
    most_colours: int


class MagicTables(Strict, frozen=True):
    learn: LearnTable
    fluid_maximum: int


class Legacy(Strict, frozen=True):
    sides: int
    times: int


class EventTables(Strict, frozen=True):
    lowest: int
    highest: int
    die: int
    national_scores: tuple[int, ...]
    public: tuple[int, ...]
    national: dict[int, str]
    world: dict[int, str]
    civil_war_chance: int
    desertion_again: int
    auspices_test: int
    feast_gold: int
    legacy: Legacy
    lost_farms_sides: int
    brigands_sides: int
    source_loss_chance: int
    science: int
    ash_territories: int
    roll_bonus: int


def read_yaml(name: str, kind: type[S]) -> S:
    return msgspec.yaml.decode((FOLDER / name).read_bytes(), type=kind)


class Tables:
    """Every table by chapter, read when first asked for."""

    @cached_property
    def land(self) -> LandTables:
        return read_yaml("tables/land.yaml", LandTables)

    @cached_property
    def towns(self) -> TownTables:
        return read_yaml("tables/towns.yaml", TownTables)

    @cached_property
    def leaders(self) -> LeaderTables:
        return read_yaml("tables/leaders.yaml", LeaderTables)

    @cached_property
    def science(self) -> ScienceTables:
        return read_yaml("tables/science.yaml", ScienceTables)

    @cached_property
    def standing(self) -> StandingTables:
        return read_yaml("tables/standing.yaml", StandingTables)

    @cached_property
    def operations(self) -> OperationTables:
        return read_yaml("tables/operations.yaml", OperationTables)

    @cached_property
    def war(self) -> WarTables:
        return read_yaml("tables/war.yaml", WarTables)

    @cached_property
    def magic(self) -> MagicTables:
        return read_yaml("tables/magic.yaml", MagicTables)

    @cached_property
    def events(self) -> EventTables:
        return read_yaml("tables/events.yaml", EventTables)

    @cached_property
    def national_structures(self) -> dict[str, StructureEffect]:
        return read_yaml("national_structures.yaml", dict[str, StructureEffect])

    @cached_property
    def minor(self) -> MinorTable:
        return read_yaml("minor.yaml", MinorTable)

    @cached_property
    def grimoire(self) -> dict[str, Any]:
        """The thirteen colours as plain data; the magic chapter gives them their types."""
        return read_yaml("magic.yaml", dict[str, Any])


TABLES = Tables()
