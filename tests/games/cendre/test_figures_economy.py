"""The economy in figures, on both sides of every condition: yields, income, trade, caravans, upkeep, famine and stores."""

import pytest

from marchland.games.cendre.goods import RESOURCES, Goods
from marchland.games.cendre.orders import (
    ConvertInBuilding,
    ConvertInTown,
    EstablishCaravan,
    SellAsIndustrialist,
    Send,
    Transmute,
)
from marchland.games.cendre.rules.civil_units import pay_civil_units
from marchland.games.cendre.rules.common.ledger import (
    CivilUnitsChanged,
    GoodsMoved,
    LandChanged,
    OrderDone,
    OrderRefused,
    UnitsChanged,
)
from marchland.games.cendre.rules.common.marks import add_mark, has_mark
from marchland.games.cendre.rules.economy.caravans import (
    CaravanEnded,
    CaravanEstablished,
    CaravanPassed,
    caravan_income,
    caravan_refusal,
    caravan_route,
    creator_income,
    distance,
    establish_caravans,
    most_caravans,
    partner_income,
    review_caravans,
)
from marchland.games.cendre.rules.economy.industry import (
    convert_in_buildings,
    convert_in_towns,
    industry_factor,
    sell_as_industrialist,
    town_capacity,
    transmute,
)
from marchland.games.cendre.rules.economy.trade import GoodsSent, is_tribute, may_trade, receive_goods, reward_help, ship_goods
from marchland.games.cendre.rules.glory.glory import theoretical_gold
from marchland.games.cendre.rules.land.production import (
    collect_gold,
    gifts_in_kind,
    harvest,
    minted,
    other_gold,
    produce,
    provisions_yield,
    refuses_taxes,
    resource_yield,
    road_income,
    ruinous_fashion,
    share_of,
    tax_yield,
    town_income,
    with_stability,
)
from marchland.games.cendre.rules.leaders.pay import pay_leaders
from marchland.games.cendre.rules.standing.account import StabilityChanged
from marchland.games.cendre.rules.towns.stores import StoresOverflowed, limit_stores
from marchland.games.cendre.rules.towns.towns import silos, storage
from marchland.games.cendre.rules.towns.upkeep import Famine, feed, pay_everything, town_appetite, unit_upkeep
from marchland.games.cendre.state import Caravan, Nation, Shipment, Tally
from marchland.games.cendre.world import MAJORS, SITES, UNITS, distances, land_neighbours

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
    sheet,
    table,
    treaty,
)

OWN, NEXT, THIRD = "AKL", "VAL", "BPL"
"""Akla's capital and two more territories of its own."""


def moved(game, name, reason):
    """What a nation gained or paid for a reason, entry by entry."""
    return [event.goods for event in found(game.outbox, GoodsMoved, nation=name, reason=reason)]


def refused(game, kind=None):
    """Rule and facts of every line refused."""
    return [(event.rule, event.facts) for event in found(game.outbox, OrderRefused)]


def bare(game, name=A):
    """A nation that has nothing but its land."""
    no_units(game, name)
    no_leaders(game, name)
    nation(game, name, **dict.fromkeys(("gold", "provisions", *RESOURCES), 0), known=(), stability=0, reputation=0)
    nation(game, name, espions=0, assassins=0, prospecteurs=0, artistes=0, sages=0, diplomates=0)
    for code in list(game.lands):
        if game.lands[code].controller == name:
            land(game, code, farms=0, exploitations=0, population=0, town=0, roads=False, structures=(), danger=0)


# -- what a territory yields ------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LAND-10")
def test_provisions_grow_with_ash_marks_and_never_below_nothing():
    game = table()
    bare(game)
    land(game, OWN, farms=4)
    base = provisions_yield(game, OWN, A)
    for ash, less in ((1, 1), (2, 2), (3, 2)):
        land(game, OWN, ash=ash)
        assert provisions_yield(game, OWN, A) == base - less
    land(game, OWN, ash=0)
    add_mark(game, "provisions", 9, territory=OWN, amount=-1)
    assert provisions_yield(game, OWN, A) == base - 1
    add_mark(game, "world_provisions", 9, amount=3)
    assert provisions_yield(game, OWN, A) == base + 2
    add_mark(game, "provisions", 9, territory=OWN, amount=-40)
    assert provisions_yield(game, OWN, A) == 0


@pytest.mark.rule("TC-LAND-10")
def test_trawlers_and_irrigation_feed_where_they_can():
    game = table()
    sea = next(code for code, site in SITES.items() if site.sea and site.owner)
    owner = SITES[sea].owner
    bare(game, owner)
    before = provisions_yield(game, sea, owner)
    nation(game, owner, known=("Chalutiers",))
    assert provisions_yield(game, sea, owner) == before + 1
    plain = next(code for code, site in SITES.items() if site.terrains == ("plaine",) and site.owner == A)
    bare(game)
    before = provisions_yield(game, plain, A)
    nation(game, A, known=("Irrigation",))
    assert provisions_yield(game, plain, A) == before + 2
    nation(game, A, known=("Chalutiers",))
    assert provisions_yield(game, plain, A) == before


@pytest.mark.rule("TC-LAND-10")
@pytest.mark.parametrize(
    ("kind", "discovery"),
    [
        ("metal", "Techniques de mine"),
        ("pierre", "Techniques de mine"),
        ("precieux", "Techniques de mine"),
        ("bois", "Exploitations forestières"),
        ("agricole", "Élevage intensif"),
        ("mer", "Chalutiers"),
    ],
)
def test_a_discovery_adds_one_point_where_there_is_an_exploitation(kind, discovery):
    game = table()
    wanted = [c for c, site in SITES.items() if site.resource == kind and site.owner and (kind != "mer" or site.sea)]
    code = wanted[0]
    owner = SITES[code].owner
    bare(game, owner)
    land(game, code, exploitations=3)
    before = resource_yield(game, code, owner)
    nation(game, owner, known=(discovery,))
    assert resource_yield(game, code, owner) == before + 1
    add_mark(game, "resource", 9, territory=code, amount=2)
    assert resource_yield(game, code, owner) == before + 3
    add_mark(game, "resource", 9, territory=code, amount=-30)
    assert resource_yield(game, code, owner) == 0
    game.marks = []
    land(game, code, exploitations=0)
    assert resource_yield(game, code, owner) == 0


