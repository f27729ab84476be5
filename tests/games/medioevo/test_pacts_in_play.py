"""Pacts at work: fees at the moment of use, guests in a host's land, words broken in the middle of a war."""

from typing import Any

import pytest

from marchland.games.medioevo.rules.components.table import Paid, change, pay
from marchland.games.medioevo.rules.conquest.conquest import Conquered
from marchland.games.medioevo.rules.conquest.control import settle_control
from marchland.games.medioevo.rules.diplomacy.diplomacy import DeclareWar, OfferEnd
from marchland.games.medioevo.rules.diplomacy.hostilities import PactBroken, WarBegan, provoke
from marchland.games.medioevo.rules.diplomacy.pacts import Accept
from marchland.games.medioevo.rules.movement.groups import Go
from marchland.games.medioevo.rules.movement.meeting import Attack, Engage, Refrain
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.rules.movement.removal import Seize
from marchland.games.medioevo.rules.order import Bid
from marchland.games.medioevo.rules.purchases.purchases import Visit
from marchland.games.medioevo.rules.purchases.sites import BuyVehicle, Raise, Recruit
from marchland.games.medioevo.rules.trade.deals import Bought, DealStopped
from marchland.games.medioevo.rules.trade.trade import BuyCubes, Employ, SellCubes
from marchland.games.medioevo.state import BARBARIANS, Fight, March, Side
from marchland.kernel.errors import IllegalAction

from .table import Table

TRADE = {"parties": [0, 1], "kinds": ["trade"], "guests": [0], "per_use": 50}
WAR = [[0, 1, 1]]


def caravan_in_buda(florins: int, **more: Any) -> Table:
    """Seat 0's Caravan stands in Buda, seat 1's home; a pact lets it trade there for 50 florins a deal."""
    vehicles = [{"owner": 0, "kind": "caravan", "space": "buda", "goods": ["cloth"]}]
    players = {0: {"florins": florins}}
    table = Table(2, at="trade", order=[0, 1], vehicles=vehicles, pacts=[TRADE], players=players, **more)
    return table.do(Employ(1))


# -- fees --------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TRD-06", "MU-DIP-05")
def test_cubes_are_bought_with_what_the_fee_of_a_trade_pact_leaves() -> None:
    """With 100 florins and a fee of 50 no cube can be paid; with 150 one can, and nothing is left."""
    assert caravan_in_buda(149).offers(BuyCubes) == []
    table = caravan_in_buda(150)
    assert table.offers(BuyCubes) == [BuyCubes(1)]
    table.do(BuyCubes(1))
    assert (table.florins(0), table.florins(1)) == (0, 1650)
    assert table.game.vehicles[1].goods == ("cloth", "grain")


@pytest.mark.rule("MU-TRD-06", "MU-DIP-05")
def test_a_deal_is_off_if_the_fee_can_no_longer_be_paid_when_it_is_settled() -> None:
    table = caravan_in_buda(150, options={"ask_1": "always"})
    change(table.game, 0, florins=149)  # spent in the window between the announcement and the settlement
    table.game.menu = (BuyCubes(1),)
    table.do(BuyCubes(1))
    assert table.happened(DealStopped)
    assert not table.happened(Bought)
    assert (table.florins(0), table.florins(1)) == (149, 1600)


@pytest.mark.rule("MU-TRD-05", "MU-DIP-05")
def test_a_seller_pays_the_fee_too_and_is_told_if_he_cannot() -> None:
    table = caravan_in_buda(50).do(SellCubes(("cloth",)))
    assert (table.florins(0), table.florins(1)) == (100, 1650)
    poor = caravan_in_buda(49)
    assert poor.offers(SellCubes) == []
    with pytest.raises(IllegalAction) as refused:
        poor.game.apply(0, SellCubes(("cloth",)))
    assert (refused.value.rule, refused.value.facts) == ("MU-DIP-05", {"need": 50, "have": 49})


@pytest.mark.rule("MU-DIP-05")
def test_the_fee_is_a_line_of_its_own_in_the_preview_of_a_deal() -> None:
    table = caravan_in_buda(500)
    lines = table.game.decision.preview(table.game, 0, BuyCubes(2))  # type: ignore[union-attr]
    assert [(line.rule, line.amount) for line in lines] == [("MU-TRD-06", -200), ("MU-DIP-05", -50), ("MU-TRD-02", -1)]


