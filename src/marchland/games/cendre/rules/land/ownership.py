"""Land changes hands: occupation, return to the owner, and new minor nations."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .....kernel.chance import pick
from .....kernel.events import Event
from ...goods import Goods
from ...state import MAJOR, MINOR, NEVER, REBEL, Cendre, Civil, Code, Leader, Military, Nation, NationId, Structure
from ...tables import TABLES
from ...world import SITES
from ..common.inquiry import has_structure, seats_of
from ..common.ledger import (
    UnitsChanged,
    add_units,
    change_land,
    gain,
    garrison,
    make_national,
    merged,
    nations_with_units,
    remove_units,
    set_control,
    set_garrison,
    set_owner,
    units_at,
    write_land,
)
from ..diplomacy.relations import begin_war, forget_nation, give_casus
from ..leaders.people import LeaderJoined, die, disband_army, free, refuge, write_leader
from ..towns.towns import cut_to_limit, lose_structure


class NationFounded(Event, frozen=True):
    """A minor nation or a rebel land appears on the map."""

    nation: NationId
    former: NationId
    territories: tuple[Code, ...]
    reason: str
    rule: str


class NationVanished(Event, frozen=True):
    nation: NationId
    reason: str
    rule: str


# -- occupation -------------------------------------------------------------------------------------------------


def take_control(game: Cendre, code: Code, nation: NationId, reason: str, rule: str) -> None:
    """TC-WAR-19 A territory passes into a nation's hands: police flee, militia turn to brigandage, the town is plundered."""
    land = game.lands[code]
    if land.controller == nation:
        return
    before = land.controller
    change_land(game, code, "police", -land.police, "control_lost", "TC-WAR-19")
    change_land(game, code, "brigands", land.militia, "militia_turned", "TC-WAR-19")
    change_land(game, code, "militia", -land.militia, "control_lost", "TC-WAR-19")
    set_control(game, code, nation, reason, rule)
    if before and before == land.owner and nation != land.owner:
        _lay_siege(game, code)
        _take_treasure(game, code, nation)
        _desecrate(game, code, nation)
    elif nation == land.owner:
        write_land(game, code, besieged=False)
    flee(game, code, before)


def _lay_siege(game: Cendre, code: Code) -> None:
    """TC-STRUCT-05 Superior fortifications keep the town from serving its conqueror until winter."""
    land = game.lands[code]
    if land.town and has_structure(land, "fortifications-superieures"):
        write_land(game, code, besieged=True)


def _take_treasure(game: Cendre, code: Code, nation: NationId) -> None:
    """TC-WAR-19 The captor takes gold from the owner's treasury for each level of the town."""
    land = game.lands[code]
    if not land.town or land.besieged or has_structure(land, "terriers-profonds") or game.nations[nation].kind != MAJOR:
        return
    gold = min(TABLES.towns.capture_gold * land.town, game.nations[land.owner].goods.gold)
    gain(game, land.owner, Goods(gold=-gold), "capture", "TC-WAR-19", territory=code, other=nation)
    gain(game, nation, Goods(gold=gold), "capture", "TC-WAR-19", territory=code, other=land.owner)


def _desecrate(game: Cendre, code: Code, nation: NationId) -> None:
    """TC-STRUCT-08 The sacred hatchery does not survive an enemy, and its people never forget."""
    land = game.lands[code]
    for structure in land.structures:
        if structure.kind == "couvoir-sacre":
            lose_structure(game, code, structure, "desecrated", "TC-STRUCT-08")
            give_casus(game, land.owner, nation, "desecrated", NEVER)


def flee(game: Cendre, code: Code, nation: NationId) -> None:
    """TC-LEAD-04 Leaders of a nation that lost a territory without a battle escape unhurt."""
    if nation not in game.nations:
        return
    for leader in sorted(game.leaders):
        record = game.leaders[leader]
        if record.nation == nation and record.at == code and not record.captor and not units_at(game, code, nation):
            write_leader(game, leader, at=refuge(game, nation, code))


