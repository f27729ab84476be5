"""Many at once: races for a seat, for a move, for a rematch."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from marchland.kernel.errors import MarchlandError
from marchland.web.accounts.models import User
from marchland.web.accounts.services import guest_create
from marchland.web.lobby.services import Place, Wish, rematch, seat_take, table_create
from marchland.web.tables.models import Entry, Seat, Status, Table
from marchland.web.tables.services import action_submit, undo

from .conftest import sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Run all jobs in threads that start together; refusals are results, anything else is raised."""
    gate = threading.Barrier(len(jobs))
    results: list[Any] = [None] * len(jobs)

    def run(number: int, job: Callable[[], Any]) -> None:
        gate.wait()
        try:
            results[number] = job()
        except MarchlandError as refusal:
            results[number] = refusal
        except BaseException as bug:
            results[number] = bug
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, MarchlandError):
            raise result
    return results


def test_of_many_who_want_a_seat_one_gets_it(ada: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open")], {}))
    guests = [guest_create() for _ in range(8)]
    results = at_once(*(lambda guest=guest: seat_take(table.slug, guest, 1) for guest in guests))
    assert sum(isinstance(result, Table) for result in results) == 1
    assert Seat.objects.get(table=table, number=1).user in guests
    assert Entry.objects.filter(table=table).count() == 1


def test_the_same_move_sent_many_times_counts_once(ada: User, bob: User) -> None:
    table = sit_down(ada, bob)
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 0}, 1)
    results = at_once(*[lambda: action_submit(table.slug, ada, 0, {"type": "Throw"}, 2).entry] * 8)
    assert sorted(str(result) for result in results if isinstance(result, int)) == ["3"]
    assert Entry.objects.filter(table=table).count() == 4


def test_sealed_answers_at_the_same_moment_all_count(ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob, eve)
    jobs = [
        lambda user=user, seat=seat: action_submit(table.slug, user, seat, {"type": "Bid", "amount": seat}, 0).entry
        for seat, user in enumerate((ada, bob, eve))
    ]
    assert sorted(at_once(*jobs)) == [1, 2, 3]
    assert Table.objects.get(pk=table.pk).entries_made == 3


def test_a_move_and_an_undo_at_the_same_moment_leave_one_truth(ada: User, bob: User) -> None:
    table = sit_down(ada, bob)
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 0}, 1)
    from marchland.web.tables import keeping

    pebble = keeping.present_state(Table.objects.get(pk=table.pk)).hands[0][0]
    action_submit(table.slug, ada, 0, {"type": "Place", "pebble": pebble, "space": "stone01"}, 2)
    results = at_once(
        lambda: undo(table.slug, ada, 0, 3).entry, lambda: action_submit(table.slug, ada, 0, {"type": "Stop"}, 3).entry
    )
    assert sum(isinstance(result, int) for result in results) == 1
    fresh = Table.objects.get(pk=table.pk)
    assert fresh.entries.order_by("-n").first().fingerprint == keeping.present_state(fresh).fingerprint()


def test_two_who_ask_for_a_rematch_get_the_same_table(ada: User, bob: User) -> None:
    table = sit_down(ada, bob)
    Table.objects.filter(pk=table.pk).update(status=Status.OVER)
    results = at_once(lambda: rematch(table.slug, ada), lambda: rematch(table.slug, bob))
    assert results[0] == results[1]
    assert Table.objects.count() == 2


def test_many_tables_are_played_at_once_without_a_lost_move(ada: User, bob: User) -> None:
    tables = [sit_down(ada, bob, rounds=1) for _ in range(6)]

    def whole_game(table: Table) -> int:
        from marchland.kernel.vocabulary import plain
        from marchland.web.tables import keeping

        for _ in range(200):
            fresh = Table.objects.get(pk=table.pk)
            state = keeping.present_state(fresh)
            if state.is_over:
                return fresh.entries_made
            seat = state.deciders[0]
            action_submit(table.slug, (ada, bob)[seat], seat, plain(state.options(seat)[0]), fresh.entries_made)
        raise AssertionError("the game does not end")

    made = at_once(*(lambda table=table: whole_game(table) for table in tables))
    for table, entries in zip(tables, made, strict=True):
        assert list(table.entries.values_list("n", flat=True)) == list(range(entries + 1))


def test_this_runs_on_the_database_that_was_asked_for() -> None:
    wanted = "postgresql" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "sqlite"
    assert connection.vendor == wanted
