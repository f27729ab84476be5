"""Golden games: recorded games of every title, replayed entry by entry."""

from pathlib import Path

import pytest

from marchland.kernel.match import read_record
from marchland.kernel.replay import replay
from marchland.kernel.title import titles

GOLDEN = Path(__file__).parent / "golden"
GAMES = sorted(GOLDEN.glob("*/*.json"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_game_replays_with_every_fingerprint_and_die(path):
    record = read_record(path.read_bytes())
    assert sum(1 for _ in replay(record)) == len(record.entries) > 0


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_game_is_of_rules_that_this_release_plays(path):
    record = read_record(path.read_bytes())
    assert titles()[record.title].plays(record.rules_version)


@pytest.mark.parametrize("title", titles(), ids=str)
def test_golden_games_prove_every_version_a_title_says_it_agrees_with(title):
    """The smallest and the largest table of each version are replayed above with every fingerprint."""
    records = [read_record(path.read_bytes()) for path in GAMES if path.parent.name == title]
    seats = titles()[title].seats
    for version in titles()[title].agrees_with:
        assert version < titles()[title].rules_version
        assert {seats[0], seats[-1]} <= {record.seats for record in records if record.rules_version == version}


@pytest.mark.parametrize("title", titles(), ids=str)
def test_every_title_has_golden_games_for_its_smallest_and_largest_table(title):
    seats = {read_record(path.read_bytes()).seats for path in GAMES if path.parent.name == title}
    assert {titles()[title].seats[0], titles()[title].seats[-1]} <= seats