@pytest.mark.rule("MU-BUY-06", "MU-DIP-05")
def test_a_unit_is_placed_with_a_partner_only_if_price_and_fee_can_both_be_paid() -> None:
    pact = {"parties": [0, 1], "kinds": ["military"], "guests": [0], "per_use": 50}
    poor = Table(2, at="purchases", order=[0, 1], pacts=[pact], players={0: {"florins": 69}})
    assert Visit("buda") not in poor.offers()
    table = Table(2, at="purchases", order=[0, 1], pacts=[pact], players={0: {"florins": 70}}).do(Visit("buda"))
    assert table.offers(Recruit) == [Recruit("li")]
    with pytest.raises(IllegalAction) as refused:
        table.game.apply(0, Recruit("hi"))
    assert (refused.value.rule, refused.value.facts) == ("MU-BUY-06", {"need": 100, "have": 70})
    table.do(Recruit("li"))
    assert (table.florins(0), table.florins(1)) == (0, 1650)


@pytest.mark.rule("MU-BUY-05", "MU-DIP-05")
def test_a_caravan_is_placed_with_a_partner_only_if_price_and_fee_can_both_be_paid() -> None:
    pact = {"parties": [0, 1], "kinds": ["civil"], "guests": [0], "per_use": 50}

    def caravans(florins: int) -> list[Any]:
        facts = {"florins": florins, "technology": {"blue": 1}, "points": {"blue": 3}}
        table = Table(2, at="purchases", order=[0, 1], pacts=[pact], players={0: facts})
        return table.do(Visit("buda")).offers(BuyVehicle) if Visit("buda") in table.offers() else []

    assert caravans(149) == []
    assert caravans(150) == [BuyVehicle("caravan", 1)]
    assert caravans(250) == [BuyVehicle("caravan", 1), BuyVehicle("caravan", 2)]


@pytest.mark.rule("MU-DIP-05")
def test_a_preview_names_the_fee_of_the_pact_that_opens_the_place() -> None:
    """Merchants come under civil control at 50, troops and wagons under military control at 20."""
    pacts = [{"parties": [0, 1], "kinds": [kind], "guests": [0], "per_use": fee} for kind, fee in (("civil", 50), ("military", 20))]
    facts = {"technology": {"blue": 1}, "points": {"blue": 3}}
    table = Table(2, at="purchases", order=[0, 1], pacts=pacts, players={0: facts}).do(Visit("buda"))
    fees = []
    for action in (Recruit("li"), BuyVehicle("wagon", 1), BuyVehicle("caravan", 1)):
        lines = table.game.decision.preview(table.game, 0, action)  # type: ignore[union-attr]
        fees.append([line.amount for line in lines if line.rule == "MU-DIP-05"])
    assert fees == [[-20], [-20], [-50]]
    home = Table(2, at="purchases", order=[0, 1], pacts=pacts, players={0: {"technology": {"green": 1}}}).do(Visit("smyrna"))
    for action in (Recruit("li"), Raise("civil", 1)):
        lines = home.game.decision.preview(home.game, 0, action)  # type: ignore[union-attr]
        assert lines
        assert "MU-DIP-05" not in {line.rule for line in lines}, "at home nobody asks a fee"
    table.do(BuyVehicle("caravan", 1), BuyVehicle("wagon", 1))
    assert table.florins(1) == 1600 + 50 + 20


@pytest.mark.rule("MU-ORD-01")
def test_nobody_can_be_made_to_pay_more_than_he_has() -> None:
    """The verb every payment goes through refuses an overdraft, so that a purse is never below zero."""
    table = Table(2, at="order", players={0: {"florins": 30}})
    with pytest.raises(AssertionError, match="cannot pay 31 of 30"):
        pay(table.game, 0, 31, "MU-DIP-05", to=1)
    pay(table.game, 0, 30, "MU-DIP-05", to=1)
    assert (table.florins(0), table.florins(1)) == (0, 1630)
    assert Bid(0) in table.game.options(0), "even an empty purse leaves a bid"


# -- passage -----------------------------------------------------------------------------------------------


def column(pacts: list[dict[str, Any]], florins: int = 100, **more: Any) -> Table:
    """Seat 0's wagon with two units in Serbia, next to Banat and Slavonia, home land of seat 1."""
    armies = {"serbia": {0: {"hi": 2}}, **more.pop("armies", {})}
    vehicles = [{"owner": 0, "kind": "wagon", "space": "serbia"}, *more.pop("vehicles", [])]
    facts = {"order": [0, 1, 2], "turn": 3, "players": {0: {"florins": florins}}, **more}
    return Table(3, vehicles=vehicles, armies=armies, pacts=pacts, **facts)


def marching(pacts: list[dict[str, Any]], florins: int = 100, **more: Any) -> Table:
    return column(pacts, florins, **more).do(Muster("serbia"), "take 1", "boardall")


