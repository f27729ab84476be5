"""What is asked of the database for every move and every page: the same answers as Django's own, without building the SQL anew."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from marchland.web.accounts.models import Session, User
from marchland.web.prepared import Insert, Prepared, Update
from marchland.web.tables.models import Entry, Seat, Table
from marchland.web.tables.viewers import known_table

from .conftest import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def facts(model: Any) -> dict[str, Any]:
    found = {field.attname: getattr(model, field.attname) for field in model._meta.concrete_fields}
    return {name: bytes(value) if isinstance(value, memoryview) else value for name, value in found.items()}


def test_a_prepared_query_gives_what_the_queryset_gives_for_other_values_too(table: Table) -> None:
    by_number = Prepared(lambda number, table: Seat.objects.filter(number=number, table_id=table).select_related("user"))
    for number in (0, 1, 1, 0):
        found, expected = by_number.first(number, table.pk), Seat.objects.get(table=table, number=number)
        assert found is not None
        assert facts(found) == facts(expected)
        assert facts(found.user) == facts(expected.user)
    assert by_number.first(7, table.pk) is None


def test_a_table_is_read_with_its_types_and_its_seats(table: Table, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(2):
        found = known_table(table.slug)
        assert [place.user.username for place in found.seats.all() if place.user] == ["ada", "bob"]
    assert facts(found) == facts(Table.objects.get(pk=table.pk))


def test_a_prepared_query_asks_for_its_values_and_nothing_else() -> None:
    for refused in (
        Prepared(lambda slug: Table.objects.filter(slug=slug, title="vinci")),
        Prepared(lambda slug: Table.objects.filter(slug__contains=slug)),
    ):
        with pytest.raises(ValueError, match="for nothing else"):
            refused.all("a")
    with pytest.raises(ValueError, match="in their order"):
        Prepared(lambda table, number: Seat.objects.filter(number=number, table_id=table)).all(1, 1)


def test_a_row_is_written_as_django_would(table: Table) -> None:
    entry = Entry(table=table, n=7, seat=1, action={"type": "Bid"}, events=[{"é": [1, None]}], fingerprint="f", snapshot=b"\0\xff")
    with transaction.atomic():
        Insert(Entry)(entry)
        entry.undone, entry.events, entry.pk = True, [], Entry.objects.get(table=table, n=7).pk
        assert facts(Entry.objects.get(pk=entry.pk)) == {**facts(entry), "undone": False, "events": [{"é": [1, None]}]}
        Update(Entry, "undone", "events")(entry)
    assert facts(Entry.objects.get(pk=entry.pk)) == facts(entry)


def is_known(client: Client) -> bool:
    return "_cached_user" in vars(client.get("/").wsgi_request) and client.get("/").wsgi_request.user.is_authenticated


def test_somebody_is_logged_in_until_the_session_ends(ada: User) -> None:
    client = client_of(ada)
    assert is_known(client)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_known(client)


def test_somebody_who_may_no_longer_log_in_is_logged_out(ada: User) -> None:
    client = client_of(ada)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert not is_known(client)


def test_sessions_of_earlier_releases_still_count(ada: User) -> None:
    client = Client()
    client.force_login(ada, "django.contrib.auth.backends.ModelBackend")
    assert is_known(client)


def test_a_wrong_password_is_hashed_once(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    monkeypatch.setattr(User, "check_password", lambda self, password: bool(tried.append(password)))
    assert not Client().login(username="ada", password="wrong")
    assert tried == ["wrong"]
