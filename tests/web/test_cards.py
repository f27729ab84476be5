"""Sheets filled in by cards: the text is all that counts, whoever else asks is refused, and pages without scripts do the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from marchland.kernel import cards
from marchland.kernel.cards import (
    Card,
    Choice,
    Field,
    Figure,
    Forecast,
    Group,
    Lesson,
    Light,
    Offer,
    Outlook,
    Place,
    Proposal,
    Row,
    Step,
    Trace,
    Wish,
)
from marchland.kernel.errors import Refusal
from marchland.web.accounts.models import User
from marchland.web.api.services import token_create
from marchland.web.config import throttle
from marchland.web.tables.cards import line_written
from marchland.web.tables.models import Entry, Sheet, Table
from marchland.web.titles import title_named

from .conftest import client_of, sit_down

pytestmark = pytest.mark.django_db
FORM = "from RED\nbid 0\n"


class BidDesk:
    """A desk for Pebbles: the purse bids, by a number of pebbles and, for show, by what else a card can ask."""

    def groups(self, state: Any, seat: int, text: str, language: str) -> tuple[Group, ...]:
        lines = enumerate(text.split("\n"), 1)
        bids = tuple(self._bid(line, number) for number, line in lines if line.startswith("bid "))
        offers = (Offer("bid", f"bid ({language})", "so many", "PB-BID-01", "Money"), Offer("pray", "pray", chapter="Heaven"))
        purse = Group(id="purse", kind="treasury", name="Purse & co", space="stone01", place="Stone 1", cards=bids, offers=offers)
        return (purse, Group(id="monk", kind="leader", name="The <monk>", facts=("old", "tired"), is_idle=True))

    def _bid(self, line: str, number: int) -> Card:
        is_fine = line[4:] in ("0", "1", "2")
        reasons = () if is_fine else (Refusal("PB-BID-01", {"text": line[4:]}),)
        outlook = Outlook(price="1 pebble", chance=(40, 60), figures=(Figure("luck", "+1", "PB-BID-01"),))
        status = "accepted" if is_fine else "refused"
        return Card(group="purse", kind="bid", name="bid", line=number, text=line, status=status, reasons=reasons, outlook=outlook)

    def card(self, state: Any, seat: int, text: str, wish: Wish, language: str) -> Card:
        if wish.kind == "pray":
            return Card(group=wish.group, kind="pray", name="pray", text="bid 1")
        amount = wish.values.get("amount", "")
        fields = (
            Field("amount", "How many", cards.NUMBER, amount, least=0, most=2),
            Field(
                "on", "On", cards.CHOICE, wish.values.get("on", ""), (Choice("a", "Stone A", "stone01", "near"),), is_needed=False
            ),
            Field("why", "Why", cards.TEXT, wish.values.get("why", ""), is_needed=False),
            Field("hand", "Of the hand", cards.AMOUNTS, "red=1", (Choice("red", "Red", most=3), Choice("blue", "Blue", most=2))),
            Field("way", "Way", cards.PLACES, wish.values.get("way", ""), (Choice("b", "Stone B", "stone02"),), is_needed=False),
        )
        text = f"bid {amount}" if amount.isdigit() else ""
        return Card(group=wish.group, kind="bid", name="bid", line=wish.line, text=text, fields=fields, help="Money talks.")

    def changed(self, state: Any, seat: int, text: str, wish: Wish, language: str) -> str:
        line = f"bid {wish.values.get('amount', 1)}"
        lines = text.split("\n")
        return "\n".join([*lines[: wish.line - 1], line, *lines[wish.line :]]) if wish.line else f"{text}{line}\n"

    def dropped(self, state: Any, seat: int, text: str, line: int) -> str:
        lines = text.split("\n")
        return "\n".join(lines[: line - 1] + lines[line:])

    def added(self, state: Any, seat: int, text: str, line: str, section: str) -> str:
        return f"{text}# {section}\n{line}\n"

    def lights(self, state: Any, seat: int, text: str, group: str, language: str) -> tuple[Light, ...]:
        return (Light(space="stone02", name="Stone 2", kind="bid", look="march", order=f"{group} goes", values={"amount": "2"}),)

    def traces(self, state: Any, seat: int, text: str, language: str) -> tuple[Trace, ...]:
        return (Trace(line=2, look="march", spaces=("stone01", "stone02"), text="'quoted'"),)

    def place(self, state: Any, seat: int, text: str, space: str, language: str) -> Place:
        lights = self.lights(state, seat, text, "purse", language)
        return Place(space=space, name="Stone 2", facts=(("Seen", "never"),), orders=lights, groups=("purse",))

    def forecast(self, state: Any, seat: int, text: str, language: str) -> Forecast:
        return Forecast(rows=(Row(id="gold", name="Pebbles", now=3, least=1, most=2),), warnings=(Figure("Short of pebbles"),))

    def proposals(self, state: Any, seat: int, text: str, language: str) -> tuple[Proposal, ...]:
        return (Proposal(text="bid 2", section="PURSE", name="Bid more", reason="Fortune favours the bold"),)

    def lesson(self, state: Any, seat: int, text: str, language: str) -> Lesson:
        return Lesson(
            id="first", heading="Your first bid", texts=("Bid!",), steps=(Step("Open the purse", is_done=False, group="purse"),)
        )


@pytest.fixture
def paper(ada: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game in which bids are written down, on a desk with cards."""
    cache.clear()
    monkeypatch.setitem(vars(title_named("pebbles").parts), "desk", BidDesk())
    return sit_down(ada, bob, written=True)


