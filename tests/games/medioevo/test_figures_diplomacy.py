"""Diplomacy in figures, on both sides of every condition: offers, wars, drafts, signatures, disputes."""

import pytest

from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.diplomacy.diplomacy import (
    Admit,
    AnswerCharge,
    AnswerEnd,
    AnswerOffer,
    Contest,
    DeclareWar,
    Denounce,
    Denounced,
    Judged,
    OfferEnd,
    OfferPeace,
    OfferRefused,
    OfferTruce,
    PeaceMade,
    Truced,
    Verdict,
    Vote,
    call_off,
    declare_war,
    denounce,
    diplomatic_acts,
    leave_diplomacy,
    make_peace,
    make_truce,
    offer_end,
    offer_peace,
    offer_truce,
    offers_to_enemy,
)
from marchland.games.medioevo.rules.diplomacy.pacts import (
    KINDS_OF_PACT,
    Accept,
    AddClause,
    AnswerPact,
    DraftPact,
    FavourOnly,
    FreePrisoner,
    Invite,
    KeepSecret,
    NameEnemy,
    Negotiate,
    PactEnded,
    PactProposed,
    PactRefused,
    PactSigned,
    PrisonerFreed,
    Propose,
    Refuse,
    SetFee,
    SetPayment,
    SetSupport,
    SetTerm,
    TearUp,
    Terms,
    WritePact,
    amended,
    draft_pact,
    end_pact,
    end_pacts,
    known_to_signatories,
    next_clauses,
    objections,
    propose,
    sign,
    use_right,
)
from marchland.games.medioevo.rules.diplomacy.relations import war_between
from marchland.games.medioevo.rules.diplomacy.secrecy import forget_secrets, pacts_seen_by
from marchland.games.medioevo.state import Pact, Prisoner, War
from marchland.kernel.errors import IllegalAction

from .bare import army, bare_table, battle, counts, land, now, player
from .figures import emitted, happened, paid


def pushed(game, act):
    """What a step puts on the stack."""
    game.stack.clear()
    act(game)
    return [frame for frame, _ in game.stack]


def court(seats=3):
    """Seat 0 is at war with 1 and has a pact (number 1) with 2."""
    game = bare_table(seats)
    game.turn = 3
    game.wars = [War((0, 1), 1)]
    game.pacts = {1: Pact(parties=(0, 2), kinds=("trade",), secret=True)}
    game.next_pact = 2
    return game


# -- offers ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-DIP-01", "MU-DIP-03")
def test_what_diplomacy_offers():
    game = court()
    offers = [DraftPact(1), OfferPeace(1), OfferTruce(1), DraftPact(2), OfferEnd(1), Denounce(1, 2)]
    assert list(diplomatic_acts(game, 0)) == [DeclareWar(2), *offers]
    assert list(diplomatic_acts(game, 1)) == [DeclareWar(2), DraftPact(0), OfferPeace(0), OfferTruce(0), DraftPact(2)]
    now(game, 0, proposals=2)
    assert list(diplomatic_acts(game, 0)) == [DeclareWar(2), *offers]
    now(game, 0, proposals=3)
    assert list(diplomatic_acts(game, 0)) == [DeclareWar(2)], "three offers a turn"
    assert list(offers_to_enemy(game, 0, 1, war_between(game, 0, 1))) == []
    now(game, 0, proposals=0)
    assert list(offers_to_enemy(game, 0, 2, war_between(game, 0, 2))) == []
    game.wars = [War((0, 1), 1, truce=3)]
    assert list(offers_to_enemy(game, 0, 1, war_between(game, 0, 1))) == [OfferPeace(1)]
    game.wars = [War((0, 1), 1, truce=2)]
    offered = list(offers_to_enemy(game, 0, 1, war_between(game, 0, 1)))
    assert offered == [OfferPeace(1), OfferTruce(1)], "last turn's armistice is over"
    player(game, 0, team=1)
    player(game, 2, team=1)
    assert DeclareWar(2) not in diplomatic_acts(game, 0)
    player(game, 1, eliminated=True)
    assert list(diplomatic_acts(game, 0)) == [DraftPact(2), OfferEnd(1), Denounce(1, 2)]


@pytest.mark.rule("MU-DIP-01")
def test_a_declaration_begins_a_war_and_breaks_pacts():
    game = court()
    declare_war(game, 2, 0)
    (war,) = [war for war in game.wars if war.sides == (0, 2)]
    assert (war.since, war.by) == (3, 2)
    assert game.pacts == {}
    assert (game.ever[2].pacts_broken, game.ever[0].pacts_broken) == (1, 0)


