"""The embassy's cards: what is offered can be answered, what it says it costs is what the rules charge, and it tells no secrets."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from marchland.games.cendre import desk, mail
from marchland.games.cendre import orders as o
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.rules.diplomacy import minor
from marchland.games.cendre.rules.diplomacy.treaties import break_alliance, denounce
from marchland.games.cendre.state import Call, CasusBelli, Cendre, Offer, Treaty, War
from marchland.games.cendre.title import TITLE
from marchland.games.cendre.view import view
from marchland.kernel.cards import IN_FORCE, MADE, OPEN, RECEIVED, Deal
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import key_from_seed

from .test_redeal import KEY, OTHER_KEY, grown

A, F, M, L = "AKLA", "FER", "MERISSE", "LUNE"
LATER = 12
"""A turn by which everything that was signed in the first year may be ended."""


@pytest.fixture
def game() -> Cendre:
    """Akla is at war with Fer, allied to Merisse, and has a pact and a contract with the Black Moon, which nobody plays."""
    game = TITLE.new(3, key_from_seed("embassy"), {"nations": ",".join((A, M, F))})
    assert isinstance(game, Cendre)
    game.year += LATER // 4
    game.wars[f"{A}|{F}"] = War(one=A, other=F, since=0, counter=4, last_action=LATER)
    for kind, other in (("alliance", M), ("contract", M), ("pact", L), ("contract", L)):
        one, two = sorted((A, other))
        game.treaties[f"{kind}:{one}|{two}"] = Treaty(kind, one, two, 0)
    return game


def found(game: Cendre, text: str = "", language: str = "en", seat: int = 0) -> dict[str, Deal]:
    return {deal.id: deal for deal in desk.deals(game, seat, text or mail.form(game, seat, "", language), language)}


def offer(kind: str, by: str = F, to: str = A, **facts: object) -> Offer:
    return Offer(kind=kind, by=by, to=to, turn=LATER - 1, **facts)


TERMS = o.Terms(give=Goods(gold=30), claim=("VAL",), treaties=("pact",))
ANSWERS = {
    "peace": (
        offer("peace", terms=TERMS),
        [o.AcceptPeace(F), o.AskPeace(F, o.Terms(take=Goods(gold=30), cede=("VAL",), treaties=("pact",)))],
    ),
    "white": (offer("white_peace"), [o.AcceptWhitePeace(F), o.AskPeace(F)]),
    "surrender": (offer("surrender"), [o.AcceptSurrender(F)]),
}


@pytest.mark.rule("TC-DIP-05")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ANSWERS)
def test_an_offer_is_answered_by_lines_that_the_rules_accept(game: Cendre, name: str, language: str) -> None:
    waiting, lines = ANSWERS[name]
    game.offers = [waiting]
    text = mail.form(game, 0, "", language)
    (deal,) = [deal for deal in found(game, text, language).values() if deal.side == RECEIVED]
    assert deal.seat == game.seats[F]
    written = [reply for reply in deal.replies if reply.text]
    for reply, order in zip(written, lines, strict=True):
        answered = desk.added(game, 0, text, reply.text, reply.section)
        reading = mail.read(game, 0, answered.encode())
        assert ("accepted", reply.text) in [(verdict.status, verdict.shown(language)) for verdict in reading.verdicts]
        assert order in reading.action.orders
        again = next(one for one in found(game, answered, language)[deal.id].replies if one.text == reply.text)
        assert (reply.line, answered.splitlines()[again.line - 1]) == (0, reply.text)
    assert deal.replies[-1].text == "", "whoever writes nothing refuses"


@pytest.mark.rule("TC-DIP-10")
def test_a_surrender_that_a_rule_forces_is_accepted_in_any_case(game: Cendre) -> None:
    game.offers = [offer("surrender", forced=True)]
    deal = found(game)[f"surrender-{F}-{A}"]
    assert [bool(reply.text) for reply in deal.replies] == [True]
    assert deal.costs[0].amount == "4", "the war counter is the purse"


@pytest.mark.rule("TC-DIP-07")
def test_terms_are_said_from_the_readers_side(game: Cendre) -> None:
    game.offers = [ANSWERS["peace"][0]]
    mine, theirs = found(game), found(game, seat=2)
    name = f"peace-{F}-{A}"
    assert mine[name].terms[1] == "You get: +30 gold"
    assert mine[name].terms[2].startswith("You give: ")
    assert mine[name].terms[2].endswith("(VAL)")
    assert (theirs[name].side, theirs[name].terms[0].partition(":")[0], theirs[name].replies) == (MADE, "You get", ())
    assert theirs[name].terms[1] == "You give: +30 gold"


@pytest.mark.rule("TC-DIP-12")
def test_a_ransom_names_its_price_and_whether_it_can_be_paid(game: Cendre) -> None:
    captive = next(leader for leader in game.leaders.values() if leader.nation == A and not leader.ruler)
    game.leaders[captive.id] = msgspec.structs.replace(captive, captor=F)
    for gold, note in ((1, ""), (10_000, "You cannot pay it now.")):
        game.offers = [offer("ransom", terms=o.Terms(take=Goods(gold=gold)), leader=captive.id)]
        deal = found(game)[f"ransom-{F}-{A}-{captive.id}"]
        assert captive.name in deal.heading
        assert (deal.costs[0].amount, deal.replies[0].note) == (f"{gold} gold", note)


@pytest.mark.rule("TC-DIP-05")
def test_a_call_is_honoured_by_war_or_refused_at_the_price_of_the_alliance(game: Cendre) -> None:
    game.calls = [Call(M, A, L, LATER - 1)]
    deal = found(game)[f"call-{M}-{L}"]
    assert [reply.text for reply in deal.replies] == [f"declare-war {L}", f"break-alliance {M}"]
    assert found(game, seat=1)[f"call-{A}-{L}"].side == MADE
    assert not any(deal.kind == "call" for deal in found(game, seat=2).values())


def changes(game: Cendre, nation: str, deed: Callable[[Cendre], None]) -> tuple[str, str]:
    """What a nation's stability and reputation lose by a deed, as it is written."""
    after = game.clone()
    deed(after)
    before, now = game.nations[nation], after.nations[nation]
    return f"{now.stability - before.stability:+}", f"{now.reputation - before.reputation:+}"


