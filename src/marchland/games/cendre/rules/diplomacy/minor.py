"""How minor nations, and major ones nobody plays, answer diplomats and wage war."""

from __future__ import annotations

from marchland.kernel.errors import IllegalAction

from ...goods import Goods
from ...orders import AcceptPeace, AcceptSurrender, AcceptWhitePeace, AnyOrder, Attack, SurrenderTo, Terms
from ...state import MAJOR, MINOR, Cendre, Code, Leader, NationId, Offer, Troops
from ...tables import TABLES, Strict, read_yaml
from ...world import BOOKLETS, COMMON_UNITS, SITES, land_neighbours, recruitable, unit_kind
from ..common.dice import d10, percent
from ..common.inquiry import controlled, enemies, is_able, is_held, kind_of, leaders_of, owned
from ..common.ledger import add_units, all_units, can_pay, change_land, count, gain, garrison, pay, units_at
from ..common.modifiers import added
from ..leaders.people import write_leader
from ..towns.towns import grow, storage
from ..war.armies import raise_army
from .founding import of_race
from .terms import check_peace_may_be_asked, price_of, war_score


class NeutralTable(Strict, frozen=True):
    contract: int
    pact: int
    call: int
    white_peace: int
    surrender_at: int
    attack_ratio: float


TABLE = read_yaml("tables/neutrals.yaml", NeutralTable)


def decides_by_dice(game: Cendre, nation: NationId) -> bool:
    """TC-DIP-11 Minor nations, and majors without a player, answer by rule."""
    return kind_of(game, nation) == MINOR or (kind_of(game, nation) == MAJOR and nation not in game.seats)


# -- answers ----------------------------------------------------------------------------------------------------


def signs(game: Cendre, nation: NationId, asker: NationId, kind: str) -> bool:
    """TC-DIP-11 A contract or pact if the asker is calm and well spoken of; never an alliance of their own will."""
    if kind == "alliance":
        return False
    return goodwill(game, nation, asker) >= (TABLE.contract if kind == "contract" else TABLE.pact)


def goodwill(game: Cendre, nation: NationId, asker: NationId) -> int:
    """TC-DIP-11 One die, the asker's stability and reputation, and the manners of its people."""
    record = game.nations[asker]
    return d10(game, nation, "goodwill") + record.stability + record.reputation + added(game, asker, "diplomacy.minor")


def honours_call(game: Cendre, nation: NationId, caller: NationId) -> bool:
    """TC-DIP-11 An ally by treaty of peace follows a call as it would sign a contract."""
    return goodwill(game, nation, caller) >= TABLE.call


def accepts(game: Cendre, nation: NationId, offer: Offer) -> bool:
    """TC-DIP-11 White peace if the war brings nothing or the die is kind; terms worth no more than its losses."""
    score = war_score(game, nation, offer.by)
    if offer.kind == "white_peace":
        return score <= 0 or d10(game, nation, "white_peace") >= TABLE.white_peace
    return price_of(game, offer.by, offer.terms) <= max(0, -score)


# -- sheets -----------------------------------------------------------------------------------------------------


def write_sheets(game: Cendre) -> None:
    """TC-DIP-11 Nations without a player write their orders for the season."""
    for nation in sorted(game.nations):
        if decides_by_dice(game, nation):
            orders = (*_answers(game, nation), *_surrenders(game, nation), *_attacks(game, nation))
            if orders:
                game.sheets[nation] = orders


def _answers(game: Cendre, nation: NationId) -> list[AnyOrder]:
    answers: list[AnyOrder] = []
    for offer in [offer for offer in game.offers if offer.to == nation and offer.turn < game.turn]:
        if offer.kind == "surrender":
            answers.append(AcceptSurrender(nation=offer.by, terms=_dictate(game, nation, offer.by)))
        elif offer.kind != "ransom" and accepts(game, nation, offer):
            kind = AcceptWhitePeace if offer.kind == "white_peace" else AcceptPeace
            answers.append(kind(nation=offer.by))
    return answers


def _dictate(game: Cendre, nation: NationId, loser: NationId) -> Terms:
    """The land it holds of the loser, as far as its victory pays for it."""
    claims: list[Code] = []
    held = [code for code in owned(game, loser) if game.lands[code].controller == nation and game.nations[loser].capital != code]
    for code in held:
        if price_of(game, nation, Terms(claim=(*claims, code))) <= war_score(game, nation, loser):
            claims.append(code)
    return Terms(claim=tuple(claims))


def _surrenders(game: Cendre, nation: NationId) -> list[AnyOrder]:
    """TC-DIP-11 With its back to the wall it offers to surrender."""
    if len(controlled(game, nation)) > TABLE.surrender_at:
        return []
    return [SurrenderTo(nation=enemy) for enemy in enemies(game, nation) if _may_surrender(game, nation, enemy)]


def _may_surrender(game: Cendre, nation: NationId, enemy: NationId) -> bool:
    try:
        check_peace_may_be_asked(game, nation, enemy)
    except IllegalAction:
        return False
    return war_score(game, nation, enemy) < 0