@pytest.mark.rule("MU-DIP-03", "MU-DIP-09")
def test_offers_are_counted_and_put_to_the_other_side():
    game = court()
    assert pushed(game, lambda game: offer_truce(game, 0, OfferTruce(1))) == [AnswerOffer(1, 0, "truce")]
    assert pushed(game, lambda game: offer_peace(game, 0, OfferPeace(1))) == [AnswerOffer(1, 0, "peace")]
    assert pushed(game, lambda game: offer_end(game, 0, OfferEnd(1))) == [AnswerEnd(2, 0, 1)]
    assert game.now[0].proposals == 3
    game.pacts[2] = Pact(parties=(0, 1, 2), kinds=("trade",))
    (answer,) = pushed(game, lambda game: offer_end(game, 1, OfferEnd(2)))
    assert answer == AnswerEnd(0, 1, 2, (2,))
    assert game.now[1].proposals == 1
    (answer,) = pushed(game, lambda game: answer.resolve(game, Accept()))
    assert answer == AnswerEnd(2, 1, 2)
    assert 2 in game.pacts
    game.outbox = []
    assert pushed(game, lambda game: answer.resolve(game, Accept())) == []
    assert [(event.pact, event.parties, event.clauses) for event in happened(game.outbox, PactEnded)] == [
        (2, (0, 1, 2), ("trade",))
    ]
    game.outbox = []
    AnswerEnd(2, 0, 1).resolve(game, Refuse())
    (refused,) = happened(game.outbox, OfferRefused)
    assert (refused.seat, refused.rival, refused.audience) == (2, 0, (0, 2))
    assert 1 in game.pacts
    assert list(AnswerEnd(2, 0, 1).options(game)) == list(AnswerOffer(1, 0, "x").options(game)) == [Refuse(), Accept()]


@pytest.mark.rule("MU-DIP-03")
def test_an_armistice_holds_this_turn_and_peace_ends_the_war():
    game = court()
    game.wars.append(War((1, 2), 1))
    battle(game, "wallachia", 1, 0, {"li": 1}, {"li": 1})
    game.outbox = []
    AnswerOffer(1, 0, "truce").resolve(game, Refuse())
    (refused,) = happened(game.outbox, OfferRefused)
    assert (refused.seat, refused.rival) == (1, 0)
    assert [war.truce for war in game.wars] == [0, 0]
    game.outbox = []
    AnswerOffer(1, 0, "truce").resolve(game, Accept())
    assert [(event.seat, event.rival) for event in happened(game.outbox, Truced)] == [(1, 0)]
    assert [(war.sides, war.truce) for war in game.wars] == [((0, 1), 3), ((1, 2), 0)]
    assert game.fights[-1].outcome == "banned", "the battle is broken off"
    game.outbox = []
    AnswerOffer(1, 0, "peace").resolve(game, Accept())
    assert [(event.seat, event.rival) for event in happened(game.outbox, PeaceMade)] == [(1, 0)]
    assert [war.sides for war in game.wars] == [(1, 2)]


@pytest.mark.rule("MU-DIP-03")
def test_only_a_battle_between_the_two_is_broken_off():
    game = court()
    make_truce(game, 0, 1)
    battle(game, "wallachia", 1, 2, {"li": 1}, {"li": 1})
    call_off(game, 0, 1)
    assert game.fights[-1].outcome == ""
    make_truce(game, 0, 1)
    assert game.fights[-1].outcome == ""
    make_peace(game, 2, 1)
    assert game.fights[-1].outcome == "banned"


# -- disputes ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-DIP-08")
def test_an_accusation_makes_the_pact_public_and_asks_the_accused():
    game = court()
    game.outbox = []
    assert pushed(game, lambda game: denounce(game, 0, Denounce(1, 2))) == [AnswerCharge(2, 0, 1)]
    (told,) = happened(game.outbox, Denounced)
    assert (told.seat, told.rival, told.pact, told.parties, told.clauses) == (0, 2, 1, (0, 2), ("trade",))
    assert (game.pacts[1].secret, game.now[0].proposals) == (False, 1)
    charge = AnswerCharge(2, 0, 1)
    assert list(charge.options(game)) == [Contest(), Admit()]
    assert pushed(game, lambda game: charge.resolve(game, Contest())) == [Verdict(seats=(0, 1, 2), pact=1, culprit=2)]
    assert 1 in game.pacts
    assert pushed(game, lambda game: charge.resolve(game, Admit())) == []
    assert (game.pacts, game.ever[2].pacts_broken) == ({}, 1)


