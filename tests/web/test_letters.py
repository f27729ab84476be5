"""Letters between seats: who reads them, who does not even learn of them, and what becomes of them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from marchland.games.cendre.state import Offer, War
from marchland.web.accounts.models import User
from marchland.web.accounts.selectors import personal_data
from marchland.web.accounts.services import account_create, account_delete, guest_create, guest_log_in
from marchland.web.config.throttle import LIMITS, Limit
from marchland.web.hosting.acts import act_from
from marchland.web.letters.models import Announcement, Missive, Thread
from marchland.web.letters.refusals import Announced, NobodyToWriteTo, NoLetters, WrongLength
from marchland.web.letters.selectors import are_allowed, unread
from marchland.web.letters.services import announcement_make, announcement_withdraw, letter_answer, letter_write
from marchland.web.lobby.services import Place, Wish, seat_leave, seat_take, table_create
from marchland.web.notices.models import Notice
from marchland.web.tables import announcing, keeping
from marchland.web.tables.models import Entry, Seat, Status, Table
from marchland.web.tables.refusals import BadRequest, NotYourSeat, WrongMoment
from marchland.web.tables.services import action_submit

from .conftest import client_of, sit_down

pytestmark = pytest.mark.django_db

SECRET = "meet me at the old mill"


@pytest.fixture
def carla(db: None) -> User:
    return account_create("carla", "carla@example.org", "a third long secret")


@pytest.fixture
def trio(ada: User, bob: User, carla: User) -> Table:
    return sit_down(ada, bob, carla, pace="slow", written=True)


def page(user: User | None, table: Table, query: str = "") -> Any:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(f"/t/{table.slug}/letters/?{query}")


def test_a_letter_is_read_answered_and_counted(trio: Table, ada: User, bob: User, carla: User) -> None:
    client = Client()
    client.force_login(ada)
    sent = client.post(
        f"/t/{trio.slug}/letters/", {"do": "write", "to": [1], "subject": "The mill", "text": f"{SECRET}\r\n<b>A.</b>"}
    )
    thread = Thread.objects.get()
    assert sent["location"] == f"/t/{trio.slug}/letters/?thread={thread.pk}"
    assert [unread(trio, seat) for seat in (0, 1, 2, None)] == [0, 1, 0, 0]
    assert client_of(bob).get(f"/t/{trio.slug}/letters/").json() == {"unread": 1}
    assert 'class="badge">1</span>' in client_of(bob).get(f"/t/{trio.slug}/").content.decode()
    opened = page(bob, trio, f"thread={thread.pk}").content.decode()
    assert f"{SECRET}\n&lt;b&gt;A.&lt;/b&gt;" in opened
    assert "The mill" in opened
    assert unread(trio, 1) == 0
    letter_answer(trio.slug, bob, None, thread.pk, "I shall be there")
    assert [unread(trio, seat) for seat in (0, 1, 2)] == [1, 0, 0]
    assert "I shall be there" in page(ada, trio).content.decode()
    assert "I shall be there" in page(ada, trio, f"thread={thread.pk}").content.decode()
    assert unread(trio, 0) == 0


def test_a_group_letter_is_answered_to_all_of_them(trio: Table, ada: User, bob: User, carla: User) -> None:
    first = letter_write(trio.slug, ada, 0, [2, 1, 1, 0], "", "to both")
    letter_answer(trio.slug, carla, None, first.thread_id, "to both of you, too")
    assert [unread(trio, seat) for seat in (0, 1, 2)] == [1, 2, 1]
    assert list(first.thread.parties.values_list("seat", flat=True)) == [0, 1, 2]


def everything_seen_by(user: User | None, table: Table) -> dict[str, Any]:
    """All that somebody finds at the table's pages."""
    client = client_of(user)
    ways = ("", "parts/?seen=0", "log/", "letters/", "host/", "papers/?paper=gazette", "replay/?at=0")
    found = {way: client.get(f"/t/{table.slug}/{way}") for way in ways}
    bare = {way: (answer.status_code, answer.content.decode().replace(table.slug, "")) for way, answer in found.items()}
    return {way: (status, _without_tokens(text)) for way, (status, text) in bare.items()}


