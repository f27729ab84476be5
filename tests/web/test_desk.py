"""Answers on paper: the desk checks sheets, takes them in, replaces them and signs receipts; reports and gazette are printed."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client

from marchland.kernel.errors import Tampered
from marchland.kernel.match import read_record
from marchland.kernel.receipts import Receipt, verify_receipt
from marchland.kernel.replay import replay
from marchland.web.accounts.models import User
from marchland.web.api.services import token_create
from marchland.web.config import throttle
from marchland.web.tables import history, keeping
from marchland.web.tables.models import Entry, Sheet, Table

from .conftest import client_of, sit_down

pytestmark = pytest.mark.django_db

RED, BLUE = "from RED\nbid {}\n", "from BLUE\nbid {}\n"


@pytest.fixture
def paper(ada: User, bob: User) -> Table:
    """A game in which bids are written down."""
    cache.clear()
    return sit_down(ada, bob, written=True)


def write(user: User | None, table: Table, text: str, do: str = "hand", entry: int | None = None, **more: Any) -> Any:
    table.refresh_from_db()
    body = {"entry": table.entries_made if entry is None else entry, "text": text, "do": do, **more}
    return client_of(user).post(f"/t/{table.slug}/desk/", json.dumps(body), content_type="application/json")


def lane(table: Table, seat: int) -> list[int]:
    table.refresh_from_db()
    return [bid.amount for bid in keeping.present_state(table).decision.lane(seat)]


def parts(user: User | None, table: Table) -> dict[str, str]:
    return client_of(user).get(f"/t/{table.slug}/parts/?seen=-1").json()["parts"]


# -- the desk ---------------------------------------------------------------------------------------------------------


def test_the_desk_holds_the_pre_filled_sheet_and_no_options(paper: Table, ada: User) -> None:
    page = client_of(ada).get(f"/t/{paper.slug}/", headers={"accept": "text/html"}).content.decode()
    assert "from RED\nbid 0" in page
    assert "data-choice" not in page
    assert 'data-keep="round-1/0"' in page
    assert "Nothing is asked of you now." not in page


def test_whoever_has_no_sheet_to_write_is_told_that_nothing_is_asked(paper: Table, eve: User) -> None:
    assert "Nothing is asked of you now." in parts(eve, paper)["choices"]


def test_a_check_judges_every_line_and_commits_to_nothing(paper: Table, ada: User) -> None:
    answer = write(ada, paper, "from RED\nbid 1\nbid 7\nbet 1\n", do="check")
    html = answer.json()["verdicts"]
    assert [html.count(f'class="verdict {status}"') for status in ("accepted", "doubtful", "refused")] == [1, 1, 1]
    assert "not understood: bet 1" in html
    assert 'data-rule="PB-BID-01"' in html
    assert '{"2": "accepted", "3": "doubtful", "4": "refused"}' in html.replace("&#34;", '"')
    assert lane(paper, 0) == []
    assert not Sheet.objects.exists()


def test_a_sheet_handed_in_is_the_answer_and_has_a_signed_receipt(paper: Table, ada: User) -> None:
    assert write(ada, paper, RED.format(2)).status_code == 200
    assert lane(paper, 0) == [2]
    sheet = Sheet.objects.get()
    receipt = msgspec.convert(sheet.receipt, Receipt)
    verify_receipt(bytes(paper.key), receipt)
    assert (receipt.seat, receipt.turn, receipt.canonical) == ("RED", "round-1", RED.format(2))
    with pytest.raises(Tampered):
        verify_receipt(bytes(paper.key), msgspec.structs.replace(receipt, canonical=RED.format(1)))
    letter = client_of(ada).get(f"/t/{paper.slug}/receipt/?number=1").content.decode()
    assert receipt.signature in letter
    assert client_of(ada).get(f"/t/{paper.slug}/receipt/?number=1&as=json").json() == sheet.receipt


def test_the_last_sheet_counts_as_long_as_others_write(paper: Table, ada: User, bob: User) -> None:
    for amount in (2, 1, 0):
        assert write(ada, paper, RED.format(amount)).status_code == 200
        assert lane(paper, 0) == [amount]
    assert "from RED\nbid 0" in parts(ada, paper)["desk"]
    assert [sheet.number for sheet in Sheet.objects.all()] == [1, 2, 3]
    write(bob, paper, BLUE.format(1))
    paper.refresh_from_db()
    assert keeping.present_state(paper).order == (1, 0)
    assert write(ada, paper, RED.format(2)).status_code == 409
    assert Sheet.objects.count() == 4


def test_a_void_sheet_leaves_the_last_valid_one_in_force(paper: Table, ada: User) -> None:
    write(ada, paper, RED.format(1))
    for text in ("", "bid 2", BLUE.format(2), "\x01" * 50, "from RED\n" + "bid 2\n" * 100):
        answer = write(ada, paper, text)
        assert (answer.status_code, answer.json()["code"]) == (422, "sheet-void")
        assert "PB-BID-01" in answer.json()["verdicts"]
    assert lane(paper, 0) == [1]
    assert Sheet.objects.count() == 1


def test_sheets_beyond_all_bounds_are_not_even_read(paper: Table, ada: User) -> None:
    assert write(ada, paper, "x" * 60_001).status_code == 400
    assert write(ada, paper, RED.format(1), do="burn").status_code == 400
    assert write(ada, paper, "", do="start:bot:nobody").status_code == 400
    assert write(ada, paper, RED.format(1), entry=99).status_code == 409
    assert lane(paper, 0) == []


def test_undo_takes_a_sheet_back(paper: Table, ada: User) -> None:
    write(ada, paper, RED.format(2))
    paper.refresh_from_db()
    body = json.dumps({"entry": paper.entries_made})
    assert client_of(ada).post(f"/t/{paper.slug}/undo/", body, content_type="application/json").status_code == 200
    assert lane(paper, 0) == []
    assert 'data-keep="round-1/0"' in parts(ada, paper)["desk"]


def test_one_can_start_from_a_bots_idea_or_the_pre_filled_sheet(paper: Table, ada: User) -> None:
    assert write(ada, paper, "", do="start:form").json()["text"] == RED.format(0)
    idea = write(ada, paper, "", do="start:bot:random").json()["text"]
    assert idea in [RED.format(amount) for amount in range(3)]
    assert lane(paper, 0) == []


def test_without_a_script_the_page_itself_answers(paper: Table, ada: User) -> None:
    client = client_of(ada)
    fields = {"entry": "0", "seat": "0", "text": "from RED\r\nbid 5\r\n", "do": "check"}
    page = client.post(f"/t/{paper.slug}/desk/", fields, headers={"accept": "text/html"})
    assert 'class="verdict doubtful"' in page.content.decode()
    done = client.post(f"/t/{paper.slug}/desk/", {**fields, "do": "hand"}, headers={"accept": "text/html"})
    assert done.status_code == 302
    assert lane(paper, 0) == [2]


def test_help_lists_what_can_be_written(paper: Table, ada: User) -> None:
    html = client_of(ada).get(f"/t/{paper.slug}/kinds/").content.decode()
    assert 'data-insert="bid 1"' in html
    assert 'data-rule="PB-BID-01"' in html


def test_a_game_on_paper_replays_though_sheets_were_replaced(ada: User, bob: User) -> None:
    table = sit_down(ada, bob, written=True, rounds=1)
    write(ada, table, RED.format(2))
    write(ada, table, RED.format(1))
    write(bob, table, BLUE.format(0))
    for user in (ada, bob):
        table.refresh_from_db()
        body = json.dumps({"entry": table.entries_made, "action": {"type": "Stop"}})
        client_of(user).post(f"/t/{table.slug}/act/", body, content_type="application/json")
    table.refresh_from_db()
    assert table.status == "over"
    record = read_record(history.record(table))
    assert [step.entry.action["type"] for step in replay(record)] == ["Bid", "Bid", "Stop", "Stop"]


def test_programs_write_through_the_interface(paper: Table, ada: User) -> None:
    client = Client(headers={"authorization": f"Bearer {token_create(ada, 'test')}"})
    address = f"/api/tables/{paper.slug}/sheet"

    def send(text: str, **more: Any) -> Any:
        return client.post(address, json.dumps({"n": 0, "text": text, **more}), content_type="application/json")

    assert client.get(address).json() == {"turn": "round-1", "text": RED.format(0)}
    checked = send("from RED\nbid 9\nbet\n").json()
    assert [line["status"] for line in checked["lines"]] == ["doubtful", "refused"]
    assert checked["lines"][1]["reasons"] == [{"rule": "PB-BID-01", "text": "not understood: bet"}]
    assert (checked["n"], checked["canonical"], checked["refusal"]) == (None, RED.format(2), None)
    assert send(BLUE.format(1)).json()["refusal"]["rule"] == "PB-BID-01"
    assert send(BLUE.format(1), hand_in=True).status_code == 422
    assert lane(paper, 0) == []
    assert send(RED.format(1), hand_in=True).json()["n"] == 1
    assert lane(paper, 0) == [1]
    assert send(RED.format(1), seat=1).status_code == 403


def test_checking_without_end_is_stopped(paper: Table, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(throttle.LIMITS, "desk", (throttle.Limit(2, 60),))
    answers = [write(ada, paper, RED.format(1), do="check").status_code for _ in range(3)]
    assert answers == [200, 200, 429]


# -- nobody else's ----------------------------------------------------------------------------------------------------


def test_nobody_else_sees_writes_or_checks_at_a_desk(paper: Table, ada: User, bob: User, eve: User) -> None:
    write(ada, paper, RED.format(2))
    before = list(Entry.objects.values())
    assert write(bob, paper, RED.format(0), seat=0).status_code == 403
    assert write(eve, paper, RED.format(0)).status_code == 403
    assert write(eve, paper, RED.format(0), do="check").status_code == 409
    assert write(None, paper, RED.format(0)).status_code == 401
    assert write(bob, paper, RED.format(0)).json()["code"] == "sheet-void"
    for address in ("kinds/?seat=0", "receipt/?number=1&seat=0"):
        assert client_of(bob).get(f"/t/{paper.slug}/{address}").status_code == 403
    assert client_of(bob).get(f"/t/{paper.slug}/receipt/?number=1").status_code == 400
    assert client_of(eve).get(f"/t/{paper.slug}/receipt/?number=1").status_code == 400
    assert list(Entry.objects.values()) == before
    assert "bid 2" not in str(parts(bob, paper))
    assert parts(eve, paper)["desk"] == ""


def test_what_others_have_written_does_not_change_what_one_reads(paper: Table, ada: User, bob: User) -> None:
    before = parts(bob, paper)["desk"]
    write(ada, paper, RED.format(2))
    assert parts(bob, paper)["desk"] == before


# -- papers -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def second_round(ada: User, bob: User) -> Table:
    """A round has been played: Ada drew a pebble in it."""
    table = sit_down(ada, bob, written=True)
    write(ada, table, "from RED\nbid 2\n")
    write(bob, table, BLUE.format(0))
    for user, action in ((ada, "Draw"), (ada, "Stop"), (bob, "Stop")):
        table.refresh_from_db()
        body = json.dumps({"entry": table.entries_made, "action": {"type": action}})
        client_of(user).post(f"/t/{table.slug}/act/", body, content_type="application/json")
    table.refresh_from_db()
    return table


def page(user: User | None, table: Table, query: str = "") -> Any:
    return client_of(user).get(f"/t/{table.slug}/papers/{query}", headers={"accept": "text/html"})


def drawn(table: Table, seat: int) -> str:
    """What the last report of Pebbles says of the seat's hand: a secret."""
    return f"Your hand: {', '.join(map(str, keeping.present_state(table).hands[seat]))}"


