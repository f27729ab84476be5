"""Bots that search: what they count, how they judge war and peace, and the faults that make a level."""

import os
import subprocess
import sys

import pytest

from marchland.bots.arena import play_game
from marchland.bots.protocol import answer, make_bot, mind_named
from marchland.bots.search import SearchBot
from marchland.games.medioevo import bot
from marchland.games.medioevo.bots.aims import GUESSES, LUCK, nearness
from marchland.games.medioevo.bots.clash import against_horde, field
from marchland.games.medioevo.bots.judgement import judge, next_token, race
from marchland.games.medioevo.bots.raids import raids
from marchland.games.medioevo.bots.styles import STYLES
from marchland.games.medioevo.rules.cards.objectives import CONDITIONS
from marchland.games.medioevo.rules.cards.powers import Claim
from marchland.games.medioevo.rules.diplomacy.diplomacy import DeclareWar
from marchland.games.medioevo.rules.diplomacy.hostilities import WarBegan
from marchland.games.medioevo.rules.diplomacy.pacts import AnswerPact, PactProposed, Refuse, Terms
from marchland.games.medioevo.rules.movement.meeting import ChooseFoe
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.rules.trade.routes import RouteEnded
from marchland.games.medioevo.rules.turn_end import KeepQuiet, SayTime
from marchland.games.medioevo.state import Pact
from marchland.games.medioevo.statistics import cast
from marchland.games.medioevo.title import TITLE
from marchland.kernel.planning import AND, Mind

from .table import Table

WAGON = {"owner": 0, "kind": "wagon", "space": "adrianople"}
NEIGHBOURS = {0: "byzantium", 1: "hungary"}
"""Serbia lies beside Hungary's Slavonia, and belongs to nobody."""


def choice(table, level="hard", seed="choice"):
    """What a bot of a level does now, unhurried."""
    mind = mind_named(TITLE, level)
    patient = Mind(style=mind.style, width=mind.width, looks=mind.looks, seconds=600)
    return answer(SearchBot(level, bot, patient), TITLE, table.game, table.game.deciders[0], seed)


def go_on(table, level="hard", moves=60):
    """A bot plays on for whoever is asked, as long as it is the same seat."""
    seat = table.game.deciders[0]
    for _ in range(moves):
        if table.game.is_over or table.game.deciders[:1] != (seat,):
            break
        table.do(choice(table, level))
    return table


# -- judgement ---------------------------------------------------------------------------------------------


def test_larger_armies_and_better_dice_win_more_often():
    assert field(6, 3, 0).chance > 0.7 > field(3, 3, 0).chance > field(3, 6, 0).chance
    assert field(4, 4, 3).chance > field(4, 4, 0).chance > field(4, 4, -3).chance
    assert against_horde(3, 2, (1, 2, 3), 0).chance > against_horde(3, 2, (4, 4, 8), 0).chance
    assert field(5, 0, 0) == (1.0, 5.0)


def test_every_objective_is_guessed_at_and_what_is_met_is_certain():
    assert set(GUESSES) | set(LUCK) == set(CONDITIONS)
    table = Table(2, at="purchases", order=[0, 1], players={0: {"hand": [48, 71], "technology": {"violet": 3}}})
    assert nearness(table.game, 0, 71) == 1
    assert 0 < nearness(table.game, 0, 48) < 0.5
    for card in CONDITIONS:
        assert 0 <= nearness(table.game, 0, card) <= 1


def test_later_tokens_are_worth_more_and_leads_more_than_ties():
    assert next_token(1, 5) < next_token(4, 5) < next_token(6, 5)
    assert next_token(8, 5) == 0
    assert race(2, 1, 0.5) > race(1, 1, 0.5) > race(1, 2, 0.5) > race(0, 2, 0.5) == 0


def test_honour_land_and_tokens_are_good_and_what_rivals_have_is_not():
    def value(**position):
        return judge(Table(2, at="trade", order=[0, 1], **position).game, 0, "")

    plain = value()
    assert value(players={0: {"honour": 12}}) > plain > value(players={1: {"honour": 12}})
    assert value(lands={"nicaea": {"civil": 3}}) > plain
    assert value(players={0: {"loans": 1}}) < plain


def test_bare_riches_beside_an_army_are_its_hope_and_their_owners_fear():
    lands = {"slavonia": {"civil": 3, "military": 3}}
    raid = {"owner": 0, "kind": "wagon", "space": "serbia"}
    army = {"serbia": {0: {"cav": 3}}}
    bare = Table(
        2, at="trade", order=[0, 1], kingdoms=NEIGHBOURS, lands=lands, vehicles=[raid], armies=army, wars=[[0, 1, 0]], turn=3
    )
    held = {**army, "slavonia": {1: {"cav": 6}}}
    safe = Table(
        2, at="trade", order=[0, 1], kingdoms=NEIGHBOURS, lands=lands, vehicles=[raid], armies=held, wars=[[0, 1, 0]], turn=3
    )
    hope, little = (sum(one.value for one in raids(table.game, 0) if one.holder == 1) for table in (bare, safe))
    assert hope > 3
    assert little < hope / 2
    assert judge(bare.game, 1, "") < judge(safe.game, 1, "")
    assert judge(bare.game, 1, "careless") - judge(safe.game, 1, "careless") > judge(bare.game, 1, "") - judge(safe.game, 1, "")


