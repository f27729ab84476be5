"""The season as a whole: dates, first year, winter, sheets, accounts and the same result from the same seed."""

from pathlib import Path

import pytest

from marchland.games.cendre.audit import audit, reconcile
from marchland.games.cendre.orders import Cultivate, Stabilise
from marchland.games.cendre.rules.common.ledger import GoodsMoved
from marchland.games.cendre.rules.common.modifiers import LISTS, STANDING, added, factor, is_forbidden, multiplied
from marchland.games.cendre.rules.events.events import NationalEvent
from marchland.games.cendre.rules.glory.glory import GloryTable
from marchland.games.cendre.rules.land.danger import TroublesBrokeOut
from marchland.games.cendre.rules.leaders.people import LeaderLeft
from marchland.games.cendre.rules.turn.sheets import MOST_LINES, Submit
from marchland.games.cendre.sequence import WriteSheets
from marchland.games.cendre.world import BOOKLETS
from marchland.kernel.chance import key_from_seed
from marchland.kernel.errors import BadOption, IllegalAction
from marchland.kernel.match import read_record
from marchland.kernel.testing import Walk
from marchland.kernel.title import find_title

from .realm import A, found, land, nation, table

TITLE = find_title("cendre")
GOLDEN = Path(__file__).parents[2] / "golden" / "cendre"


def begun(seats=1, seed="turn", **options):
    return TITLE.new(seats, key_from_seed(seed), options)


def pass_season(game, *orders):
    """The first seat submits these orders, the others nothing."""
    events = []
    for number, seat in enumerate(game.deciders):
        events = game.apply(seat, Submit(orders if number == 0 else ()))
    return events


# -- the calendar -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-TURN-01")
def test_the_game_begins_with_the_sheets_of_spring_201():
    game = begun()
    assert (game.year, game.season, game.turn) == (201, "printemps", 0)
    assert isinstance(game.decision, WriteSheets)
    assert found(game.outbox, GoodsMoved, nation=A, reason="taxes")
    assert found(game.outbox, GoodsMoved, nation=A, reason="leaders")


@pytest.mark.rule("TC-TURN-01", "TC-TURN-03")
def test_three_sheets_a_year_and_winter_runs_by_itself():
    game = begun(years=2)
    dates = []
    while not game.is_over:
        dates.append((game.year, game.season))
        pass_season(game)
    assert dates == [(year, season) for year in (201, 202) for season in ("printemps", "ete", "automne")]
    assert game.ending == "years"


@pytest.mark.rule("TC-TURN-02")
def test_the_first_year_has_no_troubles_no_events_before_winter_and_no_deaths_of_age():
    game = begun(seats=20, years=1)
    history = list(game.outbox)
    for _ in range(2):
        history += pass_season(game)
        assert not found(history, NationalEvent)
    history += pass_season(game)
    assert not found(history, TroublesBrokeOut)
    assert len(found(history, NationalEvent)) == 20
    assert not [event for event in found(history, LeaderLeft) if event.reason == "old_age"]


@pytest.mark.rule("TC-TURN-03", "TC-GLORY-01")
def test_the_table_of_glory_is_published_in_every_season_winter_included():
    game = begun(years=1)
    tables = [len(found(pass_season(game), GloryTable)) for _ in range(3)]
    assert tables == [1, 1, 2]


# -- sheets -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-TURN-01")
def test_nobody_sees_a_sheet_and_nothing_happens_before_all_are_in():
    game = begun(seats=3)
    assert game.apply(1, Submit()) == []
    assert game.deciders == (0, 2)
    assert game.decision.default(game, 0) == Submit()


@pytest.mark.rule("TC-TURN-01")
def test_any_sheet_is_accepted_but_not_one_without_end():
    game = begun()
    who = next(iter(game.leaders))
    game.decision.check(game, 0, Submit((Stabilise(leader="nobody"), Cultivate(leader=who, territory="XXX"))))
    with pytest.raises(IllegalAction) as refused:
        game.apply(0, Submit((Stabilise(leader=who),) * (MOST_LINES + 1)))
    assert refused.value.rule == "TC-TURN-01"


