"""The events of the booklets: eighty lists of steps, each step a small thing that happens to the nation."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from ....kernel.chance import pick, shuffled
from ....kernel.events import Event
from ..goods import Goods
from ..state import Cendre, Code, NationId
from ..tables import TABLES, read_yaml
from ..world import MAJORS, SITES, distances, land_neighbours, unit_kind
from .dice import d6, d10, percent, written
from .inquiry import controlled, enemies, held, is_at_war, is_vacant, leaders_of, partners, seats_of, terrains
from .lands import cede
from .ledger import (
    add_science,
    add_units,
    all_units,
    change_civil,
    change_glory,
    change_land,
    change_reputation,
    change_stability,
    count,
    gain,
    lose_units,
    make_national,
    units_at,
    weakest_first,
    write_land,
)
from .market import offer_on_market
from .marks import add_mark, next_active, next_spring, next_winter
from .people import die, is_immortal, wound, write_leader
from .relations import give_casus
from .towns import grow, lose_structure, shrink
from .training import new_tactic
from .war import loss_test

RULE = "TC-EVT-03"


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that happens; which fields count depends on `do`."""

    do: str
    amount: int | str = 0
    times: int = 1
    most: int = 0
    least: int = 0
    number: int | str = 1
    what: str = ""
    kind: str = ""
    word: str = ""
    unit: str = ""
    domain: str = ""
    goods: dict[str, int] = {}
    where: str = ""
    until: str = ""
    when: str = ""
    chance: int = 0
    terrain: tuple[str, ...] = ()
    resource: tuple[str, ...] = ()
    coastal: bool = False
    town: bool = False
    national: bool = False
    garrison: bool = False
    not_capital: bool = False
    water: bool = False
    sea: bool = False
    claim: bool = False
    join: bool = False
    anywhere: bool = False
    then: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()


class SecretsLearnt(Event, frozen=True):
    """A nation's accounts laid open to another."""

    RULE = RULE
    nation: NationId
    other: NationId
    goods: Goods
    stability: int
    units: int
    discoveries: tuple[str, ...]


@cache
def steps() -> dict[str, dict[int, tuple[Step, ...]]]:
    return read_yaml("national_events.yaml", dict[str, dict[int, tuple[Step, ...]]])


def national_event(game: Cendre, nation: NationId, score: int) -> None:
    """TC-EVT-03 What the booklet says of this score."""
    for step in steps()[nation][score]:
        take(game, nation, step)


def take(game: Cendre, nation: NationId, step: Step) -> None:
    peace = not is_at_war(game, nation)
    if step.when and (step.when == "peace") != peace:
        return
    if not DEEDS[step.do](game, nation, step):
        for other in step.otherwise:
            take(game, nation, other)


def rolled(game: Cendre, nation: NationId, step: Step) -> int:
    """The amount of a step: a number, or dice."""
    amount = step.amount if isinstance(step.amount, int) else written(game, nation, "event", step.amount)
    return amount * step.times


def until(game: Cendre, step: Step) -> int:
    return {"now": game.turn, "next": next_active(game), "spring": next_spring(game), "winter": next_winter(game)}[step.until]


# -- places -----------------------------------------------------------------------------------------------------


def candidates(game: Cendre, nation: NationId, step: Step) -> list[Code]:
    """TC-EVT-05 Owned and controlled land that fits the step."""
    capital = game.nations[nation].capital
    return [
        code
        for code in held(game, nation)
        if (not step.terrain or set(step.terrain) & set(terrains(game, code)))
        and (not step.resource or SITES[code].resource in step.resource)
        and (not step.coastal or SITES[code].by_the_sea)
        and (not step.town or game.lands[code].town > 0)
        and (not step.national or nation in game.lands[code].national)
        and (not step.garrison or units_at(game, code, nation))
        and (not step.not_capital or code != capital)
    ]


