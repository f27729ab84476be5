"""Peace: offers and answers, surrender, terms carried out, ransoms and annexation."""

from __future__ import annotations

from marchland.kernel.errors import IllegalAction
from marchland.kernel.events import Event

from ...goods import Goods
from ...orders import (
    AcceptPeace,
    AcceptRansom,
    AcceptSurrender,
    AcceptWhitePeace,
    Annex,
    AskPeace,
    AskWhitePeace,
    DemandRansom,
    SurrenderTo,
    Terms,
)
from ...state import MAJOR, MINOR, REBEL, SEASONS, Cendre, Code, LeaderId, NationId, Offer, Settlement
from ...tables import TABLES
from ..common.inquiry import at_war, controlled, enemies, has_treaty, is_major, kind_of, owned, partners, seats_of, war_between
from ..common.ledger import can_pay, gain, pay
from ..glory.account import award_glory
from ..land.ownership import become_owner, cede, give_back, vanish
from ..leaders.people import free
from ..standing.deeds import honour_peace, move_reputation, move_stability, win_and_lose
from .homeward import send_home
from .relations import begin_treaty, begin_war, end_treaty, end_war
from .terms import ALLIANCE, TREATIES, check_peace_may_be_asked, check_terms, price_of, war_score

WHITE, PEACE, SURRENDER, RANSOM = "white_peace", "peace", "surrender", "ransom"


class OfferMade(Event, frozen=True):
    """A proposal that waits for its answer on the next sheet."""

    kind: str
    nation: NationId
    other: NationId
    rule: str
    terms: Terms = Terms()
    name: str = ""


class PeaceAgreed(Event, frozen=True):
    """Two nations have agreed; the peace is carried out at the end of the season."""

    RULE = "TC-DIP-05"
    kind: str
    one: NationId
    other: NationId


class PeaceMade(Event, frozen=True):
    """A war is over: `victor` is empty where nobody won; the terms are those of `one`."""

    kind: str
    one: NationId
    other: NationId
    victor: NationId
    rule: str
    terms: Terms = Terms()


class RansomPaid(Event, frozen=True):
    RULE = "TC-DIP-12"
    nation: NationId
    captor: NationId
    leader: LeaderId
    name: str
    goods: Goods


class NationAnnexed(Event, frozen=True):
    RULE = "TC-DIP-12"
    nation: NationId
    minor: NationId
    territories: tuple[Code, ...]


# -- asking -----------------------------------------------------------------------------------------------------


def ask_white_peace(game: Cendre, nation: NationId, order: AskWhitePeace) -> None:
    """TC-DIP-05 A peace without winner or loser is proposed."""
    check_peace_may_be_asked(game, nation, order.nation)
    _propose(game, Offer(kind=WHITE, by=nation, to=order.nation, turn=game.turn))


def ask_peace(game: Cendre, nation: NationId, order: AskPeace) -> None:
    """TC-DIP-07 A peace is proposed on any terms; what is offered must be there and stays frozen until the answer."""
    check_peace_may_be_asked(game, nation, order.nation)
    check_terms(game, nation, order.nation, order.terms)
    _propose(game, Offer(kind=PEACE, by=nation, to=order.nation, turn=game.turn, terms=order.terms))


def surrender(game: Cendre, nation: NationId, order: SurrenderTo) -> None:
    """TC-DIP-08 Whoever is losing may surrender without conditions."""
    check_peace_may_be_asked(game, nation, order.nation)
    score = war_score(game, nation, order.nation)
    if score >= 0:
        raise IllegalAction("TC-DIP-08", why="not_losing", counter=score)
    _propose(game, Offer(kind=SURRENDER, by=nation, to=order.nation, turn=game.turn))


def demand_ransom(game: Cendre, nation: NationId, order: DemandRansom) -> None:
    """TC-DIP-12 A price is named for a prisoner."""
    leader = game.leaders.get(order.leader)
    if leader is None or leader.captor != nation or leader.nation != order.nation:
        raise IllegalAction("TC-DIP-12", why="not_your_prisoner", leader=order.leader)
    if min(order.goods.amounts()) < 0:
        raise IllegalAction("TC-DIP-12", why="terms")
    offer = Offer(kind=RANSOM, by=nation, to=order.nation, turn=game.turn, terms=Terms(take=order.goods), leader=order.leader)
    _propose(game, offer, leader.name)


