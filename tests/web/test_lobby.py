"""Making tables and filling seats."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from marchland.kernel.errors import BadOption, UnknownTitle
from marchland.web.accounts.models import User
from marchland.web.accounts.services import guest_create
from marchland.web.lobby.links import seat_kick
from marchland.web.lobby.selectors import invitation_links, own_tables
from marchland.web.lobby.services import (
    Place,
    Wish,
    invitation_accept,
    rematch,
    seat_fill,
    seat_leave,
    seat_take,
    table_create,
)
from marchland.web.notices.models import Notice
from marchland.web.tables import bots, keeping
from marchland.web.tables.models import Seat, SeatKind, Status, Table
from marchland.web.tables.refusals import BadRequest, NotTheHost, SeatTaken, WrongMoment
from marchland.web.tables.services import action_submit
from marchland.web.tables.viewers import known_table

from .conftest import client_of, sit_down
from .test_play import play_to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def seat(table: Table, number: int) -> Seat:
    return Seat.objects.get(table=table, number=number)


def test_options_are_read_by_the_title_and_nonsense_is_refused(ada: User) -> None:
    places = [Place("me"), Place("open")]
    made = table_create(ada, Wish("pebbles", places, {"rounds": "3"}))
    assert made.options == {"rounds": 3, "dice": True, "written": False, "field": "small"}
    for options in ({"rounds": 99}, {"rounds": "x"}, {"field": "huge"}, {"cheat": True}):
        with pytest.raises(BadOption):
            table_create(ada, Wish("pebbles", places, options))
    for wrong in ([Place("me")], [Place("me")] * 9, [Place("me"), Place("bot", "cheater")], [Place("me"), Place("king")]):
        with pytest.raises(BadRequest):
            table_create(ada, Wish("pebbles", wrong, {}))
    with pytest.raises(UnknownTitle):
        table_create(ada, Wish("chess", places, {}))
    assert Table.objects.count() == 1


def test_an_open_seat_is_taken_once(ada: User, bob: User, eve: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open"), Place("open")], {}))
    seat_take(table.slug, bob, 1)
    with pytest.raises(SeatTaken):
        seat_take(table.slug, eve, 1)
    with pytest.raises(WrongMoment):
        seat_take(table.slug, bob, 2)
    assert seat_take(table.slug, eve).status == Status.PLAYING


def test_an_invitation_seats_the_first_who_follows_it(ada: User, bob: User, eve: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("invited")], {}, public=False))
    (link,) = invitation_links(table, ada)
    assert invitation_links(table, bob) == []
    assert invitation_accept(link["code"], bob).status == Status.PLAYING
    with pytest.raises(SeatTaken):
        invitation_accept(link["code"], eve)
    assert invitation_accept(link["code"], bob).slug == table.slug


def test_the_host_may_kick_before_the_start_and_fill_with_a_bot(ada: User, bob: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open"), Place("open")], {}))
    seat_take(table.slug, bob, 1)
    with pytest.raises(NotTheHost):
        seat_kick(table.slug, bob, 0)
    seat_kick(table.slug, ada, 1)
    assert seat(table, 1).kind == SeatKind.OPEN
    assert Notice.objects.get(user=bob).kind == "removed"
    with pytest.raises(NotTheHost):
        seat_fill(table.slug, bob, 1, "random")
    seat_fill(table.slug, ada, 1, "random")
    assert seat_fill(table.slug, ada, 2, "greedy").status == Status.PLAYING


def test_leaving_before_the_start_opens_the_seat_and_hands_the_table_on(ada: User, bob: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open"), Place("open")], {}))
    seat_take(table.slug, bob, 1)
    seat_leave(table.slug, ada)
    table.refresh_from_db()
    assert (seat(table, 0).kind, table.host) == (SeatKind.OPEN, bob)
    seat_leave(table.slug, bob)
    table.refresh_from_db()
    assert table.status == Status.ABANDONED


def test_a_departed_player_is_replaced_by_a_bot_or_a_person(table: Table, ada: User, bob: User, eve: User) -> None:
    seat_leave(table.slug, bob)
    assert seat(table, 1).departed
    assert seat(table, 1).name == "bob"
    seat_fill(table.slug, ada, 1, "random")
    bots.move_all(table.slug)
    assert Table.objects.get(pk=table.pk).entries_made == 1
    other = sit_down(ada, bob)
    seat_leave(other.slug, bob)
    seat_take(other.slug, eve, 1)
    action_submit(other.slug, eve, 1, {"type": "Bid", "amount": 0}, 0)


def test_a_game_that_everybody_left_stops(table: Table, ada: User, bob: User) -> None:
    seat_leave(table.slug, ada)
    seat_leave(table.slug, bob)
    table.refresh_from_db()
    assert table.status == Status.ABANDONED


def test_a_rematch_keeps_the_seats_for_those_who_played(ada: User, bob: User, eve: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("hotseat", name="Zoe"), Place("bot", "random")], {"rounds": 1}))
    with pytest.raises(WrongMoment):
        rematch(table.slug, ada)
    finish(table, ada)
    again = rematch(table.slug, ada)
    assert rematch(table.slug, ada) == again
    assert [(one.kind, one.name if one.kind == "hotseat" else "") for one in again.seats.all()] == [
        ("user", ""),
        ("hotseat", "Zoe"),
        ("bot", ""),
    ]
    assert again.status == Status.PLAYING


def test_a_rematch_between_people_waits_for_the_other(table: Table, ada: User, bob: User, eve: User) -> None:
    Table.objects.filter(pk=table.pk).update(status=Status.OVER)
    again = rematch(table.slug, bob)
    assert again.status == Status.GATHERING
    (link,) = invitation_links(again, ada)
    assert link["kept_for"] == "ada"
    with pytest.raises(SeatTaken):
        invitation_accept(link["code"], eve)
    assert invitation_accept(link["code"], ada).status == Status.PLAYING


def finish(table: Table, user: User) -> None:
    """One person plays several seats at one screen."""
    for _ in range(300):
        bots.move_all(table.slug)
        fresh = Table.objects.get(pk=table.pk)
        state = keeping.present_state(fresh)
        if state.is_over:
            return
        number = state.deciders[0]
        from marchland.kernel.vocabulary import plain

        action_submit(table.slug, user, number, plain(state.options(number)[0]), fresh.entries_made)
    raise AssertionError("the game does not end")


def test_at_a_shared_screen_one_sees_through_the_seat_that_is_asked(ada: User) -> None:
    from marchland.web.tables.selectors import sight_now

    table = table_create(ada, Wish("pebbles", [Place("me"), Place("hotseat", name="Zoe")], {}))
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 0}, 0)
    sight = sight_now(known_table(table.slug), ada, "en")
    assert (sight.viewer.seat, sight.viewer.seats) == (1, (0, 1))
    action_submit(table.slug, ada, 1, {"type": "Bid", "amount": 2}, 1)
    assert sight_now(known_table(table.slug), ada, "en").viewer.seat == 1


def test_my_tables_show_whose_turn_it_is(table: Table, ada: User, bob: User) -> None:
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
    assert not own_tables(ada, "en")[0]["my_turn"]
    assert own_tables(bob, "en")[0]["my_turn"]


def test_notices_tell_whose_turn_it_is_until_it_no_longer_is(table: Table, ada: User, bob: User) -> None:
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 0}, 1)
    assert Notice.objects.filter(user=ada, kind="turn", read=False).exists()
    assert not Notice.objects.filter(user=bob, kind="turn", read=False).exists()
    client_of(ada).get(f"/t/{table.slug}/")
    assert not Notice.objects.filter(user=ada, read=False).exists()


@pytest.mark.django_db(transaction=True)
def test_slow_tables_write_mails(ada: User, bob: User, mailoutbox: list[Any]) -> None:
    from marchland.web.notices.postman import go_round

    table = sit_down(ada, bob, pace="slow")
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
    go_round()
    turn = [mail for mail in mailoutbox if mail.subject.startswith("Your turn") and mail.to == ["bob@example.org"]]
    assert len(turn) == 1
    assert f"/t/{table.slug}/" in turn[0].body
    go_round()
    assert len([mail for mail in mailoutbox if mail.to == ["bob@example.org"]]) <= 2


# -- through the pages -------------------------------------------------------------------------------


def chosen(page: str) -> list[str]:
    """What a form says unless one changes it."""
    return re.findall(r'value="(\w+)"(?: checked| selected)', page)


def test_a_stranger_plays_within_two_clicks_against_easy_bots() -> None:
    client = Client()
    assert b'href="/play/pebbles/"' in client.get("/").content
    assert chosen(client.get("/play/pebbles/").content.decode())[-2:] == ["easy", "3"]
    page = client.post("/play/pebbles/", follow=True)
    assert page.status_code == 200
    table = Table.objects.get()
    assert [one.bot for one in table.seats.all()] == ["", "easy", "easy"]
    assert table.status == Status.PLAYING
    assert table.host.is_guest
    assert [one.kind for one in table.seats.all()] == ["user", "bot", "bot"]
    play_to_the_end(table, table.host)


def test_play_now_remembers_against_whom() -> None:
    client = Client()
    client.post("/play/pebbles/", {"level": "normal", "seats": "2"})
    assert chosen(client.get("/play/pebbles/").content.decode())[-2:] == ["normal", "2"]
    assert chosen(client.get("/play/vinci/").content.decode())[-2:] == ["normal", "3"], "how many is a matter of the title"
    client.post("/play/pebbles/")
    assert [[one.bot for one in table.seats.all()] for table in Table.objects.all()] == [["", "normal"]] * 2
    assert client.post("/play/pebbles/", {"level": "nobody"}).headers["location"] == "/"
    assert client.post("/play/pebbles/", {"seats": "77"}).headers["location"] == "/"
    assert Table.objects.count() == 2
    assert chosen(Client().get("/play/pebbles/").content.decode())[-2:] == ["easy", "3"], "nobody else's choice"


def test_the_lightest_title_comes_first_and_its_card_says_how_long_how_hard_and_for_whom() -> None:
    page = Client().get("/", headers={"accept-language": "fr"}).content.decode()
    names = re.findall(r'class="card title-card">.*?<h2>(.*?)</h2>', page, re.DOTALL)
    assert names[:4] == ["Vinci", "Byzantium", "Medioevo Universale", "Terre de Cendre"]
    card = page.partition("<h2>Vinci</h2>")[2].partition("</li>\n    \n")[0]
    assert all(said in card for said in ("environ 90 minutes", "Vite appris", "pour une première partie"))


def test_new_tables_are_as_suggested_unless_their_host_says_otherwise(ada: User) -> None:
    places = [Place("me"), Place("open")]
    made = [table_create(ada, Wish("byzantium", places, options)).options["late_start"] for options in ({}, {"late_start": False})]
    assert made == [True, False]
    assert re.search(r'name="option_late_start"[^>]*checked', Client().get("/new/byzantium/").content.decode())


def test_the_form_for_a_new_table_offers_the_titles_options() -> None:
    page = Client().get("/new/pebbles/").content.decode()
    for name in ("option_rounds", "option_dice", "option_field", "seat_0", "seat_3", "bot:greedy"):
        assert name in page
    assert Client().get("/new/chess/").status_code == 404


def form(**changes: Any) -> dict[str, Any]:
    seats = {"seats": 2, "seat_0": "me", "seat_1": "bot:greedy", "seat_2": "open", "seat_3": "open"}
    return {**seats, "name": "Friday", "pace": "live", "public": "on", "option_rounds": 1, "option_field": "large", **changes}


def test_a_table_is_made_from_the_form(ada: User) -> None:
    client_of(ada).post("/new/pebbles/", form())
    table = Table.objects.get()
    assert (table.name, table.options) == ("Friday", {"rounds": 1, "dice": False, "written": False, "field": "large"})
    assert table.status == Status.PLAYING


def test_a_form_without_a_seat_for_me_or_with_two_is_refused(ada: User) -> None:
    for changes in (
        {"seat_0": "open"},
        {"seat_1": "me"},
        {"option_rounds": 99},
        {"option_field": "x"},
        {"seats": 7},
        {"seat_1": "bot:x"},
    ):
        assert client_of(ada).post("/new/pebbles/", form(**changes)).status_code == 200
    assert not Table.objects.exists()


def test_an_invitation_page_shows_who_asks_and_seats_a_guest(ada: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("invited")], {}))
    (link,) = invitation_links(table, ada)
    client = Client()
    assert b"ada invites you" in client.get(f"/join/{link['code']}/").content
    assert Table.objects.get().status == Status.GATHERING
    client.post(f"/join/{link['code']}/")
    assert Table.objects.get().status == Status.PLAYING
    assert seat(table, 1).user.is_guest
    assert Client().get("/join/nonsense/").status_code == 302


def test_the_waiting_room_shows_the_links_to_the_host_alone(ada: User, bob: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("invited"), Place("open")], {}))
    (link,) = invitation_links(table, ada)
    assert link["code"] in client_of(ada).get(f"/t/{table.slug}/").content.decode()
    assert link["code"] not in client_of(bob).get(f"/t/{table.slug}/").content.decode()


def test_a_guest_has_a_name_nobody_else_has(db: None) -> None:
    names = {guest_create().username for _ in range(40)}
    assert len(names) == 40


def test_an_invitation_offers_one_seat_and_one_button(ada: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open"), Place("invited")], {}))
    page = client_of(None).get(f"/join/{table.invitations.get().code}/").content.decode()
    assert page.count('class="button primary') == 1


@pytest.mark.parametrize(("language", "words"), [("en", "Computer: steward"), ("fr", "intendant"), ("it", "amministratore")])
def test_bots_of_a_titles_own_have_names_in_every_language(language: str, words: str) -> None:
    page = client_of(None).get("/new/cendre/", headers={"accept-language": language}).content.decode()
    assert words in page


def test_bots_are_offered_by_level(ada: User) -> None:
    for level in ("easy", "normal", "hard", "expert"):
        table = table_create(ada, Wish("pebbles", [Place("me"), Place("bot", level)], {"rounds": 1}))
        finish(table, ada)
        assert Table.objects.get(pk=table.pk).status == Status.OVER


def test_whoever_looks_closer_at_the_seats_of_a_table_sees_those_of_no_other(ada: User, bob: User) -> None:
    tables = [sit_down(ada, bob) for _ in range(2)]
    seats = known_table(tables[0].slug).seats
    assert [seat.table_id for seat in seats.filter(user=ada)] == [tables[0].pk]
    assert [seat.table_id for seat in seats.select_related("user")] == [tables[0].pk] * 2
