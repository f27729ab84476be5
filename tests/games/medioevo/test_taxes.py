"""Phase 3: taxes, interest, upkeep."""

import pytest

from marchland.games.medioevo.rules.components.table import Paid
from marchland.games.medioevo.rules.events.calamities import wound
from marchland.games.medioevo.rules.loans import Borrow
from marchland.games.medioevo.rules.movement.removal import Remove
from marchland.games.medioevo.rules.taxes import PayUpkeep, SetTax, income, upkeep

from .table import Table


def taxes(levels=(10, 10), seats=2, **more):
    table = Table(seats, at="taxes", **more)
    return table.do(*(SetTax(level) for level in levels)) if levels else table


@pytest.mark.rule("MU-TAX-01")
def test_tax_is_set_in_secret_in_tens():
    """E-12: 30 is the third of five levels."""
    table = taxes(())
    assert table.asked() == "ChooseTax"
    assert [option.level for option in table.offers(SetTax)] == [10, 20, 30, 40, 50]
    assert len(table.game.deciders) == 2
    table.do(SetTax(30))
    assert table.game.players[0].tax == 0, "nothing is shown before all are in"
    table.do(SetTax(50))
    assert [player.tax for player in table.game.players] == [30, 50]


@pytest.mark.rule("MU-TAX-02")
def test_income_counts_territories_civil_buildings_and_city_markets():
    lands = {"buda": {"civil": 3, "cubes": ["salt", "furs"]}, "kassa": {"civil": 1}, "wallachia": {"cubes": []}}
    table = Table(2, lands=lands, players={1: {"tax": 30}})
    # seven territories, a City and a Village: 30 x (7 + 3 + 1), and 20 for each of two cubes
    assert income(table.game, 1) == ("MU-TAX-02", 330 + 40)


@pytest.mark.rule("MU-TAX-03")
def test_land_with_barbarians_or_enemies_in_it_pays_nothing():
    armies = {"buda": {"barbarians": {"li": 1}}, "kassa": {0: {"li": 1}}}
    lands = {"buda": {"holder": "barbarians"}, "kassa": {"holder": 0}}
    table = Table(2, armies=armies, lands=lands, players={1: {"tax": 10}}, wars=[[0, 1, 0]])
    assert income(table.game, 1)[1] == 50


PASSAGE = {"parties": [0, 1], "kinds": ["passage"], "guests": [0]}


@pytest.mark.rule("MU-TAX-03")
@pytest.mark.parametrize(
    ("pacts", "taxed"),
    [
        ([], 6 * 10),  # a foreign army nobody let in: no tax from that land, its Town and its market
        ([PASSAGE], 7 * 10 + 3 * 10 + 2 * 20),
        ([{**PASSAGE, "kinds": ["military"]}], 7 * 10 + 3 * 10 + 2 * 20),
        ([{**PASSAGE, "kinds": ["trade", "peace"]}], 6 * 10),  # these pacts let no troops in
        ([{**PASSAGE, "guests": [1]}], 6 * 10),  # the right is the other way round
    ],
)
def test_a_foreign_army_without_pact_costs_its_host_the_tax_of_that_land(pacts, taxed):
    """No war is on: the army came by a pact that has ended. The land stays its holder's, but pays nothing."""
    lands = {"buda": {"civil": 3, "cubes": ["salt", "furs"], "holder": 1}}
    table = Table(2, lands=lands, armies={"buda": {0: {"li": 1}}}, players={1: {"tax": 10}}, pacts=pacts)
    assert table.game.lands["buda"].holder == 1
    assert income(table.game, 1) == ("MU-TAX-02", taxed)
    assert income(table.game, 0)[1] == 0, "nor does it pay the guest (whose tax level is not set yet)"


@pytest.mark.rule("MU-TAX-03", "MU-VAR-05")
def test_a_team_mates_army_takes_nothing_from_the_tax():
    table = Table(4, options={"teams": True}, armies={"buda": {3: {"li": 1}, 1: {"li": 1}}}, players={1: {"tax": 10}})
    assert income(table.game, 1)[1] == 70
    table = Table(4, armies={"buda": {3: {"li": 1}, 1: {"li": 1}}}, players={1: {"tax": 10}})
    assert income(table.game, 1)[1] == 60, "without teams he is a stranger, garrison or not"


