"""Headlines: of all that happened in a season, what matters most to one nation, or to the world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from marchland.kernel.events import Event
from marchland.kernel.story import GAINED, MOST_HEADLINES, WON, Headline

from ..phrases import PHRASEBOOK
from ..rules.civil.affairs import TerritoryClaimed
from ..rules.civil.assassins import AssassinationAttempt
from ..rules.civil.development import RoadsBuilt
from ..rules.civil.intrigue import SpiesNamed
from ..rules.civil.operation import OperationTested
from ..rules.common.ledger import ControlChanged, OrderRefused, OwnerChanged
from ..rules.diplomacy.declarations import AllyCalled
from ..rules.diplomacy.peace import NationAnnexed, OfferMade, PeaceMade
from ..rules.diplomacy.relations import TreatyEnded, TreatySigned, WarBegan
from ..rules.diplomacy.treaties import TreatyBroken
from ..rules.economy.caravans import CaravanEnded, CaravanEstablished
from ..rules.economy.trade import GoodsSent
from ..rules.events.events import NationalEvent
from ..rules.events.threats.hordes import TributeDemanded
from ..rules.events.threats.threats import ThreatAnnounced, ThreatArrived, ThreatEnded
from ..rules.events.world import WorldEvent
from ..rules.general import GeneralTest
from ..rules.glory.glory import VictoryWon
from ..rules.land.danger import TroublesBrokeOut
from ..rules.land.ownership import NationFounded, NationVanished
from ..rules.leaders.people import LeaderCaptured, LeaderFreed, LeaderHurt, LeaderJoined, LeaderLeft
from ..rules.magic.casting import SpellCast
from ..rules.science import DiscoveryMade
from ..rules.standing.account import StabilityChanged
from ..rules.standing.revolution import Revolution
from ..rules.towns.stores import StoresOverflowed
from ..rules.towns.towns import StructureBuilt, StructureLost
from ..rules.towns.upkeep import Famine
from ..rules.war.battle import BattleFought
from ..rules.war.control import CityPillaged
from ..rules.war.forces import ATTACK
from ..rules.war.raids import RaidResolved
from ..state import MAJOR, Code, NationId
from ..tables import FOLDER, TABLES
from ..view import CendreView, Estate
from .story_march import in_vain

LESS_EACH_TIME = 8
"""By so much every further headline of the same sort weighs less: five of a kind tell less than five kinds."""
ON_THE_BRINK = 3
"""Points of stability above a revolution at which a nation is warned."""
UNANSWERED = "not_countersigned"
WONDER = "merveille"
ABOUT = ("other", "one", "nation", "captor", "against", "former", "minor")
"""Facts of a headline that name a nation."""
BROKEN = ("broken", "war")
"""Treaties that end so are told by what ended them."""
EXPECTED = ("dismissed", "start")
"""Leaders who left by their own nation's order are no news to it, nor those it begins with."""


class Weight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    weight: int


HEADS: Mapping[str, Weight] = msgspec.yaml.decode((FOLDER / "headlines.yaml").read_bytes(), type=dict[str, Weight])


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """A headline without words: its sort, where it happened, and the facts of its sentence."""

    key: str
    facts: dict[str, Any] = {}
    space: Code = ""
    rule: str = ""


Weighed = tuple[News, int]


class Reader(msgspec.Struct, frozen=True, kw_only=True):
    """Who reads: the nation (empty for everybody), and the world as it knew it before and knows it now."""

    nation: NationId
    before: CendreView | None
    after: CendreView

    def foe(self, one: NationId, other: NationId) -> NationId:
        return other if one == self.nation else one


def headlines(reader: Reader, events: Sequence[Event], language: str) -> tuple[Headline, ...]:
    """The five that weigh most, the heaviest first."""
    return tuple(worded(news, weight, language) for news, weight in ranked(reader, events))


def worded(news: News, weight: int, language: str) -> Headline:
    text = PHRASEBOOK.named(f"story_head_{news.key}", language, news.facts)
    return Headline(kind=HEADS[news.key].kind, text=text, weight=weight, space=news.space, rule=news.rule)


