"""Tables with deadlines, and a clock that stands still until it is moved."""

from __future__ import annotations

from typing import Any

from marchland.web.absence.manners import Manners
from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.tables.keeping import present_state
from marchland.web.tables.models import Table
from marchland.web.tables.services import action_submit

from ..pace.conftest import START, Wait, wait

__all__ = ["START", "Wait", "answer", "daily", "seat", "wait"]


def daily(host: User, *others: User, title: str = "pebbles", when_late: str = "default", public: bool = True, **more: Any) -> Table:
    """A game under way with a day for every turn; `more` are manners and options."""
    manners = {name: more.pop(name) for name in list(more) if name in Manners.__dataclass_fields__}
    wish = Wish(
        title, [Place("me"), *(Place("open") for _ in others)], more, pace="deadline", tempo={"hours": 24},
        when_late=when_late, public=public, manners=Manners(**manners),
    )  # fmt: skip
    table = table_create(host, wish)
    for number, other in enumerate(others, 1):
        seat_take(table.slug, other, number, table.join_code)
    table.refresh_from_db()
    return table


def answer(table: Table, users: list[User], only: int | None = None, option: int = 0) -> None:
    """Whoever is asked first, or this seat, gives an answer."""
    table.refresh_from_db()
    asked = present_state(table).deciders[0] if only is None else only
    action_submit(table.slug, users[asked], asked, option, table.entries_made)
    table.refresh_from_db()


def seat(table: Table, number: int) -> Any:
    return table.seats.get(number=number)