@pytest.mark.rule("TC-LAND-10")
def test_five_gold_a_head():
    game = table()
    land(game, OWN, population=7)
    assert tax_yield(game, OWN, A) == 35


@pytest.mark.rule("TC-LAND-04")
def test_an_occupier_gets_half_rounded_down():
    game = table()
    land(game, OWN, owner=A)
    assert (share_of(game, OWN, A, 7), share_of(game, OWN, M, 7), share_of(game, OWN, M, 8)) == (7, 3, 4)


@pytest.mark.rule("TC-LAND-14")
def test_a_blight_takes_all_and_a_bad_year_half():
    game = table()
    bare(game)
    land(game, OWN, farms=7)
    whole = provisions_yield(game, OWN, A)
    assert harvest(game, OWN, A) == whole
    add_mark(game, "half_provisions", 9, territory=OWN)
    assert harvest(game, OWN, A) == whole // 2
    add_mark(game, "no_provisions", 9, territory=OWN)
    assert harvest(game, OWN, A) == 0
    game.marks = []
    land(game, OWN, troubled=True)
    assert harvest(game, OWN, A) == 0
    land(game, OWN, troubled=False)
    land(game, OWN, controller=M)
    assert harvest(game, OWN, M) == provisions_yield(game, OWN, M) // 2


@pytest.mark.rule("TC-LAND-02")
def test_majors_and_minors_produce_and_others_do_not():
    game = table()
    bare(game)
    code = next(code for code, site in SITES.items() if site.owner == A and site.resource == "agricole")
    for kind, fed in (("major", True), ("minor", True), ("rebel", False), ("threat", False)):
        name = A if kind == "major" else "XXX"
        if name != A:
            game.nations[name] = Nation(id=name, kind=kind, capital=code)
        land(game, code, owner=name, controller=name, farms=3, exploitations=2)
        game.outbox = []
        produce(game)
        assert bool(moved(game, name, "farms")) is fed
        assert bool(moved(game, name, "exploitations")) is fed
        if fed:
            assert moved(game, name, "farms")[0].provisions == provisions_yield(game, code, name)
            assert moved(game, name, "exploitations")[0].agricole == resource_yield(game, code, name)


# -- gold -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-ECO-01")
def test_stability_works_on_taxes_and_towns_together_and_minors_only_tax():
    game = table()
    game.season = "ete"
    bare(game)
    nation(game, A, stability=-3)
    land(game, OWN, population=3, town=2)
    raw = tax_yield(game, OWN, A) + town_income(game, A, OWN)
    collect_gold(game)
    assert moved(game, A, "stability") == [Goods(gold=with_stability(raw, -3) - raw)]
    assert with_stability(raw, -3) == raw * 7 // 10
    assert (with_stability(15, 3), with_stability(15, -6), with_stability(100, -10), with_stability(100, -11)) == (19, 6, 0, 0)
    game.nations["MIN-X"] = Nation(id="MIN-X", kind="minor", capital=NEXT, stability=-3)
    game.nations["REB-X"] = Nation(id="REB-X", kind="rebel", capital=THIRD)
    land(game, NEXT, owner="MIN-X", controller="MIN-X", population=4, town=1)
    land(game, THIRD, controller="REB-X", population=4, town=1)
    game.outbox = []
    collect_gold(game)
    assert moved(game, "MIN-X", "taxes") == [Goods(gold=4 * 5 + 10)]
    assert not moved(game, "MIN-X", "stability")
    assert not found(game.outbox, GoodsMoved, nation="REB-X")


@pytest.mark.rule("TC-CITY-01")
def test_a_town_earns_ten_a_level_with_bank_and_bourgeoisie_unless_it_is_kept_from_it():
    game = table()
    bare(game)
    land(game, OWN, town=4)
    extra = town_income(game, A, OWN) - 40
    nation(game, A, known=("Banque",))
    assert town_income(game, A, OWN) == 50 + extra
    nation(game, A, known=("Banque", "Bourgeoisie"))
    assert town_income(game, A, OWN) == 2 * (50 + extra)
    add_mark(game, "town_no_gold", 9, territory=OWN)
    assert town_income(game, A, OWN) == 0


@pytest.mark.rule("TC-SCI-10")
def test_coin_is_struck_with_a_die_for_each_territory_by_those_who_know_how():
    game = table(6, 1, 4)
    nation(game, A, known=())
    assert minted(game, A, [OWN, NEXT, THIRD]) == 0
    nation(game, A, known=("Frappe de monnaie",))
    assert minted(game, A, [OWN, NEXT, THIRD]) == 11


@pytest.mark.rule("TC-ECO-01")
def test_roads_that_join_bring_more_than_roads_apart():
    game = table()
    bare(game)
    neighbours = land_neighbours(OWN)
    near = next(code for code in neighbours if code in SITES)
    far = next(code for code in SITES if code not in neighbours and code not in land_neighbours(near) and code != OWN)
    for code in (OWN, near, far):
        land(game, code, roads=True)
    assert road_income(game, [OWN]) == 4
    assert road_income(game, [OWN, near]) == 16
    assert road_income(game, [OWN, near, far]) == 20
    land(game, far, roads=False)
    assert road_income(game, [OWN, near, far]) == 16


@pytest.mark.rule("TC-EVT-04")
def test_unruly_country_pays_again_once_as_many_troops_as_people_stand_there():
    game = table()
    no_units(game, A)
    land(game, OWN, population=2)
    assert not refuses_taxes(game, A, OWN)
    add_mark(game, "no_tax", 9, territory=OWN)
    garrison(game, OWN, A, akl_lances=1)
    assert refuses_taxes(game, A, OWN)
    assert has_mark(game, "no_tax", territory=OWN)
    garrison(game, OWN, A, akl_lances=2)
    assert not refuses_taxes(game, A, OWN)
    assert not has_mark(game, "no_tax", territory=OWN)


