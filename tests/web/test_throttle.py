"""Doing something too often: 429, how long to wait, in the reader's language, and nothing has changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.api.services import token_create
from marchland.web.config import environment, throttle
from marchland.web.config.throttle import LIMITS, Limit, TooOften, address_of, count
from marchland.web.lobby.forms import TableForm
from marchland.web.tables.consumers import mark_present
from marchland.web.tables.crew import run_queued_tasks
from marchland.web.tables.models import ChatMessage, Table
from marchland.web.titles import title_named

from .conftest import client_of

pytestmark = pytest.mark.django_db

STRANGER = "203.0.113.7"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three times is the limit of everything, so that the fourth is once too often."""
    for what in LIMITS:
        monkeypatch.setitem(LIMITS, what, (Limit(3, 600),))


@pytest.fixture(autouse=True)
def within_one_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle.time, "time", lambda: 600_000.0 + 60)


def stranger(address: str = STRANGER, **headers: str) -> Client:
    return Client(REMOTE_ADDR=address, headers={"accept": "text/html", **headers})


def new_name(number: int) -> dict[str, str]:
    return {"username": f"person{number}", "password": "a-long-secret-9"}


def test_guests_of_one_address_are_limited() -> None:
    answers = [stranger().post("/account/guest/").status_code for _ in range(4)]
    assert answers == [302, 302, 302, 429]
    assert User.objects.count() == 3
    assert stranger("198.51.100.1").post("/account/guest/").status_code == 302
    assert stranger().post("/play/pebbles/").status_code == 429
    assert Table.objects.count() == 0


def test_whoever_starts_the_site_at_home_is_not_counted() -> None:
    assert {stranger("127.0.0.1").post("/account/guest/").status_code for _ in range(6)} == {302}
    assert {stranger("::1").post("/account/guest/").status_code for _ in range(6)} == {302}


def test_a_household_counts_as_one_address() -> None:
    for number in range(3):
        stranger(f"2001:db8:1:2::{number}").post("/account/guest/")
    assert stranger("2001:db8:1:2:ffff::9").post("/account/guest/").status_code == 429
    assert stranger("2001:db8:1:3::9").post("/account/guest/").status_code == 302


@pytest.mark.parametrize(
    ("told", "counted"),
    [("::ffff:198.51.100.9", "198.51.100.9"), ("::ffff:127.0.0.1", "127.0.0.1"), ("_hidden", "_hidden"), ("", "127.0.0.1")],
)
def test_addresses_are_read_whatever_a_proxy_calls_them(told: str, counted: str) -> None:
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=told)) == counted


def test_registration_is_limited_and_wrong_forms_are_not_counted() -> None:
    for _ in range(5):
        assert stranger().post("/account/register/", {"username": "x", "password": "y"}).status_code == 200
    answers = [stranger().post("/account/register/", new_name(number)).status_code for number in range(4)]
    assert answers == [302, 302, 302, 429]
    assert User.objects.count() == 3


def test_log_ins_from_one_address_are_limited(ada: User) -> None:
    answers = [stranger().post("/account/login/", {"username": f"name{n}", "password": "guess"}).status_code for n in range(4)]
    assert answers == [200, 200, 200, 429]
    client = stranger("198.51.100.1")
    client.post("/account/login/", {"username": "ada", "password": "a long secret"})
    assert client.session["_auth_user_id"] == str(ada.pk)


def test_after_some_wrong_passwords_even_the_right_one_waits(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "login", (Limit(100, 600),))
    monkeypatch.setitem(LIMITS, "password-anywhere", (Limit(100, 600),))
    right, wrong = {"username": "Ada", "password": "a long secret"}, {"username": "ada", "password": "guess"}
    for _ in range(3):
        stranger().post("/account/login/", wrong)
    page = stranger().post("/account/login/", right)
    assert (page.status_code, "Too many wrong passwords" in page.content.decode()) == (200, True)
    elsewhere = stranger("198.51.100.1")
    elsewhere.post("/account/login/", {**right, "username": "ada"})
    assert "_auth_user_id" in elsewhere.session, "somebody else's guesses do not lock the owner out"


def test_a_right_password_forgives_the_wrong_ones(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "login", (Limit(100, 600),))
    monkeypatch.setitem(LIMITS, "password-anywhere", (Limit(100, 600),))
    for _ in range(3):
        stranger().post("/account/login/", {"username": "ada", "password": "guess"})
        stranger().post("/account/login/", {"username": "ada", "password": "guess"})
        client = stranger()
        client.post("/account/login/", {"username": "ada", "password": "a long secret"})
        assert "_auth_user_id" in client.session


@pytest.mark.django_db(transaction=True)
def test_reset_mails_to_one_mailbox_are_limited_whether_it_has_an_account_or_not(ada: User, mailoutbox: list[Any]) -> None:
    for address in ("ada@example.org", "nobody@example.org"):
        ways = [stranger(f"198.51.100.{n}").post("/account/reset/", {"email": address}).status_code for n in range(4)]
        assert ways == [302, 302, 302, 429], address
    run_queued_tasks()
    assert len(mailoutbox) == 3


def test_reset_requests_from_one_address_are_limited() -> None:
    ways = [stranger().post("/account/reset/", {"email": f"{n}@example.org"}).status_code for n in range(4)]
    assert ways == [302, 302, 302, 429]


