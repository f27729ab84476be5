"""Choosing a pace when a table is made, by a form or by a program; a rematch keeps it."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.tempo import tempo_from
from marchland.web.accounts.models import User
from marchland.web.api.services import token_create
from marchland.web.lobby.forms import TableForm
from marchland.web.lobby.services import rematch
from marchland.web.pace.forms import shown_figures
from marchland.web.tables.models import Pace, Status, Table
from marchland.web.titles import title_named

from ..conftest import client_of, sit_down

pytestmark = pytest.mark.django_db
TITLES = ["vinci", "byzantium", "medioevo", "cendre"]
CHOSEN: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "live": ({}, {}),
    "slow": ({"bank": "-5"}, {}),  # a field of another pace, which nobody sees
    "clock": ({"bank": "25", "increment": "10"}, {"type": "clock", "bank": 1500, "increment": 10}),
    "deadline": (
        {"length": "36", "unit": "hours", "quiet_from": "23", "quiet_to": "7", "zone": "Europe/Rome"},
        {"type": "deadline", "hours": 36, "quiet_from": 23, "quiet_to": 7, "zone": "Europe/Rome"},
    ),
    "schedule": (
        {"days": ["6", "2"], "at": "19:30", "zone": "Europe/Rome", "notice": "24"},
        {"type": "schedule", "days": [2, 6], "at": "19:30", "zone": "Europe/Rome", "notice": 24},
    ),
}


def form_of(title: str, **given: Any) -> dict[str, Any]:
    """The form as it is offered, with something changed."""
    form = TableForm(title_named(title), "en")
    offered = {field.name: field.initial for field in form if field.initial is not None and field.initial is not False}
    return {**offered, "seat_1": "open", **given}


@pytest.mark.parametrize("pace", Pace.values)
def test_every_pace_can_be_chosen_and_is_kept_by_a_rematch(pace: str, ada: User) -> None:
    given, kept = CHOSEN[pace]
    answer = client_of(ada).post("/new/pebbles/", form_of("pebbles", pace=pace, seats="2", **given))
    assert answer.status_code == 302, answer.context["form"].errors
    table = Table.objects.get()
    assert (table.pace, table.tempo) == (pace, kept)
    Table.objects.update(status=Status.OVER)
    again = Table.objects.get(slug=rematch(table.slug, ada).slug)
    assert (again.pace, again.tempo, again.when_late) == (pace, kept, table.when_late)


@pytest.mark.parametrize("pace", Pace.values)
@pytest.mark.parametrize("title", TITLES)
def test_what_is_offered_for_a_title_makes_sense(title: str, pace: str) -> None:
    form = TableForm(title_named(title), "en", data=form_of(title, pace=pace))
    assert form.is_valid(), form.errors
    if form.tempo():
        tempo = {**form.tempo(), "type": pace}
        tempo_from(tempo)
        shown = shown_figures(pace, tempo)
        assert shown == {name: form.fields[name].initial for name in shown}


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"pace": "clock", "bank": "0"}, "bank"),
        ({"pace": "deadline", "length": "1000", "unit": "days"}, "length"),
        ({"pace": "deadline", "zone": "Europe/Atlantis"}, "zone"),
        ({"pace": "schedule", "days": []}, "days"),
        ({"pace": "schedule", "at": "25:00"}, "at"),
        ({"pace": "hourglass"}, "pace"),
    ],
)
def test_a_pace_that_makes_no_sense_is_told_beside_its_field(given: dict[str, Any], wrong: str) -> None:
    form = TableForm(title_named("pebbles"), "en", data=form_of("pebbles", **given))
    assert list(form.errors) == [wrong]


def test_a_program_chooses_too(ada: User) -> None:
    headers = {"authorization": f"Bearer {token_create(ada, 'a program')}"}
    seats = [{"kind": "me"}, {"kind": "open"}]

    def make(**wish: Any) -> Any:
        wanted = {"title": "pebbles", "seats": seats, **wish}
        return client_of(None).post("/api/tables", wanted, content_type="application/json", headers=headers)

    made = make(pace="deadline", tempo={"hours": 6, "zone": "Europe/Paris"})
    assert (made.status_code, made.json()["pace_words"]) == (201, "6 hours a turn")
    assert Table.objects.get().tempo["zone"] == "Europe/Paris"
    assert make(pace="deadline", tempo={"hours": 0}).status_code == 400
    assert make(pace="hourglass").status_code == 400


def test_only_the_fields_of_the_chosen_pace_are_on_show(ada: User) -> None:
    """The style sheet says so, without a script; what it says is looked at in a browser."""
    page = client_of(ada).get("/new/pebbles/", headers={"accept": "text/html"}).content.decode()
    for pace in ("clock", "deadline", "schedule"):
        assert f"of-{pace}" in page
    assert "data-own-zone" in page
    assert "data-own-zone" not in client_of(ada).post("/new/pebbles/", form_of("pebbles", seat_0="open")).content.decode()


def test_a_table_without_time_says_its_pace(ada: User, bob: User) -> None:
    assert "slow, without a deadline" in client_of(ada).get(f"/t/{sit_down(ada, bob, pace='slow').slug}/").content.decode()
