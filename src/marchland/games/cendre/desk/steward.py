"""The steward: what a careful ruler would do besides what is on the sheet already, line by line and with reasons.

He plans as the bots do, on a table dealt anew from what the nation knows, with everything that is written already taken as
given. What he proposes has been tried together with the sheet, so that nothing on it fares worse for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import accumulate

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.cards import Outlook, Proposal
from marchland.kernel.chance import key_from_seed
from marchland.kernel.errors import Refusal

from .. import orders as o
from ..bots.begun import begin_with, matter_of
from ..bots.plan import Plan, Why
from ..bots.writer import STEWARD, fill, plan_for
from ..phrases import PHRASEBOOK, order_name
from ..rules.common.inquiry import nation_of
from ..sheet.checker import checked
from ..sheet.lexicon import lexicon
from ..sheet.reader import ACCEPTED, Verdict, canonical_line, read_sheet, section_of, turn_name
from ..state import Cendre, Code, LeaderId
from ..view import redeal
from .outlook.foresight import foresee
from .outlook.telling import outlook
from .writer import group_of

URGENT = ("why.heal", "why.capital", "why.unrest", "why.hunger")
SECTIONS = ("ORDRES", "SCIENCE", "PRODUCTION", "DIPLOMATIE", "MARCHE", "COMMERCE")
"""What is proposed first: work for people who are idle, then the rest as it stands on a sheet."""
TRIALS = 3
"""How often what does not fit is left out and the rest tried again, before each is tried alone."""


class Errand(msgspec.Struct, frozen=True):
    """Lines that belong together: an order, after those that put its leader in place and give him an army."""

    orders: tuple[o.AnyOrder, ...]
    why: Why | None = None

    @property
    def order(self) -> o.AnyOrder:
        return self.orders[-1]


def proposals(game: Cendre, seat: Seat, text: str, language: str) -> tuple[Proposal, ...]:
    """What could be added to the sheet, the most pressing first; nothing where the sheet cannot be read."""
    sheet = read_sheet(text, lexicon(game, nation_of(game, seat)), turn_name(game))
    if sheet.refusal is not None:
        return ()
    plan = _begun(game, seat, sheet.orders)
    fill(plan)
    planned = [one for one in errands_of(plan.orders, plan.whys) if not _is_in_the_way(plan, sheet.orders, one)]
    errands = [_without_posts(sheet.orders, one) for one in planned]
    fitting = fit(game, seat, sheet.verdicts, sorted(errands, key=_pressing))
    return Pen(game, seat, language).proposals(sheet.orders, fitting)


def compared(game: Cendre, seat: Seat, text: str, other: str, language: str) -> tuple[Proposal, ...]:
    """Another sheet of the same nation beside this one: what it has and this has not, and which of it would be in the way."""
    words = lexicon(game, nation_of(game, seat))
    mine, theirs = (read_sheet(sheet, words, turn_name(game)) for sheet in (text, other))
    if mine.refusal is not None or theirs.refusal is not None:
        return ()
    plan, written = _begun(game, seat, mine.orders), set(mine.orders)
    others = [one for one in errands_of(theirs.orders) if one.order not in written and not _is_stay(plan, one)]
    errands = [_without_posts(mine.orders, one) for one in others]
    free = [one for one in errands if not _is_in_the_way(plan, mine.orders, one)]
    fitting = fit(game, seat, mine.verdicts, free)
    clashing = [one for one in errands if one not in fitting]
    return Pen(game, seat, language).proposals(mine.orders, fitting, clashing)


def _begun(game: Cendre, seat: Seat, orders: Sequence[o.AnyOrder]) -> Plan:
    nation = nation_of(game, seat)
    table = redeal(game, seat, key_from_seed("steward"))
    plan = plan_for(table, nation, lambda sides: sides // 2, dict(STEWARD))
    begin_with(plan, orders)
    return plan


# -- errands ----------------------------------------------------------------------------------------------------


def errands_of(orders: Sequence[o.AnyOrder], whys: Sequence[Why | None] = ()) -> list[Errand]:
    """The lines in their order; those that only prepare what a leader does come with what he does."""
    reasons = [*whys, *[None] * (len(orders) - len(whys))]
    errands: list[Errand] = []
    waiting: dict[LeaderId, tuple[o.AnyOrder, ...]] = {}
    for order, why in zip(orders, reasons, strict=True):
        if isinstance(order, o.Place | o.FormArmy):
            waiting[order.leader] = (*waiting.get(order.leader, ()), order)
        elif isinstance(order, o.LeaderOrder):
            errands.append(Errand((*waiting.pop(order.leader, ()), order), why))
        else:
            errands.append(Errand((order,), why))
    return errands + [Errand(left) for left in waiting.values()]


def _is_stay(plan: Plan, errand: Errand) -> bool:
    """A leader is put where he stands: nothing worth showing."""
    order = errand.order
    return (
        isinstance(order, o.Place) and order.leader in plan.game.leaders and plan.game.leaders[order.leader].at == order.territory
    )


def _is_in_the_way(plan: Plan, written: Sequence[o.AnyOrder], errand: Errand) -> bool:
    """Somebody has other orders already, stands elsewhere by order, or the matter has been dealt with."""
    matters = {matter_of(order) for order in written if not isinstance(order, o.Place)}
    armies = {order.leader for order in written if isinstance(order, o.FormArmy)}
    leader = getattr(errand.order, "leader", "")
    if leader in armies or any(matter_of(order) in matters for order in errand.orders if not isinstance(order, o.Place)):
        return True
    if isinstance(errand.order, o.Place) and leader in _posted(written):
        return True
    return leader in plan.placed and _leads_away(errand, plan.placed[leader])


def _posted(written: Sequence[o.AnyOrder]) -> set[LeaderId]:
    return {order.leader for order in written if isinstance(order, o.Place)}


def _without_posts(written: Sequence[o.AnyOrder], errand: Errand) -> Errand:
    """Whoever has a place on the sheet, be it that he stays, gets no second one: what he cannot do from there is not for him."""
    posted = _posted(written)
    kept = tuple(line for line in errand.orders[:-1] if not isinstance(line, o.Place) or line.leader not in posted)
    return msgspec.structs.replace(errand, orders=(*kept, errand.order))


def _leads_away(errand: Errand, place: Code) -> bool:
    """Would it take a leader from where he was sent? Whoever works goes where the work is."""
    order = errand.order
    works = isinstance(order, o.CivilOrder) and getattr(order, "territory", place) not in ("", place)
    return works or any(isinstance(one, o.Place) and one.territory != place for one in errand.orders)


def _pressing(errand: Errand) -> tuple[bool, int]:
    return errand.why is None or errand.why.key not in URGENT, SECTIONS.index(section_of(errand.order))


# -- trials -----------------------------------------------------------------------------------------------------


def fit(game: Cendre, seat: Seat, written: tuple[Verdict, ...], errands: list[Errand]) -> list[Errand]:
    """Those that can all be added: each is accepted, and what is written fares no worse."""
    before = {verdict.line: verdict.status for verdict in checked(game, seat, written)}
    for _ in range(TRIALS):
        good = _accepted(game, seat, written, errands, before)
        if good is None:
            break
        if len(good) == len(errands):
            return good
        errands = good
    kept: list[Errand] = []
    for errand in errands:
        if _accepted(game, seat, written, [*kept, errand], before) == [*kept, errand]:
            kept.append(errand)
    return kept


def _accepted(
    game: Cendre, seat: Seat, written: tuple[Verdict, ...], errands: list[Errand], before: dict[int, str]
) -> list[Errand] | None:
    """Those of the errands whose lines are all accepted beside what is written; None if something written suffers."""
    last = max(before, default=0)
    lines = [(place, order) for place, errand in enumerate(errands) for order in errand.orders]
    added = tuple(Verdict(last + n, "", ACCEPTED, order=order) for n, (_, order) in enumerate(lines, 1))
    judged = checked(game, seat, (*written, *added))
    if any(before[verdict.line] != verdict.status for verdict in judged if verdict.line <= last):
        return None
    bad = {lines[verdict.line - last - 1][0] for verdict in judged if verdict.line > last and verdict.status != ACCEPTED}
    return [errand for place, errand in enumerate(errands) if place not in bad]


# -- words ------------------------------------------------------------------------------------------------------


class Pen:
    """Writes proposals in one language."""

    def __init__(self, game: Cendre, seat: Seat, language: str) -> None:
        self.game, self.seat, self.language = game, seat, language
        self.words = lexicon(game, nation_of(game, seat), language)

    def proposals(
        self, written: Sequence[o.AnyOrder], fitting: list[Errand], clashing: Sequence[Errand] = ()
    ) -> tuple[Proposal, ...]:
        """With their chances and prices beside what is written, as the forecast of the sheet would tell them."""
        outlooks = self._outlooks(written, fitting)
        found = [self._proposal(errand, told) for errand, told in zip(fitting, outlooks, strict=True)]
        return (*found, *(self._proposal(errand, is_clashing=True) for errand in clashing))

    def _outlooks(self, written: Sequence[o.AnyOrder], errands: list[Errand]) -> list[Outlook]:
        seen = foresee(self.game, self.seat, [*written, *(order for errand in errands for order in errand.orders)])
        told, places = [], accumulate(len(errand.orders) for errand in errands)
        for place in places:
            prospect = seen.lines[len(written) + place - 1]
            told.append(outlook(seen, prospect, self.language))
        return told

    def _proposal(self, errand: Errand, told: Outlook | None = None, *, is_clashing: bool = False) -> Proposal:
        order = errand.order
        lines = tuple((section_of(line), canonical_line(line, self.words)) for line in errand.orders)
        return Proposal(
            id=blake2b(repr(errand.orders).encode(), digest_size=6).hexdigest(),
            text=lines[-1][1],
            section=lines[-1][0],
            lines=lines,
            name=order_name(type(order).__name__, self.language),
            reason=reason_of(errand.why, self.language),
            chance=told.chance if told else None,
            price=told.price if told else "",
            group=group_of(order),
            space=str(getattr(order, "territory", "")),
            is_clashing=is_clashing,
        )


def reason_of(why: Why | None, language: str) -> str:
    if why is None:
        return ""
    said = PHRASEBOOK.reason(Refusal(why.key, dict(why.facts)), language)
    return said[:1].upper() + said[1:]
