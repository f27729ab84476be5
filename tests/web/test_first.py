"""A first game: what to play is asked where there is something to choose, and one click begins it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from marchland.kernel.match import read_record
from marchland.kernel.replay import replay
from marchland.kernel.title import titles
from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, seat_leave, seat_take, table_create
from marchland.web.tables import history, keeping
from marchland.web.tables.models import Status, Table

from .conftest import client_of

pytestmark = pytest.mark.django_db


def test_play_now_asks_what_to_play_and_one_click_begins() -> None:
    client = Client()
    assert 'href="/play/cendre/"' in client.get("/").content.decode(), "a question, and not yet a table"
    page = client.get("/play/cendre/").content.decode()
    gentle, _, others = page.partition("<details")
    assert [gentle.count('name="pick"'), others.count('name="pick"')] == [3, 17]
    assert "A goal for ten years" in gentle
    assert client.post("/play/cendre/").status_code == 200, "no nation: asked again"
    assert not Table.objects.exists()
    began = client.post("/play/cendre/", {"pick": "TRANQUILLE"})
    table = Table.objects.get()
    assert began.headers["location"] == f"/t/{table.slug}/"
    assert table.status == Status.PLAYING
    assert table.options["nations"].split(",")[0] == "TRANQUILLE"
    assert table.options["years"] == 10
    assert [seat.kind for seat in table.seats.all()] == ["user"] + ["bot"] * 19


def test_nonsense_begins_nothing_and_other_titles_need_no_choice() -> None:
    client = Client()
    assert client.post("/play/cendre/", {"pick": "ATLANTIS"}).headers["location"] == "/"
    assert not Table.objects.exists()
    assert 'name="pick"' not in client.get("/play/pebbles/").content.decode()


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_everything_a_seat_may_play_is_introduced(language: str) -> None:
    for title in titles().values():
        for option in title.options if title.parts.guide is not None else ():
            if option.of_seats and option.picks:
                assert title.parts.guide is not None
                told = title.parts.guide.introductions(language)
                assert sorted(one.pick for one in told) == sorted(option.picks)
                assert all(one.temper and len(one.strengths) == 2 and one.goal for one in told)
                assert [one.is_gentle for one in told[:4]] == [True, True, True, False]
                title.settings(title.parts.guide.FIRST_GAME)


# -- at the desk --------------------------------------------------------------------------------------------------------


@pytest.fixture
def realm(ada: User, bob: User) -> Table:
    """Two people with nations of their own."""
    places = [Place("me", pick="TRANQUILLE"), Place("open", pick="ROC")]
    table = table_create(ada, Wish("cendre", places, {"years": 1}))
    seat_take(table.slug, bob, 1)
    table.refresh_from_db()
    return table


def form_of(table: Table, seat: int = 0) -> str:
    return str(titles()["cendre"].parts.mail.form(keeping.present_state(table), seat, "", "en"))


def post(user: User | None, table: Table, where: str, **body: Any) -> Any:
    table.refresh_from_db()
    facts = {"entry": table.entries_made, **body}
    return client_of(user).post(f"/t/{table.slug}/{where}/", json.dumps(facts), content_type="application/json")


def advised(user: User, table: Table, text: str, do: str) -> tuple[str, str, list[str]]:
    """The text and the proposals after something was done with advice, and what can be done now."""
    answer = post(user, table, "cards", text=text, do=do)
    assert answer.status_code == 200, answer.content
    told = answer.json()
    shown = told["parts"]["proposals"]
    return told["text"], shown, re.findall(r'value="((?:take|refuse|replace) [^"]*)"', shown)


def test_the_stewards_proposals_are_taken_or_refused_one_by_one(realm: Table, ada: User) -> None:
    form = form_of(realm)
    text, shown, does = advised(ada, realm, form, "advise steward")
    assert text == form, "asking changes nothing"
    assert "The stores can pay for a town of level 3" in shown
    take, refuse = does[0], does[1]
    assert refuse.split()[-1] == take.split()[-1]
    text, _, left = advised(ada, realm, form, take)
    assert [line for line in text.splitlines() if line in form.splitlines()] == form.splitlines()
    assert len(text.splitlines()) == len(form.splitlines()) + 1
    assert take not in left
    _, _, left = advised(ada, realm, form, refuse)
    assert take not in left
    assert take not in advised(ada, realm, form, "advise steward")[2], "not again this turn"
    text, shown, left = advised(ada, realm, form, "take steward 0123456789ab")
    assert text == form
    assert "does not fit your sheet any more" in shown
    assert len(advised(ada, realm, form, "take steward *")[0].splitlines()) > len(form.splitlines()) + 2
    body = {"entry": realm.entries_made, "text": form, "do": "advise steward"}
    page = client_of(ada).post(f"/t/{realm.slug}/cards/", body, headers={"accept": "text/html"})
    assert 'value="take steward' in page.content.decode(), "without a script as well"


def test_a_bots_idea_is_merged_and_replaces_nothing_unasked(realm: Table, ada: User) -> None:
    mine = form_of(realm).replace("[ORDERS]\n", "[ORDERS]\nruler : embellish\n")
    text, shown, does = advised(ada, realm, mine, "advise bot:steward")
    assert text == mine
    assert "In the way of your sheet: 1" in shown
    merge = next(do for do in does if do.endswith("*"))
    merged, _, _ = advised(ada, realm, mine, merge)
    assert [line for line in merged.splitlines() if line in mine.splitlines()] == mine.splitlines()
    assert len(merged.splitlines()) > len(mine.splitlines())
    assert merged.count("ruler :") == mine.count("ruler :"), "what is in the way is left out"
    replaced, _, _ = advised(ada, realm, mine, next(do for do in does if do.startswith("replace")))
    assert "ruler : embellish" not in replaced
    for nonsense in ("advise bot:nobody", "advise bot:easy:zz", "take nobody *", "replace steward", "refuse <b>"):
        assert post(ada, realm, "cards", text=mine, do=nonsense).status_code == 400, nonsense


def test_lessons_are_for_those_who_want_them_and_can_be_left(realm: Table, ada: User, bob: User) -> None:
    def lesson(user: User, do: str, seat: int) -> str:
        return str(post(user, realm, "cards", text=form_of(realm, seat), do=do).json()["parts"]["lesson"])

    assert "Guide me through this season" in lesson(ada, "more", 0), "only offered at other tables"
    assert "Your first spring" in lesson(ada, "learn on", 0)
    assert "Your first spring" in lesson(ada, "more", 0), "it is kept"
    assert "Your first spring" not in lesson(bob, "more", 1), "each for himself"
    assert "Your first spring" not in lesson(ada, "learn off", 0)
    lesson(ada, "learn on", 0)
    seat_leave(realm.slug, ada)
    assert realm.seats.get(number=0).guide == {}, "it goes with whoever wanted it"


def test_whoever_plays_now_is_taught_and_only_the_own_seat_is_guided(realm: Table, ada: User, eve: User) -> None:
    Client().post("/play/cendre/", {"pick": "FEU", "seats": "2"})
    begun = Table.objects.latest("pk")
    assert begun.seats.get(number=0).guide == {"lessons": True}
    for do in ("learn on", "refuse 0123456789ab", "advise steward"):
        assert post(eve, realm, "cards", text=form_of(realm), do=do).status_code in (403, 409)
        assert post(None, realm, "cards", text=form_of(realm), do=do).status_code == 401
        assert post(ada, realm, "cards", text=form_of(realm), do=do, seat=1).status_code == 403
    assert all(seat.guide == {} for seat in realm.seats.all())


def test_a_thin_sheet_is_asked_about_once(realm: Table, ada: User) -> None:
    form = form_of(realm)
    asked = post(ada, realm, "desk", text=form, do="hand")
    assert asked.status_code == 422
    assert asked.json()["code"] == "unsure"
    assert 'value="hand:sure"' in asked.json()["sure"]
    assert not realm.sheets.exists()
    page = client_of(ada).post(
        f"/t/{realm.slug}/desk/", {"entry": realm.entries_made, "text": form, "do": "hand"}, headers={"accept": "text/html"}
    )
    assert page.status_code == 422
    assert "Nothing stands on this sheet but" in page.content.decode()
    assert post(ada, realm, "desk", text=form, do="hand:sure").status_code == 200
    assert realm.sheets.count() == 1


def test_a_sheet_is_taken_back_while_others_write_and_lies_on_the_desk_again(realm: Table, ada: User, bob: User) -> None:
    first, second = (form_of(realm).replace("[ORDERS]\n", f"[ORDERS]\nruler : {order}\n") for order in ("embellish", "stabilise"))
    for text in (first, second):
        assert post(ada, realm, "desk", text=text, do="hand:sure").status_code == 200
    realm.refresh_from_db()
    assert realm.deciders == [1], "the second sheet has replaced the first; only the other is awaited"
    assert post(ada, realm, "undo").status_code == 200
    realm.refresh_from_db()
    assert sorted(realm.deciders) == [0, 1]
    page = client_of(ada).get(f"/t/{realm.slug}/", headers={"accept": "text/html"}).content.decode()
    assert "ruler : stabilise" in page
    assert "Take my sheet back" not in page
    assert "ruler : stabilise" not in client_of(bob).get(f"/t/{realm.slug}/", headers={"accept": "text/html"}).content.decode()
    assert post(ada, realm, "desk", text=second, do="hand:sure").status_code == 200
    assert post(bob, realm, "desk", text=form_of(realm, 1), do="hand:sure").status_code == 200
    assert post(ada, realm, "undo").status_code == 409, "the season has been played"
    while realm.status == Status.PLAYING:
        for user, seat in ((ada, 0), (bob, 1)):
            assert post(user, realm, "desk", text=form_of(realm, seat), do="hand:sure").status_code == 200
        realm.refresh_from_db()
    assert len(list(replay(read_record(history.record(realm))))) == 6, "what was taken back was never given"
