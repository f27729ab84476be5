"""Every table of the rulebook against its printed figures, typed here a second time."""

import pytest

from marchland.games.cendre import world
from marchland.games.cendre.goods import RESOURCES, Goods
from marchland.games.cendre.rules.civil.civil import CivilPhase
from marchland.games.cendre.rules.general import GeneralPhase
from marchland.games.cendre.rules.turn.beginning import PreliminaryUpkeep, SecondaryUpkeep
from marchland.games.cendre.rules.turn.ending import FinalPhase
from marchland.games.cendre.sequence import Season, Winter
from marchland.games.cendre.tables import TABLES as T


def goods(text: str) -> Goods:
    """Columns of table 6: gold agri wood metal stone precious sea."""
    gold, *rest = (int(word) for word in text.split())
    agri, wood, metal, stone, precious, sea = rest
    return Goods(gold, 0, agri, wood, metal, stone, precious, sea)


@pytest.mark.rule("TC-LAND-02", "TC-LAND-03", "TC-LAND-04")
def test_table_1_possession_and_control():
    printed = [
        (True, True, False, 100, True, False, True, True, True, 10),
        (True, True, True, 100, True, True, True, True, True, 0),
        (True, False, False, 0, False, False, False, False, False, 0),
        (True, False, True, 0, False, False, False, False, False, 0),
        (False, True, False, 50, True, False, False, False, True, 20),
        (False, True, True, 50, True, False, False, False, True, 10),
    ]
    rows = [
        (r.owned, r.controlled, r.national, r.production, r.town, r.recruit, r.hire, r.operate, r.magic, r.danger)
        for r in T.land.possession
    ]
    assert rows == printed


@pytest.mark.rule("TC-CITY-07", "TC-CITY-08")
def test_table_2_value_of_resources():
    printed = {
        "agricole": ("jaune", "abattoir", 5, Goods(provisions=1)),
        "bois": ("vert", "scierie", 10, Goods(gold=20)),
        "metal": ("rouge", "fonderie", 20, Goods(gold=40)),
        "pierre": ("gris", "atelier", 10, Goods(gold=20)),
        "precieux": ("violet", "luxueuserie", 30, Goods(gold=50)),
        "mer": ("bleu", "conserverie", 5, Goods(provisions=1)),
    }
    assert {kind: (r.colour, r.building, r.value, r.built) for kind, r in T.land.resources.items()} == printed


@pytest.mark.rule("TC-LAND-13")
def test_table_3_danger():
    d = T.land.danger
    assert (d.not_national, d.not_owned, d.roads, d.brigands, d.militia, d.castle) == (10, 10, -5, 5, -5, -5)
    assert (d.negative_stability, d.independence_at) == (5, 100)


@pytest.mark.rule("TC-CITY-01", "TC-CITY-02", "TC-CITY-03")
def test_tables_4_and_5_towns():
    priorities = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10]
    resources = [10, 3, 6, 10, 15, 21, 28, 36, 45, 55]
    gold = [50, 20, 30, 40, 50, 60, 70, 80, 90, 100]
    usable = [{"agricole", "bois"}] * 3 + [{"agricole", "bois", "pierre"}] * 2 + [{"agricole", "metal", "pierre"}] * 2
    usable += [{"metal", "precieux", "pierre"}] + [{"precieux", "pierre"}] * 2
    for level, row in enumerate(T.towns.levels, 1):
        assert (row.level, row.priority, row.eats, row.gold) == (level, priorities[level - 1], level, 10 * level)
        assert (row.provisions, row.resources, row.buildings) == (3 * level, level, level - 1)
        assert (row.cost_gold, row.cost_resources, set(row.usable)) == (gold[level - 1], resources[level - 1], usable[level - 1])


