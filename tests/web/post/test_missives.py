"""Letters between seats as mails: sent on to those who play by mail, answered by mail, and nobody believed by name."""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create, account_delete
from marchland.web.config.throttle import LIMITS, Limit
from marchland.web.letters.models import Missive
from marchland.web.letters.services import announcement_make, letter_write
from marchland.web.lobby.services import seat_leave, seat_take
from marchland.web.notices import spreading
from marchland.web.notices.models import Delivery, Notice, Preferences
from marchland.web.notices.telling import message
from marchland.web.post.models import ByMail, Letter, Outcome, Outgoing, Progress
from marchland.web.post.selectors import letter_address, letters_of, reply_address
from marchland.web.post.services import by_mail_set, letter_take, missives_write, reports_write
from marchland.web.tables.models import Sheet, Table

from ..conftest import sit_down
from ..test_letters import play_turn
from .test_post import NOW, RED, letter, open_post, place, told

__all__ = ["open_post"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def carla(db: None) -> User:
    return account_create("carla", "carla@example.org", "a third long secret")


@pytest.fixture
def paper(ada: User, bob: User, carla: User) -> Table:
    """Bob and Carla play by mail, Ada on the site."""
    table = sit_down(ada, bob, carla, pace="slow", written=True)
    for user in (bob, carla):
        by_mail_set(table.slug, user, None, wanted=True)
    return table


def mail_of(outgoing: Outgoing) -> dict[str, str]:
    mail = message_from_bytes(bytes(outgoing.data), policy=policy.default)
    return {name: str(mail[name]) for name in ("To", "Subject", "Reply-To", "Auto-Submitted")}


def test_a_letter_comes_by_mail_once_and_its_answer_is_a_letter(paper: Table, ada: User, bob: User, carla: User) -> None:
    first = letter_write(paper.slug, ada, 0, [1, 2], "The mill", "meet me there")
    assert (missives_write(NOW), missives_write(NOW)) == (2, 0)
    assert sorted(one.recipient for one in Outgoing.objects.all()) == ["bob@example.org", "carla@example.org"]
    sent = Outgoing.objects.get(recipient="bob@example.org")
    address = letter_address(place(paper, 1), first.thread_id)
    assert mail_of(sent) == {
        "To": "bob@example.org",
        "Subject": "Pebbles, Red: The mill",
        "Reply-To": address,
        "Auto-Submitted": "auto-generated",
    }
    body = " ".join(next(line for line in told() if line.startswith("bob")).split())
    assert "meet me there" in body
    assert "your words go to Red, Green" in body
    assert address not in str([bytes(one.data) for one in Outgoing.objects.filter(recipient="carla@example.org")])
    answer = letter("I shall come.\n\nOn 1 March 2026, Marchland wrote:\n> meet me there\n", address, sender="bob@example.org")
    assert letter_take(answer, NOW).outcome == Outcome.PASSED_ON
    assert letter_take(answer, NOW).outcome == Outcome.PASSED_ON
    assert letter_take(b"Received: again\n" + answer, NOW).outcome == Outcome.TWICE
    assert list(first.thread.missives.values_list("seat", "user__username", "text")) == [
        (0, "ada", "meet me there"),
        (1, "bob", "I shall come."),
    ]
    assert missives_write(NOW) == 1, "Carla gets the answer, Ada reads it on the site"
    assert not Sheet.objects.exists()


def test_nobody_writes_letters_by_forged_and_foreign_addresses(paper: Table, ada: User, bob: User, eve: User) -> None:
    first = letter_write(paper.slug, ada, 0, [1], "", "between us")
    other = letter_write(paper.slug, ada, 0, [2], "", "not for Bob")
    address = letter_address(place(paper, 1), first.thread_id)
    forged = address.replace(f"-{first.thread_id}.", f"-{other.thread_id}.")
    assert forged != address
    for to, outcome in (
        (forged, Outcome.UNPROVEN),
        (letter_address(place(paper, 1), other.thread_id), Outcome.REFUSED),
        (reply_address(place(paper, 1)), Outcome.VOID),
    ):
        assert letter_take(letter("psst", to, sender="bob@example.org"), NOW).outcome == outcome
    seat_leave(paper.slug, bob)
    seat_take(paper.slug, eve, 1)
    assert letter_take(letter("still me", address, sender="bob@example.org"), NOW).outcome == Outcome.UNPROVEN
    assert Missive.objects.count() == 2
    assert letter_take(letter(RED.format(1), letter_address(place(paper, 2), other.thread_id)), NOW).outcome == Outcome.PASSED_ON
    assert not Sheet.objects.exists(), "a sheet sent as the answer to a letter is a letter"


def test_an_answer_that_does_not_go_is_explained_to_its_writer(paper: Table, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    first = letter_write(paper.slug, ada, 0, [1], "", "between us")
    address = letter_address(place(paper, 1), first.thread_id)
    assert letter_take(letter("x" * 5000, address, sender="bob@example.org"), NOW).outcome == Outcome.REFUSED
    assert "4000 characters" in told()[-1]
    monkeypatch.setitem(LIMITS, "letter", (Limit(2, 60),))
    for number in range(2):
        letter_take(letter(f"word {number}", address, sender="bob@example.org"), NOW)
    assert Missive.objects.count() == 2
    assert [one.recipient for one in Outgoing.objects.all()] == ["bob@example.org"] * 2


def test_whoever_plays_by_mail_begins_letters_by_mail_too(paper: Table, ada: User, bob: User) -> None:
    to = reply_address(place(paper, 1))
    begun = letter("[LETTER to=RED,green]\nShall we?\n[END]\n", to, sender="bob@example.org")
    assert letter_take(begun, NOW).outcome == Outcome.PASSED_ON
    assert letter_take(begun, NOW).outcome == Outcome.PASSED_ON
    written = Missive.objects.get()
    assert (written.seat, written.user, written.text) == (1, bob, "Shall we?")
    assert list(written.thread.parties.values_list("seat", flat=True)) == [0, 1, 2]
    both = letter("[LETTER to=RED]\nAnd my orders:\n[END]\nfrom BLUE\nbid 1\n", to, sender="bob@example.org")
    letter_take(both, NOW)
    assert Missive.objects.count() == 2
    lost = letter("[LETTER to=MAUVE]\nhello\n[END]\n", to, sender="bob@example.org")
    assert letter_take(lost, NOW).outcome == Outcome.PASSED_ON
    assert "nobody reads letters to MAUVE" in told()[-1]
    forged = letter("[LETTER to=GREEN]\nfrom Red\n[END]\n", "site@post.test", sender="ada@example.org")
    assert letter_take(forged, NOW).outcome == Outcome.UNPROVEN
    assert Missive.objects.count() == 2


def test_the_host_learns_nothing_of_letters_by_mail(paper: Table, ada: User) -> None:
    before = letters_of(paper)
    first = letter_write(paper.slug, ada, 0, [1], "", "between us")
    missives_write(NOW)
    letter_take(letter("an answer", letter_address(place(paper, 1), first.thread_id)), NOW)
    letter_take(letter("x" * 5000, letter_address(place(paper, 1), first.thread_id)), NOW)
    Outgoing.objects.update(progress=Progress.FAILED, said="550 no")
    found = letters_of(paper)
    assert (found.came, found.troubles) == ([*before.came, Letter.objects.get(outcome=Outcome.REFUSED)], before.troubles)


def test_whoever_gets_the_letter_itself_gets_no_mail_that_there_is_one(paper: Table, ada: User, bob: User) -> None:
    letter_write(paper.slug, ada, 0, [1], "", "between us")
    letter_write(paper.slug, bob, 1, [0], "", "and back")
    told = message(Notice.objects.get(kind="letter", user=bob), Preferences(user=bob))
    assert (told.line, told.path) == ("A letter for you: Pebbles", f"/t/{paper.slug}/letters/"), (
        "and neither from whom nor about what"
    )
    by_way = {
        notice.user.username: [one.channel for one in spreading.deliveries(notice)]
        for notice in Notice.objects.filter(kind="letter")
    }
    assert by_way == {"bob": [], "ada": ["mail"]}
    assert not Delivery.objects.exists()


def test_letters_of_before_are_not_sent_and_those_of_deleted_people_are_forgotten(paper: Table, ada: User, bob: User) -> None:
    Missive.objects.all().delete()
    old = letter_write(paper.slug, ada, 0, [1], "", "long ago")
    Missive.objects.filter(pk=old.pk).update(written=timezone.now() - timedelta(days=1))
    new = letter_write(paper.slug, ada, 0, [1], "", "just now")
    assert missives_write(NOW) == 1
    assert ByMail.objects.get(user=bob).letter == new.pk
    account_delete(ada)
    assert not Outgoing.objects.exists()


def test_announcements_are_in_the_mails_of_the_turn(paper: Table, ada: User, bob: User, carla: User) -> None:
    announcement_make(paper.slug, ada, 0, "peace to all")
    reports_write(NOW)
    assert not any("peace to all" in line for line in told())
    play_turn(paper, (ada, bob, carla))
    reports_write(NOW)
    assert [line.partition(":")[0] for line in told() if "peace to all" in line] == ["bob@example.org", "carla@example.org"]
