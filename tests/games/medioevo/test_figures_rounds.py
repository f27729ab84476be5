"""What the steps of a round do, its dice, damage and end, in figures, on both sides of every condition."""

import pytest

from marchland.games.medioevo.rules.battle.aftermath import (
    BattleEnded,
    CloseRound,
    PrisonersFreed,
    end_battle,
    free_captives,
    judge,
    read_sinking,
    remember_losses,
)
from marchland.games.medioevo.rules.battle.battle import Battle, RoundFought
from marchland.games.medioevo.rules.battle.damage import (
    Captured,
    ChooseDamage,
    Hurt,
    HurtAboard,
    HurtTrapped,
    TakeDamage,
    deal,
    hits,
    hurt,
    imprison,
    is_captured,
    is_jailer_waiting,
    targets,
)
from marchland.games.medioevo.rules.battle.flight import OfferTerms
from marchland.games.medioevo.rules.battle.melee import (
    ChooseReroll,
    ChooseSacrifice,
    Ease,
    KeepDice,
    PressHome,
    Reroll,
    Roll,
    RollDice,
    Sacrifice,
    SacrificeAboard,
    UseSuperiority,
    horde_sacrifice,
    sacrifices,
)
from marchland.games.medioevo.rules.cards.throws import Throw
from marchland.games.medioevo.rules.cards.windows import Window
from marchland.games.medioevo.rules.components.armies import UnitChanged, UnitLost
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.state import (
    BARBARIANS,
    NO_UNITS,
    Army,
    BattleRecord,
    Circle,
    Crew,
    Prisoner,
    RoundRecord,
    Special,
)
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE

from .bare import (
    OUTER,
    SEA,
    WILD,
    army,
    at_sea,
    counts,
    duel,
    emitted,
    land,
    lay_effect,
    numbers,
    player,
    pushed,
    roll_next,
    set_fight,
    set_side,
    side,
    vehicle,
)

# -- the steps of a round ----------------------------------------------------------------------------------


@pytest.mark.rule("MU-SIE-01", "MU-CTL-03", "MU-CARD-01")
def test_the_first_step_takes_the_token_off_and_opens_a_moment_if_anything_fires():
    game = duel({"li": 2}, {"li": 1})
    land(game, WILD, token=2)
    assert pushed(game, Battle().artillery) == []
    assert (game.lands[WILD].token, game.fights[-1].rolled) == (BARBARIANS, False)
    engine = vehicle(game, 0, "engine", 1, WILD)
    set_side(game, 0, crews=(Crew(engine, counts(li=1)),))
    assert pushed(game, Battle().artillery) == [Window("W-B2", WILD)]
    assert game.fights[-1].rolled
    land(game, WILD, token=2)
    lay_effect(game, "no-fight", WILD)
    assert Battle().artillery(game) is None, "dice have fallen"
    assert game.lands[WILD].token == BARBARIANS
    banned = duel({"li": 2}, {"li": 1})
    land(banned, WILD, token=2)
    lay_effect(banned, "no-fight", WILD)
    for step in (Battle().artillery, Battle().archery, Battle().fix_powers):
        assert step(banned) == "finish"
    assert banned.lands[WILD].token == 2
    assert not banned.fights[-1].melee


@pytest.mark.rule("MU-SIE-02", "MU-BAT-02", "MU-BAT-08")
def test_damage_is_taken_by_those_who_have_some_the_attacker_first():
    game = duel({"li": 3}, {"li": 3})
    for first, second in ((2, 1), (1, 0), (0, 1), (0, 0)):
        set_side(game, 0, pending=first)
        set_side(game, 1, pending=second)
        expected = [TakeDamage(index) for index, points in enumerate((first, second)) if points]
        for step in (Battle().damage, Battle().count_losses):
            assert pushed(game, step) == expected
    engine = vehicle(game, 0, "engine", 1, WILD)
    set_side(game, 0, crews=(Crew(engine, dice=(1,)),))
    assert pushed(game, Battle().artillery_damage) == [TakeDamage(1)]
    assert side(game, 1).pending == 2
    set_side(game, 0, arrows=(1, 2, 8))
    set_side(game, 1, arrows=(3,))
    assert pushed(game, Battle().archery_damage) == [TakeDamage(0), TakeDamage(1)]
    assert [one.pending for one in game.fights[-1].sides] == [1, 2]
    assert game.fights[-1].step == "archery"


