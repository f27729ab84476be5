"""Who may what: every address of the site and every socket, tried by every kind of caller, against `permissions.yaml`.

One private game under way is built; everything that is asked of it is taken back before the next asks. A new address must be
written down there, with what everybody gets; where it is not, the failure shows the line as it would have to be today. Look at
each letter before you copy it: the line says what should be so, not what is.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from marchland.web.absence.models import Vacation
from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create, guest_create
from marchland.web.api.services import token_create
from marchland.web.company.models import Kind, Tempo
from marchland.web.company.tournaments import tournament_create
from marchland.web.lobby import links
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.notices import mailing
from marchland.web.notices.models import Device, Hook, Preferences
from marchland.web.tables.models import Table
from marchland.web.tables.routing import sockets
from marchland.web.tables.services import action_submit

from .addresses import BLANK, filled, routes
from .conftest import client_of
from .lines import Line

FILE = Path(__file__).with_name("permissions.yaml")
BOOK: dict[str, Any] = yaml.safe_load(FILE.read_text())
ROLES: list[str] = BOOK["roles"]
PAGES: dict[str, dict[str, Any]] = BOOK["pages"]
SOCKETS: dict[str, str] = BOOK["sockets"]
METHODS = ("GET", "POST", "PUT", "DELETE")
NOT_WRITTEN = ("accounts_session", 'SET "last_here"', 'SET "last_login"', 'SET "used"')
"""What is noted of whoever comes by is no deed."""
BEFORE_THE_START = ("join", "kick", "fill", "choose", "line", "exchange", "start", "invite")
"""What is done at a table that still gathers: these are tried at another one, with the same people."""


@dataclass
class World:
    """The table, its people by role, and what stands in the blanks of addresses: things of the player's."""

    table: Table
    people: dict[str, User | None]
    blanks: dict[str, object]

    def path(self, route: str) -> str:
        """Beside what is the same everywhere, `/watch/<str:code>/` and its like have codes of their own."""
        return filled(route, {blank: self.blanks.get(f"{route} {blank}", self.blanks.get(blank)) for blank in BLANK.findall(route)})


@pytest.fixture
def world(ada: User, bob: User, eve: User) -> World:
    return built(ada, bob, eve)


def built(ada: User, bob: User, eve: User) -> World:
    """Ada is host and plays, bob is asked; wil was let in to watch, kit was removed before it began."""
    kit, wil, sue = (account_create(name, "", "a very long secret") for name in ("kit", "wil", "sue"))
    User.objects.filter(pk=sue.pk).update(is_staff=True, is_superuser=True)
    people = dict(zip(ROLES, (None, guest_create(), eve, bob, ada, wil, kit, User.objects.get(pk=sue.pk)), strict=True))
    gathering, table = (gathered(ada, bob, wil, kit) for _ in range(2))
    links.table_start(table.slug, ada, links.LEAVE_OUT)
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 0}, 0)
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 2}, 1)
    table.refresh_from_db()
    assert table.deciders == [1]
    elsewhere = {f"/t/<slug:slug>/{what}/ slug": gathering.slug for what in BEFORE_THE_START}
    things = {"watcher": wil.pk, "room": gathering.join_code}
    return World(table, people, {"slug": table.slug, **elsewhere, **things_of(bob), **codes_of(table), **things})


def gathered(host: User, player: User, watcher: User, kicked: User) -> Table:
    table = table_create(host, Wish("pebbles", [Place("me"), Place("open"), Place("open")], {}, "The Den", public=False))
    seat_take(table.slug, kicked, 1, table.join_code)
    links.seat_kick(table.slug, host, 1)
    seat_take(table.slug, player, 1, table.join_code)
    links.watch_accept(table.watch_code, watcher)
    return table


def things_of(player: User) -> dict[str, object]:
    """What belongs to the player alone."""
    token_create(player, "mine")
    now = timezone.now()
    away = Vacation.objects.create(user=player, start=now + timedelta(days=9), end=now + timedelta(days=11))
    device = Device.objects.create(user=player, endpoint="https://push.example/1", key="k", auth="a", name="Firefox")
    hook = Hook.objects.create(user=player, url="https://hook.example/", off=now)
    secret = Preferences.objects.get_or_create(user=player)[0].secret
    tournament = tournament_create(player, "Cup", "pebbles", Kind.values[0], 2, Tempo.values[0], False)
    return {
        "name": player.username,
        "number": tournament.pk,
        "secret": secret,
        "token": mailing.off_path(player, "turn").strip("/").rsplit("/", 1)[-1],
        "uidb64": "MQ",
        "title_id": "pebbles",
        "language": "en",
        "anywhere": "ws/nowhere",
        "/account/keys/<int:pk>/withdraw/ pk": player.api_tokens.get().pk,
        "/account/vacation/<int:pk>/end/ pk": away.pk,
        "/operators/people/<int:number>/ number": player.pk,
        "/news/devices/<int:pk>/remove/ pk": device.pk,
        "/news/hooks/<int:pk>/remove/ pk": hook.pk,
        "/news/hooks/<int:pk>/on/ pk": hook.pk,
    }