@pytest.mark.rule("TC-DIP-05")
def test_what_a_treaty_costs_to_end_is_what_ending_it_costs(game: Cendre) -> None:
    held = found(game)
    assert {deal.id for deal in held.values() if deal.side == IN_FORCE} == {
        f"war-{F}", f"alliance-{M}", f"pact-{L}", f"contract-{L}",
    }  # fmt: skip
    for name, ends in (
        (f"alliance-{M}", lambda after: break_alliance(after, A, o.BreakAlliance(M))),
        (f"pact-{L}", lambda after: denounce(after, A, o.Denounce(L))),
    ):
        assert tuple(cost.amount for cost in held[name].costs[:2]) == changes(game, A, ends)
        assert held[name].costs[2].rule == "TC-DIP-04", "a casus belli"
    assert len(held[f"contract-{L}"].costs) == 2, "a contract alone gives none"


@pytest.mark.rule("TC-DIP-05")
def test_a_people_that_keeps_its_word_pays_more_and_is_told_so() -> None:
    loyal = "MERE"
    game = TITLE.new(2, key_from_seed("loyal"), {"nations": f"{loyal},{M}"})
    assert isinstance(game, Cendre)
    game.year += LATER // 4
    game.treaties[f"alliance:{loyal}|{M}"] = Treaty("alliance", loyal, M, 0)
    said = tuple(cost.amount for cost in found(game)[f"alliance-{M}"].costs[:2])
    assert said == changes(game, loyal, lambda after: break_alliance(after, loyal, o.BreakAlliance(M)))
    assert said[0] == "-2"


