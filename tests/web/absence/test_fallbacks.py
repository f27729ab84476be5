"""Who answers for those who are late: drafts, standing orders, the title's own answer, bots, in the order chosen."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from marchland.web.absence.choices import written
from marchland.web.absence.models import Draft, Instructions
from marchland.web.absence.services import draft_save, instructions_set
from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, seat_leave, seat_take, table_create
from marchland.web.pace import deadlines
from marchland.web.tables import bots, keeping
from marchland.web.tables.models import By, EntryKind, Sheet, Table
from marchland.web.tables.refusals import BadRequest, WrongMoment
from marchland.web.titles import title_named

from ..conftest import client_of
from .conftest import START, Wait, answer, daily, seat

pytestmark = [pytest.mark.django_db, pytest.mark.services]
RED = "from RED\nbid {}\n"


def draft(table: Table, user: User, text: str, turn: str = "round-1") -> None:
    draft_save(table.slug, user, None, text, turn)


def leave_orders(table: Table, user: User, orders: str) -> None:
    instructions_set(table.slug, user, None, when_late=[], moments={}, orders=orders)


def late_answer(table: Table) -> tuple[str, str]:
    """Who answered for the seat that was late last, as the entries tell it."""
    told, given = table.entries.order_by("-n")[:2][::-1]
    assert (told.kind, given.kind) == (EntryKind.TIME, EntryKind.ACT)
    return told.action["by"], given.by


# -- sheets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drafted", "standing", "answers", "bid"),
    [
        (RED.format(2), RED.format(1), "draft", 2),
        ("no heading, so it is void", RED.format(1), "standing", 1),
        (None, RED.format(1), "standing", 1),
        (None, "void too", "default", 0),
        (None, "", "default", 0),
    ],
)
def test_the_first_sheet_that_counts_is_handed_in_and_else_the_title_answers(
    ada: User, bob: User, wait: Wait, drafted: str | None, standing: str, answers: str, bid: int
) -> None:
    table = daily(ada, bob, when_late="draft,standing,default", written=True)
    draft(table, bob, "from BLUE\nbid 1\n")
    answer(table, [ada, bob], only=1)  # Bob has answered, so that nothing more is heard of his draft
    if drafted is not None:
        draft(table, ada, drafted)
    leave_orders(table, ada, standing)
    # a third seat would keep the bids sealed; with two, the sheet played says what was bid
    deadlines.run_due(wait(hours=24))
    assert late_answer(table) == (answers, By.TIME)
    assert table.entries.order_by("-n")[0].action["amount"] == bid
    sheets = list(Sheet.objects.values_list("seat", "text"))
    assert sheets == ([(0, drafted if answers == "draft" else standing)] if answers != "default" else [])


def test_a_draft_of_another_turn_answers_nothing(ada: User, bob: User, wait: Wait) -> None:
    table = daily(ada, bob, when_late="draft,default", written=True)
    draft(table, ada, RED.format(2))
    Draft.objects.update(turn="round-0")
    deadlines.run_due(wait(hours=24))
    assert {entry.action["by"] for entry in table.entries.filter(kind=EntryKind.TIME)} == {"default"}


def test_a_draft_is_the_seats_own_and_shown_on_every_device(ada: User, bob: User, eve: User, wait: Wait) -> None:
    table = daily(ada, bob, written=True)
    body = json.dumps({"text": "from RED\nbid 2\nsecret", "turn": "round-1"})
    told = client_of(ada).post(f"/t/{table.slug}/draft/", body, content_type="application/json")
    assert (told.status_code, told.json()) == (200, {"saved": START.isoformat()})

    def desk(user: User | None) -> str:
        return str(client_of(user).get(f"/t/{table.slug}/parts/?seen=-1").json()["parts"]["desk"])

    assert "secret" in desk(ada)
    assert not any("secret" in desk(other) for other in (bob, eve, None))
    for stranger, status in ((eve, 403), (None, 401)):
        assert client_of(stranger).post(f"/t/{table.slug}/draft/", body, content_type="application/json").status_code == status


def test_a_draft_for_a_turn_that_is_over_is_refused(ada: User, bob: User, wait: Wait) -> None:
    table = daily(ada, bob, written=True)
    with pytest.raises(WrongMoment):
        draft(table, ada, RED.format(2), turn="round-2")
    with pytest.raises(BadRequest):
        draft(table, ada, "x" * 60_001)
    assert not Draft.objects.exists()


def test_what_was_written_goes_with_its_writer(ada: User, bob: User, eve: User, wait: Wait) -> None:
    table = daily(ada, bob, written=True)
    draft(table, ada, RED.format(2))
    instructions_set(table.slug, ada, None, when_late=["standing"], moments={}, orders=RED.format(1))
    seat_leave(table.slug, ada)
    seat_take(table.slug, eve, 0)
    assert not Draft.objects.exists()
    assert not Instructions.objects.exists()
    assert seat(table, 0).when_late == ""


def test_standing_orders_are_made_out_for_every_season(ada: User, bob: User, wait: Wait) -> None:
    """Sheets of Terre de Cendre name their season; those of an absent player are played in the next season as in this one."""
    table = daily(ada, bob, title="cendre", when_late="standing,default", nations="AKLA,MERISSE")
    leave_orders(table, ada, "FEUILLE nation=AKLA tour=999-hiver\n[PRODUCTION]\n# nothing\n")
    for season in (1, 2):
        deadlines.run_due(wait(hours=24))
        table.refresh_from_db()
        assert Sheet.objects.filter(seat=0).count() == season
        assert table.due == START + timedelta(hours=24 * (season + 1))
    assert len(set(Sheet.objects.values_list("turn", flat=True))) == 2


# -- the title's own answer, and bots, in every title -------------------------------------------------------------


@pytest.mark.parametrize("when_late", ["default,easy", "easy"])
@pytest.mark.parametrize("title", ["byzantium", "cendre", "medioevo", "pebbles", "vinci"])
def test_in_every_title_a_game_goes_on_though_nobody_answers(ada: User, title: str, when_late: str, wait: Wait) -> None:
    bot = Place("bot", level="easy")
    others = [bot] * (max(2, title_named(title).seats[0]) - 1)
    tempo = {"hours": 24}
    table = table_create(ada, Wish(title, [Place("me"), *others], {}, pace="deadline", tempo=tempo, when_late=when_late))
    Table.objects.filter(pk=table.pk).update(misses_allowed=20)
    for _ in range(2):
        bots.move_all(table.slug)
        table.refresh_from_db()
        assert table.deciders == [0]
        deadlines.run_due(wait(hours=24))
    bots.move_all(table.slug)
    table.refresh_from_db()
    assert table.entries.filter(kind=EntryKind.TIME).count() == 2
    given = table.entries.filter(kind=EntryKind.ACT, seat=0)
    assert given.exists()
    assert {entry.by for entry in given} <= {By.TIME, By.STAND_IN}
    assert (table.deciders, seat(table, 0).stand_in) == ([0], "")


# -- whose choice it is -------------------------------------------------------------------------------


def test_a_seat_chooses_for_itself_and_for_single_moments(ada: User, bob: User, wait: Wait) -> None:
    table = daily(ada, bob, when_late="default")
    instructions_set(table.slug, bob, None, when_late=["easy"], moments={"empty_hands": "default"}, orders="")
    deadlines.run_due(wait(hours=24))
    assert [entry.action["by"] for entry in table.entries.filter(kind=EntryKind.TIME)] == ["default", "easy"]
    bots.move_all(table.slug)
    table.refresh_from_db()
    state = keeping.present_state(table)
    while state.deciders != (1,) or state.hands[1]:  # until Bob's hands are empty
        answer(table, [ada, bob])
        state = keeping.present_state(table)
    deadlines.run_due(wait(hours=24))
    assert late_answer(table) == ("default", By.TIME)


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        (["draft", "standing", "default"], "draft,standing,default"),
        (["draft", "", "draft"], "draft"),
        (["easy", "draft"], "easy"),  # a bot always answers: nothing can follow it
        ([], ""),
    ],
)
def test_an_order_is_kept_without_what_cannot_be_reached(wanted: list[str], kept: str) -> None:
    assert written(wanted, title_named("pebbles")) == kept


def test_choices_that_a_title_does_not_have_are_refused() -> None:
    for title, wanted in (("vinci", "draft"), ("pebbles", "grandmaster")):
        with pytest.raises(BadRequest):
            written([wanted], title_named(title))


def test_the_panel_of_a_seat_saves_what_it_is_told_and_is_nobody_elses(ada: User, bob: User, eve: User, wait: Wait) -> None:
    table = daily(ada, bob, written=True)
    filled: dict[str, Any] = {
        "seat": 0,
        "late_1": "draft",
        "late_2": "standing",
        "late_3": "easy",
        "orders": "void",
        "moment_empty_hands": "easy",
    }

    def save(user: User | None) -> Any:
        return client_of(user).post(f"/t/{table.slug}/late/", filled, headers={"accept": "text/html"}, follow=True)

    page = save(ada).content.decode()
    assert "this turn your standing orders would be void" in page
    assert seat(table, 0).when_late == "draft,standing,easy"
    assert (Instructions.objects.get().orders, Instructions.objects.get().moments) == ("void", {"empty_hands": "easy"})
    assert 'id="late"' in page
    for stranger in (bob, eve, None):
        filled["late_1"] = "easy"
        save(stranger)
    assert seat(table, 0).when_late == "draft,standing,easy"
    assert seat(table, 1).when_late == ""
