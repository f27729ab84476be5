"""Setting up: kingdoms, area, starting pieces, cards and tokens; the starting auction."""

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.audit import audit
from marchland.games.medioevo.rules.components.table import holdings, homes, stock
from marchland.games.medioevo.rules.setup import ChooseStart, open_kingdoms, random_kingdoms
from marchland.games.medioevo.rules.variants.opening_auction import BidKingdom
from marchland.games.medioevo.state import BARBARIANS
from marchland.games.medioevo.tables import empire_cards, tables, technologies
from marchland.games.medioevo.title import TITLE
from marchland.kernel.chance import key_from_seed

from .table import Table

BIDDING = ("React", "Bids", "ExtraBids")
PIECES = ("ChooseVillage", "ChooseArcher", "ChooseStartTransport", "PlaceTransport")


def new(seats=3, seed=1, **options):
    return TITLE.new(seats, key_from_seed(seed), options)


def play(game, *kinds):
    """Answer with the first option until a decision of another kind is on top."""
    while type(game.decision).__name__ in kinds:
        seat = game.deciders[0]
        game.apply(seat, game.options(seat)[0])
    audit(game)
    return game


@pytest.mark.rule("MU-SET-01")
def test_setup_goes_step_by_step():
    game = new()
    seen = []
    while game.phase == 0:
        name = type(game.decision).__name__
        if not seen or seen[-1] != name:
            seen.append(name)
        seat = game.deciders[0]
        game.apply(seat, game.options(seat)[0])
    order = [name for name in dict.fromkeys(seen) if name not in ("React", "ExtraBids")]
    assert order == ["Bids", *PIECES, "KeepFirstCard", "ChooseToken"]
    audit(game)


@pytest.mark.rule("MU-SET-10")
def test_whoever_looks_before_the_board_is_laid_sees_it_afterwards():
    game = TITLE.new(2, key_from_seed("a look at an empty table"))
    assert [TITLE.view(game, seat) and holdings(game, seat) for seat in (0, 1)] == [(), ()]
    for seat in (0, 1):
        game.apply(seat, game.options(seat)[seat])
    assert all(set(holdings(game, seat)) == set(homes(game, seat)) != set() for seat in (0, 1))
    audit(game)


@pytest.mark.rule("MU-SET-02", "MU-SET-07")
def test_what_a_player_starts_with():
    """E-06: the coins come to 1600."""
    assert 2 * 500 + 4 * 100 + 3 * 50 + 3 * 10 + 3 * 5 + 5 * 1 == 1600
    game = new()
    for player in game.players:
        assert player.florins == 1600
        assert player.honour == 10
        assert player.reserve == (20, 20, 10, 10, 3)
        assert player.stars == 8
        assert (sum(player.technology), player.loans, player.tax) == (0, 0, 0)
    assert game.turn == 1
    assert tables().property_tokens["total"] == 10


@pytest.mark.rule("MU-SET-02", "MU-SET-03")
def test_two_levels_of_transports_split_freely():
    """E-05: Galley I and Caravan I, or a Merchant ship II; three levels never."""
    game = play(new(), *BIDDING, "ChooseVillage")
    while type(game.decision).__name__ == "ChooseArcher":
        game.apply(game.deciders[0], game.options()[0])
    seat = game.deciders[0]
    offered = [option for option in game.options() if isinstance(option, ChooseStart)]
    assert {option.level for option in offered} == {1, 2}
    game.apply(seat, ChooseStart("caravan", 1))
    game.apply(seat, game.options()[0])
    assert {option.level for option in game.options()} == {1}
    game.apply(seat, ChooseStart("wagon", 1))
    game.apply(seat, game.options()[0])
    assert sum(vehicle.level for vehicle in game.vehicles.values() if vehicle.owner == seat) == 2


@pytest.mark.rule("MU-SET-03")
def test_villages_on_home_settlements_and_no_ships_without_a_port():
    game = play(new(6, 4), *BIDDING)
    seat = game.deciders[0]
    homes = world.kingdoms()[game.players[seat].kingdom].territories
    assert {option.space for option in game.options()} == {space for space in homes if space in world.towns(world.FIRST)}
    hungary = next(seat for seat, player in enumerate(game.players) if player.kingdom == "hungary")
    play(game, "ChooseVillage")
    while game.deciders[0] != hungary or type(game.decision).__name__ != "ChooseStartTransport":
        game.apply(game.deciders[0], game.options()[0])
    assert {option.kind for option in game.options()} == {"wagon", "caravan"}


@pytest.mark.rule("MU-SET-04")
def test_a_barbarian_in_every_fire_territory_in_play():
    game = play(new(), *BIDDING, *PIECES)
    fires = [space for space in world.fires() if space in game.lands]
    assert fires
    hordes = [space for space, standing in game.armies.items() if standing[0].owner == BARBARIANS]
    assert sorted(hordes) == sorted(fires)


@pytest.mark.rule("MU-SET-05")
def test_three_cards_are_dealt_and_one_is_kept_in_secret():
    game = play(new(), *BIDDING, *PIECES)
    assert [len(player.drawn) for player in game.players] == [3, 3, 3]
    assert TITLE.view(game, 1).seats[0].drawn == ()
    assert len(TITLE.view(game, 0).seats[0].drawn) == 3
    play(game, "KeepFirstCard")
    assert [len(player.hand) for player in game.players] == [1, 1, 1]
    assert len(game.deck) == 69


