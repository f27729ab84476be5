"""Random games by the dozen: audited after every move, reconciled at the end. Failures print what replays them."""

from collections import Counter

import pytest

from marchland.bots import search
from marchland.bots.arena import Broken, Inspector, play_game, simulate, varied
from marchland.bots.protocol import make_bot
from marchland.kernel.chance import key_from_seed
from marchland.kernel.title import find_title, titles

GAMES = {"vinci": 240, "byzantium": 60, "medioevo": 15, "cendre": 6}
"""How many games of a title take a few seconds."""
CURIOUS_GAMES = {"vinci": 6, "byzantium": 60, "medioevo": 10, "cendre": 4}
"""The same for games that look for trouble; `make sweep` plays thousands of them."""
GAMES_OF_LEVELS = 8
"""The most games that levels play against each other: an even number, so that each has as many chairs as the other."""


@pytest.mark.slow
@pytest.mark.parametrize("title_id", sorted(titles()))
def test_random_games_end_and_add_up(title_id):
    games = GAMES.get(title_id, 10)
    tally = simulate(find_title(title_id), games, None, ["random"], f"fuzz {title_id}", check=True)
    assert tally.finished == games


@pytest.mark.slow
@pytest.mark.parametrize("title_id", sorted(titles()))
def test_a_hard_bot_does_better_than_an_easy_one(title_id, monkeypatch):
    """Chairs are changed: seats need not be equally strong. Nobody is hurried: a busy machine plays the same games. What can no
    longer be caught up is not played on."""
    monkeypatch.setattr(search, "perf_counter", lambda: 0.0)
    title = find_title(title_id)
    hard, easy = make_bot(title, "hard").name, make_bot(title, "easy").name
    wins: Counter[str] = Counter()
    for number in range(GAMES_OF_LEVELS):
        wins += simulate(title, 1, min(3, title.seats[-1]), [hard, easy], "hard against easy", first=number).wins
        if wins[hard] > GAMES_OF_LEVELS / 2:
            break
    assert wins[hard] > wins[easy]


@pytest.mark.slow
@pytest.mark.parametrize("title_id", sorted(titles()))
def test_games_that_look_for_trouble_under_any_options_end_and_add_up(title_id):
    games = CURIOUS_GAMES.get(title_id, 4)
    tally = simulate(find_title(title_id), games, None, ["curious"], f"trouble {title_id}", check=True, vary=True)
    assert tally.finished == games


def test_every_value_of_every_option_is_drawn_and_what_is_given_stays():
    for title in map(find_title, titles()):
        drawn = [varied(title, {}, str(number)) for number in range(200)]
        for option in title.options:
            values = {settings.get(option.name) for settings in drawn}
            if option.choices or isinstance(option.default, bool):
                assert values == set(option.choices or (True, False)), option.name
            assert all(option.name in varied(title, {option.name: "given"}, str(number)) for number in range(3))
            assert varied(title, {option.name: "given"}, "1")[option.name] == "given"


def test_a_game_that_breaks_off_says_how_to_play_it_again(monkeypatch):
    """The third game is broken on purpose; the figures in the message play that very game."""
    title = find_title("byzantium")
    whole = [simulate(title, 1, None, ["curious"], "seed", vary=True, first=number).report()["fingerprint"] for number in range(3)]
    assert len(set(whole)) == 3

    def broken(title, bots, seed, *others):
        assert seed != "seed/2", "purse below zero"
        return play_game(title, bots, seed, *others)

    monkeypatch.setattr("marchland.bots.arena.play_game", broken)
    with pytest.raises(Broken, match=r"4 seats, bots curious, options .*purse below zero.*--seed 'seed' --first 2 --games 1"):
        simulate(title, 5, None, ["curious"], "seed", vary=True)


def test_a_checked_game_stops_where_nobody_can_go_on(monkeypatch):
    title = find_title("byzantium")
    state = title.new(2, key_from_seed("stuck"))
    monkeypatch.setattr(type(state), "options", lambda self, seat=None: ())
    with pytest.raises(AssertionError, match="offers nothing"):
        Inspector(title, []).inspect(state, [])
