"""Windows, points, cards and technologies in figures, on both sides of every condition."""

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.cards.assassin import DieLowered, lower_die, open_dice
from marchland.games.medioevo.rules.cards.attention import Heed, heed, heeding
from marchland.games.medioevo.rules.cards.cards import CardPlay, ChooseColour
from marchland.games.medioevo.rules.cards.common import PickTargets, pick_targets
from marchland.games.medioevo.rules.cards.court import (
    ChooseEvent,
    EndRite,
    EventsOffered,
    Offer,
    Rite,
    foreign_cubes,
    offerings,
    pirates,
)
from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.cards.intrigue import LoseAgent
from marchland.games.medioevo.rules.cards.powers import (
    CardCancelled,
    CardTurned,
    Claim,
    ObjectiveMet,
    PlayCard,
    Target,
    TechnologyUsed,
    claim,
    claims,
    turn_card,
)
from marchland.games.medioevo.rules.cards.soldiers import SendRelief, can_be_sent, relief
from marchland.games.medioevo.rules.cards.targets import ChooseTarget
from marchland.games.medioevo.rules.cards.throws import READINGS, Throw, throw_for_card, thrown
from marchland.games.medioevo.rules.cards.travellers import ChooseStoppers
from marchland.games.medioevo.rules.cards.warriors import steadiness
from marchland.games.medioevo.rules.cards.windows import Pass, React, Window, is_called_upon, is_secret, might_have_a_secret
from marchland.games.medioevo.rules.components.armies import in_reserve
from marchland.games.medioevo.rules.components.vehicles import VehicleLost
from marchland.games.medioevo.rules.conquest.control import Resume, settle_control
from marchland.games.medioevo.rules.events.events import Rebellion, set_circle
from marchland.games.medioevo.rules.movement.meeting import Meeting
from marchland.games.medioevo.rules.registry import ABILITIES, TECHNOLOGIES
from marchland.games.medioevo.rules.technologies.points import (
    FlipToken,
    PointsGained,
    PointsSpent,
    TurnCard,
    empty_pools,
    flip_token,
    gain_points,
    own_points,
    serving_colours,
    sources,
    spare_points,
    spend_points,
)
from marchland.games.medioevo.rules.technologies.scholarship import (
    BorrowPoints,
    Convert,
    borrow_points,
    conversions,
    convert,
    foreign_points,
    is_near,
)
from marchland.games.medioevo.rules.technologies.technologies import Application
from marchland.games.medioevo.rules.variants.blood import BloodSpent, SpendBlood, blood_options, spend_blood
from marchland.games.medioevo.state import BARBARIANS, Crew, Happening, Held, March, Pact, Special
from marchland.games.medioevo.tables import COLOURS, event_cards
from marchland.kernel.events import Rolled

from .bare import (
    army,
    at_desk,
    bare_table,
    battle,
    counts,
    hold,
    in_window,
    land,
    now,
    numbers,
    player,
    roll_next,
    set_side,
    side,
    technology,
    vehicle,
)
from .figures import emitted, frames, happened, paid, pushed

TOWN, NEXT = "constantinople", "nicaea"


def play(game, seat, card, *chosen):
    """The ability of a card happens; with what happened."""
    return emitted(game, ABILITIES[card].carry, seat, chosen)


def stage(game, seat, card, number=0, chosen=()):
    return list(ABILITIES[card].stages[number](game, seat, chosen))


def fight(attackers, defenders, defender=1):
    game = bare_table(3)
    battle(game, "wallachia", 0, defender, attackers, defenders)
    return game


# -- points ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TECH-03", "MU-EMP-03", "MU-EMP-06", "MU-TEC-62")
def test_points_a_player_has_and_could_have():
    game = bare_table(2)
    player(game, 0, florins=299, points=(0, 0, 0, 2, 0, 1), tokens=(0, 0, 0, 2, 0, 0), flipped=(0, 0, 0, 1, 0, 0))
    assert [spare_points(game, 0, colour) for colour in ("red", "violet", "blue")] == [4, 3, 2]
    hold(game, 0, 4, 9)
    hold(game, 0, 7, turned=True)
    assert own_points(game, 0, {"red"}) == 2 + 1 + 1 + 1, "pool, a token, two upright cards"
    assert own_points(game, 0, {"red", "yellow"}) == 6, "card 9 bears both"
    assert own_points(game, 0, {"red"}, but=9) == 4
    hold(game, 0, 44)
    assert own_points(game, 0, {"red"}) == 5, "a Bard bears no points"
    hold(game, 0, 8)
    assert own_points(game, 0, {"red", "green"}) == 6, "one icon or the other"
    assert list(sources(game, 0, {"red"})) == [
        TurnCard(4, ("red",)),
        TurnCard(9, ("yellow", "red")),
        TurnCard(8, ("red",)),
        FlipToken("red"),
    ]
    player(game, 0, flipped=(0, 0, 0, 2, 0, 0))
    assert FlipToken("red") not in sources(game, 0, {"red"})
    assert serving_colours(game, 0, {"red"}) == {"red"}
    technology(game, 0, violet=1)
    assert serving_colours(game, 0, {"red"}) == {"red"}
    technology(game, 0, violet=2)
    assert serving_colours(game, 0, {"red"}) == {"red", "violet"}


@pytest.mark.rule("MU-TECH-03")
@pytest.mark.parametrize(("points", "left", "bought"), [(1, 2, 0), (3, 0, 0), (4, 0, 1), (5, 0, 2)])
def test_points_are_spent_from_the_pool_first(points, left, bought):
    game = bare_table(2)
    player(game, 0, points=(0, 0, 0, 3, 0, 0))
    now(game, 0, points_spent=2, max_tp_spent_in_one_phase=4)
    events = emitted(game, spend_points, 0, "red", points)
    (spent,) = happened(events, PointsSpent)
    assert (spent.seat, spent.colour, spent.points, spent.bought) == (0, "red", points, bought)
    assert paid(events) == ([(0, BARBARIANS, 100 * bought, "MU-TECH-03")] if bought else [])
    assert game.players[0].points == (0, 0, 0, left, 0, 0)
    assert (game.now[0].points_spent, game.now[0].max_tp_spent_in_one_phase) == (2 + points, max(4, 2 + points))
    assert emitted(game, spend_points, 0, "red", 0) == []


@pytest.mark.rule("MU-EMP-04", "MU-EMP-06")
def test_points_are_gained_and_lost():
    game = bare_table(2)
    (gained,) = emitted(game, gain_points, 0, ("red", "red", "blue"), "x")
    assert isinstance(gained, PointsGained)
    assert (gained.seat, gained.colours, gained.rule) == (0, ("red", "red", "blue"), "x")
    assert game.players[0].points == (1, 0, 0, 2, 0, 0)
    player(game, 1, tokens=(0, 0, 0, 0, 2, 0))
    (gained,) = emitted(game, flip_token, 1, "green")
    assert (gained.seat, gained.colours, gained.rule) == (1, ("green",), "MU-EMP-06")
    assert (game.players[1].flipped, game.players[1].tokens, game.players[1].points) == (
        (0, 0, 0, 0, 1, 0),
        (0, 0, 0, 0, 2, 0),
        (0, 0, 0, 0, 1, 0),
    )
    now(game, 0, points_spent=2, max_tp_spent_in_one_phase=2)
    now(game, 1, points_spent=1)
    empty_pools(game)
    assert [one.points for one in game.players] == [(0,) * 6] * 2
    assert [one.points_spent for one in game.now] == [0, 0]
    assert game.now[0].max_tp_spent_in_one_phase == 2


# -- windows -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-EMP-01")
def test_what_kind_of_moment_a_window_is():
    game = fight({"li": 1}, {"li": 1})
    assert React(0, "W-B1").moment(game) == React(1, "W-B7").moment(game) == "own_battles"
    assert React(2, "W-B1").moment(game) == "other_battles"
    names = {"W-PH": "phases", "W-1": "phases", "W-7": "phases", "W-2r": "events", "W-4e": "taxes", "W-5b": "moves"}
    names |= {"W-6b": "trade", "J": "cards", "W-D": "cards", "W-3": "taxes"}
    assert {name: React(0, name).moment(game) for name in names} == names
    assert React(0, "W-1").waiver() == Pass()


