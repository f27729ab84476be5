"""What war, peace, pacts and honour mean, in figures, on both sides of every condition."""

import pytest

from marchland.games.medioevo.rules.diplomacy.hostilities import PactBroken, WarBegan, break_pact, break_pacts, break_word, provoke
from marchland.games.medioevo.rules.diplomacy.relations import (
    are_at_war,
    are_bound_to_peace,
    are_teammates,
    fee_for,
    has_right,
    has_truce,
    is_aiding,
    is_guest,
    is_shut_by_truce,
    is_supporter,
    is_welcome,
    may_attack,
    may_pass,
    pacts_granting,
    passage_fee,
)
from marchland.games.medioevo.rules.victory.honour import Honoured, honour, reaches_limit
from marchland.games.medioevo.sequence import Game
from marchland.games.medioevo.state import BARBARIANS, Pact, War
from marchland.kernel.events import Event

from .bare import bare_table, emitted, player

# -- relations ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BAR-01", "MU-DIP-01", "MU-DIP-03")
def test_who_is_at_war_who_may_attack_and_who_has_an_armistice():
    game = bare_table()
    game.turn = 3
    game.wars = [War((0, 1), 2, truce=3), War((1, 2), 3, truce=2)]
    assert are_at_war(game, 1, 0)
    assert are_at_war(game, 1, 2)
    assert not are_at_war(game, 0, 2)
    assert are_at_war(game, 0, BARBARIANS)
    assert are_at_war(game, BARBARIANS, 0)
    assert not are_at_war(game, BARBARIANS, BARBARIANS)
    assert may_attack(game, 1, 0), "declared the turn before"
    assert not may_attack(game, 1, 2), "declared this turn"
    assert not may_attack(game, 0, 2)
    assert may_attack(game, 0, BARBARIANS)
    assert may_attack(game, BARBARIANS, 0)
    assert has_truce(game, 0, 1)
    assert not has_truce(game, 1, 2)
    assert not has_truce(game, 0, 2)
    assert not has_truce(game, 0, BARBARIANS)
    assert not has_truce(game, BARBARIANS, 1)


@pytest.mark.rule("MU-VAR-05")
def test_team_mates_share_a_team_that_exists():
    game = bare_table()
    assert not are_teammates(game, 0, 1), "no teams"
    for seat, team in enumerate((1, 1, 2)):
        player(game, seat, team=team)
    assert are_teammates(game, 0, 1)
    assert not are_teammates(game, 0, 2)
    assert not are_teammates(game, 0, BARBARIANS)
    assert not are_teammates(game, BARBARIANS, 2)


@pytest.mark.rule("MU-DIP-05")
def test_rights_and_fees_come_from_the_cheapest_pact_that_grants_them_to_the_guest():
    game = bare_table()
    game.pacts = {
        1: Pact(parties=(0, 1), kinds=("passage", "trade"), guests=(0,), per_use=30),
        2: Pact(parties=(0, 1), kinds=("passage",), per_use=20),
        3: Pact(parties=(0, 1), kinds=("peace",)),
    }
    assert pacts_granting(game, 0, 1, "passage") == [game.pacts[1], game.pacts[2]]
    assert pacts_granting(game, 1, 0, "passage") == [game.pacts[2]], "the first has one guest only"
    assert pacts_granting(game, 1, 0, "trade") == []
    assert pacts_granting(game, 0, 0, "passage") == pacts_granting(game, 0, BARBARIANS, "passage") == []
    assert pacts_granting(game, BARBARIANS, 0, "passage") == pacts_granting(game, 0, 2, "passage") == []
    assert (fee_for(game, 0, 1, "passage"), fee_for(game, 0, 1, "trade"), fee_for(game, 0, 2, "trade")) == (20, 30, 0)
    player(game, 0, florins=20)
    assert has_right(game, 0, 1, "passage")
    assert not has_right(game, 0, 1, "trade")
    assert has_right(game, 0, 0, "civil")
    assert not has_right(game, 0, 2, "trade")
    assert is_welcome(game, 0, 1)
    assert may_pass(game, 0, 1)
    assert passage_fee(game, 0, 1) == 20
    player(game, 0, florins=19)
    assert is_welcome(game, 0, 1)
    assert not may_pass(game, 0, 1)
    assert not has_right(game, 0, 1, "passage")
    for seat in (0, 1):
        player(game, seat, team=1)
    assert fee_for(game, 0, 1, "passage") == 0, "team mates pay nothing"
    assert may_pass(game, 0, 1)


