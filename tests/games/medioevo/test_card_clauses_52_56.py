"""Empire cards 52 to 56, clause by clause: gunners, engines that follow and carry, columns that nobody notices."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.cards.powers import Target
from marchland.games.medioevo.rules.cards.windows import React
from marchland.games.medioevo.rules.components.vehicles import capacity, is_carrier
from marchland.games.medioevo.rules.conquest.conquest import seize_vehicle
from marchland.games.medioevo.rules.movement.groups import Board, Go, Take
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.rules.trade.trade import Ride

from .open_table import battle, cards, fought, hands, rolls, table
from .table import Table

MELEE = [1, 2, 8, 1, 2, 8]
"""The dice of both sides in a round: nothing comes of them."""


def wagon(space: str, **facts: Any) -> dict[str, Any]:
    return {"owner": 0, "kind": "wagon", "level": 1, "space": space, **facts}


def engine(space: str, **facts: Any) -> dict[str, Any]:
    return {"owner": 0, "kind": "engine", "level": 1, "space": space, **facts}


def ways(game: Table) -> list[str]:
    return [option.to for option in game.offers(Go)]


# -- Artilleryman 52 ---------------------------------------------------------------------------------------


def gunners(crew: int, *, dice: list[int], engines: int = 1, hand: tuple[int, ...] = (52,)) -> Table:
    """Seat 0 attacks with Catapults, plays what it holds, and mans the first one."""
    pieces = [engine("wallachia") for _ in range(engines)]
    game = battle({"hi": 5}, {"li": 9}, players=hands(zero=list(hand)), vehicles=pieces).script(*dice)
    while game.asked() != "AssignCrews":
        game.do(f"playcard {hand[0]}" if hand and hand[0] in cards(game) else game.offers()[0])
    game.do(*["man 1 hi"] * crew)
    return game.do("crewsready") if game.asked() == "AssignCrews" else game


@pytest.mark.rule("MU-CARD-52")
@pytest.mark.parametrize(("crew", "shots"), [(0, 1), (1, 2), (2, 3), (3, 4)])
def test_an_artilleryman_adds_a_gunner_to_an_engine_manned_or_not(crew: int, shots: int) -> None:
    game = gunners(crew, dice=[8] * shots + MELEE)
    assert [len(faces) for faces in rolls(game, "artillery")] == [shots]


@pytest.mark.rule("MU-CARD-52")
@pytest.mark.parametrize(("crew", "shots"), [(0, []), (2, [2])])
def test_without_him_an_engine_fires_with_its_crew_alone(crew: int, shots: list[int]) -> None:
    game = gunners(crew, dice=[8] * crew + MELEE, hand=())
    assert [len(faces) for faces in rolls(game, "artillery")] == shots


@pytest.mark.rule("MU-CARD-52")
def test_all_engines_of_the_player_have_one_gunner_more() -> None:
    game = gunners(2, dice=[8] * 4 + MELEE, engines=2)
    assert sorted(len(faces) for faces in rolls(game, "artillery")) == [1, 3]


@pytest.mark.rule("MU-CARD-52")
def test_the_gunners_stay_for_the_battle_and_not_for_the_next() -> None:
    game = gunners(0, dice=[8, 1, 2, 8, 1, 2, 8, 8, 1, 2, 8, 1, 2, 8])
    fought(game)
    while len(rolls(game, "artillery")) < 2:
        game.do(game.offers()[0])
    assert [len(faces) for faces in rolls(game, "artillery")] == [1, 1], "one shot in each round of the battle"
    assert game.game.players[0].hand[0].turned
    later = battle({"hi": 5}, {"li": 9}, players=hands(zero=[{"card": 52, "turned": True}]), vehicles=[engine("wallachia")])
    later.script(1, 2, 8, 1, 2, 8)
    fought(later)
    assert rolls(later, "artillery") == []


@pytest.mark.rule("MU-CARD-52")
def test_no_gunner_serves_the_enemys_engines() -> None:
    theirs = {"owner": 1, "kind": "engine", "level": 1, "space": "wallachia"}
    game = battle({"hi": 5}, {"li": 9}, players=hands(zero=[52]), vehicles=[theirs])
    while not (isinstance(game.game.decision, React) or game.asked() == "AssignCrews"):
        game.do(game.offers()[0])
    assert 52 not in cards(game), "there is no engine of his own in the battle"


# -- Artilleryman 53 ---------------------------------------------------------------------------------------


def column(*, pm: int = 0, hand: tuple[int, ...] = (53,), level: int = 3) -> Table:
    """A War wagon III with two units, and a Catapult, are about to leave Nicaea."""
    return table(
        armies={"nicaea": {0: {"li": 2}}},
        vehicles=[wagon("nicaea", level=level), engine("nicaea", pm=pm)],
        players=hands(zero=list(hand)),
        at="combat",
    )


@pytest.mark.rule("MU-CARD-53")
def test_a_tireless_engine_goes_as_far_as_the_army_it_accompanies() -> None:
    """The printed example: a Catapult arrives with units of eight movement points though it has fewer itself."""
    game = column(pm=1).do("muster nicaea", "take 1", "take 2", "boardall", "playcard 53")
    for number in range(8):
        game.do("go smyrna" if number % 2 == 0 else "go nicaea")
    assert [game.game.vehicles[id].space for id in (1, 2)] == ["nicaea", "nicaea"]
    assert [game.game.vehicles[id].pm for id in (1, 2)] == [0, 0]
    assert ways(game) == [], "the wagon has spent its eight points, so the army stops, and the engine with it"


@pytest.mark.rule("MU-CARD-53")
def test_without_the_artilleryman_the_slowest_piece_holds_the_group_up() -> None:
    game = column(pm=1, hand=()).do("muster nicaea", "take 1", "take 2", "boardall", "go smyrna")
    assert ways(game) == []


@pytest.mark.rule("MU-CARD-53")
def test_an_engine_that_its_army_has_left_is_tired_again() -> None:
    game = column(pm=1).do("muster nicaea", "take 1", "take 2", "boardall", "playcard 53", "go smyrna")
    assert "nicaea" in ways(game)
    game.do("drop li", "drop li")
    assert ways(game) == [], "a wagon without troops is no army"
    game.do("leave 1")
    assert ways(game) == [], "alone it moves by its own points"


@pytest.mark.rule("MU-CARD-53", "MU-CARD-54")
def test_an_engine_that_carries_the_army_itself_does_not_go_beyond_its_points() -> None:
    """It accompanies an army that others move; the units aboard have no movement points but the engine's four."""
    game = table(armies={"nicaea": {0: {"li": 2}}}, vehicles=[engine("nicaea")], players=hands(zero=[53, 54]), at="combat")
    game.script(6).do("playcard 54", "playcard 53", "muster nicaea", "take 1", "boardall")
    for number in range(4):
        game.do("go smyrna" if number % 2 == 0 else "go nicaea")
    assert ways(game) == []


