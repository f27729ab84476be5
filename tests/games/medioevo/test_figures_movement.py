"""What combat rounds, movements, meetings and removals come to, in figures, on both sides of every condition."""

import pytest

from marchland.games.medioevo.rules.barbarians import Arrival, HordeAppeared, Ravage
from marchland.games.medioevo.rules.battle.battle import Battle
from marchland.games.medioevo.rules.cards.windows import Window
from marchland.games.medioevo.rules.conquest.conquest import Booty, Conquest, can_possess, is_prize
from marchland.games.medioevo.rules.diplomacy.hostilities import WarBegan
from marchland.games.medioevo.rules.diplomacy.relations import is_prey
from marchland.games.medioevo.rules.movement.groups import Board, BoardAll, Drop, Go, Halt, Leave, Take
from marchland.games.medioevo.rules.movement.meeting import (
    Attack,
    ChooseFoe,
    Engage,
    Meeting,
    Refrain,
    is_lost_by_attack,
    meets_resistance,
    quarrels,
)
from marchland.games.medioevo.rules.movement.movement import (
    BringMore,
    ChooseMove,
    CombatPhase,
    ManageGroup,
    Movement,
    Muster,
    NoMore,
    Passed,
    PassRound,
    begin_march,
    can_act,
    end_march,
    meet_or_expose,
    press_through,
)
from marchland.games.medioevo.rules.movement.removal import (
    ChooseRemoval,
    Dismiss,
    DoneRemoving,
    Remove,
    Seize,
    dismissals,
    seize_options,
)
from marchland.games.medioevo.state import BARBARIANS, NO_UNITS, Army, Fight, March, Pact, Side, War
from marchland.kernel.frames import DONE

from .bare import (
    SEA,
    WILD,
    army,
    at_war,
    bare_table,
    counts,
    emitted,
    land,
    lay_effect,
    now,
    options_of,
    player,
    pushed,
    technology,
    vehicle,
)

CITY = "constantinople"


# -- combat rounds -----------------------------------------------------------------------------------------


@pytest.mark.rule("MU-MOV-01")
def test_combat_rounds_go_round_and_end():
    game = bare_table()

    def turn(**locals_):
        phase = CombatPhase(**locals_)
        game.stack.clear()
        game.push(phase)
        return phase, phase.turn(game)

    assert turn(passes=3)[1] == turn(rounds=40)[1] == DONE
    phase, ended = turn(passes=2, place=4)
    assert (ended, game.active, game.stack[-1][0]) == (None, 1, ChooseMove(1))
    turn(rounds=1, place=1)
    assert [frame for frame, _ in game.stack] == [CombatPhase(1, 1, 1)], "he has nothing to move: a pass"
    vehicle(game, 1, "wagon", 1, "buda", pm=1)
    turn(rounds=39, place=1)
    assert game.stack[-1][0] == ChooseMove(1)
    for place, rounds, then in ((0, 0, (1, 0)), (2, 0, (0, 1)), (1, 4, (2, 4))):
        phase, _ = turn(place=place, rounds=rounds, passes=5)
        assert phase.next(game) == "turn"
        assert (game.stack[0][0].place, game.stack[0][0].rounds) == then
    player(game, 1, eliminated=True)
    assert turn(passes=2)[1] == DONE
    turn(place=1)
    assert game.active == 2


