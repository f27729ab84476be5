"""Treaties, wars and peace by interest: friends for calm and trade, nobody for whoever runs away, wars that are won and end."""

from __future__ import annotations

from ... import orders as o
from ...goods import Goods
from ...rules.common.inquiry import allied, controlled, has_treaty, is_major, owned
from ...rules.diplomacy.terms import casus_against
from ...state import MINOR, NationId, Offer
from ...tables import TABLES
from ...world import MAJORS
from ..campaign import guessed_garrison, strength
from ..embassy import annex, has_war, has_war_between, may_ask_peace, may_declare, may_sign, ransom, score, spoils, steps_between
from .council import Council

CUSTOM = 6
"""In the first season everybody is asked; later each pair of nations speaks in its own season, and not with deaf ears."""
SUPERIOR = 1.6
"""So much stronger than the prey one wants to be."""
CALM = 6
"""What must count in the test before a people bears a war of choice."""
BOLD = 1.2
ENOUGH = 5
"""A good name of this much needs no more pacts."""
LONG = 8
"""A war with fewer seasons left pays for nothing."""


def plan_embassy(council: Council) -> None:
    answer_offers(council)
    answer_calls(council)
    sign(council)
    make_peace(council)
    call_allies(council)
    declare(council)
    annex(council)
    ransom(council)


# -- treaties -----------------------------------------------------------------------------------------


def sign(council: Council) -> None:
    """Contracts for trade, pacts for a good name and quiet borders, alliances with few."""
    partners = {other for other in MAJORS if council.bound(other)}
    for other in sorted(MAJORS, key=lambda other: (steps_between(council, other), other)):
        if not council.is_free(other) or has_war(council, other) or other == council.runaway:
            continue
        if other not in partners and len(partners) >= council.manner.friends:
            continue
        opening = council.game.turn == 0
        speaks = opening or (number(council, other) + council.game.turn) % CUSTOM == 0
        contract = has_treaty(council.game, "contract", council.nation, other)
        if speaks and not contract:
            council.write(o.SignContract(other))
            partners.add(other)
        if speaks and (contract or opening) and wants_pact(council, other):
            council.write(o.SignPact(other))
        if wants_alliance(council, other):
            council.write(o.SignAlliance(other))


def number(council: Council, other: NationId) -> int:
    return MAJORS.index(council.nation) + MAJORS.index(other)


def wants_pact(council: Council, other: NationId) -> bool:
    """For a good name as long as that pays, and with neighbours; never with the prey of years to come."""
    if has_treaty(council.game, "pact", council.nation, other) or is_prey(council, other):
        return False
    name = council.record.reputation < ENOUGH or council.record.stability < TABLES.standing.stability.highest
    return name or other in council.neighbours


def is_prey(council: Council, other: NationId) -> bool:
    """Whom a warlike people would rather fight: its foe next door."""
    return council.temper.war >= BOLD and other in council.temper.foe and other in council.neighbours


def wants_alliance(council: Council, other: NationId) -> bool:
    """With a few of good name, after a pact; with more while somebody runs away with the game."""
    if not has_treaty(council.game, "pact", council.nation, other) or allied(council.game, council.nation, other):
        return False
    record, many = council.game.nations[other], 5 if council.runaway else max(1, round(1.5 * council.temper.trade))
    allies = sum(allied(council.game, council.nation, one) for one in MAJORS)
    wars = sum(other in (war.one, war.other) for war in council.game.wars.values())
    return allies < many and record.reputation >= 0 and not wars and may_sign(council, other, "alliance")


# -- answers ------------------------------------------------------------------------------------------


def answer_offers(council: Council) -> None:
    for offer in council.game.offers:
        if offer.to == council.nation:
            _answer(council, offer)


