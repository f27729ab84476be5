"""How news leave the house: once by each way, sealed for who reads them, and never to where nobody outside could go."""

from __future__ import annotations

import json
import socket
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone
from py_vapid import Vapid02

from marchland.web.accounts.models import User
from marchland.web.notices import outside, postman, pushing, services
from marchland.web.notices.hooking import signature
from marchland.web.notices.models import Delivery, Device, Hook, Notice, NoticeKind, Progress
from marchland.web.notices.outside import Letter, NoWayThere, Unreachable, is_public, send, way_to
from marchland.web.notices.postman import go_round
from marchland.web.notices.spreading import spread
from marchland.web.tables.services import action_submit

from .conftest import client_of, sit_down
from .serving import SOON_OVER

pytestmark = [pytest.mark.django_db, pytest.mark.services]

Outbox = list[Any]
TEXT = b"read me"


class House:
    """Somebody else's server: what it was sent, and what it answers."""

    def __init__(self) -> None:
        self.answers: list[int] = []
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        house = self

        class Door(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                house.heard.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(house.answers.pop(0) if house.answers else 201)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(SOON_OVER,), daemon=True).start()


@pytest.fixture
def house(settings: Any) -> Iterator[House]:
    """On this machine, where letters may go in debugging only."""
    settings.DEBUG = True
    house = House()
    yield house
    house.server.shutdown()
    house.server.server_close()


# -- once --------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_many_postmen_at_once_tell_everything_once(ada: User, bob: User, mailoutbox: Outbox) -> None:
    for _ in range(6):
        sit_down(ada, bob, pace="slow")
    together = threading.Barrier(4)

    def go() -> None:
        together.wait()
        go_round()
        connection.close()

    with ThreadPoolExecutor(4) as postmen:
        for postman_at_work in [postmen.submit(go) for _ in range(4)]:
            postman_at_work.result()
    assert len(mailoutbox) == 12
    assert set(Delivery.objects.values_list("progress", flat=True)) == {Progress.SENT}


def test_a_mail_that_was_sent_and_not_noted_is_not_sent_again(
    ada: User, bob: User, mailoutbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power fails between the two: whoever comes next finds it taken."""
    sit_down(ada, bob, pace="slow")

    class PowerCut(BaseException): ...

    def fail(*_: object) -> None:
        raise PowerCut

    with monkeypatch.context() as cut:
        cut.setattr(postman, "_note_all", fail)
        with pytest.raises(PowerCut):
            go_round()
    assert len(mailoutbox) == 1
    go_round()
    go_round()
    assert len(mailoutbox) == 2, "the other person's"
    assert len({mail.to[0] for mail in mailoutbox}) == 2


def test_what_somebody_else_has_sent_meanwhile_is_not_noted_as_dropped(ada: User, bob: User, mailoutbox: Outbox) -> None:
    """Two postmen hold the same list; the second comes to a mail that the first has sent and its reader has read."""
    sit_down(ada, bob, pace="slow")
    spread()
    listed = list(Delivery.objects.all())
    go_round()
    Notice.objects.update(read=True)
    assert not any(postman._is_news(delivery) for delivery in listed)
    assert set(Delivery.objects.values_list("progress", flat=True)) == {Progress.SENT}
    Delivery.objects.update(progress=Progress.WAITING)
    assert not any(postman._is_news(delivery) for delivery in listed)
    assert set(Delivery.objects.values_list("progress", flat=True)) == {Progress.DROPPED}


def test_the_database_itself_keeps_anything_from_being_told_twice_by_one_way(ada: User, bob: User) -> None:
    sit_down(ada, bob, pace="slow")
    go_round()
    delivery, notice = Delivery.objects.filter(user=bob).get(), Notice.objects.filter(user=bob).get()
    for row in (delivery, notice):
        row.pk = None
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save(force_insert=True)


def test_a_mail_server_that_fails_is_asked_again_later_and_not_for_ever(
    ada: User, bob: User, mailoutbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(ada, bob, pace="slow")
    usual = EmailMultiAlternatives.send

    def fail(*_: object) -> int:
        raise OSError("no route")

    monkeypatch.setattr(EmailMultiAlternatives, "send", fail)
    go_round()
    assert set(Delivery.objects.values_list("progress", "tries")) == {(Progress.WAITING, 1)}
    assert Delivery.objects.earliest("due").due > timezone.now() + timedelta(seconds=50)
    monkeypatch.setattr(EmailMultiAlternatives, "send", usual)
    Delivery.objects.filter(user=bob).update(due=timezone.now())
    go_round()
    assert [mail.to for mail in mailoutbox] == [["bob@example.org"]]
    monkeypatch.setattr(EmailMultiAlternatives, "send", fail)
    Delivery.objects.filter(user=ada).update(due=timezone.now(), tries=len(postman.PAUSES))
    go_round()
    assert Delivery.objects.get(user=ada).progress == Progress.FAILED


# -- devices -----------------------------------------------------------------------------------------


class Browser:
    """What a browser keeps for itself: a key and a secret."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes ok"

    def facts(self, endpoint: str) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": endpoint, "key": written(point), "auth": written(self.auth)}

    def read(self, body: bytes) -> dict[str, str]:
        news: dict[str, str] = json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth))
        return news