@pytest.mark.rule("TC-ECO-01")
def test_caravans_pay_in_spring_alone_and_nobody_s_gold_falls_below_nothing(monkeypatch):
    for season, paid in (("printemps", True), ("ete", False)):
        game = table()
        game.season = season
        route = caravan_route(game, OWN, "MER")
        game.caravans = [Caravan(creator=A, partner=M, start=OWN, end="MER", route=route, since=-4)]
        add_mark(game, "town_levy", 9, nation=A, amount=1)
        game.outbox = []
        other_gold(game)
        assert bool(moved(game, A, "caravan")) is paid
        assert bool(moved(game, A, "event")) is paid


@pytest.mark.rule("TC-ECO-01", "TC-STRUCT-08")
def test_a_people_s_own_gold_is_never_more_than_it_has(monkeypatch):
    from marchland.games.cendre.rules.land import production

    monkeypatch.setattr(production, "added", lambda game, nation, target, **facts: -20 if target == "national.gold" else 0)
    for have, left in ((30, 10), (20, 0), (7, 0)):
        game = table()
        game.season = "ete"
        nation(game, A, gold=have)
        other_gold(game)
        assert game.nations[A].goods.gold == left
        assert moved(game, A, "national") == [Goods(gold=left - have)]


@pytest.mark.rule("TC-EVT-03")
def test_a_ruinous_fashion_costs_each_level_of_the_towns_and_an_empty_treasury_calm():
    game = table()
    bare(game)
    land(game, OWN, town=3)
    land(game, NEXT, town=2)
    nation(game, A, gold=100)
    ruinous_fashion(game, A)
    assert game.outbox == []
    add_mark(game, "town_levy", 9, nation=A, amount=10)
    ruinous_fashion(game, A)
    assert (game.nations[A].goods.gold, game.nations[A].stability) == (50, 0)
    ruinous_fashion(game, A)
    assert (game.nations[A].goods.gold, game.nations[A].stability) == (0, 0)
    nation(game, A, gold=49)
    ruinous_fashion(game, A)
    assert (game.nations[A].goods.gold, game.nations[A].stability) == (0, -1)
    assert found(game.outbox, StabilityChanged, nation=A)[0].rule == "TC-EVT-03"


@pytest.mark.rule("TC-LEAD-10")
def test_a_merchant_brings_one_point_each_and_farmers_a_provision_each():
    game = table()
    bare(game)
    no_leaders(game)
    gifts_in_kind(game)
    assert game.outbox == []
    for gift in ("marchand", "marchand", "fermier", "fermier", "fermier"):
        leader(game, A, civil=2, gifts=(gift,))
    script(game, *[0] * 2)
    gifts_in_kind(game)
    assert [goods.total() for goods in moved(game, A, "marchand")] == [1, 1]
    assert all(goods.resources() == goods for goods in moved(game, A, "marchand"))
    assert moved(game, A, "fermier") == [Goods(provisions=3)]


@pytest.mark.rule("TC-GLORY-02")
def test_the_gold_of_a_quiet_season_counts_taxes_and_towns_of_controlled_land():
    game = table()
    bare(game)
    assert theoretical_gold(game, A) == 0
    land(game, OWN, population=4, town=3)
    land(game, NEXT, population=3, owner=M)
    assert theoretical_gold(game, A) == 4 * 5 + town_income(game, A, OWN) + 15 // 2


# -- industry ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-CITY-09")
def test_a_mill_and_the_discovery_double_and_double_again():
    game = table()
    nation(game, A, known=())
    land(game, OWN, structures=())
    assert industry_factor(game, A, game.lands[OWN]) == 1
    nation(game, A, known=("Industrie",))
    assert industry_factor(game, A, game.lands[OWN]) == 2
    land(game, OWN, structures=("manufacture",))
    assert industry_factor(game, A, game.lands[OWN]) == 4
    nation(game, A, known=())
    assert industry_factor(game, A, game.lands[OWN]) == 2


@pytest.mark.rule("TC-CITY-07")
def test_a_town_sells_its_own_resource_line_after_line_up_to_its_level():
    game = table()
    bare(game)
    kind = SITES[OWN].resource
    value = {"agricole": 5, "bois": 10, "metal": 20, "pierre": 10, "precieux": 30, "mer": 5}[kind]
    land(game, OWN, town=3)
    nation(game, A, **{kind: 9})
    assert (town_capacity(game, A, OWN), town_capacity(game, M, OWN), town_capacity(game, A, "ZZZ")) == (3, 0, 0)
    sheet(game, A, *(ConvertInTown(OWN, amount) for amount in (0, 4, 2, 2, 1, 1)), ConvertInTown("ZZZ", 1), ConvertInTown("MER", 1))
    convert_in_towns(game)
    assert moved(game, A, "industry") == [Goods.one(kind, -2), Goods(gold=2 * value), Goods.one(kind, -1), Goods(gold=value)]
    assert [facts for _, facts in refused(game)] == [
        {"territory": OWN, "most": 3},
        {"territory": OWN, "most": 3},
        {"territory": OWN, "most": 1},
        {"territory": OWN, "most": 0},
        {"territory": "ZZZ", "most": 0},
        {"territory": "MER", "most": 0},
    ]
    assert {rule for rule, _ in refused(game)} == {"TC-CITY-07"}
    assert [event.line for event in found(game.outbox, OrderDone)] == [2, 4]


@pytest.mark.rule("TC-CITY-07")
def test_a_line_that_cannot_be_paid_takes_nothing_of_the_town_s_capacity():
    game = table()
    bare(game)
    kind = SITES[OWN].resource
    land(game, OWN, town=3)
    nation(game, A, **{kind: 2})
    sheet(game, A, ConvertInTown(OWN, 3), ConvertInTown(OWN, 2))
    convert_in_towns(game)
    assert refused(game) == [("TC-CITY-07", {"territory": OWN, "have": 2})]
    assert game.nations[A].goods[kind] == 0