def _answer(council: Council, offer: Offer) -> None:
    winning = score(council, offer.by) >= 5 and council.record.stability >= 0
    if offer.kind == "surrender":
        council.write(o.AcceptSurrender(offer.by, spoils(council, offer.by)))
    elif offer.kind == "white_peace" and not winning:
        council.write(o.AcceptWhitePeace(offer.by))
    elif offer.kind == "peace" and (not winning or offer.terms.give or offer.terms.cede):
        council.write(o.AcceptPeace(offer.by))
    elif offer.kind == "ransom" and council.can_spend(offer.terms.take):
        council.write(o.AcceptRansom(offer.by, offer.leader), offer.terms.take)


def answer_calls(council: Council) -> None:
    """An ally's war is joined by a people that can bear it, against whoever is weaker or runs away; else the alliance ends."""
    for call in council.game.calls:
        if call.to != council.nation or has_war(council, call.against):
            continue
        able = council.record.stability >= 2 and council.bonus >= CALM and not allied(council.game, council.nation, call.against)
        near = call.against in council.neighbours or call.against == council.runaway
        if able and near and council.temper.war >= 0.5:
            council.write(o.DeclareWar(call.against))
        elif allied(council.game, council.nation, call.by):
            council.write(o.BreakAlliance(call.by))


# -- war and peace ------------------------------------------------------------------------------------


def make_peace(council: Council) -> None:
    """A war that is won is ended with its spoils; any other as soon as the other side will have it."""
    for foe in council.foes:
        if foe not in council.game.nations or not may_ask_peace(council, foe):
            continue
        points = score(council, foe)
        if points >= 5:
            council.write(o.AskPeace(foe, spoils(council, foe)))
        elif points <= -8 and council.record.stability <= -3:
            council.write(o.SurrenderTo(foe))
        elif points < -3 and council.purse.gold > 90 and council.record.stability <= 0:
            council.write(o.AskPeace(foe, o.Terms(give=Goods(gold=60))))
        else:
            council.write(o.AskWhitePeace(foe))


def call_allies(council: Council) -> None:
    """Allies are called against somebody who attacks one's land, or runs away."""
    for foe in council.foes:
        if not is_major(council.game, foe) or (score(council, foe) >= 0 and foe != council.runaway):
            continue
        for other in MAJORS:
            if allied(council.game, council.nation, other) and not has_war_between(council, other, foe):
                council.write(o.CallAlly(other, foe))


def declare(council: Council) -> None:
    """One war at a time, for land that can be taken and held: a neutral neighbour's, an old foe's, or that of the nation ahead."""
    if council.foes or any(has_war(council, other) for other in council.game.nations) or council.seasons_left < LONG:
        return
    if council.record.stability < 2 or council.bonus < CALM or council.flow < 10:
        return
    prey = [other for other in council.neighbours if may_declare(council, other) and is_worth_a_war(council, other)]
    if prey:
        best = max(prey, key=lambda other: (appeal(council, other), other))
        council.write(o.DeclareWar(best))


def is_worth_a_war(council: Council, other: NationId) -> bool:
    """Neutral lands for anybody; of the great nations only the warlike, and against the one who runs away everybody's neighbour."""
    minor = council.game.nations[other].kind == MINOR
    if not minor and other not in MAJORS:
        return False
    if not minor and council.temper.war < BOLD and other != council.runaway:
        return False
    if minor and council.temper.war < 0.3:
        return False
    return strength(council) > SUPERIOR * guarded(council, other)


def guarded(council: Council, other: NationId) -> float:
    """The force one reckons with: what spies saw, or a guess."""
    lands = controlled(council.game, other)
    near = [code for code in lands if code in council.border]
    return sum(guessed_garrison(council, code) for code in near) + 0.5 * sum(
        guessed_garrison(council, code) for code in lands if code not in near
    )


def appeal(council: Council, other: NationId) -> float:
    """A just cause, a claim, an old foe, somebody who runs away, and small neutral lands, which are annexed."""
    claims = any(council.nation in council.game.lands[code].national for code in owned(council.game, other))
    just = bool(casus_against(council.game, council.nation, other))
    small = council.game.nations[other].kind == MINOR
    return 3 * small + 2 * just + claims + 2 * (other in council.temper.foe) + 3 * (other == council.runaway)
