"""Contracts, pacts and alliances: signed by both in the same season, broken or denounced by one."""

from __future__ import annotations

from collections.abc import Sequence

from marchland.kernel.errors import IllegalAction
from marchland.kernel.events import Event

from ...orders import BreakAlliance, Denounce, DiplomaticOrder, SignAlliance, SignContract, SignPact
from ...state import Cendre, NationId, Rupture, Treaty
from ...tables import TABLES
from ..common.inquiry import has_treaty, kind_of, lines, structures_of, war_between
from ..common.ledger import tally
from ..common.modifiers import added, forbids
from ..economy.caravans import end_caravan
from ..glory.account import award_glory, limited_glory
from ..standing.deeds import keep_company, move_counter, move_reputation, move_stability
from .minor import decides_by_dice, signs
from .relations import begin_treaty, end_treaty
from .terms import ALLIANCE, CONTRACT, PACT, check_unlocked, wronged

KINDS: dict[type[DiplomaticOrder], str] = {SignContract: CONTRACT, SignPact: PACT, SignAlliance: ALLIANCE}
INN = "grande-auberge"


class TreatyBroken(Event, frozen=True):
    """A nation broke or denounced treaties; they end when the next season starts."""

    kinds: tuple[str, ...]
    nation: NationId
    other: NationId
    reason: str
    rule: str


# -- signing ----------------------------------------------------------------------------------------------------


def check_partner(game: Cendre, nation: NationId, other: NationId) -> None:
    """TC-DIP-01 Treaties are made with another nation that exists and is no threat, and never in war."""
    if other not in game.nations or other == nation or kind_of(game, other) not in ("major", "minor"):
        raise IllegalAction("TC-DIP-01", why="unknown", nation=other)
    if war_between(game, nation, other) is not None:
        raise IllegalAction("TC-DIP-01", why="war", nation=other)


def check_signature(game: Cendre, nation: NationId, order: DiplomaticOrder) -> None:
    """TC-DIP-01 A treaty already in force is not signed again; some peoples refuse some allies."""
    check_partner(game, nation, order.nation)
    kind = KINDS[type(order)]
    if has_treaty(game, kind, nation, order.nation):
        raise IllegalAction("TC-DIP-01", why="in_force", nation=order.nation)
    reputation = game.nations[order.nation].reputation
    if kind == ALLIANCE and forbids(game, nation, "diplomacy.alliance", target_reputation=reputation):
        raise IllegalAction("TC-DIP-11", why="people", nation=order.nation)


def sign(game: Cendre, nation: NationId, order: DiplomaticOrder) -> None:
    """TC-DIP-05 The treaty is concluded if both sign it in the same season; it is in force at the season's end."""
    check_signature(game, nation, order)
    other, kind = order.nation, KINDS[type(order)]
    if is_signed(game, kind, nation, other):
        return
    if not _countersigned(game, nation, order):
        raise IllegalAction("TC-DIP-05", why="not_countersigned", nation=other)
    first, second = sorted((nation, other))
    game.signed.append(Treaty(kind, first, second, game.turn))
    # Both are judged by the name they sign with: what the treaty does to one of them is no fault of the other's.
    names = {one: game.nations[one].reputation for one in (nation, other)}
    for one, two in ((nation, other), (other, nation)):
        _sign_effects(game, kind, one, two, names[two])


def is_signed(game: Cendre, kind: str, one: NationId, other: NationId) -> bool:
    """Was it concluded this very season?"""
    first, second = sorted((one, other))
    return Treaty(kind, first, second, game.turn) in game.signed


def _countersigned(game: Cendre, nation: NationId, order: DiplomaticOrder) -> bool:
    other = order.nation
    if decides_by_dice(game, other):
        return signs(game, other, nation, KINDS[type(order)])
    answers = [answer for _, answer in lines(game, other, type(order)) if answer.nation == nation]
    if not answers:
        return False
    try:
        check_signature(game, other, answers[0])
    except IllegalAction:
        return False
    return True


def _sign_effects(game: Cendre, kind: str, nation: NationId, other: NationId, reputation: int) -> None:
    """TC-DIP-05 What signing does to a nation's name, calm and glory."""
    standing = TABLES.standing
    if kind == CONTRACT:
        move_counter(game, nation, standing.tenths.contract, "contract")
    elif kind == PACT:
        move_reputation(game, nation, standing.reputation.pact, "pact")
    else:
        award_glory(game, nation, standing.glory.alliance, "alliance")
        keep_company(game, nation, other, reputation)
    for span in ("season", "year"):
        tally(game, nation, span, treaties=getattr(game.nations[nation], span).treaties + 1)
    if structures_of(game, nation, INN):
        effect = TABLES.national_structures[INN]
        limited_glory(game, nation, effect.amount, effect.most, INN, "TC-STRUCT-08")