@pytest.mark.rule("MU-DIP-08")
@pytest.mark.parametrize(("voices", "broken"), [("yyn", 1), ("ynn", 0), ("yynn", 0), ("yyyn", 1), ("nn", 0)])
def test_the_majority_decides_and_a_tie_changes_nothing(voices, broken):
    game = court()
    verdict = Verdict(seats=tuple(range(len(voices))), pact=1, culprit=2)
    assert list(verdict.options_for(game, 0)) == [Vote(False), Vote(True)]
    events = emitted(game, verdict.settle, {seat: (Vote(voice == "y"),) for seat, voice in enumerate(voices)})
    (judged,) = happened(events, Judged)
    assert (judged.pact, judged.rival) == (1, 2)
    assert judged.accusing == tuple(seat for seat, voice in enumerate(voices) if voice == "y")
    assert judged.acquitting == tuple(seat for seat, voice in enumerate(voices) if voice == "n")
    assert (game.ever[2].pacts_broken, 1 in game.pacts) == (broken, not broken)


@pytest.mark.rule("MU-BKR-04", "MU-DIP-09")
def test_who_leaves_has_no_wars_and_no_pacts_any_more():
    game = court()
    game.wars.append(War((1, 2), 1))
    game.pacts[2] = Pact(parties=(1, 2), kinds=("peace",))
    (ended,) = emitted(game, leave_diplomacy, 0)
    assert (ended.pact, ended.audience) == (1, (0, 2))
    assert ([war.sides for war in game.wars], list(game.pacts)) == ([(1, 2)], [2])


# -- drafts ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-DIP-04", "MU-DIP-05")
def test_what_can_be_written_into_a_draft():
    game = court()
    player(game, 0, florins=100)
    player(game, 1, florins=50)
    assert pushed(game, lambda game: draft_pact(game, 0, DraftPact(1))) == [WritePact(0, Terms(parties=(0, 1)))]
    assert game.now[0].proposals == 1
    clauses = list(next_clauses(game, Terms(parties=(0, 1))))
    assert clauses == [
        *map(AddClause, KINDS_OF_PACT),
        Invite(2),
        *(SetTerm(3 + ahead) for ahead in (0, 1, 2, 4)),
        KeepSecret(),
        SetPayment(50),
        SetPayment(100),
        SetPayment(-50),
    ]
    lay_effect(game, "deployment", 0, until="phase")
    assert SetPayment(-50) not in next_clauses(game, Terms(parties=(0, 1))), "a rival's purse is hidden"
    assert SetPayment(50) in next_clauses(game, Terms(parties=(0, 1)))
    game.effects.clear()
    game.prisoners = [Prisoner(0, 1, "li"), Prisoner(0, 1, "li"), Prisoner(2, 1, "hi")]
    full = Terms(parties=(0, 1, 2), kinds=KINDS_OF_PACT[:6], until=4, secret=True, florins=50, guests=(1,), per_use=20, units=2)
    assert list(next_clauses(game, full)) == [AddClause("offence"), FreePrisoner(0, 1, "li"), FreePrisoner(2, 1, "hi")]
    two = Terms(parties=(0, 1), prisoners=(Prisoner(0, 1, "li"),))
    assert FreePrisoner(0, 1, "li") in next_clauses(game, two)
    assert FreePrisoner(2, 1, "hi") not in next_clauses(game, two)
    assert FreePrisoner(0, 1, "li") not in next_clauses(game, Terms(parties=(0, 1), prisoners=(Prisoner(0, 1, "li"),) * 2))


