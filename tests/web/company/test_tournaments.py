"""Tournaments from the announcement to the last table."""

from __future__ import annotations

import asyncio

import pytest
from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create, guest_create
from marchland.web.company import selectors, tournaments
from marchland.web.company.models import Game, Stage, Tournament
from marchland.web.company.refusals import NeedsAccount, NotTheOrganiser, TooFew
from marchland.web.monitoring import heartbeat
from marchland.web.pace import deadlines
from marchland.web.tables import crew
from marchland.web.tables.crew import Crew
from marchland.web.tables.models import Status, Table
from marchland.web.tables.refusals import BadRequest, WrongMoment

from ..conftest import client_of
from .test_ratings import play_out

pytestmark = [pytest.mark.django_db, pytest.mark.services]


@pytest.fixture
def people(db: None) -> list[User]:
    return [account_create(name, "", f"the secret of {name}") for name in ("ann", "ben", "cyn", "dan", "eli")]


def begun(people: list[User], kind: str, seats: int, rated: bool = False) -> Tournament:
    found = tournaments.tournament_create(people[0], "Spring cup", "pebbles", kind, seats, "live", rated)
    for person in people:
        tournaments.tournament_enter(found.pk, person)
    return tournaments.tournament_start(found.pk, people[0])


def play_round(found: Tournament, winner: str = "") -> None:
    """All tables of the round to their end."""
    for game in found.games.filter(places__isnull=True).select_related("table"):
        users = [place.user for place in game.table.seats.select_related("user")]
        best = next((seat for seat, user in enumerate(users) if user.username == winner), 0)
        play_out(game.table, *users, best=best)
    tournaments.move_on()
    found.refresh_from_db()


def test_in_a_round_robin_everybody_meets_everybody(people: list[User]) -> None:
    found = begun(people[:4], "robin", 2, rated=True)
    while found.stage == Stage.PLAYING:
        assert found.games.filter(places__isnull=True).count() == 2
        play_round(found)
    assert found.round == 3
    pairs = {frozenset(game.entrants) for game in found.games.all()}
    assert len(pairs) == found.games.count() == 6
    assert all(table.rated and table.by_vote for table in Table.objects.all())
    page = selectors.tournament_page(found, people[0], "en")
    assert sum(line["points"] for line in page["standings"]) == 6
    assert [line["played"] for line in page["standings"]] == [3, 3, 3, 3]
    assert page["standings"][0]["place"] == 1


def test_a_knock_out_ends_with_one_who_was_never_beaten(people: list[User]) -> None:
    found = begun(people, "knockout", 2)
    rounds = 0
    while found.stage == Stage.PLAYING:
        resting = selectors.tournament_page(found, people[0], "en")["rounds"][0]["resting"]
        assert len(resting) == found.entrants.filter(is_out=False).count() % 2
        play_round(found)
        rounds += 1
    assert rounds == 3
    [winner] = found.entrants.filter(is_out=False)
    for game in found.games.all():
        if winner.pk in game.entrants:
            assert game.places[game.entrants.index(winner.pk)] == 1
    first = selectors.tournament_page(found, people[0], "en")["standings"][0]
    assert (first["name"], first["place"]) == (winner.name, 1)


def test_moving_on_twice_deals_no_round_twice(people: list[User]) -> None:
    found = begun(people[:4], "robin", 2)
    assert tournaments.move_on() == 0
    play_round(found)
    assert tournaments.move_on() == 0
    assert (found.round, found.games.count()) == (2, 4)


def test_a_table_that_does_not_end_holds_nobody_up(people: list[User]) -> None:
    found = begun(people[:2], "robin", 2)
    game = Game.objects.get()
    with pytest.raises(NotTheOrganiser):
        tournaments.game_call_off(found.pk, people[1], game.pk)
    over = tournaments.game_call_off(found.pk, people[0], game.pk)
    assert over.stage == Stage.OVER
    game.refresh_from_db()
    assert (game.places, game.table.status) == ([], Status.PLAYING)
    with pytest.raises(WrongMoment):
        tournaments.game_call_off(found.pk, people[0], game.pk)