@pytest.mark.rule("TC-CITY-08")
def test_a_building_takes_its_own_resource_beside_the_town_up_to_its_level():
    game = table()
    bare(game)
    land(game, OWN, town=3, structures=("fonderie", "abattoir"))
    nation(game, A, metal=9, agricole=9)
    lines = [(OWN, "fonderie", 0), (OWN, "fonderie", 4), (OWN, "fonderie", 2), (OWN, "abattoir", 3), (OWN, "fonderie", 2)]
    lines += [(OWN, "fonderie", 1), (OWN, "scierie", 1), (OWN, "nothing", 1), ("ZZZ", "fonderie", 1)]
    sheet(game, A, *(ConvertInBuilding(*line) for line in lines))
    convert_in_buildings(game)
    assert game.nations[A].goods == Goods(metal=6, agricole=6, gold=3 * 40, provisions=3)
    assert [facts["most"] for _, facts in refused(game)] == [3, 3, 1, 0, 0, 0]
    assert {rule for rule, _ in refused(game)} == {"TC-CITY-08"}
    assert [event.line for event in found(game.outbox, OrderDone)] == [2, 3, 5]
    land(game, OWN, structures=("fonderie", "manufacture"))
    nation(game, A, gold=0, metal=9)
    sheet(game, A, ConvertInBuilding(OWN, "fonderie", 6))
    convert_in_buildings(game)
    assert game.nations[A].goods.gold == 6 * 40 * 2
    nation(game, A, gold=0, metal=1)
    sheet(game, A, ConvertInBuilding(OWN, "fonderie", 2), ConvertInBuilding(OWN, "fonderie", 1))
    convert_in_buildings(game)
    assert game.nations[A].goods == Goods(gold=80, agricole=6, provisions=3)


@pytest.mark.rule("TC-LEAD-10")
def test_an_industrialist_sells_line_after_line_up_to_his_competence():
    game = table()
    bare(game)
    nation(game, A, metal=3, bois=9)
    seller = leader(game, A, civil=3, gifts=("industrialiste",))
    others = [leader(game, A, civil=3), leader(game, M, civil=3, gifts=("industrialiste",))]
    captive = leader(game, A, civil=3, gifts=("industrialiste",), captor=M)
    hurt = leader(game, A, civil=3, gifts=("industrialiste",), wounded=True)
    sheet(
        game,
        A,
        SellAsIndustrialist("L999", Goods(bois=1)),
        *(SellAsIndustrialist(who, Goods(bois=1)) for who in (*others, captive, hurt)),
        SellAsIndustrialist(seller, Goods(bois=4)),
        SellAsIndustrialist(seller, Goods()),
        SellAsIndustrialist(seller, Goods(gold=1)),
        SellAsIndustrialist(seller, Goods(mer=1)),
        SellAsIndustrialist(seller, Goods(bois=1, metal=1)),
        SellAsIndustrialist(seller, Goods(bois=2)),
        SellAsIndustrialist(seller, Goods(bois=1)),
    )
    sell_as_industrialist(game)
    assert game.nations[A].goods == Goods(metal=2, bois=7, gold=10 + 20 + 10)
    assert [facts.get("most") for _, facts in refused(game)] == [None] * 5 + [3, 3, 3, 3, 1]
    assert [event.line for event in found(game.outbox, OrderDone)] == [9, 11]
    assert moved(game, A, "industrialiste")[0] == Goods(bois=-1, metal=-1)


@pytest.mark.rule("TC-SCI-08")
def test_philosophy_changes_one_kind_once_up_to_the_largest_town():
    game = table()
    bare(game)
    land(game, OWN, town=3)
    land(game, NEXT, town=2)
    nation(game, A, metal=9)
    lines = [("metal", "bois", 4), ("metal", "bois", 0), ("metal", "metal", 1), ("gold", "bois", 1), ("metal", "gold", 1)]
    lines += [("mer", "bois", 1), ("metal", "bois", 3), ("metal", "bois", 1)]
    sheet(game, A, *(Transmute(*line) for line in lines))
    transmute(game)
    assert [facts["most"] for _, facts in refused(game)] == [0] * 8
    nation(game, A, known=("Philosophie naturelle",))
    game.outbox = []
    transmute(game)
    assert [facts["most"] for _, facts in refused(game)] == [3] * 6 + [0]
    assert [event.line for event in found(game.outbox, OrderDone)] == [6]
    assert moved(game, A, "philosophy") == [Goods(metal=-3), Goods(bois=3)]


# -- goods abroad -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-ECO-02")
def test_only_a_contract_older_than_the_season_lets_goods_out():
    game = table()
    nation(game, A, gold=50, bois=5)
    assert not may_trade(game, A, M)
    treaty(game, "contract", A, M, since=game.turn)
    assert not may_trade(game, A, M)
    treaty(game, "contract", A, M, since=game.turn - 1)
    assert may_trade(game, A, M)
    treaty(game, "contract", A, "GONE")
    assert not may_trade(game, A, "GONE")
    sheet(game, A, Send(M, Goods(gold=30, bois=9)), Send(M, Goods(gold=30)), Send(M, Goods(gold=1)), Send(V, Goods(gold=1)))
    ship_goods(game)
    assert game.shipments == [Shipment(A, M, Goods(gold=30, bois=5)), Shipment(A, M, Goods(gold=20))]
    assert refused(game) == [("TC-ECO-02", {"nation": M, "why": "price"}), ("TC-ECO-02", {"nation": V})]
    assert [event.goods for event in found(game.outbox, GoodsSent, nation=A, other=M)] == [Goods(gold=30, bois=5), Goods(gold=20)]
    receive_goods(game)
    assert game.shipments == []
    assert moved(game, M, "trade") == [Goods(gold=30, bois=5), Goods(gold=20)]


