"""Land, people, calm, name and glory in figures, on both sides of every condition."""

import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.opening import lay_out, opening_land
from marchland.games.cendre.rules.common.ledger import GoodsMoved, LandChanged, OwnerChanged, UnitsChanged, set_owner
from marchland.games.cendre.rules.common.marks import add_mark
from marchland.games.cendre.rules.diplomacy.founding import equip
from marchland.games.cendre.rules.diplomacy.minor import minor_winter
from marchland.games.cendre.rules.economy.caravans import drop_surplus_caravans
from marchland.games.cendre.rules.events.scores import rebels_go_free
from marchland.games.cendre.rules.glory.account import GloryChanged, change_glory
from marchland.games.cendre.rules.glory.glory import (
    DominationHeld,
    GloryTable,
    annual_glory,
    annual_parts,
    check_victory,
    domination_gains,
    domination_glory,
    initial_glory,
    note_wars,
    publish_glory,
    ranking,
)
from marchland.games.cendre.rules.land import danger as danger_chapter
from marchland.games.cendre.rules.land.danger import (
    TroublesBrokeOut,
    ash_danger,
    break_away_lands,
    break_out_troubles,
    danger_of,
    hunt_agitators,
    hunt_brigands,
    is_torn_from_union,
    militia_at,
)
from marchland.games.cendre.rules.land.ownership import NationFounded, become_owner, break_away
from marchland.games.cendre.rules.land.population import grow_population, regrow_recruits
from marchland.games.cendre.rules.leaders.people import flee
from marchland.games.cendre.rules.magic.fluid import spill
from marchland.games.cendre.rules.magic.sources import refill_sources
from marchland.games.cendre.rules.science import convert, proselytise
from marchland.games.cendre.rules.standing import standing as standing_chapter
from marchland.games.cendre.rules.standing.account import (
    CounterChanged,
    ReputationChanged,
    StabilityChanged,
    change_counter,
    change_reputation,
    change_stability,
)
from marchland.games.cendre.rules.standing.revolution import Revolution, revolution, revolutions
from marchland.games.cendre.rules.standing.standing import (
    StabilityTested,
    hold_stability_tests,
    seasonal_reputation,
    stability_modifier,
    war_weariness,
    winter_stability,
    yearly_reputation,
)
from marchland.games.cendre.rules.towns.fortifications import end_sieges
from marchland.games.cendre.rules.towns.towns import (
    StructureLost,
    cut_to_limit,
    drop_surplus_buildings,
    shrink,
    size_limit,
    town_level,
)
from marchland.games.cendre.rules.war.control import settle_vacant_land
from marchland.games.cendre.rules.war.occupation import take_control
from marchland.games.cendre.rules.war.volunteers import automatic_arrivals, automatic_losses
from marchland.games.cendre.sequence import outcome
from marchland.games.cendre.state import Caravan, Nation, Tally, Troop
from marchland.games.cendre.title import TITLE
from marchland.games.cendre.world import BOOKLETS, DOMAINS, MAJORS, SITES, land_neighbours, recruitable
from marchland.kernel.chance import scripted

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
    replace,
    script,
    table,
)

OWN, NEXT, THIRD = "AKL", "VAL", "BPL"
MIN, REB = "MIN-X", "REB-X"


def changes(game, kind, **fields):
    return [(event.amount, event.reason, event.rule) for event in found(game.outbox, kind, **fields)]


def on_land(game, code):
    """What happened to the figures of a territory."""
    return [(event.what, event.amount) for event in found(game.outbox, LandChanged, territory=code)]


def quiet(game, name=A):
    """A nation without anything of its own but its land."""
    no_leaders(game, name)
    no_units(game, name)
    nation(game, name, known=(), stability=0, reputation=0, tenths=0, glory=0, artistes=0, sages=0, diplomates=0)
    for code in game.lands:
        if game.lands[code].controller == name:
            fields = {"farms": 0, "exploitations": 0, "population": 0, "town": 0, "roads": False}
            land(game, code, structures=(), danger=0, agitators=0, brigands=0, police=0, militia=0, **fields)


def stranger(game, name, kind, *codes, **fields):
    game.nations[name] = Nation(id=name, kind=kind, capital=codes[0] if codes else "", **fields)
    for code in codes:
        land(game, code, controller=name, **({"owner": name} if kind == "minor" else {}))


# -- the opening ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LAND-01")
def test_a_territory_at_the_start_is_what_the_annex_says():
    for site in SITES.values():
        laid = opening_land(site)
        assert (laid.owner, laid.controller, laid.fluid, laid.recruits) == (site.owner, site.owner, site.source, site.population)
        homes = [b.id for b in BOOKLETS.values() if site.code in b.territories or site.code in b.national_claims]
        assert laid.national == tuple(homes)
        town = BOOKLETS[site.owner].start.cities.get(site.code, 0) if site.owner else site.town_size
        assert laid.town == town
    assert any(b.national_claims for b in BOOKLETS.values())


@pytest.mark.rule("TC-SCI-02")
def test_a_nation_at_the_start_is_what_its_booklet_says():
    game = lay_out(20, TITLE.for_new_table({}), scripted())
    for booklet in BOOKLETS.values():
        record, start = game.nations[booklet.id], booklet.start
        place = DOMAINS.index(booklet.discovery.domain)
        assert record.science == tuple(10 * (n == place) for n in range(len(DOMAINS)))
        assert (record.stability, record.reputation, len(record.known)) == (start.stability, start.reputation, 1)
        assert record.goods == Goods.of({"gold": start.gold, "provisions": start.provisions, **start.resources})
        focus = {"offensive": "attaque", "défensive": "défense"}.get(booklet.discovery.choice, "")
        assert (record.focus, record.colours) == (focus, (booklet.magic,))
        for unit in type(record.civil).__struct_fields__:
            assert getattr(record.civil, unit) == start.civil_units.get(unit, 0)
        troops = {key[:3]: {t.unit: t.count for t in there} for key, there in game.garrisons.items() if key[4:] == booklet.id}
        assert troops == {place: dict(units) for place, units in start.army.items()}
        people = [who for who in game.leaders.values() if who.nation == booklet.id]
        assert [who.name for who in people] == [who.name for who in booklet.leaders]
    assert {record.focus for record in game.nations.values()} >= {"", "attaque"}
    assert any(booklet.start.civil_units for booklet in BOOKLETS.values())


