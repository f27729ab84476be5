"""Empire cards 13 to 24, clause by clause: windows that open and do not, limits, prices, what stays untouched."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.barbarians import Rebelled
from marchland.games.medioevo.rules.battle.aftermath import BattleEnded
from marchland.games.medioevo.rules.battle.battle import BattleBegan, RoundFought
from marchland.games.medioevo.rules.battle.flight import Fled, is_intrusion
from marchland.games.medioevo.rules.cards.powers import CardTurned, Target
from marchland.games.medioevo.rules.cards.windows import React
from marchland.games.medioevo.rules.components.armies import UnitLost
from marchland.games.medioevo.rules.conquest.conquest import Conquered
from marchland.games.medioevo.rules.events.hordes import SpendPoints
from marchland.games.medioevo.rules.trade.deals import Sold
from marchland.kernel.events import Rolled

from .open_table import battle, cards, fought, hands, rolls, table, until
from .table import Table


def targets(game: Table) -> set[str]:
    return {option.id for option in game.offers(Target)}


def moment(game: Table) -> tuple[str, str, int]:
    """The window somebody is asked in, where, and who."""
    asked = game.game.decision
    assert isinstance(asked, React)
    return asked.window, asked.place, asked.seat


def finish(game: Table) -> Table:
    """Everybody takes his first answer until the battle is over."""
    while game.game.fights:
        game.do(game.offers()[0])
    return game


# -- 13 Infiltrator ----------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-13")
@pytest.mark.parametrize(("turned", "florins", "offered"), [(True, 100, True), (True, 99, False), (False, 100, False)])
def test_an_infiltrator_needs_a_used_card_and_a_hundred_florins(turned: bool, florins: int, offered: bool) -> None:
    held = {0: {"hand": [13], "florins": florins}, 1: {"hand": [{"card": 5, "turned": turned}]}}
    game = table(players=held, at="combat")
    assert (cards(game) == [13]) == offered


@pytest.mark.rule("MU-CARD-13", "MU-CARD-44")
def test_a_barred_card_that_a_bard_wakes_this_turn_may_be_used_at_once() -> None:
    """The Infiltrator prevents the reactivation at the end of the turn; the Bard's is another."""
    used = [{"card": 22, "turned": True}]
    game = table(players={0: {"hand": [13, 44]}, 1: {"hand": used}}, at="combat").script(1)
    game.do("playcard 13", "target card:22", "playcard 44", "target card:22")
    held = game.game.players[1].hand[0]
    assert (held.turned, held.barred) == (False, True)


@pytest.mark.rule("MU-CARD-13")
def test_fewer_cards_may_be_named_than_the_die_allows_and_each_once() -> None:
    used = [{"card": 5, "turned": True}, {"card": 6, "turned": True}, {"card": 7, "turned": True}]
    game = table(players={0: {"hand": [13]}, 1: {"hand": used}}, at="combat").script(6).do("playcard 13", "target card:5")
    assert targets(game) == {"nothing", "card:6", "card:7", "card:13"}
    game.do("target nothing")
    assert [held.barred for held in game.game.players[1].hand] == [True, False, False]
    assert game.florins(0) == 1500


# -- 14 Infiltrator ----------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-14")
@pytest.mark.parametrize(
    ("seat", "foes", "florins"),
    [(2, {"hi": 2}, 1600), (0, {"cap1": 1, "cap3": 1}, 1600), (0, {"hi": 2}, 99)],
    ids=["a bystander", "Captains alone", "too poor"],
)
def test_nobody_is_bribed_by(seat: int, foes: dict[str, int], florins: int) -> None:
    game = battle({"hi": 4}, foes, players={seat: {"hand": [14], "florins": florins}}).script(*[1, 2, 3] * 6, *[8] * 40)
    while not game.happened(RoundFought):
        assert not cards(game)
        game.do(game.offers()[0])


@pytest.mark.rule("MU-CARD-14")
def test_after_the_first_die_nobody_changes_sides() -> None:
    game = battle({"arc": 1, "hi": 2}, {"hi": 3}, players=hands(zero=[14])).script(8, 1, 2, 3, 1, 2, 3)
    until(game, "W-B0", 0).do("pass")
    until(game, "W-B1", 0).do("pass")
    while not game.happened(RoundFought):
        assert not cards(game), "an arrow has been shot"
        game.do(game.offers()[0])


