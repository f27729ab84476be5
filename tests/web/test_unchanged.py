"""What never changes is sent once, and never to those who may see it no longer."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from marchland.web.accounts.models import User
from marchland.web.api.services import token_create
from marchland.web.tables import history, keeping, replays
from marchland.web.tables.models import Status, Table, Watching

from .conftest import client_of, sit_down
from .test_chaos import played

pytestmark = pytest.mark.django_db

MOMENT = "/t/{0}/replay/?at=1"
RECORD = "/t/{0}/record/"


@pytest.fixture
def over(table: Table, ada: User, bob: User) -> Table:
    """Closed by its host: nothing is added any more, and everybody may check it."""
    played(table, [ada, bob])
    Table.objects.filter(pk=table.pk).update(status=Status.ABANDONED)
    return table


def again(client: Client, path: str, mark: str, **headers: str) -> int:
    return client.get(path, headers={"if-none-match": mark, **headers}).status_code


@pytest.mark.parametrize("address", [MOMENT, RECORD, "/api/tables/{0}/record"])
def test_what_a_browser_has_of_a_game_that_is_over_is_neither_made_nor_sent_again(
    over: Table, bob: User, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(headers={"authorization": f"Bearer {token_create(bob, 'x')}"}) if "api" in address else client_of(bob)
    path = address.format(over.slug)
    first = client.get(path)
    assert (first.status_code, first["Cache-Control"]) == (200, "private, no-cache")
    assert again(client, path, 'W/"another"') == 200

    def refuse(*_: Any) -> None:
        raise AssertionError("it is made again")

    for owner, name in ((replays, "_drawn"), (keeping, "state_after"), (history, "record_entries")):
        monkeypatch.setattr(owner, name, refuse)
    second = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (second.status_code, second.content, second["ETag"]) == (304, b"", first["ETag"])


def test_another_reader_language_or_moment_is_another_thing(over: Table, ada: User, bob: User) -> None:
    path = MOMENT.format(over.slug)
    mark = client_of(bob).get(path)["ETag"]
    assert again(client_of(bob), path, mark) == 304
    assert again(client_of(ada), path, mark) == again(client_of(None), path, mark) == 200
    assert again(client_of(bob), path, mark, **{"accept-language": "fr"}) == 200
    assert again(client_of(bob), path.replace("=1", "=2"), mark) == 200
    assert again(client_of(bob), f"{path}&by=turn", mark) == 200
    User.objects.filter(pk=ada.pk).update(username="ada-the-great")
    assert again(client_of(bob), path, mark) == 200


def test_whoever_may_not_look_any_longer_gets_nothing(over: Table, eve: User) -> None:
    for path in (MOMENT.format(over.slug), RECORD.format(over.slug)):
        mark = client_of(eve).get(path)["ETag"]
        Table.objects.filter(pk=over.pk).update(watching=Watching.NOBODY)
        assert again(client_of(eve), path, mark) == 404
        Table.objects.filter(pk=over.pk).update(watching=Watching.EVERYBODY)


def test_a_game_under_way_has_no_marks(ada: User, bob: User) -> None:
    table = sit_down(ada, bob)
    played(table, [ada, bob])
    assert "ETag" not in client_of(bob).get(MOMENT.format(table.slug))
