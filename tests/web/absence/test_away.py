"""Somebody stays away: a stand-in, the way back, an offer to others; and vacations, which are no misses."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import override_settings

from marchland.web.absence.models import Deadline, Draft, Instructions, Vacation
from marchland.web.absence.refusals import NotReliable, NoVacation
from marchland.web.absence.reliability import ENOUGH, LOOKED_BACK, Reliability, reliability_of
from marchland.web.absence.services import draft_save, instructions_set, seat_return, vacation_end, vacation_take
from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create, account_delete, guest_create, guest_log_in
from marchland.web.lobby.line import wait_for_seat
from marchland.web.lobby.services import seat_take
from marchland.web.notices.models import Notice
from marchland.web.pace import deadlines
from marchland.web.tables import bots, keeping, selectors
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import By, EntryKind, Table, Until
from marchland.web.tables.refusals import NotYourSeat, SeatTaken
from marchland.web.tables.watching import visible_table

from ..conftest import client_of
from .conftest import START, Wait, answer, daily, seat

pytestmark = [pytest.mark.django_db, pytest.mark.services]
TODAY = START.date()


def log_of(table: Table) -> list[str]:
    table.refresh_from_db()
    sight = selectors.sight_now(visible_table(table.slug, AnonymousUser()), AnonymousUser(), "en")
    return [line["text"] for line in selectors.log(sight)]


def told(user: User) -> list[str]:
    return sorted(Notice.objects.filter(user=user, read=False).values_list("kind", flat=True))


def on(day: int) -> date:
    return TODAY + timedelta(days=day)


def midnight(day: int) -> datetime:
    return datetime.combine(on(day), datetime.min.time(), UTC)


# -- stand-ins ---------------------------------------------------------------------------------------


def test_after_too_many_misses_a_stand_in_plays_until_one_click(ada: User, bob: User, eve: User, wait: Wait) -> None:
    table = daily(ada, bob, when_late="default,easy", misses_allowed=0)
    answer(table, [ada, bob], only=0)
    deadlines.run_due(wait(hours=24))
    bots.move_all(table.slug)
    assert (seat(table, 1).stand_in, seat(table, 1).stand_in_until) == ("easy", Until.RETURN)
    assert "away" in told(bob)
    page = client_of(bob).get(f"/t/{table.slug}/", headers={"accept": "text/html"}).content.decode()
    assert "I am back" in page
    assert "answers were given for you" in page
    assert "away: a computer" in client_of(eve).get(f"/t/{table.slug}/parts/?seen=-1").json()["parts"]["seats"]
    for stranger, status in ((eve, 403), (None, 401)):
        assert client_of(stranger).post(f"/t/{table.slug}/back/").status_code == status
    assert client_of(bob).post(f"/t/{table.slug}/back/").status_code == 200
    table.refresh_from_db()
    back = seat(table, 1)
    assert (back.stand_in, back.missed, back.offer_at) == ("", 0, None)
    assert log_of(table)[-1] == "bob is back."


def test_whoever_is_back_has_their_whole_time_and_plays(ada: User, bob: User, wait: Wait) -> None:
    table = daily(ada, bob, when_late="easy", misses_allowed=0)
    deadlines.run_due(wait(hours=24))
    now = wait(hours=5)
    seat_return(table.slug, bob)
    table.refresh_from_db()
    assert seat(table, 1).due == table.due == now + timedelta(hours=24)
    answer(table, [ada, bob], only=1)
    assert table.entries.get(n=table.entries_made).by == By.SEAT


def test_a_draft_is_handed_in_even_by_somebody_who_has_given_up(ada: User, bob: User, wait: Wait) -> None:
    table = daily(ada, bob, when_late="draft,easy", misses_allowed=0, written=True)
    draft_save(table.slug, ada, None, "from RED\nbid 2\n", "round-1")
    deadlines.run_due(wait(hours=24))
    table.refresh_from_db()
    assert keeping.present_state(table).decision.lane(0)[0].amount == 2
    assert seat(table, 0).stand_in == "easy"


def test_a_seat_given_up_is_offered_once_and_taken_by_somebody_else(ada: User, bob: User, eve: User, wait: Wait) -> None:
    table = daily(ada, bob, when_late="easy", misses_allowed=0, offer_after=3)
    instructions_set(table.slug, bob, None, when_late=["default"], moments={"empty_hands": "easy"}, orders="secret")
    answer(table, [ada, bob], only=0)
    deadlines.run_due(now := wait(hours=24))
    with pytest.raises(SeatTaken):
        seat_take(table.slug, eve, 1)
    assert deadlines.next_due(now) == now + timedelta(days=3)
    wait(days=3)
    for _ in range(2):
        deadlines.run_due()
    assert [line for line in log_of(table) if "offered" in line] == ["The seat of bob is offered to others."]
    assert "sought" in told(bob)
    seat_take(table.slug, eve, 1)
    taken = seat(table, 1)
    assert (taken.user, taken.stand_in, taken.sought, taken.offer_at) == (eve, "", False, None)
    assert log_of(table)[-1] == "eve takes over the seat."
    assert (taken.when_late, Instructions.objects.count()) == ("", 0)  # what Bob left behind is not hers
    assert "lost" in told(bob)
    with pytest.raises(NotYourSeat):
        seat_return(table.slug, bob)
    own = selectors.sight_now(visible_table(table.slug, eve), eve, "en")
    assert own.view.hand == keeping.present_state(table).hands[1]


def test_whoever_waits_for_a_seat_is_offered_it_before_everybody_else(ada: User, bob: User, eve: User, wait: Wait) -> None:
    table = daily(ada, bob, when_late="easy", misses_allowed=0, offer_after=1)
    with table_locked(table.slug) as locked:
        wait_for_seat(locked, eve)
    answer(table, [ada, bob], only=0)
    deadlines.run_due(wait(hours=24))
    deadlines.run_due(wait(hours=24))
    assert (seat(table, 1).held_for, told(eve)) == (eve, ["offered"])
    with pytest.raises(SeatTaken):
        seat_take(table.slug, account_create("dan", "", "some long secret"), 1)
    seat_take(table.slug, eve, 1)
    assert seat(table, 1).user == eve


def test_an_owner_who_comes_back_in_time_keeps_the_seat(ada: User, bob: User, eve: User, wait: Wait) -> None:
    table = daily(ada, bob, when_late="easy", misses_allowed=0, offer_after=1)
    answer(table, [ada, bob], only=0)
    deadlines.run_due(wait(hours=24))
    deadlines.run_due(wait(hours=24))
    assert seat(table, 1).sought
    seat_return(table.slug, bob)
    assert not seat(table, 1).sought
    with pytest.raises(SeatTaken):
        seat_take(table.slug, eve, 1)


def test_bots_never_play_a_game_to_its_end_while_nobody_is_there(ada: User, bob: User, wait: Wait) -> None:
    """The last one at a table is answered for turn by turn, and waited for on vacation: nobody loses a game overnight."""
    table = daily(ada, bob, when_late="easy", misses_allowed=0, rounds=6)
    for _ in range(3):
        deadlines.run_due(wait(hours=24))
        bots.move_all(table.slug)
    table.refresh_from_db()
    assert [place.stand_in_until for place in table.seats.all()] == [Until.RETURN, ""]
    assert (table.status, table.deciders) == ("playing", [1])
    vacation_take(bob, (day := datetime.now(UTC).date()), day + timedelta(days=4), "UTC")
    assert seat(table, 1).due > datetime.now(UTC) + timedelta(days=4)


# -- vacations ---------------------------------------------------------------------------------------


def test_a_table_that_waits_gives_the_whole_time_after_a_vacation(ada: User, bob: User, wait: Wait) -> None:
    vacation_take(ada, on(0), on(4), "UTC")
    table = daily(ada, bob, vacation_stops=True)
    assert seat(table, 0).due == midnight(5) + timedelta(hours=24)
    assert seat(table, 1).due == START + timedelta(hours=24)
    assert deadlines.run_due(wait(hours=24)) == 1
    assert seat(table, 0).missed == 0
    assert "away until 6 March" in client_of(bob).get(f"/t/{table.slug}/parts/?seen=-1").json()["parts"]["seats"]


def test_a_vacation_taken_while_a_deadline_runs_puts_it_off_and_its_end_brings_it_back(ada: User, bob: User, wait: Wait) -> None:
    """Asked on Monday at noon with a day's time; on Tuesday at eleven, one minute to twelve as it were, a vacation is taken."""
    table = daily(ada, bob, vacation_stops=True)
    before = seat(table, 0).due
    now = wait(hours=23)
    vacation_take(ada, on(1), on(5), "UTC")
    assert seat(table, 0).due == midnight(6) + (before - now)
    assert seat(table, 1).due == before
    assert log_of(table)[-1] == "ada is on vacation: the deadline moves to 8 March 01:00."
    later = wait(days=2)
    vacation_end(ada)
    assert seat(table, 0).due == later + timedelta(hours=1)
    table.refresh_from_db()
    assert table.due == before  # Bob's, which nobody has put off


