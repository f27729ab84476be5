"""The opening: every nation as its booklet leaves it in spring 201."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from marchland.kernel.chance import Chance
from marchland.kernel.errors import BadOption
from marchland.kernel.title import Value

from .goods import Goods
from .rules.common.ledger import add_science, add_units, change_civil, gain
from .rules.leaders.people import LeaderJoined
from .state import (
    FIRST_YEAR,
    Cendre,
    Civil,
    Land,
    Leader,
    Magic,
    Military,
    Nation,
    Threat,
)
from .tables import TABLES
from .title import BOOKLET_PRINTINGS, NATIONS
from .world import BOOKLETS, DOMAINS, PRINTINGS, SITES, THREATS, Booklet, Site, StartingLeader, discovery_named


def lay_out(seats: int, options: Mapping[str, Value], chance: Chance) -> Cendre:
    game = Cendre(chance=chance, last_year=FIRST_YEAR + int(options["years"]) - 1, seats=seating(seats, options))
    for site in SITES.values():
        game.lands[site.code] = opening_land(site)
    game.derive()
    printing = BOOKLET_PRINTINGS.index(str(options["booklets"])) + 1
    for booklet in PRINTINGS[printing].values():
        settle(game, booklet, printing)
    game.threats = {side: Threat(side=side) for side in sorted(THREATS)}
    return game


def seating(seats: int, options: Mapping[str, Value]) -> dict[str, int]:
    """Which seat plays which nation: as asked, the others in alphabetical order."""
    wanted = [nation for nation in str(options["nations"]).split(",") if nation]
    if len(wanted) > seats:
        raise BadOption(f"cendre: {len(wanted)} nations are named for {seats} seats")
    free = [nation for nation in NATIONS if nation not in wanted]
    return {nation: seat for seat, nation in enumerate([*wanted, *free][:seats])}


def opening_land(site: Site) -> Land:
    """TC-LAND-01 A territory as the annex and the territory table describe it."""
    national = [booklet.id for booklet in BOOKLETS.values() if site.code in (*booklet.territories, *booklet.national_claims)]
    town = BOOKLETS[site.owner].start.cities.get(site.code, 0) if site.owner else site.town_size
    return Land(
        owner=site.owner,
        controller=site.owner,
        national=tuple(national),
        farms=site.farms,
        farm_capacity=site.farm_capacity,
        exploitations=site.exploitations,
        resource_level=site.resource_level,
        population=site.population,
        recruits=site.population,
        source=site.source,
        fluid=site.source,
        colour=site.colour,
        danger=site.danger,
        roads=site.roads,
        town=town,
    )


def settle(game: Cendre, booklet: Booklet, printing: int) -> None:
    """TC-SCI-02 A nation with its treasury, troops, leaders and the discovery it starts with."""
    start, discovery = booklet.start, discovery_named(booklet.discovery.name)
    game.nations[booklet.id] = Nation(
        id=booklet.id,
        race=booklet.race,
        capital=booklet.capital,
        stability=start.stability,
        reputation=start.reputation,
        known=(discovery,),
        focus={"offensive": "attaque", "défensive": "défense"}.get(booklet.discovery.choice, ""),
        colours=(booklet.magic,),
        science=(0,) * len(DOMAINS),
        printing=printing,
    )
    gain(game, booklet.id, Goods.of({"gold": start.gold, "provisions": start.provisions, **start.resources}), "start", "TC-TURN-01")
    add_science(game, booklet.id, booklet.discovery.domain, TABLES.science.thresholds[0], "start", "TC-SCI-02")
    for unit, number in sorted(start.civil_units.items()):
        change_civil(game, booklet.id, unit, number, "start", "TC-UNIT-01")
    for place, units in sorted(start.army.items()):
        for unit, number in sorted(units.items()):
            add_units(game, place, booklet.id, unit, number, "start", "TC-WAR-04")
    for person in booklet.leaders:
        _enlist(game, booklet, person)


def _enlist(game: Cendre, booklet: Booklet, person: StartingLeader) -> None:
    leader = Leader(
        id=f"L{game.next_leader}",
        name=person.name,
        nation=booklet.id,
        origin=booklet.id,
        ruler=person.ruler,
        age=person.age,
        civil=msgspec.convert(msgspec.structs.asdict(person.civil), Civil) if person.civil else None,
        military=msgspec.convert(msgspec.structs.asdict(person.military), Military) if person.military else None,
        magic=msgspec.convert(msgspec.structs.asdict(person.magic), Magic) if person.magic else None,
        specials=person.specials,
        at=booklet.capital,
    )
    game.next_leader += 1
    game.leaders[leader.id] = leader
    audience = (game.seats[booklet.id],) if booklet.id in game.seats else ()
    game.emit(
        LeaderJoined(nation=booklet.id, leader=leader.id, name=leader.name, reason="start", rule="TC-LEAD-02", audience=audience)
    )
