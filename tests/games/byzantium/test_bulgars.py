"""C. The Bulgars."""

import pytest

from marchland.games.byzantium.rules.combat.armies import OrangeCubesLost
from marchland.games.byzantium.rules.combat.combat import BattleLost, BattleWon, SiegeFailed
from marchland.games.byzantium.rules.combat.conquest import BulgarsTookCity
from marchland.games.byzantium.rules.combat.flight import ArmyFled
from marchland.games.byzantium.rules.special.bulgars import BulgarsGathered, bulgar_targets
from marchland.games.byzantium.title import TITLE
from marchland.kernel.events import Rolled
from marchland.kernel.testing import check_illegal

from .table import BLUE, RED, YELLOW, asked, happened, menu, order, play, table, why

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}
ORANGE = {"side": "bulgar", "tokens": 1}


@pytest.mark.rule("BY-BULG-01")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (9, 11), (10, 11), (11, 11)])
def test_up_to_two_orange_cubes_join_before_the_attack(before, after):
    game = table(2, dice=(1,), bulgars=before, red={"byzantine": {"militia": 0}})
    events = play(game, "unleashbulgars dyrrachium", "take pool")
    assert happened(events, BulgarsGathered)[0].total == after


@pytest.mark.rule("BY-BULG-02")
def test_reinforcement_needs_two_cubes_for_the_second_addition():
    game = table(2, bulgars=7)
    play(game, "strengthenbulgars", "take pool")
    assert game.bulgars == 11
    full = table(2, bulgars=8)
    assert check_illegal(full, RED, order("strengthenbulgars"), "BY-BULG-02").facts == {"need": 4, "have": 3}
    assert why(full, "box:bulgars") == []


@pytest.mark.rule("BY-BULG-03")
def test_arrows_and_roads_are_the_ways_of_the_bulgars():
    assert bulgar_targets(table(2)) == ("adrianople", "dyrrachium", "thessalonica")
    game = table(2, cities={"thessalonica": ORANGE})
    assert bulgar_targets(game) == ("adrianople", "athens", "dyrrachium")
    assert check_illegal(game, RED, order("unleashbulgars candia"), "BY-BULG-03").facts == {"city": "candia"}
    check_illegal(game, RED, order("unleashbulgars thessalonica"), "BY-BULG-03")


@pytest.mark.rule("BY-BULG-10")
def test_the_bulgars_hold_only_the_balkans_and_reach_constantinople_through_adrianople():
    everything = table(2, cities=dict.fromkeys(("thessalonica", "adrianople", "athens", "dyrrachium"), ORANGE))
    assert bulgar_targets(everything) == ("constantinople",)
    without = table(2, cities=dict.fromkeys(("thessalonica", "athens", "dyrrachium"), ORANGE))
    assert bulgar_targets(without) == ("adrianople",)


@pytest.mark.rule("BY-BULG-04")
def test_bulgars_roll_three_dice_lose_to_the_supply_and_stay():
    game = table(
        2, dice=(1, 1, 4, 6, 6, 6, 1), bulgars=2, yellow={"byzantine": {**NO_ARMY, "main": 3, "elite": 1, "at": "dyrrachium"}}
    )
    events = play(game, "unleashbulgars dyrrachium", "take pool")
    assert asked(game) == "OfferFlight"
    events = play(game, "stand")
    throws = [(event.seat, event.purpose, len(event.values)) for event in happened(events, Rolled)]
    assert throws == [(RED, "attack", 3), (YELLOW, "defence_army", 4)]
    assert happened(events, OrangeCubesLost)[0].count == 3
    play(game, "lose byzantine-main")
    assert game.bulgars == 1
    assert game.cities["dyrrachium"].side == "byzantine"
    assert game.deciders == (YELLOW,)


@pytest.mark.rule("BY-BULG-05", "BY-BULG-06")
def test_a_city_taken_by_bulgars_has_orange_tokens_and_no_marker():
    game = table(
        2, dice=(1, 1, 1), cities={"thessalonica": {"tokens": 3, "control": "yellow"}}, yellow={"byzantine": {"militia": 0}}
    )
    money = game.realm(RED, "arab").treasury
    events = play(game, "unleashbulgars thessalonica", "take pool")
    (taken,) = happened(events, BulgarsTookCity)
    assert (taken.tokens, taken.points, taken.side) == (2, 2, "arab")
    city = game.cities["thessalonica"]
    assert (city.side, city.tokens, city.controller, city.marker) == ("bulgar", 2, None, None)
    assert game.realm(RED, "arab").points == 12
    assert game.realm(RED, "arab").treasury == money


@pytest.mark.rule("BY-BULG-06", "BY-BULG-07")
def test_against_an_arab_city_the_byzantine_side_pays_and_scores():
    game = table(2, dice=(1, 1), cities={"thessalonica": {"side": "arab", "tokens": 2}})
    play(game, "unleashbulgars thessalonica")
    assert {text.split()[2] for text in menu(game)} == {"free", "byzantine"}
    play(game, "take casualties byzantine")
    assert game.realm(RED, "byzantine").points == 11
    assert game.realm(RED, "byzantine").treasury == 12


@pytest.mark.rule("BY-BULG-07")
def test_a_reinforcement_is_paid_by_either_treasury():
    game = table(2, red={"byzantine": {"treasury": 0}})
    play(game, "strengthenbulgars")
    assert {text.split()[2] for text in menu(game)} == {"free", "arab"}


