"""Land changes its owner: returned, ceded, or broken away as a nation of its own."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from marchland.kernel.chance import pick
from marchland.kernel.events import Event

from ...state import MAJOR, MINOR, REBEL, Cendre, Code, Leader, Nation, NationId
from ..common.inquiry import seats_of
from ..common.ledger import (
    UnitsChanged,
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
    write_land,
)
from ..diplomacy.founding import equip
from ..diplomacy.relations import begin_war, forget_nation
from ..leaders.people import die, disband_army, free, refuge, write_leader
from ..towns.towns import cut_to_limit
from ..war.occupation import take_control


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
    """A territory becomes a nation's own, however it came by it; a town too large for its people is cut down at once."""
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