@pytest.mark.rule("TC-WAR-02")
def test_what_a_people_may_recruit():
    own = tuple(unit.id for unit in BOOKLETS[A].units)
    assert recruitable(A, ()) == own
    assert recruitable(A, ("Suprématie martiale",)) == (*own, BOOKLETS[A].supremacy.id)
    assert recruitable(A, ("Caraques",)) == (*own, "caraque")
    elves = next(booklet for booklet in BOOKLETS.values() if booklet.race != "humain")
    assert recruitable(elves.id, ("Caraques",))[-1] == f"caraque/{elves.race}"


# -- danger -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LAND-13")
def test_every_row_of_table_3():
    def risen(change, code=OWN):
        game = table()
        quiet(game)
        for other in game.lands:
            land(game, other, national=tuple(n for n in game.lands[other].national if n != V))
        before = danger_of(game, code)
        change(game)
        return danger_of(game, code) - before

    assert risen(lambda game: land(game, OWN, danger=17)) == 17
    assert risen(lambda game: land(game, OWN, brigands=3)) == 15
    assert risen(lambda game: land(game, OWN, militia=2)) == -10
    assert risen(lambda game: land(game, OWN, national=())) == 10
    assert risen(lambda game: land(game, OWN, owner=M)) == 10
    assert risen(lambda game: land(game, OWN, roads=True)) == -5
    assert risen(lambda game: land(game, OWN, structures=("chateau",))) == -5
    assert risen(lambda game: land(game, OWN, structures=("champ-de-gibets",))) == -15
    assert risen(lambda game: nation(game, A, known=("Code de Lois",))) == -10
    assert risen(lambda game: add_mark(game, "danger", 9, territory=OWN, amount=7)) == 7
    assert [risen(lambda game, ash=ash: land(game, OWN, ash=ash)) for ash in (1, 2, 3)] == [0, 10, 10]

    def occupied(game, **fields):
        land(game, OWN, owner=M, **fields)

    base = risen(occupied)
    assert risen(lambda game: occupied(game, structures=("chateau", "champ-de-gibets"))) == base

    def laws(game):
        occupied(game)
        nation(game, A, known=("Code de Lois",))

    def steward(game):
        occupied(game)
        leader(game, A, military=3, tactics=("gestionnaire",))

    assert risen(laws) == base
    assert risen(steward) == base - 10
    assert risen(lambda game: leader(game, A, military=3, tactics=("gestionnaire",))) == 0

    def union(game, war=True, known=("Union nationale",)):
        land(game, OWN, national=(A, V))
        nation(game, V, known=known)
        if war:
            at_war(game, A, V)

    assert risen(union) == 10
    assert risen(lambda game: union(game, war=False)) == 0
    assert risen(lambda game: union(game, known=())) == 0


@pytest.mark.rule("TC-SCI-08")
def test_union_counts_for_land_national_to_an_enemy_who_knows_it():
    game = table()
    nation(game, V, known=("Union nationale",))
    land(game, OWN, national=(A, V))
    assert not is_torn_from_union(game, OWN)
    at_war(game, A, V)
    assert is_torn_from_union(game, OWN)
    nation(game, V, known=())
    assert not is_torn_from_union(game, OWN)


@pytest.mark.rule("TC-EVT-05")
def test_two_counters_of_ash_are_dangerous():
    game = table()
    assert [(land(game, OWN, ash=ash), ash_danger(game, OWN))[1] for ash in (0, 1, 2, 3)] == [0, 0, 10, 10]


@pytest.mark.rule("TC-LAND-16")
def test_militia_of_the_land_and_units_of_its_controller_with_the_trait():
    game = table()
    no_units(game)
    unit = next(u for b in BOOKLETS.values() for u in b.units if "milice" in u.traits)
    land(game, OWN, controller=unit.nation or A, militia=1)
    assert militia_at(game, OWN) == 1
    game.garrisons[f"{OWN}:{game.lands[OWN].controller}"] = (Troop(unit.id, 2), Troop("akl-lances", 3))
    assert militia_at(game, OWN) == 3
    land(game, OWN, controller="", militia=1)
    assert militia_at(game, OWN) == 1


@pytest.mark.rule("TC-LAND-14")
def test_troubles_end_with_the_season_and_break_out_by_the_die_after_the_first_year(monkeypatch):
    monkeypatch.setattr(danger_chapter, "danger_of", lambda game, code: 30 if code == OWN else 0)
    for year, die, troubled in ((201, 1, False), (202, 30, True), (202, 31, False)):
        game = table()
        game.year = year
        for code in (OWN, NEXT):
            land(game, code, troubled=True)
        script(game, die)
        break_out_troubles(game)
        assert (game.lands[OWN].troubled, game.lands[NEXT].troubled) == (troubled, False)
        told = found(game.outbox, TroublesBrokeOut)
        assert [(event.nation, event.territory, event.danger, event.audience) for event in told] == [
            (A, OWN, 30, (game.seats[A],))
        ] * troubled
    game = table()
    game.year = 202
    stranger(game, MIN, "minor", OWN)
    script(game)
    break_out_troubles(game)
    assert not found(game.outbox, TroublesBrokeOut)


@pytest.mark.rule("TC-LAND-15")
def test_land_breaks_away_at_one_hundred_with_unrest_counted(monkeypatch):
    for danger, stability, code, gone in (
        (100, 0, NEXT, True),
        (99, 0, NEXT, False),
        (95, -1, NEXT, True),
        (94, -1, NEXT, False),
        (99, 3, NEXT, False),
        (100, 3, NEXT, True),
        (200, 0, OWN, False),
    ):
        monkeypatch.setattr(danger_chapter, "danger_of", lambda game, where, c=code, d=danger: d if where == c else 0)
        game = table()
        nation(game, A, stability=stability)
        script(game, 0)
        break_away_lands(game)
        assert (game.lands[code].controller != A) is gone
        assert len(found(game.outbox, NationFounded)) == gone


@pytest.mark.rule("TC-LAND-15")
def test_land_of_a_minor_nation_does_not_break_away(monkeypatch):
    monkeypatch.setattr(danger_chapter, "danger_of", lambda game, code: 200 if code in (NEXT, THIRD) else 0)
    game = table()
    stranger(game, MIN, "minor", NEXT)
    script(game, 0)
    break_away_lands(game)
    assert game.lands[NEXT].controller == MIN
    assert found(game.outbox, NationFounded)[0].territories == (THIRD,)


