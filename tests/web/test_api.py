"""The interface for programs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from marchland.kernel.match import read_record
from marchland.web.accounts.models import User
from marchland.web.api.services import token_create
from marchland.web.tables import bots
from marchland.web.tables.models import Entry, Status, Table

from .conftest import sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.services]


class Program:
    """A third party's program: knows nothing but the interface."""

    def __init__(self, token: str | None) -> None:
        self.client = Client(headers={"authorization": f"Bearer {token}"} if token else {})

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/{path}")

    def post(self, path: str, body: Any = None) -> Any:
        return self.client.post(f"/api/{path}", json.dumps(body if body is not None else {}), content_type="application/json")


@pytest.fixture
def program(ada: User) -> Program:
    return Program(token_create(ada, "test"))


def test_the_interface_describes_itself(db: None) -> None:
    schema = Client().get("/api/openapi.json").json()
    assert {
        "/api/tables",
        "/api/tables/{slug}/options",
        "/api/tables/{slug}/act",
        "/api/tables/{slug}/log",
        "/api/tables/{slug}/stream",
    } <= set(schema["paths"])
    page = Client().get("/api/docs").content.decode()
    assert "width=device-width" in page
    assert '<a class="link" href="/">' in page


def test_without_a_key_nothing_is_told(table: Table) -> None:
    for token in (None, "ml_wrong", ""):
        for path in ("tables", f"tables/{table.slug}", f"tables/{table.slug}/log", f"tables/{table.slug}/stream"):
            assert Program(token).get(path).status_code == 401
        assert Program(token).post(f"tables/{table.slug}/act", {"n": 0, "action": {"type": "Bid", "amount": 0}}).status_code == 401
    assert Entry.objects.filter(table=table).count() == 1


def test_a_session_cookie_is_no_key(table: Table, ada: User) -> None:
    """Otherwise another site could act in a player's name: the interface has no CSRF tokens."""
    client = Client()
    client.force_login(ada)
    assert client.get("/api/tables").status_code == 401


def test_a_program_plays_a_whole_game_through_the_interface(program: Program) -> None:
    made = program.post(
        "tables", {"title": "pebbles", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "options": {"rounds": 2}}
    )
    assert made.status_code == 201
    slug = made.json()["slug"]
    for _ in range(100):
        bots.move_all(slug)
        offered = program.get(f"tables/{slug}/options").json()
        if not offered["options"]:
            break
        answer = program.post(f"tables/{slug}/act", {"n": offered["n"], "action": offered["options"][-1]["action"]})
        assert answer.status_code == 200, answer.content
    position = program.get(f"tables/{slug}").json()
    assert position["table"]["status"] == "over"
    assert position["view"]["scores"] == position["table"]["outcome"]["scores"]
    assert program.get(f"tables/{slug}/log?limit=1000").json()[-1]["type"] == "TurnEnded"
    assert read_record(program.get(f"tables/{slug}/record").content).key is not None


def test_refusals_have_the_status_of_the_pages(program: Program, ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob)
    other, stranger = (Program(token_create(user, "x")) for user in (bob, eve))
    act = f"tables/{table.slug}/act"
    bid = {"n": 0, "action": {"type": "Bid", "amount": 9}}
    illegal = program.post(act, bid)
    assert (illegal.status_code, illegal.json()["code"], illegal.json()["reasons"][0]["rule"]) == (422, "illegal", "PB-BID-01")
    assert stranger.post(act, bid).status_code == 403
    assert other.post(act, {**bid, "seat": 0}).status_code == 403
    assert program.post(act, {"n": 7, "action": {"type": "Bid", "amount": 0}}).status_code == 409
    assert program.post("tables/nosuch/act", bid).status_code == 404
    for body in ({}, {"n": "x", "action": {}}, {"n": 0, "action": []}, {"n": 0, "action": {"type": "Fly"}}, []):
        assert program.post(act, body).status_code == 400, body
    assert program.client.post(f"/api/{act}", "{", content_type="application/json").status_code == 400
    assert program.post("tables", {"title": "chess", "seats": []}).status_code == 400
    assert program.post("tables", {"title": "pebbles", "seats": [{"kind": "me"}] * 2, "options": {"rounds": 77}}).status_code == 400
    assert Entry.objects.filter(table=table).count() == 1