@pytest.mark.rule("MU-CARD-53")
@pytest.mark.parametrize("stopped", [False, True])
def test_an_engine_that_has_used_up_its_points_goes_along_too(stopped: bool) -> None:
    """Beyond the points at its disposal, be they none: the army moves, and the engine with it."""
    game = table(
        armies={"nicaea": {0: {"li": 2}}},
        vehicles=[wagon("nicaea"), engine("nicaea", pm=0, stopped=stopped)],
        players=hands(zero=[53]),
        at="combat",
    )
    game.do("muster nicaea", "take 1", "boardall")
    assert not game.offers(Take)
    game.do("playcard 53", "take 2", "go smyrna", "go nicaea")
    assert [game.game.vehicles[id].space for id in (1, 2)] == ["nicaea", "nicaea"]
    assert game.game.vehicles[1].pm == 4


@pytest.mark.rule("MU-CARD-53")
def test_one_engine_is_tireless_and_no_other() -> None:
    game = table(
        armies={"nicaea": {0: {"li": 2}}},
        vehicles=[wagon("nicaea"), engine("nicaea", pm=1), engine("nicaea", pm=1)],
        players=hands(zero=[53]),
        at="combat",
    )
    game.do("muster nicaea", "take 1", "take 2", "take 3", "boardall", "playcard 53", "target v:2", "go smyrna")
    assert ways(game) == []
    game.do("leave 3")
    assert "nicaea" in ways(game)


@pytest.mark.rule("MU-CARD-53")
def test_an_engine_is_tireless_in_its_own_movement_whoever_moves_before() -> None:
    """Named before its group is gathered; meanwhile another group moves."""
    game = table(
        armies={"nicaea": {0: {"li": 2}}, "hellas": {0: {"li": 1}}},
        vehicles=[wagon("nicaea"), engine("nicaea", pm=1), wagon("hellas")],
        players=hands(zero=[53]),
        at="combat",
    )
    game.do("playcard 53", "muster hellas", "take 3", "boardall", "go morea", "halt")
    while game.asked() != "ChooseMove" or game.game.deciders != (0,):
        game.do("passround" if game.asked() == "ChooseMove" else game.offers()[0])
    game.do("muster nicaea", "take 1", "take 2", "boardall", "go smyrna")
    assert "nicaea" in ways(game)
    game.do("halt")
    assert not [effect for effect in game.game.effects if effect.name == "tireless"], "that was the movement"