TABLE_6 = """
abattoir ville 50 10 5 0 5 0 0 2 -
academie ville 75 5 5 5 5 5 5 10 -
academie-militaire ville 100 10 10 10 5 5 0 20 oui
atelier ville 50 0 5 5 10 0 0 2 -
cathedrale ville 150 5 10 5 20 10 0 40 oui
chateau territoire 75 5 10 0 15 0 0 15 -
compagnie-maritime ville 75 10 5 0 5 0 10 10 oui
conserverie ville 50 0 5 5 0 0 10 2 -
ecole-de-magie ville 100 5 10 5 10 10 0 20 oui
entrepots ville 25 2 4 0 4 0 0 2 -
fonderie ville 50 0 0 10 10 0 0 2 -
fortifications-superieures ville 75 0 10 0 20 0 0 10 -
laboratoire ville 50 4 8 0 4 4 0 5 -
luxueuserie ville 50 0 5 0 5 10 0 2 -
manufacture ville 75 5 5 5 5 5 5 10 -
merveille ville 200 10 0 0 30 10 0 50 -
ouvrages-defensifs territoire 75 5 5 0 20 0 0 15 -
palais ville 150 10 10 0 10 20 0 40 oui
scierie ville 50 0 15 5 0 0 0 2 -
silos ville 25 0 6 0 2 0 0 2 -
tour-de-mage territoire 75 0 5 0 10 10 5 10 oui
tribunal ville 50 0 10 0 5 5 0 5 oui
universite ville 100 15 10 0 5 5 0 20 oui
"""


@pytest.mark.rule("TC-STRUCT-02", "TC-STRUCT-03")
def test_table_6_structures():
    rows = [line.split() for line in TABLE_6.strip().splitlines()]
    assert {row[0] for row in rows} == set(T.towns.structures)
    for kind, place, *price, glory, unique in rows:
        structure = T.towns.structures[kind]
        assert structure.place == place, kind
        assert structure.cost == goods(" ".join(price)), kind
        assert (structure.glory, structure.unique) == (int(glory), unique == "oui"), kind
    public = {"chateau", "merveille", "ouvrages-defensifs", "palais"}
    assert {kind for kind, structure in T.towns.structures.items() if structure.public} == public
    tests = {kind: s.stability_test for kind, s in T.towns.structures.items() if s.stability_test}
    assert tests == {"cathedrale": 4, "palais": 3, "tribunal": 2}
    yearly = {kind: s.yearly_glory for kind, s in T.towns.structures.items() if s.yearly_glory}
    assert yearly == {"merveille": 10, "palais": 5}
    assert {kind for kind, s in T.towns.structures.items() if s.reputation == 1} == {"merveille", "palais"}
    assert T.towns.structures["cathedrale"].stability == 1
    assert (T.towns.silos, T.towns.warehouses, T.towns.academy_science) == (10, 5, 5)
    assert (T.towns.castle_tactical, T.towns.castle_tactical_raid, T.towns.school_test, T.towns.school_chance) == (1, 2, 2, 10)


@pytest.mark.rule("TC-LEAD-03")
def test_table_7_number_of_leaders():
    assert T.leaders.maximum == ((1, 2), (3, 3), (6, 4), (10, 5), (15, 6), (21, 7))
    assert T.leaders.town_bonus == ((4, 1), (7, 2), (9, 3))
    assert T.leaders.upkeep == 10


@pytest.mark.rule("TC-LEAD-05", "TC-LEAD-06", "TC-LEAD-07")
def test_tables_8_9_and_10_types_of_leaders():
    c, m, g = "civil", "militaire", "magique"
    assert T.leaders.found == {
        c: (c, c, c, c, c, c, m, m, g, "civil/militaire"),
        m: (m, m, m, m, m, m, c, c, g, "civil/militaire"),
        g: (g, g, g, g, g, c, c, m, m, "civil/magique"),
    }
    assert T.leaders.random == (c, c, m, m, g, g, "rarest", "commonest", "civil/militaire", "civil/magique")
    assert T.leaders.colour == (0, 0, 0, 0, 0, 0, 1, 1, 1, 2)