@pytest.mark.rule("MU-CARD-14")
def test_the_last_enemy_may_be_bought_and_the_land_is_won_without_a_die() -> None:
    game = until(battle({"li": 1}, {"cav": 1}, players=hands(zero=[14])), "W-B0", 0).do("playcard 14")
    assert game.units("wallachia", 0) == {"li": 1, "cav": 1}
    assert [(event.space, event.loser) for event in game.happened(Conquered)] == [("wallachia", 1)]
    assert not game.happened(Rolled)
    assert game.game.now[0].enemy_units_killed == 0, "he is alive"


@pytest.mark.rule("MU-CARD-14", "MU-PH-05")
@pytest.mark.parametrize(("foes", "hand", "honour"), [(5, [], 11), (5, [14], 10), (6, [14], 11)])
def test_a_turncoat_is_no_part_of_the_great_army_that_is_destroyed(foes: int, hand: list[int], honour: int) -> None:
    """Both books: all units of an army of five or more, destroyed or captured."""
    game = battle({"hi": 9}, {"li": foes}, players=hands(zero=hand)).script(1, 2, 8, 4, 5, 6)
    if hand:
        until(game, "W-B0", 0).do("playcard 14")
    finish(game)
    assert [event.winner for event in game.happened(BattleEnded)] == [0]
    assert game.honour(0) == honour


# -- 15 Infiltrator ----------------------------------------------------------------------------------------


def rebellion(space: str, **position: Any) -> Table:
    """Seat 0 stirs up a rebellion: a horde of one Light infantry."""
    players = {0: {"hand": [15]}, **position.pop("players", {})}
    game = table(players=players, at="combat", circle=[4, 6, 8], **position)
    return game.do("playcard 15", f"target {space}")


@pytest.mark.rule("MU-CARD-15")
def test_a_rebellion_breaks_out_within_three_steps_and_not_in_own_land() -> None:
    """Serbia is next to Thessalonica; Cracow is four steps away from everything that is Byzantine."""
    game = table(players=hands(zero=[15]), at="combat").do("playcard 15")
    assert {"serbia", "banat", "buda"} <= targets(game)
    assert not targets(game) & {"cracow", "pozsony", "thessalonica", "smyrna"}


@pytest.mark.rule("MU-CARD-15")
@pytest.mark.parametrize(("florins", "offered"), [(100, True), (99, False)])
def test_a_rebellion_costs_a_hundred_florins(florins: int, offered: bool) -> None:
    game = table(players={0: {"hand": [15], "florins": florins}}, at="combat")
    assert (cards(game) == [15]) == offered


@pytest.mark.rule("MU-CARD-15")
def test_in_empty_land_of_a_rival_the_rebels_pillage_and_hold_it() -> None:
    game = rebellion("buda", lands={"buda": {"civil": 2, "cubes": ["salt"]}})
    land = game.game.lands["buda"]
    assert (land.holder, land.civil, land.cubes) == (-1, 0, ())
    assert game.units("buda", -1) == {"li": 1}
    assert (game.honour(0), game.honour(1)) == (10, 10), "no attack of anybody's"
    assert game.game.wars == []


@pytest.mark.rule("MU-CARD-15")
def test_in_wild_land_a_horde_rises_or_grows() -> None:
    assert rebellion("serbia").units("serbia", -1) == {"li": 1}
    grown = rebellion("serbia", armies={"serbia": {"barbarians": {"li": 2}}})
    assert grown.units("serbia", -1) == {"li": 3}


@pytest.mark.rule("MU-CARD-15", "MU-EVT-16", "MU-PH-07")
@pytest.mark.parametrize(
    ("space", "rebels", "honour"),
    [
        ("banat", "buda", 9),  # at home, with a rebellion in progress at home
        ("banat", "", 10),  # the first
        ("banat", "serbia", 10),  # barbarians outside the kingdom are no rebellion
        ("serbia", "buda", 10),  # wild land is nobody's
    ],
)
def test_who_suffers_a_rebellion_with_one_in_progress_loses_a_point_of_honour(space: str, rebels: str, honour: int) -> None:
    """Both books, of any rebellion suffered: 1 point for each new one while another is in progress in the home kingdom."""
    lands = {rebels: {"holder": "barbarians"}} if rebels else {}
    armies = {rebels: {"barbarians": {"li": 1}}} if rebels else {}
    game = rebellion(space, lands=lands, armies=armies)
    assert len(game.happened(Rebelled)) == 1
    assert (game.honour(1), game.honour(0), game.honour(2)) == (honour, 10, 10)


