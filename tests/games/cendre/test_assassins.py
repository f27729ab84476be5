"""Assassination: the test, its price, who dies, who is blamed, and what happens when nobody of that name is there."""

from __future__ import annotations

import pytest

from marchland.games.cendre.orders import Assassinate
from marchland.games.cendre.report.data import FAILED, chains, status_of
from marchland.games.cendre.rules.civil.assassins import AssassinationAttempt, AssassinsNamed, AssassinsReturned, outcome_of
from marchland.games.cendre.rules.civil.civil import CivilPhase
from marchland.games.cendre.rules.civil.intrigue import identified
from marchland.games.cendre.rules.civil.operation import OperationTested

from .realm import A, M, V, found, land, leader, nation, no_leaders, refusals, replace, run, sheet, table


def plot(*dice, gold=500, **fields):
    """Akla with gold, assassins and a civil leader of competence 3; a victim of Merisse in MER, nobody of either nation nervous."""
    game = table(*dice)
    no_leaders(game)
    nation(game, A, gold=gold, stability=0, **fields)
    nation(game, M, stability=0)
    land(game, "MER", police=0)
    return game, leader(game, A, at="AKL", civil=3, name="Ilario"), leader(game, M, at="MER", civil=2, name="Proie")


def act(game, *orders):
    sheet(game, A, *orders)
    return run(game, CivilPhase())


def wounded(game, who):
    return game.leaders[who].wounded if who in game.leaders else "dead"


# -- the test ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-CIV-04")
@pytest.mark.parametrize(
    ("die", "extra", "police", "fate", "left"),
    [
        (7, 0, 0, "dead", 2),
        (6, 0, 0, True, 1),
        (4, 0, 0, True, 1),
        (3, 0, 0, False, 1),
        (6, 1, 0, "dead", 2),
        (7, 0, 1, True, 1),
        (5, 1, 2, True, 0),
        (4, 1, 2, False, 0),
    ],
)
def test_ten_kills_a_miss_by_three_wounds_helpers_add_and_police_takes_off(die, extra, police, fate, left):
    """Competence 3 against difficulty 10, for 40 gold; whoever fails loses every assassin sent."""
    game, who, prey = plot(die, 5, assassins=2)
    land(game, "MER", police=police)
    act(game, Assassinate(leader=who, nation=M, name="Proie", extra=extra))
    assert wounded(game, prey) == fate
    assert game.nations[A].civil.assassins == left
    assert game.nations[A].goods.gold == 460


@pytest.mark.rule("TC-CIV-04")
def test_police_elsewhere_does_not_help():
    game, who, prey = plot(7, 5, assassins=1)
    land(game, "IST", police=3)
    act(game, Assassinate(leader=who, nation=M, name="Proie"))
    assert prey not in game.leaders


@pytest.mark.rule("TC-CIV-04")
@pytest.mark.parametrize(("gold", "assassins", "extra", "why"), [(39, 1, 0, "price"), (40, 1, 1, "agents"), (40, 0, 0, "agents")])
def test_a_murder_needs_forty_gold_and_every_assassin_it_names(gold, assassins, extra, why):
    game, who, prey = plot(gold=gold, assassins=assassins)
    events = act(game, Assassinate(leader=who, nation=M, name="Proie", extra=extra))
    assert refusals(events) == ["TC-CIV-04"]
    assert [event.facts["why"] for event in events if hasattr(event, "facts")] == [why]
    assert (game.nations[A].goods.gold, game.nations[A].civil.assassins) == (gold, assassins)
    assert prey in game.leaders


@pytest.mark.rule("TC-CIV-04")
def test_diversions_do_not_help_to_kill_but_are_lost_with_the_others():
    game, who, prey = plot(6, 5, assassins=3)
    act(game, Assassinate(leader=who, nation=M, name="Proie", diversion=2))
    assert wounded(game, prey) is True
    assert game.nations[A].civil.assassins == 0


@pytest.mark.rule("TC-CIV-04")
@pytest.mark.parametrize(("total", "fate"), [(10, "dead"), (9, "wounded"), (7, "wounded"), (6, "unhurt")])
def test_the_outcome_of_a_murder(total, fate):
    """DT-12: assassination totals 10, 9, 7, 6."""
    assert outcome_of(total >= 10, 10 - total) == fate


@pytest.mark.rule("TC-CIV-04", "TC-INFO-10")
@pytest.mark.parametrize(("die", "accused"), [(7, A), (6, ""), (3, ""), (2, "CHENE")])
def test_the_victims_test_names_the_author_nobody_or_an_innocent(die, accused):
    """DT-12: discovery totals 7, 6, 3, 2."""
    game = table(die, 0)
    nation(game, M, stability=0)
    assert identified(game, A, M, 0) == accused


