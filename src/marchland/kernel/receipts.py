"""Receipts: what was received, what was understood and what was ignored and why, signed with the game's key."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import NotRequired, TypedDict, Unpack

import msgspec

from .errors import Refusal, Tampered
from .mail import Line, Reading, Verdict


class Receipt(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to one sheet. `hash` is of the bytes received, `canonical_hash` of the sheet as it will be played."""

    game: str
    turn: str
    number: int
    seat: str
    file: str
    received: str
    late: bool = False
    size: int
    hash: str
    valid: bool
    refusal: Refusal | None = None
    canonical: str = ""
    sheets: Line = {}
    """The canonical sheet by language, for people to read; what counts is `canonical`."""
    canonical_hash: str = ""
    verdicts: tuple[Verdict, ...] = ()
    signature: str = ""


class Envelope(TypedDict):
    """Which sheet of whom it is, and when it came."""

    game: str
    turn: str
    number: int
    seat: str
    file: str
    received: str
    late: NotRequired[bool]


def make_receipt(key: bytes, reading: Reading, data: bytes, **envelope: Unpack[Envelope]) -> Receipt:
    """What was understood of the bytes received, signed."""
    receipt = Receipt(
        size=len(data),
        hash=sha256(data).hexdigest(),
        valid=reading.valid,
        refusal=reading.refusal,
        canonical=reading.canonical,
        sheets=reading.sheets,
        canonical_hash=sha256(reading.canonical.encode()).hexdigest() if reading.valid else "",
        verdicts=reading.verdicts,
        **envelope,
    )
    return msgspec.structs.replace(receipt, signature=sign(key, _signed_part(receipt)))


def verify_receipt(key: bytes, receipt: Receipt) -> None:
    """Raise Tampered unless whoever holds this key signed exactly this receipt."""
    if not hmac.compare_digest(sign(key, _signed_part(receipt)), receipt.signature):
        raise Tampered(f"receipt {receipt.number} of {receipt.seat}: the signature does not fit")


def _signed_part(receipt: Receipt) -> bytes:
    """Plain data, so that a receipt read back from a file has the same bytes as one just made."""
    return msgspec.json.encode(msgspec.to_builtins(msgspec.structs.replace(receipt, signature="")), order="deterministic")


def sign(key: bytes, text: bytes) -> str:
    """The signature under a receipt: made by the holder of the key, checked by everybody once the key is published."""
    return hmac.new(derived(key, "receipts"), text, sha256).hexdigest()


def derived(key: bytes, purpose: str) -> bytes:
    """A key of its own for each purpose, so that none of them gives the dice away."""
    return hmac.new(key, f"marchland-arbiter-{purpose}".encode(), sha256).digest()