@pytest.mark.rule("MU-DIP-05")
def test_rights_have_guests_and_fees_and_alliances_units_and_enemies():
    game = court(4)
    rights = Terms(parties=(0, 1), kinds=("trade",))
    assert [one for one in next_clauses(game, rights) if isinstance(one, FavourOnly | SetFee)] == [FavourOnly(0), FavourOnly(1)]
    rights = Terms(parties=(0, 1), kinds=("trade",), guests=(1,))
    assert [one for one in next_clauses(game, rights) if isinstance(one, FavourOnly | SetFee)] == [SetFee(20), SetFee(50)]
    peace = Terms(parties=(0, 1), kinds=("peace",))
    assert not [one for one in next_clauses(game, peace) if isinstance(one, FavourOnly | SetFee | SetSupport | NameEnemy)]
    ally = Terms(parties=(0, 1), kinds=("defence",))
    duties = [one for one in next_clauses(game, ally) if isinstance(one, SetSupport | NameEnemy)]
    assert duties == [SetSupport(units) for units in (2, 4, 6, 8)]
    offence = Terms(parties=(0, 1), kinds=("offence",), units=2, against=(2,))
    assert [one for one in next_clauses(game, offence) if isinstance(one, SetSupport | NameEnemy)] == [NameEnemy(3)]


@pytest.mark.rule("MU-DIP-04")
def test_a_draft_is_amended_clause_by_clause():
    terms = Terms(parties=(0, 1))
    steps = [
        (AddClause("peace"), {"kinds": ("peace",)}),
        (AddClause("trade"), {"kinds": ("trade", "peace")}),
        (Invite(2), {"parties": (0, 1, 2)}),
        (FavourOnly(1), {"guests": (1,)}),
        (SetTerm(5), {"until": 5}),
        (SetPayment(-50), {"florins": -50}),
        (SetFee(20), {"per_use": 20}),
        (SetSupport(4), {"units": 4}),
        (NameEnemy(4), {"against": (4,)}),
        (NameEnemy(3), {"against": (3, 4)}),
        (FreePrisoner(0, 1, "li"), {"prisoners": (Prisoner(0, 1, "li"),)}),
        (KeepSecret(), {"secret": True}),
    ]
    for action, changes in steps:
        before, terms = terms, amended(terms, action)
        assert {name: getattr(terms, name) for name in changes} == changes
        same = [name for name in Terms.__struct_fields__ if name not in changes]
        assert [getattr(terms, name) for name in same] == [getattr(before, name) for name in same]


@pytest.mark.rule("MU-DIP-04")
@pytest.mark.parametrize(
    ("facts", "objection"),
    [
        ({}, "empty"),
        ({"kinds": ("trade",)}, None),
        ({"florins": 50}, None),
        ({"text": "be nice"}, None),
        ({"kinds": ("tribute",)}, "clauses"),
        ({"kinds": ("trade", "trade")}, "clauses"),
        ({"kinds": ("trade",), "parties": (0, 0)}, "parties"),
        ({"kinds": ("trade",), "parties": (0, 1, 1)}, "parties"),
        ({"kinds": ("trade",), "parties": (0, 1, 2)}, None),
        ({"kinds": ("trade",), "parties": (0, 3)}, "parties"),  # eliminated
        ({"kinds": ("trade",), "guests": (2,)}, "roles"),
        ({"kinds": ("trade",), "guests": (1,)}, None),
        ({"kinds": ("offence",), "against": (1,)}, "roles"),
        ({"kinds": ("offence",), "against": (2,)}, None),
        ({"prisoners": (Prisoner(0, 1, "li"),)}, None),
        ({"prisoners": (Prisoner(0, 1, "li"),) * 2}, "prisoners"),
        ({"prisoners": (Prisoner(0, 2, "hi"),)}, "prisoners"),  # whose owner does not sign
        ({"kinds": ("trade",), "until": 2}, "term"),
        ({"kinds": ("trade",), "until": 3}, None),
        ({"kinds": ("defence",), "units": 20}, None),
        ({"kinds": ("defence",), "units": 21}, "figures"),
        ({"kinds": ("defence",), "units": -1}, "figures"),
        ({"kinds": ("trade",), "per_use": 5000}, None),
        ({"kinds": ("trade",), "per_use": 5001}, "figures"),
        ({"kinds": ("trade",), "per_use": -1}, "figures"),
        ({"florins": 1000}, None),
        ({"florins": 1001}, "florins"),
        ({"florins": -700}, None),
        ({"florins": -701}, "florins"),
    ],
)
def test_what_keeps_a_pact_from_being_signed(facts, objection):
    game = court(4)
    player(game, 3, eliminated=True)
    player(game, 1, florins=700)
    game.prisoners = [Prisoner(0, 1, "li"), Prisoner(0, 2, "hi")]
    terms = Terms(**{"parties": (0, 1), **facts})
    assert list(dict.fromkeys(objections(game, terms, 0))) == ([objection] if objection else [])
    desk = WritePact(0, terms)
    assert (Propose(terms) in desk.options(game)) == (objection is None)
    assert next(iter(desk.options(game))) == TearUp()
    answer = list(AnswerPact(1, terms).options(game))
    assert answer == ([Refuse()] if objection else [Refuse(), Accept()])
    if objection:
        with pytest.raises(IllegalAction) as refused:
            desk.check(game, 0, Propose(terms))
        assert (refused.value.rule, refused.value.facts) == ("MU-DIP-04", {"objection": objection})
    else:
        desk.check(game, 0, Propose(terms))