def _propose(game: Cendre, offer: Offer, name: str = "") -> None:
    game.offers = [old for old in game.offers if (old.kind, old.by, old.to, old.leader, old.turn) != _mark(offer)]
    game.offers.append(offer)
    audience = seats_of(game, offer.by, offer.to)
    rule = {WHITE: "TC-DIP-06", PEACE: "TC-DIP-07", SURRENDER: "TC-DIP-08", RANSOM: "TC-DIP-12"}[offer.kind]
    game.emit(
        OfferMade(kind=offer.kind, nation=offer.by, other=offer.to, rule=rule, terms=offer.terms, name=name, audience=audience)
    )


def _mark(offer: Offer) -> tuple[str, NationId, NationId, LeaderId, int]:
    return offer.kind, offer.by, offer.to, offer.leader, offer.turn


def match_offers(game: Cendre) -> None:
    """TC-DIP-05 Offers of the same season that meet: terms and surrender, white peace and white peace or surrender."""
    fresh = [offer for offer in game.offers if offer.turn == game.turn and offer.kind != RANSOM]
    for offer in fresh:
        answers = {other.kind for other in fresh if (other.by, other.to) == (offer.to, offer.by)}
        if offer.kind == PEACE and SURRENDER in answers:
            agree(game, Settlement(kind=PEACE, winner=offer.by, loser=offer.to, terms=offer.terms))
        elif offer.kind == WHITE and answers & {WHITE, SURRENDER}:
            agree(game, Settlement(kind=WHITE, winner=offer.by, loser=offer.to))


# -- answering --------------------------------------------------------------------------------------------------


def pending(game: Cendre, nation: NationId, by: NationId, kind: str, leader: LeaderId = "") -> Offer:
    """TC-DIP-05 The offer of the season before that an answer refers to."""
    for offer in game.offers:
        if (offer.kind, offer.by, offer.to, offer.leader) == (kind, by, nation, leader) and offer.turn < game.turn:
            return offer
    raise IllegalAction("TC-DIP-05", why="no_offer", offer=kind, nation=by)


def accept_white_peace(game: Cendre, nation: NationId, order: AcceptWhitePeace) -> None:
    """TC-DIP-06 The white peace proposed last season is agreed."""
    pending(game, nation, order.nation, WHITE)
    agree(game, Settlement(kind=WHITE, winner=order.nation, loser=nation))


def accept_peace(game: Cendre, nation: NationId, order: AcceptPeace) -> None:
    """TC-DIP-07 The terms proposed last season are agreed."""
    offer = pending(game, nation, order.nation, PEACE)
    agree(game, Settlement(kind=PEACE, winner=offer.by, loser=nation, terms=offer.terms))


def accept_surrender(game: Cendre, nation: NationId, order: AcceptSurrender) -> None:
    """TC-DIP-08 The victor dictates terms, as far as the war counter pays for them."""
    pending(game, nation, order.nation, SURRENDER)
    check_dictate(game, nation, order.nation, order.terms)
    agree(game, Settlement(kind=SURRENDER, winner=nation, loser=order.nation, terms=order.terms))


def check_dictate(game: Cendre, victor: NationId, loser: NationId, terms: Terms) -> None:
    """TC-DIP-08 Table 50 is the price list of a surrender, the war counter the purse."""
    if terms.cede or terms.give:
        raise IllegalAction("TC-DIP-08", why="terms")
    check_terms(game, victor, loser, terms)
    price, score = price_of(game, victor, terms), war_score(game, victor, loser)
    if price > max(0, score):
        raise IllegalAction("TC-DIP-08", why="too_dear", need=price, have=max(0, score))


def accept_ransom(game: Cendre, nation: NationId, order: AcceptRansom) -> None:
    """TC-DIP-12 The ransom is paid at once; the leader comes home at the end of the season."""
    offer = pending(game, nation, order.nation, RANSOM, order.leader)
    leader = game.leaders.get(order.leader)
    if leader is None or leader.captor != order.nation:
        raise IllegalAction("TC-DIP-12", why="no_prisoner", leader=order.leader)
    if not can_pay(game, nation, offer.terms.take):
        raise IllegalAction("TC-DIP-12", why="cannot_pay", leader=order.leader)
    pay(game, nation, offer.terms.take, RANSOM, "TC-DIP-12", other=order.nation)
    gain(game, order.nation, offer.terms.take, RANSOM, "TC-DIP-12", other=nation)
    game.settlements.append(Settlement(kind=RANSOM, winner=order.nation, loser=nation, leader=order.leader))
    audience = seats_of(game, nation, order.nation)
    game.emit(
        RansomPaid(
            nation=nation, captor=order.nation, leader=order.leader, name=leader.name, goods=offer.terms.take, audience=audience
        )
    )


