"""Random games by the dozen: audited after every move, reconciled at the end. Failures print what replays them."""

import pytest

from marchland.bots.arena import simulate
from marchland.bots.protocol import make_bot
from marchland.kernel.title import find_title, titles

GAMES = {"vinci": 240, "byzantium": 60, "medioevo": 15, "cendre": 6}
"""How many games of a title take a few seconds."""


@pytest.mark.slow
@pytest.mark.parametrize("title_id", sorted(titles()))
def test_random_games_end_and_add_up(title_id):
    games = GAMES.get(title_id, 10)
    tally = simulate(find_title(title_id), games, None, ["random"], f"fuzz {title_id}", check=True)
    assert tally.finished == games


@pytest.mark.slow
@pytest.mark.parametrize("title_id", sorted(titles()))
def test_a_hard_bot_does_better_than_an_easy_one(title_id):
    """Chairs are changed from game to game, and points compared: seats need not be equally strong."""
    title = find_title(title_id)
    hard, easy = make_bot(title, "hard").name, make_bot(title, "easy").name
    tally = simulate(title, 6, max(2, title.seats[0]), [hard, easy], "hard against easy")
    assert tally.points[hard] > tally.points[easy], tally.report()
