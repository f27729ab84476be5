"""Technologies of religion: Monasticism, Proselytism, Temporal power, with the cards and technologies they bring in."""

from __future__ import annotations

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.battle.fight import fighters
from marchland.games.medioevo.rules.cards.effects import expire
from marchland.games.medioevo.rules.cards.powers import Claim, PlayCard, Target, UseTechnology
from marchland.games.medioevo.rules.movement.groups import Go, Take
from marchland.games.medioevo.rules.movement.movement import begin_march
from marchland.games.medioevo.rules.technologies.knowledge import knows, use_loan
from marchland.games.medioevo.rules.technologies.points import FlipToken, TurnCard
from marchland.games.medioevo.rules.technologies.scholarship import BorrowPoints, Convert, is_near
from marchland.games.medioevo.state import BARBARIANS, Crew, Held, Medioevo
from marchland.games.medioevo.tables import COLOURS

from .bare import (
    act,
    at_desk,
    bare_table,
    battle,
    counts,
    hold,
    in_window,
    land,
    left,
    numbers,
    offered,
    player,
    scholar,
    set_side,
    side,
    technology,
    use,
    vehicle,
)


def pool(**points: int) -> tuple[int, ...]:
    return tuple(points.get(colour, 0) for colour in COLOURS)


# -- Monasticism -------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-62")
def test_monasticism_converts_violet_points() -> None:
    game = scholar("violet", 2, points=3)
    technology(game, 0, violet=2, green=4)
    land(game, "nicaea", civil=1)
    act(at_desk(game), 0, Convert("green"), Convert("green"))
    assert game.players[0].points == (0, 0, 0, 0, 2, 1)
    use(game, 0, "engineering")
    assert game.lands["nicaea"].civil == 2
    technology(game, 0, violet=1, green=4)
    assert not offered(at_desk(game), Convert)


@pytest.mark.rule("MU-TEC-62", "MU-EMP-03")
def test_monasticism_converts_the_points_of_violet_cards_and_tokens() -> None:
    """Both books convert violet points, wherever they come from: here a Mystic's two and a token's one, for 1 + 2 of others."""
    game = scholar("violet", 2, points=0)
    technology(game, 0, violet=2, green=4)
    hold(game, 0, 71)
    player(game, 0, tokens=pool(violet=1))
    land(game, "nicaea", civil=1)
    at_desk(game)
    assert TurnCard(71, ("violet", "violet")) in game.options(0), "the green points of Engineering are wanted"
    act(game, 0, TurnCard(71, ("violet", "violet")))
    assert offered(game, Convert) == [Convert("green")], "another colour, and one that is of use"
    act(game, 0, Convert("green"))
    assert game.players[0].points == pool(green=1, violet=1)
    act(game, 0, FlipToken("violet"), Convert("green"))
    use(game, 0, "engineering")
    assert game.lands["nicaea"].civil == 2
    assert game.players[0].points == pool(violet=1)
    assert game.players[0].florins == 0


@pytest.mark.rule("MU-TEC-62")
def test_without_monasticism_violet_cards_serve_violet_only() -> None:
    game = scholar("violet", 1, points=0)
    technology(game, 0, violet=1, green=4)
    hold(game, 0, 71)
    player(game, 0, tokens=pool(violet=2))
    land(game, "nicaea", civil=1)
    at_desk(game)
    assert not offered(game, TurnCard)
    assert not offered(game, FlipToken)


@pytest.mark.rule("MU-TEC-62", "MU-TEC-13")
def test_monasticism_works_in_the_middle_of_a_battle() -> None:
    game = scholar("violet", 2, points=0)
    technology(game, 0, violet=2, blue=3)
    hold(game, 0, 71)
    battle(game, "roma", 0, 1, {"li": 3, "hi": 1}, {"li": 2})
    engine = vehicle(game, 0, "engine", 1, "roma")
    set_side(game, 0, crews=(Crew(engine, counts(li=3)),))
    in_window(game, "W-B1", "roma")
    act(game, 0, TurnCard(71, ("violet", "violet")), Convert("blue"))
    use(game, 0, "machinery")
    assert fighters(game, 0) == counts(li=3, hi=1)
    assert game.players[0].points == pool(violet=1)