@pytest.mark.rule("MU-BAT-08", "MU-BAT-07")
def test_bows_are_drawn_and_shoot_while_both_sides_stand():
    game = duel({"arc": 2}, {"li": 1})
    assert pushed(game, Battle().draw_bows) == [Window("W-B3", WILD)]
    assert pushed(game, Battle().assemble) == [Window("W-B4", WILD)]
    roll_next(game, 2, 7)
    assert pushed(game, Battle().archery) == [Window("W-B3b", WILD)]
    assert (side(game, 0).arrows, side(game, 1).arrows, game.fights[-1].rolled) == ((2, 7), (), True)
    quiet = duel({"li": 2}, {"li": 1})
    assert pushed(quiet, Battle().archery) == []
    assert not quiet.fights[-1].rolled
    set_side(quiet, 1, sure=1)
    assert pushed(quiet, Battle().archery) == [Window("W-B3b", WILD)]
    quiet = duel({"li": 1}, {"arc": 1})
    roll_next(quiet, 5)
    assert pushed(quiet, Battle().archery) == [Window("W-B3b", WILD)]
    for left in (0, 1):
        alone = duel({"li": 1}, {"li": 1})
        alone.armies[WILD] = (alone.armies[WILD][left],)
        assert Battle().draw_bows(alone) == Battle().assemble(alone) == "close_round"


@pytest.mark.rule("MU-BAT-07", "MU-BAT-02", "MU-EMP-07")
def test_powers_are_fixed_for_both_sides():
    game = duel({"li": 3, "cav": 1, "arc": 2}, {"hi": 2, "cav": 1})
    assert Battle().fix_powers(game) is None
    assert [one.powers for one in game.fights[-1].sides] == [("li:3",), ("hi:2",)]
    assert game.fights[-1].melee
    assert pushed(game, Battle().attacker_rolls) == [RollDice(0)]
    assert pushed(game, Battle().defender_rolls) == [RollDice(1)]
    assert pushed(game, Battle().dice_final) == [Window("W-B5", WILD)]


@pytest.mark.rule("MU-BAT-05", "MU-BAT-06", "MU-BAT-02")
@pytest.mark.parametrize(
    ("mine", "theirs", "attacks", "score", "winner"),
    [
        ((1, 2, 6), (1, 2, 7), (6, 6), 0, None),
        ((1, 2, 7), (1, 2, 7), (7, 6), 1, 0),
        ((1, 2, 8), (1, 2, 4), (8, 3), 2, 0),
        ((1, 2, 3), (1, 2, 8), (3, 7), 3, 1),
        ((1, 2, 5), (1, 2, 7), (5, 6), 1, 1),
    ],
)
def test_the_higher_attack_wins_by_the_difference_capped_by_its_units(mine, theirs, attacks, score, winner):
    """Two units attack, three defend; the second in the order fights at -1."""
    game = duel({"hi": 2}, {"hi": 3})
    set_side(game, 0, dice=mine)
    set_side(game, 1, dice=theirs)
    told = emitted(game, RoundFought, Battle().compare)
    assert [(e.place, e.attacks, e.score, e.winner) for e in told] == [(WILD, attacks, score, winner)]
    fight = game.fights[-1]
    assert (fight.winner, fight.score, fight.superiority) == (-1 if winner is None else winner, score, 0)
    for seat in (0, 1):
        assert game.now[seat].rounds == (RoundRecord(attacks[seat], 0, winner == seat),)


