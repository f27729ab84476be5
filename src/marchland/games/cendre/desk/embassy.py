"""The embassy: offers, calls, treaties and wars of a nation as cards, with what they bind to and cost.

What can be answered is found by the rules' own checks, on a table dealt anew from what the nation knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.cards import IN_FORCE, MADE, OPEN, RECEIVED, Deal, Figure, Reply
from marchland.kernel.chance import key_from_seed
from marchland.kernel.errors import IllegalAction, Refusal

from .. import orders as o
from ..goods import Goods
from ..phrases import PHRASEBOOK, goods_list, nation_name, territory_name
from ..rules.common.inquiry import has_treaty, nation_of
from ..rules.common.ledger import can_pay
from ..rules.common.modifiers import added
from ..rules.diplomacy.declarations import check_call, check_declaration
from ..rules.diplomacy.minor import TABLE as NEUTRALS
from ..rules.diplomacy.minor import decides_by_dice
from ..rules.diplomacy.terms import (
    ALLIANCE,
    CONTRACT,
    PACT,
    TREATIES,
    check_peace_may_be_asked,
    is_locked,
    treaty_lock,
    war_score,
    year_of,
)
from ..rules.diplomacy.treaties import KINDS, check_break, check_denounce, check_signature
from ..rules.standing.deeds import war_cost
from ..sheet.lexicon import Lexicon, lexicon
from ..sheet.reader import Verdict, canonical_line, read_sheet, turn_name
from ..state import MAJOR, MINOR, Call, Cendre, NationId, Offer, Treaty, War
from ..tables import TABLES
from ..view import redeal

ACCEPTS: dict[str, type[o.DiplomaticOrder]] = {"white_peace": o.AcceptWhitePeace, "peace": o.AcceptPeace}
SIGNS: dict[str, type[o.DiplomaticOrder]] = {kind: order for order, kind in KINDS.items()}
RULES = {"white_peace": "TC-DIP-06", "peace": "TC-DIP-07", "surrender": "TC-DIP-08", "ransom": "TC-DIP-12"}


class Embassy(msgspec.Struct, frozen=True):
    """A nation's table as it knows it, its sheet, and the language that is spoken."""

    game: Cendre
    nation: NationId
    language: str
    words: Lexicon
    written: tuple[Verdict, ...]

    def say(self, key: str, **facts: object) -> str:
        return PHRASEBOOK.reason(Refusal(f"deal.{key}", facts), self.language)

    def name(self, nation: NationId) -> str:
        return nation_name(nation, self.language)

    def seat(self, nation: NationId) -> Seat | None:
        return self.game.seats.get(nation)

    def reply(self, label: str, order: o.DiplomaticOrder, note: str = "") -> Reply:
        """A line for the sheet; one that stands there already is known by its number."""
        line = next((verdict.line for verdict in self.written if verdict.order == order and verdict.counts), 0)
        return Reply(label=label, text=canonical_line(order, self.words), section=order.SECTION, note=note, line=line)


def deals(game: Cendre, seat: Seat, text: str, language: str) -> tuple[Deal, ...]:
    """What waits for an answer first, then what was asked of others, what holds, and what could be signed."""
    if game.decision is None:
        return ()
    nation = nation_of(game, seat)
    sheet = read_sheet(text, lexicon(game, nation), turn_name(game))
    desk = Embassy(redeal(game, seat, key_from_seed("embassy")), nation, language, lexicon(game, nation, language), sheet.verdicts)
    return (*_received(desk), *_made(desk), *_wars(desk), *_treaties(desk), *_open(desk))


def may(check: Callable[..., object], *args: object) -> bool:
    """Do the rules let it happen?"""
    try:
        check(*args)
    except IllegalAction:
        return False
    return True


# -- offers and calls -------------------------------------------------------------------------------------------


def _received(desk: Embassy) -> Iterator[Deal]:
    game, nation = desk.game, desk.nation
    yield from (_call_to(desk, call) for call in game.calls if call.to == nation)
    yield from (_offer_to(desk, offer) for offer in game.offers if offer.to == nation)