PASSAGE = {"parties": [0, 1], "kinds": ["passage"], "guests": [0], "per_use": 60}


@pytest.mark.rule("MU-DIP-05", "MU-MOV-12")
def test_a_guest_who_cannot_pay_for_passage_is_refused_with_the_figures_and_attacks_nobody() -> None:
    table = marching([PASSAGE], florins=59)
    assert Go("banat") not in table.offers()
    with pytest.raises(IllegalAction) as refused:
        table.game.apply(0, Go("banat"))
    assert (refused.value.rule, refused.value.facts) == ("MU-DIP-05", {"need": 60, "have": 59})
    told = table.game.decision.why_not(table.game, 0, "banat")  # type: ignore[union-attr]
    assert [(reason.rule, reason.facts) for reason in told] == [("MU-DIP-05", {"need": 60, "have": 59})]


@pytest.mark.rule("MU-DIP-05", "MU-MOV-12")
def test_a_guest_who_spent_his_last_florins_on_passage_is_still_a_guest_when_he_halts() -> None:
    table = marching([PASSAGE], florins=60).do("go banat")
    assert (table.florins(0), table.florins(1)) == (0, 1660)
    assert Go("alfold") not in table.offers(), "the next territory would cost another 60"
    assert Go("wallachia") in table.offers(), "land that is not the host's costs no fee"
    table.do("halt")
    assert table.honour(0) == 10
    assert table.game.wars == []
    assert table.game.lands["banat"].holder == 1


@pytest.mark.rule("MU-DIP-05")
def test_empty_wagons_pay_no_passage() -> None:
    table = column([PASSAGE], florins=0).do(Muster("serbia"), "take 1", "go banat", "halt")
    assert table.happened(Paid) == []
    assert table.honour(0) == 10


@pytest.mark.rule("MU-DIP-05", "MU-DIP-06")
def test_troops_that_come_to_help_pay_no_passage() -> None:
    alliance = {"parties": [0, 1], "kinds": ["passage", "defence"], "per_use": 60, "aiding": [[1, 0, 2]]}
    table = marching([alliance], florins=0, wars=[[1, 2, 1], [0, 2, 1]]).do("go banat")
    assert (table.florins(0), table.florins(1)) == (0, 1600)


@pytest.mark.rule("MU-DIP-05", "MU-DIP-02")
def test_military_control_lets_nobody_march_in() -> None:
    """It covers placing purchases; moving troops into the land is passage, and without it an attack."""
    military = {"parties": [0, 1], "kinds": ["military"], "guests": [0]}
    table = marching([military]).do("go banat")
    assert table.honour(0) == 10 - 3 - 2, "an undeclared attack, and the pact is broken by it"
    assert table.game.pacts == {}
    assert table.game.lands["banat"].holder == 0


@pytest.mark.rule("MU-DIP-05")
def test_troops_placed_by_military_control_may_stand_there_and_march_home() -> None:
    military = {"parties": [0, 1], "kinds": ["military"], "guests": [0]}
    lands = {"banat": {"holder": 1, "civil": 0, "military": 1}}
    table = column(
        [military], armies={"banat": {0: {"li": 1}}}, vehicles=[{"owner": 0, "kind": "wagon", "space": "banat"}], lands=lands
    )
    assert Engage("banat") not in table.offers(), "a guest has nothing to attack there"
    table.do(Muster("banat"), "take 2", "boardall", "go serbia", "halt")
    assert table.honour(0) == 10
    assert table.game.lands["banat"].holder == 1


# -- declarations ------------------------------------------------------------------------------------------


PLAIN_PASSAGE = {"parties": [0, 1], "kinds": ["passage"], "guests": [0]}


def guest_in_banat(**more: Any) -> Table:
    """Seat 0's army is a guest in Banat, which its host has left with a Tower but without a garrison."""
    facts = {
        "armies": {"banat": {0: {"hi": 2}}},
        "pacts": [PLAIN_PASSAGE],
        "lands": {"banat": {"holder": 1, "military": 1}},
        **more,
    }
    return Table(3, order=[0, 1, 2], turn=3, **facts)


@pytest.mark.rule("MU-DIP-01", "MU-TAX-03")
def test_a_guest_who_declares_war_does_not_take_his_hosts_land_the_same_turn() -> None:
    table = guest_in_banat().do(DeclareWar(1))
    assert table.game.lands["banat"].holder == 1
    assert table.honour(0) == 8, "the pact of passage is broken"
    assert Engage("banat") not in table.offers(), "attack from the next turn on"
    table.do("passround")
    assert table.game.lands["banat"].holder == 1


