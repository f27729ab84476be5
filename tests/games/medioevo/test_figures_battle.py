"""What attack values, powers, declarations and engines come to in a battle, in figures, on both sides of every condition."""

import pytest

from marchland.games.medioevo.rules.battle.artillery import fire, strike
from marchland.games.medioevo.rules.battle.battle import Battle, BattleBegan, arrow_hits, begin_battle
from marchland.games.medioevo.rules.battle.declarations import (
    Aim,
    AssignCrews,
    CaptureDeclared,
    ChooseProtection,
    CrewsReady,
    DeclareIntent,
    Flee,
    FleeAboard,
    FlightDeclared,
    Man,
    Protect,
    Protected,
    Stand,
    TryCapture,
    aims,
    lone_engines,
    man_anew,
    unmanned_engines,
)
from marchland.games.medioevo.rules.battle.fight import (
    archers,
    attack_value,
    can_marksmen_shoot,
    captain_uses,
    cavalry_damage,
    crew_units,
    emulations,
    fighters,
    galley_levels,
    galley_room,
    has_capture_ratio,
    is_naval,
    is_power_active,
    leave_alive,
    loss_value,
    naval_bonus,
    order_penalty,
    protection,
    raw_attack,
    roller,
    serving_units,
    shielded,
    shots,
)
from marchland.games.medioevo.rules.battle.melee import CaptainsReady, Lead, UseCaptain, captain_choices
from marchland.games.medioevo.rules.cards.windows import Window
from marchland.games.medioevo.rules.conquest.buildings import BuildingDamaged
from marchland.games.medioevo.state import (
    BARBARIANS,
    NO_UNITS,
    Army,
    Crew,
    Fight,
    Side,
)

from .bare import (
    SEA,
    WILD,
    army,
    at_sea,
    bare_table,
    counts,
    duel,
    emitted,
    land,
    lay_effect,
    player,
    pushed,
    roll_next,
    set_fight,
    set_side,
    side,
    vehicle,
)

# -- values ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BAT-04")
def test_penalties_by_place_in_the_order_of_those_who_live():
    game = bare_table()
    assert [order_penalty(game, seat) for seat in (0, 1, 2, BARBARIANS)] == [0, -1, -3, 0]
    player(game, 0, eliminated=True)
    assert [order_penalty(game, seat) for seat in (1, 2)] == [0, -3]
    player(game, 1, eliminated=True)
    assert order_penalty(game, 2) == 0


@pytest.mark.rule("MU-BAT-03", "MU-NAV-02", "MU-NAV-01")
def test_the_attack_value_adds_light_infantry_galleys_cards_and_order():
    game = duel({"li": 1}, {"li": 1})
    set_side(game, 1, dice=(1, 2, 5), sacrificed=2, bonus=3)
    assert raw_attack(game, 1) == 5 + 8 + 3 - 1
    set_side(game, 1, dice=(1, 2, 5), sacrificed=0, bonus=-9)
    assert raw_attack(game, 1) == 0, "never below nothing"
    assert naval_bonus(game, 1) == 0
    assert not is_naval(game)
    game = at_sea({"li": 1}, {"li": 1})
    assert is_naval(game)
    assert [galley_levels(game, index) for index in (0, 1)] == [1, 2]
    assert [naval_bonus(game, index) for index in (0, 1)] == [0, 1]
    vehicle(game, 0, "galley", 3, SEA)
    assert [naval_bonus(game, index) for index in (0, 1)] == [2, 0]
    set_side(game, 0, dice=(1, 2, 5))
    assert raw_attack(game, 0) == 7
    game.fights[-1] = Fight(SEA, (Side(0), Side(BARBARIANS)))
    assert galley_levels(game, 1) == 1


