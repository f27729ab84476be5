"""Bots that search: what they count, what was learned, and the faults that make a level."""

from itertools import cycle
from math import exp

import msgspec
import pytest

from marchland.bots.arena import play_game
from marchland.bots.protocol import answer, make_bot
from marchland.bots.search import SearchBot
from marchland.games.vinci import bot
from marchland.games.vinci.bots.campaigns import advance, campaign, forsaken, free_tokens, in_reach, landings, march
from marchland.games.vinci.bots.features import (
    NAMES,
    PHASES,
    Player,
    Table,
    enemies_around,
    features,
    frontiers,
    phase_of,
    ruins,
    strengths,
)
from marchland.games.vinci.bots.judgement import JUDGEMENT, log_odds
from marchland.games.vinci.bots.styles import STYLES, judge
from marchland.games.vinci.rules.decline import DeclareDecline, PlayOn
from marchland.games.vinci.rules.empire import lead
from marchland.games.vinci.state import NEUTRAL
from marchland.games.vinci.tables import DATA
from marchland.games.vinci.title import TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.judgement import strength
from marchland.kernel.planning import Mind

from .table import held, table

PLAIN = ("barbarians", "heritage")
BARE = ("barbarians", "messages")


def positions(seed, seats=4, moves=400, each=23):
    state, house = TITLE.new(seats, key_from_seed(seed)), make_bot(TITLE, "greedy")
    for move in range(moves):
        if state.is_over:
            return
        if move % each == 0:
            yield state.clone()
        state.play(state.deciders[0], answer(house, TITLE, state, state.deciders[0], f"{seed}/{move}"))


def figure(game, seat, name):
    """Whichever is counted: of who is on the board, or of who is not."""
    figures = dict(zip(NAMES, features(game)[1][seat], strict=True))
    return figures.get(name, 0) + figures.get(f"off_{name}", 0)


def test_everybody_is_counted_by_the_same_figures():
    for seats in (2, 4, 6):
        for game in positions("figures", seats, 120, 40):
            phase, counted = features(game)
            assert 0 <= phase <= len(PHASES)
            assert [len(figures) for figures in counted] == [len(NAMES)] * len(game.score)


def with_neighbours(game):
    """The table, and others that differ from it by one thing: forts, tiles that defend, peace."""
    yield game
    fortified, defended, peaceful = (game.clone() for _ in range(3))
    for own in game.active:
        for province in own[:2]:
            fortified.land[province] = msgspec.structs.replace(game.land[province], fort=not game.land[province].fort)
    if game.civ[0]:
        lead(defended, 0, ("militia", "barbarians") if not game.powers[0].defence else PLAIN)
    peaceful.peace[0] = () if game.peace[0] else (1,)
    for other in (fortified, defended, peaceful):
        other.campaign = None
        yield other


def test_what_is_recalled_is_what_would_be_worked_out_afresh():
    """At tables that differ little, one after the other: whatever a figure goes by must be named where it is recalled."""
    for game in (one for each in positions("recalled", 4, 400, 5) if not each.is_over for one in with_neighbours(each)):
        for player in Table(game).players:
            seat, free = player.seat, free_tokens(game, player.seat)
            assert player.to_come() == Player.to_come.__wrapped__(player)
            for ask in (frontiers, ruins):
                found, afresh = (vars(work(game, seat)) for work in (ask, ask.__wrapped__))
                assert found == afresh
            if game.civ[seat] and free > 0 and game.active[seat]:
                assert in_reach(game, seat)[0] == in_reach.__wrapped__(game, seat)[0]
                assert advance(game, seat, free) == advance.__wrapped__(game, seat, free)
            elif game.civ[seat] and free > 0:
                places = landings(game, seat, free)
                assert places == landings.__wrapped__(game, seat, free)
                for place, cost in places:
                    assert march(game, seat, place, free - cost) == march.__wrapped__(game, seat, place, free - cost)[0]


def test_strength_is_what_the_figures_come_to():
    for weights in (JUDGEMENT.learned.weights, JUDGEMENT.learned.midway):
        for game in positions("strength", 4, 400, 11):
            phase, counted = features(game)
            assert strengths(game, weights) == [strength(figures, weights[phase]) for figures in counted]


def test_enemies_are_whose_active_empires_border_on_a_province():
    for game in positions("enemies", 4, 200, 9):
        for seat, empire in enumerate(game.active):
            for province in (*empire, *game.declining[seat]):
                near = [there for p in game.board.links[province] if (there := game.land[p]) is not None]
                assert enemies_around(game, province, seat) == sorted(
                    {there.seat for there in near if there.seat not in (seat, NEUTRAL) and not there.declining}
                )


def frontier(turn, tokens):
    """Red in Castile, and Yellow with seven tokens to spare beside it."""
    land = {"castile": held("red", tokens), "lusitania": held("yellow", 8)}
    return table(turn=(turn, "begin"), civ={"red": PLAIN, "yellow": PLAIN}, land=land)


def test_what_others_may_take_before_one_scores_is_foreseen():
    assert figure(frontier("yellow", 1), 0, "losses") > 0
    assert figure(frontier("yellow", 1), 1, "prey") == figure(frontier("yellow", 1), 0, "losses")
    assert figure(frontier("yellow", 8), 0, "losses") == 0, "too strong for seven"
    assert figure(frontier("red", 1), 0, "losses") == 0, "it scores before Yellow comes"
    assert figure(frontier("yellow", 1), 1, "losses") == 0, "nobody else is near"


