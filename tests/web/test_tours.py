"""Guided first games at a table: what they allow, what they play by themselves, how they are left, taken up and begun again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from marchland.kernel.match import read_record
from marchland.kernel.replay import replay
from marchland.kernel.tour import tour_of
from marchland.kernel.vocabulary import plain
from marchland.web.accounts.models import User
from marchland.web.ahead.services import plan_hand_in, standing_set, waivers_set
from marchland.web.lobby.selectors import open_tables
from marchland.web.tables import announcing, bots, history, keeping
from marchland.web.tables.models import Seat, Status, Table
from marchland.web.tables.services import action_submit
from marchland.web.titles import installed
from marchland.web.tours.refusals import NotBeforehand
from marchland.web.tours.script import TOUR, lesson_at
from marchland.web.tours.services import step_read, tour_begin, tour_leave

from .conftest import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.services]


@pytest.fixture
def lesson(ada: User) -> Table:
    """Ada's, after the first sentence."""
    table = tour_begin(ada, "pebbles", "en")
    return step_read(table.slug, ada, None, 0)


def post(user: User | None, table: Table, where: str, **body: Any) -> Any:
    table.refresh_from_db()
    facts = {"entry": table.entries_made, **body}
    return client_of(user).post(f"/t/{table.slug}/{where}/", json.dumps(facts), content_type="application/json")


def play(user: User, table: Table, **action: Any) -> Any:
    return post(user, table, "act", action=action)


def card(user: User, table: Table) -> str:
    return str(client_of(user).get(f"/t/{table.slug}/parts/").json()["parts"]["tour"])


def test_one_click_begins_and_goes_on_where_one_was() -> None:
    client = Client()
    assert 'action="/learn/pebbles/"' in client.get("/learn/pebbles/").content.decode(), "whoever comes by a link is asked first"
    assert 'href="/learn/vinci/"' in client.get("/games/vinci/").content.decode()
    assert not Table.objects.exists()
    began = client.post("/learn/pebbles/")
    table = Table.objects.get()
    assert began.headers["location"] == f"/t/{table.slug}/"
    assert (table.public, table.status, bytes(table.key)) == (False, Status.PLAYING, tour_of(installed()["pebbles"]).key)
    assert "You play against Berta." in client.get(f"/t/{table.slug}/").content.decode()
    client.post(f"/t/{table.slug}/tour/", {"entry": table.entries_made, "do": "next 0"})
    assert client.post("/learn/pebbles/").headers["location"] == f"/t/{table.slug}/", "the same once more"
    assert "Bid 2 to go first." in client.get(f"/t/{table.slug}/").content.decode()
    again = client.post("/learn/pebbles/", {"do": "again"}).headers["location"]
    table.refresh_from_db()
    assert table.status == Status.ABANDONED, "given up for the new one"
    assert "You play against Berta." in client.get(again).content.decode()


def test_only_what_the_step_asks_for_is_offered_and_taken(lesson: Table, ada: User) -> None:
    parts = client_of(ada).get(f"/t/{lesson.slug}/parts/").json()["parts"]
    assert parts["actions"].count("data-choice") + parts["choices"].count("data-choice") == 1
    refused = play(ada, lesson, type="Bid", amount=1)
    assert (refused.status_code, refused.json()["code"]) == (422, "not-the-lesson")
    assert "leave the lesson" in refused.json()["error"]
    assert post(ada, lesson, "act", option=1).status_code == 422, "nor by its number"
    before = Table.objects.get(pk=lesson.pk)
    assert play(ada, lesson, type="Bid", amount=2).status_code == 200
    assert lesson_at(before).standing.number == 1, "a page drawn of what was read before the move says what it said then"
    assert lesson_at(Table.objects.get(pk=lesson.pk)).standing.number == 2


def test_nothing_is_answered_beforehand_until_the_lesson_is_left(lesson: Table, ada: User) -> None:
    plan = f"/t/{lesson.slug}/plan/"
    said = (
        lambda: waivers_set(lesson.slug, ada, None, []),
        lambda: standing_set(lesson.slug, ada, None, []),
        lambda: plan_hand_in(lesson.slug, ada, None, [{"type": "Pass"}], lesson.entries_made),
    )
    for say in said:
        with pytest.raises(NotBeforehand) as refused:
            say()
        assert refused.value.sentence().startswith("In a lesson nothing is answered beforehand")
    assert plan not in client_of(ada).get(f"/t/{lesson.slug}/").content.decode()
    tour_leave(lesson.slug, ada, None)
    assert plan in client_of(ada).get(f"/t/{lesson.slug}/").content.decode()
    said[0]()
    said[1]()


def test_while_one_reads_nothing_is_played(ada: User) -> None:
    table = tour_begin(ada, "pebbles", "en")
    assert bots.next_question(table.slug) is None
    assert "data-choice" not in client_of(ada).get(f"/t/{table.slug}/parts/").json()["parts"]["actions"]
    refused = play(ada, table, type="Bid", amount=2)
    assert (refused.status_code, refused.json()["code"]) == (422, "not-the-lesson")
    assert post(ada, table, "tour", do="next 3").status_code == 200, "no step is passed over"
    assert 'data-tour="0"' in card(ada, table)
    assert 'data-tour="1"' in post(ada, table, "tour", do="next 0").json()["parts"]["tour"]
    assert 'data-tour="1"' in post(ada, table, "tour", do="next 0").json()["parts"]["tour"], "pressed twice"


