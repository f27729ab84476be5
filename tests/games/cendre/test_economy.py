"""Chapter "L'économie": income and stability, roads, trade, caravans, and the gifts that bring something in."""

import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import EstablishCaravan, SellAsIndustrialist, Send, Transmute
from marchland.games.cendre.rules.common.ledger import GoodsMoved
from marchland.games.cendre.rules.economy.caravans import (
    caravan_income,
    caravan_route,
    creator_income,
    most_caravans,
    partner_income,
    review_caravans,
)
from marchland.games.cendre.rules.economy.economy import TradePhase
from marchland.games.cendre.rules.economy.trade import receive_goods
from marchland.games.cendre.rules.land.production import (
    collect_gold,
    company_income,
    gifts_in_kind,
    minted,
    other_gold,
    road_income,
    town_income,
    with_stability,
)
from marchland.games.cendre.rules.turn.beginning import SecondaryUpkeep
from marchland.games.cendre.state import Caravan

from .realm import A, L, M, V, at_war, found, land, leader, nation, no_leaders, refusals, replace, run, script, sheet, table, treaty


@pytest.mark.rule("TC-ECO-01", "TC-STAB-01")
@pytest.mark.parametrize(("stability", "income"), [(-3, 161), (3, 299), (-6, 92), (0, 230)])
def test_stability_moves_income_by_ten_per_cent_a_point(stability, income):
    """DT-05: taxes+towns 230."""
    assert with_stability(230, stability) == income


@pytest.mark.rule("TC-ECO-01")
def test_three_joined_roads_and_one_apart_bring_forty():
    """EX-01."""
    game = table()
    for code in game.lands:
        land(game, code, roads=code in ("AKL", "VAL", "BPL", "LIM"))
    assert road_income(game, ["AKL", "VAL", "BPL", "LIM"]) == 36 + 4


@pytest.mark.rule("TC-ECO-01", "TC-LAND-10", "TC-LEAD-10")
def test_income_is_listed_by_source_and_stability_works_on_the_whole():
    game = table()
    no_leaders(game)
    leader(game, A, civil=3, gifts=("collecteur de taxes", "richissime"))
    for code in ("AKL", "VAL", "BPL"):
        land(game, code, population=2, town=0 if code != "AKL" else 3, roads=False)
    nation(game, A, stability=-2, known=())
    collect_gold(game)
    entries = {event.reason: event.goods.gold for event in found(game.outbox, GoodsMoved, nation=A)}
    assert entries == {"taxes": 30, "towns": 30, "collecteur de taxes": 15, "richissime": 60, "stability": -27}


@pytest.mark.rule("TC-SCI-10")
def test_banks_bourgeoisie_and_coin():
    game = table(3, 4)
    land(game, "AKL", town=3)
    nation(game, A, known=("Banque",))
    assert town_income(game, A, "AKL") == 40
    nation(game, A, known=("Banque", "Bourgeoisie"))
    assert town_income(game, A, "AKL") == 80
    nation(game, A, known=("Frappe de monnaie",))
    assert minted(game, A, ["AKL", "VAL"]) == 7


@pytest.mark.rule("TC-STRUCT-06")
def test_a_shipping_company_earns_less_in_war():
    game = table(5, 6, 7, 1, 2, 1)
    land(game, "AKL", town=5, structures=("compagnie-maritime",))
    assert company_income(game, A) == 180
    at_war(game, A, V)
    assert company_income(game, A) == 0


@pytest.mark.rule("TC-LEAD-10")
def test_merchants_and_farmers_bring_something_each_season():
    game = table(3)
    no_leaders(game)
    leader(game, A, civil=3, gifts=("marchand", "fermier"))
    nation(game, A, pierre=0, provisions=0)
    gifts_in_kind(game)
    assert (game.nations[A].goods.pierre, game.nations[A].goods.provisions) == (1, 1)


