"""What is held of a person: all of it in the export, none of it left behind, and the games of others go on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.utils import timezone

from marchland.kernel.match import read_record
from marchland.kernel.replay import replay
from marchland.web.absence.models import Deadline, Draft, Instructions, Vacation
from marchland.web.accounts.holdings import GOES, HOLDINGS, STAYS
from marchland.web.accounts.models import Session, User
from marchland.web.accounts.selectors import personal_data
from marchland.web.accounts.services import account_create, account_delete
from marchland.web.api.services import token_create
from marchland.web.company.models import Entrant, Friendship, Rating, Result, Seek, Tournament
from marchland.web.company.tournaments import tournament_create, tournament_enter, tournament_start
from marchland.web.hosting.models import Ballot, Motion
from marchland.web.letters.models import Announcement, Missive, Party, Thread
from marchland.web.lobby import links
from marchland.web.lobby.services import Place, Wish, seat_leave, seat_take, table_create
from marchland.web.notices.models import Channel, Delivery, Device, Hook, Notice, NoticeKind, Preferences
from marchland.web.post.models import ByMail, Letter, Outgoing
from marchland.web.staff.book import write
from marchland.web.staff.models import What
from marchland.web.tables.history import record
from marchland.web.tables.models import Admission, Invitation, Seat, Sheet, Status, Table, Waiting
from marchland.web.tables.services import action_submit, chat_write

from .conftest import client_of, sit_down

pytestmark = pytest.mark.django_db

MARK = "quillfeather"
"""In every name and text of somebody's own: whatever of it is left after they went is found."""


def relations() -> set[tuple[str, str]]:
    """Every field of every model that points to a person, as Django knows them."""
    return {
        (model._meta.label, field.name)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.concrete and field.is_relation and field.related_model is User and not field.many_to_many
    }


def test_every_model_that_points_to_people_is_in_the_table_of_what_is_held() -> None:
    """A new one has to be told in the export, and to be thought of when somebody leaves."""
    listed = {(one.model, one.by) for one in HOLDINGS if one.by != "-"}
    assert relations() == listed
    assert {one.fate for one in HOLDINGS} == {*GOES, *STAYS}
    for one in HOLDINGS:
        apps.get_model(one.model)


def test_the_export_has_a_place_for_whatever_is_held(mira: User) -> None:
    data = personal_data(mira)
    for one in HOLDINGS:
        told: Any = data
        for part in one.told.split("."):
            told = told[0] if isinstance(told, list) else told
            assert part in told, f"{one.model}: {one.told}"
            told = told[part]
        assert told not in ([], {}, None, ""), f"{one.model}: {one.told} is empty"


@pytest.fixture
def bea(db: None) -> User:
    return account_create("bea", "bea@example.org", "another long secret")


@pytest.fixture
def mira(bea: User) -> User:
    """Somebody of whom everything is held that can be."""
    user = account_create(f"{MARK}-mira", f"{MARK}@example.org", "a long secret")
    client = Client(headers={"user-agent": f"Firefox {MARK}"})
    client.post("/account/login/", {"username": user.username, "password": "a long secret"})
    playing = sit_down(user, bea)
    table = table_create(bea, Wish("pebbles", [Place("me"), Place("invited", guest=user)], {}))
    seat_facts(playing, user)
    mail_facts(playing, user)
    company_facts(playing, user, bea)
    written_facts(playing, user)
    Waiting.objects.create(table=table, user=user, note=MARK)
    Admission.objects.create(table=table, user=user, kind="watches")
    Seat.objects.filter(table=table, number=1).update(held_for=user)
    Invitation.objects.create(table=table, seat=1, taken_by=user)
    motion = Motion.objects.create(table=playing, act={"do": "pause"}, seat=1, until=timezone.now())
    Ballot.objects.create(motion=motion, user=user, in_favour=True)
    write(bea, What.SESSIONS, user.username, user.pk, "a stranger in her browser")
    user.groups.create(name="keepers")
    user.user_permissions.add(Permission.objects.all()[0])
    return user


def seat_facts(table: Table, user: User) -> None:
    chat_write(table.slug, user, f"{MARK} says hello")
    action_submit(table.slug, user, 0, {"type": "Bid", "amount": 2}, 0)
    token_create(user, MARK)
    mine = Seat.objects.filter(table=table, user=user)
    mine.update(plan={"answers": [MARK]}, standing=[MARK], guide={"note": MARK}, advice={"note": MARK})
    left = sit_down(account_create("third", "", "a third long secret"), user)
    seat_leave(left.slug, user)
    assert left.seats.get(number=1).name == user.username


