"""After a fight: the fate of leaders, retreats, glory, war counters and what the season's record keeps."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator

import msgspec

from marchland.kernel.events import Event

from ...state import MAJOR, MINOR, Cendre, Code, LeaderId, NationId
from ...tables import TABLES
from ...world import ATLAS
from ..common.dice import d10
from ..common.inquiry import allied, at_war, has_structure, is_held, kind_of, seats_of, structures_of
from ..common.ledger import add_units, count, garrison, merged, set_garrison, tally
from ..diplomacy.counter import battle_points, note_action, score
from ..glory.account import award_glory, limited_glory
from ..leaders.people import capture, die, is_immortal, refuge, wound, write_leader
from ..magic.lasting import spell_adjusted, spell_forbids
from .battle import Verdict, strike
from .bodies import NAVAL, Body, army_body, bodies_at, traits_of
from .forces import ATTACK, Fight, Side
from .movement import relocate
from .ways import way_between

Fates = list[tuple[LeaderId, str, NationId]]
"""Leaders, what becomes of them, and the nation they fought."""
UNHURT, WOUNDED, KILLED, CAPTURED = "unhurt", "wounded", "killed", "captured"
OSSUARY, PARADE, BONES = "ossuaire", "champ-de-mars", "pdn-cadavres"


class LeaderTested(Event, frozen=True):
    """The fate of a leader in a fight."""

    RULE = "TC-WAR-17"
    nation: NationId
    leader: LeaderId
    name: str
    die: int
    fate: str


class TroopsRetreated(Event, frozen=True):
    """Beaten or unwelcome troops went elsewhere; `lost` fell on the way through hostile land."""

    nation: NationId
    start: Code
    end: Code
    units: int
    lost: int
    reason: str
    rule: str


class TroopsTrapped(Event, frozen=True):
    """Troops with no way out are lost."""

    RULE = "TC-WAR-18"
    nation: NationId
    territory: Code
    units: int


# -- leaders ----------------------------------------------------------------------------------------------------


def roll_fates(game: Cendre, fight: Fight, verdict: Verdict) -> Fates:
    """TC-WAR-17 Every military leader in the fight rolls for his life; the result takes effect after the retreat."""
    fates: Fates = []
    for side in (verdict.winner, verdict.loser):
        foe = fight.against(side).nation
        for leader in side.leaders:
            fates.append((leader, _fate(game, leader, side is verdict.winner, foe), foe))
    return fates


def _fate(game: Cendre, leader: LeaderId, won: bool, foe: NationId) -> str:
    record, table = game.leaders[leader], TABLES.war.leader_fate
    roll = spell_adjusted(game, "fate_test", d10(game, record.nation, "leader_fate"), leader=leader)
    fate = UNHURT
    if won and roll <= table.winner_risk:
        fate = WOUNDED if d10(game, record.nation, "leader_wound") <= table.winner_wounded else KILLED
    elif not won and roll <= table.captured:
        fate = KILLED if roll <= table.killed else CAPTURED if kind_of(game, foe) in (MAJOR, MINOR) else WOUNDED
    fate = _spared(game, leader, fate)
    audience = seats_of(game, record.nation, foe) if fate == CAPTURED else seats_of(game, record.nation)
    game.emit(LeaderTested(nation=record.nation, leader=leader, name=record.name, die=roll, fate=fate, audience=audience))
    return fate


def _spared(game: Cendre, leader: LeaderId, fate: str) -> str:
    """TC-WAR-17 Spells and immortality turn death into a wound, a wound into nothing, and keep a leader free."""
    if fate == KILLED and spell_forbids(game, "leader_death", leader=leader):
        fate = WOUNDED
    if fate in (KILLED, WOUNDED) and (is_immortal(game.leaders[leader]) or spell_forbids(game, "leader_wound", leader=leader)):
        return UNHURT
    return UNHURT if fate == CAPTURED and spell_forbids(game, "leader_capture", leader=leader) else fate


def apply_fates(game: Cendre, fates: Fates) -> None:
    """TC-WAR-17 The dead are gone, prisoners bring glory and count in the war."""
    for leader, fate, foe in fates:
        nation = game.leaders[leader].nation
        if fate == KILLED:
            die(game, leader, "battle", "TC-WAR-17", public=game.leaders[leader].ruler)
        elif fate == WOUNDED:
            wound(game, leader, "battle", "TC-WAR-17")
        elif fate == CAPTURED:
            capture(game, leader, foe, "TC-WAR-17")
            award_glory(game, foe, TABLES.standing.glory.prisoner, "prisoner")
            score(game, foe, nation, TABLES.war.counter.prisoner, "prisoner")


# -- glory and counters -----------------------------------------------------------------------------------------


def reward(game: Cendre, fight: Fight, verdict: Verdict) -> None:
    """TC-WAR-15 Glory to the victors and shame to the beaten; wars between them move."""
    units = fight.attack.size + fight.defence.size
    glory = -(-units // TABLES.standing.glory.units_per_point)
    _share_glory(game, verdict.winner, glory, "battle_won")
    _share_glory(game, verdict.loser, -glory, "battle_lost")
    points = battle_points(min(fight.attack.size, fight.defence.size))
    for winner in verdict.winner.nations:
        for loser in verdict.loser.nations:
            score(game, winner, loser, points, "battle")
            note_action(game, winner, loser)
    for side, won in ((verdict.winner, True), (verdict.loser, False)):
        for nation in filter(None, side.nations):
            _record_battle(game, nation, won)
    _raise_bones(game, fight.at, sum(verdict.lost.values()))


def _share_glory(game: Cendre, side: Side, glory: int, reason: str) -> None:
    """TC-WAR-22 The commanding nation takes all of it, every other nation of the side half, rounded towards nothing."""
    for nation in filter(None, side.nations):
        award_glory(game, nation, glory if nation == side.nation else int(glory / 2), reason)
        if glory > 0 and structures_of(game, nation, PARADE):
            effect = TABLES.national_structures[PARADE]
            limited_glory(game, nation, effect.amount, effect.most, PARADE, "TC-STRUCT-08")


def _record_battle(game: Cendre, nation: NationId, won: bool) -> None:
    record = game.nations[nation]
    for span in ("season", "year"):
        spent = getattr(record, span)
        tally(game, nation, span, battles_fought=spent.battles_fought + 1, battles_won=spent.battles_won + won)


def _raise_bones(game: Cendre, code: Code, fallen: int) -> None:
    """TC-STRUCT-08 An ossuary next to a battlefield sends some of the fallen back to their feet."""
    effect = TABLES.national_structures[OSSUARY]
    risen = min(effect.most, fallen // effect.share)
    for place in (code, *ATLAS.neighbours(code)):
        land = game.lands[place]
        if risen and has_structure(land, OSSUARY) and is_held(land, land.owner):
            add_units(game, place, land.owner, BONES, risen, OSSUARY, "TC-STRUCT-08")


# -- retreat ----------------------------------------------------------------------------------------------------


def retreat(game: Cendre, fight: Fight, side: Side, reason: str = "beaten", rule: str = "TC-WAR-18") -> dict[str, int]:
    """TC-WAR-18 The beaten go, even from a field nobody holds: attackers to where they came from, others to the nearest refuge.

    Returns how many units of each body came through.
    """
    through: dict[str, int] = {}
    ends: dict[NationId, Code] = {}
    for body in surviving(game, side.bodies):
        start = _start(game, body) if side.role == ATTACK else ""
        through[body.key], end = withdraw(game, body, prefer=start, reason=reason, rule=rule)
        ends.setdefault(body.nation, end)
    for leader in side.leaders:
        follow(game, leader, fight.at, ends.get(game.leaders[leader].nation, ""))
    return through


def _start(game: Cendre, body: Body) -> Code:
    """TC-WAR-18 Where a beaten attacker set out, if its own nation holds it still."""
    start = body.army.origin if body.army is not None else ""
    return start if start and game.lands[start].controller == body.nation else ""


def surviving(game: Cendre, group: Iterable[Body]) -> Iterator[Body]:
    """The bodies as they are now, without those that were wiped out."""
    for body in group:
        if not body.nation:
            continue
        if body.army is not None:
            army = game.armies.get(body.key)
            if army is not None and army.troops:
                yield army_body(body.key, army)
        elif body.key in game.garrisons:
            yield msgspec.structs.replace(body, troops=game.garrisons[body.key])


def withdraw(game: Cendre, body: Body, *, prefer: Code = "", reason: str, rule: str, unharmed: bool = False) -> tuple[int, Code]:
    """TC-WAR-18 To the preferred place if it is a refuge, else the nearest; a unit is lost per hostile territory crossed.

    Returns how many units are left, and where.
    """
    way = (prefer and is_refuge(game, body, prefer) and way_out(game, body, prefer)) or way_out(game, body)
    if not way:
        ashore = _abandon_ships(game, body, rule)
        if ashore is None:
            return 0, ""
        return withdraw(game, ashore, prefer=prefer, reason=reason, rule=rule, unharmed=unharmed)
    hostile = [code for code in way[:-1] if is_hostile(game, body.nation, code)]
    lost = 0 if unharmed else strike(game, (body,), len(hostile), "retreat", rule)
    audience = seats_of(game, body.nation)
    game.emit(
        TroopsRetreated(
            nation=body.nation, start=body.at, end=way[-1], units=body.size, lost=lost, reason=reason, rule=rule, audience=audience
        )
    )
    shift(game, body, way[-1])
    return body.size - lost, way[-1]


def _abandon_ships(game: Cendre, body: Body, rule: str) -> Body | None:
    """TC-WAR-18 Where there is no way out all are lost; but land troops may leave their ships behind and walk."""
    sailors = tuple(troop for troop in body.troops if NAVAL in traits_of(game, body, troop.unit))
    walkers = tuple(troop for troop in body.troops if troop not in sailors)
    doomed = msgspec.structs.replace(body, troops=sailors if sailors and walkers else body.troops)
    strike(game, (doomed,), doomed.size, "trapped", rule)
    audience = seats_of(game, body.nation)
    game.emit(TroopsTrapped(nation=body.nation, territory=body.at, units=doomed.size, audience=audience))
    return msgspec.structs.replace(body, troops=walkers) if sailors and walkers else None


def shift(game: Cendre, body: Body, code: Code) -> None:
    """What is left of a body is somewhere else now, and does nothing more this season."""
    if body.army is not None:
        relocate(game, body.key, code, path=(), entered="", way="", rank=0, done=True, mode="defend")
        return
    troops = game.garrisons.get(body.key, ())
    set_garrison(game, body.at, body.nation, ())
    set_garrison(game, code, body.nation, merged(garrison(game, code, body.nation), troops))


def is_refuge(game: Cendre, body: Body, code: Code) -> bool:
    """TC-WAR-18 Land of one's own or of an ally, without enemies."""
    holder = game.lands[code].controller
    if code == body.at or not (holder == body.nation or allied(game, body.nation, holder)):
        return False
    return not any(at_war(game, body.nation, other.nation) for other in bodies_at(game, code))