def _made(desk: Embassy) -> Iterator[Deal]:
    game, nation = desk.game, desk.nation
    for call in (call for call in game.calls if call.by == nation):
        heading = desk.say("made.call", nation=call.to, other=call.against)
        yield _deal(
            desk, f"call-{call.to}-{call.against}", "call", MADE, call.to, heading, until=desk.say("until.answer"), rule="TC-DIP-05"
        )
    for offer in (offer for offer in game.offers if offer.by == nation):
        heading = desk.say(f"made.{offer.kind}", nation=offer.to, name=_prisoner(desk, offer))
        facts = {"terms": tuple(_terms(desk, offer.terms)), "until": desk.say("until.answer"), "rule": RULES[offer.kind]}
        yield _deal(desk, _id(offer), offer.kind, MADE, offer.to, heading, **facts)


def _id(offer: Offer) -> str:
    return "-".join(filter(None, (offer.kind, offer.by, offer.to, offer.leader)))


def _deal(desk: Embassy, name: str, kind: str, side: str, other: NationId, heading: str, **facts: object) -> Deal:
    said = {"partner": desk.name(other), "seat": desk.seat(other), "binds": desk.say("binds", nation=other), **facts}
    return msgspec.convert({"id": name, "kind": kind, "side": side, "heading": heading, **said}, Deal)


def _offer_to(desk: Embassy, offer: Offer) -> Deal:
    """An offer of the season before: whoever writes nothing refuses it."""
    heading = desk.say(f"offer.{offer.kind}", nation=offer.by, name=_prisoner(desk, offer))
    mirrored = o.Terms(offer.terms.take, offer.terms.give, offer.terms.claim, offer.terms.cede, offer.terms.treaties)
    terms = (desk.say(f"means.{offer.kind}"), *_terms(desk, mirrored))
    facts = {
        "terms": terms,
        "costs": tuple(_offer_costs(desk, offer)),
        "until": desk.say("until.season"),
        "rule": RULES[offer.kind],
    }
    replies = tuple(_answers(desk, offer, mirrored))
    return _deal(desk, _id(offer), offer.kind, RECEIVED, offer.by, heading, replies=replies, **facts)


def _prisoner(desk: Embassy, offer: Offer) -> str:
    leader = desk.game.leaders.get(offer.leader)
    return leader.name if leader else ""


def _terms(desk: Embassy, terms: o.Terms) -> Iterator[str]:
    """What the nation gives and gets, seen from its side."""
    for key, goods, lands in (("get", terms.take, terms.claim), ("give", terms.give, terms.cede)):
        what = [goods_list(goods, desk.language)] * bool(goods) + [territory_name(code, desk.language) for code in lands]
        if what:
            yield desk.say(key, what=", ".join(what))
    if terms.treaties:
        yield desk.say("sign", kinds=terms.treaties)


def _offer_costs(desk: Embassy, offer: Offer) -> Iterator[Figure]:
    tenths = TABLES.standing.tenths
    if offer.kind == "ransom":
        yield Figure(desk.say("price"), _goods(desk, offer.terms.take), "TC-DIP-12")
    elif offer.kind == "surrender":
        score = max(0, war_score(desk.game, desk.nation, offer.by))
        yield Figure(desk.say("purse"), str(score), "TC-DIP-08")
    else:
        gained = tenths.white_peace if offer.kind == "white_peace" else tenths.peace
        yield Figure(desk.say("now.reputation"), f"{gained / 10:+.1f}", "TC-REP-03")
        yield Figure(desk.say("counter"), f"{war_score(desk.game, desk.nation, offer.by):+}", "TC-DIP-09")


def _goods(desk: Embassy, goods: Goods) -> str:
    return goods_list(goods, desk.language).replace("+", "")


def _answers(desk: Embassy, offer: Offer, mirrored: o.Terms) -> Iterator[Reply]:
    refusing = Reply(label=desk.say("do.refuse"))
    if offer.kind == "ransom":
        note = "" if can_pay(desk.game, desk.nation, offer.terms.take) else desk.say("short")
        yield desk.reply(desk.say("do.pay"), o.AcceptRansom(offer.by, offer.leader), note)
        yield refusing
    elif offer.kind == "surrender":
        yield desk.reply(desk.say("do.dictate"), o.AcceptSurrender(offer.by))
        if not offer.forced:
            yield refusing
    else:
        yield desk.reply(desk.say("do.accept"), ACCEPTS[offer.kind](offer.by))
        if may(check_peace_may_be_asked, desk.game, desk.nation, offer.by):
            yield desk.reply(desk.say("do.counter"), o.AskPeace(offer.by, mirrored))
        yield refusing


