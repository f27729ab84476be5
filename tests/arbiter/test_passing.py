"""Letters that players send each other through the arbiter of a folder."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from marchland.arbiter.game import SeatRecord
from marchland.arbiter.inbox import stored
from marchland.arbiter.mailroom import PASSED_ON, TAKEN, UNPROVEN, Mailroom
from marchland.arbiter.outbox import WAITING
from marchland.arbiter.post import PostRecord, reply_address, write_post
from marchland.arbiter.turns import new_game
from marchland.post.passing import Parcel, is_all, parcels
from marchland.tempo import Deadline

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SHEET = "FEUILLE nation=AKLA tour=201-printemps\ncontrat MERISSE\nFIN\n"
PSST = "[LETTER to=FER, merisse]\nShall we sign?\n\nA.\n[END]\n"


@pytest.mark.parametrize(
    ("words", "found", "alone"),
    [
        (PSST, [Parcel(("FER", "MERISSE"), "Shall we sign?\n\nA.")], True),
        (f"{PSST}\n{SHEET}", [Parcel(("FER", "MERISSE"), "Shall we sign?\n\nA.")], False),
        ("[Lettre à = FER]\nOui.\n[lettera a=SEL]\nSì.", [Parcel(("FER",), "Oui."), Parcel(("SEL",), "Sì.")], True),
        (SHEET, [], False),
        ("[LETTER]\nto nobody\n[END]", [], False),
    ],
)
def test_letters_are_found_in_what_somebody_writes(words: str, found: list[Parcel], alone: bool) -> None:
    assert (parcels(words), is_all([words])) == (found, alone)


@pytest.fixture
def room(tmp_path: Path) -> Mailroom:
    """Akla and Merisse are people, a program plays Fer."""
    seats = [
        SeatRecord(name=name, player=name.title(), language=language, address=f"{name.lower()}@post.test", kind=kind)
        for name, language, kind in (("AKLA", "en", "human"), ("MERISSE", "fr", "human"), ("FER", "it", "bot:normal"))
    ]
    game = new_game(tmp_path / "ash", "cendre", seats, {"years": 1}, "seven", formats=("txt",))
    post = PostRecord(address="ash@post.test", tempo=Deadline(hours=48), out="", into="")
    write_post(game.path, post)
    return Mailroom(game, post)


def sent(room: Mailroom) -> dict[str, str]:
    """What waits to go out, by name."""
    files = {name: (room.path / "out" / WAITING / f"{name}.eml").read_bytes() for name in room.outbox.names(WAITING)}
    mails = {name: message_from_bytes(data, policy=policy.default) for name, data in files.items()}
    return {name: f"{mail['To']} {mail['Reply-To']} {mail.get_body(('plain',)).get_content()}" for name, mail in mails.items()}


def take(room: Mailroom, text: str, to: str) -> str:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "akla@post.test", to, f"<{abs(hash(text))}@x.test>"
    mail.set_content(text)
    room.keep(mail.as_bytes(), NOW)
    return next(outcome.what for outcome in room.read_all(NOW))


def test_a_letter_is_passed_on_once_and_says_nothing_of_its_writers_address(room: Mailroom) -> None:
    address = reply_address(room.folder, room.post, 0)
    assert take(room, PSST, address) == PASSED_ON
    room.done.clear()  # as after a crash just before it was noted what became of the mail
    assert take(room, PSST, address) == PASSED_ON
    names = sent(room)
    (passed,) = [text for name, text in names.items() if name.startswith("letter-")]
    assert passed.startswith(f"merisse@post.test {reply_address(room.folder, room.post, 1)} ")
    assert "Shall we sign?\n\nA." in passed.replace("\r\n", "\n")
    assert "[LETTER to=AKLA]" in passed
    assert address not in passed
    assert "akla@post.test" not in passed
    (unpassed,) = [text for name, text in names.items() if name.startswith("unpassed-")]
    assert unpassed.startswith("akla@post.test")
    assert "nobody reads letters to FER" in unpassed
    assert not stored(room.folder), "no sheet was looked for"


def test_a_letter_above_a_sheet_leaves_the_sheet_alone_and_nobody_writes_in_anothers_name(room: Mailroom) -> None:
    address = reply_address(room.folder, room.post, 0)
    assert take(room, f"{PSST.replace('FER, ', '')}\n{SHEET}", address) == TAKEN
    (item,) = stored(room.folder)
    assert [verdict.status for verdict in item.reading.verdicts] == ["accepted"]
    assert take(room, "[LETTER to=MERISSE]\nforged\n[END]", "ash@post.test") == UNPROVEN
    quoted = "> [LETTER to=MERISSE]\n> quoted\n> [END]\n" + SHEET
    take(room, quoted, address)
    assert [name for name, text in sent(room).items() if "forged" in text or "quoted" in text] == []
