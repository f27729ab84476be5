"""What single rules do, in figures, on both sides of every condition: the tests that notice a rule that is off by one."""

from fractions import Fraction

import pytest

from marchland.games.byzantium.rules.building import Built, building_obstacles, building_preview
from marchland.games.byzantium.rules.combat.armies import (
    ARMY,
    GUARD,
    HORDE,
    LEVY,
    CubesLost,
    Force,
    GuardLost,
    OrangeCubesLost,
    army_strength,
    battle_dice,
    hits,
    inflict,
    losable,
    lose,
    pawns_in,
    roll_hits,
    strength,
    wipe_out,
)
from marchland.games.byzantium.rules.combat.combat import Attack, BattleLost, BattleWon, SiegeFailed, city_strength, opponents
from marchland.games.byzantium.rules.combat.conquest import (
    BulgarsTookCity,
    CityTaken,
    ConstantinopleFell,
    MarkerRemoved,
    city_tokens,
    remove_marker,
)
from marchland.games.byzantium.rules.combat.flight import ArmyFled, ArmyTrapped, ArmyWentBack, Flight, StoodGround, refuges
from marchland.games.byzantium.rules.combat.odds import Body, attack_odds, percent
from marchland.games.byzantium.rules.control import control_preview
from marchland.games.byzantium.rules.cubes import ArmyDestroyed, CubeSpent, drop_empty_armies, is_payable, lay, spend, would_empty
from marchland.games.byzantium.rules.movement.movement import ArmyMoved
from marchland.games.byzantium.rules.movement.routes import entry_obstacles, link_price, march_obstacles
from marchland.games.byzantium.rules.passing import FirstToPass, Passed
from marchland.games.byzantium.rules.scoring import CitiesScored, GameEnded, Standing, standing, total, winners
from marchland.games.byzantium.rules.special.bulgars import BulgarsGathered, paying_side, supply
from marchland.games.byzantium.rules.special.special import CityGrew, FleetTaken, Fortified, growth_obstacles, holder
from marchland.games.byzantium.rules.tax import TaxCollected
from marchland.games.byzantium.rules.turn import is_last
from marchland.games.byzantium.rules.upkeep import (
    CubesDeserted,
    CubesRecovered,
    GuardReturned,
    IncomeReceived,
    UpkeepPaid,
    can_settle,
    controlled_tokens,
    recover,
    upkeep,
)
from marchland.games.byzantium.sequence import TurnBegan
from marchland.games.byzantium.title import TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.events import Rolled
from marchland.kernel.testing import check_illegal

from .table import BLUE, RED, YELLOW, asked, happened, menu, order, play, table, why

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}
ORANGE = {"side": "bulgar", "tokens": 1}


def emitted(game, act, *arguments):
    """The events of a single verb of the rules."""
    game.outbox = []
    act(game, *arguments)
    return game.outbox


def rules(refusals):
    return [refusal.rule for refusal in refusals]


# -- set-up and rounds -------------------------------------------------------------------------------------


@pytest.mark.rule("BY-SETUP-03", "BY-SETUP-04")
def test_what_everybody_starts_with():
    game = TITLE.new(3, key_from_seed(5))
    for player in game.players:
        assert (player.pool, player.casualties, player.fortifications, player.tax, player.passing) == (9, 42 - 9 - 16, 2, 0, 0)
        assert (player.byzantine.elite, player.byzantine.main, player.byzantine.militia, player.byzantine.move) == (1, 3, 2, 2)
        assert (player.arab.elite, player.arab.main, player.arab.militia, player.arab.move) == (1, 3, 1, 3)
        assert (player.byzantine.treasury, player.arab.treasury, player.byzantine.points, player.arab.points) == (15, 5, 10, 10)
        assert player.byzantine.at is player.arab.at is None
    assert (game.bulgars, game.bank_paid, game.turn, game.passed) == (7, 3 * 20, 1, ())
    firsts = {TITLE.new(3, key_from_seed(seed)).first for seed in range(40)}
    assert firsts == {0, 1, 2}


@pytest.mark.rule("BY-SETUP-02")
def test_the_supply_is_what_is_not_in_the_box():
    assert [supply(table(2, bulgars=cubes)) for cubes in (0, 7, 11)] == [11, 4, 0]


@pytest.mark.rule("BY-TURN-02", "BY-TURN-03", "BY-PASS-02", "BY-PASS-03")
def test_rounds_skip_who_has_passed_and_the_last_one_acts_once_more():
    rich = {"byzantine": {"treasury": 30}, "arab": {"treasury": 30}}
    game = table(3, red=rich, yellow=rich, blue=rich)
    events = play(game, "pass")
    assert [event.seat for event in happened(events, FirstToPass)] == [RED]
    assert [event.seat for event in happened(events, Passed)] == [RED]
    assert not is_last(game)
    play(game, "takecontrol mecca", "take pool", "takecontrol medina", "take pool")
    assert game.deciders == (YELLOW,)
    events = play(game, "pass")
    assert not happened(events, FirstToPass)
    assert is_last(game)
    assert game.deciders == (BLUE,)
    events = play(game, "takecontrol tabuk", "take pool")
    began = happened(events, TurnBegan)[0]
    assert (began.turn, began.seat) == (2, RED), "one action, and the turn is over; the first to pass begins the next"


@pytest.mark.rule("BY-TURN-02")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("takecontrol mecca", "PayCube"),
        ("reinforce arab-main", "PayCube"),
        ("declarecivilwar arab", "PayCube"),
        ("develop arab", "ChooseGrowth"),
        ("unleashbulgars dyrrachium", "PayCube"),
        ("strengthenbulgars", "PayCube"),
        ("claim emperor", "PayCube"),
        ("fortify medina", "PayCube"),
        ("collecttax", "ChooseTax"),
        ("build church", "PayCube"),
        ("enter byzantine nicea", "ContinueCampaign"),
        ("march arab medina", "ContinueCampaign"),
    ],
)
def test_every_action_begins_with_its_own_question(text, question):
    game = table(2, cities={"medina": "red", "nicea": "red"}, red={"arab": {"at": "mecca", "move": 9}})
    play(game, text)
    assert (asked(game), game.deciders) == (question, (RED,))


@pytest.mark.rule("BY-TURN-04")
def test_pointing_at_something_possible_gives_no_reason_against_it():
    game = table(2)
    assert why(game, "mecca") == []
    assert why(game, "box:emperor") == []
    assert why(game, "slot:arab-main") == []
    assert why(game, "constantinople") != []
    taken = table(2, boxes={"emperor": "yellow"})
    assert why(taken, "box:emperor") == ["BY-SPEC-01"]
    assert why(taken, "box:nothing") == ["BY-TURN-02"]


# -- cubes -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BY-CUBE-01", "BY-CUBE-02")
def test_when_a_cube_can_be_found():
    def payable(sides=("arab",), **have):
        red = {"pool": 0, "casualties": 0, "byzantine": dict(NO_ARMY), "arab": dict(NO_ARMY)}
        red["arab"] |= have.pop("arab", {})
        red["byzantine"] |= have.pop("byzantine", {})
        return is_payable(table(2, red=red | have), RED, sides)

    assert payable(pool=1, arab={"treasury": 0})
    assert payable(casualties=1, arab={"treasury": 3})
    assert not payable(casualties=1, arab={"treasury": 2})
    assert payable(arab={"treasury": 3}, byzantine={"militia": 1}), "any slot of both sheets"
    assert payable(arab={"treasury": 3, "elite": 1})
    assert not payable(arab={"treasury": 3}), "no cube anywhere"
    assert payable(("arab", "byzantine"), casualties=1, arab={"treasury": 0}, byzantine={"treasury": 3})
    assert not payable(("arab",), casualties=1, arab={"treasury": 0}, byzantine={"treasury": 3})


@pytest.mark.rule("BY-CUBE-01")
def test_a_cube_is_not_taken_from_where_it_goes_nor_the_last_of_an_army_that_must_fight():
    red = {"pool": 0, "casualties": 0, "byzantine": NO_ARMY, "arab": {**NO_ARMY, "main": 1, "treasury": 9, "at": "mecca"}}
    game = table(2, red=red)
    assert is_payable(game, RED, ("arab",))
    assert not is_payable(game, RED, ("arab",), to="slot:arab-main")
    assert not is_payable(game, RED, ("arab",), keep="arab")
    assert is_payable(game, RED, ("arab",), saved=6)
    assert not is_payable(game, RED, ("arab",), saved=7)
    assert would_empty(game.players[RED], "arab", "arab-main")
    assert not would_empty(game.players[RED], "arab", "pool")
    assert not would_empty(game.players[RED], "byzantine", "arab-main")
    two = table(2, red={**red, "arab": {**red["arab"], "main": 2, "militia": 1}})
    assert not would_empty(two.players[RED], "arab", "arab-main")
    assert not would_empty(two.players[RED], "arab", "arab-militia")


