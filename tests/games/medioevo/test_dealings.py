"""Who pays, who offers, who else is to sign: sentences name people, and never the barbarians for the bank."""

import pytest

from marchland.games.medioevo.rules.cards.targets import Target
from marchland.games.medioevo.rules.components.armies import UnitLost
from marchland.games.medioevo.rules.components.table import Paid
from marchland.games.medioevo.rules.diplomacy.pacts import (
    Accept,
    AnswerPact,
    DraftPact,
    PactProposed,
    PactRefused,
    Propose,
    Refuse,
    SetPayment,
    Terms,
)
from marchland.games.medioevo.rules.order import BidsShown
from marchland.games.medioevo.title import TITLE
from marchland.kernel.vocabulary import plain

from .table import Table

PLAYERS = ("Ada", "Berta", "Corvin")
TERMS = Terms(parties=(1, 0, 2), kinds=("trade",), guests=(1,), florins=-100, until=4)


def told(event, language="en"):
    return TITLE.phrases.event(event, language, PLAYERS)


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ((-1, 1), "Berta receives 240 florins (taxes)."),
        ((1, -1), "Berta pays 240 florins (taxes)."),
        ((1, 0), "Berta pays Ada 240 florins (taxes)."),
    ],
)
def test_the_bank_is_not_named(seats, said):
    seat, payee = seats
    assert told(Paid(seat=seat, payee=payee, florins=240, rule="MU-TAX-02")) == said


@pytest.mark.parametrize(("owner", "said"), [(-1, "The barbarians lose"), (1, "Berta loses")])
def test_barbarians_are_many(owner, said):
    assert told(UnitLost(owner=owner, kind="li", space="buda", rule="MU-BAT-05")).startswith(f"{said} a unit in ")


def test_a_payment_without_a_word_of_its_own_is_called_as_its_rule_is_headed():
    assert told(Paid(seat=0, payee=-1, florins=50, rule="MU-BKR-01"), "it") == "Ada paga 50 fiorini (Andare in bancarotta)."


@pytest.mark.parametrize(("language", "said"), [("en", "Bids: Ada 50, Berta 25."), ("it", "Offerte: Ada 50, Berta 25.")])
def test_bids_are_those_of_people(language, said):
    assert told(BidsShown(bids={0: 50, 1: 25}), language) == said


def test_pieces_are_those_of_people():
    text = TITLE.phrases.action(Target("unit:buda:1:li"), "it", PLAYERS)
    assert "Berta" in text
    assert "Giocatore" not in text
    assert "Corvin" in TITLE.phrases.action(Target("seat:2"), "fr", PLAYERS)


def test_an_offered_pact_names_who_wrote_it_who_pays_and_who_else_is_to_sign():
    asked = TITLE.phrases.prompt(AnswerPact(0, TERMS), "en", PLAYERS)
    assert (
        asked == "Berta offers Ada a pact, together with Corvin: trade, Ada pays Berta 100 florins, rights for Berta, until turn 4"
    )
    alone = AnswerPact(0, Terms(parties=(1, 0), kinds=("peace",)))
    assert TITLE.phrases.prompt(alone, "fr", PLAYERS).startswith("Berta propose un pacte à Ada\u00a0: ")
    assert told(PactProposed(seat=1, terms=TERMS)).startswith(
        "Berta proposes a pact to Ada, Corvin: trade, Ada pays Berta 100 florins"
    )
    assert told(PactRefused(seat=0, parties=(1, 0, 2)), "it") == "Ada rifiuta il patto di Berta."


def test_a_pact_is_said_alike_from_a_record():
    """Forced answers are told from plain data."""
    phrases, action = TITLE.phrases, Propose(TERMS)
    again = TITLE.vocabulary.action(plain(action))
    assert phrases.action(again, "en", PLAYERS) == phrases.action(action, "en", PLAYERS)


@pytest.mark.parametrize(("florins", "said"), [(50, "I pay once: 50 florins"), (-50, "I ask for, once: 50 florins")])
def test_a_payment_in_a_draft_says_who_pays_without_a_sign(florins, said):
    assert TITLE.phrases.action(SetPayment(florins), "en", PLAYERS) == said


# -- bots ----------------------------------------------------------------------------------------------------


def offers(table):
    """What the first player's bot thinks about offering."""
    options = TITLE.parts.bot.shortlist(table.game, 0, table.game.options(0))
    return [option for option in options if isinstance(option, DraftPact)]


@pytest.mark.parametrize(("answer", "may_ask_again"), [(Refuse(), False), (Accept(), True)])
def test_a_bot_whose_pact_was_refused_offers_none_for_the_rest_of_the_turn(answer, may_ask_again):
    table = Table(3, order=[0, 1, 2], turn=2, at="purchases")
    assert offers(table)
    table.do(DraftPact(1), Propose(Terms(parties=(0, 1), kinds=("peace",))), answer)
    assert bool(offers(table)) == may_ask_again
