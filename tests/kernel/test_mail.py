"""Play by mail: readings and verdicts, and the contract that every title with a `mail` module keeps."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import key_from_seed
from marchland.kernel.documents import Document
from marchland.kernel.errors import Refusal
from marchland.kernel.mail import ACCEPTED, DOUBTFUL, REFUSED, Reading, Verdict
from marchland.kernel.state import State
from marchland.kernel.title import Title, titles
from marchland.kernel.vocabulary import plain
from marchland.kernel.writing import MailPart

BY_MAIL = [title for title in titles().values() if title.has_mail]
ALL = pytest.mark.parametrize("title", BY_MAIL, ids=lambda title: title.id)

READING = Reading(
    verdicts=(
        Verdict(1, "culture VAL", ACCEPTED, "culture VAL"),
        Verdict(2, "raid ?", REFUSED, reasons=(Refusal("X-1", {"text": "?"}),)),
        Verdict(3, "cultur VAL", DOUBTFUL, "culture VAL", (Refusal("X-2"),)),
        Verdict(4, "zz", REFUSED, reasons=(Refusal("X-1"),)),
    ),
    key="mot",
)


# -- readings ---------------------------------------------------------------------------------------------------


def test_verdicts_are_counted_by_status() -> None:
    assert [READING.count(status) for status in (ACCEPTED, DOUBTFUL, REFUSED)] == [1, 1, 2]
    assert READING.count("lost") == 0


def test_a_reading_is_valid_unless_the_whole_sheet_is_refused() -> None:
    assert READING.valid, "refused lines do not void a sheet"
    void = Reading(refusal=Refusal("X-3", {"nation": "AKLA"}))
    assert not void.valid
    assert void.action is None
    assert void.count(ACCEPTED) == 0


def test_verdicts_survive_json_and_write_only_what_there_is_to_say() -> None:
    written = msgspec.json.encode(READING.verdicts)
    assert msgspec.json.decode(written, type=tuple[Verdict, ...]) == READING.verdicts
    assert msgspec.json.decode(written)[0] == {"line": 1, "text": "culture VAL", "status": "accepted", "canonical": "culture VAL"}


# -- the contract -----------------------------------------------------------------------------------------------


def office(title: Title) -> MailPart[State, Any]:
    return title.parts.mail


def table(title: Title) -> State:
    """Two seats by name, at the first sheet."""
    seats, options = office(title).seating(office(title).SEAT_NAMES[1:3])
    game = title.new(seats, key_from_seed("mail"), options)
    game.outbox = []
    return game


def test_some_title_can_be_played_by_mail() -> None:
    assert BY_MAIL


@ALL
def test_seats_have_names_of_their_own_and_a_forged_sheet_breaks_a_rule(title: Title) -> None:
    assert len(set(office(title).SEAT_NAMES)) == len(office(title).SEAT_NAMES) == max(title.seats)
    assert office(title).FORGED in title.catalogue.rules


@ALL
def test_seats_are_those_that_were_wanted(title: Title) -> None:
    assert office(title).seat_names(table(title)) == tuple(office(title).SEAT_NAMES[1:3])


@ALL
def test_the_next_sheet_is_read_back_without_a_refusal(title: Title) -> None:
    game = table(title)
    for seat in game.deciders:
        form = office(title).form(game, seat, "mot-de-passe")
        reading = office(title).read(game, seat, form.encode())
        assert reading.valid
        assert reading.key == "mot-de-passe"
        assert reading.count(REFUSED) == 0
        assert office(title).read(game, seat, reading.canonical.encode()).action == reading.action


@ALL
@pytest.mark.parametrize("data", [b"", b"\x00\xff\xfe binary", b"FEUILLE nation=NOBODY tour=never\n", b"\n" * 10])
def test_rubbish_is_refused_with_a_rule_and_a_reason_and_never_raises(title: Title, data: bytes) -> None:
    reading = office(title).read(table(title), 0, data)
    assert reading.refusal is not None
    assert reading.action is None
    assert reading.refusal.rule in title.catalogue.rules
    for language in LANGUAGES:
        assert office(title).explain(reading.refusal, language)


@ALL
def test_a_turn_is_told_to_each_seat_and_to_everybody_in_every_language(title: Title) -> None:
    game = table(title).clone()
    turn = office(title).turn_name(game)
    sheets = {seat: game.options(seat)[-1] for seat in game.deciders}
    lines = {seat: office(title).lines(game, seat, sheet) for seat, sheet in sheets.items()}
    assert all(len(lines[seat]) == len(plain(sheet)["orders"]) for seat, sheet in sheets.items() if "orders" in plain(sheet))
    events = [event for seat, sheet in sheets.items() for event in game.play(seat, sheet)]
    assert office(title).turn_name(game) != turn
    papers = [office(title).report(game, seat, events, lines[seat]) for seat in sheets]
    papers.append(office(title).gazette(game, events))
    for paper in papers:
        data = msgspec.json.encode(paper)
        assert msgspec.json.encode(msgspec.json.decode(data, type=type(paper))) == data
        for language in LANGUAGES:
            written = office(title).document(paper, language)
            assert isinstance(written, Document)
            assert written.language == language
            assert written.parts


@ALL
def test_reports_tell_a_seat_only_what_it_may_see(title: Title) -> None:
    """The arbiter passes all events: what is meant for others must not change a report."""
    game = table(title).clone()
    events = [event for seat in game.deciders for event in game.play(seat, game.options(seat)[-1])]
    mine = [event for event in events if event.is_seen_by(0)]
    assert len(mine) < len(events)
    assert office(title).report(game, 0, events, ()) == office(title).report(game, 0, mine, ())
    public = [event for event in events if event.is_seen_by(None)]
    assert office(title).gazette(game, events) == office(title).gazette(game, public)