@pytest.mark.rule("BY-CUBE-03", "BY-CUBE-04")
def test_a_free_cube_costs_nothing_and_a_bought_one_three_bezants():
    game = table(2, red={"pool": 2, "casualties": 3, "arab": {"treasury": 7}})
    (free,) = happened(emitted(game, spend, RED, "pool", "city:mecca"), CubeSpent)
    assert (free.side, free.bezants, game.players[RED].pool, game.realm(RED, "arab").treasury) == (None, 0, 1, 7)
    assert (game.cities["mecca"].controller, game.cities["mecca"].marker) == (RED, "cube")
    paid = game.bank_paid
    (bought,) = happened(emitted(game, spend, RED, "casualties", "box:caliph", "arab"), CubeSpent)
    assert (bought.side, bought.bezants, bought.source, bought.to) == ("arab", -3, "casualties", "box:caliph")
    assert (game.players[RED].casualties, game.realm(RED, "arab").treasury, game.bank_paid) == (2, 4, paid - 3)
    assert game.boxes["caliph"] == (RED,)


@pytest.mark.rule("BY-CUBE-04")
def test_where_a_laid_cube_lies():
    game = table(2)
    for to in ("slot:arab-main", "church", "mosque", "mosque", "pass", "box:bulgars", "box:bulgars"):
        lay(game, RED, to)
    player = game.players[RED]
    assert (player.arab.main, player.churches, player.mosques, player.passing) == (4, 1, 2, 1)
    assert game.boxes["bulgars"] == (RED, RED)


@pytest.mark.rule("BY-DEST-01")
@pytest.mark.parametrize(
    ("army", "gone"), [({}, True), ({"militia": 3}, True), ({"move": 1}, False), ({"elite": 1}, False), ({"main": 1}, False)]
)
def test_a_pawn_without_field_cubes_leaves_the_map_and_militia_does_not_keep_it(army, gone):
    game = table(2, red={"arab": {**NO_ARMY, "main": 1, "at": "mecca"}, "byzantine": {"at": "nicea"}})
    game.change_realm(RED, "arab", **{**NO_ARMY, **army})
    events = emitted(game, drop_empty_armies, RED)
    assert [(e.seat, e.side, e.city) for e in happened(events, ArmyDestroyed)] == ([(RED, "arab", "mecca")] if gone else [])
    assert (game.realm(RED, "arab").at is None) is gone
    assert game.realm(RED, "byzantine").at == "nicea"


@pytest.mark.rule("BY-DEST-01", "BY-EMP-02")
def test_a_guard_keeps_an_army_on_the_map():
    army = {**NO_ARMY, "at": "mecca", "guard": True}
    game = table(2, boxes={"caliph": "red"}, red={"arab": army})
    assert emitted(game, drop_empty_armies, RED) == []
    assert game.realm(RED, "arab").at == "mecca"


# -- dice, strength, losses --------------------------------------------------------------------------------


@pytest.mark.rule("BY-BAT-01", "BY-BAT-03", "BY-EMP-02")
def test_dice_and_strength_of_every_kind_of_force():
    army = {"elite": 2, "main": 5, "militia": 4, "move": 3, "at": "mecca", "guard": True}
    game = table(2, bulgars=5, boxes={"caliph": "red"}, red={"arab": army})
    forces = {kind: Force(kind, "arab", RED) for kind in (ARMY, LEVY)} | {HORDE: Force(HORDE, "bulgar")}
    assert {kind: battle_dice(game, force) for kind, force in forces.items()} == {ARMY: 3 + 2 + 1, LEVY: 3, HORDE: 3}
    assert {kind: strength(game, force) for kind, force in forces.items()} == {ARMY: 2 + 1 + 5, LEVY: 4, HORDE: 5}
    small = table(2, bulgars=2, red={"arab": {"elite": 0, "main": 2, "militia": 1, "move": 3, "at": "mecca"}})
    assert [battle_dice(small, force) for force in (Force(ARMY, "arab", RED), Force(LEVY, "arab", RED), forces[HORDE])] == [2, 1, 2]
    assert army_strength(small.realm(RED, "arab")) == 2


@pytest.mark.rule("BY-BAT-01", "BY-INFO-02")
def test_four_and_more_hit_and_no_dice_are_not_thrown():
    assert [hits((face,)) for face in range(1, 7)] == [0, 0, 0, 1, 1, 1]
    game = table(2, dice=(3, 4, 6))
    game.outbox = []
    assert roll_hits(game, YELLOW, "siege", 3) == 2
    (thrown,) = happened(game.outbox, Rolled)
    assert (thrown.seat, thrown.purpose, thrown.values) == (YELLOW, "siege", (3, 4, 6))
    assert emitted(game, roll_hits, YELLOW, "siege", 0) == []
    assert roll_hits(game, YELLOW, "siege", 0) == 0


@pytest.mark.rule("BY-EMP-03")
def test_a_guard_is_lost_only_when_nothing_else_is_left():
    game = table(2, boxes={"caliph": "red"}, red={"arab": {**NO_ARMY, "move": 1, "militia": 2, "at": "mecca", "guard": True}})
    assert losable(game.realm(RED, "arab")) == ("move",)
    game.change_realm(RED, "arab", move=0)
    assert losable(game.realm(RED, "arab")) == (GUARD,)
    game.change_realm(RED, "arab", guard=False)
    assert losable(game.realm(RED, "arab")) == ()


@pytest.mark.rule("BY-BAT-02", "BY-BULG-04")
def test_hits_take_cubes_and_no_more_than_there_are():
    game = table(2, bulgars=3, red={"casualties": 5, "arab": {**NO_ARMY, "main": 2, "militia": 2, "at": "mecca"}})
    assert emitted(game, inflict, Force(HORDE, "bulgar"), 0) == []
    (orange,) = happened(emitted(game, inflict, Force(HORDE, "bulgar"), 2), OrangeCubesLost)
    assert (orange.count, orange.left, game.bulgars) == (2, 1, 1)
    (orange,) = happened(emitted(game, inflict, Force(HORDE, "bulgar"), 4), OrangeCubesLost)
    assert (orange.count, game.bulgars) == (1, 0)
    assert emitted(game, inflict, Force(HORDE, "bulgar"), 4) == []
    (levy,) = happened(emitted(game, inflict, Force(LEVY, "arab", RED), 3), CubesLost)
    assert (levy.slot, levy.count, game.realm(RED, "arab").militia, game.players[RED].casualties) == ("arab-militia", 2, 0, 7)


@pytest.mark.rule("BY-BAT-02")
def test_the_owner_chooses_losses_one_by_one():
    army = {"elite": 1, "main": 2, "militia": 2, "move": 1, "at": "tabuk"}
    game = table(2, dice=(1, 1, 1, 6, 6, 1, 1), red={"arab": army, "casualties": 0}, cities={"jerusalem": {"tokens": 3}})
    play(game, "march arab jerusalem")
    game = table(
        2,
        dice=(1, 1, 1, 6, 6, 6, 1, 1),
        red={"arab": {**army, "move": 2}, "casualties": 0},
        yellow={"byzantine": {**NO_ARMY, "main": 3, "at": "jerusalem"}},
    )
    play(game, "march arab jerusalem", "stand")
    assert (asked(game), game.decision.hits) == ("ChooseLoss", 3)
    assert menu(game) == {"lose arab-elite", "lose arab-main", "lose arab-move"}
    (lost,) = happened(play(game, "lose arab-elite"), CubesLost)
    assert (lost.seat, lost.slot, lost.count, game.players[RED].casualties) == (RED, "arab-elite", 1, 1 + 1)
    assert (asked(game), game.decision.hits) == ("ChooseLoss", 2)


