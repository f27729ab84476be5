"""Phase 2: barbarian dice, events, barbarian points, rebellions."""

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.barbarians import Rebelled
from marchland.games.medioevo.rules.battle.battle import BattleBegan
from marchland.games.medioevo.rules.cards.powers import PlayCard
from marchland.games.medioevo.rules.events.calamities import Struck, stricken
from marchland.games.medioevo.rules.events.events import EventDrawn, HordeRolled, TaxTolerated, rebellion_sites, set_circle
from marchland.games.medioevo.rules.events.hordes import galleys_left, horde_ways, move_horde, recruits, reinforceable, rousable
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.state import BARBARIANS, Happening
from marchland.games.medioevo.tables import event_cards

from .table import Table


def an_event(area, *icons):
    return next(id for id, card in event_cards().items() if card.area == area and set(icons) <= set(card.icons))


def events(dice, turn=2, order=(0, 1), seats=2, **more):
    return Table(seats, at="events", turn=turn, order=order, dice=dice, **more)


@pytest.mark.rule("MU-EVT-02")
def test_the_horde_follows_from_the_dice_and_one_reroll():
    """E-07: 3, 5, 1 gives 2 LI + CAP; the d8 rolled again shows 4: 2 LI, attack 5, losses 3."""
    table = events([3, 5, 1, 4], turn=1)
    assert table.game.circle.horde == (2, 0, 0, 0, 1, 0, 0)
    table.do("reroll [2]")
    assert table.game.circle.horde == (2, 0, 0, 0, 0, 0, 0)
    assert table.game.circle.dice == (3, 5, 4)
    assert table.happened(HordeRolled)[0].faces == (3, 5, 4)


@pytest.mark.rule("MU-EVT-02")
@pytest.mark.parametrize(("dice", "horde"), [((4, 4, 4), (1, 0, 0, 0)), ((3, 3, 3), (2, 0, 1, 1)), ((4, 1, 8), (1, 0, 1, 0))])
def test_low_dice_make_hordes_strong(dice, horde):
    table = Table(2)
    set_circle(table.game, dice)
    light, _, _, archers, captains, *_ = table.game.circle.horde
    assert (light, 0, archers, captains) == horde


@pytest.mark.rule("MU-EVT-01")
def test_on_the_first_turn_there_are_only_the_dice():
    table = events([1, 2, 3], turn=1)
    table.do("keepdice")
    assert table.happened(EventDrawn) == []
    assert table.game.phase == 3


@pytest.mark.rule("MU-EVT-03", "MU-EVT-04", "MU-EVT-06", "MU-EVT-05")
def test_worked_example_of_an_event():
    """E-08: armies and movement. Yellow rolls 4 and loses 2 HI; White rolls 5: nothing; Blue rolls 1: one Caravan stops."""
    card = next(
        id for id, card in event_cards().items() if card.area == "carpathians" and {"armies", "movement"} <= set(card.icons)
    )
    table = events(
        [1, 2, 3, 4, 5, 1],
        seats=3,
        order=[0, 1, 2],
        kingdoms={0: "byzantium", 1: "hungary", 2: "horde"},
        events=[card],
        armies={"buda": {1: {"hi": 3}}, "kassa": {0: {"hi": 1}}},
        vehicles=[{"owner": 2, "kind": "caravan", "space": "banat"}, {"owner": 2, "kind": "caravan", "space": "tana"}],
    )
    table.do("keepdice")
    assert {"armies", "movement"} <= set(event_cards()[card].icons)
    pair = next(o for o in table.offers() if set(o.icons) == {"armies", "movement"})
    table.script(5, 4, 1)
    table.do(pair)
    # in turn order: seat 0 armies (5), seat 1 armies (4), seat 2 movement (1)
    struck = [(event.seat, event.die, event.points) for event in table.happened(Struck)]
    assert struck[:2] == [(0, 5, 0), (1, 4, 4)]
    while table.asked() == "ChooseVictim":
        wounded = [option for option in table.offers() if option.piece.endswith("li")]
        table.do((wounded or table.offers())[0])
    assert sum(table.units("buda", 1).values()) == 1
    assert table.game.vehicles[1].pm == 0
    assert table.game.vehicles[2].pm == 6, "outside the area"
    assert [event.seat for event in table.happened(Struck)] == [0, 1, 2]


