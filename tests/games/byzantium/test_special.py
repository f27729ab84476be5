"""C. Special actions: boxes, growth, Emperor, Caliph, fortification."""

import pytest

from marchland.games.byzantium.rules.combat.armies import Force, battle_dice, strength
from marchland.games.byzantium.rules.cubes import ArmyDestroyed
from marchland.games.byzantium.rules.special.special import RoleTaken
from marchland.games.byzantium.tables import CONFIG
from marchland.games.byzantium.title import TITLE
from marchland.kernel.testing import check_illegal

from .table import BLUE, RED, YELLOW, asked, happened, menu, order, play, table, why

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}


@pytest.mark.rule("BY-SPEC-01")
def test_an_occupied_box_is_closed_for_the_turn():
    game = table(2)
    play(game, "claim emperor", "take pool")
    refusal = check_illegal(game, YELLOW, order("claim emperor"), "BY-SPEC-01")
    assert refusal.facts == {"box": "emperor", "have": 1}
    assert why(game, "box:emperor") == ["BY-SPEC-01"]
    assert why(game, "box:caliph") == []


@pytest.mark.rule("BY-SPEC-01")
def test_what_was_worked_out_from_the_boxes_is_forgotten_when_they_change():
    game = table(2)
    assert "claim fleet_arab" in menu(game)
    game.change_box("fleet_arab", (RED,))
    assert "claim fleet_arab" not in menu(game)
    assert "claim fleet_byzantine" in menu(game)
    game.change_box("fleet_arab", ())
    assert "claim fleet_arab" in menu(game)


def test_the_audit_finds_claims_that_are_out_of_date():
    game = table(2)
    game.options()
    game.change(RED, pool=game.players[RED].pool - 1)
    game.boxes["fleet_arab"] = (RED,)
    with pytest.raises(AssertionError, match=r"by_boxes is out of date: \['open_claims'\]"):
        TITLE.audit(game)


@pytest.mark.rule("BY-SPEC-01")
def test_a_special_action_costs_a_cube_on_its_box():
    game = table(2)
    play(game, "claim fleet_arab", "take arab-militia arab")
    assert game.boxes["fleet_arab"] == (RED,)
    assert game.realm(RED, "arab").militia == 0


@pytest.mark.rule("BY-SPEC-02")
@pytest.mark.parametrize(
    ("box", "side"), [("emperor", "byzantine"), ("caliph", "arab"), ("fleet_byzantine", "byzantine"), ("fleet_arab", "arab")]
)
def test_the_colour_of_a_box_says_who_pays(box, side):
    game = table(2)
    play(game, f"claim {box}")
    assert {text.split()[2] for text in menu(game)} == {"free", side}
    other = {"byzantine": "arab", "arab": "byzantine"}[side]
    assert check_illegal(game, RED, order(f"take casualties {other}"), "BY-SPEC-02").facts == {"side": side}


@pytest.mark.rule("BY-SPEC-02")
@pytest.mark.parametrize(("city", "side"), [("athens", "byzantine"), ("mecca", "arab")])
def test_a_fortification_is_paid_by_the_citys_side(city, side):
    game = table(2, cities={city: "red"})
    play(game, f"fortify {city}")
    assert {text.split()[2] for text in menu(game)} == {"free", side}


@pytest.mark.rule("BY-SPEC-03")
def test_one_player_may_fill_several_boxes():
    game = table(2, cities={"athens": "red", "nicea": "red"})
    play(game, "fortify athens", "take pool", "claim emperor", "take pool", "fortify nicea", "take pool")
    assert game.boxes["fortification"] == (RED, RED)
    assert game.players[RED].fortifications == 0


@pytest.mark.rule("BY-SPEC-04")
def test_a_box_without_effect_may_not_be_taken():
    full = {city: {"tokens": 3} for city in ("mecca", "medina", "tabuk")}
    game = table(2, cities=full)
    check_illegal(game, RED, order("develop arab"), "BY-SPEC-04")
    assert "develop byzantine" in menu(game)
    assert not any(text.startswith("fortify") for text in menu(game))
    check_illegal(game, RED, order("declarecivilwar arab"), "BY-CIV-01")


@pytest.mark.rule("BY-GROW-01")
def test_any_city_of_the_colour_grows_to_three_and_scores_nothing():
    game = table(2, cities={"athens": "yellow", "damascus": "red"})
    play(game, "develop byzantine")
    assert {"grow athens", "grow nicea"} <= menu(game)
    refusal = check_illegal(game, RED, order("grow damascus"), "BY-GROW-01")
    assert (refusal.facts["have"], refusal.facts["limit"]) == (3, 3)
    check_illegal(game, RED, order("grow mecca"), "BY-GROW-01")
    play(game, "grow athens", "take pool")
    assert game.cities["athens"].tokens == 3
    assert [game.realm(seat, "byzantine").points for seat in (RED, YELLOW)] == [10, 10]
    assert [CONFIG.boxes[box] for box in ("growth_byzantine", "growth_arab")] == [3, 3]