@pytest.mark.rule("BY-BAT-02", "BY-EMP-03")
def test_a_lost_guard_goes_back_to_its_box_and_not_to_casualties():
    game = table(2, boxes={"caliph": "red"}, red={"casualties": 4, "arab": {**NO_ARMY, "at": "mecca", "guard": True}})
    events = emitted(game, lose, RED, "arab", GUARD, 1)
    assert [(event.seat, event.side) for event in happened(events, GuardLost)] == [(RED, "arab")]
    assert (game.realm(RED, "arab").guard, game.players[RED].casualties, game.realm(RED, "arab").at) == (False, 4, None)
    assert emitted(game, lose, RED, "arab", "main", 0) == []


@pytest.mark.rule("BY-BAT-06")
def test_a_wiped_out_army_loses_every_field_cube_and_its_guard_but_no_militia():
    army = {"elite": 1, "main": 2, "militia": 3, "move": 1, "at": "mecca", "guard": True}
    game = table(2, boxes={"caliph": "red"}, red={"casualties": 0, "arab": army})
    events = emitted(game, wipe_out, RED, "arab")
    assert {event.slot: event.count for event in happened(events, CubesLost)} == {"arab-elite": 1, "arab-main": 2, "arab-move": 1}
    assert len(happened(events, GuardLost)) == 1
    assert (game.players[RED].casualties, game.realm(RED, "arab").militia, game.realm(RED, "arab").at) == (4, 3, None)
    plain = table(2, red={"arab": {**NO_ARMY, "main": 2, "at": "mecca"}})
    assert not happened(emitted(plain, wipe_out, RED, "arab"), GuardLost)


# -- attacks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BY-BAT-05")
def test_whoever_fought_and_was_beaten_flees_and_is_not_fought_again():
    pawn = {"byzantine": {**NO_ARMY, "main": 2, "at": "jerusalem"}}
    game = table(3, dice=(6,) * 3 + (1,) * 20, red={"arab": {"main": 9, "move": 3, "at": "tabuk"}}, yellow=pawn, blue=pawn)
    play(game, "march arab jerusalem", (YELLOW, "stand"), (BLUE, "stand"))
    assert (asked(game), menu(game), game.deciders) == ("ChooseOpponent", {"face 1", "face 2"}, (RED,))
    play(game, "face 2")
    attack = next(frame for frame, _ in game.stack if isinstance(frame, Attack))
    assert attack.fought[0] == BLUE
    assert BLUE not in opponents(game, attack)
    assert BLUE not in pawns_in(game, "jerusalem", "byzantine", RED)


@pytest.mark.rule("BY-BAT-03", "BY-SIEGE-02", "BY-FORT-02", "BY-SIEGE-01", "BY-SIEGE-03")
@pytest.mark.parametrize(("main", "fort", "taken"), [(2, False, False), (3, False, True), (3, True, False), (4, True, True)])
def test_a_siege_needs_more_strength_than_tokens_and_walls(main, fort, taken):
    city = {"tokens": 2, "control": "yellow", "fortified": fort}
    red = {"arab": {**NO_ARMY, "main": main, "move": 2, "at": "tabuk"}}
    game = table(2, dice=(1,) * 9, cities={"jerusalem": city}, red=red, yellow={"byzantine": NO_ARMY})
    assert city_strength(game, "jerusalem") == 2 + fort
    events = play(game, "march arab jerusalem")
    (siege,) = happened(events, Rolled)
    assert (siege.purpose, len(siege.values), siege.seat) == ("siege", 2 + fort, YELLOW)
    failed = happened(events, SiegeFailed)
    assert bool(happened(events, CityTaken)) is taken
    assert [(event.attack, event.defence) for event in failed] == ([] if taken else [(main, 2 + fort)])
    assert game.realm(RED, "arab").at == ("jerusalem" if taken else "tabuk")


@pytest.mark.rule("BY-CIV-05", "BY-FLEE-06")
def test_a_beaten_attacker_goes_home_and_beaten_bulgars_stay():
    red = {"arab": {**NO_ARMY, "main": 1, "move": 2, "at": "tabuk"}}
    game = table(2, dice=(1,) * 9, red=red)
    (back,) = happened(play(game, "march arab jerusalem"), ArmyWentBack)
    assert (back.seat, back.side, back.city, back.to) == (RED, "arab", "jerusalem", "tabuk")
    assert game.realm(RED, "arab").main == 1
    beaten = table(
        2, dice=(6,) * 9, bulgars=0, cities={"dyrrachium": {"tokens": 3, "control": "yellow"}}, yellow={"byzantine": NO_ARMY}
    )
    events = play(beaten, "unleashbulgars dyrrachium", "take pool")
    assert happened(events, SiegeFailed)
    assert (beaten.bulgars, beaten.cities["dyrrachium"].side) == (0, "byzantine")


@pytest.mark.rule("BY-BAT-03", "BY-BAT-04")
@pytest.mark.parametrize(("defenders", "won"), [(2, True), (3, False), (4, False)])
def test_the_stronger_wins_and_a_tie_is_the_defenders(defenders, won):
    red = {"arab": {**NO_ARMY, "main": 3, "move": 2, "at": "tabuk"}}
    yellow = {"byzantine": {**NO_ARMY, "main": defenders, "at": "jerusalem"}}
    game = table(2, dice=(1,) * 12, red=red, yellow=yellow, cities={"jerusalem": {"tokens": 1, "control": "yellow"}})
    events = play(game, "march arab jerusalem", "stand")
    (fought,) = happened(events, BattleWon if won else BattleLost)
    assert (fought.seat, fought.city, fought.attack, fought.defence) == (RED, "jerusalem", 3, defenders)
    assert not happened(events, BattleLost if won else BattleWon)
    if won:
        assert (asked(game), game.deciders) == ("ChooseRefuge", (YELLOW,))
    else:
        assert game.realm(YELLOW, "byzantine").at == "jerusalem"


# -- conquest ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BY-CONQ-01", "BY-CONQ-02", "BY-CONQ-03", "BY-CONQ-06")
@pytest.mark.parametrize(("tokens", "spoils"), [(1, 0), (2, 1), (3, 2)])
def test_a_conquest_brings_one_less_than_the_tokens_and_leaves_one_at_least(tokens, spoils):
    red = {"pool": 1, "arab": {**NO_ARMY, "main": 9, "move": 2, "at": "tabuk", "treasury": 5, "points": 10}}
    game = table(2, dice=(1,) * 9, cities={"jerusalem": {"tokens": tokens}}, red=red)
    events = play(game, "march arab jerusalem", *(["take pool"] if tokens else []))
    (taken,) = happened(events, CityTaken)
    assert (taken.tokens, taken.points, taken.bezants) == (max(1, spoils), spoils, spoils)
    assert (game.realm(RED, "arab").points, game.realm(RED, "arab").treasury) == (10 + spoils, 5 + spoils)
    place = game.cities["jerusalem"]
    assert (place.side, place.tokens, place.controller, place.marker) == ("arab", max(1, spoils), RED, "cube")
    assert game.players[RED].pool == 0


@pytest.mark.rule("BY-CONQ-06")
def test_a_persian_city_counts_its_printed_value():
    game = table(2)
    assert city_tokens(game, "baghdad") == 3
    assert game.cities["baghdad"].side == "persian"
    assert city_tokens(game, "medina") == game.cities["medina"].tokens


@pytest.mark.rule("BY-CONQ-03", "BY-CONQ-04")
def test_without_pool_and_money_the_army_gives_two_cubes():
    red = {"pool": 0, "casualties": 4, "arab": {"elite": 1, "main": 5, "militia": 0, "move": 2, "at": "tabuk", "treasury": 0}}
    game = table(2, dice=(1,) * 9, cities={"jerusalem": {"tokens": 1}}, red=red)
    play(game, "march arab jerusalem")
    assert (asked(game), menu(game)) == ("GiveMarker", {"lose arab-elite", "lose arab-main", "lose arab-move"})
    first = play(game, "lose arab-elite")
    assert [(event.source, event.to) for event in happened(first, CubeSpent)] == [("arab-elite", "city:jerusalem")]
    assert (game.cities["jerusalem"].controller, game.players[RED].casualties) == (RED, 4 + 1), (
        "one Move cube was paid for the march"
    )
    second = play(game, "lose arab-main")
    assert [(event.source, event.to) for event in happened(second, CubeSpent)] == [("arab-main", "casualties")]
    assert (game.players[RED].casualties, game.realm(RED, "arab").elite, game.realm(RED, "arab").main) == (6, 0, 4)
    assert game.deciders == (YELLOW,)