def test_an_attack_is_weighed_by_what_it_costs_in_honour():
    """Three without war declared, two more for each pact that still holds by then; whoever wins more than that is to be feared."""
    at = {"at": "purchases", "order": [0, 1], "kingdoms": NEIGHBOURS, "turn": 3}
    at |= {"vehicles": [{"owner": 0, "kind": "wagon", "space": "serbia"}], "armies": {"serbia": {0: {"cav": 3}}}}

    def best(civil, until=None, war=()):
        table = Table(2, lands={"slavonia": {"civil": civil, "military": civil}}, wars=[*war], **at)
        if until is not None:
            table.game.pacts[1] = Pact(parties=(0, 1), kinds=("peace",), until=until)
        return max(raids(table.game, 0), key=lambda one: one.spoils if one.space == "slavonia" else -1)

    open_war, undeclared, sworn, lapsing = best(3, war=[[0, 1, 0]]), best(3), best(3, until=9), best(3, until=3)
    assert open_war.value == open_war.spoils > undeclared.value > sworn.value > 0
    assert lapsing == undeclared
    assert open_war.harm > undeclared.harm > sworn.harm > 0


@pytest.mark.parametrize(("wars", "does"), [([[0, 1, 0]], "Attack"), ([], "Refrain")])
def test_whoever_stands_beside_is_attacked_only_where_it_costs_nothing(wars, does):
    armies = {"serbia": {0: {"cav": 3}, 1: {"li": 1}}}
    table = Table(2, order=[0, 1], kingdoms=NEIGHBOURS, armies=armies, wars=wars, turn=3)
    table.game.push(ChooseFoe(0, "serbia"))
    assert type(choice(table)).__name__ == does


# -- what it does ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_an_objective_that_is_met_is_claimed(level):
    players = {0: {"hand": [71], "technology": {"violet": 3}}}
    table = Table(2, at="purchases", order=[0, 1], players=players)
    assert isinstance(choice(table, level), Claim)


def test_an_army_takes_what_lies_bare_and_stays_where_it_would_be_beaten():
    wars, at = [[0, 1, 0]], {"order": [0, 1], "kingdoms": NEIGHBOURS, "turn": 3}
    wagon = {"owner": 0, "kind": "wagon", "space": "serbia"}
    lands = {"slavonia": {"civil": 2, "holder": 1}}
    army = {"serbia": {0: {"hi": 3}}}
    open_land = Table(2, vehicles=[wagon], armies=army, lands=lands, wars=wars, **at)
    assert choice(open_land) == Muster("serbia")
    go_on(open_land)
    assert open_land.game.lands["slavonia"].holder == 0
    weak = Table(2, vehicles=[WAGON], armies={"adrianople": {0: {"li": 1}}}, circle=[1, 1, 1], order=[0, 1])
    assert type(choice(weak)).__name__ == "PassRound"


def test_war_is_declared_on_whoever_lies_bare_and_not_by_a_beginner():
    wagon = {"owner": 0, "kind": "wagon", "space": "serbia"}
    lands = {"slavonia": {"civil": 3, "military": 3, "cathedral": 1}}
    at = {"at": "purchases", "order": [0, 1], "kingdoms": NEIGHBOURS, "turn": 3, "lands": lands, "vehicles": [wagon]}
    at["armies"] = {"serbia": {0: {"cav": 3}}}
    warlike, peaceful = (go_on(Table(2, **at), level) for level in ("hard", "easy"))
    assert warlike.happened(WarBegan)
    assert not peaceful.happened(WarBegan)
    assert DeclareWar(1) in Table(2, **at).offers()


@pytest.mark.parametrize(("strong", "signs"), [(1, "Accept"), (0, "Refuse")])
def test_peace_is_signed_by_whoever_needs_it(strong, signs):
    """With riches on both sides of the border, the one without an army wants peace, and the other does not."""
    lands = {"slavonia": {"civil": 3}, "serbia": {"holder": 0, "token": 0}, "nicaea": {"civil": 3}}
    place = "serbia" if strong == 0 else "slavonia"
    wagon = {"owner": strong, "kind": "wagon", "space": place, "level": 2}
    table = Table(2, order=[0, 1], kingdoms=NEIGHBOURS, lands=lands, vehicles=[wagon], armies={place: {strong: {"cav": 4}}}, turn=3)
    table.game.push(AnswerPact(0, Terms(parties=(1, 0), kinds=("peace",))))
    assert type(choice(table)).__name__ == signs