@pytest.mark.rule("TC-LAND-15")
def test_what_a_new_minor_nation_takes_along():
    game = table()
    no_units(game)
    land(game, NEXT, town=2, population=3, police=1, militia=2, owner=A, controller=A, national=(A,), besieged=True)
    land(game, THIRD, town=1, population=5, owner=A, controller=A)
    garrison(game, NEXT, A, akl_lances=2)
    garrison(game, NEXT, M, akl_garde=1)
    who = leader(game, A, at=NEXT, civil=2)
    script(game, 0)
    name = break_away(game, (THIRD, NEXT), "independence", "TC-LAND-15")
    assert name == f"MIN-{NEXT}"
    record = game.nations[name]
    assert (record.kind, record.capital, record.origin, record.race) == ("minor", NEXT, A, game.nations[A].race)
    for code in (NEXT, THIRD):
        assert (game.lands[code].owner, game.lands[code].controller) == (name, name)
        assert name in game.lands[code].national
    assert (game.lands[NEXT].police, game.lands[NEXT].militia, game.lands[NEXT].besieged) == (0, 0, False)
    assert game.leaders[who].at == OWN
    kept = {troop.unit: troop.count for troop in game.garrisons[f"{NEXT}:{name}"]}
    assert (kept["akl-lances"], kept["akl-garde"]) == (2, 1)
    assert game.wars[f"{A}|{name}"].since == game.turn
    told = found(game.outbox, NationFounded)[0]
    assert (told.nation, told.former, told.territories, told.reason) == (name, A, (THIRD, NEXT), "independence")
    land(game, NEXT, owner=A, controller=A)
    land(game, THIRD, owner=A, controller=A)
    script(game, 0)
    second = break_away(game, (NEXT,), "revolt", "TC-EVT-04", "rebel")
    assert second == f"REB-{NEXT}"
    assert (game.lands[NEXT].owner, game.lands[NEXT].controller) == (A, second)
    assert not [who for who in game.leaders.values() if who.nation == second]
    script(game, 0)
    land(game, NEXT, owner="", controller="")
    nobody = break_away(game, (NEXT,), "independence", "TC-LAND-15")
    assert (nobody, game.nations[nobody].origin, game.nations[nobody].race) == (f"MIN-{NEXT}-2", "", "humain")
    assert not [key for key in game.wars if nobody in key]


@pytest.mark.rule("TC-DIP-11")
def test_a_new_minor_nation_is_equipped_by_its_land():
    game = table()
    no_units(game)
    no_leaders(game)
    sea = next(code for code, site in SITES.items() if site.open_sea)
    inland = next(code for code, site in SITES.items() if not site.by_the_sea)
    coast = next(code for code, site in SITES.items() if site.coastal and not site.sea)
    codes = (inland, coast, sea)
    stranger(game, MIN, "minor", *codes, race="elfe")
    land(game, inland, population=3, town=1)
    land(game, coast, population=4, town=0)
    equip(game, MIN, codes)
    units = {code: {t.unit: t.count for t in game.garrisons[f"{code}:{MIN}"]} for code in codes}
    assert units[inland] == {"min-levee/elfe": 2, "min-archers/elfe": 1, "min-piquiers/elfe": 1, "min-garde/elfe": 1}
    assert units[coast] == {"min-levee/elfe": 2, "min-archers/elfe": 1, "min-piquiers/elfe": 1, "min-navires/elfe": 1}
    assert units[sea] == {"min-navires/elfe": 2}
    assert game.nations[MIN].goods == Goods(60, 6, 1, 1, 1, 1, 1, 1)
    ruler, captain = sorted(game.leaders.values(), key=lambda who: not who.ruler)
    assert (ruler.civil.level, ruler.civil.competence, ruler.military, ruler.age) == ("faible", 2, None, 15)
    assert (captain.military.level, captain.military.command, captain.military.strategy) == ("faible", 4, 1)
    assert (ruler.name, captain.name) == (f"Chef de {SITES[inland].name}", f"Capitaine de {SITES[inland].name}")
    assert (ruler.at, captain.ruler, captain.civil) == (inland, False, None)


@pytest.mark.rule("TC-LAND-16")
def test_police_and_militia_find_one_of_those_they_hunt():
    for police, agitators, controller, die, left in (
        (2, 3, A, 20, 2),
        (2, 3, A, 21, 3),
        (0, 3, A, 1, 3),
        (2, 3, "", 1, 3),
        (10, 1, A, 0, 0),
    ):
        game = table()
        land(game, OWN, police=police, agitators=agitators, controller=controller, structures=())
        script(game, *[die] * bool(die))
        hunt_agitators(game)
        assert game.lands[OWN].agitators == left
        game = table()
        no_units(game)
        land(game, OWN, militia=police, brigands=agitators, controller=controller, structures=())
        script(game, *[die] * bool(die))
        hunt_brigands(game)
        assert game.lands[OWN].brigands == left
    game = table()
    land(game, OWN, police=1, agitators=2, structures=("champ-de-gibets",))
    script(game, 25)
    hunt_agitators(game)
    assert on_land(game, OWN) == [("agitators", -1)]
    land(game, OWN, police=1, agitators=0)
    script(game)
    hunt_agitators(game)
    assert len(on_land(game, OWN)) == 1


# -- land changes hands -----------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-19")
def test_what_a_conqueror_takes():
    def taken(by=M, owner=A, before=A, gold=100, **fields):
        game = table()
        no_units(game)
        stranger(game, REB, "rebel")
        land(game, NEXT, owner=owner, controller=before, town=3, police=1, militia=2, brigands=1, structures=())
        land(game, NEXT, **fields)
        nation(game, A, gold=gold)
        nation(game, M, gold=0)
        take_control(game, NEXT, by, "conquest", "TC-WAR-19")
        assert game.lands[NEXT].controller == by
        return game

    game = taken()
    assert (game.nations[A].goods.gold, game.nations[M].goods.gold) == (70, 30)
    assert on_land(game, NEXT) == [("police", -1), ("brigands", 2), ("militia", -2)]
    spoils = found(game.outbox, GoodsMoved, reason="capture")
    assert [(event.nation, event.other, event.territory) for event in spoils] == [(A, M, NEXT), (M, A, NEXT)]
    assert taken(gold=20).nations[M].goods.gold == 20
    assert taken(town=0).nations[M].goods.gold == 0
    assert taken(structures=("terriers-profonds",)).nations[M].goods.gold == 0
    assert taken(before=V).nations[M].goods.gold == 0
    assert taken(before="").nations[M].goods.gold == 0
    assert taken(by=REB).nations[A].goods.gold == 100
    siege = taken(structures=("fortifications-superieures",))
    assert (siege.nations[M].goods.gold, siege.lands[NEXT].besieged) == (0, True)
    assert taken(structures=("fortifications-superieures",), town=0).lands[NEXT].besieged is False
    back = taken(by=A, before=M, besieged=True)
    assert (back.lands[NEXT].besieged, back.nations[A].goods.gold) == (False, 100)
    passed_on = taken(before=V, besieged=True)
    assert passed_on.lands[NEXT].besieged is True
    game = table()
    land(game, NEXT, police=1)
    take_control(game, NEXT, A, "conquest", "TC-WAR-19")
    assert game.outbox == []


