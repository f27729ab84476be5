"""Set-up, rounds and turns."""

import pytest

from marchland.games.byzantium.audit import audit
from marchland.games.byzantium.rules.building import BUILDINGS, Build
from marchland.games.byzantium.rules.control import TakeControl
from marchland.games.byzantium.rules.movement.routes import Enter, March
from marchland.games.byzantium.rules.passing import Pass
from marchland.games.byzantium.rules.reinforcement import Reinforce
from marchland.games.byzantium.rules.scoring import CitiesScored
from marchland.games.byzantium.rules.special.bulgars import StrengthenBulgars, UnleashBulgars
from marchland.games.byzantium.rules.special.civilwar import DeclareCivilWar
from marchland.games.byzantium.rules.special.special import CLAIMS, Claim, Develop, Fortify
from marchland.games.byzantium.rules.tax import CollectTax
from marchland.games.byzantium.rules.turn import ChooseAction, obstacles
from marchland.games.byzantium.sequence import TurnBegan
from marchland.games.byzantium.tables import ARAB, CAPITAL, CONFIG, PERSIAN, SHEET, SIDES
from marchland.games.byzantium.title import TITLE
from marchland.games.byzantium.world import CITIES, SITES
from marchland.kernel.chance import Chance, key_from_seed
from marchland.kernel.events import Forced, Rolled
from marchland.kernel.testing import Walk, check_illegal

from .table import BLUE, RED, YELLOW, happened, order, play, table


@pytest.mark.rule("BY-SETUP-01")
def test_cities_start_with_their_value_except_persia_and_constantinople():
    game = TITLE.new(2, key_from_seed(1))
    for city in CITIES:
        bare = SITES[city].side == PERSIAN or city == CAPITAL
        assert game.cities[city].tokens == (0 if bare else SITES[city].value)
        assert game.cities[city].side == SITES[city].side
        assert game.cities[city].controller is None
    assert [sum(site.side == side for site in SITES.values()) for side in ("arab", "persian", "byzantine")] == [3, 9, 22]


@pytest.mark.rule("BY-SETUP-02")
def test_seven_bulgars_are_in_their_box_and_both_guards_on_theirs():
    view = TITLE.view(TITLE.new(4, key_from_seed(1)), None)
    assert (view.bulgars, view.bulgar_supply) == (7, 4)
    assert view.emperor is None
    assert view.caliph is None
    assert not any(player.byzantine.guard or player.arab.guard for player in view.players)


@pytest.mark.rule("BY-SETUP-03")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_player_starts_with_the_same_forces(seats):
    game = TITLE.new(seats, key_from_seed(1))
    for player in game.players:
        byzantine, arab = player.byzantine, player.arab
        assert (byzantine.elite, byzantine.main, byzantine.militia, byzantine.move) == (1, 3, 2, 2)
        assert (arab.elite, arab.main, arab.militia, arab.move) == (1, 3, 1, 3)
        assert (player.pool, player.casualties, player.fortifications) == (9, 17, 2)
        assert (byzantine.at, arab.at) == (None, None)


@pytest.mark.rule("BY-SETUP-04")
def test_money_points_and_a_random_first_player():
    firsts = set()
    for seed in range(20):
        game = TITLE.new(3, key_from_seed(seed))
        (thrown,) = happened(game.outbox, Rolled)
        assert (thrown.purpose, thrown.sides, thrown.values) == ("first_player", 3, (game.first + 1,))
        firsts.add(game.first)
    assert firsts == {0, 1, 2}
    assert [(p.byzantine.treasury, p.arab.treasury) for p in game.players] == [(15, 5)] * 3
    assert [(p.byzantine.points, p.arab.points) for p in game.players] == [(10, 10)] * 3
    assert game.turn == 1
    assert game.deciders == (game.first,)


@pytest.mark.rule("BY-SETUP-05")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whoever_begins_late_has_more_arab_money_and_free_cubes_if_that_is_agreed(seats):
    for seed in range(4):
        game, plain = (TITLE.new(seats, key_from_seed(seed), {"late_start": agreed}) for agreed in (True, False))
        TITLE.audit(game)
        assert game.first == plain.first
        more = [game.realm(seat, ARAB).treasury - plain.realm(seat, ARAB).treasury for seat in game.clockwise_from(game.first)]
        assert more == list(CONFIG.late_start.bezants[:seats])
        assert game.bank_paid - plain.bank_paid == sum(more)
        pools = [game.players[seat].pool - plain.players[seat].pool for seat in game.clockwise_from(game.first)]
        assert pools == list(CONFIG.late_start.cubes[:seats])


@pytest.mark.rule("BY-TURN-01", "BY-END-01")
def test_three_turns_and_then_the_final_count():
    rich = {"byzantine": {"treasury": 99}, "arab": {"treasury": 99}}
    game = table(2, red=rich, yellow=rich)
    events = play(game, *["pass"] * 6)
    assert [event.turn for event in happened(events, TurnBegan)] == [2, 3]
    assert len(happened(events, CitiesScored)) == 4
    assert game.is_over
    assert TITLE.outcome(game).reason == "three_turns"


@pytest.mark.rule("BY-TURN-02", "BY-TURN-03")
def test_rounds_go_clockwise_and_skip_whoever_passed():
    game = table(first="yellow", act="yellow")
    play(game, "claim fleet_arab", "take pool")
    assert game.deciders == (BLUE,)
    play(game, "pass")
    assert game.deciders == (RED,)
    play(game, "claim caliph", "take pool")
    assert game.deciders == (YELLOW,)
    play(game, "claim emperor", "take pool")
    assert game.deciders == (RED,)