def give_back(game: Cendre, code: Code, reason: str, rule: str) -> None:
    """Control returns to the owner (to nobody on vacant land)."""
    owner = game.lands[code].owner
    if owner:
        take_control(game, code, owner, reason, rule)
    else:
        set_control(game, code, "", reason, rule)


def cede(game: Cendre, code: Code, nation: NationId, reason: str, rule: str) -> None:
    """A territory becomes a nation's own, with control but without plunder."""
    become_owner(game, code, nation, reason, rule)
    take_control(game, code, nation, reason, rule)
    write_land(game, code, besieged=False)


def become_owner(game: Cendre, code: Code, nation: NationId, reason: str, rule: str) -> None:
    """TC-CITY-10 Whoever becomes the owner of a town too large for his people cuts it down at once, however he came by it."""
    set_owner(game, code, nation, reason, rule)
    cut_to_limit(game, code)


# -- new nations ------------------------------------------------------------------------------------------------


def break_away(game: Cendre, codes: Sequence[Code], reason: str, rule: str, kind: str = MINOR) -> NationId:
    """TC-LAND-15 Territories become a minor nation; all units there join it, leaders go home, war with the former owner."""
    first = seat_of_power(game, codes)
    nation = free_name(game, f"{'REB' if kind == REBEL else 'MIN'}-{first}")
    origin = next((game.lands[code].owner for code in (first, *codes) if game.lands[code].owner), "")
    race = game.nations[origin].race if origin in game.nations else "humain"
    game.nations[nation] = Nation(id=nation, kind=kind, race=race, capital=first, origin=origin)
    for code in codes:
        _secede(game, code, nation, reason, rule)
    game.emit(NationFounded(nation=nation, former=origin, territories=tuple(codes), reason=reason, rule=rule))
    if kind == MINOR:
        equip(game, nation, codes)
    if origin in game.nations and game.nations[origin].kind == MAJOR:
        begin_war(game, origin, nation, game.turn, reason, rule)
    return nation


def seat_of_power(game: Cendre, codes: Sequence[Code]) -> Code:
    """The greatest town, then the largest population, then chance."""
    best = max((game.lands[code].town, game.lands[code].population) for code in codes)
    return pick(game, [code for code in sorted(codes) if (game.lands[code].town, game.lands[code].population) == best])


def free_name(game: Cendre, wanted: NationId) -> NationId:
    """The id of a new nation; a second one born in the same place gets a number."""
    number, name = 2, wanted
    while name in game.nations:
        name, number = f"{wanted}-{number}", number + 1
    return name


def _secede(game: Cendre, code: Code, nation: NationId, reason: str, rule: str) -> None:
    land = game.lands[code]
    rebel = game.nations[nation].kind == REBEL
    for leader in sorted(game.armies):
        if game.armies[leader].at == code:
            disband_army(game, leader)
    join_units(game, code, nation, reason, rule)
    for leader in sorted(game.leaders):
        record = game.leaders[leader]
        if record.at == code and record.nation and not record.captor:
            write_leader(game, leader, at=refuge_elsewhere(game, record, code))
    change_land(game, code, "police", -land.police, "control_lost", rule)
    change_land(game, code, "militia", -land.militia, "control_lost", rule)
    set_control(game, code, nation, reason, rule)
    write_land(game, code, besieged=False)
    if not rebel:
        become_owner(game, code, nation, reason, rule)
        make_national(game, code, nation, reason, rule)


def refuge_elsewhere(game: Cendre, leader: Leader, code: Code) -> Code:
    """A faithful territory for a leader caught in a revolt."""
    home = game.nations[leader.nation].capital
    return home if home != code else refuge(game, leader.nation, code)


def join_units(game: Cendre, code: Code, nation: NationId, reason: str, rule: str) -> None:
    """All units in a territory, whoever they served, now serve this nation."""
    for other in nations_with_units(game, code):
        if other == nation:
            continue
        troops = garrison(game, code, other)
        set_garrison(game, code, other, ())
        set_garrison(game, code, nation, merged(garrison(game, code, nation), troops))
        for troop in troops:
            _note_desertion(game, code, other, troop.unit, -troop.count, reason, rule)
            _note_desertion(game, code, nation, troop.unit, troop.count, reason, rule)


