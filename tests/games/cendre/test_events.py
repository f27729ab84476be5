"""Chapter "Les évènements": world events, national events, booklets and outside threats."""

import pytest

from marchland.games.cendre.audit import audit
from marchland.games.cendre.orders import HireSails
from marchland.games.cendre.rules.common.ledger import add_units, all_units
from marchland.games.cendre.rules.common.marks import has_mark, mark_total
from marchland.games.cendre.rules.economy.economy import TradePhase
from marchland.games.cendre.rules.events import events
from marchland.games.cendre.rules.events import world as world_events
from marchland.games.cendre.rules.events.events import EventPhase, NationalEvent, event_modifier, event_score, national_roll
from marchland.games.cendre.rules.events.national import DEEDS, national_event, steps
from marchland.games.cendre.rules.events.scores import NATIONAL, rebels_go_free
from marchland.games.cendre.rules.events.threats.ash import SOUTH, ash_review, drain_heart, sweep_ash
from marchland.games.cendre.rules.events.threats.hordes import EAST, NORTH, horde_review, khan
from marchland.games.cendre.rules.events.threats.sails import WEST
from marchland.games.cendre.rules.events.threats.threats import ThreatAnnounced, announce, arrive, write_threat
from marchland.games.cendre.rules.events.threats.turn import give_orders, review, wake, winter
from marchland.games.cendre.rules.land.danger import danger_of
from marchland.games.cendre.rules.land.ownership import NationFounded, break_away
from marchland.games.cendre.rules.land.production import harvest, provisions_yield, tax_income
from marchland.games.cendre.rules.leaders.people import disband_army, refuge
from marchland.games.cendre.rules.magic.sources import refill_sources
from marchland.games.cendre.rules.turn.ending import FinalPhase
from marchland.games.cendre.rules.war.war import MilitaryPhase
from marchland.games.cendre.state import MINOR, REBEL, THREAT
from marchland.games.cendre.tables import TABLES
from marchland.games.cendre.world import BOOKLETS, MAJORS, SITES

from .realm import (
    A,
    M,
    V,
    at_war,
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
)


def in_winter(*dice, year=202):
    game = table(*dice)
    game.year, game.season = year, "hiver"
    return game


def totals(game, what):
    return sum(getattr(one, what) for one in game.lands.values())


# -- the roll ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-EVT-01", "TC-SCI-06", "TC-LEAD-10")
def test_the_roll_is_kept_within_the_table():
    """DT-15: d20 = 19, stability +3, Astronomie, Astrologue -> 26 -> 23; d20 = 1, stability -6, flowers -3 -> -8 -> -5."""
    game = in_winter()
    no_leaders(game)
    leader(game, A, civil=2, gifts=("astrologue",))
    nation(game, A, stability=3, known=("Astronomie",))
    assert 19 + event_modifier(game, A) == 26
    assert event_score(26) == 23
    nation(game, M, stability=-6, reputation=-3, known=())
    world_events.WORLD[9](game)
    assert 1 + event_modifier(game, M) == -8
    assert event_score(-8) == -5


@pytest.mark.rule("TC-EVT-01", "TC-TURN-02")
def test_events_come_in_winter_and_in_every_season_of_an_astral_year():
    game = table()
    assert not events.is_due(game)
    game.season = "hiver"
    assert events.is_due(game)
    world_events.WORLD[1](game)
    game.year, game.season = 202, "ete"
    assert events.is_due(game)


@pytest.mark.rule("TC-EVT-03", "TC-INFO-02")
def test_some_events_are_public_and_the_others_are_not():
    game = in_winter(3, 0)
    nation(game, A, stability=0, known=())
    national_roll(game, A)
    assert found(game.outbox, NationalEvent)[0].audience is None
    script(game, 14, 3)
    game.outbox = []
    national_roll(game, A)
    assert found(game.outbox, NationalEvent)[0].audience == (game.seats[A],)