def written(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def test_a_message_reaches_a_device_and_only_it_can_read_it(ada: User, bob: User, house: House) -> None:
    browser = Browser()
    assert client_of(bob).post("/news/devices/", browser.facts(f"{house.url}/push/bob")).status_code == 200
    User.objects.filter(pk=bob.pk).update(language="it", email="")
    table = sit_down(ada, bob, pace="slow")
    go_round()
    ((path, headers, body),) = house.heard
    assert path == "/push/bob"
    assert browser.read(body) == {
        "title": "Tocca a te", "body": "Pebbles (it)", "url": f"/t/{table.slug}/", "tag": f"{table.slug}.turn"
    }  # fmt: skip
    assert table.slug.encode() not in body
    with pytest.raises(http_ece.ECEException):
        Browser().read(body)
    assert Vapid02.verify(headers["authorization"])
    assert f"k={pushing.public_key()}" in headers["authorization"]
    assert (headers["content-encoding"], headers["urgency"]) == ("aes128gcm", "high")
    assert len(headers["topic"]) <= 32
    go_round()
    assert len(house.heard) == 1


def test_no_message_is_longer_than_another(ada: User, bob: User, house: House) -> None:
    """Who passes it on learns neither what it says nor how much."""
    services.device_keep(bob, **Browser().facts(house.url), name="Firefox")
    for name in ("", "A long name of a table " * 3):
        table = sit_down(ada, bob, pace="slow")
        type(table).objects.filter(pk=table.pk).update(name=name)
    go_round()
    assert len({len(body) for _path, _headers, body in house.heard}) == 1


@pytest.mark.parametrize(
    ("status", "is_kept", "tries"), [(410, False, 0), (404, False, 0), (403, False, 0), (429, True, 1), (503, True, 1)]
)
def test_a_device_that_is_gone_is_forgotten_and_one_that_is_busy_tried_again(
    ada: User, bob: User, house: House, status: int, is_kept: bool, tries: int
) -> None:
    services.device_keep(bob, **Browser().facts(house.url), name="Firefox")
    house.answers = [status]
    sit_down(ada, bob, pace="slow")
    go_round()
    assert Device.objects.exists() is is_kept
    assert Delivery.objects.get(channel="push").tries == tries


def test_a_device_is_what_a_browser_says_it_is(bob: User, settings: Any) -> None:
    good = Browser().facts("https://push.example.org/x")
    stranger = Client(enforce_csrf_checks=True)
    stranger.force_login(bob)
    assert stranger.post("/news/devices/", good).status_code == 403
    for wrong in (
        {"key": "AAAA"},
        {"auth": "AAAA"},
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://127.0.0.1/"},
        {"key": ""},
    ):
        assert client_of(bob).post("/news/devices/", good | wrong).status_code == 400
    assert not Device.objects.exists()


def test_a_browser_is_told_what_its_last_user_is_and_nothing_after_the_log_out(ada: User, bob: User, house: House) -> None:
    facts = Browser().facts(house.url)
    for user in (ada, bob):
        client = client_of(user)
        client.post("/news/devices/", facts)
    assert [device.user for device in Device.objects.all()] == [bob]
    client.post("/account/logout/")
    assert not Device.objects.exists()


# -- hooks -------------------------------------------------------------------------------------------


def test_a_program_is_told_by_a_signed_post_once(ada: User, bob: User, house: House) -> None:
    assert client_of(bob).post("/news/hooks/", {"url": f"{house.url}/hook?for=bob"}).status_code == 302
    User.objects.filter(pk=bob.pk).update(last_here=timezone.now())
    table = sit_down(ada, bob, pace="slow")
    type(table).objects.filter(pk=table.pk).update(name="@everyone")
    go_round()
    go_round()
    ((path, headers, body),) = house.heard
    facts = json.loads(body)
    assert path == "/hook?for=bob"
    assert (facts["type"], facts["table"]["slug"], facts["until"]) == ("turn", table.slug, None)
    assert facts["table"]["url"].endswith(f"/t/{table.slug}/")
    assert "@" not in facts["content"]
    secret = Hook.objects.get().secret
    expected = signature(secret, headers["webhook-id"], headers["webhook-timestamp"], body)
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert signature(Hook(user=bob).secret or "whsec_AAAA", headers["webhook-id"], headers["webhook-timestamp"], body) != expected


def test_a_hook_that_fails_is_tried_again_under_the_same_number_then_switched_off_and_its_owner_told(
    ada: User, bob: User, house: House, mailoutbox: Outbox
) -> None:
    hook = services.hook_add(bob, f"{house.url}/hook")
    house.answers = [500, 302, 500, 500, 500, 500]
    sit_down(ada, bob, pace="slow")
    for _ in range(len(postman.PAUSES) + 3):
        go_round()
        Delivery.objects.filter(channel="hook", progress=Progress.WAITING).update(due=timezone.now())
    assert {path for path, _headers, _body in house.heard} == {"/hook"}, "nobody is sent elsewhere"
    assert len(house.heard) == len(postman.PAUSES) + 1
    assert len({headers["webhook-id"] for _path, headers, _body in house.heard}) == 1
    hook.refresh_from_db()
    assert hook.off is not None
    assert Notice.objects.get(kind=NoticeKind.HOOK_OFF).user == bob
    assert [mail.subject for mail in mailoutbox if "webhook" in mail.subject] == [
        "The webhook to 127.0.0.1 did not answer and is switched off: Pebbles · Marchland"
    ]
    client_of(ada).post(f"/news/hooks/{hook.pk}/on/")
    assert Hook.objects.get().off is not None
    client_of(bob).post(f"/news/hooks/{hook.pk}/on/")
    assert Hook.objects.get().off is None


def test_a_hook_that_was_taken_and_not_noted_is_sent_again_and_one_that_is_overtaken_is_not(
    ada: User, bob: User, house: House
) -> None:
    services.hook_add(bob, house.url)
    table = sit_down(ada, bob, pace="slow")
    go_round()
    late = {"progress": Progress.TAKEN, "taken": timezone.now() - postman.LEASE * 2}
    Delivery.objects.filter(channel="hook").update(**late)
    go_round()
    assert [headers["webhook-id"] for _path, headers, _body in house.heard] == [house.heard[0][1]["webhook-id"]] * 2
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 1}, 0)
    Delivery.objects.filter(channel="hook").update(**late)
    go_round()
    assert len(house.heard) == 2


