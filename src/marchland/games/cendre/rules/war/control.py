"""Who holds the land after the fighting; plunder and demolition by armies that do not fight."""

from __future__ import annotations

from marchland.kernel.chance import pick
from marchland.kernel.errors import IllegalAction
from marchland.kernel.events import Event

from ...goods import RESOURCES, Goods
from ...orders import Demolish, MilitaryOrder, Pillage
from ...state import MINOR, NEVER, REBEL, THREAT, Cendre, Code, NationId, Troop
from ...tables import TABLES
from ...world import MAJORS, SITES
from ..common.dice import d6
from ..common.inquiry import allied, at_war, is_vacant, kind_of, seats_of
from ..common.ledger import change_land, gain, garrison
from ..diplomacy.counter import note_action
from ..diplomacy.relations import give_casus
from ..land.ownership import become_owner, give_back
from ..leaders.actors import take_action
from ..towns.fortifications import resists_plunder
from ..towns.towns import lose_structure, shrink
from .aftermath import withdraw
from .bodies import PASSIVE, Body, bodies, bodies_at
from .occupation import take_control
from .orders import check_army
from .sides import in_order

HEART_TREE = "arbre-coeur"


class CityPillaged(Event, frozen=True):
    """An army sacked the town it stands in."""

    RULE = "TC-WAR-23"
    nation: NationId
    territory: Code
    loot: Goods


# -- armies that do not fight -----------------------------------------------------------------------------------


def check_idle_army(game: Cendre, nation: NationId, order: MilitaryOrder) -> Body:
    """TC-WAR-23 Plunder and demolition need an army in a controlled territory where nobody fights or raids."""
    body = check_army(game, nation, order)
    if game.lands[body.at].controller != nation:
        raise IllegalAction("TC-WAR-23", why="not_controlled", territory=body.at)
    if is_contested(game, body.at):
        raise IllegalAction("TC-WAR-23", why="battle", territory=body.at)
    return body


def is_contested(game: Cendre, code: Code) -> bool:
    """Is there a battle or a raid to come in this territory?"""
    present = bodies_at(game, code)
    if any(body.army is not None and body.army.mode in ("raid", "raid_tunnel") and body.rank for body in present):
        return True
    return any(at_war(game, one.nation, other.nation) for one in present for other in present)


def pillage(game: Cendre, nation: NationId, order: Pillage) -> None:
    """TC-WAR-23 Gold and a random resource per unit, as far as the town is large; it shrinks and brigands gather."""
    body = check_idle_army(game, nation, order)
    land = game.lands[body.at]
    if not land.town or land.owner == nation or resists_plunder(land):
        raise IllegalAction("TC-WAR-23", why="no_town" if not land.town else "own" if land.owner == nation else "besieged")
    shares = min(body.size, land.town)
    towns = TABLES.towns
    loot = Goods(gold=towns.pillage_gold * shares)
    for _ in range(shares * towns.pillage_resources):
        loot = loot + Goods.one(pick(game, RESOURCES), 1)
    gain(game, nation, loot, "pillage", "TC-WAR-23", territory=body.at)
    game.emit(CityPillaged(nation=nation, territory=body.at, loot=loot, audience=seats_of(game, nation, land.owner)))
    shrink(game, body.at, 1, "pillage", "TC-WAR-23")
    change_land(game, body.at, "brigands", 1, "pillage", "TC-WAR-23")
    take_action(game, order.leader)


def demolish(game: Cendre, nation: NationId, order: Demolish) -> None:
    """TC-WAR-23 An army tears down one structure or building where it stands."""
    body = check_idle_army(game, nation, order)
    found = next((built for built in game.lands[body.at].structures if built.kind == order.structure), None)
    if found is None:
        raise IllegalAction("TC-WAR-23", why="absent", structure=order.structure, territory=body.at)
    owner = game.lands[body.at].owner
    lose_structure(game, body.at, found, "demolished", "TC-WAR-23")
    if found.kind == HEART_TREE and owner not in ("", nation):
        give_casus(game, owner, nation, "desecrated", NEVER)
    take_action(game, order.leader)


# -- control ----------------------------------------------------------------------------------------------------


def settle_control(game: Cendre) -> None:
    """TC-WAR-19 Whoever stands alone or victorious on enemy or empty land takes it, gives it back or leaves it."""
    for code in sorted(bodies(game)):
        settle_control_of(game, code)
    for code, present in sorted(bodies(game).items()):
        _show_out(game, code, present)


def settle_control_of(game: Cendre, code: Code) -> None:
    """TC-WAR-19 As `settle_control`, for one territory; its master's garrison holds it without further ado."""
    if garrison(game, code, game.lands[code].controller):
        return
    claimant = _claimant(game, code, bodies_at(game, code))
    if claimant:
        _claim(game, code, claimant)


def _claimant(game: Cendre, code: Code, present: list[Body]) -> NationId:
    """The first nation here that holds the land against its present master."""
    controller = game.lands[code].controller
    if any(body.nation == controller for body in present):
        return ""
    free = (body.nation for body in in_order(game, code, present) if not controller or at_war(game, body.nation, controller))
    return next(free, "")


def _claim(game: Cendre, code: Code, nation: NationId) -> None:
    land = game.lands[code]
    before, owner = land.controller, land.owner
    if not owner or owner == nation or at_war(game, nation, owner) or kind_of(game, nation) == THREAT:
        take_control(game, code, nation, "conquest", "TC-WAR-19")
    else:
        give_back(game, code, "liberated", "TC-WAR-19")
    if before:
        note_action(game, nation, before)


def _show_out(game: Cendre, code: Code, present: list[Body]) -> None:
    """TC-WAR-19 Troops that have no right to stay where they are leave for the nearest friendly land, unharmed."""
    controller = game.lands[code].controller
    for body in present:
        welcome = not controller or body.nation == controller or allied(game, body.nation, controller)
        if not welcome and not at_war(game, body.nation, controller) and kind_of(game, body.nation) != THREAT:
            withdraw(game, body, reason="unwelcome", rule="TC-WAR-19", unharmed=True)


def settle_vacant_land(game: Cendre) -> None:
    """TC-WAR-21 Vacant land still controlled in winter becomes its controller's own, though not national."""
    for code in SITES:
        land = game.lands[code]
        if not land.owner and land.controller in MAJORS:
            become_owner(game, code, land.controller, "settled", "TC-WAR-21")


def has_passive_defence(game: Cendre, code: Code, present: list[Body]) -> bool:
    """TC-WAR-21 Vacant land resists, and so does that of minor nations and rebels without a unit left."""
    land = game.lands[code]
    if is_vacant(land):
        return True
    if kind_of(game, land.controller) not in (MINOR, REBEL):
        return False
    return not any(body.nation == land.controller for body in present)


def people_in_arms(game: Cendre, code: Code, invader: NationId) -> Body:
    """TC-WAR-21 One die and one more unit for every five per cent of base danger."""
    return roused(game, code, d6(game, invader, "passive_defence"))


def roused(game: Cendre, code: Code, die: int) -> Body:
    strength = die + game.lands[code].danger // TABLES.war.passive_defence.danger_per_unit
    return Body(key=PASSIVE.id, nation="", at=code, troops=(Troop(PASSIVE.id, strength),))