@pytest.mark.rule("MU-DIP-01", "MU-CON-01")
def test_from_the_next_turn_on_the_former_guest_may_take_the_land_he_stands_in() -> None:
    table = guest_in_banat(pacts=[], wars=[[0, 1, 2]])
    assert table.game.lands["banat"].holder == 1, "not by itself: it takes an attack"
    table.do(Engage("banat"), "keep")
    assert table.game.lands["banat"].holder == 0
    assert [event.space for event in table.happened(Conquered)] == ["banat"]
    assert table.honour(0) == 10, "war was declared in an earlier turn"


@pytest.mark.rule("MU-DIP-01", "MU-TAX-03")
def test_a_garrison_beside_a_former_guest_keeps_the_land_in_the_turn_of_the_declaration() -> None:
    table = guest_in_banat(armies={"banat": {0: {"hi": 2}, 1: {"li": 1}}}).do(DeclareWar(1))
    assert table.game.lands["banat"].holder == 1
    assert table.game.wars[0].since == 3


@pytest.mark.rule("MU-TAX-03", "MU-DIP-01")
@pytest.mark.parametrize(("since", "holder"), [(3, 1), (2, BARBARIANS)])
def test_from_the_next_turn_on_an_enemy_beside_the_garrison_leaves_the_land_without_controller(since: int, holder: int) -> None:
    """Both stand in Banat and nobody attacks; the next phase looks at who controls what."""
    both = {"banat": {0: {"hi": 2}, 1: {"li": 1}}}
    table = guest_in_banat(armies=both, pacts=[], wars=[[0, 1, since]])
    while table.game.phase == 5:
        table.do("passround")
    assert table.game.lands["banat"].holder == holder


@pytest.mark.rule("MU-TAX-03", "MU-DIP-09")
def test_when_the_pact_that_let_an_enemy_in_ends_the_land_is_contested_at_once() -> None:
    both = {"banat": {0: {"hi": 2}, 1: {"li": 1}}}
    table = guest_in_banat(armies=both, wars=[[0, 1, 1]])
    assert table.game.lands["banat"].holder == 1, "a guest contests nothing, war or no war"
    table.do(OfferEnd(1), Accept())
    assert (table.asked(), table.game.lands["banat"].holder) == ("ChooseMove", BARBARIANS)


@pytest.mark.rule("MU-TAX-03")
@pytest.mark.parametrize(
    ("marching_on", "fighting", "holder"), [(True, False, 1), (False, True, 1), (True, True, 1), (False, False, BARBARIANS)]
)
def test_control_is_not_looked_at_in_the_middle_of_a_movement_or_battle(marching_on: bool, fighting: bool, holder: int) -> None:
    both = {"banat": {0: {"hi": 2}, 1: {"li": 1}}}
    game = guest_in_banat(armies=both, pacts=[], wars=[[0, 1, 2]]).game
    game.marches = [March(0, "serbia")] if marching_on else []
    game.fights = [Fight("banat", (Side(0), Side(1)))] if fighting else []
    assert game.lands["banat"].holder == 1
    settle_control(game)
    assert game.lands["banat"].holder == holder


@pytest.mark.rule("MU-DIP-02")
def test_fighting_a_third_party_in_a_neutrals_land_is_no_attack_on_the_neutral() -> None:
    """The pact that let seat 0 into Banat has run out; it fights seat 2 there and has no quarrel with the host."""
    table = guest_in_banat(armies={"banat": {0: {"hi": 2}, 2: {"li": 1}}}, pacts=[], wars=[[0, 2, 1]], dice=[1, 2, 8, 1, 2, 3])
    table.do(Engage("banat"))
    table.do("stand", "stand", "keepdice", "roll", "keepdice")
    while table.asked() == "ChooseDamage":
        table.do(table.offers()[0])
    assert table.units("banat", 2) == {}
    assert not any(event.other == 1 for event in table.happened(WarBegan))
    assert table.honour(0) == 10
    assert table.game.lands["banat"].holder == 1


@pytest.mark.rule("MU-DIP-01", "MU-DIP-02", "MU-MOV-12")
@pytest.mark.parametrize(("since", "honour"), [(3, 7), (2, 10), (1, 10)])
def test_war_declared_this_turn_does_not_cover_an_invasion_but_last_turns_does(since: int, honour: int) -> None:
    table = marching([], wars=[[0, 1, since]]).do("go banat")
    assert table.honour(0) == honour
    assert table.game.lands["banat"].holder == 0