@pytest.mark.rule("MU-DIP-04")
def test_under_deployment_only_the_payer_knows_that_he_cannot_pay():
    game = court()
    lay_effect(game, "deployment", 0, until="phase")
    player(game, 1, florins=10)
    terms = Terms(parties=(0, 1), florins=-50)
    assert list(objections(game, terms, 0)) == []
    assert list(objections(game, terms, 1)) == ["florins"]


@pytest.mark.rule("MU-DIP-04")
def test_nobody_proposes_for_another_or_signs_alone():
    game = court()
    alone = Terms(parties=(0,), kinds=("trade",))
    with pytest.raises(IllegalAction) as refused:
        WritePact(0, alone).check(game, 0, Propose(alone))
    assert refused.value.facts == {"objection": "parties"}
    terms = Terms(parties=(1, 0), kinds=("trade",))
    with pytest.raises(IllegalAction) as refused:
        WritePact(0, terms).check(game, 0, Propose(terms))
    assert refused.value.facts == {"objection": "writer"}


@pytest.mark.rule("MU-DIP-04")
def test_a_pact_goes_round_and_is_in_force_when_all_have_signed():
    game = court()
    terms = Terms(parties=(0, 1, 2), kinds=("trade",), florins=60, secret=True, until=5, guests=(1,), per_use=20)
    assert pushed(game, lambda game: WritePact(0, terms).resolve(game, TearUp())) == []
    (more,) = pushed(game, lambda game: WritePact(0, terms).resolve(game, AddClause("peace")))
    assert more == WritePact(0, amended(terms, AddClause("peace")))
    game.outbox = []
    (answer,) = pushed(game, lambda game: WritePact(0, terms).resolve(game, Propose(terms)))
    (told,) = happened(game.outbox, PactProposed)
    assert (told.seat, told.terms, told.audience) == (0, terms, (0, 1, 2))
    assert answer == AnswerPact(1, terms, (2,))
    game.outbox = []
    assert pushed(game, lambda game: answer.resolve(game, Refuse())) == []
    (told,) = happened(game.outbox, PactRefused)
    assert (told.seat, told.parties, told.audience) == (1, (0, 1, 2), (0, 1, 2))
    (answer,) = pushed(game, lambda game: answer.resolve(game, Accept()))
    assert answer == AnswerPact(2, terms)
    game.outbox = []
    assert pushed(game, lambda game: answer.resolve(game, Accept())) == []
    assert game.pacts[2] == Pact(parties=(0, 1, 2), kinds=("trade",), guests=(1,), per_use=20, until=5, secret=True, made=3)
    assert game.next_pact == 3
    assert paid(game.outbox) == [(0, 1, 60, "MU-DIP-04")]
    (signed,) = happened(game.outbox, PactSigned)
    assert (signed.pact, signed.parties, signed.clauses, signed.audience) == (2, (0, 1, 2), ("trade",), (0, 1, 2))
    assert pushed(game, lambda game: propose(game, Terms(parties=(0, 1), kinds=("trade",)))) == [
        AnswerPact(1, Terms(parties=(0, 1), kinds=("trade",)))
    ]


@pytest.mark.rule("MU-DIP-04")
def test_a_bare_payment_or_release_leaves_no_pact_behind():
    game = court()
    game.prisoners = [Prisoner(0, 1, "li"), Prisoner(0, 1, "hi")]
    events = emitted(game, sign, Terms(parties=(0, 1), florins=-80, prisoners=(Prisoner(0, 1, "hi"),)))
    assert paid(events) == [(1, 0, 80, "MU-DIP-04")]
    (freed,) = happened(events, PrisonerFreed)
    assert (freed.holder, freed.owner, freed.kind) == (0, 1, "hi")
    assert (game.prisoners, game.players[1].camp) == ([Prisoner(0, 1, "li")], counts(hi=1))
    assert (list(game.pacts), game.next_pact, happened(events, PactSigned)) == ([1], 2, [])
    events = emitted(game, sign, Terms(parties=(0, 1), text="be nice", units=4, against=(2,)))
    assert game.pacts[2] == Pact(parties=(0, 1), kinds=(), made=3, text="be nice", units=4, against=(2,))
    assert [event.audience for event in happened(events, PactSigned)] == [None]