@pytest.mark.rule("BY-CONQ-05", "BY-FORT-03")
def test_the_loser_gets_cube_or_fortification_back():
    game = table(2, cities={"jerusalem": "yellow", "nicea": {"control": "yellow", "fortified": True}}, yellow={"casualties": 3})
    forts = game.players[YELLOW].fortifications
    (cube,) = happened(emitted(game, remove_marker, "jerusalem"), MarkerRemoved)
    assert (cube.seat, cube.city, cube.marker, game.players[YELLOW].casualties) == (YELLOW, "jerusalem", "cube", 4)
    (fort,) = happened(emitted(game, remove_marker, "nicea"), MarkerRemoved)
    assert (fort.marker, game.players[YELLOW].fortifications, game.players[YELLOW].casualties) == ("fortification", forts + 1, 4)
    assert [game.cities[city].controller for city in ("jerusalem", "nicea")] == [None, None]
    assert [game.cities[city].marker for city in ("jerusalem", "nicea")] == [None, None]
    assert emitted(game, remove_marker, "nicea") == []


@pytest.mark.rule("BY-BULG-05", "BY-BULG-06", "BY-BULG-07")
@pytest.mark.parametrize(("tokens", "spoils"), [(1, 0), (2, 1), (3, 2)])
def test_bulgars_score_for_the_side_not_attacked_and_pay_nothing(tokens, spoils):
    game = table(2, dice=(1,) * 9, bulgars=8, cities={"dyrrachium": {"tokens": tokens}}, red={"arab": {"treasury": 5}})
    assert paying_side(game, "dyrrachium") == "arab"
    (taken,) = happened(play(game, "unleashbulgars dyrrachium", "take pool"), BulgarsTookCity)
    assert (taken.seat, taken.side, taken.tokens, taken.points) == (RED, "arab", max(1, spoils), spoils)
    assert (game.realm(RED, "arab").points, game.realm(RED, "byzantine").points) == (10 + spoils, 10)
    assert game.realm(RED, "arab").treasury == 5
    place = game.cities["dyrrachium"]
    assert (place.side, place.tokens, place.controller) == ("bulgar", max(1, spoils), None)


@pytest.mark.rule("BY-BULG-01", "BY-BULG-02")
def test_orange_cubes_are_told_as_they_come():
    (gathered,) = happened(play(table(2, bulgars=3), "strengthenbulgars", "take pool"), BulgarsGathered)
    assert (gathered.seat, gathered.cubes, gathered.total) == (RED, 4, 7)


@pytest.mark.rule("BY-CONST-04", "BY-END-02")
def test_the_fall_of_constantinople_ends_the_game_with_arab_points():
    cities = {"adrianople": ORANGE}
    game = table(2, dice=(1,) * 12, bulgars=9, cities=cities, red={"arab": {"points": 10}}, yellow={"arab": {"points": 30}})
    events = play(game, "unleashbulgars constantinople", "take pool")
    (fell,) = happened(events, ConstantinopleFell)
    assert (fell.seat, fell.side, fell.points) == (RED, "arab", 5)
    assert (game.realm(RED, "arab").points, game.fell_to, game.is_over) == (15, RED, True)
    (ended,) = happened(events, GameEnded)
    assert (ended.winners, ended.scores) == ((YELLOW,), (15, 30))
    assert standing(game, RED) == Standing(15, 0, 0, 20)


# -- special boxes -----------------------------------------------------------------------------------------


@pytest.mark.rule("BY-GROW-01", "BY-GROW-02")
def test_which_cities_grow():
    cities = {"mecca": {"tokens": 3}, "medina": {"tokens": 2}, "athens": ORANGE}
    game = table(2, cities=cities)
    assert rules(growth_obstacles(game, "arab", "mecca")) == ["BY-GROW-01"]
    assert rules(growth_obstacles(game, "arab", "medina")) == []
    assert rules(growth_obstacles(game, "byzantine", "medina")) == ["BY-GROW-01"]
    for city in ("constantinople", "baghdad", "athens"):
        assert rules(growth_obstacles(game, "byzantine", city)) == ["BY-GROW-02"]
    play(game, "develop arab", "grow medina", "take pool")
    assert (game.cities["medina"].tokens, game.boxes["growth_arab"]) == (3, (RED,))
    assert game.realm(RED, "arab").points == 10, "growth scores nothing"


@pytest.mark.rule("BY-FORT-01", "BY-FORT-02", "BY-SPEC-04")
def test_a_fortification_takes_the_place_of_the_cube():
    game = table(
        2, cities={"medina": "red", "mecca": "yellow", "tabuk": {"control": "red", "fortified": True}}, red={"casualties": 3}
    )
    forts = game.players[RED].fortifications
    check_illegal(game, RED, order("fortify mecca"), "BY-FORT-01")
    check_illegal(game, RED, order("fortify tabuk"), "BY-FORT-02")
    events = play(game, "fortify medina", "take pool")
    assert [(event.seat, event.city) for event in happened(events, Fortified)] == [(RED, "medina")]
    assert (game.cities["medina"].marker, game.cities["medina"].controller) == ("fortification", RED)
    assert (game.players[RED].fortifications, game.players[RED].casualties) == (forts - 1, 4)
    assert game.boxes["fortification"] == (RED,)
    without = table(2, cities={"medina": "red"})
    without.change(RED, fortifications=0)
    check_illegal(without, RED, order("fortify medina"), "BY-FORT-02")


@pytest.mark.rule("BY-EMP-01", "BY-EMP-02", "BY-SPEC-01", "BY-EMP-04")
def test_an_office_gives_points_and_a_guard_and_a_fleet_neither():
    game = table(2)
    play(game, "claim emperor", "take pool")
    assert (game.realm(RED, "byzantine").guard, game.realm(RED, "byzantine").points, holder(game, "emperor")) == (True, 12, RED)
    check_illegal(game, YELLOW, order("claim emperor"), "BY-SPEC-01")
    play(game, "claim fleet_arab", "take pool")
    assert (game.realm(YELLOW, "arab").guard, game.realm(YELLOW, "arab").points, holder(game, "fleet_arab")) == (False, 10, YELLOW)
    assert holder(game, "caliph") is None


@pytest.mark.rule("BY-REL-01")
@pytest.mark.parametrize(("money", "pool", "refused"), [(6, 1, False), (5, 1, True), (9, 0, False), (8, 0, True)])
def test_a_building_needs_six_bezants_beside_its_cube(money, pool, refused):
    game = table(2, red={"pool": pool, "casualties": 5, "byzantine": {"treasury": money}})
    assert bool(rules(building_obstacles(game, RED, "church"))) is refused
    if not refused:
        (built,) = happened(play(game, "build church", *([] if pool else ["take casualties byzantine"])), Built)
        assert (built.side, built.points, built.bezants) == ("byzantine", 2, -6)
        realm = game.realm(RED, "byzantine")
        assert (realm.points, realm.treasury, game.players[RED].churches) == (12, money - 6 - (0 if pool else 3), 1)
    assert [(line.amount, line.unit, line.facts["side"]) for line in building_preview("mosque")] == [
        (-6, "bezants", "arab"),
        (2, "points", "arab"),
    ]


@pytest.mark.rule("BY-CTRL-01", "BY-CTRL-02")
def test_control_is_marked_scored_and_foretold():
    game = table(2, cities={"athens": {"tokens": 3}})
    assert [(line.amount, line.unit, line.facts["side"]) for line in control_preview(game, "athens")] == [
        (3, "points", "byzantine")
    ]
    play(game, "takecontrol athens", "take pool")
    assert (game.realm(RED, "byzantine").points, game.realm(RED, "arab").points, game.players[RED].pool) == (13, 10, 8)
    assert (game.cities["athens"].controller, game.cities["athens"].marker) == (RED, "cube")


