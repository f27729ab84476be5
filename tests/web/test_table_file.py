"""A table as one file: what is in it for whom, and what a file may do that comes from anywhere."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.db import models
from typer.testing import CliRunner

from marchland.kernel.errors import BadFile, BadOption, MarchlandError
from marchland.web.absence.drafts import keep_draft
from marchland.web.accounts.models import User
from marchland.web.ahead.services import waivers_set
from marchland.web.hosting import services as hosting
from marchland.web.hosting.acts import TakeBack
from marchland.web.letters.models import Missive
from marchland.web.letters.services import letter_write
from marchland.web.lobby.services import Place, Wish, invitation_accept, seat_take, table_create
from marchland.web.operating import replaying, selectors, services, tablefile
from marchland.web.operating.cli import app
from marchland.web.operating.tablefile import TableFile
from marchland.web.tables import bots, history, keeping
from marchland.web.tables.models import ChatMessage, Entry, Seat, SeatKind, Status, Table
from marchland.web.tables.services import action_submit, chat_write, undo
from marchland.web.tables.viewers import known_table

from .company.test_ratings import play_out
from .conftest import client_of, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def resigned(data: bytes, **changes: Any) -> bytes:
    """A file that somebody changed, and who knows how a digest is made."""
    plain = {**json.loads(data), **changes}
    return tablefile.written(msgspec.convert(plain, TableFile))


@pytest.fixture
def playing(ada: User, bob: User) -> Table:
    """Under way, with an answer taken back, chat, a letter, a draft and a waiver."""
    wish = Wish(
        "pebbles", [Place("me"), Place("open"), Place("bot", "random")], {}, "The Den", pace="deadline", tempo={"hours": 24}
    )
    table = table_create(ada, wish)
    seat_take(table.slug, bob, 1, table.join_code)
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 1}, 0)
    undo(table.slug, ada, 0, 1)
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 0}, 2)
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 0}, 3)
    bots.move_all(table.slug)
    chat_write(table.slug, bob, "between us")
    letter_write(table.slug, bob, 1, [0], "Peace", "for ada's eyes")
    keep_draft(known_table(table.slug), 0, "turn 9", "my plans")
    waivers_set(table.slug, ada, 0, list(keeping.title_of(table).moments)[:1])
    return known_table(table.slug)


def test_a_game_under_way_goes_on_elsewhere(playing: Table, ada: User, bob: User, eve: User) -> None:
    file = tablefile.read(selectors.for_operator(playing))
    table = known_table(services.table_import(file, eve).slug)
    assert table.state == playing.state
    assert (table.name, table.pace, table.tempo, table.status) == ("The Den", "deadline", playing.tempo, Status.PLAYING)
    assert history.record_entries(table) == history.record_entries(playing)
    assert replaying.check(table.slug).finding == "ok"
    assert [place.kind for place in table.seats.all()] == [SeatKind.INVITED, SeatKind.INVITED, SeatKind.BOT]
    assert table.seats.get(number=0).waived == playing.seats.get(number=0).waived
    assert ChatMessage.objects.get(table=table).text == "between us"
    assert Missive.objects.get(thread__table=table).text == "for ada's eyes"
    assert table.drafts.get().text == "my plans"
    assert table.paused is not None, "nobody is there yet"
    made = dict(playing.entries.values_list("n", "made"))
    assert table.entries.get(n=1).made == made[history.lasting_entries(playing)[0].n]
    for invitation in table.invitations.order_by("seat"):
        invitation_accept(invitation.code, (ada, bob)[invitation.seat])
    seated = known_table(table.slug)
    seat = next(seat for seat in seated.deciders if seat < 2)
    done = action_submit(table.slug, (ada, bob)[seat], seat, 0, seated.entries_made)
    assert done.entry == seated.entries_made + 1
    assert {place.user for place in known_table(table.slug).seats.all()} == {ada, bob, None}


def test_what_a_host_takes_away_is_what_a_host_may_read(ada: User, bob: User, eve: User) -> None:
    table = sit_down(ada, bob, eve, rounds=1)
    letter_write(table.slug, bob, 1, [2], "Ada", "ada must not read this")
    letter_write(table.slug, bob, 1, [0], "Hello", "ada may read this")
    assert client_of(ada).get(f"/t/{table.slug}/export/").status_code == 409, "the key would tell what is to come"
    play_out(table, ada, bob, eve)
    answer = client_of(ada).get(f"/t/{table.slug}/export/")
    assert answer.status_code == 200
    text = answer.content.decode()
    assert "ada may read this" in text
    assert "ada must not read this" not in text
    assert "@example.org" not in text
    assert client_of(bob).get(f"/t/{table.slug}/export/").status_code == 403
    assert client_of(None).get(f"/t/{table.slug}/export/").status_code == 401
    page = client_of(ada).get(f"/t/{table.slug}/", headers={"accept": "text/html"}).content.decode()
    assert f"/t/{table.slug}/export/" in page
    again = known_table(services.table_import(tablefile.read(answer.content), bob).slug)
    assert (again.status, again.outcome) == (Status.OVER, known_table(table.slug).outcome)
    assert not again.rated
    assert [place.name for place in again.seats.all()] == ["ada", "bob", "eve"]
    assert client_of(bob).get(f"/t/{again.slug}/", headers={"accept": "text/html"}).status_code == 200


def test_a_hostile_file_writes_nothing(playing: Table, eve: User) -> None:
    """Damaged, made up, or played by nobody: one sentence, and no row more than before."""
    whole = selectors.for_operator(playing)
    plain = json.loads(whole)
    entry = {**plain["record"]["entries"][0], "action": {"type": "Bid", "amount": 2}}
    hostile = {
        "no JSON": b"\x00\xff",
        "nothing in it": b"{}",
        "deep": b"[" * 100_000,
        "deep within": b'{"status": "over", "places": [], "record": ' + b'{"state": ' * 100_000,
        "cut off": whole[: len(whole) // 2],
        "changed": whole.replace(b"between us", b"between me"),
        "another format": resigned(whole, marchland_table=2),
        "another answer": resigned(whole, record={**plain["record"], "entries": [entry, *plain["record"]["entries"][1:]]}),
        "another state": resigned(whole, record={**plain["record"], "state": {**plain["record"]["state"], "bag": []}}),
        "another key": resigned(whole, record={**plain["record"], "key": "AAAA"}),
        "another title": resigned(whole, record={**plain["record"], "title": "nonsense"}),
        "other rules": resigned(whole, record={**plain["record"], "rules_version": 77}),
        "no key": resigned(whole, record={**plain["record"], "key": None}),
        "wrong options": resigned(whole, record={**plain["record"], "options": {"rounds": 10**9}}),
        "far seats": resigned(whole, chat=[{"author": "x", "text": "y", "seat": 9}]),
        "bad moments": resigned(whole, made=["yesterday"] * len(plain["made"])),
        "no such bot": resigned(whole, places=[*plain["places"][:2], {"kind": "bot", "bot": "../../etc"}]),
        "no such moment": resigned(whole, places=[{**plain["places"][0], "waived": ["x"]}, *plain["places"][1:]]),
        "fewer places": resigned(whole, places=plain["places"][:1]),
        "no tempo": resigned(whole, tempo={"hours": -4}),
        "a seat in thin air": resigned(
            whole, record={**plain["record"], "entries": [{**plain["record"]["entries"][0], "seat": 7}]}, made=["2026-01-01"]
        ),
    }
    before = counts()
    for name, data in hostile.items():
        told = refusal(data, eve)
        assert len(told) > 10, name
        assert ("damaged" in told) == (name == "changed"), (name, told)
        assert counts() == before, name
    with pytest.raises(BadFile, match="at most"):
        tablefile.read(b" " * (tablefile.LARGEST + 1))


def refusal(data: bytes, host: User) -> str:
    """What the operator is told; nothing, if the file was taken."""
    try:
        services.table_import(tablefile.read(data), host)
    except MarchlandError as refused:
        return str(refused)
    return ""


def counts() -> list[int]:
    kinds: tuple[type[models.Model], ...] = (Table, Seat, Entry, ChatMessage, Missive)
    return [kind._default_manager.count() for kind in kinds]


def test_operators_do_it_at_the_terminal(playing: Table, eve: User, tmp_path: Path) -> None:
    terminal, file = CliRunner(), tmp_path / "table.json"
    assert terminal.invoke(app, ["table", "export", playing.slug, str(file)]).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "the key is in it"
    assert isinstance(terminal.invoke(app, ["table", "export", playing.slug, str(file)]).exception, BadOption)
    done = terminal.invoke(app, ["table", "import", str(file), "--host", "eve"])
    assert done.exit_code == 0
    codes = re.findall(r"seat (\d): \S+/join/(\S+)/", done.stdout)
    assert [seat for seat, _ in codes] == ["1", "2"]
    again = invitation_accept(codes[1][1], eve)
    assert (again.host, again.state) == (eve, playing.state)
    assert terminal.invoke(app, ["versions", "--json"]).exit_code == 0
    Table.objects.filter(pk=playing.pk).update(rules_version=77)
    stands_still = terminal.invoke(app, ["versions"])
    assert stands_still.exit_code == 1
    assert "cannot go on: 1 of pebbles, rules 77 (other rules)" in stands_still.stdout


def test_where_the_host_took_the_table_back_or_laid_it_right_that_comes_along(ada: User, bob: User) -> None:
    table = sit_down(ada, bob)
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 0}, 0)
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 0}, 1)
    hosting.act(table.slug, ada, TakeBack(to=0, note="again, please"), 2)
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": 0}, 3)
    action_submit(table.slug, bob, 1, {"type": "Bid", "amount": 0}, 4)
    again = known_table(services.table_import(tablefile.read(selectors.for_operator(known_table(table.slug))), ada).slug)
    assert again.state == known_table(table.slug).state
    assert replaying.check(again.slug).finding == replaying.check(table.slug).finding == "ok"
    assert again.entries.get(kind="back").action["note"] == "again, please"