def test_a_vacation_announced_ahead_and_called_off_costs_nothing(ada: User, bob: User, wait: Wait) -> None:
    announced = vacation_take(ada, on(10), on(20), "Europe/Rome")
    table = daily(ada, bob)
    assert seat(table, 0).due == START + timedelta(hours=24)
    vacation_end(ada, announced.pk)
    assert not Vacation.objects.exists()


def test_where_a_table_does_not_wait_somebody_answers_from_the_first_moment_and_no_miss_is_counted(
    ada: User, bob: User, wait: Wait
) -> None:
    table = daily(ada, bob, when_late="easy", misses_allowed=0)
    wait(hours=6)
    vacation_take(ada, on(1), on(5), "UTC")
    assert seat(table, 0).due == midnight(1)
    deadlines.run_due(wait(hours=6))
    bots.move_all(table.slug)
    answer(table, [ada, bob], only=1)
    for _ in range(8):  # as often as Ada is asked
        deadlines.run_due()
        bots.move_all(table.slug)
        table.refresh_from_db()
        if table.deciders == [1]:
            answer(table, [ada, bob], only=1)
    given = table.entries.filter(kind=EntryKind.ACT, seat=0)
    assert given.count() > 1
    assert {entry.by for entry in given} == {By.STAND_IN}
    assert seat(table, 0).missed == 0
    assert not Deadline.objects.filter(user=ada).exists()
    assert [line for line in log_of(table) if "vacation" in line] == ["ada is on vacation and is answered for."]


