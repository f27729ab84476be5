"""Chapters "Les leaders" and "Les ordres généraux"."""

import pytest

from marchland.games.cendre.orders import Bid, Cultivate, Dismiss, FormArmy, Heal, MoveCapital, Place, RecruitLeader, Train
from marchland.games.cendre.rules.general import GeneralPhase
from marchland.games.cendre.rules.leaders.actors import sober_up, unfitness
from marchland.games.cendre.rules.leaders.market import LeaderHired, lower_prices, offer_on_market, settle_bids
from marchland.games.cendre.rules.leaders.market import newcomers as market_newcomers
from marchland.games.cendre.rules.leaders.names import random_name
from marchland.games.cendre.rules.leaders.people import LeaderLeft, capture
from marchland.games.cendre.rules.leaders.recruits import create_leader, fewest_leaders, most_leaders, newcomer_chance, random_types
from marchland.games.cendre.rules.leaders.succession import crown_rulers, newcomers, old_age
from marchland.games.cendre.rules.leaders.training import make_civil, make_military
from marchland.games.cendre.rules.turn.beginning import SecondaryUpkeep
from marchland.games.cendre.rules.war.armies import form_armies
from marchland.games.cendre.rules.war.posts import place_leaders

from .realm import (
    A,
    M,
    V,
    found,
    garrison,
    land,
    leader,
    nation,
    no_leaders,
    no_units,
    refusals,
    replace,
    run,
    script,
    seeded,
    sheet,
    table,
    treaty,
)


def own(game, name, number, **towns):
    """Give a nation exactly so many territories, with these towns."""
    codes = sorted(game.lands)
    mine = [*towns, *(code for code in codes if code not in towns)][:number]
    for code in codes:
        mark = {"owner": name, "controller": name} if code in mine else {"owner": "", "controller": ""}
        land(game, code, **mark, town=towns.get(code, 0))


# -- numbers ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LEAD-03")
@pytest.mark.parametrize(
    ("territories", "most"),
    [(1, 2), (2, 2), (3, 3), (5, 3), (6, 4), (9, 4), (10, 5), (14, 5), (15, 6), (20, 6), (21, 7), (40, 7)],
)
def test_the_number_of_leaders_by_territories(territories, most):
    """DT-01."""
    game = table()
    own(game, A, territories)
    assert most_leaders(game, A) == most


@pytest.mark.rule("TC-LEAD-03")
def test_towns_add_leaders_and_half_is_the_least():
    """DT-01: 3 territories with towns 4 and 7 -> 6, minimum 3."""
    game = table()
    own(game, A, 3, AKL=4, VAL=7)
    assert (most_leaders(game, A), fewest_leaders(game, A)) == (6, 3)


@pytest.mark.rule("TC-LEAD-08", "TC-STRUCT-03", "TC-SCI-05")
def test_the_chance_of_a_random_leader():
    """DT-17: max 6, present 4, universite, Enseignement d'Etat -> 40%; present 6 -> 0%; present 2 -> automatic."""
    game = table()
    own(game, A, 3, AKL=4, VAL=7)
    land(game, "AKL", structures=("universite",))
    nation(game, A, known=("Enseignement d'État",))
    for present, chance in ((4, 40), (6, 0), (2, 100)):
        no_leaders(game)
        leader(game, A, civil=3, ruler=True)
        for _ in range(present):
            leader(game, A, civil=3)
        assert newcomer_chance(game, A) == chance


# -- generation -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LEAD-01", "TC-LEAD-09", "TC-LEAD-10")
def test_a_civil_leader_has_the_skills_of_his_level_and_no_talent_twice():
    game = table(5, 6, 4, 4, 2, 2, 1)
    civil = make_civil(game, A, "fort")
    assert civil.competence == 4
    assert civil.talents == ("culture", "défrichage", "construction")
    assert civil.gifts == ("militariste", "planificateur")
    game = seeded("gifts")
    for _ in range(30):
        drawn = make_civil(game, A, "très fort")
        assert len(set(drawn.talents)) == 4
        assert len({gift.split(":")[0] for gift in drawn.gifts}) == 3


@pytest.mark.rule("TC-LEAD-01", "TC-LEAD-11", "TC-SCI-04")
def test_a_military_leader_draws_tactics_with_their_race_terrain_or_arm():
    game = table(3, 2, 7, 0, 19, 1)
    military = make_military(game, A, "très fort")
    assert (military.command, military.strategy) == (10, 4)
    assert military.tactics == ("haine:nain", "spécialiste:plaine", "commandant:cavalerie")
    nation(game, A, known=("Nouvelle technique",))
    script(game, 1)
    assert make_military(game, A, "faible").tactics == ("infiltration",)


