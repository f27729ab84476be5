"""The final phase's yearly work: deaths and newcomers, stores, people, sources and land won for good."""

from __future__ import annotations

import msgspec

from .....kernel.chance import pick
from .....kernel.events import Event
from ...goods import Goods
from ...state import MINOR, REBEL, Cendre, Code, LeaderId, NationId, Tally
from ...tables import TABLES
from ...world import BOOKLETS, MAJORS, SITES, AutomaticUnits, land_neighbours, unit_kind
from ..common.dice import dice, percent, written
from ..common.inquiry import (
    by_number,
    controlled,
    held,
    is_at_war,
    is_held,
    knows,
    owned,
    ruler_of,
    seats_of,
    structures_of,
    terrains,
)
from ..common.ledger import (
    add_units,
    all_units,
    change,
    change_counter,
    change_glory,
    change_land,
    gain,
    lose_units,
    tally,
    write_land,
)
from ..common.marks import drop_marks, has_mark, marks
from ..common.modifiers import STANDING, added
from ..land.danger import is_first_year
from ..land.ownership import become_owner, break_away, cede, vanish
from ..leaders.market import market_deaths
from ..leaders.people import die, is_immortal, write_leader
from ..leaders.recruits import fewest_leaders, new_ruler, newcomer_chance, random_leader, staff
from ..magic.lasting import spell_forbids
from ..towns.booklet import regrowth, spring_units
from ..towns.towns import EFFECTS, grow, storage


class StoresOverflowed(Event, frozen=True):
    RULE = "TC-STRUCT-05"
    nation: NationId
    goods: Goods


# -- land -------------------------------------------------------------------------------------------------------


def settle_vacant_land(game: Cendre) -> None:
    """TC-WAR-21 Vacant land still controlled in winter becomes its controller's own, though not national."""
    for code in SITES:
        land = game.lands[code]
        if not land.owner and land.controller in MAJORS:
            become_owner(game, code, land.controller, "settled", "TC-WAR-21")


def end_sieges(game: Cendre) -> None:
    """TC-STRUCT-05 A fortified town gives in during the winter."""
    for code in SITES:
        if game.lands[code].besieged:
            write_land(game, code, besieged=False)


def rebels_go_free(game: Cendre) -> None:
    """TC-EVT-04 A rebel territory not retaken by the next winter becomes independent."""
    for nation in sorted(game.nations):
        record = game.nations[nation]
        if record.kind != REBEL:
            continue
        lands = controlled(game, nation)
        if lands and not has_mark(game, "rebels", nation=nation):
            break_away(game, lands, "revolt", "TC-EVT-04")
        if not controlled(game, nation):
            vanish(game, nation, "revolt_over", "TC-EVT-04")


def proselytise(game: Cendre) -> None:
    """TC-SCI-08 Neighbouring minor nations and rebels may join a nation that preaches; the best name comes first."""
    for other in sorted(game.nations):
        if other not in game.nations or game.nations[other].kind not in (MINOR, REBEL):
            continue
        preachers = [nation for nation in _neighbours(game, other) if knows(game, nation, "Prosélytisme")]
        winners = [
            nation for nation in preachers if percent(game, nation, "Prosélytisme", TABLES.science.effects.proselytism_chance)
        ]
        if winners:
            best = max(game.nations[nation].reputation for nation in winners)
            convert(game, other, pick(game, [nation for nation in winners if game.nations[nation].reputation == best]))


def _neighbours(game: Cendre, other: NationId) -> list[NationId]:
    near = {game.lands[code].controller for mine in controlled(game, other) for code in land_neighbours(mine)}
    return [nation for nation in MAJORS if nation in near]


def convert(game: Cendre, other: NationId, nation: NationId) -> None:
    """TC-SCI-08 Its land becomes the preacher's own; rebel land becomes its preacher's, or goes back to its owner."""
    for code in controlled(game, other):
        cede(game, code, nation, "proselytism", "TC-SCI-08")
    for code in owned(game, other):
        become_owner(game, code, nation, "proselytism", "TC-SCI-08")
    vanish(game, other, "proselytism", "TC-SCI-08")


# -- leaders ----------------------------------------------------------------------------------------------------


def old_age(game: Cendre) -> None:
    """TC-LEAD-04 Each winter but the first d100 at or under his age takes a leader; the others grow older."""
    dying = [] if is_first_year(game) else [leader.id for leader in by_number(game.leaders.values()) if _is_dying(game, leader.id)]
    market_deaths(game, dying)
    for leader in dying:
        if leader in game.leaders:
            record = game.leaders[leader]
            die(game, leader, "old_age", "TC-LEAD-04", public=record.ruler)
            if record.ruler and record.nation in MAJORS:
                new_ruler(game, record.nation, "succession")
    for leader in sorted(game.leaders):
        write_leader(game, leader, age=game.leaders[leader].age + 1)