def test_whoever_says_that_they_are_back_is_on_vacation_no_more(ada: User, bob: User, wait: Wait) -> None:
    vacation_take(ada, on(0), on(5), "UTC")
    table = daily(ada, bob, vacation_stops=True)
    now = wait(hours=30)
    seat_return(table.slug, ada)
    assert seat(table, 0).due == now + timedelta(hours=24)
    assert Vacation.objects.get().end == now


def test_vacations_that_meet_become_one_and_each_day_is_counted_once(ada: User, wait: Wait) -> None:
    vacation_take(ada, on(10), on(14), "UTC")
    vacation_take(ada, on(12), on(16), "UTC")
    whole = vacation_take(ada, on(17), on(19), "UTC")
    assert (Vacation.objects.get(), whole.start, whole.end) == (whole, midnight(10), midnight(20))


@pytest.mark.parametrize(("first", "last", "why"), [(-1, 5, "today"), (0, 1, "3 days"), (0, 30, "30 of 30"), (400, 403, "365")])
def test_a_vacation_that_makes_no_sense_is_refused(ada: User, wait: Wait, first: int, last: int, why: str) -> None:
    with pytest.raises(NoVacation) as refusal:
        vacation_take(ada, on(first), on(last), "UTC")
    assert why in refusal.value.sentence()
    assert not Vacation.objects.exists()


