"""Set-up, choosing civilizations, tokens, the bag."""

from collections import Counter

import pytest

from marchland.games.vinci.rules.civilizations import ChooseCivilization, TakeCivilization, draw_pair, price_of, return_tiles
from marchland.games.vinci.rules.decline import DeclareDecline
from marchland.games.vinci.rules.scoring import PointsMoved
from marchland.games.vinci.rules.tiles import token_number
from marchland.games.vinci.state import NEUTRAL, Holding
from marchland.games.vinci.tables import tile_set
from marchland.games.vinci.title import TITLE
from marchland.games.vinci.world import board
from marchland.kernel.chance import key_from_seed, scripted
from marchland.kernel.errors import IllegalAction
from marchland.kernel.testing import check_illegal

from .table import BLUE, RED, YELLOW, happened, table


def new(seats=3, seed=1, **options):
    return TITLE.new(seats, key_from_seed(seed), options)


@pytest.mark.rule("VI-SETUP-01")
def test_everybody_starts_with_ten_points():
    assert new(4).score == [10, 10, 10, 10]


@pytest.mark.rule("VI-SETUP-02")
@pytest.mark.parametrize("name", ["standard", "grand"])
def test_a_brown_token_stands_on_every_province_but_mountains(name):
    game = new(board=name)
    for province, held in game.land.items():
        assert held == (None if province in game.board.mountains else Holding(NEUTRAL, 1))
    assert not set(game.board.seas) & set(game.land)


@pytest.mark.rule("VI-SETUP-02")
def test_the_standard_board_takes_the_33_brown_tokens_of_the_box():
    assert sum(held is not None for held in new().land.values()) == 33
    assert len(board("standard").provinces) == 45
    assert len(board("grand").provinces) == 75


@pytest.mark.rule("VI-SETUP-03")
def test_six_pairs_lie_open_and_the_rest_is_in_the_bag():
    game = new()
    assert len(game.slots) == 6
    assert all(len(pair) == 2 for pair in game.slots)
    assert len(game.bag) == 52 - 12


@pytest.mark.rule("VI-SETUP-04", "VI-SPEC-23")
def test_a_second_specialization_is_replaced_and_goes_back():
    game = new(tiles="printed")
    game.bag = ["barbarians", "specialization", "specialization"]
    game.chance = scripted(1, 1, 0)
    assert draw_pair(game) == ("specialization", "barbarians")
    assert game.bag == ["specialization"]


@pytest.mark.rule("VI-SETUP-04")
def test_the_designers_set_has_three_barbarians_and_one_specialization():
    assert Counter(tile_set("designer"))["barbarians"] == 3
    assert Counter(tile_set("designer"))["specialization"] == 1
    assert Counter(tile_set("printed"))["barbarians"] == 2
    assert Counter(tile_set("printed"))["specialization"] == 2
    assert len(tile_set("designer")) == len(tile_set("printed")) == 52


@pytest.mark.rule("VI-SETUP-05")
def test_the_first_player_is_random_and_the_others_follow_clockwise():
    orders = {new(4, seed).order for seed in range(40)}
    assert orders == {(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)}


@pytest.mark.rule("VI-SETUP-06", "VI-SETUP-07")
@pytest.mark.parametrize(("seats", "base", "target"), [(3, 8, 150), (4, 6, 120), (5, 4, 100), (6, 3, 100)])
def test_base_tokens_and_target_depend_on_the_number_of_players(seats, base, target):
    game = new(seats)
    assert game.settings.base_tokens == base
    assert game.settings.target == target


@pytest.mark.rule("VI-CHOICE-01", "VI-CHOICE-02", "VI-CHOICE-04", "VI-CHOICE-05")
def test_taking_the_second_pair_costs_two_and_leaves_a_counter():
    game = new()
    first = game.order[0]
    before = list(game.slots)
    game.apply(first, TakeCivilization(2))
    assert game.score[first] == 8
    assert game.slots[:5] == [before[0], *before[2:]]
    assert game.counters == [1, 0, 0, 0, 0, 0]
    assert len(game.slots) == 6


@pytest.mark.rule("VI-CHOICE-01")
def test_slots_cost_nothing_to_ten():
    assert [price_of(slot) for slot in range(1, 7)] == [0, 2, 4, 6, 8, 10]


@pytest.mark.rule("VI-CHOICE-03")
@pytest.mark.parametrize(("counters", "points"), [(1, 2), (3, 6)])
def test_the_chooser_collects_two_points_per_counter(counters, points):
    game = new()
    game.counters[0] = counters
    events = game.apply(game.order[0], TakeCivilization(1))
    assert game.score[game.order[0]] == 10 + points
    assert happened(events, PointsMoved)[0].points == points


@pytest.mark.rule("VI-CHOICE-04")
def test_counters_travel_with_the_pair_they_lie_on():
    game = new()
    pair = game.slots[3]
    game.counters[3] = 2
    game.apply(game.order[0], TakeCivilization(2))
    assert game.slots[2] == pair
    assert game.counters[2] == 2


@pytest.mark.rule("VI-CHOICE-06")
def test_a_price_above_the_score_is_refused_with_the_figures():
    game = new()
    seat = game.order[0]
    game.score[seat] = 5
    game.menu = None
    refusal = check_illegal(game, seat, TakeCivilization(4), "VI-CHOICE-06")
    assert refusal.facts == {"need": 6, "have": 5}
    assert [refused.rule for refused in game.decision.why_not(game, seat, "slot:6")] == ["VI-CHOICE-06"]
    assert game.decision.why_not(game, seat, "slot:3") == []
    assert game.decision.why_not(game, seat, "castile")[0].rule == "VI-DECL-06"