@pytest.mark.rule("MU-DIP-05", "MU-DIP-06", "MU-DIP-03")
def test_guests_supporters_and_partners_of_an_armistice():
    game = bare_table()
    game.turn = 2
    game.pacts = {1: Pact(parties=(0, 1), kinds=("military",), guests=(0,))}
    assert is_guest(game, 0, 1)
    assert not is_welcome(game, 0, 1)
    assert not is_guest(game, 1, 0)
    assert not are_bound_to_peace(game, 0, 1)
    for kind in ("peace", "defence", "offence"):
        game.pacts[2] = Pact(parties=(0, 1), kinds=(kind,))
        assert are_bound_to_peace(game, 1, 0)
        assert not are_bound_to_peace(game, 0, 2)
    game.wars = [War((0, 1), 1, truce=2)]
    assert is_shut_by_truce(game, 0, 1)
    assert not is_shut_by_truce(game, 0, 2)
    game.pacts[3] = Pact(parties=(0, 1), kinds=("passage",), per_use=5)
    assert not is_shut_by_truce(game, 0, 1), "a guest invades nobody"
    aided = Pact(parties=(0, 2), kinds=("defence", "passage"), per_use=7, aiding=((0, 2, 1),))
    game.pacts = {4: aided}
    assert not is_aiding(game, aided, 0, 2, 1), "the ally is not in that war"
    game.wars = [War((1, 2), 1)]
    assert not is_aiding(game, aided, 0, 2, 1), "the helped one is not at war any more"
    assert passage_fee(game, 2, 0) == 7
    game.wars = [War((0, 1), 1), War((1, 2), 1)]
    assert is_aiding(game, aided, 0, 2, 1)
    assert not is_aiding(game, aided, 2, 0, 1)
    assert is_supporter(game, 2, 0)
    assert not is_supporter(game, 0, 2)
    assert not is_supporter(game, 1, 0)
    assert (passage_fee(game, 2, 0), passage_fee(game, 0, 2)) == (0, 7), "whoever comes to help pays nothing"
    game.pacts = {4: Pact(parties=(0, 2), kinds=("defence",), aiding=((0, 2, 1),))}
    assert is_welcome(game, 2, 0)
    assert not is_welcome(game, 0, 2)


# -- hostilities -------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-DIP-02", "MU-PH-07", "MU-DIP-08")
def test_an_attack_without_war_begins_one_costs_three_and_breaks_all_pacts_at_two_each():
    game = bare_table()
    game.turn = 4
    game.pacts = {
        1: Pact(parties=(0, 1), kinds=("trade",)),
        2: Pact(parties=(0, 1, 2), kinds=("peace",)),
        3: Pact(parties=(0, 2), kinds=("peace",)),
        4: Pact(parties=(1, 2), kinds=("peace",)),
    }
    game.wars = [War((0, 1), 4), War((1, 2), 2)]
    game.outbox = []
    provoke(game, 0, 1)
    assert game.wars == [War((0, 1), 3, by=0), War((1, 2), 2)], "no war of this turn is left beside it"
    assert [(e.seat, e.other, e.declared, e.rule) for e in game.outbox if isinstance(e, WarBegan)] == [(0, 1, False, "MU-DIP-02")]
    assert [(e.seat, e.pact, e.parties) for e in game.outbox if isinstance(e, PactBroken)] == [(0, 1, (0, 1)), (0, 2, (0, 1, 2))]
    told = [(e.seat, e.points, e.total, e.rule) for e in game.outbox if isinstance(e, Honoured)]
    assert told == [(0, -3, 7, "MU-DIP-02"), (0, -2, 5, "MU-PH-07"), (0, -2, 3, "MU-PH-07")]
    assert sorted(game.pacts) == [3, 4]
    assert (game.ever[0].undeclared_attacks, game.ever[0].pacts_broken, game.ever[1].pacts_broken) == (1, 2, 0)