@override_settings(VACATION_DAYS=10)
def test_a_minute_of_vacation_before_every_deadline_is_soon_used_up(ada: User, wait: Wait) -> None:
    for _ in range(3):
        vacation_take(ada, (day := datetime.now(UTC).date()), day + timedelta(days=2), "UTC")
        wait(minutes=1)
        vacation_end(ada)
        wait(days=4)
    with pytest.raises(NoVacation, match="1 of 10"):
        vacation_take(ada, (day := datetime.now(UTC).date()), day + timedelta(days=2), "UTC")


def test_days_are_counted_by_year_and_zone(ada: User, wait: Wait) -> None:
    wait(days=300)  # 27 December 2026
    new_year = vacation_take(ada, date(2026, 12, 28), date(2027, 1, 26), "Pacific/Auckland")
    assert new_year.start == datetime(2026, 12, 27, 12, tzinfo=UTC)  # it takes a while until it is not in the past
    vacation_take(ada, date(2027, 2, 1), date(2027, 2, 4), "UTC")
    with pytest.raises(NoVacation, match="In 2027 you have 0 of 30"):
        vacation_take(ada, date(2027, 3, 1), date(2027, 3, 3), "UTC")


def test_the_page_of_vacations_takes_shows_and_ends_them(ada: User, bob: User, wait: Wait) -> None:
    client = client_of(ada)

    def page(**filled: Any) -> str:
        html = {"accept": "text/html"}
        return client.post("/account/vacation/", filled, headers=html, follow=True).content.decode()

    assert "at least 3 days" in page(first="2026-03-02", last="2026-03-03", zone="UTC")
    assert 'value="2026-03-03"' in page(first="2026-03-02", last="2026-03-03", zone="UTC")  # nothing filled in is lost
    assert "2 March to 12 March" in page(first="2026-03-02", last="2026-03-12", zone="Europe/Rome")
    assert "away until 12 March" in client_of(None).get("/people/ada/").content.decode()
    taken = Vacation.objects.get()
    client_of(bob).post(f"/account/vacation/{taken.pk}/end/")
    assert Vacation.objects.get().end == taken.end
    client.post(f"/account/vacation/{taken.pk}/end/")
    assert Vacation.objects.get().end == START
    assert client_of(None).get("/account/vacation/").status_code == 302


# -- reliability -------------------------------------------------------------------------------------


def history(user: User, kept: int, missed: int) -> None:
    """Deadlines of long ago, those kept first."""
    outcomes = [True] * kept + [False] * missed
    Deadline.objects.bulk_create(
        Deadline(user=user, kept=one, at=START - timedelta(days=len(outcomes) - number)) for number, one in enumerate(outcomes)
    )


def test_own_answers_in_time_are_kept_deadlines_and_others_answers_are_misses(ada: User, bob: User, wait: Wait) -> None:
    table = daily(ada, bob, when_late="easy", misses_allowed=9)
    answer(table, [ada, bob], only=0)
    assert reliability_of(ada) == Reliability(1, 1)
    deadlines.run_due(wait(hours=24))
    bots.move_all(table.slug)
    assert reliability_of(bob) == Reliability(0, 1)
    table.refresh_from_db()
    turns = {0: Reliability(2, 2), 1: Reliability(1, 2)}
    for _ in turns:  # each has a turn, whoever bid more; many small answers are one deadline
        asked = table.deciders[0]
        while table.deciders == [asked]:
            answer(table, [ada, bob], option=len(keeping.present_state(table).options(asked)) - 1)
        assert reliability_of([ada, bob][asked]) == turns[asked]


