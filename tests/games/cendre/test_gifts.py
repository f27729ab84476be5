"""Whom a gift or tactic serves: the leader's own operation or army; a few serve the whole nation by themselves."""

from __future__ import annotations

import pytest

from marchland.games.cendre import orders as o
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.rules.civil.civil import CivilPhase
from marchland.games.cendre.rules.events.events import event_modifier
from marchland.games.cendre.rules.land.danger import danger_of
from marchland.games.cendre.rules.land.production import collect_gold, gifts_in_kind
from marchland.games.cendre.rules.science import gain_science
from marchland.games.cendre.rules.standing.standing import stability_modifier
from marchland.games.cendre.rules.war.war import MilitaryPhase
from marchland.games.cendre.world import DOMAINS

from .realm import A, M, V, garrison, land, leader, nation, no_leaders, no_units, refusals, replace, run, script, sheet, table

MILITARY = DOMAINS.index("militaire")


def realm(*dice, **fields):
    game = table(*dice)
    no_leaders(game)
    no_units(game)
    nation(game, A, gold=300, stability=0, agricole=30, bois=30, metal=30, pierre=30, precieux=30, known=(), **fields)
    land(game, "AKL", town=2, farms=2, farm_capacity=5, population=8, recruits=8, police=0, structures=())
    return game


def spent(order, gifts, acting):
    """Gold spent and what came of it when the gifted leader, or a plain one beside him, carries out an order."""
    game = realm(10)
    people = {
        "gifted": leader(game, A, at="AKL", civil=9, military=6, gifts=gifts),
        "plain": leader(game, A, at="AKL", civil=9, military=6),
    }
    sheet(game, A, order(people[acting]))
    events = run(game, MilitaryPhase() if isinstance(order("L1"), o.RecruitUnits) else CivilPhase())
    assert refusals(events) == []
    return 300 - game.nations[A].goods.gold, game


OPERATIONS = {
    "planificateur": (lambda who: o.Cultivate(leader=who, territory="AKL"), 0, 10),
    "urbaniste": (lambda who: o.Urbanise(leader=who, territory="AKL"), 15, 30),
    "bâtisseur": (lambda who: o.Construct(leader=who, territory="AKL", structure="silos"), 23, 25),
    "policier": (lambda who: o.Hire(leader=who, unit="police", territory="AKL"), 20, 10),
    "criminel": (lambda who: o.Hire(leader=who, unit="assassins"), 60, 30),
    "homme de l'ombre": (lambda who: o.Hire(leader=who, unit="espions"), 40, 20),
}


@pytest.mark.rule("TC-LEAD-12", "TC-LEAD-10")
@pytest.mark.parametrize("gift", OPERATIONS)
def test_a_gift_serves_the_operation_of_its_own_leader_and_of_nobody_else(gift):
    order, own, others = OPERATIONS[gift]
    assert spent(order, (gift,), "gifted")[0] == own
    assert spent(order, (gift,), "plain")[0] == others


@pytest.mark.rule("TC-LEAD-12", "TC-LEAD-10")
@pytest.mark.parametrize(
    ("gift", "unit", "count"), [("policier", "police", 2), ("criminel", "assassins", 2), ("homme de l'ombre", "espions", 2)]
)
def test_two_units_come_to_the_gifted_recruiter_alone(gift, unit, count):
    order = OPERATIONS[gift][0]
    for acting, hired in (("gifted", count), ("plain", 1)):
        _, game = spent(order, (gift,), acting)
        assert (game.lands["AKL"].police if unit == "police" else getattr(game.nations[A].civil, unit)) == hired


@pytest.mark.rule("TC-LEAD-12", "TC-LEAD-10")
def test_a_specialist_never_fails_at_his_own_talents_and_helps_nobody_else_s():
    for acting, gifts, farms in (("one", ("spécialiste",), 3), ("two", (), 2)):
        game = realm(1)
        nation(game, A, stability=-6)
        who = {
            "one": leader(game, A, at="AKL", civil=1, talents=("culture",), gifts=("spécialiste",)),
            "two": leader(game, A, at="AKL", civil=1, talents=("culture",)),
        }
        sheet(game, A, o.Cultivate(leader=who[acting], territory="AKL"))
        run(game, CivilPhase())
        assert game.lands["AKL"].farms == farms, gifts


