"""What happened is told truly: whole recorded games retold, their points accounted for, and no sentence with holes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.events import Event
from marchland.kernel.match import read_record
from marchland.kernel.replay import open_match
from marchland.kernel.retelling import NAMED, Accounting, Deciding, Notice, Reader, gained, plainly, retold, shown
from marchland.kernel.title import Outcome, Title, find_title
from marchland.kernel.views import View

GOLDEN = Path(__file__).parent / "golden"
PLAYERS = ("Ada", "Berta", "Corvin", "Dora", "Emil", "Fay")
GAMES = (
    *("vinci/three", "vinci/two", "vinci/six", "vinci/printed-tiles", "vinci/solitaire"),
    *("byzantium/three", "byzantium/four", "byzantium/two", "byzantium/arabs-take-constantinople", "byzantium/no-own-city"),
    *("medioevo/two", "medioevo/honour-limit", "medioevo/six-teams", "medioevo/three-auction", "medioevo/elimination"),
)
HOLES = re.compile(r"(?:^|[\s(:])-(?=[\s,;.)]|$)|\(\)|: *[.,;]|[\[\]{}]|[\s(]0 (?:lost|bought)")
"""What a sentence looks like that names nothing."""


class Played(NamedTuple):
    title: Title
    happened: list[tuple[int, Event]]
    views: list[View]
    """What somebody sees who only watches, after each entry."""
    outcome: Outcome


@cache
def played(name: str) -> Played:
    record = read_record((GOLDEN / f"{name}.json").read_bytes())
    title, match = find_title(record.title).at_table(record.options), open_match(record)
    happened = [(0, event) for event in title.new(record.seats, record.key or b"", record.options).outbox]
    views = []
    for n, entry in enumerate(record.entries, 1):
        happened += [(n, event) for event in match.repeat(entry)]
        views.append(title.view(match.state, None))
    return Played(title, happened, views, title.outcome(match.state))


@pytest.mark.parametrize("name", GAMES)
def test_sources_add_up_to_the_scores(name):
    title, happened, _, outcome = played(name)
    part = title.parts.retelling
    assert isinstance(part, Accounting)
    sums = [0] * len(outcome.scores)
    for _, gain in gained(title, happened, len(sums)):
        assert gain.source in part.SOURCES
        assert title.phrases.word(f"source_{gain.source}", "fr") != f"source_{gain.source}"
        sums[gain.seat] += gain.points
    assert tuple(sums) == outcome.scores


def test_the_account_of_vinci_is_right_after_every_move():
    title, happened, views, _ = played("vinci/six")
    sums = [0] * 6
    gains = list(gained(title, happened, 6))
    for n, view in enumerate(views):
        for _, gain in (found for found in gains if found[0] == n):
            sums[gain.seat] += gain.points
        if n:
            assert tuple(sums) == views[n - 1].scores, view.decision


def test_what_only_some_have_heard_is_in_nobodys_account():
    title, happened, *_ = played("vinci/six")
    told_to_one = [(n, msgspec.structs.replace(event, audience=(0,))) for n, event in happened]
    assert list(gained(title, happened, 6))
    assert list(gained(title, told_to_one, 6)) == []


@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_of_the_log_names_what_is_not_there(name):
    title, happened, *_ = played(name)
    for language in LANGUAGES:
        said = {title.phrases.event(event, language, PLAYERS) for _, event in happened}
        assert not [sentence for sentence in said if HOLES.search(sentence)]


@pytest.mark.parametrize("name", GAMES)
def test_a_stretch_of_any_game_is_a_line_for_each_opponent_in_every_language(name):
    title, happened, views, _ = played(name)
    for start in range(0, len(views), 37):
        stretch = [(n, event) for n, event in happened if start < n <= start + 37 and event.is_seen_by(0)]
        for language in LANGUAGES:
            lines = retold(title, stretch, Reader(0, language, PLAYERS))
            seats = [line.seat for line in lines]
            assert 0 not in seats
            assert len(seats) == len(set(seats))
            lines += shown(title, stretch, Reader(0, language, PLAYERS))
            texts = [clause.text for line in lines for clause in line.clauses]
            assert all(texts)
            assert not [text for text in texts if HOLES.search(text) or text.endswith(".")]


@pytest.mark.parametrize("title_id", ["vinci", "byzantium", "medioevo", "cendre"])
def test_what_is_told_and_noticed_is_known_to_the_title(title_id):
    title = find_title(title_id)
    part, phrases = title.parts.retelling, title.phrases.phrases
    told = {key.removesuffix(":you") for key in phrases.told}
    assert told - set(title.vocabulary.events) <= {"Income", "Upkeep", "Interest"}
    assert set(part.SHOWN) <= told
    assert not part.ASIDES - set(title.vocabulary.frames)
    assert not {f"{key}:you" for key in part.AGAINST} - set(phrases.told)


NOTICED = {
    "vinci/three": {"near_target", "last_round"},
    "vinci/two": {"last_round"},
    "byzantium/three": {"danger_bulgars", "last_turn"},
    "byzantium/arabs-take-constantinople": {"danger_arabs", "last_turn"},
    "medioevo/honour-limit": {"near_limit"},
    "medioevo/two": {"last_turn"},
}


@pytest.mark.parametrize("name", NOTICED)
def test_notices_come_when_they_matter_and_go_with_the_end(name):
    title, _, views, _ = played(name)
    found = [{notice.key for notice in title.parts.noticing.notices(view)} for view in views]
    assert set().union(*found) == NOTICED[name]
    assert found[0] == found[-1] == set()


def test_somebody_who_leads_is_told_so_about_himself():
    title, _, views, _ = played("vinci/three")
    near = next(view for view in views if any(n.key == "near_target" for n in title.parts.noticing.notices(view)))
    (notice,) = title.parts.noticing.notices(near)
    own = msgspec.structs.replace(near, viewer=notice.facts["seat"])
    assert [n.key for n in title.parts.noticing.notices(own)] == ["near_target_you"]


def test_like_things_are_told_together():
    title = find_title("vinci")
    make = title.vocabulary.events
    deployed = [make["Deployed"](seat=1, province=p, tokens=3, rule="") for p in ("castile", "poland", "castile", "steppe")]
    conquered = [
        make["Conquered"](
            seat=1, province=p, cost=2, defender=d, lost=int(d is not None), survivors=0, espionage=False, declining=False
        )
        for p, d in (("castile", None), ("poland", 0), ("steppe", 2), ("taurus", None), ("urals", None), ("bavaria", None))
    ]
    events = [(n, event) for n, event in enumerate([*conquered, *deployed], 5)]
    (line,) = retold(title, events, Reader(0, "en", PLAYERS))
    assert (line.seat, line.n) == (1, 5)
    first, *rest = [clause.text for clause in line.clauses]
    assert first.endswith(f" and {5 - NAMED} more")
    assert rest == ["takes from you: Poland (1 token lost)", "12 tokens placed in 3 provinces"]
    assert line.clauses[1].is_about_you
    assert line.clauses[2].touches == ("castile", "poland", "steppe")
    (own,) = retold(title, events, Reader(1, "en", PLAYERS), with_own=True)
    assert own.seat == 1
    assert retold(title, events, Reader(1, "en", PLAYERS)) == []


@pytest.mark.parametrize(
    ("name", "scores", "winners", "changes", "key"),
    [
        ("vinci/three", (80, 80, 20), (0, 1), {}, "victory_shared"),
        ("vinci/three", (81, 80, 20), (0,), {}, None),
        ("byzantium/three", (30, 30, 20), (0,), {"cities": (5, 4)}, "tie_cities"),
        ("byzantium/three", (30, 30, 20), (0, 1), {"cities": (4, 4)}, "victory_shared"),
        ("byzantium/three", (31, 30, 20), (0,), {}, None),
    ],
)
def test_what_decided_between_equals_is_told(name, scores, winners, changes, key):
    title, _, views, _ = played(name)
    part = title.parts.retelling
    assert isinstance(part, Deciding)
    view = views[-1]
    if changes:
        alike = msgspec.structs.replace(view.players[0], cities=0)
        players = [msgspec.structs.replace(alike, **{field: value[seat]}) for seat in (0, 1) for field, value in changes.items()]
        view = msgspec.structs.replace(view, players=(*players, view.players[2]))
    verdict = part.verdict(view, Outcome(scores, winners, ""))
    assert (verdict and verdict.key) == key
    if isinstance(verdict, Notice):
        assert all(title.phrases.notice(verdict.key, language, verdict.facts, PLAYERS) for language in LANGUAGES)


def test_equal_honour_is_decided_by_florins_then_by_the_order_of_play():
    title, _, views, _ = played("medioevo/two")
    view = views[-1]
    for florins, key in (((90, 50), "tie_florins"), ((50, 50), "tie_order")):
        pairs = zip(view.seats, florins, strict=True)
        seats = tuple(msgspec.structs.replace(seat, net_florins=money, eliminated=False) for seat, money in pairs)
        alike = msgspec.structs.replace(view, seats=seats, ranking=(0, 1))
        assert title.parts.retelling.verdict(alike, Outcome((7, 7), (0,), "turns")).key == key


def test_a_title_that_says_nothing_has_its_log_retold(monkeypatch):
    title, happened, *_ = played("vinci/three")
    plain = msgspec.structs.replace(title)
    monkeypatch.setitem(plain.parts.__dict__, "retelling", None)
    monkeypatch.setattr(type(title.phrases.phrases), "told", {})
    event = next(event for _, event in happened if type(event).__name__ == "Scored")
    lines = retold(plain, [(3, event)], Reader(None, "en", PLAYERS))
    assert [(line.seat, line.clauses[0].text) for line in lines] == [(event.seat, title.phrases.event(event, "en", PLAYERS))]
    assert plainly(event) == ("Scored", event.seat)
