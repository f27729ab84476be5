"""Does the table make sense, and does the history add up to it?"""

from __future__ import annotations

from collections.abc import Iterable

from marchland.kernel.events import Event

from .books import Books
from .rules.towns.towns import buildings, is_building, town_level
from .state import MAJOR, Cendre, CivilUnits, Land, Nation
from .tables import TABLES
from .world import DOMAINS, MAJORS, SITES, unit_kind

__all__ = ["Books", "audit", "reconcile"]

# -- the table --------------------------------------------------------------------------------------------------


def audit(game: Cendre) -> None:
    """AssertionError if anything on the table contradicts the rules."""
    assert set(game.lands) == set(SITES)
    for code, land in game.lands.items():
        audit_land(game, code, land)
    audit_realms(game)
    assert set(MAJORS) <= set(game.nations)
    for nation in game.nations.values():
        audit_nation(game, nation)
    audit_leaders(game)
    audit_troops(game)
    audit_relations(game)


def audit_realms(game: Cendre) -> None:
    """What is kept by nation says what the territories say."""
    told = game.clone()
    told.derive()
    assert (game.controls, game.owns) == (told.controls, told.owns), "realms and territories differ"


def audit_land(game: Cendre, code: str, land: Land) -> None:
    limit = TABLES.land.limit
    assert 0 <= land.farms <= land.farm_capacity <= limit, f"{code}: farms {land.farms}/{land.farm_capacity}"
    assert 0 <= land.exploitations <= land.resource_level <= limit, f"{code}: {land.exploitations}/{land.resource_level}"
    assert 0 <= land.recruits <= land.population <= limit, f"{code}: recruits {land.recruits}/{land.population}"
    assert 0 <= land.source <= limit, f"{code}: source {land.source}"
    assert 0 <= land.fluid <= limit + 1, f"{code}: fluid {land.fluid}"
    assert 0 <= land.town <= len(TABLES.towns.levels), f"{code}: town {land.town}"
    assert min(land.danger, land.militia, land.police, land.agitators, land.brigands, land.ash) >= 0, code
    room = town_level(land.town).buildings if land.town else 0
    assert len(buildings(land)) <= room, f"{code}: {len(buildings(land))} buildings in a town of level {land.town}"
    outside = [structure for structure in land.structures if not is_building(structure)]
    assert len(outside) <= TABLES.land.territory_structures, code
    kinds = [structure.kind for structure in land.structures]
    assert len(set(kinds)) == len(kinds), f"{code}: a structure twice"
    for nation in (land.owner, land.controller, *land.national):
        assert not nation or nation in game.nations, f"{code}: unknown nation {nation}"


def audit_nation(game: Cendre, nation: Nation) -> None:
    standing = TABLES.standing
    assert min(nation.goods.amounts()) >= 0, f"{nation.id}: debts {nation.goods}"
    assert nation.stability <= standing.stability.highest, nation.id
    assert standing.reputation.lowest <= nation.reputation <= standing.reputation.highest, nation.id
    assert -10 < nation.tenths < 10, f"{nation.id}: counter {nation.tenths}"
    assert min(getattr(nation.civil, unit) for unit in CivilUnits.__struct_fields__) >= 0, nation.id
    assert len(set(nation.known)) == len(nation.known), f"{nation.id}: a discovery twice"
    assert nation.free_science >= 0, nation.id
    assert len(nation.science) == len(DOMAINS), nation.id
    if nation.kind == MAJOR:
        capital = game.lands[nation.capital]
        assert capital.owner == nation.id, f"{nation.id} does not own its capital"
        assert capital.town >= 1, f"{nation.id}: a capital without a town"


def audit_leaders(game: Cendre) -> None:
    for id_, leader in game.leaders.items():
        assert id_ == leader.id, id_
        assert leader.civil or leader.military or leader.magic, f"{leader.name} can do nothing"
        assert not leader.nation or leader.nation in game.nations, f"{leader.name} serves {leader.nation}"
        assert bool(leader.nation) != (id_ in game.market), f"{leader.name} is neither hired nor for hire"
        assert not leader.captor or leader.captor in game.nations, f"{leader.name} is held by {leader.captor}"
        assert not leader.nation or leader.captor or leader.at in SITES, f"{leader.name} is nowhere ({leader.at!r})"
    for nation in MAJORS:
        assert sum(leader.ruler for leader in game.leaders.values() if leader.nation == nation) <= 1, f"{nation}: two rulers"


def audit_troops(game: Cendre) -> None:
    for key, troops in game.garrisons.items():
        assert key[:3] in SITES, key
        assert key[4:] in game.nations, key
        assert troops, f"{key}: an empty garrison"
        for troop in troops:
            assert troop.count > 0, key
            unit_kind(troop.unit)
    for army in game.armies.values():
        assert army.nation in game.nations, army.leader


def audit_relations(game: Cendre) -> None:
    for key, treaty in game.treaties.items():
        assert {treaty.one, treaty.other} <= set(game.nations), key
        assert f"{treaty.one}|{treaty.other}" not in game.wars, f"{key} in war"
    for key, war in game.wars.items():
        assert {war.one, war.other} <= set(game.nations), key
    for caravan in game.caravans:
        assert {caravan.creator, caravan.partner} <= set(game.nations), caravan
        assert game.lands[caravan.end].town, caravan


# -- the history ------------------------------------------------------------------------------------------------


def reconcile(game: Cendre, events: Iterable[Event]) -> None:
    """Everything a nation has came through the ledger: adding all entries up gives what lies on the table."""
    books = Books()
    books.enter(events)
    books.balance(game)
