"""What diplomacy measures: locks, casus belli, the course of a war and the price of a peace."""

from __future__ import annotations

from marchland.kernel.errors import IllegalAction

from ...orders import Terms
from ...state import FIRST_YEAR, MINOR, REBEL, SEASONS, Cendre, NationId, War
from ...tables import TABLES
from ..common.inquiry import kind_of, owned, pair, treaty, war_between
from ..common.ledger import can_pay
from ..common.marks import next_active, next_winter_with_a_sheet
from ..land.territory import check_cession
from .relations import give_casus

CONTRACT, PACT, ALLIANCE = "contract", "pact", "alliance"
TREATIES = (CONTRACT, PACT, ALLIANCE)
FRESH_WRONGS = ("raid", "assassination")
"""Causes that let the victim declare war at once, whatever treaty stands between."""


# -- locks ------------------------------------------------------------------------------------------------------


def year_of(turn: int) -> int:
    return FIRST_YEAR + turn // len(SEASONS)


def is_locked(game: Cendre, since: int, years: int) -> bool:
    """TC-DIP-03 What was done in a year stays until the spring so many years later."""
    return game.year < year_of(since) + years


def treaty_lock(kind: str) -> int:
    locks = TABLES.war.locks
    return {CONTRACT: locks.contract, PACT: locks.pact, ALLIANCE: locks.alliance}[kind]


def check_unlocked(game: Cendre, kind: str, one: NationId, other: NationId) -> None:
    """TC-DIP-03 A treaty can be ended only from its day on."""
    found = treaty(game, kind, one, other)
    if found is not None and is_locked(game, found.since, treaty_lock(kind)):
        raise IllegalAction("TC-DIP-03", treaty=kind, year=year_of(found.since) + treaty_lock(kind))


def check_peace_may_be_asked(game: Cendre, nation: NationId, other: NationId) -> War:
    """TC-DIP-03 Peace needs a war, and a year to pass; a land that broke away may be asked at once."""
    war = war_between(game, nation, other)
    if war is None or war.since > game.turn:
        raise IllegalAction("TC-DIP-01", why="no_war", nation=other)
    if is_locked(game, war.since, TABLES.war.locks.peace_demand) and not _is_civil_war(game, nation, other):
        raise IllegalAction("TC-DIP-03", treaty="peace", year=year_of(war.since) + TABLES.war.locks.peace_demand)
    return war


def _is_civil_war(game: Cendre, nation: NationId, other: NationId) -> bool:
    return any(
        kind_of(game, one) in (MINOR, REBEL) and game.nations[one].origin == two for one, two in ((nation, other), (other, nation))
    )


def check_war_after_peace(game: Cendre, nation: NationId, other: NationId) -> None:
    """TC-DIP-03 After a peace the same two nations keep it for a while."""
    peace = game.peaces.get(pair(nation, other))
    years = TABLES.war.locks.war_after_peace
    if peace is not None and is_locked(game, peace, years):
        raise IllegalAction("TC-DIP-03", treaty="peace", year=year_of(peace) + years)


# -- casus belli ------------------------------------------------------------------------------------------------


def casus_against(game: Cendre, nation: NationId, other: NationId) -> str:
    """TC-DIP-04 A cause this nation has for war on the other, empty if none: a wrong suffered, or land it claims."""
    wrongs = [casus.cause for casus in game.casus if (casus.holder, casus.against) == (nation, other) and casus.until >= game.turn]
    fresh = [cause for cause in wrongs if cause in FRESH_WRONGS]
    if wrongs:
        return (fresh or wrongs)[0]
    return "claim_held" if claims_on(game, nation, other) else ""


def claims_on(game: Cendre, nation: NationId, other: NationId) -> bool:
    """TC-DIP-04 Does the other own land that is national for this nation?"""
    return any(nation in game.lands[code].national for code in owned(game, other))


def wronged(game: Cendre, victim: NationId, culprit: NationId, cause: str) -> None:
    """TC-DIP-04 The victim holds a casus belli until the next winter before which it can write a sheet."""
    give_casus(game, victim, culprit, cause, next_winter_with_a_sheet(game))


def fresh_wrong(game: Cendre, victim: NationId, culprit: NationId, cause: str) -> None:
    """TC-DIP-04 A raid under a treaty, an attempt on a leader or a spell gives a casus belli for the next turn only."""
    give_casus(game, victim, culprit, cause, next_active(game))


# -- the course of a war ----------------------------------------------------------------------------------------


def war_score(game: Cendre, nation: NationId, other: NationId) -> int:
    """TC-DIP-09 Table 49 seen from this nation: battles and prisoners so far, and the land each holds of the other now."""
    war = war_between(game, nation, other)
    if war is None:
        return 0
    counter = war.counter if war.one == nation else -war.counter
    return counter + occupation(game, nation, other) - occupation(game, other, nation)


def occupation(game: Cendre, nation: NationId, other: NationId) -> int:
    """TC-DIP-09 What the other's land in this nation's hands is worth."""
    table, lands = TABLES.war.counter, owned(game, other)
    held = [code for code in lands if game.lands[code].controller == nation]
    if not held:
        return 0
    points = sum(table.capital if game.nations[other].capital == code else table.territory for code in held)
    return points + (table.all_territories if len(held) == len(lands) else 0)


def is_losing(game: Cendre, nation: NationId) -> bool:
    """TC-DIP-09 Is it losing any of its wars?"""
    rivals = [war.other if war.one == nation else war.one for war in game.wars.values() if nation in (war.one, war.other)]
    return any(war_score(game, nation, rival) < 0 for rival in rivals)


# -- terms ------------------------------------------------------------------------------------------------------


def price_of(game: Cendre, victor: NationId, terms: Terms) -> int:
    """TC-DIP-08 Table 50: what the terms a victor dictates cost on the war counter."""
    table = TABLES.war.prices
    stuff = terms.take.total() - terms.take.gold
    lands = sum(table.national_territory if victor in game.lands[code].national else table.territory for code in terms.claim)
    treaties = {CONTRACT: table.contract, PACT: table.pact, ALLIANCE: table.alliance}
    price = -(-stuff // table.goods) - (-terms.take.gold // table.gold) + lands
    return price + sum(treaties[kind] for kind in terms.treaties)


def check_terms(game: Cendre, nation: NationId, other: NationId, terms: Terms) -> None:
    """TC-DIP-07 TC-DIP-08 Each side can only give land it owns, never the capital of a major; what is offered must be there."""
    for giver, lands in ((nation, terms.cede), (other, terms.claim)):
        for code in lands:
            if code not in game.lands or game.lands[code].owner != giver:
                raise IllegalAction("TC-DIP-07", why="not_owned", territory=code, nation=giver)
            check_cession(game, giver, code)
    if any(kind not in TREATIES for kind in terms.treaties) or min(*terms.give.amounts(), *terms.take.amounts()) < 0:
        raise IllegalAction("TC-DIP-07", why="terms")
    if not can_pay(game, nation, terms.give):
        raise IllegalAction("TC-DIP-07", why="not_held")