@pytest.mark.rule("MU-EVT-07", "MU-EVT-08")
def test_buildings_and_goods_are_struck():
    card = an_event("egypt", "buildings", "goods")
    table = Table(
        2,
        kingdoms={0: "mamluks"},
        lands={"cairo": {"civil": 2, "military": 1}},
        vehicles=[{"owner": 0, "kind": "caravan", "level": 2, "space": "cairo", "goods": ["salt", "salt", "wine"]}],
    )
    table.game.happening = Happening(card)
    assert stricken(table.game, 0, "buildings") == ["building:cairo:civil", "building:cairo:military"]
    assert stricken(table.game, 0, "goods") == ["good:1:salt", "good:1:wine"]
    assert stricken(table.game, 1, "goods") == []


@pytest.mark.rule("MU-EVT-03")
def test_the_area_covers_adjacent_seas():
    zone = world.event_zone("egypt")
    assert "alexandria" in zone
    assert "levantine" in zone or "libyan_sea" in zone


@pytest.mark.rule("MU-EVT-09", "MU-EVT-14")
def test_three_points_reinforce_and_move_a_horde_into_battle():
    """E-09: one LI at Trebizond, then a horde of 2 LI moves two territories onto an army."""
    armies = {"trebisonda": {"barbarians": {"li": 1}}, "georgia": {"barbarians": {"li": 2}}, "armenia": {1: {"li": 1}}}
    table = events([1, 2, 3], armies=armies, kingdoms={0: "byzantium", 1: "horde"})
    table.do("keepdice")
    table.script(*[6] * 9)
    table.do(table.offers()[0])
    assert table.asked() == "SpendPoint"
    table.do("reinforce trebisonda li")
    assert table.units("trebisonda", BARBARIANS) == {"li": 2}
    table.script(1, 2, 3)
    table.do("rouse georgia", "drive armenia")
    assert table.happened(BattleBegan)[0].attacker == BARBARIANS


def fires_in_play(seats=2):
    return [space for space in world.fires() if space in Table(seats).game.lands]


@pytest.mark.rule("MU-EVT-10")
def test_barbarians_are_added_to_hordes_and_to_fires_that_no_player_controls():
    fires = fires_in_play()
    armies = {"tarnovo": {"barbarians": {"li": 1}}, fires[0]: {0: {"li": 1}}, "buda": {"barbarians": {"li": 1}, 1: {"li": 1}}}
    places = reinforceable(Table(2, armies=armies, lands={fires[1]: {"holder": 1, "token": 1}}).game)
    assert set(places) == {"tarnovo", "buda", *fires[2:]}, "no controlled fire, no other land while a fire is free"
    both = Table(2, armies={fires[0]: {0: {"li": 1}, 1: {"li": 1}}}, lands={fires[0]: {"holder": "barbarians"}}).game
    assert fires[0] in reinforceable(both), "armies of two players, of whom neither controls it"


@pytest.mark.rule("MU-EVT-10")
def test_with_every_fire_controlled_barbarians_come_to_empty_wild_land():
    """Empty means without armies, engines, transports and buildings; and never in a home kingdom, even one its owner has lost."""
    fires = fires_in_play()
    held = {space: {0: {"li": 1}} for space in fires}
    wild = reinforceable(Table(2, armies=held).game)
    empty = Table(2, armies=held).game
    assert wild == [s for s in sorted(empty.area) if empty.lands[s].holder == BARBARIANS], "all of it to begin with"
    engine, transport, tower, market, rebels, host = wild[:6]
    table = Table(
        2,
        armies={**held, rebels: {"barbarians": {"li": 1}}, host: {1: {"li": 1}}},
        vehicles=[{"owner": 0, "kind": "engine", "space": engine}, {"owner": 1, "kind": "caravan", "space": transport}],
        lands={tower: {"military": 1}, market: {"cubes": ["salt"]}, "buda": {"holder": "barbarians"}},
    )
    assert set(reinforceable(table.game)) == set(wild) - {engine, transport, tower, host}