@pytest.mark.rule("TC-LEAD-01")
def test_table_11_capacities_by_level():
    t = T.leaders
    assert t.levels == ("très faible", "faible", "moyen", "fort", "très fort")
    assert (t.civil.competence, t.civil.talents, t.civil.gifts) == ((1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4, 5), (0, 0, 1, 2, 3, 4))
    assert t.military.command == (3, 4, 6, 8, 10, 14)
    assert (t.military.strategy, t.military.tactics) == ((0, 1, 2, 3, 4, 5), (0, 0, 1, 2, 3, 4))
    assert (t.magic.power, t.magic.control, t.magic.colours) == ((1, 3, 5, 7, 9, 10), (0, 1, 2, 3, 4, 5), (1,) * 6)
    assert (t.market.price, t.market.floor) == ((10, 30, 60, 100, 150), (5, 15, 30, 60, 100))
    assert (t.market.fall, t.market.arrival, t.market.arrival_empty) == (5, 10, 50)


@pytest.mark.rule("TC-LEAD-09", "TC-LEAD-10", "TC-LEAD-11")
def test_tables_12_13_and_14_talents_gifts_and_tactics():
    t = T.leaders
    spans = {talent: [n for n, name in enumerate(t.talents, 1) if name == talent] for talent in t.talents}
    assert {talent for talent, faces in spans.items() if len(faces) == 2} == {
        "culture", "embellissement", "exploitation", "stabilisation",
    }  # fmt: skip
    assert (spans["agitation"], spans["culture"], spans["urbanisation"], spans["recherche"]) == ([1], [5, 6], [20], [17])
    assert t.gifts == (
        "chercheur", "militariste", "planificateur", "marchand", "insomniaque", "collecteur de taxes", "richissime", "urbaniste",
        "curieux", "diplomate", "mécène", "fermier", "policier", "criminel", "homme de l'ombre", "populiste", "bâtisseur",
        "industrialiste", "spécialiste", "astrologue",
    )  # fmt: skip
    assert t.tactics == (
        "infiltration", "raid", "haine", "attaquant", "défenseur", "évasion", "spécialiste", "recruteur", "prudent", "perspicace",
        "tunnelier", "interception", "stratège", "amiral", "sanguinaire", "gestionnaire", "garde personnelle", "tueur de géants",
        "commandant", "amateur de monstres",
    )  # fmt: skip
    e = t.gift_effects
    assert (e.militariste_gold, e.planificateur_gold, e.collecteur_gold, e.richissime_gold) == (-5, -10, 5, 20)
    assert (e.diplomate_chance, e.populiste_test, e.batisseur_percent, e.astrologue_roll, e.recruteur_gold) == (10, 3, 10, 2, -10)
    assert t.specials.alcoholic_chance == 50


@pytest.mark.rule("TC-UNIT-01", "TC-UNIT-02")
def test_table_16_civil_units():
    printed = {
        "espions": ("embauche", Goods(gold=20), 5, True),
        "assassins": ("embauche", Goods(gold=30, agricole=1), 10, True),
        "prospecteurs": ("embauche", Goods(gold=20, bois=1, metal=1), 5, True),
        "artistes": ("embauche", Goods(gold=50, precieux=2), 20, True),
        "sages": ("embauche", Goods(gold=40, agricole=1, metal=1), 10, True),
        "diplomates": ("embauche", Goods(gold=40, agricole=1, precieux=1), 10, True),
        "police": ("embauche", Goods(gold=10, agricole=1), 0, False),
        "milice": ("embauche", Goods(gold=10, agricole=1), 0, False),
        "agitateurs": ("agitation", Goods(gold=10), 0, False),
        "brigands": ("brigandage", Goods(gold=10, agricole=1), 0, False),
    }
    assert {unit: (r.order, r.cost, r.upkeep, r.pool) for unit, r in T.leaders.civil_units.items()} == printed
    assert T.leaders.diplomat_chance == 2


