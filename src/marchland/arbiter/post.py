"""How a folder game is kept going by mail: `post.json`, written by `marchland arbiter post`."""

from __future__ import annotations

import os
from pathlib import Path
from zoneinfo import available_timezones

import msgspec

from marchland.kernel.errors import BadOption
from marchland.kernel.receipts import derived
from marchland.post import seals
from marchland.post.wires import Wire, wire
from marchland.post.writing import is_address
from marchland.tempo import Clock, Deadline, Schedule, Tempo, Untimed

from .disk import PRIVATE
from .game import GameFolder, read, write

FILE = "post.json"
REPLY, PHRASE, SENDER = "reply", "phrase", "sender"
PROOFS = (REPLY, PHRASE, SENDER)
OUT, INTO = "MARCHLAND_POST_OUT", "MARCHLAND_POST_IN"


class PostRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename={"into": "in"}):
    """post.json. Addresses of mail servers hold passwords: they may stand in the environment instead."""

    address: str
    """Where players write: `ash@example.org`; `*` says where the seal stands (`*@ash.example.org`)."""
    name: str = "Marchland"
    out: str = ""
    into: str = ""
    proofs: tuple[str, ...] = (REPLY, PHRASE)
    """Each of them suffices to prove a seat: a signed reply address, the pass-phrase on the sheet, the sender's address."""
    tempo: Tempo = Untimed()
    early: bool = True
    """A turn is played as soon as everybody's sheet is in."""
    remind: int = 24
    """Hours before the deadline at which those who have sent nothing are reminded; 0: never."""
    largest: int = 250_000
    """Bytes; larger mails are refused unread."""
    pause: int = 60
    """Seconds between two looks into the mailbox."""

    @property
    def zone(self) -> str:
        return self.tempo.zone if isinstance(self.tempo, Deadline | Schedule) else "UTC"

    @property
    def sender(self) -> str:
        return seals.plain_address(self.address)

    @property
    def host(self) -> str:
        return self.address.partition("@")[2]

    @property
    def out_wire(self) -> Wire:
        return wire(self.out or _from_environment(OUT), "smtp")

    @property
    def in_wire(self) -> Wire | None:
        """None: nothing is fetched, sheets are put into `orders/`."""
        address = self.into or os.environ.get(INTO, "")
        return wire(address, "imap", "intake") if address else None


def _from_environment(name: str) -> str:
    if not os.environ.get(name):
        raise BadOption(f"no mail server: `marchland arbiter post --out ADDRESS` or {name} in the environment")
    return os.environ[name]


def has_post(path: Path) -> bool:
    return (path / FILE).exists()


def read_post(path: Path) -> PostRecord:
    if not has_post(path):
        raise BadOption(f"{path} has no post yet: `marchland arbiter post FOLDER --address ADDRESS --out ... --in ...`")
    return read(path / FILE, PostRecord)


def write_post(path: Path, record: PostRecord) -> None:
    write(path / FILE, record, PRIVATE)


def check_post(record: PostRecord) -> None:
    """`BadOption` says what is wrong, before anything is written."""
    if not is_address(record.sender):
        raise BadOption(f"--address {record.address!r} is no mail address")
    for proof in record.proofs:
        if proof not in PROOFS:
            raise BadOption(f"--proof {proof!r}: choose among {', '.join(PROOFS)}")
    if not record.proofs:
        raise BadOption("--proof: something must prove who writes")
    if isinstance(record.tempo, Clock):
        raise BadOption("a game by mail has no chess clock")
    if record.zone not in available_timezones():
        raise BadOption(f"--zone {record.zone!r}: no such time zone")
    for address, kinds in ((record.out, ("smtp",)), (record.into, ("imap", "intake"))):
        if address:
            wire(address, *kinds)


def seal_key(folder: GameFolder) -> bytes:
    return derived(folder.key, "replies")


def reply_address(folder: GameFolder, post: PostRecord, seat: int) -> str:
    return seals.reply_address(post.address, seal_key(folder), folder.record.seats[seat].name)