def _without_tokens(text: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"|"now":\s*\d+|data-now="\d+"', "", text)


def test_others_do_not_even_learn_that_there_was_a_letter(trio: Table, ada: User, bob: User, carla: User, eve: User) -> None:
    Table.objects.filter(pk=trio.pk).update(host=eve)
    lookers = (None, carla, eve)
    before = [everything_seen_by(user, trio) for user in lookers]
    rows = Table.objects.filter(pk=trio.pk).values().get(), Entry.objects.count()
    letter = letter_write(trio.slug, ada, 0, [1], "psst", SECRET)
    assert [everything_seen_by(user, trio) for user in lookers] == before
    assert (Table.objects.filter(pk=trio.pk).values().get(), Entry.objects.count()) == rows
    assert Notice.objects.filter(kind="letter").values_list("user__username", flat=True).get() == "bob"
    assert page(carla, trio, f"thread={letter.thread_id}").content == page(carla, trio, "thread=99999").content
    assert [page(user, trio, f"thread={letter.thread_id}").status_code for user in (eve, None)] == [403, 302]
    with pytest.raises(BadRequest):
        letter_answer(trio.slug, carla, 2, letter.thread_id, "let me in")
    for somebody, seat in ((eve, None), (carla, 0)):
        with pytest.raises(NotYourSeat):
            letter_write(trio.slug, somebody, seat, [1], "", "forged")
    Table.objects.filter(pk=trio.pk).update(status=Status.OVER)
    assert [SECRET in page(user, trio, f"thread={letter.thread_id}").content.decode() for user in (ada, bob, carla, eve)] == [
        True, True, False, False,
    ]  # fmt: skip


def test_only_its_reader_is_told_that_a_letter_has_come(
    trio: Table, ada: User, bob: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(announcing, "_send", lambda group, message: heard.append((group, message)))
    with django_capture_on_commit_callbacks(execute=True):
        letter_write(trio.slug, ada, 0, [1], "psst", SECRET)
    assert heard == [(f"user.{bob.pk}", {"type": "news", "kind": "letter", "slug": trio.slug})]


def test_what_cannot_be_sent_is_refused_and_stays_on_the_page(trio: Table, ada: User, bob: User) -> None:
    client = Client()
    client.force_login(ada)
    lost = client.post(f"/t/{trio.slug}/letters/", {"do": "write", "subject": "Lost", "text": SECRET})
    assert (lost.status_code, SECRET in lost.content.decode(), "Choose to whom" in lost.content.decode()) == (400, True, True)
    for to, text, refusal in (
        ([0], "x", NobodyToWriteTo),
        ([7], "x", BadRequest),
        ([1], " \n ", WrongLength),
        ([1], "x" * 4001, WrongLength),
    ):
        with pytest.raises(refusal):
            letter_write(trio.slug, ada, 0, to, "", text)
    assert letter_write(trio.slug, ada, 0, [1], "", "x" * 4000 + "\r\n").text == "x" * 4000
    assert letter_write(trio.slug, ada, 0, [1], "", "\u202eso\x00 what\u2066").text == "so what"


def test_letters_have_a_measure(trio: Table, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "letter", (Limit(2, 60),))
    client = client_of(ada)
    sent = [client.post(f"/t/{trio.slug}/letters/", {"do": "write", "to": [1], "text": "again"}).status_code for _ in range(3)]
    assert sent == [200, 200, 429]
    assert Missive.objects.count() == 2


def test_bots_are_written_to_and_it_is_said_that_they_never_answer(ada: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("bot", level="random")], {"written": True}, pace="slow"))
    assert "never answers" in page(ada, table).content.decode()
    letter_write(table.slug, ada, 0, [1], "", "hello machine")
    assert not Notice.objects.filter(kind="letter").exists()


