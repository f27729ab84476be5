"""Bots that search: what they count, what they see of wars and of Constantinople, and the faults that make a level."""

from math import exp

import pytest

from marchland.bots.protocol import LEVELS, Glimpse, answer, make_bot
from marchland.bots.search import Budget, SearchBot, TurnSearch
from marchland.games.byzantium import bot
from marchland.games.byzantium.bots.features import NAMES, PHASES, features
from marchland.games.byzantium.bots.fighting import attack, men_of, odds, pawns_on_map, raids
from marchland.games.byzantium.bots.judgement import JUDGEMENT, log_odds
from marchland.games.byzantium.bots.styles import STYLES
from marchland.games.byzantium.rules.combat.odds import Body, attack_odds, odds_against
from marchland.games.byzantium.rules.passing import Pass
from marchland.games.byzantium.rules.special.bulgars import UnleashBulgars
from marchland.games.byzantium.rules.turn import ActionPhase, ChooseAction
from marchland.games.byzantium.statistics import Statistics, cast
from marchland.games.byzantium.tables import ARAB, CAPITAL, DATA
from marchland.games.byzantium.title import TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.planning import Mind

from .table import RED, YELLOW, table


def positions(seed, seats=3, moves=700, each=31):
    """Positions of a game between bots that hardly think."""
    state, house = TITLE.new(seats, key_from_seed(seed)), SearchBot("quick", bot, Mind(width=1, looks=60, seconds=600))
    for move in range(moves):
        if state.is_over:
            return
        if move % each == 0:
            yield state.clone()
        state.play(state.deciders[0], answer(house, TITLE, state, state.deciders[0], f"{seed}/{move}"))


def figure(game, seat, name):
    return features(game)[1][seat][NAMES.index(name)]


def unhurried(level):
    mind = bot.MINDS[level]
    return SearchBot(level, bot, Mind(style=mind.style, width=mind.width, looks=mind.looks, futures=mind.futures, seconds=600))


def chosen(game, seat, level="hard"):
    return unhurried(level).choose(Glimpse(TITLE, game, seat, "seed"))


# -- what is counted ---------------------------------------------------------------------------------------


def test_everybody_is_counted_by_the_same_figures():
    for seats in (2, 4):
        for game in positions("figures", seats):
            phase, counted = features(game)
            assert 0 <= phase < PHASES
            assert [len(figures) for figures in counted] == [len(NAMES)] * seats


@pytest.mark.parametrize("army", [(1, 3, 2), (0, 9, 0), (2, 6, 4)])
def test_quick_odds_are_the_exact_ones(army):
    for defenders, walls, per_hit in (((), 3, 1), (((0, 2, 0),), 2, 1), (((1, 4, 1), (0, 3, 0)), 3, 1), ((), 5, 2)):
        exact = attack_odds(Body(*army), tuple(Body(*men) for men in defenders), walls, per_hit)
        assert odds(army, defenders, walls, per_hit) == pytest.approx((float(exact.taken), float(exact.losses)))


def test_raids_are_attacks_with_the_odds_of_the_rules():
    seen = 0
    for game in positions("raids", 4, each=5):
        for raid in raids(game):
            seen += 1
            whole = men_of(game.realm(raid.seat, raid.side))
            cases = odds_against(game, raid.seat, raid.side, raid.city, Body(*whole)).values()
            now = attack(game, raid.seat, raid.side, raid.city, whole, pawns_on_map(game))[0]
            assert any(now == pytest.approx(float(case.taken)) for case in cases)
            assert 0 < raid.chance <= now + 1e-9
    assert seen > 20


def test_what_others_can_take_is_at_risk():
    cities = {"damascus": "red", "tabuk": "yellow"}
    near = table(cities=cities, yellow={"arab": {"at": "tabuk", "main": 6, "elite": 2, "move": 3}})
    far = table(cities=cities, yellow={"arab": {"at": "mecca", "main": 6, "elite": 2, "move": 1}})
    assert figure(near, RED, "at_risk") > figure(far, RED, "at_risk") == 0
    assert figure(near, YELLOW, "raid_arab") > figure(far, YELLOW, "raid_arab")


# -- judgement -----------------------------------------------------------------------------------------------


def test_the_odds_of_all_players_are_one_whole_where_the_capital_is_safe():
    for game in positions("odds"):
        if not game.is_over and isinstance(game.decision, ChooseAction):
            found = [exp(log_odds(game, seat, JUDGEMENT.learned.weights, sees_the_fall=False)) for seat in range(3)]
            assert sum(one / (1 + one) for one in found) == pytest.approx(1, abs=1e-4)


def test_what_was_learned_is_small_and_has_its_record():
    assert (DATA / "judgement.json").stat().st_size < 2_000_000
    assert len(JUDGEMENT.learned.weights) == PHASES
    assert JUDGEMENT.learned.record


def test_points_and_cities_are_better_odds():
    weights = JUDGEMENT.learned.weights
    plain, points = table(turn=3), table(turn=3, red={"byzantine": {"points": 18}, "arab": {"points": 12}})
    rich = table(turn=3, cities={"damascus": "red", "mecca": "red"})
    assert log_odds(points, RED, weights) > log_odds(plain, RED, weights)
    assert log_odds(rich, RED, weights) > log_odds(plain, RED, weights)


