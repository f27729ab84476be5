"""Random games by the hundred: audited after every move, reconciled at the end. Failures print what replays them."""

import pytest

from marchland.bots.arena import simulate
from marchland.kernel.title import find_title, titles

GAMES = {"vinci": 240}
"""How many games of a title take a few seconds; forty if nothing is said."""


@pytest.mark.slow
@pytest.mark.parametrize("title_id", sorted(titles()))
def test_random_games_end_and_add_up(title_id):
    games = GAMES.get(title_id, 40)
    tally = simulate(find_title(title_id), games, None, ["random"], f"fuzz {title_id}", check=True)
    assert tally.finished == games


@pytest.mark.slow
@pytest.mark.parametrize("title_id", sorted(titles()))
def test_greedy_beats_random(title_id):
    title = find_title(title_id)
    seats = max(2, title.seats[0])
    tally = simulate(title, 12, seats, ["greedy", "random"], "greedy against random")
    assert tally.wins["greedy"] > tally.wins["random"]