@pytest.mark.rule("MU-CARD-15", "MU-PH-07")
def test_a_rebellion_in_conquered_land_costs_its_holder_no_honour() -> None:
    """Seat 1 holds Serbia, which is no part of his kingdom, while Buda rebels."""
    lands = {"serbia": {"holder": 1, "token": 1}, "buda": {"holder": "barbarians"}}
    game = rebellion("serbia", lands=lands, armies={"buda": {"barbarians": {"li": 1}}})
    assert game.game.lands["serbia"].holder == -1
    assert game.honour(1) == 10


@pytest.mark.rule("MU-CARD-15", "MU-CARD-24")
def test_the_victim_may_answer_with_his_militia_and_the_fight_is_at_once() -> None:
    game = rebellion("banat", players={1: {"hand": [24]}})
    assert moment(game) == ("W-2e", "banat", 1)
    game.do("playcard 24", "target kind:cav")
    assert [(event.place, event.attacker, event.defender) for event in game.happened(BattleBegan)] == [("banat", -1, 1)]
    assert game.units("banat", 1) == {"cav": 1}


# -- 16 to 18 Spy ------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-16", "MU-CARD-17", "MU-CARD-18")
@pytest.mark.parametrize("card", [16, 17, 18])
def test_a_caught_spy_costs_a_military_unit_and_the_log_names_his_card(card: int) -> None:
    engine = {"owner": 1, "kind": "engine", "level": 1, "space": "wallachia"}
    game = until(battle({"hi": 1, "li": 1}, {"hi": 2}, vehicles=[engine], players=hands(zero=[card])), "W-B0", 0).script(7)
    game.do(f"playcard {card}")
    assert targets(game) == {"unit:wallachia:0:hi", "unit:wallachia:0:li"}
    game.do("target unit:wallachia:0:hi")
    assert [(event.owner, event.kind, event.rule) for event in game.happened(UnitLost)] == [(0, "hi", f"MU-CARD-{card}")]
    assert game.units("wallachia", 0) == {"li": 1}
    assert 1 in game.game.vehicles
    assert game.units("wallachia", 1) == {"hi": 2}


@pytest.mark.rule("MU-CARD-16")
@pytest.mark.parametrize(("level", "left"), [(3, 2), (2, 1), (1, 0)])
@pytest.mark.parametrize("kind", ["engine", "wagon"])
def test_sabotage_takes_one_level_and_the_last_with_the_piece(kind: str, level: int, left: int) -> None:
    piece = {"owner": 1, "kind": kind, "level": level, "space": "wallachia"}
    game = until(battle({"hi": 2}, {"hi": 2}, vehicles=[piece], players=hands(zero=[16])), "W-B0", 0).script(3)
    game.do("playcard 16")
    assert (game.game.vehicles[1].level if 1 in game.game.vehicles else 0) == left


@pytest.mark.rule("MU-CARD-16")
def test_what_stands_elsewhere_or_is_no_wagon_or_engine_is_not_sabotaged() -> None:
    pieces = [("caravan", "wallachia"), ("galley", "wallachia"), ("engine", "banat")]
    vehicles = [{"owner": 1, "kind": kind, "level": 1, "space": space} for kind, space in pieces]
    vehicles.append({"owner": 0, "kind": "wagon", "level": 1, "space": "wallachia"})
    game = battle({"hi": 2}, {"hi": 2}, vehicles=vehicles, players=hands(zero=[16])).script(1, 2, 3, 1, 2, 3)
    while not game.happened(RoundFought):
        assert not cards(game)
        game.do(game.offers()[0])


@pytest.mark.rule("MU-CARD-17")
def test_an_ambush_that_kills_the_last_enemy_wins_the_battle() -> None:
    game = until(battle({"hi": 1}, {"cap3": 1}, players=hands(zero=[17])), "W-B0", 0).script(1).do("playcard 17")
    assert [event.winner for event in game.happened(BattleEnded)] == [0]
    assert not rolls(game, "battle")


