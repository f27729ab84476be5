"""What lets somebody in, and how it ends: log-ins and guesses, the second factor, sessions and their sockets, keys for programs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pyotp
import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session as SessionBefore
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from marchland.web.accounts import second
from marchland.web.accounts.models import RecoveryCode, SecondFactor, Session, User
from marchland.web.accounts.sessions import name_of
from marchland.web.api.interface import ReadKey, interface
from marchland.web.api.models import ApiToken
from marchland.web.api.services import token_create, token_delete, token_known
from marchland.web.api.stream import news_of
from marchland.web.config.throttle import LIMITS, Limit
from marchland.web.operating.checks import Verdict, people
from marchland.web.tables.crew import run_queued_tasks
from marchland.web.tables.models import Table

from .conftest import client_of, sit_down
from .lines import PATIENCE, Line

pytestmark = pytest.mark.django_db

PASSWORD = "a long secret"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def log_in(user: User | str = "ada", password: str = PASSWORD, **place: Any) -> Client:
    client = Client(headers={"user-agent": FIREFOX}, **place)
    client.post("/account/login/", {"username": str(user), "password": password})
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def bearer(token: str) -> Client:
    return Client(headers={"authorization": f"Bearer {token}"})


# -- mails -----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@override_settings(ALLOWED_HOSTS=["*"], SITE_URL="https://march.example", USE_X_FORWARDED_HOST=True)
def test_a_reset_mail_leads_to_the_sites_own_address_whatever_a_request_calls_itself(ada: User, mailoutbox: list[Any]) -> None:
    forged = Client(headers={"host": "evil.example", "x-forwarded-host": "worse.example"})
    assert forged.post("/account/reset/", {"email": ada.email}).status_code == 302
    run_queued_tasks()
    assert re.search(r"https://march\.example/account/reset/\S+", mailoutbox[0].body)
    assert not re.search(r"evil|worse", str(mailoutbox[0].message()))


@pytest.mark.django_db(transaction=True)
def test_asking_for_a_reset_is_the_same_work_and_answer_for_an_unknown_address(ada: User, mailoutbox: list[Any]) -> None:
    seen = []
    for address in (ada.email, "nobody@example.org"):
        with CaptureQueriesContext(connection) as asked:
            answer = Client().post("/account/reset/", {"email": address})
        seen.append((answer.status_code, answer["location"], [query["sql"][:40] for query in asked]))
    assert seen[0] == seen[1]
    run_queued_tasks()
    assert [mail.to for mail in mailoutbox] == [[ada.email]]


def test_registering_with_a_known_address_is_answered_as_any_other(ada: User) -> None:
    answers = []
    for name, address in (("carla", ada.email), ("dora", "new@example.org")):
        answer = Client().post("/account/register/", {"username": name, "email": address, "password": "quite-a-secret-1"})
        answers.append((answer.status_code, answer["location"], answer.content))
    assert answers[0] == answers[1]


# -- guesses ---------------------------------------------------------------------------------------------


def test_strangers_who_guess_keep_nobody_out_of_their_own_browser(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for what in ("password", "password-anywhere", "password-known"):
        monkeypatch.setitem(LIMITS, what, (Limit(3, 600),))
    with time_machine.travel(timezone.now().replace(minute=1), tick=False):
        own = log_in(REMOTE_ADDR="203.0.113.7")
        own.post("/account/logout/")
        for number in range(5):
            log_in(password="guess", REMOTE_ADDR=f"198.51.100.{number}")
        assert not is_in(log_in(REMOTE_ADDR="198.51.100.77")), "elsewhere even the right one waits"
        assert own.post("/account/login/", {"username": "ada", "password": PASSWORD}).status_code == 302
        assert is_in(own)
        own.post("/account/logout/")
        for _ in range(3):
            own.post("/account/login/", {"username": "ada", "password": "guess"})
        own.post("/account/login/", {"username": "ada", "password": PASSWORD})
        assert not is_in(own), "but the mark is no leave to guess"


def test_a_mark_is_good_for_one_name_and_cannot_be_made_up(ada: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "password-anywhere", (Limit(0, 600),))
    own = log_in("bob", "another long secret")
    assert not is_in(own)
    monkeypatch.setitem(LIMITS, "password-anywhere", (Limit(9, 600),))
    own = log_in("bob", "another long secret")
    monkeypatch.setitem(LIMITS, "password-anywhere", (Limit(0, 600),))
    own.post("/account/logout/")
    own.post("/account/login/", {"username": "ada", "password": PASSWORD})
    assert not is_in(own)
    made_up = Client()
    made_up.cookies["known"] = own.cookies["known"].value[:-2] + "xx"
    made_up.post("/account/login/", {"username": "bob", "password": "another long secret"})
    assert not is_in(made_up)


# -- the second factor -----------------------------------------------------------------------------------


def code_of(user: User, late: int = 0) -> str:
    return pyotp.TOTP(second.secret_of(SecondFactor.objects.get(user=user)) or "").at(timezone.now() + timedelta(seconds=late))


def wrong_code(user: User) -> str:
    right = {code_of(user, late) for late in range(-60, 90, 30)}
    return next(f"{number:06}" for number in range(9) if f"{number:06}" not in right)


@pytest.fixture
def clock() -> Any:
    with time_machine.travel(timezone.now().replace(minute=1, second=10), tick=False) as clock:
        yield clock


@pytest.fixture
def guarded(ada: User, clock: Any) -> tuple[User, list[str]]:
    """Ada, who turned the second factor on through its page, and her recovery codes."""
    client = client_of(ada)
    assert SecondFactor.objects.count() == 0
    assert "That is not your password" in client.post("/account/second-factor/", {"do": "begin", "password": "x"}).content.decode()
    client.post("/account/second-factor/", {"do": "begin", "password": PASSWORD})
    page = client.get("/account/second-factor/").content.decode()
    assert "<svg" in page
    assert not second.is_asked(ada), "nothing is asked before the phone has shown that it counts"
    assert "wrong" in client.post("/account/second-factor/", {"do": "confirm", "code": wrong_code(ada)}).content.decode()
    page = client.post("/account/second-factor/", {"do": "confirm", "code": code_of(ada)}).content.decode()
    codes = re.findall(r"[a-z2-7]{4}(?:-[a-z2-7]{4}){3}", page)
    assert len(codes) == 10
    assert codes[0] not in client.get("/account/second-factor/").content.decode()
    clock.shift(60)
    return ada, codes


def test_a_password_alone_does_not_get_in_where_a_code_is_asked_for(guarded: tuple[User, list[str]], clock: Any) -> None:
    ada, _codes = guarded
    client = log_in()
    assert not is_in(client)
    client.post("/account/login/second/", {"code": wrong_code(ada)})
    assert not is_in(client)
    assert client.post("/account/login/second/", {"code": code_of(ada)}).status_code == 302
    assert is_in(client)
    again = log_in()
    again.post("/account/login/second/", {"code": code_of(ada)})
    assert not is_in(again), "a code is taken once"
    again.post("/account/login/second/", {"code": code_of(ada, -30)})
    assert not is_in(again), "and none before it"
    clock.shift(30)
    again.post("/account/login/second/", {"code": code_of(ada)})
    assert is_in(again)


def test_a_recovery_code_gets_in_once_and_keeps_nothing_of_itself(guarded: tuple[User, list[str]]) -> None:
    _ada, codes = guarded
    assert not {code.replace("-", "") for code in codes} & set(RecoveryCode.objects.values_list("digest", flat=True))
    for expected in (True, False):
        client = log_in()
        client.post("/account/login/second/", {"code": codes[3].upper().replace("-", " ")})
        assert is_in(client) is expected


def test_guesses_at_codes_are_few_and_leave_the_owner_a_way_in(guarded: tuple[User, list[str]]) -> None:
    ada, codes = guarded
    client = log_in()
    for _ in range(5):
        client.post("/account/login/second/", {"code": wrong_code(ada)})
    page = client.post("/account/login/second/", {"code": code_of(ada)}).content.decode()
    assert "Too many wrong codes" in page
    assert not is_in(client)
    client.post("/account/login/second/", {"code": codes[0]})
    assert is_in(client)


def test_a_right_password_is_good_for_ten_minutes_and_for_this_password(guarded: tuple[User, list[str]], clock: Any) -> None:
    ada, codes = guarded
    late, changed = log_in(), log_in()
    ada.set_password("brand-new-secret")
    ada.save()
    assert changed.post("/account/login/second/", {"code": codes[0]})["location"] == "/account/login/"
    late = log_in(password="brand-new-secret")
    clock.shift(601)
    assert late.post("/account/login/second/", {"code": codes[0]})["location"] == "/account/login/"
    assert RecoveryCode.objects.count() == 10


@pytest.mark.django_db(transaction=True)
def test_a_mailbox_alone_does_not_get_in_either(guarded: tuple[User, list[str]], mailoutbox: list[Any]) -> None:
    client = Client()
    client.post("/account/reset/", {"email": "ada@example.org"})
    run_queued_tasks()
    link = re.search(r"/account/reset/\S+", mailoutbox[0].body)
    assert link is not None
    form = client.get(link[0], follow=True).redirect_chain[-1][0]
    answer = client.post(form, {"new_password1": "brand-new-secret", "new_password2": "brand-new-secret"})
    assert answer["location"] == "/account/login/second/"
    assert not is_in(client)
    client.post("/account/login/second/", {"code": guarded[1][0]})
    assert is_in(client)


def test_turning_it_off_and_new_codes_ask_for_a_code_and_keys_are_not_asked(guarded: tuple[User, list[str]], clock: Any) -> None:
    ada, codes = guarded
    client = client_of(ada)
    for do in ("off", "codes"):
        client.post("/account/second-factor/", {"do": do, "code": wrong_code(ada)})
    client.post("/account/second-factor/", {"do": "begin", "password": PASSWORD})
    assert second.is_asked(ada)
    assert bearer(token_create(ada, "program")).get("/api/tables").status_code == 200
    page = client.post("/account/second-factor/", {"do": "codes", "code": code_of(ada)}).content.decode()
    assert codes[0] not in page
    assert not second.is_proven(ada, codes[0]), "the old ones are worthless"
    clock.shift(60)
    client.post("/account/second-factor/", {"do": "off", "code": code_of(ada)})
    assert (SecondFactor.objects.count(), RecoveryCode.objects.count()) == (0, 0)
    assert is_in(log_in())


def test_what_a_phone_counts_with_is_sealed_by_the_sites_secret(guarded: tuple[User, list[str]], clock: Any) -> None:
    """Under another secret no code is right and nobody gets in without one: recovery codes do, or the old secret beside the new."""
    ada, codes = guarded
    factor = SecondFactor.objects.get(user=ada)
    secret, before = second.secret_of(factor), settings.SECRET_KEY
    assert secret
    assert secret not in factor.secret
    with override_settings(SECRET_KEY="quite another secret of another site"):
        assert second.secret_of(factor) is None
        assert second.is_asked(ada)
        assert not second.is_proven(ada, pyotp.TOTP(secret).at(timezone.now()))
        assert [found.verdict for found in people.second_factors()] == [Verdict.FAIL]
        with override_settings(SECRET_KEY_FALLBACKS=[before]):
            assert second.secret_of(factor) == secret
            assert second.is_proven(ada, pyotp.TOTP(secret).at(timezone.now()))
        assert second.is_proven(ada, codes[0])
        second.turn_off(ada)
    assert list(people.second_factors()) == []


@pytest.mark.django_db(transaction=True)
def test_what_phones_counted_with_before_is_sealed_by_the_release(ada: User) -> None:
    factor = SecondFactor.objects.create(user=ada, secret="JBSWY3DPEHPK3PXP")
    state = MigrationExecutor(connection).loader.project_state([("accounts", "0005_sealed_secrets")])
    migration = import_module("marchland.web.accounts.migrations.0005_sealed_secrets")
    migration.seal_all(state.apps, None)
    factor.refresh_from_db()
    assert "JBSWY3DPEHPK3PXP" not in factor.secret
    assert second.secret_of(factor) == "JBSWY3DPEHPK3PXP"
    migration.unseal_all(state.apps, None)
    factor.refresh_from_db()
    assert factor.secret == "JBSWY3DPEHPK3PXP"


# -- the mail address ------------------------------------------------------------------------------------


def test_another_mail_address_asks_for_the_password_and_a_code_where_one_is_asked_for(
    guarded: tuple[User, list[str]], bob: User, clock: Any
) -> None:
    """A browser that was left open is no way to a link for a new password."""
    ada, other = guarded[0], {"email": "other@example.org"}
    clients = {ada: client_of(ada), bob: client_of(bob)}
    clients[bob].post("/account/", {**other, "language": "en", "theme": "dark", "palette": "standard"})

    def sent(user: User, **fields: str) -> str:
        clients[user].post("/account/address/", {**other, **fields})
        return User.objects.get(pk=user.pk).email

    assert sent(bob) == sent(bob, password="wrong") == "bob@example.org"
    assert sent(bob, password="another long secret") == "other@example.org"
    code = code_of(ada)
    assert sent(ada, password=PASSWORD) == sent(ada, password=PASSWORD, code=wrong_code(ada)) == "ada@example.org"
    assert sent(ada, password="wrong", code=code) == sent(ada, password=PASSWORD, code=code, email="none") == "ada@example.org"
    assert sent(ada, password=PASSWORD, code=code) == "other@example.org", "a code is not spent on a form that is wrong"
    clock.shift(60)
    assert sent(ada, password=PASSWORD, code=code_of(ada), email="") == ""


def test_a_guest_keeps_the_games_also_by_way_of_a_code(guarded: tuple[User, list[str]]) -> None:
    client = Client()
    client.post("/play/pebbles/")
    client.post("/account/login/", {"username": "ada", "password": PASSWORD})
    assert client.session[SESSION_KEY] != str(guarded[0].pk)
    client.post("/account/login/second/", {"code": guarded[1][0]})
    assert Table.objects.get().host == guarded[0]


# -- sessions --------------------------------------------------------------------------------------------


def test_sessions_are_listed_without_their_keys_and_end_there_and_everywhere_else(ada: User, bob: User) -> None:
    here, there, third = log_in(), log_in(REMOTE_ADDR="203.0.113.77"), log_in()
    strange = log_in("bob", "another long secret")
    page = here.get("/account/sessions/").content.decode()
    assert page.count("Firefox, Linux</strong>") == 3
    assert "203.0.113.0/24" in page
    assert "203.0.113.77" not in page
    keys = [client.session.session_key for client in (here, there, third, strange)]
    assert not any(key in page for key in keys)
    assert name_of(keys[3]) not in page
    here.post("/account/sessions/", {"session": name_of(keys[3])})
    assert is_in(strange)
    here.post("/account/sessions/", {"session": name_of(keys[1])})
    assert [is_in(one) for one in (here, there, third)] == [True, False, True]
    token = token_create(ada, "program")
    here.post("/account/sessions/", {"do": "others"})
    assert [is_in(one) for one in (here, third, strange)] == [True, False, True]
    assert token_known(token) is None


def test_a_new_password_ends_every_other_session_and_every_key_however_it_is_set(ada: User) -> None:
    here, there, token = log_in(), log_in(), token_create(ada, "program")
    new = {"old_password": PASSWORD, "new_password1": "brand-new-secret", "new_password2": "brand-new-secret"}
    assert here.post("/account/password/", new).status_code == 302
    assert (is_in(here), is_in(there), token_known(token)) == (True, False, None)
    assert Session.objects.filter(user=ada).count() == 1
    token = token_create(ada, "program")
    ada.refresh_from_db()
    ada.set_password("an operator's choice")
    ada.save()
    assert (is_in(here), token_known(token)) == (False, None)


def test_a_hash_that_is_brought_up_to_date_is_no_new_password(ada: User) -> None:
    here, token = log_in(), token_create(ada, "program")
    User.objects.filter(pk=ada.pk).update(password="pbkdf2_sha256$1$x$" + "A" * 43 + "=")
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        ada.refresh_from_db()
        ada.save()
    assert (found := token_known(token))
    assert found.user == ada
    assert Session.objects.filter(session_key=here.session.session_key).exists()


def test_last_seen_is_written_once_in_a_while(ada: User) -> None:
    client = log_in()
    with time_machine.travel(timezone.now() + timedelta(minutes=6), tick=False):
        client.get("/account/sessions/")
        assert Session.objects.get().seen == timezone.now()
    Session.objects.update(seen=timezone.now())
    before = Session.objects.get().seen
    client.get("/account/sessions/")
    assert Session.objects.get().seen == before


@pytest.mark.django_db(transaction=True)
def test_whoever_was_logged_in_before_the_release_stays_so(ada: User) -> None:
    client = log_in()
    now = Session.objects.get()
    SessionBefore.objects.create(session_key=now.session_key, session_data=now.session_data, expire_date=now.expire_date)
    stray = SessionBefore(session_key="x" * 32, session_data="no session at all", expire_date=now.expire_date)
    stray.save()
    Session.objects.all().delete()
    state = MigrationExecutor(connection).loader.project_state([("accounts", "0004_sessions_of_before")])
    import_module("marchland.web.accounts.migrations.0004_sessions_of_before").move_sessions(state.apps, None)
    assert is_in(client)
    assert (Session.objects.get().user, SessionBefore.objects.count()) == (ada, 0)


# -- sockets and streams ---------------------------------------------------------------------------------


async def opened(path: str, client: Client) -> Line:
    line = Line(path, client)
    assert "hello" in (await line.called())["text"]
    return line


async def closes_with(line: Line) -> int:
    return int((await line.receive_output(PATIENCE))["code"])


def during(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())


@pytest.mark.django_db(transaction=True)
def test_sockets_of_a_session_that_ends_are_closed_and_no_others(ada: User, bob: User) -> None:
    here, there, table = log_in(), log_in(), sit_down(ada, bob)
    paths = (f"/ws/t/{table.slug}/", f"/ws/join/{table.join_code}/", "/ws/me/")

    async def test() -> None:
        ended, kept = [await opened(path, there) for path in paths], [await opened(path, here) for path in paths]
        name = name_of(there.cookies["sessionid"].value)
        await sync_to_async(here.post)("/account/sessions/", {"session": name})
        assert [await closes_with(socket) for socket in ended] == [4401] * 3
        assert [await socket.receive_nothing(0.05) for socket in kept] == [True] * 3
        await sync_to_async(here.post)("/account/logout/")
        assert [await closes_with(socket) for socket in kept] == [4401] * 3

    during(test)


@pytest.mark.django_db(transaction=True)
def test_a_stream_ends_with_its_key_and_not_with_another(ada: User, bob: User) -> None:
    table = sit_down(ada, bob)
    token_create(ada, "stream")
    token_create(ada, "other")
    key, other = ApiToken.objects.get(label="stream"), ApiToken.objects.get(label="other")

    async def test() -> None:
        stream = news_of(table.slug, await ApiToken.objects.select_related("user").aget(pk=key.pk))
        assert b"hello" in await anext(stream)
        await sync_to_async(token_delete)(ada, other.pk)
        assert b"still here" in await asyncio.wait_for(anext(stream), PATIENCE)
        await sync_to_async(token_delete)(ada, key.pk)
        with pytest.raises(StopAsyncIteration):
            await asyncio.wait_for(anext(stream), PATIENCE)

    during(test)


# -- keys for programs -----------------------------------------------------------------------------------


def test_a_key_does_what_it_was_made_for_and_no_more(ada: User, bob: User) -> None:
    table = sit_down(ada, bob)
    reads, plays, hosts = (bearer(token_create(ada, "x", scopes)) for scopes in ([], ["play"], ["host"]))
    new = {"title": "pebbles", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
    asked = {
        "read": lambda key: key.get(f"/api/tables/{table.slug}"),
        "play": lambda key: key.post(f"/api/tables/{table.slug}/chat", {"text": "hello"}, content_type="application/json"),
        "host": lambda key: key.post("/api/tables", new, content_type="application/json"),
    }
    answers = {what: [ask(key).status_code for key in (reads, plays, hosts)] for what, ask in asked.items()}
    assert answers == {"read": [200, 200, 200], "play": [403, 200, 403], "host": [403, 403, 201]}
    refused = asked["play"](reads).json()
    assert (refused["code"], "play" in refused["error"]) == ("scope", True)


def test_whatever_writes_through_the_interface_needs_more_than_a_key_that_reads() -> None:
    for path, view in interface._routers[0][1].path_operations.items():
        for operation in view.operations:
            scopes = [auth.scope for auth in operation.auth_callbacks if isinstance(auth, ReadKey)]
            if operation.methods != ["GET"]:
                assert all(scopes), f"{operation.methods} {path}"
                assert scopes, f"{operation.methods} {path}"


def test_a_key_ends_on_its_day(ada: User) -> None:
    token, lasting = token_create(ada, "month", days=30), token_create(ada, "for ever")
    for days, good in ((29, True), (31, False)):
        with time_machine.travel(timezone.now() + timedelta(days=days)):
            assert bearer(token).get("/api/tables").status_code == (200 if good else 401)
            assert bearer(lasting).get("/api/tables").status_code == 200


def test_the_page_of_keys_tells_names_scopes_last_use_and_expiry(ada: User) -> None:
    client = client_of(ada)
    page = client.post("/account/keys/", {"label": "my bot", "scopes": ["play"], "days": "90"}, follow=True).content.decode()
    token = re.search(r"ml_[\w-]{40,}", page)
    assert token is not None
    key = ApiToken.objects.get()
    assert (key.label, key.scopes, key.expires is not None and (key.expires - key.created).days in (89, 90)) == (
        "my bot",
        ["play"],
        True,
    )
    assert "Never used" in client.get("/account/keys/").content.decode()
    bearer(token[0]).get("/api/tables")
    page = client.get("/account/keys/").content.decode()
    assert all(words in page for words in ("my bot", "Last used", "Good until", 'class="tag">play<'))
    client.post("/account/keys/", {"label": "any", "scopes": ["rule"], "days": "7"})
    client.post("/account/keys/", {"label": "for ever", "days": ""})
    assert list(ApiToken.objects.values_list("label", "scopes", "expires")[:1]) == [("for ever", [], None)]
    assert ApiToken.objects.count() == 2


def test_keys_from_before_may_do_what_they_could(ada: User) -> None:
    """The columns' own defaults, which the migration gives to those that are there."""
    ApiToken.objects.create(user=ada, label="old", digest="0" * 64, hint="ml_")
    assert list(ApiToken.objects.values_list("scopes", "expires")) == [(["play", "host"], None)]
