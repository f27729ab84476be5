"""Setting up, bidding and the sequence of play in figures, on both sides of every condition."""

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.cards.windows import Window
from marchland.games.medioevo.rules.components.armies import UnitPlaced
from marchland.games.medioevo.rules.components.table import change, homes, note
from marchland.games.medioevo.rules.order import Bid, OrderPhase, OrderSet, ranking
from marchland.games.medioevo.rules.purchases.empire import CardKept, CardsDrawn
from marchland.games.medioevo.rules.setup import (
    ChooseStart,
    ChooseStartTransport,
    KingdomTaken,
    PlaceStart,
    TokenTaken,
    VillagePlaced,
    start_sites,
)
from marchland.games.medioevo.rules.taxes import TaxesPhase
from marchland.games.medioevo.rules.variants.opening_auction import BidKingdom, KingdomWon, OpeningAuction
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.sequence import Game, PhaseBegan, TurnBegan, begin_phase, outcome
from marchland.games.medioevo.state import BARBARIANS
from marchland.games.medioevo.tables import COLOURS
from marchland.games.medioevo.title import TITLE
from marchland.kernel.chance import key_from_seed

from .bare import bare_table, player
from .figures import emitted, happened
from .table import Table

QUIET = {f"ask_{number}": "never" for number in range(1, 7)}


def set_up(seats=3, seed=1, **options):
    """A game played through its setup, everybody taking his first option; with all that happened."""
    game = TITLE.new(seats, key_from_seed(seed), {**QUIET, **options})
    events = []
    while game.phase == 0:
        seat = game.deciders[0]
        events += game.apply(seat, game.options(seat)[0])
    return game, events


# -- setup -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-SET-03", "MU-SET-04", "MU-SET-05", "MU-SET-06")
def test_what_setup_puts_on_the_table_is_told_piece_by_piece():
    game, events = set_up()
    villages = happened(events, VillagePlaced)
    assert [event.seat for event in villages] == list(game.order)
    assert all(game.lands[event.space].civil == 1 and event.space in homes(game, event.seat) for event in villages)
    placed = happened(events, UnitPlaced)
    archers = [(event.owner, event.kind) for event in placed if event.owner != BARBARIANS]
    assert archers == [(seat, "arc") for seat in game.order]
    fires = [space for space in world.fires() if space in game.lands]
    assert [(event.space, event.kind) for event in placed if event.owner == BARBARIANS] == [(space, "li") for space in fires]
    drawn = happened(events, CardsDrawn)
    assert [(event.seat, len(event.cards), event.audience) for event in drawn] == [(seat, 3, (seat,)) for seat in game.order]
    kept = happened(events, CardKept)
    assert [event.seat for event in kept] == list(game.order)
    assert all(event.card in one.cards for event, one in zip(kept, drawn, strict=True))
    tokens = happened(events, TokenTaken)
    assert [(event.seat, event.colour) for event in tokens] == [(seat, "blue") for seat in game.order]
    assert [player.tokens for player in game.players] == [(1, 0, 0, 0, 0, 0)] * 3
    assert game.supply["objective:blue"] == 8 - 3
    assert game.supply["village"] == 24 - 3


@pytest.mark.rule("MU-SET-05")
def test_what_is_not_kept_goes_back_and_the_deck_is_shuffled():
    game, _ = set_up()
    held = [card.card for player in game.players for card in player.hand]
    assert sorted([*game.deck, *held]) == list(range(1, 73))
    assert game.deck != sorted(game.deck)
    assert [player.drawn for player in game.players] == [()] * 3


@pytest.mark.rule("MU-SET-06")
def test_a_colour_that_has_run_out_is_not_offered():
    game = TITLE.new(2, key_from_seed(1), QUIET)
    while type(game.decision).__name__ != "ChooseToken":
        seat = game.deciders[0]
        game.apply(seat, game.options(seat)[0])
    game.supply["objective:red"], game.supply["objective:blue"] = 0, 1
    game.menu = None
    assert [option.colour for option in game.options()] == [colour for colour in COLOURS if colour != "red"]


@pytest.mark.rule("MU-SET-02", "MU-SET-03")
def test_starting_transports_stand_at_home_and_ships_in_home_ports():
    game = bare_table()
    own = sorted(homes(game, 0))
    ports = [space for space in own if space in world.towns(world.FIRST) and world.towns(world.FIRST)[space].port]
    assert 0 < len(ports) < len(own)
    assert start_sites(game, 0, "wagon") == start_sites(game, 0, "caravan") == own
    assert start_sites(game, 0, "galley") == start_sites(game, 0, "merchantman") == ports
    assert start_sites(game, 1, "galley") == [], "Hungary has no port"
    kinds = ("wagon", "galley", "caravan", "merchantman")
    choices = list(ChooseStartTransport(0, 2).options(game))
    assert choices == [ChooseStart(kind, level) for kind in kinds for level in (1, 2)]
    game.supply["galley"] = 0
    choices = list(ChooseStartTransport(0, 1).options(game))
    assert choices == [ChooseStart(kind, 1) for kind in kinds if kind != "galley"]
    assert {choice.kind for choice in ChooseStartTransport(1, 2).options(game)} == {"wagon", "caravan"}


