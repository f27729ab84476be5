"""Chapters "La stabilité", "La réputation" and "La gloire"."""

import pytest

from marchland.games.cendre.rules.glory.glory import (
    annual_glory,
    annual_parts,
    check_victory,
    domination_gains,
    domination_glory,
    domination_scores,
    initial_glory,
)
from marchland.games.cendre.rules.land.ownership import break_away
from marchland.games.cendre.rules.leaders.people import LeaderJoined, capture
from marchland.games.cendre.rules.leaders.recruits import most_leaders
from marchland.games.cendre.rules.standing.account import change_counter, change_reputation, change_stability
from marchland.games.cendre.rules.standing.revolution import Revolution, revolution, revolutions
from marchland.games.cendre.rules.standing.standing import (
    hold_stability_tests,
    seasonal_reputation,
    stability_modifier,
    stability_result,
    standing_in_test,
    war_weariness,
    winter_stability,
    yearly_reputation,
)
from marchland.games.cendre.sequence import outcome
from marchland.games.cendre.state import Caravan
from marchland.games.cendre.world import MAJORS

from .realm import A, L, M, V, at_war, found, garrison, land, leader, nation, no_leaders, no_units, replace, seeded, table, treaty


def plain(game, name, **fields):
    """A nation without anything that counts in the stability test."""
    no_leaders(game, name)
    nation(game, name, known=(), reputation=0, stability=0, artistes=0, **fields)
    for code in list(game.lands):
        if game.lands[code].owner == name:
            land(game, code, structures=(), agitators=0)


# -- stability --------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-STAB-03")
@pytest.mark.parametrize(("total", "change"), [(5, -1), (6, 0), (9, 0), (10, 1)])
def test_the_result_of_a_stability_test(total, change):
    """DT-06."""
    assert stability_result(total) == change


@pytest.mark.rule("TC-STAB-03", "TC-STRUCT-03", "TC-UNIT-02", "TC-SCI-05", "TC-SCI-08", "TC-LEAD-10", "TC-LAND-16")
def test_what_counts_in_the_test():
    game = table()
    plain(game, A)
    assert stability_modifier(game, A) == 0
    nation(game, A, reputation=2, artistes=3, effort=4)
    land(game, "MER", controller=A, agitators=2)
    assert stability_modifier(game, A) == 2 + 3 + 4 - 2
    land(game, "AKL", structures=("cathedrale", "palais", "tribunal"))
    assert stability_modifier(game, A) == 7 + 4 + 3 + 2
    leader(game, A, civil=2, gifts=("populiste",))
    nation(game, A, known=("Loisirs d'État", "Religion", "Sciences politiques"))
    assert stability_modifier(game, A) == 16 + 3 + 3 + 3
    nation(game, A, stability=-1)
    assert stability_modifier(game, A) == 25 + 4


@pytest.mark.rule("TC-STAB-03", "TC-REP-01")
def test_autarkies_ignore_a_bad_name_and_tyrannies_are_proud_of_it():
    assert standing_in_test(A, -3) == -3
    assert (standing_in_test("ROC", -3), standing_in_test("ROC", 2)) == (0, 2)
    assert standing_in_test("LUNE", -3) == 3


@pytest.mark.rule("TC-STAB-03", "TC-CIV-19")
def test_every_nation_is_tested_and_stabilisation_is_used_up():
    game = seeded("stability")
    nation(game, A, effort=50, stability=0)
    hold_stability_tests(game)
    assert game.nations[A].stability == 1
    assert game.nations[A].effort == 0


@pytest.mark.rule("TC-STAB-01", "TC-STAB-02")
def test_stability_never_exceeds_three():
    game = table()
    nation(game, A, stability=3)
    change_stability(game, A, 1, "test", "TC-STAB-03")
    assert game.nations[A].stability == 3
    assert game.outbox == []