@pytest.mark.rule("MU-MOV-01", "MU-TECH-02")
def test_moves_that_are_open_and_what_counts_as_a_pass():
    game = at_war()
    game.phase, game.active = 5, 0
    assert not can_act(game, 0)
    moves = (PassRound, Muster, Engage, Seize)
    assert [option for option in options_of(game, ChooseMove(0)) if isinstance(option, moves)] == [PassRound()]
    army(game, WILD, 0, li=1)
    assert not can_act(game, 0)
    army(game, WILD, 1, li=1)
    assert can_act(game, 0)
    assert Engage(WILD) in options_of(game, ChooseMove(0))
    game.armies.clear()
    vehicle(game, 0, "wagon", 1, CITY, pm=1)
    assert can_act(game, 0)
    assert Muster(CITY) in options_of(game, ChooseMove(0))
    game.vehicles.clear()
    vehicle(game, 0, "wagon", 1, CITY)
    assert not can_act(game, 0)
    technology(game, 0, blue=6)
    player(game, 0, points=(9,) * 6)
    assert can_act(game, 0), "Cartography can still move it"
    for action, passes in ((PassRound(), 3), (Muster(CITY), 0), (Engage(WILD), 0)):
        game.stack.clear()
        game.push(CombatPhase(passes=2))
        game.outbox = []
        ChooseMove(0).resolve(game, action)
        assert game.stack[0][0] == CombatPhase(passes=passes)
        assert [event.seat for event in game.outbox if isinstance(event, Passed)] == ([0] if passes else [])
    assert game.stack[-1][0] == Meeting(0, WILD, arrived=False)
    assert game.marches == [March(0, CITY, trail=(CITY,))]


@pytest.mark.rule("MU-MOV-01", "MU-MOV-05", "MU-DIP-06")
def test_a_march_begins_with_its_goal_and_leader():
    game = bare_table()
    assert pushed(game, begin_march, 0, CITY, "smyrna", 1, 3) == [Movement()]
    assert game.marches == [March(0, CITY, goal="smyrna", trail=(CITY,), leader=1, quota=3)]
    assert pushed(game, Movement().gather) == [ManageGroup(1)], "the leader decides"


@pytest.mark.rule("MU-MOV-04", "MU-MOV-10", "MU-MOV-01")
def test_the_steps_of_a_movement():
    game = at_war()
    wagon = vehicle(game, 0, "wagon", 1, CITY, pm=2)
    army(game, CITY, 0, li=2)

    def on(**march):
        game.marches = [March(0, **{"space": CITY, "vehicles": (wagon,), "counts": counts(li=1), "trail": (CITY,), **march})]
        game.stack.clear()
        return game

    assert pushed(on(), Movement().depart) == [Window("W-5a", CITY)]
    assert Movement().depart(on(stopped=True)) == "halt"
    assert Movement().enter(on(entering="smyrna")) == "gather"
    assert game.marches[-1].entering == ""
    assert Movement().enter(on(vehicles=(), counts=NO_UNITS, entering="smyrna")) == "halt"
    assert pushed(on(entering="adrianople"), Movement().enter) == [Window("W-5b", "adrianople")]
    assert (game.marches[-1].space, game.vehicles[wagon].space) == ("adrianople", "adrianople")
    assert Movement().contact(game) == "gather"
    assert Movement().contact(on(space="adrianople", goal="adrianople")) == "halt"
    assert Movement().contact(on(space="adrianople", counts=counts(li=2))) == "gather"
    assert game.marches[-1].counts == counts(li=1), "who is not there any more has left the group"
    game.vehicles[wagon] = type(game.vehicles[wagon])(1, "wagon", 1, "adrianople")
    Movement().contact(on(space="adrianople"))
    assert game.marches[-1].vehicles == ()
    land(game, "adrianople", holder=1)
    assert Movement().contact(on(space="adrianople", vehicles=())) == "halt"
    assert Movement().contact(on(space="adrianople", vehicles=(), pressing=True)) == "gather"
    assert not game.marches[-1].pressing
    land(game, "adrianople", holder=BARBARIANS)
    assert Movement().contact(on(space="adrianople", vehicles=(), edicts=2)) == "gather"
    assert (game.marches[-1].edicts, game.marches[-1].at_peace) == (1, "adrianople")