def test_a_seat_reads_its_own_report_with_its_orders(second_round: Table, ada: User) -> None:
    told = page(ada, second_round).content.decode()
    assert "<h1>Red, round 2</h1>" in told
    assert drawn(second_round, 0) in told
    assert "You wrote: bid 2" in told
    assert "Red draws" in told
    assert f'href="/t/{second_round.slug}/#rule-PB-DRAW-01"' in told


def test_earlier_turns_can_be_chosen(second_round: Table, ada: User) -> None:
    told = page(ada, second_round, "?turn=0").content.decode()
    assert "Red, round 1" in told
    assert "Red stops" not in told
    assert page(ada, second_round, "?turn=1").status_code == 400


def test_others_reports_cannot_be_had(second_round: Table, ada: User, bob: User, eve: User) -> None:
    assert page(bob, second_round, "?seat=0").status_code == 403
    assert drawn(second_round, 0) not in page(bob, second_round).content.decode()
    for reader in (eve, None):
        for query in ("", "?turn=0", "?paper=gazette&as=txt"):
            told = page(reader, second_round, query)
            assert told.status_code == 200
            assert "Your hand" not in told.content.decode()
            assert "Red draws" not in told.content.decode()
        assert page(reader, second_round, "?paper=own").status_code == 400
        assert page(reader, second_round, "?seat=0").status_code == 403


def test_papers_can_be_taken_home_as_text_and_pdf(second_round: Table, ada: User) -> None:
    text = page(ada, second_round, "?as=txt")
    assert text.headers["Content-Disposition"] == 'attachment; filename="round-2-own.txt"'
    assert drawn(second_round, 0) in text.content.decode()
    assert page(ada, second_round, "?as=pdf").content.startswith(b"%PDF")
    assert page(ada, second_round, "?as=exe").status_code == 400


def test_a_table_without_sheets_has_no_papers(ada: User, bob: User) -> None:
    assert page(ada, sit_down(ada, bob)).status_code == 400