@pytest.mark.rule("MU-TECH-03", "MU-EMP-03")
def test_a_card_with_two_icons_of_a_colour_pays_for_a_technology_of_two_points() -> None:
    game = scholar("green", 4, points=0)
    hold(game, 0, 32)
    land(game, "nicaea", civil=1)
    act(at_desk(game), 0, TurnCard(32, ("green", "green")))
    use(game, 0, "engineering")
    assert (game.lands["nicaea"].civil, left(game), game.players[0].florins) == (2, 0, 0)


# -- Proselytism -------------------------------------------------------------------------------------------


def neighbours(level: int, *cards: int, points: int = 9) -> Medioevo:
    """Seat 0 (Byzantium) and seat 1 (Hungary, within three steps), who holds cards."""
    game = scholar("violet", level, points)
    hold(game, 1, *cards)
    return game


@pytest.mark.rule("MU-TEC-63")
def test_proselytism_uses_a_neighbours_card_and_leaves_it_as_it_is() -> None:
    game = neighbours(3, 5, points=1)
    battle(game, "roma", 0, 2, {"li": 1}, {"li": 1})
    set_side(game, 0, dice=(1, 2, 3))
    set_side(game, 1, dice=(1, 2, 3))
    player(game, 1, hand=tuple(type(h)(h.card, True) for h in game.players[1].hand))
    in_window(game, "W-B5", "roma")
    use(game, 0, "proselytism", "side:0")
    assert side(game, 0).bonus == 2
    assert game.players[1].hand[0].turned, "turned or not makes no difference"
    assert game.now[0].borrowed_cards == (5,)
    player(game, 0, points=(0, 0, 0, 0, 0, 5))
    assert not offered(in_window(game, "W-B5", "roma"), UseTechnology), "each card once a turn"


@pytest.mark.rule("MU-TEC-63")
def test_proselytism_cannot_be_answered_and_pays_the_cards_cost() -> None:
    game = neighbours(3, 65)
    hold(game, 2, 49)
    player(game, 0, florins=100)
    at_desk(game)
    use(game, 0, "proselytism", "nicaea")
    assert numbers(game, "nicaea", 0), "the Joker was not asked"
    assert game.players[0].florins == 0


@pytest.mark.rule("MU-TEC-63")
def test_proselytism_reaches_only_neighbours() -> None:
    game = scholar("violet", 3, seats=6)
    hold(game, 5, 65)
    player(game, 0, florins=500)
    assert not offered(at_desk(game), UseTechnology), "Novgorod is too far away"


@pytest.mark.rule("MU-TEC-63")
def test_proselytism_takes_the_points_of_a_neighbours_card() -> None:
    game = neighbours(3, 32, points=1)
    technology(game, 0, violet=3, green=4)
    land(game, "nicaea", civil=1)
    act(at_desk(game), 0, BorrowPoints(32, ("green", "green")))
    assert game.players[0].points == (0, 0, 0, 0, 2, 0)
    assert not game.players[1].hand[0].turned


@pytest.mark.rule("MU-TEC-63", "MU-TEC-62")
def test_proselytism_for_points_is_paid_with_a_violet_card() -> None:
    """A Bishop's violet point buys the two green ones of the neighbour's Architect."""
    game = neighbours(3, 32, points=0)
    technology(game, 0, violet=3, green=4)
    hold(game, 0, 1)
    land(game, "nicaea", civil=1)
    act(at_desk(game), 0, TurnCard(1, ("violet",)), BorrowPoints(32, ("green", "green")))
    use(game, 0, "engineering")
    assert (game.lands["nicaea"].civil, left(game)) == (2, 0)
    assert game.players[1].hand == (Held(32),)


