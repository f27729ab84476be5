"""What people are told, where and when: the page of news, mails, feeds, reminders; and who may read and change what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from marchland.web.accounts.models import User
from marchland.web.accounts.selectors import personal_data
from marchland.web.lobby.services import Place, Wish, seat_leave, seat_take, table_create
from marchland.web.notices import context, services
from marchland.web.notices.models import Delivery, Mail, Notice, NoticeKind, Preferences, Progress
from marchland.web.notices.postman import go_round
from marchland.web.notices.selectors import count_for, waiting_for
from marchland.web.pace import deadlines
from marchland.web.tables import keeping
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import By, EntryKind, Table
from marchland.web.tables.services import action_submit, answer_for, note
from marchland.web.words import say

from .conftest import client_of, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.services]

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
Wait = Callable[..., datetime]
Outbox = list[Any]


@pytest.fixture
def wait() -> Iterator[Wait]:
    """A clock that stands still until it is moved."""
    with time_machine.travel(START, tick=False) as clock:

        def move(**time: float) -> datetime:
            clock.shift(timedelta(**time))
            return timezone.now()

        yield move


def bid(table: Table, user: User, seat: int, seen: int, amount: int = 1) -> None:
    action_submit(table.slug, user, seat, {"type": "Bid", "amount": amount}, seen)


def timed(host: User, *others: User, hours: int = 48, name: str = "") -> Table:
    places = [Place("me"), *(Place("open") for _ in others)]
    table = table_create(host, Wish("pebbles", places, {}, name, pace="deadline", tempo={"type": "deadline", "hours": hours}))
    for number, other in enumerate(others, 1):
        seat_take(table.slug, other, number)
    table.refresh_from_db()
    return table


def html(user: User | None, path: str) -> Any:
    return client_of(user).get(path, headers={"accept": "text/html"})


def told(outbox: Outbox, address: str) -> list[str]:
    return [mail.subject for mail in outbox if mail.to == [address]]


# -- whose turn it is --------------------------------------------------------------------------------


def test_a_turn_is_told_once_however_often_others_answer_meanwhile(ada: User, bob: User, eve: User, mailoutbox: Outbox) -> None:
    """All bid at once: whoever has not bid yet is not told again with every bid of another."""
    table = sit_down(ada, bob, eve, pace="slow")
    go_round()
    before = list(Notice.objects.filter(user=bob).values())
    bid(table, ada, 0, 0)
    bid(table, eve, 2, 1)
    go_round()
    assert list(Notice.objects.filter(user=bob).values()) == [{**row, "spread": True} for row in before]
    assert told(mailoutbox, "bob@example.org") == ["Your turn: Pebbles · Marchland"]


def test_the_next_turn_is_told_anew(ada: User, bob: User, mailoutbox: Outbox) -> None:
    table = sit_down(ada, bob, pace="slow")
    go_round()
    bid(table, ada, 0, 0, 2)
    bid(table, bob, 1, 1, 0)
    go_round()
    assert len(told(mailoutbox, "ada@example.org")) == 2
    assert len(told(mailoutbox, "bob@example.org")) == 1
    action_submit(table.slug, ada, 0, 0, 2)
    go_round()
    assert len(told(mailoutbox, "ada@example.org")) == 2, "whoever goes on with the own turn knows it"


def test_who_has_looked_is_told_of_the_next_turn_and_not_of_this_one_again(ada: User, bob: User) -> None:
    table = sit_down(ada, bob, pace="slow")
    own = Notice.objects.filter(user=bob, kind=NoticeKind.YOUR_TURN)
    services.notices_read(bob, table)

    def told_by(*deciders: int, afresh: bool = False) -> bool:
        """Ada moves, and these are asked: has Bob something new to read?"""
        own.update(read=True)
        services.turns(table, deciders, 0, afresh)
        return not own.get().read

    assert not told_by(0, 1), "still the same turn"
    assert told_by(0, 1, afresh=True), "everybody is asked something new"
    assert not told_by(0)
    assert told_by(0, 1), "his turn was over meanwhile"


def test_a_question_that_another_answer_took_away_is_no_longer_news(ada: User, bob: User) -> None:
    table = sit_down(ada, bob, pace="slow")
    bid(table, ada, 0, 0, 2)
    bid(table, bob, 1, 1, 0)
    Notice.objects.filter(user=bob).update(standing=True, read=False)
    Table.objects.filter(pk=table.pk).update(deciders=[0, 1])
    action_submit(table.slug, ada, 0, 0, 2)
    assert not Notice.objects.filter(user=bob, kind=NoticeKind.YOUR_TURN, standing=True).exists()


def test_who_was_late_is_told_of_what_they_are_asked_next(ada: User, bob: User, wait: Wait) -> None:
    """Somebody else gave Bob's answer, after which he is asked again: he has not moved, so he does not know."""
    table = timed(ada, bob)
    bid(table, ada, 0, 0, 0)
    services.notices_read(bob, table)
    with table_locked(table.slug, with_seats=True) as locked:
        state = keeping.present_state(locked)
        answer = keeping.title_of(locked).vocabulary.action({"type": "Bid", "amount": 2})
        answer_for(locked, locked.seats.all()[1], state, answer, By.TIME)
    assert Notice.objects.get(user=bob, kind=NoticeKind.YOUR_TURN, read=False).occasion == "2"