def _is_dying(game: Cendre, leader: LeaderId) -> bool:
    record = game.leaders[leader]
    if is_immortal(record) or spell_forbids(game, "old_age", leader=leader):
        return False
    rolls = dice(game, record.nation, "old_age", 2 if "long_life" in record.specials else 1, 100)
    return max(rolls) <= record.age


def crown_rulers(game: Cendre) -> None:
    """TC-LEAD-02 A ruler who died during the year is replaced in winter."""
    for nation in MAJORS:
        if ruler_of(game, nation) is None:
            new_ruler(game, nation, "succession")


def newcomers(game: Cendre) -> None:
    """TC-LEAD-08 A random leader may come to each nation that has room, and surely to one short of leaders."""
    for nation in MAJORS:
        if percent(game, nation, "newcomer", newcomer_chance(game, nation)):
            reason = "minimum" if staff(game, nation) < fewest_leaders(game, nation) else "newcomer"
            random_leader(game, nation, reason, "TC-LEAD-08")


# -- units that come and go by themselves -----------------------------------------------------------------------


def automatic_arrivals(game: Cendre) -> None:
    """TC-WAR-03 Units that appear in spring by themselves: no price, upkeep as usual."""
    for nation in MAJORS:
        plan = BOOKLETS[nation].automatic_recruitment
        if plan and plan.season == game.season and _holds(game, nation, plan):
            _arrive(game, nation, plan)
        spring_units(game, nation)


def _holds(game: Cendre, nation: NationId, plan: AutomaticUnits) -> bool:
    return all(STANDING[key](game, nation, wanted) for key, wanted in plan.condition.items())


def _arrive(game: Cendre, nation: NationId, plan: AutomaticUnits) -> None:
    places = [code for code in held(game, nation) if not plan.terrain or set(plan.terrain) & set(terrains(game, code))]
    places = [code for code in places if plan.where != "random_national" or nation in game.lands[code].national]
    if plan.where == "each_city":
        places = [code for code in places if game.lands[code].town]
        spots = [code for code in places for _ in range(written(game, nation, "arrival", plan.count))]
    else:
        spots = _spots(game, nation, plan, places, written(game, nation, "arrival", plan.count))
    for code in spots:
        if _has_place(game, nation, plan, code):
            add_units(game, code, nation, plan.unit, 1, "automatic", "TC-WAR-03")


def _spots(game: Cendre, nation: NationId, plan: AutomaticUnits, places: list[Code], number: int) -> list[Code]:
    if not places:
        return []
    capital = game.nations[nation].capital
    if plan.where == "capital_then_random_owned" and capital in places and number:
        return [capital, *(pick(game, places) for _ in range(number - 1))]
    if plan.scatter:
        return [pick(game, places) for _ in range(number)]
    return [pick(game, places)] * number


def _has_place(game: Cendre, nation: NationId, plan: AutomaticUnits, code: Code) -> bool:
    standing = {place: sum(t.count for t in troops if t.unit == plan.unit) for place, troops in all_units(game, nation).items()}
    if plan.cap_per_territory and standing.get(code, 0) >= plan.cap_per_territory:
        return False
    if plan.cap_total:
        people = sum(game.lands[place].population for place in controlled(game, nation))
        return sum(standing.values()) < 2 * people
    return True


def automatic_losses(game: Cendre) -> None:
    """TC-WAR-03 Units that disappear in winter by themselves, without becoming brigands."""
    for nation in MAJORS:
        plan = BOOKLETS[nation].automatic_loss
        if plan and _holds(game, nation, plan):
            for code, troops in all_units(game, nation).items():
                here = sum(troop.count for troop in troops if troop.unit == plan.unit)
                lose_units(game, code, nation, plan.unit, _leaving(game, nation, plan, here), "automatic", "TC-WAR-03")


def _leaving(game: Cendre, nation: NationId, plan: AutomaticUnits, here: int) -> int:
    if plan.mode == "all":
        return here
    if plan.mode == "one_per_territory":
        return int(here >= plan.value)
    totems = bool(structures_of(game, nation, "cercle-des-totems")) and plan.unit == "col-ours"
    fatal = EFFECTS["cercle-des-totems"].amount if totems else plan.value
    return sum(die <= fatal for die in dice(game, nation, "automatic", here, 10)) if here else 0


# -- stores and people ------------------------------------------------------------------------------------------


def limit_stores(game: Cendre) -> None:
    """TC-STRUCT-05 At the end of an active season whatever the towns cannot hold is lost; gold is never."""
    for nation in sorted(game.nations):
        record = game.nations[nation]
        if nation not in MAJORS and record.kind != MINOR:
            continue
        room = storage(game, nation) if nation in MAJORS else minor_storage(game, nation)
        surplus = msgspec.structs.replace((record.goods - room).at_least_nothing(), gold=0)
        if surplus:
            gain(game, nation, surplus * -1, "overflow", "TC-STRUCT-05")
            game.emit(StoresOverflowed(nation=nation, goods=surplus, audience=seats_of(game, nation)))