@pytest.mark.rule("MU-FLE-01", "MU-CAP-01")
def test_flight_keeps_the_half_rounded_up_and_capture_loses_it():
    game = duel({"li": 5}, {"li": 2})
    set_side(game, 0, dice=(1, 2, 7))
    assert attack_value(game, 0) == 7
    set_side(game, 0, flight=1)
    assert attack_value(game, 0) == 4
    set_side(game, 0, dice=(1, 2, 8))
    assert attack_value(game, 0) == 4
    set_side(game, 0, flight=0, capturing=True)
    assert attack_value(game, 0) == 4
    set_side(game, 0, dice=(1, 2, 7))
    assert not has_capture_ratio(game, 0), "five to two"
    assert attack_value(game, 0) == 3
    set_side(game, 0, capture_relief=2)
    assert attack_value(game, 0) == 5
    set_side(game, 0, capture_relief=9)
    assert attack_value(game, 0) == 7
    set_side(game, 0, capture_relief=0, strengths=(6, 2))
    assert has_capture_ratio(game, 0), "as it was when the attempt was declared"
    assert attack_value(game, 0) == 7
    set_side(game, 0, strengths=(5, 2))
    assert not has_capture_ratio(game, 0)
    set_side(game, 0, strengths=(0, 0), ratio=2)
    assert has_capture_ratio(game, 0)
    assert not has_capture_ratio(game, 1)


@pytest.mark.rule("MU-BAT-03", "MU-BAT-10", "MU-BAT-11")
def test_losses_and_cavalry_damage_follow_the_powers_that_were_fixed():
    game = duel({"li": 1}, {"li": 1})
    set_side(game, 0, dice=(3, 4, 5))
    assert (loss_value(game, 0), cavalry_damage(game, 0)) == (3, 0)
    set_side(game, 0, flight=1)
    assert loss_value(game, 0) == 3
    set_side(game, 0, flight=3)
    assert loss_value(game, 0) == 5
    set_side(game, 0, powers=("hi:2", "cav:3", "li:7"))
    assert (loss_value(game, 0), cavalry_damage(game, 0)) == (3, 6)
    set_side(game, 0, powers=("hi:9",))
    assert (loss_value(game, 0), cavalry_damage(game, 0)) == (0, 0)


# -- powers ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BAT-07", "MU-NAV-03")
def test_a_power_works_if_one_side_alone_has_the_type_or_captains_say_so():
    game = duel({"cav": 2, "li": 1}, {"cav": 1})
    assert is_power_active(game, 0, "li")
    assert not is_power_active(game, 0, "hi"), "it has none"
    assert not is_power_active(game, 0, "cav"), "both have it"
    set_side(game, 0, uses=("free:cav",))
    assert is_power_active(game, 0, "cav")
    set_side(game, 1, uses=("stop:cav", "stop:li"))
    assert not is_power_active(game, 0, "cav")
    assert not is_power_active(game, 0, "li")
    set_side(game, 0, uses=(), outnumbering=True)
    set_side(game, 1, uses=(), outnumbering=True)
    assert is_power_active(game, 0, "cav"), "a Warlord wins by numbers"
    assert not is_power_active(game, 1, "cav")
    army(game, WILD, 1, cav=2)
    assert not is_power_active(game, 0, "cav"), "even numbers are not more"
    game = at_sea({"li": 1, "hi": 1, "cav": 1}, {"arc": 1})
    assert [is_power_active(game, 0, kind) for kind in ("li", "hi", "cav")] == [True, False, False]
    assert is_power_active(game, 1, "arc")


@pytest.mark.rule("MU-BAT-12")
def test_captains_count_by_levels_and_act_as_types_the_enemy_lacks():
    game = duel({"cap3": 1, "cap1": 2, "li": 4}, {"cap2": 1, "hi": 1})
    assert [captain_uses(game, index) for index in (0, 1)] == [3, 0]
    set_side(game, 0, uses=("as:arc", "as:arc", "as:hi"))
    assert [emulations(game, 0, kind) for kind in ("arc", "hi", "li")] == [2, 0, 0]
    assert captain_choices(game, 0) == ["as:arc", "as:li", "as:cav", "stop:hi"]
    set_side(game, 0, uses=("as:arc",) * 3 + ("stop:hi",))
    assert captain_choices(game, 0) == ["as:li", "as:cav"]
    army(game, WILD, 1, li=1)
    set_side(game, 0, uses=())
    assert captain_choices(game, 0) == ["as:arc", "as:hi", "as:cav", "free:li", "stop:li"]
    set_side(game, 0, uses=("free:li",))
    assert captain_choices(game, 0) == ["as:arc", "as:hi", "as:cav", "stop:li"]
    sea = at_sea({"cap2": 1, "hi": 1, "cav": 1}, {"hi": 1})
    assert captain_choices(sea, 0) == ["as:arc", "as:li"]