@pytest.mark.rule("MU-SET-06")
def test_one_objective_token_of_any_colour():
    game = play(new(), *BIDDING, *PIECES, "KeepFirstCard")
    assert len(game.options()) == 6
    play(game, "ChooseToken")
    assert [sum(player.tokens) for player in game.players] == [1, 1, 1]


@pytest.mark.rule("MU-SET-08")
def test_the_box_holds_what_the_list_says():
    supply = stock(6)
    assert supply["galley"] == 15
    assert (supply["village"], supply["town"], supply["city"]) == (24, 17, 12)
    assert sum(number for piece, number in supply.items() if piece.startswith("cube:")) == 160
    assert sum(number for piece, number in supply.items() if piece.startswith("objective:")) == 48
    assert len(empire_cards()) == 72
    assert len(technologies()) == 24
    totals = [icon for card in empire_cards().values() for icon in card.icons]
    assert [totals.count(c) for c in ("violet", "orange", "red", "green", "yellow", "blue")] == [20, 19, 19, 19, 18, 17]


@pytest.mark.rule("MU-SET-09")
@pytest.mark.parametrize(("length", "turns"), [("short", 8), ("medium", 10), ("long", 12)])
def test_length_of_the_game(length, turns):
    assert tables().turns[length] == turns


@pytest.mark.rule("MU-SET-10")
def test_kingdoms_are_linked():
    """E-03"""
    assert world.links("empire") == ("hungary",)
    assert set(world.links("byzantium")) == {"hungary", "horde", "mamluks"}
    assert open_kingdoms(["empire"]) == ["hungary"]
    for seed in range(20):
        game = new(4, seed)
        taken = list(random_kingdoms(game))
        assert all(any(other in taken[:place] for other in world.links(kingdom)) for place, kingdom in enumerate(taken) if place)


@pytest.mark.rule("MU-SET-10")
def test_with_fewer_players_only_land_within_three_of_a_home_is_in_play():
    """E-04"""
    game = play(new(2, 9), *BIDDING)
    homes = [space for player in game.players for space in world.kingdoms()[player.kingdom].territories]
    for space in world.lands():
        near = min(world.distance(space, home) for home in homes) <= 3
        assert (space in game.lands) == near
    assert set(game.waters) == {sea for space in game.area for sea in world.sea_neighbours(space)}
    assert len(play(new(6, 9), *BIDDING).area) == len(world.lands())


@pytest.mark.rule("MU-SET-10")
def test_kingdoms_chosen_in_turn_order():
    game = play(new(3, 2, kingdoms="choice"), *BIDDING)
    assert type(game.decision).__name__ == "ChooseKingdom"
    assert game.deciders == (game.order[0],)
    play(game, "ChooseKingdom")
    assert all(player.kingdom for player in game.players)


@pytest.mark.rule("MU-VAR-01")
def test_the_starting_auction_sells_kingdoms_for_honour():
    game = new(3, 5, kingdoms="auction")
    kingdoms = game.decision.kingdoms
    game.apply(0, BidKingdom(kingdoms[0], 5))
    game.apply(1, BidKingdom(kingdoms[1], 2))
    game.apply(2, BidKingdom(kingdoms[1], 2))
    assert game.players[0].kingdom == kingdoms[0]
    assert set(game.deciders) == {1, 2}, "the tied players bid again"
    game.apply(1, BidKingdom(kingdoms[1], 4))
    game.apply(2, BidKingdom(kingdoms[2], 0))
    assert [player.kingdom for player in game.players] == list(kingdoms)
    # bids 5, 4, 0: markers at 5, 6, 10; the lowest is lifted to 10
    assert [player.honour for player in game.players] == [10, 11, 15]


@pytest.mark.rule("MU-VAR-01")
def test_whoever_gets_no_kingdom_in_two_rounds_gets_one_by_lot():
    game = new(2, 5, kingdoms="auction")
    kingdoms = game.decision.kingdoms
    for _ in range(2):
        for seat in (0, 1):
            game.apply(seat, BidKingdom(kingdoms[0], 3))
    assert {player.kingdom for player in game.players} == set(kingdoms)
    assert [player.honour for player in game.players] == [10, 10]


@pytest.mark.rule("MU-SET-10")
def test_facts_of_the_board_that_the_rulebooks_state():
    """E-04, C-04 to C-13"""
    assert world.towns(world.FIRST)["roma"].good == "grain"
    assert world.towns(world.FIRST)["caffa"].good == "slaves"
    assert world.towns(world.FIRST)["saraj"].good == "spices"
    assert "roma" not in world.home_of()
    assert world.atlas().distances("caffa", *world.LAND_BORDERS)["saraj"] == 3
    assert world.atlas().distances("saraj", *world.LAND_BORDERS)["trebisonda"] == 2
    assert "sicily" in world.within("roma", tables().neighbour)
    assert "saraj" not in world.within("roma", tables().neighbour)
    assert {world.home_of()[space] for space in world.kingdoms()["mamluks"].territories} == {"mamluks"}


@pytest.mark.rule("MU-SET-09")
def test_a_game_saved_under_the_first_schema_goes_on():
    table = Table(2, at="combat", order=[0, 1])
    saved = {**table.game.to_plain(), "schema": 1, "last_order": [1, 0]}
    again = TITLE.load(saved)
    assert again.to_json() == table.game.to_json()
    assert "last_order" not in again.to_plain()
    assert again.options(0) == table.game.options(0)