@pytest.mark.rule(
    "TC-SCI-01", "TC-SCI-03", "TC-SCI-04", "TC-SCI-05", "TC-SCI-06", "TC-SCI-07", "TC-SCI-08", "TC-SCI-09", "TC-SCI-10"
)
def test_tables_17_to_26_science():
    assert T.science.thresholds == (10, 30, 60, 100, 150, 210, 280)
    assert tuple(T.science.domains) == (
        "maritime", "militaire", "social", "physique", "magie", "philosophie", "agriculture", "économie",
    )  # fmt: skip
    assert sum(map(len, T.science.domains.values())) == 56
    ultimate = [names[6] for names in T.science.domains.values()]
    assert ultimate == [
        "Caraques", "Suprématie martiale", "Épopée nationale", "Ingénierie", "Booster la magie", "Héritier", "Cultures urbaines",
        "Bourgeoisie",
    ]  # fmt: skip
    e = T.science.effects
    assert (e.naval_move, e.naval_force, e.shipyards, e.trawlers) == (1, 1, Goods(gold=10, bois=1), 1)
    assert (e.test, e.tactics, e.barracks_gold, e.arsenals) == (1, 1, 5, 1)
    assert (e.architecture_gold, e.architecture_resources, e.leisure_test, e.diplomacy_tenths) == (20, 10, 3, 2)
    assert (e.teaching_chance, e.epic_stability) == (10, 1)
    assert (e.mining, e.geology_test, e.building_gold, e.building_resources) == (1, 2, 20, 5)
    assert (e.astronomy_roll, e.medicine, e.engineering_test) == (2, 1, 5)
    assert (e.religion_test, e.proselytism_chance, e.politics_test, e.illumination_glory) == (3, 20, 4, 10)
    assert e.irrigation == {"plaine": 2, "collines": 1, "désert": 1}
    assert (e.forestry, e.breeding, e.agronomy_chance, e.horses, e.horses_provisions) == (1, 1, 10, Goods(gold=10, agricole=1), 1)
    assert (e.bank_gold, e.mint_sides, e.printing_science) == (10, 6, 4)
    assert (T.science.glory, T.science.ultimate_glory, T.science.ultimate_tenths) == (10, 50, 5)


@pytest.mark.rule("TC-STAB-01", "TC-STAB-02", "TC-REP-01", "TC-REP-02", "TC-REP-03")
def test_tables_27_to_31_stability_and_reputation():
    s = T.standing
    assert (s.stability.lowest, s.stability.highest, s.stability.revolution) == (-6, 3, -7)
    assert (s.stability.war, s.stability.alliance_bad_name, s.stability.break_alliance, s.stability.denounce) == (-1, -1, -1, -1)
    assert (s.stability.win_war, s.stability.annex, s.stability.beyond_reputation) == (1, 1, 1)
    assert (s.declare_war.base, s.declare_war.no_casus, s.declare_war.good_name) == (-1, -1, -1)
    assert (s.test.gain, s.test.keep) == (10, 6)
    r = s.reputation
    assert (r.lowest, r.highest, r.alliance_bad_name, r.denounce, r.break_alliance, r.pact) == (-5, 5, -1, -1, -1, 1)
    assert (r.declare_war, r.declare_on_loser, r.annex, r.claim, r.own_leader) == (-1, -1, -1, -1, -1)
    t = s.tenths
    assert (t.peace_year, t.contract, t.white_peace, t.peace, t.famine) == (1, 1, 2, 1, -1)
    assert (t.assassin, t.helping, t.raids, t.great_town) == (-2, 2, -1, 1)


@pytest.mark.rule("TC-GLORY-01", "TC-GLORY-02", "TC-GLORY-03")
def test_tables_32_to_34_glory():
    g, a = T.standing.glory, T.standing.annual
    assert (g.war_lost, g.war_won, g.annex, g.units_per_point, g.prisoner, g.alliance, g.revolution) == (-5, 10, 20, 10, 1, 1, -50)
    assert (a.resources_per_point, a.gold_per_point, a.peace_year, a.territory, a.artist) == (10, 100, 3, 1, 1)
    five, three = (5, 3), (3, 1)
    assert T.standing.domination == {
        "militaire": five, "économique": five, "territoriale": three, "démographique": five, "scientifique": three,
        "culturelle": five, "diplomatique": five, "magique": three,
    }  # fmt: skip