@pytest.mark.rule("MU-MOV-01", "MU-CARD-06", "MU-TEC-14")
def test_a_group_halts_and_others_follow():
    game = bare_table()
    wagon = vehicle(game, 0, "wagon", 1, CITY, pm=2)
    army(game, CITY, 0, li=2)

    def halted(**march):
        game.marches = [March(0, CITY, (wagon,), counts(li=2), **{"trail": (CITY,), **march})]
        game.stack.clear()
        game.push(CombatPhase(passes=1))
        return Movement().halt(game)

    assert halted() == "close"
    assert (game.stack[0][0].passes, game.vehicles[wagon].stopped) == (2, False), "nothing has moved: a pass"
    assert halted(goal="smyrna") == "close"
    assert game.stack[0][0].passes == 0
    assert halted(leader=1) == "close"
    assert game.stack[0][0].passes == 1, "not a turn of his"
    assert halted(steps=1) is None
    assert (game.vehicles[wagon].stopped, game.vehicles[wagon].brought) == (True, 2)
    assert halted(steps=1, goal=CITY) == "stragglers"
    vehicle(game, 0, "wagon", 1, "nicaea", pm=1)
    assert pushed(game, Movement().converge) == [BringMore(0, CITY)]
    game.marches = [March(0, CITY, leader=1)]
    assert pushed(game, Movement().converge) == []
    game.marches = [March(0, "smyrna")]
    assert pushed(game, Movement().converge) == [], "no army there"
    game.marches = [March(0, CITY, stragglers=("nicaea", WILD))]
    assert pushed(game, Movement().stragglers) == [Meeting(0, "nicaea"), Meeting(0, WILD)]
    for march, known, opened in (
        (March(0, CITY, trail=(CITY,)), 0, []),
        (March(0, CITY, trail=(CITY,)), 6, [Window("W-5e", CITY)]),
        (March(0, CITY, trail=(CITY,), goal=CITY), 6, []),
    ):
        technology(game, 0, blue=known)
        game.marches = [march]
        assert [frame for frame in pushed(game, Movement().close) if getattr(frame, "name", "") == "W-5e"] == opened
        assert game.marches == []
    game.marches = [March(0, CITY, counts=counts(li=2), trail=(CITY,), leader=1)]
    Movement().close(game)
    game.marches = [March(0, CITY, counts=counts(li=1), trail=(CITY,))]
    Movement().close(game)
    assert game.now[0].led == 2


@pytest.mark.rule("MU-MOV-10")
def test_who_stopped_loses_the_points_left_but_not_in_a_battle_nor_before_the_others_have_come():
    game = bare_table()

    def left(owner=0, stopped=True, goal="", fight="smyrna", space=CITY):
        game.vehicles.clear()
        id = vehicle(game, owner, "wagon", 1, space, pm=2, stopped=stopped)
        game.fights = [Fight(fight, (Side(0), Side(1)))]
        game.marches = [March(0, CITY, trail=(CITY,), goal=goal)]
        end_march(game)
        return game.vehicles[id].pm

    assert (left(), left(owner=1), left(stopped=False), left(goal=CITY), left(fight=CITY)) == (0, 2, 2, 2, 2)
    army(game, WILD, 2, li=1)
    land(game, "serbia", holder=0)
    game.marches = [March(0, CITY, trail=("serbia", CITY))]
    end_march(game)
    assert game.lands["serbia"].holder == BARBARIANS, "what it left is looked at again"
    army(game, CITY, 0, li=1)
    game.marches = [March(0, CITY)]
    assert pushed(game, meet_or_expose) == [Meeting(0, CITY)]
    game.armies.clear()
    game.wars, game.turn = [War((0, 1), 1)], 2
    army(game, CITY, 1, li=1)
    assert pushed(game, meet_or_expose) == [Booty(1, CITY, 0)]


@pytest.mark.rule("MU-CARD-06", "MU-DIP-02")
def test_pressing_through_a_neutrals_land_is_an_attack():
    game = bare_table()
    game.marches = [March(0, SEA, pressing=True)]
    assert emitted(game, WarBegan, press_through, game.marches[-1]) == []
    assert not game.marches[-1].pressing
    game.marches = [March(0, "buda", pressing=True)]
    assert [event.other for event in emitted(game, WarBegan, press_through, game.marches[-1])] == [1]