def ask(user: User | None, table: Table, do: str, text: str = FORM, **more: Any) -> Any:
    body = {"entry": table.entries_made, "text": text, "do": do, **more}
    return client_of(user).post(f"/t/{table.slug}/cards/", json.dumps(body), content_type="application/json")


def post(user: User, table: Table, do: str, text: str = FORM, **more: Any) -> str:
    """As a page without a script does."""
    fields = {"entry": table.entries_made, "text": text.replace("\n", "\r\n"), "do": do, "seat": 0, **more}
    answer = client_of(user).post(f"/t/{table.slug}/cards/", fields, headers={"accept": "text/html"})
    assert answer.status_code == 200
    return str(answer.content.decode())


def desk(user: User, table: Table) -> str:
    return str(client_of(user).get(f"/t/{table.slug}/parts/?seen=-1").json()["parts"]["desk"])


def test_the_page_comes_first_and_its_cards_when_they_are_asked_for(paper: Table, ada: User) -> None:
    page = desk(ada, paper)
    assert f'data-cards="/t/{paper.slug}/cards/"' in page
    assert "from RED\nbid 0" in page
    assert "Purse" not in page
    told = ask(ada, paper, "show").json()
    assert (told["text"], set(told["parts"])) == (FORM, {"cards", "forecast"})
    more = ask(ada, paper, "more").json()
    assert (more["text"], set(more["parts"])) == (FORM, {"deals", "lesson"})
    assert more["traces"][0]["spaces"] == ["stone01", "stone02"]


def test_a_page_has_cards_and_the_balance(paper: Table, ada: User) -> None:
    page = post(ada, paper, "show")
    assert "The &lt;monk&gt;" in page
    assert "Purse &amp; co" in page
    for told in ("old · tired", "idle", "Short of pebbles", "Bid (en)"):
        assert told in page
    assert "from RED\nbid 0" in page


def test_a_title_without_cards_has_a_desk_without_them(ada: User, bob: User) -> None:
    table = sit_down(ada, bob, written=True)
    assert "data-cards" not in desk(ada, table)
    assert "tablist" not in desk(ada, table)
    assert ask(ada, table, "show").status_code == 409