def recruits(gifts=(), tactics=(), acting="gifted"):
    game = realm()
    people = {
        "gifted": leader(game, A, at="AKL", civil=1, military=6, gifts=gifts, tactics=tactics),
        "plain": leader(game, A, at="AKL", civil=1, military=6),
    }
    sheet(game, A, o.RecruitUnits(people[acting], "akl-lances", 2))
    assert refusals(run(game, MilitaryPhase())) == []
    return 300 - game.nations[A].goods.gold


@pytest.mark.rule("TC-LEAD-12", "TC-LEAD-10", "TC-LEAD-11")
def test_recruiting_is_cheaper_for_the_leader_who_knows_how_alone():
    """Five gold a unit for a militarist, ten for a recruiter."""
    full = recruits()
    assert recruits(gifts=("militariste",)) == full - 10
    assert recruits(tactics=("recruteur",)) == full - 20
    assert recruits(gifts=("militariste",), tactics=("recruteur",), acting="plain") == full


@pytest.mark.rule("TC-LEAD-12", "TC-LEAD-10")
def test_only_the_sleepless_work_in_winter():
    game = realm(10)
    game.season = "hiver"
    owl, other = leader(game, A, at="AKL", civil=9, gifts=("insomniaque",)), leader(game, A, at="AKL", civil=9)
    sheet(game, A, *(o.Cultivate(leader=who, territory="AKL", winter=True) for who in (other, owl)))
    assert refusals(run(game, CivilPhase())) == ["TC-LEAD-10"]
    assert game.lands["AKL"].farms == 3


# -- for the whole nation ---------------------------------------------------------------------------------------


def measures(game):
    """What the nation gets by itself: gold, provisions and resources, science, and its two yearly throws."""
    script(game, *[1] * 60)
    collect_gold(game)
    gifts_in_kind(game)
    gain_science(game)
    record = game.nations[A]
    science = record.free_science + sum(record.science)
    return (
        record.goods.gold,
        record.goods.provisions,
        record.goods.total(),
        science,
        stability_modifier(game, A),
        event_modifier(game, A),
    )


AUTOMATIC = {
    "collecteur de taxes": ("gifts", Goods(gold=20), 0, 0, 0),
    "fermier": ("gifts", Goods(provisions=1), 0, 0, 0),
    "chercheur:physique": ("gifts", Goods(), 4, 0, 0),
    "populiste": ("gifts", Goods(), 0, 3, 0),
    "astrologue": ("gifts", Goods(), 0, 0, 2),
    "stratège": ("tactics", Goods(), 5, 0, 0),
}


@pytest.mark.rule("TC-LEAD-12", "TC-LEAD-10", "TC-LEAD-11")
@pytest.mark.parametrize("trait", AUTOMATIC)
@pytest.mark.parametrize("state", ["idle", "acted", "wounded", "prisoner"])
def test_what_comes_by_itself_comes_wherever_the_leader_is_and_whatever_he_does_but_not_from_prison(trait, state):
    kind, goods, science, stability, event = AUTOMATIC[trait]
    found = []
    for traits in ((), (trait,)):
        game = realm()
        game.season = "ete"
        who = leader(game, A, at="VAL", civil=4, military=6, strategy=5, **{kind: traits})
        fields = {"idle": {}, "acted": {"acted": True}, "wounded": {"wounded": True}, "prisoner": {"captor": V, "at": ""}}[state]
        game.leaders[who] = replace(game.leaders[who], **fields)
        found.append(measures(game))
    got = tuple(after - before for before, after in zip(*found, strict=True))
    free = state != "prisoner"
    expected = (goods.gold, goods.provisions, goods.total(), science, stability, event)
    assert got == tuple(figure * free for figure in expected)


@pytest.mark.rule("TC-LEAD-12", "TC-LEAD-11", "TC-LAND-13")
def test_an_administrator_calms_all_occupied_land_of_his_nation_and_no_other():
    for tactics, captor, calm in (((), "", 0), (("gestionnaire",), "", 10), (("gestionnaire",), V, 0)):
        game = realm()
        who = leader(game, A, at="AKL", military=6, tactics=tactics)
        game.leaders[who] = replace(game.leaders[who], captor=captor)
        plain = realm()
        for board in (game, plain):
            land(board, "MER", controller=A)
            land(board, "IST", controller=A)
            land(board, "FLI", controller=V)
            garrison(board, "AKL", A, akl_lances=1)
        calmed = {code: danger_of(plain, code) - danger_of(game, code) for code in ("MER", "IST", "AKL", "FLI")}
        assert calmed == {"MER": calm, "IST": calm, "AKL": 0, "FLI": 0}
    assert M in game.nations