@pytest.mark.rule("MU-BAT-05")
def test_superiority_is_asked_for_each_twenty_points_and_taken_by_barbarians():
    game = duel({"hi": 9}, {"hi": 3})
    set_side(game, 0, dice=(4, 4, 4), crews=(Crew(1, dice=(1,)), Crew(2)))
    set_side(game, 1, dice=(1, 2, 5))
    Battle().compare(game)
    assert (game.fights[-1].superiority, game.fights[-1].score) == (3, 9)
    assert game.now[0].rounds[0].own_engines_fired == 1
    assert pushed(game, Battle().superiority) == [UseSuperiority(0)] * 3
    game.push(UseSuperiority(0))
    assert list(game.options()) == [PressHome(), Ease()]
    UseSuperiority(0).resolve(game, PressHome())
    UseSuperiority(0).resolve(game, Ease())
    UseSuperiority(0).resolve(game, Ease())
    assert (game.fights[-1].score, game.fights[-1].eased) == (10, 2)
    horde = duel({"hi": 9}, {"hi": 3}, attacker=BARBARIANS)
    set_fight(horde, winner=0, score=5, superiority=2)
    assert pushed(horde, Battle().superiority) == []
    assert horde.fights[-1].score == 7
    set_fight(horde, superiority=0)
    assert pushed(horde, Battle().superiority) == []
    assert horde.fights[-1].score == 7


@pytest.mark.rule("MU-BAT-11")
@pytest.mark.parametrize(("winner", "before"), [(0, (0, 5 + 2)), (1, (5 + 4, 0)), (-1, (4, 2))])
def test_score_and_cavalry_lie_before_the_loser_and_on_a_tie_cavalry_alone_before_both(winner, before):
    game = duel({"cav": 9}, {"cav": 3})
    set_side(game, 0, powers=("cav:1",))
    set_side(game, 1, powers=("cav:2",))
    set_fight(game, winner=winner, score=5)
    assert pushed(game, Battle().score_known) == [Window("W-B6", WILD)]
    assert tuple(one.pending for one in game.fights[-1].sides) == before
    for index in (0, 1):
        set_side(game, index, powers=())
    set_fight(game, winner=-1)
    assert pushed(game, Battle().score_known) == []
    assert game.fights[-1].step == "melee"


@pytest.mark.rule("MU-BAT-02", "MU-CAP-02")
def test_both_count_losses_but_the_winner_eases_his_and_the_prey_of_a_capture_none():
    game = duel({"li": 9}, {"li": 9})
    set_side(game, 0, dice=(3, 4, 5))
    set_side(game, 1, dice=(4, 4, 5))
    set_fight(game, winner=0, eased=2)
    assert pushed(game, Battle().losses) == [Window("W-B7", WILD)]
    assert ([one.pending for one in game.fights[-1].sides], game.fights[-1].step) == ([1, 4], "losses")
    set_fight(game, eased=9)
    Battle().losses(game)
    assert [one.pending for one in game.fights[-1].sides] == [0, 4]
    set_side(game, 0, capturing=True)
    assert pushed(game, Battle().losses) == []
    assert [one.pending for one in game.fights[-1].sides] == [0, 0], "the captor's prey is spared"
    set_side(game, 1, lost=counts(li=1))
    assert pushed(game, Battle().losses) == [Window("W-B7", WILD)], "somebody has fallen"
    set_fight(game, winner=1, eased=1)
    Battle().losses(game)
    assert [one.pending for one in game.fights[-1].sides] == [3, 3], "a lost capture is an ordinary round"


@pytest.mark.rule("MU-SUR-01", "MU-BAT-02")
def test_terms_are_for_players_of_whom_both_are_left_and_undecided():
    game = duel({"li": 1}, {"li": 1})
    assert pushed(game, Battle().terms) == [OfferTerms(0, 0)]
    assert pushed(game, Battle().answering_terms) == [OfferTerms(1, 1)]
    set_fight(game, outcome="surrendered")
    assert pushed(game, Battle().terms) == []
    for left in (0, 1):
        alone = duel({"li": 1}, {"li": 1})
        alone.armies[WILD] = (alone.armies[WILD][left],)
        assert pushed(alone, Battle().terms) == []
    assert pushed(duel({"li": 1}, {"li": 1}, defender=BARBARIANS), Battle().terms) == []
    assert pushed(duel({"li": 1}, {"li": 1}, attacker=BARBARIANS), Battle().answering_terms) == []