@pytest.mark.rule("TC-STRUCT-05")
def test_only_a_fortified_town_holds_out_and_winter_ends_it():
    for structures, town, held in (
        (("fortifications-superieures",), 1, True),
        ((), 1, False),
        (("fortifications-superieures",), 0, False),
    ):
        game = table()
        land(game, NEXT, structures=structures, town=town)
        take_control(game, NEXT, M, "conquest", "TC-WAR-19")
        assert game.lands[NEXT].besieged is held
        end_sieges(game)
        assert not game.lands[NEXT].besieged


@pytest.mark.rule("TC-STRUCT-08")
def test_a_desecrated_hatchery_is_never_forgotten():
    game = table()
    land(game, NEXT, structures=("couvoir-sacre", "chateau"))
    take_control(game, NEXT, M, "conquest", "TC-WAR-19")
    assert [built.kind for built in game.lands[NEXT].structures] == ["chateau"]
    assert [(casus.holder, casus.against, casus.cause) for casus in game.casus] == [(A, M, "desecrated")]
    assert found(game.outbox, StructureLost)[0].reason == "desecrated"


@pytest.mark.rule("TC-LEAD-04")
def test_leaders_flee_from_land_that_is_lost_unless_troops_stand_by_them():
    game = table()
    no_units(game)
    lost = leader(game, A, at=NEXT, civil=2)
    captive = leader(game, A, at=NEXT, civil=2, captor=M)
    foreign = leader(game, V, at=NEXT, civil=2)
    elsewhere = leader(game, A, at=THIRD, civil=2)
    flee(game, NEXT, "GONE")
    garrison(game, NEXT, A, akl_lances=1)
    flee(game, NEXT, A)
    assert game.leaders[lost].at == NEXT
    no_units(game)
    flee(game, NEXT, A)
    assert [game.leaders[who].at for who in (lost, captive, foreign, elsewhere)] == [OWN, NEXT, NEXT, THIRD]


@pytest.mark.rule("TC-EVT-05")
def test_a_threat_owns_nothing():
    game = table()
    stranger(game, "EXT-EAST", "threat")
    set_owner(game, NEXT, M, "test", "TC-WAR-19")
    assert [(event.before, event.after) for event in found(game.outbox, OwnerChanged)] == [(A, M)]
    set_owner(game, NEXT, M, "test", "TC-WAR-19")
    assert len(game.outbox) == 1
    set_owner(game, NEXT, "EXT-EAST", "test", "TC-WAR-19")
    assert game.lands[NEXT].owner == ""
    set_owner(game, NEXT, "", "test", "TC-WAR-19")
    assert [(event.before, event.after) for event in game.outbox] == [(A, M), (M, "")]


@pytest.mark.rule("TC-MAG-01")
def test_a_source_that_sank_spills_what_it_cannot_hold():
    game = table()
    for source, fluid, left in ((3, 5, 3), (3, 3, 3), (5, 2, 2), (0, 4, 0)):
        land(game, OWN, source=source, fluid=fluid)
        game.outbox = []
        spill(game, OWN, "test", "TC-MAG-01")
        assert game.lands[OWN].fluid == left
        assert on_land(game, OWN) == [("fluid", left - fluid)] * (left != fluid)


@pytest.mark.rule("TC-WAR-21")
def test_vacant_land_belongs_to_the_major_nation_that_holds_it_in_winter():
    game = table()
    stranger(game, REB, "rebel")
    land(game, NEXT, owner="", controller=M, national=())
    land(game, THIRD, owner="", controller=REB)
    land(game, OWN, controller=M)
    settle_vacant_land(game)
    assert (game.lands[NEXT].owner, game.lands[THIRD].owner, game.lands[OWN].owner) == (M, "", A)
    assert game.lands[NEXT].national == ()


# -- towns ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-CITY-01")
def test_the_figures_of_a_town():
    assert [(town_level(n).level, town_level(n).eats, town_level(n).gold) for n in (1, 2, 10)] == [
        (1, 1, 10),
        (2, 2, 20),
        (10, 10, 100),
    ]


@pytest.mark.rule("TC-CITY-06")
def test_a_shrinking_town_in_figures():
    game = table()
    land(game, NEXT, town=4, danger=0, structures=("silos", "chateau", "entrepots", "atelier"))
    assert shrink(game, NEXT, 2, "famine", "TC-CITY-04") == 2
    assert on_land(game, NEXT) == [("danger", 10), ("town", -2)]
    assert [built.kind for built in game.lands[NEXT].structures] == ["silos", "chateau"]
    assert [event.structure for event in found(game.outbox, StructureLost)] == ["entrepots", "atelier"]
    assert shrink(game, NEXT, 9, "famine", "TC-CITY-04") == 2
    assert (game.lands[NEXT].town, game.lands[NEXT].danger) == (0, 20)
    assert [built.kind for built in game.lands[NEXT].structures] == ["chateau"]
    game.outbox = []
    assert (shrink(game, NEXT, 1, "famine", "TC-CITY-04"), shrink(game, THIRD, 0, "famine", "TC-CITY-04")) == (0, 0)
    assert game.outbox == []
    land(game, OWN, town=2, danger=0)
    assert shrink(game, OWN, 3, "famine", "TC-CITY-04") == 1
    assert on_land(game, OWN) == [("danger", 5), ("town", -1)]
    game.outbox = []
    assert shrink(game, OWN, 3, "famine", "TC-CITY-04") == 0
    assert on_land(game, OWN) == [("danger", 5)]
    land(game, NEXT, town=2, structures=("silos", "atelier"))
    drop_surplus_buildings(game, NEXT, "test")
    assert [built.kind for built in game.lands[NEXT].structures] == ["silos"]


@pytest.mark.rule("TC-ECO-05")
def test_a_town_keeps_its_oldest_caravans():
    game = table()
    routes = [("MER", NEXT), (NEXT, "PVL"), ("PME", THIRD), (NEXT, "WAN")]
    game.caravans = [Caravan(creator=A, partner=M, start=a, end=b, route=(a, b), since=0) for a, b in routes]
    land(game, NEXT, town=2)
    drop_surplus_caravans(game, NEXT)
    assert [(one.start, one.end) for one in game.caravans] == routes[:3]
    land(game, NEXT, town=0)
    drop_surplus_caravans(game, NEXT)
    assert [(one.start, one.end) for one in game.caravans] == [routes[2]]