# -- world events -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-EVT-02")
def test_ash_storms_take_a_provision_everywhere_for_a_year():
    game = in_winter()
    land(game, "AKL", farms=3)
    world_events.WORLD[2](game)
    game.year, game.season = 203, "automne"
    assert provisions_yield(game, "AKL", A) == 2


@pytest.mark.rule("TC-EVT-02")
def test_old_ash_spoils_six_territories():
    game = seeded("ash")
    before = {what: totals(game, what) for what in ("farms", "exploitations", "farm_capacity", "population")}
    world_events.WORLD[3](game)
    touched = {event.territory for event in game.outbox}
    assert 1 <= len(touched) <= 6
    assert all(0 <= before[what] - totals(game, what) <= 12 for what in before)
    audit(game)


@pytest.mark.rule("TC-EVT-02")
def test_mud_and_disorder_mark_the_year_and_sources_stay_dry():
    game = in_winter()
    world_events.WORLD[4](game)
    assert has_mark(game, "mud")
    world_events.WORLD[6](game)
    land(game, "AKL", source=4, fluid=0)
    refill_sources(game)
    assert game.lands["AKL"].fluid == 4
    game.year, game.season = 203, "printemps"
    script(game, 5)
    land(game, "AKL", farms=3, fluid=0)
    world_events.season_effects(game)
    assert provisions_yield(game, "AKL", A) == 4
    game.season = "hiver"
    refill_sources(game)
    assert game.lands["AKL"].fluid == 0


@pytest.mark.rule("TC-EVT-02", "TC-DIP-11")
def test_a_vacant_territory_becomes_a_minor_nation():
    game = seeded("principality")
    world_events.WORLD[5](game)
    (founded,) = found(game.outbox, NationFounded)
    assert game.nations[founded.nation].kind == MINOR
    assert any(key.endswith(founded.nation) for key in game.garrisons)


@pytest.mark.rule("TC-EVT-02", "TC-EVT-01")
def test_stars_favour_peace_or_war():
    game = in_winter()
    nation(game, A, stability=0, known=())
    nation(game, V, stability=0, known=())
    at_war(game, V, M)
    base = event_modifier(game, A), event_modifier(game, V)
    world_events.WORLD[7](game)
    assert (event_modifier(game, A), event_modifier(game, V)) == (base[0] + 2, base[1])
    world_events.WORLD[8](game)
    assert (event_modifier(game, A), event_modifier(game, V)) == (base[0] + 2, base[1] + 2)


# -- the common events ------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-EVT-04", "TC-EVT-05")
@pytest.mark.parametrize("score", sorted(NATIONAL))
def test_every_common_event_leaves_a_sound_table(score):
    for seed in range(3):
        game = seeded(f"event {score} {seed}")
        game.season, game.year = "hiver", 203
        for war in ("", V):
            if war:
                at_war(game, A, war)
            NATIONAL[score](game, A)
            audit(game)


@pytest.mark.rule("TC-EVT-04", "TC-LAND-05")
def test_a_civil_war_takes_rebels_some_land_and_what_they_cut_off_but_never_the_capital():
    game = in_winter(10, 11)
    land(game, "VAL", controller=A)
    script(game, 10, 11)
    NATIONAL[-5](game, A)
    (founded,) = found(game.outbox, NationFounded)
    assert founded.territories == ("BPL",)
    assert f"AKLA|{founded.nation}" in game.wars
    assert game.lands["AKL"].owner == A


@pytest.mark.rule("TC-EVT-04")
def test_secession_prefers_claimed_land():
    game = in_winter(0)
    land(game, "BPL", national=(A, M))
    NATIONAL[-4](game, A)
    assert (game.lands["BPL"].owner, game.lands["BPL"].controller) == (M, M)


@pytest.mark.rule("TC-EVT-04")
def test_land_may_secede_to_a_minor_nation_too():
    game = in_winter(0)
    minor = break_away(game, ("IST",), "independence", "TC-LAND-15")
    land(game, "BPL", national=(A, minor))
    NATIONAL[-4](game, A)
    assert (game.lands["BPL"].owner, game.lands["BPL"].controller) == (minor, minor)


