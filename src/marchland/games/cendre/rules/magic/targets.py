"""Before a spell works: who casts it, from where, at what price, and on what."""

from __future__ import annotations

from functools import cache

import msgspec

from marchland.kernel.errors import IllegalAction

from ...orders import CastSpell, MagicOrder
from ...state import Cendre, Code, Lasting, Leader, LeaderId, NationId
from ...tables import TABLES
from ...world import ATLAS, SITES, UnitKind
from ..common.inquiry import controlled, has_structure, is_called, is_held, structures_of
from ..common.marks import marks
from ..common.modifiers import added
from ..land.territory import check_territory
from ..leaders.actors import check_actor
from ..towns.towns import EFFECTS
from ..war.bodies import NAVAL, bodies_at
from .book import Spell, spell_named
from .lasting import Target, is_friend, land_fits, spell_forbids

TEMPLE, HEART_TREE, SHAMANS, PALACE = "temple-du-crachant", "arbre-coeur", "cercle-des-chamans", "palais-des-conjonctions"


class Casting(msgspec.Struct, frozen=True, kw_only=True):
    """A spell about to be cast: by whom, from where, and the target as the running spell will keep it."""

    nation: NationId
    leader: LeaderId
    spell: Spell
    place: Code
    cost: int
    target: Lasting
    choice: str = ""


# -- the magician -----------------------------------------------------------------------------------------------


def check_magician(game: Cendre, nation: NationId, order: MagicOrder) -> Leader:
    """TC-MAG-02 A magician acts from a territory his nation controls."""
    leader = check_actor(game, nation, order)
    if leader.at not in SITES or game.lands[leader.at].controller != nation:
        raise IllegalAction("TC-MAG-02", why="not_controlled", territory=leader.at)
    return leader


def power_of(game: Cendre, leader: Leader) -> int:
    """TC-MAG-06 The fluid a magician can handle in a season; the palace of conjunctions lends him some."""
    assert leader.magic is not None
    lent = EFFECTS[PALACE].amount if _stands_by(game, leader, PALACE) else 0
    return min(TABLES.magic.fluid_maximum, leader.magic.power + lent)


def control_of(game: Cendre, leader: Leader, colour: str = "") -> int:
    """TC-MAG-02 How far he reaches, in territories; a temple helps fire, a circle of shamans any spell."""
    assert leader.magic is not None
    reach = leader.magic.control
    if colour == "feu" and _stands_by(game, leader, TEMPLE):
        reach += EFFECTS[TEMPLE].amount
    if colour and _stands_by(game, leader, SHAMANS):
        reach += EFFECTS[SHAMANS].amount
    return reach


def _stands_by(game: Cendre, leader: Leader, structure: str) -> bool:
    land = game.lands[leader.at]
    return is_held(land, leader.nation) and has_structure(land, structure)


@cache
def reach(code: Code) -> dict[Code, int]:
    """Steps to every territory as magic counts them: over every border."""
    return ATLAS.distances(code)


def check_range(game: Cendre, leader: Leader, code: Code, colour: str = "") -> None:
    """TC-MAG-02 The target must be within the magician's control."""
    check_territory(code)
    steps, most = reach(leader.at).get(code, len(SITES)), control_of(game, leader, colour)
    if steps > most:
        raise IllegalAction("TC-MAG-02", why="too_far", need=steps, have=most)


# -- the spell --------------------------------------------------------------------------------------------------


def prepare(game: Cendre, nation: NationId, order: CastSpell) -> Casting:
    """TC-MAG-02 Every check in order: colour, power, target, range, fluid; a spell that fails one costs nothing."""
    leader = check_magician(game, nation, order)
    spell = check_known(game, leader, order)
    if spell.level > power_of(game, leader):
        raise IllegalAction("TC-MAG-02", why="power", need=spell.level, have=power_of(game, leader))
    target = aim(game, leader, spell, order)
    cost = spell_cost(game, leader, spell)
    fluid = game.lands[leader.at].fluid
    if cost > fluid:
        raise IllegalAction("TC-MAG-02", why="fluid", need=cost, have=fluid)
    if spell_forbids(game, "cast", territory=leader.at):
        raise IllegalAction("TC-MAG-02", why="source_shut", territory=leader.at)
    return Casting(nation=nation, leader=leader.id, spell=spell, place=leader.at, cost=cost, target=target, choice=order.choice)


