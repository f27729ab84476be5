"""One sight per request: what a move and a sheet cost, in queries, states read and lists of options, not in milliseconds."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from marchland.web.accounts.models import User
from marchland.web.tables import keeping
from marchland.web.tables.models import Table

from .conftest import client_of

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