def places(game: Cendre, nation: NationId, step: Step) -> list[Code]:
    found = candidates(game, nation, step)
    if step.where == "capital":
        return [code for code in found if code == game.nations[nation].capital]
    if step.where == "towns":
        return [code for code in found if game.lands[code].town]
    if step.where == "all":
        return found
    number = step.number if isinstance(step.number, int) else written(game, nation, "event", step.number)
    return sorted(shuffled(game, found)[:number]) if len(found) > number else found


def change_here(game: Cendre, code: Code, what: str, amount: int, least: int = 0) -> None:
    """A figure of a territory, kept within what it may be; farms may take capacity along."""
    land = game.lands[code]
    now = getattr(land, what)
    caps = {"exploitations": land.resource_level, "recruits": land.population}
    most = TABLES.land.limit if what != "brigands" else now + max(amount, 0)
    wanted = max(least if now >= least else now, min(now + amount, caps.get(what, most)))
    if what == "farms" and wanted > land.farm_capacity:
        change_land(game, code, "farm_capacity", wanted - land.farm_capacity, "event", RULE)
    change_land(game, code, what, wanted - now, "event", RULE)
    if what == "source":
        write_land(game, code, fluid=min(game.lands[code].fluid, wanted))


# -- deeds ------------------------------------------------------------------------------------------------------


def _reputation(game: Cendre, nation: NationId, step: Step) -> bool:
    change_reputation(game, nation, rolled(game, nation, step), "event", RULE)
    return True


def _stability(game: Cendre, nation: NationId, step: Step) -> bool:
    change_stability(game, nation, rolled(game, nation, step), "event", RULE)
    return True


def _glory(game: Cendre, nation: NationId, step: Step) -> bool:
    change_glory(game, nation, rolled(game, nation, step), "event", RULE)
    return True


def _gold(game: Cendre, nation: NationId, step: Step) -> bool:
    gain(game, nation, Goods(gold=rolled(game, nation, step)), "event", RULE)
    return True


def _goods(game: Cendre, nation: NationId, step: Step) -> bool:
    wanted, have = Goods.of(step.goods), game.nations[nation].goods
    gain(game, nation, (have + wanted).at_least_nothing() - have, "event", RULE)
    return True


def _science(game: Cendre, nation: NationId, step: Step) -> bool:
    add_science(game, nation, step.domain, rolled(game, nation, step), "event", RULE)
    return True


def _civil_unit(game: Cendre, nation: NationId, step: Step) -> bool:
    change_civil(game, nation, step.unit, rolled(game, nation, step), "event", RULE)
    return True


def _mark(game: Cendre, nation: NationId, step: Step) -> bool:
    add_mark(game, step.kind, until(game, step), nation=nation, amount=rolled(game, nation, step), word=step.word)
    return True


def _land_mark(game: Cendre, nation: NationId, step: Step) -> bool:
    for code in places(game, nation, step):
        amount = rolled(game, nation, step)
        add_mark(game, step.kind, until(game, step), nation=nation, territory=code, amount=amount, word=step.word)
        _then(game, nation, step, code)
    return True


def _land(game: Cendre, nation: NationId, step: Step) -> bool:
    found = places(game, nation, step)
    for code in found:
        change_here(game, code, step.what, rolled(game, nation, step), step.least)
        _then(game, nation, step, code)
    return bool(found)


def _then(game: Cendre, nation: NationId, step: Step, code: Code) -> None:
    """What happens besides in the same place."""
    for other in step.then:
        HERE[other.do](game, nation, other, code)


def _also_here(game: Cendre, nation: NationId, step: Step, code: Code) -> None:
    change_here(game, code, step.what, rolled(game, nation, step), step.least)


def _also_town(game: Cendre, nation: NationId, step: Step, code: Code) -> None:
    if game.lands[code].town > 1 and d6(game, nation, "event") <= step.chance:
        shrink(game, code, 1, "event", RULE)


def _avalanche(game: Cendre, nation: NationId, step: Step, code: Code) -> None:
    for leader in leaders_of(game, nation):
        if leader.at == code and not leader.captor and d10(game, nation, "event") <= 3:
            wound(game, leader.id, "event", RULE)