@pytest.mark.rule("TC-CIV-04", "TC-REP-03", "TC-DIP-04")
def test_a_murder_found_out_costs_the_counter_and_gives_a_casus_belli():
    game, who, prey = plot(10, 10, assassins=1, tenths=0)
    events = act(game, Assassinate(leader=who, nation=M, name="Proie"))
    assert prey not in game.leaders
    assert game.nations[A].tenths == -2
    assert any(casus.holder == M and casus.against == A and casus.cause == "assassination" for casus in game.casus)
    (news,) = found(events, AssassinationAttempt)
    assert (news.accused, news.audience, news.outcome) == (A, (game.seats[M],), "dead")
    assert [(event.nation, event.accused, event.audience) for event in found(events, AssassinsNamed)] == [(M, A, None)]
    assert not [event for event in events if event.audience is None and "Proie" in str(event)]
    assert game.nations[A].civil.assassins == 1


@pytest.mark.rule("TC-CIV-04", "TC-REP-02")
def test_a_nation_found_out_murdering_its_own_loses_a_point_and_a_leader():
    game, who, _ = plot(1, 10, assassins=1, reputation=0)
    prey = leader(game, A, at="AKL", civil=2, name="Proche")
    act(game, Assassinate(leader=who, nation=A, name="Proche"))
    assert game.nations[A].reputation == -1
    assert prey in game.market


# -- nobody to kill ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-CIV-04", "TC-SHEET-06")
def test_without_a_target_the_gold_is_spent_the_assassins_return_and_only_their_master_hears_it():
    """ "Vous payez l'or, pour le voyage et les gages, mais vos assassins reviennent bredouilles." No die is thrown."""
    game, who, _ = plot(assassins=2)
    events = act(game, Assassinate(leader=who, nation=M, name="Personne", extra=1))
    assert refusals(events) == []
    assert game.nations[A].goods.gold == 460
    assert game.nations[A].civil.assassins == 2
    (news,) = found(events, AssassinsReturned)
    assert (news.nation, news.victim, news.name, news.why, news.audience) == (A, M, "Personne", "nobody_there", (game.seats[A],))
    assert not found(events, AssassinationAttempt)
    assert not found(events, OperationTested)
    assert status_of(chains(events, A)[0]) == FAILED
    assert game.leaders[who].acted


@pytest.mark.rule("TC-CIV-04")
def test_assassins_who_found_nobody_are_busy_for_the_season():
    game, who, prey = plot(assassins=1)
    other = leader(game, A, at="AKL", civil=9)
    events = act(game, Assassinate(leader=who, nation=M, name="Personne"), Assassinate(leader=other, nation=M, name="Proie"))
    assert refusals(events) == ["TC-CIV-04"]
    assert prey in game.leaders


@pytest.mark.rule("TC-CIV-04")
@pytest.mark.parametrize(("captor", "aimed_at"), [(V, M), ("", V)])
def test_a_prisoner_and_a_leader_of_another_nation_are_not_there(captor, aimed_at):
    game, who, prey = plot(assassins=1)
    game.leaders[prey] = replace(game.leaders[prey], captor=captor)
    events = act(game, Assassinate(leader=who, nation=aimed_at, name="Proie"))
    assert [event.why for event in found(events, AssassinsReturned)] == ["nobody_there"]
    assert prey in game.leaders


@pytest.mark.rule("TC-CIV-04", "TC-INFO-10")
@pytest.mark.parametrize(("die", "accused"), [(7, A), (6, "")])
def test_assassins_sent_to_an_immortal_return_and_may_still_be_found_out(die, accused):
    """ "Immunisé": no test, no wound, nothing lost but the gold; the victim still looks for the author."""
    game, who, prey = plot(die, assassins=2, tenths=0)
    god = leader(game, M, at="MER", civil=2, name="Dieu", specials=("immortal",))
    events = act(game, Assassinate(leader=who, nation=M, name="Dieu", extra=1))
    assert wounded(game, god) is False
    assert game.nations[A].civil.assassins == 2
    assert game.nations[A].goods.gold == 460
    assert [event.why for event in found(events, AssassinsReturned)] == ["deathless"]
    assert [(event.outcome, event.accused) for event in found(events, AssassinationAttempt)] == [("unhurt", accused)]
    assert game.nations[A].tenths == (-2 if accused else 0)
    assert prey in game.leaders


@pytest.mark.rule("TC-CIV-04")
def test_nobody_murders_himself_and_it_costs_nothing():
    game, who, _ = plot(assassins=1)
    assert refusals(act(game, Assassinate(leader=who, nation=A, name="Ilario"))) == ["TC-CIV-04"]
    assert game.nations[A].goods.gold == 500
    assert not game.leaders[who].acted


@pytest.mark.rule("TC-CIV-04", "TC-SHEET-03")
@pytest.mark.parametrize("name", ["proie", "PROÏE", "Pro-ie"])
def test_accents_and_capitals_of_a_victims_name_do_not_matter(name):
    game, who, prey = plot(7, 5, assassins=1)
    act(game, Assassinate(leader=who, nation=M, name=name))
    assert (prey in game.leaders) == (name == "Pro-ie")