@pytest.mark.rule("BY-TAX-01", "BY-TURN-04")
def test_tax_moves_cubes_and_brings_two_bezants_each():
    game = table(2, red={"pool": 3, "byzantine": {"treasury": 1}, "arab": {"treasury": 2}})
    play(game, "collecttax")
    assert menu(game) == {"levy 1", "levy 2", "levy 3"}
    assert [line.amount for line in game.decision.preview(game, RED, order("levy 3"))] == [6]
    assert check_illegal(game, RED, order("levy 4"), "BY-TAX-01").facts == {"cubes": 4, "have": 3}
    play(game, "levy 2")
    assert (game.players[RED].pool, game.players[RED].tax) == (1, 2)
    assert menu(game) == {f"split {share}" for share in range(5)}
    assert [line.amount for line in game.decision.preview(game, RED, order("split 3"))] == [3, 1]
    check_illegal(game, RED, order("split 5"), "BY-TAX-01")
    (taxed,) = happened(play(game, "split 3"), TaxCollected)
    assert (taxed.cubes, taxed.byzantine, taxed.arab) == (2, 3, 1)
    assert (game.realm(RED, "byzantine").treasury, game.realm(RED, "arab").treasury) == (4, 3)
    play(game, "pass")
    check_illegal(game, RED, order("collecttax"), "BY-TURN-04")
    assert check_illegal(table(2, red={"pool": 0}), RED, order("collecttax"), "BY-TAX-01").facts == {"cubes": 1, "have": 0}


@pytest.mark.rule("BY-REINF-01", "BY-REINF-02")
def test_up_to_three_cubes_and_one_for_each_elite():
    game = table(2, red={"pool": 9})
    play(game, "reinforce arab-elite", "take pool")
    assert asked(game) == "ContinueReinforcement"
    assert check_illegal(game, RED, order("reinforce arab-elite"), "BY-REINF-02").facts == {"slot": "arab-elite"}
    play(game, "reinforce byzantine-elite", "take pool", "reinforce arab-main", "take pool")
    assert game.deciders == (YELLOW,), "three are enough"
    assert (game.realm(RED, "arab").elite, game.realm(RED, "byzantine").elite, game.realm(RED, "arab").main) == (2, 2, 4)
    assert game.players[RED].pool == 6


# -- movement and flight -----------------------------------------------------------------------------------


@pytest.mark.rule("BY-MOVE-10", "BY-MOVE-02", "BY-MOVE-01")
def test_links_are_counted_one_by_one():
    game = table(2, red={"byzantine": {"at": "ankara", "move": 9}})
    (first,) = happened(play(game, "march byzantine nicea"), ArmyMoved)
    assert (first.city, first.to, first.cubes) == ("ankara", "nicea", 1)
    assert game.decision.links == 1
    (second,) = happened(play(game, "march byzantine smyrna"), ArmyMoved)
    assert (second.cubes, game.decision.links, game.realm(RED, "byzantine").move) == (2, 2, 9 - 1 - 2)
    assert rules(march_obstacles(game, RED, "byzantine", "nicea", 2)) == ["BY-MOVE-02"]
    assert rules(march_obstacles(game, RED, "byzantine", "nicea", 1)) == []


@pytest.mark.rule("BY-ENTRY-01", "BY-ENTRY-02", "BY-ENTRY-03")
def test_who_may_enter_where():
    fresh = table(2)
    assert rules(entry_obstacles(fresh, RED, "arab", "mecca")) == []
    assert rules(entry_obstacles(fresh, RED, "arab", "nicea")) == ["BY-ENTRY-01"]
    assert rules(entry_obstacles(fresh, RED, "byzantine", "nicea")) == ["BY-ENTRY-03"]
    mustered = table(2, cities={"nicea": "red"})
    assert rules(entry_obstacles(mustered, RED, "byzantine", "athens")) == []
    empty = table(2, red={"arab": {**NO_ARMY, "militia": 2}})
    assert rules(entry_obstacles(empty, RED, "arab", "mecca")) == ["BY-ENTRY-02"]
    there = table(2, red={"arab": {"at": "mecca"}})
    assert rules(entry_obstacles(there, RED, "arab", "medina")) == ["BY-ENTRY-02"]


@pytest.mark.rule("BY-FLEET-06")
def test_a_crossing_ends_in_a_friendly_city_or_in_an_attack():
    cities = {"alexandria": {"side": "arab", "tokens": 2}, "candia": {"side": "arab", "tokens": 1}}
    red = {"arab": {**NO_ARMY, "main": 5, "move": 5, "at": "alexandria"}}
    friendly = table(2, cities=cities, red=red)
    play(friendly, "march arab candia")
    assert (asked(friendly), friendly.realm(RED, "arab").at) == ("ContinueCampaign", "candia")
    foreign = table(2, dice=(1,) * 9, cities={"alexandria": cities["alexandria"]}, red=red)
    assert happened(play(foreign, "march arab candia"), CityTaken)


@pytest.mark.rule("BY-FLEE-01", "BY-FLEE-02", "BY-FLEE-07")
def test_a_flight_before_battle_is_free_into_a_friendly_city():
    red = {"arab": {**NO_ARMY, "main": 5, "move": 2, "at": "tabuk"}}
    yellow = {"byzantine": {**NO_ARMY, "main": 3, "at": "jerusalem"}}
    game = table(2, dice=(1,) * 9, red=red, yellow=yellow)
    play(game, "march arab jerusalem")
    assert menu(game) == {"stand", "flee"}
    stood = game.clone()
    assert [(e.seat, e.city) for e in happened(play(stood, "stand"), StoodGround)] == [(YELLOW, "jerusalem")]
    play(game, "flee")
    assert asked(game) == "ChooseRefuge"
    havens = {text.split()[1] for text in menu(game)}
    assert havens == set(refuges(game, "byzantine", "jerusalem", True))
    (fled,) = happened(play(game, "fleeto damascus"), ArmyFled)
    assert (fled.seat, fled.city, fled.to, fled.losses) == (YELLOW, "jerusalem", "damascus", 0)
    assert (game.realm(YELLOW, "byzantine").at, game.realm(YELLOW, "byzantine").main) == ("damascus", 3)


@pytest.mark.rule("BY-FLEE-02", "BY-FLEE-03", "BY-FLEE-05")
def test_every_unfriendly_city_on_the_way_costs_a_cube_and_the_last_one_is_no_flight():
    around = {city: {"side": "arab", "tokens": 1} for city in ("damascus", "palmyra")}
    game = table(2, cities=around, red={"arab": {"at": "tabuk"}}, yellow={"byzantine": {**NO_ARMY, "main": 3, "at": "jerusalem"}})
    havens = refuges(game, "byzantine", "jerusalem", False)
    losses = {len(way) for way in havens.values()}
    assert len(losses) == 1
    assert all(game.cities[city].side == "byzantine" for city in havens)
    assert all(game.cities[city].side != "byzantine" for way in havens.values() for city in way)


# -- income, upkeep, the end -------------------------------------------------------------------------------


def year_end(**position):
    """Everybody has passed but red, whose last action brings income and upkeep."""
    rich = {"byzantine": {"treasury": 30}, "arab": {"treasury": 30}}
    return table(2, passed=["yellow"], act="red", yellow=rich, **position)


@pytest.mark.rule("BY-INC-01", "BY-UPK-01", "BY-REC-01", "BY-REC-02", "BY-EMP-04", "BY-TURN-01")
def test_income_and_upkeep_in_figures():
    cities = {
        "mecca": {"tokens": 2, "control": "red"},
        "athens": {"tokens": 3, "control": "red"},
        "nicea": {"tokens": 1, "control": "yellow"},
    }
    army = {"elite": 2, "main": 3, "militia": 1, "move": 1}
    red = {"pool": 1, "casualties": 6, "byzantine": {**army, "treasury": 20, "guard": True}, "arab": {**army, "treasury": 10}}
    game = year_end(cities=cities, boxes={"emperor": "red", "growth_arab": ["red", "yellow"]}, red=red)
    events = play(game, "pass")
    income = {(e.seat, e.side): (e.tokens, e.bezants) for e in happened(events, IncomeReceived)}
    assert income[RED, "arab"] == (2, 4)
    assert income[RED, "byzantine"] == (3, 6)
    assert income[YELLOW, "byzantine"] == (1, 2)
    paid = {(e.seat, e.side): e.bezants for e in happened(events, UpkeepPaid)}
    assert paid[RED, "arab"] == paid[RED, "byzantine"] == -(2 * 2 + 5)
    assert game.realm(RED, "byzantine").treasury == 20 + 6 - 9
    assert game.realm(RED, "arab").treasury == 10 + 4 - 9
    assert [(e.seat, e.side) for e in happened(events, GuardReturned)] == [(RED, "byzantine")]
    recovered = {e.seat: (e.from_boxes, e.from_casualties) for e in happened(events, CubesRecovered)}
    assert recovered[RED] == (2 + 1, 3), "two boxes and the pass cube, which came from Casualties: half of five, rounded up"
    assert (game.players[RED].pool, game.players[RED].casualties) == (1 + 3 + 3, 2)
    assert all(cubes == () for cubes in game.boxes.values())
    assert game.realm(RED, "byzantine").guard is False
    assert (game.turn, game.first) == (2, YELLOW)