HERE: dict[str, Callable[[Cendre, NationId, Step, Code], None]] = {
    "here": _also_here,
    "here_town": _also_town,
    "avalanche": _avalanche,
}


def _town(game: Cendre, nation: NationId, step: Step) -> bool:
    for code in places(game, nation, step):
        if game.lands[code].town > 1:
            shrink(game, code, 1, "event", RULE)
        _then(game, nation, step, code)
    return True


def _halve_provisions(game: Cendre, nation: NationId, step: Step) -> bool:
    stored = game.nations[nation].goods.provisions
    gain(game, nation, Goods(provisions=stored // 2 - stored), "event", RULE)
    return True


def _lose_provisions(game: Cendre, nation: NationId, step: Step) -> bool:
    lost = min(rolled(game, nation, step), game.nations[nation].goods.provisions)
    gain(game, nation, Goods(provisions=-lost), "event", RULE)
    return True


def _units(game: Cendre, nation: NationId, step: Step) -> bool:
    for code in places(game, nation, step):
        add_units(game, code, nation, step.unit, rolled(game, nation, step), "event", RULE)
    return True


def _loss_test(game: Cendre, nation: NationId, step: Step) -> bool:
    for code in places(game, nation, step):
        loss_test(game, code, nation, "event", RULE)
        _then(game, nation, step, code)
    return True


# -- leaders ----------------------------------------------------------------------------------------------------


def _idle(game: Cendre, nation: NationId, step: Step) -> bool:
    """Somebody gives no order next season."""
    leaders = [leader for leader in leaders_of(game, nation) if not leader.captor and (step.kind != "civil" or leader.civil)]
    if leaders:
        add_mark(game, "idle", until(game, step), nation=nation, word=pick(game, leaders).id)
    return True


def _hangover(game: Cendre, nation: NationId, step: Step) -> bool:
    for leader in leaders_of(game, nation):
        if d10(game, nation, "event") <= 3:
            add_mark(game, "idle", until(game, step), nation=nation, word=leader.id)
    return True


def _purge(game: Cendre, nation: NationId, step: Step) -> bool:
    leaders = [leader for leader in leaders_of(game, nation) if not leader.ruler and not leader.captor]
    if leaders:
        fallen = pick(game, leaders)
        if d6(game, nation, "event") <= 3 and not is_immortal(fallen):
            die(game, fallen.id, "executed", RULE)
        else:
            offer_on_market(game, fallen.id, "fled", RULE)
    return True


def _night_of_knives(game: Cendre, nation: NationId, step: Step) -> bool:
    leaders = [leader for leader in leaders_of(game, nation) if not leader.captor]
    others = [leader for leader in leaders if not leader.ruler]
    for leader in shuffled(game, others if len(others) >= 3 else leaders)[: int(step.number)]:
        die_roll = d10(game, nation, "event")
        if die_roll <= 3 and not is_immortal(leader):
            die(game, leader.id, "murdered", RULE)
        elif die_roll <= 7:
            wound(game, leader.id, "attacked", RULE)
    return True


def _coup(game: Cendre, nation: NationId, step: Step) -> bool:
    """The best general flees with part of the capital's garrison."""
    generals = [leader for leader in leaders_of(game, nation) if leader.military and not leader.ruler and not leader.captor]
    if not generals:
        change_stability(game, nation, -2, "event", RULE)
        return True
    best = max(generals, key=lambda leader: (leader.military.command if leader.military else 0, leader.id))
    offer_on_market(game, best.id, "fled", RULE)
    capital = game.nations[nation].capital
    for unit in weakest_first(units_at(game, capital, nation))[: rolled(game, nation, step)]:
        lose_units(game, capital, nation, unit, 1, "event", RULE)
    change_stability(game, nation, -1, "event", RULE)
    return True


def _triumph(game: Cendre, nation: NationId, step: Step) -> bool:
    won = game.nations[nation].year.battles_won > 0
    change_glory(game, nation, step.most if won else rolled(game, nation, step), "event", RULE)
    officers = [leader for leader in leaders_of(game, nation) if leader.military]
    if officers:
        officer = pick(game, officers)
        if officer.military and len(officer.military.tactics) < len(TABLES.leaders.tactics):
            write_leader(game, officer.id, military=new_tactic(game, officer.military))
    return True


# -- troops -----------------------------------------------------------------------------------------------------


def _feud(game: Cendre, nation: NationId, step: Step) -> bool:
    for code in shuffled(game, held(game, nation))[: int(step.number)]:
        for unit in weakest_first(units_at(game, code, nation))[:1]:
            lose_units(game, code, nation, unit, 1, "event", RULE)
        change_land(game, code, "brigands", rolled(game, nation, step), "event", RULE)
    return True


def _mass_desertion(game: Cendre, nation: NationId, step: Step) -> bool:
    """Half of the largest garrison deserts, a quarter in peace; every two become a band of brigands."""
    stacks = all_units(game, nation)
    if not stacks:
        return True
    code = max(stacks, key=lambda place: (count(stacks[place]), place))
    share = 2 if is_at_war(game, nation) else 4
    leaving = -(-count(stacks[code]) // share)
    for unit in weakest_first(stacks[code])[:leaving]:
        lose_units(game, code, nation, unit, 1, "event", RULE)
    change_land(game, code, "brigands", leaving // 2, "event", RULE)
    return True


def _dead_rebel(game: Cendre, nation: NationId, step: Step) -> bool:
    for code, troops in all_units(game, nation).items():
        for troop in troops:
            if "mort-vivants" in unit_kind(troop.unit).traits:
                lost = sum(d6(game, nation, "event") == 1 for _ in range(troop.count))
                lose_units(game, code, nation, troop.unit, lost, "event", RULE)
                change_land(game, code, "brigands", lost, "event", RULE)
    return True


def _great_storm(game: Cendre, nation: NationId, step: Step) -> bool:
    """Half of all ships are lost, the least worth first."""
    ships = [
        (unit_kind(unit).loss_priority, unit, code)
        for code, troops in all_units(game, nation).items()
        for unit in weakest_first(troops)
        if "naval" in unit_kind(unit).traits
    ]
    for _, unit, code in sorted(ships)[: len(ships) // 2]:
        lose_units(game, code, nation, unit, 1, "event", RULE)
    return True


def _plague(game: Cendre, nation: NationId, step: Step) -> bool:
    """Random units of an arm are lost."""
    herd = [
        (code, unit)
        for code, troops in all_units(game, nation).items()
        for unit in weakest_first(troops)
        if step.kind in unit_kind(unit).traits
    ]
    for code, unit in shuffled(game, herd)[: rolled(game, nation, step)]:
        lose_units(game, code, nation, unit, 1, "event", RULE)
    return True


def _swarm_eats_itself(game: Cendre, nation: NationId, step: Step) -> bool:
    for code, troops in all_units(game, nation).items():
        if count(troops) >= int(step.number):
            for unit in weakest_first(troops)[: rolled(game, nation, step)]:
                lose_units(game, code, nation, unit, 1, "event", RULE)
    return True


def _watchers(game: Cendre, nation: NationId, step: Step) -> bool:
    """Guards in forests that lack them."""
    bare = [code for code in candidates(game, nation, step) if count(units_at(game, code, nation)) < step.most]
    for code in bare[: step.most]:
        add_units(game, code, nation, step.unit, 1, "event", RULE)
    return True


# -- disasters --------------------------------------------------------------------------------------------------


def _eruption(game: Cendre, nation: NationId, step: Step) -> bool:
    lands = held(game, nation)
    if not lands:
        return True
    code = pick(game, lands)
    change_here(game, code, "farms", -written(game, nation, "event", "1d3"))
    change_here(game, code, "exploitations", -1)
    loss_test(game, code, nation, "event", RULE)
    built = game.lands[code].structures
    if d6(game, nation, "event") == 1 and built:
        lose_structure(game, code, pick(game, built), "event", RULE)
    return True


def _deep_thing(game: Cendre, nation: NationId, step: Step) -> bool:
    lands = held(game, nation)
    if not lands:
        return True
    code = pick(game, lands)
    guarded = count(units_at(game, code, nation)) >= step.most
    loss_test(game, code, nation, "event", RULE)
    change_here(game, code, "exploitations", -1)
    if not guarded and game.lands[code].town > 1:
        shrink(game, code, 1, "event", RULE)
    return True


# -- neighbours -------------------------------------------------------------------------------------------------


def wild_neighbours(game: Cendre, nation: NationId, step: Step) -> list[Code]:
    """Vacant land next to the nation (or anywhere) that fits the step."""
    near = {code for mine in controlled(game, nation) for code in land_neighbours(mine)}
    return [
        code
        for code in SITES
        if is_vacant(game.lands[code])
        and (step.anywhere or code in near)
        and (not step.terrain or set(step.terrain) & set(terrains(game, code)))
        and (not step.sea or SITES[code].sea)
        and (not step.water or SITES[code].by_the_sea)
    ]


def _join(game: Cendre, nation: NationId, step: Step) -> bool:
    """A vacant neighbour joins the nation, owned and controlled."""
    if step.chance and not percent(game, nation, "event", step.chance):
        return True
    wild = wild_neighbours(game, nation, step)
    if not wild:
        return False
    code = pick(game, wild)
    cede(game, code, nation, "joined", RULE)
    if step.claim:
        make_national(game, code, nation, "event", RULE)
    return True


def _claim(game: Cendre, nation: NationId, step: Step) -> bool:
    """Vacant land becomes national; where the step says so, it joins if it is next door."""
    wild = [code for code in wild_neighbours(game, nation, step) if nation not in game.lands[code].national]
    if not wild:
        return False
    code = pick(game, wild)
    make_national(game, code, nation, "event", RULE)
    if step.join and any(game.lands[near].controller == nation for near in land_neighbours(code)):
        cede(game, code, nation, "joined", RULE)
    return True


def nearest_major(game: Cendre, nation: NationId, fits: Callable[[NationId], bool]) -> NationId | None:
    """The major nation whose capital is nearest among those that fit; ties are drawn."""
    steps_to = distances(game.nations[nation].capital)
    others = [other for other in MAJORS if other != nation and fits(other)]
    if not others:
        return None
    far = {other: steps_to.get(game.nations[other].capital, len(SITES)) for other in others}
    return pick(game, [other for other in others if far[other] == min(far.values())])


def _casus_against_us(game: Cendre, nation: NationId, step: Step) -> bool:
    other = nearest_major(game, nation, lambda name: game.nations[name].reputation >= int(step.amount))
    if other:
        give_casus(game, other, nation, "insult", until(game, step))
    return True


def _casus_for_us(game: Cendre, nation: NationId, step: Step) -> bool:
    other = nearest_major(game, nation, lambda name: True)
    if other:
        give_casus(game, nation, other, "insult", until(game, step))
    return True


def _blame(game: Cendre, nation: NationId, step: Step) -> bool:
    """The neighbour of worst name is blamed: a casus belli, and unrest until war is declared on it."""
    near = {game.lands[code].owner for mine in controlled(game, nation) for code in land_neighbours(mine)}
    others = [other for other in MAJORS if other in near and other != nation]
    if others:
        worst = min(game.nations[other].reputation for other in others)
        culprit = pick(game, [other for other in others if game.nations[other].reputation == worst])
        give_casus(game, nation, culprit, "insult", until(game, step))
        add_mark(game, "stability_test", until(game, step), nation=nation, amount=int(step.amount), word=f"until_war:{culprit}")
    return True


def _offend(game: Cendre, nation: NationId, step: Step) -> bool:
    friends = [other for other in partners(game, nation) if other in MAJORS]
    if friends:
        change_reputation(game, nation, -1, "event", RULE)
        add_mark(game, "no_caravan", next_spring(game), nation=nation, word=pick(game, friends))
    return True


def _glory_per_partner(game: Cendre, nation: NationId, step: Step) -> bool:
    friends = sum(other in MAJORS for other in partners(game, nation))
    change_glory(game, nation, min(step.most, int(step.amount) * friends), "event", RULE)
    return True


def _gold_per_peace(game: Cendre, nation: NationId, step: Step) -> bool:
    friends = len(MAJORS) - 1 - len([other for other in enemies(game, nation) if other in MAJORS])
    gain(game, nation, Goods(gold=min(step.most, int(step.amount) * friends)), "event", RULE)
    return True


def _secrets(game: Cendre, nation: NationId, step: Step) -> bool:
    """The most glorious rival's accounts are laid open, and part of its treasury is gone."""
    other = max((name for name in MAJORS if name != nation), key=lambda name: (game.nations[name].glory, name))
    record = game.nations[other]
    game.emit(
        SecretsLearnt(
            nation=nation,
            other=other,
            goods=record.goods,
            stability=record.stability,
            units=sum(map(count, all_units(game, other).values())),
            discoveries=record.known,
            audience=seats_of(game, nation),
        )
    )
    stolen = min(int(step.amount), record.goods.gold)
    gain(game, other, Goods(gold=-stolen), "stolen", RULE)
    gain(game, nation, Goods(gold=stolen), "event", RULE)
    return True


# -- the rest ---------------------------------------------------------------------------------------------------


def _recognition(game: Cendre, nation: NationId, step: Step) -> bool:
    if game.nations[nation].reputation >= int(step.amount):
        change_stability(game, nation, 1, "event", RULE)
    else:
        change_reputation(game, nation, 1, "event", RULE)
    change_glory(game, nation, step.most, "event", RULE)
    return True


def _buried_city(game: Cendre, nation: NationId, step: Step) -> bool:
    bare = [code for code in held(game, nation) if not game.lands[code].town]
    if not bare:
        return False
    grow(game, pick(game, bare), "event", RULE)
    return True


def _wedding(game: Cendre, nation: NationId, step: Step) -> bool:
    """A great wedding: paid for in peace, touching to the enemies in war."""
    if is_at_war(game, nation):
        for key in sorted(game.wars):
            war = game.wars[key]
            if nation in (war.one, war.other):
                sign = 1 if war.one == nation else -1
                game.wars[key] = msgspec.structs.replace(war, counter=war.counter + 2 * sign)
        return True
    change_stability(game, nation, 1, "event", RULE)
    if game.nations[nation].goods.gold >= int(step.amount):
        gain(game, nation, Goods(gold=-int(step.amount)), "event", RULE)
        change_reputation(game, nation, 1, "event", RULE)
        change_glory(game, nation, 4, "event", RULE)
    return True


DEEDS: dict[str, Callable[[Cendre, NationId, Step], Any]] = {
    "reputation": _reputation,
    "stability": _stability,
    "glory": _glory,
    "gold": _gold,
    "goods": _goods,
    "science": _science,
    "civil_unit": _civil_unit,
    "mark": _mark,
    "land_mark": _land_mark,
    "land": _land,
    "town": _town,
    "halve_provisions": _halve_provisions,
    "lose_provisions": _lose_provisions,
    "units": _units,
    "loss_test": _loss_test,
    "idle": _idle,
    "hangover": _hangover,
    "purge": _purge,
    "night_of_knives": _night_of_knives,
    "coup": _coup,
    "triumph": _triumph,
    "feud": _feud,
    "mass_desertion": _mass_desertion,
    "dead_rebel": _dead_rebel,
    "great_storm": _great_storm,
    "plague": _plague,
    "swarm_eats_itself": _swarm_eats_itself,
    "watchers": _watchers,
    "eruption": _eruption,
    "deep_thing": _deep_thing,
    "join": _join,
    "claim": _claim,
    "casus_against_us": _casus_against_us,
    "casus_for_us": _casus_for_us,
    "blame": _blame,
    "offend": _offend,
    "glory_per_partner": _glory_per_partner,
    "gold_per_peace": _gold_per_peace,
    "secrets": _secrets,
    "recognition": _recognition,
    "buried_city": _buried_city,
    "wedding": _wedding,
}
