"""The ends of turns, debts and games in figures, on both sides of every condition."""

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.cards.objectives import Holder
from marchland.games.medioevo.rules.cards.powers import upright
from marchland.games.medioevo.rules.cards.windows import Window
from marchland.games.medioevo.rules.components.armies import add_special, in_reserve, use_figure
from marchland.games.medioevo.rules.diplomacy.pacts import PactEnded
from marchland.games.medioevo.rules.events.events import EventDrawn, RebellionsDue, TaxTolerated
from marchland.games.medioevo.rules.loans import (
    Borrow,
    Default,
    Defaulted,
    Eliminated,
    FaceBankruptcy,
    LoanRepaid,
    LoanTaken,
    PayInterest,
    Repay,
    SelfPillage,
    SelfRebel,
    borrow,
    can_borrow,
    can_repay,
    default,
    eliminate,
    interest_due,
    loan_before_bids,
    loan_options,
    net_florins,
    own_valuables,
    repay,
    self_pillage,
)
from marchland.games.medioevo.rules.trade.routes import RouteEnded
from marchland.games.medioevo.rules.turn_end import EndPhase, TurnEnded, freshen, revert_units
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.rules.victory.victory import (
    FinalScored,
    FinalScoring,
    award,
    award_holy_cities,
    award_monopolies,
    award_technology,
    final_scores,
    is_scored_market,
    standing,
)
from marchland.games.medioevo.state import BARBARIANS, Army, Held, Now, Pact, Prisoner, Route, Special, War
from marchland.games.medioevo.tables import event_cards

from .bare import army, bare_table, counts, ever, hold, land, now, numbers, player, technology, vehicle
from .figures import emitted, happened, paid
from .table import Table


def told(events, rule=None):
    """Honour given, in order: seat and points."""
    return [(event.seat, event.points) for event in happened(events, Honoured) if rule in (None, event.rule)]


# -- final scoring -----------------------------------------------------------------------------------------


@pytest.mark.rule(*(f"MU-PH-{number:02}" for number in range(9, 19)))
def test_every_bonus_is_given_once_and_in_order():
    good = next(good for good in world.goods() if "constantinople" in world.producers(good, world.FIRST))
    table = Table(
        3,
        at="final",
        order=[2, 0, 1],
        players={
            0: {"florins": 900, "tokens": {"red": 2}},
            1: {"florins": 800, "technology": {"blue": 2}},
            2: {"florins": 700, "loans": 1},
        },
        lands={
            "constantinople": {"cathedral": 1},
            "buda": {"civil": 3, "cubes": ["salt"]},
            "saraj": {"military": 3},
        },
        armies={
            "roma": {1: {"li": 1}},
            **{space: {0: {"li": 1}} for space in world.producers(good, world.FIRST) if space not in ("roma", "constantinople")},
        },
        prisoners=[[0, 2, "li"]],
    )
    given = [(event.rule, event.seat, event.points) for event in table.happened(Honoured)]
    most = sorted(range(3), key=lambda seat: sum(held.holder == seat for held in table.game.lands.values()))[-1]
    assert given[:5] == [
        ("MU-PH-10", 0, 3),
        ("MU-PH-13", 0, 3),
        ("MU-PH-13", 1, 3),
        ("MU-PH-13", 2, 3),
        ("MU-PH-13", most, 3),
    ]
    assert given[5:8] == [("MU-PH-11", 1, 3), ("MU-PH-10", 1, 3), ("MU-PH-12", 1, 3)]
    assert ("MU-PH-14", 0, 3) in given[8:]
    assert given[-3:] == [("MU-PH-15", 2, -3), ("MU-PH-16", 2, -2), ("MU-PH-17", 0, 1)]
    (scored,) = table.happened(FinalScored)
    assert scored.scores == tuple(player.honour for player in table.game.players) == table.game.scores
    assert scored.ranking == tuple(sorted(range(3), key=lambda seat: -table.honour(seat))) == table.game.ranking


