"""The outside threats: announced by a world event, hostile to all, each with ways and goals of its own.

What each of the four does is in `threat_land`, `threat_ash` and `threat_sails`; here is what they have in common.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import msgspec

from marchland.kernel.chance import below, pick
from marchland.kernel.events import Event

from ....goods import Goods
from ....state import THREAT, WINTER, Army, Cendre, Code, Leader, Military, Nation, NationId, Threat, Troops
from ....tables import read_yaml
from ....world import ATLAS, THREATS, distances, unit_kind
from ...common.inquiry import controlled, is_vacant, leaders_of
from ...common.ledger import (
    add_units,
    all_units,
    count,
    gain,
    garrison,
    lose_units,
    nations_with_units,
    set_control,
    set_garrison,
    units_at,
    weakest_first,
    without,
)
from ...land.ownership import give_back
from ...leaders.people import LeaderJoined, die, disband_army, free

RULE = "TC-EVT-05"
HEADS = {"north": "nor-reine", "west": "oue-amirale"}
"""The one unit whose end is an end of its threat, or a triumph."""
PASSABLE = ("open", "river", "navigable")
replace = msgspec.structs.replace


class ThreatTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    order: tuple[str, ...]
    wolves: int
    walkers: int
    queen_glory: int
    queen_science: int
    last_army_glory: int
    winters: dict[str, int]
    horde_split: int
    horde_reach: int
    tribute: Goods
    horde_settles: int
    horde_settles_late: int
    lances: str
    khan_glory: int
    khan_reputation: int
    ash_most: int
    ash_risen: str
    vigour: int
    vigour_reinforced: int
    vigour_most: int
    vigour_town: int
    vigour_battle: int
    vigour_army: int
    stack: int
    golem_lands: int
    spring_rise: dict[str, int]
    ash_glory: tuple[int, int, int]
    ash_reputation: int
    ash_end: int
    ash_end_glory: int
    sails_reach: int
    sails_bid: int
    sails_found_out: int
    sails_per_recruit: int
    sails_glory: int
    fleet_least: int
    value: dict[str, int]


@cache
def table() -> ThreatTable:
    return read_yaml("threats.yaml", ThreatTable)


class ThreatAnnounced(Event, frozen=True):
    """Everybody hears that something stirs beyond the edge of the world."""

    RULE = RULE
    side: str
    reinforced: bool


class ThreatArrived(Event, frozen=True):
    RULE = RULE
    side: str
    territories: tuple[Code, ...]


class ThreatEnded(Event, frozen=True):
    RULE = RULE
    side: str
    reason: str


def nation_name(side: str) -> NationId:
    return f"EXT-{side.upper()}"


def side_of(nation: NationId) -> str:
    return nation.removeprefix("EXT-").lower()


def heart_of(game: Cendre) -> tuple[NationId, Code]:
    """The Ash and the land its Heart stands in, empty while there is none."""
    return nation_name("south"), game.threats["south"].home if is_active(game, "south") else ""


def write_threat(game: Cendre, side: str, **fields: object) -> Threat:
    record: Threat = replace(game.threats[side], **fields)
    game.threats[side] = record
    return record


def is_active(game: Cendre, side: str) -> bool:
    return game.threats[side].state == "active"


def active(game: Cendre) -> list[str]:
    return [side for side in table().order if is_active(game, side)]


# -- announcement and arrival -----------------------------------------------------------------------------------


def announce(game: Cendre) -> None:
    """TC-EVT-05 d4: a sleeping threat is announced, an active one reinforced, one that is over rolled again."""
    states = {side: game.threats[side].state for side in table().order}
    if all(state == "ended" for state in states.values()) or all(state == "active" for state in states.values()):
        return
    side = table().order[below(game, len(states))]
    if states[side] == "ended":
        side = pick(game, [other for other in table().order if states[other] != "ended"])
    game.emit(ThreatAnnounced(side=side, reinforced=states[side] != "asleep"))
    if states[side] == "asleep":
        write_threat(game, side, state="announced")
    elif states[side] == "active":
        reinforce(game, side)


def reinforce(game: Cendre, side: str) -> None:
    """TC-EVT-05 What an active threat gains when its sign is drawn again."""
    nation, army = nation_name(side), THREATS[side].army
    stacks = all_units(game, nation)
    if side == "north":
        _appear(game, side, army.other, 1)
    elif side == "south":
        vigour = min(table().vigour_most, game.threats[side].vigour + table().vigour_reinforced)
        write_threat(game, side, vigour=vigour)
        add_units(game, game.threats[side].home, nation, "sud-golems", 1, "reinforced", RULE)
    elif side == "east" and stacks:
        _join(game, main_stack(game, nation), nation, {"est-archers": 4, "est-lances": 3})
    elif side == "west":
        for code in stacks:
            _join(game, code, nation, {"oue-corsaires": 1, "oue-abordeurs": 2})


def _join(game: Cendre, code: Code, nation: NationId, gains: dict[str, int]) -> None:
    for unit, number in gains.items():
        add_units(game, code, nation, unit, number, "reinforced", RULE)


def main_stack(game: Cendre, nation: NationId) -> Code:
    """Where a threat's leader stands with its troops, or else most of them."""
    stacks = all_units(game, nation)
    chiefs = [leader.at for leader in leaders_of(game, nation) if not leader.captor and leader.at in stacks]
    return chiefs[0] if chiefs else max(stacks, key=lambda code: (count(stacks[code]), code))