@pytest.mark.rule("TC-LEAD-06")
def test_rarest_and_commonest_types_are_counted_in_the_nation():
    game = table(7)
    no_leaders(game)
    leader(game, A, civil=3)
    leader(game, A, civil=3, military=4)
    assert random_types(game, A) == ("magique",)
    script(game, 8)
    assert random_types(game, A) == ("civil",)
    script(game, 9)
    assert random_types(game, A) == ("civil", "militaire")


@pytest.mark.rule("TC-LEAD-06", "TC-LEAD-02")
def test_two_types_cost_a_level_and_a_ruler_is_one_better():
    game = seeded("dual")
    double = game.leaders[create_leader(game, "LUMIERES", ("civil", "militaire"))]
    assert (double.civil.level, double.military.level) == ("moyen", "faible")
    ruler = game.leaders[create_leader(game, "LUMIERES", ("civil",), ruler=True)]
    assert ruler.civil.level == "très fort"


@pytest.mark.rule("TC-LEAD-06")
def test_a_name_is_given_once_and_tells_nothing_of_who_bears_it():
    """Were a namesake numbered, everybody would know that the name is borne; were it free again, that its bearer is dead."""
    game = seeded("names")
    first = random_name(game.clone(), A)
    game.borne = (first,)
    again = random_name(game, A)
    assert again != first
    assert game.borne == (first, again)
    assert not again[-1].isdigit()
    hidden = game.clone()
    leader(hidden, M, name=random_name(game.clone(), A))
    assert random_name(hidden, A) == random_name(game, A), "who serves abroad plays no part in it"


@pytest.mark.rule("TC-LEAD-07")
def test_a_newcomer_practises_the_newest_colour_then_one_by_the_die():
    game = seeded("colours")
    nation(game, A, colours=("climat", "feu"), new_colour="feu")
    fresh = create_leader(game, A, ("magique",))
    assert game.leaders[fresh].magic.colours == ("feu",)
    nation(game, A, new_colour="")
    seen = {game.leaders[create_leader(game, A, ("magique",))].magic.colours[0] for _ in range(40)}
    assert seen == {"climat", "feu"}


@pytest.mark.rule("TC-LEAD-04")
def test_peoples_have_their_own_specials():
    game = seeded("specials")
    assert all("long_life" in game.leaders[create_leader(game, "CHENE", ("civil",))].specials for _ in range(5))
    dwarves = [game.leaders[create_leader(game, "ROC", ("civil",))].specials for _ in range(60)]
    assert any("alcoholic" in specials for specials in dwarves)
    assert not all("alcoholic" in specials for specials in dwarves)


# -- age --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LEAD-04")
def test_old_age_takes_who_rolls_at_or_under_his_age():
    game = table(30, 31)
    game.year, game.season = 202, "hiver"
    no_leaders(game)
    one, two = leader(game, A, civil=3, age=30), leader(game, A, civil=3, age=30)
    old_age(game)
    assert one not in game.leaders
    assert game.leaders[two].age == 31


@pytest.mark.rule("TC-LEAD-04", "TC-TURN-02")
def test_nobody_dies_of_age_in_the_first_winter_but_all_grow_older():
    game = table()
    game.season = "hiver"
    no_leaders(game)
    who = leader(game, A, civil=3, age=99)
    old_age(game)
    assert game.leaders[who].age == 100


@pytest.mark.rule("TC-LEAD-04")
def test_immortals_never_die_and_the_long_lived_only_on_two_rolls():
    game = table(10, 50)
    game.year, game.season = 202, "hiver"
    no_leaders(game)
    god = leader(game, A, civil=3, age=99, specials=("immortal",))
    elf = leader(game, A, civil=3, age=30, specials=("long_life",))
    old_age(game)
    assert {god, elf} <= set(game.leaders)


@pytest.mark.rule("TC-LEAD-02")
def test_a_dead_ruler_is_replaced_at_once_in_winter_and_his_name_is_public():
    game = seeded("throne")
    game.year, game.season = 202, "hiver"
    no_leaders(game)
    leader(game, A, civil=3, age=100, ruler=True)
    old_age(game)
    assert found(game.outbox, LeaderLeft, nation=A)[0].audience is None
    assert sum(who.ruler for who in game.leaders.values() if who.nation == A) == 1
    no_leaders(game, A)
    crown_rulers(game)
    assert sum(who.ruler for who in game.leaders.values() if who.nation == A) == 1


@pytest.mark.rule("TC-LEAD-04")
def test_a_drinker_cannot_act_half_of_the_time():
    game = table(50, 51)
    no_leaders(game)
    one = leader(game, A, civil=3, specials=("alcoholic",))
    two = leader(game, A, civil=3, specials=("alcoholic",))
    sober_up(game)
    assert (game.leaders[one].idle, game.leaders[two].idle) == ("drunk", "")
    assert unfitness(game.leaders[one], Cultivate(leader=one, territory="AKL")) == ("TC-LEAD-04", "drunk")