@pytest.mark.rule("MU-PH-09", "MU-EVT-15", "MU-EVT-17")
def test_the_last_event_tells_the_tolerated_tax_and_brings_rebellions():
    ten = [id for id, card in event_cards().items() if card.back == 10]
    table = Table(3, at="final", order=[2, 0, 1], players={1: {"tax": 20}, 0: {"tax": 10}}, events=[ten[0], ten[1]])
    (drawn,) = table.happened(EventDrawn)
    assert (drawn.seat, drawn.event) == (2, ten[0])
    assert [event.florins for event in table.happened(TaxTolerated)] == [10]
    assert [(event.seat, event.rebellions) for event in table.happened(RebellionsDue)] == [(1, 1)]
    assert (table.asked(), table.game.deciders) == ("ChooseRebellion", (1,))
    assert table.game.closing
    assert table.game.reason == "turns"
    assert table.game.happening is None


@pytest.mark.rule("MU-PH-09")
@pytest.mark.parametrize("reason", ["", "time"])
def test_the_last_event_is_drawn_even_if_nobody_is_left(reason):
    game = bare_table(2)
    game.events, game.reason = list(world.event_deck()), reason
    (drawn,) = emitted(game, FinalScoring().last_event)
    assert (drawn.seat, game.closing, game.reason) == (0, True, reason or "turns")
    for seat in range(2):
        player(game, seat, eliminated=True)
    (drawn,) = emitted(game, FinalScoring().last_event)
    assert drawn.seat == 0
    assert emitted(game, FinalScoring().bonuses) == []


@pytest.mark.rule("MU-PH-09")
@pytest.mark.parametrize(
    ("values", "given"),
    [((0, 0, 0), []), ((-1, -2, -3), []), ((1, 0, 0), [(0, 3)]), ((2, 2, 1), [(0, 1), (1, 1)]), ((4, 4, 9), [(2, 3)])],
)
def test_three_points_for_the_most_and_one_for_each_of_the_tied(values, given):
    game = bare_table(3)
    assert told(emitted(game, award, lambda game, seat: values[seat], "MU-PH-13"), "MU-PH-13") == given
    player(game, 2, eliminated=True)
    given = [(0, 1), (1, 1)] if values[2] == 9 else given
    assert told(emitted(game, award, lambda game, seat: values[seat], "MU-PH-13")) == given


@pytest.mark.rule("MU-PH-18")
def test_the_eliminated_come_last_whatever_they_have():
    game = bare_table(3)
    game.scores, game.order = (12, 40, 12), (0, 1, 2)
    player(game, 1, eliminated=True)
    assert sorted(range(3), key=lambda seat: standing(game, seat)) == [2, 0, 1]
    player(game, 0, florins=1001)
    assert sorted(range(3), key=lambda seat: standing(game, seat)) == [0, 2, 1]
    player(game, 0, loans=1)
    assert sorted(range(3), key=lambda seat: standing(game, seat)) == [2, 0, 1], "debts count against florins"


@pytest.mark.rule("MU-VAR-05")
def test_without_teams_everybody_scores_for_himself():
    game = bare_table(3)
    for seat, points in enumerate((7, 3, 9)):
        player(game, seat, honour=points, team=0)
    assert final_scores(game) == (7, 3, 9)
    game.settings["teams"] = True
    assert final_scores(game) == (19, 19, 19)


@pytest.mark.rule("MU-PH-12")
@pytest.mark.parametrize(
    ("rome", "jerusalem", "given"),
    [
        (BARBARIANS, BARBARIANS, []),
        (0, BARBARIANS, [(0, 3)]),
        (3, BARBARIANS, [(3, 3)]),  # Rome counts for the Mamluks, too
        (BARBARIANS, 3, []),
        (BARBARIANS, 1, [(1, 3)]),
        (2, 2, [(2, 3), (2, 3)]),
        (3, 3, [(3, 3)]),
    ],
)
def test_holy_cities(rome, jerusalem, given):
    game = bare_table(4)
    assert game.players[3].kingdom == "mamluks"
    land(game, "roma", holder=rome)
    land(game, "jerusalem", holder=jerusalem)
    assert told(emitted(game, award_holy_cities), "MU-PH-12") == given
    del game.lands["roma"]
    del game.lands["jerusalem"]
    assert emitted(game, award_holy_cities) == [], "not in play"


