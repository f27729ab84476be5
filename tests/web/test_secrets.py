"""What the site tells whom: the question on the table is made for its reader."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from marchland.bots.protocol import answer as thought
from marchland.bots.protocol import make_bot
from marchland.games.cendre.state import Cendre
from marchland.kernel.chance import key_from_seed
from marchland.kernel.title import find_title
from marchland.kernel.vocabulary import plain
from marchland.web.accounts.models import User
from marchland.web.api.services import token_create
from marchland.web.config import throttle
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.tables import cards, keeping, sheets
from marchland.web.tables.models import Table
from marchland.web.tables.services import action_submit
from marchland.web.titles import title_named

from .conftest import client_of

pytestmark = pytest.mark.django_db

SECRET = "offensive alliance"


def answer(table: Table, user: User, seat: int, action: dict[str, object]) -> None:
    action_submit(table.slug, user, seat, action, Table.objects.get(pk=table.pk).entries_made)


@pytest.fixture
def negotiation(ada: User, bob: User, eve: User) -> Table:
    """Ada proposes a secret pact to Bob; Eve sits at the table too. Entry 3 is the draft, entry 4 the proposal."""
    table = table_create(ada, Wish("medioevo", [Place("me"), Place("open"), Place("open")], {}))
    seat_take(table.slug, bob, 1)
    seat_take(table.slug, eve, 2)
    title = find_title("medioevo")
    state = title.new(3, key_from_seed("pact"))
    title.parts.position.lay(state, {"at": "purchases"}, ("0", "1", "2"))
    Table.objects.filter(pk=table.pk).update(state=state.to_json().decode())
    answer(table, ada, 0, {"type": "DraftPact", "rival": 1})
    answer(table, ada, 0, {"type": "AddClause", "clause": "offence"})
    answer(table, ada, 0, {"type": "KeepSecret"})
    draft = keeping.present_state(Table.objects.get(pk=table.pk)).decision
    answer(table, ada, 0, {"type": "Propose", "terms": plain(draft.terms)})  # type: ignore[union-attr]
    return table


def told(user: User | None, address: str) -> str:
    headers = {"accept": "application/json" if "replay" in address else "text/html"}
    if "/api/" in address:
        assert user is not None, "programs have to say who they are"
        headers = {"authorization": f"Bearer {token_create(user, 'test')}"}
    found = client_of(user).get(address, headers=headers)
    assert found.status_code == 200, address
    return found.content.decode()


def test_a_secret_pact_is_not_read_in_the_question_by_those_who_are_not_to_sign(
    negotiation: Table, ada: User, bob: User, eve: User
) -> None:
    slug = negotiation.slug
    page, replay = reverse("tables:table", args=[slug]), reverse("tables:replay", args=[slug])
    for address in (page, f"{replay}?at=4", f"/api/tables/{slug}"):
        for user, reads in ((eve, False), (ada, True), (bob, True)):
            assert (SECRET in told(user, address)) == reads, (user, address)
    for address in (page, f"{replay}?at=4"):
        assert SECRET not in told(None, address), address
    for user, reads in ((None, False), (eve, False), (ada, True), (bob, False)):
        assert (SECRET in told(user, f"{replay}?at=3")) == reads, "a draft is its writer's alone"
    assert "bob, who is negotiating" in told(None, page)


def test_numbers_of_lines_do_not_count_what_happened_unseen(table: Table, ada: User, bob: User) -> None:
    for seat, user in enumerate((ada, bob)):
        answer(table, user, seat, {"type": "Bid", "amount": seat})
    entry = table.entries.exclude(events=[]).latest("n")
    entry.events = [{**entry.events[0], "audience": [0]}, *entry.events]
    entry.save()
    keeping.forget()
    lines = {
        user: [one for one in json.loads(told(user, f"/api/tables/{table.slug}/log")) if one["n"] == entry.n] for user in (ada, bob)
    }
    assert len(lines[ada]) == len(lines[bob]) + 1
    for mine in lines.values():
        assert [one["i"] for one in mine] == list(range(len(mine)))


# -- the desk ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def war(ada: User) -> tuple[Table, Cendre, Cendre]:
    """Some seasons into a game with much to hide: the table, and its state dealt anew from what Ada's seat knows."""
    seats, title = 6, find_title("cendre")
    table = table_create(ada, Wish("cendre", [Place("me"), *(Place("bot", "easy") for _ in range(seats - 1))], {}))
    state, bot = title.new(seats, key_from_seed("war")), make_bot(title, "ruler")
    for season in range(5):
        for seat in state.deciders:
            state.apply(seat, thought(bot, title, state, seat, seed=f"{season} {seat}"))
    return table, state, title.redeal(state, 0, key_from_seed("another world"))


def lay(table: Table, state: Cendre) -> None:
    Table.objects.filter(pk=table.pk).update(state=state.to_json().decode())
    keeping.forget()
    for memory in (cards._standing, cards._beside, sheets._readings):
        memory.forget_all()


def asked(user: User, table: Table, text: str, do: str, **more: object) -> dict[str, Any]:
    throttle.forget("cards", user.pk)
    body = json.dumps({"entry": Table.objects.get(pk=table.pk).entries_made, "seat": 0, "text": text, "do": do, **more})
    answer = client_of(user).post(f"/t/{table.slug}/cards/", body, content_type="application/json")
    assert answer.status_code == 200, (do, more, answer.content)
    found: dict[str, Any] = answer.json()
    return found


def all_told(user: User, table: Table, text: str) -> Iterator[tuple[object, ...]]:
    """Whatever can be asked of the cards, with the answer; and the page that those without scripts get."""
    shown = asked(user, table, text, "show")
    yield "show", shown
    yield "more", asked(user, table, text, "more")
    for group in sorted(set(re.findall(r'data-group="(leader:[^"]+|town:[^"]+|diplomacy)"', shown["parts"]["cards"]))):
        yield group, asked(user, table, text, "lights", group=group)
    offers = sorted(set(re.findall(r'value="open (\S+) (\S+) 0"', shown["parts"]["cards"])))
    for group, kind in offers[::4]:
        yield group, kind, asked(user, table, text, "open", group=group, kind=kind)
    for space in ("AKL", "BMU", "HRO", "MER"):
        yield space, asked(user, table, text, "place", space=space)


def test_the_cards_tell_nothing_that_their_writer_does_not_know(war: tuple[Table, Cendre, Cendre], ada: User) -> None:
    """Noninterference: in another world of which the seat knows the same, the site says the same."""
    table, *worlds = war
    told_in = []
    for state in worlds:
        lay(table, state)
        text = title_named("cendre").parts.mail.form(state, 0, "", "en") + "guerre MERISSE\n"
        told_in.append(list(all_told(ada, table, text)))
    assert worlds[0].to_json() != worlds[1].to_json()
    assert len(told_in[0]) > 20
    for here, there in zip(*told_in, strict=True):
        assert here == there
