"""What a question tells those who are not asked, and who is asked at all (secret pacts, shuffled objectives)."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.phrases import PHRASEBOOK
from marchland.games.medioevo.rules.battle.battle import begin_battle
from marchland.games.medioevo.rules.cards.powers import Claim
from marchland.games.medioevo.rules.cards.windows import Pass, React
from marchland.games.medioevo.rules.conquest.control import refresh_contested
from marchland.games.medioevo.rules.diplomacy.allies import CallAlly
from marchland.games.medioevo.rules.diplomacy.diplomacy import OfferEnd
from marchland.games.medioevo.rules.diplomacy.pacts import (
    AddClause,
    DraftPact,
    KeepSecret,
    NameEnemy,
    Negotiate,
    Propose,
    SetSupport,
)
from marchland.games.medioevo.rules.diplomacy.secrecy import forget_secrets
from marchland.games.medioevo.state import Medioevo, Pact, War

from .bare import act, army, at_desk, bare_table, hold, in_window, land, now, offered, player

LANGUAGES = ("en", "fr", "it")


def table(seats: int = 4) -> Medioevo:
    game = bare_table(seats)
    game.turn = 2
    return at_desk(game)


def prompt(game: Medioevo, reader: int | None, language: str = "en") -> str:
    question = game.question(reader)
    assert question is not None
    return PHRASEBOOK.prompt(question, language)


# -- secret pacts ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-DIP-04")
def test_nobody_but_the_parties_reads_the_terms_of_a_pact_in_the_question() -> None:
    game = table()
    act(game, 0, DraftPact(1), AddClause("offence"), NameEnemy(2), SetSupport(8), KeepSecret())
    assert "offensive alliance" in prompt(game, 0)
    for reader in (1, 2, 3, None):
        assert game.question(reader) == Negotiate(0), "a draft is its writer's alone"
    act(game, 0, *offered(game, Propose))
    assert "offensive alliance" in prompt(game, 0)
    assert "offensive alliance" in prompt(game, 1)
    for reader in (2, 3, None):
        assert [prompt(game, reader, language) for language in LANGUAGES] == [
            "Player 2 is negotiating.",
            "Joueur 2 négocie.",
            "Giocatore 2 sta negoziando.",
        ]


@pytest.mark.rule("MU-DIP-04", "MU-DIP-09")
def test_the_question_whether_a_secret_pact_should_end_does_not_tell_that_there_is_one() -> None:
    game = table()
    game.pacts[1] = Pact(parties=(0, 1), kinds=("peace",), secret=True)
    act(game, 0, OfferEnd(1))
    assert "pact 1" in prompt(game, 1)
    assert game.question(2) == game.question(None) == Negotiate(1)


@pytest.mark.rule("MU-DIP-04", "MU-DIP-09")
def test_the_question_whether_a_public_pact_should_end_is_public() -> None:
    game = table()
    game.pacts[1] = Pact(parties=(0, 1), kinds=("peace",))
    act(game, 0, OfferEnd(1))
    assert prompt(game, None) == prompt(game, 1)
    assert "pact 1" in prompt(game, None)


@pytest.mark.rule("MU-DIP-04", "MU-DIP-06")
def test_a_call_for_help_under_a_secret_pact_is_read_by_its_signatories_only() -> None:
    game = table()
    game.pacts[1] = Pact(parties=(0, 1), kinds=("defence",), units=6, secret=True)
    game.wars = [War(sides=(0, 2), since=1, by=2)]
    act(game, 0, CallAlly(1, 1, 2))
    assert game.question(1) is game.decision
    assert game.question(2) == game.question(None) == Negotiate(1)


@pytest.mark.rule("MU-DIP-04", "MU-DIP-05")
def test_troops_that_stand_in_anothers_land_by_a_secret_pact_still_may_when_it_is_dealt_anew() -> None:
    game = table()
    game.pacts[1] = Pact(parties=(0, 1), kinds=("passage", "trade"), secret=True)
    land(game, "roma", holder=0, military=1, token=0)
    army(game, "roma", 1, li=2)
    forget_secrets(game, 2)
    refresh_contested(game)
    assert game.lands["roma"].holder == 0
    assert game.pacts[1] == Pact(parties=(0, 1), kinds=("passage",), guests=(1,), secret=True)


@pytest.mark.rule("MU-DIP-04")
def test_a_secret_pact_that_shows_nowhere_is_forgotten_by_others() -> None:
    game = table()
    game.pacts[1] = Pact(parties=(0, 1), kinds=("passage",), secret=True)
    forget_secrets(game, 2)
    assert not game.pacts


# -- secret objectives -----------------------------------------------------------------------------------------

ARCHERS = 4
"""Objective: so many archers."""


def with_objective(game: Medioevo, seat: int, card: int, shuffled: bool = True) -> None:
    """The seat holds a card on whose back stands an objective that it has met."""
    game.settings = {"objectives": "shuffled" if shuffled else "printed"}
    hold(game, seat, card)
    game.objectives[card] = ARCHERS
    army(game, "roma", seat, arc=20)


@pytest.mark.rule("MU-EMP-01", "MU-EMP-05")
def test_nobody_is_asked_in_a_window_because_of_an_objective_that_only_he_knows() -> None:
    game = table()
    with_objective(game, 1, 40)
    in_window(game, "W-5c")
    assert not isinstance(game.decision, React), "the question would tell that he has met his objective"


@pytest.mark.rule("MU-EMP-01", "MU-EMP-05")
def test_an_objective_that_everybody_can_look_up_is_asked_for_in_every_window() -> None:
    game = table()
    with_objective(game, 1, 40, shuffled=False)
    in_window(game, "W-5c")
    assert game.deciders == (1,)
    assert offered(game, Claim)


@pytest.mark.rule("MU-EMP-05")
def test_a_secret_objective_is_claimed_in_a_decision_of_ones_own() -> None:
    game = table()
    with_objective(game, 0, 40)
    at_desk(game, 0)
    assert {claim.card for claim in offered(game, Claim)} == {40}


@pytest.mark.rule("MU-EMP-05")
def test_at_the_end_of_a_turn_everybody_with_an_upright_card_is_asked_whether_he_has_met_its_objective_or_not() -> None:
    game = table()
    with_objective(game, 1, 40)
    hold(game, 2, 41)
    hold(game, 3, 42, turned=True)
    for seat in range(4):
        player(game, seat, technology=(0,) * 6)
        now(game, seat, proposals=99)
    in_window(game, "W-7", phase=7)
    asked = []
    while isinstance(game.decision, React):
        asked.append((game.deciders[0], bool(offered(game, Claim))))
        act(game, game.deciders[0], Pass())
    assert asked == [(1, True), (2, False)]


@pytest.mark.rule("MU-EMP-05")
def test_with_printed_objectives_the_end_of_a_turn_asks_only_those_who_can_do_something() -> None:
    game = table()
    hold(game, 2, 41)
    game.settings = {"objectives": "printed"}
    in_window(game, "W-7", phase=7)
    assert not isinstance(game.decision, React)


@pytest.mark.rule("MU-DIP-04", "MU-DIP-06")
def test_who_is_attacked_is_asked_for_his_allies_unless_only_he_knows_of_them() -> None:
    for secret, asked in ((False, True), (True, False)):
        game = table()
        game.pacts[1] = Pact(parties=(1, 2), kinds=("defence",), units=3, secret=secret)
        game.wars = [War(sides=(0, 1), since=1, by=0)]
        army(game, "roma", 0, hi=3)
        army(game, "roma", 1, hi=3)
        begin_battle(game, "roma", 0, 1)
        game.run()
        assert (isinstance(game.decision, React) and bool(offered(game, CallAlly))) == asked
        if secret:
            at_desk(game, 1)
            assert offered(game, CallAlly), "he can still call them when it is his turn to speak"
