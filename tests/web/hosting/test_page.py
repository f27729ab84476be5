"""The desk as a page: who may open it, what stands on it, what its forms do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from marchland.web.accounts.models import User
from marchland.web.hosting.acts import NAMES
from marchland.web.post.models import Outgoing, Progress
from marchland.web.tables.models import Pace, Table

from ..conftest import client_of
from .conftest import answer, do, fresh

pytestmark = pytest.mark.django_db


def post(client: Client, table: Table, **fields: Any) -> Any:
    return client.post(f"/t/{table.slug}/host/", {"entry": fresh(table).entries_made, **fields})


def test_only_the_host_sits_at_the_desk(table: Table, ada: User, bob: User) -> None:
    stranger = User.objects.create(username="stranger")
    assert client_of(ada).get(f"/t/{table.slug}/host/").status_code == 200
    for client, status in ((client_of(bob), 403), (client_of(stranger), 403), (client_of(None), 401)):
        assert client.get(f"/t/{table.slug}/host/").status_code == status
        assert post(client, table, do="pause").status_code == status
    assert fresh(table).paused is None


def test_the_desk_tells_who_is_awaited_and_not_what_they_hide(table: Table, ada: User, bob: User, eve: User) -> None:
    answer(table, [ada, bob, eve])
    told = client_of(ada).get(f"/t/{table.slug}/host/?at=").json()
    assert [place["asked"] for place in told["places"]] == [False, True, True]
    assert [place["since"] for place in told["places"]] == [None, "2026-03-02T12:00:00Z", "2026-03-02T12:00:00Z"]
    assert "chance" not in {part["name"] for part in told["facts"]["parts"]}
    assert client_of(ada).get(f"/t/{table.slug}/host/?at=/chance").status_code == 403


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_page_has_a_form_for_everything(table: Table, ada: User, bob: User, eve: User, language: str) -> None:
    for _ in range(5):
        answer(table, [ada, bob, eve])
    do(table, ada, "hand_over", seat=2, level="easy")
    client = Client(headers={"accept-language": language})
    client.force_login(ada)
    page = client.get(f"/t/{table.slug}/host/?at=/scores").content.decode()
    for name in {*NAMES, "collect"} - {"go_on", "correct", "letters_on"}:
        assert f'name="do" value="{name}"' in page, name
    assert f"/t/{table.slug}/host/" in client.get(f"/t/{table.slug}/").content.decode()


def test_forms_do_what_they_say_and_come_back_to_the_desk(table: Table, ada: User, bob: User, eve: User) -> None:
    browser = Client()
    browser.force_login(ada)
    for _ in range(4):
        answer(table, [ada, bob, eve])
    assert post(browser, table, do="pause", note="a holiday").headers["Location"] == f"/t/{table.slug}/host/"
    assert fresh(table).paused is not None
    post(browser, table, do="go_on")
    post(browser, table, do="pace", pace="deadline", length="3", unit="days")
    assert (fresh(table).pace, fresh(table).tempo["hours"]) == (Pace.DEADLINE, 72)
    for value in ("8", "9"):  # the same fact twice is one correction
        put = post(browser, table, do="collect", path="/scores/1", was="0", value=value)
        assert put.headers["Location"].endswith("?at=%2Fscores#facts")
    assert "scores › 1: 0 → 9" in browser.get(f"/t/{table.slug}/host/").content.decode()
    post(browser, table, do="correct", note="nine")
    post(browser, table, do="take_back", to="1", note="from the start")
    assert [entry.kind for entry in fresh(table).entries.order_by("n")][-2:] == ["correct", "back"]
    page = browser.get(f"/t/{table.slug}/").content.decode()
    for told in ("a holiday", "scores › 1: 0 → 9", "from the start"):
        assert told in page
    assert page.count('class="entry new undone"') + page.count('class="entry undone"') > 0
    assert post(browser, table, do="close", note="enough").headers["Location"] == f"/t/{table.slug}/"
    closed = browser.get(f"/t/{table.slug}/").content.decode()
    assert "enough" in closed
    assert "This table is closed" in closed
    assert "Waiting for" not in closed
    assert browser.get(f"/t/{table.slug}/record/").status_code == 200


def test_nonsense_is_refused_in_words(table: Table, ada: User) -> None:
    client = client_of(ada)
    for fields, status in (
        ({"do": "burn"}, 400),
        ({"do": "extend", "hours": "many"}, 400),
        ({"do": "pace", "pace": "deadline", "length": "0"}, 400),
        ({"do": "take_back", "to": "1"}, 400),
        ({"do": "take_back", "to": "1", "note": "x", "entry": 99}, 409),
        ({"do": "correct", "note": "x"}, 422),
    ):
        refused = post(client, table, **fields)
        assert (refused.status_code, bool(refused.json()["error"])) == (status, True), fields
    for path, status in (("/hands/1", 403), ("/scores/0", 422)):
        patch = [{"path": path, "was": 0, "value": "many"}]
        body = json.dumps({"do": "correct", "entry": 0, "note": "x", "patch": patch})
        assert client.post(f"/t/{table.slug}/host/", body, content_type="application/json").status_code == status
    cache.clear()
    for wrong in ({"do": "drop"}, *({"do": "collect", "path": f"/{n}", "value": "1"} for n in range(20))):
        assert post(client, table, **wrong).status_code == 302
    assert post(client, table, do="collect", path="/one-too-many", value="1").status_code == 400
    cache.clear()
    assert client.post(f"/t/{table.slug}/host/", b"[", content_type="application/json").status_code == 400
    assert client.post(f"/t/{table.slug}/host/", b'{"do": "pause", "entry": 0}', content_type="application/json").json() == {
        "entry": 1
    }


def test_letters_that_did_not_arrive_are_told_without_their_address(table: Table, ada: User) -> None:
    lost = {"recipient": "bob@example.org", "data": b"", "progress": Progress.BOUNCED, "said": "550 no bob@example.org here"}
    Outgoing.objects.create(table=table, seat=1, name="a report", message_id="<1@example.org>", **lost)
    page = Client()
    page.force_login(ada)
    told = page.get(f"/t/{table.slug}/host/").content.decode()
    assert "bob: 550 no … here" in told
    assert "bob@example.org" not in told
