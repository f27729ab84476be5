"""What national events have in common: when "next season" and "spring" are, and where free units come."""

import pytest

from marchland.games.cendre.rules.events.national import national_event
from marchland.games.cendre.rules.land.production import other_gold
from marchland.games.cendre.state import SEASONS, Cendre
from marchland.kernel.chance import Chance, key_from_seed

from .chronicle import newcomers, rule, until, winter
from .realm import A, V, nation

NEXT_SEASON = [
    *(("AKLA", 0), ("LUMIERES", 0), ("LUMIERES", 5), ("DESERT", 5), ("LACUSTRES", 15), ("GOBELINS", 0), ("FER", 5), ("FEU", 5)),
    *(("ROC", 5), ("SEL", 5), ("CHEVAUX", 0), ("TRANQUILLE", 0), ("TRANQUILLE", 5), ("VOLTDARG", 5)),
]
FREE_UNITS = {
    ("DESERT", 15): ((), {"EHL": {"des-meharistes": 1}}),
    ("GOBELINS", 15): ((3, 2, 1, 4), {"GOB": {"gob-horde": 4}}),
    ("LUNE", 15): ((99,), {"PLU": {"lun-serfs": 2}}),
    ("NORD", 15): ((2,), {"PGR": {"pdn-archers": 1, "pdn-cadavres": 2}}),
    ("SEL", 15): ((), {"ISS": {"sel-drakkars": 1, "sel-pillards": 1}}),
    ("CHEVAUX", 15): ((), {"GPA": {"cvx-cavaliers": 1}}),
    ("GRISES", 15): ((6, 2, 1), {"VTR": {"gri-nuee": 6}}),
    ("COLS", 15): ((), {"HVA": {"col-guerriers": 1, "col-loups": 1}}),
    ("COLS", 20): ((2,), {"HVA": {"col-ours": 2}}),
    ("VOLTDARG", 15): ((), {"VOL": {"vol-hallebardiers": 1}}),
    ("FER", 15): ((), {"VIL": {"fer-legionnaires": 1}, "WAN": {"fer-legionnaires": 1}}),
}


def in_season(season: str) -> Cendre:
    """A season of an astral year, in which every season has its event."""
    game = winter()
    game.season, game.chance = season, Chance(key_from_seed("astral"))
    return game


@pytest.mark.parametrize(("name", "score"), [pytest.param(*event, marks=rule(*event)) for event in NEXT_SEASON])
@pytest.mark.parametrize(("season", "ahead"), [("printemps", 1), ("ete", 1), ("automne", 2), ("hiver", 1)])
def test_next_season_is_the_next_one_with_orders_and_no_other(name, score, season, ahead):
    game = in_season(season)
    national_event(game, name, score)
    dates = {(mark.since - game.turn, mark.until - game.turn) for mark in game.marks if mark.nation == name}
    assert dates <= {(ahead, ahead)}
    assert dates or (name, score) == ("ROC", 5)


@pytest.mark.rule("TC-NEV-AKLA-5")
@pytest.mark.parametrize("season", SEASONS)
def test_the_fashion_of_any_season_is_paid_for_in_the_coming_spring(season):
    game = in_season(season)
    national_event(game, A, 5)
    spent = {}
    for _ in range(5):
        until(game, SEASONS[(SEASONS.index(game.season) + 1) % len(SEASONS)])
        nation(game, A, gold=100)
        other_gold(game)
        if game.nations[A].goods.gold != 100:
            spent[game.season] = 100 - game.nations[A].goods.gold
    assert spent == {"printemps": 35}


@pytest.mark.parametrize(
    ("name", "score", "dice", "arrivals"),
    [pytest.param(*event, dice, arrivals, marks=rule(*event)) for event, (dice, arrivals) in FREE_UNITS.items()],
)
def test_free_units_come_where_the_event_says_and_nowhere_else(name, score, dice, arrivals):
    game = winter()
    nation(game, V, stability=0)
    assert newcomers(game, name, score, *dice) == arrivals
