"""What each seat may see: the public world, and its own nation in full. Nothing gets in unless it is put in here."""

from __future__ import annotations

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.views import View, header

from .goods import Goods
from .redeal import disguise, redeal
from .rules.civil.intrigue import Dossier
from .rules.common.inquiry import controlled, is_at_war, leaders_of, nation_of, owned, ruler_of
from .rules.common.ledger import nations_with_units, units_at
from .rules.land.danger import danger_of
from .rules.leaders.recruits import most_leaders
from .rules.magic.book import SPELLS
from .rules.towns.towns import storage, structure_kind
from .state import (
    Call,
    Caravan,
    CasusBelli,
    Cendre,
    Code,
    Land,
    Lasting,
    Leader,
    Listing,
    Mark,
    Nation,
    NationId,
    Offer,
    Shipment,
    Structure,
    Treaty,
    Troops,
)
from .world import SITES

ASLEEP = "asleep"

__all__ = ["CendreView", "disguise", "redeal", "view"]


class PublicLand(msgspec.Struct, frozen=True, omit_defaults=True):
    """TC-INFO-01 A territory as the world map shows it."""

    owner: NationId = ""
    controller: NationId = ""
    town: bool = False
    roads: bool = False
    structures: tuple[Structure, ...] = ()
    frozen: bool = False
    dead: bool = False


class PublicNation(msgspec.Struct, frozen=True, omit_defaults=True):
    """TC-INFO-03 What everybody knows of a nation."""

    id: NationId
    kind: str
    race: str
    capital: Code
    ruler: str
    reputation: int
    glory: int
    at_war: bool
    origin: NationId = ""


class PublicWar(msgspec.Struct, frozen=True, omit_defaults=True):
    """TC-INFO-04 A war; only those who fight it know its counter, here positive for `one`."""

    one: NationId
    other: NationId
    since: int
    counter: int | None = None


class Candidate(msgspec.Struct, frozen=True):
    """TC-INFO-02 A leader on the market."""

    leader: Leader
    listing: Listing


class Estate(msgspec.Struct, frozen=True, kw_only=True):
    """TC-INFO-04 A nation as only its own player knows it."""

    nation: Nation
    lands: dict[Code, Land]
    danger: dict[Code, int]
    leaders: tuple[Leader, ...]
    most_leaders: int
    prisoners: tuple[Leader, ...]
    troops: dict[str, Troops]
    """By `CODE:NATION`: one's own units, and those that stand beside them or on one's land."""
    storage: Goods
    offers: tuple[Offer, ...]
    calls: tuple[Call, ...]
    casus: tuple[CasusBelli, ...]
    shipments: tuple[Shipment, ...]
    marks: tuple[Mark, ...]
    spells: tuple[Lasting, ...]
    national: tuple[Code, ...]
    """Territories that are national for it."""
    dossiers: dict[Code, Dossier]


class CendreView(View, frozen=True, kw_only=True):
    """The world as one seat knows it, or as everybody does (`estate` None)."""

    year: int
    season: str
    turn: int
    last_year: int
    lands: dict[Code, PublicLand]
    nations: dict[NationId, PublicNation]
    treaties: tuple[Treaty, ...]
    wars: tuple[PublicWar, ...]
    peaces: dict[str, int]
    caravans: tuple[Caravan, ...]
    market: tuple[Candidate, ...]
    threats: dict[str, str]
    marks: tuple[Mark, ...]
    seats: dict[NationId, Seat]
    estate: Estate | None = None
    winner: NationId = ""
    ending: str = ""


