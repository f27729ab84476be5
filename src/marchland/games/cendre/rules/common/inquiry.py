"""Questions every chapter asks: who holds what, who is whose enemy, what a nation knows, what its people are like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar, cast

from marchland.kernel.actions import Seat
from marchland.kernel.memo import remembered

from ...orders import Order
from ...spelling import fold
from ...state import REBEL, THREAT, Cendre, Code, Land, Leader, LeaderId, NationId, Structure, Treaty, War
from ...world import BOOKLETS, SITES, Site
from ..magic.lasting import spell_forbids

Line = TypeVar("Line", bound=Order)

# -- seats ------------------------------------------------------------------------------------------------------


def seats_of(game: Cendre, *nations: NationId) -> tuple[Seat, ...]:
    """The seats of these nations, as the audience of an event; a nation nobody plays hears nothing."""
    return tuple(sorted({game.seats[nation] for nation in nations if nation in game.seats}))


def nation_of(game: Cendre, seat: Seat) -> NationId:
    return next(nation for nation, held in sorted(game.seats.items()) if held == seat)


# -- nations ----------------------------------------------------------------------------------------------------


def is_major(game: Cendre, nation: NationId) -> bool:
    return nation in BOOKLETS


def knows(game: Cendre, nation: NationId, discovery: str) -> bool:
    return discovery in game.nations[nation].known


# -- territories ------------------------------------------------------------------------------------------------


def controlled(game: Cendre, nation: NationId) -> tuple[Code, ...]:
    return game.controls.get(nation, ())


def owned(game: Cendre, nation: NationId) -> tuple[Code, ...]:
    return game.owns.get(nation, ())


def held(game: Cendre, nation: NationId) -> tuple[Code, ...]:
    """Owned and controlled."""
    return tuple([code for code in owned(game, nation) if game.lands[code].controller == nation])


def is_held(land: Land, nation: NationId) -> bool:
    return land.owner == nation == land.controller


def by_controller(game: Cendre) -> dict[NationId, tuple[Code, ...]]:
    """All controlled territories as they are now, for steps that go through every nation."""
    return {nation: codes for nation, codes in game.controls.items() if nation}


def is_vacant(land: Land) -> bool:
    return not land.owner and not land.controller


def terrains(game: Cendre, code: Code) -> tuple[str, ...]:
    """The terrains of a territory as it is now."""
    return ("terre morte",) if game.lands[code].dead else SITES[code].terrains


def is_frozen(game: Cendre, code: Code) -> bool:
    return SITES[code].frozen or game.lands[code].frozen


def site(code: Code) -> Site:
    return SITES[code]


def has_structure(land: Land, kind: str) -> bool:
    return any(structure.kind == kind for structure in land.structures)


def structures_of(game: Cendre, nation: NationId, kind: str) -> list[Code]:
    """Where the nation owns and controls a structure of this kind."""
    return [code for code in held(game, nation) if has_structure(game.lands[code], kind)]


def held_structures(game: Cendre, nation: NationId) -> Iterator[tuple[Code, Structure]]:
    """Every structure on land the nation owns and controls."""
    for code in held(game, nation):
        for structure in game.lands[code].structures:
            yield code, structure


def serving_town(land: Land) -> int:
    """The level of a town that serves its controller; 0 under siege or without a town."""
    return 0 if land.besieged else land.town


# -- relations --------------------------------------------------------------------------------------------------


def pair(one: NationId, other: NationId) -> str:
    return f"{one}|{other}" if one < other else f"{other}|{one}"


def war_between(game: Cendre, one: NationId, other: NationId) -> War | None:
    return game.wars.get(pair(one, other))


def at_war(game: Cendre, one: NationId, other: NationId) -> bool:
    """May these two fight now? A threat is everybody's enemy; a war declared this season is not yet active."""
    if one == other or not one or not other:
        return False
    if THREAT in (kind_of(game, one), kind_of(game, other)):
        return True
    war = war_between(game, one, other)
    return war is not None and war.since <= game.turn