def test_a_landing_stays_away_from_its_forerunner():
    """Provinces of an own declining empire next to a conquest are lost: whoever counts a landing leaves room."""
    civ, hand = {"red": BARE, "yellow": PLAIN}, {"red": 9}
    free = table(turn=("yellow", "begin"), civ=civ, hand=hand, land={})
    links, (first, *others) = free.board.links, campaign(free, 0, 9).aims
    second, beside = next((p, q) for p in others for q in links[p] if q not in (first, *others, *links[first]))
    narrow = table(turn=("yellow", "begin"), civ=civ, hand=hand, land={beside: held("red", 1, declining=True)})
    assert forsaken(narrow, 0, second) == [beside]
    assert second not in campaign(narrow, 0, 9).aims


def test_in_the_last_round_only_points_count_for_who_has_played():
    done = table(turn=("yellow", "begin"), civ={"red": PLAIN, "yellow": PLAIN}, land={"castile": held("red", 4)}, ending=True)
    phase, counted = features(done)
    assert phase == 0
    assert set(counted[0][3:]) == {0.0}
    assert figure(done, 1, "due") == 1


def test_bare_frontiers_are_told_from_strong_ones():
    land = {"castile": held("red", 1), "lusitania": held("yellow", 4)}
    bare = table(turn=("red", "begin"), civ={"red": PLAIN, "yellow": PLAIN}, land=land)
    strong = table(turn=("red", "begin"), civ={"red": PLAIN, "yellow": PLAIN}, land=land | {"castile": held("red", 5)})
    assert figure(bare, 0, "bare") + figure(bare, 0, "thin") == figure(strong, 0, "strong") == 0.1
    assert figure(bare, 0, "strong") == 0


def test_the_odds_of_all_players_are_one_whole():
    for game in positions("odds"):
        odds = [exp(log_odds(game, seat, JUDGEMENT.learned.weights)) for seat in game.order]
        assert sum(one / (1 + one) for one in odds) == pytest.approx(1, abs=1e-6)


def test_what_was_learned_is_small_and_has_its_record():
    assert (DATA / "judgement.json").stat().st_size < 2_000_000
    assert len(JUDGEMENT.learned.weights) == len(JUDGEMENT.learned.midway) == len(PHASES) + 1
    assert JUDGEMENT.learned.record["command"].startswith("python -m tools.train vinci --seed ")
    assert JUDGEMENT.learned.record["rounds"]
    assert [phase_of(rounds) for rounds in (0.0, 0.5, 2, 3, 5, 9)] == [0, 1, 2, 3, 4, 5]


def test_more_points_are_better_odds():
    low, high = (table(turn=("red", "begin"), civ={"red": PLAIN}, land={}, score={"red": points}) for points in (20, 60))
    assert log_odds(high, 0, JUDGEMENT.learned.weights) > log_odds(low, 0, JUDGEMENT.learned.weights)


def test_a_beginner_declines_when_nothing_else_is_left():
    """And only then: that is its fault."""
    for tokens, expected in ((9, PlayOn()), (1, DeclareDecline())):
        game = table(turn=("red", "begin"), civ={"red": PLAIN}, land={"castile": held("red", tokens)})
        assert answer(make_bot(TITLE, "easy"), TITLE, game, 0, "seed") == expected


def test_a_taste_shows_at_every_level():
    """A builder likes quiet land better than land beside others, a raider others with little."""
    lone = table(turn=("red", "begin"), civ={"red": PLAIN}, land={"castile": held("red", 2)})
    far = next(p for p in lone.board.provinces if p not in (*lone.board.links["castile"], "castile"))
    beside, apart = (
        table(turn=("red", "begin"), civ={"red": PLAIN, "yellow": PLAIN}, land={"castile": held("red", 2), near: held("yellow", 4)})
        for near in ("lusitania", far)
    )
    for level in ("easy", "normal", "hard", "expert"):
        mind = bot.MINDS[level]
        gain = [judge(game, 0, mind.with_taste("builder").style) - judge(game, 0, mind.style) for game in (beside, apart)]
        assert gain[1] > gain[0] == 0, level
        assert judge(beside, 0, mind.with_taste("raider").style) < judge(beside, 0, mind.style), level


def test_every_mind_has_a_style_that_plays_whole_games_by_the_rules():
    """What bots answer is legal, bulk answers included, at every size of table, and the game adds up."""
    assert {mind.style for mind in bot.MINDS.values()} <= set(STYLES)
    names = sorted({*STYLES, *(mind.with_taste(taste).style for mind in bot.MINDS.values() for taste in bot.TASTES)})
    styles = cycle(names)
    for seats in (1, 3, 5, 6, 6):
        minds = [Mind(style=next(styles), width=1, looks=25, seconds=600) for _ in range(seats)]
        bots = [Lawful(f"bot {place}", bot, mind) for place, mind in enumerate(minds)]
        played = play_game(TITLE, bots, "law", {"target": 60}, check=True)
        assert max(played.outcome.scores) >= 60


class Lawful(SearchBot):
    """Its answers are looked at as a person's are."""

    def choose(self, glimpse):
        action = super().choose(glimpse)
        table = glimpse.redealt()
        table.decision.check(table, glimpse.seat, action)
        return action
