"""F. Entry, links, prices and fleets."""

import pytest

from marchland.games.byzantium.rules.combat.combat import AttackDeclared
from marchland.games.byzantium.rules.cubes import ArmyDestroyed
from marchland.games.byzantium.rules.movement.movement import ArmyMoved, CampaignEnded, CrossingGivenUp
from marchland.games.byzantium.rules.movement.routes import link_price, march_price
from marchland.games.byzantium.tables import ARAB
from marchland.games.byzantium.title import TITLE
from marchland.games.byzantium.world import COAST
from marchland.kernel.events import Rolled
from marchland.kernel.testing import check_illegal

from .table import RED, YELLOW, asked, happened, menu, order, play, table, why

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}
EGYPT = {"alexandria": {"side": "arab", "tokens": 2}, "candia": {"side": "arab", "tokens": 1}}


def sailor(dice=(), fleet="yellow", move=4, boxes=None, **army):
    """Red's Arab army in Alexandria, about to sail to Arab Candia; another player has the Byzantine fleet."""
    held = {"fleet_byzantine": fleet} if fleet else {}
    realm = {**NO_ARMY, "main": 3, "move": move, "at": "alexandria", **army}
    return table(3, dice=dice, cities=EGYPT, boxes={**held, **(boxes or {})}, red={"arab": realm})


@pytest.mark.rule("BY-MOVE-01")
def test_a_link_costs_one_move_cube_and_no_bezants():
    game = table(2, red={"byzantine": {"at": "ankara"}})
    before = game.players[RED].casualties
    events = play(game, "march byzantine nicea", "stop")
    assert happened(events, ArmyMoved)[0].cubes == 1
    assert game.players[RED].casualties == before + 1
    assert (game.realm(RED, "byzantine").move, game.realm(RED, "byzantine").treasury) == (1, 15)
    assert check_illegal(game, YELLOW, order("march byzantine nicea"), "BY-ENTRY-02")
    far = table(2, red={"byzantine": {"at": "ankara"}})
    assert check_illegal(far, RED, order("march byzantine athens"), "BY-MOVE-01").facts == {"city": "ankara", "to": "athens"}


@pytest.mark.rule("BY-MOVE-02")
def test_a_second_link_costs_one_more_and_there_is_no_third():
    game = table(2, red={"byzantine": {"at": "ankara", "move": 9}})
    play(game, "march byzantine nicea")
    lines = game.decision.preview(game, RED, order("march byzantine smyrna"))
    assert [(line.rule, line.amount) for line in lines] == [("BY-MOVE-01", -1), ("BY-MOVE-02", -1)]
    play(game, "march byzantine smyrna")
    assert game.realm(RED, "byzantine").move == 6
    assert menu(game) == {"stop", "declarecivilwar byzantine"}
    assert check_illegal(game, RED, order("march byzantine nicea"), "BY-MOVE-02").facts == {"limit": 2}
    assert why(game, "nicea") == ["BY-MOVE-02"]


@pytest.mark.rule("BY-MOVE-03")
def test_a_second_link_needs_a_friendly_city():
    game = table(2, red={"byzantine": {"at": "edessa", "move": 5}}, dice=(1, 1))
    play(game, "march byzantine palmyra")
    assert "march byzantine damascus" in menu(game)
    war = table(2, dice=(1, 1), red={"byzantine": {"at": "edessa", "move": 5}})
    play(war, "march byzantine nisibis", "take pool")
    assert war.deciders == (YELLOW,)


@pytest.mark.rule("BY-MOVE-04")
def test_deserts_are_for_arabs_and_seas_for_both():
    game = table(2, red={"byzantine": {"at": "damascus"}, "arab": {"at": "tabuk"}})
    assert check_illegal(game, RED, order("march byzantine tabuk"), "BY-MOVE-04").facts == {"city": "damascus", "to": "tabuk"}
    assert {"march arab jerusalem", "march arab medina", "march byzantine palmyra"} <= menu(game)
    at_sea = table(2, red={"byzantine": {"at": "antioch"}})
    assert "march byzantine salamis" in menu(at_sea)


@pytest.mark.rule("BY-MOVE-05")
def test_the_sea_costs_byzantines_one_and_arabs_two_or_four():
    game = table(2, cities={**EGYPT, "nicea": {"side": "arab", "tokens": 1}}, red={"arab": {"at": "alexandria", "move": 9}})
    assert link_price(game, RED, ARAB, "candia") == 2
    assert link_price(game, RED, ARAB, "candia", doubled=True) == 4
    strait = table(2, cities={"nicea": {"side": "arab", "tokens": 1}}, red={"arab": {"at": "nicea", "move": 9}})
    assert link_price(strait, RED, ARAB, "constantinople") == 4
    assert link_price(strait, RED, ARAB, "constantinople", doubled=True) == 8
    greek = table(2, red={"byzantine": {"at": "nicea"}})
    assert link_price(greek, RED, "byzantine", "constantinople") == 1