@pytest.mark.rule("MU-BAT-12")
def test_captains_are_asked_use_by_use_while_uses_and_choices_are_left():
    game = duel({"cap2": 1}, {"hi": 1})
    assert pushed(game, Battle().captains) == [UseCaptain(0, 0)]
    game.push(UseCaptain(0, 0))
    assert game.options()[0] == CaptainsReady()
    assert list(game.options())[1:] == [Lead(use) for use in ("as:arc", "as:li", "as:cav", "stop:hi")]
    assert pushed(game, UseCaptain(0, 0).resolve, Lead("as:arc")) == [UseCaptain(0, 0)]
    assert pushed(game, UseCaptain(0, 0).resolve, Lead("stop:hi")) == []
    assert side(game, 0).uses == ("as:arc", "stop:hi")
    assert pushed(game, UseCaptain(0, 0).resolve, CaptainsReady()) == []
    assert side(game, 0).uses == ("as:arc", "stop:hi")
    game.armies[WILD] = game.armies[WILD][:1]
    assert pushed(game, Battle().captains) == [], "nobody is left to fight"
    horde = duel({"cap2": 1}, {"hi": 1}, attacker=BARBARIANS)
    assert pushed(horde, Battle().captains) == [], "barbarian Captains are not asked"


@pytest.mark.rule("MU-BAT-08", "MU-CARD-07")
def test_arrow_dice_of_archers_captains_and_marksmen():
    game = duel({"arc": 2, "cap1": 1}, {"hi": 1})
    set_side(game, 0, uses=("as:arc",), marksmen=2)
    assert archers(game, 0) == 5
    set_side(game, 1, uses=("stop:arc",))
    assert not can_marksmen_shoot(game, 0)
    assert archers(game, 0) == 1, "the Captain alone"
    army(game, WILD, 1, arc=3)
    set_side(game, 1, uses=())
    assert not can_marksmen_shoot(game, 0)
    assert archers(game, 0) == 0
    set_side(game, 0, outnumbering=True)
    assert can_marksmen_shoot(game, 0), "four to three with the marksmen"
    assert archers(game, 0) == 2, "but the Archers alone are two to three"
    army(game, WILD, 1, arc=4)
    assert not can_marksmen_shoot(game, 0), "even numbers are not more"
    set_side(game, 0, outnumbering=False, uses=("free:arc",))
    assert can_marksmen_shoot(game, 0)
    assert archers(game, 0) == 4


@pytest.mark.rule("MU-BAR-03", "MU-BAT-08")
def test_arrow_dice_of_a_horde():
    game = duel({"hi": 2}, {"arc": 2, "cap1": 1, "cap2": 1}, defender=BARBARIANS)
    assert archers(game, 1) == 4, "two Archers and two Captains, three uses"
    army(game, WILD, 0, cap2=1)
    assert archers(game, 1) == 3, "one use is left"
    army(game, WILD, 0, arc=1)
    assert archers(game, 1) == 0
    set_side(game, 1, outnumbering=True)
    assert archers(game, 1) == 2, "Captains do not act as what the enemy has"


@pytest.mark.rule("MU-BAT-08")
def test_arrows_hit_up_to_three_after_steadiness_and_sure_hits_come_on_top():
    assert [arrow_hits(Side(0, arrows=(die,))) for die in (1, 3, 4, 8)] == [1, 1, 0, 0]
    assert arrow_hits(Side(0, arrows=(3, 4, 5), steady=1)) == 2
    assert arrow_hits(Side(0, arrows=(5,), sure=2)) == 2