@pytest.mark.rule("TC-LAND-07", "TC-LAND-08", "TC-LAND-09")
def test_tables_35_and_44_terrain():
    printed = {
        "collines": (7, 0, 1), "désert": (10, 1, 0), "forêt": (7, 1, 0), "jungle": (10, 2, 0), "marais": (10, 2, 0),
        "mer": (5, 0, 0), "montagnes": (10, 2, 0), "plaine": (5, 0, 0), "terre morte": (10, 0, 0),
    }  # fmt: skip
    assert {name: (t.difficulty, t.defence, t.ambush) for name, t in T.land.terrains.items()} == printed
    assert (T.land.frozen.difficulty, T.land.frozen.defence) == (10, 0)
    assert [(set(p.terrains), p.defence, p.ambush) for p in T.land.pairs] == [
        ({"collines", "forêt"}, 1, 1),
        ({"montagnes", "forêt"}, 2, 0),
    ]
    assert (T.land.landing_defence, T.land.works_defence, T.land.works_defence_raid) == (1, 1, 2)
    assert set(T.land.terrains["désert"].resources) == {"agricole", "metal", "precieux"}
    assert set(T.land.terrains["montagnes"].resources) == {"pierre", "metal"}


@pytest.mark.rule("TC-CIV-01")
def test_table_36_civil_operations():
    """Where the table and the operation's own paragraph differ, the paragraph is followed."""
    printed = {
        "agitation": (7, 10), "assassinat": (10, 40), "brigandage": (7, 10), "construction": (0, 0), "culture": (0, 10),
        "défrichage": (0, 20), "développement": (0, 20), "embauche": (5, 0), "embellissement": (7, 30), "espionnage": (7, 20),
        "essor urbain": (0, 0), "exploitation": (0, 10), "peuplement": (0, 30), "prospection": (10, 20), "recherche": (5, 25),
        "réseau routier": (0, 0), "revendication": (10, 25), "stabilisation": (7, 25), "urbanisation": (0, 0),
    }  # fmt: skip
    assert {name: (o.difficulty, o.gold) for name, o in T.operations.operations.items()} == printed
    development = {name for name, operation in T.operations.operations.items() if operation.development}
    assert development == {
        "construction", "culture", "défrichage", "développement", "essor urbain", "exploitation", "peuplement", "réseau routier",
        "urbanisation",
    }  # fmt: skip
    assert (T.operations.wound_margin, T.operations.discovery.difficulty, T.operations.discovery.innocent_margin) == (3, 7, 5)
    assert T.operations.road_gold_per_difficulty == 5


@pytest.mark.rule("TC-ECO-03", "TC-ECO-04")
def test_the_figures_of_roads_and_caravans():
    c = T.operations.caravan
    assert (T.operations.road_income, c.cost_per_step, c.income, c.partner_share, c.per_discovery) == (2, 10, 5, 2, 2)
    assert (c.own_war, c.partner_war, c.either_war, c.stability, c.third_nation) == (-10, 5, -10, -5, -10)


@pytest.mark.rule("TC-GEN-01", "TC-GEN-03", "TC-GEN-04", "TC-GEN-05")
def test_tables_55_56_and_57_general_operations():
    t = T.leaders
    assert {level: (r.difficulty, r.cost) for level, r in t.recruiting.items()}["faible"] == (7, 20)
    assert (t.recruiting["moyen"].difficulty, t.recruiting["moyen"].cost) == (5, 40)
    assert (t.recruiting["fort"].difficulty, t.recruiting["fort"].cost) == (7, 60)
    assert t.wished_trait == (0, 50, 100)
    assert {level: (r.difficulty, r.cost, r.bonus) for level, r in t.training.items()} == {
        "faible": (5, 30, 3), "moyen": (7, 40, 3), "fort": (7, 60, 3), "très fort": (10, 100, 4), "au-delà": (10, 200, 4),
    }  # fmt: skip
    assert t.heal == 10
    assert (t.capital.difficulty, t.capital.cost, t.capital.stability) == (5, 50, -2)


