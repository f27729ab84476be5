"""One's own words: a mail's text without the mail it answers and without a signature.

When in doubt it is somebody else's: a sheet that is not found is asked for again, one that was never written would be played.
What mail programs put before a quotation is known for English, French and Italian (and German, which costs a word).
"""

from __future__ import annotations

import re

MARK = "=-=-="
"""What our own mails begin with (`writing.above_the_line`): whatever follows it was written by us."""
QUOTE = (">", "|>", "&gt;")
WRAPPED = 60
"""A quoted line this long may have been cut in two by the mail program, and its tail bears no sign."""
LOOK_AHEAD = 4
HEADERS = 2
"""So many lines of a mail's head, one near the other, are the head of a mail."""

BLANK = str.maketrans(
    {"\u00a0": " ", "\u202f": " ", "\u2007": " ", "\t": " "} | dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u200e\u200f")
)
SENDER = re.compile(r"\W*(from|de|da|von|expéditeur|mittente)\W{0,3} ?:", re.IGNORECASE)
HEAD = re.compile(
    r"\W*(from|sent|date|to|cc|subject|de|envoyé|à|objet|da|inviato|data|a|oggetto|von|gesendet|an|betreff|reply-to|répondre à)"
    r"[*_]{0,2} ?:[*_]{0,2}(?: |$)",
    re.IGNORECASE,
)
ORIGINAL = re.compile(
    r"[-–—_= ]{2,}\s*(original|forwarded|message|messaggio|mail|ursprüngliche|weitergeleitete)\b.*[-–—_=]{2,}$"
    r"|[-–—_= ]{2,}.*\b(transféré|réexpédié|d.origine|inoltrato|originale)\b.*[-–—_=]{2,}$"
    r"|(begin forwarded message|début du message (réexpédié|transféré)|inizio messaggio inoltrato|anfang der weitergeleiteten)",
    re.IGNORECASE,
)
WROTE = re.compile(
    r"(?:(?:on|le|il|in data|il giorno|am|em|den)\b.{4,300}?|.{0,200}<\S+@\S+>.{0,40}|.{0,40}\d{4}.{0,200}@.{0,200})"
    r"\b(wrote|écrit|ha scritto|schrieb)\b.{0,120}:$",
    re.IGNORECASE,
)
WROTE_BEGINS = re.compile(r"(on|le|il|il giorno|in data|am)\b.*\d", re.IGNORECASE)
SENT_FROM = re.compile(
    r"(sent from (my|mail|yahoo|proton|outlook|samsung)|get outlook for|envoyé (de(puis)? (mon|ma|mail|yahoo)|à partir de)"
    r"|(obtenir|télécharger) outlook|inviato da(l| |lla )|(ottieni|scarica) outlook|von meinem .* gesendet)",
    re.IGNORECASE,
)
RULE = re.compile(r"[_]{8,}|[-]{20,}")


def own_words(text: str) -> str:
    """The lines that the writer wrote himself, each where it stood as far as possible."""
    lines = text.translate(BLANK).splitlines()
    kept: list[str] = []
    number = 0
    while number < len(lines):
        line = lines[number].strip()
        if line.startswith(QUOTE):
            number = _past_quoted(lines, number)
        elif _is_end(lines, number):
            break
        elif span := _attribution(lines, number):
            number += span
            if not _quoted_next(lines, number):
                break
        else:
            if not SENT_FROM.match(line):
                kept.append(lines[number].rstrip())
            number += 1
    return "\n".join(kept).strip("\n")


def _past_quoted(lines: list[str], number: int) -> int:
    """Behind a quoted line and the tail that a mail program may have cut off it."""
    long = len(lines[number]) >= WRAPPED
    number += 1
    if long and number < len(lines) and lines[number].strip() and not lines[number].strip().startswith(QUOTE):
        number += 1
    return number


def _is_end(lines: list[str], number: int) -> bool:
    """A signature, our own mark, or the head of an older mail: nothing below is new."""
    line = lines[number].strip()
    return line == "--" or MARK in line or ORIGINAL.match(line) is not None or _is_head(lines, number)


def _is_head(lines: list[str], number: int) -> bool:
    """`From: ... Sent: ...`, with or without a rule above it."""
    if RULE.fullmatch(lines[number].strip()):
        following = next((n for n in range(number + 1, min(number + 3, len(lines))) if lines[n].strip()), None)
        return following is not None and _is_head(lines, following)
    if not SENDER.match(lines[number].strip()):
        return False
    near = [line.strip() for line in lines[number : number + 2 * LOOK_AHEAD] if line.strip()][:LOOK_AHEAD]
    return sum(HEAD.match(line) is not None for line in near) >= HEADERS


def _attribution(lines: list[str], number: int) -> int:
    """How many lines `On Monday, Ada wrote:` takes here: programs break it in two or three; 0: none."""
    first = lines[number].strip()
    if not first:
        return 0
    for span in range(1, LOOK_AHEAD):
        if span > 1 and not WROTE_BEGINS.match(first):
            break
        if WROTE.fullmatch(" ".join(line.strip() for line in lines[number : number + span])):
            return span
    return 0


def _quoted_next(lines: list[str], number: int) -> bool:
    following = next((line.strip() for line in lines[number:] if line.strip()), "")
    return following.startswith(QUOTE)