@pytest.mark.rule("BY-REC-01")
@pytest.mark.parametrize(("casualties", "half"), [(0, 0), (1, 1), (4, 2), (7, 4)])
def test_half_of_casualties_rounded_up_comes_back(casualties, half):
    game = table(2, red={"pool": 2, "casualties": casualties})
    emitted(game, recover, RED)
    assert (game.players[RED].pool, game.players[RED].casualties) == (2 + half, casualties - half)


@pytest.mark.rule("BY-BULG-09", "BY-INC-01")
def test_tokens_count_for_their_controller_and_their_side_only():
    cities = {
        "mecca": {"tokens": 2, "control": "red"},
        "medina": {"tokens": 1, "control": "yellow"},
        "athens": {"tokens": 3, "control": "red"},
    }
    game = table(2, cities=cities)
    assert [controlled_tokens(game, seat, side) for seat in (RED, YELLOW) for side in ("arab", "byzantine")] == [2, 3, 1, 0]


@pytest.mark.rule("BY-UPK-01", "BY-UPK-02")
def test_unpaid_cubes_leave_the_game_and_cost_a_point_each():
    red = {"byzantine": {"treasury": 30}, "arab": {"elite": 2, "main": 1, "militia": 0, "move": 0, "treasury": 3, "points": 4}}
    game = year_end(red=red)
    assert upkeep(game.realm(RED, "arab")) == 5
    events = play(game, "pass")
    assert game.turn == 2, "only one answer was left: a Main Army cube dropped would leave a bezant that could have paid for it"
    (gone,) = happened(events, CubesDeserted)
    assert (gone.seat, gone.slot, gone.count, gone.points) == (RED, "arab-elite", 1, -1)
    assert (game.realm(RED, "arab").points, game.players[RED].removed) == (3, 1)
    assert [event.bezants for event in happened(events, UpkeepPaid) if (event.seat, event.side) == (RED, "arab")] == [-3]


@pytest.mark.rule("BY-UPK-02")
@pytest.mark.parametrize(
    ("owed", "left", "money", "possible"),
    [
        ((1, 2, 0, 0), (1, 1, 0, 0), 3, True),
        ((1, 2, 0, 0), (0, 2, 0, 0), 3, True),
        ((2, 1, 0, 0), (2, 0, 0, 0), 3, False),
        ((2, 1, 0, 0), (1, 1, 0, 0), 3, True),
        ((1, 2, 0, 0), (0, 2, 0, 0), 2, True),
        ((2, 0, 0, 0), (1, 0, 0, 0), 3, True),
        ((2, 0, 0, 0), (0, 0, 0, 0), 3, False),
        ((0, 0, 0, 0), (0, 0, 0, 0), 0, True),
        ((0, 3, 0, 0), (0, 0, 0, 0), 1, False),
        ((0, 3, 0, 0), (0, 1, 0, 0), 1, True),
    ],
)
def test_no_bezant_that_could_pay_for_an_unpaid_cube_may_be_left(owed, left, money, possible):
    assert can_settle(owed, left, money) is possible


@pytest.mark.rule("BY-END-01", "BY-END-02")
def test_after_the_third_turn_cities_are_scored_and_the_result_is_told():
    cities = {"mecca": {"tokens": 2, "control": "red"}, "athens": {"tokens": 3, "control": "yellow"}}
    rich = {"treasury": 90}
    red = {"byzantine": {**rich, "points": 20}, "arab": {**rich, "points": 30}}
    yellow = {"byzantine": {**rich, "points": 10}, "arab": {**rich, "points": 40}}
    game = table(2, turn=3, passed=["yellow"], act="red", cities=cities, red=red, yellow=yellow)
    events = play(game, "pass")
    scored = {(e.seat, e.side): e.points for e in happened(events, CitiesScored)}
    assert scored == {(RED, "byzantine"): 0, (RED, "arab"): 2, (YELLOW, "byzantine"): 3, (YELLOW, "arab"): 0}
    (ended,) = happened(events, GameEnded)
    assert (ended.winners, ended.scores) == ((RED,), (52, 40))
    assert game.is_over
    assert TITLE.outcome(game).reason == "three_turns"


@pytest.mark.rule("BY-END-02")
@pytest.mark.parametrize(
    ("tracks", "points"), [((10, 20), 30), ((9, 20), 20), ((20, 9), 20), ((20, 10), 30), ((0, 0), 0), ((7, 7), 14)]
)
def test_both_tracks_count_if_the_lower_is_half_the_higher(tracks, points):
    assert total(*tracks) == points


@pytest.mark.rule("BY-END-02")
def test_ties_are_broken_by_both_tracks_then_cities_then_money_and_else_shared():
    def players(red, yellow, **position):
        return table(
            2,
            red={side: dict(zip(("points", "treasury"), numbers, strict=True)) for side, numbers in red.items()},
            yellow={side: dict(zip(("points", "treasury"), numbers, strict=True)) for side, numbers in yellow.items()},
            **position,
        )

    even = {"byzantine": (10, 5), "arab": (20, 5)}
    assert winners(players(even, even)) == (RED, YELLOW)
    assert winners(players(even, {"byzantine": (9, 5), "arab": (30, 5)})) == (YELLOW,), "30 each, but 39 on both tracks"
    assert winners(players(even, even, cities={"mecca": "yellow"})) == (YELLOW,)
    assert winners(players({**even, "arab": (20, 6)}, even)) == (RED,)
    assert winners(players({**even, "arab": (20, 6)}, even, cities={"mecca": "yellow"})) == (YELLOW,)


# -- odds --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BY-SIEGE-01", "BY-SIEGE-02")
def test_the_odds_of_a_siege_by_hand():
    """One die against three cubes and two walls of strength: only a miss leaves more than the walls."""
    assert attack_odds(Body(main=2), (), 1).taken == Fraction(1, 2)
    assert attack_odds(Body(main=3), (), 2).taken == Fraction(1, 4)
    assert attack_odds(Body(main=3), (), 2).losses == 1
    assert attack_odds(Body(main=4), (), 2, 2).taken == Fraction(1, 4)
    assert attack_odds(Body(main=5), (), 2, 2).taken == Fraction(3, 4)
    assert attack_odds(Body(main=5), (), 2, 2).losses == 2
    assert attack_odds(Body(main=2), (), 2, 2).destroyed == Fraction(3, 4)


@pytest.mark.rule("BY-BAT-03")
def test_the_odds_of_a_battle_by_hand():
    """One cube against one: the attacker wins only with a hit while the defender misses."""
    assert attack_odds(Body(main=1), (Body(main=1),), 0).taken == Fraction(1, 4)
    assert attack_odds(Body(main=2), (Body(main=1),), 0).taken == Fraction(3, 4) * Fraction(1, 2) + Fraction(3, 4) * Fraction(
        1, 2
    ) + Fraction(1, 4) * Fraction(1, 2)


def test_only_what_is_certain_is_called_so():
    assert [percent(Fraction(chance)) for chance in ("0", "1/1000", "1/2", "999/1000", "1")] == [0, 1, 50, 99, 100]


@pytest.mark.rule("BY-CIV-01", "BY-MOVE-02")
def test_previews_of_marches_and_civil_war_in_figures():
    cities = {"jerusalem": {"tokens": 1, "control": "yellow"}}
    red = {"arab": {**NO_ARMY, "main": 2, "move": 2, "at": "tabuk"}}
    game = table(2, cities=cities, red=red, yellow={"byzantine": NO_ARMY})
    lines = game.decision.preview(game, RED, order("march arab jerusalem"))
    assert [(line.rule, line.amount, line.unit) for line in lines] == [
        ("BY-MOVE-01", -1, "move_cubes"),
        ("BY-SIEGE-02", 100, "percent_siege"),
    ], "one Move cube is left to take the only possible hit"
    spent = table(2, cities=cities, red={"arab": {**NO_ARMY, "move": 1, "at": "tabuk"}})
    assert [(line.rule, line.amount) for line in spent.decision.preview(spent, RED, order("march arab jerusalem"))] == [
        ("BY-MOVE-01", -1),
        ("BY-MOVE-09", 0),
    ]
    war = table(2, cities={"mecca": "yellow"}, red={"arab": {**NO_ARMY, "main": 9, "at": "mecca"}}, yellow={"arab": NO_ARMY})
    assert [line.amount for line in war.decision.preview(war, RED, order("declarecivilwar arab"))] == [100]
    off = table(2)
    assert off.decision.preview(off, RED, order("declarecivilwar arab")) == []