@pytest.mark.rule("MU-DIP-01", "MU-DIP-08")
def test_a_declaration_asks_nobody_and_leaves_others_and_their_pacts_alone() -> None:
    """Every pact that both have signed is broken, also one with a third signatory; the declarer alone pays."""
    pacts = [
        {"parties": [1, 0, 2], "kinds": ["trade"]},
        {"parties": [1, 2], "kinds": ["peace"]},
        {"parties": [0, 2], "kinds": ["peace"]},
    ]
    table = Table(3, order=[0, 1, 2], turn=3, pacts=pacts).do(DeclareWar(1))
    assert table.asked() == "ChooseMove", "nobody has to agree"
    assert [(war.sides, war.since, war.by) for war in table.game.wars] == [((0, 1), 3, 0)]
    assert list(table.game.pacts) == [2, 3]
    assert [table.honour(seat) for seat in range(3)] == [8, 10, 10]


@pytest.mark.rule("MU-DIP-01")
def test_whoever_was_declared_war_upon_has_to_wait_for_the_next_turn_too() -> None:
    for since, honour in ((3, 7), (2, 10)):
        table = marching([], wars=[[1, 0, since]]).do("go banat")
        assert table.honour(0) == honour


# -- pacts signed in the middle of a war ---------------------------------------------------------------------


@pytest.mark.rule("MU-DIP-08", "MU-PH-07")
@pytest.mark.parametrize(
    ("kinds", "cost"),
    [
        (["peace"], 2),
        (["defence"], 2),
        (["offence"], 2),
        (["peace", "defence"], 2),
        (["trade"], 0),
        (["passage"], 0),
        (["civil"], 0),
    ],
)
def test_an_attack_breaks_a_pact_against_it_that_was_signed_in_the_war(kinds: list[str], cost: int) -> None:
    table = Table(3, turn=3, wars=WAR, pacts=[{"parties": [0, 1], "kinds": kinds}])
    provoke(table.game, 0, 1)
    assert (table.honour(0), table.honour(1)) == (10 - cost, 10)
    assert bool(table.game.pacts) is not bool(cost), "trade and passage say nothing of fighting"
    provoke(table.game, 0, 1)
    assert table.honour(0) == 10 - cost, "what is broken is broken once"


@pytest.mark.rule("MU-DIP-08")
def test_every_broken_pact_costs_two_and_others_stay() -> None:
    pacts = [
        {"parties": [0, 1], "kinds": ["peace"]},
        {"parties": [1, 0, 2], "kinds": ["defence"]},
        {"parties": [0, 2], "kinds": ["peace"]},
    ]
    table = Table(3, turn=3, wars=WAR, pacts=pacts)
    provoke(table.game, 0, 1)
    assert table.honour(0) == 10 - 4
    assert list(table.game.pacts) == [3]


NO_FIGHT = {"parties": [0, 1], "kinds": ["peace"], "made": 3}


@pytest.mark.rule("MU-DIP-08", "MU-MOV-12", "MU-PH-07")
def test_marching_into_a_partners_land_in_a_war_breaks_non_belligerence() -> None:
    table = marching([NO_FIGHT], wars=WAR).do("go banat")
    assert [(event.seat, event.pact, event.parties) for event in table.happened(PactBroken)] == [(0, 1, (0, 1))]
    assert table.honour(0) == 8
    assert table.game.lands["banat"].holder == 0


@pytest.mark.rule("MU-DIP-08", "MU-BAT-16")
def test_a_partners_army_need_not_be_fought_in_a_war_but_may_be_at_the_price_of_the_pact() -> None:
    armies = {"wallachia": {1: {"li": 1}}}
    pacts = [NO_FIGHT, {"parties": [0, 1], "kinds": ["passage"]}]
    table = marching(pacts, wars=WAR, armies=armies).do("go wallachia")
    assert table.asked() == "ManageGroup", "nobody is forced to fight a partner"
    table.do("halt")
    assert set(table.offers()) == {Refrain(), Attack(1)}
    peaceful = table.game.clone()
    peaceful.apply(0, Refrain())
    assert (peaceful.players[0].honour, len(peaceful.pacts)) == (10, 2)
    table.do(Attack(1))
    assert table.honour(0) == 8
    assert list(table.game.pacts) == [2]


@pytest.mark.rule("MU-DIP-08", "MU-DIP-02")
def test_seizing_a_partners_wagon_in_a_war_breaks_the_pact() -> None:
    table = column([NO_FIGHT], wars=WAR, vehicles=[{"owner": 1, "kind": "wagon", "space": "serbia"}])
    table.do(Seize(2), "keep")
    assert table.game.vehicles[2].owner == 0
    assert table.honour(0) == 8
