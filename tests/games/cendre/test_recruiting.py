"""Looking for a leader: price and difficulty, who is found, and whether he has the trait that was asked for."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from marchland.games.cendre.orders import RecruitLeader
from marchland.games.cendre.rules import general
from marchland.games.cendre.rules.common.ledger import OrderRefused
from marchland.games.cendre.rules.general import GeneralPhase, GeneralTest
from marchland.games.cendre.tables import TABLES
from marchland.games.cendre.world import PRINTINGS

from .realm import A, found, land, leader, nation, no_leaders, refusals, run, seeded, sheet, table

L, R = "LUMIERES", "ROC"
"""Lights: civil strong, military average, magic weak. Rock: civil average, military strong, magic weak."""


def looking(name, kind, *dice, trait="", **fields):
    """A nation with gold and one leader who looks for another; the dice start with the test."""
    game = table(*dice) if dice else seeded(f"{name}{kind}{trait}")
    no_leaders(game)
    nation(game, name, **{"gold": 200, "stability": 0, **fields})
    sheet(game, name, RecruitLeader(leader(game, name, civil=1), kind, trait))
    return game


def newcomer(game):
    return max(game.leaders.values(), key=lambda one: int(one.id[1:]))


def found_by(name, kind, die, *, trait="", structures=(), seed=0, **fields):
    """Who comes when the test succeeds and table 8 shows this die; everything else is left to chance."""
    game = seeded(f"{name}{kind}{die}{trait}{seed}")
    no_leaders(game)
    nation(game, name, **{"gold": 200, "stability": 3, "known": (), **fields})
    land(game, game.nations[name].capital, structures=structures, town=10)
    sheet(game, name, RecruitLeader(leader(game, name, civil=1), kind, trait))
    with patch.object(general, "d10", side_effect=[10, die]):
        run(game, GeneralPhase())
    return newcomer(game)


# -- table 55 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-GEN-04")
@pytest.mark.parametrize(
    ("name", "kind", "level", "difficulty", "gold"),
    [
        (L, "magique", "faible", 7, 20),
        (L, "militaire", "moyen", 5, 40),
        (L, "civil", "fort", 7, 60),
        (R, "civil", "moyen", 5, 40),
        (R, "militaire", "fort", 7, 60),
    ],
)
@pytest.mark.parametrize("stability", [0, 2, -3])
def test_price_and_difficulty_follow_the_nation_s_level_and_stability_counts(name, kind, level, difficulty, gold, stability):
    assert PRINTINGS[1][name].leader_levels[kind] == level
    game = looking(name, kind, difficulty - stability - 1, stability=stability)
    bonus = [test.bonus for test in found(run(game, GeneralPhase()), GeneralTest)]
    assert bonus == [stability]
    assert len(game.leaders) == 1
    assert game.nations[name].goods.gold == 200 - gold
    (who,) = game.leaders.values()
    assert who.acted


@pytest.mark.rule("TC-GEN-04")
@pytest.mark.parametrize(("kind", "gold"), [("civil", 60), ("militaire", 40), ("magique", 20)])
def test_without_the_gold_nobody_looks_and_nothing_is_spent(kind, gold):
    game = looking(L, kind, gold=gold - 1)
    refused = found(run(game, GeneralPhase()), OrderRefused)
    assert [(event.rule, event.facts["why"]) for event in refused] == [("TC-GEN-04", "price")]
    assert game.nations[L].goods.gold == gold - 1
    assert not newcomer(game).acted


@pytest.mark.rule("TC-GEN-04", "TC-STRUCT-03")
@pytest.mark.parametrize(
    ("school", "kind"), [("universite", "civil"), ("academie-militaire", "militaire"), ("ecole-de-magie", "magique")]
)
def test_a_school_adds_two_to_the_search_for_its_own_type_alone(school, kind):
    for asked in ("civil", "militaire", "magique"):
        game = looking(A, asked, 1, stability=-4)
        land(game, "AKL", structures=(school,))
        assert [test.bonus for test in found(run(game, GeneralPhase()), GeneralTest)] == [-2 if asked == kind else -4]


# -- table 8 ----------------------------------------------------------------------------------------------------

TABLE_8 = {
    "civil": ["civil"] * 6 + ["militaire"] * 2 + ["magique", "civil/militaire"],
    "militaire": ["militaire"] * 6 + ["civil"] * 2 + ["magique", "civil/militaire"],
    "magique": ["magique"] * 5 + ["civil"] * 2 + ["militaire"] * 2 + ["civil/magique"],
}


def types_of(who):
    parts = (("civil", who.civil), ("militaire", who.military), ("magique", who.magic))
    return "/".join(name for name, part in parts if part)


@pytest.mark.rule("TC-GEN-04", "TC-LEAD-05", "TC-LEAD-06")
@pytest.mark.parametrize("kind", TABLE_8)
@pytest.mark.parametrize("die", range(1, 11))
def test_who_is_found_and_at_which_level(kind, die):
    """The level is the nation's for the type found, one lower in each of two types."""
    who = found_by(L, kind, die)
    assert types_of(who) == TABLE_8[kind][die - 1]
    levels = {"civil": "fort", "militaire": "moyen", "magique": "faible"}
    lower = {"civil": "moyen", "militaire": "faible", "magique": "très faible"}
    expected = lower if "/" in TABLE_8[kind][die - 1] else levels
    for name, part in (("civil", who.civil), ("militaire", who.military), ("magique", who.magic)):
        assert part is None or part.level == expected[name]


