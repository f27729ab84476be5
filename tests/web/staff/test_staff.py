"""Operators' pages: what they do, what they see, what they do not see, and the book in which everything stands."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from marchland.web.accounts.models import User
from marchland.web.accounts.tasks import mail_reset
from marchland.web.api.services import token_create
from marchland.web.hosting.acts import OPERATOR
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.notices.models import Channel, Delivery, NoticeKind
from marchland.web.notices.models import Progress as Told
from marchland.web.notices.tasks import later
from marchland.web.post.models import Outgoing
from marchland.web.post.models import Progress as Carried
from marchland.web.staff import book, services
from marchland.web.staff.models import Deed, Indelible, What
from marchland.web.tables.crew import run_queued_tasks
from marchland.web.tables.models import Status, Table

from ..conftest import client_of, sit_down


@pytest.fixture
def sue(db: None) -> User:
    return services.operator_create("sue", "sue@example.org", "an operator's long secret")


@pytest.fixture
def desk(sue: User) -> Client:
    client = Client()
    client.force_login(sue)
    return client


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.content.decode())


def last_deed() -> tuple[str, str, str, str]:
    deed = Deed.objects.all()[0]
    return deed.by, deed.what, deed.about, deed.note


# -- people --------------------------------------------------------------------------------------------------------------


def test_a_suspended_person_is_out_at_once_and_comes_back_only_when_let_in(desk: Client, bob: User) -> None:
    theirs, token = client_of(bob), token_create(bob, "mine")
    assert theirs.get("/account/").status_code == 200
    desk.post(f"/operators/people/{bob.pk}/", {"do": "suspend", "note": "spam  in\nevery chat"})
    assert last_deed() == ("sue", What.SUSPEND, "bob", "spam in every chat")
    assert theirs.get("/account/").status_code == 302
    assert Client().get("/api/tables", headers={"authorization": f"Bearer {token}"}).status_code == 401
    assert not Client().login(username="bob", password="another long secret")
    assert "suspended" in page(desk, "/operators/people/?q=BOB")
    desk.post(f"/operators/people/{bob.pk}/", {"do": "restore"})
    assert last_deed()[:3] == ("sue", What.RESTORE, "bob")
    assert Client().login(username="bob", password="another long secret")


def test_a_person_is_logged_out_everywhere_and_nobody_else_is(desk: Client, ada: User, bob: User) -> None:
    one, other, anothers = client_of(bob), client_of(bob), client_of(ada)
    desk.post(f"/operators/people/{bob.pk}/", {"do": "sessions"})
    assert [client.get("/account/").status_code for client in (one, other, anothers, desk)] == [302, 302, 200, 200]
    assert last_deed()[:3] == ("sue", What.SESSIONS, "bob")


def test_the_link_for_a_new_password_goes_to_its_owner_and_to_nobody_else(
    transactional_db: None, desk: Client, bob: User, eve: User
) -> None:
    answer = desk.post(f"/operators/people/{bob.pk}/", {"do": "reset"}, follow=True)
    run_queued_tasks()
    assert [letter.to for letter in mail.outbox] == [["bob@example.org"]]
    link = re.search(r"/account/reset/\S+", mail.outbox[0].body)
    assert link is not None
    assert link[0] not in answer.content.decode()
    desk.post(f"/operators/people/{eve.pk}/", {"do": "reset"})
    run_queued_tasks()
    assert len(mail.outbox) == 1, "whoever has no address gets no mail"


def test_operators_are_not_touched_here_not_even_by_themselves(desk: Client, sue: User, ada: User) -> None:
    services.office_give(ada)
    for someone in (ada, sue):
        told = desk.post(f"/operators/people/{someone.pk}/", {"do": "suspend"}, follow=True).content.decode()
        assert "marchland admin" in told
        assert User.objects.get(pk=someone.pk).is_active
    assert Deed.objects.filter(what=What.SUSPEND).count() == 0


def test_who_is_no_operator_any_more_finds_nothing(desk: Client, sue: User) -> None:
    assert "Operators" in page(desk, "/")
    services.office_withdraw(sue)
    assert desk.get("/operators/").status_code == 404
    assert "Operators" not in page(desk, "/")


def test_people_are_found_by_name_or_whole_address_and_by_pages(desk: Client, ada: User) -> None:
    User.objects.bulk_create(User(username=f"crowd{number}", email=f"crowd{number}@example.net") for number in range(60))
    assert "crowd7<" in page(desk, "/operators/people/?q=crowd7@example.net")
    assert "crowd" not in page(desk, "/operators/people/?q=@example.net"), "addresses are no list to look through"
    with CaptureQueriesContext(
        connection,
    ) as few:
        assert "?page=2" in page(desk, "/operators/people/")
    assert len(few) < 20
    assert "ada" in page(desk, "/operators/people/?page=2")
    assert "Nobody was found" in page(desk, "/operators/people/?q=%01nobody")


# -- tables --------------------------------------------------------------------------------------------------------------


def test_an_operator_pauses_and_closes_a_table_and_everybody_reads_why(desk: Client, table: Table, ada: User) -> None:
    desk.post(f"/operators/tables/{table.slug}/", {"do": "pause", "note": "We look into it."})
    table.refresh_from_db()
    assert table.paused is not None
    desk.post(f"/operators/tables/{table.slug}/", {"do": "go_on"})
    desk.post(f"/operators/tables/{table.slug}/", {"do": "close"})
    table.refresh_from_db()
    assert (table.paused, table.status) == (None, Status.PLAYING), "nobody closes a game without saying why"
    desk.post(f"/operators/tables/{table.slug}/", {"do": "close", "note": "Two of you are one person."})
    table.refresh_from_db()
    assert table.status == Status.ABANDONED
    assert [entry.action["by"] for entry in table.entries.filter(kind="house")] == [OPERATOR] * 3
    log = client_of(ada).get(f"/t/{table.slug}/", headers={"accept": "text/html"}).content.decode()
    assert "By the operators of this site:" in log
    assert "Two of you are one person." in log
    assert [deed.what for deed in Deed.objects.filter(about=table.slug)] == [What.CLOSE, What.GO_ON, What.PAUSE]


def test_also_a_table_that_gathers_or_counts_can_be_closed(desk: Client, ada: User, bob: User) -> None:
    waiting = table_create(ada, Wish("pebbles", [Place("me"), Place("open")], {}))
    rated = sit_down(ada, bob)
    Table.objects.filter(pk=rated.pk).update(rated=True)
    for one in (waiting, rated):
        desk.post(f"/operators/tables/{one.slug}/", {"do": "close", "note": "why"})
        one.refresh_from_db()
        assert one.status == Status.ABANDONED


def test_of_a_private_game_an_operator_sees_who_sits_there_and_nothing_else(desk: Client, ada: User, bob: User) -> None:
    hidden, shown = sit_down(ada, bob, public=False), sit_down(ada, bob)
    Table.objects.filter(pk=hidden.pk).update(watching="nobody")
    seen = page(desk, f"/operators/tables/{hidden.slug}/")
    assert f'href="/t/{hidden.slug}/"' not in seen
    assert "nothing of the game" in seen
    assert desk.get(f"/t/{hidden.slug}/").status_code == 404, "an operator is a visitor like any other"
    for secret in (hidden.join_code, hidden.watch_code, bytes(hidden.key).hex(), hidden.commitment):
        assert secret not in seen
    assert f'href="/t/{shown.slug}/"' in page(desk, f"/operators/tables/{shown.slug}/")


def test_tables_are_found_by_address_name_title_and_people_and_one_of_a_lost_title_breaks_nothing(
    desk: Client, table: Table, ada: User
) -> None:
    lost = table_create(ada, Wish("pebbles", [Place("me"), Place("open")], {}, "The Lost Game"))
    Table.objects.filter(pk=lost.pk).update(title="vanished")
    for wanted, status, found in (
        (table.slug, "", {table.slug}),
        ("lost", "", {lost.slug}),
        ("vanished", "", {lost.slug}),
        ("bob", "", {table.slug}),
        ("ADA", "", {table.slug, lost.slug}),
        ("", "playing", {table.slug}),
        ("nobody", "", set()),
    ):
        seen = page(desk, f"/operators/tables/?q={wanted}&status={status}")
        assert set(re.findall(r'href="/operators/tables/(\w+)/"', seen)) == found, wanted
    assert "vanished" in page(desk, f"/operators/tables/{lost.slug}/")


# -- what failed ---------------------------------------------------------------------------------------------------------


def test_a_failed_job_is_tried_again_once(transactional_db: None, desk: Client, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ConnectionRefusedError("secret words")

    with monkeypatch.context() as while_broken:
        while_broken.setattr("marchland.web.accounts.tasks.send_mail", broken)
        later(mail_reset, ada.pk)
        run_queued_tasks()
    seen = page(desk, "/operators/jobs/")
    assert "ConnectionRefusedError" in seen
    assert "secret words" not in seen
    job = DBTaskResult.objects.failed().get()
    for _ in range(2):
        desk.post("/operators/jobs/", {"job": str(job.pk)})
    run_queued_tasks()
    assert len(mail.outbox) == 1
    assert Deed.objects.filter(what=What.RETRY_JOB, about="mail_reset").count() == 1
    assert desk.post("/operators/jobs/", {"job": "no number"}).status_code == 404


def test_a_job_whose_worker_was_killed_is_given_up_and_shown(transactional_db: None, desk: Client, ada: User) -> None:
    """Nobody knows how far it got: it is not begun a second time unless an operator says so."""
    for lately in (timedelta(minutes=9), timedelta(minutes=11)):
        begun = timezone.now() - lately
        DBTaskResult.objects.filter(pk=mail_reset.enqueue(ada.pk).id).update(status="RUNNING", started_at=begun)
    run_queued_tasks()
    assert Counter(DBTaskResult.objects.values_list("status", flat=True)) == {"RUNNING": 1, "FAILED": 1}
    assert mail.outbox == []
    assert "WorkerLost" in page(desk, "/operators/jobs/")
    desk.post("/operators/jobs/", {"job": str(DBTaskResult.objects.failed().get().pk)})
    run_queued_tasks()
    assert len(mail.outbox) == 1


def test_mails_that_were_given_up_are_tried_again(desk: Client, table: Table, ada: User) -> None:
    long_ago = timezone.now() - timedelta(days=1)
    facts = {"user": ada, "table": table, "kind": NoticeKind.YOUR_TURN, "due": long_ago, "tries": 6}
    told = Delivery.objects.create(**facts, channel=Channel.MAIL, progress=Told.FAILED)
    letter = Outgoing.objects.create(
        name="report", table=table, seat=0, recipient="ada@example.org", message_id="<1@x>", data=b"the report itself",
        progress=Carried.FAILED, said="550 no such user", tries=7,
    )  # fmt: skip
    seen = page(desk, "/operators/mails/")
    assert "550 no such user" in seen
    assert "the report itself" not in seen
    for what, number in (("news", told.pk), ("letter", letter.pk), ("letter", letter.pk)):
        desk.post("/operators/mails/", {"what": what, "number": number})
    told.refresh_from_db()
    letter.refresh_from_db()
    assert (told.progress, told.tries, letter.progress, letter.tries) == (Told.WAITING, 0, Carried.WAITING, 0)
    assert sorted(Deed.objects.values_list("what", flat=True)) == [What.OFFICE, What.RETRY_LETTER, What.RETRY_NEWS]


# -- the book --------------------------------------------------------------------------------------------------------------


def test_what_stands_in_the_book_is_not_changed_and_outlives_everybody(desk: Client, bob: User, sue: User) -> None:
    desk.post(f"/operators/people/{bob.pk}/", {"do": "suspend", "note": "<b>why</b>"}, headers={"x-request-id": "the-suspension"})
    deed = Deed.objects.all()[0]
    assert deed.request == "the-suspension"
    deed.note = "never mind"
    for crime in (deed.save, deed.delete, Deed.objects.all().delete, lambda: Deed.objects.update(note="")):
        with pytest.raises(Indelible):
            crime()
    bob.delete()
    seen = page(desk, "/operators/book/")
    assert "&lt;b&gt;why&lt;/b&gt;" in seen
    assert "bob" in seen


@pytest.mark.django_db(transaction=True)
def test_a_deed_is_written_down_together_with_what_was_done(ada: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuntimeError):
        book.write(ada, What.SUSPEND, "bob")

    def no_ink(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(services, "write", no_ink)
    with pytest.raises(OSError):  # noqa: PT011
        services.person_suspend(ada, bob.pk, "")
    assert User.objects.get(pk=bob.pk).is_active


def test_the_status_page_says_what_the_doctor_would(desk: Client, table: Table) -> None:
    seen = page(desk, "/operators/")
    assert "nobody has worked here yet" in seen
    assert "Marchland" in seen
    call_command("check")


@pytest.mark.parametrize("language", ["fr", "it"])
def test_every_page_speaks_the_operators_language(desk: Client, sue: User, table: Table, bob: User, language: str) -> None:
    User.objects.filter(pk=sue.pk).update(language=language)
    for path in ("", "people/", f"people/{bob.pk}/", "tables/", f"tables/{table.slug}/", "jobs/", "mails/", "book/"):
        seen = page(desk, f"/operators/{path}")
        assert f'lang="{language}"' in seen
        assert ">Suspend<" not in seen
