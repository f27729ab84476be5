"""Chapter "La science": points, thresholds and discoveries."""

import pytest

from marchland.games.cendre.orders import Allocate, Discover, DrainSource
from marchland.games.cendre.rules.common.ledger import add_science
from marchland.games.cendre.rules.land.ownership import break_away
from marchland.games.cendre.rules.land.population import grow_population
from marchland.games.cendre.rules.science import (
    DiscoveryMade,
    allocate,
    choices,
    choose_discoveries,
    discover,
    gain_science,
    open_colours,
    pending,
    proselytise,
)
from marchland.games.cendre.rules.turn.beginning import SecondaryUpkeep
from marchland.games.cendre.world import DOMAINS, SITES, recruitable

from .realm import A, M, V, found, land, leader, nation, no_leaders, refusals, run, script, seeded, sheet, table


def with_points(game, name, domain, points, known=()):
    science = tuple(points if other == domain else 0 for other in DOMAINS)
    nation(game, name, science=science, known=tuple(known))


@pytest.mark.rule("TC-SCI-02", "TC-SCI-01")
def test_every_nation_starts_with_one_discovery_and_its_ten_points():
    game = table()
    for name, record in game.nations.items():
        assert len(record.known) == 1, name
        assert sorted(record.science) == [0] * 7 + [10], name
        assert all(pending(game, name, domain) == 0 for domain in DOMAINS)


@pytest.mark.rule("TC-SCI-01")
@pytest.mark.parametrize(
    ("points", "reached"), [(9, 0), (10, 1), (29, 1), (30, 2), (60, 3), (100, 4), (150, 5), (210, 6), (279, 6), (280, 7)]
)
def test_thresholds_are_totals(points, reached):
    game = table()
    with_points(game, A, "social", points)
    assert pending(game, A, "social") == reached


@pytest.mark.rule("TC-SCI-01", "TC-GLORY-01")
def test_a_threshold_gives_a_free_choice_and_glory_and_nothing_is_lost_without_one():
    game = table()
    with_points(game, A, "agriculture", 30)
    nation(game, A, glory=0)
    choose_discoveries(game)
    assert pending(game, A, "agriculture") == 2
    sheet(
        game,
        A,
        Discover("agriculture", "Conservation"),
        Discover("agriculture", "Irrigation"),
        Discover("agriculture", "Agronomie"),
    )
    events = run(game, SecondaryUpkeep())
    assert game.nations[A].known == ("Conservation", "Irrigation")
    assert game.nations[A].glory == 20
    assert refusals(events) == ["TC-SCI-01"]
    assert found(events, DiscoveryMade)[0].audience == (game.seats[A],)


@pytest.mark.rule("TC-SCI-01", "TC-REP-03", "TC-GLORY-01")
def test_the_ultimate_discovery_comes_last_and_by_itself():
    game = table()
    six = ("Banque", "Frappe de monnaie", "Établir une caravane", "Industrie", "Imprimerie", "Essor urbain")
    with_points(game, A, "économie", 280, six[:5])
    assert choices(game, A, "économie") == ("Essor urbain",)
    with_points(game, A, "économie", 280, six)
    nation(game, A, glory=0, tenths=6, reputation=0)
    choose_discoveries(game)
    assert game.nations[A].known[-1] == "Bourgeoisie"
    assert game.nations[A].glory == 50
    assert (game.nations[A].reputation, game.nations[A].tenths) == (1, 1)


@pytest.mark.rule("TC-SCI-01")
def test_free_points_go_where_the_sheet_says_as_far_as_they_reach():
    game = table()
    nation(game, A, free_science=5, science=(0,) * 8)
    sheet(game, A, Allocate("social", 3), Allocate("magie", 9), Allocate("social", 1))
    allocate(game)
    assert game.nations[A].free_science == 0
    assert game.nations[A].science[DOMAINS.index("social")] == 3
    assert game.nations[A].science[DOMAINS.index("magie")] == 2
    assert refusals(game.outbox) == ["TC-SCI-01"]


@pytest.mark.rule("TC-STRUCT-07")
def test_a_mage_tower_drinks_a_whole_source():
    game = table()
    land(game, "BPL", structures=("tour-de-mage",))
    land(game, "VAL", source=4, fluid=3)
    sheet(game, A, DrainSource("VAL"), DrainSource("AKL"))
    events = run(game, SecondaryUpkeep())
    assert game.nations[A].free_science == 3
    assert game.lands["VAL"].fluid == 0
    assert refusals(events) == ["TC-STRUCT-07"]