def mail_facts(table: Table, user: User) -> None:
    place, now = table.seats.get(number=0), timezone.now()
    ByMail.objects.create(seat=place, user=user)
    facts: dict[str, Any] = {"table": table, "seat": 0}
    Outgoing.objects.create(name="one", recipient=user.email, message_id="1", data=f"Dear {MARK}".encode(), **facts)
    Letter.objects.create(digest="1", content="1", sender=user.email, message_id=f"1@{MARK}", outcome="taken", arrived=now, **facts)
    Letter.objects.create(digest="2", content="2", sender=user.email.upper(), outcome="unproven", arrived=now)
    Notice.objects.create(user=user, table=table, kind=NoticeKind.YOUR_TURN, detail={"text": MARK})
    Delivery.objects.create(user=user, table=table, kind=NoticeKind.YOUR_TURN, channel=Channel.MAIL, due=now, detail={"a": MARK})
    Preferences.objects.get_or_create(user=user)
    Device.objects.create(user=user, endpoint=f"https://push.example/{MARK}", key="k", auth="a", name=MARK)
    Hook.objects.create(user=user, url=f"https://hook.example/{MARK}")


def company_facts(table: Table, user: User, friend: User) -> None:
    now = timezone.now()
    Rating.objects.create(user=user, title="pebbles", mu=25, sigma=8)
    Result.objects.create(table=table, seat=0, user=user, rank=1)
    Friendship.objects.create(asker=user, asked=friend, accepted=True)
    Seek.objects.create(user=user, title="pebbles", seats=2, until=now)
    Vacation.objects.create(user=user, start=now, end=now)
    Deadline.objects.create(user=user, table=table, kept=True)
    tournament_enter(tournament_create(user, "Cup", "pebbles", "robin", 2, "live", False).pk, user)
    running = tournament_create(friend, "Shield", "pebbles", "robin", 2, "live", False)
    for person in (user, friend):
        tournament_enter(running.pk, person)
    tournament_start(running.pk, friend)


def written_facts(table: Table, user: User) -> None:
    Draft.objects.create(table=table, seat=0, turn="1", text=f"draft of {MARK}")
    Instructions.objects.create(table=table, seat=0, orders=f"orders of {MARK}")
    facts = {"text": f"sheet of {MARK}", "receipt": {"lines": [MARK]}, "letters": {"en": MARK}}
    Sheet.objects.create(table=table, seat=0, user=user, number=1, entry=1, turn="1", **facts)
    thread = Thread.objects.create(table=table, subject=f"about {MARK}")
    Party.objects.bulk_create(Party(thread=thread, seat=seat) for seat in (0, 1))
    Missive.objects.create(thread=thread, seat=0, user=user, text=f"letter of {MARK}")
    Announcement.objects.create(table=table, opened=0, seat=0, user=user, text=f"announcement of {MARK}")


def left_of(mark: str) -> list[str]:
    """Every column of every table in which it still stands."""
    found = []
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{name}"')
            columns = [column[0] for column in cursor.description or ()]
            for row in cursor.fetchall():
                found += [f"{name}.{column}" for column, value in zip(columns, row, strict=True) if mark in _text(value).lower()]
    return sorted(set(found))


def _text(value: Any) -> str:
    return bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else str(value)


def test_everything_somebody_wrote_can_be_taken_away(mira: User) -> None:
    text = client_of(mira).get("/account/export/").content.decode()
    for what in (
        "says hello", "draft of", "orders of", "sheet of", "letter of", "announcement of", "about", "Dear", "push.example",
        "hook.example", "keepers",
    ):  # fmt: skip
        assert what in text
    data = json.loads(text)
    assert data["tables"][0]["moves"][0]["action"] == {"type": "Bid", "amount": 2}
    assert data["sessions"][0]["device"] == "Firefox"
    secrets = [*Session.objects.values_list("session_key", flat=True), *mira.hooks.values_list("secret", flat=True)]
    assert not any(secret in text for secret in secrets)


def test_nothing_of_a_name_a_word_or_an_address_is_left_behind(mira: User, bea: User) -> None:
    assert len(left_of(MARK)) > 20
    number = mira.pk
    assert client_of(mira).post("/account/delete/", {"username": mira.username}).status_code == 302
    assert left_of(MARK) == ["staff_deed.about"], "the operators' book alone, as the page says"
    for model, name in relations():
        assert not apps.get_model(model)._default_manager.filter(**{name: number}).exists(), model
    assert User.objects.filter(username="bea").exists()


def test_games_go_on_and_are_still_proven_when_somebody_has_left(mira: User, bea: User) -> None:
    table = Sheet.objects.get().table
    account_delete(mira)
    table.refresh_from_db()
    left = table.seats.get(number=0)
    assert (table.status, table.host, left.departed, left.sought) == (Status.PLAYING, None, True, True)
    client = client_of(bea)
    assert client.get(f"/t/{table.slug}/").status_code == 200
    client.post(f"/t/{table.slug}/fill/", {"seat": 0, "level": "random"})
    assert table.seats.get(number=0).bot == "random"
    Table.objects.filter(pk=table.pk).update(status=Status.OVER)
    table.refresh_from_db()
    told = read_record(record(table))
    assert [entry.action for entry in told.entries] == [{"type": "Bid", "amount": 2}]
    assert list(replay(told)), "every roll and every fingerprint is as the key says"


