"""Hostile sheets at a table of Terre de Cendre: refused in under a second, and nothing changes."""

from __future__ import annotations

import json
import time

import pytest

from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.tables.models import Entry, Sheet, Table

from .conftest import client_of

pytestmark = pytest.mark.django_db

HEAD = "FEUILLE nation=AKLA tour=201-printemps\n"
HOSTILE = {
    "a hundred thousand lines": (HEAD + "contrat MERISSE\n" * 100_000, 400),
    "as long as may be": (HEAD + "x" * (60_000 - len(HEAD)), 200),
    "many lines of nonsense": (HEAD + "\n".join(f"cntrat mersse{n} zzzz" for n in range(590)), 200),
    "binary": (HEAD + "\x00\x01\x02" * 500, 422),
    "another nation's": (HEAD.replace("AKLA", "MERISSE") + "contrat AKLA\n", 422),
    "another turn's": (HEAD.replace("201", "209"), 422),
    "no header": ("contrat MERISSE\n", 422),
    "endless nesting": (HEAD + "paix MERISSE " + "donne(" * 2000, 200),
    "overflowing numbers": (HEAD + "ville AKL " + "9" * 5000, 200),
}


@pytest.fixture
def ash(ada: User, bob: User) -> Table:
    from marchland.web.lobby.services import seat_take

    table = table_create(ada, Wish("cendre", [Place("me"), Place("open")], {"nations": "AKLA,MERISSE"}))
    seat_take(table.slug, bob, 1)
    table.refresh_from_db()
    return table


@pytest.mark.parametrize("case", HOSTILE)
@pytest.mark.parametrize("do", ["check", "hand"])
def test_hostile_sheets_are_refused_at_once(case: str, do: str, ash: Table, ada: User) -> None:
    text, status = HOSTILE[case]
    client = client_of(ada)
    client.post(f"/t/{ash.slug}/desk/", json.dumps({"entry": 0, "text": HEAD, "do": "check"}), content_type="application/json")
    before = list(Entry.objects.values())
    started = time.process_time()
    answer = client.post(f"/t/{ash.slug}/desk/", json.dumps({"entry": 0, "text": text, "do": do}), content_type="application/json")
    assert time.process_time() - started < 1
    expected = 200 if do == "check" and status == 422 else status
    assert answer.status_code == expected
    if do == "check" or status != 200:
        assert list(Entry.objects.values()) == before
        assert not Sheet.objects.exists()
    if do == "check" and status != 400:
        assert "refused" in answer.json()["verdicts"]
