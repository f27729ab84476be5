"""A first game: what to play is asked where there is something to choose, and one click begins it."""

from __future__ import annotations

import pytest
from django.test import Client

from marchland.kernel.title import titles
from marchland.web.tables.models import Status, Table

pytestmark = pytest.mark.django_db


def test_play_now_asks_what_to_play_and_one_click_begins() -> None:
    client = Client()
    assert 'href="/play/cendre/"' in client.get("/").content.decode(), "a question, and not yet a table"
    page = client.get("/play/cendre/").content.decode()
    gentle, _, others = page.partition("<details")
    assert [gentle.count('name="pick"'), others.count('name="pick"')] == [3, 17]
    assert "A goal for ten years" in gentle
    assert client.post("/play/cendre/").status_code == 200, "no nation: asked again"
    assert not Table.objects.exists()
    began = client.post("/play/cendre/", {"pick": "TRANQUILLE"})
    table = Table.objects.get()
    assert began.headers["location"] == f"/t/{table.slug}/"
    assert table.status == Status.PLAYING
    assert table.options["nations"].split(",")[0] == "TRANQUILLE"
    assert table.options["years"] == 10
    assert [seat.kind for seat in table.seats.all()] == ["user"] + ["bot"] * 19


def test_nonsense_begins_nothing_and_other_titles_need_no_choice() -> None:
    client = Client()
    assert client.post("/play/cendre/", {"pick": "ATLANTIS"}).headers["location"] == "/"
    assert not Table.objects.exists()
    assert client.get("/play/pebbles/").headers["location"] == "/"
    assert 'action="/play/pebbles/"' in client.get("/").content.decode()


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_everything_a_seat_may_play_is_introduced(language: str) -> None:
    for title in titles().values():
        for option in title.options if title.parts.guide is not None else ():
            if option.of_seats and option.picks:
                assert title.parts.guide is not None
                told = title.parts.guide.introductions(language)
                assert sorted(one.pick for one in told) == sorted(option.picks)
                assert all(one.temper and len(one.strengths) == 2 and one.goal for one in told)
                assert [one.is_gentle for one in told[:4]] == [True, True, True, False]
                title.settings(title.parts.guide.FIRST_GAME)