# -- the door ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
     "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::",
     "ff02::1", "no address"],
)  # fmt: skip
def test_addresses_that_only_this_house_could_reach_are_not_public(address: str) -> None:
    assert not is_public(address)
    assert is_public("93.184.216.34")
    assert is_public("2606:4700::1111")


@pytest.mark.parametrize(
    "url",
    ["http://93.184.216.34/", "ftp://93.184.216.34/", "https://", "https://me:secret@93.184.216.34/", "https://[::1", "https://93.184.216.34:x/",
     "https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://[::ffff:127.0.0.1]/", "https://localhost/",
     "https://93.184.216.34/\r\nHost: x", "https://93.184.216.34/ x", "javascript:alert(1)"],
)  # fmt: skip
def test_nothing_goes_to_a_strange_address(url: str) -> None:
    with pytest.raises((NoWayThere, Unreachable)):
        way_to(url)


def test_a_name_that_leads_home_by_one_of_its_addresses_is_refused_and_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*addresses: str) -> Any:
        return lambda *_args, **_kwargs: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]

    monkeypatch.setattr(outside.socket, "getaddrinfo", found("93.184.216.34", "10.0.0.1"))
    with pytest.raises(NoWayThere):
        way_to("https://rebind.example/")
    monkeypatch.setattr(outside.socket, "getaddrinfo", found("93.184.216.34"))
    called: list[Any] = []

    def refuse(address: Any, *_: Any) -> None:
        called.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(outside.socket, "create_connection", refuse)
    with pytest.raises(Unreachable):
        send(Letter("https://rebind.example/x", TEXT))
    assert called == [("93.184.216.34", 443)], "the address that was looked at, and not the name"


def test_a_hook_to_this_house_is_refused_with_a_sentence(bob: User) -> None:
    for url in ("https://127.0.0.1/", "http://example.org/", "https://169.254.169.254/latest"):
        answer = client_of(bob).post("/news/hooks/", {"url": url}, headers={"accept": "text/html"})
        assert b"Nothing can be sent there" in answer.content
    assert not Hook.objects.exists()


def test_who_answers_drop_by_drop_is_not_waited_for(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DEBUG = True
    monkeypatch.setattr(outside, "SECONDS_IN_ALL", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Unreachable):
        send(Letter(f"http://127.0.0.1:{silent.getsockname()[1]}/", TEXT))
