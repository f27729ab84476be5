"""Private means private, and behind means behind: at every address of a table, found in the resolver, for every kind of viewer."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from django.test import Client

from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create
from marchland.web.api.services import token_create
from marchland.web.letters.models import Announcement, Missive, Party, Thread
from marchland.web.lobby import links
from marchland.web.lobby.selectors import open_tables
from marchland.web.lobby.services import Place, Wish, seat_leave, seat_take, table_create
from marchland.web.tables.consumers import TableNews
from marchland.web.tables.hearing import Ear
from marchland.web.tables.models import Admission, ChatMessage, Entry, Invitation, Seat, Status, Table, Waiting
from marchland.web.tables.refusals import NoSuchTable, NotTheHost, NotYourSeat, SentAway, WrongMoment
from marchland.web.tables.services import action_submit, chat_write, undo
from marchland.web.tables.watching import Hearing, hearing, visible_table

from .addresses import BLANK, routes
from .conftest import client_of, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.services]

NOTHING = (401, 404, 405)
"""What somebody gets who may know nothing: to log in, no such table, or that nothing of the kind is done here."""
EVERYTHING: tuple[type[Model], ...] = (
    Table, Seat, Entry, ChatMessage, Admission, Waiting, Invitation, Thread, Party, Missive, Announcement,
)  # fmt: skip
QUERIES = {"why": "target=stone01", "about": "target=stone01", "replay": "at=0", "receipt": "number=1", "papers": "paper=gazette"}
BODY = {
    "entry": 2,
    "text": "psst",
    "seat": 0,
    "with": 1,
    "person": 1,
    "option": 0,
    "watching": "all",
    "do": "check",
    "level": "random",
}


API_BODY = {
    "n": 2,
    "action": {"type": "Bid", "amount": 0},
    "actions": [{"type": "Stop"}],
    "standing": [],
    "moments": [],
    "text": "psst",
    "seat": None,
}

OPERATORS = "/operators/"
ADDRESSES = sorted(BLANK.sub("{slug}", route) for route in routes() if BLANK.findall(route) == ["slug"] and OPERATORS not in route)
"""Every address of the site that is about one table, but operators' own: a new one cannot be forgotten here."""


def name_of(address: str) -> str:
    return address.strip("/").rsplit("/", 1)[-1]


class Caller:
    """Somebody (or nobody) who asks: on pages with a browser, at the interface for programs with a key."""

    def __init__(self, user: User | None) -> None:
        self.user = user
        self.page: Any = client_of(user)
        key = f"Bearer {token_create(user, 'test')}" if user is not None else "Bearer nonsense"
        self.program: Any = Client(headers={"authorization": key})

    def ask(self, address: str, slug: str, method: str = "get", query: str = "") -> tuple[int, str]:
        """Status and text of the answer; being sent to log in counts as 401."""
        path = address.format(slug=slug)
        client = self.program if path.startswith("/api/") else self.page
        if method == "get":
            answer = client.get(f"{path}?{QUERIES.get(name_of(address), '')}{query}")
        elif client is self.program:
            answer = getattr(client, method)(path, json.dumps(API_BODY), content_type="application/json")
        else:
            answer = client.post(path, BODY)
        is_to_log_in = answer.status_code == 302 and "/account/login/" in answer["location"]
        return (401 if is_to_log_in else answer.status_code), "" if answer.streaming else bare(answer.content.decode(), slug)