def test_chat_is_limited_for_pages_and_programs_together(table: Table, ada: User, bob: User) -> None:
    page, program = client_of(ada), Client(headers={"authorization": f"Bearer {token_create(ada, 'x')}"})
    said = json.dumps({"text": "hello"})
    where = (page, f"/t/{table.slug}/chat/"), (program, f"/api/tables/{table.slug}/chat")
    answers = [client.post(path, said, content_type="application/json") for client, path in (*where, *where)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert (answers[3].json()["code"], answers[3].headers["Retry-After"]) == ("too-often", "540")
    page_again = page.post(f"/t/{table.slug}/chat/", said, content_type="application/json")
    assert (page_again.status_code, page_again.json()["error"]) == (429, "That was too often. Try again in 9 min.")
    assert ChatMessage.objects.count() == 3
    assert client_of(bob).post(f"/t/{table.slug}/chat/", said, content_type="application/json").status_code == 200


def test_tables_are_limited_for_pages_and_programs_together(ada: User) -> None:
    page, program = client_of(ada), Client(headers={"authorization": f"Bearer {token_create(ada, 'x')}"})
    wanted = {"title": "pebbles", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
    for _ in range(2):
        assert page.post("/play/pebbles/").status_code == 302
    assert program.post("/api/tables", json.dumps(wanted), content_type="application/json").status_code == 201
    refused = program.post("/api/tables", json.dumps(wanted), content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (429, "too-often")
    assert page.post("/play/pebbles/").status_code == 429
    filled_in = {name: field.initial for name, field in TableForm(title_named("pebbles"), "en").fields.items() if field.initial}
    assert page.post("/new/pebbles/", filled_in).status_code == 429
    assert Table.objects.count() == 3


@pytest.mark.parametrize("path", ["/account/keys/", "/account/export/"])
def test_keys_and_exports_are_limited(path: str, ada: User) -> None:
    client = client_of(ada)
    ask = client.post if path.endswith("keys/") else client.get
    assert [ask(path).status_code for _ in range(4)][3] == 429


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Try again in 9 min."), ("fr", "Réessayez dans 9 min."), ("it", "Riprova tra 9 min.")],
)
def test_the_page_says_how_long_to_wait_in_the_readers_language(language: str, words: str) -> None:
    for _ in range(3):
        stranger().post("/account/guest/")
    page: Any = stranger(**{"accept-language": language}).post("/account/guest/")
    assert (page.status_code, page.headers["Retry-After"]) == (429, "540")
    assert words in page.content.decode()


def test_a_new_window_counts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        count("guest", "somebody")
    with pytest.raises(TooOften):
        count("guest", "somebody")
    count("guest", "somebody else")
    monkeypatch.setattr(throttle.time, "time", lambda: 600_000.0 + 601)
    count("guest", "somebody")


def test_several_processes_count_together_over_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://redis.example:6379/1")
    found = environment.caches("secret")["default"]
    assert (found["BACKEND"].rsplit(".")[-1], found["LOCATION"]) == ("SharedCounts", "redis://redis.example:6379/1")
    monkeypatch.delenv("REDIS_URL")
    assert environment.caches("secret")["default"]["OPTIONS"]["MAX_ENTRIES"] > 10_000


@pytest.mark.django_db(transaction=True)
def test_however_often_a_page_says_that_it_is_open_it_is_written_down_once(ada: User) -> None:
    async_to_sync(mark_present)(ada)
    first = User.objects.get(pk=ada.pk).last_here
    assert first is not None
    assert first <= timezone.now()
    async_to_sync(mark_present)(ada)
    assert User.objects.get(pk=ada.pk).last_here == first
    cache.clear()
    async_to_sync(mark_present)(ada)
    assert User.objects.get(pk=ada.pk).last_here > first


# -- reading -----------------------------------------------------------------------------------------


@pytest.fixture
def dear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page takes a second of computing, and there are two for a person, three for an address."""
    clock = iter(range(10_000))
    monkeypatch.setattr(throttle.time, "thread_time", lambda: float(next(clock)))
    monkeypatch.setitem(throttle.READING, "person", Limit(2000, 60))
    monkeypatch.setitem(throttle.READING, "address", Limit(3000, 60))


def test_whoever_has_spent_the_servers_time_waits_and_nobody_else(dear: None, table: Table, ada: User, bob: User) -> None:
    reader, other = stranger(**{"accept-language": "fr"}), stranger("203.0.113.8")
    assert [reader.get("/people/").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = reader.get("/people/")
    assert refused.headers["Retry-After"] == "60"
    assert "C&#x27;était trop souvent" in refused.content.decode()
    assert other.get("/people/").status_code == 200
    assert reader.get("/health/").status_code == 200
    told = Client(REMOTE_ADDR=STRANGER).get("/api/titles")
    assert (told.status_code, told.json()["code"]) == (429, "too-often")


def test_a_person_pays_wherever_they_come_from_and_may_always_move(dear: None, table: Table, ada: User) -> None:
    client = client_of(ada)
    places = [client.get("/tables/", REMOTE_ADDR=f"203.0.113.{n}").status_code for n in range(3)]
    assert places == [200, 200, 429]
    moved = client.post(f"/t/{table.slug}/act/", {"entry": 0, "option": 0}, REMOTE_ADDR=STRANGER)
    assert moved.status_code == 200
    assert {client.get("/tables/").status_code for _ in range(5)} == {200}, "at home nothing is counted"
