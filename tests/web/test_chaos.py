"""`make chaos` in small: a site dies a few times over and nothing is lost; and its checks see what would be."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from tools.chaos import checks

from marchland.web.accounts.models import User
from marchland.web.accounts.tasks import mail_reset
from marchland.web.notices.models import Delivery, Progress
from marchland.web.tables import keeping, services
from marchland.web.tables.models import EntryKind, Table

from .serving import ROOT


@pytest.mark.slow
@pytest.mark.long
def test_nothing_is_lost_while_parts_of_the_site_die() -> None:
    command = [sys.executable, "-m", "tools.chaos", "--kills", "8", "--moves", "24", "--tables", "6", "--seconds", "240", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["kills"] >= 8
    assert report["counted"]["acknowledged"] >= 24
    assert report["counted"]["replayed"] >= 24
    assert report["counted"]["jobs"] >= 1


# -- do the checks see anything? ----------------------------------------------------------------------

Facts = dict[str, Any]


def played(table: Table, people: list[User], moves: int = 4) -> Facts:
    """A few moves, all of them acknowledged."""
    sent = []
    for _ in range(moves):
        table.refresh_from_db()
        seat = table.deciders[0]
        change = services.action_submit(table.slug, people[seat], seat, 0, table.entries_made)
        entry = table.entries.get(n=change.entry)
        sent.append({"slug": table.slug, "seat": seat, "action": entry.action, "seen": table.entries_made, "n": entry.n})
    table.refresh_from_db()
    return {"acknowledged": {table.slug: sent}, "in_doubt": {}, "jobs": {}, "jobs_in_doubt": {}, "is_quiet": True, "replay": True}


def lose_the_last_entry(table: Table, facts: Facts) -> None:
    """As a database would that forgot its last transaction."""
    table.entries.filter(n=table.entries_made).delete()
    table.state = keeping.state_after(table, table.entries_made - 1).to_json().decode()
    table.entries_made -= 1
    table.save()


def take_a_move_twice(table: Table, facts: Facts) -> None:
    """As if a request that was sent once had been carried out twice."""
    facts["acknowledged"][table.slug].pop()


def forget_an_answer(table: Table, facts: Facts) -> None:
    """One that was sent and never answered: it was taken, and that is no fault."""
    facts["in_doubt"][table.slug] = [facts["acknowledged"][table.slug].pop()]


def run_a_deadline_twice(table: Table, facts: Facts) -> None:
    for _ in range(2):
        services.note(table, EntryKind.TIME, table.deciders[0], {"do": "late", "by": "easy", "until": "answered"})


def leave_another_state(table: Table, facts: Facts) -> None:
    table.state = keeping.state_after(table, 0).to_json().decode()
    table.save()


def write_another_answer(table: Table, facts: Facts) -> None:
    first, second, *_ = facts["acknowledged"][table.slug]
    first["action"] = {**second["action"], "type": "Other"}


BETWEEN = f"\n{'-' * 79}\n"


def post(table: Table, *mails: str, progress: str = Progress.SENT) -> list[int]:
    """Two deliveries, and a file with these mails; `{0}` and `{1}` are their numbers."""
    facts = {"user": table.host, "table": table, "kind": "turn", "channel": "mail", "due": timezone.now(), "progress": progress}
    numbers = [Delivery.objects.create(occasion=str(n), **facts).pk for n in range(2)]
    folder = settings.HOME / "mail"
    folder.mkdir(exist_ok=True)
    (folder / f"{len(list(folder.iterdir()))}.log").write_text(BETWEEN.join([*mails, ""]).format(*numbers))
    return numbers


MAIL = "Message-ID: <news.{%s}@localhost>\nTo: ada@example.org\n\nYour turn: http://localhost/t/x/\n"


def send_everything(table: Table, facts: Facts) -> None:
    post(table, MAIL % 0, MAIL % 1)


def write_two_mails_at_once(table: Table, facts: Facts) -> None:
    """Two processes, one file: a mail stands within the other."""
    one, other = MAIL % 0, MAIL % 1
    post(table, f"{one[:60]}\n{other}{one[60:]}")


def send_while_somebody_counts(table: Table, facts: Facts) -> None:
    """The last of them is written after the mails were counted, and noted before the database is looked at."""
    honest, looks = checks.mailed, count()

    def looking() -> checks.Mails:
        found = honest()
        if next(looks) == 0:
            post(table, MAIL % 0, MAIL % 1)
        return found

    facts["patch"] = (checks, "mailed", looking)


def lose_a_mail(table: Table, facts: Facts) -> None:
    post(table, MAIL % 0)


def send_a_mail_twice(table: Table, facts: Facts) -> None:
    post(table, MAIL % 0, MAIL % 0, MAIL % 1)


def send_what_was_dropped(table: Table, facts: Facts) -> None:
    post(table, MAIL % 0, progress=Progress.DROPPED)


def queued(table: Table, facts: Facts, done: int, mails: int, asked: int = 2) -> None:
    """Ada has asked for links: so many jobs are done, so many mails there are."""
    for _ in range(2):
        mail_reset.enqueue(table.host_id)
    finished = DBTaskResult.objects.values("pk")[:done]
    DBTaskResult.objects.filter(pk__in=[one["pk"] for one in finished]).update(status="SUCCESSFUL")
    facts["jobs"] = {"ada@example.org": asked}
    post(table, MAIL % 0, MAIL % 1, *["To: ada@example.org\n\nA link\n"] * mails)


def do_every_job(table: Table, facts: Facts) -> None:
    queued(table, facts, done=2, mails=2)


def lose_a_job(table: Table, facts: Facts) -> None:
    queued(table, facts, done=2, mails=2, asked=3)


def queue_a_job_twice(table: Table, facts: Facts) -> None:
    queued(table, facts, done=2, mails=2, asked=1)


def do_a_job_twice(table: Table, facts: Facts) -> None:
    queued(table, facts, done=2, mails=3)


def say_that_a_job_is_done(table: Table, facts: Facts) -> None:
    queued(table, facts, done=2, mails=1)


def nothing(table: Table, facts: Facts) -> None:
    pass


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("harm", "seen"),
    [
        (nothing, ""),
        (forget_an_answer, ""),
        (lose_the_last_entry, "was acknowledged, and is lost"),
        (take_a_move_twice, "was never sent, or is there twice"),
        (run_a_deadline_twice, "was run twice"),
        (leave_another_state, "the state is not that of its last entry"),
        (write_another_answer, "was acknowledged as"),
        (send_everything, ""),
        (write_two_mails_at_once, ""),
        (send_while_somebody_counts, ""),
        (lose_a_mail, "is noted as sent, and there is no mail"),
        (send_a_mail_twice, "was mailed 2 times"),
        (send_what_was_dropped, "was mailed, and is noted as dropped"),
        (do_every_job, ""),
        (lose_a_job, "asked for 3 links, and 2 jobs are known"),
        (queue_a_job_twice, "asked for 1 links, and there are 2 jobs"),
        (do_a_job_twice, "3 mails to ada@example.org of 2 jobs"),
        (say_that_a_job_is_done, "2 jobs for ada@example.org are done, and there are 1 mails"),
    ],
)
def test_the_checks_see_what_was_lost_or_doubled(
    table: Table,
    ada: User,
    bob: User,
    harm: Callable[[Table, Facts], None],
    seen: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(settings, "HOME", tmp_path)
    facts = played(table, [ada, bob])
    harm(table, facts)
    if "patch" in facts:
        monkeypatch.setattr(*facts["patch"])
    found = checks.examine(facts)
    assert found["counted"]["entries"] >= 4
    assert bool(found["wrong"]) is bool(seen)
    assert seen in " ".join(found["wrong"])
