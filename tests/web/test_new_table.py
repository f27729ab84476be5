"""The form for a new table: whatever is wrong, nothing that was filled in is lost, and the fault is told beside its field."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms
from django.test import Client

from marchland.kernel.errors import BadOption
from marchland.web.accounts.models import User
from marchland.web.config import throttle
from marchland.web.lobby import services
from marchland.web.lobby.forms import TableForm
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.pace.forms import ALL, FIELDS
from marchland.web.tables.models import Pace, Status, Table
from marchland.web.tables.refusals import BadRequest
from marchland.web.titles import title_named

from .conftest import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.services]


PACES = {"pebbles": Pace.SCHEDULE, "cendre": Pace.DEADLINE, "medioevo": Pace.CLOCK}


def filled(title: str) -> dict[str, Any]:
    """The form as somebody has filled it in: nothing as it was offered, where it can be helped."""
    form = TableForm(title_named(title), "en")
    given: dict[str, Any] = {}
    for name, field in form.fields.items():
        if isinstance(field, forms.TypedChoiceField):
            given[name] = "2"
        elif isinstance(field, forms.MultipleChoiceField):
            given[name] = [str(list(field.choices)[-1][0])]
        elif isinstance(field, forms.TimeField):
            given[name] = "19:30"
        elif isinstance(field, forms.ChoiceField):
            given[name] = last_of(field)
        elif isinstance(field, forms.BooleanField):
            given[name] = "on"
        elif isinstance(field, forms.IntegerField):
            given[name] = str(field.max_value or 7)
        else:
            given[name] = "Émile's"
    picks = {name: value for name, value in zip(("seat_0_pick", "seat_1_pick"), ("ROC", "AKLA"), strict=True) if name in given}
    bots = {"rated": ""}  # a game that counts is for people alone, and the last kind of seat is a bot
    return {**given, "seat_0": "me", "pace": PACES[title], "length": "3", **picks, **bots}


def last_of(field: forms.ChoiceField) -> Any:
    """The last choice, of the last group where there are groups."""
    value, label = list(field.choices)[-1]
    return label[-1][0] if isinstance(label, list) else value


def wrong_for(field: forms.Field) -> str | None:
    """A value the field refuses; None: it takes anything (an unticked box is an answer too)."""
    match field:
        case forms.ChoiceField():
            return "nonsense"
        case forms.TimeField():
            return "25:00"
        case forms.IntegerField():
            return "-3"
        case forms.CharField() if field.max_length:
            return "x" * (field.max_length + 1)
    return None


def kept(field: forms.Field, sent: Any) -> Any:
    """What was sent, as the form shows it again."""
    if isinstance(field, forms.MultipleChoiceField) and isinstance(sent, str):
        return [sent]
    return sent == "on" if isinstance(field, forms.BooleanField) else sent


@pytest.mark.parametrize("title", ["pebbles", "cendre", "medioevo"])
def test_whichever_field_is_wrong_it_says_so_and_all_others_keep_what_was_filled_in(title: str, ada: User) -> None:
    client, given = client_of(ada), filled(title)
    fields = TableForm(title_named(title), "en").fields
    beyond = {name for name in fields if name.startswith("seat_") and int(name.split("_")[1]) >= 2}
    beyond |= {name for name in ALL if name not in FIELDS[PACES[title]]}
    probed = [name for name, field in fields.items() if name not in beyond and wrong_for(field) is not None]
    assert {"name", "pace", "seats", "seat_0", "seat_1", "watching", "delay_by", "delay", "seat_1_name"} <= set(probed)
    for name in probed:
        sent = {**given, name: wrong_for(fields[name])}
        page = client.post(f"/new/{title}/", sent)
        form = page.context["form"]
        assert list(form.errors) == [name], name
        assert {field.name: field.value() for field in form} == {field: kept(fields[field], value) for field, value in sent.items()}
        assert f'id="id_{name}_error"' in page.content.decode()
    assert not Table.objects.exists()


def test_a_list_of_names_is_right_if_the_title_can_read_it() -> None:
    from marchland.kernel.title import Option
    from marchland.web.lobby.forms import _field

    field = _field(Option(name="order", default="", picks=("red", "blue"), label={"en": "Order"}), "en")
    assert field.clean("blue,red") == "blue,red"
    for wrong in ("green", "red,red"):
        with pytest.raises(forms.ValidationError, match="red, blue"):
            field.clean(wrong)


def test_faults_between_fields_are_told_beside_one_of_them(ada: User) -> None:
    client, given = client_of(ada), filled("cendre")
    for changes, field in (
        ({"seat_0": "open"}, "seat_0"),
        ({"seat_1": "me"}, "seat_1"),
        ({"seat_1_pick": "ROC"}, "seat_1_pick"),
        ({"delay": "0"}, "delay"),
        ({"delay_by": "entries", "delay": "501"}, "delay"),
    ):
        form = client.post("/new/cendre/", {**given, **changes}).context["form"]
        assert list(form.errors) == [field], changes
        assert form["name"].value() == "Émile's"
    assert not Table.objects.exists()


def test_seats_that_are_not_played_cannot_be_wrong(ada: User) -> None:
    answer = client_of(ada).post("/new/pebbles/", {**filled("pebbles"), "seat_3": "nonsense", "seat_2_name": "x" * 99})
    assert answer.status_code == 302
    assert Table.objects.get().seats.count() == 2


def test_a_refusal_that_comes_from_elsewhere_loses_nothing_either(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "TABLES_AT_ONCE", 0)
    page = client_of(ada).post("/new/pebbles/", filled("pebbles"))
    assert (page.status_code, page.context["form"]["name"].value()) == (409, "Émile's")
    assert "more than enough tables" in page.content.decode()
    monkeypatch.setitem(throttle.LIMITS, "table", (throttle.Limit(0, 60),))
    page = client_of(ada).post("/new/pebbles/", filled("pebbles"))
    assert (page.status_code, page.context["form"]["name"].value()) == (429, "Émile's")


def test_everything_on_the_form_is_on_the_table(ada: User) -> None:
    client_of(ada).post("/new/cendre/", {**filled("cendre"), "seat_1": "open", "seat_1_pick": ""})
    table = Table.objects.get()
    assert (table.name, table.public, table.host_starts) == ("Émile's", True, True)
    assert (table.watching, table.delay_by, table.delay) == ("nobody", "minutes", 7)
    assert [seat.pick for seat in table.seats.all()] == ["ROC", ""]


def test_a_private_table_is_watched_by_invited_people_unless_its_host_says_otherwise(ada: User) -> None:
    for public, chosen, kept in ((True, "", "all"), (False, "", "invited"), (False, "all", "all"), (True, "nobody", "nobody")):
        places = [Place("me"), Place("open")]
        assert table_create(ada, Wish("pebbles", places, {}, public=public, watching=chosen)).watching == kept
    for wrong in ({"watching": "some"}, {"delay_by": "years", "delay": 1}, {"delay_by": "entries"}):
        with pytest.raises(BadRequest):
            table_create(ada, Wish("pebbles", [Place("me"), Place("open")], {}, **wrong))


def test_what_seats_play_is_settled_at_the_start_and_those_without_a_wish_take_what_is_free(ada: User, bob: User) -> None:
    places = [Place("me"), Place("open", pick="AKLA"), Place("bot", "steward")]
    table = seat_take(table_create(ada, Wish("cendre", places, {})).slug, bob)
    assert (table.status, table.options["nations"]) == (Status.PLAYING, "CHENE,AKLA,CHEVAUX")
    listed = table_create(ada, Wish("cendre", [Place("me"), Place("open")], {"nations": "ROC"}))
    assert [seat.pick for seat in listed.seats.all()] == ["ROC", ""]
    for wrong in ([Place("me", pick="ROC"), Place("open", pick="ROC")], [Place("me", pick="MARS"), Place("open")]):
        with pytest.raises(BadOption):
            table_create(ada, Wish("cendre", wrong, {}))
    with pytest.raises(BadRequest):
        table_create(ada, Wish("cendre", [Place("me")], {"nations": "ROC,AKLA"}))


def test_a_form_that_was_only_opened_complains_of_nothing() -> None:
    assert not Client().get("/new/cendre/").context["form"].errors