def ranked(reader: Reader, events: Sequence[Event]) -> list[Weighed]:
    """Everything worth a headline by weight; the same place is not good news twice, nor bad news."""
    weighed: list[Weighed] = []
    for key, group in _by_key(_without_echoes([*all_news(reader, events)])).items():
        weighed += [(news, HEADS[key].weight - LESS_EACH_TIME * times) for times, news in enumerate(group)]
    weighed.sort(key=lambda found: (-found[1], found[0].key, found[0].space))
    kept: dict[object, Weighed] = {}
    for news, weight in weighed:
        kept.setdefault((news.space, _is_good(news)) if news.space else (news.key, str(news.facts)), (news, weight))
    return [(_placed(reader, news), weight) for news, weight in list(kept.values())[:MOST_HEADLINES]]


def _placed(reader: Reader, news: News) -> News:
    """What happened nowhere in particular is looked for where those it is about have their capital: others first, then oneself."""
    if news.space:
        return news
    about = [news.facts[name] for name in ABOUT if news.facts.get(name) in reader.after.nations]
    others = sorted({*about, reader.nation} & reader.after.nations.keys(), key=lambda nation: (nation == reader.nation, nation))
    capitals = [reader.after.nations[nation].capital for nation in others]
    return msgspec.structs.replace(news, space=next((code for code in capitals if code in reader.after.lands), ""))


def _without_echoes(found: list[News]) -> list[News]:
    """Who goes to war with somebody has broken with him, of course."""
    foes = {news.facts["other"] for news in found if news.key == "war"}
    return [news for news in found if news.key != "treaty_broken" or news.facts["nation"] not in foes]


def _by_key(found: Sequence[News]) -> dict[str, list[News]]:
    groups: dict[str, list[News]] = {}
    for news in found:
        group = groups.setdefault(news.key, [])
        if news not in group:
            group.append(news)
    return groups


def _is_good(news: News) -> bool:
    return HEADS[news.key].kind in (WON, GAINED)


def all_news(reader: Reader, events: Sequence[Event]) -> Iterator[News]:
    for event in events:
        teller = TELLERS.get(type(event))
        news = teller(reader, event) if teller else None
        if news is not None:
            yield msgspec.structs.replace(news, rule=event.cause)
    if reader.nation:
        yield from _troubles(events)
        yield from _unrest(reader, events)
        yield from (News(vain.key, vain.facts, vain.territory, vain.rule) for vain in in_vain(reader.nation, reader.after, events))
        yield from _from_views(reader)


# -- what events tell -------------------------------------------------------------------------------------------


def _fight(reader: Reader, event: BattleFought) -> News | None:
    """Of raids the raid itself is told; of others' fights where they were fought."""
    attacked = reader.nation in event.attackers
    if not reader.nation or not (attacked or reader.nation in event.defenders):
        return _world_fight(event)
    won = (event.winner == ATTACK) == attacked
    ours, theirs = event.attack_losses, event.defence_losses
    if not attacked:
        ours, theirs = theirs, ours
    facts = {"territory": event.territory, "ours": ours, "theirs": theirs}
    if event.raid:
        return None
    if not event.defenders:
        return None if won else News("thrown_back", facts, event.territory)
    facts["defenders"] = event.defenders if attacked else event.attackers
    return News("battle_won" if won else "battle_lost", facts, event.territory)


def _world_fight(event: BattleFought) -> News | None:
    winners, losers = (event.attackers, event.defenders) if event.winner == ATTACK else (event.defenders, event.attackers)
    facts = {"territory": event.territory, "attackers": winners, "defenders": losers}
    return None if event.raid or not event.defenders else News("world_battle", facts, event.territory)


def _raid(reader: Reader, event: RaidResolved) -> News | None:
    facts = {"territory": event.territory, "nation": event.nation, "victim": event.victim, "spoils": event.loot}
    if event.nation == reader.nation:
        return News("raid_won" if event.success else "raid_failed", facts, event.territory)
    if event.victim == reader.nation:
        return News("raided" if event.success else "raid_repelled", facts, event.territory)
    return None


def _land(reader: Reader, event: ControlChanged | OwnerChanged) -> News | None:
    """Land that is the same nation's in the end has only been lost and won back."""
    me, code = reader.nation, event.territory
    facts = {"territory": code, "before": event.before, "after": event.after, "reason": event.reason}
    if not me or me not in (event.before, event.after):
        return News("world_land", facts, code) if event.before and isinstance(event, ControlChanged) else None
    mine = me in (reader.after.lands[code].controller, reader.after.lands[code].owner)
    if event.after == me:
        return News(_taken(reader, code, event.before), facts, code) if mine else None
    return None if reader.after.lands[code].controller == me else News(_lost(reader, code, event.after), facts, code)