@pytest.mark.rule("TC-STAB-02")
def test_any_number_of_wars_costs_one_point_and_the_epic_gives_one_back_in_winter():
    game = table()
    nation(game, A, stability=0, known=("Épopée nationale",))
    at_war(game, A, V)
    at_war(game, A, M)
    war_weariness(game)
    assert game.nations[A].stability == -1
    game.season = "hiver"
    winter_stability(game)
    assert game.nations[A].stability == 0


@pytest.mark.rule("TC-STAB-02")
def test_a_people_of_war_does_not_tire():
    game = table()
    nation(game, "COLS", stability=0)
    at_war(game, "COLS", A)
    war_weariness(game)
    assert game.nations["COLS"].stability == 0


# -- revolution -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-STAB-04", "TC-GLORY-01")
def test_a_revolution_ends_all_wars_as_lost():
    """EX-09: two wars lost -> glory -50 -5 -5, stability 0; each opponent +10 glory, +1 stability."""
    game = seeded("revolution")
    nation(game, A, stability=-7, glory=100, gold=101, provisions=7, bois=5, mer=1)
    for other in (V, M):
        at_war(game, A, other)
        nation(game, other, stability=0, glory=0)
    revolutions(game)
    record = game.nations[A]
    assert (record.glory, record.stability) == (40, 0)
    assert (record.goods.gold, record.goods.bois, record.goods.mer) == (50, 2, 0)
    assert record.goods.provisions == 7, "the rulebook halves the treasury and the stocks of resources, not the provisions"
    assert not game.wars
    for other in (V, M):
        assert (game.nations[other].glory, game.nations[other].stability) == (10, 1)
    assert found(game.outbox, Revolution)[0].audience is None


@pytest.mark.rule("TC-REP-03", "TC-STAB-04")
def test_the_peaces_of_a_revolution_are_good_for_the_name_of_both_sides():
    """Table 31: a peace that is not white, a tenth, to each of its two signatories."""
    game = seeded("revolution")
    nation(game, A, stability=-7, tenths=0)
    for other in (V, M, L):
        nation(game, other, tenths=0)
    for other in (V, M):
        at_war(game, A, other)
    revolutions(game)
    assert [game.nations[name].tenths for name in (A, V, M, L)] == [2, 1, 1, 0]


@pytest.mark.rule("TC-STAB-04", "TC-LAND-05")
def test_a_revolution_returns_and_gives_up_land_and_cuts_off_what_has_no_way_to_the_capital():
    game = seeded("revolution 2")
    nation(game, A, stability=-7)
    land(game, "MER", controller=A)
    land(game, "VAL", controller=V)
    land(game, "LIM", owner=A, controller=A, national=(A,))
    at_war(game, A, V)
    revolution(game, A)
    assert game.lands["MER"].controller == M
    assert (game.lands["VAL"].owner, game.lands["VAL"].controller) == (V, V)
    assert game.lands["LIM"].owner == "MIN-LIM"
    assert "AKLA|MIN-LIM" in game.wars
    assert game.lands["AKL"].owner == A


@pytest.mark.rule("TC-STAB-04", "TC-LEAD-03")
def test_a_revolution_scatters_the_leaders_and_finds_new_ones():
    game = seeded("revolution 3")
    no_leaders(game)
    old = leader(game, A, civil=3, ruler=True, name="Ancien")
    for _ in range(6):
        leader(game, A, civil=3)
    nation(game, A, stability=-7)
    revolution(game, A)
    assert old not in game.leaders
    staff = [who for who in game.leaders.values() if who.nation == A]
    assert sum(who.ruler for who in staff) == 1
    assert len(staff) - 1 >= 1
    assert all(game.market[name].refuses == A for name in game.market)


@pytest.mark.rule("TC-STAB-04", "TC-LEAD-03")
def test_after_a_revolution_new_leaders_come_up_to_the_minimum_and_no_further():
    game = seeded("revolution 6")
    no_leaders(game)
    nation(game, A, stability=-7)
    revolution(game, A)
    staff = [who for who in game.leaders.values() if who.nation == A and not who.ruler]
    assert len(staff) == most_leaders(game, A) // 2 > 0
    assert all(
        event.rule == "TC-LEAD-03"
        for event in found(game.outbox, LeaderJoined, reason="revolution")
        if event.leader in {who.id for who in staff}
    )