@pytest.mark.rule("MU-SIE-01")
def test_crews_stay_out_of_the_melee_unless_machinery_lets_them_fight():
    game = duel({"li": 4, "arc": 1}, {"hi": 1})
    set_side(game, 0, crews=(Crew(1, counts(li=1)), Crew(2, counts(li=2, arc=1))), benched=counts(li=1))
    assert crew_units(game, 0) == serving_units(game, 0) == counts(li=3, arc=1)
    assert fighters(game, 0) == NO_UNITS
    lay_effect(game, "crew-fights", "v:2", seat=1)
    assert crew_units(game, 0) == counts(li=3, arc=1), "another's Machinery"
    lay_effect(game, "crew-fights", "v:2")
    assert (crew_units(game, 0), serving_units(game, 0)) == (counts(li=1), counts(li=3, arc=1))
    assert fighters(game, 0) == counts(li=2, arc=1)


@pytest.mark.rule("MU-BAR-02")
def test_who_throws_for_whom():
    game = duel({"li": 1}, {"li": 1}, defender=BARBARIANS)
    assert [roller(game, index) for index in (0, 1)] == [0, 0]
    game = duel({"li": 1}, {"li": 1}, attacker=BARBARIANS)
    assert [roller(game, index) for index in (0, 1)] == [1, 1]
    game = duel({"li": 1}, {"li": 1})
    assert [roller(game, index) for index in (0, 1)] == [0, 1]


@pytest.mark.rule("MU-FOR-01")
def test_walls_take_off_their_level_of_the_kind_they_are_set_against():
    game = duel({"li": 1}, {"li": 1}, place="buda")
    land(game, "buda", military=2)
    assert [protection(game, index) for index in (0, 1)] == [0, 2]
    lay_effect(game, "militia-tower", "buda", seat=0)
    assert [protection(game, index) for index in (0, 1)] == [0, 2], "no walls protect who does not hold the land"
    set_side(game, 1, protections=("melee",))
    assert [shielded(game, 1, "melee", damage) for damage in (1, 2, 5)] == [0, 0, 3]
    assert shielded(game, 1, "archery", 5) == 5
    game.fights[-1] = Fight("buda", (Side(0), Side(BARBARIANS)))
    land(game, "buda", holder=BARBARIANS)
    assert protection(game, 1) == 0
    sea = at_sea({"li": 1}, {"li": 1})
    assert protection(sea, 0) == 0


@pytest.mark.rule("MU-PH-05")
def test_a_unit_that_leaves_alive_is_noted_for_its_side_of_the_battle_there():
    game = duel({"li": 1}, {"li": 1})
    leave_alive(game, "serbia", 1)
    leave_alive(game, WILD, 2)
    assert (side(game, 0).fled, side(game, 1).fled) == (0, 0)
    leave_alive(game, WILD, 1)
    leave_alive(game, WILD, 1)
    assert (side(game, 0).fled, side(game, 1).fled) == (0, 2)
    game.fights.clear()
    leave_alive(game, WILD, 1)


# -- what is declared --------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BAT-02", "MU-MOV-10")
def test_a_battle_is_laid_on_the_table_and_told():
    game = bare_table()
    army(game, WILD, 0, li=2)
    army(game, WILD, BARBARIANS, li=3)
    assert pushed(game, begin_battle, WILD, 0, BARBARIANS) == [Battle()]
    assert game.fights == [Fight(WILD, (Side(0), Side(BARBARIANS)))]
    told = emitted(game, BattleBegan, Battle().gather)
    assert [(e.place, e.attacker, e.defender) for e in told] == [(WILD, 0, BARBARIANS)]
    assert [one.start for one in game.fights[-1].sides] == [2, 3]
    assert game.fights[-1].laden == ()
    assert pushed(game, Battle().gather) == [Window("W-B0", WILD)]
    sea = at_sea({"li": 1}, {"li": 1})
    vehicle(sea, 0, "galley", 1, SEA)
    Battle().gather(sea)
    assert sea.fights[-1].laden == (1, 2), "the third carries nobody"