@pytest.mark.rule("MU-EVT-10", "MU-BAR-07")
def test_a_unit_added_to_a_fire_pillages_what_stands_there_alone():
    fire = fires_in_play()[0]
    table = events([1, 2, 3], vehicles=[{"owner": 1, "kind": "caravan", "space": fire}])
    table.do("keepdice")
    table.script(*[6] * 9)
    table.do(table.offers()[0], f"reinforce {fire} li")
    assert table.units(fire, BARBARIANS) == {"li": 1}
    assert table.game.supply["horde_li"] == 39
    assert table.game.vehicles == {}
    assert table.asked() == "SpendPoint"
    assert table.game.decision.left == 2


@pytest.mark.rule("MU-EVT-10")
def test_no_barbarians_join_a_horde_at_sea():
    """Units are added to a territory; a horde on its Galley is in none."""
    table = Table(2, armies={"tarnovo": {"barbarians": {"li": 2}}})
    sea = next(space for space in horde_ways(table.game, "tarnovo") if world.is_sea(space))
    assert "tarnovo" in reinforceable(table.game)
    move_horde(table.game, 0, "tarnovo", sea)
    assert sea not in reinforceable(table.game)


@pytest.mark.rule("MU-EVT-11")
@pytest.mark.parametrize(("horde", "kinds"), [(0, ["li"]), (1, ["li"]), (2, ["li", "arc"]), (4, ["li", "arc", "cap1"])])
def test_what_may_be_added_depends_on_the_hordes_size(horde, kinds):
    armies = {"tarnovo": {"barbarians": {"li": horde}}} if horde else {}
    assert recruits(Table(2, armies=armies).game, "tarnovo") == kinds


@pytest.mark.rule("MU-EVT-12")
def test_hordes_put_to_sea_and_land_again():
    table = Table(2, armies={"tarnovo": {"barbarians": {"li": 2}}})
    sea = next(space for space in horde_ways(table.game, "tarnovo") if world.is_sea(space))
    move_horde(table.game, 0, "tarnovo", sea)
    assert galleys_left(table.game) == 3
    assert table.units(sea, BARBARIANS) == {"li": 2}
    move_horde(table.game, 0, sea, "tarnovo")
    assert galleys_left(table.game) == 4


@pytest.mark.rule("MU-EVT-13")
def test_hordes_beside_players_units_and_in_the_first_players_home_stay():
    armies = {"tarnovo": {"barbarians": {"li": 1}}, "adrianople": {"barbarians": {"li": 1}}, "buda": {"barbarians": {"li": 1}}}
    vehicles = [{"owner": 1, "kind": "wagon", "space": "tarnovo"}]
    table = Table(
        2, armies=armies, vehicles=vehicles, lands={"adrianople": {"holder": "barbarians"}, "buda": {"holder": "barbarians"}}
    )
    assert rousable(table.game, 0) == ["buda"]


@pytest.mark.rule("MU-EVT-15")
def test_the_back_of_the_new_top_event_tells_the_tolerated_tax():
    """E-10"""
    thirty = [id for id, card in event_cards().items() if card.back == 30]
    table = events([1, 2, 3], events=[thirty[0], thirty[1]])
    table.do("keepdice")
    table.do(table.offers()[0], "leavehordes")
    assert table.happened(TaxTolerated)[0].florins == 30