@pytest.mark.rule("MU-CARD-18")
def test_a_trapped_captain_leads_nobody_in_any_round_of_the_battle() -> None:
    game = battle({"hi": 8}, {"cap2": 1, "hi": 8}, players=hands(zero=[18]))
    until(game, "W-B0", 0).script(3, *[1, 2, 3] * 4).do("playcard 18", "target unit:wallachia:1:cap2")
    while len(game.happened(RoundFought)) < 2:
        assert game.asked() != "UseCaptain"
        own = game.asked() == "ChooseDamage"
        game.do("hurt hi" if own else game.offers()[0])
    assert game.units("wallachia", 1)["cap2"] == 1


@pytest.mark.rule("MU-CARD-18")
@pytest.mark.parametrize(("die", "shots"), [(3, []), (4, [(8,)])])
def test_a_trapped_archer_does_not_shoot(die: int, shots: list[tuple[int, ...]]) -> None:
    game = battle({"hi": 4}, {"arc": 1, "hi": 2}, players=hands(zero=[18]))
    dice = [die, *([8] if shots else []), 1, 2, 3, 1, 2, 3]
    until(game, "W-B0", 0).script(*dice).do("playcard 18", "target unit:wallachia:1:arc")
    fought(game)
    assert rolls(game, "archery") == shots


# -- 19 to 21 Merchant -------------------------------------------------------------------------------------


def peddler(card: int, space: str, *, kind: str = "caravan", goods: tuple[str, ...] = ("salt", "wine"), **position: Any) -> Table:
    transport = {"owner": 0, "kind": kind, "level": 2, "space": space, "goods": list(goods)}
    return table(vehicles=[transport], players=hands(zero=[card]), at="trade", **position)


@pytest.mark.rule("MU-CARD-19")
@pytest.mark.parametrize(
    ("space", "kind", "offered"),
    [
        ("wallachia", "caravan", True),
        ("wallachia", "merchantman", True),
        ("black_sea_west", "merchantman", False),
        ("nicaea", "caravan", False),
        ("buda", "caravan", False),
        ("roma", "caravan", True),
    ],
    ids=["wild land", "a ship ashore", "a ship at sea", "own land", "a rival's", "a wild settlement"],
)
def test_barbarians_buy_in_barbarian_land(space: str, kind: str, offered: bool) -> None:
    assert (cards(peddler(19, space, kind=kind)) == [19]) == offered


@pytest.mark.rule("MU-CARD-19")
@pytest.mark.parametrize(("goods", "florins"), [(("salt", "wine"), 100), (("salt", "salt", "wine"), 100), (("salt", "salt"), 0)])
def test_barbarians_pay_for_every_colour_but_one(goods: tuple[str, ...], florins: int) -> None:
    game = peddler(19, "wallachia", goods=goods)
    assert cards(game) == ([19] if florins else [])
    if florins:
        game.do("playcard 19", "target good:salt")
        assert game.florins(0) == 1600 + florins
        assert game.game.now[0].barbarian_sales == 1
        assert game.game.lands["wallachia"].cubes == (), "no settlement, no market"


@pytest.mark.rule("MU-CARD-19")
def test_barbarians_who_stand_there_buy_nothing() -> None:
    assert cards(peddler(19, "wallachia", armies={"wallachia": {"barbarians": {"li": 1}}})) == []


@pytest.mark.rule("MU-CARD-20")
@pytest.mark.parametrize(
    ("space", "kind", "position", "offered"),
    [
        ("nicaea", "caravan", {}, False),
        ("black_sea_west", "merchantman", {}, False),
        ("wallachia", "caravan", {"armies": {"wallachia": {"barbarians": {"li": 1}}}}, True),
        ("buda", "caravan", {"armies": {"buda": {1: {"li": 1}}}, "wars": [[0, 1, 0]]}, True),
    ],
    ids=["own land", "at sea", "beside a horde", "beside an enemy's army"],
)
def test_a_smuggler_sells_anywhere_ashore_but_at_home(space: str, kind: str, position: dict[str, Any], offered: bool) -> None:
    game = peddler(20, space, kind=kind, **position)
    assert (cards(game) == [20]) == offered
    if offered:
        game.do("playcard 20", "target goods:salt+wine")
        assert game.florins(0) == 1600 + 2 * 50
        assert [event.goods for event in game.happened(Sold)] == [("salt", "wine")]