def test_what_is_chosen_is_written_and_only_what_changes_is_told(paper: Table, ada: User) -> None:
    opened = ask(ada, paper, "open", group="purse", kind="bid").json()
    assert (opened["text"], list(opened["parts"])) == (FORM, ["card"])
    assert 'name="values.hand.red"' in opened["parts"]["card"]
    unfinished = ask(ada, paper, "set", group="purse", kind="bid", values={"why": "because"}).json()
    assert (unfinished["text"], list(unfinished["parts"])) == (FORM, ["card"])
    written = ask(ada, paper, "set", group="purse", kind="bid", values={"amount": "2"}).json()
    assert (written["text"], written["line"]) == (f"{FORM}bid 2\n", 3)
    assert set(written["parts"]) == {"cards", "forecast"}
    assert 'data-card="purse bid 3"' in written["parts"]["cards"]
    assert '"3": "accepted"' in written["verdicts"].replace("&#34;", '"')
    again = ask(ada, paper, "set", written["text"], group="purse", kind="bid", line=3, values={"amount": "1"}).json()
    assert again["text"] == f"{FORM}bid 1\n"
    assert ask(ada, paper, "drop", again["text"], line=2).json()["text"] == "from RED\nbid 1\n"
    assert ask(ada, paper, "add", order="bid 2", section="PURSE").json()["text"] == f"{FORM}# PURSE\nbid 2\n"
    assert Entry.objects.count() == paper.entries_made + 1  # the set-up and nothing else
    assert not Sheet.objects.exists()


def test_an_order_without_anything_to_fill_in_is_given_at_once(paper: Table, ada: User) -> None:
    given = ask(ada, paper, "open", group="purse", kind="pray").json()
    assert given["text"] == f"{FORM}bid 1\n"
    assert "data-card=" not in given["parts"]["cards"]


def test_why_an_order_is_refused_stands_on_its_card(paper: Table, ada: User) -> None:
    told = ask(ada, paper, "show", "from RED\nbid 7\n").json()
    assert 'class="order refused"' in told["parts"]["cards"]
    assert "not understood: 7" in told["parts"]["cards"]


def test_lights_and_places_for_the_map(paper: Table, ada: User) -> None:
    (light,) = ask(ada, paper, "lights", group="monk").json()["lights"]
    assert (light["space"], light["order"], light["values"]) == ("stone02", "monk goes", {"amount": "2"})
    told = ask(ada, paper, "place", space="stone02").json()["parts"]
    assert list(told) == ["place"]
    assert "purse goes" in told["place"]
    assert "Purse &amp; co" in told["place"]


def test_without_a_script_every_button_brings_the_whole_page(paper: Table, ada: User) -> None:
    opened = post(ada, paper, "open purse bid 2")
    assert 'data-card="purse bid 2"' in opened
    written = post(ada, paper, "set purse bid 2", **{"values.amount": "2", "values.hand.red": "1", "values.way": ["a", "b"]})
    assert "from RED\nbid 2\n" in written
    assert 'data-order="2" hidden' in written  # it lies open instead
    assert "from RED\n\n" in post(ada, paper, "drop 2") or "from RED\n<" in post(ada, paper, "drop 2")
    assert "# PURSE\nbid 2 and more" in post(ada, paper, "add PURSE bid 2 and more")
    assert "purse goes" in post(ada, paper, "place stone02")
    body = {"entry": 0, "seat": 0, "text": "from RED\r\nbid 1\r\n", "do": "hand", "values.amount": "2"}
    assert client_of(ada).post(f"/t/{paper.slug}/desk/", body, headers={"accept": "text/html"}).status_code == 302
    assert Sheet.objects.get().text.split() == ["from", "RED", "bid", "1"]


def test_programs_get_the_same_as_data(paper: Table, ada: User) -> None:
    client = Client(headers={"authorization": f"Bearer {token_create(ada, 'test')}"})

    def send(do: str, **more: Any) -> Any:
        body = {"n": paper.entries_made, "text": FORM, "do": do, **more}
        answer = client.post(f"/api/tables/{paper.slug}/cards", json.dumps(body), content_type="application/json")
        return answer.json() if answer.status_code == 200 else answer.status_code

    shown = send("show")
    assert [group["id"] for group in shown["groups"]] == ["purse", "monk"]
    assert shown["groups"][0]["cards"][0]["outlook"]["chance"] == [40, 60]
    assert shown["forecast"]["rows"][0]["most"] == 2
    assert shown["lights"] is None
    written = send("set", group="purse", kind="bid", values={"amount": "2"})
    assert (written["text"], written["line"], written["card"]["text"]) == (f"{FORM}bid 2\n", 3, "bid 2")
    assert send("lights", group="monk")["lights"][0]["space"] == "stone02"
    assert send("more")["traces"][0]["line"] == 2
    assert send("place", space="stone02")["place"]["name"] == "Stone 2"
    assert [send("burn"), send("open", group="nobody"), send("show", seat=1)] == [400, 400, 403]


