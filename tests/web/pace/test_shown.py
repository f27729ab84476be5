"""What is shown of time, on pages, in lists and to programs; and that nothing is drawn anew while nobody moves."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation

from marchland.tempo import Clock, Deadline, Schedule, Tempo, Untimed
from marchland.web.accounts.models import User
from marchland.web.api.services import token_create
from marchland.web.pace import deadlines
from marchland.web.pace.shown import on_clock, tempo_words
from marchland.web.tables.models import Table

from ..conftest import client_of
from .conftest import START, Wait
from .test_deadlines import timed_table
from .test_timing import act, go_on, stop

pytestmark = pytest.mark.django_db


def page(user: User | None, table: Table) -> str:
    return client_of(user).get(f"/t/{table.slug}/", headers={"accept": "text/html"}).content.decode()


def news(user: User | None, table: Table, drawn: str = "") -> Any:
    return client_of(user).get(f"/t/{table.slug}/parts/?seen=0&append", headers={"x-drawn": drawn}).json()


def dues(html: str) -> list[str]:
    return re.findall(r'<time (?:data-term="time" )?datetime="([^"]+)" data-due', html)


def test_a_page_says_when_time_runs_out_and_what_time_it_is_by_the_server(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    html = page(ada, table)
    assert dues(html) == ["2026-03-03T12:00:00Z"] * 3  # in the bar for Ada, and at both seats
    assert "24 hours a turn" in html
    assert f'data-now="{int(START.timestamp() * 1000)}"' in html
    assert "03/03/2026" in html  # for pages without a script
    assert dues(page(None, table)) == ["2026-03-03T12:00:00Z"] * 2


def test_nothing_is_drawn_anew_because_time_passes(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, pace="clock", bank=600, increment=5)
    first = news(ada, table)
    drawn = " ".join(f"{name}:{mark}" for name, mark in first["marks"].items())
    wait(seconds=7)
    later = news(ada, table, drawn)
    assert (later["parts"], later["marks"]) == ({}, first["marks"])
    assert later["now"] - first["now"] == 7000


def test_what_changes_about_time_is_drawn_at_once(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)

    def seats_change(change: Any, *args: Any) -> str:
        held = " ".join(f"{name}:{mark}" for name, mark in news(bob, table)["marks"].items())
        change(*args)
        return str(news(bob, table, held)["parts"]["seats"])

    assert dues(seats_change(act, table, ada, 0)) == ["2026-03-03T12:00:00Z"]
    paused = seats_change(stop, table)
    assert (dues(paused), "paused: no time runs" in paused) == ([], True)
    wait(hours=2)
    assert dues(seats_change(go_on, table)) == ["2026-03-03T14:00:00Z"]
    Table.objects.filter(pk=table.pk).update(misses_allowed=0, when_late="easy")
    assert "a computer (easy) plays" in seats_change(deadlines.run_due, wait(hours=24))


def test_clocks_that_stand_show_what_is_left(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, pace="clock", bank=600, increment=5)
    wait(seconds=60)
    act(table, ada, 0)
    assert '<span class="clock" data-term="time">9:05</span>' in news(None, table)["parts"]["seats"]
    wait(seconds=30)
    stop(table)
    assert '<span class="clock" data-term="time">8:30</span>' in news(None, table)["parts"]["seats"]


def test_programs_are_told_the_same(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    token = token_create(ada, "a program")
    headers = {"authorization": f"Bearer {token}"}
    seen = client_of(None).get(f"/api/tables/{table.slug}", headers=headers).json()
    assert seen["table"]["tempo"]["hours"] == 24
    assert (seen["table"]["pace"], seen["table"]["due"]) == ("deadline", "2026-03-03T12:00:00Z")
    assert seen["table"]["now"] == "2026-03-02T12:00:00Z"
    assert seen["seats"][0]["time"]["due"] == "2026-03-03T12:00:00Z"
    (listed,) = client_of(None).get("/api/tables?which=mine", headers=headers).json()
    assert (listed["due"], listed["pace_words"], listed["paused"]) == ("2026-03-03T12:00:00Z", "24 hours a turn", None)


def test_lists_show_ones_own_deadline_or_the_next(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    assert "your turn ends" in client_of(ada).get("/tables/").content.decode()
    act(table, ada, 0)
    listed = client_of(ada).get("/tables/").content.decode()
    assert "next deadline" in listed
    assert dues(listed) == ["2026-03-03T12:00:00Z"]


def test_who_answers_for_somebody_who_is_late_once_is_not_told(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24, when_late="easy")
    deadlines.run_due(wait(hours=24))
    told = news(bob, table)["parts"]["seats"]
    assert "late: is answered for" in told
    assert "easy" not in told


@pytest.mark.parametrize(
    ("tempo", "words"),
    [
        (
            Clock(1200, 30),
            ("20:00 on the clock, 30 seconds more after every turn", "20:00 à la pendule, 30 secondes de plus après chaque tour"),
        ),
        (
            Deadline(48, 22, 8, "Europe/Rome"),
            ("2 days a turn, quiet 22–8 (Europe/Rome)", "2 jours par tour, calme de 22 h à 8 h (Europe/Rome)"),
        ),
        (Deadline(24), ("24 hours a turn", "24 heures par tour")),
        (Schedule((6,), "20:00", "Europe/Rome"), ("Sunday 20:00 (Europe/Rome)", "dimanche à 20:00 (Europe/Rome)")),
        (Schedule((2, 6), "20:00"), ("Wednesday, Sunday 20:00 (UTC)", "mercredi, dimanche à 20:00 (UTC)")),
        (Schedule(tuple(range(7)), "08:30"), ("every day 08:30 (UTC)", "chaque jour à 08:30 (UTC)")),
        (Untimed(), ("slow, without a deadline", "lente, sans délai")),
    ],
)
def test_a_pace_in_words(tempo: Tempo, words: tuple[str, str]) -> None:
    for language, sentence in zip(("en", "fr"), words, strict=True):
        with translation.override(language):
            assert tempo_words(tempo) == sentence


@pytest.mark.parametrize(("seconds", "shown"), [(0, "0:00"), (59, "0:59"), (605, "10:05"), (3600, "1:00:00"), (7325, "2:02:05")])
def test_a_clock_shows_hours_only_if_there_are_some(seconds: int, shown: str) -> None:
    assert on_clock(seconds) == shown
