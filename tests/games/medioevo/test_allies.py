"""Alliances at work: calls in the middle of a battle, troops led by the player they support; loans and offers in windows."""

import pytest

from marchland.games.medioevo.rules.battle.aftermath import BattleEnded
from marchland.games.medioevo.rules.battle.battle import BattleBegan
from marchland.games.medioevo.rules.cards.powers import PlayCard
from marchland.games.medioevo.rules.diplomacy.allies import CallAlly, Support
from marchland.games.medioevo.rules.diplomacy.diplomacy import DeclareWar, OfferPeace, OfferTruce
from marchland.games.medioevo.rules.diplomacy.leading import Disobey, LeadAlly, Obey, orders
from marchland.games.medioevo.rules.diplomacy.pacts import Accept, DraftPact
from marchland.games.medioevo.rules.diplomacy.relations import may_attack
from marchland.games.medioevo.rules.loans import Borrow, Repay
from marchland.games.medioevo.rules.movement.groups import BoardAll, Go, Halt, Take, is_harmless
from marchland.games.medioevo.rules.movement.movement import Muster, PassRound
from marchland.games.medioevo.state import Army, Fight, March, Side, War

from .bare import act, army, at_desk, bare_table, battle, counts, hold, in_window, offered, player, vehicle
from .table import Table

ALLIES = {"parties": [0, 1], "kinds": ["defence"], "units": 3}
AIDING = {**ALLIES, "aiding": [[0, 1, 2]]}


def invaded(pact, **more):
    """Seat 0 (Byzantium) was attacked by seat 2 (the Horde); seat 1 (Hungary) is its ally and has troops in Slavonia."""
    position = {
        "order": [0, 1, 2],
        "turn": 3,
        "pacts": [pact],
        "wars": [[2, 0, 1], [1, 2, 1]],
        "armies": {"banat": {1: {"hi": 5}}, "tarnovo": {0: {"li": 1}}, "wallachia": {2: {"li": 1}}},
        "vehicles": [{"owner": 1, "kind": "wagon", "level": 2, "space": "banat"}],
        **more,
    }
    return Table(3, **position)


# -- leading an ally's troops --------------------------------------------------------------------------------


@pytest.mark.rule("MU-DIP-06")
def test_the_supported_player_leads_the_units_his_ally_owes():
    table = invaded(AIDING)
    assert table.game.deciders == (0,)
    table.do(LeadAlly(1, 1, "banat"))
    assert table.game.deciders == (1,)
    table.do(Obey())
    assert table.game.deciders == (0,), "the supported player decides"
    table.do(Take(1), BoardAll())
    assert sum(table.game.marches[-1].counts) == 3, "not more than the pact names"
    table.do(Go("wallachia"))
    began = table.happened(BattleBegan)
    assert [(battle.attacker, battle.defender) for battle in began] == [(1, 2)], "the owner's troops fight for the owner"
    assert table.honour(1) == 10, "no honour is lost by following"


@pytest.mark.rule("MU-DIP-06")
def test_orders_that_would_cost_the_owner_honour_are_not_given():
    table = invaded(AIDING, armies={"banat": {1: {"hi": 5}}, "tarnovo": {0: {"li": 1}}})
    table.do(LeadAlly(1, 1, "banat"), Obey(), Take(1), BoardAll())
    ways = {offer.to for offer in table.offers(Go)}
    assert "wallachia" not in ways, "barbarian land could be lost with dishonour"
    assert "transylvania" in ways
    assert "tarnovo" not in ways


@pytest.mark.rule("MU-DIP-06", "MU-DIP-07")
def test_troops_are_led_in_ones_own_combat_rounds_only_and_not_in_the_middle_of_things():
    game = invaded(AIDING).game
    assert list(orders(game, 0)) == [LeadAlly(1, 1, "banat")]
    battle_on = Fight("tarnovo", (Side(0), Side(2)))
    changes = ({"phase": 4}, {"active": 1}, {"marches": [March(0, "tarnovo")]}, {"fights": [battle_on]}, {"pacts": {}})
    for change in changes:
        other = game.clone()
        for name, value in change.items():
            setattr(other, name, value)
        assert list(orders(other, 0)) == [], change


@pytest.mark.rule("MU-DIP-06")
def test_at_sea_nobody_is_ordered_against_barbarians_or_into_a_war_of_this_turn():
    game = bare_table()
    game.turn = 3
    assert is_harmless(game, 1, "aegean")
    army(game, "aegean", -1, li=1)
    assert not is_harmless(game, 1, "aegean")
    vehicle(game, 2, "galley", 1, "ionian", cargo=Army(2, counts(li=1)))
    for since, harmless in ((2, True), (3, False)):
        game.wars = [War((1, 2), since)]
        assert is_harmless(game, 1, "ionian") is harmless


@pytest.mark.rule("MU-DIP-06", "MU-DIP-08")
def test_nobody_is_ordered_to_break_his_word_to_the_enemy():
    """Hungary is at war with the Horde, but has signed non-belligerence with it since."""
    word = {"parties": [1, 2], "kinds": ["peace"]}
    for pacts, ordered in (([AIDING], True), ([AIDING, word], False)):
        table = invaded(AIDING, pacts=pacts, armies={"banat": {1: {"hi": 5}}}, lands={"wallachia": {"holder": 2, "token": 2}})
        table.do(LeadAlly(1, 1, "banat"), Obey(), Take(1), BoardAll())
        ways = {offer.to for offer in table.offers(Go)}
        assert ("wallachia" in ways) is ordered
        assert "transylvania" in ways