@pytest.mark.rule("MU-EVT-15", "MU-EVT-16", "MU-EVT-17", "MU-PH-07")
@pytest.mark.parametrize(("burdened", "lost"), [(True, 2), (False, 0)])
def test_rebellions_follow_the_tax_and_cost_honour_if_one_was_in_progress(burdened, lost):
    """E-11: tax 50, tolerated 30: two rebellions; with one in progress -2."""
    thirty = [id for id, card in event_cards().items() if card.back == 30]
    armies = {"kassa": {"barbarians": {"li": 1}}} if burdened else {}
    lands = {"kassa": {"holder": "barbarians"}} if burdened else {}
    players = {1: {"tax": 50}}
    table = events([1, 2, 3], events=[thirty[0], thirty[1]], players=players, armies=armies, lands=lands)
    table.do("keepdice")
    table.do(table.offers()[0], "leavehordes")
    while table.asked() == "ChooseRebellion":
        table.do(table.offers()[0])
    assert len(table.happened(Rebelled)) == 2
    assert -sum(event.points for event in table.happened(Honoured) if event.rule == "MU-EVT-16") == lost


@pytest.mark.rule("MU-EVT-17")
def test_a_rebellion_breaks_out_where_the_fewest_units_are():
    armies = {space: {1: {"li": 1}} for space in ("pozsony", "kassa", "buda", "alfold", "slavonia")}
    assert rebellion_sites(Table(2, armies=armies).game, 1) == ["banat", "transylvania"]
    lost = {space: {"holder": 0} for space in ("pozsony", "kassa", "buda", "alfold", "slavonia", "transylvania")}
    lost["banat"] = {"holder": "barbarians"}
    rebel = Table(2, lands=lost, armies={"banat": {"barbarians": {"li": 1}}})
    assert rebellion_sites(rebel.game, 1) == ["banat"], "without controlled home land, one already in rebellion"


@pytest.mark.rule("MU-EVT-03")
def test_thirty_events_have_three_icons_each():
    cards = event_cards().values()
    assert len(cards) == 30
    assert all(len(card.icons) == 3 for card in cards)
    assert sorted(card.back for card in cards).count(30) == 10


@pytest.mark.rule("MU-EVT-09")
@pytest.mark.parametrize("spent", [0, 1, 2])
def test_the_first_player_may_leave_any_of_his_three_points_unspent(spent):
    table = events([1, 2, 3], armies={"tarnovo": {"barbarians": {"li": 1}}})
    table.do("keepdice").script(*[6] * 9)
    table.do(table.offers()[0])
    for left in range(3, 3 - spent, -1):
        assert table.game.decision.left == left
        table.do("reinforce tarnovo li")
    table.do("leavehordes")
    assert table.asked() != "SpendPoint"
    assert table.units("tarnovo", BARBARIANS) == {"li": 1 + spent}


@pytest.mark.rule("MU-EVT-02", "MU-CARD-46")
def test_the_barbarian_dice_are_final_only_after_an_assassin_has_had_his_say():
    table = events([4, 4, 8], turn=1, options={"ask_2": "always"}, players={1: {"hand": [46]}})
    table.do("keepdice")
    assert (table.asked(), table.game.deciders) == ("React", (1,))
    assert table.happened(HordeRolled) == []
    table.do("playcard 46", "target die:circle:0")
    assert table.happened(HordeRolled)[0].faces == (3, 4, 8)
    assert table.happened(HordeRolled)[0].horde == {"li": 2}


@pytest.mark.rule("MU-CARD-61", "MU-EVT-03")
def test_a_sage_is_asked_when_the_event_is_drawn_and_before_its_icons_are_chosen():
    table = events(
        [4, 6, 8], options={"ask_2": "always"}, players={1: {"hand": [61]}}, events=["egypt-1", "egypt-2", "rus-1", "rus-2"]
    )
    table.do("keepdice")
    asked = []
    while table.asked() == "React":
        asked.append((table.game.decision.window, PlayCard(61) in table.offers()))
        table.do("pass")
    assert ("W-2b", True) in asked
    assert table.asked() == "PickIcons"
