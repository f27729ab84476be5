"""Programs that play a nation: whole sheets, from what the nation knows, that mostly succeed."""

from __future__ import annotations

from functools import cache
from itertools import cycle

import msgspec
import pytest

from marchland.bots.arena import play_game, simulate
from marchland.bots.protocol import LEVELS, bot_names, make_bot
from marchland.games.cendre import orders as o
from marchland.games.cendre.bot import BOTS, evaluate
from marchland.games.cendre.bots.odds import ratio_bonus, succeeds, wins
from marchland.games.cendre.bots.plan import habits
from marchland.games.cendre.bots.samples import sample_sheets
from marchland.games.cendre.bots.writer import STEWARD, bend, forget
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.rules.common.ledger import OrderRefused
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.sheet.lexicon import lexicon
from marchland.games.cendre.sheet.reader import ACCEPTED, read_sheet, turn_name, write_sheet
from marchland.games.cendre.state import Cendre
from marchland.games.cendre.statistics import KINDS, Statistics
from marchland.games.cendre.title import NATIONS, TITLE
from marchland.games.cendre.world import BOOKLETS
from marchland.kernel.chance import key_from_seed
from marchland.kernel.events import Event

replace = msgspec.structs.replace
WAITS = ("not_countersigned", "outbid")


@cache
def grown(seasons: int, bot: str = "warlord") -> tuple[Cendre, tuple[Event, ...]]:
    """A game some seasons old, and all that happened."""
    game, player = TITLE.new(20, key_from_seed("bots")), BOTS[bot]()
    game.outbox = []
    events: list[Event] = []
    for _ in range(seasons):
        actions = [(seat, player.choose(TITLE.redeal(game, seat, key_from_seed(seat)), seat)) for seat in game.deciders]
        for seat, action in actions:
            events += game.play(seat, action)
    return game, tuple(events)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("seasons", [0, 4])
def test_a_bot_writes_a_readable_sheet_for_every_nation(bot: str, seasons: int) -> None:
    game, _ = grown(seasons)
    for nation, seat in game.seats.items():
        submitted = BOTS[bot]().choose(TITLE.redeal(game, seat, key_from_seed(nation)), seat)
        assert isinstance(submitted, Submit)
        assert len(submitted.orders) >= (1 if bot == "novice" else 3), nation
        words = lexicon(game, nation)
        sheet = read_sheet(write_sheet(submitted.orders, words, turn_name(game)), words, turn_name(game))
        assert {verdict.status for verdict in sheet.verdicts} == {ACCEPTED}
        assert sorted(map(repr, sheet.orders)) == sorted(map(repr, submitted.orders))


def test_every_able_leader_of_a_nation_at_the_start_has_something_to_do() -> None:
    game, _ = grown(0)
    for nation, seat in game.seats.items():
        submitted = BOTS["ruler"]().choose(TITLE.redeal(game, seat, key_from_seed(nation)), seat)
        busy = {order.leader for order in submitted.orders if isinstance(order, o.LeaderOrder)}
        idle = [leader.name for leader in game.leaders.values() if leader.nation == nation and leader.id not in busy]
        assert len(idle) <= 1, (nation, idle)


def test_most_of_what_bots_order_is_legal() -> None:
    _, events = grown(6)
    refused = [event for event in events if isinstance(event, OrderRefused) and event.facts.get("why") not in WAITS]
    counted = Statistics()
    counted.add(events)
    figures = counted.report()
    tried = sum(attempts for _, attempts in figures["orders"].values())
    assert len(refused) < 0.05 * tried, [(event.order, event.rule, event.facts) for event in refused][:20]


@pytest.mark.parametrize("seasons", [0, 5])
def test_sample_sheets_do_not_depend_on_hidden_facts(seasons: int) -> None:
    game, _ = grown(seasons)
    for nation, seat in game.seats.items():
        sheets = list(sample_sheets(game, nation))
        assert sheets[0] == ()
        assert len(sheets) == len(set(sheets)) >= 2
        dealt = TITLE.redeal(game, seat, key_from_seed(f"{nation} anew"))
        assert list(sample_sheets(dealt, nation)) == sheets, nation


def test_bots_play_in_the_temper_of_their_nation() -> None:
    assert set(habits().tempers) == set(NATIONS)
    _, events = grown(6, "steward")
    assert not [event for event in events if type(event).__name__ == "WarBegan" and event.reason == "declared"]
    _, fierce = grown(6)
    assert [event for event in fierce if type(event).__name__ == "WarBegan"]


def test_evaluation_likes_glory_land_and_gold() -> None:
    game, _ = grown(0)
    seat = game.seats["AKLA"]
    base = evaluate(game, seat)
    richer = game.clone()
    record = richer.nations["AKLA"]
    richer.nations["AKLA"] = replace(record, goods=record.goods + Goods(gold=100))
    greater = game.clone()
    greater.nations["AKLA"] = replace(record, glory=record.glory + 10)
    wider = game.clone()
    wider.lay_land("HNA", replace(wider.lands["HNA"], controller="AKLA"))
    assert all(evaluate(better, seat) > base for better in (richer, greater, wider))