@pytest.mark.rule("BY-MOVE-05", "BY-FLEET-04")
def test_with_the_arab_fleet_the_strait_costs_two_and_four():
    game = table(
        2, boxes={"fleet_arab": "red"}, cities={"nicea": {"side": "arab", "tokens": 1}}, red={"arab": {"at": "nicea", "move": 9}}
    )
    assert link_price(game, RED, ARAB, "constantinople") == 2
    assert link_price(game, RED, ARAB, "constantinople", doubled=True) == 4
    assert march_price(game, RED, ARAB, "constantinople", links=2, doubled=True) == 5, "the surcharge is never doubled"
    lines = game.decision.preview(game, RED, order("march arab constantinople"))
    assert [(line.rule, line.amount) for line in lines[:2]] == [("BY-MOVE-05", -4), ("BY-FLEET-04", 2)]


@pytest.mark.rule("BY-MOVE-06")
def test_from_constantinople_every_coast_is_one_cube_away():
    game = table(2, red={"byzantine": {"at": "constantinople"}})
    reached = {text.split()[2] for text in menu(game) if text.startswith("march")}
    assert reached == {city for city in COAST if city != "constantinople"} | {"adrianople"}
    events = play(game, "march byzantine alexandria", "stop")
    assert happened(events, ArmyMoved)[0].cubes == 1
    back = table(2, red={"byzantine": {"at": "alexandria"}})
    check_illegal(back, RED, order("march byzantine constantinople"), "BY-MOVE-06")


@pytest.mark.rule("BY-MOVE-06", "BY-FLEE-06")
def test_a_beaten_leap_goes_back_to_constantinople():
    game = table(
        2,
        dice=(1, 1, 1),
        cities={"alexandria": {"side": "arab", "tokens": 3}},
        red={"byzantine": {**NO_ARMY, "main": 2, "move": 2, "at": "constantinople"}},
    )
    play(game, "march byzantine alexandria")
    assert game.realm(RED, "byzantine").at == "constantinople"


@pytest.mark.rule("BY-MOVE-07")
def test_friendly_cities_are_entered_in_peace_and_others_attacked():
    game = table(2, cities={"nicea": "yellow"}, red={"byzantine": {"at": "ankara"}})
    events = play(game, "march byzantine nicea", "stop")
    assert happened(events, AttackDeclared) == []
    assert happened(events, CampaignEnded)[0].city == "nicea"
    war = table(2, dice=(1, 1), cities={"nicea": {"side": "arab", "tokens": 2}}, red={"byzantine": {"at": "ankara"}})
    assert happened(play(war, "march byzantine nicea"), AttackDeclared)[0].city == "nicea"


@pytest.mark.rule("BY-MOVE-08")
def test_nobody_attacks_himself():
    mine = table(2, cities={"damascus": "red"}, red={"arab": {"at": "tabuk"}})
    assert check_illegal(mine, RED, order("march arab damascus"), "BY-MOVE-08").facts == {"to": "damascus"}
    pawn = table(2, red={"arab": {"at": "tabuk"}, "byzantine": {"at": "damascus"}})
    check_illegal(pawn, RED, order("march arab damascus"), "BY-MOVE-08")
    other = table(2, cities={"damascus": "yellow"}, red={"arab": {"at": "tabuk"}})
    assert "march arab damascus" in menu(other)


@pytest.mark.rule("BY-MOVE-09")
def test_too_few_move_cubes_and_the_last_cube():
    game = table(2, cities=EGYPT, red={"arab": {"at": "alexandria", "move": 1}})
    assert check_illegal(game, RED, order("march arab candia"), "BY-MOVE-09").facts == {"need": 2, "have": 1}
    last = table(2, red={"arab": {**NO_ARMY, "move": 1, "at": "mecca"}})
    events = play(last, "march arab medina")
    assert happened(events, ArmyDestroyed)[0].city == "mecca"
    assert last.realm(RED, "arab").at is None
    assert last.deciders == (YELLOW,)


@pytest.mark.rule("BY-MOVE-09")
@pytest.mark.parametrize(("army", "lost"), [({"move": 1}, True), ({"move": 2}, False), ({"move": 1, "main": 1}, False)])
def test_a_march_that_spends_the_last_field_cube_says_so_beforehand(army, lost):
    game = table(2, cities={"jerusalem": "yellow"}, red={"arab": {**NO_ARMY, "at": "tabuk", **army}})
    units = [line.unit for line in game.decision.preview(game, RED, order("march arab jerusalem"))]
    assert ("risk_cubes_left" in units, any(unit.startswith("percent") for unit in units)) == (lost, not lost)