def check_known(game: Cendre, leader: Leader, order: CastSpell) -> Spell:
    """TC-MAG-01 Only spells of a colour the magician practises."""
    spell = spell_named(order.spell)
    if spell is None or leader.magic is None or spell.colour not in leader.magic.colours:
        raise IllegalAction("TC-MAG-01", spell=order.spell)
    return spell


def spell_cost(game: Cendre, leader: Leader, spell: Spell) -> int:
    """TC-MAG-02 As many points as the level, one less from a source of the colour; some peoples and places save more."""
    cost = spell.level - (game.lands[leader.at].colour == spell.colour)
    cost += added(game, leader.nation, "spell.cost", colour=spell.colour)
    cost += sum(mark.amount for mark in marks(game, "spell_cost", nation=leader.nation) if mark.word == spell.colour)
    if spell.colour == "nature" and "forêt" in SITES[leader.at].terrains and _owns_heart_tree(game, leader):
        cost -= EFFECTS[HEART_TREE].amount
    if _stands_by(game, leader, SHAMANS):
        cost -= EFFECTS[SHAMANS].amount
    return max(1, cost)


def _owns_heart_tree(game: Cendre, leader: Leader) -> bool:
    return game.lands[leader.at].owner == leader.nation and bool(structures_of(game, leader.nation, HEART_TREE))


# -- the target -------------------------------------------------------------------------------------------------


def aim(game: Cendre, leader: Leader, spell: Spell, order: CastSpell) -> Lasting:
    """TC-MAG-02 The target named by the order, if it is of the kind the spell asks for, meets its condition and is in range."""
    fields = AIMS[spell.target](game, leader, order)
    target = Lasting(spell=spell.id, caster=leader.nation, level=spell.level, until=game.turn, since=game.turn, **fields)
    place = fields.get("territory") or _place_of(game, target)
    if not land_fits(spell.requires, place) or not all(can_appear(unit, place) for unit in spell.summons):
        raise IllegalAction("TC-MAG-02", why="requires", spell=spell.id)
    if spell.target == "nation":
        _check_nation_in_range(game, leader, spell, target.nation)
    elif spell.target == "enemy_leader":
        _check_within_reach(game, leader, spell, place)
    elif spell.target != "self_nation":
        check_spell_range(game, leader, spell, place)
    return target


def can_appear(unit: UnitKind, code: Code) -> bool:
    """TC-WAR-03 No land units on open sea, no ships away from sea, coast and navigable rivers."""
    site = SITES[code]
    return site.port if NAVAL in unit.traits else not site.open_sea


def _check_within_reach(game: Cendre, leader: Leader, spell: Spell, code: Code) -> None:
    """TC-INFO-06 A foreign leader out of reach is refused like one who does not exist: where he is stays his secret."""
    if reach(leader.at).get(code, len(SITES)) > control_of(game, leader, spell.colour):
        raise _illegal("nobody_there")


def _place_of(game: Cendre, target: Lasting) -> Code:
    if target.leader:
        return game.leaders[target.leader].at
    if target.army:
        key = target.army[0]
        return key.partition(":")[0] if ":" in key else game.leaders[key].at if key in game.leaders else game.armies[key].at
    return ""


def check_spell_range(game: Cendre, leader: Leader, spell: Spell, code: Code) -> None:
    if spell.range == "same_zone" and code != leader.at:
        raise IllegalAction("TC-MAG-02", why="same_zone", territory=code)
    check_range(game, leader, code, spell.colour)


def _check_nation_in_range(game: Cendre, leader: Leader, spell: Spell, nation: NationId) -> None:
    most = control_of(game, leader, spell.colour)
    nearest = min((reach(leader.at).get(code, len(SITES)) for code in controlled(game, nation)), default=len(SITES))
    if nearest > most:
        raise IllegalAction("TC-MAG-02", why="too_far", need=nearest, have=most)


def _illegal(why: str) -> IllegalAction:
    return IllegalAction("TC-MAG-02", why=why)


def _self(game: Cendre, leader: Leader, order: CastSpell) -> Target:
    return {"nation": leader.nation}