def arrive(game: Cendre, side: str) -> None:
    """TC-EVT-05 The armies of a threat appear at the edge of the world."""
    nation, army = nation_name(side), THREATS[side].army
    game.nations[nation] = Nation(id=nation, kind=THREAT)
    write_threat(game, side, state="active", since=game.turn)
    places = _appear(game, side, army.first, 1)
    if army.count > 1:
        places += _appear(game, side, army.other, army.count - 1)
    if side == "south":
        write_threat(game, side, vigour=table().vigour, home=places[0])
    if army.leader:
        _summon_khan(game, nation, places[0])
    game.emit(ThreatArrived(side=side, territories=tuple(places)))


def _appear(game: Cendre, side: str, units: dict[str, int], number: int) -> list[Code]:
    """TC-EVT-05 Armies appear on land nobody owns, if there is any left on their side of the world."""
    nation = nation_name(side)
    places = []
    for _ in range(number):
        unused = [code for code in THREATS[side].appears_in if not units_at(game, code, nation)]
        free = [code for code in unused if not game.lands[code].owner]
        code = pick(game, free or unused or list(THREATS[side].appears_in))
        if is_vacant(game.lands[code]):
            set_control(game, code, nation, "threat", RULE)
        for unit, size in units.items():
            add_units(game, code, nation, unit, size, "threat", RULE)
        places.append(code)
    return places


def _summon_khan(game: Cendre, nation: NationId, code: Code) -> None:
    figures = THREATS["east"].army.leader
    military = figures["military"]
    leader = Leader(
        id=f"L{game.next_leader}",
        name=figures["name"],
        nation=nation,
        ruler=True,
        age=figures["age"],
        military=Military(military["level"], military["command"], military["strategy"], tuple(military["tactics"])),
        at=code,
    )
    game.next_leader += 1
    game.leaders[leader.id] = leader
    game.emit(LeaderJoined(nation=nation, leader=leader.id, name=leader.name, reason="threat", rule=RULE))


# -- orders -----------------------------------------------------------------------------------------------------


def muster(game: Cendre, nation: NationId, code: Code, troops: Troops, number: int, leader: str = "") -> str:
    """Units of a threat become an army; the Khan's bears his name, the others a number."""
    left = garrison(game, code, nation)
    for troop in troops:
        left = without(left, troop.unit, troop.count)
    set_garrison(game, code, nation, left)
    name = leader or f"{nation}#{number}"
    game.armies[name] = Army(leader=name, nation=nation, at=code, troops=troops, origin=code)
    return name


def only(troops: Troops, *units: str) -> Troops:
    return tuple(troop for troop in troops if troop.unit in units)


def besides(troops: Troops, *units: str) -> Troops:
    return tuple(troop for troop in troops if troop.unit not in units)


def lose_weakest(game: Cendre, nation: NationId, code: Code) -> None:
    """The unit of lowest priority leaves."""
    for unit in weakest_first(units_at(game, code, nation))[:1]:
        lose_units(game, code, nation, unit, 1, "threat", RULE)


# -- the end --------------------------------------------------------------------------------------------------


def end(game: Cendre, side: str, reason: str) -> None:
    """TC-EVT-05 The threat is over for good: its units vanish and land goes back to its owners."""
    nation = nation_name(side)
    for leader in sorted(game.armies):
        if game.armies[leader].nation == nation:
            disband_army(game, leader)
    for code, troops in all_units(game, nation).items():
        for troop in troops:
            lose_units(game, code, nation, troop.unit, troop.count, "threat_over", RULE)
    for code in controlled(game, nation):
        give_back(game, code, "threat_over", RULE)
    for leader in sorted(game.leaders):
        if game.leaders[leader].nation == nation:
            die(game, leader, "threat_over", RULE)
        elif game.leaders[leader].captor == nation:
            free(game, leader, "threat_over", RULE)
    write_threat(game, side, state="ended")
    goods = game.nations[nation].goods
    gain(game, nation, goods * -1, "threat_over", RULE)
    del game.nations[nation]
    game.sheets.pop(nation, None)
    game.emit(ThreatEnded(side=side, reason=reason))


def winters_seen(game: Cendre, side: str) -> int:
    """How many winters the threat has been on the map, this one included."""
    since = game.threats[side].since
    return (game.turn - since) // 4 + (game.season == WINTER)


# -- what they look at -----------------------------------------------------------------------------------


def defenders(game: Cendre, code: Code, nation: NationId) -> int:
    """How many units would fight a threat in a territory: everybody's but its own."""
    return sum(count(units_at(game, code, other)) for other in nations_with_units(game, code) if other != nation)


def defending_force(game: Cendre, code: Code, nation: NationId) -> int:
    return sum(
        troop.count * unit_kind(troop.unit).force
        for other in nations_with_units(game, code)
        if other != nation
        for troop in units_at(game, code, other)
    )


def nearest(game: Cendre, start: Code, nation: NationId, aims: list[Code], within: Collection[Code] | None = None) -> Code | None:
    """TC-EVT-05 Nearest first, then the fewest defenders, then the weakest, then the code."""
    steps = distances(start) if within is None else ATLAS.distances(start, *PASSABLE, within=within)
    reachable = [code for code in aims if code in steps and code != start]
    if not reachable:
        return None
    closest = min(steps[code] for code in reachable)
    near = [code for code in reachable if steps[code] == closest]
    return min(near, key=lambda code: (defenders(game, code, nation), defending_force(game, code, nation), code))


def step_towards(start: Code, aim: Code, within: Collection[Code] | None = None) -> Code:
    way = ATLAS.path(start, aim, *PASSABLE, within=within)
    return way[1] if len(way) > 1 else start


def total(game: Cendre, nation: NationId, *units: str) -> int:
    return sum(count(only(troops, *units)) if units else count(troops) for troops in all_units(game, nation).values())


def worth(game: Cendre, code: Code, *whats: str) -> int:
    """What a territory is worth to raiders."""
    return sum(table().value[what] * getattr(game.lands[code], what) for what in whats)