@pytest.mark.rule("TC-EVT-04")
def test_a_traitor_may_join_a_minor_nation_at_war_with_his_own():
    game = in_winter()
    no_leaders(game)
    leader(game, A, civil=3, ruler=True)
    who = leader(game, A, civil=3)
    minor = break_away(game, ("VAL",), "independence", "TC-LAND-15")
    game.wars[f"AKLA|{minor}"] = replace(game.wars[f"AKLA|{minor}"], since=0)
    NATIONAL[-3](game, A)
    assert game.leaders[who].nation == minor


@pytest.mark.rule("TC-EVT-04")
def test_urban_ruin_draws_the_territory_first_and_then_the_building():
    """A town full of buildings is no likelier to burn than one with a single one."""
    for number, (code, left) in enumerate((("AKL", ("silos", "tribunal")), ("VAL", ()))):
        game = in_winter(number, 1) if code == "AKL" else in_winter(number)
        land(game, "AKL", town=5, structures=("silos", "manufacture", "tribunal"))
        land(game, "VAL", town=2, structures=("silos",))
        NATIONAL[-2](game, A)
        assert tuple(built.kind for built in game.lands[code].structures) == left


@pytest.mark.rule("TC-EVT-04", "TC-LEAD-13")
def test_a_traitor_joins_an_enemy_or_the_market():
    game = in_winter()
    no_leaders(game)
    leader(game, A, civil=3, ruler=True)
    who = leader(game, A, civil=3)
    NATIONAL[-3](game, A)
    assert who in game.market
    game = in_winter()
    no_leaders(game)
    leader(game, A, civil=3, ruler=True)
    who = leader(game, A, civil=3)
    at_war(game, A, V)
    NATIONAL[-3](game, A)
    assert game.leaders[who].nation == V


@pytest.mark.rule("TC-EVT-04")
def test_a_local_revolt_is_retaken_by_the_next_winter_or_free():
    game = seeded("revolt")
    game.year, game.season = 202, "hiver"
    NATIONAL[-1](game, A)
    (rebels,) = [name for name, record in game.nations.items() if record.kind == REBEL]
    (code,) = [place for place, one in game.lands.items() if one.controller == rebels]
    assert game.lands[code].owner == A
    rebels_go_free(game)
    assert game.lands[code].controller == rebels
    game.year = 203
    game.marks = [mark for mark in game.marks if mark.until >= game.turn]
    rebels_go_free(game)
    assert rebels not in game.nations
    assert game.lands[code].owner == f"MIN-{code}"


@pytest.mark.rule("TC-EVT-04")
def test_unruly_country_pays_no_tax_until_troops_are_as_many_as_people():
    game = in_winter(0)
    no_units(game)
    NATIONAL[4](game, A)
    (code,) = [mark.territory for mark in game.marks]
    land(game, code, population=2)
    game.year, game.season = 203, "ete"
    assert tax_income(game, A, [code]) == 0
    garrison(game, code, A, akl_lances=2)
    assert tax_income(game, A, [code]) == 10
    assert not game.marks


@pytest.mark.rule("TC-EVT-04")
def test_a_ruined_harvest_lasts_one_season():
    game = in_winter(0)
    NATIONAL[9](game, A)
    (code,) = [mark.territory for mark in game.marks]
    land(game, code, farms=4, farm_capacity=4)
    game.year, game.season = 203, "printemps"
    assert harvest(game, code, A) == 0


@pytest.mark.rule("TC-EVT-05", "TC-SCI-08")
def test_religion_doubles_the_auspices():
    game = in_winter()
    nation(game, A, stability=0, known=("Religion",))
    NATIONAL[16](game, A)
    assert game.nations[A].stability == 2
    assert mark_total(game, "stability_test", nation=A) == 6
    nation(game, M, stability=0, known=())
    NATIONAL[10](game, M)
    assert (game.nations[M].stability, mark_total(game, "stability_test", nation=M)) == (-1, -3)


