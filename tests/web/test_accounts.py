"""Getting in, staying, leaving."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from marchland.web.accounts.models import User
from marchland.web.api.services import token_create, token_known
from marchland.web.tables.crew import run_queued_tasks
from marchland.web.tables.models import ChatMessage, Seat, Table
from marchland.web.tables.services import chat_write

from .conftest import client_of, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    cache.clear()


NEW = {"username": "carla", "email": "carla@example.org", "password": "quite-a-secret-1"}


def test_one_registers_logs_out_and_logs_in_again() -> None:
    client = Client()
    assert client.post("/account/register/", NEW).status_code == 302
    client.post("/account/logout/")
    assert "_auth_user_id" not in client.session
    assert client.post("/account/login/", {"username": "carla", "password": "wrong"}).status_code == 200
    client.post("/account/login/", {"username": "carla", "password": NEW["password"]})
    assert client.session["_auth_user_id"] == str(User.objects.get(username="carla").pk)


@pytest.mark.parametrize(
    "change", [{"username": "ADA"}, {"username": "x"}, {"username": "a b<c"}, {"password": "12345"}, {"password": "password"}]
)
def test_taken_names_and_weak_passwords_are_refused(change: dict[str, str], ada: User) -> None:
    assert Client().post("/account/register/", {**NEW, **change}).status_code == 200
    assert User.objects.count() == 1


def test_a_guest_becomes_an_account_and_keeps_every_game() -> None:
    client = Client()
    client.post("/play/pebbles/")
    guest = User.objects.get()
    client.post("/account/register/", NEW)
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("carla", False)
    assert Seat.objects.get(user=guest).table == Table.objects.get()
    assert client.get("/account/").status_code == 200
    client.post("/account/logout/")
    client.post("/account/login/", {"username": "carla", "password": NEW["password"]})
    assert Table.objects.get().slug in client.get("/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_password_is_reset_by_mail(ada: User, mailoutbox: list[Any]) -> None:
    client = Client()
    assert client.post("/account/reset/", {"email": "ada@example.org"}).status_code == 302
    assert mailoutbox == []
    run_queued_tasks()
    link = re.search(r"/account/reset/\S+", mailoutbox[0].body)
    assert link is not None
    form = client.get(link[0], follow=True)
    client.post(form.redirect_chain[-1][0], {"new_password1": "brand-new-secret", "new_password2": "brand-new-secret"})
    ada.refresh_from_db()
    assert ada.check_password("brand-new-secret")
    assert b"no longer valid" in Client().get(link[0], follow=True).content


@pytest.mark.django_db(transaction=True)
def test_a_reset_for_an_unknown_address_tells_nothing(mailoutbox: list[Any]) -> None:
    assert Client().post("/account/reset/", {"email": "nobody@example.org"}).status_code == 302
    run_queued_tasks()
    assert mailoutbox == []


def test_the_profile_keeps_language_palette_and_theme(ada: User) -> None:
    client = client_of(ada)
    client.post("/account/", {"email": "", "language": "it", "theme": "dark", "palette": "deutan"})
    ada.refresh_from_db()
    assert (ada.language, ada.theme, ada.palette) == ("it", "dark", "deutan")
    page = client.get("/").content.decode()
    assert '<html lang="it" data-theme="dark" data-palette="deutan">' in page


def test_those_without_a_profile_keep_their_choice_in_cookies() -> None:
    client = Client()
    client.post("/account/appearance/", {"language": "fr", "theme": "dark"})
    assert '<html lang="fr" data-theme="dark"' in client.get("/").content.decode()
    client.post("/account/appearance/", {"language": "xx", "theme": "<b>"})
    assert '<html lang="fr" data-theme="dark"' in client.get("/").content.decode()


def test_a_browsers_language_is_heeded() -> None:
    assert '<html lang="it"' in Client(headers={"accept-language": "it-CH,it;q=0.9"}).get("/").content.decode()
    assert '<html lang="en"' in Client(headers={"accept-language": "pl"}).get("/").content.decode()


def test_all_data_of_a_person_can_be_taken_away(table: Table, ada: User) -> None:
    chat_write(table.slug, ada, "hello")
    token_create(ada, "my program")
    Seat.objects.filter(table=table, user=ada).update(standing=["refuse"], plan={"answers": [1]})
    data = json.loads(client_of(ada).get("/account/export/").content)
    assert data["account"]["email"] == "ada@example.org"
    assert data["tables"][0]["table"] == table.slug
    assert data["messages"][0]["text"] == "hello"
    assert data["api_tokens"][0]["label"] == "my program"
    assert data["tables"][0]["beforehand"] == {"waived": [], "standing": ["refuse"], "plan": {"answers": [1]}}
    assert data["tables"][0]["by_mail"] is False
    assert data["hosts"] == [table.slug]


def test_deleting_an_account_forgets_the_person_and_leaves_games_to_others(ada: User, bob: User) -> None:
    table = sit_down(ada, bob)
    chat_write(table.slug, ada, "hello")
    token = token_create(ada, "my program")
    client = client_of(ada)
    assert client.post("/account/delete/", {"username": "somebody"}).status_code == 200
    assert User.objects.filter(username="ada").exists()
    client.post("/account/delete/", {"username": "ada"})
    assert not User.objects.filter(username="ada").exists()
    assert not ChatMessage.objects.exists()
    assert token_known(token) is None
    left = Seat.objects.get(table=table, number=0)
    assert (left.user, left.departed, left.name) == (None, True, "")
    assert client_of(bob).get(f"/t/{table.slug}/").status_code == 200


def test_a_key_is_shown_once_and_kept_as_a_hash(ada: User) -> None:
    client = client_of(ada)
    page = client.post("/account/keys/", {"label": "bot"}, follow=True).content.decode()
    token = re.search(r"ml_[\w-]{40,}", page)
    assert token is not None
    assert (found := token_known(token[0]))
    assert found.user == ada
    assert token[0] not in client.get("/account/keys/").content.decode()
    assert token[0] not in str(ada.api_tokens.values())
    client.post(f"/account/keys/{ada.api_tokens.get().pk}/withdraw/")
    assert token_known(token[0]) is None


def test_pages_for_people_send_others_to_the_login() -> None:
    for path in ("/account/", "/account/export/", "/account/delete/", "/account/password/"):
        assert Client().get(path).url == f"/account/login/?next={path}"


def test_health_tells_what_is_installed() -> None:
    answer = Client().get("/health/").json()
    assert answer["status"] == "ok"
    assert "pebbles" in answer["titles"]


def test_a_guest_who_logs_in_takes_the_games_along(ada: User, bob: User) -> None:
    client = Client()
    client.post("/play/pebbles/")
    guest = User.objects.get(is_guest=True)
    own = Table.objects.get(host=guest)
    shared = sit_down(bob, guest)
    chat_write(shared.slug, guest, "hello")
    both = sit_down(ada, guest)
    client.post("/account/login/", {"username": "ada", "password": "a long secret"})
    assert client.session["_auth_user_id"] == str(ada.pk)
    own.refresh_from_db()
    assert (own.host, own.seats.get(number=0).user) == (ada, ada)
    assert shared.seats.get(number=1).user == ada
    assert shared.messages.get().user == ada
    assert (both.seats.get(number=0).user, both.seats.get(number=1).departed) == (ada, True)
    assert not User.objects.filter(is_guest=True).exists()
    assert client.get(f"/t/{own.slug}/parts/", headers={"accept": "application/json"}).json()["seat"] == 0


def test_nobody_takes_games_along_from_an_account(table: Table, ada: User, bob: User) -> None:
    client = client_of(bob)
    client.post("/account/login/", {"username": "ada", "password": "a long secret"})
    assert table.seats.get(number=1).user == bob


def test_guests_are_offered_an_account_where_others_log_out(ada: User) -> None:
    guest = Client()
    guest.post("/account/guest/")
    page = guest.get("/").content.decode()
    assert "Log out" not in page
    assert "Make an account" in page
    assert "Log out" in client_of(ada).get("/").content.decode()
