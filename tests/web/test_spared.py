"""What goes without saying is not asked: the free cube pays, unless one wants to choose."""

from __future__ import annotations

import json
from typing import Any

import pytest

from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.tables import keeping, services
from marchland.web.tables.models import By, Table

from .conftest import client_of

pytestmark = pytest.mark.django_db


def lay(ada: User) -> Table:
    return table_create(ada, Wish("byzantium", [Place("me"), Place("hotseat", name="Bob")], {}))


def take_city(table: Table, ada: User, **more: Any) -> str:
    """Who is asked takes control of the first city there is; what is asked then."""
    table = Table.objects.get(pk=table.pk)
    state = keeping.present_state(table)
    city = next(option.city for option in state.options() if type(option).__name__ == "TakeControl")
    body = {"entry": table.entries_made, "seat": state.deciders[0], "action": {"type": "TakeControl", "city": city}, **more}
    answer = client_of(ada).post(f"/t/{table.slug}/act/", json.dumps(body), content_type="application/json")
    assert answer.status_code == 200, answer.content
    return type(keeping.present_state(Table.objects.get(pk=table.pk)).decision).__name__


def test_the_free_cube_pays_without_a_question(ada: User) -> None:
    table = lay(ada)
    assert take_city(table, ada) == "ChooseAction"
    paid = table.entries.get(n=2)
    assert (paid.action["type"], paid.action["source"], paid.by) == ("Take", "pool", By.WAIVER)


def test_whoever_wants_to_choose_is_asked(ada: User) -> None:
    assert take_city(lay(ada), ada, choose=True) == "PayCube"


def test_programs_are_asked_everything(ada: User) -> None:
    table = lay(ada)
    state = keeping.present_state(table)
    city = next(option.city for option in state.options() if type(option).__name__ == "TakeControl")
    services.action_submit(table.slug, ada, state.deciders[0], {"type": "TakeControl", "city": city}, table.entries_made)
    assert type(keeping.present_state(Table.objects.get(pk=table.pk)).decision).__name__ == "PayCube"
