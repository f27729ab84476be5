"""Chapter "Le pays", danger: troubles, independence, police and militia."""

from __future__ import annotations

from marchland.kernel.events import Event

from ...state import MAJOR, Cendre, Code, NationId
from ...tables import TABLES
from ...world import MAJORS, unit_kind
from ..common.dice import percent
from ..common.inquiry import by_controller, enemies, has_structure, has_tactic, is_at_large, is_held, knows, leaders_of, seats_of
from ..common.ledger import change_land, units_at, write_land
from ..common.marks import mark_total
from ..common.modifiers import added_here
from ..magic.lasting import spell_adjusted
from ..towns.towns import EFFECTS
from .ownership import break_away


class TroublesBrokeOut(Event, frozen=True):
    """The territory produces nothing this season."""

    RULE = "TC-LAND-14"
    nation: NationId
    territory: Code
    danger: int


def militia_at(game: Cendre, code: Code) -> int:
    """TC-LAND-16 Militia, and military units that serve as such."""
    land = game.lands[code]
    troops = units_at(game, code, land.controller) if land.controller else ()
    return land.militia + sum(troop.count for troop in troops if "milice" in unit_kind(troop.unit).traits)


def danger_of(game: Cendre, code: Code) -> int:
    """TC-LAND-13 The danger of a controlled territory in per cent, before it is cut to 0..100."""
    land, table = game.lands[code], TABLES.land.danger
    nation = land.controller
    danger = land.danger + table.brigands * land.brigands + table.militia * militia_at(game, code)
    danger += table.not_national * (nation not in land.national)
    danger += table.not_owned * (land.owner != nation)
    danger += table.roads * land.roads
    danger += table.castle * (land.owner == nation and has_structure(land, "chateau"))
    danger += table.national_union * is_torn_from_union(game, code)
    if is_held(land, nation):
        danger += table.code_of_laws * knows(game, nation, "Code de Lois")
        danger += added_here(game, nation, "danger", code)
        danger += sum(EFFECTS[structure.kind].danger for structure in land.structures if structure.kind in EFFECTS)
    else:
        danger += table.steward * stewards(game, nation)
    danger += mark_total(game, "danger", territory=code) + ash_danger(game, code)
    return spell_adjusted(game, "danger", danger, territory=code)


def is_torn_from_union(game: Cendre, code: Code) -> bool:
    """TC-SCI-08 National union: land national to such a nation is unruly under its enemy."""
    land = game.lands[code]
    united = [nation for nation in land.national if nation != land.controller and knows(game, nation, "Union nationale")]
    return bool(united) and not set(united).isdisjoint(enemies(game, land.controller))


def stewards(game: Cendre, nation: NationId) -> int:
    """TC-LEAD-12 Each military leader with the tactic gestionnaire quiets all occupied land, wherever he is; prisoners do not."""
    return sum(is_at_large(game, leader) and has_tactic(leader, "gestionnaire") for leader in leaders_of(game, nation))


def ash_danger(game: Cendre, code: Code) -> int:
    """TC-EVT-05 Two ash counters make a territory more dangerous."""
    return 10 if game.lands[code].ash >= 2 else 0


def break_out_troubles(game: Cendre) -> None:
    """TC-LAND-14 Every controlled territory may break out in troubles, except in the first year (TC-TURN-02)."""
    for code in sorted(game.lands):
        if game.lands[code].troubled:
            write_land(game, code, troubled=False)
    if is_first_year(game):
        return
    for nation, codes in sorted(by_controller(game).items()):
        if nation in MAJORS:
            for code in codes:
                _test_trouble(game, nation, code)


def is_first_year(game: Cendre) -> bool:
    return game.turn < 4


def _test_trouble(game: Cendre, nation: NationId, code: Code) -> None:
    danger = danger_of(game, code)
    if percent(game, nation, "trouble", danger):
        write_land(game, code, troubled=True)
        audience = seats_of(game, nation)
        game.emit(TroublesBrokeOut(nation=nation, territory=code, danger=danger, audience=audience))


def break_away_lands(game: Cendre) -> None:
    """TC-LAND-15 Danger and unrest together reach 100: the territory, unless a capital, breaks away."""
    table = TABLES.land.danger
    for nation, codes in sorted(by_controller(game).items()):
        if game.nations[nation].kind != MAJOR:
            continue
        unrest = table.negative_stability * max(0, -game.nations[nation].stability)
        for code in codes:
            if danger_of(game, code) + unrest >= table.independence_at and code not in capitals(game):
                break_away(game, (code,), "independence", "TC-LAND-15")


def capitals(game: Cendre) -> set[Code]:
    """TC-LAND-05 No capital of a major nation ever breaks away."""
    return {game.nations[nation].capital for nation in MAJORS}


def hunt_agitators(game: Cendre) -> None:
    """TC-LAND-16 Police find one group of agitators, with a chance for each unit."""
    for code in sorted(game.lands):
        land = game.lands[code]
        if land.police and land.agitators and land.controller:
            each = EFFECTS["champ-de-gibets"].chance if has_structure(land, "champ-de-gibets") else TABLES.land.police_finds
            if percent(game, land.controller, "police", each * land.police):
                change_land(game, code, "agitators", -1, "police", "TC-LAND-16")


def hunt_brigands(game: Cendre) -> None:
    """TC-LAND-16 Militia destroy one band of brigands, with a chance for each unit."""
    for code in sorted(game.lands):
        land = game.lands[code]
        if land.brigands and land.controller:
            militia = militia_at(game, code)
            if militia and percent(game, land.controller, "militia", TABLES.land.militia_finds * militia):
                change_land(game, code, "brigands", -1, "militia", "TC-LAND-16")