def _call_to(desk: Embassy, call: Call) -> Deal:
    """An ally's call: to join is a declaration of war, to refuse is to break the alliance."""
    answers = (
        ("do.join", o.DeclareWar(call.against), check_declaration),
        ("do.refuse_call", o.BreakAlliance(call.by), check_break),
    )
    facts = {
        "terms": (desk.say("means.call", other=call.against),),
        "costs": (*_joining(desk, call), *_breaking(desk, ALLIANCE)),
        "until": desk.say("until.season"),
        "rule": "TC-DIP-05",
        "replies": tuple(desk.reply(desk.say(do), line) for do, line, check in answers if may(check, desk.game, desk.nation, line)),
    }
    heading = desk.say("offer.call", nation=call.by, other=call.against)
    return _deal(desk, f"call-{call.by}-{call.against}", "call", RECEIVED, call.by, heading, **facts)


def _joining(desk: Embassy, call: Call) -> Iterator[Figure]:
    """TC-STAB-02 TC-REP-02 What a declaration of war costs at home and abroad."""
    if call.against in desk.game.nations:
        yield Figure(desk.say("join.stability"), f"{war_cost(desk.game, desk.nation, call.against):+}", "TC-STAB-02")
        yield Figure(desk.say("join.reputation"), f"{TABLES.standing.reputation.declare_war:+}", "TC-REP-02")


# -- in force ---------------------------------------------------------------------------------------------------


def _others(one: NationId, other: NationId, nation: NationId) -> NationId:
    return other if one == nation else one


def _wars(desk: Embassy) -> Iterator[Deal]:
    for war in (war for _, war in sorted(desk.game.wars.items()) if desk.nation in (war.one, war.other)):
        other = _others(war.one, war.other, desk.nation)
        if desk.game.nations[other].kind in (MAJOR, MINOR):
            yield _war(desk, war, other)


def _war(desk: Embassy, war: War, other: NationId) -> Deal:
    can_ask = may(check_peace_may_be_asked, desk.game, desk.nation, other)
    year = year_of(war.since) + TABLES.war.locks.peace_demand
    score = war_score(desk.game, desk.nation, other)
    facts = {
        "terms": (desk.say("means.war", since=war.since),),
        "costs": (Figure(desk.say("counter"), f"{score:+}", "TC-DIP-09"),),
        "until": desk.say("until.asked") if can_ask else desk.say("until.peace", year=year),
        "rule": "TC-DIP-01",
    }
    replies = (*_asking(desk, other, score, can_ask), *_calling(desk, other))
    return _deal(desk, f"war-{other}", "war", IN_FORCE, other, desk.say("force.war", nation=other), replies=replies, **facts)


def _asking(desk: Embassy, other: NationId, score: int, can_ask: bool) -> Iterator[Reply]:
    if can_ask:
        yield desk.reply(desk.say("do.white_peace"), o.AskWhitePeace(other))
        yield desk.reply(desk.say("do.peace"), o.AskPeace(other))
        if score < 0:
            yield desk.reply(desk.say("do.surrender"), o.SurrenderTo(other))


def _calling(desk: Embassy, against: NationId) -> Iterator[Reply]:
    for ally in sorted(desk.game.nations):
        order = o.CallAlly(ally, against)
        if has_treaty(desk.game, ALLIANCE, desk.nation, ally) and may(check_call, desk.game, desk.nation, order):
            yield desk.reply(desk.say("do.call", nation=ally), order)


def _treaties(desk: Embassy) -> Iterator[Deal]:
    """Contract and pact go without saying where there is an alliance."""
    found = (treaty for treaty in desk.game.treaties.values() if desk.nation in (treaty.one, treaty.other))
    for treaty in sorted(found, key=lambda treaty: (-TREATIES.index(treaty.kind), treaty.one, treaty.other)):
        if treaty.kind == ALLIANCE or not has_treaty(desk.game, ALLIANCE, treaty.one, treaty.other):
            yield _treaty(desk, treaty, _others(treaty.one, treaty.other, desk.nation))