@pytest.mark.rule("TC-LEAD-10")
def test_an_industrialist_sells_up_to_his_competence():
    game = table()
    who = leader(game, A, civil=3, gifts=("industrialiste",))
    nation(game, A, gold=0, metal=2, precieux=1, bois=5)
    sheet(game, A, SellAsIndustrialist(who, Goods(metal=2, precieux=1)), SellAsIndustrialist(who, Goods(bois=1)))
    events = run(game, SecondaryUpkeep())
    assert game.nations[A].goods.gold == 70
    assert refusals(events) == ["TC-LEAD-10"]


@pytest.mark.rule("TC-SCI-08")
def test_natural_philosophy_changes_one_resource_into_another_once():
    game = table()
    land(game, "AKL", town=3)
    nation(game, A, known=("Philosophie naturelle",), bois=9, metal=0)
    sheet(game, A, Transmute("bois", "metal", 3), Transmute("bois", "metal", 1))
    events = run(game, SecondaryUpkeep())
    assert (game.nations[A].goods.bois, game.nations[A].goods.metal) == (6, 3)
    assert refusals(events) == ["TC-SCI-08"]


# -- trade ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-ECO-02")
def test_goods_need_an_old_contract_and_arrive_next_season():
    game = table()
    nation(game, A, gold=30, bois=2)
    nation(game, M, gold=0, bois=0)
    sheet(game, A, Send(M, Goods(gold=50, bois=1)))
    assert refusals(run(game, TradePhase())) == ["TC-ECO-02"]
    treaty(game, "contract", A, M, since=game.turn)
    assert refusals(run(game, TradePhase())) == ["TC-ECO-02"]
    treaty(game, "contract", A, M, since=game.turn - 1)
    assert refusals(run(game, TradePhase())) == []
    assert (game.nations[A].goods.gold, game.nations[M].goods.gold) == (0, 0)
    receive_goods(game)
    assert (game.nations[M].goods.gold, game.nations[M].goods.bois) == (30, 1)
    assert not game.shipments


def starving(game, *names):
    for name in names:
        nation(game, name, season=replace(game.nations[name].season, famine=True))


@pytest.mark.rule("TC-REP-03")
@pytest.mark.parametrize("season", ["printemps", "ete", "automne"])
def test_feeding_a_starving_nation_is_good_for_the_name_at_once_in_any_season(season):
    """Table 31: at once. Ten provisions, to a nation that starves this season, once a year for each."""
    game = table()
    game.season = season
    for other in (M, V):
        treaty(game, "contract", A, other)
    nation(game, A, provisions=90, tenths=0)
    starving(game, M)
    for provisions, other, tenths in ((9, M, 0), (10, V, 0), (10, M, 2), (10, M, 2)):
        sheet(game, A, Send(other, Goods(provisions=provisions)))
        run(game, TradePhase())
        assert game.nations[A].tenths == tenths
    starving(game, V)
    run(game, TradePhase())
    sheet(game, A, Send(V, Goods(provisions=10)))
    run(game, TradePhase())
    assert game.nations[A].tenths == 4
    receive_goods(game)
    assert game.nations[A].tenths == 4


@pytest.mark.rule("TC-REP-03", "TC-ECO-02")
def test_help_that_is_not_sent_earns_nothing():
    game = table()
    treaty(game, "contract", A, M)
    nation(game, A, provisions=9, tenths=0)
    starving(game, M)
    sheet(game, A, Send(M, Goods(provisions=50)))
    run(game, TradePhase())
    assert (game.nations[A].goods.provisions, game.nations[A].tenths) == (0, 0)


# -- caravans ---------------------------------------------------------------------------------------------------


def caravan(game, route=("AKL", "BPL", "MER", "FLI", "HOR", "VOL"), creator=A, partner=V):
    made = Caravan(creator=creator, partner=partner, start=route[0], end=route[-1], route=route, since=-4)
    game.caravans.append(made)
    return made


@pytest.mark.rule("TC-ECO-04")
def test_the_printed_caravan_of_five_steps():
    """EX-02 and EX-03: 131 for the creator; 46 for the other end (the printed 48 does not follow from the rule)."""
    game = table()
    made = caravan(game)
    nation(game, A, stability=1)
    nation(game, V, stability=-2)
    at_war(game, V, L)
    assert len({game.lands[code].owner for code in made.route} - {"", A, V}) == 1
    assert creator_income(game, made) == 131
    assert partner_income(game, made) == 46
    gold = game.nations[A].goods.gold
    caravan_income(game)
    assert game.nations[A].goods.gold == gold + 131


