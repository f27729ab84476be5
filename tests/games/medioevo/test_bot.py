"""The bot's judgement: what it likes, what it leaves alone, and that greedy play with it is good play."""

import pytest

from marchland.bots.arena import simulate
from marchland.bots.protocol import answer, make_bot
from marchland.games.medioevo.bot import HESITATION, TARGETS, _after, evaluate, shortlist
from marchland.games.medioevo.bots.movement import forsaken
from marchland.games.medioevo.bots.weights import VICTORY
from marchland.games.medioevo.rules.battle.flight import AnswerTerms
from marchland.games.medioevo.rules.diplomacy.allies import AnswerCall
from marchland.games.medioevo.rules.diplomacy.diplomacy import DeclareWar
from marchland.games.medioevo.rules.diplomacy.pacts import AnswerPact, PactProposed, Terms
from marchland.games.medioevo.rules.movement.movement import Muster, PassRound
from marchland.games.medioevo.rules.purchases.sites import Raise, Recruit
from marchland.games.medioevo.rules.taxes import PayUpkeep
from marchland.games.medioevo.rules.trade.routes import RouteLength
from marchland.games.medioevo.rules.trade.trade import BuyCubes, Employ, Ride
from marchland.games.medioevo.rules.turn_end import KeepQuiet
from marchland.games.medioevo.title import TITLE

from .table import Table

PEACE = [{"parties": [0, 1], "kinds": ["trade", "peace"]}]
"""With nothing left to negotiate the bot turns to other things."""


def choice(table, seed="choice"):
    """What greedy play does now."""
    return answer(make_bot(TITLE, "greedy"), TITLE, table.game, table.game.deciders[0], seed)


def value(seat=0, **position):
    return evaluate(Table(2, at="trade", order=[0, 1], **position).game, seat)


def test_honour_land_and_buildings_are_good_and_prisoners_and_debts_are_not():
    plain = value()
    assert value(players={0: {"honour": 11}}) > plain
    assert value(players={1: {"honour": 11}}) < plain
    assert value(armies={"tarnovo": {0: {"cav": 2}}}) > plain
    assert value(lands={"nicaea": {"civil": 3}}) > plain
    assert value(lands={"nicaea": {"civil": 3}}) > value(lands={"nicaea": {"civil": 3, "civil_damage": 4}})
    assert value(players={0: {"loans": 1}}) < plain
    assert value(prisoners=[[1, 0, "cav"]]) < plain


def test_the_end_is_judged_on_the_scale_of_the_play_before_it():
    """Else the bot would do anything rather than let a game end."""
    players = {0: {"honour": 30}, 1: {"honour": 25}}
    over = Table(2, at="final", players=players).game
    before = Table(2, at="end", turn=8, order=[0, 1], players=players).game
    assert over.is_over
    assert evaluate(over, 0) > evaluate(over, 1) + VICTORY
    assert abs(evaluate(over, 1) - evaluate(before, 1)) < VICTORY


@pytest.mark.rule("MU-VAR-07")
@pytest.mark.parametrize("honour", [5, 30])
def test_greedy_play_neither_calls_time_nor_holds_it_up(honour):
    """Ahead or behind, one human voice among bots is enough to say that time is up."""
    table = Table(3, options={"time_limit": True}, at="end", turn=3, players={1: {"honour": honour}, 2: {"honour": honour}})
    table.do("saytime yes")
    for _ in range(2):
        assert choice(table) == KeepQuiet()
        table.do(choice(table))
    assert table.game.is_over
    assert table.game.reason == "time"


def test_affairs_of_state_wait_for_the_purchase_phase():
    caravan = {"owner": 0, "kind": "caravan", "space": "nicaea"}
    trading = Table(2, at="trade", order=[0, 1], vehicles=[caravan]).do(Employ(1))
    assert DeclareWar(1) in trading.offers()
    considered = shortlist(trading.game, 0, trading.game.options(0))
    assert DeclareWar(1) not in considered
    assert any(isinstance(option, Ride) for option in considered)
    buying = Table(2, at="purchases", order=[0, 1])
    assert DeclareWar(1) in shortlist(buying.game, 0, buying.game.options(0))


def test_only_bargains_are_considered_in_a_shop():
    table = Table(2, at="purchases", order=[0, 1], players={0: {"technology": {"green": 1}, "points": {"green": 3}}}, turn=3)
    table.do("visit nicaea")
    considered = shortlist(table.game, 0, table.game.options(0))
    assert Raise("civil", 3) in considered
    assert Recruit("li") in table.offers()
    assert Recruit("li") not in considered, "not worth its keep"


def test_a_garrison_that_alone_holds_a_land_is_not_tempted_away():
    wagon = {"owner": 0, "kind": "wagon", "space": "roma"}
    held = Table(2, order=[0, 1], armies={"roma": {0: {"cav": 3}}}, vehicles=[wagon]).do(Muster("roma"))
    kept = Table(2, order=[0, 1], armies={"roma": {0: {"cav": 3}}}, vehicles=[wagon], lands={"roma": {"token": 0}}).do(
        Muster("roma")
    )
    assert forsaken(held.game, held.game.marches[-1]) > 30
    assert forsaken(kept.game, kept.game.marches[-1]) == 0


