"""A season is played before its table is locked, and taken over only where the table is still the same; moves go before pages."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from marchland.kernel.state import State
from marchland.web.accounts.models import User
from marchland.web.monitoring import courtesy
from marchland.web.tables import beforehand, keeping, services
from marchland.web.tables.locking import write_transaction
from marchland.web.tables.models import Table

from .conftest import sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting_for_blue(ada: User, bob: User) -> Table:
    """A game in which bids are written down; red's is there."""
    table = sit_down(ada, bob, written=True)
    services.sheet_hand_in(table.slug, ada, 0, "from RED\nbid 1\n", table.entries_made)
    table.refresh_from_db()
    return table


class Played:
    """What is played while it lasts, and whether under a lock."""

    def __init__(self) -> None:
        self.under_lock: list[bool] = []
        self.is_locked = False


@pytest.fixture
def played() -> Iterator[Played]:
    watched, apply, locked = Played(), State.apply, write_transaction

    def apply_watched(state: State, *answer: object) -> object:
        watched.under_lock.append(watched.is_locked)
        return apply(state, *answer)

    class Locked:
        def __enter__(self) -> None:
            self.inner = locked()
            self.inner.__enter__()
            watched.is_locked = True

        def __exit__(self, *failed: object) -> object:
            watched.is_locked = False
            return self.inner.__exit__(*failed)

    with patch.object(State, "apply", apply_watched), patch("marchland.web.tables.locking.write_transaction", Locked):
        yield watched


def test_the_last_sheet_is_played_before_the_lock_and_once(waiting_for_blue: Table, bob: User, played: Played) -> None:
    table = waiting_for_blue
    change = services.sheet_hand_in(table.slug, bob, 1, "from BLUE\nbid 2\n", table.entries_made)
    assert played.under_lock == [False]
    table.refresh_from_db()
    assert change.state is not None
    assert table.state == change.state.to_json().decode()
    replayed = [state for _, state in keeping.walk(table)][-1]
    replayed.play(1, keeping.title_of(table).vocabulary.action(table.entries.get(n=table.entries_made).action))
    assert replayed.to_json() == change.state.to_json()


def test_a_sheet_that_others_are_waited_for_after_is_played_under_the_lock(ada: User, bob: User, played: Played) -> None:
    table = sit_down(ada, bob, written=True)
    services.sheet_hand_in(table.slug, ada, 0, "from RED\nbid 1\n", table.entries_made)
    assert played.under_lock == [True]


def test_what_was_worked_out_for_another_table_than_there_is_counts_for_nothing(
    waiting_for_blue: Table, ada: User, bob: User
) -> None:
    """Red hands in another sheet while blue's season is being played."""
    table, mail = waiting_for_blue, keeping.title_of(waiting_for_blue).parts.mail
    state = keeping.present_state(table)
    blue = mail.read(state, 1, b"from BLUE\nbid 2\n").action
    assert blue is not None
    beforehand.work_out(table, 1, blue)
    services.sheet_hand_in(table.slug, ada, 0, "from RED\nbid 3\n", table.entries_made)
    table.refresh_from_db()
    now = keeping.present_state(table)
    expected = keeping.present_state(table)
    expected.apply(1, blue)
    events = beforehand.carry_out(table, now, 1, blue)
    assert events
    assert now.to_json() == expected.to_json()


# -- moves go first --


def test_a_page_waits_for_a_move_and_no_longer_than_it_must() -> None:
    told = threading.Event()

    def page() -> None:
        courtesy.give_way()
        told.set()

    with patch.object(courtesy, "LONGEST", 60.0):
        reader = threading.Thread(target=page)
        with courtesy.moving():
            courtesy.give_way()  # whoever moves waits for nobody, not even for itself
            reader.start()
            assert not told.wait(0.05)
        assert told.wait(10)
        reader.join()


def test_a_page_comes_although_somebody_moves_all_the_time() -> None:
    with courtesy.moving():
        reader = threading.Thread(target=courtesy.give_way)
        reader.start()
        reader.join(10)
        assert not reader.is_alive()


def test_every_move_goes_first(waiting_for_blue: Table, bob: User) -> None:
    seen: list[int] = []
    keep = services._keep

    def kept(*args: object) -> None:
        seen.append(courtesy._moving)
        keep(*args)

    with patch.object(services, "_keep", kept):
        services.sheet_hand_in(waiting_for_blue.slug, bob, 1, "from BLUE\nbid 2\n", waiting_for_blue.entries_made)
    assert seen == [1]
    assert courtesy._moving == 0