@pytest.mark.rule("MU-MOV-05", "MU-TEC-12", "MU-MOV-01")
def test_what_may_be_done_with_a_group():
    game = bare_table()
    wagon, other = vehicle(game, 0, "wagon", 1, CITY, pm=2), vehicle(game, 0, "wagon", 1, CITY, pm=2)
    aboard = vehicle(game, 0, "wagon", 1, CITY, pm=2, aboard=wagon)
    army(game, CITY, 0, li=2)
    ask = ManageGroup(0)

    def options(**march):
        game.marches = [March(0, CITY, **march)]
        return options_of(game, ask)

    assert options() == [Halt(), Take(wagon), Take(other)]
    moving = [Go("adrianople"), Go("nicaea")]
    assert options(vehicles=(wagon,)) == [Halt(), *moving, Take(other), Board("li"), BoardAll()]
    group = {"vehicles": (wagon, other, aboard), "counts": counts(li=1), "steps": 1}
    leave = [Drop("li"), Leave(wagon), Leave(other)]
    assert options(**group) == [Halt(), *moving, Board("li"), BoardAll(), *leave]
    assert options(vehicles=(wagon,), steps=1, left=(other,), shed=("li",)) == [Halt(), *moving]
    assert options(**group, astray=True) == [*moving, Board("li"), BoardAll(), Drop("li")], "it may not stay"
    assert Halt() not in options(vehicles=(wagon,), steps=1, goal="adrianople")
    assert Halt() in options(vehicles=(wagon,), goal="adrianople")
    assert options(steps=1, astray=True)[0] == Halt(), "there is no way"
    game.marches = [March(0, CITY)]
    assert pushed(game, ask.resolve, Take(wagon)) == [ask]
    assert pushed(game, ask.resolve, Go("nicaea")) == []
    assert (game.marches[-1].vehicles, game.marches[-1].entering) == ((wagon, aboard), "nicaea")
    assert pushed(game, ask.resolve, Halt()) == []
    assert game.marches[-1].stopped
    assert [refusal.rule for refusal in ask.refusals(game, 0, Halt())] == []
    game.marches = [March(0, CITY, astray=True)]
    assert [refusal.rule for refusal in ask.refusals(game, 0, Halt())] == ["MU-TEC-12"]


@pytest.mark.rule("MU-MOV-04", "MU-MOV-07", "MU-MOV-05")
def test_the_preview_of_a_step_tells_its_cost():
    game = bare_table()
    game.marches = [March(0, CITY, counts=counts(li=1))]
    ask = ManageGroup(0)

    def told(to):
        return [(line.rule, line.amount, line.unit) for line in ask.preview(game, 0, Go(to))][:1]

    assert told("nicaea") == [("MU-MOV-04", -1, "pm")]
    land(game, CITY, military=3)
    assert told("nicaea") == [("MU-MOV-07", 0, "pm")]
    assert told(SEA) == [("MU-MOV-04", -1, "pm")]
    assert ask.preview(game, 0, Halt()) == []


@pytest.mark.rule("MU-MOV-01", "MU-MOV-05")
def test_why_nothing_moves_from_or_to_a_place():
    game = bare_table()
    game.phase, game.active = 5, 0
    vehicle(game, 0, "wagon", 1, CITY, pm=1)
    move, group = ChooseMove(0), ManageGroup(0)

    def rules(refusals):
        return [refusal.rule for refusal in refusals]

    options_of(game, move)
    assert rules(move.why_not(game, 0, CITY)) == []
    assert rules(move.why_not(game, 0, "smyrna")) == ["MU-MOV-02"]
    assert move.why_not(game, 0, "card:1") == [move.bare_refusal]
    assert rules(move.refusals(game, 0, Muster("smyrna"))) == ["MU-MOV-02"]
    assert rules(move.refusals(game, 0, PassRound())) == []
    game.marches = [March(0, CITY, (1,))]
    options_of(game, group)
    assert rules(group.why_not(game, 0, "nicaea")) == []
    assert rules(group.why_not(game, 0, "smyrna")) == ["MU-MOV-04"]
    assert group.why_not(game, 0, "card:1") == [group.bare_refusal]
    assert rules(group.refusals(game, 0, Go("smyrna"))) == ["MU-MOV-04"]
    assert rules(group.refusals(game, 0, Take(1))) == rules(group.refusals(game, 0, Halt())) == []
    game.marches = [March(0, CITY, (1,), astray=True)]
    told = [(refusal.rule, refusal.facts) for action in (Halt(), Leave(1)) for refusal in group.refusals(game, 0, action)]
    assert told == [("MU-TEC-12", {"space": CITY})] * 2
    assert rules(group.refusals(game, 0, Take(1))) == []