def codes_of(table: Table) -> dict[str, object]:
    return {"/join/<str:code>/ code": table.join_code, "/ws/join/<str:code>/ code": table.join_code, "code": table.watch_code}


# -- what an answer was ------------------------------------------------------------------------------


def letter(answer: Any, has_written: bool) -> str:
    """The answer as one letter; `permissions.yaml` says what each means."""
    status = answer.status_code
    if status == 401 or (status in (301, 302, 303) and "/account/login/" in answer["location"]):
        return "L"
    if status < 400:
        return "w" if has_written else "y" if status < 300 else ">"
    return {403: "f", 404: "-", 405: "x"}.get(status) or ("n" if status in (400, 409, 413, 422) else str(status))


class Caller:
    """One kind of people: on pages with a browser, at the interface for programs with a key."""

    def __init__(self, user: User | None) -> None:
        key = f"Bearer {token_create(user, 'test')}" if user is not None else "Bearer nonsense"
        self.page, self.program = client_of(user), Client(headers={"authorization": key})
        self.cookies = {name: one.value for name, one in self.page.cookies.items()}

    def ask(self, method: str, path: str, sent: dict[str, Any]) -> str:
        """The letter of the answer; whatever was done is taken back."""
        written: list[str] = []
        cache.clear()
        self.page.cookies = SimpleCookie(self.cookies)  # as if nobody had logged out a moment ago
        with transaction.atomic(), connection.execute_wrapper(noting(written)):
            answer = self._asked(method, path, sent)
            transaction.set_rollback(True)
        return letter(answer, bool(written))

    def _asked(self, method: str, path: str, sent: dict[str, Any]) -> Any:
        if method == "GET":
            client = self.program if path.startswith("/api/") else self.page
            return client.get(path, sent)
        if path.startswith("/api/"):
            return self.program.generic(method, path, json.dumps(sent), "application/json")
        return self.page.post(path, sent)


def noting(written: list[str]) -> Callable[..., Any]:
    """Notes what really changes rows."""

    def noted(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        is_deed = sql.startswith(("INSERT", "UPDATE", "DELETE")) and not any(one in sql for one in NOT_WRITTEN)
        if is_deed and (sql.startswith("INSERT") or context["cursor"].rowcount > 0):  # of rows that come back none are counted
            written.append(sql)
        return result

    return noted


def sent_to(route: str, method: str, world: World) -> dict[str, Any]:
    """What goes with a request; `{watcher}` is the watcher's number, `{room}` the code of the link to the table that gathers."""
    usual = {} if method == "GET" else BOOK["usual"]["program" if route.startswith("/api/") else "form"]
    wanted = PAGES.get(route, {}).get("ask" if method == "GET" else "send", usual)
    return {name: value.format(**world.blanks) if isinstance(value, str) else value for name, value in wanted.items()}


def methods(route: str) -> tuple[str, ...]:
    return METHODS if route.startswith("/api/") else METHODS[:2]


# -- the pages ---------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_every_address_answers_everybody_as_is_written_down(world: World) -> None:
    callers = {role: Caller(user) for role, user in world.people.items()}
    wrong = []
    for route in routes():
        found = {
            method: "".join(caller.ask(method, world.path(route), sent_to(route, method, world)) for caller in callers.values())
            for method in methods(route)
        }
        found = {method: letters for method, letters in found.items() if set(letters) != {"x"}}
        expected = {method: letters for method, letters in PAGES.get(route, {}).items() if method in METHODS}
        if found != expected:
            wrong.append(f"  {route}: {{{', '.join(f'{method}: {letters}' for method, letters in found.items())}}}")
    assert not wrong, how_to_mend("pages", wrong)


def test_no_address_is_written_down_that_there_is_not() -> None:
    assert set(PAGES) - set(routes()) == set(), f"take these out of {FILE.name}: nobody can come there any more"


def how_to_mend(part: str, wrong: list[str]) -> str:
    return (
        f"Who may what has changed, or an address is new. As it is now ({', '.join(ROLES)}), for {part} in tests/web/{FILE.name}:\n"
        + "\n".join(wrong)
        + "\nCopy a line only if every letter in it is right (the file says what they mean); a wrong one is a hole."
    )


# -- the sockets -------------------------------------------------------------------------------------


def socket_routes() -> Iterator[str]:
    yield from (f"/{one.pattern}" for one in sockets)


@pytest.mark.django_db(transaction=True)
def test_every_socket_listens_to_those_it_should(ada: User, bob: User, eve: User) -> None:
    world = built(ada, bob, eve)
    found = {route: "".join(socket_letter(world.path(route), user) for user in world.people.values()) for route in socket_routes()}
    assert found == SOCKETS, how_to_mend("sockets", [f"  {route}: {letters}" for route, letters in found.items()])


def socket_letter(path: str, user: User | None) -> str:
    """`y`: it says hello; `-` and `L`: closed as if there were nothing, or because nobody is logged in."""

    client = client_of(user)

    async def heard() -> dict[str, Any]:
        line = Line(path, client)
        told = await line.called()
        await line.hung_up()
        return told

    told = asyncio.run(heard())
    return {4404: "-", 4401: "L"}[told["code"]] if told["type"] == "websocket.close" else "y"