@pytest.mark.rule("BY-GROW-02")
@pytest.mark.parametrize("city", ["constantinople", "baghdad", "athens"])
def test_constantinople_persian_and_bulgar_cities_do_not_grow(city):
    game = table(2, cities={"athens": {"side": "bulgar", "tokens": 1}})
    play(game, "develop byzantine")
    check_illegal(game, RED, order(f"grow {city}"), "BY-GROW-02")
    assert why(game, city) == ["BY-GROW-02"]


@pytest.mark.rule("BY-EMP-01")
@pytest.mark.parametrize(("role", "side"), [("emperor", "byzantine"), ("caliph", "arab")])
def test_a_role_brings_a_guard_and_two_points(role, side):
    game = table(2)
    events = play(game, f"claim {role}", "take pool")
    assert happened(events, RoleTaken)[0].points == 2
    assert game.realm(RED, side).points == 12
    assert game.realm(RED, side).guard
    assert getattr(TITLE.view(game, None), role) == RED


@pytest.mark.rule("BY-EMP-02")
def test_a_guard_fights_but_is_no_cube():
    game = table(2, boxes={"emperor": "red"}, red={"byzantine": {**NO_ARMY, "main": 2}})
    army = Force("army", "byzantine", RED)
    assert (battle_dice(game, army), strength(game, army)) == (3, 3)
    assert TITLE.view(game, None).players[RED].byzantine.upkeep == 2
    play(game, "takecontrol athens")
    assert not any("elite" in text or "guard" in text for text in menu(game) if "byzantine-" in text)


@pytest.mark.rule("BY-EMP-03")
def test_a_guard_is_lost_last_and_the_role_stays():
    battle = {"boxes": {"emperor": "yellow"}, "cities": {"athens": {"side": "arab", "tokens": 2}}}
    game = table(
        2,
        dice=(6, 6, 6, 1, 1),
        **battle,
        red={"arab": {**NO_ARMY, "main": 6, "move": 3, "at": "athens"}},
        yellow={"byzantine": {**NO_ARMY, "main": 1, "move": 3, "at": "candia"}},
    )
    play(game, "march arab candia", "stand")
    assert asked(game) == "ChooseLoss"
    assert menu(game) == {"lose byzantine-main", "lose byzantine-move"}
    assert check_illegal(game, YELLOW, order("lose byzantine-guard"), "BY-EMP-03").facts == {"have": 4}
    doomed = table(
        2,
        dice=(6, 6, 6, 1, 1, 1),
        **battle,
        red={"arab": {**NO_ARMY, "main": 6, "move": 3, "at": "athens"}},
        yellow={"byzantine": {**NO_ARMY, "main": 1, "move": 1, "at": "candia"}},
    )
    events = play(doomed, "march arab candia", "stand")
    assert [event.seat for event in happened(events, ArmyDestroyed)] == [YELLOW]
    assert not doomed.realm(YELLOW, "byzantine").guard
    assert TITLE.view(doomed, None).emperor == YELLOW


@pytest.mark.rule("BY-EMP-04")
def test_guards_and_roles_end_with_the_turn():
    game = table(
        2,
        act="red",
        passed=["yellow"],
        boxes={"caliph": "red"},
        red={"arab": {**NO_ARMY, "at": "mecca"}, "byzantine": {"treasury": 20}},
        yellow={"arab": {"treasury": 20}},
    )
    events = play(game, "pass")
    assert [event.city for event in happened(events, ArmyDestroyed)] == ["mecca"]
    assert TITLE.view(game, None).caliph is None
    assert not game.realm(RED, "arab").guard


@pytest.mark.rule("BY-FORT-01")
def test_a_fortification_replaces_the_control_cube():
    game = table(2, cities={"mecca": "red", "athens": "yellow"})
    before = game.players[RED].casualties
    check_illegal(game, RED, order("fortify athens"), "BY-FORT-01")
    play(game, "fortify mecca", "take pool")
    assert game.cities["mecca"].marker == "fortification"
    assert game.cities["mecca"].controller == RED
    assert game.players[RED].casualties == before + 1


@pytest.mark.rule("BY-FORT-02")
def test_one_fortification_a_city_and_two_a_player():
    forts = {city: {"control": "red", "fortified": True} for city in ("mecca", "medina")}
    game = table(2, cities={**forts, "athens": "red"})
    assert check_illegal(game, RED, order("fortify mecca"), "BY-FORT-02").facts["have"] == 0
    check_illegal(game, RED, order("fortify athens"), "BY-FORT-02")
    view = TITLE.view(game, None)
    assert view.cities["mecca"].strength == 3
    assert view.players[RED].arab.income == 2 * (2 + 2)


@pytest.mark.rule("BY-FORT-03")
def test_a_fortification_comes_back_when_the_bulgars_take_the_city():
    game = table(
        3, dice=(1, 1, 1), cities={"adrianople": {"control": "blue", "fortified": True}}, blue={"byzantine": {"militia": 0}}
    )
    assert game.players[BLUE].fortifications == 1
    play(game, "unleashbulgars adrianople", "take pool")
    assert game.cities["adrianople"].side == "bulgar"
    assert game.players[BLUE].fortifications == 2
