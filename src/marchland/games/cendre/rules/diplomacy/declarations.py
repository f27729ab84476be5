"""Declarations of war and calls to arms."""

from __future__ import annotations

from marchland.kernel.errors import IllegalAction
from marchland.kernel.events import Event

from ...goods import Goods
from ...orders import CallAlly, DeclareWar, SignAlliance
from ...state import Call, Cendre, NationId, Rupture
from ..common.inquiry import at_war, has_treaty, lines, seats_of, war_between
from ..common.ledger import can_pay, gain, pay, tally
from ..common.marks import marks
from ..standing.deeds import answer_for_war, help_in_need
from .minor import decides_by_dice, honours_call
from .relations import begin_war
from .terms import (
    ALLIANCE,
    CONTRACT,
    FRESH_WRONGS,
    PACT,
    TREATIES,
    casus_against,
    check_war_after_peace,
    war_score,
)
from .treaties import check_partner, is_breaking, is_signed, renounce, shatter

WAR = "guerre"


class AllyCalled(Event, frozen=True):
    """A nation calls an ally to arms; the answer is due on the next sheet."""

    RULE = "TC-DIP-05"
    nation: NationId
    ally: NationId
    against: NationId


# -- war --------------------------------------------------------------------------------------------------------


def pending_call(game: Cendre, nation: NationId, against: NationId) -> NationId:
    """The ally who called the nation against this enemy last season, empty if nobody did."""
    calls = (call.by for call in game.calls if (call.to, call.against) == (nation, against) and call.turn < game.turn)
    return next(calls, "")


def check_declaration(game: Cendre, nation: NationId, order: DeclareWar) -> None:
    """TC-DIP-02 No war on treaty partners, on the day one breaks with them or soon after a peace; a call to arms overrides."""
    other = order.nation
    if not is_crossed(game, nation, other):
        check_partner(game, nation, other)
    if pending_call(game, nation, other):
        return
    if casus_against(game, nation, other) not in FRESH_WRONGS:
        _check_no_bonds(game, nation, other)
    check_war_after_peace(game, nation, other)
    ransom = _blackmail(game, nation, other)
    if ransom and not can_pay(game, nation, Goods(gold=ransom)):
        raise IllegalAction("TC-STRUCT-08", why="blackmail", need=ransom)


def is_crossed(game: Cendre, nation: NationId, other: NationId) -> bool:
    """TC-DIP-02 Has the other declared this very war in the same season? Both declarations stand, and each side bears its own."""
    war = war_between(game, nation, other)
    if war is None or war.since <= game.turn or f"{WAR}@{other}" in game.nations[nation].season.used:
        return False
    return f"{WAR}@{nation}" in game.nations[other].season.used


def _check_no_bonds(game: Cendre, nation: NationId, other: NationId) -> None:
    bonds = [kind for kind in TREATIES if has_treaty(game, kind, nation, other) or is_signed(game, kind, nation, other)]
    if any({rupture.by, rupture.other} == {nation, other} for rupture in game.ruptures):
        raise IllegalAction("TC-DIP-02", why="same_season", nation=other)
    if bonds:
        raise IllegalAction("TC-DIP-02", why="treaty", treaty=bonds[0], nation=other)


def _blackmail(game: Cendre, nation: NationId, other: NationId) -> int:
    """TC-STRUCT-08 The bank of secrets may make a declaration of war cost gold."""
    return max((mark.amount for mark in marks(game, "blackmail", nation=nation) if mark.word == other), default=0)


