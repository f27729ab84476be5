"""The coach at tables: who may ask, what stands on the page, and the moves of a finished game that cost most."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import msgspec
import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from marchland.kernel.chance import key_from_seed
from marchland.web.accounts.models import User
from marchland.web.coaching import services, telling
from marchland.web.coaching.permits import may_be_advised
from marchland.web.lobby.services import Place, Wish, play_now, seat_take, table_create
from marchland.web.tables import background, bots, keeping
from marchland.web.tables.models import Entry, Review, Seat, SeatKind, Status, Table
from marchland.web.tables.selectors import sight_now
from marchland.web.tables.thinking import Question, Task
from marchland.web.titles import title_named

from .conftest import client_of

pytestmark = pytest.mark.django_db


def alone(user: User, title: str = "vinci", level: str = "greedy") -> Table:
    """A game against bots, at the first question that is put to the person."""
    table = play_now(user, title, level, 3)
    bots.move_all(table.slug)
    table.refresh_from_db()
    assert table.deciders == [0]
    return table


def ask(client: Client, table: Table, **facts: Any) -> Any:
    return client.post(f"/t/{table.slug}/advise/", {"entry": table.entries_made, "seat": 0, **facts})


@pytest.fixture
def game(ada: User, django_capture_on_commit_callbacks: Any) -> Table:
    with django_capture_on_commit_callbacks():
        return alone(ada)


def asked(client: Client, table: Table, capture: Any) -> str:
    """The part of the page with the coach's ideas, once it has thought."""
    with capture(execute=True):
        assert ask(client, table).status_code == 200
    return str(client.get(f"/t/{table.slug}/parts/").json()["parts"]["advice"])


def test_ideas_stand_above_the_options_and_can_be_played(ada: User, game: Table, django_capture_on_commit_callbacks: Any) -> None:
    client = client_of(ada)
    page = client.get(f"/t/{game.slug}/", headers={"accept": "text/html"}).content.decode()
    assert 'form="advise"' in page
    assert page.index('data-part="advice"') < page.index('data-part="choices"')
    html = asked(client, game, django_capture_on_commit_callbacks)
    numbers = [int(number) for number in re.findall(r'name="option" value="(\d+)"', html)]
    assert len(numbers) == len(set(numbers)) == 3
    assert html.count('class="idea"') == 3
    assert "+1" in html, "tokens that the civilization brings"
    assert client.post(f"/t/{game.slug}/act/", {"entry": game.entries_made, "option": numbers[0]}).status_code == 200
    assert client.get(f"/t/{game.slug}/parts/").json()["parts"]["advice"] == "", "it was about another question"


@pytest.mark.parametrize("language", ["fr", "it"])
def test_ideas_are_said_in_the_readers_language(
    ada: User, game: Table, language: str, django_capture_on_commit_callbacks: Any
) -> None:
    client = client_of(ada)
    client.cookies["django_language"] = language
    ada.language = language
    ada.save()
    html = asked(client, game, django_capture_on_commit_callbacks)
    assert {"fr": "Les idées du conseiller", "it": "Le idee del consigliere"}[language] in html
    assert {"fr": "pions", "it": "pedine"}[language] in html


def test_players_that_the_rules_bring_along_are_named_too(ada: User, django_capture_on_commit_callbacks: Any) -> None:
    """Two people play Vinci with two fictional players, who lose provinces like everybody else."""
    with django_capture_on_commit_callbacks():
        table = table_create(ada, Wish("vinci", [Place("me"), Place("bot", level="greedy")], {}))
        bots.move_all(table.slug)
        for _ in range(4):
            table.refresh_from_db()
            client_of(ada).post(f"/t/{table.slug}/act/", {"entry": table.entries_made, "option": 0})
            bots.move_all(table.slug)
    table.refresh_from_db()
    answer = {
        "ideas": [{"action": {"type": "EndConquests"}, "facts": {}, "standing": [{"points": 9}] * 4, "then": [], "is_equal": 0}],
        "now": [{"points": 10}] * 4, "tables": 1, "options": 2, "is_further": False, "doubt": 0,
    }  # fmt: skip
    sight = sight_now(table, ada, "en")
    (told,) = telling.ideas(sight, answer, ())
    assert told.leads_to == "When it is the others' turn: −1 point."
    assert told.rivals.count("−1 point") == 3
    assert "Berta: −1 point" in told.rivals


