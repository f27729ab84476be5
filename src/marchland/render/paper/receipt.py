"""A receipt as a letter: what was received, what was understood, and why the rest was not."""

from __future__ import annotations

from collections.abc import Callable

from marchland.kernel.errors import Refusal
from marchland.kernel.mail import ACCEPTED, Verdict
from marchland.kernel.receipts import Receipt
from marchland.kernel.title import Title
from marchland.words import speaker


def receipt_text(title: Title, receipt: Receipt, language: str) -> str:
    say = speaker(language)
    head = [
        f"{say('receipt')} {receipt.number} - {receipt.seat} - {receipt.turn}",
        say("receipt_late" if receipt.late else "receipt_received", time=receipt.received, n=receipt.size),
        f"SHA-256 {receipt.hash}",
    ]
    if receipt.refusal is not None:
        body = [say("receipt_void"), explain(title, receipt.refusal, language)]
    else:
        lines = (_line(title, verdict, language, say) for verdict in receipt.verdicts)
        body = [say("receipt_understood"), *lines, "", say("receipt_plays"), receipt.sheets.get(language) or receipt.canonical]
    return "\n".join([*head, "", *body, "", f"HMAC-SHA-256 {receipt.signature}", ""])


def explain(title: Title, refusal: Refusal, language: str) -> str:
    """A refusal in the title's words, with its rule."""
    return f"{title.parts.mail.explain(refusal, language)} [{refusal.rule}]"


def _line(title: Title, verdict: Verdict, language: str, say: Callable[..., str]) -> str:
    why = "; ".join(explain(title, reason, language) for reason in verdict.reasons)
    tail = f" - {why}" if why and verdict.status != ACCEPTED else ""
    return f"{verdict.line:4} {say('line_' + verdict.status):<10} {verdict.shown(language)}{tail}"
