"""Answers given beforehand: what stands is given at once, what is planned is done as a whole or not at all, and nobody is told."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.test import Client

from marchland.kernel.title import find_title
from marchland.kernel.vocabulary import plain
from marchland.web.accounts.models import User
from marchland.web.ahead import services as ahead
from marchland.web.api.services import token_create
from marchland.web.lobby.services import Place, Wish, seat_leave, seat_take, table_create
from marchland.web.notices.models import Notice
from marchland.web.tables import history, keeping, services
from marchland.web.tables.models import Seat, Table
from marchland.web.tables.refusals import BadRequest, ItemRefused, TooFarAhead

from .conftest import client_of, sit_down
from .test_waivers import ADA, BOB, act

pytestmark = pytest.mark.django_db

STOP = {"kind": "empty_hands", "answer": "stop"}
MEDIOEVO = "medioevo"


def fresh(table: Table) -> Table:
    table.refresh_from_db()
    return table


def hand(table: Table, seat: int) -> list[int]:
    held: list[int] = json.loads(fresh(table).state)["hands"][seat]
    return held


def begun(table: Table, ada: User, bob: User) -> Table:
    """Ada has won the bids."""
    act(table, ada, ADA, type="Bid", amount=2)
    act(table, bob, BOB, type="Bid", amount=0)
    return fresh(table)


def basket(table: Table) -> list[dict[str, Any]]:
    """Everything in Ada's hand, and the end of her turn."""
    placed = [{"type": "Place", "pebble": pebble, "space": f"stone{n:02}"} for n, pebble in enumerate(hand(table, ADA), 1)]
    return [*placed, {"type": "Stop"}]


def hand_in(table: Table, user: User, seat: int, actions: list[dict[str, Any]]) -> int:
    return ahead.plan_hand_in(table.slug, user, seat, actions, fresh(table).entries_made).entry


# -- standing answers --------------------------------------------------------------------------------------


def test_bids_are_given_beforehand_and_sealed_like_others(table: Table, ada: User, bob: User) -> None:
    ahead.standing_set(table.slug, ada, ADA, [{"kind": "bids", "answer": "bid", "amount": 2, "once": True}])
    assert fresh(table).deciders == [BOB]
    act(table, bob, BOB, type="Bid", amount=1)
    assert json.loads(fresh(table).state)["order"] == [ADA, BOB]
    assert Seat.objects.get(table=table, number=ADA).standing == []


