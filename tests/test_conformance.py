"""The conformance suite, on every registered title, without exemptions."""

import pytest

from marchland.kernel.testing import Walk, check_game, check_phrases, check_same_twice
from marchland.kernel.title import find_title, titles

TITLES = sorted(titles())


def tables():
    """A few seat counts of each title: the smallest, the largest and one between."""
    for title_id in TITLES:
        seats = find_title(title_id).seats
        for count in sorted({seats[0], seats[len(seats) // 2], seats[-1]}):
            yield title_id, count


def option_sets():
    """The default, and every value of every option that is a choice or a switch, one at a time."""
    for title_id in TITLES:
        for option in find_title(title_id).options:
            values = option.choices or ((True, False) if isinstance(option.default, bool) else ())
            for value in values:
                if value != option.default:
                    yield title_id, {option.name: value}


@pytest.mark.parametrize("title_id", TITLES)
def test_everything_has_a_sentence_in_every_language(title_id):
    check_phrases(find_title(title_id))


@pytest.mark.parametrize(("title_id", "seats"), list(tables()))
def test_a_random_game_holds_every_promise(title_id, seats):
    check_game(Walk(find_title(title_id), seats, f"conformance {seats}"), every=23)


@pytest.mark.parametrize(("title_id", "options"), list(option_sets()), ids=str)
def test_every_option_is_playable(title_id, options):
    title = find_title(title_id)
    check_game(Walk(title, title.seats[len(title.seats) // 2], f"options {options}", options), every=97)


@pytest.mark.parametrize(("title_id", "seats"), list(tables()))
def test_the_same_seed_gives_the_same_game(title_id, seats):
    check_same_twice(find_title(title_id), seats, f"twice {seats}")
