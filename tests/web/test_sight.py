"""One sight per request: what a move and a sheet cost, in queries, states read and lists of options, not in milliseconds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from marchland.web.accounts.models import User
from marchland.web.tables import keeping, scenes
from marchland.web.tables.models import Table
from marchland.web.tables.services import action_submit
from marchland.web.titles import title_named

from .conftest import client_of, sit_down

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from sight import tallied

pytestmark = pytest.mark.django_db


@pytest.fixture
def turn(table: Table, ada: User, bob: User) -> Table:
    """Ada is asked, and both have looked at the table."""
    for user, amount in ((ada, 2), (bob, 0)):
        entry = Table.objects.get(pk=table.pk).entries_made
        client_of(user).post(f"/t/{table.slug}/act/", {"entry": entry, "action": f'{{"type": "Bid", "amount": {amount}}}'})
    return Table.objects.get(pk=table.pk)


def test_a_move_reads_no_state_that_the_process_knows_and_lists_the_options_once(turn: Table, ada: User) -> None:
    client = client_of(ada)
    client.get(f"/t/{turn.slug}/parts/?seen=2&append")
    with tallied() as tally:
        assert client.post(f"/t/{turn.slug}/act/?append", {"entry": 2, "option": 0}).status_code == 200
    assert (tally["loads"], tally["options"]) == (0, 1)


def test_a_move_reads_the_state_once_where_the_process_knows_nothing(turn: Table, ada: User) -> None:
    keeping.forget()
    with tallied() as tally:
        assert client_of(ada).post(f"/t/{turn.slug}/act/?append", {"entry": 2, "option": 0}).status_code == 200
    assert tally["loads"] == 1


def test_what_the_process_remembers_is_never_believed_against_the_database(turn: Table, ada: User) -> None:
    truth = keeping.present_state(turn)
    assert keeping.present_state(turn).scores == [0, 0]
    truth.scores[0] = 7
    assert keeping.present_state(turn).scores == [0, 0]
    Table.objects.filter(pk=turn.pk).update(state=truth.to_json().decode())
    assert keeping.present_state(Table.objects.get(pk=turn.pk)).scores == [7, 0]


def parts(user: User | None, table: Table, seen: int = -1, **marks: str) -> dict[str, Any]:
    held = {"x-drawn": " ".join(f"{name}:{mark}" for name, mark in marks.items())} if marks else {}
    answer = client_of(user).get(f"/t/{table.slug}/parts/?seen={seen}&append", headers=held)
    assert answer.status_code == 200
    return answer.json()


def test_a_page_asks_the_database_for_who_asks_the_table_and_its_seats_and_nothing_else(turn: Table, ada: User) -> None:
    client = client_of(ada)
    client.get(f"/t/{turn.slug}/parts/?seen=2&append")
    with tallied() as tally:
        client.get(f"/t/{turn.slug}/parts/?seen=2&append", headers={"x-drawn": "chat:0"})
    assert (tally["queries"], tally["loads"]) == (4, 0)


def test_a_move_asks_the_database_no_more_than_it_must(turn: Table, ada: User) -> None:
    client = client_of(ada)
    client.get(f"/t/{turn.slug}/parts/?seen=2&append")
    with tallied() as tally:
        client.post(f"/t/{turn.slug}/act/?append", {"entry": 2, "option": 0}, headers={"x-drawn": "chat:0"})
    # session, user, begin, table, seats, entry, table, seat, commit; here a transaction within the test's own
    assert tally["queries"] == 9


def test_what_has_not_changed_is_neither_drawn_nor_sent(turn: Table, ada: User) -> None:
    first = parts(ada, turn, seen=2)
    assert set(first["marks"]) == set(first["parts"]) | {"chat"}
    with tallied() as tally:
        again = parts(ada, turn, seen=2, **first["marks"])
    assert (again["parts"], again["marks"], tally["filled"]) == ({}, first["marks"], 0)
    assert again["log_new"] == ""


def test_a_move_sends_what_it_changed_and_a_part_the_page_has_otherwise(turn: Table, ada: User, bob: User) -> None:
    bobs = parts(bob, turn, seen=2)
    action_submit(turn.slug, ada, 0, {"type": "Draw"}, 2)
    news = parts(bob, turn, seen=2, **{**bobs["marks"], "controls": "another"})
    changed = {name for name, mark in news["marks"].items() if bobs["marks"][name] != mark}
    assert set(news["parts"]) == changed | {"controls"}
    assert changed
    assert changed != set(bobs["marks"])


def test_what_was_drawn_for_one_is_never_shown_to_another(turn: Table, ada: User, bob: User) -> None:
    action_submit(turn.slug, ada, 0, {"type": "Draw"}, 2)
    people = (ada, bob, None, ada, None, bob)
    mixed = [parts(user, turn)["parts"] for user in people]
    for user, seen in zip(people, mixed, strict=True):
        scenes.forget()
        assert seen == parts(user, turn)["parts"]
    assert mixed[0] != mixed[1] != mixed[2]


def test_a_message_is_sent_to_pages_that_do_not_have_it(turn: Table, ada: User, bob: User) -> None:
    before = parts(bob, turn, seen=2)
    client_of(ada).post(f"/t/{turn.slug}/chat/", {"text": "hello there"})
    news = parts(bob, turn, seen=2, **before["marks"])
    assert list(news["parts"]) == ["chat"]
    assert "hello there" in news["parts"]["chat"]
    assert parts(bob, turn, seen=2, **news["marks"])["parts"] == {}


def test_the_log_after_something_was_taken_back_is_the_log_of_the_database(turn: Table, ada: User) -> None:
    hand = keeping.present_state(turn).hands[0]
    action_submit(turn.slug, ada, 0, {"type": "Place", "pebble": hand[0], "space": "stone01"}, 2)
    client_of(ada).post(f"/t/{turn.slug}/undo/", {"entry": 3})
    known = [entry.n for entry in keeping.latest_entries(Table.objects.get(pk=turn.pk))]
    keeping.forget()
    assert known == [entry.n for entry in keeping.latest_entries(Table.objects.get(pk=turn.pk))] == [4, 2, 1, 0]


def test_a_sheet_that_was_checked_is_not_tried_again_and_each_seat_has_its_own_trial(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit_down(ada, bob, written=True)
    mail = title_named("pebbles").parts.mail
    tried: list[tuple[int, bytes]] = []
    read = mail.read
    monkeypatch.setattr(mail, "read", lambda state, seat, data: tried.append((seat, data)) or read(state, seat, data))
    sheet = "from RED\nbid 1\n"

    def write(user: User, do: str, text: str) -> int:
        entry = Table.objects.get(pk=table.pk).entries_made
        return client_of(user).post(f"/t/{table.slug}/desk/?append", {"entry": entry, "do": do, "text": text}).status_code

    assert [write(ada, do, sheet) for do in ("check", "hand", "check", "hand")] == [200] * 4
    assert tried == [(0, sheet.encode())]
    assert write(bob, "check", sheet) == 200
    assert write(ada, "check", sheet + "\n") == 200
    assert tried[1:] == [(1, sheet.encode()), (0, (sheet + "\n").encode())]


def test_a_move_costs_the_same_however_many_ways_the_next_one_wants_to_be_told(ada: User, bob: User) -> None:
    asked = []
    for ways in (0, 3):
        for number in range(ways):
            bob.hooks.create(url=f"https://example.org/{number}")
            bob.devices.create(endpoint=f"https://example.org/{number}")
        table = sit_down(ada, bob, pace="slow")
        action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 2}, 0)
        with tallied() as tally:
            action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 0}, 1)
        asked.append(tally["queries"])
    # begin, table, seats, entry, table, seat, commit; notices, one that is over, one that begins
    assert asked == [10, 10]


@pytest.mark.parametrize(("pace", "more"), [("slow", [0, 0, 0]), ("deadline", [3, 5, 0]), ("clock", [1, 2, 0])])
def test_time_costs_a_move_nothing_where_none_is_kept_and_little_where_it_is(
    ada: User, bob: User, pace: str, more: list[int]
) -> None:
    """Whose time begins or ends is written in one go, and when the next runs out; small answers within a turn write neither.

    Where deadlines are days, it is asked besides who is on vacation, and noted, twice a day at most, who kept one.
    """
    asked = [queries_of_moves(sit_down(ada, bob, pace=kept), [ada, bob]) for kept in ("live", pace)]
    assert [timed - untimed for untimed, timed in zip(*asked, strict=True)] == more


def queries_of_moves(table: Table, users: list[User]) -> list[int]:
    """Two bids, and the first move of a turn."""
    made = []
    for seat in (1, 0, 0):
        entry = Table.objects.get(pk=table.pk).entries_made
        with tallied() as tally:
            action_submit(table.slug, users[seat], seat, 0, entry)
        made.append(tally["queries"])
    return made
