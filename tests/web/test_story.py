"""The story of a turn on the site: told to each from what they saw, new until it has been read, gone if its turn is."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marchland.bots.protocol import answer, make_bot
from marchland.kernel.vocabulary import plain
from marchland.web.accounts.models import User
from marchland.web.hosting.acts import act_from
from marchland.web.hosting.services import act
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.tables import keeping, story
from marchland.web.tables.models import Seat, Table
from marchland.web.tables.services import action_submit

from .conftest import client_of, sit_down

pytestmark = pytest.mark.django_db

NATIONS = "CHEVAUX,LACUSTRES"


@pytest.fixture
def ashes(ada: User, bob: User) -> Table:
    """Two nations of Terre de Cendre, a season old."""
    table = table_create(ada, Wish("cendre", [Place("me"), Place("open")], {"nations": NATIONS}))
    seat_take(table.slug, bob, 1, table.join_code)
    play_season(table, ada, bob)
    return table


def play_season(table: Table, *people: User) -> None:
    """Everybody hands in what a warlike bot would write."""
    for seat, user in enumerate(people):
        table.refresh_from_db()
        title, state = keeping.title_of(table), keeping.present_state(table)
        action = answer(make_bot(title, "warlord"), title, state, seat, seed=f"{state.turn} {seat}")
        action_submit(table.slug, user, seat, plain(action), table.entries_made)
    table.refresh_from_db()


def page(user: User | None, table: Table, query: str = "") -> str:
    found = client_of(user).get(f"/t/{table.slug}/story/{query}", headers={"accept": "text/html"})
    assert found.status_code == 200, query
    return found.content.decode()


def article(html: str) -> str:
    return html[html.index("<article") : html.index("</article>")]


def card(user: User, table: Table) -> str:
    return client_of(user).get(f"/t/{table.slug}/parts/?seen=-1").json()["parts"]["story"]


def turns_told(html: str) -> list[str]:
    """The turns in the table of the first graph."""
    rows = re.search(r"<tbody>(.*?)</tbody>", html[html.index('class="graph ') :], re.DOTALL)
    assert rows is not None
    return re.findall(r'<th scope="row">(.*?)</th>', rows[1])


# -- who reads what -------------------------------------------------------------------------------------------------


def test_each_nation_reads_its_own_story_and_everybody_else_what_is_public(ashes: Table, ada: User, bob: User, eve: User) -> None:
    horses, lakes, watched = page(ada, ashes), page(bob, ashes), page(eve, ashes)
    assert "Horse Lords" in horses
    assert 'id="orders"' in horses
    state = keeping.present_state(ashes)
    for html, nation in ((horses, "CHEVAUX"), (lakes, "LACUSTRES")):
        gold = state.nations[nation].goods.gold  # type: ignore[attr-defined]
        assert f'<td class="now">{gold}' in html
    for private in ('id="orders"', 'class="compared"', "graph-gold", 'id="memory"'):
        assert private in horses
        assert private not in watched
    assert "graph-glory" in watched
    assert article(watched) == article(page(None, ashes)), "who is known and who is not see the same"
    for user in (bob, eve, None):
        assert client_of(user).get(f"/t/{ashes.slug}/story/?seat=0").status_code == 403, "nobody reads by another's eyes"


def test_a_turn_that_is_none_and_a_title_without_stories_are_refused(ashes: Table, ada: User, bob: User) -> None:
    assert client_of(ada).get(f"/t/{ashes.slug}/story/?turn=1").status_code == 400
    pebbles = sit_down(ada, bob, written=True)
    assert client_of(ada).get(f"/t/{pebbles.slug}/story/").status_code == 400
    shown = client_of(ada).get(f"/t/{pebbles.slug}/", headers={"accept": "text/html"}).content.decode()
    assert "story" not in shown


def test_the_first_turn_has_a_story_of_the_beginning(ashes: Table, ada: User) -> None:
    html = page(ada, ashes, "?turn=0")
    assert "How it begins: spring 201" in html
    assert 'rel="prev"' not in html
    assert re.search(r'rel="next" href="\?turn=2&amp;seat=0">\s*<span>spring 201', html)
    assert 'id="fights"' not in html


@pytest.mark.parametrize(("language", "words"), [("fr", "Vos ordres"), ("it", "I tuoi ordini")])
def test_a_story_is_told_in_the_reader_s_language(ashes: Table, ada: User, language: str, words: str) -> None:
    html = (
        client_of(ada).get(f"/t/{ashes.slug}/story/", headers={"accept": "text/html", "accept-language": language}).content.decode()
    )
    assert words in html
    assert {"fr": "Printemps 201", "it": "Primavera 201"}[language].lower() in html.lower()


# -- new until it is read -------------------------------------------------------------------------------------------


def test_the_card_on_the_desk_is_open_until_the_story_is_read_and_anew_after_the_next_turn(
    ashes: Table, ada: User, bob: User
) -> None:
    assert "<details" in card(ada, ashes)
    assert "open>" in card(ada, ashes)
    assert card(ada, ashes).count('<li class="headline') <= 5
    page(ada, ashes)
    assert "open>" not in card(ada, ashes)
    assert "open>" in card(bob, ashes), "what one has read is new to the other"
    play_season(ashes, ada, bob)
    assert "open>" in card(ada, ashes)
    put_away = client_of(ada).post(f"/t/{ashes.slug}/story/", {"turn": ashes.entries_made, "seat": 0})
    assert "open>" not in put_away.json()["parts"]["story"]
    assert list(Seat.objects.filter(table=ashes).values_list("told", flat=True)) == [ashes.entries_made, 0]


def test_an_older_story_does_not_make_the_latest_read(ashes: Table, ada: User, bob: User) -> None:
    play_season(ashes, ada, bob)
    page(ada, ashes, "?turn=2")
    assert "open>" in card(ada, ashes)
    page(ada, ashes)
    page(ada, ashes, "?turn=2")
    assert "open>" not in card(ada, ashes)


def test_who_only_watches_has_no_card_and_reads_nothing_away(ashes: Table, eve: User) -> None:
    assert card(eve, ashes) == ""
    assert client_of(eve).post(f"/t/{ashes.slug}/story/", {"turn": ashes.entries_made, "seat": 0}).status_code == 403
    assert client_of(None).post(f"/t/{ashes.slug}/story/", {"turn": ashes.entries_made}).status_code == 403
    assert set(Seat.objects.filter(table=ashes).values_list("told", flat=True)) == {0}


# -- all turns so far -----------------------------------------------------------------------------------------------


def queries(user: User, table: Table) -> int:
    with CaptureQueriesContext(connection) as asked:
        page(user, table)
    return len(asked)


def test_past_turns_are_read_at_once_and_then_remembered(ashes: Table, ada: User, bob: User) -> None:
    page(ada, ashes)
    story.forget()
    cold, warm = queries(ada, ashes), queries(ada, ashes)
    for _ in range(2):
        play_season(ashes, ada, bob)
    page(ada, ashes)
    story.forget()
    assert queries(ada, ashes) == cold
    assert queries(ada, ashes) == warm == cold - 2
    assert turns_told(page(ada, ashes)) == ["spring 201", "summer 201", "autumn 201", "spring 202"]
    assert turns_told(page(ada, ashes, "?turn=2")) == ["spring 201", "summer 201"]


def test_a_turn_that_is_taken_back_is_told_no_more(ashes: Table, ada: User, bob: User) -> None:
    play_season(ashes, ada, bob)
    summer = page(ada, ashes)
    assert turns_told(summer) == ["spring 201", "summer 201", "autumn 201"]
    gone = ashes.entries_made
    act(ashes.slug, ada, act_from({"do": "take_back", "to": 2, "note": "once more"}), ashes.entries_made)
    ashes.refresh_from_db()
    assert client_of(ada).get(f"/t/{ashes.slug}/story/?turn={gone}").status_code == 400
    assert turns_told(page(ada, ashes)) == ["spring 201", "summer 201"]
    play_season(ashes, ada, bob)
    again = page(ada, ashes)
    assert turns_told(again) == ["spring 201", "summer 201", "autumn 201"]
    state = keeping.present_state(ashes)
    assert f'<td class="now">{state.nations["CHEVAUX"].goods.gold}' in again  # type: ignore[attr-defined]


# -- links ----------------------------------------------------------------------------------------------------------


def test_headlines_and_changes_lead_to_the_map_and_papers_to_the_story(ashes: Table, ada: User) -> None:
    html = page(ada, ashes)
    places = set(re.findall(rf'href="/t/{ashes.slug}/\?look=(\w+)"', html))
    assert places
    assert places <= set(keeping.present_state(ashes).lands)  # type: ignore[attr-defined]
    papers = client_of(ada).get(f"/t/{ashes.slug}/papers/", headers={"accept": "text/html"}).content.decode()
    assert f'href="/t/{ashes.slug}/story/?turn=2&amp;seat=0"' in papers
    assert f'href="/t/{ashes.slug}/papers/?turn=2&amp;seat=0"' in html