@pytest.mark.rule("TC-TURN-01")
def test_a_nation_nobody_plays_keeps_its_accounts_but_gives_no_orders():
    game = begun(nations="ROC")
    assert game.seats == {"ROC": 0}
    gold = game.nations[A].goods.gold
    pass_season(game)
    assert game.nations[A].goods.gold != gold
    assert A not in game.sheets


def test_seats_are_given_as_asked_and_then_alphabetically():
    game = begun(seats=3, nations="ROC,AKLA")
    assert game.seats == {"ROC": 0, "AKLA": 1, "CHENE": 2}
    with pytest.raises(BadOption):
        begun(seats=1, nations="ROC,AKLA")


# -- the whole --------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-ECO-01", "TC-TURN-01")
@pytest.mark.parametrize("seats", [1, 7, 20])
def test_the_books_balance_after_every_season(seats):
    walk = Walk(TITLE, seats, f"books {seats}", {"years": 2})
    while not walk.state.is_over:
        walk.step()
        audit(walk.state)
        if len(walk.state.deciders) == seats:
            reconcile(walk.state, walk.events)


def test_the_books_notice_what_did_not_go_through_the_ledger():
    walk = Walk(TITLE, 2, "books", {"years": 1})
    nation(walk.state, A, gold=12345)
    with pytest.raises(AssertionError, match="goods"):
        reconcile(walk.state, walk.events)


@pytest.mark.parametrize("broken", [{"farms": 99}, {"fluid": 99}, {"town": 11}, {"owner": "NOBODY"}])
def test_the_audit_notices_an_impossible_territory(broken):
    game = table()
    audit(game)
    land(game, "AKL", **broken)
    with pytest.raises(AssertionError):
        audit(game)


def test_a_state_is_small():
    walk = Walk(TITLE, 20, "size", {"years": 2})
    while not walk.state.is_over:
        walk.step()
    assert len(walk.state.to_json()) < 1_000_000


# -- peoples ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-CIV-01")
def test_modifiers_of_a_people_hold_under_their_conditions():
    game = table()
    assert added(game, "DESERT", "roll.operation", operation="culture", development=True, terrain=("désert",)) == 3
    assert added(game, "DESERT", "roll.operation", operation="culture", development=True, terrain=("plaine",)) == 0
    assert added(game, "GOBELINS", "income.tax") == -1
    assert factor(game, "DESERT", "income.caravan") == 1.25
    assert multiplied(game, "DESERT", "income.caravan", 131) == 163
    assert is_forbidden(game, "CHENE", "operations", "défrichage")
    assert not is_forbidden(game, A, "operations", "défrichage")
    assert added(game, "FER", "national.glory") == 0
    nation(game, "FER", reputation=2)
    assert added(game, "FER", "national.glory") == 3


@pytest.mark.rule("TC-CIV-01")
def test_every_modifier_names_a_known_target_and_condition():
    known = {*LISTS, *STANDING, "per", "cap", "applies_to", "target_reputation_max", "partner_race_not"}
    known |= {"development", "coastal", "frozen", "national", "vs_claim", "casus_belli"}
    for booklet in BOOKLETS.values():
        for modifier in booklet.modifiers:
            assert set(modifier.condition) <= known, modifier
            assert modifier.op in ("add", "mul", "forbid"), modifier


@pytest.mark.rule("TC-GLORY-04", "TC-EVT-05")
def test_golden_games_end_in_every_way_there_is():
    endings = {}
    for path in sorted(GOLDEN.glob("*.json")):
        record = read_record(path.read_bytes())
        state = TITLE.load(record.state)
        endings[path.stem] = (state.ending, state.winner)
        assert path.stat().st_size < 150_000, path.name
    assert endings["glory"] == ("glory", "AKLA")
    assert endings["dominations"] == ("dominations", "AKLA")
    assert endings["ash"] == ("ash", "")
    assert {ending for ending, _ in endings.values()} == {"years", "glory", "dominations", "ash"}