def declare_war(game: Cendre, nation: NationId, order: DeclareWar) -> None:
    """TC-DIP-02 War is declared now and active next season; the people and the world take note."""
    check_declaration(game, nation, order)
    other, caller = order.nation, pending_call(game, nation, order.nation)
    ransom = 0 if caller else _blackmail(game, nation, other)
    if ransom:
        pay(game, nation, Goods(gold=ransom), "blackmail", "TC-STRUCT-08", other=other)
        gain(game, other, Goods(gold=ransom), "blackmail", "TC-STRUCT-08", other=nation)
    if caller:
        _leave_treaties(game, nation, other)
        _help(game, nation, caller, other)
    elif has_treaty(game, ALLIANCE, nation, other):
        game.ruptures.append(Rupture(ALLIANCE, nation, other))
    answer_for_war(game, nation, other)
    tally(game, nation, "season", used=(*game.nations[nation].season.used, f"{WAR}@{other}"))
    begin_war(game, nation, other, game.turn + 1, "called" if caller else "declared", "TC-DIP-02")


def _leave_treaties(game: Cendre, nation: NationId, other: NationId) -> None:
    """TC-DIP-02 Honouring a call ends every treaty with the enemy, at the usual price."""
    if has_treaty(game, ALLIANCE, nation, other) and not is_breaking(game, nation, other):
        shatter(game, nation, other, "called")
    kinds = [kind for kind in (CONTRACT, PACT) if has_treaty(game, kind, nation, other)]
    if kinds:
        renounce(game, nation, other, kinds)


def _help(game: Cendre, nation: NationId, caller: NationId, enemy: NationId) -> None:
    """TC-DIP-05 Joining an ally who is losing is help in need."""
    if war_score(game, caller, enemy) < 0:
        help_in_need(game, nation, caller)


# -- calls ------------------------------------------------------------------------------------------------------


def check_call(game: Cendre, nation: NationId, order: CallAlly) -> None:
    """TC-DIP-05 One calls an ally, be it of this very season, into a war that is being fought."""
    allied = has_treaty(game, ALLIANCE, nation, order.nation) or is_signed(game, ALLIANCE, nation, order.nation)
    if not allied or is_breaking(game, nation, order.nation):
        offered = not allied and any(line.nation == order.nation for _, line in lines(game, nation, SignAlliance))
        raise IllegalAction("TC-DIP-05", why="not_countersigned" if offered else "no_alliance", nation=order.nation)
    if war_between(game, nation, order.against) is None or not at_war(game, nation, order.against):
        raise IllegalAction("TC-DIP-05", why="no_war", nation=order.against)
    if war_between(game, order.nation, order.against) is not None or order.nation == order.against:
        raise IllegalAction("TC-DIP-05", why="already_at_war", nation=order.nation)


def call_ally(game: Cendre, nation: NationId, order: CallAlly) -> None:
    """TC-DIP-05 The ally must declare war on its next sheet, or break the alliance."""
    check_call(game, nation, order)
    call = Call(nation, order.nation, order.against, game.turn)
    if call not in game.calls:
        game.calls.append(call)
        audience = seats_of(game, nation, order.nation)
        game.emit(AllyCalled(nation=nation, ally=order.nation, against=order.against, audience=audience))


def answer_by_dice(game: Cendre) -> None:
    """TC-DIP-11 Nations nobody plays answer calls by their own lights."""
    for call in [call for call in game.calls if call.turn < game.turn]:
        if decides_by_dice(game, call.to) and _is_due(game, call) and honours_call(game, call.to, call.by):
            declare_war(game, call.to, DeclareWar(nation=call.against))


def settle_calls(game: Cendre) -> None:
    """TC-DIP-05 A call that was ignored counts as refused: the alliance ends at the cost of the one who ignored it."""
    for call in [call for call in game.calls if call.turn < game.turn]:
        if _is_due(game, call) and not is_breaking(game, call.to, call.by):
            shatter(game, call.to, call.by, "ignored")
    game.calls = [call for call in game.calls if call.turn >= game.turn]


def _is_due(game: Cendre, call: Call) -> bool:
    """Is the caller still at war, still an ally, and the called nation still at peace with the enemy?"""
    if call.to not in game.nations or call.against not in game.nations:
        return False
    if not has_treaty(game, ALLIANCE, call.by, call.to) or war_between(game, call.by, call.against) is None:
        return False
    return war_between(game, call.to, call.against) is None