@pytest.mark.rule("MU-DIP-05")
def test_a_right_costs_its_fee_at_every_use():
    game = court()
    game.pacts = {1: Pact(parties=(0, 2), kinds=("trade",), per_use=30), 2: Pact(parties=(0, 2), kinds=("trade",), per_use=20)}
    assert paid(emitted(game, use_right, 0, 2, "trade")) == [(0, 2, 20, "MU-DIP-05")]
    assert emitted(game, use_right, 0, 2, "civil") == []


@pytest.mark.rule("MU-DIP-09")
def test_pacts_end_with_their_term():
    game = court()
    game.pacts = {
        number: Pact(parties=(0, 1), kinds=("peace",), until=until, secret=number == 1)
        for number, until in enumerate((2, 3, 4, 0), 1)
    }
    events = emitted(game, end_pacts)
    assert [(event.pact, event.audience) for event in happened(events, PactEnded)] == [(1, (0, 1)), (2, None)]
    assert list(game.pacts) == [3, 4]
    end_pact(game, 4)
    assert list(game.pacts) == [3]


# -- secrets -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-DIP-04")
def test_who_sees_what_of_a_secret_pact():
    game = court()
    game.pacts[2] = Pact(parties=(1, 2), kinds=("peace",))
    assert [sorted(pacts_seen_by(game, seat)) for seat in (0, 1, 2, None)] == [[1, 2], [2], [1, 2], [2]]
    question = AnswerEnd(2, 0, 1)
    assert [known_to_signatories(game, question, 1, seat) for seat in (0, 1, 2, None)] == [
        question,
        Negotiate(2),
        question,
        Negotiate(2),
    ]
    assert known_to_signatories(game, AnswerEnd(2, 1, 2), 2, 0) == AnswerEnd(2, 1, 2)
    draft = WritePact(0, Terms(parties=(0, 1), kinds=("trade",)))
    assert [draft.seen_by(game, seat) for seat in (0, 1, None)] == [draft, Negotiate(0), Negotiate(0)]
    answer = AnswerPact(1, Terms(parties=(0, 1), kinds=("trade",)))
    assert [answer.seen_by(game, seat) for seat in (0, 1, 2, None)] == [answer, answer, Negotiate(1), Negotiate(1)]


@pytest.mark.rule("MU-DIP-04")
def test_what_others_take_a_secret_pact_for():
    game = court()
    game.stack.clear()
    forget_secrets(game, 1)
    assert game.pacts == {}, "nothing shows it"
    game = court()
    game.stack.clear()
    before = dict(game.pacts)
    forget_secrets(game, 2)
    assert game.pacts == before
    game = court()
    game.pacts = {1: Pact(parties=(0, 2), kinds=("passage", "defence"), secret=True, units=4)}
    land(game, "buda", holder=2)
    army(game, "buda", 0, li=1)
    game.stack.clear()
    forget_secrets(game, 1)
    assert game.pacts == {1: Pact(parties=(0, 2), kinds=("passage",), guests=(0,), secret=True)}, "his troops stand there"
    game = court()
    game.stack.clear()
    game.push(AnswerEnd(2, 0, 1))
    forget_secrets(game, 1)
    assert game.pacts == {1: Pact(parties=(0, 2), kinds=("trade",), secret=True)}, "it is being talked about"
    game.stack.clear()
    game.push(WritePact(0, Terms(parties=(0, 1), kinds=("peace",))))
    forget_secrets(game, 1)
    assert game.stack[0][0] == WritePact(0, Terms(parties=(0, 2), kinds=("trade",)))
    game.stack.clear()
    game.push(AnswerPact(2, Terms(parties=(0, 1, 2), kinds=("peace",)), (1,)))
    forget_secrets(game, 1)
    assert game.stack[0][0] == AnswerPact(2, Terms(parties=(0, 1, 2), kinds=("peace",)), (1,))
    forget_secrets(game, None)
    assert game.stack[0][0] == AnswerPact(2, Terms(parties=(0, 2), kinds=("trade",)))