@pytest.mark.rule("MU-MOV-01")
def test_the_preview_of_an_attack_where_one_stands_names_both_armies():
    game = at_war()
    army(game, WILD, 0, li=2)
    army(game, WILD, 1, li=3)
    assert [line.facts for line in ChooseMove(0).preview(game, 0, Engage(WILD))] == [{"own": 2, "units": 3}]
    assert ChooseMove(0).preview(game, 0, PassRound()) == []


@pytest.mark.rule("MU-MOV-01")
def test_more_groups_are_brought_one_from_each_place():
    game = bare_table()
    for space in ("nicaea", "adrianople"):
        vehicle(game, 0, "wagon", 1, space, pm=1)
    ask = BringMore(0, CITY)
    assert options_of(game, ask) == [NoMore(), Muster("adrianople"), Muster("nicaea")]
    assert options_of(game, BringMore(0, CITY, ("nicaea",))) == [NoMore(), Muster("adrianople")]
    assert pushed(game, ask.resolve, NoMore()) == []
    assert pushed(game, ask.resolve, Muster("nicaea")) == [Movement(), BringMore(0, CITY, ("nicaea",))]
    assert game.marches == [March(0, "nicaea", goal=CITY, trail=("nicaea",))]


# -- meeting -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-MOV-09", "MU-BAR-01", "MU-BAT-16", "MU-BAR-06")
def test_resistance_and_hordes_come_first():
    game = bare_table()
    assert not meets_resistance(game, 0, WILD)
    army(game, WILD, 0, li=1)
    assert meets_resistance(game, 0, WILD)
    assert [(e.space, e.rule) for e in emitted(game, HordeAppeared, Meeting(0, WILD).resist)] == [(WILD, "MU-MOV-09")]
    assert emitted(game, HordeAppeared, Meeting(0, WILD).resist) == [], "they are there already"
    game.push(Meeting(0, WILD))
    game.stack[-1][0].horde(game)
    assert [frame for frame, _ in game.stack] == [Meeting(0, WILD, (BARBARIANS,)), Battle()]
    assert game.fights[-1] == Fight(WILD, (Side(0), Side(BARBARIANS)))
    lay_effect(game, "no-fight", WILD)
    assert pushed(game, Meeting(0, WILD).horde) == []
    game.effects.clear()
    assert pushed(game, Meeting(1, WILD).horde) == [], "he has no army there"
    game.armies.clear()
    army(game, WILD, 0, li=1)
    army(game, WILD, 1, li=1)
    assert not meets_resistance(game, 0, WILD)
    assert pushed(game, Meeting(0, WILD).horde) == []
    army(game, CITY, 1, li=1)
    assert not meets_resistance(game, 1, CITY)
    vehicle(game, 0, "galley", 1, SEA, cargo=Army(0, counts(li=1)))
    assert not meets_resistance(game, 0, SEA)


@pytest.mark.rule("MU-MOV-12")
def test_entering_land_without_right_is_an_attack():
    game = bare_table()
    army(game, "buda", 0, li=1)
    army(game, WILD, 0, li=1)
    army(game, CITY, 0, li=1)
    army(game, "pozsony", 2, li=1)
    for meeting in (Meeting(0, "buda", arrived=False), Meeting(0, WILD), Meeting(0, CITY), Meeting(0, SEA), Meeting(0, "kassa")):
        assert emitted(game, WarBegan, meeting.invade) == []
    game.pacts = {1: Pact(parties=(1, 2), kinds=("passage",))}
    assert emitted(game, WarBegan, Meeting(2, "pozsony").invade) == []
    assert [(e.seat, e.other) for e in emitted(game, WarBegan, Meeting(0, "buda").invade)] == [(0, 1)]