@pytest.mark.parametrize(("bonus", "difficulty", "chance"), [(0, 10, 0.1), (0, 5, 0.6), (9, 5, 1.0), (0, 12, 0.0), (3, 7, 0.7)])
def test_odds_of_a_test(bonus: int, difficulty: int, chance: float) -> None:
    assert succeeds(bonus, difficulty) == pytest.approx(chance)


@pytest.mark.rule("TC-WAR-15")
def test_odds_of_a_battle() -> None:
    """Ties are the defender's: with nothing in hand the attacker wins 21162 of 46656 throws."""
    assert wins(0) == pytest.approx(21_162 / 46_656)
    assert wins(20) == 1
    assert wins(-20) == 0
    assert [ratio_bonus(mine, 10) for mine in (14, 15, 20, 29, 30, 75)] == [0, 1, 2, 2, 3, 7]


def test_bots_have_names_and_levels() -> None:
    assert bot_names(TITLE)[0] == "random"
    assert set(BOTS) <= set(bot_names(TITLE))
    assert [make_bot(TITLE, level).name for level in LEVELS] == list(LEVELS)
    assert "greedy" not in bot_names(TITLE), "a sheet tried alone shows nothing of what it does"
    assert make_bot(TITLE, "greedy").name == "greedy", "but tables that have one go on"


@pytest.mark.slow
def test_higher_levels_have_more_glory() -> None:
    line_up = ["novice", "ruler", "steward"]
    points: dict[str, list[int]] = {name: [] for name in line_up}
    for number in range(3):
        names = [line_up[(seat + number) % 3] for seat in range(20)]
        played = play_game(TITLE, [make_bot(TITLE, name) for name in names], f"levels {number}", {"years": 6})
        for name, score in zip(names, played.outcome.scores, strict=True):
            points[name].append(score)
    mean = {name: sum(scores) / len(scores) for name, scores in points.items()}
    assert 1.1 * mean["novice"] < mean["ruler"] < mean["steward"], mean


def test_a_style_only_strengthens_what_it_stands_for() -> None:
    akla = habits().tempers["AKLA"]
    bent = bend(akla, STEWARD)
    assert (bent.war, bent.raid) == (0, 0)
    assert bent.glory == akla.glory > STEWARD["glory"]
    assert bent.science == STEWARD["science"] > akla.science
    assert bend(akla, {}) == akla


def test_a_beginner_forgets_whole_people_not_half_of_what_they_do() -> None:
    game, _ = grown(4)
    for seat in (0, 7, 16):
        dealt = TITLE.redeal(game, seat, key_from_seed(seat))
        full = BOTS["ruler"]().choose(dealt.clone(), seat).orders
        dice = cycle([0, 1])
        kept = forget(full, lambda sides, dice=dice: next(dice) % sides)
        assert set(kept) < set(full)
        acting = [getattr(order, "leader", "") for order in kept]
        for actor in set(acting) - {""}:
            assert acting.count(actor) == sum(getattr(order, "leader", "") == actor for order in full)


def test_the_same_seed_gives_the_same_game() -> None:
    line_up = [make_bot(TITLE, "ruler") for _ in range(4)]
    games = [play_game(TITLE, line_up, "twice", {"years": 1}, check=True) for _ in range(2)]
    assert games[0].fingerprint == games[1].fingerprint
    assert games[0].moves == 12


def test_statistics_list_what_was_never_used() -> None:
    figures = simulate(TITLE, 1, 20, ["ruler"], "s", {"years": 1}).report()
    assert figures["order_kinds"] == len(KINDS) == 75
    assert set(figures["orders"]) | set(figures["orders_unused"]) == set(KINDS.values())
    assert not set(figures["orders"]) & set(figures["orders_unused"])
    assert figures["orders"]["culture"][0] > 0


@pytest.mark.slow
def test_at_least_half_of_all_kinds_of_order_are_used_and_succeed() -> None:
    figures = simulate(TITLE, 2, 20, ["ruler", "warlord", "steward"], "many", {"years": 10}, check=True).report()
    assert figures["finished"] == 2
    assert figures["order_kinds_succeeded"] >= figures["order_kinds"] / 2, figures["orders_unused"]


def test_unit_names_of_every_booklet_are_understood() -> None:
    for nation, booklet in BOOKLETS.items():
        words = lexicon(grown(0)[0], nation)
        for unit in (*booklet.units, booklet.supremacy):
            for name in {unit.id, unit.id.partition("-")[2], unit.name["fr"]}:
                text = f"FEUILLE nation={nation} tour=201-printemps\ndirigeant : recruter {name} 2\n"
                (verdict,) = read_sheet(text, words, "201-printemps").verdicts
                assert verdict.order == o.RecruitUnits(words.ruler, unit.id, 2), (nation, name, verdict)