@pytest.mark.rule("MU-BAT-14")
def test_a_round_begins_with_two_sides_and_forgets_the_last():
    game = duel({"li": 1}, {"li": 1})
    kept = {"start": 4, "benched": counts(li=1), "ratio": 2, "extra_crew": 1, "suffered": 3, "fled": 1, "captives": ("li",)}
    set_side(game, 0, dice=(1, 2, 3), bonus=4, flight=2, capturing=True, uses=("as:li",), powers=("hi:1",), **kept)
    set_fight(game, round=2, step="melee", winner=1, score=3, superiority=1, eased=1, rolled=True, melee=True)
    assert Battle().begin_round(game) is None
    assert side(game, 0) == Side(0, **kept)
    fresh = game.fights[-1]
    assert (fresh.round, fresh.step, fresh.winner, fresh.score, fresh.superiority, fresh.eased) == (3, "", -1, 0, 0, 0)
    assert fresh.rolled
    assert fresh.melee
    lay_effect(game, "no-fight", WILD)
    assert Battle().begin_round(game) == "finish"
    game.effects.clear()
    for left in game.armies[WILD]:
        alone = duel({"li": 1}, {"li": 1})
        alone.armies[WILD] = (left,)
        assert Battle().begin_round(alone) == "finish"


@pytest.mark.rule("MU-BAT-14")
@pytest.mark.parametrize(("number", "outcome", "then"), [(39, "", "begin_round"), (40, "", None), (1, "fled", None)])
def test_rounds_go_on_until_an_outcome_or_the_guard(number, outcome, then):
    game = duel({"li": 1}, {"li": 1})
    set_fight(game, round=number, outcome=outcome)
    assert Battle().again(game) == then


@pytest.mark.rule("MU-BAT-01")
def test_walls_first_then_intents_then_crews():
    game = duel({"li": 1}, {"li": 1}, place="buda")
    land(game, "buda", military=1)
    vehicle(game, 0, "engine", 1, "buda")
    asked = pushed(game, Battle().declare)
    assert asked == [ChooseProtection(1, 1), DeclareIntent(0, 0), DeclareIntent(1, 1), AssignCrews(0, 0)]
    horde = duel({"li": 1}, {"li": 1}, attacker=BARBARIANS)
    assert pushed(horde, Battle().declare) == [DeclareIntent(1, 1)]
    assert pushed(game, Battle().ready) == [Window("W-B1", "buda")]
    game.push(DeclareIntent(1, 1))
    assert list(game.options()) == [Stand(), TryCapture()]
    told = emitted(game, CaptureDeclared, DeclareIntent(0, 0).resolve, TryCapture())
    assert [event.seat for event in told] == [0]
    assert (side(game, 0).capturing, side(game, 0).strengths) == (True, (1, 1))
    horde.push(DeclareIntent(1, 1))
    assert list(horde.options()) == [Stand()], "barbarians are not captured"


@pytest.mark.rule("MU-BAT-01", "MU-FLE-01")
def test_a_declared_flight_is_remembered_with_its_way():
    game = duel({"li": 1}, {"li": 1})
    told = emitted(game, FlightDeclared, DeclareIntent(0, 0).resolve, Flee("serbia", 2))
    assert [(event.seat, event.to) for event in told] == [(0, "serbia")]
    assert (side(game, 0).flight, side(game, 0).refuge, side(game, 0).aboard) == (3, "serbia", False)
    told = emitted(game, FlightDeclared, DeclareIntent(0, 0).resolve, FleeAboard("tarnovo", 0))
    assert [(event.seat, event.to) for event in told] == [(0, "tarnovo")]
    assert (side(game, 0).flight, side(game, 0).refuge, side(game, 0).aboard) == (1, "tarnovo", True)


