"""What the post says to players: subject and text of every letter, in the reader's language."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from marchland.words import speaker

from .writing import above_the_line


class Reader(msgspec.Struct, frozen=True):
    """To whom a letter speaks, and of what."""

    game: str
    seat: str
    player: str
    language: str


class Letter(msgspec.Struct, frozen=True):
    subject: str
    text: str


def told_time(moment: datetime, zone: str) -> str:
    """`2026-11-22 20:00 (Europe/Rome)`: the same to everybody, wherever they are."""
    return f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M} ({zone})"


def _letter(reader: Reader, subject: str, *paragraphs: str) -> Letter:
    say = speaker(reader.language)
    hello = say("post_hello", player=reader.player or reader.seat)
    return Letter(subject, "\n\n".join([above_the_line(say("post_above")), hello, *filter(None, paragraphs)]).rstrip() + "\n")


def report(reader: Reader, turn: str, printed: str, deadline: str, is_early: bool, is_over: bool) -> Letter:
    """The report itself is the letter's text."""
    say = speaker(reader.language)
    subject = say("post_report_subject", game=reader.game, turn=turn, seat=reader.seat)
    if is_over:
        return _letter(reader, subject, say("post_report_over"), printed)
    when = [say("post_deadline", time=deadline)] * bool(deadline) + [say("post_early")] * is_early
    return _letter(reader, subject, say("post_report", turn=turn), " ".join(when), say("post_phrase"), printed)


def reminder(reader: Reader, turn: str, deadline: str) -> Letter:
    say = speaker(reader.language)
    subject = say("post_remind_subject", game=reader.game, turn=turn, seat=reader.seat)
    return _letter(reader, subject, say("post_remind", turn=turn, seat=reader.seat), say("post_deadline", time=deadline))


def receipt(reader: Reader, turn: str, number: int, printed: str, is_valid: bool, is_late: bool, past: str = "") -> Letter:
    """`past` names the turn that a sheet is for if it has been played already."""
    say = speaker(reader.language)
    subject = say("post_receipt_subject", game=reader.game, turn=turn, n=number, seat=reader.seat)
    if past:
        verdict = say("post_receipt_past", turn=past)
    elif is_late:
        verdict = say("post_receipt_late")
    else:
        verdict = say("post_receipt_counts") if is_valid else say("post_receipt_void")
    return _letter(reader, subject, verdict, printed)


def void(reader: Reader, why: str, past: str = "") -> Letter:
    """A mail without a sheet that counts; `past` as for receipts."""
    say = speaker(reader.language)
    verdict = say("post_receipt_past", turn=past) if past else say("post_receipt_void")
    return _letter(reader, say("post_refused_subject", game=reader.game), verdict, why)


def refused(reader: Reader, why: str) -> Letter:
    say = speaker(reader.language)
    return _letter(reader, say("post_refused_subject", game=reader.game), say("post_refused", why=why))


def missive(reader: Reader, sign: str, names: str, subject: str, text: str) -> Letter:
    """What another seat has written; `names` are those who read the answer."""
    say = speaker(reader.language)
    about = say("post_letter_about", game=reader.game, sign=sign, subject=subject) if subject else ""
    head = say("post_letter", sign=sign, names=names)
    return _letter(reader, about or say("post_letter_subject", game=reader.game, sign=sign), head, text)


def forwarded(reader: Reader, sign: str, names: str, text: str) -> Letter:
    """What another player has sent through the arbiter, and how one answers."""
    say = speaker(reader.language)
    head = say("post_letter_forwarded", sign=sign, names=names, line=f"[LETTER to={sign}]")
    return _letter(reader, say("post_letter_subject", game=reader.game, sign=sign), head, text)


def letter_refused(reader: Reader, why: str) -> Letter:
    say = speaker(reader.language)
    return _letter(reader, say("post_refused_subject", game=reader.game), say("post_letter_refused", why=why))


def twice(reader: Reader) -> Letter:
    say = speaker(reader.language)
    return _letter(reader, say("post_twice_subject", game=reader.game), say("post_twice"))


def unproven(reader: Reader) -> Letter:
    say = speaker(reader.language)
    return _letter(reader, say("post_refused_subject", game=reader.game), say("post_unproven"))


def oversized(reader: Reader, largest: int) -> Letter:
    say = speaker(reader.language)
    return _letter(reader, say("post_refused_subject", game=reader.game), say("post_oversized", most=largest // 1000))


def finished(reader: Reader) -> Letter:
    say = speaker(reader.language)
    return _letter(reader, say("post_refused_subject", game=reader.game), say("post_finished"))