@pytest.mark.rule("TC-LEAD-08")
def test_a_newcomer_joins_a_nation_short_of_leaders():
    game = seeded("newcomers")
    no_leaders(game)
    newcomers(game)
    assert sum(who.nation == A for who in game.leaders.values()) == 1


# -- placement and armies ---------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-01")
def test_leaders_go_where_their_nation_or_an_ally_is_in_control():
    game = table()
    who = leader(game, A, at="AKL", civil=3)
    sheet(game, A, Place(who, "MER"))
    assert refusals(run(game, SecondaryUpkeep())) == ["TC-WAR-01"]
    treaty(game, "alliance", A, M)
    place_leaders(game)
    assert game.leaders[who].at == "MER"


@pytest.mark.rule("TC-WAR-01", "TC-CIV-01")
def test_development_orders_put_the_leader_on_the_spot():
    game = table()
    who = leader(game, A, at="AKL", civil=3)
    sheet(game, A, Cultivate(leader=who, territory="VAL"))
    place_leaders(game)
    assert game.leaders[who].at == "VAL"


@pytest.mark.rule("TC-WAR-01")
def test_an_army_is_no_larger_than_its_leader_can_command():
    game = table()
    no_units(game)
    garrison(game, "AKL", A, akl_lances=5)
    who = leader(game, A, at="AKL", military=4)
    sheet(game, A, FormArmy(who, (("akl-lances", 5),)))
    form_armies(game)
    assert not game.armies
    sheet(game, A, FormArmy(who, (("akl-lances", 3),)))
    form_armies(game)
    assert sum(troop.count for troop in game.armies[who].troops) == 3
    assert sum(troop.count for troop in game.garrisons["AKL:AKLA"]) == 2


# -- general orders ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-GEN-01")
def test_a_wounded_leader_can_only_be_healed():
    game = table()
    who = leader(game, A, civil=3, military=4, wounded=True)
    nation(game, A, gold=10)
    assert unfitness(game.leaders[who], Train(who, "civil", "fort")) == ("TC-GEN-01", "wounded")
    sheet(game, A, Heal(who))
    run(game, GeneralPhase())
    assert not game.leaders[who].wounded
    assert game.nations[A].goods.gold == 0
    assert game.leaders[who].acted


@pytest.mark.rule("TC-GEN-02", "TC-LEAD-13")
def test_only_the_ruler_dismisses_and_the_dismissed_goes_to_the_market():
    game = table()
    no_leaders(game)
    ruler, other = leader(game, A, civil=3, ruler=True), leader(game, A, civil=3)
    sheet(game, A, Dismiss(other, ruler))
    assert refusals(run(game, GeneralPhase())) == ["TC-GEN-02"]
    sheet(game, A, Dismiss(ruler, other))
    run(game, GeneralPhase())
    assert game.market[other].price == 60
    assert game.market[other].refuses == A
    assert game.leaders[other].nation == ""


@pytest.mark.rule("TC-GEN-03", "TC-STAB-02")
def test_moving_the_capital_costs_two_stability():
    game = table(3, 4)
    who, two = leader(game, A, at="VAL", civil=3), leader(game, A, at="VAL", civil=3)
    nation(game, A, gold=200, stability=1)
    sheet(game, A, MoveCapital(who, "VAL"))
    run(game, GeneralPhase())
    assert (game.nations[A].capital, game.nations[A].stability, game.nations[A].goods.gold) == ("AKL", 1, 150)
    sheet(game, A, MoveCapital(two, "VAL"))
    run(game, GeneralPhase())
    assert (game.nations[A].capital, game.nations[A].stability) == ("VAL", -1)


@pytest.mark.rule("TC-GEN-05", "TC-LEAD-01")
def test_training_to_average_with_a_bonus_of_two():
    """DT-18: cost 120, success on d10 >= 5; bonus 4 for that level is invalid."""
    for die, level in ((4, "faible"), (5, "moyen")):
        game = table(die, 5, 5)
        who = leader(game, A, civil=2)
        game.leaders[who] = replace(game.leaders[who], civil=replace(game.leaders[who].civil, level="faible", talents=("culture",)))
        nation(game, A, gold=120)
        sheet(game, A, Train(who, "civil", "moyen", bonus=2))
        if level == "moyen":
            script(game, die, 4, 2)
        run(game, GeneralPhase())
        assert game.nations[A].goods.gold == 0
        assert game.leaders[who].civil.level == level
    game = table()
    who = leader(game, A, civil=2)
    game.leaders[who] = replace(game.leaders[who], civil=replace(game.leaders[who].civil, level="faible"))
    nation(game, A, gold=999)
    sheet(game, A, Train(who, "civil", "moyen", bonus=4))
    assert refusals(run(game, GeneralPhase())) == ["TC-GEN-05"]


