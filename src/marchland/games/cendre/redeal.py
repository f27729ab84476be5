"""Dealing anew what a seat cannot know: what others own, who serves them, what their land bears, and all dice to come."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from ...kernel.actions import Seat
from ...kernel.chance import Chance, below
from ...kernel.frames import Together
from .rules.inquiry import by_controller, by_number, nation_of
from .rules.towns import is_building, size_limit
from .state import MAJOR, Cendre, Code, Leader, NationId, Troop
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


class Guess:
    """Cheap numbers for guesses: one draw of the new chance starts them, and nothing in the game depends on them."""

    def __init__(self, game: Cendre) -> None:
        self._state = below(game, 1 << 62)

    def below(self, outcomes: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & ((1 << 64) - 1)
        return (self._state >> 33) % outcomes

    def rotated(self, items: list[T]) -> list[T]:
        """The items in another order: each moves on by the same random number of places."""
        by = self.below(len(items)) if items else 0
        return items[by:] + items[:by]


def redeal(game: Cendre, seat: Seat | None, key: bytes) -> Cendre:
    """TC-INFO-04 A copy of the table as it might be, for all this seat knows."""
    dealt = game.clone()
    dealt.chance = Chance(key)
    dealt.menu = None
    _seal_sheets(dealt, seat)
    nation = "" if seat is None else nation_of(game, seat)
    guess = Guess(dealt)
    _deal_nations(dealt, nation, guess)
    _deal_lands(dealt, nation, guess)
    _deal_garrisons(dealt, nation, guess)
    _deal_leaders(dealt, nation, guess)
    _deal_relations(dealt, nation, guess)
    return dealt


def _seal_sheets(game: Cendre, seat: Seat | None) -> None:
    """Sheets others have already handed in are taken for empty ones: to guess twenty would take longer than to play them."""
    decision = game.decision
    if isinstance(decision, Together) and decision.lanes:
        blank = tuple((decision.default(game, other),) if decision.lane(other) else () for other in decision.seats)
        lanes = tuple(decision.lane(other) if other == seat else blank[place] for place, other in enumerate(decision.seats))
        game.stack[-1] = (replace(decision, lanes=lanes), "")


def _deal_nations(game: Cendre, nation: NationId, guess: Guess) -> None:
    """Treasures, stability and knowledge pass among those whose unrest looks alike from outside."""
    majors = [other for other in sorted(game.nations) if other != nation and game.nations[other].kind == MAJOR]
    for union in (True, False):
        group = [other for other in majors if (UNION in game.nations[other].known) == union]
        donors = guess.rotated([game.nations[other] for other in group])
        for other, donor in zip(group, donors, strict=True):
            game.nations[other] = replace(game.nations[other], **{field: getattr(donor, field) for field in HIDDEN_NATION})


def _deal_lands(game: Cendre, nation: NationId, guess: Guess) -> None:
    """The figures of foreign land pass among territories of the same resource; towns change a little."""
    groups: dict[tuple[str, bool], list[Code]] = {}
    for code, site in SITES.items():
        land = game.lands[code]
        if not nation or nation not in (land.owner, land.controller):
            groups.setdefault((site.resource, bool(land.owner)), []).append(code)
    for key in sorted(groups):
        donors = guess.rotated([game.lands[code] for code in groups[key]])
        for code, donor in zip(groups[key], donors, strict=True):
            fields = {field: getattr(donor, field) for field in HIDDEN_LAND}
            game.lands[code] = replace(game.lands[code], **fields, town=_town_level(game, code, guess))


def _town_level(game: Cendre, code: Code, guess: Guess) -> int:
    """A town's level moves by one at most, within what its buildings, caravans and people allow."""
    land = game.lands[code]
    if not land.town:
        return 0
    caravans = sum(code in (caravan.start, caravan.end) for caravan in game.caravans)
    least = max(1 + sum(is_building(structure) for structure in land.structures), caravans, land.town - 1)
    most = max(land.town, min(size_limit(land.owner), land.town + 1))
    return min(most, least + guess.below(max(1, most - least + 1)))


def _deal_garrisons(game: Cendre, nation: NationId, guess: Guess) -> None:
    """Foreign garrisons out of sight are anything from a handful to twice as many."""
    seen = {code for code in SITES if nation and game.lands[code].controller == nation}
    seen |= {key[:3] for key in game.garrisons if nation and key[4:] == nation}
    for key in sorted(game.garrisons):
        if key[:3] not in seen and key[4:] != nation:
            troops = [Troop(troop.unit, 1 + guess.below(2 * troop.count), troop.until) for troop in game.garrisons[key]]
            game.garrisons[key] = tuple(troops)


def _deal_leaders(game: Cendre, nation: NationId, guess: Guess) -> None:
    """Foreign leaders change places, ages and skills among themselves; rulers keep their names."""
    strangers = [leader for leader in by_number(game.leaders.values()) if _is_strange(game, leader, nation)]
    skills: dict[str, dict[str, Any]] = {leader.id: {} for leader in strangers}
    for part in ("civil", "military", "magic"):
        able = [leader for leader in strangers if getattr(leader, part) is not None]
        for leader, other in zip(able, guess.rotated(able), strict=True):
            skills[leader.id][part] = getattr(other, part)
    homes = by_controller(game)
    for leader in strangers:
        own = homes.get(leader.nation, [])
        at = own[guess.below(len(own))] if own and leader.at else leader.at
        game.leaders[leader.id] = replace(leader, at=at, age=1 + guess.below(OLDEST), **skills[leader.id])


def _is_strange(game: Cendre, leader: Leader, nation: NationId) -> bool:
    """Is this somebody in another nation's service, and neither a prisoner here nor on the march?"""
    captive = bool(nation) and leader.captor == nation
    return leader.nation not in ("", nation) and not captive and leader.id not in game.armies


def _deal_relations(game: Cendre, nation: NationId, guess: Guess) -> None:
    """What others have agreed, learnt or sent each other in secret is forgotten; their war counters are anybody's guess."""
    game.offers = [offer for offer in game.offers if nation in (offer.by, offer.to)]
    game.calls = [call for call in game.calls if nation in (call.by, call.to)]
    game.casus = [casus for casus in game.casus if nation in (casus.holder, casus.against)]
    game.shipments = [shipment for shipment in game.shipments if nation == shipment.by]
    game.knowledge = {key: text for key, text in game.knowledge.items() if key.split(":")[0] == nation}
    for key in sorted(game.wars):
        war = game.wars[key]
        if nation not in (war.one, war.other):
            game.wars[key] = replace(war, counter=war.counter + guess.below(7) - 3)
