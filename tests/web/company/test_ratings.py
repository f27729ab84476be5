"""Rated games: who is rated, for what, and what may not be done to a game that counts."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.bots.makes import make_of
from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create, account_delete, guest_create
from marchland.web.company import machines, ratings
from marchland.web.company.models import BotRating, Rating, Result
from marchland.web.company.refusals import CountsForRating, NeedsAccount, NotForRating
from marchland.web.hosting.acts import Act, Close, Correct, NameHost, Reseat, TakeBack
from marchland.web.lobby.links import table_start
from marchland.web.lobby.services import Place, Wish, rematch, seat_fill, seat_leave, seat_take, table_create
from marchland.web.tables import bots, keeping, selectors
from marchland.web.tables.models import Status, Table
from marchland.web.tables.services import action_submit
from marchland.web.tables.viewers import known_table
from marchland.web.titles import title_named

from ..conftest import client_of
from ..test_play import sight

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def rated(host: User, *others: User, rounds: int = 1, **wish: Any) -> Table:
    places = [Place("me"), *(Place("open") for _ in others)]
    table = table_create(host, Wish("pebbles", places, {"rounds": rounds}, rated=True, **wish))
    for number, other in enumerate(others, 1):
        seat_take(table.slug, other, number, table.join_code)
    return known_table(table.slug)


def play_out(table: Table, *people: User, best: int = 0) -> Table:
    """To the end; the seat `best` stops late, the others at once, so that it has the most."""
    for _ in range(400):
        bots.move_all(table.slug)
        state = keeping.present_state(known_table(table.slug))
        if state.is_over:
            return known_table(table.slug)
        seat = state.deciders[0]
        options = selectors.options(sight(table, people[seat]))
        option = options[0 if seat == best else -1]
        action_submit(table.slug, people[seat], seat, option["action"], known_table(table.slug).entries_made)
    raise AssertionError("the game does not end")


def figures(*people: User) -> list[float]:
    return [Rating.objects.get(user=person, title="pebbles").mu for person in people]


def test_a_rated_game_moves_everybody_by_their_place(ada: User, bob: User, eve: User) -> None:
    table = play_out(rated(ada, bob, eve), ada, bob, eve)
    assert table.status == Status.OVER
    outcome = table.outcome
    order = sorted(range(3), key=lambda seat: (seat not in outcome["winners"], -outcome["scores"][seat]))
    mus = figures(ada, bob, eve)
    assert [mus[seat] for seat in order] == sorted(mus, reverse=True)
    assert max(mus) > ratings.MODEL.mu > min(mus)
    for person in (ada, bob, eve):
        one = Rating.objects.get(user=person)
        assert (one.games, one.sigma < ratings.MODEL.sigma) == (1, True)
    ranks = list(Result.objects.filter(table=table).values_list("rank", flat=True))
    assert ranks == [1 + sum(_better(outcome, other, seat) for other in range(3)) for seat in range(3)]


def _better(outcome: dict[str, Any], other: int, seat: int) -> bool:
    def key(one: int) -> tuple[bool, int]:
        return (one not in outcome["winners"], 0 if one in outcome["winners"] else -outcome["scores"][one])

    return key(other) < key(seat)


def test_other_games_move_nobody(ada: User, bob: User) -> None:
    places = [Place("me"), Place("open")]
    table = table_create(ada, Wish("pebbles", places, {"rounds": 1}))
    seat_take(table.slug, bob, 1)
    play_out(table, ada, bob)
    assert not Rating.objects.exists()
    assert not Result.objects.exists()


def test_whoever_leaves_comes_last_and_whoever_steps_in_is_not_rated(ada: User, bob: User, eve: User) -> None:
    table = rated(ada, bob)
    seat_leave(table.slug, ada)
    seat_take(table.slug, eve, 0, table.join_code)
    over = play_out(table, eve, bob)
    assert list(over.results.values_list("user__username", "rank")) == [("ada", 2), ("bob", 1)]
    assert not Rating.objects.filter(user=eve).exists()


def test_a_bot_may_go_on_for_somebody_who_left_but_not_begin(ada: User, bob: User) -> None:
    table = rated(ada, bob)
    seat_leave(table.slug, ada)
    seat_fill(table.slug, bob, 0, "random")
    over = play_out(table, ada, bob)
    assert list(over.results.values_list("user__username", "rank")) == [("ada", 2), ("bob", 1)]
    gathering = table_create(ada, Wish("pebbles", [Place("me"), Place("open"), Place("open")], {}, rated=True))
    with pytest.raises(NotForRating):
        seat_fill(gathering.slug, ada, 1, "random")
    with pytest.raises(NotForRating):
        table_start(gathering.slug, ada, "random")


@pytest.mark.parametrize("place", [Place("bot", "random"), Place("hotseat", name="Ida")])
def test_only_people_with_accounts_play_for_ratings(ada: User, place: Place) -> None:
    with pytest.raises(NotForRating):
        table_create(ada, Wish("pebbles", [Place("me"), place], {}, rated=True))
    with pytest.raises(NeedsAccount):
        table_create(guest_create(), Wish("pebbles", [Place("me"), Place("open")], {}, rated=True))
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open")], {}, rated=True))
    with pytest.raises(NeedsAccount):
        seat_take(table.slug, guest_create(), 1)
    assert known_table(table.slug).status == Status.GATHERING


def test_nobody_is_rated_for_playing_alone(ada: User, bob: User) -> None:
    table = table_create(ada, Wish("vinci", [Place("me"), Place("open"), Place("open")], {}, rated=True, host_starts=True))
    page = client_of(ada).get(f"/t/{table.slug}/").content.decode()
    assert "start-heading" not in page, "there is nothing to fill the empty seats with"
    with pytest.raises(NotForRating):
        table_start(table.slug, ada, "leave-out")
    assert known_table(table.slug).seats.count() == 3
    seat_take(table.slug, bob, 1, table.join_code)
    assert "start-heading" in client_of(ada).get(f"/t/{table.slug}/").content.decode()
    assert table_start(table.slug, ada, "leave-out").status == Status.PLAYING


@pytest.mark.parametrize("act", [TakeBack(to=0, note="x"), Correct(patch=(), note="x"), Close(note="x"), NameHost(seat=1)])
def test_nothing_is_done_to_a_game_that_counts_not_even_by_vote(ada: User, bob: User, eve: User, act: Act) -> None:
    table = rated(ada, bob, eve, rounds=3)
    assert table.by_vote
    with pytest.raises(CountsForRating):
        act.must_be_possible(table)


def test_a_seat_whose_owner_may_come_back_is_given_to_nobody(ada: User, bob: User) -> None:
    table = rated(ada, bob, rounds=3)
    table.seats.filter(number=1).update(stand_in="random", stand_in_until="return")
    with pytest.raises(CountsForRating):
        Reseat(seat=1).must_be_possible(known_table(table.slug))
    seat_leave(table.slug, bob)
    Reseat(seat=1).must_be_possible(known_table(table.slug))


def test_a_rematch_of_a_rated_game_counts_too(ada: User, bob: User) -> None:
    table = play_out(rated(ada, bob), ada, bob)
    again = rematch(table.slug, bob)
    assert again.rated
    assert again.by_vote


def test_an_account_that_is_gone_leaves_its_games_to_the_others(ada: User, bob: User) -> None:
    table = rated(ada, bob)
    account_delete(bob)
    seat_fill(table.slug, ada, 1, "random")
    over = play_out(table, ada, ada)
    over.outcome = {**over.outcome, "winners": [1]}  # whoever went on there has even won
    assert ratings.ranks_of(over, list(over.results.all())) == [1, 2]
    assert Rating.objects.get(user=ada).mu > ratings.MODEL.mu


# -- bots ------------------------------------------------------------------------------------------------


def with_bots(host: User, other: User, *levels: str) -> Table:
    """A rated game of two people that was announced with bots."""
    places = [Place("me"), Place("open"), *(Place("bot", level) for level in levels)]
    table = table_create(host, Wish("pebbles", places, {"rounds": 1}, rated=True))
    seat_take(table.slug, other, 1, table.join_code)
    return known_table(table.slug)


def test_bots_at_a_rated_table_are_measured_by_people_and_move_nobody_else(ada: User, bob: User) -> None:
    play_out(with_bots(ada, bob, "random", "random"), ada, bob)
    bot = BotRating.objects.get()
    assert (bot.title, bot.bot, bot.games) == ("pebbles", "random", 1), "two seats of one bot are one player"
    assert bot.sigma < ratings.MODEL.sigma
    ranks = dict(Result.objects.values_list("seat", "rank"))
    alone = ratings.MODEL.rate([[ratings.MODEL.rating()] for _ in range(2)], ranks=[float(ranks[0]), float(ranks[1])])
    assert figures(ada, bob) == [one.mu for [one] in alone], "as if there had been no bots"
    assert {ranks[0], ranks[1]} <= {1, 2}


def test_bots_stand_where_people_put_them(ada: User, bob: User) -> None:
    """Beaten by the strong it loses little, beaten by the weak much; and what it does not know moves less with every game."""
    table = with_bots(ada, bob, "random")
    over = play_out(table, ada, bob)
    moved = {}
    for mu in (20.0, 35.0):
        BotRating.objects.all().delete()
        results = list(over.results.all())
        strong = {person.pk: ratings.MODEL.rating(mu=mu, sigma=1) for person in (ada, bob)}
        machines.settle("pebbles", results, [1, 1, 2], strong)
        moved[mu] = BotRating.objects.get().mu
        machines.settle("pebbles", results, [1, 1, 2], strong)
        again = BotRating.objects.get()
        assert abs(again.mu - moved[mu]) < abs(moved[mu] - ratings.MODEL.mu)
    assert moved[20.0] < moved[35.0] < ratings.MODEL.mu


def test_whoever_leaves_says_nothing_about_bots(ada: User, bob: User) -> None:
    table = with_bots(ada, bob, "random")
    for person in (ada, bob):
        seat_leave(table.slug, person)
    table.refresh_from_db()
    table.outcome = {"scores": [0, 0, 5], "winners": [2], "reason": "x"}
    ratings.settle(table)
    assert not BotRating.objects.exists()
    assert Rating.objects.count() == 2


def test_a_bot_that_was_made_otherwise_is_measured_anew_from_where_it_stood(ada: User, bob: User) -> None:
    BotRating.objects.create(title="pebbles", bot="random", make="of old", mu=31, sigma=1, games=70, wins=50)
    play_out(with_bots(ada, bob, "random"), ada, bob)
    bot = BotRating.objects.get()
    assert bot.make == make_of(title_named("pebbles"), "random") != make_of(title_named("pebbles"), "greedy")
    assert bot.games == 1
    assert 3 < bot.sigma <= machines.IN_DOUBT
    assert 0 < abs(bot.mu - 31) < 3


def test_no_bot_sits_down_at_a_rated_table_that_was_not_announced(ada: User, bob: User) -> None:
    with pytest.raises(NotForRating):
        table_create(ada, Wish("pebbles", [Place("me"), Place("bot", "random"), Place("bot", "random")], {}, rated=True))
    table = table_create(ada, Wish("pebbles", [Place("me"), Place("open"), Place("bot", "random")], {}, rated=True))
    with pytest.raises(NotForRating):
        seat_fill(table.slug, ada, 1, "random")
    assert f"/t/{table.slug}/fill/" not in client_of(ada).get(f"/t/{table.slug}/").content.decode()


def test_the_list_of_a_title_and_play_now_show_where_bots_stand() -> None:
    BotRating.objects.create(title="vinci", bot="hard", make="x", mu=28, sigma=0.5, games=40)
    BotRating.objects.create(title="vinci", bot="hard-raider", make="x", mu=20, sigma=4, games=2)
    BotRating.objects.create(title="vinci", bot="easy", make="x", mu=18, sigma=4, games=0)
    page = client_of(None).get("/ratings/vinci/").content.decode()
    figure = str(ratings.shown(28))
    assert page.index("Computer: hard<") < page.index("Computer: hard, raider") < page.index("a first guess")
    assert figure in page
    assert "Computer: easy" not in page, "nobody has met it yet"
    assert "The computers" not in client_of(None).get("/ratings/pebbles/").content.decode()
    play = client_of(None).get("/play/vinci/").content.decode()
    assert play.count('class="figure"') == 1
    assert figure in play


# -- pages -----------------------------------------------------------------------------------------------


def test_a_persons_page_shows_what_the_reader_may_know(ada: User, bob: User, eve: User) -> None:
    play_out(rated(ada, bob, name="Open cup"), ada, bob)
    play_out(rated(ada, bob, name="Closed door", public=False), ada, bob)
    pages = {reader: client_of(reader).get("/people/ada/").content.decode() for reader in (None, eve, bob)}
    assert all("Open cup" in page for page in pages.values())
    assert "Closed door" in pages[bob]
    assert "Closed door" not in pages[None] + pages[eve]
    figure = ratings.shown(Rating.objects.get(user=ada).mu)
    assert all(str(figure) in page for page in pages.values())
    guest = guest_create()
    assert "Ratings" not in client_of(None).get(f"/people/{guest.username}/").content.decode()


def test_the_list_of_a_title_is_ordered_by_what_is_certain(ada: User, bob: User, eve: User) -> None:
    Rating.objects.create(user=ada, title="pebbles", mu=30, sigma=1, games=9)
    Rating.objects.create(user=bob, title="pebbles", mu=34, sigma=4, games=5)
    Rating.objects.create(user=eve, title="pebbles", mu=60, sigma=1, games=4)
    page = client_of(None).get("/ratings/pebbles/").content.decode()
    assert page.index("ada") < page.index("bob")
    assert "eve" not in page
    assert client_of(None).get("/ratings/chess/").status_code == 404


def test_the_form_makes_rated_tables_for_accounts_alone(ada: User) -> None:
    facts = {
        "seats": 2,
        "seat_0": "me",
        "seat_1": "open",
        "pace": "live",
        "option_rounds": 3,
        "option_field": "small",
        "rated": "on",
    }
    usual = {"misses_allowed": 2, "offer_after": 7, "reliability": 0, "late_1": "default"}
    answer = client_of(ada).post("/new/pebbles/", {**facts, **usual})
    assert answer.status_code == 302
    assert Table.objects.get().rated
    guest = client_of(guest_create())
    assert guest.post("/new/pebbles/", {**facts, **usual}).status_code == 403
    assert Table.objects.count() == 1


def test_what_is_kept_of_company_can_be_taken_away(ada: User, bob: User) -> None:
    account_create("kim", "", "still another secret")
    play_out(rated(ada, bob), ada, bob)
    data = client_of(ada).get("/account/export/").json()["company"]
    assert [one["title"] for one in data["ratings"]] == ["pebbles"]
    assert len(data["results"]) == 1
