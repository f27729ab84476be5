"""The shapes of the tables of standing, operations, war, magic and events."""

from __future__ import annotations

from .shapes import Strict

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
