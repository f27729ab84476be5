"""A client that means harm: everything is refused with the right status, and nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from marchland.web.accounts.models import User
from marchland.web.api.services import token_create
from marchland.web.lobby.services import seat_leave
from marchland.web.tables.models import ChatMessage, Entry, Seat, Table
from marchland.web.tables.services import action_submit, undo

from .conftest import client_of, sit_down

pytestmark = pytest.mark.django_db

BID = {"type": "Bid", "amount": 1}


def everything() -> list[Any]:
    """All that a hostile request must not change."""
    return [list(model.objects.order_by("pk").values()) for model in (Table, Seat, Entry, ChatMessage)]


@pytest.fixture
def turn(table: Table, ada: User, bob: User) -> Table:
    """Ada is asked, and has laid nothing yet."""
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 0}, 1)
    table.refresh_from_db()
    return table


def post(user: User | None, table: Table, what: str, body: Any) -> Any:
    return client_of(user).post(f"/t/{table.slug}/{what}/", json.dumps(body), content_type="application/json")


CASES = {
    "stale": ("ada", {"entry": 1, "action": {"type": "Stop"}}, 409, "stale"),
    "from the future": ("ada", {"entry": 99, "action": {"type": "Stop"}}, 409, "stale"),
    "out of turn": ("bob", {"entry": 2, "action": {"type": "Stop"}}, 409, "not-your-turn"),
    "for another seat": ("bob", {"entry": 2, "seat": 0, "action": {"type": "Stop"}}, 403, "not-your-seat"),
    "a stranger": ("eve", {"entry": 2, "action": {"type": "Stop"}}, 403, "not-your-seat"),
    "a stranger for a seat": ("eve", {"entry": 2, "seat": 0, "action": {"type": "Stop"}}, 403, "not-your-seat"),
    "a seat that is not": ("ada", {"entry": 2, "seat": 77, "action": {"type": "Stop"}}, 403, "not-your-seat"),
    "nobody": (None, {"entry": 2, "seat": 0, "action": {"type": "Stop"}}, 401, "log-in"),
    "an action of another moment": ("ada", {"entry": 2, "action": BID}, 422, "illegal"),
    "a pebble not held": ("ada", {"entry": 2, "action": {"type": "Place", "pebble": 99, "space": "stone01"}}, 422, "illegal"),
    "a stone that is not": ("ada", {"entry": 2, "action": {"type": "Place", "pebble": 1, "space": "../../etc"}}, 422, "illegal"),
    "an unknown action": ("ada", {"entry": 2, "action": {"type": "__class__"}}, 400, "malformed"),
    "wrong types": ("ada", {"entry": 2, "action": {"type": "Place", "pebble": [], "space": {}}}, 400, "malformed"),
    "no action": ("ada", {"entry": 2}, 400, "malformed"),
    "no entry": ("ada", {"action": {"type": "Stop"}}, 400, "malformed"),
    "extra fields": ("ada", {"entry": 2, "action": {"type": "Stop"}, "user": "bob"}, 400, "malformed"),
    "a list": ("ada", [], 400, "malformed"),
    "an option out of range": ("ada", {"entry": 2, "option": 5000}, 400, "malformed"),
    "a negative option": ("ada", {"entry": 2, "option": -1}, 400, "malformed"),
    "a stale option": ("ada", {"entry": 1, "option": 0}, 409, "stale"),
    "a huge number": ("ada", {"entry": 10**30, "action": {"type": "Stop"}}, 400, "malformed"),
}


@pytest.mark.parametrize("case", CASES)
def test_forged_answers_are_refused(case: str, turn: Table, ada: User, bob: User, eve: User) -> None:
    who, body, status, code = CASES[case]
    before = everything()
    response = post({"ada": ada, "bob": bob, "eve": eve, None: None}[who], turn, "act", body)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert everything() == before


def test_a_replayed_answer_counts_once(turn: Table, ada: User) -> None:
    body = {"entry": 2, "action": {"type": "Throw"}}
    assert post(ada, turn, "act", body).status_code == 200
    before = everything()
    assert post(ada, turn, "act", body).status_code == 409
    assert everything() == before


def test_a_stale_answer_brings_the_fresh_position_with_it(turn: Table, ada: User) -> None:
    answer = post(ada, turn, "act", {"entry": 1, "action": {"type": "Stop"}}).json()
    assert answer["entry"] == 2
    assert "prompt" in answer["parts"]


def test_an_illegal_answer_names_its_rule_and_figures(turn: Table, ada: User, bob: User) -> None:
    hand = json.loads(turn.state)["hands"][0]
    post(ada, turn, "act", {"entry": 2, "action": {"type": "Place", "pebble": hand[0], "space": "stone01"}})
    again = post(ada, turn, "act", {"entry": 3, "action": {"type": "Place", "pebble": hand[1], "space": "stone01"}})
    assert again.status_code == 422
    assert again.json()["reasons"] == [
        {
            "rule": "PB-PLACE-02",
            "name": "Laying",
            "text": "A stone holds one pebble.",
            "figures": f"stone01 holds a pebble of {hand[0]}.",
        }
    ]


@pytest.mark.parametrize(
    "body", ["", "{", "null", '"x"', "[" * 5000, '{"entry": NaN}', "\x00", '{"entry": 2, "action": ' + '{"a":' * 2000]
)
def test_bodies_that_cannot_be_read_are_refused(body: str, turn: Table, ada: User) -> None:
    before = everything()
    for what in ("act", "undo", "restart", "waive", "standing", "plan", "chat", "desk"):
        response = client_of(ada).post(f"/t/{turn.slug}/{what}/", body, content_type="application/json")
        assert response.status_code == 400, (what, response.content)
    assert everything() == before


def test_long_bodies_and_messages_are_refused(turn: Table, ada: User) -> None:
    before = everything()
    for what in ("act", "undo", "restart", "waive", "standing", "plan", "chat", "desk"):
        response = client_of(ada).post(
            f"/t/{turn.slug}/{what}/", '{"text": "' + "x" * 100_000 + '"}', content_type="application/json"
        )
        assert response.status_code == 400
    assert post(ada, turn, "chat", {"text": "x" * 501}).status_code == 400
    assert post(ada, turn, "chat", {"text": "  \n "}).status_code == 400
    assert everything() == before


def test_without_a_csrf_token_nothing_is_written(turn: Table, ada: User) -> None:
    before = everything()
    strict = client_of(ada, enforce_csrf_checks=True)
    for what in ("act", "undo", "restart", "waive", "standing", "plan", "chat", "desk", "join", "leave", "kick", "fill", "rematch"):
        response = strict.post(f"/t/{turn.slug}/{what}/", json.dumps({"entry": 2}), content_type="application/json")
        assert response.status_code == 403, what
    for path in (
        "/play/pebbles/",
        "/new/pebbles/",
        "/account/",
        "/account/delete/",
        "/account/keys/",
        "/account/appearance/",
        "/account/guest/",
    ):
        refused = strict.post(path, {})
        assert refused.status_code == 403, path
        assert "load the page again" in refused.content.decode(), "a page of this site that says what helps, not the framework's"
    assert everything() == before


def test_nothing_is_written_by_looking(turn: Table, ada: User) -> None:
    """Every address answers GET without changing a table; those that write refuse it."""
    before = everything()
    client = client_of(ada)
    for what in ("act", "undo", "restart", "waive", "standing", "chat", "desk", "join", "leave", "kick", "fill", "rematch"):
        assert client.get(f"/t/{turn.slug}/{what}/").status_code == 405, what
    for what in ("", "parts/", "about/?target=stone01", "log/", "rules/", "plan/", "replay/", "replay/?at=1"):
        assert client.get(f"/t/{turn.slug}/{what}").status_code == 200, what
    assert everything() == before


def test_nobody_looks_through_somebody_elses_eyes(turn: Table, ada: User, bob: User) -> None:
    for user in (bob, None):
        for what in ("", "parts/", "replay/", "log/"):
            assert client_of(user).get(f"/t/{turn.slug}/{what}?seat=0").status_code in (403, 200)
            if what in ("", "parts/"):
                assert client_of(user).get(f"/t/{turn.slug}/{what}?seat=0").status_code == 403
    text = client_of(bob).get(f"/t/{turn.slug}/parts/").content.decode()
    assert "ada draws" not in text
    text = client_of(None).get(f"/t/{turn.slug}/parts/").content.decode()
    assert "draws" not in text
    assert bytes(turn.key).hex() not in client_of(ada).get(f"/t/{turn.slug}/").content.decode()


def test_undo_of_others_and_undo_after_dice_are_refused(turn: Table, ada: User, bob: User) -> None:
    post(ada, turn, "act", {"entry": 2, "action": {"type": "Throw"}})
    before = everything()
    assert post(bob, turn, "undo", {"entry": 3}).status_code == 409
    assert post(bob, turn, "undo", {"entry": 3, "seat": 0}).status_code == 403
    answer = post(ada, turn, "undo", {"entry": 3})
    assert (answer.status_code, answer.json()["code"]) == (409, "undo-refused")
    assert everything() == before


def test_nonsense_in_addresses_is_refused(turn: Table, ada: User) -> None:
    client = client_of(ada)
    assert client.get("/t/nosuchtable/").status_code == 404
    assert client.get("/t/nosuchtable/parts/").status_code == 404
    for query in ("seen=x", "seen=99999999999", "seat=x", "seen=١"):
        assert client.get(f"/t/{turn.slug}/parts/?{query}").status_code == 400, query
    for query in ("at=-1", "at=999", "at=x"):
        assert client.get(f"/t/{turn.slug}/replay/?{query}").status_code == 400, query
    assert client.get(f"/t/{turn.slug}/record/").status_code == 409


def test_a_host_only_does_what_hosts_may(table: Table, ada: User, bob: User, eve: User) -> None:
    before = everything()
    for user in (bob, eve):
        client_of(user).post(f"/t/{table.slug}/kick/", {"seat": 0})
        client_of(user).post(f"/t/{table.slug}/fill/", {"seat": 0, "level": "random"})
        client_of(user).post(f"/t/{table.slug}/rematch/")
    client_of(ada).post(f"/t/{table.slug}/kick/", {"seat": 1})
    client_of(ada).post(f"/t/{table.slug}/fill/", {"seat": 1, "level": "random"})
    client_of(eve).post(f"/t/{table.slug}/join/", {"seat": 1})
    client_of(eve).post(f"/t/{table.slug}/leave/")
    assert everything() == before


def test_a_player_who_left_can_no_longer_move_or_look(turn: Table, ada: User, bob: User) -> None:
    seat_leave(turn.slug, ada)
    assert post(ada, turn, "act", {"entry": 2, "action": {"type": "Stop"}}).status_code == 403
    assert "draws" not in client_of(ada).get(f"/t/{turn.slug}/parts/").content.decode()


def test_other_peoples_keys_and_exports_are_out_of_reach(ada: User, bob: User) -> None:
    token_create(ada, "mine")
    key = ada.api_tokens.get()
    client_of(bob).post(f"/account/keys/{key.pk}/withdraw/")
    assert ada.api_tokens.count() == 1
    assert "ada" not in client_of(bob).get("/account/export/").content.decode()


def test_a_redirect_never_leaves_the_site(ada: User) -> None:
    for target in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        response = client_of(ada).post("/account/appearance/", {"theme": "dark", "next": target})
        assert response.url == "/"


def test_every_page_has_a_strict_policy_and_no_inline_script(turn: Table, ada: User) -> None:
    pages = (
        "/",
        "/new/pebbles/",
        "/account/",
        "/account/login/",
        "/account/register/",
        f"/t/{turn.slug}/",
        f"/t/{turn.slug}/replay/",
        "/api/docs",
    )
    for path in pages:
        response = client_of(None if path.endswith(("login/", "register/")) else ada).get(path, headers={"accept": "text/html"})
        assert response.status_code == 200, path
        policy = response.headers["Content-Security-Policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert inline_code(response.content.decode()) == [], path


def inline_code(html: str) -> list[str]:
    """Scripts with a body, event handlers and style attributes: all of them would be blocked."""
    import re

    scripts = [
        body
        for attributes, body in re.findall(r"<script([^>]*)>(.*?)</script>", html, re.S)
        if body.strip() and "application/json" not in attributes
    ]
    return scripts + re.findall(r"<[^>]+\s(?:on\w+|style)=", html)


def test_the_answer_does_not_depend_on_who_asks_for_a_table_that_is_not_there(ada: User) -> None:
    assert client_of(None).get("/t/abcdefgh/").status_code == client_of(ada).get("/t/abcdefgh/").status_code == 404


def test_chat_is_escaped(turn: Table, ada: User) -> None:
    post(ada, turn, "chat", {"text": "<script>alert(1)</script>"})
    assert "<script>alert" not in client_of(ada).get(f"/t/{turn.slug}/").content.decode()


def test_queries_do_not_grow_with_the_log(turn: Table, ada: User, django_assert_max_num_queries: Any) -> None:
    client = client_of(ada)
    with django_assert_max_num_queries(16):
        client.get(f"/t/{turn.slug}/parts/?seen=0&append")
    assert connection.vendor


def test_undo_at_somebody_elses_table_from_the_service(turn: Table, eve: User) -> None:
    from marchland.web.tables.refusals import NotYourSeat

    with pytest.raises(NotYourSeat):
        undo(turn.slug, eve, 0, 2)


def test_private_tables_are_not_listed(ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob, public=False)
    assert table.slug not in Client().get("/").content.decode()
    assert table.slug in client_of(ada).get("/").content.decode()
    assert post(eve, table, "chat", {"text": "let me in"}).status_code == 404