def _taken(reader: Reader, code: Code, former: NationId) -> str:
    if not former:
        return "land_gained"
    if _is_capital(reader, code, former):
        return "capital_taken"
    return "town_taken" if reader.after.lands[code].town else "land_taken"


def _lost(reader: Reader, code: Code, holder: NationId) -> str:
    if not holder:
        return "land_gone"
    if _is_capital(reader, code, reader.nation):
        return "capital_lost"
    return "town_lost" if reader.after.lands[code].town else "land_lost"


def _is_capital(reader: Reader, code: Code, nation: NationId) -> bool:
    then = reader.before or reader.after
    return nation in then.nations and then.nations[nation].capital == code


def _war(reader: Reader, event: WarBegan) -> News:
    if reader.nation and reader.nation in (event.one, event.other):
        return News("war", {"other": reader.foe(event.one, event.other), "reason": event.reason, "since": event.since})
    return News("world_war", {"one": event.one, "other": event.other})


def _peace(reader: Reader, event: PeaceMade) -> News:
    if not reader.nation or reader.nation not in (event.one, event.other):
        return News("world_peace", {"one": event.one, "other": event.other})
    facts = {"other": reader.foe(event.one, event.other)}
    return News("peace_white" if not event.victor else "peace_won" if event.victor == reader.nation else "peace_lost", facts)


def _signed(reader: Reader, event: TreatySigned) -> News | None:
    return _treaty(reader, event, "treaty_signed")


def _over(reader: Reader, event: TreatyEnded) -> News | None:
    return None if event.reason in BROKEN else _treaty(reader, event, "treaty_over")


def _treaty(reader: Reader, event: TreatySigned | TreatyEnded, key: str) -> News | None:
    if not reader.nation or reader.nation not in (event.one, event.other):
        return None
    return News(key, {"other": reader.foe(event.one, event.other), "kind": event.kind})


def _gone(reader: Reader, event: LeaderLeft) -> News | None:
    if event.nation != reader.nation or event.reason in EXPECTED:
        return None
    ruled = reader.before is not None and reader.before.nations[event.nation].ruler == event.name
    return News("ruler_lost" if ruled else "leader_lost", {"name": event.name, "reason": event.reason})


def _joined(reader: Reader, event: LeaderJoined) -> News | None:
    facts = {"name": event.name, "reason": event.reason}
    return None if event.reason in EXPECTED else _mine(reader, event.nation, "leader_joined", facts)


def _captured(reader: Reader, event: LeaderCaptured) -> News | None:
    facts = {"name": event.name, "nation": event.nation, "captor": event.captor}
    return _mine(reader, event.nation, "leader_captured", facts) or _mine(reader, event.captor, "prisoner", facts)


def _claim(reader: Reader, event: TerritoryClaimed) -> News | None:
    facts = {"nation": event.nation, "territory": event.territory, "owner": event.owner}
    if event.owner == reader.nation:
        return News("claimed", facts, event.territory)
    return News("claim_won", facts, event.territory) if event.nation == reader.nation and event.success else None


def _built(reader: Reader, event: StructureBuilt) -> News | None:
    key = "wonder" if event.structure == WONDER else "built"
    return _mine(reader, event.nation, key, {"structure": event.structure, "territory": event.territory, "name": event.name})


def _torn_down(reader: Reader, event: StructureLost) -> News | None:
    facts = {"structure": event.structure, "territory": event.territory, "reason": event.reason}
    return _mine(reader, reader.after.lands[event.territory].owner, "structure_lost", facts)


def _pillage(reader: Reader, event: CityPillaged) -> News | None:
    key = "we_pillaged" if event.nation == reader.nation else "pillaged"
    return News(key, {"nation": event.nation, "territory": event.territory, "spoils": event.loot}, event.territory)


def _spell(reader: Reader, event: SpellCast) -> News | None:
    """Magic of others on one's own land or nation."""
    if not reader.nation or event.nation == reader.nation or not _is_ours(reader, event.aim):
        return None
    facts = {"nation": event.nation, "spell": event.spell, "aim": event.aim}
    return News("spell_here", facts, event.aim if event.aim in reader.after.lands else "")


