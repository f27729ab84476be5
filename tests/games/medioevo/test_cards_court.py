"""Tax collector, Architect, Magnate, Pirate, Sage, Sheriff, Mystic."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.cards.court import EndRite, Offer
from marchland.games.medioevo.rules.cards.effects import use_discounts
from marchland.games.medioevo.rules.cards.powers import PlayCard, Target
from marchland.games.medioevo.rules.loans import interest_due
from marchland.games.medioevo.rules.purchases.empire import draw_cards
from marchland.games.medioevo.rules.purchases.prices import building_price
from marchland.games.medioevo.rules.taxes import TaxesPhase
from marchland.games.medioevo.rules.technologies.points import FlipToken, TurnCard
from marchland.games.medioevo.state import Happening, Medioevo

from .bare import act, at_desk, bare_table, hold, in_window, land, now, offered, play_card, player, technology, vehicle


@pytest.mark.rule("MU-CARD-22", "MU-CARD-23")
@pytest.mark.parametrize(("card", "florins"), [(22, 10), (23, 20)])
def test_tax_collector_takes_toll_on_foreign_cubes(card: int, florins: int) -> None:
    game = bare_table()
    hold(game, 0, card)
    vehicle(game, 1, "caravan", 2, "nicaea", goods=("salt", "wine", "wine"))
    vehicle(game, 0, "caravan", 2, "nicaea", goods=("salt",))
    vehicle(game, 2, "caravan", 2, "roma", goods=("salt",))
    play_card(at_desk(game), 0, card)
    assert game.players[0].florins == 1000 + 3 * florins
    assert game.players[1].florins == 1000, "the bank pays"


@pytest.mark.rule("MU-CARD-22")
def test_tax_collector_needs_foreign_cubes() -> None:
    game = bare_table()
    hold(game, 0, 22)
    assert not offered(at_desk(game), PlayCard)


@pytest.mark.rule("MU-CARD-32")
def test_architect_saves_fifty_on_one_building() -> None:
    game = bare_table()
    hold(game, 0, 32)
    play_card(at_desk(game), 0, 32)
    assert building_price(game, 0, "civil", 0, 2).florins == 150
    assert building_price(game, 1, "civil", 0, 2).florins == 200
    use_discounts(game, 0)
    assert building_price(game, 0, "civil", 0, 2).florins == 200


@pytest.mark.rule("MU-CARD-33")
def test_architect_halves_one_building_in_phase_four_only() -> None:
    game = bare_table()
    hold(game, 0, 33)
    assert not offered(at_desk(game, 0, "W-5", 5), PlayCard)
    play_card(at_desk(game), 0, 33)
    assert building_price(game, 0, "cathedral", 0, 1).florins == 150
    use_discounts(game, 0)
    assert building_price(game, 0, "cathedral", 0, 1).florins == 300


@pytest.mark.rule("MU-CARD-36")
def test_magnate_invests_and_takes_half_as_much_more() -> None:
    game = bare_table()
    hold(game, 0, 36)
    play_card(at_desk(game), 0, 36, "number:300")
    assert game.players[0].florins == 700
    assert game.players[0].hand[0].stored == 300
    player(game, 0, hand=tuple(type(h)(h.card, False, False, h.stored) for h in game.players[0].hand))
    play_card(at_desk(game), 0, 36)
    assert game.players[0].florins == 700 + 450
    assert game.players[0].hand[0].stored == 0


@pytest.mark.rule("MU-CARD-36")
def test_magnate_takes_at_most_three_hundred_and_what_there_is() -> None:
    game = bare_table()
    hold(game, 0, 36)
    player(game, 0, florins=120)
    at_desk(game)
    game.apply(0, PlayCard(36))
    sums = [int(option.id.removeprefix("number:")) for option in offered(game, Target)]
    assert (min(sums), max(sums)) == (10, 120)


@pytest.mark.rule("MU-CARD-37")
def test_magnate_earns_half_of_the_others_interest() -> None:
    game = bare_table()
    hold(game, 0, 37)
    player(game, 1, loans=3)
    in_window(game, "W-3", phase=3)
    play_card(game, 0, 37)
    now(game, 0, interest_paid=50)
    now(game, 1, interest_paid=150)
    now(game, 2, interest_paid=50)
    TaxesPhase().share_interest(game)
    assert game.players[0].florins == 1100


@pytest.mark.rule("MU-CARD-37", "MU-BKR-04")
def test_a_magnate_whose_player_went_out_in_this_phase_earns_nothing() -> None:
    game = bare_table()
    hold(game, 0, 37)
    player(game, 1, loans=3)
    in_window(game, "W-3", phase=3)
    play_card(game, 0, 37)
    now(game, 1, interest_paid=150)
    player(game, 0, eliminated=True, florins=0)
    TaxesPhase().share_interest(game)
    assert game.players[0].florins == 0


@pytest.mark.rule("MU-CARD-38")
@pytest.mark.parametrize(("loans", "due"), [(1, 0), (3, 100)])
def test_magnate_pays_fifty_less_interest(loans: int, due: int) -> None:
    game = bare_table()
    hold(game, 0, 38)
    player(game, 0, loans=loans)
    in_window(game, "W-3", phase=3)
    assert interest_due(game, 0) == 50 * loans
    play_card(game, 0, 38)
    assert interest_due(game, 0) == due


def building(card: int) -> Medioevo:
    """A player who can use green points at once."""
    game = bare_table()
    hold(game, 0, card)
    technology(game, 0, green=4)
    land(game, "nicaea", civil=1)
    return at_desk(game)


@pytest.mark.rule("MU-CARD-57")
def test_pirate_brings_two_points_of_any_colours() -> None:
    game = building(57)
    play_card(game, 0, 57, "colour:red", "colour:green")
    assert game.players[0].points == (0, 0, 0, 1, 1, 0)


@pytest.mark.rule("MU-CARD-58")
def test_pirate_brings_two_points_of_one_colour() -> None:
    game = building(58)
    play_card(game, 0, 58, "colour:violet")
    assert game.players[0].points == (0, 0, 0, 0, 0, 2)


def event(card: int) -> Medioevo:
    game = bare_table()
    hold(game, 0, card)
    game.events = ["rus-1", "rus-2", "rus-3", "egypt-1", "egypt-2"]
    game.event_discard = ["italy-1"]
    game.happening = Happening("italy-1")
    return in_window(game, "W-2b", phase=2)


@pytest.mark.rule("MU-CARD-61")
def test_sage_draws_three_events_and_chooses_even_after_the_draw() -> None:
    game = event(61)
    play_card(game, 0, 61, "event:rus-2")
    assert game.happening is not None
    assert game.happening.card == "rus-2"
    assert game.events == ["egypt-1", "egypt-2"]
    assert sorted(game.event_discard) == ["italy-1", "rus-1", "rus-2", "rus-3"]


@pytest.mark.rule("MU-CARD-61")
def test_sage_shuffles_the_discards_when_the_pile_runs_short() -> None:
    game = event(61)
    game.events = ["rus-1", "rus-2"]
    game.event_discard = ["italy-1", "egypt-1", "egypt-2"]
    game.apply(0, PlayCard(61))
    assert len(set(offered(game, Target))) == 3
    assert len(game.events) + len(game.event_discard) == 5


@pytest.mark.rule("MU-CARD-62")
def test_sage_draws_as_many_new_empire_cards() -> None:
    game = bare_table()
    hold(game, 0, 62)
    game.deck = [1, 2, 3, 4, 5]
    draw_cards(game, 0, 2)
    in_window(game, "W-4e", phase=4)
    play_card(game, 0, 62)
    assert game.players[0].drawn == (3, 4)
    assert game.deck == [5, 1, 2]


@pytest.mark.rule("MU-CARD-69")
def test_sheriff_raises_a_village_beside_a_fort() -> None:
    game = bare_table()
    hold(game, 0, 69)
    land(game, "nicaea", civil=1, military=2)
    land(game, "smyrna", civil=2, military=2)
    play_card(at_desk(game), 0, 69)
    assert game.lands["nicaea"].civil == 2
    assert game.lands["smyrna"].civil == 2
    assert game.players[0].florins == 1000


@pytest.mark.rule("MU-CARD-70", "MU-PH-04")
def test_sheriff_raises_walls_beside_a_city_and_a_castle_brings_honour() -> None:
    game = bare_table()
    hold(game, 0, 70)
    land(game, "nicaea", civil=3, military=2)
    play_card(at_desk(game), 0, 70)
    assert game.lands["nicaea"].military == 3
    assert game.players[0].honour == 11


@pytest.mark.rule("MU-CARD-70")
def test_sheriff_needs_a_building_to_raise() -> None:
    game = bare_table()
    hold(game, 0, 70)
    land(game, "nicaea", civil=3)
    assert not offered(at_desk(game), PlayCard)


@pytest.mark.rule("MU-CARD-71")
def test_mystic_turns_points_into_florins() -> None:
    game = bare_table()
    hold(game, 0, 71, 32)
    player(game, 0, tokens=(1, 0, 0, 0, 0, 0), points=(0, 0, 0, 1, 0, 0))
    play_card(at_desk(game), 0, 71)
    act(game, 0, Offer(("red",)), FlipToken("blue"), Offer(("blue",)), TurnCard(32, ("green", "green")))
    act(game, 0, Offer(("green",)), Offer(("green",)), EndRite())
    assert game.players[0].florins == 1080
    assert game.now[0].points_spent == 4


@pytest.mark.rule("MU-CARD-72")
def test_mystic_wants_three_different_colours() -> None:
    game = bare_table()
    hold(game, 0, 72)
    player(game, 0, points=(1, 1, 0, 2, 0, 0))
    play_card(at_desk(game), 0, 72)
    assert offered(game, Offer) == [Offer(("blue", "yellow", "red"))]
    act(game, 0, Offer(("blue", "yellow", "red")))
    assert game.players[0].florins == 1100
    assert not offered(game, Offer)


@pytest.mark.rule("MU-CARD-71", "MU-CARD-72")
@pytest.mark.parametrize("card", [71, 72])
def test_mystic_needs_points(card: int) -> None:
    game = bare_table()
    hold(game, 0, card)
    assert not offered(at_desk(game), PlayCard)
