"""Chance: fair, reproducible, scripted, verifiable."""

from collections import Counter

import pytest

from marchland.kernel.chance import (
    Chance,
    Mirrored,
    ScriptExhausted,
    below,
    commitment,
    drawn,
    key_from_seed,
    leaning,
    pick,
    roll,
    scripted,
    shuffled,
    verify_roll,
)
from marchland.kernel.events import Rolled

from .toy import Heap


def game(chance=None):
    return Heap(chance=chance or Chance(key_from_seed(1)), taken=[0, 0])


def test_draws_are_uniform():
    counts = Counter(drawn(key_from_seed("fair"), counter, 6) for counter in range(12_000))
    assert set(counts) == set(range(6))
    assert all(1_850 < count < 2_150 for count in counts.values()), counts


def test_the_same_key_gives_the_same_draws_and_another_key_others():
    first = [drawn(key_from_seed(1), counter, 1_000) for counter in range(20)]
    assert first == [drawn(key_from_seed(1), counter, 1_000) for counter in range(20)]
    assert first != [drawn(key_from_seed(2), counter, 1_000) for counter in range(20)]


def test_every_draw_moves_the_counter_by_one_and_a_clone_stays_behind():
    table = game()
    twin = table.clone()
    assert below(table, 6) == below(twin, 6)
    assert table.chance.counter == 1
    below(table, 6)
    assert twin.chance.counter == 1


def test_rolls_are_public_and_can_be_checked_with_the_key():
    table = game()
    values = roll(table, 0, "test", dice=5)
    (event,) = table.outbox
    assert isinstance(event, Rolled)
    assert event.values == values
    assert event.audience is None
    assert verify_roll(key_from_seed(1), event)
    assert not verify_roll(key_from_seed(2), event)


def test_the_commitment_hides_the_key():
    key = key_from_seed(1)
    assert commitment(key) == commitment(key)
    assert key.hex() not in commitment(key)
    assert commitment(key) != commitment(key_from_seed(2))


def test_a_script_is_used_in_order_and_its_mistakes_are_named():
    table = game(scripted(6, 0, 9))
    assert roll(table, 0, "test") == (6,)
    assert pick(table, "ab") == "a"
    with pytest.raises(ScriptExhausted, match="is 9, not 1 to 6"):
        roll(table, 0, "test")
    with pytest.raises(ScriptExhausted, match="ends before draw"):
        below(game(scripted()), 2)


def test_a_lone_item_needs_no_draw():
    table = game(scripted())
    assert pick(table, ["only"]) == "only"


def test_a_shuffle_keeps_everything_and_reaches_every_order():
    orders = {tuple(shuffled(game(Chance(key_from_seed(seed))), "abc")) for seed in range(80)}
    assert len(orders) == 6


def test_leaning_draws_fall_to_one_side_and_do_not_depend_on_how_many_came_before():
    for high, face, index in ((True, 6, 3), (False, 1, 0)):
        table = game(leaning(high=high))
        assert roll(table, 0, "test", dice=3) == (face,) * 3
        assert pick(table, "abcd") == "abcd"[index]
        assert roll(table, 0, "test") == (face,)
        assert table.clone().chance == table.chance


def test_mirrored_draws_are_the_opposite_of_those_of_the_same_key():
    key = key_from_seed("mirror")
    plain, mirrored = game(Chance(key)), game(Mirrored(key))
    for _ in range(3):
        assert [a + b for a, b in zip(roll(plain, 0, "one", 4), roll(mirrored, 0, "other", 4), strict=True)] == [7] * 4
    assert plain.chance.counter == mirrored.chance.counter == 12
