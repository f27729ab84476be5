"""Dealing anew what a seat cannot know: what others own, who serves them, what their land bears, and all dice to come.

Every guess is made from what everybody knows: the printed booklets and territory table, the map as it is now, and a key. So a
table dealt anew tells nothing of the true one: whatever a nation does not know could be anything, and two tables that look
alike to it are dealt alike.
"""

from __future__ import annotations

from functools import cache

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.chance import Chance, below, key_from_seed
from marchland.kernel.frames import Together

from .goods import Goods
from .opening import lay_out
from .rules.common.inquiry import by_controller, by_number, nation_of
from .rules.diplomacy.founding import levies
from .rules.leaders.names import name_lists
from .rules.magic.book import SPELLS
from .rules.magic.lasting import spell_place, within_two
from .rules.towns.towns import buildings, size_limit, structure_kind, town_level
from .state import (
    MAJOR,
    THREAT,
    Cendre,
    CivilUnits,
    Code,
    Land,
    Lasting,
    Leader,
    LeaderId,
    Mark,
    Military,
    Nation,
    NationId,
    Tally,
    Troop,
)
from .tables import TABLES
from .title import BOOKLET_PRINTINGS, TITLE
from .world import BOOKLETS, DOMAINS, MAJORS, SITES

replace = msgspec.structs.replace

UNION = "Union nationale"
"""A discovery others can tell by the unrest on land they hold: it is not dealt anew."""
OLDEST = 40
SOMEBODY = Leader(id="", name="", military=Military("moyen"))
"""A leader of whom nothing is known."""
STRANGERS = 1_000_000
"""Leaders who are only guessed at have numbers from here on: nobody on the table has such a one."""


