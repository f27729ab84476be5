"""The coach: its ideas are legal and told in figures, hidden facts make no difference to them, and a blunder is found."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from marchland.bots import coach
from marchland.bots.greedy import GreedyBot
from marchland.bots.protocol import Glimpse, answer
from marchland.games.vinci.rules.conquest.conquest import ChooseConquest, EndConquests
from marchland.games.vinci.rules.decline import DeclareDecline, DeclineOrPlay, PlayOn
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import key_from_seed
from marchland.kernel.gauges import gauges_of, word_of
from marchland.kernel.state import State
from marchland.kernel.title import Title, find_title

TITLES = ("vinci", "byzantium", "medioevo")


def positions(title: Title, seed: str, moves: int, each: int = 1):
    """A game between greedy bots: positions at which somebody has a choice, so many of each kind of question."""
    state, bot, seen = title.new(3, key_from_seed(seed)), GreedyBot(), Counter[str]()
    for move in range(moves):
        if state.is_over:
            return
        seat, kind = state.deciders[0], type(state.decision).__name__
        if len(state.options(seat)) > 1 and seen[kind] < each:
            seen[kind] += 1
            yield state.clone(), seat
        state.play(seat, answer(bot, title, state, seat, f"{seed}/{move}"))


@pytest.mark.parametrize("title_id", TITLES)
def test_ideas_are_legal_the_same_for_the_same_seed_and_whatever_is_hidden(title_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dealt anew for the seat, and with the coach's own chance the same, the table brings the same advice to the letter."""
    monkeypatch.setattr(coach, "EFFORT", 300)
    title, kinds = find_title(title_id), 0
    for state, seat in positions(title, "coach", 170):
        advice = coach.advise(Glimpse(title, state, seat, "seed"))
        dealt = title.redeal(state, seat, key_from_seed(f"other {kinds}"))
        assert coach.advise(Glimpse(title, dealt, seat, "seed")) == advice, type(state.decision).__name__
        assert 1 <= len(advice.ideas) <= coach.IDEAS
        assert len({idea.action for idea in advice.ideas}) == len(advice.ideas)
        assert all(idea.action in state.options(seat) for idea in advice.ideas)
        assert advice.now == gauges_of(title, title.view(state, seat))
        kinds += 1
    assert kinds >= 5


@pytest.mark.parametrize("title_id", TITLES)
def test_every_figure_is_said_in_every_language(title_id: str) -> None:
    title = find_title(title_id)
    (first, *_) = gauges_of(title, title.view(title.new(3, key_from_seed("words")), None))
    for gauge in first:
        for language in LANGUAGES:
            assert word_of(gauge) in title.phrases.phrases.words
            assert title.phrases.measure(word_of(gauge), 7, language).startswith("7 ")


def test_a_title_without_gauges_is_told_by_its_scores() -> None:
    title = find_title("cendre")
    assert title.parts.gauges is None
    view = title.view(title.new(2, key_from_seed("scores"), {}), 0)
    assert all(set(own) <= {"score"} for own in gauges_of(title, view))


def conquest(title: Title) -> tuple[State, int]:
    return next((state, seat) for state, seat in positions(title, "blunder", 200) if isinstance(state.decision, ChooseConquest))


def test_a_blunder_is_found_and_what_would_have_been_better() -> None:
    """To stop conquering with both hands full costs the points of a whole turn."""
    title = find_title("vinci")
    state, seat = conquest(title)
    blunder = next(option for option in state.options(seat) if not isinstance(option, EndConquests))
    while len(state.options(seat)) > 1 and EndConquests() not in state.options(seat):
        state.play(seat, blunder)
        blunder = state.options(seat)[0]
    assert coach.first_sight(Glimpse(title, state, seat, "seed"), EndConquests()) > 0.2, "in the logarithm of odds"
    found = coach.lapse(Glimpse(title, state, seat, "seed"), EndConquests())
    assert found is not None
    assert found.cost > 0.2
    assert found.better.standing[seat]["points"] > found.played.standing[seat]["points"]


def test_the_move_of_the_best_bot_is_no_lapse() -> None:
    title = find_title("vinci")
    state, seat = conquest(title)
    best = coach.advise(Glimpse(title, state, seat, "seed")).ideas[0].action
    assert coach.lapse(Glimpse(title, state, seat, "seed"), best) is None


def test_to_decline_or_not_is_followed_into_the_next_turn() -> None:
    """One bears fruit at once and the other a turn later: neither is judged before."""
    title = find_title("vinci")
    state, seat = next(
        (state, seat) for state, seat in positions(title, "decline", 300) if isinstance(state.decision, DeclineOrPlay)
    )
    advice = coach.advise(Glimpse(title, state, seat, "seed"))
    assert advice.is_further
    assert {len(advice.ideas), advice.options} == {2}
    after = {type(idea.action): idea.standing[seat] for idea in advice.ideas}
    assert after[PlayOn]["points"] > advice.now[seat]["points"]
    assert after[DeclareDecline]["provinces"] > 0, "the empire that follows is on the board"


def test_what_comes_to_the_same_in_the_end_is_told_once() -> None:
    """Tokens laid one by one: in whatever order, it is one idea."""
    title = find_title("vinci")
    for state, seat in positions(title, "order", 200, each=2):
        if type(state.decision).__name__ == "Reorganize":
            ideas = coach.advise(Glimpse(title, state, seat, "seed")).ideas
            plans = [Counter(map(msgspec.json.encode, (idea.action, *(step.action for step in idea.then)))) for idea in ideas]
            assert all(one != other for place, one in enumerate(plans) for other in plans[:place])
            return
    pytest.fail("nobody laid tokens")


def test_the_coach_is_no_bot_and_moves_nothing() -> None:
    title = find_title("byzantium")
    state, seat = next(positions(title, "still", 5))
    before = state.fingerprint()
    coach.advise(Glimpse(title, state, seat, "seed"))
    assert state.fingerprint() == before


def test_where_a_title_has_a_judgement_the_coach_goes_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """An option is as good as the best turn that begins with it: who likes small empires is told to take nothing."""
    title = find_title("vinci")
    state, seat = conquest(title)
    glimpse = Glimpse(title, state, seat, "seed")
    assert EndConquests() != coach.advise(glimpse).ideas[0].action
    for eye in ("judge", "hunch"):
        monkeypatch.setattr(title.parts.bot, eye, lambda game, seat, style: -float(len(game.active[seat])))
    assert coach.advise(glimpse).ideas[0].action == EndConquests()