@pytest.mark.rule("TC-ECO-02")
def test_goods_for_a_nation_that_is_gone_come_home():
    game = table()
    game.shipments = [
        Shipment(A, "GONE", Goods(gold=5)),
        Shipment("GONE", "LOST", Goods(gold=7)),
        Shipment("GONE", M, Goods(bois=1)),
    ]
    receive_goods(game)
    assert moved(game, A, "trade_returned") == [Goods(gold=5)]
    assert moved(game, M, "trade") == [Goods(bois=1)]
    assert len(game.outbox) == 2


@pytest.mark.rule("TC-EVT-05")
def test_tribute_needs_the_horde_to_be_there():
    game = table()
    assert not is_tribute(game, Send("EXT-EAST", Goods(gold=1)))
    game.nations["EXT-EAST"] = Nation(id="EXT-EAST", kind="threat")
    game.nations["EXT-WEST"] = Nation(id="EXT-WEST", kind="threat")
    assert is_tribute(game, Send("EXT-EAST", Goods(gold=1)))
    assert not is_tribute(game, Send("EXT-WEST", Goods(gold=1)))
    assert not is_tribute(game, Send(M, Goods(gold=1)))


@pytest.mark.rule("TC-REP-03")
def test_ten_provisions_for_the_starving_help_the_name_once_a_year_for_each():
    game = table()
    nation(game, A, tenths=0, reputation=0)
    food = Goods(provisions=10)
    reward_help(game, A, M, food)
    assert game.nations[A].tenths == 0
    nation(game, M, season=Tally(famine=True))
    nation(game, V, season=Tally(famine=True))
    reward_help(game, A, M, Goods(provisions=9, gold=50))
    assert game.nations[A].tenths == 0
    reward_help(game, A, M, food)
    assert (game.nations[A].tenths, game.nations[A].year.helped) == (2, (M,))
    reward_help(game, A, M, food)
    assert game.nations[A].tenths == 2
    reward_help(game, A, V, food)
    assert (game.nations[A].tenths, game.nations[A].year.helped) == (4, (M, V))


# -- caravans ---------------------------------------------------------------------------------------------------


def caravan(game, start=OWN, end="MER", creator=A, partner=M, since=-4):
    made = Caravan(creator=creator, partner=partner, start=start, end=end, route=caravan_route(game, start, end), since=since)
    game.caravans.append(made)
    return made


@pytest.mark.rule("TC-ECO-03")
def test_a_route_takes_the_fewest_steps_then_the_fewest_owners_then_the_alphabet():
    game = table()
    for code in game.lands:
        land(game, code, owner="", controller="")
    ways = routes(OWN, 2)
    end, options = next((end, ways[end]) for end in sorted(ways) if len(ways[end]) > 1)
    land(game, OWN, owner=A)
    land(game, end, owner=M)
    assert caravan_route(game, OWN, end) == min(options)
    for way in options[:-1]:
        land(game, way[1], owner=V)
    assert caravan_route(game, OWN, end) == options[-1]
    land(game, options[-1][1], owner=V)
    assert caravan_route(game, OWN, end) == min(options)
    land(game, options[-1][1], owner=A)
    assert caravan_route(game, OWN, end) == options[-1]
    assert caravan_route(game, OWN, OWN) == (OWN,)
    assert len(caravan_route(game, OWN, end)) == 3


def routes(start, steps):
    """Every shortest way of so many steps, by its end."""
    far = {code for code, there in distances(start).items() if there == steps}
    ways = {}
    for middle in land_neighbours(start):
        for end in land_neighbours(middle):
            if end in far:
                ways.setdefault(end, []).append((start, middle, end))
    return {end: sorted(found) for end, found in ways.items()}


def trading(game):
    """Akla may send a caravan from its capital to Merisse."""
    nation(game, A, known=("Établir une caravane",), gold=1000)
    treaty(game, "contract", A, M)
    land(game, OWN, town=1)
    land(game, "MER", town=2)


@pytest.mark.rule("TC-ECO-03")
def test_what_stands_in_the_way_of_a_caravan():
    def why(change=None, order=None):
        game = table()
        trading(game)
        if change:
            change(game)
        return caravan_refusal(game, A, order or EstablishCaravan(M, OWN, "MER"))

    def no_treaty(game):
        game.treaties.clear()

    def pact_only(game):
        game.treaties.clear()
        treaty(game, "pact", A, M)

    def alliance_only(game):
        game.treaties.clear()
        treaty(game, "alliance", A, M)

    steps = len(caravan_route(table(), OWN, "MER")) - 1
    assert why() == ("", "")
    assert why(pact_only) == ("", "")
    assert why(lambda game: nation(game, A, known=())) == ("TC-SCI-10", "undiscovered")
    assert why(order=EstablishCaravan(M, "ZZZ", "MER")) == ("TC-ECO-03", "unknown")
    assert why(order=EstablishCaravan(M, OWN, "ZZZ")) == ("TC-ECO-03", "unknown")
    assert why(order=EstablishCaravan(A, OWN, NEXT)) == ("TC-ECO-03", "unknown")
    assert why(order=EstablishCaravan("GONE", OWN, "MER")) == ("TC-ECO-03", "unknown")
    assert why(no_treaty) == ("TC-ECO-03", "no_treaty")
    assert why(alliance_only) == ("TC-ECO-03", "no_treaty")
    assert why(lambda game: at_war(game, A, M)) == ("TC-ECO-03", "no_treaty")
    assert why(lambda game: land(game, OWN, town=0)) == ("TC-ECO-03", "no_town")
    assert why(lambda game: land(game, "MER", town=0)) == ("TC-ECO-03", "no_town")
    assert why(lambda game: land(game, OWN, controller=V)) == ("TC-ECO-03", "no_town")
    assert why(lambda game: land(game, "MER", owner=V)) == ("TC-ECO-03", "no_town")
    assert why(lambda game: caravan(game, creator=V, partner=A, start=game.nations[V].capital, end=OWN)) == (
        "TC-ECO-03",
        "town_full",
    )
    assert why(lambda game: caravan(game, creator=V, partner=M, start=game.nations[V].capital, end="MER")) == ("", "")
    assert why(lambda game: caravan(game, creator=M, partner=A, start="MER", end=NEXT)) == ("TC-ECO-03", "linked")
    assert why(lambda game: nation(game, A, gold=10 * steps)) == ("", "")
    assert why(lambda game: nation(game, A, gold=10 * steps - 1)) == ("TC-ECO-03", "price")


