"""What the site tells whom: the question on the table is made for its reader."""

from __future__ import annotations

import pytest
from django.urls import reverse

from marchland.kernel.chance import key_from_seed
from marchland.kernel.title import find_title
from marchland.kernel.vocabulary import plain
from marchland.web.accounts.models import User
from marchland.web.api.services import token_create
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.tables import keeping
from marchland.web.tables.models import Table
from marchland.web.tables.services import action_submit

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
    assert "bob is negotiating" in told(None, page)