@pytest.mark.rule("MU-DIP-06", "MU-DIP-05")
def test_supporters_may_stand_in_the_land_they_defend():
    table = invaded(AIDING, armies={"banat": {1: {"hi": 5}}, "serbia": {0: {"li": 1}}})
    table.do(LeadAlly(1, 1, "banat"), Obey(), Take(1), BoardAll(), Go("serbia"), Halt())
    assert table.units("serbia", 1) == {"hi": 3}
    assert table.game.lands["serbia"].holder == 0
    assert table.honour(1) == 10
    assert table.offers(LeadAlly) == [], "three units were owed and have come"


@pytest.mark.rule("MU-DIP-06", "MU-DIP-08")
def test_an_ally_who_keeps_his_troops_breaks_the_pact():
    table = invaded(AIDING)
    table.do(LeadAlly(1, 1, "banat"), Disobey())
    assert table.game.pacts == {}
    assert table.honour(1) == 8
    assert table.game.deciders == (0,)
    assert table.offers(LeadAlly) == []


@pytest.mark.rule("MU-DIP-06")
def test_nobody_is_led_who_gives_no_support():
    assert invaded(ALLIES).offers(LeadAlly) == []
    over = invaded(AIDING, wars=[[1, 2, 1]])
    assert over.offers(LeadAlly) == [], "support ends with the war"


@pytest.mark.rule("MU-DIP-06", "MU-MOV-01")
def test_leading_leaves_both_players_their_own_movements():
    table = invaded(
        AIDING, vehicles=[{"owner": seat, "kind": "wagon", "level": 2, "space": s} for seat, s in ((1, "banat"), (0, "nicaea"))]
    )
    table.do(LeadAlly(1, 1, "banat"), Obey(), Halt())
    assert Muster("nicaea") in table.offers()
    table.do(PassRound())
    assert table.game.deciders == (1,)
    assert Muster("banat") in table.offers(), "a group that never left is as fresh as before"


# -- calls for support ---------------------------------------------------------------------------------------


@pytest.mark.rule("MU-DIP-06")
def test_a_player_who_is_attacked_is_asked_whether_he_calls_his_allies():
    table = Table(
        3,
        options={"ask_1": "always"},
        order=[2, 0, 1],
        turn=3,
        pacts=[ALLIES],
        armies={"tarnovo": {0: {"li": 1}}, "wallachia": {2: {"li": 3}}},
        vehicles=[{"owner": 2, "kind": "wagon", "space": "wallachia"}],
    )
    table.do(Muster("wallachia"), "take 1", "boardall", "go tarnovo")
    assert table.asked() == "React"
    assert table.offers(CallAlly) == [CallAlly(1, 1, 2)]
    table.do(CallAlly(1, 1, 2), Support())
    assert may_attack(table.game, 1, 2), "the ally joins a war that is as old as the attack"
    assert table.game.pacts[1].aiding == ((0, 1, 2),)
    assert table.honour(2) == 7


# -- loans and offers in windows -----------------------------------------------------------------------------


@pytest.mark.rule("MU-LOA-01", "MU-LOA-02", "MU-EMP-01")
def test_whoever_is_asked_may_borrow_and_repay():
    game = bare_table()
    hold(game, 1, 5)
    player(game, 1, loans=1, florins=500)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 1})
    in_window(game, "W-B5", "roma")
    assert game.deciders == (1,)
    assert offered(game, PlayCard)
    act(game, 1, Borrow(), Repay())
    assert (game.players[1].florins, game.players[1].loans) == (500, 1)
    assert game.deciders == (1,), "it is still his answer"


@pytest.mark.rule("MU-DIP-01", "MU-DIP-04")
def test_diplomacy_is_open_in_calm_windows_and_not_in_the_middle_of_things():
    game = bare_table()
    hold(game, 0, 44)
    hold(game, 1, 63, turned=True)
    in_window(game, "W-PH", phase=2)
    assert {DeclareWar(1), DeclareWar(2), DraftPact(1), DraftPact(2)} <= set(game.options())
    hold(game, 0, 5)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 1})
    in_window(game, "W-B5", "roma")
    assert not offered(game, DeclareWar)
    assert not offered(game, DraftPact)
    assert offered(game, Borrow)


@pytest.mark.rule("MU-EMP-01")
def test_nobody_is_asked_for_loans_and_offers_alone():
    game = bare_table()
    in_window(game, "W-PH", phase=3)
    assert type(game.decision).__name__ == "Desk"


@pytest.mark.rule("MU-DIP-03")
@pytest.mark.parametrize("offer", [OfferTruce(1), OfferPeace(1)])
def test_an_armistice_or_peace_ends_a_battle_after_the_round(offer):
    table = Table(
        2,
        order=[0, 1],
        turn=3,
        wars=[[0, 1, 1]],
        armies={"serbia": {0: {"hi": 4}, 1: {"hi": 4}}},
        lands={"serbia": {"holder": 1}},
        battle={"place": "serbia", "attacker": 0, "defender": 1},
        dice=[1, 2, 3, 1, 2, 4],
    )
    while table.asked() != "OfferTerms":
        table.do(table.offers()[0])
    table.do(offer, Accept())  # the other side is not asked whether it fights on
    assert [event.outcome for event in table.happened(BattleEnded)] == ["banned"]
    assert table.units("serbia", 0)
    assert table.units("serbia", 1)
    assert table.game.fights == []


@pytest.mark.rule("MU-DIP-03")
def test_offers_of_peace_are_open_in_own_decisions_too():
    game = bare_table(2)
    at_desk(game)
    act(game, 0, DeclareWar(1))
    assert {OfferPeace(1), OfferTruce(1)} <= set(game.options())
