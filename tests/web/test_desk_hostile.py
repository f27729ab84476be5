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
    "binary": (HEAD + "\x00\x01\x02" * 500, 400),
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
@pytest.mark.parametrize("do", ["check", "hand:sure"])
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


FORM = HEAD + "[LEADERS]\nplacer dirigeant AKL\n[ORDRES]\n"
MARCH = {"group": "leader:L3", "kind": "deplacer"}
AT_CARDS = {
    "a kind of order that there is not": ({"do": "open", "group": "leader:L1", "kind": "conquerir-la-lune"}, (200, 400)),
    "somebody else's kind of order": (
        {"do": "set", "group": "diplomacy", "kind": "deplacer", "values": {"territory": "VAL"}},
        (200, 400),
    ),
    "somebody else's leader": ({"do": "open", "group": "leader:L99", "kind": "deplacer"}, (400,)),
    "a value from nowhere": ({"do": "set", **MARCH, "values": {"territory": "ATLANTIS", "": "", "x.y": "9"}}, (200,)),
    "a line within a value": ({"do": "set", **MARCH, "values": {"territory": "VAL\nguerre MERISSE"}}, (200,)),
    "a number beyond all bounds": ({"do": "set", "group": "town:AKL", "kind": "ville", "values": {"amount": "9" * 400}}, (200,)),
    "numbers of another alphabet": ({"do": "set", "group": "town:AKL", "kind": "ville", "values": {"amount": "٣"}}, (200,)),
    "an army of nothing": (
        {"do": "set", "group": "leader:L3", "kind": "armee", "values": {"units.": "x", "units.dragons": "7"}},
        (200,),
    ),
    "a space that there is not": ({"do": "place", "space": "<script>"}, (200, 400)),
    "a heading that there is not": ({"do": "add", "section": "[X]\n", "order": "contrat MERISSE"}, (200, 400)),
    "an order of the other faith": ({"do": "add", "section": "ORDRES", "order": "\x00\x1b[2J"}, (200, 400)),
}


@pytest.mark.parametrize("case", AT_CARDS)
def test_hostile_hands_at_the_cards_break_nothing(case: str, ash: Table, ada: User) -> None:
    """What cannot be is refused, or leaves the text as it is: no order that is written came from anything but a menu."""
    body, statuses = AT_CARDS[case]
    asked = json.dumps({"entry": ash.entries_made, "text": FORM, **body})
    answer = client_of(ada).post(f"/t/{ash.slug}/cards/", asked, content_type="application/json")
    assert answer.status_code in statuses
    told = answer.json()
    assert "<script>" not in str(told.get("parts", ""))
    if body["do"] in ("open", "set") and answer.status_code == 200:
        assert "guerre" not in told["text"]
        assert told["text"].count("\n") <= FORM.count("\n") + 1
    assert not Sheet.objects.exists()


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_sheets_are_shown_as_cards(case: str, ash: Table, ada: User) -> None:
    text, status = HOSTILE[case]
    started = time.process_time()
    asked = json.dumps({"entry": ash.entries_made, "text": text, "do": "show"})
    answer = client_of(ada).post(f"/t/{ash.slug}/cards/", asked, content_type="application/json")
    assert time.process_time() - started < 5  # generous: it is bounded, and no sheet of any length makes it minutes
    assert answer.status_code == (400 if status == 400 else 200)
    if status == 422:
        assert "because void" in answer.json()["parts"]["cards"]