@pytest.mark.rule("MU-SET-02", "MU-SET-03")
@pytest.mark.parametrize("level", [1, 2])
def test_a_transport_is_placed_before_the_rest_of_the_levels_is_chosen(level):
    game = TITLE.new(2, key_from_seed(3), QUIET)
    while type(game.decision).__name__ != "ChooseStartTransport":
        game.apply(game.deciders[0], game.options(game.deciders[0])[0])
    seat = game.deciders[0]
    game.apply(seat, ChooseStart("wagon", level))
    assert (type(game.decision).__name__, game.deciders) == ("PlaceTransport", (seat,))
    assert [option.space for option in game.options()] == sorted(homes(game, seat))
    game.apply(seat, PlaceStart(sorted(homes(game, seat))[1]))
    (vehicle,) = game.vehicles.values()
    assert (vehicle.owner, vehicle.kind, vehicle.level, vehicle.space) == (seat, "wagon", level, sorted(homes(game, seat))[1])
    asked = type(game.decision).__name__, game.deciders[0] == seat
    assert asked == (("ChooseStartTransport", True) if level == 1 else ("ChooseArcher", False))


@pytest.mark.rule("MU-SET-02", "MU-SET-07")
@pytest.mark.parametrize("teams", [False, True])
def test_players_are_asked_as_they_wish_and_teams_sit_alternately(teams):
    game = TITLE.new(
        4, key_from_seed(1), {"ask_1": "always", "ask_2": "never", "ask_3": "battles", "ask_4": "never", "teams": teams}
    )
    assert [player.heed for player in game.players] == ["always", "never", "battles", "never"]
    assert [player.team for player in game.players] == ([1, 2, 1, 2] if teams else [0, 0, 0, 0])


@pytest.mark.rule("MU-SET-02")
@pytest.mark.parametrize("backs", ["printed", "shuffled"])
def test_decks_are_shuffled_and_objectives_only_if_agreed(backs):
    game = TITLE.new(2, key_from_seed(1), {**QUIET, "objectives": backs})
    assert game.objectives[0] == 0, "there is no card 0"
    assert (game.objectives == list(range(73))) == (backs == "printed")
    assert sorted(game.objectives) == list(range(73))
    assert sorted(game.deck) == list(range(1, 73))
    assert game.deck != sorted(game.deck)
    assert sorted(game.events) == sorted(world.event_deck())
    assert game.events != list(world.event_deck())
    assert (game.now[0], len(game.now), len(game.ever)) == (game.now[1], 2, 2)


@pytest.mark.rule("MU-SET-10")
def test_kingdoms_dealt_at_random_are_told_and_chosen_ones_are_linked():
    game = TITLE.new(3, key_from_seed(2), QUIET)
    assert len({player.kingdom for player in game.players}) == 3, "dealt before the first bid"
    choosing = TITLE.new(3, key_from_seed(2), {**QUIET, "kingdoms": "choice"})
    assert [player.kingdom for player in choosing.players] == ["", "", ""]
    events = []
    while type(choosing.decision).__name__ != "ChooseKingdom":
        choosing.apply(choosing.deciders[0], choosing.options(choosing.deciders[0])[0])
    assert [option.kingdom for option in choosing.options()] == list(world.kingdoms())
    events += choosing.apply(choosing.deciders[0], choosing.options()[0])
    first = events[0].kingdom
    assert [option.kingdom for option in choosing.options()] == [k for k in world.kingdoms() if first in world.links(k)]
    while type(choosing.decision).__name__ == "ChooseKingdom":
        events += choosing.apply(choosing.deciders[0], choosing.options()[-1])
    taken = happened(events, KingdomTaken)
    assert [event.seat for event in taken] == list(choosing.order)
    assert [choosing.players[event.seat].kingdom for event in taken] == [event.kingdom for event in taken]
    assert all(choosing.lands[space].holder == seat for seat in range(3) for space in homes(choosing, seat))


# -- the starting auction ----------------------------------------------------------------------------------