# -- Artilleryman 54 ---------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-54")
def test_an_engine_takes_troops_aboard_when_its_group_is_already_gathered() -> None:
    """A card works at any moment, so also when the units are about to leave."""
    game = table(armies={"nicaea": {0: {"li": 5}}}, vehicles=[engine("nicaea")], players=hands(zero=[54]), at="combat")
    game.do("muster nicaea", "take 1")
    assert not game.offers(Board)
    game.script(3).do("playcard 54", "boardall", "go smyrna")
    assert game.units("smyrna", 0) == {"li": 2}


@pytest.mark.rule("MU-CARD-54")
def test_the_engine_carries_until_the_turn_ends_and_is_an_engine_still() -> None:
    game = table(armies={"nicaea": {0: {"li": 5}}}, vehicles=[engine("nicaea")], players=hands(zero=[54]), at="combat")
    game.do("playcard 54")
    assert [effect.name for effect in game.game.effects] == ["engine-wagon"]
    assert game.game.vehicles[1].kind == "engine"
    turn = game.game.turn
    while game.game.turn == turn:
        game.do("passround" if game.asked() == "ChooseMove" else game.offers()[0])
    assert game.game.effects == []


@pytest.mark.rule("MU-CARD-54", "MU-TEC-12")
def test_engines_have_no_room_for_troops_without_the_card() -> None:
    """Out of a Castle troops go without carriers, but not over the sea: both books give engines no capacity."""
    game = table(
        armies={"nicaea": {0: {"li": 2}}},
        lands={"nicaea": {"military": 3}},
        vehicles=[engine("nicaea")],
        players={0: {"technology": {"blue": 2}, "points": {"blue": 2}}},
        at="combat",
    )
    game.do("muster nicaea", "take 1", "boardall", "usetechnology logistics", "usetechnology logistics")
    assert "aegean" not in ways(game)


# -- Ranger ------------------------------------------------------------------------------------------------


def behind_lines(card: int, carts: tuple[dict[str, Any], ...] = ()) -> Table:
    """Seat 1 holds Iconium with an army, at war with seat 0, whose wagons stand in Nicaea and Smyrna."""
    return table(
        armies={"nicaea": {0: {"li": 4}}, "smyrna": {0: {"li": 1}}, "iconium": {1: {"hi": 3}}},
        vehicles=[wagon("nicaea"), wagon("nicaea"), wagon("smyrna"), *carts],
        wars=[[0, 1, 0]],
        players=hands(zero=[card]),
        at="combat",
    )


def own_turn(game: Table) -> Table:
    """The others pass until seat 0 moves again."""
    while game.asked() != "ChooseMove" or game.game.deciders != (0,):
        game.do("passround" if game.asked() == "ChooseMove" else game.offers()[0])
    return game


@pytest.mark.rule("MU-CARD-55")
def test_a_hidden_transport_is_hidden_in_its_own_movement_whoever_moves_before() -> None:
    game = behind_lines(55).do("playcard 55", "target v:1", "muster smyrna", "take 3", "boardall", "go nicaea", "halt")
    own_turn(game).do("muster nicaea", "take 1", "boardall", "go iconium")
    assert not game.game.fights
    assert "sinope" in ways(game), "nobody in Iconium noticed"


@pytest.mark.rule("MU-CARD-56")
def test_the_transports_of_a_column_are_hidden_even_if_they_leave_one_after_the_other() -> None:
    game = behind_lines(56).do("playcard 56", "target nicaea")
    for number in (1, 2):
        own_turn(game).do("muster nicaea", f"take {number}", "boardall", "go iconium")
        assert not game.game.fights
        game.do("go nicaea" if number == 1 else "go smyrna", "halt")
    own_turn(game)
    assert not [effect for effect in game.game.effects if effect.name == "unseen"], "both have arrived"


@pytest.mark.rule("MU-CARD-56")
def test_a_column_is_that_of_one_territory() -> None:
    game = behind_lines(56).do("playcard 56", "target nicaea", "muster smyrna", "take 3", "boardall", "go iconium")
    assert ways(game) == [], "the wagon from Smyrna is seen"


@pytest.mark.rule("MU-CARD-55")
def test_a_group_that_never_left_is_still_hidden_when_it_does() -> None:
    game = behind_lines(55, carts=({"owner": 1, "kind": "wagon", "level": 1, "space": "buda"},))
    game.do("muster nicaea", "take 1", "boardall", "playcard 55", "halt")
    game.do("muster buda", "take 4", "go pozsony", "halt", "passround")
    assert (game.asked(), game.game.deciders) == ("ChooseMove", (0,))
    game.do("muster nicaea", "take 1", "boardall", "go iconium")
    assert "sinope" in ways(game)