@pytest.mark.rule("TC-ECO-03")
def test_one_new_caravan_a_season_at_ten_gold_a_step():
    game = table()
    trading(game)
    treaty(game, "contract", A, V)
    land(game, OWN, town=5)
    sheet(
        game, A, EstablishCaravan(M, OWN, "ZZZ"), EstablishCaravan(M, OWN, "MER"), EstablishCaravan(V, OWN, game.nations[V].capital)
    )
    establish_caravans(game)
    (made,) = game.caravans
    assert (made.creator, made.partner, made.start, made.end, made.since) == (A, M, OWN, "MER", game.turn)
    assert distance(made) == len(made.route) - 1
    assert moved(game, A, "caravan") == [Goods(gold=-10 * distance(made))]
    assert found(game.outbox, CaravanEstablished)[0].route == made.route
    assert refused(game) == [("TC-ECO-03", {"nation": M, "why": "unknown"}), ("TC-ECO-03", {"nation": V, "why": "used"})]


@pytest.mark.rule("TC-ECO-03")
def test_twice_as_many_caravans_as_discoveries_in_economy():
    game = table()
    for known, most in (((), 0), (("Banque",), 2), (("Banque", "Irrigation", "Industrie"), 4)):
        nation(game, A, known=known)
        assert most_caravans(game, A) == most


@pytest.mark.rule("TC-ECO-04")
def test_what_each_end_of_a_caravan_earns():
    game = table()
    game.season = "printemps"
    for code in game.lands:
        land(game, code, owner="")
    for name in (A, M):
        nation(game, name, stability=0)
    made = Caravan(creator=A, partner=M, start=OWN, end="MER", route=(OWN, "PVL", "WAN", "PME", "MER"), since=-4)
    assert (creator_income(game, made), partner_income(game, made)) == (80, 40)
    nation(game, M, stability=2)
    assert (creator_income(game, made), partner_income(game, made)) == (72, 40)
    nation(game, A, stability=-1)
    assert (creator_income(game, made), partner_income(game, made)) == (72, 42)
    land(game, "WAN", owner=V)
    assert (creator_income(game, made), partner_income(game, made)) == (64, 38)
    at_war(game, A, "LUNE")
    assert (creator_income(game, made), partner_income(game, made)) == (56, 34)
    at_war(game, M, "ROC")
    assert (creator_income(game, made), partner_income(game, made)) == (60, 30)
    for other in ("AUTRE", "ENCORE", *"BCDEFGHIJKL"):
        at_war(game, A, other)
    assert (creator_income(game, made), partner_income(game, made)) == (0, 0)


@pytest.mark.rule("TC-ECO-04")
def test_a_caravan_pays_both_ends_but_not_in_its_first_season_nor_when_snubbed():
    game = table()
    made = caravan(game, since=game.turn)
    caravan_income(game)
    assert game.outbox == []
    game.caravans = []
    made = caravan(game)
    caravan_income(game)
    assert [(event.nation, event.territory) for event in found(game.outbox, GoodsMoved)] == [(A, "MER"), (M, "MER")]
    assert moved(game, M, "caravan") == [Goods(gold=partner_income(game, made))]
    fresh = caravan(game, start=NEXT, end=game.nations[V].capital, partner=V)
    add_mark(game, "no_caravan", 9, nation=A, word=M)
    game.outbox = []
    caravan_income(game)
    assert [event.nation for event in found(game.outbox, GoodsMoved)] == [A, V]
    assert moved(game, V, "caravan") == [Goods(gold=partner_income(game, fresh))]


@pytest.mark.rule("TC-ECO-05")
def test_what_becomes_of_a_caravan_whose_town_changed_hands():
    def after(change):
        game = table()
        nation(game, V, known=("Banque",))
        made = caravan(game)
        change(game)
        game.outbox = []
        review_caravans(game)
        ended = [event.reason for event in found(game.outbox, CaravanEnded)]
        passed = [(event.creator, event.partner) for event in found(game.outbox, CaravanPassed, route=made.route)]
        left = [(one.creator, one.partner) for one in game.caravans if one.route == made.route]
        assert left == (passed or [(A, M)] * (not ended))
        return ended, passed

    assert after(lambda game: None) == ([], [])
    assert after(lambda game: at_war(game, A, M)) == (["war"], [])
    assert after(lambda game: land(game, OWN, town=0)) == (["town_lost"], [])
    assert after(lambda game: land(game, "MER", town=0)) == (["town_lost"], [])
    assert after(lambda game: land(game, OWN, owner=V)) == ([], [(V, M)])
    assert after(lambda game: land(game, "MER", owner=V)) == ([], [(A, V)])
    assert after(lambda game: land(game, OWN, owner="")) == (["town_lost"], [])
    assert after(lambda game: land(game, "MER", owner="")) == (["town_lost"], [])
    assert after(lambda game: land(game, OWN, owner=M)) == (["town_lost"], [])

    def at_war_with_the_new_owner(game):
        land(game, OWN, owner=V)
        at_war(game, V, M)

    def already_linked(game):
        land(game, OWN, owner=V)
        caravan(game, start="MER", end=game.nations[V].capital, creator=M, partner=V)

    def one_of_two(game):
        land(game, OWN, owner=V)
        caravan(game, start=game.nations[V].capital, end=game.nations["LUMIERES"].capital, creator=V, partner="LUMIERES")

    def no_room(game):
        one_of_two(game)
        caravan(game, start=game.nations[V].capital, end=game.nations["ROC"].capital, creator=V, partner="ROC")

    def never_had_room_at_the_other_end(game):
        nation(game, A, known=())
        land(game, "MER", owner=V)

    assert after(at_war_with_the_new_owner) == (["town_lost"], [])
    assert after(already_linked) == (["town_lost"], [])
    assert after(one_of_two) == ([], [(V, M)])
    assert after(no_room) == (["town_lost"], [])
    assert after(never_had_room_at_the_other_end) == ([], [(A, V)])


