"""Tables 27, 28, 30 and 31: what deeds do to the calm of a people and to its name, at once."""

from __future__ import annotations

from ...state import Cendre, NationId
from ...tables import TABLES
from ..common.ledger import tally
from ..common.modifiers import added
from ..diplomacy.terms import casus_against, claims_on, is_losing
from ..glory.account import award_glory
from .account import change_counter, change_reputation, change_stability


def move_stability(game: Cendre, nation: NationId, amount: int, deed: str) -> None:
    """TC-STAB-02 A deed calms or stirs the people."""
    change_stability(game, nation, amount, deed, "TC-STAB-02")


def move_reputation(game: Cendre, nation: NationId, amount: int, deed: str) -> None:
    """TC-REP-02 A deed of which the whole world takes note."""
    change_reputation(game, nation, amount, deed, "TC-REP-02")


def move_counter(game: Cendre, nation: NationId, tenths: int, deed: str) -> None:
    """TC-REP-03 A deed that counts for tenths of a point."""
    change_counter(game, nation, tenths, deed, "TC-REP-03")


def answer_for_war(game: Cendre, nation: NationId, other: NationId) -> None:
    """TC-STAB-02 TC-REP-02 What declaring war costs at home and abroad."""
    move_stability(game, nation, war_cost(game, nation, other), "declare_war")
    move_reputation(game, nation, _war_shame(game, other), "declare_war")


def war_cost(game: Cendre, nation: NationId, other: NationId) -> int:
    """TC-STAB-02 Table 28: one point, one more without a casus belli, one more against a nation of good name."""
    table = TABLES.standing.declare_war
    casus = bool(casus_against(game, nation, other))
    cost = table.base + table.no_casus * (not casus) + table.good_name * (game.nations[other].reputation > 0)
    facts = {"casus_belli": casus, "vs_claim": claims_on(game, nation, other)}
    return min(0, cost + added(game, nation, "diplomacy.declare_war", **facts))


def _war_shame(game: Cendre, other: NationId) -> int:
    """TC-REP-02 War costs reputation, and more against a nation that is already losing one."""
    table = TABLES.standing.reputation
    return table.declare_war + (table.declare_on_loser if is_losing(game, other) else 0)


def keep_company(game: Cendre, nation: NationId, other: NationId, reputation: int) -> None:
    """TC-STAB-02 An ally of ill repute costs stability and reputation; some peoples mind other things."""
    standing = TABLES.standing
    stability = added(game, nation, "diplomacy.alliance", partner_race=game.nations[other].race)
    stability += added(game, other, "diplomacy.alliance", applies_to="partner")
    if reputation < 0:
        stability += standing.stability.alliance_bad_name
        move_reputation(game, nation, standing.reputation.alliance_bad_name, "alliance")
    move_stability(game, nation, stability, "alliance")


def honour_peace(game: Cendre, parties: tuple[NationId, NationId], tenths: int) -> None:
    """TC-REP-03 Table 31: a peace is signed by both, even one that a revolution forces upon them."""
    for nation in parties:
        move_counter(game, nation, tenths, "peace")


def win_and_lose(game: Cendre, winner: NationId, loser: NationId) -> None:
    """TC-STAB-02 The war is won by one and lost by the other: glory for both, calm for the winner."""
    standing = TABLES.standing
    award_glory(game, winner, standing.glory.war_won, "war_won")
    move_stability(game, winner, standing.stability.win_war, "war_won")
    award_glory(game, loser, standing.glory.war_lost, "war_lost")


def help_in_need(game: Cendre, nation: NationId, needy: NationId) -> None:
    """TC-REP-03 Help to a nation in need is good for the name, once a year for each."""
    helped = game.nations[nation].year.helped
    if needy not in helped:
        tally(game, nation, "year", helped=(*helped, needy))
        move_counter(game, nation, TABLES.standing.tenths.helping, "helping")