def agree(game: Cendre, settlement: Settlement) -> None:
    """Two nations make peace, once; the first agreement of the season holds."""
    parties = {settlement.winner, settlement.loser}
    if any({old.winner, old.loser} == parties and old.kind != RANSOM for old in game.settlements):
        return
    if war_between(game, settlement.winner, settlement.loser) is not None:
        game.settlements.append(settlement)
        game.emit(PeaceAgreed(kind=settlement.kind, one=settlement.winner, other=settlement.loser))


def lapse_offers(game: Cendre) -> None:
    """TC-DIP-05 TC-DIP-10 Offers live for one answer; a forced surrender left without terms is a white peace."""
    for offer in game.offers:
        if offer.forced and offer.turn < game.turn:
            agree(game, Settlement(kind=WHITE, winner=offer.to, loser=offer.by))
    game.offers = [offer for offer in game.offers if offer.turn >= game.turn]


# -- carrying out -----------------------------------------------------------------------------------------------


def conclude(game: Cendre) -> None:
    """TC-DIP-06 TC-DIP-07 Every peace agreed this season takes effect: land, goods, treaties, prisoners, armies."""
    agreed, game.settlements = game.settlements, []
    for settlement in agreed:
        if settlement.kind == RANSOM:
            _release(game, settlement.leader, settlement.winner)
        elif war_between(game, settlement.winner, settlement.loser) is not None:
            carry_out_peace(game, settlement)
            game.offers = [offer for offer in game.offers if {offer.by, offer.to} != {settlement.winner, settlement.loser}]


def _release(game: Cendre, leader: LeaderId, captor: NationId) -> None:
    record = game.leaders.get(leader)
    if record is not None and record.captor == captor:
        free(game, leader, RANSOM, "TC-DIP-12")


def carry_out_peace(game: Cendre, settlement: Settlement) -> None:
    """TC-DIP-07 One peace: what was agreed changes hands, all else returns to its owner."""
    one, other, terms = settlement.winner, settlement.loser, settlement.terms
    winner = victor_of(game, settlement)
    rule = {WHITE: "TC-DIP-06", PEACE: "TC-DIP-07", SURRENDER: "TC-DIP-08"}[settlement.kind]
    end_war(game, one, other, settlement.kind, rule)
    game.emit(PeaceMade(kind=settlement.kind, one=one, other=other, victor=winner, rule=rule, terms=terms))
    for taker, giver, lands in ((one, other, terms.claim), (other, one, terms.cede)):
        for code in lands:
            if game.lands[code].owner == giver:
                cede(game, code, taker, "peace", rule)
    _return_land(game, one, other, rule)
    _transfer(game, other, one, terms.take)
    _transfer(game, one, other, terms.give)
    free_prisoners(game, one, other, rule)
    for nation, host in ((one, other), (other, one)):
        send_home(game, nation, (host,))
    _sign_clauses(game, settlement)
    _name_and_glory(game, settlement, winner)
    for nation in (one, other):
        if kind_of(game, nation) == MINOR and not owned(game, nation) and not controlled(game, nation):
            vanish(game, nation, "peace", rule)


def victor_of(game: Cendre, settlement: Settlement) -> NationId:
    """TC-DIP-08 A surrender is won by the accepter, other terms by the side ahead on the counter, a white peace by nobody."""
    if settlement.kind == WHITE:
        return ""
    if settlement.kind == SURRENDER:
        return settlement.winner
    score = war_score(game, settlement.winner, settlement.loser)
    return settlement.winner if score > 0 else settlement.loser if score < 0 else ""


def _return_land(game: Cendre, one: NationId, other: NationId, rule: str) -> None:
    """TC-DIP-06 Occupied land that was not ceded returns to its owner."""
    for holder, owner in ((one, other), (other, one)):
        for code in owned(game, owner):
            if game.lands[code].controller == holder:
                give_back(game, code, "peace", rule)


def _transfer(game: Cendre, giver: NationId, taker: NationId, goods: Goods) -> None:
    """TC-DIP-07 Whoever cannot pay all gives what he has."""
    paid = goods.least(game.nations[giver].goods).at_least_nothing()
    if paid:
        pay(game, giver, paid, "peace", "TC-DIP-07", other=taker)
        gain(game, taker, paid, "peace", "TC-DIP-07", other=giver)


def free_prisoners(game: Cendre, one: NationId, other: NationId, rule: str) -> None:
    """TC-DIP-06 Any peace frees the prisoners of both sides."""
    for leader in sorted(game.leaders):
        record = game.leaders[leader]
        if record.captor and {record.nation, record.captor} == {one, other}:
            free(game, leader, "peace", rule)