@pytest.mark.rule("MU-TAX-04", "MU-ELI-01")
def test_a_player_without_anything_gets_two_hundred():
    homes = ("pozsony", "kassa", "buda", "alfold", "slavonia", "banat", "transylvania")
    lands = {space: {"holder": 0} for space in homes}
    table = Table(2, lands=lands, armies={space: {0: {"li": 1}} for space in homes}, players={1: {"tax": 50}})
    assert income(table.game, 1) == ("MU-TAX-04", 200)


@pytest.mark.rule("MU-TAX-06")
def test_worked_example_of_upkeep():
    """E-13: ten pieces cost 200."""
    vehicles = [
        {"owner": 0, "kind": "engine", "level": 3, "space": "adrianople"},
        {"owner": 0, "kind": "wagon", "space": "adrianople"},
        {"owner": 0, "kind": "wagon", "level": 2, "space": "adrianople"},
        {"owner": 0, "kind": "galley", "space": "smyrna"},
    ]
    table = Table(2, armies={"adrianople": {0: {"li": 2, "hi": 1, "arc": 1, "cav": 1, "cap1": 1}}}, vehicles=vehicles)
    assert upkeep(table.game, 0) == 200


@pytest.mark.rule("MU-TAX-07", "MU-TAX-06")
def test_every_piece_that_costs_upkeep_may_go_to_its_reserve_instead():
    """Units ashore and aboard, transports with what they carry, engines: each saves 20 florins, and nobody else's may go."""
    vehicles = [
        {"owner": 0, "kind": "galley", "level": 2, "space": "aegean", "cargo": {"arc": 1, "hi": 1}},
        {"owner": 0, "kind": "caravan", "space": "nicaea", "goods": ["salt"]},
        {"owner": 0, "kind": "engine", "level": 3, "space": "nicaea"},
        {"owner": 1, "kind": "wagon", "space": "buda"},
    ]
    armies = {"nicaea": {0: {"cav": 1}}, "buda": {1: {"li": 1}}}
    table = taxes((10, 10), armies=armies, vehicles=vehicles, order=[0, 1])
    game = table.game
    assert PayUpkeep() in table.offers(), "he could pay"
    pieces = {"unit:aegean:0:arc", "unit:aegean:0:hi", "unit:nicaea:0:cav", "v:1", "v:2", "v:3"}
    assert {option.piece for option in table.offers(Remove)} == pieces
    for number, piece in enumerate(("unit:aegean:0:arc", "unit:nicaea:0:cav", "v:2", "v:3"), 1):
        table.do(Remove(piece))
        assert upkeep(game, 0) == 20 * (6 - number)
    assert (game.supply["caravan"], game.supply["cube:salt"], game.supply["bombard"]) == (12, 20, 12)
    assert game.players[0].reserve == (20, 19, 10, 10, 3), "only the Heavy infantry aboard is still out"
    table.do(PayUpkeep())
    assert table.florins(0) == 1600 + 70 - 40, "the Galley and the unit aboard"


@pytest.mark.rule("MU-TAX-07", "MU-LOA-01")
def test_whoever_lacks_cash_for_upkeep_may_borrow_instead_of_removing():
    armies = {"adrianople": {0: {"li": 10}}}
    table = taxes((10, 10), armies=armies, players={0: {"florins": 0}}, order=[0, 1])
    assert PayUpkeep() not in table.offers()
    assert Borrow() in table.offers()
    table.do(Borrow())
    table.do(PayUpkeep())
    assert table.florins(0) == 70 + 500 - 200
    assert table.units("adrianople", 0) == {"li": 10}
    short = taxes((10, 10), armies=armies, players={0: {"florins": 0, "borrowed": True}}, order=[0, 1])
    assert not {PayUpkeep(), Borrow()} & set(short.offers()), "without a loan nothing is left but to remove"
    assert short.offers(Remove) == [Remove("unit:adrianople:0:li")]


@pytest.mark.rule("MU-TAX-07")
def test_pieces_may_be_removed_instead_of_paid_and_must_if_cash_is_short():
    armies = {"adrianople": {0: {"li": 10}}}
    table = taxes((10, 10), armies=armies, players={0: {"florins": 0, "borrowed": True}}, order=[0, 1])
    assert table.asked() == "MeetUpkeep"
    assert PayUpkeep() not in table.offers(), "70 florins do not pay for ten units"
    for _ in range(7):
        table.do(Remove("unit:adrianople:0:li"))
    assert PayUpkeep() in table.offers()
    table.do("payupkeep")
    assert table.florins(0) == 10
    assert table.game.players[0].reserve[0] == 17


