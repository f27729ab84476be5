"""F. Battles, militia, sieges and Constantinople."""

import pytest

from marchland.games.byzantium.rules.combat.armies import CubesLost, Force, battle_dice, strength
from marchland.games.byzantium.rules.combat.combat import BattleLost, BattleWon, MilitiaCalled, SiegeFailed
from marchland.games.byzantium.rules.combat.conquest import CityTaken, ConstantinopleFell
from marchland.games.byzantium.rules.cubes import ArmyDestroyed
from marchland.games.byzantium.title import TITLE
from marchland.kernel.events import Rolled
from marchland.kernel.testing import check_illegal

from .table import BLUE, RED, YELLOW, asked, happened, menu, order, play, table

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}
TABUK = {"arab": {**NO_ARMY, "main": 6, "move": 3, "at": "tabuk"}}


def rolls(events):
    return [(event.seat, event.purpose, len(event.values)) for event in happened(events, Rolled)]


@pytest.mark.rule("BY-BAT-01")
@pytest.mark.parametrize(
    ("elite", "main", "guard", "dice"), [(0, 2, False, 2), (0, 9, False, 3), (2, 9, False, 5), (1, 3, True, 5), (0, 0, False, 0)]
)
def test_main_army_gives_three_dice_at_most_and_elite_one_each(elite, main, guard, dice):
    boxes = {"caliph": "red"} if guard else {}
    game = table(2, boxes=boxes, red={"arab": {**NO_ARMY, "elite": elite, "main": main, "move": 4}})
    assert battle_dice(game, Force("army", "arab", RED)) == dice


@pytest.mark.rule("BY-BAT-02")
def test_the_attacker_loses_first_and_then_the_defender_chooses():
    game = table(
        2,
        dice=(4, 3, 5, 6, 1, 1, 1, 1),
        red={"arab": {**TABUK["arab"], "elite": 1}},
        yellow={"byzantine": {**NO_ARMY, "elite": 1, "main": 1, "move": 2, "at": "jerusalem"}},
    )
    play(game, "march arab jerusalem", "stand")
    assert (asked(game), game.deciders) == ("ChooseLoss", (YELLOW,)), "the attacker took no hit"
    before = game.players[YELLOW].casualties
    play(game, "lose byzantine-move", "lose byzantine-move")
    events = play(game, "lose byzantine-main")
    assert game.players[YELLOW].casualties == before + 3
    assert happened(events, CubesLost)[0].slot == "byzantine-main"
    both = table(2, dice=(6, 1, 1, 6), red=TABUK, yellow={"byzantine": {**NO_ARMY, "main": 1, "move": 1, "at": "jerusalem"}})
    play(both, "march arab jerusalem", "stand")
    assert both.deciders == (RED,)
    play(both, "lose arab-move")
    assert both.deciders == (YELLOW,)


@pytest.mark.rule("BY-BAT-03")
def test_move_cubes_do_not_count_and_ties_go_to_the_defender():
    game = table(
        2,
        dice=(1, 1, 1, 1),
        red={"arab": {**NO_ARMY, "main": 2, "move": 9, "at": "tabuk"}},
        yellow={"byzantine": {**NO_ARMY, "main": 2, "at": "jerusalem"}},
    )
    events = play(game, "march arab jerusalem", "stand")
    (lost,) = happened(events, BattleLost)
    assert (lost.attack, lost.defence) == (2, 2)
    assert game.realm(RED, "arab").at == "tabuk"
    assert strength(game, Force("bulgars", "bulgar")) == 7
    assert strength(game, Force("militia", "byzantine", RED)) == 2


@pytest.mark.rule("BY-BAT-04", "BY-SIEGE-03")
def test_a_won_battle_is_followed_by_flight_and_siege():
    game = table(2, dice=(1, 1, 1, 1, 1, 1), red=TABUK, yellow={"byzantine": {**NO_ARMY, "main": 1, "at": "jerusalem"}})
    events = play(game, "march arab jerusalem", "stand", "fleeto damascus")
    assert happened(events, BattleWon)
    assert [purpose for _, purpose, _ in rolls(events)] == ["attack", "defence_army", "siege"]
    assert happened(events, CityTaken)


