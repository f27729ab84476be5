"""One link for a whole table: choosing seats, the waiting list, the host's arrangements, the start."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create, guest_create
from marchland.web.lobby import line, links
from marchland.web.lobby.selectors import open_tables
from marchland.web.lobby.services import Place, Wish, seat_fill, seat_leave, seat_take, table_create
from marchland.web.notices.models import Notice
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import Seat, Status, Table, Waiting
from marchland.web.tables.refusals import BadRequest, NotTheHost, NotYourSeat, PickTaken, SeatTaken, SentAway, WrongMoment

from .conftest import client_of, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def gather(host: User, *kinds: str, title: str = "pebbles", **wish: Any) -> Table:
    places = [Place("me"), *(Place(kind) for kind in kinds)]
    return table_create(host, Wish(title, places, {}, public=False, host_starts=True, **wish))


def who(table: Table) -> list[str]:
    return [seat.user.username if seat.user else str(seat.kind) for seat in table.seats.select_related("user")]


def seat(table: Table, number: int) -> Seat:
    return Seat.objects.get(table=table, number=number)


def test_whoever_has_the_link_chooses_a_seat_and_may_change_it_until_the_host_starts(ada: User, bob: User, eve: User) -> None:
    table = gather(ada, "open", "invited", "open")
    links.seat_choose(table.slug, bob, 2, table.join_code)
    assert who(table) == ["ada", "open", "bob", "open"]
    links.seat_choose(table.slug, bob, 3)
    assert who(table) == ["ada", "open", "open", "bob"]
    for wrong in (lambda: links.seat_choose(table.slug, eve, 3, table.join_code), lambda: links.seat_choose(table.slug, bob, 0)):
        with pytest.raises(SeatTaken):
            wrong()
    with pytest.raises(NotYourSeat):
        links.seat_choose(table.slug, eve, 1, "a guess")
    links.seat_choose(table.slug, eve, 1, table.join_code)
    with pytest.raises(NotTheHost):
        links.table_start(table.slug, bob)
    with pytest.raises(WrongMoment):
        links.table_start(table.slug, ada)
    started = links.table_start(table.slug, ada, links.LEAVE_OUT)
    assert (started.status, who(table)) == (Status.PLAYING, ["ada", "eve", "bob"])
    assert [one.number for one in table.seats.all()] == [0, 1, 2]
    seat_leave(table.slug, eve)
    with pytest.raises(WrongMoment):
        links.seat_choose(table.slug, bob, 1)


def test_a_full_table_waits_for_its_host_only_where_it_should(ada: User, bob: User) -> None:
    waits, goes = gather(ada, "open"), table_create(ada, Wish("pebbles", [Place("me"), Place("open")], {}))
    for table in (waits, goes):
        links.seat_choose(table.slug, bob, 1, table.join_code)
    assert [Table.objects.get(pk=one.pk).status for one in (waits, goes)] == [Status.GATHERING, Status.PLAYING]
    alone = table_create(ada, Wish("pebbles", [Place("me"), Place("bot", "random")], {}, host_starts=True))
    assert alone.status == Status.PLAYING, "nobody could come any more"


def test_seats_still_empty_go_to_bots_if_the_host_says_so(ada: User) -> None:
    table = gather(ada, "open", "invited")
    with pytest.raises(WrongMoment):
        links.table_start(table.slug, ada, links.LEAVE_OUT)
    assert links.table_start(table.slug, ada, "greedy").status == Status.PLAYING
    assert [(one.kind, one.bot) for one in table.seats.all()][1:] == [("bot", "greedy")] * 2


def test_what_a_seat_plays_is_chosen_by_who_sits_there_and_by_nobody_else_twice(ada: User, bob: User, eve: User) -> None:
    table = gather(ada, "open", "open", title="cendre")
    links.seat_choose(table.slug, bob, 1, table.join_code)
    links.pick_choose(table.slug, bob, 1, "ROC")
    with pytest.raises(PickTaken):
        links.pick_choose(table.slug, ada, 0, "ROC")
    with pytest.raises(NotYourSeat):
        links.pick_choose(table.slug, bob, 0, "AKLA")
    for wrong in ("MARS", "roc"):
        with pytest.raises(BadRequest):
            links.pick_choose(table.slug, bob, 1, wrong)
    links.pick_choose(table.slug, ada, 2, "FEU")
    links.pick_choose(table.slug, ada, 0, "FEU")
    assert [one.pick for one in table.seats.all()] == ["FEU", "ROC", ""], "an empty seat keeps nothing from people"
    started = links.table_start(table.slug, ada, "steward")
    assert started.options["nations"] == "FEU,ROC,AKLA"


def test_what_the_rules_deal_out_is_said_and_not_offered(ada: User) -> None:
    gather(ada, "open", "open", "open")
    table = gather(ada, "open", title="medioevo")
    assert [one["number"] for one in client_of(ada).get(f"/t/{table.slug}/").context["seats"]] == [0, 1]
    page = client_of(ada).get(f"/t/{table.slug}/").content.decode()
    assert "Kingdoms: dealt at random" in page
    assert 'name="pick"' not in page
    assert 'name="pick"' in client_of(ada).get(f"/t/{gather(ada, 'open', title='cendre').slug}/").content.decode()


def test_the_host_moves_and_removes_people_who_then_do_not_come_back_by_the_same_link(ada: User, bob: User, eve: User) -> None:
    table = gather(ada, "open", "invited")
    code = table.invitations.get().code
    links.seat_choose(table.slug, bob, 1, table.join_code)
    for wrong in (lambda: links.seats_exchange(table.slug, bob, 0, 1), lambda: links.seat_kick(table.slug, bob, 0)):
        with pytest.raises(NotTheHost):
            wrong()
    links.seats_exchange(table.slug, ada, 0, 2)
    assert who(table) == ["invited", "bob", "ada"]
    assert (table.invitations.get().seat, table.invitations.get().code) == (0, code)
    links.seat_kick(table.slug, ada, 1)
    for way in (
        lambda: links.seat_choose(table.slug, bob, 1, table.join_code),
        lambda: seat_take(table.slug, bob, 1, table.join_code),
        lambda: links.line_join(table.slug, bob, "", table.join_code),
    ):
        with pytest.raises(SentAway):
            way()
    links.let_back(table.slug, ada, bob.pk)
    links.seat_choose(table.slug, bob, 1, table.join_code)


def test_a_renewed_link_makes_the_old_one_worthless(ada: User, bob: User) -> None:
    table = gather(ada, "open", "invited")
    old, seat_link = table.join_code, table.invitations.get().code
    links.join_link_renew(table.slug, ada)
    with pytest.raises(NotYourSeat):
        links.seat_choose(table.slug, bob, 1, old)
    assert [Client().get(f"/join/{code}/").status_code for code in (old, seat_link)] == [302, 302]
    new = Table.objects.get(pk=table.pk).join_code
    assert Client().get(f"/join/{new}/").status_code == 200
    assert len(new) > 20


# -- the waiting list --------------------------------------------------------------------------------


def held(table: Table) -> list[str]:
    return [one.held_for.username if one.held_for else "" for one in table.seats.select_related("held_for")]


def test_the_first_in_line_is_offered_what_falls_free_and_the_next_one_after_a_while(ada: User, bob: User, eve: User) -> None:
    with time_machine.travel("2026-03-01T20:00:00Z", tick=False) as clock:
        table = sit_down(ada, bob)
        zoe = account_create("zoe", "zoe@example.org", "quite a long secret")
        for person in (eve, zoe):
            links.line_join(table.slug, person, " please  let me ")
            clock.shift(1)
        assert Waiting.objects.get(user=eve).note == "please let me"
        with pytest.raises(WrongMoment):
            links.line_join(table.slug, ada, "")
        seat_leave(table.slug, bob)
        assert held(table) == ["", "eve"]
        assert Notice.objects.get(user=eve).kind == "offered"
        with pytest.raises(SeatTaken):
            seat_take(table.slug, zoe)
        assert line.offers_move_on() == 0
        clock.shift(timedelta(minutes=11))
        assert (line.offers_move_on(), line.offers_move_on()) == (1, 0)
        assert (held(table), [one.user for one in Waiting.objects.all()]) == (["", "zoe"], [zoe])
        assert seat_take(table.slug, zoe).status == Status.PLAYING
        assert (who(table), held(table), Waiting.objects.count()) == (["ada", "zoe"], ["", ""], 0)


def test_whoever_no_longer_waits_makes_room_for_the_next_and_where_nobody_waits_the_seat_is_free(
    ada: User, bob: User, eve: User
) -> None:
    table = sit_down(ada, bob)
    links.line_join(table.slug, eve, "")
    seat_leave(table.slug, bob)
    assert open_tables(guest_create(), "en")[0]["vacant"] == []
    line.stop_waiting(table.slug, eve)
    with pytest.raises(NotYourSeat):
        line.stop_waiting(table.slug, eve)
    (card,) = open_tables(guest_create(), "en")
    assert (card["vacant"], card["sought"]) == ([1], True)
    assert "looking for somebody" in Client().get("/").content.decode()
    seat_fill(table.slug, ada, 1, "random")
    assert not open_tables(guest_create(), "en")[0]["vacant"]


def test_the_seat_of_an_owner_who_is_away_is_offered_and_withdrawn_on_return(ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob)
    with table_locked(table.slug) as locked:
        assert line.offer_to_waiting(locked, seat(table, 1)) is None
    assert open_tables(eve, "en")[0]["vacant"] == [1]
    with table_locked(table.slug) as locked:
        line.withdraw_offer(locked, seat(table, 1))
    assert open_tables(eve, "en")[0]["vacant"] == []
    with pytest.raises(SeatTaken):
        seat_take(table.slug, eve, 1)
    links.line_join(table.slug, eve, "")
    with table_locked(table.slug) as locked:
        waiting = line.offer_to_waiting(locked, seat(table, 1))
    assert waiting is not None
    assert waiting.user == eve
    Seat.objects.filter(table=table, number=1).update(stand_in="random", stand_in_until="return")
    seat_take(table.slug, eve, 1)
    assert (who(table), seat(table, 1).stand_in, seat(table, 1).sought) == (["ada", "eve"], "", False)


def test_one_person_is_offered_one_seat(ada: User, bob: User, eve: User) -> None:
    table = gather(ada, "open", "open")
    for number, person in enumerate((bob, guest_create()), 1):
        links.seat_choose(table.slug, person, number, table.join_code)
    links.line_join(table.slug, eve, "", table.join_code)
    for number in (1, 2):
        links.seat_kick(table.slug, ada, number)
    assert held(table) == ["", "eve", ""]


# -- through the pages -------------------------------------------------------------------------------


def test_guests_come_by_the_link_and_keep_their_seat_when_they_register_or_log_in(ada: User, bob: User) -> None:
    table = gather(ada, "open", "open")
    page = f"/join/{table.join_code}/"
    registers, logs_in = Client(), Client()
    for number, client in enumerate((registers, logs_in), 1):
        assert "sit_down" not in client.get(page).content.decode()
        answer = client.post(f"/t/{table.slug}/choose/", {"code": table.join_code, "seat": number})
        assert answer["location"] == page
        assert seat(table, number).user.is_guest
        assert client.get(page).status_code == 200
        assert client.get(f"/t/{table.slug}/").status_code == 200
    registers.post("/account/register/", {"username": "greta", "password": "a rather long secret"})
    logs_in.post("/account/login/", {"username": "bob", "password": "another long secret"})
    assert who(table) == ["ada", "greta", "bob"]
    links.table_start(table.slug, ada)
    for client in (registers, logs_in):
        assert client.get(page)["location"] == f"/t/{table.slug}/"


def test_waits_and_offers_of_a_guest_become_the_accounts(ada: User, bob: User, eve: User) -> None:
    table, client = sit_down(ada, bob), Client()
    client.post(f"/t/{table.slug}/line/", {"note": "me"})
    seat_leave(table.slug, bob)
    client.post("/account/login/", {"username": "eve", "password": "yet another long secret"})
    assert (held(table), Waiting.objects.get().user) == (["", "eve"], eve)


def test_the_room_shows_each_reader_what_they_may_do(ada: User, bob: User, eve: User) -> None:
    table = gather(ada, "open", "invited")
    links.seat_choose(table.slug, bob, 1, table.join_code)
    host, player, visitor = (client_of(user).get(f"/join/{table.join_code}/").content.decode() for user in (ada, bob, eve))
    for word, seen in (
        ("Start the game", (True, False, False)),
        ("Remove bob", (True, False, False)),
        ("Change places with", (True, False, False)),
        (f"/join/{table.invitations.get().code}/", (True, False, False)),
        ("Make a new link", (True, False, False)),
        ("Leave the table", (True, True, False)),
        ("Sit here instead", (True, True, False)),
        ("Sit down", (False, False, True)),
    ):
        assert tuple(word in page for page in (host, player, visitor)) == seen, word
    assert table.join_code not in client_of(bob).get(f"/t/{table.slug}/").content.decode()
    assert client_of(eve).get(f"/t/{table.slug}/").status_code == 404


def test_a_private_game_under_way_lets_those_with_the_link_wait_and_brings_them_in_when_a_seat_is_theirs(
    ada: User, bob: User, eve: User
) -> None:
    table = sit_down(ada, bob, public=False)
    room = f"/join/{table.join_code}/"
    client = client_of(eve)
    page = client.get(room).content.decode()
    assert "Wait for a seat" in page
    assert "To the table" not in page
    client.post(f"/t/{table.slug}/line/", {"code": table.join_code})
    assert "Wait no longer" in client.get(room).content.decode()
    assert client.get(f"/t/{table.slug}/")["location"] == room
    seat_leave(table.slug, bob)
    assert "held for you" in client.get(room).content.decode()
    client.post(f"/t/{table.slug}/choose/", {"code": table.join_code, "seat": 1})
    assert client.get(room)["location"] == f"/t/{table.slug}/"


def test_a_refusal_brings_people_back_to_the_room(ada: User, bob: User, eve: User) -> None:
    table = gather(ada, "open")
    links.seat_choose(table.slug, bob, 1, table.join_code)
    answer = client_of(eve).post(f"/t/{table.slug}/choose/", {"code": table.join_code, "seat": 1}, follow=True)
    assert answer.redirect_chain == [(f"/join/{table.join_code}/", 302)]
    assert "taken" in answer.content.decode()
    assert client_of(eve).post(f"/t/{table.slug}/choose/", {"code": "guess", "seat": 1}).status_code == 404