@pytest.mark.rule("TC-UNIT-02", "TC-STRUCT-03", "TC-LEAD-10", "TC-LEAD-11", "TC-LEAD-12", "TC-SCI-10")
def test_science_that_comes_by_itself():
    game = table()
    no_leaders(game)
    leader(game, A, civil=4, gifts=("chercheur:physique",))
    leader(game, A, military=6, strategy=3, tactics=("stratège",))
    land(game, "AKL", structures=("academie",))
    nation(game, A, sages=2, known=("Imprimerie",), science=(0,) * 8, free_science=0)
    gain_science(game)
    record = game.nations[A]
    assert record.free_science == 2 + 5 + 4
    assert (record.science[DOMAINS.index("physique")], record.science[DOMAINS.index("militaire")]) == (4, 3)


# -- what single discoveries do ---------------------------------------------------------------------------------


@pytest.mark.rule("TC-SCI-04")
def test_specialisation_needs_a_side():
    game = table()
    with_points(game, A, "militaire", 10)
    sheet(game, A, Discover("militaire", "Spécialisation offensive / défensive"))
    assert refusals(run(game, SecondaryUpkeep())) == ["TC-SCI-04"]
    sheet(game, A, Discover("militaire", "Spécialisation", "défense"))
    run(game, SecondaryUpkeep())
    assert game.nations[A].focus == "défense"


@pytest.mark.rule("TC-SCI-04")
def test_a_new_technique_teaches_every_officer():
    game = table(10)
    no_leaders(game)
    who = leader(game, A, military=6, tactics=("raid",))
    discover(game, A, "Nouvelle technique", "")
    assert game.leaders[who].military.tactics == ("raid", "perspicace")


@pytest.mark.rule("TC-SCI-04", "TC-SCI-03")
def test_ultimate_discoveries_open_new_units():
    assert "akl-lames-d-or" not in recruitable(A, ())
    assert "akl-lames-d-or" in recruitable(A, ("Suprématie martiale",))
    assert "caraque" in recruitable(A, ("Caraques",))
    assert "caraque/nain" in recruitable("ROC", ("Caraques",))


@pytest.mark.rule("TC-SCI-07")
def test_a_new_magic_is_any_colour_but_those_of_rats_and_ash_and_twice_at_most():
    game = table()
    with_points(game, A, "magie", 60)
    assert "rats" not in open_colours(game, A)
    sheet(game, A, Discover("magie", "Nouvelle magie", "cendre"))
    assert refusals(run(game, SecondaryUpkeep())) == ["TC-SCI-07"]
    colours = [Discover("magie", "Nouvelle magie", colour) for colour in ("feu", "eau", "air")]
    sheet(game, A, *colours)
    assert refusals(run(game, SecondaryUpkeep())) == ["TC-SCI-01"]
    assert game.nations[A].colours == ("climat", "feu", "eau")
    assert game.nations[A].new_colour == "eau"


@pytest.mark.rule("TC-SCI-08")
def test_the_heir_claims_the_whole_world():
    game = table()
    discover(game, A, "Héritier", "")
    assert all(A in game.lands[code].national for code in SITES)
    assert any(casus.holder == M and casus.against == A for casus in game.casus)
    assert game.nations[A].reputation == 1


@pytest.mark.rule("TC-SCI-08")
def test_proselytism_wins_a_neighbouring_minor_nation_one_winter_in_five():
    game = seeded("preachers")
    game.season = "hiver"
    for name in game.nations:
        nation(game, name, known=())
    nation(game, A, known=("Prosélytisme",))
    land(game, "BMU", owner="", controller="")
    minor = break_away(game, ("BMU",), "independence", "TC-LAND-15")
    script(game, 21)
    proselytise(game)
    assert game.lands["BMU"].owner == minor
    script(game, 20)
    proselytise(game)
    assert (game.lands["BMU"].owner, game.lands["BMU"].controller) == (A, A)
    assert minor not in game.nations


@pytest.mark.rule("TC-SCI-09", "TC-STRUCT-08")
def test_agronomy_may_add_people_in_winter():
    game = table(10, 11, 11)
    for name in game.nations:
        nation(game, name, known=())
    nation(game, V, known=("Agronomie",))
    for name in ("GOBELINS", "GRISES"):
        for code in list(game.lands):
            if game.lands[code].owner == name:
                land(game, code, population=10, recruits=10)
    before = {code: game.lands[code].population for code in ("BSB", "HOR", "VOL")}
    grow_population(game)
    assert game.lands["BSB"].population == before["BSB"] + 1
    assert game.lands["HOR"].population == before["HOR"]


@pytest.mark.rule("TC-SCI-01", "TC-EVT-04")
def test_points_won_outside_the_secondary_phase_wait_for_their_choice():
    game = table()
    with_points(game, A, "social", 0)
    add_science(game, A, "social", 10, "découverte fortuite", "TC-EVT-04")
    assert pending(game, A, "social") == 1
    assert game.nations[A].known == ()
