"""Whoever asks for many pages at once gets them one after the other; what was drawn of a finished game is not drawn again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from marchland import render
from marchland.kernel.documents import Document
from marchland.web.accounts.models import User
from marchland.web.config.handler import Turns, client_of
from marchland.web.tables import papers
from marchland.web.tables.models import Status, Table
from marchland.web.tables.services import action_submit

from . import conftest
from .conftest import sit_down


def scope(address: str, cookie: str = "") -> dict[str, Any]:
    return {"client": (address, 1), "headers": [(b"cookie", cookie.encode())] if cookie else []}


def test_a_client_is_a_household_and_at_home_whoever_has_its_cookies() -> None:
    assert client_of(scope("203.0.113.7", "a=1")) == client_of(scope("203.0.113.7", "a=2"))
    assert client_of(scope("2001:db8::1")) == client_of(scope("2001:db8::2"))
    assert client_of(scope("127.0.0.1", "a=1")) != client_of(scope("::1", "a=2"))
    assert client_of({"client": None, "headers": []})


def test_sixteen_requests_of_one_client_leave_the_others_their_turn() -> None:
    """The order in which pages are begun: one of the noisy client's at a time, and nobody else waits for it."""
    begun: list[str] = []
    most = 0

    async def page(turns: Turns, client: str) -> None:
        nonlocal most
        async with turns.of(client):
            begun.append(client)
            most = max(most, begun.count("noisy") - ended.count("noisy"))
            await asyncio.sleep(0)
            ended.append(client)

    ended: list[str] = []

    async def all_at_once() -> Turns:
        turns = Turns()
        await asyncio.gather(*(page(turns, "noisy") for _ in range(16)), page(turns, "quiet"))
        return turns

    turns = asyncio.run(all_at_once())
    assert begun.index("quiet") == 1
    assert most == 1
    assert begun.count("noisy") == 16
    assert turns.lines == {}


@pytest.mark.django_db
def test_a_moment_of_a_finished_game_is_drawn_once_for_each_viewer(ada: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit_down(ada, bob, rounds=1)
    while table.status == Status.PLAYING:
        seat = table.deciders[0]
        action_submit(table.slug, (ada, bob)[seat], seat, 0, table.entries_made)
        table.refresh_from_db()
    drawn = 0
    draw = render.draw

    def counted(*args: Any, **kwargs: Any) -> Any:
        nonlocal drawn
        drawn += 1
        return draw(*args, **kwargs)

    monkeypatch.setattr(render, "draw", counted)
    looks = [conftest.client_of(who).get(f"/t/{table.slug}/replay/?at=1").json() for who in (ada, ada, bob, bob, None, None)]
    assert drawn == 3
    assert looks[0] == looks[1]
    Table.objects.filter(pk=table.pk).update(status=Status.PLAYING)
    conftest.client_of(ada).get(f"/t/{table.slug}/replay/?at=1")
    assert drawn == 4, "a game that goes on is drawn anew"


def test_the_same_document_is_printed_once_and_another_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[Document] = []
    monkeypatch.setattr(papers.paper, "pdf", lambda made: printed.append(made) or made.subtitle.encode())
    one, other = (Document(title="Turn", subtitle=who, language="en", parts=()) for who in ("ada", "bob"))
    assert [papers.printed(made, "pdf") for made in (one, other, one, other)] == [b"ada", b"bob", b"ada", b"bob"]
    assert printed == [one, other]