# -- dice --------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BAT-03", "MU-BAR-05", "MU-BAT-09")
def test_dice_of_players_fall_and_those_of_barbarians_lie_in_the_circle():
    game = duel({"li": 2}, {"hi": 1}, defender=BARBARIANS)
    game.circle = Circle((2, 3, 4))
    roll_next(game, 4, 6, 8)
    RollDice(0).throw(game)
    assert game.fights[-1].rolled
    set_fight(game, rolled=False)
    RollDice(1).throw(game)
    assert (side(game, 0).dice, side(game, 1).dice, game.fights[-1].rolled) == ((4, 6, 8), (2, 3, 4), False)
    assert pushed(game, RollDice(0).throw_again) == [ChooseReroll(0, 0)]
    assert pushed(game, RollDice(1).throw_again) == []
    assert pushed(game, RollDice(0).sacrifice) == []
    set_side(game, 0, powers=("li:1",))
    assert pushed(game, RollDice(0).sacrifice) == [ChooseSacrifice(0, 0)]
    game.push(ChooseReroll(0, 0))
    sets = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    assert list(game.options()) == [KeepDice(), *map(Reroll, sets)]
    roll_next(game, 1, 5)
    ChooseReroll(0, 0).resolve(game, Reroll((0, 2)))
    assert side(game, 0).dice == (1, 6, 5)
    ChooseReroll(0, 0).resolve(game, KeepDice())
    assert side(game, 0).dice == (1, 6, 5)


@pytest.mark.rule("MU-BAT-09")
def test_who_may_be_sacrificed_and_how_often():
    game = duel({"li": 3, "cap1": 1, "cap2": 1}, {"hi": 1})
    assert sacrifices(game, 0) == []
    set_side(game, 0, powers=("li:2", "hi:9"))
    assert sacrifices(game, 0) == ["li"]
    set_side(game, 0, uses=("as:li",))
    assert sacrifices(game, 0) == ["li", "cap1", "cap2"]
    ask = ChooseSacrifice(0, 0)
    game.push(ask)
    assert list(game.options()) == [Roll(), Sacrifice("li"), Sacrifice("cap1"), Sacrifice("cap2")]
    game.outbox = []
    assert pushed(game, ask.resolve, Sacrifice("li")) == [ask]
    assert pushed(game, ask.resolve, Sacrifice("cap1")) == [], "two were allowed"
    assert [(e.owner, e.kind, e.space, e.rule) for e in game.outbox if isinstance(e, UnitLost)] == [
        (0, "li", WILD, "MU-BAT-09"),
        (0, "cap1", WILD, "MU-BAT-09"),
    ]
    assert (side(game, 0).sacrificed, numbers(game, WILD, 0)) == (2, {"li": 2, "cap2": 1})
    set_side(game, 0, sacrificed=0)
    assert pushed(game, ask.resolve, Roll()) == []
    assert side(game, 0).sacrificed == 0
    army(game, WILD, 0, cap1=1)
    set_side(game, 0, uses=())
    assert sacrifices(game, 0) == []


@pytest.mark.rule("MU-BAT-09")
def test_at_sea_the_galley_that_gives_up_a_unit_is_named():
    game = at_sea({"li": 1}, {"hi": 1})
    set_side(game, 0, powers=("li:2",))
    ask = ChooseSacrifice(0, 0)
    game.push(ask)
    assert list(game.options()) == [Roll(), Sacrifice("li")]
    third = vehicle(game, 0, "galley", 1, SEA, cargo=Army(0, counts(li=2)))
    game.stack.clear()
    game.push(ask)
    assert list(game.options()) == [Roll(), SacrificeAboard("li", 1), SacrificeAboard("li", third)]
    ask.resolve(game, SacrificeAboard("li", 1))
    assert game.vehicles[1].cargo is None
    assert game.vehicles[third].cargo == Army(0, counts(li=2))


@pytest.mark.rule("MU-BAR-04")
@pytest.mark.parametrize(
    ("light", "enemies", "powers", "given"),
    [
        (1, 9, ("li:1",), 0),
        (2, 9, ("li:2",), 1),
        (3, 9, ("li:3",), 1),
        (4, 9, ("li:4",), 2),
        (5, 9, ("li:5",), 2),
        (4, 4, ("li:4",), 0),
        (4, 5, ("li:4",), 2),
        (4, 9, ("hi:4",), 0),
    ],
)
def test_an_outnumbered_horde_gives_up_light_infantry(light, enemies, powers, given):
    game = duel({"hi": enemies}, {"li": light}, defender=BARBARIANS)
    set_side(game, 1, powers=powers)
    horde_sacrifice(game, 1)
    assert (side(game, 1).sacrificed, numbers(game, WILD, BARBARIANS).get("li", 0)) == (given, light - given)


