"""Two crews in two processes do at the same moment whatever there is to do, again and again: everything is done once."""

from __future__ import annotations

import os
import traceback
from collections import Counter
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections
from django.test import override_settings
from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create
from marchland.web.accounts.tasks import mail_reset
from marchland.web.company import tournaments
from marchland.web.company.models import Game, Kind, Tempo, Tournament
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.notices import postman
from marchland.web.notices.models import Delivery, Notice, NoticeKind, Progress
from marchland.web.pace import deadlines
from marchland.web.post import rounds as post
from marchland.web.post.models import Letter, Outgoing
from marchland.web.post.selectors import reply_address
from marchland.web.post.services import by_mail_set, letter_take
from marchland.web.tables.crew import run_queued_tasks
from marchland.web.tables.models import EntryKind, Pace, Seat, Sheet, Status, Table

from .conftest import sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

PROCESSES, ROUNDS = 2, 3
LETTER = b"From: Ada <ada@example.org>\nTo: %s\nMessage-ID: <once@example.org>\n\nfrom RED\nbid 1\n"


def work(letter: bytes) -> None:
    """All that a crew does in a round, and the same letter from the mailbox."""
    now = timezone.now()
    deadlines.run_due(now)
    letter_take(letter, now)
    tournaments.move_on()
    run_queued_tasks()
    postman.go_round()
    post.go_round()


def work_at_once(folder: Path, letter: bytes) -> None:
    """In processes that begin at the same moment, each with a folder of its own for mails."""
    connections.close_all()
    gate, opened = os.pipe()
    children = [os.fork() or _child(folder / str(number), letter, gate, opened) for number in range(PROCESSES)]
    os.close(gate)
    os.close(opened)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert codes == [0] * PROCESSES, [path.read_text() for path in folder.glob("*.failed")]


def _child(folder: Path, letter: bytes, gate: int, opened: int) -> int:
    code = 1
    try:
        os.close(opened)
        settings.EMAIL_FILE_PATH = str(folder)
        os.read(gate, 1)  # until nobody can write into it any more
        for _ in range(ROUNDS):
            work(letter)
        code = 0
    except BaseException:
        folder.with_suffix(".failed").write_text(traceback.format_exc())
    finally:
        os._exit(code)


# -- what there is to do -------------------------------------------------------------------------------


def timed(ada: User, bob: User, left: timedelta) -> Table:
    """A table with three days for an answer, of which so much is left."""
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open")], {}, pace=Pace.DEADLINE, tempo={"hours": 72}))
    seat_take(table.slug, bob, 1)
    now = timezone.now()
    Seat.objects.filter(table=table).exclude(due=None).update(due=now + left, asked=now - timedelta(hours=72))
    Table.objects.filter(pk=table.pk).update(due=now + left)
    return table


def tournament_between_rounds(people: list[User]) -> Tournament:
    found = tournaments.tournament_create(people[0], "Cup", "pebbles", Kind.ROUND_ROBIN, 2, Tempo.values[0], False)
    for one in people:
        tournaments.tournament_enter(found.pk, one)
    tournaments.tournament_start(found.pk, people[0])
    Table.objects.filter(pk__in=found.games.values("table")).update(status=Status.ABANDONED)
    return found


def mails(folder: Path) -> Counter[str]:
    """By their number, over all processes."""
    files = [part for path in folder.glob("*/*.log") for part in path.read_bytes().split(b"-" * 79 + b"\n") if part.strip()]
    return Counter(str(message_from_bytes(part)["Message-ID"]) for part in files)


@override_settings(EMAIL_BACKEND="django.core.mail.backends.filebased.EmailBackend", POST_ADDRESS="site@post.test")
def test_deadlines_reminders_mails_jobs_rounds_and_letters_happen_once(ada: User, bob: User, tmp_path: Path) -> None:
    late = [timed(ada, bob, timedelta(minutes=-1)) for _ in range(3)]
    soon = [timed(ada, bob, timedelta(hours=2)) for _ in range(3)]
    cups = [tournament_between_rounds([account_create(f"p{cup}{n}", "", "a long secret") for n in range(4)]) for cup in range(3)]
    paper = sit_down(ada, bob, written=True)
    for user in (ada, bob):
        by_mail_set(paper.slug, user, None, wanted=True)
    for _ in range(4):
        mail_reset.enqueue(ada.pk)
    work_at_once(tmp_path, LETTER % reply_address(paper.seats.get(number=0)).encode())

    for table in late:
        said = table.entries.filter(kind=EntryKind.TIME).values_list("seat", flat=True)
        assert Counter(said) == {0: 1, 1: 1}
    reminded = Notice.objects.filter(kind=NoticeKind.REMINDER, table__in=soon)
    assert Counter(reminded.values_list("table", "user")) == {(table.pk, user.pk): 1 for table in soon for user in (ada, bob)}
    for cup in cups:
        cup.refresh_from_db()
        assert (cup.round, Game.objects.filter(tournament=cup).count()) == (2, 4)
    assert (Letter.objects.count(), Sheet.objects.count()) == (1, 1)
    assert Outgoing.objects.count() == 3, "a report for each, and a receipt"
    told = Counter(Delivery.objects.values_list("progress", flat=True))
    assert set(told) == {Progress.SENT, Progress.DROPPED}, "the turns of those who were late are no news any more"
    sent = mails(tmp_path)
    assert set(sent.values()) == {1}
    assert sent.total() == told[Progress.SENT] + Outgoing.objects.count() + 4