@pytest.mark.rule("MU-TEC-63", "MU-CARD-36")
@pytest.mark.parametrize("stored", [0, 200])
def test_proselytism_leaves_what_lies_on_a_magnate_where_it_is(stored: int) -> None:
    """Both books: the card is not affected. Taking its florins, or putting some there, would change it; its points do not."""
    game = neighbours(3, points=1)
    technology(game, 0, violet=3, yellow=4)
    player(game, 0, florins=300)
    player(game, 1, hand=(Held(36, stored=stored),))
    assert not offered(at_desk(game), UseTechnology)
    assert game.players[1].hand == (Held(36, stored=stored),)


@pytest.mark.rule("MU-TEC-63")
def test_proselytism_wants_land_within_three_steps() -> None:
    game = bare_table()
    for space in game.lands:
        land(game, space, holder=BARBARIANS)
    land(game, "roma", holder=0)
    by_distance = {world.distance("roma", space): space for space in world.lands()}
    land(game, by_distance[4], holder=1)
    assert not is_near(game, 0, 1)
    land(game, by_distance[3], holder=1)
    assert is_near(game, 0, 1)


@pytest.mark.rule("MU-TEC-63")
def test_proselytism_never_reaches_the_objective_nor_a_card_whose_condition_fails() -> None:
    game = neighbours(3, 71, 25, points=5)
    technology(game, 0, violet=3)
    player(game, 0, florins=300)
    at_desk(game)
    assert not offered(game, Claim), "level III in Religion is the Mystic's objective, but the card is another's"
    game.apply(0, UseTechnology("proselytism"))
    assert "card:25" not in {option.id for option in offered(game, Target)}, "no land of his own is invaded"


@pytest.mark.rule("MU-TEC-63", "MU-CARD-55")
def test_proselytism_hides_a_group_on_its_way() -> None:
    game = neighbours(3, 55, points=1)
    wagon = vehicle(game, 0, "wagon", 1, "nicaea", pm=6)
    at_desk(game, 0, "W-5", 5)
    begin_march(game, 0, "nicaea")
    game.run()
    act(game, 0, Take(wagon))
    use(game, 0, "proselytism")
    assert [(effect.name, effect.target) for effect in game.effects] == [("unseen", f"v:{wagon}")]
    assert not offered(game, PlayCard)


# -- Temporal power ----------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-64")
def test_temporal_power_lends_a_technology_for_one_use_at_its_own_cost() -> None:
    game = scholar("violet", 4, points=4)
    technology(game, 1, green=4)
    land(game, "nicaea", civil=1)
    player(game, 0, points=pool(green=4, violet=2))
    at_desk(game)
    use(game, 0, "temporal_power", "technology:engineering")
    assert game.players[0].points == pool(green=4)
    use(game, 0, "engineering")
    assert game.lands["nicaea"].civil == 2
    assert game.players[0].points == pool(green=2)
    assert not offered(game, UseTechnology), "it served once; there is no violet for another time"


@pytest.mark.rule("MU-TEC-64")
def test_the_points_of_a_borrowed_technology_may_be_raised_after_the_loan() -> None:
    """Blue spends two violet, then a red point of a card: here Art of War's sister Machinery, paid by a Warlord."""
    game = scholar("violet", 4, points=2)
    technology(game, 1, blue=3)
    hold(game, 0, 6)
    battle(game, "roma", 0, 2, {"li": 3, "hi": 1}, {"li": 2})
    engine = vehicle(game, 0, "engine", 1, "roma")
    set_side(game, 0, crews=(Crew(engine, counts(li=3)),))
    in_window(game, "W-B1", "roma")
    assert not offered(game, TurnCard), "nothing of his own wants blue"
    use(game, 0, "temporal_power")
    act(game, 0, TurnCard(6, ("blue",)))
    use(game, 0, "machinery")
    assert fighters(game, 0) == counts(li=3, hi=1)
    assert left(game) == 0


