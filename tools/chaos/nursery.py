"""A process that has loaded the site and forks its servers: what takes seconds to start takes a tenth, and can be killed often.

It reads orders from its input, a JSON object a line, and says the number of the process that carries each of them out. Clocks of
all of them show what the file named by CHAOS_CLOCK says, each with an error of its own.
"""

from __future__ import annotations

import gc
import json
import os
import random
import signal
import sys
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

from marchland.web import serve


class MovedClock(datetime):
    """`django.utils.timezone.now()` asks this class for the time, and nothing else in the site does."""

    file = Path(os.environ.get("CHAOS_CLOCK", "/nonexistent"))
    error = 0.0

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + timedelta(seconds=float(cls.file.read_text() or 0) + cls.error)


def load() -> None:
    """All that a server needs, but nothing that would not survive a fork: no thread, no connection, no loop."""
    serve.prepare()
    from django.conf import settings
    from django.db import connections
    from django.utils import timezone

    from marchland.web.config import throttle
    from marchland.web.tables import crew
    from marchland.web.tables.clerk import Clerk
    from marchland.web.titles import installed

    timezone.datetime = MovedClock  # type: ignore[attr-defined]
    throttle.LIMITS = dict.fromkeys(throttle.LIMITS, ())  # programs play faster than people
    crew.KEPT = timedelta(days=3650)  # the clock is moved on by days, and what became of a job is looked at in the end
    settings.EMAIL_BACKEND = "tools.chaos.mailing.SlowMail"
    crew.ROUNDS_EVERY = timedelta(seconds=float(os.environ.get("CHAOS_ROUNDS", "10")))
    for title in installed().values():
        _ = title.catalogue, title.phrases, title.vocabulary
    Clerk.warm_up = nothing  # type: ignore[method-assign]  # programs look at no pages
    settings.BOT_PAUSE_SECONDS = 0.0
    connections.close_all()
    gc.collect()
    gc.freeze()


async def nothing(self: Any) -> None:
    pass


def web(order: dict[str, Any]) -> None:
    from django.conf import settings

    settings.CREW = order["crew"]
    serve.answer_pages("127.0.0.1", order["port"])


def worker(order: dict[str, Any]) -> None:
    serve.work()


def double(order: dict[str, Any]) -> None:
    """Every job of the crews once more, at the same time as they do them."""
    from django.utils import timezone

    from marchland.web.company import tournaments
    from marchland.web.notices import postman
    from marchland.web.pace import deadlines
    from marchland.web.tables import bots
    from marchland.web.tables.crew import run_queued_tasks
    from marchland.web.tables.thinking import choose

    deadlines.run_due(timezone.now())
    postman.go_round()
    tournaments.move_on()
    run_queued_tasks()
    for slug in bots.tables_waiting_for_bots()[:3]:
        question = bots.next_question(slug)
        if question is not None:
            bots.answer(question, choose(question))


def delay(order: dict[str, Any]) -> None:
    """Every job that waits, and every mail, waits for up to an hour longer."""
    from django.utils import timezone
    from django_tasks_db.models import DBTaskResult

    from marchland.web.notices.models import Delivery, Progress

    until = timezone.now() + timedelta(minutes=random.uniform(1, 60))
    DBTaskResult.objects.ready().update(run_after=until)
    Delivery.objects.filter(progress=Progress.WAITING).update(due=until)


def check(order: dict[str, Any]) -> None:
    from .checks import examine

    tell(order, examine(json.loads(Path(order["facts"]).read_text())))


def tell(order: dict[str, Any], found: Any) -> None:
    """The file appears whole."""
    told = Path(order["told"])
    draft = told.with_suffix(".draft")
    draft.write_text(json.dumps(found))
    draft.rename(told)


def people(order: dict[str, Any]) -> None:
    """Accounts with a key for programs each, written to a file."""
    from marchland.web.accounts.services import account_create
    from marchland.web.api.services import token_create

    keys = {
        name: token_create(account_create(name, f"{name}@example.org", f"secret of {name}"), "chaos") for name in order["names"]
    }
    tell(order, keys)


ROLES: dict[str, Callable[[dict[str, Any]], None]] = {role.__name__: role for role in (web, worker, double, delay, check, people)}


def born(order: dict[str, Any]) -> None:
    """In the child: its own session, log and chance; it never returns to the nursery's loop."""
    code = 1
    try:
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        for stream in (1, 2):
            os.dup2(log, stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        random.seed()
        MovedClock.error = random.uniform(-1, 1)
        ROLES[order["role"]](order)
        code = 0
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def main() -> None:
    load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    print("ready", flush=True)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            born(json.loads(line))
        print(child, flush=True)


if __name__ == "__main__":
    main()