@pytest.mark.rule("MU-FOR-01", "MU-CARD-12")
def test_one_protection_is_chosen_or_two_with_an_engineer():
    game = duel({"li": 1}, {"li": 1}, place="buda")
    ask = ChooseProtection(1, 1)
    game.push(ask)
    assert list(game.options()) == [Protect(kind) for kind in ("artillery", "archery", "melee")]
    assert pushed(game, ask.resolve, Protect("archery")) == []
    assert [(e.seat, e.kind) for e in game.outbox if isinstance(e, Protected)] == [(1, "archery")]
    assert side(game, 1).protections == ("archery",)
    set_side(game, 1, protections=())
    lay_effect(game, "second-protection", "buda", seat=1)
    assert pushed(game, ask.resolve, Protect("archery")) == [ask]
    game.push(ask)
    assert list(game.options()) == [Protect("artillery"), Protect("melee")]
    assert pushed(game, ask.resolve, Protect("melee")) == [], "two, not three"
    assert side(game, 1).protections == ("archery", "melee")


# -- engines -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-SIE-01", "MU-SIE-02", "MU-CARD-52")
def test_crews_and_targets_that_may_be_named():
    game = duel({"li": 3, "hi": 1}, {"li": 1}, place="buda")
    land(game, "buda", civil=1, military=1)
    light, heavy = vehicle(game, 0, "engine", 1, "buda"), vehicle(game, 0, "engine", 2, "buda")
    ask = AssignCrews(0, 0)
    game.push(ask)
    men = [Man(engine, kind) for engine in (light, heavy) for kind in ("li", "hi")]
    assert list(game.options()) == [CrewsReady(), *men]
    assert pushed(game, ask.resolve, Man(heavy, "li")) == [ask]
    game.push(ask)
    assert [option for option in game.options() if isinstance(option, Aim)] == [Aim(heavy, "civil"), Aim(heavy, "military")]
    assert pushed(game, ask.resolve, Aim(heavy, "civil")) == [ask]
    assert side(game, 0).crews == (Crew(heavy, counts(li=1), "civil"),)
    assert aims(game, 0, heavy) == [], "changed once"
    assert aims(game, 0, light) == [], "a Catapult hurts no building"
    for kind in ("li", "li", "hi"):
        ask.resolve(game, Man(light, kind))
    game.stack.clear()
    game.push(ask)
    assert list(game.options()) == [CrewsReady()], "three serve it, and nobody is free"
    land(game, "buda", holder=0)
    set_side(game, 0, crews=())
    assert aims(game, 0, heavy) == [], "nobody shoots at his own"
    land(game, "buda", holder=1)
    set_side(game, 0, extra_crew=1)
    game.stack.clear()
    game.push(ask)
    assert Aim(heavy, "civil") in game.options(), "it fires without a crew"
    assert pushed(game, ask.resolve, CrewsReady()) == []


@pytest.mark.rule("MU-SIE-01")
def test_a_fourth_is_not_put_to_an_engine():
    game = duel({"li": 5}, {"li": 1})
    engine = vehicle(game, 0, "engine", 1, WILD)
    for served, offers in ((2, [Man(engine, "li")]), (3, [])):
        set_side(game, 0, crews=(Crew(engine, counts(li=served)),))
        game.stack.clear()
        game.push(AssignCrews(0, 0))
        assert [option for option in game.options() if isinstance(option, Man)] == offers


@pytest.mark.rule("MU-SIE-01")
def test_engines_and_crews_that_are_gone_do_not_fire():
    game = duel({"li": 3, "arc": 1}, {"li": 1})
    first, second = vehicle(game, 0, "engine", 1, WILD), vehicle(game, 0, "engine", 1, WILD)
    crews = (Crew(first, counts(li=2)), Crew(second, counts(li=1, arc=1)), Crew(99, counts(li=1)))
    set_side(game, 0, crews=crews, benched=counts(li=1))
    set_side(game, 1, crews=(Crew(99, counts(li=1)),))
    man_anew(game)
    assert side(game, 0).crews == (Crew(first, counts(li=2)), Crew(second, counts(arc=1)))
    assert side(game, 1).crews == ()


