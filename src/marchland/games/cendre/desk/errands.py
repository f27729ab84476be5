"""What a leader can be told to do at a territory beside marching there: works, agents, spells, and where he stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from .. import orders as o
from ..rules.leaders.actors import HOUSES
from ..rules.magic.book import SPELLS
from ..rules.magic.targets import control_of, reach
from ..state import Cendre, Code, Leader
from ..tables import TABLES
from ..world import BOOKLETS, SITES, recruitable
from .prelude import Prelude, Trial, tried
from .trials import Trials

LOCAL_UNITS = tuple(name for name, unit in TABLES.leaders.civil_units.items() if not unit.pool and unit.order == o.Hire.OPERATION)
"""Civil units that are raised in a territory."""
DEVELOPMENT: tuple[type[o.DevelopmentOrder], ...] = (
    o.Cultivate, o.Exploit, o.Clear, o.Develop, o.Populate, o.BuildRoads, o.Urbanise, o.FoundTown,
)  # fmt: skip
ABROAD: tuple[type[o.Spy | o.Prospect | o.Claim | o.Agitate | o.Brigandage], ...] = (
    o.Spy, o.Prospect, o.Claim, o.Agitate, o.Brigandage,
)  # fmt: skip
FLUID: tuple[type[o.Divert | o.Reinforce | o.Siphon], ...] = (o.Divert, o.Reinforce, o.Siphon)
ON_LAND = ("own_territory", "any_territory", "enemy_territory", "own_city", "enemy_city", "source", "own_army", "enemy_army")
"""Targets of spells that are named by a territory."""


class Errand(msgspec.Struct, frozen=True):
    """An order that the rules would take; `open` are the fields that are still to be chosen."""

    order: o.LeaderOrder | o.Place
    at: Code
    trial: Trial = Trial()
    open: tuple[str, ...] = ()


Candidates = Iterator[tuple[o.LeaderOrder, Code, tuple[str, ...]]]


def civil(prelude: Prelude, actor: str, kept: Iterable[o.Order], wanted: Iterable[Code]) -> Iterator[Errand]:
    """TC-CIV-01 Works on one's own land, agents and claims abroad."""
    trials = prelude.trials(kept)
    codes = tuple(wanted)
    known = HOUSES.get(actor.partition("@")[0]) if "@" in actor else None
    for order, code, free in (*_works(prelude, actor, codes), *_abroad(prelude, actor, codes)):
        if known is not None and getattr(order, "OPERATION", "") not in known:
            continue
        trial = tried(trials, order)
        if trial is not None:
            yield Errand(order, code, trial, free)
    if known is None:
        yield from _buildings(prelude, trials, actor, codes)


def _works(prelude: Prelude, actor: str, codes: Iterable[Code]) -> Candidates:
    for code in codes:
        if code in prelude.estate.lands:
            yield from ((kind(leader=actor, territory=code), code, ()) for kind in DEVELOPMENT)
            yield from ((o.Hire(leader=actor, unit=unit, territory=code), code, ()) for unit in LOCAL_UNITS)


def _abroad(prelude: Prelude, actor: str, codes: Iterable[Code]) -> Candidates:
    for code in codes:
        own = prelude.view.lands[code].owner == prelude.nation
        yield from ((kind(leader=actor, territory=code), code, ()) for kind in ABROAD if not own or kind is o.Prospect)


def _buildings(prelude: Prelude, trials: Trials, actor: str, codes: Iterable[Code]) -> Iterator[Errand]:
    """Where anything can be built: what, the card asks."""
    for code in codes:
        if code in prelude.estate.lands:
            orders = (o.Construct(leader=actor, territory=code, structure=kind) for kind in _buildable(prelude.nation))
            found = next((order for order in orders if tried(trials, order)), None)
            if found is not None:
                yield Errand(found, code, open=("structure",))


@cache
def _buildable(nation: str) -> tuple[str, ...]:
    return (*TABLES.towns.structures, *(structure.id for structure in BOOKLETS[nation].structures))


def magic(prelude: Prelude, leader: Leader, kept: Iterable[o.Order], wanted: Iterable[Code]) -> Iterator[Errand]:
    """TC-MAG-02 Spells and sources within reach."""
    trials, codes = prelude.trials(kept), tuple(wanted)
    table = trials.before(o.Exhaust(leader.id, leader.at))
    if table is None:
        return
    mage = table.leaders[leader.id]
    for order, code, free in (*_spells(table, mage, codes), *_sources(prelude, table, mage, codes)):
        trial = tried(trials, order)
        if trial is not None:
            yield Errand(order, code, trial, free)


def _spells(table: Cendre, mage: Leader, wanted: Iterable[Code]) -> Candidates:
    assert mage.magic is not None
    codes = tuple(wanted)
    for spell in SPELLS.values():
        if spell.colour in mage.magic.colours and spell.target in ON_LAND:
            most = control_of(table, mage, spell.colour)
            near = [code for code in codes if reach(mage.at).get(code, len(SITES)) <= most]
            yield from ((o.CastSpell(mage.id, f"{spell.colour}/{spell.level}", code), code, ()) for code in near)


def _sources(prelude: Prelude, table: Cendre, mage: Leader, codes: Iterable[Code]) -> Candidates:
    """Sources within reach, and land of which nobody knows whether it has one."""
    most = control_of(table, mage)
    for code in codes:
        if reach(mage.at).get(code, len(SITES)) <= most and _may_have_source(prelude, code):
            yield o.Exhaust(mage.id, code), code, ()
            yield o.DryUp(mage.id, code), code, ()
            yield from ((kind(mage.id, code, 1), code, ("points",)) for kind in FLUID if code != mage.at)


def _may_have_source(prelude: Prelude, code: Code) -> bool:
    known = prelude.estate.lands.get(code) or prelude.estate.dossiers.get(code)
    return known is None or known.source > 0


def posts(prelude: Prelude, leader: Leader, kept: Iterable[o.Order], wanted: Iterable[Code]) -> Iterator[Errand]:
    """TC-WAR-01 Where he may stand, beside where he stands."""
    trials = prelude.trials(kept)
    guarded = {key[:3] for key, troops in prelude.estate.troops.items() if troops and key[4:] == prelude.nation}
    for code in wanted:
        somebodys = code in guarded or prelude.view.lands[code].controller
        if code != leader.at and somebodys and tried(trials, order := o.Place(leader.id, code)):
            yield Errand(order, code)


def on_the_spot(prelude: Prelude, leader: Leader, kept: Iterable[o.Order], wanted: Iterable[Code]) -> Iterator[Errand]:
    """TC-WAR-23 What an army does where it stands."""
    trials = prelude.trials(kept)
    table = trials.before(o.Defend(leader.id))
    code = table.leaders[leader.id].at if table else ""
    if table is None or code not in wanted:
        return
    for order in (o.Defend(leader.id), o.Intercept(leader.id), o.Pillage(leader.id)):
        if tried(trials, order):
            yield Errand(order, code)
    units = recruitable(prelude.nation, table.nations[prelude.nation].known)
    raised = (o.RecruitUnits(leader.id, unit, 1) for unit in units)
    found = next((order for order in raised if tried(trials, order)), None)
    if found is not None:
        yield Errand(found, code, open=("unit", "number"))