def _is_ours(reader: Reader, aim: str) -> bool:
    land = reader.after.lands.get(aim)
    return aim == reader.nation or (land is not None and reader.nation in (land.owner, land.controller))


def _arrived(reader: Reader, event: ThreatArrived) -> News:
    ours = tuple(code for code in event.territories if _is_ours(reader, code)) if reader.nation else ()
    facts = {"side": event.side, "territories": ours or event.territories}
    return News("threat_here" if ours else "threat_arrived", facts, next(iter(ours or event.territories), ""))


def _victory(reader: Reader, event: VictoryWon) -> News:
    return News("game_won" if event.nation == reader.nation else "game_lost", {"nation": event.nation, "reason": event.reason})


def _revolution(reader: Reader, event: Revolution) -> News:
    return News("revolution" if event.nation == reader.nation else "world_revolution", {"nation": event.nation})


def _caravan(reader: Reader, event: CaravanEstablished | CaravanEnded) -> News | None:
    if not reader.nation or reader.nation not in (event.creator, event.partner):
        return None
    key = "caravan" if isinstance(event, CaravanEstablished) else "caravan_over"
    return News(key, {"other": reader.foe(event.creator, event.partner)})


def _gift(reader: Reader, event: GoodsSent) -> News | None:
    return _mine(reader, event.other, "gift", {"nation": event.nation, "spoils": event.goods})


def _overflow(reader: Reader, event: StoresOverflowed) -> News | None:
    return _mine(reader, event.nation, "overflow", {"spoils": event.goods})


def _tribute(reader: Reader, event: TributeDemanded) -> News | None:
    return _mine(reader, event.nation, "tribute", {"spoils": event.goods})


def _failed(reader: Reader, event: OperationTested | GeneralTest) -> News | None:
    """What one's own people tried in vain."""
    if event.success:
        return None
    if isinstance(event, GeneralTest):
        return _mine(reader, event.nation, "order_failed", {"order": event.order})
    if not event.territory:
        return _mine(reader, event.nation, "operation_failed", {"operation": event.operation})
    return _mine(reader, event.nation, "operation_failed_at", {"operation": event.operation, "territory": event.territory})


def _refused(reader: Reader, event: OrderRefused) -> News | None:
    """A treaty that the other did not sign is told as such."""
    if event.facts.get("why") == UNANSWERED:
        return _mine(reader, event.nation, "unanswered", {"order": event.order, "other": event.facts["nation"]})
    return _mine(reader, event.nation, "order_refused", {"order": event.order})


def _mine(reader: Reader, nation: NationId, key: str, facts: dict[str, Any]) -> News | None:
    return News(key, facts, str(facts.get("territory", ""))) if reader.nation and nation == reader.nation else None


def _own(key: str, *names: str, whose: str = "nation") -> Callable[[Reader, Any], News | None]:
    """Something that happens to one nation, with the facts its event holds."""

    def tell(reader: Reader, event: Event) -> News | None:
        return _mine(reader, getattr(event, whose), key, {name: getattr(event, name) for name in names})

    return tell


def _everybody(key: str, *names: str) -> Callable[[Reader, Any], News | None]:
    """Something that all the world hears of."""
    return lambda reader, event: News(key, {name: getattr(event, name) for name in names})