@pytest.mark.rule("MU-BAT-16")
def test_foes_are_chosen_one_by_one():
    game = at_war()
    for owner in (0, 1, 2, BARBARIANS):
        army(game, WILD, owner, li=1)
    game.push(Meeting(0, WILD))
    assert game.stack[-1][0].foes(game) == "foes"
    assert game.stack[-1][0] == ChooseFoe(0, WILD)
    assert options_of(game, ChooseFoe(0, WILD)) == [Attack(1), Attack(2)], "an enemy at war is there: somebody is fought"
    assert options_of(game, ChooseFoe(0, WILD, (1,))) == [Refrain(), Attack(2)]
    assert options_of(game, ChooseFoe(0, WILD, (BARBARIANS,))) == [Refrain(), Attack(1), Attack(2)]
    assert options_of(game, ChooseFoe(2, WILD)) == [Refrain(), Attack(0), Attack(1)]
    assert Meeting(0, WILD, (1, 2)).foes(game) is None
    lay_effect(game, "no-fight", WILD)
    assert Meeting(0, WILD).foes(game) is None
    game.effects.clear()
    game.stack.clear()
    game.push(Meeting(0, WILD), CombatPhase())
    ChooseFoe(0, WILD).resolve(game, Attack(2))
    assert game.stack[1][0].fought == (2,)
    assert game.fights[-1] == Fight(WILD, (Side(0), Side(2)))
    assert game.wars[-1] == War((0, 2), 1, by=0), "an attack without war begins one"
    game.stack.clear()
    game.push(Meeting(0, WILD), CombatPhase())
    ChooseFoe(0, WILD, (2,)).resolve(game, Refrain())
    assert game.stack[1][0].fought == (2, 1)
    assert [line.rule for line in ChooseFoe(0, WILD).preview(game, 0, Attack(1))] == ["MU-BAT-05"]
    assert ChooseFoe(0, WILD).preview(game, 0, Refrain()) == []


@pytest.mark.rule("MU-NAV-04", "MU-CON-02", "MU-CON-01", "MU-MOV-11", "MU-BAT-15")
def test_booty_and_possession_are_for_whoever_is_left():
    game = at_war()
    vehicle(game, 0, "galley", 1, SEA, cargo=Army(0, counts(li=1)))
    vehicle(game, 1, "galley", 1, SEA)
    assert pushed(game, Meeting(0, SEA, (2, 1)).booty) == [Booty(0, SEA, 1)]
    assert pushed(game, Meeting(0, SEA).booty) == [Booty(0, SEA, BARBARIANS)]
    army(game, WILD, 1, li=1)
    vehicle(game, 0, "wagon", 1, WILD)
    assert pushed(game, Meeting(0, WILD, (1,)).booty) == [Booty(1, WILD, 0)]
    assert pushed(game, Meeting(0, WILD).booty) == [], "nobody has beaten him"
    army(game, "buda", 0, li=1)
    vehicle(game, 1, "wagon", 1, "buda")
    assert pushed(game, Meeting(0, "buda", (1,)).booty) == [], "the conquest settles it"
    assert pushed(game, Meeting(0, "buda").possess) == [Conquest(0, "buda", 1)]
    assert pushed(game, Meeting(0, "buda", arrived=False).possess) == [Conquest(0, "buda", 1)]
    army(game, "tana", 0, li=1)
    assert pushed(game, Meeting(0, "tana").possess) == [Conquest(0, "tana", 2)]
    assert pushed(game, Meeting(0, "tana", arrived=False).possess) == [], "no war"
    assert pushed(game, Meeting(0, WILD).possess) == []
    assert pushed(game, Meeting(0, WILD).settle) == [Ravage(WILD)]