class Guess:
    """Cheap numbers for guesses: one draw of the new chance starts them, and nothing in the game depends on them."""

    def __init__(self, game: Cendre) -> None:
        self._state = below(game, 1 << 62)

    def below(self, outcomes: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & ((1 << 64) - 1)
        return (self._state >> 33) % outcomes

    def between(self, low: int, high: int) -> int:
        return low + self.below(max(1, high - low + 1))


@cache
def opening(printing: int) -> Cendre:
    """The table as the booklets and the territory table print it: what everybody may take foreign things for."""
    options = TITLE.settings({"years": 1, "booklets": BOOKLET_PRINTINGS[printing - 1]})
    return lay_out(len(MAJORS), options, Chance(key_from_seed("opening")))


def redeal(game: Cendre, seat: Seat | None, key: bytes) -> Cendre:
    """TC-INFO-04 A copy of the table as it might be, for all this seat knows."""
    dealt = game.clone()
    dealt.chance = Chance(key)
    dealt.menu = None
    _seal_sheets(dealt, seat)
    nation = "" if seat is None else nation_of(game, seat)
    dealt.borne = tuple(leader.name for leader in by_number(game.leaders.values()) if leader.nation == nation)
    guess = Guess(dealt)
    _forget_relations(dealt, nation, guess)
    _forget_spells(dealt, nation)
    _deal_nations(dealt, nation, guess)
    _deal_lands(dealt, nation, guess)
    _deal_garrisons(dealt, nation, guess)
    _deal_leaders(dealt, nation, guess)
    _deal_threats(dealt, nation, guess)
    return dealt


def disguise(game: Cendre, seat: Seat | None, key: bytes) -> Cendre:
    """TC-INFO-04 A copy in which foreign leaders, whom only their own nation knows, bear each other's names."""
    twin = game.clone()
    nation = "" if seat is None else nation_of(game, seat)
    strangers = [leader for leader in by_number(game.leaders.values()) if _is_strange(game, leader, nation) and not leader.ruler]
    by = 1 + key[0] % max(1, len(strangers) - 1)
    for leader, namesake in zip(strangers, strangers[by:] + strangers[:by], strict=True):
        twin.leaders[leader.id] = replace(leader, name=namesake.name)
    return twin


def _seal_sheets(game: Cendre, seat: Seat | None) -> None:
    """Sheets others have already handed in are taken for empty ones: to guess twenty would take longer than to play them."""
    decision = game.decision
    if isinstance(decision, Together) and decision.lanes:
        blank = tuple((decision.default(game, other),) if decision.lane(other) else () for other in decision.seats)
        lanes = tuple(decision.lane(other) if other == seat else blank[place] for place, other in enumerate(decision.seats))
        game.update(decision, lanes=lanes)


# -- agreements, marks and spells --------------------------------------------------------------------------------


def _forget_relations(game: Cendre, nation: NationId, guess: Guess) -> None:
    """What others have agreed, learnt, suffered or sent in secret is forgotten; their war counters are anybody's guess."""
    game.offers = [offer for offer in game.offers if nation in (offer.by, offer.to)]
    game.calls = [call for call in game.calls if nation in (call.by, call.to)]
    game.casus = [casus for casus in game.casus if nation in (casus.holder, casus.against)]
    game.shipments = [shipment for shipment in game.shipments if nation == shipment.by]
    game.marks = [mark for mark in game.marks if _is_known(game, mark, nation)]
    game.knowledge = {key: text for key, text in game.knowledge.items() if key.split(":")[0] == nation}
    for key in sorted(game.wars):
        war = game.wars[key]
        if nation not in (war.one, war.other):
            game.wars[key] = replace(war, counter=guess.between(-3, 3))


def _is_known(game: Cendre, mark: Mark, nation: NationId) -> bool:
    """TC-INFO-04 The whole world's marks are public; others are known to the nation they lie on, and to whose land they lie on."""
    if not mark.nation and not mark.territory:
        return True
    return bool(nation) and (mark.nation == nation or (bool(mark.territory) and _is_own(game.lands[mark.territory], nation)))


def _is_own(land: Land, nation: NationId) -> bool:
    return bool(nation) and nation in (land.owner, land.controller)


def _forget_spells(game: Cendre, nation: NationId) -> None:
    """TC-INFO-06 A nation knows its own spells and the public ones; of secret ones it only feels what they do to its own."""
    known = [_as_known(game, spell, nation) for spell in game.spells]
    game.spells = [spell for spell in known if spell is not None]


def _as_known(game: Cendre, spell: Lasting, nation: NationId) -> Lasting | None:
    if SPELLS[spell.spell].public or (nation and spell.caster == nation):
        return replace(spell, spared=())
    if not nation or spell.nation == nation or any(_serves(game, key, nation) for key in (spell.leader, *spell.army)):
        return spell if nation else None
    place = spell_place(game, spell)
    return replace(spell, territory=place, leader="", army=(), spared=()) if _is_near(game, place, nation) else None


def _serves(game: Cendre, key: str, nation: NationId) -> bool:
    """Does a spell's anchor, a leader or a garrison `CODE:NATION`, belong to the nation?"""
    return key.endswith(f":{nation}") or (key in game.leaders and game.leaders[key].nation == nation)


def _is_near(game: Cendre, place: Code, nation: NationId) -> bool:
    """Is a place so near the nation's land that a spell there could reach it?"""
    return bool(place) and any(_is_own(game.lands[code], nation) for code in within_two(place))


def _anchors(game: Cendre) -> set[LeaderId]:
    """Leaders whom a spell that is still on the table names."""
    return {key for spell in game.spells for key in (spell.leader, *spell.army) if key in game.leaders}


# -- nations -----------------------------------------------------------------------------------------------------


def _deal_nations(game: Cendre, nation: NationId, guess: Guess) -> None:
    """Treasures, stability, knowledge and what a nation has done are as its booklet has them, give or take."""
    for other in sorted(game.nations):
        record = game.nations[other]
        if other != nation and record.kind != THREAT:
            game.nations[other] = _guessed_nation(record, guess) if record.kind == MAJOR else _guessed_minor(record, guess)


def _guessed_nation(record: Nation, guess: Guess) -> Nation:
    start = opening(record.printing).nations[record.id]
    union = (UNION,) if UNION in record.known and UNION not in start.known else ()
    return replace(
        record,
        goods=Goods(*(guess.between(amount // 2, 2 * amount) for amount in start.goods.amounts())),
        stability=min(TABLES.standing.stability.highest, start.stability + guess.between(-2, 2)),
        tenths=guess.between(-9, 9),
        civil=start.civil,
        science=tuple(points + guess.below(10) for points in start.science),
        free_science=0,
        known=(*start.known, *union),
        focus=start.focus,
        colours=start.colours,
        new_colour="",
        effort=0,
        season=Tally(),
        year=Tally(),
    )


def _guessed_minor(record: Nation, guess: Guess) -> Nation:
    """A minor nation or rebellion: a little of everything."""
    return replace(
        record,
        goods=Goods(gold=guess.below(30), provisions=guess.below(30)),
        stability=guess.between(-1, 1),
        tenths=0,
        civil=CivilUnits(),
        science=(0,) * len(DOMAINS),
        free_science=0,
        known=(UNION,) if UNION in record.known else (),
        focus="",
        new_colour="",
        effort=0,
        season=Tally(),
        year=Tally(),
    )


def _deal_threats(game: Cendre, nation: NationId, guess: Guess) -> None:
    """What a threat has gathered, and whom it spares or hunts, is known to those alone who paid it."""
    for side in sorted(game.threats):
        threat = game.threats[side]
        paid = tuple(other for other in threat.tribute if other == nation)
        credit = tuple(entry for entry in threat.credit if entry[0] == nation)
        if threat.chest:
            threat = replace(threat, chest=1 + guess.below(20))
        game.threats[side] = replace(threat, tribute=paid, credit=credit)


# -- land --------------------------------------------------------------------------------------------------------


def _deal_lands(game: Cendre, nation: NationId, guess: Guess) -> None:
    """Foreign land bears what the territory table prints, give or take; towns are about as large as they were."""
    caravans = [code for caravan in game.caravans for code in (caravan.start, caravan.end)]
    for code in SITES:
        if not _is_own(game.lands[code], nation):
            game.lay_land(code, _guessed_land(game.lands[code], code, nation, guess, caravans.count(code)))


def _guessed_land(land: Land, code: Code, nation: NationId, guess: Guess, caravans: int) -> Land:
    start = opening(1).lands[code]  # land is the same in every printing
    seen = replace(
        land,
        structures=tuple(structure for structure in land.structures if structure_kind(structure.kind).public),
        national=(*(other for other in start.national if other != nation), *(own for own in land.national if own == nation)),
    )
    return replace(
        seen,
        farms=guess.between(start.farms, start.farm_capacity),
        farm_capacity=start.farm_capacity,
        exploitations=guess.between(start.exploitations, start.resource_level),
        resource_level=start.resource_level,
        population=start.population,
        recruits=guess.between(0, start.population),
        source=start.source,
        fluid=guess.between(0, start.source),
        colour=start.colour,
        danger=start.danger + 5 * guess.below(3),
        town=_town_level(seen, start, caravans, guess),
        militia=guess.below(2),
        police=guess.below(3),
        agitators=0,
        brigands=guess.below(2),
        ash=0,
        besieged=False,
        troubled=False,
    )


def _town_level(land: Land, start: Land, caravans: int, guess: Guess) -> int:
    """A town is at least as large as the caravans and buildings that can be seen need, and about as large as it was."""
    if not land.town:
        return 0
    largest = len(TABLES.towns.levels)
    rooms = (level for level in range(1, largest) if town_level(level).buildings >= len(buildings(land)))
    least = max(next(rooms, largest), caravans, 1)
    return min(largest, max(least, min(size_limit(land.owner), max(start.town, 1) + guess.below(2))))


# -- troops ------------------------------------------------------------------------------------------------------


def _deal_garrisons(game: Cendre, nation: NationId, guess: Guess) -> None:
    """Foreign garrisons out of sight: what booklets print where the nation still stands, a few guards elsewhere."""
    seen = {code for code in SITES if nation and game.lands[code].controller == nation}
    seen |= {key[:3] for key in game.garrisons if nation and key[4:] == nation}
    garrisons = {key: troops for key, troops in game.garrisons.items() if key[:3] in seen}
    for code in SITES:
        holder = game.lands[code].controller
        if holder and code not in seen:
            troops = _guessed_troops(game, code, holder, guess)
            if troops:
                garrisons[f"{code}:{holder}"] = troops
    game.garrisons = garrisons


def _guessed_troops(game: Cendre, code: Code, holder: NationId, guess: Guess) -> tuple[Troop, ...]:
    printed = opening(game.nations[holder].printing).garrisons.get(f"{code}:{holder}", ())
    if printed:
        return tuple(Troop(troop.unit, guess.between(1, 2 * troop.count)) for troop in printed)
    if holder in BOOKLETS and guess.below(2):
        return ()
    raised = levies(game, code)
    return tuple(Troop(unit, guess.between(1, 2 * number)) for unit, number in sorted(raised.items()) if number)


# -- people ------------------------------------------------------------------------------------------------------


def _deal_leaders(game: Cendre, nation: NationId, guess: Guess) -> None:
    """Foreign leaders are like those of the booklets, under names of their people; rulers keep the names that everybody knows."""
    strangers = [leader for leader in by_number(game.leaders.values()) if _is_strange(game, leader, nation)]
    rulers = {leader.nation: leader for leader in strangers if leader.ruler}
    kept = _anchors(game) | set(game.armies)
    for leader in strangers:
        del game.leaders[leader.id]
        if leader.id in kept and not leader.ruler:
            game.leaders[leader.id] = replace(_guessed_stranger(game.nations[leader.nation], guess), id=leader.id, at=leader.at)
    homes = by_controller(game)
    number = STRANGERS
    for other in sorted(game.nations):
        if other != nation and game.nations[other].kind != THREAT:
            for leader in _guessed_people(game.nations[other], rulers.get(other), guess):
                places = homes.get(other) or [game.nations[other].capital]
                found = replace(leader, id=f"L{number}", at=places[guess.below(len(places))])
                game.leaders[found.id] = found
                number += 1
    game.next_leader = number


def _guessed_people(record: Nation, ruler: Leader | None, guess: Guess) -> list[Leader]:
    """A ruler, if the world knows one, and as many others as the booklet names; minor nations have a ruler at most."""
    printed = _printed_people(record.printing).get(record.id, ())
    age = 1 + guess.below(OLDEST)
    people = []
    if ruler is not None:
        skills = printed[0] if printed else SOMEBODY
        people.append(replace(skills, name=ruler.name, nation=record.id, origin=ruler.origin, ruler=True, age=age, wounded=False))
    return people + [_guessed_stranger(record, guess, leader) for leader in printed[1:]]


def _guessed_stranger(record: Nation, guess: Guess, like: Leader = SOMEBODY) -> Leader:
    return replace(like, name=_stranger_name(record, guess), nation=record.id, origin=record.id, age=1 + guess.below(OLDEST))


@cache
def _printed_people(printing: int) -> dict[NationId, tuple[Leader, ...]]:
    """The leaders of each booklet, its ruler first."""
    people = sorted(opening(printing).leaders.values(), key=lambda leader: (not leader.ruler, int(leader.id[1:])))
    return {nation: tuple(leader for leader in people if leader.nation == nation) for nation in MAJORS}


def _stranger_name(record: Nation, guess: Guess) -> str:
    names = name_lists()[record.race]
    return f"{names.first[guess.below(len(names.first))]} {names.last[guess.below(len(names.last))]}"


def _is_strange(game: Cendre, leader: Leader, nation: NationId) -> bool:
    """Is this somebody in another nation's service, and no prisoner here? Those who lead outside threats are known to all."""
    if leader.nation in ("", nation) or game.nations[leader.nation].kind == THREAT:
        return False
    return not (nation and leader.captor == nation)