@pytest.mark.rule("MU-EMP-01", "MU-EMP-05", "MU-DIP-04")
def test_what_only_its_holder_knows_makes_nobody_be_asked():
    game = bare_table(2)
    hold(game, 0, 5)
    assert not is_secret(game, Claim(5, "red"))
    assert not might_have_a_secret(game, 0, "W-7")
    game.settings["objectives"] = "shuffled"
    assert is_secret(game, Claim(5, "red"))
    assert not is_secret(game, PlayCard(5))
    assert might_have_a_secret(game, 0, "W-7")
    assert not might_have_a_secret(game, 0, "W-PH")
    assert not might_have_a_secret(game, 1, "W-7")
    assert is_called_upon(game, 0, "W-7")
    assert not is_called_upon(game, 1, "W-7")
    player(game, 0, hand=(Held(5, turned=True),))
    assert not might_have_a_secret(game, 0, "W-7")


@pytest.mark.rule("MU-EMP-01")
def test_a_window_asks_one_after_the_other_until_all_have_passed():
    game = bare_table(2)
    hold(game, 0, 12)
    hold(game, 1, 12)
    land(game, TOWN, military=1)
    land(game, "buda", military=1)
    in_window(game, "W-PH", active=1)
    assert game.decision == React(1, "W-PH")
    game.apply(1, Pass())
    assert game.decision == React(0, "W-PH")
    assert Window("W-PH", passed=(1,)) in frames(game)
    game.apply(0, PlayCard(12))
    while not isinstance(game.decision, React):
        game.apply(0, game.options()[0])
    assert game.decision.seat == 1, "after a reaction everybody is asked again"
    assert Window("W-PH") in frames(game)


@pytest.mark.rule("MU-EMP-01")
def test_how_often_a_player_changes_what_he_is_asked():
    game = bare_table(2)
    assert list(heeding(game, 0)) == [Heed("battles"), Heed("never")]
    heed(game, 0, Heed("battles"))
    assert (game.players[0].heed, game.now[0].heeded) == ("battles", 1)
    assert list(heeding(game, 0)) == []
    assert list(heeding(game, 1)) == [Heed("battles"), Heed("never")]


@pytest.mark.rule("MU-TAX-03")
@pytest.mark.parametrize("busy", ["", "fight", "march"])
def test_control_is_looked_at_again_only_in_a_calm_moment(busy):
    game = bare_table(2)
    army(game, "buda", 0, li=1)
    army(game, "buda", BARBARIANS, li=1)
    before = game.lands["buda"].holder
    calm = bare_table(2)
    calm.armies = dict(game.armies)
    Resume().check(calm)
    if busy == "fight":
        battle(game, "wallachia", 0, 1, {"li": 1}, {"li": 1})
    if busy == "march":
        game.marches.append(March(0, TOWN))
    settle_control(game)
    assert game.lands["buda"].holder == (before if busy else calm.lands["buda"].holder)


# -- cards being played ------------------------------------------------------------------------------------


@pytest.mark.rule("MU-EMP-01", "MU-EMP-02", "MU-EMP-03", "MU-EMP-08", "MU-CARD-48")
def test_the_steps_of_a_card():
    game = bare_table(2)
    hold(game, 0, 15)
    use = CardPlay(0, 15, 0)
    assert pushed(game, use.choose) == ([ChooseTarget(0, "card:15")], "choose")
    assert pushed(game, CardPlay(0, 15, 0, chosen=("buda",)).choose) == ([], None)
    assert pushed(game, CardPlay(0, 15, 0, ability=False).choose) == ([], None)
    events = emitted(game, CardPlay(0, 15, 0, chosen=("buda",)).turn)
    assert paid(events) == [(0, BARBARIANS, 100, "MU-CARD-15")]
    (turned,) = happened(events, CardTurned)
    assert (turned.seat, turned.card, turned.owner, turned.chosen, turned.colours) == (0, 15, 0, ("buda",), ())
    assert game.players[0].hand == (Held(15, turned=True),)
    assert pushed(game, use.answer)[0] == [Window("J")]
    player(game, 0, hand=(Held(15),))
    events = emitted(game, CardPlay(0, 15, 0, colours=("orange",), ability=False).turn)
    assert (paid(events), game.players[0].hand[0].turned) == ([], True)
    hold(game, 1, 15)
    foreign = CardPlay(0, 15, 1, chosen=("buda",))
    emitted(game, foreign.turn)
    assert game.players[1].hand == (Held(15),), "a foreign card is not turned"
    assert pushed(game, foreign.answer)[0] == [], "nor answered"


@pytest.mark.rule("MU-EMP-03", "MU-EMP-08", "MU-CARD-60")
def test_a_card_gives_its_ability_or_its_points_or_nothing():
    game = bare_table(2)
    (cancelled,) = emitted(game, CardPlay(0, 52, 0, colours=("green", "red"), cancelled=True).carry_out)
    assert isinstance(cancelled, CardCancelled)
    assert (cancelled.seat, cancelled.card, game.players[0].points) == (0, 52, (0,) * 6)
    (gained,) = emitted(game, CardPlay(0, 52, 0, colours=("green", "red"), ability=False).carry_out)
    assert (gained.seat, gained.colours, gained.rule) == (0, ("green", "red"), "MU-EMP-03")
    emitted(game, CardPlay(0, 32, 0, colours=("green", "green"), ability=False, times=2).carry_out)
    assert game.players[0].points == (0, 0, 0, 1, 5, 0)
    assert game.effects == []
    emitted(game, CardPlay(0, 32, 0).carry_out)
    assert [effect.name for effect in game.effects] == ["discount"]
    assert game.players[0].points == (0, 0, 0, 1, 5, 0)
    emitted(game, CardPlay(0, 33, 0, colours=("green",), both=True).carry_out)
    assert [effect.name for effect in game.effects] == ["discount", "half-price"]
    assert game.players[0].points == (0, 0, 0, 1, 6, 0)


@pytest.mark.rule("MU-CARD-59", "MU-EMP-03")
def test_with_a_princess_what_was_not_asked_for_is_added():
    game = bare_table(2)
    game.phase = 4

    def added(**facts):
        game.stack.clear()
        game.push(CardPlay(0, facts.pop("card"), 0, **facts))
        answer = game.stack[-1][0].complete(game)
        return frames(game), answer

    plain = CardPlay(0, 32, 0)
    assert added(card=32) == ([plain], None)
    assert added(card=32, both=True, cancelled=True)[1] is None
    assert added(card=32, both=True) == ([CardPlay(0, 32, 0, both=True, colours=("green", "green"))], "complete")
    assert added(card=33, both=True) == ([CardPlay(0, 33, 0, both=True), ChooseColour(0, 33)], "complete")
    assert added(card=44, both=True, chosen=("card:1",))[1] is None, "no points are printed on a Bard"
    assert added(card=32, both=True, colours=("green", "green"))[1] is None
    assert added(card=15, both=True, ability=True, colours=("orange",)) == (
        [CardPlay(0, 15, 0, both=True, colours=("orange",)), ChooseTarget(0, "card:15")],
        "complete",
    )
    game.outbox = []
    stack, _ = added(card=15, both=True, ability=False, colours=("orange",))
    assert stack == [CardPlay(0, 15, 0, both=True, colours=("orange",))]
    assert paid(game.outbox) == [(0, BARBARIANS, 100, "MU-CARD-15")]
    player(game, 0, florins=99)
    stack, _ = added(card=15, both=True, ability=False, colours=("orange",))
    assert stack == [CardPlay(0, 15, 0, ability=False, colours=("orange",))], "who cannot pay has the points alone"
    colour = ChooseColour(0, 33)
    assert list(colour.options(game)) == [Target("colour:green"), Target("colour:yellow")]
    game.stack.clear()
    game.push(CardPlay(0, 33, 0, both=True))
    colour.resolve(game, Target("colour:yellow"))
    assert frames(game) == [CardPlay(0, 33, 0, both=True, colours=("yellow",))]


@pytest.mark.rule("MU-EMP-01")
def test_a_card_whose_targets_are_gone_does_nothing():
    game = bare_table(2)
    for space in game.lands:
        land(game, space, holder=0)
    choice = ChooseTarget(0, "card:15")
    assert list(choice.options(game)) == [Target("nothing")]
    game.stack.clear()
    game.push(CardPlay(0, 15, 0))
    choice.resolve(game, Target("nothing"))
    assert frames(game) == []
    game.push(CardPlay(0, 15, 0, colours=("orange",), both=True))
    choice.resolve(game, Target("nothing"))
    assert frames(game) == [CardPlay(0, 15, 0, colours=("orange",), ability=False)], "the points remain"
    land(game, "buda", holder=1)
    game.stack.clear()
    game.push(CardPlay(0, 15, 0))
    choice.resolve(game, Target("buda"))
    assert frames(game) == [CardPlay(0, 15, 0, chosen=("buda",))]
    game.stack.clear()
    game.push(Application(0, "law"))
    ChooseTarget(0, "technology:law").resolve(game, Target("nothing"))
    assert frames(game) == []


