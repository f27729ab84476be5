"""Chapter "Les villes": growth, loss of levels, buildings and what a town can hold."""

from __future__ import annotations

from marchland.kernel.events import Event

from ...goods import RESOURCES, Goods
from ...state import Cendre, Code, Land, NationId, Structure
from ...tables import TABLES, StructureKind, TownLevel
from ...world import BOOKLETS
from ..common.inquiry import controlled, has_structure, held_structures, knows, owned, seats_of, serving_town, structures_of
from ..common.ledger import change_land, write_land
from ..common.modifiers import added
from ..economy.caravans import drop_surplus_caravans
from ..magic.fluid import spill
from ..magic.lasting import spell_adjusted


class StructureLost(Event, frozen=True):
    territory: Code
    structure: str
    reason: str
    rule: str


class StructureBuilt(Event, frozen=True):
    nation: NationId
    territory: Code
    structure: str
    name: str
    rule: str


def town_level(level: int) -> TownLevel:
    """TC-CITY-01 The figures of a town of this level."""
    return TABLES.towns.levels[level - 1]


def is_structure(kind: str) -> bool:
    return kind in _KINDS


def structure_kind(kind: str) -> StructureKind:
    return _KINDS[kind]


def _national_kinds() -> dict[str, StructureKind]:
    effects = TABLES.national_structures
    return {
        structure.id: StructureKind(
            place="ville" if structure.place == "ville" else "territoire",
            cost=structure.cost,
            glory=structure.glory,
            unique=structure.unique,
            nation=booklet.id,
            public=effects[structure.id].public,
            terrains=effects[structure.id].terrains,
            coastal=effects[structure.id].coastal,
            national_land=effects[structure.id].national_land,
            reputation=effects[structure.id].reputation,
        )
        for booklet in BOOKLETS.values()
        for structure in booklet.structures
    }


EFFECTS = TABLES.national_structures
_KINDS: dict[str, StructureKind] = {**TABLES.towns.structures, **_national_kinds()}


def is_building(structure: Structure) -> bool:
    return structure_kind(structure.kind).place == "ville"


def buildings(land: Land) -> tuple[Structure, ...]:
    return tuple(structure for structure in land.structures if is_building(structure))


def size_limit(nation: NationId) -> int:
    """TC-CITY-10 The largest town a people can keep."""
    booklet = BOOKLETS.get(nation)
    limit = booklet.city_size_limit if booklet else None
    return limit or len(TABLES.towns.levels)


def size_refusal(nation: NationId, town: int) -> str:
    """TC-CITY-10 The rule that keeps a town from growing, or nothing."""
    return "TC-CITY-10" if town >= size_limit(nation) else ""


def grow(game: Cendre, code: Code, reason: str, rule: str) -> None:
    change_land(game, code, "town", 1, reason, rule)


def is_capital(game: Cendre, code: Code) -> bool:
    owner = game.lands[code].owner
    return bool(owner) and game.nations[owner].capital == code


def shrink(game: Cendre, code: Code, levels: int, reason: str, rule: str) -> int:
    """TC-CITY-06 A town loses levels (returned): more danger, surplus buildings and caravans gone; a capital keeps a town."""
    land = game.lands[code]
    floor = 1 if is_capital(game, code) else 0
    lost = min(levels, land.town - floor)
    if land.town and levels:
        change_land(game, code, "danger", TABLES.towns.level_lost_danger * max(lost, 1), reason, rule)
    if lost > 0:
        change_land(game, code, "town", -lost, reason, rule)
        drop_surplus_buildings(game, code, reason)
        drop_surplus_caravans(game, code)
    return max(lost, 0)


def drop_surplus_buildings(game: Cendre, code: Code, reason: str) -> None:
    """TC-CITY-06 What the town can no longer hold is lost, the newest first."""
    land = game.lands[code]
    room = town_level(land.town).buildings if land.town else 0
    for structure in buildings(land)[room:]:
        lose_structure(game, code, structure, reason, "TC-CITY-06")


def lose_structure(game: Cendre, code: Code, structure: Structure, reason: str, rule: str) -> None:
    land = game.lands[code]
    kept = list(land.structures)
    kept.remove(structure)
    write_land(game, code, structures=tuple(kept))
    audience = None if structure_kind(structure.kind).public else seats_of(game, land.owner, land.controller)
    game.emit(StructureLost(territory=code, structure=structure.kind, reason=reason, rule=rule, audience=audience))
    raised = EFFECTS[structure.kind].source if structure.kind in EFFECTS else 0
    if raised:
        sink_source(game, code, raised, structure.kind)


def sink_source(game: Cendre, code: Code, levels: int, reason: str) -> None:
    """TC-STRUCT-08 A source raised by a structure sinks again when it falls, and its fluid with it."""
    change_land(game, code, "source", -min(levels, game.lands[code].source), reason, "TC-STRUCT-08")
    spill(game, code, reason, "TC-STRUCT-08")


def add_structure(game: Cendre, code: Code, nation: NationId, structure: Structure, rule: str) -> None:
    land = game.lands[code]
    write_land(game, code, structures=(*land.structures, structure))
    audience = None if structure_kind(structure.kind).public else seats_of(game, nation)
    game.emit(
        StructureBuilt(nation=nation, territory=code, structure=structure.kind, name=structure.name, rule=rule, audience=audience)
    )


def cut_to_limit(game: Cendre, code: Code) -> None:
    """TC-CITY-10 A new owner cuts a town down to what its people can keep."""
    land = game.lands[code]
    surplus = land.town - size_limit(land.owner)
    if land.owner and surplus > 0:
        shrink(game, code, surplus, "size_limit", "TC-CITY-10")


# -- stores -----------------------------------------------------------------------------------------------------


def storage(game: Cendre, nation: NationId) -> Goods:
    """TC-STRUCT-05 What a nation can keep from season to season; its gold is unlimited."""
    provisions, resources = 0, 0
    for code in controlled(game, nation):
        land = game.lands[code]
        level = serving_town(land)
        if not level:
            continue
        figures = town_level(level)
        provisions += figures.provisions
        resources += figures.resources
        provisions += silos(game, nation) * has_structure(land, "silos")
        resources += TABLES.towns.warehouses * has_structure(land, "entrepots")
    provisions += added(game, nation, "storage.provisions") + structure_storage(game, nation, "provisions")
    resources += added(game, nation, "storage.resource") + structure_storage(game, nation, "resources")
    provisions = spell_adjusted(game, "provision_storage", provisions, nation=nation)
    return Goods(0, provisions, *(resources for _ in RESOURCES))


def silos(game: Cendre, nation: NationId) -> int:
    """TC-SCI-09 Conservation doubles the silos."""
    return TABLES.towns.silos * (2 if knows(game, nation, "Conservation") else 1)


def structure_storage(game: Cendre, nation: NationId, what: str) -> int:
    """TC-STRUCT-08 What national structures add to the stores."""
    kinds = [structure.kind for _, structure in held_structures(game, nation) if structure.kind in EFFECTS]
    total = sum(int(getattr(EFFECTS[kind], f"storage_{what}")) for kind in kinds if kind != "salines-royales")
    return total + int(getattr(EFFECTS["salines-royales"], f"storage_{what}")) * counting_saltworks(game, nation)


def counting_saltworks(game: Cendre, nation: NationId) -> int:
    """TC-STRUCT-08 At most one saltworks counts for so many owned territories."""
    built = len(structures_of(game, nation, "salines-royales"))
    return min(built, len(owned(game, nation)) // EFFECTS["salines-royales"].share)