@pytest.mark.rule("BY-FLEET-01", "BY-FLEET-02", "BY-FLEET-03")
def test_a_crossing_shows_what_a_rivals_fleet_may_ask_and_roll():
    def risks(game, action="march arab candia"):
        return {
            line.unit: (line.rule, line.amount, line.facts)
            for line in game.decision.preview(game, RED, order(action))
            if line.is_risk
        }

    assert risks(sailor()) == {
        "risk_fleet_surcharge": ("BY-FLEET-01", 2, {}),
        "risk_fleet_dice": ("BY-FLEET-02", 2, {"doubled": 4}),
    }
    halved = risks(sailor(boxes={"fleet_arab": "red"}))
    assert [halved[unit][1] for unit in ("risk_fleet_surcharge", "risk_fleet_dice")] == [1, 1]
    assert risks(sailor(fleet=None)) == risks(sailor(fleet="red")) == {}
    assert risks(table(2, boxes={"fleet_byzantine": "yellow"}, red={"arab": {"at": "mecca"}}), "march arab medina") == {}


@pytest.mark.rule("BY-MOVE-10")
def test_one_pawn_per_action():
    game = table(2, red={"byzantine": {"at": "ankara", "move": 9}, "arab": {"at": "mecca"}})
    play(game, "march byzantine nicea")
    check_illegal(game, RED, order("march arab medina"), "BY-MOVE-10")


@pytest.mark.rule("BY-ENTRY-01")
def test_an_army_enters_any_friendly_city_free_and_may_stay_or_move():
    game = table(2, cities={"mecca": "yellow"})
    assert {"enter arab mecca", "enter arab medina", "enter arab tabuk"} <= menu(game)
    assert check_illegal(game, RED, order("enter arab athens"), "BY-ENTRY-01").facts == {"city": "athens"}
    play(game, "enter arab mecca")
    assert {"stop", "march arab medina"} <= menu(game)
    play(game, "stop")
    assert game.realm(RED, "arab").at == "mecca"
    assert game.realm(RED, "arab").move == 3


@pytest.mark.rule("BY-ENTRY-01")
def test_a_destroyed_byzantine_army_comes_back_even_at_constantinople():
    game = table(2, cities={"nicea": "red"})
    assert {"enter byzantine constantinople", "enter byzantine nicea"} <= menu(game)


@pytest.mark.rule("BY-ENTRY-02")
def test_entry_needs_a_field_cube_and_happens_once():
    game = table(2, red={"arab": {**NO_ARMY, "militia": 4}})
    assert check_illegal(game, RED, order("enter arab mecca"), "BY-ENTRY-02").facts == {"side": "arab", "have": 0}
    out = table(2, red={"arab": {"at": "mecca"}})
    check_illegal(out, RED, order("enter arab medina"), "BY-ENTRY-02")
    guard = table(2, boxes={"caliph": "red"}, red={"arab": NO_ARMY})
    assert "enter arab mecca" in menu(guard)


@pytest.mark.rule("BY-ENTRY-03")
def test_the_byzantine_army_waits_for_the_first_control():
    game = table(2)
    check_illegal(game, RED, order("enter byzantine nicea"), "BY-ENTRY-03")
    assert why(game, "constantinople")[0] == "BY-ENTRY-03"


@pytest.mark.rule("BY-FLEET-01", "BY-FLEET-03")
def test_the_byzantine_fleet_doubles_or_not_before_payment():
    game = sailor()
    play(game, "march arab candia")
    assert game.deciders == (YELLOW,)
    assert game.realm(RED, "arab").move == 4, "nothing is paid yet"
    play(game, "letsail")
    assert asked(game) == "OfferFire"
    assert game.realm(RED, "arab").move == 2
    play(game, "holdfire", "stop")
    assert game.realm(RED, "arab").at == "candia"


@pytest.mark.rule("BY-FLEET-02")
def test_the_fleet_rolls_a_die_for_each_cube_paid_for_the_link():
    game = sailor(dice=(4, 5, 1, 1), move=5, elite=1)
    play(game, "march arab candia", "double", "paydouble")
    events = play(game, "openfire")
    (thrown,) = happened(events, Rolled)
    assert (thrown.seat, thrown.purpose, len(thrown.values)) == (YELLOW, "fleet", 4)
    assert menu(game) == {"lose arab-elite", "lose arab-main", "lose arab-move"}
    play(game, "lose arab-elite", "lose arab-move")
    assert game.realm(RED, "arab").at == "candia"