@pytest.mark.rule("TC-EVT-01", "TC-EVT-02", "TC-EVT-03", "TC-EVT-04")
def test_tables_59_and_60_events():
    e = T.events
    assert (e.lowest, e.highest, e.die) == (-5, 23, 20)
    assert sorted(e.national) == list(range(-5, 24))
    assert sorted(e.world) == list(range(1, 11))
    assert e.national_scores == (0, 5, 15, 20)
    assert [score for score, name in e.national.items() if name == "spécifique"] == [0, 5, 15, 20]
    assert e.public == (-5, -4, -3, -1, 3)
    assert (e.civil_war_chance, e.desertion_again, e.auspices_test, e.feast_gold) == (10, 50, 3, 30)
    assert (e.legacy.sides, e.legacy.times, e.lost_farms_sides, e.brigands_sides) == (6, 25, 6, 6)
    assert (e.source_loss_chance, e.science, e.ash_territories, e.roll_bonus) == (10, 10, 6, 2)


@pytest.mark.rule("TC-MAG-05")
def test_tables_52_and_53_learning_magic():
    learn = T.magic.learn
    assert learn.difficulty == ((2, 15), (4, 10), (6, 7), (8, 10), (10, 15))
    assert (learn.cost, learn.second, learn.sources_maximum, learn.gold_bonus, learn.resource_bonus) == (100, 5, 4, 100, 20)


@pytest.mark.rule("TC-TURN-01", "TC-TURN-03")
def test_table_61_the_order_of_the_season():
    assert Season.STEPS == (
        "pass_time", "preliminary_upkeep", "write_orders", "secondary_upkeep", "general_orders", "civil_operations", "trade",
        "diplomacy", "magic", "war", "events", "final_phase", "put_away",
    )  # fmt: skip
    assert Winter.STEPS == ("pass_time", "civil_operations", "events", "final_phase", "put_away")
    assert PreliminaryUpkeep.STEPS == (
        "threats_arrive", "troubles", "independence", "police", "militia", "produce", "gifts", "gold", "other_gold", "upkeep",
        "dissolve", "automatic_units",
    )  # fmt: skip
    assert SecondaryUpkeep.STEPS == (
        "towns", "buildings", "national_structures", "industrialists", "philosophy", "national_food", "sobriety", "placement",
        "armies", "laboratories", "towers", "study_centres", "allocation", "discoveries",
    )  # fmt: skip
    assert GeneralPhase.STEPS == ("heal", "dismiss", "move_capital", "train", "recruit")
    assert CivilPhase.STEPS == (
        "explorers", "spies", "assassins", "development", "roads", "slaves", "construction", "urbanisation", "new_towns",
        "prospectors", "claims", "research", "stabilisation", "embellishment", "hiring", "agitation", "brigandage",
    )  # fmt: skip
    order = FinalPhase.STEPS
    assert order.index("reputation") < order.index("weariness") < order.index("stability") < order.index("revolutions")
    assert order.index("revolutions") < order.index("glory") < order.index("surrenders") < order.index("spells")
    assert order.index("spells") < order.index("leaders") < order.index("market") < order.index("science") < order.index("people")


# -- the annex --------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LAND-01")
def test_the_annex_has_147_territories_67_of_them_owned():
    sites = world.SITES.values()
    assert len(world.SITES) == 147
    assert sum(bool(site.owner) for site in sites) == 67
    main = [site.terrains[0] for site in sites]
    counts = {"plaine": 24, "collines": 24, "mer": 23, "forêt": 22, "montagnes": 20, "marais": 10, "terre morte": 9, "jungle": 8}
    assert {terrain: main.count(terrain) for terrain in counts} == counts
    assert main.count("désert") == 7
    assert (sum(site.coastal for site in sites), sum(site.frozen for site in sites)) == (47, 18)
    assert {site.code for site in sites if site.archipelago} == {"IDN", "IGL", "ILO", "IRI"}
    assert sum(bool(site.town) for site in sites) == 34