@pytest.mark.rule("MU-VAR-01")
def test_bids_for_kingdoms_are_of_nothing_to_ten_and_the_best_one_wins():
    game = TITLE.new(3, key_from_seed(5), {**QUIET, "kingdoms": "auction"})
    kingdoms = game.decision.kingdoms
    assert game.deciders == (0, 1, 2)
    assert game.options(0) == tuple(BidKingdom(kingdom, bid) for kingdom in kingdoms for bid in range(11))
    events = game.apply(0, BidKingdom(kingdoms[0], 3))
    events += game.apply(1, BidKingdom(kingdoms[0], 7))
    events += game.apply(2, BidKingdom(kingdoms[2], 0))
    won = happened(events, KingdomWon)
    assert [(event.seat, event.kingdom, event.bid) for event in won] == [(1, kingdoms[0], 7), (2, kingdoms[2], 0)]
    assert [(event.seat, event.points) for event in happened(events, Honoured)] == [(1, -7)]
    assert game.deciders == (0,), "only who has none bids again, and only for what is left"
    assert game.options(0) == tuple(BidKingdom(kingdoms[1], bid) for bid in range(11))
    events = game.apply(0, BidKingdom(kingdoms[1], 10))
    assert [(event.seat, event.points, event.rule) for event in happened(events, Honoured)] == [
        (0, -10, "MU-VAR-01"),
        *((seat, 10, "MU-VAR-01") for seat in range(3)),
    ]
    assert [player.honour for player in game.players] == [10, 13, 20]


@pytest.mark.rule("MU-VAR-01")
def test_a_kingdom_by_lot_costs_nothing():
    game = TITLE.new(3, key_from_seed(5), {**QUIET, "kingdoms": "auction"})
    kingdoms = game.decision.kingdoms
    game.apply(0, BidKingdom(kingdoms[0], 6))
    events = []
    for seat in (1, 2, 1, 2):
        events += game.apply(seat, BidKingdom(kingdoms[1], 4))
    won = happened(events, KingdomWon)
    assert [(event.seat, event.bid) for event in won] == [(0, 6), (1, -1), (2, -1)]
    assert {event.kingdom for event in won} == set(kingdoms)
    assert [player.honour for player in game.players] == [10, 16, 16]
    assert type(game.decision).__name__ == "Bids"


@pytest.mark.rule("MU-VAR-01")
def test_when_everybody_has_a_kingdom_nobody_bids_again():
    game = bare_table(2)
    auction = OpeningAuction(("byzantium", "hungary"))
    game.stack.clear()
    auction.second(game)
    assert game.stack == []
    player(game, 1, kingdom="")
    auction.second(game)
    assert (game.stack[-1][0].seats, game.stack[-1][0].kingdoms) == ((1,), ("hungary",))


# -- the order of play -------------------------------------------------------------------------------------


@pytest.mark.rule("MU-ORD-02", "MU-ORD-03")
def test_the_order_is_told_and_the_first_is_active():
    table = Table(3, at="order", turn=2, order=(0, 1, 2)).do(Bid(50), Bid(100), Bid(100))
    assert table.happened(OrderSet) == [], "two are tied for the first place"
    assert (table.asked(), table.game.deciders) == ("ExtraBids", (1, 2))
    table.do(Bid(0), Bid(5))
    assert [event.order for event in table.happened(OrderSet)] == [(2, 1, 0)]
    assert table.game.active == 2
    assert (table.florins(2), table.florins(0)) == (1600 - 105, 1600 + 105)


@pytest.mark.rule("MU-ORD-02")
def test_a_tie_that_is_raised_but_stays_is_bid_for_again():
    table = Table(3, at="order", turn=2, order=(0, 1, 2)).do(Bid(50), Bid(100), Bid(100), Bid(20), Bid(20))
    assert (table.asked(), table.game.deciders) == ("ExtraBids", (1, 2))
    table.do(Bid(1), Bid(0))
    assert table.game.order == (1, 2, 0)
    assert table.florins(1) == 1600 - 121


@pytest.mark.rule("MU-ORD-03")
def test_the_eliminated_come_last_in_the_order():
    table = Table(4, order=(3, 1, 0, 2))
    change(table.game, 1, eliminated=True)
    assert ranking(table.game, (5, 0, 5, 9)) == (3, 2, 0, 1)
    assert ranking(table.game, (0, 0, 0, 0)) == (2, 0, 3, 1)