@pytest.mark.rule("BY-FLEET-02")
def test_the_surcharge_of_a_second_link_brings_no_die():
    game = table(
        2,
        dice=(1, 1),
        cities={**EGYPT, "jerusalem": {"side": "arab", "tokens": 1}},
        boxes={"fleet_byzantine": "yellow"},
        red={"arab": {"at": "jerusalem", "move": 9}},
    )
    play(game, "march arab alexandria", "march arab candia", "letsail")
    events = play(game, "openfire")
    assert len(happened(events, Rolled)[0].values) == 2
    assert game.realm(RED, "arab").move == 9 - 1 - 3


@pytest.mark.rule("BY-FLEET-03")
def test_the_fleet_leaves_its_holders_army_alone_and_works_after_passing():
    own = sailor(fleet="red")
    play(own, "march arab candia")
    assert asked(own) == "ContinueCampaign"
    passed = table(
        3, passed=["yellow"], cities=EGYPT, boxes={"fleet_byzantine": "yellow"}, red={"arab": {"at": "alexandria", "move": 4}}
    )
    play(passed, "march arab candia")
    assert (asked(passed), passed.deciders) == ("OfferDoubling", (YELLOW,))
    greek = table(2, boxes={"fleet_byzantine": "yellow"}, red={"byzantine": {"at": "alexandria"}})
    play(greek, "march byzantine candia")
    assert asked(greek) == "ContinueCampaign"


@pytest.mark.rule("BY-FLEET-05")
def test_a_doubled_mover_may_withdraw_and_choose_afresh():
    game = sailor()
    events = play(game, "march arab candia", "double", "withdraw")
    assert happened(events, CrossingGivenUp)[0].to == "candia"
    assert (asked(game), game.deciders) == ("ChooseAction", (RED,))
    assert game.realm(RED, "arab").move == 4
    assert "march arab candia" not in menu(game)
    assert check_illegal(game, RED, order("march arab candia"), "BY-FLEET-05").facts == {"to": "candia"}
    play(game, "pass")
    assert game.closed == ()


@pytest.mark.rule("BY-FLEET-05")
def test_a_mover_who_cannot_pay_double_withdraws_by_himself():
    game = sailor(move=3)
    play(game, "march arab candia", "double")
    assert asked(game) == "ChooseAction"
    assert game.closed == ("candia",)


@pytest.mark.rule("BY-FLEET-05")
def test_withdrawing_after_entry_keeps_the_entry_and_after_a_link_ends_the_action():
    entered = table(2, cities=EGYPT, boxes={"fleet_byzantine": "yellow"}, red={"arab": {"move": 4}})
    play(entered, "enter arab alexandria", "march arab candia", "double", "withdraw")
    assert asked(entered) == "ContinueCampaign"
    assert entered.realm(RED, "arab").at == "alexandria"
    assert "march arab candia" not in menu(entered)
    second = table(
        2,
        cities={**EGYPT, "jerusalem": {"side": "arab", "tokens": 1}},
        boxes={"fleet_byzantine": "yellow"},
        red={"arab": {"at": "jerusalem", "move": 9}},
    )
    play(second, "march arab alexandria", "march arab candia", "double", "withdraw")
    assert second.deciders == (YELLOW,)
    assert (second.realm(RED, "arab").at, second.realm(RED, "arab").move) == ("alexandria", 8)


@pytest.mark.rule("BY-FLEET-06")
def test_an_army_sunk_by_the_fleet_does_not_arrive():
    game = sailor(dice=(6, 6), main=0, move=4)
    events = play(game, "march arab candia", "letsail", "openfire")
    assert happened(events, ArmyDestroyed)[0].seat == RED
    assert game.realm(RED, "arab").at is None
    assert game.players[RED].arab.move == 0
    assert game.deciders == (YELLOW,)


@pytest.mark.rule("BY-FLEET-04")
def test_the_arab_fleet_halves_only_its_holders_price():
    mine = sailor(fleet=None, boxes={"fleet_arab": "red"})
    theirs = sailor(fleet=None, boxes={"fleet_arab": "yellow"})
    assert [link_price(game, RED, ARAB, "candia") for game in (mine, theirs)] == [1, 2]


def test_a_march_into_battle_shows_its_odds():
    game = table(2, red={"arab": {"at": "tabuk", "move": 3}})
    lines = game.decision.preview(game, RED, order("march arab damascus"))
    assert [(line.rule, line.amount, line.unit) for line in lines] == [
        ("BY-MOVE-01", -1, "move_cubes"),
        ("BY-SIEGE-02", 88, "percent_siege"),
    ]
    assert lines[1].facts["chance"] == "7/8"
    said = TITLE.phrases.measure(lines[1].unit, lines[1].amount, "fr", lines[1].facts)
    assert said == "88 % contre la cité seule\u00a0; environ 2 cubes perdus"
