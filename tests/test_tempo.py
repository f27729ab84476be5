"""Time as plain arithmetic: every pace, with days on which clocks are changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marchland.tempo import Clock, Deadline, Schedule, Untimed, tempo_from

ROME = ZoneInfo("Europe/Rome")
MOMENTS = st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))


def at(text: str, zone: ZoneInfo | None = None) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone or UTC).astimezone(UTC)


def test_where_no_time_is_kept_nothing_is_ever_due() -> None:
    assert Untimed().due(at("2026-03-01T12:00"), 0) is None


def test_a_clock_runs_out_when_its_bank_is_empty_and_grows_by_the_increment_after_every_stretch() -> None:
    clock, asked = Clock(bank=600, increment=20), at("2026-03-01T12:00")
    assert clock.due(asked, 600) == at("2026-03-01T12:10")
    assert clock.left(asked, at("2026-03-01T12:04"), 600) == 600 - 240 + 20


def test_a_bank_is_never_overdrawn() -> None:
    assert Clock(increment=20).left(at("2026-03-01T12:00"), at("2026-03-01T13:00"), 600) == 20


@pytest.mark.parametrize(
    ("asked", "due"),
    [
        ("2026-03-02T10:00", "2026-03-03T10:00"),  # in the day: as it is
        ("2026-03-02T23:30", "2026-03-04T07:00"),  # late in the evening: the next morning
        ("2026-03-02T03:15", "2026-03-03T07:00"),  # in the night: the same morning
        ("2026-03-02T07:00", "2026-03-03T07:00"),  # the end of the quiet hours is not quiet
        ("2026-03-02T23:00", "2026-03-04T07:00"),  # their beginning is
    ],
)
def test_a_deadline_that_falls_into_the_night_waits_for_the_morning(asked: str, due: str) -> None:
    nightly = Deadline(hours=24, quiet_from=23, quiet_to=7, zone="Europe/Rome")
    assert nightly.due(at(asked, ROME), 0) == at(due, ROME)


def test_quiet_hours_may_lie_within_one_day_and_may_be_none() -> None:
    assert Deadline(hours=1, quiet_from=9, quiet_to=17).due(at("2026-03-02T09:30"), 0) == at("2026-03-02T17:00")
    assert Deadline(hours=1).due(at("2026-03-02T23:30"), 0) == at("2026-03-03T00:30")


def test_hours_of_a_deadline_are_real_ones_when_clocks_are_changed() -> None:
    """In the night to 29 March 2026 Rome loses an hour."""
    assert Deadline(hours=24, zone="Europe/Rome").due(at("2026-03-28T12:00", ROME), 0) == at("2026-03-29T13:00", ROME)


@pytest.mark.parametrize(
    ("asked", "due"),
    [
        ("2026-03-02T12:00", "2026-03-08T20:00"),  # a Monday: next Sunday
        ("2026-03-08T07:59", "2026-03-08T20:00"),  # Sunday morning: there is just time enough
        ("2026-03-08T08:01", "2026-03-15T20:00"),  # too late: a week later
        ("2026-03-23T12:00", "2026-03-29T20:00"),  # eight in the evening is eight in the evening, in summer too
    ],
)
def test_a_schedule_keeps_its_day_and_its_hour_and_leaves_everybody_time(asked: str, due: str) -> None:
    sundays = Schedule(days=(6,), at="20:00", zone="Europe/Rome", notice=12)
    assert sundays.due(at(asked, ROME), 0) == at(due, ROME)


@given(MOMENTS, st.integers(1, 200), st.integers(0, 23), st.integers(0, 23))
def test_a_deadline_is_never_early_never_quiet_and_at_most_a_day_late(asked: datetime, hours: int, start: int, end: int) -> None:
    deadline = Deadline(hours=hours, quiet_from=start, quiet_to=end, zone="Europe/Rome")
    due = deadline.due(asked, 0)
    assert due is not None
    assert timedelta() <= due - asked - timedelta(hours=hours) <= timedelta(hours=25)
    is_spring_gap = due.astimezone(ROME).date().isoformat()[5:7] == "03"
    assert is_spring_gap or not deadline._is_quiet(due.astimezone(ROME).hour)


@given(MOMENTS, st.sets(st.integers(0, 6), min_size=1), st.integers(0, 100))
def test_a_schedule_finds_the_first_of_its_days_after_the_notice(asked: datetime, days: set[int], notice: int) -> None:
    schedule = Schedule(days=tuple(sorted(days)), at="20:00", zone="Europe/Rome", notice=notice)
    due = schedule.due(asked, 0)
    assert due is not None
    here = due.astimezone(ROME)
    assert here.weekday() in days
    assert (here.hour, here.minute) == (20, 0)
    earliest = asked + timedelta(hours=notice)
    assert earliest <= due
    skipped = (due - timedelta(days=back) for back in range(1, 8))
    assert not any(moment >= earliest + timedelta(hours=1) and moment.astimezone(ROME).weekday() in days for moment in skipped)


@pytest.mark.parametrize(
    "data",
    [
        {"type": "deadline", "zone": "Europe/Atlantis"},
        {"type": "deadline", "hours": 0},
        {"type": "clock", "bank": -1},
        {"type": "schedule", "days": []},
        {"type": "schedule", "days": [7]},
        {"type": "schedule", "at": "24:00"},
        {"type": "hourglass"},
        [],
    ],
)
def test_a_tempo_that_makes_no_sense_is_refused(data: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        tempo_from(data)


@pytest.mark.parametrize("tempo", [Untimed(), Clock(300, 5), Deadline(24, 23, 7, "Europe/Paris"), Schedule((2, 6), "19:30")])
def test_a_tempo_comes_back_as_it_was_stored(tempo: object) -> None:
    assert tempo_from(msgspec.to_builtins(tempo)) == tempo
