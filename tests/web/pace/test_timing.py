"""Time that is kept fairly: nothing is won by taking back, nothing lost by a pause, a release, or by being the last."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from marchland.cli import app
from marchland.kernel.match import UndoRefused, read_record
from marchland.kernel.vocabulary import plain
from marchland.tempo import LEAST
from marchland.web.accounts.models import User
from marchland.web.ahead import services as ahead
from marchland.web.lobby.services import Place, Wish, seat_leave, seat_take, table_create
from marchland.web.pace import deadlines, timing
from marchland.web.tables import bots, history, keeping, selectors, services
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import By, EntryKind, Status, Table, Until
from marchland.web.tables.watching import visible_table

from ..conftest import client_of
from .conftest import START, Wait
from .test_deadlines import timed_table

pytestmark = [pytest.mark.django_db, pytest.mark.services]
DAY = timedelta(hours=24)


def act(table: Table, user: User, seat: int, option: int = 0) -> None:
    table.refresh_from_db()
    services.action_submit(table.slug, user, seat, option, table.entries_made)
    table.refresh_from_db()


def take_back(table: Table, user: User, seat: int) -> None:
    table.refresh_from_db()
    services.undo(table.slug, user, seat, table.entries_made)
    table.refresh_from_db()


def due(table: Table, seat: int) -> Any:
    return table.seats.get(number=seat).due


def test_who_answers_all_last_has_no_less_time_for_the_next_question(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    act(table, bob, 1)
    wait(hours=23)
    act(table, ada, 0)  # the bids are in, and Ada, who bid last, begins
    assert (table.deciders, due(table, 0)) == ([0], START + timedelta(hours=23 + 24))


def test_a_late_answer_to_all_does_not_answer_the_next_question_too(ada: User, bob: User, wait: Wait) -> None:
    """Ada is late with her bid and the last one; her turn, which begins with it, is her own again."""
    table = timed_table(ada, bob, hours=24)
    act(table, bob, 1)
    deadlines.run_due(wait(hours=24))
    table.refresh_from_db()
    place = table.seats.get(number=0)
    assert (table.deciders, place.stand_in, place.due) == ([0], "", START + 2 * DAY)


@pytest.mark.parametrize("pace", [{"hours": 24}, {"pace": "schedule", "days": [1], "at": "12:00"}])
def test_taking_back_a_sealed_answer_wins_no_time(ada: User, bob: User, wait: Wait, pace: dict[str, Any]) -> None:
    table = timed_table(ada, bob, **pace)
    for _ in range(3):
        wait(hours=2)
        act(table, ada, 0)
        assert due(table, 0) is None
        wait(hours=1)
        take_back(table, ada, 0)
        assert due(table, 0) == START + DAY
    deadlines.run_due(wait(hours=15))
    assert table.entries.filter(kind=EntryKind.TIME).count() == 2


def test_taking_back_wins_no_seconds_on_a_clock_either(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, pace="clock", bank=600, increment=10)
    for _ in range(5):
        wait(seconds=20)
        act(table, ada, 0)
        take_back(table, ada, 0)
    assert due(table, 0) == wait(seconds=0) + timedelta(seconds=600 - 5 * 20)
    act(table, ada, 0)
    assert table.seats.get(number=0).bank == 600 - 100 + 10


def test_small_answers_taken_back_win_nothing_on_a_clock(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, pace="clock", bank=600, increment=10)
    act(table, ada, 0)
    act(table, bob, 1)
    for _ in range(3):
        wait(seconds=30)
        act(table, ada, 0)
        take_back(table, ada, 0)
    assert due(table, 0) == START + timedelta(seconds=610)


def test_a_sealed_answer_stays_once_its_time_is_over(ada: User, bob: User, wait: Wait) -> None:
    """Bob was given more time; that gives Ada none to think again."""
    table = timed_table(ada, bob, hours=24)
    act(table, ada, 0)
    with table_locked(table.slug, with_seats=True) as locked:
        timing.put_off(locked, locked.seats.all()[1], DAY)
        locked.save(update_fields=["due"])
    deadlines.run_due(wait(hours=25))
    with pytest.raises(UndoRefused):
        take_back(table, ada, 0)


def test_what_time_answered_is_not_taken_back_and_what_the_host_did_is_in_nobodys_way(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    act(table, bob, 1)
    act(table, ada, 0)
    act(table, ada, 0)
    with table_locked(table.slug, with_seats=True) as locked:
        services.note(locked, EntryKind.HOUSE, None, {"do": "remind"})
    table.refresh_from_db()
    assert selectors.abilities(selectors.sight_now(visible_table(table.slug, ada), ada, "en"))["undo"]
    take_back(table, ada, 0)
    deadlines.run_due(wait(hours=25))
    question = bots.next_question(table.slug)
    assert question is not None
    table.refresh_from_db()
    bots.answer(question, plain(keeping.present_state(table).options(0)[0]))
    table.refresh_from_db()
    with pytest.raises(UndoRefused):
        take_back(table, ada, 0)


def test_whoever_comes_back_has_a_deadline_again(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    Table.objects.filter(pk=table.pk).update(misses_allowed=0)
    act(table, bob, 1)
    act(table, ada, 0)
    deadlines.run_due(wait(hours=24))
    assert (table.seats.get(number=0).stand_in_until, due(table, 0)) == (Until.RETURN, None)
    wait(hours=5)
    act(table, ada, 0)
    assert due(table, 0) == START + timedelta(hours=24 + 5 + 24)
    assert [entry.action for entry in table.entries.filter(kind=EntryKind.TIME)][-1] == {"do": "back"}


def test_an_empty_clock_leaves_time_enough_to_come_back(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, pace="clock", bank=60, increment=0)
    deadlines.run_due(wait(seconds=60))
    table.refresh_from_db()
    assert {place.bank for place in table.seats.all()} == {0}
    assert due(table, table.deciders[0]) == START + timedelta(seconds=60 + LEAST)


def test_time_runs_for_whoever_takes_an_empty_chair_and_not_for_the_chair(ada: User, bob: User, eve: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    act(table, bob, 1)
    act(table, ada, 0)
    seat_leave(table.slug, ada)
    table.refresh_from_db()
    assert (table.due, deadlines.run_due(wait(hours=48))) == (None, 0)
    seat_take(table.slug, eve, 0)
    table.refresh_from_db()
    assert table.due == due(table, 0) == START + 2 * DAY + DAY


def test_people_at_one_screen_have_clocks_like_everybody(ada: User, wait: Wait) -> None:
    wish = Wish("pebbles", [Place("me"), Place("hotseat", name="Cleo")], {}, pace="clock", tempo={"bank": 300})
    table = table_create(ada, wish)
    wait(seconds=10)
    act(table, ada, 1)
    assert [place.bank for place in table.seats.all()] == [300, 320]
    assert due(table, 0) == START + timedelta(seconds=300)


@pytest.mark.parametrize(
    ("pace", "later"),
    [
        ({"pace": "clock", "bank": 7200}, timedelta(hours=2 + 30)),
        ({"hours": 24}, timedelta(hours=24 + 30)),
        ({"hours": 24, "quiet_from": 17, "quiet_to": 19}, timedelta(hours=24 + 31)),
        ({"pace": "schedule", "days": [3, 6], "at": "12:00", "notice": 12}, timedelta(days=3)),
        ({"pace": "schedule", "days": [1, 6], "at": "12:00", "notice": 12}, timedelta(days=6)),
    ],
)
def test_a_pause_takes_no_time_from_anybody(ada: User, bob: User, wait: Wait, pace: dict[str, Any], later: timedelta) -> None:
    table = timed_table(ada, bob, **pace)
    wait(hours=1)
    stop(table)
    assert (table.due, deadlines.run_due(wait(hours=30))) == (None, 0)
    go_on(table)
    assert due(table, 0) == table.due == START + later


def stop(table: Table) -> None:
    with table_locked(table.slug, with_seats=True) as locked:
        timing.pause(locked, locked.touched.now(locked.touched.tzinfo))
        services.note(locked, EntryKind.HOUSE, None, {"do": "pause"})
    table.refresh_from_db()


def go_on(table: Table) -> None:
    with table_locked(table.slug, with_seats=True) as locked:
        timing.go_on(locked, locked.touched.now(locked.touched.tzinfo))
        services.note(locked, EntryKind.HOUSE, None, {"do": "go_on"})
    table.refresh_from_db()


def test_answers_in_a_pause_cost_nothing_and_the_next_question_has_its_whole_time(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, pace="clock", bank=600, increment=10)
    wait(seconds=100)
    stop(table)
    wait(seconds=1000)
    act(table, bob, 1)
    act(table, ada, 0)
    assert [place.bank for place in table.seats.all()] == [510, 510]
    wait(seconds=1000)
    go_on(table)
    assert due(table, 0) == START + timedelta(seconds=2100 + 510)


def test_no_time_runs_while_a_release_plays_by_other_rules(
    ada: User, bob: User, wait: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = timed_table(ada, bob, hours=24)
    deadlines.follow_rules(wait(hours=1))
    with monkeypatch.context() as other:
        other.setattr(keeping, "is_of_these_rules", lambda table: False)
        deadlines.follow_rules(wait(hours=1))
        deadlines.follow_rules(wait(hours=1))
        assert deadlines.run_due(wait(hours=99)) == 0
    deadlines.follow_rules(wait(hours=1))
    assert due(table, 0) == START + timedelta(hours=24 + 101)
    assert [entry.action for entry in table.entries.exclude(kind=EntryKind.START)] == [{"do": "halt"}, {"do": "resume"}]
    stop(table)
    deadlines.follow_rules(wait(hours=1))
    table.refresh_from_db()
    assert table.paused is not None  # the host's pause is the host's to end


def test_one_tables_fault_stops_no_other_and_does_not_keep_the_crew_running(
    ada: User, bob: User, wait: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = timed_table(ada, bob, hours=24), timed_table(ada, bob, hours=24)
    run = deadlines.time_runs_out

    def fail(slug: str, now: Any) -> int:
        if slug == broken.slug:
            raise RuntimeError
        return run(slug, now)

    monkeypatch.setattr(deadlines, "time_runs_out", fail)
    now = wait(hours=24)
    assert deadlines.run_due(now) == 2
    sound.refresh_from_db()
    assert deadlines.next_due(now) == sound.due == START + 2 * DAY


def test_the_log_says_who_was_late_and_not_what_was_answered(ada: User, bob: User, eve: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    act(table, bob, 1)
    deadlines.run_due(wait(hours=24))
    with table_locked(table.slug, with_seats=True) as locked:
        locked.misses_allowed = 0
        deadlines.miss(locked, locked.seats.all()[0])
    lines = client_of(eve).get(f"/t/{table.slug}/log/").content.decode()
    assert "ada let the time run out and is answered for." in lines
    assert "a computer (hard) plays instead until ada is back" in lines
    for sight in (selectors.sight_now(visible_table(table.slug, reader), reader, "en") for reader in (eve, bob)):
        told = [line for line in selectors.log(sight) if line["kind"] == EntryKind.TIME]
        assert [(line["type"], line["event"], line["private"]) for line in told] == [("late", {}, False)] * 2


def test_a_record_tells_who_answered_and_what_the_clock_did_and_is_verified(
    ada: User, bob: User, wait: Wait, tmp_path: Path
) -> None:
    """A whole game, played by Bob alone: Ada never comes."""
    table = timed_table(ada, bob, hours=24)
    act(table, bob, 1)
    take_back(table, bob, 1)
    while table.status == Status.PLAYING:
        if 1 in table.deciders:
            act(table, bob, 1)
        else:
            deadlines.run_due(wait(hours=25))
            bots.move_all(table.slug)
        table.refresh_from_db()
    file = tmp_path / "record.json"
    file.write_bytes(history.record(visible_table(table.slug, bob)))
    record = read_record(file.read_bytes())
    assert {entry.by for entry in record.entries if entry.seat == 0} == {By.TIME, By.STAND_IN}
    assert {entry.by for entry in record.entries if entry.seat == 1} == {By.SEAT}
    assert isinstance(record.notes, tuple)
    assert [note.what["until"] for note in record.notes][:3] == [Until.ANSWERED, Until.ANSWERED, Until.RETURN]
    assert [note.after for note in record.notes] == sorted(note.after for note in record.notes)
    checked = CliRunner().invoke(app, ["replay", str(file)])
    assert f"{len(record.entries)} entries verified" in checked.output, checked.output
    assert_replay_has_no_gap(table)


def assert_replay_has_no_gap(table: Table) -> None:
    """Each step of the replay shows what happened since the one before, what the clock did among it."""
    steps = history.stops(table, history.Way())
    pages = [json.loads(client_of(None).get(f"/t/{table.slug}/replay/?at={at}").content) for at in range(len(steps))]
    assert any("let the time run out" in line for page in pages for line in page["lines"])
    assert [page["entry"] for page in pages] == steps


def test_a_question_that_is_waived_takes_and_gives_no_time(ada: User, bob: User, wait: Wait) -> None:
    """Bob passes with empty hands, unasked, between Ada's turn and the next bids: he wins no increment by it."""
    table = timed_table(ada, bob, pace="clock", bank=600, increment=10)
    ahead.waivers_set(table.slug, bob, 1, ["empty_hands"])
    act(table, bob, 1)
    act(table, ada, 0)
    with table_locked(table.slug, with_seats=True) as locked:
        state: Any = keeping.present_state(locked)
        state.hands[1] = ()
        locked.state = state.to_json().decode()
        locked.save(update_fields=["state"])
    wait(seconds=100)
    before = table.seats.get(number=1).bank
    stops = len(keeping.present_state(fresh(table)).options(0)) - 1
    act(table, ada, 0, stops)
    assert [entry.by for entry in table.entries.filter(seat=1, kind=EntryKind.ACT)][-1] == By.WAIVER
    assert table.seats.get(number=1).bank == before
    assert due(table, 1) == START + timedelta(seconds=100 + before)


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)