# -- damage ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BAT-13")
def test_points_are_taken_one_by_one_aimed_ones_first():
    game = duel({"hi": 2, "arc": 1}, {"li": 1})
    set_side(game, 0, pending=3, aimed=("cav", "arc"), wounded=(("li", "hi"),))
    set_fight(game, step="melee")
    take = TakeDamage(0)
    assert take.point(game) == "point"
    assert (numbers(game, WILD, 0), side(game, 0).aimed, side(game, 0).pending) == ({"hi": 2}, ("cav",), 2)
    assert pushed(game, take.point) == [ChooseDamage(0, 0)]
    set_side(game, 0, pending=0)
    assert take.point(game) == DONE
    assert (side(game, 0).pending, side(game, 0).aimed, side(game, 0).wounded) == (0, (), ())
    set_side(game, 0, pending=5)
    game.armies.pop(WILD)
    assert take.point(game) == DONE
    assert side(game, 0).pending == 0, "nobody is left to take it"


@pytest.mark.rule("MU-BAT-13")
def test_a_horde_loses_light_infantry_then_archers_then_captains():
    game = duel({"li": 1}, {"cap1": 1, "arc": 1, "li": 1, "cap2": 1}, defender=BARBARIANS)
    set_side(game, 1, pending=4)
    set_fight(game, step="losses")
    game.outbox = []
    for _ in range(4):
        TakeDamage(1).point(game)
    assert [event.kind for event in game.outbox if isinstance(event, UnitLost)] == ["li", "arc", "cap1", "cap2"]


@pytest.mark.rule("MU-BAT-13", "MU-NAV-04")
def test_who_can_be_hit_fighters_before_crews_and_by_which_galley():
    game = duel({"li": 1, "hi": 1, "arc": 1}, {"li": 1})
    set_side(game, 0, crews=(Crew(1, counts(hi=1)),), benched=counts(arc=1))
    assert targets(game, 0) == ["li", "arc"]
    assert list(hits(game, 0, "li")) == [Hurt("li")]
    assert list(hits(game, 0, "arc")) == [Hurt("arc")]
    army(game, WILD, 0, arc=2)
    assert list(hits(game, 0, "arc")) == [Hurt("arc"), HurtTrapped("arc")]
    army(game, WILD, 0, hi=1)
    set_side(game, 0, benched=NO_UNITS)
    assert targets(game, 0) == ["hi"], "crews when no others are left"
    sea = at_sea({"li": 1}, {"li": 1})
    assert list(hits(sea, 0, "li")) == [Hurt("li")]
    third = vehicle(sea, 0, "galley", 1, SEA, cargo=Army(0, counts(li=2)))
    assert list(hits(sea, 0, "li")) == [HurtAboard("li", 1), HurtAboard("li", third)]
    set_fight(sea, step="losses")
    ChooseDamage(0, 0).resolve(sea, HurtAboard("li", 1))
    assert sea.vehicles[1].cargo is None


@pytest.mark.rule("MU-BAT-13")
def test_a_hit_weakens_or_kills_and_follows_bench_and_crew():
    game = duel({"cav": 1, "hi": 2}, {"li": 1})
    set_fight(game, step="archery")
    set_side(game, 0, pending=4, benched=counts(hi=1))
    told = emitted(game, UnitChanged, ChooseDamage(0, 0).resolve, HurtTrapped("hi"))
    assert [(e.kind, e.into, e.rule) for e in told] == [("hi", "li", "MU-BAT-08")]
    assert (side(game, 0).pending, side(game, 0).suffered, side(game, 0).benched) == (3, 1, counts(li=1))
    ChooseDamage(0, 0).resolve(game, Hurt("cav"))
    assert side(game, 0).wounded == (("li", "hi"), ("hi", "cav"))
    ChooseDamage(0, 0).resolve(game, Hurt("hi"))
    assert side(game, 0).wounded == (("li", "hi"), ("li", "cav"))
    set_side(game, 0, crews=(Crew(1, counts(hi=1)), Crew(2, counts(hi=1))), benched=NO_UNITS)
    army(game, WILD, 0, hi=2)
    hurt(game, 0, "hi")
    assert side(game, 0).crews == (Crew(1, counts(li=1)), Crew(2, counts(hi=1))), "it serves on as Light infantry"
    hurt(game, 0, "li")
    assert side(game, 0).crews == (Crew(1), Crew(2, counts(hi=1)))
    assert side(game, 0).lost == counts(li=1)
    assert (game.now[0].own_units_lost, game.now[1].enemy_units_killed, game.now[1].units_killed_by_archery) == (1, 1, 1)