@pytest.mark.rule("MU-TEC-64", "MU-TEC-12")
def test_temporal_power_lends_logistics_to_a_group_on_its_way() -> None:
    game = scholar("violet", 4, points=3)
    technology(game, 1, blue=2)
    wagon = vehicle(game, 0, "wagon", 1, "smyrna", pm=6)
    at_desk(game, 0, "W-5", 5)
    begin_march(game, 0, "smyrna")
    game.run()
    act(game, 0, Take(wagon))
    assert Go("aegean") not in game.options(0)
    use(game, 0, "temporal_power")
    act(game, 0, Convert("blue"))
    use(game, 0, "logistics")
    act(game, 0, Go("aegean"), Go("morea"))
    assert game.vehicles[wagon].space == "morea"
    assert left(game) == 0


@pytest.mark.rule("MU-TEC-64")
def test_a_borrowed_technology_goes_back_when_the_phase_ends() -> None:
    game = scholar("violet", 4, points=4)
    technology(game, 1, green=4)
    land(game, "nicaea", civil=1)
    use(at_desk(game, 0, "W-5", 5), 0, "temporal_power")
    assert knows(game, 0, "engineering")
    expire(game, "phase")
    assert not knows(game, 0, "engineering")


@pytest.mark.rule("MU-TEC-64")
def test_temporal_power_wants_a_neighbour_who_has_what_the_player_lacks() -> None:
    game = scholar("violet", 4, points=9)
    technology(game, 0, violet=4, green=4)
    technology(game, 1, green=4)
    land(game, "nicaea", civil=1)
    assert UseTechnology("temporal_power") not in at_desk(game, 0, "W-5", 5).options(0), "he has it himself"
    game = scholar("violet", 4, seats=6)
    technology(game, 5, green=4)
    land(game, "nicaea", civil=1)
    assert not offered(at_desk(game, 0, "W-5", 5), UseTechnology), "Novgorod is too far away"


@pytest.mark.rule("MU-TEC-64")
def test_temporal_power_lends_a_design_for_one_purchase() -> None:
    game = scholar("violet", 4, points=2)
    technology(game, 1, red=1)
    at_desk(game)
    assert not knows(game, 0, "art_of_war")
    use(game, 0, "temporal_power")
    assert knows(game, 0, "art_of_war")
    use_loan(game, 0, "art_of_war")
    assert not knows(game, 0, "art_of_war")


@pytest.mark.rule("MU-TEC-64")
def test_temporal_power_needs_the_means_for_both() -> None:
    game = scholar("violet", 4, points=2)
    technology(game, 1, green=4)
    land(game, "nicaea", civil=1)
    assert not offered(at_desk(game, 0, "W-5", 5), UseTechnology), "no points for Engineering itself"
    player(game, 0, florins=200)
    assert offered(at_desk(game, 0, "W-5", 5), UseTechnology)


@pytest.mark.rule("MU-TEC-63", "MU-CARD-57", "MU-CARD-58", "MU-TEC-44")
@pytest.mark.parametrize(("card", "mixed"), [(57, True), (58, False)])
def test_proselytism_takes_a_pirates_points_in_the_middle_of_a_battle(card: int, mixed: bool) -> None:
    """A violet point for two of a neighbour's Pirate, where points are wanted: here two red ones for Strategy."""
    game = neighbours(3, card, points=1)
    technology(game, 0, violet=3, red=4)
    battle(game, "roma", 0, 2, {"li": 1}, {"li": 2})
    in_window(game, "W-B3", "roma")
    assert (BorrowPoints(card, ("red", "violet")) in game.options(0)) == mixed, "57 brings any two, 58 two of one colour"
    act(game, 0, BorrowPoints(card, ("red", "red")))
    assert game.players[0].points == pool(red=2)
    use(game, 0, "strategy")
    assert side(game, 0).sure == 1
    assert game.players[1].hand == (Held(card),)
    player(game, 0, points=pool(violet=1))
    assert not offered(in_window(game, "W-B3", "roma"), BorrowPoints), "once a turn"