@pytest.mark.rule("BY-BAT-05")
def test_several_defenders_are_fought_in_the_attackers_order():
    army = {"byzantine": {**NO_ARMY, "main": 1, "at": "jerusalem"}}
    game = table(3, dice=(1,) * 10, red=TABUK, yellow=army, blue=army)
    play(game, "march arab jerusalem", (YELLOW, "stand"), (BLUE, "stand"))
    assert (asked(game), game.deciders, menu(game)) == ("ChooseOpponent", (RED,), {"face 1", "face 2"})
    assert TITLE.view(game, None).combat.city == "jerusalem"
    play(game, "face 2", (BLUE, "fleeto damascus"))
    assert asked(game) == "ChooseRefuge", "the last opponent is met without asking"
    play(game, (YELLOW, "fleeto alexandria"))
    assert game.cities["jerusalem"].side == "arab"


@pytest.mark.rule("BY-BAT-05", "BY-BAT-04")
def test_one_lost_battle_ends_the_attack():
    game = table(
        3,
        dice=(1,) * 6,
        red=TABUK,
        yellow={"byzantine": {**NO_ARMY, "main": 8, "at": "jerusalem"}},
        blue={"byzantine": {**NO_ARMY, "main": 1, "at": "jerusalem"}},
    )
    events = play(game, "march arab jerusalem", (YELLOW, "stand"), (BLUE, "stand"), "face 1")
    assert len(happened(events, BattleLost)) == 1
    assert game.realm(BLUE, "byzantine").at == "jerusalem"
    assert game.realm(RED, "arab").at == "tabuk"


@pytest.mark.rule("BY-BAT-06")
def test_an_emptied_defender_is_removed_even_if_it_won():
    game = table(
        2,
        dice=(6, 6),
        red={"arab": {**NO_ARMY, "elite": 1, "move": 3, "at": "tabuk"}},
        yellow={"byzantine": {**NO_ARMY, "main": 1, "at": "jerusalem"}},
    )
    events = play(game, "march arab jerusalem", "stand", "lose arab-elite")
    assert [event.seat for event in happened(events, ArmyDestroyed)] == [YELLOW]
    (lost,) = happened(events, BattleLost)
    assert (lost.attack, lost.defence) == (0, 0)
    assert game.realm(RED, "arab").at == "tabuk"


@pytest.mark.rule("BY-MIL-01")
def test_only_the_controller_with_cubes_is_asked_for_militia_of_the_citys_side():
    game = table(2, dice=(1,) * 7, cities={"jerusalem": "yellow"}, red=TABUK)
    play(game, "march arab jerusalem")
    assert (asked(game), game.deciders) == ("OfferMilitia", (YELLOW,))
    events = play(game, "usemilitia")
    assert happened(events, MilitiaCalled)
    assert rolls(events)[1] == (YELLOW, "defence_militia", 2)
    none = table(
        2, dice=(1,) * 2, cities={"jerusalem": "yellow"}, red=TABUK, yellow={"byzantine": {"militia": 0}, "arab": {"militia": 4}}
    )
    play(none, "march arab jerusalem")
    assert asked(none) == "PayCube"


@pytest.mark.rule("BY-MIL-02")
def test_militia_rolls_three_dice_at_most_loses_militia_and_wins_ties():
    game = table(
        2,
        dice=(6, 1, 1, 1, 1, 1),
        cities={"jerusalem": "yellow"},
        red={"arab": {**NO_ARMY, "main": 4, "move": 1, "at": "tabuk"}},
        yellow={"byzantine": {**NO_ARMY, "elite": 3, "militia": 5}},
    )
    events = play(game, "march arab jerusalem", "usemilitia")
    assert rolls(events) == [(RED, "attack", 3), (YELLOW, "defence_militia", 3)]
    (lost,) = happened(events, BattleLost)
    assert (lost.attack, lost.defence) == (4, 4)
    assert (game.realm(YELLOW, "byzantine").militia, game.realm(YELLOW, "byzantine").elite) == (4, 3)