def test_tables_and_tournaments_of_somebody_who_left_have_no_dead_ends(mira: User, bea: User) -> None:
    """A table gathering under a host without a seat; a seat that was held; a tournament nobody could start."""
    gathering = table_create(mira, Wish("pebbles", [Place("open"), Place("open")], {}))
    seat_take(gathering.slug, bea, 0)
    held = Seat.objects.get(held_for=mira).table
    account_delete(mira)
    gathering.refresh_from_db()
    assert gathering.host == bea
    assert not held.seats.exclude(held_until=None).exists()
    assert not Tournament.objects.filter(name="Cup").exists()
    entrant = Entrant.objects.get(tournament__name="Shield", user=None)
    assert (entrant.name, entrant.is_out) == ("", True)
    shield = Tournament.objects.get(name="Shield")
    assert "somebody who left" in client_of(bea).get(f"/tournaments/{shield.pk}/").content.decode()


def test_mails_of_somebody_else_with_the_same_address_stay(mira: User) -> None:
    twin = account_create("twin", mira.email, "a twin's long secret")
    table = sit_down(twin, account_create("fifth", "", "a fifth long secret"))
    Outgoing.objects.create(name="two", table=table, seat=0, recipient=mira.email, message_id="2", data=b"")
    account_delete(mira)
    assert [one.name for one in Outgoing.objects.all()] == ["two"]


def test_the_page_says_what_goes_and_what_stays(mira: User) -> None:
    page = client_of(mira).get("/account/delete/").content.decode().replace("&#x27;", "'")
    for sentence in (*GOES.values(), *STAYS.values()):
        assert str(sentence) in page


# -- somebody who was sent away --------------------------------------------------------------------------


def api(user: User, path: str, **body: Any) -> int:
    client = Client(headers={"authorization": f"Bearer {token_create(user, 'x')}"})
    answer = client.post(path, body, content_type="application/json") if body else client.get(path)
    return int(answer.status_code)


@pytest.mark.parametrize("public", [True, False])
def test_a_kicked_player_stays_out_by_every_way_until_the_host_lets_them_back(
    public: bool, ada: User, bob: User, eve: User
) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open"), Place("invited")], {}, public=public, watching="all"))
    links.seat_choose(table.slug, bob, 1, table.join_code)
    seat_link = table.invitations.get().code
    links.seat_kick(table.slug, ada, 1)
    client = client_of(bob)
    home = client.get("/").content.decode()
    assert table.slug not in home
    for path in (f"/join/{table.join_code}/", f"/join/{seat_link}/", f"/watch/{table.watch_code}/"):
        for ask in (client.get, client.post):
            assert ask(path)["location"] == "/", path
            assert "does not want you" in client.get("/").content.decode(), path
    for path in (f"/t/{table.slug}/", f"/t/{table.slug}/parts/"):
        assert client.get(path).status_code == 404
    for what in ("choose", "line", "join"):
        assert client.post(f"/t/{table.slug}/{what}/", {"seat": 1, "code": table.join_code})["location"] == "/"
    where = f"/api/tables/{table.slug}"
    tried = [api(bob, where), api(bob, f"{where}/join", code=table.join_code), api(bob, f"{where}/chat", text="hello")]
    assert tried == [404, 404, 404]
    assert [one.user for one in table.seats.all()] == [ada, None, None]
    assert not table.waiting.exists()
    assert client_of(eve).get(f"/join/{table.join_code}/").status_code == 200
    client_of(ada).post(f"/t/{table.slug}/admit/", {"person": bob.pk, "do": "back"})
    assert client.get(f"/join/{table.join_code}/").status_code == 200
    client.post(f"/t/{table.slug}/choose/", {"seat": 1, "code": table.join_code})
    assert table.seats.get(number=1).user == bob


def test_a_guest_who_was_sent_away_does_not_come_back_by_logging_in(ada: User, bob: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open"), Place("open")], {}, public=False))
    client = Client()
    client.post(f"/t/{table.slug}/choose/", {"seat": 1, "code": table.join_code})
    Admission.objects.create(table=table, user=bob, kind="watches")
    links.seat_kick(table.slug, ada, 1)
    client.post("/account/login/", {"username": "bob", "password": "another long secret"})
    assert client.get(f"/join/{table.join_code}/")["location"] == "/"
    assert Admission.objects.get(table=table).kind == "barred"


def test_a_friends_invitation_does_not_bring_back_whom_the_host_sent_away_but_the_hosts_does(
    ada: User, bob: User, eve: User
) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), *[Place("open")] * 3], {}))
    for number, person in ((1, bob), (2, eve)):
        links.seat_choose(table.slug, person, number, table.join_code)
    links.seat_kick(table.slug, ada, 2)
    for friend in (ada, bob):
        Friendship.objects.create(asker=friend, asked=eve, accepted=True)
    client_of(bob).post(f"/t/{table.slug}/invite/", {"name": "eve"})
    assert not table.invitations.exists()
    client_of(ada).post(f"/t/{table.slug}/invite/", {"name": "eve"})
    client_of(eve).post(f"/join/{table.invitations.get().code}/")
    assert table.seats.filter(user=eve).exists()