@pytest.mark.rule("MU-SIE-01", "MU-CARD-52", "MU-CARD-10", "MU-BAR-02")
def test_one_die_for_each_who_serves():
    game = duel({"li": 3}, {"li": 1})
    engine, idle = vehicle(game, 0, "engine", 1, WILD), vehicle(game, 0, "engine", 1, WILD)
    crew = Crew(engine, counts(li=2))
    set_side(game, 0, crews=(crew,))
    assert shots(game, 0, crew) == 2
    assert lone_engines(game, 0) == (crew,)
    roll_next(game, 1, 8)
    assert fire(game)
    assert [one.dice for one in side(game, 0).crews] == [(1, 8)]
    assert side(game, 1).crews == ()
    set_side(game, 0, crews=(crew,), extra_crew=1)
    assert shots(game, 0, crew) == 3
    assert lone_engines(game, 0) == (crew, Crew(idle))
    lay_effect(game, "double-crew", f"v:{engine}")
    assert shots(game, 0, crew) == 5
    roll_next(game, 1, 2, 3, 4, 5, 6)
    fire(game)
    assert [one.dice for one in side(game, 0).crews] == [(1, 2, 3, 4, 5), (6,)]
    set_side(game, 0, crews=(Crew(engine),), extra_crew=0)
    assert not fire(game), "nobody serves"
    assert side(game, 0).crews == (Crew(engine),)


@pytest.mark.rule("MU-SIE-02", "MU-SIE-01")
def test_hits_of_both_sides_count_by_level_and_walls_spare_units_only():
    game = duel({"li": 3}, {"li": 3}, place="buda")
    land(game, "buda", military=2, civil=1)
    engines = [vehicle(game, owner, "engine", level, "buda") for owner, level in ((0, 2), (0, 3), (1, 1))]
    set_side(game, 0, crews=(Crew(engines[0], dice=(3, 4, 1)), Crew(engines[1], target="civil", dice=(3,))))
    set_side(game, 1, crews=(Crew(engines[2], dice=(2, 8)),), protections=("artillery",))
    told = emitted(game, BuildingDamaged, strike)
    assert [(e.space, e.building, e.damage, e.rule) for e in told] == [("buda", "village", 2, "MU-SIE-01")]
    assert [one.pending for one in game.fights[-1].sides] == [2, 6 - 2]
    assert (game.fights[-1].step, game.ever[0].building_damage_dealt) == ("artillery", 2)
    assert game.lands["buda"].civil == 0
    set_side(game, 0, crews=(Crew(engines[1], target="civil", dice=(1,)),))
    assert emitted(game, BuildingDamaged, strike) == [], "it stands no more"
    set_side(game, 0, crews=(Crew(engines[1], target="military", dice=(4,)),))
    assert emitted(game, BuildingDamaged, strike) == [], "no hit"
    assert side(game, 1).pending == 0


@pytest.mark.rule("MU-NAV-02", "MU-CARD-52")
def test_at_sea_a_galley_serves_engines_up_to_its_level():
    game = bare_table()
    galley = vehicle(game, 0, "galley", 3, SEA, cargo=Army(0, counts(li=5)))
    other = vehicle(game, 0, "galley", 1, SEA, cargo=Army(0, counts(li=1)))
    game.fights.append(Fight(SEA, (Side(0), Side(1))))
    one = vehicle(game, 0, "engine", 1, SEA, aboard=galley)
    two = vehicle(game, 0, "engine", 2, SEA, aboard=galley)
    three = vehicle(game, 0, "engine", 3, SEA, aboard=galley)
    far = vehicle(game, 0, "engine", 1, SEA, aboard=other)
    loose = vehicle(game, 0, "engine", 1, SEA)
    assert [galley_room(game, 0, id) for id in (one, two, three, far)] == [True] * 4
    set_side(game, 0, crews=(Crew(one, counts(li=1)),))
    assert [galley_room(game, 0, id) for id in (one, two, three, far)] == [True, True, False, True]
    assert unmanned_engines(game, 0, {one}) == [two, far]
    assert unmanned_engines(game, 0, set()) == [one, two, far], "2 + 3 damage a hit, more than 4"
    assert unmanned_engines(game, 0, {two}) == [one, far]
    assert unmanned_engines(game, 0, {three}) == [far]
    assert aims(game, 0, two) == []
    assert loose not in unmanned_engines(game, 0, set())
    game.fights[-1] = Fight(WILD, (Side(0), Side(1)))
    assert galley_room(game, 0, three)
