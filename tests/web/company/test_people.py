"""Friends, and people who wait for a game."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create, guest_create
from marchland.web.company import friends, people, seeking
from marchland.web.company.models import Friendship, Seek
from marchland.web.company.refusals import NeedsAccount, NoSuchPerson
from marchland.web.config import throttle
from marchland.web.lobby.services import Place, Wish, invitation_accept, table_create
from marchland.web.notices.models import Notice
from marchland.web.tables.models import Invitation, Status, Table
from marchland.web.tables.refusals import BadRequest, NotYourSeat, WrongMoment

from ..conftest import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def befriended(one: User, other: User) -> None:
    friends.friend_ask(one, other.username)
    friends.friend_accept(other, one.username)


def test_friends_are_friends_once_both_say_so(ada: User, bob: User, eve: User) -> None:
    friends.friend_ask(ada, "bob")
    friends.friend_ask(ada, "bob")
    assert people.friends_of(ada) == []
    assert (people.standing(ada, bob), people.standing(bob, ada), people.standing(ada, eve)) == ("asked", "asks", "none")
    with pytest.raises(NoSuchPerson):
        friends.friend_accept(ada, "bob")
    friends.friend_accept(bob, "ada")
    assert (people.friends_of(ada), people.friends_of(bob)) == ([bob], [ada])
    friends.friend_drop(bob, "ada")
    assert people.friends_of(ada) == []
    assert not Friendship.objects.exists()


def test_asking_back_is_agreeing(ada: User, bob: User) -> None:
    friends.friend_ask(ada, "bob")
    friends.friend_ask(bob, "ada")
    assert people.standing(ada, bob) == "friends"
    assert Friendship.objects.count() == 1


def test_guests_and_strangers_are_nobodys_friends(ada: User) -> None:
    guest = guest_create()
    with pytest.raises(NeedsAccount):
        friends.friend_ask(guest, "ada")
    for name in (guest.username, "nobody", "ada"):
        with pytest.raises(NoSuchPerson):
            friends.friend_ask(ada, name)


def test_a_seat_is_kept_for_a_friend_and_for_nobody_else(ada: User, bob: User, eve: User) -> None:
    befriended(ada, bob)
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open"), Place("open")], {}, public=False))
    friends.friend_invite(table.slug, ada, "bob")
    assert Notice.objects.filter(user=bob, table=table, kind="invited").count() == 1
    with pytest.raises(WrongMoment):
        friends.friend_invite(table.slug, ada, "bob")
    with pytest.raises(NotYourSeat):
        friends.friend_invite(table.slug, ada, "eve")
    with pytest.raises(NotYourSeat):
        friends.friend_invite(table.slug, bob, "ada")
    invitation_accept(Invitation.objects.get(kept_for=bob).code, bob)
    assert table.seats.filter(user=bob).exists()


def test_the_pages_of_friends(ada: User, bob: User) -> None:
    reader = client_of(ada)
    assert "Ask to be friends" in reader.get("/people/bob/").content.decode()
    assert "Ask to be friends" not in reader.get("/people/ada/").content.decode()
    assert "Ask to be friends" not in client_of(guest_create()).get("/people/bob/").content.decode()
    assert reader.post("/people/bob/friend/", {"do": "ask"}).status_code == 302
    assert "would like to be friends" in client_of(bob).get("/people/").content.decode()
    assert client_of(bob).post("/people/ada/friend/", {"do": "accept", "back": "people"}).headers["Location"] == "/people/"
    assert people.friends_of(ada) == [bob]
    assert client_of(None).post("/people/bob/friend/", {"do": "ask"}).status_code == 302
    assert Friendship.objects.count() == 1


def test_when_enough_want_the_same_the_game_begins(ada: User, bob: User, eve: User) -> None:
    assert seeking.seek_begin(ada, "pebbles", 2, "live", rated=True) is None
    assert seeking.seek_begin(eve, "pebbles", 2, "live", rated=False) is None
    assert seeking.seek_begin(eve, "pebbles", 2, "deadline", rated=True) is None
    table = seeking.seek_begin(bob, "pebbles", 2, "live", rated=True)
    assert table is not None
    assert (table.status, table.rated) == (Status.PLAYING, True)
    assert set(table.seats.values_list("user__username", flat=True)) == {"ada", "bob"}
    assert list(Seek.objects.values_list("user__username", flat=True)) == ["eve"]
    assert Notice.objects.filter(user=ada, table=table, kind="started").exists()


def test_nobody_waits_for_ever(ada: User, bob: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        seeking.seek_begin(ada, "pebbles", 2, "live", rated=False)
        clock.shift(timedelta(minutes=31))
        assert seeking.seek_begin(bob, "pebbles", 2, "live", rated=False) is None
        assert [one.user for one in people.waiting(timezone.now())] == [bob]


def test_nonsense_and_guests_do_not_wait(ada: User) -> None:
    for seats, pace in ((1, "live"), (9, "live"), (2, "clock")):
        with pytest.raises(BadRequest):
            seeking.seek_begin(ada, "pebbles", seats, pace, rated=False)
    with pytest.raises(NeedsAccount):
        seeking.seek_begin(guest_create(), "pebbles", 2, "live", rated=False)


def test_the_page_of_those_who_wait(ada: User, bob: User) -> None:
    wish = {"title": "pebbles", "seats": "2", "pace": "live"}
    assert client_of(ada).post("/waiting/", wish).headers["Location"] == "/people/"
    page = client_of(bob).get("/people/").content.decode()
    assert "1 more wanted" in page
    assert "Join them" in page
    assert "Join them" not in client_of(guest_create()).get("/people/").content.decode()
    assert client_of(ada).post("/waiting/", {**wish, "do": "stop"}).status_code == 302
    assert not Seek.objects.exists()
    client_of(ada).post("/waiting/", wish)
    answer = client_of(bob).post("/waiting/", wish)
    assert answer.headers["Location"] == f"/t/{Table.objects.get().slug}/"
    wrong = client_of(ada).post("/waiting/", {**wish, "seats": "6"})
    assert wrong.status_code == 400
    assert not Seek.objects.exists()
    assert client_of(account_create("kim", "", "a secret of kim")).post("/waiting/", {"title": "chess"}).status_code == 400


def test_people_are_found_by_the_beginning_of_their_names(ada: User, bob: User) -> None:
    account_create("Adalbert", "", "a very long secret")
    page = client_of(bob).get("/find/", {"name": "aD"}).content.decode()
    assert [name for name in ("ada", "Adalbert", "bob") if f'/people/{name}/"' in page] == ["ada", "Adalbert"]
    assert "No name begins so." in client_of(bob).get("/find/", {"name": "zz%"}).content.decode()
    assert "at least 2 letters" in client_of(bob).get("/find/", {"name": "a"}).content.decode()
    assert "/find/" in client_of(bob).get("/people/").content.decode()
    assert client_of(None).get("/find/", {"name": "ad"}).status_code == 302


def test_whoever_is_suspended_and_guests_are_not_found(ada: User, bob: User) -> None:
    guest = guest_create()
    assert people.beginning_with("bo").names == ["bob"]
    bob.is_active = False
    bob.save()
    assert people.beginning_with("bo").names == people.beginning_with(guest.username).names == []


def test_found_people_come_a_page_at_a_time(ada: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    User.objects.bulk_create([User(username=f"crowd{number:02}") for number in range(people.PAGE + 3)])
    with django_assert_num_queries(1):
        first = people.beginning_with("crowd")
    rest = people.beginning_with("crowd", first.after)
    assert (len(first.names), len(rest.names), rest.after) == (people.PAGE, 3, "")
    assert not set(first.names) & set(rest.names)
    assert 'rel="next"' in client_of(ada).get("/find/", {"name": "crowd"}).content.decode()


def test_nobody_lists_everybody(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(throttle.LIMITS, "find", (throttle.Limit(1, 60),))
    asks = [client_of(ada).get("/find/", {"name": "ad"}).status_code for _ in range(2)]
    assert asks == [200, 429]