@pytest.mark.rule("MU-PH-14")
def test_a_monopoly_shared_by_two_or_by_barbarians_is_none():
    good = world.goods()[0]
    spaces = world.producers(good, world.FIRST)
    game = bare_table(3)
    for space in game.lands:
        land(game, space, holder=BARBARIANS)
    for space in spaces:
        land(game, space, holder=1)
    assert told(emitted(game, award_monopolies), "MU-PH-14") == [(1, 3)]
    land(game, spaces[0], holder=2)
    assert emitted(game, award_monopolies) == []
    del game.lands[spaces[0]]
    assert told(emitted(game, award_monopolies)) == [(1, 3)], "only settlements in play count"


@pytest.mark.rule("MU-PH-11")
def test_many_branches_do_not_outweigh_a_higher_level():
    game = bare_table(3)
    technology(game, 0, blue=3)
    technology(game, 1, blue=2, red=2, green=2, violet=2, orange=2, yellow=2)
    assert told(emitted(game, award_technology), "MU-PH-11") == [(0, 3)]
    technology(game, 2, red=3)
    assert told(emitted(game, award_technology), "MU-PH-11") == [(0, 1), (2, 1)]
    technology(game, 2, red=3, green=3)
    assert told(emitted(game, award_technology), "MU-PH-11") == [(2, 3)]
    player(game, 2, eliminated=True)
    assert told(emitted(game, award_technology), "MU-PH-11") == [(0, 3)]


@pytest.mark.rule("MU-PH-10")
def test_which_markets_count():
    game = bare_table(2)
    assert not is_scored_market(game, "constantinople"), "nothing lies there"
    land(game, "constantinople", cubes=("salt",))
    assert is_scored_market(game, "constantinople")
    land(game, "constantinople", holder=BARBARIANS)
    assert not is_scored_market(game, "constantinople")


# -- loans -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-LOA-01", "MU-LOA-02")
@pytest.mark.parametrize(
    ("facts", "borrows", "repays"),
    [
        ({"loans": 0, "florins": 900}, True, False),
        ({"loans": 1, "florins": 500}, True, True),
        ({"loans": 1, "florins": 499}, True, False),
        ({"loans": 4, "florins": 0}, True, False),
        ({"loans": 5, "florins": 501}, False, True),
        ({"loans": 2, "florins": 501, "borrowed": True}, False, True),
        ({"loans": 2, "florins": 501, "repaid": True}, True, False),
        ({"loans": 0, "florins": 0, "eliminated": True}, False, False),
    ],
)
def test_when_loans_are_taken_and_repaid(facts, borrows, repays):
    game = bare_table(2)
    player(game, 0, **facts)
    assert (can_borrow(game, 0), can_repay(game, 0)) == (borrows, repays)
    assert list(loan_options(game, 0)) == [Borrow()] * borrows + [Repay()] * repays
    assert list(loan_before_bids(game, 0)) == [Borrow()] * borrows


@pytest.mark.rule("MU-LOA-01", "MU-LOA-02", "MU-LOA-03")
def test_loans_in_figures():
    game = bare_table(2)
    player(game, 0, florins=40, loans=2)
    events = emitted(game, borrow, 0, Borrow())
    assert [(event.seat, event.loans) for event in happened(events, LoanTaken)] == [(0, 3)]
    assert paid(events) == [(BARBARIANS, 0, 500, "MU-LOA-01")]
    one = game.players[0]
    assert (one.florins, one.loans, one.new_loans, one.borrowed, one.repaid) == (540, 3, 1, True, False)
    assert interest_due(game, 0) == 100
    events = emitted(game, repay, 0, Repay())
    assert [(event.seat, event.loans) for event in happened(events, LoanRepaid)] == [(0, 2)]
    assert paid(events) == [(0, BARBARIANS, 500, "MU-LOA-02")]
    one = game.players[0]
    assert (one.florins, one.loans, one.new_loans, one.borrowed, one.repaid) == (40, 2, 0, True, True)
    assert interest_due(game, 0) == 100, "the loan of this turn went first"
    player(game, 0, florins=500, repaid=False)
    repay(game, 0, Repay())
    assert (game.players[0].loans, game.players[0].new_loans, interest_due(game, 0)) == (1, 0, 50)


