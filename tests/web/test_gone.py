"""A title that is no longer installed leaves its tables readable and breaks nothing: no page, no answer to programs, no round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from marchland.web import titles
from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create
from marchland.web.api.services import token_create
from marchland.web.company import seeking, tournaments
from marchland.web.hosting.services import run_motions
from marchland.web.letters.models import Thread
from marchland.web.letters.services import letter_write
from marchland.web.lobby.line import offers_move_on
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.notices import postman
from marchland.web.notices.models import Notice
from marchland.web.pace import deadlines
from marchland.web.post import rounds as post
from marchland.web.post.models import ByMail
from marchland.web.tables import archive, bots, history, keeping
from marchland.web.tables.models import Entry, EntryKind, Invitation, Status, Table
from marchland.web.tables.services import action_submit, chat_write
from marchland.web.tables.viewers import known_table
from marchland.web.tables.watching import visible_table

from .company.test_ratings import play_out, rated
from .conftest import client_of, sit_down
from .test_watching import API_BODY, BODY, QUERIES, methods, name_of

pytestmark = pytest.mark.django_db
DAYS = {"pace": "deadline", "tempo": {"hours": 24}}


def every_address(patterns: Any = None, before: str = "/") -> Iterator[str]:
    for one in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from every_address(one.url_patterns, route)
        else:
            yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)


class House:
    """A site on which pebbles were played in every way, and then were taken away."""

    def __init__(self, ada: User, bob: User, eve: User) -> None:
        self.ada, self.bob, self.eve = ada, bob, eve
        self.playing = sit_down(ada, bob)
        action_submit(self.playing.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
        chat_write(self.playing.slug, bob, "good luck")
        ByMail.objects.create(seat=self.playing.seats.get(number=1), user=bob, since=timezone.now())
        letter_write(self.playing.slug, ada, 0, [1], "Peace", "Shall we?")
        self.over = play_out(rated(ada, bob, eve), ada, bob, eve)
        gathering = Wish("pebbles", [Place("me"), Place("open"), Place("invited")], {})
        self.gathering = table_create(ada, gathering)
        self.timed = table_create(ada, Wish("pebbles", [Place("me"), Place("open")], {}, **DAYS))
        seat_take(self.timed.slug, bob, 1, self.timed.join_code)
        self.with_bots = table_create(ada, Wish("pebbles", [Place("me"), Place("bot", "random")], {}))
        at_one_screen = [Place("me"), Place("hotseat", name="Kit")]
        self.behind = table_create(ada, Wish("pebbles", at_one_screen, {}, delay_by="entries", delay=1))
        self.cup = tournaments.tournament_create(ada, "Cup", "pebbles", "robin", 2, "live", False)
        for person in (ada, bob, eve):
            tournaments.tournament_enter(self.cup.pk, person)
        tournaments.tournament_start(self.cup.pk, ada)
        self.planned = tournaments.tournament_create(ada, "Next", "pebbles", "robin", 2, "live", False)
        seeking.seek_begin(ada, "pebbles", 3, "live", False)
        self.code = Invitation.objects.get(table=self.gathering).code

    @property
    def tables(self) -> list[Table]:
        return [self.playing, self.over, self.gathering, self.behind]

    def filled(self, address: str) -> Iterator[str]:
        facts = {
            "title_id": "pebbles", "code": self.code, "name": "ada", "number": self.cup.pk, "language": "en", "pk": 1,
            "uidb64": "x", "token": "x", "secret": "x",
        }  # fmt: skip
        for table in self.tables if "{slug}" in address else self.tables[:1]:
            yield address.format(**facts, slug=table.slug)


@pytest.fixture
def house(ada: User, bob: User, eve: User, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    found = House(ada, bob, eve)
    rest = {name: title for name, title in titles.find_titles().items() if name != "pebbles"}
    monkeypatch.setattr(titles, "find_titles", lambda: rest)
    titles.installed.cache_clear()
    keeping.forget()
    yield found
    monkeypatch.undo()
    titles.installed.cache_clear()
    keeping.forget()


def test_no_page_and_no_answer_breaks(house: House) -> None:
    """Whoever asks, with a browser or as a program, gets a page or a refusal in words."""
    asked = 0
    for user, accept in ((house.ada, "text/html"), (house.bob, "application/json"), (None, "text/html")):
        browser: Any = client_of(user)
        program: Any = Client(headers={"authorization": f"Bearer {token_create(user, 'test') if user else 'none'}"})
        for address in every_address():
            for path in house.filled(address):
                if name_of(path) in ("stream", "logout", "delete"):
                    continue
                client = program if path.startswith("/api/") else browser
                answer = client.get(f"{path}?{QUERIES.get(name_of(address), '')}", headers={"accept": accept})
                assert answer.status_code < 500, (path, answer.content[:300])
                asked += 1
    assert asked > 500


def test_no_form_breaks(house: House) -> None:
    browser: Any = client_of(house.ada)
    program: Any = Client(headers={"authorization": f"Bearer {token_create(house.ada, 'test')}"})
    for address in every_address():
        if "{slug}" not in address or name_of(address) in ("leave", "stream"):
            continue
        for path in house.filled(address):
            for method in methods(path)[1:]:
                if path.startswith("/api/"):
                    answer = getattr(program, method)(path, API_BODY, content_type="application/json")
                else:
                    answer = browser.post(path, BODY)
                assert answer.status_code < 500, (method, path, answer.content[:300])


def test_the_lists_still_name_the_tables(house: House) -> None:
    for path in ("/", "/tables/", "/people/ada/", f"/tournaments/{house.cup.pk}/", "/news/"):
        assert "Pebbles" in read(house.ada, path), path
    assert client_of(house.ada).get("/play/pebbles/", headers={"accept": "text/html"}).status_code == 404


def read(user: User | None, path: str) -> str:
    """A page as it is read with a browser."""
    answer = client_of(user).get(path, headers={"accept": "text/html"})
    assert answer.status_code == 200, path
    return str(answer.content.decode())


def test_a_table_is_read_as_it_was_stored_by_those_who_may(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    page = f"/t/{house.playing.slug}/"
    own, others = read(house.ada, page), read(house.bob, page)
    assert "no longer installed" in own
    assert re.search(r"Drew: ada, pebble \w+", own), "what one drew oneself"
    assert "Drew: bob" in others
    assert "Drew: ada" not in others
    assert "good luck" in others
    assert "Drew" not in read(None, page)
    assert "Shall we?" in read(house.bob, f"{page}letters/?thread={Thread.objects.get().pk}")
    over = read(None, f"/t/{house.over.slug}/")
    assert f"/t/{house.over.slug}/record/" in over
    assert "Earlier" not in over
    monkeypatch.setattr(archive, "LINES", 5)
    first = int(re.findall(r"\?before=(\d+)", read(None, f"/t/{house.over.slug}/"))[0])
    assert f'value="{first}"' not in read(None, f"/t/{house.over.slug}/?before={first}")
    assert client_of(None).get(f"/t/{house.over.slug}/record/").json()["key"]


def test_the_host_can_close_it_and_then_it_has_a_record(house: House) -> None:
    assert "Close" in read(house.ada, f"/t/{house.playing.slug}/host/")
    answer = client_of(house.ada).post(f"/t/{house.playing.slug}/host/", {"do": "close", "entry": 1, "note": "the game is gone"})
    assert answer.status_code == 200, answer.content
    closed = known_table(house.playing.slug)
    assert closed.status == Status.ABANDONED
    assert b'"amount":2' in history.record(closed)


def test_rounds_go_on_without_it(house: House, caplog: pytest.LogCaptureFixture, settings: Any) -> None:
    """Clocks are stopped, bots are not asked, deadlines are not run, news are told: and no other table waits for that."""
    entries = Entry.objects.exclude(kind=EntryKind.TIME).count()
    with time_machine.travel(timezone.now() + timedelta(days=3), tick=False):
        deadlines.follow_rules()
        assert known_table(house.timed.slug).paused is not None
        assert deadlines.run_due() == 0
        run_motions(timezone.now())
        offers_move_on()
        tournaments.move_on()
        for slug in bots.tables_waiting_for_bots():
            bots.move_all(slug)
        postman.go_round()
        settings.POST_ADDRESS = "play@example.org"
        post.go_round()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert Entry.objects.exclude(kind=EntryKind.TIME).count() == entries
    assert Notice.objects.filter(table=house.timed).exists()


def test_back_again_it_goes_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    deadlines.follow_rules()
    monkeypatch.undo()
    titles.installed.cache_clear()
    keeping.forget()
    deadlines.follow_rules()
    assert known_table(house.timed.slug).paused is None
    action_submit(house.playing.slug, house.bob, 1, {"type": "Bid", "amount": 0}, 1)


def test_a_new_person_meets_it(house: House) -> None:
    """Somebody without any table, in the lobby and by the table's link."""
    fay = account_create("fay", "", "a secret for fay")
    for path in ("/", f"/join/{house.gathering.join_code}/", f"/t/{house.behind.slug}/"):
        assert "Pebbles" in read(fay, path)


def test_those_who_are_kept_behind_see_a_game_of_other_rules_as_far_as_it_was_kept(ada: User) -> None:
    """Nothing is played again by rules that were not those of the game; nobody sees more than their delay lets them."""
    places = [Place("me"), Place("hotseat", name="Kit")]
    table = table_create(ada, Wish("pebbles", places, {}, delay_by="entries", delay=1))
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 0}, 0)
    action_submit(table.slug, ada, 1, {"type": "Bid", "amount": 0}, 1)
    Entry.objects.filter(table=table, n=1).update(snapshot=None)
    Table.objects.filter(pk=table.pk).update(rules_version=77)
    keeping.forget()
    behind = visible_table(table.slug, AnonymousUser())
    assert behind.entries_made == 0
    assert "earlier version of the rules" in read(None, f"/t/{table.slug}/")