REFUSED: Mapping[str, tuple[dict[str, Any], int]] = {
    "no such thing to do": ({"do": "burn"}, 400),
    "no such group": ({"do": "open", "group": "nobody", "kind": "bid"}, 400),
    "lights of nobody": ({"do": "lights", "group": "nobody"}, 400),
    "a line that is no order": ({"do": "open", "group": "purse", "kind": "bid", "line": 1}, 400),
    "another group's line": ({"do": "open", "group": "monk", "kind": "bid", "line": 2}, 400),
    "a line beyond": ({"do": "drop", "line": 99}, 400),
    "no line": ({"do": "drop"}, 400),
    "a line below": ({"do": "drop", "line": -1}, 400),
    "a line too far": ({"do": "drop", "line": 2**40}, 400),
    "several lines at once": ({"do": "add", "order": "bid 1\nbid 2", "section": ""}, 400),
    "an order of nothing": ({"do": "add", "order": " ", "section": ""}, 400),
    "values that are none": ({"do": "set", "group": "purse", "kind": "bid", "values": {"amount": 2}}, 400),
    "values in a list": ({"do": "set", "group": "purse", "kind": "bid", "values": ["2"]}, 400),
    "a value without end": ({"do": "set", "group": "purse", "kind": "bid", "values": {"amount": "2" * 3000}}, 400),
    "a text without end": ({"do": "show", "text": "x" * 60_001}, 400),
    "a text that gets too long": ({"do": "add", "text": "x" * 59_999, "order": "bid 1", "section": ""}, 400),
    "what nobody knows": ({"do": "show", "spell": "open sesame"}, 400),
    "a question of the future": ({"do": "show", "entry": 99}, 409),
}


@pytest.mark.parametrize("case", REFUSED)
def test_nonsense_is_refused(case: str, paper: Table, ada: User) -> None:
    body, status = REFUSED[case]
    assert ask(ada, paper, **body).status_code == status


def test_nobody_else_asks_at_a_desk(paper: Table, ada: User, bob: User, eve: User) -> None:
    assert ask(bob, paper, "show", seat=0).status_code == 403
    assert ask(eve, paper, "show").status_code == 409
    assert ask(None, paper, "show").status_code == 401
    assert ask(bob, paper, "show").status_code == 200
    for user, line in ((ada, "from RED\nbid 2\n"), (bob, "from BLUE\nbid 1\n")):
        body = {"entry": paper.entries_made, "text": line, "do": "hand"}
        client_of(user).post(f"/t/{paper.slug}/desk/", json.dumps(body), content_type="application/json")
        paper.refresh_from_db()
    assert ask(ada, paper, "show").json()["code"] == "wrong-moment"


def test_whoever_looks_at_an_older_question_gets_the_new_page(paper: Table, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    Table.objects.update(question=1, entries_made=1)
    stale = ask(ada, paper, "show", entry=0)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert "desk" in stale.json()["parts"]


def test_asking_without_end_is_stopped(paper: Table, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(throttle.LIMITS, "cards", (throttle.Limit(2, 60),))
    assert [ask(ada, paper, "show").status_code for _ in range(3)] == [200, 200, 429]


def test_the_line_of_a_new_order() -> None:
    assert line_written("a\n[X]\nb\n", "a\n[X]\nb\nc\n", "c") == 4
    assert line_written("a\n[X]\nb\n", "a\n[X]\nb\n\n[Y]\nc\n\n", "c") == 6
    assert line_written("a\nb\n", "a\nb\nb\n", "b") == 3
    assert line_written("a\nb\nc\n", "a\nnew\nb\nc\n", "as it is spelled elsewhere") == 2
    assert line_written("a\n", "a\n", "a") == 0
