"""Moments at which a player lets things happen unasked: the table answers for them, at once and in their name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from marchland.web.accounts.models import User
from marchland.web.ahead import services as ahead
from marchland.web.api.services import token_create
from marchland.web.lobby.services import seat_leave
from marchland.web.notices.models import Notice
from marchland.web.tables import services
from marchland.web.tables.models import Seat, Table

from .conftest import client_of

pytestmark = pytest.mark.django_db

ADA, BOB = 0, 1
EMPTY = ["empty_hands"]


def act(table: Table, user: User, seat: int, **action: Any) -> int:
    table.refresh_from_db()
    return services.action_submit(table.slug, user, seat, action, table.entries_made).entry


def lay_all(table: Table, ada: User, bob: User) -> int:
    """Ada bids more, begins and lays both pebbles of her hand; the notices of the bids are gone."""
    act(table, ada, ADA, type="Bid", amount=2)
    act(table, bob, BOB, type="Bid", amount=0)
    Notice.objects.all().delete()
    hand = json.loads(Table.objects.get(pk=table.pk).state)["hands"][ADA]
    for stone, pebble in enumerate(hand, 1):
        last = act(table, ada, ADA, type="Place", pebble=pebble, space=f"stone{stone:02}")
    table.refresh_from_db()
    return last


def waive(client: Client, table: Table, moments: list[str], seat: int = ADA) -> Any:
    body = {"seat": seat, "moments": moments}
    return client.post(f"/t/{table.slug}/waive/", json.dumps(body), content_type="application/json")


def test_a_waived_question_is_answered_in_the_same_breath(table: Table, ada: User, bob: User) -> None:
    ahead.waivers_set(table.slug, ada, ADA, EMPTY)
    last = lay_all(table, ada, bob)
    passed = table.entries.get(n=last + 1)
    assert (passed.seat, passed.action) == (ADA, {"type": "Stop"})
    assert table.deciders == [BOB]


def test_without_a_waiver_the_question_is_put(table: Table, ada: User, bob: User) -> None:
    assert lay_all(table, ada, bob) == table.entries_made
    assert table.deciders == [ADA]


def test_a_question_that_waits_is_answered_when_it_is_waived(table: Table, ada: User, bob: User) -> None:
    lay_all(table, ada, bob)
    told = waive(client_of(ada), table, EMPTY).json()
    table.refresh_from_db()
    assert (told["yours"], told["entry"], table.deciders) == (False, table.entries_made, [BOB])


def test_nobody_has_acted_so_that_news_stay_news(table: Table, ada: User, bob: User) -> None:
    ahead.waivers_set(table.slug, ada, ADA, EMPTY)
    last = lay_all(table, ada, bob)
    assert Seat.objects.get(table=table, number=ADA).seen == last < table.entries_made


def test_only_who_is_really_asked_gets_a_notice(table: Table, ada: User, bob: User) -> None:
    ahead.waivers_set(table.slug, ada, ADA, EMPTY)
    lay_all(table, ada, bob)
    assert [notice.user for notice in Notice.objects.all()] == [bob]


def test_a_waiver_can_be_taken_back(table: Table, ada: User, bob: User) -> None:
    client = client_of(ada)
    waive(client, table, EMPTY)
    assert waive(client, table, []).status_code == 200
    lay_all(table, ada, bob)
    assert table.deciders == [ADA]


def test_a_form_without_a_script_says_it_too(table: Table, ada: User) -> None:
    client = Client()
    client.force_login(ada)
    assert client.post(f"/t/{table.slug}/waive/", {"moments": EMPTY, "seat": ADA}).status_code == 302
    assert Seat.objects.get(table=table, number=ADA).waived == EMPTY
    page = client.get(f"/t/{table.slug}/").content.decode()
    assert "with empty hands" in page
    client.post(f"/t/{table.slug}/waive/", {"seat": ADA})
    assert Seat.objects.get(table=table, number=ADA).waived == []


def test_unknown_moments_and_other_peoples_seats_are_refused(table: Table, ada: User, eve: User) -> None:
    assert waive(client_of(ada), table, ["whenever"]).status_code == 400
    assert waive(client_of(ada), table, EMPTY, BOB).status_code == 403
    assert waive(client_of(eve), table, EMPTY).status_code == 403
    assert not any(seat.waived for seat in table.seats.all())


def test_whoever_gets_up_takes_the_waivers_along(table: Table, ada: User) -> None:
    ahead.waivers_set(table.slug, ada, ADA, EMPTY)
    seat_leave(table.slug, ada)
    assert Seat.objects.get(table=table, number=ADA).waived == []


def test_programs_waive_through_the_interface(table: Table, ada: User) -> None:
    client = Client(headers={"authorization": f"Bearer {token_create(ada, 'a program')}"})
    titles = client.get("/api/titles").json()
    assert {title["id"]: title["moments"] for title in titles}["pebbles"] == {"empty_hands": "with empty hands"}
    answer = client.put(f"/api/tables/{table.slug}/waivers", json.dumps({"moments": EMPTY}), content_type="application/json")
    assert answer.status_code == 200
    assert Seat.objects.get(table=table, number=ADA).waived == EMPTY