def view(game: Cendre, seat: Seat | None) -> CendreView:
    nation = None if seat is None else nation_of(game, seat)
    return CendreView(
        **header(game, seat),
        year=game.year,
        season=game.season,
        turn=game.turn,
        last_year=game.last_year,
        lands={code: public_land(game.lands[code]) for code in SITES},
        nations={id_: public_nation(game, id_) for id_ in sorted(game.nations)},
        treaties=tuple(game.treaties[key] for key in sorted(game.treaties)),
        wars=tuple(public_war(game, key, nation) for key in sorted(game.wars)),
        peaces=dict(sorted(game.peaces.items())),
        caravans=tuple(game.caravans),
        market=tuple(Candidate(game.leaders[id_], game.market[id_]) for id_ in sorted(game.market)),
        threats={side: threat.state for side, threat in sorted(game.threats.items()) if threat.state != ASLEEP},
        marks=tuple(mark for mark in game.marks if not mark.nation and not mark.territory),
        seats=dict(sorted(game.seats.items())),
        estate=None if nation is None else estate(game, nation),
        winner=game.winner,
        ending=game.ending,
    )


def public_land(land: Land) -> PublicLand:
    """TC-INFO-01 The map shows towns without their levels, and only structures that can be seen from afar."""
    seen = tuple(structure for structure in land.structures if structure_kind(structure.kind).public)
    return PublicLand(land.owner, land.controller, land.town > 0, land.roads, seen, land.frozen, land.dead)


def public_nation(game: Cendre, nation: NationId) -> PublicNation:
    """TC-INFO-02 The ruler's name, reputation and glory of every nation are published."""
    record, ruler = game.nations[nation], ruler_of(game, nation)
    return PublicNation(
        id=nation,
        kind=record.kind,
        race=record.race,
        capital=record.capital,
        ruler=ruler.name if ruler else "",
        reputation=record.reputation,
        glory=record.glory,
        at_war=is_at_war(game, nation),
        origin=record.origin,
    )


def public_war(game: Cendre, key: str, nation: NationId | None) -> PublicWar:
    war = game.wars[key]
    return PublicWar(war.one, war.other, war.since, war.counter if nation in (war.one, war.other) else None)


def estate(game: Cendre, nation: NationId) -> Estate:
    """TC-INFO-04 Everything a nation knows about itself, and what it has learnt of others."""
    mine = sorted({*owned(game, nation), *controlled(game, nation)})
    return Estate(
        nation=game.nations[nation],
        lands={code: game.lands[code] for code in mine},
        danger={code: danger_of(game, code) for code in controlled(game, nation)},
        leaders=tuple(leaders_of(game, nation)),
        most_leaders=most_leaders(game, nation),
        prisoners=tuple(game.leaders[id_] for id_ in sorted(game.leaders) if game.leaders[id_].captor == nation),
        troops=visible_troops(game, nation),
        storage=storage(game, nation),
        offers=tuple(offer for offer in game.offers if nation in (offer.by, offer.to)),
        calls=tuple(call for call in game.calls if nation in (call.by, call.to)),
        casus=tuple(casus for casus in game.casus if nation in (casus.holder, casus.against)),
        shipments=tuple(shipment for shipment in game.shipments if shipment.by == nation),
        marks=tuple(mark for mark in game.marks if mark.nation == nation or mark.territory in mine),
        spells=known_spells(game, nation),
        national=tuple(code for code in SITES if nation in game.lands[code].national),
        dossiers={
            key.split(":")[1]: dossier_from(text) for key, text in sorted(game.knowledge.items()) if key.split(":")[0] == nation
        },
    )


def known_spells(game: Cendre, nation: NationId) -> tuple[Lasting, ...]:
    """TC-INFO-06 The nation's own running spells and the public ones; whom they spare is told to nobody."""
    known = (spell for spell in game.spells if spell.caster == nation or SPELLS[spell.spell].public)
    return tuple(msgspec.structs.replace(spell, spared=()) for spell in known)


def dossier_from(text: str) -> Dossier:
    return msgspec.json.decode(text, type=Dossier)


def visible_troops(game: Cendre, nation: NationId) -> dict[str, Troops]:
    """TC-INFO-12 One's own units, and foreign ones only where one's own stand or on one's own land."""
    places = set(controlled(game, nation))
    places |= {key[:3] for key in game.garrisons if key[4:] == nation}
    places |= {army.at for army in game.armies.values() if army.nation == nation}
    return {f"{code}:{other}": units_at(game, code, other) for code in sorted(places) for other in nations_with_units(game, code)}