@pytest.mark.rule("MU-CAP-01", "MU-CARD-39")
def test_prisoners_are_taken_by_step_eight_of_a_won_capture_or_by_a_jailer():
    game = duel({"li": 9}, {"li": 3})
    set_side(game, 0, capturing=True)
    for step, winner, taken in (("melee", 0, True), ("melee", 1, False), ("archery", 0, False), ("losses", 0, False)):
        set_fight(game, step=step, winner=winner)
        assert is_captured(game, 1) == taken
        assert not is_jailer_waiting(game, 1)
    set_side(game, 0, capturing=False)
    set_side(game, 1, jailed=1)
    for step, taken in (("melee", True), ("archery", True), ("losses", False)):
        set_fight(game, step=step, winner=1)
        assert is_jailer_waiting(game, 1) == taken
        assert not is_captured(game, 1)
    set_side(game, 1, jailed=0)
    set_fight(game, step="melee", winner=0)
    assert not is_jailer_waiting(game, 1)
    horde = duel({"li": 9}, {"li": 3}, defender=BARBARIANS)
    set_side(horde, 0, capturing=True)
    set_side(horde, 1, jailed=1)
    set_fight(horde, step="melee", winner=0)
    assert not is_captured(horde, 1)
    assert not is_jailer_waiting(horde, 1)


@pytest.mark.rule("MU-CAP-01")
def test_a_prisoner_is_what_it_was_before_if_that_figure_is_left():
    game = duel({"li": 9}, {"li": 2})
    army(game, WILD, 1, [Special("li", "hi", 2)], li=2)
    before = game.players[1].reserve
    imprison(game, 1, "li", "li")
    assert game.prisoners == [], "a lent unit goes back to whose it is"
    assert game.players[2].reserve[1] == 21
    told = emitted(game, Captured, imprison, 1, "li", "cav")
    assert [(e.seat, e.owner, e.kind) for e in told] == [(0, 1, "cav")]
    assert game.prisoners == [Prisoner(0, 1, "cav")]
    assert (side(game, 0).captives, game.now[0].captured) == (("cav",), 1)
    assert game.players[1].reserve == (before[0] + 1, before[1], before[2] - 1, *before[3:])
    player(game, 1, reserve=(20, 0, 0, 0, 0))
    imprison(game, 1, "li", "cav")
    assert game.prisoners == [Prisoner(0, 1, "cav"), Prisoner(0, 1, "li")]
    assert game.players[1].reserve == (20, 0, 0, 0, 0)


@pytest.mark.rule("MU-BAT-13", "MU-CARD-27", "MU-CARD-29")
def test_damage_dealt_is_spared_deferred_or_pending():
    game = duel({"li": 9}, {"li": 2})
    set_side(game, 0, spared=1)
    deal(game, 0, 0, "archery")
    assert (side(game, 0).spared, side(game, 0).pending) == (1, 0)
    deal(game, 0, 3, "archery")
    assert (side(game, 0).spared, side(game, 0).pending, game.fights[-1].step) == (0, 2, "archery")
    set_side(game, 1, lingering=True, deferred=1)
    for step, damage in (("artillery", 4), ("archery", 2)):
        deal(game, 1, damage, step)
    assert (side(game, 1).deferred, side(game, 1).pending) == (3, 0)
    assert [(late.name, late.seat, late.amount, late.until) for late in game.effects] == [("late-stones", 1, 4, "round")]
    deal(game, 1, 2, "melee")
    assert (side(game, 1).deferred, side(game, 1).pending) == (3, 2)