@pytest.mark.rule("MU-CARD-21")
@pytest.mark.parametrize(
    ("space", "goods", "offered"),
    [
        ("nicaea", ("salt",), True),
        ("roma", ("salt",), True),
        ("wallachia", ("salt",), False),
        ("buda", ("salt",), False),
        ("roma", ("salt",) * 4, False),
    ],
    ids=["own settlement", "a wild one", "no settlement", "a rival's without a pact", "no room aboard"],
)
def test_a_rarity_is_bought_in_any_settlement_open_to_trade(space: str, goods: tuple[str, ...], offered: bool) -> None:
    assert (cards(peddler(21, space, goods=goods)) == [21]) == offered


# -- 22 and 23 Tax collector -------------------------------------------------------------------------------


def caravan_of_a_rival(card: int, *goods: str, at: str = "serbia") -> Table:
    """Seat 1's Caravan trades before seat 0, the Tax collector."""
    transport = {"owner": 1, "kind": "caravan", "level": 2, "space": at, "goods": list(goods)}
    game = table(vehicles=[transport], players=hands(zero=[card]), at="trade", order=[1, 0, 2])
    return game.do("employ 1")


@pytest.mark.rule("MU-CARD-22", "MU-CARD-23")
@pytest.mark.parametrize(("card", "each"), [(22, 10), (23, 20)])
def test_toll_is_taken_of_a_transport_that_only_passes_through(card: int, each: int) -> None:
    """At any moment of the turn, both books: also while the cubes are on their way through the player's land."""
    game = caravan_of_a_rival(card, "salt", "wine", "furs").do("ride thessalonica")
    assert moment(game) == ("W-6a", "thessalonica", 0)
    game.do(f"playcard {card}")
    assert game.florins(0) == 1600 + 3 * each
    assert game.florins(1) == 1600, "the bank pays"
    assert game.game.vehicles[1].goods == ("furs", "salt", "wine")
    game.do("ride epirus", "leavecube salt")
    assert game.game.vehicles[1].space == "epirus", "it goes its way"


@pytest.mark.rule("MU-CARD-22", "MU-CARD-23")
@pytest.mark.parametrize("card", [22, 23])
def test_no_toll_of_empty_transports_nor_of_those_in_others_land(card: int) -> None:
    empty = caravan_of_a_rival(card).do("ride thessalonica")
    assert empty.asked() == "ManageTransport"
    elsewhere = caravan_of_a_rival(card, "salt").do("ride epirus")
    assert elsewhere.asked() == "ManageTransport"
    assert not elsewhere.happened(CardTurned)


@pytest.mark.rule("MU-CARD-22")
def test_cubes_that_rest_at_home_call_nobody_when_a_transport_passes_elsewhere() -> None:
    goods = [{"owner": 1, "kind": "caravan", "level": 1, "space": space, "goods": ["salt"]} for space in ("nicaea", "serbia")]
    game = table(vehicles=goods, players=hands(zero=[22]), at="trade", order=[1, 0, 2])
    game.do("employ 2", "ride epirus")
    assert game.asked() == "ManageTransport"
    game.do("rest", "donetrading")
    assert (game.game.deciders, cards(game)) == ((0,), [22]), "in his own trade he may"


# -- 24 Militia --------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-24")
@pytest.mark.parametrize(("kind", "cargo", "alarmed"), [("wagon", True, True), ("wagon", False, False)])
def test_an_empty_wagon_alarms_nobody(kind: str, cargo: bool, alarmed: bool) -> None:
    game = table(
        armies={"tarnovo": {1: {"hi": 2}}},
        vehicles=[{"owner": 1, "kind": kind, "level": 1, "space": "tarnovo"}],
        wars=[[0, 1, 0]],
        players=hands(zero=[24]),
        order=[1, 0, 2],
        at="combat",
    )
    game.do("muster tarnovo", "take 1", *(["boardall"] if cargo else []), "go adrianople")
    assert (isinstance(game.game.decision, React) and moment(game) == ("W-5b", "adrianople", 0)) == alarmed


