"""Chapters "La stabilité" and "La réputation": yearly changes and the stability test."""

from __future__ import annotations

from marchland.kernel.events import Event

from ...state import WINTER, Cendre, NationId
from ...tables import TABLES
from ...world import BOOKLETS, MAJORS
from ..common.dice import d10, percent
from ..common.figures import Part, Parts, counting, total
from ..common.inquiry import controlled, gifted, held, held_structures, is_at_war, knows, seats_of
from ..common.ledger import change
from ..common.marks import mark_total
from ..common.modifiers import added, added_tenths
from ..magic.lasting import spell_adjusted, spell_roll_twice
from ..towns.booklet import season_reputation, stability_bonus, winter_reputation
from ..towns.towns import structure_kind
from .account import change_counter, change_reputation, change_stability
from .deeds import move_counter, move_stability


class StabilityTested(Event, frozen=True):
    RULE = "TC-STAB-03"
    nation: NationId
    die: int
    bonus: int
    change: int


# -- reputation -------------------------------------------------------------------------------------------------


def yearly_reputation(game: Cendre) -> None:
    """TC-REP-03 In winter: a year of peace, raids, great towns and the nation's own fame; then (TC-REP-04) diplomats."""
    if game.season != WINTER:
        return
    table = TABLES.standing.tenths
    for nation in MAJORS:
        year = game.nations[nation].year
        move_counter(game, nation, table.peace_year * (not year.wars), "peace_year")
        move_counter(game, nation, table.raids * (year.raids > 0), "raids")
        great = sum(game.lands[code].town >= TABLES.standing.great_town_level for code in held(game, nation))
        move_counter(game, nation, table.great_town * great, "great_town")
        change_counter(game, nation, added_tenths(game, nation, "national.reputation"), "national", "TC-STRUCT-08")
        winter_reputation(game, nation)
        _diplomats(game, nation)


def _diplomats(game: Cendre, nation: NationId) -> None:
    """TC-REP-04 Leaders with the gift, and units of diplomats, may each win a point."""
    for _ in gifted(game, nation, "diplomate"):
        if percent(game, nation, "diplomate", TABLES.leaders.gift_effects.diplomate_chance):
            change_reputation(game, nation, 1, "diplomate", "TC-REP-04")
    if percent(game, nation, "diplomates", TABLES.leaders.diplomat_chance * game.nations[nation].civil.diplomates):
        change_reputation(game, nation, 1, "diplomates", "TC-REP-04")


def seasonal_reputation(game: Cendre) -> None:
    """TC-SCI-05 The art of diplomacy works in every active season."""
    if game.season == WINTER:
        return
    for nation in MAJORS:
        if knows(game, nation, "Art de la diplomatie"):
            change_counter(game, nation, TABLES.science.effects.diplomacy_tenths, "Art de la diplomatie", "TC-SCI-05")
        season_reputation(game, nation)


# -- stability --------------------------------------------------------------------------------------------------


def war_weariness(game: Cendre) -> None:
    """TC-STAB-02 Any war costs a point of stability in every final phase, whatever their number."""
    for nation in MAJORS:
        if is_at_war(game, nation):
            loss = TABLES.standing.stability.war + added(game, nation, "diplomacy.war_weariness")
            move_stability(game, nation, min(0, loss), "war")


def winter_stability(game: Cendre) -> None:
    """TC-STAB-02 The national epic and quiet peoples gain stability in winter."""
    if game.season != WINTER:
        return
    for nation in MAJORS:
        move_stability(game, nation, added(game, nation, "national.stability"), "national")
        if knows(game, nation, "Épopée nationale"):
            change_stability(game, nation, TABLES.science.effects.epic_stability, "Épopée nationale", "TC-SCI-05")


def stability_modifier(game: Cendre, nation: NationId) -> int:
    """TC-STAB-03 Everything that counts in the stability test besides the die and spells."""
    return total(stability_parts(game, nation))


def stability_parts(game: Cendre, nation: NationId) -> Parts:
    """TC-STAB-03 Reputation, artists, agitators, this season's efforts, people, structures, discoveries and gifts."""
    record, effects = game.nations[nation], TABLES.science.effects
    agitators = sum(game.lands[code].agitators for code in controlled(game, nation))
    built = sum(structure_kind(structure.kind).stability_test for _, structure in held_structures(game, nation))
    politics = knows(game, nation, "Sciences politiques") and record.stability < 0
    populists = len(gifted(game, nation, "populiste"))
    return counting(
        Part("reputation", standing_in_test(nation, record.reputation), "TC-STAB-03"),
        Part("artistes", record.civil.artistes, "TC-UNIT-02"),
        Part("agitators", -agitators, "TC-STAB-03"),
        Part("stabilisation", record.effort, "TC-CIV-19"),
        Part("people", added(game, nation, "roll.stability"), "TC-STAB-03"),
        Part("event", mark_total(game, "stability_test", nation=nation), "TC-EVT-04"),
        Part("structure", built + stability_bonus(game, nation), "TC-STRUCT-03"),
        Part("Loisirs d'État", effects.leisure_test * knows(game, nation, "Loisirs d'État"), "TC-SCI-05"),
        Part("Religion", effects.religion_test * knows(game, nation, "Religion"), "TC-SCI-08"),
        Part("Sciences politiques", effects.politics_test * politics, "TC-SCI-05"),
        Part("populiste", TABLES.leaders.gift_effects.populiste_test * populists, "TC-LEAD-10"),
    )


def standing_in_test(nation: NationId, reputation: int) -> int:
    """TC-STAB-03 Reputation as the people see it: autarkies ignore a bad name, tyrannies are proud of it."""
    government = BOOKLETS[nation].government
    if "tyrannical" in government:
        return abs(reputation)
    return max(0, reputation) if "autarcic" in government else reputation


def stability_result(total: int) -> int:
    """TC-STAB-03 Table 29: a point gained, none, or a point lost."""
    table = TABLES.standing.test
    return 1 if total >= table.gain else 0 if total >= table.keep else -1


def hold_stability_tests(game: Cendre) -> None:
    """TC-STAB-03 Every final phase each nation is tested."""
    for nation in MAJORS:
        die = _stability_die(game, nation)
        bonus = spell_adjusted(game, "stability_test", stability_modifier(game, nation), nation=nation)
        outcome = stability_result(die + bonus)
        game.emit(StabilityTested(nation=nation, die=die, bonus=bonus, change=outcome, audience=seats_of(game, nation)))
        change_stability(game, nation, outcome, "test", "TC-STAB-03")
        change(game, nation, effort=0)


def _stability_die(game: Cendre, nation: NationId) -> int:
    first = d10(game, nation, "stability")
    twice = spell_roll_twice(game, "stability_test", nation=nation)
    if not twice:
        return first
    second = d10(game, nation, "stability")
    return max(first, second) if twice > 0 else min(first, second)