@pytest.mark.rule("TC-STAB-04", "TC-DIP-01")
def test_an_occupied_capital_comes_back_with_an_alliance():
    game = seeded("revolution 4")
    nation(game, A, stability=-7)
    land(game, "AKL", controller=V)
    at_war(game, A, V)
    revolution(game, A)
    assert game.lands["AKL"].controller == A
    assert "alliance:AKLA|VOLTDARG" in game.treaties


@pytest.mark.rule("TC-STAB-04")
def test_even_a_minor_nation_that_held_the_capital_becomes_an_ally():
    game = seeded("revolution 5")
    minor = break_away(game, ("VAL",), "independence", "TC-LAND-15")
    nation(game, A, stability=-7)
    land(game, "AKL", controller=minor)
    revolution(game, A)
    assert game.lands["AKL"].controller == A
    assert f"alliance:AKLA|{minor}" in game.treaties


# -- reputation -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-REP-03", "TC-REP-01", "TC-STAB-02")
def test_the_counter_turns_into_points_and_beyond_five_into_stability():
    """DT-20: counter 0.9 + 0.2 -> reputation +1, counter 0.1; at reputation +5 -> stability +1 instead."""
    game = table()
    nation(game, A, reputation=0, tenths=9, stability=0)
    change_counter(game, A, 2, "helping", "TC-REP-03")
    assert (game.nations[A].reputation, game.nations[A].tenths) == (1, 1)
    nation(game, A, reputation=5, tenths=9)
    change_counter(game, A, 2, "helping", "TC-REP-03")
    assert (game.nations[A].reputation, game.nations[A].stability) == (5, 1)
    nation(game, A, reputation=-5, stability=0)
    change_reputation(game, A, -2, "denounce", "TC-REP-02")
    assert (game.nations[A].reputation, game.nations[A].stability) == (-5, -2)


@pytest.mark.rule("TC-REP-03", "TC-REP-04", "TC-LEAD-10", "TC-UNIT-02")
def test_yearly_reputation():
    game = table(10, 6)
    game.season = "hiver"
    for name in MAJORS:
        no_leaders(game)
        nation(game, name, diplomates=0, tenths=0, reputation=0)
    leader(game, A, civil=2, gifts=("diplomate",))
    nation(game, A, diplomates=3)
    land(game, "AKL", town=10)
    nation(game, M, year=replace(game.nations[M].year, raids=1, wars=True))
    yearly_reputation(game)
    assert (game.nations[A].reputation, game.nations[A].tenths) == (2, 2)
    assert game.nations[M].tenths == -1


@pytest.mark.rule("TC-SCI-05", "TC-REP-03")
def test_the_art_of_diplomacy_works_in_active_seasons():
    game = table()
    nation(game, A, known=("Art de la diplomatie",), tenths=0)
    seasonal_reputation(game)
    assert game.nations[A].tenths == 2
    game.season = "hiver"
    seasonal_reputation(game)
    assert game.nations[A].tenths == 2


# -- glory ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-GLORY-02", "TC-STRUCT-03", "TC-SCI-08", "TC-UNIT-02", "TC-LEAD-10")
def test_the_yearly_gains():
    game = table()
    no_leaders(game)
    leader(game, A, civil=4, gifts=("mécène",))
    nation(game, A, stability=2, reputation=-1, artistes=3, known=("Illumination",))
    for code, town in (("AKL", 6), ("VAL", 5), ("BPL", 0)):
        land(game, code, town=town, population=6, exploitations=9, resource_level=9, structures=())
    land(game, "AKL", structures=("merveille", "palais"))
    assert dict(annual_parts(game, A)) == {
        "towns": 6 + 2,
        "territories": 3,
        "industry": 27 // 10,
        "wealth": (3 * 6 * 5 + 60 + 50) // 100,
        "stability": 2,
        "reputation": -1,
        "artists": 3,
        "structures": 15,
        "Illumination": 10,
        "mécène": 4,
        "national": 0,
    }


