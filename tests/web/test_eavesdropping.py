"""What is hidden makes no difference to what anybody gets over HTTP: a sample of `make secrets`, and leaks planted in the site."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from tools.eavesdropping import hearing
from tools.eavesdropping.looking import Look, look_around

from marchland.web.accounts import selectors as export
from marchland.web.api import interface
from marchland.web.tables import announcing, contexts, papers
from marchland.web.tables.models import Entry

pytestmark = pytest.mark.django_db

TITLES = ("vinci", "byzantium", "medioevo", "cendre")


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_nothing_anybody_gets_depends_on_what_is_hidden_from_them(title: str) -> None:
    counted: Counter[str] = Counter()
    assert look_around(title, "sample", counted, Look(enough=1, first=8, is_brief=True)) == ""
    assert counted[hearing.PAGES] > 5
    assert counted[hearing.SOCKETS] > 2


def test_every_address_that_speaks_of_a_table_is_listened_at() -> None:
    """Whoever adds one need not think of it; whoever leaves one out says so in `hearing.py`."""
    about_tables = {route for route in hearing.routes() if "<slug:slug>" in route and route.startswith("/t/")}
    left_out = {route for route in about_tables if route.startswith(hearing.STATIC)}
    assert about_tables - set(hearing.addresses()) == left_out == {"/t/<slug:slug>/terms/", "/t/<slug:slug>/rules/"}
    programs = {route for route in hearing.routes() if "<slug>" in route and route.startswith("/api/")}
    assert programs - set(hearing.addresses()) == {"/api/tables/<slug>/stream"}, "it is listened at with the sockets"


# -- leaks planted on purpose ------------------------------------------------------------------------------


def in_a_page(honest: Any) -> Any:
    return lambda request, sight: {**honest(request, sight), "title_name": bytes(sight.table.key).hex()}


def in_a_part(honest: Any) -> Any:
    return lambda sight, *args, **more: {**honest(sight, *args, **more), "title": sha256(sight.table.state.encode()).hexdigest()}


def in_the_api(honest: Any) -> Any:
    def leaking(sight: Any) -> dict[str, Any]:
        found: dict[str, Any] = honest(sight)
        return {**found, "table": {**found["table"], "name": sight.state.chance.key.hex()}}

    return leaking


def on_a_socket(honest: Any) -> Any:
    return lambda table, kind, **facts: honest(table, kind, state=sha256(table.state.encode()).hexdigest(), **facts)


def in_a_report(honest: Any) -> Any:
    return lambda sight, *turn: replace_words(honest(sight, *turn), str(list(Entry.objects.values_list("action", flat=True))))


def replace_words(made: Any, words: str) -> Any:
    return type(made)(**{**{name: getattr(made, name) for name in made.__struct_fields__}, "subtitle": words})


def in_an_export(honest: Any) -> Any:
    return lambda seat: {**honest(seat), "moves": json.dumps(list(seat.table.entries.values_list("action", flat=True)))}


@pytest.mark.parametrize(
    ("kind", "owner", "name", "leaking"),
    [
        (None, contexts, "frame", lambda honest: honest),
        ("pages", contexts, "frame", in_a_page),
        ("parts", contexts, "refresh", in_a_part),
        ("api", interface.selectors, "position", in_the_api),
        ("sockets", announcing, "after_commit", on_a_socket),
        ("reports", papers, "document", in_a_report),
        ("exports", export, "_seat_facts", in_an_export),
    ],
)
def test_a_leak_is_found_wherever_it_is(
    kind: str | None, owner: Any, name: str, leaking: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, leaking(getattr(owner, name)))
    counted: Counter[str] = Counter()
    found = look_around("pebbles", "planted", counted, Look(enough=700, options={"written": True}))
    assert found.startswith(kind) if kind else not found and set(counted) == set(hearing.KINDS), found
