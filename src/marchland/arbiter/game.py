"""A game on a folder: who plays, which turn it is, and where everything lies.

game.json            title, seats, options, hash of the key
secret.json          the key; only for the host
orders/              sheets as they come in: AKLA.txt, AKLA/anything.txt, AKLA-2.json, AKLA.eml
received/TURN/       every sheet taken in for the turn, with its receipt
post.json            how mail goes out and comes in, and when turns are played; only for the host
mail/                mails on their way in and out (`outbox.py`, `mailroom.py`)
turns/NNNN/          one finished folder per turn: state, events, sheets played, reports
"""

from __future__ import annotations

import base64
import hmac
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from marchland.kernel.chance import commitment
from marchland.kernel.errors import BadFile, BadOption, OtherRules
from marchland.kernel.receipts import derived
from marchland.kernel.state import State
from marchland.kernel.title import Title, find_title

from .disk import PRIVATE, UNFINISHED, write_file

T = TypeVar("T")
FORMATS = ("json", "txt", "html", "pdf")
HUMAN = "human"
DEFAULT = "default"
PASS_LETTERS = 10


known_title = lru_cache(find_title)
"""A folder is opened again and again; what is installed is looked for once."""


class SeatRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat: its name on sheets, who holds it (`human` or `bot:NAME`), the player, his language and address."""

    name: str
    kind: str = HUMAN
    player: str = ""
    language: str = "en"
    address: str = ""
    """The player's mail address: reports go there."""


class GameRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """game.json"""

    arbiter: int = 1
    title: str
    rules_version: int
    seats: tuple[SeatRecord, ...]
    options: dict[str, Any]
    commitment: str
    absent: str = DEFAULT
    """What a person who sends nothing gets: `default` (the rules' own) or `bot:NAME`."""
    formats: tuple[str, ...] = FORMATS
    deadline: str = ""
    """When a turn closes, in ISO 8601; empty: when the host resolves."""
    deadline_turn: int | None = None
    """The number of the turn that the deadline is for; it says nothing about any other."""
    require_key: bool = False
    """Sheets must bear the pass-phrase of their seat."""


class TurnRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """turns/NNNN/turn.json: the chain of turns, each bound to the one before by its fingerprint."""

    number: int
    name: str
    fingerprint: str
    before: str = ""
    over: bool = False
    played: dict[str, str] = {}
    """For each seat where its orders came from: a receipt's number, `bot:NAME` or `default`."""


class GameFolder:
    """The files of one game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.record = read(path / "game.json", GameRecord)
        if self.record.arbiter != 1:
            raise BadFile(f"{path}: made by a newer arbiter ({self.record.arbiter})")
        self.title: Title = known_title(self.record.title)

    def must_be_of_these_rules(self) -> None:
        """A game goes on by the rules it was begun with, or by such as golden games prove to be the same."""
        if not self.title.plays(self.record.rules_version):
            raise OtherRules(self.title.id, self.record.rules_version, self.title.rules_version, str(self.path))

    @property
    def key(self) -> bytes:
        secret = read(self.path / "secret.json", dict[str, str])
        key = base64.b64decode(secret.get("key", ""))
        if commitment(key) != self.record.commitment:
            raise BadFile(f"{self.path}: secret.json does not hold the key whose hash is in game.json")
        return key

    def pass_phrase(self, seat: int) -> str:
        """The words that prove that a sheet comes from this seat."""
        return pass_phrase(self.key, self.record.seats[seat].name)

    # -- turns ---------------------------------------------------------------------------------------

    @property
    def turns(self) -> list[Path]:
        """Finished turn folders, oldest first; unfinished ones do not exist."""
        folder = self.path / "turns"
        return sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.endswith(UNFINISHED))

    @property
    def turn(self) -> TurnRecord:
        return read(self.turns[-1] / "turn.json", TurnRecord)

    def state(self, folder: Path | None = None) -> State:
        """The table at the end of a turn folder, the latest by default."""
        path = (folder or self.turns[-1]) / "state.json"
        try:
            return self.title.load(msgspec.json.decode(path.read_bytes()))
        except msgspec.DecodeError as error:
            raise BadFile(f"{path}: {error}") from None

    @property
    def deadline(self) -> str:
        """When the current turn closes. A run cut short may leave the last turn's deadline in the file: it ended with its turn."""
        return self.record.deadline if self.record.deadline_turn in (None, self.turn.number) else ""

    def turn_folder(self, number: int) -> Path:
        return self.path / "turns" / f"{number:04}"

    @property
    def received(self) -> Path:
        turn = self.turn
        return self.path / "received" / f"{turn.number:04}-{turn.name}"

    def seat_of(self, name: str) -> int | None:
        wanted = name.upper()
        return next((seat for seat, record in enumerate(self.record.seats) if record.name == wanted), None)

    def save(self, record: GameRecord) -> None:
        write(self.path / "game.json", record)
        self.record = record


def pass_phrase(key: bytes, seat_name: str) -> str:
    digest = hmac.new(derived(key, "seats"), seat_name.encode(), sha256).digest()
    return base64.b32encode(digest).decode().lower()[:PASS_LETTERS]


def read(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        raise BadOption(f"{path.parent} is no game folder: {path.name} is missing") from None
    except msgspec.DecodeError as error:
        raise BadFile(f"{path}: {error}") from None


def write(path: Path, record: Any, mode: int | None = None) -> None:
    write_file(path, pretty(record), mode)


def pretty(record: Any) -> bytes:
    """JSON that people can read and that is always the same for the same data."""
    return msgspec.json.format(msgspec.json.encode(record, order="deterministic"), indent=1) + b"\n"


def write_secret(path: Path, key: bytes) -> None:
    write(path / "secret.json", {"key": base64.b64encode(key).decode()}, PRIVATE)
