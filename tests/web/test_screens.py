"""One screen, several people: what only one of them may see is not sent before the screen has been passed on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from marchland.web.accounts.models import User
from marchland.web.accounts.selectors import personal_data
from marchland.web.api.services import token_create
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.tables.models import Table

from .conftest import client_of, sit_down

pytestmark = pytest.mark.django_db

ADA, ZOE = 0, 1


@pytest.fixture
def shared(ada: User) -> Table:
    """Ada and Zoe play pebbles at one screen; both lay a sealed bid at the same time."""
    return table_create(ada, Wish("pebbles", [Place("me"), Place("hotseat", name="Zoe")], {}))


@pytest.fixture
def screen(ada: User) -> Client:
    return client_of(ada)


def post(screen: Client, table: Table, what: str, **body: Any) -> Any:
    return screen.post(f"/t/{table.slug}/{what}/", json.dumps(body), content_type="application/json")


def bid(screen: Client, table: Table, seat: int, entry: int) -> Any:
    return post(screen, table, "act", entry=entry, seat=seat, action={"type": "Bid", "amount": 1})


def shown(screen: Client, table: Table) -> dict[str, Any]:
    return dict(screen.get(f"/t/{table.slug}/parts/").json())


def page(screen: Client, table: Table) -> Any:
    return screen.get(f"/t/{table.slug}/", headers={"accept": "text/html"})


def test_who_is_logged_in_sits_before_the_screen_first(shared: Table, screen: Client) -> None:
    assert (shown(screen, shared)["seat"], shown(screen, shared)["before"]) == (ADA, "0")


def test_the_curtain_shows_what_everybody_may_see_and_nothing_more(shared: Table, screen: Client) -> None:
    own = shown(screen, shared)
    told = bid(screen, shared, ADA, 0).json()
    public = shown(client_of(None), shared)
    assert (told["seat"], told["before"], told["yours"]) == (None, "curtain", False)
    for answer in (told, shown(screen, shared)):
        assert {name: html for name, html in answer["parts"].items() if name != "log"} == {
            name: html for name, html in public["parts"].items() if name != "log"
        }
    assert screen.get(f"/t/{shared.slug}/log/").content == client_of(None).get(f"/t/{shared.slug}/log/").content
    replay = f"/t/{shared.slug}/replay/?at=0"
    assert screen.get(replay).json() == client_of(None).get(replay).json()
    assert own["parts"] != public["parts"], "Ada saw more than a spectator, or this test shows nothing"


def test_the_page_asks_to_pass_the_device_on(shared: Table, screen: Client) -> None:
    assert b"Pass the device" not in page(screen, shared).content
    bid(screen, shared, ADA, 0)
    response = page(screen, shared)
    assert "Pass the device to Zoe" in response.content.decode()
    assert response.headers["Cache-Control"] == "no-store"


def test_the_curtain_rises_for_the_one_who_says_who_they_are(shared: Table, screen: Client) -> None:
    bid(screen, shared, ADA, 0)
    risen = post(screen, shared, "screen", seat=ZOE).json()
    assert (risen["seat"], risen["before"], risen["yours"]) == (ZOE, "1", True)
    assert risen["parts"] != shown(client_of(None), shared)["parts"]
    assert b"Pass the device" not in page(screen, shared).content
    assert bid(screen, shared, ZOE, 1).status_code == 200


def test_one_may_go_back_to_ones_sealed_answer_and_take_it_back(shared: Table, screen: Client) -> None:
    bid(screen, shared, ADA, 0)
    assert post(screen, shared, "undo", entry=1, seat=ADA).status_code == 409, "the curtain has fallen"
    post(screen, shared, "screen", seat=ADA)
    assert (shown(screen, shared)["seat"], shown(screen, shared)["yours"]) == (ADA, False)
    assert "Pass the device to Zoe" in page(screen, shared).content.decode()
    post(screen, shared, "screen")
    assert shown(screen, shared)["before"] == "curtain"
    post(screen, shared, "screen", seat=ADA)
    assert post(screen, shared, "undo", entry=1, seat=ADA).status_code == 200
    assert shown(screen, shared)["seat"] == ADA


def test_whoever_draws_the_curtain_shows_nothing_of_the_one_who_is_logged_in(shared: Table, screen: Client) -> None:
    post(screen, shared, "screen", seat=ZOE)
    assert shown(screen, shared)["seat"] == ZOE
    bid(screen, shared, ZOE, 0)
    post(screen, shared, "screen", seat=ZOE)
    assert post(screen, shared, "screen").json()["before"] == "curtain"
    assert shown(screen, shared)["seat"] is None


@pytest.mark.parametrize("asked", ["parts/?seat=1", "log/?seat=1", "about/?target=stone01&seat=1", "?seat=1"])
def test_nobody_looks_behind_the_curtain_by_naming_the_seat(shared: Table, screen: Client, asked: str) -> None:
    bid(screen, shared, ADA, 0)
    response = screen.get(f"/t/{shared.slug}/{asked}")
    assert (response.status_code, response.json()["code"]) == (409, "behind-curtain")
    assert response.json().get("seat") is None


def test_nobody_answers_from_behind_the_curtain(shared: Table, screen: Client) -> None:
    bid(screen, shared, ADA, 0)
    response = bid(screen, shared, ZOE, 1)
    assert (response.status_code, response.json()["before"]) == (409, "curtain")
    shared.refresh_from_db()
    assert shared.entries_made == 1


def test_nobody_passes_the_screen_to_a_seat_of_others(ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob)
    for person in (ada, eve):
        assert post(client_of(person), table, "screen", seat=1).status_code == 403
    assert post(client_of(None), table, "screen", seat=1).status_code == 401


def test_each_screen_knows_for_itself_who_sits_before_it(shared: Table, screen: Client, ada: User) -> None:
    bid(screen, shared, ADA, 0)
    post(screen, shared, "screen", seat=ZOE)
    elsewhere = client_of(ada)
    assert shown(elsewhere, shared)["before"] == "curtain"


def test_without_secrets_the_screen_follows_the_turn(ada: User) -> None:
    table = table_create(ada, Wish("vinci", [Place("me"), Place("hotseat", name="Zoe"), Place("hotseat", name="Kim")], {}))
    screen = client_of(ada)
    seats = set()
    for _ in range(12):
        now = shown(screen, table)
        assert (now["before"], now["yours"]) == ("", True)
        seats.add(now["seat"])
        post(screen, table, "act", entry=now["entry"], seat=now["seat"], option=0)
    assert len(seats) > 1


def test_programs_have_no_screen_and_name_the_seat(shared: Table, screen: Client, ada: User) -> None:
    bid(screen, shared, ADA, 0)
    program = Client(headers={"authorization": f"Bearer {token_create(ada, 'a program')}"})
    assert program.get(f"/api/tables/{shared.slug}?seat=1").json()["viewer"]["seat"] == ZOE


def test_ones_own_data_hold_no_answers_of_others_at_the_screen_before_the_end(shared: Table, screen: Client, ada: User) -> None:
    bid(screen, shared, ADA, 0)
    post(screen, shared, "screen", seat=ZOE)
    post(screen, shared, "act", entry=1, seat=ZOE, action={"type": "Bid", "amount": 2})
    moves = {seat["seat"]: seat["moves"] for seat in personal_data(ada)["tables"]}
    assert moves[ADA]
    assert moves[ZOE] == []