def minor_storage(game: Cendre, nation: NationId) -> Goods:
    """TC-DIP-11 A minor nation without a town still keeps a little of everything."""
    room, least = storage(game, nation), TABLES.minor.store
    return Goods(*(max(least, amount) for amount in room.amounts()))


def grow_population(game: Cendre) -> None:
    """TC-SCI-09 Agronomy, fertile peoples and hatcheries may add a point of population in winter."""
    for nation in MAJORS:
        chance = TABLES.science.effects.agronomy_chance * knows(game, nation, "Agronomie")
        for code in held(game, nation):
            for source in (chance, added(game, nation, "population.growth"), _hatchery(game, code)):
                if game.lands[code].population < TABLES.land.limit and percent(game, nation, "growth", source):
                    change_land(game, code, "population", 1, "growth", "TC-SCI-09")


def _hatchery(game: Cendre, code: Code) -> int:
    return EFFECTS["couvoir-sacre"].chance * any(built.kind == "couvoir-sacre" for built in game.lands[code].structures)


def regrow_recruits(game: Cendre) -> None:
    """TC-LAND-11 Recruitment capacity grows by one each winter, up to the population."""
    for code in SITES:
        land = game.lands[code]
        nation = land.controller
        plus = 1
        if nation in MAJORS and is_held(land, nation):
            plus += added(game, nation, "recruit.regrowth") + regrowth(game, code, nation)
        room = max(0, land.population - land.recruits)
        change_land(game, code, "recruits", min(plus, room), "winter", "TC-LAND-11")


# -- sources ----------------------------------------------------------------------------------------------------


def refill_sources(game: Cendre) -> None:
    """TC-LAND-12 TC-MAG-06 Fluid is back at the level of its source, unless the world is out of joint."""
    if all(mark.until != game.turn for mark in marks(game, "no_refill")):
        for code in SITES:
            land = game.lands[code]
            change_land(game, code, "fluid", land.source - land.fluid, "winter", "TC-MAG-06")
    for mark in marks(game, "refill_bonus"):
        overfill(game, mark.nation, mark.amount)
    for mark in marks(game, "moon_sacrifice"):
        _moon_sacrifice(game, mark.nation, mark.territory)
    drop_marks(game, "moon_sacrifice")


def overfill(game: Cendre, nation: NationId, above: int) -> None:
    """TC-EVT-03 The owned sources hold more than their level, never more than any source can."""
    for code in owned(game, nation):
        land = game.lands[code]
        full = min(land.source + above, TABLES.magic.fluid_maximum)
        change_land(game, code, "fluid", max(0, full - land.fluid), "event", "TC-EVT-03")


def _moon_sacrifice(game: Cendre, nation: NationId, code: Code) -> None:
    """TC-STRUCT-08 The temple of the moon takes a life's worth of people for glory and power."""
    land, effect = game.lands[code], EFFECTS["temple-de-la-lune"]
    if is_held(land, nation) and land.population > 1:
        change_land(game, code, "population", -1, "temple-de-la-lune", "TC-STRUCT-08")
        change_land(game, code, "fluid", 1, "temple-de-la-lune", "TC-STRUCT-08")
        change_glory(game, nation, effect.amount, "temple-de-la-lune", "TC-STRUCT-08")
        change_counter(game, nation, effect.tenths, "temple-de-la-lune", "TC-STRUCT-08")


# -- minor nations ----------------------------------------------------------------------------------------------


def minor_winter(game: Cendre) -> None:
    """TC-DIP-11 A minor nation raises a levy if it is short of troops, and its town may grow."""
    table = TABLES.minor
    for nation in sorted(game.nations):
        record = game.nations[nation]
        if record.kind != MINOR or game.lands[record.capital].controller != nation:
            continue
        people = sum(game.lands[code].population for code in controlled(game, nation))
        units = sum(troop.count for troops in all_units(game, nation).values() for troop in troops)
        if units < people and not SITES[record.capital].open_sea:
            levy = table.levy if record.race == "humain" else f"{table.levy}/{record.race}"
            add_units(game, record.capital, nation, unit_kind(levy).id, table.winter_levy, "winter", "TC-DIP-11")
        town = game.lands[record.capital].town
        if 0 < town < table.growth_below and percent(game, nation, "growth", table.growth_chance):
            grow(game, record.capital, "winter", "TC-DIP-11")


# -- the calendar -----------------------------------------------------------------------------------------------


def close_season(game: Cendre) -> None:
    """What was counted for the season is forgotten; in spring what was counted for the year."""
    for nation in sorted(game.nations):
        change(game, nation, season=Tally())


def close_year(game: Cendre) -> None:
    for nation in sorted(game.nations):
        kept = tuple(word for word in game.nations[nation].year.used if word == f"observatoire:{game.year - 1}")
        change(game, nation, year=Tally(used=kept))


def note_wars(game: Cendre) -> None:
    """TC-GLORY-02 A year with a single war is not a year of peace."""
    for nation in MAJORS:
        if not game.nations[nation].year.wars and is_at_war(game, nation):
            tally(game, nation, "year", wars=True)