# -- upkeep and famine ------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LEAD-02")
def test_leaders_are_paid_ten_each_the_ruler_first_and_prisoners_nothing():
    game = table()
    no_leaders(game, A)
    first, second = leader(game, A, civil=2), leader(game, A, civil=2)
    chief = leader(game, A, civil=2, ruler=True)
    captive = leader(game, A, civil=2, captor=M)
    nation(game, A, gold=29)
    pay_leaders(game, A)
    assert moved(game, A, "leaders") == [Goods(gold=-20)]
    assert [game.leaders[who].idle for who in (chief, first, second, captive)] == ["", "", "unpaid", ""]
    nation(game, A, gold=30)
    game.leaders[second] = replace(game.leaders[second], idle="")
    pay_leaders(game, A)
    assert game.nations[A].goods.gold == 0
    assert game.leaders[second].idle == ""


@pytest.mark.rule("TC-LEAD-02")
def test_leaders_who_cost_nothing_are_all_paid(monkeypatch):
    from marchland.games.cendre.rules.leaders import pay

    monkeypatch.setattr(pay, "added", lambda *_, **__: -15)
    game = table()
    no_leaders(game, A)
    who = leader(game, A, civil=2)
    nation(game, A, gold=0)
    pay_leaders(game, A)
    assert game.leaders[who].idle == ""
    assert game.outbox == []


@pytest.mark.rule("TC-UNIT-01")
def test_the_cheapest_civil_units_leave_until_the_rest_can_be_paid():
    game = table()
    bare(game)
    nation(game, A, espions=2, sages=1, artistes=1, gold=34)
    pay_civil_units(game, A)
    assert [(event.unit, event.amount) for event in found(game.outbox, CivilUnitsChanged)] == [("espions", -1), ("espions", -1)]
    assert moved(game, A, "civil_units") == [Goods(gold=-30)]
    nation(game, A, espions=2, sages=1, artistes=1, gold=40)
    game.outbox = []
    pay_civil_units(game, A)
    assert (game.nations[A].civil.espions, game.nations[A].goods.gold) == (2, 0)
    nation(game, A, espions=1, prospecteurs=1, sages=0, artistes=0, gold=5)
    game.outbox = []
    pay_civil_units(game, A)
    assert [event.unit for event in found(game.outbox, CivilUnitsChanged)] == ["espions"]


@pytest.mark.rule("TC-CITY-01")
def test_a_town_eats_its_level_and_more_in_hungry_years():
    game = table()
    nation(game, A, known=())
    land(game, OWN, town=5, structures=())
    plain = town_appetite(game, A, OWN, 5)
    assert town_appetite(game, A, OWN, 3) == plain - 2
    add_mark(game, "town_appetite", 9, nation=A, amount=2, word="4")
    assert [town_appetite(game, A, OWN, level) - plain + 5 for level in (3, 4, 5)] == [3, 6, 7]
    land(game, OWN, structures=("terriers-profonds",))
    assert town_appetite(game, A, OWN, 5) == plain
    assert town_appetite(game, A, OWN, 2) == 1
    land(game, OWN, controller=M)
    assert town_appetite(game, A, OWN, 2) == plain - 3


@pytest.mark.rule("TC-WAR-03")
def test_discoveries_take_off_what_a_unit_costs_but_never_below_nothing():
    game = table()
    for name in MAJORS:
        nation(game, name, known=())
    ship = next(unit for unit in UNITS.values() if "naval" in unit.traits and unit.nation in MAJORS and unit.upkeep.gold >= 10)
    rider = next(unit for unit in UNITS.values() if "cavalerie" in unit.traits and unit.nation in MAJORS and unit.upkeep.provisions)
    foot = next(unit for unit in UNITS.values() if "infanterie" in unit.traits and unit.nation in MAJORS and unit.upkeep.gold >= 10)

    def cost(unit, *known, unit_gold=0):
        nation(game, unit.nation, known=known)
        game.marks = []
        if unit_gold:
            add_mark(game, "unit_gold", 9, nation=unit.nation, amount=unit_gold)
        return unit_upkeep(game, unit.nation, game.nations[unit.nation].capital, unit.id)

    assert cost(foot) - cost(foot, "Casernement") == Goods(gold=5)
    assert cost(foot) == cost(foot, "Chantiers navals", "Élevage de chevaux")
    assert cost(rider) - cost(rider, "Élevage de chevaux") == Goods(provisions=1)
    assert cost(rider) == cost(rider, "Chantiers navals")
    off = cost(ship) - cost(ship, "Chantiers navals")
    assert off == Goods(gold=10, bois=min(1, cost(ship).bois))
    assert cost(ship) == cost(ship, "Élevage de chevaux")
    assert cost(foot, unit_gold=3) - cost(foot) == Goods(gold=3)
    assert cost(foot, unit_gold=-99).gold == 0


@pytest.mark.rule("TC-CITY-04")
def test_every_nation_pays_leaders_civil_units_and_mouths():
    game = table()
    pay_everything(game)
    reasons = {event.reason for event in found(game.outbox, GoodsMoved, nation=A)}
    assert {"leaders", "towns", "army"} <= reasons
    assert {event.nation for event in found(game.outbox, GoodsMoved, reason="leaders")} == set(MAJORS)


def hungry(**fields):
    """Akla with its capital alone, everything counted by the test."""
    game = table()
    bare(game)
    for code in (NEXT, THIRD):
        land(game, code, controller="", owner="")
    for code in list(game.lands):
        if game.lands[code].controller == A and code != OWN:
            land(game, code, controller="")
    nation(game, A, tenths=0, **fields)
    return game