@pytest.mark.rule("BY-BULG-08")
def test_an_attack_on_a_bulgar_city_meets_all_cubes_then_the_walls():
    position = {"cities": {"athens": ORANGE}, "red": {"byzantine": {**NO_ARMY, "main": 6, "move": 2, "at": "candia"}}}
    game = table(2, dice=(6, 1, 1, 1, 1, 1, 1), bulgars=3, **position)
    events = play(game, "march byzantine athens")
    throws = [(event.seat, event.purpose, len(event.values)) for event in happened(events, Rolled)]
    assert throws == [(RED, "attack", 3), (YELLOW, "defence_bulgars", 3), (YELLOW, "siege", 1)]
    assert happened(events, BattleWon)[0].defence == 2
    assert game.cities["athens"].side == "byzantine"
    alone = table(2, dice=(1,), bulgars=0, **position)
    events = play(alone, "march byzantine athens")
    assert [event.purpose for event in happened(events, Rolled)] == ["siege"]


@pytest.mark.rule("BY-BULG-08")
def test_beaten_before_a_bulgar_city_the_attacker_goes_back():
    game = table(
        2,
        dice=(1, 1, 1, 1, 1),
        bulgars=7,
        cities={"athens": ORANGE},
        red={"byzantine": {**NO_ARMY, "main": 2, "move": 2, "at": "candia"}},
    )
    events = play(game, "march byzantine athens")
    assert happened(events, BattleLost)[0].defence == 7
    assert game.realm(RED, "byzantine").at == "candia"


@pytest.mark.rule("BY-BULG-09")
def test_a_bulgar_city_is_nobodys_and_unfriendly_to_all():
    game = table(2, cities={"athens": ORANGE}, red={"byzantine": {"at": "thessalonica"}, "arab": {}})
    view = TITLE.view(game, None)
    assert all(player.byzantine.tokens == player.arab.tokens == 0 for player in view.players)
    check_illegal(game, RED, order("takecontrol athens"), "BY-CTRL-03")
    check_illegal(game, RED, order("enter arab athens"), "BY-ENTRY-01")


@pytest.mark.rule("BY-BULG-04", "BY-BAT-04")
def test_a_pawn_beaten_by_bulgars_flees_and_the_siege_follows():
    game = table(3, dice=(1, 1, 1, 1, 1, 1), bulgars=9, blue={"byzantine": {**NO_ARMY, "main": 1, "move": 1, "at": "dyrrachium"}})
    play(game, "unleashbulgars dyrrachium", "take pool")
    events = play(game, (BLUE, "stand"))
    assert [event.to for event in happened(events, ArmyFled)] == ["thessalonica"]
    assert game.cities["dyrrachium"].side == "bulgar"


@pytest.mark.rule("BY-BULG-03")
def test_a_player_may_send_the_bulgars_against_his_own_city():
    game = table(2, dice=(1, 1), cities={"adrianople": "red"})
    events = play(game, "unleashbulgars adrianople", "take pool", "sparemilitia")
    assert happened(events, BulgarsTookCity)
    assert game.deciders == (YELLOW,)


def test_too_few_bulgars_fail_before_the_walls():
    game = table(2, dice=(6, 6), bulgars=1)
    events = play(game, "unleashbulgars adrianople", "take pool")
    assert happened(events, SiegeFailed)[0].attack == 1
    assert game.bulgars == 1


def test_the_odds_of_a_bulgar_attack_are_shown_in_advance():
    game = table(2, bulgars=8, cities={"adrianople": ORANGE})
    lines = game.decision.preview(game, RED, order("unleashbulgars constantinople"))
    assert [(line.rule, line.amount) for line in lines] == [("BY-BULG-01", 2), ("BY-CONST-01", 50)]
    assert lines[1].facts["chance"] == "1/2"


@pytest.mark.rule("BY-MIL-01", "BY-BULG-04")
def test_militia_may_fight_bulgars_its_own_player_sent():
    """The book bars nobody's militia from an attack of the Bulgars: they are no army of the player who unleashed them."""
    game = table(
        2, dice=(6, 6, 1, 6, 1, 1, 1), bulgars=1, cities={"dyrrachium": "red"}, red={"byzantine": {**NO_ARMY, "militia": 2}}
    )
    play(game, "unleashbulgars dyrrachium", "take pool")
    assert (asked(game), game.deciders) == ("OfferMilitia", (RED,))
    events = play(game, "usemilitia")
    assert [(roll.seat, roll.purpose) for roll in happened(events, Rolled)][1] == (RED, "defence_militia")
    assert game.realm(RED, "byzantine").militia == 0
    assert happened(events, BattleWon)


@pytest.mark.rule("BY-CONST-02")
def test_an_emperor_who_sends_the_bulgars_to_constantinople_may_defend_it():
    game = table(
        2, dice=(1,) * 9, bulgars=9, cities={"adrianople": ORANGE}, boxes={"emperor": "red"}, red={"byzantine": {"militia": 2}}
    )
    play(game, "unleashbulgars constantinople", "take pool")
    assert (asked(game), game.deciders) == ("OfferMilitia", (RED,))


@pytest.mark.rule("BY-BULG-04")
def test_the_odds_of_ones_own_bulgars_count_ones_own_militia():
    game = table(2, bulgars=3, cities={"dyrrachium": "red"}, red={"byzantine": {**NO_ARMY, "militia": 2}})
    cases = [line.facts.get("against") for line in game.decision.preview(game, RED, order("unleashbulgars dyrrachium"))]
    assert cases == [None, "siege", "militia"]