def take_effect(game: Cendre) -> None:
    """TC-DIP-01 What was signed this season is in force at its end; an alliance brings contract and pact with it."""
    for treaty in game.signed:
        if treaty.one not in game.nations or treaty.other not in game.nations or war_between(game, treaty.one, treaty.other):
            continue
        kinds = (ALLIANCE, CONTRACT, PACT) if treaty.kind == ALLIANCE else (treaty.kind,)
        for kind in kinds:
            if not has_treaty(game, kind, treaty.one, treaty.other):
                begin_treaty(game, kind, treaty.one, treaty.other, "TC-DIP-01")
    game.signed = []


# -- breaking ---------------------------------------------------------------------------------------------------


def is_called(game: Cendre, nation: NationId, by: NationId) -> bool:
    """Has this ally called the nation to arms last season?"""
    return any((call.by, call.to) == (by, nation) and call.turn < game.turn for call in game.calls)


def check_break(game: Cendre, nation: NationId, order: BreakAlliance) -> None:
    """TC-DIP-03 An alliance can be broken from its day on, or at once to refuse a call to arms."""
    if not has_treaty(game, ALLIANCE, nation, order.nation):
        raise IllegalAction("TC-DIP-01", why="no_treaty", nation=order.nation)
    if not is_called(game, nation, order.nation):
        check_unlocked(game, ALLIANCE, nation, order.nation)


def break_alliance(game: Cendre, nation: NationId, order: BreakAlliance) -> None:
    """TC-DIP-05 The alliance ends with the season; contract and pact stay."""
    check_break(game, nation, order)
    shatter(game, nation, order.nation, "broken")


def shatter(game: Cendre, nation: NationId, other: NationId, reason: str) -> None:
    """TC-DIP-05 TC-DIP-04 The price of leaving an ally; he holds a casus belli until winter."""
    standing = TABLES.standing
    game.ruptures.append(Rupture(ALLIANCE, nation, other))
    game.emit(TreatyBroken(kinds=(ALLIANCE,), nation=nation, other=other, reason=reason, rule="TC-DIP-05"))
    extra = added(game, nation, "diplomacy.break_treaty")
    move_stability(game, nation, standing.stability.break_alliance + extra, "break_alliance")
    move_reputation(game, nation, standing.reputation.break_alliance, "break_alliance")
    wronged(game, other, nation, "alliance_broken")
    tally(game, nation, "season", broke=(*game.nations[nation].season.broke, other))


def is_breaking(game: Cendre, nation: NationId, other: NationId) -> bool:
    """Is the alliance between them broken this season?"""
    return any(rupture.kind == ALLIANCE and {rupture.by, rupture.other} == {nation, other} for rupture in game.ruptures)


def check_denounce(game: Cendre, nation: NationId, order: Denounce) -> tuple[str, ...]:
    """TC-DIP-03 Every treaty that is denounced must be past its day, and no alliance may stand in the way."""
    other = order.nation
    kinds = tuple(kind for kind in (CONTRACT, PACT) if has_treaty(game, kind, nation, other))
    if not kinds:
        raise IllegalAction("TC-DIP-01", why="no_treaty", nation=other)
    if has_treaty(game, ALLIANCE, nation, other) and not is_breaking(game, nation, other):
        raise IllegalAction("TC-DIP-01", why="alliance", nation=other)
    for kind in kinds:
        check_unlocked(game, kind, nation, other)
    return kinds


def denounce(game: Cendre, nation: NationId, order: Denounce) -> None:
    """TC-DIP-05 Contract, pact and the other's caravans end with the season."""
    renounce(game, nation, order.nation, check_denounce(game, nation, order))


def renounce(game: Cendre, nation: NationId, other: NationId, kinds: Sequence[str]) -> None:
    """TC-DIP-05 TC-DIP-04 The price of denouncing: no more stability where the alliance is broken too."""
    standing = TABLES.standing
    game.ruptures.extend(Rupture(kind, nation, other) for kind in kinds)
    game.emit(TreatyBroken(kinds=tuple(kinds), nation=nation, other=other, reason="denounced", rule="TC-DIP-05"))
    if other not in game.nations[nation].season.broke:
        extra = added(game, nation, "diplomacy.break_treaty")
        move_stability(game, nation, standing.stability.denounce + extra, "denounce")
    move_reputation(game, nation, standing.reputation.denounce, "denounce")
    if PACT in kinds:
        wronged(game, other, nation, "pact_broken")


def end_ruptured(game: Cendre) -> list[Rupture]:
    """TC-DIP-05 A new season: what was broken in the last one is over. Returns what ended."""
    over, game.ruptures = game.ruptures, []
    for rupture in over:
        end_treaty(game, rupture.kind, rupture.by, rupture.other, "broken", "TC-DIP-05")
        for caravan in list(game.caravans):
            if rupture.kind != ALLIANCE and (caravan.creator, caravan.partner) == (rupture.other, rupture.by):
                end_caravan(game, caravan, "denounced")
    return over