def test_a_table_may_do_without_letters_and_its_host_may_change_that(ada: User, bob: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open")], {}, letters=False))
    seat_take(table.slug, bob, 1)
    with pytest.raises(NoLetters):
        letter_write(table.slug, bob, 1, [0], "", "psst")
    assert "No letters are written" in page(bob, table).content.decode()
    assert "/letters/" not in client_of(bob).get(f"/t/{table.slug}/").content.decode()
    client = client_of(ada)
    entry = Table.objects.get(pk=table.pk).entries_made
    assert client.post(f"/t/{table.slug}/host/", {"do": "letters_on", "entry": entry}).status_code == 200
    letter_write(table.slug, bob, 1, [0], "", "psst")
    entry = Table.objects.get(pk=table.pk).entries_made
    client.post(f"/t/{table.slug}/host/", {"do": "letters_off", "entry": entry})
    assert "psst" in page(ada, table).content.decode()
    with pytest.raises(NoLetters):
        letter_answer(table.slug, ada, 0, Thread.objects.get().pk, "and now?")
    with pytest.raises(WrongMoment):
        act_from({"do": "letters_off"}).must_be_possible(Table.objects.get(pk=table.pk))


def test_where_nothing_is_written_letters_are_for_the_host_to_allow() -> None:
    wishes = (None, True, False)
    assert [are_allowed(Table(title="vinci", with_letters=wish)) for wish in wishes] == [False, True, False]
    assert [are_allowed(Table(title="cendre", with_letters=wish)) for wish in wishes] == [True, True, False]


# -- treaties -------------------------------------------------------------------------------------------------------


def test_what_two_nations_know_alone_is_on_nobody_elses_page(ada: User, bob: User, carla: User, eve: User) -> None:
    places = [Place("me"), Place("open"), Place("open")]
    table = table_create(ada, Wish("cendre", places, {"nations": "AKLA,MERISSE,FER"}, pace="slow"))
    for number, user in ((1, bob), (2, carla)):
        seat_take(table.slug, user, number)
    state: Any = keeping.present_state(Table.objects.get(pk=table.pk))
    state.wars["AKLA|MERISSE"] = War(one="AKLA", other="MERISSE", since=0)
    state.offers = [Offer(kind="white_peace", by="MERISSE", to="AKLA", turn=-1)]
    Table.objects.filter(pk=table.pk).update(state=state.to_json().decode())
    looks = {user: client_of(user).get(f"/t/{table.slug}/bonds/").content.decode() for user in (ada, bob, carla, eve, None)}
    assert all("war since spring 201" in page for page in looks.values())
    assert {user.username for user, page in looks.items() if user and "white peace, offered by Merisse" in page} == {"ada", "bob"}
    asked = {"entry": Table.objects.get(pk=table.pk).entries_made, "do": "more", "text": ""}
    desks = [client_of(user).post(f"/t/{table.slug}/cards/", asked).json()["parts"]["deals"] for user in (ada, bob, carla)]
    assert ["White peace, offered" in html for html in desks] == [True, True, False]
    assert f'href="/t/{table.slug}/letters/?to=1"' in desks[0]
    assert 'value="add DIPLOMATIE accept-white-peace MERISSE"' in desks[0]


# -- seats that change hands ---------------------------------------------------------------------------------------


def test_the_archive_goes_with_the_seat_and_a_stand_in_reads_nothing(trio: Table, ada: User, bob: User, eve: User) -> None:
    letter = letter_write(trio.slug, ada, 0, [1], "", SECRET)
    Seat.objects.filter(table=trio, number=1).update(stand_in="random", stand_in_until="return")
    assert "away, reads it on return" in page(ada, trio).content.decode()
    assert unread(trio, 1) == 1
    seat_leave(trio.slug, bob)
    assert "its next player reads it" in page(ada, trio).content.decode()
    assert SECRET not in page(bob, trio, f"thread={letter.thread_id}").content.decode()
    letter_answer(trio.slug, ada, 0, letter.thread_id, "are you there?")
    Seat.objects.filter(table=trio, number=1).update(kind="invited", departed=False)
    assert "its next player reads it" in page(ada, trio).content.decode()
    Seat.objects.filter(table=trio, number=1).update(kind="user", departed=True)
    seat_take(trio.slug, eve, 1)
    opened = page(eve, trio, f"thread={letter.thread_id}").content.decode()
    assert SECRET in opened
    assert "are you there?" in opened


def test_a_shared_screen_shows_the_letters_of_whoever_sits_before_it(ada: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("hotseat", name="Zoe")], {"written": True}, pace="slow"))
    letter = letter_write(table.slug, ada, 0, [1], "", SECRET)
    assert not Notice.objects.filter(kind="letter").exists()
    client = client_of(ada)
    assert client.get(f"/t/{table.slug}/letters/?seat=1&thread={letter.thread_id}").status_code == 409
    client.post(f"/t/{table.slug}/screen/", {"seat": 1})
    assert client.get(f"/t/{table.slug}/letters/?seat=1").json() == {"unread": 1}
    assert client.get(f"/t/{table.slug}/letters/?seat=0").status_code == 409


# -- those who wrote -----------------------------------------------------------------------------------------------


def test_what_somebody_wrote_is_in_their_export_and_goes_with_them(trio: Table, ada: User, bob: User) -> None:
    letter = letter_write(trio.slug, ada, 0, [1, 2], "The mill", SECRET)
    letter_answer(trio.slug, bob, 1, letter.thread_id, "a word of mine")
    announcement_make(trio.slug, ada, 0, "hear hear")
    told = personal_data(ada)["letters"]
    assert [(one["to"], one["subject"], one["text"]) for one in told["written"]] == [([1, 2], "The mill", SECRET)]
    assert [one["text"] for one in told["announced"]] == ["hear hear"]
    assert SECRET not in json.dumps(personal_data(bob))
    account_delete(ada)
    assert SECRET not in json.dumps(
        [list(model.objects.values()) for model in (Thread, Missive, Announcement, Notice)], default=str
    )
    assert not Thread.objects.exclude(subject="").exists()
    assert not Announcement.objects.exists()
    left = page(bob, trio, f"thread={letter.thread_id}").content.decode()
    assert "has gone with the account" in left
    assert "a word of mine" in left
    account_delete(bob)
    assert not Missive.objects.exclude(text="").exists()