@pytest.mark.rule("MU-LOA-03", "MU-CARD-38")
@pytest.mark.parametrize(
    ("loans", "fresh", "arrears", "relief", "due"),
    [(0, 0, 0, 0, 0), (3, 1, 0, 0, 100), (3, 1, 30, 0, 130), (3, 1, 30, 50, 80), (1, 1, 30, 50, 0), (1, 0, 0, 50, 0)],
)
def test_interest(loans, fresh, arrears, relief, due):
    game = bare_table(2)
    player(game, 0, loans=loans, new_loans=fresh, arrears=arrears)
    if relief:
        lay_effect(game, "relief", 0, amount=relief)
        lay_effect(game, "relief", 1, amount=1000)
    assert interest_due(game, 0) == due


@pytest.mark.rule("MU-LOA-04")
def test_a_loan_weighs_550_florins_for_wealth_and_for_objectives():
    game = bare_table(2)
    player(game, 0, florins=1200, loans=2)
    assert net_florins(game, 0) == Holder(game, 0).net_florins == 100
    player(game, 0, arrears=30)
    assert net_florins(game, 0) == Holder(game, 0).net_florins == 70, "interest that was left unpaid is still due"


@pytest.mark.rule("MU-BKR-01", "MU-TAX-05")
@pytest.mark.parametrize("florins", [109, 110, 400])
def test_interest_is_paid_to_the_last_florin(florins):
    game = bare_table(2)
    player(game, 0, florins=florins, loans=5, new_loans=3, arrears=10, strikes=1)
    now(game, 0, interest_paid=7)
    game.stack.clear()
    game.push(PayInterest(0))
    game.outbox = []
    game.run()
    if florins < 110:
        assert type(game.decision) is FaceBankruptcy
        assert (game.players[0].florins, game.players[0].arrears, game.now[0].interest_paid) == (109, 10, 7)
        return
    assert paid(game.outbox) == [(0, BARBARIANS, 110, "MU-TAX-05")]
    one = game.players[0]
    assert (one.florins, one.arrears, one.strikes, game.now[0].interest_paid) == (florins - 110, 0, 0, 117)


def broke(**facts):
    """Seat 0 owes more than he has; five loans unless told otherwise."""
    game = bare_table(2)
    player(game, 0, **{"florins": 20, "loans": 5, **facts})
    game.stack.clear()
    game.push(PayInterest(0))
    game.run()
    return game


@pytest.mark.rule("MU-BKR-01", "MU-BKR-02", "MU-BKR-03")
def test_what_is_open_to_the_bankrupt():
    poor = bare_table(2)
    player(poor, 0, loans=4)
    assert list(FaceBankruptcy(0).options(poor)) == [Borrow()], "a loan comes first"
    game = broke()
    assert list(FaceBankruptcy(0).options(game)) == [Default(), SelfRebel()]
    vehicle(game, 0, "engine", 1, "constantinople")
    assert list(FaceBankruptcy(0).options(game)) == [Default(), SelfRebel()]
    vehicle(game, 1, "wagon", 1, "constantinople")
    wagon = vehicle(game, 0, "wagon", 2, "constantinople")
    land(game, "adrianople", military=2)
    land(game, "buda", civil=1)
    assert own_valuables(game, 0) == ["building:adrianople:military", f"v:{wagon}"]
    assert list(FaceBankruptcy(0).options(game)) == [
        Default(),
        SelfPillage("building:adrianople:military"),
        SelfPillage(f"v:{wagon}"),
    ]
    bare = broke()
    for space in bare.lands:
        land(bare, space, holder=1)
    assert list(FaceBankruptcy(0).options(bare)) == [Default()], "nowhere to rebel"


@pytest.mark.rule("MU-BKR-02")
@pytest.mark.parametrize(
    ("category", "level", "florins"), [("civil", 1, 50), ("civil", 3, 150), ("military", 2, 100), ("cathedral", 1, 150)]
)
def test_a_building_of_ones_own_brings_half_its_price(category, level, florins):
    game = bare_table(2)
    land(game, "constantinople", **{category: level, "holder": 0})
    assert self_pillage(game, 0, f"building:constantinople:{category}") == florins
    assert getattr(game.lands["constantinople"], category) == 0


