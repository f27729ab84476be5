"""The league: the same deals for everybody, games that are not played twice, and figures that say how sure they are."""

import json

import pytest

from marchland.bots import league as leagues
from marchland.bots.league import League, class_of, league_of, play_all, seconds_of
from marchland.bots.report import page
from marchland.bots.standings import standings, wilson
from marchland.games.vinci.title import TITLE
from marchland.kernel.errors import BadFile, BadOption, MarchlandError

from .test_cli import last_json, marchland

SHORT = League(title="vinci", bots=("greedy", "random", "automaton"), seats=3, seed="short", options={"target": "30"})


def nothing():
    """Nobody watches the progress."""


@pytest.fixture(scope="module")
def games():
    return play_all(SHORT, 6, None, 1, nothing)


def test_every_bot_sits_on_every_chair_of_every_deal(games):
    for deal in (games[:3], games[3:]):
        assert {played.bots[0] for played in deal} == set(SHORT.bots)
        assert {played.bots[2] for played in deal} == set(SHORT.bots)
    assert SHORT.deal(0) == SHORT.deal(2) != SHORT.deal(3)
    first_offers = [played.cast["tile"] for played in games]
    assert first_offers[0] != first_offers[3]


def test_processes_make_no_difference(games):
    assert [one.fingerprint for one in play_all(SHORT, 3, None, 2, nothing)] == [one.fingerprint for one in games[:3]]


def test_a_league_goes_on_where_it_stopped(games, tmp_path, monkeypatch):
    file, counted = tmp_path / "league.jsonl", []
    play_all(SHORT, 2, file, 1, nothing)
    file.write_bytes(file.read_bytes() + b'{"game": 2, "bo')  # the power went off
    play, numbers = leagues.play, []
    monkeypatch.setattr(leagues, "play", lambda league, game: numbers.append(game) or play(league, game))
    again = play_all(SHORT, 4, file, 1, lambda: counted.append(1))
    assert numbers == [2, 3]
    assert len(counted) == 4
    assert [one.fingerprint for one in again] == [one.fingerprint for one in games[:4]]
    assert len(file.read_text().splitlines()) == 5
    with pytest.raises(BadOption, match="another league"):
        play_all(League(title="vinci", bots=("random",), seats=3, seed="short", options={}), 1, file, 1, nothing)
    file.write_text("no league\n")
    with pytest.raises(BadFile, match="holds no league"):
        play_all(SHORT, 1, file, 1, nothing)


def test_standings_add_up(games):
    found = standings(SHORT, games)
    assert sum(share.wins for share in found.bots) == pytest.approx(6)
    assert sum(share.wins for share in found.seats) == pytest.approx(6)
    assert all(share.low <= share.share <= share.high for share in (*found.bots, *found.seats, *found.cast["tile"]))
    assert all(share.fair == pytest.approx(1 / 3) for share in found.bots)
    assert {rating.name for rating in found.ratings} == set(SHORT.bots)
    assert found.ratings[-1].name == "random"
    assert sum(number for _, number in found.rounds) == 6
    assert all(0 < pace.p50 <= pace.p95 <= pace.worst for pace in found.pace)


def test_wilsons_interval():
    low, high = wilson(50, 100)
    assert (low, high) == (pytest.approx(0.4038, abs=1e-3), pytest.approx(0.5962, abs=1e-3))
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == 1


@pytest.mark.parametrize("seconds", [0.0002, 0.013, 2.5])
def test_a_time_is_told_to_a_tenth(seconds):
    assert seconds <= seconds_of(class_of(seconds)) <= 1.1 * seconds


def test_the_report_is_one_page_with_charts(games):
    told = page(standings(SHORT, games))
    assert told.count("<svg") == 4
    assert all(name in told for name in ("greedy", "automaton", "95 % interval", "By tile", "Length"))
    assert "http" not in told, "it needs nothing else"


def test_wrong_leagues_are_refused():
    with pytest.raises(MarchlandError, match="no bot 'nobody'"):
        league_of(TITLE, ["nobody", "greedy"], None, "1", {})
    with pytest.raises(BadOption, match="seats"):
        league_of(TITLE, ["greedy"] * 7, None, "1", {})


def test_the_command_writes_games_and_report(tmp_path):
    words = ("arena", "vinci", "--bots", "greedy,random", "--seats", 3, "--games", 2, "-o", "target=30", "--workers", 1)
    file, report = tmp_path / "games.jsonl", tmp_path / "report.html"
    found = last_json(marchland(*words, "--file", file, "--report", report, "--json"))
    assert found["games"] == 2
    assert json.loads(file.read_text().splitlines()[0])["bots"] == ["greedy", "random"]
    assert report.read_text().startswith("<!doctype html>")
    assert "greedy" in marchland(*words, "--file", file).stdout
    wrong = marchland("arena", "vinci", "--bots", "nobody")
    assert wrong.returncode == 2
    assert "has no bot" in wrong.stderr