def test_a_guest_takes_letters_along(ada: User, bob: User) -> None:
    guest = guest_create()
    table = sit_down(bob, guest, written=True)
    letter_write(table.slug, guest, 1, [0], "", SECRET)
    announcement_make(table.slug, guest, 1, "hear hear")
    guest_log_in(guest, ada)
    assert (Missive.objects.get().user, Missive.objects.get().text, Announcement.objects.get().user) == (ada, SECRET, ada)


# -- announcements -------------------------------------------------------------------------------------------------


def play_turn(table: Table, people: tuple[User, ...]) -> None:
    """One turn of bids, and what else is asked until the next."""
    opened = Entry.objects.filter(table=table, undone=False).exclude(turn="").order_by("-n").values_list("n", flat=True)[0]
    while not Entry.objects.filter(table=table, n__gt=opened, undone=False).exclude(turn="").exists():
        table.refresh_from_db()
        seat = table.deciders[0]
        action_submit(table.slug, people[seat], seat, 0, table.entries_made)
    table.refresh_from_db()


def gazette(user: User | None, table: Table, **query: object) -> str:
    asked = "&".join(f"{name}={value}" for name, value in {"paper": "gazette", **query}.items())
    answer = client_of(user).get(f"/t/{table.slug}/papers/?{asked}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_announcement_is_in_the_gazette_of_its_turn_and_nowhere_before(
    trio: Table, ada: User, bob: User, carla: User, eve: User
) -> None:
    people, text = (ada, bob, carla), "Whoever attacks us\nattacks all"
    made = announcement_make(trio.slug, bob, 1, text)
    assert made.opened == 0
    lookers = (ada, carla, eve, None)
    assert not any("attacks all" in str(everything_seen_by(user, trio)) for user in lookers)
    assert "attacks all" in page(bob, trio).content.decode()
    play_turn(trio, people)
    for user in (*lookers, bob):
        assert "Announced by Blue: “Whoever attacks us attacks all”" in gazette(user, trio)
    assert "attacks all" in gazette(eve, trio, **{"as": "txt"})
    own = client_of(ada).get(f"/t/{trio.slug}/papers/?paper=own&as=txt").content.decode()
    assert "attacks all" in " ".join(own.split())
    assert "attacks all" not in page(bob, trio).content.decode()
    with pytest.raises(BadRequest):
        announcement_withdraw(trio.slug, bob, 1, made.pk)
    play_turn(trio, people)
    assert "attacks all" not in gazette(eve, trio)


def test_announcements_are_few_and_can_be_withdrawn_by_their_seat_alone(trio: Table, ada: User, bob: User, eve: User) -> None:
    first = announcement_make(trio.slug, ada, 0, "one")
    announcement_make(trio.slug, ada, 0, "two")
    with pytest.raises(Announced):
        announcement_make(trio.slug, ada, 0, "three")
    with pytest.raises(BadRequest):
        announcement_withdraw(trio.slug, bob, 1, first.pk)
    with pytest.raises(NotYourSeat):
        announcement_make(trio.slug, eve, None, "me too")
    announcement_withdraw(trio.slug, ada, 0, first.pk)
    announcement_make(trio.slug, ada, 0, "three")
    assert list(Announcement.objects.values_list("text", flat=True)) == ["two", "three"]


def test_what_was_announced_in_a_turn_that_is_taken_back_is_printed_when_it_is_played_again_or_not_at_all(
    trio: Table, ada: User, bob: User, carla: User
) -> None:
    people = (ada, bob, carla)
    first = announcement_make(trio.slug, ada, 0, "in the first turn")
    play_turn(trio, people)
    announcement_make(trio.slug, ada, 0, "in the second turn")
    entry = Table.objects.get(pk=trio.pk).entries_made
    back = {"do": "take_back", "to": 0, "note": "a mistake", "entry": entry}
    assert client_of(ada).post(f"/t/{trio.slug}/host/", back).status_code == 200
    assert "in the first turn" not in gazette(bob, trio)
    assert "in the first turn" in page(ada, trio).content.decode()
    assert "in the second turn" not in page(ada, trio).content.decode()
    play_turn(trio, people)
    assert "in the first turn" in gazette(bob, trio)
    play_turn(trio, people)
    assert "in the second turn" not in gazette(bob, trio)
    assert first.opened == 0