@pytest.mark.rule("TC-CITY-10")
def test_how_large_a_town_a_people_can_keep():
    small = next(booklet for booklet in BOOKLETS.values() if booklet.city_size_limit)
    assert (size_limit(small.id), size_limit(A), size_limit(MIN)) == (small.city_size_limit, 10, 10)
    game = table()
    for town, left in ((small.city_size_limit, small.city_size_limit), (small.city_size_limit + 2, small.city_size_limit)):
        land(game, NEXT, town=town, owner=small.id, danger=0)
        cut_to_limit(game, NEXT)
        assert game.lands[NEXT].town == left
        land(game, NEXT, town=town, owner=A, danger=0)
        become_owner(game, NEXT, small.id, "test", "TC-CITY-10")
        assert (game.lands[NEXT].owner, game.lands[NEXT].town) == (small.id, left)
    land(game, NEXT, town=10, owner="")
    cut_to_limit(game, NEXT)
    assert game.lands[NEXT].town == 10


# -- stability, reputation, glory ---------------------------------------------------------------------------------


@pytest.mark.rule("TC-STAB-01")
def test_stability_has_a_ceiling_and_no_floor_and_every_change_is_told():
    game = table()
    nation(game, A, stability=1)
    for amount, now in ((1, 2), (5, 3), (1, 3), (0, 3), (-11, -8)):
        change_stability(game, A, amount, "test", "TC-STAB-02")
        assert game.nations[A].stability == now
    assert [(event.amount, event.now) for event in found(game.outbox, StabilityChanged)] == [(1, 2), (1, 3), (-11, -8)]


@pytest.mark.rule("TC-REP-01")
def test_reputation_between_its_limits_and_calm_beyond():
    game = table()
    nation(game, A, reputation=4, stability=0)
    change_reputation(game, A, 3, "test", "TC-REP-02")
    assert (game.nations[A].reputation, game.nations[A].stability) == (5, 2)
    nation(game, A, reputation=-4, stability=0)
    change_reputation(game, A, -3, "test", "TC-REP-02")
    assert (game.nations[A].reputation, game.nations[A].stability) == (-5, -2)
    change_reputation(game, A, 0, "test", "TC-REP-02")
    told = found(game.outbox, ReputationChanged)
    assert [(event.amount, event.now, event.reason) for event in told] == [(1, 5, "test"), (-1, -5, "test")]
    assert [(e.amount, e.reason, e.rule) for e in found(game.outbox, StabilityChanged)] == [
        *[(1, "beyond_reputation", "TC-STAB-02")] * 2,
        *[(-1, "beyond_reputation", "TC-STAB-02")] * 2,
    ]


@pytest.mark.rule("TC-REP-03")
def test_tenths_add_up_to_points_on_both_sides_of_nothing():
    game = table()
    nation(game, A, reputation=0, tenths=8)
    for tenths, counter, reputation in ((1, 9, 0), (1, 0, 1), (0, 0, 1), (-9, -9, 1), (-1, 0, 0), (25, 5, 2), (-16, -1, 1)):
        change_counter(game, A, tenths, "test", "TC-REP-03")
        assert (game.nations[A].tenths, game.nations[A].reputation) == (counter, reputation)
    assert [event.tenths for event in found(game.outbox, CounterChanged)] == [1, 1, -9, -1, 25, -16]


@pytest.mark.rule("TC-GLORY-01")
def test_only_majors_count_glory_and_every_change_is_told():
    game = table()
    stranger(game, MIN, "minor")
    nation(game, A, glory=10)
    for name in (A, MIN):
        change_glory(game, name, 5, "test", "TC-GLORY-01")
        change_glory(game, name, 0, "test", "TC-GLORY-01")
        change_glory(game, name, -7, "test", "TC-GLORY-01")
    assert (game.nations[A].glory, game.nations[MIN].glory) == (8, 0)
    assert [(event.nation, event.amount, event.now) for event in found(game.outbox, GloryChanged)] == [(A, 5, 15), (A, -7, 8)]


@pytest.mark.rule("TC-GLORY-01")
def test_the_table_of_glory_goes_from_the_greatest_down_and_then_by_name():
    game = table()
    for name in MAJORS:
        nation(game, name, glory=5)
    nation(game, M, glory=9)
    nation(game, V, glory=1)
    publish_glory(game)
    rows = found(game.outbox, GloryTable)[0].table
    assert rows[0] == (M, 9)
    assert rows[-1] == (V, 1)
    assert [name for name, _ in rows[1:-1]] == sorted(name for name in MAJORS if name not in (M, V))


@pytest.mark.rule("TC-STAB-03")
def test_a_stability_test_is_rolled_told_and_its_effort_used_up(monkeypatch):
    monkeypatch.setattr(standing_chapter, "MAJORS", (A,))
    for die, effort, change in ((9, 1, 1), (8, 1, 0), (5, 1, 0), (4, 1, -1)):
        game = table()
        quiet(game)
        nation(game, A, effort=effort)
        assert stability_modifier(game, A) == 1
        script(game, die)
        hold_stability_tests(game)
        (told,) = found(game.outbox, StabilityTested)
        assert (told.nation, told.die, told.bonus, told.change, told.audience) == (A, die, 1, change, (game.seats[A],))
        assert (game.nations[A].stability, game.nations[A].effort) == (change, 0)


@pytest.mark.rule("TC-STAB-02")
def test_any_war_tires_in_every_season_and_winter_gives_back(monkeypatch):
    game = table()
    quiet(game)
    war_weariness(game)
    assert game.nations[A].stability == 0
    at_war(game, A, M)
    at_war(game, A, V)
    war_weariness(game)
    assert game.nations[A].stability == -1
    nation(game, A, known=("Épopée nationale",))
    for season, gained in (("printemps", 0), ("automne", 0), ("hiver", 1)):
        nation(game, A, stability=0)
        game.season = season
        winter_stability(game)
        assert game.nations[A].stability == gained
    nation(game, A, stability=0, known=())
    winter_stability(game)
    assert game.nations[A].stability == 0
    monkeypatch.setattr(standing_chapter, "added", lambda game, nation, target, **facts: 2 if nation == A else 0)
    winter_stability(game)
    war_weariness(game)
    assert game.nations[A].stability == 2


