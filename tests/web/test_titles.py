"""Every installed title is played on the site, to the end, with its pages drawn on the way."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from marchland.kernel.title import titles
from marchland.web.accounts.models import User
from marchland.web.lobby.forms import usual_seats
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.tables import bots, keeping, selectors
from marchland.web.tables.models import Status, Table
from marchland.web.tables.services import action_submit

from .conftest import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DRAWN_EVERY = 40
REFRESHED_EVERY = 5
MOST_ENTRIES = 20_000


@pytest.mark.parametrize("title_id", titles())
def test_a_game_is_played_to_its_end(title_id: str, ada: User) -> None:
    title = titles()[title_id]
    places = [Place("me"), *[Place("bot", "random")] * (usual_seats(title) - 1)]
    table = table_create(ada, Wish(title_id, places, {}))
    client, dice, moves = client_of(ada), random.Random(title_id), 0
    while True:
        bots.move_all(table.slug)
        fresh = Table.objects.get(pk=table.pk)
        if fresh.status == Status.OVER:
            break
        assert fresh.entries_made < MOST_ENTRIES, f"{title_id} is not over after {fresh.entries_made} entries"
        state = keeping.present_state(fresh)
        if moves % DRAWN_EVERY == 0:
            look_at(client, table, ("en", "fr", "it")[moves // DRAWN_EVERY % 3])
        if moves % REFRESHED_EVERY == 0:
            assert client.get(f"/t/{table.slug}/parts/?seen={fresh.entries_made - 1}&append").status_code == 200
        action_submit(table.slug, ada, 0, selectors.plain(dice.choice(state.options(0))), fresh.entries_made)
        moves += 1
    look_at(client, table, "en")
    look_at(Client(headers={"accept": "application/json"}), table, "it")


def look_at(client: Client, table: Table, language: str) -> None:
    """The page, its refresh, its rules and its replay, as this reader sees them."""
    client.post("/account/appearance/", {"language": language})
    page = client.get(f"/t/{table.slug}/", headers={"accept": "text/html"})
    assert page.status_code == 200
    assert f'lang="{language}"' in page.content.decode()
    for path in ("parts/?seen=0&append", "rules/", "replay/?at=0", "about/?target=nothing", "terms/"):
        assert client.get(f"/t/{table.slug}/{path}").status_code == 200, path