def test_views_and_logs_hide_what_the_pages_hide(program: Program, ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob)
    stranger = Program(token_create(eve, "x"))
    assert len(program.get(f"tables/{table.slug}").json()["view"]["hand"]) == 2
    assert stranger.get(f"tables/{table.slug}").json()["view"]["hand"] == []
    assert stranger.get(f"tables/{table.slug}/log").json() == []
    assert stranger.get(f"tables/{table.slug}?seat=0").status_code == 403
    assert stranger.get(f"tables/{table.slug}/options").json()["options"] == []
    assert program.get(f"tables/{table.slug}").json()["table"]["key"] is None


def test_seats_can_be_taken_and_left(program: Program, bob: User) -> None:
    slug = program.post("tables", {"title": "pebbles", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()["slug"]
    other = Program(token_create(bob, "x"))
    assert slug in [one["slug"] for one in other.get("tables?which=open").json()]
    assert other.post(f"tables/{slug}/join").json()["status"] == Status.PLAYING
    assert other.post(f"tables/{slug}/join").status_code == 409
    assert other.post(f"tables/{slug}/leave").status_code == 200
    assert other.get("tables?which=nonsense").status_code == 400


def test_undo_and_why_through_the_interface(program: Program, ada: User, bob: User) -> None:
    from marchland.web.tables.services import action_submit

    table = sit_down(ada, bob)
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 0}, 1)
    first = program.get(f"tables/{table.slug}/options").json()["options"][0]
    assert first["preview"][0]["amount"] == first["action"]["pebble"]
    program.post(f"tables/{table.slug}/act", {"n": 2, "action": first["action"]})
    assert program.get(f"tables/{table.slug}/why?target={first['action']['space']}").json()[0]["rule"] == "PB-PLACE-02"
    assert program.post(f"tables/{table.slug}/undo", {"n": 3}).json() == {"n": 4}
    assert program.post(f"tables/{table.slug}/restart", {"n": 4}).status_code == 409
    assert program.post(f"tables/{table.slug}/chat", {"text": "hi"}).status_code == 200


def test_titles_are_listed_for_everybody(db: None) -> None:
    titles = {title["id"]: title for title in Client().get("/api/titles").json()}
    assert titles["pebbles"]["seats"] == [2, 3, 4]
    assert "random" in titles["pebbles"]["bots"]


def test_things_are_divided_among_places_in_one_answer(program: Program) -> None:
    """Tokens of Vinci: the options place one at a time, `allotment` says how to place all at once."""
    table = program.post("tables", {"title": "vinci", "seats": [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]}).json()
    for _ in range(80):
        found = program.get(f"tables/{table['slug']}/options").json()
        wanted = found["allotment"]
        if wanted is not None:
            break
        program.post(f"tables/{table['slug']}/act", {"n": found["n"], "action": found["options"][0]["action"]})
    assert (wanted["action"], wanted["amount"] > 0, len(wanted["places"]) > 1) == ("Deploy", True, True)
    too_many = {"type": wanted["action"], wanted["field"]: {wanted["places"][0]: wanted["amount"] + 1}}
    assert program.post(f"tables/{table['slug']}/act", {"n": found["n"], "action": too_many}).status_code == 422
    all_here = {"type": wanted["action"], wanted["field"]: {wanted["places"][0]: wanted["amount"]}}
    assert program.post(f"tables/{table['slug']}/act", {"n": found["n"], "action": all_here}).json() == {"n": found["n"] + 1}