@pytest.mark.rule("TC-REP-03", "TC-REP-04")
def test_what_a_year_does_to_a_name(monkeypatch):
    monkeypatch.setattr(standing_chapter, "MAJORS", (A,))

    def counted(season="hiver", dice=(), change=None, **year):
        game = table()
        game.season = season
        quiet(game)
        nation(game, A, year=Tally(**year))
        if change:
            change(game)
        script(game, *dice)
        yearly_reputation(game)
        return game.nations[A].tenths, game.nations[A].reputation

    assert counted(season="automne") == (0, 0)
    assert counted() == (1, 0)
    assert counted(wars=True) == (0, 0)
    assert counted(wars=True, raids=3) == (-1, 0)
    assert counted(wars=True, change=lambda game: land(game, OWN, town=9)) == (0, 0)
    assert counted(wars=True, change=lambda game: [land(game, code, town=10) for code in (OWN, NEXT)]) == (2, 0)

    def diplomats(game):
        leader(game, A, civil=2, gifts=("diplomate",))
        nation(game, A, diplomates=3)

    assert counted(wars=True, change=diplomats, dice=(10, 6)) == (0, 2)
    assert counted(wars=True, change=diplomats, dice=(11, 6)) == (0, 1)
    assert counted(wars=True, change=diplomats, dice=(10, 7)) == (0, 1)
    assert counted(wars=True, change=diplomats, dice=(11, 7)) == (0, 0)


@pytest.mark.rule("TC-SCI-05")
def test_the_art_of_diplomacy_and_a_great_inn_work_in_active_seasons():
    for season, known, inn, tenths in (
        ("ete", True, False, 2),
        ("hiver", True, True, 0),
        ("ete", False, False, 0),
        ("ete", False, True, 1),
        ("printemps", True, True, 3),
    ):
        game = table()
        game.season = season
        quiet(game)
        nation(game, A, known=("Art de la diplomatie",) * known)
        land(game, OWN, structures=("grande-auberge",) * inn)
        seasonal_reputation(game)
        assert game.nations[A].tenths == tenths


@pytest.mark.rule("TC-GLORY-02")
def test_the_yearly_gains_one_by_one():
    def part(name, change=None):
        game = table()
        quiet(game)
        if change:
            change(game)
        return dict(annual_parts(game, A))[name]

    mine = len([code for code in SITES if SITES[code].owner == A])
    assert part("territories") == mine
    assert part("territories", lambda game: land(game, NEXT, controller=M)) == mine - 1
    assert [part("towns"), part("towns", lambda game: land(game, OWN, town=5))] == [0, 5]
    assert part("towns", lambda game: [land(game, OWN, town=3), land(game, NEXT, town=5), land(game, THIRD, town=2)]) == 6
    assert part("industry", lambda game: land(game, OWN, exploitations=9)) in (0, 1)
    assert part("wealth", lambda game: land(game, OWN, population=19)) == 0
    assert part("wealth", lambda game: land(game, OWN, population=20)) == 1
    assert part("stability", lambda game: nation(game, A, stability=-2)) == -2
    assert part("reputation", lambda game: nation(game, A, reputation=3)) == 3
    assert part("artists", lambda game: nation(game, A, artistes=4)) == 4
    assert part("structures", lambda game: land(game, OWN, structures=("merveille", "silos"))) == 10
    assert [part("Illumination"), part("Illumination", lambda game: nation(game, A, known=("Illumination",)))] == [0, 10]
    assert part("mécène", lambda game: leader(game, A, civil=4, gifts=("mécène",))) == 4
    assert part("mécène", lambda game: leader(game, A, civil=4)) == 0


@pytest.mark.rule("TC-GLORY-02", "TC-GLORY-05")
def test_yearly_glory_comes_in_winter_with_three_for_a_year_of_peace():
    game = table()
    quiet(game)
    worth = sum(amount for _, amount in annual_parts(game, A))
    annual_glory(game)
    assert game.nations[A].glory == 0
    game.season = "hiver"
    annual_glory(game)
    assert game.nations[A].glory == worth + 3
    nation(game, A, glory=0, year=Tally(wars=True))
    annual_glory(game)
    assert game.nations[A].glory == worth
    nation(game, A, glory=0, known=("Banque", "Irrigation"))
    initial_glory(game)
    assert game.nations[A].glory == sum(amount for _, amount in annual_parts(game, A)) + 20
    assert {event.rule for event in found(game.outbox, GloryChanged, nation=A, reason="discovery")} == {"TC-GLORY-05"}


@pytest.mark.rule("TC-GLORY-02")
def test_a_war_is_noted_for_the_year_and_a_year_without_one_is_not():
    game = table()
    at_war(game, A, M)
    note_wars(game)
    assert [game.nations[name].year.wars for name in (A, M, V)] == [True, True, False]
    game.wars.clear()
    note_wars(game)
    assert game.nations[A].year.wars


@pytest.mark.rule("TC-GLORY-03")
def test_first_and_second_and_what_they_gain():
    assert ranking({"a": 3, "b": 5, "c": 3, "d": 1}) == (["b"], ["a", "c"])
    assert ranking({"a": 5, "b": 5, "c": 3}) == (["a", "b"], ["c"])
    assert ranking({"a": 5, "b": 5}) == (["a", "b"], [])
    for scores, gains in (
        ({"a": 5, "b": 4, "c": 3}, {"a": 5, "b": 3}),
        ({"a": 5, "b": 4, "c": 4}, {"a": 5}),
        ({"a": 5, "b": 5, "c": 4}, {"a": 3, "b": 3}),
        ({"a": 5, "b": 5, "c": 5}, {}),
        ({"a": 5}, {"a": 5}),
    ):
        assert domination_gains(scores, (5, 3)) == gains


@pytest.mark.rule("TC-GLORY-03")
def test_dominations_are_told_and_paid_in_winter(monkeypatch):
    from marchland.games.cendre.rules.glory import glory as chapter

    scores = {"militaire": {A: 3, M: 2, V: 1}, "magique": {A: 3, M: 3, V: 1}, "culturelle": {A: 3, M: 3, V: 3}}
    monkeypatch.setattr(chapter, "domination_scores", lambda game: scores)
    game = table()
    before = {name: game.nations[name].glory for name in (A, M, V)}
    domination_glory(game)
    assert game.outbox == []
    game.season = "hiver"
    domination_glory(game)
    told = [(event.field, event.first, event.second) for event in found(game.outbox, DominationHeld)]
    assert told == [("militaire", (A,), (M,)), ("magique", (A, M), ()), ("culturelle", (), ())]
    assert {name: game.nations[name].glory - before[name] for name in (A, M, V)} == {A: 6, M: 4, V: 0}