@pytest.mark.rule("MU-ORD-04")
def test_the_first_pays_the_last_of_those_still_in_the_game():
    game = bare_table(4)
    game.order = (2, 0, 3, 1)
    player(game, 1, eliminated=True)
    (paid,) = emitted(game, OrderPhase(bids=(10, 0, 30, 5)).pay)
    assert (paid.seat, paid.payee, paid.florins, paid.rule) == (2, 3, 30, "MU-ORD-04")
    player(game, 3, eliminated=True)
    (paid,) = emitted(game, OrderPhase(bids=(10, 0, 30, 5)).pay)
    assert (paid.seat, paid.payee, paid.florins) == (2, 0, 30)
    player(game, 0, eliminated=True)
    assert emitted(game, OrderPhase(bids=(10, 0, 30, 5)).pay) == [], "nobody is left to be paid"


# -- turns and phases --------------------------------------------------------------------------------------


@pytest.mark.rule(
    "MU-TURN-01", "MU-EVT-01", "MU-TAX-01", "MU-BUY-01", "MU-MOV-01", "MU-TRD-01", "MU-END-01", "MU-ORD-01", "MU-END-02"
)
def test_a_turn_has_seven_phases_and_the_first_turn_six():
    game, events = set_up(2)
    while game.turn < 3:
        seat = game.deciders[0]
        events += game.apply(seat, game.options(seat)[0])
    assert [event.turn for event in happened(events, TurnBegan)] == [1, 2, 3]
    phases = [(event.turn, event.phase) for event in happened(events, PhaseBegan)]
    assert phases == [*((1, phase) for phase in range(2, 8)), *((2, phase) for phase in range(1, 8)), (3, 1)]
    assert game.phase == 1


@pytest.mark.rule("MU-TURN-01", "MU-EMP-04")
def test_what_ends_and_begins_with_a_phase():
    game = bare_table()
    game.order = (2, 0, 1)
    player(game, 2, eliminated=True)
    player(game, 0, points=(1, 0, 0, 0, 0, 2))
    note(game, 1, points_spent=3, max_tp_spent_in_one_phase=3)
    lay_effect(game, "deployment", 0, until="phase")
    lay_effect(game, "dual", 0, "v:1")
    (began,) = emitted(game, begin_phase, 3, TaxesPhase())
    assert (began.turn, began.phase) == (1, 3)
    assert (game.phase, game.active) == (3, 0)
    assert game.players[0].points == (0,) * 6
    assert (game.now[1].points_spent, game.now[1].max_tp_spent_in_one_phase) == (0, 3)
    assert [effect.name for effect in game.effects] == ["dual"]
    assert [frame for frame, _ in game.stack[-2:]] == [TaxesPhase(), Window("W-PH")]


@pytest.mark.rule("MU-TURN-01")
@pytest.mark.parametrize(("phase", "asks"), [(1, False), (2, True), (7, True)])
def test_before_every_phase_but_the_first_everybody_may_act(phase, asks):
    game = bare_table()
    begin_phase(game, phase, TaxesPhase())
    assert (Window("W-PH") in [frame for frame, _ in game.stack]) == asks


@pytest.mark.rule("MU-END-02")
@pytest.mark.parametrize(("length", "last"), [("short", 8), ("medium", 10), ("long", 12)])
def test_the_marker_advances_up_to_the_last_turn(length, last):
    table = Table(2, options={"length": length}, turn=last - 1)
    assert Game().next_turn(table.game) == "turn"
    assert table.game.turn == last
    assert Game().next_turn(table.game) is None
    assert (table.game.turn, table.game.reason) == (last, "")


@pytest.mark.rule("MU-END-02")
def test_a_game_ends_when_time_is_called_or_one_player_is_left():
    called = Table(3, turn=2)
    called.game.closing = True
    assert Game().next_turn(called.game) is None
    two = Table(3, turn=2)
    change(two.game, 0, eliminated=True)
    assert (Game().next_turn(two.game), two.game.reason) == ("turn", "")
    change(two.game, 1, eliminated=True)
    assert (Game().next_turn(two.game), two.game.turn, two.game.reason) == (None, 3, "last")
    decided = Table(2, turn=2)
    change(decided.game, 0, eliminated=True)
    decided.game.reason = "honour"
    assert (Game().next_turn(decided.game), decided.game.reason) == (None, "honour")


@pytest.mark.rule("MU-PH-18", "MU-VAR-05")
def test_the_winner_is_first_in_the_ranking_and_shares_with_his_team():
    game = bare_table(4)
    game.scores, game.ranking, game.reason = (3, 9, 4, 1), (1, 2, 0, 3), "turns"
    result = outcome(game)
    assert (result.scores, result.winners, result.reason) == ((3, 9, 4, 1), (1,), "turns")
    for seat in range(4):
        player(game, seat, team=1 + seat % 2)
    assert outcome(game).winners == (1, 3)
    game.ranking = (2, 1, 0, 3)
    assert outcome(game).winners == (0, 2)