@pytest.mark.rule("MU-CARD-55")
def test_a_ranger_may_be_called_when_the_column_is_already_among_enemies() -> None:
    """Before anything is met: the abilities work at any moment."""
    game = behind_lines(55).do("muster nicaea", "take 1", "boardall", "go iconium")
    assert isinstance(game.game.decision, React)
    assert (game.game.decision.window, game.game.deciders, cards(game)) == ("W-5b", (0,), [55])
    game.do("playcard 55")
    assert not game.game.fights
    assert "sinope" in ways(game)


@pytest.mark.rule("MU-CARD-55", "MU-DIP-02")
@pytest.mark.parametrize(("hidden", "honour"), [(True, 10), (False, 7)])
def test_who_passes_unnoticed_attacks_nobody(hidden: bool, honour: int) -> None:
    """Through Banat, empty land of a player at peace: seen it would be an undeclared attack."""
    game = table(
        armies={"wallachia": {0: {"li": 1}}},
        vehicles=[wagon("wallachia")],
        players=hands(zero=[55]),
        at="combat",
    )
    if hidden:
        game.do("playcard 55")
    game.do("muster wallachia", "take 1", "boardall", "go banat")
    while game.asked() == "React":
        game.do("pass")
    if hidden:
        game.do("go serbia", "go wallachia", "halt")
        assert game.game.lands["banat"].holder == 1
        assert game.game.wars == []
    assert game.honour(0) == honour


@pytest.mark.rule("MU-CARD-55")
def test_a_hidden_caravan_trades_on_beside_a_horde() -> None:
    caravan = {"owner": 0, "kind": "caravan", "level": 1, "space": "napoli", "goods": ["furs"]}
    game = table(armies={"roma": {"barbarians": {"li": 3}}}, vehicles=[caravan], players=hands(zero=[55]), at="trade")
    game.do("employ 1", "playcard 55", "ride roma")
    while game.asked() == "Deposit":
        game.do(game.offers()[0])
    assert game.game.vehicles[1].space == "roma"
    assert game.offers(Ride), "its voyage goes on"


@pytest.mark.rule("MU-CARD-55")
def test_a_ranger_hides_transports_and_no_engines() -> None:
    game = table(armies={"nicaea": {0: {"li": 1}}}, vehicles=[engine("nicaea")], players=hands(zero=[55, 56]), at="combat")
    assert Muster("nicaea") in game.offers()
    assert not {55, 56} & set(cards(game))


@pytest.mark.rule("MU-CARD-55", "MU-MOV-03")
@pytest.mark.parametrize("hidden", [True, False])
def test_what_a_hidden_galley_carries_is_hidden_with_it(hidden: bool) -> None:
    """A Galley with a unit, a wagon and an engine aboard sails through a fleet at war."""
    game = table(
        vehicles=[
            {"owner": 0, "kind": "galley", "level": 3, "space": "aegean", "cargo": {"li": 1}},
            {"owner": 0, "kind": "wagon", "level": 1, "space": "aegean", "aboard": 1},
            {"owner": 0, "kind": "engine", "level": 1, "space": "aegean", "aboard": 1},
            {"owner": 1, "kind": "galley", "level": 1, "space": "ionian", "cargo": {"hi": 1}},
        ],
        wars=[[0, 1, 0]],
        players=hands(zero=[55]),
        at="combat",
    )
    game.do("muster aegean", "take 1")
    if hidden:
        game.do("playcard 55", "target v:1")
    game.do("go ionian")
    while isinstance(game.game.decision, React):
        game.do("pass")
    assert bool(ways(game)) == hidden
    assert bool(game.game.fights) != hidden


@pytest.mark.rule("MU-CARD-54")
def test_the_engine_carries_for_its_player_and_not_for_whoever_takes_it() -> None:
    game = table(vehicles=[engine("nicaea")], players=hands(zero=[54]), at="combat").do("playcard 54")
    assert is_carrier(game.game, 1)
    assert capacity(game.game, 1) in (1, 2, 3)
    seize_vehicle(game.game, 1, 1)
    assert not is_carrier(game.game, 1)
    assert capacity(game.game, 1) == 0


@pytest.mark.rule("MU-CARD-54", "MU-CARD-25")
def test_an_engine_that_serves_as_a_wagon_accompanies_a_relief() -> None:
    """Militia 25: War wagons are not needed, but may come along."""
    game = table(
        armies={"nicaea": {0: {"hi": 1}}, "tarnovo": {1: {"hi": 2}}},
        vehicles=[engine("nicaea"), engine("nicaea"), {"owner": 1, "kind": "wagon", "level": 1, "space": "tarnovo"}],
        wars=[[0, 1, 0]],
        players=hands(zero=[25, 54]),
        order=[0, 1, 2],
        at="combat",
    )
    game.do("playcard 54", "target v:1", "passround", "muster tarnovo", "take 3", "boardall", "go adrianople")
    game.do("playcard 25", "target unit:nicaea:0:hi")
    assert {option.id for option in game.offers(Target)} == {"nothing", "v:1"}