@pytest.mark.rule("MU-BKR-02")
def test_a_transport_of_ones_own_brings_half_its_price():
    game = bare_table(2)
    ids = [vehicle(game, 0, "wagon", level, "constantinople") for level in (1, 2, 3)]
    assert [self_pillage(game, 0, f"v:{id}") for id in ids] == [50, 100, 150]
    assert game.vehicles == {}


@pytest.mark.rule("MU-BKR-01", "MU-BKR-02", "MU-BKR-03")
def test_the_bankrupt_is_asked_until_the_interest_is_there():
    game = broke(florins=20)
    land(game, "adrianople", military=3)
    land(game, "nicaea", military=2)
    game.menu = None
    events = game.apply(0, SelfPillage("building:adrianople:military"))
    assert paid(events) == [(BARBARIANS, 0, 150, "MU-BKR-02")]
    assert (type(game.decision), game.players[0].florins) == (FaceBankruptcy, 170)
    events = game.apply(0, SelfPillage("building:nicaea:military"))
    assert paid(events) == [(BARBARIANS, 0, 100, "MU-BKR-02"), (0, BARBARIANS, 250, "MU-TAX-05")]
    rebel = broke(florins=200)
    events = rebel.apply(0, SelfRebel())
    assert paid(events) == [(BARBARIANS, 0, 100, "MU-BKR-03")]
    assert type(rebel.decision).__name__ == "ChooseRebellion"
    loan = broke(loans=4)
    assert (loan.players[0].florins, loan.players[0].loans) == (20 + 500 - 200, 5), "a loan that is possible must be taken"
    assert loan.players[0].strikes == 0


@pytest.mark.rule("MU-BKR-01", "MU-BKR-04")
@pytest.mark.parametrize("strikes", [0, 1])
def test_a_default_takes_the_cash_and_the_second_in_a_row_the_player(strikes):
    game = broke(florins=20, arrears=30, strikes=strikes)
    events = game.apply(0, Default())
    assert paid(events) == [(0, BARBARIANS, 20, "MU-BKR-01")]
    assert [(event.seat, event.florins) for event in happened(events, Defaulted)] == [(0, 260)]
    assert [event.seat for event in happened(events, Eliminated)] == [0] * strikes
    one = game.players[0]
    assert (one.eliminated, one.florins, one.strikes) == (bool(strikes), 0, strikes + 1)
    assert (one.arrears, one.loans) == ((0, 0) if strikes else (260, 5))
    assert game.stack == [], "he is not asked again this turn"


@pytest.mark.rule("MU-BKR-04")
def test_everything_of_an_eliminated_player_goes_back():
    game = bare_table(3)
    army(game, "adrianople", 0, li=2, cap2=1)
    vehicle(game, 0, "wagon", 1, "adrianople")
    land(game, "tarnovo", holder=0, token=0)
    land(game, "buda", holder=1, token=1)
    hold(game, 0, 5, 9)
    route = Route("caffa", ("saraj",), (), "buda", 1)
    player(
        game,
        0,
        florins=70,
        reserve=(10, 10, 5, 5, 1),
        camp=counts(hi=2),
        exiles=counts(cav=1),
        tokens=(1, 0, 0, 2, 0, 0),
        flipped=(1, 0, 0, 0, 0, 0),
        points=(0, 1, 0, 0, 0, 0),
        blood=3,
        loans=5,
        new_loans=1,
        arrears=60,
        stars=7,
        route=route,
    )
    player(game, 1, reserve=(10, 10, 5, 5, 1))
    game.prisoners = [Prisoner(0, 1, "arc"), Prisoner(1, 0, "arc"), Prisoner(1, 2, "li")]
    game.wars = [War((0, 1), 1), War((1, 2), 1)]
    game.pacts = {1: Pact(parties=(0, 2), kinds=("trade",)), 2: Pact(parties=(1, 2), kinds=("trade",))}
    game.supply.update({"objective:blue": 1, "objective:red": 1, "blood": 2})
    events = emitted(game, eliminate, 0)
    one = game.players[0]
    assert one.eliminated
    assert (one.hand, one.tokens, one.flipped, one.points, one.blood) == ((), (0,) * 6, (0,) * 6, (0,) * 6, 0)
    assert (one.florins, one.loans, one.new_loans, one.arrears, one.route) == (0, 0, 0, 0, None)
    assert (one.camp, one.exiles) == (counts(), counts())
    assert one.reserve == (12, 12, 6, 6, 2), "from the map, the camp, exile and captivity"
    assert game.players[1].reserve == (10, 10, 5, 6, 1)
    assert one.stars == 8
    assert (game.supply["objective:blue"], game.supply["objective:red"], game.supply["blood"]) == (2, 3, 5)
    assert game.deck == [5, 9]
    assert game.prisoners == [Prisoner(1, 2, "li")]
    assert ([war.sides for war in game.wars], list(game.pacts)) == ([(1, 2)], [2])
    assert (game.vehicles, game.armies) == ({}, {})
    assert [game.lands[space].holder for space in ("adrianople", "tarnovo", "buda")] == [BARBARIANS, BARBARIANS, 1]
    assert paid(events) == [(0, BARBARIANS, 70, "MU-BKR-04")]
    assert [event.seat for event in happened(events, Eliminated)] == [0]
    assert [event.pact for event in happened(events, PactEnded)] == [1]