def test_what_is_read_or_over_before_it_is_sent_is_not_sent(ada: User, bob: User, eve: User, mailoutbox: Outbox) -> None:
    table = sit_down(ada, bob, eve, pace="slow")
    html(bob, f"/t/{table.slug}/")
    bid(table, ada, 0, 0)
    go_round()
    assert mailoutbox == []
    assert set(Delivery.objects.values_list("progress", flat=True)) == {Progress.DROPPED}


def test_who_has_left_the_table_is_not_told_that_it_waits(ada: User, bob: User, mailoutbox: Outbox) -> None:
    table = sit_down(ada, bob, pace="slow")
    seat_leave(table.slug, bob)
    go_round()
    assert told(mailoutbox, "bob@example.org") == []
    assert len(told(mailoutbox, "ada@example.org")) == 1


def test_who_is_on_the_site_gets_no_mail_until_they_leave(ada: User, bob: User, wait: Wait, mailoutbox: Outbox) -> None:
    User.objects.filter(pk=bob.pk).update(last_here=START)
    sit_down(ada, bob, pace="slow")
    go_round()
    assert told(mailoutbox, "bob@example.org") == []
    User.objects.filter(pk=bob.pk).update(last_here=wait(minutes=1))
    wait(minutes=1.5)
    go_round()
    assert told(mailoutbox, "bob@example.org") == [], "still there when the mail was to go"
    wait(minutes=1)
    go_round()
    assert len(told(mailoutbox, "bob@example.org")) == 1


def test_at_a_live_table_turns_are_told_at_the_table_alone(table: Table, ada: User, bob: User, mailoutbox: Outbox) -> None:
    bid(table, ada, 0, 0)
    go_round()
    assert told(mailoutbox, "bob@example.org") == ["The game has started: Pebbles · Marchland"]


# -- the page ----------------------------------------------------------------------------------------


def test_the_page_shows_what_waits_since_when_and_until_when(ada: User, bob: User, wait: Wait) -> None:
    table = timed(ada, bob, name="Sunday round")
    wait(hours=45)
    Preferences.objects.create(user=ada, zone="Europe/Rome")
    page = html(ada, "/news/").content.decode()
    assert f'<a href="/t/{table.slug}/">Pebbles, Sunday round</a>' in page
    assert "for 1\xa0day, 21\xa0hours" in page
    assert "March 4, 2026, 1 p.m. (Europe/Rome)" in page
    assert '<span class="badge" data-badge>1</span>' in page
    at_table = client_of(ada).get(f"/t/{table.slug}/").content.decode()
    assert '<span class="badge" data-badge hidden>0</span>' in at_table, "nobody is called to where they are"
    assert html(ada, "/news/lists/")["x-news"] == html(ada, "/tables/")["x-news"] == "1"
    bid(table, ada, 0, 0)
    assert waiting_for(ada) == []
    Table.objects.filter(pk=table.pk).update(paused=START)
    assert [(one.until, one.is_paused) for one in waiting_for(bob)] == [(None, True)]


