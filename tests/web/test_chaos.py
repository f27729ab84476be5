"""`make chaos` in small: a site dies a few times over and nothing is lost; and its checks see what would be."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from tools.chaos.checks import examine

from marchland.web.accounts.models import User
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
    return {"acknowledged": {table.slug: sent}, "in_doubt": {}, "is_quiet": True, "replay": True}


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
    ],
)
def test_the_checks_see_what_was_lost_or_doubled(
    table: Table, ada: User, bob: User, harm: Callable[[Table, Facts], None], seen: str
) -> None:
    facts = played(table, [ada, bob])
    harm(table, facts)
    found = examine(facts)
    assert found["counted"]["entries"] >= 4
    assert bool(found["wrong"]) is bool(seen)
    assert seen in " ".join(found["wrong"])