def test_while_it_thinks_the_page_says_so_and_nobody_is_asked_twice(
    ada: User, game: Table, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    pondered: list[Question] = []
    monkeypatch.setattr(background, "ponder", lambda question, then: pondered.append(question))
    client = client_of(ada)
    assert "The coach is thinking" in asked(client, game, django_capture_on_commit_callbacks)
    asked(client, game, django_capture_on_commit_callbacks)
    assert len(pondered) == 1
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        assert "No idea this time" in client.get(f"/t/{game.slug}/parts/").json()["parts"]["advice"]
        asked(client, game, django_capture_on_commit_callbacks)
    assert len(pondered) == 2, "an answer that got lost is asked for anew"


def test_what_is_asked_is_a_table_dealt_anew(
    ada: User, game: Table, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    pondered: list[Question] = []
    monkeypatch.setattr(background, "ponder", lambda question, then: pondered.append(question))
    asked(client_of(ada), game, django_capture_on_commit_callbacks)
    assert pondered[0].task == Task.ADVISE
    sent = title_named("vinci").load(msgspec.json.decode(pondered[0].state))
    assert keeping.present_state(game).chance.key == bytes(game.key)
    assert sent.chance.key != bytes(game.key), "the dice to come are not the table's own"
    assert pondered[0].luck != bytes(game.key).hex()


def test_a_coach_that_fails_leaves_a_word(
    ada: User, game: Table, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(background, "ponder", lambda question, then: then(question, None))
    assert "No idea this time" in asked(client_of(ada), game, django_capture_on_commit_callbacks)


def test_an_answer_that_comes_too_late_is_dropped(ada: User, game: Table, django_capture_on_commit_callbacks: Any) -> None:
    client = client_of(ada)
    asked(client, game, django_capture_on_commit_callbacks)
    place = Seat.objects.get(table=game, number=0)
    question = Question(game.slug, "vinci", 0, "", b"", 0, "", task=Task.ADVISE)
    services.advice_keep("some other question", question, {"ideas": []})
    assert Seat.objects.get(pk=place.pk).advice == place.advice


def test_whoever_asks_before_the_turn_is_told_calmly(ada: User, game: Table, django_capture_on_commit_callbacks: Any) -> None:
    Table.objects.filter(pk=game.pk).update(deciders=[1])
    state = keeping.present_state(game)
    while 0 in state.deciders:
        state.play(0, state.options(0)[0])
    Table.objects.filter(pk=game.pk).update(state=state.to_json().decode(), deciders=list(state.deciders))
    with django_capture_on_commit_callbacks(execute=False):
        html = ask(client_of(ada), game).json()["parts"]["advice"]
    assert "not your move yet" in html


# -- who may ------------------------------------------------------------------------------------------


def places(*kinds: str) -> list[Seat]:
    return [Seat(number=number, kind=kind) for number, kind in enumerate(kinds)]


@pytest.mark.parametrize(
    ("kinds", "facts", "may"),
    [
        (("user", "bot", "bot"), {}, True),
        (("user", "bot", "bot"), {"rated": True}, False),
        (("user", "user", "bot"), {}, False),
        (("user", "hotseat", "bot"), {}, False),
        (("user", "open", "bot"), {}, False),
        (("user", "user", "bot"), {"with_advice": True}, True),
        (("user", "user", "bot"), {"with_advice": True, "rated": True}, False),
    ],
)
def test_only_where_nobody_else_is_harmed(ada: User, kinds: tuple[str, ...], facts: dict[str, bool], may: bool) -> None:
    table = table_create(ada, Wish("vinci", [Place("me"), Place("open"), Place("open")], {}))
    for place, kind in zip(table.seats.all(), kinds, strict=True):
        user = ada if kind in ("user", "hotseat") else None
        Seat.objects.filter(pk=place.pk).update(kind=kind, user=user, bot="easy" if kind == "bot" else "")
    Table.objects.filter(pk=table.pk).update(**facts)
    assert may_be_advised(Table.objects.get(pk=table.pk)) == may


def test_a_seat_somebody_left_may_be_theirs_again(ada: User, game: Table) -> None:
    Table.objects.filter(pk=game.pk).update(with_advice=False)
    assert may_be_advised(Table.objects.get(pk=game.pk))
    Seat.objects.filter(table=game, number=1).update(kind=SeatKind.USER, departed=True)
    assert not may_be_advised(Table.objects.get(pk=game.pk))


def company(ada: User, bob: User, advice: bool) -> Table:
    table = table_create(ada, Wish("vinci", [Place("me"), Place("open"), Place("bot", level="greedy")], {}, advice=advice))
    seat_take(table.slug, bob, 1)
    return Table.objects.get(pk=table.pk)


def test_no_kind_of_viewer_asks_for_another(ada: User, bob: User, eve: User, django_capture_on_commit_callbacks: Any) -> None:
    """Anonymous, spectator, the other player, the host: at a table among people nobody is advised unless the host said so."""
    quiet, open_ = company(ada, bob, advice=False), company(ada, bob, advice=True)
    for table, own in ((quiet, 403), (open_, 200)):
        with django_capture_on_commit_callbacks():
            assert client_of(None).post(f"/t/{table.slug}/advise/", {"entry": 0}).status_code == 401
            assert ask(client_of(eve), table).status_code == 403, "no seat of hers"
            assert ask(client_of(bob), table).status_code == 403, "not his seat"
            assert [ask(client_of(user), table, seat=seat).status_code for seat, user in enumerate((ada, bob))] == [own, own]
        for user in (None, eve):
            page = client_of(user).get(f"/t/{table.slug}/", headers={"accept": "text/html"}).content.decode()
            assert 'form="advise"' not in page
    pages = [client_of(bob).get(f"/t/{table.slug}/", headers={"accept": "text/html"}).content.decode() for table in (quiet, open_)]
    assert ['form="advise"' in page for page in pages] == [False, True]


def test_what_one_was_told_nobody_else_reads(ada: User, eve: User, game: Table, django_capture_on_commit_callbacks: Any) -> None:
    Table.objects.filter(pk=game.pk).update(watching="all", public=True)
    asked(client_of(ada), game, django_capture_on_commit_callbacks)
    for user in (None, eve):
        assert client_of(user).get(f"/t/{game.slug}/parts/").json()["parts"]["advice"] == ""


def test_where_sheets_are_written_the_steward_advises(ada: User) -> None:
    table = play_now(ada, "cendre", "easy", 2)
    page = client_of(ada).get(f"/t/{table.slug}/", headers={"accept": "text/html"}).content.decode()
    assert 'form="advise"' not in page
    assert 'href="#steward"' in page
    assert page.count('id="steward"') == 1
    assert ask(client_of(ada), table).status_code == 409


def test_play_now_allows_it_and_a_form_says_so(ada: User, game: Table) -> None:
    assert game.with_advice
    page = client_of(ada).get("/new/vinci/", headers={"accept": "text/html"}).content.decode()
    assert 'name="advice"' in page
    assert 'name="advice" checked' not in page


# -- a game that is over ------------------------------------------------------------------------------


@pytest.fixture
def ended(ada: User, django_capture_on_commit_callbacks: Any) -> Table:
    """A game whose person always took the last option there was: not a good plan."""
    with django_capture_on_commit_callbacks():
        table = table_create(ada, Wish("vinci", [Place("me"), Place("bot", level="greedy")], {"target": 50}, public=True))
        Table.objects.filter(pk=table.pk).update(key=key_from_seed("ended"))
        play_badly(table, ada)
    return Table.objects.get(pk=table.pk)


def play_badly(table: Table, ada: User) -> None:
    from marchland.web.tables.services import action_submit

    while True:
        bots.move_all(table.slug)
        table = Table.objects.get(pk=table.pk)
        if table.status == Status.OVER:
            return
        number = len(keeping.present_state(table).options(0)) - 1
        action_submit(table.slug, ada, 0, number, table.entries_made)


def test_the_moves_that_cost_most_are_found_once_and_lead_into_the_replay(
    ada: User, eve: User, ended: Table, django_capture_on_commit_callbacks: Any
) -> None:
    client, address = client_of(ada), f"/t/{ended.slug}/review/"
    html = {"headers": {"accept": "text/html"}}
    assert 'form="review"' in client.get(f"/t/{ended.slug}/", **html).content.decode()
    assert client_of(None).post(address).status_code == 401
    assert client_of(eve).post(address).status_code == 403
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(address).status_code == 200
    review = Review.objects.get(table=ended)
    assert review.is_done
    assert 1 <= len(review.moves) <= 3
    own = {entry.n: entry for entry in Entry.objects.filter(table=ended, seat=0, kind="act")}
    for move in review.moves:
        assert own[move["n"]].action == move["action"] == move["lapse"]["played"]["action"]
        assert move["lapse"]["better"]["action"] != move["action"]
    for user in (ada, eve, None):
        answer = client_of(user).get(address, **html)
        assert answer.status_code == 200, (answer.status_code, answer.headers, user)
        page = answer.content.decode()
        assert page.count(f"/t/{ended.slug}/replay/?entry=") == len(review.moves)
    made = review.asked
    with django_capture_on_commit_callbacks(execute=True):
        client.post(address)
    assert Review.objects.get(table=ended).asked == made, "worked out once"


def test_a_game_under_way_is_not_looked_through(ada: User, game: Table) -> None:
    assert client_of(ada).post(f"/t/{game.slug}/review/").status_code == 409
    assert client_of(ada).get(f"/t/{game.slug}/parts/").json()["parts"]["review"] == ""