@pytest.mark.rule("MU-CON-01", "MU-DIP-01", "MU-BAR-06")
def test_which_land_an_army_can_take():
    game = at_war()
    assert not can_possess(game, 0, "buda")
    army(game, "buda", 0, li=1)
    assert can_possess(game, 0, "buda")
    assert is_lost_by_attack(game, 0, "buda")
    assert quarrels(game, 0) == ["buda"]
    army(game, "buda", 2, li=1)
    assert can_possess(game, 0, "buda"), "a neutral's army beside it"
    army(game, "buda", 1, li=1)
    assert not can_possess(game, 0, "buda")
    game.wars = []
    assert not can_possess(game, 0, "buda"), "its holder stands in it"
    game.wars = [War((0, 1), 1)]
    game.armies.clear()
    army(game, CITY, 0, li=1)
    army(game, WILD, 0, li=1)
    vehicle(game, 0, "galley", 1, SEA, cargo=Army(0, counts(li=1)))
    assert not can_possess(game, 0, CITY)
    assert not can_possess(game, 0, SEA)
    assert can_possess(game, 0, WILD)
    assert not is_lost_by_attack(game, 0, WILD)
    assert not is_lost_by_attack(game, 0, SEA)
    assert quarrels(game, 0) == []
    army(game, WILD, 2, li=1)
    assert not can_possess(game, 0, WILD)
    assert quarrels(game, 0) == [WILD]
    lay_effect(game, "no-fight", WILD)
    assert quarrels(game, 0) == []
    game.effects.clear()
    game.armies.pop(WILD)
    army(game, "buda", 0, li=1)
    assert is_prey(game, 0, BARBARIANS)
    assert is_prey(game, 0, 1)
    assert not is_prey(game, 0, 2)
    game.pacts = {1: Pact(parties=(0, 1), kinds=("passage",))}
    assert not can_possess(game, 0, "buda"), "a guest"
    assert not is_prey(game, 0, 1)
    game.pacts = {1: Pact(parties=(0, 1), kinds=("peace",))}
    assert not is_prey(game, 0, 1)
    game.pacts = {}
    game.wars = [War((0, 1), 2)]
    assert not is_prey(game, 0, 1), "a war of this turn"
    army(game, "serbia", 0, li=1)
    army(game, "serbia", BARBARIANS, li=1)
    assert quarrels(game, 0) == ["serbia"]


# -- removal -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-DIP-02", "MU-CON-02")
def test_lone_pieces_that_may_be_seized():
    game = at_war()
    army(game, WILD, 0, li=1)
    first = vehicle(game, 1, "wagon", 1, WILD)
    vehicle(game, 1, "caravan", 1, WILD)
    third = vehicle(game, 2, "caravan", 1, WILD)
    vehicle(game, 0, "wagon", 1, WILD)
    vehicle(game, 1, "wagon", 1, "buda")
    assert list(seize_options(game, 0)) == [Seize(first), Seize(third)], "one for each owner"
    game.wars = [War((0, 1), 1, truce=2)]
    assert list(seize_options(game, 0)) == [Seize(third)]
    for seat in (0, 2):
        player(game, seat, team=1)
    assert list(seize_options(game, 0)) == []
    game.wars = []
    army(game, WILD, 2, li=1)
    assert list(seize_options(game, 0)) == []
    assert is_prize(game, 0, first)
    for _ in range(8):
        vehicle(game, 0, "wagon", 1, CITY)
    assert is_prize(game, 0, first), "it can be pillaged"
    lay_effect(game, "safe", f"v:{first}")
    assert not is_prize(game, 0, first)