@pytest.mark.rule("BY-MIL-03")
def test_no_militia_after_the_controllers_own_army_fought():
    army = {"byzantine": {**NO_ARMY, "main": 1, "militia": 3, "at": "jerusalem"}}
    game = table(2, dice=(1,) * 6, cities={"jerusalem": "yellow"}, red=TABUK, yellow=army)
    play(game, "march arab jerusalem", "stand", "fleeto damascus")
    assert asked(game) == "PayCube", "straight to the siege"
    fled = table(2, dice=(1,) * 6, cities={"jerusalem": "yellow"}, red=TABUK, yellow=army)
    play(fled, "march arab jerusalem", "flee", "fleeto damascus")
    assert asked(fled) == "OfferMilitia"


@pytest.mark.rule("BY-MIL-03")
def test_militia_may_defend_after_another_players_army_was_beaten():
    game = table(
        3, dice=(1,) * 9, cities={"jerusalem": "yellow"}, red=TABUK, blue={"byzantine": {**NO_ARMY, "main": 1, "at": "jerusalem"}}
    )
    play(game, "march arab jerusalem", (BLUE, "stand"), (BLUE, "fleeto damascus"))
    assert (asked(game), game.deciders) == ("OfferMilitia", (YELLOW,))


@pytest.mark.rule("BY-MIL-04")
def test_beaten_militia_keeps_its_cubes_and_the_siege_follows():
    game = table(2, dice=(6, 1, 1, 1, 1, 1, 1), cities={"jerusalem": "yellow"}, red=TABUK)
    events = play(game, "march arab jerusalem", "usemilitia")
    assert game.realm(YELLOW, "byzantine").militia == 1
    assert rolls(events)[-1] == (YELLOW, "siege", 2)
    assert happened(events, CityTaken)


@pytest.mark.rule("BY-MIL-05")
@pytest.mark.parametrize(
    ("at", "to", "cities", "dice"),
    [
        ("medina", "hira", {}, 2),
        ("tabuk", "jerusalem", {}, 2),
        ("candia", "athens", {"candia": {"side": "arab", "tokens": 1}, "athens": {"side": "bulgar", "tokens": 1}}, 1),
    ],
)
def test_persian_free_and_bulgar_cities_have_no_militia(at, to, cities, dice):
    game = table(2, bulgars=0, dice=(1,) * dice, cities=cities, red={"arab": {**NO_ARMY, "main": 6, "move": 3, "at": at}})
    events = play(game, f"march arab {to}")
    assert rolls(events) == [(YELLOW, "siege", dice)]


@pytest.mark.rule("BY-SIEGE-01")
def test_the_city_rolls_its_tokens_or_value_and_the_owner_takes_cubes_off():
    game = table(2, dice=(4, 1), red=TABUK)
    events = play(game, "march arab jerusalem")
    assert rolls(events) == [(YELLOW, "siege", 2)]
    assert menu(game) == {"lose arab-main", "lose arab-move"}
    fortified = table(
        3,
        dice=(1, 1, 1),
        cities={"jerusalem": {"control": "blue", "fortified": True}},
        red=TABUK,
        blue={"byzantine": {"militia": 0}},
    )
    assert rolls(play(fortified, "march arab jerusalem")) == [(BLUE, "siege", 3)]


@pytest.mark.rule("BY-SIEGE-02", "BY-FORT-02")
@pytest.mark.parametrize(("main", "taken"), [(3, False), (4, True)])
def test_only_a_strength_above_the_citys_takes_it(main, taken):
    game = table(
        2,
        dice=(1, 1, 1),
        cities={"jerusalem": {"control": "yellow", "fortified": True}},
        red={"arab": {**NO_ARMY, "main": main, "move": 3, "at": "tabuk"}},
        yellow={"byzantine": {"militia": 0}},
    )
    events = play(game, "march arab jerusalem")
    assert bool(happened(events, CityTaken)) == taken
    assert bool(happened(events, SiegeFailed)) != taken


@pytest.mark.rule("BY-CONST-01")
def test_each_hit_before_constantinople_takes_two_cubes():
    game = table(
        2,
        dice=(6, 1, 1, 1, 1),
        cities={"adrianople": {"side": "arab", "tokens": 1}},
        red={"arab": {**NO_ARMY, "main": 7, "move": 2, "at": "adrianople"}},
    )
    events = play(game, "march arab constantinople")
    assert rolls(events) == [(YELLOW, "siege", 5)]
    play(game, "lose arab-main")
    events = play(game, "lose arab-main")
    assert happened(events, SiegeFailed)[0].attack == 5
    assert game.realm(RED, "arab").at == "adrianople"