@pytest.mark.rule("TC-CITY-04")
def test_exactly_enough_is_enough_and_one_less_is_famine():
    for provisions, starves in ((8, False), (7, True)):
        game = hungry(gold=20, provisions=provisions)
        land(game, OWN, town=4)
        garrison(game, OWN, A, akl_lances=2)
        feed(game, A)
        assert bool(found(game.outbox, Famine)) is starves
        if not starves:
            assert (moved(game, A, "towns"), moved(game, A, "army")) == ([Goods(provisions=-4)], [Goods(gold=-20, provisions=-4)])


@pytest.mark.rule("TC-CITY-04")
def test_towns_under_urban_farming_eat_half_rounded_up_in_famine_too():
    game = hungry(provisions=2, gold=0, known=("Cultures urbaines",))
    land(game, OWN, town=4)
    garrison(game, OWN, A, akl_lances=1)
    feed(game, A)
    assert game.lands[OWN].town == 4
    assert (game.nations[A].goods.provisions, found(game.outbox, Famine)[0].units) == (0, 1)
    game = hungry(provisions=3, gold=0, known=("Cultures urbaines",))
    land(game, OWN, town=5)
    feed(game, A)
    assert (game.nations[A].goods.provisions, found(game.outbox, Famine)) == (0, [])


@pytest.mark.rule("TC-CITY-04")
def test_what_troops_eat_between_two_towns_is_not_halved_with_them():
    game = hungry(provisions=5, gold=10, known=("Cultures urbaines",))
    land(game, OWN, town=3)
    land(game, NEXT, owner=A, controller=A, town=5)
    garrison(game, OWN, A, akl_garde=1, akl_lances=1)
    feed(game, A)
    # The smaller town takes two of its three, the guard its one, and the greater town two: eight eaten together are four.
    assert (game.lands[OWN].town, game.lands[NEXT].town) == (3, 5)
    assert (game.nations[A].goods, found(game.outbox, Famine)[0].units) == (Goods(), 1)


@pytest.mark.rule("TC-CITY-04", "TC-CITY-05")
def test_a_famine_is_told_in_figures():
    game = hungry(provisions=1, gold=10)
    land(game, OWN, town=3, brigands=0, danger=0)
    garrison(game, OWN, A, akl_lances=2)
    feed(game, A)
    famine = found(game.outbox, Famine, nation=A)[0]
    assert (famine.units, famine.levels) == (2, 2)
    assert [(event.unit, event.amount, event.territory) for event in found(game.outbox, UnitsChanged)] == [
        ("akl-lances", -1, OWN)
    ] * 2
    assert [(event.what, event.amount) for event in found(game.outbox, LandChanged, territory=OWN) if event.what != "danger"] == [
        *[("brigands", 1)] * 2,
        *[("town", -1), ("brigands", 1)] * 2,
    ]
    assert (game.lands[OWN].town, game.lands[OWN].danger) == (1, 10)
    assert (game.nations[A].tenths, game.nations[A].season.famine) == (-1, True)
    assert game.nations[A].goods == Goods(gold=10)


@pytest.mark.rule("TC-CITY-05")
def test_agronomy_halves_units_and_levels_apart_and_shame_needs_a_town():
    game = hungry(provisions=0, gold=0, known=("Agronomie",))
    land(game, OWN, town=4)
    garrison(game, OWN, A, akl_lances=3)
    add_mark(game, "famine_shame", 9, nation=A, amount=-2)
    nation(game, A, reputation=0)
    feed(game, A)
    famine = found(game.outbox, Famine)[0]
    assert (famine.units, famine.levels) == (2, 2)
    assert game.nations[A].reputation == -2
    game = hungry(provisions=9, gold=0, known=("Agronomie",))
    land(game, OWN, town=1)
    garrison(game, OWN, A, akl_lances=1)
    add_mark(game, "famine_shame", 9, nation=A, amount=-2)
    feed(game, A)
    assert (found(game.outbox, Famine)[0].units, game.nations[A].reputation) == (1, 0)


# -- stores -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-STRUCT-05", "TC-SCI-09")
def test_a_store_is_the_sum_of_the_towns_that_serve():
    game = hungry()
    base = storage(game, A)
    land(game, OWN, town=3)
    assert storage(game, A) - base == Goods(0, 9, *[3] * 6)
    land(game, OWN, structures=("silos", "entrepots"))
    assert (silos(game, A), storage(game, A) - base) == (10, Goods(0, 19, *[8] * 6))
    nation(game, A, known=("Conservation",))
    assert (silos(game, A), storage(game, A) - base) == (20, Goods(0, 29, *[8] * 6))
    land(game, NEXT, controller=A, town=1)
    assert storage(game, A) - base == Goods(0, 32, *[9] * 6)
    land(game, OWN, besieged=True)
    assert storage(game, A) - base == Goods(0, 3, *[1] * 6)


@pytest.mark.rule("TC-STRUCT-05")
def test_what_is_too_much_is_lost_kind_by_kind_for_majors_and_minors_alone():
    game = hungry()
    land(game, OWN, town=2)
    room = storage(game, A)
    nation(game, A, gold=999, provisions=room.provisions + 4, bois=room.bois + 1, metal=room.metal)
    for name, kind in (("MIN-X", "minor"), ("REB-X", "rebel")):
        game.nations[name] = Nation(id=name, kind=kind, capital=NEXT, goods=Goods(gold=50, provisions=9, mer=4, bois=3))
    limit_stores(game)
    assert moved(game, A, "overflow") == [Goods(provisions=-4, bois=-1)]
    assert found(game.outbox, StoresOverflowed, nation=A)[0].goods == Goods(provisions=4, bois=1)
    assert moved(game, "MIN-X", "overflow") == [Goods(provisions=-6, mer=-1)]
    assert not moved(game, "REB-X", "overflow")
    game.outbox = []
    limit_stores(game)
    assert game.outbox == []
