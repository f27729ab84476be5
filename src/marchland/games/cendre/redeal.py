"""Dealing anew what a seat cannot know: what others own, who serves them, what their land bears, and all dice to come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from ...kernel.actions import Seat
from ...kernel.chance import below, shuffled
from ...kernel.views import forget
from .rules.inquiry import nation_of
from .rules.ledger import merged
from .rules.towns import is_building, size_limit
from .state import MAJOR, Cendre, Code, NationId, Troop
from .world import SITES

T = TypeVar("T")
replace = msgspec.structs.replace

HIDDEN_LAND = (
    "farms", "farm_capacity", "exploitations", "resource_level", "population", "recruits", "source", "fluid", "colour", "danger",
    "militia", "police", "agitators", "brigands",
)  # fmt: skip
"""Figures of a territory that only those who hold or own it know."""
HIDDEN_NATION = ("goods", "stability", "tenths", "civil", "science", "free_science", "known", "focus", "effort")
UNION = "Union nationale"
"""A discovery others can tell by the unrest on land they hold: it is not dealt anew."""
OLDEST = 40


def redeal(game: Cendre, seat: Seat | None, key: bytes) -> Cendre:
    """TC-INFO-04 A copy of the table as it might be, for all this seat knows."""
    dealt = game.clone()
    forget(dealt, seat, key)
    nation = "" if seat is None else nation_of(game, seat)
    _deal_nations(dealt, nation)
    _deal_lands(dealt, nation)
    _deal_garrisons(dealt, nation)
    _deal_leaders(dealt, nation)
    _deal_relations(dealt, nation)
    return dealt


def _others(game: Cendre, nation: NationId) -> list[NationId]:
    return [other for other in sorted(game.nations) if other != nation and game.nations[other].kind == MAJOR]


def _exchange(
    game: Cendre, groups: dict[Any, list[T]], fields: Sequence[str], read: Callable[[T], Any], write: Callable[..., None]
) -> None:
    """Within each group the hidden fields go round at random."""
    for key in sorted(groups, key=repr):
        members = groups[key]
        donors = shuffled(game, [read(member) for member in members])
        for member, donor in zip(members, donors, strict=True):
            write(member, {field: getattr(donor, field) for field in fields})


def _deal_nations(game: Cendre, nation: NationId) -> None:
    """Treasures, stability and knowledge pass among those whose unrest looks alike from outside."""
    groups: dict[bool, list[NationId]] = {}
    for other in _others(game, nation):
        groups.setdefault(UNION in game.nations[other].known, []).append(other)

    def write(other: NationId, fields: dict[str, Any]) -> None:
        game.nations[other] = replace(game.nations[other], **fields)

    _exchange(game, groups, HIDDEN_NATION, game.nations.__getitem__, write)


def _deal_lands(game: Cendre, nation: NationId) -> None:
    """The figures of foreign land pass among territories of the same resource; towns of a people stay as large as it can keep."""
    groups: dict[tuple[str, bool], list[Code]] = {}
    for code in SITES:
        land = game.lands[code]
        if nation not in (land.owner, land.controller) or not nation:
            groups.setdefault((SITES[code].resource, bool(land.owner)), []).append(code)

    def write(code: Code, fields: dict[str, Any]) -> None:
        game.lands[code] = replace(game.lands[code], **fields)

    _exchange(game, groups, HIDDEN_LAND, game.lands.__getitem__, write)
    for code in sorted({code for codes in groups.values() for code in codes}):
        _deal_town(game, code)


def _deal_town(game: Cendre, code: Code) -> None:
    """A town's level moves a little, within what its buildings, caravans and people allow."""
    land = game.lands[code]
    if not land.town:
        return
    least = max(1 + sum(is_building(structure) for structure in land.structures), _caravans(game, code), land.town - 1)
    most = max(land.town, min(size_limit(land.owner), land.town + 1))
    game.lands[code] = replace(land, town=min(most, least + below(game, max(1, most - least + 1))))


def _caravans(game: Cendre, code: Code) -> int:
    return sum(code in (caravan.start, caravan.end) for caravan in game.caravans)


def _deal_garrisons(game: Cendre, nation: NationId) -> None:
    """Foreign garrisons out of sight are anything from a handful to twice as many."""
    seen = {code for code in SITES if nation and game.lands[code].controller == nation}
    seen |= {key[:3] for key in game.garrisons if nation and key[4:] == nation}
    for key in sorted(game.garrisons):
        if key[:3] not in seen and key[4:] != nation:
            troops = tuple(Troop(troop.unit, 1 + below(game, 2 * troop.count), troop.until) for troop in game.garrisons[key])
            game.garrisons[key] = merged((), troops)


def _deal_leaders(game: Cendre, nation: NationId) -> None:
    """Foreign leaders change places, ages and skills among themselves; rulers keep their names."""
    strangers = [id_ for id_ in sorted(game.leaders, key=lambda id_: int(id_[1:])) if _is_strange(game, id_, nation)]
    for part in ("civil", "military", "magic"):
        able = [id_ for id_ in strangers if getattr(game.leaders[id_], part) is not None]
        skills = shuffled(game, [getattr(game.leaders[id_], part) for id_ in able])
        for id_, skill in zip(able, skills, strict=True):
            game.leaders[id_] = replace(game.leaders[id_], **{part: skill})
    for id_ in strangers:
        leader = game.leaders[id_]
        homes = [code for code in SITES if game.lands[code].controller == leader.nation]
        at = homes[below(game, len(homes))] if homes and leader.at else leader.at
        game.leaders[id_] = replace(leader, at=at, age=1 + below(game, OLDEST))


def _is_strange(game: Cendre, leader: str, nation: NationId) -> bool:
    """Is this somebody in another nation's service, and neither a prisoner here nor on the march?"""
    record = game.leaders[leader]
    captive = bool(nation) and record.captor == nation
    return record.nation not in ("", nation) and not captive and leader not in game.armies


def _deal_relations(game: Cendre, nation: NationId) -> None:
    """What others have agreed, learnt or sent each other in secret is forgotten; their war counters are anybody's guess."""
    game.offers = [offer for offer in game.offers if nation in (offer.by, offer.to)]
    game.calls = [call for call in game.calls if nation in (call.by, call.to)]
    game.casus = [casus for casus in game.casus if nation in (casus.holder, casus.against)]
    game.shipments = [shipment for shipment in game.shipments if nation == shipment.by]
    game.knowledge = {key: text for key, text in game.knowledge.items() if key.split(":")[0] == nation}
    for key in sorted(game.wars):
        war = game.wars[key]
        if nation not in (war.one, war.other):
            game.wars[key] = replace(war, counter=war.counter + below(game, 7) - 3)