@pytest.mark.rule("MU-TECH-01", "MU-TECH-02", "MU-TECH-03", "MU-TEC-64")
def test_the_steps_of_a_technology():
    game = bare_table(2)
    player(game, 0, points=(0, 0, 3, 0, 0, 0))
    lay_effect(game, "borrowed", 0, "edict", until="phase")
    game.marches.append(March(0, "tarnovo", counts=counts(li=1)))
    assert pushed(game, Application(0, "edict").choose) == ([], None)
    assert pushed(game, Application(0, "law").choose) == ([ChooseTarget(0, "technology:law")], "choose")
    (spent,) = happened(emitted(game, Application(0, "edict").pay), PointsSpent)
    assert (spent.seat, spent.colour, spent.points) == (0, "orange", 1)
    assert game.effects == [], "a borrowed one has served"
    (used,) = emitted(game, Application(0, "edict").carry_out)
    assert isinstance(used, TechnologyUsed)
    assert (used.seat, used.technology, used.chosen, game.marches[-1].edicts) == (0, "edict", (), 1)


@pytest.mark.rule("MU-EMP-05", "MU-EMP-02")
def test_a_claim_in_figures():
    game = bare_table(2)
    hold(game, 0, 9, 71)
    game.deck = [3]
    game.objectives[9] = 48
    game.supply["objective:red"] = 1
    events = emitted(game, claim, 0, 9, "red")
    (met,) = happened(events, ObjectiveMet)
    assert (met.seat, met.card, met.objective, met.colour) == (0, 9, 48, "red")
    assert (game.deck, game.players[0].hand, game.players[0].tokens) == ([3, 9], (Held(71),), (0, 0, 0, 1, 0, 0))
    assert game.supply["objective:red"] == 0
    claim(game, 0, 71, "red")
    assert (game.players[0].tokens, game.supply["objective:red"]) == ((0, 0, 0, 1, 0, 0), 0)
    hold(game, 1, 5)
    turn_card(game, 1, 5)
    assert game.players[1].hand == (Held(5, turned=True),)
    assert list(claims(game, 1)) == []


# -- dice on the table -------------------------------------------------------------------------------------


@pytest.mark.rule("MU-EMP-07", "MU-CARD-46")
def test_a_die_is_thrown_lies_on_the_table_and_is_read(monkeypatch):
    game = bare_table(2)
    seen = []
    monkeypatch.setitem(READINGS, "card 99", lambda game, seat, chosen, die: seen.append((seat, chosen, die)))
    game.stack.clear()
    throw_for_card(game, 1, 99, ("x",), sides=8)
    assert frames(game) == [Throw(1, "card 99", ("x",), 8)]
    roll_next(game, 7)
    (rolled,) = emitted(game, game.stack[-1][0].throw)
    assert isinstance(rolled, Rolled)
    assert (rolled.seat, rolled.sides, rolled.values, rolled.purpose) == (1, 8, (7,), "card 99")
    assert thrown(game).die == 7
    thrown(game).changes(game)
    assert frames(game)[-1] == Window("W-D", "")
    game.fights = fight({"li": 1}, {"li": 1}).fights
    game.stack.pop()
    thrown(game).changes(game)
    assert frames(game)[-1] == Window("W-D", "wallachia")
    thrown(game).read(game)
    assert seen == [(1, ("x",), 7)]


@pytest.mark.rule("MU-EMP-07", "MU-CARD-46", "MU-CARD-47")
def test_which_dice_lie_on_the_table_and_how_they_are_lowered():
    game = fight({"li": 1}, {"li": 1})
    set_circle(game, (4, 1, 6))
    engine = vehicle(game, 0, "engine", 1, "wallachia")
    set_side(game, 0, arrows=(8, 2), dice=(4, 6, 8), crews=(Crew(engine, counts(li=1), "units", (5, 3)),))
    set_side(game, 1, arrows=(7,), dice=(1, 2, 3))

    def dice(window):
        game.stack.clear()
        game.push(Window(window))
        return open_dice(game)

    assert dice("W-2a") == {"die:circle:0": 4, "die:circle:1": 1, "die:circle:2": 6}
    assert dice("W-2d") == {}
    game.happening = Happening("x", die=3)
    assert dice("W-2d") == {"die:event:0": 3}
    assert dice("W-B2") == {f"die:engine{engine}:0": 5, f"die:engine{engine}:1": 3}
    assert dice("W-B3b") == {"die:arrows0:0": 8, "die:arrows0:1": 2, "die:arrows1:0": 7}
    assert dice("W-B5") == {f"die:side0:{n}": d for n, d in enumerate((4, 6, 8))} | {f"die:side1:{n}": n + 1 for n in range(3)}
    assert dice("W-D") == dice("W-B1") == {}
    dice("W-2a")
    assert emitted(game, lower_die, 2, "die:circle:1") == [], "1 stays 1"
    (lowered,) = emitted(game, lower_die, 2, "die:circle:0")
    assert isinstance(lowered, DieLowered)
    assert (lowered.seat, lowered.was, lowered.shows, game.circle.dice) == (2, 4, 3, (3, 1, 6))
    dice("W-2d")
    lower_die(game, 2, "die:event:0")
    assert game.happening.die == 2
    dice("W-B2")
    lower_die(game, 2, f"die:engine{engine}:1")
    assert side(game, 0).crews[0].dice == (5, 2)
    dice("W-B3b")
    lower_die(game, 2, "die:arrows1:0")
    assert (side(game, 0).arrows, side(game, 1).arrows) == ((8, 2), (6,))
    dice("W-B5")
    assert stage(game, 2, 46) == [*(f"die:side0:{n}" for n in range(3)), "die:side1:1", "die:side1:2"]
    assert stage(game, 2, 47, 1, ("die:side1:1",)) == ["nothing", *(f"die:side0:{n}" for n in range(3)), "die:side1:2"]
    play(game, 2, 47, "die:side0:2", "die:side0:2")
    assert side(game, 0).dice == (4, 6, 6)
    play(game, 2, 47, "die:side1:2", "nothing")
    assert side(game, 1).dice == (1, 2, 2)
    game.stack.clear()
    game.push(Throw(0, "card 7", die=5))
    game.push(Window("W-D"))
    assert open_dice(game) == {"die:thrown:0": 5}
    lower_die(game, 1, "die:thrown:0")
    assert thrown(game).die == 4


# -- Blood -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-VAR-04")
def test_blood_is_worth_one_attack_each():
    game = fight({"li": 1}, {"li": 1})
    assert list(blood_options(game, 0)) == []
    player(game, 0, blood=2)
    player(game, 2, blood=2)
    assert list(blood_options(game, 0)) == [SpendBlood()]
    assert list(blood_options(game, 2)) == [], "not his battle"
    before = game.supply["blood"]
    (spent,) = emitted(game, spend_blood, 0, SpendBlood())
    assert isinstance(spent, BloodSpent)
    assert (spent.seat, game.players[0].blood, game.supply["blood"]) == (0, 1, before + 1)
    assert (side(game, 0).bonus, side(game, 1).bonus) == (1, 0)
    spend_blood(game, 0, SpendBlood())
    assert (side(game, 0).bonus, list(blood_options(game, 0))) == (2, [])


# -- picks -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-EMP-01", "MU-CARD-42", "MU-CARD-50", "MU-CARD-13")
def test_several_things_are_named_one_after_the_other():
    game = at_desk(bare_table(2))
    land(game, TOWN, civil=1, cubes=("salt",))
    land(game, NEXT, military=1)
    assert pushed(game, lambda game: pick_targets(game, 0, 50, 0))[0] == []
    (pick,), _ = pushed(game, lambda game: pick_targets(game, 0, 50, 2))
    assert pick == PickTargets(0, 50, 2)
    game.phase = 4
    ids = [f"building:{TOWN}:civil", f"cube:{TOWN}:salt", f"building:{NEXT}:military"]
    assert list(pick.options(game)) == [Target("nothing"), *map(Target, ids)]
    (pick,), _ = pushed(game, lambda game: pick.resolve(game, Target(ids[1])))
    assert pick == PickTargets(0, 50, 1, (ids[1],))
    assert [(effect.name, effect.seat, effect.target) for effect in game.effects] == [("safe", 0, ids[1])]
    assert pushed(game, lambda game: pick.resolve(game, Target("nothing")))[0] == []
    assert len(game.effects) == 1
    assert pushed(game, lambda game: pick.resolve(game, Target(ids[0])))[0] == [], "two, no more"
    assert len(game.effects) == 2