@pytest.mark.rule("TC-EVT-04")
def test_a_feast_is_paid_or_laughed_at():
    game = in_winter()
    nation(game, A, gold=30, reputation=0)
    NATIONAL[13](game, A)
    assert (game.nations[A].goods.gold, game.nations[A].reputation) == (0, 1)
    NATIONAL[13](game, A)
    assert game.nations[A].reputation == 0
    at_war(game, A, V)
    NATIONAL[13](game, A)
    assert game.nations[A].reputation == 0


@pytest.mark.rule("TC-EVT-04")
def test_a_drained_source_is_empty_in_spring():
    game = in_winter(0, 100)
    NATIONAL[8](game, A)
    (code,) = [mark.territory for mark in game.marks]
    refill_sources(game)
    game.year, game.season = 203, "printemps"
    world_events.season_effects(game)
    assert game.lands[code].fluid == 0


# -- booklets ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-EVT-03")
def test_every_booklet_event_is_written_out_in_known_steps():
    assert set(steps()) == set(MAJORS)
    for name, scores in steps().items():
        assert sorted(scores) == [0, 5, 15, 20], name
        assert all(step.do in DEEDS for score in scores.values() for step in score), name


@pytest.mark.rule("TC-EVT-03", "TC-EVT-05")
@pytest.mark.parametrize("name", MAJORS)
def test_every_booklet_event_leaves_a_sound_table_in_peace_and_in_war(name):
    for score in TABLES.events.national_scores:
        for war in (False, True):
            game = seeded(f"{name} {score} {war}")
            game.year, game.season = 203, "hiver"
            if war:
                at_war(game, name, A if name != A else V)
            national_event(game, name, score)
            audit(game)


@pytest.mark.rule("TC-EVT-03")
def test_a_few_booklet_events_in_detail():
    game = in_winter(4)
    nation(game, A, artistes=1, glory=0)
    national_event(game, A, 15)
    assert (game.nations[A].civil.artistes, game.nations[A].glory) == (2, 4)
    nation(game, "FER", reputation=0, stability=0, glory=0)
    national_event(game, "FER", 20)
    assert (game.nations["FER"].reputation, game.nations["FER"].glory) == (1, 5)
    nation(game, "FER", reputation=3)
    national_event(game, "FER", 20)
    assert (game.nations["FER"].reputation, game.nations["FER"].stability) == (3, 1)
    national_event(game, "FER", 15)
    assert all(any(troop.unit == "fer-legionnaires" for troop in game.garrisons[f"{code}:FER"]) for code in ("VIL", "WAN"))


@pytest.mark.rule("TC-STRUCT-08")
def test_every_national_structure_has_its_figures_and_a_place():
    kinds = {structure.id for booklet in BOOKLETS.values() for structure in booklet.structures}
    assert kinds == set(TABLES.national_structures)
    game = table()
    land(game, "EHL", structures=("oasis-sacree",), danger=30, roads=False)
    no_units(game)
    assert danger_of(game, "EHL") == 20


# -- threats ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-EVT-02", "TC-EVT-05")
def test_a_threat_is_announced_and_arrives_in_spring():
    game = in_winter(1)
    announce(game)
    assert found(game.outbox, ThreatAnnounced)[0].side == "east"
    game = seeded("threat")
    write_threat(game, "north", state="announced")
    game.season = "ete"
    wake(game)
    assert NORTH not in game.nations
    game.season = "printemps"
    wake(game)
    assert game.nations[NORTH].kind == THREAT
    places = all_units(game, NORTH)
    assert 1 <= len(places) <= 2
    assert all(game.lands[code].controller == NORTH for code in places)


@pytest.mark.rule("TC-EVT-05")
@pytest.mark.parametrize("side", ["north", "east", "south", "west"])
def test_every_threat_acts_through_four_years_and_leaves_a_sound_table(side):
    game = seeded(f"threat {side}")
    game.year = 203
    arrive(game, side)
    audit(game)
    for turn in range(16):
        game.season = ("printemps", "ete", "automne", "hiver")[turn % 4]
        game.year = 203 + turn // 4
        game.outbox = []
        if game.season == "hiver":
            winter(game)
        else:
            wake(game)
            give_orders(game)
        run(game, MilitaryPhase())
        review(game)
        for army in list(game.armies):
            disband_army(game, army)
        game.sheets = {}
        audit(game)
        if game.ending or game.threats[side].state == "ended":
            break
    assert game.threats[side].state == "ended" or side == "south"