def _note_desertion(game: Cendre, code: Code, nation: NationId, unit: str, amount: int, reason: str, rule: str) -> None:
    entry = UnitsChanged(nation=nation, unit=unit, amount=amount, territory=code, reason=reason, rule=rule)
    game.emit(msgspec.structs.replace(entry, audience=seats_of(game, nation)))


def of_race(unit: str, race: str) -> str:
    return unit if race == "humain" else f"{unit}/{race}"


def equip(game: Cendre, nation: NationId, codes: Sequence[Code]) -> None:
    """TC-DIP-11 A new minor nation raises levies in each territory, has a treasury, a ruler and a captain."""
    table, race = TABLES.minor, game.nations[nation].race
    for code in codes:
        for unit, number in sorted(levies(game, code).items()):
            add_units(game, code, nation, of_race(unit, race), number, "founded", "TC-DIP-11")
    gain(game, nation, table.treasury, "founded", "TC-DIP-11")
    levels = TABLES.leaders
    weak = levels.levels[1]
    ruler = Civil(weak, levels.civil.competence[1])
    captain = Military(weak, levels.military.command[1], levels.military.strategy[1])
    appoint(game, nation, f"Chef de {SITES[game.nations[nation].capital].name}", civil=ruler, ruler=True)
    appoint(game, nation, f"Capitaine de {SITES[game.nations[nation].capital].name}", military=captain)


def levies(game: Cendre, code: Code) -> dict[str, int]:
    """What a territory raises when it breaks away."""
    table, land, site = TABLES.minor, game.lands[code], SITES[code]
    if site.open_sea:
        return dict(table.open_sea)
    raised = {table.levy: -(-land.population // table.people_per_levy), **table.always}
    if land.town:
        raised.update(table.town)
    if site.by_the_sea:
        raised.update(table.coast)
    return raised


def appoint(
    game: Cendre, nation: NationId, name: str, *, civil: Civil | None = None, military: Military | None = None, ruler: bool = False
) -> None:
    """Somebody new leads a minor nation."""
    leader = Leader(
        id=f"L{game.next_leader}",
        name=name,
        nation=nation,
        origin=game.nations[nation].origin,
        ruler=ruler,
        age=TABLES.minor.ruler_age,
        civil=civil,
        military=military,
        at=game.nations[nation].capital,
    )
    game.next_leader += 1
    game.leaders[leader.id] = leader
    game.emit(LeaderJoined(nation=nation, leader=leader.id, name=name, reason="founded", rule="TC-DIP-11", audience=()))


def vanish(game: Cendre, nation: NationId, reason: str, rule: str) -> None:
    """A minor nation or rebellion ceases to exist: its people disperse, its treasury is lost."""
    for key in sorted(game.garrisons):
        if key[4:] == nation:
            _disperse(game, key[:3], nation, reason, rule)
    for leader in sorted(game.leaders):
        record = game.leaders[leader]
        if record.captor == nation:
            free(game, leader, reason, rule)
        elif record.nation == nation:
            die(game, leader, reason, rule)
    gain(game, nation, game.nations[nation].goods * -1, reason, rule)
    forget_nation(game, nation)
    for code in sorted(game.lands):
        national = game.lands[code].national
        if nation in national:
            write_land(game, code, national=tuple(other for other in national if other != nation))
    del game.nations[nation]
    game.emit(NationVanished(nation=nation, reason=reason, rule=rule))


def _disperse(game: Cendre, code: Code, nation: NationId, reason: str, rule: str) -> None:
    for troop in garrison(game, code, nation):
        remove_units(game, code, nation, troop.unit, troop.count, reason, rule)


def structure_at(game: Cendre, code: Code, kind: str) -> Structure | None:
    return next((structure for structure in game.lands[code].structures if structure.kind == kind), None)
