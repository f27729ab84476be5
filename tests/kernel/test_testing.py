"""The conformance suite itself must fail when a title breaks a promise."""

from pathlib import Path

import msgspec
import pytest

from marchland.games.vinci import audit, view
from marchland.games.vinci.state import Holding
from marchland.games.vinci.title import TITLE
from marchland.kernel.match import read_record
from marchland.kernel.replay import replay
from marchland.kernel.testing import Walk, check_clone, check_game, check_options, check_round_trip, check_scores, check_views


def walk(moves=40):
    found = Walk(TITLE, 3, "testing")
    for _ in range(moves):
        found.step()
    return found


def test_a_failure_names_the_seed_and_leaves_a_file_that_replays(monkeypatch):
    def grumpy(game):
        assert game.turns[0] < 2, "no second turn"

    monkeypatch.setattr(audit, "audit", grumpy)
    with pytest.raises(AssertionError) as failure:
        check_game(Walk(TITLE, 3, "grumpy"), every=10_000)
    (note,) = failure.value.__notes__
    assert "seed 'grumpy'" in note
    path = Path(note.rpartition(" ")[2])
    assert len(list(replay(read_record(path.read_bytes())))) > 5
    path.unlink()


def test_a_leaking_view_is_found(monkeypatch):
    honest = view.view
    monkeypatch.setattr(view, "view", lambda game, seat: msgspec.structs.replace(honest(game, seat), bag=game.chance.key[0]))
    with pytest.raises(AssertionError, match="shows something hidden"):
        check_views(walk())


def test_scores_that_nobody_is_shown_are_found(monkeypatch):
    honest = view.view
    monkeypatch.setattr(view, "view", lambda game, seat: msgspec.structs.replace(honest(game, seat), scores=(9, 9, 9)))
    with pytest.raises(AssertionError, match="other scores than those shown"):
        check_scores(walk())


def test_a_shared_container_is_found(monkeypatch):
    found = walk()
    monkeypatch.setattr(type(found.state), "_containers", ("stack",))
    with pytest.raises(AssertionError, match="a clone shares something"):
        check_clone(found)


def test_a_state_that_does_not_survive_json_is_found(monkeypatch):
    found = walk()
    load = TITLE.load

    def forgetful(title, plain):
        state = load(plain)
        state.score[0] += 1
        return state

    monkeypatch.setattr(type(TITLE), "load", forgetful)
    with pytest.raises(AssertionError, match="round trip differs"):
        check_round_trip(found)


def test_an_option_listed_twice_is_found(monkeypatch):
    found = walk()
    found.state.menu = found.state.options() * 2
    with pytest.raises(AssertionError, match="an option twice"):
        check_options(found)


def test_a_lost_token_is_found():
    found = walk()
    province = next(p for p, held in found.state.land.items() if held is not None and held.seat >= 0 and not held.declining)
    held = found.state.land[province]
    found.state.land[province] = Holding(held.seat, held.tokens + 1)
    with pytest.raises(AssertionError, match="not conserved"):
        audit.audit(found.state)
