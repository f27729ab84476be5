"""The inbox: sheets that lie in `orders/`, taken in one by one with a receipt each.

A sheet belongs to the seat whose name its file or folder begins with (`AKLA.txt`, `AKLA-2.json`, `AKLA/monday.txt`);
its header must name the same seat. Mail saved as `.eml` is opened: an attached sheet is read, or its text.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec

from marchland.kernel.actions import Action
from marchland.kernel.errors import MarchlandError, Refusal
from marchland.kernel.mail import Reading
from marchland.kernel.receipts import Receipt, make_receipt
from marchland.kernel.state import State
from marchland.post.reading import read_mail
from marchland.render.paper import receipt_text

from .disk import PRIVATE, write_file
from .game import HUMAN, GameFolder, TurnRecord, read, write

ORDERS = "orders"
LARGEST_FILE = 1_000_000
SHEET_FILES = (".txt", ".json", ".eml", "")
PROVEN = ".proven.eml"
"""A mail whose sender has proven who he is: its sheet needs no pass-phrase."""
MOST_REMEMBERED = 512


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
    return Letter(path, seat, data, _arrival(path))


def strangers(folder: GameFolder) -> list[Path]:
    """Files in the inbox that belong to no seat."""
    inbox = folder.path / ORDERS
    known = {letter.path for letter in letters(folder)}
    return [path for path in sorted(inbox.rglob("*")) if path.is_file() and not path.name.startswith(".") and path not in known]


def sheets_in(letter: Letter) -> list[bytes]:
    """What in a letter may be the sheet: the texts of a mail, or the file itself."""
    if letter.path.suffix.lower() != ".eml":
        return [letter.data]
    return [text.encode() for text in read_mail(letter.data).texts] or [b""]


def receive(folder: GameFolder, keep: bool = True) -> list[Received]:
    """Read every letter that waits; with `keep` it moves out of the inbox and its receipt is written.

    Returns all letters of the turn, oldest first. The same text sent again later is a letter of its own.
    """
    earlier = stored(folder)
    seen = {identity(item.letter.seat, item.receipt) for item in earlier}
    number = max((item.receipt.number for item in earlier), default=0)
    fresh: list[Received] = []
    for letter in letters(folder):
        item = _read(folder, letter, number + 1)
        if identity(letter.seat, item.receipt) not in seen:
            number += 1
            fresh.append(item)
            if keep:
                _store(folder, item)
        if keep:
            _take_out(letter)
    return [*earlier, *fresh]


def take_in(folder: GameFolder, letter: Letter) -> Received:
    """One letter that came by post, with its receipt; the one it has already, if it was taken in before in whatever turn."""
    for path in folder.path.glob(f"received/*/*-{folder.record.seats[letter.seat].name}.receipt.json"):
        receipt = read(path, Receipt)
        if receipt.file == letter.path.name:
            return Received(letter, read_letter(folder, letter), receipt)
    numbers = (int(path.name.partition("-")[0]) for path in folder.received.glob("*.receipt.json"))
    item = _read(folder, letter, max(numbers, default=0) + 1)
    _store(folder, item)
    return item


def identity(seat: int, receipt: Receipt) -> tuple[int, str, str, str]:
    """The same file, even if a run was cut short before it could be taken out of the inbox."""
    return seat, receipt.file, receipt.hash, receipt.received


def _take_out(letter: Letter) -> None:
    """What has been stored leaves the inbox, unless somebody has just written over it."""
    if letter.path.exists() and _arrival(letter.path) == letter.arrived:
        letter.path.unlink()


def _arrival(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


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
    reading = _first_valid(folder, letter)
    expected = folder.pass_phrase(letter.seat)
    needs_key = folder.record.require_key and not letter.path.name.endswith(PROVEN)
    if reading.valid and reading.key != expected and (reading.key or needs_key):
        rule = folder.title.parts.mail.FORGED
        return Reading(refusal=Refusal(rule, {"problem": "key", "text": folder.record.seats[letter.seat].name}))
    return reading


def _first_valid(folder: GameFolder, letter: Letter) -> Reading:
    """A mail may hold several texts: the first that is a sheet counts; if none is, the mail's own says why."""
    readings: list[Reading] = []
    for sheet in sheets_in(letter):
        readings.append(read_sheet(folder, folder.turns[-1], letter.seat, sheet))
        if readings[-1].valid:
            break
    return readings[-1]


def read_sheet(folder: GameFolder, turn: Path, seat: int, sheet: bytes) -> Reading:
    """One text as a sheet for the turn that begins with this folder's table."""
    return _reading(folder.path, turn, (turn / "state.json").stat().st_mtime_ns, seat, sheet)


@lru_cache(maxsize=MOST_REMEMBERED)
def _reading(path: Path, turn: Path, written: int, seat: int, sheet: bytes) -> Reading:
    """Sheets of a turn are looked at again and again until it is played; the table they are tried on does not change."""
    reading: Reading = GameFolder(path).title.parts.mail.read(_table(path, turn, written), seat, sheet)
    return reading


@lru_cache(maxsize=2)
def _table(path: Path, turn: Path, written: int) -> State:
    """For reading alone: nobody plays on it."""
    return GameFolder(path).state(turn)


def past_turn(folder: GameFolder, letter: Letter) -> str:
    """The turn before, if that is what this letter's sheet is for: it came too late. Empty otherwise."""
    if len(folder.turns) < 2:
        return ""
    before = folder.turns[-2]
    if any(read_sheet(folder, before, letter.seat, sheet).valid for sheet in sheets_in(letter)):
        return read(before / "turn.json", TurnRecord).name
    return ""


def is_late(folder: GameFolder, arrived: datetime) -> bool:
    return bool(folder.deadline) and arrived > parse_deadline(folder.deadline)


def parse_deadline(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise MarchlandError(f"{text!r} is no date; write 2026-03-01 or 2026-03-01T20:00+01:00") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _store(folder: GameFolder, item: Received) -> None:
    """The letter first, its receipt last: what has a receipt is complete. Orders and pass-phrases are for the host alone."""
    stem = folder.received / f"{item.receipt.number:04}-{item.receipt.seat}"
    language = folder.record.seats[item.letter.seat].language
    kind = PROVEN if item.letter.path.name.endswith(PROVEN) else item.letter.path.suffix
    write_file(stem.with_suffix(".sheet" + kind), item.letter.data, PRIVATE)
    write_file(stem.with_suffix(".receipt.txt"), receipt_text(folder.title, item.receipt, language), PRIVATE)
    write(stem.with_suffix(".receipt.json"), item.receipt, PRIVATE)


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
    """The last valid sheet of every seat that is in time: its action and the receipt it came with.

    A deadline that is lifted or moved back frees sheets that were late; one set later never voids a receipt.
    """
    chosen: dict[int, tuple[Action, str]] = {}
    for item in received:
        late = item.receipt.late and is_late(folder, item.letter.arrived)
        if item.reading.valid and item.reading.action is not None and not late:
            chosen[item.letter.seat] = (item.reading.action, f"receipt {item.receipt.number}")
    return chosen


def missing(folder: GameFolder, received: list[Received]) -> list[str]:
    """People whose valid sheet has not come yet."""
    there = answers(folder, received)
    return [record.name for seat, record in enumerate(folder.record.seats) if record.kind == HUMAN and seat not in there]