@pytest.mark.rule("MU-CARD-24")
def test_troops_that_land_from_a_galley_alarm_the_militia() -> None:
    game = table(
        vehicles=[{"owner": 1, "kind": "galley", "level": 1, "space": "aegean", "cargo": {"hi": 2}}],
        wars=[[0, 1, 0]],
        players=hands(zero=[24]),
        order=[1, 0, 2],
        at="combat",
    )
    game.do("muster aegean", "take 1", "go adrianople")
    assert moment(game) == ("W-5b", "adrianople", 0)
    game.do("playcard 24", "target kind:cav")
    assert game.units("adrianople", 0) == {"cav": 1}
    assert game.game.fights[-1].place == "adrianople"


@pytest.mark.rule("MU-CARD-24", "MU-CARD-25", "MU-CARD-26", "MU-FLE-01")
@pytest.mark.parametrize(("to", "answers"), [("adrianople", [24, 25]), ("serbia", [])], ids=["into his land", "elsewhere"])
def test_fugitives_who_enter_his_land_alarm_the_militia(to: str, answers: list[int]) -> None:
    """Both books: when an enemy moves troops into a territory of the player; who flees moves as usual."""
    game = table(
        armies={"tarnovo": {1: {"hi": 4}, 2: {"li": 6}}, "constantinople": {0: {"li": 2}}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 2, "space": "tarnovo"}],
        wars=[[1, 2, 0], [0, 1, 0]],
        battle={"place": "tarnovo", "attacker": 1, "defender": 2},
        players=hands(zero=[24, 25, 26]),
        order=[1, 0, 2],
        dice=[1, 2, 7, 1, 2, 3, *[8, 1, 2] * 9],
    )
    game.do(f"flee {to} 1", "stand")
    while not game.happened(Fled):
        game.do(game.offers()[0])
    if not answers:
        assert not isinstance(game.game.decision, React)
        return
    assert moment(game)[1:] == (to, 0)
    assert cards(game) == answers, "26 wants troops of his own there"
    game.do("playcard 24", "target kind:cap1")
    assert game.units(to, 0) == {"cap1": 1}
    assert cards(game) == [25, 26]
    game.do("pass")
    assert [(event.place, event.attacker, event.defender) for event in game.happened(BattleBegan)][-1] == (to, 1, 0)


@pytest.mark.rule("MU-CARD-24")
@pytest.mark.parametrize(("space", "alarming"), [("buda", True), ("nicaea", False), ("wallachia", False), ("aegean", False)])
def test_only_in_land_of_another_player_fugitives_intrude(space: str, alarming: bool) -> None:
    assert is_intrusion(table(at="combat").game, 0, space) == alarming


@pytest.mark.rule("MU-CARD-24", "MU-FLE-01")
def test_guests_who_flee_into_his_land_alarm_nobody() -> None:
    game = table(
        armies={"tarnovo": {1: {"hi": 4}, 2: {"li": 6}}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 2, "space": "tarnovo"}],
        wars=[[1, 2, 0]],
        pacts=[{"parties": [0, 1], "kinds": ["passage"], "until": 9}],
        battle={"place": "tarnovo", "attacker": 1, "defender": 2},
        players=hands(zero=[24]),
        order=[1, 0, 2],
        dice=[1, 2, 7, 1, 2, 3],
    )
    game.do("flee adrianople 1", "stand")
    while not game.happened(Fled):
        game.do(game.offers()[0])
    assert not isinstance(game.game.decision, React)


@pytest.mark.rule("MU-CARD-24", "MU-EVT-14")
@pytest.mark.parametrize(("to", "alarmed"), [("adrianople", True), ("wallachia", False)])
def test_a_horde_that_the_first_player_drives_into_his_land_alarms_the_militia(to: str, alarmed: bool) -> None:
    game = table(armies={"tarnovo": {"barbarians": {"li": 2}}}, players=hands(zero=[24]), order=[1, 0, 2], at="combat")
    game.game.phase = 2
    game.game.push(SpendPoints(1, 3))
    game.game.run()
    game.do("rouse tarnovo", f"drive {to}")
    assert isinstance(game.game.decision, React) == alarmed
    if alarmed:
        assert moment(game) == ("W-2e", "adrianople", 0)
        game.do("playcard 24", "target kind:hi")
        assert [(event.place, event.attacker, event.defender) for event in game.happened(BattleBegan)] == [("adrianople", -1, 0)]
