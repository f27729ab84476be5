"""What happened: the strip since one's last turn, what is shown at once, the replay by turns; nothing that is not one's to know."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from marchland.kernel.title import find_title
from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.tables import history, retold, scenes, turns
from marchland.web.tables.keeping import Standing, present_state
from marchland.web.tables.models import Entry, EntryKind, Seat, Table
from marchland.web.tables.services import action_submit, undo

from .conftest import client_of

pytestmark = pytest.mark.django_db


def act(table: Table, user: User, seat: int, kind: str, **fields: object) -> None:
    action_submit(table.slug, user, seat, {"type": kind, **fields}, Table.objects.get(pk=table.pk).entries_made)


def news(user: User | None, table: Table, seen: int = -1) -> dict[str, Any]:
    answer = client_of(user).get(f"/t/{table.slug}/parts/?seen={seen}&append")
    assert answer.status_code == 200
    return dict(answer.json())


def strip(user: User | None, table: Table) -> str:
    """The strip in words, as the process tells it that remembers, and as one does that was just started."""
    told = news(user, table)["parts"]["since"]
    retold.forget()
    scenes.forget()
    assert news(user, table)["parts"]["since"] == told
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", told)).strip()


def hand(table: Table, seat: int) -> list[int]:
    return list(present_state(Table.objects.get(pk=table.pk)).hands[seat])


@pytest.fixture
def turn(table: Table, ada: User, bob: User) -> Table:
    """Ada has had a turn: entries 3 to 5. Bob is asked."""
    act(table, ada, 0, "Bid", amount=2)
    act(table, bob, 1, "Bid", amount=0)
    act(table, ada, 0, "Draw")
    act(table, ada, 0, "Place", pebble=hand(table, 0)[0], space="stone01")
    act(table, ada, 0, "Stop")
    return table


def test_the_strip_tells_what_others_did_since_ones_last_turn_and_nothing_hidden(turn: Table, ada: User, bob: User) -> None:
    told = strip(bob, turn)
    assert told.startswith("Since your last turn")
    assert "ada ada lays" in told
    assert "ada stops" in told
    assert "draws" not in told, "what Ada drew is hers to know"
    assert "bob" not in told
    assert "draws" not in strip(None, turn)
    assert strip(None, turn).startswith("Lately")
    french = client_of(bob).get(f"/t/{turn.slug}/parts/", headers={"accept-language": "fr"}).json()["parts"]["since"]
    assert "Depuis votre dernier tour" in french, "what is remembered is remembered in its language"


def test_it_stays_while_the_turn_goes_on_and_begins_anew_after_it(turn: Table, ada: User, bob: User) -> None:
    before = strip(bob, turn)
    act(turn, bob, 1, "Draw")
    assert strip(bob, turn) == before
    act(turn, bob, 1, "Place", pebble=hand(turn, 1)[0], space="stone02")
    undo(turn.slug, bob, 1, Table.objects.get(pk=turn.pk).entries_made)
    assert strip(bob, turn) == before
    assert "lays" not in strip(ada, turn), "what was taken back has not happened"
    act(turn, bob, 1, "Place", pebble=hand(turn, 1)[0], space="stone03")
    act(turn, bob, 1, "Stop")
    assert "bob bob lays" in strip(ada, turn)
    assert "ada" not in strip(ada, turn)
    assert strip(bob, turn) == before, "nobody else has moved since"


def test_an_answer_in_somebody_elses_turn_is_no_turn() -> None:
    title = find_title("vinci")
    state = title.new(3, b"a key for asides")
    ask = title.vocabulary.frames["RedeploySurvivors"]
    stub: Any = SimpleNamespace(decision=ask(seat=0))
    assert not turns.is_aside(title, state)
    assert turns.is_aside(title, stub)
    table, place = Table(title="vinci", turner=1), Seat(number=0, turned=5, since=2, seen=5)
    aside, own = Entry(n=9, seat=0), Entry(n=12, seat=0)
    turns.count(table, stub, aside)
    turns.note(place, aside)
    assert (aside.aside, table.turner, place.turned, place.since, turns.news_after(table, place)) == (True, 1, 5, 2, 5)
    turns.count(table, state, own)
    turns.note(place, own)
    assert (own.aside, table.turner, place.turned, place.since, turns.news_after(table, place)) == (False, 0, 12, 5, 5)


def test_who_only_watches_is_told_of_one_round_and_not_of_the_whole_game() -> None:
    made = [(0, False), (1, False), (0, True), (1, False), (0, False), (0, False), (1, False)]
    log = [Standing(n, EntryKind.ACT, seat, True, timezone.now(), "", aside) for n, (seat, aside) in enumerate(made)]
    log.append(log[-1]._replace(n=7, undone=True))
    told = retold._last_round(log[::-1])
    assert [entry.n for entry in told] == [4, 5, 6], "each seat's last turn, without what was taken back"
    assert [entry.n for entry in retold._last_round(log[4::-1])] == [1, 2, 3, 4], "an answer in between ends nobody's turn"


def test_what_is_worth_it_is_shown_the_moment_it_happens_and_never_again(ada: User) -> None:
    table = table_create(ada, Wish("vinci", [Place("me"), Place("hotseat", name="Zoe"), Place("hotseat", name="Kim")], {}))
    done = client_of(ada).post(f"/t/{table.slug}/act/?append", {"entry": 0, "option": 0})
    assert done.status_code == 200, done.content
    shown = done.json()["shown"]
    assert shown.count("<li") == 1
    assert ">takes " in shown
    assert news(ada, table, seen=0)["shown"] == news(None, table, seen=0)["shown"] == shown
    assert news(ada, table, seen=1)["shown"] == news(ada, table)["shown"] == ""
    act(table, ada, present_state(Table.objects.get(pk=table.pk)).deciders[0], "TakeCivilization", slot=1)
    assert news(ada, table, seen=0)["shown"].count("<li") == 2
    assert news(ada, table, seen=1)["shown"].count("<li") == 1, "not again what was shown before"


def test_the_replay_goes_by_turns_and_by_one_players_turns(turn: Table, ada: User, bob: User) -> None:
    act(turn, bob, 1, "Place", pebble=hand(turn, 1)[0], space="stone02")
    act(turn, bob, 1, "Stop")
    act(turn, ada, 0, "Bid", amount=1)
    by = {way: history.stops(turn, history.Way(way)) for way in ("move", "turn", "0", "1")}
    assert by == {"move": list(range(9)), "turn": [0, 1, 2, 5, 7, 8], "0": [0, 1, 5, 8], "1": [0, 2, 7, 8]}
    step = client_of(ada).get(f"/t/{turn.slug}/replay/?by=turn&entry=4").json()
    assert (step["at"], step["entry"], step["steps"]) == (3, 5, 6)
    assert step["touched"] == ["stone01"]
    assert "ada lays" in step["log"]
    assert "bob lays" not in step["log"], "what came later is not given away"
    assert client_of(ada).get(f"/t/{turn.slug}/replay/?by=7").status_code == 400


def test_without_a_script_a_replay_is_links(turn: Table, ada: User) -> None:
    page = client_of(ada).get(f"/t/{turn.slug}/replay/?by=turn&at=1", headers={"accept": "text/html"}).content.decode()
    to = dict(re.findall(r'data-go="(\w+)" href="([^"]+)"', page))
    assert {name: address.replace("&amp;", "&").partition("?")[2] for name, address in to.items()} == {
        "first": "at=0&by=turn",
        "back": "at=0&by=turn",
        "next": "at=2&by=turn",
        "last": "at=3&by=turn",
    }
    assert f"/t/{turn.slug}/replay/?entry=1&amp;by=turn" in page
    further = client_of(None).get(to["next"].replace("&amp;", "&"), headers={"accept": "text/html"}).content.decode()
    assert 'value="2"' in further
    assert "draws" not in further
