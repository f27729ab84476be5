"""Chapters "La stabilité" and "La réputation": yearly changes, the stability test and revolution."""

from __future__ import annotations

from ....kernel.atlas import connected_parts
from ....kernel.chance import shuffled
from ....kernel.events import Event
from ..goods import RESOURCES, Goods
from ..state import MAJOR, MINOR, THREAT, WINTER, Cendre, NationId
from ..tables import TABLES
from ..world import BOOKLETS, MAJORS, SITES, land_neighbours
from .common.dice import d10, percent
from .common.inquiry import controlled, gifted, held, held_structures, is_at_war, kind_of, knows, leaders_of, ruler_of, seats_of
from .common.ledger import change, change_counter, change_glory, change_reputation, change_stability, gain
from .common.marks import mark_total
from .common.modifiers import added, added_tenths
from .diplomacy.diplomacy import lose_all_wars
from .diplomacy.relations import begin_treaty
from .land.ownership import break_away, cede, give_back
from .leaders.market import offer_on_market
from .leaders.people import die, escapes_death
from .leaders.recruits import fewest_leaders, new_ruler, random_leader, staff
from .magic.lasting import spell_adjusted, spell_roll_twice
from .towns.booklet import season_reputation, stability_bonus, winter_reputation
from .towns.towns import structure_kind
from .war.war import send_home


class StabilityTested(Event, frozen=True):
    RULE = "TC-STAB-03"
    nation: NationId
    die: int
    bonus: int
    change: int


class Revolution(Event, frozen=True):
    """Everybody hears of a government overthrown."""

    RULE = "TC-STAB-04"
    nation: NationId


# -- reputation -------------------------------------------------------------------------------------------------


def yearly_reputation(game: Cendre) -> None:
    """TC-REP-03 In winter: a year of peace, raids, great towns and the nation's own fame; then (TC-REP-04) diplomats."""
    if game.season != WINTER:
        return
    table = TABLES.standing.tenths
    for nation in MAJORS:
        year = game.nations[nation].year
        change_counter(game, nation, table.peace_year * (not year.wars), "peace_year", "TC-REP-03")
        change_counter(game, nation, table.raids * (year.raids > 0), "raids", "TC-REP-03")
        great = sum(game.lands[code].town >= TABLES.standing.great_town_level for code in held(game, nation))
        change_counter(game, nation, table.great_town * great, "great_town", "TC-REP-03")
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
            change_stability(game, nation, min(0, loss), "war", "TC-STAB-02")


def winter_stability(game: Cendre) -> None:
    """TC-STAB-02 The national epic and quiet peoples gain stability in winter."""
    if game.season != WINTER:
        return
    for nation in MAJORS:
        change_stability(game, nation, added(game, nation, "national.stability"), "national", "TC-STAB-02")
        if knows(game, nation, "Épopée nationale"):
            change_stability(game, nation, TABLES.science.effects.epic_stability, "Épopée nationale", "TC-SCI-05")


def stability_modifier(game: Cendre, nation: NationId) -> int:
    """TC-STAB-03 Everything that counts in the stability test besides the die."""
    record, effects = game.nations[nation], TABLES.science.effects
    agitators = sum(game.lands[code].agitators for code in controlled(game, nation))
    total = standing_in_test(nation, record.reputation) + record.civil.artistes - agitators + record.effort
    total += added(game, nation, "roll.stability") + mark_total(game, "stability_test", nation=nation)
    total += sum(structure_kind(structure.kind).stability_test for _, structure in held_structures(game, nation))
    total += stability_bonus(game, nation)
    total += effects.leisure_test * knows(game, nation, "Loisirs d'État") + effects.religion_test * knows(game, nation, "Religion")
    total += effects.politics_test * (knows(game, nation, "Sciences politiques") and record.stability < 0)
    return total + TABLES.leaders.gift_effects.populiste_test * len(gifted(game, nation, "populiste"))


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


# -- revolution -------------------------------------------------------------------------------------------------


def revolutions(game: Cendre) -> None:
    """TC-STAB-04 A nation whose stability has fallen through the floor overthrows its government."""
    for nation in shuffled(game, MAJORS) if _several_fall(game) else MAJORS:
        if game.nations[nation].stability <= TABLES.standing.stability.revolution:
            revolution(game, nation)


def _several_fall(game: Cendre) -> bool:
    floor = TABLES.standing.stability.revolution
    return sum(game.nations[nation].stability <= floor for nation in MAJORS) > 1


def revolution(game: Cendre, nation: NationId) -> None:
    """TC-STAB-04 Peace at any price, land lost, glory gone, half the treasury, a new ruler, leaders scattered."""
    game.emit(Revolution(nation=nation))
    capital = game.nations[nation].capital
    occupier = game.lands[capital].controller
    lose_all_wars(game, nation)
    _exchange_land(game, nation)
    _cut_off(game, nation)
    for other in sorted(game.nations):
        if game.nations[other].kind != THREAT:
            send_home(game, other, hosts=None if other == nation else (nation,))
    change_glory(game, nation, TABLES.standing.glory.revolution, "revolution", "TC-STAB-04")
    change_stability(game, nation, -game.nations[nation].stability, "revolution", "TC-STAB-04")
    _halve_treasury(game, nation)
    _purge(game, nation)
    if occupier != nation and kind_of(game, occupier) in (MAJOR, MINOR):
        for kind in ("contract", "pact", "alliance"):
            begin_treaty(game, kind, nation, occupier, "TC-STAB-04")


def _halve_treasury(game: Cendre, nation: NationId) -> None:
    """TC-STAB-04 Gold and each stock of resources are halved, rounded down; provisions are no stock of resources."""
    goods = game.nations[nation].goods
    lost = Goods.of({kind: -(-goods[kind] // 2) for kind in ("gold", *RESOURCES)})
    gain(game, nation, lost * -1, "revolution", "TC-STAB-04")


def _exchange_land(game: Cendre, nation: NationId) -> None:
    """TC-STAB-04 Foreign land goes back; own land in foreign hands is given up, except the capital."""
    for code in SITES:
        land = game.lands[code]
        capital = code == game.nations[nation].capital
        if (land.controller == nation and land.owner not in ("", nation)) or (land.owner == nation and capital):
            give_back(game, code, "revolution", "TC-STAB-04")
        elif land.owner == nation != land.controller and kind_of(game, land.controller) in (MAJOR, MINOR):
            cede(game, code, land.controller, "revolution", "TC-STAB-04")


def _cut_off(game: Cendre, nation: NationId) -> None:
    """TC-STAB-04 Land without a way to the capital breaks away; neighbours do so together."""
    capital = game.nations[nation].capital
    for group in connected_parts(held(game, nation), land_neighbours):
        if capital not in group:
            break_away(game, group, "revolution", "TC-STAB-04")


def _purge(game: Cendre, nation: NationId) -> None:
    """TC-STAB-04 The ruler vanishes; half of the others stay, the rest are executed or go into exile."""
    old = ruler_of(game, nation)
    for leader in leaders_of(game, nation):
        if leader.ruler or leader.captor or percent(game, nation, "loyalty", 50):
            continue
        if not escapes_death(game, leader) and percent(game, nation, "execution", 50):
            die(game, leader.id, "executed", "TC-STAB-04")
        else:
            offer_on_market(game, leader.id, "exile", "TC-STAB-04")
    if old is not None:
        die(game, old.id, "overthrown", "TC-STAB-04", public=True)
    new_ruler(game, nation, "revolution")
    while staff(game, nation) < fewest_leaders(game, nation):
        random_leader(game, nation, "revolution", "TC-LEAD-03")