def _sign_clauses(game: Cendre, settlement: Settlement) -> None:
    """TC-DIP-08 Treaties among the terms begin at once; a dictated alliance makes the loser follow the victor."""
    one, other = settlement.winner, settlement.loser
    kinds = TREATIES if ALLIANCE in settlement.terms.treaties else settlement.terms.treaties
    for kind in kinds:
        if not has_treaty(game, kind, one, other):
            begin_treaty(game, kind, one, other, "TC-DIP-08")
    if settlement.kind == SURRENDER and ALLIANCE in settlement.terms.treaties:
        follow_suzerain(game, other, one)


def follow_suzerain(game: Cendre, vassal: NationId, suzerain: NationId) -> None:
    """TC-DIP-08 The vassal leaves its other alliances and joins every war of its suzerain, without further effect."""
    for friend in partners(game, vassal):
        if friend != suzerain and has_treaty(game, ALLIANCE, vassal, friend):
            end_treaty(game, ALLIANCE, vassal, friend, "vassal", "TC-DIP-08")
            send_home(game, vassal, (friend,))
            send_home(game, friend, (vassal,))
    for enemy in enemies(game, suzerain):
        if enemy != vassal and kind_of(game, enemy) in (MAJOR, MINOR):
            begin_war(game, vassal, enemy, game.turn + 1, "vassal", "TC-DIP-08")


def _name_and_glory(game: Cendre, settlement: Settlement, winner: NationId) -> None:
    """TC-DIP-07 Peace is good for the name of both; a war may have been won."""
    one, other, standing = settlement.winner, settlement.loser, TABLES.standing
    tenths = standing.tenths.white_peace if settlement.kind == WHITE else standing.tenths.peace
    honour_peace(game, (one, other), tenths)
    if winner:
        win_and_lose(game, winner, other if winner == one else one)


# -- annexation -------------------------------------------------------------------------------------------------


def annex(game: Cendre, nation: NationId, order: Annex) -> None:
    """TC-DIP-12 A minor nation that controls nothing ceases to exist: who controls its land owns it."""
    minor = order.nation
    if kind_of(game, minor) != MINOR or not at_war(game, nation, minor):
        raise IllegalAction("TC-DIP-12", why="no_war", nation=minor)
    if controlled(game, minor):
        raise IllegalAction("TC-DIP-12", why="still_holds_land", nation=minor)
    lands = owned(game, minor)
    for code in lands:
        become_owner(game, code, game.lands[code].controller, "annexed", "TC-DIP-12")
    game.emit(NationAnnexed(nation=nation, minor=minor, territories=lands))
    vanish(game, minor, "annexed", "TC-DIP-12")
    standing = TABLES.standing
    move_stability(game, nation, standing.stability.annex, "annexed")
    move_reputation(game, nation, standing.reputation.annex, "annexed")
    award_glory(game, nation, standing.glory.annex, "annexed")


# -- automatic peace --------------------------------------------------------------------------------------------


def surrender_if_landless(game: Cendre) -> None:
    """TC-DIP-10 A major nation that controls nothing surrenders to whoever holds its land; its other wars end white."""
    for nation in sorted(game.nations):
        if is_major(game, nation) and not controlled(game, nation):
            for enemy in enemies(game, nation):
                _surrender_or_part(game, nation, enemy)


def _surrender_or_part(game: Cendre, nation: NationId, enemy: NationId) -> None:
    holds = any(game.lands[code].controller == enemy for code in owned(game, nation))
    waiting = any((offer.by, offer.to, offer.forced) == (nation, enemy, True) for offer in game.offers)
    if not holds:
        carry_out_peace(game, Settlement(kind=WHITE, winner=enemy, loser=nation))
    elif not waiting:
        game.offers.append(Offer(kind=SURRENDER, by=nation, to=enemy, turn=game.turn, forced=True))
        audience = seats_of(game, nation, enemy)
        game.emit(OfferMade(kind=SURRENDER, nation=nation, other=enemy, rule="TC-DIP-10", audience=audience))


def end_sleeping_wars(game: Cendre) -> None:
    """TC-DIP-10 A whole year without a battle or a conquest ends a war in winter, white."""
    spring = game.turn - game.turn % len(SEASONS)
    for key in sorted(game.wars):
        war = game.wars.get(key)
        if (
            war is not None
            and war.since <= spring
            and war.last_action < spring
            and REBEL not in (kind_of(game, war.one), kind_of(game, war.other))
        ):
            carry_out_peace(game, Settlement(kind=WHITE, winner=war.one, loser=war.other))