@pytest.mark.rule("MU-MOV-14")
def test_own_pieces_are_removed_in_own_turns_only():
    game = bare_table()
    game.phase, game.active = 4, 0
    assert list(dismissals(game, 0)) == [], "nothing to remove"
    army(game, CITY, 0, li=1)
    wagon = vehicle(game, 0, "wagon", 1, CITY)
    vehicle(game, 0, "galley", 1, SEA, cargo=Army(0, counts(hi=1)))
    for phase, offers in ((3, 0), (4, 1), (5, 1), (6, 1), (7, 0)):
        game.phase = phase
        assert list(dismissals(game, 0)) == [Dismiss()] * offers
    game.phase = 5
    assert list(dismissals(game, 1)) == []
    for used, offers in ((1, 1), (2, 0)):
        now(game, 0, dismissals=used)
        assert list(dismissals(game, 0)) == [Dismiss()] * offers
    now(game, 0, dismissals=0)
    game.fights = [Fight(WILD, (Side(0), Side(1)))]
    assert list(dismissals(game, 0)) == []
    game.fights, game.marches = [], [March(0, CITY)]
    assert list(dismissals(game, 0)) == []
    pieces = ["v:1", "v:2", f"unit:{CITY}:0:li", f"unit:{SEA}:0:hi"]
    assert options_of(game, ChooseRemoval(0)) == [DoneRemoving(), *map(Remove, pieces)]
    assert pushed(game, ChooseRemoval(0).resolve, Remove(f"v:{wagon}")) == [ChooseRemoval(0)]
    assert wagon not in game.vehicles
    assert pushed(game, ChooseRemoval(0).resolve, DoneRemoving()) == []
    land(game, WILD, holder=0)
    army(game, WILD, 0, li=1)
    ChooseRemoval(0).resolve(game, Remove(f"unit:{WILD}:0:li"))
    assert (game.lands[WILD].holder, WILD in game.armies) == (BARBARIANS, False)


# -- hordes that arrive ------------------------------------------------------------------------------------


@pytest.mark.rule("MU-EVT-14", "MU-BAR-06", "MU-BAR-07")
def test_a_horde_that_arrives_fights_every_army_and_then_pillages():
    game = bare_table()
    army(game, WILD, BARBARIANS, li=1)
    assert pushed(game, Arrival(WILD).warn) == [Window("W-2e", WILD)]
    assert Arrival(WILD).fight(game) is None
    assert pushed(game, Arrival(WILD).waste) == [Ravage(WILD, warned=True)]
    assert pushed(game, Arrival(WILD, fought=True).waste) == [Ravage(WILD)]
    army(game, WILD, 2, li=1)
    army(game, WILD, 1, li=1)
    game.push(Arrival(WILD))
    assert game.stack[-1][0].fight(game) == "fight"
    assert [frame for frame, _ in game.stack] == [Arrival(WILD, fought=True), Battle()]
    assert game.fights[-1] == Fight(WILD, (Side(BARBARIANS), Side(1)))
    lay_effect(game, "no-fight", WILD)
    assert Arrival(WILD).fight(game) == "waste"
    game.effects.clear()
    game.armies[WILD] = tuple(one for one in game.armies[WILD] if one.owner != BARBARIANS)
    assert Arrival(WILD).fight(game) == "waste"


@pytest.mark.rule("MU-BAR-07", "MU-CARD-51", "MU-CARD-30")
def test_ravaging_is_announced_where_there_is_prey_and_done_where_they_stand_alone():
    game = bare_table()
    army(game, "smyrna", BARBARIANS, li=1)
    assert pushed(game, Ravage("smyrna").announce) == []
    land(game, "smyrna", civil=1)
    assert pushed(game, Ravage("smyrna").announce) == [Window("W-6c", "smyrna")]
    assert pushed(game, Ravage("smyrna", warned=True).announce) == []
    army(game, "smyrna", 1, li=1)
    Ravage("smyrna").waste(game)
    assert (game.lands["smyrna"].civil, game.lands["smyrna"].holder) == (1, BARBARIANS)
    game.armies.pop("smyrna")
    army(game, "smyrna", BARBARIANS, li=1)
    Ravage("smyrna").waste(game)
    assert game.lands["smyrna"].civil == 0