def kind_of(game: Cendre, nation: NationId) -> str:
    found = game.nations.get(nation)
    return found.kind if found else ""


def enemies(game: Cendre, nation: NationId) -> tuple[NationId, ...]:
    """Nations with whom a war is active; rebels on one's own land and threats are not wars."""
    found = []
    for war in game.wars.values():
        if war.since <= game.turn and nation in (war.one, war.other):
            found.append(war.other if war.one == nation else war.one)
    return tuple(sorted(other for other in found if kind_of(game, other) != REBEL))


def is_at_war(game: Cendre, nation: NationId) -> bool:
    return bool(enemies(game, nation))


def treaty(game: Cendre, kind: str, one: NationId, other: NationId) -> Treaty | None:
    return game.treaties.get(f"{kind}:{pair(one, other)}")


def has_treaty(game: Cendre, kind: str, one: NationId, other: NationId) -> bool:
    return f"{kind}:{pair(one, other)}" in game.treaties


def allied(game: Cendre, one: NationId, other: NationId) -> bool:
    return has_treaty(game, "alliance", one, other)


def partners(game: Cendre, nation: NationId) -> tuple[NationId, ...]:
    """Nations with any treaty in force."""
    found = {
        treaty.other if treaty.one == nation else treaty.one
        for treaty in game.treaties.values()
        if nation in (treaty.one, treaty.other)
    }
    return tuple(sorted(found))


# -- leaders ----------------------------------------------------------------------------------------------------


def leaders_of(game: Cendre, nation: NationId) -> list[Leader]:
    """In the nation's service, prisoners included, in the order they joined."""
    return by_number([leader for leader in game.leaders.values() if leader.nation == nation])


def by_number(leaders: Iterable[Leader]) -> list[Leader]:
    """Oldest id first."""
    return sorted(leaders, key=lambda leader: _number(leader.id))


@remembered
def _number(leader: LeaderId) -> int:
    return int(leader[1:])


def ruler_of(game: Cendre, nation: NationId) -> Leader | None:
    return next((leader for leader in leaders_of(game, nation) if leader.ruler), None)


def is_called(leader: Leader, name: str) -> bool:
    """TC-SHEET-03 Is this the leader meant by a name, written as people write it, or by a number?"""
    return name == leader.id or fold(name) == fold(leader.name)


def is_able(game: Cendre, leader: Leader) -> bool:
    """Free, healthy and willing: may act this season."""
    return is_at_large(game, leader) and not (leader.wounded or leader.idle)


def has_gift(leader: Leader, gift: str) -> bool:
    return leader.civil is not None and any(known.split(":")[0] == gift for known in leader.civil.gifts)


def has_tactic(leader: Leader, tactic: str) -> bool:
    return leader.military is not None and any(known.split(":")[0] == tactic for known in leader.military.tactics)


def is_at_large(game: Cendre, leader: Leader) -> bool:
    """TC-LEAD-12 Neither a prisoner nor held by a spell: gifts that work by themselves do."""
    return not leader.captor and not spell_forbids(game, "act", leader=leader.id)


def gifted(game: Cendre, nation: NationId, gift: str) -> list[Leader]:
    """TC-LEAD-12 Leaders whose gift works by itself, wherever they are and whatever they do."""
    return [leader for leader in leaders_of(game, nation) if has_gift(leader, gift) and is_at_large(game, leader)]


# -- the sheet of the season ------------------------------------------------------------------------------------


def lines(game: Cendre, nation: NationId, *kinds: type[Line]) -> list[tuple[int, Line]]:
    """The nation's orders of these kinds with their line numbers, in the order they were written."""
    sheet = game.sheets.get(nation, ())
    wanted = _kinds_within(kinds)
    return cast("list[tuple[int, Line]]", [(number, order) for number, order in enumerate(sheet) if type(order) in wanted])


@remembered
def _kinds_within(kinds: tuple[type[Order], ...]) -> frozenset[type[Order]]:
    """These kinds of order and those that are special cases of them."""
    return frozenset(kinds).union(*(_kinds_within(tuple(kind.__subclasses__())) for kind in kinds))