@pytest.mark.rule("BY-CONST-02")
def test_only_the_emperors_militia_and_the_pawns_there_defend_constantinople():
    cities = {"adrianople": {"side": "arab", "tokens": 1}}
    red = {"arab": {**NO_ARMY, "main": 9, "move": 2, "at": "adrianople"}}
    game = table(3, dice=(1,) * 10, cities=cities, boxes={"emperor": "blue"}, red=red)
    play(game, "march arab constantinople")
    assert (asked(game), game.deciders) == ("OfferMilitia", (BLUE,))
    nobody = table(3, dice=(1,) * 5, cities=cities, red=red)
    assert happened(play(nobody, "march arab constantinople"), ConstantinopleFell)
    himself = table(3, dice=(1,) * 5, cities=cities, boxes={"emperor": "red"}, red=red)
    assert happened(play(himself, "march arab constantinople"), ConstantinopleFell)
    pawn = table(3, cities=cities, red=red, yellow={"byzantine": {"at": "constantinople"}})
    play(pawn, "march arab constantinople")
    assert (asked(pawn), pawn.deciders) == ("OfferFlight", (YELLOW,))


@pytest.mark.rule("BY-CONST-03")
def test_constantinople_is_friendly_to_byzantines_and_nobodys():
    game = table(2, red={"byzantine": {"at": "nicea", "move": 5}})
    play(game, "march byzantine constantinople")
    assert "declarecivilwar byzantine" not in menu(game)
    check_illegal(game, RED, order("declarecivilwar byzantine"), "BY-CIV-03")
    play(game, "stop")
    assert TITLE.view(game, None).cities["constantinople"].controller is None
    assert TITLE.view(game, None).players[RED].byzantine.income == 0


@pytest.mark.rule("BY-CONST-04")
def test_the_fall_of_constantinople_ends_the_game_and_arab_points_decide():
    game = table(
        3,
        dice=(1,) * 5,
        cities={"adrianople": {"side": "arab", "tokens": 1, "control": "red"}, "mecca": "yellow"},
        red={"arab": {**NO_ARMY, "main": 9, "move": 2, "at": "adrianople", "points": 12}, "byzantine": {"points": 5}},
        yellow={"arab": {"points": 18}, "byzantine": {"points": 60}},
        blue={"arab": {"points": 16}},
    )
    events = play(game, "march arab constantinople")
    assert happened(events, ConstantinopleFell)[0].points == 5
    assert game.is_over
    outcome = TITLE.outcome(game)
    assert outcome.scores == (17, 18, 16), "cities are not scored"
    assert (outcome.winners, outcome.reason) == ((YELLOW,), "constantinople_fell")


@pytest.mark.rule("BY-DEST-01", "BY-BAT-06")
def test_an_attacker_emptied_in_the_siege_is_removed():
    game = table(2, dice=(6, 6), red={"arab": {**NO_ARMY, "main": 1, "move": 2, "at": "tabuk"}})
    events = play(game, "march arab jerusalem")
    assert happened(events, ArmyDestroyed)[0].seat == RED
    assert happened(events, SiegeFailed)
    assert game.realm(RED, "arab").at is None


def test_the_running_battle_is_on_view():
    game = table(2, dice=(6, 6, 1, 6), red=TABUK, yellow={"byzantine": {**NO_ARMY, "main": 1, "move": 2, "at": "jerusalem"}})
    play(game, "march arab jerusalem", "stand")
    combat = TITLE.view(game, None).combat
    assert (combat.seat, combat.side, combat.city, combat.origin) == (RED, "arab", "jerusalem", "tabuk")
    assert (combat.hits_taken, combat.hits_dealt) == (1, 2)
    assert (combat.attacker.strength, combat.defender.seat, combat.walls) == (6, YELLOW, 2)
    assert game.realm(RED, "arab").at == "jerusalem"