def played_through(table: Table, ada: User, bob: User, standing: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """A whole round in which Ada stops with empty hands, by hand or because she said so beforehand."""
    ahead.standing_set(table.slug, ada, ADA, standing)
    begun(table, ada, bob)
    for placed in basket(table)[:-1]:
        act(table, ada, ADA, **placed)
    if fresh(table).deciders == [ADA]:
        act(table, ada, ADA, type="Stop")
    act(table, bob, BOB, type="Stop")
    return list(table.entries.order_by("n").values_list("n", "seat", "action", "fingerprint", "events", "kind"))


def test_the_record_is_the_same_as_if_answered_by_hand(ada: User, bob: User) -> None:
    tables = [sit_down(ada, bob) for _ in range(2)]
    Table.objects.update(key=tables[0].key, commitment=tables[0].commitment)
    state = fresh(tables[0]).state
    Table.objects.update(state=state)
    by_hand, beforehand = (
        played_through(fresh(table), ada, bob, standing) for table, standing in zip(tables, ([], [STOP]), strict=True)
    )
    assert [row[1:] for row in by_hand[1:]] == [row[1:] for row in beforehand[1:]]


def test_nonsense_and_other_peoples_seats_are_refused(table: Table, ada: User, eve: User) -> None:
    for wrong in ([{"kind": "weather", "answer": "stop"}], [{"kind": "bids"}], ["stop"], [STOP] * 41, [{**STOP, "below": 3}]):
        with pytest.raises(BadRequest):
            ahead.standing_set(table.slug, ada, ADA, wrong)
    form = {"seat": ADA, "subject": "empty_hands:stop"}
    for user, seat, status in ((ada, BOB, 403), (eve, ADA, 403), (None, ADA, 401)):
        assert client_of(user).post(f"/t/{table.slug}/standing/", {**form, "seat": seat}).status_code == status
    assert not any(place.standing for place in fresh(table).seats.all())


def test_the_panel_adds_and_withdraws_without_a_script(table: Table, ada: User) -> None:
    client = Client()
    client.force_login(ada)
    address = f"/t/{table.slug}/standing/"
    bid = {"seat": ADA, "subject": "bids:ask", "once": "true"}
    assert client.post(address, {"seat": ADA, "do": "usual"}).status_code == 302
    client.post(address, bid)
    assert Seat.objects.get(table=table, number=ADA).standing == [{"kind": "bids", "answer": "ask", "once": True}, STOP]
    page = client.get(f"/t/{table.slug}/").content.decode()
    assert "when all bid (once): ask me" in page
    client.post(address, {"seat": ADA, "do": "drop:0"})
    assert Seat.objects.get(table=table, number=ADA).standing == [STOP]
    client.post(address, {"seat": ADA, "do": "none"})
    assert Seat.objects.get(table=table, number=ADA).standing == []


def test_nobody_else_is_told_what_was_said_beforehand(table: Table, ada: User, bob: User, eve: User) -> None:
    ahead.standing_set(table.slug, ada, ADA, [STOP])
    begun(table, ada, bob)
    hand_in(table, bob, BOB, [{"type": "Stop"}]) if BOB in fresh(table).deciders else None
    for user in (bob, eve, None):
        told = client_of(user).get(f"/t/{table.slug}/").content.decode()
        assert "with empty hands: stop</span>" not in told
        assert client_of(user).get(f"/api/tables/{table.slug}/standing").status_code == 401


def test_whoever_gets_up_takes_everything_along(table: Table, ada: User, bob: User) -> None:
    ahead.standing_set(table.slug, ada, ADA, [STOP])
    seat_leave(table.slug, ada)
    left = Seat.objects.get(table=table, number=ADA)
    assert (left.standing, left.plan) == ([], {})


# -- plans -------------------------------------------------------------------------------------------------


def test_a_basket_is_one_request_and_an_entry_for_each_item(table: Table, ada: User, bob: User) -> None:
    before = begun(table, ada, bob).entries_made
    Notice.objects.all().delete()
    wanted = basket(table)
    assert hand_in(table, ada, ADA, wanted) == before + len(wanted)
    entries = table.entries.filter(n__gt=before).order_by("n")
    assert [(entry.seat, entry.action, entry.by) for entry in entries] == [(ADA, action, "") for action in wanted]
    assert fresh(table).deciders == [BOB]
    assert Seat.objects.get(table=table, number=ADA).seen == table.entries_made
    assert [notice.user for notice in Notice.objects.all()] == [bob]


def test_one_item_that_cannot_be_done_stops_all_of_it(table: Table, ada: User, bob: User) -> None:
    before = begun(table, ada, bob).entries_made
    first, second, stop = basket(table)
    with pytest.raises(ItemRefused) as caught:
        hand_in(table, ada, ADA, [first, {**second, "space": first["space"]}, stop])
    assert (caught.value.place, caught.value.refusal.rule) == (1, "PB-PLACE-02")
    assert fresh(table).entries_made == before
    body = {"n": before, "actions": [first, first]}
    client = Client(headers={"authorization": f"Bearer {token_create(ada, 'a program')}"})
    answer = client.post(f"/api/tables/{table.slug}/plan", json.dumps(body), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "item-refused")
    assert answer.json()["reasons"][0]["rule"] == "PB-PLACE-02"
    assert fresh(table).entries_made == before


def test_what_is_drawn_cannot_be_found_out_by_handing_in(table: Table, ada: User, bob: User) -> None:
    before = begun(table, ada, bob).entries_made
    for pebble in range(1, 6):
        with pytest.raises((TooFarAhead, ItemRefused)) as caught:
            hand_in(table, ada, ADA, [{"type": "Draw"}, {"type": "Place", "pebble": pebble, "space": "stone01"}])
        assert isinstance(caught.value, TooFarAhead)
    assert fresh(table).entries_made == before
    assert hand_in(table, ada, ADA, [{"type": "Draw"}]) == before + 1


def test_a_plan_is_made_on_a_page_without_a_script(table: Table, ada: User, bob: User) -> None:
    begun(table, ada, bob)
    client = Client()
    client.force_login(ada)
    address = f"/t/{table.slug}/plan/"
    assert "Nothing is planned yet" in client.get(address).content.decode()
    form = {"entry": table.entries_made, "seat": ADA, "actions": "[]"}
    page = client.post(address, {**form, "option": 0})
    (item,) = page.context["plan"]["items"]
    assert (page.status_code, item["action"]["type"]) == (200, "Place")
    assert fresh(table).entries_made == form["entry"]
    again = client.post(address, {**form, "actions": page.context["actions"], "do": "back"})
    assert again.context["plan"]["items"] == []
    handed = client.post(address, {**form, "actions": page.context["actions"], "do": "hand"})
    assert (handed.status_code, fresh(table).entries_made) == (302, form["entry"] + 1)


def test_a_plan_page_is_for_those_who_sit_there(table: Table, eve: User) -> None:
    assert client_of(eve).get(f"/t/{table.slug}/plan/").status_code == 403
    assert client_of(None).get(f"/t/{table.slug}/plan/").status_code == 401


# -- Medioevo: windows, answers before one is asked ---------------------------------------------------------


def kingdoms(ada: User, bob: User, **options: object) -> Table:
    made = table_create(ada, Wish(MEDIOEVO, [Place("me"), Place("open")], options, pace="slow"))
    seat_take(made.slug, bob, 1)
    return fresh(made)


@pytest.fixture
def kingdom(ada: User, bob: User) -> Table:
    """Two kingdoms at a slow table, without windows."""
    return kingdoms(ada, bob, ask_1="never", ask_2="never")


def go_on(table: Table, people: dict[int, User], until: str, seat: int | None = None) -> Table:
    """Everybody does nothing until this question is put."""
    while True:
        state = keeping.present_state(fresh(table))
        if type(state.decision).__name__ == until and seat in (None, state.deciders[0]):
            return table
        asked = state.deciders[0]
        assert state.decision is not None
        action = state.decision.default(state, asked) or state.options(asked)[0]
        services.action_submit(table.slug, people[asked], asked, plain(action), table.entries_made)


def test_conditions_name_only_cards_that_one_has(kingdom: Table, ada: User, bob: User) -> None:
    go_on(kingdom, {ADA: ada, BOB: bob}, "Purchase")
    (card, *_) = (held.card for held in keeping.present_state(kingdom).players[ADA].hand)
    rule = {"kind": "cards", "answer": "ask", "means": [f"card:{card}"]}
    ahead.standing_set(kingdom.slug, ada, ADA, [rule])
    assert (
        f"if I could use {find_title(MEDIOEVO).phrases.name('card', card, 'en')}"
        in client_of(ada).get(f"/t/{kingdom.slug}/").content.decode()
    )
    for strange in ("card:999", "card:x", "seat:1", f"card:{card % 72 + 1}"):
        with pytest.raises(BadRequest):
            ahead.standing_set(kingdom.slug, ada, ADA, [{**rule, "means": [strange]}])


def test_purchases_are_prepared_while_another_buys(kingdom: Table, ada: User, bob: User) -> None:
    people = {ADA: ada, BOB: bob}
    go_on(kingdom, people, "Purchase")
    buyer = kingdom.deciders[0]
    other = 1 - buyer
    hand_in(kingdom, people[other], other, [{"type": "Study", "branch": "red"}, {"type": "DoneBuying"}])
    assert fresh(kingdom).deciders == [buyer]
    act(kingdom, people[buyer], buyer, type="DoneBuying")
    state = keeping.present_state(fresh(kingdom))
    assert type(state.decision).__name__ == "ChooseMove"
    assert Seat.objects.get(table=kingdom, number=other).plan == {}


def test_a_plan_that_did_not_foresee_the_question_is_dropped(kingdom: Table, ada: User, bob: User) -> None:
    people = {ADA: ada, BOB: bob}
    go_on(kingdom, people, "Purchase")
    buyer = kingdom.deciders[0]
    hand_in(kingdom, people[1 - buyer], 1 - buyer, [{"type": "Study", "branch": "red"}, {"type": "DoneBuying"}])
    state = keeping.present_state(fresh(kingdom))
    state.players[1 - buyer] = msgspec.structs.replace(state.players[1 - buyer], florins=0)
    Table.objects.filter(pk=kingdom.pk).update(state=state.to_json().decode())
    act(kingdom, people[buyer], buyer, type="DoneBuying")
    assert (fresh(kingdom).deciders, Seat.objects.get(table=kingdom, number=1 - buyer).plan) == ([1 - buyer], {})


def test_who_is_asked_the_same_next_is_told_and_answers_early(kingdom: Table, ada: User, bob: User) -> None:
    people = {ADA: ada, BOB: bob}
    go_on(kingdom, people, "MeetUpkeep")
    first = kingdom.deciders[0]
    assert {notice.user for notice in Notice.objects.filter(read=False)} >= {people[1 - first]}
    assert "You will be asked the same next" in client_of(people[1 - first]).get(f"/t/{kingdom.slug}/").content.decode()
    hand_in(kingdom, people[1 - first], 1 - first, [{"type": "PayUpkeep"}])
    act(kingdom, people[first], first, type="PayUpkeep")
    assert type(keeping.present_state(fresh(kingdom)).decision).__name__ != "MeetUpkeep"


def test_a_record_with_answers_beforehand_is_verified(ada: User, bob: User) -> None:
    kingdom = kingdoms(ada, bob)
    usual = [rule for rule in ahead_usual() if rule["kind"] in ("phases", "upkeep")]
    for user, seat in ((ada, ADA), (bob, BOB)):
        ahead.standing_set(kingdom.slug, user, seat, usual)
    go_on(kingdom, {ADA: ada, BOB: bob}, "ChooseTransport")
    assert kingdom.entries.filter(by="waiver").exists()
    title, entries = find_title(MEDIOEVO), history.record_entries(fresh(kingdom))
    match = history.Match(title, 2, bytes(kingdom.key), kingdom.options)
    for entry in entries:
        match.act(entry.seat, title.vocabulary.action(entry.action))
        assert match.entries[-1].fingerprint == entry.fingerprint


def ahead_usual() -> list[dict[str, Any]]:
    part = find_title(MEDIOEVO).parts.standing
    assert part is not None
    return ahead.foresight.plain_list(tuple(part.USUAL))
