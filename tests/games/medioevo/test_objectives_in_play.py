"""What objectives ask about a turn is counted by the play itself: each counter on both sides of its figure."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.cards.objectives import is_met
from marchland.games.medioevo.rules.events.calamities import Calamity
from marchland.games.medioevo.rules.events.events import Unrest
from marchland.games.medioevo.rules.purchases.sites import ransom
from marchland.games.medioevo.rules.technologies.points import empty_pools, spend_points
from marchland.games.medioevo.rules.turn_end import EndPhase
from marchland.games.medioevo.state import BARBARIANS, BattleRecord, Happening, RoundRecord
from marchland.games.medioevo.tables import event_cards

from .bare import act, army, at_desk, bare_table, player, roll_next
from .table import Table


def fought(place: str, attacker: Any, defender: Any, armies: dict[Any, dict[str, int]], dice: list[int], **position: Any) -> Table:
    """A battle fought out with the first answer everywhere, or as the answers in `says` have it."""
    says = dict(position.pop("says", {}))
    table = Table(
        3,
        {"ask_1": "never"},
        battle={"place": place, "attacker": attacker, "defender": defender},
        armies={place: armies},
        dice=dice,
        **position,
    )
    while table.game.fights or table.asked() in ("ChooseLoot", "PlaceTokens"):
        table.do(says.get(table.asked()) or table.offers()[0])
    return table


def met(table: Table, seat: int, *objectives: int) -> list[int]:
    """Which of these objectives the seat fulfils."""
    return [number for number in objectives if is_met(table.game, seat, number)]


# -- battles -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-EMP-05", "MU-BAT-08")
def test_arrows_that_end_a_battle_count_for_volley_first_blood_and_unscathed() -> None:
    """Three Archers shoot three men before the melee: objectives 7, 8, 9 and 35."""
    table = fought("roma", 0, 1, {0: {"arc": 3}, 1: {"li": 3}}, [1, 2, 3])
    now = table.game.now[0]
    assert (now.units_killed_by_archery, now.battles_won_before_melee, now.attack_wins_vs_players) == (3, 1, 1)
    assert now.won_battles == (BattleRecord(3, 0),)
    assert (now.enemy_units_killed, table.game.now[1].own_units_lost) == (3, 3)
    assert met(table, 0, 5, 7, 8, 9, 17, 35) == [7, 8, 9, 35]
    assert met(table, 1, 7, 8, 9, 24, 35) == []


@pytest.mark.rule("MU-EMP-05", "MU-BAT-05")
def test_a_battle_decided_in_the_melee_counts_neither_as_first_blood_nor_as_unscathed() -> None:
    """Two fall to arrows, the third in the melee, where the winner takes a loss."""
    table = fought("roma", 0, 1, {0: {"arc": 3}, 1: {"li": 3}}, [1, 2, 8, 1, 2, 8, 1, 2, 1], says={"ChooseReroll": "keepdice"})
    now = table.game.now[0]
    assert (now.units_killed_by_archery, now.battles_won, now.battles_won_before_melee) == (2, 1, 0)
    assert now.won_battles == (BattleRecord(3, 1),)
    assert now.rounds == (RoundRecord(8, 0, True),)
    assert (now.own_units_lost, now.enemy_units_killed) == (1, 3)
    assert met(table, 0, 7, 8, 9, 35) == [35]


@pytest.mark.rule("MU-EMP-05")
@pytest.mark.parametrize(("kinds", "captains"), [({"cap1": 1}, 1), ({"li": 1}, 0)])
def test_the_head_of_the_snake_is_a_captain(kinds: dict[str, int], captains: int) -> None:
    table = fought("roma", 0, 1, {0: {"arc": 3}, 1: kinds}, [1, 8, 8])
    assert table.game.now[0].captains_killed == captains
    assert bool(met(table, 0, 46)) == bool(captains)


@pytest.mark.rule("MU-EMP-05", "MU-EVT-14")
@pytest.mark.parametrize(("place", "counts"), [("nicaea", 1), ("roma", 0)])
def test_the_home_guard_wins_in_defence_and_at_home(place: str, counts: int) -> None:
    table = fought(place, "barbarians", 0, {0: {"arc": 1}, "barbarians": {"li": 1}}, [1], circle=[4, 5, 6])
    assert (table.game.now[0].defence_wins_at_home, table.game.now[0].battles_won) == (counts, 1)
    assert bool(met(table, 0, 24)) == bool(counts)
    assert not met(table, 0, 35), "barbarians are no player, and he defended"


@pytest.mark.rule("MU-EMP-05", "MU-BAT-03")
@pytest.mark.parametrize(("own", "attack"), [([3, 3, 3], 27), ([1, 5, 8], 8)])
def test_a_masterstroke_is_a_round_won_with_25_or_more(own: list[int], attack: int) -> None:
    dice = [*own, 1, 2, 3]
    table = fought("roma", 0, 1, {0: {"hi": 9}, 1: {"hi": 1}}, dice, says={"ChooseReroll": "keepdice"})
    assert table.game.now[0].rounds == (RoundRecord(attack, 0, True),)
    assert bool(met(table, 0, 47)) == (attack >= 25)


@pytest.mark.rule("MU-EMP-05", "MU-SIE-01")
def test_a_battery_and_a_breach_are_counted_when_engines_fire() -> None:
    """Two Bombards with a man each: one hits the Fort for two, the other misses; a second round would be needed for three."""
    engines = [{"owner": 0, "kind": "engine", "level": 3, "space": "roma"} for _ in range(2)]
    table = Table(
        3,
        battle={"place": "roma", "attacker": 0, "defender": 1},
        armies={"roma": {0: {"hi": 6}, 1: {"hi": 1}}},
        lands={"roma": {"holder": 1, "military": 2}},
        vehicles=engines,
        dice=[1, 8, 1, 2, 3, 1, 2, 3],
    )
    while table.asked() != "AssignCrews":
        table.do(table.offers()[0])
    crews = [option for option in table.offers() if type(option).__name__ != "CrewsReady"]
    for engine in (1, 2):
        table.do(next(option for option in crews if getattr(option, "engine", 0) == engine and getattr(option, "kind", "") == "hi"))
        crews = table.offers()
    aim = [option for option in table.offers() if getattr(option, "target", "") == "military"]
    for option in aim:
        table.do(option)
    while not table.game.now[0].rounds:
        table.do(next((o for o in table.offers() if type(o).__name__ in ("CrewsReady", "KeepDice")), table.offers()[0]))
    assert table.game.now[0].rounds[0].own_engines_fired == 2
    assert met(table, 0, 54) == [54]
    assert table.game.ever[0].building_damage_dealt == 2
    assert not met(table, 0, 52), "three are needed"


# -- the end of a turn -------------------------------------------------------------------------------------


@pytest.mark.rule("MU-EMP-05", "MU-END-02")
def test_what_was_done_this_turn_is_forgotten_and_what_was_ever_done_is_not() -> None:
    table = fought("roma", 0, 1, {0: {"arc": 3}, 1: {"li": 3}}, [1, 2, 3])
    table.game.ever[0] = type(table.game.ever[0])(building_damage_dealt=3)
    EndPhase().reactivate(table.game)
    assert met(table, 0, 7, 8, 9, 35, 52) == [52]


@pytest.mark.rule("MU-EMP-05", "MU-TECH-03")
@pytest.mark.parametrize("interrupted", [False, True])
def test_a_court_of_wonders_spends_its_six_points_in_one_phase(interrupted: bool) -> None:
    game = bare_table()
    player(game, 0, points=(3, 0, 0, 3, 0, 0))
    spend_points(game, 0, "blue", 3)
    if interrupted:
        empty_pools(game)
    player(game, 0, florins=300)
    spend_points(game, 0, "red", 3)
    assert is_met(game, 0, 60) != interrupted, "bought points count like others"


# -- taxes, events, trade ----------------------------------------------------------------------------------


@pytest.mark.rule("MU-EMP-05", "MU-TAX-02")
@pytest.mark.parametrize(("tax", "civil", "light"), [(30, 2, True), (30, 1, False), (40, 3, False)])
def test_a_light_yoke_counts_what_the_tax_really_brings(tax: int, civil: int, light: bool) -> None:
    """Seven territories and four towns: 30 x (7 + 8) is 450, 30 x (7 + 4) is not."""
    towns = ("nicaea", "smyrna", "constantinople", "thessalonica")
    table = Table(3, at="taxes", lands={space: {"civil": civil} for space in towns})
    for _ in range(3):
        table.do(f"settax {tax}")
    while table.game.phase == 3:
        table.do(table.offers()[0])
    assert table.game.now[0].tax_income == tax * (7 + 4 * civil)
    assert bool(met(table, 0, 22)) == light


@pytest.mark.rule("MU-EMP-05", "MU-TRD-07")
def test_mixed_wares_and_a_great_bargain_are_counted_sale_by_sale() -> None:
    """Four cubes of three colours; the dearest sale of three brings 480 with three market cubes, so 500 is missed."""
    caravans = [
        {"owner": 0, "kind": "caravan", "level": 2, "space": "roma", "goods": ["furs", "salt", "slaves"]},
        {"owner": 0, "kind": "caravan", "level": 1, "space": "napoli", "goods": ["furs"]},
    ]
    table = Table(3, at="trade", vehicles=caravans, lands={"roma": {"cubes": ["cloth", "spices", "weapons"]}})
    table.do("employ 1", 'sellcubes ["furs","salt","slaves"]')
    assert (table.game.now[0].cubes_sold, table.game.now[0].best_sale) == (3, 480)
    assert met(table, 0, 19, 20) == []
    table.do(table.offers()[0])
    while table.asked() != "ChooseTransport":
        table.do("rest")
    table.do("employ 2", 'sellcubes ["furs"]')
    assert table.game.now[0].colours_sold == ("furs", "salt", "slaves")
    assert met(table, 0, 19, 20) == [19]
    assert table.game.now[0].best_sale == 480


@pytest.mark.rule("MU-EMP-05", "MU-CON-01")
@pytest.mark.parametrize(("place", "counts"), [("baghdad", True), ("iconium", False)])
def test_a_deep_raid_is_a_conquest_far_from_home(place: str, counts: bool) -> None:
    table = fought(place, 0, "barbarians", {0: {"arc": 1}, "barbarians": {"li": 1}}, [1], circle=[4, 5, 6])
    assert table.game.now[0].conquered == (place,)
    assert bool(met(table, 0, 6)) == counts


@pytest.mark.rule("MU-EMP-05", "MU-CON-02")
def test_stolen_wheels_and_a_prize_are_counted_when_booty_is_kept() -> None:
    """A wagon and a Catapult of the beaten: both are kept, one of them is a transport."""
    pieces = [
        {"owner": 1, "kind": "wagon", "level": 1, "space": "roma"},
        {"owner": 1, "kind": "engine", "level": 1, "space": "roma"},
    ]
    table = fought("roma", 0, 1, {0: {"arc": 3}, 1: {"li": 1}}, [1, 8, 8], vehicles=pieces, wars=[[0, 1, 0]], turn=2)
    assert (table.game.ever[0].seized_transports, table.game.ever[0].seized_engines) == (1, 1)
    assert table.game.now[0].transports_plundered == 1
    assert met(table, 0, 16, 57) == [16, 57]
    assert BARBARIANS not in {vehicle.owner for vehicle in table.game.vehicles.values()}


@pytest.mark.rule("MU-EMP-05", "MU-EVT-15")
@pytest.mark.parametrize(("tax", "tolerated", "proved"), [(40, 40, True), (40, 30, False), (30, 30, False)])
def test_an_iron_yoke_passes_the_check_of_rebellions_at_40(tax: int, tolerated: int, proved: bool) -> None:
    game = bare_table()
    player(game, 0, tax=tax)
    game.tolerated = tolerated
    at_desk(game, 1, "W-2", 2)
    game.push(Unrest(0))
    game.run()
    while game.deciders == (0,):
        act(game, 0, game.options()[0])
    assert game.now[0].new_rebellions == (tax - tolerated) // 10
    assert is_met(game, 0, 23) == proved


@pytest.mark.rule("MU-EMP-05", "MU-EVT-06")
@pytest.mark.parametrize(("die", "lost"), [(6, 0), (5, 0), (2, 2)])
def test_spared_is_who_rolls_for_an_event_and_loses_nothing(die: int, lost: int) -> None:
    game = bare_table()
    card = next(id for id, card in event_cards().items() if "nicaea" in world.event_zone(card.area))
    game.happening = Happening(card)
    army(game, "nicaea", 0, li=3)
    at_desk(game, 1, "W-2", 2)
    roll_next(game, die)
    game.push(Calamity(1, "armies"), Calamity(0, "armies"))
    game.run()
    assert (game.now[0].event_rolls, game.now[0].event_losses, game.now[1].event_rolls) == (1, lost, 0)
    assert is_met(game, 0, 42) == (not lost)
    assert not is_met(game, 1, 42), "nothing of his was in the area"


@pytest.mark.rule("MU-EMP-05", "MU-CAP-01", "MU-BUY-11")
def test_captives_count_as_a_big_catch_and_their_ransom_is_income() -> None:
    """Six against two with 8 to 1: both Heavy infantry are taken; one is bought back for 100 florins, the other, too."""
    table = Table(
        3,
        battle={"place": "roma", "attacker": 0, "defender": 1},
        armies={"roma": {0: {"cav": 6}, 1: {"hi": 2}}},
        players={1: {"florins": 300}},
        dice=[1, 2, 8, 1, 1, 2],
    )
    while table.game.fights:
        table.do(
            next((option for option in table.offers() if type(option).__name__ in ("TryCapture", "KeepDice")), table.offers()[0])
        )
    assert table.game.now[0].captured == len(table.game.prisoners) == 2
    assert met(table, 0, 39, 40) == [40], "a dungeon needs three"
    for number, income in ((1, 100), (2, 200)):
        ransom(table.game, 1, "buda", 0, "hi")
        assert table.game.ever[0].ransom_income == income
        assert bool(met(table, 0, 41)) == (number == 2)


@pytest.mark.rule("MU-EMP-05")
@pytest.mark.parametrize(("force", "costly"), [({"li": 4, "hi": 1}, True), ({"li": 3, "hi": 1}, False)])
def test_a_costly_victory_loses_four_units(force: dict[str, int], costly: bool) -> None:
    """A loss of four by the lowest die; the lone defender falls."""
    table = fought("roma", 0, 1, {0: force, 1: {"hi": 1}}, [4, 5, 8, 1, 2, 1], says={"ChooseReroll": "keepdice"})
    lost = table.game.now[0].own_units_lost
    assert table.game.now[0].battles_won == 1
    assert bool(met(table, 0, 29)) == (lost >= 4) == costly