@pytest.mark.rule("MU-CARD-13", "MU-CARD-42", "MU-CARD-50", "MU-CARD-54")
@pytest.mark.parametrize(("die", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_die_says_how_many(die, number):
    game = at_desk(bare_table(2))
    hold(game, 1, 1, 2, 4, 5, turned=True)
    game.happening = Happening(next(iter(event_cards())))
    land(game, TOWN, civil=1, military=1, cathedral=1, cubes=("salt",))
    for card in (13, 42, 50):
        assert pushed(game, lambda game, card=card: READINGS[f"card {card}"](game, 0, (), die))[0] == [PickTargets(0, card, number)]
        assert pushed(game, lambda game, card=card: ABILITIES[card].carry(game, 0, ()))[0] == [Throw(0, f"card {card}")]
    READINGS["card 54"](game, 0, ("v:3",), die)
    assert [(e.name, e.seat, e.target, e.amount) for e in game.effects] == [("engine-wagon", 0, "v:3", number)]


# -- clergy ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-01", "MU-CARD-02", "MU-CARD-03")
@pytest.mark.parametrize(("card", "effect"), [(1, "no-fight"), (2, "no-trade"), (3, "no-leave")])
def test_a_bishop_names_a_territory_and_not_again_next_turn(card, effect):
    game = at_desk(bare_table(2))
    assert stage(game, 0, card) == list(game.area)
    play(game, 0, card, "buda")
    assert [(e.name, e.seat, e.target, e.until) for e in game.effects] == [(effect, 0, "buda", "turn")]
    assert game.banned == [f"{card}:buda"]
    assert "buda" not in stage(game, 0, card)
    game.effects, game.banned_before = [], [f"{card}:buda"]
    assert "buda" not in stage(game, 1, card)
    game.banned_before = [f"{card % 3 + 1}:buda"]
    assert "buda" in stage(game, 1, card), "another Bishop may"


@pytest.mark.rule("MU-CARD-43", "MU-CARD-42", "MU-CARD-51")
def test_what_is_immune_or_safe_is_not_named_again():
    game = at_desk(bare_table(2))
    card = next(card for card in event_cards().values() if "buda" in world.event_zone(card.area))
    assert stage(game, 0, 43) == []
    game.happening = Happening(card.id)
    zone = [space for space in game.area if space in world.event_zone(card.area)]
    assert stage(game, 0, 43) == zone
    play(game, 0, 43, "buda")
    assert [(e.name, e.target, e.until) for e in game.effects] == [("immune", "buda", "event")]
    assert stage(game, 0, 43) == [space for space in zone if space != "buda"]
    wagon = vehicle(game, 1, "wagon", 1, "buda")
    land(game, TOWN, civil=1)
    assert stage(game, 0, 51) == [f"v:{wagon}", f"building:{TOWN}:civil"]
    play(game, 0, 51, f"v:{wagon}")
    assert stage(game, 0, 51) == [f"building:{TOWN}:civil"]
    game.push(Window("W-2e", "buda"))
    assert stage(game, 0, 51) == [], "elsewhere nothing is threatening"


# -- court -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-22", "MU-CARD-23")
@pytest.mark.parametrize(("card", "each"), [(22, 10), (23, 20)])
def test_a_toll_for_foreign_cubes(card, each):
    game = bare_table(2)
    game.phase = 4
    vehicle(game, 0, "caravan", 3, TOWN, goods=("salt",))
    vehicle(game, 1, "caravan", 3, "buda", goods=("salt",))
    assert not ABILITIES[card].usable(game, 0)
    vehicle(game, 1, "caravan", 3, TOWN, goods=("furs", "salt"))
    vehicle(game, 1, "merchantman", 3, NEXT, goods=("furs",))
    assert foreign_cubes(game, 0) == 3
    assert ABILITIES[card].usable(game, 0)
    assert paid(play(game, 0, card)) == [(BARBARIANS, 0, 3 * each, f"MU-CARD-{card}")]


@pytest.mark.rule("MU-CARD-32", "MU-CARD-33", "MU-CARD-37", "MU-CARD-38")
def test_effects_of_the_court():
    game = bare_table(2)
    for card in (32, 33):
        assert ABILITIES[card].usable(game, 0)
        play(game, 0, card)
        assert not ABILITIES[card].usable(game, 0)
        assert ABILITIES[card].usable(game, 1)
    assert not ABILITIES[37].usable(game, 0)
    assert not ABILITIES[38].usable(game, 0)
    player(game, 1, loans=1)
    assert ABILITIES[37].usable(game, 0)
    assert not ABILITIES[38].usable(game, 0)
    assert ABILITIES[38].usable(game, 1)
    now(game, 1, interest_paid=50)
    assert not ABILITIES[38].usable(game, 1)
    play(game, 0, 37)
    play(game, 1, 38)
    assert [(e.name, e.seat, e.amount, e.until) for e in game.effects] == [
        ("discount", 0, 50, "phase"),
        ("half-price", 0, 0, "phase"),
        ("interest-share", 0, 0, "phase"),
        ("relief", 1, 50, "turn"),
    ]


@pytest.mark.rule("MU-CARD-69", "MU-CARD-70")
@pytest.mark.parametrize(("card", "low", "high"), [(69, "civil", "military"), (70, "military", "civil")])
def test_a_sheriff_raises_the_lower_building(card, low, high):
    game = at_desk(bare_table(2))
    for levels, open_ in (((0, 2), False), ((1, 1), False), ((1, 2), True), ((2, 3), True), ((2, 1), False), ((3, 3), False)):
        land(game, TOWN, **dict(zip((low, high), levels, strict=True)))
        assert stage(game, 0, card) == [TOWN] * open_
        assert stage(game, 1, card) == []
    land(game, TOWN, **{low: 1, high: 3})
    play(game, 0, card, TOWN)
    assert (getattr(game.lands[TOWN], low), getattr(game.lands[TOWN], high)) == (2, 3)
    game.supply[{"civil": "city", "military": "castle"}[low]] = 0
    assert stage(game, 0, card) == []


@pytest.mark.rule("MU-CARD-36")
def test_a_magnate_keeps_florins_and_gives_half_more():
    game = bare_table(2)
    assert stage(game, 0, 36) == [], "only his holder uses him"
    hold(game, 0, 36)
    assert stage(game, 0, 36) == [f"number:{florins}" for florins in range(10, 301, 10)]
    player(game, 0, florins=25)
    assert stage(game, 0, 36) == ["number:10", "number:20"]
    player(game, 0, florins=9)
    assert stage(game, 0, 36) == []
    player(game, 0, florins=210)
    assert paid(play(game, 0, 36, "number:200")) == [(0, BARBARIANS, 200, "MU-CARD-36")]
    assert (game.players[0].hand, game.players[0].florins) == ((Held(36, stored=200),), 10)
    assert stage(game, 0, 36) == ["number:-200"]
    assert paid(play(game, 0, 36, "number:-200")) == [(BARBARIANS, 0, 300, "MU-CARD-36")]
    assert (game.players[0].hand, game.players[0].florins) == ((Held(36),), 310)
    player(game, 0, florins=150)
    assert paid(play(game, 0, 36, "number:200")) == [(0, BARBARIANS, 150, "MU-CARD-36")], "what is there at most"
    assert game.players[0].hand == (Held(36, stored=150),)


@pytest.mark.rule("MU-CARD-57", "MU-CARD-58")
def test_pirates_bring_two_points():
    game = bare_table(2)
    hold(game, 0, 57)
    hold(game, 0, 58, turned=True)
    assert list(pirates(game, 0, {"red"})) == [PlayCard(57)]
    assert stage(game, 0, 57) == stage(game, 0, 57, 1, ("colour:red",)) == [f"colour:{colour}" for colour in COLOURS]
    (gained,) = play(game, 0, 57, "colour:red", "colour:blue")
    assert (gained.colours, gained.rule, game.players[0].points) == (("red", "blue"), "MU-CARD-57", (1, 0, 0, 1, 0, 0))
    (gained,) = play(game, 0, 58, "colour:green")
    assert (gained.colours, gained.rule) == (("green", "green"), "MU-CARD-58")


@pytest.mark.rule("MU-CARD-61", "MU-CARD-62")
def test_a_sage_draws_three_events_or_as_many_cards_as_before():
    game = bare_table(2)
    deck = list(world.event_deck())
    game.events, game.event_discard = deck[1:6], deck[:1]
    assert not ABILITIES[61].usable(game, 0)
    game.happening = Happening(deck[0])
    assert ABILITIES[61].usable(game, 0)
    game.stack.clear()
    (offered,) = happened(play(game, 0, 61), EventsOffered)
    assert (offered.seat, offered.events) == (0, tuple(deck[1:4]))
    assert frames(game) == [ChooseEvent(0, tuple(deck[1:4]))]
    assert (game.events, game.event_discard) == (deck[4:6], deck[:4])
    assert list(ChooseEvent(0, tuple(deck[1:4])).options(game)) == [Target(f"event:{event}") for event in deck[1:4]]
    ChooseEvent(0, tuple(deck[1:4])).resolve(game, Target(f"event:{deck[2]}"))
    assert game.happening.card == deck[2]
    game.events, game.event_discard = deck[1:5], [deck[0]]
    play(game, 0, 61)
    assert (len(game.events), game.event_discard) == (5, []), "one card is left: refilled"
    game.events, game.event_discard = deck[1:3], [deck[0], *deck[5:9]]
    (offered,) = happened(play(game, 0, 61), EventsOffered)
    assert (offered.events[0], len(set(offered.events))) == (deck[1], 3), "refilled while drawing"
    game.deck = [7, 8, 9]
    assert not ABILITIES[62].usable(game, 0)
    player(game, 0, drawn=(1, 2))
    assert ABILITIES[62].usable(game, 0)
    (drawn,) = play(game, 0, 62)
    assert (drawn.cards, game.players[0].drawn, game.deck) == ((7, 8), (7, 8), [9, 1, 2])
    game.deck = []
    assert not ABILITIES[62].usable(game, 0)


@pytest.mark.rule("MU-CARD-71", "MU-CARD-72")
@pytest.mark.parametrize(("card", "colours", "florins"), [(71, ("red",), 20), (72, ("blue", "orange", "red"), 100)])
def test_a_mystic_sells_points(card, colours, florins):
    game = bare_table(2)
    assert not ABILITIES[card].usable(game, 0)
    player(game, 0, points=(1, 0, 1, 2, 0, 0))
    assert ABILITIES[card].usable(game, 0)
    expected = [("blue",), ("orange",), ("red",)] if card == 71 else [("blue", "orange", "red")]
    assert list(offerings(game, 0, card)) == expected
    assert pushed(game, lambda game: ABILITIES[card].carry(game, 0, ()))[0] == [Rite(0, card)]
    assert list(Rite(0, card).options(game)) == [EndRite(), *map(Offer, expected)]
    game.outbox = []
    assert pushed(game, lambda game: Rite(0, card).resolve(game, Offer(colours)))[0] == [Rite(0, card)]
    assert paid(game.outbox) == [(BARBARIANS, 0, florins, f"MU-CARD-{card}")]
    assert (sum(game.players[0].points), game.now[0].points_spent) == (4 - len(colours), len(colours))
    assert pushed(game, lambda game: Rite(0, card).resolve(game, EndRite()))[0] == []
    player(game, 0, points=(0,) * 6, tokens=(1, 1, 0, 0, 0, 0))
    assert ABILITIES[card].usable(game, 0) == (card == 71)
    player(game, 0, tokens=(1, 1, 1, 0, 0, 0))
    assert ABILITIES[card].usable(game, 0)


# -- intrigue ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-13")
def test_an_infiltrator_bars_used_cards():
    game = at_desk(bare_table(2))
    assert not ABILITIES[13].usable(game, 0)
    hold(game, 1, 5, turned=True)
    hold(game, 1, 7)
    assert ABILITIES[13].usable(game, 0)
    pick = PickTargets(0, 13, 1)
    assert list(pick.options(game)) == [Target("nothing"), Target("card:5")]
    game.stack.clear()
    pick.resolve(game, Target("card:5"))
    assert game.players[1].hand == (Held(5, turned=True, barred=True), Held(7))
    assert not ABILITIES[13].usable(game, 0)


@pytest.mark.rule("MU-CARD-14", "MU-CARD-15")
def test_an_infiltrator_bribes_and_stirs_up():
    game = fight({"li": 1}, {"li": 1, "cap1": 1, "hi": 1})
    assert stage(game, 0, 14) == ["unit:wallachia:1:li", "unit:wallachia:1:hi"], "no Captains"
    player(game, 0, reserve=(0, 1, 1, 1, 1))
    assert stage(game, 0, 14) == ["unit:wallachia:1:hi"]
    play(game, 0, 14, "unit:wallachia:1:hi")
    assert (numbers(game, "wallachia", 0), numbers(game, "wallachia", 1)) == ({"li": 1, "hi": 1}, {"li": 1, "cap1": 1})
    game = at_desk(bare_table(2))
    near = stage(game, 0, 15)
    assert "tarnovo" in near
    assert TOWN not in near
    assert "ireland" not in near
    game.stack.clear()
    play(game, 0, 15, "tarnovo")
    game.run()
    assert numbers(game, "tarnovo", BARBARIANS)


@pytest.mark.rule("MU-CARD-16", "MU-CARD-17", "MU-CARD-18")
@pytest.mark.parametrize("die", range(1, 9))
@pytest.mark.parametrize("card", [16, 17, 18])
def test_a_spy_works_on_three_or_less_and_is_lost_on_seven_or_more(card, die):
    game = fight({"li": 1}, {"li": 1, "cap1": 1})
    engine = vehicle(game, 1, "engine", 2, "wallachia")
    target = f"v:{engine}" if card == 16 else "unit:wallachia:1:cap1"
    assert target in stage(game, 0, card)
    assert pushed(game, lambda game: ABILITIES[card].carry(game, 0, (target,)))[0] == [Throw(0, f"card {card}", (target,), 8)]
    stack, _ = pushed(game, lambda game: READINGS[f"card {card}"](game, 0, (target,), die))
    assert stack == ([LoseAgent(0, card)] if die >= 7 else [])
    worked = die <= 3
    assert game.vehicles[engine].level == (1 if worked and card == 16 else 2)
    assert numbers(game, "wallachia", 1) == ({"li": 1} if worked and card == 17 else {"li": 1, "cap1": 1})
    assert side(game, 1).benched == (counts(cap1=1) if worked and card == 18 else counts())
    killed = int(worked and card == 17)
    assert (game.now[0].enemy_units_killed, game.now[0].captains_killed, game.now[1].own_units_lost) == (killed, killed, killed)


@pytest.mark.rule("MU-CARD-16", "MU-CARD-17")
def test_a_catapult_is_removed_and_a_lost_agent_counted():
    game = fight({"li": 1, "hi": 1}, {"li": 1})
    engine = vehicle(game, 1, "engine", 1, "wallachia")
    events = emitted(game, READINGS["card 16"], 0, (f"v:{engine}",), 1)
    assert (len(happened(events, VehicleLost)), game.vehicles) == (1, {})
    agent = LoseAgent(0)
    assert list(agent.options(game)) == [Target("unit:wallachia:0:li"), Target("unit:wallachia:0:hi")]
    agent.resolve(game, Target("unit:wallachia:0:hi"))
    assert (numbers(game, "wallachia", 0), game.now[0].own_units_lost) == ({"li": 1}, 1)
    emitted(game, READINGS["card 17"], 0, ("unit:wallachia:1:li",), 3)
    assert (game.now[0].enemy_units_killed, game.now[0].captains_killed) == (1, 0)


@pytest.mark.rule("MU-CARD-44", "MU-CARD-45")
@pytest.mark.parametrize("card", [44, 45])
def test_a_bard_turns_a_used_card_upright(card):
    game = at_desk(bare_table(2))
    player(game, 0, hand=(Held(card, turned=True), Held(1), Held(2, turned=True)))
    player(game, 1, hand=(Held(3, turned=True, idle=True), Held(5, turned=True, stored=7, barred=True)))
    assert stage(game, 0, card) == ["card:2", "card:5"], "neither idle ones nor himself"
    play(game, 0, card, "card:5")
    assert game.players[1].hand[1] == Held(5, barred=True, stored=7)


@pytest.mark.rule("MU-CARD-48", "MU-CARD-49", "MU-CARD-59", "MU-CARD-60")
def test_answers_to_a_card():
    game = bare_table(2)
    answers = {48: "cancelled", 49: "cancelled", 59: "both"}
    for card in (48, 49, 59, 60):
        game.stack.clear()
        assert not ABILITIES[card].usable(game, 1), "no card is being played"
    game.push(CardPlay(0, 32, 0))
    assert [ABILITIES[card].usable(game, 1) for card in (48, 49, 59, 60)] == [True, True, True, False]
    assert [ABILITIES[card].usable(game, 0) for card in (48, 49)] == [False, False], "one's own card"
    for card, field in answers.items():
        game.stack.clear()
        game.push(CardPlay(0, 32, 0))
        game.push(CardPlay(1, card, 1))
        ABILITIES[card].carry(game, 1, ())
        assert getattr(game.stack[0][0], field)
        assert game.stack[1][0] == CardPlay(1, card, 1)
        game.stack.pop()
        assert not ABILITIES[card].usable(game, 1)
    game.stack.clear()
    game.push(CardPlay(0, 32, 0, both=True))
    assert ABILITIES[60].usable(game, 1), "Princess 59 adds points"
    game.stack.clear()
    game.push(CardPlay(0, 52, 0, colours=("green", "red"), ability=False))
    assert ABILITIES[60].usable(game, 1)
    game.push(CardPlay(1, 60, 1))
    ABILITIES[60].carry(game, 1, ())
    assert [frame.times for frame in frames(game)] == [2, 1]
    ABILITIES[60].carry(game, 1, ())
    assert frames(game)[0].times == 4
    game.stack.clear()
    game.push(CardPlay(0, 52, 0, colours=("green", "red"), ability=False, cancelled=True))
    assert [ABILITIES[card].usable(game, 1) for card in (48, 49, 59, 60)] == [False] * 4
    game.stack.clear()
    game.push(CardPlay(0, 44, 0))
    assert not ABILITIES[59].usable(game, 1), "a Bard bears no points"


# -- soldiers ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-24", "MU-CARD-34", "MU-CARD-35")
def test_free_units_appear():
    game = bare_table(2)
    game.push(Window("W-2e", TOWN))
    assert ABILITIES[24].usable(game, 0)
    assert not ABILITIES[24].usable(game, 1)
    kinds = [f"kind:{kind}" for kind in ("li", "hi", "cav", "arc")]
    assert stage(game, 0, 24) == [*kinds, "kind:cap1"]
    player(game, 0, reserve=(1, 0, 1, 1, 0))
    assert stage(game, 0, 24) == stage(game, 0, 35) == [kinds[0], kinds[2], kinds[3]]
    play(game, 0, 24, "kind:cav")
    assert numbers(game, TOWN, 0) == {"cav": 1}
    game = at_desk(bare_table(2))
    abroad = stage(game, 0, 34)
    assert abroad == [space for space in game.area if space not in world.kingdoms()["byzantium"].territories]
    game.stack.clear()
    play(game, 0, 34, "tarnovo", "kind:hi")
    assert numbers(game, "tarnovo", 0) == {"hi": 1}
    assert any(isinstance(frame, Meeting) for frame in frames(game)), "it meets what is there at once"
    game = fight({"li": 1}, {"li": 1})
    assert ABILITIES[35].usable(game, 0)
    assert not ABILITIES[35].usable(game, 2)
    play(game, 0, 35, "kind:arc")
    assert numbers(game, "wallachia", 0) == {"li": 1, "arc": 1}
    home = bare_table(2)
    battle(home, TOWN, 1, 0, {"li": 1}, {"li": 1})
    assert ABILITIES[35].usable(home, 1)
    assert not ABILITIES[35].usable(home, 0), "at home"


@pytest.mark.rule("MU-CARD-25")
def test_relief_comes_by_land_for_three_points():
    game = bare_table(2)
    army(game, NEXT, 0, li=1, hi=1)
    army(game, "smyrna", 0, li=1)
    army(game, "thessalonica", 0, cav=1)
    wagon = vehicle(game, 0, "wagon", 1, NEXT)
    vehicle(game, 0, "caravan", 1, NEXT)
    game.push(Window("W-2e", TOWN))
    assert ABILITIES[25].usable(game, 0)
    near = [f"unit:{NEXT}:0:li", f"unit:{NEXT}:0:hi"]
    assert list(relief(game, 0, TOWN, 1, ())) == near
    assert list(relief(game, 0, TOWN, 0, ())) == []
    assert list(relief(game, 0, TOWN, 2, (NEXT,))) == [*near, "unit:smyrna:0:li", "unit:thessalonica:0:cav", f"v:{wagon}"]
    battle(game, NEXT, 1, 0, {"li": 1}, {"li": 1, "hi": 1})
    assert list(relief(game, 0, TOWN, 1, ())) == [], "they fight themselves"
    game.fights.clear()
    game.armies[NEXT] = tuple(one for one in game.armies[NEXT] if one.owner == 0)
    (send,), _ = pushed(game, lambda game: (game.push(Window("W-2e", TOWN)), ABILITIES[25].carry(game, 0, ()), game.stack.pop(0)))
    assert send == SendRelief(0, TOWN, 3)
    assert [option.id for option in send.options(game)][:3] == ["nothing", *near]
    assert pushed(game, lambda game: send.resolve(game, Target("nothing")))[0] == []
    (send,), _ = pushed(game, lambda game: send.resolve(game, Target("unit:smyrna:0:li")))
    assert send == SendRelief(0, TOWN, 1, ("smyrna",))
    (send,), _ = pushed(game, lambda game: send.resolve(game, Target(near[1])))
    assert send == SendRelief(0, TOWN, 0, (NEXT, "smyrna"))
    assert pushed(game, lambda game: send.resolve(game, Target(f"v:{wagon}")))[0] == [], "nobody is left who could come"
    assert (numbers(game, TOWN, 0), numbers(game, NEXT, 0), game.vehicles[wagon].space) == ({"li": 1, "hi": 1}, {"li": 1}, TOWN)


@pytest.mark.rule("MU-CARD-25")
def test_land_that_relief_leaves_empty_is_lost():
    game = bare_table(2)
    land(game, "tarnovo", holder=0)
    army(game, "tarnovo", 0, li=1)
    game.stack.clear()
    SendRelief(0, "adrianople", 3).resolve(game, Target("unit:tarnovo:0:li"))
    assert (numbers(game, "adrianople", 0), game.lands["tarnovo"].holder) == ({"li": 1}, BARBARIANS)


@pytest.mark.rule("MU-CARD-26", "MU-CARD-65", "MU-CARD-66")
def test_barricades_hired_hordes_and_disguises():
    game = bare_table(2)
    game.push(Window("W-2e", TOWN))
    assert not ABILITIES[26].usable(game, 0), "nobody is there"
    army(game, TOWN, 0, li=2)
    assert ABILITIES[26].usable(game, 0)
    play(game, 0, 26)
    assert [(e.name, e.seat, e.target) for e in game.effects] == [("militia-tower", 0, TOWN)]
    assert stage(game, 0, 65) == [TOWN]
    assert stage(game, 1, 65) == []
    set_circle(game, (1, 6, 1))
    before = in_reserve(game, BARBARIANS, "li")
    play(game, 0, 65, TOWN)
    hired = [special for one in game.armies[TOWN] for special in one.specials]
    assert hired == [Special("li", "li", BARBARIANS), Special("li", "li", BARBARIANS), Special("cap1", "cap1", BARBARIANS)]
    assert in_reserve(game, BARBARIANS, "li") == before - 2
    game = at_desk(bare_table(2))
    army(game, TOWN, 0, li=2)
    land(game, TOWN, holder=0)
    army(game, "tarnovo", BARBARIANS, li=1)
    assert stage(game, 0, 66) == ["tarnovo"]
    assert stage(game, 1, 66) == [], "nobody to send"
    unit = f"unit:{TOWN}:0:li"
    assert stage(game, 0, 66, 1, ("tarnovo",)) == [unit]
    assert stage(game, 0, 66, 2, ("tarnovo", unit)) == ["nothing", unit]
    assert stage(game, 0, 66, 2, ("tarnovo", unit, unit)) == ["nothing"]
    play(game, 0, 66, "tarnovo", unit, "nothing")
    assert [special for one in game.armies["tarnovo"] for special in one.specials] == [Special("li", "li", 0, TOWN)]
    assert numbers(game, TOWN, 0) == {"li": 1}


@pytest.mark.rule("MU-CARD-66")
def test_from_where_units_may_be_sent():
    game = bare_table(2)
    assert can_be_sent(game, 0, TOWN)
    assert not can_be_sent(game, 0, "buda")
    assert not can_be_sent(game, 0, game.waters[0])
    lay_effect(game, "no-leave", 1, TOWN)
    assert not can_be_sent(game, 0, TOWN)
    game.effects.clear()
    battle(game, TOWN, 1, 0, {"li": 1}, {"li": 1})
    assert not can_be_sent(game, 0, TOWN)


@pytest.mark.rule("MU-CARD-67", "MU-CARD-68")
def test_a_heroine_raises_anybodys_troops():
    game = at_desk(bare_table(2))
    army(game, TOWN, 0, li=1)
    army(game, "buda", 1, hi=1, cap1=1)
    army(game, "tarnovo", BARBARIANS, li=1)
    assert stage(game, 1, 67) == [f"unit:{TOWN}:0:li"], "an army without a Captain, and no barbarians"
    assert stage(game, 0, 68) == ["unit:buda:1:cap1"]
    play(game, 1, 67, f"unit:{TOWN}:0:li")
    assert [special for one in game.armies[TOWN] for special in one.specials] == [Special("cap1", "li", 0)]
    play(game, 0, 68, "unit:buda:1:cap1")
    assert [special for one in game.armies["buda"] for special in one.specials] == [Special("cap2", "cap1", 1)]
    assert stage(game, 0, 67) == []


# -- travellers --------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-06")
@pytest.mark.parametrize(("units", "stoppers"), [(1, 0), (2, 1), (5, 2), (6, 3)])
def test_half_of_the_group_rounded_up_presses_on(units, stoppers):
    game = bare_table(2)
    assert not ABILITIES[6].usable(game, 0)
    game.marches.append(March(0, "buda", counts=counts(li=units)))
    assert ABILITIES[6].usable(game, 0)
    assert not ABILITIES[6].usable(game, 1)
    stack, _ = pushed(game, lambda game: ABILITIES[6].carry(game, 0, ()))
    assert stack == ([ChooseStoppers(0, stoppers)] if stoppers else [])
    assert (game.marches[-1].pressing, game.marches[-1].stragglers) == (True, ("buda",) if stoppers else ())
    game.marches[-1] = March(0, TOWN, counts=counts(li=units))
    assert not ABILITIES[6].usable(game, 0), "his own land"
    game.marches[-1] = March(0, "tarnovo", counts=counts(li=units))
    assert not ABILITIES[6].usable(game, 0), "barbarian land"
    game.marches[-1] = March(0, "buda")
    assert not ABILITIES[6].usable(game, 0), "no troops"
    game.marches[-1] = March(0, "buda", counts=counts(li=units))
    game.pacts = {1: Pact(parties=(0, 1), kinds=("passage",))}
    assert not ABILITIES[6].usable(game, 0), "a guest"


@pytest.mark.rule("MU-CARD-06")
def test_stoppers_are_named_one_by_one():
    game = bare_table(2)
    game.marches.append(March(0, "buda", counts=counts(li=2, hi=1)))
    stop = ChooseStoppers(0, 2)
    assert list(stop.options(game)) == [Target("kind:li"), Target("kind:hi")]
    assert pushed(game, lambda game: stop.resolve(game, Target("kind:hi")))[0] == [ChooseStoppers(0, 1)]
    assert game.marches[-1].counts == counts(li=2)
    assert pushed(game, lambda game: ChooseStoppers(0, 1).resolve(game, Target("kind:li")))[0] == []
    assert game.marches[-1].counts == counts(li=1)


@pytest.mark.rule("MU-CARD-11", "MU-CARD-53", "MU-CARD-54", "MU-CARD-55", "MU-CARD-56")
def test_transports_and_engines_that_serve_otherwise():
    game = bare_table(2)
    wagon = vehicle(game, 0, "wagon", 1, TOWN)
    caravan = vehicle(game, 0, "caravan", 1, TOWN)
    engine = vehicle(game, 0, "engine", 1, TOWN)
    ship = vehicle(game, 0, "merchantman", 1, NEXT)
    vehicle(game, 1, "wagon", 1, TOWN)
    assert stage(game, 0, 11) == [f"v:{wagon}", f"v:{caravan}"]
    play(game, 0, 11, f"v:{wagon}")
    assert stage(game, 0, 11) == [f"v:{caravan}"]
    assert stage(game, 0, 53) == [], "no army with it"
    army(game, TOWN, 0, li=1)
    assert stage(game, 0, 53) == [f"v:{engine}"]
    play(game, 0, 53, f"v:{engine}")
    assert stage(game, 0, 53) == []
    assert stage(game, 0, 54) == [f"v:{engine}"]
    assert pushed(game, lambda game: ABILITIES[54].carry(game, 0, (f"v:{engine}",)))[0] == [Throw(0, "card 54", (f"v:{engine}",))]
    assert stage(game, 0, 55) == [f"v:{wagon}", f"v:{caravan}", f"v:{ship}"]
    assert stage(game, 0, 56) == [TOWN, NEXT]
    game.marches.append(March(0, TOWN, (wagon,)))
    assert stage(game, 0, 55) == [f"v:{wagon}"], "on the way only those of the group"
    game.marches.clear()
    game.effects.clear()
    play(game, 0, 55, f"v:{ship}")
    play(game, 0, 56, TOWN)
    assert [(e.name, e.target, e.until) for e in game.effects] == [
        ("unseen", f"v:{ship}", "turn"),
        ("unseen", f"v:{wagon}", "move"),
        ("unseen", f"v:{caravan}", "turn"),
    ]
    assert stage(game, 0, 56) == []


# -- warriors ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-04", "MU-CARD-05", "MU-CARD-29", "MU-CARD-39", "MU-CARD-40", "MU-CARD-41", "MU-CARD-52")
def test_cards_that_change_a_side_of_a_battle():
    game = fight({"li": 2}, {"li": 2})
    assert [ABILITIES[4].usable(game, seat) for seat in range(3)] == [True, True, False]
    play(game, 1, 4)
    assert (side(game, 0).outnumbering, side(game, 1).outnumbering, ABILITIES[4].usable(game, 1)) == (False, True, False)
    assert stage(game, 2, 5) == ["side:0", "side:1"]
    play(game, 2, 5, "side:1")
    play(game, 2, 5, "side:1")
    assert (side(game, 0).bonus, side(game, 1).bonus) == (0, 4)
    assert not ABILITIES[29].usable(game, 0)
    assert not ABILITIES[39].usable(game, 1)
    set_side(game, 1, arrows=(3,))
    assert ABILITIES[29].usable(game, 0)
    assert not ABILITIES[29].usable(game, 1)
    assert ABILITIES[39].usable(game, 1)
    assert not ABILITIES[39].usable(game, 0)
    play(game, 0, 29)
    assert (side(game, 0).lingering, side(game, 1).lingering, ABILITIES[29].usable(game, 0)) == (True, False, False)
    play(game, 1, 39)
    play(game, 1, 39)
    assert (side(game, 0).jailed, side(game, 1).jailed) == (2, 0)
    assert not ABILITIES[40].usable(game, 0)
    set_side(game, 0, capturing=True)
    assert ABILITIES[40].usable(game, 0)
    assert ABILITIES[41].usable(game, 0)
    assert not ABILITIES[40].usable(game, 2)
    play(game, 0, 41)
    play(game, 0, 41)
    play(game, 0, 40)
    assert (side(game, 0).ratio, side(game, 0).capture_relief, side(game, 1).ratio) == (2, 4, 3)
    assert not ABILITIES[52].usable(game, 0)
    vehicle(game, 0, "engine", 1, "wallachia")
    assert ABILITIES[52].usable(game, 0)
    play(game, 0, 52)
    play(game, 0, 52)
    assert side(game, 0).extra_crew == 2


@pytest.mark.rule("MU-CARD-07", "MU-CARD-08", "MU-CARD-09")
def test_crossbowmen():
    game = fight({"li": 1, "arc": 1}, {"arc": 7})
    assert [ABILITIES[7].usable(game, seat) for seat in range(3)] == [True, True, False]
    assert pushed(game, lambda game: ABILITIES[7].carry(game, 0, ()))[0] == [Throw(0, "card 7")]
    READINGS["card 7"](game, 0, (), 6)
    assert side(game, 0).marksmen == 2, "no more than fight"
    READINGS["card 7"](game, 1, (), 3)
    READINGS["card 7"](game, 1, (), 1)
    assert side(game, 1).marksmen == 3
    assert (steadiness(game, 0), steadiness(game, 1)) == (0, 3)
    assert [ABILITIES[8].usable(game, seat) for seat in range(3)] == [False, True, False]
    army(game, "wallachia", 1, arc=8)
    assert steadiness(game, 1) == 3, "three at most"
    army(game, "wallachia", 1, arc=5)
    assert steadiness(game, 1) == 2
    play(game, 1, 8)
    assert side(game, 1).steady == 2
    assert not ABILITIES[9].usable(game, 1)
    set_side(game, 1, arrows=(8, 7, 6))
    assert ABILITIES[9].usable(game, 1)
    (pick,), _ = pushed(game, lambda game: ABILITIES[9].carry(game, 1, ()))
    assert pick == PickTargets(1, 9, 3)
    assert [option.id for option in pick.options(game)] == ["nothing", "number:0", "number:1", "number:2"]
    roll_next(game, 2)
    game.outbox = []
    pick.resolve(game, Target("number:1"))
    assert side(game, 1).arrows == (8, 2, 6)
    assert [(event.seat, event.sides) for event in happened(game.outbox, Rolled)] == [(1, 8)]


@pytest.mark.rule("MU-CARD-27", "MU-CARD-28")
def test_surgeons():
    game = fight({"li": 1}, {"li": 1})
    assert not ABILITIES[27].usable(game, 0)
    set_side(game, 0, pending=2)
    assert ABILITIES[27].usable(game, 0)
    assert not ABILITIES[27].usable(game, 1)
    play(game, 0, 27)
    assert (side(game, 0).pending, side(game, 0).spared) == (1, 0)
    set_side(game, 0, pending=0)
    play(game, 0, 27)
    assert (side(game, 0).pending, side(game, 0).spared) == (0, 1)
    set_side(game, 1, arrows=(2,))
    assert ABILITIES[27].usable(game, 0)
    set_side(game, 0, dice=(1, 2, 3))
    assert not ABILITIES[27].usable(game, 0), "the melee has begun"
    assert not ABILITIES[28].usable(game, 0)
    set_side(game, 0, lost=counts(li=1))
    assert ABILITIES[28].usable(game, 0)
    assert not ABILITIES[28].usable(game, 1)
    play(game, 0, 28)
    assert [(e.name, e.seat, e.until) for e in game.effects] == [("mend", 0, "round")]
    peace = bare_table(2)
    peace.happening = Happening("x", die=2)
    play(peace, 0, 27)
    assert peace.happening.spared == 1


# -- technologies ------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-32")
def test_law_diverts_ones_own_rebellion_once():
    game = bare_table(2)
    sites = TECHNOLOGIES["law"].stages[0]
    assert list(sites(game, 1, ())) == []
    game.stack.clear()
    game.push(Rebellion(1, "MU-EVT-17", space="buda"))
    there = list(sites(game, 1, ()))
    assert there
    assert list(sites(game, 0, ())) == [], "somebody else's"
    TECHNOLOGIES["law"].carry(game, 1, (there[0],))
    assert frames(game) == [Rebellion(1, "MU-EVT-17", space=there[0], diverted=True)]
    assert list(sites(game, 1, ())) == []
    game.stack.clear()
    game.push(Rebellion(1, "MU-BKR-03", space="buda"))
    assert list(sites(game, 1, ())) == [], "a bankrupt is paid for it"


@pytest.mark.rule("MU-TEC-34")
def test_influence_wins_barbarians_over_outside_battle():
    game = at_desk(bare_table(2))
    army(game, "tarnovo", BARBARIANS, li=1, cap2=1)
    army(game, "wallachia", BARBARIANS, li=1)
    influence = TECHNOLOGIES["influence"]
    assert list(influence.stages[0](game, 0, ())) == ["unit:tarnovo:-1:li", "unit:tarnovo:-1:cap2"], "next to own land"
    player(game, 0, reserve=(0, 1, 1, 1, 1))
    assert list(influence.stages[0](game, 0, ())) == ["unit:tarnovo:-1:cap2"]
    player(game, 0, reserve=(1,) * 5)
    game.stack.clear()
    influence.carry(game, 0, ("unit:tarnovo:-1:cap2",))
    assert (numbers(game, "tarnovo", 0), numbers(game, "tarnovo", BARBARIANS)) == ({"cap1": 1}, {"li": 1})
    assert any(isinstance(frame, Meeting) for frame in frames(game)), "the rest of the horde is met"
    assert game.lands["tarnovo"].holder == BARBARIANS
    game.stack.clear()
    influence.carry(game, 0, ("unit:tarnovo:-1:li",))
    assert (numbers(game, "tarnovo", 0), game.lands["tarnovo"].holder, frames(game)) == ({"li": 1, "cap1": 1}, 0, [])
    fighting = bare_table(2)
    battle(fighting, "tarnovo", 0, BARBARIANS, {"li": 1}, {"li": 2})
    influence.carry(fighting, 0, ("unit:tarnovo:-1:li",))
    assert (numbers(fighting, "tarnovo", 0), frames(fighting)) == ({"li": 2}, [])
    assert fighting.fights[-1].sides[1].fled == 1, "it left the battle alive"


@pytest.mark.rule("MU-TEC-62")
def test_monasticism_turns_violet_points_into_others():
    game = bare_table(2)
    player(game, 0, points=(0, 0, 0, 0, 0, 1))
    assert list(conversions(game, 0, {"red", "violet"})) == []
    technology(game, 0, violet=2)
    assert list(conversions(game, 0, {"red", "violet"})) == [Convert("red")]
    events = emitted(game, convert, 0, Convert("red"))
    assert game.players[0].points == (0, 0, 0, 1, 0, 0)
    assert [(event.colours, event.rule) for event in happened(events, PointsGained)] == [(("red",), "MU-TEC-62")]
    assert list(conversions(game, 0, {"red"})) == []


@pytest.mark.rule("MU-TEC-63", "MU-CARD-57", "MU-CARD-58")
def test_proselytism_borrows_points_of_near_rivals():
    game = bare_table(2)
    assert is_near(game, 0, 1)
    faraway = {space for space in game.area if world.distance(space, "buda") > 3}
    for space in game.area:
        land(game, space, holder=1 if space == "buda" else 0 if space in faraway else BARBARIANS)
    assert not is_near(game, 0, 1)
    land(game, next(space for space in game.area if world.distance(space, "buda") == 3), holder=0)
    assert is_near(game, 0, 1)
    hold(game, 1, 9, 57)
    assert list(foreign_points(game, 0, {"red"})) == []
    technology(game, 0, violet=3)
    assert list(foreign_points(game, 0, {"red"})) == [BorrowPoints(9, ("yellow", "red")), BorrowPoints(57, ("red", "red"))]
    player(game, 0, florins=99)
    assert list(foreign_points(game, 0, {"red"})) == []
    player(game, 0, points=(0, 0, 0, 0, 0, 1))
    emitted(game, borrow_points, 0, BorrowPoints(9, ("yellow", "red")))
    assert (game.players[0].points, game.now[0].borrowed_cards) == ((0, 1, 0, 1, 0, 0), (9,))
    assert game.players[1].hand == (Held(9), Held(57))
    player(game, 0, florins=100)
    assert list(foreign_points(game, 0, {"red", "blue"})) == [
        BorrowPoints(57, pair) for pair in (("blue", "blue"), ("blue", "red"), ("red", "red"))
    ], "each card once a turn"
    player(game, 1, hand=(Held(58),))
    assert list(foreign_points(game, 0, {"red", "blue"})) == [BorrowPoints(58, ("blue", "blue")), BorrowPoints(58, ("red", "red"))]


@pytest.mark.rule("MU-TEC-12", "MU-TEC-31")
def test_logistics_and_edicts_serve_ones_own_group():
    game = bare_table(2)
    wagon = vehicle(game, 0, "wagon", 1, TOWN, pm=6)
    logistics, edict = TECHNOLOGIES["logistics"], TECHNOLOGIES["edict"]
    assert not logistics.usable(game, 0)
    game.marches.append(March(0, TOWN, (wagon,)))
    assert logistics.usable(game, 0)
    assert not logistics.usable(game, 1)
    logistics.carry(game, 0, ())
    logistics.carry(game, 0, ())
    assert (game.marches[-1].conversions, logistics.usable(game, 0)) == (2, False)
    game.marches[-1] = March(0, TOWN, (), counts(li=1))
    assert not logistics.usable(game, 0), "no transport"
    assert not edict.usable(game, 0), "own land"
    game.marches[-1] = March(0, "tarnovo", (), counts(li=1))
    assert edict.usable(game, 0)
    assert not edict.usable(game, 1)
    edict.carry(game, 0, ())
    assert (game.marches[-1].edicts, edict.usable(game, 0)) == (1, False)
    game.marches[-1] = March(0, "tarnovo", (), counts(li=1), mapped=True)
    assert not edict.usable(game, 0)
    army(game, "tarnovo", BARBARIANS, li=1)
    game.marches[-1] = March(0, "tarnovo", (), counts(li=1))
    assert not edict.usable(game, 0), "troops cross no horde"
    game.marches[-1] = March(0, "tarnovo", (wagon,))
    assert edict.usable(game, 0)
    engine = vehicle(game, 0, "engine", 1, "tarnovo")
    game.marches[-1] = March(0, "tarnovo", (wagon, engine))
    assert not edict.usable(game, 0)
    del game.armies["tarnovo"]
    game.marches[-1] = March(0, "tarnovo", (wagon,))
    assert not edict.usable(game, 0), "nobody to fear"