@pytest.mark.rule("TC-EVT-05")
def test_the_horde_scatters_without_its_khan_and_settles_where_it_has_won():
    game = seeded("khan")
    arrive(game, "east")
    del game.leaders[khan(game)]
    horde_review(game)
    assert game.threats["east"].state == "ended"
    assert any(one.brigands for one in game.lands.values())
    game = seeded("settlers")
    arrive(game, "east")
    game.season = "hiver"
    for code in ("HVA", "CLA", "HRU", "KTO", "KKA", "KAT", "VAA", "CVA"):
        land(game, code, controller=EAST)
    horde_review(game)
    assert game.threats["east"].state == "ended"
    assert any(record.kind == MINOR for record in game.nations.values())
    assert "ROC" in game.lands["KTO"].national


@pytest.mark.rule("TC-EVT-05", "TC-LAND-05")
def test_a_horde_that_settles_gives_capitals_back():
    game = seeded("capital of the horde")
    arrive(game, "east")
    game.season = "hiver"
    capital = game.nations["ROC"].capital
    for code in (capital, "HVA", "CLA", "HRU", "KTO", "KKA", "KAT", "VAA", "CVA"):
        land(game, code, controller=EAST)
    horde_review(game)
    assert game.lands[capital].owner == game.lands[capital].controller == "ROC"
    assert any(record.kind == MINOR for record in game.nations.values())


@pytest.mark.rule("TC-EVT-05", "TC-LEAD-04")
def test_a_khan_without_land_stays_where_he_is():
    game = seeded("landless khan")
    arrive(game, "east")
    for code in SITES:
        if game.lands[code].controller == EAST:
            land(game, code, controller="")
    assert refuge(game, EAST, "KAD") == "KAD"


@pytest.mark.rule("TC-EVT-05", "TC-CIV-07")
def test_ash_drifts_and_is_swept_away_and_the_heart_can_be_drained():
    game = seeded("ash heart")
    arrive(game, "south")
    game.season = "ete"
    wake(game)
    ashen = [code for code in SITES if game.lands[code].ash]
    assert ashen
    sweep_ash(game, ashen[0])
    assert game.lands[ashen[0]].ash == 0
    home = game.threats["south"].home
    nation(game, A, glory=0)
    drain_heart(game, A, home, 30)
    assert game.threats["south"].vigour == 10
    drain_heart(game, M, home, 30)
    ash_review(game)
    assert SOUTH not in game.nations
    assert game.nations[A].glory == 40
    assert has_mark(game, "ash_beaten", nation=A)


@pytest.mark.rule("TC-EVT-05")
def test_the_sails_can_be_hired_in_summer():
    game = seeded("sails")
    arrive(game, "west")
    nation(game, A, gold=100)
    sheet(game, A, HireSails(M, 60))
    assert refusals(run(game, TradePhase())) == ["TC-EVT-05"]
    game.season = "ete"
    run(game, TradePhase())
    assert (game.threats["west"].target, game.threats["west"].payer) == (M, A)
    assert game.nations[A].goods.gold == 40
    add_units(game, next(iter(all_units(game, WEST))), WEST, "oue-abordeurs", 1, "threat", "TC-EVT-05")


# -- the phases themselves --------------------------------------------------------------------------------------


@pytest.mark.rule("TC-TURN-03", "TC-EVT-01")
def test_winter_draws_one_world_event_and_one_for_each_nation():
    game = seeded("winter")
    game.year, game.season = 202, "hiver"
    happened = run(game, EventPhase())
    assert len(found(happened, world_events.WorldEvent)) == 1
    assert len(found(happened, NationalEvent)) == 20
    run(game, FinalPhase())
    audit(game)
