"""Every act by everybody who may not, at every moment at which it cannot be, and twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
import time_machine
from django.db import connection

from marchland.kernel.errors import MarchlandError
from marchland.web.accounts.models import User
from marchland.web.hosting.acts import NAMES
from marchland.web.hosting.services import act
from marchland.web.tables.models import Status, Table
from marchland.web.tables.refusals import Stale
from marchland.web.tables.services import action_submit

from ..conftest import client_of
from .conftest import answer, do, fresh, play_at, wanted

pytestmark = pytest.mark.django_db

FACTS: dict[str, dict[str, Any]] = {
    "remind": {},
    "extend": {"hours": 5},
    "pause": {},
    "go_on": {},
    "pace": {"pace": "slow"},
    "resolve": {},
    "hand_over": {"seat": 1, "level": "easy"},
    "give_back": {"seat": 2},
    "reseat": {"seat": 2},
    "name_host": {"seat": 1},
    "take_back": {"to": 1, "note": "a slip"},
    "correct": {"patch": [{"path": "/scores/0", "value": 3, "was": 0}], "note": "three"},
    "close": {"note": "enough"},
    "letters_on": {},
    "letters_off": {},
}


@pytest.fixture
def ready(ada: User, bob: User, eve: User, clock: time_machine.Traveller) -> Table:
    """A table at which everything can be done, but to go on: it is not paused."""
    table, people = play_at(ada, bob, eve), [ada, bob, eve]
    for _ in range(2):
        answer(table, people)
    do(table, ada, "hand_over", seat=2, level="easy")
    answer(table, people)  # Eve is back with her answer, and leaves once more
    do(table, ada, "hand_over", seat=2, level="easy")
    return table


def everything(table: Table) -> tuple[Any, ...]:
    now = fresh(table)
    seats = list(now.seats.values_list("kind", "user", "stand_in", "stand_in_until", "due", "departed"))
    return now.state, now.status, now.entries_made, now.host_id, now.pace, now.paused, seats


def ready_for(table: Table, name: str, host: User) -> None:
    if name == "go_on":
        do(table, host, "pause")
    if name == "letters_on":
        do(table, host, "letters_off")


def test_every_act_is_tried_here() -> None:
    assert set(FACTS) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_nobody_but_the_host_does_it_and_the_host_does_it_once(ready: Table, ada: User, bob: User, eve: User, name: str) -> None:
    stranger = User.objects.create(username="stranger")
    play_at(stranger, User.objects.create(username="friend"))  # a host, but elsewhere
    ready_for(ready, name, ada)
    before, seen = everything(ready), fresh(ready).entries_made
    for person in (bob, eve, stranger):
        with pytest.raises(MarchlandError):
            act(ready.slug, person, wanted(name, **FACTS[name]), seen)
    for client in (client_of(None), client_of(bob), client_of(stranger)):
        assert client.post(f"/t/{ready.slug}/host/", {"do": name, "entry": seen}).status_code in (401, 403)
    assert everything(ready) == before
    act(ready.slug, ada, wanted(name, **FACTS[name]), seen)
    after = everything(ready)
    assert after != before
    with pytest.raises(MarchlandError):
        act(ready.slug, ada, wanted(name, **FACTS[name]), seen)
    assert everything(ready) == after, "two clicks, and it was done twice"


@pytest.mark.parametrize("status", [Status.GATHERING, Status.OVER, Status.ABANDONED])
def test_at_a_table_that_is_not_played_nothing_can_be_done(ready: Table, ada: User, status: Status) -> None:
    Table.objects.filter(pk=ready.pk).update(status=status)
    before = everything(ready)
    for name, facts in FACTS.items():
        with pytest.raises(MarchlandError):
            act(ready.slug, ada, wanted(name, **facts), before[2])
    assert everything(ready) == before
    assert client_of(ada).get(f"/t/{ready.slug}/host/").status_code == 409


@pytest.mark.parametrize("seen", [-1, 0, 10_000])
def test_whoever_has_not_seen_the_table_as_it_is_changes_nothing_on_it(ready: Table, ada: User, seen: int) -> None:
    before = everything(ready)
    for name in ("take_back", "correct", "resolve", "extend", "reseat"):
        with pytest.raises(MarchlandError):
            act(ready.slug, ada, wanted(name, **FACTS[name]), seen)
    assert everything(ready) == before


def test_a_host_sees_no_more_of_a_sealed_question_than_everybody(
    ada: User, bob: User, eve: User, clock: time_machine.Traveller
) -> None:
    """Whatever the others have bid, the desk says the same."""
    told = []
    for option in (0, 2):
        table = play_at(ada, bob, eve)
        action_submit(table.slug, bob, 1, option, table.entries_made)
        desk = client_of(ada).get(f"/t/{table.slug}/host/?at=").json()
        told.append({name: desk[name] for name in ("places", "turns", "motion", "facts", "links")})
    assert told[0] == told[1]


@pytest.mark.django_db(transaction=True)
def test_of_two_clicks_at_the_same_moment_one_counts(ada: User, bob: User) -> None:
    table = play_at(ada, bob)
    together = Barrier(2)

    def click(_hand: int) -> str:
        together.wait()
        try:
            act(table.slug, ada, wanted("extend", hours=5), 0)
        except Stale:
            return "stale"
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(2) as hands:
        assert sorted(hands.map(click, range(2))) == ["done", "stale"]
    assert fresh(table).entries_made == 1