@pytest.mark.rule("MU-DIP-02", "MU-PH-07", "MU-DIP-08")
def test_in_a_war_that_is_on_an_attack_breaks_only_what_forbids_it():
    game = bare_table()
    game.turn = 4
    game.wars = [War((0, 1), 3, by=1)]
    kept = {1: Pact(parties=(0, 1), kinds=("trade",)), 3: Pact(parties=(0, 2), kinds=("peace",))}
    game.pacts = {**kept, 2: Pact(parties=(0, 1), kinds=("peace",)), 4: Pact(parties=(1, 2), kinds=("peace",))}
    assert emitted(game, Event, provoke, 0, BARBARIANS) == emitted(game, Event, provoke, BARBARIANS, 0) == []
    broken = emitted(game, PactBroken, provoke, 0, 1)
    assert [(event.seat, event.pact) for event in broken] == [(0, 2)]
    assert sorted(game.pacts) == [1, 3, 4]
    assert game.wars == [War((0, 1), 3, by=1)]
    assert game.players[0].honour == 8
    assert game.players[1].honour == 10


@pytest.mark.rule("MU-DIP-08", "MU-PH-07")
def test_single_verbs_of_breaking():
    game = bare_table()
    game.pacts = {1: Pact(parties=(0, 1), kinds=("trade",)), 2: Pact(parties=(1, 2), kinds=("peace",))}
    break_word(game, 0, 1)
    break_pacts(game, 0, 2)
    assert sorted(game.pacts) == [1, 2]
    assert game.players[0].honour == 10
    assert [(e.points, e.rule) for e in emitted(game, Honoured, break_pact, 1, 1)] == [(-2, "MU-PH-07")]
    assert sorted(game.pacts) == [2]
    assert game.ever[1].pacts_broken == 1


# -- honour ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-PH-08", "MU-PH-19", "MU-VAR-07")
def test_honour_is_added_told_and_ends_the_game_at_the_limit_only():
    game = bare_table()
    game.push_at(Game(), "next_turn")
    game.settings = {"honour_limit": 12}
    assert emitted(game, Event, honour, 0, 0, "X") == emitted(game, Event, honour, BARBARIANS, 3, "X") == []
    assert [(e.seat, e.points, e.total, e.rule) for e in emitted(game, Honoured, honour, 0, -11, "X")] == [(0, -11, -1, "X")]
    honour(game, 0, 12, "X")
    assert (game.players[0].honour, game.closing) == (11, False)
    player(game, 1, honour=20)
    honour(game, 1, -1, "X")
    assert not game.closing, "a loss ends nothing"
    game.phase = 0
    honour(game, 1, 1, "X")
    assert not game.closing, "not before the game has begun"
    game.phase = 4
    depth = len(game.stack)
    honour(game, 0, 1, "X")
    assert (game.closing, game.reason, len(game.stack)) == (True, "honour", depth + 1)
    honour(game, 0, 1, "X")
    assert len(game.stack) == depth + 1, "it ends once"
    game.fights, game.marches, game.deals = [1], [2], [3]
    root = game.stack[0][0]
    game.stack[-1][0].stop(game)
    assert game.stack == [(root, "final_scoring")]
    assert game.fights == game.marches == game.deals == []


@pytest.mark.rule("MU-PH-19")
def test_the_limit_is_reached_from_its_very_number_on_and_without_one_never():
    game = bare_table()
    assert not reaches_limit(game, 0)
    assert not reaches_limit(game, 99)
    game.settings = {"honour_limit": 1}
    assert [reaches_limit(game, total) for total in (0, 1, 2)] == [False, True, True]
