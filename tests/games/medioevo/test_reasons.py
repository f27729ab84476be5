"""Refusals name the rule behind them, with its figures; previews say what things cost."""

import pytest

from marchland.games.medioevo.rules.movement.groups import Go
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.rules.purchases.empire import BuyCard
from marchland.games.medioevo.rules.purchases.purchases import Study
from marchland.games.medioevo.rules.purchases.sites import BuyVehicle, Raise, Recruit, UpgradeVehicle
from marchland.games.medioevo.rules.trade.trade import BuyCubes, Employ, Ride, SellCubes
from marchland.games.medioevo.title import TITLE
from marchland.kernel.testing import check_illegal

from .table import Table

POOR = {1: {"florins": 30}}


def refused(table, action, rule, **facts):
    refusal = check_illegal(table.game, table.game.deciders[0], action, rule)
    assert {key: refusal.facts.get(key) for key in facts} == facts
    for language in ("en", "fr", "it"):
        assert TITLE.phrases.reason(refusal.refusal, language) is not None


def buying(**more):
    return Table(2, at="purchases", order=[1, 0], **more).do("visit buda")


@pytest.mark.rule("MU-BUY-06", "MU-BUY-08")
def test_why_a_unit_cannot_be_bought():
    refused(buying(players=POOR), Recruit("cav"), "MU-BUY-06", need=100, have=30)
    refused(buying(), Recruit("cap1"), "MU-TEC-41", technology="art_of_war")
    full = buying().do(*[Recruit("li")] * 3)
    refused(full, Recruit("li"), "MU-BUY-08", limit=3)


@pytest.mark.rule("MU-BUY-02", "MU-BUY-03", "MU-BUY-05", "MU-BUY-09")
def test_why_a_piece_cannot_be_built():
    learned = {1: {"technology": {"green": 4, "blue": 1}, "florins": 500}}
    refused(buying(), Raise("civil", 1), "MU-TEC-51", technology="masonry")
    refused(buying(players=learned), Raise("civil", 3), "MU-BUY-02", need=600, have=500)
    refused(buying(players=learned, lands={"buda": {"civil": 2}}), Raise("civil", 1), "MU-BUY-03")
    refused(buying(players=learned), BuyVehicle("galley", 1), "MU-TEC-11", space="buda")
    refused(buying(players=learned), BuyVehicle("engine", 3), "MU-BUY-09", need=600, have=500)
    fleet = [{"owner": 1, "kind": "wagon", "space": "buda"}] * 8
    refused(buying(players=learned, vehicles=fleet), BuyVehicle("caravan", 1), "MU-BUY-05", need=1, have=0)
    refused(buying(players=learned, vehicles=fleet[:1]), UpgradeVehicle(1, 1), "MU-TEC-11", level=1)


@pytest.mark.rule("MU-BUY-01", "MU-BUY-10")
def test_why_a_technology_or_card_cannot_be_bought():
    table = Table(2, at="purchases", order=[1, 0], players=POOR)
    refused(table, Study("red"), "MU-BUY-01", need=100, have=30)
    refused(table, BuyCard(), "MU-BUY-10", need=100, have=30)


@pytest.mark.rule("MU-MOV-02", "MU-MOV-03", "MU-MOV-04", "MU-MOV-13")
def test_why_a_group_cannot_move():
    wagon = {"owner": 0, "kind": "wagon", "space": "adrianople", "pm": 1}
    table = Table(2, vehicles=[wagon, {**wagon, "space": "constantinople"}], order=[0, 1])
    refused(table, Muster("smyrna"), "MU-MOV-02", space="smyrna")
    table.do(Muster("adrianople"), "take 1", "go constantinople")
    refused(table, Go("nicaea"), "MU-MOV-13", need=1, have=0)
    refused(table, Go("smyrna"), "MU-MOV-04", space="smyrna")
    refused(table, Go("aegean"), "MU-MOV-03", need=0, have=0)
    refused(table, Go("ireland"), "MU-SET-10")
    reasons = table.game.decision.why_not(table.game, 0, "nicaea")
    assert [reason.rule for reason in reasons] == ["MU-MOV-13"]


@pytest.mark.rule("MU-MOV-03")
def test_a_castle_moves_more_than_wagons_carry_and_an_ordinary_place_does_not():
    castle = {"adrianople": {"military": 3}}
    table = Table(2, lands=castle, armies={"adrianople": {0: {"li": 4}}}, order=[0, 1])
    table.do(Muster("adrianople"), "boardall", "go constantinople")
    refused(table, Go("nicaea"), "MU-MOV-03", need=4, have=0)


@pytest.mark.rule("MU-TRD-02", "MU-TRD-05", "MU-TRD-06", "MU-TRD-07")
def test_why_a_merchant_cannot_trade():
    caravan = {"owner": 0, "kind": "caravan", "space": "buda", "goods": ["salt"]}
    table = Table(2, at="trade", order=[0, 1], vehicles=[caravan]).do(Employ(1))
    refused(table, SellCubes(("salt",)), "MU-TRD-05", space="buda")
    refused(table, Ride("constantinople"), "MU-TRD-03", space="constantinople")
    wild = Table(2, at="trade", order=[0, 1], vehicles=[{**caravan, "space": "wallachia", "pm": 1}]).do(Employ(1))
    refused(wild, BuyCubes(1), "MU-TRD-06")
    spent = Table(2, at="trade", order=[0, 1], vehicles=[{**caravan, "space": "adrianople", "pm": 1}]).do(Employ(1))
    spent.do(Ride("thessalonica"))
    refused(spent, Ride("adrianople"), "MU-TRD-02", need=1, have=0)


@pytest.mark.rule("MU-TECH-03", "MU-BUY-02")
def test_previews_name_florins_and_points():
    players = {1: {"technology": {"green": 1}, "points": {"green": 1}}}
    table = buying(players=players)
    lines = table.game.decision.preview(table.game, 1, Raise("civil", 2))
    assert [(line.rule, line.amount, line.unit) for line in lines] == [
        ("MU-BUY-02", -200, "florins"),
        ("MU-TECH-03", -1, "points-green"),
        ("MU-TECH-03", -100, "florins"),
    ]


@pytest.mark.rule("MU-TRD-15", "MU-MOV-04")
def test_previews_of_deals_and_steps():
    caravan = {"owner": 0, "kind": "caravan", "space": "constantinople", "goods": ["salt"]}
    table = Table(2, at="trade", order=[0, 1], vehicles=[caravan], lands={"constantinople": {"cubes": ["furs"]}}).do(Employ(1))
    lines = table.game.decision.preview(table.game, 0, SellCubes(("salt",)))
    assert [(line.amount, line.unit) for line in lines] == [(120, "florins"), (-1, "pm")]
    wagon = {"owner": 0, "kind": "wagon", "space": "adrianople"}
    march = Table(2, vehicles=[wagon], order=[0, 1]).do(Muster("adrianople"), "take 1")
    assert [line.amount for line in march.game.decision.preview(march.game, 0, Go("constantinople"))] == [-1]