@pytest.mark.rule("TC-LAND-06")
def test_territories_that_touch_at_a_point_are_not_adjacent():
    """EX-05."""
    assert not world.ATLAS.are_adjacent("FFR", "FBO")
    assert not world.ATLAS.are_adjacent("FGI", "BVD")
    assert world.ATLAS.border_type["PCR", "RFE"] == "lava"
    assert "RFE" not in world.land_neighbours("PCR")


@pytest.mark.rule("TC-LAND-09")
def test_every_territory_yields_one_resource_its_terrain_allows():
    for site in world.SITES.values():
        usual = {kind for terrain in site.terrains for kind in T.land.terrains[terrain].resources}
        assert site.resource in usual, f"{site.code}: {site.resource} on {site.terrains}"


def test_territories_keep_within_the_limits_of_the_rules():
    assert set(world.ATLAS.spaces) == set(world.SITES), "map and territory table differ"
    for site in world.SITES.values():
        assert set(site.terrains) <= set(T.land.terrains), site.code
        assert 0 <= site.farms <= site.farm_capacity <= T.land.limit, site.code
        assert 0 <= site.exploitations <= site.resource_level <= T.land.limit, site.code
        assert 0 <= site.population <= T.land.limit, site.code
        assert 0 <= site.source <= T.land.limit, site.code
        assert bool(site.town) == bool(site.town_size), site.code


def test_booklets_and_territories_agree():
    owned = [code for booklet in world.BOOKLETS.values() for code in booklet.territories]
    assert sorted(owned) == sorted(site.code for site in world.SITES.values() if site.owner)
    for booklet in world.BOOKLETS.values():
        assert set(booklet.national_claims) <= set(world.CODES), booklet.id
        assert booklet.capital in booklet.start.cities, booklet.id
        assert all(world.SITES[code].owner == booklet.id for code in booklet.territories), booklet.id
        assert tuple(event.result for event in booklet.events) == T.events.national_scores, booklet.id
        discovery = world.discovery_named(booklet.discovery.name)
        assert discovery in T.science.domains[booklet.discovery.domain], booklet.id
        assert sum(leader.ruler for leader in booklet.leaders) == 1, booklet.id
        assert set(booklet.start.resources) <= set(RESOURCES), booklet.id
        for place, units in booklet.start.army.items():
            assert place in booklet.territories, booklet.id
            assert all(unit in world.UNITS for unit in units), booklet.id


def test_units_have_one_arm_and_known_traits():
    races = {"humain", "gobelin", "hobgobelin", "nain", "elfe", "halfelin", "homme-lézard", "homme-rat"}
    arms = ("infanterie", "cavalerie", "artillerie", "naval")
    for unit in (*world.UNITS.values(), *world.COMMON_UNITS.values(), *world.summoned_units().values()):
        assert set(unit.traits) <= {*T.war.traits, *races}, unit.id
        assert sum(arm in unit.traits for arm in arms) == 1, unit.id
        assert {*unit.strengths, *unit.weaknesses} <= {*T.war.points, *races, "mort-vivants"}, unit.id


@pytest.mark.rule("TC-SCI-02")
def test_every_nation_has_a_booklet_with_one_discovery_two_structures_and_four_events():
    assert len(world.BOOKLETS) == 20
    for booklet in world.BOOKLETS.values():
        assert len(booklet.units) == 6
        assert len(booklet.structures) == 2
        assert [event.result for event in booklet.events] == [0, 5, 15, 20]
        assert world.discovery_named(booklet.discovery.name) in T.science.domains[booklet.discovery.domain]
    assert all(not world.BOOKLETS[free].modifiers for free in ("AKLA", "MERISSE", "VOLTDARG"))