@pytest.mark.rule("BY-CTRL-03")
def test_control_needs_a_cube_that_can_be_paid():
    poor = {"pool": 0, "casualties": 3, "arab": {"treasury": 2}, "byzantine": {"treasury": 3}}
    game = table(2, red=poor)
    assert check_illegal(game, RED, order("takecontrol mecca"), "BY-CUBE-02").facts["have"] == 2
    assert "takecontrol athens" in menu(game), "the Byzantine treasury can pay"


@pytest.mark.rule("BY-SIEGE-02", "BY-CONST-01")
def test_odds_cite_the_rule_of_the_place():
    game = table(2, bulgars=7, cities={"adrianople": ORANGE})
    for city, rule in (("constantinople", "BY-CONST-01"), ("dyrrachium", "BY-SIEGE-02")):
        lines = game.decision.preview(game, RED, order(f"unleashbulgars {city}"))
        assert {line.rule for line in lines if line.is_chance} == {rule}


@pytest.mark.rule("BY-CTRL-04")
def test_the_byzantine_army_is_raised_once():
    game = table(2, red={"byzantine": {"treasury": 30}, "arab": {"treasury": 30}})
    play(game, "takecontrol nicea", "take pool")
    assert (game.players[RED].mustered, game.realm(RED, "byzantine").at) == (True, "nicea")
    without = table(2, red={"byzantine": NO_ARMY})
    play(without, "takecontrol nicea", "take pool")
    assert (without.players[RED].mustered, without.realm(RED, "byzantine").at) == (True, None), "no field cube, no pawn"
    arab = table(2)
    play(arab, "takecontrol mecca", "take pool")
    assert arab.players[RED].mustered is False


@pytest.mark.rule("BY-MOVE-03")
def test_pointing_at_a_city_during_a_campaign_gives_one_reason_or_none():
    game = table(2, red={"byzantine": {"at": "ankara", "move": 9}})
    play(game, "march byzantine nicea")
    assert why(game, "smyrna") == []
    assert why(game, "athens") == ["BY-MOVE-01"]


@pytest.mark.rule("BY-FORT-03", "BY-CONQ-05")
def test_a_city_of_nobody_has_no_marker_to_remove():
    game = table(2)
    assert emitted(game, remove_marker, "mecca") == []
    assert game.players[RED].casualties == table(2).players[RED].casualties


@pytest.mark.rule("BY-CIV-05", "BY-BULG-04")
def test_beaten_bulgars_do_not_flee_with_the_pawn_of_their_leader():
    """Red's own army stands where red sent the Bulgars: it stays when they are beaten."""
    city = {"dyrrachium": {"tokens": 3, "control": "yellow"}}
    red = {"byzantine": {**NO_ARMY, "main": 9, "at": "dyrrachium"}}
    game = table(2, dice=(1,) * 20, bulgars=0, cities=city, red=red, yellow={"byzantine": NO_ARMY})
    play(game, "unleashbulgars dyrrachium", "take pool", "stand")
    assert (game.realm(RED, "byzantine").at, game.deciders) == ("dyrrachium", (YELLOW,))
    assert not any(isinstance(frame, Flight) for frame, _ in game.stack)


@pytest.mark.rule("BY-CIV-05")
def test_a_destroyed_attacker_does_not_retreat():
    red = {"arab": {**NO_ARMY, "main": 1, "move": 1, "at": "tabuk"}}
    game = table(2, dice=(6,) * 9, red=red)
    events = play(game, "march arab jerusalem")
    assert [event.side for event in happened(events, ArmyDestroyed)] == ["arab"]
    assert not happened(events, ArmyWentBack)
    assert game.realm(RED, "arab").at is None


@pytest.mark.rule("BY-FLEE-03", "BY-FLEE-05")
def test_a_flight_that_costs_every_cube_is_called_off_when_the_sea_is_closed():
    """By sea Smyrna is next door; without it the way costs as many cubes as there are."""
    cities = {"candia": {"side": "arab", "tokens": 1}, "smyrna": {"side": "arab", "tokens": 1}}
    red = {"byzantine": {**NO_ARMY, "main": 9, "move": 3, "at": "athens"}}
    yellow = {"arab": {**NO_ARMY, "main": 1, "at": "candia"}}
    game = table(3, dice=(1,) * 12, cities=cities, boxes={"fleet_byzantine": "blue"}, red=red, yellow=yellow)
    events = play(game, "march byzantine candia", (YELLOW, "flee"), (BLUE, "blocksea"))
    assert [event.seat for event in happened(events, StoodGround)] == [YELLOW]


@pytest.mark.rule("BY-BAT-02", "BY-EMP-03")
def test_a_guard_that_is_not_the_last_cannot_be_given_up():
    red = {"arab": {**NO_ARMY, "main": 3, "move": 2, "at": "tabuk", "guard": True}}
    yellow = {"byzantine": {**NO_ARMY, "main": 3, "at": "jerusalem"}}
    game = table(2, dice=(1, 1, 1, 1, 6, 6, 1), boxes={"caliph": "red"}, red=red, yellow=yellow)
    play(game, "march arab jerusalem", "stand")
    assert asked(game) == "ChooseLoss"
    assert check_illegal(game, RED, order("lose arab-guard"), "BY-EMP-03").facts == {"have": 4}
    check_illegal(game, RED, order("lose arab-elite"), "BY-BAT-02")


@pytest.mark.rule("BY-MOVE-03")
def test_civil_war_belongs_to_the_army_of_the_action():
    game = table(2, cities={"medina": "yellow"}, boxes={"civil_war_arab": "yellow"}, red={"arab": {"at": "mecca", "move": 9}})
    play(game, "march arab medina")
    assert check_illegal(game, RED, order("declarecivilwar arab"), "BY-SPEC-01").facts["box"] == "civil_war_arab"
    check_illegal(game, RED, order("declarecivilwar byzantine"), "BY-MOVE-10")


@pytest.mark.rule("BY-MOVE-09", "BY-FLEET-05")
def test_a_withdrawn_crossing_costs_nothing_and_closes_its_destination():
    cities = {"alexandria": {"side": "arab", "tokens": 2}, "candia": {"side": "arab", "tokens": 1}}
    red = {"arab": {**NO_ARMY, "main": 5, "move": 5, "at": "alexandria"}}
    game = table(2, cities=cities, boxes={"fleet_byzantine": "yellow"}, red=red)
    play(game, "march arab candia", (YELLOW, "double"), "withdraw")
    assert (game.realm(RED, "arab").move, game.realm(RED, "arab").at, game.closed) == (5, "alexandria", ("candia",))
    assert (asked(game), game.deciders) == ("ChooseAction", (RED,))


@pytest.mark.rule("BY-MOVE-03", "BY-FLEET-05")
def test_after_an_entry_a_withdrawn_crossing_goes_on_from_the_entry_city():
    cities = {"alexandria": {"side": "arab", "tokens": 2}, "candia": {"side": "arab", "tokens": 1}}
    red = {"arab": {**NO_ARMY, "main": 5, "move": 5}}
    game = table(2, cities=cities, boxes={"fleet_byzantine": "yellow"}, red=red)
    play(game, "enter arab alexandria", "march arab candia", (YELLOW, "double"), "withdraw")
    assert (asked(game), game.deciders, game.realm(RED, "arab").at) == ("ContinueCampaign", (RED,), "alexandria")
    further = table(
        2, cities=cities, boxes={"fleet_byzantine": "yellow"}, red={"arab": {**NO_ARMY, "main": 5, "move": 9, "at": "candia"}}
    )
    play(further, "march arab alexandria", (YELLOW, "letsail"), (YELLOW, "holdfire"))
    play(further, "march arab candia", (YELLOW, "double"), "withdraw")
    assert further.deciders == (YELLOW,), "after a first link the action is over"


