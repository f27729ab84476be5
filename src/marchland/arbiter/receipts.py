"""Receipts: what was received, what was understood and what was ignored and why, signed with the game's key."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Any

import msgspec

from marchland.kernel.errors import Refusal, Tampered
from marchland.kernel.mail import ACCEPTED, REFUSED, Reading, Verdict
from marchland.kernel.title import Title

from .seals import sign


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
    canonical_hash: str = ""
    verdicts: tuple[Verdict, ...] = ()
    signature: str = ""


def make_receipt(key: bytes, reading: Reading, data: bytes, **envelope: Any) -> Receipt:
    """What was understood of the bytes received, signed. `envelope`: game, turn, number, seat, file, received and late."""
    receipt = Receipt(
        size=len(data),
        hash=sha256(data).hexdigest(),
        valid=reading.valid,
        refusal=reading.refusal,
        canonical=reading.canonical,
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


def explain(title: Title, refusal: Refusal, language: str) -> str:
    """A refusal in the title's words, with its rule."""
    return f"{title.module('mail').explain(refusal, language)} [{refusal.rule}]"


def receipt_text(title: Title, receipt: Receipt, language: str) -> str:
    """The receipt as a letter."""
    words = WORDS[language]
    late = f" ({words['late']})" if receipt.late else ""
    head = [
        f"{words['receipt']} {receipt.number} - {receipt.seat} - {receipt.turn}",
        f"{words['received']} {receipt.received}{late}, {receipt.size} {words['bytes']}",
        f"SHA-256 {receipt.hash}",
    ]
    if receipt.refusal is not None:
        body = [words["void"], explain(title, receipt.refusal, language)]
    else:
        body = [
            words["understood"],
            *(_line(title, verdict, language) for verdict in receipt.verdicts),
            "",
            words["plays"],
            receipt.canonical,
        ]
    return "\n".join([*head, "", *body, "", f"HMAC-SHA-256 {receipt.signature}", ""])


def _line(title: Title, verdict: Verdict, language: str) -> str:
    words = WORDS[language]
    shown = verdict.canonical if verdict.status != REFUSED and verdict.canonical else verdict.text
    why = "; ".join(explain(title, reason, language) for reason in verdict.reasons)
    tail = f" - {why}" if why and verdict.status != ACCEPTED else ""
    return f"{verdict.line:4} {words[verdict.status]:<10} {shown}{tail}"


WORDS = {
    "en": {
        "receipt": "Receipt", "received": "Received", "late": "after the deadline", "bytes": "bytes",
        "void": "This sheet is void. The last valid one counts instead.", "understood": "What was understood, line by line:",
        "plays": "The sheet that will be played:", "accepted": "accepted", "doubtful": "doubtful", "refused": "refused",
    },
    "fr": {
        "receipt": "Accusé de réception", "received": "Reçu le", "late": "après l'échéance", "bytes": "octets",
        "void": "Cette feuille est nulle. La dernière feuille valable compte à sa place.",
        "understood": "Ce qui a été compris, ligne par ligne :",
        "plays": "La feuille qui sera jouée :", "accepted": "accepté", "doubtful": "douteux", "refused": "refusé",
    },
    "it": {
        "receipt": "Ricevuta", "received": "Ricevuto il", "late": "dopo la scadenza", "bytes": "byte",
        "void": "Questo foglio è nullo. Vale al suo posto l'ultimo foglio valido.",
        "understood": "Ciò che è stato capito, riga per riga:",
        "plays": "Il foglio che sarà giocato:", "accepted": "accettato", "doubtful": "dubbio", "refused": "rifiutato",
    },
}  # fmt: skip