@pytest.mark.rule("VI-CHOICE-06")
def test_counters_on_the_pair_do_not_help_to_pay_for_it():
    game = new()
    seat = game.order[0]
    game.score[seat], game.counters[1], game.menu = 1, 5, None
    with pytest.raises(IllegalAction):
        game.apply(seat, TakeCivilization(2))


@pytest.mark.rule("VI-CHOICE-07")
def test_all_choose_in_turn_order_before_the_first_turn():
    game = new(4)
    for seat in game.order:
        assert game.decision == ChooseCivilization(seat)
        game.apply(seat, TakeCivilization(1))
    assert all(game.civ)
    assert game.this_turn.seat == game.order[0]
    assert game.turns[game.order[0]] == 1


@pytest.mark.rule("VI-CHOICE-08")
def test_choices_only_move_points_between_scores_and_counters():
    game = new(6)
    total = sum(game.score) + 2 * sum(game.counters)
    for slot, seat in zip((4, 1, 6, 2, 3, 1), game.order, strict=True):
        game.apply(seat, TakeCivilization(slot))
    on_counters = 2 * sum(game.counters)
    collected = sum(game.score) + on_counters
    assert collected == total


@pytest.mark.rule("VI-TOKENS-01")
@pytest.mark.parametrize(("seats", "tokens"), [(5, 13), (4, 15)])
def test_astronomy_and_mountaineering_get_thirteen_tokens_among_five(seats, tokens):
    game = new(seats)
    game.slots[0] = ("astronomy", "mountaineers")
    game.apply(game.order[0], TakeCivilization(1))
    assert game.tokens[game.order[0]] == game.hand[game.order[0]] == tokens


@pytest.mark.rule("VI-TOKENS-01", "VI-WAR-06")
def test_livestock_and_field_general_get_eight_among_five_players():
    game = table(seats=5, turn=None, civ={"red": ("livestock", "general")})
    assert token_number(game.civ[RED]) + game.settings.base_tokens == 8
    assert game.powers[RED].temporary_tokens == 7


@pytest.mark.rule("VI-TOKENS-01")
def test_astronomy_and_weapons_are_worth_eight_tokens():
    assert token_number(("astronomy", "weapons")) == 8


@pytest.mark.rule("VI-TOKENS-02")
def test_specialization_doubles_the_number_and_adds_one():
    assert token_number(("specialization", "astronomy")) == 11
    assert token_number(("barbarians", "specialization")) == 13


@pytest.mark.rule("VI-TOKENS-03")
def test_tokens_have_no_upper_limit():
    game = table(turn=("red", "decline_or_play"), civ={"red": ("medicine", "barbarians")}, hand={"red": 25}, fresh=["red"])
    assert game.tokens[RED] == 26


@pytest.mark.rule("VI-TOKENS-04")
def test_a_civilization_without_medicine_does_not_grow():
    game = table(turn=("red", "begin"), civ={"red": ("weapons", "forts")}, hand={"red": 9}, fresh=["red"])
    assert game.tokens[RED] == 9


@pytest.mark.rule("VI-BAG-01")
def test_tiles_of_a_decline_are_in_the_bag_before_the_next_refill():
    game = table(turn=("red", "decline_or_play"), civ={"red": ("weapons", "militia")}, land={"castile": {"seat": "red"}})
    game.bag = []
    game.slots = [("barbarians", "barbarians"), *game.slots[1:]]
    game.apply(RED, DeclareDecline())
    assert sorted(game.bag) == ["militia", "weapons"]
    game.apply(RED, TakeCivilization(1))
    assert set(game.slots[-1]) == {"militia", "weapons"}


@pytest.mark.rule("VI-BAG-02")
def test_all_fifty_two_tiles_are_always_somewhere():
    game = new(6, 5)
    while not game.is_over and game.chance.counter < 80:
        seat = game.deciders[0]
        game.apply(seat, game.options(seat)[0])
        pairs = [*game.slots, *game.civ, *game.declining_civ]
        assert Counter([*game.bag, *(face for pair in pairs for face in pair)]) == Counter(tile_set("designer"))


@pytest.mark.rule("VI-BAG-03")
def test_every_tile_in_the_bag_is_equally_likely():
    counts = Counter()
    for seed in range(4000):
        game = new(3, 1)
        game.bag = ["forts", "mines", "ports", "slavery"]
        game.chance = type(game.chance)(key_from_seed(seed))
        counts[draw_pair(game)[0]] += 1
    assert set(counts) == {"forts", "mines", "ports", "slavery"}
    assert all(850 < count < 1150 for count in counts.values()), counts


def test_returned_tiles_keep_the_bag_sorted():
    game = new()
    return_tiles(game, ("weapons", "astronomy"))
    assert game.bag == sorted(game.bag)


def test_a_forced_choice_is_taken_without_asking():
    game = table(turn=("red", "begin"), land={"castile": {"seat": "yellow"}}, score={"red": 1})
    assert game.civ[RED], "without points only slot I is open, so it was taken"
    assert game.deciders in ((YELLOW,), (BLUE,))