def is_hostile(game: Cendre, nation: NationId, code: Code) -> bool:
    return at_war(game, nation, game.lands[code].controller)


def way_out(game: Cendre, body: Body, aim: Code = "") -> tuple[Code, ...]:
    """TC-WAR-18 The way to the aim, or to the nearest refuge: fewest steps, then fewest hostile territories, then code."""
    front: list[tuple[int, int, Code, tuple[Code, ...]]] = [(0, 0, body.at, ())]
    seen: set[Code] = set()
    while front:
        steps, hostile, code, way = heapq.heappop(front)
        if code in seen:
            continue
        seen.add(code)
        if way and (code == aim if aim else is_refuge(game, body, code)):
            return way
        for near in ATLAS.neighbours(code):
            if near not in seen and way_between(game, body, code, near, False):
                crossed = hostile + (bool(way) and is_hostile(game, body.nation, code))
                heapq.heappush(front, (steps + 1, crossed, near, (*way, near)))
    return ()


def tidy_armies(game: Cendre) -> None:
    """Armies without units are no armies; leaders left alone on foreign land go home."""
    for leader in sorted(game.armies):
        army = game.armies[leader]
        if not army.troops:
            del game.armies[leader]
            if leader in game.leaders and not is_refuge_for(game, army.nation, army.at):
                write_leader(game, leader, at=refuge(game, army.nation, army.at))


def is_refuge_for(game: Cendre, nation: NationId, code: Code) -> bool:
    holder = game.lands[code].controller
    return holder == nation or allied(game, nation, holder) or bool(garrison(game, code, nation))


def follow(game: Cendre, leader: LeaderId, code: Code, troops: Code = "") -> None:
    """TC-WAR-18 A leader whose side lost goes where his nation's troops went, or home if there are none left."""
    record = game.leaders.get(leader)
    if record is None or record.at != code or record.captor:
        return
    if leader in game.armies and not game.armies[leader].troops:
        del game.armies[leader]
    if leader not in game.armies and not count(garrison(game, code, record.nation)):
        write_leader(game, leader, at=troops or refuge(game, record.nation, code))