@pytest.mark.rule("TC-GLORY-02")
def test_a_year_of_peace_counts_three_and_a_war_spoils_it():
    game = table()
    game.season = "hiver"
    nation(game, A, glory=0)
    nation(game, M, glory=0, year=replace(game.nations[M].year, wars=True))
    gains = {name: sum(amount for _, amount in annual_parts(game, name)) for name in (A, M)}
    annual_glory(game)
    assert game.nations[A].glory == gains[A] + 3
    assert game.nations[M].glory == gains[M]


@pytest.mark.rule("TC-GLORY-03")
@pytest.mark.parametrize(
    ("scores", "gains"),
    [
        ((9, 7, 5), {"a": 5, "b": 3}),
        ((9, 9, 7), {"a": 3, "b": 3}),
        ((9, 7, 7), {"a": 5}),
        ((9, 9, 9), {}),
    ],
)
def test_ties_in_dominations(scores, gains):
    """DT-19."""
    assert domination_gains(dict(zip("abc", scores, strict=True)), (5, 3)) == gains


@pytest.mark.rule("TC-GLORY-03")
def test_what_the_eight_dominations_compare():
    game = table()
    no_units(game)
    no_leaders(game)
    garrison(game, "AKL", A, akl_lances=4)
    leader(game, A, power=7)
    treaty(game, "pact", A, M)
    game.caravans.append(Caravan(creator=A, partner=M, start="AKL", end="MER", route=("AKL", "MER"), since=0))
    nation(game, A, gold=77, reputation=4, known=("Banque", "Irrigation"))
    scores = {field: values[A] for field, values in domination_scores(game).items()}
    assert scores["militaire"] == 4
    assert (scores["économique"], scores["culturelle"], scores["scientifique"], scores["diplomatique"]) == (77, 4, 2, 2)
    assert scores["territoriale"] == 3
    assert scores["magique"] == 7 + sum(game.lands[code].source for code in ("AKL", "VAL", "BPL"))
    game.season = "hiver"
    nation(game, A, glory=0)
    domination_glory(game)
    assert game.nations[A].glory >= 5


@pytest.mark.rule("TC-GLORY-04")
def test_as_much_glory_as_all_others_wins_at_once():
    game = table()
    for name in MAJORS:
        nation(game, name, glory=10)
    nation(game, A, glory=189)
    check_victory(game)
    assert not game.winner
    nation(game, A, glory=190)
    check_victory(game)
    assert (game.winner, game.ending) == (A, "glory")
    assert outcome(game).winners == (game.seats[A],)


@pytest.mark.rule("TC-GLORY-04")
def test_first_in_glory_and_in_every_domination_wins():
    game = table()
    no_units(game)
    no_leaders(game)
    for name in MAJORS:
        nation(game, name, glory=10, gold=0, reputation=0, known=())
    nation(game, A, glory=11)
    for code in game.lands:
        land(game, code, owner=A, controller=A)
    for name in MAJORS[1:]:
        land(game, game.nations[name].capital, owner=name)
    check_victory(game)
    assert (game.winner, game.ending) == (A, "dominations")


@pytest.mark.rule("TC-GLORY-05", "TC-TURN-02")
def test_glory_at_the_start_is_what_the_nation_is_and_its_discovery():
    game = table()
    initial_glory(game)
    for name in (A, L):
        assert game.nations[name].glory == sum(amount for _, amount in annual_parts(game, name)) + 10


@pytest.mark.rule("TC-GLORY-01")
def test_prisoners_still_serve_their_nation_in_the_count():
    game = table()
    who = leader(game, A, civil=2, gifts=("mécène",))
    capture(game, who, M, "TC-WAR-17")
    assert game.leaders[who].nation == A
    assert dict(annual_parts(game, A))["mécène"] == 4