def test_an_evening_of_answers_at_one_table_is_one_kept_deadline(ada: User, bob: User, wait: Wait) -> None:
    table = daily(ada, bob, rounds=6)
    for _ in range(12):
        answer(table, [ada, bob], option=-1 + len(keeping.present_state(table).options(table.deciders[0])))
    assert (reliability_of(ada), reliability_of(bob)) == (Reliability(1, 1), Reliability(1, 1))


def test_an_answer_that_comes_too_late_but_is_not_noticed_yet_is_not_kept(ada: User, bob: User, wait: Wait) -> None:
    table = daily(ada, bob)
    wait(hours=25)
    answer(table, [ada, bob], only=0)
    assert reliability_of(ada) == Reliability(0, 0)


def test_the_figure_looks_back_on_the_last_deadlines_only(ada: User, wait: Wait) -> None:
    history(ada, kept=0, missed=30)
    Deadline.objects.bulk_create(Deadline(user=ada, kept=True, at=START) for _ in range(40))
    assert reliability_of(ada) == Reliability(40, LOOKED_BACK)
    assert reliability_of(ada).percent == 80
    assert Reliability(199, 200).percent == 99


def test_nothing_is_said_of_somebody_who_had_few_deadlines(ada: User, wait: Wait) -> None:
    history(ada, kept=0, missed=ENOUGH - 1)
    assert "%" not in (page := client_of(None).get("/people/ada/").content.decode())
    assert f"{ENOUGH - 1} of {ENOUGH}" in page
    history(ada, kept=0, missed=1)
    assert "0 %: kept 0 of the last 10 deadlines" in client_of(None).get("/people/ada/").content.decode()
    assert client_of(None).get("/people/nobody/").status_code == 404


@pytest.mark.parametrize("public", [True, False])
def test_a_table_may_ask_for_reliable_people(ada: User, bob: User, eve: User, wait: Wait, public: bool) -> None:
    history(ada, kept=9, missed=1)
    history(bob, kept=7, missed=3)
    with pytest.raises(NotReliable, match="7 of 10"):
        daily(bob, eve, reliability=80, public=public)  # the host is no exception
    with pytest.raises(NotReliable) as refusal:
        daily(ada, bob, reliability=80, public=public)
    assert refusal.value.sentence() == ("This table asks for 80 % of deadlines kept; of your last 10 you kept 7 (70 %).")
    daily(ada, eve, reliability=80, public=public)  # of Eve nothing is known, and newcomers are welcome
    with pytest.raises(NotReliable, match="0 of 0"):
        daily(ada, eve, reliability=80, newcomers=False, public=public)
    daily(ada, bob, reliability=70, public=public)


def test_what_is_known_of_somebodys_absence_can_be_taken_away_and_is_forgotten(ada: User, bob: User, wait: Wait) -> None:
    table = daily(ada, bob, written=True)
    draft_save(table.slug, ada, None, "from RED\nsecret", "round-1")
    draft_save(table.slug, bob, None, "from BLUE\nsecret", "round-1")
    vacation_take(ada, on(3), on(8), "UTC")
    history(ada, kept=1, missed=1)
    known = client_of(ada).get("/account/export/").json()["absence"]
    assert [one["text"] for one in known["drafts"]] == ["from RED\nsecret"]
    assert (len(known["vacations"]), len(known["deadlines"])) == (1, 2)
    Table.objects.filter(pk=table.pk).update(status="over")
    account_delete(ada)
    assert [one.seat for one in Draft.objects.all()] == [1]
    assert not Deadline.objects.exists()


def test_a_guests_deadlines_become_the_accounts(ada: User, wait: Wait) -> None:
    guest = guest_create()
    history(guest, kept=2, missed=1)
    guest_log_in(guest, ada)
    assert reliability_of(ada) == Reliability(2, 3)