@pytest.mark.rule("TC-GEN-05")
def test_beyond_very_strong_one_characteristic_rises_to_its_maximum():
    game = table(6)
    who = leader(game, A, military=13)
    game.leaders[who] = replace(game.leaders[who], military=replace(game.leaders[who].military, level="très fort"))
    nation(game, A, gold=2000)
    sheet(game, A, Train(who, "militaire", "command", bonus=4))
    run(game, GeneralPhase())
    assert game.leaders[who].military.command == 14
    game.leaders[who] = replace(game.leaders[who], acted=False)
    assert refusals(run(game, GeneralPhase())) == ["TC-GEN-05"]


@pytest.mark.rule("TC-GEN-04", "TC-LEAD-05", "TC-STRUCT-03")
def test_recruiting_finds_somebody_perhaps_of_another_type():
    game = table(5, 7, 1, 2, 2, 3, 4, 5)
    no_leaders(game)
    who = leader(game, V, civil=3)
    nation(game, V, gold=40, stability=0)
    sheet(game, V, RecruitLeader(who, "civil"))
    run(game, GeneralPhase())
    (newcomer,) = [one for one in game.leaders.values() if one.id != who]
    assert newcomer.nation == V
    assert newcomer.military is not None
    assert game.nations[V].goods.gold == 0


@pytest.mark.rule("TC-GEN-04", "TC-LEAD-03")
def test_recruiting_needs_a_free_place():
    game = table()
    own(game, A, 1)
    no_leaders(game)
    who, _ = leader(game, A, civil=3), leader(game, A, civil=3)
    nation(game, A, gold=999)
    sheet(game, A, RecruitLeader(who, "civil"))
    assert refusals(run(game, GeneralPhase())) == ["TC-LEAD-03"]


@pytest.mark.rule("TC-LEAD-01")
def test_a_leader_acts_once_for_his_own_nation_and_in_his_own_type():
    game = table()
    who = leader(game, A, military=6)
    order = Cultivate(leader=who, territory="AKL")
    assert unfitness(game.leaders[who], order) == ("TC-LEAD-01", "type")
    assert unfitness(replace(game.leaders[who], acted=True), Train(who, "militaire", "fort")) == ("TC-LEAD-01", "acted")
    capture(game, who, M, "TC-WAR-17")
    assert unfitness(game.leaders[who], Train(who, "militaire", "fort")) == ("TC-LEAD-01", "prisoner")


# -- the market -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LEAD-13")
def test_the_highest_bid_wins_and_pays_and_a_tie_goes_to_the_better_name():
    game = table()
    no_leaders(game)
    who = leader(game, V, civil=3)
    offer_on_market(game, who, "dismissed", "TC-GEN-02")
    nation(game, A, gold=100, reputation=2)
    nation(game, M, gold=100, reputation=1)
    nation(game, V, gold=500)
    for name, gold in ((A, 70), (M, 70), (V, 200)):
        sheet(game, name, Bid(who, gold))
    settle_bids(game)
    assert game.leaders[who].nation == A
    assert game.nations[A].goods.gold == 30
    assert found(game.outbox, LeaderHired)[0].nation == A


@pytest.mark.rule("TC-LEAD-13")
def test_two_equal_bids_of_equal_name_leave_him_on_the_market():
    game = table()
    no_leaders(game)
    who = leader(game, V, civil=3)
    offer_on_market(game, who, "dismissed", "TC-GEN-02")
    for name in (A, M):
        nation(game, name, gold=100, reputation=1)
        sheet(game, name, Bid(who, 70))
    settle_bids(game)
    assert who in game.market


@pytest.mark.rule("TC-LEAD-13")
def test_prices_fall_by_five_and_below_the_floor_he_retires():
    game = table()
    no_leaders(game)
    who = leader(game, V, civil=3)
    offer_on_market(game, who, "dismissed", "TC-GEN-02")
    lower_prices(game)
    assert game.market[who].price == 60
    game.year = 203
    for price in (55, 50, 45, 40, 35, 30):
        lower_prices(game)
        assert game.market[who].price == price
    lower_prices(game)
    assert who not in game.market
    assert who not in game.leaders


@pytest.mark.rule("TC-LEAD-13")
def test_an_empty_market_finds_somebody_half_of_the_time():
    arrivals = 0
    for seed in range(60):
        game = seeded(f"market {seed}")
        market_newcomers(game)
        arrivals += len(game.market)
    assert 18 <= arrivals <= 42
