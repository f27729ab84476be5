"""Playing through the services: who may do what, when; what is written; what can be taken back."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from marchland.kernel.chance import commitment
from marchland.kernel.errors import IllegalAction, MalformedOrder, NotYourDecision
from marchland.kernel.match import UndoRefused, read_record
from marchland.kernel.replay import replay
from marchland.kernel.vocabulary import plain
from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.tables import bots, history, keeping, selectors
from marchland.web.tables.models import Entry, EntryKind, Status, Table
from marchland.web.tables.refusals import NotYourSeat, OtherRulesHere, Stale, WrongMoment
from marchland.web.tables.services import action_submit, chat_write, undo
from marchland.web.tables.viewers import known_table

pytestmark = [pytest.mark.django_db, pytest.mark.services]

STOP, DRAW, THROW = {"type": "Stop"}, {"type": "Draw"}, {"type": "Throw"}


def now(table: Table) -> int:
    return Table.objects.get(pk=table.pk).entries_made


def bid(table: Table, ada: User, bob: User) -> None:
    """Ada goes first."""
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, now(table))
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 0}, now(table))


def lay(table: Table, user: User, seat: int, space: str) -> int:
    hand = keeping.present_state(Table.objects.get(pk=table.pk)).hands[seat]
    return action_submit(table.slug, user, seat, {"type": "Place", "pebble": hand[0], "space": space}, now(table)).entry


def sight(table: Table, user: User | None) -> selectors.Sight:
    from django.contrib.auth.models import AnonymousUser

    return selectors.sight_now(known_table(table.slug), user or AnonymousUser(), "en")


def test_a_full_table_starts_by_itself_and_publishes_the_hash_of_its_key(table: Table) -> None:
    assert table.status == Status.PLAYING
    assert table.commitment == commitment(bytes(table.key))
    assert list(table.entries.values_list("n", "kind")) == [(0, EntryKind.START)]


def test_an_answer_becomes_an_entry_with_its_fingerprint(table: Table, ada: User, bob: User) -> None:
    bid(table, ada, bob)
    table.refresh_from_db()
    entry = table.entries.get(n=2)
    assert (entry.seat, entry.action) == (1, {"type": "Bid", "amount": 0})
    assert entry.fingerprint == keeping.present_state(table).fingerprint()
    assert [event["type"] for event in entry.events] == ["OrderFound"]


def test_an_answer_to_an_older_question_is_refused(table: Table, ada: User, bob: User) -> None:
    bid(table, ada, bob)
    before = now(table)
    lay(table, ada, 0, "stone01")
    with pytest.raises(Stale):
        action_submit(table.slug, ada, 0, STOP, before)
    assert now(table) == before + 1


def test_an_answer_from_the_future_is_refused(table: Table, ada: User) -> None:
    with pytest.raises(Stale):
        action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 0}, now(table) + 5)


def test_sealed_answers_do_not_wait_for_each_other(table: Table, ada: User, bob: User) -> None:
    """Both saw entry 0; that the other has bid in the meantime changes nothing for a sealed bid."""
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 1}, 0)
    assert now(table) == 2


def test_a_sealed_answer_cannot_be_sent_twice(table: Table, ada: User) -> None:
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
    with pytest.raises((Stale, NotYourDecision)):
        action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
    with pytest.raises(NotYourDecision):
        action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 1)
    assert now(table) == 1


def test_nobody_answers_for_somebody_else(table: Table, bob: User, eve: User) -> None:
    for stranger in (bob, eve):
        with pytest.raises(NotYourSeat):
            action_submit(table.slug, stranger, 0, {"type": "Bid", "amount": 0}, 0)
    assert now(table) == 0


def test_out_of_turn_and_illegal_and_unreadable_answers_change_nothing(table: Table, ada: User, bob: User) -> None:
    bid(table, ada, bob)
    lay(table, ada, 0, "stone01")
    state = Table.objects.get(pk=table.pk).state
    with pytest.raises(NotYourDecision):
        action_submit(table.slug, bob, 1, STOP, now(table))
    with pytest.raises(IllegalAction) as refused:
        lay(table, ada, 0, "stone01")
    assert refused.value.rule == "PB-PLACE-02"
    for nonsense in ({"type": "Fly"}, {"type": "Place"}, {"type": "Place", "pebble": "x", "space": 3}, {}, [], "Stop", None):
        with pytest.raises(MalformedOrder):
            action_submit(table.slug, ada, 0, nonsense, now(table))
    assert Table.objects.get(pk=table.pk).state == state
    assert now(table) == 3


def test_an_answer_can_be_taken_back_step_by_step_or_as_a_whole_turn(table: Table, ada: User, bob: User) -> None:
    bid(table, ada, bob)
    start = Table.objects.get(pk=table.pk).state
    lay(table, ada, 0, "stone01")
    one = Table.objects.get(pk=table.pk).state
    lay(table, ada, 0, "stone02")
    undo(table.slug, ada, 0, now(table))
    assert Table.objects.get(pk=table.pk).state == one
    lay(table, ada, 0, "stone03")
    undo(table.slug, ada, 0, now(table), whole_turn=True)
    assert Table.objects.get(pk=table.pk).state == start
    assert table.entries.filter(undone=True).count() == 3
    assert now(table) == 7


def test_undo_stops_at_dice_at_private_draws_and_at_other_peoples_moves(table: Table, ada: User, bob: User) -> None:
    bid(table, ada, bob)
    for no_return in (DRAW, THROW, STOP):
        lay(table, ada, 0, "stone01") if no_return is DRAW else None
        action_submit(table.slug, ada, 0, no_return, now(table))
        with pytest.raises(UndoRefused):
            undo(table.slug, ada, 0, now(table))
    with pytest.raises(UndoRefused):
        undo(table.slug, bob, 1, now(table))


def test_a_sealed_answer_is_taken_back_while_others_still_think(table: Table, ada: User, bob: User) -> None:
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 0}, 0)
    assert selectors.abilities(sight(table, ada))["undo"]
    assert not selectors.abilities(sight(table, bob))["undo"]
    undo(table.slug, ada, 0, 1)
    assert sight(table, ada).view.own_lane == ()
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 1}, 0)
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 2)
    assert keeping.present_state(known_table(table.slug)).order == (0, 1)
    with pytest.raises(UndoRefused):
        undo(table.slug, ada, 0, now(table))


def test_a_game_with_sealed_answers_taken_back_still_verifies(
    table: Table, ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "SMALL_SNAPSHOT", 0)
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 0}, 0)
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 0}, undo(table.slug, ada, 0, 1).entry)
    undo(table.slug, ada, 0, now(table))
    bid(table, bob=bob, ada=ada)
    while not (state := keeping.present_state(known_table(table.slug))).is_over:
        seat = state.deciders[0]
        action_submit(table.slug, (ada, bob)[seat], seat, plain(state.options(seat)[-1]), now(table))
    finished = known_table(table.slug)
    for n in history.stops(finished, history.Way()):
        assert keeping.state_after(finished, n) is not None
    assert (
        len(list(replay(read_record(history.record(finished)))))
        == finished.entries.filter(kind=EntryKind.ACT, undone=False).count()
    )


def test_undo_needs_the_present_entry_number(table: Table, ada: User, bob: User) -> None:
    bid(table, ada, bob)
    lay(table, ada, 0, "stone01")
    with pytest.raises(Stale):
        undo(table.slug, ada, 0, now(table) - 1)


def test_play_goes_on_after_undo_and_every_moment_can_still_be_shown(table: Table, ada: User, bob: User) -> None:
    bid(table, ada, bob)
    lay(table, ada, 0, "stone01")
    undo(table.slug, ada, 0, now(table))
    lay(table, ada, 0, "stone02")
    shown = known_table(table.slug)
    steps = history.stops(shown, history.Way())
    assert steps == [0, 1, 2, 5]
    lands = [history.sight_then(shown, ada, "en", n).view.land for n in steps]
    assert [sum(holding is not None for holding in land.values()) for land in lands] == [0, 0, 0, 1]
    assert lands[-1]["stone02"] is not None


def test_large_states_are_not_kept_after_every_entry_but_can_be_rebuilt(
    table: Table, ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "SMALL_SNAPSHOT", 0)
    bid(table, ada, bob)
    lay(table, ada, 0, "stone01")
    action_submit(table.slug, ada, 0, DRAW, now(table))
    action_submit(table.slug, ada, 0, STOP, now(table))
    assert table.entries.filter(snapshot=None).exists()
    for entry in table.entries.all():
        assert keeping.state_after(table, entry.n).fingerprint() == entry.fingerprint


def test_a_spectator_and_an_opponent_see_neither_hands_nor_private_lines(table: Table, ada: User, bob: User) -> None:
    bid(table, ada, bob)
    action_submit(table.slug, ada, 0, DRAW, now(table))
    own, other, outside = (sight(table, user) for user in (ada, bob, None))
    assert len(own.view.hand) == 3
    assert outside.view.hand == ()
    assert other.view.hand == tuple(keeping.present_state(known_table(table.slug)).hands[1])
    drawn = [[line["text"] for line in selectors.log(one) if line["type"] == "Drew"] for one in (own, other, outside)]
    assert list(map(len, drawn)) == [3, 2, 0]
    assert all(line.startswith("ada") for line in drawn[0])
    assert selectors.options(other) == selectors.options(outside) == []


def test_sealed_bids_stay_sealed_until_all_are_in(table: Table, ada: User, bob: User) -> None:
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 2}, 0)
    for viewer in (bob, None):
        shown = sight(table, viewer)
        told = str(selectors.position(shown)) + str(selectors.log(shown))
        assert "'amount': 2" not in told.replace(str(selectors.options(shown)), "")
        assert shown.view.own_lane == ()
    assert sight(table, ada).view.own_lane[0].amount == 2


def test_the_key_is_secret_until_the_end_and_proves_every_roll_after_it(ada: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("bot", "random"), Place("bot", "greedy")], {}))
    with pytest.raises(WrongMoment):
        history.record(known_table(table.slug))
    assert bytes(table.key).hex() not in str(selectors.position(sight(table, ada)))
    play_to_the_end(table, ada)
    finished = known_table(table.slug)
    assert finished.status == Status.OVER
    assert selectors.table_facts(sight(table, None))["key"] == bytes(table.key).hex()
    record = read_record(history.record(finished))
    assert record.commitment == commitment(record.key)


def play_to_the_end(table: Table, user: User, seat: int = 0) -> None:
    for _ in range(200):
        bots.move_all(table.slug)
        state = keeping.present_state(Table.objects.get(pk=table.pk))
        if state.is_over:
            return
        option = selectors.options(sight(table, user))[0]
        action_submit(table.slug, user, seat, option["action"], now(table))
    raise AssertionError("the game does not end")


def test_a_whole_game_against_bots_replays_from_its_record(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("bot", "greedy")], {"rounds": 3}))
    play_to_the_end(table, ada)
    record = read_record(history.record(known_table(table.slug)))
    assert len(list(replay(record))) == Entry.objects.filter(table=table, kind=EntryKind.ACT).count()
    series = history.scores_over_time(known_table(table.slug))
    assert series[0]["scores"] == [0, 0]
    assert series[-1]["scores"] == known_table(table.slug).outcome["scores"]


def test_nothing_can_be_played_after_the_end(ada: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("bot", "random")], {"rounds": 1}))
    play_to_the_end(table, ada)
    with pytest.raises(WrongMoment):
        action_submit(table.slug, ada, 0, STOP, now(table))
    with pytest.raises(WrongMoment):
        undo(table.slug, ada, 0, now(table))


def test_a_bot_is_never_shown_what_its_seat_cannot_see(ada: User) -> None:
    table = table_create(ada, Wish("pebbles", [Place("bot", "random"), Place("me")], {}))
    truth = keeping.present_state(table)
    seen = [keeping.title_of(table).load(__import__("msgspec").json.decode(bots.next_question(table.slug).state)) for _ in range(8)]
    assert {state.hands[0] for state in seen} == {truth.hands[0]}
    assert len({state.hands[1] for state in seen}) > 1
    assert truth.chance.key not in {state.chance.key for state in seen}


def test_since_my_last_turn_marks_only_what_is_new(table: Table, ada: User, bob: User) -> None:
    bid(table, ada, bob)
    lay(table, ada, 0, "stone01")
    action_submit(table.slug, ada, 0, STOP, now(table))
    lay(table, bob, 1, "stone02")
    assert [line["type"] for line in selectors.log(sight(table, ada)) if line["new"]] == ["Placed"]


def test_players_and_spectators_of_public_tables_may_chat(table: Table, ada: User, eve: User) -> None:
    chat_write(table.slug, ada, "  hello\n there ")
    chat_write(table.slug, eve, "nice table")
    assert [(said["author"], said["seat"], said["text"]) for said in selectors.chat(table)] == [
        ("ada", 0, "hello there"),
        ("eve", None, "nice table"),
    ]


def test_log_lines_speak_the_readers_language_and_name_the_players(table: Table, ada: User, bob: User) -> None:
    bid(table, ada, bob)
    lay(table, ada, 0, "stone01")
    french = selectors.sight_now(known_table(table.slug), bob, "fr")
    line = selectors.log(french)[-1]
    assert line["text"].startswith("ada lays")
    assert line["text"].endswith("(fr)")
    assert line["rule"] == "PB-PLACE-01"
    assert line["touches"] == ["stone01"]


def test_a_game_of_other_rules_can_be_read_but_not_played_on(table: Table, ada: User, bob: User) -> None:
    bid(table, ada, bob)
    Table.objects.filter(pk=table.pk).update(rules_version=99)
    seen = sight(table, ada)
    assert selectors.options(seen) == []
    assert "earlier version of the rules" in selectors.prompt(seen)["text"]
    assert seen.view is not None
    with pytest.raises(OtherRulesHere):
        lay(table, ada, 0, "a")
    with pytest.raises(OtherRulesHere):
        undo(table.slug, ada, 0, now(table))
    assert bots.next_question(table.slug) is None
    assert now(table) == 2


def test_the_past_of_a_game_of_other_rules_is_shown_where_it_was_kept_and_not_played_again(
    table: Table, ada: User, bob: User
) -> None:
    bid(table, ada, bob)
    Table.objects.filter(pk=table.pk).update(rules_version=99)
    table.refresh_from_db()
    assert keeping.state_after(table, 2) is not None
    Entry.objects.filter(table=table, n=2).update(snapshot=None)
    with pytest.raises(OtherRulesHere):
        keeping.state_after(table, 2)


def test_a_place_answers_no_why_not_where_what_lies_there_is_played_with(
    table: Table, ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bid(table, ada, bob)
    seen = sight(table, ada)
    assert seen.question is not None
    [played, *_] = [one for action in seen.question.state.options(seen.question.seat) for one in action.touches()]
    assert selectors.why_not(seen, "shelf")
    shelves = SimpleNamespace(place_of=lambda view, thing: "shelf" if thing == played else "")
    monkeypatch.setitem(seen.title.parts.__dict__, "placing", shelves)
    assert selectors.why_not(seen, "shelf") == [], "pointing at the shelf reaches what lies on it"
    assert selectors.why_not(seen, "floor")