@pytest.mark.rule("BY-TURN-03", "BY-PASS-02")
def test_the_first_to_pass_begins_the_next_turn():
    rich = {"arab": {"treasury": 20}}
    game = table(act="red", red=rich, yellow=rich, blue=rich)
    play(game, "claim caliph", "take pool", (YELLOW, "pass"), (BLUE, "pass"), (RED, "pass"))
    assert (game.turn, game.first, game.deciders) == (2, YELLOW, (YELLOW,))


@pytest.mark.rule("BY-TURN-04", "BY-SPEC-03")
def test_an_action_may_be_repeated_but_not_tax():
    game = table(2)
    play(game, "develop byzantine", "grow athens", "take pool", "collecttax", "levy 1", "split 0")
    play(game, "develop byzantine", "grow nicea", "take pool")
    assert game.boxes["growth_byzantine"] == (RED, RED)
    assert check_illegal(game, YELLOW, order("collecttax"), "BY-TURN-04").facts == {"cubes": 1}


@pytest.mark.rule("BY-PASS-03")
def test_the_last_player_has_exactly_one_more_action():
    rich = {"arab": {"treasury": 20}}
    game = table(2, red=rich, yellow=rich)
    play(game, "pass")
    assert TITLE.view(game, None).last_action
    play(game, "claim caliph", "take pool")
    assert game.turn == 2
    assert game.deciders == (RED,)
    assert game.players[YELLOW].passing == 0


@pytest.mark.rule("BY-INFO-02")
def test_the_same_seed_and_decisions_give_the_same_game_with_every_die_on_record():
    walks = [Walk(TITLE, 3, "info") for _ in range(2)]
    for walk in walks:
        while not walk.state.is_over:
            walk.step()
    assert walks[0].state.fingerprint() == walks[1].state.fingerprint()
    thrown = happened(walks[0].events, Rolled)
    assert sum(len(event.values) for event in thrown) == walks[0].state.chance.counter
    assert all(event.seat in range(3) and event.purpose for event in thrown)


@pytest.mark.rule("BY-INFO-01")
def test_only_future_dice_are_hidden():
    walk = Walk(TITLE, 4, "open")
    for _ in range(60):
        walk.step()
    dealt = TITLE.redeal(walk.state, RED, key_from_seed("other"))
    assert dealt.chance == Chance(key_from_seed("other"))
    dealt.chance = walk.state.chance
    assert dealt.to_json() == walk.state.to_json()
    assert {TITLE.view(walk.state, seat).players for seat in (None, 0, 1, 2, 3)} == {TITLE.view(walk.state, None).players}


def test_a_player_without_any_other_action_passes_by_himself():
    broke = {"elite": 0, "main": 0, "militia": 0, "move": 0, "treasury": 0}
    game = table(2, red={"pool": 0, "byzantine": broke, "arab": broke})
    assert game.deciders == (YELLOW,)
    assert game.passed == (RED,)


def test_numbers_come_from_the_configuration():
    assert sum(CONFIG.boxes.values()) == 16
    assert CONFIG.cubes == CONFIG.pool + 17 + sum(numbers.byzantine + numbers.arab for numbers in CONFIG.sheet.values())


def test_forced_answers_are_on_record():
    game = table(2, act="red", red={"pool": 0, "byzantine": {"treasury": 0}, "arab": {"treasury": 0, "at": "mecca", "move": 1}})
    events = play(game, "march arab medina")
    assert [(event.seat, event.decision) for event in happened(events, Forced)] == [(RED, "ContinueCampaign")]


def test_the_menu_is_what_nothing_stands_against():
    """The two ways of asking for legality agree: the menu, and the obstacles to each single action."""
    every = (
        [TakeControl(city) for city in CITIES] + [Reinforce(slot) for slot in SHEET] + [Pass(), CollectTax(), StrengthenBulgars()]
    )
    every += [kind(side) for kind in (DeclareCivilWar, Develop) for side in SIDES]
    every += [kind(city) for kind in (UnleashBulgars, Fortify) for city in CITIES]
    every += [Claim(box) for box in CLAIMS] + [Build(building) for building in BUILDINGS]
    every += [kind(side, city) for kind in (Enter, March) for side in SIDES for city in CITIES]
    for seed in range(3):
        walk = Walk(TITLE, 3, f"menu {seed}")
        while not walk.state.is_over:
            if isinstance(walk.state.decision, ChooseAction):
                seat = walk.state.deciders[0]
                free = {action for action in every if not any(obstacles(walk.state, seat, action))}
                assert set(walk.state.options()) == free
            walk.step()


@pytest.mark.rule("BY-CTRL-01", "BY-CTRL-03", "BY-GROW-01", "BY-ENTRY-01")
def test_what_was_worked_out_from_the_cities_is_forgotten_when_they_change():
    game = table(2)
    assert {TakeControl("medina"), Develop("arab")} <= set(game.options())
    game.change_city("medina", controller=1, marker="cube")
    assert TakeControl("medina") not in game.options()
    game.change_city("medina", controller=None, marker=None)
    assert TakeControl("medina") in game.options()
    for city, place in game.cities.items():
        if place.side == "arab":
            game.change_city(city, tokens=3)
    assert order("develop arab") not in game.options()
    assert Enter("arab", "athens") not in game.options()
    game.change_city("athens", side="arab")
    assert {Enter("arab", "athens"), order("develop arab")} <= set(game.options())
    audit(game)


def test_the_audit_names_what_is_out_of_date():
    game = table(2)
    game.options()
    game.cities["medina"] = game.cities["athens"]
    with pytest.raises(AssertionError, match="out of date"):
        audit(game)