@pytest.mark.rule("TC-GLORY-04")
def test_when_glory_wins_at_once(monkeypatch):
    from marchland.games.cendre.rules.glory import glory as chapter

    monkeypatch.setattr(chapter, "domination_scores", lambda game: {"militaire": {A: 3, M: 2}, "magique": {A: 1, M: magic}})

    def ended(ending="", **glory):
        game = table()
        game.ending = ending
        for name in MAJORS:
            nation(game, name, glory=glory.get(name, 0))
        check_victory(game)
        return game.winner, game.ending

    magic = 2
    assert ended(AKLA=10, MERISSE=4, VOLTDARG=6) == (A, "glory")
    assert ended(AKLA=9, MERISSE=4, VOLTDARG=6) == ("", "")
    assert ended() == ("", "")
    assert ended(ending="ash", AKLA=10) == ("", "ash")
    magic = 1
    assert ended(AKLA=9, MERISSE=4, VOLTDARG=6) == (A, "dominations")
    assert ended(AKLA=9, MERISSE=9, VOLTDARG=6) == ("", "")


@pytest.mark.rule("TC-GLORY-04")
def test_who_has_won_in_the_end():
    def won(winner="", seats=3, **glory):
        game = table(seats=seats)
        game.seats = {name: seat for seat, name in enumerate((V, A, M)[:seats])}
        game.winner, game.ending = winner, "years"
        for name in MAJORS:
            nation(game, name, glory=glory.get(name, 0))
        told = outcome(game)
        return told.scores, told.winners

    assert won(AKLA=5, MERISSE=3, VOLTDARG=1) == ((1, 5, 3), (1,))
    assert won(AKLA=5, MERISSE=5, VOLTDARG=1) == ((1, 5, 5), (1, 2))
    assert won(winner=V, AKLA=5, MERISSE=5, VOLTDARG=5) == ((5, 5, 5), (0,))
    assert won(LUMIERES=9, AKLA=5, MERISSE=5, VOLTDARG=1) == ((1, 5, 5), (1, 2))
    assert won(winner="LUMIERES", AKLA=5, MERISSE=6) == ((0, 5, 6), (2,))


# -- revolution -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-STAB-04")
def test_a_revolution_comes_below_minus_six():
    for stability, falls in ((-6, False), (-7, True), (-9, True)):
        game = table()
        no_leaders(game)
        for name in MAJORS:
            nation(game, name, stability=0)
        nation(game, A, stability=stability)
        script(game, *[1] * 900)
        revolutions(game)
        assert [event.nation for event in found(game.outbox, Revolution)] == [A] * falls


@pytest.mark.rule("TC-STAB-04")
def test_a_revolution_in_figures():
    game = table()
    no_units(game)
    no_leaders(game)
    for code in SITES:
        if SITES[code].owner == A and code not in (OWN, NEXT, THIRD):
            land(game, code, owner="", controller="")
    nation(game, A, gold=11, provisions=9, bois=5, metal=4, stability=-7, glory=200)
    stranger(game, REB, "rebel")
    land(game, "MER", controller=A)
    land(game, NEXT, owner=A, controller=M, town=0)
    land(game, THIRD, owner=A, controller=REB)
    old = leader(game, A, civil=1, ruler=True)
    loyal, shot, exiled, deathless = (leader(game, A, civil=1) for _ in range(4))
    game.leaders[deathless] = replace(game.leaders[deathless], specials=("immortal",))
    captive = leader(game, A, civil=1, captor=M)
    at_war(game, A, M)
    script(game, 50, 51, 50, 51, 51, 51, *[1] * 900)
    revolution(game, A)
    record = game.nations[A]
    assert (record.stability, record.glory) == (0, 200 - 50 - 5)
    assert (record.goods.gold, record.goods.provisions, record.goods.bois, record.goods.metal) == (5, 9, 2, 2)
    assert game.lands["MER"].controller == M
    assert (game.lands[NEXT].owner, game.lands[NEXT].controller) == (M, M)
    assert (game.lands[THIRD].owner, game.lands[THIRD].controller) == (A, REB)
    assert old not in game.leaders
    assert shot not in game.leaders
    assert game.leaders[loyal].nation == A
    assert (game.leaders[exiled].nation, game.leaders[deathless].nation) == ("", "")
    assert {exiled, deathless} <= set(game.market)
    assert game.leaders[captive].nation == A
    rulers = [who for who in game.leaders.values() if who.nation == A and who.ruler]
    assert len(rulers) == 1
    assert game.wars == {}
    assert not game.treaties


@pytest.mark.rule("TC-STAB-04")
def test_an_occupied_capital_comes_home_with_every_treaty():
    for kind, allied in (("major", True), ("minor", True), ("rebel", False)):
        game = table()
        no_leaders(game)
        name = M
        if kind != "major":
            name = "X"
            stranger(game, name, kind)
        land(game, OWN, controller=name)
        script(game, *[1] * 900)
        revolution(game, A)
        assert game.lands[OWN].controller == A
        first, second = sorted((A, name))
        assert [f"{one}:{first}|{second}" in game.treaties for one in ("contract", "pact", "alliance")] == [allied] * 3


# -- winter -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LAND-11")
def test_recruits_grow_back_by_one_up_to_the_population(monkeypatch):
    game = table()
    quiet(game)
    for recruits, population, controller, after in ((2, 5, A, 3), (5, 5, A, 5), (6, 5, A, 6), (2, 5, "", 3), (2, 5, M, 3)):
        land(game, OWN, recruits=recruits, population=population, controller=controller)
        regrow_recruits(game)
        assert game.lands[OWN].recruits == after
    land(game, OWN, recruits=1, population=9, controller=A, structures=("camp-d-entrainement",))
    regrow_recruits(game)
    assert game.lands[OWN].recruits == 3
    land(game, OWN, recruits=1, population=9, controller=M, structures=("camp-d-entrainement",))
    regrow_recruits(game)
    assert game.lands[OWN].recruits == 2


@pytest.mark.rule("TC-LAND-12", "TC-MAG-06")
def test_sources_fill_up_again_and_what_disturbs_them():
    game = table()
    for fluid in (1, 8):
        land(game, OWN, source=5, fluid=fluid)
        refill_sources(game)
        assert game.lands[OWN].fluid == 5
    land(game, OWN, source=5, fluid=1)
    add_mark(game, "no_refill", game.turn)
    refill_sources(game)
    assert game.lands[OWN].fluid == 1
    game.marks = []
    add_mark(game, "no_refill", game.turn + 1)
    add_mark(game, "refill_bonus", game.turn, nation=A, amount=2)
    land(game, "MER", source=4, fluid=0)
    refill_sources(game)
    assert (game.lands[OWN].fluid, game.lands["MER"].fluid) == (7, 4)