# -- war --------------------------------------------------------------------------------------------------------


def muster(game: Cendre) -> None:
    """TC-DIP-11 In war each raises the strongest unit it can pay, one a season, where the enemy is nearest."""
    for nation in sorted(game.nations):
        if decides_by_dice(game, nation) and enemies(game, nation):
            places = [code for code in owned(game, nation) if is_held(game.lands[code], nation)]
            if places:
                _raise_strongest(game, nation, max(places, key=lambda code: (threat_to(game, nation, code), code)))


def threat_to(game: Cendre, nation: NationId, code: Code) -> int:
    """Enemy units next to a territory."""
    foes = enemies(game, nation)
    return sum(count(units_at(game, near, foe)) for near in land_neighbours(code) for foe in foes)


def _raise_strongest(game: Cendre, nation: NationId, code: Code) -> None:
    for unit in sorted(_available(game, nation), key=lambda unit: (-unit_kind(unit).force, unit)):
        kind = unit_kind(unit)
        at_home = SITES[code].port if "naval" in kind.traits else not SITES[code].open_sea
        if at_home and kind.people <= game.lands[code].recruits and can_pay(game, nation, kind.price):
            pay(game, nation, kind.price, "recruit", "TC-DIP-11", territory=code)
            change_land(game, code, "recruits", -kind.people, "recruit", "TC-DIP-11")
            add_units(game, code, nation, unit, 1, "recruit", "TC-DIP-11")
            return


def _available(game: Cendre, nation: NationId) -> tuple[str, ...]:
    record = game.nations[nation]
    if nation in BOOKLETS:
        return recruitable(nation, record.known)
    return tuple(of_race(unit, record.race) for unit in COMMON_UNITS if unit != "caraque")


def _attacks(game: Cendre, nation: NationId) -> list[AnyOrder]:
    """TC-DIP-11 It attacks only land taken from it, next to its own, and only when it is clearly stronger."""
    captains = [
        leader for leader in leaders_of(game, nation) if leader.military and is_able(game, leader) and leader.id not in game.armies
    ]
    lost = [code for code in owned(game, nation) if game.lands[code].controller in enemies(game, nation)]
    for target in lost:
        for start in land_neighbours(target):
            if captains and game.lands[start].controller == nation and _is_stronger(game, nation, start, target):
                return [_march(game, captains[0], start, target)]
    return []


def _is_stronger(game: Cendre, nation: NationId, start: Code, target: Code) -> bool:
    mine = _force(garrison(game, start, nation))
    theirs = _force(units_at(game, target, game.lands[target].controller))
    return mine > 0 and mine >= TABLE.attack_ratio * theirs


def _force(troops: Troops) -> int:
    return sum(troop.count * unit_kind(troop.unit).force for troop in troops)


def _march(game: Cendre, captain: Leader, start: Code, target: Code) -> AnyOrder:
    """The captain takes as many of the garrison as he can lead."""
    assert captain.military is not None
    placed = write_leader(game, captain.id, at=start)
    room, taken = captain.military.command, []
    for troop in garrison(game, start, captain.nation):
        number = min(room, troop.count)
        if number and unit_kind(troop.unit).move and "naval" not in unit_kind(troop.unit).traits:
            taken.append(type(troop)(troop.unit, number, troop.until))
            room -= number
    if taken:
        raise_army(game, placed, tuple(taken))
    return Attack(leader=captain.id, territory=target)


def take_in(game: Cendre, nation: NationId, gold: int) -> None:
    """TC-DIP-11 A minor nation lives on its taxes and towns, whatever its stability."""
    gain(game, nation, Goods(gold=gold), "taxes", "TC-DIP-11")


def minor_storage(game: Cendre, nation: NationId) -> Goods:
    """TC-DIP-11 A minor nation without a town still keeps a little of everything."""
    room, least = storage(game, nation), TABLES.minor.store
    return Goods(*(max(least, amount) for amount in room.amounts()))


def minor_winter(game: Cendre) -> None:
    """TC-DIP-11 A minor nation raises a levy if it is short of troops, and its town may grow."""
    table = TABLES.minor
    for nation in sorted(game.nations):
        record = game.nations[nation]
        if record.kind != MINOR or game.lands[record.capital].controller != nation:
            continue
        people = sum(game.lands[code].population for code in controlled(game, nation))
        units = sum(troop.count for troops in all_units(game, nation).values() for troop in troops)
        if units < people and not SITES[record.capital].open_sea:
            levy = table.levy if record.race == "humain" else f"{table.levy}/{record.race}"
            add_units(game, record.capital, nation, unit_kind(levy).id, table.winter_levy, "winter", "TC-DIP-11")
        town = game.lands[record.capital].town
        if 0 < town < table.growth_below and percent(game, nation, "growth", table.growth_chance):
            grow(game, record.capital, "winter", "TC-DIP-11")