def bare(text: str, slug: str) -> str:
    """Without what differs from one answer to the next."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"|You see the game \d+ \w+ late.', "", text).replace(slug, "SLUG")


def methods(address: str) -> tuple[str, ...]:
    return ("get", "post", "put") if address.startswith("/api/") else ("get", "post")


def everything() -> list[Any]:
    kept = [list(model.objects.order_by("pk").values()) for model in EVERYTHING]
    return json.loads(json.dumps(kept, default=str))


@pytest.fixture
def private(ada: User, bob: User) -> Table:
    """A private game under way, from which kit was removed before it began."""
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open"), Place("open")], {}, "The Den", public=False))
    seat_take(table.slug, account_create("kit", "", "a very long secret"), 1, table.join_code)
    links.seat_kick(table.slug, ada, 1)
    seat_take(table.slug, bob, 1, table.join_code)
    links.table_start(table.slug, ada, links.LEAVE_OUT)
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 0}, 1)
    chat_write(table.slug, bob, "between us")
    table.refresh_from_db()
    return table


def test_the_resolver_knows_the_addresses_of_a_table() -> None:
    assert {"/t/{slug}/", "/t/{slug}/chat/", "/t/{slug}/watching/", "/api/tables/{slug}", "/api/tables/{slug}/stream"} <= set(
        ADDRESSES
    )
    assert len(ADDRESSES) > 40


def test_for_strangers_and_those_who_were_removed_a_private_table_does_not_exist(private: Table, eve: User) -> None:
    callers = [Caller(user) for user in (None, eve, User.objects.get(username="kit"))]
    before = everything()
    for address in ADDRESSES:
        for method in methods(address):
            for caller in callers:
                answer = caller.ask(address, private.slug, method)
                assert answer[0] in NOTHING, (address, method, caller.user, answer)
                assert answer == caller.ask(address, "abcdefghijkl", method), (address, method, caller.user)
    assert everything() == before


def test_those_who_play_see_what_they_always_saw_and_invited_people_what_everybody_knows(
    private: Table, bob: User, eve: User
) -> None:
    links.watch_accept(private.watch_code, eve)
    player, watcher, before = Caller(bob), Caller(eve), everything()
    for address in ADDRESSES:
        assert player.ask(address, private.slug)[0] != 404, address
        assert watcher.ask(address, private.slug)[0] != 404, address
        for method in methods(address)[1:]:
            assert watcher.ask(address, private.slug, method)[0] in (302, 400, 403, 405, 409, 422), (address, method)
    assert everything() == before
    mine, theirs = (json.loads(one.ask("/api/tables/{slug}", private.slug)[1]) for one in (player, watcher))
    assert (mine["viewer"]["seat"], theirs["viewer"]["seat"]) == (1, None)
    assert mine["view"]["hand"] != theirs["view"]["hand"]
    assert not any(theirs["can"].values())
    assert "between us" in watcher.ask("/t/{slug}/", private.slug)[1]


def test_strangers_change_nothing_at_a_public_table_either_but_for_what_they_say_and_where_they_wait(
    table: Table, eve: User
) -> None:
    callers, before = (Caller(None), Caller(eve)), everything()
    for address in ADDRESSES:
        for method in methods(address)[1:]:
            if name_of(address) not in ("chat", "line"):
                for caller in callers:
                    assert caller.ask(address, table.slug, method)[0] >= 300, (address, method)
    assert everything() == before


def test_the_host_shuts_people_out_and_lets_them_back(private: Table, ada: User, bob: User, eve: User) -> None:
    with pytest.raises(NotTheHost):
        links.watching_set(private.slug, bob, watching="all", delay_by="", delay=0)
    Table.objects.filter(pk=private.pk).update(by_vote=True)
    with pytest.raises(NotTheHost):
        links.watching_set(private.slug, ada, watching="all", delay_by="", delay=0)
    Table.objects.filter(pk=private.pk).update(by_vote=False)
    links.watch_accept(private.watch_code, eve)
    assert visible_table(private.slug, eve)
    links.send_away(private.slug, ada, eve.pk)
    for way_in in (lambda: visible_table(private.slug, eve), lambda: links.watch_accept(private.watch_code, eve)):
        with pytest.raises((NoSuchTable, SentAway)):
            way_in()
    links.let_back(private.slug, ada, eve.pk)
    old = private.watch_code
    new = links.watch_link_renew(private.slug, ada).watch_code
    with pytest.raises(NoSuchTable):
        links.watch_accept(old, eve)
    links.watch_accept(new, eve)
    links.watching_set(private.slug, ada, watching="nobody", delay_by="", delay=0)
    with pytest.raises(NoSuchTable):
        visible_table(private.slug, eve)
    with pytest.raises(WrongMoment):
        links.watch_accept(new, eve)
    links.watching_set(private.slug, ada, watching="all", delay_by="", delay=0)
    assert visible_table(private.slug, AnonymousUser())


def test_tables_made_before_get_links_of_their_own_and_private_ones_are_closed(ada: User, bob: User) -> None:
    joining = import_module("marchland.web.tables.migrations.0007_joining")
    private, public = sit_down(ada, bob, public=False), sit_down(ada, bob)
    Table.objects.update(watching="all")
    joining.close_private_tables(apps, None)
    after = {one.pk: one for one in Table.objects.all()}
    assert (after[private.pk].watching, after[public.pk].watching) == ("invited", "all")
    codes = {one.join_code for one in after.values()} | {one.watch_code for one in after.values()}
    assert len(codes - {private.join_code, public.join_code}) == 4


def test_watching_by_link_begins_with_a_button_and_guests_may_come(private: Table) -> None:
    client = Client()
    assert "ada invites you to watch" in client.get(f"/watch/{private.watch_code}/").content.decode()
    assert not Admission.objects.filter(kind="watches").exists()
    page = client.post(f"/watch/{private.watch_code}/", follow=True)
    assert page.status_code == 200
    assert page.context["viewer"]["spectator"]
    assert Admission.objects.get(kind="watches").user.is_guest
    assert client.get("/watch/nonsense/").status_code == 404


def test_a_public_table_may_be_joined_and_not_watched(ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob)
    links.watching_set(table.slug, ada, watching="nobody", delay_by="", delay=0)
    with pytest.raises(NoSuchTable):
        visible_table(table.slug, eve)
    page = client_of(eve).get("/").content.decode()
    assert "to-move" not in page
    assert f'href="/t/{table.slug}/"' not in page
    seat_leave(table.slug, bob)
    assert seat_take(table.slug, eve).status == Status.PLAYING


# -- behind ------------------------------------------------------------------------------------------


def seen_from_outside(table: Table, user: User) -> dict[str, Any]:
    """What somebody without a seat gets at every address, as a person and as a program, and what the socket would tell."""
    caller = Caller(user)
    answers: dict[str, Any] = {address: caller.ask(address, table.slug) for address in ADDRESSES}
    answers["later lines"] = caller.ask("/t/{slug}/parts/", table.slug, query="seen=0&append")
    answers["card"] = [bare(str(one), table.slug) for one in open_tables(AnonymousUser(), "en")]
    heard = hearing(table.slug, user)
    return answers | {"heard": (heard.entry, heard.said) if heard is not None else None}


def play(table: Table, people: tuple[User, ...], entries: int) -> None:
    for _ in range(entries):
        table.refresh_from_db()
        seat = table.deciders[0]
        action_submit(table.slug, people[seat], seat, 0, table.entries_made)
    table.refresh_from_db()


@pytest.mark.parametrize("by", ["entries", "minutes"])
@pytest.mark.parametrize("written", [False, True])
def test_those_who_are_behind_get_the_table_as_it_stood_at_every_address(
    by: str, written: bool, ada: User, bob: User, eve: User
) -> None:
    """What a spectator without delay saw at one moment is, letter for letter, what one with it sees while the game goes on."""
    hidden = 9
    with time_machine.travel("2026-03-01T20:00:00Z", tick=False) as clock:
        table = sit_down(ada, bob, rounds=3, written=written)
        play(table, (ada, bob), 7)
        chat_write(table.slug, ada, "long ago")
        clock.shift(timedelta(minutes=hidden, seconds=1))
        Table.objects.filter(pk=table.pk).update(delay_by=by, delay=0)
        before = seen_from_outside(table, eve)
        Table.objects.filter(pk=table.pk).update(delay=hidden)
        play(table, (ada, bob), hidden)
        chat_write(table.slug, bob, "did you see that")
        assert (Entry.objects.filter(table=table, n__gt=7).exclude(turn="").exists()) == written
        assert seen_from_outside(table, eve) == before
        assert seen_from_outside(table, bob) != before
        clock.shift(timedelta(minutes=hidden, seconds=1))
        play(table, (ada, bob), 2)
        later = hearing(table.slug, eve)
        assert later is not None
        assert later.entry == (9 if by == "entries" else 7 + hidden)


@time_machine.travel("2026-03-01T20:00:00Z", tick=False)
def test_what_is_taken_back_is_still_there_for_those_who_are_behind(ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob)
    links.watching_set(table.slug, ada, watching="all", delay_by="entries", delay=1)
    play(table, (ada, bob), 3)
    Table.objects.filter(pk=table.pk).update(delay=0)
    before = seen_from_outside(table, eve)
    Table.objects.filter(pk=table.pk).update(delay=1)
    last = Entry.objects.get(table=table, n=3)
    assert last.undoable
    undo(table.slug, (ada, bob)[last.seat or 0], last.seat, 3)
    now = seen_from_outside(table, eve)
    assert {address: answer for address, answer in now.items() if answer != before[address]} == {}


def test_after_the_end_nobody_is_behind(ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob, rounds=1)
    links.watching_set(table.slug, ada, watching="all", delay_by="entries", delay=3)
    while table.status == Status.PLAYING:
        play(table, (ada, bob), 1)
    heard = hearing(table.slug, eve)
    assert heard is not None
    assert (heard.entry, heard.is_behind) == (table.entries_made, False)
    assert Caller(eve).ask("/t/{slug}/record/", table.slug)[0] == 200


def test_whoever_is_behind_says_nothing(ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob)
    chat_write(table.slug, eve, "hello")
    links.watching_set(table.slug, ada, watching="all", delay_by="minutes", delay=1)
    with pytest.raises(NotYourSeat):
        chat_write(table.slug, eve, "play the left stone")
    assert 'id="chat"' not in Caller(eve).ask("/t/{slug}/", table.slug)[1]


def test_a_table_as_it_stood_is_never_saved(ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob)
    links.watching_set(table.slug, ada, watching="all", delay_by="entries", delay=1)
    with pytest.raises(ValueError, match="not to be saved"):
        visible_table(table.slug, eve).save()


# -- listening ---------------------------------------------------------------------------------------


class Told(Ear):
    """An ear whose owner may know, one time after the other, so much."""

    def __init__(self, known: Sequence[Hearing | None]) -> None:
        super().__init__("slug", AnonymousUser())
        self.script = iter(known)

    async def ask(self) -> Hearing | None:
        return next(self.script)


def heard(known: Sequence[Hearing | None], *news: dict[str, Any], wakes: int = 0) -> list[Any]:
    """What an ear passes on of these news."""

    async def listen() -> list[Any]:
        ear = Told(known)
        await ear.listen()
        told = [await ear.hear(one) for one in news]
        assert len(ear.due) == wakes
        return [*told, *[await ear.wake() for _ in range(wakes)]]

    return asyncio.run(listen())


def knows(entry: int, said: int = 0, behind: bool = True, minutes: int = 0) -> Hearing:
    return Hearing(entry, said, True, behind, timedelta(minutes=minutes))


ENTRY = {"kind": "entry", "entry": 9}


def test_who_sees_everything_hears_everything_and_is_asked_for_nothing() -> None:
    chat = {"kind": "chat", "entry": 9, "message": 3}
    assert heard([knows(8, behind=False)], ENTRY, chat) == [[ENTRY], [chat]]


def test_who_is_behind_hears_the_numbers_they_may_see_and_no_others() -> None:
    told = heard([knows(5), knows(6), knows(6), knows(7, 3)], ENTRY, {"kind": "chat", "entry": 9, "message": 3}, ENTRY)
    assert told == [
        [{"kind": "entry", "entry": 6}],
        [],
        [{"kind": "entry", "entry": 7}, {"kind": "chat", "entry": 7, "message": 3}],
    ]
    assert heard([knows(5), knows(5)], {"kind": "seats", "entry": 9}) == [[{"kind": "seats", "entry": 5}]]


def test_a_delay_of_minutes_is_told_of_after_so_many_minutes() -> None:
    assert heard([knows(5, minutes=2), knows(5, minutes=2), knows(9, minutes=2)], ENTRY, wakes=1) == [
        [],
        [{"kind": "entry", "entry": 9}],
    ]


def test_whoever_is_shut_out_while_listening_hears_nothing_more() -> None:
    assert heard([knows(5, behind=False), None], {"kind": "watching", "entry": 9}) == [None]
    assert heard([knows(5), None], ENTRY) == [None]


def test_a_socket_tells_by_itself_when_a_delay_is_over_and_closes_on_whoever_is_shut_out() -> None:
    soon = timedelta(milliseconds=1)
    behind = [Hearing(entry, 0, True, True, soon) for entry in (5, 5, 9)]

    async def listen() -> tuple[list[Any], list[Any]]:
        told: list[Any] = []
        socket = TableNews()
        socket.ear, socket.later = Told([*behind, None]), None
        socket.send_json = lambda news: asyncio.sleep(0, told.append(news))  # type: ignore[method-assign,assignment,func-returns-value]
        socket.close = lambda code: asyncio.sleep(0, told.append(code))  # type: ignore[method-assign,assignment,func-returns-value,misc]
        await socket.ear.listen()
        await socket.pass_on(ENTRY)
        at_once = list(told)
        assert socket.later is not None
        await socket.later
        await socket.pass_on(ENTRY)
        return at_once, told

    assert asyncio.run(listen()) == ([], [ENTRY, 4404])