def test_what_is_taken_back_takes_the_lesson_back(lesson: Table, ada: User) -> None:
    play(ada, lesson, type="Bid", amount=2)
    play(ada, lesson, type="Place", pebble=24, space="stone02")
    assert "1 move to go" in card(ada, lesson)
    about = client_of(ada).get(f"/t/{lesson.slug}/about/?target=stone03").json()["html"]
    assert "the lesson asks for another one" in about, "why a free stone is not lit"
    assert "2 moves to go" in post(ada, lesson, "undo").json()["parts"]["tour"]
    play(ada, lesson, type="Place", pebble=3, space="stone01")
    assert play(ada, lesson, type="Place", pebble=24, space="stone02").status_code == 200, "in whatever order"
    assert "You have 27 points" in card(ada, lesson)


def test_others_play_what_the_lesson_has_and_nobody_thinks(lesson: Table, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marchland.web.tables.thinking.make_bot", lambda *_: pytest.fail("a bot thinks"))
    for action in (
        {"type": "Bid", "amount": 2},
        {"type": "Place", "pebble": 3, "space": "stone01"},
        {"type": "Place", "pebble": 24, "space": "stone02"},
        {"type": "Draw"},
        {"type": "Stop"},
    ):
        assert play(ada, lesson, **action).status_code == 200
    assert "Watch Berta." in card(ada, lesson)
    bots.move_all(lesson.slug)
    assert "Berta has 4 points" in card(ada, lesson)
    assert bots.next_question(lesson.slug) is None
    post(ada, lesson, "tour", do="next 5")
    assert play(ada, lesson, type="Stop").json()["over"]
    assert "You know how to bid" in card(ada, lesson)


def test_who_leaves_goes_on_as_in_any_game(lesson: Table, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[str] = []
    monkeypatch.setattr(announcing, "wake_bots", lambda table: woken.append(table.slug))
    left = post(ada, lesson, "tour", do="leave")
    assert woken == [lesson.slug], "somebody may have waited for the learner to read"
    assert left.json()["parts"]["tour"] == ""
    assert play(ada, lesson, type="Bid", amount=0).status_code == 200, "anything that the rules allow"
    assert play(ada, lesson, type="Stop").status_code == 200
    thinks = bots.next_question(lesson.slug)
    assert thinks is not None, "and bots think for themselves"
    assert thinks.level == "easy", "as it befits a newcomer"
    assert not Seat.objects.filter(guide__has_key=TOUR).exists()
    assert post(ada, lesson, "tour", do="leave").status_code == 409
    assert Client().post("/learn/vinci/nonsense/").status_code == 404


def test_nobody_else_has_anything_to_do_with_it(lesson: Table, ada: User, bob: User) -> None:
    for stranger in (None, bob):
        assert post(stranger, lesson, "tour", do="leave").status_code in (401, 404)
        assert client_of(stranger).get(f"/t/{lesson.slug}/").status_code == 404
    assert open_tables(bob, "en") == []
    client_of(bob).post(f"/watch/{lesson.watch_code}/")
    assert client_of(bob).get(f"/t/{lesson.slug}/").status_code == 404, "nor by a link"
    assert lesson_at(lesson) is not None
    assert post(ada, lesson, "tour", do="next x").status_code == 400
    assert client_of(ada).post("/learn/cendre/").headers["location"] == "/", "a title without one"


def test_what_the_host_lays_otherwise_ends_the_lesson(lesson: Table, ada: User) -> None:
    """Whatever happens that it does not foresee: the game goes on, and nobody is asked for what cannot be."""
    entry = lesson.entries.get(n=1)
    entry.action = {"type": "Bid", "amount": 1}
    entry.save()
    assert card(ada, lesson) == ""
    assert play(ada, lesson, type="Bid", amount=0).status_code == 200


@pytest.mark.parametrize(
    "title_id", sorted({title.id for title in installed().values() if tour_of(title) is not None} | {"pebbles"})
)
def test_every_tour_can_be_played_at_a_table_and_replays(ada: User, title_id: str) -> None:
    """The site plays what the tests of the rules have played: same key, same options, same answers, to the end."""
    table = tour_begin(ada, title_id, "fr")
    while True:
        bots.move_all(table.slug)
        table = Table.objects.get(pk=table.pk)
        found = lesson_at(table)
        assert found is not None
        if found.standing.is_end:
            break
        if found.standing.is_read:
            step_read(table.slug, ada, None, found.standing.number)
            continue
        state = keeping.present_state(table)
        answers = [action for action in state.options(found.place.number) if found.takes(action)]
        named = [wanted.action for wanted in found.standing.asked.wanted if wanted.action is not None]
        action_submit(table.slug, ada, found.place.number, plain((answers or named)[0]), table.entries_made)
    assert f'data-tour="{len(found.tour.steps)}"' in card(ada, table)
    if table.status == Status.PLAYING:
        tour_leave(table.slug, ada, None)
        table.status = Status.ABANDONED
        table.save()
    assert list(replay(read_record(history.record(table)))), "every roll and every fingerprint is as the key says"
