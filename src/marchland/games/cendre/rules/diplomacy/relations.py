"""Relations as records: treaties, wars and casus belli begin and end here; why they do is in the chapters."""

from __future__ import annotations

from marchland.kernel.events import Event

from ...goods import Goods
from ...state import CasusBelli, Cendre, NationId, Treaty, War
from ..common.inquiry import pair


class WarBegan(Event, frozen=True):
    """Two nations are at war; they may fight from the turn `since`."""

    one: NationId
    other: NationId
    since: int
    reason: str
    rule: str


class WarEnded(Event, frozen=True):
    one: NationId
    other: NationId
    reason: str
    rule: str


class TreatySigned(Event, frozen=True):
    kind: str
    one: NationId
    other: NationId
    rule: str


class TreatyEnded(Event, frozen=True):
    kind: str
    one: NationId
    other: NationId
    reason: str
    rule: str


def begin_war(game: Cendre, one: NationId, other: NationId, since: int, reason: str, rule: str) -> None:
    """Two nations are at war: every treaty between them lapses without cost."""
    first, second = sorted((one, other))
    key = pair(one, other)
    if key in game.wars:
        return
    game.wars[key] = War(one=first, other=second, since=since, last_action=since)
    for kind in ("contract", "pact", "alliance"):
        end_treaty(game, kind, one, other, "war", rule)
    game.emit(WarBegan(one=one, other=other, since=since, reason=reason, rule=rule))
    _soothe(game, one, f"until_war:{other}")


def end_war(game: Cendre, one: NationId, other: NationId, reason: str, rule: str) -> None:
    if game.wars.pop(pair(one, other), None) is not None:
        game.peaces[pair(one, other)] = game.turn
        game.emit(WarEnded(one=one, other=other, reason=reason, rule=rule))


def begin_treaty(game: Cendre, kind: str, one: NationId, other: NationId, rule: str) -> None:
    first, second = sorted((one, other))
    game.treaties[f"{kind}:{pair(one, other)}"] = Treaty(kind, first, second, game.turn)
    game.emit(TreatySigned(kind=kind, one=one, other=other, rule=rule))
    for nation in (one, other):
        _soothe(game, nation, "until_treaty")


def _soothe(game: Cendre, nation: NationId, word: str) -> None:
    """TC-EVT-03 Unrest that lasts until the nation signs a treaty, or declares a war, is over."""
    game.marks = [mark for mark in game.marks if mark.nation != nation or mark.word != word]


def end_treaty(game: Cendre, kind: str, one: NationId, other: NationId, reason: str, rule: str) -> None:
    if game.treaties.pop(f"{kind}:{pair(one, other)}", None) is not None:
        game.emit(TreatyEnded(kind=kind, one=one, other=other, reason=reason, rule=rule))


def give_casus(game: Cendre, holder: NationId, against: NationId, cause: str, until: int) -> None:
    casus = CasusBelli(holder, against, cause, until)
    if casus not in game.casus:
        game.casus.append(casus)


def frozen_goods(game: Cendre, nation: NationId) -> Goods:
    """TC-DIP-07 What is offered in a pending peace proposal cannot be spent."""
    frozen = Goods()
    for offer in game.offers:
        if offer.by == nation and offer.turn <= game.turn:
            frozen = frozen + offer.terms.give
    return frozen


def forget_nation(game: Cendre, nation: NationId) -> None:
    """A nation that disappears leaves no war, treaty, offer, call, casus belli, caravan or peace behind."""
    for key in sorted(game.wars):
        if nation in key.split("|"):
            del game.wars[key]
    for key in sorted(game.treaties):
        if nation in key.split(":")[1].split("|"):
            del game.treaties[key]
    for key in sorted(game.peaces):
        if nation in key.split("|"):
            del game.peaces[key]
    game.casus = [casus for casus in game.casus if nation not in (casus.holder, casus.against)]
    game.offers = [offer for offer in game.offers if nation not in (offer.by, offer.to)]
    game.calls = [call for call in game.calls if nation not in (call.by, call.to, call.against)]
    game.signed = [treaty for treaty in game.signed if nation not in (treaty.one, treaty.other)]
    game.ruptures = [rupture for rupture in game.ruptures if nation not in (rupture.by, rupture.other)]
    game.settlements = [peace for peace in game.settlements if nation not in (peace.winner, peace.loser)]
    game.caravans = [caravan for caravan in game.caravans if nation not in (caravan.creator, caravan.partner)]