@pytest.mark.rule("TC-STRUCT-08", "TC-LAND-12", "TC-MAG-06")
def test_the_temple_of_the_moon_takes_its_due_once():
    for population, controller, taken in ((2, A, True), (1, A, False), (2, M, False)):
        game = table()
        nation(game, A, glory=10, tenths=0)
        land(game, OWN, population=population, controller=controller, source=5, fluid=2)
        add_mark(game, "moon_sacrifice", game.turn, nation=A, territory=OWN)
        refill_sources(game)
        assert (game.lands[OWN].population, game.lands[OWN].fluid) == (population - taken, 5 + taken)
        assert (game.nations[A].glory, game.nations[A].tenths) == (10 + 5 * taken, -2 * taken)
        assert game.marks == []


@pytest.mark.rule("TC-SCI-09")
def test_people_grow_by_agronomy_and_hatcheries_up_to_ten():
    for known, structures, population, dice, after in (
        ((), (), 5, (), 5),
        (("Agronomie",), (), 5, (10,), 6),
        (("Agronomie",), (), 5, (11,), 5),
        (("Agronomie",), (), 10, (), 10),
        ((), ("couvoir-sacre",), 5, (25,), 6),
        ((), ("couvoir-sacre",), 5, (26,), 5),
        (("Agronomie",), ("couvoir-sacre",), 9, (10,), 10),
    ):
        game = table()
        for name in MAJORS:
            nation(game, name, known=())
        for code in SITES:
            land(game, code, owner="", structures=())
        land(game, OWN, owner=A, controller=A, population=population, structures=structures)
        nation(game, A, known=known)
        script(game, *dice)
        grow_population(game)
        assert game.lands[OWN].population == after


@pytest.mark.rule("TC-SCI-08")
def test_who_is_converted_by_whom():
    neighbour = next(
        code for code in SITES if any(SITES[near].owner == A for near in land_neighbours(code)) and SITES[code].owner != A
    )
    for kind, known, die, joins in (
        ("minor", True, 20, True),
        ("rebel", True, 20, True),
        ("minor", True, 21, False),
        ("minor", False, 1, False),
        ("threat", True, 1, False),
    ):
        game = table()
        for name in MAJORS:
            nation(game, name, known=())
        nation(game, A, known=("Prosélytisme",) * known)
        stranger(game, "X", kind, neighbour)
        script(game, die, 0)
        proselytise(game)
        assert ("X" not in game.nations) is joins
        assert (game.lands[neighbour].controller == A) is joins


@pytest.mark.rule("TC-SCI-08")
def test_what_a_converted_land_brings():
    game = table()
    stranger(game, MIN, "minor", NEXT, THIRD)
    land(game, THIRD, controller=M)
    convert(game, MIN, V)
    assert (game.lands[NEXT].owner, game.lands[NEXT].controller) == (V, V)
    assert (game.lands[THIRD].owner, game.lands[THIRD].controller) == (V, M)
    assert MIN not in game.nations


@pytest.mark.rule("TC-EVT-04")
def test_rebels_not_retaken_are_free_and_rebels_without_land_are_gone():
    game = table()
    stranger(game, REB, "rebel", NEXT)
    add_mark(game, "rebels", 9, nation=REB)
    rebels_go_free(game)
    assert (game.lands[NEXT].owner, game.lands[NEXT].controller) == (A, REB)
    game.marks = []
    script(game, 0)
    rebels_go_free(game)
    assert REB not in game.nations
    assert game.lands[NEXT].owner == game.lands[NEXT].controller == f"MIN-{NEXT}"
    stranger(game, REB, "rebel")
    stranger(game, MIN, "minor")
    add_mark(game, "rebels", 9, nation=REB)
    rebels_go_free(game)
    assert REB not in game.nations
    assert MIN in game.nations


@pytest.mark.rule("TC-DIP-11")
def test_winter_of_a_minor_nation():
    for kind, controller, population, units, town, die, levied, grown in (
        ("minor", MIN, 3, 2, 2, 10, 1, 1),
        ("minor", MIN, 3, 3, 2, 11, 0, 0),
        ("minor", MIN, 3, 4, 4, 1, 0, 1),
        ("minor", MIN, 3, 4, 5, 1, 0, 0),
        ("minor", MIN, 3, 4, 0, 1, 0, 0),
        ("minor", M, 3, 0, 2, 1, 0, 0),
        ("rebel", MIN, 3, 0, 2, 1, 0, 0),
    ):
        game = table()
        no_units(game)
        stranger(game, MIN, kind, NEXT)
        land(game, NEXT, population=population, town=town, controller=controller)
        if units:
            game.garrisons[f"{NEXT}:{MIN}"] = (Troop("min-archers", units),)
        script(game, die)
        minor_winter(game)
        assert sum(t.count for t in game.garrisons.get(f"{NEXT}:{MIN}", ()) if t.unit == "min-levee") == levied
        assert game.lands[NEXT].town == town + grown
    game = table()
    no_units(game)
    sea = next(code for code, site in SITES.items() if site.open_sea)
    stranger(game, MIN, "minor", sea, race="elfe")
    land(game, sea, population=3, town=0)
    minor_winter(game)
    assert game.garrisons == {}
    stranger(game, MIN, "minor", NEXT, race="elfe")
    land(game, NEXT, population=1, town=0)
    minor_winter(game)
    assert game.garrisons == {f"{NEXT}:{MIN}": (Troop("min-levee/elfe", 1),)}


@pytest.mark.rule("TC-WAR-03")
def test_units_come_in_the_season_of_their_people_and_go_in_winter():
    game = table()
    no_units(game)
    game.season = "ete"
    script(game)
    automatic_arrivals(game)
    assert not found(game.outbox, UnitsChanged)
    bringers = {booklet.id for booklet in BOOKLETS.values() if booklet.automatic_recruitment}
    game.season = "printemps"
    game.chance = scripted(*[1] * 200)
    automatic_arrivals(game)
    came = found(game.outbox, UnitsChanged)
    assert came
    assert {event.nation for event in came} <= bringers
    assert {(event.reason, event.rule) for event in came} == {("automatic", "TC-WAR-03")}
    losers = [booklet for booklet in BOOKLETS.values() if booklet.automatic_loss and booklet.automatic_loss.mode == "all"]
    for booklet in losers:
        game = table()
        no_units(game)
        plan = booklet.automatic_loss
        game.garrisons[f"{booklet.capital}:{booklet.id}"] = (Troop(plan.unit, 3), Troop("akl-lances", 1))
        script(game, *[10] * 40)
        automatic_losses(game)
        left = {troop.unit: troop.count for troop in game.garrisons[f"{booklet.capital}:{booklet.id}"]}
        assert left["akl-lances"] == 1