@pytest.mark.rule("MU-BKR-04")
def test_a_default_ends_the_question_of_interest():
    game = broke(florins=20)
    game.stack.clear()
    game.push(PayInterest(0))
    default(game, 0)
    assert (game.players[0].strikes, game.players[0].arrears, game.players[0].eliminated) == (1, 230, False)


# -- the end of a turn -------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-13")
def test_before_cards_are_turned_upright_everybody_may_act():
    game = bare_table(2)
    game.stack.clear()
    EndPhase().last_reactions(game)
    assert [frame for frame, _ in game.stack] == [Window("W-7")]


@pytest.mark.rule("MU-CARD-13", "MU-END-02")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Held(5), Held(5)),
        (Held(5, turned=True), Held(5)),
        (Held(5, turned=True, barred=True), Held(5, turned=True, idle=True)),
        (Held(5, barred=True), Held(5)),  # a Bard has turned it upright again
        (Held(5, turned=True, idle=True), Held(5)),
        (Held(36, turned=True, stored=200), Held(36, stored=200)),
    ],
)
def test_cards_are_turned_upright_unless_barred(before, after):
    assert upright(before) == after


@pytest.mark.rule("MU-END-01")
def test_what_lasted_for_the_turn_ends_with_it():
    game = bare_table(2)
    wagon = vehicle(game, 0, "wagon", 1, "constantinople", pm=0, stopped=True, steps=4, brought=2)
    ship = vehicle(game, 1, "galley", 2, "constantinople", pm=1)
    lay_effect(game, "dual", 0, "v:1")
    lay_effect(game, "unseen", 0, "v:1", until="move")
    lay_effect(game, "ban", 0, "buda", until="next")
    game.banned, game.banned_before, game.taken_this_turn = ["1:buda"], ["2:roma"], ["buda"]
    game.turn = 3
    game.pacts = {
        1: Pact(parties=(0, 1), kinds=("trade",), until=3),
        2: Pact(parties=(0, 1), kinds=("trade",), until=4),
        3: Pact(parties=(0, 1), kinds=("trade",)),
    }
    events = emitted(game, EndPhase().restore)
    assert [(v.pm, v.stopped, v.steps, v.brought) for v in (game.vehicles[wagon], game.vehicles[ship])] == [
        (6, False, 0, 0),
        (7, False, 0, 0),
    ]
    EndPhase().reactivate(game)
    assert [(effect.name, effect.until) for effect in game.effects] == [("ban", "turn")], "one turn more"
    assert (game.banned, game.banned_before, game.taken_this_turn) == ([], ["1:buda"], [])
    assert sorted(game.pacts) == [2, 3]
    assert [event.pact for event in happened(events, PactEnded)] == [1]