@pytest.mark.rule("TC-ECO-03", "TC-SCI-10")
def test_a_caravan_needs_its_discovery_a_treaty_and_towns():
    game = table()
    order = EstablishCaravan(nation=M, start="AKL", end="MER")
    nation(game, A, gold=999, known=())
    sheet(game, A, order)
    assert refusals(run(game, TradePhase())) == ["TC-SCI-10"]
    nation(game, A, known=("Établir une caravane",))
    assert refusals(run(game, TradePhase())) == ["TC-ECO-03"]
    treaty(game, "pact", A, M)
    gold = game.nations[A].goods.gold
    assert refusals(run(game, TradePhase())) == []
    route = game.caravans[0].route
    assert route == caravan_route(game, "AKL", "MER")
    assert game.nations[A].goods.gold == gold - 10 * (len(route) - 1)
    assert refusals(run(game, TradePhase())) == ["TC-ECO-03"]


@pytest.mark.rule("TC-ECO-03", "TC-ECO-05")
def test_beyond_twice_the_discoveries_the_oldest_caravan_ends():
    game = table()
    nation(game, A, gold=999, known=("Établir une caravane",))
    assert most_caravans(game, A) == 2
    caravan(game, ("AKL", "BPL", "FLI", "VOL"), partner=V)
    caravan(game, ("VAL", "LIM"), partner=L)
    treaty(game, "contract", A, M)
    sheet(game, A, EstablishCaravan(nation=M, start="AKL", end="MER"))
    run(game, TradePhase())
    assert [made.partner for made in game.caravans] == [L, M]


@pytest.mark.rule("TC-ECO-05")
def test_caravans_end_with_war():
    game = table()
    caravan(game, ("AKL", "BPL", "MER"), partner=M)
    kept = caravan(game, partner=V)
    at_war(game, A, M)
    review_caravans(game)
    assert game.caravans == [kept]


@pytest.mark.rule("TC-STRUCT-08")
def test_national_structures_earn_their_gold():
    game = table()
    game.season = "printemps"
    land(game, "AKL", town=5, structures=("jardins-des-plaisirs",))
    nation(game, A, gold=0, tenths=0)
    other_gold(game)
    assert game.nations[A].goods.gold == 50
    assert game.nations[A].tenths == 1
    at_war(game, A, V)
    other_gold(game)
    assert game.nations[A].goods.gold == 50
    script(game)


@pytest.mark.rule("TC-ECO-05")
def test_a_caravan_passes_to_the_new_owner_of_its_town():
    game = table()
    caravan(game)
    land(game, "VOL", owner=M, controller=M)
    review_caravans(game)
    (passed,) = game.caravans
    assert (passed.creator, passed.partner, passed.end) == (A, M, "VOL")
    assert [type(event).__name__ for event in game.outbox] == ["CaravanPassed"]


@pytest.mark.rule("TC-ECO-05")
@pytest.mark.parametrize("reason", ["war", "linked", "same", "vacant", "too many", "ruined"])
def test_a_caravan_ends_when_its_town_falls_into_hands_that_forbid_it(reason):
    game = table()
    caravan(game)
    land(game, "VOL", owner=M, controller=M)
    if reason == "war":
        at_war(game, A, M)
    elif reason == "linked":
        caravan(game, ("AKL", "BPL", "MER"), partner=M)
    elif reason in ("same", "vacant"):
        land(game, "VOL", owner=A if reason == "same" else "")
    elif reason == "too many":
        land(game, "VOL", owner=V)
        land(game, "AKL", owner=L, controller=L)
        nation(game, L, known=())
    else:
        land(game, "VOL", town=0)
    review_caravans(game)
    assert not [left for left in game.caravans if left.end == "VOL"]
    assert [event.reason for event in game.outbox] == ["town_lost"]
