"""Ordinary bad input, at every address that the resolver knows: whatever is sent, the site answers and does not break (no 5xx).

What a request brings when it means well stands in `permissions.yaml`; here one part of it after the other is exchanged for
something nasty, in the address, in what is asked, in forms, in JSON, in cookies and in headers. On PostgreSQL as well: it cannot
keep what SQLite keeps.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import pytest
from django import forms
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from marchland import web
from marchland.web.accounts.models import User
from marchland.web.api.services import token_create
from marchland.web.lobby.services import Place, Wish, table_create

from .addresses import BLANK, routes
from .conftest import client_of
from .lines import Line
from .test_permissions import METHODS, PAGES, ROLES, World, built, sent_to, socket_routes

pytestmark = pytest.mark.django_db
on_postgresql_too = pytest.mark.services

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
NUL, HALF, LONG, NUMBER = "a\0b", "\ud800", "x" * 400, "9" * 40
EVERYWHERE = {"a long text": LONG, "a long number": NUMBER}
IN_A_FORM = {
    **EVERYWHERE,
    "a negative number": "-1",
    "no number": "NaN",
    "another line": "a\r\nSet-Cookie: a=b",
    "deep JSON": '{"a":' * 4000,
}
IN_JSON: dict[str, Any] = {"half a character": HALF, "a list": [""], "a huge number": 10**30, "nothing": None}
ASKED = re.compile(r'(?:GET|POST|COOKIES)(?:\.get|\.getlist)?[\(\[]"(\w+)"')


def names() -> list[str]:
    """Everything that any page looks for in a request."""
    found = {name for path in Path(web.__file__).parent.rglob("*.py") for name in ASKED.findall(path.read_text())}
    kinds = [kind for base in (forms.Form, forms.ModelForm) for kind in base.__subclasses__()]
    return sorted(found | {name for kind in kinds if kind.__module__.startswith("marchland") for name in kind.base_fields})


NAMES = names()


class Attempt(NamedTuple):
    told: str
    query: dict[str, Any]
    body: str = ""
    kind: str = FORM


def attempts(route: str, method: str, usual: dict[str, Any]) -> Iterator[Attempt]:
    for told, value in EVERYWHERE.items():
        everything = dict.fromkeys(NAMES, value)
        yield Attempt(f"{told} for everything asked", everything)
        if method != "GET":
            yield Attempt(f"{told} for everything sent", {}, encoded(everything))
    if ("ask" if method == "GET" else "send") in PAGES.get(route, {}):
        for name in usual:
            yield from changes(method, usual, name, is_program=route.startswith("/api/"))


def changes(method: str, usual: dict[str, Any], name: str, is_program: bool) -> Iterator[Attempt]:
    for told, value in IN_A_FORM.items() if not is_program else ():
        mixed = {**usual, name: value}
        yield Attempt(f"{told} as {name}", mixed) if method == "GET" else Attempt(f"{told} as {name}", {}, encoded(mixed))
    for told, value in IN_JSON.items() if method != "GET" else ():
        yield Attempt(f"{told} as {name} in JSON", {}, json.dumps({**usual, name: value}), JSON)


def encoded(fields: dict[str, Any]) -> str:
    return urlencode({name: str(value) for name, value in fields.items()}, errors="surrogatepass")


class Hostile:
    """One of our people who means harm, or whose programs are broken."""

    def __init__(self, user: User | None) -> None:
        key = f"Bearer {token_create(user, 'test')}" if user is not None else "Bearer nonsense"
        self.page = client_of(user, raise_request_exception=False)
        self.program = Client(raise_request_exception=False, headers={"authorization": key})
        self.cookies = {name: one.value for name, one in self.page.cookies.items()}

    def send(self, method: str, path: str, body: str | bytes = "", kind: str = FORM, **headers: Any) -> Any:
        """The answer; whatever was done is taken back."""
        cache.clear()
        self.page.cookies = SimpleCookie(self.cookies)
        client = self.program if path.startswith("/api/") else self.page
        with transaction.atomic():
            answer = client.generic(method, path, body, kind, **headers)
            transaction.set_rollback(True)
        return answer


def fault(answer: Any) -> str:
    """How the site broke, if it did."""
    if answer.status_code < 500:
        return ""
    error = (getattr(answer, "exc_info", None) or (None, None, None))[1]
    return f"{answer.status_code} {error!r:.200}"


@pytest.fixture
def world(ada: User, bob: User, eve: User) -> World:
    return built(ada, bob, eve)


def who_may_most(route: str, method: str) -> str:
    """Whoever can do something there gets furthest with something bad."""
    letters = PAGES.get(route, {}).get(method, "")
    ranked = sorted(zip(letters, ROLES, strict=False), key=lambda one: ("wy>n".find(one[0]) % 9, one[1] != "player"))
    return ranked[0][1] if ranked else "player"


def test_nothing_breaks_at_any_address_whatever_is_asked_or_sent(world: World) -> None:
    hostile = {role: Hostile(user) for role, user in world.people.items()}
    wrong = {}
    for route in routes():
        for method in METHODS:
            if method != "GET" and method not in PAGES.get(route, {method: ""}):
                continue
            caller = hostile[who_may_most(route, method)]
            for one in attempts(route, method, sent_to(route, method, world)):
                answer = caller.send(method, f"{world.path(route)}?{encoded(one.query)}", one.body, one.kind)
                if found := fault(answer):
                    wrong.setdefault((method, route, found), one.told)
    assert not wrong, "\n".join(f"{key}: {told}" for key, told in wrong.items())


@on_postgresql_too
@pytest.mark.parametrize("value", [NUL, "x" * 3000, NUMBER, "é\n%"])
def test_nothing_breaks_whatever_stands_in_an_address(value: str, world: World) -> None:
    caller = Hostile(world.people["player"])
    for route in routes():
        if BLANK.search(route):
            path = BLANK.sub(lambda _: quote(value, safe=""), route)
            for method in METHODS[:2]:
                assert not fault(caller.send(method, path)), (method, route)


CROOKED: dict[str, dict[str, Any]] = {
    "a NUL in a cookie": {"HTTP_COOKIE": 'sessionid="a\\000b"; language="\\000"; theme="\\000"'},
    "a long language": {"HTTP_ACCEPT_LANGUAGE": "x" * 9000, "HTTP_COOKIE": f"language={'y' * 3000}"},
    "no host": {"HTTP_HOST": "a b\r\nc"},
    "no length": {"CONTENT_LENGTH": "many"},
    "no address of a client": {"REMOTE_ADDR": "nowhere"},
    "strange parts": {"HTTP_X_DRAWN": "a:b:c :: \x00 é", "HTTP_X_CSRFTOKEN": "\x00" * 40},
    "a key of the wrong kind": {"HTTP_AUTHORIZATION": "Bearer " + "é\x00" * 50},
    "part of a page": {"HTTP_RANGE": "bytes=9-1", "HTTP_IF_MODIFIED_SINCE": "yesterday", "HTTP_IF_NONE_MATCH": "\x00"},
}
BODIES = {
    "another charset": (b"text=%ff", f"{FORM}; charset=raw_unicode_escape"),
    "a charset that is none": (b"text=a", f"{FORM}; charset=hex"),
    "JSON in another charset": ('{"text": "a"}'.encode("utf-16"), JSON),
    "JSON that is no UTF-8": (b'{"text": "\xed\xa0\x80"}', JSON),
    "half a character": (b'{"text": "\\ud800"}', JSON),
    "a NUL": (b'{"text": "\\u0000"}', JSON),
    "depth": (b'{"text": ' + b"[" * 300 + b"]" * 300 + b"}", JSON),
    "more depth": (b"[" * 60_000, JSON),
    "a form of many fields": (b"&".join(b"a%d=1" % number for number in range(2000)), FORM),
    "parts without a boundary": (b"--x\r\n\r\n", "multipart/form-data"),
    "parts that do not end": (
        b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n' + b"a" * 900,
        "multipart/form-data; boundary=x",
    ),
    "another type": (b"<a/>", "application/xml"),
    "no type": (b"a", "nonsense;;;=;charset"),
}
WAYS = (
    "/",
    "/account/login/",
    "/t/{}/",
    "/t/{}/parts/",
    "/t/{}/chat/",
    "/t/{}/act/",
    "/api/tables/{}/chat",
    "/api/tables",
    "/words.js",
    "/x/",
)


@on_postgresql_too
@pytest.mark.parametrize("case", CROOKED)
def test_nothing_breaks_whatever_stands_in_a_header(case: str, world: World) -> None:
    for who in ("player", "anonymous"):
        caller = Hostile(world.people[who])
        for way in WAYS:
            for method in METHODS[:2]:
                assert not fault(caller.send(method, way.format(world.table.slug), **CROOKED[case])), (method, way)


@on_postgresql_too
@pytest.mark.parametrize("case", BODIES)
def test_a_body_that_cannot_be_read_is_refused(case: str, world: World) -> None:
    caller, (body, kind) = Hostile(world.people["player"]), BODIES[case]
    for way in WAYS[:-2]:
        answer = caller.send("POST", way.format(world.table.slug), body, kind)
        assert not fault(answer), way
        if case not in ("another type", "no type", "a form of many fields", "parts that do not end") and answer.status_code != 405:
            assert answer.status_code == 400, way


def test_what_cannot_be_read_is_said_in_the_readers_language(world: World) -> None:
    page = Client(headers={"accept": "text/html", "accept-language": "fr"}).get("/people/%00/")
    assert (page.status_code, "Cette demande est illisible" in page.content.decode()) == (400, True)
    told = Client(headers={"accept-language": "it"}).get("/api/titles?a=%00")
    assert (told.status_code, told.json()["code"]) == (400, "malformed")
    assert told.json()["error"].startswith("Questa richiesta è illeggibile")


def test_the_way_back_is_an_address_of_ours(ada: User) -> None:
    answer = client_of(ada).post("/account/appearance/", {"theme": "dark", "next": "people"})
    assert (answer.status_code, answer["location"]) == (302, "/")


def test_a_title_without_sheets_has_no_desk(ada: User) -> None:
    table = table_create(ada, Wish("vinci", [Place("me"), *[Place("bot", "random")] * 2], {}))
    caller = Hostile(ada)
    for way in ("/api/tables/{}/sheet", "/t/{}/kinds/"):
        assert caller.send("GET", way.format(table.slug)).status_code == 409, way
    for way in (
        "/t/{}/papers/",
        "/t/{}/story/",
        "/t/{}/receipt/?number=1",
        "/t/{}/papers/?as=pdf",
        "/t/{}/story/?turn=99999999999999999999",
    ):
        assert 400 <= caller.send("GET", way.format(table.slug)).status_code < 500, way


# -- sockets -----------------------------------------------------------------------------------------

FRAMES: tuple[dict[str, Any], ...] = (
    {"text": "{"},
    {"text": "[" * 5000},
    {"text": '"\\ud800"'},
    {"text": "\0"},
    {"text": ""},
    {"bytes": b"\xff\x00"},
    {"bytes": b""},
)
CALLS = {
    "an overlong slug": ("/ws/t/" + "x" * 300 + "/", (), 4404),
    "a slug that is nobody's": ("/ws/t/nobodys/", (), 4404),
    "a NUL in a code": ("/ws/join/a\0b/", (), 4400),
    "a code that is nobody's": ("/ws/join/" + "é" * 200 + "/", (), 4404),
    "an address that is none": ("/ws/nowhere/", (), 4404),
    "a NUL in a cookie": ("/ws/me/", ((b"cookie", b'sessionid="a\\000b"'),), 4400),
    "a session that is none": ("/ws/me/", ((b"cookie", b"sessionid=\xff\xfe"),), 4401),
}


@pytest.mark.django_db(transaction=True)
def test_sockets_bear_whatever_they_are_told(ada: User, bob: User, eve: User) -> None:
    world = built(ada, bob, eve)
    client = client_of(bob)

    async def talk(path: str) -> None:
        line = Line(path, client)
        assert (await line.called())["type"] == "websocket.send"
        for frame in FRAMES:
            await line.send_input({"type": "websocket.receive", **frame})
        await line.hung_up()  # brings up whatever was raised meanwhile

    for route in socket_routes():
        if "anywhere" not in route:
            asyncio.run(talk(world.path(route)))


@pytest.mark.parametrize("case", CALLS)
@pytest.mark.django_db(transaction=True)
def test_sockets_that_lead_nowhere_are_closed(case: str) -> None:
    path, headers, code = CALLS[case]

    async def call() -> dict[str, Any]:
        return await Line(path, Client(), headers).called()

    told = asyncio.run(call())
    assert (told["type"], told["code"]) == ("websocket.close", code)
