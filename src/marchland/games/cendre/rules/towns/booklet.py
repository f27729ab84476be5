"""National structures: what the forty buildings of the booklets do, chapter by chapter."""

from __future__ import annotations

from ...goods import Goods
from ...state import SPRING, SUMMER, Cendre, Code, NationId
from ...world import SITES
from ..common.inquiry import has_structure, has_treaty, held, held_structures, is_at_war, is_held, partners, structures_of
from ..common.ledger import add_units, gain
from ..glory.account import change_glory
from ..standing.account import change_counter
from .towns import EFFECTS, buildings, counting_saltworks

# -- production -------------------------------------------------------------------------------------------------


def structure_yield(game: Cendre, code: Code, nation: NationId, what: str) -> int:
    """TC-STRUCT-08 Provisions or resource points that structures add to a territory's own."""
    land = game.lands[code]
    if not is_held(land, nation):
        return 0
    total = 0
    for structure in land.structures:
        effect = EFFECTS.get(structure.kind)
        if effect is None or (what == "resource" and effect.resource_kinds and SITES[code].resource not in effect.resource_kinds):
            continue
        total += getattr(effect, what)
    return total


def town_provisions(game: Cendre, code: Code, nation: NationId) -> int:
    """TC-STRUCT-08 What buildings of the town add to them: troubles in the country do not reach these."""
    land = game.lands[code]
    if not is_held(land, nation):
        return 0
    return sum(EFFECTS[structure.kind].provisions for structure in buildings(land) if structure.kind in EFFECTS)


def seasonal_gold(game: Cendre, nation: NationId) -> None:
    """TC-STRUCT-08 Gold of national structures each season, and what they bring in spring."""
    salt = [code for code in structures_of(game, nation, "salines-royales") if not game.lands[code].troubled]
    counted = min(len(salt), counting_saltworks(game, nation))
    _earn(game, nation, EFFECTS["salines-royales"].amount * counted, "salines-royales")
    if structures_of(game, nation, "chambre-des-peages"):
        seas = sum(SITES[code].sea for code in held(game, nation))
        _earn(game, nation, EFFECTS["chambre-des-peages"].amount * seas, "chambre-des-peages")
    if game.season == SPRING:
        _spring_gold(game, nation)


def _earn(game: Cendre, nation: NationId, gold: int, reason: str) -> None:
    gain(game, nation, Goods(gold=gold), reason, "TC-STRUCT-08")


def _spring_gold(game: Cendre, nation: NationId) -> None:
    for code in structures_of(game, nation, "caravanserail"):
        effect = EFFECTS["caravanserail"]
        passing = sum(code in caravan.route for caravan in game.caravans)
        _earn(game, nation, min(effect.most, effect.amount * passing), "caravanserail")
    if structures_of(game, nation, "chambre-des-peages"):
        ends = sum(nation in (caravan.creator, caravan.partner) for caravan in game.caravans)
        _earn(game, nation, EFFECTS["chambre-des-peages"].price * ends, "chambre-des-peages")
    if is_at_war(game, nation):
        return
    for kind in ("jardins-des-plaisirs", "bains-chauds"):
        for code in structures_of(game, nation, kind):
            _earn(game, nation, EFFECTS[kind].amount * game.lands[code].town, kind)
            change_counter(game, nation, EFFECTS[kind].tenths, kind, "TC-STRUCT-08")


def spring_units(game: Cendre, nation: NationId) -> None:
    """TC-STRUCT-08 An ossuary gives up one of its dead each spring."""
    for code in structures_of(game, nation, "ossuaire"):
        add_units(game, code, nation, "pdn-cadavres", EFFECTS["ossuaire"].amount, "ossuaire", "TC-STRUCT-08")


# -- stability, reputation, glory, events -----------------------------------------------------------------------


def stability_bonus(game: Cendre, nation: NationId) -> int:
    """TC-STRUCT-08 What national structures add to the stability test."""
    peace = not is_at_war(game, nation)
    built: dict[str, int] = {}
    for _, structure in held_structures(game, nation):
        effect = EFFECTS.get(structure.kind)
        if effect and effect.stability_test and (peace or not effect.stability_peace):
            built[structure.kind] = built.get(structure.kind, 0) + effect.stability_test
    return sum(min(total, EFFECTS[kind].stability_most or total) for kind, total in sorted(built.items()))


def season_reputation(game: Cendre, nation: NationId) -> None:
    """TC-STRUCT-08 A great inn makes friends in every season of peace."""
    if structures_of(game, nation, "grande-auberge") and not is_at_war(game, nation):
        change_counter(game, nation, EFFECTS["grande-auberge"].tenths, "grande-auberge", "TC-STRUCT-08")


def winter_reputation(game: Cendre, nation: NationId) -> None:
    """TC-STRUCT-08 Gallows are talked about."""
    gallows = len(structures_of(game, nation, "champ-de-gibets"))
    change_counter(game, nation, EFFECTS["champ-de-gibets"].tenths * gallows, "champ-de-gibets", "TC-STRUCT-08")


def winter_glory(game: Cendre, nation: NationId) -> None:
    """TC-STRUCT-08 A theatre turns artists into renown."""
    effect = EFFECTS["grand-theatre"]
    applause = min(effect.most, effect.amount * game.nations[nation].civil.artistes)
    for _ in structures_of(game, nation, "grand-theatre"):
        change_glory(game, nation, applause, "grand-theatre", "TC-STRUCT-08")


def event_bonus(game: Cendre, nation: NationId) -> int:
    """TC-STRUCT-08 An observatory reads the year's signs."""
    return sum(EFFECTS[structure.kind].event_roll for _, structure in held_structures(game, nation) if structure.kind in EFFECTS)


def regrowth(game: Cendre, code: Code, nation: NationId) -> int:
    """TC-STRUCT-08 Camps and hatcheries bring recruits back sooner."""
    land = game.lands[code]
    if not is_held(land, nation):
        return 0
    return sum(EFFECTS[structure.kind].regrowth for structure in land.structures if structure.kind in EFFECTS)


# -- trade fair -------------------------------------------------------------------------------------------------


def fair_income(game: Cendre, nation: NationId) -> None:
    """TC-STRUCT-08 In summer every nation under contract brings gold to the horse fair."""
    if game.season == SUMMER and structures_of(game, nation, "foire-aux-chevaux"):
        guests = sum(has_treaty(game, "contract", nation, other) for other in partners(game, nation))
        _earn(game, nation, EFFECTS["foire-aux-chevaux"].share * guests, "foire-aux-chevaux")


def is_bathing(game: Cendre, code: Code) -> bool:
    """TC-STRUCT-08 Leaders staying at hot baths heal by themselves."""
    return has_structure(game.lands[code], "bains-chauds")