# -- the end of a round and of a battle --------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-29", "MU-NAV-04")
def test_late_casualties_leave_and_empty_galleys_are_at_risk_once():
    game = duel({"li": 9}, {"li": 2})
    assert pushed(game, CloseRound().late_casualties) == []
    set_side(game, 1, deferred=2)
    set_fight(game, step="losses")
    assert pushed(game, CloseRound().late_casualties) == [TakeDamage(1)]
    assert (side(game, 1).pending, side(game, 1).deferred, game.fights[-1].step) == (2, 0, "archery")
    assert pushed(game, CloseRound().late_stones) == []
    lay_effect(game, "late-stones", seat=1, amount=3)
    assert pushed(game, CloseRound().late_stones) == [TakeDamage(1)]
    assert (side(game, 1).pending, game.fights[-1].step) == (3, "artillery")
    sea = at_sea({"li": 1}, {"li": 1})
    empty = vehicle(sea, 0, "galley", 1, SEA)
    set_fight(sea, laden=(1, 2, empty, 99))
    assert pushed(sea, CloseRound().sink) == [Throw(0, "sinking", (f"v:{empty}",), sides=8)]
    CloseRound().count_ships(sea)
    assert sea.fights[-1].laden == (1, 2)
    for die, afloat in ((4, True), (3, False), (1, False)):
        read_sinking(sea, 0, (f"v:{empty}",), die)
        assert (empty in sea.vehicles) == afloat


@pytest.mark.rule("MU-CAP-03")
def test_prisoners_are_free_when_their_captors_are_dead_and_none_has_fled():
    def captors(**changes):
        game = duel({"li": 1}, {"li": 2})
        game.prisoners = [Prisoner(0, 1, "hi"), Prisoner(0, 1, "hi"), Prisoner(0, 2, "li")]
        set_side(game, 0, **{"captives": ("hi",), **changes})
        return game

    game = captors()
    assert emitted(game, PrisonersFreed, CloseRound().free_prisoners) == [], "a captor is left"
    game = captors(fled=1)
    game.armies[WILD] = game.armies[WILD][1:]
    assert emitted(game, PrisonersFreed, CloseRound().free_prisoners) == []
    game = captors(captives=())
    game.armies[WILD] = game.armies[WILD][1:]
    assert emitted(game, PrisonersFreed, CloseRound().free_prisoners) == []
    game = captors()
    game.armies[WILD] = game.armies[WILD][1:]
    told = emitted(game, PrisonersFreed, CloseRound().free_prisoners)
    assert [(e.owner, e.place, e.units) for e in told] == [(1, WILD, 1)]
    assert (game.prisoners, numbers(game, WILD, 1)) == ([Prisoner(0, 1, "hi"), Prisoner(0, 2, "li")], {"li": 2, "hi": 1})
    assert side(game, 0).captives == ()
    sea = at_sea({"li": 1}, {"li": 6})
    sea.prisoners = [Prisoner(0, 1, "hi")]
    set_side(sea, 0, captives=("hi",))
    free_captives(sea, 0)
    assert sea.players[1].exiles == counts(hi=1), "no berth is left"


@pytest.mark.rule("MU-CARD-01", "MU-CARD-28")
def test_a_ban_ends_an_undecided_battle_after_the_round_and_a_surgeon_remembers_the_lost():
    game = duel({"li": 1}, {"li": 1})
    set_side(game, 0, lost=counts(hi=2))
    set_side(game, 1, lost=counts(li=1))
    CloseRound().settle(game)
    assert (game.fights[-1].outcome, game.players[0].fallen) == ("", NO_UNITS)
    lay_effect(game, "mend", seat=0)
    lay_effect(game, "no-fight", WILD)
    remember_losses(game)
    assert (game.players[0].fallen, game.players[1].fallen) == (counts(hi=2), NO_UNITS)
    set_fight(game, outcome="fled")
    CloseRound().settle(game)
    assert game.fights[-1].outcome == "fled"
    assert game.players[0].fallen == counts(hi=4)
    set_fight(game, outcome="")
    CloseRound().settle(game)
    assert game.fights[-1].outcome == "banned"
    set_fight(game, outcome="")
    game.armies[WILD] = game.armies[WILD][1:]
    CloseRound().settle(game)
    assert game.fights[-1].outcome == "", "decided already"


