"""The league: the same deals for everybody, games that are not played twice, and figures that say how sure they are."""

import json
import sys
from time import thread_time
from types import SimpleNamespace

import msgspec
import pytest

from marchland.bots import league as leagues
from marchland.bots.arena import Broken
from marchland.bots.cluster import cluster
from marchland.bots.league import League, Table, class_of, here, league_of, play_all, processes, seconds_of
from marchland.bots.makes import make_of
from marchland.bots.protocol import make_bot
from marchland.bots.report import lengths, page, rating_scale, share_scale
from marchland.bots.standings import places, standings, wilson
from marchland.games.vinci.title import TITLE
from marchland.kernel.errors import BadFile, BadOption, MarchlandError

from .test_cli import last_json, marchland

SHORT = League(title="vinci", bots=("greedy", "random", "automaton"), seats=3, seed="short", options={"target": "30"})


def nothing():
    """Nobody watches the progress."""


@pytest.fixture(scope="module")
def games():
    return play_all(SHORT, 6, None, here, nothing)


def test_every_bot_sits_on_every_chair_of_every_deal(games):
    for deal in (games[:3], games[3:]):
        assert {played.bots[0] for played in deal} == set(SHORT.bots)
        assert {played.bots[2] for played in deal} == set(SHORT.bots)
    assert SHORT.deal(0) == SHORT.deal(2) != SHORT.deal(3)
    first_offers = [played.cast["tile"] for played in games]
    assert first_offers[0] != first_offers[3]


def test_processes_make_no_difference(games):
    assert [one.fingerprint for one in play_all(SHORT, 3, None, processes(2), nothing)] == [one.fingerprint for one in games[:3]]


def test_a_league_goes_on_where_it_stopped(games, tmp_path, monkeypatch):
    file, counted = tmp_path / "league.jsonl", []
    play_all(SHORT, 2, file, here, nothing)
    file.write_bytes(file.read_bytes() + b'{"game": 2, "bo')  # the power went off
    play, numbers = leagues.play, []
    monkeypatch.setattr(leagues, "play", lambda league, game: numbers.append(game) or play(league, game))
    again = play_all(SHORT, 4, file, here, lambda: counted.append(1))
    assert numbers == [2, 3]
    assert len(counted) == 4
    assert [one.fingerprint for one in again] == [one.fingerprint for one in games[:4]]
    assert len(file.read_text().splitlines()) == 5
    with pytest.raises(BadOption, match="another league"):
        play_all(League(title="vinci", bots=("random",), seats=3, seed="short", options={}), 1, file, here, nothing)
    with pytest.raises(BadOption, match="bots that have been changed"):
        play_all(msgspec.structs.replace(SHORT, makes=("other", "makes", "now")), 1, file, here, nothing)
    file.write_text("no league\n")
    with pytest.raises(BadFile, match="holds no league"):
        play_all(SHORT, 1, file, here, nothing)


def test_a_game_that_breaks_off_says_which(monkeypatch):
    monkeypatch.setattr(Table, "ask", lambda table: 1 / 0)
    with pytest.raises(Broken, match="game 3 of vinci, greedy,random,automaton, 3 seats, seed short"):
        list(here(SHORT, [3]))


def test_bots_of_a_league_go_by_what_they_compute():
    """Other work on the machine, or several games at once, hurry nobody."""
    league = league_of(TITLE, ["hard", "greedy"], None, "clocks", {})
    thinker, _ = Table(TITLE, [make_bot(TITLE, name) for name in league.bots], league, 0).bots
    assert thinker.clock is thread_time


class Ray:
    """What a cluster does with games, on the spot; the last that was handed in is finished first."""

    def __init__(self):
        self.said = []

    def init(self, **said):
        self.said.append(said)

    def shutdown(self):
        self.said.append("shutdown")

    def cluster_resources(self):
        return {"CPU": 0.5}

    def remote(self, play):
        return SimpleNamespace(remote=lambda *given: (play, given))

    def wait(self, waiting):
        assert len(waiting) <= 4, "few at a time"
        return waiting[-1:], waiting[:-1]

    def get(self, tasks):
        return [play(*given) for play, given in tasks]


def test_a_cluster_plays_the_same_games_unless_its_bots_are_others(games, monkeypatch):
    """On a real one, `make cluster`."""
    ray = Ray()
    monkeypatch.setitem(sys.modules, "ray", ray)
    ray.__spec__ = ray
    league = msgspec.structs.replace(SHORT, makes=tuple(make_of(TITLE, name) for name in SHORT.bots))
    assert [one.fingerprint for one in play_all(league, 6, None, cluster, nothing)] == [one.fingerprint for one in games]
    assert ray.said[-1] == "shutdown"
    with pytest.raises(BadOption, match="another make"):
        play_all(msgspec.structs.replace(league, makes=("a", "b", "c")), 1, None, cluster, nothing)
    assert ray.said[-1] == "shutdown"


def test_without_ray_the_cluster_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"marchland\[cluster\]"):
        play_all(SHORT, 1, None, cluster, nothing)


def test_winners_come_first_whatever_their_score(games):
    one = msgspec.structs.replace(games[0], scores=(30, 40, 35), winners=(2,))
    assert places(one) == [2, 1, 0]


def test_standings_add_up(games):
    found = standings(SHORT, games)
    assert sum(share.wins for share in found.bots) == pytest.approx(6)
    assert sum(share.wins for share in found.seats) == pytest.approx(6)
    assert [share.name for share in found.seats] == ["1", "2", "3"]
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
    found = standings(SHORT, games)
    told = page(found)
    rows = (*found.bots, *found.ratings, *found.seats, *found.cast["tile"], *lengths(found.rounds))
    assert told.count("<svg") == len(rows), "every row of every chart"
    assert all(name in told for name in ("greedy", "automaton", "95 % interval", "By tile", "Length"))
    assert "http" not in told, "it needs nothing else"


def test_charts_keep_within_their_scale(games):
    found = standings(SHORT, games)
    scale = share_scale(found.bots)
    assert scale.high >= max(row.high for row in found.bots)
    assert [scale.at(figure) for figure in (-1, 0, scale.high / 2, 2)] == [0, 0, 50, 100]
    assert rating_scale(found.ratings).low <= min(row.low for row in found.ratings)
    assert lengths([(9, 1), (12, 2)]) == [("9", 1), ("10", 0), ("11", 0), ("12", 2)]
    assert lengths([(1, 1), (40, 2)])[0] == ("1–3", 1)
    assert sum(number for _, number in lengths([(1, 1), (17, 5), (40, 2)])) == 8


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