def _treaty(desk: Embassy, treaty: Treaty, other: NationId) -> Deal:
    kind, years = treaty.kind, treaty_lock(treaty.kind)
    is_bound = is_locked(desk.game, treaty.since, years)
    facts = {
        "terms": (desk.say(f"means.{kind}"),),
        "costs": tuple(_breaking(desk, kind)),
        "until": desk.say("until.locked", year=year_of(treaty.since) + years) if is_bound else desk.say("until.free"),
        "rule": "TC-DIP-01",
    }
    replies = tuple(_ending(desk, kind, other))
    return _deal(desk, f"{kind}-{other}", kind, IN_FORCE, other, desk.say(f"force.{kind}", nation=other), replies=replies, **facts)


def _ending(desk: Embassy, kind: str, other: NationId) -> Iterator[Reply]:
    if kind == ALLIANCE and may(check_break, desk.game, desk.nation, o.BreakAlliance(other)):
        yield desk.reply(desk.say("do.break"), o.BreakAlliance(other))
    if kind != ALLIANCE and may(check_denounce, desk.game, desk.nation, o.Denounce(other)):
        yield desk.reply(desk.say("do.denounce"), o.Denounce(other))


def _breaking(desk: Embassy, kind: str) -> Iterator[Figure]:
    """TC-DIP-05 What it costs to end a treaty of this kind, by the tables and the nation's own booklet."""
    standing, extra = TABLES.standing, added(desk.game, desk.nation, "diplomacy.break_treaty")
    deed = "break_alliance" if kind == ALLIANCE else "denounce"
    yield Figure(desk.say("break.stability"), f"{getattr(standing.stability, deed) + extra:+}", "TC-STAB-02")
    yield Figure(desk.say("break.reputation"), f"{getattr(standing.reputation, deed):+}", "TC-REP-02")
    if kind != CONTRACT:
        yield Figure(desk.say("break.casus"), rule="TC-DIP-04")


# -- what could be signed ---------------------------------------------------------------------------------------


def _open(desk: Embassy) -> Iterator[Deal]:
    for other in sorted(desk.game.nations, key=lambda other: (desk.game.nations[other].kind, desk.name(other))):
        replies = tuple(_signing(desk, other))
        if replies:
            means = desk.say("means.dice" if decides_by_dice(desk.game, other) else "means.open")
            heading = desk.say("open", nation=other)
            yield _deal(desk, f"open-{other}", "open", OPEN, other, heading, terms=(means,), rule="TC-DIP-05", replies=replies)


def _signing(desk: Embassy, other: NationId) -> Iterator[Reply]:
    for kind in TREATIES:
        order = SIGNS[kind](other)
        is_refused = kind == ALLIANCE and decides_by_dice(desk.game, other)
        if not is_refused and may(check_signature, desk.game, desk.nation, order):
            yield desk.reply(desk.say(f"do.{kind}"), order, ", ".join(_effects(desk, kind, other)))


def _effects(desk: Embassy, kind: str, other: NationId) -> Iterator[str]:
    """TC-DIP-05 What signing does to a nation's name, calm and glory; and how likely a nation without a player signs."""
    standing, game = TABLES.standing, desk.game
    if kind == CONTRACT:
        yield desk.say("note.reputation", figure=f"{standing.tenths.contract / 10:+.1f}")
    elif kind == PACT:
        yield desk.say("note.reputation", figure=f"{standing.reputation.pact:+}")
    else:
        yield desk.say("note.glory", figure=f"{standing.glory.alliance:+}")
        if game.nations[other].reputation < 0:
            yield desk.say("note.reputation", figure=f"{standing.reputation.alliance_bad_name:+}")
            yield desk.say("note.stability", figure=f"{standing.stability.alliance_bad_name:+}")
    yield desk.say("note.binds", year=game.year + treaty_lock(kind))
    if decides_by_dice(game, other):
        yield desk.say("note.chance", figure=str(_chance(desk, kind)))


def _chance(desk: Embassy, kind: str) -> int:
    """TC-DIP-11 Percent: one die of ten with the asker's stability, reputation and manners must reach a figure."""
    record = desk.game.nations[desk.nation]
    known = record.stability + record.reputation + added(desk.game, desk.nation, "diplomacy.minor")
    needed = (NEUTRALS.contract if kind == CONTRACT else NEUTRALS.pact) - known
    return 10 * min(10, max(0, 11 - needed))