def _any_land(game: Cendre, leader: Leader, order: CastSpell) -> Target:
    code = order.territory or leader.at
    if code not in SITES:
        raise _illegal("unknown_territory")
    return {"territory": code}


def _own_land(game: Cendre, leader: Leader, order: CastSpell) -> Target:
    fields = _any_land(game, leader, order)
    if game.lands[fields["territory"]].controller != leader.nation:
        raise _illegal("not_own")
    return fields


def _foreign_land(game: Cendre, leader: Leader, order: CastSpell) -> Target:
    fields = _any_land(game, leader, order)
    if is_friend(game, leader.nation, game.lands[fields["territory"]].controller):
        raise _illegal("not_foreign")
    return fields


def _own_town(game: Cendre, leader: Leader, order: CastSpell) -> Target:
    return _with_town(game, _own_land(game, leader, order))


def _foreign_town(game: Cendre, leader: Leader, order: CastSpell) -> Target:
    return _with_town(game, _foreign_land(game, leader, order))


def _with_town(game: Cendre, fields: Target) -> Target:
    if not game.lands[fields["territory"]].town:
        raise _illegal("no_town")
    return fields


def _own_army(game: Cendre, leader: Leader, order: CastSpell) -> Target:
    """One army by its leader's name or id, or a garrison by its territory."""
    if order.target:
        chief = named_leader(game, leader.nation, order.target)
        if chief is None or chief.id not in game.armies or not game.armies[chief.id].troops:
            raise _illegal("no_army")
        return {"army": (chief.id,)}
    key = f"{order.territory or leader.at}:{leader.nation}"
    if key not in game.garrisons:
        raise _illegal("no_army")
    return {"army": (key,)}


def _foreign_army(game: Cendre, leader: Leader, order: CastSpell) -> Target:
    """All the units of one nation in one territory, with the leaders among them; by default the master's."""
    code = order.territory
    if code not in SITES:
        raise _illegal("unknown_territory")
    nation = order.nation or game.lands[code].controller
    present = [body for body in bodies_at(game, code) if body.nation == nation]
    if not nation or is_friend(game, leader.nation, nation):
        raise _illegal("no_army")
    if not present:  # who stands there is a secret: the check of a sheet lets this reason pass
        raise _illegal("no_troops_there")
    among = [other for other in sorted(game.leaders) if game.leaders[other].nation == nation and game.leaders[other].at == code]
    keys = [body.key for body in present]
    return {"army": tuple(dict.fromkeys((*keys, *among)))}


def _own_leader(game: Cendre, leader: Leader, order: CastSpell) -> Target:
    found = named_leader(game, leader.nation, order.target) if order.target else leader
    if found is None or found.captor:
        raise _illegal("no_leader")
    return {"leader": found.id}


def _foreign_leader(game: Cendre, leader: Leader, order: CastSpell) -> Target:
    """TC-SHEET-06 Who serves another nation is its secret: the check of a sheet lets the reason `nobody_there` pass."""
    if is_friend(game, leader.nation, order.nation):
        raise _illegal("not_foreign")
    found = named_leader(game, order.nation, order.target)
    if found is None or found.captor:
        raise _illegal("nobody_there")
    return {"leader": found.id}


def named_leader(game: Cendre, nation: NationId, name: str) -> Leader | None:
    found = (leader for _, leader in sorted(game.leaders.items()) if leader.nation == nation and is_called(leader, name))
    return next(found, None) if nation else None


def _foreign_nation(game: Cendre, leader: Leader, order: CastSpell) -> Target:
    if order.nation not in game.nations or is_friend(game, leader.nation, order.nation):
        raise _illegal("no_nation")
    return {"nation": order.nation}


AIMS = {
    "self_nation": _self,
    "own_territory": _own_land,
    "any_territory": _any_land,
    "enemy_territory": _foreign_land,
    "own_army": _own_army,
    "enemy_army": _foreign_army,
    "own_leader": _own_leader,
    "enemy_leader": _foreign_leader,
    "own_city": _own_town,
    "enemy_city": _foreign_town,
    "nation": _foreign_nation,
    "source": _any_land,
}
"""What each kind of target keeps of the order."""
