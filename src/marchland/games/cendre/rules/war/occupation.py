"""A territory passes into a nation's hands by force or by treaty: police, treasure, holy places."""

from __future__ import annotations

from ...goods import Goods
from ...state import MAJOR, NEVER, Cendre, Code, NationId
from ...tables import TABLES
from ..common.inquiry import has_structure
from ..common.ledger import change_land, gain, set_control, write_land
from ..diplomacy.relations import give_casus
from ..leaders.people import flee
from ..towns.fortifications import lay_siege
from ..towns.towns import lose_structure


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
        lay_siege(game, code)
        _take_treasure(game, code, nation)
        _desecrate(game, code, nation)
    elif nation == land.owner:
        write_land(game, code, besieged=False)
    flee(game, code, before)


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