@pytest.mark.rule("TC-GEN-04", "TC-STRUCT-03")
@pytest.mark.parametrize(("die", "civil", "military"), [(1, "très fort", None), (7, None, "moyen"), (10, "fort", "faible")])
def test_a_university_raises_the_civil_level_only_if_a_civil_leader_is_found(die, civil, military):
    who = found_by(L, "civil", die, structures=("universite",))
    assert (who.civil and who.civil.level) == civil
    assert (who.military and who.military.level) == military


# -- table 56 ---------------------------------------------------------------------------------------------------


def share(name, kind, die, trait, **fields):
    """How many of 40 newcomers have the trait, in the type it belongs to."""
    hits = 0
    for seed in range(40):
        who = found_by(name, kind, die, trait=trait, seed=seed, **fields)
        part = who.civil.gifts if kind == "civil" and who.civil else who.military.tactics if who.military else ()
        hits += any(known.split(":")[0] == trait for known in part)
    return hits


@pytest.mark.rule("TC-GEN-04")
def test_with_two_gifts_or_tactics_the_one_asked_for_is_sure():
    assert share(L, "civil", 1, "mécène") == 40
    assert share(R, "militaire", 1, "prudent") == 40


@pytest.mark.rule("TC-GEN-04")
def test_with_one_gift_or_tactic_the_one_asked_for_comes_half_the_time():
    assert 10 <= share(R, "civil", 1, "mécène") <= 32
    assert 10 <= share(L, "militaire", 1, "prudent") <= 32


@pytest.mark.rule("TC-GEN-04", "TC-LEAD-06")
def test_of_two_types_one_is_a_level_lower_and_the_wish_only_half_as_sure():
    """A strong civil people: two gifts, surely the one asked for; but found with a second type only one, half the time."""
    assert share(L, "civil", 1, "mécène") == 40
    assert 8 <= share(L, "civil", 10, "mécène") <= 32


@pytest.mark.rule("TC-GEN-04")
def test_without_a_gift_or_tactic_there_is_none():
    assert {found_by("DESERT", "civil", 1, trait="mécène", seed=seed).civil.gifts for seed in range(20)} == {()}
    assert share(A, "militaire", 1, "prudent") == 0


@pytest.mark.rule("TC-GEN-04", "TC-SCI-04")
def test_a_new_technique_leaves_room_for_the_tactic_asked_for():
    assert 8 <= share(A, "militaire", 1, "prudent", known=("Nouvelle technique",)) <= 32


@pytest.mark.rule("TC-GEN-04")
@pytest.mark.parametrize(
    ("kind", "trait"), [("civil", "mécène"), ("civil", "spécialiste"), ("militaire", "prudent"), ("militaire", "spécialiste")]
)
def test_a_wish_never_lands_in_the_other_type_of_a_dual_leader(kind, trait):
    """A civil gift is no tactic and a tactic no gift, not even where both tables know the word."""
    for seed in range(30):
        who = found_by(L, kind, 10, trait=trait, seed=seed, known=("Nouvelle technique",))
        assert types_of(who) == "civil/militaire"
        assert {gift.split(":")[0] for gift in who.civil.gifts} <= set(TABLES.leaders.gifts)
        assert {tactic.split(":")[0] for tactic in who.military.tactics} <= set(TABLES.leaders.tactics)
        assert (len(who.civil.gifts), len(who.military.tactics)) == (1, 1)


@pytest.mark.rule("TC-GEN-04")
def test_a_wish_is_lost_on_somebody_of_another_type():
    for seed in range(20):
        who = found_by(L, "civil", 7, trait="mécène", seed=seed)
        assert "mécène" not in who.military.tactics


@pytest.mark.rule("TC-GEN-04", "TC-LEAD-07")
@pytest.mark.parametrize(
    ("die", "kind", "trait", "colour"),
    [(1, "magique", "feu", "feu"), (1, "magique", "", "eau"), (10, "magique", "feu", "feu"), (9, "civil", "", "eau")],
)
def test_a_magician_practises_the_colour_asked_for_or_the_nation_s_first(die, kind, trait, colour):
    for seed in range(5):
        assert found_by(A, kind, die, trait=trait, colours=("eau", "feu"), seed=seed).magic.colours == (colour,)


@pytest.mark.rule("TC-GEN-04")
@pytest.mark.parametrize(
    ("kind", "trait"), [("civil", "prudent"), ("militaire", "mécène"), ("magique", "rats"), ("magique", "mécène")]
)
def test_a_trait_of_another_type_or_an_unknown_colour_is_refused(kind, trait):
    game = looking(A, kind, trait=trait)
    assert refusals(run(game, GeneralPhase())) == ["TC-GEN-04"]
    assert game.nations[A].goods.gold == 200