def test_whoever_withdraws_is_dealt_into_no_further_round(people: list[User]) -> None:
    found = begun(people[:4], "robin", 2)
    with pytest.raises(WrongMoment):
        tournaments.tournament_enter(found.pk, people[4])
    tournaments.tournament_withdraw(found.pk, people[3])
    play_round(found)
    gone = found.entrants.get(user=people[3])
    assert all(gone.pk not in game.entrants for game in found.games.filter(round=2))


def test_who_may_do_what(people: list[User]) -> None:
    ann, ben = people[:2]
    found = tournaments.tournament_create(ann, "Cup", "pebbles", "robin", 2, "live", False)
    with pytest.raises(TooFew):
        tournaments.tournament_start(found.pk, ann)
    tournaments.tournament_enter(found.pk, ben)
    tournaments.tournament_withdraw(found.pk, ben)
    assert not found.entrants.exists()
    for act in (tournaments.tournament_start, tournaments.tournament_close):
        with pytest.raises(NotTheOrganiser):
            act(found.pk, ben)
    with pytest.raises(NeedsAccount):
        tournaments.tournament_enter(found.pk, guest_create())
    with pytest.raises(NeedsAccount):
        tournaments.tournament_create(guest_create(), "Cup", "pebbles", "robin", 2, "live", False)
    for seats, kind in ((1, "robin"), (2, "swiss"), (50, "robin")):
        with pytest.raises(BadRequest):
            tournaments.tournament_create(ann, "Cup", "pebbles", kind, seats, "live", False)
    tournaments.tournament_close(found.pk, ann)
    assert not Tournament.objects.exists()


def test_the_pages_of_a_tournament(people: list[User]) -> None:
    ann, ben = client_of(people[0]), client_of(people[1])
    made = ann.post("/tournaments/", {"name": "Cup", "title": "pebbles", "kind": "robin", "seats": "2", "pace": "live"})
    where = made.headers["Location"]
    assert "Cup" in client_of(None).get("/tournaments/").content.decode()
    assert "/account/register/" in client_of(None).get(where).content.decode().partition("<main")[2], "how one may enter, too"
    assert "/account/register/" not in ben.get(where).content.decode()
    for reader in (ann, ben):
        assert reader.post(where, {"do": "enter"}).status_code == 302
    assert "Begin" not in ben.get(where).content.decode()
    ben.post(where, {"do": "start"})
    assert Tournament.objects.get().stage == Stage.GATHERING
    ann.post(where, {"do": "start"})
    page = ben.get(where).content.decode()
    assert f"/t/{Table.objects.get().slug}/" in page
    assert "Round 1 of 1" in page
    assert client_of(None).post(where, {"do": "enter"}).status_code == 200
    assert client_of(None).get("/tournaments/999/").status_code == 404
    assert client_of(people[2]).post("/tournaments/", {"name": "", "title": "pebbles"}).status_code == 200
    assert Tournament.objects.count() == 1


def test_a_round_of_the_crew_moves_tournaments_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else does: a round whose last table is over would wait for ever."""
    looked: list[str] = []

    async def look_around(alone: Crew) -> None:
        looked.append("tables")

    for module, name in ((deadlines, "run_due"), (crew, "run_motions"), (crew, "offers_move_on"), (crew, "run_queued_tasks")):
        monkeypatch.setattr(module, name, lambda *given: None)
    monkeypatch.setattr(deadlines, "next_due", lambda begun: None)
    monkeypatch.setattr(heartbeat, "beat", lambda: None)
    monkeypatch.setattr(tournaments, "move_on", lambda: looked.append("tournaments"))
    monkeypatch.setattr(Crew, "look_around", look_around)
    alone = object.__new__(Crew)
    alone.begun = alone.wakes = timezone.now()
    asyncio.run(alone._round())
    assert looked == ["tournaments", "tables"], "and first, so that bots of new tables are woken in the same round"


def test_the_form_says_how_many_may_sit_at_a_table_of_each_game(ada: User) -> None:
    """Without scripts, too; with them only those numbers are offered."""
    page = client_of(ada).get("/tournaments/").content.decode()
    assert "Vinci (2–6 people)" in page
    assert "&#34;vinci&#34;: [2, 3, 4, 5, 6]" in page
    sent = {"name": "Cup", "title": "vinci", "kind": "swiss", "seats": 20, "pace": "live"}
    assert "This game is for tables of 2–6." in client_of(ada).post("/tournaments/", sent).content.decode()