# -- Constantinople --------------------------------------------------------------------------------------------

BULGARS_AT_THE_GATE = {"cities": {"adrianople": {"side": "bulgar", "tokens": 1}}, "bulgars": 9}


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_the_bulgars_are_sent_against_constantinople_by_whoever_wins_by_it(level):
    assert chosen(table(**BULGARS_AT_THE_GATE), RED, level) == UnleashBulgars(CAPITAL)


def test_nobody_sends_them_for_the_victory_of_another():
    behind = table(**BULGARS_AT_THE_GATE, yellow={"arab": {"points": 30}})
    assert chosen(behind, RED) != UnleashBulgars(CAPITAL)


def test_the_danger_of_the_fall_is_seen_and_a_guard_lessens_it():
    weights = JUDGEMENT.learned.weights
    guard = {"byzantine": {"at": CAPITAL, "elite": 2, "main": 9}, "arab": {}}
    open_gate, guarded = (
        table(act="yellow", **BULGARS_AT_THE_GATE, red=red) for red in ({"byzantine": {"elite": 2, "main": 9}}, guard)
    )
    careless = [log_odds(open_gate, RED, weights, sees_the_fall=False), log_odds(guarded, RED, weights, sees_the_fall=False)]
    assert log_odds(open_gate, RED, weights) < careless[0] - 0.3
    assert log_odds(guarded, RED, weights) > log_odds(open_gate, RED, weights) + 0.3


def test_an_arab_army_at_the_strait_takes_its_chance():
    at_nicea = {"at": "nicea", "elite": 4, "main": 12, "move": 5, "points": 20}
    game = table(cities={"nicea": {"side": "arab", "tokens": 1, "control": "red"}}, red={"arab": at_nicea})
    found = chosen(game, RED)
    assert TITLE.vocabulary.text(found) == "march arab constantinople"


# -- actions -----------------------------------------------------------------------------------------------------


def test_steps_are_legal_and_never_none():
    for seed in ("steps", "more"):
        for game in positions(seed, 3, 900, 5):
            seat = game.deciders[0]
            found = bot.steps(game, seat, "")
            assert found
            assert set(found) <= set(game.options(seat))
            assert bot.reply(game, seat) in game.options(seat)


def test_nobody_passes_with_a_pool_that_could_be_taxed():
    full = table(red={"pool": 9})
    taxed = table(red={"pool": 2, "tax": 5})
    assert Pass() not in bot.steps(full, RED, "")
    assert Pass() in bot.steps(taxed, RED, "")


def test_a_turn_is_one_action_and_answers_in_between_are_another():
    game = table(cities={"damascus": "yellow"}, red={"arab": {"at": "tabuk", "main": 6}}, yellow={"byzantine": {"at": "damascus"}})
    own, others = bot.turn_of(game, RED), bot.turn_of(game, YELLOW)
    assert own is not None
    assert others is None
    game.play(RED, TITLE.vocabulary.parse("march arab damascus"))
    assert bot.turn_of(game, RED) == own
    assert game.deciders == (YELLOW,)
    assert bot.turn_of(game, YELLOW) not in (None, own)
    assert game.running(ActionPhase).seat == RED


def test_dice_are_reckoned_with_and_not_foreseen():
    """An attack that fails half the time is worth the same whatever the next throw would be."""
    game = table(cities={"adrianople": {"side": "bulgar", "tokens": 1}}, bulgars=9)
    values = []
    for luck in range(6):
        dealt = TITLE.redeal(game, RED, key_from_seed(luck))
        mind = Mind(width=2, looks=3000, seconds=600, futures=64)
        ways = TurnSearch(bot, RED, mind, Budget(3000, 600)).ways(dealt)
        value = next(way.value for way in ways if way.steps[0] == UnleashBulgars(CAPITAL))
        assert -0.8 < value < 1.2, "neither lost nor won"
        values.append(value)
    assert max(values) - min(values) < 0.2


# -- levels --------------------------------------------------------------------------------------------------------


def test_levels_differ_by_what_they_see_and_how_far():
    looks = [bot.MINDS[level].looks for level in LEVELS]
    assert looks == sorted(looks)
    assert len({bot.MINDS[level].style for level in LEVELS}) == 3
    assert {mind.style for mind in bot.MINDS.values()} == set(STYLES)


# -- what was played -------------------------------------------------------------------------------------------------


def test_a_league_is_told_who_came_first_and_what_everybody_did():
    game, house = TITLE.new(3, key_from_seed("cast")), make_bot(TITLE, "random")
    events, first, counted = list(game.outbox), game.first, Statistics()
    while not game.is_over:
        events += game.play(game.deciders[0], answer(house, TITLE, game, game.deciders[0], str(len(events))))
    counted.add(events)
    told = cast(game, events)
    assert counted.report()["cities_taken"] > 0
    assert told["order"][first] == ("1",)
    assert sorted(told["order"]) == [("1",), ("2",), ("3",)]
    assert all(set(sides) <= {"byzantine", ARAB, "bulgar"} for sides in told["war"])
    assert counted.report()["cities_taken"] == sum(sides.count("byzantine") + sides.count(ARAB) for sides in told["war"])