@pytest.mark.rule("BY-FLEET-04", "BY-MOVE-05")
def test_only_arabs_pay_more_at_sea_and_their_own_fleet_halves_it():
    cities = {"alexandria": {"side": "arab", "tokens": 2}}
    arab = {"arab": {"at": "alexandria", "move": 9}, "byzantine": {"at": "candia", "move": 9}}
    game = table(2, cities=cities, red=arab)
    assert (link_price(game, RED, "arab", "candia"), link_price(game, RED, "arab", "candia", True)) == (2, 4)
    assert link_price(game, RED, "byzantine", "alexandria") == 1
    assert link_price(game, RED, "arab", "jerusalem") == 1, "by road"
    fleet = table(2, cities=cities, boxes={"fleet_arab": "red"}, red=arab)
    assert (link_price(fleet, RED, "arab", "candia"), link_price(fleet, RED, "arab", "candia", True)) == (1, 2)
    others = table(2, cities=cities, boxes={"fleet_arab": "yellow"}, red=arab)
    assert link_price(others, RED, "arab", "candia") == 2


@pytest.mark.rule("BY-GROW-01")
def test_pointing_at_a_city_that_can_grow_or_cannot():
    game = table(2, cities={"mecca": {"tokens": 3}, "medina": {"tokens": 1}})
    play(game, "develop arab")
    assert why(game, "medina") == []
    assert why(game, "mecca") == ["BY-GROW-01"]
    assert why(game, "constantinople") == ["BY-GROW-02"]
    assert why(game, "slot:arab-main") == ["BY-GROW-01"]


@pytest.mark.rule("BY-SPEC-01")
def test_exactly_the_open_boxes_are_on_offer():
    cities = {"medina": "red", "mecca": {"control": "red", "fortified": True}, "tabuk": "yellow"}
    game = table(2, bulgars=9, cities=cities, boxes={"emperor": "yellow", "bulgars": "yellow"})
    offered = {
        text for text in menu(game) if text.split()[0] in ("fortify", "claim", "develop", "strengthenbulgars", "declarecivilwar")
    }
    assert offered == {
        "fortify medina",
        "claim caliph",
        "claim fleet_byzantine",
        "claim fleet_arab",
        "develop arab",
        "develop byzantine",
    }, "with nine orange cubes in the box they cannot be strengthened by four"
    assert {text for text in menu(game) if text.startswith("unleash")} == {
        "unleashbulgars adrianople",
        "unleashbulgars dyrrachium",
        "unleashbulgars thessalonica",
    }


@pytest.mark.rule("BY-SPEC-02", "BY-GROW-01")
def test_growth_and_civil_war_cost_a_cube_on_their_own_box():
    game = table(2, cities={"medina": {"tokens": 1}})
    play(game, "develop arab")
    assert [line.amount for line in game.decision.preview(game, RED, order("grow medina"))] == [1]
    events = play(game, "grow medina", "take pool")
    assert [(e.seat, e.city, e.tokens) for e in happened(events, CityGrew)] == [(RED, "medina", 2)]
    assert (game.players[RED].pool, game.boxes["growth_arab"]) == (8, (RED,))
    war = table(
        2, dice=(1,) * 9, cities={"mecca": "yellow"}, red={"arab": {**NO_ARMY, "main": 9, "at": "mecca"}}, yellow={"arab": NO_ARMY}
    )
    play(war, "declarecivilwar arab", "take pool")
    assert (war.players[RED].pool, war.boxes["civil_war_arab"]) == (8, (RED,))


@pytest.mark.rule("BY-SPEC-03", "BY-TURN-02")
@pytest.mark.parametrize(
    "text", ["takecontrol atlantis", "march arab atlantis", "march persian mecca", "develop persian", "fortify atlantis"]
)
def test_actions_on_what_is_not_there_are_refused_as_no_action_at_all(text):
    check_illegal(table(2, red={"arab": {"at": "mecca"}}), RED, order(text), "BY-TURN-02")


@pytest.mark.rule("BY-SPEC-03")
def test_the_same_action_may_be_repeated():
    game = table(2)
    for city in ("mecca", "athens", "medina", "nicea"):
        play(game, f"takecontrol {city}", "take pool")
    assert [game.cities[city].controller for city in ("mecca", "medina")] == [RED, RED]
    assert "takecontrol tabuk" in menu(game)


@pytest.mark.rule("BY-ENTRY-01", "BY-MOVE-03")
def test_after_an_entry_two_links_are_left():
    game = table(2, red={"arab": {"move": 9}})
    play(game, "enter arab mecca")
    assert game.decision.links == 0
    play(game, "march arab medina")
    assert game.decision.links == 1
    check_illegal(game, RED, order("march arab atlantis"), "BY-MOVE-10")
    check_illegal(game, RED, order("march byzantine nicea"), "BY-MOVE-10")
    assert check_illegal(game, RED, order("march arab athens"), "BY-MOVE-01").facts == {"city": "medina", "to": "athens"}


@pytest.mark.rule("BY-MOVE-09")
def test_the_second_link_needs_one_cube_more():
    game = table(2, red={"arab": {"at": "mecca", "move": 2}})
    play(game, "march arab medina")
    assert check_illegal(game, RED, order("march arab mecca"), "BY-MOVE-09").facts == {"need": 2, "have": 1}


@pytest.mark.rule("BY-INFO-02", "BY-SETUP-04")
def test_dice_that_nobody_owns_are_thrown_by_the_next_player():
    game = table(3, dice=(1,) * 9, red={"arab": {"main": 9, "at": "tabuk"}})
    (siege,) = happened(play(game, "march arab jerusalem"), Rolled)
    assert (siege.seat, siege.purpose) == (YELLOW, "siege")
    (first,) = happened(TITLE.new(3, key_from_seed(1)).outbox, Rolled)
    assert (first.seat, first.purpose) == (RED, "first_player")


@pytest.mark.rule("BY-CUBE-03", "BY-CUBE-02")
def test_a_sold_last_cube_takes_its_pawn_along_and_no_cube_goes_where_it_came_from():
    red = {"pool": 0, "casualties": 0, "byzantine": dict(NO_ARMY), "arab": {**NO_ARMY, "main": 1, "treasury": 9, "at": "mecca"}}
    game = table(2, red=red)
    play(game, "claim caliph")
    assert happened(emitted(table(2, red=red), spend, RED, "arab-main", "box:fleet_arab", "arab"), ArmyDestroyed)
    filling = table(2, red={"pool": 1, "arab": {"treasury": 9}})
    play(filling, "reinforce arab-main")
    assert [line.amount for line in filling.decision.preview(filling, RED, order("take casualties arab"))] == [-3]
    assert [line.amount for line in filling.decision.preview(filling, RED, order("take pool"))] == [0]
    check_illegal(filling, RED, order("take arab-main arab"), "BY-CUBE-03")
    check_illegal(filling, RED, order("take nowhere arab"), "BY-CUBE-03")
    check_illegal(filling, RED, order("take casualties byzantine"), "BY-SPEC-02")


@pytest.mark.rule("BY-PASS-01", "BY-PASS-02")
def test_passing_lays_a_free_cube_of_casualties():
    game = table(2, red={"casualties": 5, "arab": {"treasury": 5}})
    play(game, "pass")
    assert (game.players[RED].casualties, game.players[RED].passing, game.realm(RED, "arab").treasury) == (4, 1, 5)
    assert game.passed == (RED,)


@pytest.mark.rule("BY-EMP-01", "BY-SPEC-02")
def test_a_fleet_is_told():
    events = play(table(2), "claim fleet_arab", "take pool")
    assert [(e.seat, e.box) for e in happened(events, FleetTaken)] == [(RED, "fleet_arab")]


@pytest.mark.rule("BY-BAT-04", "BY-FLEE-05")
def test_a_beaten_defender_who_cannot_reach_a_friend_alive_is_destroyed():
    cities = {"candia": {"side": "arab", "tokens": 1}}
    red = {"byzantine": {**NO_ARMY, "main": 9, "move": 3, "at": "athens"}}
    yellow = {"arab": {**NO_ARMY, "main": 2, "at": "candia"}}
    game = table(2, dice=(6, 1, 1, *[1] * 9), cities=cities, red=red, yellow=yellow)
    events = play(game, "march byzantine candia")
    assert [(e.seat, e.city) for e in happened(events, ArmyTrapped)] == [(YELLOW, "candia")]
    assert (game.realm(YELLOW, "arab").main, game.realm(YELLOW, "arab").at) == (0, None)