TELLERS: dict[type[Event], Callable[[Reader, Any], News | None]] = {
    AllyCalled: _own("called", "nation", "against", whose="ally"),
    AssassinationAttempt: _own("murder", "name", "outcome"),
    BattleFought: _fight,
    CaravanEnded: _caravan,
    CaravanEstablished: _caravan,
    CityPillaged: _pillage,
    ControlChanged: _land,
    DiscoveryMade: _own("discovery", "discovery"),
    Famine: _own("famine", "units", "levels"),
    GeneralTest: _failed,
    GoodsSent: _gift,
    LeaderCaptured: _captured,
    LeaderFreed: _own("leader_freed", "name", "captor"),
    LeaderHurt: _own("leader_hurt", "name", "reason"),
    LeaderJoined: _joined,
    LeaderLeft: _gone,
    NationAnnexed: _own("annexed", "minor"),
    NationFounded: _everybody("world_founded", "nation", "former"),
    NationVanished: _everybody("world_vanished", "nation"),
    NationalEvent: _own("national_event", "event", "territory"),
    OfferMade: _own("offer", "nation", "kind", "terms", "name", whose="other"),
    OperationTested: _failed,
    OrderRefused: _refused,
    OwnerChanged: _land,
    PeaceMade: _peace,
    RaidResolved: _raid,
    Revolution: _revolution,
    RoadsBuilt: _own("roads", "territory"),
    SpellCast: _spell,
    SpiesNamed: _own("spied", "territory", "accused"),
    StoresOverflowed: _overflow,
    StructureBuilt: _built,
    StructureLost: _torn_down,
    TerritoryClaimed: _claim,
    ThreatAnnounced: _everybody("threat_announced", "side"),
    ThreatArrived: _arrived,
    ThreatEnded: _everybody("threat_over", "side"),
    TreatyBroken: _own("treaty_broken", "nation", "kinds", whose="other"),
    TreatyEnded: _over,
    TreatySigned: _signed,
    TributeDemanded: _tribute,
    VictoryWon: _victory,
    WarBegan: _war,
    WorldEvent: _everybody("world_event", "event"),
}


def _troubles(events: Sequence[Event]) -> Iterator[News]:
    """Troubles are told once, however many territories they broke out in."""
    places = tuple(dict.fromkeys(event.territory for event in events if isinstance(event, TroublesBrokeOut)))
    if places:
        yield News("troubles", {"territories": places}, places[0], TroublesBrokeOut.RULE)


def _unrest(reader: Reader, events: Sequence[Event]) -> Iterator[News]:
    """Stability that is lower at the end of a season; on the brink of a revolution there is a warning instead."""
    changes = [event for event in events if isinstance(event, StabilityChanged) and event.nation == reader.nation]
    lost = -sum(event.amount for event in changes)
    if lost > 0 and changes[-1].now > TABLES.standing.stability.revolution + ON_THE_BRINK:
        yield News("stability_fell", {"lost": lost, "now": changes[-1].now}, rule=changes[-1].cause)


# -- what the two views tell ------------------------------------------------------------------------------------


def _from_views(reader: Reader) -> Iterator[News]:
    now = reader.after.estate
    assert now is not None
    yield from _enemies(reader, now)
    for code, land in now.lands.items():
        if land.besieged and land.owner == reader.nation:
            yield News("besieged", {"territory": code}, code, "TC-STRUCT-05")
    if reader.before is not None and reader.before.estate is not None:
        yield from _since(reader, reader.before.estate, now)


def _enemies(reader: Reader, now: Estate) -> Iterator[News]:
    """Foreign troops of nations one is at war with, on one's own land."""
    wars = {reader.foe(war.one, war.other) for war in reader.after.wars if reader.nation in (war.one, war.other)}
    for key, troops in now.troops.items():
        code, nation = key[:3], key[4:]
        if nation in wars and reader.nation in (reader.after.lands[code].owner, reader.after.lands[code].controller) and troops:
            facts = {"territory": code, "nation": nation, "units": sum(troop.count for troop in troops)}
            yield News("enemy_here", facts, code, "TC-INFO-12")


def _since(reader: Reader, then: Estate, now: Estate) -> Iterator[News]:
    for code in sorted(then.lands.keys() & now.lands.keys()):
        was, level = then.lands[code].town, now.lands[code].town
        if was != level:
            key = "town_founded" if not was else "town_grown" if level > was else "town_shrunk"
            yield News(key, {"territory": code, "level": level}, code, "TC-CITY-01")
    limit, points = TABLES.standing.stability.revolution, now.nation.stability
    if points < then.nation.stability and points <= limit + ON_THE_BRINK:
        yield News("unstable", {"now": points, "limit": limit}, rule="TC-STAB-04")
    if reader.before is not None and rank(reader.after, reader.nation) == 1 < rank(reader.before, reader.nation):
        yield News("first_in_glory", {"points": now.nation.glory}, rule="TC-GLORY-01")


def rank(view: CendreView, nation: NationId) -> int:
    """The place in the table of glory, shared by equals."""
    glory = Counter({entry.id: entry.glory for entry in view.nations.values() if entry.kind == MAJOR})
    return 1 + sum(points > glory[nation] for points in glory.values())