@pytest.mark.rule("MU-TAX-05", "MU-LOA-03", "MU-TAX-06")
def test_income_comes_before_interest_and_upkeep():
    table = taxes((10, 10), players={0: {"florins": 0, "loans": 1}}, armies={"adrianople": {0: {"li": 1}}}, order=[0, 1])
    paid = [(event.rule, event.florins) for event in table.happened(Paid) if 0 in (event.seat, event.payee)]
    assert paid == [("MU-TAX-02", 70), ("MU-TAX-05", 50)]
    assert table.asked() == "MeetUpkeep"


@pytest.mark.rule("MU-TAX-08", "MU-BKR-01")
def test_unpaid_interest_without_a_loan_is_bankruptcy():
    homes = ("constantinople", "adrianople", "thessalonica", "hellas", "morea", "nicaea", "smyrna")
    lands = {space: {"holder": 1} for space in homes}
    armies = {space: {1: {"li": 1}} for space in homes}
    vehicles = [{"owner": 0, "kind": "caravan", "space": "tarnovo"}]
    players = {0: {"florins": 0, "loans": 5}}
    table = taxes((10, 10), lands=lands, armies=armies, players=players, vehicles=vehicles, order=[0, 1])
    assert table.florins(0) == 200
    assert table.asked() == "FaceBankruptcy"


@pytest.mark.rule("MU-VAR-03")
def test_with_the_terrain_variant_upkeep_depends_on_the_place():
    armies = {"constantinople": {0: {"li": 1}}, "syrian_desert": {0: {"li": 1}}, "alps": {0: {"li": 1}}}
    vehicles = [{"owner": 0, "kind": "galley", "space": "aegean"}]
    table = Table(6, options={"terrain": True}, armies=armies, vehicles=vehicles)
    assert upkeep(table.game, 0) == 10 + 40 + 30 + 20


@pytest.mark.rule("MU-EVT-06")
def test_a_wound_outside_battle_follows_the_ladder():
    table = Table(2, armies={"buda": {1: {"cav": 1}}})
    for left in ({"hi": 1}, {"li": 1}, {}):
        kind = next(iter(table.units("buda", 1)))
        wound(table.game, "buda", 1, kind, "MU-EVT-06")
        assert table.units("buda", 1) == left


@pytest.mark.rule("MU-TAX-02")
def test_what_the_taxes_brought_is_remembered_for_the_turn():
    """Objectives ask for it."""
    table = taxes((30, 10), lands={"nicaea": {"civil": 1}})
    assert [now.tax_income for now in table.game.now] == [30 * 8, 70]
    assert [now.tax_level for now in table.game.now] == [30, 10]


@pytest.mark.rule("MU-CARD-38", "MU-TAX-05")
def test_a_magnate_is_asked_before_the_interest_is_paid_and_takes_fifty_off_it():
    players = {0: {"florins": 0, "loans": 2, "hand": [38]}}
    table = Table(2, options={"ask_1": "always"}, at="taxes", order=[0, 1], players=players)
    table.do(SetTax(20), SetTax(10))
    assert (table.asked(), table.game.deciders) == ("React", (0,))
    assert table.florins(0) == 0, "nothing has been collected yet"
    table.do("playcard 38")
    assert table.florins(0) == 140 - 50


@pytest.mark.rule("MU-TAX-07", "MU-TAX-06")
@pytest.mark.parametrize(("units", "payable"), [(4, True), (5, True), (6, False)])
def test_upkeep_is_paid_with_the_last_florin_but_not_with_less(units, payable):
    """Seven homes at 10 and 30 florins in hand: 100 are there."""
    table = taxes((10, 10), armies={"nicaea": {0: {"li": units}}}, players={0: {"florins": 30, "borrowed": True}}, order=[0, 1])
    assert (PayUpkeep() in table.offers()) == payable
    if payable:
        assert table.do(PayUpkeep()).florins(0) == 100 - 20 * units


@pytest.mark.rule("MU-TAX-01", "MU-TAX-02")
def test_a_player_sees_what_a_tax_level_would_bring_and_what_is_then_due():
    table = taxes((), armies={"nicaea": {0: {"li": 3}}}, players={0: {"loans": 2}})
    lines = table.game.decision.preview(table.game, 0, SetTax(30))
    assert [(line.rule, line.amount) for line in lines] == [("MU-TAX-02", 210), ("MU-TAX-05", -100), ("MU-TAX-06", -60)]