@pytest.mark.rule("TC-DIP-03")
def test_what_still_binds_cannot_be_ended_and_says_until_when(game: Cendre) -> None:
    assert [reply.text for reply in found(game)[f"pact-{L}"].replies] == [f"denounce {L}"]
    one, two = sorted((A, L))
    game.treaties[f"pact:{one}|{two}"] = Treaty("pact", one, two, LATER)
    bound = found(game)[f"pact-{L}"]
    assert (bound.replies, bound.until) == ((), f"Cannot be ended before spring {game.year + 2}")
    assert [reply.text.split()[0] for reply in found(game)[f"war-{F}"].replies] == ["ask-white-peace", "ask-peace", "call-ally"]
    game.wars[f"{A}|{F}"] = War(one=A, other=F, since=LATER, counter=-4)
    assert found(game)[f"war-{F}"].until == f"Peace can be asked from spring {game.year + 2} on"


@pytest.mark.rule("TC-DIP-11")
def test_nations_without_a_player_sign_as_often_as_it_is_said(game: Cendre, monkeypatch: pytest.MonkeyPatch) -> None:
    other = "DESERT"
    deal = found(game)[f"open-{other}"]
    assert (deal.side, deal.seat, [reply.text for reply in deal.replies]) == (OPEN, None, [f"contract {other}", f"pact {other}"])
    for reply, kind in zip(deal.replies, ("contract", "pact"), strict=True):
        agreed = 0
        for face in range(1, 11):
            monkeypatch.setattr(minor, "d10", lambda game, nation, reason, face=face: face)
            agreed += minor.signs(game, other, A, kind)
        assert f"{10 * agreed} % that it signs" in reply.note
    assert f"open-{F}" not in found(game), "nothing is signed in war"
    assert found(game, seat=1)[f"open-{F}"].seat == game.seats[F]


# -- secrets ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-INFO-04")
def test_the_embassy_tells_only_what_its_nation_knows() -> None:
    game = grown()
    assert game.offers or game.calls or game.casus or game.wars
    for seat in (0, 5, 11, 17):
        text = mail.form(game, seat, "", "en")
        told = desk.deals(game, seat, text, "en"), desk.bonds(view(game, seat), "en")
        for key in (KEY, OTHER_KEY):
            anew = TITLE.redeal(game, seat, key)
            assert (desk.deals(anew, seat, text, "en"), desk.bonds(view(anew, seat), "en")) == told


@pytest.mark.rule("TC-INFO-04")
def test_offers_calls_and_casus_belli_of_others_are_in_nobody_elses_books(game: Cendre) -> None:
    readers = (A, None)
    before = [desk.bonds(view(game, game.seats[A] if reader else None), "en") for reader in readers]
    deals = found(game)
    game.offers = [offer("white_peace", F, M)]
    game.casus = [CasusBelli(M, F, "raid", LATER), CasusBelli(M, F, "insult", LATER - 1)]
    assert [desk.bonds(view(game, game.seats[A] if reader else None), "en") for reader in readers] == before
    assert found(game) == deals
    own = desk.bonds(view(game, game.seats[M]), "en")
    assert [(bond.mark, bond.is_secret) for bond in own.bonds if bond.is_secret] == [("O", True), ("!", True)]
    assert desk.bonds(view(game, None), "en").own == ""


@pytest.mark.rule("TC-INFO-03")
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_reads_who_is_bound_to_whom(game: Cendre, language: str) -> None:
    game.peaces = {f"{F}|{M}": LATER}
    known = desk.bonds(view(game, None), language)
    kinds = {(frozenset((bond.one, bond.other)), bond.kind) for bond in known.bonds}
    assert kinds == {
        (frozenset((A, F)), "war"),
        (frozenset((A, M)), "alliance"),
        (frozenset((A, L)), "pact"),
        (frozenset((A, L)), "contract"),
        (frozenset((F, M)), "truce"),
    }
    assert {A, F, M, L} <= {party for party, _ in known.parties}
    assert all(bond.text and "{" not in bond.text for bond in known.bonds)
    assert desk.bonds(view(game, game.seats[M]), language).parties[0][0] == M
