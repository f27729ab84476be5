"""The inbox: sheets that lie in `orders/`, taken in one by one with a receipt each.

A sheet belongs to the seat whose name its file or folder begins with (`AKLA.txt`, `AKLA-2.json`, `AKLA/monday.txt`);
its header must name the same seat. Mail saved as `.eml` is opened and its text read.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email import message_from_bytes, policy
from hashlib import sha256
from pathlib import Path

import msgspec

from marchland.kernel.actions import Action
from marchland.kernel.errors import MarchlandError, Refusal
from marchland.kernel.mail import Reading

from .disk import write_file
from .game import HUMAN, GameFolder, read, write
from .receipts import Receipt, make_receipt, receipt_text

ORDERS = "orders"
LARGEST_FILE = 1_000_000
SHEET_FILES = (".txt", ".json", ".eml", "")


class Letter(msgspec.Struct, frozen=True):
    """A file in the inbox that belongs to a seat."""

    path: Path
    seat: int
    data: bytes
    arrived: datetime

    @property
    def hash(self) -> str:
        return sha256(self.data).hexdigest()


class Received(msgspec.Struct, frozen=True):
    """A letter as it was read, with its receipt."""

    letter: Letter
    reading: Reading
    receipt: Receipt


def letters(folder: GameFolder) -> list[Letter]:
    """What lies in the inbox, oldest first."""
    inbox = folder.path / ORDERS
    files = sorted(path for path in inbox.rglob("*") if path.is_file() and not path.name.startswith(".")) if inbox.exists() else []
    found = [letter for path in files if (letter := _letter(folder, inbox, path)) is not None]
    return sorted(found, key=lambda letter: (letter.arrived, str(letter.path)))


def _letter(folder: GameFolder, inbox: Path, path: Path) -> Letter | None:
    name = re.split(r"[^A-Za-z]", path.relative_to(inbox).parts[0], maxsplit=1)[0]
    seat = folder.seat_of(name)
    if seat is None or path.suffix.lower() not in SHEET_FILES:
        return None
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE)
    return Letter(path, seat, data, datetime.fromtimestamp(path.stat().st_mtime, UTC))


def strangers(folder: GameFolder) -> list[Path]:
    """Files in the inbox that belong to no seat."""
    inbox = folder.path / ORDERS
    known = {letter.path for letter in letters(folder)}
    return [path for path in sorted(inbox.rglob("*")) if path.is_file() and not path.name.startswith(".") and path not in known]


def sheet_of(letter: Letter) -> bytes:
    """The sheet inside a letter: the plain text of a mail, or the file itself. A mail that cannot be opened holds none."""
    if letter.path.suffix.lower() != ".eml":
        return letter.data
    try:
        return _text_of_mail(letter.data)
    except (LookupError, ValueError, RecursionError):
        return b""


def _text_of_mail(data: bytes) -> bytes:
    body = message_from_bytes(data, policy=policy.default).get_body(preferencelist=("plain", "html"))
    if body is None:
        return b""
    try:
        text = str(body.get_content())
    except LookupError:  # a charset nobody knows: the letters a sheet needs are the same in most of them
        text = bytes(body.get_payload(decode=True)).decode("latin-1")
    return (_without_tags(text) if body.get_content_subtype() == "html" else text).encode()


def _without_tags(html: str) -> str:
    from html import unescape

    lines = re.sub(r"(?i)<(br|/p|/div|/tr|/li)[^>]*>", "\n", html)
    return unescape(re.sub(r"<[^>]*>", "", lines))


def receive(folder: GameFolder, keep: bool = True) -> list[Received]:
    """Read every letter not yet received this turn; with `keep` store it and its receipt. Returns them all, oldest first."""
    earlier = stored(folder)
    seen = {(item.letter.seat, item.letter.hash) for item in earlier}
    number = max((item.receipt.number for item in earlier), default=0)
    fresh: list[Received] = []
    for letter in letters(folder):
        if (letter.seat, letter.hash) in seen:
            continue
        number += 1
        seen.add((letter.seat, letter.hash))
        fresh.append(_read(folder, letter, number))
        if keep:
            _store(folder, fresh[-1])
    return [*earlier, *fresh]


def _read(folder: GameFolder, letter: Letter, number: int) -> Received:
    reading = read_letter(folder, letter)
    receipt = make_receipt(
        folder.key, reading, letter.data,
        game=folder.record.commitment[:16], turn=folder.turn.name, seat=folder.record.seats[letter.seat].name,
        number=number, file=letter.path.name,
        received=letter.arrived.isoformat(timespec="seconds"), late=is_late(folder, letter.arrived),
    )  # fmt: skip
    return Received(letter, reading, receipt)


def read_letter(folder: GameFolder, letter: Letter) -> Reading:
    """The sheet as the title understands it; a wrong or missing pass-phrase voids it."""
    reading: Reading = folder.title.module("mail").read(folder.state(), letter.seat, sheet_of(letter))
    expected = folder.pass_phrase(letter.seat)
    if reading.valid and reading.key != expected and (reading.key or folder.record.require_key):
        rule = folder.title.module("mail").FORGED
        return Reading(refusal=Refusal(rule, {"problem": "key", "text": folder.record.seats[letter.seat].name}))
    return reading


def is_late(folder: GameFolder, arrived: datetime) -> bool:
    if not folder.record.deadline:
        return False
    return arrived > parse_deadline(folder.record.deadline)


def parse_deadline(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise MarchlandError(f"{text!r} is no date; write 2026-03-01 or 2026-03-01T20:00+01:00") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _store(folder: GameFolder, item: Received) -> None:
    """The letter first, its receipt last: what has a receipt is complete."""
    stem = folder.received / f"{item.receipt.number:04}-{item.receipt.seat}"
    language = folder.record.seats[item.letter.seat].language
    write_file(stem.with_suffix(".sheet" + item.letter.path.suffix), item.letter.data)
    write_file(stem.with_suffix(".receipt.txt"), receipt_text(folder.title, item.receipt, language))
    write(stem.with_suffix(".receipt.json"), item.receipt)


def stored(folder: GameFolder) -> list[Received]:
    """What was received earlier this turn, in the order of arrival."""
    found: list[Received] = []
    for path in sorted(folder.received.glob("*.receipt.json")):
        receipt = read(path, Receipt)
        seat = folder.seat_of(receipt.seat)
        original = next(path.parent.glob(path.name.replace(".receipt.json", ".sheet*")), None)
        if seat is None or original is None:
            continue
        letter = Letter(original, seat, original.read_bytes(), datetime.fromisoformat(receipt.received))
        found.append(Received(letter, read_letter(folder, letter), receipt))
    return found


def answers(folder: GameFolder, received: list[Received]) -> dict[int, tuple[Action, str]]:
    """The last valid sheet of every seat that is in time: its action and the receipt it came with."""
    chosen: dict[int, tuple[Action, str]] = {}
    for item in received:
        if item.reading.valid and item.reading.action is not None and not item.receipt.late:
            chosen[item.letter.seat] = (item.reading.action, f"receipt {item.receipt.number}")
    return chosen


def missing(folder: GameFolder, received: list[Received]) -> list[str]:
    """People whose valid sheet has not come yet."""
    there = answers(folder, received)
    return [record.name for seat, record in enumerate(folder.record.seats) if record.kind == HUMAN and seat not in there]