@pytest.mark.rule("MU-END-02")
def test_a_player_starts_the_next_turn_afresh():
    game = bare_table(2)
    hold(game, 0, 5, turned=True)
    player(
        game,
        0,
        flipped=(1,) * 6,
        points=(1,) * 6,
        studied=("red",),
        borrowed=True,
        repaid=True,
        bought_card=True,
        new_loans=1,
        recruits=3,
        camp=counts(li=1),
        exiles=counts(li=2, hi=1),
        cheap=counts(cav=1),
        fallen=counts(arc=1),
    )
    freshen(game, 0)
    one = game.players[0]
    assert (one.hand, one.flipped, one.points, one.studied) == ((Held(5),), (0,) * 6, (0,) * 6, ())
    assert (one.borrowed, one.repaid, one.bought_card, one.new_loans, one.recruits) == (False, False, False, 0, 0)
    assert (one.camp, one.exiles) == (counts(li=3, hi=1), counts())
    assert (one.cheap, one.fallen) == (counts(arc=1), counts())


@pytest.mark.rule("MU-END-02")
@pytest.mark.parametrize("carrier", [0, 1])
def test_a_route_without_a_transport_is_over_when_the_turn_ends(carrier):
    game = bare_table(2)
    route = Route("caffa", ("saraj",), (), "buda", carrier)
    player(game, 0, route=route)
    events = emitted(game, freshen, 0)
    assert [(event.seat, event.points) for event in happened(events, RouteEnded)] == ([] if carrier else [(0, 0)])
    assert game.players[0].route == (route if carrier else None)


@pytest.mark.rule("MU-END-02")
def test_what_was_counted_for_the_turn_is_forgotten_also_of_the_eliminated():
    game = bare_table(3)
    game.turn = 4
    player(game, 2, eliminated=True, recruits=1)
    player(game, 0, recruits=1)
    for seat in range(3):
        now(game, seat, battles_won=2)
    ever(game, 0, pacts_broken=1)
    (ended,) = emitted(game, EndPhase().reactivate)
    assert isinstance(ended, TurnEnded)
    assert ended.turn == 4
    assert game.now == [Now()] * 3
    assert game.ever[0].pacts_broken == 1
    assert [game.players[seat].recruits for seat in range(3)] == [0, 0, 1]


@pytest.mark.rule("MU-VAR-07")
@pytest.mark.parametrize(("limit", "players", "asks"), [(True, 3, True), (True, 2, True), (True, 1, False), (False, 3, False)])
def test_who_says_whether_time_is_up(limit, players, asks):
    game = bare_table(3)
    game.order = (2, 1, 0)
    game.settings["time_limit"] = limit
    for seat in range(players, 3):
        player(game, seat, eliminated=True)
    game.stack.clear()
    EndPhase().agree(game)
    assert [frame.seats for frame, _ in game.stack] == [tuple(range(players))] * asks


@pytest.mark.rule("MU-END-01", "MU-CARD-65", "MU-CARD-66")
def test_troops_aboard_change_back_and_hired_ones_leave_the_ship():
    game = bare_table(2)
    sea = game.waters[0]
    own, hired = Special("cav", "hi", 0), Special("li", "li", BARBARIANS)
    ship = vehicle(game, 0, "galley", 2, sea, cargo=Army(0, counts(arc=1), (own, hired)))
    other = vehicle(game, 1, "galley", 1, sea, cargo=Army(1, counts(), (hired,)))
    before = in_reserve(game, BARBARIANS, "li")
    revert_units(game)
    assert game.vehicles[ship].cargo == Army(0, counts(arc=1, hi=1))
    assert game.vehicles[other].cargo is None
    assert in_reserve(game, BARBARIANS, "li") == before + 2


@pytest.mark.rule("MU-END-01")
def test_nobody_is_exhausted_after_the_turn_and_empty_places_are_lost():
    game = bare_table(2)
    game.armies["buda"] = (Army(1, counts(li=2), (), counts(li=1)),)
    use_figure(game, BARBARIANS, "li")
    land(game, "tarnovo", holder=0)
    add_special(game, "tarnovo", 0, Special("li", "li", BARBARIANS))
    army(game, "adrianople", 0, li=1)
    revert_units(game)
    assert game.armies["buda"] == (Army(1, counts(li=2)),)
    assert "tarnovo" not in game.armies
    assert game.lands["tarnovo"].holder == BARBARIANS
    assert numbers(game, "adrianople", 0) == {"li": 1}