def test_a_card_that_needs_a_target_is_judged_by_its_best_target():
    table = Table(2, at="purchases", order=[0, 1], players={0: {"hand": [36]}}, options={"ask_1": "always"})
    table.do("playcard 36")
    best = max(evaluate(_after(table.game, 0, option), 0) for option in table.offers()[:TARGETS])
    assert evaluate(table.game, 0) == pytest.approx(best - HESITATION)


def test_bids_are_modest():
    table = Table(3, at="order", order=[0, 1, 2])
    bids = []
    while table.asked() == "Bids":
        bids.append(choice(table).florins)
        table.do(choice(table))
    assert max(bids) <= 200


def test_taxes_stay_where_people_bear_them():
    table = Table(2, at="taxes", order=[0, 1], turn=2)
    assert choice(table).level in (10, 20, 30)


def test_without_a_pact_peace_is_offered():
    table = Table(2, at="purchases", order=[0, 1])
    while table.game.deciders == (0,) and not table.happened(PactProposed):
        table.do(choice(table))
    assert "peace" in table.happened(PactProposed)[0].terms.kinds


def test_upkeep_is_paid_without_ado():
    table = Table(2, at="taxes", order=[0, 1], pacts=PEACE, armies={"nicaea": {0: {"cav": 2}}})
    table.do("settax 20", "settax 20")
    assert table.asked() == "MeetUpkeep"
    assert choice(table) == PayUpkeep()


def test_strong_troops_go_where_there_is_something_to_win_and_weak_ones_stay():
    wagon = [{"owner": 0, "kind": "wagon", "level": 2, "space": "adrianople"}]
    strong = Table(2, vehicles=wagon, armies={"adrianople": {0: {"cav": 6}}}, order=[0, 1], pacts=PEACE)
    assert choice(strong) == Muster("adrianople")
    while strong.asked() in ("ChooseMove", "ManageGroup"):
        strong.do(choice(strong))
    assert strong.game.fights or len(strong.game.taken_this_turn) == 1
    weak = Table(2, vehicles=wagon, armies={"adrianople": {0: {"li": 1}}}, order=[0, 1], pacts=PEACE, circle=[1, 1, 1])
    assert choice(weak) == PassRound()


def test_a_caravan_opens_a_route_and_follows_it():
    vehicles = [{"owner": 0, "kind": "caravan", "space": "nicaea"}]
    table = Table(2, at="trade", order=[0, 1], pacts=PEACE, vehicles=vehicles)
    assert choice(table) == Employ(1)
    table.do(choice(table))
    assert isinstance(choice(table), BuyCubes)
    table.do(choice(table))
    assert isinstance(choice(table), RouteLength)
    while table.asked() == "PlanRoute":
        table.do(choice(table))
    before = table.game.vehicles[1].pm
    while table.asked() == "ManageTransport" and isinstance(choice(table), Ride):
        table.do(choice(table))
    assert len(table.game.players[0].route.done) >= 2
    assert table.game.vehicles[1].pm < before


@pytest.mark.parametrize(
    ("terms", "signs"),
    [
        ({"kinds": ("peace",)}, "Accept"),
        ({"kinds": ("offence",), "units": 8}, "Refuse"),
        ({"kinds": ("passage",), "guests": (1,)}, "Refuse"),
        ({"florins": 100}, "Accept"),
        ({"florins": -100}, "Refuse"),
    ],
)
def test_pacts_are_signed_for_what_they_bring(terms, signs):
    table = Table(2, order=[0, 1])
    table.game.push(AnswerPact(0, Terms(parties=(1, 0), **terms)))
    assert type(choice(table)).__name__ == signs


def test_an_ally_keeps_his_word_and_nobody_surrenders_a_won_battle():
    pact = {"parties": [0, 1], "kinds": ["defence"], "units": 4}
    table = Table(3, order=[0, 1, 2], turn=3, pacts=[pact], wars=[[2, 0, 2]])
    table.game.push(AnswerCall(1, 0, 1, 2))
    assert type(choice(table)).__name__ == "Support"
    battle = {"place": "serbia", "attacker": 0, "defender": 1}
    armies = {"serbia": {0: {"cav": 5}, 1: {"li": 1}}}
    fight = Table(2, order=[0, 1], armies=armies, battle=battle, wars=[[0, 1, 0]], dice=[1, 2, 3, 1, 2, 3])
    fight.game.push(AnswerTerms(0, 0))
    assert type(choice(fight)).__name__ == "RefuseTerms"


def test_greedy_beats_random():
    """A handful of games; the long measurement is in the README."""
    assert simulate(TITLE, 4, 2, ["greedy", "random"], "bot").wins["greedy"] == 4