@pytest.mark.rule("MU-CON-01", "MU-BAT-15")
@pytest.mark.parametrize(
    ("left", "given", "winner", "outcome"),
    [
        ((0, 1), "", None, "banned"),
        ((0, 1), "surrendered", None, "surrendered"),
        ((0,), "", 0, "destroyed"),
        ((1,), "", 1, "destroyed"),
        ((1,), "fled", 1, "fled"),
        ((), "", None, "destroyed"),
    ],
)
def test_the_end_of_a_battle_is_told(left, given, winner, outcome):
    game = duel({"li": 1}, {"li": 1})
    game.armies[WILD] = tuple(one for one in game.armies[WILD] if one.owner in left)
    set_fight(game, outcome=given)
    told = emitted(game, BattleEnded, end_battle)
    assert [(e.place, e.winner, e.outcome) for e in told] == [(WILD, winner, outcome)]
    assert game.fights == [OUTER]
    for seat in (0, 1):
        assert game.now[seat].battles_won == (winner == seat)


@pytest.mark.rule("MU-PH-05")
@pytest.mark.parametrize(
    ("start", "fled", "outcome", "points"),
    [(5, 0, "destroyed", [1]), (4, 0, "destroyed", []), (5, 1, "destroyed", []), (5, 0, "fled", []), (9, 0, "destroyed", [1])],
)
def test_honour_for_a_great_army_destroyed_whole(start, fled, outcome, points):
    game = duel({"li": 1}, {"li": 1})
    set_side(game, 1, start=start, fled=fled)
    told = emitted(game, Honoured, judge, 0, 0, outcome)
    assert [event.points for event in told] == points
    assert all((event.seat, event.rule) == (0, "MU-PH-05") for event in told)
    assert game.now[0].won_battles == (BattleRecord(start, 0),)
    assert emitted(game, Honoured, judge, 1, 0, outcome) == []


@pytest.mark.rule("MU-PH-05", "MU-PH-07")
def test_rebellions_put_down_and_defeats_by_barbarians():
    game = duel({"li": 1}, {"li": 1}, attacker=BARBARIANS, place="buda")
    assert emitted(game, Event, judge, 0, 0, "destroyed") == []
    told = emitted(game, Honoured, judge, 1, 1, "destroyed")
    assert [(e.seat, e.points, e.rule) for e in told] == [(1, 1, "MU-PH-05")]
    now = game.now[1]
    assert (now.battles_won, now.battles_won_before_melee, now.defence_wins_at_home, now.attack_wins_vs_players) == (1, 1, 1, 0)
    land(game, "buda", incursion=True)
    assert emitted(game, Honoured, judge, 1, 1, "destroyed") == [], "it came from elsewhere"
    assert emitted(game, Honoured, judge, 1, 0, "destroyed") == [], "some of the garrison are left"
    game.armies["buda"] = game.armies["buda"][:0]
    told = emitted(game, Honoured, judge, 1, 0, "destroyed")
    assert [(e.seat, e.points, e.rule) for e in told] == [(1, -1, "MU-PH-07")]
    abroad = duel({"li": 1}, {"li": 1}, defender=BARBARIANS, place="buda")
    set_fight(abroad, melee=True)
    assert emitted(abroad, Honoured, judge, 0, 0, "destroyed") == [], "not his home"
    now = abroad.now[0]
    assert (now.battles_won, now.battles_won_before_melee, now.defence_wins_at_home, now.attack_wins_vs_players) == (1, 0, 0, 0)
    rivals = duel({"li": 1}, {"li": 1}, place="buda")
    rivals.armies["buda"] = rivals.armies["buda"][:1]
    assert emitted(rivals, Honoured, judge, 1, 0, "destroyed") == [], "beaten by a player"
    judge(rivals, 0, 0, "destroyed")
    assert (rivals.now[0].attack_wins_vs_players, rivals.now[0].defence_wins_at_home) == (1, 0)
