"""Where an army can go this season: its ways, step by step, as the rules of movement have them.

A leader who leads nobody yet is taken to lead the garrison where he stands: as many as he can command, chosen for the march.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import msgspec

from .. import orders as o
from ..rules.common.inquiry import allied, at_war
from ..rules.common.ledger import count, garrison
from ..rules.common.marks import has_mark
from ..rules.war.bodies import FLYING, NAVAL, Body, all_have, army_body, kind_of_unit, speed, traits_of
from ..rules.war.movement import is_barred
from ..rules.war.orders import MODES, can_tunnel
from ..rules.war.ways import SAILING, SEA, WATER, may_enter, spell_bars, way_between
from ..state import Cendre, Code, Leader, Troop, Troops
from ..world import ATLAS, SITES
from .lines import with_line
from .prelude import Prelude, tried
from .trials import Trials
from .writer import Writer

BY_WATER = (SEA, WATER, SAILING)
TUNNELLER, RAIDER = "tunnelier", "raid"
FAST = (2, 3)


class Way(msgspec.Struct, frozen=True):
    """A march that can be made: the territories entered, and how."""

    codes: tuple[Code, ...]
    by: tuple[str, ...] = ()

    @property
    def is_by_water(self) -> bool:
        return any(one in BY_WATER for one in self.by)


class March(msgspec.Struct, frozen=True):
    """An order that sends an army somewhere, the way it goes, and the units it takes if they have to be named first."""

    order: o.MarchOrder
    way: Way
    muster: Troops = ()


# -- who marches ------------------------------------------------------------------------------------------------


class Host(msgspec.Struct, frozen=True):
    """An army ready to set out, and the season in which it does."""

    trials: Trials
    table: Cendre
    """As it stands when armies set out."""
    muster: Troops = ()
    """Units that no line of the sheet has put under the leader yet."""


def hosts(prelude: Prelude, leader: Leader, kept: Iterable[o.Order]) -> Iterator[Host]:
    """The army of the sheet; without one, what could be made of the garrison, best first."""
    orders = tuple(kept)
    trials = prelude.trials(orders)
    table = trials.before(o.Defend(leader.id))
    if table is None:
        return
    if leader.id in table.armies:
        yield Host(trials, table)
        return
    for troops in musters(table, leader.id):
        led = prelude.trials((*orders, formed(leader.id, troops)))
        there = led.before(o.Defend(leader.id))
        if there is not None and leader.id in there.armies:
            yield Host(led, there, troops)


def formed(leader: str, troops: Troops) -> o.FormArmy:
    """The line that makes an army of these."""
    units: dict[str, int] = {}
    for troop in troops:
        units[troop.unit] = units.get(troop.unit, 0) + troop.count
    return o.FormArmy(leader, tuple(units.items()))


def musters(table: Cendre, leader: str) -> list[Troops]:
    """TC-WAR-01 What he could lead: everybody on foot, the fast alone, those who fly, raid or dig, and the ships."""
    record = table.leaders[leader]
    if record.military is None:
        return []
    here = garrison(table, record.at, record.nation)
    body = Body(key=leader, nation=record.nation, at=record.at, troops=here, chief=leader)
    traits = {troop.unit: traits_of(table, body, troop.unit) for troop in here}
    dry = tuple(troop for troop in here if NAVAL not in traits[troop.unit])
    ships = tuple(troop for troop in here if NAVAL in traits[troop.unit])
    choices = [
        dry,
        *(tuple(troop for troop in dry if kind_of_unit(troop.unit).move >= move) for move in FAST),
        *(tuple(troop for troop in dry if trait in traits[troop.unit]) for trait in (FLYING, RAIDER, TUNNELLER)),
        *((_aboard(ships, dry, record.military.command), ships) if ships else ()),
    ]
    found = dict.fromkeys(_strongest(troops, record.military.command) for troops in choices)
    return [troops for troops in found if troops]


def _strongest(troops: Troops, most: int) -> Troops:
    taken: list[Troop] = []
    for troop in sorted(troops, key=lambda troop: (-kind_of_unit(troop.unit).force, troop.unit)):
        fit = min(troop.count, most - count(tuple(taken)))
        if fit > 0:
            taken.append(msgspec.structs.replace(troop, count=fit))
    return tuple(sorted(taken, key=lambda troop: (troop.unit, troop.until)))


def _aboard(ships: Troops, dry: Troops, most: int) -> Troops:
    """One ship carries whoever else there is room for in the command."""
    first = msgspec.structs.replace(ships[0], count=1)
    return (first, *_strongest(dry, most - 1))


# -- the ways ---------------------------------------------------------------------------------------------------


def ways(game: Cendre, body: Body, order: type[o.MarchOrder]) -> dict[Code, Way]:
    """TC-WAR-08 Every territory that the army can enter this season, by the shortest and then the safest way."""
    raiding, tunnel = issubclass(order, o.Raid | o.TunnelRaid), issubclass(order, o.TunnelAttack | o.TunnelRaid)
    found: dict[Code, Way] = {}
    front = {body.at: Way(())}
    for _ in range(1 if has_mark(game, "mud") else speed(game, body)):
        reached: dict[Code, Way] = {}
        for here, way in front.items():
            for there in ATLAS.neighbours(here):
                by = way_between(game, body, here, there, tunnel)
                longer = Way((*way.codes, there), (*way.by, by))
                if by and there != body.at and there not in found and not spell_bars(game, body, here, there, by):
                    reached[there] = min(reached.get(there, longer), longer, key=lambda one: _risk(game, body, one))
        open_to_all = {code for code in reached if may_enter(game, body.nation, code, raiding=False)}
        found |= {code: way for code, way in reached.items() if raiding or code in open_to_all}
        front = {code: way for code, way in sorted(reached.items()) if code in open_to_all}
    return found


class Road:
    """The steps of one army, each judged once by the rules of movement."""

    def __init__(self, game: Cendre, leader: str) -> None:
        """`game` stands as it does when armies set out."""
        self._game = game
        self._leader = leader
        self._army = game.armies[leader]
        self._barred: dict[tuple[str, Code, Code, bool], bool] = {}

    def is_barred(self, order: o.MarchOrder) -> bool:
        """TC-WAR-08 Would the army be stopped before a step, as things stand? A way with a gap is none, and refused as such."""
        path = (self._army.at, *order.via, order.territory)
        last = len(path) - 2
        return any(self._stops(MODES[type(order)], *step, number == last) for number, step in enumerate(pairwise(path)))

    def _stops(self, mode: str, start: Code, end: Code, is_last: bool) -> bool:
        key = mode, start, end, is_last
        if key not in self._barred:
            army = msgspec.structs.replace(self._army, at=start, path=(end,) if is_last else (end, ""), mode=mode)
            self._barred[key] = ATLAS.are_adjacent(start, end) and is_barred(self._game, army_body(self._leader, army))
        return self._barred[key]


def _risk(game: Cendre, body: Body, way: Way) -> tuple[int, int, tuple[Code, ...]]:
    """Rather not through an enemy's land, then rather through one's own."""
    holders = [game.lands[code].controller for code in way.codes[:-1]]
    hostile = sum(at_war(game, body.nation, holder) for holder in holders)
    return hostile, sum(holder != body.nation for holder in holders), way.codes


# -- the orders -------------------------------------------------------------------------------------------------


def marches(prelude: Prelude, leader: Leader, kept: Iterable[o.Order], wanted: Iterable[Code]) -> list[March]:
    """Everything the leader can be ordered to do with an army elsewhere, each by the first host that can."""
    found: dict[tuple[type[o.MarchOrder], Code], March] = {}
    only = set(wanted)
    for host in hosts(prelude, leader, kept):
        for march in _of_host(host, prelude, leader.id):
            key = type(march.order), march.order.territory
            if march.order.territory in only and key not in found and tried(host.trials, march.order):
                found[key] = march
    return list(found.values())


def _of_host(host: Host, prelude: Prelude, leader: str) -> Iterator[March]:
    game, army = host.table, host.table.armies[leader]
    for kind in _kinds(game, army_body(leader, army)):
        body = army_body(leader, msgspec.structs.replace(army, mode=MODES[kind], origin=army.at))
        for code, way in ways(game, body, kind).items():
            fitting = _plain(game, prelude.nation, code) if kind is o.March else kind
            yield March(fitting(leader, code, way.codes[:-1]), way, host.muster)


def _kinds(game: Cendre, body: Body) -> Iterator[type[o.MarchOrder]]:
    yield o.March
    raids, digs = all_have(game, body, RAIDER), can_tunnel(game, body)
    if raids:
        yield o.Raid
    if digs:
        yield o.TunnelAttack
    if raids and digs:
        yield o.TunnelRaid


def _plain(game: Cendre, nation: str, code: Code) -> type[o.MarchOrder]:
    """Going home, to friends and across open water is a march; all else is an attack."""
    holder = game.lands[code].controller
    friendly = holder == nation or (holder and allied(game, nation, holder))
    return o.March if friendly or (not holder and SITES[code].open_sea) else o.Attack


# -- the line that an army needs --------------------------------------------------------------------------------


def with_army(writer: Writer, order: o.Order) -> str:
    """TC-WAR-01 The text; where this march is ordered to somebody who leads nobody yet, with the line that gives him units."""
    if not isinstance(order, o.MarchOrder):
        return writer.text
    army = _army_for(Prelude(writer), order)
    return with_line(writer.text, writer.line(army), army.SECTION, writer.words, writer.turn) if army else writer.text


def _army_for(prelude: Prelude, order: o.MarchOrder) -> o.FormArmy | None:
    leader = next((leader for leader in prelude.estate.leaders if leader.id == order.leader), None)
    if leader is None or any(isinstance(line.order, o.FormArmy) and line.order.leader == leader.id for line in prelude.lines):
        return None
    kept = [line.order for line in prelude.lines if line.order != order]
    hosts_that_can = (host for host in hosts(prelude, leader, kept) if tried(host.trials, order))
    host = next(hosts_that_can, None)
    return formed(leader.id, host.muster) if host and host.muster else None