def with_caravans(turn):
    """Two who could trade with each other; the first is about to buy."""
    caravans = [{"owner": seat, "kind": "caravan", "space": space} for seat, space in ((0, "nicaea"), (1, "buda"))]
    return Table(2, at="purchases", order=[0, 1], kingdoms=NEIGHBOURS, turn=turn, vehicles=caravans)


def test_an_offer_is_made_once_and_not_again_before_three_turns_have_passed():
    """However often it is refused, and whatever the plan was."""
    mind, asked = mind_named(TITLE, "hard-diplomat"), []
    for turn in range(2, 6):
        table = with_caravans(turn)
        diplomat = SearchBot("diplomat", bot, Mind(style=mind.style, width=2, looks=300, seconds=600))
        for _ in range(60):
            if table.game.active != 0:
                break
            own = table.game.deciders == (0,)
            table.do(answer(diplomat, TITLE, table.game, 0, "once") if own else Refuse())
        asked += [turn] * len(table.happened(PactProposed))
    assert asked == [2, 5]


@pytest.mark.rule("MU-VAR-07")
def test_the_leader_finds_that_time_is_up_and_whoever_is_behind_that_it_is_not():
    def says(honour, turn):
        players = {0: {"honour": honour}, 1: {"honour": 20}, 2: {"honour": 20}}
        return choice(Table(3, options={"time_limit": True}, at="end", turn=turn, players=players))

    assert says(40, 5) == SayTime(True)
    assert says(5, 5) == SayTime(False)
    assert says(40, 1) == KeepQuiet()


def test_caravans_make_one_trade_route_after_the_other():
    played = play_game(TITLE, [SearchBot("hard", bot, Mind(width=1, looks=30, seconds=600)) for _ in range(3)], "routes", {})
    ended = [event for event in played.events if isinstance(event, RouteEnded) and event.points]
    assert len(ended) >= 6


def test_every_mind_has_a_style_that_plays_whole_games_by_the_rules():
    """What bots answer is legal under every variant, and the game adds up."""
    assert {mind.style for mind in bot.MINDS.values()} <= set(STYLES)
    names = [*sorted(STYLES), *(f"{AND}{taste}" for taste in bot.TASTES)]
    tables = (
        (2, {"teams": False, "time_limit": True}),
        (4, {"teams": True, "blood": True, "terrain": True, "objectives": "shuffled"}),
        (3, {"deployment": True, "kingdoms": "auction", "honour_limit": 40}),
        (3, {"kingdoms": "choice"}),
    )
    for number, (seats, options) in enumerate(tables):
        minds = [Mind(style=names[(number * 3 + place) % len(names)], width=1, looks=12, seconds=600) for place in range(seats)]
        bots = [Lawful(f"bot {place}", bot, mind) for place, mind in enumerate(minds)]
        assert play_game(TITLE, bots, "law", options, check=True).outcome.scores


class Lawful(SearchBot):
    """Its answers are looked at as a person's are."""

    def choose(self, glimpse):
        action = super().choose(glimpse)
        table = glimpse.redealt()
        table.decision.check(table, glimpse.seat, action)
        return action


def test_what_each_seat_played_is_told_to_the_arena():
    table = Table(2, at="purchases", order=[0, 1], players={0: {"hand": [71], "technology": {"violet": 3}}})
    table.do(Claim(71, "violet"))
    told = cast(table.game, table.events)
    assert told["kingdom"] == tuple((player.kingdom,) for player in table.game.players)
    assert told["objective"] == (("71",), ())
    assert told["technology"] == (("monasticism", "proselytism", "religion"), ())
    assert make_bot(TITLE, "expert").name == "expert"


GAME = """
from marchland.bots import search
from marchland.bots.protocol import answer, make_bot
from marchland.kernel.chance import key_from_seed
from marchland.kernel.title import find_title

search.perf_counter = lambda: 0.0
title = find_title("medioevo")
state, bot = title.new(3, key_from_seed("alike"), {}), make_bot(title, "hard")
for move in range(150):
    state.play(state.deciders[0], answer(bot, title, state, state.deciders[0], f"alike/{move}"))
print(state.fingerprint())
"""


def test_the_same_seed_gives_the_same_game_in_every_process() -> None:
    """However strings are hashed there: nothing is chosen by the order of a set."""
    games = [
        subprocess.run(
            [sys.executable, "-c", GAME], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=False
        )
        for seed in ("1", "2")
    ]
    assert [game.returncode for game in games] == [0, 0], games[0].stderr
    assert games[0].stdout == games[1].stdout
