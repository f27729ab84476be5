"""Sheets and reports by mail at a table of the site: who is believed, what becomes of each mail, and nothing twice."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from django.core import mail as sent
from django.db import connections
from django.test import override_settings

from marchland.post import imap, smtp
from marchland.post.wires import wire
from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.post import rounds, services
from marchland.web.post.models import ByMail, Letter, Outcome, Outgoing, Progress
from marchland.web.post.selectors import letters_of, reply_address
from marchland.web.post.services import by_mail_set, letter_take, reports_write
from marchland.web.tables import keeping
from marchland.web.tables.models import Entry, Seat, Sheet, Table
from marchland.web.tables.refusals import NotYourSeat, WrongMoment
from tests.post.conftest import world
from tests.post.servers import MailWorld
from tests.web.serving import free_port

from ..conftest import client_of, sit_down

__all__ = ["world"]

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
RED, BLUE = "from RED\nbid {}\n", "from BLUE\nbid {}\n"


@pytest.fixture(autouse=True)
def open_post() -> Iterator[None]:
    with override_settings(POST_ADDRESS="site@post.test"):
        yield


@pytest.fixture
def paper(ada: User, bob: User) -> Table:
    table = sit_down(ada, bob, written=True)
    User.objects.filter(pk=ada.pk).update(language="fr")
    for user in (ada, bob):
        by_mail_set(table.slug, user, None, wanted=True)
    return table


def place(table: Table, number: int) -> Seat:
    return table.seats.get(number=number)


def letter(text: str, to: str, **headers: str) -> bytes:
    mail = EmailMessage()
    mail["From"] = headers.pop("sender", "Ada <ada@example.org>")
    mail["To"] = to
    mail["Message-ID"] = headers.pop("message_id", f"<{abs(hash((text, to)))}@example.org>")
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail.as_bytes()


def lane(table: Table, seat: int) -> list[int]:
    table.refresh_from_db()
    return [bid.amount for bid in keeping.present_state(table).decision.lane(seat)]


def told() -> list[str]:
    """What was said to whom, by the letters that wait, newest last."""
    return [f"{one.recipient}: {_text(one)}" for one in Outgoing.objects.all()]


def _text(outgoing: Outgoing) -> str:
    body = message_from_bytes(bytes(outgoing.data), policy=policy.default).get_body(("plain",))
    return str(body.get_content()) if body is not None else ""


# -- one mail ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_sheet_by_mail_is_handed_in_as_at_the_desk(paper: Table) -> None:
    to = reply_address(place(paper, 0))
    data = letter(f"{RED.format(2)}\n-- \nAda\n", to)
    assert letter_take(data, NOW).outcome == Outcome.TAKEN
    assert lane(paper, 0) == [2]
    sheet = Sheet.objects.get()
    assert sheet.letters["fr"].strip() in told()[0].replace("\r\n", "\n")
    assert letter_take(data, NOW).receipt == 1, "the same mail again is the same mail"
    assert (Letter.objects.count(), Sheet.objects.count(), Outgoing.objects.count()) == (1, 1, 1)


@pytest.mark.django_db
def test_what_becomes_of_other_mails(paper: Table, bob: User) -> None:
    to, other = reply_address(place(paper, 0)), reply_address(place(paper, 1))
    once = letter(RED.format(1), to)
    cases = {
        Outcome.TAKEN: once,
        Outcome.TWICE: b"Received: again\n" + once,
        Outcome.VOID: letter("Merci !\n\nLe 1 mars 2026, L'arbitre a écrit :\n> from RED\n> bid 2\n", to),
        Outcome.AUTOMATIC: letter(RED.format(2), to, Auto_Submitted="auto-replied"),
        Outcome.UNPROVEN: letter(RED.format(2), "site@post.test"),
    }
    assert {outcome: letter_take(data, NOW).outcome for outcome, data in cases.items()} == {outcome: outcome for outcome in cases}
    forged = letter(RED.format(2), to.replace(f"{place(paper, 0).pk}-", f"{place(paper, 1).pk}-"))
    assert letter_take(forged, NOW).outcome == Outcome.UNPROVEN
    assert letter_take(letter(RED.format(2), other), NOW).outcome == Outcome.VOID, "somebody else's seat"
    assert letter_take(letter("x", to, message_id="<big@x>"), NOW, is_oversized=True).outcome == Outcome.OVERSIZED
    assert lane(paper, 0) == [1]
    answers = [line.partition(":")[0] for line in told()]
    assert Counter(answers) == {"ada@example.org": 6, "bob@example.org": 1}, "all but the machine, at their own address"
    assert "dépasse 1000 ko" in told()[-1]


@pytest.mark.django_db
def test_a_sheet_that_nobody_asked_for_is_refused(paper: Table) -> None:
    first, second = reply_address(place(paper, 0)), reply_address(place(paper, 1))
    letter_take(letter(RED.format(1), first), NOW)
    letter_take(letter(BLUE.format(2), second), NOW)
    paper.refresh_from_db()
    late = letter_take(letter(RED.format(2), first), NOW)
    assert late.outcome == Outcome.REFUSED, "the round has been played, and nothing is written for the next thing"
    assert Sheet.objects.count() == 2


@pytest.mark.django_db
def test_a_sheet_for_a_turn_that_is_over_is_late(ada: User, bob: User) -> None:
    table = table_create(ada, Wish("cendre", [Place("me"), Place("open")], {"nations": "AKLA,MERISSE"}))
    seat_take(table.slug, bob, 1, table.join_code)
    sheet = "FEUILLE nation={} tour=201-printemps\ncontrat {}\n"
    nations = ("AKLA", "MERISSE")
    for number, user in enumerate((ada, bob)):
        by_mail_set(table.slug, user, None, wanted=True)
        to = reply_address(place(table, number))
        assert letter_take(letter(sheet.format(nations[number], nations[1 - number]), to), NOW).outcome == Outcome.TAKEN
    late = letter(sheet.format("AKLA", "MERISSE"), reply_address(place(table, 0)), message_id="<late@example.org>")
    assert letter_take(late, NOW).outcome == Outcome.LATE
    assert "is for spring 201, which has been played" in told()[-1].replace("\r\n", " ")


@pytest.mark.django_db
def test_whoever_loses_the_seat_loses_the_address(paper: Table, ada: User, bob: User, eve: User) -> None:
    seat = place(paper, 1)
    old = reply_address(seat)
    Seat.objects.filter(pk=seat.pk).update(user=eve)
    assert letter_take(letter(BLUE.format(2), old), NOW).outcome == Outcome.UNPROVEN
    seat.refresh_from_db()
    assert letter_take(letter(BLUE.format(2), reply_address(seat)), NOW).outcome == Outcome.UNPROVEN, "eve has not asked for mail"
    assert lane(paper, 1) == []


@pytest.mark.django_db
def test_only_one_s_own_seat_can_be_played_by_mail(paper: Table, eve: User, ada: User) -> None:
    with pytest.raises(NotYourSeat):
        by_mail_set(paper.slug, eve, None, wanted=True)
    with pytest.raises(NotYourSeat):
        by_mail_set(paper.slug, ada, 1, wanted=True)
    User.objects.filter(pk=ada.pk).update(email="")
    by_mail_set(paper.slug, ada, 0, wanted=False)
    with pytest.raises(WrongMoment):
        by_mail_set(paper.slug, User.objects.get(pk=ada.pk), 0, wanted=True)


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["nobody", "eve", "bob", "ada"])
def test_the_page_shows_everybody_their_own_address_and_the_host_what_was_lost(paper: Table, who: str, request: Any) -> None:
    lost = {"recipient": "bob@example.org", "message_id": "<x@y>", "data": b"", "said": "5.1.1 <bob@example.org>: no such user"}
    Outgoing.objects.create(name="x", table=paper, seat=1, progress=Progress.BOUNCED, **lost)
    user = None if who == "nobody" else request.getfixturevalue(who)
    answer = client_of(user).get(f"/t/{paper.slug}/post/", headers={"accept": "text/html"})
    page = answer.content.decode()
    seat = {"ada": 0, "bob": 1}.get(who)
    assert answer.status_code == {"nobody": 302, "eve": 403}.get(who, 200)
    assert [reply_address(place(paper, number)) in page for number in (0, 1)] == [seat == 0, seat == 1]
    assert ("5.1.1 …: no such user" in page) == (who == "ada")
    assert "bob@example.org" not in page, "a player's address is nobody else's business"


@pytest.mark.django_db
def test_a_person_asks_for_mail_and_for_none_on_the_page(paper: Table, bob: User) -> None:
    client = client_of(bob)
    for wanted in ("0", "1"):
        assert client.post(f"/t/{paper.slug}/post/", {"wanted": wanted, "seat": "1"}).status_code == 302
        assert ByMail.objects.filter(user=bob).exists() == (wanted == "1")


# -- reports ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_every_turn_is_reported_once_with_the_sheet_for_the_next(paper: Table) -> None:
    assert [reports_write(NOW), reports_write(NOW)] == [2, 0]
    rounds.send_waiting(NOW)
    rounds.send_waiting(NOW)
    assert sorted(mail.to[0] for mail in sent.outbox) == ["ada@example.org", "bob@example.org"]
    data = bytes(Outgoing.objects.get(recipient="ada@example.org").data)
    assert b"sheet.txt" in data
    assert reply_address(place(paper, 0)).encode() in data
    for number, bid in ((0, RED.format(1)), (1, BLUE.format(2))):
        letter_take(letter(bid, reply_address(place(paper, number))), NOW)
    assert Entry.objects.filter(table=paper).exclude(turn="").count() == reports_write(NOW) // 2 + 1


# -- by real mail, and killed -----------------------------------------------------------------------------------------


def deadly(function: Callable[..., Any], left: list[int], first: bool) -> Callable[..., Any]:
    """The light goes out before or after the work, when the count is down."""

    def wrapped(*args: Any, **kwargs: Any) -> Any:
        left[0] -= 1
        if left[0] == 0 and first:
            os.kill(os.getpid(), signal.SIGKILL)
        result = function(*args, **kwargs)
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    return wrapped


POINTS = (
    (services.tables, "sheet_hand_in"),
    (services, "_write"),
    (rounds, "letter_take"),
    (imap.Mailbox, "take"),
    (rounds.Ready, "send"),
)


def go_round_and_die(effects: int) -> bool:
    """A round in a process of its own, killed at this effect; False if it came to its end."""
    connections.close_all()
    child = os.fork()
    if not child:
        left = [effects]
        for owner, name in POINTS:
            setattr(owner, name, deadly(getattr(owner, name), left, first=effects % 2 == 0))
        rounds.go_round()
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.django_db(transaction=True)
def test_a_site_that_is_killed_loses_and_doubles_no_letter(world: MailWorld) -> None:
    ada, bob = (account_create(name, f"site-{name}@post.test", "a long secret") for name in ("ada", "bob"))
    table = sit_down(ada, bob, written=True)
    for user in (ada, bob):
        by_mail_set(table.slug, user, None, wanted=True)
    backend = {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend", "EMAIL_HOST": "127.0.0.1"}
    with override_settings(POST_IN=world.imap("site"), EMAIL_PORT=world.controller.port, EMAIL_TIMEOUT=20, **backend):
        first, second = (reply_address(place(table, number)) for number in (0, 1))
        once = letter(RED.format(1), first)
        forged = letter(RED.format(2), "site@post.test")
        mails = [(first, once), (first, once), ("site@post.test", forged), (second, letter("?", second))]
        with smtp.line(wire(world.smtp, "smtp")) as server:
            for to, data in mails:
                smtp.send(server, "x@post.test", to, data.replace(b"\n", b"\r\n"))
        deaths = 0
        while go_round_and_die(2 + deaths % 5):
            deaths += 1
            Outgoing.objects.filter(progress=Progress.TAKEN).update(progress=Progress.WAITING)  # ten minutes later
    assert deaths > 5
    assert Counter(Letter.objects.values_list("outcome", flat=True)) == {"taken": 1, "twice": 1, "unproven": 1, "void": 1}
    assert Sheet.objects.count() == 1
    assert lane(table, 0) == [1]
    assert not Outgoing.objects.exclude(progress=Progress.SENT).exists()
    told_apart = [len({mail["Message-ID"] for mail in world.mails_of(f"site-{name}")}) for name in ("ada", "bob")]
    assert told_apart == [3, 2], "a report each, and an answer to every mail"
    assert world.mails_of("site") == []


@pytest.mark.django_db
def test_a_mail_that_comes_back_is_shown_to_the_host(paper: Table) -> None:
    reports_write(NOW)
    lost = Outgoing.objects.get(recipient="bob@example.org")
    dsn = (
        "From: MAILER-DAEMON@x\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; bob@example.org\nAction: failed\nStatus: 5.1.1\n\n--b\n"
        f"Content-Type: text/rfc822-headers\n\nMessage-ID: {lost.message_id}\n\n--b--\n"
    )
    assert letter_take(dsn.encode(), NOW).outcome == Outcome.BOUNCED
    (trouble,) = letters_of(paper).troubles
    assert (trouble.seat, trouble.name, trouble.said) == (1, "bob", "5.1.1")


@pytest.mark.django_db(transaction=True)
def test_the_door_takes_letters_in(ada: User, bob: User) -> None:
    table = sit_down(ada, bob, written=True)
    by_mail_set(table.slug, ada, None, wanted=True)
    to, port = reply_address(place(table, 0)), free_port()
    with override_settings(POST_IN=f"smtp-intake://127.0.0.1:{port}"):
        door = rounds.door()
    assert door is not None
    door.start()
    try:
        with smtp.line(wire(f"smtp://127.0.0.1:{port}", "smtp")) as server:
            with pytest.raises(smtp.Undelivered, match="550"):
                smtp.send(server, "x@post.test", to.replace("site+", "site+9"), letter(RED.format(1), to))
            smtp.send(server, "x@post.test", to, letter(RED.format(2), to))
    finally:
        door.stop()
    assert Letter.objects.get().outcome == Outcome.TAKEN
    assert lane(table, 0) == [2]


def test_a_mail_that_breaks_something_stays_and_keeps_no_other_from_being_read(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    class Box:
        def waiting(self) -> list[imap.Fetched]:
            return [imap.Fetched(uid, data, datetime.now(UTC)) for uid, data in ((1, b"odd"), (2, b"plain"))]

        take = taken.append

    def read(data: bytes, *_when: object) -> None:
        if data == b"odd":
            raise ZeroDivisionError

    monkeypatch.setattr(rounds, "letter_take", read)
    monkeypatch.setattr(rounds, "close_old_connections", lambda: None)
    monkeypatch.setattr(rounds, "mailbox", lambda source: nullcontext(Box()))
    with override_settings(POST_IN="imap://u:p@localhost"):
        rounds._fetch()
    assert taken == [2]
    with pytest.raises(OSError, match="not now"):  # at the door the sender is told to try again
        rounds._keep(b"odd", datetime.now(UTC))