def test_the_number_beside_the_bell_is_counted_once_for_a_page(ada: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked whether there is any, and how many."""
    sit_down(ada, bob)
    counted: list[str] = []
    monkeypatch.setattr(context, "count_for", lambda user, in_view: counted.append(in_view) or count_for(user, in_view))
    page = client_of(ada).get("/account/", headers={"accept": "text/html"}).text
    assert '<span class="badge" data-badge>1</span>' in page
    assert counted == [""]


def test_what_happened_is_read_one_by_one_or_all_at_once(ada: User, bob: User) -> None:
    for _ in range(3):
        services.removed(table_create(ada, Wish("pebbles", [Place("me"), Place("open")], {})), bob)
    first = Notice.objects.filter(user=bob).earliest("id")
    assert count_for(bob) == 3
    client_of(ada).post("/news/read/", {"notice": first.pk})
    assert count_for(bob) == 3, "nobody else may"
    client_of(bob).post("/news/read/", {"notice": first.pk})
    assert count_for(bob) == 2
    client_of(bob).post("/news/read/")
    assert count_for(bob) == 0
    assert "You were removed from the table" in html(bob, "/news/").content.decode()


def test_what_the_host_does_is_news_to_the_others_as_the_log_says_it(ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob, eve, pace="slow")
    with table_locked(table.slug) as locked:
        note(locked, EntryKind.HOUSE, None, {"do": "halt"})
        note(locked, EntryKind.HOUSE, 2, {"do": "remind", "seats": [2]})
    seen = Notice.objects.filter(kind=NoticeKind.HOUSE).order_by("id")
    assert [(notice.user, notice.detail["what"]["do"]) for notice in seen] == [(bob, "halt"), (eve, "halt"), (eve, "remind")]
    page = html(eve, "/news/").content.decode()
    assert say("log_halt") in page
    assert "Reminder to eve." in page
    with table_locked(table.slug) as locked:
        note(locked, EntryKind.HOUSE, None, {"do": "unheard_of"})
    assert "The host changed something at the table" in html(eve, "/news/").content.decode()


def test_a_seat_kept_for_somebody_is_news_to_them(ada: User, bob: User) -> None:
    table_create(ada, Wish("pebbles", [Place("me"), Place("invited", guest=bob)], {}))
    page = html(bob, "/news/").content.decode()
    assert "ada keeps a seat for you" in page
    assert Notice.objects.get(user=bob).kind == NoticeKind.INVITED
    assert "keeps a seat" not in html(ada, "/news/").content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/news/",
        "/news/lists/",
        "/news/settings/",
        "/news/read/",
        "/news/secret/",
        "/news/devices/",
        "/news/hooks/",
        "/news/hooks/1/on/",
    ],
)
def test_nobody_reads_or_changes_anything_without_being_somebody(path: str) -> None:
    is_page = path in ("/news/", "/news/lists/", "/news/settings/")
    answer = Client().get(path) if is_page else Client().post(path)
    assert answer.status_code == 302
    assert answer["location"].startswith("/account/login/")


def test_devices_and_hooks_are_their_owner_s(ada: User, bob: User) -> None:
    hook = services.hook_add(ada, "https://example.org/")
    device = services.device_keep(ada, "https://push.example.org/1", "k", "a", "Firefox")
    for path in (f"/news/hooks/{hook.pk}/remove/", f"/news/devices/{device.pk}/remove/"):
        client_of(bob).post(path)
        assert (ada.hooks.count(), ada.devices.count()) == (1, 1)
    assert b"example.org" not in html(bob, "/news/settings/").content
    for path in (f"/news/hooks/{hook.pk}/remove/", f"/news/devices/{device.pk}/remove/"):
        client_of(ada).post(path)
    assert (ada.hooks.count(), ada.devices.count()) == (0, 0)


# -- choices -----------------------------------------------------------------------------------------

CHOICES: dict[str, Any] = {
    "mail": "daily",
    "hour": "7",
    "zone": "Europe/Rome",
    "reminders": ["12", "1"],
    "mailed": ["turn"],
    "pushed": [],
}


def test_a_person_chooses_how_to_be_told(ada: User) -> None:
    assert client_of(ada).post("/news/settings/", CHOICES).status_code == 302
    kept = Preferences.objects.get(user=ada)
    assert (kept.mail, kept.hour, kept.zone, kept.reminders) == (Mail.DAILY, 7, "Europe/Rome", [12, 1])
    assert "turn" not in kept.unmailed
    assert set(kept.unpushed) == set(NoticeKind.values)
    for wrong in ({"mail": "hourly"}, {"hour": "24"}, {"zone": "Mars/Base"}, {"reminders": ["13"]}, {"mailed": ["spam"]}):
        answer = client_of(ada).post("/news/settings/", CHOICES | wrong)
        assert (answer.status_code, b"errorlist" in answer.content) == (200, True)
    assert personal_data(ada)["news"]["preferences"]["zone"] == "Europe/Rome"


def test_the_daily_mail_tells_at_the_chosen_hour_what_still_waits(ada: User, bob: User, wait: Wait, mailoutbox: Outbox) -> None:
    """In Rome it is 13:00; the mail comes at seven the next morning, and what was answered by then is not in it."""
    client_of(bob).post("/news/settings/", CHOICES | {"mailed": NoticeKind.values})
    tables = [sit_down(ada, bob, pace="slow") for _ in range(3)]
    Table.objects.filter(pk=tables[1].pk).update(name="Second")
    bid(tables[0], bob, 1, 0)
    go_round()
    wait(hours=17.9)
    go_round()
    assert told(mailoutbox, "bob@example.org") == []
    wait(hours=0.2)
    go_round()
    go_round()
    assert told(mailoutbox, "bob@example.org") == ["2 things wait for you · Marchland"]
    assert "Second" in mailoutbox[-1].body
    assert tables[0].slug not in mailoutbox[-1].body


# -- mails -------------------------------------------------------------------------------------------


def test_a_mail_has_text_and_html_in_the_reader_s_language_and_ends_with_one_click(
    ada: User, bob: User, wait: Wait, mailoutbox: Outbox
) -> None:
    User.objects.filter(pk=bob.pk).update(language="fr")
    table = timed(ada, bob, name="<b>Dimanche</b>")
    go_round()
    mail = next(mail for mail in mailoutbox if mail.to == ["bob@example.org"])
    text, page = _parts(mail.message())
    assert mail.subject == "À vous de jouer\u00a0: Pebbles (fr), <b>Dimanche</b> · Marchland"
    assert f"/t/{table.slug}/" in text
    assert "<b>Dimanche</b>" in text
    assert "&lt;b&gt;Dimanche" in page
    assert "jusqu'au 4 mars 2026" in text
    assert mail.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = urlsplit(mail.extra_headers["List-Unsubscribe"].strip("<>"))
    assert link.geturl() in text
    assert link.geturl() in page
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.get(link.path).status_code == 200
    assert not Preferences.objects.filter(user=bob).exists(), "opening the link asks and does nothing"
    assert stranger.post(link.path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Preferences.objects.get(user=bob).unmailed == ["turn"]
    assert stranger.post(link.path, {"all": "1"}).status_code == 200
    assert Preferences.objects.get(user=bob).mail == Mail.NEVER
    assert stranger.post(link.path[:-3] + "x/").status_code == 404


def _parts(message: EmailMessage) -> list[str]:
    assert message.get_content_type() == "multipart/alternative"
    kinds = [part.get_content_type() for part in message.get_payload()]
    assert kinds == ["text/plain", "text/html"]
    return [part.get_payload(decode=True).decode() for part in message.get_payload()]


def test_kinds_that_are_not_wanted_are_not_mailed_even_if_they_waited(ada: User, bob: User, wait: Wait, mailoutbox: Outbox) -> None:
    User.objects.filter(pk=bob.pk).update(last_here=START)
    sit_down(ada, bob, pace="slow")
    go_round()
    services.mails_stop(bob.pk, "turn")
    wait(hours=1)
    sit_down(ada, bob, pace="slow")
    go_round()
    assert told(mailoutbox, "bob@example.org") == []


# -- deadlines ---------------------------------------------------------------------------------------


def test_reminders_come_at_the_chosen_hours_once_for_each_deadline(ada: User, bob: User, wait: Wait, mailoutbox: Outbox) -> None:
    """48 hours: the usual reminders are at 24 and 3; the one at 72 lies before the question."""
    Preferences.objects.create(user=bob, reminders=[72, 24, 3])
    table = timed(ada, bob)
    heard: list[str] = []
    for hours in (0, 23.9, 0.2, 0, 20.8, 0.2, 2):
        wait(hours=hours)
        go_round()
        heard.append(",".join(told(mailoutbox, "bob@example.org")[len([one for one in ",".join(heard).split(",") if one]) :]))
    first, second = "24 hours left for your turn: Pebbles · Marchland", "3 hours left for your turn: Pebbles · Marchland"
    assert heard == ["Your turn: Pebbles · Marchland", "", first, "", "", second, ""]
    deadlines.run_due(wait(hours=1))
    go_round()
    assert told(mailoutbox, "bob@example.org")[-1] == "Your time ran out: Pebbles · Marchland"
    assert not Notice.objects.filter(kind=NoticeKind.REMINDER, read=False).exists(), "nobody is reminded of what is over"
    assert table.slug


def test_a_deadline_that_was_put_off_is_told_of_again_and_a_paused_table_of_none(ada: User, bob: User, wait: Wait) -> None:
    table = timed(ada, bob)
    now = wait(hours=46)
    go_round()
    reminders = Notice.objects.filter(user=bob, kind=NoticeKind.REMINDER)
    assert [notice.detail for notice in reminders] == [{"hours": 3}], "of those that passed unnoticed, the last alone"
    table.seats.update(due=now + timedelta(hours=30))
    Table.objects.filter(pk=table.pk).update(paused=now)
    wait(hours=7)
    go_round()
    assert reminders.all().count() == 1
    Table.objects.filter(pk=table.pk).update(paused=None)
    go_round()
    assert reminders.all().count() == 2


def test_feed_and_calendar_are_read_by_whoever_knows_their_address_until_it_is_renewed(ada: User, bob: User, wait: Wait) -> None:
    table = timed(ada, bob, name="Sunday <round>")
    client_of(bob).post("/news/secret/")
    secret = Preferences.objects.get(user=bob).secret
    feed, calendar = Client().get(f"/news/{secret}/news.atom"), Client().get(f"/news/{secret}/deadlines.ics")
    assert feed["content-type"].startswith("application/atom+xml")
    assert "Your turn: Pebbles, Sunday &lt;round&gt;" in feed.content.decode()
    (event,) = Calendar.from_ical(calendar.content).walk("VEVENT")
    assert event.decoded("dtend") == START + timedelta(hours=48)
    assert table.slug in event["url"]
    assert [alarm["trigger"].dt for alarm in event.walk("VALARM")] == [timedelta(hours=-23.5), timedelta(hours=-2.5)]
    assert Client().get(f"/news/{secret}/news.atom", headers={"if-none-match": feed["etag"]}).status_code == 304
    client_of(bob).post("/news/secret/")
    for name in ("news.atom", "deadlines.ics"):
        assert Client().get(f"/news/{secret}/{name}").status_code == 404
    bid(table, bob, 1, 0)
    secret = Preferences.objects.get(user=bob).secret
    assert not Calendar.from_ical(Client().get(f"/news/{secret}/deadlines.ics").content).walk("VEVENT")
